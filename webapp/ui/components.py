"""The JavaScript of our components and the modules that they import, each a file of its own for browsers.

A page names one address, of the module with all components; imports of others begin with a folder's name, for which the
page's map of imports has one entry. All addresses hold a digest of all texts: browsers keep them for good.
"""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from fastapi import Response
from nicegui import app, core, ui
from nicegui.classes import Classes
from nicegui.dependencies import esm_modules, register_importmap_override
from nicegui.props import Props
from nicegui.style import Style

from webapp.base.addresses import below
from webapp.security.headers import KEEP
from webapp.ui.theme import digest

PATH = "/static/modules"
NAME = "house"
"""The name under which pages import the module with all components."""
COMPONENTS = "house-components"
"""The folder of the components themselves, as modules name it."""

LIBRARIES = frozenset({"nicegui-echart"})
"""The framework's libraries that our pages use. It would name all of its own in the head of every page."""

NO_CLASSES: list[str] = []
NO_STYLE: dict[str, str] = {}
"""Of all components that have none; never changed."""


class PlainProps(dict[str, Any]):
    """The properties of a component, which nothing watches."""

    __slots__ = ()
    _suspend_count = 0
    """The framework looks here whether watching is suspended."""


_modules: dict[str, Path] = {}
"""Modules that components import, and drawings, by the name under which they do."""
_components: dict[str, Path] = {}
"""The components' files by tag."""


class LeanElement(ui.element):
    """An element of a page that many may have open. It is always visible.

    Its properties are plain and change by :meth:`put`. The framework's watched collections, of which every element has
    three, are two thirds of its memory: these are made when they are first asked for, as few elements have classes,
    style and attributes. That it is visible is not watched either.

    `classes`: those that it has from the start, separated by spaces. `text` is shown, never interpreted."""

    visible = True
    _props: PlainProps | Props[Self]  # type: ignore[assignment]
    _classes: list[str]  # type: ignore[assignment]
    _style: dict[str, str]  # type: ignore[assignment]

    def __init__(self, tag: str | None = None, classes: str = "", text: str | None = None) -> None:
        super().__init__(tag)
        self._props, self._classes, self._style = PlainProps(), classes.split() or NO_CLASSES, NO_STYLE
        self._text = text

    def put(self, prop: str, value: Any) -> None:
        """Sets a property and sends its new value."""
        # Not by the watched collection, if there is one: it would look at the whole string.
        dict.__setitem__(self._props, prop, value)
        self.update()

    @property
    def props(self) -> Props[Self]:
        """The watched properties."""
        if not isinstance(self._props, Props):
            self._props = Props(self._props, element=self)
        return self._props

    @property
    def classes(self) -> Classes[Self]:
        """The watched classes."""
        if not isinstance(self._classes, Classes):
            self._classes = Classes(self._classes, element=self)
        return self._classes

    @property
    def style(self) -> Style[Self]:
        """The watched style."""
        if not isinstance(self._style, Style):
            self._style = Style(element=self)
        return self._style


def unwatch(element: ui.element) -> None:
    """Takes the watched collections from an element of the framework's, which nobody changes from here on."""
    its: Any = element
    its._props, its._classes, its._style = PlainProps(its._props), list(its._classes), dict(its._style)


class VueComponent(LeanElement):
    """An element that is drawn by a component of ours: `component` is its file, beside the class's own."""

    TAG: ClassVar[str | None] = None

    def __init_subclass__(cls, *, component: str = "") -> None:
        super().__init_subclass__()
        if component:
            file = Path(inspect.getfile(cls)).parent / component
            cls.TAG = f"{NAME}-{file.stem}"
            if _components.setdefault(cls.TAG, file) != file:
                raise ValueError(f"{file} has the name of another component, {_components[cls.TAG]}")
            _edition.cache_clear()

    def __init__(self) -> None:
        super().__init__(self.TAG)


_editions: dict[str, dict[str, str]] = {}
"""The texts of all modules by their name, by their digest: pages that are open may ask for an older one's."""


def modules(name: str, folder: Path, files: str = "*.js") -> None:
    """Lets components write ``import … from "name/file.js"``; of a drawing, ``file.svg``, they import its `text`."""
    _modules.update({f"{name}/{file.name}": file for file in sorted(folder.glob(files))})
    _edition.cache_clear()


def register() -> None:
    """Puts the modules at their addresses, and the components into every page's application."""
    for key in [key for key, its in esm_modules.items() if its.name not in LIBRARIES]:
        del esm_modules[key]
    app.get(f"{PATH}/{{edition}}/{{name:path}}", include_in_schema=False)(_answer)
    address()
    core.app.config.vue_config_script += f"""
        import components from "{NAME}";
        import {{ guard }} from "house-ui/own.js";
        guard(app);
        for (const [tag, component] of Object.entries(components)) app.component(tag, component);
    """


def address() -> str:
    """The address of the module with all components imported so far; another once a game has brought its own."""
    at, folders = _edition()
    for folder in folders:
        register_importmap_override(f"{folder}/", f"{at}/{folder}/")
    register_importmap_override(NAME, f"{at}/{NAME}.js")
    return f"{at}/{NAME}.js"


@cache
def _edition() -> tuple[str, tuple[str, ...]]:
    """The address below which all modules are, and the folders that their names begin with."""
    texts = _texts()
    edition = digest(json.dumps(texts, sort_keys=True).encode())
    _editions[edition] = texts
    return below(f"{PATH}/{edition}"), tuple(sorted({name.split("/")[0] for name in texts if "/" in name}))


def _texts() -> dict[str, str]:
    """Every module by its name below an edition's address. The one with all components imports all others by itself,
    so that a browser asks for them at once and not level by level."""
    files = {f"{COMPONENTS}/{tag}.js": file for tag, file in _components.items()} | _modules
    texts = {name: _text(file) for name, file in files.items()}
    lines = [f'import part{n} from "{COMPONENTS}/{tag}.js";' for n, tag in enumerate(_components)]
    lines += [f'import "{name}";' for name in _modules]
    named = ", ".join(f'"{tag}": part{n}' for n, tag in enumerate(_components))
    return {**texts, f"{NAME}.js": "\n".join([*lines, f"export default {{ {named} }};", ""])}


def _text(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    return text if file.suffix == ".js" else f"export const text = {json.dumps(text)};\n"


async def _answer(edition: str, name: str) -> Response:
    text = _editions.get(edition, {}).get(name)
    if text is None:
        return Response(status_code=404)
    answer = Response(text, media_type="text/javascript")
    answer.raw_headers.append(KEEP)
    return answer
