"""Exact odds of attacks and of rolls outside them (`Match.odds`, `Match.attempt`): the real handlers carry each out for
every result of the dice (`rules.kernel.odds`). Nothing that they rest on is secret.

Assumptions: the stated reaction and no other, every opportunity attack made, the attacker playing best under the named
aim, and no capacity used that may be left alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from rules.kernel import Json, Refusal, Refused
from rules.kernel.match import KernelMatch
from rules.kernel.odds import Assumption, ExactOdds, Worth, changes, outcomes
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.flow.attack_rolls import undecided
from rules.olomoc.flow.loop import HANDLERS
from rules.olomoc.flow.movement import drawn_json
from rules.olomoc.frames import (
    Displacement,
    Handing,
    Harm,
    HostileMove,
    MechanismFrame,
    RerollFrame,
    Roll,
    Strike,
    Testing,
)
from rules.olomoc.measure import distance, hundredths
from rules.olomoc.seats import Seat
from rules.olomoc.state import STUNNED, State

Match = KernelMatch[State]
Aim = Literal["wounds", "stun"]
AIMS: Mapping[str, Aim] = {"wounds": "wounds", "stun": "stun"}
NO_REACTION = cmd.React(False, None)
DECLINED: Json = {"kind": "react", "dodge": False, "riposte": None}
KEEP, AGAIN = ({"kind": "tempt-fate", "reroll": again} for again in (False, True))
FIGHT = (Strike, RerollFrame, Harm, Handing)
"""Frames of an attack that has not been settled."""
THROWN = ("attack", "opportunity", "dodge", "riposte")
"""The rolls of an attack (`Rolled.why`)."""


class Result(NamedTuple):
    """The effects of an attack. `wounds` and `hurt`: PV checked on target and attacker; `stunned`: the target bears the
    token, or did when it fell; `tokens` and `own_tokens`: Noirceur given to target and attacker, counted even where
    NOI-2 makes it Fiel."""

    wounds: int = 0
    hurt: int = 0
    stunned: bool = False
    out: bool = False
    attacker_out: bool = False
    tempted: bool = False
    lost: bool = False
    tokens: int = 0
    own_tokens: int = 0


@dataclass(frozen=True)
class Assumed:
    """What is assumed of an attack: its aim, the target's reaction, and whether fate may be tempted."""

    aim: Aim = "wounds"
    reaction: Json | None = None
    fate: bool = True


@dataclass(frozen=True)
class Fight:
    """The pieces of an attack, and where in the stack it begins. `attacker` None: whoever strikes at a mover; `moves`:
    the displacement itself is followed, too."""

    target: str
    attacker: str | None
    depth: int
    moves: bool = False


