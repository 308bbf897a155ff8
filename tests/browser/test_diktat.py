"""Diktat in real browsers: decisions by the map, by keys and by buttons, a bargain between two windows, a whole match
of five seats, and its pages for every eye and size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from rules.diktat import Match
from tests.browser.axe import WIDER, assert_accessible, assert_nothing_blank, violations
from tests.browser.kept import keep
from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.diktat.table import resolution, turn
from tests.serving import Server

pytestmark = pytest.mark.slow

SMALL = """least => [...document.querySelectorAll('.diktat-table button')]
  .filter((it) => it.checkVisibility() && !it.classList.contains('tile'))
  .filter((it) => Math.min(it.offsetWidth, it.offsetHeight) < least)
  .map((it) => `${it.className} ${it.offsetWidth}x${it.offsetHeight}`)"""
"""Controls of the table that are too small to be met with a finger; cards are pressed in the track, not on the map."""
CABALS = ["coordination", "polisec", "syndicate", "black-guard", "resistance"]


def manoeuvres() -> Match:
    """The first seat's Manoeuvre; the second has a stack in Karst, and Karst is full."""
    sectors = {
        "karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EGC"}, {"id": "s2", "seat": "3", "pawns": "CC"}]},
    }
    seats = {"1": {"agents": "CCEEG", "pp": 4}, "2": {"agents": "CG", "pp": 2}, "3": {"agents": "CE", "pp": 1}}
    return turn(cabals=CABALS[:3], sectors=sectors, seats=seats, track=["o07", "o31"])


def busy() -> Match:
    """Five seats in mid-match with the Others: contested sectors, Possessions, a deal and an offer."""
    rows: dict[str, str] = {"1": "CCEEG", "2": "CG", "3": "E", "4": "GGC", "5": "CE"}
    seats = {it: {"agents": agents, "pp": 3, "spies": 1} for it, agents in rows.items()}
    seats["1"] |= {"cards": [{"card": "o07"}], "markers": {"karst": 1}}
    seats["3"] |= {"cards": [{"card": "o31"}], "markers": {"josefov": 2}, "debts": 1}
    sectors = {
        "artefact": {"others": "CCCCGGGGEEE"},
        "karst": {"others": "E"},
        "josefov": {"markers": 0, "stacks": [
            {"id": "s1", "seat": "2", "pawns": "EGC"}, {"id": "s2", "seat": "3", "pawns": "CCEEGC"},
            {"id": "s3", "seat": "1", "pawns": "EEC"}]},
        "motol": {"stacks": [{"id": "s4", "seat": "4", "pawns": "GGGG"}, {"id": "s5", "seat": "5", "pawns": "E"}]},
    }  # fmt: skip
    match = turn(cabals=CABALS, sectors=sectors, seats=seats, configurations=["others"], track=["o12", "o20", "o44"])
    promise = {"by": "2", "do": "no-send", "sector": "karst"}
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"pp": 1}, "promises": [promise], "sworn": True})
    match.submit("1", {"kind": "accept", "offer": "d1"})
    match.submit("3", {"kind": "offer", "to": ["1"], "give": {"agents": "E"}, "take": {"1": {"pp": 2}}})
    return match


def resolving() -> Match:
    """The first seat is to name one of two sectors, and takes what is there first."""
    sectors = {it: {"stacks": [{"seat": seat, "pawns": "E"}]} for it, seat in (("karst", "1"), ("motol", "2"))}
    return resolution(cabals=CABALS[:2], sectors=sectors, track=["o25"])


def sworn() -> Match:
    """The first seat's Manoeuvre, and it has sworn not to send to the Suburbs."""
    match = manoeuvres()
    promise = {"by": "1", "do": "no-send", "sector": "suburbs"}
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"pp": 1}, "promises": [promise], "sworn": True})
    match.submit("1", {"kind": "accept", "offer": "d1"})
    return match


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("diktat") / "data"
    keep(data, {"TURN": manoeuvres(), "BUSY": busy(), "RESOLVE": resolving(), "SWRN": sworn(), "TALK": busy()})
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


