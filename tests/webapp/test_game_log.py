"""A game's log as a table (`webapp.table_kit.log`), with a game of three kinds of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from webapp.games.contract import Json, Words
from webapp.table_kit.log import GameLog

TEXTS = {"event.dived": "{seat} dives for {n}.", "event.dived-empty": "{seat} comes up empty.", "event.day": "Day {n}."}


class Texts:
    game, language = "pearls", "en"

    def has(self, key: str) -> bool:
        return key in TEXTS

    def __call__(self, key: str, **params: Any) -> str:
        return TEXTS[key].format(**params)


class PearlLog(GameLog[Words]):
    clauses: Mapping[str, str] = {"dived": "DIV-1", "day": "DAY-1"}
    sounds: Mapping[str, str] = {"dived-empty": "wound"}
    silent = frozenset(("shuffled",))
    heads = frozenset(("day",))
    announced = frozenset(("dived", "shuffled"))
    last = 3

    def variants(self, event: Json, names: Words) -> Sequence[str]:
        if event["kind"] == "dived" and event["n"] < 0:
            return ()
        return ("dived-empty", "dived") if event["kind"] == "dived" and not event["n"] else (event["kind"],)


LOG = PearlLog()
DIVED: Json = {"n": 1, "kind": "dived", "seat": "1"}


def words(*log: Json) -> Words:
    return Words({"log": list(log)}, Texts(), {"1": "Ilse", "2": None})  # type: ignore[arg-type]


def test_the_most_particular_text_sound_and_clause_are_used() -> None:
    line = LOG.line({**DIVED, "n": 0}, words())
    assert line is not None
    assert line["x"][0] == "Ilse comes up empty."
    assert line["x"][-1]["a"]["data-clause"] == "DIV-1"
    assert line["a"]["data-sound"] == "wound"
    assert line["c"].split() == ["log-entry", "side-1"]
    other = LOG.line({**DIVED, "clause": "DIV-9"}, words())
    assert other is not None
    assert (other["x"][0], other["x"][-1]["a"]["data-clause"]) == ("Ilse dives for 1.", "DIV-9")
    assert "data-sound" not in other["a"]


def test_a_heading_of_nobodys() -> None:
    line = LOG.line({"n": 4, "kind": "day"}, words())
    assert line is not None
    assert line["c"].split() == ["log-entry", "is-head"]


@pytest.mark.parametrize(
    ("event", "tells"),
    [
        ({"kind": "shuffled"}, True),  # the game's to leave out
        ({**DIVED, "n": -1}, True),  # nothing has happened
        ({"kind": "rewound"}, False),  # the house's to tell
    ],
)
def test_events_without_a_line(event: Json, tells: bool) -> None:
    assert LOG.line(event, words()) is None
    assert LOG.tells(event, words()) == tells


def test_of_the_last_events_those_that_have_a_sentence_are_announced() -> None:
    old = {**DIVED, "n": 7}
    rows = LOG.beats(words(old, {"n": 8, "kind": "shuffled"}, {"n": 9, "kind": "day"}, {**DIVED, "n": 10}))
    assert [(row["n"], row["node"]["c"]) for row in rows] == [(10, "beat-line side-1")]
