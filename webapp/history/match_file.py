"""A whole match as one file: options, cards, events, players, and a checksum over all of it.

The cards are in the journal's first event; ``packs`` only names them, for human readers of the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.base.typed_text import NAME_LENGTH, tidy_name
from webapp.base.worker_process import find_class

Json = dict[str, Any]

FORMAT = "olomoc-match"
VERSION = 1
SUFFIX = ".olomoc.json"
MOST_BYTES = 3_000_000
"""The most bytes of a file: the longest matches with a large pack need less than two thirds of it."""

TABLE_NAME_LENGTH = 40


class BadFile(Exception):
    """Not a file of a match; `code` says why: ``refusal.<code>`` in the catalogues."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class MatchFile:
    """The contents of a sound file; whether its journal can be replayed is checked elsewhere."""

    game: str
    name: str
    players: Mapping[str, str]
    journal: list[Json]


def written(
    game: str,
    name: str,
    options: Json,
    players: Mapping[str, str | None],
    journal: Sequence[Json],
    outcome: Json | None,
    code: str = "",
    created_at: float = 0.0,
) -> Json:
    """The data of a file. `outcome` None: the match goes on, and the file has every secret of it."""
    begun = journal[0].get("packs", ())
    packs = [
        {"id": pack["id"], "version": pack["version"]}
        for pack in begun
        if isinstance(pack, dict) and {"id", "version"} <= {*pack}
    ]
    body: Json = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "rules": journal[0].get("rules"),
        "packs": packs,
        "table": {"code": code, "name": name, "created_at": round(created_at), "options": options},
        "players": {seat: who for seat, who in players.items() if who},
        "complete": outcome is not None,
        "outcome": outcome,
        "journal": list(journal),
    }
    return {**body, "checksum": checksum(body)}


def text(file: Json) -> bytes:
    """The text of a file: one line for each event, so that people can read it and tools compare it."""
    head = {key: value for key, value in file.items() if key != "journal"}
    start = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in file["journal"])
    return f'{start},\n "journal": [\n{lines}\n ]\n}}\n'.encode()


def read(data: bytes) -> MatchFile:
    """The contents of a file. Raises :class:`BadFile`: too large, not one of ours, of a later version, changed, or of a
    match that is not over."""
    if len(data) > MOST_BYTES:
        raise BadFile("match-too-large", most=MOST_BYTES // 1_000_000)
    try:
        file = json.loads(data)
    except (ValueError, RecursionError):
        raise BadFile("no-match-file") from None
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise BadFile("no-match-file")
    if file.get("version") != VERSION:
        raise BadFile("match-from-the-future")
    body = {key: value for key, value in file.items() if key != "checksum"}
    if file.get("checksum") != checksum(body):
        raise BadFile("match-damaged")
    journal, table, players = file.get("journal"), file.get("table"), file.get("players")
    if not isinstance(journal, list) or not all(isinstance(event, dict) for event in journal):
        raise BadFile("match-damaged")
    if file.get("complete") is not True:
        raise BadFile("match-not-over")
    name = table.get("name") if isinstance(table, dict) else ""
    return MatchFile(str(file.get("game")), _tidy(name, TABLE_NAME_LENGTH), _names(players), journal)


def examined(data: bytes, games: Mapping[str, str]) -> tuple[MatchFile, Json]:
    """The contents of a sound file, and its match's options. ``games``: the ``module:Class`` of each game's match
    by the game's key. Raises :class:`BadFile`. For the process of strangers' files."""
    brought = read(data)
    if not (match := games.get(brought.game)):
        raise BadFile("unknown-game", game=tidy_name(brought.game, NAME_LENGTH))
    try:
        about = find_class(match).examine(brought.journal)
    except ValueError as problem:
        raise BadFile("match-damaged") from problem
    if not about["over"]:
        raise BadFile("match-not-over")
    return brought, about["options"]


def checksum(body: Json) -> str:
    """The checksum of everything in a file but the checksum itself, whatever its spacing and order."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def _names(players: Any) -> dict[str, str]:
    if not isinstance(players, dict):
        return {}
    return {str(seat): name for seat, its in players.items() if (name := _tidy(its, NAME_LENGTH))}


def _tidy(name: Any, length: int) -> str:
    return tidy_name(name, length) if isinstance(name, str) else ""
