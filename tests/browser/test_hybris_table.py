"""Hybris at its table, in real browsers: what is asked of whom, by mouse and finger, from positions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.hybris import Match
from tests.browser.hybris_hands import sit
from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.serving import Server
from tests.webapp.games.test_hybris_ids import planning

pytestmark = pytest.mark.soak

NAMES = {"1": "Ada", "2": "Tomáš", "3": "Ilse", "4": "Max"}
AWAY: Mapping[str, Any] = {"hangar": {"energy": 0}}
AT_WALL: Mapping[str, Any] = {"space": 3, "momentum": 0, "pile": ["absorption", "torpor", "…"]}
ABLE: Mapping[str, Any] = {"hangar": {"energy": 2}}


def seat(olympian: str, **more: Any) -> dict[str, Any]:
    return {"olympian": olympian, **more}


def exploring() -> Match:
    """Ada's Hero stands in the Surroundings, with two Workers."""
    ada = seat("zeus", hangar={"worker": 2, "energy": 0}, hand=["gale", "feint"], faithful=4,
               characters={"hero-1": {"at": "surroundings"}})  # fmt: skip
    position = {"turn": "1", "acting": "1-hero-1", "camp": 2, "exploration": ["stragglers", "flood", "tremor", "…"]}
    return Match.from_position({**position, "seats": {"1": ada, "2": seat("hades"), "3": seat("athena")}})


def defending(hand: list[str]) -> Match:
    """Athena's machine is half built, and Chaos has a Momentum of 4: 10 to 9 with the better hand (H5)."""
    tiles = {"owl-array": {"state": "active"}, "loom-core": {"state": "active"}}
    ada = seat("athena", aegis=3, hand=hand, hangar={"energy": 0, "tiles": tiles},
               characters={"olympian": {"at": "surroundings"}})  # fmt: skip
    zeus = seat("zeus", **AWAY, characters={"hero-1": {"token": "olympus"}})
    return Match.from_position({"turn": "1", "acting": "1-olympian", "camp": 0, "seats": {"1": ada, "2": zeus},
                                "chaos": {"momentum": 4, "pile": ["absorption", "…"]}})  # fmt: skip


def at_the_wall() -> Match:
    """Ada drains with Chaos at the wall; the three others have Energy."""
    ada = seat("zeus", **AWAY, characters={"olympian": {"at": "underworld"}, "hero-1": {"token": "forge"}})
    others = {"2": seat("hades", hand=["landslide", "shield-wall"], **ABLE), "3": seat("athena", **ABLE),
              "4": seat("poseidon", **ABLE)}  # fmt: skip
    return Match.from_position({"turn": "1", "acting": "1-olympian", "grandeur_order": ["2", "3", "4", "1"],
                                "seats": {"1": ada, **others}, "options": {"players": 4},
                                "chaos": AT_WALL})  # fmt: skip


def falling() -> Match:
    """Nobody can intercept; all that stands stands in Corinth, the next to fall."""
    ada = seat("zeus", **AWAY, temples=["corinth"], characters={"olympian": {"at": "underworld"},
               "hero-1": {"at": "corinth"}, "hero-2": {"token": "forge"}})  # fmt: skip
    tomas = seat("hades", **AWAY, characters={"hero-1": {"at": "corinth"}})
    return Match.from_position({"turn": "1", "acting": "1-olympian", "seats": {"1": ada, "2": tomas},
                                "cities": {"corinth": {"technologies": [{"card": "star-dial", "seat": "2"}]}},
                                "cataclysm": ["corinth", "…"],
                                "chaos": AT_WALL})  # fmt: skip


def by_task() -> Match:
    """Thunderbolt lacks its blue Task: two unbeaten Heroes."""
    tiles = {"thunderbolt": {"worker": True, "tasks": [0, 1]}}
    ada = seat("zeus", hangar={"energy": 0, "tiles": tiles}, characters={"hero-1": {"token": "forge"}})
    return Match.from_position({"turn": "1", "seats": {"1": ada, "2": seat("hades", **AWAY)}})


