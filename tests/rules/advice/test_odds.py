"""`Match.odds`: exact chances, against reckoning by hand, a hundred thousand attacks of dice alone, and the engine."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rules.olomoc import Match, packs
from tests.rules.bouts import Scene, scene
from tests.rules.dice_only import Counts, Roll, fight, flee
from tests.rules.table import Json, Table, ally, block, foe, off, rogue, spot

ATTACKS = 100_000
SCENES = 50
NEAR = 5 + off(0.5)
FRONTAL = {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "frontal"}
REACT = {"kind": "react", "dodge": False, "riposte": None}


def spread(odds: Json) -> dict[str, dict[int, Fraction]]:
    """The odds under the names of `dice_only`, as fractions."""

    def of(row: Json) -> dict[int, Fraction]:
        return {int(count): Fraction(chance) for count, chance in row.items()}

    def flag(chance: str) -> dict[int, Fraction]:
        return {0: 1 - Fraction(chance), 1: Fraction(chance)}

    chances = {
        "wounds": of(odds["target"]),
        "hurt": of(odds["attacker"]),
        "stunned": flag(odds["stunned"]),
        "out": flag(odds["out"]),
        "attacker_out": flag(odds["attacker_out"]),
        "fate": flag(odds["fate"]),
        "tokens": of(odds["noirceur"]["target"]),
        "own_tokens": of(odds["noirceur"]["attacker"]),
    }
    return chances | {"lost": flag(odds["lost"])} if "lost" in odds else chances


def farthest(odds: dict[str, dict[int, Fraction]], shares: Counts) -> float:
    """The greatest distance of a share of the simulated attacks from its chance, in standard errors."""
    worst = 0.0
    for name, counts in shares.items():
        for value in {*counts, *odds[name]}:
            chance, share = float(odds[name].get(value, 0)), counts.get(value, 0.0)
            if share == chance:
                continue
            error = math.sqrt(chance * (1 - chance) / ATTACKS)
            worst = max(worst, abs(chance - share) / error if error else math.inf)
    return worst


def simulated(place: Scene, aim: str, seed: int) -> Counts:
    rng = np.random.default_rng(seed)
    if "lost" in place.match.odds(place.seat, place.command):
        return flee(place.bouts, ATTACKS, rng).shares()
    return fight(place.bouts[0], aim, ATTACKS, rng).shares()


# ---- against dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(SCENES))
def test_a_hundred_thousand_attacks_come_out_so(seed: int) -> None:
    """ROL-1 to ROL-5, RNG-2, RNG-3, CHG-3, LIF-2 to LIF-4, ATK-4, ATK-5, OPP-3, HOS-3: every chance within five
    standard errors."""
    place = scene(seed)
    aim = "stun" if seed % 2 else "wounds"
    odds = spread(place.match.odds(place.seat, place.command, place.reaction, aim))
    assert all(sum(chances.values()) == 1 for chances in odds.values())
    assert farthest(odds, simulated(place, aim, seed)) < 5


def test_the_bound_finds_a_wrong_roll_out() -> None:
    """With a die or a point of threshold more, no attack of the simulator fits the odds, where dice matter at all."""
    tried = 0
    for seed in range(20):
        place = scene(seed)
        right, odds = place.bouts[0].attack, spread(place.match.odds(place.seat, place.command, place.reaction))
        if len(odds["wounds"]) == 1:
            continue
        tried += 1
        for wrong in (Roll(right.dice + 1, right.threshold), Roll(right.dice, right.threshold + 1)):
            place.bouts[0] = replace(place.bouts[0], attack=wrong)
            assert farthest(odds, simulated(place, "wounds", seed)) > 5
    assert tried >= 10


# ---- through the engine ----------------------------------------------------------------------------------------------


def test_five_hundred_attacks_through_the_engine() -> None:
    """Ten attacks in each position, played as the odds take it: nothing comes that has no chance, and all together the
    wounds are as many as they should be."""
    surplus, variance = {"wounds": 0.0, "hurt": 0.0}, {"wounds": 0.0, "hurt": 0.0}
    for seed in range(SCENES):
        place = scene(seed)
        reckoned = place.match.odds(place.seat, place.command, place.reaction)
        odds = spread(reckoned)
        for again in range(500 // SCENES):
            came = played(place, reckoned["who"], 1_000 * seed + again)
            for name, value in came.items():
                assert odds[name].get(value, 0) > 0, f"{name} {value} in position {seed}"
            for name in surplus:
                mean = sum(n * p for n, p in odds[name].items())
                surplus[name] += float(came[name] - mean)
                variance[name] += float(sum((n - mean) ** 2 * p for n, p in odds[name].items()))
    for name in surplus:
        assert abs(surplus[name]) < 4 * math.sqrt(variance[name])


def played(place: Scene, who: Json, seed: int) -> dict[str, int]:
    """One attack with seeded dice, fate and tactic as the odds of each answer say, every opportunity taken; `who`: as
    the odds name them."""
    match = place.match.fork(seed)
    target, attackers = who["target"], who["attackers"]
    events = match.submit(place.seat, place.command)
    while not over(events) and any(kind in ANSWERS for kind in waiting(match).values()):
        seat, kind = next((s, k) for s, k in waiting(match).items() if k in ANSWERS)
        events += match.submit(seat, answer(match, seat, kind, place.reaction))
    events = events[: over(events)]
    checked = {target: 0} | dict.fromkeys(attackers, 0)
    for event in events:
        if event["kind"] == "wounded":
            checked[event["piece"]] += event["checked"]
    out = [event["piece"] for event in events if event["kind"] == "out"]
    counts = {
        "wounds": checked.pop(target),
        "hurt": sum(checked.values()),
        "out": int(target in out),
        "attacker_out": int(any(by in out for by in attackers)),
        "stunned": int(place.bouts[0].stunned or any(event["kind"] == "state" for event in events)),
        "fate": sum(event["kind"] == "rolled" and event["why"] == "reroll" for event in events),
        "tokens": sum(event["kind"] == "noirceur" and event["piece"] == target for event in events),
        "own_tokens": sum(event["kind"] == "noirceur" and event["piece"] in attackers for event in events),
    }
    if place.command["kind"] == "walk":
        counts["lost"] = sum(event["kind"] == "displacement-lost" for event in events)
    return counts


def over(events: list[Json]) -> int | None:
    """The index of the event at which something else begins than the attack."""
    ends = ("activated", "activation-ended", "hostiles-done")
    return next((n for n, event in enumerate(events) if event["kind"] in ends), None)


ANSWERS = {"react", "tempt-fate", "tactic", "opportunity", "choose"}


def waiting(match: Match) -> dict[str, str]:
    return {seat: decision["kind"] for seat, decision in match.decisions.items()}


def answer(match: Match, seat: str, kind: str, reaction: Json | None) -> Json:
    if kind == "react":
        return reaction or REACT
    if kind == "opportunity":
        return {"kind": "opportunity", "attack": True}
    if kind == "choose":
        return next(iter(match.commands(seat)))
    quiet: Json = {"kind": kind, "reroll": False} if kind == "tempt-fate" else {"kind": kind, "tactic": None}
    other: Json = {"kind": kind, "reroll": True} if kind == "tempt-fate" else {"kind": kind, "tactic": "stun"}
    if match.check(seat, other) is not None:
        return quiet
    good = [value(match.odds(seat, command), kind) for command in (quiet, other)]
    return other if good[1] > good[0] else quiet


def value(odds: Json, kind: str) -> tuple[Fraction, Fraction]:
    """The value for the aim `wounds`: the most PV; of tactics, then the stun."""
    wounds = sum(int(n) * Fraction(p) for n, p in odds["target"].items())
    return Fraction(wounds), Fraction(odds["stunned"]) if kind == "tactic" else Fraction(0)


# ---- by hand ---------------------------------------------------------------------------------------------------------


def duel(*more: Any, mine: Json | None = None, yours: Json | None = None, **keys: Any) -> Match:
    """Petra, one die of Combat, against Kubik."""
    pieces = (ally("petra", (5, 8), **{"combat": 1, **(mine or {})}), foe("kubik", (NEAR, 8), **(yours or {})))
    return Table(*pieces, *more, active="petra", spare=True, **keys).match


@pytest.mark.parametrize(
    ("mine", "yours", "aim", "target", "fate", "stunned"),
    [
        # ROL-1 and ROL-5: one die at 5+, thrown again if it fails
        ({}, {}, "wounds", {"0": "4/9", "1": "5/9"}, "2/3", "0"),
        # LIF-2: a single wound on a reinforced PV is none, and fate is not tempted for nothing
        ({}, {"life": "RSS"}, "wounds", {"0": "1"}, "0", "0"),
        # LIF-3: two wounds check no more than the tinted PV, and one success of two is enough
        ({"combat": 2}, {"life": "TSS"}, "wounds", {"0": "16/81", "1": "65/81"}, "4/9", "0"),
        # ATK-4: two successes go into the stun, and only they leave no wound
        ({"combat": 2}, {}, "stun", {"0": "49/81", "1": "32/81"}, "8/9", "17/81"),
    ],
)
def test_reckoned_by_hand(mine: Json, yours: Json, aim: str, target: dict[str, str], fate: str, stunned: str) -> None:
    odds = duel(mine=mine, yours=yours).odds("1", FRONTAL, aim=aim)
    assert (odds["target"], odds["fate"], odds["stunned"]) == (target, fate, stunned)


def test_a_dodge_that_cancels() -> None:
    """DOD-1, ROL-5: one die against one. Fate is worth tempting only where the dodge has failed."""
    odds = duel(yours={"dodge": 1}).odds("1", FRONTAL, {**REACT, "dodge": True})
    assert odds["target"] == {"0": "17/27", "1": "10/27"}
    assert odds["fate"] == "4/9"


def test_a_riposte_hurts_the_attacker() -> None:
    """RIP-1, ATK-5: each of its successes is a wound, whatever the attack does."""
    odds = duel(yours={"combat": 2}).odds("1", FRONTAL, {**REACT, "riposte": "combat"})
    assert odds["attacker"] == {"0": "4/9", "1": "4/9", "2": "1/9"}
    assert odds["mean"]["attacker"] == pytest.approx(2 / 3)


def test_support_and_charge_lower_the_threshold() -> None:
    """ROL-3, CHG-3: one die at 3+; the roll is told with what changes it, and a charge needs no place to be judged."""
    helper = ally("hynek", (9, 8 + off(0.5)))
    match = Table(ally("petra", (5, 8), combat=1), foe("kubik", (9, 8)), helper, active="petra", spare=True).match
    charge = {"kind": "charge", "rouage": "petra", "target": "kubik"}
    for command in (charge, {**charge, "to": spot((9 - off(0.5), 8))}):
        odds = match.odds("1", command)
        assert odds["target"] == {"0": "1/9", "1": "8/9"}
        (roll,) = odds["rolls"]
        assert (roll["dice"], roll["threshold"], roll["why"]) == (1, 3, "attack")
        assert {m["clause"] for m in roll["modifiers"]} == {"ROL-3", "CHG-3"}


def test_range_and_cover_take_dice() -> None:
    """RNG-2, RNG-3: five dice of Shooting are two."""
    wall = block("wall", 12 + 15_000 / 25_400, 7, 13, 9, kind="open")
    match = Table(ally("petra", (5, 8), shooting=5), foe("kubik", (12, 8)), wall, active="petra", spare=True).match
    odds = match.odds("1", {**FRONTAL, "mode": "ranged"})
    assert odds["rolls"][0]["dice"] == 2
    assert odds["stunned"] == "0"


def test_odds_include_putting_out_of_combat_and_its_noirceur() -> None:
    """LIF-4, NOI-5: the last PV, and the Noirceur of the rouage that checked it, beside that of tempted fate."""
    odds = duel(yours={"life": "S"}).odds("1", FRONTAL)
    assert odds["out"] == "5/9"
    assert odds["noirceur"]["attacker"] == {"1": "7/9", "2": "2/9"}


def test_fate_that_loses_the_match_is_not_tempted() -> None:
    """NOI-2, NOI-4: a corrupted attacker whose player stands at Fiel 2."""
    assert duel(mine={"noirceur": 3}, fiel={"1": 2, "2": 0}).odds("1", FRONTAL)["fate"] == "0"
    assert duel(mine={"noirceur": 3}, fiel={"1": 1, "2": 0}).odds("1", FRONTAL)["fate"] == "2/3"


def test_a_hostile_takes_no_wound_and_stuns() -> None:
    """HOS-3: immutable; and corrosive, one 6 of its four dice stuns."""
    match = Table(ally("petra", (5, 8)), rogue("it", (5 + off(0.5, 30, 40), 8)), active="petra", spare=True).match
    assert match.odds("1", {**FRONTAL, "target": "it"})["target"] == {"0": "1"}
    match.submit("1", {"kind": "end"})
    assert match.odds("1", REACT)["stunned"] == str(1 - Fraction(5, 6) ** 4)


@pytest.mark.parametrize(("card", "target"), [("rogue", {"0": "1"}), ("gargoule", {"0": "4/9", "1": "5/9"})])
def test_a_hostile_with_a_tinted_life_line(card: str, target: dict[str, str]) -> None:
    """HOS-3, NOI-7: what is immutable checks nothing, whatever its life line, and no hostile takes Noirceur."""
    hostile = ("hostiles", {"id": "it", "card": card, "at": spot((8, 8)), "profile": {"life": "TS", "base": 40}})
    where = (8 - off(0.5, 30, 40), 8)
    match = Table(ally("petra", where, combat=1), hostile, active="petra", spare=True).match
    odds = match.odds("1", {**FRONTAL, "target": "it"})
    assert (odds["target"], odds["noirceur"]["target"]) == (target, {"0": "1"})


def test_odds_of_leaving_count_the_opportunity_attacks_in_turn() -> None:
    """OPP-1, OPP-3: one die at 5+ from each of two who support each other is one at 4+; the second strikes only at a
    rouage that still stands."""
    two = (foe("kubik", (NEAR, 8), combat=1), foe("jana", (5, 8 - off(0.5)), combat=1))
    match = Table(ally("petra", (5, 8), life="S"), *two, active="petra", spare=True).match
    odds = match.odds("1", {"kind": "walk", "rouage": "petra", "to": spot((5, 12.5))})
    assert odds["target"] == {"0": "1/4", "1": "3/4"}
    assert odds["lost"] == odds["out"] == "3/4"
    assert sorted(odds["who"]["attackers"]) == ["jana", "kubik"]
    near = match.odds("1", {"kind": "walk", "rouage": "petra", "to": spot((5.1, 8))})
    assert (near["target"], near["who"]["attackers"]) == ({"0": "1"}, [])


def test_an_opportunity_and_its_refusal() -> None:
    """OPP-1: as an answer to the question; passing does nothing."""
    match = duel(yours={"combat": 2})
    match.submit("1", {"kind": "walk", "rouage": "petra", "to": spot((1, 8))})
    assert match.odds("2", {"kind": "opportunity", "attack": True})["target"] == {"0": "4/9", "1": "4/9", "2": "1/9"}
    assert match.odds("2", {"kind": "opportunity", "attack": False})["target"] == {"0": "1"}


def test_the_targets_player_sees_the_same_odds() -> None:
    """DOD-1, RIP-1: a reaction stated by the attacker or weighed by the target's player."""
    match = duel(mine={"combat": 4}, yours={"combat": 2, "dodge": 3, "life": "RSTS"})
    reactions = [{**REACT, "dodge": d, "riposte": r} for d in (False, True) for r in (None, "combat")]
    before = [match.odds("1", FRONTAL, reaction) for reaction in reactions]
    match.submit("1", FRONTAL)
    assert [match.odds("2", reaction) for reaction in reactions] == before


