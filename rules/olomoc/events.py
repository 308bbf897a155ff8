"""Events: a closed union of facts. `evolve` folds them into the state; `view` says who may see what of each.

Every event carries its results, dice included, so that replaying never rolls and never decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.kernel import TaggedCodec, noun
from rules.kernel.table_talk import TalkEvent
from rules.olomoc.frames import Drawn
from rules.olomoc.seats import Seat
from rules.olomoc.state import Cabal, Edge, LastingEffect, MatchResult, Placement, Point, Until


@noun
class RolledModifier:
    """One reason why a roll changed: of ROL-1, RNG-2 and RNG-3 the number of dice, of any other clause the
    threshold."""

    clause: str
    value: int


@noun
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
    kind: Literal["rolled"] = "rolled"


@noun
class RollChanged:
    """A card's change to a roll already thrown: its dice and successes now. `by`: the capacity."""

    piece: str
    by: str
    dice: tuple[int, ...]
    successes: int
    kind: Literal["roll-changed"] = "roll-changed"


@noun
class DieRolled:
    """A die that a card throws: its face, and the result (GEN-3: a D3 is halved)."""

    by: str
    die: Literal["d3", "d6"]
    face: int
    result: int
    kind: Literal["die-rolled"] = "die-rolled"


@noun
class FirstSet:
    """SET-1: this seat is player 1 (GEN-5: it has priority until a card says otherwise)."""

    seat: Seat
    kind: Literal["first-set"] = "first-set"


@noun
class AgendaChosen:
    """SET-2."""

    agenda: str
    kind: Literal["agenda-chosen"] = "agenda-chosen"


@noun
class MarkerPlaced:
    """A marker is put on the Bloc."""

    marker: str
    at: Point
    size: int
    tinted: bool = False
    kind: Literal["marker-placed"] = "marker-placed"


@noun
class MarkerRemoved:
    """A marker leaves the Bloc."""

    marker: str
    kind: Literal["marker-removed"] = "marker-removed"


@noun
class DecorPlaced:
    """SET-3: a decor stands; `polygon` in µm on the Bloc."""

    decor: str
    type: Literal["obstructing", "open", "zone"]
    polygon: tuple[Point, ...]
    tinted: bool
    kind: Literal["decor-placed"] = "decor-placed"


@noun
class DecorLeftOut:
    """SET-3: it fits nowhere."""

    decor: str
    kind: Literal["decor-left-out"] = "decor-left-out"


@noun
class EdgeChosen:
    """SET-4: player 2's deployment line; player 1 has the opposite one."""

    seat: Seat
    edge: Edge
    kind: Literal["edge-chosen"] = "edge-chosen"


@noun
class MinistriesDealt:
    """SET-5. Each hand is its owner's secret, the fallen ministry lies open."""

    hands: Mapping[Seat, tuple[str, ...]]
    fallen: str | None
    kind: Literal["ministries-dealt"] = "ministries-dealt"


@noun
class Shuffled:
    """The Artefact's pile lies in this order, top first: nobody may know it."""

    order: tuple[str, ...]
    kind: Literal["shuffled"] = "shuffled"


@noun
class Composed:
    """A seat has composed; the cabal is its secret until both have (CAB-3)."""

    seat: Seat
    cabal: Cabal
    kind: Literal["composed"] = "composed"


@noun
class Drafted:
    """CAB-3: a card is taken, in the open."""

    seat: Seat
    card: str
    bearer: str | None = None
    kind: Literal["drafted"] = "drafted"


@noun
class CabalsRevealed:
    """Both cabals, and the rouages that they bring: `{"id", "seat", "card", "equipment", "profile"}` each."""

    cabals: Mapping[Seat, Cabal]
    rouages: tuple[dict[str, Any], ...]
    kind: Literal["cabals-revealed"] = "cabals-revealed"


@noun
class CycleBegan:
    """GEN-2."""

    cycle: int
    kind: Literal["cycle-began"] = "cycle-began"


@noun
class ActionsSet:
    """ACT-1, and any other change of action tokens: how many each piece has now."""

    actions: Mapping[str, int]
    why: str
    kind: Literal["actions-set"] = "actions-set"


@noun
class MechanismMade:
    """ART-1: the top card is drawn and goes to the discard; priority passes to `priority`."""

    card: str
    priority: Seat
    opening: bool
    kind: Literal["mechanism"] = "mechanism"


@noun
class Planned:
    """CYC-3. The slots are their owner's secret."""

    seat: Seat
    slots: tuple[str, ...]
    kind: Literal["planned"] = "planned"


@noun
class PhaseBegan:
    """CYC-4."""

    phase: int
    kind: Literal["phase-began"] = "phase-began"


