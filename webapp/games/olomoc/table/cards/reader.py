"""A card in large: its text, its owner, its source, and the clauses behind its words.

The public facts of a piece are read with it; the rest is the card's own text, which everybody at the table may read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.olomoc.packs.operations import Capacity
from rules.olomoc.packs.schema import Agenda, ArtefactCard, EquipmentCard, HostileCard, MinistryCard, RouageCard
from webapp.games.olomoc import faces
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.rulebook import REFERENCE, words_in
from webapp.games.olomoc.table.cards import rouages
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.ui.tree import Child, Node, el, icon, plate

Json = Mapping[str, Any]

STATS = ("rank", *rouages.STATS, "base")


def large(id: str, names: Names) -> Node | None:
    """The context of whatever `id` names for this viewer: a piece, a card, a marker; None for anything else.

    "agendas:gargoule" names a card of one section of the packs, where another section has one of the same id.
    """
    wanted, _, id = id.rpartition(":")
    piece = names.get(id)
    if piece:
        card_face = names.book.rouage(piece.get("card") or "")
        return rouage(card_face, piece, names) if card_face else _hostile_piece(piece, names)
    card = id[2:] if id[:2] in ("1-", "2-") else id
    for section, (find, build) in READERS.items():
        its = find(names)(card) if wanted in ("", section) else None
        if its is not None:
            return build(its, names)
    if id == "propaganda":
        return propaganda(names)
    return marker(id, names)


def links(clauses: Iterable[str]) -> list[Child]:
    """Clauses one after the other, each after a blank."""
    return [part for id in clauses for part in (" ", clause(id))]


def prose(text: str, names: Names) -> list[Child]:
    """A text in which clauses named are links, and the words of the game say what they mean."""
    language = names.tr.language
    parts: list[Child] = []
    end = 0
    for match in REFERENCE.finditer(text):
        parts += [*GLOSSARY.card_text(text[end : match.start()], language, True), clause(match.group())]
        end = match.end()
    return [*parts, *GLOSSARY.card_text(text[end:], language, True)]


def rouage(card: RouageCard, piece: Json | None, names: Names) -> Node:
    """A rouage, with what it bears and what burdens it where it is a piece of the match."""
    book, tr, language = names.book, names.tr, names.tr.language
    figure, effects = piece or unplayed(card), rouages.running(piece, names) if piece else ()
    now = rouages.changed(piece["id"], names.view) if piece else {}
    gear = book.equipment(figure.get("equipment") or "")
    factions = [names.book.faction(id, language) for id in card.factions]
    parts: list[Child] = [
        el(
            "div.reading-face",
            rouages.portrait(
                figure,
                book,
                names.monogram(figure["id"]),
                False,
                rouages.noirceur(figure, tr),
                rouages.states(figure, effects, book, tr),
            ),
        ),
        el("p.reading-tokens", rouages.tokens(piece, tr)) if piece else None,
        rouages.stats(figure["profile"], tr, now),
        rouages.life(figure, tr),
        *capacities(card.capacities, names),
    ]
    if gear is not None:
        sign = icon("gift" if gear.gift else "equipment")
        parts += [el("h3", sign, words(gear.name, language)), *capacities(gear.capacities, names)]
    if piece is not None:
        parts += [
            el(
                "p.reading-running",
                icon("capacity"),
                el("strong", names.capacity(id)),
                " ",
                rouages.running_words(id, book, tr),
            )
            for id in effects
        ]
    if burdens := burdened(figure):
        parts.append(el("p.reading-clauses", names.tr("reading.burdened"), links(burdens)))
    kind = names.tr("reading.rouage", faction=", ".join(factions))
    texts = [_texts(card.capacities, language), _texts(gear.capacities if gear else (), language)]
    marks = rouages.marks(figure["profile"], tr, now.get("rank"))
    return context(kind, card.name, parts, names, card.source, ("CAB-1", "LIF-1", "CAP-1"), texts, marks=marks)


def unplayed(card: RouageCard) -> dict[str, Any]:
    """A rouage as a view would have it before anything happened to it."""
    profile = {stat: getattr(card, stat) for stat in (*STATS, "life")} | {"ministries": list(card.ministries)}
    return {"id": f"1-{card.id}", "seat": "1", "card": card.id, "profile": profile, "wounds": 0}


def burdened(piece: Json) -> list[str]:
    """The clauses that bear on a piece now, besides its card's."""
    clauses = ["LIF-4"] if piece.get("out") else []
    clauses += ["STA-2"] if "stunned" in piece.get("states", ()) else []
    clauses += (
        ["NOI-2"] if piece.get("noirceur", 0) >= rouages.MOST_NOIRCEUR else ["NOI-1"] if piece.get("noirceur") else []
    )
    return clauses


