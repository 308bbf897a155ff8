"""The options of the main phase and of a cancel window, and complete commands made of them. What is legal is asked of
`legality` alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.invader import commands as cmd
from rules.invader import legality as law
from rules.invader.cards import Effect, card_of
from rules.invader.state import Piece, State
from rules.kernel import Json, Refusal
from rules.kernel.codec import replace
from rules.kernel.run import illegal, legal
from rules.kernel.seats import Seat


def written(command: Any) -> Json:
    """A command as JSON, without what was left out."""
    return {key: value for key, value in cmd.CODEC.dump(command).items() if value is not None and value != []}


def every(state: State, seat: Seat) -> Iterator[Any]:
    """Every command of the main phase, each with every zone, target and way, without payment; legal or not."""
    for id in state.hands[seat]:
        yield from _plays(state, seat, id)
    for piece in state.pieces():
        if piece.seat == seat:
            for n, effect in enumerate(law.uses(state, piece)):
                yield from _aims(state, seat, effect, piece.id, piece.zone, cmd.Use(piece.id, n))
    for strategy in state.lists[seat].strategies:
        yield cmd.Enable(strategy)
    own = [piece for piece in state.play if piece.seat == seat]
    if state.sides[seat] == "invader":
        yield cmd.Invade("reinforce")
        moves = [cmd.Invade("redeploy", it.id, to) for it in own for to in law.ways(state, it, near=True)]
        yield from moves or [cmd.Invade("redeploy")]
        yield from (cmd.Invade("ravage", at=zone) for zone in state.pack.zones)
    else:
        yield from (cmd.Ops(it.id, to) for it in own for to in law.ways(state, it, near=False))
        if state.hero is not None:
            yield from (cmd.MoveHero(zone) for zone in state.pack.zones[state.hero.zone].next)
    yield cmd.End()


def _plays(state: State, seat: Seat, id: str) -> Iterator[cmd.Play]:
    card = state.pack.cards[card_of(id)]
    if card.cancels:
        yield cmd.Play(id)
    elif card.force is None:
        yield from _aims(state, seat, law.text_of(state, id, "play"), id, None, cmd.Play(id))
    for zone in state.pack.zones if card.force is not None else ():
        said = cmd.Play(id, zone)
        column = [] if state.free(seat, zone) else [it for it in state.column(seat, zone) if not state.is_hero(it)]
        human = state.sides[seat] == "human"
        for made in [replace(said, sacrifice=it.id) for it in column] if column and human else [said]:
            yield from _aims(state, seat, law.text_of(state, id, "enter"), id, zone, made)


def _aims(state: State, seat: Seat, effect: Effect | None, speaker: str, zone: str | None, said: Any) -> Iterator[Any]:
    """The command with each target, way and zone that its text can be given."""
    choice, moves, place = (None, None, None) if effect is None else (effect.choice, effect.moves, effect.place)
    if choice is not None:
        found: list[Piece | None] = [*law.targets(state, seat, choice, zone, speaker)]
        for piece in found or [None]:
            aimed = said if piece is None else replace(said, target=piece.id)
            yield from _led(state, moves is not None, piece, moves.reach == "near" if moves else False, aimed)
    elif moves is not None:
        yield from _led(state, True, state.piece(speaker), moves.reach == "near", said)
    elif place is not None:
        zones = [it for it in state.pack.zones if law.changes(state, seat, place, it)]
        yield from [replace(said, at=it) for it in zones] or [said]
    else:
        yield said


def _led(state: State, moves: bool, piece: Piece | None, near: bool, said: Any) -> Iterator[Any]:
    ways = law.ways(state, piece, near) if moves and piece is not None else []
    yield from [replace(said, to=it) for it in ways] or [said]


KEYS = ("zone", "sacrifice", "target", "to", "at")
"""What a command of the main phase may have to name besides its payment, in the order in which it is asked for."""


def choices(state: State, seat: Seat, said: Any) -> Json:
    """What a command begun still has to name: `{"keys": {key: {value: None | refusal}}, "discard": n, "drain": n,
    "whole"}`. For each key of `KEYS` that is not named yet every zone, or every card in play, with the reason why it
    may not be named; `whole`: the command completed with something legal, payment included, or None where there is no
    way. What is named already is not judged anew: `legality` has the last word on a whole command.
    """
    found: list[Any]
    if isinstance(said, cmd.Cancel):
        whole = law.paid(state, seat, replace(said, discard=()))
        found = [whole] if law.cancel(state, seat, whole) is None else []
    else:
        named = {key: its for key in KEYS if (its := getattr(said, key, None)) is not None}
        ways = [
            law.paid(state, seat, it)
            for it in every(state, seat)
            if _of(it) == _of(said) and all(getattr(it, key, None) == value for key, value in named.items())
        ]
        found = [it for it in ways if law.main(state, seat, it) is None]
    keys: dict[str, Json] = {}
    for key in KEYS:
        legal_ones = {its for it in found if (its := getattr(it, key, None)) is not None}
        if getattr(said, key, None) is None and legal_ones:
            values = state.pack.zones if key in ("zone", "to", "at") else [it.id for it in state.pieces()]
            keys[key] = {it: None if it in legal_ones else _why(state, seat, found[0], key, it) for it in values}
    discard, drain = law.bill(state, seat, said)
    return {"keys": keys, "discard": discard, "drain": drain, "whole": written(found[0]) if found else None}


def _of(said: Any) -> tuple[Any, ...]:
    """What an option of the main phase is about: its kind, and the card, use, strategy or order."""
    names = ("kind", "card", "source", "use", "strategy", "order")
    return tuple(getattr(said, name, None) for name in names)


def _why(state: State, seat: Seat, said: Any, key: str, value: str) -> Json:
    """Why a legal command with another value in one place is none."""
    other = replace(said, **{key: value})
    return (law.main(state, seat, other) or law.no("PLY-10", "no-target")).to_json()


def complete(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Every legal command of the main phase once, in random order, with a random payment; of the cards that a play
    could sacrifice one is drawn."""
    drafts = list(every(state, seat))
    rng.shuffle(drafts)
    seen: set[tuple[Any, ...]] = set()
    for draft in drafts:
        if isinstance(draft, cmd.Play):
            key = (draft.card, draft.zone, draft.target, draft.to, draft.at)
            if key in seen:
                continue
            seen.add(key)
        said = law.paid(state, seat, draft, rng)
        if law.main(state, seat, said) is None:
            yield written(said)


