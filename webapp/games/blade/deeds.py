"""What a bot did last, and what for, in a line: whom it strikes, or whom or what it comes nearer to. It is read from
what everybody has seen, so that it says no more than a companion would."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from webapp.games.blade.names import OVERLORD, Names
from webapp.games.contract import Json

MOST = 160
"""The number of last events that are searched."""
PASSABLE = frozenset(("open", "curtain", "door", "stairs", "opening"))
HANDS = {"handled": "object", "took": "item", "door": "door", "threw": "item"}
"""The events of hands, and the thing that each names; the words of each are `deed.handled`, …."""
ACTORS = {"moved": "who", "declared": "by", "handled": "by", "took": "who", "door": "by", "threw": "who"}
"""The events that are deeds, and who does each."""


def deed(seat: str, names: Names) -> str:
    """The last deed of a seat in this match; empty before the first."""
    log = names.view["log"][-MOST:]
    if seat == OVERLORD:
        start = max((n for n, event in enumerate(log) if event["kind"] == "activated"), default=None)
        return "" if start is None else _of_tile(log[start]["tile"], log[start:], names)
    own = names.view["players"].get(seat, ())
    acts = [event for event in log if _actor(event) in own]
    if not acts:
        return ""
    who = _actor(acts[-1])
    return _of_hero(who, [act for act in acts[-8:] if _actor(act) == who], names)


def _actor(event: Json) -> str:
    return str(event.get(ACTORS.get(event["kind"], ""), ""))


def _of_tile(tile: str, events: Sequence[Json], names: Names) -> str:
    """Whom its figures struck; if nobody, whom they came nearer to."""
    tr, name = names.tr, names.tile(tile)
    mine = {id for id, row in names.figures.items() if row["tile"] == tile}
    blows = [event["target"] for event in events if event["kind"] == "declared" and event["by"] in mine]
    if blows:
        at = ", ".join(names.called(hero) for hero in dict.fromkeys(blows))
        return tr.plural("deed.blows", len(blows), tile=name, at=at)
    walks = [event for event in events if event["kind"] == "moved" and event["who"] in mine]
    heroes = [row["id"] for row in names.view["heroes"] if row["at"] is not None]
    to = _nearer(walks, heroes, names)
    return tr("deed.tile-towards", tile=name, to=names.called(to)) if to else tr("deed.tile", tile=name)


def _of_hero(who: str, events: Sequence[Json], names: Names) -> str:
    """Whom the hero struck, what it handled; else whom or what it came nearer to."""
    tr, called, last = names.tr, names.called(who), events[-1]
    if last["kind"] == "declared":
        walked = len(events) > 1 and events[-2]["kind"] == "moved"
        return tr("deed.goes-to-strike" if walked else "deed.strikes", who=called, at=names.called(last["target"]))
    if last["kind"] in HANDS:
        return tr(f"deed.{last['kind']}", who=called, what=names.called(last[HANDS[last["kind"]]]))
    things = [row["at"] for row in names.view["objects"].values() if not row["gone"]]
    aims = [*things, *names.view["exits"], *names.view["ground"]]
    foes = [id for id, row in names.figures.items() if names.view["tiles"][row["tile"]]["side"] == "overlord"]
    standing = [foe for foe in foes if foe in names.standing]
    to = _nearer([event for event in events if event["kind"] == "moved"], [*aims, *standing], names)
    return tr("deed.towards", who=called, to=names.called(to)) if to else tr("deed.goes", who=called)


def _nearer(walks: Iterable[Json], goals: Sequence[str], names: Names) -> str:
    """The goal, a zone or a character, that walks came nearest to among those that they came nearer to."""
    ends: dict[str, list[str]] = {}
    for walk in walks:
        ends.setdefault(walk["who"], [walk["from"]]).append(walk["to"])
    nearer: list[tuple[int, str]] = []
    for path in ends.values():
        before, after = _steps(path[0], names), _steps(path[-1], names)
        for goal in goals:
            zone = names.standing.get(goal, goal)
            if zone in after and after[zone] < before.get(zone, 99):
                nearer.append((after[zone], goal))
    return min(nearer, default=(0, ""))[1]


def _steps(start: str, names: Names) -> Mapping[str, int]:
    """The number of steps to each zone, by borders that can be walked through once their doors are open."""
    beside: dict[str, list[str]] = {}
    for row in names.board.get("borders", ()):
        if not row.get("pieces") or any(piece["kind"] in PASSABLE for piece in row["pieces"]):
            a, b = row["between"]
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
    steps, edge = {start: 0}, deque([start])
    while edge:
        here = edge.popleft()
        for zone in beside.get(here, ()):
            if zone not in steps:
                steps[zone] = steps[here] + 1
                edge.append(zone)
    return steps
