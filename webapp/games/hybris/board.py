"""The board: places as panels of pottery, Cities as painted cups, the characters in them, Chaos on its road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.contract import Json
from webapp.games.hybris import KEY
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.ground import BOXES, GATE, RADIUS, ROAD, around, city_at, ground, placed, road
from webapp.games.hybris.names import WORLD, Names, kind_of, percent
from webapp.games.hybris.signs import kind_sign, shortly
from webapp.plates.addresses import address, has
from webapp.table_kit.composer import Press, can, press
from webapp.ui.tree import Child, Node, el, plate

Acts = Mapping[str, Press]
KEYS: Mapping[str, str] = {
    "olympus": "o", "forge": "f", "colosseum": "c", "underworld": "u", "moirai": "m", "surroundings": "s",
    "oracle": "r",
}  # fmt: skip
"""The key that presses a place."""
SCENES = ("olympus", "oracle", "forge", "colosseum", "underworld", "moirai", "surroundings")


def board(names: Names, acts: Acts, chosen: Sequence[str] = (), worst: Json | None = None) -> Node:
    """The board as a tree. `chosen`: the ids named by the command begun; `worst`: how far it may bring Chaos."""
    view = names.view
    lost = sum(1 for city in view["cities"].values() if city["destroyed"])
    inside: list[Child] = [
        ground(lost),
        el("span.hyb-world", _capital(names.place(WORLD)), style=placed(BOXES[WORLD]), testid=f"place-{WORLD}"),
        _olympus(names, acts, chosen),
        _forge(names, acts, chosen),
        _oracle(names, acts, chosen),
        _plain("colosseum", names, acts, chosen),
        _underworld(names, acts, chosen),
        _plain("moirai", names, acts, chosen),
        _surroundings(names, acts, chosen),
        _pillars(names, acts),
        _cards_of_chaos(names),
        road(),
        _chaos(names, worst),
        *(_city(id, names, acts, chosen, bool(worst and worst["reaches"])) for id in names.cities),
    ]
    return el(
        "div.hyb-board.on-ink",
        inside,
        role="group",
        aria_label=names.tr("hybris.board"),
        cls=["is-threatened" if worst and worst["reaches"] else "", "is-night" if names.night else ""],
        testid="hybris-board",
    )


# ---- characters ------------------------------------------------------------------------------------------------------


def disc(id: str, row: Json, names: Names, acts: Acts, chosen: Sequence[str] = (), on_board: bool = True) -> Node:
    """A character: its kind's sign on a ring of its owner's colour and pattern, its number, its token. `on_board`: or
    on its owner's mat."""
    seat, kind = id.partition("-")[0], kind_of(id)
    token = row.get("token")
    known = token if token not in (None, "hidden") else ""
    facts = [names.character(id, True), names.place(row["at"]) if row["at"] else ""]
    facts += [names.tr("hybris.prisoner")] if row.get("prisoner") else []
    facts += [names.tr("hybris.wounded")] if row.get("wounded") else []
    facts += [names.tr("hybris.struck")] if id in names.struck else []
    facts += [names.tr("hybris.token-to", place=names.place(known))] if known else []
    facts += [names.tr("hybris.token-hidden")] if token == "hidden" else []
    number = id.rpartition("-")[2]
    return el(
        "button.hyb-disc",
        kind_sign(kind),
        el("strong", number) if number.isdigit() else None,
        el("i.hyb-token", names.tr(f"short.{known}")[:2] if known else "", cls="is-known" if known else None)
        if token
        else None,
        cls=[
            f"side-{seat}",
            f"is-{kind}",
            "is-wounded" if row.get("wounded") else "",
            "is-struck" if id in names.struck else "",
            "is-prisoner" if row.get("prisoner") else "",
            "is-can" if can(acts, id) else "",
            "is-chosen" if id in chosen else "",
            "is-acting" if names.view.get("acting") == id else "",
        ],
        aria_label=". ".join(fact for fact in facts if fact),
        title=". ".join(fact for fact in facts if fact),
        key=id,
        testid=f"character-{id}" if on_board else None,
        data_walks=id if on_board else None,
        data_from=seat if on_board else None,
        data_home=None if on_board else id,
        drop=id if seat == names.me else None,
        **press(acts, id, f"who:{id}"),
    )


