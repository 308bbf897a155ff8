"""The server with a hole in it, so that the search for leaks can be seen to find one.

A spectator's page gets, where nobody looks, what seat 1 holds: the kind of slip that drawing from the wrong view makes.
"""

from typing import Any

from webapp.__main__ import main
from webapp.games.hybris import mats
from webapp.games.hybris.names import Names
from webapp.games.olomoc.table import layout
from webapp.tables import registry
from webapp.ui.tree import el

tiles = layout.tiles


def talkative(props: layout.TilesProps) -> Any:
    """The tiles of the rouages, and for spectators a hidden line that leaks a secret."""
    tree, names = tiles(props), props.names
    # At the very end pages are told that somebody left, and there are no tables any more.
    for table in registry.all() if names.me not in ("1", "2") else ():
        held = table.view("1")["hand"]
        tree.append(el("p", *[names.card(card) for card in held], data_testid=" ".join(held), style="display:none"))
    return tree


layout.tiles = talkative
others = mats.others


def gossip(names: Names, acts: Any, presence: Any) -> Any:
    """The mats of Hybris's seats, with the same slip."""
    drawn = others(names, acts, presence)
    for table in registry.all() if names.me is None else ():
        view = table.view("1")
        held = [*view["hand"], *view["premonitions_held"]]
        drawn.append(el("p", data_testid=" ".join(held), style="display:none"))
    return drawn


mats.others = gossip

if __name__ == "__main__":
    main()
