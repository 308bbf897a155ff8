"""The host, the contents of backups, and that nobody else can reach either."""

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from nicegui.testing import User
from sqlalchemy.exc import OperationalError
from starlette.requests import Request

from tests.webapp.test_lobby import send, somebody
from tests.webapp.test_seats import Window
from webapp.base.addresses import Preference, lan_addresses
from webapp.host import copies, copies_panel, restore, tables_panel
from webapp.host.server import server
from webapp.security.host_key import MARK, Keys
from webapp.security.host_key import keys as ours
from webapp.security.limits import RATES, limits
from webapp.store import Damaged, Store, Unwritable
from webapp.tables import Registry, registry

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"


@pytest.fixture(autouse=True)
def unlimited() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    made = Keys()
    made.open(tmp_path / "host-key")
    return made


def request(
    client: str = "192.0.2.77",
    asked: str = "192.0.2.5:8080",
    session: dict[str, str] | None = None,
    http_version: str = "1.1",
    **headers: str,
) -> Request:
    sent = [(b"host", asked.encode()), *((key.replace("_", "-").encode(), it.encode()) for key, it in headers.items())]
    scope = {"type": "http", "path": "/host", "headers": sent, "client": (client, 1), "scheme": "http"}
    scope |= {"server": ("0.0.0.0", 8080), "http_version": http_version}
    return Request(scope | {"method": "GET", "query_string": b"", "session": session or {"id": EVA}})


@pytest.mark.parametrize(
    ("made", "host"),
    [
        (request("127.0.0.1", "localhost:8080"), True),
        (request("127.0.0.1", "127.0.0.1:8080"), True),
        (request("::1", "[::1]:8080"), True),
        (request("192.0.2.77", "localhost:8080"), False),
        # A page of another site whose name leads to this machine: its requests come from here, under that name.
        (request("127.0.0.1", "rebound.example:8080"), False),
        # A relay on this machine: everybody comes from here, and asks for the machine's address on the network, or for
        # the relay's port. What it rewrites a proxy may tell by HTTP/1.0.
        (request("127.0.0.1", "192.0.2.5:8080"), False),
        (request("127.0.0.1", "localhost:8090"), False),
        (request("127.0.0.1", "localhost:8080", http_version="1.0"), False),
        # A proxy on this machine that says for whom.
        (request("127.0.0.1", "localhost:8080", x_forwarded_for="203.0.113.4"), False),
        (request("127.0.0.1", "localhost:8080", forwarded="for=203.0.113.4"), False),
    ],
)
def test_the_host_sits_at_the_servers_machine(keys: Keys, made: Request, host: bool) -> None:
    assert keys.is_host(made) is host


def test_the_servers_own_address_on_the_network_is_the_servers_machine_too(keys: Keys) -> None:
    for address in lan_addresses():
        assert keys.is_host(request(address, f"{address}:8080"))
        assert not keys.is_host(request("203.0.113.9", f"{address}:8080"))


def test_the_key_is_made_once_kept_privately_and_opens(tmp_path: Path, keys: Keys) -> None:
    assert (tmp_path / "host-key").stat().st_mode & 0o077 == 0
    again = Keys()
    again.open(tmp_path / "host-key")
    assert again.key == keys.key
    session = {"id": EVA}
    assert not keys.is_host(request(session=session))
    assert keys.give(EVA, keys.spoken.lower(), "192.0.2.77") is None
    assert keys.is_host(request(session=session))
    # The cookie remembers it after the server has forgotten, for as long as the key is the same.
    keys.mark(request(session=session))
    assert keys.key not in json.dumps(session)
    assert again.is_host(request(session=session))
    assert not again.is_host(request(session={"id": EVA, MARK: "guessed"}))
    other = Keys()
    other.open(tmp_path / "another-key")
    assert not other.is_host(request(session=session))
    # Nobody's cookie is marked who has given no key.
    stranger = {"id": TOMAS}
    keys.mark(request(session=stranger))
    assert MARK not in stranger


def test_guesses_of_the_host_key_are_rate_limited(keys: Keys) -> None:
    for n in range(RATES["guess"].amount):
        assert keys.give(EVA, f"BCDF-GHJK-MN{n}", "192.0.2.77").code == "wrong-key"
    assert keys.give(EVA, keys.spoken, "192.0.2.77").code == "too-many-guesses"
    assert not keys.is_host(request())
    # Somebody else behind the same router is not kept waiting; but new cookies make nobody guess without end.
    assert keys.give(TOMAS, keys.spoken, "192.0.2.77") is None
    codes = [keys.give(f"thrown away {n}", "BCDF", "192.0.2.77").code for n in range(RATES["guess-address"].amount)]
    assert codes.count("wrong-key") == RATES["guess-address"].amount - RATES["guess"].amount
    assert keys.give(TOMAS, keys.spoken, "192.0.2.78") is None


def test_no_key_opens_nothing(tmp_path: Path) -> None:
    empty = Keys()
    assert empty.give(EVA, "", "192.0.2.77").code == "wrong-key"
    assert not empty.is_host(request(session={"id": EVA, MARK: ""}))
    (tmp_path / "short").write_text("BCDF")
    with pytest.raises(Damaged):
        empty.open(tmp_path / "short")


