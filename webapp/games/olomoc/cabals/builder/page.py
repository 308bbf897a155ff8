"""Controller of Olomoc's builder page: catalogue, cabal, figures."""

from __future__ import annotations

import asyncio
import json
from typing import Any, ClassVar

from nicegui import ui

from webapp.games.olomoc.cabals.builder import cabal_tree, card_viewer, catalogue_tree, charts, figures, legality_tree
from webapp.games.olomoc.cabals.builder.draft import PARTS_OF_PAGE, SIDES, CabalDraft
from webapp.games.olomoc.cabals.builder.intents import (
    INTENTS,
    BuilderIntent,
    ChangeChart,
    ChoosePlace,
    CompareCards,
    FilterCards,
    LookAtCard,
    LookAway,
    MendProblem,
    PutAway,
    ServeFaction,
    SwapPlaces,
    TakeCard,
    TakeVersion,
)
from webapp.games.olomoc.cabals.builder.outlook_cache import outlooks_of
from webapp.games.olomoc.cabals.card_faces import names_for
from webapp.games.olomoc.cabals.lists.changed_cards import changed_cards
from webapp.i18n import Translator
from webapp.lists.builder import SIGNS, ListBuilder
from webapp.lists.fields import EMIT_PAUSED, field, typed
from webapp.lists.intents import ListIntent
from webapp.lists.kind import ListKind
from webapp.ui.diagram import Drawing
from webapp.ui.theme import Frame, testid, text
from webapp.ui.tree import Child, el

Json = dict[str, Any]


