"""The people at a table: readiness, swaps, passwords, rematches, the host's actions."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from webapp.security import codes
from webapp.security.limits import RATES, limits
from webapp.store import Store, StoreProblem
from webapp.tables import Refusal, Registry, Table, TableSettings, create
from webapp.tables.create import rematch

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"
ADD = {"kind": "add", "value": 9}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.forget()
    yield
    limits.forget()


async def seated(tables: Registry, **settings: object) -> Table:
    table = await tables.create({}, "Evening", settings=TableSettings(**settings))
    assert await table.sit(ILSE, "1", "Ilse") is None
    assert await table.sit(TOMAS, "2", "Tomáš") is None
    return table


async def test_an_adjourned_match_goes_on_when_all_are_ready_again(
    reopen: Callable[[], tuple[Store, Registry]],
) -> None:
    _, tables = reopen()
    table = await seated(tables)
    assert await table.submit(ILSE, ADD) is None
    assert await table.adjourn(ILSE) is None
    assert (await table.submit(TOMAS, ADD)).code == "adjourned"
    _, tables = reopen()
    table = tables.get(table.code)
    assert table.adjourned
    assert await table.be_ready(TOMAS, True) is None
    refusal = await table.submit(TOMAS, ADD)
    assert (refusal.code, refusal.params) == ("adjourned", {"names": "Ilse"})
    assert await table.be_ready(ILSE, True) is None
    assert await table.submit(TOMAS, ADD) is None
    assert (await table.be_ready(EVA, True)).code == "not-seated"


async def test_sides_change_when_both_ask_and_not_once_the_match_has_begun(tables: Registry) -> None:
    table = await seated(tables)
    assert await table.swap(ILSE) is None
    assert (table.swaps, table.seat_of(ILSE)) == ({"1": "2"}, "1")
    assert await table.swap(ILSE) is None
    assert table.swaps == {}
    await table.swap(TOMAS)
    assert await table.swap(ILSE) is None
    assert (table.seat_of(ILSE), table.seat_of(TOMAS), table.seats["2"].name) == ("2", "1", "Ilse")
    await table.submit(TOMAS, ADD)
    assert (await table.swap(ILSE)).code == "begun"
    alone = await tables.create({}, "Alone")
    await alone.sit(ILSE, "1", "Ilse")
    assert await alone.swap(ILSE) is None
    assert (alone.seat_of(ILSE), alone.seats["1"].free) == ("2", True)


async def test_a_draft_goes_with_its_player_and_ends_with_their_seat(tables: Registry) -> None:
    """A draft is a secret of its player: the next holder of the seat finds nothing of it."""
    table = await seated(tables)
    table.draft("1", "list", list).append("Ilse's own")
    assert table.draft("1", "list", list) == ["Ilse's own"], "found again by a page built anew"
    await table.swap(ILSE)
    await table.swap(TOMAS)
    assert table.seat_of(ILSE) == "2"
    assert table.draft("2", "list", list) == ["Ilse's own"]
    assert table.draft("1", "list", list) == []
    code = await table.recovery_code(ILSE)
    assert await table.recover("cookie-phone", code, "") is None
    assert table.draft("2", "list", list) == ["Ilse's own"], "the same player at another device"
    assert await table.hand_over("2", EVA, "Eva") is None
    assert table.draft("2", "list", list) == []
    table.draft("2", "list", list).append("Eva's own")
    assert await table.leave(EVA) is None
    assert table.draft("2", "list", list) == []
    assert await table.sit(EVA, "2", "Eva") is None
    assert table.draft("2", "list", list) == []


async def test_a_rematch_swaps_sides_and_takes_one_press_of_each(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "registry", tables)
    table = await seated(tables, takeback=False)
    assert (await rematch(table, ILSE)).code == "not-over"
    for session in (ILSE, TOMAS, ILSE):
        await table.submit(session, ADD)
    asked: list[str] = []
    tables.rematches.subscribe(asked.append)
    first = await rematch(table, ILSE)
    assert isinstance(first, Table)
    assert asked == [first.code]
    assert (tables.asked_again(TOMAS), tables.asked_again(ILSE), tables.asked_again(EVA)) == (first, None, None)
    assert (await first.submit(TOMAS, ADD)).code == "adjourned", "told before it has begun, too"
    second, third = await asyncio.gather(rematch(table, TOMAS), rematch(table, ILSE))
    assert first is second is third
    assert asked == [first.code]
    assert tables.asked_again(TOMAS) is None
    assert (first.seat_of(ILSE), first.seat_of(TOMAS), first.settings.takeback) == ("2", "1", False)
    assert [seat.ready for seat in first.seats.values()] == [True, True]
    assert isinstance(await rematch(table, EVA), Refusal)
    assert await first.submit(TOMAS, ADD) is None


async def test_a_table_may_bar_taking_back(tables: Registry) -> None:
    ask = {"kind": "propose", "what": "takeback", "to": 0}
    strict, mild = await seated(tables, takeback=False), await seated(tables)
    assert (await strict.submit(ILSE, ask)).code == "no-takeback"
    assert (await mild.submit(ILSE, ask)).code == "unknown-command"  # asked of the rules, which know of none


async def test_a_password_keeps_a_seat_and_guesses_are_counted(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(seat_password=codes.hashed("ember")))
    assert (await table.sit(ILSE, "1", "Ilse")).code == "seat-password"
    for _ in range(RATES["guess"].amount):
        assert (await table.sit(ILSE, "1", "Ilse", "amber", "10.0.0.9")).code == "seat-password"
    assert (await table.sit(ILSE, "1", "Ilse", "ember", "10.0.0.9")).code == "too-many-guesses"
    assert await table.sit(TOMAS, "1", "Tomáš", "ember", "10.0.0.7") is None
    assert "ember" not in str(table.settings)


@pytest.mark.parametrize("what", ["seat", "watch"])
async def test_guesses_made_at_once_are_counted_before_they_wait(
    tables: Registry, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The hash takes 30 ms: of two hundred that come meanwhile, no more are tried than one after the other may be."""
    tried: list[str] = []

    def matches(password: str, kept: str) -> bool:
        tried.append(password)
        return right(password, kept)

    right = codes.matches
    cheap = {"n": 2, "r": 1, "p": 1}
    monkeypatch.setattr(codes, "SCRYPT", cheap)
    monkeypatch.setattr(codes, "matches", matches)
    table = await tables.create({}, "Evening", settings=TableSettings(**{f"{what}_password": codes.hashed("ember")}))
    guesses = [f"guess {n}" for n in range(200)]
    answers = await asyncio.gather(*(table.password_refused(what, guess, "", "10.0.0.9") for guess in guesses))
    assert tried == guesses[: RATES["guess"].amount]
    assert [no.code for no in answers].count("too-many-guesses") == 200 - len(tried)
    # A browser that knows it waits for a turn at most, however many windows ask at once.
    tried.clear()
    assert not any(await asyncio.gather(*(table.password_refused(what, "ember", "", "10.0.0.7") for _ in range(50))))
    assert len(tried) == 50
    assert await table.password_refused(what, "", "", "10.0.0.8") == Refusal("", f"{what}-password")
    assert len(tried) == 50, "no password is no guess"


