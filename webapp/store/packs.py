"""Uploaded packs of cards, with their earlier versions and the pictures on their cards. Knows no game.

Deleted packs are kept for a while and can be restored. Pictures are named by the digest of their bytes and never
change."""

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
"""The number of versions kept of each pack, the newest ones."""


@dataclass(frozen=True)
class SavedPack:
    """A stored pack: its files by name, and the digest of each of its pictures by name. Times are seconds since the
    epoch, UTC."""

    id: str
    holder: str
    """The browser that uploaded it; "" for the host's command line."""
    by: str
    files: Mapping[str, str]
    added_at: float
    changed_at: float
    pictures: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    """The number of the stored version, from 1; the author's own version number is in the files."""
    revision: int = 1
    """Increases with every change."""
    deleted_at: float | None = None
    title: str = field(kw_only=True)
    """The key of the pack's game."""


@dataclass(frozen=True)
class SavedPicture:
    """A stored picture; `kind` is its file name extension."""

    kind: str
    data: bytes

    @property
    def name(self) -> str:
        """The name in addresses: the digest of its data, and its kind."""
        return f"{hashlib.sha256(self.data).hexdigest()}.{self.kind}"


class Packs:
    """The packs of all browsers. Reads are plain calls of a millisecond; writes are awaited, and durable when they
    return."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    def revisions(self, title: str | None = None) -> dict[str, int]:
        """The revision of each pack, deleted ones included, to find those that have changed. `title`: only the packs of
        that game."""
        wanted = select(PackRow.id, PackRow.revision)
        with Session(self._engine) as session:
            return dict(session.exec(wanted if title is None else wanted.where(col(PackRow.title) == title)).all())

    def get(self, id: str) -> SavedPack | None:
        """One pack."""
        with Session(self._engine) as session:
            row = session.get(PackRow, id)
            return _saved(row) if row is not None else None

    def before(self, id: str, version: int) -> SavedPack | None:
        """A pack as it was in the version before this one."""
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
        """Writes a pack with the version of its number (an existing one is overwritten, later ones are deleted) and its
        new pictures. Raises :class:`Conflict` where `pack.revision` does not follow the stored one: somebody else has
        changed the pack."""
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
        """Deletes for good the packs deleted before that time, and the pictures that neither a version of a pack nor a
        match uses."""

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
