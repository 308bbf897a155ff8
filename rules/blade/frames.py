"""What is being resolved: small frames on the stack of the state, innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.blade.state import Stance
from rules.kernel import PUBLIC, Seat, StackCodec, frame, noun, rolls
from rules.kernel.audience import Only
from rules.kernel.table_talk import Proposal

Mode = Literal["melee", "ranged", "web", "spell", "riposte", "last-blow", "area", "script"]
Why = Literal[
    "melee",
    "ranged",
    "guard",
    "spell",
    "manipulation",
    "leap",
    "fall",
    "riposte",
    "last-blow",
    "area",
    "script",
    "heal",
]


@noun
class Die(rolls.Die):
    """A die of a pot: its colour (`kind`), where it comes from and the face thrown; whether it bears an arrow (DIE-3),
    and whether a free reroll by an arrow was used on it (DIE-5)."""

    arrow: bool = False
    used: bool = False


@frame("course", sees=PUBLIC)
class Course:
    """The course of the match: what comes next in the turn of `state.side`."""

    step: Literal["setup", "casting", "begin", "stances", "act", "end"]


@frame("casting", sees=PUBLIC)
class Casting:
    """Heroes are chosen in turn (PRE-3)."""


@frame("stances", sees=PUBLIC)
class Declaring:
    """HRO-2: declarations lie open until all are in."""

    answers: Mapping[Seat, Mapping[str, Stance]] = field(default_factory=dict)


@frame("heroes-act", sees=PUBLIC)
class HeroesAct:
    """HRO-6: `done` seats; `turn` counts the commands carried out."""

    done: tuple[Seat, ...] = ()
    turn: int = 0


@frame("series", sees=Only("seat", "commands"))
class SeriesUnderWay:
    """The commands of a seat that are still to be carried out. What it means to do is known to itself alone."""

    seat: Seat
    commands: tuple[Mapping[str, Any], ...]


@frame("ally-act", sees=PUBLIC)
class AllyAct:
    """ALY-3."""

    seat: Seat
    ally: str


@frame("overlord-act", sees=PUBLIC)
class OverlordAct:
    """OVL-2."""


@frame("tile-act", sees=PUBLIC)
class TileAct:
    """OVL-6."""

    tile: str


@frame("event", sees=PUBLIC)
class EventChoice:
    """EVT-1."""


@frame("reinforce", sees=PUBLIC)
class Reinforcing:
    """EVT-2."""


@frame("travel", sees=PUBLIC)
class Travel:
    """A movement under way (STP-12): the steps still to be made. `free`: points are not counted (SPL-1)."""

    who: str
    path: tuple[str, ...]
    via: tuple[str | None, ...]
    free: bool = False


@frame("leap", sees=PUBLIC)
class Leaping:
    """SKL-30."""

    who: str
    link: str
    to: str
    dice: tuple[Die, ...] | None = None


@frame("fall", sees=PUBLIC)
class Falling:
    """FAL."""

    who: str
    pot: tuple[str, ...]
    dice: tuple[Die, ...] | None = None


@frame("roll", sees=PUBLIC)
class Roll:
    """A pot that has been thrown, while its player may reroll (DIE). `by`: whose roll; `payers`: who could pay;
    `arrows` left by colour; `support`: rerolls left; `paid`: free rerolls are forfeited; `enough`: the sum beyond which
    nothing is gained, `least`: the one below which it is; `lethal`: the one that kills an unguarded target; `low`: few
    successes are wanted (FAL-1)."""

    seat: Seat
    by: str
    why: Why
    dice: tuple[Die, ...]
    payers: tuple[str, ...] = ()
    arrows: Mapping[str, int] = field(default_factory=dict)
    support: int = 0
    paid: bool = False
    enough: int | None = None
    low: bool = False
    least: int | None = None
    lethal: int | None = None


@frame("attack", sees=PUBLIC)
class AttackFrame:
    """An attack under way (SEQ). `stage`: what comes next; `targets`: all that were a target; `ignored`: successes that
    hindering or bare hands take off; `left`: damage left over when the target died there (SKL-4)."""

    seat: Seat
    by: str
    mode: Mode
    target: str
    pot: tuple[Die, ...]
    stage: Literal["sacrifice", "roll", "judge", "defend", "after", "circle", "riposte"] = "sacrifice"
    items: tuple[str, ...] = ()
    ignored: int = 0
    clause: str = "HIN-4"
    dice: tuple[Die, ...] | None = None
    damage: int = 0
    seizes: bool = False
    targets: tuple[str, ...] = ()
    unguarded: bool = False
    """Somebody suffers it in another's place and does not guard (SKL-12)."""
    left: int = 0
    zone: str = ""
    """The zone of the last target, as it was."""
    riposters: tuple[str, ...] = ()


@frame("battering", sees=PUBLIC)
class Battering:
    """TOK-3: a barricade is struck. `ignored`: successes that bare hands take off."""

    by: str
    target: str
    ignored: int = 0
    dice: tuple[Die, ...] | None = None


