"""Exact odds of an attack (`Match.odds`): a state and a command become the terms of `chances.exchange`.

Assumptions: the stated reaction and no other, the attacker playing best under the named aim, and no triggered capacity
of a card. Standing capacities count, because every pool of dice is the one that would be rolled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeVar

from rules.kernel import Json, Refusal, Refused
from rules.kernel.run import top
from rules.olomoc import commands as cmd
from rules.olomoc import legality as law
from rules.olomoc.advice.chances import Aim, AttackTerms, Result, Side, Tactic, Throw, exchange
from rules.olomoc.effects.modifiers import ignores
from rules.olomoc.engine import OLOMOC, trial
from rules.olomoc.flow.combat import TACTIC_COST, attack_pool, dodge_pool, riposte_pool
from rules.olomoc.flow.harm import pierced, unhurt
from rules.olomoc.flow.loop import HANDLERS
from rules.olomoc.flow.movement import drawn_json
from rules.olomoc.frames import Displacement, Frame, HostileMove, Roll, Strike
from rules.olomoc.measure import distance, hundredths, stunned, trait
from rules.olomoc.rolls import Pool
from rules.olomoc.seats import Seat
from rules.olomoc.state import MOST_FIEL, STUNNED, Point, Rouage, State, changed

F = TypeVar("F", bound=Frame)
Chances = Mapping[Result, Fraction]
NOTHING: Chances = {Result(): Fraction(1)}
AIMS: Mapping[str, Aim] = {"wounds": "wounds", "stun": "stun"}
NO_REACTION = cmd.React(False, None)
HIT, MISS = Roll((6, 6), 2, 2), Roll((1,), 6, 0)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of results, with those who fight, the rolls still to come, and for a displacement its own loss."""

    chances: Chances
    target: str
    attackers: tuple[str, ...]
    rolls: tuple[tuple[str, str, Pool], ...] = ()
    lost: Fraction | None = None

    def to_json(self, aim: Aim) -> Json:
        """The result in the form that `Match.odds` documents."""
        wounds, hurt = self._spread(lambda r: r.wounds), self._spread(lambda r: r.hurt)
        report: Json = {
            "aim": aim,
            "who": {"target": self.target, "attackers": list(self.attackers)},
            "target": _spread_json(wounds),
            "attacker": _spread_json(hurt),
            "mean": {"target": _mean(wounds), "attacker": _mean(hurt)},
            "stunned": self._chance(lambda r: r.stunned),
            "out": self._chance(lambda r: r.out),
            "attacker_out": self._chance(lambda r: r.attacker_out),
            "fate": self._chance(lambda r: r.tempted),
            "noirceur": {
                "target": _spread_json(self._spread(lambda r: r.tokens)),
                "attacker": _spread_json(self._spread(lambda r: r.own_tokens)),
            },
            "rolls": [_roll(*roll) for roll in self.rolls],
        }
        return report if self.lost is None else report | {"lost": str(self.lost)}

    def _spread(self, what: Callable[[Result], int]) -> dict[int, Fraction]:
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for result, chance in self.chances.items():
            chances[what(result)] += chance
        return dict(sorted(chances.items()))

    def _chance(self, what: Callable[[Result], bool]) -> str:
        return str(sum((chance for result, chance in self.chances.items() if what(result)), Fraction(0)))


def _spread_json(spread: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(count): str(chance) for count, chance in spread.items()}


def _mean(spread: Mapping[int, Fraction]) -> float:
    return float(sum((count * chance for count, chance in spread.items()), Fraction(0)))


def _roll(by: str, why: str, pool: Pool) -> Json:
    return {
        "by": by,
        "why": why,
        "dice": max(0, pool.dice),
        "threshold": pool.threshold,
        "modifiers": [{"clause": m.clause, "value": m.value} for m in pool.modifiers],
        "sources": [m.source for m in pool.modifiers],
    }


def charge_somewhere(state: State, command: Json) -> Json | Refusal:
    """A charge that says no destination, completed with one (CHG-4)."""
    piece, aimed = state.pieces[command["rouage"]], state.pieces[command["target"]]
    place = law.charge_place(state, piece, aimed)
    if place is None:
        apart = hundredths(distance(state, piece.disc, aimed.disc))
        return Refusal("CHG-4", "out-of-reach", {"target": aimed.id, "distance": apart})
    return {**command, **drawn_json(*place)}


