"""Scenes over the battlefield: a card and what becomes of it, the attack zone by zone, falling cards, the plot."""

from __future__ import annotations

from rules.invader.packs.cards import Card, Hero
from webapp.games.contract import Json
from webapp.games.invader import cards, faces
from webapp.games.invader.names import Names
from webapp.i18n import whole
from webapp.table_kit.plain_texts import ink_scene
from webapp.ui.tree import Child, Node, el, icon, plate

MOST = 6
"""The most cards of a drain that fall one by one."""


def scene(event: Json, names: Names) -> Node | None:
    """The scene of an event; None where its line is enough."""
    tr = names.tr
    match event["kind"]:
        case "played" if event.get("cancels"):
            answer = _face(event["card"], names, "is-answer")
            return ink_scene("played", _face(event["cancels"], names), answer)
        case "played":
            where = event.get("zone") or event.get("to")
            to = el("strong.scene-place", names.zone(where)) if where in names.pack.zones else None
            return ink_scene("played", _face(event["card"], names), to)
        case "cancelled":
            band = el("strong.scene-band", names.called(event["by"]))
            halves = [_face(event["card"], names, f"is-half is-{half}") for half in ("upper", "lower")]
            return ink_scene("cancelled", el("div.scene-torn", halves), band)
        case "restored":
            halves = [_face(event["card"], names, f"is-half is-{half}") for half in ("upper", "lower")]
            return ink_scene("restored", el("div.scene-torn", halves), el("i.scene-seam"))
        case "attacked":
            return _attack(event, names)
        case "drained" if event["why"] != "cost":
            return _drain(event, names)
        case "destroyed" | "hero-fell":
            lost = event.get("card") or event["hero"]
            return ink_scene("lost", _face(lost, names, "is-lost"))
        case "plot-moved":
            top = names.pack.rules.plot.top
            return ink_scene(
                "plot",
                clock(event["to"], top, from_=event["from"]),
                el("strong", tr("duel.plot")),
                cls="is-near" if event["to"] <= 3 else None,
            )
    return None


def clock(at: int, top: int, from_: int | None = None) -> Node:
    """The plot as a clock: what is left of it, and the number."""
    style = f"--at: {at / top:.3f}; --from: {(at if from_ is None else from_) / top:.3f}"
    return el("span.plot-clock", el("i"), icon("skull") if at == 0 else el("strong", str(at)), style=style)


def _face(id: str, names: Names, cls: str = "") -> Node:
    """A card as it is printed; nothing to press."""
    card = names.card(id)
    force = card.force if isinstance(card, Card | Hero) else None
    side = "human" if isinstance(card, Hero) else card.side
    return el(
        "div.scene-card.on-paper",
        el("strong.card-name", cards.sign(names.kind(id), names), " ", names.called(id)),
        el("span.card-picture", plate(faces.picture(card, "full"))),
        el("p", names.text(id)),
        el("strong.force", whole(force)) if force is not None else None,
        cls=[cls, f"of-{side}", "side-3" if side == "invader" else "side-1"],
    )


def _attack(event: Json, names: Names) -> Node:
    """ATK-3: the figures of a zone run against each other; what is left over falls on the deck."""
    drain = event["drain"]
    fallen: Child = (
        el("strong.scene-drain", icon("drop"), str(drain)) if drain else el("strong.scene-holds", icon("shield"))
    )
    return ink_scene(
        "attack",
        el("span.scene-ground", plate(faces.zone(event["zone"]))),
        el("strong.scene-place", names.zone(event["zone"])),
        el(
            "div.scene-clash",
            el("strong.of-invader.side-3", str(event["invader"])),
            el("i"),
            el("strong.of-human.side-1", str(event["human"])),
        ),
        fallen,
        cls="is-through" if drain else None,
        key=event["zone"],
    )


def _drain(event: Json, names: Names) -> Node:
    """ATK-4: the cards fall off the deck, face up."""
    fall = [el("li", _face(id, names), style=f"--n: {n}") for n, id in enumerate(event["cards"][:MOST])]
    more = len(event["cards"]) - len(fall)
    return ink_scene(
        "drained",
        el("ol", fall),
        el("strong.scene-drain", icon("drop"), str(len(event["cards"])), f" (+{more})" if more else None),
        cls=names.colours(event["seat"]),
    )
