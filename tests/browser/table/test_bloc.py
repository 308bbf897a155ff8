"""The Bloc in a real browser: anybody looks at anything, the ruler turns, what is refused says why and offers better,
distances and sight have margins, the view moves, and what happens is seen happening."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person
from tests.browser.presses import drag, held, press, press_at
from tests.serving import Server

U = 25_400
WALL = {
    "id": "wall",
    "kind": "obstructing",
    "polygon": [[8 * U, 2 * U], [9 * U, 2 * U], [9 * U, 6 * U], [8 * U, 6 * U]],
}
INK = {
    "id": "ink",
    "kind": "zone",
    "tinted": True,
    "polygon": [[4 * U, 9 * U], [6 * U, 9 * U], [6 * U, 11 * U], [4 * U, 11 * U]],
}


def fight() -> Match:
    """Pétra active and engaged by Kubik; Věra behind a wall; a Rogue that could charge."""
    cards = [
        rouage("1-petra-kantor", 7, 8),
        rouage("1-hynek-novotny", 3, 13),
        rouage("2-kubik-oktobar", 8.6, 8),
        rouage("2-vera-simkova", 10, 3),
    ]
    rogue = {"id": "rogue-1", "card": "rogue", "at": [12 * U, 11 * U]}
    return Match.from_position(position(cards, "1-petra-kantor", hostiles=[rogue], decor=[WALL, INK]), seed=7)


# point.js takes two presses within 400 ms for one double press; from then on they are two.
TWICE_MS = 450

CODES = ("LOOK", "ALSO", "TURN", "NEAR", "RISK", "SPAN", "VIEW", "SLID", "SURE", "TWIN", "TINY")
TABLES: dict[str, Callable[[], Match]] = dict.fromkeys(CODES, fight)
SEATED = seats(ilse="TURN NEAR SURE TWIN RISK SPAN SLID", both="LOOK VIEW HURT")


def spot(person: Person, x: float, y: float) -> tuple[float, float]:
    """The window's point of a place in inches, player 1's edge being at the bottom."""
    return tuple(  # type: ignore[return-value]  # two numbers from the page
        person.page.evaluate(
            """([x, y]) => { const m = document.querySelector('.bloc svg').getScreenCTM();
            const p = new DOMPoint(x * 25.4, y * 25.4).matrixTransform(m); return [p.x, p.y]; }""",
            [x, y],
        )
    )


def piece(person: Person, id: str) -> Locator:
    return person.page.locator(f".piece[data-id='{id}']")


def lens(person: Person) -> Locator:
    return person.get("lens")


def walk_to(person: Person, x: float, y: float) -> None:
    person.press("option-walk")
    person.page.wait_for_selector("[data-risk='leaves'], [data-risk='clear']", state="attached")
    press_at(person.page, *spot(person, x, y))


# Looking


def test_anybody_looks_at_any_piece_and_nobody_else_hears_of_it(house: Server, people: Come) -> None:
    ilse, tomas = people(house, "Ilse").sit("LOOK", "1"), people(house, "Tomáš").sit("LOOK", "2")
    zoe = people(house, "Zoe", locale="fr-FR").watch("LOOK")
    ilse.wait_for("act")
    heard = {person: len(person.heard) for person in (ilse, tomas)}
    press(piece(zoe, "2-kubik-oktobar"))
    expect(lens(zoe)).to_contain_text("Kubik")
    expect(zoe.get("could-frontal-1-petra-kantor")).to_contain_text(re.compile(r"\d+\s%"))
    expect(zoe.page.locator(".threat")).to_have_count(1)
    expect(zoe.get("reach")).to_be_attached()
    expect(zoe.get("could-at-1-petra-kantor")).to_be_attached()
    # LOS-1: a wall hides Věra from the Rogue's foes; who is hidden is told with what hides them.
    press(piece(zoe, "2-vera-simkova"))
    expect(lens(zoe)).to_contain_text(re.compile("derrière décor obstruant.*LOS-1"))
    for person, count in heard.items():
        assert not any("could-" in words or '"scouted"' in words for words in person.heard[count:])
        expect(lens(person)).to_have_count(0)
    # A player looks at another's while being asked, and by keyboard.
    piece(ilse, "2-vera-simkova").focus()
    ilse.page.keyboard.press("Enter")
    expect(lens(ilse)).to_contain_text("Věra")
    ilse.press("lens-close")
    expect(lens(ilse)).to_have_count(0)
    # The arrows move a cursor from where one stands: an inch, and five eighths.
    piece(ilse, "1-petra-kantor").focus()
    for key in ["Shift+ArrowRight"] + 5 * ["ArrowRight"]:
        ilse.page.keyboard.press(key)
    ilse.page.keyboard.press("Enter")
    expect(lens(ilse)).to_contain_text("Kubik")
    expect(lens(ilse).locator(".legend")).to_contain_text("leaves a threat")
    ilse.page.keyboard.press("Escape")
    expect(lens(ilse)).to_have_count(0)
    expect(ilse.get("bloc-cursor")).to_have_count(0)


def test_an_instinct_is_told_node_by_node(house: Server, people: Come) -> None:
    """HOS-1, HOS-2: what was asked first, for each rouage why not, and what is done to whom."""
    zoe = people(house, "Zoe").watch("ALSO")
    press(piece(zoe, "rogue-1"))
    expect(zoe.get("instinct-0")).to_have_attribute("data-state", "passed")
    expect(zoe.get("instinct-0")).to_contain_text("HOS-2")
    expect(zoe.get("instinct-1")).to_have_attribute("data-state", "done")
    expect(zoe.get("instinct-1")).to_contain_text("Pétra")
    expect(zoe.get("instinct-2")).to_have_attribute("data-state", "unreached")
    expect(zoe.get("foretold")).to_have_count(1)


# Pointing


def test_the_ruler_turns_among_its_placements(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("TURN", "1")
    ilse.wait_for("act")
    walk_to(ilse, 5, 6)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ruler = ilse.page.locator(".ruler.turns")
    expect(ruler).to_have_count(1)
    before = ruler.get_attribute("transform")
    where = ilse.get("ghost").get_attribute("transform")
    x, y = ilse.centre(ruler)
    with held(ilse.page, (x, y), (x - 45, y + 45), steps=9):
        turned = ruler.get_attribute("transform")
        rev = ilse.get("bloc").get_attribute("data-rev") or ""
    assert turned != before
    expect(ilse.get("bloc")).not_to_have_attribute("data-rev", rev)
    # The engine takes it as it lies; the base stays where it was to go.
    expect(ruler).to_have_attribute("transform", turned or "")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    assert ilse.get("ghost").get_attribute("transform") == where
    # And by keyboard.
    ilse.page.locator(".bloc svg").first.focus()
    ilse.page.keyboard.press("r")
    expect(ruler).not_to_have_attribute("transform", turned or "")
    ilse.press("confirm")
    # OPP-1: Kubik's player is asked before Pétra has gone anywhere.
    ilse.wait_for("wait")


def test_a_place_that_is_refused_says_why_and_offers_the_nearest(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("NEAR", "1")
    ilse.wait_for("act")
    walk_to(ilse, 8.5, 5)
    expect(ilse.get("prompt")).to_contain_text("MOV-1")
    expect(ilse.get("decor-wall")).to_have_class(re.compile("blocking"))
    expect(ilse.get("ghost")).to_have_attribute("data-state", "bad")
    assert ilse.get("confirm").count() == 0
    expect(ilse.get("nearest")).to_contain_text(re.compile(r"\d\.\d in"))
    ilse.get("nearest-piece").focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.get("decor-wall")).not_to_have_class(re.compile("blocking"))
    press_at(ilse.page, *spot(ilse, 8.5, 3))  # in the wall, away from the round buttons
    ilse.press("nearest")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.get("confirm")).to_be_visible()


def test_the_last_word_is_as_each_prefers(house: Server, people: Come) -> None:
    """With a mouse a press on the good ghost goes; where confirming is always wanted, only the button does; undo."""
    ilse = people(house, "Ilse").sit("SURE", "1")
    ilse.wait_for("act")
    before = ilse.at("1-petra-kantor")
    ilse.page.evaluate("document.body.dataset.confirm = 'always'")
    walk_to(ilse, 7, 8.4)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.page.locator(".ruler.turns")).to_have_count(1)
    ilse.page.wait_for_timeout(TWICE_MS)
    press_at(ilse.page, *spot(ilse, 7, 8.4))
    ilse.page.wait_for_timeout(TWICE_MS)
    assert ilse.at("1-petra-kantor") == before
    ilse.page.evaluate("document.body.dataset.confirm = 'touch'")
    press_at(ilse.page, *spot(ilse, 7, 8.4))
    expect(piece(ilse, "1-petra-kantor")).not_to_have_attribute("data-y", str(before[1]))
    ilse.press("option-undo")
    expect(piece(ilse, "1-petra-kantor")).to_have_attribute("data-y", str(before[1]))
    # Begun on the piece itself, which then has the focus: Enter is the confirming button's all the same.
    press(piece(ilse, "1-petra-kantor"))
    ilse.page.wait_for_selector("[data-risk='leaves'], [data-risk='clear']", state="attached")
    press_at(ilse.page, *spot(ilse, 7, 8.4))
    expect(ilse.get("confirm")).to_be_visible()
    ilse.page.wait_for_timeout(TWICE_MS)
    ilse.page.keyboard.press("Enter")
    expect(piece(ilse, "1-petra-kantor")).not_to_have_attribute("data-y", str(before[1]))
    ilse.press("option-undo")
    expect(piece(ilse, "1-petra-kantor")).to_have_attribute("data-y", str(before[1]))
    ilse.page.evaluate("document.body.dataset.confirm = 'never'")
    walk_to(ilse, 7, 8.4)
    expect(piece(ilse, "1-petra-kantor")).not_to_have_attribute("data-y", str(before[1]))


def test_a_double_press_places_and_goes_no_further(house: Server, people: Come) -> None:
    """However slow the machine is: the page's clock is put ahead while the first press is noted."""
    ilse = people(house, "Ilse").sit("TWIN", "1")
    ilse.wait_for("act")
    before = ilse.at("1-petra-kantor")
    ilse.page.evaluate("const now = performance.now(); performance.now = () => now + 60_000")
    walk_to(ilse, 7, 8.4)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    press_at(ilse.page, *spot(ilse, 7, 8.4))
    ilse.page.wait_for_timeout(TWICE_MS)
    assert ilse.at("1-petra-kantor") == before
    ilse.press("confirm")
    expect(piece(ilse, "1-petra-kantor")).not_to_have_attribute("data-y", str(before[1]))


