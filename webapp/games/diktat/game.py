"""Diktat as a game of the house."""

from collections.abc import Mapping

from webapp.games.contract import Choice, Game, GamePreferences, Json, plain_result
from webapp.games.diktat import KEY
from webapp.games.diktat.rulebook import PAGE
from webapp.i18n import Translator


def seats(options: Json) -> tuple[str, ...]:
    """The seats, as many as the option `players` says (GEN-2)."""
    return tuple(str(n + 1) for n in range(options.get("players", 3)))


def result(outcome: Json, players: Mapping[str, str | None], tr: Translator) -> str:
    """The winners; all lose to the Others (ORE-8)."""
    if outcome["reason"] == "others":
        return tr.of(KEY)("outcome.others")
    return plain_result(outcome, players, tr)


GAME = Game(
    key=KEY,
    minutes=90,
    quick={},
    choices=(
        Choice("players", ("2", "3", "4", "5"), means={n: int(n) for n in "2345"}, preset="3"),
        Choice("cabals", ("random", "choice")),
        Choice("configurations", ("base", "others"), means={"base": [], "others": ["others"]}),
        Choice("fiel", ("mist", "corruption")),
        Choice("counting", ("memory", "open")),
    ),
    seats=seats,
    bots={"greedy": "Golem", "search": "Orloj", "random": "Loutka"},
    bot_offers="rules.diktat.bots:offer",
    screens_class="webapp.games.diktat.screens:DiktatTable",
    rules=PAGE.links,
    routes=PAGE.register,
    preferences=GamePreferences(sounds=("plot", "card", "wound")),
    result=result,
    # Cabals are chosen, words judged and proposals answered without haste.
    untimed=frozenset({"choose-cabal", "verdict"}),
    queries=frozenset(
        {"check", "commands", "decided", "forecast", "hints", "knowledge", "preview", "resolve", "suggest"}
    ),
)
