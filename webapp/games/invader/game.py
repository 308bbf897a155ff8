"""The Invader and Human duel as a game of the house."""

from rules.kernel.contract import Match
from webapp.games.contract import Choice, Game, GamePreferences, Json
from webapp.games.invader import KEY


def turned(options: Json, match: Match) -> Json:
    """SET-1: the side that was drawn stays with its seat, so that who moves to the other has the other side."""
    sides = match.view("1")["sides"]
    return {**options, "invader": next(seat for seat, side in sides.items() if side == "invader")}


def record(match: Match) -> Json:
    """The sides."""
    return {"cast": {seat: [side] for seat, side in match.view("spectator")["sides"].items()}}


GAME = Game(
    key=KEY,
    minutes=40,
    choices=(
        Choice("invader", ("random", "1", "2")),
        Choice("decks", ("starter", "built")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    turned=turned,
    record=record,
    lists_path="decks",
    preferences=GamePreferences(
        {"passing": ("soon", "never")}, sounds=("card", "cancel", "mend", "drain", "plot", "fall")
    ),
    # Decks are composed, first hands looked at and proposals answered without haste.
    untimed=frozenset({"build", "mulligan"}),
)
