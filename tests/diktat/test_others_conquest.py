"""Conquests with the Others: who wins, what they take, and the corruption that they leave (ORE, OTH, COR, FIE, NOI)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from rules.diktat import Match
from rules.diktat.packs.reader import BadPack
from rules.kernel import Json
from tests.diktat.table import OTHERS, another_pack, asked, at, others, refused, seen, stacks

FIVE_PLACES = Path(__file__).parents[1] / "yesterday" / "five-places.diktat.json.gz"
"""The journal of a match that was begun when five seats had five places on the corruption track."""


def test_the_others_win_ties_and_stay() -> None:
    """ORE-1, ORE-2, ORE-3, OTH-8, STK-8: nobody takes anything; turned and shuffled, they go back face down."""
    match = others(sectors={"karst": stacks(("1", "E"), others="EC")}, track=[], deck=["o02", "o01", "o31", "o07"])
    assert "taken" not in [row["kind"] for row in match.view("1")["log"]]
    (row,) = (row for row in match.view("1")["log"] if row["kind"] == "turned")
    assert row["stacks"] == {"s1": "E", "others-karst": "EC"}
    assert [it["seat"] for it in seen(match, "1", "sectors.karst.stacks")] == ["others"]
    assert seen(match, "1", "sectors.karst.stacks.0.height") >= 2
    assert {pawn["kind"] for pawn in seen(match, "1", "sectors.karst.stacks.0.pawns")} == {None}
    groups = match.knowledge("1")["groups"]
    assert "CE" in [group["kinds"] for group in groups]


def test_others_join_their_stack_in_a_full_sector_and_no_other() -> None:
    """OTH-3."""
    seats: Json = {"1": {"pawns": 1, "markers": {"artefact": 1}}, "2": {"pawns": 1}}
    sectors: Json = {"karst": stacks(("1", "C"), others="E"), "josefov": stacks(("1", "C"), ("2", "C"))}
    match = others("manoeuvres", turn="1", seats=seats, sectors=sectors)
    command: Json = {"kind": "manifest", "element": {"marker": "artefact"}}
    full = {"from": "artefact", "to": "josefov", "n": 1}
    assert refused(match, "1", command | {"with": full}) == ("EFF-6", "not-a-choice")
    match.submit("1", command | {"with": full | {"to": "karst"}})
    assert [it["height"] for it in seen(match, "1", "sectors.karst.stacks")] == [1, 2]


def test_without_an_emissary_of_a_player_the_others_stay_in_an_order_left_to_chance() -> None:
    """ORE-3, OTH-8: though they have no Vector; RES-2: where they are alone nothing is resolved."""
    orders = set()
    for seed in range(6):
        sectors: Json = {"karst": stacks(("1", "C"), others="CCGG"), "motol": {"others": "G"}}
        match = others(seed=seed, sectors=sectors, deck=["o02", "o01", "o31", "o07"])
        orders.add("".join(pawn.kind for pawn in match.state.grounds["karst"].others)[-4:])
        turned = [row["sector"] for row in match.view("1")["log"] if row["kind"] == "turned"]
        assert (turned, seen(match, "1", "cycle")) == (["karst"], 2)
    assert len(orders) > 1


def test_others_take_trophies_after_the_winner() -> None:
    """ORE-1, ORE-4, ORE-5, ORE-6, OTH-7: a Vector and an Emissary of each player; in the end they are discarded."""
    match = others(sectors={"karst": stacks(("1", "EEE"), others="EG")}, track=["o25", "o26"])
    turned = seen(match, "2", "sectors.karst.stacks.1.pawns")
    assert [pawn["kind"] for pawn in turned] == ["emissary", "guard"]
    match.submit("1", {"kind": "take", "card": "o25"})
    assert match.decisions["1"]["prompt"]["params"]["left"] == 1
    assert seen(match, "1", "others.pool") == "E"
    match.submit("1", {"kind": "take", "marker": "karst"})
    log = [row for row in match.view("1")["log"] if row["kind"] == "others-gone"]
    assert log[0]["pawns"] == "G"


def test_others_who_did_not_win_leave_the_sector() -> None:
    """ORE-6, OTH-7: with its Corruption tokens, and face up in the middle of their board."""
    sectors: Json = {"karst": stacks(("1", "EE"), others="G", corruption=1), "motol": stacks(("2", "C"))}
    sectors["josefov"] = stacks(("2", "C"))
    match = others(sectors=sectors)
    match.submit("1", {"kind": "designate", "sector": "karst"})
    match.submit("1", {"kind": "pass"})
    karst = seen(match, "1", "sectors.karst")
    assert (karst["stacks"], karst["corruption"], seen(match, "1", "others.pool")) == ([], 0, "G")


def test_the_others_win_ties_behind_the_winner_too() -> None:
    """ORE-2: without a Struggle."""
    cabals = ["coordination", "syndicate", "polisec", "black-guard", "resistance"]
    match = others(cabals=cabals, sectors={"karst": stacks(("1", "EE"), ("2", "E"), others="E")})
    assert asked(match) == {"1": "take"}
    assert match.decisions["1"]["prompt"]["params"]["order"] == ["1", "others", "2"]


def test_an_emissary_of_a_token_is_lost_to_the_others_last() -> None:
    """ORE-5: where no pawn is left."""
    sectors: Json = {"karst": stacks(("1", "E"), others="E", tokens={"dormant": 1}), "motol": stacks(("2", "C"))}
    match = others(cabals=["polisec", "syndicate"], sectors=sectors)
    match.submit("1", {"kind": "designate", "sector": "karst"})
    match.submit("1", {"kind": "wake", "use": True})
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert "take" not in asked(match).values()


def test_nothing_of_theirs_enters_or_leaves_a_sector_being_conquered() -> None:
    """CNQ-11: neither Others nor Corruption tokens."""
    sectors: Json = {"karst": stacks(("1", "EE"), others="C", corruption=1), "motol": stacks(("2", "C"), others="C")}
    match = others(sectors=sectors, seats={"2": {"markers": {"artefact": 1}, "cards": ["o17"]}})
    match.submit("1", {"kind": "designate", "sector": "karst"})
    match.submit("2", {"kind": "pass"})
    assert asked(match) == {"1": "take"}
    move: Json = {"kind": "manifest", "element": {"marker": "artefact"}}
    for here, end in (("karst", "josefov"), ("motol", "karst")):
        command = move | {"with": {"from": here, "to": end, "n": 1}}
        assert refused(match, "2", command) == ("EFF-6", "not-a-choice")
    match.submit("2", {"kind": "manifest", "element": {"card": "o17"}})
    command = {"kind": "kill", "at": {"corruption": "karst"}}
    assert refused(match, "2", command) == ("CNQ-11", "being-conquered")


def test_a_sworn_claim_of_one_of_theirs_comes_to_light_when_it_is_turned() -> None:
    """OAT-7."""
    match = others(sectors={"karst": stacks(("1", "E"), others="EC"), "motol": stacks(("2", "C"))})
    claim = {"by": "1", "do": "claim", "claims": [{"at": at("others-karst", 1), "is": "guard"}]}
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": [claim], "sworn": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("1", {"kind": "designate", "sector": "karst"})
    assert seen(match, "2", "seats.1.points") == -1


def test_others_take_by_turns_in_the_order_of_their_vectors() -> None:
    """ORE-4: before a player with fewer Emissaries, and again in each round."""
    cabals = ["coordination", "syndicate", "polisec", "black-guard", "resistance"]
    match = others(
        cabals=cabals, sectors={"karst": stacks(("1", "EEEE"), ("2", "E"), others="EE")}, track=["o25", "o26"]
    )
    match.submit("1", {"kind": "take", "card": "o25"})
    assert asked(match) == {"1": "take"}
    match.submit("1", {"kind": "take", "card": "o26"})
    rounds = [row["round"] for row in match.view("1")["log"] if row["kind"] == "others-took"]
    assert (rounds, seen(match, "1", "sectors.karst.stacks")) == ([1, 2], [])


def test_cards_left_corrupt_and_the_attack_adds_one() -> None:
    """ORE-7, OTH-9, FIE-3, ATT-5: from left to right, after the Attack."""
    match = others(track=["o06", "o01"], deck=["o31", "o37", "o61", "o62", "o25"])
    assert seen(match, "1", "others.track") == ["o31", "o06", "o01", "o37"]
    assert seen(match, "1", "discard") == []


def test_an_attack_takes_no_power_points_with_the_others() -> None:
    """ATT-2, ATT-5: with either Fiel card."""
    for fiel in ("mist", "corruption"):
        seats: Json = {"1": {"pp": 5, "extra": 4}, "2": {"pp": 0, "extra": 2}}
        match = others(track=["o06"], seats=seats, others={"fiel": fiel}, deck=["o31", "o37", "o61", "o62", "o25"])
        log = match.view("1")["log"]
        assert "attack" in [row["kind"] for row in log]
        assert [row for row in log if row["kind"] in ("pp", "debt")] == []
        # the next Development
        assert [seen(match, it, f"seats.{it}.screen.pp") for it in "12"] == [8, 3]


def test_the_secret_card_corrupts_last() -> None:
    """ORE-7."""
    match = others(track=["o01"], secret="o61", deck=["o37", "o31", "o62", "o25"])
    assert seen(match, "1", "others.track")[:2] == ["o01", "o61"]


def test_the_seventh_card_overruns_prague() -> None:
    """ORE-8, END-6: all lose, there and then."""
    match = others(track=["o01", "o02"], others={"track": ["o25", "o26", "o27", "o28", "o29"]})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == ([], "others")


def test_corruption_tokens_stay_where_nobody_has_an_emissary() -> None:
    """ORE-3, before ORE-6: with the Others there or without; where a player has one, they go."""
    sectors: Json = {
        "karst": stacks(("1", "C"), corruption=1),
        "motol": stacks(("2", "G"), others="C", corruption=2),
        "suburbs": stacks(("1", "E"), corruption=1),
    }
    match = others(sectors=sectors, track=[], deck=["o02", "o01", "o31", "o07"])
    while match.state.phase == "resolution":
        (seat,) = asked(match)
        match.submit(seat, match.decisions[seat].get("default") or next(match.commands(seat)))
    rows = [row for row in match.view("1")["log"] if row["kind"] in ("tally", "others-gone")]
    assert {row["sector"] for row in rows if row.get("clause") == "ORE-3"} == {"karst", "motol"}
    assert [row["sector"] for row in rows if row["kind"] == "others-gone"] == ["suburbs"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_cards_lie_on_the_corruption_track_whatever_the_number_of_players(players: int) -> None:
    """ORE-8: a rule of the book, not of the pack."""
    cabals = ["coordination", "syndicate", "black-guard", "resistance", "polisec"][:players]
    for before, lost in ((4, False), (5, True)):
        track = ["o25", "o26", "o27", "o28", "o29"][:before]
        match = others(cabals=cabals, track=["o01"], others={"track": track})
        if match.outcome is None:
            assert len(match.state.corrupted) <= 6
        assert (match.outcome is not None and match.outcome["reason"] == "others") == lost


@pytest.mark.parametrize(("players", "more"), [(2, 0), (3, 0), (4, 0), (5, 2)])
def test_with_five_players_cards_have_a_higher_score(players: int, more: int) -> None:
    """NOI-3: two Others more go to each sector with a card of the track, the one drawn too."""
    cabals = ["coordination", "syndicate", "black-guard", "resistance", "polisec"][:players]
    match = others("end", cycle=1, cabals=cabals, deck=["o02", "o01", "o31"], others={"track": ["o25"]})
    score = match.state.pack.cards["o02"].noirceur + more
    moved = [it["count"] for it in match.journal if it["kind"] == "others-moved"]
    assert moved == ([score, score] if score else [])


def test_a_file_of_a_pack_cannot_change_the_places_of_the_track() -> None:
    """ORE-8; a match that was begun, and lost, when five seats had five places is replayed as it was played."""
    with pytest.raises(BadPack, match="ORE-8"):
        another_pack("pack.toml", r"\Z", "\n[others]\nplaces = 5\n")
    assert [Match.new({"players": 5}, 1).state.pack.written.others.room(players) for players in (4, 5)] == [6, 6]
    lost = Match.replay({}, json.loads(gzip.decompress(FIVE_PLACES.read_bytes())))
    assert lost.outcome is not None
    assert (lost.outcome["reason"], len(lost.state.corrupted)) == ("others", 5)
    assert [lost.state.pack.written.others.room(players) for players in (4, 5)] == [6, 5]
    assert lost.state.pack.noirceur("o02", 5) == lost.state.pack.cards["o02"].noirceur, "as its cards were"


def test_the_seventh_darkness_overruns_prague() -> None:
    """ORE-8, NOI-5, GEN-8: six are on the board."""
    for darkness, lost in ((3, False), (4, True)):
        sectors: Json = {"karst": {"others": OTHERS, "darkness": darkness}, "artefact": {}}
        match = others("noirceur", cycle=2, sectors=sectors, deck=["o02", "o01", "o31", "o07"])
        assert (match.outcome is not None) == lost
    assert [row["kind"] for row in match.view("1")["log"]][-3:-1] == ["overrun", "over"]


def test_gaining_a_possession_of_a_corrupted_sector_brings_corruption() -> None:
    """COR-1, COR-2, COR-6: with the second Fiel card; counted before the card leaves the track."""
    fiel: Json = {"fiel": "corruption", "track": ["o25", "o26"]}
    match = others(sectors={"karst": stacks(("1", "E"), darkness=0)}, others=fiel)
    match.submit("1", {"kind": "take", "card": "o25"})
    assert seen(match, "2", "seats.1.corruption") == 2
    match = others(
        seats={"1": {"markers": {"karst": 2}, "cards": ["o27"]}}, others={"fiel": "corruption"}, track=["o25"]
    )
    assert seen(match, "2", "seats.1.corruption") == 3


def test_darkness_hides_a_sector_with_the_second_fiel_card_too() -> None:
    """COR-6."""
    sectors: Json = {"karst": stacks(("1", "EE"), darkness=1)}
    match = others(sectors=sectors, track=["o25"], others={"fiel": "corruption"})
    assert refused(match, "1", {"kind": "take", "card": "o25"}) == ("FIE-1", "darkness")
    match.submit("1", {"kind": "take", "darkness": "karst"})
    match.submit("1", {"kind": "take", "card": "o25"})


def test_a_possession_of_a_corrupted_sector_taints_by_a_deal_too() -> None:
    """COR-1: and with the second Fiel card alone."""
    seats: Json = {"1": {"pawns": 1, "cards": ["o27"]}, "2": {"pawns": 1}}
    for fiel, n in (("corruption", 1), ("mist", 0)):
        match = others("manoeuvres", turn="1", seats=seats, others={"fiel": fiel, "track": ["o25"]})
        match.submit("1", {"kind": "offer", "to": ["2"], "give": {"cards": ["o27"]}})
        match.submit("2", {"kind": "accept", "offer": "d1"})
        assert seen(match, "1", "seats.2.corruption") == n


def test_corruption_costs_points_in_the_end() -> None:
    """COR-3: by the number of corrupted sectors."""
    for track, lost in ((["o25", "o01"], 0), (["o25", "o01", "o07"], 2), (["o25", "o01", "o07", "o13", "o19"], 4)):
        match = others("end", cycle=5, seats={"1": {"corruption": 2}}, others={"fiel": "corruption", "track": track})
        assert match.outcome is not None
        assert match.outcome["score"] == {"1": -lost, "2": 0}


def test_the_attack_of_the_second_fiel_card_takes_from_the_discard() -> None:
    """COR-4, ATT-5."""
    match = others(track=["o06"], discard=["o40"], others={"fiel": "corruption"}, deck=["o02", "o01", "o31", "o07"])
    assert seen(match, "1", "others.track")[:2] == ["o40", "o06"]


def test_the_attack_takes_from_the_pile_with_the_first_fiel_card() -> None:
    """ATT-5, FIE-3: whatever lies in the discard pile."""
    match = others(track=["o06"], discard=["o40"], deck=["o02", "o01", "o31", "o07"])
    assert seen(match, "1", "others.track")[:2] == ["o02", "o06"]


def test_the_discard_is_shuffled_for_it_and_the_pile_taken_where_it_is_empty() -> None:
    """COR-4."""
    fiel: Json = {"fiel": "corruption"}
    deck = ["o02", "o01", "o31", "o07"]
    match = others(track=["o06"], others=fiel, deck=deck)
    assert seen(match, "1", "others.track")[:2] == ["o02", "o06"]
    gone = ["o40", "o41", "o42", "o43"]
    rows = [others(seed=n, track=["o06"], discard=gone, others=fiel, deck=deck) for n in range(6)]
    assert len({seen(it, "1", "others.track")[0] for it in rows}) > 1


def test_corruption_can_be_hunted() -> None:
    """COR-5, CNQ-6: an Emissary for one's own token; three Guards for an Other, which goes to the Artefact."""
    sectors: Json = {"karst": stacks(("1", "EEGGG"), others="CC")}
    seats: Json = {"1": {"corruption": 1}, "2": {"markers": {"karst": 2}}}
    match = others(sectors=sectors, seats=seats, others={"fiel": "corruption"}, deck=["o02", "o01", "o31", "o07"])
    assert refused(match, "1", {"kind": "take", "corruption": "other", "others": "E"}) == ("COR-5", "no-such-trophy")
    match.submit("1", {"kind": "take", "corruption": "own"})
    assert seen(match, "2", "seats.1.corruption") == 0
    match.submit("1", {"kind": "take", "corruption": "other", "others": "C"})
    heights = [it["height"] for it in seen(match, "1", "sectors.artefact.stacks")]
    assert sum(heights) >= 11
    log = match.view("1")["log"]
    number = [row["kind"] for row in log].index("hunted", [row["kind"] for row in log].index("tainted"))
    assert (log[number + 1]["kind"], log[number + 1]["sector"]) == ("shuffled", "artefact")


