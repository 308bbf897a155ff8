"""The procedures being resolved, as data: a stack of small frames in the state, innermost last.

A frame holds the progress of one procedure (`step`); its handler, in `flow/` or `effects/`, asks the questions and
takes the steps. A match can therefore be saved, forked and restored at any decision.
"""

from __future__ import annotations

from typing import Literal

from rules.kernel import PUBLIC, StackCodec, Without, frame
from rules.kernel.table_talk import Proposal as Proposal
from rules.olomoc.effects.frames import Declared as Declared
from rules.olomoc.effects.frames import Granted as Granted
from rules.olomoc.effects.frames import Happening as Happening
from rules.olomoc.effects.frames import Hit as Hit
from rules.olomoc.effects.frames import Occasion as Occasion
from rules.olomoc.effects.frames import Put as Put
from rules.olomoc.effects.frames import Resolve as Resolve
from rules.olomoc.effects.frames import Roll as Roll
from rules.olomoc.effects.frames import Settled as Settled
from rules.olomoc.effects.frames import Shift as Shift
from rules.olomoc.effects.frames import Testing as Testing
from rules.olomoc.effects.frames import TokenChange as TokenChange
from rules.olomoc.effects.frames import Waiting as Waiting
from rules.olomoc.seats import Seat
from rules.olomoc.state import Placement, Point

Drawn = Literal["displacement", "push", "short"]
"""The means of a displacement: a ruler, or the short move of MOV-3."""


# Setting up


@frame("roll-off", sees=PUBLIC)
class RollOff:
    """SET-1: who is player 1."""


@frame("prepare", sees=PUBLIC)
class Prepare:
    """SET-2: the agenda and what it brings."""


@frame("decorate", sees=PUBLIC)
class Decorate:
    """SET-3: player 1 places what is `left`, in any order."""

    left: tuple[str, ...]


@frame("pick-edge", sees=PUBLIC)
class PickEdge:
    """SET-4."""


@frame("deal", sees=PUBLIC)
class Deal:
    """SET-5 and SET-6."""


@frame("composing", sees=PUBLIC)
class Composing:
    """CAB-3: both at once, in secret."""


@frame("drafting", sees=PUBLIC)
class Drafting:
    """CAB-3: in turn, in the open."""


# The cycle


@frame("cycle", sees=PUBLIC)
class Cycle:
    """CYC: the steps of a cycle, the `number`th."""

    number: int
    step: Literal["begin", "tokens", "mechanism", "start", "plan", "phases", "hostiles", "end"] = "begin"


@frame("planning", sees=PUBLIC)
class Planning:
    """CYC-3: both at once, in secret."""


@frame("phase", sees=PUBLIC)
class Phase:
    """CYC-4: one slot of the plans. `order`: who plays first, once it is known."""

    step: Literal["begin", "reveal", "order", "first", "between", "second", "played", "after", "close"] = "begin"
    order: tuple[Seat, ...] = ()


@frame("propaganda", sees=PUBLIC)
class Propaganda:
    """CYC-4.2: which rouage a propaganda activates."""

    seat: Seat


@frame("tokens-back", sees=PUBLIC)
class TokensBack:
    """CYC-4.2: how many action tokens, of up to `most`, the rouage of a propaganda is given back."""

    seat: Seat
    rouage: str
    most: int


@frame("activation", sees=PUBLIC)
class Activation:
    """ACT: the active rouages of a seat, the one whose card was played first. `coordinated`: COO-1 was used."""

    seat: Seat
    by: Literal["activation", "propaganda"]
    rouages: tuple[str, ...]
    coordinated: bool = False


@frame("joining", sees=PUBLIC)
class Joining:
    """COO-1: a coordination that was announced."""

    rouage: str


@frame("entering", sees=PUBLIC)
class Entering:
    """ACT-2: a rouage comes onto the Bloc."""

    seat: Seat
    rouage: str


@frame("cycle-end", sees=PUBLIC)
class CycleEnd:
    """CYC-6, and after the fourth cycle END-1."""

    step: Literal["scoring", "noirceur", "cards", "final", "outcome"] = "scoring"


# Moving and fighting


