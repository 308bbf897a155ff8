"""Interruptions of interruptions: what is left over when Chaos has reached the pile, and what goes on."""

from __future__ import annotations

from typing import Any

from rules.hybris import Match
from rules.kernel import Json
from tests.hybris.table import asked, at, events, play

DRAIN: Json = {"kind": "drain"}


def resolving(position: Json, *frames: Json) -> Match:
    """A match at a position written by hand, with these effects on top of the turn of seat 1."""
    whole = at(position).position()
    return Match.from_position({**whole, "resolving": [*whole["resolving"], *frames]})


def effects(*words: tuple[str, int], begun: bool = False) -> Json:
    gains = [{"gain": word, "n": n, "of": None} for word, n in words]
    return {"frame": "gains", "seat": "1", "gains": gains, "clause": "", "source": "", "begun": begun}


def seats(one: Json, **two: Any) -> Json:
    nobody = {"energy": 0}
    return {"1": {"olympian": "zeus", "hangar": nobody, **one}, "2": {"olympian": "hades", "hangar": nobody, **two}}


WAITING: Json = {"turn": "1", "seats": seats({"characters": {"hero-1": {"token": "olympus"}}})}


def test_left_over_progress_of_an_interrupted_effect_is_ignored() -> None:
    """PRO-3: Aegis draws a Slow Step, Chaos reaches the pile; the Progress that the same effect still holds is ignored,
    its other gains are not; an effect that has not begun moves Chaos all the same."""
    position = {**WAITING, "chaos": {"space": 3, "pile": ["slow-step", "…"]}, "cataclysm": ["argos", "…"]}
    match = resolving(position, effects(("progress", 1)), effects(("aegis", 1), ("progress", 1), ("vp", 2)))
    assert match.state.cities["argos"].destroyed
    assert (match.state.chaos.space, match.state.mats["1"].has("vp")) == (2, 2)
    assert [(row["from"], row["to"]) for row in events(match, "progressed")] == [(3, 4), (1, 2)]


def test_the_sixth_momentum_inside_an_absorption_moves_chaos_once() -> None:
    """CAT-2, CAT-5, MOM-2, MOM-3: three things in Argos with 5 Momentum: the first unleashes, its move waits; 2 are
    gained after it; then Chaos is put on 1 and moves 2."""
    placed = {"hero-1": {"at": "argos"}, "hero-2": {"at": "argos"}, "olympian": {"at": "argos"}}
    position = {
        "turn": "1",
        "seats": seats({"characters": {"hero-1": {"token": "olympus"}}}, characters=placed),
        "chaos": {"space": 3, "momentum": 5, "pile": ["slow-step", "…"]},
        "cataclysm": ["argos", "…"],
        "camp": 2,
    }
    match = resolving(position, effects(("progress", 1)))
    assert (match.state.chaos.space, len(match.state.chaos.momentum), match.state.camp) == (3, 2, 0)
    assert len(events(match, "unleashed")) == 1
    characters = match.state.mats["2"].characters
    assert (characters["hero-1"].at, characters["olympian"].at, characters["olympian"].wounded) == (
        "removed",
        "reserve",
        "now",
    )


def test_an_interception_won_stops_the_rest_of_the_move() -> None:
    """INT-7, PRO-3: Progress of 2 on space 3: after the first is intercepted the second is ignored."""
    two = {"olympian": "poseidon", "hand": ["earth-shaker", "deluge"], "hangar": {"energy": 1}}
    position = {
        "turn": "1", "chaos": {"space": 3, "pile": ["torpor", "…"]},
        "seats": {"1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"hero-1": {"token": "olympus"}}},
                  "2": two},
    }  # fmt: skip
    match = resolving(position, effects(("progress", 2)))
    play(match, ("2", {"kind": "intercept", "accept": True}))
    play(match, ("2", {"kind": "commit", "cards": ["2-earth-shaker-1"]}))
    play(match, ("2", {"kind": "choose", "choice": "defend"}))
    assert (asked(match), match.state.chaos.space, len(match.state.cataclysm)) == ({"1": "turn"}, 3, 5)
    assert len(events(match, "intercept-asked")) == 1


def test_a_turn_whose_character_is_gone_goes_on_with_free_deeds() -> None:
    """GEN-6, ACT-6, CHR-4: the City falls under the hero that has arrived there; no action is asked for."""
    one = {"characters": {"hero-1": {"at": "argos"}}, "premonitions": ["crowd"]}
    position = {
        "turn": "1", "acting": "1-hero-1", "seats": seats(one), "cataclysm": ["argos", "…"],
        "chaos": {"space": 3, "pile": ["slow-step", "…"]},
    }  # fmt: skip
    match = resolving(position, effects(("aegis", 1)))
    assert match.state.mats["1"].characters["hero-1"].at == "removed"
    assert asked(match) == {"1": "after"}
    play(match, ("1", {"kind": "done"}))
    assert asked(match) != {"1": "act"}


def test_an_empty_chaos_pile_is_made_anew_without_what_lies_open() -> None:
    """MOM-4, ATR-3, CCB-5: the card being applied is not shuffled into the pile."""
    one = {"characters": {"hero-1": {"at": "underworld"}, "hero-2": {"token": "olympus"}}}
    chaos = {"pile": ["mutation"], "discard": ["torpor"]}
    match = at({"turn": "1", "acting": "1-hero-1", "seats": seats(one), "chaos": chaos})
    play(match, ("1", DRAIN))
    assert match.state.chaos.momentum == ("chaos-torpor-1",)
    assert match.state.chaos.discard == ("chaos-mutation-1",)
    nothing = at({"turn": "1", "acting": "1-hero-1", "seats": seats(one), "chaos": {"pile": [], "discard": []}})
    play(nothing, ("1", DRAIN))
    assert (nothing.state.mats["1"].has("aegis"), nothing.state.chaos.momentum) == (4, ())


def test_chaos_counts_as_an_olympian_but_is_no_players() -> None:
    """GEN-5: the Judge's Force is against players alone, the Spear's against all."""
    for olympian, force in (("hades", 2), ("zeus", 3)):
        row = {"olympian": olympian, "improvements": 3, "characters": {"hero-1": {"at": "surroundings"}}}
        other = "zeus" if olympian == "hades" else "hades"
        match = at({"turn": "1", "acting": "1-hero-1", "seats": {"1": row, "2": {"olympian": other}}})
        defend = {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False}
        assert match.forces("1", defend)["own"]["least"] == force


def test_effects_of_one_moment_begin_with_whose_turn_it_is() -> None:
    """GEN-7: both have the Old Wall in progress, at a Site with a bonus: seat 2, in turn, gains before seat 1 that is
    ahead in order. Only one copy is in a match, so two Adventures that listen to one event stand for it."""
    olympians = [{"card": "debris", "site": 1}]
    one = {"grandeur": 3, "hangar": {"energy": 0, "adventures": olympians}}
    two = {"olympian": "hades", "hangar": {"energy": 0, "adventures": [{"card": "hermit", "site": 1}]},
           "characters": {"olympian": {"token": "olympus"}}}  # fmt: skip
    match = at({"turn": "2", "seats": {"1": {"olympian": "zeus", **one}, "2": two}})
    play(match, ("2", {"kind": "activate", "character": "2-olympian"}))
    assert [(row["seat"], row["card"]) for row in events(match, "adventure-moved")] == [("1", "debris")]
    assert match.state.mats["1"].has("rd") == 1
