"""Decisions on the screen: the text of every prompt, the what-if, the log's lights and filters, the keys in each
context."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.olomoc import Match
from rules.olomoc.advice.dice_stats import luck
from rules.olomoc.bots import random_bot
from tests.webapp.games.test_adjusting import PETRA, VERA, context, names
from tests.webapp.games.test_adjusting import text as spaced
from tests.webapp.games.test_panels import drafting, played
from webapp.base.settings import STATIC
from webapp.frame import help_sheet
from webapp.games.olomoc.game import GAME
from webapp.games.olomoc.table import head
from webapp.games.olomoc.table.cards import dice_stats, reader, rouages
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PendingCommand, PlanDraft
from webapp.games.olomoc.table.prompts import whatif
from webapp.games.olomoc.table.prompts.slot import ask
from webapp.games.olomoc.table.text.events import traque
from webapp.games.olomoc.table.text.log_lines import CARDS, MOVES, ROLLS, SENTENCES, entry, highlight, sort
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.whatif_draft import ANSWERS, KINDS, WhatIfDraft
from webapp.i18n import LANGUAGES, keys, translator
from webapp.replay.viewer import KEYS
from webapp.ui import tree
from webapp.ui.tree import OWN

Json = dict[str, Any]
SEEN_ANYWAY = ("plan", "act")
"""Questions without whose answer nothing goes on: what ends them is a button of its own."""


def text(node: Any) -> str:
    return " ".join(spaced(node).split())


def fight() -> Match:
    """Pétra engaged with Věra, a marker at her back."""
    rouages: list[Json] = [
        {"id": PETRA, "seat": "1", "card": "petra-kantor", "at": [127_000, 203_200]},
        {"id": VERA, "seat": "2", "card": "vera-simkova", "at": [175_260, 203_200]},
    ]
    active = {"seat": "1", "by": "activation", "rouages": [PETRA]}
    markers = [{"id": "m1", "at": [90_000, 203_200]}]
    position = {"agenda": "survey", "rouages": rouages, "active": active, "markers": markers}
    return Match.from_position(position, dice=[5, 5, 1, 1])


def brawls(count: int) -> Iterator[Match]:
    """Two who stand close, played at random a few steps, as it stands at each question; again and again."""
    for seed in range(count):
        match, rng = Match.from_position(fight().position(), seed=seed), Random(seed)
        for _ in range(9):
            yield match
            seat = sorted(match.decisions)[0]
            legal = [option["command"] for option in match.decisions[seat]["options"] if option["legal"]]
            attacks = [command for command in legal if command["kind"] == "attack"]
            if seed % 2:  # these walk away
                attacks = [command for command in match.commands(seat, rng) if command["kind"] == "walk"][:1]
            match.submit(seat, attacks[0] if attacks else random_bot(match, seat, rng))


def supposed(match: Match, language: str, **more: Any) -> PanelContext:
    """The context of a page whose what-if has its answer."""
    draft = WhatIfDraft(open=True, **more)
    draft.rows = match.matchups(*draft.asks("1"))
    words = names(match, "1", language)
    return PanelContext(words.view, words, drafting(words.view), PlanDraft(), whatif=draft)


# ---- prompts ---------------------------------------------------------------------------------------------------------


def test_every_question_with_a_default_says_what_it_is() -> None:
    """Of every question that a close fight comes to, in both languages."""
    default_text = {language: text(translator(language, "olomoc")("prompt.default", what="")) for language in LANGUAGES}
    seen: set[str] = set()
    for match in brawls(8):
        book = Book.of(match.journal)
        for seat, decision in match.decisions.items():
            if not decision.get("default") or decision["kind"] in SEEN_ANYWAY:
                continue
            for language in LANGUAGES:
                words = Names(match.view(seat), translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, book)
                question = text(ask(PanelContext(words.view, words, drafting(words.view, seat), PlanDraft())))
                assert default_text[language] in question, (decision["kind"], decision["prompt"])
            seen.add(decision["kind"])
    assert {"react", "tempt-fate", "tactic", "opportunity"} <= seen


def test_a_reaction_has_its_cost_its_odds_and_its_key() -> None:
    match = fight()
    match.submit("1", {"kind": "attack", "rouage": PETRA, "target": VERA, "mode": "frontal"})
    page = context(match, "2")
    for index, option in enumerate(match.decisions["2"]["options"]):
        if option["legal"]:
            page.draft.odds[str(index)] = match.odds("2", option["command"])
    prompt = ask(page)
    buttons = [it for it in prompt["x"][0]["x"][-1]["x"] if it["t"] == "button"]
    assert [it["hot"] for it in buttons] == ["1", "2", "3", "4"]
    assert all("odds-bar" in str(it) for it in buttons)
    assert "wounds to Věra" in text(prompt)
    assert "wounds to Pétra" in text(prompt)


def test_places_are_chosen_one_after_the_other() -> None:
    """A card that asks for two: the first is kept, the command is complete with the second alone."""
    places: Json = {"targets.one": {}, "targets.two": {}}
    first = PendingCommand({"kind": "capacity", "targets": {"whom": VERA}}, places).pointed((1, 2))
    first = first.taken(first.at((1, 2)))
    assert (first.later, first.ready) == (("two",), False)
    second = first.next()
    assert (second.place, second.later, second.ready, second.done) == ("targets.two", (), False, 1)
    second = second.pointed((3, 4))
    second = second.taken(second.at((3, 4)))
    assert second.ready
    assert second.resolved is not None
    assert second.resolved["targets"] == {"whom": VERA, "one": [1, 2], "two": [3, 4]}


# ---- the what-if -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_what_if_is_in_words(language: str) -> None:
    match = fight()
    for kind in KINDS:
        for answer in ANSWERS:
            page = supposed(match, language, kind=kind, answer=answer, beside=True, pair=(PETRA, VERA))
            panel_text = text(whatif.panel(page))
            assert not [word for word in panel_text.split() if word.startswith(("whatif.", "option.", "{"))]


def test_a_cell_says_exactly_what_the_engine_says() -> None:
    match = fight()
    [row] = match.matchups("1", "charge")
    cell = whatif.cell(row, supposed(match, "en", kind="charge"))
    assert f"{row['odds']['mean']['target']:.1f}" in text(cell)
    assert "Pétra against Věra" in text(cell)


def test_the_other_seats_attack_is_asked_of_that_seat() -> None:
    assert WhatIfDraft(theirs=True).asks("1")[0] == "2"
    assert WhatIfDraft().asks("2") == ("2", "frontal", "nothing", False)


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_a_line_lights_who_and_where_it_is_about() -> None:
    match = fight()
    words = names(match)
    moved = {"kind": "moved", "piece": PETRA, "start": [1, 2], "to": [3, 4], "why": "walk"}
    assert highlight(moved, words) == {"ids": [PETRA], "spots": [[1, 2, 30], [3, 4, 30]]}
    rolled = {"kind": "rolled", "by": PETRA, "target": VERA, "sources": ["m1", None, "no-such"]}
    assert highlight(rolled, words) == {"ids": [PETRA, VERA, "m1"], "spots": []}
    assert highlight({"kind": "traque", "now": 1}, words) is None


def test_before_its_last_mark_the_traque_says_what_one_more_death_does() -> None:
    """POL-1, END-2: in the log, and at the seals of the head line."""
    words = names(fight())
    last = "One more death ends the match: the points decide, and at 0 to 0 nobody wins."

    def said(now: int) -> str:
        return "".join(str(it) for it in traque({"kind": "traque", "now": now}, words) if isinstance(it, str))

    assert (said(1).strip(), said(2).strip()) == ("Traque: 1.", f"Traque: 2. {last}")
    assert last in str(head.traque({"traque": 2}, words))
    assert last not in str(head.traque({"traque": 1}, words))


def test_every_kind_of_line_has_one_filter_at_most() -> None:
    assert len(ROLLS | MOVES | CARDS) == len(ROLLS) + len(MOVES) + len(CARDS)
    assert set(SENTENCES) >= ROLLS | MOVES | CARDS
    style = (STATIC / "css" / "olomoc" / "deciding.css").read_text()
    for kind in ("rolled", "moved", "capacity"):
        assert f":has(.{sort({'kind': kind})}" in style


def test_every_line_of_a_match_keeps_to_what_a_browser_draws() -> None:
    """Marks that are no attributes are known to the browser's side."""
    drawn = (Path(tree.__file__).parent / "js" / "render.js").read_text()
    assert [mark for mark in OWN if f"node.{mark}" not in drawn] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rolled_against_expected_is_told(language: str) -> None:
    match = next(it for it in played(3, every=40) if any(e["kind"] == "rolled" for e in it.journal[40:]))
    words = Names(match.view("1"), translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
    expected = luck(words.view["log"], words.view["rouages"])
    line = text(dice_stats.line(words, dice_stats.of(words)))
    for seat in ("1", "2"):
        figure = f"{float(expected[seat].expected):.1f}"
        figure = figure.replace(".", ",") if language == "fr" else figure
        assert f"{expected[seat].successes} / {figure}" in line


def test_modifiers_name_their_source() -> None:
    """ROL-3, CHG-3: support by whom, a charge; a card by its name."""
    words = names(fight())
    event = {
        "kind": "rolled", "by": PETRA, "target": VERA, "why": "attack", "threshold": 3, "dice": [3], "successes": 1,
        "modifiers": [{"clause": clause, "value": by} for clause, by in (("ROL-3", -1), ("CHG-3", -1), ("ROL-1", 1))],
        "sources": [VERA, None, "counter-order"],
    }  # fmt: skip
    line = text(entry(event, words))
    assert "support of Věra" in line
    assert "charge threshold −1" in line
    assert "Counter-Order dice +1" in line


# ---- keys ------------------------------------------------------------------------------------------------------------


def test_every_key_on_the_sheet_has_its_words() -> None:
    for section, lines in {**help_sheet.EVERYWHERE, **GAME.screens.keys, **KEYS}.items():
        assert section in keys("en", "olomoc")
        assert [line.text for line in lines if line.text not in keys("fr", "olomoc")] == []


def test_a_random_what_if_never_fails() -> None:
    """Every supposition has rows or none, in any state of a match, and all of them can be said."""
    rng = Random(4)
    for match in played(11, every=60):
        if not match.view("1")["rouages"]:
            continue
        draft = WhatIfDraft(open=True, kind=rng.choice(KINDS), answer=rng.choice(ANSWERS), beside=rng.random() < 0.5)
        draft.rows = match.matchups(*draft.asks("2"))
        words = Names(match.view("2"), translator("fr", "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
        assert text(whatif.panel(PanelContext(words.view, words, drafting(words.view, "2"), PlanDraft(), whatif=draft)))


# ---- what is needed to decide ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_running_effects_stand_on_the_cards(language: str) -> None:
    """CAP-4: on one's own and the opponent's, small and large, with their card's words; each once."""
    match = fight()
    view = match.view("1")
    view["effects"] = [{"name": "test-protocol", "piece": piece, "until": "cycle"} for piece in (PETRA, PETRA, VERA)]
    words = Names(view, translator(language), {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
    name = words.capacity("test-protocol")
    for id in (PETRA, VERA):
        for node in (rouages.card(words.get(id), view, words), rouages.card(words.get(id), view, words, small=True)):
            assert str(node).count(repr(name)) == 1  # its title begins with the name, too
            assert words.book.capacity_text("test-protocol", language) in str(node)
        assert name in text(reader.large(id, words))
    assert name not in text(rouages.card(words.get(PETRA) | {"out": True}, view, words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_show_figures_as_they_are_now(language: str) -> None:
    """ROL-1: the printed figure stays beside it, and both are read out."""
    match = fight()
    view = match.view("1")
    profile = next(it for it in view["rouages"] if it["id"] == PETRA)["profile"]
    dodge, rank = profile["dodge"], profile["rank"]
    view["changed"] = {PETRA: {"dodge": dodge - 1, "rank": rank - 1}}
    words = Names(view, translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
    tr = words.tr
    for node in (rouages.card(words.get(PETRA), view, words), reader.large(PETRA, words)):
        for name, now, printed in (("dodge", dodge - 1, dodge), ("rank", rank - 1, rank)):
            sentence = tr("card.stat-changed", name=tr(f"card.{name}"), now=now, printed=printed)
            assert sentence in json.dumps(node, ensure_ascii=False)
        assert "stat-printed" in str(node)
        assert "lost" in str(node)
    assert "stat-printed" not in str(rouages.card(words.get(VERA), view, words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_roll_is_what_it_is_is_said_before_it(language: str) -> None:
    """ROL-1, ROL-2, CHG-3: dice, threshold and each modifier with its clause, while there is still a choice."""
    position = fight().position()
    position["rouages"][1]["at"] = [254_000, 203_200]
    match = Match.from_position(position, seed=1)
    option = next(o for o in match.decisions["1"]["options"] if o["command"]["kind"] == "charge" and o["legal"])
    words = names(match, "1", language)
    draft = drafting(words.view)
    draft.pending = PendingCommand(option["command"])
    draft.odds["pending"] = match.odds("1", option["command"])
    question = text(ask(PanelContext(words.view, words, draft, PlanDraft())))
    assert "4+" in question
    assert "CHG-3" in question
    match.submit("1", match.suggest("1", option["command"]))
    words = names(match, "2", language)
    asked = drafting(words.view, "2")
    asked.odds["0"] = match.odds("2", match.decisions["2"]["options"][0]["command"])
    assert "CHG-3" in text(ask(PanelContext(words.view, words, asked, PlanDraft())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tactic_says_what_its_successes_come_to(language: str) -> None:
    """ATK-4, LIF-2, LIF-4: successes are no wounds yet (a PV may be reinforced), and one that would fall is said to."""
    position = fight().position()
    position["rouages"][1]["wounds"] = len(position["rouages"][1]["profile"]["life"]) - 1
    match = Match.from_position(position, dice=[5, 5, 1, 1])
    attack = next(o for o in match.decisions["1"]["options"] if o["command"]["kind"] == "attack" and o["legal"])
    match.submit("1", attack["command"])
    match.submit("2", {"kind": "react", "dodge": False, "riposte": None})
    match.submit("1", {"kind": "tempt-fate", "reroll": False})
    words = names(match, "1", language)
    draft = drafting(words.view)
    options = match.decisions["1"]["options"]
    draft.odds = {str(n): match.odds("1", o["command"]) for n, o in enumerate(options) if o["legal"]}
    question = text(ask(PanelContext(words.view, words, draft, PlanDraft())))
    assert words.tr.plural("card.successes-n", 2) in question
    assert words.tr("table.out-chance", chance=words.tr("table.percent", n="100")) in question
