"""No two plates of a kind look alike at the smallest size."""

import pytest

from tests.webapp.plates.pictures import grey, nearest
from tests.webapp.plates.test_plates import KEYS
from webapp.plates.kit import kit

LEAST = 8.0
"""The least mean difference of two plates in grey at 34 pixels, of 255."""
LOOKS = [(key, look) for key in KEYS for look in kit(key).looks if look != "cover"]


@pytest.mark.parametrize(("key", "look"), LOOKS)
def test_no_two_plates_of_a_kind_are_alike(key: str, look: str) -> None:
    of = kit(key)
    pairs = nearest({id: grey(of, it) for id, it in of.plates.items() if it.look == look})
    for pair in pairs[:5]:
        print(f"{key} {look}: {pair[0]:.1f} {pair[1]} {pair[2]}")  # noqa: T201
    assert not pairs or pairs[0][0] >= LEAST


def test_forty_people_that_nobody_drew_are_told_apart() -> None:
    of, factions = kit("olomoc"), ("administration", "stokers", "vigil")
    cards = [(f"guest-{n}", (factions[n % 3], "security")) for n in range(40)]
    turns = of.turns("portrait", cards, of.plates.values())
    assert list(turns) == [id for id, _ in cards]
    plates = {id: of.chosen_plate(id, "portrait", tags, turn=turns[id]) for id, tags in cards}
    marks = [(it.chosen["hat"], it.chosen.get("beard", "")) for it in plates.values()]
    assert len(set(marks)) == 40
    assert nearest({id: grey(of, it) for id, it in plates.items()})[0][0] >= LEAST / 2


def test_the_choice_is_the_same_for_ever() -> None:
    """Other parts would change the faces of packs in use: lists of parts only grow at their end."""
    chosen = kit("olomoc").chosen_plate("rada-vesela", "portrait", ("administration", "security")).chosen
    assert {layer: chosen[layer] for layer in ("sky", "coat", "tool")} == {
        "sky": "windows", "coat": "tunic", "tool": "keys",
    }  # fmt: skip
