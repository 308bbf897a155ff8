"""What the powers of a seat come to, what follows from its mat, and whether a state holds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.hybris.packs import words
from rules.hybris.packs.reader import Pack
from rules.hybris.packs.words import Having, Power
from rules.hybris.state import HEROES, REMOVED, State
from rules.kernel import Seat


class Owned(NamedTuple):
    """A power of a seat, and where it comes from."""

    source: str
    clause: str
    power: Power


def powers_of(state: State, seat: Seat) -> tuple[Owned, ...]:
    """GEN-7: the Olympian's own power, those of Improvements by number, of Modules by when they were won."""
    mat = state.mats[seat]
    return _powers(state.pack, mat.olympian, mat.improvements, mat.modules)


@lru_cache(maxsize=1024)
def _powers(pack: Pack, olympian: str, improvements: int, modules: tuple[str, ...]) -> tuple[Owned, ...]:
    row = pack.olympians[olympian]
    texts = [(row.id, "GEN-7", row.power)]
    texts += [(improvement.id, "IMP-2", improvement.power) for improvement in row.improvements[:improvements]]
    texts += [(id, "ADV-5", pack.adventures[id].power) for id in modules]
    return tuple(Owned(source, clause, words.power(text)) for source, clause, text in texts if text)


def more(state: State, seat: Seat, what: str) -> int:
    """By how much the powers of a seat raise a figure."""
    return sum(
        source.power.n for source in powers_of(state, seat) if source.power.form == "more" and source.power.what == what
    )


def less(state: State, seat: Seat, action: str) -> int:
    """By how much they lower an action's price."""
    return sum(
        source.power.n
        for source in powers_of(state, seat)
        if source.power.form == "less" and source.power.what == action
    )


def limit(state: State, seat: Seat, what: str) -> int:
    """A limit of a seat (PLN-3, COM-4, FIN-5, OLY-2)."""
    rules = state.pack.rules
    base = {
        "characters": rules.characters,
        "combat-cards": rules.force.cards,
        "hand": rules.limits.hand,
        "plans": rules.limits.plans,
    }[what]
    raised = (source.power for source in powers_of(state, seat) if source.power.form == "limit")
    return base + sum(power.n for power in raised if power.what == what)


def free(state: State, seat: Seat, what: str) -> bool:
    """INT-3: whether something costs nothing."""
    return any(source.power.form == "free" and source.power.what == what for source in powers_of(state, seat))


def unbeaten(state: State, seat: Seat) -> int:
    """CHR-4: the Heroes of a seat that are neither prisoners nor out of the game."""
    heroes = (state.mats[seat].characters[name] for name in HEROES)
    return sum(not hero.prisoner and hero.at != REMOVED for hero in heroes)


def deployed(state: State, seat: Seat) -> list[str]:
    """The Technologies of a seat that stand in Cities."""
    return [
        technology.card for city in state.cities.values() for technology in city.technologies if technology.seat == seat
    ]


def holds(state: State, seat: Seat, having: Having) -> bool:
    """PRM-2, TSK-2: whether a state holds for a seat."""
    mat = state.mats[seat]
    match having.have:
        case "tech":
            return any(state.pack.technologies[card].type == having.of for card in deployed(state, seat))
        case "two-heroes":
            return unbeaten(state, seat) >= 2
        case "grandeur-first":
            return state.grandeur_order[:1] == (seat,) and mat.has("grandeur") > 0
    return had(state, seat, having) >= having.n


def had(state: State, seat: Seat, having: Having) -> int:
    """How much of what a state counts a seat has."""
    mat = state.mats[seat]
    match having.have:
        case "temples":
            return len(mat.temples)
        case "techs":
            return len(deployed(state, seat))
        case "cards":
            return len(state.hands.get(seat, ()))
        case "sparks":
            return mat.has("spark")
        case "modules":
            return len(mat.modules)
        case "tiles":
            return mat.active_tiles
    return mat.has(having.have)


def grandeur_vp(state: State) -> dict[Seat, int]:
    """END-1: what the first in order gain at the end."""
    gains = state.pack.rules.final.grandeur[str(state.options.players)]  # type: ignore[index]  # "2", "3" or "4"
    return dict(zip(state.grandeur_order, gains, strict=False))


def final_score(state: State) -> dict[Seat, int]:
    """END-1: the score of each seat if the match ended now."""
    first, each = grandeur_vp(state), state.pack.rules.final.goodness
    return {seat: mat.has("vp") + each * mat.has("goodness") + first.get(seat, 0) for seat, mat in state.mats.items()}
