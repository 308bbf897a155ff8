"""The certain effects of a command, without giving it: the same command in several worlds imagined for its seat, up to
the first thing that is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.hybris import events as ev
from rules.hybris.evolve import evolve
from rules.hybris.packs.words import COUNTED
from rules.hybris.state import State
from rules.kernel import Json, Seat

WORLDS = 4
OPENS: Mapping[type, str] = {
    ev.Attracted: "chaos-card", ev.ChaosCard: "chaos-card", ev.ChaosShuffled: "chaos-card",
    ev.MomentumGained: "momentum", ev.Drew: "cards", ev.DeckShuffled: "cards", ev.Looked: "exploration",
    ev.PremonitionsDrawn: "premonitions", ev.PremonitionGot: "premonitions", ev.TechnologyShown: "technology",
    ev.Compared: "commit", ev.CityDestroyed: "city", ev.PlansClosed: "plans",
}  # fmt: skip
"""What each kind of event that shows something leaves open before it happens."""
ASKED: Mapping[str, str] = {"commit": "commit", "intercept": "intercept", "choose": "choice", "reward": "choice"}
"""What is left open by a question."""
Figures = Mapping[tuple[Seat | None, str], int]


def certain(before: State, events: Iterable[Any]) -> tuple[State, str | None, dict[tuple[Seat | None, str], str]]:
    """The state after the events up to the first that shows something, what that leaves open, and the clause by which
    each figure was gained."""
    state, clauses = before, dict[tuple[Seat | None, str], str]()
    for event in events:
        if type(event) in OPENS:
            return state, OPENS[type(event)], clauses
        if isinstance(event, ev.TurnEnded):
            return state, None, clauses
        if isinstance(event, ev.Gained):
            clauses[event.seat, event.word] = event.clause
        state = evolve(state, event)
    return state, None, clauses


def figures(state: State) -> Figures:
    """The figures that all see."""
    counts: dict[tuple[Seat | None, str], int] = {
        (None, "camp"): state.camp,
        (None, "well"): state.well,
        (None, "space"): state.chaos.space,
        (None, "momentum"): len(state.chaos.momentum),
    }
    for seat, mat in state.mats.items():
        counts |= {(seat, word): mat.has(word) for word in COUNTED}
        counts |= {(seat, track): at for track, at in mat.steps.items()}
        counts[seat, "foreman"] = int(mat.foreman)
        counts[seat, "card"] = len(state.hands.get(seat, ()))
        counts[seat, "task"] = sum(len(tile.tasks) for tile in mat.tiles.values())
        counts[seat, "tile"] = mat.active_tiles
        counts[seat, "improvement"] = mat.improvements
    return counts


def rows(before: State, after: State, clauses: Mapping[tuple[Seat | None, str], str]) -> list[Json]:
    """What has changed: `{"seat", "word", "from", "to", "clause"}`."""
    was, now = figures(before), figures(after)
    return [
        {"seat": seat, "word": word, "from": was[seat, word], "to": n, "clause": clauses.get((seat, word), "")}
        for (seat, word), n in now.items()
        if was[seat, word] != n
    ]


def waits(asked: Mapping[Seat, Any]) -> str | None:
    """What the questions after a command leave open."""
    return next((ASKED[question.kind] for question in asked.values() if question.kind in ASKED), None)


def agreed(outcomes: Sequence[list[Json]]) -> list[Json]:
    """What is the same in every world."""
    return [row for row in outcomes[0] if all(row in rows for rows in outcomes)]
