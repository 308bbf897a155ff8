"""A bot that goes by simple figures: what a Trophy is worth, where its Emissaries take most, whom it knows to be an
Emissary. It looks at what its own seat knows alone, and takes a few milliseconds at most."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.cards import Effects
from rules.diktat.match import Match
from rules.diktat.state import State, acts_of
from rules.kernel import Json
from rules.kernel.seats import Seat

WORTH = {
    "vp": 2.0, "rank": 0.04, "affinity": 0.8, "pp": 0.5, "citizen": 0.3, "guard": 0.4, "emissary": 0.9, "agent": 0.9,
    "spy": 0.4, "assassin": 0.7, "pawn": 1.2, "special": 0.5,
}  # fmt: skip
"""Of one of what a Gain or a Development gives, in Victory points over a match."""
ABILITY = 0.7
"""Of any Capacity, Manifestation or Special Manoeuvre."""
UNKNOWN = 0.4
"""Emissaries that a pawn one knows not counts for."""


def greedy_bot(match: Match, seat: Seat, rng: Random) -> Json:
    """The command with which the seat goes on."""
    state, question = match.state, match.asked[seat]
    frame = state.stack[-1]
    found: Json | None = None
    match question.kind:
        case "manoeuvre":
            found = _manoeuvre(state, seat, rng)
        case "kill" if isinstance(frame, fr.Killing):
            found = _kill(state, frame)
        case "look":
            found = next(_looks(state, frame), None)
        case "take":
            found = _take(state, seat, frame.sector)
        case "bid":
            found = {"kind": "bid", "pp": _bid(state, seat, frame.sector, rng)}
        case "lay":
            found = {"kind": "lay", "on": question.params["on"][0]}
        case "designate":
            mine = [it for it in question.params["sectors"] if state.count(seat, it, "E")]
            found = {"kind": "designate", "sector": mine[0]} if mine else None
        case "call":
            found = _flip(state, seat)
    command = found or question.default
    if command is not None and match.check(seat, command) is None:
        return command
    return next(match.commands(seat, rng))


# ---- worth -----------------------------------------------------------------------------------------------------------


def worth(effects: Effects) -> float:
    """Of an element's effects."""
    found = sum(WORTH.get(word, 0.0) * n for _, word, n, _ in acts_of(effects.of("gain")))
    found += sum(WORTH.get(word, 0.0) * n for _, word, n, _ in acts_of(effects.of("dev")))
    found += sum(0.15 * n for _, word, n, _ in acts_of(effects.of("once")) if word == "pp")
    return found + ABILITY * len({clause.timing for clause in effects.clauses} & {"cap", "man", "special"})


def card_worth(state: State, seat: Seat, id: str) -> float:
    """Of a card to a seat: its slot, its effects, symbols that can be flipped."""
    player, cabal = state.players[seat], state.cabal(seat)
    n = len(player.cards)
    slot = cabal.slots[n] if n < len(cabal.slots) else cabal.beyond
    symbols = state.pack.cards[id].symbols
    fits = sum(bool(player.affinities.get(it, 0)) or (it == "any" and bool(player.affinities)) for it in symbols)
    return 0.4 + slot + worth(state.effects[id]) + 0.9 * fits


def marker_worth(state: State, seat: Seat, sector: str) -> float:
    player = state.players[seat]
    if player.all_markers >= 5:
        return 0.2
    level = player.markers.get(sector, 0)
    more = worth(state.effects[f"{sector}:{level + 1}"]) - (worth(state.effects[f"{sector}:{level}"]) if level else 0)
    return more + (1.5 if sector == "old-town" and not level else 0.3)


def prizes(state: State, seat: Seat, sector: str) -> list[float]:
    """What there is to take in a sector, the best first."""
    found = [card_worth(state, seat, id) for id in state.cards_at(sector)]
    if state.markers_left(sector):
        found += [marker_worth(state, seat, sector)] * state.markers_left(sector)
    if state.grounds[sector].darkness:
        found = [0.8] * state.grounds[sector].darkness + [0.5 * it for it in found]
    return sorted(found, reverse=True)


def rivals(state: State, seat: Seat, sector: str) -> float:
    """Emissaries of others there, as far as this seat knows."""
    there = state.grounds[sector]
    rows = [(stack.seat, pawn) for stack in there.stacks if stack.seat != seat for pawn in stack.pawns]
    rows += [("others", pawn) for pawn in there.others]
    return sum(
        (pawn.kind == "E") * 1.0 if state.knows(seat, owner, pawn) else UNKNOWN for owner, pawn in rows
    )  # fmt: skip


