"""The HTTP API: what a program may ask, what it is told, and what it is refused."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from nicegui.testing import User

from rules.olomoc.packs import read
from tests.waiting import until
from tests.webapp.packing import HEADER
from webapp.api import routes
from webapp.packs.library import Library
from webapp.security.limits import RATES, limits
from webapp.tables import Table, TableSettings, registry
from webapp.tables.create import make

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]

ILSE, TOMAS = "cookie-ilse", "cookie-tomas"
API = "/api/v1"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


async def a_table(**settings: Any) -> Table:
    passwords = [settings.pop(name, "") for name in ("seat_password", "watch_password")]
    title = next(iter(registry.games))
    table = await make(title, {}, "Evening", TableSettings(**settings), *passwords)
    assert await table.sit(ILSE, "1", "Ilse", passwords[0]) is None
    assert await table.sit(TOMAS, "2", "Tomáš", passwords[0]) is None
    return table


async def bearer(table: Table, session: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {await table.token(session)}"}


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert set(body) == {"clause", "code", "params"}
    return body


async def test_a_table_is_made_and_listed(user: User) -> None:
    http = user.http_client
    made = await http.post(f"{API}/tables", json={"name": " Evening\n", "options": {"uniform_prompts": "no"}})
    assert made.status_code == 201
    assert made.json()["name"] == "Evening"
    assert made.json()["options"]["uniform_prompts"] is False
    assert made.json()["game"] == "olomoc", "as long as none is named"
    assert (await http.get(f"{API}/tables")).json() == [made.json()]
    assert (await http.get(f"{API}/tables/{made.json()['code'].lower()}")).json() == made.json()
    game = next(row for row in (await http.get(f"{API}/choices")).json() if row["game"] == "olomoc")
    assert game["choices"]["composition"] == ["secret", "draft"]
    diktat = next(row for row in (await http.get(f"{API}/choices")).json() if row["game"] == "diktat")
    assert diktat["choices"]["players"] == ["3", "2", "4", "5"], "the default first"


async def test_a_table_may_name_its_game(user: User) -> None:
    made = await user.http_client.post(f"{API}/tables", json={"game": "olomoc"})
    assert (made.status_code, made.json()["game"]) == (201, "olomoc")


@pytest.mark.parametrize(
    "body",
    [
        {"options": {"agenda": "nonsense"}},
        {"extra": 1},
        {"options": 7},
        {"game": "chess"},
        {"name": "x" * 300},
        [],
        "text",
        None,
    ],
)
async def test_a_table_that_makes_no_sense_is_refused(user: User, body: Any) -> None:
    refused(await user.http_client.post(f"{API}/tables", json=body), 422, "bad-shape")
    assert registry.all() == []


AGENDA = """
[[agenda]]
id = "lamps"
name = { fr = "Les Lampes", en = "The Lamps" }
text = { fr = "Rien encore.", en = "Nothing yet." }
source = "own"
"""


async def test_agendas_of_peoples_packs_can_be_played(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    http, pack = user.http_client, read({"pack.toml": HEADER + AGENDA})
    monkeypatch.setattr(Library, "shelf", lambda library: {pack.id: pack} if library.kind.game == "olomoc" else {})
    game = next(row for row in (await http.get(f"{API}/choices")).json() if row["game"] == "olomoc")
    assert "lamps" in game["choices"]["agenda"]
    assert game["choices"]["packs"] == ["core", "old-quarter"]
    chosen = {"agenda": "lamps", "packs": "core,old-quarter", "composition": "secret"}
    made = await http.post(f"{API}/tables", json={"options": chosen})
    assert made.status_code == 201, made.text
    assert (made.json()["options"]["agenda"], made.json()["options"]["packs"]) == ("lamps", ["core", "old-quarter"])
    for packs in ("core,nowhere", "", "Core"):
        refused(await http.post(f"{API}/tables", json={"options": {"packs": packs}}), 422, "bad-shape")


async def test_a_program_plays_with_its_seats_token(user: User) -> None:
    table, http = await a_table(), user.http_client
    head, path = await bearer(table, ILSE), f"{API}/tables/{table.code}"
    asked = (await http.get(f"{path}/decision", headers=head)).json()
    offered = (await http.get(f"{path}/commands", headers=head)).json()
    assert {"kind": "add", "value": 9} in offered
    played = await http.post(f"{path}/commands", headers=head, json={**offered[4], "decision": asked["id"]})
    assert played.json() == {"sequence": 1, "events": [{"n": 1, "kind": "add", "seat": "1", "value": 5}]}
    assert (await http.get(f"{path}/decision", headers=head)).json() is None
    refused(await http.post(f"{path}/commands", headers=head, json=offered[4]), 409, "not-your-turn")
    view = (await http.get(f"{path}/view?since=1", headers=head)).json()
    assert (view["secret"], [event["n"] for event in view["log"]]) == (table.match.journal[0]["secrets"]["1"], [1])


async def test_without_a_token_one_is_a_spectator(user: User) -> None:
    table, http = await a_table(), user.http_client
    path = f"{API}/tables/{table.code}"
    secrets = table.match.journal[0]["secrets"]
    for part in ("view", "export"):
        answer = await http.get(f"{path}/{part}")
        assert answer.status_code == 200
        assert not any(str(secret) in answer.text for secret in secrets.values())
    refused(await http.get(f"{path}/decision"), 401, "no-token")
    refused(await http.get(f"{path}/commands"), 401, "no-token")
    refused(await http.post(f"{path}/commands", json={"kind": "add", "value": 1}), 401, "no-token")
    assert table.sequence == 0


async def test_a_token_is_good_for_its_seat_and_its_table_only(user: User) -> None:
    table, other, http = await a_table(), await a_table(), user.http_client
    head = await bearer(table, ILSE)
    refused(await http.get(f"{API}/tables/{other.code}/decision", headers=head), 401, "bad-token")
    refused(await http.get(f"{API}/tables/{table.code}/view", headers={"Authorization": "Bearer x"}), 401, "bad-token")
    seat2 = await http.get(f"{API}/tables/{table.code}/view", headers=await bearer(table, TOMAS))
    assert seat2.json()["secret"] == table.match.journal[0]["secrets"]["2"]


async def nothing() -> None:
    """Does nothing."""


async def test_a_wrong_token_is_refused_before_anything_else_happens(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guesses are not counted: a token has 256 bits. They cost nothing either: no match is taken up, nothing that came
    along is read or played, and no other limit than the one of all requests is used."""
    table, http = await a_table(), user.http_client
    head = await bearer(table, ILSE)
    before, steps = limits.left("guess", "127.0.0.1"), table.sequence
    # A second after its start the server takes up all matches: on a busy machine that is only now.
    monkeypatch.setattr(registry, "resume", nothing)
    table.unload()
    path = f"{API}/tables/{table.code}"
    for wrong in ("olo_" + "A" * 43, head["Authorization"].removeprefix("Bearer ")[:-1], "", "x" * 5_000):
        bad = {"Authorization": f"Bearer {wrong}"}
        for asked in ("view", "decision", "commands", "events"):
            refused(await http.get(f"{path}/{asked}", headers=bad), 401, "bad-token")
        for body in (b'{"kind": "add", "value": 1}', b"{", b"[" * 2_000):
            refused(await http.post(f"{path}/commands", content=body, headers=bad), 401, "bad-token")
    assert not table.loaded
    assert table.sequence == steps
    assert limits.left("guess", "127.0.0.1") == before
    assert (await http.get(f"{path}/decision", headers=head)).status_code == 200


