"""The drawing of the Bloc made from a view: plain figures in micrometres, and words in the reader's language.

Made once per (sequence, viewer class, language); the classes differ only by which edge is at the bottom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from nicegui import json

from rules.kernel.identity_cache import cached_by
from webapp.games.olomoc import faces
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator

View = Mapping[str, Any]
TURNS = {"south": 0, "east": 1, "north": 2, "west": 3}
"""Quarter turns clockwise that bring an edge to the bottom."""
MOVES = 16
"""Movements among that many last events are sent, for the pieces that slide along their rulers."""
RECENT = 40
"""Rolls among that many last events are sent, for the dice that fall beside a piece; only new ones are shown."""


def scene(view: View, names: Names, seq: int) -> str:
    """The drawing for this viewer as the component's JSON string."""
    body = {
        "seq": seq,
        "turn": turn(view),
        "first": TURNS.get(view.get("edges", {}).get("1", "south"), 0),
        "words": words(names.tr),
        "edges": edges(view, names),
        "decor": [decor(row, names.tr) for row in view.get("decor", ())],
        "markers": _markers(
            _Marked(view.get("markers", ()), names.book, names), view.get("agenda"), names.basis, names.tr
        ),
        "pieces": [rouage(piece, view, names) for piece in view.get("rouages", ()) if piece.get("at")]
        + [hostile(piece, names) for piece in view.get("hostiles", ()) if piece.get("at")],
        "fallen": fallen(view, names),
        "traque": view.get("traque", 0),
        "rolls": rolls(view, names),
        "moves": moves(view, names),
    }
    return json.dumps(body)


@lru_cache(8)
def words(tr: Translator) -> Mapping[str, str | list[str]]:
    """The labels of the drawing and its tools."""
    return {
        "bloc": tr("table.bloc"),
        "tools": tr("bloc.tools"),
        "measure": tr("bloc.measure"),
        "sight": tr("bloc.sight"),
        "in": tr("bloc.in"),
        "out": tr("bloc.out"),
        "fit": tr("bloc.fit"),
        "flip": tr("bloc.flip"),
        "grid": tr("bloc.grid"),
        "ruler": tr("bloc.ruler"),
        "cursor": tr("bloc.cursor"),
        "inch": tr("table.inch", n="{n}"),
        "inches": tr("table.inches", n="{n}"),
        "point": "," if tr.language == "fr" else ".",
        "edges": [tr(f"what.{edge}-letter") for edge in TURNS],
        **{f"{tool}-sign": tr(f"sign.{tool}") for tool in ("measure", "sight", "in", "out", "fit", "flip", "grid")},
    }


def turn(view: View) -> int:
    """The rotation of the Bloc: one's own edge is at the bottom; spectators sit with player 1's seat."""
    seat = view.get("me") if view.get("me") in ("1", "2") else "1"
    return TURNS.get(view.get("edges", {}).get(seat, "south"), 0)


def edges(view: View, names: Names) -> list[dict[str, Any]]:
    edge_of = view.get("edges", {})
    return [
        {"seat": seat, "side": side, "label": names.tr("table.deployment", player=names.player(seat))}
        for seat, side in sorted(edge_of.items())
    ]


@cached_by(size=128)
def decor(piece: Mapping[str, Any], tr: Translator) -> Mapping[str, Any]:
    """A piece of decor. Shared: never change it."""
    words = [tr(f"table.decor-{piece['kind']}")]
    if piece.get("tinted"):
        words.append(tr("table.tinted"))
    return {
        "id": piece["id"],
        "kind": piece["kind"],
        "tinted": bool(piece.get("tinted")),
        "points": piece["polygon"],
        "label": ", ".join(words),
    }


class _Marked(NamedTuple):
    markers: Sequence[Mapping[str, Any]]
    book: Book
    names: Names


@cached_by("markers", "book", size=16)
def _markers(of: _Marked, *_: object) -> list[dict[str, Any]]:
    """The markers on the Bloc. Other arguments: cache keys for the rest of `names`. Shared: never change them."""
    return [marker(token, of.names) for token in of.markers if token.get("at")]


