"""An element of a live page that is filled with other elements, again only when what it shows is another."""

from __future__ import annotations

from nicegui import ui

NOTHING = object()


class LiveBox(ui.element):
    """Until what it shows is another, its elements stay: the focus where it is, a press on the button it was meant
    for."""

    def __init__(self, tag: str = "div") -> None:
        super().__init__(tag)
        self._of: object = NOTHING

    def renew(self, shown: object) -> bool:
        """Empties it where ``shown`` is not equal to what was shown last; whether it is to be filled now."""
        if self._of is not NOTHING and shown == self._of:
            return False
        self._of = shown
        self.clear()
        return True

    def forget(self) -> None:
        """Whatever is shown next is another."""
        self._of = NOTHING

    def hide(self, hidden: bool) -> None:
        """Takes it off the page, or puts it there again."""
        self.classes(add="gone" if hidden else "", remove="" if hidden else "gone")