# ---- answers ---------------------------------------------------------------------------------------------------------


def _manoeuvre(state: State, seat: Seat, rng: Random) -> Json:
    player = state.players[seat]
    rows: list[tuple[float, Json]] = [(0.5 + 0.01 * rng.random(), {"kind": "extend"})]
    price = law.price(state, seat)
    if price is not None and player.pp >= price:
        slot = state.cabal(seat).track[len(player.cabal_cards)]
        for id in law.cards_left(state, seat):
            rows.append((1.0 + 1.5 * slot.vp + worth(state.effects[id]), {"kind": "develop", "card": id}))
    prey = [it for it in law.targets(state, seat, "assassinate") if _known(state, seat, it) == "E"]
    if prey:
        rows.append((1.9, {"kind": "assassinate", "at": {"stack": prey[0].stack, "pawn": prey[0].pawn}}))
    rows += _teams(state, seat, rng)
    return max(rows, key=lambda row: row[0])[1]


def _teams(state: State, seat: Seat, rng: Random) -> Iterator[tuple[float, Json]]:
    """Emissaries go where most is to be had, under a Guard and a Citizen where there are some."""
    agents = state.players[seat].agents
    emissaries = agents.count("E")
    if not emissaries:
        return
    for sector in state.grounds:
        if law.enter(state, sector) is not None:
            continue
        found = prizes(state, seat, sector)
        mine, theirs = state.count(seat, sector, "E"), rivals(state, seat, sector) + 0.5 * state.attackers(sector)
        for n in range(1, min(emissaries, 3) + 1):
            ahead = mine + n >= theirs
            first = mine if ahead else round(mine + theirs)
            gain = sum(found[first : first + n]) * (1.0 if ahead else 0.6) - 0.35 * n
            team = ["E"] * n + [kind for kind in "GC" if kind in agents]
            rng.shuffle(team)
            yield gain + 0.01 * rng.random(), {"kind": "send", "sector": sector, "pawns": "".join(team)}


def _known(state: State, seat: Seat, at: object) -> str | None:
    """The kind of a pawn, if the seat knows it."""
    stack, place = getattr(at, "stack", None), getattr(at, "pawn", None)
    found = state.find(stack) if stack is not None else None
    if found is None or place is None:
        return None
    pawn = found[2][place - 1]
    return pawn.kind if state.knows(seat, found[1], pawn) else None


def _kill(state: State, frame: fr.Killing) -> Json | None:
    for at in law.targets(state, frame.seat, frame.mode):
        if _known(state, frame.seat, at) == "E":
            return {"kind": "kill", "at": {"stack": at.stack, "pawn": at.pawn}}
    return None


def _looks(state: State, frame: fr.Looking) -> Iterator[Json]:
    """What it knows not yet."""
    for at in law.looks(state, frame):
        if at.stack is not None and _known(state, frame.seat, at) is None:
            yield {"kind": "look", "at": {"stack": at.stack, "pawn": at.pawn}}


def _take(state: State, seat: Seat, sector: str) -> Json | None:
    rows: list[tuple[float, Json]] = []
    for said in law.trophies(state, seat, sector):
        if law.take(state, seat, sector, said) is not None:
            continue
        if said.card is not None:
            row: Json = {"kind": "take", "card": said.card}
            have, flips = dict(state.players[seat].affinities), []
            for symbol in state.pack.cards[said.card].symbols:
                kind = next((it for it, n in have.items() if n and symbol in (it, "any")), None)
                if kind is not None:
                    have[kind] -= 1
                    flips.append(kind)
            rows.append((card_worth(state, seat, said.card), row | ({"flip": flips} if flips else {})))
        elif said.marker is not None:
            rows.append((marker_worth(state, seat, sector), {"kind": "take", "marker": sector}))
        elif said.darkness is not None:
            rows.append((0.8, {"kind": "take", "darkness": sector}))
    best = max(rows, key=lambda row: row[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def _bid(state: State, seat: Seat, sector: str, rng: Random) -> int:
    """What the best Trophy is worth more than the second, in PP at most a half of what there is."""
    found = [*prizes(state, seat, sector), 0.0, 0.0]
    most = int(2 * (found[0] - found[1])) + rng.randint(0, 1)
    return max(0, min(most, state.players[seat].pp // 2))


def _flip(state: State, seat: Seat) -> Json | None:
    for held in state.players[seat].cards:
        for kind, n in state.players[seat].affinities.items():
            if n and state.fits(held, kind):
                return {"kind": "flip", "card": held.card, "affinity": kind}
    return None
