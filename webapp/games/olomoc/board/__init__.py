"""The Bloc on a screen: one component, fed by strings, that draws and points and decides nothing."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from webapp.ui.modules import modules
from webapp.ui.tree import same

modules("olomoc-bloc", Path(__file__).parent / "js")

SIDE = 406_400
"""Of the Bloc, in micrometres."""


def place(told: Mapping[str, Any]) -> tuple[int, int] | None:
    """A point of the Bloc that a browser told, or None for anything else."""
    x, y = told.get("x"), told.get("y")
    if isinstance(x, int) and isinstance(y, int) and 0 <= x <= SIDE and 0 <= y <= SIDE:
        return x, y
    return None


class Bloc(ui.element, component="bloc.js"):
    """The board. `scene` is made once per (sequence, viewer class, language) and shared; `aim` is one person's own."""

    def __init__(
        self, scene: str, on_tell: Callable[[dict[str, Any]], Any] | None = None, *, tools: bool = False
    ) -> None:
        """`tools`: whether there is somebody to answer the measure and the sight tool; the view can always be moved."""
        super().__init__()
        self._props["scene"] = scene
        self._props["tools"] = tools
        if on_tell is not None:
            self.on("tell", lambda event: on_tell(_plain(event)))

    def show(self, scene: str) -> None:
        """Draws another scene, if it is another."""
        if not same(self._props["scene"], scene):
            self._props["scene"] = scene

    def aim(self, aim: str) -> None:
        """What this one person is asked or looks at: reach, ruler, ghost, candidates (JSON of an aim)."""
        if self._props.get("aim") != aim:
            self._props["aim"] = aim


def _plain(event: GenericEventArguments) -> dict[str, Any]:
    return event.args if isinstance(event.args, dict) else {}
