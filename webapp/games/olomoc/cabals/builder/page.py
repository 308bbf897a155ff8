"""Controller of one builder page: its panes, the intents that change the draft, and saving."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from webapp.games.olomoc.cabals.builder import cabal_tree, card_viewer, catalogue_tree, charts, figures, legality_tree
from webapp.games.olomoc.cabals.builder.draft import PARTS_OF_PAGE, SIDES, CabalDraft
from webapp.games.olomoc.cabals.builder.intents import INTENTS
from webapp.games.olomoc.cabals.builder.outlook_cache import outlooks_of
from webapp.games.olomoc.cabals.card_faces import names_for
from webapp.games.olomoc.cabals.lists import details as list_details
from webapp.games.olomoc.cabals.lists.cabal_list import NAME_LENGTH, NOTES_LENGTH, TAG_LENGTH, TAGS
from webapp.i18n import Translator
from webapp.lists.autosave import Autosave
from webapp.lists.bring import chairs, offered, sit
from webapp.lists.fields import EMIT_PAUSED, EMIT_VALUE, field, typed, write
from webapp.lists.service import keeper
from webapp.lists.share_panel import SharePanel
from webapp.lists.tables_to_join import playing
from webapp.people.names import NAME_LENGTH as PLAYER_LENGTH
from webapp.people.names import tidy_name
from webapp.people.visitors import visitors
from webapp.ui.diagram import Drawing
from webapp.ui.pane import Pane
from webapp.ui.theme import Frame, testid, text
from webapp.ui.tree import Child, Node, el, icon, payload

Json = dict[str, Any]
SIGNS = {"cards": "cards", "cabal": "bloc", "figures": "chart", "keep": "note", "share": "share", "play": "play"}


class Builder:
    """The page. Everything that arrives from the browser is checked where it is used."""

    def __init__(self, desk: CabalDraft, tr: Translator, session: str, page: Frame) -> None:
        self.desk = desk
        self.tr = tr
        self.session = session
        self.page = page
        self.names = names_for(desk.pack, tr)
        self.client = ui.context.client
        self.drawn = 0
        self.said = ""
        self.outlooks: dict[int, Json] = {}
        self.saving = Autosave(desk, session, tr)
        self._trees: list[tuple[Pane, Callable[[], list[Child]]]] = []
        self._shown: dict[Pane, list[Child]] = {}

    # Building

    def build(self) -> None:
        """The page's parts, in the order in which they are read."""
        with self.page.head.classes("cabals-head"):
            self.head_pane = self._pane(self._head)
        with ui.element("section").classes("stack catalogue"):
            search = field("search", self.tr("cabals.search"), "", length=80, hidden_label=True)
            search.props["placeholder"] = self.tr("cabals.search")
            search.props["type"] = "search"
            search.on("input", typed(self.search), js_handler=EMIT_PAUSED)
            self.filter_pane = self._pane(lambda: catalogue_tree.filters(self.desk, self.names))
            self.list_pane = self._pane(lambda: catalogue_tree.listing(self.desk, self.names))
        with ui.element("section").classes("stack composing"):
            self._title()
            self.note_pane = self._pane(self._notes)
            self.rouage_pane = self._pane(lambda: cabal_tree.rouages(self.desk, self.names))
            with ui.element("div").classes("wiring"):
                self.wires = Drawing(cabal_tree.wires_drawing(self.desk))
                self.socket_pane = self._pane(lambda: cabal_tree.sockets(self.desk, self.names))
            self.gear_pane = self._pane(lambda: cabal_tree.gear(self.desk, self.names))
            self.verdict_pane = self._pane(lambda: legality_tree.verdict_tree(self.desk, self.names))
        with ui.element("aside").classes("sides"):
            self.side_tabs = self._pane(lambda: [self._tabs(SIDES)])
            self._figures()
            self._keep()
            self.sharing = SharePanel(self.desk, self.tr)
            self._play()
        self.tabs_pane = self._pane(lambda: [self._tabs(PARTS_OF_PAGE)])
        self.look_pane = self._pane(lambda: card_viewer.looking(self.desk, self.names))
        self._turn()
        keeper.changed.subscribe(self.elsewhere)
        ui.timer(0, self.reckon, once=True)

    def _pane(self, tree: Callable[[], list[Child]]) -> Pane:
        children = tree()
        pane = Pane(payload(0, children), self.intend)
        self._trees.append((pane, tree))
        self._shown[pane] = children
        return pane

    def _title(self) -> None:
        name = field("list-name", self.tr("cabals.name"), self.desk.name, length=NAME_LENGTH, hidden_label=True)
        name.props["placeholder"] = self.tr("cabals.unnamed")
        self.name_field = name.classes("title-field").on("change", typed(self.rename), js_handler=EMIT_VALUE)

    def _figures(self) -> None:
        desk, names = self.desk, self.names
        with ui.element("section").classes(f"side-figures stack {figures.side_class()}"):
            self._pane(lambda: figures.together(desk, names))
            with ui.element("div").classes("charts"):
                self._pane(lambda: figures.attack_choice(desk, names))
                self.wounds_chart = self._chart("wounds")
                self._pane(lambda: figures.attack_words(desk, names, self.outlooks))
                self._pane(lambda: figures.reach_words(desk, names, self.outlooks))
                self.reach = Drawing(figures.reach_drawing(desk, names, self.outlooks)).classes("reach-drawing")
                self._pane(lambda: figures.shot_choice(desk, names))
                self.ranged_chart = self._chart("ranged")
                text("h2", self.tr("cabals.budget"), "overline")
                self.budget_chart = self._chart("budget")
                self._pane(lambda: figures.study_words(desk, names, self.outlooks))

    def _chart(self, name: str) -> ui.echart:
        chart = ui.echart({}, renderer="svg").classes(f"chart chart-{name}")
        chart.props["aria-label"] = self.tr(f"cabals.chart.{name}")
        chart.props["role"] = "img"
        return testid(chart, f"chart-{name}")

    def _keep(self) -> None:
        tr = self.tr
        with ui.element("section").classes("side-keep stack"):
            self._pane(lambda: list_details.marks(self.desk, self.names))
            length = TAGS * (TAG_LENGTH + 2)
            self.tags_field = field("list-tags", tr("cabals.tags"), ", ".join(self.desk.tags), length=length)
            self.tags_field.props["placeholder"] = tr("cabals.tags-hint")
            self.tags_field.on("change", typed(self.tag), js_handler=EMIT_VALUE)
            self.notes_field = field(
                "list-notes", tr("cabals.notes"), self.desk.notes, length=NOTES_LENGTH, multiline=True
            )
            self.notes_field.on("change", typed(self.note), js_handler=EMIT_VALUE)
            self._pane(lambda: list_details.history(self.desk, self.saving.versions(), self.names))

    def _play(self) -> None:
        with ui.element("section").classes("side-play stack"):
            player = visitors.get(self.session).name
            it = field("your-name", self.tr("lobby.your-name"), player, length=PLAYER_LENGTH)
            it.on("change", typed(self.call_me), js_handler=EMIT_VALUE)
            self.player_field = it
            self._pane(lambda: playing(chairs(self.session), self.desk.legal, self.said, self.tr))

    # Small trees of the page itself

    def _head(self) -> list[Child]:
        tr, desk = self.tr, self.desk
        faction = desk.sketch.faction
        return [
            el(
                "div.builder-bar",
                el("a.btn.quiet", icon("undo"), tr("cabals.shelf-link"), href="/olomoc/cabals", testid="to-shelf"),
                el(
                    "span.factions",
                    [
                        el(
                            "button.segment",
                            self.names.book.faction(it, tr.language),
                            do={"do": "serve", "faction": it},
                            aria_pressed="true" if it == faction else "false",
                            testid=f"serve-{it}",
                            cls="wrong" if it == faction and self._faction_wrong() else None,
                        )
                        for it in self.names.book.factions()
                    ],
                    role="group",
                    aria_label=tr("table.faction"),
                ),
                el(
                    "span.steps",
                    self._step("undo", "undo", tr("cabals.undo"), bool(desk.past)),
                    self._step("redo", "redo", tr("cabals.redo"), bool(desk.future)),
                ),
                el("span.keeping.muted", self._keeping_words(), role="status", testid="keeping"),
                key="bar",
            )
        ]

    def _faction_wrong(self) -> bool:
        return any(it.place == "faction" for it in self.desk.verdict().problems)

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
            return self.tr("cabals.not-kept")
        return self.tr("cabals.kept-version", n=self.desk.saved.version)

    def _notes(self) -> list[Child]:
        """Above the cards: that the list is not kept yet, and what another version has changed."""
        tr, desk = self.tr, self.desk
        found: list[Child] = []
        if desk.shared and desk.saved is None:
            keep = el("button.btn.main", tr("cabals.keep"), do={"do": "keep"}, testid="keep-shared")
            found.append(el("p.shared", tr("cabals.came-by-link"), keep, testid="shared", key="shared"))
        if desk.saved is not None and desk.saved.deleted_at is not None:
            undo = el("button.btn", icon("undo"), tr("cabals.undelete"), do={"do": "undelete"}, testid="undelete")
            found.append(el("p.shared", tr("cabals.is-deleted"), undo, role="status", key="deleted"))
        return [*found, *list_details.changed_cards(desk, self.names)]

    def _tabs(self, parts: tuple[str, ...]) -> Node:
        now = self.desk.side if parts is SIDES else self.desk.part
        return el(
            "nav.tabs" if parts is not SIDES else "nav.side-tabs",
            [
                el(
                    "button.tab",
                    icon(SIGNS[it]),
                    el("span", self.tr(f"cabals.part.{it}")),
                    do={"do": "part", "part": it},
                    aria_pressed="true" if it == now else "false",
                    testid=f"{'side' if parts is SIDES else 'part'}-{it}",
                    key=it,
                )
                for it in parts
            ],
            aria_label=self.tr("cabals.parts"),
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
        self.wires.show(cabal_tree.wires_drawing(self.desk))
        self.sharing.refresh()
        self._charts()
        self._turn()

    def _charts(self) -> None:
        desk, names = self.desk, self.names
        self.reach.show(figures.reach_drawing(desk, names, self.outlooks))
        for chart, options in (
            (self.wounds_chart, charts.wounds(desk, names, self.outlooks)),
            (self.ranged_chart, charts.ranged(desk, names, self.outlooks)),
            (self.budget_chart, charts.budget(desk, names)),
        ):
            if json.dumps(chart.options) != json.dumps(options):
                chart.options.clear()
                chart.options.update(options)
                chart.update()

    def _turn(self) -> None:
        parts = " ".join(f"part-{it}" for it in PARTS_OF_PAGE) + " " + " ".join(f"side-is-{it}" for it in SIDES)
        wanted = f"part-{self.desk.part} side-is-{self.desk.side}"
        self.page.main.classes(remove=parts, add=wanted)

    async def reckon(self) -> None:
        """Has the worker say what each rouage can do; shown when it is known."""
        sketch = self.desk.sketch
        found = await outlooks_of(self.desk.pack, sketch)
        if self.desk.sketch == sketch:
            self.outlooks = found
            self.refresh()

    def focus(self, where: str) -> None:
        """Moves the keyboard to where something has opened, or back to where it came from."""
        # What was shown just now is drawn first.
        script = f"requestAnimationFrame(() => document.querySelector({json.dumps(where)})?.focus())"
        self.client.run_javascript(script)

    # What is pressed

    async def intend(self, intent: Json) -> None:
        """A press on a pane."""
        act = INTENTS.get(str(intent.get("do")))
        if act is not None:
            safe = {key: value for key, value in intent.items() if isinstance(value, str | int) or value is None}
            await act(self, safe)

    async def changed(self, did: bool) -> None:
        """The cabal may have become another: think, show, keep, reckon."""
        if did:
            self.said = ""
            await self.keep()
        await self.taken_over(did)

    async def look_again(self) -> None:
        """Only what is looked at has changed."""
        if not self.desk.thought:
            await asyncio.to_thread(self.desk.think)
        self.refresh()

    async def search(self, words: str) -> None:
        """Words were typed into the search."""
        self.desk.search(words)
        await self.look_again()

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
            address = json.dumps(f"/olomoc/cabals/list/{self.desk.saved.id}")
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

    async def taken_over(self, did: bool) -> None:
        """The cabal may have become another, which is kept already."""
        if did:
            await asyncio.to_thread(self.desk.think)
            self.outlooks = {}
        self.refresh()
        if did:
            await self.reckon()

    async def restore(self, number: Any) -> None:
        """An earlier version again, as a new one."""
        sketch = self.saving.earlier(number)
        if sketch is not None:
            self._fields()
            did = self.desk.change(sketch)
            await self.keep()
            await self.taken_over(did)

    async def copy(self) -> None:
        """A list of its own with the same cards, which is then what is composed here."""
        id = await self.saving.copy()
        if id is not None:
            self.client.open(f"/olomoc/cabals/list/{id}")
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
        name = desk.name or self.tr("cabals.unnamed")
        offer = offered(desk.saved.id if desk.saved else "", name, desk.sketch, desk.pack.id)
        where = (intent["code"], intent.get("seat")) if "code" in intent else None
        found = await sit(self.session, visitors.get(self.session).name, where, offer)
        if isinstance(found, str):
            self.client.open(f"/table/{found}")
            return
        self.said = self.tr(f"refusal.{found.code}", **found.params) if found is not None else ""
        self.refresh()
