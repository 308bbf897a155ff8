"""Records the goldens: `python -m tests.goldens`, or with the names of some.

Each recipe is played at random from its seed; where that does not end as the recipe says, asks nothing that it is to
ask, or is long, the next seed is tried. Same rules, same files.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from rules.kernel import SeededChance
from rules.kernel import match as facade
from tests.goldens import FOLDER, MOMENTS, Json, Recording, check, compact, keys_of, match_of, save, say

LONGEST = 140_000
"""The most characters of a golden."""
TRIED = 400

Closing = Callable[[Any, set[str]], list[tuple[str, Json | None]]]
"""The commands besides the legal ones drawn at random: at this moment, all that having been asked."""


def nothing(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """Ends by itself."""
    return []


def conceded(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """After an opportunity attack: an agreed adjustment, a declined one, a takeback, and seat 2 gives up."""
    acting = [seat for seat, question in match.asked.items() if question.kind == "act"]
    if "opportunity" not in asked or not acting:
        return []
    change = {"seat": "1", "points": 2}
    return [
        ("1", {"kind": "propose", "what": "adjustment", "changes": [change], "note": "forgotten"}),
        ("2", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "propose", "what": "adjustment", "changes": [{"traque": 2}]}),
        ("1", {"kind": "adjust", "accept": False}),
        (acting[0], {"kind": "end"}),
        (acting[0], {"kind": "propose", "what": "takeback"}),
        ("2" if acting[0] == "1" else "1", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "concede"}),
    ]


def agreed(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """A draw in the second cycle."""
    if match.state.cycle < 2 or "act" not in {question.kind for question in match.asked.values()}:
        return []
    return [("1", {"kind": "propose", "what": "draw"}), ("2", {"kind": "adjust", "accept": True})]


def _active(match: Any, number: int) -> str | None:
    """The active seat of the duel at its main phase, from that turn on."""
    active: str = match.state.active
    main = {seat for seat, question in match.asked.items() if question.kind == "main"}
    return active if match.state.number >= number and active in main else None


def duel_conceded(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """After a ruin: a standing pass, an agreed adjustment, a declined one, a takeback, and a concession."""
    seat = _active(match, 4)
    if seat is None or "ruin" not in asked:
        return []
    other = "2" if seat == "1" else "1"
    return [
        (other, {"kind": "stand", "pass": "match"}),
        ("1", {"kind": "propose", "what": "adjustment", "changes": [{"scorch": "africa", "n": 2}, {"plot": 9}]}),
        ("2", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "propose", "what": "adjustment", "changes": [{"top": "2", "to": "hand"}]}),
        ("1", {"kind": "adjust", "accept": False}),
        (seat, {"kind": "end"}),
        (seat, {"kind": "propose", "what": "takeback"}),
        (other, {"kind": "adjust", "accept": True}),
        (other, {"kind": "concede"}),
    ]


def duel_agreed(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """A draw in the sixth turn."""
    if _active(match, 6) is None:
        return []
    return [("1", {"kind": "propose", "what": "draw"}), ("2", {"kind": "adjust", "accept": True})]


def duel_late(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """The active seat's time runs out in the fifth turn."""
    seat = _active(match, 5)
    return [] if seat is None else [(seat, None)]


def _in_turn(match: Any, turns: int) -> str | None:
    """The seat of Diktat in turn, after this number of Manoeuvres."""
    made = sum(sum(player.made.values()) for player in match.state.players.values())
    turn = [seat for seat, question in match.asked.items() if question.kind == "manoeuvre"]
    return turn[0] if turn and made >= turns else None


