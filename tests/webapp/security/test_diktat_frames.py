"""Diktat's secrets over real sockets: two tables that differ only in what is hidden from a viewer send that viewer the
same, whatever happens there (HID, NEG-10, SPY-5, STG-2)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.diktat import Match
from rules.kernel.seats import SPECTATOR
from tests.browser.kept import keep
from tests.diktat.table import resolution, turn
from tests.serving import Server
from tests.sockets import Page

Json = dict[str, Any]
Step = tuple[str, Json]

NOTES = ("quetsch", "mirabell")
"""The words that are whispered in the one world and in the other."""
OWN = re.compile(r'[0-9a-f-]{36}|\bw[0-9a-f]{10}\b|data:image[^\\"]*')
"""Ids of a page and of a spectator, and the address as a picture to scan."""
WORLDS: tuple[Json, Json] = (
    {"stack": "EGC", "agents": "CCEG", "sent": "EC", "pp": 7, "secret": "o54", "offer": {"pp": 2}, "bid": 3},
    {"stack": "CEG", "agents": "EGGC", "sent": "GC", "pp": 5, "secret": "o30", "offer": {"agents": "G"}, "bid": 1},
)


def bargaining(world: Json, note: str) -> tuple[Match, list[Step]]:
    """Seat 1 sends a stack, shows one of its pawns, and whispers an offer to seat 2, who spies on that stack."""
    seats = {"1": {"agents": world["agents"], "pp": world["pp"]}, "2": {"pp": 3, "spies": 1}}
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": world["stack"]}]}}
    match = turn("1", seats=seats, sectors=sectors, track=["o07"], secret=world["secret"])
    promise = {"by": "2", "do": "words", "text": f"{note}s are mine"}
    offer = {"kind": "offer", "to": ["2"], "give": world["offer"], "promises": [promise], "discreet": True}
    return match, [
        ("1", {"kind": "send", "sector": "motol", "pawns": world["sent"]}),
        ("1", {"kind": "show", "to": ["2"], "at": {"stack": "s1", "pawn": 2}}),
        ("1", {**offer, "note": f"for {note}s"}),
        ("2", {"kind": "spy", "at": {"stack": "s1", "pawn": 1}}),
        ("2", {"kind": "stop"}),
        ("2", {"kind": "accept", "offer": "d1"}),
        ("3", {"kind": "spy", "at": {"secret": True}}),
    ]


def bidding(world: Json, note: str) -> tuple[Match, list[Step]]:
    """Seat 1 bids in a Struggle and changes its bid; seat 2 has not bid yet."""
    seats = {"1": {"pp": world["pp"]}, "2": {"pp": 6}, "3": {"pp": 9}}
    sectors = {"josefov": {"stacks": [{"seat": "1", "pawns": "EE"}, {"seat": "2", "pawns": "EE"}]}}
    match = resolution(cabals=["resistance", "black-guard", "coordination"], seats=seats, sectors=sectors)
    while "bid" not in {it.kind for it in match.asked.values()}:
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    return match, [("1", {"kind": "bid", "pp": world["bid"]}), ("1", {"kind": "bid", "pp": world["bid"] - 1})]


MADE: dict[str, Callable[[Json, str], tuple[Match, list[Step]]]] = {"BARG": bargaining, "BIDS": bidding}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Both worlds of both tables, as ``BARA`` and ``BARB``."""
    data: Path = tmp_path_factory.mktemp("frames") / "data"
    worlds = zip("AB", WORLDS, NOTES, strict=True)
    keep(data, {f"{name[:3]}{which}": made(*it)[0] for which, *it in worlds for name, made in MADE.items()})
    with Server(data) as running:
        yield running
    assert not running.complaints, running.output


