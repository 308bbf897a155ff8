"""Checks that need more than one card: the names of other cards, and the references within capacities."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from rules.kernel.packs.lines import Path
from rules.kernel.packs.model import nearest
from rules.kernel.packs.problems import Issue

from .language import Filter, PlaceTarget, Target
from .layout import misplaced
from .operations import Capacity, Effect, ForEach, Gain, walk
from .schema import Agenda, EquipmentCard, MinistryCard, Pack, RouageCard, Starter
from .verbs import Displace, PlaceHostile, PlaceMarker, Push

NAMING = ("who", "of", "to", "near", "place", "first", "second", "target", "piece", "engages", "engaged_by")
MEASURES = ("range", "beyond", "contact", "sight")


def issues(pack: Pack) -> Iterator[Issue]:
    """Everything wrong between the cards of a pack and within their capacities' references."""
    known: dict[str, Iterable[str]] = {
        "faction": pack.factions,
        "rouage": pack.rouages,
        "equipment": pack.equipment,
        "hostile": pack.hostiles,
        "decor set": pack.decor,
    }
    for field in ("rouages", "equipment", "ministries", "artefact", "hostiles", "agendas", "decor", "starters"):
        cards: Mapping[str, BaseModel] = getattr(pack, field)
        for id_, card in cards.items():
            for path, sort, word in _names(card):
                if word not in known[sort]:
                    params = {"id": word, "sort": sort}
                    yield Issue(field, id_, path, f"there is no {sort} {word!r}", params, nearest(word, known[sort]))
            for path, word, scope in _references(field, card):
                params = {"id": word, "sort": "reference"}
                yield Issue(field, id_, path, f"{word!r} names nothing here", params, nearest(word, scope))
            for path, word, sort in _twins(card):
                params = {"id": word, "sort": sort}
                yield Issue(field, id_, path, f"a second {word!r}", params, code="duplicate-id")
    yield from _layouts(pack)
    yield from _same_names(pack)
    yield from _same_capacities(pack)


def _layouts(pack: Pack) -> Iterator[Issue]:
    for agenda in pack.agendas.values():
        known = agenda.decor is None or agenda.decor in pack.decor
        if known and all(start.hostile in pack.hostiles for start in agenda.hostiles):
            for problem in misplaced(agenda, pack.decor.get(agenda.decor or ""), pack.hostiles):
                yield Issue("agendas", agenda.id, problem.path, problem.what, problem.params, code="bad-layout")


def _same_names(pack: Pack) -> Iterator[Issue]:
    """CAB-1: no name twice in a cabal, so that two equipments of one name would be one card with two affiliations."""
    seen: dict[str, str] = {}
    for card in pack.equipment.values():
        for name in {card.name.fr, card.name.en} - {None}:
            if name is not None and seen.setdefault(name, card.id) != card.id:
                what = f"a second equipment named {name!r}"
                yield Issue("equipment", card.id, ("name",), what, {"name": name}, code="duplicate-name")


def _twins(card: BaseModel) -> Iterator[tuple[Path, str, str]]:
    """Markers or pieces of one id within a card."""
    for name, sort in (("markers", "marker"), ("pieces", "piece")):
        ids: list[str] = [item.id for item in getattr(card, name, ())]
        yield from (((name, i, "id"), id_, sort) for i, id_ in enumerate(ids) if id_ in ids[:i])


def _same_capacities(pack: Pack) -> Iterator[Issue]:
    """A rouage may use its card's, its equipment's and the agenda's capacities, and names them by id alone."""
    seen = {"study"}
    for field in ("rouages", "equipment", "hostiles", "agendas"):
        cards: Mapping[str, BaseModel] = getattr(pack, field)
        for id_, card, key in ((*card, key) for card in cards.items() for key in ("capacities", "scoring")):
            for i, capacity in enumerate(getattr(card, key, ())):
                for inner in walk(capacity):
                    if isinstance(inner, Capacity):
                        if inner.id in seen:
                            what, params = f"a second capacity {inner.id!r}", {"id": inner.id, "sort": "capacity"}
                            yield Issue(field, id_, (key, i, "id"), what, params, code="duplicate-id")
                        seen.add(inner.id)