def main(state: State, seat: Seat) -> list[Json]:
    """The options of the main phase: a row for each card, use, strategy and action, legal with what it still needs, or
    with the reason why not."""
    rows: dict[str, Json] = {}
    order: list[str] = []
    for draft in every(state, seat):
        base, needs = _base(draft)
        key = repr(sorted(base.items()))
        if key not in rows:
            order.append(key)
        elif rows[key]["legal"]:
            continue
        fault = law.main(state, seat, law.paid(state, seat, draft))
        if fault is None:
            if law.bill(state, seat, draft)[0]:
                needs = [*needs, "discard"]
            rows[key] = legal(base, *needs)
        elif key not in rows:
            rows[key] = illegal(base, fault if fault.clause else Refusal("PLY-10", fault.code, fault.params))
    found = [rows[key] for key in order]
    if state.sides[seat] == "human" and all(row["command"]["kind"] != "ops" for row in found):
        # without a card to move no draft can be made
        found.append(illegal({"kind": "ops"}, law.no("OPS-2", "limit-reached" if state.spent.ops else "no-target")))
    return found


def _base(draft: Any) -> tuple[Json, list[str]]:
    """The part of a command that names an option, and what it needs besides."""
    row = written(draft)
    needs: list[str] = [key for key in ("zone", "target", "to", "at", "sacrifice") if key in row]
    if row["kind"] in ("ops", "move-hero"):
        return {"kind": row["kind"]}, needs
    return {key: value for key, value in row.items() if key not in needs}, needs


def answers(state: State, seat: Seat) -> list[Json]:
    """The options of a cancel window: letting it pass, and each cancel card of the hand."""
    rows: list[Json] = [legal({"kind": "cancel", "card": None})]
    for id in law.cancel_cards(state, seat):
        said = law.paid(state, seat, cmd.Cancel(id))
        fault, base = law.cancel(state, seat, said), {"kind": "cancel", "card": id}
        rows.append(illegal(base, fault) if fault else legal(base, *(["discard"] if said.discard else [])))
    return rows


def complete_answers(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Letting it pass and every legal cancel, in random order, with a random payment."""
    drafts = [law.paid(state, seat, cmd.Cancel(id), rng) for id in law.cancel_cards(state, seat)]
    rows: list[Json] = [{"kind": "cancel", "card": None}]
    rows += [written(said) for said in drafts if law.cancel(state, seat, said) is None]
    yield from rng.sample(rows, len(rows))
