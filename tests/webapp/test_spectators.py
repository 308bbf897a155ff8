"""Spectators' pages are small, and what they show alike is sent to them in one message: there may be hundreds."""

import asyncio
import gc
import html
import json
import random
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from nicegui import Client, core
from nicegui.testing import User
from starlette.requests import Request, empty_receive, empty_send

from tests.sockets import APART, shown
from tests.waiting import until
from tests.webapp.test_lobby import make_table, somebody
from webapp.frame.page_frame import ANSWERED_IN
from webapp.table_kit.broadcast import Receiver, change
from webapp.tables import Table
from webapp.ui.components import LeanElement
from webapp.ui.pane import Pane, StringComponent
from webapp.ui.strings_apart import gather, gathered
from webapp.ui.tree import payload

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

BUDGET_KB = 100
"""Of the server's memory, for the elements of one page."""


async def test_a_spectators_page_is_of_few_elements(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await table.sit("ilse", "1", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    spectator = somebody()
    await spectator.open(f"/watch/{table.code}")
    assert spectator.client is not None
    built = spectator.client.elements.values()
    # As measured: 3.7 kB one of the framework's own, 1.4 kB one of ours, of which the boxes of the stage are.
    heavy = [it for it in built if not isinstance(it, LeanElement)]
    assert len(heavy) * 4 + (len(built) - len(heavy)) * 1.5 <= BUDGET_KB, [type(it).__name__ for it in built]
    assert len(heavy) <= 8


async def test_what_all_spectators_see_is_in_a_file_apart_from_their_pages(user: User) -> None:
    """The same file for all, though their number is another at each visit; it changes with the match."""
    await user.open("/")
    table = await make_table(user)
    for seat, who in enumerate(("ilse", "tomas"), 1):
        await table.sit(who, str(seat), who)
    address = f"/watch/{table.code}"
    transport = httpx.ASGITransport(core.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as browser:
        pages = [(await browser.get(address)).text]
        spectator = somebody()
        await spectator.open(address)
        await heard(table)
        pages.append((await browser.get(address)).text)
        await play(table)
        pages.append((await browser.get(address)).text)
        files = [dict(APART.findall(page)) for page in pages]
        assert files[0] == files[1]
        assert files[1]["l"] == files[2]["l"]
        assert files[1]["m"] != files[2]["m"]
        apart = await browser.get(files[2]["m"])
        assert apart.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert apart.headers["content-encoding"] == "gzip"
        plain = await browser.get(files[2]["m"], headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == apart.json()
        assert (await browser.get("/static/strings/0123456789abcdef.json")).status_code == 404
    assert spectator.client is not None
    now = [text for name, text in strings(spectator.client).items() if name in ("head", "theirs", "Bloc")]
    assert len(now) == 3
    assert set(now) <= set(apart.json())
    assert all(json.dumps(text)[1:-1] not in html.unescape(pages[2]) for text in now)


async def test_a_string_that_is_sent_later_stands_in_the_message(user: User) -> None:
    await user.open("/")
    assert user.client is not None
    with user.client:
        gather(user.client)
        one, other = Pane(payload(1, ["a" * 300])), Pane(payload(1, ["short"]))
        for pane in (one, other):
            pane.apart(pane.FED)
        links = gathered(user.client)
        late = Pane(payload(1, ["a" * 300]))
        late.apart(late.FED)
    assert len(APART.findall(links)) == 1
    sent = [pane._to_dict()["props"]["payload"] for pane in (one, other, late)]
    assert sent == ["@m0", other.props["payload"], late.props["payload"]]
    assert one.props["payload"] == payload(1, ["a" * 300])
    one.show(payload(2, ["b" * 300]))
    assert one._to_dict()["props"]["payload"] == payload(2, ["b" * 300])


async def test_a_page_keeps_nothing_of_what_answered_its_request(user: User) -> None:
    await user.open("/")
    assert user.client is not None
    request = user.client.request
    gc.collect()
    kept = [it for it in gc.get_objects() if isinstance(it, Request) and it.scope is request.scope]
    assert len(kept) > 1  # the framework's middleware has one of its own, which the page's tasks keep
    assert {(it._receive, it._send) for it in kept} == {(empty_receive, empty_send)}
    assert not set(ANSWERED_IN) & set(request.scope)
    assert user.client.head_html == user.client.shared_head_html
    assert user.client.body_html == user.client.shared_body_html
    assert request.url.path == "/"


@dataclass
class Wires:
    """The messages that leave the server's sockets: by event, the rooms and their content."""

    sent: list[tuple[str, Any, Any]] = field(default_factory=list)

    def parts(self) -> list[tuple[set[str], dict[str, Any]]]:
        """The broadcasts with something in them: the pages, and the message."""
        broadcasts = [(room, data) for event, data, room in self.sent if event == "parts" and data["parts"]]
        return [({room} if isinstance(room, str) else set(room), data) for room, data in broadcasts]

    def updated(self) -> set[str]:
        """The pages that were told something by themselves."""
        return {room for event, _, room in self.sent if event == "update"}


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    recorded = Wires()

    async def emit(event: str, data: Any = None, *, room: Any = None, **_: Any) -> None:
        recorded.sent.append((event, data, room))

    monkeypatch.setattr(core.sio, "emit", emit)
    return recorded


async def watched(user: User, *languages: str) -> tuple[Table, list[Client]]:
    """A table with both players, and the pages of spectators who prefer these languages."""
    await user.open("/")
    table = await make_table(user)
    await table.sit("ilse", "1", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    pages = []
    for language in languages:
        spectator = somebody(language)
        await spectator.open(f"/watch/{table.code}")
        assert spectator.client is not None
        pages.append(spectator.client)
    await table.load()
    await heard(table)
    return table, pages


async def play(table: Table, steps: int = 1) -> None:
    """Plays some steps, and waits until all have heard of them."""
    for _ in range(steps):
        seat, question = next(iter(table.match.decisions.items()))
        command = next(iter(table.match.commands(seat, random.Random(1))))
        message = {**command, "decision": question["id"]}
        assert await table.submit({"1": "ilse", "2": "tomas"}[seat], message) is None
        await heard(table)


TELLING = ("spectators", "parts of spectators")
"""The tasks that tell spectators of a change."""


async def heard(table: Table) -> None:
    """Returns once everybody has been told of all that has happened, who is there included."""
    quiet = 0
    while quiet < 3:
        await asyncio.sleep(0.05)
        busy = table._presence_due is not None or any(it.get_name() in TELLING for it in asyncio.all_tasks())
        quiet = 0 if busy else quiet + 1


def receiver(page: Client) -> Receiver:
    """The page's end of the broadcast."""
    return next(it for it in page.elements.values() if isinstance(it, Receiver))


def strings(page: Client) -> dict[str, str]:
    """The texts of the parts of a page, by name."""
    parts = [it for it in page.elements.values() if isinstance(it, StringComponent) and "part" in it.props]
    return {it.props["part"]: it.props[it.FED] for it in parts}


async def ask(page: Client, heard: Any) -> None:
    """The page says which message it heard last."""
    [listener] = receiver(page)._event_listeners.values()
    page.handle_event({"id": receiver(page).id, "listener_id": listener.id, "args": [json.dumps(heard)]})
    await asyncio.sleep(0.2)


async def test_spectators_with_the_same_view_get_one_message(user: User, wires: Wires) -> None:
    table, [eva, jan, luc] = await watched(user, "en", "en", "fr")
    screens = {page.id: strings(page) for page in (eva, jan, luc)}
    wires.sent.clear()
    await play(table, 4)
    english = [message for pages, message in wires.parts() if pages == {eva.id, jan.id}]
    french = [message for pages, message in wires.parts() if pages == {luc.id}]
    assert english
    assert french
    assert len(english) + len(french) == len(wires.parts())
    assert not wires.updated() & {eva.id, jan.id, luc.id}
    for messages, page in ((english, eva), (english, jan), (french, luc)):
        assert [it["since"] for it in messages[1:]] == [it["n"] for it in messages[:-1]]
        screen = screens[page.id]
        for name, part in ((name, told) for it in messages for name, told in it["parts"].items()):
            screen[name] = shown(screen[name], part)
        assert screen == strings(page), "the server's elements say what the browser shows"


async def test_of_a_long_string_only_what_has_changed_is_sent(user: User, wires: Wires) -> None:
    """Who is there is such a string: it changes with each spectator who comes or goes."""
    table, [eva, jan] = await watched(user, "en", "en")
    wires.sent.clear()
    luc = somebody("en")
    await luc.open(f"/watch/{table.code}")
    await heard(table)
    messages = [(pages, message["parts"]) for pages, message in wires.parts()]
    assert messages
    assert all(pages >= {eva.id, jan.id} for pages, _ in messages)
    assert all(len(json.dumps(parts)) < 400 for _, parts in messages)
    [(name, (head, start, end, _))] = messages[0][1].items()
    assert (name, start + end > 100, strings(eva)[name].startswith(head)) == ("company", True, True)


async def test_a_page_that_missed_the_last_message_alone_is_sent_that(user: User, wires: Wires) -> None:
    """Such a page was built just before the message, and connected just after."""
    table, [eva] = await watched(user, "en")
    await play(table)
    _, last = wires.parts()[-1]
    wires.sent.clear()
    await ask(eva, last["since"])
    await until(wires.parts)
    assert wires.parts() == [({eva.id}, last)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"seq":9,"tree":["the same","two","three"]}', '{"seq":10,"tree":["the same","2","three"]}'),
        ('{"seq":1,"tree":["aaaa aaaa aaaa aaaa"]}', '{"seq":1,"tree":["aaaa aaaa aaaa aaaa aaaa"]}'),
        ('{"seq":1,"tree":["aaaa aaaa aaaa aaaa aaaa"]}', '{"seq":2,"tree":["aaaa aaaa aaaa aaaa"]}'),
        ('{"seq":1,"tree":["the same"]}', '{"seq":2,"tree":["the same"]}'),
        ('{"seq":1,"tree":["Tomáš is here, and so is Ilse"]}', '{"seq":2,"tree":["Tomáš is away, and so is Ilse"]}'),
    ],
)
def test_a_change_makes_the_one_string_from_the_other(before: str, after: str) -> None:
    changed = change(before, after)
    assert not isinstance(changed, str)
    assert shown(before, changed) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{"seq":1,"tree":["new"]}'),
        ('{"seq":1,"tree":["one"]}', '{"seq":2,"tree":["something else altogether"]}'),
        ('{"seq":1,"tree":["a long name: 🐈","one"]}', '{"seq":2,"tree":["a long name: 🐈","two"]}'),
    ],
)
def test_a_string_is_sent_whole_where_a_change_is_not_shorter_or_counted_otherwise(before: str, after: str) -> None:
    assert change(before, after) == after


async def test_one_task_sends_however_many_pages_hear_of_a_change(user: User, wires: Wires) -> None:
    table, _ = await watched(user, "en", "en", "en")
    [broadcast] = table.broadcasts.values()
    broadcast._revision = -1
    for _ in range(3):
        broadcast.hear()
    assert sum(task.get_name() == "parts of spectators" for task in asyncio.all_tasks()) == 1


async def test_a_page_that_was_cut_off_is_told_all_it_missed_and_nobody_else(user: User, wires: Wires) -> None:
    table, [eva, jan] = await watched(user, "en", "en")
    wires.sent.clear()
    await play(table, 4)
    messages = [message for _, message in wires.parts()]
    first, last = messages[0], messages[-1]
    assert len(messages) > 1
    wires.sent.clear()
    await ask(eva, first["since"])
    await until(wires.parts)
    [(pages, missed)] = wires.parts()
    assert pages == {eva.id}
    assert (missed["since"], missed["n"]) == (first["since"], last["n"])
    assert missed["parts"] == {name: strings(eva)[name] for it in messages for name in it["parts"]}
    wires.sent.clear()
    await ask(jan, last["n"])
    for hostile in ("0", None, {"n": 0}, [1], 0.5):
        await ask(jan, hostile)
    assert wires.parts() == []


async def test_a_page_that_is_connected_again_is_told_which_message_was_the_last(user: User, wires: Wires) -> None:
    table, [eva] = await watched(user, "en")
    await play(table, 2)
    last = wires.parts()[-1][1]["n"]
    wires.sent.clear()
    for handler in eva.connect_handlers:
        eva.safe_invoke(handler)
    await until(lambda: ("parts", {"n": last, "since": last, "parts": {}}, eva.id) in wires.sent)


async def test_a_page_that_ends_takes_nothing_from_the_others(user: User, wires: Wires) -> None:
    table, [eva, jan] = await watched(user, "en", "en")
    eva.delete()
    await heard(table)
    wires.sent.clear()
    await play(table, 2)
    assert wires.parts()
    assert all(pages == {jan.id} for pages, _ in wires.parts())
    jan.delete()
    assert table.broadcasts == {}


async def test_a_borrowed_view_gets_messages_of_its_own(user: User, wires: Wires) -> None:
    table, [eva] = await watched(user, "en")
    assert await table.lend_eyes("ilse", True) is None
    borrower = somebody()
    await borrower.open(f"/watch/{table.code}?eyes=1")
    assert borrower.client is not None
    assert not any(isinstance(it, Receiver) for it in borrower.client.elements.values())
    wires.sent.clear()
    await play(table, 2)
    assert all(pages == {eva.id} for pages, _ in wires.parts())
