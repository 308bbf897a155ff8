"""Both ends of a match: what either side is after, who they are; who won, and what each has struck down and lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from webapp.games.blade import KEY
from webapp.games.blade.discs import picture, portrait
from webapp.games.blade.feats import feats
from webapp.games.blade.game import OVERLORD as BOOK
from webapp.games.blade.names import OVERLORD, Names, text
from webapp.games.blade.overlays import aim
from webapp.games.blade.packs import PACKS
from webapp.games.contract import CastMember, Json, winners
from webapp.i18n import Translator
from webapp.packs.kind import name_of
from webapp.plates.addresses import address
from webapp.table_kit.ends import Face, Figures, Sentence
from webapp.table_kit.plain_table import PlainTable
from webapp.ui.tree import Child, Node, el

SPENT: Mapping[str, Sequence[str]] = {"steps": ("movement",), "blows": ("melee", "ranged"), "guards": ("guard",)}
"""The boxes of which the end tells the gems; all others are "others"."""
KINDS = (*SPENT, "others")
BEGUN = ("moved", "declared")
"""Once somebody has done such a thing the board is what everybody looks at."""
OWN = ("guarded", "activated", "rerolled")
"""The first answers of the Overlord's player."""


class BladeEnds(PlainTable):
    """What the table says at both ends."""

    def briefing(self, words: Names) -> list[Child]:
        """The scenario's aims, the reader's own first, until that seat's first answer or the first deed of a hero."""
        view, tr, me = words.view, words.tr, words.view.get("me")
        if view["round"] > 1 or any(event["kind"] in BEGUN or _answered(event, me) for event in view["log"]):
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

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """The Overlord, and heroes of the packs that are there."""
        packs = (PACKS.core(), *PACKS.library.shelf().values())
        rows = {id: pack.heroes[id] for pack in packs for id in ids if id in pack.heroes}
        pictures = {id: picture(id, {"image": row.image}, "middle") for id, row in rows.items()}
        cast = {id: CastMember(name_of(row, tr.language), pictures[id]) for id, row in rows.items()}
        if BOOK in ids:
            cast[BOOK] = CastMember(tr("scenario.side-overlord"), address(KEY, "overlord", "middle"))
        return cast

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

    def feats(self, words: Names) -> Sequence[Child]:
        """Who struck down, carried, healed and saved whom."""
        return feats(words)

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
        sections: list[Figures] = [(words.tr(f"ending.{key}"), row) for key, row in rows.items() if any(row.values())]
        spent = _spent(words)
        if not spent:
            return sections
        sums = {
            seat: sum((Counter(row) for _, row in _of(seat, spent, words)), Counter[str]()) for seat in words.players
        }
        figures = {seat: " · ".join(str(row[kind]) for kind in SPENT) for seat, row in sums.items()}
        return [*sections, (words.tr("ending.spent"), figures), (words.tr("ending.by-round"), _columns(spent, words))]


Spent = Mapping[tuple[str, int], Mapping[str, int]]
"""The gems that a hero or the Book has spent in a round, by what for."""


def _spent(names: Names) -> Spent:
    rows: dict[tuple[str, int], Counter[str]] = {}
    n = 0
    for event in names.view["log"]:
        if event["kind"] == "turn-began":
            n = event["round"]
        elif event["kind"] == "spent":
            kind = next((kind for kind, boxes in SPENT.items() if event["on"] in boxes), "others")
            rows.setdefault((event["who"], n), Counter())[kind] += event["count"]
    return rows


def _of(seat: str, spent: Spent, names: Names) -> list[tuple[tuple[str, int], Mapping[str, int]]]:
    """The rows of a seat's heroes, or of the Book for the Overlord's."""
    return [
        (key, row)
        for key, row in spent.items()
        if (names.holder(key[0]) if key[0] in names.heroes else OVERLORD) == seat
    ]


def _columns(spent: Spent, names: Names) -> Mapping[str, Node]:
    """By seat, for each of its heroes a column a round: what its gems went into, one on the other."""
    rounds = range(min(n for _, n in spent), names.view["round"] + 1)
    most = max(sum(row.values()) for row in spent.values())
    drawn: dict[str, Node] = {}
    for seat in names.players:
        whose = dict.fromkeys(who for (who, _), _ in _of(seat, spent, names))
        drawn[seat] = el("span.spent", [_chart(who, rounds, most, spent, names) for who in whose])
    return drawn


def _chart(who: str, rounds: Sequence[int], most: int, spent: Spent, names: Names) -> Node:
    total = sum((Counter(spent.get((who, n), {})) for n in rounds), Counter[str]())
    name = names.called(who) if who in names.heroes else names.tr("blade.the-book")
    label = names.tr("ending.spent-on", who=name, **{kind: total[kind] for kind in KINDS})
    columns = []
    for n in rounds:
        row = spent.get((who, n), {})
        blocks = [el(f"i.is-{kind}", style=f"--n: {row[kind]}") for kind in KINDS if row.get(kind)]
        columns.append(el("span.spent-round", blocks))
    return el(
        "span.spent-chart", columns, style=f"--most: {most}", role="img", aria_label=label, title=label,
        key=f"spent-{who}",
    )  # fmt: skip


def _answered(event: Json, me: str | None) -> bool:
    if me == OVERLORD:
        return event["kind"] in OWN
    return bool(event["kind"] == "stance" and event.get("seat") == me)


def _by_the_scenario(reason: str, names: Names) -> str:
    """Why the rule of a scenario that somebody wrote has ended the match: its text, else the word that it gives."""
    rules = names.scenario.get("rule", ())
    ends = [row for row in rules if any(deed.get("reason") == reason for deed in row.get("do", ()))]
    reason_text = next((text(row["text"], names.tr) for row in ends if row.get("text")), "")
    return reason_text or names.tr("ending.of-scenario", reason=reason.replace("-", " "))


def _title(hero: str, names: Names) -> str:
    printed = names.book.rows["heroes"].get(hero, {}).get("title")
    return text(printed, names.tr) if printed else ""


def _seat(id: str | None, names: Names) -> str:
    """The seat of a character; empty for allies, which are nobody's, and for what is no character."""
    if id is not None and id in names.heroes:
        return names.holder(id)
    return OVERLORD if any(row["id"] == id for row in names.view["figures"]) else ""
