"""Manipulation, objects, spells and allies, clause by clause."""

from __future__ import annotations

from rules.kernel import Json
from tests.blade.table import (
    DONE,
    END,
    END_TURN,
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
    move,
    of,
    play,
    red,
    refused,
    settle,
)

# ---- manipulation and objects ----------------------------------------------------------------------------------------


def test_simple_manipulations() -> None:
    """MNP-1, MNP-2, MNP-3, MNP-4, MNP-5, MNP-6, VAR-4, ITM-1: a gem each; the other player agrees."""
    match = bench(hero("hrodvar", "b1"), hero("nessa", "b1"), options={"players": 3}, ground={"b1": ["draught"]},
                  seats={"2": ["hrodvar"], "3": ["nessa"]})  # fmt: skip
    play(match, "2", {"kind": "take", "who": "hrodvar", "item": "draught"})
    assert (gems_of(match, "hrodvar")["boxes"], events(match, "rolled")) == ({"manipulation": 1}, [])
    give = {"kind": "give", "who": "hrodvar", "item": "draught", "to": "nessa"}
    play(match, "2", give)
    assert asked(match) == {"3": "consent"}
    play(match, "3", {"kind": "consent", "agree": False})
    assert gems_of(match, "hrodvar")["boxes"] == {"manipulation": 1}
    play(match, "3", {"kind": "receive", "who": "nessa", "item": "draught", "from": "hrodvar"})
    play(match, "2", {"kind": "consent", "agree": True})
    assert (of(match, "nessa")["items"][-1], gems_of(match, "nessa")["boxes"]) == ("draught", {"manipulation": 1})
    trusting = bench(hero("hrodvar", "b1"), hero("nessa", "b1"), options={"players": 3, "consent": "trust"},
                     seats={"2": ["hrodvar"], "3": ["nessa"]})  # fmt: skip
    play(trusting, "2", {"kind": "give", "who": "hrodvar", "item": "leather", "to": "nessa"})
    assert "leather-2" in of(trusting, "nessa")["items"] or len(of(trusting, "nessa")["items"]) == 3


def test_what_the_scenario_names_is_simple_and_needs_its_item() -> None:
    """MNP-3: a gem and no roll; not without what the object takes, carried or lying there."""
    boat = {"kind": "boat", "at": "b2", "how": "simple", "needs_item": "captive", "spends_item": True, "stays": True}
    handle = {"kind": "handle", "who": "hrodvar", "object": "boat"}
    match = bench(hero("hrodvar", "b2"), objects={"boat": boat}, ground={"b1": ["captive"]})
    assert refused(match, "2", handle) == ("MNP-3", "needs-item")
    bearer = play(bench(hero("hrodvar", "b2", items=["captive"]), objects={"boat": boat}), "2", handle)
    assert of(bearer, "hrodvar")["items"] == []
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), objects={"boat": boat}, ground={"b2": ["captive"]})
    assert refused(match, "2", {**handle, "gems": 2}) == ("MNP-2", "bad-shape")
    play(match, "2", handle)
    assert (gems_of(match, "hrodvar")["boxes"], events(match, "rolled")) == ({"manipulation": 1}, [])
    assert "captive" not in ground(match).get("b2", [])
    assert refused(match, "2", handle) == ("MNP-3", "needs-item")


