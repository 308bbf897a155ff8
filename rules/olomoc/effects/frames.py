"""Data of cards at work: happenings and the capacities that wait for them, wounds and tokens about to be dealt, and the
frames that resolve capacities (`frames.Frame` is the union of all frames)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.kernel import PUBLIC, Without, frame, noun
from rules.olomoc.seats import Seat
from rules.olomoc.state import Edge, Path, Source


@noun
class Roll:
    """A roll on the table: its dice, and how many of them are successes."""

    dice: tuple[int, ...]
    threshold: int
    successes: int


@noun
class Happening:
    """A happening that permanent capacities may be waiting for (`effects/trigger_match.py`).

    `when` and `moment` are the trigger's words; `how` says which sort: by what it is targeted, which roll, `attack` or
    `effect`, which movement, action, token, card or phase. `amount` and `roll` may still be changed by capacities that
    come before it; `stopped`: it does not take place.
    """

    when: str
    moment: Literal["before", "after", "start", "end"] = "after"
    subject: str | None = None
    object: str | None = None
    how: str | None = None
    seat: Seat | None = None
    gained: bool = True
    amount: int = 0
    roll: Roll | None = None
    stopped: bool = False


@noun
class Waiting:
    """A triggered capacity whose turn is still to come, because of the happening numbered `of`."""

    capacity: str
    piece: str | None
    seat: Seat | None
    of: int


@noun
class Hit:
    """Wounds about to be dealt to a piece, by another or by nobody; `attack`: LIF-2 and LIF-3 speak of them."""

    target: str
    by: str | None
    wounds: int
    attack: bool = True


@noun
class TokenChange:
    """Tokens given to a piece or a marker, or with a negative `count` taken from it. `token`: noirceur, action,
    stunned, agenda, or a seat for a player's own."""

    piece: str
    token: str
    count: int


# Cards at work


@frame("resolve", sees=PUBLIC)
class Resolve:
    """A card's operations, one after the other: those listed at `path` in what `source` and `card` name.

    `seat` controls it and `piece` bears it, if anybody does. `at`: which operation is next; `answers`: what was chosen
    for it so far; `bound`: what its names stand for. `queue`: in a `for-each`, the pieces still to come, called `each`.
    `opening`: within a cycle's opening mechanism (ART-5).
    """

    source: Source
    card: str
    seat: Seat | None
    piece: str | None
    path: Path = ("operations",)
    at: int = 0
    bound: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[Any, ...] = ()
    each: str | None = None
    queue: tuple[str, ...] = ()
    opening: bool = False


@frame("testing", sees=Without("heard"))
class Testing:
    """A characteristic roll that is no attack's: the study of a marker, or what a card asks for; from its dice to what
    follows (`then`). `base`: the threshold before anything changes it."""

    rouage: str
    target: str | None
    roll_of: Literal["study", "test"]
    characteristic: Literal["technique", "combat", "shooting", "dodge"]
    base: int
    then: Resolve
    step: Literal["aim", "roll", "fate", "rolled", "then", "done"] = "aim"
    roll: Roll | None = None
    heard: tuple[Happening, ...] = ()


@frame("shift", sees=PUBLIC)
class Shift:
    """A displacement that a card gives: where `seat` takes `piece`. `within`: for directly toward and away, the
    distance to `of` that its end must not be above, or below (µm)."""

    seat: Seat
    piece: str
    ruler: Literal["displacement", "push"]
    direction: Literal["any", "toward", "directly-toward", "away", "directly-away"]
    of: str | None
    optional: bool
    within: int | None = None


@frame("put", sees=PUBLIC)
class Put:
    """MOV-5, MOV-6: where `seat` puts something: a piece or marker there is, or a new one. Within `range` µm of the
    piece `near`, or of the deployment line `edge`."""

    seat: Seat
    what: Literal["piece", "hostile", "marker"]
    name: str
    size: Literal[30, 40, 50]
    range: int
    near: str | None = None
    edge: Edge | None = None
    tinted: bool = False
    optional: bool = False


@frame("granted", sees=PUBLIC)
class Granted:
    """A generic capacity that a card gives for free (CAP-2): `rouage` uses it, on `target` if one is given."""

    rouage: str
    action: Literal["walk", "frontal", "ranged", "attack", "charge", "rest", "study"]
    target: str | None
    limited: bool
    optional: bool


@frame("declared", sees=Without("heard"))
class Declared:
    """A declaration, paid for: the capacities that wait for it come first. If it is stopped, the `drop` frames beneath
    are never resolved."""

    happenings: tuple[Happening, ...]
    drop: int
    heard: tuple[Happening, ...] = ()


@frame("settled", sees=PUBLIC)
class Settled:
    """A declaration that is settled: the capacities that wait for that come now. `action`: a generic capacity ends with
    it."""

    happenings: tuple[Happening, ...]
    action: bool = False


@frame("occasion", sees=PUBLIC)
class Occasion:
    """Triggered capacities, one after the other in GEN-6's order.

    `waiting`: those whose turn is still to come; `turn`: the one at hand, `agreed` if its player wants it, with the
    `targets` chosen so far; `now`: the happening that the one at work answers. `before`: what is beneath waits for the
    happenings as they leave them.
    """

    happenings: tuple[Happening, ...]
    waiting: tuple[Waiting, ...]
    before: bool = False
    turn: Waiting | None = None
    agreed: bool = False
    targets: Mapping[str, Any] = field(default_factory=dict)
    now: int | None = None
