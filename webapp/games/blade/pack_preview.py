"""A card of a pack that is being edited, as it will look at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from webapp.games.blade.board import board
from webapp.games.blade.discs import portrait
from webapp.games.blade.hero_strips import dice_letters
from webapp.games.blade.names import Names, PackNames, text
from webapp.games.blade.overlays import aim
from webapp.games.blade.sheets import thing_sheet, unit_sheet
from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, plate

if TYPE_CHECKING:
    from rules.blade.packs.reader import Pack
    from rules.blade.packs.schema import HeroRow

SHOWN = "shown"
"""The id of a pack while its cards are looked at."""


class PackOnly(Names):
    """The names of a pack that is not played with."""

    def called(self, id: str) -> str:
        """The pack's name of an id."""
        row = self.book.named.get(id)
        return text(row, self.tr) if row else id.replace("-", " ")


def preview(sort: str, card: Any, pack: Pack, tr: Translator) -> Node | None:
    """The card, which `pack` has; None for a scenario or board that cannot be laid out yet."""
    names = PackOnly({}, tr, {}, PackNames(pack.json))
    match sort:
        case "hero":
            return _with_face(card.id, _hero(card, names), names)
        case "unit":
            return _with_face(card.id, unit_sheet(card.id, names.called(card.id), names), names)
        case "item" | "spell":
            return thing_sheet(card.id, names)
        case "scenario":
            return _scenario(card.id, pack, tr)
        case "board":
            return _board(card.id, pack, tr)
        case _:
            return el("article.blade-sheet", el("h2", names.word(card.id)), el("p", " · ".join(map(str, card.faces))))


def _with_face(id: str, sheet: Node, names: Names) -> Node:
    picture = plate(portrait(id, names, "middle"))
    return el("article.preview.blade-preview", el("span.blade-face", picture), sheet)


def _hero(row: HeroRow, names: Names) -> Node:
    """A hero's sheet before a match: gems, boxes, load, skills, what is carried."""
    tr = names.tr

    def facts() -> Iterator[Child]:
        yield tr("packs.hero-energy", n=row.energy)
        yield tr("packs.hero-movement", n=row.movement.base, most=row.movement.limit)
        for key in ("melee", "ranged", "guard", "manipulation"):
            box = getattr(row, key)
            die = dice_letters([box.die], names)
            message = "packs.hero-box" if box.limit is not None else "packs.hero-box-free"
            yield tr(message, box=names.word(key), die=die, most=box.limit or 0)
        yield tr("packs.hero-load", n=row.load.max)
        for ids in ([skill.id for skill in row.skills], row.kit):
            if ids:
                yield ", ".join(names.word(id) for id in ids)

    title = el("p.muted", text(row.title.model_dump(exclude_none=True), tr)) if row.title else None
    return el("div.blade-sheet", el("h2", names.called(row.id)), title, el("ul", [el("li", fact) for fact in facts()]))


def _scenario(id: str, pack: Pack, tr: Translator) -> Node | None:
    names = _at_the_start(id, pack, tr)
    if names is None:
        return None
    aims = [
        el("p", el("span.overline", tr(f"scenario.side-{side}")), " ", words)
        for side in ("heroes", "overlord")
        if (words := aim(names, side))
    ]
    title = el("h2", text(names.scenario["name"], tr))
    return _laid_out([title, el("p", text(names.scenario["text"], tr)), *aims], names)


def _board(id: str, pack: Pack, tr: Translator) -> Node | None:
    """A board without anybody on it: as a scenario would begin there."""
    from rules.blade.packs.scenarios import ScenarioRow

    row, hero = pack.boards[id], next(iter(pack.heroes), None)
    if hero is None:
        return None
    muster = {"heroes": [1, 1], "roster": [hero], "start": [row.zones[0].id]}
    bare: Json = {
        **{"id": "bare", "name": row.name, "text": row.name, "board": id, "first": "heroes", "last": 1},
        "muster": [{**muster, "overlord": {"reserve": 0, "fatigue": 0, "recovery": 0}}],
    }
    with_bare = pack.model_copy(update={"scenarios": {"bare": ScenarioRow.model_validate(bare)}})
    names = _at_the_start("bare", with_bare, tr, {"heroes": [], "players": {}})
    return None if names is None else _laid_out([el("h2", text(names.board["name"], tr))], names)


def _at_the_start(id: str, pack: Pack, tr: Translator, changed: Json | None = None) -> Names | None:
    """The names of a match of the scenario before its first question, at the fewest heroes; None where the pack's
    parts do not go together yet."""
    from rules.blade import Match

    heroes = min(muster.heroes[0] for muster in pack.scenarios[id].muster)
    options = {"scenario": id, "players": 2, "heroes": heroes, "packs": [SHOWN]}
    # the core pack itself is on no shelf
    shown = type(pack).of(pack.written.model_copy(update={"id": SHOWN}))
    try:
        match = Match.new(options, 1, shelf={SHOWN: shown})
    except (ValueError, LookupError):
        return None
    view = {**match.view("spectator"), **(changed or {})}
    return Names(view, tr, {"1": None, "2": None}, PackNames(pack.json))


def _laid_out(words: Sequence[Child], names: Names) -> Node:
    """The words above the board, which is there to be looked at."""
    drawn = el("div.scenario-board", board(names, {}), aria_hidden="true")
    return el("article.preview.blade-preview.blade-sheet.blade-laid-out.table-blade", words, drawn)
