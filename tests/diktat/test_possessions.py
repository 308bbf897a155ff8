"""Possessions, Affinities, markers, effects used as Manifestations (POS, AFF, INF, EFF, MAN-7, MAN-8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from tests.diktat.table import another_pack, asked, kinds, refused, resolution, seen, table, turn, use

TWO = ["coordination", "black-guard"]


def here(sector: str, *stacks: tuple[str, str, str]) -> dict[str, Any]:
    return {sector: {"stacks": [{"id": id, "seat": seat, "pawns": pawns} for id, seat, pawns in stacks]}}


def test_cards_fill_slots_and_lie_beside_the_board() -> None:
    """POS-1, POS-2, GEN-11: 0 1 0 0 1 and 2 beyond; Cabal cards fill none."""
    cards = ["o02", "o07", "o13", "o14", "o15", "o16", "o17"]
    slots = [seen(turn(seats={"1": {"cards": cards[:n]}}), "2", "seats.1.parts.slot") for n in range(8)]
    assert slots == [0, 0, 1, 1, 1, 2, 4, 6]
    match = turn(seats={"1": {"cabal_cards": ["central-registry", "requisition"]}})
    assert seen(match, "2", "seats.1.parts.slot") == 0


def test_a_card_that_goes_lets_the_others_move() -> None:
    """POS-3, POS-4, POS-5, NEG-6: its slot's VP and its Gains go with it."""
    match = turn(cabals=TWO, seats={"1": {"cards": ["o01", "o03"]}})
    assert seen(match, "2", "seats.1.points") == 1 + 1 + 2
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"cards": ["o01"]}})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert [card["card"] for card in seen(match, "2", "seats.1.cards")] == ["o03"]
    assert (seen(match, "2", "seats.1.points"), seen(match, "2", "seats.2.points")) == (2, 1)


def test_affinity_tokens_are_flipped_onto_symbols() -> None:
    """AFF-1, AFF-2, AFF-3, AFF-6: of that kind, or any; not turned back at will."""
    match = turn(seats={"1": {"cards": ["o71"], "affinities": {"people": 1, "artefact": 1, "politics": 1}}})
    assert seen(match, "1", "seats.1.screen.affinities") == {"people": 1, "artefact": 1, "politics": 1}
    assert seen(match, "2", "seats.1.screen") is None
    match.submit("1", {"kind": "flip", "card": "o71", "affinity": "people"})
    assert refused(match, "1", {"kind": "flip", "card": "o71", "affinity": "politics"}) == ("AFF-2", "no-symbol")
    match.submit("1", {"kind": "flip", "card": "o71", "affinity": "artefact"})
    assert (seen(match, "2", "seats.1.parts.flip"), seen(match, "2", "seats.1.cards.0.flipped")) == (
        2,
        ["people", "artefact"],
    )
    assert refused(match, "2", {"kind": "flip", "card": "o71", "affinity": "politics"}) == ("AFF-2", "not-yours")


def test_tokens_may_be_flipped_with_the_taking_itself() -> None:
    """AFF-2: those that were behind the screen before it."""
    match = resolution(
        cabals=TWO,
        seats={"1": {"affinities": {"people": 1}}},
        sectors=here("karst", ("s1", "1", "EE")),
        track=["o25", "o30"],
    )
    assert refused(match, "1", {"kind": "take", "card": "o25", "flip": ["artefact"]}) == ("AFF-2", "no-symbol")
    assert refused(match, "1", {"kind": "take", "card": "o30", "flip": ["artefact"]}) == ("AFF-2", "no-token")
    match.submit("1", {"kind": "take", "card": "o25", "flip": ["people"]})
    assert seen(match, "2", "seats.1.points") == 1


def test_gains_of_affinity_are_limited_by_the_reserve() -> None:
    """AFF-7, GEN-8: ten of a kind, those on cards among them."""
    match = resolution(
        cabals=TWO,
        seats={
            "1": {"affinities": {"artefact": 4}},
            "2": {"affinities": {"artefact": 5}, "cards": [{"card": "o49", "flipped": ["artefact"]}]},
        },
        sectors=here("college", ("s1", "1", "E")),
        track=["o50"],
        deck=["o31", "o37", "o61"],
    )
    match.submit("1", {"kind": "take", "card": "o50"})
    assert seen(match, "1", "seats.1.screen.affinities") == {"artefact": 4}


