"""Olomoc as a game of the house: the choices of a new table, its bots and its queries."""

from collections.abc import Callable
from pathlib import Path

from rules.kernel.contract import Match
from rules.kernel.packs.layers import CORE
from rules.olomoc.packs import load
from webapp.games.contract import Choice, Game, Json, MultipleChoice
from webapp.games.olomoc import KEY
from webapp.games.olomoc.cabals.kind import CABALS
from webapp.games.olomoc.packs import PACKS
from webapp.games.olomoc.screens import OlomocScreens

BENCH = "skirmish"
"""The agenda without a stake: there for practice, never drawn at random, and apart from the others in the list."""


def agendas() -> Choice:
    """The agendas of the core pack, which names them in both languages."""
    core = load("core").agendas
    names = {id: agenda.name.get for id, agenda in core.items()}
    return Choice("agenda", ("random", *core), names, more=_more_agendas, advanced=frozenset({BENCH}))


def _more_agendas() -> dict[str, Callable[[str], str]]:
    """The agendas that only other packs have."""
    return {id: it.name.get for pack in PACKS.library.shelf().values() for id, it in pack.agendas.items()}


def packs() -> dict[str, str]:
    """The packs that there are: the core pack, then those that people brought."""
    return {id: f"{id} {pack.version}" for id, pack in {CORE: load(CORE), **PACKS.library.shelf()}.items()}


def same_cabals(options: Json, match: Match) -> tuple[Json, dict[str, list[Json]]]:
    """A rematch with the cabals of the match just over: composed in secret, as if each had chosen theirs again (CAB-3);
    of a match that ended before they were revealed only the options are kept."""
    revealed = next((event["cabals"] for event in match.journal if event["kind"] == "cabals-revealed"), None)
    if revealed is None:
        return options, {}
    return {**options, "composition": "secret"}, {
        seat: [{"kind": "compose", "cabal": cabal}] for seat, cabal in revealed.items()
    }


GAME = Game(
    key=KEY,
    match="rules.olomoc:Match",
    picture="pictures/olomoc.svg",
    moving=("pictures/olomoc-moving.svg", "pictures/olomoc-still.svg"),
    minutes=60,
    quick={"composition": "secret"},
    prepared=frozenset({"choose-edge", "compose"}),
    guide=Path(__file__).parent / "guide.toml",
    choices=(
        agendas(),
        Choice("composition", ("secret", "draft")),
        Choice("decor", ("preset", "placed")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    several=(MultipleChoice("packs", packs),),
    supplies=lambda: {"shelf": PACKS.library.shelf()},
    warm="rules.olomoc.advice.warm_up",
    bots={"greedy": "Golem", "search": "Orloj", "random": "Loutka"},
    bot="rules.olomoc.bots:answer",
    examine="rules.olomoc.history:examine",
    lists=CABALS,
    packs=PACKS,
    screens=OlomocScreens(),
    takeback={"kind": "propose", "what": "takeback"},
    again=same_cabals,
    # Cabals are composed, edges and decor chosen, proposals answered without haste.
    untimed=frozenset({"adjust", "choose-edge", "compose", "draft", "place-decor"}),
    queries=frozenset(
        {
            "attempt",
            "check",
            "commands",
            "decided",
            "hints",
            "instinct",
            "matchups",
            "measure",
            "nearest",
            "odds",
            "placements",
            "reach",
            "resolve",
            "risks",
            "scout",
            "sight",
            "suggest",
        }
    ),
)
