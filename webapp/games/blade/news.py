"""What has happened since the viewer's side had its turn last, in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from webapp.games.blade.names import OVERLORD, Names
from webapp.games.contract import Json
from webapp.ui.tree import Child, el

MOST = 400
"""The number of last events that are searched for the turn's beginning."""


def since(names: Names) -> str:
    """Wounds, deaths, tiles and doors of the other side's turn; empty before it had one, and while it has it."""
    me = names.view.get("me")
    own = "overlord" if me == OVERLORD else "heroes"
    if me is None or names.view["side"] != own or names.view.get("outcome"):
        return ""
    events = list(_of_the_other(names, own))
    wounds: Counter[str] = Counter()
    for it in events:
        if it["kind"] == "wounded":
            wounds[it["who"]] += it["count"]
    dead = [it["who"] for it in events if it["kind"] == "died"]
    said = [names.tr("news.wounds", who=names.called(who), n=n) for who, n in wounds.items() if who not in dead]
    said += [names.tr("news.dead", who=names.called(who)) for who in dead]
    tiles = Counter(it["tile"] for it in events if it["kind"] == "activated")
    said += [names.tr("news.tile", tile=names.tile(tile)) + (f" ×{n}" if n > 1 else "") for tile, n in tiles.items()]
    said += [
        names.tr("news.door", door=names.called(it["door"]), to=names.word(it["to"]))
        for it in events
        if it["kind"] == "door"
    ]
    return " · ".join(said)


def _of_the_other(names: Names, own: str) -> Iterator[Json]:
    """The events of the other side's last turn, newest first, up to its beginning; none where that is out of reach."""
    found: list[Json] = []
    for event in list(names.view["log"])[: -MOST - 1 : -1]:
        if event["kind"] == "turn-began" and event["side"] != own:
            yield from reversed(found)
            return
        if event["kind"] == "turn-began":
            found = []
        found.append(event)


def news(names: Names) -> list[Child]:
    """The line, with its heading."""
    said = since(names)
    return [el("p.blade-news", el("strong", names.tr("news.since")), " ", said)] if said else []
