"""What each viewer sees (GEN-9), and the worlds that fit it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules.hybris import frames as fr
from rules.hybris.flow.actions import improvement_price
from rules.hybris.flow.chaos import at_stake
from rules.hybris.flow.combat import side_row, sides
from rules.hybris.packs import words
from rules.hybris.position import mat_row
from rules.hybris.powers import grandeur_vp, holds, less
from rules.hybris.state import PLACES, Mat, State, kind_of
from rules.kernel import SPECTATOR, Json, Seat, Viewer, replace
from rules.kernel.codec import plain_fields
from rules.kernel.memo import derived, kept_row
from rules.kernel.piles import Pile, dealt_among

# ---- what all see ----------------------------------------------------------------------------------------------------


def _shown_mat(seat: Seat, mat: Mat, hand: int, deck: int, discard: tuple[str, ...], passed: bool) -> Json:
    """A mat as all see it: the faces of tokens and the cards held are hidden."""
    row = mat_row(mat)
    for name, character in mat.characters.items():
        if character.token is not None:
            row["characters"][name] = {**row["characters"][name], "token": "hidden"}
    cards = {"hand": hand, "deck": deck, "discard": list(discard)}
    return {**row, "cards": cards, "premonitions": len(mat.premonitions), "passed": passed}


def _lacking(state: State, seat: Seat) -> Json:
    """What a seat lacks for its next Improvement (IMP-2), by word."""
    mat = state.mats[seat]
    if not mat.olympian or mat.improvements >= len(state.row(seat).improvements):
        return {}
    price = improvement_price(state, seat, mat.improvements + 1, less(state, seat, "fulfil"))
    return {
        part.pay: part.n - mat.has(part.pay) for part in price if part.pay in words.PAID and part.n > mat.has(part.pay)
    }


def open_view(state: State) -> Json:
    """The table as all see it."""
    chaos = state.chaos
    return {
        **{key: getattr(state, key) for key in ("age", "phase", "turn", "acting", "camp", "well")},
        "ages": state.pack.rules.ages,
        "chaos_option": state.options.chaos,
        "grandeur_order": list(state.grandeur_order),
        "turn_order": list(state.turn_order),
        "mats": {
            seat: kept_row(
                state, _shown_mat, seat, mat, len(state.hands.get(seat, ())), len(state.decks.get(seat, ())),
                state.discards.get(seat, ()), seat in state.passed,
            )
            for seat, mat in state.mats.items()
        },
        "lacks": {seat: _lacking(state, seat) for seat in state.mats},
        "cities": {
            id: {
                "technologies": [plain_fields(placed, "card", "seat", "token") for placed in city.technologies],
                "destroyed": city.destroyed,
            }
            for id, city in state.cities.items()
        },
        "places": _places(state),
        "factory": [plain_fields(slot, "card", "seat", "space", "token") for slot in state.factory],
        "technologies": {
            "open": list(state.open_technologies), "pile": len(state.technology_pile.cards),
            "under": under(state.technology_pile, SPECTATOR),
        },
        "pillars": dict(state.pillars),
        "chaos": {
            "space": chaos.space, "momentum": len(chaos.momentum), "open": list(chaos.open),
            "discard": list(chaos.discard), "pile": len(chaos.pile),
        },
        "exploration": {"pile": len(state.exploration.cards), "under": under(state.exploration, SPECTATOR)},
        "premonitions": {"pile": len(state.premonitions.cards), "under": under(state.premonitions, SPECTATOR)},
        "cataclysm": {"cities": [id for id in state.cities if id in state.cataclysm], "pile": len(state.cataclysm)},
        "mk_used": list(state.mk_used),
        "lost": list(state.lost),
        "threat": threat(state),
        "tally": tally(state),
        "combat": combat(state),
    }  # fmt: skip


@derived("cities", "options", "pack")
def _places(state: State) -> dict[str, int | None]:
    """LOC-3: the room of each place and City."""
    return {place: state.room(place) for place in (*PLACES, *state.cities)}


def under(pile: Pile, viewer: Viewer) -> list[str | None]:
    """The cards that were put under a pile, in order, as a viewer knows them: none above the first that anybody has
    seen."""
    first = next((n for n, card in enumerate(pile.cards) if card in pile.seen), len(pile.cards))
    return [card if pile.knows(viewer, card) else None for card in pile.cards[first:]]


@derived("cities", "cataclysm", "chaos", "mats")
def threat(state: State) -> Json:
    """What a fall would take, City by City, and the chance of each; which Chaos Conflict cards nobody has seen."""
    chaos, pack = state.chaos, state.pack
    cities: Json = {}
    for id in sorted(state.cataclysm):
        technologies, temples, characters = at_stake(state, id)
        n = len(technologies) + len(temples) + len(characters)
        cities[id] = {
            "technologies": [list(technology) for technology in technologies],
            "temples": temples,
            "characters": list(characters),
            "momentum": n,
            "unleashes": len(chaos.momentum) + n >= pack.rules.momentum,
        }
    chance = str(Fraction(1, len(cities))) if cities else "0"
    return {"unseen": unseen_kinds(state), "cities": cities, "chance": chance}


def combat(state: State) -> Json | None:
    """COM-1: both Forces of the Combat that is open, in their parts, as far as they lie open; None where none is."""
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, fr.Combat)), None)
    if frame is None:
        return None
    own, foe = sides(state, frame)
    return {"own": side_row(own), "foe": side_row(foe)}


@derived("chaos")
def unseen_kinds(state: State) -> dict[str, int]:
    """The Chaos Conflict cards that nobody has seen, by kind: pile and Momentum together."""
    chaos = state.chaos
    kinds = Counter(state.pack.chaos_card(card).id for card in (*chaos.pile, *chaos.momentum))
    return dict(sorted(kinds.items()))


@derived("mats", "grandeur_order")
def tally(state: State) -> Json:
    """END-1: the Victory Points now, and if the match ended now."""
    first, each = grandeur_vp(state), state.pack.rules.final.goodness
    by_seat: Json = {}
    for seat, mat in state.mats.items():
        parts = [("vp", "RES-4", mat.has("vp")), ("goodness", "RES-5", each * mat.has("goodness")),
                 ("grandeur", "END-1", first.get(seat, 0))]  # fmt: skip
        rows = [{"what": what, "clause": clause, "value": value} for what, clause, value in parts if value]
        by_seat[seat] = {"vp": mat.has("vp"), "final": sum(row["value"] for row in rows), "parts": rows}
    return by_seat


# ---- what each sees --------------------------------------------------------------------------------------------------


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat sees besides."""
    return {SPECTATOR: {}, **{seat: _own(state, seat) for seat in state.seats}}


