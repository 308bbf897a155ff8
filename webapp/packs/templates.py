"""New packs: an empty one that adds to the core pack, and copies of any."""

from __future__ import annotations

import asyncio
import contextlib

from rules.kernel.packs.archive import HEADER
from rules.kernel.packs.layers import CORE
from rules.kernel.packs.reader import header_of
from webapp.packs.card_text import HEAD, NotACard, changed, made
from webapp.packs.examine import ReceivedFiles
from webapp.packs.kind import PackKind
from webapp.packs.library import Library
from webapp.packs.toml_blocks import blocks, replaced, text_of

NEW_ID = "my-pack"


def empty(library: Library, author: str) -> ReceivedFiles:
    """A pack without cards that extends the core pack."""
    head = {
        "id": library.fresh_id(NEW_ID),
        "version": "0.1",
        "languages": ["fr", "en"],
        "author": author or "—",
        "licence": "—",
        "extends": CORE,
    }
    return ReceivedFiles({HEADER: made(HEAD, head, "") + "\n"})


async def copy(library: Library, id: str) -> ReceivedFiles | None:
    """A pack with the same cards and pictures and a new id; None where there is no such pack."""
    bundle = library.bundle(id)
    if bundle is None:
        return None
    entry = library.get(id)
    own = CORE if entry is None else entry.report.id or "pack"
    id = library.fresh_id(f"{own}-copy"[:44])
    files = await asyncio.to_thread(with_id, library.kind, dict(bundle.texts), id)
    return ReceivedFiles(files, bundle.images)


def with_id(kind: PackKind, files: dict[str, str], id: str) -> dict[str, str]:
    """The files with another id for the pack; unchanged where the header cannot be read."""
    header = header_of(files)
    text = files.get(header, "")
    for block in blocks(text, kind.names, head=True)[:1]:
        with contextlib.suppress(NotACard):
            files[header] = replaced(text, block, changed(HEAD, text_of(text, block), {"id": id}))
    return files
