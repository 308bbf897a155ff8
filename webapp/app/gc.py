"""When Python looks for garbage: everybody waits meanwhile, up to half a second for all that a server has loaded."""

import gc

MADE = (10_000, 10, 20)
"""Objects made before the youngest are looked through, and how often that before older ones are."""


def settle() -> None:
    """What is there now stays until the end (code, cards, schemas): from now on it is not looked through any more."""
    gc.freeze()
    gc.set_threshold(*MADE)
