"""Dice, gems, wounds, attacks and defence, and the skills of both, clause by clause."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from rules.blade.measure import extra_limit, fixed_defence
from rules.blade.packs.schema import Lowered
from rules.kernel import Json
from tests.blade.table import (
    KEEP,
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems,
    gems_of,
    hero,
    left,
    legal,
    move,
    of,
    play,
    red,
    refused,
    settle,
)

NONE: Json = {"kind": "guard", "gems": 0}


def unit(id: str, at: str, life: int = 1, **profile: Any) -> tuple[Json, Json]:
    """A figure whose tile has other figures than a bravo's, and the tile."""
    tile = id.rpartition("-")[0]
    return figure(id, "dock-bravo", at, life), {tile: {"unit": "dock-bravo", "total": 1, "profile": profile}}


# ---- dice ------------------------------------------------------------------------------------------------------------


def test_a_pot_is_thrown_at_once_and_rerolled_one_by_one() -> None:
    """DIE-1, DIE-2, DIE-4, DIE-8, DIE-10: its player alone; the new result replaces the old, even a better one."""
    match = bench(hero("hrodvar", "b2"), hero("nessa", "b1"), figure("red-1", "dock-bravo", "b2", 4), dice=[5, 1, 1, 2],
                  seats={"2": ["hrodvar"], "3": ["nessa"]}, options={"players": 3})  # fmt: skip
    play(match, "2", attack("hrodvar", "red-1", 2, "great-axe"))
    assert (asked(match), len(events(match, "rolled"))) == ({"2": "reroll"}, 1)
    assert refused(match, "3", {"kind": "reroll", "die": 0, "with": "gem"})[1] == "not-your-turn"
    assert refused(match, "2", {"kind": "reroll", "die": 9, "with": "gem"}) == ("DIE-4", "not-a-choice")
    play(match, "2", {"kind": "reroll", "die": 0, "with": "arrow"}, KEEP)
    assert (events(match, "rerolled")[0]["total"], events(match, "damage")[0]["count"]) == (1, 1)


def test_rolls_that_decide_nothing_stand() -> None:
    """DIE-4, GRD-9: nobody is asked for a reroll of a blow that cannot get past fixed defence, or that kills whatever
    is paid; where what is left goes on to another (SKL-4), each success counts."""
    stout, tile = unit("stout-1", "b2", 1, passive=9)
    match = bench(hero("nessa", "b2"), stout, tiles=tile, dice=[6, 6])
    play(match, "2", attack("nessa", "stout-1", 1, "curved-knife"))
    assert (asked(match), events(match, "wounded")) == ({"2": "act"}, [])
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[3, 3])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    assert (asked(match), of(match, "red-1")["dead"]) == ({"2": "act"}, True)
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), dice=[3, 3])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    assert asked(match) == {"2": "reroll"}
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[3, 3], book=2)
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    assert asked(match) == {"2": "reroll"}


def test_a_blow_that_kills_unguarded_stands_unless_its_player_has_ordered_otherwise() -> None:
    """VAR-5, DIE-7: where only a gem could better it."""
    for orders, question in ({}, {"1": "guard"}), ({"2": [{"about": "reroll", "answer": "ask"}]}, {"2": "reroll"}):
        match = bench(hero("tamsin", "b2"), *red("b2"), dice=[6, 3], book=2, orders=orders)
        play(match, "2", attack("tamsin", "red-1", 1, "cutlass"))
        assert asked(match) == question
    match = bench(hero("tamsin", "b2"), *red("b2"), dice=[3, 1], book=2)
    play(match, "2", attack("tamsin", "red-1", 1, "cutlass"))
    assert asked(match) == {"2": "reroll"}


