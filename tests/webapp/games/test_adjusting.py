"""Adjustments on the screen: drafts, texts, and the moment at which something is settled by hand, in both languages."""

import json
from typing import Any

import pytest

from rules.olomoc import Match
from tests.webapp.games.test_panels import PLAYERS, drafting, spoken
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.adjustment_draft import AdjustmentDraft, moving
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PlanDraft
from webapp.games.olomoc.table.prompts import by_hand, slot
from webapp.games.olomoc.table.prompts.adjustment_form import form
from webapp.games.olomoc.table.text import adjustments
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import LANGUAGES, translator

Json = dict[str, Any]
PETRA, VERA = "1-petra-kantor", "2-vera-simkova"
ROW = {"kind": "capacity", "rouage": PETRA, "capacity": "counter-order", "targets": {}}


def table() -> Match:
    """Pétra with a card whose capacity is settled by hand, Věra four inches away."""
    rouages: list[Json] = [
        {"id": PETRA, "seat": "1", "card": "petra-kantor", "at": [127_000, 203_200], "equipment": "sealed-envelope"},
        {"id": VERA, "seat": "2", "card": "vera-simkova", "at": [228_600, 203_200], "noirceur": 1},
    ]
    active = {"seat": "1", "by": "activation", "rouages": [PETRA]}
    markers = [{"id": "probe", "at": [50_800, 50_800], "tokens": {"agenda": 1}}]
    position = {"agenda": "skirmish", "rouages": rouages, "markers": markers, "active": active}
    return Match.from_position(position, seed=1)


def names(match: Match, viewer: str = "1", language: str = "en") -> Names:
    return Names(match.view(viewer), translator(language, "olomoc"), PLAYERS, Book.of(match.journal))


def context(
    match: Match, viewer: str = "1", language: str = "en", draft: AdjustmentDraft | None = None
) -> PanelContext:
    words = names(match, viewer, language)
    may = match.check(viewer, {"kind": "propose", "what": "draw"}) is None
    return PanelContext(
        words.view,
        words,
        drafting(words.view, viewer),
        PlanDraft(),
        may_propose=may,
        adjustment=draft or AdjustmentDraft(),
    )


def text(node: Any) -> str:
    return " ".join(spoken(node)) if not isinstance(node, list) else " ".join(text(it) for it in node)


# ---- drafts ----------------------------------------------------------------------------------------------------------


def test_a_piece_has_one_row_and_what_is_so_already_is_no_change() -> None:
    draft = AdjustmentDraft()
    draft.put({"piece": PETRA}, "wounds", 2, 0)
    draft.put({"piece": PETRA}, "noirceur", 1, 0)
    draft.put({"seat": "1"}, "points", 3, 2)
    assert draft.changes == [{"piece": PETRA, "wounds": 2, "noirceur": 1}, {"seat": "1", "points": 3}]
    draft.put({"piece": PETRA}, "wounds", 0, 0)
    draft.put({"seat": "1"}, "points", 2, 2)
    assert draft.changes == [{"piece": PETRA, "noirceur": 1}]
    draft.drop(0, "noirceur")
    assert draft.changes == []


def test_a_draft_has_one_move_per_card_and_keeps_exchanges_apart() -> None:
    draft = AdjustmentDraft()
    draft.add({"card": "rain", "from": "discard", "to": "artefact"})
    draft.add({"card": "rain", "from": "discard", "to": "spent"})
    draft.add({"seat": "1", "swap": [2, 3]})
    draft.put({"seat": "1"}, "fiel", 1, 0)
    assert draft.changes[0]["to"] == "spent"
    assert draft.changes[1:] == [{"seat": "1", "swap": [2, 3]}, {"seat": "1", "fiel": 1}]
    draft.traque(2, 0)
    draft.traque(0, 0)
    assert len(draft.changes) == 3


def test_every_row_of_the_adjustment_form_is_accepted_by_the_engine() -> None:
    """Every row that the form can make is a change that the rules accept."""
    match, draft = table(), AdjustmentDraft(card="counter-order", note="as agreed")
    draft.put({"piece": VERA}, "wounds", 1, 0)
    draft.put({"piece": VERA}, "states", ["stunned"], [])
    draft.put({"piece": VERA}, "at", [300_000, 300_000], None)
    draft.put({"piece": PETRA}, "actions", 0, 4)
    draft.put({"seat": "2"}, "points", 2, 0)
    draft.traque(1, 0)
    draft.add({"roll": 2})
    own = match.view("1")["ministries"][0]
    draft.add({"card": own, "from": "hand-1", "to": "hand-2"})
    assert match.check("1", draft.command()) is None