def sit(person: Person, code: str, seat: str) -> Person:
    person.open(f"/table/{code}")
    person.page.get_by_test_id("your-name").fill(person.name)
    person.press(f"join-{seat}")
    expect(person.get("city")).to_be_visible()
    return person


def key(person: Person, *names: str) -> None:
    for name in names:
        person.page.keyboard.press(name)


def test_decisions_by_the_map_and_a_bargain_between_two_windows(people: Come, tables: Server) -> None:
    """SND-1, STK-4, SPY-3, NEG-3: a team is laid on the map by keys, a reload in its midst loses nothing that was said;
    an offer is made out of turn on the one screen and accepted on the other, a phone in French."""
    ilse = sit(people(tables, "Ilse"), "TURN", "1")
    tomas = sit(people(tables, "Tomáš", size=(390, 844), locale="fr-FR"), "TURN", "2")
    # A full sector says why, with its clause; a press on another begins a team there.
    ilse.press("sector-karst", force=True)
    expect(ilse.get("notice")).to_contain_text("STK-4")
    ilse.press("sector-motol")
    expect(ilse.get("add-E")).to_be_visible()
    key(ilse, "e")
    expect(ilse.get("ghost")).to_contain_text("1")
    ilse.reload()
    expect(ilse.get("ghost")).to_have_count(0)
    expect(ilse.get("option-1")).to_be_visible()
    ilse.press("sector-motol")
    expect(ilse.get("add-E")).to_be_visible()
    key(ilse, "c")
    expect(ilse.get("ghost")).to_contain_text("1")
    key(ilse, "e")
    expect(ilse.get("ghost")).to_contain_text("2")
    # What sends it is in sight, and so is the whole city.
    for control in (ilse.get("confirm"), ilse.get("city")):
        expect(control).to_be_in_viewport(ratio=1)
    key(ilse, "Enter")
    expect(ilse.get("tower-s3").locator(".pawn").first).to_have_text("E")
    expect(tomas.get("tower-s3").locator(".pawn")).to_have_text(["", ""])
    # The second spies on the stack that has come: on the map first, then its pawn.
    tomas.press("option-2")
    expect(tomas.get("back")).to_be_visible()
    tomas.press("tower-s3")
    tomas.press("pawn-1")
    tomas.press("confirm")
    tomas.press("tab-of-log")
    expect(tomas.get("log")).to_contain_text("Émissaire")
    tomas.press("tab-of-board")
    # Out of turn, the first offers money for Agents.
    ilse.press("new-offer")
    ilse.press("with-2")
    ilse.press("more-give-2-pp")
    ilse.press("more-take-2-C")
    ilse.press("send-offer")
    expect(ilse.get("offer-d1")).to_be_visible()
    tomas.press("offer-waits", finger=False)
    tomas.press("accept-d1")
    expect(tomas.get("log")).to_contain_text("Accord")
    expect(ilse.get("log")).to_contain_text("Deal")
    expect(ilse.get("pp")).to_contain_text("3")
    assert [person.page.evaluate(WIDER) for person in (ilse, tomas)] == [0, 0]


LISTEN = """() => {
  window.lit = []; window.steps = [];
  const moment = (name) => Number(document.querySelector(`[data-part="${name}"]`).dataset.moment);
  new MutationObserver(() => {
    const telling = document.body.dataset.telling !== undefined;
    if (telling) window.steps.push([moment('board'), moment('beat'), moment('log')]);
  }).observe(document.querySelector('[data-part=board]'), { attributes: true, attributeFilter: ['data-moment'] });
  new MutationObserver(() => window.lit.push(document.body.dataset.told ?? '')).observe(
    document.body, { attributes: true, attributeFilter: ['data-told'] });
}"""
FILL = "key => getComputedStyle(document.querySelector(`.pane-${key}`)).fill"