async def test_a_token_ends_with_its_holder_and_with_the_next_one(user: User) -> None:
    table, http = await a_table(), user.http_client
    first = await bearer(table, ILSE)
    second = await bearer(table, ILSE)
    path = f"{API}/tables/{table.code}/decision"
    refused(await http.get(path, headers=first), 401, "bad-token")
    assert (await http.get(path, headers=second)).status_code == 200
    await table.leave(ILSE)
    await table.sit("cookie-eva", "1", "Eva")
    refused(await http.get(path, headers=second), 401, "bad-token")


async def test_tokens_are_kept_as_digests_only(user: User) -> None:
    table = await a_table()
    token = await table.token(ILSE)
    assert isinstance(token, str)
    assert token.encode() not in b"".join(
        path.read_bytes() for path in table._store._lock._path.parent.glob("olomoc.db*")
    )
    assert table._store.companies.tokens(table._id) == table._tokens
    assert table.seat_of_token(token) == "1"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "bad-shape"),
        (b"{", 422, "bad-shape"),
        (b"[]", 422, "bad-shape"),
        (b'{"kind": 7}', 422, "bad-shape"),
        (b'{"kind": "add", "value": NaN}', 422, "bad-shape"),
        (b'{"kind": "add", "value": ' + b"[" * 30_000, 422, "bad-shape"),
        (b'{"kind": "add", "note": "' + b"x" * 20_000 + b'"}', 413, "too-large"),
        (b'{"kind": "add", "note": "' + b"x" * 2_000_000 + b'"}', 413, "too-large"),
        (b'{"kind": "add", "value": 10}', 409, "unknown-command"),
        (b'{"kind": "add", "value": 1, "decision": "d9"}', 409, "stale"),
        (b'{"kind": "break"}', 500, "broken"),
    ],
)
async def test_a_malformed_command_is_refused_with_its_reason(
    user: User, caplog: pytest.LogCaptureFixture, body: bytes, status: int, code: str
) -> None:
    table = await a_table()
    head = {**(await bearer(table, ILSE)), "content-type": "application/json"}
    answer = await user.http_client.post(f"{API}/tables/{table.code}/commands", headers=head, content=body)
    refused(answer, status, code)
    assert table.sequence == 0
    caplog.clear()


