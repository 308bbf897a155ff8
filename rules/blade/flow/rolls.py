"""Pots that are thrown, and rerolls (DIE, SKL-19, SKL-21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow.choices import player_now
from rules.blade.flow.life import spend
from rules.blade.measure import jinxed_by, limits, most_for_reroll, payers, supporters
from rules.blade.order_sheet import subjects
from rules.blade.state import Figure, State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, legal
from rules.kernel.orders import order_about
from rules.kernel.refusals import no
from rules.kernel.rolls import Faces, Pot
from rules.kernel.run import Run

R = Run[State]
KEEP: Json = {"kind": "keep"}


def faces(state: State) -> Faces:
    """DIE-1: a die's number is the index of its face, in ascending order."""
    return {id: die.faces for id, die in state.pack.dice.items()}


def successes(state: State, dice: Sequence[fr.Die]) -> tuple[int, ...]:
    return Pot(tuple(dice)).shown(faces(state))


def total(state: State, dice: Sequence[fr.Die]) -> int:
    """DIE-10: the sum of the successes."""
    return sum(successes(state, dice))


def throw(
    run: R,
    by: str,
    why: fr.Why,
    pot: Sequence[fr.Die],
    seat: Seat,
    *,
    enough: int | None = None,
    least: int | None = None,
    lethal: int | None = None,
    certain: int | None = None,
    low: bool = False,
    rerolls: bool = True,
) -> None:
    """DIE-2, DIE-9: throws a pot and lets its player reroll; the frame beneath then has the dice. `enough`, `least`:
    the sums beyond and below which nothing is gained; `lethal`: the one that kills an unguarded target; `certain`: one
    that stands as it was thrown, as it does all that the roll is for; `rerolls`: not where SKL-6 forbids them."""
    known = faces(run.state)
    numbers = run.chance.cast([known[die.kind] for die in pot])
    dice = tuple(replace(die, number=n) for die, n in zip(pot, numbers, strict=True))
    free = rerolls and not low  # FAL-2: of a fall only paid rerolls
    arrows: dict[str, int] = {}
    for die in dice:
        if die.arrow and free:
            arrows[die.kind] = arrows.get(die.kind, 0) + 1
    is_there = by in run.state.everyone()
    support = supporters(run.state, by) if free and is_there else 0
    run.emit(ev.Rolled(by, why, _shown(run.state, dice), arrows, support, total(run.state, dice)))
    if certain is not None and total(run.state, dice) >= certain:
        beneath: Any = run.state.stack[-1]
        run.become(replace(beneath, dice=dice))
        return
    able = tuple(payers(run.state, by)) if rerolls and is_there else ()
    run.push(fr.Roll(seat, by, why, dice, able, arrows, support, enough=enough, low=low, least=least, lethal=lethal))


def _shown(state: State, dice: Sequence[fr.Die]) -> tuple[ev.DieShown, ...]:
    shown = successes(state, dice)
    return tuple(
        ev.DieShown(die.kind, die.number, n, die.arrow, die.source) for die, n in zip(dice, shown, strict=True)
    )


class RollHandler(Handler[State, fr.Roll, R]):
    """DIE-4, DIE-7, DIE-8: the roll's player rerolls one die at a time, or keeps."""

    def ask(self, state: State, frame: fr.Roll) -> dict[Seat, Question]:
        if not worth_asking(state, frame):
            return {}
        shown = successes(state, frame.dice)
        params = {
            "who": frame.by,
            "why": frame.why,
            "dice": [
                {"die": die.kind, "successes": n, "arrow": die.arrow, "used": die.used, "from": die.source}
                for die, n in zip(frame.dice, shown, strict=True)
            ],
            "total": sum(shown),
            "arrows": dict(frame.arrows),
            "support": frame.support,
            "enough": frame.enough,
        }
        return {player_now(state, frame.seat): Question("reroll", f"reroll-{frame.why}", params, KEEP)}

    def step(self, run: R, frame: fr.Roll) -> None:
        finish(run, frame)

    def subjects(self, state: State, frame: fr.Roll, seat: Seat) -> Sequence[str | None]:
        return subjects(state, frame.by)

    def ordered(self, state: State, frame: fr.Roll, seat: Seat, answer: Any) -> Any:
        """VAR-5: keep, or the free rerolls of dice below their mean first."""
        if answer == "ask":
            return None
        return (best_free(state, frame) if answer == "free" else None) or cmd.Keep()

    def resolve(self, state: State, frame: fr.Roll, seat: Seat, command: Any) -> Any:
        if isinstance(command, cmd.Keep):
            return command
        if not isinstance(command, cmd.Reroll) or command.die is None or command.with_ is None:
            return NOT_NOW
        return reroll_fault(state, frame, command) or _paid_by(state, frame, command)

    def answer(self, run: R, frame: fr.Roll, seat: Seat, command: Any) -> None:
        if isinstance(command, cmd.Keep):
            finish(run, frame)
        else:
            reroll(run, frame, command)

    def options(self, state: State, frame: fr.Roll, seat: Seat) -> list[Json]:
        return [legal(KEEP), *(legal(cmd.CODEC.brief(reroll)) for reroll in rerolls(state, frame))]


