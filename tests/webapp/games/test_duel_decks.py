"""Decks of the duel: checked, written as codes and words, brought to a table."""

import json

import pytest
from nicegui.testing import User

from rules.invader.packs.reader import load
from tests.webapp.games.test_duel import seated, served
from tests.webapp.test_lobby import CreateUser
from tests.webapp.test_plain_table import press, read
from webapp.games.invader.lists import LISTS as DECKS
from webapp.i18n import LANGUAGES, translator
from webapp.lists.import_export import left_out
from webapp.lists.import_export import read as imported
from webapp.plates.addresses import drawing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_starters_are_legal_and_every_problem_of_a_deck_is_said_with_its_clause(language: str) -> None:
    """DCK-2 to DCK-4: the engine's own checker, in sentences."""
    tr = translator(language, "invader")
    for starter in DECKS.starters(tr):
        assert DECKS.judge(starter.value, tr).legal
    human = next(it.value for it in DECKS.starters(tr) if it.key == "human")
    for value, clause in (
        (DECKS.put(human, "defender", "militia", 2), "DCK-2"),
        (DECKS.put(human, "defender", "militia", 9), "DCK-2"),
        (DECKS.put(human, "order", "hush", 1), "DCK-2"),
        (DECKS.put(human, "order", "decoy", 9), "DCK-3"),
        (DECKS.put(human, "strategy", "shield", 0), "DCK-4"),
        (DECKS.put(human, "hero", "welder", 1), "DCK-4"),
    ):
        verdict = DECKS.judge(value, tr)
        assert not verdict.legal
        assert any(clause in said for said in (*verdict.problems, *verdict.missing)), clause
        assert not any(said.startswith("deck.") for said in (*verdict.problems, *verdict.missing))


def test_a_deck_goes_through_its_code_its_words_and_what_is_kept() -> None:
    for starter in DECKS.starters(translator("en", "invader")):
        value = starter.value
        assert DECKS.decode(DECKS.code(value)) == DECKS.read(json.loads(json.dumps(DECKS.dump(value)))) == value
        assert "3 Skitterling" in DECKS.plain_text(value, "", translator("en", "invader")) or value.side == "human"


def test_a_deck_in_words_needs_no_side_and_says_which_copies_it_left_out() -> None:
    """The side is that of most of its cards."""
    text = "3x Militia\nMilitia (96)\n2 Skitterling\n1 Sharpshooters of the third kind\nDecoy\nRally"
    read_in = imported(text, DECKS.path, DECKS.code_pattern, DECKS.reader, DECKS.named())
    value = DECKS.from_words(read_in.named)
    most = load().cards["militia"].max
    assert (value.side, value.cards["militia"]) == ("human", most)
    assert read_in.missed == ("1 Sharpshooters of the third kind",)
    assert left_out(DECKS, read_in).cut == ((("defender", "militia"), 99, most), (("warform", "skitterling"), 2, 0))


def test_another_side_begins_anew() -> None:
    tr = translator("en", "invader")
    human = next(it.value for it in DECKS.starters(tr) if it.key == "human")
    assert DECKS.put(human, "side", "invader", 1).cards == {}
    assert {of.key for of in DECKS.sections(DECKS.empty(), tr)} == {"side"}


@served
async def test_a_built_deck_is_brought_to_a_table_and_the_starter_is_offered(
    user: User, create_user: CreateUser
) -> None:
    """DCK-2: each brings a deck of the own side; a deck of the other side is not offered."""
    table, (ilse, tomas) = await seated(user, decks="built")
    assert table.options["decks"] == "built"
    await press(ilse, "option-1")
    assert "strategies" in table.view("1")
    await press(tomas, "option-1")
    assert "Do you keep this hand?" in read(ilse)
    assert table.view("spectator")["decks"] == {"1": 45, "2": 53}


@pytest.mark.parametrize("key", ["invader", "human"])
def test_every_card_of_a_printed_deck_has_its_picture(key: str) -> None:
    tr = translator("en", "invader")
    deck = next(starter.value for starter in DECKS.starters(tr) if starter.key == key)
    cards = [
        card for section in DECKS.sections(deck, tr) if section.key not in ("side", "pack") for card in section.cards
    ]
    assert len(cards) > 20
    assert all(drawing(card.picture).startswith("<svg ") for card in cards)
