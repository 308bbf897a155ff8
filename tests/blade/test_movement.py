"""The board, crowds, hindering, movement, falls and the skills of movement, clause by clause."""

from __future__ import annotations

import pytest

from tests.blade.table import (
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems,
    gems_of,
    hero,
    legal,
    move,
    of,
    play,
    red,
    refused,
    settle,
    why,
)

# ---- pieces, links, zones --------------------------------------------------------------------------------------------


def test_doors_are_opened_and_closed_from_beside_them() -> None:
    """BRD-12, MNP-3, MNP-9: each way by a gem, a locked one by its key, and only from where it stands."""
    door = {"kind": "door", "who": "nessa", "door": "bench-door", "to": "open"}
    assert refused(bench(hero("nessa", "b2")), "2", door) == ("BRD-12", "not-here")
    match = bench(hero("nessa", "a3"))
    assert refused(match, "2", {**door, "to": "closed"}) == ("BRD-12", "door-state")
    assert refused(match, "2", {**door, "gems": 2}) == ("MNP-2", "bad-shape")
    assert refused(match, "2", {**door, "to": "unlocked", "gems": 1}) == ("BRD-12", "door-state")
    play(match, "2", door)
    assert refused(match, "2", door) == ("BRD-12", "door-state")
    play(match, "2", {**door, "to": "closed"})
    assert (match.view("2")["doors"]["bench-door"], gems_of(match, "nessa")["boxes"]) == ("closed", {"manipulation": 2})
    ledger = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}}
    unlock = {"kind": "door", "who": "nessa", "door": "strong-door", "to": "unlocked", "item": "leather"}
    match = bench(hero("nessa", "hall-east", items=["leather", "strong-key"]), **ledger)
    assert refused(match, "2", {**unlock, "gems": 1}) == ("BRD-12", "wrong-key")
    play(match, "2", {**unlock, "item": "strong-key"})
    assert (match.view("2")["doors"]["strong-door"], events(match, "rolled")) == ("open", [])


def test_zones_that_share_a_border_are_adjacent() -> None:
    """BRD-2: a corner is not enough; a wall along the whole of it changes nothing."""
    match = bench(hero("hrodvar", "b2"))
    for corner in ("a1", "a3", "c3"):
        assert refused(match, "2", move("hrodvar", corner)) == ("STP-1", "not-adjacent")
    assert refused(match, "2", move("hrodvar", "b3")) == ("BRD-4", "impassable")
    board = match.state.board
    assert (board.adjacent("b2", "b3"), board.adjacent("b2", "c3")) == (True, False)
    assert board.neighbours["b2"] == ("a2", "b1", "b3", "c2")


def test_a_crossing_uses_the_cheapest_piece() -> None:
    """BRD-3, BRD-5: rails and stairs stand on one border; a wall of stone is crossed by nobody."""
    match = play(bench(hero("hrodvar", "b3")), "2", move("hrodvar", "b4"))
    assert [part["by"] for part in events(match, "moved")[0]["parts"] if part["clause"] == "STP-2"] == ["stairs"]
    assert refused(bench(hero("hrodvar", "b2")), "2", move("hrodvar", "b3")) == ("BRD-4", "impassable")


def test_links_join_zones_besides_their_borders() -> None:
    """BRD-6, FAL-4, FAL-1: a drop is one way down, costs a point and hindering, and makes its character fall."""
    match = bench(hero("ammurel", "b4"), dice=[3])
    play(match, "2", move("ammurel", "c4", via=["bench-drop"]))
    settle(match)
    assert (of(match, "ammurel")["at"], events(match, "fell")[0]["count"]) == ("c4", 1)
    assert events(match, "moved")[0]["points"] == 1
    clause, code, _ = why(bench(hero("ammurel", "c4")), "2", move("ammurel", "b4", via=["bench-drop"]))
    assert (clause, code) == ("SKL-26", "needs-skill")


