"""Worked examples 16 to 25, as they stand: the river, tiles, crowds, sight, leaps, storms and a rush."""

from __future__ import annotations

from rules.blade.match import Match
from rules.kernel.chance import ScriptedChance
from tests.blade.table import (
    END,
    KEEP,
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems_of,
    hero,
    legal,
    move,
    of,
    play,
    red,
    refused,
    river,
    why,
)


def guard(gems: int, item: str | None = None) -> dict[str, object]:
    return {"kind": "guard", "gems": gems, "item": item}


def ledger(**position: object) -> Match:
    """Salt and Ink for two heroes, in the Overlord's turn."""
    options = {"players": 2, "heroes": 2}
    whole = {"scenario": "ledger", "options": options, "side": "overlord", "step": "act", **position}
    return Match.from_position(whole, chance=ScriptedChance())


def test_16_the_river() -> None:
    """OVL-2 to OVL-5."""
    match = ledger(book={"reserve": 6, "fatigue": 4})
    play(match, "1", {"kind": "activate", "tile": "blue"})
    book = match.view("1")["book"]
    assert (book["reserve"], book["fatigue"]) == (3, 7)
    assert river(match) == ["red", "dogs", "event", "green", "orlo", "blue"]
    play(match, "1", END)
    assert refused(match, "1", {"kind": "activate", "tile": "blue"}) == ("OVL-3", "not-enough-gems")
    play(match, "1", {"kind": "activate", "tile": "red"}, END)
    assert river(match) == ["dogs", "event", "green", "orlo", "blue", "red"]
    assert refused(match, "1", {"kind": "activate", "tile": "dogs"}) == ("OVL-2", "two-activated")


LEDGER = Match.new({"scenario": "ledger", "players": 2, "heroes": 2}, 1).position()


def without(*dead: str) -> list[dict[str, object]]:
    """The figures of Salt and Ink, some of them dead."""
    rows = [{"id": it["id"], "tile": it["tile"], "at": it["at"], "life": it["life"]} for it in LEDGER["figures"]]
    return [row | ({"at": None} if row["id"] in dead else {}) for row in rows]


def river_of(*tiles: str) -> list[dict[str, str]]:
    return [{"tile": tile} for tile in tiles]


TILES = {
    id: {"unit": tile["unit"], "life": tile["life"], "total": tile["total"]} for id, tile in LEDGER["tiles"].items()
}


def test_17_clearing() -> None:
    """RIV-3, RIV-5, RIV-7."""
    match = ledger(
        figures=without("dogs-1", "dogs-2"), tiles=TILES, book={"reserve": 5, "fatigue": 1},
        river=river_of("event", "red", "blue", "green", "orlo", "dogs"),
    )  # fmt: skip
    assert refused(match, "1", {"kind": "clear", "tile": "red"}) == ("RIV-5", "not-dead")
    play(match, "1", {"kind": "clear", "tile": "dogs"})
    book = match.view("1")["book"]
    assert (book["fatigue"], book["reserve"], book["lost"]) == (0, 4, 2)
    assert "dogs" not in river(match)
    assert match.asked["1"].params["left"] == 2
    play(match, "1", {"kind": "activate", "tile": "event"})
    assert refused(match, "1", {"kind": "event", "event": "reinforcement"})[1] == "event-condition"


