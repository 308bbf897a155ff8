"""The examples of Hybris's documentation pages run, and the guide of packs is the one that the schema makes."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from rules.hybris.packs.guide import GUIDE, guide
from rules.hybris.packs.reader import CORE, SCHEMA
from rules.kernel.packs.archive import opened
from rules.kernel.packs.guide import Language
from rules.kernel.packs.problems import PackError
from tests import examples

PAGE = Path(__file__).parents[2] / "docs" / "hybris.md"


def test_the_examples_run() -> None:
    """The doctests run one after the other in one session."""
    tried, failed, printed = examples.run(PAGE, doctest.ELLIPSIS)
    assert tried > 20
    assert not failed, printed


@pytest.mark.parametrize(("name", "language"), [("packs-hybris.md", "en"), ("packs-hybris.fr.md", "fr")])
def test_the_guide_of_packs_is_the_one_that_the_schema_makes(name: str, language: Language) -> None:
    assert PAGE.with_name(name).read_text(encoding="utf-8") == guide(language)


def test_every_sentence_of_the_guide_has_its_french() -> None:
    assert examples.untranslated(GUIDE) == []


HEAD = 'id = "tides"\nversion = "1"\nextends = "core"\n'


def test_a_pack_that_extends_the_core_pack_keeps_its_figures() -> None:
    core = SCHEMA.read(opened(CORE).texts)
    assert SCHEMA.read({"pack.toml": HEAD}).rules == core.rules
    with pytest.raises(PackError, match="needs `\\[rules\\]`"):
        SCHEMA.read({"pack.toml": HEAD.replace('extends = "core"\n', "")})


def test_the_cards_of_the_guide_can_be_added_to_the_core_pack() -> None:
    [cards] = re.findall(r"```toml\n(.*?)```", guide(), re.DOTALL)
    pack = SCHEMA.read({"pack.toml": HEAD, "cards.toml": cards})
    assert {"tide-organ", "star-dial"} <= set(pack.technologies)
    assert pack.premonitions["three-tiles"].reward == "vp 3, spark 1"
