"""Deciding at a table: what is settled by hand, prompts, plans, odds, the log; with two seats and by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from rules.olomoc import Match
from tests.browser.axe import violations
from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.presses import press, press_at
from tests.browser.table.positions import by_hand, close, omen, planning, struck, two_crates, walked
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {
    "HAND": by_hand,
    "MENU": by_hand,
    "TINY": by_hand,
    "WALK": walked,
    "CRAT": two_crates,
    "OMEN": omen,
    "AXES": by_hand,
    "CLOS": close,
    "KEYS": close,
    "STRK": struck,
    "PLAN": planning,
    "IFIF": planning,
}
SEATED = seats(ilse="AXES CRAT KEYS", both="HAND MENU TINY OMEN CLOS PLAN IFIF")


def test_an_adjustment_is_read_declined_and_accepted(house: Server, people: Come) -> None:
    """At its moment both read the card; what is proposed is in words; nothing changes before the other accepts."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("HAND", "1")
    tomas = people(house, "Tomáš").sit("HAND", "2")
    zoe = people(house, "Zoe").watch("HAND")
    ilse.press_through("option-counter-order")
    for person, words in ((ilse, "Réglé à la main"), (tomas, "Settled by hand"), (zoe, "Settled by hand")):
        expect(person.get("by-hand")).to_contain_text(words)
    expect(zoe.get("amend-open")).to_have_count(0)

    press(ilse.get("by-hand").get_by_test_id("amend-open"))
    ilse.press("amend-piece-2-vera-simkova")
    ilse.press("amend-wounds-2-vera-simkova-more")
    expect(ilse.get("amend-wounds-2-vera-simkova")).to_have_text("1")
    # A place where she cannot stand is refused in words, with its clause.
    ilse.press("amend-move")
    ilse.wait_for("amend")
    press_beside(ilse, "1-hynek-novotny", 32)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "bad")
    expect(ilse.get("prompt")).to_contain_text("MOV-1")
    press_beside(ilse, "1-hynek-novotny", 120)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ilse.press("confirm")
    expect(ilse.get("amend-list").locator("li")).to_have_count(2)
    ilse.get("amend-note").fill("la pluie")
    start = tomas.at("2-vera-simkova")
    ilse.press("amend-send")

    tomas.wait_for("adjust")
    expect(tomas.get("changes").first).to_contain_text("life points left 10 → 9")
    expect(tomas.get("prompt")).to_contain_text("la pluie")
    expect(tomas.get("prompt")).to_contain_text("Counter-Order")
    tomas.get("prompt").locator(".changes li").first.hover()
    expect(tomas.page.locator(".lights .light")).to_have_count(2)
    assert tomas.at("2-vera-simkova") == start
    tomas.reload()
    tomas.wait_for("adjust")
    tomas.press("option-refuse")
    ilse.wait_for("act")
    assert ilse.at("2-vera-simkova") == start
    expect(zoe.page.locator(".log-answered")).to_contain_text("refuses")

    # Whoever it was, the other may propose as well; accepted, it happens and is told, value by value.
    press(tomas.get("by-hand").get_by_test_id("amend-open"))
    tomas.press("amend-piece-2-vera-simkova")
    tomas.press("amend-stun")
    tomas.press("amend-part-tracks")
    tomas.press("amend-points-1-more")
    tomas.press("amend-send")
    ilse.wait_for("adjust")
    ilse.press("option-accept")
    ilse.wait_for("act")
    expect(zoe.get("points-1")).to_have_text("1")
    expect(zoe.page.locator(".log-proposed").last).to_contain_text("points 1")
    expect(zoe.page.locator(".log-state").last).to_contain_text("stunned")
    expect(zoe.get("by-hand")).to_have_count(0)


def press_beside(person: Person, id: str, right: int) -> None:
    """Presses the Bloc at a piece, or so many pixels to its right."""
    x, y = person.centre(person.page.locator(f".piece[data-id='{id}'] circle").first)
    before = person.page.locator(".bloc").get_attribute("data-rev")
    press_at(person.page, x + right, y)
    expect(person.page.locator(".bloc")).not_to_have_attribute("data-rev", before or "")