def test_with_the_dice_on_the_table() -> None:
    """ROL-5, ATK-4: the odds of each answer, dice seen."""
    table = Table(ally("petra", (5, 8), combat=3), foe("kubik", (NEAR, 8)), active="petra", dice=[1, 5, 6])
    table.do("attack", **{key: word for key, word in FRONTAL.items() if key != "kind"})
    table.do("react", dodge=False, riposte=None)
    odds = table.match.odds("1", {"kind": "tempt-fate", "reroll": False})
    assert (odds["target"], odds["noirceur"]["attacker"]) == ({"2": "1"}, {"0": "1"})
    odds = table.match.odds("1", {"kind": "tempt-fate", "reroll": True})
    assert odds["target"] == {"0": "8/27", "1": "4/9", "2": "2/9", "3": "1/27"}
    assert odds["noirceur"]["attacker"] == {"1": "1"}
    table.do("tempt-fate", reroll=False)
    stun = table.match.odds("1", {"kind": "tactic", "tactic": "stun"})
    assert (stun["target"], stun["stunned"]) == ({"0": "1"}, "1")
    push = table.match.odds("1", {"kind": "tactic", "tactic": "push-target"})
    assert (push["target"], push["stunned"]) == ({"1": "1"}, "0")


# ---- cards -----------------------------------------------------------------------------------------------------------

