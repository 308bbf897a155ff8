"""The actions of the base's places, what they cost and give, and what the hand, the tracks and the Hangar hold."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from rules.hybris import Match
from rules.hybris.flow.actions import WHERE
from rules.kernel import Json
from tests.hybris.table import asked, at, events, play, refused, sums


def acting(place: str, one: Json, who: str = "hero-1", **more: Any) -> Match:
    """A character of seat 1 that has arrived at a place."""
    characters = {who: {"at": place}, **one.pop("characters", {})}
    two = {"olympian": "hades", **more.pop("two", {})}
    if "characters" not in two:
        two["characters"] = {"hero-3": {"token": "olympus"}}
    seats = {"1": {"olympian": "zeus", **one, "characters": characters}, "2": two}
    return at({"turn": "1", "acting": f"1-{who}", "seats": seats, **more})


def mat(match: Match, seat: str = "1") -> Any:
    return match.position()["seats"][seat]


def test_convert() -> None:
    """OLY-1, RES-3, RES-7, PAY-3: the Prayers go to the Well."""
    match = acting("olympus", {"prayer": 4, "hand": [], "deck": ["gale"]})
    assert refused(match, "1", {"kind": "convert", "sparks": 2, "vp": 1}) == ("OLY-1", "too-many")
    assert refused(match, "1", {"kind": "convert"}) == ("OLY-1", "nothing-to-convert")
    play(match, ("1", {"kind": "convert", "sparks": 1, "vp": 1, "cards": 1, "faithful": 0}))
    assert (mat(match)["sparks"], mat(match)["vp"], mat(match)["hand"], match.state.well) == (1, 1, ["1-gale-1"], 4)
    poor = acting("olympus", {"prayer": 1})
    assert refused(poor, "1", {"kind": "convert", "sparks": 1}) == ("PAY-1", "too-few")


def test_every_mixture_of_prayers_is_offered_and_no_other() -> None:
    """OLY-1: a pair for each Spark, one for each of the others, up to four and as far as one has them."""
    for prayers, ways in ((6, 45), (3, 23)):
        match = acting("olympus", {"prayer": prayers})
        mixtures = [dict(zip(("sparks", "vp", "cards", "faithful"), row, strict=True))
                    for row in product(range(4), *(range(6) for _ in range(3)))]  # fmt: skip
        legal = [row for row in mixtures if match.check("1", {"kind": "convert", **row}) is None]
        offered = [row for row in match.commands("1", Random(1)) if row.pop("kind") == "convert"]
        assert len(legal) == len(offered) == ways
        assert all(row in legal for row in offered)
    prayed = acting("olympus", {"prayer": 3, "faithful": 0})
    play(prayed, ("1", {"kind": "convert", "sparks": 0, "vp": 0, "cards": 0, "faithful": 3}))
    assert (mat(prayed)["prayer"], mat(prayed)["faithful"]) == (0, 3)
    elsewhere = acting("forge", {"prayer": 3})
    assert refused(elsewhere, "1", {"kind": "convert", "sparks": 0, "vp": 1}) == ("ACT-3", "wrong-place")


def test_sparks_beyond_eight_are_not_gained() -> None:
    """RES-7, PAY-4."""
    match = acting("olympus", {"prayer": 4, "sparks": 1, "sparks_gained": 7})
    play(match, ("1", {"kind": "convert", "sparks": 2, "vp": 0, "cards": 0, "faithful": 0}))
    assert (mat(match)["sparks"], mat(match)["sparks_gained"]) == (2, 8)


def test_design() -> None:
    """OLY-2."""
    pile = {"open": ["tide-mill", "granary"], "pile": ["star-dial"]}
    match = acting("olympus", {}, technologies=pile)
    assert refused(match, "1", {"kind": "design", "technology": "pike-engine"}) == ("OLY-2", "not-open")
    play(match, ("1", {"kind": "design", "technology": "tide-mill"}))
    assert mat(match)["plans"] == ["tide-mill"]
    assert match.state.open_technologies == ("granary", "star-dial")
    full = acting("olympus", {"plans": ["pike-engine", "wind-organ"]}, technologies=pile)
    assert refused(full, "1", {"kind": "design", "technology": "granary"}) == ("OLY-2", "plan-limit")


def test_make() -> None:
    """FOR-1, PAY-6: a plan's Aegis, lowered by powers; with the last token on it, then without."""
    match = acting("forge", {"aegis": 3, "plans": ["siege-crab"], "supply": 0})
    play(match, ("1", {"kind": "make", "plan": "siege-crab"}))
    assert (mat(match)["aegis"], mat(match)["supply"]) == (0, 0)
    assert match.position()["factory"] == [{"card": "siege-crab", "seat": "1", "space": 1, "token": False}]
    cheap = acting("forge", {"olympian": "athena", "aegis": 2, "plans": ["siege-crab"]})
    play(cheap, ("1", {"kind": "make", "plan": "siege-crab"}))
    assert (mat(cheap)["aegis"], mat(cheap)["supply"]) == (0, 12)
    assert refused(acting("forge", {}), "1", {"kind": "make", "plan": "granary"}) == ("FOR-1", "not-yours")


