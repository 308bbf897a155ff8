"""``/<game>/packs``: the list of packs, their problems and the actions on them."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import background_tasks, ui
from nicegui.elements.mixins.text_element import TextElement

from rules.kernel.packs.guide import Language, plain_guide
from webapp.frame.page_frame import frame
from webapp.games.contract import Game
from webapp.i18n import Translator, translator
from webapp.packs import editor, routes
from webapp.packs.addresses import editor_address, guide_address, packs_address
from webapp.packs.components import Upload
from webapp.packs.examine import ReceivedFiles
from webapp.packs.intents import LIST, CopyPack, DeletePack, PackIntent
from webapp.packs.kind import PackKind
from webapp.packs.library import BIN_S, Entry, PackRefused
from webapp.packs.list_tree import listing, title
from webapp.packs.report import trouble
from webapp.packs.templates import copy, empty
from webapp.people.visitors import language_of, session_id, visitors
from webapp.security.host_key import keys
from webapp.store import StoreProblem
from webapp.tables import registry
from webapp.ui.live_page import LivePage
from webapp.ui.theme import BUILD_S, PATIENCE_S, link_to, testid, text
from webapp.ui.tree import Child

STYLES = ("packs.css",)

GUIDE_S = 20
"""Seconds that the page waits for the guide: the worker process may be busy."""


def register(game: Game) -> None:
    """Registers the pages and file addresses of a game's packs."""
    if game.packs is not None:
        _register(game.packs)


def _register(kind: PackKind) -> None:
    base = packs_address(kind.game)
    routes.register(kind)

    async def packs_page() -> None:
        _packs(kind)

    async def guide_page() -> None:
        await _guide(kind)

    ui.page(base, reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(packs_page)
    ui.page(guide_address(kind.game), reconnect_timeout=PATIENCE_S, response_timeout=GUIDE_S)(guide_page)
    editor.register(kind)


def _packs(kind: PackKind) -> None:
    """Builds the list, with the ways to add a pack."""
    tr, session = translator(language_of(), kind.game), session_id()
    if kind.library.notice():  # the page does not wait for that
        background_tasks.create(kind.library.examine_kept(), name="kept packs")
    with frame(tr, tr("packs.title"), styles=STYLES, page_class="packs") as page:
        with page.head:
            text("span", tr("packs.head"), "muted")
        PacksPage(kind, tr, session).build()


class PacksPage(LivePage[None]):
    """The list as one browser sees it."""

    def __init__(self, kind: PackKind, tr: Translator, session: str) -> None:
        super().__init__(lambda: None)
        self.kind = kind
        self.library = kind.library
        self.tr = tr
        self.session = session
        self.client = ui.context.client
        self.host = keys.is_host(self.client.request)

    def build(self) -> None:
        """Builds the page."""
        tr = self.tr
        with ui.element("section").classes("packs-side"):
            words = {key: tr(f"packs.upload-{key}") for key in ("choose", "what", "busy")}
            Upload(
                f"{packs_address(self.kind.game)}/upload", {**words, "notSent": tr("packs.refused-not-sent")}, self.sent
            )
            button = text("button", tr("packs.new"), "btn").on("click", self.new)
            testid(button, "new-pack")
            link_to(text("a", tr("packs.guide"), "btn quiet"), guide_address(self.kind.game))
        with ui.element("section").classes("packs-list") as section:
            section.props["aria-label"] = tr("packs.head")
            text("h1", tr("packs.head"))
            self.outcome: TextElement = text("p", "", "packs-said")
            self.outcome.props["role"] = "status"
            testid(self.outcome, "said")
            self.pane(lambda _: self._rows(), LIST.handler(self.session, self.on_intent))
        self.library.changed.subscribe(self.redraw)

    def _rows(self) -> list[Child]:
        binned = [entry for entry in self.library.binned() if entry.may_change(self.session, self.host)]
        return listing(self.kind, self.library.all(), binned, self.session, self.host, self.tr)

    def say(self, words: str) -> None:
        """Shows the result of an action."""
        self.outcome.text = words

    async def new(self) -> None:
        """Makes an empty pack and opens its editor."""
        await self.add(empty(self.library, visitors.get(self.session).name))

    def sent(self, answer: dict[str, Any]) -> None:
        """Shows the result of an upload."""
        entry = self.library.get(str(answer.get("id", "")))
        if entry is None:
            return
        words = self.tr("packs.added" if entry.sound else "packs.added-broken", name=title(entry, self.tr))
        left = [str(name)[:60] for name in answer.get("left", [])[:5]] if isinstance(answer.get("left"), list) else []
        self.say(f"{words} {self.tr('packs.left-out', names=', '.join(left))}" if left else words)

    async def on_intent(self, intent: PackIntent) -> None:
        """Handles a button of a row."""
        if isinstance(intent, CopyPack):
            copied = await copy(self.library, intent.id)
            if copied is not None:
                await self.add(copied)
            return
        entry = self.library.get(intent.id)
        if entry is not None and entry.may_change(self.session, self.host):
            await self.bin(entry, isinstance(intent, DeletePack))

    async def add(self, taken: ReceivedFiles) -> None:
        """Adds a pack made on this server and opens its editor."""
        try:
            entry = await self.library.add(self.session, visitors.get(self.session).name, taken)
        except (PackRefused, StoreProblem) as problem:
            self.say(trouble(problem, self.tr))
        else:
            self.client.open(editor_address(self.kind.game, entry.saved.id))

    async def bin(self, entry: Entry, deleted: bool) -> None:
        """Deletes a pack or restores it."""
        try:
            await self.library.delete(entry, deleted)
        except (PackRefused, StoreProblem) as problem:
            self.say(trouble(problem, self.tr))
        else:
            days = BIN_S // 86_400
            key = "packs.deleted" if deleted else "packs.restored"
            self.say(self.tr(key, name=title(entry, self.tr), days=days))


async def _guide(kind: PackKind) -> None:
    """The authors' guide, made from the models; computed in the worker process, where it takes a second the first
    time."""
    tr = translator(language_of(), kind.game)
    with frame(tr, tr("packs.guide-title"), styles=STYLES, page_class="packs-guide") as page:
        with page.head:
            link = text("a", tr("packs.head"), "muted")
            link_to(link, packs_address(kind.game))
        language: Language = "fr" if tr.language == "fr" else "en"
        if kind.guide:
            made = await registry.compute(kind.guide, language)
        else:
            made = await asyncio.to_thread(plain_guide(kind.schema).page, language)
        ui.markdown(made, extras=["fenced-code-blocks", "tables"])