def test_support_rerolls_any_die_once() -> None:
    """DIE-6, DIE-4, SKL-21, DIE-9: also one already rerolled, for each supporter, one after the other; it does not help
    itself."""
    drummer = figure("d-1", "war-drummer", "b2")
    match = bench(hero("hrodvar", "b2", items=[]), *red("b2"), drummer, dice=[1, 1, 6], **active("red"),
                  orders={"1": [{"about": "reroll", "answer": "ask"}]})  # fmt: skip
    play(match, "1", attack("red-1", "hrodvar"))
    assert match.asked["1"].params["support"] == 1
    play(match, "1", {"kind": "reroll", "die": 0, "with": "support"})
    assert asked(match) == {"2": "guard"}
    two = [drummer, figure("d-2", "war-drummer", "b2")]
    match = bench(hero("hrodvar", "b2", items=[]), *red("b2"), *two, dice=[1, 1, 1, 6], **active("red"),
                  orders={"1": [{"about": "reroll", "answer": "ask"}]})  # fmt: skip
    play(match, "1", attack("red-1", "hrodvar"))
    for left_over in (1, 0):
        play(match, "1", {"kind": "reroll", "die": 0, "with": "support"})
        assert not left_over or (asked(match), match.asked["1"].params["support"]) == ({"1": "reroll"}, 1)
    match = bench(hero("hrodvar", "b2", items=[]), drummer, dice=[1], **active("d"))
    play(match, "1", attack("d-1", "hrodvar"))
    assert events(match, "rolled")[0]["support"] == 0


