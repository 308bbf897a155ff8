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
    for event in events:
        if event["kind"] == "wounded":
            wounds[event["who"]] += event["count"]
    dead = [event["who"] for event in events if event["kind"] == "died"]
    parts = [names.tr("news.wounds", who=names.called(who), n=n) for who, n in wounds.items() if who not in dead]
    parts += [names.tr("news.dead", who=names.called(who)) for who in dead]
    tiles = Counter(event["tile"] for event in events if event["kind"] == "activated")
    parts += [names.tr("news.tile", tile=names.tile(tile)) + (f" ×{n}" if n > 1 else "") for tile, n in tiles.items()]
    parts += [
        names.tr("news.door", door=names.called(event["door"]), to=names.word(event["to"]))
        for event in events
        if event["kind"] == "door"
    ]
    return " · ".join(parts)


def _of_the_other(names: Names, own: str) -> Iterator[Json]:
    """The events of the other side's last turn, newest first, up to its beginning; none where that is out of reach."""
    turn: list[Json] = []
    for event in reversed(names.view["log"][-MOST:]):
        if event["kind"] == "turn-began" and event["side"] != own:
            yield from reversed(turn)
            return
        if event["kind"] == "turn-began":
            turn = []
        turn.append(event)


def news(names: Names) -> list[Child]:
    """The line, with its heading."""
    words = since(names)
    return [el("p.blade-news", el("strong", names.tr("news.since")), " ", words)] if words else []
