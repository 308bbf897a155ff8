"""The slow reader of the rules against the engine: a judge for each kind of question, who asks both."""

from __future__ import annotations

import math
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.olomoc import Match
from tests.geometry import slow
from tests.rules import slow_law as law
from tests.rules.slow_bloc import CARDS, INCH, LONG, SIZE, Bloc, Disc, Doubt, Json

Verdicts = Counter[str]
"""The number of questions of each sort that both answered."""

MODES = ("frontal", "ranged")
MINISTRIES = {row["id"]: row for row in tomllib.loads((CARDS / "ministries.toml").read_text())["ministry"]}
"""By card: where it may lie, and its rank (MIN-1)."""


def agree(match: Match, seat: str, command: Json, broken: Callable[[], set[str]]) -> bool:
    """Whether the slow reader has an opinion; then the engine is of the same, and refuses for one of its reasons."""
    try:
        clauses = broken()
    except Doubt:
        return False
    refusal = match.check(seat, command)
    if refusal is not None and refusal.code == "no-destination":
        refusal = None  # a charge that needs nothing but a place
    assert (refusal is None) == (not clauses), f"{command}: {refusal}, but broken are {clauses or 'none'}"
    assert refusal is None or refusal.clause in clauses, f"{command}: {refusal}, but broken are {clauses}"
    return True


