"""The settings of a table besides its match: who may join, what may be taken back, what the host has closed."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class TableSettings:
    """The settings of one table. Passwords are stored hashed (:func:`webapp.security.codes.hashed`); empty: none."""

    spectators: bool = True
    """Whether people without a seat may watch."""
    takeback: bool = True
    """Whether a player may ask for a command to be taken back."""
    seat_password: str = ""
    watch_password: str = ""
    locked: bool = False
    """Whether the host has locked the seats against new players."""
    closed: bool = False
    """Whether the host has closed the table."""
    hotseat: bool = False
    """Whether all players share one screen, which they hand on."""
    bots: bool = True
    """Whether players may let a bot play a seat that is free, or whose player is absent."""
    hints: bool = False
    """Whether players may ask for hints also where people play against each other; against the house alone they may
    always."""
    clock_bank: int = 0
    """Seconds that each player has for the whole match; 0: no bank."""
    clock_increment: int = 0
    """Seconds that every answer adds to the bank."""
    clock_limit: int = 0
    """Seconds for each decision; 0: no limit."""
    clock_out: str = "answer"
    """The consequence when time is up: ``answer``, the server answers; ``loss``, the match is lost."""
    deleted_at: float = 0.0
    """The time when the host deleted the table, in seconds since the epoch; 0: it is not deleted."""
    abandoned: bool = False
    """Whether the table was closed because no player came back for a long time."""
    shoulders: str = ""
    """The seats whose view is lent to spectators, each with the mark of the holder who lends it."""
    origin: str = ""
    """The origin of a match with a past: ``file``, or the code of the table that it continues."""
    guided: bool = False
    """Whether it is a guided match: dice and the bot's actions are the same for everybody."""
    lesson: str = ""
    """The name of the lesson that it is, where it is a guided one after the first match."""
    rematch: str = ""
    """The code of the table of its rematch."""
    after: str = ""
    """The code of the table that this is a rematch of."""
    answers: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict, hash=False)
    """The players' standing answers to questions that they have answered at the table before; by
    :meth:`Company.player_mark`."""
    record: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What is kept for counting of a match that is over (:attr:`Game.record`); empty: nothing, as of older ones."""

    def to_json(self) -> dict[str, Any]:
        """The settings as they are stored."""
        return asdict(self)

    @classmethod
    def of(cls, kept: dict[str, Any]) -> "TableSettings":
        """The settings from stored data; unknown fields of another version are ignored."""
        known = {its.name for its in fields(cls)}
        return cls(**{key: value for key, value in kept.items() if key in known})
