"""The house's builder: cards by section with their copies, the list, its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from webapp.lists.builder import ListBuilder
from webapp.lists.fields import EMIT_PAUSED, field, typed
from webapp.lists.intents import PLAIN, ListIntent, SetCopies
from webapp.lists.kind import ListCard, Section
from webapp.lists.plain_draft import PlainDraft
from webapp.lists.plain_text import plain
from webapp.ui.tree import Child, Node, el, icon


class PlainBuilder(ListBuilder[PlainDraft[Any]]):
    """The builder page for lists that are counts of cards."""

    intents = PLAIN

    def build(self) -> None:
        """Builds catalogue, list with verdict, and the last column."""
        self.head()
        with ui.element("section").classes("stack catalogue"):
            search = field("search", self.tr("lists.search"), "", length=80, hidden_label=True)
            search.props.update({"placeholder": self.tr("lists.search"), "type": "search"})
            search.on("input", typed(self.search), js_handler=EMIT_PAUSED)
            self.live(self._catalogue)
        with ui.element("section").classes("stack composing"):
            self.title()
            self.live(self.above)
            self.live(self._held)
            self.live(self._verdict)
        with ui.element("aside").classes("sides"):
            self.tabs(self.desk.sides, side=True)
            self.sides()
        self.tabs(self.desk.parts)
        self.begin()

    async def search(self, words: str) -> None:
        """Searches the catalogue."""
        self.desk.words = words[:80]
        self.redraw()

    def _sections(self) -> Sequence[Section]:
        return self.kind.sections(self.desk.value, self.tr)

    # The catalogue

    def _catalogue(self) -> list[Child]:
        counts = self.kind.counts(self.desk.value)
        wanted = plain(self.desk.words).split()
        sections: list[Child] = []
        for of in self._sections():
            cards = [card for card in of.cards if all(word in plain(f"{card.name} {card.words}") for word in wanted)]
            if cards:
                held = counts.get(of.key, {})
                rows = [self._card(of, card, held.get(card.id, 0)) for card in cards]
                parts = [self._heading(of, held), el("ul.plain-choices", rows)]
                sections.append(el("section.plain-section", parts, key=of.key))
        return sections or [el("p.muted", self.tr("lists.none-found"), key="none")]

    def _heading(self, of: Section, held: Mapping[str, int]) -> Node:
        count = f" {sum(held.values())} / {of.needs}" if of.needs is not None else ""
        return el("h2.overline", of.name, el("span.plain-needs", count) if count else None)

    def _card(self, of: Section, card: ListCard, count: int) -> Node:
        return el(
            "li.plain-row",
            el("div.plain-face", el("strong.name", card.name), *card.face),
            self._counter(of, card, count),
            cls="is-in" if count else None,
            key=f"{of.key}/{card.id}",
            testid=f"card-{card.id}",
        )

    def _counter(self, of: Section, card: ListCard, count: int) -> Node:
        """A button for a card that a list has once, else a counter."""
        tr = self.tr
        if card.most == 1 or of.exclusive:
            words = tr("lists.take-out" if count else "lists.take", card=card.name)
            return el(
                "button.tool.plain-take",
                icon("check" if count else "plus", words),
                do={"do": "put", "section": of.key, "card": card.id, "count": 0 if count else 1},
                aria_pressed="true" if count else "false",
                title=words,
                testid=f"take-{card.id}",
            )
        return el(
            "span.plain-counter",
            self._more(of, card, count, -1, "minus"),
            el("output", f"{count} / {card.most}", testid=f"count-{card.id}"),
            self._more(of, card, count, 1, "plus"),
            role="group",
            aria_label=card.name,
        )

    def _more(self, of: Section, card: ListCard, count: int, step: int, sign: str) -> Node:
        able = 0 <= count + step <= card.most
        words = self.tr("lists.one-more" if step > 0 else "lists.one-less", card=card.name)
        return el(
            "button.tool",
            icon(sign, words),
            do={"do": "put", "section": of.key, "card": card.id, "count": count + step} if able else None,
            aria_disabled=None if able else "true",
            title=words,
            testid=f"{'more' if step > 0 else 'less'}-{card.id}",
        )

    # The list

    def _held(self) -> list[Child]:
        counts = self.kind.counts(self.desk.value)
        sections: list[Child] = []
        for of in self._sections():
            named = {card.id: card for card in of.cards}
            held = counts.get(of.key, {})
            rows = [self._in_list(of, named.get(id), id, n) for id, n in held.items()]
            sections += [self._heading(of, held), el("ul.plain-held", rows, key=f"held-{of.key}")] if rows else []
        return sections or [el("p.muted", self.tr("lists.nothing-chosen"), key="nothing")]

    def _in_list(self, of: Section, card: ListCard | None, id: str, count: int) -> Node:
        name = card.name if card else id
        words = self.tr("lists.take-out", card=name)
        out = {"do": "put", "section": of.key, "card": id, "count": 0}
        return el(
            "li",
            el("span", f"{count} × {name}" if count > 1 else name),
            el("button.tool", icon("cross", words), do=out, title=words, testid=f"away-{id}"),
            key=f"{of.key}/{id}",
            testid=f"held-{id}",
        )

    def _verdict(self) -> list[Child]:
        tr, verdict = self.tr, self.kind.judge(self.desk.value, self.tr)
        state = "legal" if verdict.legal else "illegal" if verdict.problems else "unfinished"
        sign = {"legal": "check", "illegal": "cross", "unfinished": "nothing-yet"}[state]
        lines = [el("li", line) for line in (*verdict.problems, *verdict.missing)]
        return [
            el(
                "section.plain-verdict",
                el("strong", icon(sign), tr(f"lists.verdict.{state}")),
                el("ul", lines) if lines else None,
                cls=state,
                data_state=state,
                role="status",
                testid="verdict",
                key="verdict",
            )
        ]

    async def on_intent(self, intent: ListIntent | SetCopies) -> None:
        """Handles a press in a pane."""
        if isinstance(intent, SetCopies):
            await self.changed(self.desk.put(intent.section, intent.card, intent.count))
        else:
            await super().on_intent(intent)
