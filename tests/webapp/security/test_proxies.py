"""Behind a relay or a proxy: who is the host, whose requests are counted together, which addresses are offered."""

import asyncio
import re
import ssl
from collections.abc import Iterator

import httpx
import pytest

from tests.relay import CERTIFICATE, Relay, plain_nginx, proper
from tests.serving import Server
from tests.sockets import Page
from webapp.base import addresses
from webapp.base.addresses import Listening, lan_addresses
from webapp.base.settings import BadSetting, settings

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("relayed") / "data", ("-m", "tests.webapp.launch_standin")) as running:
        yield running


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts proxies on its machine."""
    data = tmp_path_factory.mktemp("behind") / "data"
    with Server(data, ("-m", "tests.webapp.launch_standin"), OLOMOC_PROXIES="127.0.0.1") as running:
        yield running


async def asked(url: str, path: str = "/host", **headers: str) -> str:
    async with httpx.AsyncClient(verify=False, timeout=60) as browser:
        return (await browser.get(url + path, headers={key.replace("_", "-"): it for key, it in headers.items()})).text


async def is_host(url: str, **headers: str) -> bool:
    """Whether the host's page is shown to a new browser, and not its door."""
    shown = await asked(url, **headers)
    assert "host-page" in shown or "host-door" in shown
    return "host-page" in shown


async def test_a_relay_makes_nobody_the_host(server: Server) -> None:
    assert await is_host(server.url)
    assert await is_host(server.url, host=f"localhost:{server.port}")
    async with Relay(server.port) as relay:
        # As a phone asks for it: by the machine's address on the network.
        for name in (*lan_addresses(), "olomoc.lan"):
            assert not await is_host(relay.url, host=f"{name}:{relay.port}")
        assert not await is_host(relay.url)  # loopback, but the port is the relay's
    async with Relay(server.port, plain_nginx(server.port)) as nginx:
        assert not await is_host(nginx.url)


async def test_a_trusted_proxy_says_who_comes_and_the_key_is_asked_of_all(behind: Server) -> None:
    assert not await is_host(behind.url)
    async with Relay(behind.port, proper("192.0.2.7")) as proxy, Relay(behind.port, proper("192.0.2.8")) as other:
        assert not await is_host(proxy.url)
        # Each client has its own measure: one's flood is not the other's.
        flood = await asyncio.gather(*(asked(proxy.url, "/", accept="application/json") for _ in range(40)))
        assert any('"too-many"' in it for it in flood)
        assert "lobby" in await asked(other.url, "/")


async def test_nobody_else_is_believed(server: Server) -> None:
    """The same headers without the setting: the client is who connects, and nothing is offered below https."""
    for _ in range(9):
        page = await asked(server.url, "/", x_forwarded_for="192.0.2.9", x_forwarded_proto="https")
    assert f"https://127.0.0.1:{server.port}" not in page
    assert not await is_host(server.url, x_forwarded_for="127.0.0.1")


async def test_behind_tls_all_addresses_keep_it_and_pages_live(behind: Server) -> None:
    async with Relay(behind.port, proper("192.0.2.10", "https"), tls=True) as proxy:
        name = f"olomoc.lan:{proxy.port}"
        shown = await asked(proxy.url, "/", host=name)
        assert f"https://{name}" in shown
        assert f"http://{name}" not in shown
        made = httpx.post(f"{behind.url}/api/v1/tables", json={}, timeout=60).json()["code"]
        cookies = httpx.Cookies()
        trust = ssl.create_default_context(cafile=CERTIFICATE)
        async with await Page.open(f"https://localhost:{proxy.port}/table/{made}", cookies, trust=trust) as door:
            assert door.find("your-name")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    by_version = {4: ["192.168.1.5", "10.0.0.7"], 6: ["fd00::7"]}
    monkeypatch.setattr(addresses, "lan_addresses", lambda version=4: by_version[version])
    monkeypatch.setattr(addresses.preference, "address", "")


def offered(monkeypatch: pytest.MonkeyPatch, came: str = "", **environment: str) -> list[str]:
    """The addresses that a server with these settings offers to somebody who came by an address."""
    for key in ("PORT", "HOST", "OLOMOC_NAMES", "OLOMOC_PROXIES"):
        monkeypatch.setenv(key, environment.get(key, ""))
    return Listening(settings()).offered(addresses.URL(came) if came else None)


LAN = ["http://192.168.1.5:8080", "http://10.0.0.7:8080"]
HERE = "http://localhost:8080/"


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("came", "environment", "expected"),
    [
        ("", {}, LAN),
        (HERE, {}, LAN),
        ("http://localhost/", {"PORT": "80"}, ["http://192.168.1.5", "http://10.0.0.7"]),
        ("http://10.0.0.7:8080/table/A", {}, LAN[::-1]),
        (HERE, {"HOST": "192.168.1.5"}, LAN[:1]),
        (HERE, {"HOST": "::"}, ["http://[fd00::7]:8080"]),
        ("http://[fd00::7]:8080/", {"HOST": "::"}, ["http://[fd00::7]:8080"]),
        (HERE, {"HOST": "127.0.0.1"}, []),
        (HERE, {"HOST": "::1"}, []),
        (HERE, {"HOST": "localhost"}, []),
        # A name: at our port, as the visitor came by it, or as it is configured.
        (HERE, {"OLOMOC_NAMES": "games.example"}, ["http://games.example:8080", *LAN]),
        ("https://games.example/", {"OLOMOC_NAMES": "games.example"}, ["https://games.example", *LAN]),
        (HERE, {"OLOMOC_NAMES": "https://games.example", "HOST": "127.0.0.1"}, ["https://games.example"]),
        ("http://10.0.0.7:8080/", {"OLOMOC_NAMES": "https://games.example/"}, ["https://games.example", *LAN[::-1]]),
        # Through a relay of which we know nothing: our own addresses; where there are none, at least that.
        ("http://192.168.1.5:8443/", {}, LAN),
        ("http://192.168.1.5:8443/", {"HOST": "127.0.0.1"}, ["http://192.168.1.5:8443"]),
    ],
)
def test_offered_are_the_addresses_at_which_others_can_come(
    monkeypatch: pytest.MonkeyPatch, came: str, environment: dict[str, str], expected: list[str]
) -> None:
    assert offered(monkeypatch, came, **environment) == expected


