"""Rouage cards: one's own with a rail of tokens and actions, the opponent's smaller, and tiles for small screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules.kernel.identity_cache import cached_by
from rules.olomoc.packs.operations import Capacity
from webapp.games.olomoc import KEY
from webapp.games.olomoc.faces import portrait as portrait_of
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import Book, words
from webapp.games.olomoc.table.text.names import BookNames, Names
from webapp.i18n import Translator
from webapp.packs.addresses import PICTURE_NAME, picture_address
from webapp.plates.language import Size
from webapp.ui.tree import Child, Node, SharedNode, el, icon, plate

View = Mapping[str, Any]
STATS = ("technique", "combat", "shooting", "dodge")
MOST_NOIRCEUR = 3
LONG = 6


def of_seat(view: View, seat: str) -> list[Mapping[str, Any]]:
    """The rouages of a cabal, highest rank first."""
    mine = [it for it in view.get("rouages", ()) if it["seat"] == seat]
    return sorted(mine, key=lambda it: -it["profile"]["rank"])


def is_active(view: View, id: str) -> bool:
    return id in (view.get("active") or {}).get("rouages", ())


def reads(view: View, seat: str, names: Names) -> object:
    """All that the cards and tiles of a cabal read of the view and the names."""
    its = of_seat(view, seat)
    return its, [is_active(view, it["id"]) for it in its], view.get("changed"), view.get("effects"), names.scope


def card(it: Mapping[str, Any], view: View, names: Names, *, small: bool = False) -> Node:
    """One card, 63 by 88. A press picks the rouage; the corner opens it large (`reader.py`). Shared: never change
    it."""
    now, monogram = tuple(changed(it["id"], view).items()), names.monogram(it["id"])
    depends = (is_active(view, it["id"]), now, *running(it, names), monogram, names.basis, names.tr)
    return _card(_Shown(it, names.book, view, names), small, *depends)


class _Shown(NamedTuple):
    it: Mapping[str, Any]
    book: Book
    view: View
    names: Names


# A third of a redraw of the page: most commands change one rouage or none, and a rouage's row in all views is the same
# object while nothing of it changes. `depends`: all that is read of the view and the names besides.
@cached_by("it", "book", size=256)
def _card(of: _Shown, small: bool, *depends: object) -> Node:
    it, _, view, names = of
    tr, id = names.tr, it["id"]
    profile, now = it["profile"], changed(id, view)
    classes = [f"side-{it['seat']}"]
    if small:
        classes.append("small")
    if is_active(view, id):
        classes.append("is-active")
    if it.get("out"):
        classes.append("is-out")
    board = it.get("at") is not None
    return SharedNode(
        el(
            "article.card",
            el(
                "button.card-face",
                el(
                    "span.card-top",
                    el("strong.name", short(names.full(id)), title=names.full(id)),
                    marks(profile, names, now.get("rank")),
                ),
                # Of one's own the rail beside the card has the tokens.
                portrait(
                    it, names, small, tokens(it, names) if small else None, noirceur(it, names), states(it, names)
                ),
                None if small else _epithet(it, names),
                stats(profile, names, now),
                life(it, names),
                do={"do": "pick", "id": id},
                aria_label=names.piece_words(it, is_active(view, id)),
                testid=None if board else f"rouage-{id}",
            ),
            _enlarge(id, names.full(id), tr),
            cls=classes,
            key=f"card-{id}",
            data_piece=id,
            later=True,
        )
    )


# Parts of a card, each made of a few figures: most of them stay when the card changes.


@lru_cache(256)
def _enlarge(id: str, name: str, tr: Translator) -> Node:
    return el("button.enlarge", icon("eye", tr("card.enlarge", name=name)), data_read=id, testid=f"read-{id}")


def _epithet(it: Mapping[str, Any], names: Names) -> Node | None:
    """The line under a figure's name."""
    own = names.book.rouage(it.get("card") or "")
    return el("span.epithet", words(own.title, names.tr.language)) if own is not None and own.title else None


