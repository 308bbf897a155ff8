"""Texts in French and English: gettext catalogues, and an explicit translator for each page.

Message ids are short stable keys (``lobby.new-table``), never sentences, so that both languages are translations
and neither breaks when the other is polished. Each language has a folder of ``.po`` files here, for what stands around
any game, and one in each game's own ``i18n``; a game's translator knows both. They are read at first use; nothing is
generated and nothing is fetched.

A code of the engine is looked up under a prefix: ``prompt.<code>``, ``refusal.<code>``, ``event.<kind>``.

>>> tr = translator("fr")
>>> tr("lobby.new-table")
'Nouvelle table'
"""

import logging
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, SupportsFloat

from babel.core import negotiate_locale
from babel.messages.pofile import read_po

from webapp.i18n import french

LANGUAGES = ("fr", "en")
DEFAULT_LANGUAGE = "en"
PLURAL: Mapping[str, Callable[[int], bool]] = {"fr": lambda n: n > 1, "en": lambda n: n != 1}
"""Whether a number takes the plural, as ``Plural-Forms`` in the heads of the catalogues has it."""
FOLDER = Path(__file__).resolve().parent
GAMES = FOLDER.parent / "games"

KEPT = 4_096
"""The number of texts with their parameters that are kept: a page says most of them again with each step."""

folders: dict[str, Path] = {}
"""The folders of catalogues of games that do not have them in ``games/<key>/i18n``."""

log = logging.getLogger(__name__)


class _Params(dict[str, Any]):
    """The parameters of a text where one is missing, which is shown by its name."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


class Translator:
    """Texts in one language. Immutable and shared: get it with :func:`translator`."""

    def __init__(self, language: str, game: str = "") -> None:
        self.language = language
        self.game = game
        """The game whose texts it has besides the house's; empty: the house's alone."""
        self._texts = texts(language, game)
        self._counts = _counts(language, game)

    def __call__(self, key: str, /, **params: Any) -> str:
        """The text of ``key`` with ``{name}`` filled in from ``params``; the key itself where there is no text. Of an
        entry with a plural, the form of the first whole number in it."""
        forms = self._texts.get(key)
        if forms is None:
            log.warning("no %s text for %r", self.language, key)
            return key
        named = self._counts.get(key)
        count = next((params[name] for name in named if isinstance(params.get(name), int)), None) if named else None
        text = forms[0] if count is None else self._form(forms, count)
        return _filled(self.language, key, text, params) if params or "{" in text else text

    def plural(self, key: str, n: int, /, **params: Any) -> str:
        """The text of ``key`` for ``n`` things; ``{n}`` is filled in. The catalogue entry has both forms."""
        forms = self._texts.get(key)
        if forms is None:
            log.warning("no %s text for %r", self.language, key)
            return key
        return _filled(self.language, key, self._form(forms, n), params | {"n": n})

    def _form(self, forms: tuple[str, ...], n: int) -> str:
        return forms[-1] if PLURAL[self.language](n) else forms[0]

    def of(self, game: str) -> "Translator":
        """The translator with the texts of a game besides the shared ones, in the same language."""
        return translator(self.language, game)

    def has(self, key: str) -> bool:
        """Whether there is a text for ``key``."""
        return key in self._texts

    def decimal(self, value: SupportsFloat, places: int = 1) -> str:
        """A number with so many decimals, after the language's own sign.

        >>> translator("fr").decimal(2.25, 2), translator("en").decimal(2)
        ('2,25', '2.0')
        """
        figure = f"{float(value):.{places}f}"
        return figure.replace(".", ",") if self.language == "fr" else figure

    def labelled(self, label: str, words: str) -> str:
        """A label with what it says, parted by the language's own colon.

        >>> translator("fr").labelled("Vie", "3"), translator("en").labelled("Life", "3")
        ('Vie\xa0: 3', 'Life: 3')
        """
        return f"{label}{self.colon}{words}"

    def enumerated(self, names: Iterable[str]) -> str:
        """Names in a sentence, one after the other.

        >>> translator("en").enumerated(["Ada", "Tomáš", "Ilse"]), translator("fr").enumerated(["Ada", "Ilse"])
        ('Ada, Tomáš and Ilse', 'Ada et Ilse')
        """
        *first, last = [*names] or [""]
        return str(self("plain.and")).join([", ".join(first), last]) if first else last

    @property
    def colon(self) -> str:
        """The language's colon with the spaces around it."""
        return "\N{NO-BREAK SPACE}: " if self.language == "fr" else ": "


