"""Sworn promises as wax on the table, for the eyes that may know of them."""

from __future__ import annotations

import json

from rules.kernel import SPECTATOR
from tests.diktat.table import turn as manoeuvres
from tests.diktat.test_bargains import accept, offer
from tests.webapp.games.test_diktat import names
from tests.webapp.test_plain_table import words
from webapp.games.diktat.bargains import panel
from webapp.games.diktat.boards import boards
from webapp.games.diktat.city import city
from webapp.games.diktat.seals import seals


def test_an_oath_lies_as_wax_on_its_sector_and_in_halves_once_broken() -> None:
    """OAT-3: on the sector that it is about, then on whoever has broken it, too; for all who may know of it."""
    match = manoeuvres(seats={"1": {"agents": "C"}})
    promises = [{"by": "1", "do": "no-send", "sector": "karst"}, {"by": "2", "do": "no-send", "sector": "fortress"}]
    match.submit("1", offer("2", promises=promises, sworn=True))
    match.submit("2", accept())

    def found(thing: str, viewer: str = "3") -> list[list[str]]:
        return [it["c"].split() for it in seals(thing, names(match, viewer, "en")) if isinstance(it, dict)]

    assert found("sector:karst") == [["wax", "side-1", "is-open"]]
    assert found("sector:fortress") == [["wax", "side-2", "is-open"]]
    assert found("sector:motol") == found("seat:1") == []
    assert "is-open" in json.dumps(city(names(match, SPECTATOR, "en")))
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert found("sector:karst") == found("seat:1") == [["wax", "side-1", "is-broken"]]
    assert found("sector:fortress") == found("seat:2") == [], "the others are free of theirs"
    assert "lapsed" in words(panel(names(match, "3", "en")))
    its = names(match, "2", "en")
    assert "is-broken" in json.dumps(boards(its, dict.fromkeys(match.seats, "here")))


def test_a_whispered_oath_seals_nothing_for_others() -> None:
    """NEG-10."""
    match = manoeuvres(seats={"1": {"agents": "C"}})
    promise = {"by": "1", "do": "no-send", "sector": "karst"}
    match.submit("1", offer("2", promises=[promise], sworn=True, discreet=True))
    match.submit("2", accept())
    seen = {viewer: len(seals("sector:karst", names(match, viewer, "en"))) for viewer in ("1", "2", "3", SPECTATOR)}
    assert seen == {"1": 1, "2": 1, "3": 0, SPECTATOR: 0}
