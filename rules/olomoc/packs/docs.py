"""The subjects of the authors' guide to Olomoc's packs, and the packs' JSON Schema.

The English is that of the models' docstrings; `guide.toml` has every text beside its French.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from rules.kernel.packs import guide as kernel
from rules.kernel.packs.guide import Chapter, Language, PackGuide, Tagged, doc
from rules.kernel.packs.model import Text

from . import language, schema, triggers, values, verbs
from .operations import Branch, Capacity, Cost, Frequency, Operation, Option
from .reader import SCHEMA, load
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


def type_of(field: Mapping[str, Any]) -> str:
    """Lengths and angles, as they are written."""
    if field.get("title") == "Angle":
        return "angle"
    kinds = {option.get("type") for option in field.get("anyOf") or field.get("oneOf") or ()}
    return "length" if {"integer", "string"} <= kinds else ""


def written(value: Any, is_length: bool) -> Any:
    """A default as an author would write it: lengths in inches."""
    if isinstance(value, dict):
        return {key: written(inner, key in ("length", "width")) for key, inner in value.items()}
    return f"{value / 25_400:g} in" if is_length and isinstance(value, int) else value


def core_ids(language: Language) -> Mapping[str, Mapping[str, str]]:
    """The names of what packs name most, by id."""
    core = load()
    sections: Mapping[str, Mapping[str, Any]] = {
        "faction": core.factions, "rouage": core.rouages, "equipment": core.equipment, "ministry": core.ministries,
        "agenda": core.agendas, "hostile": core.hostiles,
    }  # fmt: skip
    return {
        section: {id: name if isinstance(name := card.name, str) else name.get(language) for id, card in cards.items()}
        for section, cards in sections.items()
    }


GUIDE = PackGuide(
    chapters=(
        Chapter("Cards", CARDS),
        Chapter("Capacities", (Capacity, Frequency, Cost)),
        Chapter("Who", WHO, doc(language)),
        Chapter("Amounts", (values.Scaled, Tagged(Value, "value", "a value", "CountValue")), doc(values)),
        Chapter("Conditions", (Tagged(Condition, "test", "a condition", "IsCondition"),)),
        Chapter("Triggers", (triggers.Event, Tagged(Trigger, "when", "a trigger", "TargetedTrigger")), doc(triggers)),
        Chapter(
            "Operations",
            (Tagged(Operation, "op", "an operation", "Change"), Spot, Option, Branch),
            doc(verbs).split("\n", 2)[2],
        ),
    ),
    words=tomllib.loads(Path(__file__).with_name("guide.toml").read_text(encoding="utf-8")),
    shared=(language.Filter, values.Scaled, triggers.Event),
    hidden=("unknown",),
    type_of=type_of,
    written=written,
    ids=core_ids,
)


@cache
def guide(language: Language = "en") -> str:
    """docs/packs.md, or in French docs/packs.fr.md."""
    return GUIDE.page(language)


def json_schema() -> dict[str, Any]:
    """JSON Schema of a pack's TOML files, all of them taken together."""
    return kernel.json_schema(SCHEMA)
