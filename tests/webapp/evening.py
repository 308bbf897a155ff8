"""An evening at a real server that is killed again and again while matches are played over its sockets.

The clients remember what was acknowledged to them and what they saw; after each death that is held against the
journal on the disk, and after each new start against what the server shows.
"""

import asyncio
import json
import random
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from rules.olomoc import Match
from tests.serving import Server
from tests.sockets import Page, PageLost
from webapp.store import Step

DRIVEN = ("-m", "tests.webapp.launch_driven")
TABLES = 3
PATIENCE_S = 90.0
"""A client may have to wait that long for the other seat while the disk is in trouble and the machine busy."""

Sent = tuple[str, str]
"""A seat and a command, as JSON."""


@dataclass
class Witness:
    """The commands that the clients of one table have sent, those that were acknowledged, and the events that they
    saw."""

    code: str
    sent: set[Sent] = field(default_factory=set)
    unanswered: list[Sent] = field(default_factory=list)
    """Commands under way when the server died: each must be kept whole or not at all."""
    acknowledged: dict[int, Sent] = field(default_factory=dict)
    seen: int = 0


@dataclass
class Person:
    """Somebody with a browser."""

    name: str
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)


def as_json(command: Any) -> str:
    return json.dumps(command, sort_keys=True)


class Evening:
    """A server with its tables and its people."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.server = Server(folder / "data", DRIVEN)
        self.die = folder / "data.die"
        self.dice = random.Random(seed)
        self.players = {"1": Person("Ilse"), "2": Person("Tomáš")}
        self.spectator = Person("Eva")
        self.host = httpx.Cookies()
        self.unkept: list[dict[str, Any]] = []
        """Refusals because the disk could not be written."""
        self.witnesses: dict[str, Witness] = {}

    async def set_up(self) -> None:
        """Makes the running tables, in the lobby like any other."""
        while sum(not self.over(code) for code in self.witnesses) < TABLES:
            composition = self.dice.choice(["draft", "secret"])
            url, own = self.server.url, self.players["1"].cookies
            async with await Page.open(url, own) as lobby, await Page.open(f"{url}/new", own) as making:
                await making.send(making.find("new-table-form"), "submit", {"composition": composition})
                code = await lobby.until(lambda: self._new(lobby))
            for seat in self.players:
                await self._sit(code, seat)
            self.witnesses[code] = Witness(code)

    async def _sit(self, code: str, seat: str) -> None:
        person = self.players[seat]
        async with await Page.open(self.server.url, person.cookies) as lobby:
            await lobby.send(self._inside(lobby, f"table-{code}", f"join-{seat}"), "click", person.name)
            await lobby.until(lambda: person.name in str(self._row(lobby, code)))

    async def play(self) -> None:
        """Plays all running tables until the server is gone."""
        running = [witness for code, witness in self.witnesses.items() if not self.over(code)]
        async with asyncio.TaskGroup() as group:
            for witness in running:
                for seat, person in self.players.items():
                    group.create_task(self._drive(witness, seat, person))
                group.create_task(self._watch(witness))

    async def _drive(self, witness: Witness, seat: str, person: Person) -> None:
        with suppress(PageLost):
            async with await Page.open(f"{self.server.url}/drive/{witness.code}", person.cookies) as page:
                n = 0
                while True:
                    state = await page.until(lambda: self._offered(page, witness), PATIENCE_S)
                    if state["over"]:
                        await page.until(lambda: False, timeout=PATIENCE_S)
                    n += 1
                    sent = (seat, as_json(state["offer"]))
                    witness.sent.add(sent)
                    witness.unanswered.append(sent)
                    await page.send(page.find("drive"), "play", {"n": n, "command": state["offer"]})
                    answer = await page.until(lambda n=n: self._answered(page, n), PATIENCE_S)
                    witness.unanswered.remove(sent)
                    # Another seat's answer may have come first: then this was refused as stale, and is not kept.
                    if answer["refusal"] is None:
                        witness.acknowledged[answer["sequence"][0]] = sent
                        await page.until(lambda at=answer["sequence"][0]: self._state(page, witness)["sequence"] >= at)
                    elif answer["refusal"]["code"] == "not-kept":
                        self.unkept.append(answer["refusal"])
                        await asyncio.sleep(0.05)

    async def _watch(self, witness: Witness) -> None:
        with suppress(PageLost):
            async with await Page.open(f"{self.server.url}/drive/{witness.code}", self.spectator.cookies) as page:
                page.on_update = lambda _: self._state(page, witness) and None
                await page.until(lambda: False, timeout=PATIENCE_S)

    def _state(self, page: Page, witness: Witness) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(page.elements[page.find("drive")]["props"]["state"])
        witness.seen = max(witness.seen, state["sequence"])
        return state

    def _offered(self, page: Page, witness: Witness) -> dict[str, Any] | None:
        state = self._state(page, witness)
        return state if state["offer"] is not None or state["over"] else None

    def _answered(self, page: Page, n: int) -> dict[str, Any] | None:
        answer: dict[str, Any] = json.loads(page.elements[page.find("drive")]["props"].get("answer", "{}"))
        return answer if answer.get("n") == n else None

    def _new(self, lobby: Page) -> str | None:
        testids = [element.get("props", {}).get("data-testid", "") for element in lobby.elements.values()]
        codes = [testid[6:] for testid in testids if testid.startswith("table-") and len(testid) == 10]
        return next((code for code in codes if code not in self.witnesses), None)

    def _row(self, lobby: Page, code: str) -> list[dict[str, Any]]:
        """The elements of a table's row."""
        elements, todo = [], [lobby.find(f"table-{code}")]
        while todo:
            element = lobby.elements[todo.pop()]
            elements.append(element)
            todo += element.get("children", [])
        return elements

    def _inside(self, lobby: Page, row: str, testid: str) -> int:
        wanted = next(
            its
            for its in self._row(lobby, row.removeprefix("table-"))
            if its.get("props", {}).get("data-testid") == testid
        )
        return next(id for id, element in lobby.elements.items() if element is wanted)

    def steps(self, code: str) -> list[tuple[int, str | None, str, str]]:
        """The journal on the disk, whether or not the server runs."""
        connection = sqlite3.connect(f"file:{self.server.data / 'olomoc.db'}?mode=ro", uri=True)
        rows = connection.execute(
            "SELECT sequence, seat, command, events FROM steps WHERE table_id ="
            " (SELECT id FROM tables WHERE code = ?) ORDER BY sequence",
            (code,),
        ).fetchall()
        connection.close()
        return rows

    def acknowledged(self) -> int:
        """The number of acknowledged commands over all tables."""
        return sum(len(witness.acknowledged) for witness in self.witnesses.values())

    def ended(self) -> bool:
        """Whether nothing is left to play."""
        return all(self.over(code) for code in self.witnesses)

    def over(self, code: str) -> bool:
        connection = sqlite3.connect(f"file:{self.server.data / 'olomoc.db'}?mode=ro", uri=True)
        [(outcome,)] = connection.execute("SELECT outcome FROM tables WHERE code = ?", (code,)).fetchall()
        connection.close()
        return outcome is not None

    def examine(self, witness: Witness) -> Match:
        """Compares the disk with what the clients know; returns the match as it was kept."""
        rows = self.steps(witness.code)
        assert [row[0] for row in rows] == list(range(len(rows)))
        assert witness.seen < len(rows), "somebody was shown what is not kept"
        kept = {sequence: (seat, as_json(json.loads(command))) for sequence, seat, command, _ in rows[1:]}
        for sequence, sent in witness.acknowledged.items():
            assert kept.get(sequence) == sent, f"the acknowledged command {sequence} is not kept"
        assert set(kept.values()) <= witness.sent, "a command is kept that nobody sent"
        for sequence in kept.keys() - witness.acknowledged.keys():
            assert kept[sequence] in witness.unanswered, f"command {sequence} is kept, and was refused"
        return whole(rows)

    async def goes_on(self, witness: Witness, kept: Match) -> None:
        """Checks that the restarted server shows both seats and a spectator the end of the journal."""
        for seat, person in (*self.players.items(), ("spectator", self.spectator)):
            async with await Page.open(f"{self.server.url}/drive/{witness.code}", person.cookies) as page:
                state = self._state(page, witness)
                assert state["sequence"] == len(self.steps(witness.code)) - 1
                assert state["events"] == len(kept.view(seat)["log"])
                assert (state["offer"] is not None) == (seat in kept.decisions)


