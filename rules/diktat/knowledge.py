"""The knowledge of a viewer, and what could be reckoned from open flows: places, screens, and the likely winner of a
sector (STK-8, HID-4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import TypeVar

from rules.diktat.changes import circle
from rules.diktat.deals import ScreenPart, others_stack
from rules.diktat.frames import Conquest
from rules.diktat.legality import takers
from rules.diktat.packs.cards import AFFINITIES, KINDS
from rules.diktat.state import ORDER, OTHERS, PARTS, Pawn, Player, State
from rules.kernel import Json, Seat, Viewer
from rules.kernel.memo import derived, kept_row
from rules.kernel.seats import viewers_of

T = TypeVar("T")
Range = tuple[int, int]


@derived("players", "grounds")
def pool(state: State, seat: Seat) -> Counter[str]:
    """All Agents of a seat, behind the screen and on the board. It is shared: never change it."""
    kinds = Counter(state.players[seat].agents)
    for _, stack in state.stacks(seat):
        kinds.update(pawn.kind for pawn in stack.pawns)
    return kinds


def held(state: State, seat: Seat, part: ScreenPart, key: str) -> int:
    """The number of a part that a seat has: of Agents, those on the board too."""
    player = state.players[seat]
    match part:
        case "pp":
            return player.pp
        case "agents":
            return pool(state, seat)[key]
        case "affinities":
            return player.affinities.get(key, 0)


def bounds(state: State, viewer: Viewer, seat: Seat, part: ScreenPart, key: str) -> Range:
    """The least and the most that a seat can have of something, for all that this viewer could reckon."""
    rows = state.blurs.get(viewer, {})
    if seat == viewer or seat not in rows or part not in rows[seat].parts:
        return (n := held(state, seat, part, key)), n
    group = circle(rows, seat, part)
    most = sum(
        held(state, pawn, part, key) - rows[pawn].delta.get(key, 0) + rows[pawn].slack.get(key, 0) for pawn in group
    )  # fmt: skip
    return (most, most) if len(group) == 1 else (0, max(0, most))


def unknown(state: State, viewer: Viewer, seat: Seat, *sectors: str) -> tuple[Counter[str], int]:
    """The kinds of a seat's pawns in these sectors, or on the board, that a viewer knows, and how many it does not."""
    known: Counter[str] = Counter()
    blank = 0
    for sector, stack in state.stacks(seat):
        for pawn in stack.pawns if not sectors or sector in sectors else ():
            if state.knows(viewer, seat, pawn):
                known[pawn.kind] += 1
            else:
                blank += 1
    return known, blank


@derived("grounds", "options")
def hidden(state: State) -> Mapping[Seat, tuple[str, ...]]:
    """For each seat and each of all viewers, in their order: the kinds of the seat's pawns on the board that this
    viewer does not know."""
    viewers = viewers_of(state.seats)
    by_seat: dict[Seat, list[tuple[str, ...]]] = {seat: [("",) * len(viewers)] for seat in state.seats}
    for _, stack in state.stacks():
        by_seat[stack.seat].append(kept_row(state, _kinds_unknown, stack.id, stack.pawns, stack.seat, viewers))
    return {seat: tuple(map("".join, zip(*rows, strict=True))) for seat, rows in by_seat.items()}


def _kinds_unknown(id: str, pawns: tuple[Pawn, ...], owner: Seat, viewers: tuple[Viewer, ...]) -> tuple[str, ...]:
    return tuple("".join(pawn.kind for pawn in pawns if not pawn.known_to(viewer, owner)) for viewer in viewers)


def screen(state: State, viewer: Viewer, seat: Seat) -> Json:
    """The possible contents of a seat's screen: `[least, most]` of PP, of each kind of Agents and of all, of Affinity
    tokens. It is shared: never change it."""
    if seat not in state.blurs.get(viewer, {}):
        at = viewers_of(state.seats).index(viewer)
        return reckoned_screen(state.players[seat], hidden(state)[seat][at])
    known, blank = unknown(state, viewer, seat)
    return _screen(state, seat, viewer, tuple(known[kind] for kind in "CGE"), blank)


def reckoned_screen(player: Player, unknown: str) -> Json:
    """The screen of a player of whom all is known but which of their Agents are on the board: without a discreet deal
    to blur it, everybody reckons a seat's belongings as the seat itself (HID-4). `unknown`: as `hidden` has them."""
    affinities = {kind: [n := player.affinities.get(kind, 0), n] for kind in AFFINITIES}
    return {"pp": [player.pp, player.pp], "agents": _reckoned(player.agents, unknown), "affinities": affinities}


