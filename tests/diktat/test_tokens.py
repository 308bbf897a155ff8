"""Tokens that Cabals lay with their Manoeuvres: Blockhauses, sleepers, revolts (BLK, DOR, REV)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.diktat.table import asked, at, on, refused, seen, turn


def test_a_blockhaus_stops_an_assassination_unseen() -> None:
    """BLK-1, BLK-2, BLK-3, CAB-5, CAB-6, CAB-7: paid for as a Guard; then it is gone; the Black Guard may let it
    be."""
    match = turn(
        "2",
        cabals=["coordination", "black-guard", "resistance"],
        seats={"1": {"pp": 4}, "2": {"agents": "EG", "reserve": 2, "supply": 4}},
    )
    match.submit("2", {"kind": "send", "sector": "karst", "pawns": "EG", "blockhaus": True})
    assert seen(match, "1", "sectors.karst.tokens") == {"blockhaus": 1}
    match.submit("3", {"kind": "extend"})
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert match.decisions["2"]["prompt"]["params"] == {"at": at("s1", 1), "by": "1", "sector": "karst"}
    spared = match.fork(1)
    match.submit("2", {"kind": "react", "blockhaus": True})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "1", "sectors.karst.tokens")) == (2, {})
    assert match.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "EG"
    assert (seen(match, "1", "seats.2.reserve"), seen(match, "1", "seats.2.supply")) == (1, 4)
    spared.submit("2", {"kind": "react", "blockhaus": False})
    assert spared.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "G"
    assert seen(spared, "1", "sectors.karst.tokens") == {"blockhaus": 1}


def test_nobody_else_lays_a_blockhaus() -> None:
    """BLK-1, CAB-5, CAB-6: nor the Black Guard without one in reserve, or where one lies."""
    command = {"kind": "send", "sector": "karst", "pawns": "E", "blockhaus": True}
    tokens: Any = {"karst": {"tokens": {"blockhaus": 1}}}
    for cabal, reserve, sectors in (("polisec", 1, {}), ("black-guard", 0, {}), ("black-guard", 1, tokens)):
        match = turn(cabals=[cabal, "syndicate"], seats={"1": {"agents": "E", "reserve": reserve}}, sectors=sectors)
        assert refused(match, "1", command) == ("BLK-1", "no-blockhaus")


def test_polisec_leaves_a_sleeper_where_it_has_looked() -> None:
    """DOR-1, DOR-3: one a sector, at the end of the Manoeuvre; it is no stack and takes no place."""
    match = turn(
        cabals=["polisec", "black-guard"],
        seats={"1": {"reserve": 1, "supply": 4}},
        sectors=on("karst", s1=("2", "GEC")) | on("motol", s2=("2", "C")),
    )
    match.submit("1", {"kind": "spy", "at": at("s1", 1)})
    match.submit("1", {"kind": "look", "at": at("s2", 1)})
    assert match.decisions["1"]["prompt"]["params"]["on"] == ["karst", "motol"]
    assert refused(match, "1", {"kind": "lay", "on": "josefov"}) == ("DOR-1", "not-a-choice")
    match.submit("1", {"kind": "lay", "on": "motol"})
    assert (seen(match, "2", "sectors.motol.tokens"), seen(match, "2", "sectors.motol.room")) == ({"dormant": 1}, 1)


@pytest.mark.parametrize(
    ("cabal", "reserve", "tokens"), [("polisec", 1, ["dormant"]), ("polisec", 0, []), ("coordination", 1, [])]
)
def test_a_sleeper_comes_from_the_reserve_of_polisec_to_a_sector_without_one(
    cabal: str, reserve: int, tokens: list[str]
) -> None:
    """DOR-1."""
    sectors = on("karst", s1=("2", "G"))
    sectors["karst"]["tokens"] = dict.fromkeys(tokens, 1)
    match = turn(cabals=[cabal, "black-guard"], seats={"1": {"reserve": reserve}}, sectors=sectors)
    match.submit("1", {"kind": "spy", "at": at("s1", 1)})
    assert asked(match) == {"2": "manoeuvre"}


def test_the_resistance_raises_the_street_where_it_has_struck() -> None:
    """REV-1, REV-3: after a Citizen or an Emissary, before the next Assassination."""
    match = turn(
        cabals=["resistance", "black-guard"],
        seats={"1": {"reserve": 1, "supply": 4, "assassins": 1}},
        sectors=on("karst", s1=("2", "CE")),
    )
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert asked(match) == {"1": "lay"}
    match.submit("1", {"kind": "lay", "on": "karst"})
    assert (asked(match), seen(match, "2", "sectors.karst.tokens")) == ({"1": "kill"}, {"revolt": 1})
    assert seen(match, "2", "seats.1.reserve") == 0


@pytest.mark.parametrize(
    ("cabal", "pawn", "reserve", "tokens", "kind"),
    [
        ("resistance", "C", 1, {}, "lay"),
        ("resistance", "E", 1, {}, "lay"),
        ("resistance", "G", 1, {}, "manoeuvre"),
        ("resistance", "E", 0, {}, "manoeuvre"),
        ("resistance", "E", 1, {"revolt": 1}, "manoeuvre"),
        ("polisec", "E", 1, {}, "manoeuvre"),
    ],
)
def test_a_revolt_is_laid_by_the_resistance_alone(
    cabal: str, pawn: str, reserve: int, tokens: dict[str, int], kind: str
) -> None:
    """REV-1: after a Citizen or an Emissary, from its reserve, one on a sector."""
    sectors = on("karst", s1=("2", pawn))
    sectors["karst"]["tokens"] = tokens
    match = turn(cabals=[cabal, "black-guard"], seats={"1": {"reserve": reserve}}, sectors=sectors)
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert list(asked(match).values()) == [kind]
