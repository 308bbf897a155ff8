"""Olomoc's cards of a match: its packs laid over each other (`rules.kernel.packs.layers`), and the parts that a match
needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.packs.layers import BadPacks, Layering
from rules.olomoc.cabals import legality
from rules.olomoc.packs import Pack, load
from rules.olomoc.packs.crosscheck import issues
from rules.olomoc.packs.schema import SECTIONS

BENCH = "skirmish"
"""The agenda without a stake: never drawn at random."""

Shelf = Mapping[str, Pack]
CARDS = ("factions", *(field for field, _ in SECTIONS.values()))
FIGURES = ("rulers", "actions", "propaganda_rank")
AXES, OTHERS = 2, 6  # SET-5: what two players are dealt
LAYERING = Layering(load, CARDS, FIGURES, issues)
layers, merged = LAYERING.layers, LAYERING.merged


def need(pack: Pack, agenda: str = "random", composition: str = "secret") -> None:
    """Raises BadPacks where no match can be played with this pack: its agenda, the ministries that two players are
    dealt (SET-5), a legal ready-made cabal to fall back on, and for a draft cards enough for two (CAB-3). Codes:
    `no-agenda` (`agenda`, or none where a pack has no agenda to draw); `few-ministries` (`axe`, `others`: how many
    there are of each); `no-cabal`; `no-draft`."""
    if agenda == "random":
        if not set(pack.agendas) - {BENCH}:
            raise BadPacks("no-agenda")
    elif agenda not in pack.agendas:
        raise BadPacks("no-agenda", agenda=agenda)
    axes = sum(1 for card in pack.ministries.values() if card.ministry == "axe")
    others = len(pack.ministries) - axes
    if axes < AXES or others < OTHERS:
        raise BadPacks("few-ministries", axe=axes, others=others)
    if not starters(pack):
        raise BadPacks("no-cabal")
    nothing = {"1": legality.DraftedCards(), "2": legality.DraftedCards()}
    if composition == "draft" and not legality.can_complete(pack, nothing):
        raise BadPacks("no-draft")


def starters(pack: Pack) -> list[dict[str, Any]]:
    """The pack's ready-made cabals, as the contract writes a cabal; without those that another pack's cards have made
    illegal."""
    rows = [
        {"faction": s.faction, "rouages": [{"card": r.card, "equipment": r.equipment} for r in s.rouages]}
        for s in pack.starters.values()
    ]
    return [cabal for cabal in rows if not legality.problems(pack, cabal)]
