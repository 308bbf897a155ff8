"""The shelf page: ready-made lists, the browser's lists, import and export, other browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, assert_never

from nicegui import events, ui

from webapp.i18n import Translator
from webapp.lists.entry import NAME_LENGTH
from webapp.lists.fields import EMIT_PAUSED, READ_FILE, CopyField, field, typed
from webapp.lists.import_export import MOST_BYTES, BadImport, LeftOut, completed, left_out, read
from webapp.lists.intents import (
    SHELF,
    ChooseStart,
    ClosePlay,
    CopyList,
    DeleteList,
    PlayList,
    ShelfIntent,
    ShowShelf,
    ShowTag,
    TakeSeat,
    ToggleArchived,
    ToggleFavourite,
    UndeleteList,
)
from webapp.lists.kind import ListKind, list_text
from webapp.lists.list_page import ListPage
from webapp.lists.offers import Chair, ListOffer, chairs, offered
from webapp.lists.service import OFFER_LENGTH, OFFER_S, ShelfFull, list_service
from webapp.lists.shelf_tree import SHELVES, ShelfView, shelf
from webapp.lists.tables_to_join import playing
from webapp.packs.checker import NotRead, checker
from webapp.store import SavedList, StoreProblem
from webapp.ui.intents import message
from webapp.ui.live_page import Component
from webapp.ui.theme import link_to, testid, text
from webapp.ui.tree import Child, el, icon

EMIT_FIELD = "(event) => { event.preventDefault(); emit(document.getElementById('%s').value); }"
SHOW_IMPORT = "setTimeout(() => document.querySelector('.import .told')?.scrollIntoView({ block: 'nearest' }), 60)"
"""Run after the pane is drawn."""


def file_name(kind: ListKind[Any]) -> str:
    """The name of the file with all lists."""
    return f"{kind.game}-{kind.path}.json"


class ShelfPage(ListPage):
    """The page of one browser."""

    intents = SHELF

    def __init__(self, kind: ListKind[Any], tr: Translator, session: str) -> None:
        super().__init__(kind, tr, session)
        self.shown = ShelfView()
        self.offer: ListOffer | None = None
        self.gone: SavedList | None = None
        self.notice = ""
        self.bad = False
        self.of_import = False
        """Whether the notice is about an import; it is shown beside the import button."""
        self.left_out = LeftOut()
        """What the last import left out."""

    def build(self) -> None:
        """Builds the page."""
        tr = self.tr
        with ui.element("section").classes("shelf-main"):
            self.live(self._notice)
            with ui.element("div").classes("shelf-head"):
                text("h1", list_text("lists.yours", tr))
                search = field("shelf-search", tr("lists.search-lists"), "", length=80, hidden_label=True)
                search.props.update({"placeholder": tr("lists.search-lists"), "type": "search"})
                search.on("input", typed(self.search), js_handler=EMIT_PAUSED)
            self.live(lambda: shelf(self.kind, self._lists(), self.shown, tr))
            self._import()
            self._devices()
        with ui.element("section").classes("shelf-start panel"):
            self.live(lambda: self.kind.beginnings(self.shown.starting, tr))
        self.play_box = ui.element("section").classes("shelf-play")
        with self.play_box, ui.element("div").classes("play-box panel"):
            self.live(self._play_head)
            self.name_field()
            self.live(lambda: playing(self.kind, self._chairs(), True, self.refused, tr))
        self._turn()
        list_service.changed.subscribe(self.elsewhere)

    def _lists(self) -> list[SavedList]:
        return list_service.lists(self.session, self.kind.game)

    def _chairs(self) -> list[Chair]:
        return chairs(self.kind, self.session) if self.offer else []

    def _import(self) -> None:
        tr = self.tr
        with ui.element("section").classes("panel import"):
            text("h2", tr("lists.import"))
            text("p", tr("lists.import-hint"), "muted")
            with ui.element("form").on(
                "submit",
                typed(self.arrive),
                js_handler=EMIT_FIELD % "import-text",
            ):
                input = field(
                    "import-text", tr("lists.import-text"), "", length=MOST_BYTES, multiline=True, hidden_label=True
                )
                input.props["placeholder"] = list_text("lists.import-placeholder", tr)
                with ui.element("div").classes("import-row"):
                    button = text("button", tr("lists.import-do"), "btn")
                    button.props["type"] = "submit"
                    testid(button, "import")
                    with ui.element("label").classes("btn file"):
                        text("span", tr("lists.import-file"))
                        file = ui.element("input").classes("visually-hidden")
                        file.props.update({"type": "file", "accept": ".json,.txt,application/json,text/plain"})
                        testid(file.on("change", self.file, js_handler=READ_FILE), "import-file")
                    link = text("a", tr("lists.export-all"), "btn quiet")
                    link_to(link, f"{self.kind.address}/export", download=file_name(self.kind))
                    testid(link, "export-all")
            self.live(self._imported)

    def _devices(self) -> None:
        tr = self.tr
        with ui.element("section").classes("panel devices"):
            text("h2", tr("lists.devices"))
            text("p", tr("lists.devices-hint", minutes=OFFER_S // 60), "muted")
            with ui.element("div").classes("import-row"):
                testid(text("button", tr("lists.offer"), "btn"), "offer").on("click", self.make_offer)
            with ui.element("div").classes("offered hidden") as self.offered_box:
                self.offer_field = CopyField("offer-code", tr("lists.offer-code"), tr)
            with (
                ui.element("form")
                .classes("import-row")
                .on(
                    "submit",
                    typed(self.claim),
                    js_handler=EMIT_FIELD % "claim-code",
                )
            ):
                input = field("claim-code", tr("lists.claim-code"), "", length=2 * OFFER_LENGTH)
                input.props["autocapitalize"] = "characters"
                button = text("button", tr("lists.claim"), "btn")
                button.props["type"] = "submit"
                testid(button, "claim")

    # Small trees

    def _notice(self) -> list[Child]:
        """The notice of the last action, with a button to undo a deletion."""
        tr = self.tr
        if self.gone is not None:
            name = self.gone.name or list_text("lists.unnamed", tr)
            undo = {"do": "undelete", "id": self.gone.id}
            button = el("button.btn", icon("undo"), tr("lists.undelete"), do=undo, testid="undo-delete")
            return [el("p.told", tr("lists.deleted", name=name), button, role="status", testid="told", key="told")]
        return self._noticed() if not self.of_import else []

    def _imported(self) -> list[Child]:
        """The result of an import, beside its button, with what it left out."""
        if not self.of_import:
            return []
        tr, out, named = self.tr, self.left_out, self.kind.every(self.tr.language)
        lines = [tr.plural("lists.lost", out.lost)] if out.lost else []
        for key, n, kept in out.cut:
            card = named[key].name if key in named else key[1]
            lines.append(tr("lists.cut" if kept else "lists.cut-all", card=card, n=n, kept=kept))
        lines += [tr("lists.missed", line=line) for line in out.missed]
        return [
            *self._noticed(),
            el("ul.left-out", [el("li", line) for line in lines], testid="left-out") if lines else None,
        ]

    def _noticed(self) -> list[Child]:
        if not self.notice:
            return []
        return [el("p.told", self.notice, role="status", testid="told", key="told", cls="bad" if self.bad else None)]

    def _play_head(self) -> list[Child]:
        name = self.offer.name if self.offer else ""
        return [
            el(
                "div.play-head",
                el("h2", self.tr("lists.play-named", name=name)),
                el(
                    "button.btn.quiet",
                    icon("cross", self.tr("lists.close")),
                    do={"do": "no-play"},
                    hot="Escape",
                    testid="no-play",
                ),
                key="head",
            )
        ]

    # Showing

    def redraw(self, *only: Component) -> None:
        """Draws the whole page anew."""
        super().redraw(*only)
        self._turn()

    def _turn(self) -> None:
        self.play_box.classes(remove="hidden" if self.offer else "", add="" if self.offer else "hidden")

    def elsewhere(self, changed: str) -> None:
        """Redraws after a change on this or another page."""
        if list_service.shelf(self.session) == changed:
            self.redraw()

    def tell(self, notice: str, *, bad: bool = False, of_import: bool = False, left_out: LeftOut | None = None) -> None:
        """Shows a notice; one about an import is scrolled into view."""
        self.notice, self.bad, self.gone, self.of_import = notice, bad, None, of_import
        self.left_out = left_out or LeftOut()
        self.redraw()
        if of_import:
            self.client.run_javascript(SHOW_IMPORT)

    # Actions

    async def on_intent(self, intent: ShelfIntent) -> None:
        """Handles a press in a pane."""
        match intent:
            case ToggleFavourite():
                await self.mark(intent.id, lambda saved: list_service.mark(saved, favourite=not saved.favourite))
            case ToggleArchived():
                await self.mark(intent.id, lambda saved: list_service.mark(saved, archived=saved.archived_at is None))
            case DeleteList():
                self.gone = await self.mark(intent.id, lambda saved: list_service.mark(saved, deleted=True))
                self.notice = ""
                self.redraw()
            case UndeleteList():
                await self.mark(intent.id, lambda saved: list_service.mark(saved, deleted=False))
                self.tell("")
            case CopyList():
                await self.mark(intent.id, self._copied)
            case TakeSeat():
                if self.offer is not None:
                    await self.sit(self.offer, intent)
            case ChooseStart():
                self.shown.starting |= intent.choice
                self.redraw()
            case ShowShelf():
                if intent.which in SHELVES:
                    self.shown.shelf, self.shown.tag = intent.which, None
                    self.redraw()
            case ShowTag():
                self.shown.tag = None if self.shown.tag == intent.tag else intent.tag
                self.redraw()
            case PlayList():
                self._play(intent)
            case ClosePlay():
                self.offer = None
                self.redraw()
            case _:
                assert_never(intent)

    def _copied(self, saved: SavedList) -> Awaitable[object]:
        name = self.tr("lists.copy-of", name=saved.name or list_text("lists.unnamed", self.tr))
        return list_service.copy(self.session, saved, name[:NAME_LENGTH])

    def _play(self, wanted: PlayList) -> None:
        """Opens the tables to play at, if the list is legal."""
        kind, tr = self.kind, self.tr
        starter = kind.starter(wanted.starter, self.shown.starting, tr)
        saved = list_service.get(self.session, kind.game, wanted.id)
        if starter is not None:
            self.offer = offered(kind, starter.key, starter.name, starter.value)
        elif saved is not None:
            with suppress(ValueError):
                value = kind.read(saved.content)
                if kind.judge(value, tr).legal:
                    self.offer = offered(kind, saved.id, saved.name or list_text("lists.unnamed", tr), value)
        self.refused = ""
        self.redraw()

    def search(self, typed_: str) -> None:
        """Searches the shelf."""
        self.shown.words = typed_[:80]
        self.redraw()

    async def file(self, event: events.GenericEventArguments) -> None:
        """Imports a chosen file."""
        sent = message(event)
        if isinstance(sent.get("text"), str):
            await self.arrive(sent["text"])
        else:
            self.tell(self.tr("lists.bad.too-large", kb=MOST_BYTES // 1000), bad=True, of_import=True)

    async def arrive(self, sent: str) -> None:
        """Imports lists, all or none."""
        try:
            kind, sent = self.kind, sent[: MOST_BYTES + 1]
            named = (kind.path, kind.code_pattern, kind.reader, kind.named())
            imported = await checker.ask(self.session, read, sent, *named)
            lists = await asyncio.to_thread(completed, kind, imported)
            out = await asyncio.to_thread(left_out, kind, imported)
            kept = await list_service.add(self.session, kind.game, lists)
        except BadImport as bad:
            self.tell(list_text(f"lists.bad.{bad.code}", self.tr, **bad.params), bad=True, of_import=True)
        except NotRead as problem:
            self.tell(self.tr(f"lists.bad.{problem.code}-read"), bad=True, of_import=True)
        except ShelfFull:
            self.tell(self.tr("lists.shelf-full"), bad=True, of_import=True)
        except StoreProblem as problem:
            self.tell(self.tr("refusal.not-kept", **problem.params), bad=True, of_import=True)
        else:
            self.shown.shelf = "here"
            if len(kept) == 1 and not out:
                self.client.open(f"{self.kind.address}/list/{kept[0].id}")
            else:
                self.tell(self.tr.plural("lists.imported", len(kept)), of_import=True, left_out=out)

    async def make_offer(self) -> None:
        """Makes a code for another browser."""
        self.offer_field.show(await list_service.offer(self.session))
        self.offered_box.classes(remove="hidden")

    async def claim(self, code: str) -> None:
        """Joins the shelf of another browser by its code."""
        if await list_service.claim(self.session, code):
            self.tell(self.tr("lists.claimed"))
        else:
            self.tell(self.tr("lists.bad.claim"), bad=True)

    async def mark(self, id: str | None, change: Callable[[SavedList], Awaitable[object]]) -> SavedList | None:
        """Changes one of the lists and returns it as it was; None if it is not the browser's own."""
        saved = list_service.get(self.session, self.kind.game, id or "")
        if saved is None:
            return None
        try:
            await change(saved)
        except ShelfFull:
            self.tell(self.tr("lists.shelf-full"), bad=True)
        except StoreProblem as problem:
            self.tell(self.tr("refusal.not-kept", **problem.params), bad=True)
        return saved
