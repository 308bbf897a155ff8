"""Exploring and defending: the tracks, the cards looked at, the try, the reward (TRK, EXP, DEF)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow.gains import choices_of, gains
from rules.hybris.packs import words
from rules.hybris.packs.schema import Track
from rules.hybris.packs.words import Price
from rules.hybris.powers import more
from rules.hybris.prices import BY_FOREMAN, discards_for, payment
from rules.hybris.state import State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, illegal, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run, with_stack

LAST = 5

# ---- the tracks ------------------------------------------------------------------------------------------------------


def track_of(state: State, name: str) -> Track:
    """The figures of a track (TRK-1 to TRK-3)."""
    return state.pack.rules.explore if name == "explore" else state.pack.rules.defend


def cost(state: State, name: str, at: int, steps: int) -> int:
    """TRK-2, TRK-6: the Workers that so many steps from here cost. They are anybody's in the Camp (CMP-1, CMP-2)."""
    return sum(track_of(state, name).costs[at : at + steps])


def move_fault(state: State, seat: Seat, command: cmd.Explore | cmd.Defend) -> Refusal | None:
    """Why a track may not be moved along so, in the order of the command's keys (TRK-4 to TRK-7, FRM-3)."""
    mat, name = state.mats[seat], command.kind  # type: ignore[union-attr]  # the tag of a command
    transfer, steps = command.transfer or 0, command.steps or 0
    most = track_of(state, name).transfer
    if transfer > most:
        return no("TRK-4", "transfer-limit", most=most)
    if transfer > mat.has("worker"):
        return no("TRK-4", "too-few", word="worker", needs=transfer, has=mat.has("worker"))
    if command.free and not mat.foreman:
        return no("TRK-5", "no-foreman")
    at = mat.steps[name]
    if at + steps > LAST:
        return no("TRK-7", "last-step", at=at, steps=steps)
    if command.foreman and not mat.foreman:
        return no("FRM-3", "no-foreman")
    needs = cost(state, name, at, steps)
    if command.foreman and not needs:
        return no("FRM-3", "not-a-choice")
    needs -= bool(command.foreman)
    has = state.camp + transfer + bool(command.free)
    return no("TRK-6", "camp-too-small", needs=needs, has=has) if needs > has else None


def move(run: Run[State], seat: Seat, command: cmd.Explore | cmd.Defend) -> None:
    """TRK-4 to TRK-7; the Foreman's free Worker (FRM-4)."""
    name: Any = command.kind  # type: ignore[union-attr]  # the tag of a command
    if command.transfer:
        run.emit(ev.Transferred(seat, command.transfer))
    if command.free:
        run.emit(ev.CampChanged(1, "foreman", seat))
    if command.steps:
        at = run.state.mats[seat].steps[name]
        needs = cost(run.state, name, at, command.steps)
        if command.foreman:
            run.emit(ev.Paid(seat, "foreman", 1, name))
        run.emit(ev.Stepped(seat, name, at, at + command.steps, needs - bool(command.foreman), bool(command.foreman)))


# ---- exploring -------------------------------------------------------------------------------------------------------


def look(run: Run[State], seat: Seat, character: str) -> None:
    """EXP-2, EXP-6: as many cards as the bonus of the step, and powers, say; with none, nothing is tried."""
    step = run.state.mats[seat].steps["explore"]
    count = run.state.pack.rules.explore.bonus[step - 1] + more(run.state, seat, "explore")
    cards = run.state.exploration.cards[:count]
    if not cards:
        return
    run.emit(ev.Looked(seat, cards))
    run.push(fr.Exploring(seat, character, step, cards))


class ExploringHandler(ChoiceHandler[State, fr.Exploring, Run[State]]):
    """EXP-2: one is kept, and shown; of one card it is that."""

    kind = "keep"
    answered_by = (cmd.Keep, "card")
    clause = "EXP-2"

    def choices(self, state: State, frame: fr.Exploring, seat: Seat) -> Sequence[Any]:
        return frame.looked

    def params(self, state: State, frame: fr.Exploring, seat: Seat) -> Json:
        return {"choices": list(frame.looked), "step": frame.step}

    def refused(self, state: State, frame: fr.Exploring, seat: Seat, choice: Any) -> Refusal:
        return no("EXP-2", "not-looked-at", card=choice)

    def forced(self, state: State, frame: fr.Exploring, seat: Seat) -> Any:
        return cmd.Keep(frame.looked[0]) if len(frame.looked) == 1 else None

    def step(self, run: Run[State], frame: fr.Exploring) -> None:
        self.chosen(run, frame, frame.seat, frame.looked[0])  # GEN-10: the least

    def chosen(self, run: Run[State], frame: fr.Exploring, seat: Seat, choice: str) -> None:
        under = tuple(card for card in frame.looked if card != choice)
        run.emit(ev.Kept(seat, choice, under))
        run.become(fr.Attempting(seat, frame.character, choice, frame.step))


