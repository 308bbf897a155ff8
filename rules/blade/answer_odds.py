"""What each answer to the question of a guard or of a reroll would give: the real handlers carry each out for every
result of the dice (`rules.kernel.odds`). Nothing that it rests on is secret."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow.rolls import rerolls
from rules.blade.measure import life_left
from rules.blade.odds import GEM, average, share, spread, text
from rules.blade.state import Hero, State
from rules.kernel import Json, Seat, Viewer, replace
from rules.kernel.odds import Assumption, ExactOdds, outcomes

MOST_GEMS = 4
"""Guards of more gems are not reckoned."""


class Suffered(NamedTuple):
    """What a guarded blow did to its target."""

    wounds: int
    killed: bool


def answers(match: Any, viewer: Viewer, _: Any) -> Json:
    """Of the viewer's question `guard`: `{"answers": [{"gems", "item", "wounds": {n: chance}, "mean", "kills"}],
    "best": n}`; of `reroll`: `{"answers": [{"die", "with", "mean"}]}`, the mean total of the roll then. Empty for any
    other question."""
    question = match.asked.get(viewer)
    frame = match.state.stack[-1] if question is not None else None
    if isinstance(frame, fr.Defence) and question.kind == "guard":
        return _of_guards(match, viewer, frame)
    if isinstance(frame, fr.Roll) and question.kind == "reroll":
        return {"answers": [_of_reroll(match, viewer, reroll) for reroll in rerolls(match.state, frame)]}
    return {}


def _of_guards(match: Any, seat: Seat, frame: fr.Defence) -> Json:
    guards = [cmd.CODEC.brief(cmd.CODEC.load(row["command"])) for row in match.decisions[seat]["options"]]
    known: dict[tuple[int, str | None], Json] = {}
    for command in guards:
        if command["kind"] == "guard" and command["gems"] <= MOST_GEMS:
            known.setdefault((command["gems"], command.get("item")), command)
    rows: list[Json] = []
    worth: list[Fraction] = []
    for (gems, item), command in known.items():
        chances = GuardOdds(match, frame).chances(seat, command)
        mean, kills = average(chances, lambda result: result.wounds), share(chances, lambda result: result.killed)
        wounds = spread(chances, lambda result: result.wounds)
        rows.append({"gems": gems, "item": item, "wounds": wounds, "mean": text(mean), "kills": text(kills)})
        # a death costs all the life there is
        lost = kills * life_left(match.state, frame.target)
        worth.append(-mean - lost - gems * Fraction(GEM).limit_denominator())
    best = max(range(len(rows)), key=lambda n: worth[n], default=0)
    return {"answers": rows, "best": best}


class GuardOdds:
    """The results of one guard: rerolls of the defence that are free are made against wounds, nothing else is."""

    def __init__(self, match: Any, frame: fr.Defence) -> None:
        self._match = match = _alone(match)
        self._start: State = match.state
        self._target = frame.target
        self._depth = len(self._start.stack)
        self._before = _life(self._start, frame.target)

    def chances(self, seat: Seat, command: Json) -> Mapping[Suffered, Fraction]:
        """The chance of each result of an answer."""
        odds: ExactOdds[Any, Suffered] = ExactOdds(self._result, self._choose, self._same)
        return odds.after(self._match, seat, command)

    def _result(self, match: Any) -> Suffered | None:
        state: State = match.state
        if len(state.stack) >= self._depth and state.outcome is None and self._going(state):
            return None
        killed = not state.on_board(self._target)
        return Suffered(self._before - _life(state, self._target), killed)

    def _going(self, state: State) -> bool:
        frame = state.stack[self._depth - 1]
        return isinstance(frame, fr.Defence) and frame.target == self._target

    def _choose(self, match: Any) -> Assumption[Suffered]:
        seat, question = next(iter(match.asked.items()))
        if question.kind == "reroll":
            frame = match.state.stack[-1]
            free = [cmd.CODEC.brief(reroll) for reroll in rerolls(match.state, frame) if reroll.with_ != "gem"]
            return Assumption(seat, [{"kind": "keep"}, *free], lambda result: -result.wounds)
        return Assumption(seat, [question.default or next(match.commands(seat))])

    def _same(self, match: Any) -> Hashable:
        state: State = match.state
        return repr((state.stack[self._depth - 1 :], _life(state, self._target)))


def _alone(match: Any) -> Any:
    """The match without the rest of a series: what it would do next is no part of what is being answered."""
    state: State = match.state
    stack = tuple(frame for frame in state.stack if not isinstance(frame, fr.SeriesUnderWay))
    if len(stack) == len(state.stack):
        return match
    return match.placed(replace(state, stack=stack))


def _life(state: State, who: str) -> int:
    character = state.everyone()[who]
    return character.gems.life if isinstance(character, Hero) else life_left(state, who)


def _of_reroll(match: Any, seat: Seat, reroll: cmd.Reroll) -> Json:
    first, mean = len(match._events), Fraction(0)
    for then, chance in outcomes(match, seat, cmd.CODEC.brief(reroll)):
        mean += chance * next(event.total for event in then._events[first:] if isinstance(event, ev.Rerolled))
    return {"die": reroll.die, "with": reroll.with_, "mean": text(mean)}
