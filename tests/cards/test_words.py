"""No word of the card language goes without a test that shows what it does."""

from __future__ import annotations

import importlib
from typing import get_args

from rules.olomoc.packs import OPERATIONS, TRIGGERS
from rules.olomoc.packs.values import Condition, Value
from rules.olomoc.packs.verbs import Ignore
from tests.cards.trial import SHOWN

FILES = (
    "effects_rolls", "effects_pieces", "effects_places", "effects_game", "effects_values", "triggers",
    "trigger_actions", "trigger_moments", "occasions",
)  # fmt: skip


def words(union: object, key: str) -> set[str]:
    """The words of a tagged union."""
    return {f"{key}:{get_args(model.model_fields[key].annotation)[0]}" for model in get_args(get_args(union)[0])}


def test_every_word_of_the_card_language_has_a_test() -> None:
    """Every operation, trigger, amount, condition and rule that can be ignored has a test that asserts its effect."""
    for name in FILES:
        importlib.import_module(f"tests.cards.test_{name}")
    ignored = {f"ignore:{word}" for word in get_args(get_args(Ignore.model_fields["what"].annotation)[0])}
    every = {*OPERATIONS, *TRIGGERS} - {"ignore"} | ignored | words(Value, "value") | words(Condition, "test")
    assert every - set(SHOWN) == set()