def test_influence_and_a_temple() -> None:
    """MOR-1, RES-2, RES-5: the Faithful of the City pay for the Temple."""
    match = acting("corinth", {"faithful": 0})
    play(match, ("1", {"kind": "influence", "temple": True}))
    own = mat(match)
    assert (own["faithful"], own["temples"], own["vp"], own["goodness"]) == (0, ["corinth"], 1, 1)
    assert own["temples_left"] == 2
    assert refused(acting("athens", {"faithful": 0}), "1", {"kind": "influence", "temple": True})[1] == "too-few"
    refusing = acting("athens", {"temples": ["athens"], "faithful": 5})
    assert refused(refusing, "1", {"kind": "influence", "temple": True}) == ("MOR-1", "temple")


def test_a_temple_is_built_if_one_likes_and_one_is_left() -> None:
    """MOR-1: the Faithful are gained all the same, one more by Poseidon's power."""
    match = acting("athens", {"faithful": 5})
    play(match, ("1", {"kind": "influence", "temple": False}))
    assert (mat(match)["temples"], mat(match)["faithful"]) == ([], 5 + match.state.pack.cities["athens"].faithful)
    none = acting("athens", {"faithful": 5, "temples_left": 0})
    assert refused(none, "1", {"kind": "influence", "temple": True}) == ("MOR-1", "temple")
    sea = acting("athens", {"olympian": "poseidon", "faithful": 0})
    play(sea, ("1", {"kind": "influence", "temple": False}))
    assert mat(sea)["faithful"] == match.state.pack.cities["athens"].faithful + 1


ELSEWHERE: dict[str, Json] = {
    "convert": {"vp": 1}, "design": {"technology": "tide-mill"}, "make": {"plan": "granary"},
    "influence": {"temple": False}, "deploy": {"technology": "wind-organ"}, "perceive": {}, "fulfil": {"count": 1},
    "drain": {}, "resurrect": {"hero": "1-hero-2"}, "train": {},
    **{track: {"transfer": 0, "free": False, "steps": 0, "foreman": False} for track in ("explore", "defend")},
}  # fmt: skip


@pytest.mark.parametrize("action", ELSEWHERE)
def test_an_action_is_done_in_its_own_place(action: str) -> None:
    """LOC-1, ACT-3, OLY-1, OLY-2, FOR-1, MOR-1, MOR-2, ORA-1, MOI-1, UND-1, UND-2, COL-1, EXP-1, DEF-1: in no other,
    though all that it takes is there."""
    one = {"prayer": 4, "aegis": 9, "sparks": 3, "faithful": 3, "plans": ["granary"], "ready": ["wind-organ"],
           "characters": {"hero-2": {"at": "underworld", "prisoner": True}}}  # fmt: skip
    pile = {"open": ["tide-mill"], "pile": ["star-dial"]}
    for place in ("athens", *(it for it in WHERE.values() if it != "mortal-world")):
        match = acting(place, {**one}, technologies=pile)
        refusal = match.check("1", {"kind": action, **ELSEWHERE[action]})
        here = WHERE[action] == ("mortal-world" if place == "athens" else place)
        assert (None if refusal is None else refusal.code) == (None if here else "wrong-place"), place


