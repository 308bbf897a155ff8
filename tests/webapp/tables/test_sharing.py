"""Two players at one screen: both seats belong to one browser, and neither is shown under its own id."""

from collections.abc import Callable

from webapp.store import Store
from webapp.tables import Registry, Table, TableSettings

ILSE, EVA = "cookie-ilse", "cookie-eva"
NAMES = {"1": "Ilse", "2": "Tomáš"}


async def shared(tables: Registry) -> Table:
    table = await tables.create({}, "Evening", settings=TableSettings(hotseat=True, spectators=False))
    assert await table.share(ILSE, NAMES, "", "here") is None
    return table


async def test_both_seats_are_one_browsers(tables: Registry) -> None:
    table = await shared(tables)
    assert [seat.name for seat in table.seats.values()] == ["Ilse", "Tomáš"]
    hands = table.at_screen(ILSE)
    assert set(hands) == {"1", "2"}
    assert table.belongs(ILSE)
    assert not table.belongs(EVA)
    assert table.at_screen(EVA) == {}
    # A request for the browser's own view gets the public one: a page has to name the player that it acts for.
    assert table.seat_of(ILSE) is None
    assert (await table.submit(ILSE, {"kind": "add", "value": 1})).code == "not-seated"
    assert (table.seat_of(hands["1"]), table.seat_of(hands["2"])) == ("1", "2")
    assert await table.submit(hands["1"], {"kind": "add", "value": 1}) is None
    assert (await table.submit(hands["1"], {"kind": "add", "value": 1})).code == "not-your-turn"
    assert await table.submit(hands["2"], {"kind": "add", "value": 1}) is None
    assert table.watching_refused(ILSE) is None
    assert table.watching_refused(EVA).code == "no-spectators"


async def test_sharing_a_screen_is_refused_for_these_reasons(tables: Registry) -> None:
    ordinary = await tables.create({}, "Evening")
    assert (await ordinary.share(ILSE, NAMES, "", "here")).code == "not-shared"
    table = await tables.create({}, "Evening", settings=TableSettings(hotseat=True))
    assert (await table.share(ILSE, {"1": "Ilse", "2": "ilse"}, "", "here")).code == "name-taken"
    assert (await table.share(ILSE, {"1": "Ilse"}, "", "here")).code == "no-name"
    assert all(seat.free for seat in table.seats.values())
    await table.share(ILSE, NAMES, "", "here")
    assert (await table.share(EVA, {"1": "Eva", "2": "Ada"}, "", "here")).code == "seat-taken"
    assert (await table.sit(ILSE, "1", "Ilse")).code == "already-seated"


async def test_both_are_there_ready_and_gone_together(tables: Registry) -> None:
    table = await shared(tables)
    hands = table.at_screen(ILSE)
    assert table.presence() == {"seats": {"1": "away", "2": "away"}, "spectators": 0}
    await table.adjourn(hands["2"])
    assert table.adjourned
    assert await table.be_ready(hands["1"], True) is None
    assert not table.adjourned
    await table.kick("1")
    assert all(seat.free for seat in table.seats.values())
    assert (await table.share(ILSE, NAMES, "", "here")).code == "sent-away"


async def test_sides_are_swapped_at_once(tables: Registry) -> None:
    table = await shared(tables)
    assert await table.swap(table.at_screen(ILSE)["1"]) is None
    assert [seat.name for seat in table.seats.values()] == ["Tomáš", "Ilse"]


async def test_a_restart_and_a_rematch_keep_both(reopen: Callable[[], tuple[Store, Registry]]) -> None:
    _, tables = reopen()
    code = (await shared(tables)).code
    _, tables = reopen()
    table = tables.get(code)
    assert set(table.at_screen(ILSE)) == {"1", "2"}
    again = await tables.create({}, "Again", settings=TableSettings(hotseat=True))
    assert await again.seat_again(table, ILSE) is None
    assert [seat.name for seat in again.seats.values()] == ["Tomáš", "Ilse"]
    assert set(again.at_screen(ILSE)) == {"1", "2"}
    assert not again.adjourned


async def test_a_recovery_code_moves_one_seat_off_a_shared_screen(tables: Registry) -> None:
    table = await shared(tables)
    code = await table.recovery_code(table.at_screen(ILSE)["2"])
    assert (await table.recover(ILSE, code, "here")).code == "already-seated"
    assert await table.recover(EVA, code, "here") is None
    assert (table.seat_of(EVA), set(table.at_screen(ILSE))) == ("2", {"1"})
