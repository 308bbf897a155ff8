"""Agreement of the lists of options, `check`, `submit` and the bots' commands with each other and with a slow reader of
the rules, which knows nothing of the engine."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from rules.olomoc import Match, Refused
from tests.geometry import slow
from tests.rules import slow_law as law
from tests.rules.slow_bloc import INCH, SIZE, Bloc, Disc, Doubt, Json
from tests.rules.slow_judge import JUDGES, MINISTRIES, Verdicts
from tests.rules.table import MADE, Table

pytestmark = pytest.mark.slow

AGENDAS = ("survey", "valves", "cores", "gargoule", "registers", "full-night")
GROUPS = 3
CROWDS, ROUNDS = 3, 8
"""Number of times that the pieces of each match are thrown together, and number of commands after that."""
LOOKED = 0.15
"""The share of the positions that is judged."""
RARE = {"enter", "hostile", "opportunity", "react"}
"""Questions that are judged whenever they are asked."""
EAGER = ("charge", "attack", "opportunity", "react", "walk", "coordinate")
"""The kinds of commands preferred to all others, so that they come to blows."""
SAYS = {"walk": {"to": [SIZE // 2, SIZE // 2]}, "place-decor": {"x": SIZE // 2, "y": SIZE // 2, "angle": 0}}
"""The fields that complete a command that is refused anyway."""
FLOORS = {
    "positions": 200,
    "act": 800, "studied": 50, "react": 120, "plan": 60, "hostile": 15, "enter": 18, "fate": 3, "tactic": 8,
    "moved": 20, "not moved": 25, "charged": 10, "pushed": 4,
    "left": 30, "struck": 1, "opportunity": 1, "order": 40, "faced": 60, "ended": len(AGENDAS),
}  # fmt: skip
"""The least number of verdicts of each sort that the slow reader gives in each group."""


@pytest.mark.parametrize("group", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, GROUPS))])
def test_everyone_says_the_same(group: int) -> None:
    """Random matches of every agenda; some of their positions, judged by all."""
    verdicts: Verdicts = Counter()
    for n, agenda in enumerate(AGENDAS):
        seed = len(AGENDAS) * group + n
        rng = random.Random(seed)
        match = Match.new({"agenda": agenda, "decor": ("preset", "placed")[seed % 2]}, seed)
        table = Table(match=match, spare=True)
        while match.asked:
            if rng.random() < LOOKED or {question.kind for question in match.asked.values()} & RARE:
                judged(match, rng, verdicts)
            played(match, rng, verdicts)
        MADE.remove(table)
        for _ in range(CROWDS):
            thrown = crowd(match.position(), rng)
            table = Table(match=thrown, spare=True)
            for _ in range(ROUNDS):
                if thrown.asked:
                    judged(thrown, rng, verdicts)
                    played(thrown, rng, verdicts)
            MADE.remove(table)
    short = {sort: (verdicts[sort], floor) for sort, floor in FLOORS.items() if verdicts[sort] < floor}
    assert not short, f"too few verdicts: {short}"


def crowd(position: Json, rng: random.Random) -> Match:
    """The pieces of a match on a few inches of its Bloc, tired, stained and hurt, and one or two of them active; the
    match may end with a blow or a stain."""
    written = {key: position[key] for key in ("agenda", "priority", "decor", "markers")}
    written["traque"] = rng.randrange(3)
    written |= {track: {seat: rng.randrange(3) for seat in ("1", "2")} for track in ("fiel", "points")}
    rows = [{key: row[key] for key in ("id", "seat", "card", "equipment", "profile")} for row in position["rouages"]]
    hostiles = [{"id": "it", "card": "rogue"}, {"id": "that", "card": "gargoule"}]
    middle = rng.uniform(4, 12), rng.uniform(4, 12)
    scene = Bloc({**position, "rouages": [], "hostiles": []}).scene
    for row in (*rows, *hostiles):
        radius = row["profile"]["base"] * 500 if "profile" in row else 25_000
        for _ in range(30):
            at = [round((c + rng.uniform(-2.2, 2.2)) * INCH) for c in middle]
            if scene.blocks and rng.random() < 0.2:  # in contact with a decor
                rim = slow.shapely.Polygon(rng.choice(scene.blocks).polygon).buffer(radius + 8, quad_segs=64).exterior
                at = [round(c) for c in rim.interpolate(rng.random(), normalized=True).coords[0]]
            disc = Disc(*at, radius)
            if slow.stand_violation(scene, disc) < 0:
                row["at"], scene = at, replace(scene, discs=(*scene.discs, (row["id"], disc)))
                break
    for row in rows:
        figures = {"rank": rng.choice((1, 2, 3)), "shooting": rng.randrange(4), "dodge": rng.randrange(3)}
        row["profile"] = {**row["profile"], **figures}  # two of a rank are possible here
        row["wounds"] = rng.choice((0, len(row["profile"]["life"]) - 1))
        row |= {"actions": rng.randrange(5), "noirceur": rng.randrange(4), "revealed": rng.random() < 0.8}
        row |= {"states": rng.choice(([], [], ["stunned"])), "used": {k: rng.randrange(3) for k in ("walk", "attack")}}
    seat = rng.choice(("1", "2"))
    mine = [row["id"] for row in rows if row["seat"] == seat]
    active = {
        "seat": seat,
        "by": rng.choice(("activation", "propaganda")),
        "rouages": rng.sample(mine, rng.choice((1, 2))),
    }
    placed = [row for row in hostiles if "at" in row]
    return Match.from_position(
        {**written, "rouages": rows, "hostiles": placed, "active": active}, seed=rng.randrange(99)
    )


def judged(match: Match, rng: random.Random, verdicts: Verdicts) -> None:
    """The questions of one position."""
    bloc, before = Bloc(match.position()), verdicts.total()
    for seat, decision in match.decisions.items():
        assert_listed(match, seat, decision, rng)
        judge = JUDGES.get(decision["kind"])
        if judge is not None:
            judge(match, bloc, seat, decision, rng, verdicts)
    verdicts["positions"] += verdicts.total() > before


# ---- options, check, submit, commands --------------------------------------------------------------------------------


def assert_listed(match: Match, seat: str, decision: Json, rng: random.Random) -> None:
    """Legal options are accepted, the others refused with the reason shown; bots are offered the legal ones."""
    options = decision["options"]
    for option in options:
        command = option["command"]
        if option["legal"]:
            complete = command if not option["needs"] else match.suggest(seat, command)
            if complete is not None:
                assert match.check(seat, complete) is None, complete
                if rng.random() < 0.2:
                    assert match.fork(1).submit(seat, complete)
        else:
            refusal = match.check(seat, {**command, **SAYS.get(command["kind"], {})})
            assert refusal is not None, option
            assert refusal.to_json() == option["why"], option
    refused = [option for option in options if not option["legal"]]
    if refused:
        option = rng.choice(refused)
        with pytest.raises(Refused) as raised:
            match.fork(1).submit(seat, {**option["command"], **SAYS.get(option["command"]["kind"], {})})
        assert raised.value.refusal.to_json() == option["why"]
    offered = list(islice(match.commands(seat, rng), 200))
    legal = [option for option in options if option["legal"]]
    for command in offered:
        assert match.check(seat, command) is None, command
        assert any(_completes(command, option) for option in legal), command
    if len(offered) < 200:
        assert [option for option in legal if not option["needs"] and option["command"] not in offered] == []


def _completes(command: Json, option: Json) -> bool:
    """Whether a command is that option with nothing added but what the option needs."""
    row = option["command"]
    for key, value in command.items():
        if key == "targets":
            given = row.get(key, {})
            added = {f"targets.{name}" for name in value.keys() - given.keys()}
            if not given.items() <= value.items() or not added <= set(option["needs"]):
                return False
        elif row.get(key) != value and key not in option["needs"] and key != "ruler":
            return False
    return row.keys() <= command.keys()


# ---- what comes of it ------------------------------------------------------------------------------------------------


def played(match: Match, rng: random.Random, verdicts: Verdicts) -> None:
    """One more command; its consequences are those that the rules name."""
    before = Bloc(match.position())
    seat = rng.choice(list(match.asked))
    eager = rng.sample(EAGER, len(EAGER))
    command = min(islice(match.commands(seat, rng), rng.choice((1, 6))), key=lambda row: _eagerness(row, eager))
    events = match.submit(seat, command)
    after = Bloc(match.position())
    in_turn(before, after, events, verdicts)
    must = list(law.ending(after))
    outcome = match.outcome
    assert ([(outcome["reason"], outcome["winner"])] if outcome else []) == must
    verdicts["ended"] += outcome is not None
    if command["kind"] == "walk" and before.position["stack"][-1]["frame"] == "activation":
        try:
            strikes = law.strikers(before, command["rouage"], command["to"])
        except Doubt:
            return
        announced = [event for event in events if event["kind"] == "announced"]
        assert bool(announced) == bool(strikes), f"{command}: {strikes} may strike, {announced}"
        verdicts["left"] += 1
        verdicts["struck"] += bool(strikes)


def _eagerness(command: Json, eager: list[str]) -> int:
    return eager.index(command["kind"]) if command["kind"] in eager else len(eager)


def in_turn(before: Bloc, after: Bloc, events: list[Json], verdicts: Verdicts) -> None:
    """CYC-4.1, CYC-4.2, MIN-1: who plays first, and whom a card activates."""
    priority = before.position["priority"]
    turned: Json = {}
    for event in events:
        match event["kind"]:
            case "mechanism":
                priority = event["priority"]
            case "revealed":
                turned = {seat: card for seat, card in event["cards"].items() if card is not None}
            case "order-set" if turned:
                try:
                    before.untouched("rank")
                    assert event["order"][0] == law.first(after, turned, MINISTRIES, priority)
                    verdicts["order"] += 1
                except Doubt:
                    continue
            case "card-played" if turned:
                facing = turned.get("2" if event["seat"] == "1" else "1")
                idle = event["card"] not in MINISTRIES and facing in MINISTRIES
                assert (event["without"] == "ministry") == idle
                verdicts["faced"] += 1