def by_research() -> Match:
    """Ada's Hero stands in the Forge, with R&D enough for a tile; another lies at its end."""
    tiles = {"thunderbolt": {"state": "factory"}}
    ada = seat("zeus", aegis=5, hangar={"energy": 0, "rd": 3, "tiles": tiles}, characters={"hero-1": {"at": "forge"}})
    return Match.from_position({"turn": "1", "acting": "1-hero-1", "seats": {"1": ada, "2": seat("hades", **AWAY)},
                                "factory": [{"card": "thunderbolt", "seat": "1", "space": 2}]})  # fmt: skip


def prepared() -> Match:
    """Two stand in Corinth, whose third place both Ada and Tomáš have a token for."""
    ada = seat("zeus", **AWAY, characters={"hero-1": {"at": "corinth"}, "hero-2": {"token": "mortal-world"}})
    tomas = seat("hades", **AWAY, characters={"hero-1": {"at": "corinth"}, "hero-2": {"token": "mortal-world"}})
    return Match.from_position({"turn": "1", "seats": {"1": ada, "2": tomas}})


def leaving() -> Match:
    tokens = {"hero-1": {"token": "colosseum"}, "hero-2": {"token": "oracle"}}
    seats = {str(n): seat(god, **AWAY, characters=tokens) for n, god in enumerate(("zeus", "hades", "athena"), 1)}
    return Match.from_position({"turn": "1", "seats": seats, "options": {"players": 3}})


def one_city() -> Match:
    """Argos alone stands, Chaos at the wall, and nobody has Energy."""
    lost = {city: {"destroyed": True} for city in ("athens", "sparta", "corinth", "thebes")}
    ada = seat("zeus", **AWAY, characters={"olympian": {"at": "underworld"}, "hero-1": {"token": "forge"}})
    tomas = seat("hades", **AWAY, characters={"hero-1": {"token": "surroundings"}})
    return Match.from_position({"age": 5, "turn": "1", "acting": "1-olympian", "cities": lost,
                                "seats": {"1": ada, "2": tomas}, "chaos": AT_WALL})  # fmt: skip


def ascending() -> Match:
    """H17: four Improvements, and the price of two more."""
    ada = seat("zeus", improvements=4, aegis=9, sparks=5, characters={"olympian": {"at": "moirai"}})
    tomas = seat("hades", characters={"hero-1": {"token": "olympus"}})
    return Match.from_position({"turn": "1", "acting": "1-olympian", "seats": {"1": ada, "2": tomas}})


TABLES = {
    "PLAN": planning, "EXPL": exploring, "WINS": lambda: defending(["landslide", "shield-wall"]),
    "LOSE": lambda: defending(["shield-wall", "burning-spear"]), "WALL": at_the_wall, "FALL": falling, "TASK": by_task,
    "RESE": by_research, "PREP": prepared, "LEFT": leaving, "LAST": one_city, "STEP": ascending,
}  # fmt: skip

SEATED = {code: {key: NAMES[key] for key in "1234"[: 4 if code == "WALL" else 3 if code in ("EXPL", "LEFT") else 2]}
          for code in TABLES}  # fmt: skip


def answer(person: Person, kind: str) -> None:
    """Presses an answer by its kind."""
    places = (f"[data-part={part}] [data-answer='{kind}']" for part in ("prompt", "answers"))
    press(person.page.locator(", ".join(places)).locator("visible=true").first)


def log(person: Person) -> Any:
    return person.page.locator("[data-part=log] .log")


def test_a_plan_outlives_a_reload_and_is_changed_after_it_was_ready(people: Come, house: Server) -> None:
    """PLN-1: until the last is in; who is ready is told, never what."""
    ada, tomas = sit(people(house, "Ada"), "PLAN"), sit(people(house, "Tomáš", size=(1280, 720)), "PLAN", "2")
    cut = tomas.page.locator(".hyb-form.is-plan").evaluate("it => it.scrollWidth - it.clientWidth")
    assert cut <= 0, "in the narrowest column the last place is cut off"
    ada.press("token-1-hero-1-colosseum")
    expect(ada.get("token-1-hero-1-colosseum")).to_have_attribute("aria-pressed", "true")
    ada.reload()
    expect(ada.get("token-1-hero-1-colosseum")).to_have_attribute("aria-pressed", "true")
    ada.press("ready")
    expect(log(tomas)).to_contain_text("Ada is ready")
    tomas.press("token-2-hero-2-oracle")
    tomas.reload()
    expect(tomas.get("token-2-hero-2-oracle")).to_have_attribute("aria-pressed", "true")
    ada.press("change-plan")
    expect(ada.get("token-1-hero-1-colosseum")).to_have_attribute("aria-pressed", "true")
    ada.press("token-1-hero-1-colosseum")
    ada.press("token-1-hero-1-forge")
    expect(ada.get("token-1-hero-1-forge")).to_have_attribute("aria-pressed", "true")
    ada.press("ready")
    expect(ada.get("change-plan")).to_be_visible()
    tomas.press("ready")
    expect(ada.get("change-plan")).to_have_count(0)
    expect(ada.page.locator(".hyb-mat .hyb-disc[data-thing='1-hero-1']")).to_have_attribute(
        "aria-label", re.compile("token of Forge")
    )


