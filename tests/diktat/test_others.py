"""The Configuration of the Others: Noirceur, Darkness, their attacks (OTH, NOI, OAS, FIE)."""

from __future__ import annotations

import pytest

from rules.diktat import Match
from rules.kernel import Json
from tests.diktat.table import OTHERS, asked, at, others, refused, seen, stacks


def test_a_match_with_the_others_begins() -> None:
    """OTH-1, OTH-2, OTH-3, OTH-4, MAT-2, NOI-2, NOI-3, CYC-6, SET-7, STK-8: twelve pawns; the first card moves
    some."""
    match = Match.new({"players": 3, "configurations": ["others"]}, seed=3)
    log = match.view("1")["log"]
    phases = [row["phase"] for row in log if row["kind"] == "phase-began"]
    assert phases == ["noirceur", "opportunities", "development", "manoeuvres"]
    heights = {id: s["height"] for id, it in match.view("1")["sectors"].items() for s in it["stacks"]}
    assert sum(heights.values()) == 12
    (group,) = match.knowledge("spectator")["groups"]
    assert group["kinds"] == "CCCCEEEEGGGG"
    assert len(match.view("1")["others"]["track"]) == 1
    assert "others" not in Match.new({"players": 3}, seed=3).view("1")
    assert all(
        pawn["kind"] is None for it in match.view("1")["sectors"].values() for s in it["stacks"] for pawn in s["pawns"]
    )


def test_noirceur_comes_first_in_a_cycle_and_the_administrator_is_named_before() -> None:
    """CYC-6, RNK-3, CYC-1: in the first cycle and in each that follows."""
    first = Match.new({"players": 2, "configurations": ["others"]}, seed=3).view("1")["log"]
    kinds = [row["kind"] for row in first if row["kind"] in ("administrator", "corrupted", "drawn", "developed")]
    assert kinds == ["administrator", "corrupted", "drawn", "developed", "developed"]
    match = others("end", cycle=1, deck=["o02", "o01", "o31", "o07"])
    log = match.view("1")["log"]
    began = [row["kind"] for row in log].index("cycle-began")
    kinds = [
        row.get("phase", row["kind"]) for row in log[began:] if row["kind"] in ("phase-began", "corrupted", "drawn")
    ]
    assert kinds == ["noirceur", "corrupted", "opportunities", "drawn", "development", "manoeuvres"]
    assert seen(match, "1", "track") == ["o01", "o31"]


def test_their_twelve_pawns_lie_in_an_order_left_to_chance() -> None:
    """OTH-1: four of each kind, in a position written by hand, too."""
    matches = [Match.new({"players": 2, "configurations": ["others"]}, seed=seed) for seed in range(4)]
    orders = [row["order"] for match in matches for row in match.journal if row["kind"] == "others-set"]
    assert {"".join(sorted(order)) for order in orders} == {"CCCCEEEEGGGG"}
    assert len(set(orders)) > 1
    with pytest.raises(ValueError, match="12 Others"):
        others(sectors={"artefact": {"others": OTHERS[1:]}})


def test_a_stack_of_theirs_takes_a_place() -> None:
    """OTH-5, OTH-8, STK-4."""
    match = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 1, "agents": "C"}},
        sectors={"karst": stacks(("2", "C"), others="E")},
    )
    assert refused(match, "1", {"kind": "send", "sector": "karst", "pawns": "C"}) == ("STK-4", "sector-full")


def test_pawns_of_others_can_be_spied_on_and_assassinated() -> None:
    """OTH-6, OTH-7, GEN-5, EFF-12: an Abomination costs 2 PP to the reserve and ends it; a Vector brings 3."""
    match = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 2, "assassins": 2, "pp": 2}, "2": {"pawns": 1}},
        sectors={"karst": {"others": "EGC"}},
    )
    spied = match.fork(1)
    spied.submit("1", {"kind": "spy", "at": at("others-karst", 2)})
    spied.submit("1", {"kind": "look", "at": at("others-karst", 1)})
    assert [pawn["kind"] for pawn in seen(spied, "1", "sectors.karst.stacks.0.pawns")] == ["emissary", "guard", None]
    match.submit("1", {"kind": "assassinate", "at": at("others-karst", 1)})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "1", "others.pool")) == (5, "E")
    match.submit("1", {"kind": "kill", "at": at("others-karst", 1)})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.2.screen.pp")) == (3, 0)
    assert (seen(match, "1", "others.pool"), asked(match)) == ("GE", {"2": "manoeuvre"})


