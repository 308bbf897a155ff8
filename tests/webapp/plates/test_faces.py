"""Faces of Olomoc's cards: every address that a table shows answers, and a card of anybody's pack has one."""

import pytest

from rules.olomoc.packs.reader import load
from webapp.games.olomoc.faces import hostile, portrait
from webapp.plates.addresses import PATH, answer
from webapp.ui.tree import plate


def status(address: str) -> int:
    digest, game, size, side, name = address.removeprefix(f"{PATH}/").split("/")
    return answer(digest, game, size, side, name.removesuffix(".svg")).status_code  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["full", "middle", "small", "medal"])
def test_every_card_has_a_face_at_every_size(size: str) -> None:
    for card in load("core").rouages.values():
        for seat in ("1", "2"):
            assert status(portrait(card, seat, size)) == 200  # type: ignore[arg-type]
    assert all(status(hostile(id)) == 200 for id in load("core").hostiles)
    assert hostile("nobody") == portrait(None, "1", "small") == ""


def test_a_card_that_nobody_drew_has_a_face_by_its_faction_and_ministry() -> None:
    drawn = load("core").rouages["petra-kantor"]
    mine = drawn.model_copy(update={"id": "my-own-aunt", "image": None})
    assert "portrait~my-own-aunt~administration,security" in portrait(mine, "1", "small")
    assert status(portrait(mine, "1", "small")) == 200
    pictured = drawn.model_copy(update={"image": "0" * 64 + ".png"})
    assert not portrait(pictured, "1", "small").startswith(PATH)


def test_without_an_address_there_is_no_picture() -> None:
    assert plate("") is None
    assert plate("/static/plates/0/olomoc/small/-/a.svg", "large") == {
        "t": "plate", "src": "/static/plates/0/olomoc/small/-/a.svg", "c": "large",
    }  # fmt: skip
