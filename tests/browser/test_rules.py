"""Clauses in a real browser: searched, linked to, and read in a sheet without leaving the match."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come
from tests.browser.presses import press
from tests.browser.table.test_table import poor
from tests.serving import Server


def hard_pressed() -> Match:
    """Věra, with one action left, can do one thing against a charge, not two."""
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8, actions=1)]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=7)


TABLES: dict[str, Callable[[], Match]] = {"WHYN": poor, "FGHT": hard_pressed}
SEATED = seats(ilse="WHYN", both="FGHT")


def test_search_sees_past_accents_and_asks_nobody(house: Server, people: Come) -> None:
    zoe = people(house, "Zoe", locale="fr-FR").open("/olomoc/rules")
    expect(zoe.get("clause-MOV-4")).to_be_visible()
    asked: list[str] = []
    zoe.on("request", lambda request: asked.append(request.url))
    zoe.get("rules-search").fill("REGLETTE poussee d'autre")
    expect(zoe.get("clause-MOV-4")).to_be_visible()
    expect(zoe.get("clause-CHG-2")).to_have_count(0)
    expect(zoe.get("rules-found")).to_contain_text("clause")
    expect(zoe.get("clause-MOV-4").locator("mark").first).to_be_visible()
    zoe.get("rules-search").fill("xyzzy")
    expect(zoe.get("rules-found")).to_have_text("Rien trouvé.")
    assert asked == []


def test_an_address_leads_to_a_clause(house: Server, people: Come) -> None:
    zoe = people(house, "Zoe").open("/olomoc/rules#CHG-2")
    expect(zoe.get("clause-CHG-2")).to_be_in_viewport()
    expect(zoe.get("clause-CHG-2")).to_be_focused()
    zoe.page.goto(house.url + "/olomoc/rules#NOI-4")
    expect(zoe.get("clause-NOI-4")).to_be_in_viewport()


def test_a_refusals_clause_opens_beside_the_match(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("WHYN", "1")
    charge = ilse.get("option-charge")
    expect(charge).to_have_attribute("aria-disabled", "true")
    assert charge.locator(".action-why").inner_text()
    expect(charge).to_have_attribute("title", re.compile(r".{15,} (CAP-1|CHG-1)$"))
    ilse.press("option-charge", force=True)
    expect(ilse.get("notice")).to_contain_text(re.compile("CAP-1|CHG-1"))
    cited = ilse.get("notice").locator("a.clause")
    id = cited.inner_text()
    assert cited.get_attribute("href") == f"/olomoc/rules#{id}"
    cited.focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("clause-sheet")).to_contain_text(id)
    assert ilse.get("clause-rules").get_attribute("target") == "_blank"
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("clause-sheet")).to_be_hidden()
    # Back where one was: in the match, with the same notice.
    expect(cited).to_be_focused()
    assert "/table/WHYN" in ilse.page.url


def test_a_greyed_answer_says_why_when_it_is_pressed(house: Server, people: Come) -> None:
    ilse, tomas = people(house, "Ilse").sit("FGHT", "1"), people(house, "Tomáš", locale="fr-FR").sit("FGHT", "2")
    ilse.press("option-charge")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.page.locator(".odds-bar")).to_be_visible()
    ilse.press("confirm")
    tomas.wait_for("react")
    greyed = tomas.get("option-both")
    expect(greyed).to_have_attribute("aria-disabled", "true")
    greyed.focus()
    tomas.page.keyboard.press("Enter")
    expect(tomas.get("clause-sheet")).to_contain_text(greyed.locator(".clause").inner_text())
    tomas.press("clause-close")
    tomas.wait_for("react")
    # In the log, each modifier's clause is such a link, for those who only look on as well.
    tomas.press("option-nothing")
    modifier = tomas.page.locator(".modifier a.clause").first
    expect(modifier).to_have_attribute("href", "/olomoc/rules#CHG-3")
    press(modifier)
    expect(tomas.get("clause-sheet")).to_contain_text("seuil")
