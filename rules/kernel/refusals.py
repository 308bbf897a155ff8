"""Refusals: the clause that forbids a command, a stable code, and the parameters of a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a command is not accepted.

    `clause` is the id of the rule that forbids it, `code` a stable word for machines and catalogues, `params` the plain
    JSON that a translated sentence fills in (ids, counts, distances in hundredths of an inch).

    >>> Refusal("R-3", "too-far", {"distance": 140}).to_json()
    {'clause': 'R-3', 'code': 'too-far', 'params': {'distance': 140}}
    """

    clause: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The refusal as `{"clause", "code", "params"}`."""
        return {"clause": self.clause, "code": self.code, "params": dict(self.params)}


def no(clause: str, code: str, **params: Any) -> Refusal:
    """A refusal in one call."""
    return Refusal(clause, code, params) if params else _plain(clause, code)


@lru_cache(maxsize=256)
def _plain(clause: str, code: str) -> Refusal:
    """The one object for a refusal without parameters: drafts make many that are never given."""
    return Refusal(clause, code)


class Refused(Exception):
    """Raised where the rules refuse a command or a query; nothing has changed. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause})")
        self.refusal = refusal