async def test_unknown_addresses_and_methods_are_answered_in_json(user: User) -> None:
    refused(await user.http_client.get(f"{API}/tables/NONE/view"), 404, "no-such-table")
    refused(await user.http_client.get(f"{API}/nonsense"), 404, "not-found")
    refused(await user.http_client.delete(f"{API}/tables"), 405, "no-such-method")


async def test_watching_follows_what_the_table_agreed(user: User) -> None:
    http = user.http_client
    private = await a_table(spectators=False)
    refused(await http.get(f"{API}/tables/{private.code}/view"), 403, "no-spectators")
    assert (await http.get(f"{API}/tables/{private.code}/view", headers=await bearer(private, ILSE))).status_code == 200
    watched = await a_table(watch_password="ember")
    path = f"{API}/tables/{watched.code}/view"
    refused(await http.get(path), 403, "watch-password")
    assert (await http.get(path, headers={"X-Watch-Password": "ember"})).status_code == 200
    for _ in range(RATES["guess"].amount):
        refused(await http.get(path, headers={"X-Watch-Password": "amber"}), 403, "watch-password")
    body = refused(await http.get(path, headers={"X-Watch-Password": "ember"}), 429, "too-many-guesses")
    assert body["params"]["seconds"] > 0
    assert "ember" not in str(watched.settings)


async def test_a_flood_is_answered_with_how_long_to_wait(user: User) -> None:
    http = user.http_client
    for _ in range(RATES["create"].amount):
        assert (await http.post(f"{API}/tables", json={})).status_code == 201
    answer = await http.post(f"{API}/tables", json={})
    refused(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) > 0
    assert (await http.get(f"{API}/tables")).status_code == 200


async def test_other_sites_cannot_act(user: User) -> None:
    http, table = user.http_client, await a_table()
    head = await bearer(table, ILSE)
    for origin in ("https://elsewhere.example", "null", "http://test.elsewhere.example"):
        answer = await http.post(f"{API}/tables", json={}, headers={"origin": origin})
        refused(answer, 403, "foreign-origin")
        command = {"kind": "add", "value": 1}
        answer = await http.post(
            f"{API}/tables/{table.code}/commands", json=command, headers={**head, "origin": origin}
        )
        refused(answer, 403, "foreign-origin")
    here = {"origin": str(http.base_url).rstrip("/")}
    assert (await http.post(f"{API}/tables", json={}, headers=here)).status_code == 201
    assert table.sequence == 0