def _folk(where: str, names: Names, acts: Acts, chosen: Sequence[str], room: int | None = None) -> Node:
    """The characters in a place; `room`: as many dotted outlines as have no character."""
    present = names.at(where)
    discs = [disc(id, row, names, acts, chosen) for id, row in present]
    discs += [el("i.hyb-room", key=f"room-{n}") for n in range(len(present), room or 0)]
    discs += [
        el("i.hyb-left", cls=f"side-{who.partition('-')[0]}", key=f"left-{n}")
        for n, who, at in names.left
        if at == where
    ]
    return el("div.hyb-folk", discs)


# ---- places ----------------------------------------------------------------------------------------------------------


def _capital(name: str) -> str:
    """A name as a heading: in French places have articles."""
    return name[:1].upper() + name[1:]


def _place(id: str, names: Names, acts: Acts, *inside: Child, head: Child = None) -> Node:
    """A panel with its scene, its name, what is in it."""
    limit = names.view["places"].get(id)
    n = len(names.at(id))
    facts = [names.tr("hybris.room", n=n, most=limit) if limit is not None else names.tr.plural("hybris.there", n)]
    name = el(
        "button.hyb-name",
        _capital(names.place(id)),
        aria_label=f"{names.place(id)}. {facts[0]}",
        title=facts[0],
        hot=KEYS[id],
        data_walk="",
        **press(acts, id, f"place:{id}"),
    )
    return el(
        "section.hyb-place",
        plate(address(KEY, id), "hyb-scene") if has(KEY, id) and id in SCENES else None,
        el("div.hyb-head", name, head),
        inside,
        cls=[f"at-{id}", "is-can" if can(acts, id) else "", "is-full" if limit is not None and n >= limit else ""],
        style=placed(BOXES[id]),
        key=id,
        testid=f"place-{id}",
    )


