"""Notes in pencil on seats and stacks: written and read on one's own pages alone, kept with the match."""

from __future__ import annotations

import json

import pytest
from nicegui.testing import User

from rules.kernel.seats import SPECTATOR
from tests.diktat.table import turn
from tests.webapp.games.test_diktat_questions import app, restarted, sitting
from tests.webapp.test_lobby import CreateUser, somebody
from tests.webapp.test_plain_table import intend, log, marked, nodes, panes, press, read, words
from webapp.security.limits import limits

pytestmark = app
SECTORS = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EGC"}]}}
SECRET = "surely a Guard <b>on top</b>"


@pytest.fixture(autouse=True)
def unhurried() -> None:
    limits.forget()


async def note(person: User, about: str, text: str) -> None:
    await press(person, "new-note")
    await press(person, f"note-{about}")
    await intend(person, marked(person, "notes")[0][0], {"do": "jot", "part": "text", "text": text})
    await press(person, "keep-note")


async def test_a_note_is_its_writers_alone(user: User, create_user: CreateUser) -> None:
    """A note is text on the stack, on the board and in the list, after a reload and a restart too; in no view, log or
    page of anybody else, nor before spectators, the API or a replay."""
    table, people = await sitting(user, turn(sectors=SECTORS), "1", "2")
    ilse, tomas = people["1"], people["2"]
    await note(ilse, "s1", SECRET)
    await note(ilse, "3", "bluffs")
    for _ in range(2):
        shown = [words(it) for it in nodes(marked(ilse, "notes")[0][1]) if it.get("t") == "li"]
        assert [it.rpartition("  ")[2] for it in shown] == ["bluffs", SECRET]
        [(_, tower)] = marked(ilse, "tower-s1")
        assert tower["a"]["aria-label"].endswith(f"Your note: {SECRET}")
        assert "Your note: bluffs" in words(marked(ilse, "plain-seat-3")[0][1])
        table = await restarted(table)
        await ilse.open(f"/table/{table.code}")
    onlooker = somebody()
    await onlooker.open(f"/watch/{table.code}")
    replay = somebody()
    await replay.open(f"/replay/{table.code}")
    host = User(ilse.http_client)
    await host.open("/host")
    for person in (tomas, onlooker, replay):
        assert "on top" not in json.dumps([tree for _, tree in panes(person)])
    assert host.client is not None
    assert "on top" not in json.dumps([str(it.props) for it in host.client.elements.values()])
    assert "on top" not in log(tomas) + log(ilse)
    for viewer in ("1", "2", SPECTATOR):
        assert "on top" not in json.dumps(table.view(viewer), default=list)
    assert "on top" not in json.dumps(table.match.journal)


async def test_a_note_is_changed_dropped_and_shown_in_the_second_tab(user: User, create_user: CreateUser) -> None:
    table, people = await sitting(user, turn(sectors=SECTORS), "1")
    ilse = people["1"]
    tab = User(ilse.http_client)
    await tab.open(f"/table/{table.code}")
    await note(ilse, "s1", "a Guard?")
    assert "a Guard?" in words(marked(tab, "notes")[0][1])
    await press(tab, "note-s1")
    [field] = [it for it in nodes(marked(tab, "notes")[0][1]) if it.get("t") == "field"]
    assert (field["value"], field["most"]) == ("a Guard?", 280)
    await intend(tab, marked(tab, "notes")[0][0], {"do": "jot", "part": "text", "text": ""})
    await press(tab, "keep-note")
    for page in (ilse, tab):
        assert "a Guard?" not in read(page)
        assert marked(page, "new-note")


async def test_nonsense_and_a_flood_of_notes_keep_nothing(user: User, create_user: CreateUser) -> None:
    """A subject that is not on the table, a text of 281 characters, more notes than one may say; and somebody who looks
    on has nowhere to write."""
    table, people = await sitting(user, turn(sectors=SECTORS), "1")
    ilse = people["1"]
    [(pane, _)] = marked(ilse, "notes")
    for wrong in (
        {"do": "jot", "part": "about", "key": "stack:s99"},
        {"do": "jot", "part": "about", "key": "seat:1"},
        {"do": "jot", "part": "text", "text": "w" * 281},
        {"do": "jot", "part": "burn"},
        {"do": "jot", "part": "keep"},
    ):
        await intend(ilse, pane, wrong)
        assert marked(ilse, "new-note")
    holder = table._holders["1"].holder
    while limits.take("say", holder):
        pass
    await note(ilse, "2", "one too many")
    assert "Too many messages" in words(marked(ilse, "notice")[0][1])
    assert marked(ilse, "note-text"), "what was typed is not lost"
    assert table.talk.notes(holder) == {}
    onlooker = somebody()
    await onlooker.open(f"/watch/{table.code}")
    assert not marked(onlooker, "notes")
    [(other, _)] = marked(onlooker, "city")
    await intend(onlooker, other, {"do": "jot", "part": "new"})
    assert not marked(onlooker, "notes")


async def test_a_note_on_a_stack_goes_with_it(user: User, create_user: CreateUser) -> None:
    """A form about a stack that is gone is shut, and its note is shown no more."""
    _, people = await sitting(user, turn("2", sectors=SECTORS), "1", "2")
    ilse, tomas = people["1"], people["2"]
    await note(ilse, "s1", "a Guard?")
    await press(ilse, "note-s1")
    assert marked(ilse, "note-text")
    play = {"do": "play", "command": {"kind": "cede", "stack": "s1"}}
    await intend(tomas, marked(tomas, "prompt")[0][0], play)
    assert not marked(ilse, "note-text")
    assert "a Guard?" not in read(ilse)
