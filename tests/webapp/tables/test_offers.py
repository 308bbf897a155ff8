"""Offers made to bots out of turn are answered at once, at a table of any game, whoever's turn it is."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from rules.kernel import Json
from tests.diktat.table import turn
from tests.standin.game import GAME as AUCTION
from tests.waiting import until
from webapp.games import games
from webapp.store import Store
from webapp.tables import Registry, Table, bots

ILSE, TOMAS = "cookie-ilse", "cookie-tomas"
DIKTAT = next(it for it in games() if it.key == "diktat")


@pytest_asyncio.fixture
async def tables(database: Path) -> AsyncIterator[Registry]:
    store, tables = Store.open(database), Registry()
    tables.open(store, [AUCTION, DIKTAT])
    yield tables
    tables.close()
    store.close()


async def replied(table: Table, seat: str, kind: str) -> Json:
    """The event by which a seat has answered."""
    await until(lambda: any(it["kind"] == kind for it in table.match.journal))
    return next(it for it in table.match.journal if it["kind"] == kind)


@pytest.mark.parametrize(("points", "yes"), [(2, True), (-2, False)])
async def test_a_bot_answers_out_of_turn_in_any_game(tables: Registry, points: int, yes: bool) -> None:
    """BID-9: in the auction all are asked at once; the bot has bid, and nobody waits for it."""
    table = await tables.create({"players": 2}, "Evening", AUCTION.key)
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "lowest")
    await until(lambda: list(table.match.asked) == ["1"])
    assert await table.submit(ILSE, {"kind": "gift", "to": "2", "points": points}) is None
    assert (await replied(table, "2", "replied"))["accept"] is yes
    assert table.match.state.score == ({"1": -2, "2": 2} if yes else {"1": 0, "2": 0})
    assert list(table.match.asked) == ["1"]


@pytest.mark.parametrize("discreet", [False, True])
@pytest.mark.parametrize("bot", ["steady", "novice", "search"])
async def test_an_offer_of_power_to_a_bot_of_diktat_is_taken_within_a_second(
    tables: Registry, bot: str, discreet: bool
) -> None:
    """NEG-3, NEG-10: while a person is asked, open or whispered; what would be a loss is declined."""
    table = await tables.create({"players": 2}, "Evening", "diktat")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", bot)
    await until(lambda: "1" in table.match.asked)
    question = table.match.asked["1"]
    await table.submit(ILSE, {"kind": "offer", "to": ["2"], "take": {"2": {"pp": 2}}, "discreet": discreet})
    assert (await replied(table, "2", "offer-closed"))["how"] == "declined"
    began = time.monotonic()
    await table.submit(ILSE, {"kind": "offer", "to": ["2"], "give": {"pp": 2}, "discreet": discreet})
    assert await replied(table, "2", "dealt")
    assert time.monotonic() - began < 5  # a second and less; the rest is for a busy machine
    assert table.match.asked == {"1": question}


async def test_offers_without_end_keep_no_bot_from_its_turn(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    """NEG-5: each is declined, and the bot still answers what it is asked."""
    monkeypatch.setattr(bots, "PAUSE_S", 0.6)
    table = await tables.create({"players": 2}, "Evening", "diktat")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "steady")
    await until(lambda: "1" in table.match.asked)
    await table.submit(ILSE, {"kind": "offer", "to": ["2"], "take": {"2": {"pp": 1}}})
    await replied(table, "2", "offer-closed")
    while (asked := table.match.asked.get("1")) is not None and asked.kind != "manoeuvre":
        await table.submit(ILSE, dict(asked.default or next(table.match.commands("1"))))
        await until(lambda: "1" in table.match.asked)
    await table.submit(ILSE, {"kind": "extend"})
    assert "2" in table.match.asked

    async def pester() -> None:
        while "2" in table.match.asked:
            await table.submit(ILSE, {"kind": "offer", "to": ["2"], "take": {"2": {"pp": 1}}})
            await asyncio.sleep(0.1)

    await asyncio.wait_for(pester(), 120)
    assert sum(it["kind"] == "offer-closed" for it in table.match.journal) > 1


async def test_a_person_whose_time_is_out_accepts_nothing_by_it(tables: Registry) -> None:
    """The house answers the question for them, and leaves an offer alone."""
    table = await tables.create({"players": 2}, "Evening", "diktat")
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    seat = next(iter(table.match.asked))
    other, cookie = ("2", TOMAS) if seat == "1" else ("1", ILSE)
    assert await table.submit(cookie, {"kind": "offer", "to": [seat], "give": {"pp": 1}}) is None
    assert other not in table.match.asked
    command = await table.chairs.answer(seat)
    assert command is not None
    assert command["kind"] not in ("accept", "decline")
    assert len(table.match.view(seat)["offers"]) == 1


# ---- offers that bots make -------------------------------------------------------------------------------------------


async def answers_given(table: Table, seat: str, most: int) -> None:
    """Seat 1, a person, answers whatever it is asked until the bot of a seat has made this many Manoeuvres."""
    for _ in range(60):
        # the bot looks for its offer after its turn; a command meanwhile would spare it that
        await until(lambda: "1" in table.match.asked and not table.chairs.busy)
        if sum(it["kind"] == "manoeuvre" and it["seat"] == seat for it in table.match.journal) >= most:
            return
        question = table.match.asked["1"]
        extend = {"kind": "extend"} if question.kind == "manoeuvre" else None
        assert await table.submit(ILSE, extend or dict(question.default or next(table.match.commands("1")))) is None
    raise AssertionError("the bot does not play")


@pytest.mark.parametrize("offers", ["penny", "stumble"])
async def test_a_bot_offers_after_its_turn_and_withdraws_before_its_next(
    database: Path, monkeypatch: pytest.MonkeyPatch, offers: str
) -> None:
    """NEG-5: nobody waits for an offer, answered or not, nor for one that fails; one at most lies open."""
    monkeypatch.setattr(bots, "PAUSE_S", 0.0)
    store, tables = Store.open(database), Registry()
    game = replace(DIKTAT)
    game.__dict__["bot_offers"] = f"tests.standin.bots:{offers}"
    tables.open(store, [game])
    table = await tables.create({"players": 2}, "Evening", "diktat")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "steady")
    await answers_given(table, "2", 3)
    made = [it for it in table.match.journal if it["kind"] == "offered"]
    closed = [it["how"] for it in table.match.journal if it["kind"] == "offer-closed"]
    if offers == "penny":
        assert len(made) >= 3
        assert len(table.match.view("1")["offers"]) == 1
        assert len(closed) == len(made) - 1
        assert "withdrawn" in closed
        assert set(closed) <= {"withdrawn", "lapsed"}
    else:
        assert not made
    tables.close()
    store.close()


async def test_bots_of_diktat_trade_with_each_other_at_a_table(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NEG-3: an offer of a bot is answered by another, and the match goes on to its end."""
    monkeypatch.setattr(bots, "PAUSE_S", 0.0)
    monkeypatch.setattr(bots, "ALONE_S", 0.0)
    # what a bot offers it draws from many: by other chance some matches end without a deal
    monkeypatch.setattr(bots.secrets, "randbits", lambda bits: 1)
    # o01 bears a symbol of Politics, o09 of Artefact: each has the token that the other could flip (AFF-2)
    seats: Json = {
        "1": {"cards": ["o01"], "affinities": {"artefact": 1}},
        "2": {"cards": ["o09"], "affinities": {"politics": 1}},
        "3": {"extra": 5},
    }

    def counted(table: Table, kind: str) -> int:
        return sum(it["kind"] == kind for it in table.match.journal)

    # a bot that looks for its offer too long on a busy machine is asked before it has made one: another table, then
    for _ in range(6):
        table = await tables.adopt(turn("3", seats=seats, cycle=2), {"players": 3}, "Evening", "diktat", None)
        for seat in "123":
            await table.seat_bot(seat, "steady")
        await until(lambda table=table: counted(table, "dealt") or counted(table, "asked") > 30 or table.over, 60)
        if counted(table, "dealt"):
            break
    assert counted(table, "dealt")
    asked = counted(table, "asked")
    await until(lambda: table.over or counted(table, "asked") > asked + 3, 60)
