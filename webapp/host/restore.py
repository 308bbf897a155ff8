"""Restoring a backup: the server stops as at Ctrl-C, the backup replaces the database, and the server starts again.

Open pages reconnect by themselves and are built anew, so that none keeps state from before.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from nicegui import app

from webapp.base.settings import Settings
from webapp.store import StoreProblem
from webapp.store.backup import restore

log = logging.getLogger(__name__)

SAID = "restored.json"


@dataclass(frozen=True)
class RestoreResult:
    """The result of a restore: the backup's name, the path of the previous database, or the problem that prevented it
    (a code of ``store.*`` and its parameters)."""

    copy: str
    before: str = ""
    problem: str = ""
    where: str = ""
    detail: str = ""


class PendingRestart:
    """A restore that is carried out once the server has stopped."""

    def __init__(self) -> None:
        self._copy: Path | None = None

    def go_back_to(self, copy: Path) -> None:
        """Stops the server, to restart it with a backup in the database's place."""
        log.warning("going back to %s", copy)
        self._copy = copy
        app.shutdown()

    def carry_out(self, settings: Settings) -> None:
        """Called when the server has stopped: restores the backup and starts the server again; does nothing if none was
        asked for."""
        if self._copy is None:
            return
        try:
            before = restore(self._copy, settings.database)
            result = RestoreResult(self._copy.name, before="" if before is None else before.name)
        except StoreProblem as problem:
            result = RestoreResult(self._copy.name, problem=problem.code, **problem.params)
        (settings.data / SAID).write_text(json.dumps(asdict(result)), encoding="utf-8")
        arguments = [sys.executable, *sys.orig_argv[1:]]
        sys.stdout.flush()
        os.execv(sys.executable, arguments)


def last_restore(data: Path) -> RestoreResult | None:
    """The result of the last restore; None: there was none."""
    try:
        return RestoreResult(**json.loads((data / SAID).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def forget(data: Path) -> None:
    """Deletes the result of the last restore, once the host has seen it."""
    with suppress(OSError):
        (data / SAID).unlink(missing_ok=True)


restarting = PendingRestart()
"""The pending restart of this process."""
