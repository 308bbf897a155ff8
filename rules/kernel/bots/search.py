"""A search of any game by `imagine` and `fork`: Monte Carlo tree search over what one seat knows.

A few worlds are imagined, and one tree of commands is grown over all of them. An iteration descends by the upper
confidence bound of the commands that are legal in its world, adds one command, plays on as far as the game says (at
least until the command's effects are resolved), and evaluates. Below the root a node gets its commands one by one as
its visits grow (progressive widening), so that it may have any number of options. The n-th visit of every command of
the root is in the same world with the same chance, so that commands are compared under equal luck. The match of each
node in each world is kept: an iteration carries out one command and its playout, however deep it descends. Where
nothing is grown below the root, every visit is in a new world.

Of many commands that are about as good the one that was luckiest looks best. So where the game has a usual answer, one
that needs no search, another is given only if it was better in the same worlds by more than a standard error
(`_sure_leads`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf, log, sqrt
from random import Random
from statistics import fmean
from typing import Any

from rules.kernel.bots.advisor import (
    LISTED,
    Advisor,
    Clock,
    Match,
    answer_others,
    candidates,
    command_key,
    values,
    world_of,
)
from rules.kernel.bots.simple import by_worth
from rules.kernel.codec import Json
from rules.kernel.seats import Seat, next_after

EXPLORE = 0.7
"""The weight of exploration in the upper confidence bound, on a scale from the worst to the best value seen."""
WIDTH = 2.0
"""The commands of a node below the root, per square root of its visits."""
DOUBT = 1.0
"""The standard errors by which a command must have been better than the usual answer to be given in its place."""
FADES = 0.995
"""The discount of a value for each command from the root: an earlier win is better."""


@dataclass(frozen=True)
class Budget:
    """The limits of a search: the number of iterations, and of worlds, where a tree is grown over them. `seconds` of
    the caller's clock are a further limit, and the only reason why two searches with the same seed can differ."""

    iterations: int
    seconds: float | None = None
    worlds: int = 12


@dataclass(frozen=True)
class RankedCommand:
    """A command with its value for the seat, from -1 to 1, and the number of iterations in which it was tried."""

    command: Json
    value: float
    visits: int


@dataclass(slots=True)
class _Branch:
    """A command of a seat in the tree, with the sums of the values found below it, by seat."""

    seat: Seat
    command: Json
    visits: int = 0
    found: list[float] = field(default_factory=list)
    """Of a command of the root: what the searching seat got by each visit."""
    total: dict[Seat, float] = field(default_factory=dict)
    branches: dict[str, _Branch] = field(default_factory=dict)
    """The commands that may follow, of the seats asked after this one."""
    spots: dict[int, _Spot] = field(default_factory=dict)
    """The match after this command, by world."""

    def mean(self, seat: Seat) -> float:
        return self.total[seat] / self.visits


@dataclass(slots=True)
class _Spot:
    """A match in one world: the seat to move (None: nobody can), its commands not yet in the tree, and the tree's
    commands that are legal here, among the first `seen` of the node."""

    match: Match
    seat: Seat | None
    more: Iterator[Json]
    open: list[_Branch] = field(default_factory=list)
    seen: int = 0


def search(
    advisor: Advisor, match: Any, seat: Seat, seed: int, budget: Budget, clock: Clock | None = None
) -> list[RankedCommand]:
    """The commands of a seat that owes an answer, best first: where there is a usual answer by how surely they are
    better than that, else the most visited, and of equals the one with the highest value. Commands never tried come
    last, with value 0. A single candidate is not searched and has value 0."""
    return _Search(advisor, match, seat, seed, budget, clock).ranked()


