"""The messages from the shelf and from a builder, as nouns with the tag `do`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=300)]
Value = Word | int | bool | None
"""The value of a choice; the game's draft decides which are valid."""

# On the shelf of the list ``id``; in a builder, without one, of the list that is open


@noun
class ToggleFavourite:
    """Marks a list as a favourite, or takes the mark away."""

    id: Word | None = None
    do: Literal["favourite"] = "favourite"


@noun
class ToggleArchived:
    """Archives a list, or brings it back."""

    id: Word | None = None
    do: Literal["archive"] = "archive"


@noun
class DeleteList:
    """Deletes a list."""

    id: Word | None = None
    do: Literal["delete"] = "delete"


@noun
class UndeleteList:
    """Restores a deleted list."""

    id: Word | None = None
    do: Literal["undelete"] = "undelete"


@noun
class CopyList:
    """Copies a list."""

    id: Word | None = None
    do: Literal["copy"] = "copy"


@noun
class TakeSeat:
    """Takes a seat with the list, at the table of that code or, without one, at a new table."""

    code: Word | None = None
    seat: Word | None = None
    do: Literal["sit"] = "sit"


# The shelf


@noun
class ChooseStart:
    """Presses a choice beside the ready-made lists; keys are the game's."""

    choice: Annotated[dict[Word, Word], Field(max_length=4)]
    do: Literal["starting"] = "starting"


@noun
class ShowShelf:
    """Shows another section of the shelf."""

    which: Word
    do: Literal["shelf"] = "shelf"


@noun
class ShowTag:
    """Shows only the lists with that tag; the same tag again shows all."""

    tag: Word
    do: Literal["tag"] = "tag"


@noun
class PlayList:
    """Opens the tables to play at, for a ready-made list or one of the browser's own."""

    starter: Word = ""
    id: Word = ""
    do: Literal["play"] = "play"


@noun
class ClosePlay:
    """Closes the tables to play at."""

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
    """Shows another part of the page."""

    part: Word
    do: Literal["part"] = "part"


@noun
class UndoEdit:
    """Undoes the last change."""

    do: Literal["undo"] = "undo"


@noun
class RedoEdit:
    """Redoes the last undone change."""

    do: Literal["redo"] = "redo"


@noun
class KeepList:
    """Adds a list that came by a link to the browser's shelf."""

    do: Literal["keep"] = "keep"


@noun
class RestoreVersion:
    """Restores an earlier version as a new one."""

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
"""The intents of every builder; a game adds its own."""


@noun
class SetCopies:
    """Sets the number of copies of a card."""

    section: Word
    card: Word
    count: int
    do: Literal["put"] = "put"


PLAIN: Intents[ListIntent | SetCopies] = Intents(ListIntent | SetCopies)
