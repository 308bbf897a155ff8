"""Both ends of a match: what the agenda scores who they are; who won and why, what points were scored for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards import dice_stats
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import of_seat
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.ends import Face, Figures, Source
from webapp.ui.tree import Child, el, icon, rich

Json = Mapping[str, Any]

SET_UP = 100
"""Events at the beginning of a log, among which the cabals are revealed."""


def briefing(names: Names) -> list[Child]:
    """The agenda, and what ends the match, while the first cycle is planned; nothing later, and none for a match that
    began in its midst."""
    view, tr = names.view, names.tr
    asked = (view.get("decision") or {}).get("kind")
    fresh = view.get("cycle") == 1 and not view.get("turned") and asked == "plan" and not view.get("plan")
    if not fresh or not any(event["kind"] == "cabals-revealed" for event in islice(view.get("log", ()), SET_UP)):
        return []
    ends = el("p.briefing-end", icon("seal", cls="full"), tr("briefing.ends"))
    agenda = names.book.agenda(view.get("agenda"))
    if agenda is None:
        return [ends]
    scores = GLOSSARY.card_text(words(agenda.text, tr.language), tr.language)
    return [el("h2", words(agenda.name, tr.language)), el("p.briefing-scores", scores), ends]


def faces(seat: str, names: Names) -> list[Face]:
    """A cabal's faces; who fell is grey."""
    return [
        Face(
            portrait(names.book, rouage.get("card"), seat, "middle"),
            names.full(rouage["id"]),
            _title(rouage.get("card") or "", names),
            bool(rouage.get("out")),
        )
        for rouage in of_seat(names.view, seat)
    ]


def _title(card: str, names: Names) -> str:
    rouage = names.book.rouage(card)
    return words(rouage.title, names.tr.language) if rouage is not None and rouage.title else ""


def headline(result: Json, names: Names) -> list[Child]:
    """Who has won, to the reader in the second person."""
    winner = result.get("winner")
    if winner is None:
        return [names.tr("table.drawn" if result["reason"] != "fiel" else "table.game-won")]
    if names.me in ("1", "2"):
        return [names.tr("table.you-won" if winner == names.me else "table.you-lost")]
    return rich(names.tr, "table.won", player=names.who(winner))


def verdict(result: Json, names: Names) -> list[Child]:
    """One sentence: who won, why, and the score."""
    winner, reason = result.get("winner"), result["reason"]
    key = f"event.over-{reason}" if winner else f"event.drawn-{reason}"
    points = result["points"]
    fields: dict[str, Child | int] = {"one": points["1"], "two": points["2"]}
    if winner:
        loser = "2" if winner == "1" else "1"
        fields |= {"winner": names.who(winner), "loser": names.who(loser)}
        fields |= {"most": points[winner], "least": points[loser]}
    return rich(names.tr, key, **fields)


def reckoning(names: Names) -> Sequence[Source]:
    """Points by what they were scored for: a card, a capacity, an adjustment; those of a match that began in its midst
    come first."""
    scored: dict[str, dict[str, int]] = {}
    before = dict(names.view["outcome"]["points"])
    for event in names.view.get("log", ()):
        if event["kind"] == "scored":
            row, seat, change = scored.setdefault(event["why"], {}), event["seat"], event["change"]
            row[seat] = row.get(seat, 0) + change
            before[seat] -= change
    return [(names.tr("table.points-before"), before), *((_source(why, names), row) for why, row in scored.items())]


def _source(why: str, names: Names) -> str:
    if why == "adjustment":
        return names.tr("what.adjustment")
    card = names.book.printed(why)
    return words(card.name, names.tr.language) if card is not None else names.called(why)


def figures(names: Names) -> Sequence[Figures]:
    """Rouages lost, Fiel, dice against what was to be expected."""
    tr, view, luck = names.tr, names.view, dice_stats.of(names)
    lost = {seat: sum(1 for rouage in of_seat(view, seat) if rouage.get("out")) for seat in names.players}
    return [
        (tr("table.lost"), lost),
        (tr("table.fiel-word"), {seat: view.get("fiel", {}).get(seat, 0) for seat in names.players}),
        (tr("table.dice"), {seat: dice_stats.figures(luck[seat], names) for seat in names.players}),
    ]
