"""The keys of Olomoc's cards that the editor of packs shows as a form. What no form shows (capacities, instincts,
markers, …) is edited as the text that it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.olomoc.packs import MINISTRIES, Pack
from webapp.packs.card_text import HEAD
from webapp.packs.forms import Field


def _factions(pack: Pack) -> Iterable[str]:
    return pack.factions


STATS = tuple(Field(name, "number", 0, 12) for name in ("technique", "combat", "shooting", "dodge"))
BASE = Field("base", "one", options=(30, 40, 50))
END = (Field("source", "line"), Field("image", "picture"))
MINISTRY_MANY = Field("ministries", "many", options=MINISTRIES)
FACTIONS = Field("factions", "many", options=_factions)

FORMS: Mapping[str, tuple[Field, ...]] = {
    HEAD: (
        Field("id", "line"),
        Field("version", "line"),
        Field("author", "line"),
        Field("licence", "line"),
        Field("languages", "many", options=("fr", "en")),
        Field("extends", "one", options=("core",), empty=True),
        Field("actions", "number", 1, 8),
        Field("propaganda_rank", "number", 0, 20),
    ),
    "rouage": (
        Field("id", "line"),
        Field("name", "line"),
        Field("title", "both"),
        Field("rank", "number", 1, 3),
        *STATS,
        BASE,
        Field("life", "life"),
        MINISTRY_MANY,
        FACTIONS,
        *END,
    ),
    "equipment": (
        Field("id", "line"),
        Field("name", "both"),
        Field("gift", "flag"),
        MINISTRY_MANY,
        FACTIONS,
        Field("rouages", "ids"),
        *END,
    ),
    "ministry": (
        Field("id", "line"),
        Field("name", "both"),
        Field("title", "both"),
        Field("ministry", "one", options=MINISTRIES),
        Field("rank", "number", 0, 20),
        Field("slots", "many", options=(1, 2, 3, 4, 5)),
        *END,
    ),
    "artefact": (
        Field("id", "line"),
        Field("name", "both"),
        Field("text", "long"),
        Field("number", "number", 10, 299),
        Field("corner", "one", options=("north-west", "north-east", "south-east", "south-west"), empty=True),
        Field("duration", "one", options=("cycle", "match"), empty=True),
        *END,
    ),
    "hostile": (
        Field("id", "line"),
        Field("name", "line"),
        Field("rank", "number", 0, 9),
        *STATS,
        BASE,
        Field("life", "life"),
        Field("traits", "many", options=("corrosive", "immutable")),
        Field("opportunity", "flag"),
        *END,
    ),
    "agenda": (
        Field("id", "line"),
        Field("name", "both"),
        Field("text", "long"),
        Field("decor", "one", options=lambda pack: pack.decor, empty=True),
        *END,
    ),
    "decor": (Field("id", "line"), Field("name", "both"), *END),
    "starter": (
        Field("id", "line"),
        Field("name", "both"),
        Field("faction", "one", options=_factions),
    ),
}
