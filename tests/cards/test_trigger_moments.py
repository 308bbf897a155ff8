"""Triggers of the game's own moments: mechanisms, activations, cards, phases, cycles, the match."""

from __future__ import annotations

import pytest

from rules.olomoc import Match
from tests.cards.trial import SKIRMISH, attack, capacity, kubik, on, pack, petra, phase, shows, table_with, trial, use
from tests.rules.table import (
    Json,
    block,
    ended,
    foe,
    gargoule,
    rolled,
)


@shows("mechanism")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_trigger_on_a_mechanism(moment: str) -> None:
    """ART-2: before the card is drawn, or after its effect."""
    count = {"op": "score", "by": {"value": "count", "of": {"who": ["hostile"]}, "plus": 1}}
    cards = [on("mechanism", count, moment=moment, id="clock"), capacity({"op": "mechanism"})]
    table = trial(cards, by={"capacities": ["clock", "trial"]}, artefact=["rogue-north-east"])
    use(table)
    assert table.points["1"] == (1 if moment == "before" else 2)


@shows("mechanism", "prevent")
def test_a_mechanism_is_stopped() -> None:
    cards = [on("mechanism", {"op": "prevent"}, moment="before", id="clock"), capacity({"op": "mechanism"})]
    table = trial(cards, by={"capacities": ["clock", "trial"]}, artefact=["rogue-north-east"])
    use(table)
    assert (table.position["hostiles"], table.position["artefact"]) == ([], ["rogue-north-east"])


@shows("mechanism", "token")
def test_the_opening_mechanism_is_nobodys_occasion() -> None:
    """ART-5: neither because of it, nor on what it does."""
    cards = [
        on("mechanism", id="clock"),
        on("token", {"op": "prevent"}, moment="before", token="noirceur", id="veil"),
        on("token", {"op": "score", "by": 5}, token="noirceur", id="tally"),
    ]
    table = trial(cards, by={"capacities": ["clock", "veil", "tally"]}, artefact=["rain-of-fiel-13"])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert (table["petra"]["noirceur"], table.points["1"]) == (1, 0)


@shows("activation")
@pytest.mark.parametrize(("moment", "points"), [("start", (1, 1)), ("end", (0, 1))])
def test_a_trigger_on_an_activation(moment: str, points: tuple[int, int]) -> None:
    """ACT: its start, before it enters; its end."""
    table = phase(on("activation", moment=moment))
    assert table.points["1"] == points[0]
    table.end()
    assert table.points["1"] == points[1]


@shows("activation")
def test_a_trigger_on_the_activation_of_a_hostile() -> None:
    """CYC-5: from its start to its end."""
    cards = [on("activation", moment=m, subject={"who": ["hostile"]}, id=m) for m in ("start", "end")]
    table = trial(cards, gargoule("g", (13, 3)), by={"capacities": ["start", "end"]})
    table.end()
    assert (table.points["1"], table.waiting) == (1, {"1": "move"})
    table.idle()
    assert table.points["1"] == 2


@shows("card")
@pytest.mark.parametrize(
    ("keys", "points"),
    [
        ({"moment": "start"}, (1, 2, 2)),
        ({"moment": "end"}, (0, 1, 2)),
        ({"moment": "end", "player": "controller"}, (0, 1, 1)),
        ({"moment": "end", "player": "opponent"}, (0, 0, 1)),
        ({"moment": "end", "cards": ["ministry", "propaganda"]}, (0, 0, 0)),
        ({"moment": "start", "cards": ["activation"]}, (1, 2, 2)),
    ],
)
def test_a_trigger_on_the_card_of_a_slot(keys: Json, points: tuple[int, int, int]) -> None:
    """CYC-4.2, CYC-4.3: Pétra's card, then Otto's."""
    table = phase(on("card", **keys))
    assert table.points["1"] == points[0]
    table.end()
    assert table.points["1"] == points[1]
    table.end()
    assert table.position["phase"] == 2
    kubik_too = points[2] + (keys.get("moment") == "start" and keys.get("cards") != ["ministry", "propaganda"])
    assert table.points["1"] == kubik_too