def test_a_paid_reroll_forfeits_the_free_ones() -> None:
    """DIE-7, DIE-3."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[1, 1, 1])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"), {"kind": "reroll", "die": 0, "with": "gem"})
    assert refused(match, "2", {"kind": "reroll", "die": 1, "with": "arrow"}) == ("DIE-7", "no-reroll")


def test_jinx_forbids_rerolls() -> None:
    """SKL-19."""
    sedge = figure("s-1", "mother-sedge", "b2", 5)
    match = bench(hero("hrodvar", "b2"), *red("b2"), sedge, dice=[1, 1])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    assert (events(match, "rerolled"), asked(match)) == ([], {"2": "act"})


# ---- gems and wounds -------------------------------------------------------------------------------------------------


def test_what_is_not_in_the_reserve_cannot_be_spent() -> None:
    """GEM-2, GEM-4: guard and reroll have no limit; a blow has, and needs its gems."""
    match = bench(hero("hrodvar", "b2", gems=gems(1, fatigue=6)), *red("b2"))
    assert refused(match, "2", attack("hrodvar", "red-1", 2, "great-axe"))[1] == "not-enough-gems"
    assert of(match, "hrodvar")["limits"] == {
        "melee": 5, "ranged": 3, "guard": None, "movement": 4, "manipulation": 3, "reroll": None,
    }  # fmt: skip


def test_horror_binds_every_box_but_guard_and_reroll() -> None:
    """SKL-20, GEM-4: two at most, a lower limit stays; of a figure the extra movement; gems already beyond stay."""
    sheet = {"ranged": {"die": "orange", "limit": None}, "manipulation": {"die": "yellow", "limit": 1}}
    scared = hero("hrodvar", "b2", items=[], profile=sheet, gems=gems(9, boxes={"melee": 3}))
    match = bench(scared, figure("g-1", "gurth", "b2", 5))
    assert of(match, "hrodvar")["limits"] == {
        "melee": 2, "ranged": 2, "guard": None, "movement": 2, "manipulation": 1, "reroll": None,
    }  # fmt: skip
    assert gems_of(match, "hrodvar")["boxes"] == {"melee": 3}
    assert refused(match, "2", move("hrodvar", "b1", "a1", "a2", "a3")) == ("SKL-20", "exertion")
    for skills, most in (([{"id": "horror"}], 2), ([], 4)):
        match = bench(hero("hrodvar", "b2", profile={"skills": skills}), figure("m-1", "mastiff", "b2"))
        assert extra_limit(match.state, match.state.figures[0]) == most


def test_healing_is_bounded() -> None:
    """WND-8, WND-9, ITM-7, GEM-8: wounds first, then owed, then fatigue; a card is discarded."""
    hurt = gems(5, fatigue=3, wounds=1)
    match = bench(hero("nessa", "b2", items=["draught"], gems=hurt), hero("bolgan", "a1"))
    play(match, "2", {"kind": "use", "who": "nessa", "item": "draught"})
    nessa = gems_of(match, "nessa")
    assert (nessa["wounds"], nessa["fatigue"], nessa["reserve"], of(match, "nessa")["items"]) == (0, 2, 7, [])
    match = bench(hero("nessa", "b2", items=["draught"], gems=gems(5, wounds=1, owed=1, boxes={"melee": 2})))
    play(match, "2", {"kind": "use", "who": "nessa", "item": "draught"})
    assert (gems_of(match, "nessa")["wounds"], gems_of(match, "nessa")["owed"]) == (0, 0)
    full = bench(hero("nessa", "b2", items=["draught"]))
    assert refused(full, "2", {"kind": "use", "who": "nessa", "item": "draught"}) == ("ITM-7", "nothing-to-heal")
    assert refused(bench(hero("nessa", "b2")), "2", {"kind": "use", "who": "nessa", "item": "leather"}) == (
        "ITM-2",
        "no-use",
    )


def test_damage_less_defence_is_wounds() -> None:
    """WND-1, GRD-1, WND-7: a figure of more life loses one for each."""
    vance = figure("v-1", "orlo-vance", "b2", 6)
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), vance, dice=[6, 6, 1], options={"players": 2})
    settle(play(match, "2", attack("hrodvar", "v-1", 1, "great-axe")))
    assert (events(match, "damage")[0]["count"], of(match, "v-1")["life"]) == (6, 2)


# ---- attacks ---------------------------------------------------------------------------------------------------------


def test_declaring_an_attack() -> None:
    """SEQ-1, SEQ-12, MEL-1, MEL-3, MEL-4: what is declared is paid; one weapon; again within the limit."""
    match = bench(
        hero("hrodvar", "b2", items=["great-axe", "cutlass"]), hero("nessa", "b2"), *red("b2", 2), dice=[1, 1, 1, 1]
    )
    blow = attack("hrodvar", "red-1", 1, "great-axe")
    assert refused(match, "2", {**blow, "gems": 0}) == ("GEM-2", "too-few-gems")
    assert refused(match, "2", {**blow, "target": "nessa"}) == ("SEQ-12", "not-adversary")
    assert refused(match, "2", {**blow, "target": "nobody"}) == ("SEQ-1", "unknown-target")
    assert refused(match, "2", attack("hrodvar", "red-1", 1, "great-axe", "cutlass")) == ("MEL-3", "bad-weapons")
    assert refused(match, "2", attack("hrodvar", "red-1", 1, "spear")) == ("ITM-1", "bad-weapons")
    settle(play(match, "2", blow))
    settle(play(match, "2", attack("hrodvar", "red-2", 1, "great-axe")))
    assert gems_of(match, "hrodvar")["boxes"]["melee"] == 2


def test_one_weapon_or_none() -> None:
    """MEL-3, MEL-5, SKL-2: not three for those who may use two; bare hands are offered."""
    three = ["cutlass", "main-gauche", "knife"]
    match = bench(hero("tamsin", "b2", items=three), *red("b2"), dice=[6])
    assert refused(match, "2", attack("tamsin", "red-1", 1, *three)) == ("MEL-3", "bad-weapons")
    arms = {tuple(row["items"]) for row in match.commands("2") if row["kind"] == "attack"}
    assert arms == {("cutlass",), ("main-gauche",), ("knife",), (), *combinations(three, 2)}
    settle(play(match, "2", attack("tamsin", "red-1", 1)))
    assert [die["from"] for die in events(match, "rolled")[0]["dice"]] == ["gems"]


def test_only_adversaries_are_attacked_but_areas_hit_all() -> None:
    """SEQ-12: by a spell, by what is left of a circular strike."""
    bolt = {"kind": "cast", "who": "ammurel", "spell": "cinder-lash", "target": "nessa"}
    match = bench(hero("ammurel", "b1", spells=["cinder-lash", "sky-fall"]), hero("nessa", "b2"), *red("b2"),
                  dice=[6, 6, 1, 1])  # fmt: skip
    assert refused(match, "2", bolt) == ("SEQ-12", "not-adversary")
    settle(play(match, "2", {"kind": "cast", "who": "ammurel", "spell": "sky-fall", "zone": "b2"}))
    assert {row["who"] for row in events(match, "defended")} == {"nessa", "red-1"}
    circle = bench(hero("hrodvar", "b2", items=["great-axe"]), hero("nessa", "b2"), *red("b2", 3), dice=[6] * 5)
    settle(play(circle, "2", attack("hrodvar", "red-1", 1, "great-axe")))
    named = {row["command"]["target"] for row in circle.decisions["2"]["options"]}
    assert (asked(circle), named - {None}) == ({"2": "next-target"}, {"red-2", "red-3"})


def test_shots_need_a_weapon_and_a_line() -> None:
    """SHT-1, SHT-2, SHT-4, ITM-3: any distance; figures need dice for it."""
    match = bench(hero("zhirel", "a1"), *red("c4"), figure("blue-1", "tally-guard", "c2"))
    assert legal(match, "2", attack("zhirel", "blue-1", 1, "horn-bow", mode="ranged"))
    assert refused(match, "2", attack("zhirel", "red-1", 1, "horn-bow", mode="ranged")) == ("SHT-1", "no-line-of-sight")
    assert refused(match, "2", attack("zhirel", "blue-1", 1, mode="ranged")) == ("SHT-2", "no-weapon")
    match = bench(hero("zhirel", "b2"), *red("b2"), **active("red"))
    assert refused(match, "1", attack("red-1", "zhirel", mode="ranged")) == ("SHT-4", "no-dice")


def test_shots_are_hindered_and_sharpshooters_not() -> None:
    """SHT-5, SKL-8, MEL-8, SHT-3: nor do they mind protection."""
    for id, hindered in (("nessa", 2), ("zhirel", 0)):
        match = bench(hero(id, "b2", items=["horn-bow"]), *red("b2", 2), dice=[4, 4, 4])
        settle(play(match, "2", attack(id, "red-1", 2, "horn-bow", mode="ranged")))
        assert sum(row["by"] for row in events(match, "reduced")) == hindered
    protected = [figure("v-1", "vaskra", "b1", 9), figure("a-1", "coil-acolyte", "b1")]
    match = bench(hero("zhirel", "b2"), *protected)
    assert legal(match, "2", attack("zhirel", "v-1", 1, "horn-bow", mode="ranged"))
    near = bench(hero("zhirel", "b1", items=["knife"]), *protected)
    assert refused(near, "2", attack("zhirel", "v-1", 1, "knife")) == ("SKL-13", "protected")


def test_the_steps_of_an_attack() -> None:
    """SEQ-2, SEQ-3, SEQ-4, SEQ-6, SEQ-7, SEQ-8, SEQ-9, SEQ-11: in this order, told as they come."""
    cast = [figure("a-1", "coil-acolyte", "b2"), figure("s-1", "tomb-sentinel", "b2")]
    match = bench(hero("hrodvar", "b2"), *cast, dice=[6, 6, 1], book=3)
    play(match, "2", attack("hrodvar", "s-1", 1, "great-axe"))
    assert asked(match) == {"1": "sacrifice"}
    assert events(match, "rolled") == []
    play(match, "1", {"kind": "sacrifice", "by": None})
    assert asked(match) == {"1": "guard"}
    play(match, "1", {"kind": "guard", "gems": 1})
    kinds = [row["kind"] for row in match.view("2")["log"] if row["kind"] in ORDERED]
    assert kinds == ["declared", "rolled", "damage", "guarded", "rolled", "defended", "wounded", "died", "tile-died"]


def test_a_circular_strike_takes_a_weapon_for_two_hands() -> None:
    """SKL-4: with a lighter one the damage left over goes to nobody."""
    for weapon, asks in (("short-sword", {"2": "act"}), ("great-axe", {"2": "next-target"})):
        match = bench(hero("hrodvar", "b2", items=[weapon]), *red("b2", 2), dice=[6] * 5)
        settle(play(match, "2", attack("hrodvar", "red-1", 1, weapon)))
        assert (of(match, "red-1")["dead"], asked(match)) == (True, asks)


def test_armour_alone_is_a_roll_as_well() -> None:
    """DIE-9, GRD-3: passive dice without a guard may be rerolled for a gem."""
    match = bench(hero("hrodvar", "b2", gems=gems(3)), *red("b2"), dice=[6, 6, 1, 6], **active("red"))
    play(match, "1", attack("red-1", "hrodvar"))
    play(match, "2", NONE)
    assert asked(match) == {"2": "reroll"}
    play(match, "2", {"kind": "reroll", "die": 0, "with": "gem"})
    assert gems_of(match, "hrodvar")["boxes"] == {"reroll": 1}
    assert left(match) == []


def test_survivors_of_a_circular_strike_riposte() -> None:
    """SEQ-11: whoever was a target and lives, once all wounds have been dealt; the dead do not."""
    cast = [figure("v-1", "orlo-vance", "b2", 15), figure("w-1", "orlo-vance", "b2", 1)]
    match = bench(hero("hrodvar", "b2", gems=gems(8), items=["great-axe"]), *cast, dice=[6, 6, 6, 6])
    settle(play(match, "2", attack("hrodvar", "w-1", 2, "great-axe")))
    assert (of(match, "w-1")["dead"], events(match, "struck-back")) == (True, [])
    settle(play(match, "2", {"kind": "next-target", "target": "v-1"}))
    kinds_told = ("died", "circled", "wounded", "struck-back")
    kinds = [row["kind"] for row in match.view("2")["log"] if row["kind"] in kinds_told]
    assert kinds == ["wounded", "died", "circled", "wounded", "struck-back", "wounded"]
    assert [(row["by"], row["target"]) for row in events(match, "struck-back")] == [("v-1", "hrodvar")]
    assert left(match) == []


def test_who_strikes_back() -> None:
    """SEQ-11, SKL-7: a survivor of a melee attack that has the skill and reaches an attacker nobody protects."""
    vance = figure("v-1", "orlo-vance", "b2", 15)
    blow = attack("hrodvar", "v-1", 1, "great-axe")
    match = settle(play(bench(hero("hrodvar", "b2", items=["great-axe"]), vance, dice=[1, 1, 1]), "2", blow))
    assert len(events(match, "struck-back")) == 1
    shot = attack("zhirel", "v-1", 1, "horn-bow", mode="ranged")
    match = settle(play(bench(hero("zhirel", "b2", items=["horn-bow"]), vance, dice=[1, 1]), "2", shot))
    assert events(match, "struck-back") == []
    for who, at, target in (("reed-spear", "b2", "tamsin"), ("vaskra", "b1", "tamsin"), ("dock-bravo", "b1", "nessa")):
        foes = [figure("f-1", who, at, 5), figure("a-1", "coil-acolyte", "b1")]
        match = bench(hero(target, "b1"), *foes, dice=[1] * 9, **active("f"))
        settle(play(match, "1", attack("f-1", target)))
        assert (len(events(match, "rolled")), events(match, "struck-back")) == (1, []), who


def test_the_roll_of_a_riposte_stands_unless_its_player_has_ordered_otherwise() -> None:
    """VAR-5, SKL-7: it strikes unasked, too."""
    for orders, question in ({}, {"2": "guard"}), ({"1": [{"about": "reroll", "answer": "ask"}]}, {"1": "reroll"}):
        vance = figure("v-1", "orlo-vance", "b2", 15)
        match = bench(hero("nessa", "b2"), vance, dice=[1, 1, 3], book=3, orders=orders)
        play(match, "2", attack("nessa", "v-1", 1, "curved-knife"), KEEP)
        assert asked(match) == question


ORDERED = ("declared", "rolled", "damage", "guarded", "defended", "wounded", "died", "tile-died", "struck-back")


def test_reach_strikes_one_zone_far() -> None:
    """SKL-1: across a piece marked so, that it sees; a curtain stops it."""
    spear = figure("r-1", "reed-spear", "b2")
    assert legal(bench(hero("hrodvar", "b1"), spear, **active("r")), "1", attack("r-1", "hrodvar"))
    match = bench(hero("hrodvar", "a3"), figure("r-1", "reed-spear", "a2"), **active("r"))
    assert refused(match, "1", attack("r-1", "hrodvar")) == ("MEL-1", "not-in-melee")


def test_two_weapons_at_once() -> None:
    """SKL-2, ITM-4, ITM-5: one-handed ones, with the dice of both."""
    match = bench(hero("tamsin", "b2", items=["cutlass", "main-gauche", "broad-sword"]), *red("b2"), dice=[1, 1, 1])
    assert refused(match, "2", attack("tamsin", "red-1", 1, "cutlass", "broad-sword")) == ("ITM-5", "bad-weapons")
    assert [id for id, item in match.state.pack.items.items() if item.two_handed] == [
        "great-axe",
        "broad-sword",
        "spear",
    ]
    match = bench(hero("tamsin", "b2"), *red("b2"), dice=[1, 1, 1])
    settle(play(match, "2", attack("tamsin", "red-1", 1, "cutlass", "main-gauche")))
    assert [die["from"] for die in events(match, "rolled")[0]["dice"]] == ["gems", "cutlass", "main-gauche"]


def test_precise_shot() -> None:
    """SKL-9: the first point of the defence is ignored."""
    match = bench(hero("zhirel", "b2"), *red("b1"), dice=[2, 1])
    settle(play(match, "2", attack("zhirel", "red-1", 1, "horn-bow", mode="ranged")))
    assert (events(match, "damage")[0]["count"], of(match, "red-1")["dead"]) == (1, True)


def test_a_last_blow() -> None:
    """SKL-6: three red dice right after dying, without rerolls."""
    knight = figure("k-1", "barrow-knight", "b2", 1)
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), knight, dice=[6, 6, 6, 2, 2, 1])
    settle(play(match, "2", attack("hrodvar", "k-1", 2, "great-axe")))
    assert asked(match) == {"1": "last-blow"}
    play(match, "1", {"kind": "last-blow", "target": "hrodvar"})
    assert asked(match) == {"2": "guard"}
    play(match, "2", NONE)
    assert (events(match, "damage")[-1]["count"], left(match)) == (2, [])


def test_fascination_shields_until_it_has_attacked() -> None:
    """SKL-18, VAR-3: hit or not; a riposte against it is asked for."""
    guest = figure("p-1", "pale-guest", "b2", 3)
    match = bench(hero("tamsin", "b2"), guest)
    assert refused(match, "2", attack("tamsin", "p-1", 1, "cutlass")) == ("SKL-18", "fascinating")
    match = bench(hero("tamsin", "b2"), guest, dice=[1, 1], **active("p"))
    play(match, "1", attack("p-1", "tamsin"))
    assert (of(match, "tamsin")["marks"], asked(match)) == ({"attacked_by": ["p-1"]}, {"2": "riposte"})


# ---- area attacks ----------------------------------------------------------------------------------------------------


def test_each_victim_of_an_area_attack_in_turn() -> None:
    """ARE-2, ARE-4, ARE-5: Sacrifice and bodyguard are offered as its turn comes; protection does not count."""
    storm = {"kind": "cast", "who": "ammurel", "spell": "sky-fall", "zone": "b2"}
    cast = [figure("a-1", "coil-acolyte", "b2"), figure("v-1", "vaskra", "b2", 9)]
    match = bench(hero("ammurel", "b1", spells=["sky-fall"]), *cast, dice=[5, 5])
    play(match, "2", storm, KEEP, {"kind": "order", "order": ["v-1", "a-1"]})
    assert asked(match) == {"1": "sacrifice"}
    play(match, "1", {"kind": "sacrifice", "by": "a-1"})
    assert (of(match, "a-1")["dead"], of(match, "v-1")["life"]) == (True, 9)
    assert [row["who"] for row in events(match, "defended")] == ["a-1"]


# ---- defence ---------------------------------------------------------------------------------------------------------


def test_a_guard_is_asked_only_where_it_matters() -> None:
    """GRD-9, GRD-2, GRD-4: not where fixed defence takes all."""
    strong, tiles = unit("g-1", "b2", passive=6)
    match = bench(hero("hrodvar", "b2"), strong, tiles=tiles, dice=[6, 6], book=9)
    play(match, "2", attack("hrodvar", "g-1", 1, "great-axe"))
    assert (asked(match), events(match, "defended")[0]["total"]) == ({"2": "act"}, 6)


def test_fixed_bonuses_add_up() -> None:
    """GRD-11, SPL-5, SKL-11: two halos and Untouchable; one armour counts (GRD-3)."""
    nessa = hero("nessa", "b2", items=["leather"], marks={"halo": [2, 1]})
    match = bench(nessa, figure("blue-1", "tally-guard", "a1"), dice=[6, 6], **active("blue"))
    play(match, "1", attack("blue-1", "nessa", mode="ranged"))
    assert events(match, "defended")[0]["parts"] == [
        {"clause": "SPL-4", "value": 2, "by": None}, {"clause": "SPL-4", "value": 1, "by": None},
        {"clause": "SKL-11", "value": 1, "by": None},
    ]  # fmt: skip
    two = bench(hero("bolgan", "b2", items=["mail", "leather"]))
    assert of(two, "bolgan")["passive"] == ["orange"]


def test_the_overlord_guards_in_anybodys_turn_and_heroes_too() -> None:
    """GRD-10, GRD-12, GRD-5: orange dice; a cautious hero guards against a riposte in the heroes' turn."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[6, 6, 5], book=3)
    settle_one = play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    play(settle_one, "1", {"kind": "guard", "gems": 1})
    assert [die["die"] for die in events(match, "rolled")[1]["dice"]] == ["orange"]
    vance = figure("v-1", "orlo-vance", "b2", 6)
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), vance, dice=[1, 1, 6])
    settle_two = play(match, "2", attack("hrodvar", "v-1", 1, "great-axe"), KEEP)
    assert asked(settle_two) == {"2": "guard"}


