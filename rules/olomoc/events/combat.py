"""Events of rolls, attacks, wounds and state tokens."""

from __future__ import annotations

from typing import Literal

from rules.kernel import PUBLIC, event, noun
from rules.olomoc.seats import Seat


@noun
class RolledModifier:
    """One reason why a roll changed: of ROL-1, RNG-2 and RNG-3 the number of dice, of any other clause the
    threshold."""

    clause: str
    value: int


@event("rolled", sees=PUBLIC)
class Rolled:
    """A roll. `by`: a piece, or a seat for SET-1; `why`: set-up, attack, opportunity, dodge, riposte, study, reroll or
    effect. `sources`: for each modifier the piece, decor or capacity that it comes from, if any."""

    by: str
    why: str
    threshold: int
    modifiers: tuple[RolledModifier, ...]
    dice: tuple[int, ...]
    successes: int
    target: str | None = None
    sources: tuple[str | None, ...] = ()


@event("roll-changed", sees=PUBLIC)
class RollChanged:
    """A card's change to a roll already thrown: its dice and successes now. `by`: the capacity."""

    piece: str
    by: str
    dice: tuple[int, ...]
    successes: int


@event("die-rolled", sees=PUBLIC)
class DieRolled:
    """A die that a card throws: its face, and the result (GEN-3: a D3 is halved)."""

    by: str
    die: Literal["d3", "d6"]
    face: int
    result: int


@event("attacked", sees=PUBLIC)
class Attacked:
    """ATK-2: an attack is declared."""

    attacker: str
    target: str
    mode: Literal["frontal", "ranged"]
    how: str


@event("reacted", sees=PUBLIC)
class Reacted:
    """DOD-1, RIP-1: the reactions that the target's player declared."""

    piece: str
    dodge: bool
    riposte: Literal["combat", "shooting"] | None


@event("passed", sees=PUBLIC)
class Passed:
    """A player declined what was asked: "opportunity", "tempt-fate", "tactic", "push"."""

    seat: Seat
    what: str
    piece: str | None = None


@event("dodged", sees=PUBLIC)
class Dodged:
    """DOD-1: how many successes were cancelled and how many are left."""

    piece: str
    cancelled: int
    left: int


@event("tactic", sees=PUBLIC)
class TacticUsed:
    """ATK-4: the attacker gives up successes for a combat tactic."""

    piece: str
    tactic: Literal["push-attacker", "push-target", "stun"]
    target: str


@event("state", sees=PUBLIC)
class StateChanged:
    """STA: a state token is given or removed."""

    piece: str
    state: str
    gained: bool
    why: str


@event("wounded", sees=PUBLIC)
class Wounded:
    """LIF: `wounds` were inflicted, `checked` PV were checked; `clauses`: why there are fewer of these."""

    piece: str
    by: str | None
    wounds: int
    checked: int
    clauses: tuple[str, ...] = ()
    attack: bool = False


@event("healed", sees=PUBLIC)
class Healed:
    """Wounds are healed: so many PV are unchecked, from the right."""

    piece: str
    points: int


@event("out", sees=PUBLIC)
class OutOfCombat:
    """LIF-4: a piece is out of combat and leaves the Bloc."""

    piece: str
    by: str | None
