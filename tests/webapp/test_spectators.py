"""Spectators' pages are small, as there may be hundreds of them."""

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, somebody

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

ELEMENTS = 28
"""Of the page framework, each of some four kilobytes on the server."""


async def test_a_spectators_page_is_of_few_elements(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await table.sit("ilse", "1", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    spectator = somebody()
    await spectator.open(f"/watch/{table.code}")
    assert spectator.client is not None
    built = [type(it).__name__ for it in spectator.client.elements.values()]
    assert len(built) <= ELEMENTS, built
