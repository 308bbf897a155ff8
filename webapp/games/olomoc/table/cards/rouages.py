"""Rouage cards: one's own with a rail of tokens and actions, the opponent's smaller, and tiles for small screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules.kernel.identity_cache import cached_by
from rules.olomoc.packs.operations import Capacity
from webapp.games.olomoc import KEY
from webapp.games.olomoc.faces import portrait as portrait_of
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import Book, words
from webapp.games.olomoc.table.text.names import Excerpt, Names, capacity_name, piece_words
from webapp.i18n import Translator
from webapp.packs.addresses import PICTURE_NAME, picture_address
from webapp.plates.language import Size
from webapp.ui.hyphens import SHORT, hyphenated
from webapp.ui.tree import Child, Node, el, icon, plate

View = Mapping[str, Any]
STATS = ("technique", "combat", "shooting", "dodge")
MOST_NOIRCEUR = 3
LONG = 6


def of_seat(view: View, seat: str) -> list[Mapping[str, Any]]:
    """The rouages of a cabal, highest rank first."""
    mine = [piece for piece in view.get("rouages", ()) if piece["seat"] == seat]
    return sorted(mine, key=lambda piece: -piece["profile"]["rank"])


def is_active(view: View, id: str) -> bool:
    return id in (view.get("active") or {}).get("rouages", ())


def cabal_props(names: Names, *seats: str) -> Excerpt:
    """The words that the cards and tiles of these seats' cabals are made of."""
    view = names.view
    its = {rouage["id"]: rouage for seat in seats for rouage in of_seat(view, seat)}
    return names.only(
        rouages=[*its.values()],
        active={"rouages": [id for id in its if is_active(view, id)]},
        changed={id: now for id, now in view.get("changed", {}).items() if id in its},
        effects=[effect for effect in view.get("effects", ()) if effect.get("piece") in its],
    )


class CardRow(NamedTuple):
    """A rouage's row in the view, and the match's book: the same objects while nothing of them changes."""

    piece: Mapping[str, Any]
    book: Book


class CardFacts(NamedTuple):
    """All that a rouage's card or tile is made of besides its row."""

    name: str
    player: str
    monogram: str
    active: bool
    changed: tuple[tuple[str, int], ...]
    running: tuple[str, ...]


def card_facts(piece: Mapping[str, Any], view: View, names: Names) -> CardFacts:
    id = piece["id"]
    now, effects = tuple(changed(id, view).items()), tuple(running(piece, names))
    name, player = names.full(id), names.player(piece["seat"])
    return CardFacts(name, player, names.monogram(id), is_active(view, id), now, effects)


def card(piece: Mapping[str, Any], view: View, names: Names, *, small: bool = False) -> Node:
    """One card, 63 by 88. A press picks the rouage; the corner opens it large (`reader.py`). Shared: never change
    it."""
    return _card(CardRow(piece, names.book), card_facts(piece, view, names), small, names.tr)


# A third of a redraw of the page: most commands change one rouage or none, and a rouage's row in all views is the same
# object while nothing of it changes.
@cached_by("piece", "book", size=256)
def _card(of: CardRow, facts: CardFacts, small: bool, tr: Translator) -> Node:
    piece, book = of
    id, profile, now = piece["id"], piece["profile"], dict(facts.changed)
    classes = [f"side-{piece['seat']}"]
    if small:
        classes.append("small")
    if facts.active:
        classes.append("is-active")
    if piece.get("out"):
        classes.append("is-out")
    board = piece.get("at") is not None
    return el(
        "article.card",
        el(
            "button.card-face",
            el(
                "span.card-top",
                el("strong.name", hyphenated(short(facts.name), SHORT), title=facts.name),
                marks(profile, tr, now.get("rank")),
            ),
            # Of one's own the rail beside the card has the tokens.
            portrait(
                piece,
                book,
                facts.monogram,
                small,
                tokens(piece, tr) if small else None,
                noirceur(piece, tr),
                states(piece, facts.running, book, tr),
            ),
            None if small else _epithet(piece, book, tr),
            stats(profile, tr, now),
            life(piece, tr),
            do={"do": "pick", "id": id},
            aria_label=piece_words(piece, facts.name, facts.player, facts.active, tr),
            testid=None if board else f"rouage-{id}",
        ),
        _enlarge(id, facts.name, tr),
        cls=classes,
        key=f"card-{id}",
        data_piece=id,
        later=True,
    )


