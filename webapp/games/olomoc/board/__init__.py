"""The Bloc on a screen: one component, fed by strings, which draws and reports presses; it decides nothing."""

from pathlib import Path

from webapp.ui.components import modules
from webapp.ui.intents import Handler, message
from webapp.ui.pane import StringComponent

modules("olomoc-bloc", Path(__file__).parent / "js")

SIDE = 406_400
"""The side of the Bloc, in micrometres."""


class Bloc(StringComponent, component="bloc.js"):
    """The board. `scene` is made once per (sequence, viewer class, language) and shared; `aim` is one person's own."""

    FED = "scene"

    def __init__(self, scene: str, on_tell: Handler | None = None, *, tools: bool = False) -> None:
        """`tools`: whether there is somebody to answer the measure and the sight tool; the view can always be moved."""
        super().__init__()
        self._props["scene"] = scene
        self._props["tools"] = tools
        if on_tell is not None:
            self.on("tell", lambda event: on_tell(message(event)))

    def aim(self, aim: str) -> None:
        """Shows this person's marks: reach, ruler, ghost, candidates (JSON of an aim)."""
        if self._props.get("aim") != aim:
            self.put("aim", aim)
