"""Packs of cards that people brought, with what each was before, and the pictures on their cards. Knows no game.

What is deleted stays for a while, so that it can be taken back. Pictures are kept by what is in them and never change.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, Engine, text
from sqlmodel import Session, col, delete, select

from webapp.store.models import PackRow, PackVersionRow, PictureRow
from webapp.store.problems import Conflict
from webapp.store.writer import Writer

VERSIONS = 20
"""Versions kept of each pack, the newest."""


@dataclass(frozen=True)
class SavedPack:
    """A pack as it is now: its files by name, and the digest of each of its pictures by name. Times are seconds since
    the epoch, UTC."""

    id: str
    holder: str
    """The browser that brought it; "" for the host's own command."""
    by: str
    files: Mapping[str, str]
    added_at: float
    changed_at: float
    pictures: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    """Of what is kept here, counted from 1; what its author calls it is in its files."""
    revision: int = 1
    """Grows with every change."""
    deleted_at: float | None = None
    title: str = "olomoc"
    """The game it is for. When only one game had packs, none was named."""


@dataclass(frozen=True)
class SavedPicture:
    """A picture; ``kind`` is the end of its file's name."""

    kind: str
    data: bytes

    @property
    def name(self) -> str:
        """What it is asked for by: the digest of its data, and its kind."""
        return f"{hashlib.sha256(self.data).hexdigest()}.{self.kind}"


class Packs:
    """The packs of everybody. Reads are plain calls of a millisecond; writes are awaited and durable on return."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def revisions(self, title: str | None = None) -> dict[str, int]:
        """The revision of each pack, deleted ones included: what has changed since one last looked. ``title``: only of
        the packs for that game."""
        wanted = select(PackRow.id, PackRow.revision)
        with Session(self._engine) as session:
            return dict(session.exec(wanted if title is None else wanted.where(col(PackRow.title) == title)).all())

    def get(self, id: str) -> SavedPack | None:
        """One pack."""
        with Session(self._engine) as session:
            row = session.get(PackRow, id)
            return _saved(row) if row is not None else None

    def before(self, id: str, version: int) -> SavedPack | None:
        """A pack as it was in the last version before that one."""
        with Session(self._engine) as session:
            row = session.get(PackRow, id)
            earlier = session.exec(
                select(PackVersionRow)
                .where(col(PackVersionRow.pack_id) == id, col(PackVersionRow.number) < version)
                .order_by(col(PackVersionRow.number).desc())
            ).first()
            if row is None or earlier is None:
                return None
            changed = {"files": earlier.files, "pictures": earlier.pictures, "version": earlier.number}
            return _saved(PackRow(**(row.model_dump() | changed)))

    def picture(self, name: str) -> SavedPicture | None:
        """The picture of that name."""
        with Session(self._engine) as session:
            row = session.get(PictureRow, name)
            return SavedPicture(row.kind, row.data) if row is not None else None

    async def keep(self, pack: SavedPack, pictures: Iterable[SavedPicture] = ()) -> None:
        """Keeps a pack as it is now, with the version that its number says (one that is there already is overwritten;
        those after it are gone) and pictures new to it. Raises :class:`Conflict` where ``pack.revision`` does not
        follow the one that is kept: somebody else changed it."""
        row = PackRow(**(vars(pack) | {"files": _json(pack.files), "pictures": _json(pack.pictures)}))
        version = PackVersionRow(
            pack_id=pack.id, number=pack.version, files=row.files, pictures=row.pictures, at=pack.changed_at
        )
        drawn = [PictureRow(name=picture.name, kind=picture.kind, data=picture.data) for picture in pictures]

        def work(connection: Connection) -> None:
            with Session(bind=connection, join_transaction_mode="create_savepoint") as session:
                now = session.get(PackRow, pack.id)
                if pack.revision != (now.revision if now is not None else 0) + 1:
                    raise Conflict(f"pack {pack.id}", f"revision {pack.revision}")
                for one in (row, version, *drawn):
                    session.merge(one)
                number = col(PackVersionRow.number)
                its = col(PackVersionRow.pack_id) == pack.id
                session.exec(delete(PackVersionRow).where(its, number > pack.version))
                session.exec(delete(PackVersionRow).where(its, number <= pack.version - VERSIONS))
                session.commit()

        await self._writer.do(work)

    async def forget(self, deleted_before: float) -> None:
        """Drops for good what was deleted before that time, and pictures that are on no card any more: neither in a
        version of a pack nor in a match."""

        def work(connection: Connection) -> None:
            gone = select(col(PackRow.id)).where(col(PackRow.deleted_at) < deleted_before)
            connection.execute(delete(PackVersionRow).where(col(PackVersionRow.pack_id).in_(gone)))
            connection.execute(delete(PackRow).where(col(PackRow.deleted_at) < deleted_before))
            connection.execute(text(UNSEEN))

        await self._writer.do(work)


UNSEEN = """
DELETE FROM pictures
WHERE NOT EXISTS (SELECT 1 FROM pack_versions WHERE instr(pack_versions.pictures, pictures.name))
  AND NOT EXISTS (SELECT 1 FROM steps WHERE steps.sequence = 0 AND instr(steps.events, pictures.name))
"""


def _saved(row: PackRow) -> SavedPack:
    kept = row.model_dump(exclude={"files", "pictures"})
    return SavedPack(**kept, files=json.loads(row.files), pictures=json.loads(row.pictures))


def _json(value: Mapping[str, str]) -> str:
    return json.dumps(dict(value), separators=(",", ":"), ensure_ascii=False)
