"""The authors' guide, in either language, and the JSON Schema, made from the models themselves.

The English is that of their docstrings; `guide.toml` has every text beside its French.
"""

import ast
import inspect
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, create_model
from pydantic.json_schema import models_json_schema

from rules.kernel.packs.model import Model, Text

from . import language, schema, triggers, values, verbs
from .operations import Branch, Capacity, Cost, Frequency, Operation, Option
from .triggers import Trigger
from .values import Condition, Value
from .verbs import Spot

CARDS: tuple[type[BaseModel], ...] = (
    schema.Header,
    schema.Faction,
    schema.Rulers,
    schema.Ruler,
    schema.RouageCard,
    schema.EquipmentCard,
    schema.MinistryCard,
    schema.ArtefactCard,
    schema.HostileCard,
    schema.Instinct,
    schema.Agenda,
    schema.Study,
    schema.Marker,
    schema.HostileStart,
    schema.DecorSet,
    schema.Piece,
    schema.Starter,
    schema.StarterRouage,
    Text,
)

WHO: tuple[type[BaseModel], ...] = (
    language.Target,
    language.PlaceTarget,
    language.Select,
    language.Filter,
    language.Bears,
)
SHARED: tuple[type[BaseModel], ...] = (language.Filter, values.Scaled, triggers.Event)


OURS = (str(__package__), Model.__module__)
"""Where the models are defined that the guide tells of."""
SECTION = re.compile(r'^(##+) <a id="([^"]*)"></a>(.*)$', re.MULTILINE)
WIDTH = 120
WORDS = Path(__file__).with_name("guide.toml")


@cache
def words() -> dict[str, Any]:
    """`guide.toml`: the introduction in both languages, and the rows of the other texts."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


@cache
def french() -> Mapping[str, str]:
    """The French of every word, title and text of the guide, by the English on one line."""
    return {row["en"]: row["fr"] for section in ("word", "title", "text") for row in words()[section]}


@cache
def guide(language: Literal["fr", "en"] = "en") -> str:
    """docs/packs.md, or in French docs/packs.fr.md."""
    return _Guide(language).page()


def parts(text: str) -> Iterator[list[str]]:
    """The paragraphs of a text, each as its items: one, but of a list several."""
    for block in text.split("\n\n"):
        if block.strip():
            yield [" ".join(item.split()) for item in re.split(r"\n(?=- )", block)]


@dataclass(frozen=True)
class _Guide:
    """The guide in one language."""

    language: Literal["fr", "en"]

    def page(self) -> str:
        """All of it."""
        body = [
            *self.recipes(),
            self.chapter("Cards", ""),
            *(self.model(model) for model in CARDS),
            self.chapter("Capacities", ""),
            *(self.model(model) for model in (Capacity, Frequency, Cost)),
            self.chapter("Who", _doc(language)),
            *(self.model(model) for model in WHO),
            self.chapter("Amounts", _doc(values)),
            self.model(values.Scaled),
            *self.union(Value, "value"),
            self.chapter("Conditions", ""),
            *self.union(Condition, "test"),
            self.chapter("Triggers", _doc(triggers)),
            self.model(triggers.Event),
            *self.union(Trigger, "when"),
            self.chapter("Operations", _doc(verbs).split("\n", 2)[2]),
            *self.union(Operation, "op"),
            *(self.model(model) for model in (Spot, Option, Branch)),
        ]
        found = [words()["intro"][self.language], self.contents(body), *body]
        return "\n".join(part.rstrip("\n") + "\n" for part in found)

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
        """What authors look for most, ready to be copied."""
        text = words()["recipes"][self.language].strip()
        yield f'## <a id="recipes"></a>{self.word("Recipes")}\n\n{text}\n'
        for recipe in words()["recipe"]:
            title = recipe[self.language]
            yield f'### <a id="{recipe["id"]}"></a>{title}\n\n```toml\n{recipe["toml"].strip()}\n```\n'

    # Saying

    def word(self, english: str) -> str:
        """A word or a text on one line; one without French stays as it is."""
        return french().get(english, english) if self.language == "fr" else english

    def said(self, text: str) -> str:
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
        return f'## <a id="{title.lower()}"></a>{self.word(title)}\n\n{self.said(text)}\n'

    # The models

    def union(self, union: Any, tag: str) -> Iterator[str]:
        """A section for each model of a tagged union."""
        for model in get_args(get_args(union)[0]):
            name = get_args(model.model_fields[tag].annotation)[0]
            title = f'<a id="{tag}-{name}"></a>`{tag} = "{name}"`'
            yield self.model(model, title, hidden=tag)

    def model(self, model: type[BaseModel], title: str | None = None, hidden: str = "") -> str:
        """A section: what it is, and a table of its keys."""
        described = _described()[model.__name__]
        shared = next((base for base in SHARED if issubclass(model, base) and model is not base), None)
        skipped = {hidden, "unknown"} | (set(shared.model_fields) - set(model.__annotations__) if shared else set())
        names = [name for name in described["properties"] if name not in skipped]
        rows = [
            self.row(name, described)
            for name in sorted(names, key=lambda name: (name not in ("id", "name"), not _needed(name, described)))
        ]
        head = f"| {self.word('key')} | {self.word('what')} | {self.word('default')} | |"
        table = [head, "| --- | --- | --- | --- |", *rows, ""] if rows else []
        more = [self.word("And every key of {model}.").format(model=self.link(shared.__name__))] if shared else []
        return "\n".join([f"### {title or self.title(model)}\n", self.said(_doc(model)), "", *table, *more])

    def row(self, name: str, described: dict[str, Any]) -> str:
        """A key of a model."""
        field = described["properties"][name]
        told = self.cell(field.get("description", ""))
        return f"| `{name}` | {self.type(field)} | {self.default(name, field, described)} | {told} |"

    def link(self, name: str) -> str:
        """To the section of a model."""
        return f"[{self.word(name) if name in TITLED else name}](#{name.lower()})"

    def title(self, model: type[BaseModel]) -> str:
        """What links to a model lead to."""
        return f'<a id="{model.__name__.lower()}"></a>{self.word(model.__name__)}'

    def default(self, name: str, field: dict[str, Any], described: dict[str, Any]) -> str:
        """What a key that is left out is."""
        if _needed(name, described):
            return self.word("needed")
        default = field.get("default")
        written = (
            "" if default in (None, [], "") else _toml(_measured(default, self.type(field) == self.word("length")))
        )
        return f"`{written}`" if written.strip("{ }") else ""

    def type(self, field: dict[str, Any]) -> str:
        """A JSON Schema type in words."""
        if field.get("title") == "Angle":
            return self.word("angle")
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
        kinds = {option.get("type") for option in options}
        if {"integer", "string"} <= kinds:
            return self.word("length")
        refs = {option["$ref"].rsplit("/", 1)[1] for option in options if "$ref" in option}
        for sign, name in UNIONS.items():
            if sign in refs:
                return self.word(name)
        return self.word(" or ").join(_unique(self.type(option) for option in options if option.get("type") != "null"))

    def array(self, field: dict[str, Any]) -> str:
        """A list, or so many of something."""
        if "prefixItems" in field:
            inner = self.word(" and ").join(_unique(self.type(item) for item in field["prefixItems"]))
            return self.word("{count} of {what}").format(count=len(field["prefixItems"]), what=inner)
        return self.word("list of {what}").format(what=self.type(field.get("items", {})))


ALONE: tuple[type[BaseModel], ...] = (Capacity, Frequency, Cost, values.Scaled, triggers.Event, Spot, Option, Branch)
TITLED = frozenset(model.__name__ for model in (*CARDS, *WHO, *ALONE))
"""The models that have a name of their own in either language."""
UNIONS = {
    "CountValue": "a value",
    "IsCondition": "a condition",
    "Change": "an operation",
    "TargetedTrigger": "a trigger",
}
"""What a union is called, by one of its models."""


def json_schema() -> dict[str, Any]:
    """JSON Schema of a pack's TOML files, all of them taken together."""
    sections: dict[str, Any] = {key: (list.__class_getitem__(model), []) for key, (_, model) in schema.SECTIONS.items()}
    files = create_model("PackFiles", __base__=schema.Header, **sections)
    return _told(files.model_json_schema(), schema.Header)


