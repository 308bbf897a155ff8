"""A takeback says what it would undo, and never passes over a die or a card that the other has seen in silence."""

from typing import Any

import pytest

from rules.olomoc import Match
from tests.webapp.games.test_panels import PLAYERS, drafting, spoken
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PlanDraft
from webapp.games.olomoc.table.prompts import slot
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import LANGUAGES, translator

POSITION = {
    "rouages": [
        {"id": "1-petra-kantor", "seat": "1", "card": "petra-kantor", "at": [127000, 203200]},
        {"id": "2-kubik-oktobar", "seat": "2", "card": "kubik-oktobar", "at": [165100, 203200]},
    ],
    "active": {"seat": "1", "by": "activation", "rouages": ["1-petra-kantor"]},
}
ATTACK = {"kind": "attack", "rouage": "1-petra-kantor", "target": "2-kubik-oktobar", "mode": "frontal"}
ASK = {"kind": "propose", "what": "takeback"}


def names(match: Match, viewer: str, language: str = "en") -> Names:
    view = match.view(viewer)  # type: ignore[arg-type]  # seats as the tests write them
    return Names(view, translator(language, "olomoc"), PLAYERS, Book.of(match.journal))


def prompt(match: Match, seat: str, language: str = "en") -> str:
    words = names(match, seat, language)
    context = PanelContext(words.view, words, drafting(words.view, seat), PlanDraft(), True)
    return " ".join(spoken(slot.ask(context)))


def struck() -> Match:
    """Petra has attacked, Kubik has not reacted: the dice lie on the table."""
    match = Match.from_position(POSITION, dice=[5, 5, 2, 6, 1, 1, 1])
    match.submit("1", ATTACK)
    match.submit("2", {"kind": "react", "dodge": False, "riposte": None})
    return match


def told(match: Match, kind: str, viewer: str = "2", language: str = "en") -> str:
    words = names(match, viewer, language)
    events: list[dict[str, Any]] = words.view["log"]
    return " ".join(spoken(entry(next(event for event in reversed(events) if event["kind"] == kind), words)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_asked_one_is_told_what_would_go_and_what_was_seen(language: str) -> None:
    match = struck()
    match.submit("1", {**ASK, "to": 2})
    question = prompt(match, "2", language)
    assert translator(language, "olomoc").plural("takeback.rolls", 1) in question
    assert question.count("Kubik") == 3  # attacked, without reacting, rolled against


def test_a_takeback_prompt_says_when_nothing_was_seen() -> None:
    match = Match.from_position(POSITION, dice=[])
    match.submit("1", ATTACK)
    match.submit("1", ASK)
    assert translator("en", "olomoc")("takeback.nothing-seen") in prompt(match, "2")


def test_an_agreed_takeback_names_in_the_log_what_was_seen() -> None:
    match = struck()
    before = match.view("1")["rouages"]
    match.submit("1", {**ASK, "to": 2})
    match.submit("2", {"kind": "adjust", "accept": True})
    for viewer in ("1", "2", "spectator"):
        assert "1 roll" in told(match, "rewound", viewer)
    assert match.decisions["1"]["kind"] == "act"
    assert [row["wounds"] for row in match.view("1")["rouages"]] == [row["wounds"] for row in before]


def test_a_declined_takeback_changes_nothing() -> None:
    match = struck()
    asked = {seat: decision["id"] for seat, decision in match.decisions.items()}
    match.submit("1", ASK)
    assert set(match.decisions) == {"2"}
    match.submit("2", {"kind": "adjust", "accept": False})
    assert {seat: decision["id"] for seat, decision in match.decisions.items()} == asked
    assert "Tomáš" in told(match, "answered", "1")


def planned() -> Match:
    """Both have planned: the cards of phase 1 lie open."""
    match = Match.new({"agenda": "survey", "composition": "secret"}, seed=6)
    while match.asked and not any(event["kind"] == "revealed" for event in match.journal):
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_turned_cards_are_named(language: str) -> None:
    """CYC-3: plans are laid anew by those who have seen each other's first card, and both are told so."""
    match = planned()
    words = names(match, "2", language)
    to = next(event["n"] for event in match.journal if event["kind"] == "planned")
    by = next(seat for seat in ("1", "2") if match.check(seat, {**ASK, "to": to}) is None)
    match.submit(by, {**ASK, "to": to})
    other = "2" if by == "1" else "1"
    question = prompt(match, other, language)
    revealed = next(event for event in match.journal if event["kind"] == "revealed")
    for card in filter(None, revealed["cards"].values()):
        assert words.card(card) in question
    hidden = [card for card in match.view(by)["plan"] if card not in revealed["cards"].values()]
    ministry = next((card for card in hidden if card in match.view(by)["ministries"]), None)
    assert ministry is None or words.card(ministry) not in question
