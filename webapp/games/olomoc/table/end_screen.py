"""The end: who won and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.table.cards import dice_stats
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import of_seat
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon, plate, rich

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
    shown = (near, far) if winner is None else (winner,)
    return el(
        "div.ending-told",
        [el("div.ending-faces", _faces(view, seat, names), cls=f"side-{seat}") for seat in shown],
        el("h2", title),
        el("p.ending-why", verdict(result, names)),
        el(
            "div.ending-score",
            score(near, result, names),
            el("span.dash", "–", aria_hidden="true"),
            score(far, result, names),
        ),
        cls=f"side-{winner}" if winner else None,
        testid="outcome",
        data_winner=winner or "none",
        data_reason=result["reason"],
        key="ending",
    )


def reckoning(view: Json, names: Names) -> list[Child]:
    """Where the points came from, what was lost, and the ways to look back; nothing while the match goes on."""
    if view["outcome"] is None:
        return []
    tr = names.tr
    replay = el("a.btn", icon("replay"), tr("table.look-back"), href=f"/replay/{names.code}", testid="to-replay")
    aside = el("button.btn", icon("bloc"), tr("table.look-at-bloc"), set=["ending", "aside"], testid="ending-aside")
    lobby = el("a.btn", icon("quit"), tr("table.to-lobby"), href="/")
    return [table(view, names, sides(view)), el("div.answers", aside, replay if names.code else None, lobby)]


def _faces(view: Json, seat: str, names: Names) -> list[Child]:
    """A cabal's faces; who fell is grey."""
    return [
        el(
            "span.ending-face",
            plate(portrait(names.book, it.get("card"), seat, "middle")),
            cls="is-out" if it.get("out") else None,
            title=names.full(it["id"]),
        )
        for it in of_seat(view, seat)
    ]


def score(seat: str, result: Json, names: Names) -> Node:
    return el("div.ending-side", el("strong.figure", str(result["points"][seat])), names.who(seat), cls=f"side-{seat}")


def table(view: Json, names: Names, order: tuple[str, str]) -> Node:
    """The deciding figures, player by player: points by what they were scored for, rouages lost, Fiel, dice against
    what was to be expected."""
    tr, points = names.tr, {seat: view["outcome"]["points"][seat] for seat in order}
    scored = {seat: by_source(view, seat) for seat in order}
    rows = [
        (_source(why, names), [scored[seat].get(why, 0) for seat in order])
        for why in dict.fromkeys(why for seat in order for why in scored[seat])
    ]
    before = [points[seat] - sum(scored[seat].values()) for seat in order]
    if any(before):  # a match that began in its midst
        rows.insert(0, (tr("table.points-before"), before))
    rows.append((tr("table.points-all"), [points[seat] for seat in order]))
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


def by_source(view: Json, seat: str) -> dict[str, int]:
    """Points that a seat has scored, by what for: a card, a capacity, an adjustment."""
    found: dict[str, int] = {}
    for event in view.get("log", ()):
        if event["kind"] == "scored" and event["seat"] == seat:
            found[event["why"]] = found.get(event["why"], 0) + event["change"]
    return found


def _source(why: str, names: Names) -> str:
    if why == "adjustment":
        return names.tr("what.adjustment")
    found = names.book.printed(why)
    return words(found.name, names.tr.language) if found is not None else names.called(why)
