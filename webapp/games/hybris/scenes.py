"""Scenes over the board where a line says too little: Chaos that stirs and moves, a City that falls, a Combat, an
Adventure, a machine that grows. What the view says of later events is taken off, so that none is told too early."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hybris.packs import words as vocabulary
from webapp.games.contract import Json
from webapp.games.hybris import KEY
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.board import seat_mark, sign, socket_row
from webapp.games.hybris.hangar import ATTRIBUTES, EYES, PARTS, tiles
from webapp.games.hybris.mats import NUMERALS, medallion
from webapp.games.hybris.names import Names, kind_of
from webapp.games.hybris.signs import kind_sign
from webapp.games.hybris.sums import BLOCKS
from webapp.plates.addresses import address, has
from webapp.table_kit.plain_texts import scene_words
from webapp.ui.tree import Child, Node, el, plate

LATEST = 60
"""The last events, among which are those after one that is being told."""
SOME = 3
"""The Momentum by which Chaos is drawn where it is about something else."""


def scene(event: Json, names: Names) -> Node | None:
    """The scene of an event; None where its line is enough."""
    tr = names.tr
    match event["kind"]:
        case "attracted":
            gain = el("strong.scene-gain", medallion(event["seat"], names), names.amount("aegis", event["aegis"]))
            rows = names.pack.chaos_card(event["card"]).attraction
            effects = cards.attraction([(effect.aegis, effect.do) for effect in rows], tr)
            return _chaotic("attracted", gain, _card(event, effects, names))
        case "momentum":
            return _chaotic("momentum", _mass(event["now"]), socket_row(event["now"], names, event["now"] - 1))
        case "unleashed":
            emptied = el("div.scene-emptied", [el(f"i.{it}") for it in ("tent", "tent", "light", "light")])
            return _chaotic("unleashed", _mass(names.pack.rules.momentum), socket_row(0, names), emptied)
        case "progressed":
            return _road(event["from"], event["to"], names)
        case "repelled":
            back = next((later["space"] for later in _later(event, names) if later["kind"] == "chaos-placed"), 1)
            return _road(names.pack.rules.spaces, back, names, "is-repelled", event["seat"])
        case "momentum-lost":
            flown = _flown(len(event["cards"]))
            spaces = names.pack.rules.spaces
            stopped = event["why"] == "intercept"
            return _road(spaces + 1, spaces, names, "is-stopped", "", flown) if stopped else _chaotic("lost", flown)
        case "city-destroyed":
            return _fall(event["city"], [], None, names)
        case "absorbed":
            pieces = _pieces(event, names)
            return _fall(event["city"], pieces, tr.plural("scene.lost", len(pieces)), names) if pieces else None
        case "combat-began":
            foe = _fighter(event["foe"], names) if event["foe"] else _mass(SOME)
            clash = el("div.scene-clash", _fighter(event["character"], names), el("i"), foe)
            return el("div.scene.scene-combat", scene_words(tr(f"combat.{event['against']}")), clash)
        case "chaos-card":
            rows_ = names.pack.chaos_card(event["card"]).conflict
            effects = cards.conflict([(effect.at_momentum, effect.do) for effect in rows_], tr)
            return _chaotic("drawn", _card(event, effects, names))
        case "compared":
            return _compared(event, names)
        case "defeated":
            hit = event["character"].partition("-")[0] == names.me
            return el("div.scene.scene-defeated", _fighter(event["character"], names),
                      scene_words(names.place(event["to"])), cls="is-mine" if hit else None)  # fmt: skip
        case "kept" | "succeeded" | "failed" | "engaged" | "adventure-moved" | "module-won":
            return _adventure(event, names)
        case "task-done":
            return _task(event, names)
        case "tile-activated":
            return _machine(event, names)
        case "fulfilled":
            return _stair(event, names)
    return None


def _later(event: Json, names: Names) -> Sequence[Json]:
    """What happened after an event."""
    return [later for later in names.view["log"][-LATEST:] if later["n"] > event["n"]]


# ---- Chaos -----------------------------------------------------------------------------------------------------------


def _mass(momentum: int) -> Node:
    """Chaos, the larger the more Momentum it has."""
    inside = plate(address(KEY, "chaos", "middle")) if has(KEY, "chaos") else None
    return el("span.scene-mass", inside, style=f"--momentum: {min(momentum, 6)}")


def _chaotic(cls: str, *inside: Child) -> Node:
    return el("div.scene.of-chaos", inside, cls=f"scene-{cls}")


def _card(event: Json, effects: Sequence[str], names: Names) -> Node:
    """A card of Chaos: its effects ticked where they apply, struck through where they do not."""
    force = el("strong.scene-force", str(event["force"])) if "force" in event else None
    rows = [
        el("li", el("strong", "✓" if applies else "–"), " ", effect, cls="is-applied" if applies else "is-void",
           style=f"--n: {n}")
        for n, (effect, applies) in enumerate(zip(effects, event["applied"], strict=False))
    ]  # fmt: skip
    return el("div.scene-chaos-card", _mass(0), el("strong.name", names.card(event["card"])), force, el("ul", rows))


def _flown(n: int) -> Node:
    """Momentum that is lost: its cards fly to the discard."""
    cards_ = [el("i", style=f"--n: {card}") for card in range(n)]
    return el("span.scene-flown", cards_, el("strong", f"−{n}"))


def _road(start: int, end: int, names: Names, cls: str = "", seat: str = "", below: Child = None) -> Node:
    """Chaos's road; it goes from one space to the other."""
    who = el("span.scene-who", medallion(seat, names), names.player(seat)) if seat else None
    return el("div.scene.of-chaos.scene-road", who, _way(start, end, names), below, cls=cls)


