"""Jobs of the checker process: receiving a stranger's files, and the report on any game's pack."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.kernel.packs.archive import HEADER, taken
from rules.kernel.packs.layers import CORE
from rules.kernel.packs.lines import Lines
from rules.kernel.packs.problems import PackError, Problem
from rules.kernel.packs.reader import Schema, header_of
from rules.kernel.packs.toml_text import BadToml, parse
from webapp.base.worker_process import find_class
from webapp.packs.pictures import BadPicture, redrawn

PROBLEMS = 60
"""The most problems in a report."""


@dataclass(frozen=True)
class Report:
    """The findings about a pack. ``pack`` is None where something is wrong with it."""

    id: str = ""
    """The id that it gives itself, as far as that can be read; so with ``version`` and ``author``."""
    version: str = ""
    author: str = ""
    line: int = 1
    """The line of the id in its header file."""
    problems: tuple[Problem, ...] = ()
    more: int = 0
    """Problems beyond those."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The number of cards of each sort in its files."""
    by_hand: tuple[str, ...] = ()
    """The effects of its own cards that are settled by hand: a place, and words that are not known."""
    short: str | None = None
    """The reason why it is not enough for a match by itself: the code of a ``BadPacks``."""
    pack: Any = None


@dataclass(frozen=True)
class ReceivedFiles:
    """A pack's files as they came: texts, pictures drawn anew, and pictures left out with the reason. Or the
    ``problem`` with them."""

    files: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    problem: Problem | None = None


def take(name: str, data: bytes) -> ReceivedFiles:
    """The pack in a zip or in one TOML file, whatever is wrong with its cards."""
    try:
        bundle = taken(name, data)
    except PackError as error:
        return ReceivedFiles(problem=error.problems[0])
    if not bundle.texts:
        return ReceivedFiles(problem=Problem(name, 1, "no TOML file", None, "bad-file", {"reason": "no-header"}))
    files = dict(bundle.texts)
    if len(files) == 1:  # a lone file is the header file, whatever its name
        files = {HEADER: next(iter(files.values()))}
    pictures: dict[str, bytes] = {}
    left_out: dict[str, str] = {}
    for image, raw in bundle.images.items():
        try:
            pictures[image] = redrawn(image, raw)
        except BadPicture as problem:
            left_out[image] = problem.code
    return ReceivedFiles(files, pictures, left_out)


def glanced(files: Mapping[str, str], sorts: Collection[str]) -> Report:
    """The facts that can be read of a pack even where something is wrong with it."""
    header = header_of(files)
    data = _parsed(files.get(header, ""))
    head = {key: value[:120] if isinstance(value := data.get(key), str) else "" for key in ("id", "version", "author")}
    return Report(
        id=head["id"],
        version=head["version"],
        author=head["author"],
        line=Lines(files[header]).line(("id",)) if data else 1,
        counts={sort: len(ids) for sort, ids in cards(files, sorts).items()},
    )


def cards(files: Mapping[str, str], sorts: Collection[str]) -> dict[str, list[str]]:
    """The ids of the cards of these sorts in the files, by sort, in their order."""
    ids: dict[str, list[str]] = {}
    for text in files.values():
        for sort, tables in _parsed(text).items():
            if sort in sorts and isinstance(tables, list):
                for table in tables:
                    ids.setdefault(sort, []).append(str(table.get("id", "")) if isinstance(table, dict) else "")
    return ids


def _parsed(text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except BadToml:
        return {}


def _faulty(seen: Report, problems: Collection[Problem]) -> Report:
    """The report of a pack that something is wrong with."""
    first = tuple(sorted(problems, key=lambda problem: (problem.file, problem.line)))[:PROBLEMS]
    return replace(seen, problems=first, more=len(problems) - len(first))


def _taken_id(files: Mapping[str, str], seen: Report) -> Report:
    """The report of a pack that calls itself the core pack."""
    id = seen.id
    return replace(
        seen, problems=(Problem(header_of(files), seen.line, f"there is a pack {id!r}", None, "id-taken", {"id": id}),)
    )


def by_schema(name: str, files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """The report on a pack of these TOML texts, with pictures of these names, by the schema ``module:name``."""
    return examined(find_class(name), files, pictures)


def examined(schema: Schema[Any], files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """Everything that is to be said of a pack by its game's schema."""
    seen = glanced(files, schema.sections)
    try:
        pack = schema.read(files, pictures)
    except PackError as error:
        return _faulty(seen, error.problems)
    if seen.id == CORE:
        return _taken_id(files, seen)
    own = {(schema.sections[sort][0], id) for sort, ids in cards(files, schema.sections).items() for id in ids}
    by_hand = tuple(line for line in schema.by_hand(pack) if tuple(line.split(" ")[0].split("/")[:2]) in own)
    return replace(seen, pack=pack, by_hand=by_hand)