def conditions(state: State, card: str) -> tuple[Price, ...]:
    """EXP-3: the conditions of an Exploration card, in the order printed."""
    adventure = state.pack.adventures.get(card)
    return words.prices(adventure.success if adventure is not None else state.pack.events[card].conditions)


class AttemptingHandler(Handler[State, fr.Attempting, Run[State]]):
    """EXP-3, EXP-4, EVT-2: its conditions are met and paid, or it fails."""

    def ask(self, state: State, frame: fr.Attempting) -> Mapping[Seat, Question]:
        if frame.tried is not None:
            return {}
        params: Json = {"card": frame.card, "step": frame.step}
        return {frame.seat: Question("attempt", "attempt", params, {"kind": "attempt", "succeed": False})}

    def step(self, run: Run[State], frame: fr.Attempting) -> None:
        if frame.tried is None:  # GEN-10: failure
            self._failed(run, frame)
            return
        run.pop()
        adventure = frame.card in run.state.pack.adventures
        if not (adventure and frame.tried == "succeeded"):
            run.emit(ev.CardUnder(frame.card))  # EXP-5
        if frame.tried == "succeeded":
            barring = frame.card if adventure else ""
            run.push(
                fr.Deed(frame.seat, ("explore-success",), barring),
                fr.Rewarding(frame.seat, "explore", frame.step),
            )

    def resolve(self, state: State, frame: fr.Attempting, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Attempt):
            return NOT_NOW
        if not command.succeed:
            return replace(command, discard=(), foreman=None)
        paid = self._payment(state, frame, seat, command)
        return paid if isinstance(paid, Refusal) else command

    def _payment(self, state: State, frame: fr.Attempting, seat: Seat, command: cmd.Attempt) -> list[Any] | Refusal:
        prices = conditions(state, frame.card)
        return payment(
            state,
            seat,
            prices,
            frame.card,
            cards=command.discard,
            foreman=command.foreman,
            clause="EXP-3",
            code="conditions",
        )

    def answer(self, run: Run[State], frame: fr.Attempting, seat: Seat, command: cmd.Attempt) -> None:
        if not command.succeed:
            self._failed(run, frame)
            return
        paid = self._payment(run.state, frame, seat, command)
        assert not isinstance(paid, Refusal)
        run.emit(*paid, ev.Succeeded(seat, frame.card))
        run.become(replace(frame, tried="succeeded"))
        adventure = run.state.pack.adventures.get(frame.card)
        if adventure is None:
            run.push(gains(seat, run.state.pack.events[frame.card].success, "EXP-3", frame.card))
            return
        run.emit(ev.Engaged(seat, frame.card))  # ADV-2, ADV-3, ADV-6
        _bar(run, frame.card)
        if adventure.sites[0]:
            run.push(gains(seat, adventure.sites[0], "ADV-3", frame.card))

    def _failed(self, run: Run[State], frame: fr.Attempting) -> None:
        """EXP-4: the token stays where it is."""
        run.emit(ev.Failed(frame.seat, frame.card))
        run.become(replace(frame, tried="failed"))
        pack = run.state.pack
        row = pack.adventures.get(frame.card) or pack.events[frame.card]
        run.push(gains(frame.seat, row.failure, "EXP-4", frame.card))

    def options(self, state: State, frame: fr.Attempting, seat: Seat) -> list[Json]:
        rows = [legal({"kind": "attempt", "succeed": False})]
        able = list(self._ways(state, frame, seat))
        if not able:
            command: Json = {"kind": "attempt", "succeed": True}
            fault = self.resolve(state, frame, seat, cmd.Attempt(True))
            return [illegal(command, fault), *rows]
        return [*(legal(command) for command in able), *rows]

    def _ways(self, state: State, frame: fr.Attempting, seat: Seat) -> Iterator[Json]:
        """Every way to meet the conditions."""
        prices = conditions(state, frame.card)
        foremen = [payer for payer in BY_FOREMAN if any(price.pay == payer for price in prices)]
        for foreman in (None, *(foremen if state.mats[seat].foreman else ())):
            for cards in discards_for(state, seat, prices)[:60]:
                attempt = cmd.Attempt(True, cards, foreman)
                if not isinstance(self._payment(state, frame, seat, attempt), Refusal):
                    yield cmd.CODEC.dump(attempt)

    def commands(self, state: State, frame: fr.Attempting, seat: Seat, rng: Random) -> Iterator[Json]:
        ways = [{"kind": "attempt", "succeed": False}, *self._ways(state, frame, seat)]
        rng.shuffle(ways)
        yield from ways