def whole(n: int, *, signed: bool = False) -> str:
    """A whole number with a true minus sign; `signed`: others with a plus.

    >>> whole(-1), whole(2), whole(2, signed=True)
    ('−1', '2', '+2')
    """
    return f"{n:{'+' if signed else ''}d}".replace("-", "−")


def _filled(language: str, key: str, text: str, params: Mapping[str, Any]) -> str:
    """The text with its parameters."""
    try:
        return _kept(language, key, text, **params)
    except TypeError:  # a parameter that no cache can hold, such as a list
        return _kept.__wrapped__(language, key, text, **params)


@lru_cache(KEPT, typed=True)
def _kept(language: str, key: str, text: str, /, **params: Any) -> str:
    apart = {name: _shown(value) for name, value in params.items()}
    text = french.met(text, apart) if language == "fr" else text
    try:
        return text.format_map(apart)
    except KeyError as missing:
        log.warning("the text %r wants the parameter %s, which was not given", key, missing)
        return text.format_map(_Params(apart))


def _shown(value: Any) -> Any:
    """A parameter as it stands in a sentence."""
    if isinstance(value, str):
        return value if value.isascii() else _isolated(value)
    return whole(value) if isinstance(value, int) and value < 0 else value


def _isolated(text: str) -> str:
    """A parameter; a right-to-left text is isolated, so that the sentence around a name keeps its order."""
    if not any(unicodedata.bidirectional(c) in {"R", "AL"} for c in text):
        return text
    return f"\u2068{text}\u2069"


@cache
def translator(language: str, game: str = "") -> Translator:
    """The translator of a language of :data:`LANGUAGES`; anything else gets the default language. ``game``: the key of
    the game whose texts a page shows besides the house's."""
    return Translator(language if language in LANGUAGES else DEFAULT_LANGUAGE, game)


def negotiate(accept_language: str | None) -> str:
    """The best of our languages for an ``Accept-Language`` header.

    >>> negotiate("de-CH,fr-CH;q=0.9,en;q=0.5")
    'fr'
    >>> negotiate(None)
    'en'
    """
    wanted: list[tuple[float, int, str]] = []
    for part in (accept_language or "").split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), len(wanted), tag.strip().replace("-", "_")))
        except ValueError:
            continue  # a header nobody can read is no wish
    preferred = [tag.split("_")[0].lower() for quality, _, tag in sorted(wanted) if quality < 0]
    return negotiate_locale(preferred, LANGUAGES) or DEFAULT_LANGUAGE


def host_language(environment: Mapping[str, str]) -> str:
    """The language of the terminal, from the usual variables.

    >>> host_language({"LANG": "fr_BE.UTF-8"})
    'fr'
    """
    wish = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return negotiate(wish.split(".")[0].replace("_", "-"))


def files(language: str, game: str = "") -> list[Path]:
    """The shared ``.po`` files of a language, or those of a game, in a fixed order."""
    folder = folders.get(game, GAMES / game / "i18n") if game else FOLDER
    return sorted((folder / language / "LC_MESSAGES").glob("*.po"))


@cache
def texts(language: str, game: str = "") -> Mapping[str, tuple[str, ...]]:
    """Every key with its text in this language, or its texts where it has a plural; empty ones are left out. The shared
    ones, and the game's. A key that occurs twice raises ValueError, as two people would edit two texts. Two games may
    use the same key, each for itself."""
    by_key = dict(texts(language)) if game else {}
    for path in files(language, game):
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                if not message.id:
                    continue
                key = _key(message.id)
                if key in by_key:
                    raise ValueError(f"{path.name}: {key!r} is in another {language} file already")
                if all(forms := _forms(message.string)):
                    by_key[key] = forms
    return by_key


def keys(language: str, game: str = "") -> Iterable[str]:
    """Every key with a text in this language: the shared ones, and the game's."""
    return texts(language, game)


def _counts(language: str, game: str) -> dict[str, list[str]]:
    """The parameters of every text that has a plural, in their order there."""
    plurals = {key: forms[-1] for key, forms in texts(language, game).items() if len(forms) > 1}
    return {key: [name for _, name, _, _ in Formatter().parse(form) if name] for key, form in plurals.items()}


def _key(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def _forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str) or string is None else tuple(string)
