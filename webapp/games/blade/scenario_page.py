"""``/blade/scenarios/<id>``: a scenario before it is played: its board with the starting places, the heroes with their
gems and the Overlord's tiles at each number of heroes, and the clauses that it uses most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from webapp.frame.page_frame import frame
from webapp.games.blade import KEY, hero_strips, river
from webapp.games.blade.board import board, map_of
from webapp.games.blade.names import Names, PackNames, clause, text
from webapp.games.blade.overlays import aim
from webapp.games.blade.rulebook import FOLDER
from webapp.games.contract import Json
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of
from webapp.ui.pane import Pane
from webapp.ui.rulebook import rulebook
from webapp.ui.tree import Child, Node, el, payload

if TYPE_CHECKING:
    from rules.blade import Match

STYLES = ("stage.css", "blade/table.css", "blade/scenario.css")
FEATURES: Mapping[str, str] = {"liquid": "BRD-8", "difficult": "BRD-9", "roofed": "BRD-10", "brink": "SEE-5"}
"""The clauses of what zones are."""
PIECES: Mapping[str, str] = {
    "door": "BRD-12", "curtain": "BRD-4", "stairs": "BRD-4", "ladder": "BRD-6", "climb": "SKL-26", "leap": "SKL-30",
    "drop": "FAL-4",
}  # fmt: skip
"""The clauses of what stands on borders, and of links."""


def build(id: str) -> None:
    """Builds the page of a scenario of the core pack."""
    tr = translator(language_of(), KEY)
    names = [_names(view, pack, tr) for view, pack in at_the_start(id)]
    with frame(
        tr, text(names[0].scenario["name"], tr), styles=STYLES, page_class="scenario-page blade-laid-out table-blade"
    ):
        Pane(payload(0, page(names)))


@cache
def at_the_start(id: str) -> tuple[tuple[Json, PackNames], ...]:
    """A match of the scenario before its first question, at each number of heroes."""
    from rules.blade import Match
    from rules.blade.packs.reader import load

    counts = sorted(
        {n for muster in load().scenarios[id].muster for n in range(muster.heroes[0], muster.heroes[1] + 1)}
    )
    matches: list[Match] = [Match.new({"scenario": id, "players": 2, "heroes": n}, 1) for n in counts]
    return tuple((match.view("spectator"), PackNames(match.journal[0]["packs"][-1])) for match in matches)


def _names(view: Json, pack: PackNames, tr: Translator) -> Names:
    return Names(view, tr, {"1": None, "2": None}, pack)


def drawn_map(id: str, tr: Translator) -> Node:
    """The board of a scenario of the core pack as a small picture."""
    return map_of(_names(*at_the_start(id)[-1], tr))


def page(starts: Sequence[Names]) -> Sequence[Child]:
    """The page: what it is, the board, the heroes and tiles by number of heroes, the clauses."""
    first, tr = starts[-1], starts[-1].tr
    row = first.scenario
    facts = [
        tr("scenario.minutes", n=row["minutes"]) if row.get("minutes") else "",
        tr("scenario.level", n=row["level"]) if row.get("level") else "",
        tr(
            "scenario.heroes", n="–".join(dict.fromkeys(str(len(start.view["heroes"])) for start in (starts[0], first)))
        ),
    ]
    return [
        el("h1", text(row["name"], tr)),
        el("p.muted", " · ".join(filter(None, facts))),
        el("p", text(row["text"], tr)),
        el("dl.scenario-aims", [_aim(side, first) for side in ("heroes", "overlord")]),
        el("div.scenario-board", board(first, {}), aria_hidden="true"),
        *(_muster(names) for names in starts),
        el("h2", tr("scenario.clauses")),
        el("ul.scenario-clauses", [_clause(id, tr) for id in clauses(starts)]),
        el("p", el("a.btn.main", tr("scenario.play"), href="/new")),
    ]


def _aim(side: str, names: Names) -> Node:
    return el("div", el("dt", names.tr(f"scenario.side-{side}")), el("dd", aim(names, side)))


def _muster(names: Names) -> Node:
    tr, view = names.tr, names.view
    return el(
        "section.scenario-muster",
        el("h2", tr.plural("scenario.with-heroes", len(view["heroes"]))),
        el("p.muted", tr("scenario.last", n=view["last"])),
        el("div.scenario-sides", el("div", hero_strips.strips(names, {})), el("div", river.book(names, {}))),
        key=str(len(view["heroes"])),
    )


def _clause(id: str, tr: Translator) -> Node:
    """A clause with its first sentence."""
    words = rulebook(FOLDER, tr.language).text(id) or ""
    return el("li", clause(id), " ", words.partition(". ")[0].rstrip(".") + ".", key=id)


def clauses(starts: Sequence[Names]) -> list[str]:
    """The clauses that a match of the scenario meets: of its board, its objects and events, its characters' skills."""
    used = dict.fromkeys(id for names in starts for id in _used(names))
    known = rulebook(FOLDER, "en")
    return [id for id in used if known.text(id) is not None]


def _used(names: Names) -> Iterator[str]:
    row, view = names.scenario, names.view
    yield from (FEATURES[feature] for zone in names.zones.values() for feature in FEATURES if zone.get(feature))
    pieces = [piece["kind"] for piece, _ in names.pieces]
    pieces += [link["kind"] for link in names.board.get("links", ())]
    yield from (PIECES[kind] for kind in dict.fromkeys(pieces) if kind in PIECES)
    yield from (("MNP-10", "MNP-9") if any(thing["kind"] == "chest" for thing in row.get("object", ())) else ())
    yield from (("MNP-7",) if any(thing.get("how") == "complex" for thing in row.get("object", ())) else ())
    yield from (("BRD-16",) if row.get("exits") else ())
    yield from (("TOK-2",) if view["face_down"] else ())
    yield from (("EVT-1",) if view["events"] else ())
    yield from (("EVT-2",) if row.get("reinforcement") else ())
    yield from (("SPC-2",) if any(hero["spells"] for hero in view["heroes"]) else ())
    by_skill = _skills()
    units = {figure["unit"] for figure in view["figures"]} | {ally["unit"] for ally in view["allies"]}
    skills = [skill["id"] for hero in view["heroes"] for skill in hero["skills"]]
    skills += [skill for unit in sorted(units) for skill in names.book.rows["units"][unit].get("skills", ())]
    yield from (by_skill[skill] for skill in dict.fromkeys(skills) if skill in by_skill)


@cache
def _skills() -> Mapping[str, str]:
    """The clause of each skill: its English text begins with the skill's name."""
    skills = next(chapter for chapter in rulebook(FOLDER, "en").chapters if chapter.key == "SKL")
    return {words.partition(":")[0].lower().replace(" ", "-"): id for id, words in skills.clauses.items()}
