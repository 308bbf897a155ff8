"""Both ends of a match: what either side is after, who they are; who won, and what each has struck down and lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.blade import KEY
from webapp.games.blade.discs import portrait
from webapp.games.blade.names import OVERLORD, Names, text
from webapp.games.blade.overlays import aim
from webapp.games.contract import Json, winners
from webapp.plates.addresses import address
from webapp.table_kit.ends import Face, Figures, Sentence
from webapp.table_kit.plain_table import PlainTable
from webapp.ui.tree import Child, el

SPENT = (("movement",), ("melee", "ranged"), ("guard",))
"""The boxes of which the end tells the gems: for steps, for blows, for guards."""
OWN = ("guarded", "activated", "rerolled")
"""The first answers of the Overlord's player."""


class BladeEnds(PlainTable):
    """What the table says at both ends."""

    def briefing(self, words: Names) -> list[Child]:
        """The scenario's aims, the reader's own first, until that seat's first answer."""
        view, tr, me = words.view, words.tr, words.view.get("me")
        if view["round"] > 1 or any(_answered(event, me) for event in view["log"]):
            return []
        sides = ("overlord", "heroes") if me == OVERLORD else ("heroes", "overlord")
        aims = [
            el("p", el("span.overline", tr(f"scenario.side-{side}")), aim_of)
            for side in sides
            if (aim_of := aim(words, side))
        ]
        if not aims:
            return []
        last = el("p.muted", tr("briefing.last", n=view["last"]))
        return [el("h2", text(words.scenario["name"], tr)), *aims, last]

    def faces(self, seat: str, words: Names) -> list[Face]:
        """The Overlord, or the heroes that a seat holds; who fell is grey."""
        if seat == OVERLORD:
            return [Face(address(KEY, "overlord", "middle"), words.tr("scenario.side-overlord"))]
        rows = [words.heroes[id] for id in words.view["players"].get(seat, ()) if id in words.heroes]
        faces = ((portrait(row["id"], words, "middle"), row) for row in rows)
        return [Face(face, words.called(row["id"]), _title(row["id"], words), row["dead"]) for face, row in faces]

    def title(self, seat: str, words: Names) -> str:
        """The Overlord, or the heroes' names."""
        return ", ".join(face.name for face in self.faces(seat, words))

    def verdict(self, outcome: Json, words: Names) -> tuple[Sentence, Sentence]:
        """Who has won, and why; with the aim that the scenario gave to their side, where it was met."""
        given_up = any(event["kind"] == "over" and event.get("clause") == "WIN-5" for event in words.view["log"])
        clock = given_up and outcome["reason"] == "time"  # else it is the turn track that ended
        headline, why = super().verdict({**outcome, "reason": "clock"} if clock else outcome, words)
        why = why or _by_the_scenario(outcome["reason"], words)
        if given_up or not (won := winners(outcome)):
            return headline, why
        side = "overlord" if OVERLORD in won else "heroes"
        met = aim(words, side)
        return headline, f"{why} {words.tr(f'ending.aim-{side}', aim=met)}".strip() if met else why

    def figures(self, words: Names) -> Sequence[Figures]:
        """By seat: the wounds that it dealt, whom it struck down, whom it lost, what its gems went into."""
        dealt, slain, fallen = (dict.fromkeys(words.players, 0) for _ in range(3))
        for event in words.view["log"]:
            if event["kind"] not in ("wounded", "died"):
                continue
            by, of = _seat(event.get("by"), words), _seat(event["who"], words)
            died = event["kind"] == "died"
            if died and of in fallen:
                fallen[of] += 1
            if by in dealt and by != of:
                dealt[by] += 0 if died else event["count"]
                slain[by] += int(died)
        rows = {"dealt": dealt, "slain": slain, "fallen": fallen}
        told: list[Figures] = [(words.tr(f"ending.{key}"), row) for key, row in rows.items() if any(row.values())]
        return [*told, (words.tr("ending.spent"), spent)] if (spent := _spent(words)) else told


def _spent(names: Names) -> Mapping[str, str]:
    """By seat the gems that it has spent on steps, on blows and on guards; empty where nobody has."""
    counts = {seat: dict.fromkeys(SPENT, 0) for seat in names.players}
    for event in names.view["log"]:
        if event["kind"] != "spent":
            continue
        who = event["who"]  # a hero, or the Book
        if (seat := names.holder(who) if who in names.heroes else OVERLORD) in counts:
            box = next((box for box in SPENT if event["on"] in box), None)
            if box is not None:
                counts[seat][box] += event["count"]
    told = {seat: " · ".join(map(str, row.values())) for seat, row in counts.items()}
    return told if any(n for row in counts.values() for n in row.values()) else {}


def _answered(event: Json, me: str | None) -> bool:
    if me == OVERLORD:
        return event["kind"] in OWN
    return bool(event["kind"] == "stance" and event.get("seat") == me)


def _by_the_scenario(reason: str, names: Names) -> str:
    """Why the rule of a scenario that somebody wrote has ended the match: its text, else the word that it gives."""
    rules = names.scenario.get("rule", ())
    ends = [row for row in rules if any(deed.get("reason") == reason for deed in row.get("do", ()))]
    told = next((text(row["text"], names.tr) for row in ends if row.get("text")), "")
    return told or names.tr("ending.of-scenario", reason=reason.replace("-", " "))


def _title(hero: str, names: Names) -> str:
    printed = names.book.rows["heroes"].get(hero, {}).get("title")
    return text(printed, names.tr) if printed else ""


def _seat(id: str | None, names: Names) -> str:
    """The seat of a character; empty for allies, which are nobody's, and for what is no character."""
    if id is not None and id in names.heroes:
        return names.holder(id)
    return OVERLORD if any(row["id"] == id for row in names.view["figures"]) else ""
