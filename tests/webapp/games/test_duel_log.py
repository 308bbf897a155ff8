"""The duel's log and end, in words."""

from __future__ import annotations

from rules.invader import Match
from tests.invader.table import duel
from tests.webapp.games.test_duel import names
from webapp.games.invader.log import LOG
from webapp.table_kit.plain_texts import verdict


def test_the_log_begins_with_what_players_would_tell() -> None:
    """SET-2, SET-5: starter decks are no news, and the plot starts."""
    match = Match.new({}, 3)
    while "main" not in {it.kind for it in match.asked.values()}:
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    its = names(match, "spectator")
    sentences = [text for event in its.view["log"] if (text := LOG.sentence(event, its))]
    assert "The plot starts at 10." in sentences
    assert not [text for text in sentences if "deck" in text]
    held = {"n": 9, "kind": "attacked", "zone": "africa", "invader": 2, "human": 7, "drain": 0}
    assert LOG.sentence(held, its) == "Africa holds, 7 to 2."
    assert LOG.sentence(held | {"invader": 9, "drain": 2}, its) == "Attack on Africa: 9 against 7, 2 to drain."


def test_the_end_names_whose_deck_ran_out() -> None:
    """END-1."""
    its = names(duel(), "1")
    outcome = {"winners": ["1"], "reason": "deck", "score": {"1": 12, "2": 0}}
    assert verdict(outcome, its) == ("Ilse wins.", "Tomáš had no card left to take.")
