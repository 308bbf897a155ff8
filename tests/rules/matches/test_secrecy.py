"""Non-interference: what a viewer cannot know changes nothing of what they are told, at any step of any match."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.kernel.audience import Seen
from rules.kernel.journal import Began
from rules.olomoc import Match, Refusal
from rules.olomoc import engine as facade
from rules.olomoc import events as ev
from rules.olomoc import view as views
from rules.olomoc.flow import adjustments, cycle
from rules.olomoc.seats import SEATS, other
from tests.rules.table import CABALS, MINISTRIES, PLANS, cabal, planning, written
from tests.rules.table import cycle as planned
from tests.rules.twins import VIEWERS, Told, go_on, twin

Build = Callable[[], Match]


def dealt_unseen() -> Match:
    """A match taken up where no ministry lies open: neither player can tell what the other holds."""
    pieces = [piece for seat, ids in CABALS.items() for piece in cabal(seat, *ids)]
    return Match.from_position(written(*pieces, ministries=MINISTRIES), seed=2)


MATCHES: dict[str, tuple[Build, set[str]]] = {
    "bench, secret": (
        lambda: Match.new({"agenda": "skirmish", "composition": "secret"}, 1),
        {"1: composed", "spectator: composed", "spectator: ministries"},
    ),
    "hostile from the start, secret": (
        lambda: Match.new({"agenda": "gargoule", "composition": "secret"}, 2),
        {"1: composed", "spectator: ministries"},
    ),
    "markers, drafted": (
        lambda: Match.new({"agenda": "survey", "composition": "draft"}, 2),
        {"spectator: ministries"},
    ),
    "hands unseen": (dealt_unseen, {"1: ministries", "2: ministries", "spectator: ministries"}),
}
"""Whole matches, and what of it twins must have differed in, besides plans and the pile."""


LONG = {"hostile from the start, secret", "markers, drafted"}
"""These are played to their end by `make soak`."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.soak) if n in LONG else n for n in MATCHES])
def test_twins_are_told_the_same(name: str) -> None:
    """SET-5, SET-6, CAB-3, CYC-3: views, logs, decisions, legal commands, refusals and imagined worlds are the same
    for each seat and for a spectator, whatever the hidden cards and the dice to come are."""
    build, hidden = MATCHES[name]
    match = build()
    differed = go_on(match, 7)
    assert match.outcome is not None
    assert differed >= hidden | {f"{viewer}: {key}" for viewer in VIEWERS for key in ("artefact", "plans")}


@pytest.mark.parametrize("name", MATCHES)
def test_a_twin_is_a_match_of_its_own(name: str) -> None:
    """Its journal folds into its position, so that what is compared could have happened."""
    match, rng = MATCHES[name][0](), Random(3)
    for n in range(60):
        if n % 12 == 5:
            for viewer in VIEWERS:
                made = twin(match, viewer, rng)
                assert Match.replay({}, made.journal).position() == made.position()
        seat = rng.choice(list(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))


# ---- what of it is redacted, one at a time ---------------------------------------------------------------------------

Broken = Callable[[pytest.MonkeyPatch], None]


def shows(kind: type[Any]) -> Broken:
    """Events of this kind are shown whole."""
    honest = facade.OLOMOC.seen

    def seen(instance: Any, whole: Any = None) -> Any:
        return Seen(ev.CODEC.dump(instance)) if isinstance(instance, kind) else honest(instance, whole)

    return lambda patch: patch.setattr(facade.OLOMOC, "seen", seen)


def adds(leak: Callable[[Any], Any]) -> Broken:
    """The view has something of the state too much."""
    honest = facade.open_view
    return lambda patch: patch.setattr(facade, "open_view", lambda state: honest(state) | {"leak": leak(state)})


def peeks(patch: pytest.MonkeyPatch) -> None:
    """The view tells the next die."""
    honest = Match.view

    def view(match: Match, viewer: Any, since: int = 0) -> Any:
        return honest(match, viewer, since) | {"next": copy.deepcopy(match._chance).roll(1)}

    patch.setattr(Match, "view", view)


def keeps(key: str) -> Broken:
    """Imagined worlds keep something as it really is."""
    honest = facade.imagined

    def imagined(state: Any, viewer: Any, rng: Any) -> Any:
        return replace(honest(state, viewer, rng), **{key: getattr(state, key)})

    return lambda patch: patch.setattr(facade, "imagined", imagined)


def refuses(patch: pytest.MonkeyPatch) -> None:
    """A plan is refused with what the other has planned."""
    honest = cycle.plan_fault

    def fault(state: Any, seat: Any, slots: Any) -> Any:
        refusal = honest(state, seat, slots)
        return refusal and replace(refusal, params={**refusal.params, "facing": list(state.plans.values())})

    patch.setattr(cycle, "plan_fault", fault)


