"""Bots: whole matches, answers that give nothing away, and a greedy one that sees what is in front of it."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from rules.olomoc import Match
from rules.olomoc.advice.evaluation import evaluate, shortlist
from rules.olomoc.bots import ADVISOR, BOTS, Bot, greedy_bot, random_bot
from rules.olomoc.bots.__main__ import main, played
from rules.olomoc.bots.playout import PLAYED_ON
from tests.rules.table import Json, Table, ally, foe, marker, off, rogue, written

NEAR = 5 + off(0.5)


def match_of(bots: dict[str, Bot], seed: int) -> Match:
    match = Match.new({"agenda": "skirmish"}, seed)
    for _ in played(match, {"1": bots["1"], "2": bots["2"]}, Random(seed)):
        pass
    return match


@pytest.mark.parametrize("seed", range(2))
def test_a_playout_goes_beyond_the_activation_and_not_beyond_the_cycle(seed: int) -> None:
    match, rng = Match.new({"agenda": "skirmish"}, seed), Random(seed)
    while match.outcome is None and match.state.cycle < 2:
        seat, question = next(iter(match.asked.items()))
        match.submit(seat, greedy_bot(match, seat, rng))
        if question.kind != "act" or not match.asked:
            continue
        further = match.fork(seed)
        ADVISOR.playout(further, len(match.state.stack), rng)
        asked = next(iter(further.asked.values()), None)
        over = asked is None or asked.kind == "plan"
        commands = [event for event in further.journal[len(match.journal) :] if event["kind"] == "asked"]
        assert over or len(commands) >= PLAYED_ON
        assert not over or further.state.cycle <= match.state.cycle + 1


def points_of_life(match: Match, seat: str) -> int:
    mine = [r for r in match.position()["rouages"] if r["seat"] == seat]
    return sum(len(r["profile"]["life"]) - r["wounds"] for r in mine)


def test_greed_pays() -> None:
    """Over three matches, with either seat, the greedy bot keeps more PV than one that does anything legal."""
    kept = {"greedy": 0, "random": 0}
    for seed in range(3):
        greedy = "12"[seed % 2]
        match = match_of({greedy: greedy_bot, "21"[seed % 2]: random_bot}, seed)
        assert match.outcome is not None
        kept["greedy"] += points_of_life(match, greedy)
        kept["random"] += points_of_life(match, "21"[seed % 2])
    assert kept["greedy"] > kept["random"]


def test_a_corrupted_rouage_counts_for_more_where_its_fiel_would_lose() -> None:
    """NOI-3, NOI-4: at the end of the cycle it brings Fiel 3."""

    def worth(noirceur: int, fiel: int) -> float:
        table = Table(ally("petra", (5, 8), noirceur=noirceur), foe("kubik", (10, 8)), fiel={"1": fiel, "2": 0})
        return evaluate(table.match, "1")

    assert worth(2, 2) - worth(3, 2) > worth(2, 0) - worth(3, 0) > 0


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_plays_the_same_in_every_world_that_it_cannot_tell_apart(bot: Bot) -> None:
    """CYC-3, CAB-3, SET-5: hands, plans and piles that it does not know change none of its answers."""
    match, rng = Match.new({"agenda": "skirmish"}, 5), Random(5)
    for n in range(40):
        seat = next(iter(match.asked))
        if n % 5 == 0:
            answers = [bot(world, seat, Random(n)) for world in (match, match.imagine(seat, 1), match.imagine(seat, 2))]
            assert answers[0] == answers[1] == answers[2]
        match.submit(seat, random_bot(match, seat, rng))


@pytest.mark.parametrize(
    ("mine", "yours", "at", "taken"),
    [
        ({"combat": 4}, {"life": "S"}, NEAR, {"kind": "attack", "target": "kubik", "mode": "frontal"}),
        ({"combat": 1, "shooting": 6}, {}, 8, {"kind": "attack", "target": "kubik", "mode": "ranged"}),
        ({"noirceur": 2, "actions": 1}, {}, 15, {"kind": "rest", "target": "petra", "remove": "noirceur"}),
    ],
    ids=["one PV left", "in sight", "tinted and tired"],
)
def test_greed_takes_what_is_there(mine: Json, yours: Json, at: float, taken: Json) -> None:
    table = Table(ally("petra", (5, 8), **mine), foe("kubik", (at, 8), **yours), active="petra", spare=True)
    assert greedy_bot(table.match, "1", Random(0)) == {"rouage": "petra", **taken}


def test_greed_leaves_a_rogue_alone() -> None:
    """HOS-3: an attack on it does nothing, so nothing is paid for one."""
    table = Table(ally("petra", (5, 8)), rogue("it", (5 + off(0.5, 30, 40), 8)), active="petra", spare=True)
    assert greedy_bot(table.match, "1", Random(0))["kind"] not in ("attack", "charge")


def test_two_bots_play_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    main(["random", "random", "--agenda", "skirmish", "--seed", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert "cycle 1" in lines
    assert any(line.startswith("1 walk 1-") for line in lines)
    assert lines[-1].split(":")[0] in ("points", "traque", "fiel")


def carrier(y: float, **keys: Json) -> Match:
    """A match about cores: a rouage of seat 1, whose line is the south, stands `y` inches from the north."""
    petra = ally("petra", (8, y), **keys)
    position = written(petra, foe("kubik", (14, 2)), marker("shrine-centre", (8, 8)), active="petra", agenda="cores")
    return Match.from_position(position | {"edges": {"1": "south", "2": "north"}}, seed=1)


def test_what_is_carried_is_worth_more_the_nearer_it_is_handed_in() -> None:
    """The way of a carrier leads to the edge that the agenda names, of any other to the markers."""
    core = {"tokens": {"agenda": 1}}
    assert evaluate(carrier(13, **core), "1") > evaluate(carrier(10, **core), "1") > evaluate(carrier(10), "1")
    assert evaluate(carrier(10), "1") > evaluate(carrier(13), "1")
    ends = [it["to"][1] for it in shortlist(carrier(10, **core), "1", Random(1)) if it["kind"] == "walk"]
    assert ends
    assert min(ends) > 10 * 25_400


def test_a_marker_in_hand_is_worth_something() -> None:
    """As a valve, which scores at the end of each cycle."""
    bare = written(ally("petra", (8, 10)), foe("kubik", (8, 2)), marker("valve-centre", (8, 8)), agenda="valves")
    taken = deepcopy(bare)
    taken["markers"][0]["tokens"] = {"1": 1}
    mine, nobodys = (evaluate(Match.from_position(it, seed=1), "1") for it in (taken, bare))
    assert mine > nobodys
