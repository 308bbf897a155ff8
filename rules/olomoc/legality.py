"""The one checker of commands: options, `check`, `submit` and the bots all call it.

Every function returns a `Refusal`, or what the engine needs to carry the command out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.geometry import CONTACT, Disc, can_come_within, nearest
from rules.kernel import Refusal
from rules.kernel.memo import derived
from rules.olomoc.displacements import farthest
from rules.olomoc.effects import modifiers
from rules.olomoc.frames import Activation
from rules.olomoc.measure import (
    adverse,
    allied,
    distance,
    engagers,
    engages,
    hundredths,
    look,
    near,
    rulers,
    scene,
    shared_with,
    shootable,
    stunned,
    threatens,
)
from rules.olomoc.packs.language import Action
from rules.olomoc.rolls import pool, value
from rules.olomoc.state import INCH, STUNNED, Placement, Point, Rouage, State

WALK, ATTACK, CHARGE = "walk", "attack", "charge"
PER_PHASE = 2
ENTRY_COST = 1
COST: dict[Action, int] = {
    "walk": 1,
    "frontal": 1,
    "ranged": 1,
    "charge": 2,
    "rest": 1,
    "riposte": 1,
    "dodge": 1,
}
"""Action tokens that the generic capacities cost (WLK-1, ATK-1, CHG-1, RST-1, RIP-1, DOD-1); the others are free."""


@dataclass(frozen=True, slots=True)
class UsageTerms:
    """The rouages that may use a generic capacity now, whether for free, and whether it counts against its limits
    (CAP-2)."""

    rouages: tuple[str, ...]
    free: bool = False
    limited: bool = True


# Rouages that may act


def active(state: State, terms: UsageTerms, id: str) -> Rouage | Refusal:
    """A rouage whose turn it is and that can act at all (CAP-1, ACT-3)."""
    piece = state.pieces.get(id)
    if piece is None or id not in terms.rouages:
        return Refusal("CAP-1", "not-active", {"rouage": id})
    if piece.out:
        return Refusal("LIF-4", "out-of-combat", {"rouage": id})
    if piece.at is None:
        return Refusal("ACT-3", "not-on-bloc", {"rouage": id})
    return piece


def cost(state: State, piece: Rouage, action: Action) -> int:
    """CAP-1: what a generic capacity costs this rouage, in action tokens."""
    return max(0, COST.get(action, 0) + modifiers.allowance(state, piece.id, action)[0])


def limit(state: State, piece: Rouage, action: Action) -> int:
    """WLK-1, ATK-1, CHG-1: how often this rouage may use a generic capacity in a phase."""
    return max(0, PER_PHASE + modifiers.allowance(state, piece.id, action)[1])


def payable(piece: Rouage, cost: int) -> Refusal | None:
    """CAP-1: enough action tokens."""
    if piece.actions < cost:
        return Refusal("CAP-1", "no-action-token", {"rouage": piece.id, "cost": cost, "left": piece.actions})
    return None


def unused(piece: Rouage, count: str, limit: int, clause: str) -> Refusal | None:
    """CAP-1: the frequency is not used up."""
    if piece.used.get(count, 0) >= limit:
        return Refusal(clause, "limit-reached", {"rouage": piece.id, "what": count, "limit": limit})
    return None


def allowed(state: State, piece: Rouage, *actions: Action) -> Refusal | None:
    """The refusal by a card that forbids this rouage any of these (GEN-1), or None."""
    by = modifiers.forbidden(state, piece.id, *actions)
    return Refusal("GEN-1", "forbidden", {"rouage": piece.id, "what": actions[0], "by": by}) if by else None


def unstunned(state: State, piece: Rouage) -> Refusal | None:
    """STA-2."""
    return Refusal("STA-2", "stunned", {"rouage": piece.id}) if stunned(state, piece) else None


def free(state: State, piece: Rouage, clause: str) -> Refusal | None:
    """ENG-2."""
    by = engagers(state, piece)
    return Refusal(clause, "not-free", {"rouage": piece.id, "by": by}) if by else None


Limit = tuple[str, Action, str]
"""A counter, whose limit, its clause."""


@derived()
def _ready(state: State, terms: UsageTerms, id: str, action: Action, limits: tuple[Limit, ...]) -> Rouage | Refusal:
    """The checks that walk, attack and charge have in common: active, not stunned, limits, tokens. Options ask it
    for each target anew."""
    piece = active(state, terms, id)
    if isinstance(piece, Refusal):
        return piece
    refusal = unstunned(state, piece)
    for count, of, clause in limits if terms.limited else ():
        refusal = refusal or unused(piece, count, limit(state, piece, of), clause)
    if not terms.free:
        refusal = refusal or payable(piece, cost(state, piece, action))
    return refusal or piece


@derived()
def _able(state: State, terms: UsageTerms, id: str, action: Action, limits: tuple[Limit, ...]) -> Rouage | Refusal:
    """:func:`_ready`, and no card forbids the action (GEN-1)."""
    piece = _ready(state, terms, id, action, limits)
    return piece if isinstance(piece, Refusal) else allowed(state, piece, action) or piece


# Targets


def target(state: State, piece: Rouage, id: str | None, clause: str) -> Rouage | Refusal:
    """An adverse or hostile rouage on the Bloc that this piece sees (GEN-4, ACT-3, LOS-4)."""
    if id is None:
        return Refusal(clause, "no-target", {"rouage": piece.id})
    if (aimed := state.pieces.get(id)) is None:
        return Refusal(clause, "unknown-target", {"target": id})
    if not adverse(piece, aimed):
        return Refusal(clause, "not-adverse", {"target": id})
    if aimed.at is None:
        return Refusal("ACT-3", "not-on-bloc", {"rouage": id})
    return aimed


def visible(state: State, piece: Rouage, aimed: Disc, id: str) -> Refusal | None:
    """LOS-4, with the decor that stands in the way."""
    sight = look(state, piece.disc, aimed)
    if sight.visible or modifiers.ignores(state, piece.id, "sight", id) is not None:
        return None
    return Refusal("LOS-4", "no-line-of-sight", {"rouage": piece.id, "target": id, "by": list(sight.blockers)})


Frontal = Literal["frontal", "riposte", "opportunity"]


def frontal(
    state: State, piece: Rouage, aimed: Rouage, clause: str = "ATK-3", roll: Frontal = "frontal"
) -> Refusal | None:
    """ATK-3, for any frontal strike (RIP-1, OPP-1): it engages the target, sees it, and has a die to throw."""
    if not engages(state, piece, aimed):
        apart = hundredths(distance(state, piece.disc, aimed.disc))
        return Refusal(clause, "not-engaged", {"rouage": piece.id, "target": aimed.id, "distance": apart})
    return visible(state, piece, aimed.disc, aimed.id) or _dice(state, piece, "combat", aimed, roll)


def _dice(
    state: State,
    piece: Rouage,
    characteristic: Literal["combat", "dodge"],
    against: Rouage,
    roll: Literal["frontal", "riposte", "opportunity", "dodge"],
) -> Refusal | None:
    """ROL-4."""
    if value(state, piece, characteristic, roll, against.id)[0] <= 0:
        return Refusal("ROL-4", "no-dice", {"rouage": piece.id, "what": characteristic})
    return None


def ranged(state: State, piece: Rouage, aimed: Rouage, *, nearest_only: bool = True) -> Refusal | None:
    """RNG-1, RNG-2; a riposte need not aim at the nearest (RIP-1). A card may lift some of it."""
    if value(state, piece, "shooting")[0] <= 0:
        return Refusal("RNG-1", "no-shooting", {"rouage": piece.id})
    refusal = free(state, piece, "RNG-1")
    if refusal is not None and modifiers.ignores(state, piece.id, "engaged-shooter", aimed.id) is None:
        return refusal
    if (refusal := visible(state, piece, aimed.disc, aimed.id)) is not None:
        return refusal
    if (by := engagers(state, aimed)) and modifiers.ignores(state, piece.id, "engaged-target", aimed.id) is None:
        return Refusal("RNG-1", "target-not-free", {"target": aimed.id, "by": by})
    if nearest_only and (refusal := _nearest(state, piece, aimed)) is not None:
        return refusal
    if pool(state, piece, "shooting", aimed, "ranged" if nearest_only else "riposte").dice <= 0:
        return Refusal("ROL-4", "no-dice", {"rouage": piece.id, "what": "shooting"})
    return None


def _nearest(state: State, piece: Rouage, aimed: Rouage) -> Refusal | None:
    """RNG-1: the nearest of those that could be shot; equal distances leave the choice."""
    ids = _shot_at(state, piece.id) if state.pieces.get(piece.id) is piece else _nearest_of(state, piece)
    if aimed.id in ids or modifiers.ignores(state, piece.id, "nearest", aimed.id) is not None:
        return None
    apart = hundredths(distance(state, piece.disc, state.pieces[ids[0]].disc))
    return Refusal("RNG-1", "not-nearest", {"target": aimed.id, "nearest": ids[0], "distance": apart})


def _nearest_of(state: State, piece: Rouage) -> list[str]:
    return nearest(piece.disc, [(p.id, p.disc) for p in shootable(state, piece)])


@derived()
def _shot_at(state: State, id: str) -> list[str]:
    """The nearest of those that a piece on the Bloc could shoot at: the same for each target."""
    return _nearest_of(state, state.pieces[id])


# The generic capacities


def walk(state: State, terms: UsageTerms, id: str) -> Rouage | Refusal:
    """WLK-1, before its destination."""
    return _able(state, terms, id, "walk", ((WALK, "walk", "WLK-1"),))


def attack(
    state: State, terms: UsageTerms, id: str, mode: Literal["frontal", "ranged"], target_id: str | None
) -> Rouage | Refusal:
    """ATK-1, ATK-3, RNG-1: the attacker, if it may."""
    piece = _able(state, terms, id, mode, ((ATTACK, mode, "ATK-1"),))
    if isinstance(piece, Refusal):
        return piece
    aimed = target(state, piece, target_id, "ATK-3" if mode == "frontal" else "RNG-1")
    if isinstance(aimed, Refusal):
        return aimed
    return (frontal if mode == "frontal" else ranged)(state, piece, aimed) or piece


def charge(state: State, terms: UsageTerms, id: str, target_id: str | None) -> Rouage | Refusal:
    """CHG-1, CHG-2, before its walk. A target that is out of every ruler's reach is refused at once (CHG-4)."""
    # CHG-2: counts against both limits
    limits: tuple[Limit, ...] = ((WALK, "walk", "CHG-2"), (ATTACK, "frontal", "CHG-2"), (CHARGE, "charge", "CHG-1"))
    piece = _ready(state, terms, id, "charge", limits)
    if isinstance(piece, Refusal):
        return piece
    if (refusal := free(state, piece, "CHG-1")) is not None:
        return refusal
    aimed = target(state, piece, target_id, "CHG-1")
    if isinstance(aimed, Refusal):
        return aimed
    if (refusal := charges(state, piece, aimed)) is not None:
        return refusal
    apart = distance(state, piece.disc, aimed.disc)
    if apart > farthest(state, piece) + INCH and not any(shared_with(state, aimed.disc)):  # MEA-4 engages farther
        return Refusal("CHG-4", "out-of-reach", {"target": aimed.id, "distance": hundredths(apart)})
    return piece


