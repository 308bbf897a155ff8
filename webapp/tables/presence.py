"""Presence at a table, counted by browser session: a reload, whose pages overlap, is no absence."""

from collections.abc import Iterable
from typing import Literal

Status = Literal["here", "reconnecting", "away", "bot"]


class Presence:
    """The pages open on one table. A page is known by a key of its own; only its session matters to anyone."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[str, bool]] = {}

    def arrive(self, page: str, session: str) -> None:
        """A page is connected, for the first time or again."""
        self._pages[page] = (session, True)

    def drop(self, page: str) -> None:
        """A page lost its connection and may come back."""
        if page in self._pages:
            self._pages[page] = (self._pages[page][0], False)

    def depart(self, page: str) -> None:
        """A page is gone for good."""
        self._pages.pop(page, None)

    def of(self, session: str) -> Status:
        """How the browser ``session`` is present."""
        connected = [is_connected for its, is_connected in self._pages.values() if its == session]
        if any(connected):
            return "here"
        return "reconnecting" if connected else "away"

    def here(self) -> set[str]:
        """The browsers that are here, with a seat or without."""
        return {session for session, is_connected in self._pages.values() if is_connected}

    def watching(self, seated: Iterable[str]) -> int:
        """How many browsers are here without a seat."""
        return len(self.here() - set(seated))