def test_a_lock_is_picked_by_a_roll() -> None:
    """MNP-9: complex, difficulty 2 for a door and a chest that say nothing else; hindered as such."""
    pick = {"kind": "door", "who": "hrodvar", "door": "bench-gate", "to": "unlocked", "gems": 1}
    for number, state in ((5, "locked"), (6, "open")):
        match = settle(play(bench(hero("hrodvar", "b3", gems=gems(1, fatigue=9)), dice=[number]), "2", pick))
        assert (match.view("2")["doors"]["bench-gate"], left(match)) == (state, [])
        assert gems_of(match, "hrodvar")["boxes"] == {"manipulation": 1}
    short = play(bench(hero("hrodvar", "b3", gems=gems(2, fatigue=9)), dice=[5]), "2", pick)
    assert (events(short, "tried"), asked(short)) == ([], {"2": "reroll"}), (
        "one success is not enough to be kept unasked"
    )
    hindered = bench(hero("hrodvar", "b3", gems=gems(1, fatigue=9)), *red("b3"), dice=[6])
    play(hindered, "2", pick)
    assert events(hindered, "tried")[0]["success"] is False
    chest = {"chest": {"kind": "chest", "at": "b2", "lock": True, "contents": ["draught"]}}
    handle = {"kind": "handle", "who": "hrodvar", "object": "chest", "gems": 1}
    for number, taken in ((5, False), (6, True)):
        match = bench(hero("hrodvar", "b2", gems=gems(1, fatigue=9)), objects=chest, dice=[number])
        settle(play(match, "2", handle))
        assert (events(match, "tried")[0]["success"], asked(match) == {"2": "loot"}) == (taken, taken)
    assert refused(bench(hero("hrodvar", "b2"), objects=chest), "2", {**handle, "gems": 0})[1] == "too-few-gems"


def test_what_is_handled_is_here_and_counts_against_the_limit() -> None:
    """MNP-1, GEM-3: simple or complex; what is gone is handled no more."""
    things = {"lamp": {"kind": "lamp", "at": "b2", "how": "complex", "difficulty": 1},
              "boat": {"kind": "boat", "at": "b2", "how": "simple"}}  # fmt: skip
    complex_ = {"kind": "handle", "who": "hrodvar", "object": "lamp", "gems": 2}
    simple = {"kind": "handle", "who": "hrodvar", "object": "boat"}
    for command in (complex_, simple):
        assert refused(bench(hero("hrodvar", "b1"), objects=things), "2", command) == ("MNP-1", "not-here")
        full = bench(hero("hrodvar", "b2", gems=gems(5, boxes={"manipulation": 3})), objects=things)
        assert refused(full, "2", command) == ("GEM-3", "exertion")
    match = bench(hero("hrodvar", "b2"), objects=things, dice=[6, 6])
    settle(play(match, "2", complex_))
    assert refused(match, "2", {**complex_, "gems": 1}) == ("MNP-1", "not-here")
    assert gems_of(match, "hrodvar")["boxes"] == {"manipulation": 2}
    play(match, "2", simple)
    assert gems_of(match, "hrodvar")["boxes"] == {"manipulation": 3}


def test_complex_manipulations_need_their_difficulty() -> None:
    """MNP-7, MNP-8, SKL-16, HIN-4: declared before the roll; concentration is not hindered."""
    lamp = {"lamp": {"kind": "lamp", "at": "b2", "how": "complex", "difficulty": 2}}
    handle = {"kind": "handle", "who": "ammurel", "object": "lamp", "gems": 1}
    match = bench(hero("ammurel", "b2", gems=gems(1, fatigue=9)), *red("b2", 2), objects=lamp, dice=[5])
    play(match, "2", handle)
    assert events(match, "tried")[0] == {**events(match, "tried")[0], "total": 2, "success": True}
    match = bench(hero("ammurel", "b2", gems=gems(1, fatigue=9)), objects=lamp, dice=[3])
    play(match, "2", handle)
    assert (events(match, "tried")[0]["success"], match.view("2")["objects"]["lamp"]["gone"]) == (False, False)


def test_a_chest_is_looted_and_load_counted_at_the_end() -> None:
    """MNP-10, MNP-11, LOD-1, LOD-4, ITM-12."""
    chest = {"c": {"kind": "chest", "at": "b2", "lock": False, "contents": ["captive", "draught"]}}
    match = bench(hero("nessa", "b2", items=["crossbow", "curved-knife"]), objects=chest, dice=[5, 5])
    settle(play(match, "2", {"kind": "handle", "who": "nessa", "object": "c", "gems": 1}))
    assert refused(match, "2", {"kind": "loot", "take": ["captive"]}) == ("LOD-1", "too-heavy")
    play(match, "2", {"kind": "loot", "take": ["captive"], "drop": ["crossbow"]})
    assert (of(match, "nessa")["items"], ground(match)) == (
        ["curved-knife", "captive"],
        {"b2": ["crossbow", "draught"]},
    )


