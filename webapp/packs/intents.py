"""The messages from the pages of packs: the buttons of the list's rows, and those beside the editor's form."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=300)]

# The list


@noun
class CopyPack:
    """Copies a pack and opens the copy in the editor."""

    id: Word
    do: Literal["copy"] = "copy"


@noun
class DeletePack:
    """Deletes a pack; it can be restored."""

    id: Word
    do: Literal["delete"] = "delete"


@noun
class RestorePack:
    """Restores a deleted pack."""

    id: Word
    do: Literal["restore"] = "restore"


PackIntent = CopyPack | DeletePack | RestorePack
LIST: Intents[PackIntent] = Intents(PackIntent)

# The editor


@noun
class OpenCard:
    """Opens a card by its place in a file; without a sort, the file's text."""

    file: Word
    sort: Word = ""
    index: int = 0
    do: Literal["open"] = "open"


@noun
class NewCard:
    """Adds an empty card of a sort."""

    sort: Word
    do: Literal["new"] = "new"


@noun
class TakeCoreCard:
    """Copies a card of the core pack, to change it."""

    sort: Word
    id: Word
    do: Literal["take"] = "take"


@noun
class CopyCard:
    """Copies the open card."""

    do: Literal["copy"] = "copy"


@noun
class RemoveCard:
    """Deletes the open card."""

    do: Literal["remove"] = "remove"


@noun
class TakeVersionBack:
    """Restores the version before."""

    do: Literal["back"] = "back"


@noun
class DuplicatePack:
    """Copies the pack for this browser."""

    do: Literal["duplicate"] = "duplicate"


EditorIntent = OpenCard | NewCard | TakeCoreCard | CopyCard | RemoveCard | TakeVersionBack | DuplicatePack
EDITOR: Intents[EditorIntent] = Intents(EditorIntent)
