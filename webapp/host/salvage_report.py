"""A damaged database at start: salvages what it can and tells the host what was lost."""

from __future__ import annotations

import logging
from pathlib import Path

from webapp.i18n import Translator
from webapp.store import Damaged, Store, StoreProblem
from webapp.store.salvage import Salvaged, salvage

log = logging.getLogger(__name__)


def opened(database: Path) -> tuple[Store, Salvaged | None]:
    """The store, and the result of the salvage if the file was damaged. Raises a :class:`StoreProblem`: a file without
    any readable row is left unchanged."""
    try:
        return Store.open(database), None
    except Damaged as damaged:
        try:
            salvaged = salvage(database)
        except StoreProblem:
            raise damaged from None
        log.error("%s; what survives was put into a new file: %s", damaged, salvaged)
        return Store.open(database), salvaged


def sentences(salvaged: Salvaged, tr: Translator) -> list[str]:
    """The result of a salvage in sentences."""
    return [
        tr("saved.original", original=salvaged.original, whole=len(salvaged.whole)),
        *(
            [tr.plural("saved.log-lost", salvaged.log_lost) if salvaged.log_lost else tr("saved.log")]
            if salvaged.log
            else []
        ),
        *(tr("saved.cut", code=code, last=last) for code, last in sorted(salvaged.cut.items())),
        *(tr("saved.lost", code=code) for code in sorted(salvaged.lost)),
    ]
