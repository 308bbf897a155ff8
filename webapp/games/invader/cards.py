"""Cards as drawn in the hand, in play, and on a sheet of their own."""

from __future__ import annotations

from typing import Any

from rules.invader.packs.cards import Card, Hero, Strategy
from webapp.games.contract import Json
from webapp.games.invader import faces
from webapp.games.invader.glossary import GLOSSARY
from webapp.games.invader.names import SIDE_CLASS, Names, clause
from webapp.i18n import whole
from webapp.ui.hyphens import hyphenated
from webapp.ui.tree import Child, Node, el, plate

SIGNS = {
    "warform": "▲", "spire": "◆", "defender": "■", "location": "⬟", "order": "✦", "hero": "★", "strategy": "◎",
}  # fmt: skip
"""A shape for each kind of card, the same in every language and independent of colour."""
NARROW = 9
"""The letters from which on a word of a name may be parted in play, where cards are narrow."""


def sign(kind: str, names: Names) -> Node:
    """The shape of a kind of card, with its name for screen readers."""
    return el(
        "span.kind-sign", SIGNS[kind], role="img", aria_label=names.tr(f"kind.{kind}"), title=names.tr(f"kind.{kind}")
    )


def cost(discard: int, drain: int, names: Names) -> list[Child]:
    """The cost of a card as drawn: cards discarded from the hand, cards drained from the deck."""
    tr = names.tr
    parts: list[Child] = []
    if discard:
        parts.append(el("span.cost.discard", f"▭{discard}", title=tr("cost.discard", n=discard)))
    if drain:
        parts.append(el("span.cost.drain", f"▼{drain}", title=tr("cost.drain", n=drain)))
    return parts or [el("span.cost.free", "0", title=tr("cost.free"))]


def cost_words(discard: int, drain: int, names: Names) -> str:
    """The cost of a card as text."""
    parts = [names.tr(f"cost.{key}", n=n) for key, n in (("discard", discard), ("drain", drain)) if n]
    return ", ".join(parts) or names.tr("cost.free")


def printed_force(id: str, names: Names) -> Node | None:
    """The Force printed on a card or a Hero; None of what has none."""
    card = names.card(id)
    force = card.force if isinstance(card, Card | Hero) else None
    return None if force is None else el("strong.force", whole(force), title=names.tr("card.force", n=whole(force)))


def hand_card(row: Json, names: Names, **marks: Any) -> Node:
    """A card of the viewer's own hand. `row`: the view's entry, with its id and what it costs now."""
    id, force = row["id"], printed_force(row["id"], names)
    head = el("span.card-name", sign(names.kind(id), names), " ", hyphenated(names.called(id)))
    price = row["discard"], row["drain"]
    stock = getattr(names.card(id), "tokens", 0)
    tokens = el("span.tokens", f"●{stock}", title=names.tr.plural("card.tokens", stock)) if stock else None
    figures = el("span.card-figures", cost(*price, names), tokens, force)
    words = [names.called(id), names.tr(f"kind.{names.kind(id)}"), cost_words(*price, names)]
    label = ", ".join([*words, force["a"]["title"]] if force else words)
    drawn = el("span.card-picture", plate(faces.picture(names.card(id), "middle")))
    text = el("span.card-text", names.text(id))
    return el("button.card-face.on-paper", head, drawn, figures, text, aria_label=label, **marks)


def piece(row: Json, names: Names, classes: list[str], **marks: Any) -> Node:
    """A card in play, or the Hero: name, kind, present Force beside the printed one where they differ, tokens,
    boosts."""
    id, card = row["id"], names.card(row["id"])
    printed = card.force if isinstance(card, Card | Hero) else 0
    hero = isinstance(card, Hero)
    force: list[Child] = [el("strong.force", whole(row["force"]))]
    if row["force"] != printed and (not hero or row["upright"]):
        force.insert(0, el("s", whole(printed or 0)))
    tokens = el("span.tokens", "●" * min(row["tokens"], 6), str(row["tokens"])) if row["tokens"] else None
    turned = "" if row["upright"] else "is-turned"
    return el(
        "button",
        _name(id, names),
        plate(faces.picture(card, "small")),
        el("span.piece-figures", tokens, el("span.forces", force)),
        cls=["piece", "on-paper", *classes, names.colours(row["seat"]), "is-hero" if hero else "", turned],
        aria_label=piece_words(row, names),
        testid="hero" if hero else f"piece-{id}",
        **marks,
    )


