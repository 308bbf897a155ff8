"""CAB through the match: composing in secret, drafting, what the players then hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.olomoc import Match
from tests.rules.table import Table

GUARD = {
    "faction": "administration",
    "rouages": [
        {"card": "petra-kantor", "equipment": "riot-shield"},
        {"card": "kubik-oktobar", "equipment": "quantum-disruptor"},
        {"card": "hynek-novotny", "equipment": "service-carbine"},
    ],
}
STOKERS = {
    "faction": "stokers",
    "rouages": [
        {"card": "bohdan-zelenka", "equipment": "boiler-plate"},
        {"card": "tibor-vlk", "equipment": "damp-lamp"},
        {"card": "pavel-sykora", "equipment": "long-spanner"},
    ],
}


def composing(composition: str = "secret", seed: int = 1) -> Table:
    options = {"agenda": "survey", "composition": composition}
    table = Table(match=Match.new(options, seed), spare=True)
    table.do("choose-edge", edge="north")
    return table


def bearing(*lines: tuple[str, str], faction: str = "administration") -> dict[str, Any]:
    return {"faction": faction, "rouages": [{"card": card, "equipment": equipment} for card, equipment in lines]}


# ---- in secret (CAB-3) -----------------------------------------------------------------------------------------------


def test_both_compose_at_once_and_hidden() -> None:
    """CAB-3: neither sees the other's until both have; then both lie open."""
    table = composing()
    assert table.waiting == {"1": "compose", "2": "compose"}
    table.do("compose", seat="1", cabal=GUARD)
    assert table.waiting == {"2": "compose"}
    for viewer in ("2", "spectator"):
        view = table.match.view(viewer)
        shown = json.dumps({key: view[key] for key in view if key != "decision"}, default=list)
        assert "petra-kantor" not in shown
    table.do("compose", seat="2", cabal=STOKERS)
    for viewer in ("1", "2", "spectator"):
        shown = json.dumps(table.match.view(viewer)["rouages"])
        assert "petra-kantor" in shown
        assert "bohdan-zelenka" in shown


def test_rouages_are_named_after_seat_and_card() -> None:
    """CAB-3: both may field the same card when they compose in secret; ids stay unique."""
    table = composing()
    for seat in ("1", "2"):
        table.do("compose", seat=seat, cabal=GUARD)
    ids = [r["id"] for r in table.position["rouages"]]
    assert sorted(ids) == sorted(f"{seat}-{line['card']}" for seat in "12" for line in GUARD["rouages"])
    assert table["1-kubik-oktobar"]["equipment"] == "quantum-disruptor"


def test_each_holds_the_cards_of_their_rouages() -> None:
    """CAB-4: three activation cards and a propaganda of rank 0 [house], with the ministries of SET-5."""
    table = composing()
    for seat, cabal in (("1", GUARD), ("2", STOKERS)):
        table.do("compose", seat=seat, cabal=cabal)
    table.idle_until(lambda t: "plan" in t.waiting.values())
    for seat, cabal in (("1", GUARD), ("2", STOKERS)):
        hand = json.dumps(table.match.view(seat)["hand"])
        for line in cabal["rouages"]:
            assert f"{seat}-{line['card']}" in hand
        assert "propaganda" in hand
        for ministry in table.position["ministries"][seat]:
            assert ministry in hand


def test_the_match_begins_with_everyone_off_the_bloc() -> None:
    """CAB-4, CYC-1: four tokens each, nobody on the Bloc yet."""
    table = composing()
    for seat, cabal in (("1", GUARD), ("2", STOKERS)):
        table.do("compose", seat=seat, cabal=cabal)
    assert all(r["at"] is None for r in table.position["rouages"])
    assert table.position["cycle"] == 1