@noun
class Revealed:
    """CYC-4.1: the cards of this slot, turned by both; None where a slot is empty."""

    cards: Mapping[Seat, str | None]
    ranks: Mapping[Seat, int | None]
    kind: Literal["revealed"] = "revealed"


@noun
class OrderSet:
    """CYC-4.1: who plays first."""

    order: tuple[Seat, ...]
    clause: str
    kind: Literal["order-set"] = "order-set"


@noun
class CardPlayed:
    """CYC-4.2. `without`: why it has no effect: "ministry" (MIN-1), "out" (CYC-7), or None."""

    seat: Seat
    card: str
    without: Literal["ministry", "out", "nobody"] | None = None
    kind: Literal["card-played"] = "card-played"


@noun
class Activated:
    """ACT, COO-1: a rouage is active."""

    rouage: str
    by: Literal["activation", "propaganda", "coordination", "instinct"]
    kind: Literal["activated"] = "activated"


@noun
class ActivationEnded:
    """The seat's active rouages are active no more."""

    rouages: tuple[str, ...]
    kind: Literal["activation-ended"] = "activation-ended"


@noun
class StayedOff:
    """ACT-2: no token or no room: it stays off the Bloc and nothing is spent."""

    rouage: str
    why: Literal["no-action-token", "no-room"]
    kind: Literal["stayed-off"] = "stayed-off"


@noun
class Used:
    """A piece uses a capacity: what it pays, and what counts against its limits (`counts`: names as in `used`)."""

    piece: str
    what: str
    actions: int = 0
    noirceur: int = 0
    counts: tuple[str, ...] = ()
    target: str | None = None
    kind: Literal["used"] = "used"


@noun
class Counted:
    """A capacity without a bearer is used: what counts against its limits."""

    seat: Seat
    counts: tuple[str, ...]
    kind: Literal["counted"] = "counted"


@noun
class CapacityUsed:
    """A capacity is resolved: an active one, or one that something triggered. `targets`: what was chosen for it, and
    the `subject` and `object` of what triggered it."""

    capacity: str
    seat: Seat | None
    piece: str | None
    targets: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["capacity"] = "capacity"


@noun
class LimitsReset:
    """The counters of this scope start again."""

    scope: Literal["activation", "phase", "cycle"]
    pieces: tuple[str, ...] | None = None
    kind: Literal["limits-reset"] = "limits-reset"


@noun
class Announced:
    """A displacement is announced, before the opportunity attacks that it may bring."""

    piece: str
    to: Point
    why: str
    kind: Literal["announced"] = "announced"


@noun
class Moved:
    """A piece moved. `drawn`: with which ruler (or the short move); None for a placement."""

    piece: str
    start: Point | None
    to: Point
    why: str
    drawn: Drawn | None = None
    ruler: Placement | None = None
    kind: Literal["moved"] = "moved"


@noun
class DisplacementLost:
    """OPP-3."""

    piece: str
    kind: Literal["displacement-lost"] = "displacement-lost"


@noun
class Attacked:
    """ATK-2: an attack is declared."""

    attacker: str
    target: str
    mode: Literal["frontal", "ranged"]
    how: str
    kind: Literal["attacked"] = "attacked"


@noun
class Reacted:
    """DOD-1, RIP-1: what the target's player declared."""

    piece: str
    dodge: bool
    riposte: Literal["combat", "shooting"] | None
    kind: Literal["reacted"] = "reacted"


@noun
class Passed:
    """A player declined something that was asked: "opportunity", "tempt-fate", "tactic", "push"."""

    seat: Seat
    what: str
    piece: str | None = None
    kind: Literal["passed"] = "passed"


@noun
class Dodged:
    """DOD-1: how many successes were cancelled and how many are left."""

    piece: str
    cancelled: int
    left: int
    kind: Literal["dodged"] = "dodged"


@noun
class TacticUsed:
    """ATK-4."""

    piece: str
    tactic: Literal["push-attacker", "push-target", "stun"]
    target: str
    kind: Literal["tactic"] = "tactic"


@noun
class StateChanged:
    """STA: a state token is given or taken."""

    piece: str
    state: str
    gained: bool
    why: str
    kind: Literal["state"] = "state"


@noun
class Wounded:
    """LIF: `wounds` were inflicted, `checked` PV were checked; `clauses` says why fewer."""

    piece: str
    by: str | None
    wounds: int
    checked: int
    clauses: tuple[str, ...] = ()
    attack: bool = False
    kind: Literal["wounded"] = "wounded"


@noun
class Healed:
    """PV unchecked, from the right."""

    piece: str
    points: int
    kind: Literal["healed"] = "healed"