def test_the_reach_shows_every_danger_with_a_pattern_and_a_word(house: Server, people: Come) -> None:
    """OPP-1, ENG-2, RNG-1, NOI-6."""
    ilse = people(house, "Ilse").sit("RISK", "1")
    ilse.wait_for("act")
    ilse.press("option-walk")
    ilse.page.wait_for_selector("[data-risk='leaves']", state="attached")
    risks = (ilse.get("reach").get_attribute("data-risks") or "").split()
    assert {"all", "leaves", "engages", "seen", "tinted"} <= set(risks)
    fills = {
        risk: ilse.page.locator(f"[data-risk='{risk}']").evaluate("e => getComputedStyle(e).fill")
        for risk in ("leaves", "engages", "seen", "tinted")
    }
    assert len(set(fills.values())) == 4
    assert all("url(" in fill for fill in fills.values())
    legend = ilse.page.locator(".legend")
    for words in ("leaves a threat", "ends engaged", "line of fire", "tinted"):
        expect(legend).to_contain_text(words)


# Measuring


def test_distances_and_sight_have_their_margins(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("SPAN", "1")
    zoe = people(house, "Zoé", locale="fr-FR").watch("SPAN")
    ilse.wait_for("act")
    ilse.page.keyboard.press("m")
    expect(ilse.get("bloc")).to_have_attribute("data-tool", "measure")
    press(piece(ilse, "1-petra-kantor"))
    press(piece(ilse, "2-kubik-oktobar"))
    # 1.6 in between the centres, less two radii of 15 mm: 0.42 in.
    expect(ilse.get("measured")).to_have_text("0.42 in")
    expect(lens(ilse)).to_contain_text("Within 1.0 in, by 15 mm.")
    expect(ilse.get("measure-label")).to_contain_text("0.42 in")
    # Dragged, with the other tool, to somebody whom a wall hides: the stretch is marked, the wall lights up.
    zoe.press("bloc-sight")
    expect(zoe.get("bloc")).to_have_attribute("data-tool", "sight")
    zoe.settled()  # who aims by hand must not have the Bloc move away under it
    x, y = zoe.centre(piece(zoe, "1-petra-kantor"))
    drag(zoe.page, (x, y), (x + 40, y - 60), zoe.centre(piece(zoe, "2-vera-simkova")), steps=1)
    expect(zoe.get("sighted")).to_contain_text(re.compile(r"Caché de [\d,]+\smm"))
    expect(zoe.get("blocked-stretch")).to_have_count(1)
    expect(zoe.get("decor-wall")).to_have_class(re.compile("blocking"))
    # By keyboard alone, from point to point.
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("bloc")).to_have_attribute("data-tool", "")
    ilse.page.keyboard.press("s")
    expect(ilse.get("bloc")).to_have_attribute("data-tool", "sight")
    for keys in (["ArrowLeft", "Enter"], ["Shift+ArrowDown", "Enter"]):
        for key in keys:
            ilse.page.keyboard.press(key)
    expect(ilse.get("bloc-cursor")).to_be_attached()
    expect(ilse.get("sighted")).to_be_visible()
    press(piece(ilse, "1-hynek-novotny"))
    press(piece(ilse, "1-petra-kantor"))
    expect(ilse.get("sighted")).to_contain_text("Sees")
    # From where a walk would end, base and all.
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("bloc")).to_have_attribute("data-tool", "")
    walk_to(ilse, 4, 7)
    expect(ilse.get("ghost")).to_have_attribute("data-state", re.compile("good|bad"))
    ilse.page.keyboard.press("s")
    expect(ilse.get("bloc")).to_have_attribute("data-tool", "sight")
    press_at(ilse.page, *spot(ilse, 4, 7))
    press(piece(ilse, "2-kubik-oktobar"))
    expect(ilse.get("sighted")).to_be_visible()
    expect(lens(ilse)).to_contain_text("where it would stand")


