"""Jobs of the checker process: receiving a stranger's files, and checking a pack."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.kernel.packs.archive import HEADER
from rules.kernel.packs.layers import CORE, BadPacks
from rules.kernel.packs.lines import Lines
from rules.kernel.packs.toml_text import BadToml, parse
from rules.olomoc.packs import Pack, PackError, Problem, header_of, read, taken
from rules.olomoc.packs.layers import need
from rules.olomoc.packs.schema import SECTIONS
from webapp.packs.pictures import BadPicture, redrawn

PROBLEMS = 60
"""Problems told; who mends these sees the next."""


@dataclass(frozen=True)
class Report:
    """What is to be said of a pack. ``pack`` is None where something is wrong with it."""

    id: str = ""
    """The id that it gives itself, as far as that can be read; so with ``version`` and ``author``."""
    version: str = ""
    author: str = ""
    line: int = 1
    """Where the id stands in its header file."""
    problems: tuple[Problem, ...] = ()
    more: int = 0
    """Problems beyond those."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many cards of each sort its files hold."""
    by_hand: tuple[str, ...] = ()
    """What of its own is settled by hand: see ``Pack.by_hand``."""
    short: str | None = None
    """Why it is not enough for a match by itself: the code of a ``BadPacks``."""
    pack: Pack | None = None


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
    if len(files) == 1:  # whatever a lone file is called, it says what pack this is
        files = {HEADER: next(iter(files.values()))}
    pictures: dict[str, bytes] = {}
    left_out: dict[str, str] = {}
    for image, raw in bundle.images.items():
        try:
            pictures[image] = redrawn(image, raw)
        except BadPicture as problem:
            left_out[image] = problem.code
    return ReceivedFiles(files, pictures, left_out)


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """Everything that is to be said of a pack of these TOML texts, with pictures of these names."""
    glanced = _glanced(files)
    try:
        pack = read(files, pictures)
    except PackError as error:
        told = tuple(sorted(error.problems, key=lambda it: (it.file, it.line)))[:PROBLEMS]
        return replace(glanced, problems=told, more=len(error.problems) - len(told))
    if pack.id == CORE:
        taken_id = Problem(header_of(files), glanced.line, f"there is a pack {CORE!r}", None, "id-taken", {"id": CORE})
        return replace(glanced, problems=(taken_id,))
    try:
        need(pack)
        short = None
    except BadPacks as problem:
        short = problem.code
    own = {(SECTIONS[sort][0], id) for sort, ids in _cards(files).items() for id in ids}
    by_hand = tuple(line for line in pack.by_hand() if tuple(line.split(" ")[0].split("/")[:2]) in own)
    return replace(glanced, by_hand=by_hand, short=short, pack=pack)


def _glanced(files: Mapping[str, str]) -> Report:
    """What can be read of a pack even where something is wrong with it."""
    header = header_of(files)
    data = _parsed(files.get(header, ""))
    said = {key: value[:120] if isinstance(value := data.get(key), str) else "" for key in ("id", "version", "author")}
    return Report(
        id=said["id"],
        version=said["version"],
        author=said["author"],
        line=Lines(files[header]).line(("id",)) if data else 1,
        counts={sort: len(ids) for sort, ids in _cards(files).items()},
    )


def _cards(files: Mapping[str, str]) -> dict[str, list[str]]:
    """The ids of the cards in the files, by sort, in their order."""
    found: dict[str, list[str]] = {}
    for text in files.values():
        for sort, tables in _parsed(text).items():
            if sort in SECTIONS and isinstance(tables, list):
                for table in tables:
                    found.setdefault(sort, []).append(str(table.get("id", "")) if isinstance(table, dict) else "")
    return found


def _parsed(text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except BadToml:
        return {}