def test_others_assassinate_arriving_agents_by_the_left_neighbours_hand() -> None:
    """SND-4, OAS-1, OAS-2, OAS-3, OAS-4, OTH-13: as many Assassinations as Others and
    Corruption tokens, unless a Guard ends it."""
    sectors: Json = {"karst": {"others": "CC", "corruption": 1}}
    match = others(
        "manoeuvres", turn="1", seats={"1": {"pawns": 1, "agents": "CCE"}, "2": {"pawns": 1}}, sectors=sectors
    )
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "ECC"})
    assert match.decisions["2"]["prompt"] == {"code": "others", "params": {"left": 3, "stack": "s1"}}
    assert refused(match, "2", {"kind": "stop"}) == ("OAS-2", "not-now")
    assert refused(match, "2", {"kind": "kill", "at": at("others-karst", 1)}) == ("OAS-2", "not-a-choice")
    assert refused(match, "1", {"kind": "offer", "to": ["2"]}) == ("TIM-1", "not-now")
    for _ in range(3):
        match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    assert seen(match, "1", "sectors.karst.room") == 1
    assert asked(match) == {"2": "manoeuvre"}


def test_the_left_neighbour_makes_the_assassinations() -> None:
    """OAS-2, GEN-2: the next number; a seat that has left is skipped."""
    cabals = ["coordination", "syndicate", "polisec", "resistance"]
    seats: Json = {it: {"pawns": 1, "agents": "CC"} for it in "1234"}
    sectors: Json = {"karst": {"others": "C"}, "motol": {"others": "C"}}
    match = others("manoeuvres", turn="4", cabals=cabals, seats=seats, sectors=sectors)
    match.submit("4", {"kind": "send", "sector": "karst", "pawns": "CC"})
    assert asked(match) == {"1": "kill"}
    match.submit("1", {"kind": "kill", "at": at("s1", 1)})
    match.submit("2", {"kind": "concede"})
    match.submit("1", {"kind": "send", "sector": "motol", "pawns": "CC"})
    assert asked(match) == {"3": "kill"}


def test_the_assassinations_end_when_the_stack_is_gone() -> None:
    """OAS-2: by the last pawn killed, or given up by one who leaves."""
    seats: Json = {"1": {"pawns": 1, "agents": "C"}, "2": {"pawns": 1}, "3": {"pawns": 1}}
    cabals = ["coordination", "syndicate", "polisec"]
    match = others("manoeuvres", turn="1", cabals=cabals, seats=seats, sectors={"karst": {"others": "CC"}})
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    left = match.fork(1)
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    left.submit("1", {"kind": "concede"})
    assert asked(match) == asked(left) == {"2": "manoeuvre"}


def test_the_hand_of_the_others_may_stop_by_an_option() -> None:
    """OAS-2."""
    position = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 1, "agents": "CC"}, "2": {"pawns": 1}},
        sectors={"karst": {"others": "CC"}},
    ).position()
    for allowed in (False, True):
        options = position.get("options", {}) | {"others_may_stop": allowed}
        match = Match.from_position(position | {"options": options}, seed=1)
        match.submit("1", {"kind": "send", "sector": "karst", "pawns": "CC"})
        offered = {"kind": "stop"} in [row["command"] for row in match.decisions["2"]["options"]]
        assert offered == allowed
    match.submit("2", {"kind": "stop"})
    assert asked(match) == {"2": "manoeuvre"}


