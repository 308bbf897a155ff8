"""Sheets that the server opens over a page: the one place where dialogs of the framework are made."""

from __future__ import annotations

from nicegui import ui


class Sheet(ui.dialog):
    """A sheet named ``label`` for screen readers; what stands on it is built in :attr:`inside`, which has `classes`.

    The framework's dialog lets the pointer through to the page behind: its style sheet gives presses back to a ``div``
    directly below, and to no other element. A section or a form there would be dead to mouse and finger."""

    def __init__(self, label: str, classes: str = "", opened: bool = False) -> None:
        super().__init__(value=opened)
        self.props["aria-label"] = label
        with self:
            self.inside = ui.element("div").classes(f"panel {classes}")
