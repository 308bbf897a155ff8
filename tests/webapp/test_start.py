"""The start of the server: what the host reads when it succeeds, and when it fails."""

import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.serving import ROOT, Server, free_port, prepare
from tests.waiting import until
from tests.webapp.store.test_wal import fallen, strike
from webapp.__main__ import main
from webapp.base.addresses import port_free, qr
from webapp.base.settings import BadSetting, settings
from webapp.games import games
from webapp.security.codes import grouped
from webapp.security.secret import secret
from webapp.store import Damaged, Store

__all__ = ["fallen"]

STANDIN = ("-m", "tests.webapp.launch_standin")
WAIT_S = 60
"""A second after its start a server imports the games, which takes seconds on a busy machine, and answers then."""


def attempt(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A start that is expected to end by itself."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI"))}
    env |= {"PYTHONPATH": str(ROOT), "HOST": "127.0.0.1", "LC_ALL": "en_GB.UTF-8", "OLOMOC_DATA": str(folder / "data")}
    return subprocess.run(
        [sys.executable, *STANDIN], cwd=folder, env=env | environment, capture_output=True, text=True, timeout=300
    )


Refused = Callable[..., str]
"""A start that is refused, in this process: the sentence that the host reads."""


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refused:
    """A server started inside the test process, whose differences from a start of its own a test above shows."""

    def start(**environment: str) -> str:
        surroundings = {"HOST": "127.0.0.1", "LC_ALL": "en_GB.UTF-8", "OLOMOC_DATA": str(tmp_path / "data")}
        for key, value in (surroundings | {"NICEGUI_STORAGE_PATH": ""} | environment).items():
            monkeypatch.setenv(key, value)
        with pytest.raises(SystemExit) as ended:
            main()
        # Given a sentence, Python prints it as an error and ends with 1.
        assert isinstance(ended.value.code, str)
        return ended.value.code

    return start


ENGINES = {f"rules.{game.key}.match" for game in games()}
PAGES = {f"webapp.{it}" for it in ("api", "seats.table", "host.page", "lists.pages", "packs.pages", "replay.page")}
LATER = {"alembic", "fontTools", "fpdf", "PIL", "numpy", "shapely", "tomlkit", *ENGINES, *PAGES}
LATER |= {"rules.kernel.bots", "rules.kernel.match", "webapp.lessons.script"}
"""Each is imported when it is first needed: to migrate, to print, to upload a picture, to play, to open its page."""


def test_a_start_imports_nothing_that_the_first_page_does_not_need() -> None:
    code = f"import sys, webapp.app.main; from webapp.games import games; games(); print({LATER} & set(sys.modules))"
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI"))}
    env["PYTHONPATH"] = str(ROOT)
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300)
    assert (ran.stdout.strip(), ran.stderr) == ("set()", "")


def test_a_started_server_answers_prints_its_address_and_keeps_its_key(tmp_path: Path) -> None:
    """In a folder of any name, and on a terminal that cannot show the code to scan. The server is a process of its own,
    which other tests' servers are not (tests/nursery.py)."""
    data = tmp_path / "folder #1 100%? \N{LATIN SMALL LETTER U WITH DIAERESIS}'x" / "data"
    data.parent.mkdir()
    server = Server(data, (*STANDIN, "alone"), PYTHONIOENCODING="ascii")
    with server:
        assert f"http://localhost:{server.port}" in server.output
        assert "No table yet" in httpx.get(server.url, timeout=WAIT_S).text
        key = data / "secret"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        first = key.read_text()
        # The host's own page, and the key that opens it from elsewhere: only the host's account reads it.
        hosts = data / "host-key"
        assert stat.S_IMODE(hosts.stat().st_mode) == 0o600
        assert f"http://localhost:{server.port}/host" in server.output
        assert grouped(hosts.read_text()) in server.output
        cookies = httpx.get(server.url, timeout=WAIT_S).cookies
    with server:
        assert key.read_text() == first
        # The same browser: its cookie is still read, so it is given no new identity.
        answer = httpx.get(server.url, cookies=cookies, timeout=WAIT_S)
        assert "olomoc_session" not in answer.cookies


def test_a_damaged_database_gives_a_clear_message_and_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "data" / "olomoc.db"
    Store.open(database).close()
    damaged = database.read_bytes()[:2000] + os.urandom(6000)
    database.write_bytes(damaged)
    ended = attempt(tmp_path, PORT=str(free_port()))
    assert ended.returncode == 1
    assert f"{database} is damaged" in ended.stderr
    assert "left exactly as it is" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert database.read_bytes() == damaged


