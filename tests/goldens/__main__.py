"""Records the goldens: `python -m tests.goldens`, or with the names of some.

Each recipe is played at random from its seed; where that does not end as the recipe says, asks nothing that it is to
ask, or is long, the next seed is tried. Same rules, same files.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from rules.kernel import SeededChance
from rules.kernel import match as facade
from rules.olomoc import Match
from tests.goldens import FOLDER, MOMENTS, Json, Recording, check, compact, keys_of, save

LONGEST = 140_000
"""Characters of a golden."""
TRIED = 400

Closing = Callable[[Match, set[str]], list[tuple[str, Json]]]
"""What is said besides what is legal at random: at this moment, all that having been asked."""


def nothing(match: Match, asked: set[str]) -> list[tuple[str, Json]]:
    """The match ends by itself."""
    return []


def conceded(match: Match, asked: set[str]) -> list[tuple[str, Json]]:
    """After an opportunity attack: an adjustment agreed on, one declined, something taken back, and seat 2 gives up."""
    acting = [seat for seat, question in match.asked.items() if question.kind == "act"]
    if "opportunity" not in asked or not acting:
        return []
    change = {"seat": "1", "points": 2}
    return [
        ("1", {"kind": "propose", "what": "adjustment", "changes": [change], "note": "forgotten"}),
        ("2", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "propose", "what": "adjustment", "changes": [{"traque": 2}]}),
        ("1", {"kind": "adjust", "accept": False}),
        (acting[0], {"kind": "end"}),
        (acting[0], {"kind": "propose", "what": "takeback"}),
        ("2" if acting[0] == "1" else "1", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "concede"}),
    ]


def agreed(match: Match, asked: set[str]) -> list[tuple[str, Json]]:
    """In the second cycle: a draw."""
    if match.state.cycle < 2 or "act" not in {question.kind for question in match.asked.values()}:
        return []
    return [("1", {"kind": "propose", "what": "draw"}), ("2", {"kind": "adjust", "accept": True})]


@dataclass(frozen=True)
class Recipe:
    """What to play until it ends so: the outcome's reason, and whether somebody wins."""

    reason: str
    won: bool
    options: Json
    seed: int
    closing: Closing = nothing
    kinds: frozenset[str] = field(default_factory=frozenset)


def _options(agenda: str, composition: str, decor: str) -> Json:
    return {"agenda": agenda, "composition": composition, "decor": decor}


RECIPES = {
    "points": Recipe("points", True, _options("valves", "secret", "preset"), 42),
    "draw": Recipe("points", False, _options("cores", "secret", "placed"), 133),
    "traque": Recipe("traque", True, _options("gargoule", "secret", "preset"), 84),
    "traque-draw": Recipe("traque", False, _options("gargoule", "secret", "preset"), 124),
    "fiel": Recipe("fiel", True, _options("skirmish", "draft", "preset"), 90),
    "both-fiel": Recipe("fiel", False, _options("gargoule", "draft", "placed"), 69, kinds=frozenset(("choose",))),
    "concession": Recipe("concession", True, _options("survey", "secret", "preset"), 1, conceded),
    "agreement": Recipe("agreement", False, _options("survey", "draft", "preset"), 1, agreed),
}


def record(recipe: Recipe) -> Json:
    """A golden of this recipe, from the first seed that gives one."""
    for seed in range(recipe.seed, recipe.seed + TRIED):
        golden = _played(recipe, seed)
        if golden is not None:
            return golden
    raise SystemExit(f"no match of {TRIED} ends by {recipe.reason} as it should: choose another seed or agenda")


def _played(recipe: Recipe, seed: int) -> Json | None:
    rng, dice = random.Random(seed), Recording(SeededChance(seed))
    with patch.object(facade, "SeededChance", lambda _: dice):
        match = Match.new(recipe.options, seed)
    commands: list[list[Any]] = []
    asked: set[str] = set()
    planned: list[tuple[str, Json]] = []
    while match.asked:
        asked |= {question.kind for question in match.asked.values()}
        planned = planned or recipe.closing(match, asked)
        if planned:
            seat, command = planned.pop(0)
        else:
            seat = rng.choice(list(match.asked))
            command = next(match.commands(seat, rng))
        match.submit(seat, command)
        commands.append([seat, command, len(match.journal)])
    outcome = match.outcome
    assert outcome is not None
    if (outcome["reason"], outcome["winner"] is not None) != (recipe.reason, recipe.won) or not recipe.kinds <= asked:
        return None
    golden = _golden(recipe.options, seed, match, commands, dice)
    return golden if sum(len(compact(row)) for row in golden["journal"][1:] + commands) < LONGEST else None


def _golden(options: Json, seed: int, match: Match, commands: list[list[Any]], dice: Recording) -> Json:
    journal, keys = match.journal, keys_of(match)
    ends = [events for _, _, events in commands]
    moments = sorted({ends[(len(ends) - 1) * n // (MOMENTS - 1)] for n in range(MOMENTS)})
    return {
        "options": options,
        "seed": seed,
        "outcome": match.outcome,
        "dice": "".join(map(str, dice.dice)),
        "shuffles": dice.shuffles,
        "keys": keys,
        "checks": [check(Match.replay({}, journal[:end]), keys) for end in moments],
        "commands": commands,
        "journal": journal,
    }


def main(*wanted: str) -> None:
    """Records these, or all."""
    for name in wanted or RECIPES:
        golden = record(RECIPES[name])
        save(name, golden)
        size = (FOLDER / f"{name}.json").stat().st_size
        sys.stdout.write(f"{name}: seed {golden['seed']}, {len(golden['commands'])} commands, {size} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
