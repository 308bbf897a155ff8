"""Adjustments in words: the effect of each change on the present position, or the proposal (in the log)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, rich

Json = Mapping[str, Any]
Line = tuple[str | None, list[Child]]
"""A value's name in its row, and what is said of it."""


def lines(row: Json, names: Names, live: bool) -> list[Line]:
    """One line for each value of a change. `live`: it is not agreed on yet, so "2 → 3" can be said."""
    if "piece" in row:
        return _piece(row, names, live)
    if "swap" in row:
        one, two = row["swap"]
        return [(None, rich(names.tr, "change.swap", seat=names.who(row["seat"]), one=one, two=two))]
    if "seat" in row:
        return [
            (key, rich(names.tr, f"change.{key}", seat=names.who(row["seat"]), n=_arrow(was, row[key], names)))
            for key in ("points", "fiel")
            if key in row
            for was in [names.view.get(key, {}).get(row["seat"]) if live else None]
        ]
    if "traque" in row:
        was = names.view.get("traque") if live else None
        return [(None, rich(names.tr, "change.traque", n=_arrow(was, row["traque"], names)))]
    if "card" in row:
        marks: dict[str, Child] = {"card": el("strong", names.card(row["card"]))}
        marks |= {"origin": zone(row["from"], names), "to": zone(row["to"], names)}
        return [(None, rich(names.tr, "change.card", **marks))]
    return [(None, [names.tr.plural("change.roll", int(row.get("roll", 0)))])]


def _piece(row: Json, names: Names, live: bool) -> list[Line]:
    tr, id = names.tr, row["piece"]
    who, piece = names.someone(id), names.get(id) or _marker(id, names)
    lines: list[Line] = []
    if "at" in row:
        x, y = (names.inches(v) for v in row["at"])
        lines.append(("at", rich(tr, "change.at", piece=who, x=x, y=y)))
    if "wounds" in row:
        life = len(piece.get("profile", {}).get("life", ""))
        was = life - piece.get("wounds", 0) if live else None
        left = _arrow(was, life - row["wounds"], names)
        lines.append(("wounds", rich(tr, "change.wounds", piece=who, n=left, all=life)))
    for key in ("noirceur", "actions"):
        if key in row:
            was = piece.get(key, 0) if live else None
            lines.append((key, rich(tr, f"change.{key}", piece=who, n=_arrow(was, row[key], names))))
    had = piece.get("tokens", {})
    if "agenda" in row:
        was = had.get("agenda", 0) if live else None
        lines.append(("agenda", rich(tr, "change.agenda", piece=who, n=_arrow(was, row["agenda"], names))))
    for seat, count in sorted(row.get("players", {}).items()):
        now = _arrow(had.get(seat, 0) if live else None, count, names)
        lines.append(("players", rich(tr, "change.players", piece=who, seat=names.who(seat), n=now)))
    if "states" in row:
        lines.append(("states", rich(tr, "change.stunned" if row["states"] else "change.not-stunned", piece=who)))
    return lines


def _marker(id: str, names: Names) -> Json:
    token: Json = next((marker for marker in names.view.get("markers", ()) if marker["id"] == id), {})
    return token


def _arrow(was: int | None, now: int, names: Names) -> Child:
    return el("strong", str(now) if was is None else names.tr("change.arrow", was=was, now=now))


def zone(name: str, names: Names) -> str:
    """The zone of a card: a player's hand, the Artefact, its discard, the spent ministries."""
    if name in ("hand-1", "hand-2"):
        return names.tr("change.hand", player=names.player(name[-1]))
    return names.tr(f"change.zone-{name}")


def highlight(row: Json, names: Names) -> Json | None:
    """The part of the Bloc that a change is about: a piece, and the place where it would stand."""
    if "piece" not in row:
        return None
    size = names.profile(row["piece"]).get("base") or _marker(row["piece"], names).get("size", 30)
    return {"ids": [row["piece"]], "spots": [[*row["at"], size]] if "at" in row else []}


def listed(rows: Iterable[Json], names: Names, live: bool = True) -> Node:
    """All changes of a proposal, a line each; pointing at one lights its piece and its place on the Bloc."""
    return el(
        "ul.changes",
        [
            el("li", words, light=highlight(row, names), tabindex="0")
            for row in rows
            for _, words in lines(row, names, live)
        ],
        testid="changes",
    )
