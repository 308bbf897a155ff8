"""The shelf as trees: ready-made lists, and every stored list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from webapp.i18n import Translator
from webapp.lists.kind import ListKind, Starter, Verdict, list_text
from webapp.lists.plain_text import plain
from webapp.lists.versions import when
from webapp.store import SavedList
from webapp.ui.tree import Child, Node, el, icon

SHELVES = ("here", "archived", "deleted")


@dataclass
class ShelfView:
    """The state of a shelf page. ``starting``: the choices beside the ready-made lists
    (:meth:`ListKind.beginnings`)."""

    shelf: str = "here"
    words: str = ""
    tag: str | None = None
    starting: dict[str, str] = field(default_factory=dict)


# Starting ------------------------------------------------------------------------------------------------------------


def starters(kind: ListKind[Any], lists: Sequence[Starter[Any]], tr: Translator) -> list[Child]:
    """The ready-made lists, and the empty list."""
    return [
        el("h2", tr("lists.begin"), key="h"),
        el("a.btn", icon("plus"), tr("lists.empty-list"), href=f"{kind.address}/new", testid="new-list", key="new"),
        el("ul.starter-list", [starter_row(kind, starter, tr) for starter in lists], key="starters"),
    ]


def starter_row(kind: ListKind[Any], starter: Starter[Any], tr: Translator, **query: str) -> Node:
    """A ready-made list with buttons to open and to play it. ``query``: added to the address."""
    return el(
        "li.starter-row",
        el(
            "a.starter-open",
            kind.face(starter.value, tr),
            el(
                "span.starter-words",
                el("strong.name", starter.name),
                el("small.muted", starter.about) if starter.about else None,
            ),
            href=f"{kind.address}/new?{urlencode({'starter': starter.key} | query)}",
            testid=f"starter-{starter.key}",
        ),
        el(
            "button.btn",
            icon("play"),
            tr("lists.play"),
            do={"do": "play", "starter": starter.key},
            aria_label=tr("lists.play-named", name=starter.name),
            testid=f"play-{starter.key}",
        ),
        key=starter.key,
    )


# The lists -----------------------------------------------------------------------------------------------------------


def shelf(kind: ListKind[Any], lists: Sequence[SavedList], shown: ShelfView, tr: Translator) -> list[Child]:
    """The lists shown, and the tabs of the shelf."""
    counts = {key: sum(1 for one in lists if stands(one) == key) for key in SHELVES}
    here = [one for one in lists if stands(one) == shown.shelf]
    matching = [one for one in here if _matches(kind, one, shown)]
    matching.sort(key=lambda one: not one.favourite)
    tags = sorted({tag for one in here for tag in one.tags})
    if not any(counts.values()):
        return [
            el(
                "div.shelf-empty",
                el("strong", tr("lists.empty")),
                el("p.muted", list_text("lists.empty-hint", tr)),
                key="empty",
                testid="shelf-empty",
            )
        ]
    return [
        el(
            "div.segments.shelves",
            [_shelf_tab(key, counts[key], shown, tr) for key in SHELVES if counts[key] or key == shown.shelf],
            key="shelves",
        ),
        el("div.chips", [_tag(tag, shown) for tag in tags], key="tags") if tags else None,
        el("ul.kept-lists", [row(kind, one, tr) for one in matching], key="lists")
        if matching
        else el("p.muted", tr("lists.none-such"), key="none"),
    ]


def stands(one: SavedList) -> str:
    """The section of the shelf: "here", "archived", "deleted"."""
    if one.deleted_at is not None:
        return "deleted"
    return "archived" if one.archived_at is not None else "here"


def _matches(kind: ListKind[Any], one: SavedList, shown: ShelfView) -> bool:
    if shown.tag is not None and shown.tag not in one.tags:
        return False
    wanted = plain(shown.words).split()
    if not wanted:
        return True
    value = _value(kind, one)
    cards = kind.words(value) if value is not None else ()
    text = plain(" ".join([one.name, one.notes, *one.tags, *cards]))
    return all(word in text for word in wanted)


def _shelf_tab(which: str, count: int, shown: ShelfView, tr: Translator) -> Node:
    return el(
        "button.segment",
        f"{tr(f'lists.shelf.{which}')} {count}",
        do={"do": "shelf", "which": which},
        aria_pressed="true" if which == shown.shelf else "false",
        testid=f"shelf-{which}",
        key=which,
    )


def _tag(tag: str, shown: ShelfView) -> Node:
    return el(
        "button.chip",
        icon("tag"),
        tag,
        do={"do": "tag", "tag": tag},
        aria_pressed="true" if tag == shown.tag else "false",
        key=tag,
    )


def row(kind: ListKind[Any], one: SavedList, tr: Translator) -> Node:
    """One list: name, content, verdict, buttons."""
    value = _value(kind, one)
    verdict = kind.judge(value, tr) if value is not None else Verdict((tr("lists.unreadable"),))
    name = one.name or list_text("lists.unnamed", tr)
    deleted = one.deleted_at is not None
    inside = [
        *(kind.face(value, tr) if value is not None else ()),
        el(
            "span.starter-words",
            el("strong.name", name),
            el("small.muted", _under(kind, one, value, tr)),
        ),
        _state(verdict, tr),
    ]
    return el(
        "li.kept-row",
        el("span.kept-open", inside) if deleted else el("a.kept-open", inside, href=f"{kind.address}/list/{one.id}"),
        el("span.kept-actions", _actions(one, name, tr, verdict.legal)),
        key=one.id,
        cls="favourite" if one.favourite else None,
        testid=f"list-{one.id}",
        data_name=one.name,
    )


def _under(kind: ListKind[Any], one: SavedList, value: Any, tr: Translator) -> str:
    about = kind.about(value, tr) if value is not None else ""
    return " · ".join(filter(None, (about, *one.tags, when(one.changed_at, tr))))


def _state(verdict: Verdict, tr: Translator) -> Node:
    if verdict.problems:
        summary = verdict.summary or tr.plural("lists.state.problems", len(verdict.problems))
        return el("span.state.bad", icon("cross"), summary)
    if verdict.missing:
        return el("span.state.open", icon("nothing-yet"), tr("lists.state.unfinished"))
    return el("span.state.good", icon("check"), tr("lists.state.legal"))


def _actions(one: SavedList, name: str, tr: Translator, playable: bool) -> list[Child]:
    if one.deleted_at is not None:
        return [_action("undelete", "undo", one, tr("lists.undelete"), name, tr)]
    star = tr("lists.unfavourite") if one.favourite else tr("lists.favourite")
    put = tr("lists.unarchive") if one.archived_at else tr("lists.archive")
    return [
        _action("play", "play", one, tr("lists.play"), name, tr) if playable else None,
        _action("favourite", "star", one, star, name, tr, on=one.favourite),
        _action("copy", "copy", one, tr("lists.copy"), name, tr),
        _action("archive", "archive", one, put, name, tr),
        _action("delete", "trash", one, tr("lists.delete"), name, tr),
    ]


def _action(do: str, sign: str, one: SavedList, words_: str, name: str, tr: Translator, on: bool | None = None) -> Node:
    return el(
        "button.tool",
        icon(sign),
        do={"do": do, "id": one.id},
        title=words_,
        aria_label=tr("lists.do-to", what=words_, name=name),
        aria_pressed=None if on is None else "true" if on else "false",
        testid=f"{do}-{one.id}",
    )


def _value(kind: ListKind[Any], one: SavedList) -> Any:
    try:
        return kind.read(one.content)
    except ValueError:
        return None
