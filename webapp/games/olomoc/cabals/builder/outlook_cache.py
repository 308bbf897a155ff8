"""A cache of card statistics, which the engine computes in the worker process."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from rules.kernel.packs.layers import CORE
from rules.olomoc.cabals.draft import PLACES, Sketch
from rules.olomoc.packs import Pack
from webapp.games.olomoc.cabals.lists.cabal_list import printed
from webapp.tables import registry

Json = dict[str, Any]
OUTLOOK = "rules.olomoc.advice.card_profile:outlook"
OUTLOOKS = 512
_outlooks: OrderedDict[str, Json] = OrderedDict()


async def outlooks_of(pack: Pack, sketch: Sketch) -> dict[int, Json]:
    """The abilities by place of each rouage with its equipment; without those that cannot be known."""
    outlooks: dict[int, Json] = {}
    for place in PLACES:
        card, gear = sketch.at(place, "card"), sketch.at(place, "equipment")
        if card is not None and card in pack.rouages:
            outlook = await outlook_of(pack, card, gear if gear in pack.equipment else None)
            if outlook is not None:
                outlooks[place] = outlook
    return outlooks


async def outlook_of(pack: Pack, card: str, gear: str | None) -> Json | None:
    """The abilities of a rouage, worked out once for all of its cards; None where they cannot be known."""
    facts = [pack.id, pack.version, printed(pack.rouages[card]), printed(pack.equipment[gear]) if gear else None]
    key = json.dumps(facts, sort_keys=True)
    if key not in _outlooks:
        try:
            data = None if pack.id == CORE else pack.to_json()
            _outlooks[key] = await registry.compute(OUTLOOK, pack.id, card, gear, data)
        except ValueError:
            return None
        while len(_outlooks) > OUTLOOKS:
            _outlooks.popitem(last=False)
    return _outlooks[key]
