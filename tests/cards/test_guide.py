"""The authors' guide of Olomoc's packs, and the JSON Schema."""

import re
from pathlib import Path

import pytest

from rules.kernel.packs.guide import Page
from rules.olomoc.packs import OPERATIONS, TRIGGERS, docs, read
from rules.olomoc.packs.docs import guide, json_schema
from tests.cards.test_reader import HEADER, TORCH, reach


def blocks(language: str) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", guide("fr" if language == "fr" else "en"), re.DOTALL)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_guide_begins_with_a_complete_pack(language: str) -> None:
    pack = read({"pack.toml": blocks(language)[0]})
    assert not [line for line in pack.by_hand() if "wind-up-torch" in line]
    assert reach(pack) == 76_200


@pytest.mark.parametrize("recipe", docs.GUIDE.words["recipe"], ids=lambda recipe: recipe["id"])
def test_every_recipe_of_the_guide_is_run_by_the_engine(recipe: dict[str, str]) -> None:
    bearer = TORCH[: TORCH.index("[[equipment.capacities]]")]
    pack = read({"pack.toml": HEADER + bearer + recipe["toml"]})
    assert len(pack.equipment["wind-up-torch"].capacities) == 1
    assert not [line for line in pack.by_hand() if "wind-up-torch" in line]
    for language in ("en", "fr"):
        assert recipe["toml"].strip() + "\n" in blocks(language)


def test_the_guide_has_twenty_different_recipes() -> None:
    recipes = docs.GUIDE.words["recipe"]
    assert len({recipe["toml"] for recipe in recipes}) == len({recipe["id"] for recipe in recipes}) == 20


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_link_of_the_guide_leads_somewhere(language: str) -> None:
    text = guide("fr" if language == "fr" else "en")
    anchors = re.findall(r'<a id="([^"]*)">', text)
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= set(anchors)
    assert len(anchors) == len(set(anchors))


def test_the_authors_guide_is_the_one_that_the_models_make() -> None:
    for name, language in (("packs.md", "en"), ("packs.fr.md", "fr")):
        written = Path(__file__).parents[2] / "docs" / name
        assert written.read_text(encoding="utf-8") == guide(language)
    assert all(f'`op = "{word}"`' in guide() for word in OPERATIONS)
    assert all(f'`when = "{word}"`' in guide() for word in TRIGGERS)


def test_the_guide_says_everything_in_both_languages() -> None:
    """Every text of the guide stands in a `guide.toml` with its French, and nothing that it does not say."""
    asked: set[str] = set()
    known = dict(docs.GUIDE.french)

    class Asked(dict[str, str]):
        def get(self, english: str, default: object = None) -> str:
            asked.add(english)
            return known.get(english, english)

    Page(docs.GUIDE, "fr", Asked()).text()
    names = {"Faction", "Instinct", "Agenda", "Option", "Conditions", "angle", "Rank.", "Technique.", "Combat."}
    assert asked - set(known) == set()
    assert set(known) - asked == set()
    assert {english for english, said in known.items() if said == english} <= names


def test_the_guide_is_built_alike_in_both_languages() -> None:
    """The same sections with the same keys, codes and clauses: only the words differ."""

    def bones(text: str) -> list[list[str]]:
        return [
            sorted(re.findall(r"`[^`\n]*`|[A-Z]{3}-\d+(?:\.\d+)?", line))
            for line in text.splitlines()
            if line[:1] == "|"
        ]

    english, french = guide("en"), guide("fr")
    assert re.findall(r'<a id="\w+">', english) == re.findall(r'<a id="\w+">', french)
    assert [len(row) for row in bones(english)] == [len(row) for row in bones(french)]
    assert bones(english) == bones(french)
    assert set(re.findall(r"\]\((#\w+)\)", french)) == set(re.findall(r"\]\((#\w+)\)", english))


def test_the_json_schema_knows_every_section_and_operation() -> None:
    schema = json_schema()
    assert {"rouage", "equipment", "ministry", "artefact", "hostile", "agenda", "decor", "starter"} <= set(
        schema["properties"]
    )
    tags = {
        definition["properties"]["op"]["const"]
        for definition in schema["$defs"].values()
        if "op" in definition["properties"]
    }
    assert tags == set(OPERATIONS)
