"""The verbs of capacities: the operations that hold no others.

Operations are resolved in the order written. One that has nobody to act on, or whose piece has left the game, does
nothing and the next goes on. Lasting ones (`change`, `threshold`, `ignore`, `forbid`, `allow`, `gain`) hold for the
capacity's `duration`; in a permanent capacity without a trigger they hold for as long as its conditions do. Bonuses
of the same capacity name on one piece never add up (GEN-7).
"""

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import Id

from .base import Length, Model, Point
from .language import Action, Corner, Face, Filter, Player, Ref, Rolls, Select, Token, Track, Who
from .values import Amount

ME: Who = "self"


# Lasting -------------------------------------------------------------------------------------------------------------


class Change(Model):
    """Add to a characteristic, to the rank (planning, coordination, instincts, all that reads it) or to the rank for
    coordinations alone (COO-1), or set it. Results below 0 count as 0. Rolls and ranks read it when they need it."""

    op: Literal["change"]
    who: Who = ME
    """The piece concerned."""
    what: Literal["technique", "combat", "shooting", "dodge", "rank", "coordination-rank"]
    """The number to change."""
    by: Amount = 0
    """The amount added; may be negative."""
    to: Amount | None = None
    """Set to this instead, before anything is added."""
    rolls: tuple[Rolls, ...] = ()
    """Only for these rolls. Empty: always."""
    against: Filter | None = None
    """Only for rolls that target such a piece; `of = "subject"` there is the one who rolls."""


class Threshold(Model):
    """Add to the threshold of rolls: -1 makes them easier (ROL-2 keeps it within 2+ and 6+)."""

    op: Literal["threshold"]
    who: Who = ME
    """The pieces whose rolls change."""
    by: Amount
    """The amount added."""
    rolls: tuple[Rolls, ...] = ()
    """Only for these rolls. Empty: any."""
    against: Filter | None = None
    """Only for rolls that target such a piece; `of = "subject"` there is the one who rolls."""


class Ignore(Model):
    """Leave a rule aside for the pieces named."""

    op: Literal["ignore"]
    who: Who = ME
    """The pieces that ignore it."""
    what: tuple[
        Literal[
            "cover",
            "long-range",
            "nearest",
            "engaged-shooter",
            "engaged-target",
            "sight",
            "support",
            "opportunity",
            "threat",
            "reinforced",
            "noirceur",
            "noirceur-out-of-combat",
            "stunned",
            "wounds",
            "pushes",
        ],
        ...,
    ]
    """`cover` and `long-range`: its shots suffer no such malus (RNG-2). `nearest`: it may shoot any legal target
    (RNG-1). `engaged-shooter`: it may shoot while engaged. `engaged-target`: it may shoot engaged targets. `sight`: it
    needs no line of sight to target. `support`: support against it does not lower thresholds (ROL-3). `opportunity`:
    its displacements provoke no opportunity attack (OPP-1). `threat`: nothing engages it. `reinforced`: its attacks
    are not lessened by reinforced PV (LIF-2). `noirceur`: it is given no Noirceur by anything but a cost it pays or
    tempting fate. `noirceur-out-of-combat`: none for putting a rouage out of combat. `stunned`: it is not affected by
    that token. `wounds`: it takes no wounds. `pushes`: it cannot be pushed, displaced, placed or swapped by others."""
    against: Filter | None = None
    """Only with regard to such pieces: the target shot at, the one who wounds, pushes or threatens."""


class Forbid(Model):
    """The pieces named cannot use these generic capacities. What they are engaged in already goes on."""

    op: Literal["forbid"]
    who: Who = ME
    """The pieces that cannot."""
    actions: tuple[Action, ...]
    """The forbidden actions; a charge needs both its walk and its attack to be allowed."""