def _paid_by(state: State, frame: fr.Roll, command: cmd.Reroll) -> cmd.Reroll:
    """A paid reroll with its payer, the first who can where none is named."""
    if command.with_ != "gem" or command.payer is not None:
        return command
    able = [payer for payer in frame.payers if most_for_reroll(state, payer, frame.by)]
    return replace(command, payer=able[0])


def rerolls(state: State, frame: fr.Roll) -> Iterator[cmd.Reroll]:
    """Every legal reroll."""
    for at in range(len(frame.dice)):
        for with_ in ("arrow", "support", "gem"):
            for payer in frame.payers if with_ == "gem" else (None,):
                command = cmd.Reroll(at, with_, payer)
                if reroll_fault(state, frame, command) is None:
                    yield command


def reroll_fault(state: State, frame: fr.Roll, command: cmd.Reroll) -> Refusal | None:
    """Why a die may not be rerolled."""
    if frame.by in state.everyone() and (by := jinxed_by(state, frame.by)) is not None:
        return no("SKL-19", "jinxed", by=by)
    if command.die is None or command.die >= len(frame.dice):
        return no("DIE-4", "not-a-choice")
    die = frame.dice[command.die]
    if command.with_ == "gem":
        return _gem_fault(state, frame, command.payer)
    if frame.paid:
        return no("DIE-7", "no-reroll")
    if command.with_ == "support":
        return None if frame.support else no("DIE-6", "no-reroll")
    if die.used:
        return no("DIE-5", "die-used", die=command.die)
    return None if frame.arrows.get(die.kind, 0) else no("DIE-3", "no-arrow", colour=die.kind)


def _gem_fault(state: State, frame: fr.Roll, payer: str | None) -> Refusal | None:
    """DIE-7, DIE-8."""
    if not frame.payers:
        return no("SKL-6", "no-reroll")
    if payer is not None and payer not in frame.payers:
        return no("DIE-8", "not-a-payer", who=payer)
    able = frame.payers if payer is None else (payer,)
    if any(most_for_reroll(state, payer, frame.by) for payer in able):
        return None
    who = able[0]
    if who in state.everyone() and (hero := state.hero(who)).gems.reserve:
        limit = limits(state, hero)["reroll"]
        return no("GEM-3", "exertion", who=who, box="reroll", limit=limit, used=hero.gems.boxes.get("reroll", 0))
    return no("DIE-7", "not-enough-gems", who=who, cost=1, left=0)


def worth_asking(state: State, frame: fr.Roll) -> bool:
    """Whether the roll could be bettered by anything in reach. A roll that has what it needs is kept, and one that
    cannot come to anything."""
    if frame.enough is not None and not frame.low and total(state, frame.dice) >= frame.enough:
        return False
    if frame.least is not None and best_total(state, frame) < frame.least:
        return False
    if not any(betterable(state, frame, at) for at in range(len(frame.dice))):
        return False
    if _kept_unasked(state, frame) and not asks_for_all(state, frame):
        return False
    return any(betterable(state, frame, reroll.die or 0) for reroll in rerolls(state, frame))


