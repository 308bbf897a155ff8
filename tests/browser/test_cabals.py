"""Composing cabals in a real browser: built, broken, mended, shared, printed, brought to a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.serving import Server

PX_PER_MM = 96 / 25.4
PT_PER_MM = 72 / 25.4


def state(page: Page) -> Locator:
    return page.get_by_test_id("verdict")


def take(person: Person, card: str) -> None:
    person.press(f"take-{card}")
    expect(person.get(f"row-{card}")).to_have_attribute("data-status", "in")


def bear(person: Person, place: int, card: str) -> None:
    """A card for one bearer: the place first, then the card."""
    person.press(f"gear-{place}")
    expect(person.page.locator(".chosen-spot")).to_be_visible()
    person.press(f"take-{card}")
    expect(person.page.locator(".chosen-spot")).to_have_count(0)


def compose(person: Person) -> None:
    """Pétra, Kubik and Dominik with what the book gives them, card by card."""
    person.open("/olomoc/cabals/new?rouage=petra-kantor")
    for card in ("kubik-oktobar", "dominik-kralov", "quantum-disruptor"):
        take(person, card)
    for place, card in ((1, "riot-shield"), (2, "long-spanner")):
        bear(person, place, card)
    expect(state(person.page)).to_have_attribute("data-state", "legal")


@pytest.mark.soak
def test_built_broken_mended_and_still_there_after_a_reload(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse")
    compose(ilse)
    # What Pétra can do was reckoned by the engine in its own process.
    expect(ilse.get("dice")).to_contain_text("4 dice at 5+")
    # Kubik's Progress is spent on the disruptor that Pétra bears (CAB-2).
    expect(ilse.page.locator(".wire:not(.cut)")).to_have_count(3)
    bear(ilse, 1, "calibrated-lens")
    expect(state(ilse.page)).to_have_attribute("data-state", "illegal")
    expect(ilse.get("problem-0")).to_have_count(1)
    expect(ilse.get("problem-0")).to_contain_text("CAB-2")
    expect(ilse.page.locator(".wire.cut")).to_have_count(1)
    expect(ilse.page.locator(".gear-place.wrong")).to_have_count(1)
    expect(ilse.get("play")).to_have_attribute("aria-disabled", "true")
    ilse.get("list-name").fill("Night round")
    ilse.get("list-name").press("Tab")
    expect(ilse.get("keeping")).to_contain_text("Saved")
    ilse.page.wait_for_url("**/cabals/list/*")
    ilse.page.reload()
    expect(state(ilse.page)).to_have_attribute("data-state", "illegal")
    expect(ilse.get("list-name")).to_have_value("Night round")
    words = ilse.get("fix-0-0").inner_text()
    ilse.press("fix-0-0")
    expect(state(ilse.page)).to_have_attribute("data-state", "legal")
    assert "takes" in words
    expect(ilse.page.locator(".wire.cut")).to_have_count(0)
    ilse.press("undo")
    expect(state(ilse.page)).to_have_attribute("data-state", "illegal")


@pytest.mark.soak
def test_a_link_brings_the_whole_list_into_another_browser(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse")
    compose(ilse)
    ilse.get("list-name").fill("Night & round")
    ilse.get("list-name").press("Tab")
    ilse.press("side-share")
    expect(ilse.get("share-link")).to_have_value(re.compile("name=Night%20%26%20round"))
    link = ilse.get("share-link").input_value()
    assert ilse.get("share-qr").get_attribute("src").startswith("data:image/svg+xml")
    tomas = people(server, "Tomáš", locale="fr-FR")
    tomas.open(re.sub(r"^https?://[^/]+", "", link))
    expect(tomas.get("shared")).to_be_visible()
    expect(tomas.get("list-name")).to_have_value("Night & round")
    expect(state(tomas.page)).to_have_attribute("data-state", "legal")
    for place, name in enumerate(("Pétra Kantor", "Kubik Oktobar", "Dominik Kralov")):
        expect(tomas.get(f"place-{place}")).to_contain_text(name)
    expect(tomas.get("gear-0")).to_contain_text("Disrupteur quantique")
    tomas.press("keep-shared")
    expect(tomas.page).to_have_url(re.compile("/olomoc/cabals/list/"))


@pytest.mark.soak
def test_the_print_and_the_file_are_two_pages_of_a4(server: Server, people: Come) -> None:
    """The browser's print and the PDF, with cards of 63 by 88 mm."""
    person = people(server, "Ilse")
    compose(person)
    person.press("side-share")
    address = person.get("sheet-a4").get_attribute("href") or ""
    sheet = person.context.new_page()
    sheet.goto(person.url + address)
    heads = sheet.locator("svg.page").nth(1).locator("rect[fill='#e4e4e4']")
    boxes = [box for box in (it.bounding_box() for it in heads.all()) if box is not None]
    assert len(boxes) == 6
    assert all(box["width"] / PX_PER_MM == pytest.approx(63, abs=0.05) for box in boxes)
    assert (boxes[3]["y"] - boxes[0]["y"]) / PX_PER_MM == pytest.approx(88, abs=0.05)
    printed = sheet.pdf(prefer_css_page_size=True)
    written = person.context.request.get(person.url + address.replace("/sheet?", "/sheet.pdf?")).body()
    for document in (printed, written):
        assert len(re.findall(rb"/Type\s*/Page\b", document)) == 2
        sizes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", document)
        assert sizes
        for width, height in sizes:
            assert float(width) / PT_PER_MM == pytest.approx(210, abs=0.3)
            assert float(height) / PT_PER_MM == pytest.approx(297, abs=0.3)
    sheet.close()


