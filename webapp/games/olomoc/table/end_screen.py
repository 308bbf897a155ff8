"""The end: who won and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.cards import dice_stats
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]


def verdict(result: Json, names: Names) -> list[Child]:
    """One sentence: who won, why, and the score."""
    winner, reason = result.get("winner"), result["reason"]
    key = f"event.over-{reason}" if winner else f"event.drawn-{reason}"
    points = result["points"]
    fields: dict[str, Child | int] = {"one": points["1"], "two": points["2"]}
    if winner:
        loser = "2" if winner == "1" else "1"
        fields |= {"winner": names.who(winner), "loser": names.who(loser)}
        fields |= {"most": points[winner], "least": points[loser]}
    return rich(names.tr, key, **fields)


def end(view: Json, names: Names) -> Node | None:
    """The end screen of the match; None while it goes on."""
    result = view["outcome"]
    if result is None:
        return None
    tr, winner = names.tr, result.get("winner")
    near, far = sides(view)
    if winner is None:
        title: list[Child] = [tr("table.drawn" if result["reason"] != "fiel" else "table.game-won")]
    elif names.me in ("1", "2"):
        title = [tr("table.you-won" if winner == names.me else "table.you-lost")]
    else:
        title = rich(tr, "table.won", player=names.who(winner))
    replay = el("a.btn", icon("replay"), tr("table.look-back"), href=f"/replay/{names.code}", testid="to-replay")
    return el(
        "div.ending-told",
        el("h2", title),
        el("p.ending-why", verdict(result, names)),
        el(
            "div.ending-score",
            score(near, result, names),
            el("span.dash", "–", aria_hidden="true"),
            score(far, result, names),
        ),
        table(view, names, (near, far)),
        el(
            "div.answers",
            el("button.btn", icon("bloc"), tr("table.look-at-bloc"), set=["ending", "aside"], testid="ending-aside"),
            replay if names.code else None,
            el("a.btn.main", icon("quit"), tr("table.to-lobby"), href="/"),
        ),
        cls=f"side-{winner}" if winner else None,
        testid="outcome",
        data_winner=winner or "none",
        data_reason=result["reason"],
        key="ending",
    )


def score(seat: str, result: Json, names: Names) -> Node:
    return el("div.ending-side", el("strong.figure", str(result["points"][seat])), names.who(seat), cls=f"side-{seat}")


def table(view: Json, names: Names, order: tuple[str, str]) -> Node:
    """The deciding figures, player by player: points by cycle, rouages lost, Fiel, dice against what was to be
    expected."""
    tr = names.tr
    rows = [
        (tr("table.cycle-n", n=n), [by_cycle(view, seat).get(n, 0) for seat in order])
        for n in range(1, last_cycle(view) + 1)
    ]
    rows.append(
        (
            tr("table.lost"),
            [sum(1 for it in view.get("rouages", ()) if it["seat"] == s and it.get("out")) for s in order],
        )
    )
    rows.append((tr("table.fiel-word"), [view.get("fiel", {}).get(s, 0) for s in order]))
    cells = [
        el("li", el("span", word), [el("strong", str(v), cls=f"side-{s}") for s, v in zip(order, values, strict=True)])
        for word, values in rows
    ]
    found = dice_stats.of(names)
    luck = [dice_stats.figures(found[seat], names) for seat in order]
    cells.append(
        el(
            "li",
            el("span", tr("table.dice")),
            [el("strong", text, cls=f"side-{s}") for s, text in zip(order, luck, strict=True)],
        )
    )
    return el("ul.ending-table", cells)


def last_cycle(view: Json) -> int:
    return max((event["cycle"] for event in view.get("log", ()) if event["kind"] == "cycle-began"), default=0)


def by_cycle(view: Json, seat: str) -> dict[int, int]:
    """Points that a seat won in each cycle."""
    found: dict[int, int] = {}
    cycle = 0
    for event in view.get("log", ()):
        if event["kind"] == "cycle-began":
            cycle = event["cycle"]
        elif event["kind"] == "scored" and event["seat"] == seat:
            found[cycle] = found.get(cycle, 0) + event["change"]
    return found
