"""The JavaScript of our components, with all modules that they import, in one file for all pages.

A page would ask for some thirty files, each of which takes the browser time; and name each of them.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path
from typing import ClassVar

from nicegui import core, ui
from nicegui.dependencies import esm_modules, register_importmap_override

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

_folders: dict[str, Path] = {}
"""Folders of modules by name."""
_components: dict[str, Path] = {}
"""The components' files by tag."""


class VueComponent(ui.element):
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
    """All components and what they import, each in a function of its own that returns what it exports."""
    parts: dict[str, str] = {}

    def add(name: str, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
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
