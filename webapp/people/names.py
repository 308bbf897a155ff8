"""Names that players type, cleaned for display to others."""

import unicodedata

NAME_LENGTH = 24

ACCENTS = 3
"""The most combining marks on one letter; no script needs more."""

JOINER = "\u200d"
"""The joiner that combines two emoji."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are invisible, though they count as letters."""


def tidy_name(name: str, length: int = NAME_LENGTH) -> str:
    """A name as others may see it: one line, nothing that is there and cannot be seen, nothing that turns the direction
    of writing, no towers of accents, not too long and not cut through a sign; may be empty.

    >>> tidy_name("  Ilse\\u202e\\n  Varga ")
    'Ilse Varga'
    >>> tidy_name("Il\\u200bse \\u3164")
    'Ilse'
    >>> tidy_name("e" + 9 * "\\u0301" + "v") == "e" + ACCENTS * "\\u0301" + "v"
    True
    >>> tidy_name("abe\\u0301", 3)
    'ab'
    """
    seen: list[str] = []
    accents = 0
    for n, c in enumerate(name[: 20 * length]):
        category = unicodedata.category(c)
        accents = accents + 1 if category in {"Mn", "Me"} else 0
        if c == JOINER and seen and unicodedata.category(name[n + 1 : n + 2] or " ") == "So":
            seen.append(c)
        elif category not in {"Cf", "Cn", "Co", "Cs"} and accents <= ACCENTS:
            seen.append(c if c.isprintable() and c not in BLANK else " ")
    tidied = " ".join("".join(seen).split())
    end = length
    while 0 < end < len(tidied) and _clings(tidied, end):
        end -= 1
    return tidied[:end].rstrip()


def _clings(text: str, at: int) -> bool:
    """Whether the character belongs to the one before it."""
    c = text[at]
    return JOINER in (c, text[at - 1]) or unicodedata.category(c).startswith("M") or "\U0001f3fb" <= c <= "\U0001f3ff"