def test_deploy() -> None:
    """MOR-2, MOR-3, GRA-2: lore in Athens, which favours it."""
    match = acting("athens", {"ready": ["wind-organ"], "prayer": 0})
    assert refused(match, "1", {"kind": "deploy", "technology": "granary"}) == ("MOR-2", "not-ready")
    play(match, ("1", {"kind": "deploy", "technology": "wind-organ"}))
    own, vp = mat(match), match.state.pack.technologies["wind-organ"].vp
    assert [own[key] for key in ("vp", "prayer", "goodness", "sparks", "grandeur", "supply")] == [vp, 2, 1, 1, 1, 12]
    full = [{"card": card, "seat": "2"} for card in ("pike-engine", "tide-mill", "granary")]
    crowded = acting("argos", {"ready": ["wind-organ"]}, cities={"argos": {"technologies": full}})
    assert refused(crowded, "1", {"kind": "deploy", "technology": "wind-organ"}) == ("MOR-2", "city-full")


def test_perceive() -> None:
    """ORA-1, GEN-9: the other card is known under the pile to who has seen it, and to nobody else."""
    match = acting("oracle", {"prayer": 0}, well=3, premonitions=["crowd", "hoard", "…"])
    play(match, ("1", {"kind": "perceive"}))
    assert match.view("2")["resolving"][-1]["choices"] == 2
    play(match, ("1", {"kind": "choose", "choice": "hoard"}))
    assert (mat(match)["premonitions"], mat(match)["prayer"], match.state.well) == (["hoard"], 2, 1)
    assert match.view("1")["premonitions_under"] == ["crowd"]
    assert match.view("2")["premonitions"]["under"] == [None]


def test_resurrect() -> None:
    """UND-2, CHR-4, RES-6, TSK-4: the Determination accomplishes a green Task."""
    one = {"characters": {"hero-2": {"at": "underworld", "prisoner": True}}, "faithful": 1,
           "hangar": {"tiles": {"matrix-dynamo": {"worker": True}}}}  # fmt: skip
    match = acting("underworld", one)
    assert refused(match, "1", {"kind": "resurrect", "hero": "1-hero-3"}) == ("UND-2", "no-prisoner")
    offered = [
        row["command"]["hero"] for row in match.decisions["1"]["options"] if row["command"]["kind"] == "resurrect"
    ]
    assert offered == ["1-hero-2"]
    poor = acting(
        "underworld", {**one, "characters": {"hero-2": {"at": "underworld", "prisoner": True}}, "faithful": 0}
    )
    assert refused(poor, "1", {"kind": "resurrect", "hero": "1-hero-2"}) == ("PAY-1", "too-few")
    play(match, ("1", {"kind": "resurrect", "hero": "1-hero-2"}))
    own = mat(match)
    assert (own["faithful"], own["determination"]) == (0, 1)
    assert own["characters"]["hero-2"] == {"at": "reserve", "token": None, "wounded": None, "prisoner": False}
    assert own["hangar"]["tiles"]["matrix-dynamo"]["tasks"] == [2]


def test_train_draws_from_a_pile_made_anew() -> None:
    """COL-1, RES-9: one card is left; the discard becomes the pile."""
    match = acting("colosseum", {"deck": ["gale"], "discard": ["feint", "feint"], "determination": 3})
    play(match, ("1", {"kind": "train"}))
    assert sorted(mat(match)["hand"]) == ["1-feint-1", "1-feint-2", "1-gale-1"]
    assert mat(match)["determination"] == 3  # RES-6
    prophet = acting("colosseum", {"deck": ["gale", "feint"]}, who="prophet-1")
    play(prophet, ("1", {"kind": "train"}))
    assert mat(prophet)["hand"] == ["1-gale-1"]


def test_prophets_on_improvements_and_off_them() -> None:
    """IMP-4, CHR-3, TSK-4: the second Improvement frees a Prophet, and a green Task sees it."""
    one = {"olympian": "hades", "aegis": 4, "sparks": 1, "hangar": {"tiles": {"helm-of-dark": {"worker": True}}}}
    match = acting("moirai", one, two={"olympian": "zeus"})
    play(match, ("1", {"kind": "fulfil", "count": 2}))
    own = mat(match)
    assert (own["improvements"], own["vp"], own["aegis"]) == (2, 3, 0)
    assert own["characters"]["prophet-2"]["at"] == "reserve"
    assert own["characters"]["prophet-3"]["at"] == "improvement"
    assert own["hangar"]["tiles"]["helm-of-dark"]["tasks"] == [2]


