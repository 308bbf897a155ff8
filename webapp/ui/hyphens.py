"""Where a long word may be parted: soft hyphens for narrow cards, as browsers without a dictionary part nothing."""

from __future__ import annotations

import re
from functools import lru_cache

SOFT = "\u00ad"
LONG, SHORT = 10, 6
"""The letters from which on a word may be parted; in the narrowest places."""
LEAST = 3
"""The letters that a word begins and ends with at least."""
VOWELS = "aeiouyàâäéèêëîïôöùûüœæáíóúýěů"
TOGETHER = frozenset(f"{one}{other}" for other in "lr" for one in "bcdfgkptv") | {
    *("ch", "ck", "ct", "gh", "gn", "ph", "qu", "sh", "sk", "sp", "st", "th"),
}
"""Consonants that begin a syllable together."""

_BETWEEN = re.compile(rf"(?<=[{VOWELS}])([^{VOWELS}\W\d_]+)(?=[{VOWELS}])", re.IGNORECASE)


@lru_cache(1024)
def hyphenated(words: str, long: int = LONG) -> str:
    """A text whose words of `long` letters or more may be parted between syllables, in English and French alike.

    >>> hyphenated("Téléporteurs de Prague").replace(SOFT, "-")
    'Télé-por-teurs de Prague'
    >>> hyphenated("Null Spire")
    'Null Spire'
    """
    return re.sub(rf"\w{{{long},}}", lambda found: _parted(found[0]), words)


def _parted(word: str) -> str:
    cuts: list[int] = []
    for between in _BETWEEN.finditer(word):
        letters = between[1].lower()
        begins = 2 if letters[-2:] in TOGETHER else 1
        at = between.end() - min(begins, len(letters))
        if at >= LEAST and len(word) - at >= LEAST and (not cuts or at - cuts[-1] >= 2):
            cuts.append(at)
    return SOFT.join(word[start:end] for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True))
