"""Problems of the server, in sentences for the host."""

from __future__ import annotations

import time

from webapp.host.salvage_report import sentences
from webapp.host.server import server
from webapp.i18n import Translator
from webapp.store import StoreProblem
from webapp.tables import registry
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import testid, text


class Troubles:
    """A list of sentences, or the sentence that there are no problems."""

    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        self._box = testid(LiveBox("ul").classes("host-rows"), "troubles")
        self._box.props["aria-live"] = "polite"

    async def refresh(self) -> None:
        """Probes the store and redraws the list if it changed."""
        try:
            await server.store.probe()
            now = None
        except StoreProblem as problem:
            now = problem
        rows = self._rows(now)
        if not self._box.renew(rows):
            return
        with self._box:
            for kind, words in rows:
                text("li", words, f"is-{kind}")

    def _rows(self, now: StoreProblem | None) -> list[tuple[str, str]]:
        tr = self._tr
        rows = [("now", tr("trouble.now", what=tr(f"store.{now.code}", **now.params)))] if now is not None else []
        for code, reason in registry.unreadable.items():
            rows.append(("bad", tr("start.unreadable", code=code, reason=reason)))
        if server.saved is not None:
            rows += [("bad", words) for words in sentences(server.saved, tr)]
        restored = server.restored
        if restored is not None and restored.problem:
            what = tr(f"store.{restored.problem}", where=restored.where, detail=restored.detail)
            rows.append(("bad", tr("trouble.not-restored", copy=restored.copy, what=what)))
        elif restored is not None:
            rows.append(("good", tr("trouble.restored", copy=restored.copy, before=restored.before or "–")))
        for at, problem in reversed(server.store.troubles):
            when = time.strftime("%H:%M:%S", time.localtime(at))
            rows.append(("was", tr("trouble.was", when=when, what=tr(f"store.{problem.code}", **problem.params))))
        if not any(kind != "good" for kind, _ in rows):
            rows.append(("good", tr("trouble.none", log=server.settings.log)))
        return rows