def equipment(card: EquipmentCard, names: Names) -> Node:
    language = names.tr.language
    kind = names.tr("reading.gift" if card.gift else "reading.equipment")
    whose = [names.ministry(id) for id in card.ministries] + [names.book.faction(id, language) for id in card.factions]
    whose += [names.card(id) for id in card.rouages]
    parts: list[Child] = [el("p.muted", ", ".join(whose)) if whose else None, *capacities(card.capacities, names)]
    texts = [_texts(card.capacities, language)]
    return context(kind, words(card.name, language), parts, names, card.source, ("CAB-2", "CAP-1"), texts)


def ministry(card: MinistryCard, names: Names) -> Node:
    tr, language = names.tr, names.tr.language
    slots = ", ".join(str(n) for n in card.slots)
    facts = el("p.muted", tr("card.rank-n", rank=card.rank), " · ", tr("reading.slots", slots=slots))
    parts: list[Child] = [facts, el("p.muted", tr("reading.rank-first")), *capacities((card.capacity,), names)]
    kind: list[Child] = [icon(card.ministry), " ", tr("reading.ministry", name=names.ministry(card.ministry))]
    texts = [_texts((card.capacity,), language)]
    clauses = ("MIN-1", "CYC-3", "CYC-4.1", "CYC-4.2")
    return context(kind, words(card.title, language), parts, names, card.source, clauses, texts)


def artefact(card: ArtefactCard, names: Names) -> Node:
    tr, language = names.tr, names.tr.language
    text = words(card.text, language)
    number = tr("reading.number", n=card.number, player=names.player(str(card.priority)))
    drawn = faces.artefact(card.id)
    parts: list[Child] = [
        el("span.reading-plate", plate(drawn)) if drawn else None,
        el("p.muted", number),
        el("p", prose(text, names), " ", _corner(card.corner, names)),
    ]
    clauses = ("ART-1", "GEN-5", "ART-4")
    return context(tr("reading.artefact"), words(card.name, language), parts, names, card.source, clauses, [text])


def _corner(corner: str | None, names: Names) -> str | None:
    """The corner that an Artefact card shows, in words."""
    if corner is None:
        return None
    north, west = corner.split("-")
    return names.tr("reading.corner", corner=names.tr(f"table.corner-{north[0]}{west[0]}"))


def agenda(card: Agenda, names: Names) -> Node:
    tr, language = names.tr, names.tr.language
    parts: list[Child] = [el("p", prose(words(card.text, language), names))]
    texts = [words(card.text, language), _texts((*card.capacities, *card.scoring), language)]
    if card.study is not None:
        study = words(card.study.text, language)
        parts += [el("h3", icon("study"), words(card.study.name, language)), el("p", prose(study, names))]
        texts.append(study)
    parts += capacities((*card.capacities, *card.scoring), names)
    return context(tr("table.agenda"), words(card.name, language), parts, names, card.source, ("SET-2", "CYC-6"), texts)


