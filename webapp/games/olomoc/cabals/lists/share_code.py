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
from dataclasses import dataclass
from typing import Any

from rules.olomoc.cabals.draft import PARTS, PLACES, CabalPlace, Part, Sketch
from rules.olomoc.packs import Pack
from webapp.games.olomoc.cabals.lists.cabal_list import SECTION, CabalList, printed

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O, U. Read back, I and L are 1, O is 0, and case does not matter."""
ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0"})
SALTS, FACTION, CARD, SAYS, CHECK = 1, 3, 4, 1, 2
"""Letters for each part."""
LETTERS = SALTS + FACTION + 6 * (CARD + SAYS) + CHECK
GROUP = 6
UNKNOWN = "unknown-"
"""Begins the made-up id of a card that the pack does not have (any more)."""
PATTERN = re.compile(
    r"(?<![A-Za-z0-9.-])(?P<pack>[a-z0-9]+(?:-[a-z0-9]+)*)\.(?P<version>\d{1,4}(?:\.\d{1,4}){0,2})\.(?P<body>[0-9A-Za-z-]{36,60})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


class BadCode(ValueError):
    """A code that cannot be read. `code` and `params` are for the catalogue: `not-a-code`, `mistyped`, `no-pack`
    (`pack`, `version`)."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class Decoded:
    """What a code says. `altered`: cards that read otherwise here than where the code was made."""

    list: CabalList
    altered: tuple[tuple[str, str], ...] = ()
    """Section and id."""


def encode(sketch: Sketch, pack: Pack, version: str | None = None) -> str:
    """The code of a sketch whose cards are the pack's; a card that the pack does not have is left out."""
    salt = _salt(pack)
    parts = [_letters(salt, SALTS), _letters(_hash(salt, "factions", sketch.faction, FACTION), FACTION)]
    for place in PLACES:
        for part in PARTS:
            parts.append(_card(salt, pack, part, sketch.at(place, part)))
    body = "".join(parts)
    head = f"{pack.id}.{version or pack.version}"
    body += _check(head, body)
    grouped = "-".join(body[n : n + GROUP] for n in range(0, len(body), GROUP))
    return f"{head}.{grouped}"


def decode(text: str, find: Callable[[str], Pack | None]) -> Decoded:
    """The list in a code, which may stand inside other words. Raises BadCode."""
    found = PATTERN.search(text)
    if found is None:
        raise BadCode("not-a-code")
    id, version = found["pack"].lower(), found["version"]
    body = found["body"].upper().replace("-", "").translate(ALIKE)
    if len(body) != LETTERS or not set(body) <= set(ALPHABET):
        raise BadCode("mistyped")
    if _check(f"{id}.{version}", body[:-CHECK]) != body[-CHECK:]:
        raise BadCode("mistyped")
    pack = find(id)
    if pack is None:
        raise BadCode("no-pack", pack=id, version=version)
    return _read(body, pack, version)


def _read(body: str, pack: Pack, version: str) -> Decoded:
    salt, rest = _number(body[:SALTS]), body[SALTS:]
    faction = _found(salt, "factions", pack.factions, rest[:FACTION])
    rows: list[str | None] = []
    altered = []
    for n in range(6):
        start = FACTION + n * (CARD + SAYS)
        section = SECTION[PARTS[n % 2]]
        id = _found(salt, section, getattr(pack, section), rest[start : start + CARD])
        card = getattr(pack, section).get(id)
        if card is not None and id is not None and _letters(_said(card), SAYS) != rest[start + CARD]:
            altered.append((section, id))
        rows.append(id)
    first, second, third = (CabalPlace(rows[2 * n], rows[2 * n + 1]) for n in range(3))
    sketch = Sketch(faction, (first, second, third))
    return Decoded(CabalList(sketch, pack.id, version, {}), tuple(altered))


def _card(salt: int, pack: Pack, part: Part, id: str | None) -> str:
    card = getattr(pack, SECTION[part]).get(id)
    if card is None:
        lost = (id or "").removeprefix(UNKNOWN).upper()
        known = (id or "").startswith(UNKNOWN) and len(lost) == CARD and set(lost) <= set(ALPHABET)
        return (lost if known else ALPHABET[0] * CARD) + ALPHABET[0] * SAYS
    return _letters(_hash(salt, SECTION[part], id, CARD), CARD) + _letters(_said(card), SAYS)


def _found(salt: int, section: str, ids: Iterable[str], letters: str) -> str | None:
    """The id of that hash; where the pack has none, a made-up one that shows the letters, and is no card's."""
    wanted = _number(letters)
    if not wanted:
        return None
    known = (id for id in ids if _hash(salt, section, id, len(letters)) == wanted)
    return next(known, UNKNOWN + letters.lower())


def _salt(pack: Pack) -> int:
    """The first salt under which no two cards of a sort look alike."""
    for salt in range(len(ALPHABET)):
        if all(
            len({_hash(salt, section, id, letters) for id in ids}) == len(ids)
            for section, ids, letters in (
                ("factions", pack.factions, FACTION),
                ("rouages", pack.rouages, CARD),
                ("equipment", pack.equipment, CARD),
            )
        ):
            return salt
    return 0


def _hash(salt: int, section: str, id: str | None, letters: int) -> int:
    """A number of so many letters, never 0: that is nothing."""
    if id is None:
        return 0
    digest = hashlib.sha256(f"{salt}/{section}/{id}".encode()).digest()
    most: int = len(ALPHABET) ** letters - 1
    return int.from_bytes(digest[:4]) % most + 1


def _said(card: Any) -> int:
    """Five bits of what a card says."""
    text = json.dumps(printed(card), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).digest()[0] % len(ALPHABET)


def _check(head: str, body: str) -> str:
    digest = hashlib.sha256(f"{head}.{body}".encode()).digest()
    return _letters(int.from_bytes(digest[:2]) % len(ALPHABET) ** CHECK, CHECK)


def _letters(number: int, count: int) -> str:
    found = ""
    for _ in range(count):
        number, digit = divmod(number, len(ALPHABET))
        found = ALPHABET[digit] + found
    return found


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number
