"""URLs of packs, their files and their pictures: all below ``/<game>/packs``."""

import re

from webapp.base.addresses import below

PICTURE_NAME = re.compile(r"[0-9a-f]{64}\.(png|webp)")
"""The name of a picture in the store."""


def packs_address(game: str) -> str:
    """Of a game's list of packs."""
    return f"/{game}/packs"


def picture_address(game: str, name: str) -> str:
    """Of a picture, by its name in the store, as browsers ask for it."""
    return below(f"/{game}/packs/pictures/{name}")


def zip_address(game: str, id: str) -> str:
    """Of a pack as a zip."""
    return f"/{game}/packs/{id}.zip"


def editor_address(game: str, id: str) -> str:
    """Of a pack's editor."""
    return f"/{game}/packs/{id}"


def guide_address(game: str) -> str:
    """Of the authors' guide."""
    return f"/{game}/packs/guide"
