"""What the house's bots make of a question of a finished match. It is computed anew at a press, from what the seat that
was asked knew then, by the advisor that the game's bots and hints have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.kernel import Json, Refused
from rules.kernel.contract import HINTS, History
from webapp.games.contract import Screens
from webapp.guide.hints import hints_about
from webapp.history.answers import answer_lines, asked_line
from webapp.history.eyes import EVERYONE, SPECTATOR
from webapp.history.reel import reels
from webapp.i18n import Translator
from webapp.tables import Table
from webapp.ui.tree import Child, el


def thinkers(table: Table, past: History, first: int, last: int) -> dict[str, int]:
    """The seats that were asked something between two moments whose thoughts can be read, each with the last moment at
    which it was. None before the match is over, when they would tell secrets, and none where the bots have no opinion
    on the question."""
    if table.outcome is None or type(table.game.screens).hint is Screens.hint:
        return {}
    seats: dict[str, int] = {}
    for at in range(first, last + 1):
        if past.asked(at) == at:
            waiting: Mapping[str, str] = past.view(at, SPECTATOR)["waiting"]
            seats |= {seat: at for seat, kind in waiting.items() if hints_about(table, seat, kind)}
    return seats


async def thoughts(table: Table, tr: Translator, at: int, seat: str, session: str) -> list[Child]:
    """The best answers of a seat to what it was asked at this moment, how they compare, and the reasons."""
    reel = await reels.get(table, EVERYONE, tr)
    try:
        hints: Json = await table.query_past(at, partial(reel.past.until, at), seat, HINTS, {}, session)
    except (Refused, ValueError, LookupError):
        return [el("p.reel-note.no", tr("replay.thoughts-failed"), role="status", testid="thoughts-failed")]
    if not hints["options"]:
        return [el("p.reel-note", tr("hint.none"), role="status", testid="thoughts-none")]
    words, screens, rows = reel.words(reel.past.rows(at, EVERYONE) - 1, asked=seat), table.game.screens, []
    for option, answer, reasons in answer_lines(hints["options"], screens, words, seat):
        beside = el("span.hint-beside", tr(f"hint.{option['beside']}"), cls=f"hint-{option['beside']}")
        rows.append(el("li", el("strong", answer), " ", beside, el("ul", [el("li", reason) for reason in reasons])))
    asked = asked_line(words, screens, words.player(seat))
    return [
        el("p.reel-note", asked) if asked else None,
        el("ol.reel-thoughts", rows, testid="thought-list"),
        el("p.reel-note", tr("replay.thoughts-how")),
    ]