def marker(token: Mapping[str, Any], names: Names) -> dict[str, Any]:
    x, y = token["at"]
    tokens = []
    for owner, count in sorted(token.get("tokens", {}).items()):
        one = {"seat": owner if owner in ("1", "2") else "h", "label": names.token(owner)}
        tokens += [one] * min(int(count), 9)
    return {
        "id": token["id"],
        "x": x,
        "y": y,
        "d": token.get("size", 30),
        "tinted": bool(token.get("tinted")),
        "tokens": tokens,
        "glyph": names.glyph(token["id"]),
        "face": faces.marker(token["id"]),
        "label": names.marker_words(token),
    }


def rouage(piece: Mapping[str, Any], view: View, names: Names) -> dict[str, Any]:
    x, y = piece["at"]
    profile = piece["profile"]
    active = piece["id"] in (view.get("active") or {}).get("rouages", ())
    return {
        "id": piece["id"],
        "seat": piece["seat"],
        "x": x,
        "y": y,
        "d": profile["base"],
        "mono": names.monogram(piece["id"]),
        "name": names.piece(piece["id"]),
        "face": faces.portrait(names.book, piece.get("card"), piece["seat"], "small"),
        "rank": profile["rank"],
        "life": profile["life"],
        "wounds": piece.get("wounds", 0),
        "noirceur": piece.get("noirceur", 0),
        "stunned": "stunned" in piece.get("states", ()),
        "active": active,
        "label": names.piece_words(piece, active),
    }


def fallen(view: View, names: Names) -> list[Mapping[str, Any]]:
    """The places where rouages out of combat fell, with their marks."""
    return [
        {"id": piece["id"], "seat": piece["seat"], "x": at[0], "y": at[1], "d": piece["profile"]["base"], "mono": mark}
        for piece in view.get("rouages", ())
        if piece.get("out")
        and (at := _fell(_Fallen(piece, names.book, view)))
        and (mark := names.monogram(piece["id"]))
    ]


class _Fallen(NamedTuple):
    piece: Mapping[str, Any]
    book: Book
    view: View


# Looked for once: the row of a rouage out of combat stays the same.
@cached_by("piece", "book", size=32)
def _fell(of: _Fallen) -> Sequence[int] | None:
    """The place where a rouage stood last, in micrometres; None where the log does not say."""
    moved = (event for event in reversed(of.view.get("log", ())) if event["kind"] == "moved")
    return next((event["to"] for event in moved if event["piece"] == of.piece["id"]), None)


def hostile(piece: Mapping[str, Any], names: Names) -> dict[str, Any]:
    x, y = piece["at"]
    return {
        "id": piece["id"],
        "seat": None,
        "x": x,
        "y": y,
        "d": piece["profile"]["base"],
        "mono": names.letter(piece["id"]),
        "name": names.piece(piece["id"]),
        "face": faces.hostile(piece.get("card")),
        "life": piece["profile"].get("life", ""),
        "wounds": piece.get("wounds", 0),
        "stunned": "stunned" in piece.get("states", ()),
        "label": names.hostile_words(piece),
    }


def moves(view: View, names: Names) -> dict[str, Any]:
    """The last way of each piece among the last events, with the ruler it slid along, to be drawn as it arrives."""
    last: dict[str, Any] = {}
    for event in view.get("log", ())[-MOVES:]:
        if event["kind"] != "moved" or event["start"] is None:
            continue
        row: dict[str, Any] = {"n": event["n"], "from": event["start"], "to": event["to"]}
        if event["ruler"] is not None:
            sizes = names.book.rulers()
            length, width = sizes[1] if event["drawn"] == "push" else sizes[0]
            row["ruler"] = {**event["ruler"], "length": length, "width": width}
        last[event["piece"]] = row
    return last


def rolls(view: View, names: Names) -> list[dict[str, Any]]:
    """The last throws of pieces that stand on the Bloc, newest last; at most one per piece."""
    standing = {
        roller["id"]: roller for roller in [*view.get("rouages", ()), *view.get("hostiles", ())] if roller.get("at")
    }
    last: dict[str, dict[str, Any]] = {}
    for event in view.get("log", ())[-RECENT:]:
        if event["kind"] != "rolled" or event["by"] not in standing or not event["dice"]:
            continue
        roller = standing[event["by"]]
        last[roller["id"]] = {
            "n": event["n"],
            "seat": roller.get("seat"),
            "x": roller["at"][0],
            "y": roller["at"][1],
            "r": roller["profile"]["base"] * 500,
            "dice": event["dice"],
            "threshold": event["threshold"],
            "need": f"{event['threshold']}+",
        }
    return list(last.values())