def test_an_other_that_is_hunted_lies_on_the_artefact_at_once() -> None:
    """COR-5: there, and neither in the pool nor in its sector."""
    match = others(sectors={"karst": stacks(("1", "EEEGGG"), others="CC")}, others={"fiel": "corruption"})
    match.submit("1", {"kind": "take", "corruption": "other", "others": "C"})
    heights = {it: seen(match, "1", f"sectors.{it}.stacks")[-1]["height"] for it in ("karst", "artefact")}
    assert (heights, seen(match, "1", "others.pool")) == ({"karst": 1, "artefact": 11}, "")
    assert asked(match) == {"1": "take"}


def test_hunting_costs_an_emissary_or_guards() -> None:
    """COR-5: an Emissary for a token of one's own; for an Other three Guards, and no Emissary."""
    sectors: Json = {"karst": stacks(("1", "EEEGGG"), others="C")}
    match = others(sectors=sectors, seats={"1": {"corruption": 1}}, others={"fiel": "corruption"})
    match.submit("1", {"kind": "take", "corruption": "own"})
    assert match.decisions["1"]["prompt"]["params"]["left"] == 2
    match.submit("1", {"kind": "take", "corruption": "other", "others": "C"})
    assert match.decisions["1"]["prompt"]["params"]["left"] == 2
    assert [it["height"] for it in seen(match, "2", "sectors.karst.stacks")] == [2]


