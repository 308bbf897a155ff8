"""The Invader and Human duel as a game of the house."""

from webapp.games.contract import Choice, Game, GamePreferences
from webapp.games.invader import KEY

GAME = Game(
    key=KEY,
    minutes=40,
    choices=(
        Choice("invader", ("random", "1", "2")),
        Choice("decks", ("starter", "built")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    lists_path="decks",
    preferences=GamePreferences(
        {"passing": ("soon", "never")}, sounds=("card", "cancel", "mend", "drain", "plot", "fall")
    ),
    # Decks are composed, first hands looked at and proposals answered without haste.
    untimed=frozenset({"build", "mulligan"}),
)