def short(name: str) -> str:
    """First name and an initial, "Otakar B."; a long first name stands alone."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest and len(first) < LONG else first


def marks(profile: Mapping[str, Any], names: Names, now: int | None = None) -> Node:
    """Rank as pips, ministries as signs. `now`: the rank where it is not as printed; what it lacks is an outline.
    Shared: never change it."""
    return _marks(profile["rank"], tuple(profile.get("ministries", ())), now, names.tr)


@lru_cache(256)
def _marks(printed: int, ministries: Sequence[str], now: int | None, tr: Translator) -> Node:
    told = tr("card.rank-n", rank=printed)
    if now is not None:
        told = tr("card.stat-changed", name=tr("card.rank"), now=now, printed=printed)
    of = {it: tr(f"card.ministry-{it}") for it in ministries}
    pips = [
        el("span.pip", cls="raised" if n >= printed else "lost" if now is not None and n >= now else None)
        for n in range(max(printed, now or 0))
    ]
    return el(
        "span.marks",
        el("span.pips", pips, role="img", aria_label=told, title=told),
        [icon(it, name) for it, name in of.items()],
        data_sign=" · ".join([tr("sign.rank"), *of.values()]),
    )


def portrait(it: Mapping[str, Any], names: Names, small: bool, *more: Child) -> Node:
    """The monogram in its ring, with the face of the card; on a large card the face fills the middle. A card's own
    picture comes before its plate."""
    card = names.book.rouage(it.get("card") or "")
    if card is not None and card.image is not None:
        return pictured(card.image, medallion(it, names), *more)
    if small:
        return pictured(None, medallion(it, names, "small"), *more)
    return pictured(
        None, medallion(it, names), plate(portrait_of(names.book, it.get("card"), it["seat"], "full"), "large"), *more
    )


def pictured(image: str | None, *inside: Child) -> Node:
    """A card's middle. Pictures are named by what is in them; a file's own name says nothing here."""
    if image is None or not PICTURE_NAME.fullmatch(image):
        return el("span.portrait", *inside)
    return el("span.portrait.pictured", *inside, style=f"background-image:url('{picture_address(KEY, image)}')")


def medallion(it: Mapping[str, Any], names: Names, size: Size | None = None) -> Node:
    """The monogram in the ring of its side; of a `size` with its face over it."""
    face = portrait_of(names.book, it.get("card"), it["seat"], size) if size else ""
    mono = el("span", names.monogram(it["id"]))
    return el("span.medallion", mono, plate(face), cls=f"ring-{it['seat']}", aria_hidden="true")


def noirceur(it: Mapping[str, Any], names: Names) -> Node:
    """Its noirceur as drops. Shared: never change it."""
    return _noirceur(it.get("noirceur", 0), names.tr)


@lru_cache(32)
def _noirceur(now: int, tr: Translator) -> Node:
    label = tr.plural("card.noirceur-n", now)
    signs = [icon("drop", cls="full" if n < now else "hollow") for n in range(MOST_NOIRCEUR)]
    sign = tr("sign.noirceur")
    return el("span.ink-drops", signs, role="img", aria_label=label, title=label, data_value=now, data_sign=sign)


def states(it: Mapping[str, Any], names: Names) -> Node | None:
    found: list[Child] = [
        el("span.state", icon(s, names.tr(f"card.{s}")), names.tr(f"card.{s}"))
        for s in ([] if it.get("out") else it.get("states", ()))
    ]
    if it.get("out"):
        found.append(el("span.state.gone", icon("skull"), names.tr("card.out")))
    elif run := running(it, names):
        found.append(
            el(
                "span.states-running",
                [
                    el(
                        "span.state.running",
                        icon("capacity"),
                        el("span.state-name", names.capacity(e)),
                        title=f"{names.capacity(e)}: {running_words(e, names)}",
                    )
                    for e in run
                ],
            )
        )
    return el("span.states", found) if found else None


def running(it: Mapping[str, Any], names: Names) -> list[str]:
    """The capacities and cards whose effects run on a rouage now, each once."""
    return list(dict.fromkeys(e["name"] for e in names.view.get("effects", ()) if e.get("piece") == it["id"]))


def running_words(id: str, names: Names) -> str:
    """The text of a running effect, in its card's words."""
    return names.book.capacity_text(id, names.tr.language) or names.capacity(id)


