"""The host's actions in a table's menu: lock, close, readmit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.tables import Refusal, Table
from webapp.ui.confirm_button import sure_button
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import link_to, testid, text


class HostMenu:
    """Lines in the table's menu, built inside it, on the host's browser only, kept up to date."""

    def __init__(self, table: Table, tr: Translator, viewer: str) -> None:
        self._table = table
        self._tr = tr
        self._box = testid(LiveBox().classes("head-menu-host"), "host-menu")
        table.subscribe(viewer, self.show, steps=False)
        self.show()

    def show(self) -> None:
        """Shows the current state."""
        tr, table, agreed = self._tr, self._table, self._table.settings
        if not self._box.renew((agreed.locked, agreed.closed, table.over, table.sent_away)):
            return
        with self._box:
            link = testid(text("a", tr("menu.host"), "head-menu-way"), "menu-host")
            link_to(link, "/host")
            if not table.over:
                lock = partial(table.change, locked=not agreed.locked)
                self._line("host.unlock" if agreed.locked else "host.lock", "menu-lock", lock)
                if agreed.closed:
                    self._line("host.reopen", "menu-reopen", partial(table.change, closed=False, abandoned=False))
                else:
                    close = partial(table.change, closed=True)
                    sure_button(tr, tr("host.close"), tr("host.close-sure"), close, "menu-close").classes(
                        "head-menu-way"
                    )
            sure_button(tr, tr("host.delete"), tr("host.delete-sure"), table.delete, "menu-delete").classes(
                "head-menu-way"
            )
            for n, session in enumerate(table.sent_away, 1):
                name = visitors.get(session).name or tr("host.guest", n=n)
                self._line("host.pardon", f"menu-pardon-{n}", partial(table.pardon, session), name=name)

    def _line(self, key: str, mark: str, act: Callable[[], Awaitable[Refusal | None]], **params: str) -> None:
        testid(text("button", self._tr(key, **params), "head-menu-way").on("click", act), mark)