# Parts of a card, each made of a few figures: most of them stay when the card changes.


@lru_cache(256)
def _enlarge(id: str, name: str, tr: Translator) -> Node:
    return el("button.enlarge", icon("eye", tr("card.enlarge", name=name)), data_read=id, testid=f"read-{id}")


def _epithet(piece: Mapping[str, Any], book: Book, tr: Translator) -> Node | None:
    """The line under a figure's name."""
    own = book.rouage(piece.get("card") or "")
    return el("span.epithet", words(own.title, tr.language)) if own is not None and own.title else None


def short(name: str) -> str:
    """First name and an initial, "Otakar B."; a long first name stands alone."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest and len(first) < LONG else first


def marks(profile: Mapping[str, Any], tr: Translator, now: int | None = None) -> Node:
    """Rank as pips, ministries as signs. `now`: the rank where it is not as printed; what it lacks is an outline.
    Shared: never change it."""
    return _marks(profile["rank"], tuple(profile.get("ministries", ())), now, tr)


@lru_cache(256)
def _marks(printed: int, ministries: Sequence[str], now: int | None, tr: Translator) -> Node:
    label = tr("card.rank-n", rank=printed)
    if now is not None:
        label = tr("card.stat-changed", name=tr("card.rank"), now=now, printed=printed)
    of = {ministry: tr(f"card.ministry-{ministry}") for ministry in ministries}
    pips = [
        el("span.pip", cls="raised" if n >= printed else "lost" if now is not None and n >= now else None)
        for n in range(max(printed, now or 0))
    ]
    return el(
        "span.marks",
        el("span.pips", pips, role="img", aria_label=label, title=label),
        [icon(ministry, name) for ministry, name in of.items()],
        data_sign=" · ".join([tr("sign.rank"), *of.values()]),
    )


def portrait(piece: Mapping[str, Any], book: Book, monogram: str, small: bool, *more: Child) -> Node:
    """The monogram in its ring, with the face of the card; on a large card the face fills the middle. A card's own
    picture comes before its plate."""
    card = book.rouage(piece.get("card") or "")
    if card is not None and card.image is not None:
        return pictured(card.image, medallion(piece, book, monogram), *more)
    if small:
        return pictured(None, medallion(piece, book, monogram, "small"), *more)
    face = plate(portrait_of(book, piece.get("card"), piece["seat"], "full"), "large")
    return pictured(None, medallion(piece, book, monogram), face, *more)


def pictured(image: str | None, *inside: Child) -> Node:
    """A card's middle. Pictures are named by what is in them; a file's own name says nothing here."""
    if image is None or not PICTURE_NAME.fullmatch(image):
        return el("span.portrait", *inside)
    return el("span.portrait.pictured", *inside, style=f"background-image:url('{picture_address(KEY, image)}')")


def medallion(piece: Mapping[str, Any], book: Book, monogram: str, size: Size | None = None) -> Node:
    """The monogram in the ring of its side; of a `size` with its face over it."""
    face = portrait_of(book, piece.get("card"), piece["seat"], size) if size else ""
    mono = el("span", monogram)
    return el("span.medallion", mono, plate(face), cls=f"ring-{piece['seat']}", aria_hidden="true")


def noirceur(piece: Mapping[str, Any], tr: Translator) -> Node:
    """Its noirceur as drops. Shared: never change it."""
    return _noirceur(piece.get("noirceur", 0), tr)


@lru_cache(32)
def _noirceur(now: int, tr: Translator) -> Node:
    label = tr.plural("card.noirceur-n", now)
    signs = [icon("drop", cls="full" if n < now else "hollow") for n in range(MOST_NOIRCEUR)]
    sign = tr("sign.noirceur")
    return el("span.ink-drops", signs, role="img", aria_label=label, title=label, data_value=now, data_sign=sign)


def states(piece: Mapping[str, Any], running: Iterable[str], book: Book, tr: Translator) -> Node | None:
    """What burdens a rouage, and the effects that run on it."""
    if piece.get("out"):
        return el("span.states", el("span.state.gone", icon("skull"), tr("card.out")))
    signs: list[Child] = [
        el("span.state", icon(state, tr(f"card.{state}")), tr(f"card.{state}")) for state in piece.get("states", ())
    ]
    effects = [(capacity_name(id, book, tr), running_words(id, book, tr)) for id in running]
    if effects:
        signs.append(
            el(
                "span.states-running",
                [
                    el(
                        "span.state.running",
                        icon("capacity"),
                        el("span.state-name", name),
                        title=tr.labelled(name, text),
                    )
                    for name, text in effects
                ],
            )
        )
    return el("span.states", signs) if signs else None


def running(piece: Mapping[str, Any], names: Names) -> list[str]:
    """The capacities and cards whose effects run on a rouage now, each once."""
    return list(dict.fromkeys(e["name"] for e in names.view.get("effects", ()) if e.get("piece") == piece["id"]))


def running_words(id: str, book: Book, tr: Translator) -> str:
    """The text of a running effect, in its card's words."""
    return book.capacity_text(id, tr.language) or capacity_name(id, book, tr)


