"""Chaos: the strip that is always in sight, and the sheet of what a gain of Aegis would wake, by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from webapp.games.contract import Json
from webapp.games.hybris import KEY
from webapp.games.hybris.board import sockets
from webapp.games.hybris.names import Names, percent
from webapp.plates.addresses import address, has
from webapp.ui.tree import Child, Node, el, plate

GAINS = (1, 2, 3, 4, 5)
"""The gains of Aegis that the sheet forecasts."""
TOLD = ("momentum", "progress", "unleashed", "reaches")
NEAR = 4
"""The Momentum from which on Chaos is near wherever it stands."""

Forecasts = Mapping[int, Json]


def forecasts(match: Any, viewer: str) -> Forecasts:
    """What each gain would wake."""
    if "forecast" not in match.queries:
        return {}
    return {n: match.query(viewer, "forecast", {"aegis": n}) for n in GAINS}


def nearness(view: Json, spaces: int) -> str:
    """`now` while it is at the wall and somebody may intercept, `near`, or `calm`."""
    if any(frame["frame"] == "interception" for frame in view.get("resolving") or ()):
        return "now"
    its = view["chaos"]
    return "near" if its["space"] >= spaces or its["momentum"] >= NEAR else "calm"


def strip(names: Names, forecast: Forecasts, large: bool = False) -> list[Child]:
    """Where Chaos stands, its Momentum, the Cities left, Camp and Well; pressed, it shows the forecast. `large`: for a
    screen read from afar, in few words."""
    view, tr, rules = names.view, names.tr, names.pack.rules
    its, near = view["chaos"], nearness(view, rules.spaces)
    left = sum(1 for city in view["cities"].values() if not city["destroyed"])
    moves = rules.spaces + 1 - its["space"]
    more = rules.momentum - its["momentum"]
    cities = [el("i", cls="" if n < left else "is-lost") for n in range(len(view["cities"]))]
    chances = {} if view.get("outcome") else (forecast.get(3) or {}).get("chances") or {}
    line = tr("chaos.gain-of", n=3, moves=percent(chances.get("progress")), reaches=percent(chances.get("reaches")))
    where = tr.plural("chaos.to-the-wall", moves, space=its["space"], of=rules.spaces)
    stands = tr("chaos.where", state=tr(f"chaos.{near}"), where=where)
    pools = f"{tr('hybris.camp', n=view['camp'])} · {tr('hybris.well', n=view['well'])}"
    return [
        el(
            "button.hyb-strip",
            plate(address(KEY, "chaos", "small")) if has(KEY, "chaos") else None,
            el(
                "span.strip-where",
                [el("strong", tr("chaos.short", space=its["space"], of=rules.spaces)), el("small", stands)]
                if large
                else el("strong", stands),
                el("small", tr("chaos.certain") if view["phase"] == "planning" else line)
                if chances and not large
                else None,
            ),
            el(
                "span.strip-momentum",
                el("small", tr("word.momentum")),
                sockets(names),
                el("small.more", tr.plural("chaos.breaks-loose", more)),
                testid="momentum",
            ),
            el(
                "span.strip-cities",
                el("small", tr("chaos.cities")),
                el("span.cities", cities, role="img", aria_label=tr.plural("chaos.cities-left", left)),
            ),
            el("span.strip-pools", el("strong", pools),
               el("small", tr("chaos.both-go"))),
            cls=f"is-{near}",
            data_read="chaos",
            aria_label=f"{stands}. {line if chances else ''}",
            hot="w",
            testid="chaos-strip",
        )
    ]  # fmt: skip


def sheet(names: Names, forecast: Forecasts) -> Node:
    """What gains of 1 to 5 Aegis would wake, the cards unseen, and what each City's fall would take."""
    tr, view = names.tr, names.view
    rows = []
    for n, its in forecast.items():
        cells = [_bar(tr(f"chaos.forecast-{word}"), its["chances"].get(word)) for word in TOLD]
        rows.append(el("li", el("strong", names.amount("aegis", n)), cells, testid=f"forecast-{n}"))
    threat = view.get("threat") or {}
    unseen = [
        el("li", names.card(card), " ×", str(copies)) for card, copies in (threat.get("unseen") or {}).items() if copies
    ]
    cities = [_stake(id, its, names) for id, its in (threat.get("cities") or {}).items()]
    return el(
        "article.hyb-sheet",
        el("h2", tr("chaos.name")),
        el("p", tr("chaos.stands", space=view["chaos"]["space"], spaces=names.pack.rules.spaces,
                   momentum=view["chaos"]["momentum"])),
        el("h3", tr("chaos.would-wake")),
        el("ul.hyb-forecast", rows, testid="forecast"),
        el("h3", tr("chaos.would-take", chance=percent(threat.get("chance")))) if cities else None,
        el("ul", cities) if cities else None,
        el("h3", tr("chaos.unseen")) if unseen else None,
        el("ul.hyb-unseen", unseen) if unseen else None,
        el("p.muted", tr("chaos.certain")),
    )  # fmt: skip


def _bar(word: str, chance: str | None) -> Node:
    share = float(Fraction(chance)) if chance else 0.0
    return el(
        "span.hyb-bar",
        el("small", word),
        el("i", style=f"--share: {share:.3f}"),
        el("strong", percent(chance)),
    )


def _stake(id: str, its: Json, names: Names) -> Node:
    """What stands in a City, and how much Momentum its fall would give."""
    parts = [names.card(card) for card, *_ in its.get("technologies") or ()]
    parts += [names.tr("city.temple-of", who=names.player(seat)) for seat in its.get("temples") or ()]
    parts += [names.character(id) for id in its.get("characters") or ()]
    at_stake = ", ".join(parts) or names.tr("hybris.nothing")
    unleashes = names.tr("city.unleashes") if its.get("unleashes") else None
    momentum = names.amount("momentum", its.get("momentum", 0))
    return el("li", el("strong", names.place(id)), f"{names.tr.colon}{at_stake}. {momentum}. ", unleashes)


def summary(names: Names) -> list[Child]:
    """What a phone shows in a line: the Age, Chaos, Momentum, Cities, Camp and Well."""
    view, tr, rules = names.view, names.tr, names.pack.rules
    left = sum(1 for city in view["cities"].values() if not city["destroyed"])
    near = nearness(view, rules.spaces)
    return [
        el(
            "button.hyb-summary",
            el("span", tr("hybris.age-short", n=view["age"], of=rules.ages)),
            el("strong", tr("chaos.short", space=view["chaos"]["space"], of=rules.spaces)),
            sockets(names),
            el("span", tr("chaos.cities-short", n=left)),
            el("span", tr("hybris.camp", n=view["camp"])),
            cls=f"is-{near}",
            data_read="chaos",
            testid="chaos-summary",
            aria_label=tr("chaos.stands", space=view["chaos"]["space"], spaces=rules.spaces,
                          momentum=view["chaos"]["momentum"]),
        )
    ]  # fmt: skip
