"""Worked examples 1 to 15 and 26 to 32, as they stand: a position, scripted dice, commands, and what follows."""

from __future__ import annotations

from rules.blade.match import Match
from tests.blade.table import (
    DONE,
    END,
    KEEP,
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems,
    gems_of,
    ground,
    hero,
    left,
    legal,
    move,
    of,
    play,
    red,
    refused,
    river,
    settle,
    why,
)


def guard(gems: int, item: str | None = None) -> dict[str, object]:
    return {"kind": "guard", "gems": gems, "item": item}


def hindering(match: Match, id: str) -> int:
    count: int = of(match, id)["hindering"]
    return count


def test_1_curtain_and_hindering() -> None:
    """STP-2, HIN-3, STP-7."""
    match = bench(hero("hrodvar", "a2"), *red("a2"))
    play(match, "2", move("hrodvar", "a3"))
    assert [part["clause"] for part in events(match, "moved")[0]["parts"]] == ["STP-1", "HIN-3", "STP-2"]
    assert gems_of(match, "hrodvar")["reserve"] == 11
    assert gems_of(match, "hrodvar")["boxes"] == {"movement": 1}
    assert of(match, "hrodvar")["base"]["over"]
    match = play(bench(hero("hrodvar", "a2"), *red("a2")), "2", move("hrodvar", "b2"))
    assert gems_of(match, "hrodvar")["reserve"] == 12
    assert of(match, "hrodvar")["base"]["left"] == 0


def test_2_hindering_shared() -> None:
    """HIN-1, HIN-2, SKL-24."""
    match = bench(hero("hrodvar", "b2"), hero("bolgan", "b2"), *red("b2", 3))
    assert [hindering(match, id) for id in ("hrodvar", "bolgan", "red-1", "red-2")] == [2, 2, 0, 0]
    play(match, "2", move("hrodvar", "b1"))
    assert gems_of(match, "hrodvar")["boxes"] == {"movement": 1}
    assert hindering(match, "bolgan") == 3
    play(match, "2", move("bolgan", "b1"))
    assert gems_of(match, "bolgan")["boxes"] == {"movement": 2}
    match = bench(hero("bolgan", "b2"), *red("b2", 3), **active("red"))
    assert refused(match, "1", move("red-1", "b1")) == ("SKL-24", "blocked")


def test_3_load_and_skills() -> None:
    """LOD-2, LOD-3, SKL-27."""
    match = bench(hero("nessa", "b2", items=["curved-knife", "leather"]), *red("b2"))
    play(match, "2", move("nessa", "b1"))
    assert events(match, "moved")[0]["points"] == 1
    match = bench(
        hero("nessa", "b2", items=["curved-knife", "leather", "crossbow"]), *red("b2"), ground={"b2": ["mail"]}
    )
    assert of(match, "nessa")["base"]["most"] == 2
    assert {row["id"] for row in of(match, "nessa")["skills"] if row["lost"]} >= {"elusive", "untouchable"}
    assert why(match, "2", {"kind": "take", "who": "nessa", "item": "mail"}) == (
        "LOD-1",
        "too-heavy",
        {"item": "mail", "load": 10, "max": 9},
    )
    play(match, "2", move("nessa", "b1"))
    assert (events(match, "moved")[0]["points"], gems_of(match, "nessa")["boxes"]) == (2, {})


def test_4_a_blow_with_an_arrow() -> None:
    """MEL-2, DIE-3, WND-7, RIV-3."""
    match = bench(
        hero("hrodvar", "b2"), *red("b2"), figure("blue-1", "tally-guard", "c4"), dice=[1, 3, 5],
        river=[{"tile": "red"}, {"tile": "blue"}],
    )  # fmt: skip
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    assert [die["successes"] for die in events(match, "rolled")[0]["dice"]] == [0, 1]
    play(match, "2", {"kind": "reroll", "die": 0, "with": "arrow"})
    assert events(match, "rerolled")[0]["successes"] == 2
    assert refused(match, "2", {"kind": "reroll", "die": 0, "with": "arrow"}) == ("DIE-5", "die-used")
    assert refused(match, "2", {"kind": "reroll", "die": 1, "with": "arrow"}) == ("DIE-3", "no-arrow")
    play(match, "2", KEEP)
    assert events(match, "damage")[0]["count"] == 3
    assert of(match, "red-1")["dead"]
    assert (river(match), match.view("1")["river"][1]["dead"], left(match)) == (["blue", "red"], True, [])