def test_josefov_gives_tokens_of_ones_choosing_and_takes_them_back() -> None:
    """INF-12, INF-4, AFF-5, POS-5, INF-2: each by itself; who loses the marker discards as many, of any kinds."""
    markers = {"karst": 1, "motol": 1, "suburbs": 1, "combinat": 1, "josefov": 1}
    match = resolution(
        cabals=TWO,
        seats={"1": {"markers": markers, "affinities": {"people": 1, "artefact": 1}}},
        sectors=here("college", ("s1", "1", "E")),
    )
    match.submit("1", {"kind": "take", "marker": "college"})
    match.submit("1", {"kind": "choose", "choice": "josefov"})
    assert match.decisions["1"]["prompt"]["code"] == "affinity-lost"
    assert refused(match, "1", {"kind": "choose", "choice": ["screen", "politics"]}) == ("AFF-5", "not-a-choice")
    match.submit("1", {"kind": "choose", "choice": ["screen", "people"]})
    assert match.decisions["1"]["prompt"]["params"] == {"choices": [["screen", "artefact"]], "left": 1}
    match.submit("1", {"kind": "choose", "choice": ["screen", "artefact"]})
    assert seen(match, "1", "seats.1.screen.affinities") == {}
    assert seen(match, "1", "seats.1.markers") == {"karst": 1, "motol": 1, "suburbs": 1, "combinat": 1, "college": 1}


def test_josefov_gives_tokens_as_its_level_says() -> None:
    """INF-12, INF-4, EFF-3, AFF-7, GEN-8: two, and with the second marker one more; of kinds that are left."""
    match = resolution(
        cabals=TWO, seats={"2": {"affinities": {"artefact": 10}}}, sectors=here("josefov", ("s1", "1", "EE"))
    )
    match.submit("1", {"kind": "take", "marker": "josefov"})
    assert match.decisions["1"]["prompt"]["params"] == {"choices": ["politics", "people"], "left": 2}
    match.submit("1", {"kind": "choose", "choice": "people"})
    match.submit("1", {"kind": "choose", "choice": "politics"})
    match.submit("1", {"kind": "take", "marker": "josefov"})
    match.submit("1", {"kind": "choose", "choice": "people"})
    assert asked(match) == {"1": "first-player"}
    assert seen(match, "1", "seats.1.screen.affinities") == {"politics": 1, "people": 2}


def test_tokens_lost_are_of_the_kind_that_was_given() -> None:
    """AFF-5: from a card too, and its VP with it; who has none discards none, and is asked all the same."""
    offer: Any = {"kind": "offer", "to": ["2"], "give": {"cards": ["o50"]}}
    flipped = {"card": "o09", "flipped": ["artefact"]}
    match = turn(cabals=TWO, seats={"1": {"cards": ["o50", flipped], "affinities": {"people": 1}}})
    match.submit("1", offer)
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert match.decisions["1"]["prompt"]["params"]["choices"] == [["card", "o09", "artefact"]]
    match.submit("1", {"kind": "choose", "choice": ["card", "o09", "artefact"]})
    assert (seen(match, "1", "seats.1.parts.flip"), seen(match, "1", "seats.1.screen.affinities")) == (0, {"people": 1})
    match = turn(cabals=TWO, seats={"1": {"cards": ["o50"], "affinities": {"people": 1}}})
    match.submit("1", offer)
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert match.decisions["1"]["prompt"]["params"]["choices"] == [None]
    match.submit("1", {"kind": "choose", "choice": None})
    assert seen(match, "2", "seats.2.screen.affinities") == {}


def test_a_flipped_token_goes_back_behind_the_screen_with_its_card() -> None:
    """AFF-4, NEG-6."""
    match = turn(cabals=TWO, seats={"1": {"cards": [{"card": "o01", "flipped": ["politics"]}]}})
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"cards": ["o01"]}})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert seen(match, "1", "seats.1.screen.affinities") == {"politics": 1}
    assert (seen(match, "1", "seats.1.points"), seen(match, "1", "seats.2.points")) == (0, 1)