@frame("displacement", sees=PUBLIC)
class Displacement:
    """A displacement that was announced. `pending`: who may still strike at its leaving (OPP-1); None: not yet
    known."""

    piece: str
    to: Point
    ruler: Placement | None
    drawn: Drawn
    why: str
    pending: tuple[str, ...] | None = None
    chosen: str | None = None


@frame("push", sees=PUBLIC)
class PushFrame:
    """MOV-4: where `seat` pushes `piece`, toward or away from `of` if a card says so. Always one that can be
    declined."""

    seat: Seat
    piece: str
    by: str | None
    direction: Literal["any", "toward", "away"] = "any"
    of: str | None = None


@frame("strike", sees=Without("heard"))
class Strike:
    """ATK-2: an attack, from its reactions to its wounds."""

    attacker: str
    target: str
    mode: Literal["frontal", "ranged"]
    how: Literal["attack", "charge", "opportunity", "hostile", "effect"]
    step: Literal["react", "reacted", "aim", "roll", "fate", "rolled", "tactic", "wound"] = "react"
    dodge: bool = False
    riposte: Literal["combat", "shooting"] | None = None
    attack_roll: Roll | None = None
    dodge_roll: Roll | None = None
    riposte_roll: Roll | None = None
    spent: int = 0
    heard: tuple[Happening, ...] = ()


@frame("reroll", sees=PUBLIC)
class RerollFrame:
    """ROL-5: fate is tempted: all dice of the roll beneath are thrown again."""

    piece: str
    target: str | None


# Wounds and tokens


@frame("harm", sees=Without("heard"))
class Harm:
    """LIF: wounds dealt together (ATK-5), from what prevents them to who goes out of combat. One effect."""

    hits: tuple[Hit, ...]
    step: Literal["before", "check", "fall", "leave", "out"] = "before"
    heard: tuple[Happening, ...] = ()


@frame("handing", sees=Without("heard"))
class Handing:
    """Tokens given and taken together, for the clause or card in `why`; `by`: whose doing it is. `moved`: what the
    first loses the second is given. One effect."""

    changes: tuple[TokenChange, ...]
    why: str
    by: str | None = None
    moved: bool = False
    heard: tuple[Happening, ...] = ()


# The city's own


@frame("mechanism", sees=Without("heard"))
class MechanismFrame:
    """ART-1. `opening`: a cycle's (ART-5)."""

    opening: bool = False
    heard: tuple[Happening, ...] = ()


@frame("hostile-round", sees=PUBLIC)
class HostileRound:
    """CYC-5: `turn` chooses among the hostiles not yet `done` (of `among`, if only some are meant). `phase`: it is the
    hostile phase itself, not a card that does as much."""

    turn: Seat
    done: tuple[str, ...] = ()
    phase: bool = True
    among: tuple[str, ...] | None = None
    step: Literal["begin", "round", "end"] = "begin"


@frame("instinct", sees=PUBLIC)
class InstinctFrame:
    """HOS-1: one pass through a hostile's instinct, run by `seat`. `node`: the step that can be done, once it is known,
    and `choices` at whom (several: GEN-5)."""

    hostile: str
    seat: Seat
    node: int | None = None
    choices: tuple[str, ...] = ()


@frame("hostile-move", sees=PUBLIC)
class HostileMove:
    """HOS-4: `seat` chooses among the legal places. `within`: the end's distance to `target` must not be above it,
    or for `away` not below it (µm)."""

    hostile: str
    seat: Seat
    target: str
    charge: bool
    within: int
    away: bool = False


Frame = (
    RollOff
    | Prepare
    | Decorate
    | PickEdge
    | Deal
    | Composing
    | Drafting
    | Cycle
    | Planning
    | Phase
    | Propaganda
    | TokensBack
    | Activation
    | Joining
    | Entering
    | CycleEnd
    | Displacement
    | PushFrame
    | Strike
    | RerollFrame
    | Harm
    | Handing
    | MechanismFrame
    | HostileRound
    | InstinctFrame
    | HostileMove
    | Resolve
    | Testing
    | Shift
    | Put
    | Granted
    | Declared
    | Settled
    | Occasion
    | Proposal
)

STACK = StackCodec(Frame)
