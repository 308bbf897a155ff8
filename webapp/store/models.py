"""The tables of the database as SQLModel classes. They know seats, commands and events, and no particular game."""

from sqlmodel import Field, SQLModel


class TableRow(SQLModel, table=True):
    """A table: one match, with what it was made from. Times are seconds since the epoch, UTC."""

    __tablename__ = "tables"

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(index=True, unique=True)
    title: str
    name: str
    options: str
    """JSON: what the match was made with."""
    created_at: float
    outcome: str | None = None
    """JSON; null while the match goes on."""
    settings: str = "{}"
    """JSON: what was agreed about the table besides the match."""


class SeatRow(SQLModel, table=True):
    """A person on a seat. The holder is the id in the browser's signed cookie."""

    __tablename__ = "seats"

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    seat: str = Field(primary_key=True)
    holder: str = Field(index=True)
    name: str
    taken_at: float
    ready: bool = True
    recovery: str = ""
    """The digest of the code that takes the seat to another browser; empty before one was asked for."""
    bot: str = ""
    """The kind of bot that plays for it; empty: its holder does."""


class GuestRow(SQLModel, table=True):
    """A browser without a seat that gave the password, or that the host has sent away."""

    __tablename__ = "guests"

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    holder: str = Field(primary_key=True)
    barred: bool


class TokenRow(SQLModel, table=True):
    """A program may play for a seat: the digest of the token that it shows."""

    __tablename__ = "tokens"

    digest: str = Field(primary_key=True)
    table_id: int = Field(foreign_key="tables.id")
    seat: str
    issued_at: float


class StepRow(SQLModel, table=True):
    """One accepted command with all the events it caused: a row, so that half of it can never be there.

    Step 0 has no seat: its events are those of the match's making.
    """

    __tablename__ = "steps"

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    sequence: int = Field(primary_key=True)
    seat: str | None = None
    command: str
    """JSON."""
    events: str
    """JSON: a list."""
    at: float
    digest: str
    """SHA-256 over the digest before it and this row: what was kept is what was played."""


class VisitorRow(SQLModel, table=True):
    """A browser's name, language and preferences."""

    __tablename__ = "visitors"

    id: str = Field(primary_key=True)
    name: str = ""
    language: str | None = None
    preferences: str = "{}"
    """JSON: what they prefer of the look and the handling."""


class ShelfKeyRow(SQLModel, table=True):
    """The owner of a shelf of lists: several browsers of one person share a shelf."""

    __tablename__ = "shelf_keys"

    holder: str = Field(primary_key=True)
    """The id in the browser's signed cookie."""
    shelf: str = Field(index=True)


class ShelfOfferRow(SQLModel, table=True):
    """A code with which another browser may share a shelf: good once, and for a while."""

    __tablename__ = "shelf_offers"

    code: str = Field(primary_key=True)
    shelf: str
    expires_at: float


class ListRow(SQLModel, table=True):
    """A list composed for a game, as it is now."""

    __tablename__ = "lists"

    id: str = Field(primary_key=True)
    shelf: str = Field(index=True)
    title: str
    """The game it is for."""
    name: str
    notes: str
    tags: str
    """JSON: a list of words."""
    favourite: bool
    content: str
    """JSON."""
    version: int
    created_at: float
    changed_at: float
    archived_at: float | None = None
    deleted_at: float | None = None


class ListVersionRow(SQLModel, table=True):
    """A list as it was."""

    __tablename__ = "list_versions"

    list_id: str = Field(primary_key=True, foreign_key="lists.id")
    number: int = Field(primary_key=True)
    name: str
    content: str
    at: float


class PackRow(SQLModel, table=True):
    """A pack of cards that somebody brought, as it is now."""

    __tablename__ = "packs"

    id: str = Field(primary_key=True)
    holder: str
    """The id in the browser's signed cookie; empty for the host's own command."""
    by: str
    files: str
    """JSON: texts by file name."""
    pictures: str
    """JSON: names of pictures by file name."""
    version: int
    revision: int
    added_at: float
    changed_at: float
    deleted_at: float | None = None
    title: str
    """The key of the game it is for."""


class PackVersionRow(SQLModel, table=True):
    """A pack as it was."""

    __tablename__ = "pack_versions"

    pack_id: str = Field(primary_key=True, foreign_key="packs.id")
    number: int = Field(primary_key=True)
    files: str
    pictures: str
    at: float


class PictureRow(SQLModel, table=True):
    """A picture on a card, named by the digest of what is in it."""

    __tablename__ = "pictures"

    name: str = Field(primary_key=True)
    kind: str
    data: bytes


class LineRow(SQLModel, table=True):
    """A line said at a table."""

    __tablename__ = "lines"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(index=True, foreign_key="tables.id")
    channel: str
    speaker: str
    name: str
    at: float
    body: str
    key: str
    params: str
    """JSON."""


class PadRow(SQLModel, table=True):
    """The private notes of a player at a table."""

    __tablename__ = "pads"

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    holder: str = Field(primary_key=True)
    body: str
    notes: str = "{}"
    """JSON: short texts by what they are about."""


class StandingRow(SQLModel, table=True):
    """The times of a table: the rest on its clocks, and since when nobody is there."""

    __tablename__ = "standings"

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    state: str
    """JSON."""
