"""The share panel of a list: code, link with QR code, plain text, JSON, print sheets."""

from __future__ import annotations

from urllib.parse import urlencode

import segno
from nicegui import ui

from webapp.app.addresses import reachable
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.lists.plain_text import said
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.i18n import Translator
from webapp.lists.fields import CopyField
from webapp.lists.import_export import exported, link
from webapp.ui.theme import testid, text

PAPERS = ("a4", "letter")


def sheet_address(desk: CabalDraft, tr: Translator, *, pdf: bool = False, paper: str = "a4") -> str:
    """Where a list's print sheet is; the address holds the list."""
    query = {"code": encode(desk.sketch, desk.pack), "name": desk.name, "paper": paper, "language": tr.language}
    return f"/olomoc/cabals/sheet{'.pdf' if pdf else ''}?{urlencode(query)}"


class SharePanel:
    """The column with all ways to share the list."""

    def __init__(self, desk: CabalDraft, tr: Translator) -> None:
        self._desk = desk
        self._tr = tr
        self._host = reachable(ui.context.client.request.url)
        with ui.element("section").classes("side-share stack"):
            text("h2", tr("cabals.print"), "overline")
            with ui.element("div").classes("print-links"):
                self._links = [self._link(pdf, paper) for paper in PAPERS for pdf in (False, True)]
            text("h2", tr("cabals.share"), "overline")
            self._code = CopyField("share-code", tr("cabals.code"), tr)
            self._address = CopyField("share-link", tr("cabals.link"), tr)
            with ui.element("div").classes("qr"):
                self._qr = ui.element("img")
                self._qr.props["alt"] = tr("cabals.qr")
                testid(self._qr, "share-qr")
                text("p", tr("cabals.qr-hint"), "muted")
            self._words = CopyField("share-text", tr("cabals.plain-text"), tr, multiline=True)
            self._json = CopyField("share-json", tr("cabals.json"), tr, multiline=True)
        self.refresh()

    def _link(self, pdf: bool, paper: str) -> tuple[ui.element, bool, str]:
        words = (
            self._tr("cabals.pdf-on", paper=self._paper(paper))
            if pdf
            else self._tr("cabals.sheet-on", paper=self._paper(paper))
        )
        it = text("a", words, "btn")
        it.props["target"] = "_blank"
        testid(it, f"{'pdf' if pdf else 'sheet'}-{paper}")
        return it, pdf, paper

    def _paper(self, paper: str) -> str:
        return self._tr(f"cabals.paper.{paper}")

    def refresh(self) -> None:
        """What there is to share now."""
        desk, tr = self._desk, self._tr
        of = desk.list()
        address = link(of, desk.pack, self._host)
        self._code.show(encode(of.sketch, desk.pack))
        self._address.show(address)
        self._words.show(said(of, desk.pack, tr))
        self._json.show(exported([of]))
        code = segno.make(address, error="l").svg_data_uri(scale=4, border=3, dark="#000", light="#fff")
        if self._qr.props.get("src") != code:
            self._qr.props["src"] = code
        for it, pdf, paper in self._links:
            target = sheet_address(desk, tr, pdf=pdf, paper=paper)
            if it.props.get("href") != target:
                it.props["href"] = target