def test_what_survives_of_a_damaged_database_is_served_and_the_host_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        for _ in range(3):
            httpx.post(f"{server.url}/api/v1/tables", json={"name": "Evening"}).raise_for_status()
    with sqlite3.connect(server.data / "olomoc.db") as connection:
        connection.execute("DELETE FROM steps WHERE table_id = 2")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_tables_code'").fetchone()
    connection.close()
    damaged = bytearray((server.data / "olomoc.db").read_bytes())
    damaged[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    (server.data / "olomoc.db").write_bytes(damaged)
    with server:
        assert len(httpx.get(f"{server.url}/api/v1/tables").json()) == 2
        assert "The database was damaged" in server.output
        assert "Nothing is left" in server.output
    kept = [path for path in server.data.glob("olomoc.db.damaged-*") if path.suffix[-4:] not in ("-wal", "-shm")]
    assert [path.read_bytes() for path in kept] == [bytes(damaged)]


async def test_a_match_that_cannot_be_read_is_named_after_the_addresses(tmp_path: Path) -> None:
    """Kept matches are read once pages can be served."""
    server = Server(prepare(tmp_path / "data"), STANDIN)
    with server:
        code = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Evening"}).raise_for_status().json()["code"]
    with sqlite3.connect(server.data / "olomoc.db") as connection:
        connection.execute("UPDATE steps SET events = '[]'")
    connection.close()
    with server:
        assert httpx.get(server.url).status_code == httpx.codes.OK
        await until(lambda: f"Table {code} cannot be opened and was left as it is" in server.output)
        assert httpx.get(f"{server.url}/health").json()["unreadable"] == [code]


def test_a_damaged_log_and_a_file_that_goes_are_told_to_the_host(tmp_path: Path, fallen: Path) -> None:
    """Nothing is lost or acknowledged silently: not in the log of a server that fell, not in a file moved away."""
    server = Server(tmp_path / "data", STANDIN)
    server.data.mkdir()
    for path in fallen.iterdir():
        shutil.copyfile(path, server.data / path.name)
    damaged = strike(server.data / "olomoc.db", 3 * 4096)
    with server:
        assert "The damage was in its log" in server.output
        assert [path.read_bytes() for path in server.data.glob("olomoc.db.damaged-*-wal")] == [damaged]
        assert httpx.get(f"{server.url}/health").status_code == httpx.codes.OK
        (server.data / "olomoc.db").rename(server.data / "away.db")
        answer = httpx.get(f"{server.url}/health")
        assert (answer.status_code, answer.json()["store"]) == (httpx.codes.SERVICE_UNAVAILABLE, "moved")
        (server.data / "away.db").rename(server.data / "olomoc.db")
        assert httpx.get(f"{server.url}/health").status_code == httpx.codes.OK


def test_the_message_comes_in_the_hosts_language(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "data").write_text("in the way")
    assert "Impossible d’écrire" in refused(PORT=str(free_port()), LC_ALL="fr_FR.UTF-8")


def test_a_port_that_is_taken_is_named(refused: Refused) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert not port_free("127.0.0.1", port)
        assert f"Port {port} is taken" in refused(PORT=str(port))
    assert port_free("127.0.0.1", port)


def test_the_look_for_a_free_port_accepts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection accepted then would be cut off a moment later, before the server itself listens."""
    listened: list[int] = []
    monkeypatch.setattr(socket.socket, "listen", lambda _self, backlog=0: listened.append(backlog))
    assert port_free("127.0.0.1", free_port())
    assert listened == []


def test_a_folder_in_use_is_named(tmp_path: Path, refused: Refused) -> None:
    store = Store.open(tmp_path / "data" / "olomoc.db")
    assert "Another Olomoc online server" in refused(PORT=str(free_port()))
    store.close()


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8080.5"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(BadSetting) as refusal:
        settings()
    assert (refusal.value.variable, refusal.value.value) == ("PORT", port)


def test_port_and_folder_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.delenv("OLOMOC_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    assert (settings().port, settings().data) == (8080, tmp_path / "data")
    monkeypatch.setenv("PORT", "9090")
    monkeypatch.setenv("OLOMOC_DATA", str(tmp_path / "elsewhere"))
    assert (settings().port, settings().data) == (9090, tmp_path / "elsewhere")


def test_a_key_that_is_cut_short_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("short")
    with pytest.raises(Damaged):
        secret(path)
    assert path.read_text() == "short"


def test_the_address_can_be_scanned() -> None:
    assert len(qr("http://192.168.1.20:8080").splitlines()) > 10


def test_an_unknown_address_has_its_own_page_as_soon_as_the_port_is_open(tmp_path: Path) -> None:
    """Also the first, for which all other pages are put at their addresses, and the one after that."""
    with Server(tmp_path / "data", ("-X", "utf8", "-m", "webapp")) as server:
        for address in ("/nowhere", "/nowhere/"):
            answer = httpx.get(server.url + address, timeout=WAIT_S)
            assert (answer.status_code, 'data-testid":"lost"' in answer.text) == (404, True), answer.text
        assert httpx.get(server.url + "/host", timeout=WAIT_S).status_code == 200
        assert server.complaints == []


def test_pages_of_the_games_are_there_as_soon_as_the_port_is_open(tmp_path: Path) -> None:
    """After the lobby, before the games are imported in the background."""
    with (
        Server(tmp_path / "data", ("-X", "utf8", "-m", "webapp")) as server,
        httpx.Client(base_url=server.url, timeout=WAIT_S) as browser,
    ):
        assert browser.get("/").status_code == 200
        table = browser.post("/api/v1/tables", json={"game": "olomoc"}).json()
        assert browser.get(f"/watch/{table['code']}").status_code == 200
        for address in ("/olomoc/cabals/new", "/invader/decks", "/invader/packs", "/diktat/rules"):
            assert browser.get(address).status_code == 200
        assert server.complaints == []
