"""What people type and others read, cleaned; and whether two names look alike."""

import unicodedata

NAME_LENGTH = 24

ACCENTS = 3
"""The most combining marks on one letter; no script needs more."""

JOINER = "\u200d"
"""The joiner that combines two emoji."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are invisible, though they count as letters."""


RESERVED = ("Host", "Hôte", "House", "Maison", "Olomoc", "Server", "Serveur", "Table")
"""Names that would speak for the house."""

_LOOKS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜаеѕіјорсухүԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχıɑɡ0",
    "ABESIJKMHOPCTYXYQWaesijopcyxydhqwABEZHIKMNOPTYXaikvoptuxiago",
)
"""Letters of other alphabets that look like Latin ones, and zero."""

_STROKES = str.maketrans("l1|", "iii")
"""Signs that look like an i or an l, once letters are small."""


def alike(one: str, other: str) -> bool:
    """Whether two names look alike: whatever alphabet, width, case or blanks they were typed with. Accents are seen.

    >>> alike("Karel", "K\\u0430r\\u0435l"), alike("Karel", "\\uff2b ARE1"), alike("Tomas", "Tomáš")
    (True, True, False)
    """
    return _skeleton(one) == _skeleton(other)


def reserved(name: str) -> bool:
    """Whether a name would speak for the house."""
    return any(alike(name, kept_name) for kept_name in RESERVED)


def _skeleton(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).translate(_LOOKS).casefold().translate(_STROKES)
    return "".join(plain.split())


def cleaned(text: str) -> str:
    """A line as others may see it: nothing that is there and cannot be seen, nothing that turns the direction of
    writing, no towers of accents, single blanks; may be empty.

    >>> cleaned("a\\u2067b \\u3164 c\\n") == "ab c"
    True
    """
    seen: list[str] = []
    accents = 0
    for n, c in enumerate(text):
        category = unicodedata.category(c)
        accents = accents + 1 if category in {"Mn", "Me"} else 0
        if c == JOINER and seen and unicodedata.category(text[n + 1 : n + 2] or " ") == "So":
            seen.append(c)
        elif category not in {"Cf", "Cn", "Co", "Cs"} and accents <= ACCENTS:
            seen.append(c if c.isprintable() and c not in BLANK else " ")
    return " ".join("".join(seen).split())


def tidy_name(name: str, length: int = NAME_LENGTH) -> str:
    """A name as others may see it: cleaned, not too long and not cut through a sign; may be empty.

    >>> tidy_name("  Ilse\\u202e\\n  Varga ")
    'Ilse Varga'
    >>> tidy_name("Il\\u200bse \\u3164")
    'Ilse'
    >>> tidy_name("e" + 9 * "\\u0301" + "v") == "e" + ACCENTS * "\\u0301" + "v"
    True
    >>> tidy_name("abe\\u0301", 3)
    'ab'
    """
    tidied = cleaned(name[: 20 * length])
    end = length
    while 0 < end < len(tidied) and _clings(tidied, end):
        end -= 1
    return tidied[:end].rstrip()


def _clings(text: str, at: int) -> bool:
    """Whether the character belongs to the one before it."""
    c = text[at]
    return JOINER in (c, text[at - 1]) or unicodedata.category(c).startswith("M") or "\U0001f3fb" <= c <= "\U0001f3ff"
