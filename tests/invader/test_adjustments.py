"""Adjustments that both agree on: checked for sense, and as secret as the places that they name (GEN-5)."""

from __future__ import annotations

import pytest

from rules.invader import Match
from rules.kernel import Json
from tests.invader.table import duel, hero, on, pieces, play, refused


def propose(*changes: Json) -> Json:
    return {"kind": "propose", "what": "adjustment", "changes": list(changes)}


def agreed(match: Match, seat: str, *changes: Json) -> None:
    match.submit(seat, propose(*changes))
    match.submit("2" if seat == "1" else "1", {"kind": "adjust", "accept": True})


def table() -> Match:
    return duel(
        hands={"1": ["husk", "kite"], "2": ["decoy", "militia"]},
        decks={"1": ["stilt", "maw"], "2": ["carrier", "rifles", "drones"]},
        play=on("2", "africa", "trench"),
        hero=hero(),
    )


@pytest.mark.parametrize(
    ("seat", "change", "seers"),
    [
        ("1", {"top": "2", "to": "hand"}, {"2"}),
        ("1", {"top": "2", "to": "deck-bottom"}, set()),
        ("1", {"top": "2", "to": "discard"}, {"1", "2", "spectator"}),
        ("2", {"card": "2-decoy-1", "to": "deck-top"}, {"2"}),
        ("2", {"card": "2-decoy-1", "to": "deck-bottom"}, {"2"}),
        ("2", {"card": "2-decoy-1", "to": "discard"}, {"1", "2", "spectator"}),
    ],
)
def test_a_hidden_card_is_named_only_to_those_who_may_know_it(seat: str, change: Json, seers: set[str]) -> None:
    """GEN-5: in the proposal, the question, the log and the view; once it lies open it is known to all."""
    match = table()
    moved = "2-decoy-1" if "card" in change else "2-carrier-1"
    match.submit(seat, propose(change))
    for viewer in ("1", "spectator"):
        assert moved not in str(match.view(viewer))
    match.submit("2" if seat == "1" else "1", {"kind": "adjust", "accept": True})
    viewers = {viewer for viewer in ("1", "2", "spectator") if moved in str(match.view(viewer))}
    assert viewers == seers
    assert Match.replay({}, match.journal).position() == match.position()


def test_a_proposed_secret_is_imagined_anew() -> None:
    """GEN-5: in a match that the other could imagine, the proposal names some card of the imagined hand."""
    match = table()
    match.submit("2", propose({"card": "2-decoy-1", "to": "deck-top"}))
    worlds = [match.imagine("1", seed).state for seed in range(8)]
    named = [state.stack[-1].changes[0]["card"] for state in worlds]
    assert all(card in state.hands["2"] for card, state in zip(named, worlds, strict=True))
    assert len(set(named)) > 1
    assert match.imagine("2", 1).state.stack[-1].changes[0]["card"] == "2-decoy-1"


def test_knowledge_of_a_deck_ends_at_a_card_that_nobody_saw() -> None:
    """GEN-5: a card put under the known bottom unseen, and one put on a known top."""
    match = table()
    agreed(match, "2", {"card": "2-trench-1", "to": "deck-bottom"})
    assert match.view("1")["known"]["2"]["bottom"] == ["2-trench-1"]
    agreed(match, "2", {"card": "2-decoy-1", "to": "deck-bottom"})
    assert match.view("1")["known"]["2"]["bottom"] == []


def test_a_card_that_is_being_played_is_in_nobodys_reach() -> None:
    """PLY-9: it would else lie in two places."""
    match = table()
    match.submit("1", play("1-husk-1", "africa", discard=["1-kite-1"]))
    assert refused(match, "2", propose({"card": "1-husk-1", "to": "hand"}))[1] == "not-in-play"


def test_an_order_lies_in_no_zone_and_only_the_hero_is_turned() -> None:
    """CRD-3, HER-2: nonsense is refused; of a deck's top, which nobody knows, an order stays where it is."""
    match = table()
    assert refused(match, "2", propose({"card": "2-decoy-1", "to": "africa"}))[1] == "bad-shape"
    assert refused(match, "2", propose({"piece": "2-trench-1", "upright": False}))[1] == "bad-shape"
    assert refused(match, "2", propose({"piece": "2-okafor", "tokens": 1}))[1] == "bad-shape"
    agreed(match, "2", {"piece": "2-okafor", "upright": False}, {"piece": "2-trench-1", "tokens": 2})
    assert (match.view("1")["hero"]["upright"], match.view("1")["play"][0]["tokens"]) == (False, 2)
    order = duel(decks={"1": ["surge", "husk"], "2": ["militia"]})
    agreed(order, "1", {"top": "1", "to": "africa"})
    assert (pieces(order), order.view("1")["decks"]["1"]) == ([], 2)
