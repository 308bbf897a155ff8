"""What lies over the board while something of the whole table goes on: an Interception, a Combat."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.contract import Json
from webapp.games.hybris.board import chaos_card, seat_mark
from webapp.games.hybris.chaos import percent
from webapp.games.hybris.names import Names
from webapp.ui.tree import Child, Node, el

PHASES = ("pillar", "planning", "action", "end")


def frame(names: Names, kind: str) -> Json | None:
    """The innermost frame of a kind that is being resolved."""
    return next((it for it in reversed(names.view.get("resolving") or ()) if it["frame"] == kind), None)


def band(names: Names) -> list[Child]:
    """The band over the board; nothing while neither goes on."""
    asked, combat = frame(names, "interception"), frame(names, "combat")
    if asked is not None:
        return [_interception(asked, names)]
    return [_combat(combat, names)] if combat is not None else []


def _interception(its: Json, names: Names) -> Node:
    """Who is asked, in order; who has said no; what is at stake."""
    tr, view = names.tr, names.view
    answered = its.get("in") or ()
    refused = list(its.get("told") or ())
    rows = [
        el(
            "li",
            seat_mark(seat, names),
            el("strong.who", names.player(seat)),
            el("span", tr("intercept.no" if seat in refused else "intercept.answered" if seat in answered
                          else "intercept.thinks")),
            cls=[f"side-{seat}", "is-out" if seat in refused else ""],
        )
        for seat in its["seats"]
    ]  # fmt: skip
    by = its.get("by")
    odds = (view.get("threat") or {}).get("chance")
    stake = tr("intercept.stake", chance=percent(odds), momentum=view["chaos"]["momentum"])
    return el(
        "section.hyb-band.is-interception",
        el("h2", tr("intercept.title")),
        el("p", (tr("intercept.by", who=names.player(by)) + " ") if by else "", stake),
        el("ol", rows),
        role="status",
        testid="intercept-band",
    )


def _combat(its: Json, names: Names) -> Node:
    """A fighter and a foe, and Chaos's card once it is drawn."""
    tr = names.tr
    fighter = names.character(its["character"], True)
    foe = names.character(its["foe"], True) if its["foe"] else tr("chaos.name")
    return el(
        "section.hyb-band.is-combat",
        el("h2", tr(f"combat.{its['against']}")),
        el("p", el("strong", fighter), " ", tr("combat.against"), " ", el("strong", foe)),
        chaos_card(its["card"], names, True) if its["card"] else None,
        role="status",
        testid="combat-band",
    )


# ---- the head, the order ---------------------------------------------------------------------------------------------


def head(names: Names) -> list[Child]:
    """The Age as discs, the phases with the present one, the order by Grandeur."""
    view, tr = names.view, names.tr
    discs = [
        el("i", cls=["is-past" if n < view["age"] else "", "is-now" if n == view["age"] else ""])
        for n in range(1, names.pack.rules.ages + 1)
    ]
    said = tr("hybris.age", n=view["age"], of=names.pack.rules.ages)
    phases = [
        el("li", tr(f"phase.{it}"), cls="is-now" if it == view["phase"] else None, aria_current="step"
           if it == view["phase"] else None)
        for it in PHASES
    ]  # fmt: skip
    return [
        el("button.hyb-ages", discs, aria_label=said, title=said, data_read="age", testid="age"),
        el("ol.hyb-phases", phases, testid="phase"),
        _order(names),
    ]


def _order(names: Names) -> Node:
    """The seats by Grandeur; in the Action phase, who has passed, and the tokens left."""
    view, tr = names.view, names.tr
    order: Sequence[str] = view.get("grandeur_order") or ()
    turn: Sequence[str] = view.get("turn_order") or ()
    rows = []
    for n, seat in enumerate(order, 1):
        mat = names.mats[seat]
        tokens = sum(1 for row in (mat.get("characters") or {}).values() if row.get("token"))
        passed = seat in (view.get("passed") or ())
        said = tr("order.words", n=n, who=names.player(seat), grandeur=mat.get("grandeur", 0), tokens=tokens)
        rows.append(
            el(
                "li",
                seat_mark(seat, names),
                el("span", names.player(seat)),
                el("strong", str(mat.get("grandeur", 0))),
                el("small", "·" * tokens) if tokens else None,
                cls=["is-turn" if view.get("turn") == seat else "", "has-passed" if passed else ""],
                title=said,
                testid=f"order-{n}",
            )
        )
    other = None
    if view["phase"] == "action" and list(turn) != list(order):
        other = el("small.muted", tr("order.this-phase", who=", ".join(names.player(it) for it in turn)))
    return el("span.hyb-order", el("ol", rows, aria_label=tr("order.name")), other)


def age_sheet(names: Names, lines: Sequence[Child]) -> Node:
    """What happened by itself and what was asked at the last end of an Age."""
    return el(
        "article.hyb-sheet",
        el("h2", names.tr("hybris.age", n=names.view["age"], of=names.pack.rules.ages)),
        el("h3", names.tr("age.ended")),
        el("div.hyb-lines", list(lines) or el("p.muted", names.tr("age.first"))),
        testid="age-sheet",
    )
