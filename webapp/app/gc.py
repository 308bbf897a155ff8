"""Garbage collector tuning: start-up objects are frozen and the thresholds raised.

A full collection of everything that the server has loaded paused the event loop for up to half a second.
"""

import gc

MADE = (10_000, 10, 20)
"""Thresholds of the three generations, as :func:`gc.set_threshold` takes them."""


def settle() -> None:
    """Excludes all objects made so far (code, cards, schemas) from garbage collection, and sets the thresholds."""
    gc.freeze()
    gc.set_threshold(*MADE)
