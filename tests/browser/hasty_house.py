"""The server of `tests.webapp.launch_house`, with bots that wait for nobody to follow what they do."""

import runpy

from webapp.tables import bots

if __name__ == "__main__":
    bots.PAUSE_S = 0.1
    runpy.run_module("tests.webapp.launch_house", run_name="__main__")
