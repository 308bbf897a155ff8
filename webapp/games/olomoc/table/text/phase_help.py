"""The help on the current phase: the steps now and their clauses, the effects that end then, the open cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.cards.reader import prose
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]

NOW = "@now"
"""The id under which the present part of the match is read."""


def stage(view: Json) -> str:
    """The part of the match: "setup", "cabals", "planning", "phase", "hostiles", "end" or "over"."""
    if view.get("outcome"):
        return "over"
    frames = {frame["frame"]: frame for frame in view.get("resolving", ())}
    # A cycle's own frame names its next step: what goes on now is the frame above it.
    for frame in ("planning", "phase", "hostile-round", "cycle-end"):
        if frame in frames:
            return {"hostile-round": "hostiles", "cycle-end": "end"}.get(frame, frame)
    cycle = frames.get("cycle")
    if cycle is None:
        return "cabals" if {"composing", "drafting", "compose", "draft"} & set(frames) else "setup"
    return "phase" if cycle["step"] == "phases" else "planning"


def title(here: str, names: Names) -> str:
    """The part of the match, as `stage` has it, in a word or two."""
    return names.tr(f"moment.{here}", n=names.view.get("phase", 1))


def moment(names: Names) -> Node:
    """The context: now, then, and the piles."""
    tr, view = names.tr, names.view
    here = stage(view)
    text = tr(f"moment.{here}-what", n=view.get("phase", 1), cycle=view.get("cycle", 1))
    return el(
        "article.reading",
        el(
            "header.reading-head",
            el("span.overline", tr("moment.cycle", n=view.get("cycle", 1))),
            el("h2", title(here, names), id="reading-title"),
        ),
        el("p", prose(text, names)),
        el("h3", tr("moment.ends")),
        el("p", prose(tr(f"moment.{here}-ends"), names)) if here != "over" else None,
        running(view, names),
        *piles(view, names),
        el("p", el("button.btn", icon("note"), names.tr("readout.title"), set=["readout", "on"], data_closes="yes")),
    )


def running(view: Json, names: Names) -> Node | None:
    """The effects that hold now, and until when."""
    rows = []
    for effect in view.get("effects", ()):
        until = f"moment.until-{effect.get('until')}"
        on: list[Child] = [" · ", names.someone(effect["piece"])] if effect.get("piece") else []
        when: list[Child] = [" · ", names.tr(until)] if names.tr.has(until) else []
        rows.append(el("li", el("strong", names.capacity(effect["name"])), on, when))
    return el("ul.reading-list", rows) if rows else None


def piles(view: Json, names: Names) -> list[Child]:
    """The open cards: the agenda, the fallen ministry, the Artefact, the ministries played."""
    tr = names.tr
    rows: list[tuple[str, Sequence[str]]] = [
        ("agenda", [view["agenda"]] if view.get("agenda") else []),
        ("fallen", [view["fallen"]] if view.get("fallen") else []),
        ("discard", list(reversed(view.get("discard", ())))),
        ("spent", list(view.get("spent", ()))),
    ]
    left = tr.plural("moment.pile", view["pile"]) if isinstance(view.get("pile"), int) else ""
    shown = [
        el("dt", tr(f"moment.{key}"))
        if n == 0
        else el("dd", [names.read(id, "agendas" if key == "agenda" else "") for id in ids])
        for key, ids in rows
        if ids
        for n in (0, 1)
    ]
    return [el("h3", tr("moment.piles")), el("p.muted", left) if left else None, el("dl.reading-piles", shown)]
