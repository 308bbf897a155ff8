"""Players that live on the server."""

from __future__ import annotations

import random
from typing import Any

from rules.kernel import Json


def answer(match: Any, seat: str, kind: str, seed: int) -> Json:
    """What a bot answers when it is asked. `kind` is `random`: one of the legal commands, drawn. To proposals every bot
    answers alike: a takeback is accepted, anything else declined."""
    decision = match.decisions[seat]
    if decision["kind"] == "adjust":
        return {"kind": "adjust", "accept": decision["prompt"]["code"] == "takeback"}
    found: Json = next(iter(match.commands(seat, random.Random(seed))))
    return found