def _kept_unasked(state: State, frame: fr.Roll) -> bool:
    """The rolls that are kept unless their player has ordered otherwise (VAR-5): of minions and allies without an
    arrow; of a riposte, which strikes unasked too, and of a blow that kills an unguarded target as it was thrown, where
    only a gem could better them."""
    if not frame.arrows and _of_a_group(state, frame.by):
        return True
    begun = frame.paid or any(die.used for die in frame.dice)
    kills = frame.lethal is not None and total(state, frame.dice) >= frame.lethal
    return (kills or frame.why == "riposte") and not begun and not frame.support and not frame.arrows


def asks_for_all(state: State, frame: fr.Roll) -> bool:
    """Whether this player has said to be asked for such rolls too, or to use what is free (VAR-5)."""
    order = order_about(state, frame.seat, "reroll", subjects(state, frame.by))
    return order is not None and order.answer != "keep"


def _of_a_group(state: State, who: str) -> bool:
    character = state.who(who)
    return isinstance(character, Figure) and state.unit(character).kind in ("minion", "ally")


def best_total(state: State, frame: fr.Roll) -> int:
    """The sum if every reroll that could be had turned out best."""
    known, shown = faces(state), successes(state, frame.dice)
    gains = sorted((max(known[die.kind]) - n for die, n in zip(frame.dice, shown, strict=True)), reverse=True)
    paid = sum(most_for_reroll(state, payer, frame.by) for payer in frame.payers)
    most = sum(frame.arrows.values()) + frame.support + paid
    return sum(shown) + sum(gains[:most])


def betterable(state: State, frame: fr.Roll, at: int) -> bool:
    """Whether a die shows less than its best."""
    sides = faces(state)[frame.dice[at].kind]
    shown = sides[frame.dice[at].number - 1]
    return shown > min(sides) if frame.low else shown < max(sides)


def best_free(state: State, frame: fr.Roll) -> cmd.Reroll | None:
    """The free reroll from which most is to be expected; None where nothing is."""
    shown, known = successes(state, frame.dice), faces(state)
    able = [reroll for reroll in rerolls(state, frame) if reroll.with_ != "gem"]
    gains = {
        reroll.die or 0: sum(known[frame.dice[reroll.die or 0].kind]) / 6 - shown[reroll.die or 0] for reroll in able
    }
    best = max(able, key=lambda reroll: gains[reroll.die or 0], default=None)
    return best if best is not None and gains[best.die or 0] > 0 else None


def reroll(run: R, frame: fr.Roll, command: cmd.Reroll) -> None:
    """DIE-4: the new result replaces the old. DIE-7: the first paid reroll forfeits the free ones left."""
    assert command.die is not None
    assert command.with_ is not None
    die = frame.dice[command.die]
    arrows, support, paid = dict(frame.arrows), frame.support, frame.paid
    if command.with_ == "arrow":
        arrows[die.kind] -= 1
        arrows = {colour: n for colour, n in arrows.items() if n}
    elif command.with_ == "support":
        support -= 1
    else:
        assert command.payer is not None
        is_ally = frame.by in run.state.everyone() and _pays_for_ally(run.state, frame.by)
        spend(run, command.payer, "fatigue" if is_ally else "reroll", 1, "reroll")
        arrows, support, paid = {}, 0, True
    (number,) = run.chance.cast([faces(run.state)[die.kind]])
    thrown = replace(die, number=number, used=die.used or command.with_ == "arrow")
    dice = tuple(thrown if at == command.die else die for at, die in enumerate(frame.dice))
    shown = successes(run.state, dice)
    run.emit(ev.Rerolled(frame.by, command.die, number, shown[command.die], command.with_, sum(shown)))
    run.become(replace(frame, dice=dice, arrows=arrows, support=support, paid=paid))


def _pays_for_ally(state: State, who: str) -> bool:
    """ALY-6: gems for allies go straight to fatigue."""
    return isinstance(state.who(who), Figure) and state.side_of(who) == "heroes"


def finish(run: R, frame: fr.Roll) -> None:
    """The roll stands: the frame beneath has the dice."""
    run.pop()
    beneath: Any = run.state.stack[-1]
    run.become(replace(beneath, dice=frame.dice))
