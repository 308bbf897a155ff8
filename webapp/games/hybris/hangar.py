"""A Hangar: the machine with its four parts, the tiles with their Tasks, Workers, Energy, R&D, Adventures, Modules."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hybris.packs import words as vocabulary
from webapp.games.contract import Json
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.board import Acts
from webapp.games.hybris.names import Names
from webapp.games.hybris.signs import gain_sign
from webapp.table_kit.composer import can, press
from webapp.ui.tree import Child, Node, el

PARTS = (
    "M48 14H72L76 32L70 44H50L44 32Z",
    "M34 50H86L94 66L84 96H36L26 66Z",
    "M24 58L10 66L6 92L18 98L28 74ZM96 58L110 66L114 92L102 98L92 74ZM6 98L18 102L20 118L8 122ZM114 98L102 102L100 118"
    "L112 122Z",
    "M38 100H56L54 124H40ZM64 100H82L80 124H66ZM36 126H56V148H32ZM64 126H84L88 148H64Z",
)
"""Head, core, arms, legs: one part for each tile."""
ATTRIBUTES: Mapping[str, str] = {
    "zeus": "M4 4L-4 44H10L2 84L34 34H16L26 4ZM116 4L124 44H110L118 84L86 34H104L94 4Z",
    "poseidon": "M30 54L-4 4L2 46L-8 52L4 66L-4 78L26 82ZM90 54L124 4L118 46L128 52L116 66L124 78L94 82Z",
    "athena": "M-3 88A33 33 0 1 0 63 88A33 33 0 1 0 -3 88ZM40 18Q50 -10 86 8L90 34Q76 6 60 10Q48 10 46 20Z",
    "hades": "M22 150Q0 60 36 30L60 2L84 30Q120 60 98 150H90Q104 66 78 36L60 14L42 36Q16 66 30 150Z",
    "artemis": "M27 28A33 33 0 1 0 93 28A33 33 0 1 0 27 28ZM96 6Q134 76 96 146L92 142Q124 76 92 10Z",
}
"""The one large thing by which a god's machine is known."""
EYES = "M50 24H58V29H50ZM62 24H70V29H62Z"


def machine(seat: str, names: Names) -> Node:
    """The machine of a seat: what is built in metal, what hangs in the crane dashed, the rest as lines."""
    mat = names.mats[seat]
    parts = [*tiles(mat).items()]
    shapes: list[Json] = []
    if drawn := ATTRIBUTES.get(names.god(seat)):
        shapes.append({"t": "path", "a": {"class": f"god {'is-whole' if built(mat) == 4 else ''}", "d": drawn}})
    for n, d in enumerate(PARTS):
        tile, state = (parts[n][0], parts[n][1]["state"]) if n < len(parts) else ("", "open")
        named = {"data-testid": f"mk-part-{tile}"} if tile else {}
        shapes.append({"t": "path", "a": {"class": f"part is-{state}", "d": d, **named}})
    if built(mat) == len(PARTS):
        shapes.append({"t": "path", "a": {"class": "eyes", "d": EYES}})
    label = names.tr("hangar.parts", n=built(mat))
    drawing: Node = {"t": "drawing", "c": "hyb-machine", "box": "-10 -12 140 164", "shapes": shapes, "label": label}
    return el("div.hyb-mk", drawing, testid=f"mk-{seat}")


def tiles(mat: Json) -> Mapping[str, Json]:
    """The MK tiles of a mat by id."""
    rows: Mapping[str, Json] = (mat.get("hangar") or {}).get("tiles") or {}
    return rows


def built(mat: Json) -> int:
    """The number of activated tiles."""
    return sum(row["state"] == "active" for row in tiles(mat).values())


def open_tasks(mat: Json) -> int:
    """The Tasks still open on tiles with a Worker."""
    return sum(3 - len(row["tasks"]) for row in tiles(mat).values() if row["worker"] and row["state"] == "open")


Helps = Mapping[tuple[str, int], Json]
"""By tile and Task, what the engine says would accomplish it (`rules.hybris.prospects`)."""


def tile(id: str, its: Json, names: Names, acts: Acts, helps: Helps) -> Node:
    """A tile with its three Tasks as lettered cells; without a Worker nothing counts on it."""
    tr, row = names.tr, names.pack.tiles[id]
    state = its["state"]
    words = tr(f"tile.{state}") if state != "open" else tr("tile.worker" if its["worker"] else "tile.no-worker")
    cells = [_task(id, n, task, its, names, acts, helps.get((id, n))) for n, task in enumerate(row.tasks)]
    reward = cards.gains(row.reward, tr)
    return el(
        "article.hyb-tile",
        el(
            "button.tile-head",
            el("strong", names.card(id)),
            el("small", words),
            title=tr("tile.reward", gains=reward),
            **press(acts, id, f"card:{id}"),
        ),
        el("ul", cells),
        cls=[
            f"is-{state}",
            "has-worker" if its["worker"] else "",
            "is-can" if can(acts, id) else "",
        ],
        key=id,
        testid=f"tile-{id}",
    )


