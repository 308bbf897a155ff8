"""Everything that is needed to decide is on the screen: at every size no box leaves the window or lies over another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.serving import Server

LONGEST = {"1": "Aleksandra von Hohenstein"[:24], "2": "Maximiliano Featherstone"}
"""Names as long as they may be."""
SIZES = {"desktop": (1440, 900), "small desktop": (1280, 720), "phone": (390, 844), "lying phone": (844, 390)}
TELEVISIONS = [(1280, 720), *(pytest.param(size, marks=pytest.mark.soak) for size in ((1440, 900), (1920, 1080)))]
PETRA, BOHDAN = "1-petra-kantor", "2-bohdan-zelenka"
HOSTILES = [
    {"id": "rogue-1", "card": "rogue", "at": [50_800, 330_200]},
    {"id": "rogue-2", "card": "rogue", "at": [330_200, 330_200]},
    {"id": "gargoule", "card": "gargoule", "at": [304_800, 254_000], "wounds": 2},
]


def cabals(x: float, noirceur: int) -> list[dict[str, Any]]:
    """Two whole cabals with all their action tokens and that much Noirceur; Pétra at `x`."""
    burdened = {"actions": 4, "noirceur": noirceur}
    return [
        rouage(PETRA, x, 8, **burdened),
        rouage("1-kubik-oktobar", 9.2, 11, **burdened),
        rouage("1-dominik-kralov", 3, 4, **burdened),
        rouage(BOHDAN, 7.9, 8, **burdened),
        rouage("2-ruzena-kovarova", 10.5, 8, **burdened),
        rouage("2-hynek-novotny", 12, 5, **burdened, states=["stunned"]),
    ]


def standing(x: float = 6, active: str | None = PETRA, noirceur: int = 2, **more: Any) -> Match:
    where = {"agenda": "gargoule", "hostiles": HOSTILES, "cycle": 2, "phase": 3, "traque": 2, **more}
    return Match.from_position(position(cabals(x, noirceur), active, **where), seed=3)


def answer(match: Match, seat: str, **wanted: Any) -> None:
    options = (o["command"] for o in match.decisions[seat]["options"] if o["legal"])
    match.submit(seat, next(c for c in options if all(c.get(key) == value for key, value in wanted.items())))


@cache
def attacked() -> Match:
    """Pétra attacks Bohdan: his player is asked."""
    match = standing()
    answer(match, "1", kind="attack")
    return match


def rolled(kind: str) -> Match:
    """The first of some rolls that comes to this question."""
    for seed in range(60):
        match = attacked().fork(seed)
        answer(match, "2", kind="react", dodge=False, riposte=None)
        if kind == "tactic" and "1" in match.asked and match.asked["1"].kind == "tempt-fate":
            answer(match, "1", kind="tempt-fate", reroll=False)
        if "1" in match.asked and match.asked["1"].kind == kind:
            return match
    raise AssertionError(f"no roll comes to {kind}")


def protocol() -> list[dict[str, Any]]:
    """Test Protocol runs on everybody until the end of the cycle: +1 Technique, -1 Dodge."""
    effect = {"name": "test-protocol", "source": "ministry", "card": "progress", "until": "cycle", "seat": "2"}
    whole = {**effect, "bearer": None, "bound": {}, "figures": {}}
    return [{**whole, "at": ["operations", n], "piece": it["id"]} for n in (0, 1) for it in cabals(6, 2)]


def spent() -> Match:
    """Pétra has no action left, and eight lines beside her card, five of them with the reason why not."""
    rouages = cabals(6, 2)
    rouages[0] |= {"actions": 0, "equipment": "clearance-pass"}
    trace = {"id": "trace-south", "at": [203_200, 317_500], "size": 30}
    where = {"agenda": "gargoule", "hostiles": HOSTILES, "markers": [trace], "cycle": 2}
    return Match.from_position(position(rouages, PETRA, **where), seed=3)


TABLES: dict[str, Callable[[], Match]] = {
    "SPNT": spent,
    "RUNS": lambda: standing(effects=protocol()),
    "HINT": lambda: standing(4.5),
    "WHOM": lambda: standing(4.5),
    "REAC": attacked,
    "TEMP": lambda: rolled("tempt-fate"),
    "TACT": lambda: rolled("tactic"),
    "PLAN": lambda: standing(active=None),
    "TEXT": lambda: standing(),
    "SIGN": lambda: standing(),
    "REA1": attacked,
    "REA2": attacked,
    "NEXT": lambda: standing(active=None),
    "TELE": lambda: standing(noirceur=3, last_artefact=next(iter(standing().position()["artefact"]))),
}

SEATED = dict.fromkeys(("WHOM", "REAC", "TEMP", "TACT", "PLAN", "TELE"), LONGEST)
SEATED |= seats(ilse="SPNT RUNS HINT")
SEATED["SIGN"] = {"1": LONGEST["1"]}

OUTSIDE = """() => {
  const found = [], seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const said = (e) => e.dataset.testid || e.className || e.tagName;
  const prompt = document.querySelector('.prompt'), room = prompt.getBoundingClientRect();
  const past = (box, right, bottom) => box.right > right + 1 || box.bottom > bottom + 1;
  const all = '.prompt, .prompt button, .menu button, .head > *, .strip, .tab, .action';
  for (const e of document.querySelectorAll(all)) {
    const box = e.getBoundingClientRect(), rail = e.closest('.actions');
    if (!box.width || !seen(e) || rail?.scrollWidth > rail?.clientWidth) continue;
    if (past(box, innerWidth, innerHeight) || box.left < -1 || box.top < -1) found.push(said(e));
  }
  if (prompt.scrollHeight > prompt.clientHeight + 1) found.push('the prompt scrolls');
  for (const e of prompt.querySelectorAll('button, .detail, .odds-row, .choice-note, h2')) {
    const box = e.getBoundingClientRect();
    if (box.width && seen(e) && past(box, room.right, room.bottom)) found.push(`out of the prompt: ${said(e)}`);
  }
  return found;
}"""
"""The elements that leave the window, or the prompt."""

OVERLAPS = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const boxes = shown.map((e) => [e, e.getBoundingClientRect()]);
  const found = [];
  for (const [a, p] of boxes) for (const [b, q] of boxes) {
    if (a === b || a.contains(b) || b.contains(a) || a.compareDocumentPosition(b) & 2) continue;
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const tall = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1 && tall > 1) found.push([a.className, b.className]);
  }
  return found;
}"""
"""Pairs of boxes of which neither is inside the other, and that lie over each other."""

