"""What runs in the worker process: matches rebuilt from snapshots, asked questions that take long.

Kept apart from the tables so that the worker loads the rules and nothing of the web.
"""

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing.connection import wait
from typing import Any

from rules.kernel.refusals import Refusal, Refused
from webapp.app.gc import settle

MATCHES = 8
"""Matches kept rebuilt; more tables than this asking in turn are rebuilt each time."""

MOST = 60
"""Of what a match makes one at a time, so many are fetched."""

TIDYING_S = 1.0
"""Waited at most until what served to speak with an ended process is put away; it takes a moment."""

Key = tuple[str, int]
"""A table's code and the number of its last step."""

_matches: OrderedDict[Key, Any] = OrderedDict()


@dataclass(frozen=True)
class No:
    """The rules refused."""

    refusal: Refusal


class Unknown(LookupError):
    """The worker has no match under this key; send its snapshot along."""


def find_class(dotted: str) -> Any:
    """The class that ``module:Class`` names."""
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)


def process() -> ProcessPoolExecutor:
    """A worker process, started at the first question."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=start)


def end(pool: ProcessPoolExecutor) -> None:
    """Ends it at once, whatever it is at: nothing is kept there."""
    for each in list((pool._processes or {}).values()):
        each.kill()
    tidying = pool._executor_manager_thread
    pool.shutdown(wait=False, cancel_futures=True)
    # Not `wait`: should something large be half written to the process, nobody would ever read the rest.
    if tidying is not None:
        tidying.join(TIDYING_S)  # type: ignore[attr-defined]  # a thread; the stubs take it for something else


def start() -> None:
    """Sets the worker up: it ends with its parent, however that ends, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def warm(match_class: str, function: str) -> None:
    """Loads the rules before the first question, and has them work out what they do only once: ``module:function``."""
    find_class(match_class)
    if function:
        find_class(function)()
    settle()


def answer(match_class: str, key: Key, snapshot: list[dict[str, Any]] | None, name: str, args: tuple[Any, ...]) -> Any:
    """``match.<name>(*args)``, or ``module:function`` of it, on the match under ``key``, rebuilt from its ``snapshot``
    where that is given.

    What the rules refuse is returned as a :class:`No`: a refusal crosses the border between processes as data.
    Raises :class:`Unknown` where the snapshot is not given and needed.
    """
    if key not in _matches:
        if snapshot is None:
            raise Unknown(*key)
        _matches[key] = find_class(match_class).replay({}, snapshot)
        while len(_matches) > MATCHES:
            _matches.popitem(last=False)
    _matches.move_to_end(key)
    try:
        match = _matches[key]
        # ``module:function`` asks somebody who looks at the match; any other name is the match's own.
        found = find_class(name)(match, *args) if ":" in name else getattr(match, name)(*args)
        # What is made one at a time is given as a list, and without end as its beginning.
        return list(islice(found, MOST)) if isinstance(found, Iterator) else found
    except Refused as refused:
        return No(refused.refusal)


def call(function: str, args: tuple[Any, ...]) -> Any:
    """What ``module:function`` returns for these arguments: plain data both ways."""
    return find_class(function)(*args)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
