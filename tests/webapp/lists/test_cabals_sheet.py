"""The print sheet: one layout, two ways onto paper, true to scale."""

import re
import zlib
from itertools import pairwise

import pytest

from rules.olomoc.cabals.draft import CabalPlace, Sketch
from rules.olomoc.packs import Pack, load
from webapp.games.olomoc.cabals.card_faces import names_for
from webapp.games.olomoc.cabals.sheet.cards import HEIGHT, WIDTH
from webapp.games.olomoc.cabals.sheet.pages import pages
from webapp.games.olomoc.cabals.sheet.roster import Printed
from webapp.i18n import LANGUAGES, translator
from webapp.lists.sheet.fonts import lines, width
from webapp.lists.sheet.ink import (
    PAPERS,
    Box,
    Circle,
    Mark,
    Modules,
    Paper,
    Picture,
    Rule,
    SheetPage,
    Sign,
    TextMark,
)
from webapp.lists.sheet.pdf import document
from webapp.lists.sheet.signs import inside
from webapp.lists.sheet.svg import page as svg

CORE = load()
GUARD = Sketch(
    "administration",
    (
        CabalPlace("petra-kantor", "riot-shield"),
        CabalPlace("kubik-oktobar", "quantum-disruptor"),
        CabalPlace("hynek-novotny", "service-carbine"),
    ),
)
POINT = 25.4 / 72


def laid(
    sketch: Sketch, paper: str = "a4", language: str = "en", pack: Pack = CORE, name: str = "Ronde"
) -> list[SheetPage]:
    of = Printed(pack, sketch, name, "http://192.168.1.5:8080/cabals/open/core.1.0.0.0")
    return pages(of, PAPERS[paper], names_for(pack, translator(language, "olomoc")))


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    match mark:
        case Box(x, y, w, h):
            return x, y, x + w, y + h
        case Rule(x1, y1, x2, y2):
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        case Circle(x, y, r):
            return x - r, y - r, x + r, y + r
        case TextMark(x, y, text, size, bold, anchor):
            wide = width(text, size, bold=bold)
            left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            return left, y - size, left + wide, y + size * 0.25
        case Sign(x, y, size) | Modules(x, y, size):
            return x, y, x + size, y + size
        case Picture(x, y, w, h):
            return x, y, x + w, y + h


def words(page: SheetPage) -> str:
    return "\n".join(mark.text for mark in page.marks if isinstance(mark, TextMark))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_marks_stay_on_the_page_and_text_on_its_card(paper: str, language: str) -> None:
    for starter in CORE.starters.values():
        first, second, third = (CabalPlace(it.card, it.equipment) for it in starter.rouages)
        roster, cards = laid(Sketch(starter.faction, (first, second, third)), paper, language)
        for mark in (*roster.marks, *cards.marks):
            left, top, right, bottom = extent(mark)
            assert min(left, top) >= 4
            assert right <= roster.width - 4
            assert bottom <= roster.height - 4
        west = (cards.width - 3 * WIDTH) / 2
        north = (cards.height - 2 * HEIGHT) / 2
        for mark in cards.marks:
            if isinstance(mark, TextMark) and mark.y > north:
                left, top, right, bottom = extent(mark)
                column, row = (left - west) // WIDTH, (top - north) // HEIGHT
                assert (right - west) // WIDTH == column
                assert (bottom - north) // HEIGHT == row


def test_the_longest_text_still_fits_its_card() -> None:
    data = CORE.to_json()
    capacity = data["rouages"]["petra-kantor"]["capacities"][0]
    long = {**capacity, "text": {"en": "Word " * 190, "fr": "Mot " * 190}}
    data["rouages"]["petra-kantor"]["capacities"] = [long]
    pack = Pack.from_json(data)
    _, cards = laid(GUARD, pack=pack)
    west, north = (cards.width - 3 * WIDTH) / 2, (cards.height - 2 * HEIGHT) / 2
    mine = [
        it for it in cards.marks if isinstance(it, TextMark) and it.x < west + WIDTH and north < it.y < north + HEIGHT
    ]
    assert len([it for it in mine if "Word" in it.text]) > 10
    assert max(extent(it)[3] for it in mine) <= north + HEIGHT


def test_the_longest_life_line_still_fits_its_card() -> None:
    data = CORE.to_json()
    data["rouages"]["petra-kantor"]["life"] = "RST" * 4
    _, cards = laid(GUARD, pack=Pack.from_json(data))
    west, north = (cards.width - 3 * WIDTH) / 2, (cards.height - 2 * HEIGHT) / 2
    mine = [
        it for it in cards.marks if isinstance(it, Box) and it.x < west + WIDTH and north + 20 < it.y < north + HEIGHT
    ]
    line = [it for it in mine if it.w == it.h]
    assert len(line) == 12
    assert max(extent(it)[2] for it in line) < west + WIDTH - 3


