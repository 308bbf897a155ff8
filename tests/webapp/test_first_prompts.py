"""A person's first question of a kind has an explanation; each game has one for all its questions."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser.kept import duel
from tests.webapp.games.test_panels import drafting
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PlanDraft
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import LANGUAGES, texts, translator
from webapp.people.preferences import change
from webapp.people.visitors import visitors
from webapp.table_kit import first_prompts
from webapp.ui.tree import Node

RULES = Path(__file__).resolve().parents[2] / "rules"


def questions(game: str) -> Iterator[str]:
    """The kinds of decisions that a game's engine and the kernel's table talk ask, read from their code."""
    for path in [*sorted((RULES / game).rglob("*.py")), *sorted((RULES / "kernel").rglob("*.py"))]:
        tree = ast.parse(path.read_text("utf-8"))
        named = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Question":
                kind = node.args[0]
                code = kind.value if isinstance(kind, ast.Constant) else named.get(getattr(kind, "id", ""))
                if isinstance(code, str):
                    yield code
            elif isinstance(node, ast.ClassDef):
                yield from handled(node)


def handled(handler: ast.ClassDef) -> Iterator[str]:
    """The kind that a class of handlers has as an attribute."""
    for node in handler.body:
        if (
            isinstance(node, ast.Assign)
            and getattr(node.targets[0], "id", "") == "kind"
            and isinstance(node.value, ast.Constant)
        ):
            yield str(node.value.value)


KINDS = {
    "olomoc": {"plan", "act", "react", "tempt-fate", "move", "choose", "adjust"},
    "diktat": {"manoeuvre", "look", "kill", "take", "hold", "adjust"},
    "invader": {"build", "mulligan", "place-hero", "main", "cancel", "ruin", "adjust"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_question_says_what_it_is_about(game: str, language: str) -> None:
    tr, kinds = translator(language, game), set(questions(game))
    assert KINDS[game] <= kinds
    unsaid = {kind for kind in kinds if not first_prompts.topic(tr, {"kind": kind, "prompt": {"code": kind}})}
    assert not unsaid
    for key, forms in texts(language, game).items():
        if key.startswith("first.") and key != "first.open":
            assert 50 < len(forms[0]) <= 160, key


def why(context: PanelContext) -> Node | None:
    """The explanation beside the prompt."""
    paragraphs = [it for it in layout.explained(context) if isinstance(it, dict)]
    return (
        next((it for it in paragraphs[0]["x"] if isinstance(it, dict) and it["t"] == "details"), None)
        if paragraphs
        else None
    )


async def test_a_question_is_explained_until_one_of_its_kind_was_answered() -> None:
    tr = translator("en", "olomoc")
    match = duel()
    decision = match.view("1")["decision"]
    node = first_prompts.explanation(tr, decision, "newcomer")
    assert node is not None
    assert node["a"]["open"] == "open"
    # A guide says it itself: there the question mark alone is shown.
    folded = first_prompts.explanation(tr, decision, "newcomer", folded=True)
    assert folded is not None
    assert "open" not in folded["a"]

    await first_prompts.meet("newcomer", "olomoc", first_prompts.topic(tr, decision))
    await change("newcomer", {}, "theme", "light")
    assert first_prompts.met("newcomer", "olomoc") == {"first.act"}
    assert visitors.get("newcomer").preferences["theme"] == "light"
    node = first_prompts.explanation(tr, decision, "newcomer")
    assert node is not None
    assert "open" not in node["a"]
    # Another game's questions of the same name, and another person's, are met by themselves.
    assert not first_prompts.met("newcomer", "duel")
    assert not first_prompts.met("other", "olomoc")


def test_an_explanation_stands_until_an_answer_is_begun() -> None:
    match, tr = duel(), translator("en", "olomoc")
    view = match.view("1")
    names = Names(view, tr, {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
    explained = first_prompts.explanation(tr, view["decision"], "other")
    context = PanelContext(view, names, drafting(view), PlanDraft(), explained=explained)
    assert why(context) is not None
    context.draft.sure = True
    assert why(context) is None


def test_stored_questions_of_a_wrong_shape_count_as_none() -> None:
    for kept in (None, [], {"olomoc": 3}, {"olomoc": [1, {}]}):
        visitors._known["odd"] = replace(visitors.get("odd"), preferences={"met": kept})
        assert first_prompts.met("odd", "olomoc") == frozenset()
