"""The changes of a list: between its versions, and between versions of its pack."""

from __future__ import annotations

from typing import Any

from rules.olomoc.cabals.draft import PARTS, PLACES, Sketch
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.lists.cabal_list import CardDifference, changes, opened
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS
from webapp.games.olomoc.table.text.names import Names
from webapp.store import SavedList
from webapp.ui.tree import Child, el, icon


def steps(old: Sketch, new: Sketch, names: Names) -> list[str]:
    """The differences between two versions, in a few words each."""
    tr = names.tr
    changes = []
    if new.faction != old.faction and new.faction is not None:
        changes.append(names.book.faction(new.faction, tr.language))
    for part in PARTS:
        for place in PLACES:
            was, now = old.at(place, part), new.at(place, part)
            if was != now and was and now:
                changes.append(tr("lists.step.change", before=names.card(was), after=names.card(now)))
            elif was != now and now:
                changes.append(tr("lists.step.take", card=names.card(now)))
            elif was != now and was:
                changes.append(tr("lists.step.away", card=names.card(was)))
    return changes


# Another version of the pack -----------------------------------------------------------------------------------------


def changed_cards(desk: CabalDraft, names: Names) -> list[Child]:
    """The differences of the cards since the list was composed; nothing where it is the same version."""
    tr = names.tr
    made = _made_with(desk.saved)
    if made is None and not desk.other_version:
        return []
    version = desk.other_version or (made.version if made else "")
    if not version or version == desk.pack.version:
        return []
    differences = changes(made, desk.pack) if made is not None else []
    rows: list[Child] = [el("li", _change_words(one, names)) for one in differences]
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
        return opened(saved.content) if saved is not None else None
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
            before, after = (
                tr("cabals.none") if value is None else str(value) for value in (change.before, change.after)
            )
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
