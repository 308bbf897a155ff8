"""Who may act, and what gems may be spent (HRO-5, OVL-6, ALY-2, GEM-2, GEM-3)."""

from __future__ import annotations

from rules.blade.measure import has_skill, leaders, limits, reserve_of
from rules.blade.state import BOOK, OVERLORD, Figure, Hero, State
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no as no


def actor(state: State, seat: Seat, who: str) -> Refusal | None:
    """Why this character may not act for this seat now."""
    character = state.who(who)
    if character is None:
        return no("BAS-3", "unknown-who", who=who)
    if isinstance(character, Hero):
        if who not in state.players.get(seat, ()):
            return no("BAS-2", "not-your-hero", who=who)
        if character.dead:
            return no("WND-6", "dead", who=who)
        if character.at is None:
            return no("BRD-16", "not-on-board", who=who)
        return no("HRO-5", "cautious", who=who) if character.stance != "aggressive" or state.side != "heroes" else None
    return _figure(state, seat, character)


def _figure(state: State, seat: Seat, figure: Figure) -> Refusal | None:
    if figure.dead:
        return no("WND-7", "dead", who=figure.id)
    if figure.at is None:
        return no("EVT-3", "not-on-board", who=figure.id)
    active = state.active
    if active is None:
        return no("OVL-6", "not-active", who=figure.id)
    mine = (
        active.ally == figure.id
        if active.ally is not None
        else seat == OVERLORD and figure in state.of_tile(active.tile)
    )
    return None if mine else no("ALY-2" if active.ally else "OVL-6", "not-active", who=figure.id)


def afloat(state: State, who: str) -> Refusal | None:
    """BRD-8: who is afloat does nothing but step out, guard and reroll."""
    character = state.everyone()[who]
    zone = character.at
    if zone is None or not state.board.zones[zone].liquid:
        return None
    swims = has_skill(state, who, "swim") or has_skill(state, who, "flight")
    return None if swims else no("BRD-8", "afloat", who=who, zone=zone)


def exertion(state: State, who: str, box: str, gems: int, least: int = 1) -> Refusal | None:
    """GEM-3: so many gems more on a hero's box."""
    if gems < least:
        return no("GEM-2", "too-few-gems", least=least)
    hero = state.hero(who)
    limit, used = limits(state, hero)[box], hero.gems.boxes.get(box, 0)
    if limit is None or used + gems <= limit:
        return None
    clause = "GEM-3" if used + gems > (getattr(state.card(hero), box).limit or 0) else "SKL-20"
    return no(clause, "exertion", who=who, box=box, limit=limit, used=used)


def affordable(state: State, payer: str, cost: int, clause: str = "GEM-2") -> Refusal | None:
    """GEM-2: what is not in the reserve cannot be spent."""
    left = reserve_of(state, payer)
    return None if cost <= left else no(clause, "not-enough-gems", who=payer, cost=cost, left=left)


def legal_gems(state: State, who: str, box: str) -> list[int]:
    """The numbers of gems, from 1, that a hero may put on a box now."""
    hero = state.hero(who)
    limit = limits(state, hero)[box]
    most = hero.gems.reserve if limit is None else min(hero.gems.reserve, limit - hero.gems.boxes.get(box, 0))
    return list(range(1, most + 1))


def payer_of(state: State, who: str) -> str:
    """Who pays for what a character does: the hero itself, the Overlord, for an ally the hero who commands (ALY-6)."""
    if isinstance(state.who(who), Hero):
        return who
    if state.side_of(who) == "overlord":
        return BOOK
    active = state.active
    if active is not None and active.ally == who and active.payer is not None:
        return active.payer
    return next(iter(leaders(state)), BOOK)
