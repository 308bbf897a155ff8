"""Hints for a seat: its best options, what each is worth, and the figures that say why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from json import dumps
from math import log
from random import Random
from statistics import fmean
from typing import Any

from rules.kernel.bots.advisor import LISTED, Advisor, Match, command_key, settle, world_of
from rules.kernel.bots.search import Budget, RankedCommand, search
from rules.kernel.bots.simple import by_worth
from rules.kernel.codec import Codec, Json
from rules.kernel.contract import Query
from rules.kernel.queries import NoParams
from rules.kernel.seats import Seat

BEST = 3
WORLDS = 12
"""The number of worlds in which an option is carried out to see what it changes."""
FOLLOWED = 6
"""The same where it is played on."""
OTHERS = 3
"""So many other commands are tried where the shortlist names but one: bots save the time, a person asks what it is
worth beside others."""
LEAST = 0.05
"""A figure with a smaller mean change is not given as a reason."""
APART = 0.1
"""So much of a figure's largest change must lie between two options, for it to be a reason for one of them: 65 and 64
tell nobody which to take."""
FIGURES = 4
"""The most figures that are given as reasons for an option: what everybody reads is what sets it apart."""
EVEN = 0.2
"""Options whose log odds of a win differ by no more than this from the best one's count as just as good, 5 of a hundred
where both sides have the same chances: the search does not tell them apart. A hundredth is more in a match that is
nearly lost or won."""
SURE = 0.02
"""Shares of a win that are closer to 0 or 1 than this count as this."""


@dataclass(frozen=True)
class HintsQuery(Query[Any, Any]):
    """The query for hints; `silent`: the kinds of questions that get none."""

    silent: frozenset[str] = frozenset()


def hints(advisor: Advisor, match: Any, seat: Seat, budget: Budget, also: Json | None = None) -> Json:
    """`{"decision": id or None, "options": [{"command", "worth", "beside", "reasons"}]}`: the best options of a seat's
    question, best first; empty where the seat is asked nothing, the advisor is silent about the question, or only one
    command is legal.

    `command` is complete; `worth` is the expected share of a win, 0 to 1; `beside` compares it with the other options:
    "better" (than all others), "even" (as good as the best) or "worse"; `reasons` are `{"code", "params"}`: first
    what the game computes exactly (`Advisor.reasons`), then those of the game's figures (`Advisor.figures`) that
    change as they do not with all of these options, the `FIGURES` that differ most, with `by`, the change once the
    effects are resolved, and `mean` where worlds differ in it, and `by` is the mean; where it changes none of them,
    `others` with those that other options change. All of it is computed in worlds
    imagined for the seat, which are the same for all matches that look the same to it. There is no clock: only the
    budget's iterations limit it. `also`: a command that is told beside the best ones, wherever it comes."""
    question = match.asked.get(seat)
    if question is None or question.kind in advisor.unhinted:
        return {"decision": None, "options": []}
    world = match.imagine(seat, 0)
    options = [option["command"] for option in world.decisions[seat]["options"] if option["legal"]]
    ranked = search(_beside_others(advisor, world, also), world, seat, 0, budget)
    best = sorted(_best(ranked, options, also), key=lambda row: -row.value) if len(ranked) > 1 else []
    changes = [_changes(advisor, world, seat, row.command) for row in best]
    rows = [
        {
            "command": row.command,
            "worth": round((row.value + 1) / 2, 3),
            "beside": _beside(row, best),
            "reasons": [*advisor.reasons(world, seat, row.command), *_telling(changed, changes)],
        }
        for row, changed in zip(best, changes, strict=True)
    ]
    return {"decision": match.decisions[seat]["id"], "options": rows}


def hints_query(advisor: Advisor, budget: Budget) -> HintsQuery:
    """The query of a game's closed list. It answers seats only."""

    def answer(match: Any, viewer: Seat, _: NoParams) -> Json:
        return hints(advisor, match, viewer, budget)

    return HintsQuery(Codec(NoParams), answer, own=True, silent=advisor.unhinted)


