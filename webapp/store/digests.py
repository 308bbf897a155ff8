"""The hash chain of a journal: each step's digest is computed from the one before and from the step."""

import hashlib

GENESIS = ""
"""The digest before step 0."""


def digest(previous: str, seat: str | None, command: str, events: str) -> str:
    """The digest of a step; `command` and `events` are the stored JSON text."""
    return hashlib.sha256("\n".join((previous, seat or "", command, events)).encode()).hexdigest()
