"""Finds the message keys that the code uses, in its syntax trees."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from webapp.i18n import GAMES, LANGUAGES, keys

TRANSLATORS = {"tr", "_tr"}
"""The names of translators in the web app's code."""

KEY = re.compile(r"[a-z]+\.\S+")
BEGINNING = re.compile(r"[a-z]+\.")

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class UsedKeys:
    """The keys in use: whole keys, and the beginnings of keys that are put together (``tr(f"prompt.{code}")``)."""

    literals: frozenset[str]
    prefixes: frozenset[str]

    def missing(self, language: str, game: str = "") -> set[str]:
        """Keys without a shared or a game's text, and beginnings without any key."""
        known = set(keys(language, game))
        anywhere = known.union(*(keys(language, key) for key in catalogued()))
        unknown = {prefix for prefix in self.prefixes if not any(key.startswith(prefix) for key in anywhere)}
        return set(self.literals - known) | unknown

    def unused(self, game: str = "") -> set[str]:
        """Shared keys, or those of a game's own catalogue, that no code uses."""
        prefixes = tuple(self.prefixes)
        everything = {key for language in LANGUAGES for key in keys(language, game)}
        if game:
            everything -= {key for language in LANGUAGES for key in keys(language)}
        return {key for key in everything - self.literals if not key.startswith(prefixes)}


def catalogued() -> tuple[str, ...]:
    """The games with texts of their own."""
    return tuple(sorted(path.parent.name for path in GAMES.glob("*/i18n")))


def asked(folders: Iterable[Path]) -> UsedKeys:
    """The keys with which translators are called in these folders: none may be missing."""
    return _read(part for tree in _trees(folders) for argument in _arguments(tree) for part in _parts(argument))


def mentioned(folders: Iterable[Path] = (PACKAGE,)) -> UsedKeys:
    """All strings in the code that look like a key, however they reach a translator: any other key is unused."""
    strings = _read(node for tree in _trees(folders) for node in ast.walk(tree) if isinstance(node, ast.expr))
    return UsedKeys(
        frozenset(text for text in strings.literals if KEY.fullmatch(text)),
        frozenset(text for text in strings.prefixes if BEGINNING.match(text)),
    )


def folders(game: str = "") -> list[Path]:
    """The folders whose code uses the shared texts, or a game's. ``packs`` uses those of the games with packs."""
    if game:
        uses_packs = any("webapp.packs" in path.read_text(encoding="utf-8") for path in (GAMES / game).rglob("*.py"))
        return [GAMES / game, *([PACKAGE / "packs"] if uses_packs else [])]
    return [
        path
        for path in sorted(PACKAGE.iterdir())
        if path.name not in ("games", "packs") and (path.is_dir() or path.suffix == ".py")
    ] + sorted(GAMES.glob("*.py"))


def _trees(folders: Iterable[Path]) -> Iterator[ast.AST]:
    for folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"))


def _read(parts: Iterable[ast.expr]) -> UsedKeys:
    literals: set[str] = set()
    prefixes: set[str] = set()
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            literals.add(part.value)
        elif isinstance(part, ast.JoinedStr) and part.values and isinstance(part.values[0], ast.Constant):
            prefixes.add(str(part.values[0].value))
    return UsedKeys(frozenset(literals), frozenset(prefixes))


def _arguments(tree: ast.AST) -> Iterator[ast.expr]:
    """The key in each call of a translator, of its ``plural`` or ``has``, or of a function that gets one: ``rich(tr,
    …)``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            if is_translator(node.func):
                yield node.args[0]
            elif len(node.args) > 1 and is_translator(node.args[0]):
                yield node.args[1]


def _parts(argument: ast.expr) -> Iterator[ast.expr]:
    """Both sides of an ``a if … else b`` or an ``a or b``, else the argument itself."""
    if isinstance(argument, ast.IfExp):
        yield from _parts(argument.body)
        yield from _parts(argument.orelse)
    elif isinstance(argument, ast.BoolOp):
        for value in argument.values:
            yield from _parts(value)
    else:
        yield argument


def is_translator(function: ast.expr) -> bool:
    """Whether an expression is a translator, or its ``plural`` or ``has``."""
    if isinstance(function, ast.Attribute) and function.attr in {"plural", "has"}:
        function = function.value
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)
    return name in TRANSLATORS
