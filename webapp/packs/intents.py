"""What a browser sends from the pages of packs: the buttons of the list's rows, and those beside the editor's form."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=300)]

# The list


@noun
class CopyPack:
    """A copy of one's own, opened in the editor."""

    id: Word
    do: Literal["copy"] = "copy"


@noun
class DeletePack:
    """Into the bin."""

    id: Word
    do: Literal["delete"] = "delete"


@noun
class RestorePack:
    """Out of the bin."""

    id: Word
    do: Literal["restore"] = "restore"


PackIntent = CopyPack | DeletePack | RestorePack
LIST: Intents[PackIntent] = Intents(PackIntent)

# The editor


@noun
class OpenCard:
    """A card, by its place in a file; without a sort the file's text."""

    file: Word
    sort: Word = ""
    index: int = 0
    do: Literal["open"] = "open"


@noun
class NewCard:
    """A card of a sort that has no words yet."""

    sort: Word
    do: Literal["new"] = "new"


@noun
class TakeCoreCard:
    """A card of the core pack, to be changed."""

    sort: Word
    id: Word
    do: Literal["take"] = "take"


@noun
class CopyCard:
    """Another card like the one that is open."""

    do: Literal["copy"] = "copy"


@noun
class RemoveCard:
    """The card that is open is deleted."""

    do: Literal["remove"] = "remove"


@noun
class TakeVersionBack:
    """The version before."""

    do: Literal["back"] = "back"


@noun
class DuplicatePack:
    """A copy of the pack that belongs to this browser."""

    do: Literal["duplicate"] = "duplicate"


EditorIntent = OpenCard | NewCard | TakeCoreCard | CopyCard | RemoveCard | TakeVersionBack | DuplicatePack
EDITOR: Intents[EditorIntent] = Intents(EditorIntent)
