"""Blade & Book as a game of the house."""

from collections.abc import Mapping
from functools import partial

from rules.kernel.contract import Match
from webapp.games.blade import KEY
from webapp.games.blade.packs import PACKS
from webapp.games.blade.scenario_card import SCENARIOS, about, every, most_heroes, played
from webapp.games.contract import Choice, Game, GamePreferences, Json, PlayNow


def seats(options: Json) -> tuple[str, ...]:
    """The seats: the Overlord's, and one for each hero player (BAS-2)."""
    return tuple(str(n + 1) for n in range(options.get("players", 3)))


OVERLORD = "overlord"
"""What the first seat plays, where the others play heroes."""
PLAYERS = ("2", "3", "4", "5")


def scenarios(before: Mapping[str, str]) -> tuple[str, ...]:
    """The scenarios that have a hero for each hero player, who holds one at least (BAS-2)."""
    heroes = int(before.get("players", "3")) - 1
    return tuple(id for id, row in every().items() if heroes <= most_heroes(row))


FEWEST = "fewest"
COUNTS = (FEWEST, "1", "2", "3", "4")


def heroes(before: Mapping[str, str]) -> tuple[str, ...]:
    """The numbers of heroes that a scenario has a muster for, one at least for each hero player (PRE-1). A table may be
    of a scenario whose pack is not there any more."""
    row = every().get(before.get("scenario", SCENARIOS[0]))
    if row is None:
        return COUNTS
    players = int(before.get("players", "3")) - 1
    able = {n for muster in row["muster"] for n in range(muster["heroes"][0], muster["heroes"][1] + 1) if n >= players}
    return (FEWEST, *(count for count in COUNTS[1:] if int(count) in able))


def lone(options: Json) -> str:
    """A lone person plays the heroes; the bot is the Overlord."""
    return "2"


def open_screen(options: Json) -> bool:
    """Everything lies open but standing orders, except where the Overlord may know face-down tokens (BAS-7)."""
    row = played(options)
    return row is not None and not any("hidden" in muster for muster in row["muster"])


def record(match: Match) -> Json:
    """The Overlord, and the heroes of each hero player."""
    heroes = match.view("spectator")["players"]
    return {"cast": {seat: [OVERLORD] if seat == "1" else heroes.get(seat, []) for seat in match.seats}}


GAME = Game(
    key=KEY,
    minutes=75,
    quick=PlayNow({"scenario": "ledger", "players": "2", "heroes": "2"}),
    choices=(
        Choice("players", PLAYERS, means={n: int(n) for n in PLAYERS}, preset="3"),
        Choice(
            "scenario",
            SCENARIOS,
            more=partial(PACKS.more, "scenario"),
            fits=scenarios,
            aside=about,
            aside_styles=("blade/table.css", "blade/scenario.css"),
        ),
        Choice(
            "heroes", COUNTS, means={count: None if count == FEWEST else int(count) for count in COUNTS}, fits=heroes
        ),
        Choice("hand", ("free", "passed")),
        Choice("riposte", ("always", "ask")),
        Choice("casting", ("dealt", "chosen")),
        Choice("outlook", ("told", "kept")),
    ),
    seats=seats,
    record=record,
    lone=lone,
    open_screen=open_screen,
    preferences=GamePreferences({"unmoved": ("told", "kept")}, sounds=("dice", "wound", "card", "fall")),
    # Heroes are chosen, and proposals answered, without haste.
    untimed=frozenset({"casting"}),
)
