"""Heroes as strips with the rail of their gems and the boxes on which gems are laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webapp.games.blade import board_features as features
from webapp.games.blade.discs import Acts, borne, brought_picture, carries_somebody, face
from webapp.games.blade.names import Names, card_of
from webapp.games.blade.overlays import Plan
from webapp.games.blade.questions import GUARD_LETTER, LETTERS
from webapp.games.contract import Json
from webapp.table_kit.composer import NOTHING, can, press
from webapp.table_kit.orders import order_answer
from webapp.ui.tree import Child, Node, el, icon, plate

LOW = 3
"""The life at and below which a hero's rail is marked."""
BOXES = ("movement", "melee", "ranged", "guard", "manipulation", "reroll")
THROWN = frozenset(("melee", "ranged", "guard", "manipulation"))
"""The boxes whose gems are dice."""
PLAIN_DIE = "orange"
"""The die of a box for which a pack names none."""


@dataclass(frozen=True)
class Blow:
    """What a blow at hand would take of a hero's rail: the wounds to be expected, and the most."""

    likely: int = 0
    most: int = 0


NO_BLOW = Blow()
NO_FUTURES: Mapping[str, int] = {}


GEM = "gem:"
"""What a gem that is dragged is called by: this, its hero, and the box on which it lies, if on one."""


@dataclass(frozen=True)
class Staged:
    """The gems that are laid on a box for a command that is not sent yet: the box, their number, whether one more may
    be laid."""

    box: str = ""
    n: int = 0
    more: bool = False


@dataclass(frozen=True)
class HeroNotes:
    """What a strip says of a hero besides its facts: what a companion is about to do with it, what the blow at hand
    would take, what the Overlord's next turn may cost it, the gems that the stance chosen brings back and those that
    each would, the commands that its boxes begin, its standing orders in words, what the bot that holds it did last,
    how that is called to act, the mark of who is waited for long, and the gems laid on its boxes, None while none can
    be."""

    plan: Plan | None = None
    blow: Blow = NO_BLOW
    outlook: Sequence[Child] = ()
    back: int = 0
    futures: Mapping[str, int] = field(default_factory=dict)
    begins: Mapping[str, Json] = field(default_factory=dict)
    orders: Sequence[str] = ()
    deed: str = ""
    urging: Sequence[Child] = ()
    late: Child = None
    staged: Staged | None = None


NO_NOTES = HeroNotes()


def rail(
    gems: Json,
    names: Names,
    what: str,
    blow: Blow = NO_BLOW,
    back: int = 0,
    futures: Mapping[str, int] = NO_FUTURES,
    staged: int = 0,
    drag: str | None = None,
) -> Node:
    """Gems as cells, in the order in which damage takes them: wounds, fatigue, spent on a box (its letter; owed ones
    with a slash), reserve. Those that a blow at hand would take are struck, those that would come `back` are lit, and
    while a stance is pointed at, those that it would bring (`futures`, by stance). Those of the reserve can be dragged
    where it is said what as; the last of them are faint while they are laid on a box."""
    boxes = [(box, n) for box, n in {**gems["boxes"], **gems["cards"]}.items() if n]
    owed = gems.get("owed", 0)
    cells: list[Child] = [el("i.gem.is-wound") for _ in range(gems.get("wounds", 0))]
    cells += [
        el("i.gem.is-fatigue", cls="is-back" if n < back else _futures(n, futures)) for n in range(gems["fatigue"])
    ]
    laid = [box for box, n in boxes for _ in range(n)]
    for nth, box in enumerate(laid):
        short = names.word(box)[:1] if box in BOXES else "✦"
        cells.append(el("i.gem.is-spent", short, title=names.word(box), cls="is-owed" if nth < owed else None))
    left = gems["reserve"] - staged
    cells += [el("i.gem.is-ready", drag=drag) for _ in range(left)]
    cells += [el("i.gem.is-ready.is-laid") for _ in range(staged)]
    first = gems.get("wounds", 0)
    for n, cell in enumerate(cells[first : first + blow.most]):
        cells[first + n] = el("span.gem-struck", cell, cls="" if n < blow.likely else "is-most")
    label = names.tr(
        f"blade.rail-{what}", wounds=gems.get("wounds", 0), fatigue=gems["fatigue"], spent=sum(n for _, n in boxes),
        reserve=gems["reserve"], owed=owed,
    )  # fmt: skip
    if blow.most:
        label += " " + names.tr("blade.rail-blow", n=blow.likely, most=blow.most)
    more = el("strong.rail-back", f"+{back}") if back else None
    home = None if drag is None else drag.replace(GEM, "reserve:")
    return el("span.gem-rail", cells, more, role="img", aria_label=label, title=label, drop=home)