# The view


def view_box(person: Person) -> list[float]:
    return [float(v) for v in (person.page.locator(".bloc svg").first.get_attribute("viewBox") or "").split()]


def test_the_view_zooms_moves_turns_and_shows_its_grid(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("VIEW", "1")
    ilse.wait_for("act")
    whole = view_box(ilse)
    at = spot(ilse, 7, 8)
    ilse.page.mouse.move(*at)
    ilse.page.mouse.wheel(0, -600)
    expect(ilse.page.locator(".bloc svg").first).not_to_have_attribute("data-zoom", "1.000")
    near = view_box(ilse)
    assert near[2] < whole[2]
    # What was under the pointer still is, but for the pointer's own whole pixels.
    assert spot(ilse, 7, 8) == pytest.approx(at, abs=3)
    # On empty ground a drag moves the view, and selects nothing.
    drag(ilse.page, spot(ilse, 7, 6.4), (at[0] + 30, at[1] + 40), steps=4)
    assert view_box(ilse)[:2] != near[:2]
    ilse.page.keyboard.press("0")
    expect(ilse.page.locator(".bloc svg").first).to_have_attribute("data-zoom", "1.000")
    ilse.page.keyboard.press("+")
    ilse.press("bloc-fit")
    assert view_box(ilse) == whole
    # Own side at the bottom; turned round, the same pieces lie the other way, and pointing still means what it shows.
    top = ilse.centre(piece(ilse, "1-hynek-novotny"))[1]
    ilse.page.keyboard.press("f")
    expect(ilse.get("bloc")).to_have_attribute("data-turn", "2")
    assert ilse.centre(piece(ilse, "1-hynek-novotny"))[1] < top
    ilse.press("option-walk")
    assert ilse.point()
    ilse.press("cancel")
    expect(ilse.page.locator(".bloc .grid")).to_be_visible()
    ilse.page.keyboard.press("g")
    expect(ilse.page.locator(".bloc .grid")).to_be_hidden()
    # Player 2 has the other edge at the bottom; with the preference "fixed" both look from the same side.
    tomas = people(house, "Tomáš").sit("VIEW", "2")
    expect(tomas.get("bloc")).to_have_attribute("data-turn", "2")
    tomas.page.evaluate("document.body.dataset.flip = 'fixed'; window.dispatchEvent(new Event('preferences'))")
    expect(tomas.get("bloc")).to_have_attribute("data-turn", "0")


def test_two_fingers_zoom_and_nothing_runs_over_a_small_phone(house: Server, people: Come) -> None:
    zoe = people(house, "Zoé", size=(360, 740), locale="fr-FR").watch("TINY")
    x, y = zoe.centre(piece(zoe, "1-petra-kantor"))
    touch = zoe.context.new_cdp_session(zoe.page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 70), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(zoe.page.locator(".bloc svg").first).not_to_have_attribute("data-zoom", "1.000")
    expect(lens(zoe)).to_have_count(0)
    zoe.press("bloc-tools")
    zoe.press("bloc-fit")
    zoe.press("bloc-tools")
    press(piece(zoe, "rogue-1"), finger=True)
    expect(zoe.get("instinct-1")).to_be_visible()
    assert zoe.page.evaluate("document.documentElement.scrollWidth") <= 360
    box = lens(zoe).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def strong() -> Match:
    """Pétra engages Kubik, cannot well miss, and cannot well kill."""
    cards = [
        rouage("1-petra-kantor", 7, 8, profile={"combat": 14}),
        rouage("2-kubik-oktobar", 8.6, 8, profile={"life": "S" * 12}),
    ]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=3)