class Builder(ListBuilder[CabalDraft]):
    """The page."""

    signs: ClassVar = {**SIGNS, "cabal": "bloc", "figures": "chart"}
    intents = INTENTS

    def __init__(self, kind: ListKind[Any], desk: CabalDraft, tr: Translator, session: str, page: Frame) -> None:
        super().__init__(kind, desk, tr, session, page)
        self.names = names_for(desk.pack, tr)
        self.outlooks: dict[int, Json] = {}

    # Building

    def build(self) -> None:
        """The page's parts, in the order in which they are read."""
        self.head()
        with ui.element("section").classes("stack catalogue"):
            search = field("search", self.tr("cabals.search"), "", length=80, hidden_label=True)
            search.props["placeholder"] = self.tr("cabals.search")
            search.props["type"] = "search"
            search.on("input", typed(self.search), js_handler=EMIT_PAUSED)
            self.live(lambda: catalogue_tree.filters(self.desk, self.names))
            self.live(lambda: catalogue_tree.listing(self.desk, self.names))
        with ui.element("section").classes("stack composing"):
            self.title()
            self.live(self.above)
            self.live(lambda: cabal_tree.rouages(self.desk, self.names))
            with ui.element("div").classes("wiring"):
                self.wires = Drawing(cabal_tree.wires_drawing(self.desk))
                self.live(lambda: cabal_tree.sockets(self.desk, self.names))
            self.live(lambda: cabal_tree.gear(self.desk, self.names))
            self.live(lambda: legality_tree.verdict_tree(self.desk, self.names))
        with ui.element("aside").classes("sides"):
            self.tabs(SIDES, side=True)
            self._figures()
            self.sides()
        self.tabs(PARTS_OF_PAGE)
        self.live(lambda: card_viewer.looking(self.desk, self.names))
        self.begin()

    def _figures(self) -> None:
        desk, names = self.desk, self.names
        with ui.element("section").classes(f"side-figures stack {figures.side_class()}"):
            self.live(lambda: figures.together(desk, names))
            with ui.element("div").classes("charts"):
                self.live(lambda: figures.attack_choice(desk, names))
                self.wounds_chart = self._chart("wounds")
                self.live(lambda: figures.attack_words(desk, names, self.outlooks))
                self.live(lambda: figures.reach_words(desk, names, self.outlooks))
                self.reach = Drawing(figures.reach_drawing(desk, names, self.outlooks)).classes("reach-drawing")
                self.live(lambda: figures.shot_choice(desk, names))
                self.ranged_chart = self._chart("ranged")
                text("h2", self.tr("cabals.budget"), "overline")
                self.budget_chart = self._chart("budget")
                self.live(lambda: figures.study_words(desk, names, self.outlooks))

    def _chart(self, name: str) -> ui.echart:
        chart = ui.echart({}, renderer="svg").classes(f"chart chart-{name}")
        chart.props["aria-label"] = self.tr(f"cabals.chart.{name}")
        chart.props["role"] = "img"
        return testid(chart, f"chart-{name}")

    def bar(self) -> list[Child]:
        """The bar of factions."""
        tr, faction = self.tr, self.desk.sketch.faction
        return [
            el(
                "span.factions",
                [
                    el(
                        "button.segment",
                        self.names.book.faction(other, tr.language),
                        do={"do": "serve", "faction": other},
                        aria_pressed="true" if other == faction else "false",
                        testid=f"serve-{other}",
                        cls="wrong" if other == faction and self._faction_wrong() else None,
                    )
                    for other in self.names.book.factions()
                ],
                role="group",
                aria_label=tr("table.faction"),
            )
        ]

    def notes(self) -> list[Child]:
        """The notes on changes by another version of the pack."""
        return changed_cards(self.desk, self.names)

    def _faction_wrong(self) -> bool:
        return any(problem.place == "faction" for problem in self.desk.verdict().problems)

    # Showing

    def draw_rest(self) -> None:
        """Wires and charts."""
        self.wires.show(cabal_tree.wires_drawing(self.desk))
        self._charts()

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

    async def reckon(self) -> None:
        """Has the worker say what each rouage can do; shown when it is known."""
        sketch = self.desk.sketch
        outlooks = await outlooks_of(self.desk.pack, sketch)
        if self.desk.sketch == sketch:
            self.outlooks = outlooks
            self.redraw()

    def focus(self, where: str) -> None:
        """Moves the keyboard to where something has opened, or back to where it came from."""
        # The pane shown last is drawn first.
        script = f"requestAnimationFrame(() => document.querySelector({json.dumps(where)})?.focus())"
        self.client.run_javascript(script)

    # Presses

    async def on_intent(self, intent: ListIntent | BuilderIntent) -> None:
        """A press on a pane. The draft says which values there are."""
        desk = self.desk
        match intent:
            case LookAtCard():
                desk.look(intent.part, intent.id)
                await self.look_again()
                self.focus(".look-column .btn, .look-bar .btn")
            case CompareCards():
                desk.compare()
                await self.look_again()
            case LookAway():
                looked = desk.looked
                desk.look_away()
                await self.look_again()
                if looked:
                    self.focus(f'[data-testid="look-{looked[-1][1]}"]')
            case ChoosePlace():
                desk.choose(intent.place, intent.part)
                await self.look_again()
            case FilterCards():
                desk.filter(intent.what, intent.value)
                await self.look_again()
            case ChangeChart():
                desk.chart(intent.what, intent.value)
                await self.look_again()
            case TakeCard():
                desk.look_away()
                await self.changed(desk.take(intent.part, intent.id, intent.at))
            case PutAway():
                desk.look_away()
                await self.changed(desk.put_away(intent.place, intent.part))
            case SwapPlaces():
                await self.changed(desk.swap(intent.place, intent.other))
            case ServeFaction():
                await self.changed(desk.serve(intent.faction))
            case MendProblem():
                await self.changed(desk.mend(intent.problem, intent.fix))
            case TakeVersion():
                desk.sitting = 0.0
                await self.keep()
                self.redraw()
            case _:
                await super().on_intent(intent)

    async def follow(self) -> None:
        """Rows and verdict of another cabal; what its rouages can do is no longer known."""
        if not self.desk.thought:
            await asyncio.to_thread(self.desk.think)

    async def taken_over(self, did: bool) -> None:
        """The cabal may have become another, which is kept already."""
        if did:
            self.outlooks = {}
        await super().taken_over(did)

    async def search(self, words: str) -> None:
        """Words were typed into the search."""
        self.desk.search(words)
        await self.look_again()