def _beside_others(advisor: Advisor, world: Match, also: Json | None) -> Advisor:
    """The advisor with more than one command to try for this match, where there are more, and with this one."""

    def shortlist(match: Match, seat: Seat, rng: Random) -> Iterator[Json]:
        listed = list(advisor.shortlist(match, seat, rng))
        if match is world and also is not None:
            most = min(advisor.tried, LISTED)
            if len(listed) > most:  # else the search could leave it out
                listed = by_worth(advisor, world, seat, listed, rng)[:most]
            if also not in listed:
                listed = [*listed[: most - 1], also]
        yield from listed
        if match is world and len(listed) == 1:
            yield from islice(match.commands(seat, rng), OTHERS)

    return replace(advisor, shortlist=shortlist)


def _beside(ranked: RankedCommand, best: Sequence[RankedCommand]) -> str:
    others = [row.value for row in best if row is not ranked]
    if not others:
        return "better"
    ahead = _log_odds(ranked.value) - _log_odds(max(others))
    return "better" if ahead > EVEN else "even" if ahead >= -EVEN else "worse"


def _log_odds(value: float) -> float:
    """Of a win, by a value from -1 to 1."""
    share = min(max((value + 1) / 2, SURE), 1 - SURE)
    return log(share / (1 - share))


def _best(ranked: list[RankedCommand], options: list[Json], also: Json | None) -> list[RankedCommand]:
    """The best command of each of the best options: two ways to pay for the same card count as one option. Where there
    is one option, of which everything is still to be said, its best commands, of which none is another in other order.
    Besides, this one."""
    different = {dumps(offered.command, sort_keys=True): offered for offered in reversed(ranked) if offered.visits}
    tried = [offered for offered in ranked if offered in different.values()]
    by_option: dict[str, RankedCommand] = {}
    for offered in tried:
        option = next((row for row in options if row.items() <= offered.command.items()), offered.command)
        by_option.setdefault(command_key(option), offered)
    best = (list(by_option.values()) if len(by_option) > 1 else tried)[:BEST]
    return best + [offered for offered in tried if offered.command == also and offered not in best]


def _changes(advisor: Advisor, world: Match, seat: Seat, command: Json) -> dict[str, list[float]]:
    """How each of the game's figures changes by a command, in each of some worlds from what it is there, as a figure
    may rest on what a seat does not know; where the search judges it by what follows (`Advisor.deepest` 1), together
    with that."""
    rng, depth = Random(0), len(world.state.stack)
    changes: dict[str, list[float]] = {}
    follow, worlds = (advisor.playout, FOLLOWED) if advisor.deepest == 1 else (settle, WORLDS)
    for n in range(worlds):
        tried = world_of(advisor, world, seat, n, rng)
        before = advisor.figures(tried, seat)
        tried.submit(seat, command)
        if tried.outcome is None:
            follow(tried, depth, rng)
        for figure, value in advisor.figures(tried, seat).items():
            changes.setdefault(figure, []).append(value - before[figure])
    return changes


def _telling(changed: Mapping[str, list[float]], all_changes: Sequence[Mapping[str, list[float]]]) -> list[Json]:
    """The changes that are worth a word: those in which an option differs most from the others, for the size of the
    figure's changes; for an option that changes nothing, those that the others change."""
    apart: dict[str, float] = {}
    for figure, by_world in changed.items():
        by = fmean(by_world)
        means = [fmean(changes[figure]) for changes in all_changes]
        size, spread = max(map(abs, means)), max(means) - min(means)
        if spread >= max(LEAST, APART * size) or (len(means) == 1 and size >= LEAST):
            apart[figure] = max(abs(by - mean) for mean in means) / size
    changing = [figure for figure in apart if abs(fmean(changed[figure])) >= LEAST]
    most = sorted(changing or apart, key=lambda figure: -apart[figure])[:FIGURES]
    return [_reason(figure, changed[figure]) for figure in apart if figure in most]


def _reason(figure: str, by_world: Sequence[float]) -> Json:
    by = fmean(by_world)
    if abs(by) < LEAST:
        return {"code": figure, "params": {"by": 0.0, "others": True}}
    mean = {} if len(set(by_world)) == 1 else {"mean": True}
    return {"code": figure, "params": {"by": round(by, 2), **mean}}
