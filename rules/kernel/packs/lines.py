"""The line of each key in a TOML text. The text must already be known to be valid TOML."""

import re
from bisect import bisect_left
from functools import cached_property

Path = tuple[str | int, ...]

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\]|\\.)*"|\'[^\']*\'', re.S)
_SCALAR = re.compile(r"[^,\]}#\n]+")


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[Path, int] = {}
        self.arrays: dict[Path, int] = {}
        self.ends = [match.start() for match in re.finditer("\n", text)]

    def mark(self, path: Path) -> None:
        self.lines.setdefault(path, bisect_left(self.ends, self.at) + 1)

    def space(self) -> str:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def key(self) -> Path:
        parts: list[str] = []
        while True:
            match = _KEY.match(self.text, self.at)
            if match is None:
                return tuple(parts)
            parts.append(match[1].strip("\"'"))
            self.at = match.end()
            if self.text[self.at : self.at + 1] != ".":
                return tuple(parts)
            self.at += 1

    def value(self, path: Path) -> None:
        opening = self.space()
        if opening == "[":
            self.at += 1
            index = 0
            while self.space() != "]":
                self.mark((*path, index))
                self.value((*path, index))
                index += 1
                if self.space() == ",":
                    self.at += 1
            self.at += 1
        elif opening == "{":
            self.at += 1
            while self.space() != "}":
                self.pair(path)
                if self.space() == ",":
                    self.at += 1
            self.at += 1
        else:
            match = (_STRING if opening in ('"', "'") else _SCALAR).match(self.text, self.at)
            self.at = match.end() if match else len(self.text)

    def pair(self, path: Path) -> None:
        start = self.at
        key = self.key()
        end, self.at = self.at, start
        for depth in range(1, len(key) + 1):
            self.mark((*path, *key[:depth]))
        self.at = end + 1
        self.value((*path, *key))

    def header(self) -> Path:
        start, double = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        key = self.key()
        end, self.at = self.at + (2 if double else 1), start
        path: Path = ()
        for position, part in enumerate(key):
            path = (*path, part)
            if double and position == len(key) - 1:
                self.arrays[path] = self.arrays.get(path, -1) + 1
            self.mark(path)
            if path in self.arrays:
                path = (*path, self.arrays[path])
                self.mark(path)
        self.at = end
        return path

    def scan(self) -> dict[Path, int]:
        path: Path = ()
        while self.space():
            if self.text[self.at] == "[":
                path = self.header()
            else:
                self.pair(path)
        return self.lines


def lines(text: str) -> dict[Path, int]:
    """The line, from 1, of each key and each array element of a valid TOML text, by its path."""
    return _Scanner(text).scan()


class Lines:
    """The lines of a valid TOML text, computed at the first access, as most packs have no problem."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def found(self) -> dict[Path, int]:
        """The line of each path."""
        return lines(self._text)

    def line(self, path: Path) -> int:
        """The line of the path, or of the deepest part of it that is in the text; 1 where none is."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self.found:
                return self.found[path[:depth]]
        return 1