def whole(rows: list[tuple[int, str | None, str, str]]) -> Match:
    """The match of a journal; checks that every step is one legal command with all its events."""
    steps = [Step(n, seat, json.loads(command), json.loads(events), 0.0) for n, seat, command, events in rows]
    journal = [event for step in steps for event in step.events]
    assert [event["n"] for event in journal] == list(range(len(journal)))
    match = Match.replay({}, journal)
    assert match.decisions or match.outcome, "the last command was kept by half"
    if len(steps) > 1:
        before = Match.replay({}, journal[: -len(steps[-1].events)])
        assert before.check(str(steps[-1].seat), steps[-1].command) is None
    return match


async def killed(evening: Evening, moment: str) -> bool:
    """Plays until the server is killed, at a random moment or at the named one of a step chosen beforehand. False if
    that step did not come about (the match ended before) and it was killed at a random moment instead.

    False where that step did not come about (the match ended before) and the server was killed at any moment instead.
    """
    playing = asyncio.create_task(evening.play())
    if moment == "any":
        enough = evening.acknowledged() + evening.dice.randrange(1, 30)
        while evening.acknowledged() < enough and not playing.done():
            await asyncio.sleep(evening.dice.uniform(0.0, 0.02))
        evening.server.kill()
        await playing
        return True
    code = evening.dice.choice([code for code in evening.witnesses if not evening.over(code)])
    at = len(evening.steps(code)) + evening.dice.randrange(2, 9)
    evening.die.write_text(f"{code} {at} {moment}")
    died = await asyncio.to_thread(evening.server.ended_within, 6.0)
    evening.server.kill()
    evening.die.unlink()
    await playing
    if died:
        assert len(evening.steps(code)) == at + (moment == "publish")
    return died
