"""What lies over the board while something of the whole table goes on: an Interception, a Combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webapp.games.contract import Json
from webapp.games.hybris.board import chaos_card, seat_mark
from webapp.games.hybris.chart import chart
from webapp.games.hybris.log import LOG
from webapp.games.hybris.names import Names, clause, percent
from webapp.games.hybris.sums import side
from webapp.ui.tree import Child, Node, el

TOLD = LOG.announced | {"passed", "designed", "made", "temple-built", "planned", "fulfilled", "hunted", "drew"}
"""What a large screen says last."""
PHASES = ("pillar", "planning", "action", "end")
STEPS = ("factory", "prayers", "wounds", "return", "hands", "display", "powers", "exhaustion", "inexorable", "research")
"""The steps of the End of Ages, FIN-1 to FIN-10."""
BEGINS: Mapping[str, int] = {
    "left-factory": 1, "well": 2, "healed": 3, "tokens-returned": 4, "hands-cut": 5, "pillars-back": 6,
    "exhausted": 8, "researched": 10,
}  # fmt: skip
"""The events by which steps are told apart; powers are between Display and Exhaustion, Inexorable before Research."""
ASKS: Mapping[str, int] = {"hands": 5, "exhaustion": 8, "research": 10}
"""The frames of what is asked in them."""


def frame(names: Names, kind: str) -> Json | None:
    """The innermost frame of a kind that is being resolved."""
    return next((frame for frame in reversed(names.view.get("resolving") or ()) if frame["frame"] == kind), None)


def band(names: Names, forces: Child = None) -> list[Child]:
    """The band over the board; nothing while neither goes on. `forces`: what who is asked would come to."""
    asked, combat = frame(names, "interception"), frame(names, "combat")
    if asked is not None:
        return [_interception(asked, names, forces)]
    return [_combat(combat, names)] if combat is not None else []


def _interception(its: Json, names: Names, forces: Child) -> Node:
    """What has moved Chaos; who is asked, in order; who has said no; what is at stake."""
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
    deed = _interrupted(by, names)
    odds = (view.get("threat") or {}).get("chance")
    momentum = view["chaos"]["momentum"]
    stake = [tr("intercept.stake", chance=percent(odds))]
    stake += [tr("intercept.stake-momentum", momentum=momentum)] if momentum else []
    return el(
        "section.hyb-band.is-interception",
        el("h2", tr("intercept.title")),
        el("p", " ".join([_moved(by, names), *stake])),
        el("ol", rows),
        forces,
        el("p.hyb-waits", deed) if deed else None,
        role="alert",
        testid="intercept-band",
    )


def _moved(seat: str | None, names: Names) -> str:
    """What has moved Chaos, and whose deed it was."""
    tr = names.tr
    if seat is None:
        return str(tr("intercept.by-itself"))
    for event in reversed(names.view["log"]):
        if event["kind"] in ("unleashed", "turn-began"):
            break
        if event["kind"] == "attracted":
            return str(tr("intercept.by-card", who=names.player(seat), card=names.card(event["card"])))
    return str(tr("intercept.by", who=names.player(seat)))


def _interrupted(seat: str | None, names: Names) -> str:
    """The deed that an Interception interrupts, which goes on by itself; empty where it was nobody's."""
    for event in reversed(names.view["log"]):
        if event["kind"] in ("turn-ended", "turn-began"):
            break
        if event["kind"] == "acted" and event["seat"] == seat:
            deed = names.tr(f"deed.{event['action']}")
            return names.tr("intercept.waits", who=names.player(event["seat"]), deed=deed)
    return ""


def last_deed(names: Names) -> list[Child]:
    """The last thing done, in one sentence, for a screen read from afar; once the match is over, nothing: its end
    lies over the table."""
    if names.view.get("outcome"):
        return []
    deed = next((event for event in reversed(names.view["log"]) if event["kind"] in TOLD), None)
    if deed is None or (words := LOG.sentence(deed, names)) is None:
        return []
    return [el("p.hyb-deed", words, cls=names.colours(LOG.owner(deed, names)) or None, testid="deed")]


def _combat(its: Json, names: Names) -> Node:
    """Both sums as far as they lie open, Chaos's card between them once it is drawn, who still commits."""
    known: Json = names.view.get("combat") or {}
    card = _drawn(its["card"], names) if its["card"] else el("span.combat-against", names.tr("combat.against"))
    return el(
        "section.hyb-band.is-combat",
        el("div.band-title", el("h2", names.tr(f"combat.{its['against']}")), _committing(names)),
        el("div.band-sums", _fighter("own", its["character"], known, names), card,
           _fighter("foe", its["foe"], known, names)),
        role="status",
        testid="combat-band",
    )  # fmt: skip


def _fighter(word: str, id: str | None, known: Json, names: Names) -> Node:
    """A fighter's side of the band; without an id it is Chaos."""
    name = names.character(id, True) if id else names.tr("chaos.name")
    seat = id.partition("-")[0] if id else ""
    head = el("strong.combat-name", seat_mark(seat, names) if seat else None, name)
    node = side(word, head, known.get(word) or {}, names, testid=f"band-{word}")
    return el("div", node, cls=f"side-{seat}" if seat else "of-chaos")


def _drawn(card: str, names: Names) -> Node:
    """CCB-3: Chaos's card with its effects, those ticked that its Momentum brought about."""
    applied = next((event["applied"] for event in reversed(names.view["log"]) if event["kind"] == "chaos-card"), ())
    return chaos_card(card, names, True, applied)