def test_a_drop_is_hindered_and_a_climb_is_no_fall() -> None:
    """FAL-4, BRD-6."""
    match = bench(hero("ammurel", "b4"), *red("b4", 2), dice=[1])
    settle(play(match, "2", move("ammurel", "c4", via=["bench-drop"])))
    assert (events(match, "moved")[0]["points"], events(match, "fell")[0]["count"]) == (3, 0)
    climber = hero("hrodvar", "b4", items=[])
    match = play(bench(climber), "2", move("hrodvar", "c4", via=["bench-climb"]))
    assert (events(match, "moved")[0]["points"], events(match, "fell")) == (2, [])


def test_difficult_zones_and_rubble_cost_their_surcharge() -> None:
    """BRD-9, TOK-2, TOK-3."""
    rubble = [{"kind": "rubble", "zone": "b2"}]
    match = play(bench(hero("hrodvar", "b1"), tokens=rubble), "2", move("hrodvar", "b2"))
    parts = events(match, "moved")[0]["parts"]
    assert [(part["clause"], part["value"]) for part in parts] == [("STP-1", 1), ("BRD-9", 1)]


def test_a_barricade_bars_the_way_and_not_the_sight() -> None:
    """TOK-3, BRD-15."""
    barricade = [{"kind": "barricade", "border": ["b1", "b2"]}]
    match = bench(hero("hrodvar", "b1"), tokens=barricade)
    assert refused(match, "2", move("hrodvar", "b2")) == ("BRD-4", "impassable")
    assert match.query("2", "sight", {"a": "b1", "b": "b2"})["visible"]


def test_a_barricade_is_struck_down_from_either_zone() -> None:
    """TOK-3: three life points, passive defence 1, in melee alone; bare hands lose two as ever (MEL-5)."""
    barricade = [{"kind": "barricade", "border": ["b1", "b2"]}]
    far = bench(hero("hrodvar", "a1"), tokens=barricade)
    assert refused(far, "2", attack("hrodvar", "barricade:b1/b2", 1, "great-axe")) == ("TOK-3", "not-in-melee")
    match = bench(hero("hrodvar", "b1"), *red("b2"), tokens=barricade, dice=[3, 3, 6, 6], book=3)
    assert refused(match, "2", attack("hrodvar", "barricade:b1/b2", 1, "great-axe", mode="ranged"))[0] == "TOK-3"
    assert refused(match, "2", attack("hrodvar", "barricade:a1/a2", 1, "great-axe"))[1] == "unknown-target"
    choice = {"kind": "attack", "who": "hrodvar", "mode": "melee"}
    assert "barricade:b1/b2" in match.choices("2", choice)["keys"]["target"]
    settle(play(match, "2", attack("hrodvar", "barricade:b1/b2", 1, "great-axe")))
    assert match.view("1")["tokens"][0]["life"] == 2
    assert gems_of(match, "hrodvar")["boxes"] == {"melee": 1}
    assert asked(match) == {"2": "act"}  # nobody guards it
    settle(play(match, "2", attack("hrodvar", "barricade:b1/b2", 1, "great-axe")))
    assert match.view("1")["tokens"] == []
    assert legal(match, "2", move("hrodvar", "b2"))
    bare = bench(hero("hrodvar", "b1"), tokens=barricade, dice=[5, 5])
    settle(play(bare, "2", attack("hrodvar", "barricade:b1/b2", 2)))
    assert bare.view("1")["tokens"][0]["life"] == 2
    tile = bench(hero("hrodvar", "c1"), *red("b2"), tokens=barricade, dice=[6, 6], **active("red"))
    settle(play(tile, "1", attack("red-1", "barricade:b1/b2")))
    assert tile.view("1")["tokens"] == []
    assert refused(tile, "1", attack("red-1", "hrodvar"))[1] == "already-attacked"