def test_a_pile_that_loses_a_marker_is_level_one_again() -> None:
    """INF-3, INF-5, POS-4: a discarded marker goes to its sector."""
    markers = {"new-town": 2, "karst": 1, "motol": 1, "suburbs": 1}
    match = resolution(cabals=TWO, seats={"1": {"markers": markers}}, sectors=here("college", ("s1", "1", "E")))
    assert seen(match, "1", "seats.1.parts.gain") == 2
    match.submit("1", {"kind": "take", "marker": "college"})
    match.submit("1", {"kind": "choose", "choice": "new-town"})
    assert (seen(match, "1", "seats.1.parts.gain"), seen(match, "1", "sectors.new-town.markers")) == (1, 1)


def test_each_marker_of_a_pile_counts() -> None:
    """INF-2, INF-3: five in four places; the pile that loses one is level 1 again, and Used as before."""
    markers = {"karst": 2, "motol": 1, "suburbs": 1, "combinat": 1}
    match = resolution(
        cabals=TWO,
        seats={"1": {"markers": markers, "used_markers": ["karst"]}},
        sectors=here("college", ("s1", "1", "EE")),
    )
    match.submit("1", {"kind": "take", "marker": "college"})
    assert match.decisions["1"]["prompt"]["code"] == "marker-over"
    match.submit("1", {"kind": "choose", "choice": "karst"})
    assert seen(match, "1", "seats.1.markers") == markers | {"karst": 1, "college": 1}
    assert seen(match, "1", "seats.1.used_markers") == ["karst"]


def test_a_second_marker_laid_on_a_used_one_is_used_with_it() -> None:
    """INF-3, NEG-6: by a deal it comes to lie on the first as well."""
    seats: Any = {"1": {"markers": {"motol": 1}}, "2": {"markers": {"motol": 1}, "used_markers": ["motol"]}}
    match = turn(cabals=TWO, seats=seats)
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"markers": ["motol"]}})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert (seen(match, "1", "seats.2.markers"), seen(match, "1", "seats.2.used_markers")) == ({"motol": 2}, ["motol"])


@pytest.mark.parametrize(
    ("card", "stack"),
    [
        ("o20", "move-stack"),
        ("o13", "spying"),
        ("o17", "assassinate"),
        ("o18", "close"),
        ("o47", "peek"),
        ("o69", "look"),
    ],
)
def test_a_manifestation_is_used_once_a_cycle(card: str, stack: str) -> None:
    """EFF-6, GEN-9: at an open moment, out of turn; then it is Used."""
    match = turn(
        "2", cabals=TWO, seats={"1": {"cards": [card]}}, sectors=here("karst", ("s1", "1", "E"), ("s2", "2", "EG"))
    )
    with_: Any = {"o20": {"stack": "s1", "sector": "motol"}, "o18": {"sector": "josefov"}}.get(card, {})
    match.submit("1", use(card=card, with_=with_))
    assert seen(match, "2", "seats.1.cards.0.used")
    if match.asked.keys() == {"1"}:
        match.submit("1", {"kind": "stop"})
    assert asked(match) == {"2": "manoeuvre"}
    assert refused(match, "1", use(card=card, with_=with_)) == ("GEN-9", "used")
    assert stack in match.state.pack.cards[card].effects


def test_choices_left_out_of_a_command_are_asked_one_by_one() -> None:
    """EFF-6, EFF-9, INF-14: option by option, key by key."""
    match = turn(cabals=TWO, seats={"1": {"markers": {"motol": 2}}}, sectors=here("karst", ("s1", "1", "EG")))
    listed = [row.get("option", 0) for row in seen(match, "1", "asides") if row["kind"] == "manifest"]
    assert listed == [0, 1, 2]
    match.submit("1", use(marker="motol", option=2))
    assert match.decisions["1"]["prompt"]["code"] == "stack"
    match.submit("1", {"kind": "choose", "choice": "s1"})
    assert match.decisions["1"]["prompt"]["code"] == "sector"
    match.submit("1", {"kind": "choose", "choice": "motol"})
    assert [it["id"] for it in seen(match, "2", "sectors.motol.stacks")] == ["s1"]
    assert asked(match) == {"1": "manoeuvre"}


def test_the_effects_again_and_skip_repeat_and_pass_a_manoeuvre() -> None:
    """MAN-7, MAN-8, INF-14: before one's Manoeuvre; `again` spends pawns like any other, `skip` none."""
    match = turn(cabals=TWO, seats={"1": {"cards": ["o14"]}, "2": {"cards": ["o43"]}})
    match.submit("1", use(card="o14"))
    match.submit("1", {"kind": "extend"})
    assert (asked(match), seen(match, "1", "seats.1.pawns")) == ({"1": "manoeuvre"}, 1)
    match.submit("1", {"kind": "extend"})
    match.submit("2", {"kind": "extend"})
    assert refused(match, "2", use(card="o43", option=1)) == ("MAN-8", "nobody-else")


