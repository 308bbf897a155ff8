"""What is auctioned, and what a player may wish for (BID-8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rules.kernel import noun

WISHES = 2
CORE: Mapping[str, Mapping[str, str]] = {
    "clock": {"en": "Clock", "fr": "Pendule"},
    "globe": {"en": "Globe", "fr": "Globe"},
    "mirror": {"en": "Mirror", "fr": "Miroir"},
    "stove": {"en": "Stove", "fr": "Poêle"},
    "violin": {"en": "Violin", "fr": "Violon"},
}


@noun
class Wishes:
    """A wish list."""

    wares: tuple[str, ...] = ()


def wares() -> Mapping[str, Mapping[str, str]]:
    """All wares that there are, in the order in which they are auctioned: the names by language."""
    return CORE


def problems(wished: Sequence[str], known: Collection[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """BID-8: codes and parameters of refusals; none for a legal list."""
    if len(wished) != WISHES or len({*wished}) < len(wished):
        yield "wish-two", {"needs": WISHES}
    yield from (("no-such-ware", {"ware": id}) for id in wished if id not in known)
