"""Starts the server with the auction of the tests beside Olomoc: its folders, and a line in ``GAMES``. The variable
``NOTICE_S``: after how many seconds a silent browser counts as gone, for measurements with hundreds of them."""

import os
import sys
from importlib import import_module
from types import ModuleType

from tests.standin import game
from webapp.__main__ import main

if __name__ == "__main__":
    # The list that the server reads: NiceGUI's tests may have imported the module that holds it a second time.
    app = import_module("webapp.app.main")
    app.NOTICE_S = float(os.environ.get("NOTICE_S", app.NOTICE_S))
    house = app.games.__globals__
    ordinary = house["GAMES"]
    house["GAMES"] = (*ordinary, "auction")
    sys.modules["webapp.games.auction"] = ModuleType("webapp.games.auction")
    sys.modules["webapp.games.auction.game"] = game
    try:
        main()
        # In a test's own process it returns at once; its later pages are put in place while the list is this one.
        import_module("webapp.app.routes").complete()
    finally:
        house["GAMES"] = ordinary  # a test that runs it in its own process has others after it
