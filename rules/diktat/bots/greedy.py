"""A bot that uses simple figures: the value of Trophies, the sectors where its Emissaries take most, the pawns it knows
or believes to be Emissaries. It only uses what its own seat knows, and takes a millisecond or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from rules.diktat import commands as cmd
from rules.diktat import elements, oaths
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.bots.worth import (
    ONCE,
    card_worth,
    cycles_left,
    fitting,
    marker_worth,
    peril,
    rates,
    to_come,
)
from rules.diktat.commands import written
from rules.diktat.deals import At
from rules.diktat.flow.asides import fill, stubs
from rules.diktat.knowledge import pool
from rules.diktat.state import OTHERS, State
from rules.kernel import Json, Refusal, Seat
from rules.kernel.match import KernelMatch

Row = tuple[float, Json]
PP = ONCE["pp"]
SENT = 0.12
"""The value that an Emissary sent would have elsewhere: at the end of the cycle it is gone (EOC-3)."""
UNKNOWN = 0.45
"""The number of Emissaries that an unknown pawn counts for."""
STOPPED = 0.35
"""The value of killing an Emissary, as a share of what it would have taken: more where the bot would take it itself."""
LEADING = 0.15
"""The share by which that grows with each Victory point that a pawn's owner has above the mean of the bot's rivals."""
HIDDEN = 1.3
"""The factor by which an Emissary is likelier in a stack than among a seat's Agents."""
DARK = 0.5
"""A Darkness token taken away (FIE-2)."""
CYCLE_COMMANDS = 300
"""The largest number of commands in which a cycle is played to its end: some three times as many as five seats need."""


def greedy_bot(match: KernelMatch[State], seat: Seat, rng: Random) -> Json:
    """The command with which the seat goes on; in its turn it may be an aside, after which it is asked again."""
    state, question = match.state, match.asked[seat]
    frame = state.stack[-1]
    answer: Json | None = None
    match question.kind:
        case "manoeuvre":
            answer = _best(_uses(state, seat, rng, True)) or ranked(state, seat, rng)[0][1]
        case "call":
            answer = _best(_uses(state, seat, rng, False))
        case "kill" if isinstance(frame, fr.Killing):
            answer = _best(_kept(state, seat, _kills(state, seat, frame.mode)))
            answer = answer and {"kind": "kill", "at": answer["at"]}
        case "look":
            rows = _kept(state, seat, ((0.0, command) for command in _looks(state, frame)))
            answer = next((command for worth, command in rows if worth >= 0), None)
        case "take":
            answer = _take(state, seat, frame.sector)
        case "bid":
            answer = {"kind": "bid", "pp": _bid(state, seat, frame.sector, rng)}
        case "lay":
            answer = {"kind": "lay", "on": max(question.params["on"], key=lambda on: _lay(state, seat, on))}
        case "first-player":
            # MAN-1: who moves last sees all teams sent, and nobody kills its own after that
            answer = {"kind": "first-player", "seat": state.left_of(seat)}
        case "designate":
            mine = [sector for sector in question.params["sectors"] if state.count(seat, sector, "E")]
            answer = {"kind": "designate", "sector": mine[0]} if mine else None
    command = answer or question.default
    if command is not None and match.check(seat, command) is None:
        return command
    return next(match.commands(seat, rng))


def play_cycle(match: KernelMatch[State], depth: int, rng: Random) -> None:
    """`Advisor.playout`: plays the cycle to its end with this bot at every seat. Whether a team was well sent shows in
    the Conquest that follows, which the evaluation can only guess."""
    cycle = match.state.cycle
    for _ in range(CYCLE_COMMANDS):
        if match.outcome is not None or match.state.cycle != cycle:
            return
        seat = next(iter(match.asked))
        match.submit(seat, greedy_bot(match, seat, rng))


