"""What a browser sends from the shelf and from a builder."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=300)]
Value = Word | int | bool | None
"""Of a choice: the game's draft says which there are."""

# On the shelf of the list ``id``; in a builder, without one, of the list that is open


@noun
class ToggleFavourite:
    """Whether a list is a favourite."""

    id: Word | None = None
    do: Literal["favourite"] = "favourite"


@noun
class ToggleArchived:
    """Whether a list is archived."""

    id: Word | None = None
    do: Literal["archive"] = "archive"


@noun
class DeleteList:
    """A list is deleted."""

    id: Word | None = None
    do: Literal["delete"] = "delete"


@noun
class UndeleteList:
    """A list is had back."""

    id: Word | None = None
    do: Literal["undelete"] = "undelete"


@noun
class CopyList:
    """A list of its own with the same cards."""

    id: Word | None = None
    do: Literal["copy"] = "copy"


@noun
class TakeSeat:
    """A seat, with the list: at a table that is there, or without a code at a new one."""

    code: Word | None = None
    seat: Word | None = None
    do: Literal["sit"] = "sit"


# The shelf


@noun
class ChooseStart:
    """A choice beside the ways to begin a list, by the game's own keys."""

    choice: Annotated[dict[Word, Word], Field(max_length=4)]
    do: Literal["starting"] = "starting"


@noun
class ShowShelf:
    """Another part of the shelf."""

    which: Word
    do: Literal["shelf"] = "shelf"


@noun
class ShowTag:
    """The lists with a tag alone; the same again: all."""

    tag: Word
    do: Literal["tag"] = "tag"


@noun
class PlayList:
    """A ready-made list, or one of one's own, is to be played."""

    starter: Word = ""
    id: Word = ""
    do: Literal["play"] = "play"


@noun
class ClosePlay:
    """Nothing is to be played."""

    do: Literal["no-play"] = "no-play"


ShelfIntent = (
    ToggleFavourite
    | ToggleArchived
    | DeleteList
    | UndeleteList
    | CopyList
    | TakeSeat
    | ChooseStart
    | ShowShelf
    | ShowTag
    | PlayList
    | ClosePlay
)
SHELF: Intents[ShelfIntent] = Intents(ShelfIntent)

# A builder


@noun
class ShowPart:
    """Another part of the page."""

    part: Word
    do: Literal["part"] = "part"


@noun
class UndoEdit:
    """The last change is taken back."""

    do: Literal["undo"] = "undo"


@noun
class RedoEdit:
    """The change taken back last is made again."""

    do: Literal["redo"] = "redo"


@noun
class KeepList:
    """A list that came by a link becomes one's own."""

    do: Literal["keep"] = "keep"


@noun
class RestoreVersion:
    """An earlier version, as a new one."""

    number: int
    do: Literal["restore"] = "restore"


ListIntent = (
    ToggleFavourite
    | ToggleArchived
    | DeleteList
    | UndeleteList
    | CopyList
    | TakeSeat
    | ShowPart
    | UndoEdit
    | RedoEdit
    | KeepList
    | RestoreVersion
)
"""What every builder knows; a game's adds its own."""


@noun
class SetCopies:
    """So many copies of a card."""

    section: Word
    card: Word
    count: int
    do: Literal["put"] = "put"


PLAIN: Intents[ListIntent | SetCopies] = Intents(ListIntent | SetCopies)
