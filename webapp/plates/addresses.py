"""The addresses of plates, and what answers there. An address holds all that its picture is made of, and a digest of
the kit, so that browsers keep it for good: ``/static/plates/<digest>/<game>/<size>/<side or ->/<plate>.svg``. What
holds for static files holds for these."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from urllib.parse import quote, unquote

from fastapi import Response
from nicegui import app

from webapp.base.addresses import below
from webapp.base.numbers import number
from webapp.plates.kit import Plate, kit
from webapp.plates.language import SIZES, BadPlate, Size
from webapp.security.headers import KEEP

PATH = "/static/plates"
LONGEST = 400
"""The most characters of a plate's name in an address."""
_SEED = re.compile(r"[a-z0-9][a-z0-9#-]{0,60}")


def has(game: str, id: str) -> bool:
    """Whether a game has a plate of this id."""
    return id in kit(game).plates


def address(game: str, id: str, size: Size = "full", side: str = "") -> str:
    """The address of a plate that the game has."""
    return below(f"{PATH}/{kit(game).version}/{game}/{size}/{side or '-'}/{id}.svg")


def seeded_address(
    game: str,
    id: str,
    look: str,
    tags: Collection[str],
    given: Mapping[str, str] | None = None,
    size: Size = "full",
    side: str = "",
) -> str:
    """The address of a plate that nobody drew: chosen by the tags and the id; `given`: parts by layer."""
    chosen = [f"{layer}={part}" for layer, part in sorted((given or {}).items())]
    name = "~".join([look, id, ",".join(sorted(tags)), *chosen])
    return below(f"{PATH}/{kit(game).version}/{game}/{size}/{side or '-'}/{quote(name, safe='~,=')}.svg")


def cover(game: str, size: Size = "full") -> str:
    """The address of a game's box, 340 by 460; small: its upper two thirds. Empty for a game without one."""
    return address(game, "cover", size) if has(game, "cover") else ""


def box(game: str) -> str:
    """The address of what is seen of the box beside its cover: its lid and its right side, in a view of 366 by 482, of
    which the cover takes the 340 by 460 at the lower left. Empty for a game without one."""
    return address(game, "box") if has(game, "box") else ""


def register() -> None:
    """Puts the plates at their addresses."""
    app.get(f"{PATH}/{{digest}}/{{game}}/{{size}}/{{side}}/{{name}}.svg", include_in_schema=False)(answer)


def drawing(address: str) -> str:
    """The SVG of a plate's address, for what is printed; empty for an address that is no plate's."""
    parts = address.partition(f"{PATH}/")[2].split("/")
    if len(parts) != 5:
        return ""
    digest, game, size, side, name = parts
    return _drawn(digest, game, size, side, unquote(name).removesuffix(".svg")).decode()


def answer(digest: str, game: str, size: Size, side: str, name: str) -> Response:
    """The picture of an address; 404 for one that no page of ours has made."""
    try:
        body = _drawn(digest, game, size, side, name)
    except (BadPlate, KeyError, ValueError):
        return Response(status_code=404)
    response = Response(body, media_type="image/svg+xml")
    response.raw_headers.append(KEEP)
    return response


@lru_cache(maxsize=512)
def _drawn(digest: str, game: str, size: str, side: str, name: str) -> bytes:
    """The file of a plate. Raises ValueError, KeyError or :class:`BadPlate` for an unknown one."""
    if size not in SIZES or len(name) > LONGEST or not game.isalpha():
        raise ValueError(name)
    of = kit(game)
    if digest != of.version:
        raise ValueError(digest)
    return of.svg(of.plates[name] if "~" not in name else _named(game, name), size, side.strip("-")).encode()


def _named(game: str, name: str) -> Plate:
    """The plate of :func:`seeded_address`."""
    look, id, tags, *chosen = name.split("~")
    seed, _, turn = id.partition("#")
    if not _SEED.fullmatch(id):
        raise ValueError(id)
    given = dict(pair.partition("=")[::2] for pair in chosen)
    of = kit(game)
    for layer, part in given.items():
        if layer not in of.looks[look].layers or not re.fullmatch(r"[a-z0-9-]+", part):
            raise ValueError(layer)
    return of.chosen_plate(seed, look, tags.split(",") if tags else (), given, number(turn, 360) or 0)
