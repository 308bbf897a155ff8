"""Nothing in the core pack goes without a test that asserts what it does."""

from __future__ import annotations

import importlib

from rules.olomoc.packs import load
from tests.cards.core_pack.core import NAMED
from tests.cards.olomoc import things

FILES = ("administration", "agendas", "city", "equipment", "stokers", "vigil")


def test_every_card_has_a_test() -> None:
    """Every capacity of a rouage, an equipment, a hostile or an agenda, every ministry, card of the Artefact, study."""
    for name in FILES:
        importlib.import_module(f"tests.cards.core_pack.test_core_{name}")
    # capacities on a ministry card have the card's name
    assert {id for _, id in things(load())} - set(NAMED) == set()
    assert set(NAMED) - {id for _, id in things(load())} == set()