def hostile(card: HostileCard, names: Names) -> Node:
    """A hostile, with its instinct step by step (HOS-1)."""
    tr, language = names.tr, names.tr.language
    profile = {stat: getattr(card, stat) for stat in (*STATS, "life")} | {"ministries": []}
    steps = [
        el(
            "li",
            el("strong", tr(f"reading.when-{step.when}")),
            " ",
            tr(f"reading.do-{step.do}", target=tr(f"reading.target-{step.target}")),
        )
        for step in card.instinct
    ]
    parts: list[Child] = [
        rouages.stats(profile, tr),
        el("p.muted", tr("card.rank-n", rank=card.rank), " · ", tr("reading.base", mm=card.base)),
        el("h3", tr("reading.instinct")),
        el("ol.reading-steps", steps),
        *capacities(card.capacities, names),
    ]
    clauses = ("HOS-1", "HOS-2", "HOS-4") + (("HOS-3",) if card.traits else ())
    texts = [_texts(card.capacities, language)]
    return context(tr("reading.hostile"), words(card.name, language), parts, names, card.source, clauses, texts)


def _hostile_piece(piece: Json, names: Names) -> Node | None:
    card = names.book.hostile(piece.get("card") or "")
    return hostile(card, names) if card is not None else None


def propaganda(names: Names) -> Node:
    tr = names.tr
    parts: list[Child] = [el("p", tr("card.propaganda-does"))]
    return context(tr("reading.propaganda"), tr("card.propaganda"), parts, names, "", ("CAB-4", "CYC-4.2", "COO-2"), [])


def marker(id: str, names: Names) -> Node | None:
    token = next((marker for marker in names.view.get("markers", ()) if marker["id"] == id), None)
    if token is None:
        return None
    clauses = ("MEA-1", "NOI-6") if token.get("tinted") else ("MEA-1",)
    parts: list[Child] = [el("p", names.marker_words(token))]
    return context(names.tr("reading.marker"), names.marker(id), parts, names, "", clauses, [])


# Parts of every reader


def context(
    kind: Child | Sequence[Child],
    name: str,
    parts: Iterable[Child],
    names: Names,
    source: str,
    clauses: Sequence[str],
    texts: Iterable[str],
    *,
    marks: Child = None,
) -> Node:
    """A card's context: what it is, its name, its parts; under them the words that it uses, its clauses, its source."""
    tr = names.tr
    used = [term for term in words_in(" ".join(texts), tr.language) if term.clause not in clauses]
    explained = [el("li", term.word, " ", clause(term.clause)) for term in used]
    known = tr(f"reading.source-{source}") if tr.has(f"reading.source-{source}") else source
    return el(
        "article.reading",
        el("header.reading-head", el("span.overline", kind), el("h2", name, id="reading-title"), marks),
        *parts,
        el("p.reading-clauses", tr("reading.clauses"), links(clauses)),
        el("div.reading-words", el("span.overline", tr("reading.words")), el("ul", explained)) if explained else None,
        el("p.muted.reading-source", tr("reading.source", source=known)) if known else None,
    )


def capacities(its: Iterable[Capacity], names: Names) -> list[Child]:
    """Each with its cost and frequency, its text, and the clause on what is free where it is."""
    language = names.tr.language
    nodes: list[Child] = []
    for capacity in its:
        free = capacity.time == "active" and not capacity.cost.actions and not capacity.cost.noirceur
        top = el(
            "p.capacity-top",
            el("strong", words(capacity.name, language)),
            el("span.muted", rouages.terms(capacity, names.tr)),
        )
        text = el("p", prose(words(capacity.text, language), names), links(["CAP-2"]) if free else None)
        nodes.append(el("div.reading-capacity", top, text))
    return nodes


def _texts(its: Iterable[Capacity], language: str) -> str:
    return " ".join(words(capacity.text, language) for capacity in its)


READERS: Mapping[str, tuple[Callable[[Names], Callable[[str], Any]], Callable[[Any, Names], Node]]] = {
    "rouages": (lambda names: names.book.rouage, lambda card, names: rouage(card, None, names)),
    "equipment": (lambda names: names.book.equipment, equipment),
    "ministries": (lambda names: names.book.ministry, ministry),
    "artefact": (lambda names: names.book.artefact, artefact),
    "hostiles": (lambda names: names.book.hostile, hostile),
    "agendas": (lambda names: names.book.agenda, agenda),
}
"""The functions that find and show a card of each section."""