def test_stacks_that_change_places_are_attacked_and_pawns_added_are_not() -> None:
    """OAS-1: in order of the stacks named."""
    match = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 1, "cards": ["o12", "o21"]}, "2": {"pawns": 1}},
        sectors={
            "karst": {"others": "C", "stacks": [{"id": "s1", "seat": "1", "pawns": "CC"}]},
            "motol": {"others": "C", "stacks": [{"id": "s2", "seat": "1", "pawns": "CC"}]},
        },
    )
    moved = {"stack": "s1", "pawns": [1], "to": ["s2"]}
    match.submit("1", {"kind": "manifest", "element": {"card": "o21"}, "with": moved})
    assert asked(match) == {"1": "manoeuvre"}
    match.submit("1", {"kind": "manifest", "element": {"card": "o12"}, "with": {"stacks": ["s2", "s1"]}})
    for stack in ("s2", "s1"):
        assert match.decisions["2"]["prompt"]["params"] == {"left": 1, "stack": stack}
        match.submit("2", {"kind": "kill", "at": at(stack, 1)})
    assert asked(match) == {"1": "manoeuvre"}


def test_a_blockhaus_stops_the_others_too() -> None:
    """BLK-2, OAS-3: as a Guard would, paid by the reserve."""
    match = others(
        "manoeuvres",
        turn="1",
        cabals=["black-guard", "syndicate"],
        seats={"1": {"pawns": 1, "agents": "CC", "reserve": 1}, "2": {"pawns": 1}},
        sectors={"karst": {"others": "CC"}},
    )
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "CC", "blockhaus": True})
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    assert asked(match) == {"1": "react"}
    match.submit("1", {"kind": "react", "blockhaus": True})
    assert (seen(match, "1", "seats.1.screen.pp"), asked(match)) == (2, {"2": "manoeuvre"})
    assert seen(match, "2", "sectors.karst.stacks.0.height") == 2


def test_a_parasite_assassinated_may_start_a_revolt() -> None:
    """EFF-12, REV-1: a Corruption token does not."""
    for sector, place, kind in (
        ({"others": "C"}, at("others-karst", 1), "lay"),
        ({"corruption": 1}, {"corruption": "karst"}, "kill"),
    ):
        match = others(
            "manoeuvres",
            turn="1",
            cabals=["resistance", "syndicate"],
            seats={"1": {"pawns": 1, "assassins": 1, "reserve": 1}, "2": {"pawns": 1}},
            sectors={"karst": sector},
        )
        match.submit("1", {"kind": "assassinate", "at": place})
        assert asked(match) == {"1": kind}


def test_an_immune_stack_is_not_attacked() -> None:
    """OTH-15, ATT-3."""
    seats: Json = {"1": {"pawns": 1, "agents": "C", "cards": ["o63"]}, "2": {"pawns": 1}}
    match = others("manoeuvres", turn="1", seats=seats, sectors={"karst": {"others": "CC"}})
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert asked(match) == {"2": "manoeuvre"}


def test_the_others_neither_pay_tolls_nor_earn_bounties() -> None:
    """OAS-3: a steadfast Guard stays."""
    seats: Json = {"1": {"pawns": 2, "agents": "GEE", "cards": ["o62", "o64"]}, "2": {"pawns": 1, "cards": ["o26"]}}
    sectors: Json = {"karst": {"others": "CC"}, "motol": {"others": "C"}}
    match = others("manoeuvres", turn="1", seats=seats, sectors=sectors)
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "GE"})
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    assert (seen(match, "1", "seats.1.screen.pp"), asked(match)) == (2, {"2": "manoeuvre"})
    assert seen(match, "2", "sectors.karst.stacks.0.height") == 2
    match.submit("2", {"kind": "extend"})
    match.submit("1", {"kind": "send", "sector": "motol", "pawns": "E"})
    match.submit("2", {"kind": "kill", "at": at("s2", 1)})
    assert [seen(match, seat, f"seats.{seat}.screen.pp") for seat in "12"] == [2, 1]