async def test_a_spectator_gives_the_watch_password_once(reopen: Callable[[], tuple[Store, Registry]]) -> None:
    _, tables = reopen()
    table = await tables.create({}, "Evening", settings=TableSettings(watch_password=codes.hashed("ember")))
    assert table.watching_refused(EVA).code == "watch-password"
    assert (await table.come_in(EVA, "amber", "")).code == "watch-password"
    assert await table.come_in(EVA, "ember", "") is None
    assert table.watching_refused(EVA) is None
    _, tables = reopen()
    assert tables.get(table.code).watching_refused(EVA) is None
    assert tables.get(table.code).watching_refused(ILSE).code == "watch-password"


async def test_a_person_sent_away_can_neither_sit_nor_watch(reopen: Callable[[], tuple[Store, Registry]]) -> None:
    _, tables = reopen()
    table = await seated(tables)
    assert await table.kick("2") is None
    assert (table.seat_of(TOMAS), table.seats["2"].free) == (None, True)
    assert (await table.sit(TOMAS, "2", "Tomáš")).code == "sent-away"
    _, tables = reopen()
    assert tables.get(table.code).watching_refused(TOMAS).code == "sent-away"
    assert (await table.kick("7")).code == "no-such-seat"


async def test_somebody_sent_away_can_be_pardoned(reopen: Callable[[], tuple[Store, Registry]]) -> None:
    _, tables = reopen()
    table = await seated(tables)
    await table.kick("2")
    assert table.sent_away == (TOMAS,)
    _, tables = reopen()
    table = tables.get(table.code)
    assert await table.pardon(TOMAS) is None
    assert (table.sent_away, table.watching_refused(TOMAS)) == ((), None)
    assert await table.sit(TOMAS, "2", "Tomáš") is None
    assert (await table.pardon(TOMAS)).code == "not-sent-away"
    assert (await table.pardon(EVA)).code == "not-sent-away"
    _, tables = reopen()
    assert tables.get(table.code).watching_refused(TOMAS) is None


