"""The Bloc as text: read by screen readers, shown on request, updated as pieces move."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.presses import press
from tests.browser.table.test_table import petra_and_vera
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"WORD": petra_and_vera}
SEATED = seats(ilse="WORD")


def test_a_walk_is_told_in_words(house: Server, people: Come) -> None:
    ilse, zoe = people(house, "Ilse").sit("WORD", "1"), people(house, "Zoe", locale="fr-FR").watch("WORD")
    for person in (ilse, zoe):
        expect(person.get("readout")).to_contain_text("Pétra Kantor")
    before = zoe.get("readout").locator("[data-said='1-petra-kantor']").inner_text()
    assert "5,0 pouces de l’ouest" in before.replace("\u00a0", " ")
    ilse.press("option-walk")
    assert ilse.point()
    ilse.press("confirm")
    expect(zoe.get("readout").locator("[data-said='1-petra-kantor']")).not_to_have_text(before)
    # The log's line is read out with the place; there are two live regions, what is asked and what happened.
    expect(ilse.page.locator(".log-moved .unseen")).to_contain_text("from the west")
    expect(ilse.page.locator(".stage :is([role=status], [role=log])")).to_have_count(2)


@pytest.mark.parametrize("size", [(390, 844), pytest.param((1440, 900), marks=pytest.mark.soak)])
def test_it_is_shown_when_it_is_asked_for(house: Server, people: Come, size: tuple[int, int]) -> None:
    zoe = people(house, "Zoe", size=size).watch("WORD")
    small = {"width": 1, "height": 1}
    box = zoe.get("readout").bounding_box()
    assert box is not None
    assert {key: box[key] for key in small} == small
    zoe.press("now")
    press(zoe.get("reader").get_by_role("button", name="The Bloc in words"))
    expect(zoe.get("reader")).to_be_hidden()
    expect(zoe.get("readout").locator("li").first).to_be_in_viewport()
    zoe.press("readout-show")
    expect(zoe.page.locator("body")).not_to_have_attribute("data-readout", re.compile("on"))
