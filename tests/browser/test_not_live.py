"""A page that is not live says so: behind a proxy that lets no socket through, without cookies, without scripts."""

from collections.abc import Iterator

import pytest

from tests.browser.people import PATIENCE_MS
from tests.browser.windows import Windows
from tests.relay import Relay, hanging, in_thread, plain_nginx
from tests.serving import Server


@pytest.fixture(scope="module")
def proxies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Relay, Relay]]:
    """A server behind a proxy that swallows the upgrade of every socket, and one that changes its name."""
    with Server(tmp_path_factory.mktemp("hanging") / "data", ("-m", "tests.webapp.launch_standin")) as server:
        relays = Relay(server.port, hanging), Relay(server.port, plain_nginx(server.port))
        with in_thread(*relays):
            yield relays


@pytest.fixture
def behind(proxies: tuple[Relay, Relay]) -> Relay:
    """The proxy that swallows upgrades."""
    return proxies[0]


def test_a_page_whose_socket_is_never_answered_says_so_and_finds_another_way(behind: Relay, windows: Windows) -> None:
    context = windows.browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(behind.url)
    page.wait_for_selector(".not-live")
    page.wait_for_function("window.socket && window.socket.connected")
    page.wait_for_selector(".not-live", state="detached")
    # The next page of this tab does not wait again.
    page.goto(f"{behind.url}/olomoc/rules")
    page.wait_for_function("window.socket && window.socket.connected")
    assert page.evaluate("window.socket.io.engine.transport.name") == "polling"
    assert page.evaluate("document.documentElement.translate") is False
    context.close()


def test_a_browser_that_keeps_no_cookies_is_told(behind: Relay, windows: Windows) -> None:
    """Every button of its pages would be dead."""
    context = windows.browser.new_context()
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(behind.url)
    page.wait_for_selector(".not-live")
    assert "keeps no cookies" in page.inner_text(".not-live")
    page.wait_for_function("window.socket && window.socket.connected")
    assert page.is_visible(".not-live"), "also once its socket is there"
    context.close()


def test_a_page_whose_name_a_proxy_changes_says_whose_work_that_is(
    proxies: tuple[Relay, Relay], windows: Windows
) -> None:
    """Its requests look like those of another site's page."""
    context = windows.browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(proxies[1].url)
    page.wait_for_selector(".not-live")
    assert "a proxy on its way changes the name" in page.inner_text(".not-live")
    context.close()


def test_without_scripts_a_page_says_what_it_needs(behind: Relay, windows: Windows) -> None:
    context = windows.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(behind.url)
    notice = page.inner_text("noscript")
    assert "This page needs JavaScript" in notice
    assert "a besoin de JavaScript" in notice
    context.close()
