"""The lists that a player can bring to a table, and the free seats where they can be played; sits down with one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules.kernel.refusals import Refused
from webapp.lists.kind import ListKind
from webapp.lists.service import list_service
from webapp.store import StoreProblem
from webapp.tables import Refusal, Table, registry

Json = dict[str, Any]
OFFERED = 24
"""The most lists offered at a table."""


@dataclass(frozen=True)
class ListOffer:
    """A complete list to play with. ``command`` submits it to a match, which checks that it is legal there; ``options``
    are those of a new table for it."""

    id: str
    name: str
    command: Json
    options: Json


@dataclass
class ChosenList:
    """The list that a player chose before they came to the table."""

    offer: ListOffer | None = None


def bring(table: Table, seat: str, offer: ListOffer) -> None:
    """Remembers the list for as long as the player has the seat."""
    table.draft(seat, "brought", ChosenList).offer = offer


def brought(table: Table, seat: str) -> ListOffer | None:
    """The list that the player on that seat came with. It follows the player when seats are swapped."""
    return table.draft(seat, "brought", ChosenList).offer


def offers(session: str, table: Table, seat: str) -> list[ListOffer]:
    """The lists to choose from: the one the player came with, then their own complete ones, favourites first."""
    kind = table.game.lists
    if kind is None:
        return []
    own = sorted(
        (one for one in list_service.lists(session, kind.game) if one.deleted_at is None and one.archived_at is None),
        key=lambda one: not one.favourite,
    )
    offered_lists = []
    for saved in own:
        try:
            value = kind.read(saved.content)
        except ValueError:
            continue
        if kind.whole(value):
            offered_lists.append(offered(kind, saved.id, saved.name, value))
    first = brought(table, seat)
    rest = [one for one in offered_lists if first is None or one.command != first.command]
    return ([first] if first is not None else []) + rest[:OFFERED]


def offered(kind: ListKind[Any], id: str, name: str, value: Any) -> ListOffer:
    """The offer of a list. Raises ValueError if the list is incomplete."""
    if not kind.whole(value):
        raise ValueError("not a whole list")
    return ListOffer(id, name, kind.answer(value), kind.options(value))


# Tables to go to


@dataclass(frozen=True)
class Chair:
    """A seat to play at: the browser's own, or a free one."""

    table: Table
    seat: str
    mine: bool


def chairs(kind: ListKind[Any], session: str) -> list[Chair]:
    """The browser's own seats that still need a list, then the free seats of open tables."""
    own, free = [], []
    for table in registry.all():
        if table.game.key != kind.game or table.over or table.settings.closed:
            continue
        mine = table.seat_of(session)
        if mine is not None:
            if composing(kind, table, mine):
                own.append(Chair(table, mine, True))
        elif table.joining_refused(session) is None:
            free += [Chair(table, key, False) for key, seat in table.seats.items() if seat.free]
    return own + free


def composing(kind: ListKind[Any], table: Table, seat: str) -> bool:
    """Whether the seat still needs a list, now or later in the match."""
    known = table.draft(seat, "composing", dict[str, bool])
    if table.loaded:
        known["now"] = kind.awaited(table.view(seat))
    # A table that is not loaded does not change.
    return known.get("now", False)


async def load_own(kind: ListKind[Any], session: str) -> None:
    """Loads the matches of the browser's own tables, which :func:`chairs` looks at."""
    for table in registry.all():
        if table.game.key == kind.game and not table.over and table.seat_of(session) is not None:
            with suppress(StoreProblem):
                await table.load()


async def sit(
    kind: ListKind[Any], session: str, name: str, where: tuple[object, object] | None, offer: ListOffer
) -> str | Refusal | None:
    """Takes a seat, or returns to the browser's own, with the list. `where`: code and seat of a table, or None for a
    new table. Returns the table's code, a refusal, or None if that seat is gone."""
    if where is None:
        if not name:
            return Refusal("", "no-name")
        try:
            chair = await new_table(kind, offer, session)
        except Refused as refused:
            return refused.refusal
    else:
        free = next(
            (candidate for candidate in chairs(kind, session) if (candidate.table.code, candidate.seat) == where), None
        )
        if free is None:
            return None
        chair = free
    if not chair.mine:
        refusal = await chair.table.sit(session, chair.seat, name)
        if refusal is not None:
            return refusal
    bring(chair.table, chair.seat, offer)
    return chair.table.code


async def new_table(kind: ListKind[Any], offer: ListOffer, session: str) -> Chair:
    """A new table whose options allow the list. Raises what :meth:`Registry.adopt` raises."""
    options = {choice.key: choice.option(None) for choice in registry.games[kind.game].choices} | offer.options
    table = await registry.create(options, "", kind.game, by=session)
    return Chair(table, next(iter(table.seats)), False)