class Allow(Model):
    """Change what a generic capacity costs, or how often it may be used in a phase."""

    op: Literal["allow"]
    who: Who = ME
    """For whom."""
    actions: tuple[Action, ...]
    """The generic capacities."""
    cost: int = Field(default=0, ge=-4, le=4)
    """Added to its cost in action tokens, which stays at 0 or more."""
    more: int = Field(default=0, ge=-2, le=4)
    """Added to its limit per phase: a `walk` to WLK-1's, `frontal` or `ranged` to ATK-1's, `charge` to CHG-1's."""


# The roll at hand ----------------------------------------------------------------------------------------------------


class Die(Model):
    """Change dice of the trigger's roll, after it was thrown: the controller picks among those that fit."""

    op: Literal["die"]
    count: Amount = 1
    """The largest number of dice."""
    faces: tuple[Face, ...] = (1, 2, 3, 4, 5, 6)
    """Only dice that show one of these."""
    to: int | None = Field(default=None, ge=1, le=6)
    """Set to this face."""
    by: int = Field(default=0, ge=-5, le=5)
    """Or add this; the face stays within 1 and 6."""


class Successes(Model):
    """Add to the successes of the trigger's roll, or of the `test` around this; never below 0."""

    op: Literal["successes"]
    by: Amount
    """The amount added; may be negative."""


class Reroll(Model):
    """Throw dice of the trigger's roll again, once; the new result stands."""

    op: Literal["reroll"]
    dice: Literal["all", "failures", "chosen"] = "all"
    """All its dice; those under the threshold; or what the controller picks."""
    count: Amount = 99
    """The largest number of dice; with `failures` the lowest first."""


class Prevent(Model):
    """Of the event of a `before` trigger, prevent this many: wounds about to be dealt, tokens about to be moved. For a
    targeting, a movement or an action, anything above 0 stops it: what it cost stays paid."""

    op: Literal["prevent"]
    count: Amount = 99
    """The largest number."""


# Wounds and tokens ---------------------------------------------------------------------------------------------------


class Wound(Model):
    """Check PV (LIF-1). It is an attack if it may hit an adverse or hostile rouage from a capacity of a rouage
    (CAP-4): reinforced and tinted PV then act as for attacks; otherwise they do not (LIF-2, LIF-3)."""

    op: Literal["wound"]
    who: Who
    """The wounded pieces."""
    count: Amount = 1
    """The number of wounds."""


class Heal(Model):
    """Uncheck PV, from the last checked backwards."""

    op: Literal["heal"]
    who: Who = ME
    """The healed pieces."""
    count: Amount = 1
    """The number of PV."""


class Give(Model):
    """Give tokens: `noirceur` (NOI-1, NOI-2), `action` (never above ACT-1's number), `stunned` (STA-1), `agenda` (on
    rouages and markers), `player` (the controller's own, on markers)."""

    op: Literal["give"]
    who: Who
    """To whom."""
    token: Token
    """The token."""
    count: Amount = 1
    """The number."""


class Take(Model):
    """Take tokens away; fewer than asked if there are fewer."""

    op: Literal["take"]
    who: Who
    """From whom."""
    token: Literal["noirceur", "action", "stunned", "agenda", "player", "adverse-player"]
    """The token."""
    count: Amount = 1
    """The number."""


class Move(Model):
    """Take tokens from one piece and give those actually taken to another."""

    op: Literal["move"]
    of: Ref
    """From this piece."""
    to: Ref
    """To that piece."""
    token: Token
    """The token."""
    count: Amount = 1
    """The number."""


# Places --------------------------------------------------------------------------------------------------------------


class Push(Model):
    """Push (MOV-4). The controller chooses the place; each push may be declined."""

    op: Literal["push"]
    who: Who
    """The pushed rouages."""
    direction: Literal["any", "toward", "away"] = "any"
    """With regard to `of` (ENG-4)."""
    of: Ref = "self"
    """Toward or away from whom."""
    by: Player = "controller"
    """The player who chooses the place; `owner` is the pushed rouage's player."""


