"""The share panel of a list: code, link with QR code, plain text, JSON, print sheets."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import segno
from nicegui import ui

from webapp.base.addresses import below, listening
from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.fields import CopyField
from webapp.lists.import_export import exported
from webapp.lists.kind import ListKind, link
from webapp.ui.theme import link_to, testid, text

PAPERS = ("a4", "letter")


class SharePanel:
    """The panel with all ways to share the list."""

    def __init__(self, kind: ListKind[Any], desk: ListDraft[Any], tr: Translator) -> None:
        self._kind = kind
        self._desk = desk
        self._tr = tr
        self._host = listening.reachable(ui.context.client.request.url)
        with ui.element("section").classes("side-share stack"):
            text("h2", tr("lists.print"), "overline")
            with ui.element("div").classes("print-links"):
                self._links = [self._link(pdf, paper) for paper in PAPERS for pdf in (False, True)]
            text("h2", tr("lists.share"), "overline")
            self._code = CopyField("share-code", tr("lists.code"), tr)
            self._address = CopyField("share-link", tr("lists.link"), tr)
            with ui.element("div").classes("qr"):
                self._qr = ui.element("img")
                self._qr.props["alt"] = tr("lists.qr")
                testid(self._qr, "share-qr")
                text("p", tr("lists.qr-hint"), "muted")
            self._words = CopyField("share-text", tr("lists.plain-text"), tr, multiline=True)
            self._json = CopyField("share-json", tr("lists.json"), tr, multiline=True)
        self.refresh()

    def _link(self, pdf: bool, paper: str) -> tuple[ui.element, bool, str]:
        words = (
            self._tr("lists.pdf-on", paper=self._paper(paper))
            if pdf
            else self._tr("lists.sheet-on", paper=self._paper(paper))
        )
        anchor = text("a", words, "btn")
        anchor.props["target"] = "_blank"
        testid(anchor, f"{'pdf' if pdf else 'sheet'}-{paper}")
        return anchor, pdf, paper

    def _paper(self, paper: str) -> str:
        return self._tr(f"lists.paper.{paper}")

    def refresh(self) -> None:
        """Shows codes, links and texts of the current list."""
        desk, tr = self._desk, self._tr
        code = desk.code()
        address = link(self._kind, code, desk.name, self._host)
        self._code.show(code)
        self._address.show(address)
        self._words.show(desk.plain_text(tr))
        self._json.show(exported(self._kind, [desk.entry()]))
        drawn = segno.make(address, error="l").svg_data_uri(scale=4, border=3, dark="#000", light="#fff")
        if self._qr.props.get("src") != drawn:
            self._qr.props["src"] = drawn
        for anchor, pdf, paper in self._links:
            query = {"code": code, "name": desk.name, "paper": paper, "language": tr.language}
            target = f"{self._kind.address}/sheet{'.pdf' if pdf else ''}?{urlencode(query)}"
            if anchor.props.get("href") != below(target):
                link_to(anchor, target)
