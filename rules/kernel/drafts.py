"""Commands that are put together part by part. A handler says once, in `DraftHandler.parts`, what each part may name;
the check of a whole command, the options, the possible completions and the bots' commands follow from it.

A draft is a command with parts still to be named: their fields are None until then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

from rules.kernel.chance import in_random_order
from rules.kernel.codec import Json, TaggedCodec, replace
from rules.kernel.identity_cache import cached_by
from rules.kernel.refusals import Refusal
from rules.kernel.run import Handler, Run, illegal, legal
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


@lru_cache
def fields_among(kind: Any, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these keys that commands of this kind have."""
    return tuple(key for key in keys if key in kind.__dataclass_fields__)


def misnamed(said: Any, parts: Parts, keys: tuple[str, ...]) -> Refusal | None:
    """The refusal of a command for its parts' names; None if they are legal. `keys`: the fields that parts may name."""
    kind: Any = type(said)
    named = {key for key in fields_among(kind, keys) if getattr(said, key) is not None}
    for part in parts(said):
        if part.key in named:
            fault = part.fault(getattr(said, part.key))
        else:
            fault = part.missing if part.legal() else part.none
        if fault is not None:
            return fault
        named.discard(part.key)
    return BAD_SHAPE if named else None


def completed(said: Any, parts: Parts) -> Iterator[tuple[Any, Refusal | None]]:
    """Every way to name the parts that a draft leaves open, and what `misnamed` says of it, the draft's own names being
    legal. A part with nothing to name is left out, legally or not."""
    why: Refusal | None = None
    for part in parts(said):
        if getattr(said, part.key) is not None:
            continue
        if values := part.legal():
            for value in values:
                yield from completed(replace(said, **{part.key: value}), parts)
            return
        why = why or part.none
    yield said, why


@cached_by(size=64)
def _completed(
    state: Any, parts: Callable[[Any, Seat, Any], Iterable[DraftPart]], seat: Seat, said: Any
) -> list[tuple[Any, Refusal | None]]:
    """`completed`, of a handler's parts: options, commands and what a draft may name ask for the same state."""
    return list(completed(said, partial(parts, state, seat)))


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

    def parts(self, state: S, seat: Seat, said: Any) -> Iterable[DraftPart]:
        """The parts of a draft (`Parts`)."""
        return ()

    def paid(self, state: S, seat: Seat, said: Any, ways: Iterable[Any], rng: random.Random | None) -> Iterable[Any]:
        """The ways to complete a draft, each with its payment: drawn with `rng`, or without it the first cards that
        pay. What is to be paid depends on the draft alone."""
        return ways

    def alike(self, said: Any) -> Any:
        """A key that is equal for commands which a bot need not tell apart: it is offered one of them, drawn at
        random."""
        return said

    def ways(self, state: S, seat: Seat, said: Any) -> Sequence[tuple[Any, Refusal | None]]:
        """Every way to complete a draft, without payment, legal or not, with the refusal that its names have earned, if
        any (`completed`)."""
        return _completed(state, self.parts, seat, said)

    def whole(self, state: S, seat: Seat, said: Any, rng: random.Random | None = None) -> Iterator[Any]:
        """Every complete command that a draft can become, with payment, legal or not."""
        return iter(self.paid(state, seat, said, (way for way, _ in self.ways(state, seat, said)), rng))

    def verdict(self, state: S, frame: F, seat: Seat, draft: Any, said: Any, fault: Refusal | None) -> Refusal | None:
        """The refusal of one of `drafts`, completed and paid, as `resolve` gives it; None if it is legal. `fault`: as
        `ways` found it. A handler that need not judge such a command from the beginning says so here."""
        judged = self.resolve(state, frame, seat, said)
        return judged if isinstance(judged, Refusal) else None

    def options(self, state: S, frame: F, seat: Seat) -> list[Json]:
        return [self._option(state, frame, seat, draft) for draft in self.drafts(state, frame, seat)]

    def _option(self, state: S, frame: F, seat: Seat, draft: Any) -> Json:
        """The option of a draft: legal, with the fields still needed, or illegal, with the reason why it cannot be
        completed."""
        why: Refusal | None = None
        written, kind = _written(self.commands_codec, draft), cast(Any, type(draft))
        for way, fault in self.ways(state, seat, draft):
            for said in self.paid(state, seat, draft, (way,), None):
                refusal = self.verdict(state, frame, seat, draft, said, fault)
                if refusal is None:
                    keys = fields_among(kind, self.keys)
                    return legal(written, *[key for key in keys if getattr(said, key) != getattr(draft, key)])
                why = why or refusal
        assert why is not None
        return illegal(written, why)

    def commands(self, state: S, frame: F, seat: Seat, rng: random.Random) -> Iterator[Json]:
        ways = [(draft, it) for draft in self.drafts(state, frame, seat) for it in self.ways(state, seat, draft)]
        seen = set[Any]()
        for draft, (way, fault) in in_random_order(ways, rng):
            for said in self.paid(state, seat, draft, (way,), rng):
                like = self.alike(said)
                if like not in seen and self.verdict(state, frame, seat, draft, said, fault) is None:
                    seen.add(like)
                    yield self.commands_codec.brief(said)

    def values(self, state: S, key: str) -> Sequence[Any]:
        """The values that a screen offers for a key."""
        return ()

    def nameable(self, state: S, frame: F, seat: Seat, said: Any) -> Json:
        """`{"keys": {key: {value: None | refusal}}, "whole"}`: for each key still open, every value with the reason why
        it may not be named; `whole`: one legal completion of the command, None where there is none."""
        judged = (self.resolve(state, frame, seat, it) for it in self.whole(state, seat, said))
        found = [it for it in judged if not isinstance(it, Refusal)]
        keys: dict[str, Json] = {}
        for key in self.keys:
            able = {value for it in found if (value := getattr(it, key, None)) is not None}
            if able and getattr(said, key) is None:
                others = {it: replace(found[0], **{key: it}) for it in self.values(state, key)}
                why = {
                    it: None if it in able else self.resolve(state, frame, seat, other) for it, other in others.items()
                }
                keys[key] = {it: no.to_json() if isinstance(no, Refusal) else None for it, no in why.items()}
        return {"keys": keys, "whole": self.commands_codec.brief(found[0]) if found else None}