def test_improvements_are_paid_one_after_the_other_at_lower_prices() -> None:
    """MOI-1, IMP-2, PAY-1: Poseidon's fifth makes the sixth cheaper; where an interruption has taken away what would
    pay, it ends."""
    one = {"olympian": "poseidon", "improvements": 5, "sparks": 3}
    assert refused(acting("moirai", {**one, "aegis": 3}), "1", {"kind": "fulfil", "count": 1}) == ("PAY-1", "too-few")
    match = acting("moirai", {**one, "aegis": 4})
    play(match, ("1", {"kind": "fulfil", "count": 1}))
    assert (mat(match)["improvements"], mat(match)["aegis"], mat(match)["sparks"]) == (6, 0, 0)
    position = acting("moirai", {"improvements": 1, "aegis": 1, "sparks": 1}).position()
    frame = {"frame": "fulfilling", "seat": "1", "left": 1}
    poorer = Match.from_position({**position, "resolving": [*position["resolving"], frame]})
    assert (mat(poorer)["improvements"], mat(poorer)["aegis"], mat(poorer)["sparks"]) == (1, 1, 1)


def test_prophets_do_not_fight_and_are_not_fought() -> None:
    """CHR-6, CHR-1, LOC-1, LOC-4."""
    two = {"characters": {"prophet-1": {"at": "olympus"}, "hero-1": {"at": "olympus"}}}
    match = acting("olympus", {}, who="prophet-1", two=two)
    assert refused(match, "1", {"kind": "fight", "target": "2-hero-1"}) == ("CHR-6", "prophet")
    hero = acting("olympus", {}, two=two)
    assert refused(hero, "1", {"kind": "fight", "target": "2-prophet-1"}) == ("CHR-6", "prophet")
    assert refused(hero, "1", {"kind": "fight", "target": "2-hero-2"}) == ("FGT-1", "no-foe")
    assert refused(hero, "1", {"kind": "fight", "target": "nobody"}) == ("GEN-9", "unknown-piece")
    bonus = at({"turn": "1", "seats": {"1": {"olympian": "zeus", "bonus": 1,
                "characters": {"prophet-1": {"token": "forge"}}}, "2": {"olympian": "hades"}}})  # fmt: skip
    assert refused(bonus, "1", {"kind": "activate", "character": "1-prophet-1", "bonus": "surroundings"}) == (
        "LOC-4", "prophet",
    )  # fmt: skip


def test_only_ones_own_characters_are_named() -> None:
    """CHR-1, UND-2: when activating, planning and bringing back."""
    two = {"characters": {"hero-1": {"token": "forge"}, "hero-2": {"at": "underworld", "prisoner": True}}}
    turn = at({"turn": "1", "seats": {"1": {"olympian": "zeus", "characters": {"hero-1": {"token": "forge"}}},
                                      "2": {"olympian": "hades", **two}}})  # fmt: skip
    assert refused(turn, "1", {"kind": "activate", "character": "2-hero-1"}) == ("CHR-1", "not-yours")
    raising = acting("underworld", {"faithful": 1}, two=two)
    assert refused(raising, "1", {"kind": "resurrect", "hero": "2-hero-2"}) == ("CHR-1", "not-yours")
    plan: Json = {"kind": "plan", "tokens": {"2-hero-1": "forge"}, "convert": 0, "assign": [], "heal": False}
    whole = at({"phase": "planning", "seats": {"1": {"olympian": "zeus"}, "2": {"olympian": "hades"}}})
    assert refused(whole, "1", plan) == ("CHR-1", "not-yours")


def test_only_an_adverse_character_that_can_be_met_here_is_fought() -> None:
    """FGT-1, CHR-4: none of one's own, no prisoner, none elsewhere."""
    two = {"characters": {"hero-1": {"at": "forge"}, "hero-2": {"at": "underworld", "prisoner": True}}}
    match = acting("underworld", {"characters": {"hero-2": {"at": "underworld"}}}, two=two)
    for target in ("1-hero-2", "2-hero-1", "2-hero-2"):
        assert refused(match, "1", {"kind": "fight", "target": target}) == ("FGT-1", "no-foe")


def test_a_premonition_is_shown_for_its_reward_and_is_a_deed() -> None:
    """PRM-3, TSK-3: it is completed, once, in one's own turn; a yellow Task sees it."""
    one = {"olympian": "athena", "faithful": 7, "prayer": 0, "premonitions": ["crowd"],
           "hangar": {"tiles": {"owl-array": {"worker": True}}}}  # fmt: skip
    match = acting("olympus", one, two={"faithful": 7, "premonitions": ["hoard"]})
    assert match.check("2", {"kind": "premonition", "card": "hoard"}) is not None
    play(match, ("1", {"kind": "premonition", "card": "crowd"}))
    own = mat(match)
    assert (own["vp"], own["prayer"], own["premonitions"], own["completed"]) == (3, 1, [], ["crowd"])
    assert own["hangar"]["tiles"]["owl-array"]["tasks"] == [1]
    assert match.view("2")["mats"]["1"]["completed"] == ["crowd"]
    assert refused(match, "1", {"kind": "premonition", "card": "crowd"}) == ("GEN-9", "unknown-card")


