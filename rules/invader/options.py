"""What the main phase offers, and what a command begun may name next. What is legal is asked of `legality` alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

from rules.invader import commands as cmd
from rules.invader import legality as law
from rules.invader.state import Order, State
from rules.kernel import Json
from rules.kernel.codec import replace
from rules.kernel.drafts import completed
from rules.kernel.seats import Seat


def begun(state: State, seat: Seat) -> Iterator[Any]:
    """What the main phase offers, one command for each option, of which nothing else is named yet; legal or not."""
    yield from (cmd.Play(id) for id in state.hands[seat])
    own = [piece for piece in state.pieces() if piece.seat == seat]
    yield from (cmd.Use(piece.id, n) for piece in own for n in range(len(law.uses(state, piece))))
    yield from (cmd.Enable(strategy) for strategy in state.lists[seat].strategies)
    if state.sides[seat] == "invader":
        yield from (cmd.Invade(order) for order in get_args(Order))
    else:
        yield from (cmd.Ops(), cmd.MoveHero())
    yield cmd.End()


def choices(state: State, seat: Seat, said: Any) -> Json:
    """What a command begun still has to name: `{"keys": {key: {value: None | refusal}}, "discard": n, "drain": n,
    "whole"}`. For each key of `legality.KEYS` that is not named yet every zone, or every card in play, with the reason
    why it may not be named; `whole`: the command completed with something legal, payment included, or None where there
    is no way.
    """
    ways = (law.paid(state, seat, it) for it in completed(said, partial(law.parts, state, seat)))
    found = [it for it in ways if law.fault(state, seat, it) is None]
    keys: dict[str, Json] = {}
    for key in law.KEYS:
        legal_ones = {its for it in found if (its := getattr(it, key, None)) is not None}
        if getattr(said, key, None) is None and legal_ones:
            values = state.pack.zones if key in ("zone", "to", "at") else [it.id for it in state.pieces()]
            keys[key] = {it: None if it in legal_ones else _why(state, seat, found[0], key, it) for it in values}
    discard, drain = law.bill(state, seat, said)
    return {"keys": keys, "discard": discard, "drain": drain, "whole": cmd.written(found[0]) if found else None}


def _why(state: State, seat: Seat, said: Any, key: str, value: str) -> Json:
    """Why a legal command with another value in one place is none."""
    other = replace(said, **{key: value})
    return (law.fault(state, seat, other) or law.no("PLY-10", "no-target")).to_json()
