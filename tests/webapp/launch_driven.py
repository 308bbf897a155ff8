"""Starts the real server with a few additions for the test of what is kept.

``/drive/<code>`` is a page with nothing on it but the table: it offers a legal command of the viewer's seat and plays
what comes back over its socket, through the same calls as the page that people use. And the server ends itself, as by
SIGKILL, at the moment that the file ``die`` beside the data folder names: ``<code> <sequence> <moment>``, the moment
being ``commit`` (before the step is written) or ``publish`` (after it is written, before anybody is told).

``POST /company/<game>/<bot>/<seats>`` makes a table of bots alone, with ``?person=1`` all but the first seat, which a
program may play by the token in the answer; ``GET /company/<code>`` says how far they are.

The variable ``NOTICE_S``: after how many seconds a silent browser counts as gone, for measurements with hundreds.

While the file ``shut`` lies there, what the server has open in its folder is for reading only; ``is-shut`` says so. And
it waits less long than usual for other programs that have the database.
"""

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from nicegui import app as site
from nicegui import events, ui

from rules.olomoc import Match
from tests.webapp import troubles
from webapp.__main__ import main
from webapp.app import main as app
from webapp.app import routes
from webapp.people.visitors import session_id
from webapp.store import Store, database
from webapp.tables import Table, registry
from webapp.ui import theme
from webapp.ui.components import LeanElement

DATA = Path(os.environ["OLOMOC_DATA"]).resolve()
DIE, SHUT, IS_SHUT = (DATA.with_name(DATA.name + end) for end in (".die", ".shut", ".is-shut"))
BUSY_MS = 400

taken: ContextVar[list[int]] = ContextVar("taken")
"""Set to the number of the step that a command became."""


def dying(code: str, sequence: int, moment: str) -> None:
    """Ends the process where the file says so."""
    if DIE.exists() and DIE.read_text() == f"{code} {sequence} {moment}":
        os.kill(os.getpid(), signal.SIGKILL)


def arm() -> None:
    """Puts the two moments into the table."""
    codes: dict[int, str] = {}
    append, take = Store.append, Table._take

    async def appending(store: Store, table_id: int, step: Any, outcome: Any) -> None:
        for table in registry.all():
            codes[table._id] = table.code
        dying(codes[table_id], step.sequence, "commit")
        await append(store, table_id, step, outcome)

    def taking(table: Table, match: Any, sequence: int) -> None:
        if table.loaded:
            dying(table.code, sequence, "publish")
        take(table, match, sequence)
        taken.get([]).append(sequence)

    Store.append, Table._take = appending, taking  # type: ignore[method-assign]  # the point of it


spent = 0.0
"""Seconds that commands and views have taken in the rules, over all matches."""


def timed(rules: Any) -> Any:
    """The same function, timed."""

    def call(*arguments: Any) -> Any:
        global spent
        start = time.perf_counter()
        try:
            return rules(*arguments)
        finally:
            spent += time.perf_counter() - start

    return call


def shutting() -> None:
    """Closes and opens the folder as told, until the server ends."""
    before: dict[int, int] | None = None
    while True:
        time.sleep(0.05)  # much less, and it would be a part of what a command takes
        if SHUT.exists() and before is None:
            before = troubles.close_what_is_open(DATA)
            IS_SHUT.touch()
        elif before is not None and not SHUT.exists() and os.access(DATA, os.W_OK, effective_ids=True):
            troubles.open_again(before)
            before = None
            IS_SHUT.unlink()


async def drive(code: str, offers: bool = True) -> None:
    """The page that is driven. Without `offers` whoever plays on it finds commands elsewhere: only the server is
    measured then."""
    session, table, dice = session_id(), registry.get(code), random.Random()
    assert table is not None
    await table.load()
    seat = table.seat_of(session)
    box = theme.testid(LeanElement("div"), "drive")

    def tell(offer: Any) -> None:
        seen = table.view(seat or "spectator")["log"]
        state = {"sequence": table.sequence, "events": len(seen), "offer": offer, "over": table.outcome is not None}
        box.put("state", json.dumps(state))

    def show() -> None:
        if not offers or seat is None or table.view(seat).get("decision") is None:
            tell(None)
        else:
            tell(next(table.match.commands(seat, dice), None))

    async def play(event: events.GenericEventArguments) -> None:
        became: list[int] = []
        taken.set(became)
        before = spent
        refusal = await table.submit(session, event.args["command"])
        answer = {"n": event.args["n"], "sequence": became[-1:], "refusal": refusal and refusal.to_json()}
        answer["rules"] = spent - before
        box.put("answer", json.dumps(answer))

    box.on("play", play)
    show()
    table.subscribe(seat or "spectator", show)
    ui.context.client.on_connect(show)


async def company(game: str, bot: str, seats: int, person: bool = False) -> dict[str, str]:
    """Makes a table at which bots have all seats, or all but the first."""
    table = await registry.create({"players": seats}, "Bots", game)
    token = ""
    if person:
        assert await table.sit("cookie-person", table.seat_keys[0], "Person") is None
        token = str(await table.token("cookie-person"))
    for seat in table.seat_keys[person:]:
        assert await table.seat_bot(seat, bot) is None
    return {"code": table.code, "token": token}


async def progress(code: str) -> dict[str, Any]:
    """Whether a match is over, its steps so far, and its events by kind."""
    table = registry.get(code)
    assert table is not None
    kinds = Counter(event["kind"] for event in table.match.journal)
    return {"over": table.over, "steps": table.sequence, "events": kinds}


def register() -> None:
    """All pages, and the one that is driven."""
    ordinary()
    ui.page("/drive/{code}")(drive)
    site.post("/company/{game}/{bot}/{seats}")(company)
    site.get("/company/{code}")(progress)


if __name__ == "__main__":
    ordinary, routes.register = routes.register, register
    arm()
    Match.submit, Match.view = timed(Match.submit), timed(Match.view)  # type: ignore[method-assign]  # as above
    database.BUSY_MS = BUSY_MS
    app.NOTICE_S = float(os.environ.get("NOTICE_S", app.NOTICE_S))
    troubles.like_anybody()
    threading.Thread(target=shutting, daemon=True).start()
    main()
