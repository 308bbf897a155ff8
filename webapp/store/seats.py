"""The people at tables: seats, guests, tokens for programs, and each table's settings. Knows no game."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, insert
from sqlmodel import Session, col, delete, select, update

from webapp.store.models import GuestRow, SeatRow, TableRow, TokenRow
from webapp.store.problems import Conflict
from webapp.store.writer import Writer


@dataclass(frozen=True)
class SavedSeat:
    """A taken seat: `holder` is a browser's cookie id, `name` what others read, `recovery` a digest, `bot` the kind of
    bot that plays for the holder."""

    seat: str
    holder: str
    name: str
    ready: bool = True
    recovery: str = ""
    bot: str = ""


class SeatStore:
    """Seats, guests and tokens of all tables. Reads are plain calls; writes are durable when they return."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    # Reading

    def guests(self, table_id: int) -> dict[str, bool]:
        """The guests stored for a table, by browser; True: excluded by the host."""
        with Session(self._engine) as session:
            rows = session.exec(select(GuestRow).where(col(GuestRow.table_id) == table_id))
            return {row.holder: row.barred for row in rows}

    def tokens(self, table_id: int) -> dict[str, str]:
        """The seats that programs may play for, by the digests of their tokens."""
        with Session(self._engine) as session:
            rows = session.exec(select(TokenRow).where(col(TokenRow.table_id) == table_id))
            return {row.digest: row.seat for row in rows}

    # Writing

    async def sit(self, table_id: int, seat: SavedSeat) -> None:
        """Stores who has a seat. Raises :class:`Conflict` where it is taken."""

        def work(connection: Connection) -> None:
            _sit(connection, table_id, seat)

        await self._writer.do(work)

    async def reseat(self, table_id: int, before: Mapping[str, SavedSeat], after: Mapping[str, SavedSeat]) -> None:
        """Replaces the seats `before` by `after`, all at once; tokens of a seat whose holder changes become invalid.
        Raises :class:`Conflict` where a seat is not as in `before`."""

        await self._writer.do(lambda connection: reseated(connection, table_id, before, after))

    async def agree(self, table_id: int, settings: dict[str, Any]) -> None:
        """Stores a table's settings."""

        def work(connection: Connection) -> None:
            written = json.dumps(settings)
            connection.execute(update(TableRow).where(col(TableRow.id) == table_id).values(settings=written))

        await self._writer.do(work)

    async def meet(self, table_id: int, holder: str, barred: bool | None) -> None:
        """Stores a guest's state; None deletes it."""

        def work(connection: Connection) -> None:
            same = (col(GuestRow.table_id) == table_id, col(GuestRow.holder) == holder)
            connection.execute(delete(GuestRow).where(*same))
            if barred is not None:
                connection.execute(insert(GuestRow).values(table_id=table_id, holder=holder, barred=barred))

        await self._writer.do(work)

    async def entrust(self, table_id: int, seat: str, digest: str) -> None:
        """Sets the token of a seat, by its digest; an earlier token of the seat is revoked."""

        def work(connection: Connection) -> None:
            connection.execute(delete(TokenRow).where(col(TokenRow.table_id) == table_id, col(TokenRow.seat) == seat))
            row = {"digest": digest, "table_id": table_id, "seat": seat, "issued_at": time.time()}
            connection.execute(insert(TokenRow).values(**row))

        await self._writer.do(work)


def reseated(
    connection: Connection, table_id: int, before: Mapping[str, SavedSeat], after: Mapping[str, SavedSeat]
) -> None:
    """Does the work of :meth:`SeatStore.reseat` within a transaction."""
    for key, seat in before.items():
        same = (col(SeatRow.table_id) == table_id, col(SeatRow.seat) == key)
        if connection.execute(delete(SeatRow).where(*same, col(SeatRow.holder) == seat.holder)).rowcount != 1:
            raise Conflict(f"table {table_id}", f"seat {key}")
        if key not in after or after[key].holder != seat.holder:
            connection.execute(delete(TokenRow).where(col(TokenRow.table_id) == table_id, col(TokenRow.seat) == key))
    for seat in after.values():
        _sit(connection, table_id, seat)


def _sit(connection: Connection, table_id: int, seat: SavedSeat) -> None:
    row = {"table_id": table_id, "taken_at": time.time()} | vars(seat)
    connection.execute(insert(SeatRow).values(**row))
