"""The lobby in a real browser: what depends on the browser itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.serving import Server

STANDIN = ("-m", "tests.webapp.launch_standin")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("lobby") / "data", STANDIN) as running:
        yield running


class Visitor:
    """A browser of somebody's, with what went wrong in it."""

    def __init__(self, browser: Browser, server: Server, width: int = 1440, locale: str = "en-GB") -> None:
        self.troubles: list[str] = []
        self.page: Page = browser.new_context(viewport={"width": width, "height": 800}, locale=locale).new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self._asked(request.url, server.url))
        self.page.goto(server.url)
        self.page.wait_for_function("window.did_handshake === true")

    def _asked(self, url: str, home: str) -> None:
        if not url.startswith((home, "data:")):
            self.troubles.append(f"asked for {url}")

    def make_table(self, name: str) -> None:
        self.page.get_by_label("Its name").fill(name)
        self.page.get_by_test_id("new-table").click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()


def test_what_is_typed_outlives_what_happens_meanwhile(browser: Browser, server: Server) -> None:
    ilse, tomas = Visitor(browser, server), Visitor(browser, server)
    ilse.page.get_by_test_id("your-name").press_sequentially("Ilse")
    ilse.page.get_by_label("Secret").check(force=True)
    ilse.page.get_by_label("Agenda").select_option("skirmish")
    tomas.make_table("Meanwhile")
    expect(ilse.page.get_by_role("heading", name="Meanwhile")).to_be_visible()
    expect(ilse.page.get_by_test_id("your-name")).to_have_value("Ilse")
    expect(ilse.page.get_by_label("Secret")).to_be_checked()
    expect(ilse.page.get_by_label("Agenda")).to_have_value("skirmish")
    ilse.make_table("Chosen")
    row = ilse.page.locator("li", has_text="Chosen")
    expect(row).to_contain_text("Skirmish · Secret · As printed")
    assert ilse.troubles == []


def test_a_seat_is_taken_and_found_again(browser: Browser, server: Server) -> None:
    ilse, tomas = Visitor(browser, server), Visitor(browser, server)
    ilse.make_table("Evening")
    row = ilse.page.locator("li", has_text="Evening")
    row.get_by_test_id("join-1").click()
    expect(ilse.page.get_by_test_id("said")).to_have_text("Give your name first: the others will read it.")
    ilse.page.get_by_test_id("your-name").fill("Ilse")
    row.get_by_test_id("join-1").click()
    ilse.page.wait_for_url("**/table/*")
    expect(tomas.page.locator("li", has_text="Evening")).to_contain_text("Ilse")
    ilse.page.goto(server.url)
    expect(ilse.page.get_by_test_id("your-name")).to_have_value("Ilse")
    expect(row.get_by_test_id("go-on")).to_be_visible()
    assert tomas.troubles == []


def test_the_page_comes_back_in_the_language_chosen(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server, locale="fr-FR")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")
    visitor.page.get_by_test_id("language-en").click()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en-US")
    expect(visitor.page.get_by_test_id("new-table")).to_have_text("Set up the table")
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en-US")


def test_nothing_is_wider_than_a_small_phone(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server, width=360)
    visitor.make_table("A table with a name that is rather long")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 360
    assert visitor.troubles == []


def test_a_table_is_made_and_a_seat_taken_by_keyboard(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server)
    keyboard = visitor.page.keyboard
    visitor.page.get_by_label("Its name").focus()
    keyboard.type("By keyboard")
    keyboard.press("Enter")
    row = visitor.page.locator("li", has_text="By keyboard")
    expect(row).to_be_visible()
    visitor.page.get_by_test_id("your-name").focus()
    keyboard.type("Eva")
    row.get_by_test_id("join-2").focus()
    keyboard.press("Enter")
    visitor.page.wait_for_url("**/table/*")


def test_a_server_that_was_away_finds_its_guests_again(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server)
    visitor.make_table("Before")
    visitor.page.get_by_test_id("your-name").fill("Ilse")
    row = visitor.page.locator("li", has_text="Before")
    row.get_by_test_id("join-1").click()
    visitor.page.wait_for_url("**/table/*")
    visitor.page.goto(server.url)
    visitor.page.wait_for_function("window.did_handshake === true")
    server.kill()
    server.start()
    # The page notices by itself and loads anew.
    visitor.page.wait_for_function("window.did_handshake === true", timeout=20_000)
    expect(row.get_by_test_id("go-on")).to_be_visible(timeout=20_000)
    expect(visitor.page.get_by_test_id("your-name")).to_have_value("Ilse")
