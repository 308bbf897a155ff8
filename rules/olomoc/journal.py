"""A journal folded into a state: events are facts, so nothing is rolled or decided again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.kernel import ScriptedDice
from rules.olomoc import events as ev
from rules.olomoc.evolve import evolve
from rules.olomoc.frames import RollOff
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import merged
from rules.olomoc.position import OPTIONS, parse
from rules.olomoc.state import State


def fold(events: Sequence[ev.Event]) -> State:
    """The state after these events, the first of which began the match. Raises ValueError for a journal that is
    none."""
    states: list[State] = []
    for event in events:
        states.append(after(states, event))
    if not states:
        raise ValueError("a journal begins with the event that began the match")
    return states[-1]


def after(states: Sequence[State], event: ev.Event) -> State:
    """The state after an event, given those after each one before it. Raises ValueError where it cannot come now."""
    if not states:
        if not isinstance(event, ev.Began):
            raise ValueError("a journal begins with the event that began the match")
        return start(event)
    if isinstance(event, ev.Rewound):
        if not 0 < event.to <= len(states):
            raise ValueError("a journal goes back to an event that is not there")
        return states[event.to - 1]
    return evolve(states[-1], event)


def start(began: ev.Began) -> State:
    """The state that a match began with. Its position was printed in full, so nothing is left to chance."""
    pack = embedded(began.packs)
    if began.position is not None:
        return parse(began.position, ScriptedDice([]), pack)
    return State(pack=pack, options=OPTIONS.load(dict(began.options)), stack=(RollOff(),))


def embedded(packs: Sequence[Mapping[str, Any]]) -> Pack:
    """The pack that a match is played with, from what its first event embeds. Matches of the same cards share it."""
    if not packs:
        raise ValueError("a journal embeds the packs that its match is played with")
    return _read(tuple(json.dumps(pack) for pack in packs))


@lru_cache(maxsize=16)
def _read(packs: tuple[str, ...]) -> Pack:
    return merged([Pack.from_json(json.loads(pack)) for pack in packs])


def asked_before(events: Sequence[ev.Event], n: int) -> int | None:
    """The number of the last `Asked` before event `n` that is still part of the story: what was undone is skipped."""
    while n > 0:
        n -= 1
        event = events[n]
        if isinstance(event, ev.Rewound):
            n = event.to
        elif isinstance(event, ev.Asked) and not (n > 0 and isinstance(events[n - 1], ev.Rewound)):
            return n
    return None
