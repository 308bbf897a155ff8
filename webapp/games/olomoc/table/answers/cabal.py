"""What a player's hands do while a cabal is composed (CAB-3): faction, rouages, what they bear, sent or changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from webapp.games.olomoc.cabals.lists.bring_to_table import brought, offers
from webapp.games.olomoc.table.prompts import cabal as composing
from webapp.games.olomoc.table.prompts.own_lists import Own
from webapp.tables import browser_of

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]


async def faction(hands: Hands, intent: Json) -> None:
    chosen = intent.get("id")
    if isinstance(chosen, str) and chosen in hands.names().book.factions():
        hands.muster.choose_faction(chosen)
        judge(hands)


async def muster(hands: Hands, intent: Json) -> None:
    """A rouage is taken for its rank; the faction shown counts as chosen."""
    book = hands.names().book
    card = book.rouage(str(intent.get("card")))
    if card is None:
        return
    if hands.muster.faction is None:
        hands.muster.choose_faction(next(iter(book.factions())))
    if hands.muster.faction in card.factions:
        hands.muster.rouages[card.rank] = card.id
        judge(hands)


async def equip(hands: Hands, intent: Json) -> None:
    card, rank = hands.names().book.equipment(str(intent.get("card"))), intent.get("rank")
    if card is not None and rank in (1, 2, 3):
        hands.muster.equipment[rank] = card.id
        judge(hands)


def judge(hands: Hands) -> None:
    """The engine's verdict on a whole cabal."""
    cabal = hands.muster.cabal()
    refusal = hands.table.match.check(hands.seat, {"kind": "compose", "cabal": cabal}) if cabal else None
    hands.verdict = refusal.to_json() if refusal is not None else None
    hands.desk.notice = None
    hands.changed()


async def compose(hands: Hands, intent: Json) -> None:
    cabal = hands.muster.cabal()
    if cabal is not None:
        bound = hands.decision is not None
        hands.muster.again = False
        await hands.send({"kind": "compose", "cabal": cabal}, bound=bound)


async def recompose(hands: Hands, intent: Json) -> None:
    """CAB-3: until the other has composed too, a cabal may be changed."""
    cabal = hands.view.get("cabal")
    if cabal and composing.stage(hands.view):
        hands.muster.take(cabal, {id: card.rank for id, card in hands.names().book.rouages().items()})
        hands.muster.again = True
        judge(hands)


def own(hands: Hands) -> list[Own]:
    """While cabals are composed: the player's own lists, each with what this match says to it."""
    if not composing.stage(hands.view):
        return []
    came_with = brought(hands.table, hands.seat)
    if hands.muster.wanted is None and came_with is not None:
        hands.muster.wanted = came_with.id
    found = []
    for offer in offers(browser_of(hands.session), hands.table, hands.seat):
        refusal = hands.table.match.check(hands.seat, {"kind": "compose", "cabal": offer.cabal})
        # In a draft nothing can be composed at once: there a list is only kept in sight.
        secret = hands.decision is not None and hands.decision["kind"] == "compose"
        no = refusal.to_json() if refusal is not None and (secret or hands.muster.again) else None
        found.append(Own(offer.id, offer.name, offer.cabal, no, came_with is not None and offer.id == came_with.id))
    return found


async def bring(hands: Hands, intent: Json) -> None:
    """One of the player's own lists is the cabal."""
    mine = offers(browser_of(hands.session), hands.table, hands.seat)
    offer = next((it for it in mine if it.id == intent.get("id")), None)
    if offer is not None:
        hands.muster.again = False
        await hands.send({"kind": "compose", "cabal": offer.cabal}, bound=hands.decision is not None)


async def want(hands: Hands, intent: Json) -> None:
    """The cards of one of the player's own lists are marked, or no more."""
    id = intent.get("id")
    if isinstance(id, str):
        hands.muster.wanted = "" if hands.muster.wanted == id else id
        hands.changed()


async def consider(hands: Hands, intent: Json) -> None:
    """A card of the draft is looked at; pressed again, it is taken."""
    name = intent.get("pick")
    if isinstance(name, str) and len(name) < 200:
        hands.muster.looked = name
        hands.changed()


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {
    "bring": bring,
    "consider": consider,
    "want": want,
    "faction": faction,
    "muster": muster,
    "equip": equip,
    "compose": compose,
    "recompose": recompose,
}