def test_an_explore_goes_through_all_its_questions(people: Come, house: Server) -> None:
    """EXP-1 to EXP-3: the cards lie open for Ada alone."""
    ada, zoe = sit(people(house, "Ada"), "EXPL"), people(house, "Zoe", hears=True)
    zoe.open("/watch/EXPL")
    answer(ada, "explore")
    ada.press("steps-2")
    ada.press("confirm")
    ada.wait_for("keep")
    answer(ada, "keep")
    ada.wait_for("attempt")
    answer(ada, "attempt")
    ada.wait_for("reward")
    answer(ada, "reward")
    expect(log(zoe)).to_contain_text("Stragglers")
    assert not zoe.saw("Flash Flood"), "the card that was looked at and not kept"


@pytest.mark.parametrize(("code", "won"), [("WINS", True), ("LOSE", False)])
def test_a_defence_is_won_or_lost_by_what_is_committed(people: Come, house: Server, code: str, won: bool) -> None:
    """DEF-2, REP-1: 10 to 9 repels Chaos; 9 to 9 does not, and who defended is wounded."""
    ada = sit(people(house, "Ada"), code)
    answer(ada, "defend")
    ada.press("confirm")
    ada.wait_for("commit")
    for card in ("landslide", "shield-wall") if won else ("shield-wall", "burning-spear"):
        ada.press(f"commit-1-{card}-1")
    expect(ada.get("force-own")).to_have_text("10" if won else "9")
    expect(ada.get("force-foe")).to_have_text("9")
    ada.press("confirm")
    expect(log(ada)).to_contain_text("10 against 9: won" if won else "9 against 9: lost")
    athena = ada.page.locator(".hyb-mat .hyb-disc[data-thing='1-olympian']")
    if won:
        expect(log(ada)).to_contain_text("Ada repels Chaos")
    else:
        expect(athena).to_have_attribute("aria-label", re.compile("wounded"))


def test_an_interception_of_three_in_the_middle_of_anothers_drain(people: Come, house: Server) -> None:
    """INT-1 to INT-3: a page that is asked is loaded anew; the first says no, the second yes, the third is asked no
    more, and the Drain goes on by itself."""
    ada, tomas, ilse, max_ = (sit(people(house, name), "WALL", key) for key, name in NAMES.items())
    answer(ada, "drain")
    ada.press("confirm")
    for person in (ada, tomas, ilse, max_):
        expect(person.get("intercept-band")).to_be_visible()
    expect(ada.get("intercept-yes")).to_have_count(0)
    ilse.reload()
    expect(ilse.get("intercept-yes")).to_be_visible()
    tomas.press("intercept-no")
    expect(max_.get("intercept-band").locator("li.is-out")).to_contain_text("Tomáš")
    ilse.press("intercept-yes")
    expect(max_.get("intercept-yes")).to_have_count(0)
    ilse.wait_for("commit")
    ilse.press("confirm")
    expect(log(tomas)).to_contain_text("Ilse intercepts")
    expect(ada.get("resource-1-aegis")).to_contain_text("6")