@pytest.mark.usefixtures("network")
def test_the_hosts_choice_goes_first_but_not_before_what_worked_for_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses.preference, "address", "10.0.0.7")
    assert offered(monkeypatch, HERE, OLOMOC_NAMES="games.example")[0] == "http://10.0.0.7:8080"
    assert offered(monkeypatch, "http://192.168.1.5:8080/") == LAN


@pytest.mark.parametrize(
    ("host", "expected"),
    [("", "http://localhost:8080"), ("::", "http://localhost:8080"), ("192.168.1.5", "http://192.168.1.5:8080")],
)
def test_the_terminal_names_an_address_that_answers(monkeypatch: pytest.MonkeyPatch, host: str, expected: str) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "")
    assert Listening(settings()).here() == expected


def test_a_server_on_loopback_alone_prints_no_address_for_others(tmp_path_factory: pytest.TempPathFactory) -> None:
    address = next(iter(lan_addresses()), None)
    if address is None:
        pytest.skip("this machine has no network")
    server = Server(tmp_path_factory.mktemp("alone") / "data", ("-m", "tests.webapp.launch_standin"))
    with server:
        assert re.search(rf"ready: http://localhost:{server.port}\n", server.output)
        assert f"http://{address}" not in server.output


def test_a_proxy_that_is_no_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLOMOC_PROXIES", "127.0.0.1, 10.0.0.0/8,nginx")
    with pytest.raises(BadSetting, match="nginx"):
        settings()


async def test_another_path_than_its_own_is_told(server: Server) -> None:
    async with Relay(server.port, proper("192.0.2.11", prefix="/games")) as proxy:
        async with httpx.AsyncClient(base_url=proxy.url, timeout=60) as browser:
            answer = await browser.get("/games/", headers={"accept-language": "en"})
            assert (answer.status_code, "OLOMOC_PREFIX=/games" in answer.text) == (400, True)
            assert "ne connaît pas son chemin" in (await browser.get("/games/", headers={"accept-language": "fr"})).text
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
            assert (await browser.get("/", headers={"x-forwarded-prefix": "/"})).status_code == 200


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is offered at ``/games/``."""
    data = tmp_path_factory.mktemp("games") / "data"
    launcher = ("-m", "tests.webapp.launch_house")
    with Server(data, launcher, OLOMOC_PROXIES="127.0.0.1", OLOMOC_PREFIX="games/") as running:
        yield running


ADDRESS = re.compile(r"""["'(](/[a-z_][^"'()\s\\]*)""")
"""A local address in the text of a page."""


@pytest.mark.parametrize(
    "left", [pytest.param(False, id="taken away", marks=pytest.mark.soak), pytest.param(True, id="left")]
)
async def test_below_a_path_all_addresses_begin_with_it(games: Server, left: bool) -> None:
    made = httpx.post(f"{games.url}/api/v1/tables", json={}, timeout=60).json()["code"]
    paths = ("/", "/new", "/host", "/api", "/olomoc/rules", "/olomoc/cabals", "/invader/decks/new", "/olomoc/packs")
    tables = tuple(f"/{page}/{made}" for page in ("table", "watch", "replay"))
    through = Relay(games.port, proper("192.0.2.12", prefix="/games", left=left))
    async with through, httpx.AsyncClient(base_url=f"{through.url}/games", timeout=60) as browser:
        for path in (*paths, *tables):
            page = await browser.get(path)
            assert page.status_code == 200, path
            links = set(ADDRESS.findall(page.text))
            assert {it for it in links if not it.startswith("/games")} == set(), path
        assert "olomoc_session_games" in browser.cookies
        assert (await browser.get("/_nicegui_ws/socket.io/?EIO=4&transport=polling")).status_code == 200
        named = {"host": f"olomoc.lan:{through.port}"}
        assert f"http://{named['host']}/games" in (await browser.get("/", headers=named)).text
        assert (await browser.get("/api/v1")).headers["location"] == "/games/api"
        described = (await browser.get("/api/v1/openapi.json")).json()
        assert described["servers"] == [{"url": "/games/api/v1"}]
        manifest = next(it for it in links if "manifest" in it)
        assert (await browser.get(manifest.removeprefix("/games"))).json()["start_url"] == "../"


@pytest.mark.parametrize("path", ["/ga mes", "/a?b", "/a%20b"])
def test_a_path_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("OLOMOC_PREFIX", path)
    with pytest.raises(BadSetting, match="OLOMOC_PREFIX"):
        settings()
