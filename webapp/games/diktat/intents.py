"""The messages from Diktat's panes, besides those that every plain table has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.games.contract import Json
from webapp.table_kit.plain_intents import PlainIntent
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=40)]
Part = Literal[
    "new", "counter", "close", "with", "more", "less", "toggle", "sworn", "discreet", "note", "promise", "slot", "add",
    "drop", "send", "tell",
]  # fmt: skip


@noun
class Haggle:
    """A press in the form of an offer (`terms.changed`): which part, what of it, and what was typed."""

    part: Part
    key: Annotated[str, Field(max_length=60)] = ""
    text: Annotated[str, Field(max_length=280)] = ""
    do: Literal["haggle"] = "haggle"


@noun
class Jot:
    """A press in one's own notes (`notes.changed`): a new one, what it is about, what was typed, to keep it or not."""

    part: Literal["new", "about", "text", "keep", "close"]
    key: Word = ""
    text: Annotated[str, Field(max_length=280)] = ""
    do: Literal["jot"] = "jot"


@noun
class Also:
    """A press on a thing that something may be done with unasked (`asides.about`); without one, that is done with."""

    thing: Word = ""
    do: Literal["also"] = "also"


DiktatIntent = Haggle | Jot | Also
INTENTS: Intents[Any] = Intents(PlainIntent | DiktatIntent)


def reason(command: Json) -> Json:
    """The press on something that cannot be done."""
    return {"do": "why", "command": command}