def test_the_first_marker_of_motol_repeats_or_skips() -> None:
    """INF-14, MAN-7, MAN-8: and does nothing else."""
    match = turn(cabals=TWO, seats={"1": {"markers": {"motol": 1}}})
    skipped = match.fork(1)
    assert refused(match, "1", use(marker="motol", option=2)) == ("EFF-6", "unknown-element")
    match.submit("1", use(marker="motol", option=0))
    match.submit("1", {"kind": "extend"})
    assert (asked(match), seen(match, "1", "seats.1.pawns")) == ({"1": "manoeuvre"}, 1)
    skipped.submit("1", use(marker="motol", option=1))
    assert (asked(skipped), seen(skipped, "1", "seats.1.pawns")) == ({"2": "manoeuvre"}, 2)


def test_a_turn_that_is_to_be_repeated_is_not_skipped() -> None:
    """MAN-8: together they would do nothing; in the turn after, which Again gave, one may skip."""
    match = turn(cabals=TWO, seats={"1": {"cards": ["o14", "o43"], "pawns": 3}})
    match.submit("1", use(card="o14"))
    assert refused(match, "1", use(card="o43", option=1)) == ("MAN-8", "nothing-to-do")
    match.submit("1", {"kind": "extend"})
    assert asked(match) == {"1": "manoeuvre"}
    match.submit("1", use(card="o43", option=1))
    assert asked(match) == {"2": "manoeuvre"}


def test_again_is_for_ones_own_turn_and_once() -> None:
    """MAN-7: and of no use without a pawn left."""
    match = turn("2", cabals=TWO, seats={"1": {"cards": ["o14"], "pawns": 3}})
    assert refused(match, "1", use(card="o14")) == ("MAN-7", "not-your-turn")
    match.submit("2", {"kind": "extend"})
    match.submit("1", use(card="o14"))
    for _ in range(2):
        match.submit("1", {"kind": "extend"})
    assert (asked(match), seen(match, "1", "seats.1.pawns")) == ({"2": "manoeuvre"}, 1)
    match = turn("1", cabals=TWO, seats={"1": {"cards": ["o14"], "pawns": 1}})
    match.submit("1", use(card="o14"))
    match.submit("1", {"kind": "extend"})
    assert asked(match) == {"2": "manoeuvre"}


def test_no_stack_is_moved_into_a_full_sector() -> None:
    """STK-4."""
    sectors = here("karst", ("s1", "1", "C")) | here("motol", ("s2", "2", "C"), ("s3", "2", "C"))
    match = turn(cabals=TWO, seats={"1": {"cards": ["o20"]}}, sectors=sectors)
    command = use(card="o20", with_={"stack": "s1", "sector": "motol"})
    assert refused(match, "1", command) == ("EFF-6", "not-a-choice")


def test_manifestations_need_an_open_moment() -> None:
    """EFF-6, TIM-1: not while others bid."""
    sectors = here("karst", ("s1", "1", "E"), ("s2", "2", "E"))
    match = resolution(cabals=[*TWO, "polisec"], seats={"3": {"cards": ["o47"]}}, sectors=sectors)
    match.submit("3", {"kind": "pass"})
    assert asked(match) == {"1": "bid", "2": "bid"}
    assert refused(match, "3", use(card="o47")) == ("TIM-1", "not-now")


@pytest.mark.parametrize("level", [1, 2])
def test_the_artefact_moves_pawns_to_one_or_two_other_sectors(level: int) -> None:
    """INF-16: at level 2 as well; never three, nor within the sector."""
    sectors = here("karst", ("s1", "1", "CGE"), ("s4", "1", "C"))
    sectors |= here("motol", ("s2", "1", "C")) | here("josefov", ("s3", "1", "G"))
    match = turn(cabals=TWO, seats={"1": {"markers": {"artefact": level}}}, sectors=sectors)
    for pawns, to in (([1], ["s4"]), ([1, 2, 3], ["s2", "s3", "s2"])):
        command = use(marker="artefact", with_={"stack": "s1", "pawns": pawns, "to": to})
        assert refused(match, "1", command) == ("EFF-6", "not-a-choice")
    match.submit("1", use(marker="artefact", with_={"stack": "s1", "pawns": [3, 2], "to": ["s2", "s3"]}))
    stacks = [match.position()["sectors"][it]["stacks"][0]["pawns"] for it in ("karst", "motol", "josefov")]
    assert stacks == ["C", "EC", "GG"]


