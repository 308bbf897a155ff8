"""Brings a list to a table: takes a free seat, and offers the list there when cabals are composed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules.olomoc.cabals.draft import Sketch
from rules.olomoc.packs.layers import CORE
from webapp.games.olomoc import KEY
from webapp.lists.service import as_list, keeper
from webapp.store import StoreProblem
from webapp.tables import Refusal, Table, registry

OFFERED = 24
"""Lists offered at a table: the last changed."""


@dataclass(frozen=True)
class Offer:
    """A whole cabal to sit down with. Whether it is legal at a table, the table's match says."""

    id: str
    name: str
    cabal: dict[str, Any]
    pack: str = CORE


@dataclass
class ChosenList:
    """The list that a player came to the table with."""

    offer: Offer | None = None


def bring(table: Table, seat: str, offer: Offer) -> None:
    """Remembers what the player on a seat came with, while they are at the table."""
    table.draft(seat, "brought", ChosenList).offer = offer


def brought(table: Table, seat: str) -> Offer | None:
    """What the player on that seat came with: they alone know it, whatever seat they had then."""
    return table.draft(seat, "brought", ChosenList).offer


def offers(session: str, table: Table, seat: str) -> list[Offer]:
    """What the player may sit down with: the list they came with, then their own whole ones, favourites first."""
    own = sorted(
        (one for one in keeper.lists(session) if one.deleted_at is None and one.archived_at is None),
        key=lambda one: not one.favourite,
    )
    found = []
    for saved in own:
        try:
            of = as_list(saved)
        except ValueError:
            continue
        if of.sketch.whole:
            found.append(Offer(saved.id, saved.name, of.sketch.to_json(), of.pack))
    first = brought(table, seat)
    rest = [one for one in found if first is None or one.cabal != first.cabal]
    return ([first] if first is not None else []) + rest[:OFFERED]


def offered(id: str, name: str, sketch: Sketch, pack: str = CORE) -> Offer:
    """A sketch as what is brought. Raises ValueError for one that is not whole."""
    if not sketch.whole:
        raise ValueError("not a whole cabal")
    return Offer(id, name, sketch.to_json(), pack)


# Tables to go to


@dataclass(frozen=True)
class Chair:
    """A seat to go to: one's own, or a free one."""

    table: Table
    seat: str
    mine: bool


def chairs(session: str) -> list[Chair]:
    """One's own seats at tables where cabals are still to be composed, then the free ones at open tables."""
    own, free = [], []
    for table in registry.all():
        if table.game.key != KEY or table.over or table.settings.closed:
            continue
        mine = table.seat_of(session)
        if mine is not None:
            if composing(table, mine):
                own.append(Chair(table, mine, True))
        elif table.joining_refused(session) is None:
            free += [Chair(table, key, False) for key, seat in table.seats.items() if seat.free]
    return own + free


def composing(table: Table, seat: str) -> bool:
    """Whether that seat's cabal is still to be composed, now or later."""
    known = table.draft(seat, "composing", dict[str, bool])
    if table.loaded:
        view = table.view(seat)
        known["now"] = not view.get("rouages") and not view.get("cabal")
    # Nothing happens at a table that is not loaded.
    return known.get("now", False)


async def load_own(session: str) -> None:
    """Before :func:`chairs` is asked: the matches of one's own tables."""
    for table in registry.all():
        if table.game.key == KEY and not table.over and table.seat_of(session) is not None:
            with suppress(StoreProblem):
                await table.load()


async def sit(session: str, name: str, where: tuple[object, object] | None, offer: Offer) -> str | Refusal | None:
    """Takes a seat, or comes back to one's own, and brings the list along. `where`: a table and a seat of it, or None
    for a table of one's own. The table's code; why not; or None where there is no such chair any more."""
    if where is None:
        if not name:
            return Refusal("SET-1", "no-name", {})
        chair = await new_table(offer.pack)
    else:
        found = next((it for it in chairs(session) if (it.table.code, it.seat) == where), None)
        if found is None:
            return None
        chair = found
    if not chair.mine:
        refusal = await chair.table.sit(session, chair.seat, name)
        if refusal is not None:
            return refusal
    bring(chair.table, chair.seat, offer)
    return chair.table.code


async def new_table(pack: str) -> Chair:
    """A table for that pack where cabals are composed in secret, so that a whole list can be brought."""
    options = {choice.key: choice.option("secret") for choice in registry.games[KEY].choices}
    if pack != CORE:
        options["packs"] = [pack]
    table = await registry.create(options, "", KEY)
    return Chair(table, next(iter(table.seats)), False)