def _futures(n: int, futures: Mapping[str, int]) -> str | None:
    """The classes of the nth gem of fatigue: the stances that would bring it back."""
    return " ".join(f"for-{stance}" for stance, back in futures.items() if n < back) or None


ALL_UNNOTED: Mapping[str, HeroNotes] = {}


def strips(names: Names, acts: Acts, notes: Mapping[str, HeroNotes] = ALL_UNNOTED, opened: str = "") -> list[Child]:
    """The heroes, the viewer's own first, as strips. `notes`: what else they say, by hero; `opened`: the one whose
    sheet lies open."""
    me = names.view.get("me")
    rows = sorted(names.view["heroes"], key=lambda row: names.holder(row["id"]) != me)
    return [
        el(
            "ul.blade-heroes",
            [_strip(row, names, acts, notes.get(row["id"], NO_NOTES), row["id"] == opened) for row in rows],
            aria_label=names.tr("blade.heroes"),
        )
    ]


def _strip(row: Json, names: Names, acts: Acts, notes: HeroNotes, opened: bool) -> Node:
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
    low = row["life"] <= LOW and not row["dead"]
    state_line = tr(f"blade.state-{state}") if state else ""
    if row["dead"] and (fallen := _fallen_in(names, id)) is not None:
        state_line = tr("blade.fallen-in", n=fallen)
    carrying = carries_somebody(row, names)
    held = [names.word(it) for it in borne(row, carrying=carrying) if it in row["marks"] or it == "carrying"]
    orders = "; ".join(notes.orders)
    inside = [
        face(id, names),
        el(
            "span.strip-words",
            el("strong", names.called(id)),
            el("small.muted", names.player(seat) if seat else tr("blade.nobodys"), _lantern(seat, names)),
        ),
        el(
            "span.strip-state",
            el("strong.strip-life", life),
            el("small", names.word(stance), cls=f"is-{stance}") if stance and not row["dead"] else None,
            el("small.is-held", ", ".join(held)) if held else None,
            el("small.is-near-death", tr("blade.near-death")) if low else None,
            el("small.is-asked", state_line) if state_line else None,
        ),
        rail(
            gems,
            names,
            "hero",
            notes.blow,
            notes.back,
            notes.futures,
            notes.staged.n if notes.staged else 0,
            None if notes.staged is None or not opened else f"{GEM}{id}",
        ),
        el("span.hero-orders", icon("seal", orders), title=orders) if orders else None,
    ]
    marks = press(acts, id, f"who:{id}")
    return el(
        "li",
        el("button.hero-strip", inside, testid=f"hero-{id}", **marks),
        el("p.hero-outlook", notes.outlook) if notes.outlook else None,
        sheet_line(row, names, acts, notes) if opened and not row["dead"] else None,
        el("p.hero-plan", notes.deed) if notes.deed else None,
        notes.urging,
        notes.late,
        _plan_line(notes.plan, names) if notes.plan is not None else None,
        cls=[
            "is-mine" if seat == names.view.get("me") else "",
            "is-low" if low else "",
            f"is-{state}" if state else "",
            "is-can" if can(acts, id) else "",
        ],
        key=id,
    )


