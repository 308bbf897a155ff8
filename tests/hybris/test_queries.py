"""What a seat may ask: forces, previews, adjustments; and that no answer follows from what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hybris import Match
from rules.kernel import Json
from tests.hybris.table import asked, at, play, refused

SURROUNDINGS: Json = {
    "seats": {
        "1": {"olympian": "athena", "hand": ["landslide", "shield-wall"], "steps": {"defend": 5},
              "hangar": {"worker": 2}, "characters": {"olympian": {"at": "surroundings"}}},
        "2": {"olympian": "hades", "characters": {"hero-1": {"token": "olympus"}}},
    },
    "turn": "1", "acting": "1-olympian", "chaos": {"momentum": 2},
}  # fmt: skip
DEFEND: Json = {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False}


def test_forces_before_the_card_count_the_unseen_ones() -> None:
    """CCB-1, CCB-3, DEF-1: 3 + 6 of step 5, with 3 + 2 of the best cards and 2 of the MK."""
    match = at(SURROUNDINGS)
    forces: Any = match.forces("1", DEFEND)
    assert (forces["own"]["least"], forces["own"]["most"], forces["foe"]["total"]) == (9, 16, 2)
    assert [it["clause"] for it in forces["own"]["parts"]] == ["COM-2", "DEF-1"]
    # 16 beats 2 + 13; cards that demand earth leave less: 14 beats 2 + 6
    assert forces["chance"] == "1"
    weak = at({**SURROUNDINGS, "seats": {**SURROUNDINGS["seats"], "1": {"olympian": "athena", "hangar": {"energy": 0},
               "characters": {"olympian": {"at": "surroundings"}}}}})  # fmt: skip
    assert weak.forces("1", DEFEND)["chance"] == "0"


FIGHT: Json = {
    "seats": {
        "1": {"olympian": "zeus", "hand": ["gale"], "characters": {"hero-1": {"at": "olympus"}}},
        "2": {"olympian": "hades", "hand": ["titan-grip"],
              "characters": {"hero-1": {"at": "olympus"}, "hero-2": {"token": "forge"}}},
    },
    "turn": "1", "acting": "1-hero-1",
}  # fmt: skip


def test_forces_of_a_fight_are_the_same_whatever_the_foe_holds() -> None:
    """GEN-9, FGT-1."""
    command = {"kind": "fight", "target": "2-hero-1"}
    by_hand = []
    for hand in (["titan-grip"], ["brand"]):
        seats = {**FIGHT["seats"], "2": {**FIGHT["seats"]["2"], "hand": hand}}
        by_hand.append(at({**FIGHT, "seats": seats}).forces("1", command))
    assert by_hand[0] == by_hand[1]
    # hades has one card: at most Cerberus
    assert (by_hand[0]["foe"]["least"], by_hand[0]["foe"]["most"]) == (2, 7)
    assert "chance" not in by_hand[0]


def test_a_preview_tells_what_is_certain_and_what_is_open() -> None:
    """ATR-1: a drain gives its Aegis, then the card is open."""
    match = at({"seats": {"1": {"olympian": "zeus", "characters": {"hero-1": {"at": "underworld"}}},
                          "2": {"olympian": "hades"}}, "turn": "1", "acting": "1-hero-1"})  # fmt: skip
    rows = match.query("1", "preview", {"command": {"kind": "drain"}})
    assert {"seat": "1", "word": "aegis", "from": 2, "to": 4, "clause": "UND-1"} in rows
    assert {"open": "chaos-card"} in rows
    before = match.position()
    match.query("1", "preview", {"command": {"kind": "nothing"}})
    assert match.position() == before


def test_what_is_asked_follows_from_open_facts_alone() -> None:
    """GEN-9: `after` is asked of who holds a Premonition, whether or not its condition holds; `commit` of any hand."""
    for held in ("crowd", "hoard"):
        seats = {"1": {"olympian": "zeus", "premonitions": [held], "aegis": 6,
                       "characters": {"hero-1": {"at": "olympus"}}}, "2": {"olympian": "hades"}}  # fmt: skip
        match = play(at({"seats": seats, "turn": "1", "acting": "1-hero-1"}), ("1", {"kind": "nothing"}))
        assert asked(match) == {"1": "after"}
    for hand in (["landslide"], ["brand"]):
        seats = {**SURROUNDINGS["seats"], "1": {**SURROUNDINGS["seats"]["1"], "hand": hand}}
        pile = {"momentum": 2, "pile": ["earth-shock", "…"]}
        match = play(at({**SURROUNDINGS, "seats": seats, "chaos": pile}), ("1", DEFEND))
        assert asked(match) == {"1": "choose"}


def test_a_late_yes_is_never_told() -> None:
    """INT-2: seat 3 has said yes, seat 2 before it says yes as well: of 3's nothing is told, nor counted."""
    seats = {
        "1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"hero-1": {"at": "underworld"}}},
        "2": {"olympian": "poseidon", "grandeur": 2, "hand": ["breaker"]},
        "3": {"olympian": "hades", "grandeur": 1},
    }
    chaos = {"space": 3, "pile": ["slow-step", "torpor", "…"]}
    logs = []
    for accept in (True, False):
        match = play(at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos}), ("1", {"kind": "drain"}))
        play(match, ("3", {"kind": "intercept", "accept": accept}))
        assert match.view("2")["resolving"][-1]["intercept"] is None
        assert match.view("2")["resolving"][-1]["told"] == {}
        play(match, ("2", {"kind": "intercept", "accept": True}))
        assert match.position()["seats"]["3"]["hangar"]["energy"] == 1
        logs.append([row for row in match.view("spectator")["log"] if row["kind"] != "asked"])
    assert logs[0] == logs[1]