def _committing(names: Names) -> Node | None:
    """COM-4: who commits, and whether they have; what, nobody sees before all have."""
    asked = frame(names, "commit")
    if asked is None:
        return None
    rows = [
        el(
            "li",
            seat_mark(seat, names),
            el("strong.who", names.player(seat)),
            el("span", names.tr("combat.committed" if seat in asked.get("in", ()) else "combat.commits")),
            cls=f"side-{seat}",
        )
        for seat in asked["seats"]
    ]
    return el("ol", rows, testid="committing")


# ---- the head, the order ---------------------------------------------------------------------------------------------


def head(names: Names) -> list[Child]:
    """The Age as discs, the phases with the present one, the order by Grandeur."""
    view, tr = names.view, names.tr
    discs = [
        el("i", cls=["is-past" if n < view["age"] else "", "is-now" if n == view["age"] else ""])
        for n in range(1, names.pack.rules.ages + 1)
    ]
    label = tr("hybris.age", n=view["age"], of=names.pack.rules.ages)
    step = step_now(names)
    called = {phase: tr(f"phase.{phase}") for phase in PHASES} | (
        {"end": f"{step} {tr(f'step.{STEPS[step - 1]}')}"} if step else {}
    )
    phases = [
        el(
            "li",
            phase_name,
            cls="is-now" if phase == view["phase"] else None,
            aria_current="step" if phase == view["phase"] else None,
        )
        for phase, phase_name in called.items()
    ]
    return [
        el("button.hyb-ages", discs, aria_label=label, title=label, data_read="age", testid="age"),
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
        label = tr("order.words", n=n, who=names.player(seat), grandeur=mat.get("grandeur", 0), tokens=tokens)
        rows.append(
            el(
                "li",
                seat_mark(seat, names),
                el("span", names.player(seat)),
                el("strong", str(mat.get("grandeur", 0))),
                el("small", "·" * tokens) if tokens else None,
                cls=["is-turn" if view.get("turn") == seat else "", "has-passed" if passed else ""],
                title=label,
                testid=f"order-{n}",
            )
        )
    other = None
    if view["phase"] == "action" and list(turn) != list(order):
        words = tr("order.this-phase", who=", ".join(map(names.player, turn)))
        marks = [seat_mark(seat, names) for seat in turn]
        said = el("small.muted", tr("order.now"))
        other = el("span.order-now", said, marks, role="img", aria_label=words, title=words)
    return el("span.hyb-order", el("ol", rows, aria_label=tr("order.name")), other)


def step_now(names: Names) -> int:
    """The step of the End of Ages that is being carried out, 1 to 10; 0 in other phases."""
    if names.view["phase"] != "end" or names.view.get("outcome"):
        return 0
    for its in reversed(names.view.get("resolving") or ()):
        if its["frame"] in ASKS:
            return ASKS[its["frame"]]
        if its["frame"] == "course":  # it names what comes next
            steps = [*STEPS[:7], "age-end", *STEPS[7:], "close"]
            at = steps.index(its["stage"]) if its["stage"] in steps else 1
            return STEPS.index(steps[at - 1]) + 1 if steps[at - 1] in STEPS else 7
    return 0


def last_end(names: Names) -> list[tuple[int, Json]]:
    """The events of the last End of Ages, or of the one going on, each with its step."""
    events: list[tuple[int, Json]] = []
    inside, step = False, 1
    for event in names.view["log"]:
        kind = event["kind"]
        if kind == "phase-began":
            inside = event["phase"] == "end"
            events, step = ([], 1) if inside else (events, step)
        elif kind == "age-began":
            inside = False
        elif inside:
            step = _step(step, event)
            events.append((step, event))
    return events


def _step(step: int, event: Json) -> int:
    """The step that an event belongs to, after one of step `step`."""
    kind = event["kind"]
    if kind == "gained" and event.get("clause") == "FIN-2":
        return 2
    if kind in BEGINS:
        return max(step, BEGINS[kind])
    if step == 6 and kind not in ("technology-shown", "technology-under"):
        return 9 if kind == "progressed" else 7
    return 9 if step in (7, 8) and kind == "progressed" else step


def age_sheet(names: Names, line: Callable[[Json], Node | None], form: Child = None) -> Node:
    """The ten steps of the last End of Ages: what happened by itself, and under the step that asks something, what is
    asked. `line`: an event's log line; `form`: what the viewer is asked now."""
    tr, now, events = names.tr, step_now(names), last_end(names)
    rows: list[Child] = []
    for n, word in enumerate(STEPS, 1):
        lines = [entry for step, event in events if step == n and (entry := line(event)) is not None]
        state = "is-now" if n == now else "is-past" if not now or n < now else "is-ahead"
        rows.append(
            el(
                "li",
                el("span.step-name", el("strong", str(n)), el("span", tr(f"step.{word}")), clause(f"FIN-{n}")),
                el("div.hyb-lines", lines) if lines else None,
                form if n == now else None,
                cls=state,
                aria_current="step" if n == now else None,
                key=word,
            )
        )
    return el(
        "article.hyb-sheet",
        el("h2", tr("hybris.age", n=names.view["age"], of=names.pack.rules.ages)) if form is None else None,
        el("h3", tr("age.ends" if now else "age.ended")),
        el("ol.hyb-steps", rows) if events or now else el("p.muted", tr("age.first")),
        chart(names) if form is None else None,
        testid="age-sheet",
    )
