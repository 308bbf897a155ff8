"""A list brought to a table is its player's secret."""

from tests.webapp.tables.test_company import ILSE, TOMAS, seated
from webapp.lists.offers import ListOffer, bring, brought
from webapp.tables import Registry


async def test_after_a_swap_of_seats_each_is_offered_what_they_brought_themselves(tables: Registry) -> None:
    table = await seated(tables)
    ilses = ListOffer("id", "Ilse's cabal", {"kind": "compose", "cabal": {"faction": "edification"}}, {})
    bring(table, "1", ilses)
    assert await table.swap(ILSE) is None
    assert await table.swap(TOMAS) is None
    assert table.seat_of(TOMAS) == "1"
    assert brought(table, "1") is None, "CAB-3: composed secretly and revealed together"
    assert brought(table, "2") == ilses
