"""The timeline element: its data are strings, like those of every component; it emits the stop that was chosen."""

import json
from typing import Any

from webapp.ui.components import VueComponent
from webapp.ui.intents import Handler, message


class Timeline(VueComponent, component="timeline.js"):
    """A track of stops with the present one."""

    def __init__(self, on_intent: Handler) -> None:
        super().__init__()
        self.mark("timeline")
        self.on("intent", lambda event: on_intent(message(event)))

    def lay(self, seq: int, marks: dict[str, Any], words: dict[str, str]) -> None:
        """Shows another track: its marks by stop (`Reel.marks`)."""
        self.put("track", json.dumps({"seq": seq, "words": words, **marks}, ensure_ascii=False))

    def stand(self, turn: int, stop: int, moment: int, text: str, href: str) -> None:
        """Shows another present stop: its sentence, and the address that leads there."""
        now = {"turn": turn, "stop": stop, "moment": moment, "text": text, "href": href}
        self.put("now", json.dumps(now, ensure_ascii=False))
