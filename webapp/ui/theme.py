"""The elements that pages are built from: text, icons, addresses of files. The look is in static/css/theme.css."""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from webapp.base.addresses import below
from webapp.base.settings import STATIC

BRAND = "Olomoc online"
"""The name of the house; its first game is called Olomoc."""

PATIENCE_S = 120
"""Seconds a page waits for its browser to come back (``@ui.page(..., reconnect_timeout=PATIENCE_S)``)."""

BUILD_S = 30
"""Seconds that a page of a game may take to build (``response_timeout=BUILD_S``; the framework's 3 are over before the
first such page after a start has imported the game, where the machine is slow or busy)."""


T = TypeVar("T", bound=Element)


@dataclass(frozen=True)
class Frame:
    """The parts of a page: ``head`` is the head line, ``main`` the content below it."""

    head: Element
    main: Element

    def above(self) -> Element:
        """A new element between the two."""
        slot = self.head.parent_slot
        assert slot is not None
        with slot:
            element = Element("div")
        element.move(target_index=slot.children.index(self.main))
        return element


@cache
def asset(path: str) -> str:
    """The address of a file of ``static/``; it changes with the file, so that browsers may cache it."""
    return below(f"/static/{path}?v={digest((STATIC / path).read_bytes())}")


def digest(content: bytes) -> str:
    """The digest of a file's content, for its address."""
    return hashlib.sha256(content).hexdigest()[:10]


def text(tag: str, content: str, classes: str = "") -> TextElement:
    """An element with plain text: `content` is shown, never interpreted.

    Assign ``element.text`` to change it; an equal text sends nothing."""
    element = TextElement(tag=tag, text=content)
    if classes:
        element.classes(classes)
    return element


def link_to(element: Element, address: str, **props: str) -> None:
    """Lets a link lead to a local address. `props`: others that it gets."""
    element.props.update({"href": below(address), **props})


def testid(element: T, name: str) -> T:
    """Marks an element for tests: ``data-testid`` in the browser, a NiceGUI marker without one."""
    element._props["data-testid"] = name  # watched or not
    element.mark(name)
    return element
