"""The catalogue as a tree: filters, then a row for every matching card, with the effect of taking it."""

from __future__ import annotations

from rules.olomoc.cabals.draft import Sketch, wires
from rules.olomoc.cabals.legality import RANKS
from rules.olomoc.packs import MINISTRIES, EquipmentCard, RouageCard
from webapp.games.olomoc.cabals.builder.candidates import STATS, CandidateRow
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.builder.legality_text import row_words
from webapp.games.olomoc.cabals.card_faces import first_name
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon


def filters(desk: CabalDraft, names: Names) -> list[Child]:
    """The chips above the rows."""
    now, tr = desk.filters, names.tr
    return [
        el(
            "div.chips",
            [
                _chip(names.book.faction(faction, tr.language), "faction", faction, faction in now.factions)
                for faction in names.book.factions()
            ],
            role="group",
            aria_label=tr("table.faction"),
        ),
        el(
            "div.chips.signs",
            [
                _sign_chip(ministry, "ministry", ministry in now.ministries, names.ministry(ministry))
                for ministry in MINISTRIES
            ],
            role="group",
            aria_label=tr("cabals.ministries"),
        ),
        el(
            "div.chips",
            el(
                "span.chip-group",
                [
                    _chip(tr("cabals.rank-n", n=rank), "rank", rank, rank in now.ranks)
                    for rank in sorted(RANKS, reverse=True)
                ],
                role="group",
                aria_label=tr("cabals.ranks"),
            ),
            _chip(tr("cabals.legal-now"), "legal", True, now.legal, "legal-now"),
        ),
        el(
            "div.chips.leasts",
            [_least_chip(stat, now.least.get(stat), names) for stat in STATS],
            el(
                "button.chip.quiet",
                tr("cabals.all-cards"),
                do={"do": "filter", "what": "all"},
                testid="filter-all",
                cls=None if now.any or desk.spot else "hidden",
            ),
            role="group",
            aria_label=tr("cabals.characteristics"),
        ),
    ]


def _chip(label: str, what: str, value: str | int | bool, on: bool, name: str = "") -> Node:
    return el(
        "button.chip",
        label,
        do={"do": "filter", "what": what, "value": value},
        aria_pressed="true" if on else "false",
        testid=f"filter-{name or f'{what}-{value}'}",
        key=f"{what}-{value}",
    )


def _sign_chip(ministry: str, what: str, on: bool, label: str) -> Node:
    node = _chip("", what, ministry, on)
    node["x"] = [icon(ministry)]
    node["a"] |= {"aria-label": label, "title": label}
    return node


def _least_chip(stat: str, least: int | None, names: Names) -> Node:
    """The filter by the least value of a characteristic: each press asks for one more."""
    label = names.tr(f"card.{stat}")
    text = names.tr("cabals.at-least", what=label, n=least) if least else names.tr("cabals.any-value", what=label)
    return el(
        "button.chip",
        icon(stat),
        names.tr("cabals.least", letter=names.tr(f"card.{stat}-letter"), n=least)
        if least
        else names.tr(f"card.{stat}-letter"),
        do={"do": "filter", "what": "least", "value": stat},
        aria_pressed="true" if least else "false",
        aria_label=text,
        title=text,
        testid=f"filter-least-{stat}",
    )


def listing(desk: CabalDraft, names: Names) -> list[Child]:
    """The rows, and how many there are."""
    catalogue, tr = desk.catalogue(), names.tr
    rouages, gear = catalogue.rouages, catalogue.equipment
    count = len(rouages) + len(gear)
    total = len(desk.pack.rouages) + len(desk.pack.equipment)
    text = tr("cabals.count", n=count, total=total)
    if catalogue.hidden:
        text = f"{text} · {tr.plural('cabals.hidden', catalogue.hidden)}"
    return [
        el("p.chosen-spot", _spot_words(desk, names), key="spot") if desk.spot else None,
        el("div.rows-head", el("h2.overline", tr("cabals.rouages")), _orders(desk, names)) if rouages else None,
        el("ul.card-rows", [rouage_row(row, desk, names) for row in rouages], key="rouages") if rouages else None,
        el("h2.overline.gear-head", tr("cabals.equipment-and-gifts")) if gear else None,
        el("ul.card-rows", [gear_row(row, desk, names) for row in gear], key="gear") if gear else None,
        el("p.none-found.muted", tr("lists.none-found")) if not count else None,
        el("p.count.muted", text, role="status", testid="count"),
    ]


def _spot_words(desk: CabalDraft, names: Names) -> list[Child]:
    place, part = desk.spot or (0, "card")
    bearer, before = desk.sketch.at(place, "card"), desk.sketch.at(place, part)
    if part == "equipment":
        text = names.tr("cabals.for-bearer", name=first_name(bearer, names))
    elif before is not None:
        text = names.tr("cabals.instead-of", name=first_name(before, names))
    else:
        text = names.tr("cabals.for-place", n=place + 1)
    close = el(
        "button.chip.quiet", icon("cross", names.tr("cabals.choose-anywhere")), do={"do": "choose"}, testid="unchoose"
    )
    return [el("strong", text), close]