def ghost(id: str, names: Names, seat: str) -> Node:
    """A card where the command in preparation would put it."""
    force = printed_force(id, names)
    return el(
        "span.piece.on-paper.is-ghost",
        _name(id, names),
        plate(faces.picture(names.card(id), "small")),
        el("span.piece-figures", el("span.forces", force)),
        cls=names.colours(seat),
        testid="ghost",
    )


def _name(id: str, names: Names) -> Node:
    """The name of a card in play. The style sheet gets the length of its longest word, which is to stay in one piece;
    where a card is too narrow for that, it is parted between syllables."""
    name = names.called(id)
    style = f"--word: {max(map(len, name.split()))}"
    return el("span.card-name", sign(names.kind(id), names), " ", hyphenated(name, NARROW), style=style)


def piece_words(row: Json, names: Names) -> str:
    """A card in play as a sentence for screen readers: name, Force, tokens, and whether a Hero is turned."""
    tr, parts = names.tr, [names.called(row["id"]), names.tr("card.force", n=whole(row["force"]))]
    if row["tokens"]:
        parts.append(tr.plural("card.tokens", row["tokens"]))
    if names.kind(row["id"]) == "hero":
        parts.append(tr("card.upright" if row["upright"] else "card.turned"))
    return ", ".join(parts)


def sheet(id: str, names: Names) -> Node | None:
    """A sheet about a card, Hero or strategy; for one in play also what its Force consists of."""
    try:
        card = names.card(id)
    except (KeyError, IndexError):
        return None
    tr, kind = names.tr, names.kind(id)
    side = "human" if isinstance(card, Hero) else card.side
    rows: list[Child] = []
    if not isinstance(card, Hero):
        rows.append(el("p", tr("card.costs", cost=cost_words(card.discard, card.drain, names))))
    if not isinstance(card, Strategy) and card.force is not None:
        rows.append(el("p.large-force", tr("card.force", n=whole(card.force))))
    if isinstance(card, Card) and card.tokens:
        rows.append(el("p", tr.plural("card.tokens", card.tokens)))
    standing = names.in_play(id)
    changes = [
        el("li", whole(row["value"], signed=True), " ", _source(row["source"], names), " ", clause(row["clause"]))
        for row in (standing or {}).get("modifiers", ())
    ]
    now = [el("p", tr("card.force-now", n=whole(standing["force"]))), el("ul", changes)] if standing and changes else []
    return el(
        "article.large-card",
        el("span.large-picture", plate(faces.picture(card, "full"), "large")),
        el("h2", SIGNS[kind], " ", names.called(id), id="reading-title"),
        el("p.overline", tr(f"kind.{kind}")),
        rows,
        el("p.large-text", GLOSSARY.card_text(names.text(id) or tr("card.no-text"), tr.language, True)),
        now,
        cls=f"{SIDE_CLASS[side]} of-{side}",
    )


def _source(id: str, names: Names) -> str:
    return names.called(id) if id else names.tr("kind.strategy")


def listed(what: str, seat: str, names: Names) -> Node:
    """A sheet with cards: a discard, its top first (DIS-3), or cards that all have seen go to a hand or deck
    (GEN-5)."""
    tr, view = names.tr, names.view
    known = view["known"][seat]
    rows: list[tuple[str, list[str]]] = {
        "discard": [("", list(reversed(view["discards"][seat])))],
        "known": [("", known["hand"])],
        "deck": [("duel.known-top", known["top"]), ("duel.known-bottom", known["bottom"])],
    }[what]
    count = {"discard": len(view["discards"][seat]), "known": view["hands"][seat], "deck": view["decks"][seat]}[what]
    parts: list[Child] = []
    for title, ids in rows:
        if not ids:
            continue
        if title:
            parts.append(el("h3.overline", tr(title)))
        lines = [el("li", el("button", names.called(id), data_read=f"card:{id}")) for id in ids]
        parts.append(el("ol.listed", lines))
    empty = None if any(ids for _, ids in rows) else el("p.muted", tr(f"duel.{what}-none"))
    heading = tr(f"duel.{what}-of", player=names.player(seat), n=count)
    return el("article.large-card", el("h2", heading, id="reading-title"), parts, empty, cls=names.colours(seat))