def test_the_sector_that_is_told_of_is_lit(people: Come, tables: Server) -> None:
    """RES-2, CNQ: as long as its beats are told; the one whose Trophies are being taken keeps its edge. Nothing moves
    where a person wants none of it."""
    ilse = sit(people(tables, "Ilse"), "RESOLVE", "1")
    dark, other = (ilse.page.evaluate(FILL, key) for key in ("karst", "josefov"))
    ilse.page.evaluate(LISTEN)
    ilse.press("sector-karst")
    ilse.page.wait_for_function("window.lit.includes('karst')")
    expect(ilse.page.locator("body")).not_to_have_attribute("data-told", re.compile("."))
    assert set(ilse.page.evaluate("window.lit")) == {"karst", ""}
    # Board, beat and log go through the events of one command together, and stop at more than its beginning and end.
    steps = ilse.page.evaluate("window.steps")
    assert all(board == beat == log for board, beat, log in steps), steps
    assert len(steps) > 2, steps
    expect(ilse.page.locator(".pane-karst")).to_have_class(re.compile("is-resolved"))
    assert ilse.page.evaluate(FILL, "karst") == dark
    ilse.page.evaluate("document.body.dataset.told = 'karst'")
    assert ilse.page.evaluate(FILL, "karst") != dark
    assert ilse.page.evaluate(FILL, "josefov") == other


# ---- pages -----------------------------------------------------------------------------------------------------------


def preparing(person: Person) -> None:
    """A team in preparation, and an offer beside it."""
    sit(person, "BUSY", "1")
    person.press("sector-suburbs")
    person.press("add-E")
    expect(person.get("ghost")).to_be_visible()
    person.press("new-offer")
    expect(person.get("deal-form")).to_be_visible()


PAGES: dict[str, Callable[[Person], object]] = {
    "a team and an offer": preparing,
    "waiting": lambda person: sit(person, "BUSY", "3"),
    "watching": lambda person: person.open("/watch/BUSY"),
    "television": lambda person: person.open("/watch/BUSY?tv"),
    "replay": lambda person: person.open("/replay/BUSY"),
    "rules": lambda person: person.open("/diktat/rules"),
}
CHEAP = {"a team and an offer"}


@pytest.mark.parametrize("name", [n if n in CHEAP else pytest.param(n, marks=pytest.mark.soak) for n in PAGES])
def test_page(people: Come, tables: Server, name: str) -> None:
    """WCAG 2.2 AA in both themes as far as axe-core sees; 360 pixels wide nothing is out of reach or too small."""
    person = people(tables, name, locale=("fr-FR", "en-GB")[list(PAGES).index(name) % 2])
    PAGES[name](person)
    person.settled()
    assert_nothing_blank(person.page)
    assert_accessible(person.page, SMALL)


def test_the_warning_of_a_broken_word_is_legible(people: Come, tables: Server) -> None:
    """OAT-4: on the button that would break it, in both themes."""
    ilse = sit(people(tables, "Ilse"), "SWRN", "1")
    ilse.press("sector-suburbs")
    ilse.press("add-E")
    expect(ilse.page.locator(".btn.main small.notice")).to_be_visible()
    assert violations(ilse.page) == []


def test_a_phone_has_the_asides_and_the_talk_in_reach(people: Come, tables: Server) -> None:
    """While an offer waits: nothing that may be said lies outside the window, and the talk is one press away."""
    ilse = sit(people(tables, "Ilse", size=(390, 844)), "TALK", "1")
    outside = """() => [...document.querySelectorAll("[data-testid='prompt'] .btn, [data-testid='prompt'] summary")]
      .filter((it) => it.checkVisibility()).map((it) => [it.innerText, it.getBoundingClientRect()])
      .filter(([, box]) => box.left < 0 || box.right > innerWidth).map(([words]) => words)"""
    assert ilse.page.evaluate(outside) == []
    ilse.press("tab-of-talk", finger=True)
    ilse.get("talk-field").fill("Karst is mine")
    ilse.press("talk-send", finger=True)
    expect(ilse.page.locator(".talk-text").last).to_have_text("Karst is mine")


