"""What is being resolved: small frames on the stack of the state, innermost last. Nothing may assume that it is on top
when it comes back (GEN-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.hybris.packs.words import Gain
from rules.hybris.state import Track
from rules.kernel import PUBLIC, Fields, Json, OfSeat, Only, Sealed, Seat, Seen, StackCodec, frame, noun, size_of
from rules.kernel.table_talk import Proposal

Stage = Literal[
    "setup", "begin", "stir", "pillars", "home", "planning", "actions", "factory", "prayers", "wounds", "return",
    "hands", "display", "powers", "age-end", "exhaustion", "inexorable", "research", "close",
]  # fmt: skip
"""In the order of play; after the last another Age begins."""
CombatKind = Literal["defend", "intercept", "fight"]


@noun
class Committed:
    """What one side commits (COM-4, COM-5)."""

    cards: tuple[str, ...] = ()
    determination: int = 0
    tokens: Mapping[Seat, int] = field(default_factory=dict)
    mk: tuple[int, ...] = ()


@frame("course", sees=PUBLIC)
class Course:
    """The course of the match: what comes next. Always the undermost frame."""

    stage: Stage


@frame("choosing", sees=PUBLIC)
class ChoosingOlympian:
    """SET-1: the first of these chooses."""

    order: tuple[Seat, ...]


@frame("pillars", sees=PUBLIC)
class Pillars:
    """PIL-2: those who still choose; the first of them does."""

    order: tuple[Seat, ...]


@frame("planning", sees=Sealed("plan"))
class Planning:
    """PLN-1."""

    answers: Mapping[Seat, Json] = field(default_factory=dict)


@frame("actions", sees=PUBLIC)
class Actions:
    """ACT-1."""


@frame("turn", sees=PUBLIC)
class Turn(OfSeat):
    """ACT-2."""


@frame("act", sees=Fields("seat", "character"))
class Act(OfSeat):
    """ACT-3: the character has arrived, and may act. `then`: what its player has said to do, if that is legal."""

    character: str
    then: Json | None = None


@frame("after", sees=Fields("seat"))
class After(OfSeat):
    """ACT-6, and the end of the turn. `ends`: its player has said that nothing follows."""

    ends: bool = False


@frame("fulfilling", sees=PUBLIC)
class Fulfilling(OfSeat):
    """MOI-1: so many Improvements are still to be fulfilled."""

    left: int


@frame("explore", sees=Only("seat", "looked", count=size_of("looked")))
class Exploring(OfSeat):
    """EXP-2: the cards looked at; `step`: where the token stood."""

    character: str
    step: int
    looked: tuple[str, ...]


@frame("attempt", sees=PUBLIC)
class Attempting(OfSeat):
    """EXP-3, EXP-4: a card is kept; `tried`: it is decided."""

    character: str
    card: str
    step: int
    tried: Literal["succeeded", "failed"] | None = None


@frame("reward", sees=PUBLIC)
class Rewarding(OfSeat):
    """TRK-8. `taken`: the reward is gained, the token goes back."""

    track: Track
    step: int
    taken: bool = False


@frame("combat", sees=PUBLIC)
class Combat(OfSeat):
    """A Combat (COM). `foe`: a character's id, None for Chaos; `bonus`: of the Defence track; `card`: the Chaos card
    drawn; `added`: Force that texts have added for Chaos; `own`, `other`: what is committed."""

    against: CombatKind
    character: str
    foe: str | None = None
    bonus: int = 0
    stage: Literal["begin", "blow", "commit", "compare", "texts", "over", "result"] = "begin"
    card: str | None = None
    added: int = 0
    own: Committed | None = None
    other: Committed | None = None
    won: bool = False


@frame("commit", sees=Sealed("commit", "seats", "against"))
class Committing:
    """COM-4: those who commit, sealed until all have."""

    seats: tuple[Seat, ...]
    against: Literal["chaos", "fight"]
    answers: Mapping[Seat, Committed] = field(default_factory=dict)


def noes_in_order(interception: Interception) -> tuple[Seat, ...]:
    """INT-2: those whose no all may see: everybody before them has said no, too."""
    refusing: list[Seat] = []
    for seat in interception.seats:
        if interception.answers.get(seat) is not False:
            break
        refusing.append(seat)
    return tuple(refusing)


@frame("interception", sees=Sealed("intercept", "seats", "by", open_to_all=noes_in_order))
class Interception:
    """INT-2: those asked, in order. `by`: whose deed moved Chaos."""

    seats: tuple[Seat, ...]
    by: Seat | None = None
    answers: Mapping[Seat, bool] = field(default_factory=dict)


@frame("progress", sees=PUBLIC)
class Progressing:
    """PRO-1: so many spaces to go. `by`: whose deed it is."""

    left: int
    by: Seat | None = None


@frame("momentum", sees=PUBLIC)
class Gathering:
    """MOM-1: so much Momentum still to be gained."""

    left: int
    by: Seat | None = None


@frame("fall", sees=PUBLIC)
class Fall:
    """CAT. `left`: Momentum still to be gained of the absorption; `unleashed`: it was, by it."""

    stage: Literal["draw", "count", "absorb", "remove", "place"] = "draw"
    city: str = ""
    left: int = 0
    unleashed: bool = False
    by: Seat | None = None


@frame("attraction", sees=PUBLIC)
class Attraction(OfSeat):
    """ATR: a gain of so much Aegis; `card`: the card drawn for it."""

    aegis: int
    card: str | None = None


@frame("gains", sees=PUBLIC)
class Gains(OfSeat):
    """Effects of one text, followed in order (GEN-7). `begun`: some of them are done."""

    gains: tuple[Gain, ...]
    clause: str = ""
    source: str = ""
    begun: bool = False


@frame("deed", sees=PUBLIC)
class Deed(OfSeat):
    """Something done, to be told when all above is settled. `names`: as texts listen to it; `barring`: the Adventure
    that it does not move (ADV-4)."""

    names: tuple[str, ...]
    barring: str = ""


def _choosing(choosing: Choosing, whole: Json) -> Seen:
    """The choices of a Premonition are their chooser's secret, but for their number; of cards to be discarded even
    that."""
    if choosing.code not in ("premonition", "discard"):
        return Seen(whole)
    row = {**whole, "choices": len(choosing.choices) if choosing.code == "premonition" else None}
    return Seen(row, {choosing.seat: whole})


@frame("choose", sees=_choosing)
class Choosing(OfSeat):
    """A choice that an effect leaves to somebody. `n`: how many cards are to be discarded; `source`: what asks."""

    code: Literal["premonition", "task", "step", "discard", "token", "hero"]
    choices: tuple[Any, ...]
    n: int = 1
    source: str = ""


@frame("hands", sees=Sealed("discard", "seats"))
class HandLimit:
    """FIN-5."""

    seats: tuple[Seat, ...]
    answers: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@frame("exhaustion", sees=Sealed("keep", "seats"))
class Exhaustion:
    """FIN-8."""

    seats: tuple[Seat, ...]
    answers: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@frame("research", sees=Sealed("cubes", "seats"))
class Researching:
    """FIN-10."""

    seats: tuple[Seat, ...]
    answers: Mapping[Seat, int] = field(default_factory=dict)


Frame = (
    Course | ChoosingOlympian | Pillars | Planning | Actions | Turn | Act | After | Fulfilling | Exploring | Attempting
    | Rewarding | Combat | Committing | Interception | Progressing | Gathering | Fall | Attraction | Gains | Deed
    | Choosing | HandLimit | Exhaustion | Researching | Proposal
)  # fmt: skip
STACK = StackCodec(Frame)
