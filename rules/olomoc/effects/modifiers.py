"""Modifiers in force: permanent capacities without a trigger, and effects that still run.

They are read wherever a roll, a rank or a check of legality needs them. Their own conditions, selections and figures
read the pieces as printed on their cards, without modifiers: so no modifier can depend on itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, get_args

from rules.kernel import replace
from rules.kernel.identity_cache import cached_by
from rules.kernel.memo import derived
from rules.olomoc.effects import select, values
from rules.olomoc.effects.holders import BARE, NOBODY, Held, Roster, part, roster, title, widened
from rules.olomoc.effects.scope import SELF, Scope, opening, side
from rules.olomoc.packs import Capacity
from rules.olomoc.packs.language import Action, Bears, Characteristic, Filter, Rolls, Side
from rules.olomoc.packs.operations import Gain, walk
from rules.olomoc.packs.triggers import TokenTrigger
from rules.olomoc.packs.values import Amount, TokensValue
from rules.olomoc.packs.verbs import Allow, Change, Forbid, Ignore, Threshold
from rules.olomoc.seats import Seat
from rules.olomoc.state import LastingEffect, Rouage, Source, State

L = TypeVar("L", Change, Threshold, Ignore, Forbid, Allow, Gain)
Whose = tuple[Source, str, str | None, Seat | None]
"""The origin of an operation: where it is written, who bears it, who controls it."""
GAIN = "gain"
CHARACTERISTICS: tuple[Characteristic, ...] = get_args(Characteristic)
WORDS: Mapping[type, str] = {
    Change: "change",
    Threshold: "threshold",
    Ignore: "ignore",
    Forbid: "forbid",
    Allow: "allow",
    Gain: GAIN,
}


@dataclass(frozen=True, slots=True)
class Running(Generic[L]):
    """One lasting operation that holds for a piece now. `name`: its capacity's id (or its card's); `figures`: its
    amounts, where they were fixed when it began."""

    operation: L
    name: str
    scope: Scope
    figures: Mapping[str, int] = field(default_factory=dict)

    def amount(self, key: str, what: Amount) -> int:
        """A figure of the operation."""
        return self.figures[key] if key in self.figures else values.amount(self.scope, what)

    def regards(self, wanted: Filter | None, roller: str, other: str | None) -> bool:
        """Whether it holds with regard to `other`; in the filter, `subject` is the one who rolls."""
        if wanted is None:
            return True
        return other is not None and select.keeps(self.scope.with_(subject=roller), wanted, other)


Lasting = Mapping[tuple[str, str], tuple[tuple[LastingEffect, object], ...]]
"""Effects that run, each with its operation, by piece and by the operation's word."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The modifiers in force in a match: the capacities of each piece, and by piece and word the lasting operations of
    effects."""

    roster: Roster
    lasting: Lasting

    def rows(self, word: str, id: str) -> tuple[Sequence[tuple[LastingEffect, object]], Sequence[tuple[Held, int]]]:
        """The lasting and the permanent operations of that word that may concern a piece."""
        return self.lasting.get((id, word), ()), self.roster.permanent_for(word, id)


NOTHING = Hold(NOBODY, {})


@derived()
def hold(state: State) -> Hold:
    """The modifiers in force."""
    if state.agenda == BARE:
        return NOTHING
    if opening(state):
        # ART-5: on a cycle's opening mechanism no capacity acts, permanent ones neither
        return Hold(NOBODY, _lasting(state))
    standing = _standing(state)
    return _with_gains(state) if GAIN in standing.roster.permanent else standing


@derived("effects", "pack")
def _lasting(state: State) -> Lasting:
    effects: dict[tuple[str, str], list[tuple[LastingEffect, object]]] = {}
    for effect in state.effects:
        operation = part(state, effect.source, effect.card, effect.at)
        effects.setdefault((effect.piece, operation.op), []).append((effect, operation))
    return {key: tuple(rows) for key, rows in effects.items()}


@derived("effects", "pack", "pieces", "agenda")
def _standing(state: State) -> Hold:
    """The modifiers in force without those that permanent capacities give."""
    held, lasting = roster(state), _lasting(state)
    given = [row for (_, word), rows in lasting.items() if word == GAIN for row in rows]
    if given:
        held = widened(held, {(h.bearer, h.capacity.id): h for h in _given_capacities(state, given)}.values())
    return Hold(held, lasting)


def _with_gains(state: State) -> Hold:
    """The modifiers in force with those that permanent capacities give, which depend on all the others."""
    standing = _standing(state)
    gained = {(h.bearer, h.capacity.id): h for h in _gained_capacities(state, standing.roster)}
    return replace(standing, roster=widened(standing.roster, gained.values()))


def everything(state: State) -> Roster:
    """The capacities of each piece, gained ones included. A capacity gained from a gained one does not count."""
    return hold(state).roster


@derived()
def running(state: State, id: str, kind: type[L]) -> list[Running[L]]:
    """The lasting operations of a kind that hold for a piece. GEN-7: of several with one name, only the first one's."""
    lasting, permanent = hold(state).rows(WORDS[kind], id)
    if not lasting and not permanent:
        return []
    rows: list[tuple[Whose, object, Running[L]]] = []
    for effect, operation in lasting:
        assert isinstance(operation, kind)
        meaning = Scope(bare(state), effect.seat, effect.bearer, effect.bound)
        whose = (effect.source, effect.card, effect.bearer, effect.seat)
        rows.append((whose, effect.at, Running(operation, effect.name, meaning, effect.figures)))
    for held, n in permanent:
        operation = held.capacity.operations[n]
        assert isinstance(operation, kind)
        scope = _scope_for(state, held, operation.who, id)
        if scope is not None:
            whose = ("capacity", held.capacity.id, held.bearer, held.seat)
            rows.append((whose, n, Running(operation, held.capacity.id, scope)))
    return _without_doubles(state, rows) if len(rows) > 1 else [one for _, _, one in rows]


