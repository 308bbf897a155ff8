"""NiceGUI with a page that shows one word: what any page of it takes, at the least."""

import os

from nicegui import ui


def empty() -> None:
    """The page."""
    ui.label("here").props("data-testid=here")


if __name__ == "__main__":
    ui.page("/")(empty)
    ui.run(host=os.environ["HOST"], port=int(os.environ["PORT"]), reload=False, show=False)