def test_throwing_and_catching() -> None:
    """MNP-12, MNP-13, MNP-15, MNP-3: an aggressive hero where it lands may catch it for a gem."""
    match = bench(hero("nessa", "b1", items=["draught"]), hero("hrodvar", "b2"), dice=[4])
    settle(play(match, "2", {"kind": "throw", "who": "nessa", "item": "draught", "zone": "b2", "gems": 1}))
    assert asked(match) == {"2": "catch"}
    play(match, "2", {"kind": "catch", "by": "hrodvar"})
    assert (of(match, "hrodvar")["items"][-1], gems_of(match, "hrodvar")["boxes"]) == ("draught", {"manipulation": 1})
    play(match, "2", {"kind": "drop", "who": "hrodvar", "item": "draught"})
    assert ground(match) == {"b2": ["draught"]}


def test_an_orb_that_is_dropped_goes_off() -> None:
    """ITM-9, ITM-8, ITM-2: for nothing, in the own zone; a dead hero's lies still (WND-6)."""
    match = bench(hero("hrodvar", "b2", items=["fire-flask", "scale"]), *red("b2"), dice=[6, 6, 1])
    play(match, "2", {"kind": "drop", "who": "hrodvar", "item": "fire-flask"})
    settle(match)
    assert (of(match, "red-1")["dead"], ground(match), gems_of(match, "hrodvar")["boxes"]) == (True, {}, {})


def test_figures_handle_nothing() -> None:
    """ITM-13, LOD-5, ALY-7, ITM-11, ITM-6."""
    match = bench(hero("hrodvar", "c1"), *red("b2"), ground={"b2": ["draught"]}, **active("red"))
    assert refused(match, "1", {"kind": "take", "who": "red-1", "item": "draught"})[1] in ("not-now", "bad-shape")


# ---- spells ----------------------------------------------------------------------------------------------------------


def cast(spell: str, **more: object) -> Json:
    return {"kind": "cast", "who": "ammurel", "spell": spell, **more}


def test_who_casts_what() -> None:
    """SPC-1, SPC-2, SPC-3, SPC-5, SKL-23, LOD-2: a spellcaster, a spell of its own, its cost and limit."""
    match = bench(hero("ammurel", "a3", spells=["leaden-limbs", "cinder-lash"]), *red("b1"))
    assert refused(match, "2", cast("sky-fall", zone="a3")) == ("SPC-1", "unknown-spell")
    assert refused(match, "2", cast("cinder-lash", target="red-1")) == ("SPC-5", "no-line-of-sight")
    heavy = hero("ammurel", "b1", items=["scale"], spells=["cinder-lash"])
    assert refused(bench(heavy, *red("b1")), "2", cast("cinder-lash", target="red-1")) == ("SPC-1", "not-a-caster")


def test_a_bolt_and_a_draining_bite() -> None:
    """SPL-6, SPL-8, SPC-6, SEQ-11: defended like a shot, never riposted; the bite first moves a gem of a hero."""
    match = bench(hero("ammurel", "b1", spells=["cinder-lash"]), *red("b2"), dice=[5, 3])
    settle(play(match, "2", cast("cinder-lash", target="red-1")))
    assert (of(match, "red-1")["dead"], gems_of(match, "ammurel")["cards"]) == (True, {"cinder-lash": 2})
    tiles = {"v": {"unit": "vaskra", "life": 9, "total": 1, "spells": ["coils-kiss"]}}
    match = bench(
        hero("tamsin", "b2"), figure("v-1", "vaskra", "b1", 9), tiles=tiles, book=3, dice=[3, 3, 1], **active("v")
    )
    play(match, "1", {"kind": "cast", "who": "v-1", "spell": "coils-kiss", "target": "tamsin"})
    settle(match)
    assert (gems_of(match, "tamsin")["wounds"], gems_of(match, "tamsin")["reserve"]) == (2, 9)
    assert events(match, "struck-back") == []


