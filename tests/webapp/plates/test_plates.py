"""Every plate of every game: it can be drawn at each size, is small, and holds nothing but shapes."""

import gzip
import re

import pytest

from webapp.plates.addresses import PATH, address, answer, box, cover
from webapp.plates.kit import GAMES, kit
from webapp.plates.language import SIZES, BadPlate, PlateDrawing

KEYS = sorted(it.parent.name for it in GAMES.glob("*/plates") if list(it.glob("*.toml")))
BYTES = {"cover": 7_300}
"""The most bytes of a look's files, compressed; of the others 5,200."""
ALLOWED = {"svg", "g", "path", "circle", "ellipse", "defs", "pattern", "clipPath"}


def test_all_five_boxes_have_a_cover_and_sides() -> None:
    assert KEYS == ["blade", "diktat", "hybris", "invader", "olomoc"]
    assert all(cover(key) and box(key) for key in KEYS)
    assert cover("chess") == box("chess") == ""


@pytest.mark.parametrize("key", KEYS)
def test_a_plate_is_shapes_alone_and_small(key: str) -> None:
    for id, plate in kit(key).plates.items():
        for size in SIZES:
            svg = kit(key).svg(plate, size)
            assert set(re.findall(r"<([a-zA-Z]+)", svg)) <= ALLOWED, id
            assert not re.search(r"href|style|url\((?!#)|\d\.\d{4}|nan", svg), id
            assert len(gzip.compress(svg.encode())) <= BYTES.get(plate.look, 5_200), (id, size)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_bytes_again(key: str) -> None:
    first = [kit(key).svg(it) for it in kit(key).plates.values()]
    kit.cache_clear()
    assert [kit(key).svg(it) for it in kit(key).plates.values()] == first


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("imk M0 0L1 1", "unknown colour “imk”; “ink”?"),
        ("ink gaer 1 2 3", "unknown shape “gaer”; “gear”?"),
        ("use tnak 1 2", "unknown part “tnak”; “tank”?"),
        ("ink o 1 two 3", "“two” is not a number"),
        ("use loop 0 0", "part “loop” lies too deep"),
    ],
)
def test_a_wrong_word_is_refused_with_the_nearest(line: str, problem: str) -> None:
    with pytest.raises(BadPlate, match=re.escape(problem)):
        PlateDrawing({"tank": "ink r 0 0 1 1", "loop": "use loop 1 1"}, {"ink": "#000000"}).lines(line)


def test_an_address_answers_for_good_and_a_stale_one_not() -> None:
    digest, game, _, side, name = address("olomoc", "cover").removeprefix(f"{PATH}/").split("/")
    response = answer(digest, game, "full", side, name.removesuffix(".svg"))
    assert (response.status_code, response.media_type) == (200, "image/svg+xml")
    assert "immutable" in response.headers["cache-control"]
    assert bytes(response.body).startswith(b"<svg ")
    for wrong in (("0", game, "cover"), (digest, "chess", "cover"), (digest, game, "nobody"), (digest, "..", "cover")):
        assert answer(wrong[0], wrong[1], "full", "-", wrong[2]).status_code == 404
