"""The greedy bot: of the lines of play the one with the best value, averaged over a few imagined worlds; guards,
rerolls and stances by simple figures."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.blade.bots.evaluation import evaluate, worth_of
from rules.blade.bots.lines import END, Worth, hero_lines, overlord_lines, series, tile_acts
from rules.blade.commands import CODEC
from rules.blade.flow.rolls import best_free
from rules.blade.legality.guards import fixed
from rules.blade.measure import life_left
from rules.blade.state import Hero, State
from rules.kernel import Json, Seat
from rules.kernel.bots.advisor import Advisor, values

WEIGHED = Advisor(evaluate)
WORLDS = 4
"""The number of worlds in which each line is tried."""
HOPEFUL = 6
"""The number of lines that are tried in more than one of them."""
LEAST = 0.002
"""What a hero's line must add to be better than being done."""
ANSWERS = 40
"""The largest number of questions that are answered until a line is resolved."""
WORTH_A_GEM = 1.2
"""The damage left after fixed defence for which a gem of guard is spent."""
READY = 4
"""The gems with which a hero is aggressive."""


def lines_of(match: Any, seat: Seat, worth: Worth) -> list[Json] | None:
    """What a seat could do next, worth trying; None where there are no lines for its question."""
    match match.asked[seat].kind:
        case "overlord-act":
            return list(overlord_lines(match))
        case "act":
            return list(hero_lines(match, seat, worth))
    return None


def greedy_bot(match: Any, seat: Seat, rng: Random) -> Json:
    """One answer of the greedy bot, from a world imagined for its seat."""
    answer = plain_answer(match, seat, rng)
    if answer is not None:
        return answer
    lines = lines_of(match, seat, worth_of) or list(match.commands(seat, rng))
    return _best(match, seat, lines, rng)


def _best(match: Any, seat: Seat, lines: Sequence[Json], rng: Random) -> Json:
    """The line with the best value; the last one unless another is better by a little."""
    if len(lines) == 1:
        return lines[0]
    depth, worth = len(match.state.stack), [0.0] * len(lines)
    last = len(lines) - 1
    done = lines[last]["kind"] == "done"
    open_ = list(range(len(lines)))
    for _ in range(WORLDS):
        world, chance = match.imagine(seat, rng.getrandbits(32)), rng.getrandbits(32)
        for n in open_:
            tried = world.fork(chance)
            if not (done and n == last):
                tried.submit(seat, lines[n])
                settle(tried, depth, rng)
            worth[n] += values(tried, WEIGHED)[seat]
        open_ = sorted(open_, key=lambda n: (n != last, -worth[n]))[:HOPEFUL]
    best = max(open_, key=worth.__getitem__)
    return lines[best] if worth[best] > worth[last] + LEAST * WORLDS else lines[last]


def settle(match: Any, depth: int, rng: Random) -> None:
    """`kernel.bots.Advisor.playout`: answers what a line raises as the greedy bot would, until it is resolved."""
    for _ in range(ANSWERS):
        asked = match.asked
        if not asked or len(match.state.stack) <= depth:
            return
        seat, question = next(iter(asked.items()))
        command = defence_answer(match, seat) or question.default or next(match.commands(seat, rng), None)
        if command is None:
            return
        match.submit(seat, command)


def plain_answer(match: Any, seat: Seat, rng: Random) -> Json | None:
    """The answers that need no trying; None for other questions."""
    match match.asked[seat].kind:
        case "stances":
            return stances(match.state, seat)
        case "tile-act":
            return series(*(tile_acts(match.fork(0)) or [END]))
        case "reinforce":
            rows = [row for row in match.commands(seat, rng) if row["figures"]]
            return max(rows, key=lambda row: len(row["figures"]), default={"kind": "reinforce", "figures": []})
    return defence_answer(match, seat)


def stances(state: State, seat: Seat) -> Json:
    """Aggressive with gems enough, and in the last turns."""
    last = state.last - state.marker <= 2
    by_hero = {}
    for id in state.players.get(seat, ()):
        hero = state.hero(id)
        if hero.at is not None:
            by_hero[id] = "aggressive" if last or _ready(hero) else "cautious"
    return {"kind": "stances", "stances": by_hero}


def _ready(hero: Hero) -> bool:
    return hero.gems.reserve + min(2, hero.gems.fatigue) >= READY or hero.gems.fatigue < 4


def defence_answer(match: Any, seat: Seat) -> Json | None:
    """Guards by the damage that is left, free rerolls of what is below its mean; None for other questions."""
    state: State = match.state
    kind = match.asked[seat].kind
    if kind == "guard":
        frame: Any = state.stack[-1]
        damage = frame.damage - fixed(state, frame)
        rows = [row["command"] for row in match.decisions[seat]["options"] if row["legal"]]
        guards = [row for row in rows if row["kind"] == "guard"]
        wanted = min(3 if damage >= life_left(state, frame.target) else 2, int(damage / WORTH_A_GEM))
        able = [row for row in guards if row["gems"] == wanted] or [row for row in guards if row["gems"] <= wanted]
        best: Json = max(able, key=lambda row: (row["gems"], bool(row.get("item"))), default=guards[0])
        return best
    if kind == "reroll":
        reroll = best_free(state, state.stack[-1])
        answer: Json = {"kind": "keep"} if reroll is None else CODEC.brief(reroll)
        return answer
    return None
