"""Makes the table of a guided first match."""

from __future__ import annotations

from rules.kernel.refusals import Refusal, Refused
from webapp.games.contract import Game
from webapp.lessons.script import Guide, read
from webapp.tables import Table, TableSettings, registry
from webapp.tables.create import options_of


def guide_of(table: Table) -> Guide | None:
    """The guide of a table; None: it is not guided."""
    path = table.game.script(table.settings.lesson) if table.settings.guided else None
    return None if path is None else read(path)


async def begin(game: Game, session: str, name: str, lesson: str = "") -> Table | Refusal:
    """Makes a guided table, of the first match or of a lesson, and seats the browser; bots have all other seats. The
    table, or the refusal. Raises :class:`StoreProblem`, and LookupError for a game without such a guide."""
    path = game.script(lesson)
    if path is None:
        raise LookupError(f"{game.key} has no guide {lesson}")
    guide = read(path)
    match = game.factory().from_position(guide.match.position, seed=guide.match.seed)
    options = options_of(game, {}) | guide.match.position.get("options", {})
    settings = TableSettings(guided=True, lesson=lesson, bots=False)
    try:
        table = await registry.adopt(match, options, "", game.key, settings, by=session)
    except Refused as refused:
        return refused.refusal
    mine, bot = guide.match.seat, next(iter(game.bots))
    for seat in table.seat_keys:
        if seat != mine and (refusal := await table.seat_bot(seat, bot)) is not None:
            return refusal
    return await table.hand_over(mine, session, name) or table
