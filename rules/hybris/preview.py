"""What this game declares of its previews (:mod:`rules.kernel.previews`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.hybris import events as ev
from rules.hybris.packs.words import COUNTED
from rules.hybris.state import State
from rules.kernel import Json, Seat
from rules.kernel.previews import Previews

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


def _rows(before: State, after: State, certain: Sequence[Any], seat: Seat) -> list[Json]:
    """What has changed: `{"seat", "word", "from", "to", "clause"}`."""
    clauses: dict[tuple[Seat | None, str], str] = {
        (event.seat, event.word): event.clause for event in certain if isinstance(event, ev.Gained)
    }
    was, now = figures(before), figures(after)
    return [
        {"seat": seat, "word": word, "from": was[seat, word], "to": n, "clause": clauses.get((seat, word), "")}
        for (seat, word), n in now.items()
        if was[seat, word] != n
    ]


PREVIEWS = Previews(_rows, OPENS, (ev.TurnEnded,), ASKED, unsure="cards")