def test_a_no_is_told_when_all_before_it_have_said_no() -> None:
    """INT-2."""
    seats = {
        "1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"hero-1": {"at": "underworld"}}},
        "2": {"olympian": "poseidon", "grandeur": 2},
        "3": {"olympian": "hades", "grandeur": 1},
    }
    chaos = {"space": 3, "pile": ["slow-step", "torpor", "…"]}
    match = play(at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos}), ("1", {"kind": "drain"}))
    play(match, ("2", {"kind": "intercept", "accept": False}))
    assert match.view("3")["resolving"][-1]["told"] == {"2": False}
    assert match.journal[-2]["kind"] == "declined-intercept"
    assert refused(match, "2", {"kind": "intercept", "accept": True})[1] == "not-your-turn"


def test_an_order_answers_an_interception_beforehand() -> None:
    """INT-2: never, or not while more than so many Cities stand."""
    seats = {
        "1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"hero-1": {"at": "underworld"}}},
        "2": {"olympian": "poseidon"},
    }
    chaos = {"space": 3, "pile": ["slow-step", "torpor", "…"]}
    for answer in ("never", {"cities": 2}, {"age": 1}):
        match = at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos})
        play(match, ("2", {"kind": "instruct", "about": "intercept", "answer": answer}), ("1", {"kind": "drain"}))
        assert [row["kind"] for row in match.journal].count("declined-intercept") == 1
        assert len(match.state.standing_cities) == 4
    cities = {city: {"destroyed": True} for city in ("athens", "sparta", "corinth")}
    match = at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos, "cities": cities})
    play(match, ("2", {"kind": "instruct", "about": "intercept", "answer": {"cities": 2}}), ("1", {"kind": "drain"}))
    assert asked(match) == {"2": "intercept"}
    later = at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos})
    play(later, ("2", {"kind": "instruct", "about": "intercept", "answer": {"age": 1}}))
    later = Match.from_position({**later.position(), "age": 2})
    play(later, ("1", {"kind": "drain"}))
    assert asked(later) == {"2": "intercept"}, "an order for an Age ends with it"


def propose(*changes: Json) -> Json:
    return {"kind": "propose", "what": "adjustment", "changes": list(changes)}