def test_a_place_is_checked_in_the_company_of_the_other_changes() -> None:
    """MOV-1: where a piece stood that is moved away as well, there is room."""
    match, draft = table(), AdjustmentDraft()
    place = (228_600, 203_200)
    assert match.check("1", moving(PETRA, draft).at(place)) is not None
    draft.put({"piece": VERA}, "at", [300_000, 300_000], None)
    assert match.check("1", moving(PETRA, draft).at(place)) is None


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_is_said(language: str) -> None:
    words = names(table(), language=language)
    rows: list[Json] = [
        {"piece": VERA, "at": [254_000, 25_400], "wounds": 1, "noirceur": 2, "actions": 3, "states": ["stunned"]},
        {"piece": VERA, "states": []},
        {"seat": "2", "points": 3, "fiel": 1},
        {"seat": "1", "swap": [3, 5]},
        {"traque": 2},
        {"card": "dead-hour", "from": "discard", "to": "artefact"},
        {"roll": 3},
        {"piece": VERA, "agenda": 1},
        {"piece": "probe", "agenda": 2, "players": {"1": 1}},
    ]
    for live in (True, False):
        lines = [text(line) for row in rows for _, line in adjustments.lines(row, words, live)]
        assert len(lines) == 15
        assert not [line for line in lines if "change." in line or "{" in line or "None" in line]
    assert text(adjustments.lines({"piece": VERA, "noirceur": 2}, words, True)[0][1]).endswith("1 → 2")
    assert text(adjustments.lines({"piece": "probe", "agenda": 2}, words, True)[0][1]).endswith("1 → 2")
    assert "→" not in text(adjustments.lines({"piece": VERA, "noirceur": 2}, words, False)[0][1])


# ---- the moment ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["1", "2", "spectator"])
def test_everybody_reads_the_card_at_its_moment(viewer: str) -> None:
    match = table()
    assert by_hand.moment(match.view(viewer)) is None
    match.submit("1", ROW)
    banner = by_hand.banner(names(match, viewer), context(match, viewer) if viewer != "spectator" else None)
    assert "Exchange two of your planned cards" in text(banner)
    assert ("Propose an adjustment" in text(banner)) == (viewer != "spectator")


def test_the_moment_stays_over_a_proposal_declined_and_goes_with_the_next_step() -> None:
    match = table()
    match.submit("1", ROW)
    match.submit("2", {"kind": "propose", "what": "adjustment", "changes": [{"traque": 1}]})
    assert by_hand.moment(match.view("1")) is not None
    match.submit("1", {"kind": "adjust", "accept": False})
    assert by_hand.moment(match.view("1")) is not None
    match.submit("1", {"kind": "end"})
    assert by_hand.moment(match.view("1")) is None


def test_agreed_on_it_is_settled() -> None:
    match = table()
    match.submit("1", ROW)
    match.submit("2", {"kind": "propose", "what": "adjustment", "changes": [{"traque": 1}]})
    match.submit("1", {"kind": "adjust", "accept": True})
    assert by_hand.moment(match.view("2")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_reads_all_of_it_and_both_may_answer(language: str) -> None:
    match = table()
    match.submit("1", ROW)
    row = [{"piece": VERA, "wounds": 1}]
    proposal = {"kind": "propose", "what": "adjustment", "changes": row, "note": "rain", "card": "counter-order"}
    match.submit("1", proposal)
    prompt = slot.ask(context(match, "2", language))
    assert prompt["a"]["data-kind"] == "adjust"
    prompt_text = text(prompt)
    assert "Věra" in prompt_text
    assert "rain" in prompt_text
    assert names(match, language=language).capacity("counter-order") in prompt_text
    waiting = text(slot.ask(context(match, "1", language)))
    assert "Věra" in waiting
    entries = [
        line for event in match.view("spectator")["log"] if (line := entry(event, names(match, language=language)))
    ]
    assert any("rain" in text(it) and "Věra" in text(it) for it in entries)


def test_a_proposal_is_shown_to_nobody_as_a_form_while_it_waits() -> None:
    """GEN-2: one proposal at a time; the menu has none to offer."""
    match = table()
    before = text([layout.menu(context(match))])
    assert "Propose an adjustment" in before
    match.submit("2", {"kind": "propose", "what": "adjustment", "changes": [{"traque": 1}]})
    assert "Propose an adjustment" not in text([layout.menu(context(match))])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["pieces", "tracks", "cards", "dice"])
def test_the_form_is_in_words(part: str, language: str) -> None:
    match, draft = table(), AdjustmentDraft(open=True, part=part, piece=VERA)
    draft.put({"piece": VERA}, "wounds", 1, 0)
    tree = layout.forms(names(match, language=language), context(match, "1", language, draft))
    form_text = text(tree)
    life = len(names(match).profile(VERA)["life"])
    assert f"{life} → {life - 1}" in form_text
    assert not [word for word in form_text.split() if word.startswith(("amend.", "change."))]


@pytest.mark.parametrize("carried", [True, False])
def test_agenda_tokens_are_offered_where_there_are_any(carried: bool) -> None:
    match = table()
    if not carried:
        match = Match.from_position({**match.position(), "markers": []}, seed=1)
    shown = json.dumps(form(context(match, draft=AdjustmentDraft(open=True, piece=PETRA))))
    assert (f"amend-agenda-{PETRA}" in shown) is carried
    assert f"amend-noirceur-{PETRA}" in shown
