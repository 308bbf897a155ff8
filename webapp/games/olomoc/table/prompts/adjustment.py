"""The form of an adjustment: what may be changed, by steps and presses; the draft in words; the word to propose it."""

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
    Moving,
    figure,
)
from webapp.games.olomoc.table.context import Sheet, answers, button, cancel, confirm, notice, panel_head, prompt
from webapp.games.olomoc.table.draft import SLOTS
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.prompts import by_hand, takeback
from webapp.games.olomoc.table.text import adjustments
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import why
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
SIGNS = {"pieces": "pin", "tracks": "points", "cards": "cards", "dice": "reroll"}


def form(sheet: Sheet) -> Node | None:
    """The whole form, while it is open."""
    if not sheet.amend.open:
        return None
    tr, draft = sheet.names.tr, sheet.amend
    body = {"pieces": pieces, "tracks": tracks, "cards": cards, "dice": dice}[draft.part]
    return el(
        "section.amend",
        panel_head(tr("amend.title"), tr("amend.close"), "amend-close", "amend-close"),
        el(
            "div.amend-scroll",
            el("p.muted", tr("amend.both")),
            meant(sheet),
            el("div.amend-parts", [part(key, sheet) for key in PARTS], role="group"),
            body(sheet),
            drafted(sheet),
        ),
        foot(sheet),
        cls=f"side-{sheet.desk.seat}",
        testid="amend",
        role="dialog",
        aria_label=tr("amend.title"),
        key="amend",
    )


def meant(sheet: Sheet) -> Node | None:
    """What is settled by hand so: the card's words, or the cards that it could be."""
    names, draft = sheet.names, sheet.amend
    if draft.card:
        return el(
            "div.amend-card",
            el("p", icon("hand"), el("strong", by_hand.name(draft.card, names))),
            el("p.muted", by_hand.text(draft.card, names)),
        )
    found = by_hand.in_play(names)
    if not found:
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
        for card, bearer in found
    ]
    return el("div.amend-chips", el("span.muted", names.tr("amend.for")), rows)


def part(key: str, sheet: Sheet) -> Node:
    return el(
        "button.amend-part",
        icon(SIGNS[key]),
        sheet.names.tr(f"amend.part-{key}"),
        do={"do": "amend-part", "part": key},
        aria_pressed="true" if sheet.amend.part == key else "false",
        testid=f"amend-part-{key}",
        key=f"part-{key}",
    )


# Pieces


def pieces(sheet: Sheet) -> Node:
    """Whom: both cabals and the hostiles; then what of them."""
    names, draft = sheet.names, sheet.amend
    everybody = [*names.view.get("rouages", ()), *names.view.get("hostiles", ())]
    row = [
        el(
            "button.amend-piece",
            el("span", names.monogram(it["id"]) if it.get("seat") else icon("hostile")),
            do={"do": "amend-piece", "id": it["id"]},
            aria_pressed="true" if draft.piece == it["id"] else "false",
            aria_label=names.full(it["id"]),
            title=names.full(it["id"]),
            data_piece=it["id"],
            cls=f"side-{it.get('seat') or 'h'}",
            testid=f"amend-piece-{it['id']}",
            key=f"piece-{it['id']}",
        )
        for it in sorted(everybody, key=lambda it: (it.get("seat") != sheet.desk.seat, it.get("seat") or "9"))
        if not it.get("out") and (it.get("seat") or it.get("at"))
    ]
    it = names.get(draft.piece or "")
    return el("div.amend-body", el("div.amend-row", row), piece(it, sheet) if it and not it.get("out") else None)