def _without_doubles(state: State, rows: list[tuple[Whose, object, Running[L]]]) -> list[Running[L]]:
    """GEN-7: what has the same name does not add up; nor does one and the same operation."""
    claims: dict[tuple[str | None, str | None], Whose] = {}
    seen: set[tuple[Whose, object]] = set()
    left = []
    for whose, at, one in rows:
        text = title(state, whose[0], whose[1])
        if claims.setdefault((text.fr, text.en), whose) == whose and (whose, at) not in seen:
            left.append(one)
        seen.add((whose, at))
    return left


def _scope_for(state: State, held: Held, who: object, id: str) -> Scope | None:
    """The scope of a permanent capacity, if it holds now and for this piece."""
    if who == "self" and held.bearer != id:
        return None
    scope = Scope(bare(state), held.seat, held.bearer)
    if not values.hold(scope, held.capacity.conditions):
        return None
    if isinstance(who, str):
        return scope if scope.named(who) == id else None
    return scope if isinstance(who, Filter) and select.keeps(scope, who, id) else None


def counts_actions(state: State, piece: Rouage) -> bool:
    """Whether some capacity of a piece in the game, all of which lie open, hangs on how many action tokens this rouage
    bears."""
    for all_ in everything(state).of.values():
        for held in all_:
            if side(Scope(state, held.seat, held.bearer), piece) in _counted_sides(held.capacity):
                return True
    return False


@cached_by(size=1024)
def _counted_sides(capacity: Capacity) -> frozenset[Side]:
    """The sides, seen from its controller, whose action tokens a capacity counts."""
    anybody: frozenset[Side] = frozenset(("self", "allied", "adverse", "hostile"))
    if capacity.by_hand:
        return anybody  # conditions that the engine does not read may depend on anything
    sides: set[Side] = set()
    for model in walk(capacity):
        match model:
            case Filter(bears=Bears(token="action"), who=who):
                sides.update(who)
            case TokenTrigger(token="action", subject=subject):
                sides.update(subject.who)
            case TokensValue(token="action", of=of):
                sides.update(("self",) if of == SELF else anybody)
    return frozenset(sides)


@derived()
def bare(state: State) -> State:
    """The match as printed: no permanent capacity holds, no effect runs."""
    return replace(state, agenda=BARE, effects=())


def _given_capacities(state: State, rows: list[tuple[LastingEffect, object]]) -> Iterator[Held]:
    """The capacities that effects have given."""
    for effect, operation in rows:
        piece = state.pieces.get(effect.piece)
        if isinstance(operation, Gain) and piece is not None and not piece.out:
            yield Held(operation.capacity, piece.id, piece.seat)