@lru_cache(maxsize=256)
def _reckoned(agents: str, unknown: str) -> Json:
    """The possible numbers of Agents behind a screen, of each kind and of all. It is shared: never change it."""
    size, blank = len(agents), len(unknown)
    rows: Json = {}
    for kind in ORDER:
        rest = agents.count(kind) + unknown.count(kind)
        rows[KINDS[kind]] = [max(0, rest - blank), min(rest, size)]
    return rows | {"all": [size, size]}


@derived("players", "grounds", "blurs")
def _screen(state: State, seat: Seat, eyes: Viewer, known: tuple[int, ...], blank: int) -> Json:
    ranges = {kind: bounds(state, eyes, seat, "agents", kind) for kind in "CGE"}
    exact = all(low == high for low, high in ranges.values())
    size = len(state.players[seat].agents)
    agents: Json = {}
    for (kind, (_, high)), n in zip(ranges.items(), known, strict=True):
        rest = max(0, high - n)
        agents[KINDS[kind]] = [max(0, rest - blank), min(rest, size)] if exact else [0, rest]
    most = sum(high for _, high in ranges.values()) - sum(known) - blank
    agents["all"] = [size, size] if exact else [0, max(0, most)]
    affinities = {kind: list(bounds(state, eyes, seat, "affinities", kind)) for kind in PARTS["affinities"]}
    return {"pp": list(bounds(state, eyes, seat, "pp", "pp")), "agents": agents, "affinities": affinities}


def knowledge(state: State, viewer: Viewer) -> Json:
    """The knowledge of a viewer about hidden things, what open flows show included."""
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
            stack.id: {
                "seat": stack.seat,
                "pawns": [_known_pawn(state, viewer, stack.seat, pawn) for pawn in stack.pawns],
            }
            for _, stack in state.stacks()
        },
        "secret": state.secret if state.knows_secret(viewer) else None,
        "screens": {seat: screen(state, viewer, seat) for seat in seats},
        "unknown": rest,
        "groups": [
            {"at": [{"stack": others_stack(sector), "pawn": n} for sector, n in places], "kinds": kinds}
            for places, kinds in groups(state, viewer)
        ],
        "peeked": peeked(state, viewer),
    }


def peeked(state: State, viewer: Viewer) -> list[Json]:
    """The cards of the pile whose place, from 1 on, a viewer knows."""
    known = state.peeked.get(viewer)
    return [{"place": n, "card": id} for n, id in enumerate(state.deck, 1) if id in known] if known else []