def test_a_guard_stops_the_others_and_is_paid_by_the_reserve() -> None:
    """OAS-3: a moved stack is attacked as well (OAS-1)."""
    seats: Json = {"1": {"cards": ["o20"], "pawns": 1}, "2": {"pawns": 1}}
    match = others(
        "manoeuvres", turn="2", seats=seats, sectors={"karst": {"others": "CC"}, "motol": stacks(("1", "GE"))}
    )
    match.submit("1", {"kind": "manifest", "element": {"card": "o20"}, "with": {"stack": "s1", "sector": "karst"}})
    assert asked(match) == {"2": "kill"}
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    assert (seen(match, "1", "seats.1.screen.pp"), asked(match)) == (2, {"2": "manoeuvre"})


def test_a_corruption_token_is_a_parasite_turned_up() -> None:
    """OTH-12: it can be assassinated, and goes to the reserve."""
    match = others(
        "manoeuvres", turn="1", seats={"1": {"pawns": 1}, "2": {"pawns": 1}}, sectors={"karst": {"corruption": 1}}
    )
    assert seen(match, "1", "sectors.karst.room") == 2
    match.submit("1", {"kind": "assassinate", "at": {"corruption": "karst"}})
    assert (seen(match, "1", "sectors.karst.corruption"), seen(match, "1", "others.pool")) == (0, "")


def test_corruption_tokens_alone_attack_and_are_listed() -> None:
    """OTH-12, OAS-1, ASN-1: of two tokens one is left."""
    match = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 1, "agents": "CCC"}, "2": {"pawns": 1, "assassins": 1}},
        sectors={"karst": {"corruption": 2}},
    )
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "CCC"})
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    match.submit("2", {"kind": "kill", "at": at("s1", 1)})
    assert (asked(match), seen(match, "1", "sectors.karst.stacks.0.height")) == ({"2": "manoeuvre"}, 1)
    match.submit("2", {"kind": "assassinate", "at": {"corruption": "karst"}})
    rows = [row["command"].get("at") for row in match.decisions["2"]["options"]]
    assert {"corruption": "karst"} in rows


def test_corruption_tokens_go_when_a_player_wins() -> None:
    """ORE-6, OTH-12: also where there is no Other."""
    match = others(sectors={"karst": stacks(("1", "EE"), corruption=2)}, track=[], deck=["o02", "o01", "o31", "o07"])
    match.submit("1", {"kind": "pass"})
    assert seen(match, "1", "sectors.karst.corruption") == 0


def test_proliferation_without_pawns_lays_corruption() -> None:
    """OTH-11, NOI-3, NOI-4, NOI-5: on each corrupted sector that got nobody; four Others and tokens make a Darkness."""
    rest: Json = {"karst": {"others": "CCC", "corruption": 0}, "motol": {"others": "CGGGGEEEE"}, "artefact": {}}
    match = others("noirceur", cycle=2, sectors=rest, deck=["o25", "o01", "o02", "o07"])
    assert seen(match, "1", "sectors.karst.corruption") == 1
    assert (seen(match, "1", "sectors.karst.darkness"), seen(match, "1", "sectors.motol.darkness")) == (1, 2)


def test_where_the_artefact_has_too_few_those_there_are_go() -> None:
    """OTH-11, NOI-4: Corruption for who got none at all, and never on the Artefact."""
    match = others(
        "noirceur",
        cycle=2,
        sectors={"artefact": {"others": "CG"}, "motol": {"others": "CCCGGGEEEE"}},
        others={"track": ["o25", "o71", "o26"]},
        deck=["o36", "o01", "o02", "o07"],
    )
    rows = {it: seen(match, "1", f"sectors.{it}") for it in ("karst", "suburbs", "artefact")}
    assert match.position()["sectors"]["karst"]["others"] == "CG"
    assert {it: row["corruption"] for it, row in rows.items()} == {"karst": 0, "suburbs": 1, "artefact": 0}


def test_a_score_of_none_lays_no_corruption() -> None:
    """NOI-4."""
    match = others(
        "noirceur", cycle=2, sectors={"motol": {"others": OTHERS}, "artefact": {}}, deck=["o02", "o01", "o31", "o07"]
    )
    assert len(seen(match, "1", "others.track")) == 1
    assert sum(row["corruption"] for row in match.view("1")["sectors"].values()) == 0


