"""The offers that bots make out of turn, and their answers to those made to them. Every bot does both the same way, by
the game's evaluation in imagined worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Match, command_key, settle, value
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

WORLDS = 8
"""The number of imagined worlds in which every answer, and every offer, is tried."""
LEAST = 1e-3
"""The least by which an answer must be better than the last one, which changes nothing."""
PROBES = 1
"""The number of worlds after which an offer that is no gain for all its parties is dropped: most are."""
GAIN = 5e-3
"""The least that an offer must bring each of its parties: more than `LEAST`, so that it is worth the trouble."""
TRIED = 16
"""The largest number of offers that are weighed at one moment."""


def weighed(advisor: Advisor, match: Any, seat: Seat, answers: Sequence[Json], rng: Random) -> Json:
    """The best of the answers to one offer (`Match.answers`) by the advisor's evaluation, averaged over imagined
    worlds. The last answer, which changes nothing, is returned unless another is better by the margin."""
    if len(answers) == 1:
        return answers[0]
    worth = [0.0] * len(answers)
    for _ in range(WORLDS):
        world, chance = match.imagine(seat, rng.getrandbits(32)), rng.getrandbits(32)
        for n, command in enumerate(answers):
            worth[n] += value(_answered(world, seat, command, chance, rng), advisor, seat) / WORLDS
    best = max(range(len(answers)), key=worth.__getitem__)
    return answers[best] if worth[best] > worth[-1] + LEAST else answers[-1]


def _answered(world: Match, seat: Seat, command: Json, chance: int, rng: Random) -> Match:
    """The world after this answer, with the same answer given for all other seats that are asked: an offer that needs
    everybody's consent is judged as if it were accepted."""
    tried = world.fork(chance)
    depth = len(tried.state.stack)
    tried.submit(seat, command)
    for other in tried.seats:
        if other != seat and any(command in rows for rows in tried.answers(other)):
            tried.submit(other, command)
    settle(tried, depth, rng)
    return tried


def proposed(advisor: Advisor, match: Any, seat: Seat, made: Sequence[Json], rng: Random) -> Json | None:
    """An offer for this seat to make now, as `{"part", "command"}`, or None. `made`: the offers that it has made in
    this match, in the same form: none is made twice, and only one in each of the game's parts (`Advisor.part`).

    The candidates are the advisor's. Each is carried out in worlds imagined for the seat, as if all whom it names
    accepted; it must bring a gain to each party by the seat's own estimate. Of several the one is made whose smallest
    gain is the largest, so that it is fair as well as likely to be accepted."""
    part = advisor.part(match)
    if any(offer["part"] == part for offer in made):
        return None
    before = {command_key(offer["command"]) for offer in made}
    offers = (command for command in advisor.offers(match, seat, rng) if command_key(command) not in before)
    left = list(islice((offer for offer in offers if match.check(seat, offer) is None), TRIED))
    gains: list[dict[Seat, float]] = [{} for _ in left]
    open_ = list(range(len(left)))
    for n in range(WORLDS if left else 0):
        world, chance = match.imagine(seat, rng.getrandbits(32)), rng.getrandbits(32)
        answers = {other: world.answers(other) for other in world.seats if other != seat}
        now: dict[Seat, float] = {}
        for at in tuple(open_):
            agreed = _agreed(world, seat, left[at], answers, chance, rng)
            if agreed is None:
                open_.remove(at)
                continue
            tried, parties = agreed
            for party in parties:
                now[party] = now[party] if party in now else value(world, advisor, party)
                gains[at][party] = gains[at].get(party, 0.0) + (value(tried, advisor, party) - now[party]) / WORLDS
        if n + 1 == PROBES:
            open_ = [at for at in open_ if min(gains[at].values()) > 0]
        if not open_:
            return None
    best = max(open_, key=lambda at: min(gains[at].values()), default=None)
    if best is None or min(gains[best].values()) < GAIN:
        return None
    return {"part": part, "command": left[best]}


def _agreed(
    world: Match, seat: Seat, offer: Json, before: Mapping[Seat, list[list[Json]]], chance: int, rng: Random
) -> tuple[Match, tuple[Seat, ...]] | None:
    """The world after an offer that all whom it names accept, and its parties; None where somebody cannot accept it, or
    it is made to nobody. `before`: the answers that each of the others owes already (`Match.answers`)."""
    tried = world.fork(chance)
    depth = len(tried.state.stack)
    tried.submit(seat, offer)
    parties = [seat]
    for other in before:
        for rows in tried.answers(other):
            if rows in before[other]:
                continue
            if len(rows) == 1:
                return None
            tried.submit(other, rows[0])
            parties.append(other)
    settle(tried, depth, rng)
    return (tried, tuple(parties)) if len(parties) > 1 else None