def _bar(run: Run[State], card: str) -> None:
    """ADV-4: the action in which an Adventure was won does not move its Worker."""
    stack = tuple(
        replace(frame, barring=card) if isinstance(frame, fr.Deed) and frame.names == ("explore",) else frame
        for frame in run.state.stack
    )
    run.state = with_stack(run.state, stack)


# ---- the reward of a track -------------------------------------------------------------------------------------------


class RewardingHandler(ChoiceHandler[State, fr.Rewarding, Run[State]]):
    """TRK-8: the reward of this step or of an earlier one, then the token goes back to the first."""

    kind = "reward"
    answered_by = (cmd.TakeReward, "step")
    clause = "TRK-8"

    def code(self, state: State, frame: fr.Rewarding) -> str:
        return frame.track

    def choices(self, state: State, frame: fr.Rewarding, seat: Seat) -> Sequence[Any]:
        return [] if frame.taken or frame.step < 2 else range(frame.step, 1, -1)

    def put(self, state: State, frame: fr.Rewarding) -> Mapping[Seat, Question]:
        questions = super().put(state, frame)
        return {seat: replace_default(question, self._default(state, frame)) for seat, question in questions.items()}

    def _default(self, state: State, frame: fr.Rewarding) -> int:
        """The highest that can be had."""
        steps: list[int] = list(self.choices(state, frame, frame.seat))
        return next((step for step in steps if not lost(state, frame.seat, frame.track, step)), steps[0])

    def params(self, state: State, frame: fr.Rewarding, seat: Seat) -> Json:
        return {"step": frame.step}

    def refused(self, state: State, frame: fr.Rewarding, seat: Seat, choice: Any) -> Refusal:
        return no("TRK-8", "bad-step", step=choice, most=frame.step)

    def forced(self, state: State, frame: fr.Rewarding, seat: Seat) -> Any:
        return cmd.TakeReward(2) if frame.step == 2 else None

    def step(self, run: Run[State], frame: fr.Rewarding) -> None:
        """On the first step there is none; GEN-10: nor for one who has left."""
        run.pop()
        if run.state.mats[frame.seat].steps[frame.track] > 1:
            run.emit(ev.TokenBack(frame.seat, frame.track))

    def chosen(self, run: Run[State], frame: fr.Rewarding, seat: Seat, choice: int) -> None:
        run.emit(ev.Rewarded(seat, frame.track, choice))
        run.become(replace(frame, taken=True))
        run.push(gains(seat, track_of(run.state, frame.track).rewards[choice - 1], "TRK-8", frame.track))

    def options(self, state: State, frame: fr.Rewarding, seat: Seat) -> list[Json]:
        rewards = track_of(state, frame.track).rewards
        return [
            legal({"kind": "reward", "step": choice})
            | {"gives": rewards[choice - 1]}
            | ({"lost": "TIL-7"} if lost(state, seat, frame.track, choice) else {})
            for choice in self.choices(state, frame, seat)
        ]


def lost(state: State, seat: Seat, track: str, step: int) -> bool:
    """TIL-7: whether a reward is a Task that no tile can take."""
    only = {gain.gain for gain in words.gains(track_of(state, track).rewards[step - 1])}
    return only == {"task"} and not choices_of(state, seat, "task")


def replace_default(question: Question, step: int) -> Question:
    """The question with this step as its default."""
    return Question(question.kind, question.code, question.params, {"kind": "reward", "step": step})


def defend(run: Run[State], seat: Seat, character: str) -> None:
    """DEF-1: a Combat against Chaos with the bonus of the step."""
    bonus = run.state.pack.rules.defend.bonus[run.state.mats[seat].steps["defend"] - 1]
    run.push(fr.Combat(seat, "defend", character, bonus=bonus))
