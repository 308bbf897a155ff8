"""Gains and prices, cards, the Surroundings, the Hangar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rules.hybris.state import Track
from rules.kernel import PUBLIC, OfSeat, Only, Seat, Underscored, event, size_of

# ---- gains and prices ------------------------------------------------------------------------------------------------


@event("gained", sees=PUBLIC)
class Gained(OfSeat):
    """So much more in a box of the purse. `source`: the card, tile or place that gives it."""

    word: str
    count: int
    clause: str = ""
    source: str = ""


@event("paid", sees=PUBLIC)
class Paid(Underscored, OfSeat):
    """PAY-3. `word` may be `foreman`."""

    word: str
    count: int
    for_: Annotated[str, Field(alias="for")] = ""


@event("lost", sees=PUBLIC)
class Lost(OfSeat):
    """PAY-2."""

    word: str
    count: int
    source: str = ""


@event("camp", sees=PUBLIC)
class CampChanged:
    """Workers come to the Camp from the general reserve, or leave it. `seat`: whose deed."""

    count: int
    why: str
    seat: Seat | None = None


@event("well", sees=PUBLIC)
class WellChanged:
    """The Prayer Well (RES-3)."""

    count: int
    seat: Seat | None = None


# ---- cards -----------------------------------------------------------------------------------------------------------


@event("drew", sees=Only("seat", "cards", count=size_of("cards")))
class Drew(OfSeat):
    """Conflict cards from the seat's pile."""

    cards: tuple[str, ...]


@event("dealt", sees=Only("seat", "cards", count=size_of("cards")))
class Dealt(OfSeat):
    """SET-2."""

    cards: tuple[str, ...]


@event("discarded", sees=PUBLIC)
class Discarded(OfSeat):
    """PAY-5: Conflict cards from the hand."""

    cards: tuple[str, ...]
    why: str = ""


@event("hands-cut", sees=PUBLIC)
class HandsCut:
    """FIN-5: what each discards, opened at once."""

    cards: Mapping[Seat, tuple[str, ...]]


@event("premonitions-drawn", sees=Only("seat", "cards", count=size_of("cards")))
class PremonitionsDrawn(OfSeat):
    """ORA-1: they are looked at."""

    cards: tuple[str, ...]


@event("premonition-got", sees=Only("seat", "card", "under", count=size_of("under")))
class PremonitionGot(OfSeat):
    """ORA-1, PRM-4. `under`: those that go under the pile."""

    card: str
    under: tuple[str, ...] = ()


@event("premonition-completed", sees=PUBLIC)
class PremonitionCompleted(OfSeat):
    """PRM-3."""

    card: str


@event("token-taken", sees=PUBLIC)
class TokenTaken(OfSeat):
    """ART-2: an Olympian token of this seat."""

    of: Seat


@event("tokens-spent", sees=PUBLIC)
class TokensSpent(Underscored, OfSeat):
    """ART-5."""

    spend: Mapping[Seat, int]
    for_: Annotated[str, Field(alias="for")]


# ---- the Surroundings ------------------------------------------------------------------------------------------------


@event("transferred", sees=PUBLIC)
class Transferred(OfSeat):
    """WRK-5."""

    count: int


@event("stepped", sees=PUBLIC)
class Stepped(Underscored, OfSeat):
    """TRK-6, TRK-9. `workers`: paid from the Camp; `foreman`: it paid one more."""

    track: Track
    from_: Annotated[int, Field(alias="from")]
    to: int
    workers: int = 0
    foreman: bool = False


@event("looked", sees=Only("seat", "cards", count=size_of("cards")))
class Looked(OfSeat):
    """EXP-2."""

    cards: tuple[str, ...]


@event("kept", sees=Only("seat", "under", count=size_of("under")))
class Kept(OfSeat):
    """EXP-2: one is shown, the others go under the pile."""

    card: str
    under: tuple[str, ...] = ()


@event("succeeded", sees=PUBLIC)
class Succeeded(OfSeat):
    """EXP-3."""

    card: str


@event("failed", sees=PUBLIC)
class Failed(OfSeat):
    """EXP-4."""

    card: str


@event("card-under-pile", sees=PUBLIC)
class CardUnder:
    """EXP-5."""

    card: str


@event("engaged", sees=PUBLIC)
class Engaged(OfSeat):
    """ADV-2, ADV-3: the card lies under the Hangar, a Worker on Site 1."""

    card: str


@event("adventure-moved", sees=PUBLIC)
class AdventureMoved(OfSeat):
    """ADV-4."""

    card: str
    site: int
    deed: str


@event("module-won", sees=PUBLIC)
class ModuleWon(OfSeat):
    """ADV-5."""

    card: str


@event("rewarded", sees=PUBLIC)
class Rewarded(OfSeat):
    """TRK-8."""

    track: Track
    step: int


@event("token-back", sees=PUBLIC)
class TokenBack(OfSeat):
    """TRK-8: the token goes back to the first step."""

    track: Track


# ---- the Hangar ------------------------------------------------------------------------------------------------------


@event("worker-moved", sees=PUBLIC)
class WorkerMoved(Underscored, OfSeat):
    """A Worker of a tile goes to the Foreman's place, to the Worker reserve or to the general reserve (RND-4)."""

    from_: Annotated[str, Field(alias="from")]
    to: Literal["foreman", "worker", "reserve"]


@event("mk-used", sees=PUBLIC)
class MkUsed(OfSeat):
    """HGR-4."""

    power: int


@event("task-done", sees=PUBLIC)
class TaskDone(OfSeat):
    """TIL-4. `how`: paid, had, done by a deed, or as a reward."""

    tile: str
    task: int
    how: Literal["paid", "had", "deed", "reward"]


@event("tile-activated", sees=PUBLIC)
class TileActivated(OfSeat):
    """TIL-5."""

    tile: str


@event("exhausted", sees=PUBLIC)
class Exhausted:
    """FIN-8: the tiles whose Worker stays, and those from which it goes back, by seat; opened at once."""

    keep: Mapping[Seat, tuple[str, ...]]
    back: Mapping[Seat, tuple[str, ...]]


@event("researched", sees=PUBLIC)
class Researched:
    """FIN-10: by seat, opened at once."""

    cubes: Mapping[Seat, int]
