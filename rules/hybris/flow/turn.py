"""The Action phase: whose turn it is, activating, acting, what may follow (ACT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import actions, deeds, free
from rules.hybris.flow.chaos import vp_now
from rules.hybris.flow.gains import choices_of, gains, take_token
from rules.hybris.packs import words
from rules.hybris.powers import less, more
from rules.hybris.prices import discards_for
from rules.hybris.state import IMPROVEMENT, MORTAL_WORLD, PLACES, State, kind_of, name_of, owner
from rules.kernel import Json, Refusal, Seat, next_after, replace
from rules.kernel.chance import in_random_order
from rules.kernel.drafts import DraftHandler, DraftPart
from rules.kernel.handlers import NOT_NOW, Handler, Question, legal
from rules.kernel.journal import Outcome, Over
from rules.kernel.refusals import no
from rules.kernel.run import Run, with_stack

FREE = (cmd.DoTask, cmd.Complete, cmd.UseMk, cmd.SpendTokens)
ACTIONS = (
    cmd.Convert, cmd.Design, cmd.Make, cmd.Influence, cmd.Deploy, cmd.Perceive, cmd.Fulfil, cmd.Drain, cmd.Resurrect,
    cmd.Train, cmd.Explore, cmd.Defend, cmd.Fight,
)  # fmt: skip
COUNTS = ("sparks", "vp", "cards", "faithful")
MISSING = Refusal("", "bad-shape")


class ActionsHandler(Handler[State, fr.Actions, Run[State]]):
    """ACT-1: one turn after the other in the order fixed with the phase, until nobody has a token left."""

    def step(self, run: Run[State], frame: fr.Actions) -> None:
        state = run.state
        able = [other for other in state.turn_order if other in state.playing and state.bearers(other)]
        if not able:
            run.pop()
            return
        before = state.turn if state.turn in state.turn_order else None
        seat = able[0] if before is None else next_after(state.turn_order, before, able)
        assert seat is not None
        run.emit(ev.TurnBegan(seat))
        run.push(fr.Turn(seat))


def foreseen(state: State, seat: Seat) -> State | None:
    """The state in which a seat that waits is asked for its Pillar (PIL-2) or its next turn (ACT-1), as its player can
    know it now."""
    for at, frame in enumerate(state.stack):
        match frame:
            case fr.Pillars(order=order) if seat in order[1:]:
                return with_stack(state, (*state.stack[:at], fr.Pillars(order[order.index(seat) :])))
            case fr.Actions() if state.bearers(seat):
                return with_stack(
                    replace(state, turn=seat, acting=None, turn_over=False, mk_used=()),
                    (*state.stack[: at + 1], fr.Turn(seat)),
                )
    return None


# ---- where one may go ------------------------------------------------------------------------------------------------


def go_fault(state: State, character: str, place: str) -> Refusal | None:
    """ACT-4: why a character may not go to a place or City, or stay there (LOC-2 to LOC-4)."""
    figure = state.character(character)
    assert figure is not None
    if place in state.cities and state.cities[place].destroyed:
        return no("LOC-2", "destroyed", city=place)
    if place == "surroundings" and kind_of(character) == "prophet":
        return no("LOC-4", "prophet")
    if figure.at == place and figure.placed:
        return None
    room = state.room(place)
    if room is not None and len(state.standing(place)) >= room:
        return no("LOC-3", "no-room", place=place, most=room)
    return None


def targets(state: State, token: str) -> tuple[str, ...]:
    """Where a token may lead: for the Mortal World every City."""
    return tuple(state.cities) if token == MORTAL_WORLD else (token,)


def activate_fault(state: State, seat: Seat, command: cmd.Activate) -> Refusal | None:
    """Why a character may not be activated so (ACT-2 to ACT-5)."""
    if (fault := bearer_fault(state, seat, command.character)) is not None:
        return fault
    token = state.mats[seat].characters[name_of(command.character)].token
    assert token is not None
    if command.bonus is not None:
        if command.bonus not in (*PLACES, *state.cities):
            return no("LOC-1", "not-a-city", place=command.bonus)
        if not state.mats[seat].has("bonus"):
            return no("ACT-5", "no-bonus")  # RES-8
        return go_fault(state, command.character, command.bonus)
    if token != MORTAL_WORLD:
        return go_fault(state, command.character, token) if command.to in (None, token) else no("LOC-2", "not-a-city")
    if command.to not in state.cities:
        return no("LOC-2", "not-a-city", place=command.to)
    return go_fault(state, command.character, command.to or "")


def bearer_fault(state: State, seat: Seat, character: str) -> Refusal | None:
    """ACT-2: only one's own character with a token."""
    figure = state.character(character)
    if figure is None:
        return no("GEN-9", "unknown-piece", character=character)
    if owner(character) != seat:
        return no("CHR-1", "not-yours", character=character)
    return no("ACT-2", "no-token", character=character) if figure.token is None else None


