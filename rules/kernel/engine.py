"""A game's interface to the kernel: its nouns, its handlers, how events change its state, and who may see what.

A game has one subclass of `Engine`, and its `Match` (`rules.kernel.match`) names the one instance. All methods are pure
functions of the state; an engine keeps nothing between calls."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rules.kernel import audience, orders
from rules.kernel.audience import Seen
from rules.kernel.chance import Chance
from rules.kernel.codec import Codec, Json, StackCodec, TaggedCodec, among, copied, noun, replace
from rules.kernel.handlers import Handler, Question, SealedHandler, SharedHandler
from rules.kernel.history import Log
from rules.kernel.journal import Asked, Began, Outcome, Over, outcome_json
from rules.kernel.lazy import LazySequence
from rules.kernel.memo import Carrying, kept_row
from rules.kernel.orders import Order, OrderEvent
from rules.kernel.question_numbers import asked_now
from rules.kernel.refusals import Refusal
from rules.kernel.run import Run, with_stack
from rules.kernel.seats import SPECTATOR, Seat, Viewer
from rules.kernel.table_talk import GaveUp, Proposal, ProposalHandler, Proposed, TableEvent, Why

ViewParts = tuple[Json, Mapping[Viewer, Json], Mapping[Seat, Json], Sequence[Seen]]
"""The part of the view that is the same for every viewer, that of each viewer, the decisions owed, and the rows of the
frames where some seats see one otherwise."""


class State(Protocol):
    """The part of a game's state that the kernel needs: a `noun` with these fields. `GameState` has them."""

    @property
    def options(self) -> Any:
        """The options of the match: a noun of the game's."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """The frames being resolved, innermost last; empty once the match is over."""

    @property
    def asked(self) -> Mapping[Seat, int]:
        """For each seat that owes an answer, the number under which it was asked, from which its decision's id is
        made."""

    @property
    def outcome(self) -> Any:
        """The end of the match; None while it goes on."""


@noun
class GameState(Carrying):
    """The fields that the kernel keeps in a game's state. A game's own state is a `noun` that adds `options` and the
    rest."""

    stack: tuple[Any, ...] = field(default=(), kw_only=True)
    asked: Mapping[Seat, int] = field(default_factory=dict, kw_only=True)
    outcome: Outcome | None = field(default=None, kw_only=True)
    given_up: tuple[Seat, ...] = field(default=(), kw_only=True)
    asked_beneath: Mapping[Seat, int] = field(default_factory=dict, kw_only=True)
    """The numbers of a shared question (`handlers.SharedHandler`) while another is asked on top of it."""
    orders: Mapping[Seat, tuple[Order, ...]] = field(default_factory=dict, kw_only=True)
    """Standing orders, a secret of each seat (`orders`)."""


S = TypeVar("S", bound=State)
ORDER: Codec[Order] = Codec(Order)


class Engine(ABC, Generic[S]):
    """A game's rules, as the kernel calls them.

    A small game sets the class attributes and writes `seats`, `initial`, `evolve`, `own_views` and `imagined`; the rest
    has defaults. Its nouns say who may see them.
    """

    # ---- the game's nouns ----

    version: ClassVar[str] = "1"
    """The version of the rules, which event 0 records."""
    options: ClassVar[Codec[Any]]
    """The options that a table agrees on before a match. Every field has a default, so that `{}` is a whole match."""
    state: ClassVar[Codec[Any]]
    """The codec of the state without its stack; for a game whose position is printed by it."""
    commands: ClassVar[TaggedCodec[Any]]
    """The closed union of commands, `table_talk.TalkCommand` among them."""
    events: ClassVar[TaggedCodec[Any]]
    """The closed union of events, `table_talk.TableEvent` among them."""
    frames: ClassVar[StackCodec]
    """The stack of frames, `table_talk.Proposal` among them."""
    handlers: ClassVar[Mapping[type, Handler[Any, Any, Any]]]
    """The handler of each kind of frame of the game's own."""
    clauses: ClassVar[Mapping[str, str]] = {}
    """The clause of the game's rulebook for each refusal and ending of the kernel's own, by its code; the one under ""
    is for all others. Codes: `not-a-seat` `unknown-command` `bad-shape` `over` `gave-up` `stale` `not-your-turn`
    `not-now` `proposal-pending` `already-proposed` `nothing-to-undo`; of endings `concession` `time` `agreement`."""
    final: ClassVar[tuple[type, ...]] = ()
    """Kinds of events that a seat cannot undo alone: results of chance and answers of others."""
    ranked: ClassVar[bool] = False
    """Whether the game's outcomes rank the seats (`Outcome.ranking`)."""
    run: ClassVar[type[Run[Any]]] = Run
    """The class of runs, for a game whose handlers need a subclass."""

    def __init__(self) -> None:
        events, frames = self.events.kinds, self.frames.one.kinds
        audiences = {kind: audience.visibility_of(kind) for kind in (*events, *frames)}
        self.own_numbers = not all(audiences[kind].everywhere for kind in events if kind is not Asked)
        """Whether an event may be absent from a viewer's log. Logs, decision ids and what a takeback goes back to are
        then numbered for each viewer apart, so that no gap tells of what was left out. A command that nobody else may
        notice sets `run.only`, and is in no other log."""
        self._write: dict[type, audience.Write] = dict.fromkeys(events, self.events.dump)
        self._write |= dict.fromkeys(frames, self.frames.one.dump)
        self._handlers: dict[type, Handler[Any, Any, Any]] = {Proposal: ProposalHandler(self), **self.handlers}
        self._shares = any(isinstance(handler, SharedHandler) for handler in self._handlers.values())

    # ---- beginning ----

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """The seats of a match with these options, in order."""

    def sides(self, state: S) -> Mapping[Seat, str]:
        """The side of each seat, in order: seats of one side win and lose together. By default each seat is a side of
        its own, with the seat's name."""
        return {seat: seat for seat in self.seats(state)}

    @abstractmethod
    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> S:
        """The state before event 1, with the first frame on its stack. It uses no chance."""

    def packs(self, options: Any, **supplies: Any) -> tuple[Json, ...]:
        """The packs of a match with these options, which its journal keeps whole. `supplies`: what the caller of
        `Match.new` can choose from. Raises ValueError for options that cannot be played."""
        return ()

    def opening(self, options: Mapping[str, Any], **supplies: Any) -> tuple[Began, S]:
        """Event 0 of a new match and the state after it. Raises ValueError for options that make no sense."""
        chosen = self.options.load(options)
        began = Began(self.options.dump(chosen), self.version, self.packs(chosen, **supplies))
        return began, self.start(began)

    def start(self, began: Began) -> S:
        """The state after event 0."""
        if began.position is not None:
            return self.parse(began.position, began.packs)
        return self.initial(self.options.load(dict(began.options)), began.packs)

    def position(self, state: S) -> Json:
        """The whole state in the game's notation; `parse` reads it back equal. Its parts may be shared: never change
        them."""
        return cast(Json, {**self.state.dump(state), "stack": self.frames.dump(state.stack)})

    def parse(self, position: Mapping[str, Any], packs: Sequence[Mapping[str, Any]]) -> S:
        """The state of a full position. Raises ValueError for one that cannot be."""
        stack = self.frames.load(position.get("stack", []))
        return with_stack(cast(S, self.state.load({**position, "stack": []})), stack)

    def parse_partial(self, position: Mapping[str, Any], chance: Chance, **supplies: Any) -> tuple[S, tuple[Json, ...]]:
        """The state of a position written by hand, with what it leaves out filled in, and the packs it is played with.
        Raises ValueError for one that cannot be."""
        return self.parse(position, ()), ()

    # ---- changing ----

    @abstractmethod
    def evolve(self, state: S, event: Any) -> S:
        """The state after an event of the game's own. Total; only the stack is changed elsewhere."""

    def evolved(self, state: S, event: Any) -> S:
        """The state after any event, the kernel's included."""
        if isinstance(event, Asked):
            stack = self.frames.load(list(event.stack))
            return with_stack(asked_now(self, state, state.stack, stack, event.asked, event.by), stack)
        if isinstance(event, Over):
            return copied(state, {"outcome": event.outcome, "stack": (), "asked": {}})
        if isinstance(event, GaveUp):
            return copied(state, {"given_up": (*self.given_up(state), event.seat)})
        if isinstance(event, TableEvent):
            return state
        if isinstance(event, OrderEvent):
            return cast(S, orders.evolved(cast(GameState, state), event))
        return self.evolve(state, event)

    def between(self, run: Run[S]) -> None:
        """Called before every effect: puts waiting triggers on the stack and judges whether the match is over."""

    def handler(self, frame: Any) -> Handler[Any, Any, Any]:
        """The handler of a frame."""
        return self._handlers[type(frame)]

    def shared_at(self, stack: Sequence[Any]) -> int | None:
        """The place on the stack of the innermost frame whose question is shared (`handlers.SharedHandler`)."""
        if not self._shares:
            return None
        places = (at for at in reversed(range(len(stack))) if isinstance(self.handler(stack[at]), SharedHandler))
        return next(places, None)

    # ---- out of turn ----

    def barred(self, state: S, seat: Seat, command: Any) -> Refusal | None:
        """The refusal of a command that this seat can never give in this match, such as one of the other side's. It
        comes before the one that says whose turn it is."""
        return None

    def aside(self, state: S, seat: Seat, command: Any) -> Any:
        """Judges a command given without being asked: the command as it will be carried out, or a Refusal; None for a
        command that is not an aside."""
        return None

    def perform(self, run: Run[S], seat: Seat, command: Any) -> None:
        """Carries out what `aside` returned."""
        raise AssertionError("this game has no asides")

    def asides(self, state: S, seat: Seat, rng: random.Random) -> Iterator[Json]:
        """Complete legal asides in random order."""
        return iter(())

    def answers(self, state: S, seat: Seat) -> list[list[Json]]:
        """The offers to this seat and its legal answers, as `Match.answers`."""
        return []

    def withdrawals(self, state: S, seat: Seat) -> list[Json]:
        """Commands that each withdraw one of the seat's own open offers."""
        return []

    # ---- standing orders ----

    def order_choices(self, state: S, seat: Seat) -> Mapping[str, Sequence[Any]]:
        """The answers that a seat may order, by the kind of question (`orders`): those that a sheet of orders offers. A
        seat's view then has `orders`: `{"given": [...], "choices": {...}}`."""
        return {}

    def orderable(self, state: S, seat: Seat, order: Order) -> Refusal | None:
        """The refusal of an order that makes no sense; None if it does. By default those in `order_choices`, about
        nothing in particular, make sense."""
        offered = among(order.answer, self.order_choices(state, seat).get(order.about, ()))
        return None if offered and order.who is None else self.refuse("no-such-order", about=order.about)

    # ---- answers prepared in advance ----

    def foreseen(self, state: S, seat: Seat) -> S | None:
        """The state as it would ask a seat that waits its next question (`Match.ahead`): this one with the question's
        frame on its stack. None where that question is not known yet, as by default. What it asks and offers this seat
        must follow from what the seat knows."""
        return None

    # ---- who sees what ----

    def open_view(self, state: S) -> Json:
        """The part of the table that all viewers see alike, field by field; made once for all of them, and never to be
        changed."""
        return {}

    @abstractmethod
    def own_views(self, state: S) -> Mapping[Viewer, Json]:
        """What each seat and the spectator see besides the open part, or instead of it, field by field; never to be
        changed. The kernel adds `me`, `seats`, `waiting`, `resolving`, `outcome`, `decision` and `log`."""

    def seen(self, instance: Any, whole: Json | None = None) -> Seen:
        """The rows of an event or a frame, as its noun declares them (`audience`). `whole`: its JSON, where it is known
        already."""
        rows = audience.seen(instance, self._write[type(instance)] if whole is None else lambda _: whole)
        if isinstance(instance, Proposed | Proposal) and instance.changes and (row := rows.common) is not None:
            return Seen({**row, "changes": self.changes_seen(instance.changes)}, {instance.seat: row})
        return rows

    def hidden(self, state: S, seat: Seat) -> object:
        """The facts of a state that this seat cannot see, with who can: a value that is equal for two states that
        differ in none of them. A command after which it is another one showed or touched something hidden, and its seat
        cannot undo that alone. By default all that other seats see besides the open part."""
        views = self.own_views(state)
        others = {viewer: views[viewer] for viewer in self.seats(state) if viewer != seat}
        # a list that is searched for when it is read holds no facts of its own
        return {
            viewer: {key: value for key, value in own.items() if not isinstance(value, LazySequence)}
            for viewer, own in others.items()
        }

    @abstractmethod
    def imagined(self, state: S, viewer: Viewer, rng: random.Random) -> S:
        """A state that fits what this viewer knows, with everything hidden from them dealt anew by `rng`. The kernel
        then guesses the answers that a `SealedHandler` keeps."""

    def world(self, state: S, viewer: Viewer, rng: random.Random, reopen: bool = False) -> S:
        """`imagined`, with the answers that other seats have sealed guessed anew, and without their standing orders.
        `reopen`: those answers are taken out, so that these seats are asked again."""
        if given := getattr(state, "orders", None):
            state = copied(
                state, {"orders": {seat: orders_of_seat for seat, orders_of_seat in given.items() if seat == viewer}}
            )
        state = self.imagined(state, viewer, rng)
        for at, frame in enumerate(state.stack):
            handler = self.handler(frame)
            if isinstance(handler, SealedHandler) and (hidden := audience.sealed_from(frame, viewer)):
                answers = {seat: answer for seat, answer in frame.answers.items() if seat not in hidden}
                for seat in () if reopen else hidden:
                    command = next(handler.commands(state, frame, seat, rng))
                    answers[seat] = handler.sealed(self.commands.load(command))
                stack = (*state.stack[:at], replace(frame, answers=answers), *state.stack[at + 1 :])
                state = with_stack(state, stack)
        return state

    def revealed(self, state: S) -> Json:
        """The additions to the view for "everyone" once a match is over. By default, under `own`, the keys that each
        seat's view has and a spectator's has not."""
        views = self.own_views(state)
        common = views[SPECTATOR]
        own = {seat: {k: v for k, v in views[seat].items() if k not in common} for seat in self.seats(state)}
        return {"own": own}

    # ---- giving up, agreeing ----

    def given_up(self, state: S) -> tuple[Seat, ...]:
        """The seats that have given up."""
        return cast("tuple[Seat, ...]", getattr(state, "given_up", ()))

    def playing(self, state: S) -> tuple[Seat, ...]:
        """The seats that still play, in order."""
        gone = self.given_up(state)
        return tuple(seat for seat in self.seats(state) if seat not in gone)

    def of_side(self, state: S, side: str) -> tuple[Seat, ...]:
        """The seats of a side that still play, in order: those that win with it."""
        sides = self.sides(state)
        return tuple(seat for seat in self.playing(state) if sides[seat] == side)

    def give_up(self, run: Run[S], seat: Seat, why: Why) -> None:
        """A seat gives up: it concedes, or its time is up. By default the others play on, and the last side left
        wins."""
        run.emit(GaveUp(seat, why))
        left, sides = self.playing(run.state), self.sides(run.state)
        if len({sides[seat] for seat in left}) <= 1:
            run.emit(Over(Outcome(left, why, self.score(run.state)), self.clause(why)))

    def draw(self, run: Run[S]) -> None:
        """Ends the match as a draw that all have agreed to: those who still play are equal."""
        equal = (self.playing(run.state), self.given_up(run.state)) if self.ranked else ()
        ranking = tuple(group for group in equal if group)
        run.emit(Over(Outcome((), "agreement", self.score(run.state), ranking), self.clause("agreement")))

    def score(self, state: S) -> dict[Seat, int]:
        """The score of each seat, for an outcome."""
        return {}

    def outcome(self, state: S) -> Json | None:
        """The end of the match, as `Match.outcome`."""
        return None if state.outcome is None else outcome_json(state.outcome)

    def rewound(self, then: S, now: S) -> S:
        """The state after an undo or a takeback: by default the earlier state, with the standing orders of now, which
        are not taken back."""
        if (given := getattr(now, "orders", None)) == getattr(then, "orders", None):
            return then
        return copied(then, {"orders": given})

    def shows(self, state: S, event: Any, seat: Seat) -> bool:
        """Whether an event shows somebody something, or holds chance, so that the seat whose command led to it cannot
        undo that alone. `state`: before the command. What a command changes of what is `hidden` from the seat binds
        without being told here."""
        return isinstance(event, self.final)

    def binding(self, seat: Seat, asked: Asked, then: Asked) -> bool:
        """Whether a seat's answer to a question cannot be undone. `then`: the questions asked since."""
        return False

    def adjustable(
        self, state: S, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None
    ) -> Refusal | None:
        """The refusal of changes proposed by this seat that make no sense; None if they do. It never reveals what is
        hidden."""
        return self.refuse("bad-shape")

    def changes_put(self, state: S, changes: tuple[Json, ...], seat: Seat) -> tuple[Json, ...]:
        """The changes of a proposal as event and frame keep them, with whatever `changes_seen` needs to redact
        them."""
        return changes

    def changes_seen(self, changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The changes of a proposal as all but its proposer may see them."""
        return list(changes)

    def adjust(self, run: Run[S], changes: Sequence[Mapping[str, Any]], seat: Seat) -> None:
        """Carries out changes that all have agreed to, as far as they still make sense."""
        raise AssertionError("this game has no adjustments")

    # ---- refusing, numbering ----

    def clause(self, code: str) -> str:
        """The clause of this game's rulebook for a code of the kernel's own."""
        return self.clauses.get(code, self.clauses.get("", ""))

    def refuse(self, code: str, **params: Any) -> Refusal:
        """A refusal of the kernel's own, with the game's clause."""
        return Refusal(self.clause(code), code, params)

    def number(self, run: Run[S], seat: Seat) -> int:
        """The number under which a seat is asked now: the number of events in its log."""
        if not self.own_numbers:
            return run.first + len(run.events)
        return run.rows(seat) + sum(not audience.absent(event, seat) for event in run.events)

    def check_state(self, state: S) -> None:
        """Raises ValueError for a state that no match of this game can reach; `examine` checks foreign journals with
        it."""

    def full_view(self, state: S, viewer: Viewer, log: Log, parts: ViewParts) -> Json:
        """The view of a viewer without `log`. `log`: the log whose numbers it has; `parts`: as `view_parts` has
        them."""
        common, own, owed, frames = parts
        view = {**common, **own[viewer], "me": viewer, "decision": owed.get(viewer)}
        if viewer != SPECTATOR and (choices := self.order_choices(state, viewer)):
            given = [ORDER.dump(order) for order in orders.orders_of(state, viewer)]
            view["orders"] = {"given": given, "choices": {about: list(rows) for about, rows in choices.items()}}
        if frames:
            view["resolving"] = [row.by(viewer) for row in frames]
        if isinstance(proposal := state.stack[-1] if state.stack else None, Proposal) and proposal.to is not None:
            *beneath, row = view["resolving"]
            view["resolving"] = [*beneath, log.renumbered(row)]
        return view

    def _shown(self, at: int, frame: Any) -> Seen:
        return self.seen(frame)

    def view_parts(self, state: S, asked: Mapping[Seat, Question], owed: Mapping[Seat, Json]) -> ViewParts:
        """The parts of all views of a state. `asked`: the questions owed; none in the middle of a command, where the
        stack is still that of the question before and need not fit the rest of the state. `owed`: the decisions, by
        seat."""
        frames = [kept_row(state, self._shown, at, frame) for at, frame in enumerate(state.stack)]
        common = {
            **self.open_view(state),
            "seats": list(self.seats(state)),
            "waiting": {seat: question.kind for seat, question in asked.items()},
            "outcome": self.outcome(state),
            "resolving": [row.common for row in frames],
        }
        if len(set((sides := self.sides(state)).values())) < len(sides):
            common["sides"] = dict(sides)
        return common, self.own_views(state), owed, frames if any(row.own for row in frames) else ()