def _lantern(seat: str, names: Names) -> Node | None:
    """The lantern of who has the hand, where heroes' players hand it on (VAR-2)."""
    held = names.book.passed and names.view["side"] == "heroes" and names.view["step"] == "act"
    if not (held and seat and seat in (names.view.get("waiting") or {})):
        return None
    label = names.tr("blade.has-hand")
    return el("i.hero-lantern", features.sign("hidden"), role="img", aria_label=label, title=label)


def orders_of(hero: str, names: Names) -> list[str]:
    """The viewer's standing orders that are about a hero, in words."""
    given = (names.view.get("orders") or {}).get("given", ())
    about = [(f"orders.about.{order['about']}", order) for order in given if order.get("who") in (hero, "heroes", None)]
    return [
        names.tr.labelled(names.tr(key), order_answer(order["about"], order["answer"], names))
        for key, order in about
        if names.tr.has(key)
    ]


def _fallen_in(names: Names, id: str) -> int | None:
    """The round in which a hero fell, as far as the log says."""
    death = next((event["n"] for event in names.view["log"] if event["kind"] == "died" and event["who"] == id), None)
    rounds = (
        event["round"] for event in names.view["log"] if event["kind"] == "turn-began" and event["n"] < (death or 0)
    )
    return max(rounds, default=None)


def _plan_line(plan: Plan, names: Names) -> Node:
    """What a companion is about to do with a hero, and the one-tap answer to it."""
    end = plan.target or (plan.path[-1] if plan.path else "")
    path = names.tr("blade.plans", end=names.called(end)) if end else "…"
    wait = names.tr("blade.wait-for-me")
    do = {"do": "ping", "word": "wait", "thing": plan.who}
    button = el(
        "button.thing-name", wait, el("kbd", "w", aria_hidden="true"), do=do, hot="w", testid=f"wait-{plan.who}"
    )
    return el("p.hero-plan", el("span", path), button)


def sheet_line(row: Json, names: Names, acts: Acts = NOTHING, notes: HeroNotes = NO_NOTES) -> Node:
    """What lies open of a hero below the strip: what is to be feared, boxes with their limits, skills, load, things,
    spells. A box begins what its gems are for, a thing what is done with it."""
    boxes = [_box(box, row, names, notes.begins.get(box), notes.staged) for box in BOXES]
    skills = [
        el("span", names.word(skill["id"]), el("small", f" ≥{skill['overload']}"), cls="is-lost")
        if skill["lost"] and skill["overload"]
        else el("span", names.word(skill["id"]), cls="is-lost" if skill["lost"] else None)
        for skill in row["skills"]
    ]
    things = [
        el(
            "button.thing-name",
            plate(brought_picture(pack_row(id, names)), "thing-thumb"),
            names.called(id),
            cls="is-can" if can(acts, id) else None,
            **press(acts, id, read),
        )
        for kind in ("item", "spell")
        for id in row[f"{kind}s"]
        for read in [f"{kind}:{id}"]
    ]
    return el(
        "div.hero-sheet",
        el("ul.hero-boxes", boxes),
        el("p.hero-skills", listed(skills)),
        el("p.hero-things", things) if things else None,
        _load(row, names),
    )