@pytest.mark.parametrize(
    ("cabal", "clause"),
    [
        (bearing(("petra-kantor", "riot-shield"), ("kubik-oktobar", "service-carbine")), "CAB-1"),
        (
            bearing(
                ("petra-kantor", "riot-shield"),
                ("kubik-oktobar", "service-carbine"),
                ("jana-novak", "survey-theodolite"),
            ),
            "CAB-1",
        ),
        (
            bearing(
                ("petra-kantor", "service-carbine"),
                ("kubik-oktobar", "service-carbine"),
                ("hynek-novotny", "riot-shield"),
            ),
            "CAB-1",
        ),
        (
            bearing(
                ("bohdan-zelenka", "boiler-plate"),
                ("kubik-oktobar", "service-carbine"),
                ("pavel-sykora", "long-spanner"),
            ),
            "CAB-1",
        ),
        (
            bearing(
                ("petra-kantor", "boiler-plate"), ("kubik-oktobar", "service-carbine"), ("hynek-novotny", "riot-shield")
            ),
            "CAB-2",
        ),
        (
            bearing(
                ("petra-kantor", "riot-shield"),
                ("jana-novak", "quantum-disruptor"),
                ("hynek-novotny", "service-carbine"),
            ),
            "CAB-2",
        ),
        (
            bearing(
                ("petra-kantor", "service-carbine"),
                ("kubik-oktobar", "black-armband"),
                ("hynek-novotny", "riot-shield"),
            ),
            "CAB-2",
        ),
    ],
    ids=[
        "two rouages",
        "two of a rank",
        "a name twice",
        "two factions",
        "another faction's equipment",
        "a ministry that no rouage has",
        "a rouage's own equipment on another",
    ],
)
def test_cabals_that_are_refused(cabal: dict[str, Any], clause: str) -> None:
    """CAB-1: three of one faction, ranks 1, 2 and 3, one equipment each, no name twice; CAB-2: allowed equipment."""
    table = composing()
    table.refused(clause, "bad-cabal", "compose", seat="1", cabal=cabal)


def test_the_books_equipment() -> None:
    """CAB-2, MIN-3, book example 6: Pétra (Security), Kubik (Progress), Dominik (Effort): Pétra bears the Quantum
    disruptor thanks to Kubik; a ministry without a rouage of its own left to open it is refused."""
    table = composing()
    allowed = bearing(
        ("petra-kantor", "quantum-disruptor"), ("kubik-oktobar", "riot-shield"), ("dominik-kralov", "long-spanner")
    )
    assert table.legal("compose", seat="1", cabal=allowed)
    twice = bearing(
        ("petra-kantor", "riot-shield"), ("kubik-oktobar", "duty-stamp"), ("dominik-kralov", "long-spanner")
    )
    table.refused("CAB-2", "bad-cabal", "compose", seat="1", cabal=twice)


# ---- by draft (CAB-3) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_draft_goes_round(seed: int) -> None:
    """CAB-3: rouages from player 1 on, then equipment from player 2 on, one each in turn, in the open."""
    table = composing("draft", seed)
    first = table.position["first"]
    second = "2" if first == "1" else "1"
    turns = []
    while "draft" in table.waiting.values():
        (seat,) = table.waiting
        command = next(iter(table.match.commands(seat)))
        turns.append((seat, "bearer" in command and command["bearer"] is not None))
        table.match.submit(seat, command)
    assert turns == [(first, False), (second, False)] * 3 + [(second, True), (first, True)] * 3
    cards = [r["card"] for r in table.position["rouages"]]
    assert len(set(cards)) == 6, "a card taken is gone"
    equipment = [r["equipment"] for r in table.position["rouages"]]
    assert len(set(equipment)) == 6
    assert all(equipment)
    for seat in ("1", "2"):
        assert sorted(r["profile"]["rank"] for r in table.position["rouages"] if r["seat"] == seat) == [1, 2, 3]


def test_a_card_taken_is_gone() -> None:
    """CAB-3: the other player cannot take it too."""
    table = composing("draft")
    (seat,) = table.waiting
    table.do("draft", card="petra-kantor")
    table.refused("CAB-3", None, "draft", card="petra-kantor")
    for viewer in ("1", "2", "spectator"):
        assert "petra-kantor" in json.dumps(list(table.match.view(viewer)["log"]))
    assert table.waiting != {seat: "draft"}


def test_a_pick_that_leaves_no_legal_cabal_is_refused() -> None:
    """CAB-3 [choice]: after Pétra of the Administration, a second rouage of rank 3 or one of no common faction."""
    table = composing("draft")
    table.do("draft", card="petra-kantor")
    table.idle()
    table.refused("CAB-3", None, "draft", card="bohdan-zelenka")
    table.refused("CAB-3", None, "draft", card="tibor-vlk")


def test_drafts_never_strand_anyone() -> None:
    """CAB-3 [choice]: whatever is taken of what is listed, both end with a legal cabal, and the match goes on."""
    import random

    for seed in range(6):
        table = composing("draft", seed)
        rng = random.Random(seed)
        while "draft" in table.waiting.values():
            (seat,) = table.waiting
            legal = [o["command"] for o in table.asked("draft")["options"] if o["legal"] and not o.get("needs")]
            command = rng.choice(legal or list(table.match.commands(seat)))
            table.match.submit(seat, command)
        assert len(table.position["rouages"]) == 6
