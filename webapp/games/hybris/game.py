"""Hybris as a game of the house."""

from rules.kernel.contract import Match
from webapp.games.contract import Choice, Game, GamePreferences, Json, PlayNow
from webapp.games.hybris import KEY


def seats(options: Json) -> tuple[str, ...]:
    """The seats, as many as the option `players` says (GEN-2)."""
    return tuple(str(n + 1) for n in range(options.get("players", 3)))


def record(match: Match) -> Json:
    """The Olympians."""
    mats = match.view("spectator")["mats"]
    return {"cast": {seat: [mat["olympian"]] for seat, mat in mats.items() if mat.get("olympian")}}


GAME = Game(
    key=KEY,
    minutes=75,
    quick=PlayNow({"players": "3", "chaos": "calm"}, frozenset({"choose-olympian"})),
    choices=(
        Choice("players", ("2", "3", "4"), means={n: int(n) for n in "234"}, preset="3"),
        Choice("olympians", ("random", "choice")),
        Choice("chaos", ("calm", "even", "raging"), preset="even"),
    ),
    seats=seats,
    record=record,
    preferences=GamePreferences({"passing": ("soon", "never")}, sounds=("intercept", "chaos", "fall", "tile", "hit")),
    # Plans and Olympians are chosen without haste.
    untimed=frozenset({"choose-olympian", "plan"}),
)