class _Search:
    def __init__(
        self, advisor: Advisor, match: Match, seat: Seat, seed: int, budget: Budget, clock: Clock | None
    ) -> None:
        self.advisor, self.seat, self.budget, self.clock = advisor, seat, budget, clock
        self.judge = advisor if advisor.later is None else replace(advisor, evaluate=advisor.later)
        self.rng = Random(seed)
        self.match = match
        self.depth = len(match.state.stack)
        self.root = _Branch(seat, {})
        self.luck = {n: self.rng.getrandbits(32) for n in range(budget.worlds)}
        """The chance of each world."""
        self.flat = advisor.deepest == 1
        self.worlds: dict[int, Match] = {}
        self.least, self.most = 1.0, -1.0

    def ranked(self) -> list[RankedCommand]:
        """Runs the search and returns the commands as `search` does."""
        began = self.clock() if self.clock else 0.0
        commands, usual = self._commands()
        for command in commands:
            self.root.branches[command_key(command)] = _Branch(self.seat, command)
        branches = list(self.root.branches.values())
        for _ in range(self.budget.iterations if len(branches) > 1 else 0):
            late = self.budget.seconds is not None and self.clock and self.clock() - began >= self.budget.seconds
            if late and branches[0].visits:
                break
            self._iterate(branches)
        rows = [
            RankedCommand(branch.command, branch.mean(self.seat) if branch.visits else 0.0, branch.visits)
            for branch in branches
        ]
        if not usual:
            return sorted(rows, key=lambda row: (-row.visits, -row.value))
        leads = _sure_leads(branches)
        return [rows[n] for n in sorted(range(len(rows)), key=lambda n: (-leads[n], -rows[n].value))]

    def _commands(self) -> tuple[list[Json], bool]:
        """The commands to compare, and whether the first of them is the usual answer: the game's, or of too many the
        one that is worth most at once."""
        advisor, match, seat, rng = self.advisor, self.match, self.seat, self.rng
        commands = candidates(advisor, match, seat, rng)
        usual = None
        if len(commands) > 1 and advisor.usual is not None:
            usual = advisor.usual(match, seat, rng)
        if cut := len(commands) > advisor.tried:
            commands = by_worth(advisor, match, seat, commands, rng)[: advisor.tried]
        return ([usual, *commands], True) if usual is not None else (commands, cut)

    def _iterate(self, branches: list[_Branch]) -> None:
        first = self._chosen(branches, self.seat)
        world = first.visits if self.flat else first.visits % self.budget.worlds
        path, branch = [first], first
        spot = self._spot(first, self._world(world), world)
        while spot.seat is not None and branch.visits and len(path) < self.advisor.deepest:
            following = self._next(branch, spot)
            if following is None:
                break
            branch = following
            path.append(branch)
            spot = self._spot(branch, spot.match, world)
        values = self._values(spot.match, world)
        first.found.append(values[self.seat])
        for depth, met in enumerate(path):
            met.visits += 1
            faded = FADES ** (len(path) - depth)
            for seat, worth in values.items():
                met.total[seat] = met.total.get(seat, 0.0) + worth * faded
        self.least, self.most = min(self.least, *values.values()), max(self.most, *values.values())

    def _chance(self, world: int) -> int:
        if world not in self.luck:
            self.luck[world] = self.rng.getrandbits(32)
        return self.luck[world]

    def _world(self, n: int) -> Match:
        """An imagined world in which the seats asked at the same time as this one have answered."""
        if n not in self.worlds:
            self.worlds[n] = world_of(self.advisor, self.match, self.seat, self._chance(n), self.rng)
        return self.worlds[n]

    def _spot(self, branch: _Branch, before: Match, world: int) -> _Spot:
        """The match of one world after a branch's command."""
        if world not in branch.spots:
            match = before.fork(self._chance(world))
            match.submit(branch.seat, branch.command)
            match = answer_others(self.advisor, match, self.seat, self.rng)
            asked = match.asked
            seat = None if not asked else _mover(match, self.seat, branch.seat)
            more = iter(()) if seat is None else islice(match.commands(seat, self.rng), LISTED)
            branch.spots[world] = _Spot(match, seat, more)
        return branch.spots[world]

    def _next(self, branch: _Branch, spot: _Spot) -> _Branch | None:
        """The command to continue with: a new one where the node may grow, else the one with the highest bound; None
        where there is none."""
        seat = spot.seat
        assert seat is not None
        for known in islice(branch.branches.values(), spot.seen, None):
            if known.seat == seat and spot.match.check(seat, known.command) is None:
                spot.open.append(known)
        spot.seen = len(branch.branches)
        if len(spot.open) < WIDTH * sqrt(sum(branch.visits for branch in spot.open) + 1):
            for command in spot.more:
                key = f"{seat} {command_key(command)}"
                if key not in branch.branches:
                    new = branch.branches[key] = _Branch(seat, command)
                    spot.open.append(new)
                    spot.seen += 1
                    return new
        return self._chosen(spot.open, seat) if spot.open else None

    def _chosen(self, branches: list[_Branch], seat: Seat) -> _Branch:
        """The branch with the highest bound; branches never tried come first, in order."""
        fresh = next((branch for branch in branches if not branch.visits), None)
        if fresh is not None:
            return fresh
        span = max(self.most - self.least, 1e-6)
        root = log(sum(branch.visits for branch in branches) + 1)
        return max(branches, key=lambda branch: branch.mean(seat) / span + EXPLORE * sqrt(root / branch.visits))

    def _values(self, match: Match, world: int) -> dict[Seat, float]:
        """The values of a match after its playout."""
        if match.outcome is None:
            match = match.fork(self._chance(world))
            self.advisor.playout(match, self.depth, self.rng)
        return values(match, self.judge)


def _mover(match: Match, seat: Seat, last: Seat) -> Seat | None:
    """The seat whose commands come next in the tree: the searching one, where it is asked. The seats of a shared
    question take turns, beginning after the one that acted last."""
    asked = match.asked
    if match.shared:
        return next_after(match.seats, last, among=asked)
    return seat if seat in asked else next(iter(asked))


def _sure_leads(branches: list[_Branch]) -> list[float]:
    """By how much each command was better than the first one on average, both in the same worlds, less what may be
    luck; 0 for the first. The differences of all commands together tell how far one strays."""
    leads = [[one - usual for one, usual in zip(it.found, branches[0].found, strict=False)] for it in branches[1:]]
    stray = sqrt(fmean([lead * lead for row in leads for lead in row] or [0.0]))
    return [0.0, *(fmean(row) - DOUBT * stray / sqrt(len(row)) if row else -inf for row in leads)]