async def test_one_judge_says_why_a_table_stands_still_and_who_may_come(tables: Registry) -> None:
    """Submit, the strip on the pages, the list and the builder ask the same function, so that the text shown is the
    refusal given."""
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    assert (table.hold(), table.joining_refused(EVA)) == (None, None)
    await table.be_ready(ILSE, False)
    for hold in (table.hold(), await table.submit(ILSE, ADD)):
        assert (hold.code, hold.params) == ("adjourned", {"names": "Ilse"}), "before the first command, too"
    await table.change(locked=True)
    assert table.joining_refused(EVA).code == (await table.sit(EVA, "2", "Eva")).code == "locked"
    await table.change(locked=False, closed=True)
    assert table.hold().code == (await table.submit(ILSE, ADD)).code == "closed"
    assert table.joining_refused(EVA).code == (await table.sit(EVA, "2", "Eva")).code == "closed"


async def test_nobody_stops_anothers_clock_alone(tables: Registry) -> None:
    """Adjourning needs the consent of all who are here; who is away is not waited for."""
    table = await seated(tables, clock_bank=600)
    with table.listening("1"), table.listening("2"):
        assert await table.adjourn(ILSE) is None
        assert (table.adjourn_wanted, table.hold()) == (("1",), None)
        assert await table.submit(ILSE, ADD) is None, "it goes on meanwhile"
        assert await table.play_on(TOMAS) is None
        assert table.adjourn_wanted == ()
        await table.adjourn(ILSE)
        await table.adjourn(ILSE, False)
        assert table.adjourn_wanted == ()
        await table.adjourn(ILSE)
        assert await table.adjourn(TOMAS) is None
        assert table.hold().params == {"names": "Ilse, Tomáš"}
        assert not any(clock["runs"] for clock in table.clocks.state().values())
        for session in (ILSE, TOMAS):
            await table.be_ready(session, True)
        assert table.hold() is None
    async with asyncio.timeout(120):
        while not table.talk.heard(False):
            await asyncio.sleep(0.01)
    assert [(line.key, line.params) for line in table.talk.heard(False)] == [("adjourned", {"who": "Ilse, Tomáš"})]


