"""The Invader and Human duel as a game of the house."""

from pathlib import Path

from webapp.games.contract import Choice, Game, MultipleChoice
from webapp.games.invader import KEY
from webapp.games.invader.decks import DECKS
from webapp.games.invader.packs import PACKS, offered
from webapp.games.invader.screens import DuelTable

GAME = Game(
    key=KEY,
    match="rules.invader:Match",
    picture="pictures/invader.svg",
    minutes=40,
    quick={},
    choices=(
        Choice("invader", ("random", "1", "2")),
        Choice("decks", ("starter", "built")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    several=(MultipleChoice("packs", offered),),
    supplies=lambda: {"shelf": PACKS.library.shelf()},
    packs=PACKS,
    bots={"greedy": "Golem", "search": "Orloj", "random": "Loutka"},
    bot="rules.invader.bots:answer",
    screens=DuelTable(),
    lists=DECKS,
    guide=Path(__file__).parent / "guide.toml",
    takeback={"kind": "propose", "what": "takeback"},
    # Decks are composed, first hands looked at and proposals answered without haste.
    untimed=frozenset({"adjust", "build", "mulligan"}),
    queries=frozenset({"check", "commands", "decided", "forecast", "hints", "resolve", "suggest"}),
)