@pytest.mark.parametrize("lair", [False, True])
def test_darkness_falls_for_each_four_and_adds_up(lair: bool) -> None:
    """NOI-5: not on the Artefact, but for an option."""
    match = others(
        "noirceur",
        cycle=2,
        deck=["o02", "o01", "o31", "o07"],
        sectors={
            "karst": {"others": "CCCG", "darkness": 1},
            "motol": {"others": "CGG"},
            "artefact": {"others": "GEEEE"},
        },
        options={"players": 2, "configurations": ["others"], "artefact_darkness": lair},
    )
    darkness = [seen(match, "1", f"sectors.{it}.darkness") for it in ("karst", "motol", "artefact")]
    assert darkness == [2, 0, int(lair)]


def test_each_card_of_the_track_brings_others_to_its_sector() -> None:
    """NOI-3: as many as the drawn card says, in the order of the track, twice where two cards are; none to the
    Artefact itself."""
    match = others(
        "noirceur",
        cycle=2,
        sectors={"artefact": {"others": "CCCGGGEEECGE"}},
        others={"track": ["o25", "o71", "o26"]},
        deck=["o36", "o01", "o02", "o07"],
    )
    by_sector = {id: it["others"] for id, it in match.position()["sectors"].items() if it.get("others")}
    assert by_sector == {"karst": "GGGCCC", "suburbs": "EEE", "artefact": "CGE"}


def test_the_pile_is_made_anew_when_the_others_draw() -> None:
    """POS-7, NOI-2."""
    match = others("noirceur", cycle=2, deck=[], discard=[f"o{n:02}" for n in range(1, 73)])
    assert len(seen(match, "1", "others.track")) == 1
    assert (len(seen(match, "1", "track")), seen(match, "1", "has_secret"), seen(match, "1", "discard")) == (
        2,
        True,
        [],
    )


def test_the_card_drawn_counts_in_its_proliferation() -> None:
    """NOI-2: it is added first."""
    match = others("noirceur", cycle=2, deck=["o25", "o02", "o01", "o31"])
    assert seen(match, "1", "others.track") == ["o25"]
    assert [it["height"] for it in seen(match, "1", "sectors.karst.stacks")] == [2]


def test_discarded_others_are_gathered_under_the_artefact() -> None:
    """NOI-1, STK-8: shuffled, their places lost and their kinds known."""
    match = others("noirceur", cycle=2, deck=["o02", "o01", "o31", "o07"], others={"pool": "CG"})
    assert (seen(match, "1", "others.pool"), seen(match, "1", "sectors.artefact.stacks.0.height")) == ("", 12)
    groups = match.knowledge("1")["groups"]
    assert sorted(group["kinds"] for group in groups) == ["CCCEEEEGGG", "CG"]


def test_the_gathered_lie_beneath_in_an_order_left_to_chance() -> None:
    """NOI-1."""
    deck, pool = ["o02", "o01", "o31", "o07"], "CCCGGG"
    orders = set()
    for seed in range(6):
        match = others("noirceur", seed=seed, cycle=2, deck=deck, others={"pool": pool})
        orders.add("".join(pawn.kind for pawn in match.state.grounds["artefact"].others))
    assert {it[:6] for it in orders} == {"CGEEEE"}
    assert len(orders) > 1


def test_cards_of_the_corruption_track_are_trophies() -> None:
    """OTH-9, OTH-10, TRO-3: as if they lay on the Opportunity track; those after them move up."""
    match = others(sectors={"karst": stacks(("1", "E"))}, others={"track": ["o25", "o01"]})
    assert [seen(match, "1", f"sectors.{it}.corrupted") for it in ("karst", "motol")] == [True, False]
    match.submit("1", {"kind": "take", "card": "o25"})
    assert seen(match, "1", "others.track")[0] == "o01"


