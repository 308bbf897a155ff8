"""The cards that a match is played with: the packs that its options name, laid over each other.

A shelf holds checked packs by id; the caller of `Match.new` supplies it. The core pack is on every shelf. Ids come from
untrusted messages, so they are only looked up here, never opened as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, Protocol, Self, TypeVar

from rules.kernel.packs.problems import Issue

CORE = "core"


class PackLike(Protocol):
    """A pack: an id, cards by field and id, and a copy with other ones."""

    @property
    def id(self) -> str: ...

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...


P = TypeVar("P", bound=PackLike)


class BadPacks(ValueError):
    """Packs that no match can be played with. `code` and `params` are for screens.

    Codes: `no-packs`; `no-pack` (`pack`), `pack-twice` (`pack`); `clash` (`pack`, `field`, `id`, `what`: what does not
    go together, in English); and what a game says besides.
    """

    def __init__(self, code: str, **params: Any) -> None:
        listed = ", ".join(f"{key} {value!r}" for key, value in params.items())
        super().__init__(f"{code}: {listed}" if listed else code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class Layering(Generic[P]):
    """A game's way of laying its packs over each other."""

    core: Callable[[], P]
    cards: Sequence[str]
    """The fields that hold cards by id."""
    figures: Sequence[str]
    """The other fields that a pack may change."""
    issues: Callable[[P], Iterable[Issue]]

    def layers(self, ids: Sequence[str], shelf: Mapping[str, P] | None = None) -> tuple[P, ...]:
        """The packs of these ids, each with only what it adds to those before it; `merged` puts them together.

        Packs are laid over each other in the order given, the core pack lowest: of two cards of a sort and id the later
        pack's counts, and so do the later pack's figures. But what a pack has in
        common with the core pack (all that it does not replace, where it extends it) is no news, and replaces nothing.
        Raises BadPacks for an id that is not there or is named twice, and for cards that do not go together.
        """
        if not ids:
            raise BadPacks("no-packs")
        for n, id in enumerate(ids):
            if id in ids[:n]:
                raise BadPacks("pack-twice", pack=id)
        chosen = [self._shelved(id, shelf or {}) for id in sorted(ids, key=lambda id: id != CORE)]
        laid = [chosen[0]]
        whole = chosen[0]
        for pack in chosen[1:]:
            laid.append(self._news(pack, whole))
            whole = self._over(whole, laid[-1])
            clash = next(iter(self.issues(whole)), None)
            if clash is not None:
                raise BadPacks("clash", pack=pack.id, field=clash.field, id=clash.id, what=clash.what)
        return tuple(laid)

    def merged(self, laid: Sequence[P]) -> P:
        """One pack made of these layers; its id and version are those of the last."""
        return reduce(self._over, laid)

    def _shelved(self, id: str, shelf: Mapping[str, P]) -> P:
        if id == CORE:
            return self.core()
        if id not in shelf:
            raise BadPacks("no-pack", pack=id)
        return shelf[id]

    def _news(self, pack: P, below: P) -> P:
        """The cards that a pack adds to those below it: of what is equal in the core pack, only what the others
        lack."""
        core = self.core()
        cards = {
            field: {
                id: card
                for id, card in getattr(pack, field).items()
                if id not in getattr(below, field) or getattr(core, field).get(id) != card
            }
            for field in self.cards
        }
        own = {
            figure: getattr(below if getattr(pack, figure) == getattr(core, figure) else pack, figure)
            for figure in self.figures
        }
        return pack.model_copy(update={**cards, **own})

    def _over(self, below: P, above: P) -> P:
        cards = {field: {**getattr(below, field), **getattr(above, field)} for field in self.cards}
        return above.model_copy(update=cards)
