"""What browsers send to live pages: messages read by the kernel's codec, refused in one place."""

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
"""Takes a message as it came: :meth:`Intents.handler` makes one."""


def message(event: GenericEventArguments) -> dict[str, Any]:
    """What a component sent; anything but an object counts as an empty one."""
    return event.args if isinstance(event.args, dict) else {}


class Intents(Generic[I]):
    """What a page understands: one noun, or a closed union of them, each with its own value of the field ``tag``."""

    def __init__(self, union: Any, tag: str = "do") -> None:
        self._codec: Codec[I] = TaggedCodec(union, tag) if get_args(union) else Codec(union)
        self._tag = tag

    def read(self, sent: object, session: str) -> I | None:
        """The intent that a message writes; None where it writes none, or where the browser of ``session`` sends too
        many. What it wrote goes into the log by its tag alone: the rest may be a secret."""
        if not limits.take("intent", session):
            return None
        try:
            return self._codec.load(sent)
        except ValueError:
            if limits.take("bad-intent", session):
                log.info("refused a message of a page: %s %r", self._tag, self._tag_of(sent))
            return None

    def handler(self, session: str, act: Callable[[I], Awaitable[object]]) -> Handler:
        """Reads each message of a component and has ``act`` do what it means."""

        async def handle(sent: dict[str, Any]) -> None:
            intent = self.read(sent, session)
            if intent is not None:
                await act(intent)

        return handle

    def _tag_of(self, sent: object) -> str:
        tag = sent.get(self._tag) if isinstance(sent, dict) else None
        return tag[:32] if isinstance(tag, str) and tag.isprintable() else "none"
