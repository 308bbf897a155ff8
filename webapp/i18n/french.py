"""How a French sentence meets a word that is filled in: "de" and "que" lose their vowel before another, "de" and "à"
melt with an article. So no text has to know whose name it gets."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

_MEETING = re.compile(r"\b([Dd]e|[LlNnSs]e|[Ll]a|[Qq]ue|[Ll]orsque|[Pp]uisque|[Àà]) \{(\w+)\}")
"""A word that bends, and the parameter after it."""
_MELTED = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}
_MUTE = "ades e[cl] enr eph er(?:a(?!u)|cu|m|oi|v) est eur(?!t) ila ipp[ao] ist om[em] ono ort ubert ugo um y"
_VOWEL = re.compile(rf"[aeiouœæ]|y[^aeiou]|h(?:{_MUTE.replace(' ', '|')})")
"""How a word begins, in small letters without accents, that is heard as a vowel. Of those with an h only the ones known
not to be heard: in doubt a word keeps its neighbour, as those of other languages do, which is never hard to read."""
_APART = re.compile(r"on(?:ze|zieme)\b|oui\b|.(?!\w)")
"""Words that begin with a vowel and still keep their neighbour; a letter by itself is one."""

SPOKEN = "\x01"
"""In a parameter that stands for something drawn: after this come its words."""


def met(text: str, params: Mapping[str, Any]) -> str:
    """The text with the words before its parameters as they are said before these.

    >>> met("le jeton de {who}", {"who": "Athéna"}), met("le jeton de {who}", {"who": "Zeus"})
    ('le jeton d’{who}', 'le jeton de {who}')
    >>> met("le jeton de {place}", {"place": "le Colisée"})
    'le jeton du Colisée'
    """

    def bent(found: re.Match[str]) -> str:
        word, name = found.groups()
        value = params.get(name)
        if not isinstance(value, str):
            return found[0]
        article, _, rest = value.partition(" ")
        if melted := _MELTED.get(f"{word.lower()} {article}") if rest else None:
            melted = melted.capitalize() if word[0].isupper() else melted
            return f"{melted} {rest.replace('{', '{{').replace('}', '}}')}"
        bends = word.lower() != "à" and heard_as_a_vowel(value.rpartition(SPOKEN)[2])
        return f"{word[:-1]}’{{{name}}}" if bends else found[0]

    return _MEETING.sub(bent, text)


def heard_as_a_vowel(word: str) -> bool:
    """Whether a word begins with a vowel, or with an h before one that is not heard.

    >>> [heard_as_a_vowel(it) for it in ("Ilse", "Étincelle", "Hadès", "Yves", "Ada")]
    [True, True, True, True, True]
    >>> [heard_as_a_vowel(it) for it in ("Tomáš", "Héros 2", "Hans", "Yann", "onze", "A")]
    [False, False, False, False, False, False]
    """
    plain = "".join(it for it in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(it))
    return bool(_VOWEL.match(plain)) and not _APART.match(plain)
