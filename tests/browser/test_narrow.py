"""Boxes that may not overlap, nor leave the window, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Come
from tests.serving import Server

SIZES = ((1440, 900), (390, 844))

REASONS = """() => [...document.querySelectorAll('.card-row')].filter((row) => row.querySelector('.why')).map((row) => {
  const range = document.createRange();
  const box = (it) => { range.selectNodeContents(it); return range.getBoundingClientRect(); };
  const [name, why] = [box(row.querySelector('.name')), box(row.querySelector('.why'))];
  return why.top - name.bottom;
})"""
"""By row: how far the reason is below the name."""


def boxes_overlap(page: Page, one: str, other: str) -> bool:
    a, b = page.locator(one).first.bounding_box(), page.locator(other).first.bounding_box()
    assert a is not None
    assert b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


@pytest.mark.parametrize("size", SIZES)
def test_a_grey_rows_name_and_reason_stand_apart(server: Server, people: Come, size: tuple[int, int]) -> None:
    ilse = people(server, "Ilse", size=size)
    ilse.open("/olomoc/cabals/new?rouage=petra-kantor")
    ilse.press("take-kubik-oktobar")
    expect(ilse.get("row-kubik-oktobar")).to_have_attribute("data-status", "in")
    gaps = ilse.page.evaluate(REASONS)
    assert len(gaps) > 3
    assert min(gaps) >= -1


def test_the_notice_of_a_rematch_leaves_a_phones_tabs_in_reach(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(390, 844))
    ilse.open("/")
    ilse.get("your-name").fill("Ilse")
    ilse.press("new-table")
    ilse.page.locator("[data-testid^=join-1]").first.click()
    ilse.page.wait_for_url("**/table/*")
    ilse.get("prompt").wait_for()
    ilse.page.locator(".rematch-notice").evaluate(
        "(it) => { it.classList.remove('gone'); it.textContent = 'Tomáš asks for a rematch. '.repeat(3); }"
    )
    assert not boxes_overlap(ilse.page, ".rematch-notice", ".tabs")
    assert not boxes_overlap(ilse.page, ".rematch-notice", "[data-testid=prompt]")
    assert not boxes_overlap(ilse.page, ".rematch-notice", ".frame-head")
