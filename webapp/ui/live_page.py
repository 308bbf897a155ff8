"""Live pages: parts built from one context, and sent to the browser only when they change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from nicegui import ui

from webapp.ui.intents import Handler
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, payload

C = TypeVar("C")


class Component(Protocol):
    """A component that shows a string: a pane, a log, a drawing."""

    def show(self, payload: str, /) -> None:
        """Shows the string, if it differs from the last one."""


P = TypeVar("P", bound=Component)


@dataclass
class _Part(Generic[C]):
    build: Callable[[C], str]
    of: Callable[[C], object] | None
    built_of: object = None


def while_present(refresh: Callable[[], Any]) -> Callable[[], Any]:
    """A function that refreshes this page while its browser is there; it is called when the browser is back, too. The
    framework would look ten times a second whether it is, as long as something waits to be sent."""
    client = ui.context.client

    def changed() -> Any:
        return refresh() if client.has_socket_connection else None

    client.on_connect(changed)
    return changed


class LivePage(Generic[C]):
    """A page whose parts are functions of one context. `context` makes it; it is called once per redraw.

    A component added with :meth:`pane` or :meth:`part` is drawn by :meth:`redraw`. A part with `of`, a function that
    gives its input, is built again only when that input is not equal to the last one; one without is built at every
    redraw. The result is sent if it differs."""

    def __init__(self, context: Callable[[], C]) -> None:
        self.context = context
        self._parts: dict[Component, _Part[C]] = {}
        self._redraws = 0
        self._made: dict[str, tuple[object, list[Child]]] = {}

    @property
    def turn(self) -> int:
        """The number of each tree sent: the browser ignores a tree with a smaller number than the one it shows."""
        return self._redraws

    def pane(
        self,
        build: Callable[[C], Iterable[Child]],
        on_intent: Handler | None = None,
        *,
        of: Callable[[C], object] | None = None,
    ) -> Pane:
        """Adds a pane that shows the trees of `build`."""

        def tree(context: C) -> str:
            return payload(self.turn, build(context))

        return self.part(Pane(tree(self.context()), on_intent), tree, of=of)

    def part(self, component: P, build: Callable[[C], str], *, of: Callable[[C], object] | None = None) -> P:
        """Adds a component that shows the strings of `build`."""
        self._parts[component] = _Part(build, of, of(self.context()) if of is not None else None)
        return component

    def again(self, name: str, of: object, build: Callable[[], list[Child]]) -> list[Child]:
        """Nodes of a part whose other nodes change more often: built again only when `of` is not equal to the last one
        under this name. They must not be changed."""
        if name not in self._made or self._made[name][0] != of:
            self._made[name] = of, build()
        return self._made[name][1]

    def drop(self, component: Component) -> None:
        """Draws a component no more: something else does."""
        del self._parts[component]

    @property
    def parts(self) -> Collection[Component]:
        """The components that are drawn by :meth:`redraw`."""
        return self._parts

    def redraw(self, *only: Component) -> None:
        """Draws all parts, or these, again."""
        self._redraws += 1
        context = self.context()
        for component, part in self._parts.items():
            if only and component not in only:
                continue
            if part.of is not None:
                now = part.of(context)
                if now == part.built_of:
                    continue
                part.built_of = now
            component.show(part.build(context))