def _own(state: State, seat: Seat) -> Json:
    mat = state.mats[seat]
    premonitions = state.pack.premonitions
    row: Json = {
        "hand": list(state.hands.get(seat, ())),
        "premonitions_held": {
            card: holds(state, seat, words.state(premonitions[card].condition)) for card in mat.premonitions
        },
        "tokens": {name: character.token for name, character in mat.characters.items() if character.token is not None},
    }
    for name in ("exploration", "premonitions"):
        pile: Pile = getattr(state, name)
        if any(seat in seen for seen in pile.seen.values()):
            row[f"{name}_under"] = under(pile, seat)
    return row


def revealed(state: State) -> Json:
    """What was hidden, once a match is over."""
    return {
        "hands": {seat: list(hand) for seat, hand in state.hands.items()},
        "premonitions_held": {seat: list(mat.premonitions) for seat, mat in state.mats.items()},
        "tokens": {
            seat: {name: character.token for name, character in mat.characters.items() if character.token is not None}
            for seat, mat in state.mats.items()
        },
        "momentum": list(state.chaos.momentum),
    }  # fmt: skip


# ---- imagined worlds -------------------------------------------------------------------------------------------------


def imagined(state: State, viewer: Viewer, rng: random.Random) -> State:
    """A state that fits what this viewer knows, with everything hidden dealt anew."""
    state = state.dealt_anew(viewer, rng)
    state = _chaos(state, rng)
    state = _premonitions(state, viewer, rng)
    state = _exploration(state, viewer, rng)
    state = _tokens(state, viewer, rng)
    cataclysm = sorted(state.cataclysm)
    rng.shuffle(cataclysm)
    stack = tuple(_frame(frame, viewer) for frame in state.stack)
    pile = state.technology_pile.dealt_anew(viewer, rng)
    return replace(state, cataclysm=tuple(cataclysm), technology_pile=pile, stack=stack)


