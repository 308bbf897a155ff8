"""Garbage collector tuning: it rests until the server has started, start-up objects are frozen, the thresholds raised.

A full collection of everything that the server has loaded paused the event loop for up to half a second.
"""

import gc

MADE = (10_000, 10, 20)
"""Thresholds of the three generations, as :func:`gc.set_threshold` takes them."""


def settle() -> None:
    """Excludes all objects made so far (code, cards, schemas) from garbage collection, sets the thresholds, and turns
    the collector on, which was off during the start."""
    gc.freeze()
    gc.set_threshold(*MADE)
    gc.enable()
