"""Cards read large: every card of the core pack, in both languages, with its text, source and clauses."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.olomoc import Match
from tests.browser.kept import position, rouage
from webapp.games.olomoc.rulebook import rulebook
from webapp.games.olomoc.table.cards import reader
from webapp.games.olomoc.table.cards.book import Book, words
from webapp.games.olomoc.table.text import phase_help
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import LANGUAGES, translator

SECTIONS = ("rouages", "equipment", "ministries", "artefact", "hostiles", "agendas")


def match() -> Match:
    burdened = rouage("2-vera-simkova", 9, 8, noirceur=3, states=["stunned"], equipment="riot-shield")
    return Match.from_position(position([rouage("1-petra-kantor", 5, 8), burdened], "1-petra-kantor"), seed=7)


def names(language: str, viewer: str = "spectator") -> Names:
    its = match()
    return Names(its.view(viewer), translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(its.journal))


def parts(tree: Any) -> Iterator[Mapping[str, Any] | str]:
    if isinstance(tree, str):
        yield tree
    elif tree:
        yield tree
        for child in tree.get("x", ()):
            yield from parts(child)


def said(tree: Any) -> str:
    return " ".join(part for part in parts(tree) if isinstance(part, str))


def letters(tree: Any) -> str:
    """The text as it reads: a word with an explanation is a part of its sentence."""
    return "".join(part for part in parts(tree) if isinstance(part, str))


def cited(tree: Any) -> list[str]:
    return [
        part["a"]["data-clause"]
        for part in parts(tree)
        if isinstance(part, dict) and "data-clause" in part.get("a", {})
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_card_can_be_read(section: str, language: str) -> None:
    its = names(language)
    cards = its.book._all(section)
    assert cards
    for id, card in cards.items():
        sheet = reader.large(f"{section}:{id}", its)
        assert sheet is not None, id
        text = said(sheet)
        assert words(card.title if section == "ministries" else card.name, language) in text
        for capacity in (*getattr(card, "capacities", ()), *getattr(card, "scoring", ())):
            # Clauses named in a text are links: what stands between them is there word for word.
            assert words(capacity.name, language) in text
            assert words(capacity.text, language) in letters(sheet)
        assert cited(sheet)
        assert [clause for clause in cited(sheet) if rulebook(language).text(clause) is None] == []
        assert translator(language, "olomoc")(f"reading.source-{card.source}") in text


def test_a_piece_is_read_with_what_burdens_it() -> None:
    """STA-2 of one that is stunned, NOI-2 of one that is corrupted; what it bears is read with it."""
    sheet = reader.large("2-vera-simkova", names("en"))
    assert {"STA-2", "NOI-2"} <= set(cited(sheet))
    assert words(names("en").book.equipments()["riot-shield"].name, "en") in said(sheet)
    assert not {"STA-2", "NOI-2"} & set(cited(reader.large("1-petra-kantor", names("en"))))


@pytest.mark.parametrize("id", ["", "nobody", "1-nobody", "@", "rouages:", "hostiles:petra-kantor", "x:rogue"])
def test_an_unknown_id_has_no_sheet(id: str) -> None:
    assert reader.large(id, names("en")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moment_says_what_happens_and_what_ends(language: str) -> None:
    its = names(language)
    assert phase_help.stage(its.view) == "phase"
    sheet = phase_help.moment(its)
    assert {"CYC-4.1", "CYC-4.4", "WLK-1"} <= set(cited(sheet))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_a_match_has_its_words(language: str) -> None:
    tr = translator(language, "olomoc")
    fresh = Match.new({"composition": "secret"}, 5)
    stages = []
    stacks: list[list[dict[str, str]]] = [
        [{"frame": "composing"}],
        [{"frame": "cycle", "step": "start"}, {"frame": "mechanism"}],
        # A cycle's frame names its next step: what goes on is above it.
        [{"frame": "cycle", "step": "phases"}, {"frame": "planning"}],
        [{"frame": "cycle", "step": "phases"}, {"frame": "phase"}, {"frame": "hostile-round"}],
        [{"frame": "cycle", "step": "end"}, {"frame": "hostile-round"}],
        [{"frame": "cycle-end"}],
    ]
    for stack in stacks:
        view = {**fresh.view("spectator"), "resolving": stack}
        stages.append(phase_help.stage(view))
        sheet = phase_help.moment(Names(view, tr, {"1": None, "2": None}, Book.of(fresh.journal)))
        assert cited(sheet)
        assert "moment." not in said(sheet)
    assert stages == ["cabals", "planning", "planning", "phase", "hostiles", "end"]


@pytest.mark.parametrize(("language", "corner"), [("en", "at the north-west corner."), ("fr", "au coin nord-ouest.")])
def test_a_card_of_the_artefact_says_which_corner_it_shows(language: str, corner: str) -> None:
    assert corner in said(reader.large("artefact:rogue-north-west", names(language)))
    assert "corner" not in said(reader.large("artefact:dead-hour", names("en")))


def test_of_two_rouages_of_one_name_each_says_whose_it_is() -> None:
    both = [rouage("1-petra-kantor", 5, 8), rouage("2-petra-kantor", 9, 8), rouage("2-vera-simkova", 9, 4)]
    its = Match.from_position(position(both, "1-petra-kantor"), seed=7)
    texts = Names(its.view("1"), translator("en", "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(its.journal))
    assert [texts.piece(row["id"]) for row in both] == ["Pétra (Ilse)", "Pétra (Tomáš)", "Věra"]
