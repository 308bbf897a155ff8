"""Heroes as strips with the rail of their gems, the Book with its river, and the sheets about a thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.games.blade.board import Acts, face
from webapp.games.blade.names import EVENT, Names, letter, text
from webapp.games.blade.news import news
from webapp.games.blade.overlays import Plan, aim
from webapp.games.contract import Json
from webapp.table_kit.composer import can, press
from webapp.ui.tree import Child, Node, el

LOW = 3
"""The life at and below which a hero's rail is marked."""
BOXES = ("movement", "melee", "ranged", "guard", "manipulation", "reroll")


@dataclass(frozen=True)
class Blow:
    """What a blow at hand would take of a hero's rail: the wounds to be expected, and the most."""

    likely: int = 0
    most: int = 0


NO_BLOW = Blow()


def rail(gems: Json, names: Names, what: str, blow: Blow = NO_BLOW) -> Node:
    """Gems as cells, in the order in which damage takes them: wounds, fatigue, spent on a box (its letter), reserve.
    Those that a blow at hand would take are struck."""
    boxes = [(box, n) for box, n in {**gems["boxes"], **gems["cards"]}.items() if n]
    owed = gems.get("owed", 0)
    cells: list[Child] = [el("i.gem.is-wound") for _ in range(gems.get("wounds", 0))]
    cells += [el("i.gem.is-fatigue") for _ in range(gems["fatigue"])]
    for box, n in boxes:
        short = names.word(box)[:1] if box in BOXES else "✦"
        cells += [el("i.gem.is-spent", short, title=names.word(box)) for _ in range(n)]
    cells += [el("i.gem.is-ready") for _ in range(gems["reserve"])]
    first = gems.get("wounds", 0)
    for n, cell in enumerate(cells[first : first + blow.most]):
        cells[first + n] = el("span.gem-struck", cell, cls="" if n < blow.likely else "is-most")
    said = names.tr(
        f"blade.rail-{what}", wounds=gems.get("wounds", 0), fatigue=gems["fatigue"], spent=sum(n for _, n in boxes),
        reserve=gems["reserve"], owed=owed,
    )  # fmt: skip
    if blow.most:
        said += " " + names.tr("blade.rail-blow", n=blow.likely, most=blow.most)
    return el("span.gem-rail", cells, role="img", aria_label=said, title=said)


NO_PLANS: Mapping[str, Plan] = {}
NO_BLOWS: Mapping[str, Blow] = {}


def strips(
    names: Names, acts: Acts, plans: Mapping[str, Plan] = NO_PLANS, blows: Mapping[str, Blow] = NO_BLOWS
) -> list[Child]:
    """The heroes, the viewer's own first, as strips. `plans`: what companions are about to do, `blows`: what a blow at
    hand would take, by hero."""
    me = names.view.get("me")
    rows = sorted(names.view["heroes"], key=lambda row: names.holder(row["id"]) != me)
    return [
        el(
            "ul.blade-heroes",
            [_strip(row, names, acts, plans.get(row["id"]), blows.get(row["id"], NO_BLOW)) for row in rows],
            aria_label=names.tr("blade.heroes"),
        )
    ]


