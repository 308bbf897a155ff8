"""The expedition's state, frames, commands and events, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import takewhile
from typing import Annotated

from pydantic import Field

from rules.kernel import PUBLIC, Fields, OfSeat, Only, Sealed, Seat, command, event, frame, noun
from rules.kernel.audience import size_of
from rules.kernel.engine import GameState
from rules.kernel.orders import Instruct, OrderEvent
from rules.kernel.piles import Pile
from rules.kernel.places import PlacedPiece, at
from rules.kernel.purses import Purse, held
from rules.kernel.rolls import Pot
from rules.kernel.table_talk import Proposal, TableEvent, TalkCommand

WARDEN: Seat = "1"


@noun
class Options:
    players: Annotated[int, Field(ge=2, le=5)] = 3
    rounds: Annotated[int, Field(ge=1, le=20)] = 3


@noun
class State(GameState):
    """`pieces`: the scouts, by seat, and the cairns; `purses`: what each scout has left to spend, and what it has
    spent; `omens`: those to come."""

    options: Options = field(default_factory=Options)
    pieces: Mapping[str, PlacedPiece] = field(default_factory=dict)
    purses: Mapping[Seat, Purse] = field(default_factory=dict)
    omens: Pile = field(default_factory=Pile)
    relics: int = 0
    water: int = 0

    @property
    def scouts(self) -> tuple[Seat, ...]:
        return tuple(self.purses)

    def at(self, seat: Seat) -> str | None:
        """The place of a scout."""
        return self.pieces[seat].at

    def effort(self, seat: Seat) -> int:
        return held(self.purses[seat], "reserve")

    def cairn(self, seat: Seat) -> str | None:
        """The cairn where a scout stands."""
        return next((id for id in at(self.pieces, self.at(seat) or "") if self.pieces[id].face), None)


def yes_in_order(sluice: Sluice) -> Seat | None:
    """EXP-13: the first seat in order that goes, where all before it have said no."""
    first = next((seat for seat in sluice.seats if sluice.answers.get(seat) is not False), None)
    return first if first is not None and sluice.answers.get(first) else None


def noes_in_order(sluice: Sluice) -> tuple[Seat, ...]:
    """EXP-13: the noes of the first seats in order, which all see."""
    return tuple(takewhile(lambda seat: sluice.answers.get(seat) is False, sluice.seats))


# ---- frames, commands, events ----------------------------------------------------------------------------------------


@frame("camp", sees=PUBLIC)
class Camp:
    """EXP-1: cairns and omens are laid."""


@frame("sluice", sees=Sealed("answer", "seats", open_to_all=noes_in_order))
class Sluice:
    """EXP-13: who goes to the sluice? `seats`: those asked, in order."""

    number: int
    seats: tuple[Seat, ...]
    answers: Mapping[Seat, bool] = field(default_factory=dict)


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


@command("look")
class Look:
    """EXP-11."""


@command("open")
class OpenUp:
    """EXP-11."""


@command("read")
class Read:
    """EXP-12."""


@command("go")
class Go:
    """EXP-13."""

    go: bool


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


@event("laid", sees=Fields("cairns", omens=size_of("omens")))
class Laid:
    """EXP-1: the cairns, in order of their places, with their faces, and the omens."""

    cairns: tuple[str, ...]
    faces: tuple[str, ...]
    omens: tuple[str, ...]


@event("looked", sees=Only("seat", "face"))
class Looked(OfSeat):
    """EXP-11."""

    cairn: str
    face: str


@event("opened", sees=PUBLIC)
class Opened(OfSeat):
    """EXP-11."""

    cairn: str
    face: str


@event("read", sees=Only("seat", "omen"))
class ReadOmen(OfSeat):
    """EXP-12."""

    omen: str


@event("turned", sees=PUBLIC)
class Turned:
    """EXP-12."""

    omen: str


@event("held-back", sees=PUBLIC)
class HeldBack:
    """EXP-13: this scout has shut the sluice, or nobody and the water rises."""

    seat: Seat | None


Frame = Camp | Sluice | Round | Scouting | Alarm | Strike | Parry | Proposal
Command = Move | Search | Look | OpenUp | Read | Go | Done | StrikeBack | Guard | Reroll | Instruct | TalkCommand
Fact = (
    Laid | Recovered | Moved | Searched | Looked | Opened | ReadOmen | Turned | HeldBack | Finished | Struck | Guarded
    | Rerolled | DrivenOff
)  # fmt: skip
Event = Fact | OrderEvent | TableEvent
