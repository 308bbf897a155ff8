"""The stage: where the parts of a table stand, at every size of screen.

A game declares its parts (:class:`StagePart`); the stage places them. Sizes have names in ``static/js/wear.js``, which
writes the present one to ``<html data-size>``: phone, lying (a phone on its side), tablet, desk, wide. What stands
where is ``static/css/stage.css``; a game's own style sheet draws what is in a part, and moves none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from nicegui import json

from webapp.i18n import Translator
from webapp.ui.components import LeanElement
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import one

Where = Literal["strip", "rail", "flank", "top", "board", "beat", "prompt", "hand", "side", "sheet"]
Kind = Literal["player", "television", "past"]
COLUMNS: Sequence[tuple[str, Sequence[Sequence[Where]]]] = (
    ("rail", (("rail",),)),
    ("flank", (("flank",),)),
    ("main", (("top",), ("board",), ("beat",), ("prompt",), ("hand",))),
    ("side", (("side", "sheet"),)),
)
"""The columns from left to right, each with its places from above; parts that share one stand as they are listed."""
BROAD: Sequence[tuple[str, Sequence[Sequence[Where]]]] = (
    ("main", (("top",), ("board",), ("beat",), ("prompt",))),
    ("flank", (("hand",), ("rail", "flank"))),
    ("side", (("side", "sheet"),)),
)
"""Those of a broad board, which stands left; the others share what is left, in as many columns as have room there."""


@dataclass(frozen=True)
class StagePart:
    """A part of a table. `name` stands in its ``data-part``; `where` is its place from tablets up: a ``strip`` on
    phones alone, a ``rail`` left of the board, ``top`` above it, ``board``, ``beat``, ``prompt`` and ``hand`` below it,
    ``side`` beside it. A ``flank`` is a wide column left of the board; what is on ``top`` stands below it then. A
    ``sheet`` is what somebody has opened: in the side, on tablets and phones over the lower part of the board. `build`
    builds its panes, once per page. `tab`: the sign of the tab behind which it stands on phones, and a ``side`` or
    ``flank`` part on tablets too; its name is the game's text ``tab.<name>``, or the house's ``stage.<name>``. Without
    one it is always in sight."""

    name: str
    where: Where
    build: Callable[[], object]
    tab: str = ""


class StageTabs(StringsApart, component="stage_tabs.js"):
    """The tabs of small screens; on all, keeps a part shown or not as its tab is."""

    def __init__(self, tr: Translator, board: str, parts: Iterable[StagePart]) -> None:
        super().__init__()
        rows: list[dict[str, object]] = [{"key": "board", "sign": board, "label": tr("stage.board")}]
        for part in parts:
            label = tr(f"tab.{part.name}") if tr.has(f"tab.{part.name}") else tr(f"stage.{part.name}")
            called = {"key": part.name, "sign": part.tab, "label": label}
            rows.append(called | {"phone": part.where not in ("side", "flank")})
        self._props["payload"] = one(json.dumps({"label": tr("stage.tabs"), "tabs": rows}))
        self.apart("payload", lasting=True)


def stage(
    tr: Translator, parts: Iterable[StagePart], *, kind: Kind, game: str, board: str, broad: bool = False
) -> None:
    """Builds the parts, each in its place. `game` names the table's class for its style sheet, ``table-<game>``;
    `board`: the sign of the tab that shows the board; `broad`: whether the board is (:data:`BROAD`)."""
    listed = list(parts)
    with LeanElement("div", f"stage stage-{kind} table-{game}{' is-broad' * broad}"):
        for part in listed:
            if part.where == "strip":
                _placed(part)
        _columns(BROAD[:1] if broad else COLUMNS, listed)
        if broad:
            with LeanElement("div", "stage-beside"):
                _columns(BROAD[1:], listed)
        if kind == "player":
            StageTabs(tr, board, [pane for pane in listed if pane.tab])


def _columns(columns: Iterable[tuple[str, Sequence[Sequence[Where]]]], parts: Sequence[StagePart]) -> None:
    for column, places in columns:
        inside = [part for shared in places for part in parts if part.where in shared]
        if inside:
            with LeanElement("div", f"stage-column stage-{column}"):
                _column(inside)


def _column(parts: Sequence[StagePart]) -> None:
    """The parts of a column; those above the board share a row, and so do those below the prompt."""
    for where, inside in groupby(parts, lambda part: part.where):
        if where in ("top", "hand"):
            with LeanElement("div", f"stage-{where}"):
                for part in inside:
                    _placed(part)
        else:
            for part in inside:
                _placed(part)


def _placed(part: StagePart) -> None:
    with LeanElement("section", f"part part-{part.where}") as box:
        box.put("data-part", part.name)
        if part.tab:
            box.put("data-tab-of", part.name)
        part.build()
