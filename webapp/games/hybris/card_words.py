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


def gain(part: Gain, tr: Translator) -> str:
    """One effect."""
    if part.gain == "lose":
        return tr("gain.lose", what=amount(part.of or "card", part.n, tr))
    if part.gain == "discard":
        return tr.plural("gain.discard", part.n, element=tr(f"element.{part.of}"))
    return amount(part.gain, part.n, tr)


def gains(text: str, tr: Translator) -> str:
    """The effects of a text, in order; empty for none."""
    return ", ".join(gain(part, tr) for part in words.gains(text))


def price(part: Price, tr: Translator) -> str:
    """One part of a price."""
    if part.pay == "discard" and part.of == "force":
        return tr("price.discard-force", n=part.n)
    if part.pay == "discard":
        return tr.plural("price.discard", part.n, element=tr(f"element.{part.of}"))
    if part.pay in ("camp", "transfer", "engage"):
        return tr.plural(f"price.{part.pay}", part.n)
    return amount(part.pay, part.n, tr)


def prices(text: str, tr: Translator) -> str:
    """The parts of a price, in the order in which they are paid."""
    return ", ".join(price(part, tr) for part in words.prices(text))


def having(part: Having, tr: Translator) -> str:
    """A state that is looked at."""
    if part.have == "tech":
        return tr("have.tech", type=tr(f"type.{part.of}"))
    return tr.plural(f"have.{part.have}", part.n)


def state(text: str, tr: Translator) -> str:
    """A state, from its text."""
    return having(words.state(text), tr)


def deed(name: str, tr: Translator) -> str:
    """A deed, as "train" or "one of your Prophets moves to the Forge"."""
    word, _, place = name.partition(" ")
    return tr(f"deed.{word}", place=tr(f"place.{place}")) if place else tr(f"deed.{name}")


def task(text: str, tr: Translator) -> str:
    """What a Task asks for, after the word of its colour."""
    asked = words.task(text)
    if asked.price:
        return ", ".join(price(part, tr) for part in asked.price)
    return having(asked.having, tr) if asked.having is not None else deed(asked.deed, tr)


def power(text: str, tr: Translator) -> str:
    """A power; empty for none."""
    if not text:
        return ""
    form = words.power(text)
    match form.form:
        case "when":
            return tr("power.when", deed=deed(form.deed, tr), gains=_listed(form.gains, tr))
        case "each-age":
            return tr("power.each-age", gains=_listed(form.gains, tr))
        case "force":
            return tr("power.force", n=form.n, who=tr(f"force.{form.who}"), whom=tr(f"force.{form.whom}"))
        case "more" | "limit":
            return tr(f"power.{form.form}-{form.what}", n=form.n)
        case "less":
            return tr(f"power.less-{form.what}", price=amount(form.word, form.n, tr))
    return tr(f"power.free-{form.what}")


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
    return ", ".join(gain(effect, tr) for effect in effects)