def test_pawns_are_moved_to_two_stacks_at_most() -> None:
    """INF-16, EFF-1: `move-pawns` of three, too, which another pack may have."""
    sectors = here("karst", ("s1", "1", "CGE"))
    for sector, id in (("motol", "s2"), ("josefov", "s3"), ("fortress", "s4")):
        sectors |= here(sector, (id, "1", "C"))
    rows = {"1": {"cabal": TWO[0], "pawns": 1, "cards": ["o21"]}, "2": {"cabal": TWO[1], "pawns": 1}}
    position = {"pack": "mine", "players": 2, "phase": "manoeuvres", "turn": "1", "seats": rows, "sectors": sectors}
    shelf = another_pack("opportunities.toml", "move-pawns 2", "move-pawns 3")
    match = Match.from_position(position, shelf=shelf)
    moved = {"stack": "s1", "pawns": [1, 2, 3]}
    to_three = use(card="o21", with_=moved | {"to": ["s2", "s3", "s4"]})
    assert refused(match, "1", to_three) == ("EFF-6", "not-a-choice")
    match.submit("1", use(card="o21", with_=moved | {"to": ["s2", "s3", "s2"]}))
    assert [seen(match, "2", f"sectors.{it}.stacks.0.height") for it in ("motol", "josefov")] == [3, 2]


def test_losing_one_of_two_markers_takes_the_difference() -> None:
    """INF-4, AFF-5: one token, not three."""
    markers = {"josefov": 2, "motol": 1, "suburbs": 1, "combinat": 1}
    match = resolution(
        cabals=TWO,
        seats={"1": {"markers": markers, "affinities": {"people": 3}}},
        sectors=here("college", ("s1", "1", "E")),
    )
    match.submit("1", {"kind": "take", "marker": "college"})
    match.submit("1", {"kind": "choose", "choice": "josefov"})
    match.submit("1", {"kind": "choose", "choice": ["screen", "people"]})
    assert (asked(match), seen(match, "1", "seats.1.screen.affinities")) == ({"1": "first-player"}, {"people": 2})


def test_pawns_moved_lie_on_top_the_first_named_uppermost() -> None:
    """STK-7, INF-16: onto one or two of one's stacks in other sectors."""
    sectors = here("karst", ("s1", "1", "CGE")) | here("motol", ("s2", "1", "C")) | here("josefov", ("s3", "1", "G"))
    match = turn(cabals=TWO, seats={"1": {"markers": {"artefact": 1}}}, sectors=sectors)
    match.submit("1", use(marker="artefact", with_={"stack": "s1", "pawns": [3, 1], "to": ["s2", "s2"]}))
    assert match.position()["sectors"]["motol"]["stacks"][0]["pawns"] == "ECC"
    assert match.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "G"


def test_stacks_change_places_and_pawns_are_taken_back() -> None:
    """EFF-6, GEN-6: `swap-stacks`, `recall` of fewer than one might: unseen by others."""
    sectors = here("karst", ("s1", "1", "CG")) | here("motol", ("s2", "1", "E"))
    match = turn(cabals=TWO, seats={"1": {"cards": ["o12", "o23"]}}, sectors=sectors)
    match.submit("1", use(card="o12", with_={"stacks": ["s1", "s2"]}))
    assert match.position()["sectors"]["karst"]["stacks"][0]["id"] == "s2"
    match.submit("1", use(card="o23", with_={"stack": "s1", "pawns": [2]}))
    assert seen(match, "1", "seats.1.screen.agents") == "G"
    (row,) = (row for row in match.view("2")["log"] if row["kind"] == "recalled")
    assert (row["count"], "agents" in row) == (1, False)


