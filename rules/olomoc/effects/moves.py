"""Questions about places: a displacement that a card gives, and a placement within a range."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping

from rules.geometry import CONTACT, Disc, best_away, best_toward, block_gap, gap, nearest_place, stand_fault
from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import displacements
from rules.olomoc import events as ev
from rules.olomoc.effects import select
from rules.olomoc.effects.places import put
from rules.olomoc.effects.scope import Thing, thing
from rules.olomoc.flow.movement import direction_fault, drawn_json, sampled
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Displacement, Drawn, Put, Shift
from rules.olomoc.measure import block, hundredths, rulers, scene
from rules.olomoc.seats import Seat
from rules.olomoc.state import BLOC, INCH, MILLIMETRE, Decor, Point, Rouage, State

DECLINE: Json = {"kind": "move", "decline": True}
DIRECTLY = 1_270
"""ENG-4: directly is met within 0.05 in of the best (µm)."""
DRAWN = INCH // 4
"""A placement asked for so little outside its range is drawn into it: nobody points to a hair's breadth [choice]."""
TRIES = 60


def pointed(origin: Thing, to: Point) -> Disc:
    """The disc from which toward and away are measured: a base, a marker, or the nearest point of a decor."""
    if isinstance(origin, Decor):
        x, y = nearest_point(origin, to)
        return Disc(round(x), round(y), 0)
    return origin.disc


def nearest_point(decor: Decor, to: Point) -> tuple[float, float]:
    """The point of a decor's outline that is nearest to another."""
    points: list[tuple[float, float, float]] = []
    corners = decor.polygon
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = bx - ax, by - ay
        way = max(0.0, min(1.0, ((to[0] - ax) * dx + (to[1] - ay) * dy) / (dx * dx + dy * dy)))
        x, y = ax + way * dx, ay + way * dy
        points.append((math.hypot(to[0] - x, to[1] - y), x, y))
    return min(points)[1:]


class ShiftHandler(FrameHandler[Shift]):
    """A displacement that is no walk (MOV-2, MOV-3): its chooser is asked where; declining is the card's to allow."""

    def _allowed(self, frame: Shift) -> tuple[Drawn, ...]:
        return ("push",) if frame.ruler == "push" else ("displacement", "push", "short")

    def _direct(self, frame: Shift) -> bool:
        return frame.direction in ("directly-toward", "directly-away")

    def ask(self, state: State, frame: Shift) -> Mapping[Seat, Question]:
        piece = state.pieces.get(frame.piece)
        if piece is None or piece.at is None or (self._direct(frame) and frame.within is None):
            return {}
        if not frame.optional and next(self._ends(state, frame, random.Random(0)), None) is None:
            return {}
        params: Json = {
            "piece": frame.piece,
            "ruler": frame.ruler,
            "direction": frame.direction,
            "of": frame.of,
            "optional": frame.optional,
        }
        if frame.within is not None:
            params["within"] = hundredths(frame.within)
        return {frame.seat: Question("move", "displace", params, DECLINE if frame.optional else None)}

    def step(self, run: Run, frame: Shift) -> None:
        piece = run.state.pieces.get(frame.piece)
        origin = thing(run.state, frame.of) if frame.of is not None else None
        if piece is None or piece.at is None or not self._direct(frame) or frame.within is not None or origin is None:
            run.pop()
            return
        away = frame.direction == "directly-away"
        lengths = rulers(run.state) if frame.ruler == "displacement" else rulers(run.state)[1:]
        target = pointed(origin, piece.at)
        best = (best_away if away else best_toward)(
            scene(run.state), piece.disc, target, lengths, frozenset((piece.id,))
        )
        if best is None:  # it cannot get any nearer, or farther
            run.pop()
        else:
            run.become(replace(frame, within=int(best.gap) - DIRECTLY if away else int(best.gap) + DIRECTLY + 1))

    def resolve(self, state: State, frame: Shift, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.MoveCommand) or (command.to is None) != command.decline:
            return WRONG_ANSWER
        if command.to is None:
            return command if frame.optional else Refusal("CAP-1", "not-optional", {"rouage": frame.piece})
        piece = state.pieces[frame.piece]
        if (refusal := self._end_fault(state, frame, piece, command.to)) is not None:
            return refusal
        way = displacements.displacement(state, piece, command.to, command.ruler, self._allowed(frame))
        return way if isinstance(way, Refusal) else replace(command, ruler=way[1])

    def _end_fault(self, state: State, frame: Shift, piece: Rouage, to: Point) -> Refusal | None:
        if frame.direction == "any" or frame.of is None:
            return None
        toward = "toward" in frame.direction
        if (refusal := direction_fault(state, piece, to, "toward" if toward else "away", frame.of)) is not None:
            return refusal
        origin = thing(state, frame.of)
        if frame.within is None or origin is None:
            return None
        assert piece.at is not None
        apart = gap(Disc(to[0], to[1], piece.radius), pointed(origin, piece.at))
        if (apart > frame.within) if toward else (apart < frame.within):
            params = {"target": frame.of, "distance": hundredths(apart), "within": hundredths(frame.within)}
            return Refusal("ENG-4", "not-directly", params)
        return None

    def answer(self, run: Run, frame: Shift, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.MoveCommand)
        run.pop()
        if command.to is None:
            run.emit(ev.Passed(seat, "displace", frame.piece))
            return
        drawn: Drawn = "push"
        if frame.ruler == "displacement":
            drawn = displacements.drawn_with(run.state, run.state.pieces[frame.piece], command.to, command.ruler)
        run.push(Displacement(frame.piece, command.to, command.ruler, drawn, "displace"))

    def options(self, state: State, frame: Shift, seat: Seat) -> list[Json]:
        rows = [legal({"kind": "move"}, "to")]
        return [*rows, legal(DECLINE)] if frame.optional else rows

    def commands(self, state: State, frame: Shift, seat: Seat, rng: random.Random) -> Iterator[Json]:
        yield from ({"kind": "move", **end} for end in self._ends(state, frame, rng))
        if frame.optional:
            yield DECLINE

    def _ends(self, state: State, frame: Shift, rng: random.Random) -> Iterator[Json]:
        """Legal ends, at random; for one that has to be found, the best first."""
        piece = state.pieces[frame.piece]
        if self._direct(frame) or not frame.optional:
            yield from self._best(state, frame, piece)
        for _ in range(1 if frame.optional else TRIES):
            for end in sampled(state, piece, rng, self._allowed(frame)):
                if self._end_fault(state, frame, piece, (end["to"][0], end["to"][1])) is None:
                    yield end

    def _best(self, state: State, frame: Shift, piece: Rouage) -> Iterator[Json]:
        origin = thing(state, frame.of) if frame.of is not None else None
        if origin is None or piece.at is None:
            return
        search = best_toward if "toward" in frame.direction else best_away
        lengths = rulers(state) if frame.ruler == "displacement" else rulers(state)[1:]
        best = search(scene(state), piece.disc, pointed(origin, piece.at), lengths, frozenset((piece.id,)))
        if best is not None and self._end_fault(state, frame, piece, best.to) is None:
            way = displacements.displacement(state, piece, best.to, None, self._allowed(frame))
            if not isinstance(way, Refusal):
                yield drawn_json(best.to, way[1])


