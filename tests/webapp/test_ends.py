"""Both ends of a match: the briefing while it is new, and points that add up to the final score."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import diktat, invader
from tests.webapp.test_plain_table import nodes, words
from webapp.games import games
from webapp.i18n import LANGUAGES, translator
from webapp.table_kit.ends import briefing, ending

PEOPLE = ("Ilse", "Tomáš", "Eva", "Jan")


def named(match: Any, viewer: str, language: str = "en") -> tuple[Any, Any]:
    """The screens of the match's game, and its words for a viewer."""
    game = next(it for it in games() if it.key == type(match).__module__.split(".")[1])
    people = dict(zip(match.seats, PEOPLE, strict=False))
    screens: Any = game.screens
    view = match.view(viewer)
    return screens, screens.words(view, translator(language, game.key), people, screens.book(match.journal))


def played(match: Any, seed: int) -> Any:
    rng = random.Random(seed)
    while match.asked:
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    return match


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kind", ["diktat", "invader"])
def test_points_by_where_they_came_from_add_up(kind: str, seed: int) -> None:
    """With nothing unexplained, in either language; the winner's face and name stand above them."""
    new = diktat.Match.new({"players": 3}, seed=seed) if kind == "diktat" else invader.Match.new({}, seed=seed)
    match = played(new, seed)
    for language in LANGUAGES:
        screens, its = named(match, "1", language)
        score = match.outcome["score"]
        sums = {seat: sum(row.get(seat, 0) for _, row in screens.reckoning(its)) for seat in score}
        assert sums == score
        node = ending(screens, its)
        assert node is not None
        said = words(node)
        assert its.tr("plain.points-all") in said
        assert its.tr("plain.points-otherwise") not in said
        winner = match.outcome["winners"][0]
        assert said.strip().startswith(its.player(winner))
        assert any("ending-face" in it.get("c", "") for it in nodes(node))
        assert briefing(screens, its, "1") is None


@pytest.mark.parametrize("kind", ["diktat", "invader"])
def test_a_new_match_is_briefed_and_one_under_way_is_not(kind: str) -> None:
    """Who plays what, whose turn it is; until the first turn of play."""
    match: Any = diktat.Match.new({"players": 3}, seed=1) if kind == "diktat" else invader.Match.new({}, seed=1)
    seat = sorted(match.asked)[0]
    screens, its = named(match, seat)
    node = briefing(screens, its, seat)
    assert node is not None
    assert ending(screens, its) is None
    said = words(node)
    assert all(its.player(it) in said and screens.title(it, its) in said for it in match.seats)
    assert its.tr("plain.question") in said
    rng = random.Random(1)
    for _ in range(16):
        asked = sorted(match.asked)[0]
        match.submit(asked, next(match.commands(asked, rng)))
    assert briefing(*named(match, seat), seat) is None


def test_a_seat_that_moves_on_has_the_other_side() -> None:
    """SET-1: what was drawn stays with the seat."""
    match = played(invader.Match.new({}, seed=3), 3)
    game = next(it for it in games() if it.key == "invader")
    options = game.turned({"invader": "random"}, match)
    assert match.view("1")["sides"][options["invader"]] == "invader"
    again = invader.Match.new(options, seed=99)
    assert again.view("1")["sides"] == match.view("1")["sides"]