def test_18_reinforcement() -> None:
    """EVT-2 to EVT-6, RIV-4."""
    match = ledger(
        figures=without("red-1", "red-2", "red-3", "dogs-1", "orlo-1"), tiles=TILES, book={"reserve": 8, "fatigue": 0},
        river=river_of("dogs", "blue", "event", "green", "red", "orlo"),
    )  # fmt: skip
    play(match, "1", {"kind": "activate", "tile": "event"}, {"kind": "event", "event": "reinforcement"})

    def bring(*rows: tuple[str, str]) -> dict[str, object]:
        return {"kind": "reinforce", "figures": [{"tile": tile, "zone": zone} for tile, zone in rows]}

    assert refused(match, "1", bring(("orlo", "yard-south"))) == ("EVT-3", "no-such-figure")
    four = [("red", "yard-south")] * 3 + [("dogs", "yard-south")]
    clause, code, params = why(match, "1", bring(*four))
    assert (clause, code, params) == ("EVT-2", "too-many-points", {"points": 4, "most": 3})
    assert refused(match, "1", bring(("red", "hall-west"))) == ("EVT-4", "not-a-reinforcement-zone")
    play(match, "1", bring(("red", "street-middle"), ("red", "yard-south"), ("dogs", "yard-south")))
    assert [(of(match, id)["at"], of(match, id)["life"]) for id in ("red-1", "red-2", "dogs-1")] == [
        ("street-middle", 1),
        ("yard-south", 1),
        ("yard-south", 1),
    ]
    row = next(it for it in match.view("1")["river"] if it["tile"] == "red")
    assert (row["slot"], row["dead"]) == (4, False)
    assert [row["tile"] for row in events(match, "tile-revived")] == ["red"]


def test_19_base_movement_of_a_tile() -> None:
    """OVL-6, OVL-7."""
    bolgan = hero("bolgan", "b2", profile={"skills": []})
    bravos = [figure("red-1", "dock-bravo", "b2"), *(figure(f"red-{n}", "dock-bravo", "a1") for n in (2, 3))]
    match = bench(bolgan, *bravos, book=5, dice=[1, 1], **active("red"))
    play(match, "1", attack("red-1", "bolgan"), move("red-2", "b1"))
    assert match.view("1")["book"]["boxes"] == {"movement": 1}
    play(match, "1", move("red-2", "a1"))
    assert match.view("1")["book"]["boxes"] == {"movement": 2}
    clause, code, params = why(match, "1", move("red-2", "b1"))
    assert (clause, code, params["limit"]) == ("OVL-7", "extra-limit", 2)
    match = bench(bolgan, *bravos, book=5, **active("red"))
    play(match, "1", move("red-2", "b1", "a1"))
    assert match.view("1")["book"]["boxes"] == {}


