"""Resolution and Conquest: designation, turning, calls, order, Struggles, takings (RES, CNQ, STG, TRO, TIM-4, DOR-2,
REV-2, ADH)."""

from __future__ import annotations

from typing import Any

from rules.diktat.events import CODEC
from tests.diktat.table import asked, refused, resolution, seen, turn

PASS: Any = {"kind": "pass"}
TWO = ["coordination", "syndicate"]


def here(sector: str, *stacks: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {sector: {"stacks": [{"seat": seat, "pawns": pawns} for seat, pawns in stacks], **more}}


def designate(sector: str) -> Any:
    return {"kind": "designate", "sector": sector}


def test_the_administrator_names_sectors_until_no_stack_is_left() -> None:
    """RES-2, RNK-6: only where a player has a stack; the last needs no naming."""
    sectors = here("karst", ("1", "C")) | here("motol", ("2", "C")) | here("josefov", ("2", "G"))
    match = resolution(cabals=TWO, sectors=sectors)
    assert match.decisions["1"]["prompt"]["params"]["sectors"] == ["karst", "motol", "josefov"]
    assert refused(match, "1", designate("suburbs")) == ("RES-2", "not-a-choice")
    assert refused(match, "2", designate("karst")) == ("GEN-2", "not-your-turn")
    match.submit("1", designate("josefov"))
    match.submit("1", designate("karst"))
    assert (seen(match, "1", "cycle"), seen(match, "1", "sectors.motol.stacks")) == (2, [])


def test_all_pawns_are_turned_and_then_discarded() -> None:
    """CNQ-1, CNQ-8, CNQ-10: without any Emissary nobody takes anything."""
    match = resolution(cabals=TWO, sectors=here("karst", ("1", "CG"), ("2", "C")), track=["o25"])
    (row,) = (row for row in match.view("spectator")["log"] if row["kind"] == "turned")
    assert row["stacks"] == {"s1": "CG", "s2": "C"}
    assert row["owners"] == {"s1": "1", "s2": "2"}
    (row,) = (row for row in match.view("spectator")["log"] if row["kind"] == "tally")
    assert (row["order"], row["clause"]) == ([], "CNQ-8")
    assert seen(match, "1", "discard") == ["o25"]
    assert "taken" not in [row["kind"] for row in match.view("1")["log"]]


def test_events_of_journals_that_lack_owners_are_written_as_they_were() -> None:
    """CNQ-1, SPY-5, OAS-2: what was kept before events told the owners of stacks stays the same to the letter."""
    at = {"stack": "s1", "pawn": 2, "secret": None, "corruption": None}
    rows = [
        {"kind": "turned", "sector": "karst", "stacks": {"s1": "CG"}},
        {"kind": "looked", "seat": "1", "at": at, "saw": "C"},
        {"kind": "others-attack", "stack": "s1", "hand": "2", "count": 3},
    ]
    assert [CODEC.dump(CODEC.load(row)) for row in rows] == rows


def test_emissaries_of_all_ones_stacks_count() -> None:
    """CNQ-2, CNQ-3, CNQ-4, CNQ-5, CNQ-9: A has three in two stacks, B has one: A, B, A, A."""
    match = resolution(
        cabals=["coordination", "syndicate", "polisec", "resistance", "black-guard"],
        sectors=here("karst", ("1", "EC"), ("2", "E"), ("1", "EE")),
        track=["o25", "o26", "o27"],
    )
    takers = []
    for card in ("o25", "o26", "o27"):
        (seat,) = match.asked
        takers.append(seat)
        match.submit(seat, {"kind": "take", "card": card})
    assert takers == ["1", "2", "1"]
    assert asked(match) == {"1": "take"}
    assert match.decisions["1"]["prompt"]["params"]["left"] == 1
    assert match.decisions["1"]["prompt"]["params"]["round"] == 3


def test_one_each_in_two_stacks_beat_one() -> None:
    """CNQ-2: no Struggle."""
    cabals = ["syndicate", "coordination", "polisec", "resistance", "black-guard"]
    match = resolution(cabals=cabals, sectors=here("karst", ("1", "EC"), ("2", "E"), ("1", "E")))
    assert asked(match) == {"1": "take"}


def test_cabal_tokens_add_emissaries_in_order_of_rank() -> None:
    """CNQ-2: PoliSec is asked before the Resistance."""
    sectors = here("karst", ("1", "CC"), ("2", "C"), tokens={"dormant": 1, "revolt": 1})
    match = resolution(cabals=["resistance", "polisec"], sectors=sectors)
    for seat in "21":
        assert asked(match) == {seat: "wake"}
        match.submit(seat, {"kind": "wake", "use": True})
    assert asked(match) == {"1": "bid", "2": "bid"}


def test_equal_numbers_behind_the_winner_go_by_rank() -> None:
    """CNQ-3: without a Struggle."""
    cabals = ["resistance", "syndicate", "coordination", "polisec", "black-guard"]
    match = resolution(cabals=cabals, sectors=here("karst", ("1", "E"), ("2", "EE"), ("3", "E")))
    assert asked(match) == {"2": "take"}
    assert match.decisions["2"]["prompt"]["params"]["order"] == ["2", "3", "1"]


def test_after_the_winner_come_those_with_more_emissaries() -> None:
    """CNQ-1, CNQ-4: whatever their Ranks; all pawns lie open."""
    match = resolution(
        cabals=["resistance", "coordination", "syndicate", "polisec", "black-guard"],
        sectors=here("karst", ("1", "EEE"), ("2", "E"), ("3", "EE")),
        track=["o25"],
    )
    assert (seen(match, "1", "order")[0], asked(match)) == ("2", {"1": "take"})
    assert match.decisions["1"]["prompt"]["params"]["order"] == ["1", "3", "2"]
    assert [pawn["kind"] for pawn in seen(match, "spectator", "sectors.karst.stacks.2.pawns")] == ["emissary"] * 2
    match.submit("1", {"kind": "take", "card": "o25"})
    assert asked(match) == {"3": "take"}


def test_a_conquest_ends_when_nobody_has_an_emissary_left() -> None:
    """CNQ-6: though there are Trophies left."""
    match = resolution(cabals=TWO, sectors=here("karst", ("1", "EC"), ("2", "CC")), track=["o25"])
    match.submit("1", {"kind": "take", "card": "o25"})
    assert (seen(match, "1", "cycle"), seen(match, "1", "sectors.karst.markers")) == (2, 2)


def test_a_conquest_ends_when_no_trophy_is_left() -> None:
    """CNQ-6, TRO-2: two markers, four Emissaries."""
    sectors = here("karst", ("1", "EEEE")) | here("motol", ("2", "C"))
    match = resolution(cabals=TWO, seats={"2": {"markers": {"karst": 1}}}, sectors=sectors)
    match.submit("1", designate("karst"))
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert seen(match, "1", "cycle") == 2


def test_passing_is_for_good() -> None:
    """CNQ-7."""
    match = resolution(cabals=TWO, sectors=here("karst", ("1", "EEE"), ("2", "E")), track=["o25"])
    match.submit("1", PASS)
    assert asked(match) == {"2": "take"}
    match.submit("2", {"kind": "take", "card": "o25"})
    assert seen(match, "1", "cycle") == 2


def test_only_what_lies_in_the_sector_is_a_trophy() -> None:
    """TRO-1, TRO-2, INF-1: of a card, what it gives comes with it."""
    match = resolution(cabals=TWO, sectors=here("karst", ("1", "EE")), track=["o01", "o25"])
    assert refused(match, "1", {"kind": "take", "card": "o01"}) == ("TRO-1", "no-such-trophy")
    assert refused(match, "1", {"kind": "take", "marker": "motol"}) == ("TRO-2", "no-such-trophy")
    assert refused(match, "1", {"kind": "take", "darkness": "karst"}) == ("TRO-3", "no-such-trophy")
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert seen(match, "1", "seats.1.markers") == {"karst": 1}
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert (seen(match, "1", "seats.1.markers"), seen(match, "1", "sectors.karst.markers")) == ({"karst": 2}, 0)
    gone: Any = {"2": {"markers": {"karst": 2}}}
    match = resolution(cabals=TWO, seats=gone, sectors=here("karst", ("1", "EE")), track=["o25"])
    assert refused(match, "1", {"kind": "take", "marker": "karst"}) == ("TRO-2", "no-such-trophy")
    sectors = here("new-town", ("1", "EE")) | here("motol", ("2", "C"))
    match = resolution(cabals=TWO, sectors=sectors, track=["o02"])
    match.submit("1", designate("new-town"))
    match.submit("1", {"kind": "take", "card": "o02"})
    assert seen(match, "1", "seats.1.screen.pp") == 4


def test_nothing_enters_or_leaves_a_sector_being_conquered() -> None:
    """CNQ-11, NEG-12: neither ceding nor an Assassination."""
    match = resolution(
        cabals=TWO,
        seats={"2": {"cards": ["o17"]}},
        sectors=here("karst", ("1", "EE")) | here("motol", ("2", "C")),
    )
    match.submit("1", designate("karst"))
    match.submit("2", PASS)
    assert refused(match, "1", {"kind": "cede", "stack": "s1"}) == ("CNQ-11", "being-conquered")
    assert refused(match, "2", {"kind": "manifest", "element": {"card": "o17"}}) == ("GEN-6", "nothing-to-do")


def test_no_stack_or_pawn_is_moved_to_or_from_a_sector_being_conquered() -> None:
    """CNQ-11: nor assassinated there, while others could be."""
    sectors = {
        "karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "EE"}]},
        "motol": {"stacks": [{"id": "s2", "seat": "2", "pawns": "C"}, {"id": "s3", "seat": "1", "pawns": "C"}]},
        "fortress": {"stacks": [{"id": "s4", "seat": "1", "pawns": "C"}]},
    }
    match = resolution(cabals=TWO, seats={"1": {"cards": ["o20", "o23"]}, "2": {"cards": ["o17"]}}, sectors=sectors)
    match.submit("1", designate("karst"))
    match.submit("1", PASS)
    match.submit("2", PASS)
    for card, with_ in (
        ("o20", {"stack": "s1", "sector": "suburbs"}),
        ("o20", {"stack": "s3", "sector": "karst"}),
        ("o23", {"stack": "s1", "pawns": [1]}),
    ):
        command = {"kind": "manifest", "element": {"card": card}, "with": with_}
        assert refused(match, "1", command) == ("EFF-6", "not-a-choice")
    match.submit("2", {"kind": "manifest", "element": {"card": "o17"}})
    command = {"kind": "kill", "at": {"stack": "s1", "pawn": 1}}
    assert refused(match, "2", command) == ("CNQ-11", "being-conquered")


def test_a_sector_that_empties_during_the_call_is_not_conquered() -> None:
    """RES-2, CNQ-1, TIM-4 b."""
    match = resolution(
        cabals=TWO,
        seats={"1": {"cards": ["o20"]}},
        sectors=here("karst", ("1", "E")) | here("motol", ("2", "C")),
    )
    match.submit("1", designate("karst"))
    match.submit("1", {"kind": "manifest", "element": {"card": "o20"}, "with": {"stack": "s1", "sector": "motol"}})
    turned = [row["sector"] for row in match.view("1")["log"] if row["kind"] == "turned"]
    assert turned == ["motol"]


def test_a_struggle_is_bid_for_at_once_and_all_bids_are_lost() -> None:
    """STG-1, STG-2, STG-3, STG-4, STG-5: those tied for the most alone; highest first; the loser's bid is gone too."""
    match = resolution(
        cabals=["coordination", "syndicate", "polisec"],
        seats={"1": {"pp": 5}, "2": {"pp": 5}},
        sectors=here("karst", ("1", "EE"), ("2", "EE")),
        track=["o25"],
    )
    assert asked(match) == {"1": "bid", "2": "bid"}
    match.submit("1", {"kind": "bid", "pp": 5})
    match.submit("1", {"kind": "bid", "pp": 1})
    assert asked(match) == {"2": "bid"}
    assert seen(match, "2", "resolving.2") == {
        "frame": "bidding",
        "sector": "karst",
        "seats": ["1", "2"],
        "in": ["1"],
        "bid": None,
    }
    match.submit("2", {"kind": "bid", "pp": 2})
    assert asked(match) == {"2": "take"}
    assert [seen(match, it, f"seats.{it}.screen.pp") for it in "12"] == [4, 3]
    (row,) = (row for row in match.view("3")["log"] if row["kind"] == "bids")
    assert row["bids"] == {"1": 1, "2": 2}


def test_who_has_fewer_emissaries_comes_after_those_in_the_struggle() -> None:
    """STG-1, STG-5: and does not bid."""
    match = resolution(
        cabals=["coordination", "syndicate", "polisec", "resistance", "black-guard"],
        seats={"2": {"pp": 1}, "3": {"pp": 2}},
        sectors=here("karst", ("1", "EE"), ("2", "EE"), ("3", "E")),
    )
    assert asked(match) == {"1": "bid", "2": "bid"}
    match.submit("1", {"kind": "bid", "pp": 0})
    match.submit("2", {"kind": "bid", "pp": 1})
    assert match.decisions["2"]["prompt"]["params"]["order"] == ["2", "1", "3"]


def test_equal_bids_go_by_rank() -> None:
    """STG-3, GEN-4."""
    match = resolution(
        cabals=["resistance", "black-guard", "coordination"],
        seats={"1": {"pp": 1}, "2": {"pp": 1}},
        sectors=here("karst", ("1", "E"), ("2", "E")),
    )
    match.submit("1", {"kind": "bid", "pp": 1})
    match.submit("2", {"kind": "bid", "pp": 1})
    assert match.decisions["2"]["prompt"]["params"]["order"] == ["2", "1"]


def test_a_debt_before_ones_bid_and_not_after() -> None:
    """STG-6, STG-2, PWR-2: nor who is not in the Struggle."""
    match = resolution(cabals=[*TWO, "polisec"], sectors=here("karst", ("1", "E"), ("2", "E")))
    assert refused(match, "3", {"kind": "debt"}) == ("TIM-1", "not-now")
    match.submit("2", {"kind": "bid", "pp": 0})
    assert refused(match, "2", {"kind": "debt"}) == ("TIM-1", "not-now")
    match = resolution(cabals=TWO, sectors=here("karst", ("1", "E"), ("2", "E")))
    match.submit("1", {"kind": "debt"})
    match.submit("1", {"kind": "bid", "pp": 5})
    assert refused(match, "2", {"kind": "bid", "pp": 1}) == ("STG-2", "too-few-pp")
    match.submit("2", {"kind": "bid", "pp": 0})
    assert asked(match) == {"1": "take"}


def test_a_word_wins_ties_without_bidding() -> None:
    """EFF-10: `tie`, if only one of those tied has it."""
    sectors = here("karst", ("1", "E"), ("2", "E"))
    match = resolution(cabals=TWO, seats={"2": {"cards": ["o52"]}}, sectors=sectors, track=["o25"])
    assert asked(match) == {"2": "take"}
    seats: Any = {"1": {"cabal_cards": ["arbitration"]}, "2": {"cards": ["o52"]}}
    match = resolution(cabals=TWO, seats=seats, sectors=sectors, track=["o25"])
    assert asked(match) == {"1": "bid", "2": "bid"}


def test_a_sleeper_wakes_only_beside_a_stack() -> None:
    """DOR-2: one Emissary more; it may sleep on, too."""
    cabals = ["polisec", "coordination"]
    sectors = here("karst", ("2", "E"), tokens={"dormant": 1})
    match = resolution(cabals=cabals, sectors=sectors)
    assert asked(match) == {"2": "take"}
    match = resolution(cabals=cabals, sectors=here("karst", ("1", "C"), tokens={"dormant": 1}), track=["o25"])
    asleep = match.fork(1)
    match.submit("1", {"kind": "wake", "use": True})
    assert asked(match) == {"1": "take"}
    match.submit("1", {"kind": "take", "card": "o25"})
    assert (seen(match, "1", "cycle"), seen(match, "1", "sectors.karst.tokens")) == (2, {})
    asleep.submit("1", {"kind": "wake", "use": False})
    assert seen(asleep, "1", "sectors.karst.tokens") == {"dormant": 1}


def test_a_revolt_makes_emissaries_of_citizens() -> None:
    """REV-2: one for each two; the Citizens stay where they are."""
    cabals = ["resistance", "coordination"]
    match = resolution(cabals=cabals, sectors=here("karst", ("1", "CCCCC"), ("2", "E"), tokens={"revolt": 1}))
    assert match.decisions["1"]["prompt"]["params"] == {"token": "revolt", "sector": "karst", "emissaries": 2}
    match.submit("1", {"kind": "wake", "use": True})
    assert asked(match) == {"1": "take"}
    assert (seen(match, "2", "sectors.karst.stacks.0.height"), seen(match, "2", "sectors.karst.tokens")) == (5, {})
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert asked(match) == {"2": "take"}


def test_cabal_tokens_stay_from_cycle_to_cycle() -> None:
    """BLK-3, DOR-3, REV-3: through a Conquest of their sector and the end of the cycle."""
    tokens = {"blockhaus": 1, "dormant": 1, "revolt": 1}
    match = resolution(
        cabals=["black-guard", "polisec", "resistance"], sectors=here("karst", ("1", "C"), tokens=tokens)
    )
    assert (seen(match, "1", "cycle"), seen(match, "1", "sectors.karst.stacks")) == (2, [])
    assert seen(match, "1", "sectors.karst.tokens") == tokens


def test_the_syndicate_gets_a_member_where_its_citizens_stand_by() -> None:
    """ADH-1, ADH-2, ADH-3: a Citizen for an Adhesion; dues at each Development; gone where it comes to the
    Syndicate."""
    cabals = ["syndicate", "coordination"]
    sectors = here("karst", ("1", "CC"), ("2", "EE"))
    match = resolution(cabals=cabals, seats={"1": {"reserve": 2, "supply": 4}}, sectors=sectors, track=["o25"])
    match.submit("2", {"kind": "take", "card": "o25"})
    assert refused(match, "1", {"kind": "lay", "on": {"card": "o01"}}) == ("ADH-1", "not-a-choice")
    match.submit("1", {"kind": "lay", "on": {"card": "o25"}})
    assert seen(match, "2", "sectors.karst.stacks.0.height") == 1
    assert seen(match, "2", "seats.2.cards.0.adhesion")
    match.submit("2", {"kind": "take", "marker": "karst"})
    match.submit("1", {"kind": "lay", "on": None})
    assert seen(match, "1", "seats.1.screen.pp") == 3 + 1
    match.submit("2", {"kind": "first-player", "seat": "2"})
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"cards": ["o25"]}})
    match.submit("1", {"kind": "accept", "offer": "d1"})
    assert match.position()["adhesions"] == []


