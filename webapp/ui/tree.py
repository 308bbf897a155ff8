"""Trees of plain data that a pane draws: tags, classes, text, and the intents of a press, a drag or a drop.

A page is built from the view by functions that return nodes; the browser turns them into elements (`js/render.js`).
Text is always text, tags and attributes are a closed list there, so no string of a player can become markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from orjson import dumps

from webapp.base.addresses import below
from webapp.i18n import Translator
from webapp.i18n.french import SPOKEN

Node = dict[str, Any]
Child = Node | str | None
OWN = frozenset(
    ("do", "hot", "drag", "drop", "set", "toggle", "href", "style", "light", "value", "most", "hint", "later", "long")
)
"""Keywords that are no attributes; `js/render.js` handles each of them."""


KEPT = 512
"""Strings of components that are remembered."""


def el(tag: str, *children: Child | Iterable[Child], **marks: Any) -> Node:
    """An element. `tag` is written "button.btn.main"; children are nodes, strings, lists of them, or None.

    Marks: `do` an intent (JSON) sent when pressed, `hot` the keys that press it, `long` an intent of a finger
    held down or a right click, `drag` and `drop` what is dragged and where it may be dropped, `light` what is lit
    while the pointer is on it (the `things` of panes, by their `data-thing`), `set` a (name, value) that only the
    browser keeps, `href` a local address, `key` the identity of a node between two drawings, `style` CSS
    declarations, `later` that its children are not in the page's first picture but drawn right after it,
    `testid`, and any `aria_…`, `data_…`, `role`, `title`, `id`. A `field` is for typing: `value`, `most`
    characters, a `hint`."""
    name, classes = _tag(tag)
    node: Node = {"t": name}
    if extra := marks.pop("cls", None):
        more = extra if isinstance(extra, str) else " ".join(filter(None, extra))
        classes = f"{classes} {more}" if classes and more else classes or more
    if classes:
        node["c"] = classes
    if children:
        flat: list[Child] = []
        _flatten(children, flat)
        if flat:
            node["x"] = flat
    if not marks:
        return node
    attributes = {}
    for mark, value in marks.items():
        if value is None:
            continue
        if mark == "href":
            node[mark] = below(value)
        elif mark in OWN:
            node[mark] = value
        elif mark == "key":
            node["k"] = value
        elif value is not False:
            attributes[_attribute(mark)] = str(value)
    if attributes:
        node["a"] = attributes
    return node


def icon(name: str, label: str | None = None, cls: str | None = None) -> Node:
    """An icon of `static/icons/signs.svg`; with a label screen readers read it, without one it is decoration."""
    node: Node = {"t": "icon", "name": name}
    if label:
        node["label"] = label
    if cls:
        node["c"] = cls
    return node


def plate(address: str, cls: str | None = None) -> Child:
    """A picture of :mod:`webapp.plates`, over what stands in its place before and without it. Decoration: it comes
    after the page's first picture, and not at all for a person who wants none. Of class ``large`` it is not shown to
    one who wants small ones only. None without an address."""
    if not address:
        return None
    node: Node = {"t": "plate", "src": address}
    if cls:
        node["c"] = cls
    return node


def drawn_apart(name: str) -> Node:
    """The place of a tree that is sent apart, with a pane of the page (:func:`payload`)."""
    return {"t": "told", "name": name}


def rich(tr: Translator, key: str, /, **params: Child | int) -> list[Child]:
    """The text of `key` with nodes in place of its parameters."""
    nodes = {name: value for name, value in params.items() if isinstance(value, dict)}
    plain = {name: value for name, value in params.items() if name not in nodes}
    # with the words of each node: some languages bend the word before them (`i18n.french`)
    text = tr(key, **plain, **{name: f"\x00{name}{SPOKEN}{_spoken(node)}\x00" for name, node in nodes.items()})
    parts: list[Child] = []
    for index, part in enumerate(text.split("\x00")):
        if index % 2:
            parts.append(nodes[part.partition(SPOKEN)[0]])
        elif part:
            parts.append(part)
    return parts


def payload(seq: int, tree: Iterable[Child], apart: Mapping[str, Child] | None = None) -> str:
    """The string that a pane shows: `seq` is the number of the table's step; the browser ignores an older one. `apart`:
    trees that other panes show where these have their places (:func:`drawn_apart`)."""
    return dumps({"seq": seq, "tree": list(tree)} | ({"told": apart} if apart is not None else {})).decode()


def same(a: str, b: str) -> bool:
    """Whether two strings of a component have the same contents: their first part is the step, which is not
    compared."""
    if a is b:
        return True
    # Most that differ differ in length; the longest have tens of thousands of characters, and are not copied for that.
    first, second = a.find(","), b.find(",")
    return len(a) - first == len(b) - second and a.endswith(b[second:])


@lru_cache(KEPT)
def one(text: str) -> str:
    """The string that was given first of those equal to it: pages that say the same hold one string in memory."""
    return text


def _spoken(node: Node) -> str:
    """The first words in a node."""
    inside = (child if isinstance(child, str) else _spoken(child) for child in node.get("x", ()) if child)
    return next(filter(None, inside), "")


def _flatten(children: Iterable[Child | Iterable[Child]], flat: list[Child]) -> None:
    for child in children:
        if isinstance(child, (str, dict)):
            if child:
                flat.append(child)
        elif child is not None:
            _flatten(child, flat)


@cache
def _tag(tag: str) -> tuple[str, str]:
    """A tag's name and classes."""
    name, _, classes = tag.partition(".")
    return name, classes.replace(".", " ")


@cache
def _attribute(name: str) -> str:
    return "data-testid" if name == "testid" else name.replace("_", "-")
