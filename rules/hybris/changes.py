"""Adjustments that all players agree to: what makes sense, and how it happens. No rule is checked but limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.hybris.state import State
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no


def fault(state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None) -> Refusal | None:
    """Why changes make no sense."""
    return no("GEN-1", "bad-shape")


def adjusted(state: State, row: Mapping[str, Any]) -> State:
    """The state after one change."""
    return state