def test_the_address_that_the_host_prefers_comes_first(tmp_path: Path) -> None:
    preference = Preference()
    preference.open(tmp_path / "address")
    assert preference.address == ""
    preference.prefer("192.0.2.9")
    again = Preference()
    again.open(tmp_path / "address")
    assert again.address == "192.0.2.9"


async def test_a_copy_says_what_is_in_it_and_what_going_back_would_do(
    tables: Registry, store: Store, database: Path
) -> None:
    table = await tables.create({}, "First")
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    await table.submit(ILSE, {"kind": "add", "value": 1})
    made = copies.make(database)
    second = copies.make(database)
    assert made.parent == database.parent / "backups"
    assert made != second
    await table.submit(TOMAS, {"kind": "add", "value": 1})
    later = await tables.create({}, "Second")
    now, then = copies.contents(database), copies.contents(made)
    assert (then.tables, then.running, then.steps) == (1, 1, 1)
    change = copies.change(now, then)
    assert (change.gone, change.back, change.steps) == ((later.code,), (), 1)
    assert copies.change(then, now).back == (later.code,)
    assert copies.change(None, then).back == (table.code,)
    (database.parent / "backups" / "notes.db").write_text("no database")
    contents = {copy.name: copy.contents for copy in copies.copies(database.parent)}
    assert contents[made.name] == then
    assert contents["notes.db"] is None


def test_a_copys_name_leads_nowhere_else(tmp_path: Path) -> None:
    folder = copies.folder(tmp_path)
    folder.mkdir()
    (tmp_path / "olomoc.db").write_text("secret")
    (folder / "a.db").write_text("x")
    assert copies.copy_named(tmp_path, "a.db") == folder / "a.db"
    for name in ("../olomoc.db", "..%2folomoc.db", "/etc/passwd", "a.db/", "", ".", "..", "b.db"):
        assert copies.copy_named(tmp_path, name) is None, name


def test_the_result_of_a_restore_is_told_once(tmp_path: Path) -> None:
    assert restore.last_restore(tmp_path) is None
    (tmp_path / restore.SAID).write_text('{"copy": "a.db", "problem": "damaged", "where": "a.db", "detail": "x"}')
    restored = restore.last_restore(tmp_path)
    assert (restored.copy, restored.problem) == ("a.db", "damaged")
    restore.forget(tmp_path)
    restore.forget(tmp_path)
    assert restore.last_restore(tmp_path) is None
    (tmp_path / restore.SAID).write_text("{")
    assert restore.last_restore(tmp_path) is None


async def test_a_person_who_looks_on_can_be_given_a_seat(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    for name, session in (("w1", ILSE), ("w2", EVA)):
        window = Window(name)
        table.attend(window, session)
        window.happens("connect")
    assert table.onlookers() == [EVA]
    assert await table.hand_over("1", EVA, "Eva") is None
    assert (table.seat_of(EVA), table.seat_of(ILSE), table.onlookers()) == ("1", None, [ILSE])
    assert await table.hand_over("1", ILSE, "") is None
    assert (table.seat_of(ILSE), table.seats["1"].name) == ("1", "Eva"), "the seat keeps its name"


async def test_a_failed_write_is_noted_for_the_host(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"  # type: ignore[attr-defined]  # as SQLite sets it

    def attempt(*_: object) -> None:
        raise OperationalError("INSERT", None, full)

    assert not store.troubles
    monkeypatch.setattr(store._writer, "_attempt", attempt)
    with pytest.raises(Unwritable):
        await store.add_table("BCDF", "olomoc", "", {}, [])
    [(at, problem)] = store.troubles
    assert (problem.code, time.time() - at < 60) == ("full", True)


@pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")
@pytest.mark.usefixtures("app_environment")
async def test_the_page_is_for_the_host(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    await user.open("/host")
    # The test's browser asks for a name that is none of this machine's.
    await user.should_see(marker="host-key")
    await user.should_not_see(marker="copy-now")
    assert (await user.http_client.get("/host/copies/olomoc.db")).status_code == 404
    await send(user, "key-form", "submit", {"key": "BCDF-GHJK-MNPQ"})
    await user.should_see("That is not the host’s key.")
    await send(user, "key-form", "submit", {"key": ours.spoken})
    await user.open("/host")
    await user.should_see(marker="copy-now")
    await send(user, "copy-now", "click", None)
    [copy] = copies.copies(server.settings.data)
    # What a list has no room for is counted.
    monkeypatch.setattr(copies_panel, "SHOWN", 0)
    monkeypatch.setattr(tables_panel, "SHOWN", 0)
    await registry.create({}, "Evening")
    await user.open("/host")
    await user.should_see("1 older copy lies in the folder.")
    await user.should_see("1 more table is not listed")
    assert (await user.http_client.get(f"/host/copies/{copy.name}")).content == copy.path.read_bytes()
    # Another browser stays outside, even with the copy's address.
    other = somebody()
    await other.open("/host")
    await other.should_see(marker="host-key")
    await other.should_not_see(marker="copy-now")
    assert (await other.http_client.get(f"/host/copies/{copy.name}")).status_code == 404