def test_healing_by_a_die() -> None:
    """SPL-3."""
    healer = hero("ammurel", "b1", spells=["lamps-mercy"], gems=gems(2, fatigue=8))
    match = bench(healer, hero("nessa", "b1", gems=gems(7, wounds=3)),
                  dice=[5])  # fmt: skip
    play(match, "2", cast("lamps-mercy", target="nessa"))
    assert (gems_of(match, "nessa")["wounds"], gems_of(match, "nessa")["reserve"]) == (1, 9)


def test_a_held_character_does_not_move_and_a_held_blocker_does_not_block() -> None:
    """SPL-7, STP-11, BAS-10: in its next activation; from the casting on."""
    match = bench(
        hero("ammurel", "b1", spells=["leaden-limbs"]),
        hero("hrodvar", "b2"),
        figure("w-1", "bulwark", "b2"),
        *red("b1"),
        book=3,
    )
    assert refused(match, "2", move("hrodvar", "a2")) == ("SKL-24", "blocked")
    play(match, "2", cast("leaden-limbs", target="w-1"), move("hrodvar", "a2"))
    play(match, "2", cast("leaden-limbs", target="red-1"), DONE)
    play(match, "1", {"kind": "activate", "tile": "red"})
    assert refused(match, "1", move("red-1", "a1")) == ("STP-11", "held")
    play(match, "1", END)
    assert of(match, "red-1")["marks"] == {}


def test_a_storm_strikes_a_zone_in_sight() -> None:
    """SPL-10, ARE-1."""
    match = bench(hero("ammurel", "b1", spells=["sky-fall"], gems=gems(3, fatigue=7)), *red("c2"), dice=[6, 6])
    play(match, "2", cast("sky-fall", zone="c2"))
    assert of(match, "red-1")["dead"]
    far = bench(hero("ammurel", "b1", spells=["sky-fall"]), *red("a3"))
    assert refused(far, "2", cast("sky-fall", zone="a3")) == ("SPC-5", "no-line-of-sight")


def test_gems_are_given_to_another_hero_in_sight() -> None:
    """SPL-2: two where there are two; not to oneself, not to a figure, not behind a corner."""
    ember = {"kind": "cast", "who": "ammurel", "spell": "shared-ember"}
    giver = hero("ammurel", "a1", spells=["shared-ember"], gems=gems(6))
    match = bench(giver, hero("bolgan", "b2", gems=gems(4)), hero("nessa", "c4"), *red("b2"))
    for target in ("ammurel", "red-1"):
        assert refused(match, "2", {**ember, "target": target}) == ("SPL-2", "unknown-target")
    assert refused(match, "2", {**ember, "target": "nessa"}) == ("SPC-5", "no-line-of-sight")
    play(match, "2", {**ember, "target": "bolgan"})
    assert (gems_of(match, "ammurel")["reserve"], gems_of(match, "bolgan")["reserve"]) == (2, 6)


def test_no_figure_gives_a_hero_its_gems() -> None:
    """SPL-2: from one hero's reserve to another's, even where a pack gives a tile the spell."""
    sedge = figure("sedge-1", "mother-sedge", "b1", 5)
    tiles = {"sedge": {"unit": "mother-sedge", "total": 1, "spells": ["shared-ember"]}}
    match = bench(hero("nessa", "b1"), sedge, book=9, tiles=tiles, **active("sedge"))
    gift = {"kind": "cast", "who": "sedge-1", "spell": "shared-ember", "target": "nessa"}
    assert refused(match, "1", gift) == ("SPL-2", "not-a-caster")


def test_halos_end_with_the_skill() -> None:
    """SPL-5, SPC-8, SPC-4, BAS-11: a reaction at any quiet moment of the own turn; lost by load."""
    weary = hero("ammurel", "b1", stance="cautious", spells=["scaled-ward"])
    match = bench(weary, hero("nessa", "b1", items=["scale"]))
    play(match, "2", cast("scaled-ward"))
    assert of(match, "ammurel")["marks"] == {"halo": [1]}
    assert refused(match, "2", cast("scaled-ward"))[1] in ("already-on", "card-limit")
    play(match, "2", {"kind": "give", "who": "nessa", "item": "scale", "to": "ammurel"})
    assert of(match, "ammurel")["marks"] == {}


# ---- allies ----------------------------------------------------------------------------------------------------------