def test_from_a_starter_to_a_seat_in_two_presses_and_both_reveal_together(server: Server, people: Come) -> None:
    ilse, tomas = people(server, "Ilse"), people(server, "Tomáš")
    ilse.open("/olomoc/cabals")
    ilse.press("play-night-shift")
    ilse.get("your-name").fill("Ilse")
    ilse.press("sit-new")
    ilse.page.wait_for_url("**/table/*")
    code = ilse.page.url.rsplit("/", 1)[1]
    # One list that no table takes, and one that it does.
    tomas.open("/olomoc/cabals/new?starter=black-guard")
    bear(tomas, 0, "calibrated-lens")
    expect(state(tomas.page)).to_have_attribute("data-state", "illegal")
    tomas.open("/olomoc/cabals/new?starter=first-watch")
    tomas.press("play")
    tomas.get("your-name").fill("Tomáš")
    tomas.press(f"sit-{code}-2")
    tomas.page.wait_for_url("**/table/*")
    _on(("compose", "compose"), ilse, tomas)
    lists = tomas.page.locator(".own-list")
    expect(lists).to_have_count(2)
    expect(lists.nth(1)).to_have_attribute("aria-disabled", "true")
    expect(lists.nth(1)).to_contain_text("CAB-2")
    press(lists.nth(0))
    expect(tomas.get("recompose")).to_be_visible()
    expect(ilse.page.locator(".their-cards")).not_to_contain_text("Drahomíra")
    press(ilse.page.locator(".own-list").first)
    expect(ilse.page.locator(".their-cards")).to_contain_text("Drahomíra")
    expect(tomas.page.locator(".their-cards")).to_contain_text("Bohdan")


def _on(wanted: tuple[str, str], *both: Person) -> None:
    """Until both are asked this; anything else on the way is answered with what comes last. Who drafts first is
    rolled."""
    for _ in range(60):
        asked = tuple(person.asked for person in both)
        if asked == wanted:
            return
        for person, end in zip(both, wanted, strict=True):
            kind, decision = person.asked, person.decision
            if kind == "choose-edge":
                press(person.page.locator(".prompt .btn.choice").last)
                person.answered(decision)
            elif kind == "draft" and end != "draft":
                person.draft(person.page.locator("button.choice-card:not(.no)").last)
        both[0].page.wait_for_timeout(250)
    raise AssertionError(f"asked for {wanted}, they are at {asked}")


@pytest.mark.soak
def test_a_list_is_kept_in_sight_while_cards_are_drafted(server: Server, people: Come) -> None:
    ilse, tomas = people(server, "Ilse"), people(server, "Tomáš")
    ilse.open("/new")
    ilse.tick("composition-draft")
    code = ilse.make_table()
    ilse.sit(code, "1")
    tomas.open("/olomoc/cabals/new?starter=black-guard")
    tomas.press("play")
    tomas.get("your-name").fill("Tomáš")
    tomas.press(f"sit-{code}-2")
    tomas.page.wait_for_url("**/table/*")
    _on(("wait", "draft"), ilse, tomas)
    marked = tomas.page.locator(".choice-card:has(.wanted)")
    expect(marked.first).to_be_visible()
    before = marked.count()
    tomas.draft(marked.first)
    expect(tomas.page.locator(".drafted-side")).not_to_have_count(0)
    expect(tomas.page.locator(".drafted-side.side-2 li")).to_have_count(1)
    assert before >= 2


