"""A table of Diktat: decisions are played from its pages by those who sit at it."""

from __future__ import annotations

import pytest
from nicegui.testing import User

from rules.kernel import SPECTATOR
from tests.webapp.games.test_diktat import PEOPLE
from tests.webapp.test_lobby import CreateUser, make_table, send, somebody
from tests.webapp.test_plain_table import intend, log, marked, press, read, words
from webapp.table_kit.table_menu import TableMenu
from webapp.tables import Table
from webapp.ui.reader import Reader


async def seated(user: User, **chosen: str) -> tuple[Table, list[User]]:
    """A table made in the lobby, and three players at their pages, the second of them in French."""
    people = [user, somebody("fr"), somebody()]
    for person in people:
        await person.open("/")
    table = await make_table(user, game="diktat", players="3", **chosen)
    for person, seat, name in zip(people, "123", PEOPLE[:3], strict=True):
        await person.should_see(marker=f"join-{seat}")
        await send(person, f"join-{seat}", "click", name)
        await person.open(f"/table/{table.code}")
    return table, people


def turn(table: Table, people: list[User]) -> tuple[str, User]:
    [seat] = table.view(SPECTATOR)["waiting"]
    return seat, people[int(seat) - 1]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_three_players_choose_and_make_manoeuvres(user: User, create_user: CreateUser) -> None:
    """SET-1, MAN-1, SND-1, HID-5: Cabals, who is first, a stack sent step by step that only its owner can read."""
    table, people = await seated(user, cabals="choice", configurations="others")
    for n in (1, 2, 3):
        _, person = turn(table, people)
        await press(person, f"option-{n}")
    seat, person = turn(table, people)
    assert table.view(seat)["decision"]["kind"] == "first-player"
    await press(person, f"option-{seat}")
    assert table.view(seat)["decision"]["kind"] == "manoeuvre"
    await press(person, "option-1")  # send
    await press(person, "option-1")  # the first sector
    own = table.view(seat)["cabals"][seat]["screen"]["agents"]
    await press(person, f"add-{own[0]}")
    assert table.sequence == 4
    await press(person, "add-all")
    await press(person, "confirm")
    [stack] = [it for it in table.view(seat)["sectors"]["karst"]["stacks"] if it["seat"] == seat]
    assert stack["height"] == len(own)
    other = next(it for it in people if it is not person)
    viewer = str(people.index(other) + 1)
    [theirs] = [it for it in table.view(viewer)["sectors"]["karst"]["stacks"] if it["seat"] == seat]
    assert {it["kind"] for it in theirs["pawns"]} == {None}
    name = PEOPLE[int(seat) - 1]
    assert ("envoie" if other is people[1] else f"{name} sends") in log(other)
    # The next seat extends, and is told that nothing lies behind a draft that makes no sense.
    seat, person = turn(table, people)
    [(pane, _)] = marked(person, "prompt")
    before = table.sequence
    for made_up in (
        {"do": "begin", "command": {"kind": "send", "sector": "atlantis", "pawns": "E" * 60}},
        {"do": "begin", "command": {"kind": "send", "sector": "karst", "pawns": "E" * 60}},
        {"do": "begin", "command": {"kind": "conquer"}},
        {"do": "begin", "command": {"kind": "spy", "at": ["karst"]}},
        {"do": "begin", "command": {}},
        {"do": "name", "key": "pawn", "value": "x"},
        {"do": "narrow", "thing": "atlantis"},
        {"do": "confirm"},
    ):
        await intend(person, pane, made_up)
        assert table.sequence == before
    assert not marked(person, "back")
    # A press on the map begins a team for that sector, and can be taken back.
    sectors = table.view(seat)["sectors"]
    send_to = next(it for it in sectors if any("do" in node for _, node in marked(person, f"sector-{it}")))
    await press(person, f"sector-{send_to}")
    assert marked(person, "add-C")
    await press(person, "back")
    await press(person, "option-4")  # extend
    await press(person, "option-1")
    assert table.sequence == before + 1
    assert read(user)


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_team_in_preparation_outlives_what_others_do(user: User, create_user: CreateUser) -> None:
    """NEG-3: an offer comes while a team is laid: it stays as it was. An impossible press says why, with its clause."""
    table, people = await seated(user)
    [seat] = table.view(SPECTATOR)["waiting"]
    _, person = turn(table, people)
    await press(person, f"option-{seat}")
    await press(person, "option-1")
    assert person.client is not None
    readers = [it for it in person.client.elements.values() if isinstance(it, Reader)]
    assert len(readers) == 1, "a second one would open over the first, and take another Escape"
    await press(person, "sector-karst")
    own = table.view(seat)["cabals"][seat]["screen"]["agents"]
    await press(person, f"add-{own[0]}")
    other = next(it for it in "123" if it != seat)
    pane = marked(people[int(other) - 1], "prompt") or marked(people[int(other) - 1], f"plain-seat-{other}")
    offer = {"kind": "offer", "to": [seat], "give": {"pp": 1}, "take": {}}
    await intend(people[int(other) - 1], pane[0][0], {"do": "play", "command": offer})
    assert len(table.view(seat)["offers"]) == 1
    assert marked(person, "take-top")
    [(pane_of, _)] = marked(person, "prompt")
    await intend(person, pane_of, {"do": "why", "command": {"kind": "develop", "card": "nothing-such"}})
    [(_, notice)] = marked(person, "notice")
    assert "CBL-2" in words(notice)


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_an_adjustment_is_proposed_on_a_sheet_and_read_before_it_is_agreed_to(
    user: User, create_user: CreateUser
) -> None:
    table, people = await seated(user)
    seat, person = turn(table, people)
    await press(person, f"option-{seat}")
    own = table.view(seat)["cabals"][seat]["screen"]
    person.find(kind=TableMenu).trigger("open")
    await person.should_see(marker="menu-adjust")
    await send(person, "menu-adjust", "click", None)
    await send(person, "adjustment-form", "submit", {"figure-0": "", "n-0": "3"})
    await person.should_see("Choose at least one figure" if seat != "2" else "Choisissez au moins")
    changes = {"figure-0": "pp", "seat-0": seat, "n-0": "3", "figure-1": "points", "seat-1": seat, "n-1": "-1"}
    await send(person, "adjustment-form", "submit", {**changes, "note": "I forgot my <b>gain</b>"})
    assert table.match.asked.keys() == {it for it in "123" if it != seat}
    for key, other in zip("123", people, strict=True):
        if key != seat:
            sheet = read(other)
            assert "+3 PP" in sheet
            assert "−1" in sheet
            assert "<b>gain</b>" in sheet
            await press(other, "option-1")
    after = table.view(seat)["cabals"][seat]
    assert after["screen"]["pp"] == own["pp"] + 3