def act(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """Every option, what could be said of anybody on anybody, and where to."""
    if decision["prompt"]["code"] != "act":
        return  # the effects of a card
    listed = [option["command"] for option in decision["options"]]
    ids = list(bloc.pieces)
    for id in bloc.position["active"]["rouages"]:
        foes = {other for other in bloc.on if bloc.adverse(id, other)}
        for kind in ("frontal", "ranged"):
            rows = [c for c in listed if c["kind"] == "attack" and (c["rouage"], c["mode"]) == (id, kind)]
            assert bloc.pieces[id].get("out") or {row.get("target") for row in rows} == (foes or {None})
    wild = [{"kind": "attack", "rouage": rng.choice(ids), "target": rng.choice(ids), "mode": rng.choice(MODES)}]
    wild += [{"kind": "charge", "rouage": rng.choice(ids), "target": rng.choice(ids)}]
    wild += [{"kind": "rest", "rouage": rng.choice(ids), "target": rng.choice(ids), "remove": "noirceur"}]
    wild += [{"kind": "coordinate", "rouage": rng.choice(ids)}]
    for command in (*listed, *wild):
        if command["kind"] == "walk":
            verdicts["act"] += without_place(match, bloc, seat, command)
        else:
            verdict = agree(match, seat, command, lambda row=command: law.acting(bloc, row))
            verdicts["studied" if command.get("capacity") == "study" else "act"] += verdict
    legal = [option["command"] for option in decision["options"] if option["legal"]]
    for command in rng.sample(legal, len(legal)):
        if command["kind"] == "walk":
            walked(match, bloc, seat, command, rng, verdicts)
        elif command["kind"] == "charge":
            charged(match, bloc, seat, command, rng, verdicts)


def without_place(match: Match, bloc: Bloc, seat: str, command: Json) -> bool:
    """WLK-1: whether a walk is refused wherever it would go, and for which reason."""
    try:
        clauses = law.acting(bloc, command)
    except Doubt:
        return False
    (option,) = [o for o in match.decisions[seat]["options"] if o["command"] == command]
    assert option["legal"] == (not clauses)
    assert option["legal"] or option["why"]["clause"] in clauses
    return True


def walked(match: Match, bloc: Bloc, seat: str, command: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """MOV-2, MOV-3: to somewhere around."""
    start = bloc.disc(command["rouage"])
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(0, 5.5 * INCH)
    to = [round(start.x + far * math.cos(turn)), round(start.y + far * math.sin(turn))]
    moved(match, bloc, seat, {**command, "to": to}, command["rouage"], law.BOTH, verdicts)


def moved(
    match: Match,
    bloc: Bloc,
    seat: str,
    command: Json,
    id: str,
    rulers: Any,
    verdicts: Verdicts,
    wrong: Callable[[], set[str]] = set,
) -> None:
    """A displacement: what the engine finds is laid right, and where it finds none the slow search finds none."""
    to, short = command["to"], len(rulers) > 1
    end = Disc(*to, bloc.disc(id).radius)
    refusal = match.check(seat, command)
    try:
        broken = law.standing(bloc, end, id) | wrong()
    except Doubt:
        return
    if refusal is None:
        assert not broken, f"{command}: broken are {broken}"
        ruler = match.resolve(seat, command).get("ruler")
        assert not law.laid_wrong(bloc, id, to, ruler, rulers), f"{command}, with {ruler}"
    elif not broken:
        assert not law.ways(bloc, id, to, rulers, short, 120), f"{command}: there is a way, but {refusal}"
    verdicts["moved" if refusal is None else "not moved"] += 1


def charged(match: Match, bloc: Bloc, seat: str, command: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """CHG-1, CHG-4: to somewhere round the target."""
    id, aimed = command["rouage"], bloc.disc(command["target"])
    radius = bloc.disc(id).radius
    turn, far = rng.uniform(0, 2 * math.pi), aimed.radius + radius + rng.uniform(-0.05, 1.2) * INCH
    to = [round(aimed.x + far * math.cos(turn)), round(aimed.y + far * math.sin(turn))]
    end = Disc(*to, radius)

    def wrong() -> set[str]:
        broken = set() if bloc.near(end, aimed) else {"CHG-1"}
        return broken | (set() if bloc.sees(end, aimed) else {"LOS-4"})

    moved(match, bloc, seat, {**command, "to": to}, id, law.BOTH, verdicts, wrong)
    verdicts["charged"] += 1


def enter(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """ACT-2."""
    id, edge = decision["prompt"]["params"]["rouage"], bloc.position["edges"][seat]
    radius = bloc.pieces[id]["profile"]["base"] * 500
    along, deep = rng.randrange(SIZE), round(radius + rng.uniform(0, 6) * INCH)
    to = {"north": [along, deep], "south": [along, SIZE - deep], "west": [deep, along], "east": [SIZE - deep, along]}
    command = {"kind": "enter", "rouage": id, "to": to[edge]}
    end = Disc(*to[edge], radius)
    try:
        broken = law.standing(bloc, end, id)
    except Doubt:
        return
    refusal = match.check(seat, command)
    if refusal is None:
        assert not broken, command
        assert not law.entered_wrong(bloc, id, to[edge], match.resolve(seat, command)["ruler"], edge), command
    elif not broken:
        assert slow.missed_entry(bloc.scene, edge, end, LONG, 120) is None, f"{command}: there is a way, but {refusal}"
    verdicts["enter"] += 1


def react(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """DOD-1, RIP-1: all six answers."""
    assert len(decision["options"]) == 6
    for option in decision["options"]:
        command = option["command"]
        verdicts["react"] += agree(match, seat, command, lambda row=command: law.reacting(bloc, row))


def fate(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """ROL-5: of the active rouage's own roll, never of a reaction or of an opportunity attack."""
    frame = bloc.position["stack"][-1]
    by = frame.get("attacker") or frame["rouage"]
    assert frame.get("how") in (None, "attack", "charge", "effect")
    if frame.get("how") != "effect":
        assert by in bloc.position["active"]["rouages"]
        verdicts["fate"] += 1
    for reroll in (True, False):
        assert match.check(seat, {"kind": "tempt-fate", "reroll": reroll}) is None


def tactic(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """ATK-4, and where a push may go (MOV-4)."""
    frame = bloc.position["stack"][-1]
    dodged = frame["dodge_roll"]["successes"] if frame["dodge_roll"] else 0
    left = frame["attack_roll"]["successes"] - dodged - frame["spent"]
    for tactic, cost in ((None, 0), ("push-attacker", 1), ("push-target", 1), ("stun", 2)):
        command = {"kind": "tactic", "tactic": tactic}

        def broken(tactic: str | None = tactic, cost: int = cost) -> set[str]:
            bloc.untouched(*(["pushes"] if tactic == "push-target" else []))
            return {"ATK-4"} if left < cost else set()

        verdicts["tactic"] += agree(match, seat, command, broken)
        if tactic is not None and tactic.startswith("push") and match.check(seat, command) is None:
            pushed = frame["attacker" if tactic == "push-attacker" else "target"]
            start, turn, far = bloc.disc(pushed), rng.uniform(0, 2 * math.pi), rng.uniform(0, 3.6 * INCH)
            to = [round(start.x + far * math.cos(turn)), round(start.y + far * math.sin(turn))]
            moved(match, bloc, seat, {**command, "to": to}, pushed, law.PUSHED, verdicts)
            verdicts["pushed"] += 1


def plan(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """CYC-3: of the hand, and of more than is in it."""
    hand = [r["id"] for r in bloc.position["rouages"] if r["seat"] == seat and not r.get("out")]
    hand += ["propaganda"] * bloc.position["propagandas"][seat]
    more = [r["id"] for r in bloc.position["rouages"]] + ["propaganda", *MINISTRIES]
    for n in range(6):
        slots = [*rng.sample(hand, min(4, len(hand))), rng.choice(bloc.position["ministries"][seat])]
        rng.shuffle(slots)
        if n > 3:
            slots[rng.randrange(len(slots))] = rng.choice(more)
        if n == 5:
            slots = slots[: rng.randrange(6)]
        command = {"kind": "plan", "slots": slots}
        verdicts["plan"] += agree(match, seat, command, lambda row=slots: law.planning(bloc, seat, row, MINISTRIES))


def hostile(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """CYC-5: each on the Bloc once."""
    done = bloc.position["stack"][-1]["done"]
    left = {row["id"] for row in bloc.position["hostiles"] if row["at"] is not None and row["id"] not in done}
    assert {o["command"]["rouage"] for o in decision["options"] if o["legal"]} == left
    for id in bloc.pieces:
        refusal = match.check(seat, {"kind": "hostile", "rouage": id})
        assert (refusal is None) == (id in left), f"{id}: {refusal}"
        assert refusal is None or refusal.clause == "CYC-5"
    verdicts["hostile"] += 1


def opportunity(match: Match, bloc: Bloc, seat: str, decision: Json, rng: random.Random, verdicts: Verdicts) -> None:
    """OPP-1: a rouage that is asked engages the mover, and would not at the end."""
    frame = bloc.position["stack"][-1]
    try:
        assert set(frame["pending"]) <= law.strikers(bloc, frame["piece"], frame["to"])
        verdicts["opportunity"] += 1
    except Doubt:
        return


JUDGES: dict[str, Any] = {
    "act": act,
    "enter": enter,
    "react": react,
    "tempt-fate": fate,
    "tactic": tactic,
    "plan": plan,
    "hostile": hostile,
    "opportunity": opportunity,
}
