"""Cards as the builder shows them: small and large faces of rouages and equipment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.olomoc.packs import EquipmentCard, Pack, RouageCard
from webapp.games.olomoc.table.cards import rouages
from webapp.games.olomoc.table.cards.book import Book, words
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, icon

SEAT = "1"
"""The builder's cabal wears the colours of the first seat."""


_names: dict[tuple[int, str], tuple[Pack, Names]] = {}
NAMES = 32
"""Packs, by language, whose words are remembered."""


def names_for(pack: Pack, tr: Translator) -> Names:
    """The words for a pack, outside of any match: every rouage of it is a piece of the first seat's."""
    key = (id(pack), tr.language)
    if key not in _names or _names[key][0] is not pack:
        while len(_names) >= NAMES:
            del _names[next(iter(_names))]
        view = {"rouages": [piece(card) for card in pack.rouages.values()]}
        _names[key] = (pack, Names(view, tr, {}, Book([pack])))
    return _names[key][1]


def piece(card: RouageCard) -> dict[str, Any]:
    """A rouage as a view would have it before anything happened to it."""
    profile = {stat: getattr(card, stat) for stat in (*rouages.STATS, "rank", "base", "life")}
    profile["ministries"] = list(card.ministries)
    return {"id": piece_id(card.id), "seat": SEAT, "card": card.id, "profile": profile, "at": None, "wounds": 0}


def piece_id(card: str) -> str:
    """The id of the piece of a card."""
    return f"{SEAT}-{card}"


def first_name(id: str | None, names: Names) -> str:
    """The name of a rouage in a sentence; the id of one that the pack does not have."""
    card = names.book.rouage(id or "")
    return card.name.split()[0] if card else id or names.tr("cabals.somebody")


def rouage_face(card: RouageCard, names: Names) -> list[Child]:
    """Head, portrait, characteristics and life line: what a card shows at any size."""
    figure = piece(card)
    return [
        el("span.card-top", el("strong.name", card.name), rouages.marks(figure["profile"], names.tr)),
        rouages.portrait(figure, names.book, names.monogram(figure["id"]), False),
        rouages.stats(figure["profile"], names.tr),
        el(
            "span.life",
            boxes(card, names),
            el("span.muted.life-count", names.tr("cabals.base", mm=card.base)),
        ),
    ]


def boxes(card: RouageCard, names: Names) -> Node:
    """The life line as boxes, none checked."""
    label = names.tr("card.life-of", left=len(card.life), all=len(card.life))
    return el("span.boxes", rouages.boxes(card.life), role="img", aria_label=label)


def affiliations(card: RouageCard | EquipmentCard, names: Names) -> list[Child]:
    """The affiliations of a card: ministries by their signs and names, factions, and the rouages that it was made
    for."""
    marks: list[Child] = [el("span.mark", icon(ministry), names.ministry(ministry)) for ministry in card.ministries]
    marks += [el("span.mark", names.book.faction(faction, names.tr.language)) for faction in card.factions]
    made = card.rouages if isinstance(card, EquipmentCard) else ()
    return marks + [el("span.mark", names.tr("cabals.made-for", name=names.card(rouage))) for rouage in made]


def large(card: RouageCard | EquipmentCard, names: Names, other: RouageCard | EquipmentCard | None = None) -> Node:
    """A card large, all of its text in it; beside `other`, what is higher or its own stands out."""
    language = names.tr.language
    body: list[Child] = [
        el("p.affiliations", affiliations(card, names)),
        *(capacity(own, names) for own in card.capacities),
        el("p.source.muted", names.tr("cabals.source", source=card.source)),
    ]
    if isinstance(card, RouageCard):
        head: Sequence[Child] = rouage_face(card, names)
        title = el("p.card-title.muted", words(card.title, language)) if card.title else None
        compared = differences(card, other, names) if isinstance(other, RouageCard) else None
    else:
        head = [el("span.card-top", el("strong.name", words(card.name, language)), gear_sign(card, names))]
        title, compared = None, None
    return el(
        "article.card.big",
        *head,
        el("div.card-words", title, compared, body),
        cls=[f"side-{SEAT}", "is-gear" if isinstance(card, EquipmentCard) else ""],
        key=f"big-{card.id}",
        testid=f"big-{card.id}",
    )


def capacity(printed: Any, names: Names) -> Node:
    """A capacity with all that it says, and whether the players settle it by hand."""
    node = rouages.printed(printed, names.tr)
    if printed.by_hand:
        node.setdefault("x", []).append(el("p.by-hand", icon("hand"), names.tr("cabals.by-hand")))
    return node


def gear_sign(card: EquipmentCard, names: Names) -> Node:
    """Whether it is a gift, and its ministries' signs."""
    kind = "gift" if card.gift else "equipment"
    label = names.tr("cabals.gift") if card.gift else names.tr("cabals.equipment")
    return el(
        "span.marks", icon(kind, label), [icon(ministry, names.ministry(ministry)) for ministry in card.ministries]
    )


def differences(card: RouageCard, other: RouageCard, names: Names) -> Node:
    """The figures in which one rouage is ahead of the other."""
    rows = []
    for stat in rouages.STATS:
        ahead = int(getattr(card, stat)) - int(getattr(other, stat))
        if ahead:
            rows.append(_difference(names.tr(f"card.{stat}"), ahead, icon(stat)))
    if len(card.life) != len(other.life):
        rows.append(_difference(names.tr("cabals.life-points"), len(card.life) - len(other.life), icon("drop")))
    return el("p.differences", rows or names.tr("cabals.same-figures"))


def _difference(label: str, ahead: int, sign: Node) -> Node:
    figure = f"+{ahead}" if ahead > 0 else f"−{-ahead}"
    return el("span", sign, f"{label} {figure}", cls="ahead" if ahead > 0 else "behind")
