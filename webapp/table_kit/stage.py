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

from webapp.games.contract import Json
from webapp.i18n import Translator
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


class Stage(StringsApart, component="stage.js"):
    """The boxes of a table and its tabs: one element, which has a slot for each part. An element for each box would be
    a tenth of a spectator's page in memory."""

    def __init__(self, classes: str, boxes: Sequence[Json], tabs: Json | None) -> None:
        super().__init__()
        self._classes = classes.split()
        self._props["payload"] = one(json.dumps({"boxes": boxes, "tabs": tabs}))
        self.apart("payload", lasting=True)


def stage(
    tr: Translator, parts: Iterable[StagePart], *, kind: Kind, game: str, board: str, broad: bool = False
) -> None:
    """Builds the parts, each in its place. `game` names the table's class for its style sheet, ``table-<game>``;
    `board`: the sign of the tab that shows the board; `broad`: whether the board is (:data:`BROAD`)."""
    listed = list(parts)
    boxes = [_part(part) for part in listed if part.where == "strip"]
    if broad:
        beside = {"cls": "stage-beside", "inside": _columns(BROAD[1:], listed)}
        boxes += [*_columns(BROAD[:1], listed), beside]
    else:
        boxes += _columns(COLUMNS, listed)
    tabs = _tabs(tr, board, [part for part in listed if part.tab]) if kind == "player" else None
    table = Stage(f"stage stage-{kind} table-{game}{' is-broad' * broad}", boxes, tabs)
    for part in listed:
        with table.add_slot(part.name):
            part.build()


def _tabs(tr: Translator, board: str, parts: Iterable[StagePart]) -> Json:
    """The tabs of small screens: the board's, and one for each of these parts."""
    rows: list[Json] = [{"key": "board", "sign": board, "label": tr("stage.board")}]
    for part in parts:
        label = tr(f"tab.{part.name}") if tr.has(f"tab.{part.name}") else tr(f"stage.{part.name}")
        phone = part.where not in ("side", "flank")
        rows.append({"key": part.name, "sign": part.tab, "label": label, "phone": phone})
    return {"label": tr("stage.tabs"), "tabs": rows}


def _columns(columns: Iterable[tuple[str, Sequence[Sequence[Where]]]], parts: Sequence[StagePart]) -> list[Json]:
    boxes: list[Json] = []
    for column, places in columns:
        inside = [part for shared in places for part in parts if part.where in shared]
        if inside:
            boxes.append({"cls": f"stage-column stage-{column}", "inside": _column(inside)})
    return boxes


def _column(parts: Sequence[StagePart]) -> list[Json]:
    """The parts of a column; those above the board share a row, and so do those below the prompt."""
    boxes: list[Json] = []
    for where, inside in groupby(parts, lambda part: part.where):
        row = [_part(part) for part in inside]
        boxes += [{"cls": f"stage-{where}", "inside": row}] if where in ("top", "hand") else row
    return boxes


def _part(part: StagePart) -> Json:
    return {"part": part.name, "cls": f"part part-{part.where}", "tab": bool(part.tab)}