TABLES["HURT"] = strong


def moving(person: Person) -> Person:
    """With motion, however the device is set; each animation is noted, and lasts until it is ended."""
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.evaluate(WATCH)
    return person


def test_movements_are_seen_and_can_be_skipped(house: Server, people: Come) -> None:
    """A base slides along its ruler in a quarter of a second; a touch ends it; with reduced motion there is none."""
    ilse = people(house, "Ilse").sit("SLID", "1")
    zoe = moving(people(house, "Zoe").watch("SLID"))
    ilse.page.evaluate(WATCH)
    ilse.wait_for("act")
    walk_to(ilse, 7, 9.2)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ilse.press("confirm")
    zoe.page.wait_for_function("window.slid.length > 0")
    slid = zoe.page.evaluate("window.slid[0]")
    assert slid["duration"] == 250
    assert slid["frames"] > 2
    running = "document.querySelector(`.piece[data-id='1-petra-kantor']`).getAnimations().length"
    assert zoe.page.evaluate(running) > 0
    press_at(zoe.page, *spot(zoe, 15, 15))
    assert zoe.page.evaluate(running) == 0
    expect(zoe.page.locator(".ruler.sliding")).to_have_count(0)
    expect(piece(ilse, "1-petra-kantor")).not_to_have_attribute("data-y", str(8 * U))
    assert ilse.page.evaluate("window.slid.length") == 0


