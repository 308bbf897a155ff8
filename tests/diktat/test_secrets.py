"""The knowledge of a viewer, forecasts, and imagined worlds that fit it (HID-4, STK-8; queries)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from rules.diktat import Match, Refused
from tests.diktat.table import resolution, turn

SECTORS = {
    "karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EGC"}, {"id": "s2", "seat": "1", "pawns": "EE"}]},
    "motol": {"stacks": [{"id": "s3", "seat": "2", "pawns": "C"}]},
}


def test_knowledge_says_how_a_pawn_became_known() -> None:
    """STK-8, NEG-8: own, looked, shown or open."""
    match = turn(cabals=["coordination", "polisec", "syndicate"], sectors=SECTORS, seats={"2": {"agents": "CG"}})
    match.submit("1", {"kind": "spy", "at": {"stack": "s1", "pawn": 2}})
    match.submit("1", {"kind": "stop"})
    match.submit("2", {"kind": "show", "to": ["1"], "at": {"stack": "s1", "pawn": 3}})
    pawns = match.knowledge("1")["stacks"]["s1"]["pawns"]
    assert [(it["kind"], it["how"]) for it in pawns] == [(None, None), ("guard", "looked"), ("citizen", "shown")]
    assert match.knowledge("2")["stacks"]["s1"]["pawns"][0] == {"kind": "emissary", "how": "own", "said": []}
    assert match.knowledge("1")["unknown"]["2"] == {"citizen": [2, 2], "guard": [1, 1], "emissary": [1, 1]}
    assert match.knowledge("1")["screens"]["2"]["agents"] == {
        "citizen": [0, 2],
        "guard": [0, 1],
        "emissary": [0, 1],
        "all": [2, 2],
    }


def test_a_forecast_is_exact() -> None:
    """CNQ-3, STG: every way to lay the unknown Agents is equally likely; Struggles go by Rank."""
    seats = {"2": {"agents": "EC"}}
    match = turn(cabals=["coordination", "polisec"], sectors={"karst": {"stacks": [
        {"id": "s1", "seat": "2", "pawns": "EC"}, {"id": "s2", "seat": "1", "pawns": "E"}]}}, seats=seats)  # fmt: skip
    forecast = match.forecast("1", "karst")
    # of two Emissaries and two Citizens two lie there: both with 1/6, one with 4/6
    assert forecast["seats"]["2"]["emissaries"] == {"0": "1/6", "1": "2/3", "2": "1/6"}
    assert forecast["seats"]["1"]["winner"] == str(Fraction(5, 6))
    assert forecast["seats"]["1"]["struggle"] == "2/3"
    assert sum(Fraction(row["winner"]) for row in forecast["seats"].values()) == 1
    assert len(forecast["trophies"]) == 2
    assert match.forecast("2", "karst")["seats"]["1"]["emissaries"] == {"1": "1"}


def test_a_forecast_counts_the_emissaries_of_a_token_that_was_used() -> None:
    """CNQ-2: as soon as its owner has said so."""
    stacks = [{"id": "s1", "seat": "1", "pawns": "CC"}, {"id": "s2", "seat": "2", "pawns": "C"}]
    sectors = {"karst": {"stacks": stacks, "tokens": {"dormant": 1, "revolt": 1}}}
    match = resolution(cabals=["resistance", "polisec"], sectors=sectors)
    assert match.forecast("1", "karst")["seats"]["2"]["winner"] == "0"
    match.submit("2", {"kind": "wake", "use": True})
    forecast = match.forecast("1", "karst")["seats"]
    assert [forecast["2"][it] for it in ("emissaries", "winner", "takings")] == [{"1": "1"}, "1", {"1": "1"}]


def test_a_forecast_with_what_one_would_send() -> None:
    match = turn(cabals=["coordination", "polisec"], sectors=SECTORS, seats={"1": {"agents": "EE"}})
    assert match.forecast("1", "motol", "EE")["seats"]["1"]["emissaries"] == {"2": "1"}
    with pytest.raises(Refused):
        match.forecast("1", "motol", "EEE")
    with pytest.raises(Refused):
        match.query("spectator", "forecast", {"sector": "nowhere"})


def test_an_imagined_world_keeps_what_is_known() -> None:
    """STK-8: a pawn looked at stays what it is; the others are dealt anew from the same Agents."""
    match = turn(cabals=["coordination", "polisec"], sectors=SECTORS, seats={"2": {"agents": "CCGG"}}, secret="o54")
    match.submit("1", {"kind": "spy", "at": {"stack": "s1", "pawn": 1}})
    match.submit("1", {"kind": "stop"})
    tops, secrets = set(), set()
    for seed in range(30):
        world = match.imagine("1", seed)
        position = world.position()
        pawns = position["sectors"]["karst"]["stacks"][0]["pawns"]
        assert pawns[0] == "E"
        assert sorted(
            pawns + position["sectors"]["motol"]["stacks"][0]["pawns"] + position["seats"]["2"]["agents"]
        ) == sorted("EGCCCCGG")
        tops.add(pawns[1])
        secrets.add(position["secret"])
    assert tops == {"C", "G"}
    assert len(secrets) > 10


def test_a_discreet_deal_is_imagined_within_what_could_be() -> None:
    """HID-4, NEG-10: of PP and Agents that may have changed hands the sums alone are known."""
    match = turn(
        cabals=["coordination", "polisec", "syndicate"],
        seats={"1": {"pp": 5, "agents": "CE"}, "2": {"agents": "G"}},
    )
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"pp": 2, "agents": "E"}, "discreet": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    seen = set()
    for seed in range(20):
        world = match.imagine("3", seed)
        one, two = (world.position()["seats"][it] for it in "12")
        assert one["pp"] + two["pp"] == 5
        assert sorted(one["agents"] + two["agents"]) == sorted("CEG")
        assert world.knowledge("3") == match.knowledge("3")
        assert world.view("3", 10**9) | {"decision": None} == match.view("3", 10**9) | {"decision": None}
        seen.add((one["pp"], one["agents"]))
    assert len(seen) > 3


def test_what_a_discreet_deal_moved_is_known_again_once_a_screen_is_shown() -> None:
    """NEG-10, HID-4: PP, Agents and Affinity tokens, each to the figure, in imagined worlds too."""
    match = turn(
        cabals=["coordination", "polisec", "syndicate"],
        seats={"1": {"pp": 5, "agents": "CE", "affinities": {"people": 3}}, "2": {"pp": 1, "agents": "G"}},
    )
    give = {"pp": 2, "agents": "E", "affinities": {"people": 1}}
    match.submit("1", {"kind": "offer", "to": ["2"], "give": give, "discreet": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("1", {"kind": "show", "to": ["3"], "screen": ["pp", "agents", "affinities"]})
    for world in (match, match.imagine("3", 1)):
        two = world.knowledge("3")["screens"]["2"]
        agents = {"citizen": [0, 0], "guard": [1, 1], "emissary": [1, 1], "all": [2, 2]}
        assert (two["pp"], two["agents"], two["affinities"]["people"]) == ([3, 3], agents, [1, 1])
        row = world.position()["seats"]["2"]
        assert (row["pp"], row["agents"], row["affinities"]) == (3, "GE", {"people": 1})


def test_terms_that_a_viewer_has_not_heard_are_in_none_of_its_worlds() -> None:
    """NEG-10: of a discreet offer, and of the promises of a discreet deal; they are in those of its parties."""
    match = turn(cabals=["coordination", "polisec", "syndicate"], seats={"1": {"pp": 4, "spies": 2}, "2": {"pp": 2}})
    terms = {"give": {"pp": 2, "spies": 1}, "take": {"2": {"pp": 1}}, "note": "hush", "sworn": True, "discreet": True}
    promise = {"by": "1", "do": "no-send", "sector": "karst"}
    for _ in range(2):
        match.submit("1", {"kind": "offer", "to": ["2"], "promises": [promise], **terms})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    whole, heard, unheard = (it.position() for it in (match, match.imagine("2", 1), match.imagine("3", 1)))
    assert [heard[it] for it in ("offers", "deals")] == [whole[it] for it in ("offers", "deals")]
    (offer,), (deal,) = unheard["offers"], unheard["deals"]
    assert {key: value for key, value in offer.items() if value} == {
        "id": "d2",
        "by": "1",
        "to": ["2"],
        "discreet": True,
    }
    assert (deal["seats"], deal["sworn"], deal["promises"]) == (["1", "2"], True, [])


def test_whispers_that_a_viewer_has_not_heard_are_in_none_of_its_worlds() -> None:
    """NEG-8, NEG-9, STK-8: what was said of a pawn and of the secret card, and shown, to others alone."""
    match = turn(sectors=SECTORS, secret="o54", seats={"2": {"agents": "CG"}})
    claims = [{"at": {"stack": "s1", "pawn": 1}, "is": "guard"}, {"secret": "o01"}]
    match.submit("2", {"kind": "say", "to": ["3"], "claims": claims})
    match.submit("2", {"kind": "show", "to": ["3"], "at": {"stack": "s1", "pawn": 2}})
    for viewer, heard in (("1", False), ("3", True)):
        position = match.imagine(viewer, 1).position()
        row = position["sectors"]["karst"]["stacks"][0]
        assert [bool(it) for it in (row["said"], row["shown"], position["secret_said"])] == [heard] * 3
        assert match.view(viewer)["secret_said"] == [{"by": "2", "what": "o01", "sworn": False}] * heard


def test_imagined_worlds_keep_only_the_public_part_of_a_discreet_deal() -> None:
    """NEG-10, NEG-6, AFF-5: tokens that it delivers besides its parties alone know; what was discarded for a card goes
    on to the receiver, whatever the giver is imagined to hold."""
    match = turn(
        cabals=["coordination", "polisec", "syndicate"],
        seats={
            "1": {"pp": 1, "spies": 1, "cards": ["o59"], "affinities": {"people": 2, "politics": 1, "artefact": 1}},
            "2": {"assassins": 1, "affinities": {"politics": 3}},
        },
    )
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"affinities": {"people": 1}}, "discreet": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    give = {"pp": 1, "spies": 1, "cards": ["o59"], "affinities": {"artefact": 1}}
    terms = {"give": give, "take": {"2": {"assassins": 1, "affinities": {"politics": 1}}}}
    match.submit("1", {"kind": "offer", "to": ["2"], "note": "hush", "discreet": True, **terms})
    match.submit("2", {"kind": "accept", "offer": "d2"})
    match.submit("1", {"kind": "choose", "choice": ["screen", "people"]})
    reserved = {viewer: match.imagine(viewer, 1).position()["resolving"][-1]["reserved"] for viewer in "123"}
    assert reserved == {"1": {"artefact": 1}, "2": {"artefact": 1}, "3": {}}
    for viewer, moved in (("2", 1), ("3", 0)):
        for seed in range(8):
            world = match.imagine(viewer, seed)
            before = {it: world.position()["seats"][it] for it in "12"}
            kind = world.decisions["1"]["prompt"]["params"]["choices"][0][1]
            world.submit("1", {"kind": "choose", "choice": ["screen", kind]})
            one, two = (world.position()["seats"][it] for it in "12")
            came = Counter({"people": 1, "artefact": moved, "politics": -moved})
            came[kind] += 1
            came.update(before["2"]["affinities"])
            assert Counter(two["affinities"]) == came
            assert (one["spies"], one["assassins"], two["spies"]) == (0, 1, 1)
            assert one["pp"] == before["1"]["pp"] - moved


def test_sealed_bids_are_imagined() -> None:
    """STG-2."""
    match = resolution(
        cabals=["coordination", "polisec"],
        seats={"1": {"pp": 9}},
        sectors={"karst": {"stacks": [{"seat": "1", "pawns": "E"}, {"seat": "2", "pawns": "E"}]}},
    )
    match.submit("1", {"kind": "bid", "pp": 7})
    bids = {match.imagine("2", seed).position()["resolving"][-1]["answers"]["1"] for seed in range(20)}
    assert len(bids) > 3
    assert "7" not in str(match.view("2", 10**9)["resolving"])


def test_the_option_of_open_counting_shows_what_a_screen_can_hide() -> None:
    """HID-4: a table option."""
    match = Match.new({"players": 2, "counting": "open"}, seed=1)
    screen = match.view("1")["cabals"]["2"]["screen"]
    assert screen["agents"]["citizen"] == [3, 3]
    assert Match.new({"players": 2}, seed=1).view("1")["cabals"]["2"]["screen"] is None


def test_open_counting_counts_what_one_has_seen() -> None:
    """HID-4, STK-8: as `knowledge` has it at any moment; who has looked at a pawn knows more than others."""
    rng, match = random.Random(2), Match.new({"players": 3, "counting": "open"}, seed=2)
    apart = 0
    while match.asked:
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
        of_two = set()
        for viewer in ("1", "3", "spectator"):
            screens = match.knowledge(viewer)["screens"]
            shown = {it: row["screen"] for it, row in match.view(viewer)["cabals"].items()}
            assert [shown[it] for it in screens if it != viewer] == [screens[it] for it in screens if it != viewer]
            of_two.add(str(screens["2"]))
        apart += len(of_two) > 1
    assert apart


def test_open_counting_counts_what_one_was_shown() -> None:
    """HID-4, NEG-8: as soon as its owner has shown a pawn."""
    rng, match = random.Random(2), Match.new({"players": 3, "counting": "open"}, seed=2)
    while not (len(match.state.players["2"].agents) > 1 and list(match.state.stacks("2"))):
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    stack = next(stack.id for _, stack in match.state.stacks("2"))
    match.submit("2", {"kind": "show", "to": ["3"], "at": {"stack": stack, "pawn": 1}})
    shown, others = (match.view(viewer)["cabals"]["2"]["screen"] for viewer in ("3", "1"))
    assert shown == match.knowledge("3")["screens"]["2"]
    assert others == match.knowledge("1")["screens"]["2"]
    assert shown != others
