"""The commands worth trying in a search: of the many teams to send and pawns to kill, those with the highest values of
the greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from rules.diktat.bots.greedy import greedy_bot, ranked
from rules.diktat.state import State
from rules.kernel import Json, Seat
from rules.kernel.bots import listed
from rules.kernel.match import KernelMatch

BEST, ANY = 10, 4
"""The number of Manoeuvres with the highest values of the greedy bot, and of other commands."""
BIDS = (0, 1, 2, 3, 5, 8)


def shortlist(match: KernelMatch[State], seat: Seat, rng: Random) -> Iterator[Json]:
    """Complete legal commands, the greedy bot's choice first."""
    yield greedy_bot(match, seat, rng)
    state = match.state
    match match.asked[seat].kind:
        case "manoeuvre":
            rows = [command for _, command in ranked(state, seat, rng)]
            yield from (command for command in rows[:BEST] if match.check(seat, command) is None)
            yield from islice(match.commands(seat, rng), ANY)
        case "bid":
            pp = state.players[seat].pp
            yield from ({"kind": "bid", "pp": n} for n in sorted({*BIDS, pp}) if n <= pp)
        case _:
            yield from listed(match, seat, rng)
