"""Problems of a pack: file, line, the mistake, and the word that was probably meant."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from rules.kernel.packs.lines import Lines, Path
from rules.kernel.packs.model import UNITS, nearest


@dataclass(frozen=True)
class Problem:
    """One thing wrong. `code` and `params` are for screens, which say it in the reader's language."""

    file: str
    line: int
    what: str
    """An English sentence, for the command line."""
    meant: str | None = None
    """The known word nearest to the wrong one."""
    code: str = "bad-value"
    """The kind of problem, which settles what `params` hold:

    - `unknown-key`, `missing-key`: `key`;
    - `unknown-value`: `value`;
    - `bad-value`: `reason`, the limits (`ge`, `le`, `min_length`, …) and for a key that is known `key`;
    - `unknown-id`, `duplicate-id`: `id` and its `sort` (the name of a card's table, or `image`; `reference` for a word
      that names nothing within its capacity);
    - `duplicate-name`: `name`;
    - `bad-layout`: `reason` (the game's), `id`, perhaps `other`;
    - `bad-toml`: `detail`, in the reader's English;
    - `bad-file`: `reason` (`missing`, `no-header`, `too-large`, `too-many`, `escapes`, `link`, `twice`, `not-a-zip`,
      `not-text`), perhaps `limit`.
    """
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        meant = f" (did you mean {self.meant!r}?)" if self.meant else ""
        return f"{self.file}:{self.line}: {self.what}{meant}"


@dataclass(frozen=True)
class Issue:
    """A problem of a card that no model can find: the card's field in the pack, its id, the path within it, and the
    rest as in `Problem`."""

    field: str
    id: str
    path: Path
    what: str
    params: Mapping[str, Any]
    meant: str | None = None
    code: str = "unknown-id"


class PackError(Exception):
    """A pack is refused; `problems` says why, in the order of its files."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def _path(loc: tuple[str | int, ...], data: Any) -> Path:
    """The part of a validation error's location that is in the data: without the tags of unions."""
    path: list[str | int] = []
    for part in loc:
        inside = dict(enumerate(data)) if isinstance(data, list) else data if isinstance(data, dict) else {}
        # a field named like a Python keyword is written without its underscore
        for key in (part, *(f"{part}_{unit}" for unit in UNITS), str(part).rstrip("_")):
            if key in inside:
                path.append(key)
                data = inside[key]
                break
    return tuple(path)


def _described(error: Mapping[str, Any]) -> Iterator[tuple[Path, str, str | None, str, dict[str, Any]]]:
    """The further path, what, meant, code and params of a validation error."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "unknown_keys":
        for key in context["keys"]:
            yield (key,), f"unknown key {key!r}", nearest(key, context["known"]), "unknown-key", {"key": key}
    elif kind == "unexpected_keyword_argument":  # of a noun
        key = str(error["loc"][-1])
        yield (), f"unknown key {key!r}", None, "unknown-key", {"key": key}
    elif kind == "misspelt":
        key, word = context["key"], context["word"]
        yield (), f"unknown {key} {word!r}", context["meant"], "unknown-value", {"value": word, "key": key}
    elif kind == "literal_error":
        word, known = str(error["input"]), re.findall(r"'([^']*)'", context["expected"])
        yield (), f"unknown value {word!r}", nearest(word, known), "unknown-value", {"value": word, "known": known}
    elif kind == "union_tag_invalid":
        word, known = str(context["tag"]), re.findall(r"'([^']*)'", context["expected_tags"])
        yield (), f"unknown value {word!r}", nearest(word, known), "unknown-value", {"value": word, "known": known}
    elif kind in ("missing", "union_tag_not_found"):
        key = str(error["loc"][-1]) if kind == "missing" else context["discriminator"].strip("'")
        yield (), f"missing key {key!r}", None, "missing-key", {"key": key}
    else:
        yield (
            (),
            error["msg"],
            None,
            "bad-value",
            {"reason": kind, **_key(error), **{key: str(value) for key, value in context.items()}},
        )


def _key(error: Mapping[str, Any]) -> dict[str, str]:
    """The last key on the way to a wrong value."""
    return next(({"key": part} for part in reversed(error["loc"]) if isinstance(part, str)), {})


def problems_of(error: ValidationError, file: str, lines: Lines, at: Path, data: Any) -> Iterator[Problem]:
    """The problems of one table, at path `at` of the file whose lines are `lines`."""
    for detail in error.errors():
        path = at + _path(detail["loc"], data)
        for further, what, meant, code, params in _described(detail):
            place = path + further
            if code == "unknown-value" and detail["type"] in ("misspelt", "union_tag_invalid"):
                place = _word_path(path, params["value"], data, at)
            yield Problem(file, lines.line(place), what, meant, code, params)


def _word_path(path: Path, word: str, data: Any, at: Path) -> Path:
    """The path of the wrong word within the table at `path`."""
    for part in path[len(at) :]:
        data = data[part]

    def search(value: Any, here: Path) -> Path | None:
        if value == word:
            return here
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return next((hit for key, item in items if (hit := search(item, (*here, key)))), None)

    return search(data, path) or path
