"""The views: the facts that each viewer may know, built up field by field (BAS-7), and the rest as a viewer could
imagine it. Hidden are the deck, face-down tokens and standing orders; everything else is open."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.blade import frames as fr
from rules.blade.flow.overlord import REINFORCEMENT, event_fault, slot_cost
from rules.blade.legality.steps import confined
from rules.blade.measure import (
    all_skills,
    armour,
    base_left,
    base_most,
    extra_limit,
    fixed_defence,
    hindering,
    limits,
    load,
    recovery,
    size_of,
)
from rules.blade.rules_in_force import warded
from rules.blade.state import EVENT, OVERLORD, Figure, Hero, State
from rules.kernel import SPECTATOR, Json, Seat, Viewer, replace
from rules.kernel.codec import plain_fields
from rules.kernel.memo import derived


def open_view(state: State) -> Json:
    """The public part of the view."""
    return {
        **plain_fields(state, "scenario", "muster", "round", "marker", "last", "side", "first", "doors", "found"),
        **plain_fields(state, "openings", "links", "activated", "commanded", "offers", "hand", "counters"),
        "step": step(state),
        "players": {seat: list(ids) for seat, ids in state.players.items()},
        "done": list(_done(state)),
        "stances": _declared(state),
        "heroes": heroes(state),
        "allies": [row for row in figures(state) if state.tiles[row["tile"]].side == "heroes"],
        "figures": [row for row in figures(state) if state.tiles[row["tile"]].side == "overlord"],
        "tiles": tiles(state),
        "river": river(state),
        "book": {
            **plain_fields(state.book, "reserve", "fatigue", "recovery", "lost"),
            "boxes": dict(state.book.boxes),
            "cards": dict(state.book.cards),
        },
        "tokens": [plain_fields(token, "kind", "zone", "border", "life") for token in state.tokens],
        "objects": objects(state),
        "ground": {zone: list(items) for zone, items in state.ground.items() if items},
        "deck": len(state.deck),
        "face_down": list(state.hidden),
        "events": events(state),
        "reinforcement": _reinforcement(state),
        "active": _active(state),
        "exits": list(state.row.exits),
        "confined": _confined(state),
        "warded": [id for id in state.everyone() if warded(state, id)],
        "sight": None if state.limit is None else plain_fields(state.limit, "at_most", "until"),
    }


def step(state: State) -> str:
    """What goes on: `setup`, `casting`, `stances`, `act`."""
    for frame in state.stack:
        match frame:
            case fr.Casting():
                return "casting"
            case fr.Declaring():
                return "stances"
            case fr.HeroesAct() | fr.OverlordAct():
                return "act"
    return "setup"


def _done(state: State) -> tuple[Seat, ...]:
    return next((frame.done for frame in state.stack if isinstance(frame, fr.HeroesAct)), ())


def _declared(state: State) -> Json:
    """HRO-2: what has been declared so far lies open."""
    answers = next((frame.answers for frame in state.stack if isinstance(frame, fr.Declaring)), {})
    return {id: stance for answer in answers.values() for id, stance in answer.items()}


@derived("pack", "scenario", "heroes", "figures", "tiles", "grants", "active")
def heroes(state: State) -> list[Json]:
    """The heroes, with what follows, so that pages compute nothing."""
    return [_hero(state, hero) for hero in state.heroes]


def _hero(state: State, hero: Hero) -> Json:
    card, on_board = state.card(hero), hero.at is not None
    worn = armour(state, hero)
    gems = hero.gems
    own, carried = all_skills(state)[hero.id], load(state, hero)
    slower = min((from_ for from_, _ in card.load.slow if from_ > carried), default=None)
    return {
        **plain_fields(hero, "id", "at", "stance", "last_stance", "dead", "left", "items", "spells", "marks"),
        "gems": {
            **plain_fields(gems, "reserve", "fatigue", "wounds", "owed"),
            "boxes": dict(gems.boxes),
            "cards": dict(gems.cards),
        },
        "load": {"now": carried, "max": card.load.max, "slow": slower},
        "base": {
            "most": base_most(state, hero.id),
            "used": hero.base.used,
            "left": base_left(state, hero.id),
            "over": hero.base.over,
        },
        "limits": dict(limits(state, hero)),
        "recovery": {key: recovery(state, hero, key) for key in ("aggressive", "cautious")},
        "skills": [{"id": row.id, "overload": row.overload, "lost": row.id not in own} for row in card.skills]
        + [{"id": id, "overload": None, "lost": False} for id in sorted(own - {row.id for row in card.skills})],
        "passive": [] if worn is None else list(worn.passive),
        "fixed": sum(n for _, n in fixed_defence(state, hero.id)),
        "hindering": hindering(state, hero.id) if on_board else 0,
        "life": gems.life,
        "size": card.size,
    }


@derived("pack", "scenario", "heroes", "figures", "tiles", "grants", "active")
def figures(state: State) -> list[Json]:
    """The Overlord's figures and the allies that are on the board or were."""
    return [_figure(state, figure) for figure in state.figures]