LEAVES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => {
    const box = e.getBoundingClientRect();
    const room = (e.closest('.tile') ?? e.closest('.tv-column')).getBoundingClientRect();
    return box.right > room.right + 1 || box.bottom > room.bottom + 1 || box.left < room.left - 1 || box.width < 3;
  })
  .map((e) => e.className.baseVal ?? e.className)"""
"""The elements that leave their tile, or their column of the television, or are no wider than a hair."""

CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map((e) => e.className)"""
"""The elements whose words are longer than their room."""

HEAD = (
    ".frame-home, .head .figure, .head .fiel, .head .points, .head .score-dash, .head .letter, .head .priority .icon, "
    ".head .seals, .hint-ask, .head-menu-button"
)
"""The content of the head line on a phone."""

PARTS = ".prompt, .bloc > svg, .strip, .mine > .hero, .theirs, .log, .tiles, .stage-tabs, .frame-head, .standing-strip"
ANSWERS = ".prompt .ask, .prompt .choice, .prompt .dice, .prompt .hand-card"


def sized(person: Person) -> Mapping[str, list[Any]]:
    """The faults at each size."""
    faults = {}
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong = person.page.evaluate(OUTSIDE)
        wrong += person.page.evaluate(OVERLAPS, PARTS) + person.page.evaluate(OVERLAPS, ANSWERS)
        wrong += person.page.evaluate(OVERLAPS, HEAD)
        if wrong:
            faults[size] = wrong
    return faults


@pytest.mark.parametrize(
    ("code", "seat", "locale"),
    [
        ("WHOM", "1", "fr-FR"),
        ("REAC", "2", "fr-FR"),
        pytest.param("TEMP", "1", "fr-FR", marks=pytest.mark.soak),
        pytest.param("TACT", "1", "en-GB", marks=pytest.mark.soak),
        pytest.param("PLAN", "1", "fr-FR", marks=pytest.mark.soak),
    ],
)
def test_the_whole_question_is_seen(house: Server, people: Come, code: str, seat: str, locale: str) -> None:
    """With the longest names, every action token, Noirceur and several hostiles; the opponent has left."""
    person = people(house, LONGEST[seat], locale=locale).sit(code, seat)
    if code == "WHOM":
        person.press("option-charge")
        person.get("target-rogue-2").wait_for()
    elif code != "PLAN":
        person.page.wait_for_selector(".odds-mean")
    assert sized(person) == {}
    # A strip over the table makes room for itself.
    expect(person.page.locator(".standing-strip")).to_be_visible()
    assert sized(person) == {}


def test_the_bloc_stays_where_it_is_after_planning(house: Server, people: Come) -> None:
    boxes = []
    for code in ("NEXT", "TEXT"):
        karel = people(house, "Karel", size=SIZES["small desktop"]).sit(code, "2")
        karel.get("prompt").wait_for()
        boxes.append(karel.page.locator(".bloc > svg").bounding_box())
    assert boxes[0] == boxes[1]


