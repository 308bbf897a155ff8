"""Problems of a cabal, missing cards and repairs, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rules.olomoc.cabals.draft import Sketch, wires
from rules.olomoc.cabals.legality import CabalProblem
from rules.olomoc.cabals.repair import Edit, Fix
from webapp.games.olomoc.cabals.card_faces import first_name
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import either, joined


def problem_words(problem: CabalProblem, sketch: Sketch, names: Names) -> str:
    """A problem as a sentence."""
    params = problem.params
    card = str(params.get("card", ""))
    match problem.code:
        case "wrong-ranks":
            return names.tr("cabals.problem.wrong-ranks", ranks=joined([str(rank) for rank in params["ranks"]], names))
        case "wrong-faction":
            faction = names.book.faction(str(params["faction"]), names.tr.language)
            return names.tr("cabals.problem.wrong-faction", card=names.card(card), faction=faction)
        case "unknown-faction":
            return names.tr("cabals.problem.unknown-faction", faction=str(params["faction"]))
        case "ministry-closed":
            return _spent(card, [str(opener) for opener in params["openers"]], sketch, names)
        case "not-affiliated":
            return _nobodys(card, names)
        case _:
            return names.tr(f"cabals.problem.{problem.code}", card=names.card(card))


def row_words(problem: CabalProblem, card: str, sketch: Sketch, names: Names) -> str:
    """The same beside a card's own name, which is then left out."""
    gear, rouage = names.book.equipment(card), names.book.rouage(card)
    if problem.params.get("card") != card:
        return problem_words(problem, sketch, names)
    if problem.code == "wrong-faction" and rouage is not None:
        factions = [names.book.faction(faction, names.tr.language) for faction in rouage.factions]
        return names.tr("cabals.row.of-faction", faction=joined(factions, names))
    if problem.code == "not-affiliated" and gear is not None and gear.ministries:
        return names.tr("cabals.row.no-ministry", ministry=either([*map(names.ministry, gear.ministries)], names))
    if problem.code == "ministry-closed":
        opened = wires(names.book.packs[-1], sketch)
        openers = [str(opener) for opener in problem.params["openers"]]
        who = joined([first_name(opener, names) for opener in openers], names)
        instead = joined([names.card(opened[opener]) for opener in openers if opener in opened], names)
        return names.tr.plural("cabals.row.spent", len(openers), who=who, instead=instead)
    return problem_words(problem, sketch, names)


def _spent(card: str, openers: Sequence[str], sketch: Sketch, names: Names) -> str:
    """CAB-2: who would open the card, and what they open instead."""
    pack = names.book.packs[-1]
    gear = names.book.equipment(card)
    opened = wires(pack, sketch)
    ministries = [
        ministry
        for ministry in (gear.ministries if gear else ())
        if any(ministry in _ministries(o, names) for o in openers)
    ]
    who = joined([first_name(opener, names) for opener in openers], names)
    instead = joined([names.card(opened[opener]) for opener in openers if opener in opened], names)
    words = {"card": names.card(card), "who": who, "instead": instead}
    wanted = either([*map(names.ministry, ministries)], names)
    return names.tr.plural("cabals.problem.ministry-closed", len(openers), ministry=wanted, **words)


def _ministries(rouage: str, names: Names) -> Sequence[str]:
    card = names.book.rouage(rouage)
    return card.ministries if card else ()


def _nobodys(card: str, names: Names) -> str:
    """CAB-2: whose the card is, as nobody here is."""
    gear = names.book.equipment(card)
    name = names.card(card)
    if gear is None:
        return names.tr("cabals.problem.unknown-equipment", card=name)
    if gear.ministries:
        return names.tr(
            "cabals.problem.no-ministry", card=name, ministry=either([*map(names.ministry, gear.ministries)], names)
        )
    if gear.rouages:
        return names.tr("cabals.problem.made-for", card=name, who=either([*map(names.card, gear.rouages)], names))
    factions = [names.book.faction(faction, names.tr.language) for faction in gear.factions]
    return names.tr("cabals.problem.other-faction", card=name, faction=joined(factions, names))


def gap_words(gap: CabalProblem, sketch: Sketch, names: Names) -> str:
    """A gap of the cabal, as an instruction."""
    if gap.code != "no-equipment":
        return names.tr(f"cabals.gap.{gap.code}")
    place = int(gap.place.split(".")[1])
    bearer = sketch.at(place, "card")
    return (
        names.tr("cabals.gap.no-equipment-for", name=first_name(bearer, names))
        if bearer
        else names.tr("cabals.gap.no-equipment")
    )


def fix_words(fix: Fix, sketch: Sketch, names: Names) -> str:
    """A way out, as what a button would do."""
    return joined([edit_words(edit, sketch, names) for edit in fix.edits], names)


def edit_words(edit: Edit, sketch: Sketch, names: Names) -> str:
    """One change, in words."""
    place = edit.place if edit.place is not None else 0
    match edit.what:
        case "faction":
            return names.tr("cabals.fix.faction", faction=names.book.faction(edit.id, names.tr.language))
        case "card":
            return names.tr("cabals.fix.card", card=names.card(edit.id), before=first_name(edit.before, names))
        case "exchange":
            one, other = sketch.at(place, "card"), sketch.at(edit.other or 0, "card")
            return names.tr("cabals.fix.exchange", one=first_name(one, names), other=first_name(other, names))
        case "equipment":
            bearer = sketch.at(place, "card")
            if bearer is None:
                return names.tr("cabals.fix.replace", card=names.card(edit.id), before=names.card(edit.before or ""))
            return names.tr("cabals.fix.bear", name=first_name(bearer, names), card=names.card(edit.id))