def charges(state: State, piece: Rouage, aimed: Rouage) -> Refusal | None:
    """CHG-1, for any charger and any end of the walk: the target is in sight, and there is a die to throw."""
    refusal = allowed(state, piece, "charge", "walk", "frontal") or visible(state, piece, aimed.disc, aimed.id)
    refusal = refusal or _dice(state, piece, "combat", aimed, "frontal")
    if refusal is None and (by := modifiers.ignores(state, aimed.id, "threat", piece.id)) is not None:
        refusal = Refusal("CHG-1", "cannot-engage", {"target": aimed.id, "by": by})
    return refusal


def charge_end(state: State, piece: Rouage, aimed: Rouage, to: Point) -> Refusal | None:
    """CHG-1: at its end the walk engages the target, which the attack then sees."""
    end = Disc(to[0], to[1], piece.radius)
    if not near(state, end, aimed.disc, INCH):
        apart = hundredths(distance(state, end, aimed.disc))
        return Refusal("CHG-1", "not-engaging", {"target": aimed.id, "distance": apart})
    sight = look(state, end, aimed.disc)
    if not sight.visible and modifiers.ignores(state, piece.id, "sight", aimed.id) is None:
        return Refusal(
            "LOS-4", "no-line-of-sight", {"rouage": piece.id, "target": aimed.id, "by": list(sight.blockers)}
        )
    return None


