"""The lens: the text about the piece looked at, or about two ends measured. Words only; the figures are the
engine's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from webapp.games.olomoc.board.risk import named
from webapp.games.olomoc.table.cards import rouages
from webapp.games.olomoc.table.cards.odds import bar, percent
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause, joined, reason
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
NEARLY = ("out-of-reach", "no-line-of-sight", "not-free", "cannot-engage", "stunned", "no-dice", "not-nearest")
"""Reasons why not, the one that is nearest to being met first: of several it is told."""


@dataclass
class Lens:
    """The subject of one window's lens: a piece, or with a tool in the hand the ends of a measure (ids or points)."""

    piece: str | None = None
    tool: str | None = None
    ends: list[Any] = field(default_factory=list)
    reach: list[dict[str, Any]] = field(default_factory=list)
    scouted: Json | None = None
    instinct: Json | None = None
    measured: Json | None = None

    @property
    def looks(self) -> bool:
        """Whether anything is looked at."""
        return self.piece is not None or self.tool is not None


def lens(subject: Lens, names: Names) -> list[Child]:
    """The panel; nothing while nothing is looked at."""
    if subject.piece is not None and names.get(subject.piece):
        return [_panel(names.someone(subject.piece), names.full(subject.piece), _piece(subject, names), names, "piece")]
    if subject.tool is not None:
        return [
            _panel(
                names.tr(f"look.{subject.tool}"),
                names.tr(f"look.{subject.tool}"),
                _tool(subject, names),
                names,
                subject.tool,
            )
        ]
    return []


def _panel(title: Child, label: str, body: Sequence[Child], names: Names, kind: str) -> Node:
    close = el(
        "button.btn.quiet.lens-close",
        icon("cross", names.tr("look.close")),
        do={"do": "look-close"},
        testid="lens-close",
        key="close",
    )
    return el(
        "section.lens.panel",
        el("header.lens-head", icon("eye"), el("h2.lens-name", title), close),
        el("div.lens-body", *body),
        testid="lens",
        data_kind=kind,
        role="region",
        aria_label=label,
        aria_live="polite",
        key="lens",
    )


# A piece


def _piece(subject: Lens, names: Names) -> list[Child]:
    if subject.scouted is None:
        return [el("p.muted", names.tr("look.looking"))]
    out: list[Child] = [_condition(subject.piece or "", names)]
    if subject.instinct is not None:
        out.append(_instinct(subject.instinct, names))
    out += [*_attacks(subject.scouted, names), _sees(subject.scouted, names)]
    if (words := legend(subject.reach, names)) is not None:
        out += [el("h3.overline", names.tr("look.reach")), words]
    return out


def _condition(id: str, names: Names) -> Child:
    """The condition of a piece: action tokens, Noirceur and life of a rouage, the life of a hostile that has any."""
    piece = names.get(id)
    if piece.get("seat"):
        shown: list[Child] = [part(piece, names.tr) for part in (rouages.tokens, rouages.noirceur, rouages.life)]
    else:
        shown = [rouages.life(piece, names.tr)] if piece["profile"].get("life") else []
    return el("div.lens-condition", shown, cls=f"side-{piece.get('seat') or 'h'}") if shown else None


def legend(reach: Sequence[Json], names: Names) -> Node | None:
    """The legend of a reach with more than one part."""
    risks = named(reach)
    if risks in ([], ["clear"]):
        return None
    rows = [el("span", el("i.swatch", cls=risk), names.tr(f"prompt.risk-{risk}")) for risk in risks]
    return el("span.legend", rows)


def _attacks(scouted: Json, names: Names) -> list[Child]:
    """A row for each attack that it could make, the surest first; then, in a line each, whom it cannot attack."""
    rows = [row for row in scouted["attacks"] if "odds" in row]
    rows.sort(key=lambda row: _miss(row["odds"]))
    able = {row["target"] for row in rows}
    unable: dict[str, list[Json]] = {}
    for row in scouted["attacks"]:
        if row["target"] not in able:
            unable.setdefault(row["target"], []).append(row["why"])
    out: list[Child] = []
    if rows:
        out += [
            el("h3.overline", names.tr("look.could")),
            el("ul.lens-attacks", [_attack(row, names) for row in rows]),
            el("p.lens-note", names.tr("look.no-reaction")),
        ]
    if unable:
        out += [el("h3.overline", names.tr("look.could-not")), el("ul.lens-not", _unable(unable, names))]
    return out


def _miss(odds: Json) -> float:
    return float(Fraction(odds["target"].get("0", "0")))


