"""The authors' guide of a game's packs as Markdown, in either language, and their JSON Schema, made from the models.

The English is that of their docstrings. A game's words (as TOML gives them) have the introduction, recipes and the
French of its texts; `guide.toml` here has what all guides say.
"""

import ast
import inspect
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, create_model
from pydantic.json_schema import models_json_schema

from rules.kernel.packs.model import Model
from rules.kernel.packs.reader import Schema

Language = Literal["fr", "en"]
SECTION = re.compile(r'^(##+) <a id="([^"]*)"></a>(.*)$', re.MULTILINE)
WIDTH = 120
COMMON = Path(__file__).with_name("guide.toml")


@dataclass(frozen=True)
class Tagged:
    """A union of models told apart by the key `tag`, a section each; in tables it is `called` something, and known by
    the name of one of its models, its `sign`."""

    union: Any
    tag: str
    called: str
    sign: str

    @property
    def models(self) -> tuple[type[BaseModel], ...]:
        """Its models, in their order."""
        return get_args(get_args(self.union)[0])


@dataclass(frozen=True)
class Chapter:
    """A heading, what is said first, and the models of its sections."""

    title: str
    parts: tuple[type[BaseModel] | Tagged, ...]
    text: str = ""


def as_kept(value: Any, is_length: bool) -> Any:
    """A default as it is."""
    return value


@dataclass(frozen=True)
class PackGuide:
    """The subjects of a game's guide."""

    chapters: tuple[Chapter, ...]
    words: Mapping[str, Any] = field(default_factory=dict)
    """Of its own TOML: `intro` and `recipes` by language, and rows of `recipe`, `word`, `title` and `text`."""
    shared: tuple[type[BaseModel], ...] = ()
    """Models whose keys are told once, for all made of them."""
    hidden: tuple[str, ...] = ()
    """Keys that authors do not write."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Headings of models that are not headed by their names."""
    type_of: Callable[[Mapping[str, Any]], str] = lambda field: ""
    """The name of a JSON Schema type, where the game has a word of its own."""
    written: Callable[[Any, bool], Any] = as_kept
    """A default as an author would write it; whether it is a length."""
    ids: Callable[[Language], Mapping[str, Mapping[str, str]]] | None = None
    """What packs may name of the core pack: by section, the name of each id."""

    def page(self, language: Language) -> str:
        """The guide in a language, which is worked out anew each time."""
        return Page(self, language, self.french).text()

    @cached_property
    def french(self) -> Mapping[str, str]:
        """The French of every word, title and text, by the English on one line."""
        return {row["en"]: row["fr"] for words in (common(), self.words) for row in _rows(words)}

    @cached_property
    def schemas(self) -> Mapping[str, Any]:
        """The JSON Schemas of all models by their names: what takes long, and is the same in both languages."""
        parts = [part for chapter in self.chapters for part in chapter.parts]
        alone = [model for part in parts for model in (part.models if isinstance(part, Tagged) else (part,))]
        _, described = models_json_schema([(model, "validation") for model in dict.fromkeys(alone)])
        schemas: dict[str, Any] = _described(described, alone)["$defs"]
        return schemas


def plain_guide(schema: Schema[Any]) -> PackGuide:
    """The guide of packs of which a game says nothing but their schema."""
    cards = {model: sort for sort, (_, model) in schema.sections.items()}
    titles = {model.__name__: f'<a id="{model.__name__.lower()}"></a>`[[{sort}]]`' for model, sort in cards.items()}
    titles[schema.header.__name__] = f'<a id="{schema.header.__name__.lower()}"></a>`pack.toml`'
    return PackGuide((Chapter("Cards", tuple(reachable((schema.header, *cards)))),), titles=titles)


def json_schema(schema: Schema[Any]) -> dict[str, Any]:
    """JSON Schema of a pack's TOML files, all of them taken together."""
    sections: dict[str, Any] = {key: (list.__class_getitem__(model), []) for key, (_, model) in schema.sections.items()}
    files = create_model("PackFiles", __base__=schema.header, **sections)
    models = (schema.header, *(model for _, model in schema.sections.values()))
    return _described(files.model_json_schema(), models, schema.header)


@cache
def common() -> Mapping[str, Any]:
    """The texts that all guides share."""
    return tomllib.loads(COMMON.read_text(encoding="utf-8"))