async def test_the_openapi_document_lists_paths_and_shapes(user: User) -> None:
    document = (await user.http_client.get(f"{API}/openapi.json")).json()
    assert {"/tables", "/tables/{code}/commands", "/tables/{code}/events", "/tables/{code}/export"} <= set(
        document["paths"]
    )
    shapes = document["components"]["schemas"]
    assert set(shapes["RefusalShape"]["required"]) == {"clause", "code", "params"}
    assert {"id", "seat", "kind", "prompt", "options"} <= set(shapes["DecisionShape"]["properties"])
    # Nothing that changes anything answers to a GET.
    assert [path for path, its in document["paths"].items() if "post" in its] == ["/tables", "/tables/{code}/commands"]


async def test_the_openapi_document_describes_authentication(user: User) -> None:
    document = (await user.http_client.get(f"{API}/openapi.json")).json()
    assert "Authorization: Bearer" in document["info"]["description"]
    schemes = document["components"]["securitySchemes"]
    assert (schemes["seat"]["type"], schemes["seat"]["scheme"]) == ("http", "bearer")
    assert (schemes["watching"]["in"], schemes["watching"]["name"]) == ("header", "X-Watch-Password")
    played = document["paths"]["/tables/{code}/commands"]["post"]
    assert played["security"] == [{"seat": []}]
    assert document["paths"]["/tables/{code}/view"]["get"]["security"] == [{"seat": []}, {"watching": []}]
    assert "security" not in document["paths"]["/tables"]["get"]


@pytest.mark.parametrize(("language", "words"), [("en", "A new table."), ("fr", "Une nouvelle table.")])
async def test_people_find_a_page_where_programs_ask(user: User, language: str, words: str) -> None:
    http = user.http_client
    for path in (API, f"{API}/"):
        answer = await http.get(path)
        assert (answer.status_code, answer.headers["location"]) == (307, "/api")
    page = (await http.get("/api", headers={"accept-language": language})).text
    document = (await http.get(f"{API}/openapi.json")).json()
    assert words in page
    assert all(f"{API}{path}" in page for path in document["paths"])
    assert "examples/bot.py" in page


async def test_a_match_that_is_over_is_exported_whole(user: User) -> None:
    table = await a_table()
    for seat in "121":
        assert await table.submit_as(seat, {"kind": "add", "value": 9}) is None
    kept = (await user.http_client.get(f"{API}/tables/{table.code}/export")).json()
    assert kept["complete"]
    assert kept["journal"] == table.match.journal


async def test_an_event_is_written_once_for_all_who_look_through_the_same_eyes(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred and fifty listeners at one table once wrote each event, and looked through the whole log, each."""
    table = await a_table()
    written: list[Any] = []

    def dumps(value: Any) -> str:
        written.append(value)
        return json.dumps(value)

    monkeypatch.setattr(routes, "json", SimpleNamespace(dumps=dumps))
    streams = [routes._states(routes.Viewer(table, None), 0) for _ in range(150)]
    first = [[await anext(stream), await anext(stream)] for stream in streams]
    assert all(it == first[0] for it in first)
    assert len(written) == 2
    assert await table.submit_as("1", {"kind": "add", "value": 9}) is None
    await asyncio.sleep(0)
    second = [[await anext(stream), await anext(stream)] for stream in streams]
    assert all(it == second[0] != first[0] for it in second)
    assert len(written) == 4
    for stream in streams:
        await stream.aclose()


async def test_a_stream_ends_with_the_right_to_it(user: User) -> None:
    """Of whoever watches where nobody may any more, and of a seat that has gone to somebody else."""
    table = await a_table()
    heard: dict[str | None, list[str]] = {None: [], "1": []}

    async def listen(seat: str | None) -> None:
        heard[seat] += [said async for said in routes._states(routes.Viewer(table, seat), 0)]

    tasks = {seat: asyncio.create_task(listen(seat)) for seat in heard}
    await until(lambda: table.audience.followed)
    assert await table.change(spectators=False) is None
    await until(tasks[None].done)
    assert not tasks["1"].done()
    assert await table.kick("1") is None
    await until(tasks["1"].done)
    assert all(any("began" in said for said in its) for its in heard.values())