def cabals_conceded(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """After some Manoeuvres: a sworn deal, a hold, a discreet deal, an accusation, and all but one give up. Of two
    players each deals with the other."""
    seat = _in_turn(match, 6)
    if seat is None:
        return []
    one, two = [*(it for it in match.seats if it != seat), seat][:2]
    three = one if two == seat else seat
    oath = {"by": one, "do": "no-assassinate", "seat": two}
    words = {"by": two, "do": "words", "text": "peace"}
    offer = {"kind": "offer", "to": [two], "give": {"pp": 1}, "promises": [oath, words], "sworn": True}
    return [
        (one, {"kind": "hold"}),
        (one, offer),
        (two, {"kind": "accept", "offer": "d1"}),
        (two, {"kind": "offer", "to": [three], "give": {"pp": 1}, "discreet": True}),
        (three, {"kind": "accept", "offer": "d2"}),
        (one, {"kind": "accuse", "deal": "d1", "seat": two}),
        (two, {"kind": "verdict", "broken": True}),
        *((it, {"kind": "concede"}) for it in match.seats[:-1]),
    ]


def cabals_agreed(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """After some Manoeuvres: a takeback, and a draw."""
    seat = _in_turn(match, 5)
    if seat is None:
        return []
    yes = [(it, {"kind": "adjust", "accept": True}) for it in match.seats if it != seat]
    return [(seat, {"kind": "extend"}), (seat, {"kind": "undo"}), (seat, {"kind": "propose", "what": "draw"}), *yes]


def cabals_late(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """After some Manoeuvres: the time of all but one runs out."""
    return [] if _in_turn(match, 4) is None else [(it, None) for it in match.seats[1:]]


def heroes_conceded(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """In the second round an order, an adjustment, a hero handed over, and all hero players give up."""
    if match.state.round < 2 or "act" not in {question.kind for question in match.asked.values()}:
        return []
    hero = match.state.players["2"][0]
    change = {"who": hero, "fatigue": 1}
    return [
        ("2", {"kind": "instruct", "about": "guard", "answer": "never"}),
        ("2", {"kind": "propose", "what": "adjustment", "changes": [change]}),
        ("1", {"kind": "adjust", "accept": True}),
        ("3", {"kind": "adjust", "accept": True}),
        ("2", {"kind": "hand-over", "hero": hero, "to": "3"}),
        ("3", {"kind": "take-over", "hero": hero}),
        ("2", {"kind": "concede"}),
        ("3", {"kind": "concede"}),
    ]


def sides_agreed(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """A draw in the second round."""
    if match.state.round < 2:
        return []
    yes = [(it, {"kind": "adjust", "accept": True}) for it in match.seats[1:]]
    return [("1", {"kind": "propose", "what": "draw"}), *yes]


def overlord_late(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """The Overlord's time runs out in the first round."""
    return [("1", None)] if "1" in match.asked else []


def gods_conceded(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """In the second Age an order, an adjustment, a takeback, and all but one give up."""
    acting = [seat for seat, question in match.asked.items() if question.kind == "turn"]
    if match.state.age < 2 or not acting:
        return []
    change = {"seat": "1", "set": {"aegis": 3}}
    yes = [(it, {"kind": "adjust", "accept": True}) for it in match.seats[1:]]
    return [
        ("2", {"kind": "instruct", "about": "intercept", "answer": "never"}),
        ("1", {"kind": "propose", "what": "adjustment", "changes": [change, {"camp": 2}]}),
        *yes,
        *((it, {"kind": "concede"}) for it in match.seats[1:]),
    ]


def gods_agreed(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """A draw in the second Age."""
    if match.state.age < 2:
        return []
    yes = [(it, {"kind": "adjust", "accept": True}) for it in match.seats[1:]]
    return [("1", {"kind": "propose", "what": "draw"}), *yes]


def gods_late(match: Any, asked: set[str]) -> list[tuple[str, Json | None]]:
    """While all plan, the time of all but one runs out."""
    return [(it, None) for it in match.seats[1:]] if "plan" in asked and len(match.asked) == len(match.seats) else []


@dataclass(frozen=True)
class Recipe:
    """A match to play until it ends so: the outcome's reason, whether somebody wins and, where it is named, which seat.
    `position`: where it begins, in place of the options; `event`: one that must be in its journal, by some of its
    fields."""

    reason: str
    won: bool
    options: Json
    seed: int
    closing: Closing = nothing
    kinds: frozenset[str] = field(default_factory=frozenset)
    winner: str | None = None
    position: Json | None = None
    event: Json = field(default_factory=dict)

    def fits(self, outcome: Json, asked: set[str], journal: list[Json]) -> bool:
        """Whether a match ended as the recipe says, asked the questions and had the event that it must have."""
        winners = outcome["winners"]
        if (outcome["reason"], bool(winners)) != (self.reason, self.won) or not self.kinds <= asked:
            return False
        if not any(self.event.items() <= event.items() for event in journal):
            return False
        return self.winner is None or winners == [self.winner]


def _options(agenda: str, composition: str, decor: str) -> Json:
    return {"agenda": agenda, "composition": composition, "decor": decor}


LAST_HERO = {
    "number": 7,
    "hands": {"1": ["stalker", "kill-signal", "husk", "stilt"], "2": ["militia", "decoy", "rifles"]},
    "play": [{"card": "husk", "seat": "1", "zone": "eurasia"}, {"card": "rifles", "seat": "2", "zone": "africa"}],
    "hero": {"card": "ferreira", "zone": "africa"},
    "fallen": ["okafor", "kestrel"],
}
LAST_TURNS = {
    "number": 33,
    "plot": 6,
    "play": [{"card": card, "seat": "1", "zone": "africa"} for card in ("colossus", "maw", "siphon")]
    + [{"card": "svalbard", "seat": "2", "zone": "africa", "tokens": 2}],
    "hands": {"1": ["skitterling", "lamprey"], "2": ["militia", "gunship"]},
    "strategies": {"1": {"hunger": True, "brood": False, "black-sky": False}},
}

CABALS = ("coordination", "black-guard", "polisec", "resistance", "syndicate")


def last_cycle(players: int) -> Json:
    """Diktat's last cycle, or with 10 Victory points its first, at the beginning of the Development."""
    gains = {"cards": ["o43", "o21"], "markers": {"artefact": 1, "josefov": 1}, "pp": 6, "affinities": {"artefact": 2}}
    rows = {str(n): {"cabal": cabal} for n, cabal in enumerate(CABALS[:players], 1)}
    rows["1"] |= gains
    rows["2"] |= {"extra": 9, "reserve": 2, "supply": 4}
    cycle = {2: 5, 3: 4, 4: 4, 5: 1}[players]
    track, secret = ["o37", "o25", "o06"][: 2 + (players > 3)], "o51"
    position: Json = {"players": players, "cycle": cycle, "phase": "development", "track": track, "secret": secret}
    return with_pile(position | {"seats": rows})


def with_pile(position: Json) -> Json:
    """A position of Diktat with its whole pile, so that nothing is shuffled to make it."""
    text = json.dumps(position)
    return position | {"deck": [id for n in range(1, 73) if (id := f"o{n:02}") not in text]}


def darkened(players: int) -> Json:
    """Diktat with the Others, where nearly all Darkness has been laid, in the Manoeuvres of the second cycle."""
    mine = {"pawns": 3, "agents": "EECG", "pp": 4, "reserve": 2}
    position: Json = {
        "players": players,
        "configurations": ["others"],
        "cycle": 2,
        "phase": "manoeuvres",
        "turn": "1",
        "seats": {str(n): {"cabal": cabal} | mine for n, cabal in enumerate(CABALS[:players], 1)},
        "sectors": {
            "karst": {"others": "CCGE", "darkness": 3},
            "motol": {"others": "CGEE", "darkness": 3},
            "artefact": {"others": "CGGE"},
        },
        "track": ["o25", "o43"],
        "secret": "o55",
    }
    return with_pile(position)


TIED = with_pile(
    {
        "players": 4,
        "cycle": 4,
        "phase": "resolution",
        "seats": {str(n): {"cabal": cabal, "pp": 4, "reserve": 1} for n, cabal in enumerate(CABALS[:4], 1)},
        "sectors": {
            "karst": {"stacks": [{"seat": "1", "pawns": "EE"}, {"seat": "3", "pawns": "E"}], "tokens": {"dormant": 1}},
            "motol": {"stacks": [{"seat": "4", "pawns": "CCE"}, {"seat": "2", "pawns": "EE"}], "tokens": {"revolt": 1}},
        },
        "track": ["o25", "o43"],
    }
)

RECIPES = {
    "points": Recipe("points", True, _options("valves", "secret", "preset"), 42),
    "draw": Recipe("points", False, _options("cores", "secret", "placed"), 133),
    "traque": Recipe("traque", True, _options("gargoule", "secret", "preset"), 84),
    "traque-draw": Recipe("traque", False, _options("gargoule", "secret", "preset"), 124),
    "fiel": Recipe("fiel", True, _options("skirmish", "draft", "preset"), 90),
    "both-fiel": Recipe("fiel", False, _options("gargoule", "draft", "placed"), 69, kinds=frozenset(("choose",))),
    "concession": Recipe("concession", True, _options("survey", "secret", "preset"), 1, conceded),
    "agreement": Recipe("agreement", False, _options("survey", "draft", "preset"), 1, agreed),
    "invader/deck-of-the-human": Recipe("deck", True, {"invader": "1"}, 1, winner="1", kinds=frozenset(("cancel",))),
    "invader/deck-of-the-invader": Recipe("deck", True, {"invader": "1"}, 62, winner="2"),
    "invader/plot": Recipe("plot", True, {"decks": "built", "uniform_prompts": False}, 1),
    "invader/heroes": Recipe("heroes", True, {}, 1, winner="1", position=LAST_HERO),
    "invader/turns": Recipe("turns", True, {}, 1, winner="2", position=LAST_TURNS),
    "invader/concession": Recipe("concession", True, {"invader": "2"}, 1, duel_conceded),
    "invader/agreement": Recipe("agreement", False, {}, 1, duel_agreed),
    "invader/time": Recipe("time", True, {}, 1, duel_late),
    "diktat/points-whole": Recipe("points", True, {"players": 2, "cabals": "choice"}, 1),
    "diktat/struggle": Recipe("points", True, {"players": 4}, 1, position=TIED, kinds=frozenset(("bid", "wake"))),
}


def brink(scenario: str, hero: Json, figures: list[Json], **more: Any) -> Json:
    """A position of Blade & Book shortly before its end."""
    options = {"players": 2, **more.pop("options", {})}
    return {"scenario": scenario, "options": options, "heroes": [hero], "figures": figures, "deck": [], **more}


_LEDGER = {"id": "nessa", "at": "barge", "items": ["ledger"]}
_CAPTIVE = {"id": "hrodvar", "at": "landing", "items": ["captive"]}
_WEAK = {"id": "nessa", "at": "b2", "items": [], "gems": {"reserve": 1}}
_LAST = {"id": "red-1", "unit": "dock-bravo", "at": "b2"}
_VASKRA = {"id": "vaskra-1", "tile": "vaskra", "unit": "vaskra", "at": "dais", "life": 1}
RECIPES |= {
    "blade/cleared": Recipe("cleared", True, {}, 1, position=brink("practice", {"id": "hrodvar", "at": "b2"}, [_LAST])),
    "blade/ledger": Recipe("ledger", True, {}, 1, position=brink("ledger", _LEDGER, [], options={"heroes": 2})),
    "blade/captives": Recipe("captives", True, {}, 1, position=brink("reeds", _CAPTIVE, [], options={"heroes": 2})),
    "blade/vaskra": Recipe(
        "vaskra", True, {}, 1,
        position=brink("coil", {"id": "hrodvar", "at": "dais"}, [_VASKRA], counters={"needed": 3, "lit": 3}),
    ),
    "blade/dead": Recipe("dead", True, {}, 1, position=brink("practice", _WEAK, [_LAST], side="overlord")),
    "blade/time": Recipe("time", True, {"scenario": "ledger", "players": 4}, 1),
    "blade/nobody": Recipe("time", False, {"scenario": "bench", "players": 2}, 1),
    "blade/concession": Recipe("concession", True, {"scenario": "practice"}, 1, heroes_conceded),
    "blade/agreement": Recipe("agreement", False, {"scenario": "reeds", "players": 5}, 1, sides_agreed),
    "blade/late": Recipe("time", True, {"scenario": "practice", "players": 2}, 1, overlord_late),
}  # fmt: skip
for _n in (2, 3, 4, 5):
    _of: Json = {"players": _n}
    _beset = _of | {"configurations": ["others"]}
    RECIPES |= {
        f"diktat/points-{_n}": Recipe("points", True, _of, _n, position=last_cycle(_n)),
        f"diktat/others-cards-{_n}": Recipe("others", False, _beset, 1, event={"kind": "overrun", "why": "cards"}),
        f"diktat/others-darkness-{_n}": Recipe(
            "others", False, _of, 1, position=darkened(_n), event={"kind": "overrun", "why": "darkness"}
        ),
        f"diktat/concession-{_n}": Recipe("concession", True, _of, 1, cabals_conceded),
        f"diktat/agreement-{_n}": Recipe("agreement", False, _of, 1, cabals_agreed),
        f"diktat/time-{_n}": Recipe("time", True, _of, 1, cabals_late),
    }

GODS = ("zeus", "hades", "athena", "artemis")


def of_gods(players: int, one: Json, **more: Any) -> Json:
    """A position of Hybris: the first seat's record, the others' as they begin."""
    rows = {str(n): {"olympian": god} for n, god in enumerate(GODS[:players], 1)}
    rows["1"] |= one
    return {"seats": rows, **more}


_RISING = {"improvements": 5, "aegis": 5, "sparks": 3, "characters": {"olympian": {"at": "moirai"}}}
_DRAINING = {"characters": {"hero-1": {"at": "underworld"}}}
_FALLEN = {city: {"destroyed": True} for city in ("athens", "sparta", "corinth", "thebes")}
_NEAR = {"space": 3, "pile": ["slow-step", "…"]}
RECIPES["hybris/points-whole"] = Recipe("points", True, {"players": 2, "olympians": "choice"}, 1)
for _n in (2, 3, 4):
    _last = of_gods(_n, {}, age=6, phase="planning")
    _risen = of_gods(_n, _RISING, turn="1", acting="1-olympian")
    _lost = of_gods(_n, _DRAINING, turn="1", acting="1-hero-1", cities=_FALLEN, chaos=_NEAR)
    RECIPES |= {
        f"hybris/points-{_n}": Recipe("points", True, {}, 1, position=_last),
        f"hybris/ascension-{_n}": Recipe("ascension", True, {}, 1, winner="1", position=_risen),
        f"hybris/chaos-{_n}": Recipe("chaos", False, {}, 1, position=_lost, event={"kind": "intercept-asked"}),
        f"hybris/concession-{_n}": Recipe("concession", True, {"players": _n}, 1, gods_conceded, winner="1"),
        f"hybris/agreement-{_n}": Recipe("agreement", False, {"players": _n, "chaos": "raging"}, 1, gods_agreed),
        f"hybris/time-{_n}": Recipe("time", True, {"players": _n, "chaos": "calm"}, 1, gods_late, winner="1"),
    }


def record(name: str) -> Json:
    """The golden of a recipe, from the first seed that gives one."""
    recipe = RECIPES[name]
    for seed in range(recipe.seed, recipe.seed + TRIED):
        golden = _played(match_of(name), recipe, seed)
        if golden is not None:
            return golden
    raise SystemExit(f"no match of {TRIED} ends by {recipe.reason} as it should: choose another seed or other options")


def _played(kind: Any, recipe: Recipe, seed: int) -> Json | None:
    rng, dice = random.Random(seed), Recording(SeededChance(seed))
    with patch.object(facade, "SeededChance", lambda _: dice):
        match = kind.new(recipe.options, seed) if recipe.position is None else kind.from_position(recipe.position)
    commands: list[list[Any]] = []
    asked: set[str] = set()
    planned: list[tuple[str, Json | None]] = []
    while match.asked:
        asked |= {question.kind for question in match.asked.values()}
        planned = planned or recipe.closing(match, asked)
        if planned:
            seat, command = planned.pop(0)
        else:
            seat = rng.choice(list(match.asked))
            command = next(match.commands(seat, rng))
        say(match, seat, command)
        commands.append([seat, command, len(match.journal)])
    assert match.outcome is not None
    if not recipe.fits(match.outcome, asked, match.journal):
        return None
    golden = _golden(recipe.options, seed, match, commands, dice)
    return golden if sum(len(compact(row)) for row in golden["journal"][1:] + commands) < LONGEST else None


def _golden(options: Json, seed: int, match: Any, commands: list[list[Any]], dice: Recording) -> Json:
    journal, keys = match.journal, keys_of(match)
    ends = [events for _, _, events in commands]
    moments = sorted({ends[(len(ends) - 1) * n // (MOMENTS - 1)] for n in range(MOMENTS)})
    return {
        "options": options,
        "seed": seed,
        "outcome": match.outcome,
        "dice": "".join(map(str, dice.dice)),
        "shuffles": dice.shuffles,
        "keys": keys,
        "checks": [check(type(match).replay({}, journal[:end]), keys) for end in moments],
        "commands": commands,
        "journal": journal,
    }


def main(*wanted: str) -> None:
    """Records these goldens, or all."""
    for name in wanted or RECIPES:
        golden = record(name)
        save(name, golden)
        size = (FOLDER / f"{name}.json").stat().st_size
        sys.stdout.write(f"{name}: seed {golden['seed']}, {len(golden['commands'])} commands, {size} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
