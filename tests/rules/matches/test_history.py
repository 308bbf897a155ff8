"""Looking back: a match at each of its moments, for whom it was what, and what is believed of one from elsewhere."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.kernel import Viewer
from rules.kernel.history import MOST_EVENTS
from rules.olomoc import Match
from rules.olomoc.engine import MOST_THINGS
from rules.olomoc.history import History
from rules.olomoc.seats import SEATS, Seat, other
from tests.rules.twins import twin

Json = dict[str, Any]
VIEWERS: tuple[Viewer, ...] = ("1", "2", "spectator")


def played(seed: int, most: int = 400) -> Iterator[Match]:
    """A random match, as it stands after each command."""
    match, rng = Match.new({"agenda": "survey", "composition": "secret"}, seed), random.Random(seed)
    yield match
    for _ in range(most):
        if not match.asked:
            return
        seat = rng.choice(list(match.asked))
        undone = rng.random() < 0.05 and match.check(seat, {"kind": "undo"}) is None
        match.submit(seat, {"kind": "undo"} if undone else next(match.commands(seat, rng)))
        yield match


@cache
def whole(seed: int) -> Match:
    *_, match = played(seed)
    return match


def open_part(view: Json) -> Json:
    """All but the question, whose options are not looked back at."""
    return {key: value for key, value in view.items() if key != "decision"}


SEEDS = [0, 1, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 3))]


@pytest.mark.parametrize("seed", SEEDS)
def test_looking_back_shows_what_was_shown_then(seed: int) -> None:
    """At every question of a match, undone ones too, each viewer is shown again what the live view showed them."""
    shown: list[tuple[int, dict[Viewer, Json]]] = []
    for match in played(seed):
        last = len(match.journal) - 1
        shown.append((last, {viewer: open_part(match.view(viewer)) for viewer in VIEWERS}))
    history = match.history()
    for n, views in shown:
        for viewer, view in views.items():
            assert open_part(history.view(n, viewer)) == view


@pytest.mark.parametrize("seed", SEEDS)
def test_no_moment_tells_more_than_the_next_question_did(seed: int) -> None:
    """Between two questions, too, ministries in a hand are their owner's (SET-5) and plans lie face down (CYC-3)."""
    match = whole(seed)
    history, journal = match.history(), match.journal
    turned: dict[Seat, set[str]] = {"1": set(), "2": set()}
    for n, event in enumerate(journal):
        if event["kind"] == "revealed":
            for seat, card in event["cards"].items():
                turned[seat].add(card)
        own = {seat: history.view(n, seat) for seat in SEATS}
        for seat in SEATS:
            hidden = set(own[seat]["ministries"]) - turned[seat]
            for view in (own[other(seat)], history.view(n, "spectator")):
                # A rouage's profile names the ministries it serves, by the same words.
                shown = json.dumps({key: value for key, value in view.items() if key not in ("log", "rouages")})
                assert not [card for card in hidden if f'"{card}"' in shown]
                face_up = view["turned"] if view["planned"][seat] else 0
                assert all(card is None for card in view["slots"][seat][face_up:])
    for viewer in VIEWERS:
        assert history.view(history.last, viewer).keys() == match.view(viewer).keys()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twins_have_the_same_past(viewer: Viewer) -> None:
    """The history shows a viewer no more of either twin than the match itself does: at every moment of it, in the midst
    of commands too."""
    differed = 0
    for step, match in enumerate(played(4, most=170)):
        if step % 30 != 17:
            continue
        other_one = twin(match, viewer, random.Random(step))
        history, twins = match.history(), other_one.history()
        differed += match.journal != other_one.journal
        assert history.log(viewer) == twins.log(viewer)
        for n in range(history.last + 1):
            assert history.view(n, viewer) == twins.view(n, viewer), f"moment {n} after {step} commands"
    assert differed >= 4


def test_history_shows_no_question_in_the_middle_of_a_command() -> None:
    """GEN-2: only where a command has been carried out in full does somebody owe an answer."""
    match = whole(1)
    history = match.history()
    for n, event in enumerate(match.journal):
        waiting = history.view(n, "spectator")["waiting"]
        assert sorted(waiting) == (sorted(event["asked"]) if event["kind"] == "asked" else [])