def _doc(thing: Any) -> str:
    return inspect.cleandoc(thing.__doc__ or "")


@cache
def _described() -> dict[str, Any]:
    """The JSON Schemas of all models by their names: what takes long, and is the same in both languages."""
    unions = (model for union in (Value, Condition, Trigger, Operation) for model in get_args(get_args(union)[0]))
    models = dict.fromkeys((*CARDS, *WHO, *ALONE, *unions))
    _, described = models_json_schema([(model, "validation") for model in models])
    schemas: dict[str, Any] = _told(described)["$defs"]
    return schemas


def _told(described: dict[str, Any], top: type[BaseModel] | None = None) -> dict[str, Any]:
    """A JSON Schema with what is written below the keys of its models; `top`: the one outside the definitions.

    Read off the source here, where it is wanted: Pydantic would do it at every start, and take half of that.
    """
    schemas = [(model, described["$defs"][name]) for name, model in _models().items() if name in described["$defs"]]
    for model, properties in [*schemas, *([(top, described)] if top else [])]:
        for name, text in _below(model).items():
            if name in properties.get("properties", ()):
                properties["properties"][name].setdefault("description", text)
    return described


@cache
def _models() -> dict[str, type[BaseModel]]:
    def below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
        for made in model.__subclasses__():
            yield made
            yield from below(made)

    return {model.__name__: model for model in below(Model) if model.__module__.startswith(OURS)}


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: part for part in source.body if isinstance(part, ast.ClassDef)}


def _below(model: type[BaseModel]) -> dict[str, str]:
    """What is written below the keys of a model, and of those it is made of."""
    found: dict[str, str] = {}
    for part in reversed(model.__mro__):
        if not issubclass(part, Model):
            continue
        for key, below in pairwise(_classes(part.__module__)[part.__name__].body):
            match key, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = inspect.cleandoc(text)
    return found


def _needed(name: str, described: dict[str, Any]) -> bool:
    return name in described.get("required", ())


def _measured(value: Any, is_length: bool) -> Any:
    """A default as an author would write it: lengths in inches."""
    if isinstance(value, dict):
        return {key: _measured(inner, key in ("length", "width")) for key, inner in value.items()}
    return f"{value / 25_400:g} in" if is_length and isinstance(value, int) else value


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
