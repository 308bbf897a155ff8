"""Presence at a table, counted by browser session: a reload, whose pages overlap, is no absence."""

from collections.abc import Iterable
from typing import Literal

Status = Literal["here", "reconnecting", "away", "bot"]


class Presence:
    """The pages open on one table. A page is known by a key of its own; only its session matters to anyone."""

    def __init__(self) -> None:
        self._session_of: dict[str, str] = {}  # by page
        self._pages: dict[str, dict[str, bool]] = {}  # by session, then page: whether it is connected

    def arrive(self, page: str, session: str) -> None:
        """A page is connected, for the first time or again."""
        self.depart(page)
        self._session_of[page] = session
        self._pages.setdefault(session, {})[page] = True

    def drop(self, page: str) -> None:
        """A page lost its connection and may come back."""
        if page in self._session_of:
            self._pages[self._session_of[page]][page] = False

    def depart(self, page: str) -> None:
        """A page is gone for good."""
        session = self._session_of.pop(page, None)
        if session is not None:
            pages = self._pages[session]
            del pages[page]
            if not pages:
                del self._pages[session]

    def of(self, session: str) -> Status:
        """How the browser ``session`` is present."""
        pages = self._pages.get(session)
        if pages is None:
            return "away"
        return "here" if any(pages.values()) else "reconnecting"

    def here(self) -> set[str]:
        """The browsers that are here, with a seat or without."""
        return {session for session, pages in self._pages.items() if any(pages.values())}

    def watching(self, seated: Iterable[str]) -> int:
        """How many browsers are here without a seat."""
        return len(self.here() - set(seated))
