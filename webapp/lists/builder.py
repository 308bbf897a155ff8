"""Controller of a builder page: panes, intents, undo, saving, versions, sharing, the way to a table.

A game's own builder subclasses :class:`ListBuilder` and builds what is composed; the rest is here.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from nicegui import ui

from webapp.i18n import Translator
from webapp.lists import versions
from webapp.lists.autosave import Autosave
from webapp.lists.bring import chairs, offered, sit
from webapp.lists.draft import ListDraft
from webapp.lists.entry import NAME_LENGTH, NOTES_LENGTH, TAG_LENGTH, TAGS
from webapp.lists.fields import EMIT_VALUE, field, typed, write
from webapp.lists.kind import ListKind, noun
from webapp.lists.service import list_service
from webapp.lists.share_panel import SharePanel
from webapp.lists.tables_to_join import playing
from webapp.people.names import NAME_LENGTH as PLAYER_LENGTH
from webapp.people.names import tidy_name
from webapp.people.visitors import visitors
from webapp.ui.pane import Pane
from webapp.ui.theme import Frame
from webapp.ui.tree import Child, Node, el, icon, payload

Json = dict[str, Any]
D = TypeVar("D", bound=ListDraft[Any])
SIGNS = {"cards": "cards", "list": "note", "keep": "note", "share": "share", "play": "play"}


class ListBuilder(Generic[D]):
    """The page. Everything that arrives from the browser is checked where it is used."""

    signs: ClassVar[Mapping[str, str]] = SIGNS
    """Of the parts of the page."""
    intents: ClassVar[Mapping[str, Callable[[Any, Json], Awaitable[None]]]] = {}
    """What presses do besides :data:`INTENTS`."""

    def __init__(self, kind: ListKind[Any], desk: D, tr: Translator, session: str, page: Frame) -> None:
        self.kind = kind
        self.desk = desk
        self.tr = tr
        self.session = session
        self.page = page
        self.client = ui.context.client
        self.drawn = 0
        self.said = ""
        self.saving = Autosave(kind.game, desk, session, tr)
        self._trees: list[tuple[Pane, Callable[[], list[Child]]]] = []
        self._shown: dict[Pane, list[Child]] = {}

    # What a game writes

    def build(self) -> None:
        """The page's parts, in the order in which they are read."""
        raise NotImplementedError

    def bar(self) -> list[Child]:
        """What stands in the head line between the way back and undo."""
        return []

    def notes(self) -> list[Child]:
        """What stands above the list, besides that it came by a link or was deleted."""
        return []

    def redraw(self) -> None:
        """Draws what is no pane."""

    async def follow(self) -> None:
        """The value is another: works out what takes time, before it is shown."""

    async def reckon(self) -> None:
        """Works out what is shown once it is known."""

    # Parts

    def pane(self, tree: Callable[[], list[Child]]) -> Pane:
        """A part that is drawn again when its tree has changed."""
        children = tree()
        pane = Pane(payload(0, children), self.intend)
        self._trees.append((pane, tree))
        self._shown[pane] = children
        return pane

    def head(self) -> None:
        """The head line."""
        with self.page.head.classes("lists-head"):
            self.pane(self._head)

    def title(self) -> None:
        """The list's name."""
        name = field("list-name", self.tr("lists.name"), self.desk.name, length=NAME_LENGTH, hidden_label=True)
        name.props["placeholder"] = noun("lists.unnamed", self.tr)
        self.name_field = name.classes("title-field").on("change", typed(self.rename), js_handler=EMIT_VALUE)

    def sides(self) -> None:
        """The columns that any list has: keep, share, play; and the tabs of a small screen."""
        self._keep()
        self.sharing = SharePanel(self.kind, self.desk, self.tr)
        self._play()

    def tabs(self, parts: Sequence[str], *, side: bool = False) -> Pane:
        """The ways from part to part; ``side``: of the last column."""
        return self.pane(lambda: [self._tabs(parts, side)])

    def begin(self) -> None:
        """Called once all is built."""
        self._turn()
        list_service.changed.subscribe(self.elsewhere)
        ui.timer(0, self.reckon, once=True)

    def _keep(self) -> None:
        tr = self.tr
        with ui.element("section").classes("side-keep stack"):
            self.pane(lambda: versions.marks(self.desk, tr))
            length = TAGS * (TAG_LENGTH + 2)
            self.tags_field = field("list-tags", tr("lists.tags"), ", ".join(self.desk.tags), length=length)
            self.tags_field.props["placeholder"] = noun("lists.tags-hint", tr)
            self.tags_field.on("change", typed(self.tag), js_handler=EMIT_VALUE)
            self.notes_field = field(
                "list-notes", tr("lists.notes"), self.desk.notes, length=NOTES_LENGTH, multiline=True
            )
            self.notes_field.on("change", typed(self.note), js_handler=EMIT_VALUE)
            self.pane(lambda: versions.history(self.kind, self.saving.versions(), tr))

    def _play(self) -> None:
        with ui.element("section").classes("side-play stack"):
            player = visitors.get(self.session).name
            it = field("your-name", self.tr("lobby.your-name"), player, length=PLAYER_LENGTH)
            it.on("change", typed(self.call_me), js_handler=EMIT_VALUE)
            self.player_field = it
            self.pane(lambda: playing(self.kind, chairs(self.kind, self.session), self.desk.legal, self.said, self.tr))

    def _head(self) -> list[Child]:
        tr, desk = self.tr, self.desk
        return [
            el(
                "div.builder-bar",
                el("a.btn.quiet", icon("undo"), noun("lists.yours", tr), href=self.kind.address, testid="to-shelf"),
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
        """Above the cards: that the list is not kept yet, that it was deleted, and what the game says."""
        tr, desk = self.tr, self.desk
        found: list[Child] = []
        if desk.shared and desk.saved is None:
            keep = el("button.btn.main", tr("lists.keep"), do={"do": "keep"}, testid="keep-shared")
            found.append(el("p.shared", tr("lists.came-by-link"), keep, testid="shared", key="shared"))
        if desk.saved is not None and desk.saved.deleted_at is not None:
            undo = el("button.btn", icon("undo"), tr("lists.undelete"), do={"do": "undelete"}, testid="undelete")
            found.append(el("p.shared", tr("lists.is-deleted"), undo, role="status", key="deleted"))
        return [*found, *self.notes()]

    def _tabs(self, parts: Sequence[str], side: bool) -> Node:
        now = self.desk.side if side else self.desk.part
        return el(
            "nav.side-tabs" if side else "nav.tabs",
            [
                el(
                    "button.tab",
                    icon(self.signs[it]),
                    el("span", noun(f"lists.part.{it}", self.tr)),
                    do={"do": "part", "part": it},
                    aria_pressed="true" if it == now else "false",
                    testid=f"{'side' if side else 'part'}-{it}",
                    key=it,
                )
                for it in parts
            ],
            aria_label=self.tr("lists.parts"),
            key="tabs",
        )

    # Showing

    def refresh(self) -> None:
        """Everything as it is now; what did not change is not sent."""
        self.drawn += 1
        for pane, tree in self._trees:
            children = tree()
            if self._shown[pane] != children:
                self._shown[pane] = children
                pane.show(payload(self.drawn, children))
        self.sharing.refresh()
        self.redraw()
        self._turn()

    def _turn(self) -> None:
        desk = self.desk
        parts = " ".join(f"part-{it}" for it in desk.parts) + " " + " ".join(f"side-is-{it}" for it in desk.sides)
        wanted = f"part-{desk.part} side-is-{desk.side}"
        self.page.main.classes(remove=parts, add=wanted)

    # What is pressed

    async def intend(self, intent: Json) -> None:
        """A press on a pane."""
        do = str(intent.get("do"))
        act = self.intents.get(do) or INTENTS.get(do)
        if act is not None:
            safe = {key: value for key, value in intent.items() if isinstance(value, str | int) or value is None}
            await act(self, safe)

    async def changed(self, did: bool) -> None:
        """The value may have become another: keep, think, show, reckon."""
        if did:
            self.said = ""
            await self.keep()
        await self.taken_over(did)

    async def look_again(self) -> None:
        """Only what is looked at has changed."""
        await self.follow()
        self.refresh()

    async def taken_over(self, did: bool) -> None:
        """The value may have become another, which is kept already."""
        if did:
            await self.follow()
        self.refresh()
        if did:
            await self.reckon()

    async def rename(self, name: str) -> None:
        """The list is called otherwise."""
        await self._worded(self.desk.rename(name))

    async def tag(self, tags: str) -> None:
        """Its tags are others."""
        await self._worded(self.desk.tag(tags))

    async def note(self, notes: str) -> None:
        """Its notes are others."""
        await self._worded(self.desk.note(notes))

    async def _worded(self, did: bool) -> None:
        self._fields()
        if did:
            await self.keep()
            self.refresh()

    async def call_me(self, name: str) -> None:
        """The player's own name, as in the lobby."""
        await visitors.rename(self.session, name)
        write(self.player_field, tidy_name(name))

    # Keeping

    async def keep(self) -> None:
        """Keeps the list as it is; a list that nobody has yet becomes one's own, and the address is its own."""
        new = self.desk.saved is None
        await self.saving.keep()
        if new and self.desk.saved is not None:
            address = json.dumps(f"{self.kind.address}/list/{self.desk.saved.id}")
            self.client.run_javascript(f"history.replaceState(history.state, '', {address})")

    async def mark(self, **marks: bool) -> None:
        """Marks the list on its shelf."""
        await self.saving.mark(**marks)
        self.refresh()

    async def elsewhere(self, shelf: str) -> None:
        """Something changed on a shelf: where it is this list, on another page, it is taken over."""
        other = self.saving.elsewhere(shelf)
        if other is not None:
            self._fields()
            await self.taken_over(self.desk.change(other))

    async def restore(self, number: Any) -> None:
        """An earlier version again, as a new one."""
        value = self.saving.earlier(number)
        if value is not None:
            self._fields()
            did = self.desk.change(value)
            await self.keep()
            await self.taken_over(did)

    async def copy(self) -> None:
        """A list of its own with the same cards, which is then what is composed here."""
        id = await self.saving.copy()
        if id is not None:
            self.client.open(f"{self.kind.address}/list/{id}")
        else:
            self.refresh()

    def _fields(self) -> None:
        """The fields hold what the desk has."""
        desk = self.desk
        for it, value in (
            (self.name_field, desk.name),
            (self.tags_field, ", ".join(desk.tags)),
            (self.notes_field, desk.notes),
        ):
            if it.props.get("defaultValue") != value:
                write(it, value)

    # Sitting down

    async def sit(self, intent: Mapping[str, Any]) -> None:
        """Takes a seat with the list: at a table that is there, or at a new one."""
        desk = self.desk
        if not desk.legal:
            return
        value = self.kind.read(desk.content())
        name = desk.name or noun("lists.unnamed", self.tr)
        offer = offered(self.kind, desk.saved.id if desk.saved else "", name, value)
        where = (intent["code"], intent.get("seat")) if "code" in intent else None
        found = await sit(self.kind, self.session, visitors.get(self.session).name, where, offer)
        if isinstance(found, str):
            self.client.open(f"/table/{found}")
            return
        self.said = self.tr(f"refusal.{found.code}", **found.params) if found is not None else ""
        self.refresh()


Page = ListBuilder[Any]


async def _part(page: Page, intent: Json) -> None:
    page.desk.turn(intent.get("part"))
    await page.look_again()


async def _undo(page: Page, intent: Json) -> None:
    await page.changed(page.desk.undo())


async def _redo(page: Page, intent: Json) -> None:
    await page.changed(page.desk.redo())


async def _keep(page: Page, intent: Json) -> None:
    await page.keep()
    page.refresh()


async def _favourite(page: Page, intent: Json) -> None:
    saved = page.desk.saved
    await page.mark(favourite=saved is not None and not saved.favourite)


async def _archive(page: Page, intent: Json) -> None:
    saved = page.desk.saved
    await page.mark(archived=saved is not None and saved.archived_at is None)


async def _delete(page: Page, intent: Json) -> None:
    await page.mark(deleted=True)


async def _undelete(page: Page, intent: Json) -> None:
    await page.mark(deleted=False)


async def _copy(page: Page, intent: Json) -> None:
    await page.copy()


async def _restore(page: Page, intent: Json) -> None:
    await page.restore(intent.get("number"))


async def _sit(page: Page, intent: Json) -> None:
    await page.sit(intent)


INTENTS: Mapping[str, Callable[[Page, Json], Awaitable[None]]] = {
    "part": _part,
    "undo": _undo,
    "redo": _redo,
    "keep": _keep,
    "favourite": _favourite,
    "archive": _archive,
    "delete": _delete,
    "undelete": _undelete,
    "copy": _copy,
    "restore": _restore,
    "sit": _sit,
}
