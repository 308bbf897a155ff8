"""What is said at a table: by whom, kept, cut, slowed; and a pad that is nobody else's."""

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest

from webapp.security.limits import limits
from webapp.store import Store
from webapp.tables import Registry, Table, TableSettings
from webapp.tables.talk import LONGEST, PAD, RECENT, tidy

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"
Reopen = Callable[[], tuple[Store, Registry]]


@pytest.fixture(autouse=True)
def unhurried() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


async def running(tables: Registry) -> Table:
    table = await tables.create({}, "Evening", settings=TableSettings())
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    return table


def told(table: Table, watchers: bool, whole: bool = True) -> list[str]:
    return [row.get("text") or row["key"] for row in json.loads(table.talk.payload(watchers, whole))["lines"]]


async def test_the_session_says_who_speaks_and_where(tables: Registry) -> None:
    table = await running(tables)
    assert await table.talk.say(ILSE, "Somebody else", {"text": "Hello", "by": "2", "channel": "watchers"}) is None
    assert await table.talk.say(EVA, "Eva", {"text": "Charge"}) is None
    first, second = table.talk.lines
    assert (first.channel, first.speaker, first.name) == ("players", "1", "Ilse")
    assert (second.channel, second.name) == ("watchers", "Eva")
    assert EVA not in json.dumps(table.talk.payload(True, True))
    assert (told(table, False), told(table, True)) == (["Hello"], ["Hello", "Charge"])


async def test_talk_is_there_after_a_restart_and_knows_its_languages(reopen: Reopen) -> None:
    _, tables = reopen()
    table = await running(tables)
    await table.talk.say(ILSE, "", {"phrase": "well-played"})
    await table.talk.say(TOMAS, "", {"text": "Merci"})
    table.talk.note("left-alone")
    await asyncio.sleep(0.1)
    _, tables = reopen()
    again = tables.get(table.code)
    assert told(again, False) == ["well-played", "Merci", "left-alone"]
    assert [line.speaker for line in again.talk.lines] == ["1", "2", ""]


async def test_nothing_is_said_by_those_who_may_not_look_on(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(spectators=False))
    assert (await table.talk.say(EVA, "Eva", {"text": "Hello"})).code == "no-spectators"
    assert not table.talk.lines


@pytest.mark.parametrize("said", [{}, {"text": "  "}, {"text": "\x00\u202e"}, {"text": 7}, {"phrase": "left-alone"}])
async def test_an_empty_message_is_refused(tables: Registry, said: dict[str, object]) -> None:
    table = await running(tables)
    assert (await table.talk.say(ILSE, "", said)).code == "nothing-said"


async def test_who_floods_is_slowed_and_the_others_are_not(tables: Registry) -> None:
    table = await running(tables)
    refusals = [await table.talk.say(ILSE, "", {"text": str(n)}) for n in range(20)]
    slowed = [it for it in refusals if it is not None]
    assert slowed
    assert {it.code for it in slowed} == {"too-much-said"}
    assert all(1 <= it.params["seconds"] <= 10 for it in slowed)
    assert await table.talk.say(TOMAS, "", {"text": "Calm"}) is None


async def test_a_page_is_sent_the_last_lines_and_can_tell_whether_it_missed_some(tables: Registry) -> None:
    table = await running(tables)
    for n in range(8):
        await table.talk.say((ILSE, TOMAS)[n % 2], "", {"text": str(n)})
    recent = json.loads(table.talk.payload(False, False))
    assert (recent["from"], len(recent["lines"])) == (8 - RECENT, RECENT)
    assert json.loads(table.talk.payload(False, True))["from"] == 0


async def test_talk_changes_nothing_at_the_table(tables: Registry) -> None:
    table = await running(tables)
    before = (table.revision, table.sequence)
    await table.talk.say(ILSE, "", {"text": "Hello"})
    assert (table.revision, table.sequence) == before


def test_a_long_line_is_cut_at_a_word() -> None:
    words = tidy("word " * 2_000)
    assert len(words) <= LONGEST
    assert words.endswith("word …")
    assert len(tidy("w" * 10_000)) <= LONGEST + 2


async def test_a_pad_is_its_writers_alone(reopen: Reopen) -> None:
    _, tables = reopen()
    table = await running(tables)
    assert await table.talk.write_pad(ILSE, "He keeps\nOtakar back \x00" + "w" * 10_000) is None
    assert (await table.talk.write_pad(EVA, "mine")).code == "not-seated"
    _, tables = reopen()
    again = tables.get(table.code)
    assert again.talk.pad(ILSE).startswith("He keeps\nOtakar back w")
    assert len(again.talk.pad(ILSE)) == PAD
    assert (again.talk.pad(TOMAS), again.talk.pad(EVA)) == ("", "")
