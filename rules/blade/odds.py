"""Exact odds: the real handlers carry out an attack or a manipulation for every result of the dice
(`rules.kernel.odds`). Nothing that they rest on is secret."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import attack
from rules.blade.flow.rolls import betterable, rerolls
from rules.blade.legality.guards import guards
from rules.blade.measure import life_left
from rules.blade.state import Hero, State
from rules.kernel import Json, Seat, replace
from rules.kernel.chance import SeededChance
from rules.kernel.odds import Assumption, ExactOdds

Aim = Literal["wounds", "kill", "damage"]
GEM = 0.6
"""What a gem of guard is worth in wounds, for the guard called best."""
CHAIN = 6
"""The most targets of one blow that are counted (SKL-4)."""


class Result(NamedTuple):
    """What an attack did: the damage of its roll, wounds of the first target, deaths, and what hangs on it."""

    damage: int
    wounds: int
    deaths: int
    killed: bool
    seized: bool
    webbed: bool


@dataclass(frozen=True)
class Assumed:
    """What is assumed: the aim of free rerolls, the guard of every target (None: the one called best), and the paid
    rerolls of the attacker."""

    aim: Aim = "wounds"
    gems: int = 0
    item: str | None = None
    best: bool = False
    paid: int = 0


def attack_frame(state: State, seat: Seat, command: Any) -> fr.AttackFrame:
    """The attack that a command would begin, legal or not. Raises ValueError for one that names no target."""
    if command.target is None or not state.on_board(command.target) or not state.on_board(command.who):
        raise ValueError("the attack names nobody on the board")
    if isinstance(command, cmd.Cast):
        row = state.pack.spells[command.spell]
        pot = tuple(fr.Die(die.rstrip("*"), row.id, arrow=die.endswith("*")) for die in row.dice)
        return fr.AttackFrame(seat, command.who, "spell", command.target, pot)
    mode: fr.Mode = "web" if isinstance(command, cmd.Web) else command.mode
    gems, items = getattr(command, "gems", None) or 0, getattr(command, "items", None) or ()
    return attack.declared(state, seat, command.who, command.target, mode, gems, items)


class AttackOdds:
    """The results of one attack under some assumptions."""

    def __init__(self, match: Any, frame: fr.AttackFrame, assumed: Assumed) -> None:
        self.frame, self.assumed = frame, assumed
        self.start: State = match.state
        self.depth = len(self.start.stack)
        self._match = match
        self._kind = type(match)

    def chances(self) -> Mapping[Result, Fraction]:
        """The chance of each result."""
        seat, state = self.frame.seat, self.start
        asked = fr.Sacrificing(seat, self.frame.target)
        # asked for a sacrifice that nobody makes: its answer begins the roll
        frame = replace(self.frame, stage="roll")
        begun = replace(state, stack=(*state.stack, frame, asked), asked={seat: len(self._match._events)})
        match = self._kind(begun, self._match._events, SeededChance(0))
        odds: ExactOdds[Any, Result] = ExactOdds(self._result, self._choose, self._same)
        return odds.after(match, seat, {"kind": "sacrifice", "by": None})

    def _result(self, match: Any) -> Result | None:
        """Settled where the attack is no longer on the stack, or, aiming at damage, as soon as it stands."""
        state: State = match.state
        going = len(state.stack) > self.depth and state.outcome is None
        damage = self._damage(match)
        if going and not (self.assumed.aim == "damage" and damage is not None):
            return None
        target = self.frame.target
        before = self.start.everyone()
        deaths = sum(character.at is not None and not state.on_board(id) for id, character in before.items())
        marks = state.everyone()[target].marks
        wounds = self._lost(state, target)
        was = before[target].marks
        seized = "seized" in marks and "seized" not in was
        webbed = "webbed" in marks and "webbed" not in was
        return Result(damage or 0, wounds, deaths, not state.on_board(target), seized, webbed)

    def _damage(self, match: Any) -> int | None:
        fresh = match._events[len(self._match._events) :]
        return next((event.count for event in fresh if isinstance(event, ev.Damage)), None)

    def _lost(self, state: State, target: str) -> int:
        """The wounds of the target: what it has lost of its life, or all that fell on it where it died."""
        character, was = state.everyone()[target], self.start.everyone()[target]
        if isinstance(character, Hero) and isinstance(was, Hero):
            return was.gems.life - character.gems.life
        return life_left(self.start, target) - life_left(state, target)

    def _same(self, match: Any) -> Hashable:
        """What the rest of an attack depends on."""
        state: State = match.state
        damage = self._damage(match) if self.assumed.aim == "damage" else None
        hurt = [(id, character.at, life_left(state, id)) for id, character in state.everyone().items()]
        spent = (state.book.reserve, [hero.gems.reserve for hero in state.heroes])
        return repr((state.stack[self.depth :], hurt, spent, damage, self._damage(match)))

    def _choose(self, match: Any) -> Assumption[Result]:
        seat, question = next(iter(match.asked.items()))
        frame = match.state.stack[-1]
        match question.kind:
            case "reroll":
                mine = frame.by == self.frame.by and frame.why != "guard"
                rerolls = list(self._rerolls(match.state, frame, mine))
                return Assumption(seat, rerolls, self._worth if mine else lambda result: -result.wounds)
            case "guard":
                return self._guard(match, seat, frame)
            case "next-target":
                return Assumption(seat, [{"kind": "next-target", "target": frame.targets[0]}])
            case "bodyguard" | "sacrifice":
                return Assumption(seat, [{"kind": question.kind, "by": None}])
            case "riposte":
                return Assumption(seat, [{"kind": "riposte", "strike": False}])
        return Assumption(seat, [question.default or next(match.commands(seat))])

    def _worth(self, result: Result) -> float:
        if self.assumed.aim == "kill":
            return float(result.deaths)
        return float(result.damage if self.assumed.aim == "damage" else result.wounds)

    def _rerolls(self, state: State, frame: fr.Roll, mine: bool) -> Iterator[Json]:
        """Keep, and the free rerolls: of equal dice one. Paid ones last, where some are assumed."""
        yield {"kind": "keep"}
        if frame.why in ("riposte", "last-blow"):
            return
        seen = set[tuple[object, ...]]()
        paid = mine and self.assumed.paid > 0 and self._paid(state) < self.assumed.paid
        for reroll in rerolls(state, frame):
            assert reroll.die is not None
            die = frame.dice[reroll.die]
            key = (die.kind, die.number, die.used, reroll.with_)
            if key in seen or not betterable(state, frame, reroll.die) or (reroll.with_ == "gem" and not paid):
                continue
            seen.add(key)
            yield cmd.CODEC.brief(reroll)

    def _paid(self, state: State) -> int:
        who = self.frame.by
        if isinstance(state.who(who), Hero):
            return state.hero(who).gems.boxes.get("reroll", 0) - self.start.hero(who).gems.boxes.get("reroll", 0)
        return state.book.boxes.get("reroll", 0) - self.start.book.boxes.get("reroll", 0)

    def _guard(self, match: Any, seat: Seat, frame: fr.Defence) -> Assumption[Result]:
        none: Json = {"kind": "guard", "gems": 0}
        if self.assumed.best:
            answers = [none, *(cmd.CODEC.brief(guard) for guard in guards(match.state, frame))]
            return Assumption(seat, answers, self._guard_worth)
        gems = self.assumed.gems
        if gems and frame.target == self.frame.target:
            wanted: Json = {"kind": "guard", "gems": gems, "item": self.assumed.item}
            if match.check(seat, wanted) is None:
                return Assumption(seat, [wanted])
        return Assumption(seat, [none])

    def _guard_worth(self, result: Result) -> float:
        return -float(result.wounds)


def odds(match: Any, frame: fr.AttackFrame, assumed: Assumed) -> Json:
    """Damage, wounds, deaths and what hangs on an attack, as exact fractions."""
    from rules.blade.rules_in_force import warded

    chances = AttackOdds(match, frame, assumed).chances()
    answer: Json = {
        "damage": spread(chances, lambda result: result.damage),
        "mean": {"damage": text(average(chances, lambda result: result.damage))},
        "pot": [{"die": die.kind, "arrow": die.arrow, "from": die.source} for die in frame.pot],
        "reductions": [{"clause": frame.clause, "value": frame.ignored}] if frame.ignored else [],
        "policy": {"aim": assumed.aim, "guard": "best" if assumed.best else assumed.gems, "paid": assumed.paid},
    }
    if assumed.aim == "damage":
        return answer
    safe = warded(match.state, frame.target)
    answer["wounds"] = {"0": "1"} if safe else spread(chances, lambda result: result.wounds)
    answer["kills"] = text(share(chances, lambda result: result.killed))
    answer["mean"]["wounds"] = text(average(chances, lambda result: result.wounds))
    chain = {n: share(chances, lambda result, n=n: result.deaths >= n) for n in range(1, CHAIN + 1)}  # type: ignore[misc]
    answer["chain"] = {str(n): text(portion) for n, portion in chain.items() if portion}
    answer["seized"] = text(share(chances, lambda result: result.seized))
    answer["webbed"] = text(share(chances, lambda result: result.webbed))
    return answer


# ---- what is said of results -----------------------------------------------------------------------------------------

Chances = Mapping[Any, Fraction]


def spread(chances: Chances, of: Callable[[Any], int]) -> Json:
    """The chance of each figure."""
    shares: dict[int, Fraction] = {}
    for result, chance in chances.items():
        shares[of(result)] = shares.get(of(result), Fraction(0)) + chance
    return {str(n): text(shares[n]) for n in sorted(shares)}


def average(chances: Chances, of: Callable[[Any], int]) -> Fraction:
    return sum((chance * of(result) for result, chance in chances.items()), Fraction(0))


def share(chances: Chances, of: Callable[[Any], bool]) -> Fraction:
    return sum((chance for result, chance in chances.items() if of(result)), Fraction(0))


def text(fraction: Fraction) -> str:
    return str(fraction)


# ---- manipulations and leaps -----------------------------------------------------------------------------------------


def attempt(match: Any, seat: Seat, command: Json) -> Json:
    """The results of a complex manipulation, a throw, a leap, a healing or a blow at a barricade (1: it is gone,
    TOK-3), with free rerolls and no paid ones. Raises Refused for a command that is not legal."""
    first = len(match._events)

    def successes(then: Any) -> int | None:
        fresh = then._events[first:]
        for event in reversed(fresh):
            match event:
                case ev.Tried(total=n) | ev.Threw(successes=n) | ev.Healed(wounds=n):
                    return n
                case ev.Leapt(success=success):
                    return int(success)
                case ev.TokenGone(what="barricade"):
                    return 1
        going = then.asked and next(iter(then.asked.values())).kind == "reroll"
        return None if going else 0

    def choose(then: Any) -> Assumption[int]:
        asked, _ = next(iter(then.asked.items()))
        frame = then.state.stack[-1]
        free = (reroll for reroll in rerolls(then.state, frame) if reroll.with_ != "gem")
        return Assumption(
            asked, [{"kind": "keep"}, *(cmd.CODEC.brief(reroll) for reroll in free)], lambda commands: commands
        )

    def same(then: Any) -> Hashable:
        return repr((then.state.stack, successes(then)))

    chances = ExactOdds(successes, choose, same).after(match, seat, command)
    return {"chances": chances}