def _best(rows: Iterator[Row]) -> Json | None:
    """The command with the highest value; None where none has a positive one."""
    best = max(rows, key=lambda row: row[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def _kept(state: State, seat: Seat, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, less a Victory point for each sworn word that a command would break (OAT-3)."""
    if not any(deal.sworn and seat in deal.seats for deal in state.deals.values()):
        yield from rows
        return
    for worth, command in rows:
        event: Any = None
        match command["kind"]:
            case "send":
                event = ev.Sent(seat, "", command["sector"], command["pawns"])
            case "assassinate" | "kill":
                event = ev.Killed(seat, At(**command["at"]), "", "", "", False)
            case "spy" | "look":
                event = ev.Looked(seat, At(**command["at"]), "")
        yield worth - (len(oaths.broken_by(state, seat, event)) if event is not None else 0), command


# ---- worth -----------------------------------------------------------------------------------------------------------


def prizes(state: State, seat: Seat, sector: str) -> list[float]:
    """The values of what there is to take in a sector, best first; less those behind Darkness (FIE-1)."""
    cycles = cycles_left(state)
    worths = [card_worth(state, seat, id, cycles) for id in state.cards_at(sector)]
    if (left := state.markers_left(sector)) > 0:
        worths += [marker_worth(state, seat, sector, cycles)] * left
    worths.sort(reverse=True)
    return [DARK + peril(state)] * state.grounds[sector].darkness + worths


def rivals(state: State, seat: Seat, sector: str) -> float:
    """The number of others' Emissaries in the sector, as far as this seat knows."""
    ground = state.grounds[sector]
    rows = [(stack.seat, pawn) for stack in ground.stacks if stack.seat != seat for pawn in stack.pawns]
    rows += [(OTHERS, pawn) for pawn in ground.others]
    return sum((pawn.kind == "E") * 1.0 if state.knows(seat, owner, pawn) else UNKNOWN for owner, pawn in rows)


def _chances(state: State, seat: Seat, at: At) -> tuple[float, float]:
    """The chances that a pawn is an Emissary, and a Guard."""
    located = state.find(at.stack or "")
    if located is None or at.pawn is None:
        return 0.0, 0.0
    pawn = located[2][at.pawn - 1]
    if state.knows(seat, located[1], pawn):
        return float(pawn.kind == "E"), float(pawn.kind == "G")
    if located[1] == OTHERS:
        return 1 / 3, 1 / 3
    kinds = pool(state, located[1])
    every = max(1, kinds.total())
    return min(0.8, HIDDEN * kinds["E"] / every), kinds["G"] / every


# ---- Manoeuvres ------------------------------------------------------------------------------------------------------


def ranked(state: State, seat: Seat, rng: Random) -> list[Row]:
    """Manoeuvres with their values, best first."""
    player, cycles = state.players[seat], cycles_left(state)
    rows: list[Row] = [(PP * (1 + state.power(seat, "extends")), {"kind": "extend"})]
    if "C" in player.agents:
        spare = player.agents.count("C") > 1
        rows.append((PP * (1.6 + 0.3 * spare + state.power(seat, "extends")), {"kind": "extend", "discard": "citizen"}))
    price = law.price(state, seat)
    if price is not None and player.pp >= price:
        slot = state.cabal(seat).track[len(player.cabal_cards)]
        for id in law.cards_left(state, seat):
            rate = rates(state, id)
            rows.append(
                (0.3 + slot.vp + rate.vp + to_come(rate, cycles) - 0.5 * PP * price, {"kind": "develop", "card": id})
            )
    for worth, command in _kills(state, seat, "assassinate"):
        rows.append((worth * (1 + 0.7 * player.assassins), {"kind": "assassinate", "at": command["at"]}))
    rows += [*_spying(state, seat), *_specials(state, seat, rng), *_teams(state, seat, rng)]
    drawn = ((worth + 0.01 * rng.random(), command) for worth, command in rows)
    return sorted(_kept(state, seat, drawn), key=lambda row: -row[0])


def _teams(state: State, seat: Seat, rng: Random) -> Iterator[Row]:
    """Teams: Emissaries go where most can be taken, under a Guard and a Citizen if there are any."""
    agents = state.players[seat].agents
    emissaries = agents.count("E")
    if not emissaries:
        return
    for sector in state.grounds:
        if law.enter(state, sector) is not None:
            continue
        worths = prizes(state, seat, sector)
        mine, theirs = state.count(seat, sector, "E"), rivals(state, seat, sector) + 0.5 * state.attackers(sector)
        for n in range(1, min(emissaries, 3) + 1):
            gain = _gain(worths, mine, n, theirs) - SENT * n
            team = ["E"] * n + [kind for kind in "GC" if kind in agents]
            rng.shuffle(team)
            wall = law.can_wall(state, seat, sector)
            command: Json = {"kind": "send", "sector": sector, "pawns": "".join(team)}
            yield gain, command | ({"blockhaus": True} if wall else {})


def _gain(worths: list[float], mine: int, n: int, theirs: float) -> float:
    """The value of what n more Emissaries take: who has most takes first, others what is left."""
    ahead = mine + n >= theirs
    first = mine if ahead else round(mine + theirs)
    return sum(worths[first : first + n]) * (0.9 if ahead else 0.5)


def _kills(state: State, seat: Seat, mode: fr.Mode) -> Iterator[Row]:
    """Assassinations: 3 PP for an Emissary, and what it cannot take; 2 PP and the end for a Guard (ASN-5, ASN-6)."""
    bounty = PP * (3 + state.power(seat, "bounty"))
    worths: dict[str, float] = {}
    ahead, danger = _ahead(state, seat), peril(state) / max(1, len(state.playing) - 1)
    for at in law.targets(state, seat, mode):
        located = state.find(at.stack or "")
        if located is None:
            continue
        sector, owner, _ = located
        if sector not in worths:
            first = max([*prizes(state, seat, sector), 0.0])
            share = STOPPED * (2.0 if state.count(seat, sector, "E") else 1.0) / max(1, len(state.playing) - 1) ** 0.5
            worths[sector] = first * share
        # BLK-2
        wall = "blockhaus" in state.grounds[sector].tokens and owner != OTHERS and state.token(owner) == "blockhaus"
        emissary, guard = (0.0, 1.0) if wall else _chances(state, seat, at)
        risk = PP * (2 + (0 if owner == OTHERS else state.power(owner, "toll")))
        rise = state.token(seat) == "revolt" and state.players[seat].reserve
        revolt = (0.5 if state.count(seat, sector, "C") > 1 else 0.1) * (1 - guard) if rise else 0.0
        command = {"kind": "assassinate", "at": {"stack": at.stack, "pawn": at.pawn}}
        # whoever takes a card keeps it from the corruption track, for all
        stopped = worths[sector] - (0.0 if owner == OTHERS else danger)
        yield emissary * (bounty + stopped * ahead.get(owner, 1.0)) - guard * risk + revolt, command


def _ahead(state: State, seat: Seat) -> dict[Seat, float]:
    """For each rival the factor by which stopping it is worth more or less: who leads is to be stopped first."""
    points = {player: state.points(player) for player in state.playing if player != seat}
    mean = sum(points.values()) / max(1, len(points))
    return {player: min(2.0, max(0.4, 1 + LEADING * (n - mean))) for player, n in points.items()}


def _spying(state: State, seat: Seat) -> Iterator[Row]:
    """DOR-1: a Dormant token in a sector where PoliSec has a stack; otherwise a look has a small value."""
    if state.token(seat) == "dormant" and state.players[seat].reserve:
        for sector, stack in state.stacks(seat):
            if "dormant" not in state.grounds[sector].tokens:
                worths, mine = prizes(state, seat, sector), state.count(seat, sector, "E")
                theirs = rivals(state, seat, sector) + 0.5 * state.attackers(sector)
                more = _gain(worths, 0, mine + 1, theirs) - _gain(worths, 0, mine, theirs)
                yield more, {"kind": "spy", "at": {"stack": stack.id, "pawn": 1}}
    elif state.players[seat].assassins:
        for at in law.looks(state, fr.Looking(seat, 1)):
            if at.stack is not None and 0 < _chances(state, seat, at)[0] < 1:
                yield 0.15, {"kind": "spy", "at": {"stack": at.stack, "pawn": at.pawn}}


# ---- what elements do ------------------------------------------------------------------------------------------------


def _uses(state: State, seat: Seat, rng: Random, in_turn: bool) -> Iterator[Row]:
    """Flips, Manifestations with a positive value, and in the very last turn a Debt to pay a slot of the Cabal
    track."""
    for command in stubs(state, seat):
        if command["kind"] == "flip":
            yield 1.0, command
            continue
        way = elements.usable(state, seat, cmd.CODEC.load(command))
        if not isinstance(way, Refusal) and (worth := _way(state, seat, way, in_turn)) > 0:
            yield worth, _filled(state, seat, command, way, rng)
    player, price = state.players[seat], law.price(state, seat)
    if in_turn and not cycles_left(state) and price is not None and 0 < price - player.pp <= 5 and player.pawns == 1:
        slot = state.cabal(seat).track[len(player.cabal_cards)]
        if law.debt(state, seat) is None:
            yield slot.vp - 1.2, {"kind": "debt"}


def _specials(state: State, seat: Seat, rng: Random) -> Iterator[Row]:
    """Special Manoeuvres worth trying (SPE)."""
    for command in elements.uses(state, seat, cmd.Special):
        way = elements.usable(state, seat, command)
        if not isinstance(way, Refusal) and elements.use(state, seat, command) is None:
            yield _way(state, seat, way, True), _filled(state, seat, written(command), way, rng)


def _filled(state: State, seat: Seat, command: Json, way: Any, rng: Random) -> Json:
    """An effect with its targets: of players the one with the most points, else at random."""
    if any(act.word == "levy" for act in way.acts):
        others = [player for player in state.playing if player != seat]
        return command | {"with": {"seat": max(others, key=state.points)}}
    with_ = fill(state, seat, cmd.CODEC.load(command), rng)
    if "n" in with_ and way.acts[0].word == "convert":
        with_ |= {"n": way.acts[0].n}
    return command | ({"with": with_} if with_ else {})


def _way(state: State, seat: Seat, way: Any, in_turn: bool) -> float:
    """The value of one use of a Manifestation or Special Manoeuvre; 0 for those that this bot cannot use."""
    total, player = 0.0, state.players[seat]
    sends = 0.45 if in_turn and player.pawns else 0.0
    cost = way.cost
    if cost is not None:
        total -= (
            0.8 * PP * cost.n if cost.kind == "pp" else 0.07 * cost.n if cost.kind != "emissary" else sends * cost.n
        )
    for act in way.acts:
        match act.word:
            case "pp" | "levy":
                total += PP * act.n
            case "levy-all":
                total += PP * act.n * (len(state.playing) - 1)
            case "score":
                total += act.n
            case "emissary":
                total += sends * act.n
            case "convert" if act.to == "E":
                total += (sends - 0.07) * min(act.n, player.agents.count(act.kind))
            case "kill" | "arrest" | "assassinate" if in_turn:
                mode: fr.Mode = "arrest" if act.word == "arrest" else "kill"
                total += max((worth for worth, _ in _kills(state, seat, mode)), default=0.0) * (1.5 if act.n > 1 else 1)
            case "place":
                ripe = any(state.count(seat, sector, "C") > 1 for sector, _ in state.stacks(seat))
                total += 0.5 if ripe and player.reserve else 0.0
            case _:
                return 0.0
    return total


# ---- answers ---------------------------------------------------------------------------------------------------------


def _lay(state: State, seat: Seat, on: Any) -> float:
    """DOR-1, REV-1, ADH-1: whether and where to lay a Cabal token."""
    if not isinstance(on, str):
        return 1.0
    return sum(prizes(state, seat, on)[:1]) * any(sector == on for sector, _ in state.stacks(seat))


def _looks(state: State, frame: Any) -> Iterator[Json]:
    """Looks at what the seat does not know yet."""
    for at in law.looks(state, frame):
        if at.stack is not None and 0 < _chances(state, frame.seat, at)[0] < 1:
            yield {"kind": "look", "at": {"stack": at.stack, "pawn": at.pawn}}


def _take(state: State, seat: Seat, sector: str) -> Json | None:
    rows: list[Row] = []
    cycles = cycles_left(state)
    for command in law.trophies(state, seat, sector):
        if law.take(state, seat, sector, command) is not None:
            continue
        if command.card is not None:
            row: Json = {"kind": "take", "card": command.card}
            flips = fitting(state, seat, command.card)
            rows.append((card_worth(state, seat, command.card, cycles), row | ({"flip": flips} if flips else {})))
        elif command.marker is not None:
            rows.append((marker_worth(state, seat, sector, cycles), {"kind": "take", "marker": sector}))
        elif command.darkness is not None:
            rows.append((DARK + peril(state), {"kind": "take", "darkness": sector}))
    return _best(iter(rows))


def _bid(state: State, seat: Seat, sector: str, rng: Random) -> int:
    """The value of the best Trophy above the second one in PP, at most half of what the seat has."""
    worths = [*prizes(state, seat, sector), 0.0, 0.0]
    most = int((worths[0] - worths[1]) / PP / 1.5) + rng.randint(0, 1)
    return max(0, min(most, state.players[seat].pp // 2))
