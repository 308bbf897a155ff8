"""Setting up (SET): player 1, the agenda, decor, edges, ministries, the Artefact."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from rules.geometry import (
    Block,
    block_fault,
    find_block_place,
    has_block_place,
    nearest_place,
    place_polygon,
    sample_block,
)
from rules.kernel import Chance, Json, Refusal
from rules.kernel.handlers import Question, illegal, legal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.evolve import PROFILE
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Composing, Cycle, Deal, Decorate, Drafting, PickEdge, Prepare, RollOff
from rules.olomoc.measure import block, scene
from rules.olomoc.packs import Pack, Piece
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import BLOC, INCH, MILLIMETRE, Edge, Profile, State

KEEP = 2 * INCH
ROLL_OFF_DICE, ROLL_OFF_THRESHOLD = 5, 5


def hostile_profile(pack: Pack, card: str) -> Profile:
    """The profile of a hostile's card (HOS-1)."""
    c = pack.hostiles[card]
    return Profile(
        c.rank, (), c.technique, c.combat, c.shooting, c.dodge, c.base, c.life, tuple(x.id for x in c.capacities)
    )


def decor_pieces(state: State) -> Mapping[str, Piece]:
    """The pieces of the agenda's decor set, by id."""
    set_ = state.pack.agendas[state.agenda].decor
    return {p.id: p for p in state.pack.decor[set_].pieces} if set_ is not None else {}


class RollOffHandler(FrameHandler[RollOff]):
    """SET-1."""

    def step(self, run: Run, frame: RollOff) -> None:
        rolls = {seat: run.roll(ROLL_OFF_DICE, ROLL_OFF_THRESHOLD, by=seat, why="set-up").successes for seat in SEATS}
        if rolls["1"] != rolls["2"]:  # equal: the frame stays, and they throw again
            run.emit(ev.FirstSet("1" if rolls["1"] > rolls["2"] else "2"))
            run.become(Prepare())


class PrepareHandler(FrameHandler[Prepare]):
    """SET-2: the agenda, its markers, the hostiles that it starts with."""

    def step(self, run: Run, frame: Prepare) -> None:
        pack, wanted = run.state.pack, run.state.options.agenda
        if wanted == "random":
            wanted = run.chance.shuffled(sorted(a for a in pack.agendas if a != "skirmish"))[0]
        run.emit(ev.AgendaChosen(wanted))
        agenda = pack.agendas[wanted]
        for marker in agenda.markers:
            run.emit(ev.MarkerPlaced(marker.id, marker.at, marker.size, marker.tinted))
            if marker.agenda:
                run.emit(ev.TokensSet(marker.id, "agenda", marker.agenda, "agenda"))
        if run.state.options.decor == "placed":
            run.become(Decorate(tuple(decor_pieces(run.state))))
        else:
            self._preset(run)
            run.become(PickEdge())

    def _preset(self, run: Run) -> None:
        for piece in decor_pieces(run.state).values():
            polygon = place_polygon(piece.polygon, piece.at[0], piece.at[1], piece.angle)
            run.emit(ev.DecorPlaced(piece.id, piece.kind, polygon, piece.tinted))


class DecorateHandler(FrameHandler[Decorate]):
    """SET-3: player 1 places every decor."""

    def ask(self, state: State, frame: Decorate) -> Mapping[Seat, Question]:
        if not self._placeable(state, frame):
            return {}
        return {state.first: Question("place-decor", "place-decor", {"left": list(frame.left)})}

    def _placeable(self, state: State, frame: Decorate) -> list[str]:
        pieces = decor_pieces(state)
        return [id for id in frame.left if _has_room(state, pieces[id])]

    def step(self, run: Run, frame: Decorate) -> None:
        for id in frame.left:  # SET-3: what fits nowhere is left out
            run.emit(ev.DecorLeftOut(id))
        run.become(PickEdge())

    def resolve(self, state: State, frame: Decorate, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.PlaceDecor):
            return WRONG_ANSWER
        if command.decor not in frame.left:
            return Refusal("SET-3", "unknown-decor", {"decor": command.decor})
        piece = decor_pieces(state)[command.decor]
        return place_fault(state, piece, command.x, command.y, command.angle) or command

    def answer(self, run: Run, frame: Decorate, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.PlaceDecor)
        piece = decor_pieces(run.state)[command.decor]
        polygon = place_polygon(piece.polygon, command.x, command.y, command.angle)
        run.emit(ev.DecorPlaced(piece.id, piece.kind, polygon, piece.tinted))
        run.become(Decorate(tuple(id for id in frame.left if id != command.decor)))

    def options(self, state: State, frame: Decorate, seat: Seat) -> list[Json]:
        rows = []
        room = self._placeable(state, frame)
        for id in frame.left:
            row: Json = {"kind": "place-decor", "decor": id}
            no = Refusal("SET-3", "no-room", {"decor": id})
            rows.append(legal(row, "x", "y", "angle") if id in room else illegal(row, no))
        return rows

    def commands(self, state: State, frame: Decorate, seat: Seat, rng: random.Random) -> Iterator[Json]:
        pieces = decor_pieces(state)
        for id in rng.sample(frame.left, len(frame.left)):
            for _ in range(4):
                spot = _sampled(state, pieces[id], rng) or _room(state, pieces[id])
                if spot is not None:
                    yield {"kind": "place-decor", "decor": id, "x": spot[0], "y": spot[1], "angle": spot[2]}