def test_flames_wound_whoever_enters_or_ends_a_turn_there() -> None:
    """TOK-3, FAL-2: as a fall does: no defence."""
    flames = [{"kind": "flames", "zone": "b2"}]
    match = bench(hero("ammurel", "b1"), tokens=flames, dice=[5, 3])
    settle(play(match, "2", move("ammurel", "b2")))
    assert gems_of(match, "ammurel")["wounds"] == 2
    play(match, "2", {"kind": "done"})
    assert [row["why"] for row in events(match, "rolled")] == ["fall", "fall"]


def test_a_figure_opens_a_closed_door_as_it_crosses() -> None:
    """BRD-13: for a surcharge of 1; a hero does not, and nobody crosses one that is locked."""
    match = bench(hero("hrodvar", "c1"), *red("a3"), **active("red"))
    play(match, "1", move("red-1", "b3"))
    assert (events(match, "moved")[0]["points"], match.view("2")["doors"]["bench-door"]) == (2, "open")
    assert refused(bench(hero("hrodvar", "a3")), "2", move("hrodvar", "b3")) == ("BRD-4", "impassable")
    match = bench(hero("hrodvar", "c1"), *red("b3"), **active("red"))
    assert refused(match, "1", move("red-1", "c3")) == ("BRD-4", "impassable")


def test_a_secret_door_is_found_by_heroes_and_known_to_figures() -> None:
    """BRD-14, MNP-7: a complex manipulation of 2; until then it is a wall for heroes."""
    where = {"scenario": "coil", "options": {"players": 2}}
    match = bench(hero("ammurel", "shrine-north"), dice=[5, 3], **where)
    assert refused(match, "2", move("ammurel", "crawl")) == ("BRD-4", "impassable")
    door = {"kind": "door", "who": "ammurel", "door": "secret-west", "to": "open"}
    assert refused(match, "2", door) == ("BRD-14", "door-state")
    search = {"kind": "search-door", "who": "ammurel", "border": ["crawl", "shrine-north"], "gems": 2}
    settle(play(match, "2", search))
    view = match.view("2")
    assert (view["doors"]["secret-west"], view["found"]) == ("open", ["secret-west"])
    match = bench(hero("ammurel", "stair"), *red("shrine-north"), book=3, **where, **active("red"))
    play(match, "1", move("red-1", "crawl"))
    assert match.view("2")["doors"]["secret-west"] == "open"


def test_exits_are_left_for_a_point_and_hindering() -> None:
    """BRD-16, WND-10: who left alive is not dead."""
    where = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}}
    match = bench(hero("tamsin", "barge"), hero("nessa", "quay-2"), *red("quay-3"), **where)
    assert refused(match, "2", {"kind": "leave", "who": "nessa"}) == ("BRD-16", "not-an-exit")
    play(match, "2", {"kind": "leave", "who": "tamsin"})
    assert (of(match, "tamsin")["left"], of(match, "tamsin")["dead"], events(match, "left")[0]["base"]) == (
        True,
        False,
        1,
    )
    assert of(match, "nessa")["recovery"]["aggressive"] == 2


def test_who_is_afloat_only_steps_out() -> None:
    """BRD-8, SKL-28: at one point more; a swimmer does everything there, and pays as much."""
    match = bench(hero("hrodvar", "c1"), *red("c1"))
    assert refused(match, "2", attack("hrodvar", "red-1", 1, "great-axe")) == ("BRD-8", "afloat")
    match = play(bench(hero("hrodvar", "c1")), "2", move("hrodvar", "b1"))
    assert events(match, "moved")[0]["points"] == 2
    match = bench(hero("tamsin", "b1"), *red("c1"))
    play(match, "2", move("tamsin", "c1"))
    assert legal(match, "2", attack("tamsin", "red-1", 1, "cutlass"))
    assert refused(bench(hero("hrodvar", "b1")), "2", move("hrodvar", "c1")) == ("BRD-8", "liquid")


# ---- crowds ----------------------------------------------------------------------------------------------------------


