"""Offers as slips, and deals with their promises. The form for making an offer is in `offer_form`."""

from __future__ import annotations

from typing import Any

from webapp.games.contract import Json
from webapp.games.diktat.city import seat_mark
from webapp.games.diktat.deal_words import promise_words, standing, term_words
from webapp.games.diktat.intents import reason
from webapp.games.diktat.names import Names
from webapp.games.diktat.offer_form import Check, part
from webapp.table_kit.plain_texts import refusal_words
from webapp.ui.tree import Child, Node, el, icon


def panel(names: Names, check: Check | None = None, *, made: bool = False) -> list[Child]:
    """Open offers, current deals; `made`: with the way to make one. Without `check` nothing can be pressed."""
    tr, view = names.tr, names.view
    offers = [_slip(offer, names, check) for offer in view["offers"]]
    deals = [row for deal in view["deals"] for row in [_deal(deal, names, check)] if row]
    if check is None and not offers and not deals:
        return []
    new = None
    if made:  # on a small screen what is pressed on the table is seen beside the form
        marks: Json = {"do": part("new"), "set": ("tab", "board"), "hot": "d", "testid": "new-offer"}
        new = el("button.btn", icon("plus"), tr("deal.new"), **marks)
    head = el("div.deal-head", el("h2.overline", tr("deal.title")), new)
    inside: list[Child] = [
        head,
        el("ul.slips", offers) if offers else None,
        el("ul.slips", deals) if deals else None,
    ]
    return [el("section.diktat-deals", inside, id="deals", aria_label=tr("deal.title"), testid="deals")]


def _slip(offer: Json, names: Names, check: Check | None) -> Node:
    """An offer, in the colour of the seat that made it; what cannot be delivered shows the reason."""
    tr, id, me = names.tr, offer["id"], names.view.get("me")
    seals = [tr(f"deal.{seal}") for seal in ("sworn", "discreet") if offer.get(seal)]
    seals += [tr("deal.countered")] if offer.get("counter") else []
    lines: list[Child] = [
        el("div.slip-head", seat_mark(offer["by"], names), el("span", _parties_text(offer, names)), *map(_seal, seals)),
    ]
    if "give" in offer:
        lines.append(el("ul.terms", [el("li", term) for term in term_words(offer, names)]))
        lines.append(el("p.deal-note", tr("deal.quoted", text=offer["note"])) if offer["note"] else None)
        waits = [names.who(seat) for seat in offer["to"] if seat not in offer["accepted"]]
        if len(offer["to"]) > 1:
            lines.append(el("p.muted", tr("plain.waits", names=", ".join(waits))))
    buttons: list[Child] = []
    if check is not None and me in offer["to"] and me not in offer.get("accepted", ()):
        buttons = [_answer(answer, id, names, check) for answer in ("accept", "decline")]
        counter: Json = {"do": part("counter", id), "set": ("tab", "board"), "testid": f"counter-{id}"}
        buttons.append(el("button.btn.quiet", tr("deal.counter"), **counter))
    elif check is not None and offer["by"] == me:
        buttons = [_answer("withdraw", id, names, check)]
    for_me = "for-me" if me in offer["to"] else ""
    return el(
        "li.slip",
        lines,
        el("div.plain-ways", buttons) if buttons else None,
        cls=[names.colours(offer["by"]), for_me],
        testid=f"offer-{id}",
        key=id,
    )


def _parties_text(offer: Json, names: Names) -> str:
    return str(names.tr("diktat.offer", who=names.who(offer["by"]), to=", ".join(map(names.who, offer["to"]))))


def _seal(marks: Any) -> Node:
    return el("span.plain-marks", marks)


def _answer(kind: str, id: str, names: Names, check: Check) -> Node:
    command = {"kind": kind, "offer": id}
    no = check(command)
    label, main = names.tr(f"deal.{kind}"), ".main" if kind == "accept" else ""
    if no is None:
        return el(f"button.btn{main}", label, do={"do": "play", "command": command}, testid=f"{kind}-{id}")
    why = refusal_words(names, no)
    marks: Json = {"do": reason(command), "aria_disabled": "true", "title": why}
    return el(f"button.btn{main}", label, el("small.muted", " ", why), testid=f"{kind}-{id}", **marks)


def _deal(deal: Json, names: Names, check: Check | None) -> Node | None:
    """A deal with its promises and their status; None for a deal without promises."""
    tr, me = names.tr, names.view.get("me")
    if not deal.get("promises"):
        return None
    rows: list[Child] = []
    buttons: list[Child] = []
    for promise in deal["promises"]:
        its = promise["promise"]
        status = standing(deal, promise)
        state = el("span.plain-marks", tr(f"promise.is-{status}"), cls=f"is-{status}")
        rows.append(el("li", promise_words(its, names), " ", state))
        left = (its.get("pp") or 0) - promise["done"]
        if check is not None and its["do"] == "pay" and its["by"] == me and promise["status"] == "open":
            for n in dict.fromkeys((left, 1)):
                command = {"kind": "pay", "deal": deal["id"], "to": its["seat"], "pp": n}
                if n > 0 and check(command) is None:
                    label = tr("deal.pay", n=n, who=names.who(its["seat"]))
                    play = {"do": "play", "command": command}
                    buttons.append(el("button.btn", label, do=play, testid=f"pay-{deal['id']}-{n}"))
    for seat in deal["seats"]:
        command = {"kind": "accuse", "deal": deal["id"], "seat": seat}
        if check is not None and check(command) is None:
            label = tr("deal.accuse", who=names.who(seat))
            buttons.append(
                el("button.btn.danger", label, do={"do": "play", "command": command}, testid=f"accuse-{seat}")
            )
    seals = [tr(f"deal.{seal}") for seal in ("sworn", "discreet") if deal.get(seal)]
    marks = [seat_mark(seat, names) for seat in deal["seats"]]
    head = el(
        "div.slip-head",
        marks,
        el("span", tr("deal.made", names=tr.enumerated(map(names.who, deal["seats"])))),
        *map(_seal, seals),
    )
    ways = el("div.plain-ways", buttons) if buttons else None
    return el("li.slip.is-deal", head, el("ul.terms", rows), ways, testid=f"deal-{deal['id']}", key=deal["id"])