class PutHandler(FrameHandler[Put]):
    """MOV-5: anywhere within the range that there is room; with no room there, the nearest place that has (MOV-6)."""

    def ask(self, state: State, frame: Put) -> Mapping[Seat, Question]:
        if not self._is_possible(state, frame) or next(self._spots(state, frame), None) is None:
            return {}
        row = {"what": frame.what, "piece": frame.name, "near": frame.near, "edge": frame.edge, "size": frame.size}
        params = {key: value for key, value in row.items() if value is not None}
        more = {"range": hundredths(frame.range), "optional": frame.optional}
        return {frame.seat: Question("move", "place", {**params, **more}, DECLINE if frame.optional else None)}

    def _is_possible(self, state: State, frame: Put) -> bool:
        """Whether what is to be put, and what it is put near to, are still in the game."""
        near = thing(state, frame.near) if frame.near is not None else None
        if frame.near is not None and (near is None or not select.on_bloc(near)):
            return False
        return frame.what != "piece" or thing(state, frame.name) is not None

    def step(self, run: Run, frame: Put) -> None:
        run.pop()
        if self._is_possible(run.state, frame):
            put(run, frame.what, frame.name, self._centre(run.state, frame), frame.size, frame.tinted)

    def _centre(self, state: State, frame: Put) -> Point:
        near = thing(state, frame.near) if frame.near is not None else None
        if near is None:
            return {"north": (BLOC // 2, 0), "west": (0, BLOC // 2), "east": (BLOC, BLOC // 2)}.get(
                frame.edge or "south", (BLOC // 2, BLOC)
            )
        if isinstance(near, Decor):
            xs, ys = [x for x, _ in near.polygon], [y for _, y in near.polygon]
            return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        assert near.at is not None
        return near.at

    def resolve(self, state: State, frame: Put, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if (
            not isinstance(command, cmd.MoveCommand)
            or command.ruler is not None
            or (command.to is None) != command.decline
        ):
            return WRONG_ANSWER
        if command.to is None:
            return command if frame.optional else Refusal("MOV-5", "not-optional", {"rouage": frame.name})
        to = self._snapped_point(state, frame, command.to)
        disc = self._disc(frame, to)
        fault = stand_fault(scene(state), disc, frozenset((frame.name,)))
        if fault is not None:
            return Refusal("MOV-1", fault.code, {"rouage": frame.name, "by": list(fault.blockers)})
        apart = self._gap(state, frame, disc)
        if apart > max(frame.range, CONTACT):
            return Refusal("MOV-5", "too-far", {"rouage": frame.name, "distance": hundredths(apart)})
        return replace(command, to=to)

    def _disc(self, frame: Put, to: Point) -> Disc:
        return Disc(to[0], to[1], frame.size * MILLIMETRE // 2)

    def _gap(self, state: State, frame: Put, disc: Disc) -> float:
        near = thing(state, frame.near) if frame.near is not None else None
        if isinstance(near, Decor):
            return block_gap(disc, block(near))
        if near is not None:
            return gap(disc, near.disc)
        sides = {"north": disc.y, "south": BLOC - disc.y, "west": disc.x, "east": BLOC - disc.x}
        return float(sides[frame.edge or "south"] - disc.radius)

    def _snapped_point(self, state: State, frame: Put, to: Point) -> Point:
        """The point itself, or the nearest within the range if it misses that by little."""
        disc = self._disc(frame, to)
        apart = self._gap(state, frame, disc)
        wanted = min(max(apart, 0.0), float(frame.range))
        if apart == wanted or abs(apart - wanted) > DRAWN:
            return to
        near = thing(state, frame.near) if frame.near is not None else None
        if near is None:
            step = round(apart - wanted)
            turn = {"north": (0, -step), "south": (0, step), "west": (-step, 0), "east": (step, 0)}
            dx, dy = turn[frame.edge or "south"]
            return to[0] + dx, to[1] + dy
        x, y = nearest_point(near, to) if isinstance(near, Decor) else (float(near.disc.x), float(near.disc.y))
        own = 0 if isinstance(near, Decor) else near.disc.radius
        far = math.hypot(to[0] - x, to[1] - y)
        inside = isinstance(near, Decor) and apart < -disc.radius  # the nearest point then lies outward
        if far == 0 or inside:
            return to
        reach = (own + disc.radius + wanted) / far
        return round(x + (to[0] - x) * reach), round(y + (to[1] - y) * reach)

    def answer(self, run: Run, frame: Put, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.MoveCommand)
        run.pop()
        if command.to is None:
            run.emit(ev.Passed(seat, "place", frame.name))
        else:
            put(run, frame.what, frame.name, command.to, frame.size, frame.tinted)

    def options(self, state: State, frame: Put, seat: Seat) -> list[Json]:
        rows = [legal({"kind": "move"}, "to")]
        return [*rows, legal(DECLINE)] if frame.optional else rows

    def commands(self, state: State, frame: Put, seat: Seat, rng: random.Random) -> Iterator[Json]:
        spots = list(self._spots(state, frame, rng))
        yield from ({"kind": "move", "to": list(spot)} for spot in spots)
        if frame.optional:
            yield DECLINE

    def _spots(self, state: State, frame: Put, rng: random.Random | None = None) -> Iterator[Point]:
        """Some places that are legal: at random, then those nearest to the middle of the range and to its rim."""
        radius = frame.size * MILLIMETRE // 2
        x, y = self._centre(state, frame)
        far = frame.range + 3 * radius
        if rng is not None:
            for _ in range(TRIES):
                to = (x + rng.randint(-far, far), y + rng.randint(-far, far))
                if self._legal(state, frame, to):
                    yield to
        seeds = [(x, y), *self._rim(state, frame)]
        for seed in seeds:
            near = nearest_place(scene(state), seed, radius, frozenset((frame.name,)))
            if near is not None and self._legal(state, frame, near):
                yield near

    def _rim(self, state: State, frame: Put) -> Iterator[Point]:
        near = thing(state, frame.near) if frame.near is not None else None
        if near is None:
            cx, cy = self._centre(state, frame)
            for n in range(0, BLOC, INCH):
                yield (n, cy) if frame.edge in ("north", "south") else (cx, n)
        elif isinstance(near, Decor):
            for disc in select.seen_at(near):
                yield disc.x, disc.y
        else:
            reach = near.disc.radius + frame.range + frame.size * MILLIMETRE // 2
            for n in range(12):
                turn = n * math.pi / 6
                yield near.disc.x + round(reach * math.cos(turn)), near.disc.y + round(reach * math.sin(turn))

    def _legal(self, state: State, frame: Put, to: Point) -> bool:
        return not isinstance(self.resolve(state, frame, frame.seat, cmd.MoveCommand(to)), Refusal)
