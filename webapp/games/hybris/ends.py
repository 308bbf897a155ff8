"""Both ends of a match: what scores and what ends it, who they are; where Victory Points came from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from webapp.games.contract import CastMember, Json
from webapp.games.hybris import KEY
from webapp.games.hybris.chart import ORDER, chart, won
from webapp.games.hybris.hangar import built
from webapp.games.hybris.mats import NUMERALS
from webapp.games.hybris.names import Names, kind_of
from webapp.games.hybris.packs import PACKS
from webapp.i18n import Translator
from webapp.packs.kind import name_of
from webapp.plates.addresses import address, has
from webapp.table_kit.ends import Face, Figures, Sentence, Source
from webapp.table_kit.plain_table import PlainTable
from webapp.ui.tree import Child, el

BEGINNING = 120
"""Events at the beginning of a log, among which the first Pillars are taken."""


class HybrisEnds(PlainTable):
    """What the table says at both ends."""

    def briefing(self, words: Names) -> list[Child]:
        """END-1 to END-3, until a seat has taken its first Pillar."""
        view, tr, me = words.view, words.tr, words.view.get("me")
        taken = any(event["kind"] == "pillar-taken" and event["seat"] == me for event in islice(view["log"], BEGINNING))
        if view["age"] > 1 or view["phase"] not in ("setup", "pillar") or taken:
            return []
        final, ages = words.pack.rules.final, words.pack.rules.ages
        first, *second = final.grandeur[str(len(words.mats))]
        last = tr("briefing.last-two", first=first, second=second[0]) if second else tr("briefing.last", first=first)
        return [
            el("h2", tr("briefing.title")),
            el("p", tr("briefing.aim", ages=ages)),
            el("p", f"{tr('briefing.sources')} {tr('briefing.goodness', n=final.goodness)} {last}"),
            el("p", el("strong", tr("briefing.danger"))),
        ]

    def faces(self, seat: str, words: Names) -> list[Face]:
        """The profile of a seat's Olympian."""
        god = words.god(seat)
        return [Face(address(KEY, god, "middle"))] if god and has(KEY, god) else []

    def title(self, seat: str, words: Names) -> str:
        """The Olympian's name."""
        return words.god_name(seat) if words.god(seat) else ""

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """Olympians in profile."""
        gods = PACKS.core().olympians
        return {
            id: CastMember(name_of(gods[id], tr.language), address(KEY, id, "middle") if has(KEY, id) else "")
            for id in ids
            if id in gods
        }

    def verdict(self, outcome: Json, words: Names) -> tuple[Sentence, Sentence]:
        """END-2: the City that fell last, and when; END-3: the stair of six in full light."""
        headline, why = super().verdict(outcome, words)
        if outcome["reason"] == "chaos" and (last := _last_city(words)) is not None:
            return headline, words.tr("outcome.last-city", city=words.place(last[0]), n=last[1])
        if outcome["reason"] == "ascension":
            steps = [el("i.is-lit", numeral, style=f"--n: {n}") for n, numeral in enumerate(NUMERALS, 1)]
            age = words.tr("hybris.age", n=words.view["age"], of=words.pack.rules.ages)
            return headline, [why if isinstance(why, str) else "", f" {age}.", el("span.scene-steps.hyb-ascent", steps)]
        return headline, why

    def figures(self, words: Names) -> Sequence[Figures]:
        """What each seat has built besides its points; of those who left, when."""
        tr = words.tr
        rows: list[Figures] = [
            (str(tr("trophy.parts")), {seat: built(mat) for seat, mat in words.mats.items()}),
            (str(tr("trophy.improvements")), {seat: mat.get("improvements", 0) for seat, mat in words.mats.items()}),
            (
                str(tr("trophy.modules")),
                {seat: len((mat.get("hangar") or {}).get("modules", ())) for seat, mat in words.mats.items()},
            ),
        ]
        left = _left(words)
        return [*rows, (str(tr("trophy.left")), left)] if left else rows

    def course(self, words: Names) -> list[Child]:
        """Age by Age: points with their parts, Cities left, Chaos's way."""
        return chart(words)

    def averted(self, events: Sequence[Json], words: Names) -> list[str]:
        """INT-2, DEF-1: where Chaos was at the wall, who could still have intercepted, and who defended."""
        return averted(events, words)

    def reckoning(self, words: Names) -> Sequence[Source]:
        """RES-4: points by where they came from; END-1: what the last Age added, where it came to that."""
        points: dict[str, dict[str, int]] = {source: {} for source in ORDER}
        for _, seat, source, n in won(words.view["log"]):
            points[source][seat] = points[source].get(seat, 0) + n
        rows = [(str(words.tr(f"source.{key}")), row) for key, row in points.items()]
        return [*rows, *_at_the_end(words)] if words.view["outcome"]["reason"] == "points" else rows


def _last_city(names: Names) -> tuple[str, int] | None:
    """The City that fell last, and the Age."""
    for event in reversed(names.view["log"]):
        if event["kind"] == "city-destroyed":
            return event["city"], names.view["age"]
    return None


def averted(events: Sequence[Json], names: Names) -> list[str]:
    """Who could still have kept Chaos from the wall in these events, which begin as `names` has the match; nothing
    where it did not come there. Through everyone's eyes tokens are open."""
    tr, wall = names.tr, names.pack.rules.spaces
    if not any(event["kind"] == "progressed" and event["to"] > wall for event in events):
        return []
    asked = [seat for event in events if event["kind"] == "intercept-asked" for seat in event["seats"]]
    fought = {event["seat"] for event in events if event["kind"] == "intercepted"}
    could = [names.player(seat) for seat in dict.fromkeys(asked) if seat not in fought]
    ready = [
        names.character(id, True)
        for id, row in names.everybody()
        if row.get("token") == "surroundings" and kind_of(id) != "prophet"
    ]
    told = [tr("averted.intercept", who=tr.enumerated(could)) if could else ""]
    told += [tr("averted.nobody")] if not asked else []
    told += [tr("averted.defend", who=tr.enumerated(ready))] if ready else []
    return [sentence for sentence in told if sentence]


def _left(names: Names) -> Mapping[str, int | str]:
    """GEN-10: the seats that left, with the Age."""
    n, ages = 1, dict[str, int | str]()
    for event in names.view["log"]:
        if event["kind"] == "age-began":
            n = event["age"]
        elif event["kind"] == "left":
            ages[event["seat"]] = str(names.tr("hybris.age", n=n, of=names.pack.rules.ages))
    return ages and {seat: ages.get(seat, "–") for seat in names.mats}


def _at_the_end(names: Names) -> list[Source]:
    """END-1: Goodness, and the first places in Grandeur."""
    tally: Json = names.view["tally"]
    parts = {seat: {part["what"]: part["value"] for part in row["parts"]} for seat, row in tally.items()}
    return [
        (str(names.tr(f"source.{what}")), {seat: its.get(what, 0) for seat, its in parts.items()})
        for what in ("goodness", "grandeur")
    ]