def _known_pawn(state: State, viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    how = None
    if pawn.open:
        how = "open"
    elif viewer == owner:
        how = "own"
    elif viewer in pawn.looked:
        how = "looked"
    elif viewer in pawn.shown:
        how = "shown"
    claims = [
        {"by": claim.by, "kind": KINDS[claim.what], "sworn": claim.deal is not None}
        for claim in pawn.said
        if claim.heard(viewer)
    ]
    return {"kind": KINDS[pawn.kind] if how is not None else None, "how": how, "said": claims}


def groups(state: State, viewer: Viewer) -> Iterator[tuple[list[tuple[str, int]], str]]:
    """STK-8: places of the Others that were shuffled together and are not known one by one, with the kinds that lie
    on them."""
    members: dict[int, list[tuple[str, int, str]]] = {}
    for sector, ground in state.grounds.items():
        for n, pawn in enumerate(ground.others, 1):
            if not state.knows(viewer, OTHERS, pawn):
                members.setdefault(pawn.group, []).append((sector, n, pawn.kind))
    for _, rows in sorted(members.items()):
        yield [(sector, n) for sector, n, _ in rows], "".join(sorted(kind for *_, kind in rows))


# ---- who would win (forecast) ----------------------------------------------------------------------------------------

GIVEN = "every way to lay unknown Agents is equally likely; nobody passes, wakes or bluffs; Struggles go by Rank"
Odds = dict[T, Fraction]


def forecast(state: State, viewer: Viewer, sector: str, adding: str = "") -> Json:
    """The chances to win a sector, as far as this viewer can know, as fractions in strings."""
    seats = {stack.seat for stack in state.grounds[sector].stacks}
    if adding and viewer in state.players:
        seats.add(viewer)
    laid = {
        seat: _emissary_odds(state, viewer, seat, sector, adding if seat == viewer else "") for seat in sorted(seats)
    }
    trophies = [{"card": id} for id in state.cards_at(sector)]
    trophies += [{"marker": sector} for _ in range(state.markers_left(sector))]
    winner, struggle = defaultdict[Seat, Fraction](Fraction), defaultdict[Seat, Fraction](Fraction)
    emissaries, takings = ({seat: defaultdict[int, Fraction](Fraction) for seat in laid} for _ in range(2))
    everybody = [list(piece.items()) for piece in laid.values()]
    for (vectors, p_others), rows in product(_vectors(state, viewer, sector).items(), product(*everybody)):
        chance = p_others * prod(p for _, p in rows)
        counts = {seat: row for seat, (row, _) in zip(laid, rows, strict=True)}
        strengths = {seat: strength for seat, (n, strength) in counts.items() if n}
        # ORE-3
        won = max(strengths.values(), default=-1) > vectors
        order, tied = takers(state, strengths) if won else ([], [])
        for seat in order[:1]:
            winner[seat] += chance
        for seat in tied:
            struggle[seat] += chance
        # CNQ-5, CNQ-9: each takes one in turn, as long as Emissaries and Trophies last
        most = max((n for n, _ in counts.values()), default=0)
        turns = [seat for number in range(most) for seat in order if counts[seat][0] > number]
        taken = Counter(turns[: len(trophies)])
        for seat, (n, _) in counts.items():
            emissaries[seat][n] += chance
            takings[seat][taken[seat]] += chance
    return {
        "seats": {
            seat: {
                "emissaries": _odds_json(emissaries[seat]),
                # of others' Citizens nothing is told
                "weight": state.power(seat, "weight", sector, None if seat == viewer else 0),
                "winner": str(winner[seat]),
                "struggle": str(struggle[seat]),
                "takings": _odds_json(takings[seat]),
            }
            for seat in laid
        },
        "trophies": trophies,
        "given": GIVEN,
    }


def _odds_json(odds: Odds[int]) -> dict[str, str]:
    return {str(n): str(p) for n, p in sorted(odds.items())}


def _emissary_odds(state: State, viewer: Viewer, seat: Seat, sector: str, adding: str) -> Odds[tuple[int, int]]:
    """The number of a seat's Emissaries in a sector, and the strength that they come to with its Citizens: the unknown
    pawns there are drawn from all its unknown Agents."""
    sure, blank = unknown(state, viewer, seat, sector)
    # CNQ-2: those of a token that was used
    awake = next((frame.extra for frame in state.stack if isinstance(frame, Conquest) and frame.sector == sector), {})
    sure += Counter(adding) + Counter({"E": awake.get(seat, 0)})
    known, _ = unknown(state, viewer, seat)
    # where discreet deals blur the bounds, the upper bound stands for the number
    rest = {kind: max(0, bounds(state, viewer, seat, "agents", kind)[1] - known[kind]) for kind in "CGE"}
    odds: Odds[tuple[int, int]] = defaultdict(Fraction)
    for citizens in range(min(blank, rest["C"]) + 1):
        added = state.power(seat, "weight", sector, sure["C"] + citizens)
        for more in range(min(blank - citizens, rest["E"]) + 1):
            ways = comb(rest["E"], more) * comb(rest["C"], citizens) * comb(rest["G"], blank - more - citizens)
            if ways:
                emissaries = sure["E"] + more
                odds[emissaries, emissaries + added] += Fraction(ways, comb(sum(rest.values()), blank))
    return odds


def _vectors(state: State, viewer: Viewer, sector: str) -> Odds[int]:
    """The number of Vectors in a sector; -1 where there are none of the Others."""
    others = state.grounds[sector].others
    if not others:
        return {-1: Fraction(1)}
    odds: Odds[int] = {sum(other.kind == "E" for other in others if state.knows(viewer, OTHERS, other)): Fraction(1)}
    for places, kinds in groups(state, viewer):
        here, emissaries = sum(at == sector for at, _ in places), kinds.count("E")
        mixed: Odds[int] = defaultdict(Fraction)
        for (n, p), more in product(odds.items(), range(here + 1)):
            ways = comb(emissaries, more) * comb(len(kinds) - emissaries, here - more)
            if ways:
                mixed[n + more] += p * Fraction(ways, comb(len(kinds), here))
        odds = mixed
    return odds
