"""The examples of Hybris's documentation pages run, and the guide of packs is the one that the schema makes."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from rules.hybris.packs.guide import guide
from rules.hybris.packs.reader import CORE, SCHEMA
from rules.kernel.packs.archive import opened
from tests import examples

PAGE = Path(__file__).parents[2] / "docs" / "hybris.md"


def test_the_examples_run() -> None:
    """The doctests run one after the other in one session."""
    tried, failed, said = examples.run(PAGE, doctest.ELLIPSIS)
    assert tried > 20
    assert not failed, said


def test_the_guide_of_packs_is_the_one_that_the_schema_makes() -> None:
    assert PAGE.with_name("packs-hybris.md").read_text(encoding="utf-8") == guide()


def test_the_cards_of_the_guide_can_be_added_to_the_core_pack() -> None:
    head = opened(CORE).texts["pack.toml"].replace('id = "core"', 'id = "tides"\nextends = "core"', 1)
    [cards] = re.findall(r"```toml\n(.*?)```", guide(), re.DOTALL)
    pack = SCHEMA.read({"pack.toml": head, "cards.toml": cards})
    assert {"tide-organ", "star-dial"} <= set(pack.technologies)
    assert pack.premonitions["three-tiles"].reward == "vp 3, spark 1"
