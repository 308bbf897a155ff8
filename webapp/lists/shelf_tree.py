"""The shelf as trees: starting points, and every stored list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from rules.olomoc.cabals.draft import CabalPlace, Sketch, gaps, judge, legal
from rules.olomoc.packs import Pack, RouageCard, Starter
from rules.olomoc.packs.layers import CORE
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.card_faces import SEAT, names_for, piece_id
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList
from webapp.games.olomoc.cabals.lists.details import when
from webapp.games.olomoc.cabals.lists.plain_text import plain
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.lists.service import as_list
from webapp.store import SavedList
from webapp.ui.tree import Child, Node, el, icon

SHELVES = ("here", "archived", "deleted")


@dataclass
class ShelfView:
    """The state of a shelf page: which lists it shows."""

    shelf: str = "here"
    words: str = ""
    tag: str | None = None
    starting: str = "starters"
    """What to start from: `starters`, `factions` or `rouages`."""


# Starting ------------------------------------------------------------------------------------------------------------


def start(pack: Pack, shown: ShelfView, names: Names) -> list[Child]:
    """Three ways to begin."""
    tr = names.tr
    tabs = [
        el(
            "button.segment",
            tr(f"cabals.start.{it}"),
            do={"do": "starting", "what": it},
            aria_pressed="true" if it == shown.starting else "false",
            testid=f"start-{it}",
        )
        for it in ("starters", "factions", "rouages")
    ]
    several = [
        el(
            "button.chip",
            f"{it.id} {it.version}",
            do={"do": "pack", "pack": it.id},
            aria_pressed="true" if it.id == pack.id else "false",
            testid=f"pack-{it.id}",
            key=it.id,
        )
        for it in packs.every()
    ]
    body = {"starters": _starters, "factions": _factions, "rouages": _rouages}[shown.starting](pack, names)
    return [
        el("h2", tr("cabals.begin"), key="h"),
        el("div.chips", several, role="group", aria_label=tr("cabals.pack"), key="packs") if len(several) > 1 else None,
        el("div.segments", tabs, role="group", aria_label=tr("cabals.begin"), key="tabs"),
        el("div.beginnings", body, key=shown.starting, cls=f"from-{shown.starting}"),
    ]


def starter_sketch(starter: Starter) -> Sketch:
    """A ready-made cabal as a sketch."""
    first, second, third = (CabalPlace(it.card, it.equipment) for it in starter.rouages)
    return Sketch(starter.faction, (first, second, third))


def _starters(pack: Pack, names: Names) -> list[Child]:
    found: list[Child] = []
    for faction in pack.factions:
        mine = [it for it in pack.starters.values() if it.faction == faction]
        found.append(
            el(
                "section.of-faction",
                el("h3", names.book.faction(faction, names.tr.language)),
                el("ul.starter-list", [_starter(it, pack, names) for it in mine]),
                key=faction,
            )
        )
    return found


def _starter(starter: Starter, pack: Pack, names: Names) -> Node:
    tr = names.tr
    cards = [pack.rouages[it.card] for it in starter.rouages if it.card in pack.rouages]
    return el(
        "li.starter-row",
        el(
            "a.starter-open",
            el("span.trio", [medal(card, names) for card in cards]),
            el(
                "span.starter-words",
                el("strong.name", words(starter.name, tr.language)),
                el("small.muted", ", ".join(card.name.split()[0] for card in cards)),
            ),
            href=_new(pack, starter=starter.id),
            testid=f"starter-{starter.id}",
        ),
        el(
            "button.btn",
            icon("play"),
            tr("cabals.play"),
            do={"do": "play", "starter": starter.id},
            aria_label=tr("cabals.play-named", name=words(starter.name, tr.language)),
            testid=f"play-{starter.id}",
        ),
        key=starter.id,
    )


def _new(pack: Pack, **what: str) -> str:
    """Where a new list of the pack is begun."""
    return f"/olomoc/cabals/new?{urlencode(what | ({} if pack.id == CORE else {'pack': pack.id}))}"


def medal(card: RouageCard, names: Names) -> Node:
    """A rouage as its two letters in a ring."""
    return el("span.medal", names.monogram(piece_id(card.id)), title=card.name, cls=f"ring-{SEAT}", aria_hidden="true")


def _factions(pack: Pack, names: Names) -> list[Child]:
    language = names.tr.language
    return [
        el(
            "a.faction-card",
            el("strong.name", words(it.name, language)),
            el("span.muted", words(it.text, language)) if it.text else None,
            href=_new(pack, faction=it.id),
            testid=f"from-{it.id}",
            key=it.id,
        )
        for it in pack.factions.values()
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
                            [icon(it, names.ministry(it)) for it in card.ministries],
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


# The lists -----------------------------------------------------------------------------------------------------------


def shelf(lists: Sequence[SavedList], shown: ShelfView, tr: Translator) -> list[Child]:
    """The lists that are looked at, and the shelves they stand on."""
    counts = {it: sum(1 for one in lists if stands(one) == it) for it in SHELVES}
    here = [one for one in lists if stands(one) == shown.shelf]
    found = [one for one in here if _matches(one, shown)]
    found.sort(key=lambda one: not one.favourite)
    tags = sorted({tag for one in here for tag in one.tags})
    if not any(counts.values()):
        return [
            el(
                "div.shelf-empty",
                el("strong", tr("cabals.empty")),
                el("p.muted", tr("cabals.empty-hint")),
                key="empty",
                testid="shelf-empty",
            )
        ]
    return [
        el(
            "div.segments.shelves",
            [_shelf_tab(it, counts[it], shown, tr) for it in SHELVES if counts[it] or it == shown.shelf],
            key="shelves",
        ),
        el("div.chips", [_tag(it, shown) for it in tags], key="tags") if tags else None,
        el("ul.kept-lists", [row(one, tr) for one in found], key="lists")
        if found
        else el("p.muted", tr("cabals.none-such"), key="none"),
    ]


def stands(one: SavedList) -> str:
    """On which shelf a list stands."""
    if one.deleted_at is not None:
        return "deleted"
    return "archived" if one.archived_at is not None else "here"


def _matches(one: SavedList, shown: ShelfView) -> bool:
    if shown.tag is not None and shown.tag not in one.tags:
        return False
    pack = _pack(one)
    sketch = _list(one).sketch
    cards = [_name(pack, id) for id in sketch.cards() if id]
    said = plain(" ".join([one.name, one.notes, *one.tags, *cards]))
    return all(word in said for word in plain(shown.words).split())


def _name(pack: Pack | None, id: str) -> str:
    if pack is None:
        return id
    card = pack.rouages.get(id)
    if card is not None:
        return card.name
    gear = pack.equipment.get(id)
    return " ".join(filter(None, (gear.name.fr, gear.name.en))) if gear is not None else id


def _shelf_tab(which: str, count: int, shown: ShelfView, tr: Translator) -> Node:
    return el(
        "button.segment",
        f"{tr(f'cabals.shelf.{which}')} {count}",
        do={"do": "shelf", "which": which},
        aria_pressed="true" if which == shown.shelf else "false",
        testid=f"shelf-{which}",
        key=which,
    )


def _tag(tag: str, shown: ShelfView) -> Node:
    return el(
        "button.chip",
        icon("tag"),
        tag,
        do={"do": "tag", "tag": tag},
        aria_pressed="true" if tag == shown.tag else "false",
        key=tag,
    )


def row(one: SavedList, tr: Translator) -> Node:
    """One list: what it is called, who is in it, whether it may sit down, and what can be done with it."""
    pack = _pack(one)
    of = _list(one)
    name = one.name or tr("cabals.unnamed")
    names = names_for(pack, tr) if pack is not None else None
    deleted = one.deleted_at is not None
    inside = [
        el("span.trio", _trio(of, pack, names)),
        el(
            "span.starter-words",
            el("strong.name", name),
            el("small.muted", _under(one, of, pack, names, tr)),
        ),
        _state(of, pack, tr),
    ]
    return el(
        "li.kept-row",
        el("span.kept-open", inside) if deleted else el("a.kept-open", inside, href=f"/olomoc/cabals/list/{one.id}"),
        el("span.kept-actions", _actions(one, name, tr, pack is not None and legal(pack, of.sketch))),
        key=one.id,
        cls="favourite" if one.favourite else None,
        testid=f"list-{one.id}",
        data_name=one.name,
    )


def _trio(of: CabalList, pack: Pack | None, names: Names | None) -> Iterable[Node]:
    for place in of.sketch.places:
        card = pack.rouages.get(place.card or "") if pack is not None else None
        if card is not None and names is not None:
            yield medal(card, names)
        else:
            yield el("span.medal.nobody", "?" if place.card else "", aria_hidden="true")


def _under(one: SavedList, of: CabalList, pack: Pack | None, names: Names | None, tr: Translator) -> str:
    faction = names.book.faction(of.sketch.faction, tr.language) if names is not None and of.sketch.faction else ""
    version = f"{of.pack} {of.version}" if pack is None or of.version != pack.version else ""
    date = when(one.changed_at, names) if names is not None else ""
    return " · ".join(filter(None, (faction, *one.tags, version, date)))


def _state(of: CabalList, pack: Pack | None, tr: Translator) -> Node:
    if pack is None:
        return el("span.state.bad", icon("cross"), tr("cabals.state.no-pack"))
    count = len(judge(pack, of.sketch))
    if count:
        return el("span.state.bad", icon("cross"), tr.plural("cabals.state.problems", count))
    if gaps(of.sketch):
        return el("span.state.open", icon("nothing-yet"), tr("cabals.state.unfinished"))
    return el("span.state.good", icon("check"), tr("cabals.state.legal"))


def _actions(one: SavedList, name: str, tr: Translator, playable: bool) -> list[Child]:
    if one.deleted_at is not None:
        return [_action("undelete", "undo", one, tr("cabals.undelete"), name, tr)]
    star = tr("cabals.unfavourite") if one.favourite else tr("cabals.favourite")
    put = tr("cabals.unarchive") if one.archived_at else tr("cabals.archive")
    return [
        _action("play", "play", one, tr("cabals.play"), name, tr) if playable else None,
        _action("favourite", "star", one, star, name, tr, on=one.favourite),
        _action("copy", "copy", one, tr("cabals.copy"), name, tr),
        _action("archive", "archive", one, put, name, tr),
        _action("delete", "trash", one, tr("cabals.delete"), name, tr),
    ]


def _action(do: str, sign: str, one: SavedList, words_: str, name: str, tr: Translator, on: bool | None = None) -> Node:
    return el(
        "button.tool",
        icon(sign),
        do={"do": do, "id": one.id},
        title=words_,
        aria_label=tr("cabals.do-to", what=words_, name=name),
        aria_pressed=None if on is None else "true" if on else "false",
        testid=f"{do}-{one.id}",
    )


def _pack(one: SavedList) -> Pack | None:
    return packs.find(_list(one).pack)


def _list(one: SavedList) -> CabalList:
    try:
        return as_list(one)
    except ValueError:
        return CabalList(Sketch(), "?", "?", {}, one.name)