def test_a_replay_on_a_phone_has_its_tools(people: Come, tables: Server) -> None:
    """Whose eyes it is seen with, and its link."""
    eva = people(tables, "Eva", size=(390, 844)).open("/replay/RESOLVE")
    for tool in ("eyes-spectator", "reel-link"):
        expect(eva.get(tool)).to_be_visible()


def test_a_replay_on_a_desktop_has_the_city_and_the_timeline_in_sight(people: Come, tables: Server) -> None:
    """With cards above the city, whose pictures are small there."""
    eva = people(tables, "Eva").open("/replay/BUSY")
    expect(eva.page.locator(".stage-past .opportunity .poster").first).to_be_visible()
    for part in (".stage-past [data-part=board]", ".reel-bar"):
        box = eva.page.locator(part).bounding_box()
        assert box is not None
        assert box["height"] > 100
        assert box["y"] + box["height"] <= 900


# ---- a whole match ---------------------------------------------------------------------------------------------------


def step(person: Person, sends: bool) -> bool:
    """Answers one question, if one is asked: a team by the map where that can be, else the first thing that can be."""
    decision = person.decision
    if not decision:
        return False
    kind = person.asked
    if kind == "manoeuvre":
        lit = person.page.locator(".sector-name.can")
        if sends and lit.count():
            press(lit.first)
            expect(person.get("add-all")).to_be_visible()
            key(person, "a")
            expect(person.get("ghost")).to_be_visible()
            key(person, "Enter")
        else:
            person.press("option-4")
            person.press("option-1")
    elif person.page.locator("[data-testid^='aim-']").count():
        press(person.page.locator("[data-testid^='aim-']").first)
        press(person.page.locator(".leaf-pawn").first)
    else:
        if person.get("answers-open").is_visible():
            person.press("answers-open")
        its = "[data-testid^='option-']:not([aria-disabled='true'])"
        press(person.page.locator(f":is([data-testid='prompt'], [data-testid='answers']) {its}").first)
    person.page.wait_for_function(
        "it => document.querySelector(\"[data-testid='prompt']\")?.dataset.decision !== it", arg=decision
    )
    return True


@pytest.mark.soak
def test_a_whole_match_of_five_windows(serve: Callable[..., Server], people: Come) -> None:
    """Three people, two of the house's players, and a spectator: from the lobby to the end, told to all in their
    languages; a reload within a question changes nothing."""
    server = serve()
    ilse = people(server, "Ilse", locale="fr-FR").open("/new?game=diktat")
    ilse.tick("game-diktat")
    ilse.tick("players-5")
    code = ilse.make_table()
    sit(ilse, code, "1")
    tomas = sit(people(server, "Tomáš", size=(390, 844)), code, "2")
    vera = sit(people(server, "Věra", size=(1024, 768)), code, "3")
    eva = people(server, "Eva").open(f"/watch/{code}")
    press(ilse.page.get_by_role("button", name="Golem à chaque place libre"))
    expect(eva.get("city")).to_be_visible()
    players, answered, offered = (ilse, tomas, vera), 0, False
    while not eva.get("outcome").count():
        asked = [person for person in players if step(person, sends=person is not tomas or answered % 3 == 0)]
        answered += len(asked)
        if answered == 5:
            ilse.reload()
        if answered > 8 and not offered and tomas.get("new-offer").count():
            offered = True
            tomas.press("tab-of-deals")
            tomas.press("new-offer")
            tomas.press("with-1")
            tomas.press("more-take-1-pp")
            tomas.press("send-offer")
            tomas.press("tab-of-board")
        if not asked:
            eva.page.wait_for_timeout(100)
    for person in (*players, eva):
        expect(person.get("outcome")).to_be_visible()
    assert offered
    assert [person.page.evaluate(WIDER) for person in (*players, eva)] == [0, 0, 0, 0]
    assert not ilse.troubles + tomas.troubles + vera.troubles + eva.troubles
