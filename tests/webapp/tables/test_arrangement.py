"""Before anything is played: the number of seats and the options can change, players change places, bots fill seats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.standin.game import GAME as AUCTION
from tests.waiting import until
from tests.webapp.conftest import GAME
from webapp.games.contract import named_seat, seat_name
from webapp.i18n import translator
from webapp.store import Store
from webapp.tables import Registry, Table, TableSettings, create
from webapp.tables.arrangement import with_seats

ILSE, TOMAS, EVA, MAX = "cookie-ilse", "cookie-tomas", "cookie-eva", "cookie-max"


def opened(database: Path) -> tuple[Store, Registry]:
    store, tables = Store.open(database), Registry()
    tables.open(store, [GAME, AUCTION])
    return store, tables


@pytest.fixture
def tables(database: Path) -> Iterator[Registry]:
    store, tables = opened(database)
    yield tables
    tables.close()
    store.close()


async def auction(tables: Registry, players: int = 3, **settings: object) -> Table:
    return await tables.create({"players": players, "lots": 4}, "Evening", "auction", TableSettings(**settings))


async def seated(tables: Registry, players: int = 3) -> Table:
    table = await auction(tables, players)
    for seat, (holder, name) in zip("123", ((ILSE, "Ilse"), (TOMAS, "Tomáš"), (EVA, "Eva")), strict=True):
        assert await table.sit(holder, seat, name) is None
    return table


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.seats.values()]


async def test_a_table_has_as_many_seats_as_its_options_say(tables: Registry) -> None:
    table = await auction(tables, 4)
    assert list(table.seats) == ["1", "2", "3", "4"]
    assert list(table.presence()["seats"]) == ["1", "2", "3", "4"]
    assert (await table.sit(ILSE, "5", "Ilse")).code == "no-such-seat"
    assert await table.sit(ILSE, "4", "Ilse") is None
    assert (table.full, table.state) == (False, "open")


async def test_a_changed_option_is_told_and_ready_is_taken_back(tables: Registry) -> None:
    table = await seated(tables)
    assert await table.arrange(ILSE, {"players": 3, "lots": 1}) is None
    assert table.options == {"players": 3, "lots": 1}
    assert [seat.ready for seat in table.seats.values()] == [True, False, False]
    assert (await table.submit(ILSE, {"kind": "bid", "card": 1})).code == "adjourned"
    await until(lambda: table.talk.lines)
    assert [(line.key, line.params) for line in table.talk.lines] == [("arranged", {"who": "Ilse"})]
    for holder in (TOMAS, EVA):
        assert await table.be_ready(holder, True) is None
    assert await table.submit(ILSE, {"kind": "bid", "card": table.view("1")["hand"][0]}) is None
    assert (await table.arrange(TOMAS, {"players": 4, "lots": 1})).code == "begun"


async def test_people_keep_a_seat_when_there_are_fewer(tables: Registry) -> None:
    table = await auction(tables, 5)
    await table.sit(ILSE, "2", "Ilse")
    await table.sit(EVA, "5", "Eva")
    assert await table.fill(ILSE, "lowest") is None
    assert names(table) == ["Golem", "Ilse", "Bruncvík", "Krakonoš", "Eva"]
    assert await table.arrange(EVA, {"players": 2, "lots": 4}) is None
    assert names(table) == ["Eva", "Ilse"]
    assert (table.seat_of(EVA), table.seat_of(ILSE), table.full) == ("1", "2", True)
    assert (table.seats["1"].ready, table.seats["2"].ready) == (True, False)


async def test_fewer_seats_than_people_are_refused(tables: Registry) -> None:
    table = await seated(tables)
    refusal = await table.arrange(ILSE, {"players": 2, "lots": 4})
    assert (refusal.code, refusal.params) == ("too-many-seated", {"n": 2})
    assert (names(table), table.options["players"]) == (["Ilse", "Tomáš", "Eva"], 3)
    assert all(seat.ready for seat in table.seats.values())


async def test_arranged_options_survive_a_restart(database: Path) -> None:
    store, tables = opened(database)
    table = await auction(tables, 4)
    await table.sit(ILSE, "4", "Ilse")
    assert await table.arrange(ILSE, {"players": 3, "lots": 1}) is None
    hand = table.view("1")["hand"]
    tables.close()
    store.close()
    store, tables = opened(database)
    await tables.resume()
    again = tables.get(table.code)
    assert again is not None
    assert (again.options, names(again), again.view("1")["hand"]) == (
        {"players": 3, "lots": 1},
        ["Ilse", None, None],
        hand,
    )
    tables.close()
    store.close()


async def test_only_a_player_changes_what_is_played_and_never_of_a_match_with_a_past(tables: Registry) -> None:
    table = await seated(tables)
    assert (await table.arrange(MAX, {"players": 4, "lots": 4})).code == "not-seated"
    past = await auction(tables, 2, origin="ABCD")
    await past.sit(ILSE, "1", "Ilse")
    assert (await past.arrange(ILSE, {"players": 3, "lots": 4})).code == "begun"


async def test_options_that_cannot_be_change_nothing(tables: Registry) -> None:
    table = await seated(tables)
    with pytest.raises(ValueError, match="lots"):
        await table.arrange(ILSE, {"players": 3, "lots": 99})
    assert (table.options["lots"], table.seats["2"].ready) == (4, True)


async def test_places_among_three_change_when_both_ask_for_it(tables: Registry) -> None:
    table = await seated(tables)
    assert await table.swap(ILSE, "3") is None
    assert await table.swap(TOMAS, "1") is None
    assert (table.swaps, names(table)) == ({"1": "3", "2": "1"}, ["Ilse", "Tomáš", "Eva"])
    assert await table.swap(EVA, "1") is None
    assert (table.swaps, names(table)) == ({}, ["Eva", "Tomáš", "Ilse"])
    assert await table.swap(ILSE, "2") is None
    assert await table.swap(ILSE, "2") is None
    assert table.swaps == {}
    assert (await table.swap(ILSE, "3")).code == "no-such-seat"
    assert (await table.swap(ILSE, "9")).code == "no-such-seat"


async def test_a_rematch_of_three_moves_each_one_seat_on_and_waits_for_all(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "registry", tables)
    table = await seated(tables)
    for session in (ILSE, TOMAS):
        assert await table.submit(session, {"kind": "concede"}) is None
    assert table.over
    again = await create.rematch(table, TOMAS)
    assert isinstance(again, Table)
    assert names(again) == ["Eva", "Ilse", "Tomáš"]
    assert again.options == table.options
    for session, waited in ((EVA, "Eva, Ilse"), (ILSE, "Ilse")):
        assert tables.asked_again(session) is again
        hold = again.hold()
        assert hold is not None
        assert hold.params == {"names": waited}
        assert await create.rematch(table, session) is again
    assert again.hold() is None


async def test_a_free_seat_and_a_bots_seat_are_taken_at_once(tables: Registry) -> None:
    table = await auction(tables, 4)
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    assert await table.swap(ILSE, "4") is None
    assert names(table) == [None, "Tomáš", None, "Ilse"]
    assert await table.fill(ILSE, "lowest") is None
    assert await table.swap(ILSE, "1") is None
    assert names(table) == ["Ilse", "Tomáš", "Bruncvík", "Golem"]


async def test_several_at_one_screen_have_names_of_their_own(tables: Registry) -> None:
    table = await auction(tables, 3, hotseat=True)
    refusal = await table.share(ILSE, {"1": "Ilse", "2": "Eva", "3": "ILSE"}, "", "")
    assert (refusal.code, refusal.params) == ("name-taken", {"name": "ILSE"})
    assert await table.share(ILSE, {"1": "Ilse", "2": "Eva", "3": "Max"}, "", "") is None
    assert list(table.at_screen(ILSE)) == ["1", "2", "3"]


def test_the_choice_that_makes_the_number_of_seats_is_found() -> None:
    assert with_seats(AUCTION, {"players": 3, "lots": 4}, 5) == {"players": 5, "lots": 4}
    assert with_seats(AUCTION, {"players": 3, "lots": 4}, 7) is None
    assert with_seats(GAME, {}, 3) is None


class Texts:
    """The part of a translator that a seat's name needs."""

    def has(self, key: str) -> bool:
        return key == "game.seat.2"

    def __call__(self, key: str, **params: str) -> str:
        return f"{key} {params.get('seat', '')}".strip()


def test_a_seat_is_named_by_its_game_or_by_its_number() -> None:
    assert [seat_name(Texts(), seat) for seat in "12"] == ["table.seat 1", "game.seat.2"]
    assert [named_seat(Texts(), seat) for seat in "12"] == ["", "game.seat.2"]


def test_a_result_has_several_winners_or_none() -> None:
    players = {"1": "Ilse", "2": "Tomáš", "3": None}
    tr = translator("en")
    outcome = {"winners": ["1", "2"], "reason": "score", "score": {"1": 4, "2": 4, "3": 1}}
    assert AUCTION.result(outcome, players, tr) == "Ilse, Tomáš won"
    assert AUCTION.result({**outcome, "winners": []}, players, tr) == "Nobody won"