def _frame(frame: Any, viewer: Viewer) -> Any:
    """What somebody has said beforehand is known to nobody else."""
    if isinstance(frame, fr.Act) and frame.seat != viewer and frame.then is not None:
        return replace(frame, then=None)
    if isinstance(frame, fr.After) and frame.seat != viewer and frame.ends:
        return replace(frame, ends=False)
    return frame


def _chaos(state: State, rng: random.Random) -> State:
    """Pile and Momentum together: nobody sees either."""
    chaos = state.chaos
    pile, momentum = dealt_among([(chaos.pile, ()), (chaos.momentum, ())], rng)
    return replace(state, chaos=replace(chaos, pile=pile, momentum=momentum))


def _premonitions(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Those held by others, those being chosen from, and the pile, with the places that the viewer knows."""
    pile = state.premonitions
    seats = [seat for seat in state.seats if seat != viewer]
    at = [n for n, frame in enumerate(state.stack) if isinstance(frame, fr.Choosing) and frame.code == "premonition"
          and frame.seat != viewer]  # fmt: skip
    piles: list[tuple[Any, Any]] = [(pile.cards, [card for card in pile.cards if pile.knows(viewer, card)])]
    piles += [(state.mats[seat].premonitions, ()) for seat in seats]
    piles += [(state.stack[n].choices, ()) for n in at]
    cards, *rest = dealt_among(piles, rng)
    mats = dict(state.mats)
    for seat, held in zip(seats, rest, strict=False):
        mats[seat] = replace(mats[seat], premonitions=held)
    stack = list(state.stack)
    for n, choices in zip(at, rest[len(seats) :], strict=True):
        stack[n] = replace(stack[n], choices=choices)
    return replace(state, premonitions=pile.dealt(cards), mats=mats, stack=tuple(stack))


def _exploration(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The pile, and the cards that another looks at."""
    pile = state.exploration
    at = [n for n, frame in enumerate(state.stack) if isinstance(frame, fr.Exploring) and frame.seat != viewer]
    piles: list[tuple[Any, Any]] = [(pile.cards, [card for card in pile.cards if pile.knows(viewer, card)])]
    piles += [(state.stack[n].looked, ()) for n in at]
    cards, *rest = dealt_among(piles, rng)
    stack = list(state.stack)
    for n, looked in zip(at, rest, strict=True):
        stack[n] = replace(stack[n], looked=looked)
    return replace(state, exploration=pile.dealt(cards), stack=tuple(stack))


def _tokens(state: State, viewer: Viewer, rng: random.Random) -> State:
    """PLN-3, PLN-4: faces not yet turned up may be any of a supply of ten."""
    has = state.pack.rules.location_tokens
    mats = dict(state.mats)
    for seat, mat in state.mats.items():
        bearers = sorted(
            (name for name, character in mat.characters.items() if character.token is not None), key=kind_of
        )
        if seat == viewer or not bearers:
            continue
        left = [place for place, n in has.items() for _ in range(n)]
        rng.shuffle(left)
        characters = dict(mat.characters)
        for name in reversed(bearers):  # Prophets first, who may not have them all
            token = next(token for token in left if token != "surroundings" or kind_of(name) != "prophet")
            left.remove(token)
            characters[name] = replace(characters[name], token=token)
        mats[seat] = replace(mat, characters=characters)
    return replace(state, mats=mats)
