"""The shelf page of one browser: starting points, its lists, import and export, its other browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from nicegui import events, ui

from webapp.i18n import Translator
from webapp.lists.bring import Chair, Offer, chairs, offered, sit
from webapp.lists.entry import NAME_LENGTH
from webapp.lists.fields import EMIT_PAUSED, EMIT_VALUE, READ_FILE, CopyField, field, typed, write
from webapp.lists.import_export import MOST_BYTES, BadImport, completed, read
from webapp.lists.kind import ListKind, noun
from webapp.lists.service import OFFER_LENGTH, OFFER_S, ShelfFull, list_service
from webapp.lists.shelf_tree import SHELVES, ShelfView, shelf
from webapp.lists.tables_to_join import playing
from webapp.packs.checker import NotRead, checker
from webapp.people.names import NAME_LENGTH as PLAYER_LENGTH
from webapp.people.names import tidy_name
from webapp.people.visitors import visitors
from webapp.store import SavedList, StoreProblem
from webapp.ui.pane import Pane
from webapp.ui.theme import testid, text
from webapp.ui.tree import Child, el, icon, payload

Json = dict[str, Any]
EMIT_FIELD = "(event) => { event.preventDefault(); emit(document.getElementById('%s').value); }"
SHOW_IMPORT = "setTimeout(() => document.querySelector('.import .told')?.scrollIntoView({ block: 'nearest' }), 60)"
"""Once the pane has been drawn."""
MOST_PRESSED = 4
"""Values that a press beside the shelf may hold."""


def file_name(kind: ListKind[Any]) -> str:
    """Of the file with all lists."""
    return f"{kind.game}-{kind.path}.json"


class ShelfPage:
    """The page. Everything that arrives from the browser is checked where it is used."""

    def __init__(self, kind: ListKind[Any], tr: Translator, session: str) -> None:
        self.kind = kind
        self.tr = tr
        self.session = session
        self.client = ui.context.client
        self.shown = ShelfView()
        self.offer: Offer | None = None
        self.said = ""
        self.gone: SavedList | None = None
        self.notice = ""
        self.bad = False
        self.of_import = False
        """Whether the notice is about an import; it is then shown beside its button."""
        self.drawn = 0
        self._panes: list[tuple[Pane, Callable[[], list[Child]]]] = []
        self._last: dict[Pane, list[Child]] = {}

    def build(self) -> None:
        """The page's parts."""
        tr = self.tr
        with ui.element("section").classes("shelf-main"):
            self._pane(self._told)
            with ui.element("div").classes("shelf-head"):
                text("h1", noun("lists.yours", tr))
                search = field("shelf-search", tr("lists.search-lists"), "", length=80, hidden_label=True)
                search.props.update({"placeholder": tr("lists.search-lists"), "type": "search"})
                search.on("input", typed(self.search), js_handler=EMIT_PAUSED)
            self._pane(lambda: shelf(self.kind, self._lists(), self.shown, tr))
            self._import()
            self._devices()
        with ui.element("section").classes("shelf-start panel"):
            self._pane(lambda: self.kind.beginnings(self.shown.starting, tr))
        self.play_box = ui.element("section").classes("shelf-play")
        with self.play_box, ui.element("div").classes("play-box panel"):
            self._pane(self._play_head)
            it = field("your-name", tr("lobby.your-name"), visitors.get(self.session).name, length=PLAYER_LENGTH)
            self.player_field = it.on("change", typed(self.call_me), js_handler=EMIT_VALUE)
            self._pane(lambda: playing(self.kind, self._chairs(), True, self.said, tr))
        self._turn()
        list_service.changed.subscribe(self.elsewhere)

    def _lists(self) -> list[SavedList]:
        return list_service.lists(self.session, self.kind.game)

    def _chairs(self) -> list[Chair]:
        return chairs(self.kind, self.session) if self.offer else []

    def _pane(self, tree: Callable[[], list[Child]]) -> None:
        children = tree()
        pane = Pane(payload(0, children), self.intend)
        self._panes.append((pane, tree))
        self._last[pane] = children

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
                it = field(
                    "import-text", tr("lists.import-text"), "", length=MOST_BYTES, multiline=True, hidden_label=True
                )
                it.props["placeholder"] = noun("lists.import-placeholder", tr)
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
                    link.props.update({"href": f"{self.kind.address}/export", "download": file_name(self.kind)})
                    testid(link, "export-all")
            self._pane(self._imported)

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
                it = field("claim-code", tr("lists.claim-code"), "", length=2 * OFFER_LENGTH)
                it.props["autocapitalize"] = "characters"
                button = text("button", tr("lists.claim"), "btn")
                button.props["type"] = "submit"
                testid(button, "claim")

    # Small trees

    def _told(self) -> list[Child]:
        """What was just done, and the way back from a deletion."""
        tr = self.tr
        if self.gone is not None:
            name = self.gone.name or noun("lists.unnamed", tr)
            undo = {"do": "undelete", "id": self.gone.id}
            button = el("button.btn", icon("undo"), tr("lists.undelete"), do=undo, testid="undo-delete")
            return [el("p.told", tr("lists.deleted", name=name), button, role="status", testid="told", key="told")]
        return self._noticed() if not self.of_import else []

    def _imported(self) -> list[Child]:
        """What came of an import, beside its button."""
        return self._noticed() if self.of_import else []

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

    def refresh(self) -> None:
        """Everything as it is now; what did not change is not sent."""
        self.drawn += 1
        for pane, tree in self._panes:
            children = tree()
            if self._last[pane] != children:
                self._last[pane] = children
                pane.show(payload(self.drawn, children))
        self._turn()

    def _turn(self) -> None:
        self.play_box.classes(remove="hidden" if self.offer else "", add="" if self.offer else "hidden")

    def elsewhere(self, changed: str) -> None:
        """Something changed on a shelf, here or on another page."""
        if list_service.shelf(self.session) == changed:
            self.refresh()

    def tell(self, notice: str, *, bad: bool = False, of_import: bool = False) -> None:
        """Says what was done, or why not: of an import beside its button, which is brought into view."""
        self.notice, self.bad, self.gone, self.of_import = notice, bad, None, of_import
        self.refresh()
        if of_import:
            self.client.run_javascript(SHOW_IMPORT)

    # What is done

    async def intend(self, intent: Json) -> None:
        """A press on a pane."""
        act = INTENTS.get(str(intent.get("do")))
        if act is not None:
            await act(self, {key: value for key, value in intent.items() if isinstance(value, str)})

    def search(self, typed_: str) -> None:
        """Words were typed."""
        self.shown.words = typed_[:80]
        self.refresh()

    async def call_me(self, name: str) -> None:
        """The player's own name, as in the lobby."""
        await visitors.rename(self.session, name)
        write(self.player_field, tidy_name(name))

    async def file(self, event: events.GenericEventArguments) -> None:
        """A file was chosen."""
        sent = event.args if isinstance(event.args, dict) else {}
        if isinstance(sent.get("text"), str):
            await self.arrive(sent["text"])
        else:
            self.tell(self.tr("lists.bad.too-large", kb=MOST_BYTES // 1000), bad=True, of_import=True)

    async def arrive(self, sent: str) -> None:
        """Lists come in, all or none."""
        try:
            kind, sent = self.kind, sent[: MOST_BYTES + 1]
            named = (kind.path, kind.code_pattern, kind.reader, kind.named())
            found = await checker.ask(self.session, read, sent, *named)
            lists = await asyncio.to_thread(completed, kind, found)
            kept = await list_service.add(self.session, kind.game, lists)
        except BadImport as bad:
            self.tell(noun(f"lists.bad.{bad.code}", self.tr, **bad.params), bad=True, of_import=True)
        except NotRead as problem:
            self.tell(self.tr(f"lists.bad.{problem.code}-read"), bad=True, of_import=True)
        except ShelfFull:
            self.tell(self.tr("lists.shelf-full"), bad=True, of_import=True)
        except StoreProblem as problem:
            self.tell(self.tr("refusal.not-kept", **problem.params), bad=True, of_import=True)
        else:
            self.shown.shelf = "here"
            if len(kept) == 1:
                self.client.open(f"{self.kind.address}/list/{kept[0].id}")
            else:
                self.tell(self.tr.plural("lists.imported", len(kept)), of_import=True)

    async def make_offer(self) -> None:
        """A code for another browser."""
        self.offer_field.show(await list_service.offer(self.session))
        self.offered_box.classes(remove="hidden")

    async def claim(self, code: str) -> None:
        """A code from another browser."""
        if await list_service.claim(self.session, code):
            self.tell(self.tr("lists.claimed"))
        else:
            self.tell(self.tr("lists.bad.claim"), bad=True)

    async def mark(self, id: str, change: Callable[[SavedList], Awaitable[object]]) -> SavedList | None:
        """Does something to one of the lists; the list as it was, or None where it is not one's own."""
        saved = list_service.get(self.session, self.kind.game, id)
        if saved is None:
            return None
        try:
            await change(saved)
        except ShelfFull:
            self.tell(self.tr("lists.shelf-full"), bad=True)
        except StoreProblem as problem:
            self.tell(self.tr("refusal.not-kept", **problem.params), bad=True)
        return saved

    async def sit(self, intent: Json) -> None:
        """Takes a seat with what was chosen to play."""
        if self.offer is None:
            return
        where = (intent["code"], intent.get("seat")) if "code" in intent else None
        found = await sit(self.kind, self.session, visitors.get(self.session).name, where, self.offer)
        if isinstance(found, str):
            self.client.open(f"/table/{found}")
            return
        self.said = self.tr(f"refusal.{found.code}", **found.params) if found is not None else ""
        self.refresh()


async def _starting(page: ShelfPage, intent: Json) -> None:
    page.shown.starting |= {key: value[:80] for key, value in list(intent.items())[:MOST_PRESSED] if key != "do"}
    page.refresh()


async def _shelf(page: ShelfPage, intent: Json) -> None:
    if intent.get("which") in SHELVES:
        page.shown.shelf, page.shown.tag = intent["which"], None
        page.refresh()


async def _tag(page: ShelfPage, intent: Json) -> None:
    page.shown.tag = None if page.shown.tag == intent.get("tag") else intent.get("tag")
    page.refresh()


async def _play(page: ShelfPage, intent: Json) -> None:
    """A ready-made list, or one of one's own; an illegal one stays here."""
    kind, tr = page.kind, page.tr
    starter = kind.starter(intent.get("starter", ""), page.shown.starting, tr)
    saved = list_service.get(page.session, kind.game, intent.get("id", ""))
    if starter is not None:
        page.offer = offered(kind, starter.key, starter.name, starter.value)
    elif saved is not None:
        with suppress(ValueError):
            value = kind.read(saved.content)
            if kind.judge(value, tr).legal:
                page.offer = offered(kind, saved.id, saved.name or noun("lists.unnamed", tr), value)
    page.said = ""
    page.refresh()


async def _no_play(page: ShelfPage, intent: Json) -> None:
    page.offer = None
    page.refresh()


async def _favourite(page: ShelfPage, intent: Json) -> None:
    await page.mark(str(intent.get("id")), lambda saved: list_service.mark(saved, favourite=not saved.favourite))


async def _archive(page: ShelfPage, intent: Json) -> None:
    await page.mark(str(intent.get("id")), lambda saved: list_service.mark(saved, archived=saved.archived_at is None))


async def _delete(page: ShelfPage, intent: Json) -> None:
    saved = await page.mark(str(intent.get("id")), lambda saved: list_service.mark(saved, deleted=True))
    page.gone, page.notice = saved, ""
    page.refresh()


async def _undelete(page: ShelfPage, intent: Json) -> None:
    await page.mark(str(intent.get("id")), lambda saved: list_service.mark(saved, deleted=False))
    page.tell("")


async def _copy(page: ShelfPage, intent: Json) -> None:
    def copied(saved: SavedList) -> Awaitable[object]:
        name = page.tr("lists.copy-of", name=saved.name or noun("lists.unnamed", page.tr))
        return list_service.copy(page.session, saved, name[:NAME_LENGTH])

    await page.mark(str(intent.get("id")), copied)


async def _sit(page: ShelfPage, intent: Json) -> None:
    await page.sit(intent)


INTENTS: Mapping[str, Callable[[ShelfPage, Json], Awaitable[None]]] = {
    "starting": _starting,
    "shelf": _shelf,
    "tag": _tag,
    "play": _play,
    "no-play": _no_play,
    "favourite": _favourite,
    "archive": _archive,
    "delete": _delete,
    "undelete": _undelete,
    "copy": _copy,
    "sit": _sit,
}
