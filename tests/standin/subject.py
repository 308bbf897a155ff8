"""The auction as the conformance suite needs it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Json, SeededChance
from rules.kernel.conformance import Subject
from rules.kernel.journal import Asked
from tests.standin.engine import Bidding, Dealt, Match, Wishing


def probes(match: Any, seat: str) -> Iterator[Json]:
    """Bids and shows of every card."""
    yield {"kind": "wish", "wares": ["clock", "stove"]}
    for card in range(1, 31):
        yield from ({"kind": kind, "card": card} for kind in ("bid", "show"))
    yield {"kind": "propose", "what": "adjustment", "changes": [{"seat": "1", "score": 3}]}


def questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """All queries."""
    yield "unseen", {}
    yield "commands", {}
    for command in probes(match, viewer):
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve"))


def twin(match: Any, viewer: str, rng: random.Random) -> Any:
    """The same auction with other cards where the viewer has not seen them: in hands, in the deal, in sealed bids."""
    state = match.state
    known = {*state.gone, *state.open, *state.hands.get(viewer, ())}
    hidden = [card for card in range(1, 31) if card not in known]
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: Mapping[str, Any]) -> dict[str, Any]:
        return {seat: tuple(sorted(swap.get(c, c) for c in hand)) for seat, hand in cards.items()}

    def resealed(frames: Any) -> tuple[Any, ...]:
        return tuple(
            replace(frame, answers={seat: swap.get(card, card) for seat, card in frame.answers.items()})
            if isinstance(frame, Bidding)
            else replace(frame, answers={s: it if s == viewer else it[::-1] for s, it in frame.answers.items()})
            if isinstance(frame, Wishing)
            else frame
            for frame in frames
        )

    def other(event: Any) -> Any:
        if isinstance(event, Dealt):
            return replace(event, hands=swapped(event.hands))
        if isinstance(event, Asked):
            return replace(event, stack=tuple(codec.dump(resealed(codec.load(list(event.stack))))))
        return event

    codec = match.engine.frames
    stood = replace(state, hands=swapped(state.hands), stack=resealed(state.stack))
    return type(match)(stood, [other(event) for event in match._events], SeededChance(7))


def subject(match: type[Any] = Match) -> Subject:
    """The auction, or a faulty one."""
    return Subject(
        match,
        options=({}, {"players": 2, "lots": 5}, {"players": 5}, {"wishes": True}),
        sealed=frozenset({"bid", "wish"}),
        revealing=frozenset({"wished", "dealt", "lot-came", "taken", "shown", "offered", "replied"}),
        probes=probes,
        questions=questions,
        twin=twin,
    )
