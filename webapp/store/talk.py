"""The chat of tables, private notes of players, and each table's state besides its match. Knows no game."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, insert, update
from sqlmodel import Session, col, delete, select

from webapp.store.models import LineRow, PadRow, StandingRow
from webapp.store.writer import Writer

KEPT = 1000
"""The number of lines kept of each channel of a table, the last ones."""


@dataclass(frozen=True)
class TalkLine:
    """A line of the chat. `speaker`: a seat, or the mark of a person without one; empty for the table itself. `key`: of
    a phrase in the catalogue, filled in with `params`; without one the text is `body`."""

    channel: str
    speaker: str
    name: str
    at: float
    body: str = ""
    key: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


class Talks:
    """The chat, notes and states of all tables. Reads are plain calls; writes are durable when they return."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def lines(self, table_id: int, last: int) -> list[TalkLine]:
        """The last lines of a table, oldest first."""
        with Session(self._engine) as session:
            wanted = select(LineRow).where(col(LineRow.table_id) == table_id).order_by(col(LineRow.id).desc())
            rows = session.exec(wanted.limit(last)).all()
        return [
            TalkLine(row.channel, row.speaker, row.name, row.at, row.body, row.key, json.loads(row.params))
            for row in reversed(rows)
        ]

    def pad(self, table_id: int, holder: str) -> str:
        """The private notes of a player at a table."""
        with Session(self._engine) as session:
            row = session.get(PadRow, (table_id, holder))
            return "" if row is None else row.body

    def notes(self, table_id: int, holder: str) -> dict[str, str]:
        """Somebody's short notes at a table, by what they are about, the last written last."""
        with Session(self._engine) as session:
            row = session.get(PadRow, (table_id, holder))
            return {} if row is None else dict(json.loads(row.notes))

    def kept_state(self, table_id: int) -> dict[str, Any]:
        """The stored state of a table by key, such as its clocks; empty where none was stored."""
        with Session(self._engine) as session:
            row = session.get(StandingRow, table_id)
            return {} if row is None else dict(json.loads(row.state))

    async def say(self, table_id: int, line: TalkLine) -> None:
        """Stores a line."""

        def work(connection: Connection) -> None:
            row = vars(line) | {"table_id": table_id, "params": json.dumps(dict(line.params))}
            connection.execute(insert(LineRow).values(**row))
            same = (col(LineRow.table_id) == table_id, col(LineRow.channel) == line.channel)
            oldest = select(LineRow.id).where(*same).order_by(col(LineRow.id).desc()).offset(KEPT).limit(1)
            if (id := connection.execute(oldest).scalar()) is not None:
                connection.execute(delete(LineRow).where(*same, col(LineRow.id) <= id))

        await self._writer.do(work)

    async def note(self, table_id: int, holder: str, body: str) -> None:
        """Keeps what somebody notes for themselves."""

        def work(connection: Connection) -> None:
            _put(connection, table_id, holder, body=body)

        await self._writer.do(work)

    async def note_about(self, table_id: int, holder: str, subject: str, text: str, most: int) -> None:
        """Keeps somebody's note about one thing, or without a text drops it; of more than ``most`` the oldest go."""

        def work(connection: Connection) -> None:
            same = (col(PadRow.table_id) == table_id, col(PadRow.holder) == holder)
            kept = json.loads(connection.execute(select(PadRow.notes).where(*same)).scalar() or "{}")
            kept.pop(subject, None)
            rows = [*kept.items(), *([(subject, text)] if text else [])][-most:]
            _put(connection, table_id, holder, notes=json.dumps(dict(rows)))

        await self._writer.do(work)

    async def carry(self, table_id: int, before: str, after: str) -> None:
        """Gives all that somebody noted at a table to the browser that has their seat now."""

        def work(connection: Connection) -> None:
            at_table = col(PadRow.table_id) == table_id
            if connection.execute(select(PadRow.holder).where(at_table, col(PadRow.holder) == before)).scalar():
                connection.execute(delete(PadRow).where(at_table, col(PadRow.holder) == after))
                connection.execute(update(PadRow).where(at_table, col(PadRow.holder) == before).values(holder=after))

        await self._writer.do(work)

    async def keep_state(self, table_id: int, state: Mapping[str, Any]) -> None:
        """Stores the state of a table."""

        def work(connection: Connection) -> None:
            connection.execute(delete(StandingRow).where(col(StandingRow.table_id) == table_id))
            connection.execute(insert(StandingRow).values(table_id=table_id, state=json.dumps(dict(state))))

        await self._writer.do(work)


def _put(connection: Connection, table_id: int, holder: str, **values: str) -> None:
    same = (col(PadRow.table_id) == table_id, col(PadRow.holder) == holder)
    if not connection.execute(update(PadRow).where(*same).values(**values)).rowcount:
        connection.execute(insert(PadRow).values(**{"table_id": table_id, "holder": holder, "body": "", **values}))
