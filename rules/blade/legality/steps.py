"""Movement: what a step costs and why it cannot be made, paths, and the cheapest way to each zone (STP, BRD, HIN-3,
CRW-3, SKL-24 to SKL-33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from rules.blade.board import BorderPiece, Kind
from rules.blade.events import SumPart
from rules.blade.legality.common import actor, payer_of
from rules.blade.measure import (
    all_skills,
    base_left,
    bearers,
    crowded,
    extra_limit,
    limits,
    reserve_of,
    step_hindering,
)
from rules.blade.packs.operations import Confine
from rules.blade.packs.schema import LinkRow
from rules.blade.rules_in_force import in_force
from rules.blade.sight import pieces_between
from rules.blade.state import Figure, Hero, State
from rules.kernel import Refusal, Seat
from rules.kernel.memo import derived
from rules.kernel.refusals import no

SMASH = "smash"
WALLS = ("wood", "stone", "palisade")
SMASHING = 2
"""The surcharge of SKL-25."""
WEB_COST = 4
"""The points that getting free of a web takes (SKL-29)."""


class MoveStep(NamedTuple):
    """One step as it would be made. `via`: a link, `smash` or None; `piece`: what is smashed, or the door opened."""

    from_: str
    to: str
    via: str | None
    parts: tuple[SumPart, ...]
    link: LinkRow | None = None
    piece: str | None = None

    @property
    def points(self) -> int:
        return sum(part.value for part in self.parts)


# ---- one step --------------------------------------------------------------------------------------------------------


def stopped(state: State, who: str, here: str | None = None) -> Refusal | None:
    """STP-11: why a character cannot leave its zone by movement, or another where it would be on the way."""
    return _stopped(state, who, here or state.at(who))


@derived()
def _stopped(state: State, who: str, zone: str) -> Refusal | None:
    character = state.everyone()[who]
    marks = character.marks if zone == character.at else {}
    if (by := marks.get("seized")) is not None and by in state.within(zone):
        return no("STP-11", "seized", by=by)  # SKL-3
    if marks.get("webbed"):
        return no("STP-11", "webbed", who=who)  # SKL-29
    # SPL-7: a blocker may move, and is without its skill instead
    if character.marks.get("held") and not _printed_blocker(state, character):
        return no("STP-11", "held", who=who)
    skills = all_skills(state)[who]
    blockers = [] if "elusive" in skills else bearers(state, state.adversaries(who, zone), "blocker")
    return no("SKL-24", "blocked", by=blockers[0]) if blockers else None


def _printed_blocker(state: State, character: Hero | Figure) -> bool:
    if isinstance(character, Hero):
        return any(row.id == "blocker" for row in state.card(character).skills)
    return "blocker" in state.unit(character).skills


def step(state: State, who: str, here: str, to: str, via: str | None = None) -> MoveStep | Refusal:
    """The step of a character from one zone to another, the cheapest way if none is named; or why it cannot be made,
    gems aside."""
    if (fault := stopped(state, who, here)) is not None:
        return fault
    if to not in state.board.zones:
        return no("STP-1", "not-adjacent", **{"from": here, "to": to})
    ways = list(_ways(state, who, here, to))
    steps = [way for way in ways if isinstance(way, MoveStep)]
    if via is not None:
        steps = [move for move in steps if move.via == via]
    else:
        # a fall, a leap and a smashed wall are chosen, never taken for the cheapest
        safe = [move for move in steps if _is_safe(state, who, move)]
        steps = [move for move in safe if move.via != SMASH] or safe
    if not steps:
        named = [way for way in ways if isinstance(way, Refusal)]
        if named:
            # what one could do about it is told first: a skill, then a door among walls
            return min(named, key=lambda no: (no.code != "needs-skill", no.params.get("by") not in state.doors))
        if ways:  # only ways that are to be named: a leap, a drop
            by = next((way.via for way in ways if isinstance(way, MoveStep)), None)
            return no("STP-1", "impassable", **{"from": here, "to": to, "by": by or ""})
        return no("STP-1", "not-adjacent", **{"from": here, "to": to})
    best = min(steps, key=lambda move: move.points)
    return _entry(state, who, to) or best


def _is_safe(state: State, who: str, move: MoveStep) -> bool:
    if move.link is None or move.link.kind in ("ladder", "climb"):
        return True
    return move.link.kind == "leap" and "flight" in all_skills(state)[who]


@derived()
def _entry(state: State, who: str, to: str) -> Refusal | None:
    """Why a zone cannot be entered (BRD-8, STP-10)."""
    zone, skills = state.board.zones[to], all_skills(state)[who]
    flies = "flight" in skills
    if zone.liquid and not flies and "swim" not in skills:
        return no("BRD-8", "liquid", zone=to)
    if not flies and to != state.everyone()[who].at and crowded(state, to, who):
        return full(state, who, to)
    for confine in confined(state, who):
        if to not in confine.zones:
            return no("BAS-1", "confined", who=who, zones=list(confine.zones))
    return None


def confined(state: State, who: str) -> Iterator[Confine]:
    """The standing rules that keep a character in some zones."""
    return (rule for rule in in_force(state) if isinstance(rule, Confine) and who in state.named(rule.who))


def full(state: State, who: str, zone: str) -> Refusal:
    """CRW-3: the zone is crowded for the character."""
    from rules.blade.measure import room_used, size_of

    room = state.board.zones[zone].capacity
    return no("CRW-3", "crowded", zone=zone, capacity=room, used=room_used(state, zone), size=size_of(state, who))


def _ways(state: State, who: str, here: str, to: str) -> Iterator[MoveStep | Refusal]:
    """Every way from one zone to another for a character, with what it costs, and why others are barred."""
    skills = all_skills(state)[who]
    common = tuple(_common_parts(state, who, here, to))
    for piece, kind in pieces_between(state, here, to):
        yield from _across(state, who, here, to, piece, kind, common)
    for link, end in state.board.links_from[here]:
        if end != to or not state.links.get(link.id, not link.closed):
            continue
        if link.kind == "leap" and ("leap" in skills or "flight" in skills):
            # SKL-30: as many points as zones crossed, and no hindering
            yield MoveStep(here, to, link.id, (SumPart("SKL-30", link.zones, link.id),), link)
        elif link.kind in ("leap", "climb") and link.kind not in skills:
            clause = "SKL-30" if link.kind == "leap" else "SKL-26"
            yield no(clause, "needs-skill", skill=link.kind)
        else:
            extra = (SumPart("STP-2", link.extra, link.id),) if link.extra else ()
            yield MoveStep(here, to, link.id, (*common, *extra), link)


def _common_parts(state: State, who: str, here: str, to: str) -> Iterator[SumPart]:
    """STP-1, STP-2: what a step costs by whatever way."""
    zones, skills = state.board.zones, all_skills(state)[who]
    yield SumPart("STP-1", 1)
    if "flight" in skills:
        return
    rubble = sum(token.kind == "rubble" and token.zone == to for token in state.tokens)  # TOK-3
    if zones[to].difficult or rubble:
        yield SumPart("BRD-9", zones[to].difficult + rubble, to)
    if zones[here].liquid and not zones[to].liquid:
        yield SumPart("SKL-28" if "swim" in skills else "BRD-8", 1, here)
    if n := _hindered(state, who, here):
        yield SumPart("HIN-3", n)


@derived()
def _hindered(state: State, who: str, zone: str) -> int:
    """HIN-3 in a zone that the character is in, or will be."""
    from rules.blade.measure import hindering

    if zone == state.everyone()[who].at:
        return step_hindering(state, who)
    skills = all_skills(state)[who]
    if skills & {"elusive", "intangible", "flight"}:
        return 0
    return max(0, hindering(state, who, zone) - ("feline-grace" in skills))


def _across(
    state: State, who: str, here: str, to: str, piece: BorderPiece, kind: Kind, common: tuple[SumPart, ...]
) -> Iterator[MoveStep | Refusal]:
    """The ways across one piece of a border (BRD-3, BRD-4)."""
    zones, skills = state.board.zones, all_skills(state)[who]
    shut = piece.door is not None and piece.key not in state.openings and state.doors[piece.key] != "open"
    wall = piece.kind in WALLS and piece.key not in state.openings
    level = zones[here].level == zones[to].level
    if kind.surcharge is not None:
        free = (kind.surcharge and "intangible" in skills and piece.kind == "curtain") or (
            "flight" in skills and piece.kind == "stairs"
        )
        extra = (SumPart("STP-2", kind.surcharge, piece.kind),) if kind.surcharge and not free else ()
        yield MoveStep(here, to, None, (*common, *extra))
        return
    if "intangible" in skills and level and (wall or shut or piece.kind == "bars"):
        yield MoveStep(here, to, None, common)  # SKL-32
        return
    open_air = not zones[here].roofed and not zones[to].roofed
    if "flight" in skills and (piece.kind in ("rail", "ledge") or (open_air and (wall or piece.kind == "barricade"))):
        yield MoveStep(here, to, None, common)  # SKL-33
        return
    if shut and isinstance(state.who(who), Figure) and state.doors[piece.key] == "closed":
        yield MoveStep(here, to, None, (*common, SumPart("BRD-13", 1, piece.key)), piece=piece.key)
    elif shut:
        yield no("BRD-4", "impassable", **{"from": here, "to": to, "by": piece.key})
    if kind.smash and "wall-wrecker" in skills:
        yield MoveStep(here, to, SMASH, (*common, SumPart("SKL-25", SMASHING, piece.key)), piece=piece.key)
    elif not shut:
        yield no("BRD-4", "impassable", **{"from": here, "to": to, "by": piece.kind})


# ---- paying ----------------------------------------------------------------------------------------------------------


class Means(NamedTuple):
    """What a character can still move with: free points, gems of its payer, and how many of them may be spent on
    movement, with the refusal of more."""

    base: int
    gems: int
    most: int
    beyond: Refusal

    def pay(self, points: int) -> tuple[int, int]:
        """The free points and the gems that a step takes (STP-7)."""
        base = min(self.base, points)
        return base, points - base

    def after(self, points: int) -> Means:
        base, gems = self.pay(points)
        return Means(0 if gems else self.base - base, self.gems - gems, self.most - gems, self.beyond)

    def fault(self, payer: str, points: int) -> Refusal | None:
        _, gems = self.pay(points)
        if gems > self.most:
            return self.beyond
        if gems > self.gems:
            return no("STP-6", "not-enough-gems", who=payer, cost=gems, left=self.gems)
        return None

    @property
    def points(self) -> int:
        """The points that there are in all."""
        return self.base + max(0, min(self.gems, self.most))


def means(state: State, who: str) -> Means:
    """STP-3 to STP-9, OVL-7, OVL-8, ALY-4."""
    character, payer = state.everyone()[who], payer_of(state, who)
    gems = reserve_of(state, payer)
    if isinstance(character, Hero):
        limit, used = limits(state, character)["movement"], character.gems.boxes.get("movement", 0)
        most = 99 if limit is None else limit - used
        printed = state.card(character).movement.limit
        clause = "SKL-20" if limit is not None and limit < printed else "GEM-3"
        beyond = no(clause, "exertion", who=who, box="movement", limit=limit, used=used)
        return Means(base_left(state, who), gems, most, beyond)
    limit = extra_limit(state, character)
    used = 0 if state.active is None else state.active.extra.get(who, 0)
    clause = "ALY-4" if state.side_of(who) == "heroes" else "OVL-7"
    return Means(base_left(state, who), gems, limit - used, no(clause, "extra-limit", who=who, limit=limit))


# ---- paths -----------------------------------------------------------------------------------------------------------


def steps_of(
    state: State, who: str, path: Sequence[str], via: Sequence[str | None] | None = None
) -> list[MoveStep] | Refusal:
    """The steps of a path, gems aside; or the refusal of the first that cannot be made, with its zone."""
    here, moves = state.at(who), list[MoveStep]()
    ways = list(via or ())
    for n, to in enumerate(path):
        made = step(state, who, here, to, ways[n] if n < len(ways) else None)
        if isinstance(made, Refusal):
            return Refusal(made.clause, made.code, {**made.params, "at": to})
        moves.append(made)
        here = to
    return moves


def ending(state: State, who: str, zone: str) -> Refusal | None:
    """SKL-33, BRD-8: where a flyer may not stop."""
    if "flight" not in all_skills(state)[who]:
        return None
    if state.board.zones[zone].liquid and "swim" not in all_skills(state)[who]:
        return no("BRD-8", "liquid", zone=zone)
    return full(state, who, zone) if zone != state.everyone()[who].at and crowded(state, zone, who) else None


def path_fault(
    state: State, seat: Seat, who: str, path: Sequence[str], via: Sequence[str | None] | None
) -> Refusal | None:
    """Why a path cannot be walked: the first step that cannot be made (STP)."""
    if (fault := actor(state, seat, who)) is not None:
        return fault
    if not path or (via is not None and len(via) != len(path)):
        return no("STP-1", "bad-shape")
    left, payer = means(state, who), payer_of(state, who)
    moves = steps_of(state, who, path, via)
    if isinstance(moves, Refusal):
        return moves
    for made in moves:
        if (fault := left.fault(payer, made.points)) is not None:
            return Refusal(fault.clause, fault.code, {**fault.params, "at": made.to})
        left = left.after(made.points)
    return ending(state, who, path[-1])


class Way(NamedTuple):
    """The cheapest way to a zone."""

    points: int
    path: tuple[str, ...]
    via: tuple[str | None, ...]


def reach(state: State, who: str, most: int | None = None) -> Mapping[str, Way]:
    """The cheapest way to each zone that a character can walk to with `most` points, all that it has if left out; its
    own zone first. Leaps and drops are not among the steps, but for a flyer's."""
    limit = means(state, who).points if most is None else most
    start = state.at(who)
    ways: dict[str, Way] = {}
    queue: list[tuple[int, int, str, Way]] = [(0, 0, start, Way(0, (), ()))]
    order = {zone: n for n, zone in enumerate(state.board.zones)}
    while queue:
        points, _, here, way = heappop(queue)
        if here in ways:
            continue
        ways[here] = way
        ends = (*state.board.neighbours[here], *(end for _, end in state.board.links_from[here]))
        for to in dict.fromkeys(ends):
            made = None if to in ways else step(state, who, here, to)
            if isinstance(made, MoveStep) and points + made.points <= limit:
                total = points + made.points
                heappush(queue, (total, order[to], to, Way(total, (*way.path, to), (*way.via, made.via))))
    return {zone: way for zone, way in ways.items() if zone == start or ending(state, who, zone) is None}