async def test_a_deleted_table_is_nowhere_until_it_is_taken_out_of_the_bin(
    reopen: Callable[[], tuple[Store, Registry]],
) -> None:
    _, tables = reopen()
    table, other = await seated(tables), await seated(tables)
    assert await table.submit(ILSE, ADD) is None
    assert await table.delete() is None
    assert (await table.submit(TOMAS, ADD)).code == table.joining_refused(EVA).code == "deleted"
    for _ in range(2):
        assert tables.get(table.code) is None
        assert tables.all() == [other]
        assert [it.code for it in tables.binned()] == [table.code]
        _, tables = reopen()
        other = tables.get(other.code)
    assert await tables.binned()[0].delete(False) is None
    again = tables.get(table.code)
    assert (tables.binned(), again.state) == ([], "running")
    await again.load()
    assert again.sequence == 1
    assert await again.submit(TOMAS, ADD) is None


async def test_deleting_a_table_for_good_removes_its_rows_and_no_others(
    reopen: Callable[[], tuple[Store, Registry]], monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    _, tables = reopen()
    table, other = await seated(tables), await seated(tables)
    for each in (table, other):
        await each.submit(ILSE, ADD)
        await each.talk.say(ILSE, "", {"text": "Hello"})
        await each.kick("2")
        assert isinstance(await each.token(ILSE), str)
    assert (await tables.remove(table)).code == "not-binned"
    await table.delete()
    await tables.empty_bin()
    assert tables.binned() == [table], "for thirty days it can be had back"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 31 * 86_400)
    await tables.empty_bin()
    assert tables.binned() == []
    monkeypatch.undo()
    _, tables = reopen()
    assert [it.code for it in tables.all()] == [other.code]
    assert len(tables.all()[0].talk.heard(False)) == 1
    with sqlite3.connect(database) as connection:
        for name in ("steps", "seats", "guests", "tokens", "lines"):
            assert {row[0] for row in connection.execute(f"SELECT table_id FROM {name}")} == {2}, name
    connection.close()


async def test_a_locked_table_takes_nobody_and_a_closed_one_nothing(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    assert await table.change(locked=True) is None
    assert (await table.sit(TOMAS, "2", "Tomáš")).code == "locked"
    assert await table.submit(ILSE, ADD) is None
    assert await table.change(locked=False, closed=True) is None
    assert (await table.submit(ILSE, ADD)).code == "closed"
    assert table.state == "finished"


async def test_a_seat_handed_over_is_the_named_browsers_and_nobody_elses(tables: Registry) -> None:
    table = await seated(tables)
    token = await table.token(ILSE)
    code = await table.recovery_code(ILSE)
    assert await table.hand_over("1", EVA, "Eva") is None
    assert (table.seat_of(EVA), table.seat_of(ILSE), table.seats["1"].name) == ("1", None, "Eva")
    assert table.seat_of_token(token) is None
    assert (await table.recover(ILSE, code, "")).code == "wrong-code"
    assert (await table.submit(ILSE, ADD)).code == "not-seated"
    assert (await table.hand_over("2", EVA, "Eva")).code == "already-seated"
    assert (await table.hand_over("2", "cookie-x", "eva")).code == "name-taken"


async def test_a_failed_write_leaves_the_seats_as_they_were(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await seated(tables)

    async def fail(*_: object) -> None:
        raise StoreProblem("olomoc.db", "disk full")

    before = dict(table.seats)
    for name in ("sit", "reseat", "agree", "meet", "entrust"):
        monkeypatch.setattr(table._store.companies, name, fail)
    did = [
        table.leave(ILSE),
        table.adjourn(ILSE),
        table.kick("1"),
        table.change(closed=True),
        table.hand_over("1", EVA, "Eva"),
        table.token(ILSE),
        table.recovery_code(ILSE),
    ]
    refusals = [await its for its in did]
    assert [its.code for its in refusals if isinstance(its, Refusal)] == ["not-kept"] * len(did)
    assert dict(table.seats) == before
    assert table.settings == replace(TableSettings())
    assert table.watching_refused(ILSE) is None