def test_everything_is_shown_when_it_is_over_and_not_before() -> None:
    running = next(match for match in played(2) if len(match.journal) > 60)
    history = running.history()
    for look in (lambda: history.view(3, "everyone"), lambda: history.log("everyone")):
        with pytest.raises(ValueError, match="nobody sees everything"):
            look()
    match = whole(2)
    history = match.history()
    planned = next(n for n, event in enumerate(match.journal) if event["kind"] == "planned")
    seen = history.view(planned, "everyone")
    seat = match.journal[planned]["seat"]
    assert seen["plans"][seat] == match.journal[planned]["slots"]
    assert seen["hands"] == {seat: history.view(planned, seat)["hand"] for seat in SEATS}
    assert seen["log"][planned]["slots"] == match.journal[planned]["slots"]
    assert "packs" in seen["log"][0]
    assert len(json.dumps(seen["log"][0])) < 1_000  # cards are named, not copied


def test_a_known_history_is_extended_by_the_new_events() -> None:
    known: History | None = None
    for match in played(4, most=60):
        known = match.history(known)
        assert known.last == len(match.journal) - 1
    fresh = match.history()
    for n in range(fresh.last + 1):
        assert known is not None
        assert known.view(n, "1") == fresh.view(n, "1")
    another = whole(5)
    assert another.history(known).view(3, "2") == another.history().view(3, "2")


def test_a_match_goes_on_from_any_question() -> None:
    """A journal cut after a question replays to a match that stands there, hands and plans included, and ends."""
    match = whole(3)
    history, rng = match.history(), random.Random(0)
    assert history.over
    for n in rng.sample(range(2, history.last), 12):
        at = history.asked(n)
        if at is None:
            assert not any(event.get("asked") for event in match.journal[: n + 1])
            continue
        again = Match.replay({}, history.until(at), seed=n)
        assert again.view("1") | {"decision": None} == history.view(at, "1")
        assert again.asked
        assert again.outcome is None
    for _ in range(3_000):
        if not again.asked:
            break
        seat = next(iter(again.asked))
        again.submit(seat, next(again.commands(seat, rng)))
    assert again.outcome is not None


def test_a_moment_that_never_was() -> None:
    history = whole(1).history()
    for n in (-1, history.last + 1):
        with pytest.raises(ValueError, match="no moment"):
            history.view(n, "spectator")


# ---- from elsewhere --------------------------------------------------------------------------------------------------


def test_a_sound_journal_is_described() -> None:
    match = whole(1)
    facts = Match.examine(json.loads(json.dumps(match.journal)))
    assert facts["outcome"] == match.outcome
    assert (facts["over"], facts["last"]) == (True, len(match.journal) - 1)
    assert facts["options"] == match.view("spectator")["options"]
    assert [pack["id"] for pack in facts["packs"]] == ["core"]


def test_a_match_that_goes_on_says_so() -> None:
    running = next(match for match in played(1) if len(match.journal) > 40)
    assert Match.examine(running.journal)["over"] is False


def forged(change: str) -> list[Json]:
    journal = copy.deepcopy(whole(1).journal)
    wounded = next(n for n, event in enumerate(journal) if event["kind"] == "wounded")
    match change:
        case "nothing":
            return []
        case "no beginning":
            return journal[1:]
        case "a gap":
            del journal[5]
        case "an unknown kind":
            journal[7]["kind"] = "miracle"
        case "an unknown piece":
            journal[wounded]["piece"] = "nobody"
        case "a figure that is none":
            journal[wounded]["checked"] = "many"
        case "back to the future":
            journal[9] = {"n": 9, "kind": "rewound", "seat": "1", "to": 5_000, "why": "undo"}
        case "no cards":
            journal[0]["packs"] = []
        case "forged cards":
            journal[0]["packs"][0]["rouages"] = {"x": {"id": "x"}}
        case "no such frame":
            next(event for event in journal if event["kind"] == "asked")["stack"] = [{"frame": "hole"}]
        case "too much of it":
            journal += [{"n": n, "kind": "traque", "change": 0, "now": 0} for n in range(len(journal), MOST_EVENTS + 1)]
        case "too many things":
            size = {"at": [0, 0], "size": 30, "tinted": False, "kind": "marker-placed"}
            journal += [{"n": len(journal) + n, "marker": f"m{n}", **size} for n in range(MOST_THINGS + 1)]
    return journal


@pytest.mark.parametrize(
    "change",
    [
        "nothing", "no beginning", "a gap", "an unknown kind", "an unknown piece", "a figure that is none",
        "back to the future", "no cards", "forged cards", "no such frame", "too much of it", "too many things",
    ],
)  # fmt: skip
def test_a_forged_journal_is_refused(change: str) -> None:
    """A forgery raises ValueError and nothing else, whatever is in it."""
    with pytest.raises(ValueError, match=r".+"):
        Match.examine(forged(change))
