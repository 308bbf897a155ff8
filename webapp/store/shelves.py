"""Lists that people compose, their earlier versions, and the shelves that hold them. Knows no game.

A shelf is named by a secret of the server. A browser gets access by the id in its cookie; further browsers get it with
a code that can be used once. Deleted lists are kept for a while and can be restored."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlmodel import Session, col, delete, select, update

from webapp.store.models import ListRow, ListVersionRow, ShelfKeyRow, ShelfOfferRow
from webapp.store.writer import Writer


@dataclass(frozen=True)
class SavedList:
    """A stored list; `content` is JSON data. Times are seconds since the epoch, UTC."""

    id: str
    shelf: str
    title: str
    name: str
    content: dict[str, Any]
    created_at: float
    changed_at: float
    version: int = 1
    notes: str = ""
    tags: tuple[str, ...] = ()
    favourite: bool = False
    archived_at: float | None = None
    deleted_at: float | None = None


@dataclass(frozen=True)
class SavedVersion:
    """A stored version of a list."""

    number: int
    name: str
    content: dict[str, Any]
    at: float


class Shelves:
    """The lists of all browsers. Reads are plain calls of a millisecond; writes are awaited, and durable when they
    return."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    # Reading

    def shelf_of(self, holder: str) -> str | None:
        """The shelf of a browser; None before it has stored a list."""
        with Session(self._engine) as session:
            key = session.get(ShelfKeyRow, holder)
            return key.shelf if key is not None else None

    def lists(self, shelf: str) -> list[SavedList]:
        """The lists on a shelf, archived and deleted ones too; the last changed first."""
        with Session(self._engine) as session:
            rows = session.exec(
                select(ListRow).where(col(ListRow.shelf) == shelf).order_by(col(ListRow.changed_at).desc())
            )
            return [_saved(row) for row in rows]

    def get(self, id: str) -> SavedList | None:
        """One list, on any shelf."""
        with Session(self._engine) as session:
            row = session.get(ListRow, id)
            return _saved(row) if row is not None else None

    def versions(self, id: str) -> list[SavedVersion]:
        """All versions of a list, the present one included, newest first."""
        with Session(self._engine) as session:
            rows = session.exec(
                select(ListVersionRow)
                .where(col(ListVersionRow.list_id) == id)
                .order_by(col(ListVersionRow.number).desc())
            )
            return [SavedVersion(row.number, row.name, json.loads(row.content), row.at) for row in rows]

    # Writing

    async def let_in(self, holder: str, shelf: str) -> None:
        """Gives a browser access to a shelf."""
        await self._writer.do(lambda connection: _merge(connection, ShelfKeyRow(holder=holder, shelf=shelf)))

    async def keep(self, lists: Iterable[SavedList]) -> None:
        """Writes lists, all or none of them, each with the version of its number; an existing version is
        overwritten."""
        rows = [(_row(saved), _version(saved)) for saved in lists]

        def work(connection: Connection) -> None:
            for row, version in rows:
                _merge(connection, row, version)

        await self._writer.do(work)

    async def forget(self, deleted_before: float) -> None:
        """Deletes for good the lists deleted before that time."""

        def work(connection: Connection) -> None:
            gone = select(col(ListRow.id)).where(col(ListRow.deleted_at) < deleted_before)
            connection.execute(delete(ListVersionRow).where(col(ListVersionRow.list_id).in_(gone)))
            connection.execute(delete(ListRow).where(col(ListRow.deleted_at) < deleted_before))

        await self._writer.do(work)

    # Sharing a shelf among browsers

    async def offer(self, shelf: str, code: str, now: float, expires_at: float) -> None:
        """Stores a code with which another browser gets access until that time; earlier codes of the shelf become
        invalid."""

        def work(connection: Connection) -> None:
            stale = (col(ShelfOfferRow.shelf) == shelf) | (col(ShelfOfferRow.expires_at) < now)
            connection.execute(delete(ShelfOfferRow).where(stale))
            _merge(connection, ShelfOfferRow(code=code, shelf=shelf, expires_at=expires_at))

        await self._writer.do(work)

    async def claim(self, holder: str, code: str, now: float) -> str | None:
        """Gives a browser access with a code, which becomes invalid; the browser's own lists move to that shelf.
        Returns the shelf, or None where the code is not valid."""

        def work(connection: Connection) -> str | None:
            with Session(bind=connection, join_transaction_mode="create_savepoint") as session:
                offer = session.get(ShelfOfferRow, code)
                if offer is None or offer.expires_at < now:
                    return None
                shelf = offer.shelf
                session.delete(offer)
                before = session.get(ShelfKeyRow, holder)
                if before is not None and before.shelf != shelf:
                    _move(session, before.shelf, shelf)
                session.merge(ShelfKeyRow(holder=holder, shelf=shelf))
                session.commit()
                return shelf

        return await self._writer.do(work)


def _move(session: Session, old: str, new: str) -> None:
    """Moves all lists and all browsers of the shelf ``old`` to ``new``, and deletes the code of ``old``."""
    session.exec(update(ListRow).where(col(ListRow.shelf) == old).values(shelf=new))
    session.exec(update(ShelfKeyRow).where(col(ShelfKeyRow.shelf) == old).values(shelf=new))
    session.exec(delete(ShelfOfferRow).where(col(ShelfOfferRow.shelf) == old))


def _merge(connection: Connection, *rows: ShelfKeyRow | ShelfOfferRow | ListRow | ListVersionRow) -> None:
    with Session(bind=connection, join_transaction_mode="create_savepoint") as session:
        for row in rows:
            session.merge(row)
        session.commit()


def _saved(row: ListRow) -> SavedList:
    kept = row.model_dump(exclude={"content", "tags"})
    return SavedList(**kept, content=json.loads(row.content), tags=tuple(json.loads(row.tags)))


def _row(saved: SavedList) -> ListRow:
    return ListRow(**(vars(saved) | {"content": _json(saved.content), "tags": _json(list(saved.tags))}))


def _version(saved: SavedList) -> ListVersionRow:
    return ListVersionRow(
        list_id=saved.id, number=saved.version, name=saved.name, content=_json(saved.content), at=saved.changed_at
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