def _strip(row: Json, names: Names, acts: Acts, plan: Plan | None, blow: Blow) -> Node:
    tr, id = names.tr, row["id"]
    seat = names.holder(id)
    waiting, done = names.view.get("waiting") or {}, names.view["done"]
    state = (
        "dead"
        if row["dead"]
        else "left"
        if row["left"]
        else "done"
        if seat in done
        else "asked"
        if seat in waiting
        else ""
    )
    stance = row["stance"] or row["last_stance"]
    gems = row["gems"]
    life = tr("blade.life", ready=gems["reserve"], life=row["life"])
    inside = [
        face(id, names),
        el(
            "span.strip-words",
            el("strong", names.called(id)),
            el("small.muted", names.player(seat) if seat else tr("blade.nobodys")),
        ),
        el(
            "span.strip-state",
            el("strong.strip-life", life),
            el("small", names.word(stance), cls=f"is-{stance}") if stance else None,
            el("small.is-asked", tr(f"blade.state-{state}")) if state else None,
        ),
        rail(gems, names, "hero", blow),
    ]
    marks = press(acts, id, f"who:{id}")
    return el(
        "li",
        el("button.hero-strip", inside, testid=f"hero-{id}", **marks),
        _sheet_line(row, names) if seat == names.view.get("me") else None,
        _plan_line(plan, names) if plan is not None else None,
        cls=[
            "is-mine" if seat == names.view.get("me") else "",
            "is-low" if row["life"] <= LOW and not row["dead"] else "",
            f"is-{state}" if state else "",
            "is-can" if can(acts, id) else "",
        ],
        key=id,
    )


def _plan_line(plan: Plan, names: Names) -> Node:
    """What a companion is about to do with a hero, and the one-tap answer to it."""
    end = plan.target or (plan.path[-1] if plan.path else "")
    said = names.tr("blade.plans", end=names.called(end)) if end else "…"
    wait = names.tr("blade.wait-for-me")
    do = {"do": "ping", "word": "wait", "thing": plan.who}
    return el("p.hero-plan", el("span", said), el("button.thing-name", wait, do=do, testid=f"wait-{plan.who}"))


def _sheet_line(row: Json, names: Names) -> Node:
    """What lies open of one's own hero below the strip: boxes with their limits, load, things, spells."""
    tr, gems = names.tr, row["gems"]
    boxes = [_box(box, gems["boxes"].get(box, 0), row["limits"].get(box), names) for box in BOXES]
    skills = [el("span", names.word(it["id"]), cls="is-lost" if it["lost"] else None) for it in row["skills"]]
    things = [el("button.thing-name", names.called(it), data_read=f"item:{it}") for it in row["items"]]
    spells = [el("button.thing-name", names.called(it), data_read=f"spell:{it}") for it in row["spells"]]
    return el(
        "div.hero-sheet",
        el("ul.hero-boxes", boxes),
        el("p.hero-skills", _listed(skills)),
        el("p.hero-things", things, spells) if things or spells else None,
        el("p.muted", tr("blade.load", now=row["load"]["now"], most=row["load"]["max"], steps=row["base"]["left"])),
    )


def _box(box: str, n: int, limit: int | None, names: Names) -> Node:
    """A box of the sheet: gems spent on it this turn, and its limit."""
    most = "–" if limit is None else str(limit)
    said = names.tr("blade.box-words", box=names.word(box), n=n, most=most)
    return el("li", el("span", names.word(box)), el("strong", str(n) if limit is None else f"{n}/{most}"), title=said)


def _listed(nodes: Sequence[Node]) -> list[Child]:
    found: list[Child] = []
    for node in nodes:
        found += [" · ", node] if found else [node]
    return found


# ---- the Book --------------------------------------------------------------------------------------------------------


def book(names: Names, acts: Acts, overlay: str = "") -> list[Child]:
    """The river, and the Overlord's gems. `overlay`: what is drawn over the board; a tile asks for its forecast."""
    tr, view = names.tr, names.view
    its = view["book"]
    tiles = [_tile(row, names, acts, overlay) for row in view["river"]]
    events = [_event(id, row, names, acts) for id, row in view["events"].items()]
    energy = tr("blade.energy", ready=its["reserve"], more=its["recovery"])
    return [
        el("h2.overline", tr("blade.the-book"), " · ", names.player("1")),
        el("ol.blade-river", tiles, aria_label=tr("blade.river")),
        el("p.blade-energy", rail(its, names, "book"), el("strong", energy)),
        el("ul.blade-events", events, aria_label=tr("blade.events")) if events else None,
        *news(names),
    ]


