"""The actions of the base's places, what they cost and give, and what the hand, the tracks and the Hangar hold."""

from __future__ import annotations

from typing import Any

from rules.hybris import Match
from rules.kernel import Json
from tests.hybris.table import asked, at, events, play, refused


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
    assert refused(acting("athens", {"faithful": 0}), "1", {"kind": "influence", "temple": True})[1] == "too-few"
    refusing = acting("athens", {"temples": ["athens"], "faithful": 5})
    assert refused(refusing, "1", {"kind": "influence", "temple": True}) == ("MOR-1", "temple")


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
    """WRK-4, PAY-2: never the Foreman, nor those on tiles."""
    hangar = {"worker": 0, "foreman": True, "tiles": {"thunderbolt": {"worker": True}}}
    match = acting("surroundings", {"hangar": hangar}, exploration=["flood"])
    play(match, ("1", {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}))
    play(match, ("1", {"kind": "attempt", "succeed": False}))
    own_hangar = mat(match)["hangar"]
    assert (own_hangar["foreman"], own_hangar["tiles"]["thunderbolt"]["worker"], events(match, "lost")) == (
        True,
        True,
        [],
    )


def test_a_tile_stays_activated_and_counts() -> None:
    """TIL-1, TIL-6, TRK-9: `breach` moves the Defence token for nothing, never beyond the fifth step."""
    hangar = {"tiles": {"thunderbolt": {"state": "active"}}}
    match = acting("surroundings", {"hangar": hangar, "steps": {"defend": 5}}, camp=3, exploration=["breach"])
    play(match, ("1", {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}))
    play(match, ("1", {"kind": "attempt", "succeed": True}))
    assert (mat(match)["steps"]["defend"], mat(match)["vp"], match.state.camp) == (5, 2, 0)
    assert refused(match, "2", {"kind": "task", "tile": "thunderbolt", "task": 0})[1] == "not-a-choice"
    assert mat(match)["hangar"]["tiles"]["thunderbolt"]["state"] == "active"
