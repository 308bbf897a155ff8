"""``/<game>/packs/<id>``: the cards of a pack as forms, each as it will look, with its problems as one types.

Typed text is kept at once, as long as it can be read; every card opened begins a new version, and each version can be
taken back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, assert_never

from nicegui import background_tasks, ui

from rules.kernel.packs.layers import CORE
from rules.kernel.packs.reader import header_of
from webapp.base.addresses import below
from webapp.frame.page_frame import frame
from webapp.i18n import Translator, translator
from webapp.packs import edits, form_data, report
from webapp.packs.addresses import editor_address, packs_address, zip_address
from webapp.packs.card_list import card_list, core_cards
from webapp.packs.card_text import HEAD, NotACard
from webapp.packs.components import Form
from webapp.packs.edits import EditTarget, OpenedCard
from webapp.packs.forms import clean, entered
from webapp.packs.intents import (
    EDITOR,
    CopyCard,
    DuplicatePack,
    EditorIntent,
    NewCard,
    OpenCard,
    RemoveCard,
    TakeCoreCard,
    TakeVersionBack,
)
from webapp.packs.kind import PackKind
from webapp.packs.library import MOST_CARDS, Entry, PackRefused
from webapp.packs.list_tree import title
from webapp.packs.templates import copy
from webapp.people.visitors import language_of, session_id, visitors
from webapp.security.host_key import keys
from webapp.store import Conflict, StoreProblem
from webapp.ui.live_page import Component, LivePage
from webapp.ui.pane import Pane
from webapp.ui.theme import BUILD_S, PATIENCE_S, link_to, text
from webapp.ui.tree import Child, el, icon, payload

T = TypeVar("T")
_cards = ThreadPoolExecutor(1, "card")
"""Takes cards apart and puts them together: one at a time, so that the event loop has the processor in between."""


async def in_thread(function: Callable[..., T], *args: Any) -> T:
    """The result, or the exception, of a slow function of :mod:`webapp.packs.edits`."""
    return await asyncio.get_running_loop().run_in_executor(_cards, function, *args)


def register(kind: PackKind) -> None:
    """Puts the page at its address."""

    async def editor_page(id: str) -> None:
        await _editor(kind, id)

    ui.page(packs_address(kind.game) + "/{id}", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(editor_page)


async def _editor(kind: PackKind, id: str) -> None:
    """A pack's cards: its owner may change them, everybody else may read them."""
    tr, session, library = translator(language_of(), kind.game), session_id(), kind.library
    if library.notice():  # the page does not wait for that
        background_tasks.create(library.examine_kept(), name="kept packs")
    entry = library.get(id)
    gone = entry is None or entry.saved.deleted_at is not None
    name = tr("packs.core") if id == CORE else "" if entry is None else title(entry, tr)
    large = entry is not None and not entry.shown
    editor = None
    if id == CORE or not (gone or large):
        files = kind.core_texts() if entry is None else entry.saved.files
        kind.core()  # its modules are imported here, not in the thread
        await asyncio.to_thread(edits.cards, kind, files)  # remembered; the loop does not wait for it
        editor = Editor(kind, tr, session, entry)
        await editor.look()
    looks = "pack-editor looking" if editor is not None and editor.readonly else "pack-editor"
    with frame(tr, tr("packs.editor-title", name=name), styles=kind.styles, page_class=looks) as page:
        with page.head:
            link = text("a", tr("packs.head"), "muted")
            link_to(link, packs_address(kind.game))
            text("strong", name, "pe-title")
        if entry is not None and large and not gone:
            words = tr("packs.pending-hint") if entry.pending else tr("packs.too-large-to-show", cards=MOST_CARDS)
            text("p", words, "packs-none")
            if entry.pending:
                library.changed.subscribe(ui.navigate.reload)
            link_to(text("a", tr("packs.export"), "btn"), zip_address(kind.game, id))
        elif editor is None:
            text("p", tr("packs.no-such"), "packs-none")
        else:
            editor.build()