def _names(card: BaseModel) -> Iterator[tuple[Path, str, str]]:
    """The other cards that a card names: where, of what sort, the name."""
    if isinstance(card, RouageCard | EquipmentCard):
        yield from (((("factions", i)), "faction", name) for i, name in enumerate(card.factions))
    if isinstance(card, EquipmentCard):
        yield from (((("rouages", i)), "rouage", name) for i, name in enumerate(card.rouages))
    if isinstance(card, Starter):
        yield ("faction",), "faction", card.faction
        for i, rouage in enumerate(card.rouages):
            yield ("rouages", i, "card"), "rouage", rouage.card
            yield ("rouages", i, "equipment"), "equipment", rouage.equipment
    if isinstance(card, Agenda):
        if card.decor is not None:
            yield ("decor",), "decor set", card.decor
        yield from ((("hostiles", i, "hostile"), "hostile", start.hostile) for i, start in enumerate(card.hostiles))
    for path, model in _models(card, ()):
        if isinstance(model, PlaceHostile):
            yield (*path, "hostile"), "hostile", model.hostile


def _models(data: Any, at: Path) -> Iterator[tuple[Path, BaseModel]]:
    """Every model within, and where it stands."""
    if isinstance(data, BaseModel):
        yield at, data
        for name in type(data).model_fields:
            yield from _models(getattr(data, name), (*at, name))
    elif isinstance(data, tuple):
        for i, item in enumerate(data):
            yield from _models(item, (*at, i))


def _references(field: str, card: BaseModel) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """References that name nothing: where, the word, and the names that there are."""
    if field == "artefact":
        yield from _unknown(getattr(card, "operations", ()), ("operations",), ())
    elif isinstance(card, MinistryCard):
        yield from _capacity(card.capacity, ("capacity",), bearer=False)
    elif isinstance(card, Agenda):
        for i, capacity in enumerate(card.scoring):
            yield from _capacity(capacity, ("scoring", i), bearer=False)
        if card.study is not None:
            yield from _unknown(card.study, ("study",), ("self", "marker"))
    for i, capacity in enumerate(getattr(card, "capacities", ())):
        yield from _capacity(capacity, ("capacities", i), bearer=True)


def _capacity(capacity: Capacity, at: Path, bearer: bool) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    scope = ("self",) if bearer else ()
    trigger = capacity.trigger
    if trigger is not None and "subject" in type(trigger).model_fields:
        if not bearer and "subject" not in trigger.model_fields_set:
            yield (*at, "trigger"), "self", ("subject",)
        scope = (*scope, "subject", "object")
    scope = (*scope, *(target.name for target in capacity.targets))
    for name in ("trigger", "targets", "conditions", "operations"):
        yield from _unknown(getattr(capacity, name), (*at, name), scope)


def _unknown(data: Any, at: Path, scope: tuple[str, ...]) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """The references within that are not in scope."""
    if isinstance(data, tuple):
        for i, item in enumerate(data):
            yield from _unknown(item, (*at, i), scope)
        return
    if not isinstance(data, BaseModel):
        return
    if isinstance(data, Gain):
        yield from _unknown(data.who, (*at, "who"), scope) if isinstance(data.who, BaseModel) else ()
        yield from _capacity(data.capacity, (*at, "capacity"), bearer=True)
    wider = {"against": (*scope, "subject")}
    if isinstance(data, ForEach):
        wider["operations"] = (*scope, data.name)
    for name in type(data).model_fields:
        value = getattr(data, name)
        if name in NAMING and isinstance(value, str):
            if _used(data, name) and value not in scope:
                yield (*at, name), value, scope
        elif name == "excluding":
            yield from (((*at, name, i), word, scope) for i, word in enumerate(value) if word not in scope)
        elif not (isinstance(data, Gain) and name in ("who", "capacity")):
            yield from _unknown(value, (*at, name), wider.get(name, scope))


def _used(data: BaseModel, name: str) -> bool:
    """Whether a reference matters: the default `of` does only where something is measured from it."""
    if name != "of" or name in data.model_fields_set:
        return True
    if isinstance(data, Filter) and not isinstance(data, Target):
        return getattr(data, "pick", None) in ("nearest", "farthest") or any(
            getattr(data, measure) not in (None, False) for measure in MEASURES
        )
    if isinstance(data, Push | Displace):
        return data.direction != "any"
    return isinstance(data, Target | PlaceTarget) or not isinstance(data, Effect | PlaceMarker)
