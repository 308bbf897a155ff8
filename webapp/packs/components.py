"""The two components of the packs' pages: the card form, and the drop zone for files."""

import json
from collections.abc import Mapping
from typing import Any

from webapp.base.addresses import below
from webapp.ui.components import VueComponent
from webapp.ui.intents import Handler, message


class Form(VueComponent, component="form.js"):
    """Shows a card to be edited (``forms.py`` says what a field is) and tells what it has become."""

    def __init__(self, on_edit: Handler) -> None:
        super().__init__()
        self._props["payload"] = ""
        self._props["verdict"] = ""
        self.on("edit", lambda event: on_edit(message(event)))

    def show(self, form: Mapping[str, Any]) -> None:
        """Another card, or this one as it was changed elsewhere; what was typed is gone."""
        self.put("payload", json.dumps(form, ensure_ascii=False))

    def judge(self, fields: Mapping[str, list[str]], lines: list[tuple[int, str]], status: str, bad: bool) -> None:
        """The problems, by key and by line of the text; and whether the text is kept."""
        verdict = {"fields": fields, "lines": lines, "status": status, "bad": bad}
        self.put("verdict", json.dumps(verdict, ensure_ascii=False))


class Upload(VueComponent, component="upload.js"):
    """Sends a file to an address of ours and tells what that answers."""

    def __init__(
        self,
        to: str,
        words: Mapping[str, str],
        on_sent: Handler,
        accept: str = ".zip,.toml",
        name: str = "pack-file",
    ) -> None:
        super().__init__()
        self._props["to"] = below(to)
        self._props["accept"] = accept
        self._props["name"] = name
        self._props["words"] = dict(words)
        self.on("sent", lambda event: on_sent(message(event)))
