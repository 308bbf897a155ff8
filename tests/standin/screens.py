"""The auction's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.games.contract import Json
from webapp.table_kit.plain_table import PlainTable
from webapp.ui.tree import Child, el


def cards(values: Sequence[int], shown: Sequence[int] = ()) -> list[Child]:
    """Cards in a row, those seen by all marked."""
    return [el("span.plain-card", str(value), cls="is-open" if value in shown else None) for value in values]


def ware_name(words: Any, id: str) -> str:
    """The name of a ware in the match's packs."""
    name = (words.book or {}).get(id, {})
    return str(name.get(words.tr.language) or id)


class AuctionTable(PlainTable):
    """A plain table with lots, hands and scores."""

    def book(self, journal: list[Json]) -> dict[str, Any]:
        """The names of the match's wares."""
        return {id: ware["name"] for pack in journal[0]["packs"] for id, ware in pack["wares"].items()}

    def board(self, words: Any) -> list[Child]:
        """The lot, who has bid, and the cards already used."""
        tr, lot = words.tr, next((it for it in words.view["resolving"] if it["frame"] == "bidding"), None)
        now: list[Child] = []
        if lot is not None:
            bids = [words.player(seat) for seat in lot["in"]]
            ware = ware_name(words, lot["ware"])
            now.append(el("h2", tr("auction.lot", number=lot["number"], worth=lot["worth"], ware=ware)))
            now.append(el("p.muted", tr("auction.bids-in", names=", ".join(bids)) if bids else tr("auction.no-bids")))
            now.append(el("p", tr("auction.your-bid", card=lot["bid"])) if lot["bid"] is not None else None)
        gone = words.view["gone"]
        return [*now, el("p.muted", tr("auction.gone", cards=", ".join(map(str, gone)))) if gone else None]

    def beside(self, seat: str, words: Any) -> list[Child]:
        """Points, cards in hand, and those of them that all have seen."""
        view = words.view
        held = words.tr.plural("auction.cards", view["hands"].get(seat, 0))
        return [
            el("span", words.tr.plural("auction.points", view["score"][seat]), ", ", held),
            *cards(view["shown"].get(seat, ())),
        ]

    def option(self, command: Json, words: Any) -> list[Child]:
        """A pair of wares by name; other commands as the catalogue has them."""
        if command["kind"] == "wish":
            return [", ".join(ware_name(words, id) for id in command["wares"])]
        return super().option(command, words)

    def hand(self, words: Any) -> list[Child]:
        """The viewer's cards."""
        view = words.view
        shown = view["shown"].get(view["me"], ())
        return [el("div.plain-cards", cards(view["hand"], shown))] if view.get("hand") else []


SCREENS = AuctionTable()
