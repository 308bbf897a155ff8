"""Hints as text: who may ask for them, and that each figure they name is the engine's."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.invader import Match as Duel
from rules.kernel.bots import random_answer
from rules.kernel.refusals import Refused
from rules.olomoc import Match
from webapp.games.invader.game import GAME as DUEL
from webapp.games.invader.screens import DuelTable
from webapp.games.olomoc.game import GAME as OLOMOC
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text.hints import answer, hint
from webapp.games.olomoc.table.text.names import Names
from webapp.guide.hints import hints_now, named
from webapp.i18n import LANGUAGES, translator
from webapp.lessons.script import read
from webapp.store import Store
from webapp.tables import Registry, TableSettings

GUIDE = read(Path("webapp/games/olomoc/guide.toml"))
FOR_COORDINATION = ("broken-veteran",)
"""Capacities that make a coordination possible. Like a coordination, they change nothing that is counted."""


def names(match: Match, language: str) -> Names:
    return Names(match.view("1"), translator(language, "olomoc"), {"1": "Ilse", "2": "Golem"}, Book.of(match.journal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_that_is_advised_is_named_with_its_reasons(language: str) -> None:
    match = Match.from_position(GUIDE.match.position, seed=1)
    hints = match.query("1", "hints", {})
    assert 0 < len(hints["options"]) <= 3
    for option in hints["options"]:
        assert match.check("1", option["command"]) is None
        headline, reasons = hint(option, names(match, language))
        assert headline
        command = option["command"]
        assert reasons or command["kind"] == "coordinate" or command.get("capacity") in FOR_COORDINATION
        assert not any("hint." in text for text in (headline, *reasons))


def test_the_odds_in_words_are_those_of_the_engine() -> None:
    """ROL-1: two dice at 5+ have a success in 5 of 9."""
    match = Match.from_position(GUIDE.match.position, seed=1)
    row = {
        "command": {
            "kind": "capacity",
            "rouage": "1-kubik-oktobar",
            "capacity": "study",
            "targets": {"marker": "probe-west"},
        },
        "reasons": [
            {
                "code": "study",
                "params": {"by": "1-kubik-oktobar", "target": "probe-west", "dice": 2, "threshold": 5, "any": "5/9"},
            },
            {"code": "points", "params": {"by": 0.67, "mean": True}},
            {"code": "actions", "params": {"by": -1.0}},
            {"code": "fiel", "params": {"by": 0.001}},
        ],
    }
    headline, reasons = hint(row, names(match, "en"))
    assert headline == "Kubik: Study → West Probe"
    assert reasons == [
        "2 dice at 5+: at least one success in 56 %.",
        "You: points +0.7 on average.",
        "You: action tokens −1.",
    ]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"kind": "react", "dodge": True, "riposte": "combat"}, "Dodge + Riposte"),
        ({"kind": "react", "dodge": True}, "Dodge"),
        ({"kind": "tempt-fate", "reroll": False}, "Keep the dice"),
        ({"kind": "tactic", "tactic": None}, "No tactic"),
        ({"kind": "end"}, "End the activation"),
        ({"kind": "attack", "rouage": "1-petra-kantor", "target": "2-pavel-sykora"}, "Pétra attacks Pavel"),
        ({"kind": "opportunity", "attack": False}, "Let it go"),
        ({"kind": "activate", "rouage": "1-petra-kantor"}, "Activate Pétra"),
        (
            {"kind": "rest", "rouage": "1-petra-kantor", "target": "1-petra-kantor", "remove": "noirceur"},
            "Pétra: Rest, Noirceur −1",
        ),
        ({"kind": "choose", "choice": "1-petra-kantor"}, "Pétra"),
        ({"kind": "plan", "slots": ["1-petra-kantor", "harmony"]}, "Pétra, Communion"),
    ],
)
def test_an_answer_in_a_few_words(command: dict[str, object], sentence: str) -> None:
    assert answer(command, names(Match.from_position(GUIDE.match.position, seed=1), "en")) == sentence


def duel_at(steps: int) -> Duel:
    """A random duel after so many answers."""
    match, rng = Duel.new({"uniform_prompts": True}, 5), Random(1)
    for _ in range(steps):
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    return match


def duel_words(match: Duel, seat: str, language: str) -> Any:
    tr, screens = translator(language, "invader"), DuelTable()
    return screens.words(match.view(seat), tr, {"1": "Ilse", "2": "Golem"}, screens.book(match.journal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_of_a_duel_is_in_words(language: str) -> None:
    screens = DuelTable()
    for steps in (6, 12, 20, 28):
        match = duel_at(steps)
        seat = next(iter(match.asked))
        words = duel_words(match, seat, language)
        for option in match.query(seat, "hints", {})["options"]:
            headline, reasons = screens.hint(option, words)
            theirs, others = screens.hint({**option, "seat": seat}, words)
            assert headline
            assert len(reasons) == len(others) == len(option["reasons"])
            assert not re.search(r"\b(do|hint|option)\.[a-z]", " ".join((headline, theirs, *reasons, *others)))


def played_out_of_hand() -> tuple[Duel, str, dict[str, Any]]:
    """A duel, the seat that is asked, and a hint to play a card that comes into play."""
    for steps in range(4, 40):
        match = duel_at(steps)
        seat = next(iter(match.asked))
        for option in match.query(seat, "hints", {})["options"]:
            codes = {row["code"] for row in option["reasons"]}
            if option["command"]["kind"] == "play" and {"hand", "force"} <= codes:
                return match, seat, option
    raise AssertionError("no such hint")


def test_the_figures_of_a_duels_hint_are_those_of_its_engine() -> None:
    """PLY-9: the card played and those that pay for it leave the hand; CRD-3: its Force comes into play."""
    match, seat, option = played_out_of_hand()
    words, command = duel_words(match, seat, "en"), option["command"]
    headline, reasons = DuelTable().hint(option, words)
    assert headline.startswith(f"Play {words.called(command['card'])}")
    assert all(words.called(card) in headline for card in command.get("discard", ()))
    assert f"You: cards in hand −{1 + len(command.get('discard', ()))}." in reasons
    assert f"You: Force in play +{words.card(command['card']).force}." in reasons
    _, others = DuelTable().hint({**option, "seat": seat}, words)
    assert others[0].startswith(f"{words.player(seat)}: ")


async def test_a_duels_table_gives_hints_to_who_plays_alone_and_to_nobody_else(database: Path) -> None:
    """Between people only where the table agreed; never to spectators."""
    store, tables = Store.open(database), Registry()
    tables.open(store, [DUEL])
    try:
        alone = await tables.create({}, "", "invader")
        assert await alone.sit("cookie-ilse", "1", "Ilse") is None
        assert await alone.seat_bot("2", "steady") is None
        assert (alone.gives_hints("1"), alone.gives_hints("spectator")) == (True, False)
        both, agreed = [await tables.create({}, "", "invader", TableSettings(hints=it)) for it in (False, True)]
        for table in (both, agreed):
            for session, seat in (("cookie-ilse", "1"), ("cookie-eva", "2")):
                assert await table.sit(session, seat, session[7:].title()) is None
        assert not both.gives_hints("1")
        assert agreed.gives_hints("1")
        with pytest.raises(Refused) as refused:
            await both.query("1", "hints")
        assert refused.value.refusal.code == "no-hints"
        with pytest.raises(Refused):
            await agreed.query("spectator", "hints")
    finally:
        tables.close()
        store.close()


async def test_a_question_that_bots_cannot_judge_offers_no_hints(database: Path) -> None:
    """SET-4, CYC-3: an edge is chosen once, a plan made for a whole cycle."""
    store, tables = Store.open(database), Registry()
    tables.open(store, [OLOMOC])
    try:
        table = await tables.create({"agenda": "skirmish"}, "", "olomoc", TableSettings(hints=True))
        for seat in ("1", "2"):
            assert await table.sit(f"cookie-{seat}", seat, f"Ilse {seat}") is None
        silent = {"choose-edge", "compose", "draft", "plan", "place-decor"}
        rng, judged = Random(1), set[bool]()
        while judged != {True, False}:
            seat, question = next(iter(table.match.asked.items()))
            judged.add(question.kind not in silent)
            assert hints_now(table, seat) == (question.kind not in silent)
            assert await table.submit(f"cookie-{seat}", random_answer(table.match, seat, rng)) is None
    finally:
        tables.close()
        store.close()


def test_a_hint_marks_what_its_command_names_at_any_depth() -> None:
    """Ids of things, not the kind of the command, and no figures."""
    command = {
        "kind": "send",
        "sector": "karst",
        "at": {"stack": "s1", "pawn": 2},
        "flip": ["o01", "o02"],
        "to": [3, 4],
    }
    assert [*named(command)] == ["karst", "s1", "o01", "o02"]
