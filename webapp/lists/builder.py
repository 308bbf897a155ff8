"""Controller of a builder page: panes, intents, undo, saving, versions, sharing, the way to a table.

A game's own builder subclasses :class:`ListBuilder` and builds the parts of its lists; the rest is here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, assert_never

from nicegui import ui

from webapp.base.addresses import below
from webapp.i18n import Translator
from webapp.lists import versions
from webapp.lists.autosave import Autosave
from webapp.lists.draft import ListDraft
from webapp.lists.entry import NAME_LENGTH, NOTES_LENGTH, TAG_LENGTH, TAGS
from webapp.lists.fields import EMIT_VALUE, field, typed, write
from webapp.lists.intents import (
    CopyList,
    DeleteList,
    KeepList,
    ListIntent,
    RedoEdit,
    RestoreVersion,
    ShowPart,
    TakeSeat,
    ToggleArchived,
    ToggleFavourite,
    UndeleteList,
    UndoEdit,
)
from webapp.lists.kind import ListKind, list_text
from webapp.lists.list_page import ListPage
from webapp.lists.offers import chairs, offered
from webapp.lists.service import list_service
from webapp.lists.share_panel import SharePanel
from webapp.lists.tables_to_join import playing
from webapp.ui.live_page import Component
from webapp.ui.pane import Pane
from webapp.ui.theme import Frame
from webapp.ui.tree import Child, Node, el, icon

D = TypeVar("D", bound=ListDraft[Any])
SIGNS = {"cards": "cards", "list": "book", "keep": "note", "share": "share", "play": "play"}


class ListBuilder(ListPage, Generic[D]):
    """The builder page. The draft decides which values of a choice are valid."""

    signs: ClassVar[Mapping[str, str]] = SIGNS
    """The icons of the page's parts."""

    def __init__(self, kind: ListKind[Any], desk: D, tr: Translator, session: str, page: Frame) -> None:
        super().__init__(kind, tr, session)
        self.desk = desk
        self.page = page
        self.saving = Autosave(kind.game, desk, session, tr)

    # To be written by a game

    def build(self) -> None:
        """Builds the parts of the page in reading order."""
        raise NotImplementedError

    def bar(self) -> list[Child]:
        """Nodes in the head line, between the way back and undo."""
        return []

    def notes(self) -> list[Child]:
        """Nodes above the list, below the notices that it came by a link or was deleted."""
        return []

    def draw_rest(self) -> None:
        """Draws the parts that are not panes."""

    async def follow(self) -> None:
        """Called after the value has changed, before the page is drawn: computes what the first drawing needs."""

    async def reckon(self) -> None:
        """Called after the page is drawn: computes what takes longer."""

    # Parts

    def head(self) -> None:
        """Builds the head line."""
        with self.page.head.classes("lists-head"):
            self.live(self._head)

    def title(self) -> None:
        """The list's name."""
        name = field("list-name", self.tr("lists.name"), self.desk.name, length=NAME_LENGTH, hidden_label=True)
        name.props["placeholder"] = list_text("lists.unnamed", self.tr)
        self.title_field = name.classes("title-field").on("change", typed(self.rename), js_handler=EMIT_VALUE)

    def sides(self) -> None:
        """The columns that any list has: keep, share, play; and the tabs of a small screen."""
        self._keep()
        self.sharing = SharePanel(self.kind, self.desk, self.tr)
        self._play()

    def tabs(self, parts: Sequence[str], *, side: bool = False) -> Pane:
        """The tabs; ``side``: those of the last column."""
        return self.live(lambda: [self._tabs(parts, side)])

    def begin(self) -> None:
        """Called once the page is built."""
        self._turn()
        list_service.changed.subscribe(self.elsewhere)
        ui.timer(0, self.reckon, once=True)

    def _keep(self) -> None:
        tr = self.tr
        with ui.element("section").classes("side-keep stack"):
            self.live(lambda: versions.marks(self.desk, tr))
            length = TAGS * (TAG_LENGTH + 2)
            self.tags_field = field("list-tags", tr("lists.tags"), ", ".join(self.desk.tags), length=length)
            self.tags_field.props["placeholder"] = list_text("lists.tags-hint", tr)
            self.tags_field.on("change", typed(self.tag), js_handler=EMIT_VALUE)
            self.notes_field = field(
                "list-notes", tr("lists.notes"), self.desk.notes, length=NOTES_LENGTH, multiline=True
            )
            self.notes_field.on("change", typed(self.note), js_handler=EMIT_VALUE)
            self.live(lambda: versions.history(self.kind, self.saving.versions(), tr))

    def _play(self) -> None:
        with ui.element("section").classes("side-play stack"):
            self.name_field()
            self.live(
                lambda: playing(self.kind, chairs(self.kind, self.session), self.desk.legal, self.refused, self.tr)
            )

    def _head(self) -> list[Child]:
        tr, desk = self.tr, self.desk
        yours = list_text("lists.yours", tr)
        return [
            el(
                "div.builder-bar",
                el("a.btn.quiet", icon("undo"), yours, href=self.kind.address, testid="to-shelf"),
                self.bar(),
                el(
                    "span.steps",
                    self._step("undo", "undo", tr("lists.undo"), bool(desk.past)),
                    self._step("redo", "redo", tr("lists.redo"), bool(desk.future)),
                ),
                el("span.keeping.muted", self._keeping_words(), role="status", testid="keeping"),
                key="bar",
            )
        ]

    def _step(self, do: str, sign: str, words: str, able: bool) -> Node:
        return el(
            "button.tool",
            icon(sign, words),
            do={"do": do} if able else None,
            aria_disabled=None if able else "true",
            title=words,
            testid=do,
            key=do,
        )

    def _keeping_words(self) -> str:
        if self.saving.trouble:
            return self.saving.trouble
        if self.desk.saved is None:
            return self.tr("lists.not-kept")
        return self.tr("lists.kept-version", n=self.desk.saved.version)

    def above(self) -> list[Child]:
        """Notices above the cards: not saved yet, deleted, and the game's own."""
        tr, desk = self.tr, self.desk
        above: list[Child] = []
        if desk.shared and desk.saved is None:
            keep = el("button.btn.main", tr("lists.keep"), do={"do": "keep"}, testid="keep-shared")
            above.append(el("p.shared", tr("lists.came-by-link"), keep, testid="shared", key="shared"))
        if desk.saved is not None and desk.saved.deleted_at is not None:
            undo = el("button.btn", icon("undo"), tr("lists.undelete"), do={"do": "undelete"}, testid="undelete")
            above.append(el("p.shared", tr("lists.is-deleted"), undo, role="status", key="deleted"))
        return [*above, *self.notes()]

    def _tabs(self, parts: Sequence[str], side: bool) -> Node:
        now = self.desk.side if side else self.desk.part
        return el(
            "nav.side-tabs" if side else "nav.tabs",
            [
                el(
                    "button.tab",
                    icon(self.signs[part]),
                    el("span", list_text(f"lists.part.{part}", self.tr)),
                    do={"do": "part", "part": part},
                    aria_pressed="true" if part == now else "false",
                    testid=f"{'side' if side else 'part'}-{part}",
                    key=part,
                )
                for part in parts
            ],
            aria_label=self.tr("lists.parts"),
            key="tabs",
        )

    # Showing

    def redraw(self, *only: Component) -> None:
        """Draws the whole page anew."""
        super().redraw(*only)
        self.sharing.refresh()
        self.draw_rest()
        self._turn()

    def _turn(self) -> None:
        desk = self.desk
        parts = (
            " ".join(f"part-{part}" for part in desk.parts) + " " + " ".join(f"side-is-{side}" for side in desk.sides)
        )
        wanted = f"part-{desk.part} side-is-{desk.side}"
        self.page.main.classes(remove=parts, add=wanted)

    # Presses

    async def on_intent(self, intent: ListIntent) -> None:
        """Handles a press in a pane."""
        desk, saved = self.desk, self.desk.saved
        match intent:
            case ShowPart():
                desk.turn(intent.part)
                await self.look_again()
            case UndoEdit():
                await self.changed(desk.undo())
            case RedoEdit():
                await self.changed(desk.redo())
            case KeepList():
                await self.keep()
                self.redraw()
            case ToggleFavourite():
                await self.mark(favourite=saved is not None and not saved.favourite)
            case ToggleArchived():
                await self.mark(archived=saved is not None and saved.archived_at is None)
            case DeleteList() | UndeleteList():
                await self.mark(deleted=isinstance(intent, DeleteList))
            case CopyList():
                await self.copy()
            case RestoreVersion():
                await self.restore(intent.number)
            case TakeSeat():
                await self._sit(intent)
            case _:
                assert_never(intent)

    async def changed(self, did: bool) -> None:
        """Called after an edit. ``did``: the value has changed, is saved, and the page recomputed."""
        if did:
            self.refused = ""
            await self.keep()
        await self.taken_over(did)

    async def look_again(self) -> None:
        """Redraws after a change of what is shown; the value is the same."""
        await self.follow()
        self.redraw()

    async def taken_over(self, did: bool) -> None:
        """Redraws after a change that is saved already. ``did``: the value has changed."""
        if did:
            await self.follow()
        self.redraw()
        if did:
            await self.reckon()

    async def rename(self, name: str) -> None:
        """Renames the list."""
        await self._worded(self.desk.rename(name))

    async def tag(self, tags: str) -> None:
        """Replaces its tags."""
        await self._worded(self.desk.tag(tags))

    async def note(self, notes: str) -> None:
        """Replaces its notes."""
        await self._worded(self.desk.note(notes))

    async def _worded(self, did: bool) -> None:
        self._fields()
        if did:
            await self.keep()
            self.redraw()

    # Keeping

    async def keep(self) -> None:
        """Saves the list; a new one is added to the browser's shelf, and the address becomes the list's own."""
        new = self.desk.saved is None
        await self.saving.keep()
        if new and self.desk.saved is not None:
            address = json.dumps(below(f"{self.kind.address}/list/{self.desk.saved.id}"))
            self.client.run_javascript(f"history.replaceState(history.state, '', {address})")

    async def mark(self, **marks: bool) -> None:
        """Marks the list: `favourite`, `archived`, `deleted`."""
        await self.saving.mark(**marks)
        self.redraw()

    async def elsewhere(self, shelf: str) -> None:
        """Takes over a change made on another page."""
        other = self.saving.elsewhere(shelf)
        if other is not None:
            self._fields()
            await self.taken_over(self.desk.change(other))

    async def restore(self, number: int) -> None:
        """Restores an earlier version as a new one."""
        value = self.saving.earlier(number)
        if value is not None:
            self._fields()
            did = self.desk.change(value)
            await self.keep()
            await self.taken_over(did)

    async def copy(self) -> None:
        """Copies the list and goes on with the copy."""
        id = await self.saving.copy()
        if id is not None:
            self.client.open(f"{self.kind.address}/list/{id}")
        else:
            self.redraw()

    def _fields(self) -> None:
        """Fills the text fields from the draft."""
        desk = self.desk
        for input, value in (
            (self.title_field, desk.name),
            (self.tags_field, ", ".join(desk.tags)),
            (self.notes_field, desk.notes),
        ):
            if input.props.get("defaultValue") != value:
                write(input, value)

    # Sitting down

    async def _sit(self, wanted: TakeSeat) -> None:
        """Takes a seat with the list if it is legal."""
        desk = self.desk
        if desk.legal:
            value = self.kind.read(desk.content())
            name = desk.name or list_text("lists.unnamed", self.tr)
            await self.sit(offered(self.kind, desk.saved.id if desk.saved else "", name, value), wanted)
