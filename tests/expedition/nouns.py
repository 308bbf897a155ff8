"""The expedition's state, frames, commands and events, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from rules.kernel import PUBLIC, OfSeat, Seat, command, event, frame, noun
from rules.kernel.engine import GameState
from rules.kernel.orders import Instruct, OrderEvent
from rules.kernel.rolls import Pot
from rules.kernel.table_talk import Proposal, TableEvent, TalkCommand

WARDEN: Seat = "1"


@noun
class Options:
    players: Annotated[int, Field(ge=2, le=5)] = 3
    rounds: Annotated[int, Field(ge=1, le=20)] = 3


@noun
class State(GameState):
    """`at`: the place of each scout; `effort`: what it has left to spend."""

    options: Options = field(default_factory=Options)
    at: Mapping[Seat, str] = field(default_factory=dict)
    effort: Mapping[Seat, int] = field(default_factory=dict)
    relics: int = 0
    water: int = 0


# ---- frames, commands, events ----------------------------------------------------------------------------------------


@frame("round", sees=PUBLIC)
class Round:
    """EXP-2: the `number`th round begins."""

    number: int


@frame("scouting", sees=PUBLIC)
class Scouting:
    """EXP-3: the scouts act."""

    number: int
    done: tuple[Seat, ...] = ()


@frame("alarm", sees=PUBLIC)
class Alarm(OfSeat):
    """EXP-5: this scout has made a noise."""


@frame("strike", sees=PUBLIC)
class Strike(OfSeat):
    """EXP-6: the warden strikes at this scout with so much force."""

    force: int


@frame("parry", sees=PUBLIC)
class Parry(OfSeat):
    """EXP-6: this scout has rolled its guard against a strike."""

    force: int
    pot: Pot
    rerolled: bool = False


@command("move")
class Move:
    to: str


@command("search")
class Search:
    """EXP-4."""


@command("done")
class Done:
    """EXP-3."""


@command("strike")
class StrikeBack:
    """EXP-5."""

    strike: bool


@command("guard")
class Guard:
    """EXP-6."""

    effort: int


@command("reroll")
class Reroll:
    """EXP-6: a die of the pot; None: the roll stands."""

    die: int | None


@event("recovered", sees=PUBLIC)
class Recovered:
    """EXP-2."""

    number: int


@event("moved", sees=PUBLIC)
class Moved(OfSeat):
    to: str


@event("searched", sees=PUBLIC)
class Searched(OfSeat):
    """EXP-4."""

    die: int


@event("finished", sees=PUBLIC)
class Finished(OfSeat):
    """EXP-3."""


@event("struck", sees=PUBLIC)
class Struck(OfSeat):
    """EXP-6, EXP-7: the warden's roll against this scout."""

    pot: Pot
    force: int


@event("guarded", sees=PUBLIC)
class Guarded(OfSeat):
    """EXP-6: this scout's roll, for so much effort."""

    effort: int
    pot: Pot


@event("rerolled", sees=PUBLIC)
class Rerolled(OfSeat):
    """EXP-6."""

    die: int
    pot: Pot


@event("driven-off", sees=PUBLIC)
class DrivenOff(OfSeat):
    """EXP-6: this scout is back in the camp."""


Frame = Round | Scouting | Alarm | Strike | Parry | Proposal
Command = Move | Search | Done | StrikeBack | Guard | Reroll | Instruct | TalkCommand
Fact = Recovered | Moved | Searched | Finished | Struck | Guarded | Rerolled | DrivenOff
Event = Fact | OrderEvent | TableEvent