class AttackOdds:
    """The results of an attack under some assumptions."""

    def __init__(self, match: Match, fight: Fight, assumed: Assumed) -> None:
        self._match, self._fight, self._assumed = match, fight, assumed
        self._start: State = match.state
        self._odds = ExactOdds(self._result, self._choose, self._same, self._settled)
        self.rolls: dict[tuple[str, str], ev.Rolled] = {}
        """The rolls on the way, by piece and purpose."""

    def after(self, seat: Seat, command: Json) -> Mapping[Result, Fraction]:
        """The chance of each result of a command. Raises Refused."""
        return self._odds.after(self._match, seat, command)

    def of(self) -> Mapping[Result, Fraction]:
        """The chance of each result of the attack on top of the stack."""
        return self._odds.of(self._match)

    def _settled(self, state: State) -> bool:
        frames = state.stack[self._fight.depth :]
        going = (*FIGHT, Displacement) if self._fight.moves else FIGHT
        # ART-1: what a mechanism would bring is hidden
        return any(isinstance(frame, MechanismFrame) for frame in frames) or not any(
            isinstance(frame, going) for frame in frames
        )

    def _result(self, match: Match) -> Result | None:
        over = match.state.outcome is not None or self._settled(match.state)
        return self._so_far(match) if over else None

    def _so_far(self, match: Match) -> Result:
        target = self._fight.target
        strikers = {self._fight.attacker}
        result = Result(stunned=self._start.pieces[target].stunned)
        for event in match.since(self._match):
            match event:
                case ev.Rolled(by=by, why=why):
                    self.rolls.setdefault((by, why), event)
                    if why == "opportunity" and self._fight.attacker is None:
                        strikers.add(by)
                    # ROL-5; a card's reroll names no target
                    if why == "reroll" and by in strikers and event.target is not None:
                        result = result._replace(tempted=True)
                case ev.Wounded(piece=piece, checked=checked) if piece == target:
                    result = result._replace(wounds=result.wounds + checked)
                case ev.Wounded(piece=piece, checked=checked) if piece in strikers:
                    result = result._replace(hurt=result.hurt + checked)
                case ev.OutOfCombat(piece=piece) if piece == target:
                    result = result._replace(out=True)
                case ev.OutOfCombat(piece=piece) if piece in strikers:
                    result = result._replace(attacker_out=True)
                case ev.StateChanged(piece=piece, state=state, gained=gained) if (piece, state) == (target, STUNNED):
                    result = result._replace(stunned=gained)
                case ev.NoirceurSet(piece=piece) if piece == target:
                    result = result._replace(tokens=result.tokens + _given(event))
                case ev.NoirceurSet(piece=piece) if piece in strikers:
                    result = result._replace(own_tokens=result.own_tokens + _given(event))
                case ev.DisplacementLost(piece=piece) if piece == target:
                    result = result._replace(lost=True)
        return result

    def _same(self, match: Match) -> Hashable:
        state, start = match.state, self._start
        rerolling = any(isinstance(frame, RerollFrame) for frame in state.stack[self._fight.depth :])
        stack = tuple(
            undecided(state, frame, rerolling) if isinstance(frame, Strike) else repr(frame)
            for n, frame in enumerate(state.stack)
            if n >= len(start.stack) or frame is not start.stack[n]
        )
        return len(state.stack), stack, changes(start, state, ("stack", "asked")), self._so_far(match)

    def _choose(self, match: Match) -> Assumption[Result]:
        seat, question = next(iter(match.asked.items()))
        frame = match.state.stack[-1]
        match question.kind:
            case "react":
                return Assumption(seat, [self._assumed.reaction or DECLINED])
            case "tempt-fate" if isinstance(frame, Strike) and self._assumed.fate:
                return Assumption(seat, [KEEP, AGAIN], self._worth(stuns=False))
            case "tactic":
                rows = HANDLERS[Strike].options(match.state, frame, seat)
                whole = [row["command"] for row in rows if row["legal"] and not row["needs"]]
                return Assumption(seat, whole, self._worth(stuns=True))
            case "opportunity":
                return Assumption(seat, [{"kind": "opportunity", "attack": True}])
            case "choose" if question.default is None:
                return Assumption(seat, [{"kind": "choose", "choice": question.params["choices"][0]}])
        return Assumption(seat, [question.default or next(match.commands(seat))])

    def _worth(self, stuns: bool) -> Callable[[Result], Worth]:
        """The value of a result to the attacker. For a stun beside wounds no Noirceur is spent."""
        if self._assumed.aim == "stun":
            return lambda result: (int(result.stunned), result.wounds)
        return (lambda result: (result.wounds, int(result.stunned))) if stuns else (lambda result: result.wounds)


