"""JavaScript modules that several components import."""

from pathlib import Path

from nicegui.dependencies import register_esm


def modules(name: str, folder: Path) -> None:
    """Lets components write ``import … from "name/file.js"``.

    The address has in it when the newest file was changed: browsers may keep what they have (``webapp/headers.py``). By
    itself NiceGUI goes by the folder, which knows nothing of a file that was edited in its place.
    """
    register_esm(name, folder, max_time=max(file.stat().st_mtime for file in folder.glob("*.js")))
