"""Boxes that may not overlap, nor leave the window, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Come
from tests.browser.presses import press
from tests.browser.test_cabals import bear, take
from tests.serving import Server

SIZES = ((1440, 900), (390, 844))

REASONS = """() => [...document.querySelectorAll('.card-row')].filter((row) => row.querySelector('.why')).map((row) => {
  const range = document.createRange();
  const box = (it) => { range.selectNodeContents(it); return range.getBoundingClientRect(); };
  const [name, why] = [box(row.querySelector('.name')), box(row.querySelector('.why'))];
  return why.top - name.bottom;
})"""
"""By row: how far the reason is below the name."""


SPLIT = """() => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.querySelector('.composing'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/\\p{L}+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
"""The words of the composing column that are broken within."""


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
    ilse.sit(ilse.open("/new").make_table(), "1")
    ilse.get("prompt").wait_for()
    ilse.page.evaluate(
        """() => {
          const notice = document.querySelector(".frame-main").parentElement.appendChild(document.createElement("div"));
          notice.className = "rematch-notice";
          notice.textContent = "Tomáš asks for a rematch. ".repeat(3);
        }"""
    )
    assert not boxes_overlap(ilse.page, ".rematch-notice", ".stage-tabs")
    assert not boxes_overlap(ilse.page, ".rematch-notice", "[data-testid=prompt]")
    assert not boxes_overlap(ilse.page, ".rematch-notice", ".frame-head")


def test_on_a_phone_the_log_stands_below_whom_the_match_waits_for(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(390, 844))
    code = ilse.open("/new").make_table()
    ilse.sit(code, "1")
    tomas = people(server, "Tomáš", size=(390, 844)).sit(code, "2")
    tomas.wait_for(".")
    waiting = next(one for one in (ilse, tomas) if not one.decision)
    expect(waiting.page.locator(".part-prompt .question")).to_contain_text("deployment line")
    expect(waiting.page.locator("[data-part=log] .log-entry").first).to_be_visible()
    assert not boxes_overlap(waiting.page, ".part-prompt .question", "[data-part=log]")


BROKEN = """() => [...document.querySelectorAll('.packs-guide td:first-child code')].filter((it) => {
  const lines = new Set([...it.getClientRects()].map((box) => Math.round(box.top)));
  return lines.size > 1 || it.getBoundingClientRect().right > window.innerWidth;
}).map((it) => it.textContent)"""
"""The keys that stand on several lines, or leave the window."""


def test_on_a_phone_nothing_leaves_the_window_and_no_key_is_broken(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(390, 844))
    ilse.open("/olomoc/rules")
    box = ilse.page.locator(".rules-search input").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    ilse.open("/olomoc/packs/guide")
    ilse.page.locator(".packs-guide table").first.wait_for()
    assert ilse.page.evaluate("document.querySelectorAll('.packs-guide td:first-child code').length") > 100
    assert ilse.page.evaluate(BROKEN) == []
    assert ilse.page.evaluate("document.documentElement.scrollWidth") <= 390
    # Its contents lead to the parts.
    press(ilse.page.locator(".packs-guide a[href='#recipes']"))
    assert ilse.page.url.endswith("#recipes")


def test_what_is_wrong_with_an_import_is_told_beside_its_button(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(390, 844))
    ilse.open("/olomoc/cabals")
    ilse.get("import-text").fill("{ nothing")
    ilse.press("import")
    message = ilse.page.locator(".import .told.bad")
    expect(message).to_be_in_viewport(ratio=1)
    box, button = message.bounding_box(), ilse.get("import").bounding_box()
    assert box is not None
    assert button is not None
    assert 0 <= box["y"] - button["y"] < 200


def test_the_builders_words_are_not_broken(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(390, 844))
    # Bohdan opens for two ministries: the words begin to the right of the middle.
    ilse.open("/olomoc/cabals/new?rouage=bohdan-zelenka")
    for card in ("tibor-vlk", "pavel-sykora"):
        take(ilse, card)
    ilse.press("part-cabal")
    ilse.get("place-0").wait_for()
    # A card that no rouage here opens says so over its wire.
    bear(ilse, 0, "quantum-disruptor")
    expect(ilse.page.locator(".plug-shut .plug-words")).to_be_visible()
    assert ilse.page.evaluate(SPLIT) == []