def test_an_adjustment_that_all_agree_to_happens() -> None:
    """HGR-1, LOC-1, LOC-3, GEN-9."""
    match = Match.new({"players": 2, "olympians": ("zeus", "hades")}, 1)
    assert refused(match, "1", propose({"piece": "1-hero-1", "at": "rome"})) == ("LOC-1", "not-a-choice")
    assert refused(match, "1", propose({"seat": "1", "set": {"energy": 8}})) == ("HGR-1", "too-many")
    assert refused(match, "1", propose({"card": "gale"})) == ("GEN-1", "bad-shape")
    assert refused(match, "1", propose({"piece": "3-hero-1", "at": "olympus"})) == ("GEN-9", "unknown-piece")
    assert refused(match, "1", propose({"city": "rome", "destroyed": True})) == ("GEN-9", "unknown-card")
    changes = [
        {"seat": "1", "set": {"aegis": 7, "grandeur": 2, "foreman": 1}}, {"piece": "2-hero-1", "at": "argos"},
        {"chaos": {"space": 2, "momentum": 4}}, {"camp": 5}, {"well": 2}, {"city": "athens", "destroyed": True},
        {"tile": "thunderbolt", "state": "active"},
    ]  # fmt: skip
    play(match, ("1", propose(*changes)), ("2", {"kind": "adjust", "accept": True}))
    after = match.position()
    assert (after["seats"]["1"]["aegis"], after["grandeur_order"][0], after["camp"], after["well"]) == (7, "1", 5, 2)
    assert after["seats"]["2"]["characters"]["hero-1"]["at"] == "argos"
    assert (after["chaos"]["space"], len(after["chaos"]["momentum"]), "athens" in after["cataclysm"]) == (2, 4, False)
    assert after["seats"]["1"]["hangar"]["tiles"]["thunderbolt"]["state"] == "active"


# ---- merged activations ----------------------------------------------------------------------------------------------


def test_an_activation_with_one_action_of_one_form_is_a_whole_turn() -> None:
    """The Hero trains, and nothing can follow; the other could convert in several ways, so that it goes first."""
    seats = {
        "1": {"olympian": "zeus", "prayer": 2, "deck": ["gale", "feint"], "hangar": {"energy": 0},
              "characters": {"hero-1": {"token": "colosseum"}, "hero-2": {"token": "olympus"}}},
        "2": {"olympian": "hades", "characters": {"hero-1": {"token": "forge"}}},
    }  # fmt: skip
    match = at({"turn": "1", "seats": seats})
    rows = match.query("1", "merged", {})
    assert [(it["character"], it["then"]["kind"]) for it in rows] == [("1-hero-1", "train")]
    assert match.query("2", "merged", {}) == []
    match.submit("1", rows[0])
    assert asked(match) == ({"2": "turn"} if rows[0]["ends"] else {"1": "after"})


@pytest.mark.parametrize(
    ("momentum", "cards"), [(0, ["1-landslide-1"]), (2, ["1-landslide-1", "1-shield-wall-1"]), (4, None)]
)
def test_just_enough_is_the_least_that_wins(momentum: int, cards: list[str] | None) -> None:
    """COM-4, CCB-3: the Olympian's 3 against 5 and the Momentum; Chaos wins of equals."""
    seats = {
        "1": {"olympian": "athena", "hand": ["landslide", "shield-wall", "burning-spear"], "hangar": {"energy": 0},
              "characters": {"olympian": {"at": "surroundings"}}},
        "2": {"olympian": "zeus", "characters": {"hero-1": {"token": "olympus"}}},
    }  # fmt: skip
    chaos = {"momentum": momentum, "pile": ["absorption", "…"]}
    match = at({"turn": "1", "seats": seats, "acting": "1-olympian", "chaos": chaos})
    match.submit("1", {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False})
    enough = match.query("1", "forces", {"command": {"kind": "commit"}})["enough"]
    assert (enough and enough["cards"]) == cards
    if enough is not None:
        forces = match.query("1", "forces", {"command": enough})
        assert forces["own"]["total"] > forces["foe"]["total"]
