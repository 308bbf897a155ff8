"""Faces of Olomoc's cards: every address that a table shows answers, and a card of anybody's pack has one."""

from urllib.parse import unquote

import pytest

from rules.olomoc import Match
from rules.olomoc.packs.reader import load
from rules.olomoc.packs.schema import RouageCard
from webapp.games.olomoc.faces import hostile, marker, ministry
from webapp.games.olomoc.faces import portrait as in_book
from webapp.games.olomoc.table.cards.book import Book
from webapp.plates.addresses import PATH, answer
from webapp.plates.language import Size
from webapp.ui.tree import plate


def portrait(card: RouageCard | None, seat: str, size: Size, *others: RouageCard) -> str:
    """The face of a card in a pack of its own and others'."""
    rouages = {it.id: it for it in (*others, *([card] if card else []))}
    return in_book(Book([load("core").model_copy(update={"rouages": rouages})]), card and card.id, seat, size)


def status(address: str) -> int:
    digest, game, size, side, name = address.removeprefix(f"{PATH}/").split("/")
    return answer(digest, game, size, side, unquote(name).removesuffix(".svg")).status_code  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["full", "middle", "small", "medal"])
def test_every_card_has_a_face_at_every_size(size: str) -> None:
    for card in load("core").rouages.values():
        for seat in ("1", "2"):
            assert status(portrait(card, seat, size)) == 200  # type: ignore[arg-type]
    assert all(status(hostile(id)) == 200 for id in load("core").hostiles)
    assert hostile("nobody") == portrait(None, "1", "small") == ""


def test_planned_ministries_have_seals_and_markers_plates() -> None:
    """By what they are: cards and markers have ids of their own, `axe-2`, `shrine-north`."""
    core = load("core")
    assert all(status(ministry(Book([core]), card)) == 200 for card in (*core.ministries, "propaganda"))
    for agenda in core.agendas:
        markers = Match.new({"agenda": agenda}, seed=1).view("spectator")["markers"]
        assert all(status(marker(it["id"])) == 200 for it in markers), agenda
    assert marker("somebodys-own") == ministry(Book([core]), "nothing") == ""


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


def test_cards_of_a_pack_that_nobody_drew_are_told_apart() -> None:
    drawn = load("core").rouages["petra-kantor"]
    mine = [drawn.model_copy(update={"id": f"guest-{n}", "image": None}) for n in range(40)]
    portraits = [portrait(it, "1", "small", *mine) for it in mine]
    assert len(set(portraits)) == 40
    again = [it for it in portraits if "%23" in it]
    assert again
    assert all(status(it) == 200 for it in again)
