"""``olomoc doctor``: its report on a sound folder, on a running server, and on each kind of problem."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.serving import Server, free_port
from webapp.cli.doctor import doctor, tr
from webapp.games import games
from webapp.store import Store
from webapp.store.packs import SavedPack


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("doctor") / "data", ("-m", "tests.webapp.launch_standin")) as running:
        yield running


def asked(monkeypatch: pytest.MonkeyPatch, data: Path, port: int) -> tuple[int, str]:
    monkeypatch.setenv("OLOMOC_DATA", str(data))
    monkeypatch.setenv("PORT", str(port))
    monkeypatch.setenv("HOST", "127.0.0.1")
    done = CliRunner().invoke(doctor, [])
    return done.exit_code, done.output.replace("✗ " + tr("doctor.alone"), "")


def test_a_running_server_opens_a_pages_socket(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, printed = asked(monkeypatch, server.data, server.port)
    assert "✗" not in printed
    assert tr("doctor.running", port=server.port, status="ok") in printed
    assert tr("doctor.sockets", url=f"http://127.0.0.1:{server.port}") in printed
    assert tr("doctor.database", path=server.data / "olomoc.db") in printed


def test_a_program_that_lets_no_socket_through_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that knows nothing of WebSockets does this: the pages come, their line does not."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                one, _ = listening.accept()
            except OSError:
                return
            with one:
                one.recv(4096)
                one.sendall(b'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"status":"ok"}')

    threading.Thread(target=answer, daemon=True).start()
    port = listening.getsockname()[1]
    code, printed = asked(monkeypatch, tmp_path / "data", port)
    listening.close()
    assert code == 1
    assert f"✗ {tr('doctor.no-sockets', url=f'http://127.0.0.1:{port}', why='@').partition('@')[0]}" in printed


def test_without_a_server_it_says_when_the_sockets_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, printed = asked(monkeypatch, tmp_path / "data", free_port())
    assert "✗" not in printed
    assert tr("doctor.sockets-later") in printed
    versions = {"olomoc": "1.3.0", "invader": "1.1.0", "blade": "1.5.0", "hybris": "1.2.0"}
    assert [game.key for game in games() if game.packs is not None] == [*versions]
    for key, version in versions.items():
        name = tr.of(key)("game.name")
        assert tr("doctor.core", game=name, version=version, cards="@").partition("@")[0] in printed
    assert not (tmp_path / "data").exists()


def test_packs_are_read_as_a_match_would_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    store = Store.open(data / "olomoc.db")
    broken = {"pack.toml": 'id = "broken"\nversion = "1.0"\nname = { fr = "x", en = "x" }\nnonsense = 1\n'}
    asyncio.run(store.packs.keep(SavedPack("broken", "", "", broken, 0.0, 0.0, title="olomoc")))
    store.close()
    before = (data / "olomoc.db").read_bytes()
    code, printed = asked(monkeypatch, data, free_port())
    assert code == 1
    assert f"✗ {tr('doctor.pack-wrong', id='broken', wrong='@').partition('@')[0]}" in printed
    assert "pack.toml:4" in printed
    assert (data / "olomoc.db").read_bytes() == before
