"""Memory tuning: the garbage collector rests until the server has started, start-up objects are frozen, the thresholds
raised; blocks for a page's text are given back to the system.

A full collection of everything that the server has loaded paused the event loop for up to half a second.
"""

import ctypes
import gc
import sys

MADE = (10_000, 10, 20)
"""Thresholds of the three generations, as :func:`gc.set_threshold` takes them."""
LARGE = 128 * 1024
"""Bytes from which on a block of memory is mapped by itself."""
M_MMAP_THRESHOLD = -3
"""The name of that setting in glibc's ``malloc.h``."""


def settle() -> None:
    """Excludes all objects made so far (code, cards, schemas) from garbage collection, sets the thresholds, and turns
    the collector on, which was off during the start."""
    gc.freeze()
    gc.set_threshold(*MADE)
    gc.enable()
    _map_large()


def _map_large() -> None:
    """Keeps glibc from raising its threshold, as it does whenever a large block is freed: from then on it would take
    the text of each page from the heap, where what lives on around such texts leaves gaps too small for the next one.
    Each open page then cost 200 kB more, in some starts. Other allocators have no such setting."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE)