def test_an_adjustment_at_any_time_by_keyboard_and_a_draft_that_survives(house: Server, people: Come) -> None:
    """From the menu, by who is not asked anything; Tab and Enter are enough; a reload finds the draft again."""
    people(house, "Ilse").sit("MENU", "1")
    tomas = people(house, "Tomáš").sit("MENU", "2")
    press = tomas.page.keyboard.press
    tomas.get("more").focus()
    press("Enter")
    tomas.get("option-amend").focus()
    press("Enter")
    tomas.get("amend-part-tracks").focus()
    press("Enter")
    tomas.get("amend-traque-more").focus()
    press("Enter")
    expect(tomas.get("amend-traque")).to_have_text("1")
    press("Enter")
    expect(tomas.get("amend-traque")).to_have_text("2")
    tomas.get("amend-note").fill("half a word")
    expect(tomas.get("amend-list")).to_contain_text("Traque 0 → 2")
    tomas.reload()
    expect(tomas.get("amend-list")).to_contain_text("Traque 0 → 2")
    expect(tomas.get("amend-note")).to_have_value("half a word")
    press("Escape")
    expect(tomas.get("amend")).to_have_count(0)
    tomas.press("more")
    tomas.press("option-amend")
    expect(tomas.page.locator(".amend-none")).to_be_visible()


@pytest.mark.soak
def test_an_adjustment_on_a_phone(house: Server, people: Come) -> None:
    """360 px wide: everything of the form is on the screen, and the place is pointed at on the Bloc."""
    ilse = people(house, "Ilse", size=(360, 740)).sit("TINY", "1")
    tomas = people(house, "Tomáš", size=(360, 740), locale="fr-FR").sit("TINY", "2")
    ilse.press_through("option-counter-order")
    expect(tomas.get("by-hand")).to_be_visible()
    press(ilse.get("by-hand").get_by_test_id("amend-open"))
    ilse.press("amend-piece-1-petra-kantor")
    ilse.press("amend-move")
    ilse.wait_for("amend")
    press_beside(ilse, "1-hynek-novotny", 60)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ilse.press("confirm")
    ilse.press("amend-send")
    tomas.wait_for("adjust")
    for person in (ilse, tomas):
        wide = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
    before = tomas.at("1-petra-kantor")
    tomas.press("option-accept")
    tomas.moved("1-petra-kantor", before)
    expect(tomas.get("prompt")).to_have_attribute("data-kind", re.compile("wait"))


