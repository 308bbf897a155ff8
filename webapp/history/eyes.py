"""The viewers that a browser may choose in a replay. Decided here, from the session, never from a page's message."""

from __future__ import annotations

from webapp.tables import Table

EVERYONE, SPECTATOR = "everyone", "spectator"


def allowed(table: Table, session: str) -> tuple[str, ...]:
    """The viewers that this browser may choose: all once the match is over; before, its own seat and the spectator. The
    first is the default.

    A table that the host has closed keeps its secrets: its match was not played to its end."""
    if table.outcome is not None:
        return (EVERYONE, *table.seats, SPECTATOR)
    mine = table.seat_of(session)
    return (SPECTATOR,) if mine is None else (mine, SPECTATOR)


def chosen(wish: object, table: Table, session: str) -> str:
    """The viewer asked for, if this browser may have it, else its default."""
    mine = allowed(table, session)
    return next((eyes for eyes in mine if eyes == wish), mine[0])
