"""Commands that are put together part by part. A handler says once, in `DraftHandler.parts`, what each part may name;
the check of a whole command, the options, the possible completions and the bots' commands follow from it.

A draft is a command with parts still to be named: their fields are None until then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules.kernel.chance import in_random_order
from rules.kernel.codec import Json, TaggedCodec, replace
from rules.kernel.handlers import Handler, illegal, legal
from rules.kernel.identity_cache import cached_by
from rules.kernel.memo import derived
from rules.kernel.refusals import Refusal
from rules.kernel.run import Run
from rules.kernel.seats import Seat

S = TypeVar("S", bound=Any)
F = TypeVar("F")
R = TypeVar("R", bound=Run[Any])
BAD_SHAPE = Refusal("", "bad-shape")


class DraftPart(NamedTuple):
    """One field that a command names. `values`: what it may name; `fault`: why a value may not be named; `missing`: why
    the field may not be left out; `none`: the same where there is nothing to name (None: it may be left out then);
    `sure`: whether all of `values` may be named."""

    key: str
    values: Sequence[Any]
    fault: Callable[[Any], Refusal | None]
    missing: Refusal
    none: Refusal | None
    sure: bool = False

    def legal(self) -> Sequence[Any]:
        return self.values if self.sure else [value for value in self.values if self.fault(value) is None]


Parts = Callable[[Any], Iterable[DraftPart]]
"""The parts of a draft, in order; each may depend on the parts before it."""
Way = tuple[Any, Refusal | None]
"""A draft with all of its parts named, but for its payment, and what is known to be wrong with it."""


@lru_cache
def fields_among(kind: Any, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these keys that commands of this kind have."""
    return tuple(key for key in keys if key in kind.__dataclass_fields__)


def misnamed(command: Any, parts: Parts, keys: tuple[str, ...]) -> Refusal | None:
    """The refusal of a command for its parts' names; None if they are legal. `keys`: the fields that parts may name."""
    kind: Any = type(command)
    named = {key for key in fields_among(kind, keys) if getattr(command, key) is not None}
    for part in parts(command):
        if part.key in named:
            fault = part.fault(getattr(command, part.key))
        else:
            fault = part.missing if part.legal() else part.none
        if fault is not None:
            return fault
        named.discard(part.key)
    return BAD_SHAPE if named else None


def completed(draft: Any, parts: Parts) -> Iterator[Way]:
    """Every way to name the parts that a draft leaves open, and what `misnamed` says of it, the draft's own names being
    legal. A part with nothing to name is left out, legally or not."""
    why: Refusal | None = None
    for part in parts(draft):
        if getattr(draft, part.key) is not None:
            continue
        if values := part.legal():
            for value in values:
                yield from completed(replace(draft, **{part.key: value}), parts)
            return
        why = why or part.none
    yield draft, why


def begins(option: Json, command: Json) -> bool:
    """Whether a command goes on with an option: the parts that the option names are the same. Parts that it leaves
    open may be written as None."""
    return {key: value for key, value in option.items() if value is not None}.items() <= command.items()


@derived()
def _listed(state: Any, handler: DraftHandler[Any, Any, Any], seat: Seat) -> Sequence[tuple[Any, Sequence[Way]]]:
    """The drafts of the innermost frame with their ways: options and commands ask for them at the same state."""
    return [(draft, handler.ways(state, seat, draft)) for draft in handler.drafts(state, state.stack[-1], seat)]


@cached_by(size=128)
def _written(codec: TaggedCodec[Any], draft: Any) -> Json:
    """A draft as JSON: most are options again at the next question."""
    return codec.brief(draft)