def test_a_zone_is_crowded_for_a_size() -> None:
    """CRW-1, CRW-2, CRW-6, STP-10: room 2 is enough for a hero, not for a large monster; objects take none."""
    match = bench(hero("hrodvar", "b1"), *red("b2", 4), ground={"b2": ["mail", "scale"]})
    assert legal(match, "2", move("hrodvar", "b2"))
    gurth = figure("g-1", "gurth", "a2", 5)
    match = bench(hero("hrodvar", "b1"), *red("b2", 4), gurth, **active("g"))
    assert refused(match, "1", move("g-1", "b2")) == ("CRW-3", "crowded")


def test_a_crowded_zone_is_struck_from_outside_across_a_curtain() -> None:
    """CRW-4."""
    match = bench(hero("hrodvar", "a3"), *red("a2", 6))
    assert legal(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    match = bench(hero("hrodvar", "a3"), *red("a2", 5))
    assert refused(match, "2", attack("hrodvar", "red-1", 1, "great-axe")) == ("MEL-1", "not-in-melee")


def test_what_does_not_fit_is_put_beside() -> None:
    """CRW-7, EVT-6: the Overlord picks among the adjacent zones with room that can be entered."""
    where = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}, "side": "overlord", "step": "act"}
    full = [figure(f"g-{n}", "dock-bravo", "yard-south") for n in range(1, 7)]
    dead = figure("red-1", "dock-bravo", None, dead=True)
    match = bench(
        hero("nessa", "alley-north"), *full, dead, book=9, river=[{"tile": "event"}, {"tile": "red"}], **where
    )
    play(match, "1", {"kind": "activate", "tile": "event"}, {"kind": "event", "event": "reinforcement"})
    play(match, "1", {"kind": "reinforce", "figures": [{"tile": "red", "zone": "yard-south"}]})
    assert [row["command"]["zone"] for row in match.decisions["1"]["options"]] == ["yard-north", "quay-4"]
    play(match, "1", {"kind": "place", "zone": "quay-4"})
    assert of(match, "red-1")["at"] == "quay-4"


def test_nobody_is_dragged_into_a_crowd() -> None:
    """CRW-8, SKL-3: who is seized from outside stays where it is; with room it is brought in."""
    reaching = {"q": {"unit": "well-serpent", "total": 1, "profile": {"skills": ["constriction", "reach"], "size": 3}}}
    for crowd, at, seized in ((3, "b1", {}), (2, "b2", {"seized": "q-1"})):
        match = bench(
            hero("hrodvar", "b1", items=[]), figure("q-1", "well-serpent", "b2", 10), *red("b2", crowd),
            tiles=reaching, dice=[4, 1, 1], **active("q"),
        )  # fmt: skip
        play(match, "1", attack("q-1", "hrodvar"))
        play(match, "2", {"kind": "guard", "gems": 0})
        assert (of(match, "hrodvar")["at"], of(match, "hrodvar")["marks"]) == (at, seized)


# ---- sight -----------------------------------------------------------------------------------------------------------


def test_sight_holds_both_ways_and_characters_do_not_cut_it() -> None:
    """SEE-3, SEE-4, VAR-1: with the option a crowded zone on the way does."""
    for option, seen in ((False, True), (True, False)):
        options = {"players": 2, "crowds_block_sight": option}
        match = bench(hero("hrodvar", "a1"), *red("b1", 6), options=options)
        assert match.query("2", "sight", {"a": "a1", "b": "c1"})["visible"] is seen
        assert match.query("2", "sight", {"a": "c1", "b": "a1"})["visible"] is seen


def test_levels_and_brinks() -> None:
    """BRD-7, SEE-5: only the brink looks down."""
    match = bench(hero("hrodvar", "c4"))
    sights = {zone: match.query("2", "sight", {"a": "c4", "b": zone}) for zone in ("b4", "a4")}
    assert [(it["visible"], it["clause"]) for it in sights.values()] == [(True, "SEE-1"), (False, "SEE-5")]


# ---- movement --------------------------------------------------------------------------------------------------------


