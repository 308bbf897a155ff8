"""Reading packs by a game's schema: TOML texts become a checked pack, or are refused with every problem."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from rules.kernel.packs.archive import HEADER, refused
from rules.kernel.packs.lines import Lines, Path
from rules.kernel.packs.model import FILE, Model, nearest
from rules.kernel.packs.problems import Issue, PackError, Problem, problems_of
from rules.kernel.packs.toml_text import BadToml, parse

M = TypeVar("M", bound=Model)
P = TypeVar("P")
Json = dict[str, Any]


def one_card(key: str, table: Json) -> Iterable[Json]:
    """The default of `Schema.cards`: a table describes one card."""
    return (table,)


@dataclass(frozen=True)
class Schema(Generic[P]):
    """The structure of a game's packs."""

    header: type[Model]
    """The model of the header: the keys of `pack.toml` outside any card."""
    sections: Mapping[str, tuple[str, type[Model]]]
    """For each name of a card's table (`[[card]]`), the pack's field that holds such cards, and their model."""
    assembled: Callable[[Any, Mapping[str, Mapping[str, Any]]], P]
    """Makes the pack from its header and its cards by field and id."""
    issues: Callable[[P], Iterable[Issue]] = lambda pack: ()
    """Finds the problems that no single card shows."""
    copies: Callable[[str, Json], Iterable[Json]] = one_card
    """The cards that one table describes."""
    by_hand: Callable[[P], Iterable[str]] = lambda pack: ()
    """Finds the effects that players settle by hand: for each its place, "field/id/part", and the words not known."""

    def read(self, files: Mapping[str, str], images: Collection[str] | None = None) -> P:
        """The pack in these TOML texts by file name: `pack.toml` and others, or a single file. `images`: the names of
        its images, if known. Raises PackError with every problem found."""
        header = header_of(files)
        if header not in files or (header != HEADER and len(files) > 1):
            raise refused(HEADER, "a pack needs a pack.toml", "no-header")
        reading = _Reading(self)
        for name in sorted(files, key=lambda name: (name != header, name)):
            reading.file(name, files[name], name == header)
        pack: P = reading.pack(header, images)
        return pack


def header_of(files: Collection[str]) -> str:
    """The name of the file with the pack's header."""
    return HEADER if HEADER in files else next(iter(files), HEADER)


class _Reading:
    """A pack being read: its cards so far, their places in the files, and its problems."""

    def __init__(self, schema: "Schema[Any]") -> None:
        self.schema = schema
        self.problems: list[Problem] = []
        self.header: Any = None
        self.head = Lines("")
        self.cards: dict[str, dict[str, Any]] = {field: {} for field, _ in schema.sections.values()}
        self.places: dict[tuple[str, str], tuple[str, Lines, Path]] = {}

    def file(self, name: str, text: str, is_header: bool) -> None:
        try:
            data = parse(text)
        except BadToml as error:
            what = f"not valid TOML: {error}"
            self.problems.append(Problem(name, error.line, what, None, "bad-toml", {"detail": error.detail}))
            return
        lines = Lines(text)
        sections = {key: data.pop(key) for key in list(data) if key in self.schema.sections}
        titled = next((key for key in ("header", "pack") if isinstance(data.get(key), dict)), None)
        if is_header and titled is not None:
            what = f"the header has no [{titled}] above it: its keys stand at the top of the file, before any card"
            self._problem(name, lines, (titled,), what, None, "bad-value", {"reason": "titled_header", "key": titled})
        elif is_header:
            self.head = lines
            self.header = self._checked(self.schema.header, data, name, lines, ())
        else:
            for key in data:
                meant = nearest(key, self.schema.sections)
                self._problem(name, lines, (key,), f"unknown key {key!r}", meant, "unknown-key", {"key": key})
        for key, tables in sections.items():
            if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
                params = {"reason": "section", "key": key}
                self._problem(name, lines, (key,), f"write cards as [[{key}]]", None, "bad-value", params)
                continue
            for index, table in enumerate(tables):
                for card in self.schema.copies(key, table):
                    self._card(key, card, name, lines, (key, index))

    def _problem(
        self, file: str, lines: Lines, path: Path, what: str, meant: str | None, code: str, params: Mapping[str, Any]
    ) -> None:
        self.problems.append(Problem(file, lines.line(path), what, meant, code, params))

    def _checked(self, model: type[M], table: Any, file: str, lines: Lines, at: Path) -> M | None:
        try:
            return model.model_validate(table, context=FILE)
        except ValidationError as error:
            self.problems.extend(problems_of(error, file, lines, at, table))
            return None

    def _card(self, key: str, table: dict[str, Any], file: str, lines: Lines, at: Path) -> None:
        field, model = self.schema.sections[key]
        card = self._checked(model, table, file, lines, at)
        if card is None:
            return
        id_ = str(table["id"])
        if id_ in self.cards[field]:
            params = {"id": id_, "sort": key}
            self._problem(file, lines, (*at, "id"), f"a second {key} {id_!r}", None, "duplicate-id", params)
            return
        self.cards[field][id_] = card
        self.places[field, id_] = (file, lines, at)

    def pack(self, header_file: str, images: Collection[str] | None) -> Any:
        if self.header is None or self.problems:
            raise PackError(tuple(dict.fromkeys(self.problems)))
        pack = self.schema.assembled(self.header, self.cards)
        for issue in self.schema.issues(pack):
            file, lines, at = self.places.get((issue.field, issue.id), (header_file, self.head, ()))
            self._problem(file, lines, at + issue.path, issue.what, issue.meant, issue.code, issue.params)
        self._images(images)
        if self.problems:
            raise PackError(tuple(dict.fromkeys(self.problems)))
        return pack

    def _images(self, images: Collection[str] | None) -> None:
        for (field, id_), (file, lines, at) in self.places.items():
            image = getattr(self.cards[field][id_], "image", None)
            if images is not None and image is not None and image not in images:
                what = f"there is no image {image!r}"
                params = {"sort": "image", "id": image}
                self._problem(file, lines, (*at, "image"), what, nearest(image, images), "unknown-id", params)
