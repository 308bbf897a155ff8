"""Matches as files: downloaded, uploaded again, and refused with a reason when they are not what was saved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from nicegui import core
from nicegui.testing import User

from tests.webapp.test_replay import PLAYERS, journal, table
from tests.webapp.test_replay_moments import played
from webapp.cli import main
from webapp.games import games
from webapp.history.match_file import MOST_BYTES, BadFile, checksum, read, text, written
from webapp.i18n import translator
from webapp.security.limits import RATES, limits
from webapp.store import Store
from webapp.tables import registry

served = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]
Json = dict[str, Any]
OURS = {"x-olomoc": "1"}


def browser(language: str = "en") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(core.app, client=("192.0.2.7", 1))
    return httpx.AsyncClient(transport=transport, base_url="http://test", headers={"accept-language": language})


def saved(until: str = "over") -> Json:
    """A file's object."""
    events = json.loads(journal(until))
    outcome = next((event["outcome"] for event in events if event["kind"] == "over"), None)
    return written("olomoc", "Evening", {}, PLAYERS, events, outcome, "ABCD", 1_700_000_000.4)


def sealed(file: Json) -> bytes:
    """A file as somebody would forge it: with a checksum that fits."""
    body = {key: value for key, value in file.items() if key != "checksum"}
    return json.dumps({**body, "checksum": checksum(body)}).encode()


async def brought(data: bytes, language: str = "en") -> httpx.Response:
    return await browser(language).post("/matches/bring?name=x", content=data, headers=OURS, timeout=60)


def test_a_file_is_read_back_as_it_was_written() -> None:
    file = saved()
    file_read = read(text(file))
    assert (file_read.game, file_read.name, dict(file_read.players)) == ("olomoc", "Evening", PLAYERS)
    assert file_read.journal == file["journal"]
    assert file["packs"] == [{"id": "core", "version": file["journal"][0]["packs"][0]["version"]}]
    # However a tool spaces and orders it, it is the same file.
    assert read(json.dumps(json.loads(text(file)), sort_keys=True, indent=3).encode()).journal == file_read.journal
    # A line for each event: what changed between two files is seen line by line.
    assert len(text(file).splitlines()) > len(file["journal"])


def test_hostile_names_are_tidied() -> None:
    file = saved() | {"table": {"name": "Evil\u202e\n<script>" * 50}, "players": {"1": "A" * 900, "2": 7, "x": "\n"}}
    file_read = read(sealed(file))
    assert len(file_read.name) <= 40
    assert "\u202e" not in file_read.name
    assert list(file_read.players) == ["1"]
    assert len(file_read.players["1"]) < 100


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda file: b"", "no-match-file"),
        (lambda file: b"\xff\xfe\x00", "no-match-file"),
        (lambda file: b"[" * 100_000, "no-match-file"),
        (lambda file: b"[1, 2]", "no-match-file"),
        (lambda file: b'{"format": "chess"}', "no-match-file"),
        (lambda file: text(file)[:-400], "no-match-file"),
        (lambda file: sealed(file | {"version": 2}), "match-from-the-future"),
        (lambda file: text(file).replace(b'"moved"', b'"rolled"', 1), "match-damaged"),
        (lambda file: text(file | {"checksum": "sha256:0"}), "match-damaged"),
        (lambda file: text(file | {"checksum": None}), "match-damaged"),
        (lambda file: sealed(file | {"journal": "all of it"}), "match-damaged"),
        (lambda file: sealed(file | {"journal": [1, 2]}), "match-damaged"),
        (lambda file: sealed(file | {"complete": False}), "match-not-over"),
        (lambda file: b" " * (MOST_BYTES + 1), "match-too-large"),
    ],
)
def test_an_altered_match_file_is_refused(change: Callable[[Json], bytes], code: str) -> None:
    with pytest.raises(BadFile) as refused:
        read(change(saved()))
    assert refused.value.code == code
    for language in ("fr", "en"):
        assert translator(language, "olomoc").has(f"refusal.{code}")