def destination(state: State, seat: Seat, command: cmd.Activate) -> str:
    """Where an activation leads."""
    token = state.mats[seat].characters[name_of(command.character)].token
    return command.bonus or (command.to if token == MORTAL_WORLD else token) or ""


def forgo_fault(state: State, seat: Seat, character: str) -> Refusal | None:
    """ACT-4: only a token that can lead nowhere is spent for nothing."""
    if (fault := bearer_fault(state, seat, character)) is not None:
        return fault
    token = state.mats[seat].characters[name_of(character)].token or ""
    able = any(go_fault(state, character, place) is None for place in targets(state, token))
    return no("ACT-4", "can-go", character=character) if able else None


def arrive(run: Run[State], seat: Seat, command: cmd.Activate) -> None:
    """ACT-3: the token is turned up, the character goes or stays; what its arrival sets off comes before its action."""
    id, to = command.character, destination(run.state, seat, command)
    figure = run.state.character(id)
    assert figure is not None
    assert figure.token is not None
    here = figure.placed and figure.at == to
    run.emit(ev.Activated(seat, id, figure.token, to, command.bonus is not None))
    then = None if command.then is None else dict(command.then)
    run.become(fr.After(seat, command.ends))
    run.push(fr.Act(seat, id, then))
    if not here:
        run.emit(ev.Moved(id, figure.at, to))
    hunt(run, seat, id, to)
    if not here:
        deeds.arrived(run, id, to)


def hunt(run: Run[State], seat: Seat, character: str, place: str) -> None:
    """ART-6: once in each Age the hunter, or a Hero of hers, meets another player's character: a token of one such
    player, of her choice (ART-2)."""
    state = run.state
    if not state.row(seat).hunts or state.mats[seat].hunted or kind_of(character) == "prophet":
        return
    met = {owner(id) for id in state.standing(place)}
    choices = tuple(place for place in choices_of(state, seat, "token") if place in met)
    if not choices:
        return
    run.emit(ev.Hunted(seat, place))
    if len(choices) == 1:
        take_token(run, seat, choices[0])
    else:
        run.push(fr.Choosing(seat, "token", choices, 1, "hunt"))


# ---- the questions of a turn -----------------------------------------------------------------------------------------