def test_base_movement_may_be_spread_and_the_first_extra_point_forfeits_it() -> None:
    """STP-3, STP-4, STP-6, STP-9: free points in several steps; then each point is a gem."""
    match = bench(hero("nessa", "b1"))
    play(match, "2", move("nessa", "b2"), move("nessa", "b1"))
    assert (of(match, "nessa")["base"]["left"], gems_of(match, "nessa")["boxes"]) == (1, {})
    play(match, "2", move("nessa", "b2", "b1"))
    assert (of(match, "nessa")["base"]["over"], gems_of(match, "nessa")["boxes"]) == (True, {"movement": 1})


def test_own_acts_interrupt_a_movement_that_has_begun() -> None:
    """STP-5, HRO-8: one not begun stays whole; dropping does not interrupt."""
    match = bench(hero("nessa", "b1"), *red("b1"), dice=[1, 1, 1])
    settle(play(match, "2", attack("nessa", "red-1", 1, "curved-knife")))
    assert of(match, "nessa")["base"] == {"most": 3, "used": 0, "left": 3, "over": False}
    match = bench(hero("nessa", "b2"), *red("b1"), dice=[1, 1, 1])
    play(match, "2", move("nessa", "b1"), {"kind": "drop", "who": "nessa", "item": "leather"})
    assert of(match, "nessa")["base"]["left"] == 2
    settle(play(match, "2", attack("nessa", "red-1", 1, "curved-knife")))
    assert of(match, "nessa")["base"]["over"]


def test_load_slows_base_movement_alone() -> None:
    """STP-8, LOD-3."""
    match = bench(hero("hrodvar", "b1", items=["great-axe", "mail"]))
    assert of(match, "hrodvar")["base"]["most"] == 1
    play(match, "2", move("hrodvar", "b2", "b1", "b2", "b1", "b2"))
    assert gems_of(match, "hrodvar")["boxes"] == {"movement": 4}
    assert why(match, "2", move("hrodvar", "b1"))[:2] == ("GEM-3", "exertion")


def test_a_path_is_walked_step_by_step() -> None:
    """STP-12, STP-1: what a step sets off is settled before the next; a dead character walks no further."""
    flames = [{"kind": "flames", "zone": "b2"}]
    match = bench(hero("ammurel", "b1", gems=gems(1)), hero("nessa", "a1"), tokens=flames, dice=[5])
    play(match, "2", move("ammurel", "b2", "c2"))
    settle(match)
    assert of(match, "ammurel")["dead"]
    _, code, params = why(bench(hero("hrodvar", "a1")), "2", move("hrodvar", "a2", "c4"))
    assert (code, params["at"]) == ("not-adjacent", "c4")


def test_figures_and_allies_are_hindered_like_heroes() -> None:
    """HIN-6, HIN-5: in steps; melee is not hindered."""
    match = bench(hero("hrodvar", "b1"), hero("ammurel", "b1"), *red("b1"), book=1, **active("red"))
    play(match, "1", move("red-1", "a1"))
    assert events(match, "moved")[0]["points"] == 3
    match = bench(hero("hrodvar", "b1"), hero("ammurel", "b1"), *red("b1"), dice=[3, 4], **active("red"))
    play(match, "1", attack("red-1", "hrodvar"))
    assert (events(match, "reduced"), events(match, "damage")[0]["count"]) == ([], 2)


def test_who_counts_for_hindering() -> None:
    """HIN-8, HIN-7: also the intangible, the webbed and the cautious."""
    shade = figure("s-1", "shade", "b1")
    match = bench(hero("hrodvar", "b1"), shade, *red("b1", 2))
    assert of(match, "hrodvar")["hindering"] == 3
    match = bench(
        hero("hrodvar", "b1"), hero("ammurel", "b1", stance="cautious", marks={"webbed": True}), *red("b1", 2)
    )
    assert of(match, "hrodvar")["hindering"] == 1


# ---- skills of movement ----------------------------------------------------------------------------------------------


