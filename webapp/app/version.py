"""Which server this is: its version, and whose data it holds."""

import hashlib
from importlib import metadata


def version() -> str:
    """As the package says; "unknown" where it is not installed."""
    try:
        return metadata.version("olomoc-online")
    except metadata.PackageNotFoundError:
        return "unknown"


def instance(key: str) -> str:
    """What tells this server from one with another data folder: whoever has the folder can say it, nobody else."""
    return hashlib.sha256(f"instance {key}".encode()).hexdigest()[:12]
