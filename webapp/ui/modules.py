"""JavaScript modules that several components import."""

from pathlib import Path

from nicegui.dependencies import register_esm


def modules(name: str, folder: Path) -> None:
    """Lets components write ``import … from "name/file.js"``.

    The address contains the time of the newest file, so that browsers may cache the files (``webapp/headers.py``). By
    default NiceGUI uses the folder's time, which does not change when a file is edited in place.
    """
    register_esm(name, folder, max_time=max(file.stat().st_mtime for file in folder.glob("*.js")))
