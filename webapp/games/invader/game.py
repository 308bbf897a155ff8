"""The Invader and Human duel as a game of the house."""

from webapp.games.contract import Choice, Game, GamePreferences, MultipleChoice
from webapp.games.invader import KEY
from webapp.games.invader.packs import PACKS
from webapp.games.invader.rulebook import PAGE

GAME = Game(
    key=KEY,
    minutes=40,
    quick={},
    choices=(
        Choice("invader", ("random", "1", "2")),
        Choice("decks", ("starter", "built")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    several=(MultipleChoice("packs", PACKS.offered),),
    supplies=lambda: {"shelf": PACKS.library.shelf()},
    packs=PACKS,
    bots={"greedy": "Golem", "search": "Orloj", "random": "Loutka"},
    screens_class="webapp.games.invader.screens:DuelTable",
    lists_path="decks",
    lists_kind="webapp.games.invader.decks:DECKS",
    rules=PAGE.links,
    routes=PAGE.register,
    preferences=GamePreferences(sounds=("card", "cancel", "drain", "plot", "fall")),
    links=(("duel.to-decks", f"/{KEY}/decks", "to-decks"), ("duel.to-packs", f"/{KEY}/packs", "to-packs")),
    # Decks are composed, first hands looked at and proposals answered without haste.
    untimed=frozenset({"build", "mulligan"}),
    queries=frozenset({"check", "commands", "decided", "forecast", "hints", "resolve", "suggest"}),
)
