"""The weights of the evaluations that are fitted to matches: ``python -m tests.fitting invader 3000``, or ``diktat``.

Greedy bots play so many matches, in two of three of which both slip now and then, so that the features do not always
come together. Where a turn or a cycle begins the features are taken; a logistic regression of who won gives the
weights, with a small ridge. Printed: the table as it stands in ``rules``, and the log loss on a fourth of the matches
that had no part in it, beside that of a constant (0.69 and less where one side wins more)."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.diktat.bots import evaluation as diktat
from rules.diktat.bots.worth import cycles_left
from rules.invader.bots import evaluation as invader
from rules.kernel.bots import Budget, HouseBot
from rules.kernel.bots.simple import random_answer
from tests.tournament import GAMES

Array = NDArray[np.float64]
SLIPS = (0.0, 0.05, 0.15)
"""The parts of their answers that bots give at random, of a match one of these."""
RIDGE = 5.0
SEED = 100_000


@dataclass(frozen=True)
class Row:
    """A moment: the column of the table that it belongs to, its features, and a name that no other moment has."""

    column: int
    features: Mapping[str, float]
    at: int


@dataclass(frozen=True)
class Source:
    """How a game's rows are taken. `row`: of a match that begins a part, None within one; `won`: 1, 0, or between."""

    row: Callable[[Any], Row | None]
    won: Callable[[Any], float]


def _cycle(match: Any) -> Row | None:
    """Of two seats the features of the first less those of the second, after the first cycle."""
    state = match.state
    if state.cycle < 2:
        return None
    first, second = (diktat.features(state, seat) for seat in match.seats)
    column = min(cycles_left(state), len(diktat.WEIGHTS["points"]) - 1)
    return Row(column, {name: value - second[name] for name, value in first.items()}, state.cycle)


def _turn(match: Any) -> Row | None:
    state = match.state
    if not state.number or all(question.kind != "main" for question in match.asked.values()):
        return None
    return Row(int(state.active != state.invader), invader.features(state), state.number)


SOURCES = {
    "diktat": Source(_cycle, lambda match: float(match.outcome["winners"] == ["1"])),
    "invader": Source(_turn, lambda match: float(match.state.invader in match.outcome["winners"])),
}


def played(game: str, seed: int) -> tuple[list[Row], float]:
    """The rows of one match, and who won it."""
    contest, source, rng = GAMES[game], SOURCES[game], Random(seed)
    bots = HouseBot(contest.advisor, Budget(1), contest.own)
    options = contest.options(seed) | ({"invader": "12"[seed % 2]} if game == "invader" else {})
    match, rows, slips = contest.match.new(options, seed), list[Row](), rng.choice(SLIPS)
    while match.outcome is None:
        row = source.row(match)
        if row is not None and (not rows or rows[-1].at != row.at):
            rows.append(row)
        seat = next(iter(match.asked))
        world = match.imagine(seat, rng.getrandbits(31))
        match.submit(seat, random_answer(world, seat, rng) if rng.random() < slips else bots.greedy(world, seat, rng))
    return rows, source.won(match)


def fitted(x: Array, won: Array) -> Array:
    """The weights of a logistic regression, by Newton's method; features of the same size in every row go without the
    ridge."""
    size = x.std(axis=0)
    scaled, ridge = x / np.where(size > 0, size, 1.0), np.where(size > 0, RIDGE, 1e-6)
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        chance = _chance(scaled, weights)
        slope = scaled.T @ (chance - won) + ridge * weights
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + np.diag(ridge)
        weights -= np.linalg.solve(curve, slope)
    return np.asarray(weights / np.where(size > 0, size, 1.0))


def loss(x: Array, weights: Array, won: Array) -> float:
    """The mean log loss."""
    chance = np.clip(_chance(x, weights), 1e-4, 1 - 1e-4)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def _chance(x: Array, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(x @ weights, -30, 30))))


def main(arguments: Sequence[str]) -> None:
    """Plays, fits, and writes the table to standard output."""
    game, matches = arguments[0], int(arguments[1])
    columns: dict[int, list[tuple[int, float, list[float]]]] = defaultdict(list)
    names: list[str] = []
    for seed in range(SEED, SEED + matches):
        rows, won = played(game, seed)
        for row in rows:
            names = list(row.features)
            columns[row.column].append((seed, won, list(row.features.values())))
    table = dict[int, Array]()
    for column, taken in sorted(columns.items()):
        seeds, won_, x = (np.array(it) for it in zip(*taken, strict=True))
        held, won_, x = seeds % 4 == 0, won_.astype(float), x.astype(float)
        apart = fitted(x[~held], won_[~held])
        constant = np.full((len(won_), 1), 1.0)
        plain = loss(constant[held], fitted(constant[~held], won_[~held]), won_[held])
        sys.stdout.write(
            f"column {column}: {len(taken)} rows, loss {loss(x[held], apart, won_[held]):.4f}, constant {plain:.4f}\n"
        )
        table[column] = fitted(x, won_)
    for n, name in enumerate(names):
        sys.stdout.write(f'    "{name}": ({", ".join(f"{table[column][n]:.3g}" for column in sorted(table))}),\n')


if __name__ == "__main__":
    main(sys.argv[1:])