def _unable(unable: Mapping[str, Sequence[Json]], names: Names) -> list[Child]:
    """The reasons why it cannot attack, each once: where several share one, they are named before it."""
    shared: dict[str, tuple[list[str], Json]] = {}
    for id, whys in unable.items():
        best = min(whys, key=lambda w: NEARLY.index(w["code"]) if w["code"] in NEARLY else len(NEARLY))
        shared.setdefault(reason(best, names), ([], best))[0].append(id)
    lines: list[Child] = []
    for words, (ids, best) in shared.items():
        who: list[Child] = [_all(ids, names), names.tr.colon] if len(ids) > 1 else []
        lines.append(el("li.muted", who, words, " ", clause(best.get("clause", "")), data_piece=ids[0]))
    return lines


def _attack(row: Json, names: Names) -> Node:
    odds = row["odds"]
    side = names.seat(row["target"]) or "h"
    chance = percent(1 - _miss(odds), names)
    label = names.tr(f"look.do-{row['how']}", target=names.piece(row["target"]))
    sentence = rich(names.tr, f"look.do-{row['how']}", target=names.someone(row["target"]))
    short = row.get("short")
    return el(
        "li.lens-attack",
        el("span.lens-how", icon(row["how"]), el("span", sentence)),
        el("strong.lens-chance", chance),
        bar(odds["target"], odds["mean"]["target"], names, side, label),
        el("small.lens-short", reason(short, names), " ", clause(short["clause"])) if short else None,
        testid=f"could-{row['how']}-{row['target']}",
    )


def _sees(scouted: Json, names: Names) -> Node:
    """The pieces in its sight, and what hides the others."""
    rows: list[Child] = []
    if scouted["engaged"]:
        rows.append(el("p", rich(names.tr, "look.engaged", by=_all(scouted["engaged"], names)), " ", clause("ENG-2")))
    if scouted["sees"]:
        rows.append(el("p", rich(names.tr, "look.sees", whom=_all(scouted["sees"], names))))
    for row in scouted["hidden"]:
        by = joined([names.called(id) for id in row["by"]], names)
        hidden = rich(names.tr, "look.hidden", whom=names.someone(row["id"]), by=by)
        rows.append(el("p.muted", hidden, " ", clause("LOS-1")))
    nobody = el("p.muted", names.tr("look.nobody"))
    return el("div.lens-sight", el("h3.overline", names.tr("look.in-sight")), rows or nobody)


def _all(ids: Sequence[str], names: Names) -> Node:
    parts: list[Child] = []
    for n, id in enumerate(ids):
        parts += [", " if n else "", names.someone(id)]
    return el("span", parts)


# An instinct


def _instinct(instinct: Json, names: Names) -> Node:
    tr = names.tr
    rows = [_node(n, node, n == instinct["does"], names) for n, node in enumerate(instinct["nodes"])]
    outcome: Child = None
    if instinct["stays"]:
        outcome = el("p", reason(instinct["stays"], names), " ", clause(instinct["stays"]["clause"]))
    elif instinct["does"] is None:
        outcome = el("p", tr("look.stays"))
    elif instinct["decides"]:
        outcome = el("p", rich(tr, "look.decides", who=names.who(instinct["decides"])), " ", clause("GEN-5"))
    return el("div.lens-instinct", el("h3.overline", tr("look.instinct")), el("ol.lens-nodes", rows), outcome)


def _node(n: int, node: Json, done: bool, names: Names) -> Node:
    tr = names.tr
    state = "done" if done else "passed" if node["reached"] else "unreached"
    out: list[Child] = [
        icon({"done": "check", "passed": "cross", "unreached": "nothing"}[state]),
        el("span.lens-when", tr(f"look.when-{node['when']}")),
        el("span.lens-do", tr(f"look.then-{node['do']}", target=tr(f"look.at-{node['target']}"))),
    ]
    if done:
        out.append(el("span.lens-whom", "→ ", _all(node["chosen"], names)))
    elif node["reached"]:
        whys = [
            el("li.muted", reason(why, names), " ", clause(why["clause"]), data_piece=id)
            for id, why in node["why"].items()
        ]
        out.append(el("ul.lens-whys", whys) if whys else None)
    return el("li.lens-node", out, cls=f"is-{state}", testid=f"instinct-{n}", data_state=state)


# Measuring


def _tool(subject: Lens, names: Names) -> list[Child]:
    tr = names.tr
    if len(subject.ends) < 2:
        return [el("p", tr("look.first-end" if not subject.ends else "look.second-end"))]
    if subject.measured is None:
        return [el("p.muted", tr("look.looking"))]
    ends: Child = el("p.lens-ends", _end(subject.ends[0], names), " – ", _end(subject.ends[1], names))
    return [
        ends,
        *(
            _distance(subject.measured, names)
            if subject.tool == "measure"
            else _sight(subject.measured["sight"], names)
        ),
    ]


