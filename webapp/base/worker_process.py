"""The functions that run in the rules' worker processes: they rebuild matches from snapshots and answer slow questions
about them.

Kept apart from the tables so that the worker loads the rules and nothing of the web.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rules.kernel.refusals import Refusal, Refused

MATCHES = 8
"""Matches kept rebuilt; more tables than this asking in turn are rebuilt each time."""

Key = tuple[str, int]
"""A table's code and the number of its last step."""

_matches: OrderedDict[Key, Any] = OrderedDict()


@dataclass(frozen=True)
class RuleRefusal:
    """A refusal of the rules, as the worker's answer."""

    refusal: Refusal


class Unknown(LookupError):
    """The worker has no match under this key; send its snapshot along."""


def find_class(dotted: str) -> Any:
    """The class or function that ``module:name`` names."""
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)


def warm(match_class: str, module: str) -> None:
    """Loads the rules before the first question, and the module whose import has them work out what they do only
    once."""
    find_class(match_class)
    if module:
        import_module(module)


def answer(
    match_class: str, key: Key, snapshot: list[dict[str, Any]] | None, function: str, args: tuple[Any, ...]
) -> Any:
    """``module:function(match, *args)`` of the match under ``key``, rebuilt from its ``snapshot`` where that is given.

    A refusal of the rules is returned as a :class:`RuleRefusal`: a refusal crosses the border between processes as
    data. Raises :class:`Unknown` where the snapshot is not given and needed.
    """
    if key not in _matches:
        if snapshot is None:
            raise Unknown(*key)
        _matches[key] = find_class(match_class).replay({}, snapshot)
        while len(_matches) > MATCHES:
            _matches.popitem(last=False)
    _matches.move_to_end(key)
    try:
        return find_class(function)(_matches[key], *args)
    except Refused as refused:
        return RuleRefusal(refused.refusal)


def query(match: Any, viewer: str, name: str, params: dict[str, Any]) -> Any:
    """A match's answer to a question of ``viewer`` (a seat or ``spectator``)."""
    return match.query(viewer, name, params)


def bot(match: Any, function: str, seat: str, kind: str, seed: int, until: float | None = None) -> Any:
    """The answer of a game's bots (`Game.bot`), with the clock that the rules have not. `until`: when it should be
    there, by ``time.monotonic``, which all processes share: what it waited for a process is not thought any more."""
    seconds = None if until is None else max(0.0, until - time.monotonic())
    return find_class(function)(match, seat, kind, seed, time.monotonic, seconds=seconds)


def offered_bot(match: Any, function: str, seat: str, kind: str, seed: int) -> Any:
    """The answer of the bot of :func:`bot` to an offer."""
    return find_class(function)(match, seat, kind, seed, time.monotonic, offered=True)


def offering_bot(match: Any, function: str, seat: str, made: list[dict[str, Any]], seed: int) -> Any:
    """The offer that a game's bots make (`Game.bot_offers`), or None."""
    return find_class(function)(match, seat, made, seed)


def call(function: str, args: tuple[Any, ...]) -> Any:
    """The result of ``module:function`` for these arguments: plain data both ways."""
    return find_class(function)(*args)
