"""Hybris's log: what of it concerns its reader, what is one entry, what is folded, the clauses that it cites."""

from __future__ import annotations

import tomllib

from rules.hybris import Match
from tests.webapp.games.test_hybris import WOKEN, moments_of, names_of
from webapp.games.contract import Json
from webapp.games.hybris import log
from webapp.games.hybris.rulebook import FOLDER
from webapp.games.hybris.screens import SCREENS


def test_the_log_can_be_narrowed_to_what_concerns_its_reader() -> None:
    match = Match.from_position(WOKEN)
    fallen = {
        "kind": "absorbed",
        "n": 9,
        "city": "athens",
        "technologies": [],
        "temples": [],
        "characters": ["1-hero-1"],
    }
    classes = [line_classes(fallen, match, seat) for seat in "12"]
    assert [{"is-mine", "is-hit"} <= it for it in classes] == [True, False]
    assert all("of-chaos" in it for it in classes)


def test_a_worker_that_stays_is_no_loss_when_another_s_leaves() -> None:
    """FIN-8: the event names both."""
    match = Match.from_position(WOKEN)
    left = {"kind": "exhausted", "n": 9, "keep": {"1": [], "2": ["moon-bow"]}, "back": {"1": ["thunderbolt"], "2": []}}
    classes = [line_classes(left, match, seat) for seat in "12"]
    assert [("is-mine" in it, "is-hit" in it) for it in classes] == [(True, True), (True, False)]


def line_classes(event: Json, match: Match, seat: str) -> set[str]:
    """The classes of an event's line in the log of a seat."""
    return set(str((SCREENS.line(event, names_of(match, seat)) or {})["c"]).split())


def test_both_languages_have_the_same_clauses_and_the_log_cites_none_else() -> None:
    clauses = {
        language: {
            id
            for key, part in tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")).items()
            if key != "first"
            for id in part
            if id != "name"
        }
        for language in ("en", "fr")
    }
    assert clauses["en"] == clauses["fr"]
    assert len(clauses["en"]) == 207
    assert set(log.CLAUSES.values()) - clauses["en"] == set()


def test_what_chaos_does_is_one_chain_of_the_log() -> None:
    *_, match = moments_of(3, 500, players=3, chaos="raging")
    kinds = {it["kind"]: log.LOG.chain(it) for it in match.view("1")["log"]}
    assert kinds["attracted"] == "begins"
    assert {kinds[it] for it in ("progressed", "momentum") if it in kinds} == {"goes-on"}
    assert kinds["activated"] is None


def test_a_match_that_began_in_a_later_age_was_not_set_up() -> None:
    """What is folded as set-up is what came before the first Age."""
    first, second = ({"kind": "age-began", "n": n, "age": age} for n, age in ((35, 1), (220, 2)))
    assert SCREENS.set_up([first, second]) == 35
    assert SCREENS.set_up([second]) is None
