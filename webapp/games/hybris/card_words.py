"""What cards, tiles, steps and powers do, in words of the reader's language: made of the closed vocabulary of the pack
(`rules.hybris.packs.words`), never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hybris.packs import words
from rules.hybris.packs.words import Gain, Having, Price
from webapp.i18n import Translator

LETTERS = {"red": "pay", "blue": "have", "yellow": "do", "green": "gain"}
"""What each colour of Task asks for; its first letter in the reader's language stands in its cell."""


def amount(word: str, n: int, tr: Translator) -> str:
    """A number of something, as "2 Aegis"; what is taken away has a text of its own."""
    if n < 0:
        return tr.plural(f"less.{word}", -n) if tr.has(f"less.{word}") else tr.plural("gain.lose", -n, what=word)
    return tr.plural(f"gain.{word}", n) if tr.has(f"gain.{word}") else f"{n} {word}"


def gain(it: Gain, tr: Translator) -> str:
    """One effect."""
    if it.gain == "lose":
        return tr("gain.lose", what=amount(it.of or "card", it.n, tr))
    if it.gain == "discard":
        return tr.plural("gain.discard", it.n, element=tr(f"element.{it.of}"))
    return amount(it.gain, it.n, tr)


def gains(text: str, tr: Translator) -> str:
    """The effects of a text, in order; empty for none."""
    return ", ".join(gain(it, tr) for it in words.gains(text))


def price(it: Price, tr: Translator) -> str:
    """One part of a price."""
    if it.pay == "discard" and it.of == "force":
        return tr("price.discard-force", n=it.n)
    if it.pay == "discard":
        return tr.plural("price.discard", it.n, element=tr(f"element.{it.of}"))
    if it.pay in ("camp", "transfer", "engage"):
        return tr.plural(f"price.{it.pay}", it.n)
    return amount(it.pay, it.n, tr)


def prices(text: str, tr: Translator) -> str:
    """The parts of a price, in the order in which they are paid."""
    return ", ".join(price(it, tr) for it in words.prices(text))


def having(it: Having, tr: Translator) -> str:
    """A state that is looked at."""
    if it.have == "tech":
        return tr("have.tech", type=tr(f"type.{it.of}"))
    return tr.plural(f"have.{it.have}", it.n)


def state(text: str, tr: Translator) -> str:
    """A state, from its text."""
    return having(words.state(text), tr)


def deed(name: str, tr: Translator) -> str:
    """A deed, as "train" or "one of your Prophets moves to the Forge"."""
    word, _, place = name.partition(" ")
    return tr(f"deed.{word}", place=tr(f"place.{place}")) if place else tr(f"deed.{name}")


def task(text: str, tr: Translator) -> str:
    """What a Task asks for, after the word of its colour."""
    it = words.task(text)
    if it.price:
        return ", ".join(price(part, tr) for part in it.price)
    return having(it.having, tr) if it.having is not None else deed(it.deed, tr)


def power(text: str, tr: Translator) -> str:
    """A power; empty for none."""
    if not text:
        return ""
    it = words.power(text)
    match it.form:
        case "when":
            return tr("power.when", deed=deed(it.deed, tr), gains=_listed(it.gains, tr))
        case "each-age":
            return tr("power.each-age", gains=_listed(it.gains, tr))
        case "force":
            return tr("power.force", n=it.n, who=tr(f"force.{it.who}"), whom=tr(f"force.{it.whom}"))
        case "more" | "limit":
            return tr(f"power.{it.form}-{it.what}", n=it.n)
        case "less":
            return tr(f"power.less-{it.what}", price=amount(it.word, it.n, tr))
    return tr(f"power.free-{it.what}")


def card_text(text: str, tr: Translator) -> str:
    """The text of a Conflict card; empty for none."""
    when, effects = words.card_text(text)
    return tr(f"moment.{when}", gains=_listed(effects, tr)) if when else ""


def attraction(rows: Sequence[tuple[int, str]], tr: Translator) -> list[str]:
    """The upper part of a Chaos Conflict card: for each effect its least Aegis, and what it does."""
    return [f"{tr('chaos.from-aegis', n=n)} {gains(do, tr)}" if n > 1 else gains(do, tr) for n, do in rows]


def conflict(rows: Sequence[tuple[int, str]], tr: Translator) -> list[str]:
    """The lower part: for each effect its least Momentum, and what it does."""
    return [f"{tr('chaos.from-momentum', n=n)} {gains(do, tr)}" if n else gains(do, tr) for n, do in rows]


def _listed(effects: Iterable[Gain], tr: Translator) -> str:
    return ", ".join(gain(it, tr) for it in effects)
