"""Reading packs: a folder, a zip or a single TOML file becomes a checked `Pack`, or is refused with every problem."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path as File
from typing import Any, TypeVar

from pydantic import ValidationError

from .archive import HEADER, Bundle, opened, refused, unzipped
from .base import FILE, Model, nearest
from .crosscheck import issues
from .lines import Lines, Path
from .problems import PackError, Problem, problems_of
from .schema import SECTIONS, Header, Pack
from .toml_text import BadToml, parse

CORE = File(__file__).parent / "core"

M = TypeVar("M", bound=Model)


def load(path_or_id: str | File = "core") -> Pack:
    """The pack in that folder, zip or TOML file, or the pack we ship for "core". Raises PackError."""
    return _core() if path_or_id == "core" else unpacked(opened(File(path_or_id)))


@lru_cache(maxsize=1)
def _core() -> Pack:
    return unpacked(opened(CORE))


def load_zip(data: bytes) -> Pack:
    """The pack in a zip's bytes. Raises PackError."""
    return unpacked(unzipped(data))


def unpacked(bundle: Bundle) -> Pack:
    """The pack of these files. Raises PackError."""
    return read(bundle.texts, bundle.images)


def read(files: Mapping[str, str], images: Collection[str] | None = None) -> Pack:
    """The pack of these TOML texts by file name: `pack.toml` and others, or a single one that says it all. `images` are
    the names of those that there are, where that is known. Raises PackError with every problem found."""
    header = header_of(files)
    if header not in files or (header != HEADER and len(files) > 1):
        raise refused(HEADER, "a pack needs a pack.toml", "no-header")
    reading = _Reading()
    for name in sorted(files, key=lambda name: (name != header, name)):
        reading.file(name, files[name], name == header)
    return reading.pack(header, images)


def header_of(files: Collection[str]) -> str:
    """The name of the file that says which pack this is."""
    return HEADER if HEADER in files else next(iter(files), HEADER)


class _Reading:
    """A pack being read: its cards so far, where each stands, and what is wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.header: Header | None = None
        self.cards: dict[str, dict[str, Any]] = {field: {} for field, _ in SECTIONS.values()}
        self.places: dict[tuple[str, str], tuple[str, Lines, Path]] = {}

    def file(self, name: str, text: str, is_header: bool) -> None:
        try:
            data = parse(text)
        except BadToml as error:
            what = f"not valid TOML: {error}"
            self.problems.append(Problem(name, error.line, what, None, "bad-toml", {"detail": error.detail}))
            return
        found = Lines(text)
        sections = {key: data.pop(key) for key in list(data) if key in SECTIONS}
        titled = next((key for key in ("header", "pack") if isinstance(data.get(key), dict)), None)
        if is_header and titled is not None:
            what = f"the header has no [{titled}] above it: its keys stand at the top of the file, before any card"
            self._problem(name, found, (titled,), what, None, "bad-value", {"reason": "titled_header", "key": titled})
        elif is_header:
            self.header = self._checked(Header, data, name, found, ())
        else:
            for key in data:
                meant = nearest(key, SECTIONS)
                self._problem(name, found, (key,), f"unknown key {key!r}", meant, "unknown-key", {"key": key})
        for key, tables in sections.items():
            if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
                params = {"reason": "section", "key": key}
                self._problem(name, found, (key,), f"write cards as [[{key}]]", None, "bad-value", params)
                continue
            for index, table in enumerate(tables):
                for card in _copies(key, table):
                    self._card(key, card, name, found, (key, index))

    def _problem(
        self, file: str, found: Lines, path: Path, what: str, meant: str | None, code: str, params: Mapping[str, Any]
    ) -> None:
        self.problems.append(Problem(file, found.line(path), what, meant, code, params))

    def _checked(self, model: type[M], table: Any, file: str, found: Lines, at: Path) -> M | None:
        try:
            return model.model_validate(table, context=FILE)
        except ValidationError as error:
            self.problems.extend(problems_of(error, file, found, at, table))
            return None

    def _card(self, key: str, table: dict[str, Any], file: str, found: Lines, at: Path) -> None:
        field, model = SECTIONS[key]
        card = self._checked(model, table, file, found, at)
        if card is None:
            return
        id_ = str(table["id"])
        if id_ in self.cards[field]:
            params = {"id": id_, "sort": key}
            self._problem(file, found, (*at, "id"), f"a second {key} {id_!r}", None, "duplicate-id", params)
            return
        self.cards[field][id_] = card
        self.places[field, id_] = (file, found, at)

    def pack(self, header_file: str, images: Collection[str] | None) -> Pack:
        header = self.header
        if header is None or self.problems:
            raise PackError(tuple(dict.fromkeys(self.problems)))
        base = _core() if header.extends else None
        sections = {field: {**(getattr(base, field) if base else {}), **cards} for field, cards in self.cards.items()}
        factions = {**(base.factions if base else {}), **{faction.id: faction for faction in header.faction}}
        own = header.model_dump(exclude={"extends", "faction"})
        pack = Pack.model_validate({**own, "factions": factions, **sections})
        for issue in issues(pack):
            file, found, at = self.places.get((issue.field, issue.id), (header_file, Lines(""), ()))
            self._problem(file, found, at + issue.path, issue.what, issue.meant, issue.code, issue.params)
        self._images(images)
        if self.problems:
            raise PackError(tuple(dict.fromkeys(self.problems)))
        return pack

    def _images(self, images: Collection[str] | None) -> None:
        for (field, id_), (file, found, at) in self.places.items():
            image = getattr(self.cards[field][id_], "image", None)
            if images is not None and image is not None and image not in images:
                what = f"there is no image {image!r}"
                params = {"sort": "image", "id": image}
                self._problem(file, found, (*at, "image"), what, nearest(image, images), "unknown-id", params)


def _copies(key: str, table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An artefact table with `numbers` is one card for each of them, its id followed by the number (ART-1)."""
    numbers = table.get("numbers")
    if key != "artefact" or not isinstance(numbers, list):
        yield table
        return
    rest = {name: value for name, value in table.items() if name != "numbers"}
    for number in numbers:
        yield {**rest, "id": f"{table.get('id')}-{number}", "number": number}
