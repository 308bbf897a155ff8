"""The log in sentences: each event that a reader cares about, with its dice, threshold, modifiers and clause.

An event without a sentence (bookkeeping that another one tells better) gives None; `tests/webapp` holds that every
kind of event is in exactly one of the two.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from rules.kernel.identity_cache import cached_by
from webapp.games.olomoc.faces import face_of
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.cards.dice import thrown
from webapp.games.olomoc.table.text.events import SENTENCES, Event
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.i18n import Translator, whole
from webapp.ui.tree import Child, Node, el, plate, rich


class _Told(NamedTuple):
    event: Event
    book: Book
    names: Names


def entry(event: Event, names: Names) -> Node | None:
    """The log's line for an event, or None. Shared: never change it."""
    return _entry(_Told(event, names.book, names), names.scope, names.tr)


def has_line(event: Event, names: Names) -> bool:
    """Whether the log has a line for an event."""
    builder = SENTENCES.get(event["kind"])
    return builder is not None and builder(event, names) is not None


# In the log and among the announcements, for both players: where all may know an event, their logs have the same row.
@cached_by("event", "book", size=128)
def _entry(of: _Told, scope: Hashable, tr: Translator) -> Node | None:
    event, _, names = of
    builder = SENTENCES.get(event["kind"])
    sentence = builder(event, names) if builder else None
    if sentence is None:
        return None
    seat, face = side(event, names), face_of(names, actor(event))
    dice = throw(event, names) if event["kind"] == "rolled" else None
    return el(
        "div.log-entry",
        el("span.log-face", plate(face)) if face else None,
        el("p", GLOSSARY.marked_all(sentence, names.tr.language)),
        dice,
        cls=[f"side-{seat}" if seat else "plain", f"log-{event['kind']}", HEADINGS.get(event["kind"], ""), sort(event)],
        light=highlight(event, names),
        data_sound=SOUNDS.get(event["kind"]),
        tabindex="-1",
    )


SOUNDS = {"rolled": "dice", "wounded": "wound", "out": "wound", "over": "end"}
"""The sound of an event, by its kind."""


ROLLS = frozenset({"rolled", "roll-changed", "die-rolled", "dodged", "reacted", "tactic", "wounded", "out", "attacked"})
MOVES = frozenset({"moved", "displacement-lost", "activated", "stayed-off", "instinct", "hostile-placed"})
CARDS = frozenset(
    {
        "revealed", "order-set", "card-played", "mechanism", "capacity", "effect-began", "noted", "drafted", "used",
        "card-moved", "slots-swapped", "proposed", "answered", "planned", "composed",
    }
)  # fmt: skip


def sort(event: Event) -> str:
    """The filter that lets this line through, beside the one for everything."""
    kind = event["kind"]
    return "is-rolls" if kind in ROLLS else "is-moves" if kind in MOVES else "is-cards" if kind in CARDS else ""


ABOUT = ("by", "piece", "rouage", "attacker", "target", "hostile", "on", "marker")


def highlight(event: Event, names: Names) -> Mapping[str, Any] | None:
    """The part of the Bloc that a line is about: pieces, markers, decor in the way; of a movement where it began and
    ended."""
    about = [event[key] for key in ABOUT if isinstance(event.get(key), str)]
    about += [source for source in event.get("sources", ()) if isinstance(source, str)]
    params = event.get("params") if event["kind"] == "noted" else None
    about += [value for value in (params or {}).values() if isinstance(value, str)]
    ids = [id for id in dict.fromkeys(about) if names.is_on_bloc(id)]
    spots = []
    if event["kind"] == "moved":
        size = names.profile(event["piece"]).get("base", 30)
        spots = [[*at, size] for at in (event.get("start"), event["to"]) if at]
    return {"ids": ids, "spots": spots} if ids or spots else None


DICE = frozenset({"ROL-1", "RNG-2", "RNG-3"})
"""Clauses that change the number of dice; any other changes the threshold."""
HEADINGS = {"cycle-began": "heading", "revealed": "subheading", "over": "heading"}


def side(event: Event, names: Names) -> str | None:
    """The side of a line: the seat in it, or the seat of the piece that does something; "h" for hostiles."""
    if event.get("seat") in ("1", "2"):
        seat: str = event["seat"]
        return seat
    for key in ("by", "piece", "rouage", "attacker", "hostile"):
        id = event.get(key)
        if id in ("1", "2"):
            return str(id)
        if isinstance(id, str) and names.get(id):
            return names.seat(id) or "h"
    return None


def actor(event: Event) -> str:
    """The piece that does what a line tells; empty where none does."""
    return next((event[key] for key in ("by", "piece", "rouage", "attacker", "hostile") if event.get(key)), "")


def throw(event: Event, names: Names) -> Node:
    """Every die, successes lit, the threshold named, and each modifier with its clause."""
    hits = names.tr.plural("card.successes-n", event["successes"])
    return el(
        "div.throw",
        thrown(event["dice"], event["threshold"], names),
        el("span.hits", hits),
        modifiers(event, names),
    )


def modifiers(roll: Mapping[str, Any], names: Names) -> list[Child]:
    """The modifiers that make a roll differ from the printed one, of a roll thrown or one to come."""
    return [modifier(m, by, names) for m, by in zip_longest(roll.get("modifiers", ()), roll.get("sources", ()))]


def to_come(rolls: Sequence[Mapping[str, Any]], names: Names) -> list[Child]:
    """The dice of an exchange before they are thrown: who throws how many at what, and why."""
    out: list[Child] = []
    for n, roll in enumerate(rolls):
        out += [" · " if n else "", names.someone(roll["by"]), " "] if len(rolls) > 1 else []
        out += [
            names.tr.plural("prompt.dice-at", roll["dice"], threshold=roll["threshold"]),
            " ",
            *modifiers(roll, names),
        ]
    return out


def modifier(row: Mapping[str, Any], source: str | None, names: Names) -> Node:
    """One reason why the roll was another: what it is (support, charge, distance, cover, a card), by how much, of dice
    or of the threshold, and the clause."""
    tr, value = names.tr, whole(row["value"], signed=True)
    key = f"event.modifier-{row['clause'].lower()}"
    if source is not None and not names.is_on_bloc(source):
        words: list[Child] = [names.called(source)]
    elif tr.has(key):
        words = rich(tr, key, by=names.called(source) if source is not None else "")
    else:
        words = []
    what = tr("event.modifier-dice" if row["clause"] in DICE else "event.modifier-threshold")
    return el("span.modifier", words, " " if words else "", f"{what} {value} ", clause(row["clause"]))
