"""The games under the conformance suite, each with what the suite cannot find out by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.invader import Match as Duel
from rules.invader.packs.cards import listed
from rules.kernel import Json
from rules.kernel.conformance import Subject
from rules.olomoc import Match
from tests.blade.subject import subject as blade
from tests.diktat.subject import subject as diktat
from tests.expedition.subject import subject as expedition
from tests.hybris.subject import subject as hybris
from tests.rules import twins
from tests.standin.subject import subject as auction

REVEALING = (
    "built",
    "shuffled",
    "dealt",
    "mulliganed",
    "drew",
    "drained",
    "ruined",
    "played",
    "paid",
    "destroyed",
    "over",
)
"""The duel's events that reveal cards of a deck or hand, or may send a card there."""


def olomoc() -> Subject:
    """One match of each way to compose, short agendas first: a match of Olomoc takes many times as long as an
    auction."""
    return Subject(
        Match,
        options=({"agenda": "survey"}, {"agenda": "gargoule", "composition": "draft", "decor": "placed"}),
        matches=2,
        looks=3,
        sealed=frozenset(twins.HIDING),
        revealing=frozenset(twins.TURNING),
        probes=_probes,
        questions=_questions,
        twin=_twin,
    )


def _twin(match: Any, viewer: str, rng: random.Random) -> Any:
    """None where a takeback by agreement went back over something that was turned up: it has been seen."""
    events = match.journal
    for event in events:
        if event["kind"] == "rewound" and any(row["kind"] in twins.TURNING for row in events[event["to"] : event["n"]]):
            return None
    return twins.twin(match, viewer, rng)


def _probes(match: Any, seat: str) -> Iterator[Json]:
    """Plans with any ministry, and adjustments that move cards: the answer must not depend on where cards are."""
    yield from twins._plans(match, seat)
    yield from twins._probes(match.state.pack)


def _questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """Each query once or twice, about pieces on the Bloc and about possible commands."""
    view = match.view(viewer, 10**9)
    standing = [piece["id"] for piece in (*view["rouages"], *view["hostiles"]) if piece["at"] is not None]
    for one in standing[:2]:
        yield "scout", {"piece": one}
        yield "reach", {"piece": one, "kind": "push"}
        yield "risks", {"piece": one, "kind": "push"}
        for name in ("measure", "sight"):
            yield name, {"a": one, "b": standing[-1]}
            yield name, {"a": one, "b": [100_000, 100_000]}
    yield from (("instinct", {"hostile": piece["id"]}) for piece in view["hostiles"][:1])
    if viewer not in match.seats:  # half a second each; from the twins of a spectator, in which most is hidden
        yield "matchups", {"seat": "1", "kind": "frontal"}
    if viewer not in match.asked or match.asked[viewer].kind in ("react", "tactic", "tempt-fate"):
        yield "decided", {}
        yield "hints", {}  # of the others a second each: tests/rules/advice/test_hints_given.py
    yield "commands", {}
    for command in list(match.commands(viewer))[:2]:
        for name in ("check", "suggest", "resolve", "attempt", "nearest", "odds", "placements"):
            yield name, {"command": command}


def invader() -> Subject:
    """Matches with starter decks, and with decks that both players bring."""
    return Subject(
        Duel,
        options=({}, {"decks": "built", "uniform_prompts": False}),
        matches=2,
        looks=8,
        sealed=frozenset({"build", "mulligan", "stand"}),
        revealing=frozenset(REVEALING),
        probes=_duel_probes,
        questions=_duel_questions,
    )


def _duel_probes(match: Any, seat: str) -> Iterator[Json]:
    """Every card of either deck, played, paid with, aimed at, and answered with: the refusal must not depend on where
    it is."""
    state = match.state
    ids = [id for owner, deck in state.lists.items() for id in listed(owner, deck)]
    for id in ids[:: max(1, len(ids) // 24)]:
        yield {"kind": "play", "card": id}
        yield {"kind": "cancel", "card": id}
        yield {"kind": "ops", "target": id, "to": "africa", "discard": [id]}
        yield {"kind": "discard", "cards": [id]}
        yield {"kind": "propose", "what": "adjustment", "changes": [{"card": id, "to": "discard"}]}


def _duel_questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    yield "forecast", {}
    yield "decided", {}
    if viewer not in match.asked or match.asked[viewer].kind == "cancel":
        yield "hints", {}
    yield "commands", {}
    for command in list(match.commands(viewer))[:3]:
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve", "forecast"))


SUBJECTS = {
    "auction": auction,
    "expedition": expedition,
    "olomoc": olomoc,
    "invader": invader,
    "diktat": diktat,
    "blade": blade,
    "hybris": hybris,
}