def _rows(words: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    for section in ("word", "title", "text"):
        yield from words.get(section, ())


def parts(text: str) -> Iterator[list[str]]:
    """The paragraphs of a text, each as its items: one, but of a list several."""
    for block in text.split("\n\n"):
        if block.strip():
            yield [" ".join(item.split()) for item in re.split(r"\n(?=- )", block)]


@dataclass(frozen=True)
class Page:
    """A guide in one language."""

    guide: PackGuide
    language: Language
    french: Mapping[str, str]

    def text(self) -> str:
        """The whole page as Markdown."""
        body = [*self.recipes()]
        for chapter in self.guide.chapters:
            body.append(self.chapter(chapter.title, chapter.text))
            body += [section for part in chapter.parts for section in self.part(part)]
        body += self.ids()
        intro = self.guide.words.get("intro", common()["intro"])[self.language]
        return "\n".join(part.rstrip("\n") + "\n" for part in [intro, self.contents(body), *body])

    @property
    def schemas(self) -> Mapping[str, Any]:
        """The JSON Schemas of all models."""
        return self.guide.schemas

    @property
    def titled(self) -> set[str]:
        """The models that have a name of their own in either language."""
        parts = [part for chapter in self.guide.chapters for part in chapter.parts]
        return {part.__name__ for part in parts if not isinstance(part, Tagged)}

    @property
    def unions(self) -> list[Tagged]:
        """The tagged unions."""
        return [part for chapter in self.guide.chapters for part in chapter.parts if isinstance(part, Tagged)]

    def contents(self, body: list[str]) -> str:
        """The table of contents of these sections: a line for each chapter."""
        rows = [f"## {self.word('Contents')}\n"]
        for part in body:
            marks, anchor, title = SECTION.findall(part)[0]
            link = f"[{title}](#{anchor})"
            if marks == "##":
                rows.append(f"- **{link}**")
            else:
                rows[-1] += f"{' · ' if rows[-1].count('](') > 1 else ': '}{link}"
        return "\n".join(rows)

    def recipes(self) -> Iterator[str]:
        """Recipes that authors look for most, ready to be copied."""
        words = self.guide.words
        if "recipe" not in words:
            return
        yield f'## <a id="recipes"></a>{self.word("Recipes")}\n\n{words["recipes"][self.language].strip()}\n'
        for recipe in words["recipe"]:
            title = recipe[self.language]
            yield f'### <a id="{recipe["id"]}"></a>{title}\n\n```toml\n{recipe["toml"].strip()}\n```\n'

    def ids(self) -> Iterator[str]:
        """What packs may name of the core pack."""
        if self.guide.ids is None:
            return
        rows = [
            f"- `[[{section}]]`: {' · '.join(f'`{id}` {name}' for id, name in names.items())}"
            for section, names in self.guide.ids(self.language).items()
        ]
        yield "\n".join([self.chapter("Ids", "What a pack may name of the core pack."), *rows])

    # Saying

    def word(self, english: str) -> str:
        """A word or a text on one line; one without French stays as it is."""
        return self.french.get(english, english) if self.language == "fr" else english

    def paragraphs(self, text: str) -> str:
        """A text of paragraphs and lists, as it is written or translated and broken into lines."""
        if self.language == "en":
            return text
        return "\n\n".join("\n".join(self.broken(item) for item in items) for items in parts(text))

    def broken(self, item: str) -> str:
        """A paragraph or an item of a list."""
        indent = "  " if item.startswith("- ") else ""
        wrapper = textwrap.TextWrapper(WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        return wrapper.fill(self.word(item))

    def cell(self, text: str) -> str:
        """A text in a table."""
        return self.word(" ".join(text.split())).replace("|", "\\|") if text else ""

    def chapter(self, title: str, text: str) -> str:
        """A heading and what is to be said first."""
        return f'## <a id="{title.lower()}"></a>{self.word(title)}\n\n{self.paragraphs(text)}\n'

    # The models

    def part(self, part: type[BaseModel] | Tagged) -> Iterator[str]:
        """The section of a model, or those of a union's models."""
        if not isinstance(part, Tagged):
            yield self.model(part, self.guide.titles.get(part.__name__))
            return
        for model in part.models:
            name = get_args(model.model_fields[part.tag].annotation)[0]
            title = f'<a id="{part.tag}-{name}"></a>`{part.tag} = "{name}"`'
            yield self.model(model, title, hidden=part.tag)

    def model(self, model: type[BaseModel], title: str | None = None, hidden: str = "") -> str:
        """A section: what it is, and a table of its keys."""
        described = self.schemas[model.__name__]
        shared = next((base for base in self.guide.shared if issubclass(model, base) and model is not base), None)
        elsewhere = set(shared.model_fields) - set(model.__annotations__) if shared else set()
        skipped = {hidden, *self.guide.hidden, *elsewhere}
        names = [name for name in described["properties"] if name not in skipped]
        rows = [
            self.row(name, described)
            for name in sorted(names, key=lambda name: (name not in ("id", "name"), not _needed(name, described)))
        ]
        head = f"| {self.word('key')} | {self.word('what')} | {self.word('default')} | |"
        table = [head, "| --- | --- | --- | --- |", *rows, ""] if rows else []
        more = [self.word("And every key of {model}.").format(model=self.link(shared.__name__))] if shared else []
        return "\n".join([f"### {title or self.title(model)}\n", self.paragraphs(doc(model)), "", *table, *more])

    def row(self, name: str, described: dict[str, Any]) -> str:
        """A key of a model."""
        field = described["properties"][name]
        description = self.cell(field.get("description", ""))
        return f"| `{name}` | {self.type(field)} | {self.default(name, field, described)} | {description} |"

    def link(self, name: str) -> str:
        """To the section of a model."""
        return f"[{self.word(name) if name in self.titled else name}](#{name.lower()})"

    def title(self, model: type[BaseModel]) -> str:
        """A model's name after the anchor that links to it lead to."""
        return f'<a id="{model.__name__.lower()}"></a>{self.word(model.__name__)}'

    def default(self, name: str, field: dict[str, Any], described: dict[str, Any]) -> str:
        """The text for the default value of a key."""
        if _needed(name, described):
            return self.word("needed")
        default = field.get("default")
        is_length = self.type(field) == self.word("length")
        written = "" if default in (None, [], "") else _toml(self.guide.written(default, is_length))
        return f"`{written}`" if written.strip("{ }") else ""

    def type(self, field: dict[str, Any]) -> str:
        """A JSON Schema type in words."""
        called = self.guide.type_of(field)
        if called:
            return self.word(called)
        if "$ref" in field:
            return self.link(field["$ref"].rsplit("/", 1)[1])
        if "const" in field:
            return f"`{field['const']}`"
        if "enum" in field:
            return " ".join(f"`{value}`" for value in field["enum"])
        options = field.get("anyOf") or field.get("oneOf")
        if options:
            return self.several(options)
        kind = field.get("type")
        if kind == "array":
            return self.array(field)
        if kind == "integer" and "minimum" in field:
            return self.word("{least} to {most}").format(least=field["minimum"], most=field["maximum"])
        word = {"string": "text", "integer": "number", "boolean": "true or false"}.get(str(kind))
        return self.word(word) if word else ""

    def several(self, options: list[dict[str, Any]]) -> str:
        """One of several types; of the unions, their names."""
        refs = {option["$ref"].rsplit("/", 1)[1] for option in options if "$ref" in option}
        for union in self.unions:
            if union.sign in refs:
                return self.word(union.called)
        return self.word(" or ").join(_unique(self.type(option) for option in options if option.get("type") != "null"))

    def array(self, field: dict[str, Any]) -> str:
        """A list, or so many of something."""
        if "prefixItems" in field:
            inner = self.word(" and ").join(_unique(self.type(item) for item in field["prefixItems"]))
            return self.word("{count} of {what}").format(count=len(field["prefixItems"]), what=inner)
        return self.word("list of {what}").format(what=self.type(field.get("items", {})))


def doc(thing: Any) -> str:
    """A docstring as Markdown."""
    return inspect.cleandoc(thing.__doc__ or "")


def reachable(models: Iterable[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """These models and those that their keys hold, each once, after the one that holds it."""
    seen: set[type[BaseModel]] = set()
    waiting = list(models)
    while waiting:
        model = waiting.pop(0)
        if model not in seen:
            seen.add(model)
            yield model
            waiting += [held for info in model.model_fields.values() for held in _held(info.annotation)]


def _held(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _held(part)


def _described(
    described: dict[str, Any], models: Iterable[type[BaseModel]], top: type[BaseModel] | None = None
) -> dict[str, Any]:
    """A JSON Schema with what is written below the keys of its models; `top`: the one outside the definitions.

    Read off the source here, where it is wanted: Pydantic would do it at every start, and take half of that.
    """
    definitions = described.get("$defs", {})
    schemas = [(model, definitions[model.__name__]) for model in reachable(models) if model.__name__ in definitions]
    for model, properties in [*schemas, *([(top, described)] if top else [])]:
        for name, text in _below(model).items():
            if name in properties.get("properties", ()):
                properties["properties"][name].setdefault("description", text)
    return described


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: part for part in source.body if isinstance(part, ast.ClassDef)}


def _below(model: type[BaseModel]) -> dict[str, str]:
    """The texts below the keys of a model, and of those it is made of."""
    texts: dict[str, str] = {}
    for part in reversed(model.__mro__):
        if not issubclass(part, Model):
            continue
        for key, below in pairwise(_classes(part.__module__)[part.__name__].body):
            match key, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    texts[name] = inspect.cleandoc(text)
    return texts


def _needed(name: str, described: dict[str, Any]) -> bool:
    return name in described.get("required", ())


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if inner not in (None, [], False, 0)}
        return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in kept.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
