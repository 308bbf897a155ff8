"""The options of the main phase and of a cancel window, and complete commands made of them. What is legal is asked of
`legality` alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from rules.invader import commands as cmd
from rules.invader import legality as law
from rules.invader.cards import card_of
from rules.invader.state import Order, State
from rules.kernel import Json, Refusal
from rules.kernel.codec import replace
from rules.kernel.run import illegal, legal
from rules.kernel.seats import Seat


def written(command: Any) -> Json:
    """A command as JSON, without what was left out; the card of a cancel is None where it is let pass."""
    row: Json = cmd.CODEC.dump(command)
    return {key: value for key, value in row.items() if value not in (None, []) or key == "card"}


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


def answers(state: State, seat: Seat) -> Iterator[cmd.Cancel]:
    """What a cancel window offers besides letting it pass: each cancel card of the hand, legal or not."""
    return (cmd.Cancel(id) for id in state.hands[seat] if state.pack.cards[card_of(id)].cancels)


def row(state: State, seat: Seat, base: Any) -> Json:
    """The option that a command begun is: legal with what it still needs, or with the reason why not."""
    why: Refusal | None = None
    for said in law.completed(state, seat, base):
        fault = law.fault(state, seat, law.paid(state, seat, said))
        if fault is None:
            needs = [key for key in law.KEYS if getattr(said, key, None) is not None]
            return legal(written(base), *needs, *(["discard"] if law.bill(state, seat, said)[0] else []))
        why = why or fault
    assert why is not None
    return illegal(written(base), why)


def complete(state: State, seat: Seat, begun: Iterable[Any], rng: random.Random) -> Iterator[Json]:
    """Every legal command once that these can become, in random order, with a random payment; of the cards that a play
    could sacrifice one is drawn."""
    drafts = [said for base in begun for said in law.completed(state, seat, base)]
    rng.shuffle(drafts)
    seen = set[Any]()
    for draft in drafts:
        like = replace(draft, sacrifice=None) if isinstance(draft, cmd.Play) else draft
        said = law.paid(state, seat, draft, rng)
        if like not in seen and law.fault(state, seat, said) is None:
            seen.add(like)
            yield written(said)


def choices(state: State, seat: Seat, said: Any) -> Json:
    """What a command begun still has to name: `{"keys": {key: {value: None | refusal}}, "discard": n, "drain": n,
    "whole"}`. For each key of `legality.KEYS` that is not named yet every zone, or every card in play, with the reason
    why it may not be named; `whole`: the command completed with something legal, payment included, or None where there
    is no way.
    """
    ways = (law.paid(state, seat, it) for it in law.completed(state, seat, said))
    found = [it for it in ways if law.fault(state, seat, it) is None]
    keys: dict[str, Json] = {}
    for key in law.KEYS:
        legal_ones = {its for it in found if (its := getattr(it, key, None)) is not None}
        if getattr(said, key, None) is None and legal_ones:
            values = state.pack.zones if key in ("zone", "to", "at") else [it.id for it in state.pieces()]
            keys[key] = {it: None if it in legal_ones else _why(state, seat, found[0], key, it) for it in values}
    discard, drain = law.bill(state, seat, said)
    return {"keys": keys, "discard": discard, "drain": drain, "whole": written(found[0]) if found else None}


def _why(state: State, seat: Seat, said: Any, key: str, value: str) -> Json:
    """Why a legal command with another value in one place is none."""
    other = replace(said, **{key: value})
    return (law.fault(state, seat, other) or law.no("PLY-10", "no-target")).to_json()
