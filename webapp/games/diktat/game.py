"""Diktat as a game of the house."""

from collections.abc import Mapping, Sequence

from rules.kernel.contract import Match
from webapp.games.contract import Choice, Game, GamePreferences, Json
from webapp.games.diktat import KEY


def seats(options: Json) -> tuple[str, ...]:
    """The seats, as many as the option `players` says (GEN-2)."""
    return tuple(str(n + 1) for n in range(options.get("players", 3)))


def brought(before: Mapping[str, str]) -> Sequence[str]:
    """What the Others may bring: nothing is chosen where they do not come."""
    return ("mist", "corruption") if before.get("configurations") == "others" else ("mist",)


def record(match: Match) -> Json:
    """The Cabals."""
    cabals = match.view("spectator")["cabals"]
    return {"cast": {seat: [row["cabal"]] for seat, row in cabals.items() if row["cabal"]}}


GAME = Game(
    key=KEY,
    minutes=90,
    choices=(
        Choice("players", ("2", "3", "4", "5"), means={n: int(n) for n in "2345"}, preset="3"),
        Choice("cabals", ("random", "choice")),
        Choice("configurations", ("base", "others"), means={"base": [], "others": ["others"]}),
        Choice("fiel", ("mist", "corruption"), fits=brought),
        Choice("counting", ("memory", "open")),
    ),
    seats=seats,
    record=record,
    preferences=GamePreferences(sounds=("plot", "card", "wound", "look", "offer", "crack", "others")),
    # Cabals are chosen, words judged and proposals answered without haste.
    untimed=frozenset({"choose-cabal", "verdict"}),
)