def _figure(state: State, figure: Figure) -> Json:
    unit, active = state.unit(figure), state.active
    row: Json = {
        **plain_fields(figure, "id", "tile", "at", "life", "dead", "marks"),
        "unit": unit.id,
        "size": size_of(state, figure.id),
        "skills": sorted(all_skills(state)[figure.id]),
        "fixed": sum(n for _, n in fixed_defence(state, figure.id)),
        "hindering": hindering(state, figure.id) if figure.at is not None else 0,
    }
    is_active = active is not None and (
        active.ally == figure.id if active.ally else figure in state.of_tile(active.tile)
    )
    if active is not None and is_active and figure.at is not None:
        row |= {
            "base": base_left(state, figure.id),
            "extra": extra_limit(state, figure) - active.extra.get(figure.id, 0),
            "attacked": figure.id in active.attacked,
        }
    return row


def tiles(state: State) -> Json:
    return {
        id: {
            **plain_fields(tile, "unit", "side", "total", "life", "spells", "reserved", "of"),
            "alive": sum(figure.at is not None for figure in state.of_tile(id)),
            "waiting": sum(figure.at is None and not figure.dead for figure in state.of_tile(id)),
        }
        for id, tile in state.tiles.items()
    }


def river(state: State) -> list[Json]:
    """RIV-1: slot, cost and tile, from the left."""
    rows = []
    for tile in state.river:
        slot, cost = slot_cost(state, tile)
        figures = () if tile == EVENT else state.of_tile(tile)
        rows.append(
            {
                "slot": slot,
                "cost": cost,
                "tile": tile,
                "dead": state.tile_dead(tile),
                "alive": sum(figure.at is not None for figure in figures),
                "total": len(figures),
                "reserve": sum(figure.at is None and not figure.dead for figure in figures),
            }
        )
    return rows


def objects(state: State) -> Json:
    objects = {}
    for id, thing in state.objects.items():
        row = state.object(id)
        objects[id] = {
            **plain_fields(thing, "at", "progress", "gone"),
            "kind": row.kind,
            "complex": row.complex,
            "difficulty": row.progress or row.difficulty if row.complex else None,
            "lock": row.locked,
            "needs_item": row.needs_item,
        }
    return objects


def events(state: State) -> Json:
    """EVT-7: the uses left (None: no limit), and why each could not be used now (None: it could)."""
    uses = {row.id: row.uses for row in state.row.event}
    if state.row.reinforcement is not None:
        uses[REINFORCEMENT] = None
    events: Json = {}
    for id, most in uses.items():
        fault = event_fault(state, id)
        left = None if most is None else max(0, most - state.used.get(id, 0))
        events[id] = {"left": left, "why": None if fault is None else fault.to_json()}
    return events


def _reinforcement(state: State) -> Json | None:
    row = state.row.reinforcement
    return None if row is None else {"points": row.points, "zones": list(row.zones)}


def _active(state: State) -> Json | None:
    active = state.active
    if active is None:
        return None
    return {
        **plain_fields(active, "tile", "ally", "payer", "base_over"),
        "moved": dict(active.moved),
        "extra": dict(active.extra),
        "attacked": list(active.attacked),
        "forfeited": list(active.forfeited),
    }


def _confined(state: State) -> Json:
    confining = {id: [list(confine.zones) for confine in confined(state, id)] for id in state.everyone()}
    return {id: zones[0] for id, zones in confining.items() if zones}


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat sees besides: the face-down tokens that it knows."""
    return {viewer: {"hidden": dict(known_tokens(state, viewer))} for viewer in (SPECTATOR, *state.seats)}


def known_tokens(state: State, viewer: Viewer) -> Mapping[str, str]:
    """BAS-7: the face-down tokens that a viewer may look at."""
    hidden = state.muster_row.hidden
    knows = hidden is not None and hidden.known_to == "overlord" and viewer == OVERLORD
    return state.hidden if knows else {}


# ---- imagining -------------------------------------------------------------------------------------------------------


def imagined(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The deck and the unseen tokens shuffled anew; nothing of what others have ordered or mean to do."""
    stack = tuple(_unplanned(frame, viewer) for frame in state.stack)
    state = replace(state, stack=stack, orders={seat: order for seat, order in state.orders.items() if seat == viewer})
    deck = tuple(rng.sample(sorted(state.deck), len(state.deck)))
    if known_tokens(state, viewer):
        return replace(state, deck=deck)
    tokens = rng.sample(sorted(state.hidden.values()), len(state.hidden))
    # a deck or tokens used up leave nothing to imagine
    return replace(state, deck=deck, hidden=dict(zip(state.hidden, tokens, strict=True)))


def _unplanned(frame: Any, viewer: Viewer) -> Any:
    """A series as far as a viewer knows it: what other seats mean to do they do not see."""
    return replace(frame, commands=()) if isinstance(frame, fr.SeriesUnderWay) and frame.seat != viewer else frame