def _given(event: ev.NoirceurSet) -> int:
    """The tokens that an event gives: NOI-2 puts one at a time back."""
    return 1 if event.clause == "NOI-2" else max(0, event.change)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of results, with those who fight and the rolls still to come; `moves`: of a displacement."""

    chances: Mapping[Result, Fraction]
    target: str
    attackers: tuple[str, ...]
    rolls: tuple[ev.Rolled, ...] = ()
    moves: bool = False

    def to_json(self, aim: Aim) -> Json:
        """The result in the form that `Match.odds` documents."""
        wounds, hurt = self._spread(lambda r: r.wounds), self._spread(lambda r: r.hurt)
        report: Json = {
            "aim": aim,
            "who": {"target": self.target, "attackers": list(self.attackers)},
            "target": spread_json(wounds),
            "attacker": spread_json(hurt),
            "mean": {"target": _mean(wounds), "attacker": _mean(hurt)},
            "stunned": self._chance(lambda r: r.stunned),
            "out": self._chance(lambda r: r.out),
            "attacker_out": self._chance(lambda r: r.attacker_out),
            "fate": self._chance(lambda r: r.tempted),
            "noirceur": {
                "target": spread_json(self._spread(lambda r: r.tokens)),
                "attacker": spread_json(self._spread(lambda r: r.own_tokens)),
            },
            "rolls": [{"by": roll.by, "why": roll.why, **roll_json(roll)} for roll in self.rolls],
        }
        return report | {"lost": self._chance(lambda r: r.lost)} if self.moves else report

    def _spread(self, what: Callable[[Result], int]) -> dict[int, Fraction]:
        return spread(self.chances, what)

    def _chance(self, what: Callable[[Result], bool]) -> str:
        return str(sum((chance for result, chance in self.chances.items() if what(result)), Fraction(0)))


def spread(chances: Mapping[Any, Fraction], what: Callable[[Any], int]) -> dict[int, Fraction]:
    """The chance of each number."""
    summed: dict[int, Fraction] = {}
    for result, chance in chances.items():
        summed[what(result)] = summed.get(what(result), Fraction(0)) + chance
    return dict(sorted(summed.items()))


def spread_json(chances: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(count): str(chance) for count, chance in chances.items()}


def _mean(chances: Mapping[int, Fraction]) -> float:
    return float(sum((count * chance for count, chance in chances.items()), Fraction(0)))


def roll_json(roll: ev.Rolled) -> Json:
    """A roll without its results."""
    return {
        "dice": len(roll.dice),
        "threshold": roll.threshold,
        "modifiers": [{"clause": m.clause, "value": m.value} for m in roll.modifiers],
        "sources": list(roll.sources),
    }


def charge_somewhere(state: State, command: Json) -> Json | Refusal:
    """A charge that says no destination, completed with one (CHG-4)."""
    piece, aimed = state.pieces[command["rouage"]], state.pieces[command["target"]]
    place = law.charge_place(state, piece, aimed)
    if place is None:
        apart = hundredths(distance(state, piece.disc, aimed.disc))
        return Refusal("CHG-4", "out-of-reach", {"target": aimed.id, "distance": apart})
    return {**command, **drawn_json(*place)}


def odds(match: Match, seat: Seat, asked: Json, assumed: Assumed) -> Odds:
    """The odds of a legal command. Raises Refused for one that attacks nobody (CAP-4) and for
    a reaction that the target could not answer with."""
    command = cmd.CODEC.load({key: value for key, value in asked.items() if key != "decision"})
    fight = _fight(match.state, command)
    if fight is None:
        raise Refused(Refusal("CAP-4", "not-an-attack"))
    if assumed.reaction not in (None, DECLINED):
        _check_reaction(match, seat, asked, fight, assumed.reaction)
    attack = AttackOdds(match, fight, assumed)
    return _odds(attack, fight, attack.after(seat, asked), command == cmd.TemptFate(True))


def struck(match: Match, state: State, assumed: Assumed) -> Odds:
    """The odds of the attack on top of the stack of a state of this match. Raises Refused for a reaction that its
    target could not make."""
    strike = state.stack[-1]
    assert isinstance(strike, Strike)
    _check_answer(state, assumed.reaction)
    fight = Fight(strike.target, strike.attacker, len(state.stack) - 1)
    attack = AttackOdds(match.placed(state), fight, assumed)
    return _odds(attack, fight, attack.of(), reroll=False)


def _odds(attack: AttackOdds, fight: Fight, chances: Mapping[Result, Fraction], reroll: bool) -> Odds:
    thrown = tuple(roll for (_, why), roll in attack.rolls.items() if why in THROWN or (reroll and why == "reroll"))
    strikers = tuple(roll.by for roll in thrown) if fight.attacker is None else (fight.attacker,)
    if reroll:  # NOI-4: there and then, before any die is thrown again
        chances = {result._replace(tempted=True): chance for result, chance in chances.items()}
    return Odds(chances, fight.target, strikers, thrown, fight.moves)


def _fight(state: State, command: cmd.Command) -> Fight | None:
    """The attack that a command makes, or answers."""
    frame, top = state.stack[-1], len(state.stack) - 1
    match command, frame:
        case cmd.Attack(rouage=by, target=str(target)), _:
            return Fight(target, by, top)
        case cmd.Charge(rouage=by, target=str(target)), _:
            return Fight(target, by, top)
        case cmd.MoveCommand(to=tuple()), HostileMove(hostile=by, target=target, charge=True):
            return Fight(target, by, top - 1)  # its attack waits beneath
        case cmd.Walk(rouage=mover), _:
            return Fight(mover, None, top, moves=True)
        case cmd.MoveCommand(to=tuple()), HostileMove(hostile=mover):
            return Fight(mover, None, top, moves=True)
        case cmd.Opportunity(), Displacement(piece=mover):
            return Fight(mover, None, top)
        case ((cmd.React() | cmd.TemptFate() | cmd.TacticCommand()), Strike(attacker=by, target=target)):
            return Fight(target, by, top)
    return None


def _check_reaction(match: Match, seat: Seat, command: Json, fight: Fight, reaction: Json | None) -> None:
    """Raises Refused unless the target could answer the attack of a command so."""
    if command["kind"] not in ("attack", "charge", "move") or fight.attacker is None:
        raise Refused(Refusal("OPP-2", "no-reaction"))
    for then, _ in outcomes(match, seat, command, until=lambda state: isinstance(state.stack[-1], Strike)):
        _check_answer(then.state, reaction)


def _check_answer(state: State, reaction: Json | None) -> None:
    strike = state.stack[-1]
    if reaction in (None, DECLINED) or not isinstance(strike, Strike) or strike.step != "react":
        return
    answer = cmd.CODEC.load(reaction)
    able = HANDLERS[Strike].resolve(state, strike, state.pieces[strike.target].seat or "1", answer)
    if isinstance(able, Refusal):
        raise Refused(able)


def aim_named(aim: Any) -> Aim:
    """The aim of that name. Raises ValueError for any other."""
    if not isinstance(aim, str) or aim not in AIMS:
        raise ValueError(f"an aim is one of {', '.join(AIMS)}")
    return AIMS[aim]


# ---- rolls outside attacks -------------------------------------------------------------------------------------------


def attempt(match: Match, seat: Seat, command: Json) -> Json:
    """`Match.attempt`, of a legal command. Raises ValueError for one that rolls nothing so."""
    depth = len(match.state.stack) - 1
    [(begun, _), *_] = outcomes(match, seat, command, until=lambda _: True)
    test = _test(begun.state, depth)
    if test is None:
        raise ValueError("nothing is rolled for that")
    chances, rolls = tested(match, begun, test)
    kept = test.roll or Roll((), test.base, 0)
    lying = {"dice": len(kept.dice), "threshold": kept.threshold, "modifiers": [], "sources": []}
    return {
        "by": test.rouage,
        "target": test.target,
        "roll": test.roll_of,
        **(roll_json(rolls[0]) if rolls else lying),
        "successes": spread_json(chances),
        "any": str(1 - chances.get(0, Fraction(0))),
    }


def tested(match: Match, begun: Match, test: Testing) -> tuple[dict[int, Fraction], list[ev.Rolled]]:
    """The chance of each number of successes of a roll on the stack of `begun`, which follows `match`; fate is not
    tempted. With the rolls."""
    depth = begun.state.stack.index(test)
    rolls: list[ev.Rolled] = []

    def settled(state: State) -> bool:
        test = _test(state, depth)
        return test is None or test.step in ("then", "done")

    def result(then: Match) -> int | None:
        rolls.extend(event for event in then.since(match) if isinstance(event, ev.Rolled) and event.by == test.rouage)
        if not settled(then.state) and then.state.outcome is None:
            return None
        settled_test = _test(then.state, depth)
        return 0 if settled_test is None or settled_test.roll is None else settled_test.roll.successes

    def choose(then: Match) -> Assumption[int]:
        asked, question = next(iter(then.asked.items()))
        return Assumption(asked, [question.default or next(then.commands(asked))])

    def same(then: Match) -> Hashable:
        return repr(then.state.stack[depth:]), changes(match.state.pieces, then.state.pieces)

    return spread(ExactOdds(result, choose, same, settled).of(begun), lambda count: count), rolls


def _test(state: State, depth: int) -> Testing | None:
    return next((frame for frame in reversed(state.stack[depth:]) if isinstance(frame, Testing)), None)