def test_5_circular_strike() -> None:
    """SKL-4, SEQ-10."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 3), dice=[6, 4, 4, 3, 5], book=3)
    play(match, "2", attack("hrodvar", "red-1", 3, "great-axe"), KEEP)
    assert events(match, "damage")[0]["count"] == 8
    play(match, "1", guard(0))
    assert match.asked["2"].params["left"] == 6
    play(match, "2", {"kind": "next-target", "target": "red-2"})
    play(match, "1", guard(1))
    assert match.asked["2"].params["left"] == 2
    play(match, "2", {"kind": "next-target", "target": "red-3"})
    play(match, "1", guard(0))
    assert [of(match, f"red-{n}")["dead"] for n in (1, 2, 3)] == [True, True, True]
    book = match.view("1")["book"]
    assert (book["reserve"], book["boxes"], asked(match), left(match)) == (2, {"guard": 1}, {"2": "act"}, [])


def test_6_exertion_and_horror() -> None:
    """GEM-3, SKL-20."""
    match = bench(hero("hrodvar", "b2", gems=gems(boxes={"melee": 4})), *red("b2"))
    clause, code, params = why(match, "2", attack("hrodvar", "red-1", 2, "great-axe"))
    assert (clause, code, params["limit"], params["used"]) == ("GEM-3", "exertion", 5, 4)
    assert legal(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    gurth = figure("g-1", "gurth", "b2", 5)
    match = bench(hero("hrodvar", "b2", gems=gems(boxes={"melee": 1})), *red("b2"), gurth)
    clause, code, params = why(match, "2", attack("hrodvar", "red-1", 2, "great-axe"))
    assert (clause, code, params["limit"]) == ("SKL-20", "exertion", 2)
    assert legal(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    cautious = hero("hrodvar", "b2", stance="cautious")
    match = bench(cautious, gurth, *red("b2"), dice=[6, 6], **active("red"))
    play(match, "1", attack("red-1", "hrodvar"))
    assert legal(match, "2", guard(3))


def test_7_bare_hands() -> None:
    """MEL-5, SEQ-5."""
    match = bench(hero("hrodvar", "b2", items=[]), *red("b2"), dice=[4, 4])
    settle(play(match, "2", attack("hrodvar", "red-1", 2)))
    assert (events(match, "damage")[0]["count"], of(match, "red-1")["dead"]) == (2, True)
    match = bench(hero("hrodvar", "b2", items=[]), *red("b2"), dice=[3, 3], book=5)
    play(match, "2", attack("hrodvar", "red-1", 2), KEEP)
    assert (events(match, "damage")[0]["count"], events(match, "defended"), asked(match)) == (0, [], {"2": "act"})


def test_8_a_thrown_axe() -> None:
    """SHT-5, SHT-6, HIN-4."""
    bravos = [figure("red-1", "dock-bravo", "b1"), figure("red-2", "dock-bravo", "a1")]
    match = bench(hero("hrodvar", "b1"), *bravos, dice=[3, 4, 5, 1])
    settle(play(match, "2", attack("hrodvar", "red-2", 3, "great-axe", mode="ranged")))
    assert (events(match, "reduced")[0]["by"], events(match, "damage")[0]["count"]) == (1, 3)
    assert (of(match, "red-2")["dead"], ground(match)) == (True, {"a1": ["great-axe"]})
    take = {"kind": "take", "who": "hrodvar", "item": "great-axe"}
    assert refused(match, "2", take) == ("MNP-4", "not-here")
    play(match, "2", move("hrodvar", "a1"))
    assert events(match, "moved")[-1]["points"] == 2
    play(match, "2", take)
    assert gems_of(match, "hrodvar")["boxes"] == {"ranged": 3, "manipulation": 1}


FLASK = {"kind": "drop", "who": "nessa", "item": "fire-flask"}


def burnt() -> Match:
    nessa = hero(
        "nessa", "b2", items=["curved-knife", "fire-flask"], gems=gems(3, fatigue=2, wounds=2, boxes={"melee": 3})
    )
    match = bench(nessa, *red("b1"), dice=[6, 6])
    return play(match, "2", FLASK, guard(0))


def test_9_owed_gems() -> None:
    """WND-2, WND-3."""
    match = burnt()
    nessa = gems_of(match, "nessa")
    assert (nessa["fatigue"], nessa["owed"], nessa["boxes"], nessa["reserve"]) == (0, 3, {"melee": 3}, 2)
    assert (nessa["wounds"], of(match, "nessa")["items"], ground(match)) == (5, ["curved-knife"], {})
    match = bench(
        hero("nessa", "b2", items=["curved-knife"], gems=gems(2, wounds=5, owed=3, boxes={"melee": 3})), *red("b2")
    )
    assert legal(match, "2", attack("nessa", "red-1", 1, "curved-knife"))
    assert refused(match, "2", attack("nessa", "red-1", 2, "curved-knife")) == ("GEM-3", "exertion")


def test_10_the_sweep_pays() -> None:
    """WND-4, HRO-10."""
    match = play(burnt(), "2", DONE)
    nessa = gems_of(match, "nessa")
    assert (nessa["boxes"], nessa["owed"], nessa["fatigue"], nessa["wounds"], nessa["reserve"]) == ({}, 0, 0, 8, 2)
    play(match, "1", {"kind": "end-turn"})
    play(match, "2", {"kind": "stances", "stances": {"nessa": "aggressive"}})
    assert events(match, "recovered") == [] or events(match, "recovered")[-1]["who"] == "overlord"
    assert gems_of(match, "nessa")["reserve"] == 2


def test_11_death() -> None:
    """WND-5, WND-6, HRO-3."""
    nessa = hero("nessa", "b2", items=["curved-knife", "draught"], gems=gems(1, wounds=6, boxes={"melee": 3}, owed=2))
    bolgan = hero("bolgan", "b1", gems=gems(7, fatigue=6))
    vance = figure("orlo-1", "orlo-vance", "b2", 6)
    # she strikes, does nothing, and the riposte does 2 wounds
    match = bench(nessa, bolgan, vance, dice=[1, 1, 5])
    play(match, "2", attack("nessa", "orlo-1", 1, "curved-knife"))
    settle(match)
    assert of(match, "nessa")["dead"]
    assert ground(match) == {"b2": ["curved-knife", "draught"]}
    play(match, "2", DONE)
    play(match, "1", {"kind": "end-turn"})
    assert of(match, "bolgan")["recovery"] == {"aggressive": 3, "cautious": 6}


def test_12_parry_armour_riposte() -> None:
    """GRD-6, GRD-8, SKL-7."""
    tamsin = hero("tamsin", "b2")
    match = bench(tamsin, *red("b2"), dice=[6, 6, 3, 1, 4, 6, 4], **active("red"))
    play(match, "1", attack("red-1", "tamsin"))
    assert refused(match, "2", guard(2, "cutlass")) == ("GRD-6", "no-parry")
    settle(play(match, "2", guard(2, "main-gauche")))
    assert events(match, "defended")[0]["total"] == 4
    assert (gems_of(match, "tamsin")["reserve"], gems_of(match, "tamsin")["boxes"]) == (9, {"guard": 2})
    assert (of(match, "red-1")["dead"], left(match)) == (True, [])
    options = {"players": 2, "riposte": "ask"}
    match = bench(tamsin, *red("b2"), dice=[6, 6, 3, 1, 4, 6, 4], options=options, **active("red"))
    play(match, "1", attack("red-1", "tamsin"))
    play(match, "2", guard(2, "main-gauche"))
    assert asked(match) == {"2": "riposte"}
    settle(play(match, "2", {"kind": "riposte", "strike": True}))
    assert of(match, "red-1")["dead"]


def test_13_only_shields_against_shots() -> None:
    """GRD-7, SKL-11."""

    def shot(at: dict[str, object], *dice: int) -> Match:
        match = bench(at, figure("blue-1", "tally-guard", "a1"), dice=list(dice), **active("blue"))
        return play(match, "1", attack("blue-1", str(at["id"]), mode="ranged"))

    match = shot(hero("tamsin", "b2"), 6, 6)
    assert refused(match, "2", guard(1, "main-gauche")) == ("GRD-7", "no-parry")
    assert legal(match, "2", guard(1))
    assert legal(shot(hero("bolgan", "b2"), 6, 6), "2", guard(1, "round-shield"))
    match = shot(hero("nessa", "b2"), 5, 5, 1)
    play(match, "2", guard(0))
    settle(match)
    assert events(match, "wounded")[0]["count"] == 3


CHEST = {"chest-1": {"kind": "chest", "at": "b2", "difficulty": 2, "lock": True, "contents": ["draught"]}}


def test_14_picking_a_lock_hindered() -> None:
    """MNP-9, SKL-17, HIN-4, MNP-10."""
    match = bench(hero("nessa", "b2"), *red("b2"), objects=CHEST, dice=[3, 4])
    handle = {"kind": "handle", "who": "nessa", "object": "chest-1", "gems": 1}
    assert match.query("2", "attempt", {"command": handle})["success"] == "23/36"
    settle(play(match, "2", handle))
    assert asked(match) == {"2": "loot"}
    play(match, "2", {"kind": "loot", "take": ["draught"]})
    assert (of(match, "nessa")["items"][-1], gems_of(match, "nessa")["boxes"]) == ("draught", {"manipulation": 1})
    match = bench(hero("nessa", "b2"), objects=CHEST)
    assert match.query("2", "attempt", {"command": handle})["success"] == "31/36"


def test_15_paid_rerolls() -> None:
    """DIE-7, HRO-5."""
    match = bench(hero("hrodvar", "b2"), objects=CHEST, dice=[1, 2, 6])
    handle = {"kind": "handle", "who": "hrodvar", "object": "chest-1", "gems": 2}
    assert match.query("2", "attempt", {"command": handle})["success"] == "5/12"
    play(match, "2", handle, {"kind": "reroll", "die": 0, "with": "gem"})
    assert asked(match) == {"2": "loot"}
    hrodvar = gems_of(match, "hrodvar")
    assert (hrodvar["reserve"], hrodvar["boxes"]) == (9, {"manipulation": 2, "reroll": 1})
    match = bench(hero("hrodvar", "b2", stance="cautious"), hero("nessa", "b1"), objects=CHEST)
    assert refused(match, "2", handle) == ("HRO-5", "cautious")


def test_26_under_protection_sacrifice() -> None:
    """SKL-13, SKL-12, SKL-4."""
    cast = [figure("v-1", "vaskra", "b2", 9), figure("a-1", "coil-acolyte", "b2"), figure("s-1", "tomb-sentinel", "b2")]
    blow = attack("hrodvar", "s-1", 1, "great-axe")
    match = bench(hero("hrodvar", "b2"), *cast, dice=[5, 1], book=4)
    clause, code, params = why(match, "2", attack("hrodvar", "v-1", 1, "great-axe"))
    assert (clause, code, params["by"]) == ("SKL-13", "protected", "a-1")
    play(match, "2", blow)
    assert asked(match) == {"1": "sacrifice"}
    play(match, "1", {"kind": "sacrifice", "by": "a-1"})
    play(match, "2", KEEP)
    assert (of(match, "a-1")["dead"], of(match, "s-1")["dead"], asked(match)) == (True, False, {"2": "act"})
    match = bench(hero("hrodvar", "b2"), *cast, dice=[6, 6], book=4)
    play(match, "2", blow)
    play(match, "1", {"kind": "sacrifice", "by": "a-1"})
    assert match.asked["2"].params["left"] == 4
    assert legal(match, "2", {"kind": "next-target", "target": "s-1"})
    # with the acolyte dead it is the sentinel that protects her
    assert refused(match, "2", {"kind": "next-target", "target": "v-1"}) == ("SKL-13", "protected")


def test_27_bodyguard() -> None:
    """SKL-10, SEQ-6."""
    match = bench(hero("ammurel", "b2"), hero("bolgan", "b2"), *red("b2"), dice=[6, 5, 4, 3], **active("red"))
    play(match, "1", attack("red-1", "ammurel"))
    play(match, "2", {"kind": "sacrifice", "by": None})
    assert asked(match) == {"2": "bodyguard"}
    play(match, "2", {"kind": "bodyguard", "by": "bolgan"}, guard(1, "round-shield"))
    assert (events(match, "defended")[0]["total"], events(match, "wounded"), left(match)) == (3, [], [])
    assert gems_of(match, "bolgan")["boxes"] == {"guard": 1}
    match = bench(hero("ammurel", "b2"), hero("bolgan", "b2"), *red("b2"), dice=[6, 5, 4, 1], **active("red"))
    play(match, "1", attack("red-1", "ammurel"))
    play(match, "2", {"kind": "sacrifice", "by": None}, {"kind": "bodyguard", "by": "bolgan"}, guard(1, "round-shield"))
    settle(match)
    assert (gems_of(match, "ammurel")["wounds"], gems_of(match, "bolgan")["wounds"]) == (1, 0)


def serpent(target: dict[str, object], *dice: int) -> Match:
    match = bench(target, figure("q-1", "well-serpent", "b2", 10), dice=list(dice), **active("q"))
    play(match, "1", attack("q-1", str(target["id"])))
    play(match, "2", guard(0))
    return settle(match)


def test_28_constriction() -> None:
    """SKL-3, STP-11, SKL-27."""
    match = serpent(hero("hrodvar", "b2", items=["great-axe"]), 4, 1, 1)
    assert (gems_of(match, "hrodvar")["wounds"], of(match, "hrodvar")["marks"]) == (2, {"seized": "q-1"})
    play(match, "1", END, {"kind": "end-turn"})
    play(match, "2", {"kind": "stances", "stances": {"hrodvar": "aggressive"}})
    clause, code, params = why(match, "2", move("hrodvar", "b1"))
    assert (clause, code, params["by"]) == ("STP-11", "seized", "q-1")
    assert of(serpent(hero("nessa", "b2"), 4, 1, 1, 1), "nessa")["marks"] == {}
    assert of(serpent(hero("hrodvar", "b2", items=["great-axe"]), 6, 1, 1), "hrodvar")["marks"] == {}
    caught = hero("ammurel", "b2", spells=["stride-between"], marks={"seized": "q-1"})
    match = bench(caught, figure("q-1", "well-serpent", "b2", 10))
    play(match, "2", {"kind": "cast", "who": "ammurel", "spell": "stride-between", "zone": "b1"})
    assert of(match, "ammurel")["marks"] == {}


def test_29_a_flask_falls_short() -> None:
    """MNP-12, ITM-8, MNP-16, MNP-14."""
    throw = {"kind": "throw", "who": "nessa", "item": "fire-flask", "zone": "c3", "gems": 2}

    def thrown(*dice: int) -> Match:
        match = bench(hero("nessa", "b1", items=["fire-flask", "captive"], gems=gems(8)), dice=[*dice, 1, 1])
        return settle(play(match, "2", throw))

    assert [events(thrown(*dice), "threw")[0]["landed"] for dice in ((2, 4), (2, 2), (1, 1))] == ["c3", "c2", "b1"]
    assert ground(thrown(2, 4)) == {}
    match = bench(hero("nessa", "b1", items=["captive"]))
    assert refused(match, "2", {**throw, "item": "captive"}) == ("MNP-14", "cannot-throw")


def test_30_halo_and_stance() -> None:
    """SPL-4, HRO-5, SPC-4, SEQ-6."""
    ammurel = hero("ammurel", "b2", stance="cautious", marks={"halo": [2]})
    for stance, marks in (("cautious", {"halo": [2]}), ("aggressive", {})):
        match = bench(ammurel, step="stances")
        play(match, "2", {"kind": "stances", "stances": {"ammurel": stance}})
        assert of(match, "ammurel")["marks"] == marks
    match = bench(ammurel, *red("b2"), dice=[6, 5], **active("red"))
    play(match, "1", attack("red-1", "ammurel"))
    play(match, "2", guard(0))
    assert gems_of(match, "ammurel")["wounds"] == 1
    bare = hero("ammurel", "b2", stance="cautious", spells=["lamp-halo"])
    match = bench(bare, *red("b2"), dice=[6, 5], **active("red"))
    play(match, "1", attack("red-1", "ammurel"))
    play(match, "2", {"kind": "cast", "who": "ammurel", "spell": "lamp-halo"}, guard(0))
    # the wound is owed by the gems on the card (WND-3)
    assert (gems_of(match, "ammurel")["owed"], gems_of(match, "ammurel")["cards"]) == (1, {"lamp-halo": 3})


def test_31_teleport_mind_gift() -> None:
    """SPL-9, SPL-1, SPL-2, BRD-11, SKL-24."""
    spells = ["stride-between", "moths-strings", "shared-ember"]
    ammurel = hero("ammurel", "a1", spells=spells)
    match = bench(ammurel, *red("b2"))
    play(match, "2", {"kind": "cast", "who": "ammurel", "spell": "stride-between", "zone": "a4"})
    assert (gems_of(match, "ammurel")["cards"], of(match, "ammurel")["at"]) == ({"stride-between": 4}, "a4")

    def strings(*path: str) -> dict[str, object]:
        return {"kind": "cast", "who": "ammurel", "spell": "moths-strings", "target": "red-1", "path": list(path)}

    match = bench(ammurel, *red("b2"))
    assert refused(match, "2", strings("b1", "c1")) == ("BRD-8", "liquid")
    play(match, "2", strings("a2", "a3"))
    assert (gems_of(match, "ammurel")["cards"], of(match, "red-1")["at"]) == ({"moths-strings": 2}, "a3")
    match = bench(ammurel, hero("bolgan", "b2"), *red("b2"))
    play(match, "2", strings("b1"))
    assert of(match, "red-1")["at"] == "b1"
    ember = {"kind": "cast", "who": "ammurel", "spell": "shared-ember", "target": "bolgan"}
    match = bench(hero("ammurel", "a1", spells=spells, gems=gems(3)), hero("bolgan", "b2", gems=gems(4)))
    play(match, "2", ember)
    assert (gems_of(match, "ammurel")["reserve"], gems_of(match, "bolgan")["reserve"]) == (0, 5)
    match = bench(hero("ammurel", "a1", spells=spells, gems=gems(2)), hero("bolgan", "b2", gems=gems(4)))
    assert refused(match, "2", ember)[1] == "not-enough-gems"


CREW = [{"id": f"crew-{n}", "tile": "crew", "unit": "gull-crew", "at": "b1", "life": 1} for n in (1, 2)]


def test_32_allies() -> None:
    """ALY-2 to ALY-6."""
    tamsin = hero("tamsin", "a1", gems=gems(5))
    match = bench(tamsin, *red("b2"), allies=CREW, dice=[1, 1])
    command = {"kind": "command", "who": "tamsin", "ally": "crew-1"}
    play(match, "2", command)
    assert (gems_of(match, "tamsin")["fatigue"], asked(match)) == (1, {"2": "ally-act"})
    play(match, "2", move("crew-1", "b2"), attack("crew-1", "red-1"))
    assert [die["die"] for die in events(match, "rolled")[0]["dice"]] == ["orange", "yellow"]
    settle(match)
    play(match, "2", END)
    assert refused(match, "2", command) == ("ALY-2", "already-activated")
    cautious = hero("tamsin", "a1", gems=gems(5), stance="cautious")
    match = bench(cautious, *red("b1"), allies=CREW, dice=[6, 5, 3, 1], **active("red"))
    play(match, "1", attack("red-1", "crew-2"))
    play(match, "2", {"kind": "guard", "gems": 2, "payer": "tamsin"})
    assert events(match, "defended")[0]["total"] == 2
    assert gems_of(match, "tamsin")["fatigue"] == 2
    match = bench(cautious, hero("nessa", "a1"), allies=CREW)
    assert refused(match, "2", command) == ("HRO-5", "cautious")
