"""The auction's bot: apart from its page, as a worker process that thinks needs no screens."""

from typing import Any

from rules.kernel import Json


def answer(match: Any, seat: str, kind: str, seed: int) -> Json:
    """The first of the answers in order: the lowest card, the no to a proposal."""
    found: Json = min(match.commands(seat), key=lambda it: (it["kind"], it.get("card", 0), it.get("accept", False)))
    return found
