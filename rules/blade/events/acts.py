"""What characters do and suffer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import Underscored, noun, tagged

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- acting ----------------------------------------------------------------------------------------------------------


@noun
class Part:
    """A part of a sum: its clause, its figure, and what it comes from."""

    clause: str
    value: int
    by: str | None = None


@tagged(kind="moved")
class Moved(Underscored):
    """One step (STP-1). `points`: of which `base` are free and `gems` are paid. `why`: also what is no movement."""

    who: str
    from_: From
    to: str
    via: str | None
    points: int
    parts: tuple[Part, ...]
    base: int
    gems: int
    why: Literal["step", "leap", "drop", "mind-control", "teleport", "dragged", "moved"] = "step"


@tagged(kind="base-forfeited")
class BaseForfeited:
    """STP-5, OVL-6: of a hero, or of all figures of a tile."""

    who: str


@tagged(kind="declared")
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


@tagged(kind="rolled")
class Rolled:
    by: str
    why: str
    dice: tuple[DieShown, ...]
    arrows: Mapping[str, int]
    support: int
    total: int


@tagged(kind="rerolled")
class Rerolled(Underscored):
    """DIE-4, DIE-7."""

    by: str
    die: int
    value: int
    successes: int
    with_: Annotated[str, Field(alias="with")]
    total: int


@tagged(kind="reduced")
class Reduced:
    """Successes that do not count (HIN-4, MEL-5)."""

    clause: str
    by: int


@tagged(kind="damage")
class Damage:
    """SEQ-4: the damage stands."""

    target: str
    count: int


@tagged(kind="sacrificed")
class Sacrificed:
    """SKL-12: who suffers it in whose place."""

    by: str
    target: str


@tagged(kind="guarded")
class Guarded:
    """GRD-4: a guard of so many gems. `by`: who guards for the target (SKL-10)."""

    target: str
    by: str
    gems: int
    item: str | None
    payer: str


@tagged(kind="defended")
class Defended:
    """GRD-1."""

    who: str
    total: int
    parts: tuple[Part, ...]


@tagged(kind="wounded")
class Wounded:
    """WND-2 of a hero: gems from fatigue, owed, from the reserve; WND-7 of others: life."""

    who: str
    count: int
    by: str | None = None
    fatigue: int = 0
    owed: int = 0
    reserve: int = 0
    life: int = 0


@tagged(kind="healed")
class Healed:
    """WND-8, WND-9."""

    who: str
    wounds: int = 0
    owed: int = 0
    fatigue: int = 0
    life: int = 0


@tagged(kind="died")
class Died:
    """WND-5 to WND-7: what was carried lies in the zone."""

    who: str
    zone: str
    items: Ids = ()
    by: str | None = None


@tagged(kind="circled")
class Circled:
    """SKL-4."""

    target: str
    left: int


@tagged(kind="struck-back")
class StruckBack:
    """SKL-7, SKL-6: declined, or carried out."""

    by: str
    target: str | None


@tagged(kind="fell")
class Fell:
    """FAL-1: the wounds of a fall."""

    who: str
    count: int
    with_persons: Ids = ()


@tagged(kind="leapt")
class Leapt:
    who: str
    to: str
    success: bool


@tagged(kind="marked")
class Marked:
    who: str
    mark: str
    value: Any


@tagged(kind="unmarked")
class Unmarked:
    who: str
    mark: str


@tagged(kind="spell")
class SpellCast:
    by: str
    spell: str
    target: str | None = None
    zone: str | None = None
    path: Ids = ()