class TestServed:
    pytestmark = served

    async def test_a_match_is_exported_and_imported_again(self, user: User) -> None:
        played = await table()
        out = await browser().get(f"/replay/{played.code}/file")
        assert out.status_code == 200
        assert out.headers["content-disposition"] == f"attachment; filename*=UTF-8''{played.code}-evening.olomoc.json"
        answer = await brought(out.content)
        assert answer.status_code == 200
        made = registry.get(answer.json()["code"])
        assert made is not None
        assert made.code != played.code
        assert (made.state, made.outcome, made.name) == ("finished", played.match.outcome, "Evening")
        assert {key: seat.name for key, seat in made.seats.items()} == PLAYERS
        assert made.match.journal == played.match.journal
        await user.open("/")
        await user.should_see("imported from a file")
        # It is kept like any other match.
        again = await browser().get(f"/replay/{made.code}/file")
        assert json.loads(again.content)["journal"] == json.loads(out.content)["journal"]

    @pytest.mark.parametrize("game", [game.key for game in games()])
    async def test_every_games_matches_are_brought_back(self, user: User, game: str) -> None:
        match = played(game, 0).fork(0)
        options, players = dict(match.journal[0]["options"]), dict.fromkeys(match.seats, "Ilse")
        adopted = await registry.adopt(match, options, "Evening", game, players=players)
        out = await browser().get(f"/replay/{adopted.code}/file")
        answer = await brought(out.content)
        assert answer.status_code == 200, answer.text
        made = registry.get(answer.json()["code"])
        assert made is not None
        assert (made.game.key, made.outcome, made.match.journal) == (game, match.outcome, match.journal)

    async def test_a_match_that_goes_on_is_no_file(self, user: User) -> None:
        running = await table("cycle-ended")
        out = await browser("fr").get(f"/replay/{running.code}/file")
        assert out.status_code == 403
        assert out.text == translator("fr")("refusal.match-still-on")
        assert (await browser().get("/replay/XXXX/file")).status_code == 404
        closed = await table("cycle-ended", closed=True)
        assert (await browser().get(f"/replay/{closed.code}/file")).status_code == 403

    async def test_a_match_file_needs_the_right_to_watch(self, user: User) -> None:
        played = await table(spectators=False)
        assert (await browser().get(f"/replay/{played.code}/file")).status_code == 403

    async def test_a_running_match_is_not_taken_in(self, user: User) -> None:
        answer = await brought(text(saved("cycle-ended")), "fr")
        assert (answer.status_code, answer.json()["words"]) == (
            422,
            translator("fr")("refusal.match-not-over"),
        )
        # Nor one that only says that it is over.
        answer = await brought(sealed(saved("cycle-ended") | {"complete": True}))
        assert (answer.status_code, answer.json()["words"]) == (
            422,
            translator("en")("refusal.match-not-over"),
        )
        assert registry.all() == []

    async def test_a_journal_that_does_not_replay_is_refused(self, user: User) -> None:
        """However well its checksum fits."""
        file = saved()
        wounded = next(event for event in file["journal"] if event["kind"] == "wounded")
        wounded["piece"] = "nobody"
        answer = await brought(sealed(file))
        assert (answer.status_code, answer.json()["words"]) == (
            422,
            translator("en")("refusal.match-damaged"),
        )
        answer = await brought(sealed(saved() | {"game": "chess"}))
        assert answer.status_code == 422
        assert registry.all() == []

    async def test_only_our_own_pages_bring_and_not_without_end(self, user: User) -> None:
        limits.forget()
        client = browser()
        assert (await client.post("/matches/bring", content=b"{}")).status_code == 403
        elsewhere = {**OURS, "origin": "http://elsewhere.test"}
        assert (await client.post("/matches/bring", content=b"{}", headers=elsewhere)).status_code == 403
        large = b"x" * (MOST_BYTES + 1)
        assert (await client.post("/matches/bring", content=large, headers=OURS)).status_code == 413
        # Most of what this address may is spent without asking: pages for one address are held apart.
        most = RATES["file-address"].amount - 4
        assert all(limits.take("file-address", "192.0.2.7") for _ in range(most))
        answers: list[int] = []
        while 429 not in answers and len(answers) < 25:
            answers.append((await client.post("/matches/bring", content=b"{}", headers=OURS)).status_code)
        assert set(answers) == {422, 429}
        limits.forget()

    async def test_the_api_gives_the_same_file(self, user: User) -> None:
        played, running = await table(), await table("cycle-ended")
        for path in ("matches", "tables"):
            file = (await browser().get(f"/api/v1/{path}/{played.code}/export")).json()
            assert read(json.dumps(file).encode()).journal == played.match.journal
        seen = (await browser().get(f"/api/v1/matches/{running.code}/export")).json()
        assert seen["complete"] is False
        assert seen["log"] == running.view("spectator")["log"]
        assert "journal" not in seen


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OLOMOC_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


async def kept(data: Path, until: str) -> Store:
    """A server's database, open, with one table in it."""
    data.mkdir(parents=True, exist_ok=True)
    store = Store.open(data / "olomoc.db")
    file = saved(until)
    await store.add_table("WXYZ", "olomoc", "Evening", {}, file["journal"], outcome=file["outcome"])
    return store


async def test_the_host_saves_any_match_beside_a_running_server(data: Path, tmp_path: Path) -> None:
    store = await kept(data, "cycle-ended")
    to = tmp_path / "mine.olomoc.json"
    done = CliRunner().invoke(main, ["export", "wxyz", str(to)])
    store.close()
    assert done.exit_code == 0, done.output
    file = json.loads(to.read_text())
    assert file["journal"] == json.loads(journal("cycle-ended"))
    assert file["complete"] is False
    assert file["checksum"] == checksum({key: value for key, value in file.items() if key != "checksum"})
    assert "secret" in done.output  # the host is told what is in it
    # Nothing is written over.
    to.write_text("mine")
    done = CliRunner().invoke(main, ["export", "WXYZ", str(to)])
    assert (done.exit_code, to.read_text()) == (1, "mine")


async def test_a_finished_match_is_named_after_its_table(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (await kept(data, "over")).close()
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["export", "WXYZ"])
    assert done.exit_code == 0, done.output
    assert "secret" not in done.output
    assert read((tmp_path / "WXYZ.olomoc.json").read_bytes()).journal == json.loads(journal("over"))


async def test_exporting_an_unknown_table_fails_and_names_it(data: Path) -> None:
    assert CliRunner().invoke(main, ["export", "WXYZ"]).exit_code == 1
    (await kept(data, "over")).close()
    done = CliRunner().invoke(main, ["export", "QQQQ"])
    assert done.exit_code == 1
    assert "QQQQ" in done.output