def probes(patch: pytest.MonkeyPatch) -> None:
    """A change of the other's hand is refused otherwise if the card is there."""
    honest = adjustments.read

    def read(state: Any, rows: Any, by: Any) -> Any:
        change = honest(state, rows, by)
        theirs = state.ministries[other(by)]
        held = isinstance(change, Refusal) and change.params.get("card") in theirs
        return replace(change, code="there") if held else change

    patch.setattr(adjustments, "read", read)


def turns(patch: pytest.MonkeyPatch) -> None:
    """Every slot is seen as soon as it is laid."""
    honest = views.open_view
    patch.setattr(facade, "open_view", lambda state: honest(replace(state, turned=5)) | {"turned": 0})


LEAKS: dict[str, tuple[str, Broken]] = {
    "hands in the log": ("bench, secret", shows(ev.MinistriesDealt)),
    "the pile in the log": ("bench, secret", shows(ev.Shuffled)),
    "cabals in the log": ("bench, secret", shows(ev.Composed)),
    "plans in the log": ("hands unseen", shows(ev.Planned)),
    "the position at the start": ("hands unseen", shows(Began)),
    "hands in the view": ("hands unseen", adds(lambda state: {s: sorted(state.ministries[s]) for s in SEATS})),
    "the top of the pile": ("hands unseen", adds(lambda state: state.artefact[:1])),
    "plans in the view": ("hands unseen", adds(lambda state: dict(state.plans))),
    "cabals in the view": ("bench, secret", adds(lambda state: [c.faction for c in state.composed.values()])),
    "slots not turned": ("hands unseen", turns),
    "the dice": ("hands unseen", peeks),
    "refusals": ("hands unseen", refuses),
    "proposals": ("hands unseen", probes),
    "imagined piles": ("bench, secret", keeps("artefact")),
    "imagined hands": ("hands unseen", keeps("ministries")),
    "imagined plans": ("hands unseen", keeps("plans")),
    "imagined cabals": ("bench, secret", keeps("composed")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_no_redaction_can_be_taken_out(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any one of them broken, twins can be told apart."""
    name, broken = LEAKS[leak]
    match = MATCHES[name][0]()
    broken(monkeypatch)
    with pytest.raises(Told):
        go_on(match, 7, most=40)


# ---- imagined worlds -------------------------------------------------------------------------------------------------


def test_worlds_differ_only_in_what_is_hidden() -> None:
    """Of two worlds imagined for the same viewer both are as the viewer knows the table, and they are not the same."""
    table = planning(fallen="coordination")
    table.plan("1", *PLANS["1"])
    for viewer in VIEWERS:
        worlds = [table.match.imagine(viewer, seed).position() for seed in range(6)]
        assert len({str(world["artefact"]) for world in worlds}) == len(worlds)
        assert (len({str(world["plans"]) for world in worlds}) == 1) is (viewer == "1")
        hands = {str({seat: sorted(hand) for seat, hand in world["ministries"].items()}) for world in worlds}
        assert (len(hands) == 1) is (viewer != "spectator")  # a player can tell what is left for the other


def test_a_plan_holds_those_who_fell_since() -> None:
    """CYC-7: a rouage put out of combat after planning still lies in its slot in every imagined world."""
    table = planning()
    for seat in SEATS:
        table.plan(seat, *PLANS[seat])
    position = table.match.position()
    fallen = next(r for r in position["rouages"] if r["id"] == "jana")
    fallen.update(at=None, out=True)
    match = Match.from_position(position, seed=1)
    for seed in range(5):
        plan = match.imagine("1", seed).position()["plans"]["2"]
        assert len(plan) == 5
        assert "jana" in plan


def test_slots_exchanged_by_agreement_can_be_imagined() -> None:
    """MIN-1: a ministry that came to lie where no ministry of that hand may: worlds are found all the same."""
    table = planned()
    lie = PLANS["2"].index("effort") + 1
    barred = [slot for slot in range(2, 6) if slot not in table.match.state.pack.ministries["effort"].slots]
    swap = {"seat": "2", "swap": [lie, barred[0]]}
    table.do("propose", seat="2", what="adjustment", changes=[swap])
    table.do("adjust", accept=True)
    plan = table.match.position()["plans"]["2"]
    assert plan.index("effort") + 1 == barred[0]
    for viewer in ("1", "spectator"):
        imagined = table.match.imagine(viewer, 4).position()["plans"]["2"]
        assert len(imagined) == 5
        assert imagined[0] == plan[0]
