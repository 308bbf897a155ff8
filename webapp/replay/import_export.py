"""Export and import of matches as files, and new tables that start from a moment of a match."""

from __future__ import annotations

import logging
import re
from dataclasses import replace

from rules.kernel.contract import History
from rules.kernel.refusals import Refused
from webapp.history import match_file
from webapp.history.match_file import BadFile, MatchFile
from webapp.packs.checker import NotRead, checker
from webapp.store import StoreProblem
from webapp.tables import Refusal, Table, TableSettings, registry
from webapp.tables.commands import over_whole_match

log = logging.getLogger(__name__)


def file_name(table: Table) -> str:
    """The file name of a table's match."""
    name = re.sub(r"[^\w-]+", "-", table.name, flags=re.ASCII).strip("-").lower()
    return f"{table.code}-{name}{match_file.SUFFIX}" if name else f"{table.code}{match_file.SUFFIX}"


async def file_of(table: Table) -> bytes:
    """The match of a loaded table as a file. It holds every secret: only for a match that is over."""
    return await over_whole_match(lambda: match_file.text(match_object(table)))


def match_object(table: Table) -> match_file.Json:
    """The match of a loaded table as the data of its file."""
    players = {key: seat.name for key, seat in table.seats.items()}
    match = table.match
    return match_file.written(
        table.game.key, table.name, table.options, players, match.journal, match.outcome, table.code, table.created_at
    )


async def bring(data: bytes, guest: str) -> Table | Refusal:
    """Makes a finished table of the match in an uploaded file; or returns the refusal, with nothing changed."""
    try:
        brought, options = await checker.ask(
            guest, match_file.examined, data, {game.key: game.match for game in registry.games}
        )
        return await _taken_in(brought, options, guest)
    except NotRead as problem:
        return Refusal("", f"match-{problem.code}")
    except BadFile as bad:
        return Refusal("", bad.code, bad.params)
    except Refused as refused:
        return refused.refusal
    except StoreProblem as problem:
        return Refusal("", "not-kept", problem.params)


async def _taken_in(brought: MatchFile, options: match_file.Json, guest: str) -> Table:
    title = registry.games[brought.game]
    match = await over_whole_match(lambda: title.factory().replay({}, brought.journal))
    players = {seat: brought.players.get(seat, seat) for seat in title.seats(options)}
    settings = TableSettings(origin="file")
    return await registry.adopt(match, options, brought.name, title.key, settings, players, by=guest)


async def play_on(table: Table, past: History, moment: int, session: str) -> Table | Refusal:
    """A new open table, made by a browser, that continues a finished match from a moment: from the last question before
    it. Hands, plans and piles are those of that moment; later chance is new."""
    asked = past.asked(moment)
    if table.outcome is None or asked is None:
        return Refusal("", "not-over")
    match = await over_whole_match(lambda: table.game.factory().replay({}, past.until(asked)))
    settings = replace(TableSettings(), takeback=table.settings.takeback, origin=table.code)
    try:
        return await registry.adopt(match, table.options, table.name, table.game.key, settings, by=session)
    except Refused as refused:
        return refused.refusal
    except StoreProblem as problem:
        return Refusal("", "not-kept", problem.params)