CREW = [{"id": f"crew-{n}", "tile": "crew", "unit": "gull-crew", "at": "b1", "life": 1} for n in (1, 2)]


def test_allies_move_then_attack() -> None:
    """ALY-1, ALY-3, ALY-4, ALY-6, SKL-15: attacking first forfeits the movement; extra points cost gems."""
    match = bench(hero("tamsin", "a1"), *red("b1"), allies=CREW, dice=[1, 1])
    play(
        match,
        "2",
        {"kind": "command", "who": "tamsin", "ally": "crew-1"},
        attack("crew-1", "red-1"),
        move("crew-1", "b2"),
    )
    assert gems_of(match, "tamsin")["fatigue"] == 2
    assert refused(match, "2", attack("crew-1", "red-1")) == ("ALY-3", "already-attacked")
    play(match, "2", move("crew-1", "c2"))
    assert refused(match, "2", move("crew-1", "c2"))[1] in ("extra-limit", "not-adjacent")
    leaderless = bench(hero("nessa", "a1"), allies=CREW)
    command = {"kind": "command", "who": "nessa", "ally": "crew-1"}
    assert refused(leaderless, "2", command) == ("ALY-1", "needs-skill")


def test_a_leader_commands_an_ally_once_a_turn() -> None:
    """ALY-2: for a gem that is there; no hero, no foe; while one acts the others do not; in the next turn again."""
    match = bench(hero("tamsin", "a1", gems=gems(4)), hero("nessa", "a1"), *red("b1"), allies=CREW)
    command = {"kind": "command", "who": "tamsin", "ally": "crew-1"}
    for other in ("nessa", "red-1"):
        assert refused(match, "2", {**command, "ally": other}) == ("ALY-1", "not-an-ally")
    assert refused(match, "2", {**command, "who": "nessa"}) == ("ALY-1", "needs-skill")
    play(match, "2", command)
    assert (gems_of(match, "tamsin")["reserve"], gems_of(match, "tamsin")["fatigue"]) == (3, 1)
    assert refused(match, "2", move("crew-2", "b2")) == ("ALY-2", "not-active")
    play(match, "2", END, {**command, "ally": "crew-2"}, END)
    assert refused(match, "2", command) == ("ALY-2", "already-activated")
    play(match, "2", DONE)
    play(match, "1", END_TURN)
    play(match, "2", {"kind": "stances", "stances": {"tamsin": "aggressive", "nessa": "cautious"}}, command)
    assert asked(match) == {"2": "ally-act"}
    poor = bench(hero("tamsin", "a1", gems=gems(0, fatigue=5)), allies=CREW)
    assert refused(poor, "2", command) == ("GEM-2", "not-enough-gems")


def test_the_activation_of_an_ally_is_the_one_it_is_commanded_to() -> None:
    """BAS-10, ALY-2: a hold on it lasts for that one."""
    held = [{**row, "marks": {"held": "next"}} for row in CREW]
    match = bench(hero("tamsin", "a1"), allies=held)
    play(match, "2", {"kind": "command", "who": "tamsin", "ally": "crew-1"})
    assert refused(match, "2", move("crew-1", "b2")) == ("STP-11", "held")
    play(match, "2", END)
    assert (of(match, "crew-1")["marks"], of(match, "crew-2")["marks"]) == ({}, {"held": "next"})


def test_allies_guard_like_figures() -> None:
    """ALY-5: an orange die for each gem, besides a passive defence that is no die; the payer is a leader."""
    match = bench(hero("tamsin", "a1"), hero("nessa", "a1"), *red("b1"), allies=CREW, dice=[6, 6, 3, 4],
                  **active("red"))  # fmt: skip
    play(match, "1", attack("red-1", "crew-2"))
    assert asked(match) == {"2": "guard"}
    assert refused(match, "2", {"kind": "guard", "gems": 1, "payer": "nessa"}) == ("ALY-6", "not-a-payer")
    assert refused(match, "2", {"kind": "guard", "gems": 1, "item": "main-gauche"})[1] == "no-parry"
    play(match, "2", {"kind": "guard", "gems": 2, "payer": "tamsin"})
    assert [die["die"] for die in events(match, "rolled")[-1]["dice"]] == ["orange", "orange"]
    assert [(it["clause"], it["value"]) for it in events(match, "defended")[0]["parts"]] == [("GRD-2", 1), ("GRD-1", 2)]
    assert left(match) == []