def test_money_from_others() -> None:
    """PWR-7, GEN-6: `levy` takes what they have, two at most, and no Debt; who has none may be named."""
    match = turn(seats={"1": {"cabal_cards": ["requisition"]}, "2": {"pp": 1}, "3": {"pp": 5}})
    rich = match.fork(1)
    match.submit("1", use(cabal="requisition", with_={"seat": "2"}))
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.2.debts")) == (1, 0)
    rich.submit("1", use(cabal="requisition", with_={"seat": "3"}))
    assert (seen(rich, "1", "seats.1.screen.pp"), seen(rich, "3", "seats.3.screen.pp")) == (2, 3)
    match = turn(seats={"1": {"cabal_cards": ["requisition"]}})
    match.submit("1", use(cabal="requisition", with_={"seat": "2"}))
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.2.debts")) == (0, 0)


def test_conversions_exchanges_and_scores() -> None:
    """EFF-8, EFF-6, GEN-6: Agents behind the screen become others; PP for VP that stay; an Agent of any kind for PP."""
    match = turn(seats={"1": {"agents": "CCG", "pp": 5, "cards": ["o09", "o05", "o41"]}})
    assert refused(turn(seats={"1": {"cards": ["o09"]}}), "1", use(card="o09")) == ("GEN-6", "nothing-to-do")
    match.submit("1", use(card="o09", with_={"n": 1}))
    assert seen(match, "1", "seats.1.screen.agents") == "CGE"
    match.submit("1", use(card="o05"))
    assert (seen(match, "1", "seats.1.parts.extra"), seen(match, "1", "seats.1.screen.pp")) == (1, 0)
    match.submit("1", use(card="o41", with_={"kind": "guard"}))
    assert (seen(match, "1", "seats.1.screen.agents"), seen(match, "1", "seats.1.screen.pp")) == ("CE", 2)


def test_a_condition_is_looked_at_when_the_effect_is_used() -> None:
    """EFF-11: 2 PP for the Administrator."""
    match = turn(seats={"2": {"cards": ["o53"]}})
    assert refused(match, "2", use(card="o53")) == ("EFF-11", "condition")
    match = turn(seats={"1": {"cards": ["o53"]}})
    match.submit("1", use(card="o53"))
    assert seen(match, "1", "seats.1.screen.pp") == 2


def test_a_used_token_is_taken_off_and_cards_of_the_track_replaced() -> None:
    """EFF-6: `refresh`, `replace`, `peek`: what was peeked at only the seat knows, and where it comes to lie."""
    match = turn(
        seats={"1": {"cards": [{"card": "o13", "used": True}, "o45", "o46", "o47"]}},
        track=["o01"],
        deck=["o02", "o03", "o04"],
    )
    match.submit("1", use(card="o45", with_={"elements": [{"card": "o13"}]}))
    assert not seen(match, "1", "seats.1.cards.0.used")
    match.submit("1", use(card="o47"))
    assert [row["card"] for row in seen(match, "1", "peeked")] == ["o02", "o03", "o04"]
    assert seen(match, "2", "peeked") == []
    rows = {it: next(row for row in match.view(it)["log"] if row["kind"] == "peeked") for it in "12"}
    assert rows["1"]["cards"] == ["o02", "o03", "o04"]
    assert "cards" not in rows["2"]
    assert rows["2"]["count"] == 3
    match.submit("1", use(card="o46", with_={"card": "o01"}))
    assert (seen(match, "2", "track"), seen(match, "2", "discard")) == (["o02"], ["o01"])


def test_a_closed_sector_takes_no_team_until_the_cycle_ends() -> None:
    """SND-3: only a sector without any stack can be closed."""
    match = turn(
        seats={"1": {"cabal_cards": ["closed-session"]}, "2": {"agents": "E"}},
        sectors=here("karst", ("s1", "2", "E")),
    )
    command = use(cabal="closed-session", with_={"sector": "karst"})
    assert refused(match, "1", command) == ("EFF-6", "not-a-choice")
    match.submit("1", use(cabal="closed-session", with_={"sector": "motol"}))
    match.submit("1", {"kind": "extend"})
    assert refused(match, "2", {"kind": "send", "sector": "motol", "pawns": "E"}) == ("SND-3", "closed")


def test_tokens_are_placed_where_one_has_a_stack() -> None:
    """CAB-6: `place` of the Resistance's Insurrection."""
    match = turn(
        cabals=["resistance", "polisec"],
        seats={"1": {"cabal_cards": ["insurrection"], "reserve": 1}},
        sectors=here("karst", ("s1", "1", "E")) | here("motol", ("s2", "2", "E")),
    )
    assert refused(match, "1", use(cabal="insurrection", with_={"sectors": ["motol"]})) == ("EFF-6", "not-a-choice")
    match.submit("1", use(cabal="insurrection", with_={"sectors": ["karst"]}))
    assert seen(match, "2", "sectors.karst.tokens") == {"revolt": 1}


