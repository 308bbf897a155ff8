"""Draws a card from a TOML table that may be incomplete; missing fields are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from rules.geometry import place_polygon
from rules.olomoc.packs import MINISTRIES, Agenda, Capacity, Pack
from rules.olomoc.packs.base import Angle, Point
from webapp.games.olomoc.table.cards import rouages
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.map import bloc_map, block, disc
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, icon

Table = Mapping[str, Any]
ID = "1-card"
LIFE = frozenset("RST")
SLOTS = range(1, 6)
SHOWN_MARKERS = 12
KINDS = ("obstructing", "open", "zone")
SIZES = (30, 40, 50)
T = TypeVar("T")
PLACE: TypeAdapter[Point] = TypeAdapter(Point)
CORNERS: TypeAdapter[tuple[Point, ...]] = TypeAdapter(tuple[Point, ...])
TURN: TypeAdapter[int] = TypeAdapter(Angle)


def preview(sort: str, table: Table, pack: Pack, pictures: Mapping[str, str], tr: Translator) -> Node:
    """The card of this sort; ``pictures``: names of pictures by file name."""
    sketch = _Sketch(table, pack, pictures, tr)
    match sort:
        case "rouage" | "hostile":
            body = sketch.piece(sort)
        case "equipment":
            body = sketch.equipment()
        case "ministry":
            body = sketch.ministry()
        case "artefact":
            body = sketch.artefact()
        case "agenda" | "decor":
            body = [*sketch.plain()[:1], sketch.map(sort), *sketch.plain()[1:]]
        case _:
            body = sketch.plain()
    return el("article.card.preview", body, cls=["side-h" if sort == "hostile" else "side-1", f"sort-{sort}"], key=sort)


def agenda_map(agenda: Agenda, pack: Pack, tr: Translator) -> Node:
    """The Bloc in small as an agenda of this pack sets it up."""
    return _Sketch(agenda.model_dump(mode="json"), pack, {}, tr).map("agenda")


class _Sketch:
    """One table, being drawn."""

    def __init__(self, table: Table, pack: Pack, pictures: Mapping[str, str], tr: Translator) -> None:
        self.table = table
        self.pack = pack
        self.tr = tr
        self.picture = pictures.get(str(table.get("image")))
        self.profile = {name: self.number(name) for name in (*rouages.STATS, "rank")} | {
            "ministries": [ministry for ministry in self.words("ministries") if ministry in MINISTRIES],
            "life": "".join(c for c in str(table.get("life", "")) if c in LIFE)[:12],
        }
        self.it = {"id": ID, "seat": "1", "card": "card", "profile": self.profile}
        self.names = Names({"rouages": [self.it]}, tr, {}, _Named([pack], self.text("name")))

    # Reading what is there

    def number(self, name: str) -> int:
        value = self.table.get(name)
        return min(20, max(0, value)) if isinstance(value, int) else 0

    def words(self, name: str) -> list[str]:
        value = self.table.get(name)
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []

    def text(self, name: str, of: Table | None = None) -> str:
        """A text in the reader's language, else in the other."""
        value = (self.table if of is None else of).get(name)
        if isinstance(value, Mapping):
            first, second = ("fr", "en") if self.tr.language == "fr" else ("en", "fr")
            value = value.get(first) or value.get(second)
        return value if isinstance(value, str) else ""

    def tables(self, name: str) -> list[Table]:
        value = self.table.get(name)
        return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []

    # Drawing

    def top(self, *marks: Child | list[Child]) -> Node:
        name = self.text("name") or self.tr("packs.nameless")
        return el("span.card-top", el("strong.name", name), el("span.marks", *marks))

    def signs(self) -> list[Child]:
        return [
            icon(ministry, self.names.ministry(ministry))
            for ministry in self.words("ministries")
            if ministry in MINISTRIES
        ]

    def piece(self, sort: str) -> list[Child]:
        if sort == "hostile":
            inside = el("span.medallion.ring-h", icon("hostile"), aria_hidden="true")
        else:
            inside = rouages.medallion(self.it, self.names.book, self.names.monogram(ID), "middle")
        traits = [
            self.tr(f"packs.option-{trait}") for trait in self.words("traits") if self.tr.has(f"packs.option-{trait}")
        ]
        return [
            el(
                "span.card-top",
                el("strong.name", self.text("name") or self.tr("packs.nameless")),
                rouages.marks(self.profile, self.tr),
            ),
            rouages.pictured(self.picture, inside),
            rouages.stats(self.profile, self.tr),
            rouages.life(self.it, self.tr) if self.profile["life"] else None,
            self.body(" · ".join(filter(None, [self.text("title"), *traits]))),
        ]

    def equipment(self) -> list[Child]:
        sign = "gift" if self.table.get("gift") is True else "equipment"
        return [
            self.top(*self.signs()),
            rouages.pictured(self.picture, icon(sign, self.tr(f"packs.sign-{sign}"))),
            self.body(""),
        ]

    def ministry(self) -> list[Child]:
        which = str(self.table.get("ministry"))
        slots = self.table.get("slots")
        allowed = slots if isinstance(slots, list) else []
        row = [el("span", str(n), cls="yes" if n in allowed else "no") for n in SLOTS]
        return [
            self.top(self.tr("card.rank-n", rank=self.number("rank"))),
            rouages.pictured(
                self.picture, icon(which, self.names.ministry(which)) if which in MINISTRIES else icon("plan")
            ),
            el("span.allowed", row, role="img", aria_label=self.tr("packs.field-slots")),
            self.body(self.text("title")),
        ]

    def artefact(self) -> list[Child]:
        corner = self.table.get("corner")
        words = self.tr(f"packs.option-{corner}") if isinstance(corner, str) and corner else ""
        known = words if self.tr.has(f"packs.option-{corner}") else ""
        number = self.table.get("number", "")
        return [
            self.top(el("span.digit", str(number)[:3]) if number else None),
            rouages.pictured(self.picture, icon("artefact")),
            self.body(known, self.text("text")),
        ]

    def plain(self) -> list[Child]:
        markers = [
            el("li", self.text("name", marker) or str(marker.get("id", ""))) for marker in self.tables("markers")
        ]
        markers += [el("li", f"{self.text('name', piece) or piece.get('id', '')}") for piece in self.tables("pieces")]
        text = self.text("text")
        return [
            self.top(),
            rouages.pictured(self.picture) if self.picture else None,
            el(
                "div.card-words",
                el("p", text) if text else None,
                el("ul", markers[:SHOWN_MARKERS]) if markers else None,
            ),
        ]

    def map(self, sort: str) -> Node:
        """The card's map: of an agenda its decor set, markers and hostiles; what cannot be read is left out."""
        blocks = self.blocks(self.tables("pieces")) if sort == "decor" else self.suggested()
        discs = [] if sort == "decor" else [*self.markers(), *self.starts()]
        edges = (self.words("edges") or ["south", "north"]) if sort == "agenda" else []
        return bloc_map(self.tr("map.label"), edges, blocks, discs)

    def suggested(self) -> list[Node]:
        """The agenda's decor set as it is suggested."""
        layout = self.pack.decor.get(str(self.table.get("decor")))
        return self.blocks([piece.model_dump() for piece in layout.pieces]) if layout is not None else []

    def blocks(self, pieces: list[Table]) -> list[Node]:
        """Pieces of decor where they are suggested."""
        nodes = []
        for decor in pieces:
            at, angle, kind = _read(PLACE, decor.get("at")), _read(TURN, decor.get("angle", 0)), str(decor.get("kind"))
            corners = _read(CORNERS, decor.get("polygon"))
            if at is not None and angle is not None and corners is not None and kind in KINDS:
                laid = place_polygon(corners, at[0], at[1], angle)
                nodes.append(block(kind, laid, decor.get("tinted") is True, self.text("name", decor), self.names))
        return nodes

    def markers(self) -> list[Node]:
        """An agenda's markers, each with the number of agenda tokens on it."""
        nodes = []
        for marker in self.tables("markers"):
            at, size, tokens = _read(PLACE, marker.get("at")), marker.get("size", 30), marker.get("agenda", 0)
            if at is not None and size in SIZES:
                name = self.text("name", marker) or str(marker.get("id", ""))
                held = str(tokens) if isinstance(tokens, int) and 0 < tokens < 10 else ""
                nodes.append(disc("marker", at, size, marker.get("tinted") is True, name, held))
        return nodes

    def starts(self) -> list[Node]:
        """Hostiles that are there from the start."""
        nodes = []
        for hostile in self.tables("hostiles"):
            at, card = _read(PLACE, hostile.get("at")), self.pack.hostiles.get(str(hostile.get("hostile")))
            if at is not None and card is not None:
                nodes.append(disc("hostile", at, card.base, False, card.name, card.name[:1]))
        return nodes

    def body(self, title: str, text: str = "") -> Node:
        tables = [*self.tables("capacities")]
        if isinstance(only := self.table.get("capacity"), Mapping):
            tables.append(only)
        return el(
            "div.card-words",
            el("p.muted.card-title", title) if title else None,
            el("p", text) if text else None,
            [self.capacity(table) for table in tables],
        )

    def capacity(self, table: Table) -> Node:
        """A capacity as the table shows it; of one that cannot be read yet, its name and text."""
        try:
            read = Capacity.model_validate(table)
        except ValidationError:
            name = el("span.capacity-top", el("strong", self.text("name", table)))
            return el("div.capacity", name, el("p", self.text("text", table)))
        return rouages.capacity(read, self.tr)


def _read(shape: TypeAdapter[T], value: object) -> T | None:
    """The value as this shape; None where it cannot be read."""
    try:
        return shape.validate_python(value)
    except ValidationError:
        return None


@dataclass(frozen=True)
class _Named(Book):
    """A book in which the card being drawn has the name that it has now."""

    named: str = ""

    def name(self, id: str, language: str) -> str | None:
        """The name of a card of any sort."""
        return (self.named or "?") if id == "card" else super().name(id, language)