# ---- what red Tasks cost ---------------------------------------------------------------------------------------------

RED = [("styx-reactor", 1, "aegis", 2), ("bone-chassis", 1, "faithful", 1), ("storm-mantle", 1, "prayer", 1),
       ("silver-engine", 1, "vp", 1), ("judge-scales", 1, "grandeur", 1)]  # fmt: skip
OF = {"styx-reactor": "hades", "bone-chassis": "hades", "judge-scales": "hades", "storm-mantle": "zeus",
      "silver-engine": "artemis", "pressure-arms": "poseidon"}  # fmt: skip


def tasking(tile: str, **own: Any) -> Match:
    """A turn of seat 1, with a Worker on a tile."""
    one = {**own, "olympian": OF[tile], "hangar": {"tiles": {tile: {"worker": True}}}}
    return acting("forge", one, two={"olympian": "athena"})


@pytest.mark.parametrize(("tile", "task", "word", "price"), RED)
def test_a_red_task_is_paid_whole(tile: str, task: int, word: str, price: int) -> None:
    """TSK-1, PAY-1."""
    command: Json = {"kind": "task", "tile": tile, "task": task}
    assert refused(tasking(tile, **{word: price - 1}), "1", command) == ("PAY-1", "too-few")
    match = tasking(tile, **{word: price + 1})
    play(match, ("1", command))
    assert (mat(match)[word], mat(match)["hangar"]["tiles"][tile]["tasks"]) == (1, [task])


def test_a_red_task_is_paid_by_cards_of_a_force() -> None:
    """TSK-1, PAY-5: of Force 4 or more, none of which could be left out."""
    hand = ["breaker", "undertow", "deluge"]  # 3, 1 and 4
    match = tasking("pressure-arms", hand=hand)
    command: Json = {"kind": "task", "tile": "pressure-arms", "task": 1}
    for cards in (["1-breaker-1"], ["1-deluge-1", "1-undertow-1"], ["1-undertow-1"]):
        assert refused(match, "1", {**command, "discard": cards}) == ("PAY-5", "bad-discard")
    play(match, ("1", {**command, "discard": ["1-breaker-1", "1-undertow-1"]}))
    assert (mat(match)["hand"], sorted(mat(match)["discard"])) == (["1-deluge-1"], ["1-breaker-1", "1-undertow-1"])


def test_a_red_task_is_paid_by_cards_of_its_element_and_no_more() -> None:
    """TSK-1, PAY-5: one of air, not another, and not a second one."""
    one = {"hand": ["brand", "gale", "feint"], "hangar": {"tiles": {"thunderbolt": {"worker": True}}}}
    match = acting("forge", one)
    command: Json = {"kind": "task", "tile": "thunderbolt", "task": 0}
    for cards in (["1-brand-1"], ["1-gale-1", "1-feint-1"], ["1-gale-1", "1-brand-1"]):
        assert refused(match, "1", {**command, "discard": cards}) == ("PAY-5", "bad-discard")
    play(match, ("1", {**command, "discard": ["1-feint-1"]}))
    assert sorted(mat(match)["hand"]) == ["1-brand-1", "1-gale-1"]


# ---- the hunter, Chaos, the tracks -----------------------------------------------------------------------------------


def test_the_hunter_holds_any_number_of_tokens_and_all_see_them() -> None:
    """ART-3: the thirteenth of one player, before seat 1 and open to seat 2."""
    seats = {"1": {"olympian": "artemis", "tokens": {"2": 12}, "characters": {"hero-1": {"token": "forge"}}},
             "2": {"olympian": "zeus", "supply": 1, "characters": {"hero-1": {"at": "forge"}}}}  # fmt: skip
    match = play(at({"turn": "1", "seats": seats}), ("1", {"kind": "activate", "character": "1-hero-1"}))
    assert mat(match)["tokens"] == match.view("2")["mats"]["1"]["tokens"] == {"2": 13}


