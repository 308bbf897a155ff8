"""The description of a game that the suite needs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.seats import Seat, Viewer


def _nothing(*_: Any) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True)
class Subject:
    """A game under test, with what the suite cannot find out by itself."""

    match: type[Any]
    """The game's `Match` class."""
    options: Sequence[Json] = ({},)
    """The options of the matches, used in turn."""
    supplies: Mapping[str, Any] = field(default_factory=dict)
    matches: int = 3
    """Number of matches to play."""
    looks: int = 8
    """Number of moments of each match that the expensive cases examine."""
    longest: int = 3_000
    """The number of commands after which every random match has ended."""
    sealed: frozenset[str] = frozenset()
    """Kinds of commands that only their own seat may know."""
    revealing: frozenset[str] = frozenset()
    """Kinds of events that reveal something or hold chance: after one, twins may differ."""
    probes: Callable[[Any, Seat], Iterable[Json]] = _nothing
    """Commands that a seat might send to find out a secret."""
    questions: Callable[[Any, Viewer], Iterable[tuple[str, Json]]] = _nothing
    """Queries that a viewer might make, as name and parameters; each query of the match at least once."""
    twin: Callable[[Any, Viewer, random.Random], Any] | None = None
    """A match whose view and past are the same for the viewer, with everything hidden from them exchanged. `imagine`
    cannot make one, as its worlds have no past. None where no such match can be made."""
