"""Elements of a live page with child elements, which are rebuilt only when their contents change."""

from __future__ import annotations

from nicegui import ui

from webapp.ui.theme import testid

NOTHING = object()


class LiveBox(ui.element):
    """A container that keeps its children, and with them the keyboard focus, until its contents change."""

    def __init__(self, tag: str = "div") -> None:
        super().__init__(tag)
        self._of: object = NOTHING

    def renew(self, shown: object) -> bool:
        """Empties the box where `shown` differs from the last call; returns whether it must be filled again."""
        if self._of is not NOTHING and shown == self._of:
            return False
        self._of = shown
        self.clear()
        return True

    def forget(self) -> None:
        """Makes the next :meth:`renew` empty the box."""
        self._of = NOTHING

    def hide(self, hidden: bool) -> None:
        """Hides the box, or shows it again."""
        self.classes(add="gone" if hidden else "", remove="" if hidden else "gone")


class Notice:
    """A box that is on the page only while it says something: at the end of what is built around it. Marked ``name``
    for tests. Screen readers are told by an ``alert``: a ``status`` that comes with its words they may pass over."""

    def __init__(self, classes: str, name: str, role: str = "alert") -> None:
        self._classes = classes
        self._name = name
        self._role = role
        self._place = ui.context.slot
        self._box: LiveBox | None = None

    def renew(self, shown: object) -> LiveBox | None:
        """The box, emptied, where it is to be filled now; None where ``shown`` is what was shown last, or where it is
        false: then the box is taken off the page."""
        if not shown:
            if self._box is not None:
                self._box.delete()
                self._box = None
            return None
        if self._box is None:
            with self._place:
                self._box = testid(LiveBox().classes(self._classes), self._name)
            if self._role:
                self._box.props["role"] = self._role
        return self._box if self._box.renew(shown) else None

    def forget(self) -> None:
        """Forgets the content, so that the next one is shown as new."""
        if self._box is not None:
            self._box.forget()
