"""Offers, goods and promises as text."""

from __future__ import annotations

from collections.abc import Mapping

from rules.diktat.packs.cards import AFFINITIES
from webapp.games.contract import Json
from webapp.games.diktat.names import Names
from webapp.games.diktat.terms import counts_of, pawn_at


def thing_words(key: str, names: Names) -> str:
    """The name of a thing that is given."""
    tr, (what, _, id) = names.tr, key.partition(":")
    match what:
        case "card":
            return names.card(id)
        case "marker":
            return str(tr("diktat.marker", sector=names.sector(id)))
        case "cede" | "show":
            return str(tr(f"deal.{what}", stack=names.stack(id)))
        case "pawn":
            return str(tr("deal.show", stack=names.place(pawn_at(id))))
        case "screen":
            return str(tr("deal.my-screen"))
        case _:
            return str(tr("deal.secret"))


def goods_words(goods: Json, names: Names) -> str:
    """The goods that change hands, in a line."""
    return counts_words(counts_of(goods, names), names)


def counts_words(counts: Mapping[str, int], names: Names) -> str:
    """The same, from the counts of the form."""
    tr = names.tr
    parts = [tr("deal.pp", n=counts["pp"])] if counts.get("pp") else []
    if agents := "".join(kind * counts.get(kind, 0) for kind in "CGE"):
        parts.append(names.agents(agents))
    parts += [tr(f"diktat.has-{kind}", n=counts[kind]) for kind in ("spies", "assassins") if counts.get(kind)]
    parts += [f"{names.affinity(affinity)} {counts[affinity]}" for affinity in AFFINITIES if counts.get(affinity)]
    parts += [thing_words(key, names) for key in counts if ":" in key or key in ("secret", "screen")]
    return ", ".join(map(str, parts)) or str(tr("diktat.none"))


def promise_words(its: Json, names: Names) -> str:
    """A promise as a sentence."""
    tr = names.tr
    trophy = its.get("trophy") or {}
    sector = its.get("sector") or trophy.get("marker")
    where = names.sector(sector) if sector else names.card(trophy["card"]) if trophy.get("card") else ""
    target = names.who(its["seat"]) if its.get("seat") else where
    stack = names.stack(its["stack"]) if its.get("stack") else ""
    claims = names.listed(claim_words(claim, names) for claim in its.get("claims") or ())
    params = {"by": names.who(its["by"]), "sector": where, "seat": target, "pp": its.get("pp") or 0, "stack": stack}
    sentence = tr(f"promise.{its['do']}", **params, claims=claims, text=its.get("text", ""))
    if its.get("when"):
        sentence = tr(f"promise.when-{its['when']}", said=sentence)
    if (its.get("times") or 1) > 1:
        sentence = tr("promise.times", said=sentence, n=its["times"])
    return str(tr("promise.until", said=sentence, until=tr(f"until.{its['until']}")))


def standing(deal: Json, row: Json) -> str:
    """How a promise of a deal stands. OAT-3: once one is broken, the others of its deal bind nobody."""
    return "lapsed" if row["status"] == "open" and deal.get("broken") else str(row["status"])


def claim_words(its: Json, names: Names) -> str:
    """A claim about a pawn, the secret card or a screen (NEG-9)."""
    tr = names.tr
    if its.get("secret"):
        return str(tr("claim.secret", card=names.card(its["secret"])))
    if screen := its.get("screen"):
        parts = [tr("deal.pp", n=screen["pp"])] if screen.get("pp") is not None else []
        parts += [names.agents(screen["agents"])] if screen.get("agents") is not None else []
        parts += [f"{names.affinity(affinity)} {n}" for affinity, n in (screen.get("affinities") or {}).items()]
        return str(tr("claim.screen", what=", ".join(map(str, parts)) or tr("diktat.none")))
    return str(tr("claim.pawn", place=names.place(its["at"]), kind=names.kind(its["is"])))


def offer_words(offer: Json, names: Names) -> str:
    """An offer in a line: what each side gives, and the promises."""
    tr = names.tr
    to = ", ".join(map(names.who, offer["to"]))
    if "give" not in offer:
        return str(tr("deal.whispered", who=names.who(offer["by"]), to=to))
    return str(tr("deal.offer", who=names.who(offer["by"]), to=to, what=names.listed(term_words(offer, names))))


def dealt_words(offer: Json, names: Names) -> str:
    """A deal in a line; of a whispered one, for others, who made it and what lies open (NEG-10)."""
    if "give" in offer:
        return offer_words(offer, names)
    tr = names.tr
    whispered = tr("deal.whispered-deal", who=names.who(offer["by"]), to=", ".join(map(names.who, offer["to"])))
    rows = ((names.who(trade["from"]), names.who(trade["to"]), goods_words(trade, names)) for trade in offer["open"])
    return names.listed([whispered, *(tr("deal.gives", who=who, to=to, what=what) for who, to, what in rows)])


def term_words(offer: Json, names: Names) -> list[str]:
    """The same in several lines."""
    moved = [(offer["by"], to, goods) for to, goods in offer["give"].items()]
    moved += [(giver, offer["by"], goods) for giver, goods in offer["take"].items()]
    terms = [
        str(names.tr("deal.gives", who=names.who(giver), to=names.who(receiver), what=goods_words(goods, names)))
        for giver, receiver, goods in moved
        if counts_of(goods, names)
    ]
    return terms + [promise_words(promise, names) for promise in offer["promises"]]
