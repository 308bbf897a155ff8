"""The history of a match of this game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Json
from rules.kernel import history as kernel
from rules.kernel import journal as journals
from rules.olomoc.engine import OLOMOC
from rules.olomoc.state import State


class History(kernel.History[State]):
    """The moments of one match.

    >>> from rules.olomoc import Match
    >>> match = Match.from_position({"rouages": [{"id": "petra", "seat": "1", "card": "petra-kantor"}]}, seed=1)
    >>> past = match.history()
    >>> past.last, past.view(0, "spectator")["waiting"], past.view(past.last, "spectator")["waiting"]
    (1, {}, {'1': 'plan', '2': 'plan'})
    """

    def __init__(self) -> None:
        super().__init__(OLOMOC)

    @classmethod
    def of(cls, journal: Sequence[Json]) -> History:
        """The history that a journal tells. Raises ValueError for a journal that is none."""
        history = cls()
        history.follow(journals.read(OLOMOC, journal))
        return history
