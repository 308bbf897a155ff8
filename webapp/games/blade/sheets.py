"""The head of the page, the summary of a match, and the sheets about a thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.blade.discs import Acts, brought_picture, face
from webapp.games.blade.hero_strips import BOXES, LOW, dice_letters, pack_row, rail, sheet_line
from webapp.games.blade.names import Names, clause, text
from webapp.games.blade.overlays import aim
from webapp.games.contract import Json
from webapp.table_kit.composer import press
from webapp.ui.tree import Child, Node, el, plate


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
    left = _left(view)
    rules = _by_space(names)
    cells = [
        el(
            "i",
            str(n),
            cls=[
                "is-past" if n < view["marker"] else "",
                "is-now" if n == view["marker"] else "",
                "is-rule" if n in rules else "",
            ],
            title=rules.get(n),
        )
        for n in range(view["last"] + 1)
    ]
    return el(
        "span.blade-track",
        cells,
        el("strong", tr.plural("blade.left", left)),
        role="img",
        aria_label=tr.plural("blade.left", left),
    )


def _left(view: Json) -> int:
    """The turns that are left."""
    return max(0, int(view["last"]) - int(view["marker"]))


def _by_space(names: Names) -> Mapping[int, str]:
    """What the scenario does when the marker comes to a space, by space."""
    last, by_space = names.view["last"], dict[int, str]()
    for row in names.scenario.get("rule", ()):
        when = row.get("when") or {}
        if when.get("on") == "marker":
            at = when.get("at", "last")
            ends = next((f"outcome.{deed['reason']}" for deed in row["do"] if deed.get("op") == "end"), "")
            words = text(row["text"], names.tr) if row.get("text") else names.tr(ends) if names.tr.has(ends) else ""
            by_space[last if at == "last" else int(at)] = words
    return by_space


def companions(names: Names, acts: Acts) -> list[Child]:
    """The heroes at the foot of a phone: face, rail in two lines, what is left to spend and life."""
    return [
        el(
            "ul.mini-heroes",
            [_mini(row, names, acts) for row in names.view["heroes"]],
            aria_label=names.tr("blade.heroes"),
        )
    ]


def _mini(row: Json, names: Names, acts: Acts) -> Node:
    id, gems = row["id"], row["gems"]
    low = row["life"] <= LOW and not row["dead"]
    asked = names.holder(id) in (names.view.get("waiting") or {})
    cls = ["is-low" if low else "", "is-dead" if row["dead"] else "", "is-asked" if asked else "",
           "is-mine" if names.holder(id) == names.view.get("me") else ""]  # fmt: skip
    figures = el("strong.mini-life", f"{gems['reserve']} · {row['life']}", aria_hidden="true")
    inside = [face(id, names), rail(gems, names, "hero"), figures]
    label = f"{names.called(id)}. {names.tr('blade.life', ready=gems['reserve'], life=row['life'])}"
    return el("li", el("button.mini-hero", inside, cls=cls, aria_label=label, testid=f"mini-{id}",
                       **press(acts, id, f"who:{id}")), key=id)  # fmt: skip


def summary(names: Names) -> list[Child]:
    """What a phone shows in one line: the turns left, the aim or the heroes' lives, the Overlord's gems."""
    view, tr = names.view, names.tr
    lives = [_life(row, names) for row in view["heroes"]]
    turn = tr.plural("blade.left", _left(view))
    ready = el("span.summary-book", f"◆ {view['book']['reserve']}", title=tr("blade.the-book"))
    aimed = el("span.summary-aim", aim(names, "heroes"))
    return [el("p.blade-summary", el("strong", turn), aimed, el("span.summary-heroes", lives), ready)]


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
            return unit_sheet(names.view["tiles"][name]["unit"], names.tile(name), names)
        case "zone" if name in names.zones:
            row = names.zones[name]
            room = int(row["capacity"])
            facts = [tr("blade.capacity", n=room)]
            facts += [
                tr(f"zone.{feature}") for feature in ("roofed", "liquid", "difficult", "brink") if row.get(feature)
            ]
            facts += [tr("zone.level", n=row["level"])] if row.get("level") else []
            return _sheet(names.called(name), [el("li", fact) for fact in facts])
        case "box" if (hero := name.partition(":")[0]) in names.heroes and (box := name.partition(":")[2]) in BOXES:
            return _box_sheet(names.heroes[hero], box, names)
        case "item" | "spell":
            return thing_sheet(name, names)
        case "ground" if name in names.view["ground"]:
            return _sheet(names.called(name), [el("li", names.called(item)) for item in names.view["ground"][name]])
        case "door" if name in names.doors and name in names.view["doors"]:
            return _sheet(names.called(name), [el("li", names.word(names.view["doors"][name]))])
        case "object" if name in names.view["objects"]:
            row = names.view["objects"][name]
            facts = [tr("blade.difficulty", n=row["difficulty"])] if row["difficulty"] else []
            return _sheet(names.called(name), [el("li", fact) for fact in facts])
        case "event" if name in names.view["events"]:
            return _event_sheet(name, names)
        case "barricade":
            rows = [
                barricade
                for barricade in names.view["tokens"]
                if barricade["border"] and "/".join(sorted(barricade["border"])) in name
            ]
            return (
                _sheet(names.called(name), [el("li", tr("unit.life", n=barricade["life"])) for barricade in rows])
                if rows
                else None
            )
    return None


def _event_sheet(id: str, names: Names) -> Node:
    """An event of the Overlord: what it does, the uses left, why it cannot be played now (EVT-7)."""
    left, why = names.view["events"][id]["left"], names.view["events"][id]["why"]
    facts: list[Child] = [event_words(id, names), uses_left(left, names)]
    facts += [] if why is None else [el("span", event_fault(why, names), " ", clause(why["clause"]))]
    return _sheet(names.called(id), [el("li", fact) for fact in facts])


def uses_left(left: int | None, names: Names) -> str:
    """How often an event may still be used; None: without a limit."""
    return names.tr("blade.no-limit") if left is None else names.tr.plural("blade.uses-left", left)


def event_words(id: str, names: Names) -> str:
    """What an event does, and when it may be used, in the scenario's words; of a reinforcement the points that it
    brings."""
    row = next((row for row in names.scenario.get("event", ()) if row["id"] == id), None)
    if row is not None:
        return text(row["text"], names.tr)
    points = (names.view["reinforcement"] or {"points": 0})["points"]
    return names.tr("blade.reinforcement-words", n=points)


def event_fault(why: Json, names: Names) -> str:
    """Why an event cannot be played, as far as there are words for what it lacks (EVT-3, EVT-7)."""
    lacks = why["params"]
    if why["code"] == "not-enough-gems":
        return names.tr("blade.event-cost", cost=lacks["cost"], left=lacks["left"])
    if why["code"] != "event-condition":
        return names.say(f"refusal.{why['code']}", lacks)
    if "zone" in lacks:
        return names.say("blade.event-elsewhere", {"who": lacks["who"], "zone": lacks["zone"]})
    if "from" in lacks:
        return names.tr("blade.event-early", n=lacks["from"])
    if "until" in lacks:
        return names.tr("blade.event-late", n=lacks["until"])
    return names.tr("refusal.event-condition" if why["clause"] == "EVT-7" else "blade.nobody-returns")


def _sheet(title: str, rows: Sequence[Child]) -> Node:
    return el("article.blade-sheet", el("h2", title), el("ul", rows))


def _character(id: str, names: Names) -> Node:
    if id in names.heroes:
        row, tr = names.heroes[id], names.tr
        inside = [rail(row["gems"], names, "hero"), sheet_line(row, names)]
        title = names.book.rows["heroes"][id].get("title")
        heading = el("p.muted", text(title, tr)) if title else None
        return el("article.blade-sheet", el("h2", names.called(id)), heading, inside)
    row = names.figures[id]
    return unit_sheet(row["unit"], names.called(id), names)


def _box_sheet(row: Json, box: str, names: Names) -> Node:
    """A box of a hero: its limit and what lowers it, and the gems that were spent on it this turn (SKL-20)."""
    tr, limit = names.tr, row["limits"].get(box)
    printed = (names.book.rows["heroes"][row["id"]].get(box) or {}).get("limit") or 0
    facts: list[Child] = [tr.plural("blade.box-spent", row["gems"]["boxes"].get(box, 0))]
    facts.append(tr("blade.box-unbounded") if limit is None else tr.plural("blade.box-most", limit))
    if limit is not None and limit < printed:
        lowered = tr("blade.box-lowered", n=printed, why=names.word("horror"))
        facts.append(el("span", lowered, " ", clause("SKL-20")))
    title = tr.labelled(names.called(row["id"]), names.word(box))
    return _sheet(title, [el("li", fact) for fact in facts])


def unit_sheet(id: str, title: str, names: Names) -> Node:
    facts = [el("li", fact) for fact in unit_facts(names.book.rows["units"][id], names)]
    return el("article.blade-sheet", el("h2", title), el("ul", facts))


def unit_facts(row: Json, names: Names) -> list[str]:
    """What a unit can do, in words: its movement, defence, blows and life, what a figure of it costs, its skills."""
    tr = names.tr
    facts = [tr("unit.movement", n=row["movement"]), tr("unit.passive", n=row["passive"])]
    for mode in ("melee", "ranged"):
        facts += [tr(f"unit.{mode}", dice=dice_letters(row[mode], names))] if row.get(mode) else []
    facts += [tr("unit.life", n=row["life"])] if row.get("life", 1) > 1 else []
    facts += [tr("unit.reinforcement", n=row["reinforcement"])] if row.get("reinforcement") else []
    skills = [names.word(skill["id"] if isinstance(skill, dict) else skill) for skill in row.get("skills", ())]
    return [*facts, " · ".join(skills)] if skills else facts


def thing_sheet(id: str, names: Names) -> Node:
    """An item or spell in full, with the picture that its pack brings."""
    row, tr = pack_row(id, names), names.tr
    facts: list[Child] = [el("li", tr(f"item.{key}", n=row[key])) for key in ("load", "cost", "limit") if key in row]
    for key in ("melee", "ranged", "parry", "passive"):
        if isinstance(row.get(key), list):
            facts.append(el("li", tr(f"item.{key}", dice=dice_letters(row[key], names))))
    if "text" in row:
        facts.append(el("li", text(row["text"], tr)))
    picture = plate(brought_picture(row), "thing-picture")
    return el("article.blade-sheet", picture, el("h2", names.called(id)), el("ul", facts))
