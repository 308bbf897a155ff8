"""`Match.preview`: the certain effects of a command, and what it leaves open."""

from __future__ import annotations

import pytest

from rules.diktat import Match, Refused
from rules.kernel import Json
from tests.diktat.table import resolution, turn

CABALS = ["coordination", "polisec", "syndicate"]


def what(rows: list[Json], seat: str) -> dict[str, tuple[object, object]]:
    """The rows of a seat by what changes."""
    return {row["what"]: (row["from"], row["to"]) for row in rows if row.get("seat") == seat}


def left_open(rows: list[Json]) -> list[str]:
    return [row["open"] for row in rows if "open" in row]


def test_a_team_is_certain() -> None:
    """SND-1: the stack comes, the Agents leave the screen; nothing else changes, and nothing is left open."""
    match = turn(cabals=CABALS, seats={"1": {"agents": "CEG"}})
    before = match.position()
    rows = match.query("1", "preview", {"command": {"kind": "send", "sector": "karst", "pawns": "EC"}})
    assert what(rows, "1") == {"agents": ("CGE", "G"), "stack": (0, 2)}
    assert left_open(rows) == []
    assert match.position() == before


def test_a_cabal_card_brings_points_and_rank_at_once() -> None:
    """CBL-1, GEN-11, RNK-4: its cost, the slot's VP, and the Rank that it gives."""
    seats = {"1": {"pp": 9, "cabal_cards": ["central-registry"]}}
    match = turn(cabals=CABALS, seats=seats)
    rows = what(match.query("1", "preview", {"command": {"kind": "develop", "card": "arbitration"}}), "1")
    assert rows["pp"] == (9, 4)
    assert rows["points"] == (0, 1)
    assert rows["rank"] == (24, 29)


def test_a_preview_leaves_open_which_pawn_is_seen_or_killed() -> None:
    """SPY-3, ASN-3: nothing is told of the pawn, nor of what follows from its kind."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EGC"}]}}
    match = turn(cabals=CABALS, sectors=sectors, seats={"1": {"spies": 1, "assassins": 1, "pp": 3}})
    at = {"stack": "s1", "pawn": 2}
    for kind in ("spy", "assassinate"):
        rows = match.query("1", "preview", {"command": {"kind": kind, "at": at}})
        assert left_open(rows) == ["pawn"]
        assert "stack" not in what(rows, "2")


@pytest.mark.parametrize("theirs", ["EGC", "CGE", "GEC", "CEG"])
def test_twins_are_told_the_same(theirs: str) -> None:
    """HID: whatever lies in the stack, and behind the screen, it is told alike."""

    def told(pawns: str, screen: str, pp: int) -> list[list[Json]]:
        sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": pawns}]}}
        seats = {"1": {"agents": "CE", "assassins": 1, "spies": 1}, "2": {"agents": screen, "pp": pp}}
        match = turn(cabals=CABALS, sectors=sectors, seats=seats)
        at = {"stack": "s1", "pawn": 1}
        commands: list[Json] = [{"kind": "assassinate", "at": at}, {"kind": "spy", "at": at}, {"kind": "extend"}]
        return [match.query("1", "preview", {"command": it}) for it in commands]

    assert told(theirs, "CG", 2) == told("EGC", "CG", 2)


def test_a_bid_leaves_the_others_bids_open() -> None:
    """STG-2: what the others bid is not guessed at."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "E"}, {"id": "s2", "seat": "1", "pawns": "E"}]}}
    match = resolution(cabals=CABALS, sectors=sectors, seats={"1": {"pp": 3}, "2": {"pp": 2}})
    for _ in range(9):
        if any(it.kind == "bid" for it in match.asked.values()):
            break
        seat, question = next(iter(match.asked.items()))
        match.submit(seat, question.default or {"kind": "pass"})
    rows = match.query("1", "preview", {"command": {"kind": "bid", "pp": 3}})
    assert left_open(rows) == ["bid"]
    assert what(rows, "2") == {}
    match.submit("2", {"kind": "bid", "pp": 1})
    assert left_open(match.query("1", "preview", {"command": {"kind": "bid", "pp": 3}})) == ["bid"]


def test_no_preview_of_a_refused_command() -> None:
    match = turn(cabals=CABALS)
    with pytest.raises(Refused):
        match.query("1", "preview", {"command": {"kind": "send", "sector": "karst", "pawns": "EEE"}})
    with pytest.raises(Refused):
        match.query("spectator", "preview", {"command": {"kind": "extend"}})


def test_a_whole_match_can_be_looked_ahead() -> None:
    """At every question: certain rows come true, unless something was open before them."""
    match = Match.new({"players": 3}, seed=4)
    for n in range(60):
        if not match.asked:
            break
        seat = sorted(match.asked)[0]
        command = next(match.commands(seat))
        rows = match.query(seat, "preview", {"command": command}) if n % 3 == 0 else []
        before = match.view(seat)
        match.submit(seat, command)
        after = match.view(seat)
        same_turn = (before["phase"], before["cycle"]) == (after["phase"], after["cycle"])
        if same_turn and not left_open(rows):
            for seat_of, now in [(row["seat"], row["to"]) for row in rows if row.get("what") == "points"]:
                assert after["cabals"][seat_of]["points"] == now
