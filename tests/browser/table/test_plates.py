"""A table is complete without its pictures, and asks for none where none are wanted."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.pictures import MATCHES
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"WALK": MATCHES["WALK"]}
SEATED = seats(both="WALK")
PLATES = "**/static/plates/**"


def test_without_its_pictures_a_table_is_played_and_nothing_moves(house: Server, people: Come) -> None:
    seat = min(MATCHES["WALK"]().asked)
    name = {"1": "Ilse", "2": "Tomáš"}[seat]
    drawn = people(house, name).sit("WALK", seat)
    expect(drawn.page.locator(".portrait > .plate-picture.large img").first).to_be_visible()
    expect(drawn.page.locator(".bloc image.face").first).to_be_visible()
    place = drawn.page.locator(".card .portrait").first.bounding_box()

    asked: list[str] = []

    def broken(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, content_type="image/svg+xml", body="")

    bare = people(house, name)
    bare.page.route(PLATES, broken)
    bare.sit("WALK", seat)
    expect(bare.page.locator(".portrait > .plate-picture img").first).to_be_attached()
    expect(bare.page.locator(".portrait > .plate-picture img").filter(visible=True)).to_have_count(0)
    expect(bare.page.locator(".bloc image.face").first).to_be_attached()
    expect(bare.page.locator(".bloc image.face").filter(visible=True)).to_have_count(0)
    assert asked
    assert bare.page.locator(".card .portrait").first.bounding_box() == place
    assert bare.page.locator(".card .medallion").first.inner_text().strip()
    bare.press("option-walk")
    expect(bare.get("prompt")).to_be_visible()

    bare.page.evaluate("document.body.dataset.pictures = 'none'")
    assert bare.page.locator(".plate-picture:visible").count() == 0