def stats(profile: Mapping[str, Any], tr: Translator, now: Mapping[str, int] | None = None) -> Node:
    """The four characteristics as they stand now; `now`: those that are not as printed, whose printed figure stays
    beside them, struck out."""

    figures = ((name, profile.get(name, 0)) for name in STATS)
    return el("span.stats", [_stat(name, value, (now or {}).get(name, value), tr) for name, value in figures])


@lru_cache(512)
def _stat(name: str, printed: int, value: int, tr: Translator) -> Node:
    label = tr(f"card.{name}")
    spoken, classes = f"{label} {value}", ["" if value else "none"]
    was = None
    if value != printed:
        spoken = tr("card.stat-changed", name=label, now=value, printed=printed)
        classes.append("raised" if value > printed else "lowered")
        was = el("s.stat-printed", str(printed))
    letter = el("span.stat-letter", tr(f"card.{name}-letter"))
    return el(
        "span.stat",
        el("span.stat-name", icon(name), letter, title=label, data_sign=label),
        el("span.stat-figures", was, el("strong", str(value), cls=classes)),
        aria_label=spoken,
        title=spoken if was else None,
    )


def changed(id: str, view: View) -> Mapping[str, int]:
    """A piece's characteristics and rank that are not as printed now."""
    figures: Mapping[str, int] = view.get("changed", {}).get(id, {})
    return figures


def life(piece: Mapping[str, Any], tr: Translator) -> Node:
    """The life line as boxes, checked from the left (LIF-1). Shared: never change it."""
    return _life(piece["profile"]["life"], piece.get("wounds", 0), tr)


@lru_cache(256)
def _life(line: str, wounds: int, tr: Translator) -> Node:
    left = max(0, len(line) - wounds)
    label = tr("card.life-of", left=left, all=len(line))
    return el(
        "span.life",
        el("span.boxes", boxes(line, wounds), role="img", aria_label=label, title=label),
        el("span.muted.life-count", f"{left}/{len(line)}", data_sign=tr("sign.life")),
    )


def boxes(line: str, wounds: int = 0) -> list[Child]:
    """The boxes of a life line, in two halves: a line that has no room is broken in its middle."""
    each = [el("span.box", cls=[f"box-{kind}", "checked" if n < wounds else ""]) for n, kind in enumerate(line)]
    middle = (len(each) + 1) // 2
    return [el("span.box-half", each[:middle]), el("span.box-half", each[middle:]) if each[middle:] else None]


# What a card says stays the same while what has become of its rouage changes.
@cached_by(size=128)
def _card_text(book: Book, card: str | None, tr: Translator) -> Node | None:
    """The capacities of a rouage's own card, in words."""
    own = book.rouage(card or "")
    if own is None or not own.capacities:
        return None
    return el("div.card-text", [capacity(printed, tr) for printed in own.capacities])


def capacity(printed_capacity: Capacity, tr: Translator) -> Node:
    """A capacity with all that it says, and whether the players settle it by hand."""
    node = printed(printed_capacity, tr)
    if printed_capacity.by_hand:
        node["x"].append(hand_mark(tr))
    return node


def printed(own: Capacity, tr: Translator) -> Node:
    language = tr.language
    return el(
        "div.capacity",
        el("span.capacity-top", el("strong", words(own.name, language)), el("span.muted", " ".join(terms(own, tr)))),
        el("p", GLOSSARY.card_text(words(own.text, language), language)),
    )


def hand_mark(tr: Translator) -> Node:
    return el("span.hand-mark", icon("hand"), tr("amend.by-hand"))


