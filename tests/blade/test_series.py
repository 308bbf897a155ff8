"""Fewer questions: series of commands, one guard for several victims, and what is not asked because nothing hangs on
it."""

from __future__ import annotations

from typing import Any

from rules.blade import Match
from rules.kernel import Json
from tests.blade.table import (
    DONE,
    END,
    END_TURN,
    KEEP,
    TILE_ACT,
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems_of,
    hero,
    move,
    of,
    play,
    red,
    refused,
    settle,
)


def series(*commands: Json) -> Json:
    return {"kind": "series", "commands": list(commands)}


def test_walk_and_strike_in_one_command() -> None:
    """HRO-6: the second command is carried out once the first is resolved; rerolls are asked in between."""
    match = bench(hero("hrodvar", "b1"), *red("b2", 2), dice=[3, 3])
    play(match, "2", series(move("hrodvar", "b2"), attack("hrodvar", "red-1", 1, "great-axe"), DONE))
    assert of(match, "hrodvar")["at"] == "b2"
    assert asked(match) == {"2": "reroll"}
    play(match, "2", KEEP)
    assert of(match, "red-1")["dead"]
    assert events(match, "done")
    assert match.view("2")["side"] == "overlord"


def test_a_series_is_judged_by_its_first_command_and_ends_at_one_that_cannot_be_made() -> None:
    """STP-1, SEQ-1: nothing changes where it cannot begin; nobody is bound by what follows."""
    match = bench(hero("hrodvar", "b1"), *red("b2"))
    assert refused(match, "2", series(move("hrodvar", "c3")))[1] == "not-adjacent"
    assert refused(match, "2", series(move("hrodvar", "b2"), {"kind": "nonsense"})) == ("SEQ-1", "bad-shape")
    assert refused(match, "2", series(series(DONE))) == ("SEQ-1", "bad-shape")
    assert refused(match, "2", {"kind": "series", "commands": []})[1] == "bad-shape"
    play(match, "2", series(move("hrodvar", "b2"), move("hrodvar", "c3"), DONE))
    assert of(match, "hrodvar")["at"] == "b2"
    assert asked(match) == {"2": "act"}


def test_an_activation_in_one_command() -> None:
    """OVL-2, OVL-6: activate, move, attack, end; the hero's guard is asked in between."""
    match = bench(
        hero("hrodvar", "b2"), *red("b1", 2), dice=[6, 6, 1, 6, 6, 1, *[1] * 6], book=3, river=[{"tile": "red"}],
        side="overlord", step="start",
    )  # fmt: skip
    whole = series(
        {"kind": "activate", "tile": "red"}, move("red-1", "b2"), move("red-2", "b2"),
        attack("red-1", "hrodvar"), attack("red-2", "hrodvar"), END, END_TURN,
    )  # fmt: skip
    play(match, "1", whole)
    assert asked(match) == {"2": "guard"}
    assert next(row for row in match.view("1")["resolving"] if row["frame"] == "series")["commands"]
    settle(match)
    assert len(events(match, "declared")) == 2
    assert asked(match) == {"2": "stances"}


def test_nobody_else_knows_how_a_series_goes_on() -> None:
    """BAS-7: neither in the view nor in an imagined world."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), dice=[6, 6], book=3, **TILE_ACT, active={"tile": "red"})
    play(match, "1", series(attack("red-1", "hrodvar"), attack("red-2", "hrodvar"), END))
    assert asked(match) == {"2": "guard"}

    def shown(match: Any, viewer: str) -> Json:
        frame: Json = next(row for row in match.view(viewer)["resolving"] if row["frame"] == "series")
        return frame

    assert "commands" not in shown(match, "2")
    assert "commands" not in shown(match, "spectator")
    assert len(shown(match, "1")["commands"]) == 2
    assert [frame.commands for frame in match.imagine("2", 1).state.stack if hasattr(frame, "commands")] == [()]
    assert shown(match.imagine("1", 1), "1") == shown(match, "1")


def test_a_rule_of_the_scenario_ends_a_series() -> None:
    """EVT-7: a token that is turned up is news."""
    match = Match.from_position(
        {"scenario": "reeds", "options": {"players": 2}, "heroes": [hero("hrodvar", "north-yard")], "figures": [],
         "hidden": {"longhouse": "stores"}, "deck": ["draught", "spear"]},
        seed=1,
    )  # fmt: skip
    play(match, "2", series(move("hrodvar", "longhouse"), DONE))
    assert events(match, "revealed")
    assert asked(match) == {"2": "act"}


def test_what_a_guard_would_give_is_reckoned_for_the_blow_at_hand_alone() -> None:
    """GRD-3: the next blow of the series is asked about when it falls."""

    def chances(*commands: Json) -> Json:
        match = bench(hero("hrodvar", "b2"), *red("b2", 2), dice=[6, 6], **active("red"))
        play(match, "1", commands[0] if len(commands) == 1 else series(*commands))
        answers: Json = match.query("2", "answers", {})
        assert answers["answers"]
        return answers

    blows = [attack(id, "hrodvar") for id in ("red-1", "red-2")]
    assert chances(*blows, END) == chances(blows[0])


def test_one_guard_for_all_victims_of_an_area_attack() -> None:
    """ARE-1, GRD-4: the player says once what holds for all its victims; with fewer gems where fewer are there."""
    poor = hero("tamsin", "b2", gems={"reserve": 1, "fatigue": 10})
    match = bench(hero("nessa", "b2", items=["fire-flask"]), poor, dice=[6, 6, *[1] * 12])
    play(match, "2", {"kind": "drop", "who": "nessa", "item": "fire-flask"})
    while asked(match)["2"] != "guard":
        play(match, "2", KEEP if asked(match)["2"] == "reroll" else {"kind": "order", "order": ["nessa", "tamsin"]})
    assert match.asked["2"].params["others"] == ["tamsin"]
    play(match, "2", {"kind": "guard", "gems": 2, "others": True})
    settle(match)
    assert [row["gems"] for row in events(match, "guarded")] == [2, 1]
    assert gems_of(match, "tamsin")["boxes"] == {"guard": 1}
    assert len(events(match, "wounded")) == 2


def test_no_guard_is_asked_that_could_not_save_a_figure() -> None:
    """GRD-4, GRD-9: two orange dice at best take four; one that can save is asked for."""

    def struck(life: int) -> Match:
        match = bench(hero("hrodvar", "b2"), figure("g-1", "tally-guard", "b2", life), dice=[6, 6, 6, 6, 6], book=1)
        play(match, "2", attack("hrodvar", "g-1", 3, "great-axe"))
        return settle_rolls(match)

    assert asked(struck(1)) == {"2": "act"}
    assert asked(struck(12)) == {"1": "guard"}


def settle_rolls(match: Match) -> Match:
    while match.asked and next(iter(match.asked.values())).kind == "reroll":
        play(match, next(iter(match.asked)), KEEP)
    return match