def test_a_weapon_may_lower_a_defence() -> None:
    """ITM-10."""
    match = bench(hero("hrodvar", "b2"), figure("k-1", "barrow-knight", "b2", 1))
    knife = match.state.pack.items["knife"].model_copy(update={"lowers": (Lowered(unit="barrow-knight", to=1),)})
    assert fixed_defence(match.state, "k-1") == [("GRD-2", 3)]
    assert fixed_defence(match.state, "k-1", weapons=[knife]) == [("ITM-10", 1)]


def test_a_spell_cast_in_reaction_may_spare_the_guard() -> None:
    """SEQ-6, SPC-4: offered also to a hero whose guard box is full; by the defender alone; where the halo takes all,
    nothing more is asked."""
    cast = {"kind": "cast", "who": "ammurel", "spell": "lamp-halo"}
    for sheet in ({"guard": {"die": "orange", "limit": 0}}, {}):
        weary = hero("ammurel", "b2", items=[], stance="cautious", spells=["lamp-halo"], profile=sheet)
        match = bench(weary, hero("nessa", "a1", spells=["lamp-halo"]), *red("b2"), dice=[4, 1], **active("red"))
        play(match, "1", attack("red-1", "ammurel"))
        assert asked(match) == {"2": "guard"}
        assert {row["command"]["kind"] for row in match.decisions["2"]["options"]} == {"guard", "cast"}
        assert refused(match, "2", {**cast, "who": "nessa"}) == ("SPC-4", "not-now")
        play(match, "2", cast)
        assert (asked(match), gems_of(match, "ammurel")["wounds"]) == ({"1": "tile-act"}, 0)