CARDS = {
    "strong": '{ op = "change", what = "combat", by = 1, rolls = ["frontal"] }',
    "deft": '{ op = "threshold", by = -1, rolls = ["dodge"] }',
    "piercing": '{ op = "ignore", what = ["reinforced"] }',
    "ghost": '{ op = "ignore", what = ["wounds"] }',
    "pure": '{ op = "ignore", what = ["noirceur"] }',
    "hardened": '{ op = "ignore", what = ["noirceur-out-of-combat"] }',
    "pious": '{ op = "forbid", who = "self", actions = ["tempt-fate"] }',
    "steady": '{ op = "ignore", what = ["stunned"] }',
}
"""Rouages of the tests' own, each with one standing capacity."""
PACK = """
id = "standing"
version = "1"
languages = ["en"]
author = "Olomoc online"
licence = "CC0-1.0"
extends = "core"

[[hostile]]
id = "lash"
name = "Lash"
rank = 2
technique = 0
combat = 1
shooting = 0
dodge = 0
base = 30
life = "SS"
traits = ["corrosive"]
opportunity = true
instinct = [{ when = "otherwise", do = "stay" }]
source = "tests"
""" + "".join(
    f"""
[[rouage]]
id = "{id}"
name = "{id.title()}"
factions = ["administration"]
rank = 2
technique = 1
combat = 1
shooting = 1
dodge = 1
base = 30
life = "SSSS"
source = "tests"
[[rouage.capacities]]
id = "{id}-one"
name = {{ en = "{id.title()} one" }}
text = {{ en = "A standing capacity." }}
time = "permanent"
operations = [{operation}]
"""
    for id, operation in CARDS.items()
)


