"""The output of commands: the version, and for each mistake what to do about it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.serving import Server, free_port
from webapp.app.main import BadHost, explain
from webapp.base.addresses import ours_to_listen
from webapp.base.settings import settings
from webapp.base.version import version
from webapp.cli import main
from webapp.cli.doctor import tr
from webapp.i18n import LANGUAGES, translator
from webapp.store import Store

ELSEWHERE = "192.0.2.1"
"""An address that no machine has."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OLOMOC_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setenv("HOST", "127.0.0.1")
    return tmp_path / "data"


def say(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_the_version() -> None:
    done = say("--version")
    assert (done.exit_code, done.output) == (0, f"olomoc {version()}\n")
    assert version()[0].isdigit()


def test_a_copy_is_written_over_nothing_and_that_is_said(data: Path, tmp_path: Path) -> None:
    Store.open(data / "olomoc.db").close()
    path = tmp_path / "there.db"
    path.write_text("mine")
    done = say("backup", str(path))
    assert (done.exit_code, path.read_text()) == (1, "mine")
    assert tr("cli.backup-exists", path=path) in done.output
    assert "OLOMOC_DATA" not in done.output


def test_a_backup_without_a_database_is_refused(data: Path, tmp_path: Path) -> None:
    done = say("backup", str(tmp_path / "copy.db"))
    assert done.exit_code == 1
    assert tr("cli.nothing-to-back-up", path=data) in done.output


def test_a_matchs_file_is_no_copy_and_it_is_said_where_it_belongs(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.olomoc.json"
    file.write_text('{"format": "olomoc-match"}')
    done = say("restore", str(file))
    assert done.exit_code == 1
    assert tr("lobby.bring") in done.output
    assert "start afresh" not in done.output
    assert not data.exists() or not list(data.glob("*.db"))


@pytest.mark.parametrize("command", [["backup"], ["doctor"], ["export", "ABCD"], ["restore", __file__]])
def test_a_port_that_is_none_is_a_sentence(data: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    monkeypatch.setenv("PORT", "nowhere")
    done = say(*command)
    assert done.exit_code == 1
    assert tr("start.bad-setting", variable="PORT", value="nowhere") in done.output


def test_an_address_that_is_not_ours_is_not_called_a_taken_port(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ours_to_listen("127.0.0.1")
    assert ours_to_listen("0.0.0.0")
    assert not ours_to_listen(ELSEWHERE)
    for language in LANGUAGES:
        assert ELSEWHERE in explain(BadHost(ELSEWHERE), translator(language))
    monkeypatch.setenv("HOST", ELSEWHERE)
    assert tr("start.bad-host", host=ELSEWHERE) in say("doctor").output


def test_the_doctor_knows_the_server_of_its_data_folder_from_another(
    server: Server, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", str(server.port))
    printed = say("doctor").output
    assert tr("doctor.another", port=server.port, path=settings().data) in printed
    assert tr("doctor.running", port=server.port, status="ok") not in printed
    monkeypatch.setenv("OLOMOC_DATA", str(server.data))
    assert tr("doctor.running", port=server.port, status="ok") in say("doctor").output
