"""Which cards a match is played with: the packs that its options name, laid over each other.

A shelf holds checked packs by id; whoever runs matches hands it in. The core pack stands on every shelf. Ids come from
anybody, so an id is only ever looked up here, never opened as a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from rules.olomoc.cabals import legality
from rules.olomoc.packs import Pack, load
from rules.olomoc.packs.crosscheck import issues
from rules.olomoc.packs.schema import SECTIONS

CORE = "core"
BENCH = "skirmish"
"""The agenda without a stake: never drawn at random."""

Shelf = Mapping[str, Pack]
CARDS = ("factions", *(field for field, _ in SECTIONS.values()))
FIGURES = ("rulers", "actions", "propaganda_rank")
AXES, OTHERS = 2, 6  # SET-5: what two players are dealt


class BadPacks(ValueError):
    """Packs that no match can be played with. `code` and `params` are for screens.

    Codes: `no-packs`; `no-pack` (`pack`), `pack-twice` (`pack`); `no-agenda` (`agenda`, or none where a pack has no
    agenda to draw); `few-ministries` (`axe`, `others`: how many there are of each); `no-cabal`; `no-draft`; `clash`
    (`pack`, `field`, `id`, `what`: what does not go together, in English).
    """

    def __init__(self, code: str, **params: Any) -> None:
        said = ", ".join(f"{key} {value!r}" for key, value in params.items())
        super().__init__(f"{code}: {said}" if said else code)
        self.code = code
        self.params = params


def layers(ids: Sequence[str], shelf: Shelf | None = None) -> tuple[Pack, ...]:
    """The packs of these ids, each with only what it adds to those before it; `merged` puts them together.

    Packs are laid over each other in the order given, the core pack lowest: of two cards of a sort and id the later
    pack's counts, and so do the later pack's rulers, action tokens and rank of propaganda. But what a pack has in
    common with the core pack (all that it does not replace, where it extends it) is no news, and replaces nothing.
    Raises BadPacks for an id that is not there or is named twice, and for cards that do not go together.
    """
    if not ids:
        raise BadPacks("no-packs")
    for n, id in enumerate(ids):
        if id in ids[:n]:
            raise BadPacks("pack-twice", pack=id)
    found = [_shelved(id, shelf or {}) for id in sorted(ids, key=lambda id: id != CORE)]
    laid = [found[0]]
    whole = found[0]
    for pack in found[1:]:
        laid.append(_news(pack, whole))
        whole = _over(whole, laid[-1])
        clash = next(issues(whole), None)
        if clash is not None:
            raise BadPacks("clash", pack=pack.id, field=clash.field, id=clash.id, what=clash.what)
    return tuple(laid)


def merged(laid: Sequence[Pack]) -> Pack:
    """One pack of these layers; id and version are the last one's."""
    return reduce(_over, laid)


def need(pack: Pack, agenda: str = "random", composition: str = "secret") -> None:
    """Raises BadPacks where no match can be played with this pack: its agenda, the ministries that two players are
    dealt (SET-5), a legal ready-made cabal to fall back on, and for a draft cards enough for two (CAB-3)."""
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
    found = [
        {"faction": s.faction, "rouages": [{"card": r.card, "equipment": r.equipment} for r in s.rouages]}
        for s in pack.starters.values()
    ]
    return [cabal for cabal in found if not legality.problems(pack, cabal)]


def _shelved(id: str, shelf: Shelf) -> Pack:
    if id == CORE:
        return load(CORE)
    if id not in shelf:
        raise BadPacks("no-pack", pack=id)
    return shelf[id]


def _news(pack: Pack, below: Pack) -> Pack:
    """What a pack adds to those below it: of what stands in the core pack just so, only what they lack."""
    core = load(CORE)
    cards = {
        field: {
            id: card
            for id, card in getattr(pack, field).items()
            if id not in getattr(below, field) or getattr(core, field).get(id) != card
        }
        for field in CARDS
    }
    figures = {name: getattr(below if getattr(pack, name) == getattr(core, name) else pack, name) for name in FIGURES}
    return pack.model_copy(update={**cards, **figures})


def _over(below: Pack, above: Pack) -> Pack:
    cards = {field: {**getattr(below, field), **getattr(above, field)} for field in CARDS}
    return above.model_copy(update=cards)
