"""Brings a list to a table: takes a free seat, and offers the list there when lists are composed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from webapp.lists.kind import ListKind
from webapp.lists.service import list_service
from webapp.store import StoreProblem
from webapp.tables import Refusal, Table, registry

Json = dict[str, Any]
OFFERED = 24
"""Lists offered at a table: the last changed."""


@dataclass(frozen=True)
class ListOffer:
    """A whole list to sit down with. ``command`` brings it to a match, which says whether it is legal there;
    ``options`` are those of a table of its own."""

    id: str
    name: str
    command: Json
    options: Json


@dataclass
class ChosenList:
    """The list that a player came to the table with."""

    offer: ListOffer | None = None


def bring(table: Table, seat: str, offer: ListOffer) -> None:
    """Remembers what the player on a seat came with, while they are at the table."""
    table.draft(seat, "brought", ChosenList).offer = offer


def brought(table: Table, seat: str) -> ListOffer | None:
    """What the player on that seat came with: they alone know it, whatever seat they had then."""
    return table.draft(seat, "brought", ChosenList).offer


def offers(session: str, table: Table, seat: str) -> list[ListOffer]:
    """What the player may sit down with: the list they came with, then their own whole ones, favourites first."""
    kind = table.game.lists
    if kind is None:
        return []
    own = sorted(
        (one for one in list_service.lists(session, kind.game) if one.deleted_at is None and one.archived_at is None),
        key=lambda one: not one.favourite,
    )
    found = []
    for saved in own:
        try:
            value = kind.read(saved.content)
        except ValueError:
            continue
        if kind.whole(value):
            found.append(offered(kind, saved.id, saved.name, value))
    first = brought(table, seat)
    rest = [one for one in found if first is None or one.command != first.command]
    return ([first] if first is not None else []) + rest[:OFFERED]


def offered(kind: ListKind[Any], id: str, name: str, value: Any) -> ListOffer:
    """A list as what is brought. Raises ValueError for one that is not whole."""
    if not kind.whole(value):
        raise ValueError("not a whole list")
    return ListOffer(id, name, kind.answer(value), kind.options(value))


# Tables to go to


@dataclass(frozen=True)
class Chair:
    """A seat to go to: one's own, or a free one."""

    table: Table
    seat: str
    mine: bool


def chairs(kind: ListKind[Any], session: str) -> list[Chair]:
    """One's own seats at tables where lists are still to be brought, then the free ones at open tables."""
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
    """Whether that seat's list is still to be brought, now or later."""
    known = table.draft(seat, "composing", dict[str, bool])
    if table.loaded:
        known["now"] = kind.awaited(table.view(seat))
    # Nothing happens at a table that is not loaded.
    return known.get("now", False)


async def load_own(kind: ListKind[Any], session: str) -> None:
    """Before :func:`chairs` is asked: the matches of one's own tables."""
    for table in registry.all():
        if table.game.key == kind.game and not table.over and table.seat_of(session) is not None:
            with suppress(StoreProblem):
                await table.load()


async def sit(
    kind: ListKind[Any], session: str, name: str, where: tuple[object, object] | None, offer: ListOffer
) -> str | Refusal | None:
    """Takes a seat, or comes back to one's own, and brings the list along. `where`: a table and a seat of it, or None
    for a table of one's own. The table's code; why not; or None where there is no such chair any more."""
    if where is None:
        if not name:
            return Refusal("", "no-name")
        chair = await new_table(kind, offer)
    else:
        found = next((it for it in chairs(kind, session) if (it.table.code, it.seat) == where), None)
        if found is None:
            return None
        chair = found
    if not chair.mine:
        refusal = await chair.table.sit(session, chair.seat, name)
        if refusal is not None:
            return refusal
    bring(chair.table, chair.seat, offer)
    return chair.table.code


async def new_table(kind: ListKind[Any], offer: ListOffer) -> Chair:
    """A table where that list can be brought."""
    options = {choice.key: choice.option(None) for choice in registry.games[kind.game].choices} | offer.options
    table = await registry.create(options, "", kind.game)
    return Chair(table, next(iter(table.seats)), False)
