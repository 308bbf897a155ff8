"""The form of an adjustment: the values that may be changed, by steps and presses; the draft in words; the button to
propose it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.adjustment_draft import (
    LIMITS,
    MOST_CHANGES,
    MOST_DICE,
    MOST_NOTE,
    PARTS,
    PIECE_STEPS,
    SEAT_STEPS,
    figure,
)
from webapp.games.olomoc.table.context import PanelContext, answers, button, panel_head
from webapp.games.olomoc.table.draft import SLOTS
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.prompts import by_hand
from webapp.games.olomoc.table.text import adjustments
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import why
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]
SIGNS = {"pieces": "pin", "tracks": "points", "cards": "cards", "dice": "reroll"}


def form(context: PanelContext) -> Node | None:
    """The whole form, while it is open."""
    if not context.adjustment.open:
        return None
    tr, draft = context.names.tr, context.adjustment
    body = {"pieces": pieces, "tracks": tracks, "cards": cards, "dice": dice}[draft.part]
    return el(
        "section.amend",
        panel_head(tr("amend.title"), tr("amend.close"), "amend-close", "amend-close"),
        el(
            "div.amend-scroll",
            el("p.muted", tr("amend.both")),
            card_to_settle(context),
            el("div.amend-parts", [part(key, context) for key in PARTS], role="group"),
            body(context),
            drafted(context),
        ),
        foot(context),
        cls=f"side-{context.draft.seat}",
        testid="amend",
        role="dialog",
        aria_label=tr("amend.title"),
        key="amend",
    )


def card_to_settle(context: PanelContext) -> Node | None:
    """The card to settle by hand: its words, or the cards that it could be."""
    names, draft = context.names, context.adjustment
    if draft.card:
        return el(
            "div.amend-card",
            el("p", icon("hand"), el("strong", by_hand.name(draft.card, names))),
            el("p.muted", by_hand.text(draft.card, names)),
        )
    in_play = by_hand.in_play(names)
    if not in_play:
        return None
    rows = [
        el(
            "button.amend-chip",
            icon("hand"),
            by_hand.name(card, names),
            el("span.muted", names.piece(bearer)) if bearer else None,
            do={"do": "amend-card", "card": card},
            testid=f"amend-for-{card}",
        )
        for card, bearer in in_play
    ]
    return el("div.amend-chips", el("span.muted", names.tr("amend.for")), rows)


def part(key: str, context: PanelContext) -> Node:
    return el(
        "button.amend-part",
        icon(SIGNS[key]),
        context.names.tr(f"amend.part-{key}"),
        do={"do": "amend-part", "part": key},
        aria_pressed="true" if context.adjustment.part == key else "false",
        testid=f"amend-part-{key}",
        key=f"part-{key}",
    )


# Pieces


def pieces(context: PanelContext) -> Node:
    """The choice of a piece: both cabals and the hostiles; then of its values."""
    names, draft = context.names, context.adjustment
    everybody = [*names.view.get("rouages", ()), *names.view.get("hostiles", ())]
    row = [
        el(
            "button.amend-piece",
            el("span", names.monogram(chosen["id"]) if chosen.get("seat") else icon("hostile")),
            do={"do": "amend-piece", "id": chosen["id"]},
            aria_pressed="true" if draft.piece == chosen["id"] else "false",
            aria_label=names.full(chosen["id"]),
            title=names.full(chosen["id"]),
            data_piece=chosen["id"],
            cls=f"side-{chosen.get('seat') or 'h'}",
            testid=f"amend-piece-{chosen['id']}",
            key=f"piece-{chosen['id']}",
        )
        for chosen in sorted(
            everybody, key=lambda chosen: (chosen.get("seat") != context.draft.seat, chosen.get("seat") or "9")
        )
        if not chosen.get("out") and (chosen.get("seat") or chosen.get("at"))
    ]
    chosen = names.get(draft.piece or "")
    return el(
        "div.amend-body", el("div.amend-row", row), piece(chosen, context) if chosen and not chosen.get("out") else None
    )


def piece(chosen: Json, context: PanelContext) -> Node:
    names, id = context.names, chosen["id"]
    tr, row = names.tr, context.adjustment.row(piece=chosen["id"])
    limits = {**LIMITS, "wounds": len(chosen["profile"]["life"])}
    steps = [key for key in PIECE_STEPS if key != "agenda" or _carried(names)] if chosen.get("seat") else ["wounds"]
    stunned = "stunned" in row.get("states", chosen.get("states", ()))
    return el(
        "div.amend-of",
        el("h3", names.someone(id)),
        [
            stepper(key, tr(f"amend.{key}"), row.get(key, figure(chosen, key)), limits[key], {"id": id}, context)
            for key in steps
        ],
        el(
            "div.amend-pair",
            el(
                "button.amend-chip",
                icon("stunned"),
                tr("card.stunned"),
                do={"do": "amend-stun", "id": id},
                aria_pressed="true" if stunned else "false",
                testid="amend-stun",
            ),
            el(
                "button.amend-chip",
                icon("pin"),
                tr("amend.move"),
                do={"do": "amend-move", "id": id},
                testid="amend-move",
            ),
        ),
    )


def _carried(names: Names) -> bool:
    """Whether the agenda has tokens that can be carried."""
    bearers = [*names.view.get("markers", ()), *names.view.get("rouages", ())]
    return any("agenda" in bearer.get("tokens", {}) for bearer in bearers)


def stepper(key: str, word: Child, value: int, most: int, of: Json, context: PanelContext, least: int = 0) -> Node:
    """Less, what it would be, more."""
    tr = context.names.tr
    name = "-".join(["amend", key, *(str(v) for v in of.values())])
    label = word if isinstance(word, str) else tr(f"amend.{key}")

    def press(by: int, sign: str, aria: str, can: bool) -> Node:
        return el(
            "button.amend-step",
            sign,
            do={"do": "amend-step", "key": key, "by": by, **of} if can else None,
            aria_disabled=None if can else "true",
            aria_label=tr(aria, what=label),
            testid=f"{name}{'-less' if by < 0 else '-more'}",
        )

    return el(
        "div.amend-stepper",
        el("span", word),
        press(-1, "−", "amend.less", value > least),
        el("strong.figure", str(value), aria_live="polite", testid=name),
        press(1, "+", "amend.more", value < most),
        key=name,
    )


# Points, Fiel, Traque


def tracks(context: PanelContext) -> Node:
    names, draft = context.names, context.adjustment
    tr, view = names.tr, names.view
    rows: list[Child] = []
    for seat in sides(view):
        row = draft.row(seat=seat)
        rows.append(el("h3", names.who(seat)))
        rows += [
            stepper(key, tr(f"amend.{key}"), row.get(key, view.get(key, {}).get(seat, 0)), LIMITS[key], of, context)
            for key in SEAT_STEPS
            for of in [{"seat": seat}]
        ]
    now = next((row["traque"] for row in draft.changes if "traque" in row), view.get("traque", 0))
    rows.append(el("h3", tr("table.traque")))
    rows.append(stepper("traque", tr("table.traque"), now, LIMITS["traque"], {}, context))
    return el("div.amend-body", el("div.amend-of", rows))


# Cards


def cards(context: PanelContext) -> Node:
    """One's own ministries, what lies open, the Artefact's cards; and two planned cards exchanged, unseen."""
    names, view, seat = context.names, context.view, context.draft.seat
    tr, other = names.tr, "2" if seat == "1" else "1"
    drawn, all_ = view.get("discard", ()), names.book.artefacts()
    piles = [
        (view.get("ministries") or (), f"hand-{seat}", ("spent", f"hand-{other}")),
        (view.get("spent") or (), "spent", (f"hand-{seat}", f"hand-{other}")),
        (drawn, "discard", ("artefact",)),
        ([card for card in all_ if card not in drawn], "artefact", ("discard",)),
    ]
    return el(
        "div.amend-body",
        slots(context),
        [pile(n, origin, to, context) for n, origin, to in piles if n],
        el("p.muted", icon("eye"), " ", tr("amend.cards-shown")),
    )


def slots(context: PanelContext) -> Node | None:
    """CYC-3: two of one's own planned cards that nobody has seen."""
    names, plan = context.names, context.view.get("plan")
    turned = context.view.get("turned", 0)
    if not plan or turned >= SLOTS - 1:
        return None
    row = [
        el(
            "button.amend-chip",
            el("strong", str(n)),
            names.card(plan[n - 1]),
            do={"do": "amend-swap", "n": n},
            aria_pressed="true" if context.adjustment.swap == n else "false",
            testid=f"amend-swap-{n}",
        )
        for n in range(turned + 1, SLOTS + 1)
    ]
    return el("div.amend-chips", el("span.muted", names.tr("amend.swap")), row)


