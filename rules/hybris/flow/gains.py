"""Effects, one after the other: gains, losses, what they leave to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, islice
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import deeds
from rules.hybris.packs import words
from rules.hybris.packs.words import Gain
from rules.hybris.state import HEROES, State
from rules.kernel import Json, Seat, among, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, legal
from rules.kernel.purses import room
from rules.kernel.refusals import no
from rules.kernel.run import Run


def gains(seat: Seat, text: str, clause: str, source: str = "") -> fr.Gains:
    """The frame of the effects of a text."""
    return fr.Gains(seat, words.gains(text), clause, source)


class GainsHandler(Handler[State, fr.Gains, Run[State]]):
    """Follows the effects of one text in their order (GEN-6: what interrupts one is settled first)."""

    def step(self, run: Run[State], frame: fr.Gains) -> None:
        if not frame.gains:
            run.pop()
            return
        gain, *rest = frame.gains
        run.become(replace(frame, gains=tuple(rest), begun=True))
        apply(run, frame, gain)


def apply(run: Run[State], frame: fr.Gains, gain: Gain) -> None:
    """Carries out one effect for the seat of its text. GEN-10: of one that has left only what touches Chaos or the
    Camp."""
    seat, state, n = frame.seat, run.state, gain.n
    here = seat in state.playing
    match gain.gain:
        case "camp":
            if change := max(n, -state.camp):
                run.emit(ev.CampChanged(change, frame.source or frame.clause, seat))
        case "momentum" if n < 0:
            lost = tuple(reversed(state.chaos.momentum))[:-n]
            if lost:
                run.emit(ev.MomentumLost(lost, frame.source or frame.clause))
        case "momentum":
            run.push(fr.Gathering(n, seat))
        case "progress":
            run.push(fr.Progressing(n, seat))
        case "force":
            _add_force(run, n)
        case _ if not here:
            return
        case word if word in words.COUNTED:
            gained(run, seat, word, n, frame.clause, frame.source)
        case "card":
            draw(run, seat, n)
        case "premonition":
            for _ in range(n):
                if run.state.premonitions.cards:  # PRM-4: from an empty pile none
                    run.emit(ev.PremonitionGot(seat, run.state.premonitions.cards[0]))
        case "lose":
            lose(run, seat, gain.of or "", n, frame.source)
        case "discard":
            hand = state.hands.get(seat, ())
            if hand:  # asked of any hand that is not empty, as a pause would tell what is in it
                fit = tuple(card for card in hand if state.pack.conflict(card).element == gain.of)
                run.push(fr.Choosing(seat, "discard", fit, n, frame.source))
        case "well":  # ORA-1: Prayers of the Well
            if taken := min(n, state.well):
                run.emit(ev.WellChanged(-taken, seat))
                gained(run, seat, "prayer", taken, frame.clause, frame.source)
        case "xstep" | "dstep":
            for _ in range(n):
                step(run, seat, "explore" if gain.gain == "xstep" else "defend")
        case _:
            for _ in range(n):
                _choice(run, seat, gain.gain, frame.source)


def _add_force(run: Run[State], n: int) -> None:
    """CCB-3: Force that a Chaos Conflict card adds for Chaos in the Combat that is open."""
    stack = run.state.stack
    at = next((at for at in reversed(range(len(stack))) if isinstance(stack[at], fr.Combat)), None)
    if at is not None:
        combat = stack[at]
        changed = (*stack[:at], replace(combat, added=combat.added + n), *stack[at + 1 :])
        run.state = replace(run.state, stack=changed)


def _choice(run: Run[State], seat: Seat, word: str, source: str) -> None:
    """Asks for a choice, where there is one."""
    codes: Mapping[str, Any] = {"task": "task", "step": "step", "resurrect": "hero", "token": "token"}
    choices = choices_of(run.state, seat, codes[word])
    frame = fr.Choosing(seat, codes[word], choices, 1, source)
    if len(choices) == 1:
        chosen(run, frame, choices[0])
    elif choices:
        run.push(frame)


def choices_of(state: State, seat: Seat, code: str) -> tuple[Any, ...]:
    """What may be chosen now."""
    mat = state.mats[seat]
    match code:
        case "task":  # TIL-7: only on a tile with a Worker
            return tuple(
                {"tile": tile, "task": n}
                for tile in mat.open_tiles
                for n in range(len(state.pack.tiles[tile].tasks))
                if n not in mat.tiles[tile].tasks
            )
        case "step":  # TRK-9: never beyond the last
            return tuple(track for track in ("explore", "defend") if mat.steps[track] < 5)
        case "hero":
            return tuple(f"{seat}-{name}" for name in HEROES if mat.characters[name].prisoner)
        case "token":  # ART-2, PAY-6
            others = (other for other in state.seats if other != seat)
            return tuple(other for other in others if state.row(seat).hunts and state.mats[other].supply > 0)
    raise AssertionError(code)


# ---- what effects do -------------------------------------------------------------------------------------------------


def gained(run: Run[State], seat: Seat, word: str, n: int, clause: str, source: str) -> None:
    """PAY-4, WRK-2, WRK-3, NRG-1, NRG-2, RND-1: from the general reserve, what is beyond a limit is lost. RES-1: Aegis
    wakes Chaos; TSK-4, RES-6: Determination."""
    mat = run.state.mats[seat]
    free = room(mat.purse, word, run.state.pack.limits)
    if word == "spark":  # RES-7
        free = run.state.pack.rules.limits.sparks - mat.sparks_gained
    n = n if free is None else min(n, free)
    if n <= 0:
        return
    run.emit(ev.Gained(seat, word, n, clause, source))
    if word == "aegis":
        run.push(fr.Attraction(seat, n))
    elif word == "determination":
        deeds.done(run, seat, "determination")


def draw(run: Run[State], seat: Seat, n: int) -> None:
    """RES-9: so many Conflict cards; an empty pile is made anew from the discard."""
    while n > 0:
        deck = run.state.decks.get(seat, ())
        if deck:
            run.emit(ev.Drew(seat, deck[:n]))
            n -= len(deck[:n])
        elif discard := run.state.discards.get(seat, ()):
            run.emit(ev.DeckShuffled(seat, run.chance.shuffled(discard)))
        else:
            return


def lose(run: Run[State], seat: Seat, word: str, n: int, source: str) -> None:
    """PAY-2: as far as one has it; cards of one's choice. WRK-4: Workers of the reserve, never the Foreman."""
    if word == "card":
        hand = run.state.hands.get(seat, ())
        if len(hand) <= n:
            if hand:
                run.emit(ev.Discarded(seat, hand, source))
        else:
            run.push(fr.Choosing(seat, "discard", hand, n, source))
        return
    lost = min(n, run.state.mats[seat].has(word))
    if lost:
        run.emit(ev.Lost(seat, word, lost, source))


