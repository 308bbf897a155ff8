"""What bots seldom come to in a match, and each text of the Exploration cards: that it makes a difference, by the
measure of `tests.cards.hybris`."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hybris import Match
from rules.hybris.packs.reader import Pack, issues, load
from rules.kernel import Json
from tests.cards.hybris import Hybris, subject

SEED = 5
RICH: Json = {
    "olympian": "zeus", "aegis": 4, "faithful": 6, "prayer": 5, "determination": 2, "sparks": 1,
    "hand": ["gale", "thunderclap", "master-bolt", "feint"], "steps": {"explore": 1},
    "hangar": {"worker": 3, "energy": 2, "tiles": {"thunderbolt": {"worker": True}}},
}  # fmt: skip
"""A seat that can pay for all but a discard of fire, earth or water."""
PAYS = {"fire": "brand", "earth": "shield-wall", "water": "undertow", "air": "gale"}
"""A card of each element."""
EXPLORE: Json = {"kind": "explore", "transfer": 0, "free": False, "steps": 0, "foreman": False}


@pytest.fixture(scope="module")
def content() -> Hybris:
    return subject("core")


def at(one: Json, acting: str = "hero-1", place: str = "surroundings", **more: Any) -> Match:
    """Seat 1 with a character that has arrived at a place."""
    own = {**RICH, **one, "characters": {acting: {"at": place}}}
    seats = {"1": own, "2": {"olympian": "poseidon"}}
    return Match.from_position({"turn": "1", "acting": f"1-{acting}", "seats": seats, "camp": 3, **more}, seed=SEED)


def fires(content: Hybris, sort: str, id: str, match: Match, command: Json) -> bool:
    """Whether seat 1's command would have come out otherwise without this text or figure."""
    after = match.fork(SEED)
    events = after.submit("1", command)
    return content.fired(content.things[sort, id], match, "1", command, SEED, events, after)


def tried(content: Hybris, card: str) -> Match:
    """An Exploration card that is tried, with what pays for it."""
    pack = content.pack
    row = pack.adventures.get(card)
    conditions = row.success if row is not None else pack.events[card].conditions
    hand = [*RICH["hand"], *(name for element, name in PAYS.items() if f"discard {element}" in conditions)]
    match = at({"hand": [*dict.fromkeys(hand)]}, exploration=[card], chaos={"momentum": 2, "pile": ["slow-step", "…"]})
    match.submit("1", EXPLORE)
    return match


def exploration() -> list[tuple[str, str, bool]]:
    """The texts of failure, of success and of the first Site, each with whether the card is to succeed."""
    sorts = {"failure": False, "success": True}
    return [(sort, id, sorts[sort]) for sort, id in subject("core").things if sort in sorts]


@pytest.mark.parametrize(("sort", "card", "succeeds"), exploration())
def test_an_exploration_card_is_won_or_lost(content: Hybris, sort: str, card: str, succeeds: bool) -> None:
    """EXP-3, EXP-4."""
    match = tried(content, card)
    ways = [row["command"] for row in match.decisions["1"]["options"] if row["legal"]]
    command = next(way for way in ways if way["succeed"] is succeeds)
    assert fires(content, sort, card, match, command)


def moving(who: str, to: str) -> tuple[Match, Json]:
    """A character of seat 1 about to be activated. Adventures are put before the seat afterwards (`beside`)."""
    characters = {who: {"token": "mortal-world" if to == "athens" else to}}
    seats = {"1": {**RICH, "characters": characters}, "2": {"olympian": "poseidon"}}
    match = Match.from_position({"turn": "1", "seats": seats}, seed=SEED)
    return match, {"kind": "activate", "character": f"1-{who}"} | ({"to": to} if to == "athens" else {})


def defending(*cards: str, **one: Any) -> tuple[Match, Json]:
    """A Defence against Slow Step, about to be decided by these cards."""
    match = at({"hand": list(cards), "steps": {"defend": 3}, **one}, chaos={"momentum": 0, "pile": ["slow-step", "…"]})
    match.submit("1", {**EXPLORE, "kind": "defend"})
    committed = [f"1-{card}-1" for card in cards]
    return match, {"kind": "commit", "cards": committed, "determination": 0, "tokens": {}, "mk": []}


def ways() -> dict[str, tuple[Match, Json]]:
    """By what moves the Worker of an Adventure (ADV-4), a position and a command that does it."""
    bare = {"olympian": "zeus", "characters": {"hero-1": {"token": "forge"}}}
    seats = {"1": bare, "2": {"olympian": "poseidon"}}
    ended = Match.from_position({"age": 2, "turn": "1", "passed": ["2"], "seats": seats}, seed=SEED)
    explored = at({}, exploration=["shard"])
    explored.submit("1", EXPLORE)
    perceived = at({}, place="oracle", premonitions=["crowd"])
    perceived.submit("1", {"kind": "perceive"})
    return {
        "prophet-moves forge": moving("prophet-1", "forge"),
        "olympian-moves olympus": moving("olympian", "olympus"),
        "moves mortal-world": moving("hero-1", "athens"),
        "moves oracle": moving("hero-1", "oracle"),
        "moves forge": moving("hero-1", "forge"),
        "moves underworld": moving("hero-1", "underworld"),
        "action defend": defending("gale"),
        "action explore": (explored, {"kind": "attempt", "succeed": False}),
        "action influence": (at({}, place="athens"), {"kind": "influence", "temple": False}),
        "action make": (at({"plans": ["tide-mill"]}, place="forge"), {"kind": "make", "plan": "tide-mill"}),
        "action train": (at({}, place="colosseum"), {"kind": "train"}),
        "action perceive": (perceived, {"kind": "choose", "choice": "crowd"}),
        "action deploy": (at({"ready": ["tide-mill"]}, place="athens"), {"kind": "deploy", "technology": "tide-mill"}),
        "action design": (
            at({}, place="olympus", technologies={"open": ["tide-mill"], "pile": ["…"]}),
            {"kind": "design", "technology": "tide-mill"},
        ),
        "chaos-progress": (
            at({}, "olympian", "underworld", chaos={"space": 1, "momentum": 0, "pile": ["long-stride", "…"]}),
            {"kind": "drain"},
        ),
        "premonition": (
            at({"premonitions": ["two-sparks"], "sparks": 2}),
            {"kind": "premonition", "card": "two-sparks"},
        ),
        "combat": defending("gale"),
        "win": defending("thunderclap", "master-bolt", steps={"defend": 5}),
        "age-end": (ended, {"kind": "pass"}),
    }  # fmt: skip