def test_cards_are_seen_large_and_compared_with_the_keyboard_alone(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse")
    ilse.open("/olomoc/cabals/new?faction=administration")
    ilse.get("look-petra-kantor").focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("big-petra-kantor")).to_contain_text("Broken Veteran")
    expect(ilse.get("look-take-petra-kantor")).to_be_focused()
    ilse.page.keyboard.press("Tab")
    expect(ilse.get("compare")).to_be_focused()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("comparing")).to_be_visible()
    ilse.get("look-vera-simkova").focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("big-petra-kantor")).to_contain_text("Combat +1")
    expect(ilse.get("big-vera-simkova")).to_contain_text("Combat −1")
    ilse.get("look-take-petra-kantor").focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("look")).to_have_count(0)
    expect(ilse.get("row-petra-kantor")).to_have_attribute("data-status", "in")
    ilse.get("look-kubik-oktobar").press("Enter")
    expect(ilse.get("look")).to_be_visible()
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("look")).to_have_count(0)
    expect(ilse.get("look-kubik-oktobar")).to_be_focused()


def test_what_is_being_typed_survives_what_happens_meanwhile(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse")
    ilse.open("/olomoc/cabals/new?starter=night-shift")
    name = ilse.get("list-name")
    name.press("Control+A")
    name.press_sequentially("Half a na")
    # The figures arrive, the catalogue is searched: the page is drawn anew around the field.
    ilse.page.evaluate("document.querySelector('[data-testid=filter-legal-now]').click()")
    expect(ilse.get("filter-legal-now")).to_have_attribute("aria-pressed", "true")
    expect(name).to_have_value("Half a na")
    name.press_sequentially("me")
    name.press("Tab")
    expect(ilse.get("keeping")).to_contain_text("Saved")
    ilse.page.wait_for_url("**/cabals/list/*")
    ilse.page.reload()
    expect(name).to_have_value("Half a name")


def test_without_a_clipboard_the_text_is_left_selected(server: Server, people: Come) -> None:
    """A page of a local network is plain HTTP, where browsers offer no clipboard."""
    ilse = people(server, "Ilse")
    ilse.spoiled = True
    ilse.page.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', {value: false}); document.execCommand = () => false;"
    )
    ilse.open("/olomoc/cabals/new?starter=night-shift")
    ilse.press("side-share")
    ilse.press("copy-share-code")
    expect(ilse.get("copy-share-code")).to_contain_text("Selected")
    selected = ilse.page.evaluate(
        "document.activeElement.value.slice(...['selectionStart', 'selectionEnd'].map(k => document.activeElement[k]))"
    )
    assert selected == ilse.get("share-code").input_value()


def test_a_phone_shows_one_part_at_a_time_and_never_scrolls_sideways(server: Server, people: Come) -> None:
    ilse = people(server, "Ilse", size=(360, 740), locale="fr-FR")
    ilse.open("/olomoc/cabals")
    _fits(ilse.page)
    ilse.open("/olomoc/cabals/new?faction=vigil")
    _fits(ilse.page)
    ilse.press("take-drahomira-svata")
    ilse.press("part-cabal")
    expect(ilse.get("place-0")).to_contain_text("Drahomíra")
    bear(ilse, 0, "chronograph")
    expect(ilse.get("gear-0")).to_be_visible()
    expect(ilse.get("gear-0")).to_contain_text("Chronographe")
    for part in ("cards", "figures", "keep", "share", "play", "cabal"):
        ilse.press(f"part-{part}")
        expect(ilse.get(f"part-{part}")).to_have_attribute("aria-pressed", "true")
        _fits(ilse.page)


def _fits(page: Page) -> None:
    wide = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide[0] <= wide[1], f"{page.url} is {wide[0]} px wide in a window of {wide[1]}"
