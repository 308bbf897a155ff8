"""Planning (CYC-3): the strip of five slots, face to face, and the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.context import Sheet, button, prompt
from webapp.games.olomoc.table.draft import SLOTS, Plan
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.prompts.whatif import opener
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import why
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]


def strip(view: Json, names: Names, sheet: Sheet | None = None) -> Node:
    """Both rows of slots: the opponent's above, one's own below (for spectators seat 1's)."""
    near, far = sides(view)
    planning = sheet is not None and laying(sheet)
    own = own_plan(view, sheet)
    shown = revealed(view)
    phase = view.get("phase", 0) if shown else 0
    plans = view.get("plans")
    if plans:  # whoever sees everything, once the match is over
        own = plans.get(near) or own
        theirs = [
            slot_own(n, far, shown, plans.get(far) or [None] * SLOTS, view, names, None) for n in range(1, SLOTS + 1)
        ]
    else:
        theirs = [slot_other(n, far, shown, view, names) for n in range(1, SLOTS + 1)]
    return el(
        "section.strip",
        row(far, theirs, names),
        row(
            near,
            [slot_own(n, near, shown, own, view, names, sheet if planning else None) for n in range(1, SLOTS + 1)],
            names,
        ),
        aria_label=names.tr("table.plan"),
        data_phase=phase,
        cls="planning" if planning else None,
    )


def row(seat: str, slots: list[Node], names: Names) -> Node:
    return el("div.slots", slots, cls=f"side-{seat}", role="list", aria_label=names.player(seat))


def revealed(view: Json) -> dict[int, dict[str, Any]]:
    """What has been turned in this cycle, by slot: the cards, and by seat why one had no effect."""
    slots = view.get("slots") or {}
    found: dict[int, dict[str, Any]] = {}
    for n in range(1, SLOTS + 1):
        cards = {seat: row[n - 1] for seat, row in slots.items() if row[n - 1]}
        if cards:
            found[n] = {"cards": cards, "without": {}}
    phase = 0
    for event in view.get("log", ()):
        if event["kind"] == "cycle-began":
            for row in found.values():
                row["without"] = {}
        elif event["kind"] == "phase-began":
            phase = event["phase"]
        elif event["kind"] == "card-played" and phase in found:
            found[phase]["without"][event["seat"]] = event.get("without")
    return found


def planned(view: Json, seat: str) -> bool:
    """Whether this seat's plan for the cycle lies on the table (what is in it stays its secret)."""
    return bool((view.get("planned") or {}).get(seat))


def laying(sheet: Sheet) -> bool:
    """Whether this player is laying a plan: asked to, or laying it anew (CYC-3)."""
    return (sheet.decision or {}).get("kind") == "plan" or (sheet.plan.again and may_change(sheet))


def own_plan(view: Json, sheet: Sheet | None) -> list[str | None]:
    sent: list[str] | None = view.get("plan")
    if sheet is not None and (laying(sheet) or not sent):
        return sheet.plan.slots
    return [*sent] if sent else [None] * SLOTS


def card_sign(card: str, names: Names) -> list[Child]:
    """A planning card in short: rank pips or a sign, and its name."""
    if card == "propaganda":
        return [icon("propaganda"), el("span.slot-name", names.card(card))]
    ministry = names.book.ministry(card)
    if ministry is not None:
        return [icon(ministry.ministry), el("span.slot-name", names.card(card))]
    rank = names.profile(card).get("rank", 0)
    return [el("span.pips", [el("span.pip") for _ in range(rank)]), el("span.slot-name", names.piece(card))]


def slot_state(n: int, seat: str, shown: Mapping[int, Any], view: Json) -> list[str]:
    now = max(shown, default=0)
    marks = ["now" if n == now else "past" if n < now else ""]
    if n in shown and shown[n]["without"].get(seat):
        marks.append("stopped")
    return marks


def slot_other(n: int, seat: str, shown: Mapping[int, Any], view: Json, names: Names) -> Node:
    card = shown[n]["cards"].get(seat) if n in shown else None
    body: list[Child] = card_sign(card, names) if card else []
    if not card and n not in shown:
        body = [el("span.slot-back", icon("lock") if planned(view, seat) else None)]
    marks = slot_state(n, seat, shown, view)
    return el(
        "div.slot",
        readable(card, body, names),
        stopped(n, seat, shown, names),
        cls=[*marks, "back" if not card else "", f"side-{seat}"],
        role="listitem",
        testid=f"their-slot-{n}",
    )


def readable(card: str | None, body: list[Child], names: Names) -> list[Child]:
    """What lies in a slot; a card there is read large when it is pressed."""
    if card is None:
        return body
    return [el("button.slot-read", body, data_read=card, title=names.tr("card.enlarge", name=names.card(card)))]


def stopped(n: int, seat: str, shown: Mapping[int, Any], names: Names) -> Node | None:
    reason = shown[n]["without"].get(seat) if n in shown else None
    return el("small", names.tr(f"table.without-{reason}")) if reason else None


def slot_own(
    n: int, seat: str, shown: Mapping[int, Any], own: list[str | None], view: Json, names: Names, sheet: Sheet | None
) -> Node:
    card = shown[n]["cards"].get(seat) if n in shown else own[n - 1]
    body: list[Child] = card_sign(card, names) if card else []
    if sheet is None:
        if card and n not in shown:
            body.append(icon("lock", names.tr("table.secret"), "end"))
        elif not card and n not in shown:
            body = [el("span.slot-back", icon("lock") if planned(view, seat) else None)]
        marks = slot_state(n, seat, shown, view)
        return el(
            "div.slot",
            readable(card, body, names),
            stopped(n, seat, shown, names),
            cls=[*marks, "own", "" if card else "back", f"side-{seat}"],
            role="listitem",
            testid=f"slot-{n}",
            data_card=card,
        )
    held = sheet.plan.held
    open_for = held is not None and fits(held, n, names)
    label = names.tr("prompt.slot-n", n=n) + (f": {names.card(card)}" if card else "")
    pressed = el(
        "button.slot",
        body or el("span.slot-number", str(n)),
        do={"do": "slot", "n": n},
        drop=f"slot-{n}",
        drag=f"slot-{n}" if card else None,
        hot=str(n),
        testid=f"slot-{n}",
        data_card=card,
        aria_label=label,
        cls=["own", f"side-{seat}", "filled" if card else "empty", "open" if open_for else "shut" if held else ""],
    )
    return el("div.place-of", pressed, role="listitem")


def fits(card: str, slot: int, names: Names) -> bool:
    """MIN-1: ministry cards name their slots; the others lie anywhere."""
    ministry = names.book.ministry(card)
    return ministry is None or slot in ministry.slots


# The hand


def hand(view: Json) -> list[str]:
    """The cards of this player's hand, one entry per card."""
    found = view.get("hand") or []
    if isinstance(found, Mapping):
        return [card for card, n in found.items() for _ in range(n)]
    return list(found)


def hand_prompt(sheet: Sheet) -> Node:
    """The hand, and the word that it is done."""
    tr, names, plan = sheet.names.tr, sheet.names, sheet.plan
    cards = hand(sheet.view)
    left = plan.left(cards)
    full = plan.full
    no: list[Child] = [] if full else [tr.plural("prompt.slots-left", SLOTS - sum(1 for c in plan.slots if c))]
    notice = sheet.desk.notice or {}
    if full and notice.get("code") == "bad-plan":
        no = why(notice, names, inside=True)
    ready = button(
        tr("prompt.ready-plan"),
        {"do": "ready", "id": sheet.desk.asked},
        testid="confirm",
        main=not no,
        no=no,
        sign="check",
        hot=None if no else "Enter",
    )
    empty = (
        button(tr("prompt.clear"), {"do": "clear"}, testid="clear-plan", cls="quiet-choice")
        if any(plan.slots)
        else None
    )
    detail = (
        [el("span.notice", why(sheet.desk.notice, names), role="status", testid="notice")]
        if sheet.desk.notice
        else [tr("prompt.plan-held" if plan.held else "prompt.plan-detail")]
    )
    # A hand may hold a card twice: one of them is taken up.
    held = left.index(plan.held) if plan.held in left else None
    fan = el(
        "div.hand",
        [hand_card(card, n, sheet, n == held) for n, card in enumerate(left)],
        role="list",
        drop="hand",
        aria_label=tr("table.hand"),
    )
    return prompt(
        "plan",
        [tr("prompt.plan", cycle=sheet.view.get("cycle", 1))],
        el("div.plan-row", fan, el("div.plan-end", held_card(plan.held, names), opener(sheet), empty, ready)),
        detail=detail,
        side=sheet.desk.seat,
    )


def held_card(card: str | None, names: Names) -> Node | None:
    """What reads the card in hand large."""
    if card is None:
        return None
    label = names.tr("card.enlarge", name=names.card(card))
    return el("button.btn.choice", icon("eye", label), data_read=card, title=label, testid="read-held", key="read-held")


def hand_card(card: str, n: int, sheet: Sheet, held: bool) -> Node:
    """One card of the hand: rank, name, and for a ministry the slots that it allows and what it does."""
    names = sheet.names
    ministry = names.book.ministry(card)
    sub: list[Child] = []
    if ministry is not None:
        sub = [
            el(
                "span.allowed",
                [el("span", str(k), cls="yes" if k in ministry.slots else "") for k in range(1, SLOTS + 1)],
            )
        ]
    elif card == "propaganda":
        sub = [el("span.muted", names.tr("card.propaganda-does"))]
    else:
        rouage = names.get(card)
        sub = [el("span.muted", names.tr.plural("card.actions-n", rouage.get("actions", 0)))]
    rank = names.profile(card).get("rank", 0) if ministry is None else ministry.rank
    pressed = el(
        "button.hand-card",
        el("span.hand-top", card_sign(card, names)),
        el("span.hand-sub", el("span.rank", str(rank), title=names.tr("card.rank-n", rank=rank)), sub),
        do={"do": "hold", "card": card},
        drag=card,
        aria_pressed="true" if held else "false",
        testid=f"hand-{card}",
        cls=["held" if held else "", "ministry" if ministry else ""],
        key=f"hand-{card}-{n}",
        title=ministry.capacity.text.get(names.tr.language) if ministry else None,
    )
    return el("div.place-of", pressed, role="listitem", key=f"place-{card}-{n}")


def may_change(sheet: Sheet) -> bool:
    """CYC-3: one's plan is laid, the other's is not: it may still be laid anew."""
    other = "2" if sheet.desk.seat == "1" else "1"
    return (
        bool(sheet.view.get("plan"))
        and planned(sheet.view, sheet.desk.seat)
        and not planned(sheet.view, other)
        and not revealed(sheet.view)
    )


def waiting_plan(sheet: Sheet) -> Node:
    tr, names = sheet.names.tr, sheet.names
    other = "2" if sheet.desk.seat == "1" else "1"
    again = button(tr("prompt.plan-again"), {"do": "replan"}, testid="replan", sign="undo")
    return prompt(
        "wait",
        [names.who(other), " ", tr("prompt.still-planning")],
        el("div.answers", opener(sheet), again),
        detail=[tr("prompt.plan-laid")],
        side=other,
    )


def laid_plan(plan: Plan) -> list[str]:
    return [card for card in plan.slots if card]
