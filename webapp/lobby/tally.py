"""Who has won how often on the last evening, by the names at the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from webapp.games.contract import winners
from webapp.i18n import Translator
from webapp.tables import Table

EVENING_S = 12 * 3600.0
"""Matches begun so many seconds before the newest one are of the same evening."""
LEAST = 2
"""The number of matches from which on they are counted."""


def evening(finished: Sequence[Table], tr: Translator) -> str:
    """The last evening in a sentence, most wins first; empty where there was but one match. Bots, and matches that came
    as files, are not counted. `finished`: the newest first."""
    own = [table for table in finished if table.outcome is not None and table.settings.origin != "file"]
    own = [table for table in own if own[0].created_at - table.created_at <= EVENING_S]
    if len(own) < LEAST:
        return ""
    won: Counter[str] = Counter()
    for table in own:
        first = winners(table.outcome or {})
        for key, seat in table.seats.items():
            if seat.name and not seat.house:
                won[seat.name] += key in first
    listed = ", ".join(tr("lobby.evening-won", name=name, n=n) for name, n in won.most_common())
    return tr.plural("lobby.evening", len(own), won=listed) if won else ""
