"""Sheets about a thing on the page, read large."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hybris.packs import words as vocabulary
from webapp.games.hybris import KEY
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.board import conflict_plate
from webapp.games.hybris.hangar import own_power
from webapp.games.hybris.log import LOG
from webapp.games.hybris.mats import NUMERALS, whole
from webapp.games.hybris.names import PLACES, WORLD, Names, kind_of, text
from webapp.plates.addresses import address, has
from webapp.ui.tree import Child, Node, el, plate

ACTIONS = {
    "olympus": ("convert", "design"),
    "forge": ("make",),
    "oracle": ("perceive",),
    "moirai": ("fulfil",),
    "underworld": ("drain", "resurrect"),
    "colosseum": ("train",),
    "surroundings": ("explore", "defend"),
    WORLD: ("influence", "deploy"),
}
"""The actions of each place (ACT-3); a Fight may be had anywhere."""


def sheet(id: str, names: Names) -> Node | None:
    """The sheet about a thing; None for an unknown one."""
    what, _, name = id.partition(":")
    match what:
        case "card":
            return _card(name, names)
        case "place" if name in PLACES:
            return _place(name, names)
        case "city" if name in names.pack.cities:
            return _city(name, names)
        case "who" if names.is_character(name):
            return _character(name, names)
        case "seat" if name in names.mats and names.god(name):
            return whole(name, names)
        case "improvement":
            god, _, n = name.partition("/")
            if (
                god in names.pack.olympians
                and n.isdigit()
                and 1 <= int(n) <= len(names.pack.olympians[god].improvements)
            ):
                return _improvement(god, int(n), names)
    return None


def _sheet(title: str, rows: Sequence[Child], picture: str = "", about: str = "") -> Node:
    drawn = plate(address(KEY, picture), "large") if picture and has(KEY, picture) else None
    return el(
        "article.hyb-sheet",
        el("span.hyb-picture", drawn) if drawn else None,
        el("h2", title),
        el("p.muted", about) if about else None,
        el("ul", [el("li", row) if isinstance(row, str) else row for row in rows if row]),
    )


def _card(id: str, names: Names) -> Node | None:
    pack, tr, title = names.pack, names.tr, names.card(id)
    if id in pack.technologies:
        row = pack.technologies[id]
        facts = [tr(f"type.{row.type}"), tr("card.price", what=names.amount("aegis", row.aegis)),
                 tr("card.gives", what=f"{names.amount('vp', row.vp)}, {cards.gains(row.reward, tr)}")]  # fmt: skip
        return _sheet(title, facts, f"type-{row.type}", tr("card.technology"))
    if id in pack.premonitions:
        row = pack.premonitions[id]
        facts = [tr("card.condition", what=cards.state(row.condition, tr)),
                 tr("card.gives", what=cards.gains(row.reward, tr))]  # fmt: skip
        return _sheet(title, facts, "oracle", tr("card.premonition"))
    if id in pack.adventures:
        return _adventure(id, names)
    if id in pack.events:
        row = pack.events[id]
        facts = [
            tr("card.conditions", what=cards.prices(row.conditions, tr)),
            tr("card.success", what=cards.gains(row.success, tr)),
            tr("card.failure", what=cards.gains(row.failure, tr)),
        ]
        return _sheet(title, [*facts, el("li.muted", text(row.mood, tr))], "surroundings", tr("card.event"))
    if id in pack.tiles:
        row = pack.tiles[id]
        tasks = [tr.labelled(tr(f"task.{vocabulary.task(task).colour}"), cards.task(task, tr)) for task in row.tasks]
        return _sheet(title, [*tasks, tr("card.gives", what=cards.gains(row.reward, tr))], "", tr("card.tile"))
    if id in pack.pillars:
        return _sheet(title, [tr("card.gives", what=cards.gains(pack.pillars[id].gain, tr))], "pillar")
    if id in pack.olympians:
        return _olympian(id, names)
    return _of_combat(id, names)


def _adventure(id: str, names: Names) -> Node:
    row, tr = names.pack.adventures[id], names.tr
    sites = " → ".join(cards.gains(site, tr) or "–" for site in row.sites)
    moves = tr("hybris.or").join(cards.deed(vocabulary.deed(step), tr) for step in row.progress)
    facts = [
        tr("card.conditions", what=cards.prices(row.success, tr)),
        tr("card.failure", what=cards.gains(row.failure, tr)),
        tr("adventure.sites", sites=sites),
        tr("adventure.moves", moves=moves),
        tr("adventure.module", name=names.module(id), power=cards.power(row.power, tr)),
    ]
    return _sheet(names.card(id), facts, "surroundings", tr("card.adventure"))


def _of_combat(id: str, names: Names) -> Node | None:
    """A Conflict card or a card of Chaos."""
    pack, tr, title = names.pack, names.tr, names.card(id)
    if not title:
        return None
    if id.startswith("chaos-") and id.count("-") > 1:
        row = pack.chaos_card(id)
        upper = cards.attraction([(effect.aegis, effect.do) for effect in row.attraction], tr)
        lower = cards.conflict([(effect.at_momentum, effect.do) for effect in row.conflict], tr)
        facts = [
            tr("card.attraction", what="; ".join(upper) or tr("hybris.nothing")),
            tr("hybris.force", n=row.force),
            tr("card.blow", what="; ".join(lower) or tr("hybris.nothing")),
        ]
        return _sheet(title, facts, "chaos", tr("card.chaos"))
    if id.partition("-")[0] not in names.mats:
        return None
    row = pack.conflict(id)
    effect = cards.card_text(row.text, tr)
    facts = [tr(f"element.{row.element}"), tr("hybris.force", n=row.force), effect]
    return _sheet(title, facts, conflict_plate(row), tr("card.conflict"))


def _olympian(id: str, names: Names) -> Node:
    row, tr = names.pack.olympians[id], names.tr
    powers = [
        tr(f"mk.{power.when}", energy=names.amount("energy", power.energy), gains=cards.gains(power.gain, tr))
        for power in row.mk.powers
    ]
    steps = [
        tr.labelled(
            f"{NUMERALS[n]} {text(improvement.name, tr)}",
            cards.power(improvement.power, tr) or tr("improvement.wins"),
        )
        for n, improvement in enumerate(row.improvements)
    ]
    return _sheet(text(row.name, tr), [own_power(id, names), tr.labelled(row.mk.name, "; ".join(powers)), *steps], id)


def _improvement(god: str, n: int, names: Names) -> Node:
    tr, rows = names.tr, names.pack.rules.improvements
    row = names.pack.olympians[god].improvements[n - 1]
    facts = [
        tr("card.price", what=cards.prices(rows.prices[n - 1], tr)),
        tr("card.gives", what=names.amount("vp", rows.vp[n - 1])) if rows.vp[n - 1] else "",
        cards.power(row.power, tr) or tr("improvement.wins"),
    ]
    return _sheet(f"{NUMERALS[n - 1]} {text(row.name, tr)}", facts, "moirai")


def _place(id: str, names: Names) -> Node:
    tr = names.tr
    limit = names.view["places"].get(id)
    facts = [tr(f"about.{fact}") for fact in ACTIONS[id]]
    facts += [tr("hybris.room-for", n=limit)] if limit is not None else []
    return _sheet(names.place(id), facts + _people(id, names), id)


def _city(id: str, names: Names) -> Node:
    tr, row, its = names.tr, names.pack.cities[id], names.view["cities"][id]
    if its["destroyed"]:
        return _sheet(names.place(id), [tr("city.destroyed", city=names.place(id)), *_fallen(id, names)], "chaos")
    facts = [tr("city.faithful", n=row.faithful)]
    facts += [tr("city.favours", type=tr(f"type.{row.favours}"))] if row.favours else []
    facts += [tr(f"about.{fact}") for fact in ACTIONS[WORLD]]
    facts += [
        f"{names.card(technology['card'])} ({names.player(technology['seat'])})" for technology in its["technologies"]
    ]
    facts += [
        tr("city.temple-of", who=names.player(seat)) for seat, mat in names.mats.items() if id in (mat["temples"] or ())
    ]
    return _sheet(names.place(id), facts + _people(id, names), WORLD)


def _fallen(city: str, names: Names) -> list[Child]:
    """In which Age and whose turn a City fell, and what was lost there."""
    age, turn, losses = names.view["age"], "", list[Child]()
    for event in names.view["log"]:
        match event["kind"]:
            case "age-began":
                age = event["age"]
            case "turn-began":
                turn = event["seat"]
            case "turn-ended" | "phase-began":
                turn = ""
            case "city-destroyed" | "absorbed" if event["city"] == city:
                when = names.tr("hybris.age", n=age, of=names.pack.rules.ages)
                whose = f", {names.tr('hybris.turn-of', who=names.player(turn))}" if turn else ""
                losses.append(names.tr.labelled(f"{when}{whose}", LOG.sentence(event, names) or ""))
    return losses


def _people(where: str, names: Names) -> list[str]:
    return [names.character(id, True) for id, _ in names.at(where)]


def _character(id: str, names: Names) -> Node:
    tr, seat, name = names.tr, *id.split("-", 1)
    row = names.mats[seat]["characters"][name]
    kind = kind_of(id)
    facts = [names.place(row["at"]), tr(f"about.{kind}")]
    facts += [tr("hybris.prisoner")] if row.get("prisoner") else []
    facts += [tr("hybris.wounded")] if row.get("wounded") else []
    return _sheet(names.character(id, True), facts, names.god(seat) if kind == "olympian" else "")
