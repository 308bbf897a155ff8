"""The abilities of a rouage before any match: the dice are the engine's, the chances exact."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.olomoc.advice.card_profile import outlook

Outlook = dict[str, Any]


@pytest.fixture(scope="module")
def hynek() -> Outlook:
    return outlook("core", "hynek-novotny", None)


@pytest.fixture(scope="module")
def petra() -> Outlook:
    return outlook("core", "petra-kantor", None)


def attack(of: Outlook, kind: str, supported: bool) -> dict[str, Any]:
    [row] = [row for row in of["attacks"] if (row["kind"], row["supported"]) == (kind, supported)]
    return row


def shot(of: Outlook, far: bool, cover: bool) -> dict[str, Any]:
    [row] = [row for row in of["shots"] if (row["far"], row["cover"]) == (far, cover)]
    return row


def thrown(dice: int, threshold: int, dodge: int) -> list[Fraction]:
    """Chances of wounds on plain PV, every face of every die tried (ATK-3, DOD-1)."""
    chances = [Fraction(0)] * 7
    for faces in product(range(1, 7), repeat=dice + dodge):
        hits = sum(face >= threshold for face in faces[:dice])
        dodged = sum(face >= 5 for face in faces[dice:])
        chances[min(6, max(0, hits - dodged))] += Fraction(1, 6 ** (dice + dodge))
    return chances


def test_a_charge_with_support_throws_at_three(petra: Outlook) -> None:
    """CHG-3 and ROL-3 lower the threshold by 1 each; Pétra's Combat is 4."""
    rows = [attack(petra, kind, supported) for kind in ("frontal", "charge") for supported in (False, True)]
    assert [(row["dice"], row["threshold"]) for row in rows] == [(4, 5), (4, 4), (4, 4), (4, 3)]


def test_the_books_shot(hynek: Outlook) -> None:
    """RNG-2, RNG-3: Shooting 5, in cover and beyond 4 in, is 2 dice at 5+."""
    rows = [shot(hynek, far, cover) for far in (False, True) for cover in (False, True)]
    assert [(row["dice"], row["threshold"]) for row in rows] == [(5, 5), (4, 5), (3, 5), (2, 5)]


def test_a_rouage_without_shooting_dice_has_no_shots(petra: Outlook) -> None:
    """ROL-4: Pétra's Shooting of 1 suffices near and in the open alone; Otakar has none."""
    assert [(row["far"], row["cover"]) for row in petra["shots"]] == [(False, False)]
    assert outlook("core", "otakar-benda", None)["shots"] == []


@pytest.mark.parametrize("dodge", range(4))
def test_chances_are_those_of_all_dice_counted(dodge: int, petra: Outlook) -> None:
    row = attack(petra, "charge", True)
    assert row["wounds"][dodge] == pytest.approx([float(chance) for chance in thrown(4, 3, dodge)])


def test_fate_is_tempted_where_it_helps(petra: Outlook, hynek: Outlook) -> None:
    """ROL-5: never fewer wounds to be expected, and as sure as ever to add up to one."""
    for row in (*petra["attacks"], *hynek["attacks"], *hynek["shots"]):
        for plain, fated in zip(row["wounds"], row["fated"], strict=True):
            assert sum(plain) == pytest.approx(1)
            assert sum(fated) == pytest.approx(1)
            assert sum(n * chance for n, chance in enumerate(fated)) > sum(n * c for n, c in enumerate(plain))


def test_markers_are_read_with_the_books_dice(petra: Outlook) -> None:
    """ROL-3: Pétra's Technique 2 at 5+ alone, at 4+ supported."""
    assert petra["study"] == pytest.approx({"alone": 1 - (2 / 3) ** 2, "supported": 0.75})


def test_how_far_it_gets_on_an_empty_bloc(petra: Outlook) -> None:
    """MOV-2: past the ruler's far corner, by its own base on either side. ACT-2: no deeper from the edge."""
    assert petra["base"] == 30
    beyond = ((101_600 + 30_000) ** 2 + 20_320**2) ** 0.5
    assert petra["furthest"] == pytest.approx(beyond, rel=0.01)
    [entry] = petra["enter"]
    assert max(406_400 - y for _, y in entry["outer"]) == pytest.approx(101_600 + 15_000, abs=2_000)


@pytest.mark.parametrize(("pack", "card"), [("core", "nobody"), ("nowhere", "petra-kantor")])
def test_an_unknown_pack_or_card_is_a_value_error(pack: str, card: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        outlook(pack, card, None)
