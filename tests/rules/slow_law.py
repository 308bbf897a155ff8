"""A second opinion on what is legal, from the rules' text alone: which clauses a command would break.

Every function gives the set of clauses that are broken, none if the command is legal, or raises `Doubt`. The engine's
reason for a refusal is one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from tests.geometry import slow
from tests.rules.slow_bloc import INCH, LONG, SHORT, Bloc, Disc, Doubt, Json, Pose, Ruler, gap, under

Broken = set[str]
COST = {"walk": 1, "attack": 1, "charge": 2, "rest": 1, "study": 1}
READ_ONCE = ("survey", "valves", "gargoule")
"""Agendas whose markers are studied by a rouage that has not done so yet: within 1 in, in sight, once a phase."""
SURE = 30.0
"""Micrometres by which a base that is said to stand on something does."""
FORGIVEN = 10.0


# ---- what an active rouage may do (CAP-1) ----------------------------------------------------------------------------


def acting(bloc: Bloc, command: Json) -> Broken:
    """A walk, an attack, a charge or a rest, its destination left aside; a coordination; the end."""
    kind = command.get("capacity", command["kind"])
    if kind == "end":
        return set()
    if kind == "coordinate":
        return coordinating(bloc, command.get("rouage"))
    if kind not in COST:
        raise Doubt
    by = command["rouage"]
    bloc.untouched(kind, command.get("mode", kind))
    piece = bloc.pieces.get(by)
    if piece is None or by not in bloc.position["active"]["rouages"]:
        return {"CAP-1"}
    if piece["at"] is None:
        return {"ACT-3", "LIF-4"}
    broken = {"CAP-1"} if piece["actions"] < COST[kind] else set()
    if kind == "rest":
        return broken | resting(bloc, by, command["target"], command["remove"])
    if bloc.stunned(by):
        broken.add("STA-2")
    used = piece["used"]
    if kind == "walk":
        return broken | ({"WLK-1"} if used.get("walk", 0) >= 2 else set())
    if kind == "study":
        return broken | studying(bloc, by, command["targets"]["marker"])
    target = command.get("target")
    if kind == "charge":
        return broken | charging(bloc, by, target, used)
    broken |= {"ATK-1"} if used.get("attack", 0) >= 2 else set()
    if command["mode"] == "frontal":
        return broken | aiming(bloc, by, target, "ATK-3", lambda id: striking(bloc, by, id, "ATK-3"))
    return broken | aiming(bloc, by, target, "RNG-1", lambda id: shooting(bloc, by, id, nearest=True))


def aiming(bloc: Bloc, by: str, target: str | None, clause: str, then: Any) -> Broken:
    """GEN-4, ACT-3: an adverse or hostile rouage on the Bloc."""
    if target is None or target not in bloc.pieces or not bloc.adverse(by, target):
        return {clause}
    return then(target) if bloc.pieces[target]["at"] is not None else {"ACT-3"}


def striking(bloc: Bloc, by: str, target: str, clause: str) -> Broken:
    """ATK-3, RIP-1, OPP-1."""
    broken = set() if bloc.engages(by, target) else {clause}
    broken |= set() if bloc.sees(bloc.disc(by), bloc.disc(target)) else {"LOS-4"}
    return broken | ({"ROL-4"} if bloc.figure(by, "combat") <= 0 else set())


def shooting(bloc: Bloc, by: str, target: str, nearest: bool) -> Broken:
    """RNG-1, RNG-2."""
    bloc.untouched("engaged-shooter", "engaged-target", "nearest", "long-range")
    dice, here, target_disc = bloc.figure(by, "shooting"), bloc.disc(by), bloc.disc(target)
    broken = set() if dice > 0 and bloc.free(by) and bloc.free(target) else {"RNG-1"}
    if not bloc.sees(here, target_disc):
        return broken | {"LOS-4"}
    if nearest:
        apart = gap(here, target_disc)
        for other in bloc.on:
            if other != target and bloc.adverse(by, other) and gap(here, bloc.disc(other)) < apart + 2:
                sees = bloc.sees(here, bloc.disc(other))
                if sees and bloc.free(other) and under(gap(here, bloc.disc(other)), apart):
                    broken.add("RNG-1")
    dice -= 0 if under(gap(here, target_disc), 4 * INCH) else 2
    dice -= 1 if bloc.covered(target) else 0
    return broken | ({"ROL-4"} if dice <= 0 else set())


def charging(bloc: Bloc, by: str, target: str | None, used: Json) -> Broken:
    """CHG-1, CHG-2; CHG-4 for a target that no ruler leads to."""
    bloc.untouched("walk", "frontal")
    broken = {"CHG-2"} if max(used.get("walk", 0), used.get("attack", 0)) >= 2 else set()
    if used.get("charge", 0) >= 2 or not bloc.free(by):
        broken.add("CHG-1")
    return broken | aiming(bloc, by, target, "CHG-1", lambda id: running(bloc, by, id))


def running(bloc: Bloc, by: str, target: str) -> Broken:
    here, target_disc = bloc.disc(by), bloc.disc(target)
    broken = set() if bloc.sees(here, target_disc) else {"LOS-4"}
    broken |= {"ROL-4"} if bloc.figure(by, "combat") <= 0 else set()
    farthest = math.hypot(LONG.length, LONG.width) + 2 * here.radius + INCH
    by_marker = any(under(gap(target_disc, marker), 25) for marker in bloc.markers)
    return broken if by_marker or under(gap(here, target_disc), farthest) else broken | {"CHG-4"}


def studying(bloc: Bloc, by: str, id: str) -> Broken:
    """SET-2, and what the agenda says."""
    if bloc.position["agenda"] not in READ_ONCE:
        raise Doubt
    row, marker = next(pair for pair in zip(bloc.position["markers"], bloc.markers, strict=True) if pair[0]["id"] == id)
    piece, here = bloc.pieces[by], bloc.disc(by)
    once = piece["used"].get("study", 0) < 1 and not row["tokens"].get(piece["seat"], 0)
    broken = set() if once and bloc.near(here, marker) else {"CAP-1"}
    broken |= set() if bloc.sees(here, marker) else {"LOS-4"}
    return broken | ({"ROL-4"} if bloc.figure(by, "technique") <= 0 else set())


def resting(bloc: Bloc, by: str, target: str, remove: str) -> Broken:
    """RST-1, STA-2."""
    mate = bloc.pieces.get(target)
    broken = {"STA-2"} if bloc.stunned(by) and (target, remove) != (by, "stunned") else set()
    if mate is None or bloc.adverse(by, target):
        return broken | {"RST-1"}
    removable = "stunned" in mate["states"] if remove == "stunned" else mate["noirceur"] > 0
    broken |= set() if removable else {"RST-1"}
    if mate["at"] is None:
        return broken | {"ACT-3"}
    broken |= set() if bloc.near(bloc.disc(by), bloc.disc(target)) else {"RST-1"}
    return broken | (set() if target == by or bloc.sees(bloc.disc(by), bloc.disc(target)) else {"LOS-4"})


def coordinating(bloc: Bloc, id: str | None) -> Broken:
    """COO-1, COO-2."""
    bloc.untouched("coordinate", "coordination-rank", "rank")
    act = next(frame for frame in reversed(bloc.position["stack"]) if frame["frame"] == "activation")
    leader = bloc.pieces[act["rouages"][0]]
    broken = {"COO-2"} if act["by"] != "activation" else set()
    broken |= {"COO-1"} if act["coordinated"] else set()
    broken |= {"LIF-4"} if leader.get("out") else set()
    mate = bloc.pieces.get(id or "")
    if mate is None or mate["seat"] != leader["seat"] or mate["id"] == leader["id"]:
        return broken | {"COO-1"}
    broken |= {"LIF-4"} if mate.get("out") else set()
    lower = mate["profile"]["rank"] < leader["profile"]["rank"]
    return broken | (set() if mate["revealed"] and lower else {"COO-1"})


def reacting(bloc: Bloc, command: Json) -> Broken:
    """DOD-1, RIP-1: each costs 1 action."""
    strike = bloc.position["stack"][-1]
    by, attacker = strike["target"], strike["attacker"]
    dodge, riposte = command["dodge"], command["riposte"]
    if not dodge and riposte is None:
        return set()
    bloc.untouched("dodge", "riposte")
    broken = {"STA-2"} if bloc.stunned(by) else set()
    broken |= {"CAP-1"} if bloc.pieces[by]["actions"] < dodge + (riposte is not None) else set()
    broken |= {"ROL-4"} if dodge and bloc.figure(by, "dodge") <= 0 else set()
    if riposte == "combat":
        return broken | striking(bloc, by, attacker, "RIP-1")
    return broken | (shooting(bloc, by, attacker, nearest=False) if riposte == "shooting" else set())


def strikers(bloc: Bloc, mover: str, to: list[int]) -> set[str]:
    """OPP-1: who may strike at a mover that would leave; a Rogue that is left does nothing (HOS-3)."""
    bloc.untouched("opportunity")
    moved = Disc(to[0], to[1], bloc.disc(mover).radius)
    return {
        id
        for id in bloc.on
        if bloc.adverse(id, mover)
        and bloc.pieces[id]["card"] != "rogue"
        and bloc.engages(id, mover)
        and not bloc.near(bloc.disc(id), moved)
        and not striking(bloc, id, mover, "OPP-1")
    }


# ---- movements (MOV) -------------------------------------------------------------------------------------------------


def standing(bloc: Bloc, disc: Disc, id: str) -> Broken:
    """MOV-1: of the base at its end."""
    worst = slow.stand_violation(bloc.scene, disc, {id})
    if worst > SURE:
        return {"MOV-1"}
    if worst > 0:
        raise Doubt
    return set()


def ways(bloc: Bloc, id: str, to: list[int], rulers: tuple[Ruler, ...], short: bool, angles: int) -> bool:
    """MOV-2, MOV-3: whether a way is found that is legal beyond doubt; the end itself stands."""
    start = bloc.disc(id)
    far = math.dist((start.x, start.y), to)
    if short and 0 < far <= 2 * start.radius - 2:
        return True
    return any(slow.missed_displacement(bloc.scene, start, to, r, {id}, angles) is not None for r in rulers)


def laid_wrong(bloc: Bloc, id: str, to: list[int], ruler: Json | None, rulers: tuple[Ruler, ...]) -> bool:
    """Whether a movement that the engine would carry out breaks MOV-1 to MOV-3."""
    start = bloc.disc(id)
    if ruler is None:
        far = math.dist((start.x, start.y), to) - 2 * start.radius
        return far > 0 or slow.stand_violation(bloc.scene, Disc(*to, start.radius), {id}) > FORGIVEN + 1
    pose = Pose(**ruler)
    return all(
        slow.displacement_violation(bloc.scene, start, to, pose, it, {id}) > slow.ALLOWED + FORGIVEN for it in rulers
    )


def entered_wrong(bloc: Bloc, id: str, to: list[int], ruler: Json, edge: str) -> bool:
    """The same of an entry (ACT-2)."""
    end = Disc(*to, bloc.pieces[id]["profile"]["base"] * 500)
    return slow.entry_violation(bloc.scene, edge, end, Pose(**ruler), LONG) > slow.ALLOWED + FORGIVEN


BOTH, PUSHED = (LONG, SHORT), (SHORT,)


# ---- planning, order, ends -------------------------------------------------------------------------------------------


def planning(bloc: Bloc, seat: str, slots: list[str], cards: Json) -> Broken:
    """CYC-3, CAB-4, MIN-1: five cards of the hand, one ministry among them, in a slot that it allows."""
    left = [*bloc.position["ministries"][seat], *["propaganda"] * bloc.position["propagandas"][seat]]
    left += [r["id"] for r in bloc.position["rouages"] if r["seat"] == seat and not r.get("out")]
    broken = {"CYC-3"} if len(slots) != 5 else set()
    for card in slots:
        if card in left:
            left.remove(card)
        else:
            broken.add("CYC-3")
    laid = [(n, card) for n, card in enumerate(slots, 1) if card in cards]
    broken |= {"CYC-3"} if len(laid) != 1 else set()
    return broken | {"MIN-1" for n, card in laid if n not in cards[card]["slots"]}


def first(bloc: Bloc, seats: dict[str, str], cards: Json, priority: str) -> str:
    """CYC-4.1, CYC-4.2: who of the two that have turned a card plays first."""
    bloc.untouched("rank")
    if len(seats) == 1:
        return next(iter(seats))
    if all(card in cards for card in seats.values()):
        return priority
    ranks = {seat: _rank(bloc, card, cards) for seat, card in seats.items()}
    return priority if ranks["1"] == ranks["2"] else max(ranks, key=lambda seat: ranks[seat])


def _rank(bloc: Bloc, card: str, cards: Json) -> int:
    if card == "propaganda":
        return 0
    return int(cards[card]["rank"] if card in cards else bloc.pieces[card]["profile"]["rank"])


def ending(bloc: Bloc) -> Iterator[tuple[str, str | None]]:
    """The end that a match in this position must have had: reason and winner. None that may go on (NOI-4, POL-1,
    END-1)."""
    fiel, points = bloc.position["fiel"], bloc.position["points"]
    ahead = {"1": points["1"] > points["2"], "2": points["2"] > points["1"]}
    richer = next((seat for seat in ahead if ahead[seat]), None)
    lost = [seat for seat in ("1", "2") if fiel[seat] >= 3]
    if lost:
        yield "fiel", {"1": "2", "2": "1"}[lost[0]] if len(lost) == 1 else None
    elif bloc.position["traque"] >= 3:
        yield "traque", richer
    elif not bloc.position["stack"] and bloc.position["cycle"] == 4:
        yield "points", richer