def step(run: Run[State], seat: Seat, track: Any) -> None:
    """TRK-9: one step for nothing, never beyond the last."""
    at = run.state.mats[seat].steps[track]
    if at < 5:
        run.emit(ev.Stepped(seat, track, at, at + 1))


def take_token(run: Run[State], seat: Seat, of: Seat) -> None:
    """ART-2, TSK-4: a token of another player."""
    run.emit(ev.TokenTaken(seat, of))
    deeds.done(run, seat, "token")


def chosen(run: Run[State], frame: fr.Choosing, choice: Any) -> None:
    """Carries out a choice."""
    seat = frame.seat
    match frame.code:
        case "task":
            if choice["task"] not in run.state.mats[seat].tiles[choice["tile"]].tasks:
                run.push(*reversed(deeds.accomplish(run, seat, choice["tile"], choice["task"], "reward")))
        case "step":
            step(run, seat, choice)
        case "hero":
            run.emit(ev.Resurrected(seat, choice))
        case "token":
            take_token(run, seat, choice)
        case "discard":
            if choice:
                run.emit(ev.Discarded(seat, tuple(choice), frame.source))
        case "premonition":
            under = tuple(card for card in frame.choices if card != choice)
            run.emit(ev.PremonitionGot(seat, choice, under))


class ChoosingHandler(Handler[State, fr.Choosing, Run[State]]):
    """The choices that effects leave to somebody."""

    def ask(self, state: State, frame: fr.Choosing) -> Mapping[Seat, Question]:
        params: Json = {"choices": list(frame.choices), "source": frame.source}
        if frame.code == "discard":
            params["n"] = frame.n
        return {frame.seat: Question("choose", frame.code, params, {"kind": "choose", "choice": self.first(frame)})}

    def first(self, frame: fr.Choosing) -> Any:
        """The choice that declines, as JSON."""
        return list(frame.choices[: frame.n]) if frame.code == "discard" else frame.choices[0]

    def step(self, run: Run[State], frame: fr.Choosing) -> None:
        """GEN-10: who has left gives no card; a Premonition goes under the pile."""
        run.pop()
        if frame.code == "premonition":
            chosen(run, frame, frame.choices[0])

    def resolve(self, state: State, frame: fr.Choosing, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Choose):
            return NOT_NOW
        if frame.code != "discard":
            return command if among(command.choice, frame.choices) else no("GEN-7", "not-a-choice")
        cards = command.choice
        named = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
        wanted = min(frame.n, len(frame.choices))
        if not named or len(set(cards)) != len(cards) or len(cards) != wanted or not set(cards) <= {*frame.choices}:
            return no("PAY-5", "bad-discard", needs=frame.n, named=cards if named else [])
        return command

    def answer(self, run: Run[State], frame: fr.Choosing, seat: Seat, command: cmd.Choose) -> None:
        run.pop()
        chosen(run, frame, command.choice)

    def options(self, state: State, frame: fr.Choosing, seat: Seat) -> list[Json]:
        if frame.code != "discard":
            return [legal({"kind": "choose", "choice": choice}) for choice in frame.choices]
        sets = combinations(frame.choices, min(frame.n, len(frame.choices)))
        return [legal({"kind": "choose", "choice": list(cards)}) for cards in islice(sets, 200)]
