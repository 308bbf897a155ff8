"""The short code of a list: letters and figures that hold all of its cards, to be read out, typed, or put in a link.

`auction.2K7Q-…`: the game, then base 32 without letters that look like figures. For each card there are four letters of
its hash and one for the copies. The server's cards are enough to read a code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O, U. Read back, I and L are 1, O is 0, and case does not matter."""
ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0"})
SALTS, CARD, COUNT, CHECK = 1, 4, 1, 2
"""Letters for each part."""
GROUP = 6
PATTERN = re.compile(
    r"(?<![A-Za-z0-9.-])(?P<game>[a-z][a-z0-9]*)\.(?P<body>[0-9A-Za-z]{3,6}(?:-[0-9A-Za-z]{1,6})*)(?![A-Za-z0-9.-])",
    re.IGNORECASE,
)


class BadCode(ValueError):
    """A code or a list that cannot be opened here. `code` and `params` are for the catalogue (`lists.bad.<code>`):
    `not-a-code`, `mistyped`, or what a game says besides (`list.bad.<code>`)."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def encode(game: str, counts: Mapping[tuple[str, str], int], known: Collection[tuple[str, str]]) -> str:
    """The code of cards, given by section and id with their copies (at most 31). `known`: all cards."""
    salt = _salt(known)
    body = letters(salt, SALTS)
    for key in sorted(counts):
        body += letters(_hash(salt, key), CARD) + letters(counts[key], COUNT)
    return f"{game}.{grouped(body + check(game, body))}"


def decode(game: str, text: str, known: Collection[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The cards of a code, which may stand within other text, without those that are not `known`. Raises BadCode."""
    by_letters, rows = _rows(game, text, known)
    return {by_letters[card]: copies for card, copies in rows if card in by_letters}


def unknown(game: str, text: str, known: Collection[tuple[str, str]]) -> int:
    """How many cards of a code are not `known`. Raises BadCode."""
    by_letters, rows = _rows(game, text, known)
    return sum(card not in by_letters for card, _ in rows)


def _rows(
    game: str, text: str, known: Collection[tuple[str, str]]
) -> tuple[dict[str, tuple[str, str]], list[tuple[str, int]]]:
    """The known cards by their letters, and the rows of a code: a card's letters and its copies."""
    written = next((candidate for candidate in PATTERN.finditer(text) if candidate["game"].lower() == game), None)
    if written is None:
        raise BadCode("not-a-code")
    body = written["body"].upper().replace("-", "").translate(ALIKE)
    one = CARD + COUNT
    if not set(body) <= set(ALPHABET) or len(body) < SALTS + CHECK or (len(body) - SALTS - CHECK) % one:
        raise BadCode("mistyped")
    if check(game, body[:-CHECK]) != body[-CHECK:]:
        raise BadCode("mistyped")
    salt, rest = number(body[:SALTS]), body[SALTS:-CHECK]
    rows = (rest[n : n + one] for n in range(0, len(rest), one))
    by_letters = {letters(_hash(salt, key), CARD): key for key in known}
    return by_letters, [(row[:CARD], number(row[CARD:])) for row in rows]


def _salt(keys: Collection[tuple[str, str]]) -> int:
    """The first salt for which all cards have different letters."""
    return next((salt for salt in range(len(ALPHABET)) if len({_hash(salt, key) for key in keys}) == len(keys)), 0)


def _hash(salt: int, key: tuple[str, str]) -> int:
    digest = hashlib.sha256(f"{salt}/{key[0]}/{key[1]}".encode()).digest()
    most: int = len(ALPHABET) ** CARD
    return int.from_bytes(digest[:4]) % most


# Parts of codes of any form


def grouped(body: str) -> str:
    """Inserts a dash after every six letters."""
    return "-".join(body[n : n + GROUP] for n in range(0, len(body), GROUP))


def check(head: str, body: str) -> str:
    """Two check letters."""
    digest = hashlib.sha256(f"{head}.{body}".encode()).digest()
    return letters(int.from_bytes(digest[:2]) % len(ALPHABET) ** CHECK, CHECK)


def letters(number: int, count: int) -> str:
    """A number in base 32 with that many letters."""
    text = ""
    for _ in range(count):
        number, digit = divmod(number, len(ALPHABET))
        text = ALPHABET[digit] + text
    return text


def number(letters: str) -> int:
    """The number of base-32 letters."""
    value = 0
    for letter in letters:
        value = value * len(ALPHABET) + ALPHABET.index(letter)
    return value
