"""A page that is not live says so: behind a proxy that lets no socket through, without cookies, without scripts."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from tests.browser.windows import Windows
from tests.relay import Relay, hanging
from tests.serving import Server


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    """A server behind a proxy that swallows the upgrade of every socket."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    with Server(tmp_path_factory.mktemp("hanging") / "data", ("-m", "tests.webapp.launch_standin")) as server:
        relay = Relay(server.port, hanging)

        async def serve() -> None:
            async with relay:
                ready.set()
                await ended.wait()

        ended = asyncio.Event()
        thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
        thread.start()
        ready.wait(20)
        yield relay
        loop.call_soon_threadsafe(ended.set)
        thread.join(20)


def test_a_page_whose_socket_is_never_answered_says_so_and_finds_another_way(behind: Relay, windows: Windows) -> None:
    context = windows.browser.new_context()
    page = context.new_page()
    page.goto(behind.url)
    page.wait_for_selector(".not-live", timeout=10_000)
    page.wait_for_function("window.socket && window.socket.connected", timeout=60_000)
    page.wait_for_selector(".not-live", state="detached", timeout=5_000)
    # The next page of this tab does not wait again.
    page.goto(f"{behind.url}/olomoc/rules")
    page.wait_for_function("window.socket && window.socket.connected", timeout=60_000)
    assert page.evaluate("window.socket.io.engine.transport.name") == "polling"
    assert page.evaluate("document.documentElement.translate") is False
    context.close()


def test_without_scripts_a_page_says_what_it_needs(behind: Relay, windows: Windows) -> None:
    context = windows.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(behind.url)
    said = page.inner_text("noscript")
    assert "This page needs JavaScript" in said
    assert "a besoin de JavaScript" in said
    context.close()