def test_a_bodyguard_figure_dodges() -> None:
    """SKL-10: for a friend, with orange dice and the Book's gems."""
    knight = figure("k-1", "barrow-knight", "b2", 3)
    match = bench(hero("hrodvar", "b2"), *red("b2"), knight, dice=[6, 1, 6], book=2)
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"), KEEP)
    assert asked(match) == {"1": "bodyguard"}
    play(match, "1", {"kind": "bodyguard", "by": "k-1"}, {"kind": "guard", "gems": 1})
    assert (of(match, "red-1")["dead"], events(match, "defended")[0]["total"]) == (False, 3)


def test_figures_attack_with_the_dice_of_their_tile_or_not_at_all() -> None:
    """MEL-7, SHT-4."""
    shot = bench(hero("hrodvar", "b1"), *red("b2"), **active("red"))
    assert refused(shot, "1", attack("red-1", "hrodvar", mode="ranged")) == ("SHT-4", "no-dice")
    bare = {"red": {"unit": "dock-bravo", "total": 1, "profile": {"melee": []}}}
    blow = bench(hero("hrodvar", "b2"), *red("b2"), tiles=bare, **active("red"))
    assert refused(blow, "1", attack("red-1", "hrodvar")) == ("MEL-7", "no-dice")
    assert refused(shot, "1", attack("red-1", "hrodvar", 1, "great-axe"))[0] == "MEL-7"