@shows("phase")
@pytest.mark.parametrize(("moment", "points"), [("start", (1, 1, 2)), ("end", (0, 0, 1))])
def test_a_trigger_on_the_planning_phase(moment: str, points: tuple[int, int, int]) -> None:
    """CYC-4.4: before anything is revealed; after both cards."""
    table = phase(on("phase", moment=moment))
    for n in range(3):
        assert table.points["1"] == points[n]
        table.end() if n < 2 else None


@shows("phase")
@pytest.mark.parametrize(("moment", "points"), [("start", 1), ("end", 0)])
def test_a_trigger_on_the_hostile_phase(moment: str, points: int) -> None:
    """CYC-5: its start and its end."""
    table = trial(on("phase", moment=moment, phases=["hostile"]), gargoule("g", (13, 3)))
    table.end()
    assert (table.points["1"], table.waiting) == (points, {"1": "move"})
    table.idle()
    assert table.points["1"] == 1


@shows("cycle")
@pytest.mark.parametrize(("moment", "points"), [("start", 1), ("end", 1)])
def test_a_trigger_on_a_cycle(moment: str, points: int) -> None:
    """CYC-6: its end; CYC-2: its start, after the opening mechanism, before planning."""
    hostiles = {"value": "count", "of": {"who": ["hostile"]}}
    table = trial(
        on("cycle", {"op": "score", "by": {**hostiles, "plus": 1}}, moment=moment), artefact=["rogue-south-east"]
    )
    table.end()
    assert table.waiting == {"1": "plan", "2": "plan"}
    assert table.points["1"] == (2 if moment == "start" else 1)


@shows("match")
def test_a_trigger_on_the_end_of_the_match() -> None:
    """END-1: after the fourth cycle, before the points are counted."""
    table = trial(on("match", moment="end"), foe("kubik", (9, 8)), cycle=4)
    table.end()
    assert table.match.outcome == ended("1", "points", {"1": 1, "2": 0})


@shows("match")
def test_a_trigger_on_the_start_of_the_match() -> None:
    """All is set up, the first cycle has not begun; an agenda's scoring is each player's."""
    scoring = [on("match", {"op": "score", "by": 2}, moment="start", id="first-word")]
    made = pack(agendas={"opening": {**SKIRMISH, "id": "opening", "scoring": scoring}})
    match = Match.new({"agenda": "opening", "packs": ["trial"], "composition": "secret"}, 3, shelf={"trial": made})
    while not match.position()["rouages"]:
        assert set(match.position()["points"].values()) == {0}
        seat = next(iter(match.decisions))
        match.submit(seat, next(match.commands(seat)))
    assert match.position()["points"] == {"1": 2, "2": 2}
    kinds = [event["kind"] for event in match.journal]
    assert kinds.index("cabals-revealed") < kinds.index("scored") < kinds.index("cycle-began")


def test_rolls_at_the_table() -> None:
    """ROL-5: what a capacity makes of a roll comes after fate, on the dice that lie there then."""
    card = capacity({"op": "successes", "by": {"value": "successes"}}, trigger={"when": "roll", "moment": "after"})
    table = trial(card, kubik(), dice=[1, 1, 1, 6, 6, 1])
    attack(table, reroll=True)
    assert table["kubik"]["wounds"] == 4
    assert len(rolled(table.match.journal)) == 2


def test_a_trigger_that_asks_for_sight_is_not_set_off_behind_a_wall() -> None:
    """LOS-1: a capacity that asks for sight is not triggered behind a wall."""
    seen = {"subject": {"who": ["adverse"], "sight": True}}
    for wall, points in (((), 1), ((block("d1", 7, 6, 7.5, 10),), 0)):
        table = table_with(foe("kubik", (9, 8)), petra(), *wall, cards=on("moved", **seen), active="kubik")
        table.walk("kubik", (9, 7.5))
        assert table.points["1"] == points