class Sitting:
    """The pages of all seats and of a spectator at one table, with every frame that each has heard."""

    def __init__(self, server: Server, code: str) -> None:
        self.server, self.code = server, code
        self.pages: dict[str, Page] = {}
        self.heard: dict[str, list[str]] = {}

    async def sit(self) -> None:
        for seat in ("1", "2", "3", SPECTATOR):
            cookies = httpx.Cookies()
            url = f"{self.server.url}/{'watch' if seat == SPECTATOR else 'table'}/{self.code}"
            if seat != SPECTATOR:
                async with await Page.open(url, cookies) as door:
                    sent = {"name": f"Player {seat}", "password": ""}
                    await door.send(door.find(f"join-{seat}"), "click", sent)
                    async with httpx.AsyncClient(verify=False, base_url=f"{self.server.url}/api/v1") as http:
                        while not (await http.get(f"/tables/{self.code}")).json()["seats"][seat]["name"]:
                            await asyncio.sleep(0.1)
            self.pages[seat] = page = await Page.open(url, cookies)
            self.heard[seat] = [json.dumps(page.elements)]
            page.on_message = self.heard[seat].append
            await page.until(lambda page=page: step_of(page) >= 0)

    async def play(self, seat: str, command: Json) -> None:
        """Plays from the seat's own page; all pages have been told when it returns."""
        page, before = self.pages[seat], step_of(self.pages[seat])
        pane = next(id for id in page.elements if '"plain-prompt' in payload(page, id))
        # Of a bid and the like the others are told nothing: what they show is compared once the seat itself was told.
        await page.send(pane, "intent", {"do": "play", "command": command})
        await page.until(lambda: step_of(page) > before)
        for other in self.pages.values():
            await other.until(lambda other=other: step_of(other) >= step_of(page))

    def shows(self, viewer: str) -> list[str]:
        """The parts of the viewer's page that draw the match, but for what names the table or the browser
        (:data:`OWN`)."""
        page = self.pages[viewer]
        payloads = (payload(page, id) for id in sorted(page.elements))
        return [re.sub(self.code, "", OWN.sub("", it)) for it in payloads if it]

    async def close(self) -> None:
        for page in self.pages.values():
            await page.close()


def payload(page: Page, id: int) -> str:
    return str(page.elements[id].get("props", {}).get("payload", ""))


def step_of(page: Page) -> int:
    """The step of the match that the page shows; -1 before it shows any."""
    return max((json.loads(its)["seq"] for id in page.elements if '"seq"' in (its := payload(page, id))), default=-1)


async def same(one: Sitting, other: Sitting, viewer: str) -> None:
    """Waits until both worlds show the viewer the same: who is there is told a moment later than what was played."""
    for page in (one.pages[viewer], other.pages[viewer]):
        with contextlib.suppress(TimeoutError):
            await page.until(lambda: one.shows(viewer) == other.shows(viewer))
    assert one.shows(viewer) == other.shows(viewer), viewer


@pytest.mark.parametrize(("name", "viewers"), [("BARG", ("3", SPECTATOR)), ("BIDS", ("2", "3", SPECTATOR))])
async def test_what_is_hidden_changes_nothing_that_is_sent(tables: Server, name: str, viewers: tuple[str, ...]) -> None:
    """Step by step the same page, for those who may not know; the search itself finds the difference for who may. No
    frame of theirs holds a word that was whispered."""
    sittings = [Sitting(tables, f"{name[:3]}{which}") for which in "AB"]
    plays = [MADE[name](*it)[1] for it in zip(WORLDS, NOTES, strict=True)]
    for each in sittings:
        await each.sit()
    one, other = sittings
    for step in range(len(plays[0])):
        last = name == "BARG" and step == len(plays[0]) - 1
        for sitting, play in zip(sittings, plays, strict=True):
            await sitting.play(*play[step])
        for viewer in viewers if not last else (SPECTATOR,):  # seat 3 spies at last
            await same(one, other, viewer)
        assert one.shows("1") != other.shows("1")
    for sitting in sittings:
        for viewer in viewers:
            assert not any(note in frame for note in NOTES for frame in sitting.heard[viewer])
        await sitting.close()
    if name == "BARG":
        assert one.shows("3") != other.shows("3")
        assert any(NOTES[0] in frame for frame in one.heard["2"])
