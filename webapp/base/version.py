"""The server's version, and an id of its data folder."""

import hashlib
from importlib import metadata


def version() -> str:
    """The version of the installed package; "unknown" where it is not installed."""
    try:
        return metadata.version("olomoc-online")
    except metadata.PackageNotFoundError:
        return "unknown"


def instance(key: str) -> str:
    """The id of a data folder, derived from its secret ``key``: 12 hexadecimal digits."""
    return hashlib.sha256(f"instance {key}".encode()).hexdigest()[:12]
