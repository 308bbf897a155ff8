"""What a viewer knows, and what could be reckoned from open flows: places, screens, and who would win a sector (STK-8,
HID-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb

from rules.diktat.cards import KINDS
from rules.diktat.evolve import circle
from rules.diktat.state import OTHERS, PARTS, Part, Pawn, State
from rules.kernel import Json
from rules.kernel.seats import Seat, Viewer

Range = tuple[int, int]


def pool(state: State, seat: Seat) -> Counter[str]:
    """All Agents of a seat, behind the screen and on the board."""
    found = Counter(state.players[seat].agents)
    for _, stack in state.stacks(seat):
        found.update(pawn.kind for pawn in stack.pawns)
    return found


def held(state: State, seat: Seat, part: Part, key: str) -> int:
    """How much a seat has: of Agents, those on the board too."""
    player = state.players[seat]
    match part:
        case "pp":
            return player.pp
        case "agents":
            return pool(state, seat)[key]
        case "affinities":
            return player.affinities.get(key, 0)


def bounds(state: State, viewer: Viewer, seat: Seat, part: Part, key: str) -> Range:
    """The least and the most that a seat can have of something, for all that this viewer could reckon."""
    rows = state.blurs.get(viewer, {})
    if seat == viewer or seat not in rows or part not in rows[seat].parts:
        return (n := held(state, seat, part, key)), n
    group = circle(rows, seat, part)
    most = sum(
        held(state, it, part, key) - rows[it].delta.get(key, 0) + rows[it].slack.get(key, 0) for it in group
    )  # fmt: skip
    return (most, most) if len(group) == 1 else (0, max(0, most))


def unknown(state: State, viewer: Viewer, seat: Seat) -> tuple[Counter[str], int]:
    """The kinds of a seat's pawns on the board that a viewer knows, and how many it does not."""
    known: Counter[str] = Counter()
    blank = 0
    for _, stack in state.stacks(seat):
        for pawn in stack.pawns:
            if state.knows(viewer, seat, pawn):
                known[pawn.kind] += 1
            else:
                blank += 1
    return known, blank


def screen(state: State, viewer: Viewer, seat: Seat) -> Json:
    """What may lie behind a seat's screen: `[least, most]` of PP, of each kind of Agents and of all, of Affinity
    tokens."""
    known, blank = unknown(state, viewer, seat)
    ranges = {kind: bounds(state, viewer, seat, "agents", kind) for kind in "CGE"}
    exact = all(low == high for low, high in ranges.values())
    size = len(state.players[seat].agents)
    agents: Json = {}
    for kind, (_, high) in ranges.items():
        rest = max(0, high - known[kind])
        agents[KINDS[kind]] = [max(0, rest - blank), min(rest, size)] if exact else [0, rest]
    most = sum(high for _, high in ranges.values()) - known.total() - blank
    agents["all"] = [size, size] if exact else [0, max(0, most)]
    affinities = {kind: list(bounds(state, viewer, seat, "affinities", kind)) for kind in PARTS["affinities"]}
    return {"pp": list(bounds(state, viewer, seat, "pp", "pp")), "agents": agents, "affinities": affinities}


def knowledge(state: State, viewer: Viewer) -> Json:
    """Everything that a viewer knows or could reckon about hidden things."""
    seats = [seat for seat in state.playing if state.players[seat].cabal]
    rest: Json = {}
    for seat in seats:
        known, _ = unknown(state, viewer, seat)
        ranges = {kind: bounds(state, viewer, seat, "agents", kind) for kind in "CGE"}
        rest[seat] = {
            KINDS[kind]: [max(0, low - known[kind]), max(0, high - known[kind])] for kind, (low, high) in ranges.items()
        }
    return {
        "stacks": {
            stack.id: {"seat": stack.seat, "pawns": [_told(state, viewer, stack.seat, it) for it in stack.pawns]}
            for _, stack in state.stacks()
        },
        "secret": state.secret if state.knows_secret(viewer) else None,
        "screens": {seat: screen(state, viewer, seat) for seat in seats},
        "unknown": rest,
        "groups": [
            {"at": [{"stack": f"others-{sector}", "pawn": n} for sector, n in places], "kinds": kinds}
            for places, kinds in groups(state, viewer)
        ],
        "peeked": peeked(state, viewer),
    }