def pile(cards: Sequence[str], origin: str, to: Sequence[str], context: PanelContext) -> Node:
    names = context.names
    rows = [
        el(
            "li",
            el("span", names.card(card)),
            [
                el(
                    "button.amend-chip",
                    icon("enter"),
                    adjustments.zone(zone, names),
                    do={"do": "amend-give", "card": card, "origin": origin, "to": zone},
                    aria_label=names.tr("amend.give", card=names.card(card), to=adjustments.zone(zone, names)),
                    testid=f"amend-{card}-{zone}",
                )
                for zone in to
            ],
        )
        for card in dict.fromkeys(cards)
    ]
    return el("div.amend-of", el("h3", adjustments.zone(origin, names)), el("ul.amend-cards", rows))


# Dice


def dice(context: PanelContext) -> Node:
    tr = context.names.tr
    return el(
        "div.amend-body",
        el(
            "div.amend-of",
            stepper("dice", tr("amend.dice"), context.adjustment.dice, MOST_DICE, {}, context, least=1),
            el(
                "button.amend-chip",
                icon("reroll"),
                tr("amend.roll"),
                do={"do": "amend-roll"},
                testid="amend-roll",
            ),
        ),
    )


# The draft


def drafted(context: PanelContext) -> Node:
    """Every change so far, each with a way to drop it."""
    names, draft = context.names, context.adjustment
    rows = [
        el(
            "li",
            el("span", words, light=adjustments.highlight(row, names)),
            el(
                "button.amend-drop",
                icon("cross", names.tr("amend.drop")),
                do={"do": "amend-drop", "at": at, "name": name},
                testid=f"amend-drop-{at}",
            ),
        )
        for at, row in enumerate(draft.changes)
        for name, words in adjustments.lines(row, names, live=True)
    ]
    if not rows:
        return el("p.amend-none.muted", names.tr("amend.none"))
    return el("ul.amend-list", rows, aria_label=names.tr("amend.list"), testid="amend-list")


def foot(context: PanelContext) -> Node:
    tr, draft = context.names.tr, context.adjustment
    full = 0 < len(draft.changes) <= MOST_CHANGES
    no: list[Child] = [] if full else [tr("amend.nothing-yet")]
    note = el(
        "field.amend-note",
        value=draft.note,
        do={"do": "amend-note"},
        most=MOST_NOTE,
        aria_label=tr("amend.note"),
        hint=tr("amend.hint"),
        testid="amend-note",
        key="amend-note",
    )
    refused = (
        el("p.notice", why(context.draft.notice, context.names), role="status", testid="amend-notice")
        if context.draft.notice
        else None
    )
    send = button(tr("amend.send"), {"do": "amend-send"}, testid="amend-send", sign="check", main=full, no=no)
    return el("footer.amend-foot", note, refused, answers(send))