def test_a_wall_wrecker_makes_an_opening() -> None:
    """SKL-25: for a surcharge of 2; the piece is open for good; stone is never smashed."""
    gurth = figure("g-1", "gurth", "a3", 5)
    match = bench(hero("hrodvar", "c1"), gurth, book=4, **active("g"))
    play(match, "1", move("g-1", "a4"))
    assert (events(match, "moved")[0]["points"], match.view("2")["openings"]) == (3, ["a3/a4/0"])
    assert match.query("2", "sight", {"a": "a3", "b": "a4"})["by"] == []
    match = bench(hero("hrodvar", "c1"), figure("g-1", "gurth", "b2", 5), book=4, **active("g"))
    assert refused(match, "1", move("g-1", "b3")) == ("BRD-4", "impassable")


def test_a_web_holds_until_four_points_are_spent() -> None:
    """SKL-29, STP-11: in place of an attack, three orange dice; no wound; base and extra mixed."""
    spider = figure("s-1", "lace-spider", "a1", 3)
    match = bench(hero("zhirel", "b2", items=[]), spider, dice=[5, 5, 1], **active("s"))
    play(match, "1", {"kind": "web", "who": "s-1", "target": "zhirel"})
    play(match, "2", {"kind": "guard", "gems": 0})
    assert [die["die"] for die in events(match, "rolled")[0]["dice"]] == ["orange"] * 3
    assert (of(match, "zhirel")["marks"], gems_of(match, "zhirel")["wounds"]) == ({"webbed": True}, 0)
    assert refused(match, "1", attack("s-1", "zhirel")) == ("OVL-9", "already-attacked")
    match = bench(hero("zhirel", "b2", marks={"webbed": True}), *red("b2", 2))
    assert refused(match, "2", move("zhirel", "b1")) == ("STP-11", "webbed")
    free = {"kind": "break-free", "who": "zhirel"}
    play(match, "2", free)
    assert (of(match, "zhirel")["marks"], gems_of(match, "zhirel")["boxes"]) == ({}, {"movement": 1})
    assert refused(match, "2", free) == ("SKL-29", "not-now")
    play(match, "2", move("zhirel", "b1"))
    assert gems_of(match, "zhirel")["boxes"]["movement"] == 3, (
        "the base movement is spent, and Feline Grace takes one off"
    )
    swift = {"movement": {"base": 5, "limit": 5}}
    match = play(bench(hero("zhirel", "b2", items=[], marks={"webbed": True}, profile=swift)), "2", free)
    play(match, "2", move("zhirel", "b1", "a1"))
    assert gems_of(match, "zhirel")["boxes"] == {"movement": 1}, "one point of five was left"
    poor = bench(hero("zhirel", "b2", marks={"webbed": True}, gems=gems(0, fatigue=9)))
    assert refused(poor, "2", free)[1] == "not-enough-gems"


def test_who_webs_whom() -> None:
    """SKL-29: who has the skill, whom it sees, once in its attack's place; not through a defence."""
    spider = figure("s-1", "lace-spider", "a1", 3)
    web = {"kind": "web", "who": "s-1", "target": "zhirel"}
    assert refused(bench(hero("zhirel", "b2"), *red("a1"), **active("red")), "1", {**web, "who": "red-1"}) == (
        "SKL-29", "needs-skill",
    )  # fmt: skip
    assert refused(bench(hero("zhirel", "c4"), spider, **active("s")), "1", web) == ("SHT-1", "no-line-of-sight")
    match = bench(hero("zhirel", "b2", items=[]), spider, dice=[3, 3, 1, 6], **active("s"))
    play(match, "1", web)
    settle(play(match, "2", {"kind": "guard", "gems": 1}))
    assert of(match, "zhirel")["marks"] == {}
    assert refused(match, "1", web) == ("OVL-9", "already-attacked")


def test_a_leap_that_fails_may_end_elsewhere() -> None:
    """SKL-30, BRD-8: into the water, afloat."""
    where = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}}
    match = bench(hero("hrodvar", "quay-3"), dice=[1], **where)
    settle(play(match, "2", move("hrodvar", "barge", via=["gunwale"])))
    assert (of(match, "hrodvar")["at"], of(match, "hrodvar")["marks"]) == ("water-east", {"afloat": True})