def _tile(row: Json, names: Names, acts: Acts, overlay: str) -> Node:
    tr, id = names.tr, row["tile"]
    said = names.tile(id)
    counted = tr("blade.alive", n=row["alive"], of=row["total"]) if id != EVENT else ""
    unit = names.view["tiles"][id]["unit"] if id in names.view["tiles"] else ""
    active = names.view["active"] or {}
    inside = [
        el("strong.tile-cost", str(row["cost"]), title=tr("blade.tile-cost", n=row["cost"])),
        face(unit, names) if unit else el("span.blade-face.is-event", "★"),
        el("span.tile-name", said),
        el("small.tile-alive", el("i.tile-letter", letter(id), cls=f"tile-{id}"), " ", counted),
    ]
    cls = [
        "is-dead" if row["dead"] else "",
        "is-can" if can(acts, id) else "",
        "is-active" if active.get("tile") == id else "",
        "is-done" if id in names.view["activated"] else "",
    ]
    marks = press(acts, id, f"tile:{id}")
    if overlay == "forecast" and unit:
        marks = {"data_thing": id, "do": {"do": "overlay", "overlay": overlay, "about": id}}
    return el("li", el("button.blade-tile", inside, testid=f"tile-{id}", cls=cls, **marks), key=id)


def _event(id: str, row: Json, names: Names, acts: Acts) -> Node:
    left = names.tr("blade.no-limit") if row["left"] is None else names.tr.plural("blade.uses-left", row["left"])
    cls = ["is-now" if row["now"] else "", "is-can" if can(acts, id) else ""]
    return el(
        "li", el("button.blade-event", names.called(id), el("small.muted", left), cls=cls, **press(acts, id)), key=id
    )


# ---- the head, the strip of phones -----------------------------------------------------------------------------------


def head(names: Names) -> list[Child]:
    """The scenario, the turn track in words, and whose turn it is."""
    view, tr = names.view, names.tr
    return [
        el("strong", text(names.scenario["name"], tr)),
        el("span.muted", tr("blade.round", n=view["round"], side=names.word(view["side"]))),
        track(names),
        el("span.blade-aim", aim(names)) if aim(names) else None,
    ]


def track(names: Names) -> Node:
    """The turn track: its spaces up to the last one, with the marker."""
    view, tr = names.view, names.tr
    left = max(0, view["last"] - view["marker"])
    cells = [
        el("i", str(n), cls=["is-past" if n < view["marker"] else "", "is-now" if n == view["marker"] else ""])
        for n in range(view["last"] + 1)
    ]
    return el(
        "span.blade-track",
        cells,
        el("strong", tr.plural("blade.left", left)),
        role="img",
        aria_label=tr.plural("blade.left", left),
    )


def summary(names: Names) -> list[Child]:
    """What a phone shows in one line: the time left, the heroes' lives, the Overlord's gems."""
    view, tr = names.view, names.tr
    lives = [_life(row, names) for row in view["heroes"]]
    space = int(view["marker"])
    turn = tr("blade.round-short", n=view["round"], last=view["last"], marker=space)
    ready = el("span.summary-book", f"◆ {view['book']['reserve']}", title=tr("blade.the-book"))
    return [el("p.blade-summary", el("span", turn), el("span.summary-heroes", lives), ready)]


def _life(row: Json, names: Names) -> Node:
    """A hero's reserve and life, by two letters of the name."""
    low = "is-low" if row["life"] <= LOW else None
    name = el("strong", names.called(row["id"])[:2])
    return el("span.summary-hero", name, f" {row['gems']['reserve']}·{row['life']}", cls=low)


# ---- sheets ----------------------------------------------------------------------------------------------------------