class Displace(Model):
    """A displacement (MOV-2, MOV-3) that is not a walk: opportunity attacks (OPP-1) and entering count as ever."""

    op: Literal["displace"]
    who: Who = ME
    """The pieces that move."""
    ruler: Literal["displacement", "push"] = "displacement"
    """The longer ruler with MOV-3's choices, or the push ruler only."""
    direction: Literal["any", "toward", "directly-toward", "away", "directly-away"] = "any"
    """With regard to `of` (ENG-4)."""
    of: Ref = "self"
    """Toward or away from whom."""
    by: Player = "controller"
    """The player who chooses the place."""
    optional: bool = True
    """It may be declined."""


class Spot(Model):
    """The place of something put; exactly one of the keys."""

    at: Point | None = None
    """At this point of the Bloc."""
    corner: Corner | None = None
    """Nearest to that corner."""
    near: Ref | None = None
    """Within `range` of that piece, where the chooser says."""
    place: Ref | None = None
    """At that `place` target."""
    edge: Literal["own", "adverse"] | None = None
    """Within `range` of that deployment line, where the chooser says."""
    range: Length = 0
    """For `near` and `edge`; 0 is contact."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(value is not None for value in (self.at, self.corner, self.near, self.place, self.edge)) != 1:
            raise PydanticCustomError("spot", "a spot needs exactly one of `at`, `corner`, `near`, `place`, `edge`")
        return self


class Place(Model):
    """A placement (MOV-5); what does not fit goes to the nearest place where it does (MOV-6)."""

    op: Literal["place"]
    who: Who = ME
    """The pieces placed."""
    spot: Spot
    """The place."""
    by: Player = "controller"
    """The player who chooses, where there is a choice."""
    optional: bool = False
    """It may be declined."""


class Swap(Model):
    """Two rouages or markers on the Bloc exchange places, each with its centre where the other's was (MOV-6)."""

    op: Literal["swap"]
    first: Ref = "self"
    """One."""
    second: Ref
    """The other."""


class PlaceHostile(Model):
    """Put a new hostile on the Bloc (MOV-6)."""

    op: Literal["place-hostile"]
    hostile: Id
    """The card."""
    spot: Spot
    """The place."""


class PlaceMarker(Model):
    """Put a new marker on the Bloc (MOV-6)."""

    op: Literal["place-marker"]
    marker: Id
    """Its id; a further one of the same id gets a number."""
    size: Literal[30, 40, 50] = 30
    """Diameter in mm (MEA-1)."""
    tinted: bool = False
    """Whether it is tinted (DEC-2)."""
    spot: Spot
    """The place."""


class Remove(Model):
    """Take hostiles or markers off the Bloc for good; rouages of the players are left alone."""

    op: Literal["remove"]
    who: Who
    """The pieces removed."""


# The game ------------------------------------------------------------------------------------------------------------


class Act(Model):
    """A generic capacity used at once and for free (CAP-2), on a given target or on any legal one."""

    op: Literal["act"]
    who: Ref = "self"
    """The rouage that acts; a stunned rouage still cannot (STA-2)."""
    action: Literal["walk", "frontal", "ranged", "attack", "charge", "rest", "study"]
    """The action; `attack` is frontal or ranged as its player likes."""
    target: Ref | None = None
    """On whom; left out: the rouage's player chooses."""
    limited: bool = True
    """It counts against its limits and cannot be used past them (CAP-2)."""
    optional: bool = True
    """It may be declined."""


class Mechanism(Model):
    """Make a mechanism (ART-1)."""

    op: Literal["mechanism"]


class ActivateHostiles(Model):
    """Activate hostiles in the manner of CYC-5, from the player with priority on."""

    op: Literal["activate-hostiles"]
    who: Select = Select(who=("hostile",))
    """The hostiles."""


class Score(Model):
    """Move a track: victory points (0 to 20), Fiel (NOI-4) or Traque (POL-1)."""

    op: Literal["score"]
    track: Track = "points"
    """The track."""
    player: Literal["controller", "opponent", "both"] = "controller"
    """The player; Traque is nobody's."""
    by: Amount = 1
    """The amount added; may be negative, and the track stays at 0 or more."""
