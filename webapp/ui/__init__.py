"""The UI toolkit that all pages share: theme, trees, panes, log, menus, help sheet, clocks. It knows no game."""

from pathlib import Path

from webapp.base.settings import STATIC
from webapp.ui.components import modules

modules("house-ui", Path(__file__).parent / "js")
modules("house-icons", STATIC / "icons", "signs.svg")
