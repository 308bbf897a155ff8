"""Twenty-one, for what no sound game can show a table: rules that fail (``{"kind": "break"}``), a query that never ends
(`ENDLESS`), one that raises, and bots that never answer, end their process or say what is refused (`bots`).

The seats take turns to add 1 to 9, or to throw a die; who reaches 21 wins. Each seat has a secret number that only it
may see. It is written on nothing but the engine's contract: the kernel would keep most of these faults from the table.
The auction of `tests.standin` stands in for games as they are.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.kernel.handlers import Question
from rules.kernel.refusals import Refusal, Refused

Json = dict[str, Any]
GOAL = 21
ENDLESS = "endless"
"""A piece whose reach is never found."""


@dataclass(frozen=True)
class Match:
    queries: ClassVar = dict.fromkeys(("commands", "reach", "fall", "resolve", "hints"))
    shared: ClassVar = False
    sharing: ClassVar = ""
    events: tuple[Json, ...]
    seed: int

    @classmethod
    def new(cls, options: Json, seed: int, **supplies: Any) -> Self:
        dice = random.Random(seed)
        secrets = {seat: dice.randrange(10**9, 10**10) for seat in ("1", "2")}
        return cls(({"n": 0, "kind": "began", "options": options, "secrets": secrets},), seed)

    @classmethod
    def replay(cls, options: Json, journal: list[Json]) -> Self:
        return cls(tuple(journal), random.randrange(2**32))

    def position(self) -> Json:
        return {"events": list(self.events)}

    def snapshot(self) -> list[Json]:
        return list(self.events)

    @property
    def began(self) -> Json:
        return self.journal[0]

    @property
    def journal(self) -> list[Json]:
        return list(self.events)

    @property
    def total(self) -> int:
        return sum(event.get("value", 0) for event in self.events)

    @property
    def turn(self) -> str:
        return "1" if len(self.events) % 2 else "2"

    @property
    def outcome(self) -> Json | None:
        if (last := self.events[-1])["kind"] == "lost":
            winner = {"1": "2", "2": "1"}[last["seat"]]
            return {"winner": winner, "reason": "time", "points": {"1": 0, "2": 0}}
        if self.total < GOAL:
            return None
        return {"winner": self.events[-1]["seat"], "reason": "points", "points": {"1": 0, "2": 0}}

    @property
    def asked(self) -> dict[str, Question]:
        return {} if self.outcome else {self.turn: Question("add", "add")}

    @property
    def decisions(self) -> Json:
        if self.outcome:
            return {}
        return {
            self.turn: {
                "id": f"d{len(self.events)}",
                "seat": self.turn,
                "kind": "add",
                "prompt": {"code": "add", "params": {}},
                "options": [{"command": {"kind": "add"}, "needs": ["value"], "legal": True}],
            }
        }

    def fork(self, seed: int) -> Self:
        return replace(self, seed=seed)

    def imagine(self, viewer: str, seed: int) -> Self:
        began, *later = self.events
        dealt = type(self).new({}, seed).events[0]["secrets"]
        secrets = {seat: it if seat == viewer else dealt[seat] for seat, it in began["secrets"].items()}
        return type(self)(({**began, "secrets": secrets}, *later), seed)

    def submit(self, seat: str, command: Json) -> list[Json]:
        if command["kind"] == "break":
            raise ZeroDivisionError("the rules broke")
        if self.outcome or seat != self.turn:
            raise Refused(Refusal("TUR-1", "not-your-turn", {"seat": seat}))
        if "decision" in command and command["decision"] != f"d{len(self.events)}":
            raise Refused(Refusal("TUR-2", "stale", {}))
        if command["kind"] == "throw":
            value = random.Random(self.seed).randint(1, 6)
        elif command["kind"] == "add" and isinstance(command.get("value"), int) and 1 <= command["value"] <= 9:
            value = command["value"]
        else:
            raise Refused(Refusal("TUR-3", "unknown-command", {}))
        event = {"n": len(self.events), "kind": command["kind"], "seat": seat, "value": value}
        object.__setattr__(self, "events", (*self.events, event))
        return [event]

    def lapse(self, seat: str, command: Json | None = None) -> list[Json]:
        if command is not None:
            return self.submit(seat, command)
        event = {"n": len(self.events), "kind": "lost", "seat": seat}
        object.__setattr__(self, "events", (*self.events, event))
        return [event]

    def view(self, viewer: str, since: int = 0) -> Json:
        began = self.events[0]
        return {
            "total": self.total,
            "secret": began["secrets"].get(viewer),
            "decision": self.decisions.get(viewer),
            "log": [{"n": 0, "kind": "began"}, *self.events[1:]][since:],
        }

    def query(self, viewer: str, name: str, params: Json) -> Any:
        """What the methods of that name answer; where they are about a seat, about the viewer's own by default."""
        own = {"seat": viewer} if name in ("commands", "hints", "resolve") else {}
        answer = getattr(self, name)(**own | params)
        return list(answer) if isinstance(answer, Iterator) else answer

    def asides(self, seat: str) -> Iterator[Json]:
        return iter(())

    def compress(self) -> None:
        """Holds nothing that could be smaller."""

    def rows(self, viewer: str) -> int:
        return len(self.events)

    def reach(self, piece: str, kind: str) -> Json:
        while piece == ENDLESS:
            pass
        return {"piece": piece, "kind": kind, "total": self.total}

    def commands(self, seat: str) -> Iterator[Json]:
        if seat in self.decisions:
            yield from ({"kind": "add", "value": value} for value in range(1, 10))

    def answers(self, seat: str) -> list[list[Json]]:
        return []

    def withdrawals(self, seat: str) -> list[Json]:
        """No offers either."""
        return []

    def hints(self, seat: str) -> Json:
        return {"decision": None, "options": [], "of": seat}

    def fall(self) -> None:
        raise LookupError("fell")

    def resolve(self, seat: str, command: Json) -> Json:
        raise Refused(Refusal("TUR-1", "not-your-turn", {"seat": seat}))