def terms(own: Capacity, tr: Translator) -> list[str]:
    """Cost, frequency and time in a few signs: "1 ◆ · 1/cycle", "perm."."""
    parts: list[str] = []
    if own.time == "permanent":
        parts.append(tr("card.permanent"))
    if own.cost.actions:
        parts.append(f"{own.cost.actions} ◆")
    if own.cost.noirceur:
        parts.append(tr.plural("card.cost-noirceur", own.cost.noirceur))
    if own.frequency:
        parts.append(tr(f"card.per-{own.frequency.per}", n=own.frequency.n))
    return [" · ".join(parts)] if parts else []


def tokens(piece: Mapping[str, Any], tr: Translator) -> Node:
    """Action tokens as lozenges: what is left of what a cycle gives."""
    return _tokens(piece["id"], piece.get("actions", 0), tr)


@lru_cache(256)
def _tokens(id: str, now: int, tr: Translator, full: int = 4) -> Node:
    label = tr.plural("card.actions-n", now)
    signs = [icon("token", cls="full" if n < now else "hollow") for n in range(max(full, now))]
    return el(
        "span.tokens",
        signs,
        role="img",
        aria_label=label,
        title=label,
        data_value=now,
        data_sign=tr("sign.actions"),
        testid=f"actions-{id}",
    )


def hero(piece: Mapping[str, Any], view: View, names: Names, actions: Sequence[Child], notes: Sequence[Child]) -> Node:
    """A card of one's own with its rail: tokens, what it can do and bears, or its actions when it is in hand."""
    book, tr = names.book, names.tr
    texts = [_card_text(book, piece.get("card"), tr), *_gear(book, piece.get("equipment"), tr)]
    return el(
        "div.hero",
        card(piece, view, names),
        el(
            "div.rail",
            el("div.rail-info", tokens(piece, tr), [] if actions else [*notes, *texts], later=True),
            actions or None,
            # It scrolls where it is long; what can be pressed in it comes by the keyboard anyway.
            **({} if actions else {"tabindex": "0", "role": "group", "aria_label": names.piece(piece["id"])}),
        ),
        cls=[f"side-{piece['seat']}", "is-active" if is_active(view, piece["id"]) else ""],
        key=f"hero-{piece['id']}",
    )


@cached_by()
def _gear(book: Book, equipment: str | None, tr: Translator) -> list[Child]:
    """The equipment that a rouage bears, with its capacities, beside its card."""
    gear = book.equipment(equipment or "")
    if gear is None:
        return []
    sign = icon("gift" if gear.gift else "equipment")
    return [
        el("span.rail-gear", sign, el("span", words(gear.name, tr.language))),
        el("div.rail-gear-text", [capacity(printed, tr) for printed in gear.capacities]),
    ]


def tile(piece: Mapping[str, Any], view: View, names: Names, chosen: bool) -> Node:
    """The smallest form: monogram, rank, life, tokens, ink; for the strip over the Bloc on small screens. Shared: never
    change it."""
    return _tile(CardRow(piece, names.book), card_facts(piece, view, names), chosen, names.tr)


@cached_by("piece", "book", size=256)
def _tile(of: CardRow, facts: CardFacts, chosen: bool, tr: Translator) -> Node:
    piece, book = of
    line, wounds = piece["profile"]["life"], piece.get("wounds", 0)
    return el(
        "button.tile",
        el(
            "span.tile-top",
            el("span.tile-face", plate(portrait_of(book, piece.get("card"), piece["seat"], "small"))),
            el("strong.name", facts.monogram),
            el("span.pips", [el("span.pip") for _ in range(piece["profile"]["rank"])]),
        ),
        el(
            "span.tile-life",
            [el("span", cls=[f"cell-{kind}", "checked" if n < wounds else ""]) for n, kind in enumerate(line)],
        ),
        el(
            "span.tile-signs",
            el("span.tile-tokens", [icon("token", cls="full") for _ in range(piece.get("actions", 0))]),
            el(
                "span.tile-burdens",
                [icon("drop", cls="full ink") for _ in range(piece.get("noirceur", 0))],
                icon("stunned", cls="state") if "stunned" in piece.get("states", ()) else None,
            ),
        ),
        later=True,
        do={"do": "pick", "id": piece["id"]},
        cls=[
            f"side-{piece['seat']}",
            "is-active" if facts.active else "",
            "is-out" if piece.get("out") else "",
            "chosen" if chosen else "",
        ],
        key=f"tile-{piece['id']}",
        aria_label=piece_words(piece, facts.name, facts.player, facts.active, tr),
    )
