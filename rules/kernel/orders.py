"""Standing orders: what a seat answers to a kind of question from now on, said once and asked by the loop.

A game with orders has `Instruct` among its commands and `OrderEvent` among its events, and says in its handlers what an
order answers (`Handler.ordered`). Orders are a secret of their seat, and an answer given by one looks to all others
like one given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field

from rules.kernel.audience import Parties, event
from rules.kernel.codec import command, copied, noun
from rules.kernel.refusals import Refusal
from rules.kernel.seats import OfSeat, Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, GameState, State
    from rules.kernel.run import Run

S = TypeVar("S", bound="GameState")

Until = Literal["once", "turn", "match"]
"""How long an order holds: for one answer, until the game ends a turn (`after_turn`), or always."""
Name = Annotated[str, Field(max_length=80)]

MOST = 40
"""The most orders of one seat."""


@noun
class Order:
    """An order about a kind of question. `answer` is the game's: "never", or a condition with its figures; `who`: what
    the question must be about, left out for all."""

    about: Name
    answer: Any
    who: Name | None = None
    until: Until = "match"


@command("instruct")
class Instruct:
    """Gives an order, which replaces that about the same; without an answer it is withdrawn. It may be given at any
    time."""

    about: Name
    answer: Any = None
    who: Name | None = None
    until: Until = "match"


@event("instructed", sees=Parties(lambda event: (event.seat,)))
class Instructed(OfSeat):
    """An order is given or, without an answer, withdrawn. Its own seat alone sees it."""

    about: str
    answer: Any
    who: str | None
    until: Until


@event("order-followed", sees=Parties(lambda event: (event.seat,)))
class OrderFollowed(OfSeat):
    """An order answers a question of its seat, which alone sees this; the answer follows."""

    about: str
    who: str | None


OrderEvent = Instructed | OrderFollowed


def orders_of(state: Any, seat: Seat) -> tuple[Order, ...]:
    """The orders of a seat."""
    orders: tuple[Order, ...] = getattr(state, "orders", {}).get(seat, ())
    return orders


def order_about(state: Any, seat: Seat, about: str, subjects: Sequence[str | None]) -> Order | None:
    """The order that a question falls under: of several the one about the first of its subjects."""
    given = {order.who: order for order in orders_of(state, seat) if order.about == about}
    return next((given[who] for who in subjects if who in given), None)


def judge(engine: Engine[Any], state: State, seat: Seat, command: Instruct) -> Instruct | Refusal:
    """The command, or the refusal of an order that makes no sense."""
    if command.answer is None:
        return command
    if len(orders_of(state, seat)) >= MOST:
        return engine.refuse("too-many-orders", most=MOST)
    order = Order(command.about, command.answer, command.who, command.until)
    return engine.orderable(state, seat, order) or command


def perform(run: Run[Any], seat: Seat, command: Instruct) -> None:
    """Carries out what `judge` returned; nobody else may notice."""
    run.emit(Instructed(seat, command.about, command.answer, command.who, command.until))
    run.only = seat


def evolved(state: S, event: OrderEvent) -> S:
    """The state after an event of this module."""
    given = orders_of(state, event.seat)
    others = tuple(order for order in given if (order.about, order.who) != (event.about, event.who))
    if isinstance(event, OrderFollowed):
        once = [order for order in given if order not in others and order.until == "once"]
        return _with(state, event.seat, others) if once else state
    if event.answer is None:
        return _with(state, event.seat, others)
    return _with(state, event.seat, (*others, Order(event.about, event.answer, event.who, event.until)))


def after_turn(state: S) -> S:
    """The state without the orders that hold for a turn: for the event with which the game ends one."""
    for seat, given in state.orders.items():
        state = _with(state, seat, tuple(order for order in given if order.until != "turn"))
    return state


def _with(state: S, seat: Seat, given: tuple[Order, ...]) -> S:
    orders = {**state.orders, seat: given}
    return copied(state, {"orders": {player: kept for player, kept in orders.items() if kept}})
