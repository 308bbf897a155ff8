"""The keep panel of a builder as trees: marks, tags, versions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from babel.dates import format_datetime

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.kind import ListKind, list_text
from webapp.store import SavedVersion
from webapp.ui.tree import Child, Node, el, icon

VERSIONS_SHOWN = 30


def marks(desk: ListDraft[Any], tr: Translator) -> list[Child]:
    """The buttons that mark, copy, archive and delete; for a list that is not saved, the one that saves it."""
    saved = desk.saved
    if saved is None:
        return [el("button.btn.main", icon("check"), tr("lists.keep"), do={"do": "keep"}, testid="keep-it", key="keep")]
    star = tr("lists.unfavourite") if saved.favourite else tr("lists.favourite")
    put = tr("lists.unarchive") if saved.archived_at else tr("lists.archive")
    return [
        el(
            "div.marks-row",
            _mark("favourite", "star", star, on=saved.favourite),
            _mark("copy", "copy", tr("lists.copy")),
            _mark("archive", "archive", put, on=saved.archived_at is not None),
            _mark("delete", "trash", tr("lists.delete")),
            key="marks",
        )
    ]


def _mark(do: str, sign: str, words: str, on: bool | None = None) -> Node:
    pressed = None if on is None else "true" if on else "false"
    return el("button.btn", icon(sign), words, do={"do": do}, aria_pressed=pressed, testid=f"mark-{do}")


def history(kind: ListKind[Any], versions: Sequence[SavedVersion], tr: Translator) -> list[Child]:
    """Every version with what it changed and a button to restore it, newest first."""
    if not versions:
        return []
    rows: list[Child] = []
    for n, version in enumerate(versions[:VERSIONS_SHOWN]):
        before = versions[n + 1] if n + 1 < len(versions) else None
        rows.append(
            el(
                "li.version",
                el(
                    "span.version-top",
                    el("strong", tr("lists.version-n", n=version.number)),
                    el("span.when", when(version.at, tr)),
                ),
                el("span.muted", "; ".join(_steps(kind, before, version, tr)) or tr("lists.no-change")),
                el(
                    "button.btn.quiet",
                    icon("undo"),
                    tr("lists.restore"),
                    do={"do": "restore", "number": version.number},
                    aria_label=tr("lists.restore-n", n=version.number),
                    testid=f"restore-{version.number}",
                )
                if n
                else el("span.muted.now", tr("lists.now")),
                key=version.number,
                testid=f"version-{version.number}",
            )
        )
    return [el("h2.overline", tr("lists.versions"), key="h"), el("ul.versions", rows, key="versions")]


def when(at: float, tr: Translator) -> str:
    """A time in words, by the server's clock."""
    return format_datetime(datetime.fromtimestamp(at).astimezone(), "d MMM, HH:mm", locale=tr.language)


def _steps(kind: ListKind[Any], before: SavedVersion | None, version: SavedVersion, tr: Translator) -> list[str]:
    """The changes of a version, in a few words."""
    old, new = (_value(kind, saved.content if saved is not None else None) for saved in (before, version))
    steps = kind.steps(old, new, tr)
    if before is not None and before.name != version.name:
        steps.append(tr("lists.step.name", name=version.name or list_text("lists.unnamed", tr)))
    return steps


def _value(kind: ListKind[Any], content: Any) -> Any:
    try:
        return kind.read(content)
    except ValueError:
        return kind.empty()