SHELF = {"pack": "standing", "shelf": {"standing": packs.read({"pack.toml": PACK})}}


def carded(mine: Json | None = None, yours: Json | None = None) -> Match:
    """The match of `duel`, with the capacities of cards."""
    return duel(mine=_of_card(mine), yours=_of_card(yours), **SHELF)


def _of_card(figures: Json | None) -> Json:
    return {"capacities": None, **figures} if figures and "card" in figures else figures or {}


@pytest.mark.parametrize(
    ("mine", "yours", "reaction", "key", "chances"),
    [
        # two dice instead of one, fate tempted where both fail
        ({"card": "strong"}, {"life": "S"}, {}, "out", "65/81"),
        # one die of dodge at 4+: half of what would be 1/3 is cancelled; fate is tempted where it may still help
        ({"card": "pious"}, {"card": "deft", "dodge": 1}, {"dodge": True}, "target", {"0": "5/6", "1": "1/6"}),
        # LIF-2 left aside
        ({"card": "piercing"}, {"life": "RSS"}, {}, "target", {"0": "4/9", "1": "5/9"}),
        ({}, {"card": "ghost"}, {}, "target", {"0": "1"}),
        # ROL-5: no fate for who may not tempt it
        ({"card": "pious"}, {}, {}, "fate", "0"),
        ({"card": "pious"}, {}, {}, "target", {"0": "2/3", "1": "1/3"}),
        # LIF-3, NOI-5: no Noirceur but that of tempted fate
        ({}, {"card": "pure", "life": "TS"}, {}, "noirceur.target", {"0": "1"}),
        ({"card": "pure"}, {"life": "S"}, {}, "noirceur.attacker", {"0": "1/3", "1": "2/3"}),
        ({"card": "hardened"}, {"life": "S"}, {}, "noirceur.attacker", {"0": "1/3", "1": "2/3"}),
    ],
)
def test_standing_capacities_count(mine: Json, yours: Json, reaction: Json, key: str, chances: Any) -> None:
    """GEN-1: what a card says is in the odds, without anybody's choice."""
    figure: Any = carded(mine, yours).odds("1", FRONTAL, {**REACT, **reaction})
    for name in key.split("."):
        figure = figure[name]
    assert figure == chances