def test_a_city_falls_with_all_that_stands_in_it(people: Come, house: Server) -> None:
    """CAT-1, CAT-2: a Technology, a Temple and two Heroes. A television names the last thing that was told, not one
    before it."""
    ada, screen = sit(people(house, "Ada"), "FALL"), people(house, "Screen", size=(1920, 1080))
    screen.open("/watch/FALL?tv").settled()
    expect(ada.get("at-stake-corinth")).to_have_text("−4")
    answer(ada, "drain")
    ada.press("confirm")
    expect(ada.page.locator("[data-testid=city-corinth].is-lost")).to_be_visible()
    expect(ada.get("hit")).to_contain_text("Lost in")
    expect(screen.get("deed")).to_contain_text("Lost in Corinth")
    expect(log(ada)).to_contain_text("Star Dial")
    press(ada.page.locator("[data-testid=city-corinth] .city-name"))
    expect(ada.page.locator(".hyb-sheet")).to_contain_text("Age 1 of 6: Lost in Corinth")


def test_a_tile_is_activated_by_its_last_task(people: Come, house: Server) -> None:
    """TIL-4, TIL-5: pressed in the Hangar."""
    ada = sit(people(house, "Ada"), "TASK")
    ada.press("task-thunderbolt-2")
    expect(ada.page.locator("[data-testid=tile-thunderbolt].is-active")).to_be_visible()
    expect(ada.page.locator("[data-part=hangar] [data-testid=mk-part-thunderbolt].is-active")).to_have_count(1)


def test_a_tile_is_activated_by_research(people: Come, house: Server) -> None:
    """RND-2, RND-3, FOR-2: what is sent into the Factory pushes out what lay there."""
    ada = sit(people(house, "Ada"), "RESE")
    answer(ada, "make")
    expect(ada.page.locator("[data-testid=tile-thunderbolt].is-active")).to_be_visible()


def test_a_prepared_activation_that_became_impossible_says_why(people: Come, house: Server) -> None:
    """LOC-3: Corinth was full when Tomáš's turn came."""
    ada, tomas = sit(people(house, "Ada"), "PREP"), sit(people(house, "Tomáš"), "PREP", "2")
    tomas.press("prepare")
    answer(tomas, "2-hero-2")
    press(tomas.page.locator("[data-testid=city-corinth] .city-name"))
    tomas.press("confirm")
    expect(tomas.get("prepared")).to_contain_text("Corinth")
    answer(ada, "1-hero-2")
    press(ada.page.locator("[data-testid=city-corinth] .city-name"))
    ada.press("confirm")
    ada.wait_for("act")
    ada.press("option-nothing")
    expect(tomas.get("prepared-gone")).to_contain_text("Corinth")


def test_who_leaves_is_told_with_the_age_and_the_others_go_on(people: Come, house: Server) -> None:
    """GEN-10."""
    ada, tomas, ilse = (sit(people(house, NAMES[key]), "LEFT", key) for key in "123")
    ilse.press("more")
    ilse.press("concede")
    ilse.press("concede-sure")
    expect(ada.get("plain-seat-3")).to_have_class(re.compile("is-gone"))
    expect(ada.get("plain-seat-3")).to_contain_text("has left")
    expect(log(tomas)).to_contain_text("Ilse has left the match")
    for person in (ada, tomas):
        person.press("pass")
        person.press("confirm")
    tomas.wait_for("pillar")


def test_the_last_city_falls_and_all_have_lost(people: Come, house: Server) -> None:
    """END-2: nobody wins; the end says who could still have defended."""
    ada, zoe = sit(people(house, "Ada"), "LAST"), people(house, "Zoe", size=(390, 844))
    zoe.open("/watch/LAST")
    answer(ada, "drain")
    ada.press("confirm")
    for person in (ada, zoe):
        expect(person.get("outcome")).to_have_attribute("data-reason", "chaos")
        expect(person.get("outcome")).to_have_attribute("data-winner", "none")
        expect(person.get("outcome")).to_contain_text("Argos fell in Age 5")
    expect(ada.page.locator(".after-averted", has_text="Hero 1 (Tomáš)")).to_be_visible()
    ada.press("ending-aside")
    expect(ada.page.locator(".hyb-board.is-night .hyb-city.is-lost")).to_have_count(5)


def test_the_sixth_improvement_ends_the_match(people: Come, house: Server) -> None:
    """END-3, IMP-1: by a press on the stair."""
    ada = sit(people(house, "Ada"), "STEP")
    ada.press("improvement-6")
    expect(ada.get("outcome")).to_have_attribute("data-reason", "ascension")
    expect(ada.get("outcome")).to_have_attribute("data-winner", "1")
    expect(ada.page.locator("[data-testid=outcome] .hyb-ascent i.is-lit")).to_have_count(6)