class TurnDrafts(DraftHandler[State, Any, Run[State]]):
    """What the three questions of a turn have in common: free deeds, and parts that are named one by one."""

    commands_codec = cmd.CODEC
    keys = ("to", *COUNTS, "temple", "transfer", "free", "steps", "foreman", "discard")
    own: tuple[type, ...] = ()

    def judged(self, state: State, frame: Any, seat: Seat, command: Any) -> Refusal | None:
        """Why a command of this question's own is refused."""
        raise NotImplementedError

    def done(self, run: Run[State], frame: Any, seat: Seat, command: Any) -> None:
        """Carries it out."""
        raise NotImplementedError

    def resolve(self, state: State, frame: Any, seat: Seat, command: Any) -> Any:
        if isinstance(command, FREE):
            return free.fault(state, seat, command) or command
        if not isinstance(command, self.own):
            return NOT_NOW
        return self.judged(state, frame, seat, command) or command

    def answer(self, run: Run[State], frame: Any, seat: Seat, command: Any) -> None:
        if isinstance(command, FREE):
            free.perform(run, seat, command)
        else:
            self.done(run, frame, seat, command)

    def options(self, state: State, frame: Any, seat: Seat) -> list[Json]:
        rows = [*super().options(state, frame, seat), *map(legal, free.spendings(state, seat))]
        if state.acting is None:
            return rows
        gives = {"gives": actions.drained(state, seat, kind_of(state.acting))}
        return [row | gives if row["command"]["kind"] == "drain" else row for row in rows]

    def commands(self, state: State, frame: Any, seat: Seat, rng: Random) -> Iterator[Json]:
        yield from super().commands(state, frame, seat, rng)
        yield from in_random_order(free.spendings(state, seat), rng)

    def payment(self, state: State, seat: Seat, draft: Any, rng: Random | None) -> Json:
        """PAY-5: the cards that pay a Task."""
        if not isinstance(draft, cmd.DoTask):
            return {}
        task = words.task(state.pack.tiles[draft.tile].tasks[draft.task])
        sets = discards_for(state, seat, task.price)
        if not sets or not any(sets):
            return {}
        return {"discard": sets[0] if rng is None else rng.choice(sets)}

    def parts(self, state: State, seat: Seat, draft: Any) -> Iterable[DraftPart]:
        match draft:
            case cmd.Activate(character=id, bonus=None):
                token = state.mats[seat].characters[name_of(id)].token
                if token == MORTAL_WORLD:
                    first = go_fault(state, id, next(iter(state.cities)))
                    yield DraftPart("to", tuple(state.cities), _city(state, id), no("LOC-2", "not-a-city"), first)
            case cmd.Influence(temple=temple):
                yield from _flag("temple", temple)
            case cmd.Convert():
                yield from _convert_parts(state, seat, draft)
            case cmd.Explore() | cmd.Defend():
                yield from _track_parts(state, seat, draft)

    def ways(self, state: State, seat: Seat, command: Any) -> Any:
        ways = super().ways(state, seat, command)
        if isinstance(command, cmd.Convert):
            return [(way, why) for way, why in ways if actions.prayers(state, way)] or ways
        return ways

    def values(self, state: State, key: str) -> Sequence[Any]:
        """What a screen offers for a part: Cities, numbers, yes and no."""
        rules = state.pack.rules
        match key:
            case "to":
                return tuple(state.cities)
            case "temple" | "free" | "foreman":
                return (False, True)
            case "transfer":
                return range(rules.explore.transfer + 1)
            case "steps":
                return range(len(rules.explore.costs))
            case _ if key in COUNTS:
                return range(rules.convert.most + (more(state, state.turn, "convert") if state.turn else 0) + 1)
        return ()

    def alike(self, command: Any) -> Any:
        """Bots need not tell apart how Workers for the same steps are found."""
        return (actions.tag(command), command.steps) if isinstance(command, cmd.Explore | cmd.Defend) else repr(command)


def _city(state: State, character: str) -> Callable[[Any], Refusal | None]:
    return lambda city: go_fault(state, character, city) if city in state.cities else no("LOC-2", "not-a-city")


def _never(value: Any) -> Refusal | None:
    return None


def _flag(key: str, value: Any) -> Iterator[DraftPart]:
    yield DraftPart(key, (False, True), _never, MISSING, None, True)


