"""A live page at a table: trees numbered by the match's step, strings shared by all who may see the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from webapp.table_kit.broadcast import Receiver
from webapp.table_kit.place import Place
from webapp.ui.live_page import LivePage
from webapp.ui.pane import Pane, StringComponent
from webapp.ui.tree import Child

C = TypeVar("C")
S = TypeVar("S", bound=StringComponent)


class PlacePage(LivePage[C], Generic[C]):
    """A live page of one place. Shared parts are made of the words alone, once for a viewer class and language, and
    built again only when the words are others."""

    def __init__(self, at: Place, context: Callable[[], C]) -> None:
        super().__init__(context)
        self.at = at
        self._shared: dict[str, tuple[StringComponent, Callable[[], str]]] = {}

    @property
    def turn(self) -> int:
        """The step of the match."""
        return self.at.turn

    def shared_tree(
        self, name: str, build: Callable[[Any], Iterable[Child]], reads: Callable[[Any], object] | None = None
    ) -> str:
        """A tree shared by all pages with this viewer and language; `name` identifies it within the game. `reads`: as
        :meth:`Place.shared`."""
        return self.at.shared(name, lambda words: self.at.tree([*build(words)]), reads)

    def shared_pane(
        self, name: str, build: Callable[[Any], Iterable[Child]], reads: Callable[[Any], object] | None = None
    ) -> Pane:
        """A pane of a shared tree."""

        def tree() -> str:
            return self.shared_tree(name, build, reads)

        return self.shared_part(Pane(tree()), tree, name)

    def shared_part(self, component: S, build: Callable[[], str], name: str = "", *, apart: bool = True) -> S:
        """A component that shows a shared string; without `name` it is the only one of its kind. `apart`: whether the
        page holds the string apart; not one that changes with each visit."""
        if self.at.broadcasts:
            self._shared[name or type(component).__name__] = component, build
            if apart:
                component.apart(component.FED)
        return self.part(component, lambda _: build(), of=lambda _: self.at.words)

    def follow(self, changed: Callable[[], Any]) -> None:
        """Calls back as :meth:`Place.follow`, now that everything is built. Shared parts of spectators are told to all
        of them at once, and drawn by no page itself."""
        if self._shared:
            Receiver(self.at, self._shared)
            for component, _ in self._shared.values():
                self.drop(component)
            self._shared = {}
        self.at.follow(changed, steps=bool(self.parts))
