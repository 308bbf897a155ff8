"""Who may see an event or a frame: each kind says so where it is declared, and what every viewer is sent follows.

>>> @event("sent", sees=Only("seat", "pawns", height=size_of("pawns")))
... class Sent:
...     seat: str
...     pawns: str
>>> rows = seen(Sent("1", "CGE"), lambda it: {"kind": "sent", "seat": it.seat, "pawns": it.pawns})
>>> rows.by("1")
{'height': 3, 'kind': 'sent', 'seat': '1', 'pawns': 'CGE'}
>>> rows.by("2")
{'kind': 'sent', 'seat': '1', 'height': 3}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast, dataclass_transform

from rules.kernel.codec import PLAIN, Json, tag_of, tagged
from rules.kernel.seats import Seat, Viewer

C = TypeVar("C")
Write = Callable[[Any], Json]
"""Writes an event or frame whole, as JSON: `Codec.dump`, or `Codec.shared`."""
Make = Callable[[Any], object]
"""Makes a value of a row, as JSON, from an event or frame."""


class Seen(NamedTuple):
    """The row of one event or frame as each viewer sees it. Rows are shared: never change them."""

    common: Json | None
    """The row of every viewer that has none of its own; None: it is in their logs not at all."""
    own: Mapping[Viewer, Json] = MappingProxyType({})
    """The rows of the seats that see it otherwise."""

    def by(self, viewer: Viewer) -> Json | None:
        """The row of this viewer; None if it is absent from their log."""
        return self.own.get(viewer, self.common)


class Visibility(ABC):
    """Who sees what of an event or a frame. It depends on nothing but the event or frame, which must hold the data that
    decides it."""

    everywhere = True
    """Whether every viewer's log has a row of it. For frames it must be so."""
    named: tuple[str, ...] = ()
    """The fields that it names, which the noun must have."""

    @abstractmethod
    def seen(self, instance: Any, write: Write) -> Seen:
        """The rows of an event or frame."""

    def within(self, instance: Any) -> tuple[Seat, ...]:
        """The seats in whose logs alone it is; none: it is in everybody's."""
        return ()


class _Public(Visibility):
    def seen(self, instance: Any, write: Write) -> Seen:
        return Seen(write(instance))


PUBLIC: Visibility = _Public()
"""All viewers see it whole."""


class size_of:  # it is called like a function, and checked like a field
    """The number of things in this field, in place of them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, instance: Any) -> int:
        return len(getattr(instance, self.name))


class Fields(Visibility):
    """All viewers see these fields and no others. `made`: further keys, made from the event or frame.

    `Fields("what", count=size_of("order"))`"""

    def __init__(self, *names: str, **made: Make) -> None:
        self._names, self._made = names, made
        self.named = (*names, *_counted(made))

    def seen(self, instance: Any, write: Write) -> Seen:
        row, whole = _tag(instance), None
        for name in self._names:
            value = getattr(instance, name)
            if type(value) not in PLAIN:
                whole = write(instance) if whole is None else whole
                value = whole[name.rstrip("_")]
            row[name.rstrip("_")] = value
        for key, make in self._made.items():
            row[key] = make(instance)
        return Seen(row)


class Without(Visibility):
    """All viewers see it but for these fields, which nobody sees."""

    def __init__(self, *names: str) -> None:
        self.named = names
        self._hidden = {name.rstrip("_") for name in names}

    def seen(self, instance: Any, write: Write) -> Seen:
        return Seen({key: value for key, value in write(instance).items() if key not in self._hidden})


class Only(Visibility):
    """These fields are for the seats named by `seats` alone: a field with a seat, or with several, or a tuple of such
    fields. All others see the rest, with the keys of `instead`; a key that is no field of the noun is in all rows.

    `Only("seat", "pawns", height=size_of("pawns"))`, `Only(("by", "to"), "saw")`"""

    def __init__(self, seats: str | tuple[str, ...], *names: str, **instead: Make) -> None:
        self._seats = (seats,) if isinstance(seats, str) else seats
        self._hidden, self._instead = {name.rstrip("_") for name in names}, instead
        self.named = (*self._seats, *names, *_counted(instead))

    def seen(self, instance: Any, write: Write) -> Seen:
        whole = write(instance)
        made = {key: make(instance) for key, make in self._instead.items()}
        own: Json = {**made, **whole}
        common = {**{key: value for key, value in whole.items() if key not in self._hidden}, **made}
        return Seen(common, dict.fromkeys(_seats_in(instance, self._seats), own))


class OwnEntry(Visibility):
    """All see it, but of this field, a mapping by seat, each seat sees its own entry alone, and a spectator none."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.named = (name,)

    def seen(self, instance: Any, write: Write) -> Seen:
        whole = write(instance)
        own = {seat: {**whole, self._name: {seat: value}} for seat, value in whole[self._name].items()}
        return Seen({**whole, self._name: {}}, own)


class Sealed(Visibility):
    """A frame that collects answers (`handlers.SealedHandler`): all see these fields and, under `in`, the seats that
    have answered; under `answer` each seat sees its own, all others None. `open_to_all`: the seats whose answers all
    see already, under `told`. `made`: as of `Fields`.

    `Sealed("bid", "sector")`"""

    def __init__(
        self, answer: str, *names: str, open_to_all: Callable[[Any], Iterable[Seat]] | None = None, **made: Make
    ) -> None:
        self._answer, self._fields, self._open_to_all = answer, Fields(*names, **made), open_to_all
        self.named = ("answers", *self._fields.named)

    def seen(self, instance: Any, write: Write) -> Seen:
        row = {**(self._fields.seen(instance, write).common or {}), "in": sorted(instance.answers), self._answer: None}
        answers = write(instance)["answers"] if instance.answers else {}
        if self._open_to_all is not None:
            row["told"] = {seat: answers[seat] for seat in self._open_to_all(instance)}
        return Seen(row, {seat: {**row, self._answer: answer} for seat, answer in answers.items()})

    def told(self, instance: Any) -> tuple[Seat, ...]:
        """The seats whose answers all see already."""
        return () if self._open_to_all is None else tuple(self._open_to_all(instance))