def test_what_is_needed_to_decide_is_shown_on_a_desktop(house: Server, people: Come) -> None:
    """ACT-1, HOS-4: the opponent's action tokens on the cards; hostiles with what tells them apart, beneath a picture
    their name and without one their letter, and with what life they have."""
    zoe = people(house, "Zoe").watch("TELE")
    for side in ("1", "2"):
        assert zoe.page.locator(f"[data-testid^='actions-{side}-']:visible").count() == 3
    pieces = (("rogue-1", "Rogue 1", "R1"), ("rogue-2", "Rogue 2", "R2"), ("gargoule", "Gargoule", "G"))
    for id, name, letter in pieces:
        piece = zoe.page.locator(f".piece[data-id='{id}']")
        expect(piece.locator(".piece-name")).to_be_visible()
        expect(piece.locator(".piece-name")).to_have_text(name)
        expect(piece.locator(".monogram")).to_have_text(letter)
    life = zoe.page.locator(".piece[data-id='gargoule'] .point")
    expect(life).to_have_count(8)
    expect(zoe.page.locator(".piece[data-id='gargoule'] .point.lost")).to_have_count(2)
    assert zoe.page.locator(".piece[data-id='rogue-1'] .point").count() == 0
    press(zoe.page.locator(".piece[data-id='gargoule']"))
    expect(zoe.get("lens").locator(".lens-condition")).to_contain_text("6/8")


NAMED = """() => {
  const box = (it) => it.getBoundingClientRect(), bloc = box(document.querySelector(".bloc .plate"));
  const one = (it) => [it.textContent, box(it), it.closest(".piece")];
  const all = (what) => [...document.querySelectorAll(what)].map(one);
  const names = all(".piece-name"), discs = all(".piece .disc");
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const lies = names.filter(([, at, piece]) => discs.some(([, disc, other]) => other !== piece && over(at, disc))
    || names.some(([, other, its]) => its !== piece && over(at, other))
    || at.left < bloc.left - 4 || at.right > bloc.right + 4);
  return { many: names.length, lies: lies.map(([name]) => name) };
}"""


def test_names_lie_over_no_other_piece_on_a_small_phone(house: Server, people: Come) -> None:
    """Nor over another name, nor beyond the Bloc."""
    zoe = people(house, "Zoe", size=(360, 640)).watch("TELE")
    expect(zoe.page.locator(".piece-name").first).to_be_visible()
    named = zoe.page.evaluate(NAMED)
    assert named["many"] > 5
    assert named["lies"] == []


@pytest.mark.parametrize("size", TELEVISIONS)
def test_nothing_overlaps_on_the_television(house: Server, people: Come, size: tuple[int, int]) -> None:
    """Four actions and three Noirceur each, the longest names, an Artefact card."""
    room = people(house, "Room", size=size).open("/watch/TELE?tv")
    expect(room.page.locator(".tv-who .who")).to_have_text([*LONGEST.values()])
    expect(room.page.locator(".tile")).to_have_count(6)
    assert room.page.evaluate(OVERLAPS, ".tile") == []
    assert room.page.evaluate(OVERLAPS, ".tile .icon, .tile .pips, .tile .name") == []
    inside = ".tile .icon, .tile .pip, .tile-life > span, .tv-side > *"
    assert room.page.evaluate(LEAVES, inside) == []
    # Without pictures letters stand in the faces' place.
    room.page.evaluate("document.body.dataset.pictures = 'none'")
    assert room.page.evaluate(LEAVES, f"{inside}, .tile .name") == []
    digit = room.page.locator(".digit").evaluate("e => [e.scrollHeight, e.clientHeight]")
    assert digit[0] <= digit[1]