def test_nobody_hunts_without_what_it_takes() -> None:
    """COR-5: the second Fiel card, a token of one's own, three Guards, an Other that is named."""
    for fiel, corruption, pawns in (("mist", 1, "EGGG"), ("corruption", 0, "EGG")):
        sectors: Json = {"karst": stacks(("1", pawns), others="C")}
        match = others(sectors=sectors, seats={"1": {"corruption": corruption}}, others={"fiel": fiel})
        for hunted in ({"corruption": "own"}, {"corruption": "other", "others": "C"}):
            assert refused(match, "1", {"kind": "take"} | hunted) == ("COR-5", "no-such-trophy")
        assert not any("corruption" in row["command"] for row in match.decisions["1"]["options"])
    match = others(sectors={"karst": stacks(("1", "EGGG"), others="C")}, others={"fiel": "corruption"})
    assert refused(match, "1", {"kind": "take", "corruption": "other", "others": ""}) == ("COR-5", "no-such-trophy")


def test_hunting_that_nobody_can_do_is_no_trophy() -> None:
    """COR-5, CNQ-6: the token of one without an Emissary there, an Other without three Guards."""
    deck = ["o02", "o01", "o31", "o07"]
    seats: Json = {"2": {"corruption": 1, "markers": {"karst": 2}}}
    for karst in (stacks(("1", "E"), ("2", "G")), stacks(("1", "EGG"), others="C")):
        match = others(sectors={"karst": karst}, seats=seats, others={"fiel": "corruption"}, deck=deck)
        assert "take" not in asked(match).values()
        assert "conquered" in [row["kind"] for row in match.view("1")["log"]]


def test_three_guards_for_each_other_that_is_hunted() -> None:
    """COR-5, TRO-3."""
    sectors: Json = {"karst": stacks(("1", "EGGGGG"), others="CC")}
    match = others(sectors=sectors, others={"fiel": "corruption"})
    hunt: Json = {"kind": "take", "corruption": "other"}
    assert refused(match, "1", hunt | {"others": "CC"}) == ("COR-5", "no-such-trophy")
    assert hunt | {"others": "C"} in [row["command"] for row in match.decisions["1"]["options"]]