@noun
class OutOfCombat:
    """LIF-4: it leaves the Bloc."""

    piece: str
    by: str | None
    kind: Literal["out"] = "out"


@noun
class NoirceurSet:
    """NOI: how many tokens a piece has now; `change` may be 0 where a corrupted one discards (NOI-2)."""

    piece: str
    change: int
    now: int
    clause: str
    kind: Literal["noirceur"] = "noirceur"


@noun
class FielSet:
    """NOI: a player's Fiel now."""

    seat: Seat
    now: int
    clause: str
    kind: Literal["fiel"] = "fiel"


@noun
class TraqueSet:
    """POL-1."""

    now: int
    kind: Literal["traque"] = "traque"


@noun
class Scored:
    """A player's points now (0 to 20), and by how much they changed."""

    seat: Seat
    change: int
    now: int
    why: str
    kind: Literal["scored"] = "scored"


@noun
class TokensSet:
    """Agenda tokens: how many of this name (a seat, or the agenda's word) lie on a marker or a rouage now."""

    on: str
    name: str
    now: int
    why: str
    kind: Literal["tokens"] = "tokens"


@noun
class HostilePlaced:
    """A hostile comes onto the Bloc; `profile` as in the position."""

    piece: str
    card: str
    at: Point
    profile: dict[str, Any]
    kind: Literal["hostile-placed"] = "hostile-placed"


@noun
class HostileRemoved:
    """A hostile leaves the match."""

    piece: str
    kind: Literal["hostile-removed"] = "hostile-removed"


@noun
class InstinctFollowed:
    """HOS-1: which node of the instinct it takes, and on whom."""

    hostile: str
    node: str
    target: str | None
    kind: Literal["instinct"] = "instinct"


@noun
class EffectBegan:
    """Something lasting starts."""

    effect: LastingEffect
    kind: Literal["effect-began"] = "effect-began"


@noun
class EffectsEnded:
    """Everything that ran until then, or not even so long, ends (CYC-8); `names`: what that was."""

    until: Until
    names: tuple[str, ...]
    kind: Literal["effects-ended"] = "effects-ended"


@noun
class Noted:
    """A plain fact for the log: a stated rule stopped something, a choice was made. `code` and `params` as in
    refusals."""

    clause: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["noted"] = "noted"


@noun
class HostilesDone:
    """CYC-5 is over."""

    kind: Literal["hostiles-done"] = "hostiles-done"


@noun
class CycleEnded:
    """CYC-6: ministries discarded, propagandas that replace the activation cards of rouages put out of combat."""

    cycle: int
    discarded: Mapping[Seat, str | None]
    replaced: Mapping[Seat, tuple[str, ...]]
    kind: Literal["cycle-ended"] = "cycle-ended"


@noun
class SlotsSwapped:
    """By adjustment: a seat's planned cards in two slots, neither turned, are exchanged."""

    seat: Seat
    slots: tuple[int, int]
    kind: Literal["slots-swapped"] = "slots-swapped"


@noun
class CardMoved:
    """By adjustment: a card goes from one zone to another."""

    card: str
    origin: str
    to: str
    kind: Literal["card-moved"] = "card-moved"


@noun
class MatchOver:
    """END."""

    outcome: MatchResult
    clause: str
    kind: Literal["over"] = "over"


Event = (
    Rolled
    | RollChanged
    | DieRolled
    | FirstSet
    | AgendaChosen
    | MarkerPlaced
    | MarkerRemoved
    | DecorPlaced
    | DecorLeftOut
    | EdgeChosen
    | MinistriesDealt
    | Shuffled
    | Composed
    | Drafted
    | CabalsRevealed
    | CycleBegan
    | ActionsSet
    | MechanismMade
    | Planned
    | PhaseBegan
    | Revealed
    | OrderSet
    | CardPlayed
    | Activated
    | ActivationEnded
    | StayedOff
    | Used
    | Counted
    | CapacityUsed
    | LimitsReset
    | Announced
    | Moved
    | DisplacementLost
    | Attacked
    | Reacted
    | Passed
    | Dodged
    | TacticUsed
    | StateChanged
    | Wounded
    | Healed
    | OutOfCombat
    | NoirceurSet
    | FielSet
    | TraqueSet
    | Scored
    | TokensSet
    | HostilePlaced
    | HostileRemoved
    | InstinctFollowed
    | EffectBegan
    | EffectsEnded
    | Noted
    | HostilesDone
    | CycleEnded
    | CardMoved
    | SlotsSwapped
    | MatchOver
    | TalkEvent
)

CODEC: TaggedCodec[Event] = TaggedCodec(Event)
