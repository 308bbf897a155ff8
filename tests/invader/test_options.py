"""What is wrong with a listed command is found when it is listed (`CommandHandler.ways`): the same as the whole check
says of it."""

from __future__ import annotations

import random
from typing import Any

from rules.invader import Match
from rules.kernel import Refusal, replace
from rules.kernel.drafts import DraftHandler
from rules.kernel.run import top

MATCHES = 4


def test_a_listed_command_is_refused_as_the_whole_check_refuses_it() -> None:
    seen: set[str | None] = set()
    for seed in range(MATCHES):
        rng, match = random.Random(seed), Match.new({}, seed)
        while asked := match.asked:
            seat = rng.choice(sorted(asked))
            innermost = top(match.engine, match.state)
            if innermost is not None and isinstance(innermost[1], DraftHandler):
                seen |= _compared(match.state, *innermost, seat)
            match.submit(seat, next(match.commands(seat, rng)))
    assert {None, "too-few-cards", "turned", "no-target"} <= seen


def _compared(state: Any, frame: Any, handler: DraftHandler[Any, Any, Any], seat: str) -> set[str | None]:
    """The codes of all verdicts on the commands listed for a question."""
    codes = set[str | None]()
    for draft in handler.drafts(state, frame, seat):
        for way, fault in handler.ways(state, seat, draft):
            command = replace(way, **handler.payment(state, seat, draft, None))
            verdict, whole = fault or handler.verdict(state, frame, seat, command), None
            if isinstance(judged := handler.resolve(state, frame, seat, command), Refusal):
                whole = judged
            assert verdict == whole, command
            codes.add(None if verdict is None else verdict.code)
    return codes