def _way(start: int, end: int, names: Names) -> Node:
    """The spaces of Chaos's road and the wall, and Chaos on its way from one to the other."""
    spaces = names.pack.rules.spaces
    stops: list[Child] = [el("i.scene-space", str(n)) for n in range(1, spaces + 1)]
    stops.append(el("i.scene-wall", [el("span") for _ in range(5)]))
    style = f"--from: {min(start, spaces + 1) - 0.5}; --to: {min(end, spaces + 1) - 0.5}; --stops: {spaces + 1}"
    return el("div.scene-way", stops, el("span.scene-goes", _mass(SOME)), style=style)


def _fall(city: str, pieces: Sequence[Node], lost: str | None, names: Names) -> Node:
    """CAT-1, CAT-2: petals close over the City, and what stood there goes, piece by piece."""
    favours = names.pack.cities[city].favours
    ring = el(
        "span.scene-city",
        sign(f"type-{favours}") if favours else None,
        el("s", names.place(city)),
        plate(address(KEY, "chaos", "middle"), "scene-bloom") if has(KEY, "chaos") else None,
        key=city,
    )
    gone = (
        el("ul.scene-gone", [el("li", piece, style=f"--n: {n}") for n, piece in enumerate(pieces)]) if pieces else None
    )
    return el("div.scene.of-chaos.scene-fall", ring, gone, scene_words(lost) if lost else None,
              cls="is-emptied" if pieces else None, key=f"fall-{city}")  # fmt: skip


def _pieces(event: Json, names: Names) -> list[Node]:
    """What a fall takes, each with its owner's colour."""
    pieces = [
        el("span.scene-piece", sign(f"type-{names.pack.technologies[card].type}"), el("span", names.card(card)),
           seat_mark(seat, names), cls=f"side-{seat}")
        for card, seat in event["technologies"]
    ]  # fmt: skip
    pieces += [
        el("span.scene-piece", el("i.temple"), el("span", names.tr("scene.temple")), seat_mark(seat, names),
           cls=f"side-{seat}")
        for seat in event["temples"]
    ]  # fmt: skip
    return pieces + [_fighter(id, names) for id in event["characters"]]


# ---- Combats ---------------------------------------------------------------------------------------------------------


def _fighter(id: str, names: Names) -> Node:
    """A character with its name, in its owner's colour."""
    seat = id.partition("-")[0]
    face: Child = medallion(seat, names) if kind_of(id) == "olympian" else el("span.scene-face", kind_sign(kind_of(id)))
    return el("span.scene-piece.is-fighter", face, el("span", names.character(id, True)), seat_mark(seat, names),
              cls=f"side-{seat}")  # fmt: skip


def _compared(event: Json, names: Names) -> Node:
    """COM-1: two columns, block by block to their sums; Chaos wins of equals, and so does who is attacked."""
    columns = [_sum(event[side], side, names, event["won"] == (side == "own")) for side in ("own", "foe")]
    end = names.tr("scene.won" if event["won"] else "scene.lost-combat")
    back: Child = None
    if event["won"] and event["against"] == "intercept" and not _momentum(event["foe"]):
        # INT-7: no Momentum is lost, whose flight would show it thrown back.
        spaces = names.pack.rules.spaces
        back = el("div.scene-road.is-stopped", _way(spaces + 1, spaces, names))
    return el("div.scene.scene-sums", el("div.scene-columns", columns), back, scene_words(end),
              cls="is-won" if event["won"] else "is-beaten")  # fmt: skip


def _momentum(its: Json | int) -> int:
    """The Momentum in a sum of Chaos; 0 where its parts are not known."""
    rows = its["parts"] if isinstance(its, dict) else ()
    return sum(part["value"] for part in rows if part.get("source") == "momentum")


def _sum(its: Json | int, side: str, names: Names, first: bool) -> Node:
    """One side's sum with the parts that it is made of."""
    rows: Sequence[Json] = its.get("parts") or () if isinstance(its, dict) else ()
    total = int(its["total"]) if isinstance(its, dict) else its
    base = total - sum(part["value"] for part in rows)
    parts = [("", base)] if base > 0 else []
    parts += [
        (str(names.called(part["source"])) if part.get("source") else part["clause"], part["value"]) for part in rows
    ]
    blocks: list[Child] = []
    for n, (_, value) in enumerate(parts):
        for _ in range(max(0, min(value, BLOCKS - len(blocks)))):
            blocks.append(el("i", cls=f"of-{n % 4}", style=f"--n: {len(blocks)}"))
    items = [el("li", f"{value:+d} {name}") for name, value in parts if name and value]
    return el("div.scene-sum", el("strong.scene-total", str(total)), el("span.scene-blocks", blocks),
              el("ul", items) if items else None, cls=[f"is-{side}", "is-first" if first else ""])  # fmt: skip