class Editor(LivePage[None]):
    """The page of one browser: what is open, and what has become of it. ``entry`` is None for the core pack."""

    def __init__(self, kind: PackKind, tr: Translator, session: str, entry: Entry | None) -> None:
        super().__init__(lambda: None)
        self.kind = kind
        self.library = kind.library
        self.tr = tr
        self.session = session
        self.entry = entry
        self.client = ui.context.client
        self.readonly = entry is None or not entry.may_change(session, keys.is_host(self.client.request))
        self.pack: Any = (entry.pack if entry is not None else None) or kind.core()
        self.files = dict(kind.core_texts() if entry is None else entry.saved.files)
        self.spot = self.first()
        self.opened: OpenedCard | None = None
        """The card that is open, taken apart; None for a file's text."""
        self.table: Any = {}
        self.shown = 0
        """The number of what the form shows: what was typed into something else is not kept."""
        self.fresh = True
        self.status = ""
        self.failed = False
        self.wanted: dict[str, Any] | None = None
        self.turn_of_changes = asyncio.Lock()

    # Building

    def build(self) -> None:
        """Puts everything on the page."""
        press = EDITOR.handler(self.session, self.on_intent)
        with ui.element("nav").classes("pe-list") as nav:
            nav.props["aria-label"] = self.tr("packs.cards")
            self.pane(lambda _: self.rows(), press)
        with ui.element("section").classes("pe-form"):
            self.form = Form(self.edit)
        with ui.element("section").classes("pe-side"):
            self.pane(lambda _: self.beside(), press)
        with ui.element("div").classes("pe-tabs"):
            Pane(payload(0, [self.tabs()]))
        self.put_form()
        self.library.changed.subscribe(self.follow)

    def tabs(self) -> Child:
        """For narrow screens: one of the three at a time."""
        names = ("list", "form", "card")
        return el(
            "div", [el("button.pe-tab", self.tr(f"packs.tab-{name}"), set=["pane", name], key=name) for name in names]
        )

    def first(self) -> EditTarget:
        """The part that is open at first: the first card with something wrong with it, else the first card."""
        cards = edits.cards(self.kind, self.files)
        spots = [EditTarget(name, block.sort, block.index) for name, blocks in cards.items() for block in blocks]
        for problem in self.problems:
            for name, blocks in cards.items():
                for block in blocks:
                    if problem.file == name and block.start < problem.line <= block.end:
                        return EditTarget(name, block.sort, block.index)
            if problem.file in self.files:
                return EditTarget(problem.file)
        by_sort = sorted(spots, key=lambda spot: (*self.kind.sorts, HEAD).index(spot.sort))
        return next(iter(by_sort), EditTarget(header_of(self.files)))

    # Showing

    @property
    def problems(self) -> tuple[Any, ...]:
        """Everything wrong with the pack as it is kept."""
        return self.entry.problems if self.entry is not None else ()

    async def look(self) -> None:
        """Takes the card that is open apart. One that has no form is opened as its file's text."""
        self.opened = await in_thread(edits.open_card, self.kind, self.files, self.spot) if self.spot.sort else None
        if self.opened is None:
            self.spot = EditTarget(self.spot.file if self.spot.file in self.files else header_of(self.files))
        self.table = self.opened.table if self.opened is not None else {}

    async def show(self) -> None:
        """Shows what is open, as it is kept: what was typed and is not kept is gone."""
        self.shown = now = self.shown + 1
        await self.look()
        if now == self.shown:
            self.put_form()

    def put_form(self) -> None:
        """Puts what is open on the page."""
        kind, entry = self.kind, self.entry
        if self.opened is not None:
            address = below(f"{editor_address(kind.game, entry.saved.id)}/pictures") if entry is not None else ""
            form = form_data.card_form(kind, self.opened, self.pack, address, self.tr, self.readonly)
        else:
            form = form_data.text_form(self.files, self.spot, self.tr, self.readonly)
        self.form.show({**form, "seq": self.shown})
        self.redraw()

    def redraw(self, *only: Component) -> None:
        """Shows everything around the form, and what is wrong in it."""
        super().redraw(*only)
        self.judge()

    def rows(self) -> list[Child]:
        """The pack's cards and files."""
        rows: list[Child] = [*card_list(self.kind, self.files, self.spot, self.problems, self.tr, self.readonly)]
        if not self.readonly and self.extends():
            rows.append(core_cards(self.kind, self.files, self.tr))
        return rows

    def judge(self, unread: NotACard | None = None) -> None:
        """Tells the form what is wrong in it, and whether it is kept."""
        tr = self.tr
        fields: dict[str, list[str]] = {}
        if unread is not None:
            words = tr("packs.problem-bad-toml", detail=unread.detail) if unread.detail else tr("packs.not-one-card")
            self.form.judge({}, [(unread.line, words)], tr("packs.not-kept"), True)
            return
        if self.opened is not None:
            fields, lines = form_data.placed(self.kind, self.opened, self.spot, self.problems, tr)
        else:
            lines = form_data.in_file(self.spot, self.problems, tr)
        self.form.judge(fields, lines, self.status, self.failed)

    def extends(self) -> bool:
        """Whether the pack adds to the core pack."""
        return edits.table_of(self.kind, self.files, EditTarget(header_of(self.files), HEAD)).get("extends") == CORE

    def beside(self) -> list[Child]:
        """The card as it will look, what can be done with it, and what is to be said of the pack."""
        tr = self.tr
        parts: list[Child] = []
        if self.spot.sort and self.spot.sort != HEAD:
            pictures = self.entry.saved.pictures if self.entry is not None else {}
            parts.append(self.kind.preview(self.spot.sort, self.table, self.pack, pictures, tr))
            if not self.readonly:
                parts.append(
                    el(
                        "div.pe-doings",
                        el("button.btn", tr("packs.copy-card"), do={"do": "copy"}, testid="copy-card"),
                        el("button.btn.quiet", tr("packs.delete-card"), do={"do": "remove"}, testid="delete-card"),
                    )
                )
        if self.entry is None or self.readonly:
            parts.append(el("p.muted", tr("packs.core-read-only" if self.entry is None else "packs.read-only-hint")))
            parts.append(el("button.btn", tr("packs.duplicate"), do={"do": "duplicate"}, testid="duplicate"))
            return parts
        back = el("button.btn", icon("undo"), tr("packs.back"), do={"do": "back"}, testid="back")
        parts.append(el("div.pe-state", report.verdict(self.entry, tr), back))
        if self.problems:
            parts.append(report.rows(self.problems, tr, self.entry.report.more))
        parts += report.notes(self.entry, tr)
        return parts

    # Following

    async def follow(self) -> None:
        """The library has changed: perhaps this pack, in another window or by a picture sent from this one."""
        if self.entry is None:
            return
        now = self.library.get(self.entry.saved.id)
        if now is None or now.saved.deleted_at is not None:
            self.client.open(packs_address(self.kind.game))
            return
        before = self.entry
        same = (now.saved.revision, now.clash, now.pending) == (before.saved.revision, before.clash, before.pending)
        if same or self.turn_of_changes.locked():
            return
        elsewhere = dict(now.saved.files) != self.files
        self.take(now)
        if elsewhere:
            self.status = self.tr("packs.changed-elsewhere")
            await self.show()
        else:
            self.redraw()

    def take(self, entry: Entry) -> None:
        """Takes over the stored state of the pack."""
        self.entry = entry
        self.files = dict(entry.saved.files)
        self.pack = entry.pack or self.pack

    # Changing

    async def edit(self, sent: dict[str, Any]) -> None:
        """Something was typed. Only the last of what comes while one is being kept is kept next."""
        self.wanted = sent
        async with self.turn_of_changes:
            wanted, self.wanted = self.wanted, None
            if wanted is None or wanted.get("seq") != self.shown or self.readonly or self.entry is None:
                return
            rest = clean(wanted["rest"]) if isinstance(wanted.get("rest"), str) else ""
            try:
                if self.spot.sort:
                    values = entered(self.kind.forms, self.spot.sort, wanted.get("values"))
                    files, self.table = await in_thread(edits.with_card, self.kind, self.files, self.spot, values, rest)
                else:
                    files = edits.with_text(self.files, self.spot, rest)
            except NotACard as unread:
                self.judge(unread)
                return
            except LookupError:
                await self.show()
                return
            if await self.keep(files):
                await self.look()
            self.redraw()

    async def keep(self, files: dict[str, str]) -> bool:
        """Keeps the files; whether that could be done."""
        assert self.entry is not None
        if files == self.files:
            return True
        self.failed = True
        try:
            now = self.library.get(self.entry.saved.id) or self.entry
            if dict(now.saved.files) != self.files:
                raise Conflict(self.entry.saved.id)
            saved = await self.library.save(now, files, fresh=self.fresh)
            await asyncio.to_thread(edits.cards, self.kind, saved.saved.files)
            self.take(saved)
        except Conflict:
            self.take(self.library.get(self.entry.saved.id) or self.entry)
            self.status = self.tr("packs.changed-elsewhere")
            await self.show()
            return False
        except (PackRefused, StoreProblem) as problem:
            self.status = report.trouble(problem, self.tr)
            return False
        self.fresh = self.failed = False
        self.status = self.tr("packs.kept")
        return True

    async def on_intent(self, intent: EditorIntent) -> None:
        """A button beside the form, or a card of the list."""
        async with self.turn_of_changes:
            await self._do(intent)

    async def _do(self, intent: EditorIntent) -> None:
        match intent:
            case OpenCard():
                await self.open(EditTarget(intent.file, intent.sort, intent.index))
            case DuplicatePack():
                await self.duplicate()
            case _ if self.readonly or self.entry is None:
                return
            case NewCard():
                if intent.sort in self.kind.made:
                    name = self.tr(f"packs.one-{intent.sort}")
                    source = visitors.get(self.session).name or self.tr("packs.own")
                    await self.go(edits.with_new(self.kind, self.files, intent.sort, self.pack, name, source))
            case TakeCoreCard():
                if intent.sort in self.kind.made:
                    await self.go(edits.with_core_card(self.kind, self.files, intent.sort, intent.id))
            case CopyCard():
                if self.spot.sort:
                    await self.go(await in_thread(edits.with_copy, self.kind, self.files, self.spot, self.pack))
            case RemoveCard():
                if self.spot.sort and self.spot.sort != HEAD:
                    await self._remove()
            case TakeVersionBack():
                await self.back()
            case _:
                assert_never(intent)

    async def _remove(self) -> None:
        """Deletes the card that is open."""
        self.fresh = True
        if await self.keep(edits.without(self.kind, self.files, self.spot)):
            self.status = self.tr("packs.card-deleted")
            await self.open(self.first(), self.status)

    async def open(self, spot: EditTarget, status: str = "") -> None:
        """Opens another card, or a file."""
        if spot.file not in self.files:
            return
        self.spot, self.fresh, self.status, self.failed = spot, True, status, False
        await self.show()

    async def go(self, made: tuple[dict[str, str], EditTarget] | None) -> None:
        """Keeps files with one more card, and opens it."""
        if made is None:
            return
        files, spot = made
        self.fresh = True
        if await self.keep(files):
            await self.open(spot)
        else:
            self.redraw()

    async def back(self) -> None:
        """Takes the last version back."""
        assert self.entry is not None
        try:
            earlier = await self.library.back(self.entry)
        except (PackRefused, StoreProblem) as problem:
            self.status = report.trouble(problem, self.tr)
        else:
            self.status = self.tr("packs.taken-back" if earlier is not None else "packs.nothing-before")
            if earlier is not None:
                self.take(earlier)
                self.fresh = True
        await self.show()

    async def duplicate(self) -> None:
        """A copy that belongs to this browser."""
        copied = await copy(self.library, CORE if self.entry is None else self.entry.saved.id)
        if copied is None:
            return
        try:
            entry = await self.library.add(self.session, visitors.get(self.session).name, copied)
        except (PackRefused, StoreProblem) as problem:
            self.status = report.trouble(problem, self.tr)
            self.judge()
        else:
            self.client.open(editor_address(self.kind.game, entry.saved.id))
