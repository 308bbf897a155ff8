"""Presence at a table, counted by browser session: a reload, whose pages overlap, is no absence."""

from collections.abc import Iterable
from typing import Literal

Status = Literal["here", "reconnecting", "away"]


class Presence:
    """The open pages of one table. A page is known by a key of its own; only its session is visible to others."""

    def __init__(self) -> None:
        self._session_of: dict[str, str] = {}  # by page
        self._pages: dict[str, dict[str, bool]] = {}  # by session, then page: whether it is connected

    def arrive(self, page: str, session: str) -> None:
        """A page has connected, for the first time or again."""
        self.depart(page)
        self._session_of[page] = session
        self._pages.setdefault(session, {})[page] = True

    def drop(self, page: str) -> None:
        """A page has lost its connection and may come back."""
        if page in self._session_of:
            self._pages[self._session_of[page]][page] = False

    def depart(self, page: str) -> None:
        """A page is closed."""
        session = self._session_of.pop(page, None)
        if session is not None:
            pages = self._pages[session]
            del pages[page]
            if not pages:
                del self._pages[session]

    def of(self, session: str) -> Status:
        """The status of a browser."""
        pages = self._pages.get(session)
        if pages is None:
            return "away"
        return "here" if any(pages.values()) else "reconnecting"

    def present_browsers(self) -> set[str]:
        """The present browsers, with a seat or without."""
        return {session for session, pages in self._pages.items() if any(pages.values())}

    def watching(self, seated: Iterable[str]) -> int:
        """The number of present browsers without a seat."""
        return len(self.present_browsers() - set(seated))