# ---- what is won -----------------------------------------------------------------------------------------------------


def _adventure(event: Json, names: Names) -> Node:
    """EXP-2 to ADV-5: a card that is tried, what came of it, and its Sites as a path."""
    id, tr, kind = event["card"], names.tr, event["kind"]
    row = names.pack.adventures.get(id)
    site = {"engaged": 1, "adventure-moved": event.get("site", 0)}.get(kind, 0)
    path: Child = None
    if row is not None:
        at = len(row.sites) + 1 if kind == "module-won" else site
        stops = [
            el("i", str(n), cls=["is-past" if n < at else "", "is-here" if n == at else ""])
            for n in range(1, len(row.sites) + 1)
        ]
        path = el(
            "span.scene-sites", stops, el("strong", names.module(id), cls="is-here" if kind == "module-won" else None)
        )
    words = tr(f"scene.{kind}")
    if kind == "module-won" and row is not None:
        words = cards.power(row.power, tr) or words
    elif kind == "failed" or (kind == "succeeded" and row is None):
        about = row if row is not None else names.pack.events[id]
        gained = about.failure if kind == "failed" else names.pack.events[id].success
        words = tr.labelled(words, cards.gains(gained, tr) or tr("hybris.nothing"))
    seat = event["seat"]
    who = el("span.scene-who", medallion(seat, names), names.player(seat))
    card = el("div.scene-tale", el("strong.name", names.card(id)), path, el("span", words), cls=f"is-{kind}", key=id)
    return el("div.scene.scene-adventure", who, card, cls=f"side-{seat}", key=f"tale-{id}")


def _task(event: Json, names: Names) -> Node:
    """TIL-4: a cube drops into its cell."""
    tr, tile = names.tr, event["tile"]
    its = tiles(names.mats[event["seat"]]).get(tile) or {"tasks": (), "state": "open"}
    later = {done["task"] for done in _later(event, names) if done["kind"] == "task-done" and done["tile"] == tile}
    done = set(range(3) if its["state"] == "active" else its["tasks"]) - later
    cells = []
    for n, text in enumerate(names.pack.tiles[tile].tasks):
        colour, now = vocabulary.task(text).colour, n == event["task"]
        cube = el("i.cube", cls="is-new" if now else None) if now or n in done else None
        cells.append(
            el("li", el("strong", tr(f"letter.{colour}")), el("span", cards.task(text, tr)), cube,
               cls=[f"of-{colour}", "is-now" if now else ""])
        )  # fmt: skip
    who = el("span.scene-who", medallion(event["seat"], names), names.card(tile))
    return el("div.scene.scene-task", who, el("ul.scene-cells", cells), cls=f"side-{event['seat']}", key=f"of-{tile}")


def _machine(event: Json, names: Names) -> Node:
    """TIL-5: the part of the machine fills with metal, from below."""
    seat, tile = event["seat"], event["tile"]
    later = {active["tile"] for active in _later(event, names) if active["kind"] == "tile-activated"}
    states = {id: "open" if id in later else tile_row["state"] for id, tile_row in tiles(names.mats[seat]).items()}
    shapes: list[Json] = [{"t": "path", "a": {"class": "god", "d": d}} for d in _attribute(seat, names)]
    for (id, state), d in zip(states.items(), PARTS, strict=False):
        shapes.append({"t": "path", "a": {"class": f"part is-{'new' if id == tile else state}", "d": d}})
    if states and set(states.values()) == {"active"}:
        shapes.append({"t": "path", "a": {"class": "eyes", "d": EYES}})
    drawing: Node = {"t": "drawing", "c": "hyb-machine", "box": "-10 -12 140 164", "shapes": shapes}
    reward = cards.gains(names.pack.tiles[tile].reward, names.tr)
    return el("div.scene.scene-machine", el("span.scene-who", medallion(seat, names), names.card(tile)), drawing,
              scene_words(reward) if reward else None, cls=f"side-{seat}")  # fmt: skip


def _attribute(seat: str, names: Names) -> Sequence[str]:
    """The one large thing by which a god's machine is known."""
    drawn = ATTRIBUTES.get(names.god(seat))
    return [drawn] if drawn else []


def _stair(event: Json, names: Names) -> Node:
    """IMP-1: the stair lights up one step."""
    seat, reached = event["seat"], event["improvement"]
    row = names.pack.olympians[names.god(seat)].improvements[reached - 1]
    steps = [
        el("i", numeral, cls=["is-lit" if n < reached else "", "is-new" if n == reached else ""], style=f"--n: {n}")
        for n, numeral in enumerate(NUMERALS, 1)
    ]
    name = names.card(row.id)
    power = cards.power(row.power, names.tr) or names.tr("improvement.wins")
    return el("div.scene.scene-stair", el("span.scene-who", medallion(seat, names), name),
              el("span.scene-steps", steps), el("small", power), cls=f"side-{seat}")  # fmt: skip
