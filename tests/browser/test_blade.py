"""Blade & Book in a real browser: a walk by the board, by mouse and by finger, and the table at four sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from rules.blade import Match
from tests.blade.table import active, attack, bench, hero, play, red
from tests.browser.axe import assert_nothing_blank
from tests.browser.kept import keep
from tests.browser.people import Come, Person
from tests.browser.presses import carry, press
from tests.serving import Server

pytestmark = pytest.mark.slow

BOARD = """() => {
  const board = document.querySelector('.blade-board').getBoundingClientRect();
  const at = document.elementFromPoint(board.x + board.width / 2, board.y + board.height / 2);
  return [board.width * board.height / innerWidth / innerHeight, !!at?.closest('.blade-board'),
          document.documentElement.scrollWidth - innerWidth];
}"""
"""The share of the window that the board has, whether nothing covers its midst, by how much the page is too wide."""


CUT_OFF = """() => {
  const prompt = document.querySelector('[data-testid=prompt]'), end = prompt.getBoundingClientRect().bottom;
  const seen = (it) => it.checkVisibility() && !it.closest('.prompt-menu');
  const buttons = [...prompt.querySelectorAll('.btn')].filter(seen);
  return buttons.filter((it) => it.getBoundingClientRect().bottom > end + 1).map((it) => it.innerText);
}"""
"""The answers that reach beyond the lower edge of the prompt."""


LAID_OUT = """() => [".guard-pick", ".hero-strip"].map((kind) => [...document.querySelectorAll(kind)]
  .map((it) => [Math.round(it.getBoundingClientRect().bottom), it.offsetHeight]))"""
"""The lower edge and the height of the guards, and of the strips of heroes."""


def acting(players: int = 2) -> Match:
    """The second of so many people is asked what their hero does."""
    match, rng = Match.new({"players": players}, 9), random.Random(9)
    while match.decisions.get("2", {}).get("kind") != "act":
        seat = next(iter(match.decisions))
        match.submit(seat, next(iter(match.commands(seat, rng))))
    return match


def posing() -> Match:
    """The second of two people is asked for the stances of two heroes."""
    match, rng = Match.new({"players": 2, "scenario": "ledger", "heroes": 2}, 9), random.Random(9)
    while match.decisions.get("2", {}).get("kind") != "stances":
        seat = next(iter(match.decisions))
        match.submit(seat, next(iter(match.commands(seat, rng))))
    return match


def guarding() -> Match:
    """The second of two people is asked for a guard."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[6] * 8, **active("red"))
    return play(match, "1", attack("red-1", "hrodvar"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("blade") / "data"
    keep(
        data,
        {
            "MICE": acting(),
            "POSE": posing(),
            "POSL": posing(),
            "HAND": acting(),
            "SIZE": acting(),
            "GEMS": bench(hero("hrodvar", "b2"), *red("b2")),
            "PING": acting(3),
            "DONE": acting(3),
            "KEYS": guarding(),
        },
    )
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


def sit(person: Person, code: str) -> Person:
    person.open(f"/table/{code}")
    person.page.get_by_test_id("your-name").fill(person.name)
    person.press("join-2")
    expect(person.get("blade-board")).to_be_visible()
    return person


@pytest.mark.parametrize("finger", [False, True])
def test_a_hero_walks_to_the_zone_that_is_pressed(people: Come, tables: Server, finger: bool) -> None:
    """Who acts, what, where to: three presses, the last of them on the board (STP-1). What was opened over the board is
    put down where the next press is to fall on it."""
    size = (390, 844) if finger else (1440, 900)
    ada = sit(people(tables, "Ada", size=size), "HAND" if finger else "MICE")
    page = ada.page
    actors = page.locator('[data-part="prompt"] [data-testid^="actor-"]')
    if actors.count():
        press(actors.first, finger=finger)
    if finger:
        press(ada.get("tab-of-book"), finger=True)
        expect(page.locator('[data-part="book"]')).to_be_visible()
    begin = page.locator('[data-part="prompt"]').get_by_role("button", name="Move")
    press(begin, finger=finger)
    if finger:
        expect(page.locator('[data-part="book"]')).not_to_be_visible()
    zone = page.locator(".blade-zone.is-can").first
    expect(zone).to_be_visible()
    name = str(zone.locator(".zone-name").text_content())
    press(zone, finger=finger)
    confirm = ada.get("confirm")
    expect(confirm).to_contain_text(name)
    press(confirm, finger=finger)
    expect(page.locator(".blade-zone.is-can")).to_have_count(0)
    expect(page.locator('[data-part="log"]')).to_contain_text(name)


def test_gems_are_dragged_to_a_box_and_back(people: Come, tables: Server) -> None:
    """GEM-1: nothing is spent before it is confirmed."""
    ada = sit(people(tables, "Ada"), "GEMS").settled()
    box, home = (
        ada.page.locator(f'[data-drop$="{where}"], [data-drop^="{where}"]').first for where in (":melee", "reserve:")
    )
    reserve, laid = ada.page.locator('.gem[data-drag^="gem:"]:not(.is-staged)'), box.locator(".is-staged")
    expect(reserve.first).to_be_visible()
    carry(reserve.last, box)
    expect(laid).to_have_count(1)
    press(ada.page.locator('.blade-disc[data-thing="red-1"]'))
    expect(ada.get("confirm")).to_be_visible()
    assert ada.settled().page.evaluate(CUT_OFF) == []
    ada.press("more-gem")
    expect(laid).to_have_count(2)
    ada.press("less-gem")
    expect(laid).to_have_count(1)
    carry(laid, home)
    expect(laid).to_have_count(0)


def test_keys_lay_gems_on_a_guard_and_walk_along_borders(people: Come, tables: Server) -> None:
    """Of a phone's size its guards are a row that a thumb hits, and the strips of heroes are low."""
    ada = sit(people(tables, "Ada"), "KEYS").settled()
    ada.page.set_viewport_size({"width": 390, "height": 844})
    expect(ada.page.locator(":root[data-size=phone]")).to_be_attached()
    ada.press("tab-of-seats")
    guards, strips = ada.page.evaluate(LAID_OUT)
    assert min(high for _, high in guards) >= 56
    assert len({top for top, _ in guards}) == 1
    assert max(high for _, high in strips) <= 64
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    expect(ada.page.locator(":root[data-size=wide]")).to_be_attached()
    for n in (1, 2):
        ada.page.keyboard.press("g")
        expect(ada.page.locator(".hero-sheet .is-staged")).to_have_count(n)
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator('[data-part="log"]')).to_contain_text("guards with 2 gems")
    walked = []
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        ada.page.keyboard.press(key)
        walked.append(ada.page.evaluate("document.activeElement.dataset.thing"))
    assert walked == ["a1", "a2", "a3", "b3", "c3"]


def test_who_is_done_may_act_again_until_all_are(people: Come, tables: Server) -> None:
    """HRO-9. Arrows go on from where the hero that walks stands."""
    ada = sit(people(tables, "Ada"), "DONE")
    ada.press("option-done")
    ada.press("undone")
    ada.wait_for("act")
    ada.settled().page.keyboard.press("m")
    chosen = ada.page.locator(".blade-disc.is-chosen")
    expect(chosen).to_be_visible()
    ada.page.keyboard.press("ArrowDown")
    zone = ada.page.locator(".blade-zone:focus")
    assert chosen.get_attribute("data-within") in str(zone.get_attribute("data-walk")).split()
    assert ada.centre(zone)[1] > ada.centre(chosen)[1]


def test_a_finger_held_down_on_a_zone_points_it_out_and_opens_nothing(people: Come, tables: Server) -> None:
    """Two bring the board nearer or put it farther away, and the page stays as it is."""
    ada = sit(people(tables, "Ada", size=(390, 844)), "PING")
    x, y = ada.centre(ada.page.locator(".blade-disc[data-sight]").first)
    finger = ada.context.new_cdp_session(ada.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(ada.page.locator(".blade-shout")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ada.settled()
    expect(ada.get("reader")).not_to_be_visible()
    wide = ada.page.locator(".blade-board").evaluate("it => it.offsetWidth")
    for kind, far in (("touchStart", 90), ("touchMove", 60), ("touchMove", 30)):
        both = [{"x": 195 + way * far, "y": y, "id": way} for way in (0, 1)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": both})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ada.page.wait_for_function("wide => document.querySelector('.blade-board').offsetWidth < wide / 1.4", arg=wide)
    assert ada.page.evaluate("visualViewport.scale") == 1


@pytest.mark.parametrize(("size", "code"), [((390, 844), "POSE"), ((844, 390), "POSL")])
def test_the_stances_of_two_heroes_are_all_in_sight_on_a_phone(
    people: Come, tables: Server, size: tuple[int, int], code: str
) -> None:
    ada = sit(people(tables, "Ada", size=size, locale="fr-FR"), code)
    expect(ada.page.locator(".stance-pick")).to_have_count(4)
    expect(ada.get("stances-so")).to_be_visible()
    assert ada.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize(
    ("size", "least"), [((1440, 900), 0.31), ((1024, 768), 0.25), ((390, 844), 0.25), ((844, 390), 0.25)]
)
def test_the_board_is_in_sight_at_every_size(people: Come, tables: Server, size: tuple[int, int], least: float) -> None:
    watching = people(tables, "Ilse", size=size)
    watching.open("/watch/SIZE")
    expect(watching.get("blade-board")).to_be_visible()
    share, uncovered, too_wide = watching.page.evaluate(BOARD)
    assert uncovered
    assert share >= least
    assert too_wide <= 0
    assert assert_nothing_blank(watching.page) > 0
