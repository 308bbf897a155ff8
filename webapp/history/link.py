"""The link to a moment: the address and a button that copies it.

Over plain HTTP (a local network) browsers block the clipboard; the text is then left selected.
"""

from __future__ import annotations

from nicegui import events, ui

from webapp.i18n import Translator
from webapp.ui.fields import COPY
from webapp.ui.theme import testid, text

ID = "reel-link"


class LinkField:
    """A read-only address with a button that copies it."""

    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        with ui.element("div").classes("reel-link"):
            self.field = ui.element("input").classes("field")
            self.field.props.update({"id": ID, "readonly": True, "value": "", "spellcheck": "false"})
            self.field.props["aria-label"] = tr("replay.link")
            testid(self.field, ID)
            self.button = text("button", tr("replay.copy"), "btn")
            self.button.props["type"] = "button"
            testid(self.button, "copy-link").on("click", self._show_result, js_handler=COPY % ID)

    def show(self, address: str) -> None:
        """Shows another address."""
        if self.field.props["value"] != address:
            self.field.props["value"] = address
            self.button.text = self._tr("replay.copy")

    def _show_result(self, event: events.GenericEventArguments) -> None:
        self.button.text = self._tr("replay.copied" if event.args is True else "replay.selected")
