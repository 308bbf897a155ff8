"""What characters do and suffer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import PUBLIC, Underscored, event, noun

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- acting ----------------------------------------------------------------------------------------------------------


@noun
class SumPart:
    """A part of a sum: its clause, its figure, and what it comes from."""

    clause: str
    value: int
    by: str | None = None


@event("moved", sees=PUBLIC)
class Moved(Underscored):
    """One step (STP-1). `points`: of which `base` are free and `gems` are paid. `why`: also what is no movement."""

    who: str
    from_: From
    to: str
    via: str | None
    points: int
    parts: tuple[SumPart, ...]
    base: int
    gems: int
    why: Literal["step", "leap", "drop", "mind-control", "teleport", "dragged", "moved"] = "step"


@event("base-forfeited", sees=PUBLIC)
class BaseForfeited:
    """STP-5, OVL-6: of a hero, or of all figures of a tile."""

    who: str


@event("declared", sees=PUBLIC)
class Declared:
    """SEQ-1. `gems` and `items` of heroes."""

    by: str
    mode: str
    target: str
    gems: int = 0
    items: Ids = ()


@noun
class DieShown(Underscored):
    """A die as the log shows it."""

    die: str
    value: int
    successes: int
    arrow: bool
    from_: From


@event("rolled", sees=PUBLIC)
class Rolled:
    by: str
    why: str
    dice: tuple[DieShown, ...]
    arrows: Mapping[str, int]
    support: int
    total: int


@event("rerolled", sees=PUBLIC)
class Rerolled(Underscored):
    """DIE-4, DIE-7."""

    by: str
    die: int
    value: int
    successes: int
    with_: Annotated[str, Field(alias="with")]
    total: int


@event("reduced", sees=PUBLIC)
class Reduced:
    """Successes that do not count (HIN-4, MEL-5)."""

    clause: str
    by: int


@event("damage", sees=PUBLIC)
class Damage:
    """SEQ-4: the damage stands."""

    target: str
    count: int


@event("sacrificed", sees=PUBLIC)
class Sacrificed:
    """SKL-12: who suffers it in whose place."""

    by: str
    target: str


@event("guarded", sees=PUBLIC)
class Guarded:
    """GRD-4: a guard of so many gems. `by`: who guards for the target (SKL-10)."""

    target: str
    by: str
    gems: int
    item: str | None
    payer: str


@event("defended", sees=PUBLIC)
class Defended:
    """GRD-1."""

    who: str
    total: int
    parts: tuple[SumPart, ...]


@event("wounded", sees=PUBLIC)
class Wounded:
    """WND-2 of a hero: gems from fatigue, owed, from the reserve; WND-7 of others: life."""

    who: str
    count: int
    by: str | None = None
    fatigue: int = 0
    owed: int = 0
    reserve: int = 0
    life: int = 0


@event("healed", sees=PUBLIC)
class Healed:
    """WND-8, WND-9."""

    who: str
    wounds: int = 0
    owed: int = 0
    fatigue: int = 0
    life: int = 0


@event("died", sees=PUBLIC)
class Died:
    """WND-5 to WND-7: what was carried lies in the zone."""

    who: str
    zone: str
    items: Ids = ()
    by: str | None = None


@event("circled", sees=PUBLIC)
class Circled:
    """SKL-4."""

    target: str
    left: int


@event("struck-back", sees=PUBLIC)
class StruckBack:
    """SKL-7, SKL-6: declined, or carried out."""

    by: str
    target: str | None


@event("fell", sees=PUBLIC)
class Fell:
    """FAL-1: the wounds of a fall."""

    who: str
    count: int
    with_persons: Ids = ()


@event("leapt", sees=PUBLIC)
class Leapt:
    who: str
    to: str
    success: bool


@event("marked", sees=PUBLIC)
class Marked:
    who: str
    mark: str
    value: Any


@event("unmarked", sees=PUBLIC)
class Unmarked:
    who: str
    mark: str


@event("spell", sees=PUBLIC)
class SpellCast:
    by: str
    spell: str
    target: str | None = None
    zone: str | None = None
    path: Ids = ()