def peeked(state: State, viewer: Viewer) -> list[Json]:
    """The cards of the pile whose place, from 1 on, a viewer knows."""
    known = state.peeked.get(viewer, ())
    return [{"place": n, "card": id} for n, id in enumerate(state.deck, 1) if id in known]


def _told(state: State, viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    how = None
    if pawn.open:
        how = "open"
    elif viewer == owner:
        how = "own"
    elif viewer in pawn.looked:
        how = "looked"
    elif viewer in pawn.shown:
        how = "shown"
    said = [{"by": it.by, "kind": KINDS[it.what], "sworn": it.deal is not None} for it in pawn.said if it.heard(viewer)]
    return {"kind": KINDS[pawn.kind] if how is not None else None, "how": how, "said": said}


def groups(state: State, viewer: Viewer) -> Iterator[tuple[list[tuple[str, int]], str]]:
    """STK-8: places of the Others that were shuffled together and are not known one by one, with the kinds that lie
    on them."""
    found: dict[int, list[tuple[str, int, str]]] = {}
    for sector, ground in state.grounds.items():
        for n, pawn in enumerate(ground.others, 1):
            if not state.knows(viewer, OTHERS, pawn):
                found.setdefault(pawn.group, []).append((sector, n, pawn.kind))
    for _, rows in sorted(found.items()):
        yield [(sector, n) for sector, n, _ in rows], "".join(sorted(kind for *_, kind in rows))


# ---- who would win (forecast) ----------------------------------------------------------------------------------------

GIVEN = "every way to lay unknown Agents is equally likely; nobody passes, wakes or bluffs; Struggles go by Rank"
Chances = dict[tuple[int, int], Fraction]
"""Of each number of Emissaries and of Citizens, or of Emissaries and the strength that they come to."""


def forecast(state: State, viewer: Viewer, sector: str, adding: str = "") -> Json:
    """Who would win a sector, as far as this viewer can know, as fractions in strings."""
    there = {stack.seat for stack in state.grounds[sector].stacks}
    if adding and viewer in state.players:
        there.add(viewer)
    laid = {seat: _laid(state, viewer, seat, sector, adding if seat == viewer else "") for seat in sorted(there)}
    vectors = _vectors(state, viewer, sector)
    trophies = [{"card": id} for id in state.cards_at(sector)]
    trophies += [{"marker": sector} for _ in range(state.markers_left(sector))]
    result = {seat: {"winner": Fraction(0), "struggle": Fraction(0)} for seat in laid}
    takings: dict[Seat, dict[int, Fraction]] = {seat: {} for seat in laid}
    spread = [list(_strengths(state, seat, sector, chances).items()) for seat, chances in laid.items()]
    for (n_others, p_others), rows in product(vectors.items(), product(*spread)):
        chance = p_others
        counts: dict[Seat, int] = {}
        weights: dict[Seat, int] = {}
        for seat, ((emissaries, strength), p) in zip(laid, rows, strict=True):
            chance *= p
            if emissaries:
                counts[seat] = emissaries
                weights[seat] = strength
        _judge(state, bool(state.grounds[sector].others), n_others, counts, weights, chance, result, takings, trophies)
    return {
        "seats": {
            seat: {
                "emissaries": {str(n): str(p) for n, p in sorted(_marginal(laid[seat]).items())},
                "weight": weight(state, seat, sector, state.count(seat, sector, "C") if seat == viewer else 0),
                "winner": str(found["winner"]),
                "struggle": str(found["struggle"]),
                "takings": {str(n): str(p) for n, p in sorted(takings[seat].items())},
            }
            for seat, found in result.items()
        },
        "trophies": trophies,
        "given": GIVEN,
    }


def weight(state: State, seat: Seat, sector: str, citizens: int) -> int:
    """What the word `weight` adds, with so many Citizens turned up."""
    found = 0
    for _, effects, used in state.things(seat):
        for clause in () if used else effects.of("cap"):
            for act in clause.ways[0].acts:
                if act.word != "weight":
                    continue
                word, _, n = clause.condition.partition(">=")
                holds = citizens >= int(n) if word == "citizens" else state.holds(clause.condition, seat, sector)
                found += act.n if holds else 0
    return found


def _judge(
    state: State,
    others: bool,
    vectors: int,
    counts: Mapping[Seat, int],
    weights: Mapping[Seat, int],
    chance: Fraction,
    result: dict[Seat, dict[str, Fraction]],
    takings: dict[Seat, dict[int, Fraction]],
    trophies: list[Json],
) -> None:
    most = max(weights.values(), default=0)
    taken = dict.fromkeys(takings, 0)
    if counts and not (others and vectors >= most):
        tied = [seat for seat in state.order() if weights.get(seat) == most]
        sure = [seat for seat in tied if state.power(seat, "tie")]
        if len(tied) > 1 and len(sure) == 1:
            tied = [*sure, *(seat for seat in tied if seat not in sure)]
        elif len(tied) > 1:
            for seat in tied:
                result[seat]["struggle"] += chance
        result[tied[0]]["winner"] += chance
        rank = state.order()
        rest = sorted((it for it in weights if it not in tied), key=lambda it: (-weights[it], rank.index(it)))
        left, there = dict(counts), len(trophies)
        while there and any(left.values()):
            for seat in (*tied, *rest):
                if left[seat] and there:
                    left[seat] -= 1
                    taken[seat] += 1
                    there -= 1
    for seat, n in taken.items():
        takings[seat][n] = takings[seat].get(n, Fraction(0)) + chance


def _strengths(state: State, seat: Seat, sector: str, chances: Chances) -> Chances:
    """By Emissaries and strength: Citizens matter only as far as they add to that, so few cases are left."""
    added = {citizens: weight(state, seat, sector, citizens) for _, citizens in chances}
    found: Chances = {}
    for (emissaries, citizens), p in chances.items():
        key = (emissaries, emissaries + added[citizens])
        found[key] = found.get(key, Fraction(0)) + p
    return found


def _marginal(chances: Chances) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for (emissaries, _), p in chances.items():
        found[emissaries] = found.get(emissaries, Fraction(0)) + p
    return found


def _laid(state: State, viewer: Viewer, seat: Seat, sector: str, adding: str) -> Chances:
    """The chances of what a seat has in a sector: the unknown there are drawn from all its unknown Agents."""
    sure, blank = Counter(adding), 0
    for stack in state.grounds[sector].stacks:
        for pawn in stack.pawns if stack.seat == seat else ():
            if state.knows(viewer, seat, pawn):
                sure[pawn.kind] += 1
            else:
                blank += 1
    known, _ = unknown(state, viewer, seat)
    # where discreet deals blur the bounds, what could be there at most stands for what there is
    rest = {kind: max(0, bounds(state, viewer, seat, "agents", kind)[1] - known[kind]) for kind in "CGE"}
    ways = comb(sum(rest.values()), blank)
    found: Chances = {}
    for emissaries in range(min(blank, rest["E"]) + 1):
        for citizens in range(min(blank - emissaries, rest["C"]) + 1):
            n = comb(rest["E"], emissaries) * comb(rest["C"], citizens)
            n *= comb(rest["G"], blank - emissaries - citizens)
            if n:
                key = (sure["E"] + emissaries, sure["C"] + citizens)
                found[key] = found.get(key, Fraction(0)) + Fraction(n, ways)
    return found


def _vectors(state: State, viewer: Viewer, sector: str) -> dict[int, Fraction]:
    """The chances of how many Vectors lie in a sector."""
    others = state.grounds[sector].others
    sure = sum(pawn.kind == "E" for pawn in others if state.knows(viewer, OTHERS, pawn))
    found = {sure: Fraction(1)}
    for places, kinds in groups(state, viewer):
        here, emissaries = sum(at == sector for at, _ in places), kinds.count("E")
        if not here:
            continue
        ways = comb(len(kinds), here)
        drawn = {n: comb(emissaries, n) * comb(len(kinds) - emissaries, here - n) for n in range(here + 1)}
        mixed: dict[int, Fraction] = {}
        for n, p in found.items():
            for m, count in drawn.items():
                if count:
                    mixed[n + m] = mixed.get(n + m, Fraction(0)) + p * Fraction(count, ways)
        found = mixed
    return found