def test_a_leader_pays_for_an_allys_rerolls() -> None:
    """ALY-6: straight to fatigue, without a limit, a cautious leader too; no other hero."""
    cautious = hero("tamsin", "a1", gems=gems(5), stance="cautious")
    match = bench(cautious, hero("nessa", "a1"), *red("b1"), allies=CREW, dice=[6, 6, 1, 1, 5, 6], **active("red"))
    instruct = {"kind": "instruct", "about": "reroll", "answer": "ask", "who": "allies"}
    play(match, "2", instruct)
    play(match, "1", attack("red-1", "crew-2"))
    play(match, "2", {"kind": "guard", "gems": 2, "payer": "tamsin"})
    assert asked(match) == {"2": "reroll"}
    by_gem = {"kind": "reroll", "with": "gem", "payer": "tamsin"}
    assert refused(match, "2", {**by_gem, "die": 0, "payer": "nessa"}) == ("DIE-8", "not-a-payer")
    play(match, "2", {**by_gem, "die": 0}, {**by_gem, "die": 1})
    tamsin = gems_of(match, "tamsin")
    assert (tamsin["reserve"], tamsin["fatigue"], tamsin["boxes"]) == (1, 4, {})
    assert left(match) == []
    orders = {"1": [{"about": "reroll", "answer": "ask"}]}
    match = bench(hero("nessa", "b1"), *red("b1"), dice=[1, 1, 1], book=2, orders=orders, **active("red"))
    play(match, "1", attack("red-1", "nessa"), {"kind": "reroll", "die": 0, "with": "gem"})
    assert match.view("1")["book"]["boxes"] == {"reroll": 1}, "the Overlord's own lie on the Book"


def test_a_limit_of_the_leaders_own_sheet_does_not_bind_allies() -> None:
    """ALY-6: a reroll box that is full, of the leader's own rerolls, is no bar; any leader may pay."""
    strict = {"reroll": {"limit": 1}}
    leader = hero("nessa", "a1", profile={"skills": [{"id": "leadership"}]}, gems=gems(5))
    cast = [hero("tamsin", "a1", gems=gems(5, boxes={"reroll": 1}), profile=strict, stance="cautious"), leader]
    match = bench(*cast, *red("b1"), allies=CREW, dice=[6, 6, 1, 1, 2, 6], **active("red"))
    play(match, "2", {"kind": "instruct", "about": "reroll", "answer": "ask", "who": "allies"})
    play(match, "1", attack("red-1", "crew-2"))
    play(match, "2", {"kind": "guard", "gems": 2, "payer": "nessa"})
    by_gem = {"kind": "reroll", "with": "gem", "payer": "tamsin"}
    play(match, "2", {**by_gem, "die": 0}, {**by_gem, "die": 1})
    assert (gems_of(match, "nessa")["fatigue"], gems_of(match, "nessa")["boxes"]) == (2, {})
    assert (gems_of(match, "tamsin")["fatigue"], gems_of(match, "tamsin")["boxes"]) == (2, {"reroll": 1})
    alone = bench(hero("hrodvar", "b1", gems=gems(5), profile=strict, items=[]), *red("b1"), dice=[6, 6, 1, 1, 1],
                  **active("red"))  # fmt: skip
    play(alone, "1", attack("red-1", "hrodvar"))
    play(alone, "2", {"kind": "guard", "gems": 2}, {"kind": "reroll", "with": "gem", "die": 0})
    assert asked(alone) == {"1": "tile-act"}


def test_allies_without_a_leader_only_defend_passively() -> None:
    """ALY-8."""
    match = bench(hero("nessa", "a1"), *red("b1"), allies=CREW, dice=[6, 6], **active("red"))
    play(match, "1", attack("red-1", "crew-1"))
    assert (asked(match), of(match, "crew-1")["dead"]) == ({"1": "tile-act"}, True)