class DraftHandler(Handler[S, F, R]):
    """The handler of a question whose options are drafts. Its `resolve` judges a whole command with `misnamed`, besides
    its own checks."""

    commands_codec: ClassVar[TaggedCodec[Any]]
    """The codec of the game's commands."""
    keys: ClassVar[tuple[str, ...]] = ()
    """The fields that a seat may have to add to an option, in the order in which it is asked for them."""

    def drafts(self, state: S, frame: F, seat: Seat) -> Iterable[Any]:
        """The options as drafts, legal or not."""
        raise NotImplementedError

    def parts(self, state: S, seat: Seat, draft: Any) -> Iterable[DraftPart]:
        """The parts of a draft (`Parts`)."""
        return ()

    def payment(self, state: S, seat: Seat, draft: Any, rng: random.Random | None) -> Json:
        """The fields with which a draft is paid, whatever it names: drawn with `rng`, or without it the first cards
        that pay. {} where nothing is to be paid, or cannot be."""
        return {}

    def alike(self, command: Any) -> Any:
        """A key that is equal for commands, not yet paid, which a bot need not tell apart: it is offered one of them,
        drawn at random."""
        return command

    def ways(self, state: S, seat: Seat, draft: Any) -> Sequence[Way]:
        """Every way to complete a draft, without payment, legal or not. A handler that can judge it better than
        `completed` says so here."""
        return list(completed(draft, partial(self.parts, state, seat)))

    def whole(self, state: S, seat: Seat, draft: Any) -> Iterator[Any]:
        """Every complete command that a draft can become, with payment, legal or not."""
        paid = self.payment(state, seat, draft, None)
        return (replace(way, **paid) for way, _ in self.ways(state, seat, draft))

    def verdict(self, state: S, frame: F, seat: Seat, command: Any) -> Refusal | None:
        """The refusal of a completed and paid draft in which `ways` found no fault; None if it is legal. A handler
        whose `ways` find every fault need not judge again."""
        judged = self.resolve(state, frame, seat, command)
        return judged if isinstance(judged, Refusal) else None

    def options(self, state: S, frame: F, seat: Seat) -> list[Json]:
        return [self._option(state, frame, seat, draft, ways) for draft, ways in _listed(state, self, seat)]

    def _option(self, state: S, frame: F, seat: Seat, draft: Any, ways: Sequence[Way]) -> Json:
        """The option of a draft: legal, with the fields still needed, or illegal, with the reason why it cannot be
        completed."""
        why: Refusal | None = None
        kind: Any = type(draft)
        written = _written(self.commands_codec, draft)
        for way, fault in ways:
            if fault is None:
                paid = self.payment(state, seat, draft, None)
                fault = self.verdict(state, frame, seat, replace(way, **paid) if paid else way)
                if fault is None:
                    keys = fields_among(kind, self.keys)
                    return legal(
                        written, *[key for key in keys if key in paid or getattr(way, key) != getattr(draft, key)]
                    )
            why = why or fault
        assert why is not None
        return illegal(written, why)

    def commands(self, state: S, frame: F, seat: Seat, rng: random.Random) -> Iterator[Json]:
        listed = [(draft, way) for draft, ways in _listed(state, self, seat) for way, fault in ways if fault is None]
        seen = set[Any]()
        for draft, way in in_random_order(listed, rng):
            like = self.alike(way)
            if like in seen:
                continue
            paid = replace(way, **self.payment(state, seat, draft, rng))
            if self.verdict(state, frame, seat, paid) is None:
                seen.add(like)
                yield self.commands_codec.brief(paid)

    def values(self, state: S, key: str) -> Sequence[Any]:
        """The values that a screen offers for a key."""
        return ()

    def nameable(self, state: S, frame: F, seat: Seat, draft: Any) -> Json:
        """`{"keys": {key: {value: None | refusal}}, "whole"}`: for each key still open, every value with the reason why
        it may not be named; `whole`: one legal completion of the command, None where there is none."""
        judged = (self.resolve(state, frame, seat, whole) for whole in self.whole(state, seat, draft))
        legal_ones = [outcome for outcome in judged if not isinstance(outcome, Refusal)]
        keys: dict[str, Json] = {}
        for key in self.keys:
            able = {value for legal in legal_ones if (value := getattr(legal, key, None)) is not None}
            if able and getattr(draft, key) is None:
                others = {value: replace(legal_ones[0], **{key: value}) for value in self.values(state, key)}
                why = {
                    value: None if value in able else self.resolve(state, frame, seat, other)
                    for value, other in others.items()
                }
                keys[key] = {value: no.to_json() if isinstance(no, Refusal) else None for value, no in why.items()}
        return {"keys": keys, "whole": self.commands_codec.brief(legal_ones[0]) if legal_ones else None}
