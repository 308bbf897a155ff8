"""Text fields: input, sent when finished or while typing, and text to copy."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from nicegui import events, ui
from nicegui.element import Element

from webapp.i18n import Translator
from webapp.ui.fields import COPY
from webapp.ui.theme import testid, text

EMIT_VALUE = "(event) => emit(event.target.value)"
PAUSE_MS = 150
"""A search runs after a pause in typing of this length."""
EMIT_PAUSED = (
    "(event) => { clearTimeout(window.olomocPause);"
    f" window.olomocPause = setTimeout(() => emit(event.target.value), {PAUSE_MS}); }}"
)
# A page of a local network is plain HTTP, where browsers keep the clipboard shut: then the older way, and failing that
# the text is left selected, for the keyboard.
MOST_FILE_BYTES = 500_000
READ_FILE = (
    "(event) => { const file = event.target.files[0]; if (!file) return;"
    f" if (file.size > {MOST_FILE_BYTES}) emit({{size: file.size}});"
    " else file.text().then((text) => emit({text}), () => emit({size: 0})); event.target.value = ''; }"
)

Handler = Callable[[Any], Any]


def typed(handler: Handler) -> Callable[[events.GenericEventArguments], Any]:
    """Wraps a handler so that it gets strings only; any other message is ignored."""

    def handle(event: events.GenericEventArguments) -> Any:
        return handler(event.args) if isinstance(event.args, str) else None

    return handle


def field(
    id: str, label: str, value: str, *, length: int, multiline: bool = False, hidden_label: bool = False
) -> Element:
    """A labelled field; ``id`` is its name for tests, too."""
    caption = text("label", label, "visually-hidden" if hidden_label else "field-label")
    caption.props["for"] = id
    input = ui.element("textarea" if multiline else "input").classes("field")
    # Not `value`: that is written anew with every change anywhere on the page, over what is just being typed.
    input.props.update({"id": id, "maxlength": length, "autocomplete": "off", "defaultValue": value})
    if not multiline:
        input.props["type"] = "text"
    return testid(input, id)


def write(input: Element, value: str) -> None:
    """Sets the content of a field."""
    input.props["defaultValue"] = value
    input.client.run_javascript(f"document.getElementById({json.dumps(input.props['id'])}).value = {json.dumps(value)}")


class CopyField:
    """A read-only field with a button that copies its text."""

    def __init__(self, id: str, label: str, tr: Translator, *, multiline: bool = False) -> None:
        self._tr = tr
        caption = text("label", label, "field-label")
        caption.props["for"] = id
        with ui.element("div").classes("copied"):
            self.field = ui.element("textarea" if multiline else "input").classes("field")
            self.field.props.update({"id": id, "readonly": True, "value": "", "spellcheck": "false"})
            testid(self.field, id)
            self.button = text("button", tr("lists.copy-text"), "btn")
            self.button.props["type"] = "button"
            self.button.props["aria-label"] = tr("lists.copy-what", what=label)
            testid(self.button, f"copy-{id}").on("click", self._show_copied, js_handler=COPY % id)

    def show(self, value: str) -> None:
        """Shows another text."""
        if self.field.props.get("value") != value:
            self.field.props["value"] = value
            self.button.text = self._tr("lists.copy-text")

    def _show_copied(self, event: events.GenericEventArguments) -> None:
        self.button.text = self._tr("lists.copied") if event.args is True else self._tr("lists.selected")