def test_20_crowded() -> None:
    """CRW-3 to CRW-5."""
    match = bench(hero("hrodvar", "b1"), *red("b2", 6))
    assert refused(match, "2", move("hrodvar", "b2")) == ("CRW-3", "crowded")
    assert legal(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    match = bench(hero("hrodvar", "b1"), *red("b2", 6), **active("red"))
    assert refused(match, "1", attack("red-1", "hrodvar")) == ("CRW-5", "not-in-melee")
    assert legal(bench(hero("hrodvar", "b1"), *red("b2", 5)), "2", move("hrodvar", "b2"))


def seen(match: Match, a: str, b: str) -> bool:
    visible: bool = match.query("spectator", "sight", {"a": a, "b": b})["visible"]
    return visible


def test_21_sight() -> None:
    """SEE-1, SEE-5, SEE-8, BRD-4, BRD-12."""
    match = bench(hero("hrodvar", "b3"))
    pairs = {("b1", "c3"): True, ("b2", "b3"): False, ("b3", "c3"): True, ("a2", "a3"): False}
    pairs |= {("c4", "b4"): True, ("c4", "a4"): False, ("a3", "b3"): False}
    assert {pair: seen(match, *pair) for pair in pairs} == pairs
    play(match, "2", {"kind": "door", "who": "hrodvar", "door": "bench-door", "to": "open"})
    assert gems_of(match, "hrodvar")["boxes"] == {"manipulation": 1}
    assert (seen(match, "a3", "b3"), seen(match, "a3", "c3")) == (True, True)


LEAP = move("hrodvar", "c3", via=["bench-leap"])


def test_22_leap_and_fall() -> None:
    """SKL-30, FAL-1, FAL-5, SKL-24."""
    match = bench(hero("hrodvar", "c2"), dice=[4])
    play(match, "2", LEAP)
    assert (of(match, "hrodvar")["at"], of(match, "hrodvar")["base"]["used"]) == ("c3", 2)
    match = bench(hero("hrodvar", "c2"), dice=[3, 6, 4])
    play(match, "2", LEAP, KEEP, KEEP)
    assert (of(match, "hrodvar")["at"], gems_of(match, "hrodvar")["wounds"]) == ("c2", 2)
    assert of(match, "hrodvar")["base"]["left"] == 0
    match = bench(hero("hrodvar", "c2"), *red("c2"), dice=[4])
    play(match, "2", LEAP)
    assert of(match, "hrodvar")["base"]["used"] == 2
    match = bench(hero("hrodvar", "c2"), figure("w-1", "bulwark", "c2"))
    assert refused(match, "2", LEAP) == ("SKL-24", "blocked")


def test_23_climb_ladder_level() -> None:
    """SKL-26, MEL-6, SHT-3."""
    match = play(bench(hero("hrodvar", "c4")), "2", move("hrodvar", "b4"))
    assert (events(match, "moved")[0]["via"], events(match, "moved")[0]["points"]) == ("bench-climb", 2)
    assert refused(bench(hero("nessa", "c4")), "2", move("nessa", "b4")) == ("SKL-26", "needs-skill")
    match = bench(hero("zhirel", "b4"), *red("c4"), dice=[1, 1, 1])
    play(match, "2", attack("zhirel", "red-1", 1, "horn-bow", mode="ranged"))
    assert [die["die"] for die in events(match, "rolled")[0]["dice"]] == ["red", "orange", "yellow"]
    match = bench(hero("zhirel", "c4"), *red("b4"), dice=[1, 1])
    play(match, "2", attack("zhirel", "red-1", 1, "horn-bow", mode="ranged"))
    assert [die["die"] for die in events(match, "rolled")[0]["dice"]] == ["red", "orange"]


def test_24_a_storm() -> None:
    """ARE-1 to ARE-3."""
    bolgan = hero("bolgan", "b2", items=["mace", "round-shield", "mail", "main-gauche"])
    match = bench(hero("ammurel", "b1", spells=["sky-fall"]), bolgan, *red("b2", 2), dice=[5, 3, 4, 3, 1])
    storm = {"kind": "cast", "who": "ammurel", "spell": "sky-fall", "zone": "b2"}
    play(match, "2", storm, KEEP)
    assert asked(match) == {"2": "order"}
    play(match, "2", {"kind": "order", "order": ["red-1", "red-2", "bolgan"]})
    assert [of(match, f"red-{n}")["dead"] for n in (1, 2)] == [True, True]
    assert refused(match, "2", guard(1, "main-gauche")) == ("ARE-3", "no-parry")
    play(match, "2", guard(1, "round-shield"))
    assert (events(match, "defended")[-1]["total"], events(match, "wounded")[2:]) == (3, [])
    assert why(match, "2", storm)[:2] == ("SPC-2", "card-limit")


def test_25_how_far_a_rush_gets() -> None:
    """STP-5, BRD-12, MNP-9."""
    match = Match.new({"scenario": "ledger", "players": 2, "heroes": 2}, 1)
    play(match, "2", {"kind": "stances", "stances": {"tamsin": "cautious", "nessa": "aggressive"}})
    assert gems_of(match, "nessa")["reserve"] == 8
    reach = match.query("2", "reach", {"who": "nessa"})["zones"]
    assert (reach["alley-south"]["points"], reach["quay-1"]["points"], "hall-west" in reach) == (1, 2, False)
    play(
        match, "2", move("nessa", "alley-south"), {"kind": "door", "who": "nessa", "door": "west-door", "to": "open"},
        move("nessa", "hall-west", "hall-middle", "hall-east"),
    )  # fmt: skip
    assert gems_of(match, "nessa")["boxes"] == {"manipulation": 1, "movement": 3}
    pick = {"kind": "door", "who": "nessa", "door": "strong-door", "to": "unlocked", "gems": 2}
    assert refused(match, "2", pick) == ("MNP-9", "not-pickable")
