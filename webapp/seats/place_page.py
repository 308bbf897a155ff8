"""A live page at a table: trees numbered by the match's step, strings shared by all who may see the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from webapp.seats.place import Place
from webapp.ui.live_page import LivePage, P
from webapp.ui.pane import Pane
from webapp.ui.tree import Child

C = TypeVar("C")


class PlacePage(LivePage[C], Generic[C]):
    """Of one place. Shared parts are made of the words alone, once for a viewer class and language, and built again
    only when the words are others."""

    def __init__(self, at: Place, context: Callable[[], C]) -> None:
        super().__init__(context)
        self.at = at

    @property
    def turn(self) -> int:
        """The step of the match."""
        return self.at.turn

    def shared_tree(self, name: str, build: Callable[[Any], Iterable[Child]]) -> str:
        """A tree for all who share it; ``name`` is its own among the game's."""
        return self.at.shared(name, lambda words: self.at.tree([*build(words)]))

    def shared_pane(self, name: str, build: Callable[[Any], Iterable[Child]]) -> Pane:
        """A pane of a shared tree."""
        return self.shared_part(Pane(self.shared_tree(name, build)), lambda: self.shared_tree(name, build))

    def shared_part(self, component: P, build: Callable[[], str]) -> P:
        """A component, just made, that shows a shared string."""
        return self.part(component, lambda _: build(), of=lambda _: self.at.words)
