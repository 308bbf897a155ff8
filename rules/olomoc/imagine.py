"""A state that fits a viewer's knowledge: facts hidden from the viewer are dealt anew (for the bots' look-ahead)."""

from __future__ import annotations

import random
from dataclasses import replace

from rules.kernel import Viewer
from rules.olomoc.flow.cycle import hand, sampled_plan
from rules.olomoc.packs.layers import starters
from rules.olomoc.position import CABAL
from rules.olomoc.seats import SEATS, Seat
from rules.olomoc.state import PHASES, Cabal, State, changed

TRIES = 200
"""Number of hands dealt in search of one that could have been planned as was seen. The true one could have been, unless
both players agreed to exchange slots."""


def imagined(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The state with others' hands, plans and secret cabals and the Artefact's order dealt anew."""
    strangers = [seat for seat in SEATS if seat != viewer]
    state = replace(state, artefact=tuple(rng.sample(sorted(state.artefact), len(state.artefact))))
    if not any(state.rouages()):  # CAB-3: until both cabals lie open
        state = replace(state, composed={s: _cabal(state, s, strangers, rng) for s in state.composed})
    for attempt in range(2 * TRIES):  # hands that could not have been planned so are dealt again
        dealt = _hands(state, viewer, strangers, rng)
        plans = {s: _plan(dealt, s, strangers, rng, attempt < TRIES) for s in state.plans}
        if all(plan is not None for plan in plans.values()):
            break
    return replace(dealt, plans={s: plan for s, plan in plans.items() if plan is not None})


def _cabal(state: State, seat: Seat, strangers: list[Seat], rng: random.Random) -> Cabal:
    return CABAL.load(rng.choice(starters(state.pack))) if seat in strangers else state.composed[seat]


def _plan(state: State, seat: Seat, strangers: list[Seat], rng: random.Random, lawful: bool) -> tuple[str, ...] | None:
    """A plan that begins with the slots already turned; None where this hand allows none. Not `lawful`: its ministry
    may lie where none may, as slots exchanged by agreement can have it."""
    if seat not in strangers or state.turned >= len(state.plans[seat]):
        return state.plans[seat]
    turned = state.plans[seat][: state.turned]
    for card in state.plans[seat]:
        if card in state.pieces:  # CYC-7: what went out of combat since still lies in its slot
            state = changed(state, card, out=False)
    if lawful:
        return sampled_plan(state, seat, rng, turned)
    left = [card for card, n in hand(state, seat).items() for _ in range(n - turned.count(card))]
    ministries = [card for card in left if card in state.ministries[seat]]
    once = ministries[: 0 if set(turned) & set(state.ministries[seat]) else 1]
    rest = [*once, *(card for card in left if card not in state.ministries[seat])][: PHASES - len(turned)]
    return (*turned, *rng.sample(rest, len(rest)))


def _hands(state: State, viewer: Viewer, strangers: list[Seat], rng: random.Random) -> State:
    """SET-5: the ministries that this viewer has not seen are dealt in the same numbers, Axe cards for Axe cards. A
    ministry that was turned in this cycle's plan stays in the hand it came from."""
    ministries = state.pack.ministries
    shown = {s: {c for c in state.plans.get(s, ())[: state.turned] if c in ministries} for s in SEATS}
    hidden = {s: [c for c in state.ministries[s] if c not in shown[s]] for s in strangers}
    open_ = {state.fallen, *state.spent_ministries, *shown["1"], *shown["2"]}
    own = {c for s in SEATS if s == viewer for c in state.ministries[s]}
    unseen = {c for c in ministries if c not in open_ | own}.union(*hidden.values())
    axes = [c for c in sorted(unseen) if ministries[c].ministry == "axe"]
    rest = [c for c in sorted(unseen) if ministries[c].ministry != "axe"]
    axes, rest = rng.sample(axes, len(axes)), rng.sample(rest, len(rest))
    hands = dict(state.ministries)
    for seat in strangers:
        count = {True: 0, False: 0}
        for card in hidden[seat]:
            count[ministries[card].ministry == "axe"] += 1
        dealt = [axes.pop() for _ in range(count[True])] + [rest.pop() for _ in range(count[False])]
        hands[seat] = (*sorted(shown[seat]), *dealt)
    return replace(state, ministries=hands)
