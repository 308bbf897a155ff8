"""Tables to look at: one for each game and size, and one at each kind of question."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.kept import keep
from tests.browser.moments import ENGINES, OPTIONS, STEPS
from tests.serving import Server

SIZES: Mapping[str, tuple[int, int, bool]] = {
    "1440x900": (1440, 900, False), "1280x720": (1280, 720, False), "1024x768": (1024, 768, False),
    "820x1180": (820, 1180, True), "390x844": (390, 844, True), "360x640": (360, 640, True),
    "844x390": (844, 390, True), "1920x1080": (1920, 1080, False),
}  # fmt: skip
TELEVISION = "1920x1080"
OPENERS = {
    "invader": {},
    "diktat": {"players": 3},
    "blade": {"players": 2, "scenario": "practice"},
    "olomoc": {"agenda": "survey", "composition": "secret"},
    "hybris": {"players": 3},
}
"""By game, the options of its match."""
LONG = ("olomoc",)
"""Games whose kinds of questions lie far apart: they are played from the first act on."""
SEEDS = (5, 6, 7)
NAMES = ("Ilse", "Tomáš", "Věra", "Petr", "Eva")


def everybody(match: Any) -> dict[str, str]:
    """A name for each seat."""
    return {seat: NAMES[int(seat) - 1] for seat in match.seats}


STANDING: dict[str, dict[str, tuple[str, str]]] = {}
"""By game and code of a table that stands at a kind of question: the seat that is asked, and the kind."""


def played(game: str, seed: int) -> Iterator[Any]:
    """A match of random answers, before each answer."""
    match, rng = ENGINES[game](OPTIONS[game][seed % len(OPTIONS[game])], seed), random.Random(seed)
    for _ in range(STEPS):
        if match.outcome is not None:
            return
        yield match
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, rng.choice(list(match.commands(seat, rng))))


def stills(game: str) -> Iterator[tuple[Any, str, str]]:
    """A match at each kind of question, with the seat and the kind, as matches of random answers come upon them."""
    seen = set[str]()
    for match in (it for seed in SEEDS for it in played(game, seed)):
        for seat, asked in match.decisions.items():
            if asked["kind"] not in seen:
                seen.add(asked["kind"])
                yield match.fork(len(seen)), seat, asked["kind"]


@contextmanager
def serving(games: list[str], *, standing: bool = False) -> Iterator[tuple[Server, Path]]:
    """A server with a table for each game and size. `standing`: with one for each kind of question besides."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        codes = {f"{game[:2]}{n:02}".upper(): game for game in games for n in range(len(SIZES))}
        tables = {code: ENGINES[game](OPENERS[game], n) for n, (code, game) in enumerate(codes.items())}
        for game in games:
            if game in LONG:
                acts = (it for it in played(game, SEEDS[0]) if it.decisions.get("1", {}).get("kind") == "act")
                first = next(acts)
                tables |= {code: first.fork(n) for n, code in enumerate(codes) if codes[code] == game}
            positions = {f"{game[0]}Q{n:02}".upper(): it for n, it in enumerate(stills(game))} if standing else {}
            STANDING[game] = {code: (seat, kind) for code, (_, seat, kind) in positions.items()}
            tables |= {code: match for code, (match, _, _) in positions.items()}
        # On a television a free seat is offered to the room, over the board: there all are taken.
        full = f"{list(SIZES).index(TELEVISION):02}"
        seated = {
            code: everybody(it) if code.endswith(full) or "Q" in code else {"1": "Ilse"} for code, it in tables.items()
        }
        keep(data, tables, seated)
        with Server(data) as server:
            yield server, data