def _task(id: str, n: int, task: str, its: Json, names: Names, acts: Acts, helps: Json | None) -> Node:
    tr = names.tr
    colour = vocabulary.task(task).colour
    done = n in its["tasks"] or its["state"] == "active"
    thing = f"{id}/{n}"
    what = cards.task(task, tr)
    where = [names.place(place) for place in (helps or {}).get("places", ())]
    state = tr("tile.done") if done else tr("task.helped", places=", ".join(where)) if where else ""
    label = ". ".join(part for part in (tr.labelled(tr(f"task.{colour}"), what), state) if part)
    return el(
        "li",
        el(
            "button.hyb-task",
            el("strong", tr(f"letter.{colour}")),
            el("span", what),
            el("i.cube") if done else None,
            cls=[
                f"of-{colour}",
                "is-done" if done else "",
                "is-can" if can(acts, thing) else "is-near" if helps else "",
            ],
            light={"things": [*helps["places"], *helps["characters"]]} if helps else None,
            aria_label=label,
            title=label,
            testid=f"task-{id}-{n}",
            **press(acts, thing, f"card:{id}"),
        ),
    )


def places(kind: str, n: int, most: int, names: Names, testid: str | None = None) -> Node:
    """A row of places, some of them filled, with its name."""
    tr = names.tr
    cells = [el("i", cls="is-full" if cell < n else None) for cell in range(most)]
    label = tr.labelled(tr(f"reserve.{kind}"), f"{n}/{most}")
    row = el("span.cells", cells, role="img", aria_label=label)
    return el(
        "span.hyb-reserve",
        el("small", gain_sign(kind), tr(f"reserve.{kind}")),
        row,
        cls=f"of-{kind}",
        title=label,
        testid=testid,
    )


def reserves(seat: str, names: Names) -> Node:
    """Workers, the Foreman, Energy, R&D."""
    its, limits = names.mats[seat]["hangar"], names.pack.rules.limits
    mine = seat == names.me
    return el(
        "div.hyb-reserves",
        places("worker", its["worker"], limits.worker, names, "worker-reserve" if mine else None),
        places("foreman", int(its["foreman"]), 1, names, "foreman" if mine else None),
        places("energy", its["energy"], limits.energy, names, "energy" if mine else None),
        places("rd", its["rd"], limits.rd, names, "rd" if mine else None),
    )


def powers(seat: str, names: Names, acts: Acts) -> list[Child]:
    """What the machine can do for Energy."""
    god = names.god(seat)
    buttons: list[Child] = []
    for n, power in enumerate(names.pack.olympians[god].mk.powers if god else ()):
        words = names.tr(
            f"mk.{power.when}", energy=names.amount("energy", power.energy), gains=cards.gains(power.gain, names.tr)
        )
        thing = f"mk/{n}"
        marks = press(acts, thing, f"card:{god}")
        buttons.append(el("button.hyb-power", words, cls="is-can" if can(acts, thing) else None, **marks))
    return buttons


def adventure(its: Json, names: Names) -> Node:
    """An Adventure in progress: its Sites as a path, and what moves its Worker."""
    row, tr = names.pack.adventures[its["card"]], names.tr
    sites = [
        el("i", str(n), cls="is-here" if n == its["site"] else None, title=cards.gains(bonus, tr) or None)
        for n, bonus in enumerate(row.sites, 1)
    ]
    moves = tr("hybris.or").join(cards.deed(vocabulary.deed(step), tr) for step in row.progress)
    return el(
        "button.hyb-adventure",
        el("strong", names.card(its["card"])),
        el("span.sites", sites),
        el("small", tr("adventure.moves", moves=moves)),
        data_read=f"card:{its['card']}",
        testid=f"adventure-{its['card']}",
        key=its["card"],
    )


def module(card: str, names: Names) -> Node:
    """A Module won, with its power."""
    row = names.pack.adventures[card]
    words = cards.power(row.power, names.tr)
    return el(
        "button.hyb-module",
        el("strong", names.module(card)),
        el("small", words),
        data_read=f"card:{card}",
        testid=f"module-{card}",
        key=card,
    )


def hangar(seat: str, names: Names, acts: Acts, helps: Helps | None = None) -> list[Child]:
    """The whole Hangar of a seat. `helps`: of its own, the Tasks that it could accomplish."""
    god = names.god(seat)
    if not god:
        return []
    mat, tr = names.mats[seat], names.tr
    its = mat["hangar"]
    head = el(
        "h2.hyb-hangar-head",
        el("span.overline", tr("hangar.mine" if seat == names.me else "hangar.of", who=names.player(seat))),
        el("strong", names.pack.olympians[god].mk.name),
        el("small", tr("hangar.parts", n=built(mat))),
    )
    more = [adventure(id, names) for id in its["adventures"]] + [module(id, names) for id in its["modules"]]
    mine = seat == names.me
    return [
        el(
            "section.hyb-hangar.on-ink",
            head,
            machine(seat, names),
            el(
                "div.hyb-tiles",
                [tile(id, row, names, acts, helps or {}) for id, row in tiles(mat).items()],
                hot="t" if mine else None,
                tabindex="-1",
                role="group",
                aria_label=tr("keys.tasks") if mine else tr("hangar.of", who=names.player(seat)),
            ),
            reserves(seat, names),
            el(
                "div.hyb-powers",
                powers(seat, names, acts),
                hot="k" if mine else None,
                tabindex="-1",
                role="group",
                aria_label=tr("keys.mk"),
            ),
            el("div.hyb-adventures", more) if more else None,
            cls=f"side-{seat}",
            testid="hangar",
        )
    ]


def own_power(god: str, names: Names) -> str:
    """The power of an Olympian, or that it hunts."""
    row = names.pack.olympians[god]
    return cards.power(row.power, names.tr) or (names.tr("power.hunts") if row.hunts else "")
