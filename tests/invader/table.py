"""Helpers of the duel's tests: positions written by hand, commands, and what a player sees after them."""

from __future__ import annotations

from typing import Any

from rules.invader import Match, Refused
from rules.invader.packs.reader import CORE, SCHEMA
from rules.kernel import Json
from rules.kernel.packs.archive import opened

PASS: Json = {"kind": "cancel", "card": None}
FILL = ["skitterling"]


WILDS = 'id = "wilds"\nversion = "1"\nextends = "core"\n'
"""The header of a pack over the core pack."""
WOLF = """
[[card]]
id = "wolf"
name = { fr = "Loup", en = "Wolf" }
side = "human"
kind = "defender"
max = 3
discard = 1
force = 2
text = "enter: draw 1"
"""


def duel(seed: int = 1, **position: Any) -> Match:
    """A match from a position; seat 1 is the Invader, seat 2 the Human."""
    return Match.from_position(position, seed=seed)


def duel_with(texts: dict[str, str], seed: int = 1, **position: Any) -> Match:
    """A match from a position, these cards of the core pack having other texts."""
    files = dict(opened(CORE).texts)
    files["pack.toml"] = files["pack.toml"].replace('id = "core"', 'id = "tried"', 1)
    for card, text in texts.items():
        for name, source in files.items():
            before, header, rest = source.partition(f'id = "{card}"\n')
            own, end, others = rest.partition("\n[[")
            lines = [line for line in own.split("\n") if not line.startswith("text = ")]
            if header:
                files[name] = before + header + "\n".join((*lines, f'text = "{text}"', "")) + end + others
    pack = SCHEMA.read(files)
    return Match.from_position({"pack": "tried", **position}, seed=seed, shelf={"tried": pack})


def on(seat: str, zone: str, *cards: str) -> list[Json]:
    """Cards of a seat in play in a zone, in this order."""
    return [{"card": card, "seat": seat, "zone": zone} for card in cards]


def hero(card: str = "okafor", zone: str = "eurasia", upright: bool = True) -> Json:
    return {"card": card, "zone": zone, "upright": upright}


def play(card: str, zone: str | None = None, **more: Any) -> Json:
    return {"kind": "play", "card": card} | ({"zone": zone} if zone else {}) | more


def use(source: str, use: int = 0, **more: Any) -> Json:
    return {"kind": "use", "source": source, "use": use, **more}


def refused(match: Match, seat: str, command: Json) -> tuple[str, str, Json]:
    """Clause, code and parameters of a refusal; the match stays as it was."""
    before = match.position()
    try:
        match.submit(seat, command)
    except Refused as no:
        assert match.position() == before
        return no.refusal.clause, no.refusal.code, dict(no.refusal.params)
    raise AssertionError(f"{command} is legal")


def pieces(match: Match, zone: str | None = None) -> list[str]:
    """The ids of the pieces in play, in the order of entry."""
    return [it["id"] for it in match.view("spectator")["play"] if zone in (None, it["zone"])]


def pile(match: Match, seat: str) -> list[str]:
    """A discard, bottom first, by card."""
    return [id.split("-", 1)[1].rsplit("-", 1)[0] for id in match.view("spectator")["discards"][seat]]


def kinds(match: Match, since: int = 0, viewer: str = "spectator") -> list[str]:
    return [row["kind"] for row in match.view(viewer, since)["log"]]


def asked(match: Match) -> dict[str, str]:
    return {seat: question.kind for seat, question in match.asked.items()}