def odds(state: State, seat: Seat, command: cmd.Command, reaction: cmd.React | None, aim: Aim) -> Odds:
    """The odds of a command that the engine has resolved. Raises Refused for one that attacks nobody (CAP-4) and for
    a reaction that the target could not answer with."""
    asking = top(OLOMOC, state)
    assert asking is not None
    frame, _ = asking
    match command, frame:
        case cmd.Attack(), _:
            return _strike(_state_after(state, seat, command), reaction, aim)
        case cmd.Charge(rouage=rouage, to=tuple(to)), _:
            return _strike(_with_piece_at(_state_after(state, seat, command), rouage, to), reaction, aim)
        case cmd.MoveCommand(to=tuple(to)), HostileMove(hostile=hostile, charge=True):
            return _strike(_with_piece_at(_state_after(state, seat, command), hostile, to), reaction, aim)
    if reaction not in (None, NO_REACTION):
        raise Refused(Refusal("OPP-2", "no-reaction"))
    match command, frame:
        case (cmd.Walk(), _) | (cmd.MoveCommand(to=tuple()), HostileMove()):
            return _leaving_odds(_state_after(state, seat, command), aim)
        case cmd.Opportunity(attack=True), Displacement():
            return _strike(_state_after(state, seat, command), None, aim)
        case cmd.Opportunity(attack=False), Displacement(piece=piece):
            return Odds(NOTHING, piece, ())
        case cmd.React(), Strike():
            return _strike(state, command, aim)
        case cmd.TemptFate(reroll=reroll), Strike():
            return _fate(state, frame, reroll, aim)
        case cmd.TacticCommand(tactic=tactic), Strike():
            used = Tactic(TACTIC_COST[tactic], tactic == "stun") if tactic is not None else Tactic()
            return _odds(state, frame, replace(_on_table(state, frame, aim), tactics=(used,)))
        case _:
            raise Refused(Refusal("CAP-4", "not-an-attack"))


# The state in which the dice would fall


def _state_after(state: State, seat: Seat, command: cmd.Command) -> State:
    """The command paid for and announced, nothing rolled yet."""
    run = trial(state)
    frame = state.stack[-1]
    HANDLERS[type(frame)].answer(run, frame, seat, command)
    return run.state


def _with_piece_at(state: State, id: str, to: Point) -> State:
    return changed(state, id, at=to)


def _innermost_frame(state: State, kind: type[F]) -> F:
    return next(frame for frame in reversed(state.stack) if isinstance(frame, kind))


# One attack


def _strike(state: State, reaction: cmd.React | None, aim: Aim) -> Odds:
    """The innermost attack, none of its dice thrown."""
    frame = replace(_innermost_frame(state, Strike), step="react")
    target = state.pieces[frame.target]
    if reaction is not None and reaction != NO_REACTION:
        if frame.how == "opportunity":
            raise Refused(Refusal("OPP-2", "no-reaction"))
        able = HANDLERS[Strike].resolve(state, frame, target.seat or "1", reaction)
        if isinstance(able, Refusal):
            raise Refused(able)
        frame = replace(frame, dodge=reaction.dodge, riposte=reaction.riposte)
    why = "opportunity" if frame.how == "opportunity" else "attack"
    rolls = [(frame.attacker, why, attack_pool(state, frame))]
    if frame.dodge:
        rolls.append((frame.target, "dodge", dodge_pool(state, frame)))
    if frame.riposte is not None:
        rolls.append((frame.target, "riposte", riposte_pool(state, frame)))
    return _odds(state, frame, _terms(state, frame, rolls, aim), tuple(rolls))


def struck(state: State, reaction: cmd.React | None = None) -> Odds:
    """The attack on top of the state's stack, answered so, if it aims at wounds. Raises Refused for a reaction that
    its target could not make."""
    return _strike(state, reaction, "wounds")


def _odds(state: State, frame: Strike, terms: AttackTerms, rolls: tuple[tuple[str, str, Pool], ...] = ()) -> Odds:
    return Odds(exchange(terms), frame.target, (frame.attacker,), rolls)


def _terms(state: State, frame: Strike, rolls: list[tuple[str, str, Pool]], aim: Aim) -> AttackTerms:
    """The parameters of the result, before any die."""
    throws = {why: Throw(max(0, pool.dice), pool.threshold) for _, why, pool in rolls}
    attacker, target = state.pieces[frame.attacker], state.pieces[frame.target]
    stun = (Tactic(TACTIC_COST["stun"], stuns=True),) if _is_asked(state, frame, "tactic", HIT) else ()  # ATK-4
    return AttackTerms(
        attack=throws[rolls[0][1]],
        attacker=_side(state, attacker, target),
        target=_side(state, target, attacker),
        dodge=throws.get("dodge"),
        riposte=throws.get("riposte"),
        tactics=(Tactic(), *stun),
        fate=_is_asked(state, frame, "fate", MISS) and not _ruinous(state, attacker),  # ROL-5
        corrosive=frame.mode == "frontal" and trait(state, attacker, "corrosive"),
        aim=aim,
    )


def _is_asked(state: State, frame: Strike, step: Literal["fate", "tactic"], roll: Roll) -> bool:
    """Whether the attacker's player would be asked there, if the attack had rolled so."""
    rolled = replace(frame, step=step, attack_roll=roll, dodge_roll=None, spent=0)
    return bool(HANDLERS[Strike].ask(state, rolled))