def _plain(id: str, names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    return _place(id, names, acts, _folk(id, names, acts, chosen))


def technology(id: str, names: Names, acts: Acts, seat: str = "") -> Node:
    """A Technology as a tile: the sign of its type, its price, its VP."""
    row = names.pack.technologies[id]
    tr, name = names.tr, names.card(id)
    reward = cards.gains(row.reward, tr)
    label = tr("technology.words", name=name, type=tr(f"type.{row.type}"), aegis=row.aegis, vp=row.vp, reward=reward)
    return el(
        "button.hyb-technology",
        sign(f"type-{row.type}"),
        el("span.figures", el("span", names.amount("aegis", row.aegis)), el("strong", names.amount("vp", row.vp))),
        el("span.name", name),
        cls=[f"type-{row.type}", f"side-{seat}" if seat else "", "is-can" if can(acts, id) else ""],
        aria_label=label,
        title=label,
        key=id,
        testid=f"technology-{id}",
        **press(acts, id, f"card:{id}"),
    )


def sign(id: str, size: str = "small") -> Child:
    """A plate as a sign; None where there is none."""
    return el("i.hyb-sign", plate(address(KEY, id, size))) if has(KEY, id) else None  # type: ignore[arg-type]


def conflict_plate(row: Any) -> str:
    """The picture of a Conflict card: its own, or its element's."""
    return drawn if has(KEY, drawn := f"conflict-{row.id}") else f"element-{row.element}"


def _olympus(names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    its = names.view["technologies"]
    tiles = [technology(id, names, acts) for id in its["open"]]
    left = el("span.hyb-count", names.tr("hybris.left", n=its["pile"]))
    return _place(
        "olympus", names, acts, el("div.hyb-technologies", tiles), _folk("olympus", names, acts, chosen), head=left
    )


def _forge(names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    """The Factory: its spaces, and what lies on them."""
    spaces = [
        el(
            "div.hyb-anvil",
            el("strong", str(space)),
            [_in_factory(row, names, acts) for row in names.view["factory"] if row["space"] == space],
            cls="is-last" if space == names.pack.rules.factory else None,
            testid=f"factory-{space}",
        )
        for space in range(1, names.pack.rules.factory + 1)
    ]
    return _place("forge", names, acts, el("div.hyb-factory", spaces), _folk("forge", names, acts, chosen))


def _in_factory(row: Json, names: Names, acts: Acts) -> Node:
    card, seat = row["card"], row["seat"]
    label = f"{names.card(card)} ({names.player(seat)})"
    marks = press(acts, card, f"card:{card}")
    return el("button.hyb-chip", names.card(card), cls=f"side-{seat}", title=label, aria_label=label, **marks)


def _oracle(names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    view, tr = names.view, names.tr
    well = view["well"]
    lights = [el("i.light") for _ in range(min(well, 12))]
    pile = view["premonitions"]["pile"]
    return _place(
        "oracle",
        names,
        acts,
        el(
            "span.hyb-back",
            sign("type-lore"),
            el("span", tr("hybris.left", n=pile)),
            title=tr("hybris.premonitions-left", n=pile),
        ),
        el("span.hyb-well", el("strong", tr("hybris.well", n=well)), el("span.lights", lights), testid="well"),
        _folk("oracle", names, acts, chosen),
    )


def _underworld(names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    held = [(id, row) for id, row in names.everybody() if row.get("prisoner")]
    cage = [disc(id, row, names, acts, chosen) for id, row in held]
    bars = el("div.hyb-cage", cage, title=names.tr("hybris.prisoners")) if cage else None
    return _place("underworld", names, acts, bars, _folk("underworld", names, acts, chosen))


def _surroundings(names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    view, tr = names.view, names.tr
    camp = view["camp"]
    tents = [el("i.tent") for _ in range(min(camp, 8))]
    return _place(
        "surroundings",
        names,
        acts,
        track("explore", names),
        # beside the track that it pays for: what is below belongs to Chaos's road
        el("span.hyb-camp", el("strong", tr("hybris.camp", n=camp)), el("span.tents", tents), testid="camp"),
        track("defend", names),
        _folk("surroundings", names, acts, chosen),
        head=el("span.hyb-count", tr("hybris.exploration-left", n=view["exploration"]["pile"])),
    )


def track(which: str, names: Names) -> Node:
    """A track of the Surroundings: for each step its cost, bonus, reward, and who stands there."""
    rows, tr = getattr(names.pack.rules, which), names.tr
    cells = []
    for n, (cost, bonus, reward) in enumerate(zip(rows.costs, rows.bonus, rows.rewards, strict=True), 1):
        seats = [seat for seat, mat in names.mats.items() if (mat.get("steps") or {}).get(which) == n]
        given = cards.gains(reward, tr) or tr("hybris.nothing")
        short = shortly(reward, names)
        label = tr(f"track.{which}-step", n=n, cost=cost, bonus=bonus, reward=given)
        cells.append(
            el(
                "li",
                el("span.cost", str(cost) if cost else "–"),
                el("strong", f"+{bonus}"),
                el("span.reward", short),
                el("span.tokens", [seat_mark(seat, names, f"track-{which}-{seat}") for seat in seats]),
                title=label,
                aria_label=label,
            )
        )
    return el("div.hyb-track", el("span.track-name", tr(f"track.{which}")), el("ol", cells))


def seat_mark(seat: str, names: Names, testid: str | None = None) -> Node:
    """A seat's number in its colour and shape."""
    return el("i.seat-mark", seat, cls=f"side-{seat} shape-{seat}", title=names.player(seat), testid=testid)


def _pillars(names: Names, acts: Acts) -> Node:
    taken = names.view["pillars"]
    columns = []
    for id, row in names.pack.pillars.items():
        seat = taken.get(id)
        gives = cards.gains(row.gain, names.tr)
        whole = names.card(id)
        label = names.tr.labelled(whole, gives) + (f" ({names.player(seat)})" if seat else "")
        columns.append(
            el(
                "button.hyb-pillar",
                el("i.column", seat_mark(seat, names) if seat else None),
                el("strong", names.tr(f"pillar.{id}") if names.tr.has(f"pillar.{id}") else whole),
                el("small", shortly(row.gain, names)),
                cls=[f"is-taken side-{seat}" if seat else "", "is-can" if can(acts, id) else ""],
                aria_label=label,
                title=label,
                key=id,
                testid=f"pillar-{id}",
                **press(acts, id, f"card:{id}"),
            )
        )
    rises = "is-now" if names.view["phase"] == "pillar" else ""
    return el(
        "section.hyb-place.at-pillars",
        el("div.hyb-head", el("span.hyb-name", names.tr("hybris.pillars"))),
        el("div.hyb-columns", columns),
        cls=rises,
        style=placed(BOXES["pillars"]),
    )


# ---- Chaos -----------------------------------------------------------------------------------------------------------


def sockets(names: Names) -> Node:
    """Momentum, as so many sockets as it takes to break loose."""
    return socket_row(names.view["chaos"]["momentum"], names)


def socket_row(n: int, names: Names, new: int | None = None) -> Node:
    """So many sockets as it takes to break loose, `n` of them full; `new`: the one filled just now, from 0."""
    most = names.pack.rules.momentum
    cells = [el("i", cls=["is-full" if cell < n else "", "is-new" if cell == new else ""]) for cell in range(most)]
    label = names.tr("chaos.momentum", n=n, most=most)
    return el("span.hyb-sockets", cells, role="img", aria_label=label, title=label)


def _cards_of_chaos(names: Names) -> Node:
    """Pile, the card being applied or discarded last, and Momentum."""
    its, tr = names.view["chaos"], names.tr
    shown = its["open"][-1:] or its["discard"][-1:]
    face = chaos_card(shown[0], names, bool(its["open"])) if shown else el("span.hyb-chaos-card.is-none")
    pile = el("span.hyb-pile", sign("chaos"), el("span", tr("hybris.left", n=its["pile"])))
    return el(
        "section.hyb-place.at-chaos",
        el("div.hyb-head", el("button.hyb-name", tr("chaos.name"), data_read="chaos")),
        el("div.hyb-chaos-cards", face, pile),
        sockets(names),
        el("p.hyb-faces", ", ".join(names.card(card) for card in names.view["momentum"]), testid="momentum-faces")
        if names.unveiled
        else None,
        style=placed(BOXES["chaos"]),
    )


def chaos_card(id: str, names: Names, now: bool = False, applied: Sequence[bool] | None = None) -> Node:
    """A Chaos Conflict card: its Force, and what it does as Attraction. `applied`: in a Combat, which of its other
    effects its Momentum has brought about; these are shown, ticked or struck through."""
    row, tr = names.pack.chaos_card(id), names.tr
    upper = cards.attraction([(effect.aegis, effect.do) for effect in row.attraction], tr)
    lower = cards.conflict([(effect.at_momentum, effect.do) for effect in row.conflict], tr)
    label = f"{names.card(id)}. {'; '.join(upper)}. {tr('hybris.force', n=row.force)}. {'; '.join(lower)}"
    words: Child | list[Child] = "; ".join(upper)
    if applied is not None:
        words = [_effect(*effect) for effect in zip(lower, applied, strict=False)]
    return el(
        "button.hyb-chaos-card",
        el("span.name", names.card(id)),
        el("strong", str(row.force)),
        el("small", words or tr("hybris.nothing")),
        cls="is-now" if now else None,
        aria_label=label,
        title=label,
        data_read=f"card:{id}",
    )


def _effect(words: str, applies: bool) -> Node:
    """An effect of Chaos's card, ticked where it applies, struck through where it does not."""
    return el("span.effect", f"✓ {words}" if applies else el("s", words), cls="is-applied" if applies else "is-void")


def _chaos(names: Names, worst: Json | None) -> Node:
    """Chaos itself on its road: larger with every Momentum; an outline where the command begun may bring it."""
    its, tr = names.view["chaos"], names.tr
    spaces = names.pack.rules.spaces
    marks: list[Child] = [
        el("i.hyb-space", str(n), style=placed(around(*ROAD[n], 24)), cls="is-here" if n == its["space"] else None)
        for n in sorted(ROAD)
        if n <= spaces
    ]
    x, y = ROAD.get(its["space"], ROAD[3])
    label = tr("chaos.stands", space=its["space"], spaces=spaces, momentum=its["momentum"])
    mass = el(
        "button.hyb-chaos",
        plate(address(KEY, "chaos", "small")) if has(KEY, "chaos") else None,
        style=placed(around(x, y, 30 + 4 * min(its["momentum"], 6))),
        aria_label=label,
        title=label,
        data_read="chaos",
        cls=f"is-near-{its['space']}",
        testid="chaos-space",
    )
    marks += [
        el("i.hyb-left.of-chaos", style=placed(around(*ROAD[int(at)], 30)), key=f"left-{n}")
        for n, who, at in names.left
        if who == "chaos" and int(at) in ROAD
    ]
    if worst and (worst["reaches"] or worst["space"] != its["space"]):
        could = GATE if worst["reaches"] else ROAD.get(worst["space"], ROAD[3])
        marks.append(el("i.hyb-could", style=placed(around(*could, 34)), testid="chaos-could"))
    return el("div.hyb-chaos-road", marks, mass)


# ---- Cities ----------------------------------------------------------------------------------------------------------


CRACK = "M52,0L44,18L58,30L40,48L60,62L46,80L54,100"


def _crack(id: str, names: Names) -> Node:
    """CAT-1: that a City may fall, and its part of that: each that stands has the same."""
    share = percent((names.view.get("threat") or {}).get("chance"))
    drawing: Node = {"t": "drawing", "c": "hyb-crack", "box": "0 0 100 100",
                     "shapes": [{"t": "path", "a": {"class": "way", "d": CRACK}}]}  # fmt: skip
    return el("span.city-crack", drawing, el("strong", share), title=names.tr("city.share", chance=share),
              testid=f"crack-{id}")  # fmt: skip


def _city(id: str, names: Names, acts: Acts, chosen: Sequence[str], cracks: bool = False) -> Node:
    """A City: its lots, Temples, places for characters, what it favours, what its fall would take. `cracks`: whether
    the command begun may bring Chaos to the wall."""
    its, row, tr = names.view["cities"][id], names.pack.cities[id], names.tr
    x, y = city_at(id, names.cities)
    box = placed(around(x, y, RADIUS))
    if its["destroyed"]:
        label = tr("city.destroyed", city=names.place(id))
        return el(
            "section.hyb-city.is-lost",
            plate(address(KEY, "chaos", "small")) if has(KEY, "chaos") else None,
            el("button.city-name", el("s", names.place(id)), aria_label=label, data_read=f"city:{id}"),
            style=box,
            key=id,
            testid=f"city-{id}",
        )
    most = names.pack.rules.deploy.most
    taken = [lot(built, names) for built in its["technologies"]]
    lots = [*taken, *[el("i.lot.is-free", key=f"lot-{n}") for n in range(len(taken), most)]]
    temples = [seat for seat, mat in names.mats.items() if id in (mat.get("temples") or ())]
    risk = ((names.view.get("threat") or {}).get("cities") or {}).get(id) or {}
    stake = risk.get("momentum", 0)
    facts = tr("city.words", city=names.place(id), faithful=row.faithful, n=len(names.at(id)))
    return el(
        "section.hyb-city",
        el("div.city-lots", lots),
        sign(f"type-{row.favours}") if row.favours else None,
        el("div.city-temples", [el("i.temple", cls=f"side-{seat}", title=names.player(seat)) for seat in temples]),
        _folk(id, names, acts, chosen, names.pack.rules.room.city),
        _crack(id, names) if cracks else None,
        el(
            "button.city-name",
            names.place(id),
            aria_label=facts,
            title=facts,
            data_walk="",
            **press(acts, id, f"city:{id}"),
        ),
        el("span.city-faithful", str(row.faithful), title=tr("city.faithful", n=row.faithful)),
        el(
            "span.city-stake",
            f"−{stake}",
            cls="is-cracked" if risk.get("unleashes") else None,
            title=tr("city.stake", n=stake),
            testid=f"at-stake-{id}",
        )
        if stake
        else None,
        cls=["is-can" if can(acts, id) else "", "is-chosen" if id in chosen else ""],
        style=box,
        key=id,
        testid=f"city-{id}",
    )


def lot(built: Json, names: Names) -> Node:
    """A Technology in a City, with its owner's edge."""
    row = names.pack.technologies[built["card"]]
    label = f"{names.card(built['card'])} ({names.player(built['seat'])})"
    return el(
        "button.lot",
        sign(f"type-{row.type}"),
        cls=f"side-{built['seat']} shape-{built['seat']}",
        title=label,
        aria_label=label,
        data_read=f"card:{built['card']}",
        key=built["card"],
    )