def stats(profile: Mapping[str, Any], names: Names, now: Mapping[str, int] | None = None) -> Node:
    """The four characteristics as they stand now; `now`: those that are not as printed, whose printed figure stays
    beside them, struck out."""

    figures = ((name, profile.get(name, 0)) for name in STATS)
    return el("span.stats", [_stat(name, it, (now or {}).get(name, it), names.tr) for name, it in figures])


@lru_cache(512)
def _stat(name: str, printed: int, value: int, tr: Translator) -> Node:
    label = tr(f"card.{name}")
    told, classes = f"{label} {value}", ["" if value else "none"]
    was = None
    if value != printed:
        told = tr("card.stat-changed", name=label, now=value, printed=printed)
        classes.append("raised" if value > printed else "lowered")
        was = el("s.stat-printed", str(printed))
    letter = el("span.stat-letter", tr(f"card.{name}-letter"))
    return el(
        "span.stat",
        el("span.stat-name", icon(name), letter, title=label, data_sign=label),
        el("span.stat-figures", was, el("strong", str(value), cls=classes)),
        aria_label=told,
        title=told if was else None,
    )


def changed(id: str, view: View) -> Mapping[str, int]:
    """A piece's characteristics and rank that are not as printed now."""
    found: Mapping[str, int] = view.get("changed", {}).get(id, {})
    return found


def life(it: Mapping[str, Any], names: Names) -> Node:
    """The life line as boxes, checked from the left (LIF-1). Shared: never change it."""
    return _life(it["profile"]["life"], it.get("wounds", 0), names.tr)


@lru_cache(256)
def _life(line: str, wounds: int, tr: Translator) -> Node:
    boxes = [el("span.box", cls=[f"box-{kind}", "checked" if n < wounds else ""]) for n, kind in enumerate(line)]
    left = max(0, len(line) - wounds)
    label = tr("card.life-of", left=left, all=len(line))
    return el(
        "span.life",
        el("span.boxes", boxes, role="img", aria_label=label, title=label),
        el("span.muted.life-count", f"{left}/{len(line)}", data_sign=tr("sign.life")),
    )


# What a card says stays the same while what has become of its rouage changes.
@cached_by("book", size=128)
def _card_text(of: BookNames, card: str | None, tr: Translator) -> Node | None:
    """The capacities of a rouage's own card, in words."""
    own = of.book.rouage(card or "")
    if own is None or not own.capacities:
        return None
    return SharedNode(el("div.card-text", [capacity(c, of.names) for c in own.capacities]))


def capacity(it: Capacity, names: Names) -> Node:
    """A capacity with all that it says, and whether the players settle it by hand."""
    node = printed(it, names)
    if it.by_hand:
        node["x"].append(hand_mark(names))
    return node


def printed(it: Capacity, names: Names) -> Node:
    language = names.tr.language
    return el(
        "div.capacity",
        el("span.capacity-top", el("strong", words(it.name, language)), el("span.muted", " ".join(terms(it, names)))),
        el("p", GLOSSARY.card_text(words(it.text, language), language)),
    )


def hand_mark(names: Names) -> Node:
    return el("span.hand-mark", icon("hand"), names.tr("amend.by-hand"))