def beside(match: Match, card: str, site: int) -> Match:
    """The same match, with an Adventure in progress before seat 1."""
    position = match.position()
    position["seats"]["1"]["hangar"]["adventures"] = [{"card": card, "site": site}]
    position["exploration"] = [other for other in position["exploration"] if other != card]
    return Match.from_position(position, seed=SEED)


def test_an_adventure_moves_in_each_of_its_ways_and_pays_at_each_site(content: Hybris) -> None:
    """ADV-3, ADV-4."""
    able = ways()
    for row in content.pack.written.adventures:
        for n, way in enumerate(row.progress):
            match, command = able[way]
            assert fires(content, "progress", f"{row.id} {n}", beside(match, row.id, 1), command), (row.id, way)
            for site, gives in enumerate(row.sites[1:], 1):
                its = beside(match, row.id, site)
                assert not gives or fires(content, "site", f"{row.id} {site}", its, command), (row.id, site)


def test_a_card_of_one_olympian_in_a_combat_lost_and_won(content: Hybris) -> None:
    """CCB-5: Raised Aegis when the Combat is lost, The Ferryman's Toll when it is won."""
    match, command = defending("aegis-raised", olympian="athena", determination=0, steps={"defend": 1}, hangar={})
    assert fires(content, "text", "aegis-raised", match, command)
    seats = {"hangar": {}, "steps": {"defend": 5}}
    match, command = defending("toll", "landslide", olympian="hades", **seats)
    assert fires(content, "text", "toll", match, command)


def test_chaos_with_much_momentum_and_a_large_gain_of_aegis(content: Hybris) -> None:
    """CCB-2, ATR-1: Absorption from 4 Momentum on, Long Stride from 5 Aegis on, which a Reliquary's Drain comes to."""
    match = at({}, chaos={"momentum": 4, "pile": ["absorption", "…"]})
    assert fires(content, "conflict", "absorption 0", match, {**EXPLORE, "kind": "defend"})
    hangar = {"modules": ["grave"], "energy": 0, "worker": 0}
    chaos = {"space": 1, "momentum": 0, "pile": ["long-stride", "…"]}
    match = at({"hangar": hangar}, "olympian", "underworld", chaos=chaos)
    assert fires(content, "attraction", "long-stride 1", match, {"kind": "drain"})


def test_the_sky_forge_makes_for_less(content: Hybris) -> None:
    """FOR-1: the fifth Improvement of Zeus."""
    match = at({"improvements": 5, "plans": ["siege-crab"]}, place="forge")
    assert fires(content, "power", "sky-forge", match, {"kind": "make", "plan": "siege-crab"})


@pytest.mark.parametrize(("field", "has"), [("cities", 4), ("improvements", 5), ("tiles", 3)])
def test_a_pack_has_as_many_of_each_as_the_rules_say(field: str, has: int) -> None:
    """LOC-1, IMP-1, TIL-1: five Cities; six Improvements and four tiles for each Olympian."""
    written = load().written
    assert list(issues(load())) == []
    if field == "cities":
        changed = written.model_copy(update={"cities": written.cities[:has]})
    else:
        first, *others = written.olympians
        less = first.model_copy(update={field: getattr(first, field)[:has]})
        changed = written.model_copy(update={"olympians": (less, *others)})
    [issue] = issues(Pack.of(changed))
    assert (issue.params["id"], issue.params["needs"], issue.params["has"]) == (field, has + 1, has)


def test_a_module_is_a_power_for_good() -> None:
    """ADV-1, ADV-5: who has the Grave as a Module drains one Aegis more."""
    for modules, aegis in (([], 4), (["grave"], 5)):
        match = at({"aegis": 0, "hangar": {"modules": modules, "energy": 0}}, "olympian", "underworld",
                   chaos={"momentum": 0, "pile": ["torpor", "…"]})  # fmt: skip
        match.submit("1", {"kind": "drain"})
        gained = [row for row in match.journal if row["kind"] == "gained" and row["word"] == "aegis"]
        assert [row["count"] for row in gained] == [aegis]


def test_a_bonus_token_leads_to_a_place_of_the_board() -> None:
    """LOC-1, ACT-5."""
    seats = {"1": {"olympian": "zeus", "bonus": 1, "characters": {"hero-1": {"token": "forge"}}},
             "2": {"olympian": "hades"}}  # fmt: skip
    match = Match.from_position({"turn": "1", "seats": seats}, seed=SEED)
    refusal = match.check("1", {"kind": "activate", "character": "1-hero-1", "bonus": "reserve"})
    assert refusal is not None
    assert (refusal.clause, refusal.code) == ("LOC-1", "not-a-city")
    assert match.check("1", {"kind": "activate", "character": "1-hero-1", "bonus": "oracle"}) is None