def test_large_text_stays_in_its_place(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("TEXT", "1")
    ilse.wait_for("act")
    ilse.page.evaluate("document.documentElement.dataset.text = 'large'")
    assert ilse.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19px"
    ilse.press("option-attack")
    for name in ilse.page.locator(".medallion > span").all():
        assert name.evaluate(
            "e => e.scrollWidth <= e.parentElement.clientWidth && e.offsetHeight <= e.parentElement.clientHeight"
        )
    assert ilse.page.evaluate(OVERLAPS, ANSWERS) == []


HEAD = ".head > *, .score > *, .head-menu-button"
PHONES = (360, 390, 412)


def test_nothing_overlaps_in_a_phones_head_line(house: Server, people: Come) -> None:
    """Points, Fiel and Traque stay whole, large text too: the words of cycle and phase give way."""
    zoe = people(house, "Zoe", size=(390, 844), locale="fr-FR").watch("TELE")
    for width in PHONES:
        zoe.page.set_viewport_size({"width": width, "height": 844})
        for text in ("normal", "large"):
            zoe.page.evaluate("text => (document.documentElement.dataset.text = text)", text)
            assert zoe.page.evaluate(OVERLAPS, HEAD) == [], (width, text)


SIGNS = """() => [...document.querySelectorAll('[data-sign]')]
  .filter((e) => e.checkVisibility() && !['none', 'normal'].includes(getComputedStyle(e, '::after').content))
  .map((e) => e.dataset.sign)"""
"""The names of signs that are shown."""


def test_signs_bear_their_names_in_somebodys_first_matches_and_nothing_gives_way(house: Server, people: Come) -> None:
    """Until they ask for none, or for ever when they ask for that; at every size all else stays whole."""
    ilse = people(house, LONGEST["1"], locale="fr-FR").sit("SIGN", "1")
    ilse.page.set_viewport_size({"width": 1440, "height": 900})
    shown = set(ilse.page.evaluate(SIGNS))
    assert {"Fiel", "points", "priorité", "actions", "Technique", "mesurer"} <= shown
    # On a card nothing is written over the face.
    assert not any(name.startswith("rang · ") for name in shown)
    assert sized(ilse) == {}
    ilse.page.set_viewport_size({"width": 390, "height": 844})
    assert {"Fiel", "points", "priorité", "Traque"} <= set(ilse.page.evaluate(SIGNS))
    for choice, some in (("never", False), ("always", True)):
        ilse.page.evaluate("signs => olomoc.wear({ signs })", choice)
        assert bool(ilse.page.evaluate(SIGNS)) is some
    ilse.page.evaluate("olomoc.wear({ signs: 'first', novice: 'false' })")
    assert ilse.page.evaluate(SIGNS) == []


def test_a_question_is_explained_the_first_time_and_behind_a_mark_from_then_on(house: Server, people: Come) -> None:
    """An explanation that is known stays folded at the next table; a press shows it again."""
    tomas = people(house, "Tomáš").sit("REA1", "2")
    expect(tomas.get("why")).to_have_attribute("open", "")
    expect(tomas.get("why")).to_contain_text("Each reaction costs one token")
    decision = tomas.decision
    tomas.press("option-nothing")
    tomas.answered(decision)
    tomas.sit("REA2", "2")
    explanation = tomas.get("why").locator("p")
    expect(explanation).to_be_hidden()
    press(tomas.get("why").locator("summary"))
    expect(explanation).to_be_visible()


def test_every_action_is_seen_beside_its_card(house: Server, people: Come) -> None:
    """At 1440 x 900; the reasons of those that cannot be taken make no line taller. French has the longer ones."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("SPNT", "1")
    ilse.wait_for("act")
    actions = ilse.page.locator(".rail .action")
    assert actions.count() >= 8
    rail = ilse.page.locator(".rail:has(.action)").bounding_box()
    last = actions.last.bounding_box()
    assert rail is not None
    assert last is not None
    assert last["y"] + last["height"] <= rail["y"] + rail["height"] + 1


def test_what_runs_on_a_rouage_covers_no_monogram(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("RUNS", "1")
    ilse.wait_for("act")
    for text in ("normal", "large"):
        ilse.page.evaluate("size => { document.documentElement.dataset.text = size }", text)
        expect(ilse.page.locator(".card .state.running:visible")).to_have_count(6)
        assert ilse.page.evaluate(OVERLAPS, ".card .medallion > span, .card .state.running") == []
    expect(ilse.page.locator(".hero .state-name").first).to_have_text("Test Protocol")
    theirs = ilse.page.locator(".their-cards .state.running").first
    expect(theirs).to_have_attribute("title", re.compile("^Test Protocol: "))


def test_the_head_line_has_room_for_hints(house: Server, people: Come) -> None:
    """Against the house hints can be asked for: on a phone by a sign, on a desktop beside whole words."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("HINT", "1")
    ilse.press("call-steady")
    expect(ilse.get("hint")).to_be_visible()
    assert ilse.page.evaluate(CUT, ".head :is(.priority-words, .artefact, .fallen)") == []
    for width, height in ((390, 844), (360, 740)):
        ilse.page.set_viewport_size({"width": width, "height": height})
        ilse.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert ilse.page.evaluate(OVERLAPS, HEAD) == []


def test_the_plans_mark_stays_clear_of_its_buttons(house: Server, people: Come) -> None:
    """CYC-3: with a card in hand, and some laid, there are four buttons."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("NEXT", "1")
    ilse.wait_for("plan")
    press(ilse.page.locator(".hand-card:not(.ministry)").first)
    ilse.press("slot-2")
    press(ilse.page.locator(".hand-card.ministry").first)
    for name in ("read-held", "clear-plan", "why"):
        expect(ilse.get(name)).to_be_attached()
    for width, height in SIZES.values():
        ilse.page.set_viewport_size({"width": width, "height": height})
        ilse.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert ilse.page.evaluate(OVERLAPS, ".kind-plan .why > summary, .plan-end .btn") == []
