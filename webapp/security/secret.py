"""The key that signs the browsers' cookies: made once, readable by the host's account only."""

import os
import secrets
from pathlib import Path

from webapp.store import Damaged, Unwritable

LENGTH = 64


def secret(path: Path) -> str:
    """The key at `path`, which is created at the first start.

    Raises :class:`Damaged` for a file without a key (a new key would take everybody's seat away), and
    :class:`Unwritable` where it can be neither read nor created."""
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
    """Writes a secret to a file that only the host's account can read. Raises OSError."""
    # Written to another file and moved into place, so that an interrupted start leaves no partial key.
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(words)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
