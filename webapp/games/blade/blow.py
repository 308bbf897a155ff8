"""A blow as the log tells it so far: who strikes whom with what, the dice as they lie, what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.blade.names import Names, clause
from webapp.games.contract import Json
from webapp.ui.tree import Child, Node, el

QUESTIONS = frozenset(("guard", "next-target", "bodyguard", "sacrifice", "riposte", "last-blow"))
"""The kinds of questions about a blow at hand, besides rerolls."""
MOST = 120
"""The number of last events among which a blow is looked for."""
ANSWERED = frozenset(("riposte", "last-blow"))
"""The modes of blows that another one has set off."""


def at_hand(names: Names) -> list[Json]:
    """The events of the blow that is being resolved, from its declaration on, with those of the blows that it set off
    (SKL-7); empty for none."""
    log = names.view["log"][-MOST:]
    starts = (n for n, event in enumerate(log) if event["kind"] == "declared" and event["mode"] not in ANSWERED)
    first = max(starts, default=None)
    return [] if first is None else log[first:]


def pair(names: Names) -> list[str]:
    """Who strikes and who is struck now, of a sweep its present target (SKL-4), without who is not on the board."""
    by, target = "", ""
    for event in at_hand(names):
        if event["kind"] in ("declared", "circled"):
            by, target = event.get("by", by), event["target"]
    return [id for id in (by, target) if id in names.standing]


def rows(names: Names, *, thrown: bool = True) -> list[Child]:
    """A row for the blow at hand, and one further in for each further target of its sweep and each blow that it set off
    (SKL-4, SKL-7); the last is the present one. `thrown`: with the dice of that one."""
    events = at_hand(names)
    last = max((n for n, event in enumerate(events) if event["kind"] == "declared"), default=0)
    blows: list[Node] = []
    for n, event in enumerate(events):
        if event["kind"] == "declared":
            blows.append(_row(event, events[n:], names, thrown=thrown or n != last))
        elif event["kind"] == "circled":
            blows.append(el("span.blow-row", "↳ ", names.called(event["target"]), f" · {event['left']}"))
    for n, row in enumerate(blows):
        row["c"] += (" is-further" if n else "") + (" is-now" if n == len(blows) - 1 else "")
    return list(blows)


def _row(declared: Json, since: Sequence[Json], names: Names, *, thrown: bool) -> Node:
    who, target = names.called(declared["by"]), names.called(declared["target"])
    gems = f" · {declared['gems']} ◆" if declared["gems"] else ""
    words = f"{who} → {target} · {names.word(declared['mode'])}{gems}"
    lying = dice(since, names) if thrown else None
    total = next((event["count"] for event in since if event["kind"] == "damage"), None)
    return el("span.blow-row", words, lying, f" = {total}" if total is not None else None)


def dice(since: Sequence[Json], names: Names) -> Node | None:
    """The dice of the first throw among events, as they lie now."""
    start = next((n for n, event in enumerate(since) if event["kind"] == "rolled"), None)
    return None if start is None else el("span.dice", [die(row, names) for row in lying(since[start:])])


def lying(since: Sequence[Json]) -> list[Json]:
    """The dice of a throw, the first of these events, after what was thrown again of it (DIE-4)."""
    rows = [dict(row) for row in since[0]["dice"]]
    for event in since[1:]:
        if event["kind"] in ("rolled", "damage"):
            break
        if event["kind"] == "rerolled" and event["die"] < len(rows):
            rows[event["die"]]["successes"] = event["successes"]
    return rows


def die(row: Json, names: Names) -> Node:
    """A die with its letter and what it shows; pointed at, where it comes from."""
    source = names.word(row["from"]) if row.get("from") else None
    letter = names.word(row["die"])[:1].upper()
    return el("i.die", letter, el("strong", str(row["successes"])), cls=f"is-{row['die']}", title=source)


def sources(rolled: Json, names: Names) -> Node:
    """What the dice of a throw come from, each once with its number."""
    by_source: dict[str, int] = {}
    for row in rolled["dice"]:
        by_source[row["from"]] = by_source.get(row["from"], 0) + 1
    words = " + ".join(f"{names.word(source)} ×{n}" for source, n in by_source.items())
    return el("small.muted", " ", words)


def parts(rows: Sequence[Json], names: Names, *, cited: bool = True) -> list[Child]:
    """The parts of a sum, each with what it comes from and, where they are `cited`, its clause. Of those that are not
    the ones that come from nothing named would be bare numbers."""
    nodes: list[Child] = []
    for row in (row for row in rows if cited or row["by"]):
        by = f" {names.named(row['by'])}" if row["by"] else ""
        nodes += [" ", el("small.muted", f"{row['value']}{by}"), *([" ", clause(row["clause"])] if cited else [])]
    return nodes
