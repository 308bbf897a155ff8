"""The starting points of a cabal: ready-made ones, a faction, a rouage; and its rouages as medals."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from rules.kernel.packs.layers import CORE
from rules.olomoc.cabals.draft import CabalPlace, Sketch
from rules.olomoc.packs import Pack, RouageCard, Starter
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.card_faces import SEAT, names_for, piece_id
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList, composed
from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.lists.kind import ListKind
from webapp.lists.kind import Starter as ReadyMade
from webapp.lists.shelf_tree import starter_row
from webapp.ui.tree import Child, Node, el, icon, plate

WAYS = ("starters", "factions", "rouages")


def start(kind: ListKind[CabalList], pack: Pack, chosen: str, names: Names) -> list[Child]:
    """Three ways to begin; ``chosen``: the one that is shown."""
    shown = chosen if chosen in WAYS else WAYS[0]
    tr = names.tr
    tabs = [
        el(
            "button.segment",
            tr(f"cabals.start.{way}"),
            do={"do": "starting", "choice": {"what": way}},
            aria_pressed="true" if way == shown else "false",
            testid=f"start-{way}",
        )
        for way in WAYS
    ]
    several = [
        el(
            "button.chip",
            f"{other.id} {other.version}",
            do={"do": "starting", "choice": {"pack": other.id}},
            aria_pressed="true" if other.id == pack.id else "false",
            testid=f"pack-{other.id}",
            key=other.id,
        )
        for other in packs.every()
    ]
    body = _starters(kind, pack, names) if shown == "starters" else OTHERS[shown](pack, names)
    return [
        el("h2", tr("lists.begin"), key="h"),
        el("div.chips", several, role="group", aria_label=tr("cabals.pack"), key="packs") if len(several) > 1 else None,
        el("div.segments", tabs, role="group", aria_label=tr("lists.begin"), key="tabs"),
        el("div.beginnings", body, key=shown, cls=f"from-{shown}"),
    ]


def starter_sketch(starter: Starter) -> Sketch:
    """A ready-made cabal as a sketch."""
    first, second, third = (CabalPlace(place.card, place.equipment) for place in starter.rouages)
    return Sketch(starter.faction, (first, second, third))


def _starters(kind: ListKind[CabalList], pack: Pack, names: Names) -> list[Child]:
    nodes: list[Child] = []
    for faction in pack.factions:
        mine = [starter for starter in pack.starters.values() if starter.faction == faction]
        nodes.append(
            el(
                "section.of-faction",
                el("h3", names.book.faction(faction, names.tr.language)),
                el("ul.starter-list", [_starter(kind, starter, pack, names) for starter in mine]),
                key=faction,
            )
        )
    return nodes


def _starter(kind: ListKind[CabalList], starter: Starter, pack: Pack, names: Names) -> Node:
    cards = [pack.rouages[one.card].name.split()[0] for one in starter.rouages if one.card in pack.rouages]
    value = composed(starter_sketch(starter), pack)
    ready = ReadyMade(starter.id, words(starter.name, names.tr.language), value, ", ".join(cards))
    return starter_row(kind, ready, names.tr, **({} if pack.id == CORE else {"pack": pack.id}))


def _new(pack: Pack, **what: str) -> str:
    """The address at which a new list of the pack is begun."""
    return f"/olomoc/cabals/new?{urlencode(what | ({} if pack.id == CORE else {'pack': pack.id}))}"


def medal(card: RouageCard, names: Names) -> Node:
    """A rouage as its face in a ring, and its two letters without."""
    mono, face = names.monogram(piece_id(card.id)), plate(portrait(names.book, card.id, SEAT, "small"))
    return el("span.medal", mono, face, title=card.name, cls=f"ring-{SEAT}", aria_hidden="true")


def _factions(pack: Pack, names: Names) -> list[Child]:
    language = names.tr.language
    return [
        el(
            "a.faction-card",
            el("strong.name", words(faction.name, language)),
            el("span.muted", words(faction.text, language)) if faction.text else None,
            href=_new(pack, faction=faction.id),
            testid=f"from-{faction.id}",
            key=faction.id,
        )
        for faction in pack.factions.values()
    ]


def _rouages(pack: Pack, names: Names) -> list[Child]:
    return [
        el(
            "section.of-rank",
            el("h3", names.tr("cabals.rank-n", n=rank)),
            el(
                "ul.rouage-list",
                [
                    el(
                        "li",
                        el(
                            "a.rouage-link",
                            medal(card, names),
                            el("span", card.name),
                            [icon(ministry, names.ministry(ministry)) for ministry in card.ministries],
                            href=_new(pack, rouage=card.id),
                            testid=f"from-{card.id}",
                        ),
                        key=card.id,
                    )
                    for card in pack.rouages.values()
                    if card.rank == rank
                ],
            ),
            key=rank,
        )
        for rank in sorted({card.rank for card in pack.rouages.values()}, reverse=True)
    ]


OTHERS = {"factions": _factions, "rouages": _rouages}


def trio(of: CabalList, pack: Pack | None, tr: Translator) -> list[Child]:
    """The rouages of a cabal as medals."""
    names = names_for(pack, tr) if pack is not None else None
    return [el("span.trio", _medals(of, pack, names))]


def _medals(of: CabalList, pack: Pack | None, names: Names | None) -> Iterable[Node]:
    for place in of.sketch.places:
        card = pack.rouages.get(place.card or "") if pack is not None else None
        if card is not None and names is not None:
            yield medal(card, names)
        else:
            yield el("span.medal.nobody", "?" if place.card else "", aria_hidden="true")
