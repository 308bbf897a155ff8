"""A player's own notes in pencil on seats and stacks: where they are written, and where they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.games.contract import Json
from webapp.games.diktat.city import Acts, seat_mark
from webapp.games.diktat.intents import Jot
from webapp.games.diktat.names import Names
from webapp.table_kit.composer import Press
from webapp.tables.talk import NOTE
from webapp.ui.tree import Child, Node, el, icon

Notes = Mapping[str, str]
"""Texts by subject: ``seat:2``, ``stack:s3``."""


@dataclass(frozen=True)
class Noting:
    """A note being written; without ``about`` a seat or stack is still to be chosen."""

    about: str = ""
    text: str = ""


def jot(part: str, key: str = "") -> Json:
    """A press in the notes, as it is sent."""
    return {"do": "jot", "part": part, "key": key}


def subjects(names: Names) -> list[str]:
    """The possible subjects of a note: the other seats, and every stack on the table."""
    seats = [f"seat:{seat}" for seat in names.players if seat != names.view.get("me")]
    return seats + [f"stack:{stack['id']}" for stack in names.stacks()]


def changed(noting: Noting | None, press: Jot, notes: Notes, names: Names) -> Noting | None:
    """The note being written after a press; a subject that is not on the table is none."""
    if press.part == "new":
        return Noting()
    if press.part == "about" and press.key in subjects(names):
        return Noting(press.key, notes.get(press.key, ""))
    if press.part == "text" and noting is not None:
        return replace(noting, text=press.text)
    return None if press.part in ("keep", "close") else noting


def sound(noting: Noting | None, names: Names) -> Noting | None:
    """The note being written after the match went on: one about a stack that is gone is dropped."""
    return None if noting is None or (noting.about and noting.about not in subjects(names)) else noting


def presses(names: Names) -> Acts:
    """The presses on the table while a subject is chosen."""
    return Acts({subject.partition(":")[2]: Press(jot("about", subject)) for subject in subjects(names)})


def panel(notes: Notes, noting: Noting | None, names: Names) -> list[Child]:
    """The notes on what is on the table, and the form for one; while there are none, just the way to begin."""
    tr = names.tr
    new = el("button.btn.quiet", icon("note"), tr("notes.new"), do=jot("new"), hot="n", testid="new-note")
    choosing = noting is not None and not noting.about
    written = [] if choosing else [subject for subject in subjects(names) if subject in notes]
    rows = [el("li", _subject(subject, names), " ", el("q", notes[subject])) for subject in written]
    if not rows and noting is None:
        return [el("div.diktat-notes.is-empty", new, testid="notes")]
    head = el("div.deal-head", el("h2.overline", tr("notes.title")), None if noting else new)
    shown = [head, el("ul.own-notes", rows) if rows else None, _form(noting, names) if noting else None]
    return [el("section.diktat-notes", shown, aria_label=tr("notes.title"), testid="notes")]


def _form(noting: Noting, names: Names) -> Node:
    tr = names.tr
    close = el("button.btn.quiet", tr("plain.never-mind"), do=jot("close"), testid="close-note")
    if not noting.about:
        chips = [_subject(subject, names) for subject in subjects(names)]
        asked = el("p", tr("notes.about"))
        return el("div.deal-form", asked, el("div.plain-ways", chips), el("div.plain-ways", close), key="about")
    field: Node = {"t": "field", "c": "field", "do": jot("text"), "value": noting.text, "most": NOTE}
    field["a"] = {"aria-label": tr("notes.text", about=_subject_name(noting.about, names)), "data-testid": "note-text"}
    keep = el("button.btn.main.accent", tr("notes.keep"), do=jot("keep"), testid="keep-note")
    hint = el("p.muted", tr("notes.yours"))
    head = el("p", _subject_name(noting.about, names))
    return el("div.deal-form", head, field, hint, el("div.plain-ways", keep, close), key=f"note/{noting.about}")


def _subject(about: str, names: Names) -> Node:
    """A button with which a note about something is begun or changed."""
    what, _, id = about.partition(":")
    seat = id if what == "seat" else next(stack["seat"] for stack in names.stacks() if stack["id"] == id)
    label: list[Child] = [seat_mark(seat, names), _subject_name(about, names)]
    return el("button.btn", label, do=jot("about", about), cls=names.colours(seat), testid=f"note-{id}")


def _subject_name(about: str, names: Names) -> str:
    what, _, id = about.partition(":")
    stack = names.find_stack(id) if what == "stack" else None
    if stack is None:
        return names.who(id)
    sector = names.sector(stack["sector"])
    return str(names.tr("diktat.stack-at", who=names.who(stack["seat"]), sector=sector, n=stack["height"]))