def sheet(id: str, names: Names) -> Node | None:
    """The sheet about a thing on the page; None for an unknown one."""
    what, _, name = id.partition(":")
    tr = names.tr
    match what:
        case "who" if name in names.heroes or name in names.figures:
            return _character(name, names)
        case "tile" if name in names.view["tiles"]:
            return _unit(names.view["tiles"][name]["unit"], names.tile(name), names)
        case "zone" if name in names.zones:
            row = names.zones[name]
            room = int(row["capacity"])
            facts = [tr("blade.capacity", n=room)]
            facts += [tr(f"zone.{it}") for it in ("roofed", "liquid", "difficult", "brink") if row.get(it)]
            facts += [tr("zone.level", n=row["level"])] if row.get("level") else []
            return _sheet(names.called(name), [el("li", it) for it in facts])
        case "item" | "spell":
            return _thing(name, names)
        case "ground" if name in names.view["ground"]:
            return _sheet(names.called(name), [el("li", names.called(it)) for it in names.view["ground"][name]])
        case "door" if name in names.doors and name in names.view["doors"]:
            return _sheet(names.called(name), [el("li", names.word(names.view["doors"][name]))])
        case "object" if name in names.view["objects"]:
            row = names.view["objects"][name]
            facts = [tr("blade.difficulty", n=row["difficulty"])] if row["difficulty"] else []
            return _sheet(names.called(name), [el("li", it) for it in facts])
        case "barricade":
            rows = [it for it in names.view["tokens"] if it["border"] and "/".join(sorted(it["border"])) in name]
            return (
                _sheet(names.called(name), [el("li", tr("unit.life", n=it["life"])) for it in rows]) if rows else None
            )
    return None


def _sheet(title: str, rows: Sequence[Child]) -> Node:
    return el("article.blade-sheet", el("h2", title), el("ul", rows))


def _character(id: str, names: Names) -> Node:
    if id in names.heroes:
        row, tr = names.heroes[id], names.tr
        inside = [rail(row["gems"], names, "hero"), _sheet_line(row, names)]
        title = names.book.rows["heroes"][id].get("title")
        said = el("p.muted", text(title, tr)) if title else None
        return el("article.blade-sheet", el("h2", names.called(id)), said, inside)
    row = names.figures[id]
    return _unit(row["unit"], names.called(id), names)


def _unit(id: str, title: str, names: Names) -> Node:
    row, tr = names.book.rows["units"][id], names.tr
    facts: list[Child] = [
        el("li", tr("unit.movement", n=row["movement"])),
        el("li", tr("unit.passive", n=row["passive"])),
    ]
    facts += [
        el("li", tr(f"unit.{mode}", dice=_dice(row[mode], names))) for mode in ("melee", "ranged") if row.get(mode)
    ]
    facts += [el("li", tr("unit.life", n=row["life"]))] if row.get("life", 1) > 1 else []
    facts += [el("li", tr("unit.reinforcement", n=row["reinforcement"]))] if row.get("reinforcement") else []
    skills = [it["id"] if isinstance(it, dict) else it for it in row.get("skills", ())]
    facts += [el("li", _listed([el("span", names.word(it)) for it in skills]))] if skills else []
    return el("article.blade-sheet", el("h2", title), el("ul", facts))


def _thing(id: str, names: Names) -> Node:
    plain = id if id in names.book.named else id.rstrip("0123456789").rstrip("-")
    row = names.book.rows["items"].get(plain) or names.book.rows["spells"].get(plain) or {}
    tr = names.tr
    facts: list[Child] = [el("li", tr(f"item.{key}", n=row[key])) for key in ("load", "cost", "limit") if key in row]
    for key in ("melee", "ranged", "parry", "passive"):
        if isinstance(row.get(key), list):
            facts.append(el("li", tr(f"item.{key}", dice=_dice(row[key], names))))
    if "text" in row:
        facts.append(el("li", text(row["text"], tr)))
    return _sheet(names.called(id), facts)


def _dice(dice: Sequence[str], names: Names) -> str:
    """Dice by their letters; a star is one with the arrow."""
    return " ".join(names.word(it.rstrip("*"))[:1].upper() + ("*" if it.endswith("*") else "") for it in dice)
