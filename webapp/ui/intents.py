"""Messages from browsers to live pages, read by the kernel's codec; malformed ones are refused here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar, get_args

from nicegui.events import GenericEventArguments

from rules.kernel.codec import Codec, TaggedCodec
from webapp.security.limits import limits

log = logging.getLogger(__name__)

I = TypeVar("I")  # noqa: E741  # an intent
Handler = Callable[[dict[str, Any]], Any]
"""A handler of raw messages, made by :meth:`Intents.handler`."""


def message(event: GenericEventArguments) -> dict[str, Any]:
    """The message of a component's event; an empty one where it is not an object."""
    return event.args if isinstance(event.args, dict) else {}


class Intents(Generic[I]):
    """The intents of a page: one noun, or a closed union of nouns told apart by the field `tag`."""

    def __init__(self, union: Any, tag: str = "do") -> None:
        self._codec: Codec[I] = TaggedCodec(union, tag) if get_args(union) else Codec(union)
        self._tag = tag

    def read(self, sent: object, session: str) -> I | None:
        """The intent in a message; None where there is none, or where the browser of `session` sends too many. A
        refused message is logged by its tag only: the rest may be a secret."""
        if not limits.take("intent", session):
            return None
        try:
            return self._codec.load(sent)
        except ValueError:
            if limits.take("bad-intent", session):
                log.info("refused a message of a page: %s %r", self._tag, self._tag_of(sent))
            return None

    def handler(self, session: str, act: Callable[[I], Awaitable[object]]) -> Handler:
        """A handler that reads each message of a component and calls `act` with the intent."""

        async def handle(sent: dict[str, Any]) -> None:
            intent = self.read(sent, session)
            if intent is not None:
                await act(intent)

        return handle

    def _tag_of(self, sent: object) -> str:
        tag = sent.get(self._tag) if isinstance(sent, dict) else None
        return tag[:32] if isinstance(tag, str) and tag.isprintable() else "none"