def test_what_a_card_does_with_the_dice_counts() -> None:
    """GEN-1: with two 6s the Weighted Baton stuns, at once or after fate was tempted with two misses. The Calibrated
    Lens may be left alone, and is."""
    odds = duel(mine={"combat": 2, "equipment": "weighted-baton", "capacities": None}).odds("1", FRONTAL)
    assert odds["stunned"] == str(Fraction(1, 36) * (1 + Fraction(4, 9)))
    bare, lens = (
        Table(ally("petra", (5, 8), shooting=2, **more), foe("kubik", (8, 8)), active="petra", spare=True).match
        for more in ({}, {"equipment": "calibrated-lens"})
    )
    shot = {**FRONTAL, "mode": "ranged"}
    assert lens.odds("1", shot) == bare.odds("1", shot)


@pytest.mark.parametrize("seed", range(0, SCENES, 3))
def test_dice_that_no_longer_count_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left out of the comparison of positions (`undecided`) is nothing that the rest depends on."""
    place = scene(seed)
    quick = place.match.odds(place.seat, place.command, place.reaction)
    monkeypatch.setattr("rules.olomoc.advice.odds.undecided", lambda state, frame, rerolling: (frame, rerolling))
    assert place.match.odds(place.seat, place.command, place.reaction) == quick


@pytest.mark.parametrize(("card", "lost"), [("steady", "0"), ("strong", "1/6")])
def test_a_stun_on_the_way_out(card: str, lost: str) -> None:
    """OPP-3, HOS-3: a 6 stuns and the displacement is lost, but for who is not affected by the token."""
    lash = ("hostiles", {"id": "it", "card": "lash", "at": spot((NEAR, 8))})
    petra = ally("petra", (5, 8), card=card, capacities=None)
    match = Table(petra, lash, active="petra", spare=True, **SHELF).match
    odds = match.odds("1", {"kind": "walk", "rouage": "petra", "to": spot((1, 8))})
    assert (odds["stunned"], odds["lost"], odds["target"]) == ("1/6", lost, {"0": "2/3", "1": "1/3"})
