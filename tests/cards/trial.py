"""Cards of the tests' own, written where they are tried: a capacity, a pack that holds it, a table to use it at.

``@shows("wound")`` says which words of the card language a test is about; it fails if no card of the test has them.
``test_words.py`` holds that no word goes without such a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from rules.olomoc.packs import Pack, load
from rules.olomoc.packs.operations import walk
from rules.olomoc.packs.schema import SECTIONS
from tests.rules.table import MINISTRIES, PLANS, Json, Piece, Table, ally, cabal, foe, off

CORE = load()
NEAR = (5 + off(0.5), 8)
"""Half an inch from Pétra, who stands at (5, 8)."""
BESIDE = (5, 8 + off(0.5))
"""As near, to the south of her."""
FOE = {"who": ["adverse", "hostile"]}
ANY = {"who": ["self", "allied", "adverse", "hostile"], "presence": "anywhere"}
SCORE: Json = {"op": "score"}

SKIRMISH: Json = CORE.agendas["skirmish"].model_dump()
"""An agenda to add something to."""

TRIED: list[Pack] = []
"""The packs of the running test."""
SHOWN: dict[str, list[str]] = {}
"""The tests that show each word."""


def capacity(*operations: Json, id: str = "trial", name: str | None = None, **keys: Any) -> Json:
    """A capacity: active, unless it says otherwise or has a trigger."""
    keys.setdefault("time", "permanent" if "trigger" in keys else "active")
    text = {"en": name or id}
    return {"id": id, "name": text, "text": text, "operations": list(operations), **keys}


def standing(*operations: Json, **keys: Any) -> Json:
    """A permanent capacity without a trigger."""
    return capacity(*operations, time="permanent", **keys)


def on(when: str, *operations: Json, **trigger: Any) -> Json:
    """A capacity that scores (or does these) when that happens."""
    keys = {k: trigger.pop(k) for k in ("optional", "frequency", "cost", "targets", "conditions", "id") if k in trigger}
    return capacity(*(operations or (SCORE,)), trigger={"when": when, **trigger}, **keys)


def rouage_card(id: str, capacities: Iterable[Json]) -> Json:
    figures = {"rank": 2, "technique": 2, "combat": 2, "shooting": 2, "dodge": 2, "base": 30, "life": "SSSSSS"}
    printed = {"factions": ["administration"], "source": "tests", "capacities": list(capacities)}
    return {"id": id, "name": id, **figures, **printed}


def pack(*capacities: Json, **sections: Json) -> Pack:
    """The core pack with these capacities on a card of their own, and cards of other sorts (by section and id)."""
    bearers = {f"bearer-{n}": rouage_card(f"bearer-{n}", [one]) for n, one in enumerate(capacities)}
    models = dict(SECTIONS.values())
    merged = {
        key: {**getattr(CORE, key), **{id: models[key].model_validate(card) for id, card in cards.items()}}
        for key, cards in {**sections, "rouages": {**bearers, **sections.get("rouages", {})}}.items()
    }
    made = CORE.model_copy(update={"id": "trial", **merged})
    TRIED.append(made)
    return made


def table_with(*pieces: Piece, cards: Json | Iterable[Json] = (), sections: Json | None = None, **keys: Any) -> Table:
    """A table where these capacities are known; a rouage that has one says so (``capacities=["trial"]``)."""
    known = [cards] if isinstance(cards, dict) else list(cards)
    made = pack(*known, **(sections or {}))
    return Table(*pieces, pack="trial", shelf={"trial": made}, **keys)


def petra(at: Any = (5, 8), **keys: Any) -> Piece:
    """The one with the capacity, of seat 1."""
    return ally("petra", at, **{"capacities": ["trial"], **keys})


def kubik(at: Any = NEAR, **keys: Any) -> Piece:
    """The one beside her, of seat 2."""
    return foe("kubik", at, **keys)


def trial(card: Json | Iterable[Json], *pieces: Piece, by: Json | None = None, **keys: Any) -> Table:
    """Pétra, active, with a capacity; any others there are."""
    return table_with(petra(**(by or {})), *pieces, cards=card, active="petra", **keys)


def use(table: Table, id: str = "trial", who: str = "petra", **targets: Any) -> list[Json]:
    """Use an active capacity."""
    return table.do("capacity", rouage=who, capacity=id, targets=targets)


def attack(table: Table, mode: str = "frontal", **answers: Any) -> None:
    """Pétra attacks Kubik; what is not said is declined."""
    table.do("attack", rouage="petra", target="kubik", mode=mode)
    table.settle(**answers)


def phase(card: Json | list[Json], at: Any = (5, 8), capacities: Any = ("trial",), **keys: Any) -> Table:
    """The first phase of a cycle: Pétra (rank 3) plays first, then Otto."""
    cards = [card] if isinstance(card, dict) else card
    mine = [petra(at, rank=3, revealed=False, capacities=list(capacities)), *cabal("1", "x", "kubik", "dominik")[1:]]
    theirs = cabal("2", "hynek", "jana", "otto", at={"otto": (12, 3)})
    table = table_with(*mine, *theirs, cards=cards, ministries=MINISTRIES, artefact=["rogue-south-east"] * 1, **keys)
    table.plan("1", *PLANS["1"])
    table.plan("2", *PLANS["2"])
    return table


def shows(*words: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The words of the card language that a test is about."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for word in words:
            SHOWN.setdefault(word, []).append(test.__name__)

        @wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            TRIED.clear()
            test(*args, **kwargs)
            on_cards = {word for made in TRIED for word in spoken(made)}
            assert set(words) <= on_cards, (
                f"{test.__name__} shows {sorted(set(words) - on_cards)} on no card of its own"
            )

        return run

    return mark


def spoken(made: Pack) -> set[str]:
    """The words that the cards of a pack use beside those of the core pack's."""
    own = [card for key, _ in SECTIONS.values() for card in _news(made, key)]
    words = set()
    for model in (inner for card in own for inner in walk(card)):
        for field in ("op", "when", "value", "test"):
            if isinstance(word := getattr(model, field, None), str):
                words.add(word if field in ("op", "when") else f"{field}:{word}")
        if getattr(model, "op", None) == "ignore":
            words |= {f"ignore:{what}" for what in model.what}
    return words


def _news(made: Pack, key: str) -> list[Any]:
    return [card for id, card in getattr(made, key).items() if id not in getattr(CORE, key)]
