"""A table's settings besides its match: who may join, what may be taken back, what the host has closed."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class TableSettings:
    """The settings of one table. Passwords are stored hashed (:func:`webapp.security.codes.hashed`); empty: none."""

    spectators: bool = True
    """Whether anybody may watch who has no seat."""
    takeback: bool = True
    """Whether a player may ask for a command to be taken back."""
    seat_password: str = ""
    watch_password: str = ""
    locked: bool = False
    """Nobody sits down who does not sit already."""
    closed: bool = False
    """The host has ended the evening of this table."""
    hotseat: bool = False
    """Everybody who plays sits at one screen, which is handed on."""
    bots: bool = True
    """Whether a player may let a bot play for a seat that is free, or whose player is away."""
    hints: bool = False
    """Whether players may ask for hints also where people play against each other; against the house alone they may
    always."""
    clock_bank: int = 0
    """Seconds that each player has for the whole match; 0: no bank is kept."""
    clock_increment: int = 0
    """Seconds that every answer gives back to the bank."""
    clock_limit: int = 0
    """Seconds for each decision; 0: as long as one likes."""
    clock_out: str = "answer"
    """When time is out: ``answer``, the house answers; ``loss``, the match is lost."""
    deleted_at: float = 0.0
    """When the host put it into the bin, in seconds since the epoch; 0: it is not there."""
    abandoned: bool = False
    """Closed because none of its players came back for a long time."""
    shoulders: str = ""
    """Whose eyes spectators may borrow: seats, each with the mark of the holder who said so, which ends with them."""
    origin: str = ""
    """Where a match with a past comes from: ``file``, or the code of the table that it goes on from."""
    guided: bool = False
    """It is a guided first match: dice, and what the house does, are the same for all who play it."""
    rematch: str = ""
    """The code of the table where the same players play again."""
    after: str = ""
    """The code of the table whose players play again here."""
    answers: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict, hash=False)
    """What players answer as soon as they are asked, since they have answered it at the table before; by
    :meth:`Company.player_mark`."""

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def of(cls, kept: dict[str, Any]) -> "TableSettings":
        """As it was kept; what another version knew is passed over."""
        known = {its.name for its in fields(cls)}
        return cls(**{key: value for key, value in kept.items() if key in known})