def test_activated_tiles_help_an_olympian_against_chaos_alone() -> None:
    """CCB-2: no Hero, not in a Fight, and no tile in the Factory."""
    tiles = {"thunderbolt": {"state": "active"}, "matrix-dynamo": {"state": "factory"}}
    factory = [{"card": "matrix-dynamo", "seat": "1", "space": 1}]
    defend = {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False}
    for who, force in (("olympian", 4), ("hero-1", 2)):
        match = acting("surroundings", {"hangar": {"tiles": tiles}}, who=who, factory=factory)
        assert match.forces("1", defend)["own"]["least"] == force
    two = {"characters": {"hero-1": {"at": "olympus"}}}
    fight = acting("olympus", {"hangar": {"tiles": tiles}}, who="olympian", factory=factory, two=two)
    assert fight.forces("1", {"kind": "fight", "target": "2-hero-1"})["own"]["least"] == 3


def test_a_step_for_nothing_is_on_the_track_it_names_or_on_one_that_has_steps_left() -> None:
    """TRK-9: no Worker of the Camp is paid."""
    explore: Json = {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}
    match = acting("surroundings", {"steps": {"defend": 2}}, camp=4, exploration=["breach"])
    play(match, ("1", explore), ("1", {"kind": "attempt", "succeed": True}))
    assert (mat(match)["steps"], match.state.camp) == ({"explore": 1, "defend": 3}, 1)
    for defence, after in ((1, 2), (5, 5)):
        steps = {"explore": 5, "defend": defence}
        seats = {"1": {"olympian": "zeus", "steps": steps, "characters": {"hero-1": {"token": "olympus"}}},
                 "2": {"olympian": "hades", "characters": {"hero-1": {"token": "forge"}}}}  # fmt: skip
        position = at({"turn": "1", "seats": seats}).position()
        step = {"frame": "gains", "seat": "1", "gains": [{"gain": "step", "n": 1, "of": None}]}
        frame = {**step, "clause": "INT-7", "source": "", "begun": False}
        stepped = Match.from_position({**position, "resolving": [*position["resolving"], frame]})
        assert (asked(stepped), mat(stepped)["steps"]) == ({"1": "turn"}, {"explore": 5, "defend": after})


def test_workers_are_paid_from_the_reserve_unless_the_camp_is_named() -> None:
    """WRK-4, WRK-5: a Worker of the reserve, three of the Camp, one transferred, one lost."""
    explore: Json = {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}
    for card, succeeds, worker, camp in (
        ("drones", True, 3, 4),
        ("breach", True, 4, 1),
        ("old-wall", True, 3, 4),
        ("flood", False, 3, 4),
    ):
        match = acting("surroundings", {"hangar": {"worker": 4}}, camp=4, exploration=[card])
        play(match, ("1", explore), ("1", {"kind": "attempt", "succeed": succeeds}))
        assert (mat(match)["hangar"]["worker"], match.state.camp) == (worker, camp), card
    poor = acting("surroundings", {"hangar": {"worker": 0}}, camp=4, exploration=["drones"])
    play(poor, ("1", explore))
    assert poor.check("1", {"kind": "attempt", "succeed": True}) is not None


@pytest.mark.parametrize(("foreman", "worker", "after"), [(False, 2, 2), (True, 2, 3), (True, 5, 5)])
def test_the_worker_of_a_tile_goes_where_there_is_room(foreman: bool, worker: int, after: int) -> None:
    """RND-4, TIL-5, RND-3: to the Foreman's place, else to the reserve, else to the general reserve."""
    tile = {"worker": True, "tasks": [0, 1]}
    hangar = {"foreman": foreman, "worker": worker, "rd": 3, "tiles": {"thunderbolt": tile}}
    for command in ({"kind": "task", "tile": "thunderbolt", "task": 2}, {"kind": "make", "tile": "thunderbolt"}):
        match = play(acting("forge", {"hangar": hangar}), ("1", command))
        own = mat(match)["hangar"]
        assert (own["foreman"], own["worker"], own["tiles"]["thunderbolt"]["worker"]) == (True, after, False)


