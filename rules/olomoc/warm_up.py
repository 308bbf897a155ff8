"""Fills a new process's caches when it is imported, so that the first query finds them: cards read, tables of rays
built."""

from rules.olomoc.match import Match

_POSITION = {
    "agenda": "skirmish",
    "rouages": [
        {"id": "1-petra-kantor", "seat": "1", "card": "petra-kantor", "at": [127_000, 203_200]},
        {"id": "2-vera-simkova", "seat": "2", "card": "vera-simkova", "at": [228_600, 203_200]},
    ],
    "active": {"seat": "1", "by": "activation", "rouages": ["1-petra-kantor"]},
}
"""Two rouages of the core pack, four inches apart (positions in µm)."""


def _warm() -> None:
    """Asks the queries of an inspected piece once: about a quarter of a second in a new process."""
    match = Match.replay({}, Match.from_position(_POSITION, seed=1).snapshot())
    match.reach("1-petra-kantor", "walk")
    match.risks("1-petra-kantor", "walk")
    match.scout("1-petra-kantor")


_warm()
