"""The short code of a list: letters and figures that hold all of its cards, to be read out, typed, or put in a link.

`core.1.0.0.2K7Q-…`: the pack, its version, then base 32 without letters that look like figures. For each card there are
twenty bits of its id's hash and five of what it says, so that another version of the pack finds the cards again and
knows which of them read differently. No server is needed to read a code: the pack is enough.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from rules.olomoc.cabals.draft import PARTS, PLACES, CabalPlace, Part, Sketch
from rules.olomoc.packs import Pack
from webapp.games.olomoc.cabals.lists.cabal_list import SECTION, CabalList, printed
from webapp.lists.share_code import ALIKE, ALPHABET, BadCode, check, grouped, letters, number

SALTS, FACTION, CARD, SAYS, CHECK = 1, 3, 4, 1, 2
"""Letters for each part."""
LETTERS = SALTS + FACTION + 6 * (CARD + SAYS) + CHECK
UNKNOWN = "unknown-"
"""Begins the made-up id of a card that the pack does not have (any more)."""
PATTERN = re.compile(
    r"(?<![A-Za-z0-9.-])(?P<pack>[a-z0-9]+(?:-[a-z0-9]+)*)\.(?P<version>\d{1,4}(?:\.\d{1,4}){0,2})\.(?P<body>[0-9A-Za-z-]{36,60})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def encode(sketch: Sketch, pack: Pack, version: str | None = None) -> str:
    """The code of a sketch whose cards are the pack's; a card that the pack does not have is left out."""
    salt = _salt(pack)
    parts = [letters(salt, SALTS), letters(_hash(salt, "factions", sketch.faction, FACTION), FACTION)]
    for place in PLACES:
        for part in PARTS:
            parts.append(_card(salt, pack, part, sketch.at(place, part)))
    body = "".join(parts)
    head = f"{pack.id}.{version or pack.version}"
    body += check(head, body)
    return f"{head}.{grouped(body)}"


def decode(text: str, find: Callable[[str], Pack | None]) -> CabalList:
    """The list in a code, which may stand inside other words. Raises BadCode: `not-a-code`, `mistyped`, `no-pack`
    (`pack`, `version`)."""
    match = PATTERN.search(text)
    if match is None:
        raise BadCode("not-a-code")
    id, version = match["pack"].lower(), match["version"]
    body = match["body"].upper().replace("-", "").translate(ALIKE)
    if len(body) != LETTERS or not set(body) <= set(ALPHABET):
        raise BadCode("mistyped")
    if check(f"{id}.{version}", body[:-CHECK]) != body[-CHECK:]:
        raise BadCode("mistyped")
    pack = find(id)
    if pack is None:
        raise BadCode("no-pack", pack=id, version=version)
    return _read(body, pack, version)


def _read(body: str, pack: Pack, version: str) -> CabalList:
    salt, rest = number(body[:SALTS]), body[SALTS:]
    faction = _found(salt, "factions", pack.factions, rest[:FACTION])
    rows: list[str | None] = []
    altered = []
    for n in range(6):
        start = FACTION + n * (CARD + SAYS)
        section = SECTION[PARTS[n % 2]]
        id = _found(salt, section, getattr(pack, section), rest[start : start + CARD])
        card = getattr(pack, section).get(id)
        if card is not None and id is not None and letters(_print_bits(card), SAYS) != rest[start + CARD]:
            altered.append((section, id))
        rows.append(id)
    first, second, third = (CabalPlace(rows[2 * n], rows[2 * n + 1]) for n in range(3))
    sketch = Sketch(faction, (first, second, third))
    return CabalList(sketch, pack.id, version, {}, tuple(altered))


def _card(salt: int, pack: Pack, part: Part, id: str | None) -> str:
    card = getattr(pack, SECTION[part]).get(id)
    if card is None:
        lost = (id or "").removeprefix(UNKNOWN).upper()
        known = (id or "").startswith(UNKNOWN) and len(lost) == CARD and set(lost) <= set(ALPHABET)
        return (lost if known else ALPHABET[0] * CARD) + ALPHABET[0] * SAYS
    return letters(_hash(salt, SECTION[part], id, CARD), CARD) + letters(_print_bits(card), SAYS)


def _found(salt: int, section: str, ids: Iterable[str], written: str) -> str | None:
    """The id of that hash; where the pack has none, a made-up one that shows the letters, and is no card's."""
    wanted = number(written)
    if not wanted:
        return None
    known = (id for id in ids if _hash(salt, section, id, len(written)) == wanted)
    return next(known, UNKNOWN + written.lower())


def _salt(pack: Pack) -> int:
    """The first salt under which no two cards of a sort look alike."""
    for salt in range(len(ALPHABET)):
        if all(
            len({_hash(salt, section, id, count) for id in ids}) == len(ids)
            for section, ids, count in (
                ("factions", pack.factions, FACTION),
                ("rouages", pack.rouages, CARD),
                ("equipment", pack.equipment, CARD),
            )
        ):
            return salt
    return 0


def _hash(salt: int, section: str, id: str | None, count: int) -> int:
    """A number of so many letters, never 0: that is nothing."""
    if id is None:
        return 0
    digest = hashlib.sha256(f"{salt}/{section}/{id}".encode()).digest()
    most: int = len(ALPHABET) ** count - 1
    return int.from_bytes(digest[:4]) % most + 1


def _print_bits(card: Any) -> int:
    """Five bits of what a card says."""
    text = json.dumps(printed(card), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).digest()[0] % len(ALPHABET)