def piece(it: Json, sheet: Sheet) -> Node:
    names, id = sheet.names, it["id"]
    tr, row = names.tr, sheet.amend.row(piece=it["id"])
    limits = {**LIMITS, "wounds": len(it["profile"]["life"])}
    steps = [key for key in PIECE_STEPS if key != "agenda" or _carried(names)] if it.get("seat") else ["wounds"]
    stunned = "stunned" in row.get("states", it.get("states", ()))
    return el(
        "div.amend-of",
        el("h3", names.someone(id)),
        [
            stepper(key, tr(f"amend.{key}"), row.get(key, figure(it, key)), limits[key], {"id": id}, sheet)
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
    there = [*names.view.get("markers", ()), *names.view.get("rouages", ())]
    return any("agenda" in it.get("tokens", {}) for it in there)


def stepper(key: str, word: Child, value: int, most: int, of: Json, sheet: Sheet, least: int = 0) -> Node:
    """Less, what it would be, more."""
    tr = sheet.names.tr
    name = "-".join(["amend", key, *(str(v) for v in of.values())])
    label = word if isinstance(word, str) else tr(f"amend.{key}")

    def press(by: int, sign: str, said: str, can: bool) -> Node:
        return el(
            "button.amend-step",
            sign,
            do={"do": "amend-step", "key": key, "by": by, **of} if can else None,
            aria_disabled=None if can else "true",
            aria_label=tr(said, what=label),
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


def tracks(sheet: Sheet) -> Node:
    names, draft = sheet.names, sheet.amend
    tr, view = names.tr, names.view
    rows: list[Child] = []
    for seat in sides(view):
        row = draft.row(seat=seat)
        rows.append(el("h3", names.who(seat)))
        rows += [
            stepper(key, tr(f"amend.{key}"), row.get(key, view.get(key, {}).get(seat, 0)), LIMITS[key], of, sheet)
            for key in SEAT_STEPS
            for of in [{"seat": seat}]
        ]
    now = next((row["traque"] for row in draft.changes if "traque" in row), view.get("traque", 0))
    rows.append(el("h3", tr("table.traque")))
    rows.append(stepper("traque", tr("table.traque"), now, LIMITS["traque"], {}, sheet))
    return el("div.amend-body", el("div.amend-of", rows))


# Cards


def cards(sheet: Sheet) -> Node:
    """One's own ministries, what lies open, the Artefact's cards; and two planned cards exchanged, unseen."""
    names, view, seat = sheet.names, sheet.view, sheet.desk.seat
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
        slots(sheet),
        [pile(found, origin, to, sheet) for found, origin, to in piles if found],
        el("p.muted", icon("eye"), " ", tr("amend.cards-shown")),
    )


def slots(sheet: Sheet) -> Node | None:
    """CYC-3: two of one's own planned cards that nobody has seen."""
    names, plan = sheet.names, sheet.view.get("plan")
    turned = sheet.view.get("turned", 0)
    if not plan or turned >= SLOTS - 1:
        return None
    row = [
        el(
            "button.amend-chip",
            el("strong", str(n)),
            names.card(plan[n - 1]),
            do={"do": "amend-swap", "n": n},
            aria_pressed="true" if sheet.amend.swap == n else "false",
            testid=f"amend-swap-{n}",
        )
        for n in range(turned + 1, SLOTS + 1)
    ]
    return el("div.amend-chips", el("span.muted", names.tr("amend.swap")), row)


def pile(found: Sequence[str], origin: str, to: Sequence[str], sheet: Sheet) -> Node:
    names = sheet.names
    rows = [
        el(
            "li",
            el("span", names.card(card)),
            [
                el(
                    "button.amend-chip",
                    icon("enter"),
                    adjustments.zone(zone, names),
                    do={"do": "amend-give", "card": card, "from": origin, "to": zone},
                    aria_label=names.tr("amend.give", card=names.card(card), to=adjustments.zone(zone, names)),
                    testid=f"amend-{card}-{zone}",
                )
                for zone in to
            ],
        )
        for card in dict.fromkeys(found)
    ]
    return el("div.amend-of", el("h3", adjustments.zone(origin, names)), el("ul.amend-cards", rows))


# Dice


def dice(sheet: Sheet) -> Node:
    tr = sheet.names.tr
    return el(
        "div.amend-body",
        el(
            "div.amend-of",
            stepper("dice", tr("amend.dice"), sheet.amend.dice, MOST_DICE, {}, sheet, least=1),
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


def drafted(sheet: Sheet) -> Node:
    """Every change so far, each with a way to drop it."""
    names, draft = sheet.names, sheet.amend
    rows = [
        el(
            "li",
            el("span", said, light=adjustments.lit(row, names)),
            el(
                "button.amend-drop",
                icon("cross", names.tr("amend.drop")),
                do={"do": "amend-drop", "at": at, "name": name},
                testid=f"amend-drop-{at}",
            ),
        )
        for at, row in enumerate(draft.changes)
        for name, said in adjustments.lines(row, names, live=True)
    ]
    if not rows:
        return el("p.amend-none.muted", names.tr("amend.none"))
    return el("ul.amend-list", rows, aria_label=names.tr("amend.list"), testid="amend-list")


def foot(sheet: Sheet) -> Node:
    tr, draft = sheet.names.tr, sheet.amend
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
        el("p.notice", why(sheet.desk.notice, sheet.names), role="status", testid="amend-notice")
        if sheet.desk.notice
        else None
    )
    send = button(tr("amend.send"), {"do": "amend-send"}, testid="amend-send", sign="check", main=full, no=no)
    return el("footer.amend-foot", note, refused, answers(send))


# On the Bloc, and in the prompt


def pointing(sheet: Sheet) -> Node:
    """Where a piece would be put: pointed at, refused in words where nothing can stand, taken into the draft."""
    desk, names = sheet.desk, sheet.names
    doing = desk.doing
    assert isinstance(doing, Moving)
    question = rich(names.tr, "amend.where", piece=names.someone(doing.command["rouage"]))
    if doing.to is None:
        detail: list[Child] = [notice(sheet) or names.tr("prompt.point")]
        return prompt("amend", question, answers(cancel(sheet)), detail=detail, side=desk.seat)
    if doing.why is not None:
        return prompt("amend", question, answers(cancel(sheet)), detail=why(doing.why, names), side=desk.seat)
    sure = confirm(sheet, names.tr("prompt.here"), sign="check")
    return prompt("amend", question, answers(cancel(sheet), sure), detail=[names.tr("prompt.drag-on")], side=desk.seat)


def pending(view: Json) -> Json | None:
    """The proposal that waits for its answer; what is in it is for everybody to read."""
    stack = view.get("resolving") or ()
    found: Json | None = stack[-1] if stack and stack[-1].get("frame") == "proposal" else None
    return found


def proposal(found: Json, names: Names) -> list[Child]:
    """What is proposed: for which card, each change, in what words."""
    rows: list[Child] = []
    if found.get("card"):
        rows.append(
            el(
                "p.proposal-card",
                icon("hand"),
                el("strong", by_hand.name(found["card"], names)),
                " ",
                el("span.muted", by_hand.text(found["card"], names)),
            )
        )
    if found.get("changes"):
        rows.append(adjustments.listed(found["changes"], names))
    if found.get("to") is not None:
        rows.append(takeback.listed(found, names))
    if found.get("note"):
        rows.append(el("p.note", str(found["note"])))
    return rows