class Parties(Visibility):
    """It is in the logs of the seats named by `seats` alone, or in all where they name nobody. `seats`: a field, which
    is in no row, or a function of the event. `then`: what those see who see it.

    `Parties("parties", Only("seat", "saw"))`"""

    everywhere = False

    def __init__(self, seats: str | Callable[[Any], Iterable[Seat]], then: Visibility = PUBLIC) -> None:
        self._seats, self._then = seats, then
        self.named = (*((seats,) if isinstance(seats, str) else ()), *then.named)

    def within(self, instance: Any) -> tuple[Seat, ...]:
        return _seats_in(instance, (self._seats,)) if isinstance(self._seats, str) else tuple(self._seats(instance))

    def seen(self, instance: Any, write: Write) -> Seen:
        common, own = self._then.seen(instance, write)
        common = self._without(common)
        own = {seat: self._without(row) for seat, row in own.items()}
        if not (parties := self.within(instance)):
            return Seen(common, own)
        return Seen(None, {seat: own.get(seat, common) for seat in parties})

    def _without(self, row: Json | None) -> Json:
        assert row is not None, "who is told nothing of it is no party to it"
        return {key: value for key, value in row.items() if key != self._seats}


class _Function(Visibility):
    def __init__(self, make: Callable[[Any, Json], Seen]) -> None:
        self._make = make

    def seen(self, instance: Any, write: Write) -> Seen:
        rows = self._make(instance, write(instance))
        assert rows.common is not None, "what is in some logs alone has an audience of `Parties`"
        return rows


# ---- declaring -------------------------------------------------------------------------------------------------------

Sees = Visibility | Callable[[Any, Json], Seen]
"""An audience, or for an odd case a function of the event or frame and of its whole JSON."""


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def event(kind: str, *, sees: Sees) -> Callable[[type[C]], type[C]]:
    """A noun of a game's closed union of events, told apart in JSON by `kind`, the last field. `sees`: its audience."""
    return _declared("kind", kind, sees, {"n": "the journal and every log number their rows there"})


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def frame(name: str, *, sees: Sees) -> Callable[[type[C]], type[C]]:
    """A noun of a game's closed union of frames, told apart in JSON by `frame`, the last field. `sees`: its
    audience."""
    return _declared("frame", name, sees, {"kind": "that is what tells an event from a frame"})


def _declared(tag: str, value: str, sees: Sees, reserved: Mapping[str, str]) -> Callable[[type[C]], type[C]]:
    visibility = sees if isinstance(sees, Visibility) else _Function(sees)

    def made(cls: type[C]) -> type[C]:
        kind = tagged(tag, value, reserved)(cls)
        known = {each.name for each in fields(cast(Any, kind))}
        if unknown := [name for name in visibility.named if name not in known]:
            raise TypeError(f"who may see {value!r} depends on {unknown}, which are no fields of it")
        if tag == "frame" and not visibility.everywhere:
            raise TypeError(f"the frame {value!r} cannot be kept from anybody's view")
        kind.__visibility__ = visibility  # type: ignore[attr-defined]  # read by `visibility_of`
        return kind

    return made


def visibility_of(kind: type) -> Visibility:
    """The audience of a kind of event or frame. Raises TypeError for a noun that says nothing of it."""
    visibility = getattr(kind, "__visibility__", None)
    if not isinstance(visibility, Visibility):
        raise TypeError(f"{kind.__name__} does not say who may see it: declare it by `event` or `frame`, with `sees`")
    return visibility


def seen(instance: Any, write: Write) -> Seen:
    """The rows of an event or frame."""
    return cast(Visibility, instance.__visibility__).seen(instance, write)


def told(instance: Any) -> tuple[Seat, ...]:
    """The seats whose sealed answers in this frame all see already."""
    visibility = cast(Visibility, instance.__visibility__)
    return visibility.told(instance) if isinstance(visibility, Sealed) else ()


def sealed_from(instance: Any, viewer: Viewer) -> tuple[Seat, ...]:
    """The seats whose answers in this frame the viewer may not see: none where it is not `Sealed`."""
    visibility = cast(Visibility, instance.__visibility__)
    if not isinstance(visibility, Sealed):
        return ()
    return tuple(seat for seat in instance.answers if seat != viewer and seat not in visibility.told(instance))


def absent(instance: Any, viewer: Viewer) -> bool:
    """Whether an event is absent from a viewer's log, of a seat or the spectator: where `seen` has no row for it."""
    visibility = cast(Visibility, instance.__visibility__)
    return not visibility.everywhere and bool(seats := visibility.within(instance)) and viewer not in seats


def _tag(instance: Any) -> Json:
    return {"kind" if hasattr(instance, "kind") else "frame": tag_of(instance)}


def _counted(made: Mapping[str, Make]) -> Iterable[str]:
    return (make.name for make in made.values() if isinstance(make, size_of))


def _seats_in(instance: Any, names: Iterable[str]) -> tuple[Seat, ...]:
    """The seats in these fields: a field has a seat, several, or None."""
    seats: list[Seat] = []
    for name in names:
        value = getattr(instance, name)
        seats += () if value is None else (value,) if isinstance(value, str) else value
    return tuple(seats)
