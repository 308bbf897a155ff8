"""URLs of packs, their files and their pictures."""

import re

BASE = "/olomoc/packs"
PICTURE = f"{BASE}/pictures/"
PICTURE_NAME = re.compile(r"[0-9a-f]{64}\.(png|webp)")
"""What a picture is called in the store."""


def picture_address(name: str) -> str:
    """Of a picture, by its name in the store."""
    return PICTURE + name


def zip_address(id: str) -> str:
    """Of a pack as a zip."""
    return f"{BASE}/{id}.zip"


def editor_address(id: str) -> str:
    """Of a pack's editor."""
    return f"{BASE}/{id}"