def _side(state: State, piece: Rouage, foe: Rouage) -> Side:
    """A piece as the other's wounds find it, with what cards let either leave aside (GEN-1)."""
    person = piece.seat is not None
    return Side(
        life=piece.life_left.replace("R", "S") if pierced(state, piece, foe.id) else piece.life_left,
        unhurt=unhurt(state, piece, foe.id) is not None,
        stunned=piece.stunned,
        person=person,
        tinted=person and ignores(state, piece.id, "noirceur", foe.id) is None,
        claimed=ignores(state, piece.id, "noirceur-out-of-combat") is None,
    )


def _ruinous(state: State, piece: Rouage) -> bool:
    """Whether one Noirceur more loses the match before any wound is dealt (NOI-2, NOI-4)."""
    return piece.seat is not None and piece.corrupted and state.fiel[piece.seat] + 1 >= MOST_FIEL


# Dice on the table


def _on_table(state: State, frame: Strike, aim: Aim) -> AttackTerms:
    """The attack's terms once its dice lie there and fate is settled."""
    rolls = [(frame.attacker, "attack", Pool(0, 5, ()))]
    return replace(
        _terms(state, frame, rolls, aim),
        attack=_known_throw(frame.attack_roll),
        dodge=_known_throw(frame.dodge_roll),
        riposte=_known_throw(frame.riposte_roll),
        fate=False,
    )


def _known_throw(roll: Roll | None) -> Throw:
    return Throw(0, 5, known=0 if roll is None else roll.successes)


def _fate(state: State, frame: Strike, reroll: bool, aim: Aim) -> Odds:
    """ROL-5, dice seen."""
    terms, roll = _on_table(state, frame, aim), frame.attack_roll
    if not reroll or roll is None:
        return _odds(state, frame, terms)
    attacker = state.pieces[frame.attacker]
    if _ruinous(state, attacker):  # NOI-4: there and then
        lost = Result(stunned=terms.target.stunned, tempted=True, own_tokens=1)
        return Odds({lost: Fraction(1)}, frame.target, (frame.attacker,))
    again = exchange(replace(terms, attack=Throw(len(roll.dice), roll.threshold)))
    chances = {replace(r, tempted=True, own_tokens=r.own_tokens + 1): chance for r, chance in again.items()}
    pool = Pool(len(roll.dice), roll.threshold, ())
    return Odds(chances, frame.target, (frame.attacker,), ((frame.attacker, "reroll", pool),))


# Leaving threat zones


def _leaving_odds(state: State, aim: Aim) -> Odds:
    """OPP-1, OPP-3: the attacks that a displacement may suffer, all made, in the order in which they would be asked
    for; none follows once the mover is out of combat or stunned, and then its displacement is lost."""
    move = _innermost_frame(state, Displacement)
    strikers, mover = _strikers(state, move), state.pieces[move.piece]
    halts = stunned(state, replace(mover, states=(STUNNED,)))  # HOS-3: not everybody is
    chances, rolls = NOTHING, []
    for by in strikers:
        frame = Strike(by, mover.id, "frontal", "opportunity")
        rolls.append((by, "opportunity", attack_pool(state, frame)))
        terms = _terms(state, frame, rolls[-1:], aim)
        chances = _one_more(chances, terms, halts)
    lost = sum((chance for result, chance in chances.items() if _stops(result, halts)), Fraction(0))
    return Odds(chances, mover.id, strikers, tuple(rolls), lost)


def _strikers(state: State, move: Displacement) -> tuple[str, ...]:
    """Ids of the pieces that may strike at the mover (OPP-1), in GEN-6's order."""
    if move.pending is not None:
        return move.pending
    stack = state.stack[: state.stack.index(move) + 1]
    run = trial(replace(state, stack=stack))
    HANDLERS[Displacement].step(run, move)
    return _innermost_frame(run.state, Displacement).pending or ()


def _stops(result: Result, halts: bool) -> bool:
    return result.out or (result.stunned and halts)


def _one_more(chances: Chances, terms: AttackTerms, halts: bool) -> dict[Result, Fraction]:
    """The results after one more attack, made in each case where the sequence has not stopped."""
    after: dict[Result, Fraction] = defaultdict(Fraction)
    for before, chance in chances.items():
        if _stops(before, halts):
            after[before] += chance
            continue
        target = replace(terms.target, life=terms.target.life[before.wounds :], stunned=before.stunned)
        for then, share in exchange(replace(terms, target=target)).items():
            both = replace(
                then,
                wounds=before.wounds + then.wounds,
                tokens=before.tokens + then.tokens,
                own_tokens=before.own_tokens + then.own_tokens,
            )
            after[both] += chance * share
    return after


def aim_named(aim: Any) -> Aim:
    """The aim of that name. Raises ValueError for any other."""
    if not isinstance(aim, str) or aim not in AIMS:
        raise ValueError(f"an aim is one of {', '.join(AIMS)}")
    return AIMS[aim]