def _convert_parts(state: State, seat: Seat, command: cmd.Convert) -> Iterator[DraftPart]:
    """OLY-1: each part as far as the Prayers that are left go; what is left out is 0."""
    figures = state.pack.rules.convert
    left = min(figures.most + more(state, seat, "convert"), state.mats[seat].has("prayer"))
    for key in COUNTS:
        each = figures.spark if key == "sparks" else 1
        values = tuple(range(left // each + 1))
        over = no("OLY-1", "too-many", most=left)
        yield DraftPart(key, values, _within(values, over), MISSING, None)
        left -= each * (getattr(command, key) or 0)


def _within(values: tuple[Any, ...], over: Refusal) -> Any:
    return lambda value: None if value in values else over


def _track_parts(state: State, seat: Seat, command: cmd.Explore | cmd.Defend) -> Iterator[DraftPart]:
    """TRK-4 to TRK-7: Workers, the free one, the steps, and whether the Foreman pays one Worker of them."""
    mat = state.mats[seat]
    workers = tuple(range(min(state.pack.rules.explore.transfer, mat.has("worker")) + 1))
    foreman = (False, True) if mat.foreman else (False,)
    yield DraftPart("transfer", workers, _never, MISSING, None)
    yield DraftPart("free", foreman, _never, MISSING, None)
    at = mat.steps[command.kind]  # type: ignore[union-attr]  # the tag of a command
    yield DraftPart("steps", tuple(range(5 - at + 1)), _never, MISSING, None)
    yield DraftPart("foreman", foreman, _never, MISSING, None)


class TurnHandler(TurnDrafts):
    """ACT-2: activate one character, or pass."""

    own = (cmd.Activate, cmd.Forgo, cmd.Pass)

    def ask(self, state: State, frame: fr.Turn) -> Mapping[Seat, Question]:
        if not state.bearers(frame.seat):
            return {}
        return {frame.seat: Question("turn", "turn", {}, {"kind": "pass"})}

    def step(self, run: Run[State], frame: fr.Turn) -> None:
        """Passed over: nobody left to activate, or its player has gone (GEN-10)."""
        run.become(fr.After(frame.seat, True))

    def judged(self, state: State, frame: Any, seat: Seat, command: Any) -> Refusal | None:
        match command:
            case cmd.Activate():
                return activate_fault(state, seat, command)
            case cmd.Forgo(character=id):
                return forgo_fault(state, seat, id)
        return None

    def done(self, run: Run[State], frame: Any, seat: Seat, command: Any) -> None:
        match command:
            case cmd.Activate():
                arrive(run, seat, command)
            case cmd.Forgo(character=id):
                figure = run.state.character(id)
                assert figure is not None
                run.emit(ev.Forgone(seat, id, figure.token or ""))
                run.become(fr.After(seat, True))
            case cmd.Pass():
                run.emit(ev.Passed(seat))
                run.become(fr.After(seat, True))

    def drafts(self, state: State, frame: Any, seat: Seat) -> Iterable[Any]:
        bonus = state.mats[seat].has("bonus")
        for id in state.bearers(seat):
            yield cmd.Activate(id)
            if forgo_fault(state, seat, id) is None:
                yield cmd.Forgo(id)
            if bonus:
                yield from (cmd.Activate(id, bonus=place) for place in (*PLACES, *state.cities))
        yield cmd.Pass()
        yield from free.drafts(state, seat)


class ActHandler(TurnDrafts):
    """ACT-3: one action, or nothing. GEN-6: not begun by a character that is gone."""

    own = (*ACTIONS, cmd.Nothing)

    def ask(self, state: State, frame: fr.Act) -> Mapping[Seat, Question]:
        figure = state.character(frame.character)
        if state.turn_over or figure is None or not figure.placed:
            return {}
        params = {"character": frame.character, "at": figure.at}
        return {frame.seat: Question("act", "act", params, {"kind": "nothing"})}

    def forced(self, state: State, frame: fr.Act, seat: Seat) -> Any:
        """What its player has said beforehand, if it is legal now."""
        if frame.then is None:
            return None
        try:
            command = cmd.CODEC.load(frame.then)
        except ValueError:
            return None
        frames = self.resolve(state, frame, seat, command) if isinstance(command, self.own) else None
        return None if isinstance(frames, Refusal) else frames

    def judged(self, state: State, frame: fr.Act, seat: Seat, command: Any) -> Refusal | None:
        return None if isinstance(command, cmd.Nothing) else actions.fault(state, seat, frame.character, command)

    def done(self, run: Run[State], frame: fr.Act, seat: Seat, command: Any) -> None:
        run.pop()
        if not isinstance(command, cmd.Nothing):
            actions.perform(run, seat, frame.character, command)

    def answer(self, run: Run[State], frame: fr.Act, seat: Seat, command: Any) -> None:
        if frame.then is not None:
            run.become(replace(frame, then=None))
        super().answer(run, run.state.stack[-1], seat, command)

    def drafts(self, state: State, frame: fr.Act, seat: Seat) -> Iterable[Any]:
        yield from actions.drafts(state, seat, frame.character)
        yield cmd.Nothing()
        yield from free.drafts(state, seat)


class AfterHandler(TurnDrafts):
    """ACT-6: free deeds after the action, asked where there could be one as far as all can see; never after a Defeat
    (ACT-7). Then the turn is over."""

    own = (cmd.Done,)

    def ask(self, state: State, frame: fr.After) -> Mapping[Seat, Question]:
        if frame.ends or state.turn_over or frame.seat not in state.playing or not free.could(state, frame.seat):
            return {}
        return {frame.seat: Question("after", "after", {}, {"kind": "done"})}

    def step(self, run: Run[State], frame: fr.After) -> None:
        run.pop()
        run.emit(ev.TurnEnded(frame.seat))

    def judged(self, state: State, frame: fr.After, seat: Seat, command: Any) -> Refusal | None:
        return None

    def done(self, run: Run[State], frame: fr.After, seat: Seat, command: Any) -> None:
        self.step(run, frame)

    def drafts(self, state: State, frame: fr.After, seat: Seat) -> Iterable[Any]:
        yield cmd.Done()
        yield from free.drafts(state, seat)


class FulfillingHandler(Handler[State, fr.Fulfilling, Run[State]]):
    """MOI-1: one Improvement after the other; a power won by one counts for the next. END-3: the sixth wins."""

    def step(self, run: Run[State], frame: fr.Fulfilling) -> None:
        seat, state = frame.seat, run.state
        if not frame.left or seat not in state.playing:
            run.pop()
            return
        run.become(replace(frame, left=frame.left - 1))
        n = state.mats[seat].improvements + 1
        price = actions.improvement_price(state, seat, n, less(state, seat, "fulfil"))
        if any(state.mats[seat].has(part.pay) < part.n for part in price):
            return
        run.emit(*(ev.Paid(seat, part.pay, part.n, "fulfil") for part in price), ev.Fulfilled(seat, n))
        if n == len(state.row(seat).improvements):
            ascend(run, seat)
            return
        figures, row = state.pack.rules, state.row(seat).improvements[n - 1]
        if vp := figures.improvements.vp[n - 1]:
            run.push(gains(seat, f"vp {vp}", "IMP-2", row.id))
        if n in figures.prophets_on:  # IMP-4, TSK-4
            name = f"prophet-{figures.prophets_on.index(n) + 2}"
            if run.state.mats[seat].characters[name].at == IMPROVEMENT:
                run.emit(ev.ProphetFreed(seat, f"{seat}-{name}"))
                deeds.done(run, seat, "prophet")


def ascend(run: Run[State], seat: Seat) -> None:
    """IMP-3, END-3: this seat wins at once."""
    run.emit(Over(Outcome((seat,), "ascension", vp_now(run.state)), "END-3"))
