"""The kit of live pages: parts built from one context, and sent to the browser only when what they show has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from webapp.ui.intents import Handler
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, payload

C = TypeVar("C")


class Component(Protocol):
    """What shows a string: a pane, a log, a drawing."""

    def show(self, payload: str, /) -> None:
        """Shows it, if it is another than before."""


P = TypeVar("P", bound=Component)


@dataclass
class _Part(Generic[C]):
    build: Callable[[C], str]
    of: Callable[[C], object] | None
    built_of: object = None


class LivePage(Generic[C]):
    """A page whose parts are functions of one context. ``context`` makes it; it is asked once per redraw.

    A component added with :meth:`pane` or :meth:`part` is drawn by :meth:`redraw`. One that names its input with ``of``
    is built again only when that input is another object; one without is built at every redraw. What is built is sent
    if it became another.
    """

    def __init__(self, context: Callable[[], C]) -> None:
        self.context = context
        self._parts: dict[Component, _Part[C]] = {}
        self._redraws = 0

    @property
    def turn(self) -> int:
        """What each tree is numbered with: the browser passes over one that is older than what it shows."""
        return self._redraws

    def pane(
        self,
        build: Callable[[C], Iterable[Child]],
        on_intent: Handler | None = None,
        *,
        of: Callable[[C], object] | None = None,
    ) -> Pane:
        """A pane of the trees that ``build`` makes."""

        def tree(context: C) -> str:
            return payload(self.turn, build(context))

        return self.part(Pane(tree(self.context()), on_intent), tree, of=of)

    def part(self, component: P, build: Callable[[C], str], *, of: Callable[[C], object] | None = None) -> P:
        """A component, just made, that shows the string that ``build`` makes."""
        self._parts[component] = _Part(build, of, of(self.context()) if of is not None else None)
        return component

    def redraw(self, *only: Component) -> None:
        """Shows everything, or these parts, as it is now."""
        self._redraws += 1
        context = self.context()
        for component, part in self._parts.items():
            if only and component not in only:
                continue
            if part.of is not None:
                now = part.of(context)
                if now is part.built_of:
                    continue
                part.built_of = now
            component.show(part.build(context))