def terms(it: Capacity, names: Names) -> list[str]:
    """Cost, frequency and time in a few signs: "1 ◆ · 1/cycle", "perm."."""
    parts: list[str] = []
    if it.time == "permanent":
        parts.append(names.tr("card.permanent"))
    if it.cost.actions:
        parts.append(f"{it.cost.actions} ◆")
    if it.cost.noirceur:
        parts.append(names.tr.plural("card.cost-noirceur", it.cost.noirceur))
    if it.frequency:
        parts.append(names.tr(f"card.per-{it.frequency.per}", n=it.frequency.n))
    return [" · ".join(parts)] if parts else []


def tokens(it: Mapping[str, Any], names: Names) -> Node:
    """Action tokens as lozenges: what is left of what a cycle gives."""
    return _tokens(it["id"], it.get("actions", 0), names.tr)


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


def hero(it: Mapping[str, Any], view: View, names: Names, actions: Sequence[Child], notes: Sequence[Child]) -> Node:
    """A card of one's own with its rail: tokens, what it can do and bears, or its actions when it is in hand."""
    of = BookNames(names.book, names)
    said = [_card_text(of, it.get("card"), names.tr), *_gear(of, it.get("equipment"), names.tr)]
    return el(
        "div.hero",
        card(it, view, names),
        el(
            "div.rail",
            el("div.rail-info", tokens(it, names), [] if actions else [*notes, *said], later=True),
            actions or None,
            # It scrolls where it is long; what can be pressed in it comes by the keyboard anyway.
            **({} if actions else {"tabindex": "0", "role": "group", "aria_label": names.piece(it["id"])}),
        ),
        cls=[f"side-{it['seat']}", "is-active" if is_active(view, it["id"]) else ""],
        key=f"hero-{it['id']}",
    )


@cached_by("book")
def _gear(of: BookNames, equipment: str | None, tr: Translator) -> list[Child]:
    """The equipment that a rouage bears, with its capacities, beside its card."""
    gear = of.book.equipment(equipment or "")
    if gear is None:
        return []
    sign = icon("gift" if gear.gift else "equipment")
    return [
        el("span.rail-gear", sign, el("span", words(gear.name, tr.language))),
        el("div.rail-gear-text", [capacity(c, of.names) for c in gear.capacities]),
    ]


def tile(it: Mapping[str, Any], view: View, names: Names, chosen: bool) -> Node:
    """The smallest form: monogram, rank, life, tokens, ink; for the strip over the Bloc on small screens. Shared: never
    change it."""
    monogram, active = names.monogram(it["id"]), is_active(view, it["id"])
    return _tile(_Shown(it, names.book, view, names), chosen, active, monogram, names.basis, names.tr)


@cached_by("it", "book", size=256)
def _tile(of: _Shown, chosen: bool, active: bool, monogram: str, *depends: object) -> Node:
    it, _, _, names = of
    line, wounds = it["profile"]["life"], it.get("wounds", 0)
    return SharedNode(
        el(
            "button.tile",
            el(
                "span.tile-top",
                el("span.tile-face", plate(portrait_of(names.book, it.get("card"), it["seat"], "small"))),
                el("strong.name", monogram),
                el("span.pips", [el("span.pip") for _ in range(it["profile"]["rank"])]),
            ),
            el(
                "span.tile-life",
                [el("span", cls=[f"cell-{kind}", "checked" if n < wounds else ""]) for n, kind in enumerate(line)],
            ),
            el(
                "span.tile-signs",
                el("span.tile-tokens", [icon("token", cls="full") for _ in range(it.get("actions", 0))]),
                el(
                    "span.tile-burdens",
                    [icon("drop", cls="full ink") for _ in range(it.get("noirceur", 0))],
                    icon("stunned", cls="state") if "stunned" in it.get("states", ()) else None,
                ),
            ),
            later=True,
            do={"do": "pick", "id": it["id"]},
            cls=[
                f"side-{it['seat']}",
                "is-active" if active else "",
                "is-out" if it.get("out") else "",
                "chosen" if chosen else "",
            ],
            key=f"tile-{it['id']}",
            aria_label=names.piece_words(it, active),
        )
    )
