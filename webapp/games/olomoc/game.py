"""Olomoc as a game of the house: the choices of a new table, and what a rematch keeps."""

import tomllib
from collections.abc import Mapping
from functools import partial

from rules.kernel.contract import Match
from webapp.games.contract import Choice, Game, GamePreferences, Json, PlayNow
from webapp.games.olomoc import KEY
from webapp.games.olomoc.agenda_card import about
from webapp.games.olomoc.packs import PACKS

BENCH = "skirmish"
"""The agenda without a stake: there for practice, never drawn at random, and apart from the others in the list."""


def agendas() -> Choice:
    """The agendas of the core pack, which names them in both languages: its file is enough for that, where the pack
    itself would be read with all of the rules."""
    rows = tomllib.loads((PACKS.folder / "agendas.toml").read_text("utf-8"))["agenda"]
    names = {row["id"]: partial(_named, row["name"]) for row in rows}
    return Choice(
        "agenda",
        ("random", *names),
        names,
        more=partial(PACKS.more, "agenda"),
        advanced=frozenset({BENCH}),
        aside=about,
        aside_styles=("olomoc/map.css",),
    )


def _named(name: Mapping[str, str], language: str) -> str:
    """A name in a language."""
    return name[language]


def same_cabals(options: Json, match: Match) -> tuple[Json, dict[str, list[Json]]]:
    """A rematch with the cabals of the match just over: composed in secret, as if each had chosen theirs again (CAB-3);
    of a match that ended before they were revealed only the options are kept."""
    revealed = next((event["cabals"] for event in match.journal if event["kind"] == "cabals-revealed"), None)
    if revealed is None:
        return options, {}
    return {**options, "composition": "secret"}, {
        seat: [{"kind": "compose", "cabal": cabal}] for seat, cabal in revealed.items()
    }


def record(match: Match) -> Json:
    """The rouages of both cabals, and the agenda that was drawn."""
    kept: Json = {}
    for event in match.journal:
        if event["kind"] == "agenda-chosen":
            kept["drawn"] = {"agenda": event["agenda"]}
        elif event["kind"] == "cabals-revealed":
            cabals = event["cabals"].items()
            kept["cast"] = {seat: [bearer["card"] for bearer in cabal["rouages"]] for seat, cabal in cabals}
            break
    return kept


GAME = Game(
    key=KEY,
    minutes=60,
    # Points come early and to both sides: a first match is not lost to the Traque before anybody has scored.
    quick=PlayNow({"agenda": "survey", "composition": "secret"}, frozenset({"choose-edge", "compose"})),
    choices=(
        agendas(),
        Choice("composition", ("secret", "draft")),
        Choice("decor", ("preset", "placed")),
        Choice("uniform_prompts", ("yes", "no"), means={"yes": True, "no": False}),
    ),
    libraries=("numpy", "shapely"),
    lists_path="cabals",
    # The Bloc's grid; where a step on it is confirmed before it is sent; whether one's own side is at its bottom, or
    # side 1 for everybody.
    preferences=GamePreferences(
        {"grid": ("on", "off"), "confirm": ("touch", "always", "never"), "flip": ("own", "fixed")}, ("dice", "wound")
    ),
    again=same_cabals,
    record=record,
    # Cabals are composed, edges and decor chosen, proposals answered without haste.
    untimed=frozenset({"choose-edge", "compose", "draft", "place-decor"}),
)
