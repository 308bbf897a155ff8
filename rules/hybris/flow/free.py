"""Free deeds (ACT-6): Tasks, Premonitions, MK powers, the hunter's tokens; in any number and order, before or after the
action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Literal

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import deeds
from rules.hybris.flow.gains import gains
from rules.hybris.packs import words
from rules.hybris.powers import had, holds
from rules.hybris.prices import discards_fault, payment
from rules.hybris.state import State
from rules.kernel import Json, Refusal, Seat
from rules.kernel.refusals import no
from rules.kernel.run import Run

TOGETHER = 40
"""The most ways to spend tokens that are listed."""


def could(state: State, seat: Seat) -> bool:
    """Whether a seat could have a free deed as far as all can see: it holds a Premonition, has a Worker on an open
    tile, the Energy for a power `turn` not used in this turn, or, as the hunter, two tokens."""
    mat = state.mats[seat]
    return bool(
        mat.premonitions
        or mat.open_tiles
        or any(mk_fault(state, seat, n) is None for n in range(len(state.row(seat).mk.powers)))
        or sum(mat.tokens.values())
        >= min(state.pack.rules.spending.cards.tokens, state.pack.rules.spending.bonus.tokens)
    )


# ---- judging ---------------------------------------------------------------------------------------------------------


def fault(state: State, seat: Seat, command: cmd.FreeDeed) -> Refusal | None:
    """Why a free deed may not be done."""
    match command:
        case cmd.DoTask():
            payment = task_payment(state, seat, command)
            return payment if isinstance(payment, Refusal) else None
        case cmd.Complete(card=card):
            if card not in state.mats[seat].premonitions:
                return no("GEN-9", "unknown-card", card=card)
            having = words.state(state.pack.premonitions[card].condition)
            if holds(state, seat, having):
                return None
            return no("PRM-3", "condition", card=card, needs=having.n, has=had(state, seat, having))
        case cmd.UseMk(power=n):
            return mk_fault(state, seat, n)
        case cmd.SpendTokens():
            return tokens_fault(state, seat, command)


def task_payment(state: State, seat: Seat, command: cmd.DoTask) -> list[Any] | Refusal:
    """TIL-3, TIL-4, TSK-1, TSK-2: the events by which a Task is paid, or why it cannot be accomplished."""
    tile = state.mats[seat].tiles.get(command.tile)
    if tile is None or command.task >= len(state.pack.tiles[command.tile].tasks):
        return no("TIL-1", "not-a-choice", tile=command.tile)
    if not tile.worker or tile.state != "open":
        return no("TIL-3", "no-worker", tile=command.tile)
    task = words.task(state.pack.tiles[command.tile].tasks[command.task])
    if task.colour not in ("red", "blue"):
        return no("TSK-3", "not-that-colour", tile=command.tile, task=command.task)
    if command.task in tile.tasks:
        return no("TIL-4", "done", tile=command.tile, task=command.task)
    if task.having is not None:
        if (bad := discards_fault(state, seat, (), command.discard)) is not None:
            return bad
        return [] if holds(state, seat, task.having) else no("TSK-2", "not-had", tile=command.tile, task=command.task)
    return payment(state, seat, task.price, command.tile, cards=command.discard)


def mk_fault(state: State, seat: Seat, n: int) -> Refusal | None:
    """HGR-4: each power `turn` at most once in a turn; NRG-3."""
    powers = state.row(seat).mk.powers
    if n >= len(powers):
        return no("HGR-4", "not-a-choice")
    if powers[n].when != "turn":
        return no("HGR-4", "not-against-chaos")
    if n in state.mk_used:
        return no("HGR-4", "used")
    has = state.mats[seat].has("energy")
    return no("NRG-3", "no-energy", needs=powers[n].energy, has=has) if has < powers[n].energy else None


def tokens_fault(state: State, seat: Seat, command: cmd.SpendTokens) -> Refusal | None:
    """ART-5."""
    mine, wanted = state.mats[seat].tokens, exchange(state, command.for_).tokens
    for of, n in command.spend.items():
        if n > mine.get(of, 0):
            return no("ART-5", "no-tokens", seat=of, needs=n, has=mine.get(of, 0))
    named = sum(command.spend.values())
    return None if named == wanted else no("ART-5", "no-tokens", needs=wanted, has=named)


def exchange(state: State, what: str) -> Any:
    """ART-5: the tokens for a bonus, and the bonus."""
    spending = state.pack.rules.spending
    return spending.cards if what == "cards" else spending.bonus


# ---- doing -----------------------------------------------------------------------------------------------------------


def perform(run: Run[State], seat: Seat, command: cmd.FreeDeed) -> None:
    """Carries out a free deed; what asked it comes back when all is settled."""
    pack = run.state.pack
    match command:
        case cmd.DoTask(tile=tile, task=task):
            paid = task_payment(run.state, seat, command)
            assert not isinstance(paid, Refusal)
            run.emit(*paid)
            how: Literal["had", "paid"]
            how = "had" if words.task(pack.tiles[tile].tasks[task]).having is not None else "paid"
            run.push(*reversed(deeds.accomplish(run, seat, tile, task, how)))
        case cmd.Complete(card=card):
            run.emit(ev.PremonitionCompleted(seat, card))
            reward = pack.premonitions[card].reward
            run.push(fr.Deed(seat, ("premonition",)), gains(seat, reward, "PRM-3", card))
        case cmd.UseMk(power=n):
            power = run.state.row(seat).mk.powers[n]
            run.emit(ev.Paid(seat, "energy", power.energy, "mk"), ev.MkUsed(seat, n))
            run.push(gains(seat, power.gain, "HGR-4", "mk"))
        case cmd.SpendTokens(spend=spend, for_=what):
            run.emit(ev.TokensSpent(seat, {of: n for of, n in spend.items() if n}, what))
            run.push(gains(seat, exchange(run.state, what).gain, "ART-5", "tokens"))


# ---- listing ---------------------------------------------------------------------------------------------------------


def drafts(state: State, seat: Seat) -> Iterator[cmd.FreeDeed]:
    """Every free deed that a seat could think of, legal or not; the cards that pay a Task left out."""
    mat = state.mats[seat]
    for tile in mat.open_tiles:
        for n, text in enumerate(state.pack.tiles[tile].tasks):
            if words.task(text).colour in ("red", "blue") and n not in mat.tiles[tile].tasks:
                yield cmd.DoTask(tile, n)
    yield from (cmd.Complete(card) for card in mat.premonitions)
    for n, power in enumerate(state.row(seat).mk.powers):
        if power.when == "turn":
            yield cmd.UseMk(n)


def spendings(state: State, seat: Seat) -> list[Json]:
    """ART-5: every way to spend tokens. They are no drafts, as these are kept by their value."""
    tokens = state.mats[seat].tokens
    rows = [
        spending for what in ("cards", "bonus") for spending in _spendings(tokens, what, exchange(state, what).tokens)
    ]
    return [cmd.CODEC.dump(row) for row in rows]


def _spendings(tokens: Mapping[Seat, int], what: Any, wanted: int) -> list[cmd.SpendTokens]:
    owners = [of for of, n in tokens.items() if n]
    ranges = [range(min(tokens[of], wanted) + 1) for of in owners]
    sums = (ns for ns in product(*ranges) if owners and sum(ns) == wanted)
    return [cmd.SpendTokens({of: n for of, n in zip(owners, ns, strict=True) if n}, what) for ns in sums][:TOGETHER]
