"""Twins: matches that differ only in what a viewer cannot know, and everything that a match tells a viewer.

A twin is not imagined by the engine: the hidden parts of state and journal are exchanged here, by hand. It has the same
past as far as its viewer saw it, other dice to come, and is played on with the same commands until something hidden is
turned up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.kernel import SeededChance
from rules.kernel.conformance.comparison import ConformanceError, check_equal
from rules.kernel.journal import Began
from rules.olomoc import Match, Refused
from rules.olomoc import events as ev
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import starters
from rules.olomoc.state import PHASES, PROPAGANDA, Bearer, Cabal, State

Json = dict[str, Any]
SEATS = ("1", "2")
VIEWERS = (*SEATS, "spectator")
TURNING = ("rolled", "die-rolled", "mechanism", "revealed", "cabals-revealed", "ministries-dealt", "shuffled")
"""Events that turn something up which was hidden, or to come: from there on twins may rightly go different ways."""
HIDING = ("plan", "compose")
"""Commands that nobody but their seat may know."""
ATTACKS = ("attack", "charge", "walk", "opportunity", "react", "tempt-fate", "tactic")


class Told(AssertionError):
    """Raised when a viewer was told something that they cannot know."""


class Unplannable(Exception):
    """Raised when no plan of a hand begins like this."""


# ---- another that looks the same -------------------------------------------------------------------------------------


def twin(match: Match, viewer: str, rng: random.Random) -> Match:
    """A match that looks the same to this viewer: pile, hands, plans, secret cabals and dice differ wherever they
    can."""
    strangers = [seat for seat in SEATS if seat != viewer]
    while True:
        state, events = match.state, list(match._events)
        state = _other_pile(state, events, rng)
        state = _other_hands(state, events, strangers, rng)
        try:
            state = _other_plans(state, events, strangers, rng)
        except Unplannable:  # this hand could not have laid what was turned already: another
            continue
        state = _other_cabals(state, events, strangers, rng)
        return Match(state, events, SeededChance(rng.getrandbits(64)))


def _other_pile(state: State, events: list[ev.Event], rng: random.Random) -> State:
    """ART-1, SET-6: another order of the pile, which is face down."""
    pile = tuple(rng.sample(state.artefact, len(state.artefact)))
    for n in range(len(events) - 1, -1, -1):
        event = events[n]
        if isinstance(event, ev.Shuffled):
            events[n] = replace(event, order=(*event.order[: len(event.order) - len(pile)], *pile))
            break
        if isinstance(event, Began) and event.position is not None:
            drawn = event.position["artefact"][: len(event.position["artefact"]) - len(pile)]
            events[n] = replace(event, position={**event.position, "artefact": [*drawn, *pile]})
    return replace(state, artefact=pile)


def _other_hands(state: State, events: list[ev.Event], strangers: Sequence[str], rng: random.Random) -> State:
    """SET-5: other hands: each ministry that the viewer has not seen is exchanged with another of its kind."""
    ministries = state.pack.ministries
    seen = {state.fallen, *state.spent_ministries}
    for seat in SEATS:
        turned = state.plans.get(seat, ())[: state.turned]
        seen.update(turned if seat in strangers else state.ministries[seat])
    placed = state.fallen is not None or not state.ministries["1"]
    out = [c for c in ministries if c not in seen and not placed]
    hidden = sorted({c for s in strangers for c in state.ministries[s] if c not in seen}.union(out))
    swap: dict[str, str] = {}
    for axe in (True, False):
        cards = [c for c in hidden if (ministries[c].ministry == "axe") is axe]
        swap.update(zip(cards, rng.sample(cards, len(cards)), strict=True))

    def swapped(hands: Any) -> dict[str, tuple[str, ...]]:
        return {s: tuple(swap.get(c, c) for c in hand) if s in strangers else tuple(hand) for s, hand in hands.items()}

    for n, event in enumerate(events):
        if isinstance(event, ev.MinistriesDealt):
            events[n] = replace(event, hands=swapped(event.hands))
        elif isinstance(event, Began) and event.position is not None:
            hands = {s: list(hand) for s, hand in swapped(event.position["ministries"]).items()}
            events[n] = replace(event, position={**event.position, "ministries": hands})
    return replace(state, ministries=swapped(state.ministries))


def _other_plans(state: State, events: list[ev.Event], strangers: Sequence[str], rng: random.Random) -> State:
    """CYC-3: other cards in the slots not yet turned, and other plans that were laid and taken back."""
    plans = dict(state.plans)
    for n in range(len(events) - 1, -1, -1):
        event = events[n]
        if isinstance(event, ev.CycleBegan | ev.CycleEnded):
            break
        if isinstance(event, ev.Planned) and event.seat in strangers:
            counts = state.plans.get(event.seat) == event.slots
            turned = event.slots[: state.turned] if counts else ()
            slots = another_plan(state, event.seat, rng, turned, event.slots)
            events[n] = replace(event, slots=slots)
            if counts:
                plans[event.seat] = slots
    return replace(state, plans=plans)


def another_plan(
    state: State, seat: str, rng: random.Random, turned: Sequence[str] = (), instead: Sequence[str] = ()
) -> tuple[str, ...]:
    """A plan of this hand at random that begins so, found by trying; `instead` of one that was laid while those of its
    rouages that are out of combat by now were not."""
    cards = [r.id for r in state.rouages(seat) if not r.out or r.id in instead]
    cards += [PROPAGANDA] * state.propagandas[seat] + list(state.ministries[seat])
    for card in turned:
        cards.remove(card)
    for _ in range(1000):
        slots = (*turned, *rng.sample(cards, PHASES - len(turned)))
        laid = [(n, state.pack.ministries[c]) for n, c in enumerate(slots, 1) if c in state.ministries[seat]]
        if len(laid) == 1 and laid[0][0] in laid[0][1].slots:
            return slots
    raise Unplannable


def _other_cabals(state: State, events: list[ev.Event], strangers: Sequence[str], rng: random.Random) -> State:
    """CAB-3: other cabals, which are secret until both have composed."""
    if any(isinstance(event, ev.CabalsRevealed) for event in events):
        return state
    composed = dict(state.composed)
    for n, event in enumerate(events):
        if isinstance(event, ev.Composed) and event.seat in strangers:
            cabal = rng.choice([c for c in map(_cabal, starters(state.pack)) if c != event.cabal])
            events[n] = replace(event, cabal=cabal)
            if composed.get(event.seat) == event.cabal:
                composed[event.seat] = cabal
    return replace(state, composed=composed)


def _cabal(row: Json) -> Cabal:
    return Cabal(row["faction"], tuple(Bearer(**bearer) for bearer in row["rouages"]))


# ---- all that a match tells ------------------------------------------------------------------------------------------


def told(match: Match, viewer: str, since: int, deep: bool) -> Json:
    """Everything that this viewer is told: the view with its log from `since` on; a seat's decision, legal commands,
    other commands with their refusals; and the world that a bot of theirs would use."""
    view = match.view(viewer, 0 if deep else since)
    world = match.imagine(viewer, 11)
    imagined = world.position()
    answers: Json = {"view": view, "imagined": imagined}
    if _known(world.view(viewer)) != _known(view):
        raise Told(f"a world imagined for {viewer} is not as {viewer} knows it")
    plans, laid = imagined["plans"], match.state.plans
    if {s: len(slots) for s, slots in plans.items()} != {s: len(slots) for s, slots in laid.items()}:
        raise Told(f"a world imagined for {viewer} has plans {plans} that nobody lays")
    if deep:
        past = match.past()
        answers |= {"looks": _looks(match), "past": [past.view(n, viewer) for n in (past.last // 2, past.last)]}
    if viewer == "spectator":
        return answers
    commands = list(islice(match.commands(viewer, random.Random(5)), 6))
    answers |= {"decision": match.decisions.get(viewer), "commands": commands, "checks": _checks(match, viewer)}
    if deep:
        answers["asked"] = [_asked(match, viewer, command) for command in commands[:2]]
    return answers


def _known(view: Json) -> Json:
    """The part of a view that is the same in every world that fits it: without its past and the numbers of events."""
    decision = view["decision"] and {**view["decision"], "id": None}
    return {**view, "log": None, "decision": decision}


def _looks(match: Match) -> list[Any]:
    """Sight, reach, measures and scouting of pieces, which anybody may ask for."""
    view = match.view("spectator", 10**9)
    standing = [p["id"] for p in (*view["hostiles"], *view["rouages"]) if p["at"] is not None][:3]
    answers: list[Any] = [ask(a, b) for ask in (match.sight, match.measure) for a in standing for b in standing]
    for id in standing[:1]:
        answers += [match.reach(id, "push"), match.risks(id, "push"), match.scout(id)]
    return answers + [match.instinct(p["id"]) for p in view["hostiles"][:1]]


def _asked(match: Match, seat: str, command: Json) -> list[Any]:
    answers: list[Any] = []
    asks = [match.resolve, match.suggest, *([match.odds] if command["kind"] in ATTACKS else [])]
    asks += [match.placements, match.nearest] if "to" in command and command["kind"] != "attack" else []
    for ask in asks:
        try:
            answers.append(ask(seat, command))
        except Refused as refused:
            answers.append(refused.refusal.to_json())
    return answers


def _checks(match: Match, seat: str) -> list[Any]:
    """The verdicts on all commands that might find something out."""
    pack = match.state.pack
    rows = [*_plans(match, seat), *_probes(pack), {"kind": "end"}, {"kind": "undo"}, {"kind": "concede"}]
    rows += [{"kind": "compose", "cabal": starters(pack)[0]}, {"kind": "propose", "what": "takeback"}]
    rows += [{"kind": "draft", "card": card} for card in list(pack.rouages)[:2]]
    rows += [{"kind": "end", "decision": f"{n}-{seat}"} for n in match.state.asked.values()]
    refusals = [match.check(seat, row) for row in rows]
    return [refusal and refusal.to_json() for refusal in refusals]


def _plans(match: Match, seat: str) -> Iterator[Json]:
    """Plans with any ministry in any slot, of the seat's own rouages and of the other's."""
    own = [r.id for r in match.state.rouages(seat)] or ["nobody"]
    for n, card in enumerate(match.state.pack.ministries):
        slots = [*own, PROPAGANDA, PROPAGANDA][:4]
        yield {"kind": "plan", "slots": [*slots[: n % 5], card, *slots[n % 5 :]]}


def _probes(pack: Pack) -> Iterator[Json]:
    """Adjustments that move cards: the answer must not depend on where the card is."""
    for card in pack.ministries:
        for zone in ("hand-1", "hand-2", "spent"):
            yield {"kind": "propose", "what": "adjustment", "changes": [{"card": card, "from": zone, "to": "spent"}]}
    for card in list(pack.artefact)[:4]:
        change = {"card": card, "from": "artefact", "to": "discard"}
        yield {"kind": "propose", "what": "adjustment", "changes": [change]}


# ---- going on together -----------------------------------------------------------------------------------------------


def compare(match: Match, other: Match, viewer: str, since: int, deep: bool) -> None:
    """Raises Told where the two matches do not tell the viewer the same."""
    same(viewer, told(match, viewer, since, deep), told(other, viewer, since, deep))


def same(viewer: str, one: Any, two: Any, path: str = "") -> None:
    """Raises Told with the first difference, unless the two are equal."""
    try:
        check_equal(f"what {viewer} can tell of twins", one, two, path)
    except ConformanceError as problem:
        raise Told(str(problem)) from None


def go_on(match: Match, seed: int, most: int = 10_000, every: int = 23) -> set[str]:
    """Plays a match at random to its end (or so many commands), twins beside it for every viewer, and compares at every
    step; returns which hidden parts of the position twins differed in, by viewer: "spectator: ministries"."""
    rng, differed = random.Random(seed), set[str]()
    twins = {viewer: twin(match, viewer, rng) for viewer in VIEWERS}
    since = 0
    for n in range(most):
        for viewer, other in twins.items():
            compare(match, other, viewer, since, deep=n % every == 0)
            differed |= {f"{viewer}: {key}" for key in _apart(match, other)}
        if not match.asked:
            break
        seat, command = _next(match, rng)
        since = len(match._events)
        match.submit(seat, command)
        for viewer, other in twins.items():
            if _submitted(match, other, viewer, seat, command, since, rng):
                twins[viewer] = twin(match, viewer, rng)
    return differed


def _next(match: Match, rng: random.Random) -> tuple[str, Json]:
    """The next command: now and then a takeback, or another plan."""
    for seat in SEATS:
        if rng.random() < 0.05 and match.check(seat, {"kind": "undo"}) is None:
            return seat, {"kind": "undo"}
        if rng.random() < 0.2 and seat in match.state.plans and "plan" in {q.kind for q in match.asked.values()}:
            return seat, {"kind": "plan", "slots": list(another_plan(match.state, seat, rng))}
    seat = rng.choice(list(match.asked))
    return seat, next(match.commands(seat, rng))


def _submitted(
    match: Match, other: Match, viewer: str, seat: str, command: Json, since: int, rng: random.Random
) -> bool:
    """Submits the command in the twin, or in secret another one; returns whether it revealed something. Until then,
    both logs must be equal."""
    if seat != viewer and command["kind"] == "plan":
        command = {"kind": "plan", "slots": list(another_plan(other.state, seat, rng))}
    if seat != viewer and command["kind"] == "compose":
        command = {"kind": "compose", "cabal": rng.choice(starters(other.state.pack))}
    try:
        other.submit(seat, command)
    except Refused as refused:
        raise Told(f"{viewer} sees {command} refused in a twin: {refused}") from None
    rows = [m.view(viewer, since)["log"] for m in (match, other)]
    ends = [next((n for n, e in enumerate(row) if e["kind"] in TURNING), None) for row in rows]
    same(viewer, rows[0][: ends[0]], rows[1][: ends[1]], "/log")
    return ends[0] is not None


def _apart(one: Match, two: Match) -> set[str]:
    a, b = one.position(), two.position()
    held = [{seat: sorted(hand) for seat, hand in it["ministries"].items()} for it in (a, b)]
    keys = {key for key in ("artefact", "plans", "composed") if a[key] != b[key]}
    return keys | ({"ministries"} if held[0] != held[1] else set())
