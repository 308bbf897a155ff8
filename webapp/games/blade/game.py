"""Blade & Book as a game of the house."""

from collections.abc import Mapping

from webapp.games.blade import KEY
from webapp.games.blade.scenario_card import SCENARIOS, about, rows
from webapp.games.contract import Choice, Game, GamePreferences, Json, PlayNow


def seats(options: Json) -> tuple[str, ...]:
    """The seats: the Overlord's, and one for each hero player (BAS-2)."""
    return tuple(str(n + 1) for n in range(options.get("players", 3)))


PLAYERS = ("2", "3", "4", "5")
MOST_HEROES = {"ledger": 3}
"""The most heroes of a scenario whose musters have fewer than four: each hero player holds one at least (BAS-2)."""


def scenarios(before: Mapping[str, str]) -> tuple[str, ...]:
    """The scenarios that have a hero for each hero player."""
    heroes = int(before.get("players", "3")) - 1
    return tuple(scenario for scenario in SCENARIOS if heroes <= MOST_HEROES.get(scenario, 4))


FEWEST = "fewest"
COUNTS = (FEWEST, "1", "2", "3", "4")


def heroes(before: Mapping[str, str]) -> tuple[str, ...]:
    """The numbers of heroes that a scenario has a muster for, one at least for each hero player (PRE-1)."""
    players, musters = int(before.get("players", "3")) - 1, rows()[before.get("scenario", SCENARIOS[0])]["muster"]
    able = {n for row in musters for n in range(row["heroes"][0], row["heroes"][1] + 1) if n >= players}
    return (FEWEST, *(count for count in COUNTS[1:] if int(count) in able))


def lone(options: Json) -> str:
    """A lone person plays the heroes; the bot is the Overlord."""
    return "2"


def open_screen(options: Json) -> bool:
    """Everything lies open but standing orders, except where the Overlord knows face-down tokens (BAS-7)."""
    return bool(options.get("scenario", SCENARIOS[0]) != "reeds")


GAME = Game(
    key=KEY,
    minutes=75,
    quick=PlayNow({"scenario": "practice", "players": "2"}),
    choices=(
        Choice("players", PLAYERS, means={n: int(n) for n in PLAYERS}, preset="3"),
        Choice("scenario", SCENARIOS, fits=scenarios, aside=about, aside_styles=("blade/scenario.css",)),
        Choice(
            "heroes", COUNTS, means={count: None if count == FEWEST else int(count) for count in COUNTS}, fits=heroes
        ),
        Choice("hand", ("free", "passed")),
        Choice("riposte", ("always", "ask")),
        Choice("casting", ("dealt", "chosen")),
        Choice("outlook", ("told", "kept")),
    ),
    seats=seats,
    lone=lone,
    open_screen=open_screen,
    preferences=GamePreferences(sounds=("dice", "wound", "card", "fall")),
    # Heroes are chosen, and proposals answered, without haste.
    untimed=frozenset({"casting"}),
)
