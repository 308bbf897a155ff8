"""Files of ours put together in one, so that a page asks for one instead of many."""

from __future__ import annotations

from fastapi import Response
from nicegui import app

from webapp.base.addresses import below
from webapp.base.settings import STATIC
from webapp.security.headers import KEEP
from webapp.ui.theme import digest


class JoinedFiles:
    """Joined files of one kind, by the part of their address that tells them apart. `path` is below the address of
    static files: what holds for those holds for these."""

    def __init__(self, path: str, suffix: str, media_type: str) -> None:
        self._path = path
        self._suffix = suffix
        self._media_type = media_type
        self._texts: dict[str, str] = {}
        self._known: dict[tuple[str, ...], str] = {}

    def static(self, *paths: str) -> str:
        """The address of these files of ``static/`` in one, in this order."""
        if paths not in self._known:
            self._known[paths] = self.address("\n".join((STATIC / path).read_text(encoding="utf-8") for path in paths))
        return self._known[paths]

    def address(self, text: str) -> str:
        """The address of this text; it changes with it, so that browsers may cache it for good."""
        name = digest(text.encode())
        self._texts[name] = text
        return below(f"{self._path}/{name}{self._suffix}")

    def register(self) -> None:
        """Puts them at their addresses; before the static files, whose address begins the same."""
        app.get(f"{self._path}/{{name}}{self._suffix}", include_in_schema=False)(self._answer)

    async def _answer(self, name: str) -> Response:
        text = self._texts.get(name)
        if text is None:
            return Response(status_code=404)
        answer = Response(text, media_type=self._media_type)
        answer.raw_headers.append(KEEP)
        return answer