def test_a_wound_flashes(house: Server, people: Come) -> None:
    """LIF-2: the points just checked, and they alone, flash on the pages that see it happen."""
    ilse, tomas = people(house, "Ilse").sit("HURT", "1"), people(house, "Tomáš").sit("HURT", "2")
    zoe = moving(people(house, "Zoe").watch("HURT"))
    ilse.wait_for("act")
    ilse.press_through("option-attack")
    tomas.wait_for("react")
    tomas.press("option-nothing")
    ilse.keep_the_dice()
    zoe.page.wait_for_function("window.fresh > 0")
    lost = zoe.page.locator(".piece[data-id='2-kubik-oktobar'] .point.lost").count()
    assert zoe.page.evaluate("window.fresh") == lost
    zoe.reload()
    expect(zoe.page.locator(".point.lost")).to_have_count(lost)
    expect(zoe.page.locator(".point.fresh")).to_have_count(0)


WATCH = """() => { window.slid = []; window.fresh = 0; const animate = Element.prototype.animate;
new MutationObserver(() => { window.fresh = Math.max(window.fresh, document.querySelectorAll('.point.fresh').length); })
  .observe(document.querySelector('.bloc'), { subtree: true, childList: true, attributes: true });
Element.prototype.animate = function (frames, options) { window.slid.push({ frames: frames.length, ...options });
return animate.call(this, frames, { ...options, duration: 60000 }); }; }"""
