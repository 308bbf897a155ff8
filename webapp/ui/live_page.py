"""Live pages: parts built from one context, and sent to the browser only when they change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from nicegui import ui

from webapp.ui.intents import Handler
from webapp.ui.pane import Pane
from webapp.ui.props import PropsMemo
from webapp.ui.tree import Child, payload

C = TypeVar("C")


class Component(Protocol):
    """A component that shows a string: a pane, a log, a drawing."""

    def show(self, payload: str, /) -> None:
        """Shows the string, if it differs from the last one."""


P = TypeVar("P", bound=Component)


@dataclass
class LivePart(Generic[C]):
    """A part of a page: what it is given of the context, and what is made of that. `given`: its last props."""

    build: Callable[[Any], str]
    props: Callable[[C], object] | None
    given: object = None

    def made(self, context: C) -> str:
        """The string of this context."""
        return self.build(context if self.props is None else self.props(context))


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

    A component added with :meth:`pane` or :meth:`part` is drawn by :meth:`redraw`. `build` of a part with `props` is
    given what that function makes of the context, and called again only when this is not equal to the last; without
    `props` it is given the context, and called at every redraw. The result is sent if it differs."""

    def __init__(self, context: Callable[[], C]) -> None:
        self.context = context
        self._parts: dict[Component, LivePart[C]] = {}
        self._redraws = 0
        self.memo = PropsMemo()
        """Nodes of parts whose other nodes change more often."""

    @property
    def turn(self) -> int:
        """The number of each tree sent: the browser ignores a tree with a smaller number than the one it shows."""
        return self._redraws

    def pane(
        self,
        build: Callable[[Any], Iterable[Child]],
        on_intent: Handler | None = None,
        *,
        props: Callable[[C], object] | None = None,
    ) -> Pane:
        """Adds a pane that shows the trees of `build`."""

        def tree(given: Any) -> str:
            return payload(self.turn, build(given))

        made = LivePart(tree, props).made(self.context())
        return self.part(Pane(made, on_intent), tree, props=props)

    def part(self, component: P, build: Callable[[Any], str], *, props: Callable[[C], object] | None = None) -> P:
        """Adds a component that shows the strings of `build`."""
        self._parts[component] = LivePart(build, props, props(self.context()) if props is not None else None)
        return component

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
            if part.props is None:
                component.show(part.build(context))
            elif (given := part.props(context)) != part.given:
                part.given = given
                component.show(part.build(given))