def test_the_match_waits_while_both_settle_it(house: Server, people: Come) -> None:
    """CAP-1: before her dice fall both read the words and are asked; it goes on when both have nothing to change."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("OMEN", "1")
    tomas = people(house, "Tomáš").sit("OMEN", "2")
    ilse.wait_for("act")
    ilse.page.keyboard.press("a")
    ilse.press("confirm")
    tomas.wait_for("react")
    tomas.press("option-nothing")
    for person in (ilse, tomas):
        person.wait_for("choose")
        expect(person.get("by-hand")).to_contain_text("Omen")
        expect(person.get("option-done")).to_be_visible()
    assert ilse.page.locator(".log-rolled").count() == 0
    ilse.press("option-done")
    ilse.wait_for("wait")
    press(tomas.get("prompt").get_by_test_id("amend-open"))
    tomas.press("amend-part-dice")
    tomas.press("amend-dice-more")
    tomas.press("amend-roll")
    tomas.press("amend-send")
    ilse.wait_for("adjust")
    expect(ilse.get("changes").first).to_contain_text("2 dés")
    ilse.page.keyboard.press("y")
    tomas.wait_for("choose")
    expect(tomas.page.locator(".log-rolled .die")).to_have_count(2)
    tomas.page.keyboard.press("Enter")
    expect(tomas.page.locator(".log-rolled")).to_have_count(2)


@pytest.mark.soak
def test_every_form_can_be_used_by_everybody(house: Server, people: Come) -> None:
    """WCAG 2.2 AA, as far as axe-core can tell: the banner, each part of an adjustment, the what-if, the keys."""
    ilse = people(house, "Ilse").sit("AXES", "1")
    ilse.press_through("option-counter-order")
    expect(ilse.get("by-hand")).to_be_visible()
    wrong_in = {"banner": violations(ilse.page)}
    press(ilse.get("by-hand").get_by_test_id("amend-open"))
    ilse.press("amend-piece-2-vera-simkova")
    ilse.press("amend-stun")
    for part in ("pieces", "tracks", "cards", "dice"):
        ilse.press(f"amend-part-{part}")
        expect(ilse.get(f"amend-part-{part}")).to_have_attribute("aria-pressed", "true")
        wrong_in[part] = violations(ilse.page)
    ilse.press("amend-close")
    ilse.press("more")
    ilse.press("option-whatif")
    press(ilse.page.locator(".whatif-cell:not(.no)").first)
    expect(ilse.get("whatif-detail")).to_be_visible()
    wrong_in["what if"] = violations(ilse.page)
    ilse.press("whatif-close")
    ilse.page.keyboard.press("?")
    expect(ilse.get("help-sheet")).to_be_visible()
    wrong_in["keys"] = violations(ilse.page)
    assert {name: wrong for name, wrong in wrong_in.items() if wrong} == {}


# ---- prompts ---------------------------------------------------------------------------------------------------------


def test_a_card_asks_for_two_places(house: Server, people: Come) -> None:
    """CAP-1: each place is pointed at and refused in words for itself; the last word is asked once; by keyboard."""
    ilse = people(house, "Ilse").sit("CRAT", "1")
    zoe = people(house, "Zoe").watch("CRAT")
    ilse.wait_for("act")
    ilse.page.keyboard.press("1")
    expect(ilse.get("prompt")).to_contain_text("Place 1 of 2")
    press_beside(ilse, "1-petra-kantor", 260)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "bad")
    expect(ilse.get("confirm")).to_have_count(0)
    press_beside(ilse, "1-petra-kantor", 90)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("prompt")).to_contain_text("Place 2 of 2")
    press_beside(ilse, "1-petra-kantor", -90)
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    assert zoe.page.locator("[data-id='crate']").count() == 0
    ilse.press("confirm")
    for name in ("crate", "chest"):
        expect(zoe.page.locator(f".bloc [data-id='{name}']")).to_have_count(1)


def test_a_fight_by_keys_alone(house: Server, people: Come) -> None:
    """ATK, DOD, RIP, ROL-5, ATK-4: one key for each answer; costs, odds and what no answer would mean beside it."""
    ilse = people(house, "Ilse").sit("CLOS", "1")
    tomas = people(house, "Tomáš").sit("CLOS", "2")
    ilse.wait_for("act")
    ilse.page.keyboard.press("a")
    expect(ilse.get("confirm")).to_contain_text("Attack")
    expect(ilse.get("confirm").locator(".cost")).to_contain_text("1")
    expect(ilse.get("prompt").locator(".odds-bar")).to_be_visible()
    ilse.page.keyboard.press("Enter")
    tomas.wait_for("react")
    expect(tomas.get("prompt")).to_contain_text("if you do not answer: Nothing")
    expect(tomas.page.locator(".odds-means")).to_contain_text("wounds to Věra")
    tomas.reload()
    tomas.wait_for("react")
    expect(tomas.get("option-both").locator(".odds-mean").first).to_be_visible()
    tomas.page.keyboard.press("2")
    expect(ilse.page.locator(".log-reacted")).to_contain_text("will dodge")
    for _ in range(2):
        ilse.page.wait_for_function(
            "['tempt-fate', 'tactic', 'act'].includes(document.querySelector(\"[data-testid='prompt']\").dataset.kind)"
        )
        decision = ilse.decision
        if ilse.asked == "tempt-fate":
            expect(ilse.get("prompt")).to_contain_text("if you do not answer: Keep the dice")
            ilse.page.keyboard.press("n")
            ilse.answered(decision)
        elif ilse.asked == "tactic":
            expect(ilse.get("option-decline").locator(".odds-mean")).to_be_visible()
            ilse.page.keyboard.press("1")
            ilse.answered(decision)
    ilse.wait_for("act")


CLOSED_AND_PRESSED = """(sheet, key) => {
  const held = document.activeElement;
  if (!sheet.contains(held)) throw new Error("the focus is not in the sheet");
  sheet.close();
  held.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""


def test_the_sheet_of_keys(house: Server, people: Come) -> None:
    """The keys that can be pressed just now stand first; keys pressed in the sheet do nothing behind it."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("KEYS", "1")
    ilse.wait_for("act")
    ilse.page.keyboard.press("?")
    sheet = ilse.get("help-sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator(".help-section").first).to_contain_text("Attaquer")
    expect(sheet).to_contain_text("déplacer le fantôme")
    ilse.page.keyboard.press("w")
    ilse.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert ilse.get("ghost").count() == 0
    ilse.page.keyboard.press("w")
    expect(ilse.page.locator(".bloc")).to_have_attribute("data-mode", "point")
    ilse.page.keyboard.press("Escape")
    expect(ilse.page.locator(".bloc")).to_have_attribute("data-mode", "idle")
    # Until the browser draws again, the closed sheet has the focus still: a key pressed then is for the match, too.
    ilse.page.keyboard.press("?")
    expect(sheet).to_be_visible()
    sheet.evaluate(CLOSED_AND_PRESSED, "w")
    expect(ilse.page.locator(".bloc")).to_have_attribute("data-mode", "point")
    ilse.page.keyboard.press("Escape")
    expect(ilse.page.locator(".bloc")).to_have_attribute("data-mode", "idle")
    # A greyed one says why: charging, she is engaged.
    ilse.page.keyboard.press("c")
    expect(ilse.get("notice")).to_contain_text("CHG-1")


# ---- plans -----------------------------------------------------------------------------------------------------------


def test_a_plan_by_keys_taken_back_and_laid_again(house: Server, people: Come) -> None:
    """CYC-3, MIN-1: what is no plan says why at once; taken back, nothing is turned until it lies again."""
    ilse = people(house, "Ilse").sit("PLAN", "1")
    tomas = people(house, "Tomáš").sit("PLAN", "2")
    ilse.wait_for("plan")
    slots = [1, 2, 3, 4, 5]
    ministry = ilse.page.locator(".hand-card.ministry").first
    open_slot = int(ministry.locator(".allowed .yes").first.inner_text())
    # Another ministry in another slot makes five cards that are no plan.
    other = ilse.page.locator(".hand-card.ministry").nth(1)
    wanted = {int(it.inner_text()) for it in other.locator(".allowed .yes").all()} - {open_slot}
    # The briefing has Enter until it is pressed or a card is in hand; then Enter is for the plan.
    expect(tomas.get("briefing")).to_be_visible()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("briefing")).to_be_hidden()
    lay(ilse, ministry, open_slot)
    second = wanted.pop()
    lay(ilse, ilse.page.locator(".hand-card.ministry").first, second)
    for n in slots:
        if n not in (open_slot, second):
            lay(ilse, ilse.page.locator(".hand-card:not(.ministry)").first, n)
    expect(ilse.get("confirm")).to_have_attribute("aria-disabled", "true")
    expect(ilse.get("notice")).to_contain_text("exactly one ministry")
    ilse.reload()
    expect(ilse.get(f"slot-{second}")).to_have_class(re.compile("filled"))
    # A second tab shows the plan as it is being laid in the first.
    tab = ilse.page.context.new_page()
    tab.goto(ilse.page.url)
    expect(tab.get_by_test_id(f"slot-{second}")).to_have_class(re.compile("filled"))
    ilse.page.bring_to_front()
    ilse.page.keyboard.press(str(second))
    expect(ilse.get(f"slot-{second}")).to_have_class(re.compile("empty"))
    expect(tab.get_by_test_id(f"slot-{second}")).to_have_class(re.compile("empty"))
    tab.close()
    lay(ilse, ilse.page.locator(".hand-card:not(.ministry)").first, second)
    ilse.page.keyboard.press("Enter")
    ilse.wait_for("wait")
    ilse.press("replan")
    ilse.wait_for("plan")
    tomas.lay_plan()
    tomas.wait_for("wait")
    expect(ilse.get("slot-1")).to_have_class(re.compile("filled"))
    assert ilse.asked == "plan"
    assert tomas.page.locator("[data-testid^='their-slot'] .slot-name").count() == 0
    ilse.page.keyboard.press("Enter")
    expect(tomas.page.locator("[data-testid='their-slot-1'] .slot-name")).to_have_count(1)


def lay(person: Person, card: Locator, slot: int) -> None:
    """Takes a card of the hand up and lays it by keys."""
    card.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".hand-card.held")).to_have_count(1)
    person.page.keyboard.press(str(slot))
    expect(person.get(f"slot-{slot}")).to_have_class(re.compile("filled"))


def test_what_if_for_nobody_elses_eyes(house: Server, people: Come) -> None:
    """Exact odds of everybody against everybody; the other player's browser hears nothing of it."""
    ilse = people(house, "Ilse", locale="fr-FR").sit("IFIF", "1")
    tomas = people(house, "Tomáš").sit("IFIF", "2")
    ilse.wait_for("plan")
    ilse.page.keyboard.press("o")
    table = ilse.get("whatif-table")
    expect(table.locator(".whatif-cell")).to_have_count(9)
    first = table.locator(".whatif-cell .figure").first
    alone = first.inner_text()
    ilse.press("whatif-answer-dodge")
    expect(first).not_to_have_text(alone)
    ilse.press("whatif-theirs-yes")
    ilse.press("whatif-kind-charge")
    ilse.press("whatif-answer-nothing")
    expect(ilse.get("whatif-answer-nothing")).to_have_attribute("aria-pressed", "true")
    expect(table).to_have_attribute("aria-busy", "false")
    press(table.locator(".whatif-cell").first)
    expect(ilse.get("whatif-detail")).to_contain_text("CHG-3")
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("whatif")).to_have_count(0)
    for shown in ("whatif-table", "whatif-cell", "whatif-detail", "odds-bar"):
        heard = [any(shown in frame for frame in person.heard) for person in (ilse, tomas)]
        assert heard == [True, False], shown


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_the_log_lights_the_bloc_and_is_filtered(house: Server, people: Come) -> None:
    """From line to line by arrows; every modifier with its source and clause; rolled against expected."""
    zoe = people(house, "Zoe").watch("STRK")
    ilse = people(house, "Ada", locale="fr-FR").watch("STRK")
    rolled = zoe.get("log").locator(".log-rolled")
    expect(rolled.locator(".modifier").first).to_contain_text("support of Otakar")
    expect(rolled.locator(".modifier").first).to_contain_text("ROL-3")
    expect(ilse.get("log").locator(".log-rolled .modifier")).to_contain_text("soutien d")
    rolled.hover()
    expect(zoe.page.locator(".lights .light")).to_have_count(3)  # who rolls, at whom, and who supports
    zoe.get("fortune").hover()
    expect(zoe.page.locator(".lights")).to_have_count(0)
    expect(zoe.get("fortune")).to_contain_text(re.compile(r"Player 1\s*\d+ / \d"))
    zoe.press("log-moves")
    expect(rolled).to_be_hidden()
    zoe.press("log-rolls")
    expect(rolled).to_be_visible()
    expect(zoe.get("log").locator(".log-began")).to_be_hidden()
    zoe.page.locator(".log-list").focus()
    zoe.page.keyboard.press("ArrowDown")
    expect(zoe.page.locator(".log-entry:focus")).to_have_count(1)
    expect(zoe.page.locator(".lights .light").first).to_be_visible()


def test_a_line_touched_on_a_phone_brings_the_bloc_back(house: Server, people: Come) -> None:
    zoe = people(house, "Zoe", size=(390, 844)).watch("WALK")
    zoe.press("tab-of-log")
    expect(zoe.get("log")).to_be_visible()
    press(zoe.page.locator(".log-entry[data-light]").last, finger=True)
    expect(zoe.get("log")).to_be_hidden()
    expect(zoe.page.locator(".lights .light").first).to_be_visible()
    expect(zoe.page.locator(".lights")).to_have_count(0)