def test_an_adhesion_goes_with_its_possession() -> None:
    """ADH-3: with a card, not with one marker of two; and from who leaves."""
    cabals = ["syndicate", "coordination", "polisec"]
    seats: Any = {"2": {"cards": ["o25"], "markers": {"karst": 2}}}
    rows = [["2", "card", "o25"], ["2", "marker", "karst"]]
    match = turn(cabals=cabals, seats=seats, adhesions=rows)
    match.submit("2", {"kind": "offer", "to": ["3"], "give": {"cards": ["o25"], "markers": ["karst"]}})
    match.submit("3", {"kind": "accept", "offer": "d1"})
    assert sorted(match.position()["adhesions"]) == [["2", "marker", "karst"], ["3", "card", "o25"]]
    match.submit("2", {"kind": "concede"})
    assert match.position()["adhesions"] == [["3", "card", "o25"]]


def test_an_adhesion_needs_a_citizen_a_token_and_a_possession_without_one() -> None:
    """ADH-1: one on a pile of two markers."""
    for pawns, reserve, adhesions in (("E", 1, []), ("CE", 0, []), ("CE", 1, [["2", "marker", "karst"]])):
        match = resolution(
            cabals=["syndicate", "coordination"],
            seats={"1": {"reserve": reserve}, "2": {"markers": {"karst": 1}}},
            sectors=here("karst", ("1", pawns), ("2", "EE")),
            track=["o25"],
            adhesions=adhesions,
        )
        match.submit("2", {"kind": "take", "marker": "karst"})
        assert asked(match) == {"1": "take"}