def _keepers(state: State, kind: str) -> tuple[Block, ...]:
    """The decor from which one of this kind keeps its distance of 2 in (SET-3: zones are exempt, on either side)."""
    return tuple(block(d) for d in state.decor.values() if d.kind != "zone" and kind != "zone")


def place_fault(state: State, piece: Piece, x: int, y: int, angle: int) -> Refusal | None:
    """SET-3: 2 in from the Bloc's edge and from every other decor and marker, or in contact with it."""
    laid = Block(piece.id, place_polygon(piece.polygon, x, y, angle), piece.kind == "obstructing", piece.kind != "zone")
    fault = block_fault(laid, BLOC, KEEP, _keepers(state, piece.kind), scene(state).discs)
    if fault is None:
        return None
    if not _has_room(state, piece):
        return Refusal("SET-3", "no-room", {"decor": piece.id})
    return Refusal("SET-3", fault.code, {"decor": piece.id, "by": list(fault.blockers)})


def _has_room(state: State, piece: Piece) -> bool:
    return has_block_place(piece.polygon, BLOC, KEEP, _keepers(state, piece.kind), scene(state).discs)


def _room(state: State, piece: Piece) -> tuple[int, int, int] | None:
    return find_block_place(piece.polygon, BLOC, KEEP, _keepers(state, piece.kind), scene(state).discs)


def _sampled(state: State, piece: Piece, rng: random.Random) -> tuple[int, int, int] | None:
    return sample_block(piece.polygon, BLOC, KEEP, _keepers(state, piece.kind), scene(state).discs, rng)


class PickEdgeHandler(FrameHandler[PickEdge]):
    """SET-4."""

    def ask(self, state: State, frame: PickEdge) -> Mapping[Seat, Question]:
        edges = list(state.pack.agendas[state.agenda].edges)
        return {other(state.first): Question("choose-edge", "choose-edge", {"edges": edges})}

    def resolve(self, state: State, frame: PickEdge, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.ChooseEdge):
            return WRONG_ANSWER
        edges: list[Edge] = list(state.pack.agendas[state.agenda].edges)
        if command.edge not in edges:
            return Refusal("SET-4", "not-an-edge", {"edge": command.edge, "edges": edges})
        return command

    def answer(self, run: Run, frame: PickEdge, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.ChooseEdge)
        run.emit(ev.EdgeChosen(seat, command.edge))
        run.become(Deal())

    def options(self, state: State, frame: PickEdge, seat: Seat) -> list[Json]:
        return [legal({"kind": "choose-edge", "edge": e}) for e in state.pack.agendas[state.agenda].edges]


class DealHandler(FrameHandler[Deal]):
    """SET-5, SET-6, and what stands on the Bloc from the start."""

    def step(self, run: Run, frame: Deal) -> None:
        hands, fallen = dealt(run.state.pack, run.chance)
        run.emit(ev.MinistriesDealt(hands, fallen))
        run.emit(ev.Shuffled(run.chance.shuffled(run.state.pack.artefact)))
        for start in run.state.pack.agendas[run.state.agenda].hostiles:
            put_hostile(run, start.hostile, start.at)
        run.become(Cycle(1))
        # CAB-0: cabals come last
        run.push(Composing() if run.state.options.composition == "secret" else Drafting())


def put_hostile(run: Run, card: str, at: tuple[int, int]) -> None:
    """A hostile comes onto the Bloc: there, or at the nearest place where it fits (MOV-6)."""
    profile = hostile_profile(run.state.pack, card)
    place = nearest_place(scene(run.state), at, profile.base * MILLIMETRE // 2)
    if place is not None:
        run.emit(ev.HostilePlaced(fresh_id(run.state, card), card, place, PROFILE.dump(profile)))


def dealt(pack: Pack, dice: Chance) -> tuple[dict[Seat, tuple[str, ...]], str | None]:
    """SET-5: one Axe card and three of the others for each, the last one lies open."""
    cards = pack.ministries
    axes = dice.shuffled(c for c in cards if cards[c].ministry == "axe")
    rest = dice.shuffled(c for c in cards if cards[c].ministry != "axe")
    return {"1": (axes[0], *rest[:3]), "2": (axes[1], *rest[3:6])}, rest[6] if len(rest) > 6 else None


def fresh_id(state: State, card: str) -> str:
    """An id that no hostile of this match has had: the card's, numbered."""
    n = 1 + sum(1 for p in state.pieces.values() if p.seat is None and p.card == card)
    while f"{card}-{n}" in state.pieces or f"{card}-{n}" in state.markers:
        n += 1
    return f"{card}-{n}"
