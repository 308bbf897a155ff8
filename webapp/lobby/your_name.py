"""The field for one's name, which the pages before a table share, and the line that says what could not be done."""

from __future__ import annotations

from typing import Protocol

from nicegui import events, ui

from webapp.base.typed_text import NAME_LENGTH
from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.ui.fields import label_for, text_field
from webapp.ui.theme import testid, text

EMIT_VALUE = "(event) => emit(event.target.value)"


class Announce(Protocol):
    """Shows a message beside the name; `refused`: it is a refusal."""

    def __call__(self, words: str, refused: bool = True) -> None: ...


def your_name(tr: Translator, session: str) -> Announce:
    """Builds field and line; returns the function that shows a message there."""

    async def rename(event: events.GenericEventArguments) -> None:
        if isinstance(event.args, str):
            await visitors.rename(session, event.args)
            say("")

    with ui.element("div").classes("lobby-you"):
        label_for(tr("lobby.your-name"), "your-name")
        field = text_field("your-name", visitors.get(session).name, NAME_LENGTH)
        field.on("change", rename, js_handler=EMIT_VALUE)
        field.props["autocomplete"] = "nickname"
        field.props["placeholder"] = tr("lobby.guest")
        field.props["aria-describedby"] = "lobby-said"
        testid(field, "your-name")
        line = text("p", tr("lobby.name-kept"), "lobby-said")
        line.props["id"] = "lobby-said"
        line.props["role"] = "status"
        testid(line, "said")

    def say(words: str, refused: bool = True) -> None:
        line.text = words or tr("lobby.name-kept")
        no = bool(words) and refused
        line.classes(add="no" if no else "", remove="" if no else "no")

    return say
