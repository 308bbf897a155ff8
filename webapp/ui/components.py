"""The JavaScript of our components, with all modules that they import, in one file for all pages.

A page would ask for some thirty files, each of which takes the browser time; and name each of them.
"""

from __future__ import annotations

import inspect
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from nicegui import core, ui
from nicegui.classes import Classes
from nicegui.dependencies import esm_modules, register_importmap_override
from nicegui.props import Props
from nicegui.style import Style

from webapp.ui.joined_files import JoinedFiles

FILES = JoinedFiles("/static/modules", ".js", "text/javascript")
NAME = "house"
"""The name under which pages import the file."""

LIBRARIES = frozenset({"nicegui-echart"})
"""The framework's libraries that our pages use. It would name all of its own in the head of every page."""

# Modules are written so that these suffice: imports begin the file, exports a line.
IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"([^"\n]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)

NO_CLASSES: list[str] = []
NO_STYLE: dict[str, str] = {}
"""Of all components that have none; never changed."""


class PlainProps(dict[str, Any]):
    """The properties of a component, which nothing watches."""

    __slots__ = ()
    _suspend_count = 0
    """The framework looks here whether watching is suspended."""


_folders: dict[str, Path] = {}
"""Folders of modules by name."""
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
        """Sends another value of a property."""
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
            _address.cache_clear()

    def __init__(self) -> None:
        super().__init__(self.TAG)


def modules(name: str, folder: Path) -> None:
    """Lets components write ``import … from "name/file.js"``."""
    _folders[name] = folder


def register() -> None:
    """Puts the file at its address, and its components into every page's application."""
    for key in [key for key, its in esm_modules.items() if its.name not in LIBRARIES]:
        del esm_modules[key]
    FILES.register()
    address()
    core.app.config.vue_config_script += f"""
        import components from "{NAME}";
        for (const [tag, component] of Object.entries(components)) app.component(tag, component);
    """


def address() -> str:
    """The address of the file with all components that have been imported; another once a game has brought its own."""
    its = _address()
    register_importmap_override(NAME, its)
    return its


@cache
def _address() -> str:
    return FILES.address(_joined())


def _joined() -> str:
    """All components and what they import, each in a function of its own that returns what it exports; of a drawing
    its `text`."""
    parts: dict[str, str] = {}

    def add(name: str, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".svg":
            parts[name] = f'modules["{name}"] = {{ text: {json.dumps(text)} }};\n'
            return
        for _, imported in IMPORT.findall(text):
            if imported not in parts and imported != "vue":
                folder, _, module = imported.partition("/")
                add(imported, _folders[folder] / module)
        exported = EXPORT.findall(text) + ["component"] * len(DEFAULT.findall(text))
        text = DEFAULT.sub("const component = ", EXPORT.sub("", IMPORT.sub(_taken, text)))
        parts[name] = f'modules["{name}"] = await (async () => {{\n{text}return {{ {", ".join(exported)} }};\n}})();\n'

    for tag, file in _components.items():
        add(tag, file)
    named = ", ".join(f'"{tag}": modules["{tag}"].component' for tag in _components)
    start = 'import * as vue from "vue";\nconst modules = { vue };\n'
    return f"{start}{''.join(parts.values())}export default {{ {named} }};\n"


def _taken(found: re.Match[str]) -> str:
    """What a module imports, out of those before it."""
    names, module = found.groups()
    return f'const {names.replace(" as ", ": ")} = modules["{module}"];' if names else ""