def test_darkness_hides_a_sector_until_it_is_taken_away() -> None:
    """FIE-1, FIE-2, OTH-14: until its last token is; but for who takes in spite of it."""
    sectors: Json = {"karst": stacks(("1", "EEEE"), darkness=2), "motol": {"darkness": 1}}
    match = others(sectors=sectors, track=["o25"])
    dark: Json = {"kind": "take", "darkness": "karst"}
    assert dark in [row["command"] for row in match.decisions["1"]["options"]]
    assert refused(match, "1", dark | {"darkness": "motol"}) == ("TRO-3", "no-such-trophy")
    for _ in range(2):
        assert refused(match, "1", {"kind": "take", "card": "o25"}) == ("FIE-1", "darkness")
        match.submit("1", dark)
    assert refused(match, "1", dark) == ("TRO-3", "no-such-trophy")
    match.submit("1", {"kind": "take", "card": "o25"})
    match = others(
        sectors={"karst": stacks(("1", "EE"), darkness=1)},
        track=["o25"],
        seats={"1": {"markers": {"artefact": 2}}},
    )
    match.submit("1", {"kind": "pass"})
    match.submit("1", {"kind": "take", "card": "o25"})


@pytest.mark.parametrize(("level", "used"), [(0, []), (1, []), (2, ["artefact"])])
def test_darkness_keeps_cards_and_markers_from_players(level: int, used: list[str]) -> None:
    """FIE-1, OTH-14: the Artefact's marker helps at level 2 and not Used."""
    rows = {"markers": {"artefact": level} if level else {}, "used_markers": used}
    sectors: Json = {"karst": stacks(("1", "EE"), darkness=1), "motol": stacks(("2", "C"))}
    match = others(sectors=sectors, track=["o25"], seats={"1": rows})
    match.submit("1", {"kind": "designate", "sector": "karst"})
    if asked(match) == {"1": "call"}:
        match.submit("1", {"kind": "pass"})
    for trophy in ({"card": "o25"}, {"marker": "karst"}):
        assert refused(match, "1", {"kind": "take", **trophy}) == ("FIE-1", "darkness")


def test_darkness_is_a_trophy_where_there_is_no_other() -> None:
    """CNQ-6, FIE-2, TRO-3."""
    seats: Json = {"2": {"markers": {"karst": 2}}}
    match = others(sectors={"karst": stacks(("1", "E"), darkness=1)}, seats=seats)
    match.submit("1", {"kind": "take", "darkness": "karst"})
    assert seen(match, "1", "sectors.karst.darkness") == 0


def test_others_are_moved_from_the_top_as_a_block() -> None:
    """OTH-3, OTH-4, OTH-14, EFF-6: unturned, the first taken uppermost."""
    match = others(
        "manoeuvres",
        turn="1",
        seats={"1": {"pawns": 1, "markers": {"artefact": 1}}, "2": {"pawns": 1}},
        sectors={"karst": {"others": "EGC"}, "motol": {"others": "C"}},
    )
    command = {"kind": "manifest", "element": {"marker": "artefact"}, "with": {"from": "karst", "to": "motol", "n": 2}}
    match.submit("1", command)
    assert match.position()["sectors"]["motol"]["others"] == "EGC"
    assert match.position()["sectors"]["karst"]["others"] == "C"


def test_others_are_not_moved_into_a_full_sector_and_the_marker_makes_nobody_immune() -> None:
    """OTH-14, STK-4: what the Artefact's second marker gives in the base game is not given (INF-16)."""
    sectors: Json = {"karst": {"others": "CC"}, "motol": stacks(("2", "C"), ("2", "C"))}
    seats: Json = {"1": {"pawns": 1, "agents": "C", "markers": {"artefact": 2}}, "2": {"pawns": 1}}
    match = others("manoeuvres", turn="1", seats=seats, sectors=sectors)
    command = {"kind": "manifest", "element": {"marker": "artefact"}, "with": {"from": "karst", "to": "motol", "n": 1}}
    assert refused(match, "1", command) == ("EFF-6", "not-a-choice")
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert asked(match) == {"2": "kill"}