def _orders(desk: CabalDraft, names: Names) -> Node:
    """The heads of the four columns of figures: each sorts by its own."""
    return el(
        "span.orders",
        [
            el(
                "button.order",
                names.tr(f"card.{stat}-letter"),
                do={"do": "filter", "what": "order", "value": stat},
                aria_pressed="true" if desk.filters.order == stat else "false",
                aria_label=names.tr("cabals.sort-by", what=names.tr(f"card.{stat}")),
                testid=f"order-{stat}",
            )
            for stat in STATS
        ],
    )


def rouage_row(row: CandidateRow, desk: CabalDraft, names: Names) -> Node:
    """A rouage: rank, ministries, name, figures."""
    card = desk.pack.rouages[row.id]
    values = [int(getattr(card, stat)) for stat in STATS]
    return _row(
        row,
        card,
        desk,
        names,
        el(
            "span.pips",
            [el("span.pip") for _ in range(card.rank)],
            role="img",
            aria_label=names.tr("card.rank-n", rank=card.rank),
        ),
        el("span.row-signs", [icon(ministry, names.ministry(ministry)) for ministry in card.ministries]),
        el("span.row-name", el("strong.name", card.name)),
        el("span.figures", [el("span", str(value), cls=None if value else "none") for value in values]),
    )


def gear_row(row: CandidateRow, desk: CabalDraft, names: Names) -> Node:
    """A card that can be borne: its sign, name, and the rouages it is for."""
    card = desk.pack.equipment[row.id]
    signs = [icon(ministry, names.ministry(ministry)) for ministry in card.ministries]
    own = icon(
        "gift" if card.gift else "equipment", names.tr("cabals.gift") if card.gift else names.tr("cabals.equipment")
    )
    return _row(
        row,
        card,
        desk,
        names,
        el("span.row-signs", signs or [own]),
        el("span.row-name", el("strong.name", words(card.name, names.tr.language)), _note(row, desk, names)),
    )


def _row(row: CandidateRow, card: RouageCard | EquipmentCard, desk: CabalDraft, names: Names, *inside: Child) -> Node:
    name = words(card.name, names.tr.language)
    looked = (row.part, row.id) in desk.looked
    return el(
        "li.card-row",
        el(
            "button.row-look",
            *inside,
            el("small.why", row_words(row.why, row.id, _as_if(row, desk), names)) if row.why is not None else None,
            do={"do": "look", "part": row.part, "id": row.id},
            aria_label=_spoken(card, row, desk, names),
            testid=f"look-{row.id}",
        ),
        _take(row, name, names),
        cls=[f"is-{row.status}", "looked" if looked else "", "rouage-row" if row.part == "card" else "gear-row"],
        key=row.id,
        testid=f"row-{row.id}",
        data_status=row.status,
    )


def _take(row: CandidateRow, name: str, names: Names) -> Node:
    """The button at a row's end: put the card in, put it in and mend something, take it out."""
    if row.status == "in":
        text = names.tr("cabals.take-out", card=name)
        do = {"do": "away", "place": row.at, "part": row.part}
    else:
        mends = row.status == "mends"
        text = names.tr("cabals.take-mends", card=name) if mends else names.tr("cabals.take", card=name)
        do = {"do": "take", "part": row.part, "id": row.id, "at": row.at}
    label = {"in": names.tr("cabals.in"), "mends": names.tr("cabals.mends")}.get(row.status)
    return el("button.row-take", label or icon("plus"), do=do, aria_label=text, title=text, testid=f"take-{row.id}")


def _note(row: CandidateRow, desk: CabalDraft, names: Names) -> Node | None:
    """The note under the name: the rouages that bear and open it, or for which it would be."""
    tr, sketch = names.tr, desk.sketch
    if row.why is not None:
        return None
    bearer = first_name(sketch.at(row.at, "card"), names) if sketch.at(row.at, "card") else None
    if bearer is None:
        return None
    if row.status != "in":
        return el("small", tr("cabals.would-bear", name=bearer))
    opener = next((by for by, gear in wires(desk.pack, sketch).items() if gear == row.id), None)
    if opener is None or opener == sketch.at(row.at, "card"):
        return el("small", tr("cabals.borne-by", name=bearer))
    return el("small", tr("cabals.borne-and-opened", name=bearer, opener=first_name(opener, names)))


def _as_if(row: CandidateRow, desk: CabalDraft) -> Sketch:
    """The cabal with the row's card in its place: what the reason speaks of."""
    return desk.sketch.put(row.at, row.part, row.id)


def _spoken(card: RouageCard | EquipmentCard, row: CandidateRow, desk: CabalDraft, names: Names) -> str:
    parts = [words(card.name, names.tr.language)]
    if isinstance(card, RouageCard):
        parts.append(names.tr("card.rank-n", rank=card.rank))
        parts += [f"{names.tr(f'card.{stat}')} {getattr(card, stat)}" for stat in STATS]
    parts += [names.ministry(ministry) for ministry in card.ministries]
    if row.why is not None:
        parts.append(row_words(row.why, row.id, _as_if(row, desk), names))
    return ", ".join(parts)
