"""A pack is brought, its report read, mended in the editor, and played with: in a real browser, at both sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.invader.table import WILDS, WOLF
from tests.serving import Server
from tests.webapp.packing import BROKEN, HEADER, ROUAGE, picture, zipped


def bring(person: Person, data: bytes) -> None:
    person.open("/olomoc/packs")
    file = {"name": "old.zip", "mimeType": "application/zip", "buffer": data}
    person.get("pack-file").set_input_files([file])


@pytest.mark.soak
def test_a_pack_is_mended_in_the_editor_and_played_with(people: Come, server: Server) -> None:
    ilse = people(server, "Ilse")
    bring(ilse, zipped(BROKEN))
    row = ilse.page.locator("[data-pack=old-quarter]")
    expect(row.locator(".verdict")).to_have_text("3 problems")
    expect(row.locator(".problems li").nth(2)).to_have_text(re.compile("rouages.toml, line 21.*rnge.*range", re.S))
    press(row.get_by_text("Edit"))
    expect(ilse.page.locator(".card.preview .name")).to_have_text("Ana Novak")
    ilse.press("field-ministries-efort")
    ilse.press("field-ministries-effort")
    ilse.page.locator("#field-dodge").fill("3")
    ilse.page.locator("#field-name").fill("Ana <b>Novak</b>")
    rest = ilse.get("field-rest")
    rest.fill(rest.input_value() + "[[")
    expect(ilse.get("form-status")).to_have_text(re.compile("Not saved"))
    rest.fill(rest.input_value().replace("rnge", "range")[:-2])
    expect(ilse.page.locator(".pe-state .verdict")).to_have_text("Can be chosen")
    expect(ilse.page.locator(".card.preview .name")).to_have_text("Ana <b>Novak</b>")
    ilse.get("picture-file").set_input_files([{"name": "ana.png", "mimeType": "image/png", "buffer": picture()}])
    drawn = ilse.page.locator(".card.preview .portrait.pictured")
    expect(drawn).to_have_attribute("style", re.compile(r"/olomoc/packs/pictures/[0-9a-f]{64}\.png"))
    expect(ilse.get("form-status")).to_have_text("Saved")
    ilse.page.reload()
    expect(ilse.page.locator("#field-dodge")).to_have_value("3")

    ilse.open("/new")
    ilse.tick("packs-old-quarter")
    ilse.tick("composition-secret")
    code = ilse.make_table()
    ilse.open("/")
    expect(ilse.page.get_by_text("core + old-quarter")).to_be_visible()
    ilse.sit(code, "1")
    expect(ilse.get("bloc")).to_be_visible()
    expect(ilse.page.locator("[data-packs]")).to_have_attribute("data-packs", "core 1.3.0, old-quarter 0.3")
    expect(ilse.page.get_by_text("Played with the cards of core 1.3.0 and old-quarter 0.3.")).to_have_count(1)


def test_on_a_phone_and_by_keyboard(people: Come, server: Server) -> None:
    tom = people(server, "Tomáš", size=(360, 740), locale="fr-FR")
    named = HEADER.replace("old-quarter", "night-shift")
    bring(
        tom,
        zipped(
            {"pack.toml": named, "rouages.toml": ROUAGE.replace("lamp-ana", "lamp-eva").replace("lit-wick", "wick")}
        ),
    )
    row = tom.page.locator("[data-pack=night-shift]")
    expect(row.locator(".verdict")).to_have_text("Peut être choisi")
    press(row.get_by_text("Modifier"))
    expect(tom.get("card-form")).to_be_visible()
    for tab, shown in ((0, ".pe-list"), (2, ".pe-side"), (1, ".pe-form")):
        tom.page.locator(".pe-tab").nth(tab).focus()
        tom.page.keyboard.press("Enter")
        expect(tom.page.locator(shown)).to_be_visible()
        assert tom.page.evaluate("document.documentElement.scrollWidth") <= 360
    press(tom.page.locator(".pe-tab").nth(0))
    tom.press("new-equipment")
    expect(tom.page.locator("#field-id")).to_have_value("new-equipment")
    press(tom.page.locator(".pe-tab").nth(2))
    tom.press("delete-card")
    expect(tom.get("card-equipment-new-equipment")).to_have_count(0)
    tom.press("back")
    press(tom.page.locator(".pe-tab").nth(0))
    expect(tom.get("card-equipment-new-equipment")).to_be_visible()

    tom.open("/olomoc/packs")
    press(tom.page.locator("[data-pack=night-shift]").get_by_text("Supprimer"))
    expect(tom.page.locator("[data-pack=night-shift]")).to_have_count(0)
    press(tom.page.get_by_role("button", name="Rétablir"))
    expect(tom.page.locator("[data-pack=night-shift]")).to_have_count(1)
    tom.open("/olomoc/packs/core")
    expect(tom.page.locator(".pe-list")).to_be_visible()
    assert tom.page.locator(".pe-add").count() == 0
    assert tom.page.evaluate("document.documentElement.scrollWidth") <= 360


MISSPELT = WILDS + WOLF.replace("discard = 1\n", "").replace("draw", "drw")


def test_a_card_of_the_duel_is_mended_and_put_into_a_deck(people: Come, server: Server) -> None:
    """On a phone a wrong word says its line and what was meant; the deck that has the card is legal."""
    tomas = people(server, "Tomáš", size=(360, 740))
    tomas.open("/invader/packs")
    file = {"name": "wilds.toml", "mimeType": "text/plain", "buffer": MISSPELT.encode()}
    tomas.get("pack-file").set_input_files([file])
    row = tomas.page.locator("[data-pack=wilds]")
    expect(row.locator(".problems li")).to_have_text(re.compile("line 12.*drw.*draw", re.S))
    press(row.get_by_text("Edit"))
    tomas.page.locator("#field-text").fill("enter: draw 1")
    expect(tomas.get("form-status")).to_have_text("Saved")
    press(tomas.page.locator(".pe-tab").nth(2))
    expect(tomas.page.locator(".large-text")).to_have_text("When this card is played: draw 1.")
    assert tomas.page.evaluate("document.documentElement.scrollWidth") <= 360

    tomas.page.set_viewport_size({"width": 1280, "height": 860})
    tomas.open("/invader/decks/new?starter=human")
    tomas.press("take-wilds")
    tomas.press("less-militia")
    tomas.press("more-wolf")
    expect(tomas.get("count-wolf")).to_have_text("1 / 3")
    expect(tomas.get("verdict")).to_have_attribute("data-state", "legal")
