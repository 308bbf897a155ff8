"""Standing orders: what a seat may say in advance of its answers (VAR-5), and what each question is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from rules.blade.state import OVERLORD, Figure, State
from rules.kernel import Codec, Refusal, Seat, noun
from rules.kernel.orders import Order
from rules.kernel.refusals import no

PLAIN = ("ask", "never", "always")
ABOUT: Mapping[str, Sequence[Any]] = {
    "guard": ("ask", "never", "deadly", *({"gems": n, "least": least} for n in (1, 2) for least in (1, 2, 3))),
    "reroll": ("ask", "keep", "free"),
    "sacrifice": PLAIN,
    "bodyguard": PLAIN,
    "catch": PLAIN,
    "riposte": PLAIN,
    "consent": PLAIN,
    "last-blow": PLAIN,
}
"""The answers that a sheet of orders offers. Of a guard: so many gems where the damage left after fixed passive defence
is `least` or more, else none; `deadly`: asked only where the target could die."""
OF_HEROES = ("catch", "consent")
GROUPS = ("minions", "main", "allies", "heroes")


@noun
class GuardOrder:
    """A guard with these gems (fewer if fewer are there) and this item, from a damage on."""

    gems: Annotated[int, Field(ge=1, le=20)]
    least: Annotated[int, Field(ge=1, le=30)] = 1
    item: str | None = None


GUARD: Codec[GuardOrder] = Codec(GuardOrder)


def choices(state: State, seat: Seat) -> Mapping[str, Sequence[Any]]:
    """What a seat may order; nothing where the table plays without orders."""
    if not state.options.orders:
        return {}
    return {about: rows for about, rows in ABOUT.items() if seat != OVERLORD or about not in OF_HEROES}


def fault(state: State, seat: Seat, order: Order) -> Refusal | None:
    """Why an order makes no sense."""
    offered = choices(state, seat).get(order.about, ())
    known = [*GROUPS, *state.tiles, *state.everyone()]
    if order.who is not None and order.who not in known:
        return no("VAR-5", "unknown-who", who=order.who)
    if order.about == "guard" and isinstance(order.answer, Mapping) and offered:
        try:
            GUARD.load(dict(order.answer))
        except ValueError:
            return no("VAR-5", "no-such-order", about=order.about)
        return None
    plain = isinstance(order.answer, str) and order.answer in offered
    return None if plain else no("VAR-5", "no-such-order", about=order.about)


def subjects(state: State, who: str | None) -> Sequence[str | None]:
    """What a question about a character is about: itself, its tile, its group, everybody."""
    character = state.who(who)
    if character is None:
        return (None,)
    if not isinstance(character, Figure):
        return character.id, "heroes", None
    kind = state.unit(character).kind
    group = "allies" if kind == "ally" else "minions" if kind == "minion" else "main"
    return character.id, character.tile, group, None