def _gained_capacities(state: State, known: Roster) -> Iterator[Held]:
    """The capacities that permanent ones give."""
    for held, n in known.permanent.get(GAIN, ()):
        operation = held.capacity.operations[n]
        for piece in state.pieces.values():
            if isinstance(operation, Gain) and _scope_for(state, held, operation.who, piece.id) is not None:
                yield Held(operation.capacity, piece.id, piece.seat)


# Queries


def _total(base: int, changes: list[Running[Change]]) -> tuple[int, list[tuple[str, int]]]:
    """A number with all its changes added, and the amount of each."""
    parts: list[tuple[str, int]] = []
    total = base
    fixed = [r for r in changes if r.operation.to is not None]
    for one in fixed[:1]:
        assert one.operation.to is not None
        to = one.amount("to", one.operation.to)
        parts.append((one.name, to - total))
        total = to
    for one in changes:
        by = one.amount("by", one.operation.by)
        total += by
        if by:
            parts.append((one.name, by))
    return total, parts


def _changes(state: State, piece: Rouage, what: str, fits: Callable[[Running[Change]], bool]) -> list[Running[Change]]:
    return [r for r in running(state, piece.id, Change) if r.operation.what == what and fits(r)]


def rank(state: State, piece: Rouage) -> int:
    """The rank as it counts now, everywhere but on the card."""
    return max(0, _total(piece.profile.rank, _changes(state, piece, "rank", lambda _: True))[0])


def coordination_rank(state: State, piece: Rouage) -> int:
    """The rank as it counts for coordinations (COO-1)."""
    changes = _changes(state, piece, "coordination-rank", lambda _: True)
    return max(0, _total(rank(state, piece), changes)[0])


def value(
    state: State, piece: Rouage, what: Characteristic, roll: Rolls | None = None, target: str | None = None
) -> tuple[int, list[tuple[str, int]]]:
    """ROL-1: a characteristic as it stands, for a roll against a target if there is one; and what changed it."""
    printed: int = getattr(piece.profile, what)

    def fits(one: Running[Change]) -> bool:
        kinds = one.operation.rolls
        return (not kinds or roll in kinds) and one.regards(one.operation.against, piece.id, target)

    return _total(printed, _changes(state, piece, what, fits))


def changed(state: State) -> dict[str, dict[str, int]]:
    """The characteristics and rank that are not as printed, by piece, whatever the roll and the target (ROL-1)."""
    by_piece: dict[str, dict[str, int]] = {}
    held, word = hold(state), WORDS[Change]
    for piece in state.pieces.values():
        if piece.out or not any(held.rows(word, piece.id)):
            continue
        changes = {one.operation.what for one in running(state, piece.id, Change)}
        now: dict[str, int] = {what: value(state, piece, what)[0] for what in CHARACTERISTICS if what in changes}
        if "rank" in changes:
            now["rank"] = rank(state, piece)
        differs = {what: figure for what, figure in now.items() if figure != getattr(piece.profile, what)}
        if differs:
            by_piece[piece.id] = differs
    return by_piece


def thresholds(state: State, piece: Rouage, roll: Rolls, target: str | None) -> list[tuple[str, int]]:
    """ROL-2: what cards do to the threshold of a roll."""
    return [
        (one.name, one.amount("by", one.operation.by))
        for one in running(state, piece.id, Threshold)
        if (not one.operation.rolls or roll in one.operation.rolls)
        and one.regards(one.operation.against, piece.id, target)
    ]


def ignores(state: State, id: str, what: str, against: str | None = None) -> str | None:
    """The capacity by which a piece ignores a rule, with regard to another piece if that matters."""
    for one in running(state, id, Ignore):
        if what in one.operation.what and one.regards(one.operation.against, id, against):
            return one.name
    return None


def forbidden(state: State, id: str, *actions: Action) -> str | None:
    """The capacity by which a piece may not do any of these."""
    for one in running(state, id, Forbid):
        if set(actions) & set(one.operation.actions):
            return one.name
    return None


def allowance(state: State, id: str, action: Action) -> tuple[int, int]:
    """The sums that cards add to a generic capacity: (to its cost, to its limit per phase)."""
    allowed = [r.operation for r in running(state, id, Allow) if action in r.operation.actions]
    return sum(o.cost for o in allowed), sum(o.more for o in allowed)
