"""Who has won how often, over the finished tables of the lobby."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from webapp.i18n import translator
from webapp.lobby.tally import evening


def test_an_evening_is_told_by_who_has_won_how_often() -> None:
    """Of people, by their names, whatever seat each had; matches of another day and from files are left out."""

    def played(at: float, won: list[str], names: tuple[str, str], origin: str = "", *, house: bool = False) -> Any:
        seats = {"1": SimpleNamespace(name=names[0], house=False), "2": SimpleNamespace(name=names[1], house=house)}
        settings = SimpleNamespace(origin=origin)
        return SimpleNamespace(created_at=at, outcome={"winners": won}, seats=seats, settings=settings)

    day = 86_400.0
    tables = [
        played(2 * day, ["1"], ("Ilse", "Tomáš")),
        played(2 * day - 3600, ["1"], ("Tomáš", "Ilse")),
        played(2 * day - 3700, ["2"], ("Tomáš", "Ilse"), "file"),
        played(2 * day - 7200, ["1"], ("Ilse", "Golem"), house=True),
        played(day, ["2"], ("Ilse", "Tomáš")),
    ]
    assert evening(tables, translator("en")) == "The last evening, 3 matches: Ilse won 2, Tomáš won 1."
    assert evening(tables[:1], translator("en")) == ""