def _box(box: str, row: Json, names: Names, begins: Json | None, staged: Staged | None) -> Node:
    """A box of the sheet: the gems that lie on it this turn and those laid there for what is begun, a dot for each that
    it still takes; its die, its limit and what lowers it; of movement the free steps."""
    tr, n, limit = names.tr, row["gems"]["boxes"].get(box, 0), row["limits"].get(box)
    most = "–" if limit is None else str(limit)
    label = tr("blade.box-words", box=names.word(box), n=n, most=most)
    printed = names.book.rows["heroes"][row["id"]].get(box) or {}
    if limit is not None and limit < (printed.get("limit") or 0):
        label += f" · {names.word('horror')} (SKL-20)"
    die = dice_letters([printed.get("die", PLAIN_DIE)], names) if box in THROWN else ""
    bounds = tr("blade.box-limit", most=limit) if limit is not None else ""
    asked = staged is not None and staged.box == box == "guard"
    letter_of = GUARD_LETTER if asked else LETTERS.get(box) if begins is not None else None
    lying = [el("i.gem.is-spent") for _ in range(n)]
    laid = staged.n if staged is not None and staged.box == box else 0
    lying += [el("i.gem.is-ready.is-staged", drag=f"{GEM}{row['id']}:{box}") for _ in range(laid)]
    room = [el("i.gem-room") for _ in range((limit or n) - n - laid)]
    inside: list[Child] = [
        el("span.box-name", names.word(box)),
        el("span.box-gems", _feet(row, names) if box == "movement" else None, lying, room),
        el(
            "span.box-foot",
            el("small", " ".join(filter(None, (die, bounds)))),
            el("kbd", letter_of, aria_hidden="true") if letter_of else None,
        ),
    ]
    cls = "is-full" if limit is not None and n >= limit else None
    drop = f"box:{row['id']}:{box}" if asked or (staged is not None and box in LETTERS) else None
    if begins is None:
        if staged is not None and staged.box == box and (laid or staged.more):
            inside.append(_steps(row["id"], box, staged, names))
        return el("li", inside, cls=cls, title=label, drop=drop, data_read=f"box:{row['id']}:{box}")
    do = {"do": "begin", "command": begins}
    marks: Json = {"do": do, "hot": letter_of, "title": label, "aria_label": label, "testid": f"box-{box}"}
    return el("li.is-can", el("button.hero-box", inside, **marks), drop=drop)


def _steps(hero: str, box: str, staged: Staged, names: Names) -> Node:
    """One gem fewer, one more, for what is begun."""
    return el(
        "span.box-steps",
        [
            el(
                "button.btn.quiet",
                sign,
                do={"do": "stage", "hero": hero, "box": box, "n": n},
                aria_label=names.tr(f"blade.{key}-gem"),
                hot=GUARD_LETTER if box == "guard" and n > 0 else None,
                aria_disabled=None if able else "true",
                testid=f"{key}-gem",
            )
            for sign, key, n, able in (("−", "less", -1, staged.n), ("+", "more", 1, staged.more))
        ],
    )


def _feet(row: Json, names: Names) -> Node:
    """The free steps that a hero has left, grey once it has lost the rest of them (STP-5)."""
    base = row["base"]
    label = names.tr("blade.free-steps", n=base["left"])
    return el("span.box-feet", features.sign("may-move"), str(base["left"]), cls="is-over" if base["over"] else None,
              title=label)  # fmt: skip


def _load(row: Json, names: Names) -> Node:
    """What a hero carries of what it can, as a bar and in words; the free steps that it has left; the load from which
    it has fewer (LOD-3)."""
    now, most, slower = row["load"]["now"], row["load"]["max"], row["load"]["slow"]
    cells = [el("i", cls="is-on" if n < now else None) for n in range(most)]
    words = names.tr.plural("blade.load", row["base"]["left"], now=now, most=most)
    fewer = None if slower is None else " · " + names.tr("blade.slower", n=slower)
    return el("p.hero-load.muted", el("span.load-bar", cells, aria_hidden="true"), words, fewer)


def listed(nodes: Sequence[Node]) -> list[Child]:
    parts: list[Child] = []
    for node in nodes:
        parts += [" · ", node] if parts else [node]
    return parts


def pack_row(id: str, names: Names) -> Json:
    """The pack's row of an item or spell; copies of an item end in a number."""
    plain = id if id in names.book.named else card_of(id)
    return names.book.rows["items"].get(plain) or names.book.rows["spells"].get(plain) or {}


def dice_letters(dice: Sequence[str], names: Names) -> str:
    """Dice by their letters; a star is one with the arrow."""
    return " ".join(names.word(die.rstrip("*"))[:1].upper() + ("*" if die.endswith("*") else "") for die in dice)