@frame("defence", sees=PUBLIC)
class Defence:
    """One character's defence against damage (GRD). `guardian`: who guards in its place (SKL-10); `guard`: the dice of
    the guard that was chosen; `asked`: whom the bodyguard question was put to."""

    target: str
    by: str
    mode: Mode
    damage: int
    stage: Literal["begin", "bodyguard", "guard", "throw", "judge"] = "begin"
    precise: bool = False
    items: tuple[str, ...] = ()
    unguarded: bool = False
    guardian: str | None = None
    guard: tuple[Die, ...] = ()
    dice: tuple[Die, ...] | None = None


@frame("area", sees=PUBLIC)
class AreaFrame:
    """An area attack under way (ARE). `by`: who is responsible; `victims`: those still to suffer it; `guards`: the gems
    of guard that a seat has named for all of them."""

    seat: Seat
    by: str
    zone: str
    pot: tuple[Die, ...]
    stage: Literal["roll", "judge", "order", "next", "suffer"] = "roll"
    dice: tuple[Die, ...] | None = None
    damage: int = 0
    victims: tuple[str, ...] = ()
    target: str = ""
    unguarded: bool = False
    left: int = 0
    rolled_as: Why = "area"
    guards: Mapping[Seat, int] = field(default_factory=dict)


@frame("sacrifice", sees=PUBLIC)
class Sacrificing:
    """SKL-12: the seat asked now, those asked next, and who is to be hit."""

    seat: Seat
    target: str
    rest: tuple[Seat, ...] = ()


@frame("circle", sees=PUBLIC)
class Circling:
    """SKL-4: the attacker's player picks who suffers the damage that is left."""

    seat: Seat
    targets: tuple[str, ...]
    left: int


@frame("riposte", sees=PUBLIC)
class Riposting:
    """SKL-7."""

    seat: Seat
    by: str
    target: str


@frame("last-blow", sees=PUBLIC)
class LastBlowFrame:
    """SKL-6."""

    seat: Seat
    by: str
    targets: tuple[str, ...]


@frame("manipulate", sees=PUBLIC)
class Manipulating:
    """A complex manipulation under way (MNP-7)."""

    who: str
    what: Literal["handle", "door", "search", "throw"]
    id: str
    pot: tuple[Die, ...]
    ignored: int = 0
    zone: str = ""
    dice: tuple[Die, ...] | None = None


@frame("loot", sees=PUBLIC)
class Looting:
    """MNP-10: what lies in an opened chest."""

    seat: Seat
    who: str
    items: tuple[str, ...]


@frame("catch", sees=PUBLIC)
class Catching:
    """MNP-15: the seat asked now, and those asked next."""

    seat: Seat
    item: str
    zone: str
    rest: tuple[Seat, ...] = ()


@frame("consent", sees=PUBLIC)
class Consenting:
    """MNP-5: the other player agrees to a passing of an item, or not."""

    seat: Seat
    item: str
    giver: str
    taker: str
    payer: str


@frame("healing", sees=PUBLIC)
class Healing:
    """SPL-3: a die says how much is healed."""

    by: str
    target: str
    pot: tuple[Die, ...]
    dice: tuple[Die, ...] | None = None


@frame("placing", sees=PUBLIC)
class Placing:
    """CRW-7: who is to be put into a zone, or beside it where it is crowded."""

    seat: Seat
    who: str
    zone: str
    why: Literal["spawned", "reinforced"] = "spawned"


@frame("ordering", sees=PUBLIC)
class Ordering:
    """RIV-3, ARE-2: things that happen at once, in the order that this seat picks."""

    seat: Seat
    what: Literal["victims", "tiles"]
    ids: tuple[str, ...]


@frame("script", sees=PUBLIC)
class Scripted:
    """A rule or event of the scenario under way: the place of its next operation."""

    rule: str
    event: bool = False
    at: int = 0
    there: str | None = None
    subject: str | None = None
    dice: tuple[Die, ...] | None = None
    who: tuple[str, ...] = ()
    damage: int = 0
    left: int = 0


@frame("object-script", sees=PUBLIC)
class ObjectScript:
    """What handling an object does."""

    object: str
    subject: str
    at: int = 0
    dice: tuple[Die, ...] | None = None
    who: tuple[str, ...] = ()
    damage: int = 0
    left: int = 0


@frame("picking", sees=PUBLIC)
class Picking:
    """A choice that an operation leaves to a player: up to `count` of these doors."""

    seat: Seat
    doors: tuple[str, ...]
    count: int
    to: str


@frame("by-hand", sees=PUBLIC)
class ByHandFrame:
    """SKL-34: a rule that the players settle by an adjustment; its side's first seat goes on when that is done."""

    seat: Seat
    rule: str
    words: tuple[str, ...] = ()


Frame = (
    Course | Casting | Declaring | HeroesAct | SeriesUnderWay | AllyAct | OverlordAct | TileAct | EventChoice
    | Reinforcing | Travel | Leaping | Falling | Roll | AttackFrame | Battering | Defence | AreaFrame | Sacrificing
    | Circling | Riposting | LastBlowFrame | Manipulating | Looting | Catching | Consenting | Healing | Placing
    | Ordering | Scripted | ObjectScript | Picking | ByHandFrame | Proposal
)  # fmt: skip
STACK = StackCodec(Frame)
