"""The chat of a table: who speaks, what is stored, cut and slowed; and private notes."""

import json
from collections.abc import Callable, Iterator

import pytest

from rules.kernel.refusals import Refusal
from tests.waiting import until
from webapp.security.limits import limits
from webapp.store import Store
from webapp.tables import Registry, Table, TableSettings
from webapp.tables.talk import LONGEST, MOST_NOTES, NOTE, PAD, RECENT, tidy

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
    await until(lambda: len(table.talk.lines) == 3)
    _, tables = reopen()
    again = tables.get(table.code)
    assert told(again, False) == ["well-played", "Merci", "left-alone"]
    assert [line.speaker for line in again.talk.lines] == ["1", "2", ""]


async def test_talk_of_spectators_needs_the_right_to_watch(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(spectators=False))
    assert (await table.talk.say(EVA, "Eva", {"text": "Hello"})).code == "no-spectators"
    assert not table.talk.lines


@pytest.mark.parametrize("message", [{}, {"text": "  "}, {"text": "\x00\u202e"}, {"text": 7}, {"phrase": "left-alone"}])
async def test_an_empty_message_is_refused(tables: Registry, message: dict[str, object]) -> None:
    table = await running(tables)
    assert (await table.talk.say(ILSE, "", message)).code == "nothing-said"


async def test_a_flood_of_talk_slows_its_author_alone(tables: Registry) -> None:
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


async def test_notes_about_things_are_their_writers_alone(reopen: Reopen) -> None:
    """Tidied, one for each thing, kept over a restart beside the pad; without a text a note is dropped."""
    _, tables = reopen()
    table = await running(tables)
    await table.talk.write_pad(ILSE, "a pad")
    assert await table.talk.note_about(ILSE, "stack:s1", "  a Guard \x00 on\ntop ") is None
    assert await table.talk.note_about(ILSE, "seat:2", "bluffs") is None
    assert await table.talk.note_about(ILSE, "seat:2", "w" * 1_000) is None
    assert (await table.talk.note_about(EVA, "seat:2", "mine")).code == "not-seated"
    _, tables = reopen()
    again = tables.get(table.code).talk
    assert again.notes(ILSE)["stack:s1"] == "a Guard on top"
    assert again.notes(ILSE)["seat:2"].startswith("w" * (NOTE - 1))
    assert len(again.notes(ILSE)["seat:2"]) <= NOTE + 2
    assert again.pad(ILSE) == "a pad"
    assert (again.notes(TOMAS), again.notes(EVA)) == ({}, {})
    assert await again.note_about(ILSE, "stack:s1", "") is None
    assert list(again.notes(ILSE)) == ["seat:2"]


async def test_the_last_notes_are_kept_and_a_flood_of_them_is_slowed(tables: Registry) -> None:
    table = await running(tables)
    refusals = []
    for n in range(MOST_NOTES + 5):
        refusal = await table.talk.note_about(ILSE, f"stack:s{n}", "?")
        if refusal is not None:
            refusals.append(refusal.code)
            limits.forget()
            assert await table.talk.note_about(ILSE, f"stack:s{n}", "?") is None
    assert set(refusals) == {"too-much-said"}
    assert list(table.talk.notes(ILSE)) == [f"stack:s{n}" for n in range(5, MOST_NOTES + 5)]


async def test_notes_go_with_a_seat_to_another_browser(tables: Registry) -> None:
    """By the recovery code, as what was prepared does; a browser that takes a seat left free finds nothing."""
    table = await running(tables)
    await table.talk.write_pad(ILSE, "a pad")
    await table.talk.note_about(ILSE, "seat:2", "bluffs")
    code = await table.recovery_code(ILSE)
    assert isinstance(code, str)
    assert await table.recover(EVA, code, "1.2.3.4") is None
    assert (table.talk.pad(EVA), table.talk.notes(EVA)) == ("a pad", {"seat:2": "bluffs"})
    assert (table.talk.pad(ILSE), table.talk.notes(ILSE)) == ("", {})
    await table.leave(EVA)
    await table.sit(ILSE, "1", "Ilse")
    assert table.talk.notes(ILSE) == {}


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


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\u200b\u3164 \u2800", None),
        ("\u2067turned", "turned"),
        ("e" + 160 * "\u0301" + "!", "e\u0301\u0301\u0301!"),
        ("\U0001f469\u200d\U0001f680 hello", "\U0001f469\u200d\U0001f680 hello"),
    ],
)
async def test_a_line_shows_what_it_holds(tables: Registry, typed: str, shown: str | None) -> None:
    table = await tables.create({}, "Evening")
    assert await table.sit(ILSE, "1", "Ilse") is None
    refusal = await table.talk.say(ILSE, "", {"text": typed})
    assert (refusal and refusal.code) == (None if shown else "nothing-said")
    assert [line.body for line in table.talk.heard(True)] == ([shown] if shown else [])


async def test_nobody_takes_a_name_that_looks_like_another_or_like_the_house(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    assert await table.sit(ILSE, "1", "Karel") is None
    for name in ("K\u0430rel", "\uff2barel", "KAREL", "Kare1", "Ka rel", "Host", "H\u043est"):
        assert (await table.sit(TOMAS, "2", name)).code == "name-taken", name
        assert (await table.talk.say("eva", name, {"text": "I am"})).code == "name-taken", name
    assert await table.talk.say("eva", "Eva", {"text": "Hello"}) is None
    assert await table.sit(TOMAS, "2", "K\u00e1rel") is None  # an accent is seen


async def test_nothing_more_is_heard_of_somebody_whom_the_host_has_muted(reopen: Reopen) -> None:
    _, tables = reopen()
    table = await running(tables)
    for session in (TOMAS, EVA):
        table.talk.mute(session, True)
    for message in ({"text": "Hello"}, {"phrase": "hello"}, {"text": "Hello", "side": True}):
        assert await table.talk.say(TOMAS, "", message) == Refusal("", "muted")
    assert await table.talk.say(EVA, "Eva", {"text": "Hello"}) == Refusal("", "muted")
    assert await table.talk.say(ILSE, "", {"text": "Calm"}) is None
    assert await table.submit(TOMAS, {"kind": "add", "n": 3}) != Refusal("", "muted"), "the match goes on"
    await until(lambda: table.kept_state._task is None)
    _, tables = reopen()
    again = tables.get(table.code)
    assert (again.talk.muted(TOMAS), again.talk.muted(ILSE)) == (True, False)
    again.talk.mute(TOMAS, False)
    assert await again.talk.say(TOMAS, "", {"text": "Thanks"}) is None
    assert told(again, False) == ["Calm", "Thanks"]
