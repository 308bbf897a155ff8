"""Commands that are put together part by part. What may be named is said once, in `DraftHandler.parts`; the verdict on
a whole command, the options, all that a draft may become and the commands of bots follow from it.

A draft is a command of which something may still have to be named: its fields are None until then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules.kernel.codec import Codec, Json, replace
from rules.kernel.refusals import Refusal
from rules.kernel.run import Handler, Run, illegal, legal
from rules.kernel.seats import Seat

S = TypeVar("S", bound=Any)
F = TypeVar("F")
R = TypeVar("R", bound=Run[Any])
BAD_SHAPE = Refusal("", "bad-shape")


class DraftPart(NamedTuple):
    """One field that a command names. `values`: what there is to name; `fault`: why something may not be named;
    `missing`: why it may not be left out; `none`: the same where nothing may be named (None: it is left out then)."""

    key: str
    values: Sequence[Any]
    fault: Callable[[Any], Refusal | None]
    missing: Refusal
    none: Refusal | None

    def legal(self) -> list[Any]:
        return [value for value in self.values if self.fault(value) is None]


Parts = Callable[[Any], Iterable[DraftPart]]
"""What a draft names, in this order; each part may rest on what was named before it."""


def misnamed(said: Any, parts: Parts, keys: Sequence[str]) -> Refusal | None:
    """Why what a command names, or leaves out, cannot be. `keys`: all that parts may name."""
    named = {key for key in keys if getattr(said, key, None) is not None}
    for part in parts(said):
        if part.key in named:
            fault = part.fault(getattr(said, part.key))
        else:
            fault = part.missing if part.legal() else part.none
        if fault is not None:
            return fault
        named.discard(part.key)
    return BAD_SHAPE if named else None


def completed(said: Any, parts: Parts) -> Iterator[Any]:
    """Every way to name what a draft does not name yet. What nothing may be named for is left out, whether the command
    may go without or not."""
    for part in parts(said):
        if getattr(said, part.key) is None and (values := part.legal()):
            for value in values:
                yield from completed(replace(said, **{part.key: value}), parts)
            return
    yield said


class DraftHandler(Handler[S, F, R]):
    """The handler of a question whose options are drafts. `resolve` judges a whole command, by `misnamed` among
    others."""

    commands_codec: ClassVar[Codec[Any]]
    """Of the game's commands."""
    keys: ClassVar[tuple[str, ...]] = ()
    """The fields that a seat may have to add to an option, in the order in which they are asked for."""

    def drafts(self, state: S, frame: F, seat: Seat) -> Iterable[Any]:
        """One for each option, legal or not."""
        raise NotImplementedError

    def parts(self, state: S, seat: Seat, said: Any) -> Iterable[DraftPart]:
        """What a draft names (`Parts`)."""
        return ()

    def paid(self, state: S, seat: Seat, said: Any, rng: random.Random | None) -> Any:
        """The command with what pays for it: drawn at random, or what comes first."""
        return said

    def alike(self, said: Any) -> Any:
        """What a bot need not tell from another command: of equals it is offered one, drawn at random."""
        return said

    def written(self, said: Any) -> Json:
        """A command as JSON, without what was left out."""
        row: Json = self.commands_codec.dump(said)
        return {key: value for key, value in row.items() if value not in (None, [])}

    def whole(self, state: S, seat: Seat, said: Any, rng: random.Random | None = None) -> Iterator[Any]:
        """Every way to complete a draft, paid for, legal or not."""
        for it in completed(said, partial(self.parts, state, seat)):
            yield self.paid(state, seat, it, rng)

    def options(self, state: S, frame: F, seat: Seat) -> list[Json]:
        return [self._option(state, frame, seat, draft) for draft in self.drafts(state, frame, seat)]

    def _option(self, state: S, frame: F, seat: Seat, draft: Any) -> Json:
        """Legal with what it still needs, or with the reason why there is no way to complete it."""
        why: Refusal | None = None
        for said in self.whole(state, seat, draft):
            judged = self.resolve(state, frame, seat, said)
            if not isinstance(judged, Refusal):
                needs = (key for key in self.keys if getattr(said, key, None) != getattr(draft, key, None))
                return legal(self.written(draft), *needs)
            why = why or judged
        assert why is not None
        return illegal(self.written(draft), why)

    def commands(self, state: S, frame: F, seat: Seat, rng: random.Random) -> Iterator[Json]:
        ways = [it for draft in self.drafts(state, frame, seat) for it in self.whole(state, seat, draft, rng)]
        seen = set[Any]()
        for said in rng.sample(ways, len(ways)):
            like = self.alike(said)
            if like not in seen and not isinstance(self.resolve(state, frame, seat, said), Refusal):
                seen.add(like)
                yield self.written(said)

    def values(self, state: S, key: str) -> Sequence[Any]:
        """Everything that a screen shows as nameable for a key."""
        return ()

    def nameable(self, state: S, frame: F, seat: Seat, said: Any) -> Json:
        """`{"keys": {key: {value: None | refusal}}, "whole"}`: for each key that is not named yet and can be, every
        value with the reason why it may not be named; `whole`: the command completed with something legal, or None
        where there is no way."""
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
        return {"keys": keys, "whole": self.written(found[0]) if found else None}