def test_a_sheet_says_what_is_wrong_and_what_is_missing() -> None:
    fine = words(laid(GUARD)[0])
    assert "Legal (CAB-1, CAB-2)" in fine
    torn = words(laid(GUARD.put(0, "equipment", "calibrated-lens"))[0])
    assert "Not legal" in torn
    assert "CAB-2" in torn
    assert "Calibrated Lens" in torn
    assert "Legal (" not in torn
    assert "Missing: choose what Kubik bears." in words(laid(GUARD.put(1, "equipment", None))[0])


def test_the_roster_names_pack_version_and_code() -> None:
    roster = words(laid(GUARD)[0])
    assert f"pack core, version {CORE.version}" in roster
    assert re.search(rf"core\.{re.escape(CORE.version)}\.[0-9A-Z-]{{36,}}", roster)


def test_an_empty_list_has_no_cards_to_cut() -> None:
    assert len(laid(Sketch())) == 1
    assert len(laid(GUARD)) == 2


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_pdf_has_two_pages_of_that_paper_and_cards_true_to_scale(paper: str, size: tuple[float, float]) -> None:
    made = document(laid(GUARD, paper), "Ronde")
    boxes = re.findall(rb"/Type /Page\n.*?/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", made, re.DOTALL)
    sizes = [(float(w) * POINT, float(h) * POINT) for w, h in boxes]
    assert len(re.findall(rb"/Type /Page\b", made)) == 2
    assert sizes == [pytest.approx(size, abs=0.1)] * len(sizes)
    streams = [
        zlib.decompress(it) for it in re.findall(rb"stream\n(.*?)\nendstream", made, re.DOTALL) if it[:1] == b"x"
    ]
    cards = next(it for it in reversed(streams) if b" re" in it)
    heads = [tuple(map(float, row)) for row in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) -?([\d.]+) re", cards)]
    wide = [w * POINT for _, _, w, h in heads if h * POINT == pytest.approx(9.5, abs=0.02)]
    assert wide == [pytest.approx(WIDTH, abs=0.02)] * 6


def test_the_pdf_embeds_its_letters() -> None:
    """Czech names need letters that no PDF reader has by itself."""
    made = document(laid(Sketch("stokers", (CabalPlace("ruzena-kovarova"), CabalPlace(), CabalPlace()))), "Růžena")
    assert made.startswith(b"%PDF-")
    assert b"/FontFile2" in made


def test_the_page_for_the_browser_is_in_millimetres_and_text_is_text() -> None:
    roster, cards = laid(GUARD, name="<script>alert(1)</script>")
    drawn = svg(roster, "Page")
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in drawn
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn
    assert svg(cards, "Page").count("<rect") >= 6


def test_lines_break_between_words_and_within_one_that_is_too_long() -> None:
    text = "Un rouage allié à 4 pouces perd 1 Noirceur et " + "x" * 120
    wrapped = lines(text, 3.0, 40)
    assert all(width(line, 3.0) <= 40 for line in wrapped)
    assert "".join(wrapped).replace(" ", "") == text.replace(" ", "")


def test_every_sign_that_is_printed_is_there() -> None:
    for page in laid(GUARD):
        for mark in page.marks:
            if isinstance(mark, Sign):
                assert inside(mark.name)


@pytest.mark.parametrize("paper", [Paper("A4", 210, 297)])
def test_cut_lines_reach_beyond_the_cards_on_all_sides(paper: Paper) -> None:
    _, cards = laid(GUARD)
    rules = [mark for mark in cards.marks if isinstance(mark, Rule) and mark.dash]
    upright = sorted(it.x1 for it in rules if it.x1 == it.x2)
    level = sorted(it.y1 for it in rules if it.y1 == it.y2)
    assert [b - a for a, b in pairwise(upright)] == [pytest.approx(63)] * 3
    assert [b - a for a, b in pairwise(level)] == [pytest.approx(88)] * 2


def test_each_rouage_is_printed_with_its_portrait() -> None:
    """As data of the page itself, cut at its frame; a card of a pack that brings its own picture keeps its letters."""
    _, cards = laid(GUARD)
    plates = [mark.drawing for mark in cards.marks if isinstance(mark, Picture)]
    assert len({*plates}) == 3
    assert svg(cards, "cards").count("<svg ") == 4
    bare = SheetPage(cards.width, cards.height, [mark for mark in cards.marks if not isinstance(mark, Picture)])
    assert len(document([cards], "Ronde")) > len(document([bare], "Ronde"))