def charge_place(state: State, piece: Rouage, aimed: Rouage) -> tuple[Point, Placement | None] | None:
    """CHG-4: a place from which it would engage its target after a legal walk, if one is found: within 1 in of it, or
    across a small marker that the target touches (MEA-4)."""
    for goal, reach in ((aimed.disc, INCH), *((m.disc, CONTACT) for m in shared_with(state, aimed.disc))):
        end = can_come_within(
            scene(state),
            piece.disc,
            goal,
            reach,
            rulers(state),
            frozenset((piece.id,)),
            lambda to: charge_end(state, piece, aimed, to) is None,
        )
        if end is not None:
            pose = end.pose
            return end.to, Placement(pose.x, pose.y, pose.angle) if pose is not None else None
    return None


def rest(state: State, terms: UsageTerms, id: str, target_id: str, remove: str) -> Rouage | Refusal:
    """RST-1; STA-2: a stunned rouage may rest to lose its own stunned token, and for nothing else."""
    piece = active(state, terms, id)
    if isinstance(piece, Refusal):
        return piece
    own_stun = target_id == id and remove == STUNNED
    if not own_stun and (refusal := unstunned(state, piece)) is not None:
        return refusal
    refusal = None if terms.free else payable(piece, cost(state, piece, "rest"))
    if (refusal := refusal or allowed(state, piece, "rest")) is not None:
        return refusal
    aimed = state.pieces.get(target_id)
    if aimed is None or not allied(piece, aimed):
        return Refusal("RST-1", "not-allied", {"target": target_id})
    if aimed.at is None:
        return Refusal("ACT-3", "not-on-bloc", {"rouage": target_id})
    if not near(state, piece.disc, aimed.disc, INCH):
        apart = hundredths(distance(state, piece.disc, aimed.disc))
        return Refusal("RST-1", "too-far", {"rouage": id, "target": target_id, "distance": apart})
    if target_id != id and (refusal := visible(state, piece, aimed.disc, target_id)) is not None:
        return refusal
    if (remove == STUNNED and not aimed.stunned) or (remove == "noirceur" and aimed.noirceur == 0):
        return Refusal("RST-1", "nothing-to-remove", {"target": target_id, "what": remove})
    return piece


