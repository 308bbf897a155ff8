"""The key that signs the browsers' cookies: made once, readable by the host's account only."""

import os
import secrets
from pathlib import Path

from webapp.store import Damaged, Unwritable

LENGTH = 64


def secret(path: Path) -> str:
    """The key kept at ``path``, made at the first start.

    Raises :class:`Damaged` for a file that holds none (a new key would take everybody's seat away), and
    :class:`Unwritable` where it can be neither read nor made.
    """
    try:
        if not path.exists():
            write_once(path, secrets.token_hex(LENGTH // 2))
        key = path.read_text(encoding="ascii").strip()
    except OSError as problem:
        raise Unwritable(path, problem.strerror or problem) from problem
    except UnicodeDecodeError as problem:
        raise Damaged(path, "not a key") from problem
    if len(key) < LENGTH:
        raise Damaged(path, "not a key")
    return key


def write_once(path: Path, words: str) -> None:
    """Keeps a secret in a file that only the host's account reads. Raises OSError."""
    # Written beside and moved into place: a start cut short leaves no half a key.
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(words)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