def test_an_mk_does_what_its_power_tile_says_for_energy() -> None:
    """HGR-3, HGR-4, NRG-3: two cards for 2, Force 2 in a Combat against Chaos for 1."""
    poor = acting("forge", {"hangar": {"energy": 1}})
    assert refused(poor, "1", {"kind": "mk", "power": 1}) == ("NRG-3", "no-energy")
    match = acting("forge", {"hangar": {"energy": 2}, "deck": ["gale", "feint"]})
    play(match, ("1", {"kind": "mk", "power": 1}))
    assert (mat(match)["hangar"]["energy"], sorted(mat(match)["hand"])) == (0, ["1-feint-1", "1-gale-1"])
    defend = {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False}
    chaos = {"pile": ["slow-step", "…"]}
    fighting = acting("surroundings", {"hangar": {"energy": 1}}, who="olympian", chaos=chaos)
    play(fighting, ("1", defend))
    before = sums(fighting)[0]
    play(fighting, ("1", {"kind": "commit", "cards": [], "mk": [0]}))
    assert (sums(fighting)[0], mat(fighting)["hangar"]["energy"]) == (before + 2, 0)


def test_an_empty_exploration_pile_is_not_tried() -> None:
    """EXP-6: nothing is drawn, the token stays; with fewer cards than the bonus all are drawn."""
    explore: Json = {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}
    match = acting("surroundings", {"steps": {"explore": 3}}, exploration=[])
    play(match, ("1", explore))
    assert (asked(match), mat(match)["steps"]["explore"]) == ({"2": "turn"}, 3)
    few = acting("surroundings", {"steps": {"explore": 5}}, exploration=["flood", "herd"])
    play(few, ("1", explore))
    assert few.asked["1"].params["choices"] == ["flood", "herd"]


def test_two_adventures_move_by_one_event() -> None:
    """ADV-6, ADV-4, GEN-7: any number may be in progress."""
    adventures = [{"card": "herd", "site": 1}, {"card": "sunken-road", "site": 1}]
    match = acting("athens", {"hangar": {"adventures": adventures, "worker": 0}, "faithful": 0})
    play(match, ("1", {"kind": "influence", "temple": False}))
    assert [it["site"] for it in mat(match)["hangar"]["adventures"]] == [2, 2]
    assert (mat(match)["hangar"]["worker"], mat(match)["faithful"]) == (1, 4)


def test_what_is_beyond_a_limit_is_lost() -> None:
    """PAY-4, WRK-2, WRK-3, NRG-2: the drones give 1 Energy and 1 R&D; the Energy has no room."""
    hangar = {"worker": 5, "energy": 7, "rd": 2}
    match = acting("surroundings", {"hangar": hangar}, exploration=["drones"])
    play(match, ("1", {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}))
    play(match, ("1", {"kind": "attempt", "succeed": True}))
    own_hangar = mat(match)["hangar"]
    assert (own_hangar["worker"], own_hangar["energy"], own_hangar["rd"]) == (4, 7, 3)
    assert [row["word"] for row in events(match, "gained")] == ["rd"]


def test_a_loss_of_workers_takes_only_those_of_the_reserve() -> None:
    """WRK-4, PAY-2: never the Foreman, nor those on tiles or Adventures."""
    hangar = {"worker": 0, "foreman": True, "tiles": {"thunderbolt": {"worker": True}},
              "adventures": [{"card": "herd", "site": 1}]}  # fmt: skip
    match = acting("surroundings", {"hangar": hangar}, exploration=["flood"])
    play(match, ("1", {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}))
    play(match, ("1", {"kind": "attempt", "succeed": False}))
    own_hangar = mat(match)["hangar"]
    assert (own_hangar["foreman"], own_hangar["tiles"]["thunderbolt"]["worker"], events(match, "lost")) == (
        True,
        True,
        [],
    )
    assert own_hangar["adventures"] == [{"card": "herd", "site": 1}]


def test_a_tile_stays_activated_and_counts() -> None:
    """TIL-1, TIL-6, TRK-9: `breach` moves the Defence token for nothing, never beyond the fifth step."""
    hangar = {"tiles": {"thunderbolt": {"state": "active"}}}
    match = acting("surroundings", {"hangar": hangar, "steps": {"defend": 5}}, camp=3, exploration=["breach"])
    play(match, ("1", {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}))
    play(match, ("1", {"kind": "attempt", "succeed": True}))
    assert (mat(match)["steps"]["defend"], mat(match)["vp"], match.state.camp) == (5, 2, 0)
    assert refused(match, "2", {"kind": "task", "tile": "thunderbolt", "task": 0})[1] == "not-a-choice"
    assert mat(match)["hangar"]["tiles"]["thunderbolt"]["state"] == "active"