def coordinate(state: State, act: Activation, id: str | None) -> Refusal | None:
    """COO-1, COO-2."""
    if act.by != "activation":
        return Refusal("COO-2", "by-propaganda", {})
    if act.coordinated:
        return Refusal("COO-1", "already-coordinated", {})
    leader = state.pieces[act.rouages[0]]
    if leader.out:
        return Refusal("LIF-4", "out-of-combat", {"rouage": leader.id})
    other = state.pieces.get(id) if id is not None else None
    if other is None or other.seat != act.seat or other.id == leader.id:
        return Refusal("COO-1", "no-one-to-coordinate" if id is None else "not-allied", {"target": id or leader.id})
    if other.out:
        return Refusal("LIF-4", "out-of-combat", {"rouage": other.id})
    if not other.revealed:
        return Refusal("COO-1", "not-revealed", {"rouage": other.id})
    ranks = modifiers.coordination_rank(state, leader), modifiers.coordination_rank(state, other)
    if ranks[1] >= ranks[0]:
        return Refusal("COO-1", "rank-not-lower", {"rouage": other.id, "rank": ranks[1], "leader": ranks[0]})
    return allowed(state, leader, "coordinate") or payable(leader, cost(state, leader, "coordinate"))


# Reactions


def dodge(state: State, piece: Rouage, attacker: Rouage, cost: int) -> Refusal | None:
    """DOD-1, STA-2; `cost`: of all that is declared with it."""
    refusal = unstunned(state, piece) or payable(piece, cost) or allowed(state, piece, "dodge")
    return refusal or _dice(state, piece, "dodge", attacker, "dodge")


def riposte(state: State, piece: Rouage, attacker: Rouage, with_: str, cost: int) -> Refusal | None:
    """RIP-1, STA-2: with Combat in its threat zone, or with Shooting under RNG-1 and RNG-2."""
    refusal = unstunned(state, piece) or payable(piece, cost) or allowed(state, piece, "riposte")
    if refusal is not None:
        return refusal
    if with_ == "shooting":
        return ranged(state, piece, attacker, nearest_only=False)
    return frontal(state, piece, attacker, "RIP-1", "riposte")


def strikes_leaver(state: State, piece: Rouage, mover: Rouage, to: Point) -> bool:
    """OPP-1: the mover stands in this piece's threat zone, its end would be outside, and the piece can attack it."""
    end = Disc(to[0], to[1], mover.radius)
    return (
        adverse(piece, mover)
        and threatens(state, piece, mover.disc)
        and not near(state, piece.disc, end, INCH)
        and frontal(state, piece, mover, "OPP-1", "opportunity") is None
        and allowed(state, piece, "opportunity") is None
        and piece.actions >= cost(state, piece, "opportunity")
        and modifiers.ignores(state, mover.id, "opportunity", piece.id) is None
    )


def movable(state: State, id: str, by: str | None) -> Refusal | None:
    """A card may say that others cannot push, displace, place or swap a piece; `by` None: it is nobody's doing."""
    if id == by or id not in state.pieces:
        return None
    name = modifiers.ignores(state, id, "pushes", by)
    return Refusal("GEN-1", "immovable", {"rouage": id, "by": name}) if name is not None else None
