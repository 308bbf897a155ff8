"""What each has done in a match: who struck down whom, carried what the aims name, healed and saved whom; a line for
each hero and for each of the Overlord's tiles that struck somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from webapp.games.blade.names import Names, card_of
from webapp.ui.tree import Child, el

AIMED = ("item", "carrying", "needs_item", "key")
"""The keys by which rules and things of a scenario name what is to be carried."""
HELD: Mapping[str, tuple[str, str]] = {"took": ("who", "item"), "caught": ("who", "item"), "gave": ("to", "item")}
"""The events by which something comes into somebody's hands, with their fields for who and what."""


@dataclass
class Feats:
    """What a hero or a tile has done: whom it struck down, by name; wounds that it dealt and healed; whom it stood in
    for or guarded; what it carried, and what of it off the board; the round in which it fell."""

    slain: Counter[str] = field(default_factory=Counter)
    dealt: int = 0
    healed: Counter[str] = field(default_factory=Counter)
    saved: Counter[str] = field(default_factory=Counter)
    carried: dict[str, bool] = field(default_factory=dict)
    fell: int = 0


def feats(names: Names) -> list[Child]:
    """The lines, the heroes' first; of who has done nothing none."""
    told = ((names.called(id), _parts(id, its, names)) for id, its in _counted(names).items())
    return [el("p", el("strong", names.tr.labelled(who, "")), ", ".join(parts), ".") for who, parts in told if parts]


def _counted(names: Names) -> Mapping[str, Feats]:
    """The feats by hero, then by tile, from the log."""
    by_id = {id: Feats() for id in (*names.heroes, *names.view["tiles"])}
    aimed, n, healer = frozenset(_aimed(names.scenario)), 0, ""
    for event in names.view["log"]:
        kind = event["kind"]
        doer = by_id.get(_doer(event.get("by") or "", names))
        match kind:
            case "turn-began":
                n = event["round"]
            case "wounded" if doer is not None and _doer(event["who"], names) != _doer(event["by"], names):
                doer.dealt += event["count"]
            case "died":
                if doer is not None:
                    doer.slain[_kind(event["who"], names)] += 1
                if event["who"] in names.heroes:
                    by_id[event["who"]].fell = n
            case "rolled" if event["why"] == "heal":
                healer = event["by"]
            case "healed":
                by, healer = by_id.get(healer or event["who"]), ""
                if by is not None:
                    by.healed[event["who"]] += event["wounds"] + event["owed"] + event["life"]
            case "sacrificed" if doer is not None:
                doer.saved[event["target"]] += 1
            case "guarded" if doer is not None and event["by"] != event["target"]:
                doer.saved[event["target"]] += 1
            case "took" | "caught" | "gave":
                who, item = (event[key] for key in HELD[kind])
                if who in names.heroes and card_of(item) in aimed:
                    by_id[who].carried[item] = False
    for id, row in names.heroes.items():
        by_id[id].carried |= {item: row["left"] for item in row["items"] if card_of(item) in aimed}
    return by_id


def _doer(id: str, names: Names) -> str:
    """The hero, or the tile of a figure."""
    return str(names.figures[id]["tile"]) if id in names.figures else id


def _kind(who: str, names: Names) -> str:
    """A hero, or the unit of a figure, of which several may fall."""
    return names.called(who) if who in names.heroes else names.of_pack(names.figures[who]["unit"]) or names.called(who)


def _aimed(rows: object) -> Iterator[str]:
    """The cards that a scenario names to be carried."""
    if isinstance(rows, Mapping):
        for key, value in rows.items():
            if key in AIMED and isinstance(value, str):
                yield value
            yield from _aimed(value)
    elif isinstance(rows, list | tuple):
        for row in rows:
            yield from _aimed(row)


def _parts(id: str, its: Feats, names: Names) -> list[str]:
    tr = names.tr
    parts: list[str] = []
    for item, out in its.carried.items():
        parts.append(tr("feat.carried-out" if out else "feat.carried", what=names.called(item)))
    if its.slain:
        parts.append(tr("feat.slain", whom=_several(its.slain)))
    if its.dealt:
        parts.append(tr.plural("feat.dealt", its.dealt))
    for who, n in its.healed.items():
        if n:
            parts.append(tr.plural("feat.healed-self" if who == id else "feat.healed", n, whom=names.called(who)))
    if its.saved:
        parts.append(tr("feat.saved", whom=_several(Counter({names.called(who): n for who, n in its.saved.items()}))))
    if its.fell:
        parts.append(tr("feat.fell", n=its.fell))
    return parts


def _several(counted: Counter[str]) -> str:
    return ", ".join(f"{who} ×{n}" if n > 1 else who for who, n in counted.items())
