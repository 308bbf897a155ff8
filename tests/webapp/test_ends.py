"""Both ends of a match: the briefing while it is new, and points that add up to the final score."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import blade, diktat, hybris, invader
from tests import goldens
from tests.webapp.test_plain_table import nodes, words
from webapp.games import games
from webapp.i18n import LANGUAGES, translator
from webapp.table_kit.ends import briefing, ending
from webapp.ui.tree import el

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
        text = words(node)
        assert its.tr("plain.points-all") in text
        assert its.tr("plain.points-otherwise") not in text
        winner = match.outcome["winners"][0]
        assert text.strip().startswith(its.player(winner))
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
    text = words(node)
    assert all(its.player(it) in text and screens.title(it, its) in text for it in match.seats)
    assert its.tr("plain.question") in text
    rng = random.Random(1)
    for _ in range(16):
        asked = sorted(match.asked)[0]
        match.submit(asked, next(match.commands(asked, rng)))
    assert briefing(*named(match, seat), seat) is None


def finished(name: str) -> Any:
    golden = goldens.load(name)
    return goldens.match_of(name).replay(golden["options"], golden["journal"])


@pytest.mark.parametrize("name", ["hybris/points-whole", "hybris/ascension-3", "hybris/points-4"])
def test_victory_points_of_the_olympians_add_up(name: str) -> None:
    """RES-4, END-1: whatever ended it."""
    match = finished(name)
    screens, its = named(match, "1")
    score = match.outcome["score"]
    assert {seat: sum(row.get(seat, 0) for _, row in screens.reckoning(its)) for seat in score} == score
    text = words(ending(screens, its))
    assert its.tr("plain.points-all") in text
    assert its.tr("plain.points-otherwise") not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_loss_of_all_is_told_as_one(language: str) -> None:
    """END-2: in everybody's name, with all their faces in grey."""
    screens, its = named(finished("hybris/chaos-3"), "1", language)
    node = ending(screens, its)
    assert node is not None
    assert its.tr("outcome.nobody-chaos") in words(node)
    faces = [it for it in nodes(node) if "ending-face" in it.get("c", "").split()]
    assert len(faces) == 3
    assert all("is-out" in it["c"] for it in faces)


def test_a_scenario_ends_with_its_aim_and_with_who_fell() -> None:
    """The heroes' aim where they have won; WIN-5: a side whose time is up has not met the end of the turn track."""
    screens, its = named(finished("blade/ledger"), "2")
    text = words(ending(screens, its))
    assert its.tr("outcome.ledger") in text
    assert "leave with the ledger" in text
    spent = dict(screens.figures(its))[its.tr("ending.spent")]
    on = {"movement": 0, "melee": 1, "ranged": 1, "guard": 2}
    counts = {seat: [0, 0, 0] for seat in its.players}
    for event in its.view["log"]:
        if event["kind"] == "spent" and event["on"] in on:
            counts[its.holder(event["who"]) or "1"][on[event["on"]]] += event["count"]
    assert spent == {seat: " · ".join(map(str, row)) for seat, row in counts.items()}
    assert sum(counts["2"])
    drawn = dict(screens.figures(its))[its.tr("ending.by-round")]
    charts = [it for it in nodes(drawn["2"]) if "spent-chart" in it.get("c", "").split()]
    assert [it["k"] for it in charts] == [f"spent-{hero}" for hero in its.view["players"]["2"]]
    blocks = [it for it in nodes(drawn["2"]) if it.get("c") in ("is-steps", "is-blows", "is-guards")]
    assert sum(int(it["style"].removeprefix("--n: ")) for it in blocks) == sum(counts["2"])
    assert f"carried {its.called('ledger')} out" in words(el("div", screens.feats(its)))
    lost, of = named(finished("blade/dead"), "1")
    assert of.tr("ending.fallen") in words(ending(lost, of))
    screens, its = named(finished("blade/time"), "1")
    assert its.tr("outcome.time") in words(ending(screens, its))
    assert "struck down Dock Bravo, 2 wounds dealt" in words(el("div", screens.feats(its)))
    screens, its = named(finished("blade/late"), "1")
    text = words(ending(screens, its))
    assert its.tr("outcome.clock") in text
    assert "before space 10" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_heroes_and_gods_are_introduced(language: str) -> None:
    """With who they are and what they are after, until a seat's first answer."""
    match: Any = blade.Match.new({"scenario": "ledger", "players": 2, "heroes": 3}, seed=1)
    screens, its = named(match, "2", language)
    text = words(briefing(screens, its, "2"))
    assert all(its.called(it) in text for it in its.view["players"]["2"])
    assert its.tr("scenario.side-overlord") in text
    match.submit("2", next(match.commands("2", random.Random(1))))
    assert briefing(*named(match, "2", language), "2") is None
    assert briefing(*named(match, "1", language), "1") is not None
    gods = hybris.Match.new({"players": 3}, seed=1)
    first = sorted(gods.asked)[0]
    screens, its = named(gods, first, language)
    text = words(briefing(screens, its, first))
    assert all(its.god_name(it) in text for it in its.players)
    gods.submit(first, next(gods.commands(first, random.Random(1))))
    assert briefing(*named(gods, first, language), first) is None


def test_a_seat_that_moves_on_has_the_other_side() -> None:
    """SET-1: what was drawn stays with the seat."""
    match = played(invader.Match.new({}, seed=3), 3)
    game = next(it for it in games() if it.key == "invader")
    options = game.turned({"invader": "random"}, match)
    assert match.view("1")["sides"][options["invader"]] == "invader"
    again = invader.Match.new(options, seed=99)
    assert again.view("1")["sides"] == match.view("1")["sides"]