def test_feline_grace() -> None:
    """SKL-31, SKL-8: one less for each step; rolls are hindered as usual, those of a sharpshooter that are no shots."""
    match = play(bench(hero("zhirel", "b1"), *red("b1", 3)), "2", move("zhirel", "b2"))
    assert events(match, "moved")[0]["points"] == 3
    match = bench(hero("zhirel", "b1"), *red("b1", 3), objects={"o": {"kind": "chest", "at": "b1"}}, dice=[6, 6])
    settle(play(match, "2", {"kind": "handle", "who": "zhirel", "object": "o", "gems": 1}))
    assert events(match, "reduced")[0]["by"] == 2


def test_the_intangible_cross_what_others_cannot() -> None:
    """SKL-32: for one point; levels bind them, and crowds stop them."""
    match = bench(hero("hrodvar", "c1"), figure("s-1", "shade", "a2"), **active("s"))
    play(match, "1", move("s-1", "a3"))
    assert events(match, "moved")[0]["points"] == 1
    match = bench(hero("hrodvar", "c1"), figure("s-1", "shade", "a3"), **active("s"))
    assert refused(match, "1", move("s-1", "a4"))[1] == "impassable"
    match = bench(hero("hrodvar", "b3"), hero("nessa", "b3"), figure("s-1", "shade", "b2"), **active("s"))
    play(match, "1", move("s-1", "b3", "b2"))
    assert [row["points"] for row in events(match, "moved")] == [1, 1]


def test_flyers_ignore_the_ground() -> None:
    """SKL-33, BRD-10, FAL-5, CRW-3: over water, walls without roof and crowds; they do not end there."""
    bat = figure("b-1", "carrion-bat", "b1")
    match = bench(hero("hrodvar", "a1"), bat, *red("b2", 6), **active("b"))
    assert refused(match, "1", move("b-1", "c1")) == ("BRD-8", "liquid")
    assert refused(match, "1", move("b-1", "b2")) == ("CRW-3", "crowded")
    play(match, "1", move("b-1", "c1", "c2"))
    match = bench(hero("hrodvar", "a1"), figure("b-1", "carrion-bat", "b2"), *red("b3", 6), **active("b"))
    play(match, "1", move("b-1", "b3", "b4"))
    assert events(match, "moved")[-1]["points"] == 1
    match = bench(hero("hrodvar", "c1"), figure("b-1", "carrion-bat", "a2"), **active("b"))
    assert events(play(match, "1", move("b-1", "a3")), "moved")[0]["points"] == 2, "the roof makes it use the curtain"


@pytest.mark.parametrize(("skills", "wounds"), [([], 3), ([{"id": "leap"}], 2), ([{"id": "climb"}], 2)])
def test_falls_are_softened_by_skill(skills: list[dict[str, str]], wounds: int) -> None:
    """FAL-5, FAL-3: and who is carried falls as well."""
    nessa = hero("nessa", "c2", profile={"skills": skills}, items=["captive"])
    where = {"scenario": "reeds", "options": {"players": 2, "heroes": 2}}
    match = bench({**nessa, "at": "tower"}, dice=[6, 5], **where)
    settle(play(match, "2", move("nessa", "tower-foot", via=["tower-drop"])))
    assert (events(match, "fell")[0]["count"], events(match, "fell")[0]["with_persons"]) == (wounds, ["captive"])


def test_a_blocker_holds_and_an_elusive_passes() -> None:
    """SKL-24, SKL-27."""
    blocker = figure("w-1", "bulwark", "b2")
    assert refused(bench(hero("hrodvar", "b2"), blocker), "2", move("hrodvar", "b1")) == ("SKL-24", "blocked")
    assert legal(bench(hero("nessa", "b2"), blocker), "2", move("nessa", "b1"))
    match = play(bench(hero("nessa", "b2"), *red("b2", 3)), "2", move("nessa", "b1"))
    assert events(match, "moved")[0]["points"] == 1