def test_branches_agree() -> None:
    """EFF-3, EFF-11: a Gain's condition is looked at at all times."""
    for adhesions, vp in ((2, 0), (3, 1), (4, 2)):
        cards = ["o01", "o02", "o03", "o04"]
        match = resolution(
            cabals=["syndicate", "coordination"],
            seats={"1": {"cabal_cards": ["branch-agreement"]}, "2": {"cards": cards}},
            adhesions=[["2", "card", id] for id in cards[:adhesions]],
        )
        assert seen(match, "2", "seats.1.parts.gain") == vp


def test_weight_needs_an_emissary_and_gives_no_taking() -> None:
    """EFF-11, CNQ-3: three Citizens and a word count one more for the order; Curfew where a token lies."""
    cabals = ["syndicate", "black-guard"]
    sectors = here("karst", ("1", "CCC"), ("2", "E"))
    match = resolution(cabals=cabals, seats={"1": {"cabal_cards": ["pickets"]}}, sectors=sectors, track=["o25"])
    assert asked(match) == {"2": "take"}
    sectors = here("karst", ("1", "CCE"), ("2", "E"))
    match = resolution(cabals=cabals, seats={"1": {"cabal_cards": ["pickets"]}}, sectors=sectors)
    assert asked(match) == {"1": "bid", "2": "bid"}
    sectors = here("karst", ("1", "CCCE"), ("2", "E"), tokens={"blockhaus": 1})
    seats: Any = {"1": {"cabal_cards": ["pickets"]}, "2": {"cabal_cards": ["curfew"]}}
    match = resolution(cabals=cabals, seats=seats, sectors=sectors)
    assert asked(match) == {"1": "bid", "2": "bid"}
