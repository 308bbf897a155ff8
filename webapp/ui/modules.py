"""JavaScript modules that several components import."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from nicegui.dependencies import generate_resources, register_esm

IMPORTED = re.compile(r"""^(?:import|export)\b[^;]*?"([^"\n]+\.js)";""", re.MULTILINE)

_folders: dict[str, Path] = {}
"""Folders of modules by name."""


def modules(name: str, folder: Path) -> None:
    """Lets components write ``import … from "name/file.js"``.

    The address contains the time of the newest file, so that browsers may cache the files
    (``webapp/security/headers.py``). By default NiceGUI uses the folder's time, which does not change when a file is
    edited in place.
    """
    register_esm(name, folder, max_time=max(file.stat().st_mtime for file in folder.glob("*.js")))
    _folders[name] = folder
    _addresses.cache_clear()


def imported(components: Iterable[Path]) -> list[str]:
    """The addresses of all modules that a page of these components imports, directly or through others.

    It names them in its head: a browser would find each only in the file that imports it, one round after another.
    """
    # Every page of NiceGUI imports what makes HTML harmless.
    return sorted({_addresses()["dompurify"]}.union(*map(_imported, components)))


@cache
def _addresses() -> dict[str, str]:
    """The addresses of everything that may be imported, by the name or the beginning under which it is imported."""
    return generate_resources("", ())[3]


@cache
def _imported(component: Path) -> frozenset[str]:
    """The imports of one component."""
    found: set[str] = set()
    unread = [("", component)]
    while unread:
        name, file = unread.pop()
        for said in IMPORTED.findall(file.read_text(encoding="utf-8")):
            of, _, module = said.partition("/")
            of = name if of == "." else of
            if of not in _folders:
                continue  # the framework's own
            address = f"{_addresses()[f'{of}/']}{module}"
            if address not in found:
                found.add(address)
                unread.append((of, _folders[of] / module))
    return frozenset(found)
