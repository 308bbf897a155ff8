"""Both ends of a match: what either side is after, who they are; who won, and what each has struck down and lost."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.blade import KEY
from webapp.games.blade.names import OVERLORD, Names, text
from webapp.games.blade.overlays import aim
from webapp.games.contract import Json, winners
from webapp.plates.addresses import address, has
from webapp.table_kit.ends import Face, Figures
from webapp.table_kit.plain_texts import verdict as plain_verdict
from webapp.ui.tree import Child, el

OWN = ("guarded", "activated", "rerolled")
"""The first answers of the Overlord's player."""


def briefing(names: Names) -> list[Child]:
    """The scenario's aims, the reader's own first, until that seat's first answer."""
    view, tr, me = names.view, names.tr, names.view.get("me")
    if view["round"] > 1 or any(_answered(event, me) for event in view["log"]):
        return []
    sides = ("overlord", "heroes") if me == OVERLORD else ("heroes", "overlord")
    aims = [
        el("p", el("span.overline", tr(f"scenario.side-{side}")), aim_of)
        for side in sides
        if (aim_of := aim(names, side))
    ]
    if not aims:
        return []
    last = el("p.muted", tr("briefing.last", n=view["last"]))
    return [el("h2", text(names.scenario["name"], tr)), *aims, last]


def _answered(event: Json, me: str | None) -> bool:
    if me == OVERLORD:
        return event["kind"] in OWN
    return bool(event["kind"] == "stance" and event.get("seat") == me)


def faces(seat: str, names: Names) -> list[Face]:
    """The Overlord, or the heroes that a seat holds; who fell is grey."""
    if seat == OVERLORD:
        return [Face(address(KEY, "overlord", "middle"), names.tr("scenario.side-overlord"))]
    rows = [names.heroes[id] for id in names.view["players"].get(seat, ()) if id in names.heroes and has(KEY, id)]
    return [Face(address(KEY, row["id"], "middle"), names.called(row["id"]), _title(row["id"], names), row["dead"])
            for row in rows]  # fmt: skip


def title(seat: str, names: Names) -> str:
    """The Overlord, or the heroes' names."""
    return ", ".join(face.name for face in faces(seat, names))


def _title(hero: str, names: Names) -> str:
    printed = names.book.rows["heroes"].get(hero, {}).get("title")
    return text(printed, names.tr) if printed else ""


def verdict(outcome: Json, names: Names) -> tuple[Child, Child]:
    """Who has won, and why; with the aim that the scenario gave to their side, where it was met."""
    given_up = any(event["kind"] == "over" and event.get("clause") == "WIN-5" for event in names.view["log"])
    clock = given_up and outcome["reason"] == "time"  # else it is the turn track that ended
    headline, why = plain_verdict({**outcome, "reason": "clock"} if clock else outcome, names)
    if given_up or not (won := winners(outcome)):
        return headline, why
    side = "overlord" if OVERLORD in won else "heroes"
    met = aim(names, side)
    return headline, f"{why} {names.tr(f'ending.aim-{side}', aim=met)}".strip() if met else why


def figures(names: Names) -> Sequence[Figures]:
    """By seat: the wounds that it dealt, whom it struck down, whom it lost."""
    dealt, slain, fallen = (dict.fromkeys(names.players, 0) for _ in range(3))
    for event in names.view["log"]:
        if event["kind"] not in ("wounded", "died"):
            continue
        by, of = _seat(event.get("by"), names), _seat(event["who"], names)
        died = event["kind"] == "died"
        if died and of in fallen:
            fallen[of] += 1
        if by in dealt and by != of:
            dealt[by] += 0 if died else event["count"]
            slain[by] += int(died)
    rows = {"dealt": dealt, "slain": slain, "fallen": fallen}
    return [(names.tr(f"ending.{key}"), row) for key, row in rows.items() if any(row.values())]


def _seat(id: str | None, names: Names) -> str:
    """The seat of a character; empty for allies, which are nobody's, and for what is no character."""
    if id is not None and id in names.heroes:
        return names.holder(id)
    return OVERLORD if any(row["id"] == id for row in names.view["figures"]) else ""
