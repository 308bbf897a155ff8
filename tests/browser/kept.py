"""Tables that are in the database before the server starts: matches from a position, or from a seed.

The server takes them up as it takes up any match after a restart, so no door has to be left open for tests.
"""

import asyncio
import base64
import json
import sqlite3
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from itsdangerous import TimestampSigner

from rules import blade, diktat, hybris, invader
from rules.olomoc import Match
from tests.serving import prepare
from webapp.security.codes import digest
from webapp.security.secret import secret
from webapp.store import SavedSeat, Store

Json = dict[str, Any]
Seated = dict[str, dict[str, str]]
"""By a table's code and a seat, the name of who holds it."""


def keep(
    data: Path,
    tables: Mapping[str, Match | invader.Match | diktat.Match | blade.Match | hybris.Match],
    seated: Seated | None = None,
    *,
    tokens: bool = False,
) -> None:
    """Writes a table for each match into the data folder, under the code given. The match says which game it is.

    `seated`: names at the seats of some tables; a browser holds such a seat if it has the cookie of :func:`cookie`.
    `tokens`: a program may play for these seats with the :func:`token` of each.
    """

    async def write() -> None:
        store = Store.open(prepare(data) / "olomoc.db")
        try:
            for code, match in tables.items():
                journal, title = match.journal, type(match).__module__.split(".")[1]
                saved = await store.add_table(code, title, "", journal[0]["options"], journal, outcome=match.outcome)
                for seat, name in (seated or {}).get(code, {}).items():
                    await store.companies.sit(saved.id, SavedSeat(seat, _holder(code, seat), name))
                    if tokens:
                        await store.companies.entrust(saved.id, seat, digest(token(code, seat)))
        finally:
            store.close()

    # Playwright's loop runs in this thread: the store gets one of its own.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, write()).result()


def seats(ilse: str = "", both: str = "") -> Seated:
    """Seats held at tables, given by their codes: Ilse's, or hers and Tomáš's."""
    alone, two = {"1": "Ilse"}, {"1": "Ilse", "2": "Tomáš"}
    return dict.fromkeys(ilse.split(), alone) | dict.fromkeys(both.split(), two)


def token(code: str, seat: str) -> str:
    """The token of a seat of a table that was kept with tokens."""
    return f"olo_{code}{seat}"


def _holder(code: str, seat: str) -> str:
    return f"{code}-{seat}"


def cookie(data: Path, code: str, seat: str, name: str) -> str | None:
    """The session cookie of the browser that holds a seat under this name; None where :func:`keep` has not put the
    person there. The server must have been started."""
    holder = _holder(code, seat)
    with sqlite3.connect(data / "olomoc.db") as connection:
        seat_row = connection.execute("SELECT 1 FROM seats WHERE holder = ? AND name = ?", (holder, name)).fetchone()
    connection.close()
    if seat_row is None:
        return None
    session = base64.b64encode(json.dumps({"id": holder}).encode())
    return TimestampSigner(secret(data / "secret")).sign(session).decode()


def rouage(id: str, x: float, y: float, **more: Any) -> Json:
    """A rouage of the core pack on the Bloc, at a point in inches; its id begins with its seat."""
    return {"id": id, "seat": id[0], "card": id[2:], "at": [round(x * 25_400), round(y * 25_400)], **more}


def duel() -> Match:
    """A match with Pétra active, in which Věra's side is asked again and again."""
    cards = [
        rouage("1-petra-kantor", 5, 8),
        rouage("1-hynek-novotny", 3, 13),
        rouage("2-vera-simkova", 9, 8),
        rouage("2-otakar-benda", 13, 3),
    ]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=7)


def position(rouages: list[Json], active: str | None = None, **more: Any) -> Json:
    """A position of the notation, with one active rouage."""
    written: Json = {"agenda": "skirmish", "rouages": rouages, **more}
    if active is not None:
        written["active"] = {"seat": active[0], "by": "activation", "rouages": [active]}
    return written