def _end(end: Any, names: Names) -> Child:
    if isinstance(end, dict):
        return el("span", names.someone(end["piece"]), " ", names.tr("look.planned"))
    return names.someone(end) if isinstance(end, str) else el("span", names.tr("look.point"))


def _distance(measured: Json, names: Names) -> list[Child]:
    tr = names.tr
    out: list[Child] = [el("p.lens-figure", el("strong", length(max(0, measured["gap"]), names)), testid="measured")]
    if measured["marker"]:
        out.append(el("p", tr("look.by-marker"), " ", clause("MEA-4")))
    for row in measured["ranges"]:
        key = "look.within" if row["within"] else "look.beyond"
        margin = fine(abs(row["margin"]), names)
        words = tr(key, range=names.inches(row["range"]), margin=margin)
        out.append(el("p", words, data_within=str(row["within"]).lower()))
    return out


def _sight(measured: Json, names: Names) -> list[Child]:
    tr = names.tr
    figure = el("p.lens-figure", el("strong", sight_words(measured, names)), " ", clause("LOS-1"), testid="sighted")
    if measured["visible"]:
        return [figure, el("p.lens-note", tr("look.sight-means"))]
    by = joined([names.called(id) for id in measured["blockers"]], names)
    return [figure, el("p", tr("look.hidden-by", by=by)), el("p.lens-note", tr("look.hidden-means"))]


def sight_words(measured: Json, names: Names) -> str:
    """ "sees by 3 mm"."""
    if measured["margin"] is None:
        return names.tr("look.sees-freely")
    key = "look.sees-by" if measured["visible"] else "look.hides-by"
    return names.tr(key, margin=fine(abs(measured["margin"]), names))


def length(micrometres: float, names: Names) -> str:
    """Inches to the hundredth."""
    return names.length(micrometres, 2)


def fine(micrometres: float, names: Names) -> str:
    """The text of a margin: millimetres below an inch, to the tenth below 10; else inches."""
    if micrometres >= 25_400:
        return names.inches(micrometres)
    return names.tr("look.mm", n=names.tr.decimal(micrometres / 1000, 1 if micrometres < 10_000 else 0))


# On the Bloc


def drawn(subject: Lens, names: Names) -> dict[str, Any]:
    """The additions of the lens to a window's aim: reach, lines of sight, the measure with its words."""
    out: dict[str, Any] = {}
    if subject.tool is not None:
        out["tool"] = subject.tool
        out["ends"] = [place for end in subject.ends if (place := spot(end, names)) is not None]
        if subject.measured is not None and len(subject.ends) == 2:
            out["measure"] = _measure(subject, names)
    if subject.piece is not None:
        out["chosen"] = subject.piece
        out["reach"] = subject.reach
        if subject.scouted is not None:
            out["sights"] = _lines(subject.piece, subject.scouted, names)
            out["coulds"] = _coulds(subject.scouted, names)
        if subject.instinct is not None:
            out["foretold"] = [
                {"from": spot(subject.piece, names), "to": end["to"]} for end in subject.instinct["ends"]
            ]
    return out


def _measure(subject: Lens, names: Names) -> dict[str, Any]:
    measured = subject.measured
    assert measured is not None
    if subject.tool == "measure":
        return {"line": measured["line"], "label": length(max(0, measured["gap"]), names), "ok": True, "blocked": []}
    sight = measured["sight"]
    blocked = [[row["from"], row["to"]] for row in sight["blocked"]]
    row = {"line": sight["segment"], "label": sight_words(sight, names), "ok": sight["visible"]}
    return row | {"blocked": blocked, "by": sight["blockers"]}


def spot(end: Any, names: Names) -> Any:
    """The place of a thing or a point."""
    if isinstance(end, dict):
        return end["at"]
    if not isinstance(end, str):
        return end
    thing = names.get(end) or next((m for m in names.view.get("markers", ()) if m["id"] == end), {})
    return thing.get("at")


def _lines(id: str, scouted: Json, names: Names) -> list[dict[str, Any]]:
    """Lines from the piece to every rouage it sees or does not see."""
    start = spot(id, names)
    rows = [(other, True) for other in scouted["sees"]] + [(row["id"], False) for row in scouted["hidden"]]
    return [{"from": start, "to": spot(other, names), "ok": ok} for other, ok in rows if names.get(other)]


def _coulds(scouted: Json, names: Names) -> list[dict[str, Any]]:
    """Beside each target, the best chance to wound it and how."""
    best: dict[str, Json] = {}
    for row in scouted["attacks"]:
        if "odds" in row and (row["target"] not in best or _miss(row["odds"]) < _miss(best[row["target"]]["odds"])):
            best[row["target"]] = row
    return [
        {
            "id": id,
            "how": row["how"],
            "chance": percent(1 - _miss(row["odds"]), names),
            "short": "short" in row,
        }
        for id, row in best.items()
    ]