def test_gains_hold_while_the_element_is_used_and_capacities_do_not() -> None:
    """EFF-3, EFF-5, GEN-9, INF-13, RNK-1: `extends` of a Used card gives nothing."""
    match = turn(seats={"1": {"cards": ["o40"], "markers": {"college": 2}, "used_markers": ["college"]}})
    assert seen(match, "1", "seats.1.rank") == 44
    assert seen(turn(seats={"1": {"markers": {"college": 1}}}), "1", "seats.1.rank") == 34
    match.submit("1", {"kind": "extend"})
    assert seen(match, "1", "seats.1.screen.pp") == 2
    match = turn(seats={"1": {"cards": [{"card": "o40", "used": True}]}})
    match.submit("1", {"kind": "extend"})
    assert seen(match, "1", "seats.1.screen.pp") == 1


def test_a_once_effect_happens_when_the_trophy_is_taken_only() -> None:
    """EFF-2, NEG-6."""
    match = resolution(
        cabals=TWO, sectors=here("new-town", ("s1", "1", "E")), track=["o02"], deck=["o31", "o37", "o61"]
    )
    match.submit("1", {"kind": "take", "card": "o02"})
    assert seen(match, "1", "seats.1.screen.pp") == 4 + 3
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"cards": ["o02"]}})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert seen(match, "2", "seats.2.screen.pp") == 3


def test_old_town_develops_for_nothing_and_then_gives_power_points() -> None:
    """INF-15, CBL-5, EFF-2: the slot's VP are gained; the card stays, and there is no second one."""
    sectors = here("old-town", ("s1", "1", "EE")) | here("motol", ("s2", "2", "C")) | here("karst", ("s3", "2", "C"))
    match = resolution(cabals=TWO, seats={"1": {"pp": 1, "cabal_cards": ["arbitration"]}}, sectors=sectors)
    match.submit("1", {"kind": "designate", "sector": "old-town"})
    match.submit("1", {"kind": "take", "marker": "old-town"})
    assert match.decisions["1"]["prompt"]["code"] == "cabal-card"
    match.submit("1", {"kind": "choose", "choice": "central-registry"})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.1.parts.track")) == (1, 1)
    match.submit("1", {"kind": "take", "marker": "old-town"})
    assert (asked(match), seen(match, "1", "seats.1.screen.pp")) == ({"1": "designate"}, 1 + 3)
    assert seen(match, "2", "seats.1.cabal_cards") == ["arbitration", "central-registry"]


def test_old_town_without_a_slot_gives_nothing() -> None:
    """INF-15, CBL-5."""
    hand = ["central-registry", "arbitration", "requisition", "closed-session", "secretariat"]
    match = resolution(cabals=TWO, seats={"1": {"cabal_cards": hand}}, sectors=here("old-town", ("s1", "1", "EE")))
    match.submit("1", {"kind": "pass"})
    match.submit("1", {"kind": "take", "marker": "old-town"})
    assert asked(match) == {"1": "take"}


def test_acquired_cards_are_never_lost() -> None:
    """CAB-4, NEG-2: no deal has room for one."""
    match = turn(seats={"1": {"cabal_cards": ["central-registry"]}})
    command = {"kind": "offer", "to": ["2"], "give": {"cards": ["central-registry"]}}
    assert refused(match, "1", command) == ("NEG-2", "not-tradable")
    match.submit("1", {"kind": "concede"})
    assert seen(match, "2", "seats.1.cabal_cards") == ["central-registry"]
    match = table(phase="end", seats={"1": {"cabal_cards": ["central-registry"]}})
    assert (seen(match, "2", "cycle"), seen(match, "2", "seats.1.cabal_cards")) == (2, ["central-registry"])


@pytest.mark.parametrize("pp", [0, 1, 7])
def test_a_levy_binds(pp: int) -> None:
    """PWR-7, HID-2: what another seat gives, or has not, tells what lies behind its screen."""
    match = turn(seats={"1": {"cabal_cards": ["requisition"]}, "2": {"pp": pp}})
    match.submit("1", use(cabal="requisition", with_={"seat": "2"}))
    assert "pp" in kinds(match)
    assert refused(match, "1", {"kind": "undo"})[1] == "nothing-to-undo"
