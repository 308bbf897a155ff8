"""The chain of digests that holds a journal together: each step's is made of the one before and of itself."""

import hashlib

GENESIS = ""
"""The digest before step 0."""


def digest(previous: str, seat: str | None, command: str, events: str) -> str:
    """The digest of a step; ``command`` and ``events`` are the JSON that is kept."""
    return hashlib.sha256("\n".join((previous, seat or "", command, events)).encode()).hexdigest()
