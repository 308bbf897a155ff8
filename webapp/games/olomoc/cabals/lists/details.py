"""Details of a stored list as trees: tags, versions, and changes between versions of its pack."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from babel.dates import format_datetime

from rules.olomoc.cabals.draft import PARTS, PLACES, Sketch
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.lists.cabal_list import CardDifference, changes
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS
from webapp.games.olomoc.table.text.names import Names
from webapp.lists.service import as_list
from webapp.store import SavedList, SavedVersion
from webapp.ui.tree import Child, Node, el, icon

VERSIONS_SHOWN = 30


def marks(desk: CabalDraft, names: Names) -> list[Child]:
    """The buttons that mark, copy and put away; before the list is kept, the one that keeps it."""
    tr, saved = names.tr, desk.saved
    if saved is None:
        return [
            el("button.btn.main", icon("check"), tr("cabals.keep"), do={"do": "keep"}, testid="keep-it", key="keep")
        ]
    star = tr("cabals.unfavourite") if saved.favourite else tr("cabals.favourite")
    put = tr("cabals.unarchive") if saved.archived_at else tr("cabals.archive")
    return [
        el(
            "div.marks-row",
            _mark("favourite", "star", star, on=saved.favourite),
            _mark("copy", "copy", tr("cabals.copy")),
            _mark("archive", "archive", put, on=saved.archived_at is not None),
            _mark("delete", "trash", tr("cabals.delete")),
            key="marks",
        )
    ]


def _mark(do: str, sign: str, words: str, on: bool | None = None) -> Node:
    pressed = None if on is None else "true" if on else "false"
    return el("button.btn", icon(sign), words, do={"do": do}, aria_pressed=pressed, testid=f"mark-{do}")


def history(desk: CabalDraft, versions: Sequence[SavedVersion], names: Names) -> list[Child]:
    """Every version, the newest first, with what it changed; any of them can be had again."""
    tr = names.tr
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
                    el("strong", tr("cabals.version-n", n=version.number)),
                    el("span.when", when(version.at, names)),
                ),
                el("span.muted", "; ".join(_steps(before, version, names)) or tr("cabals.no-change")),
                el(
                    "button.btn.quiet",
                    icon("undo"),
                    tr("cabals.restore"),
                    do={"do": "restore", "number": version.number},
                    aria_label=tr("cabals.restore-n", n=version.number),
                    testid=f"restore-{version.number}",
                )
                if n
                else el("span.muted.now", tr("cabals.now")),
                key=version.number,
                testid=f"version-{version.number}",
            )
        )
    return [el("h2.overline", tr("cabals.versions"), key="h"), el("ul.versions", rows, key="versions")]


def when(at: float, names: Names) -> str:
    """A time as people say it, on the server's clock."""
    return format_datetime(datetime.fromtimestamp(at).astimezone(), "d MMM, HH:mm", locale=names.tr.language)


def _steps(before: SavedVersion | None, version: SavedVersion, names: Names) -> list[str]:
    """What a version changed, in a few words."""
    tr = names.tr
    new = _sketch(version.content)
    old = _sketch(before.content) if before is not None else Sketch()
    found = []
    if new.faction != old.faction and new.faction is not None:
        found.append(names.book.faction(new.faction, tr.language))
    for part in PARTS:
        for place in PLACES:
            was, now = old.at(place, part), new.at(place, part)
            if was != now and was and now:
                found.append(tr("cabals.step.change", before=names.card(was), after=names.card(now)))
            elif was != now and now:
                found.append(tr("cabals.step.take", card=names.card(now)))
            elif was != now and was:
                found.append(tr("cabals.step.away", card=names.card(was)))
    if before is not None and before.name != version.name:
        found.append(tr("cabals.step.name", name=version.name or tr("cabals.unnamed")))
    return found


def _sketch(content: Any) -> Sketch:
    try:
        return Sketch.from_json(content)
    except ValueError:
        return Sketch()


# Another version of the pack -----------------------------------------------------------------------------------------


def changed_cards(desk: CabalDraft, names: Names) -> list[Child]:
    """What the cards say otherwise than when the list was composed; nothing where it is the same version."""
    tr = names.tr
    made = _made_with(desk.saved)
    if made is None and not desk.other_version:
        return []
    version = desk.other_version or (made.version if made else "")
    if not version or version == desk.pack.version:
        return []
    found = changes(made, desk.pack) if made is not None else []
    rows: list[Child] = [el("li", _change_words(one, names)) for one in found]
    rows += [el("li", tr("cabals.change.altered", card=names.card(id))) for _, id in desk.altered]
    return [
        el(
            "section.other-version",
            el("p", icon("help"), tr("cabals.other-version", pack=desk.pack.id, made=version, now=desk.pack.version)),
            el("ul", rows) if rows else el("p.muted", tr("cabals.nothing-changed")),
            el("button.btn.quiet", tr("cabals.take-version"), do={"do": "renew"}, testid="renew")
            if desk.saved
            else None,
            testid="other-version",
            key="other-version",
        )
    ]


def _made_with(saved: SavedList | None) -> Any:
    try:
        return as_list(saved) if saved is not None else None
    except ValueError:
        return None


def _change_words(change: CardDifference, names: Names) -> str:
    tr = names.tr
    card = _card_name(change, names)
    match change.what:
        case "gone" | "name":
            return tr(f"cabals.change.{change.what}", card=card)
        case "capacity-new" | "capacity-gone" | "capacity-changed":
            capacity = change.after if change.after is not None else change.before
            return tr(f"cabals.change.{change.what}", card=card, capacity=_words(capacity, names))
        case "factions" | "ministries" | "rouages":
            return tr("cabals.change.affiliation", card=card)
        case _:
            label = tr(f"card.{change.what}") if change.what in STATS else tr(f"cabals.figure.{change.what}")
            before, after = (tr("cabals.none") if it is None else str(it) for it in (change.before, change.after))
            return tr("cabals.change.figure", card=card, what=label, before=before, after=after)


def _card_name(change: CardDifference, names: Names) -> str:
    if change.what == "gone" and isinstance(change.before, dict):
        return _words(change.before.get("name"), names) or change.id
    return names.card(change.id)


def _words(text: Any, names: Names) -> str:
    """A text of a card's JSON in the reader's language."""
    if isinstance(text, dict):
        return str(text.get(names.tr.language) or next(iter(text.values()), ""))
    return words(text, names.tr.language) if isinstance(text, str) else ""
