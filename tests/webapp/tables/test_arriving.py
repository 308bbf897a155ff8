"""The guests' ways to the server: addresses, the Wi-Fi code, a table's code; and the answer of /health."""

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, send
from webapp.base import addresses
from webapp.lobby import invitation
from webapp.store import Store, Unwritable

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]


async def test_health_reports_status_store_and_tables(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    await user.open("/")
    await make_table(user)
    answer = await user.http_client.get("/health")
    assert answer.status_code == 200
    health = answer.json()
    assert (health["status"], health["store"], health["tables"]["open"]) == ("ok", "ok", 1)

    async def full(_: Store) -> None:
        raise Unwritable("olomoc.db", "disk full")

    monkeypatch.setattr(Store, "probe", full)
    answer = await user.http_client.get("/health")
    assert (answer.status_code, answer.json()["store"]) == (503, "unwritable")


async def test_a_tables_code_opens_it(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await send(user, "code-form", "submit", {"code": "none"})
    await user.should_see("No table has this code.")
    await send(user, "code-form", "submit", {"code": f" {table.code.lower()} "})
    await user.should_see("Watch only")
    assert user.back_history[-1] == f"/table/{table.code}"


async def test_all_addresses_are_offered_and_the_wifi_named(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda version=4: ["192.168.1.5", "10.0.0.7"])
    monkeypatch.setattr(invitation, "listening", addresses.Listening())
    monkeypatch.setattr(invitation, "wifi_name", lambda: "<b>Den</b>")
    user.http_client.base_url = "http://10.0.0.7:8080"
    await user.open("/")
    await user.should_see("Join the Wi-Fi “<b>Den</b>” first.")
    [panel] = user.find(marker="invitation").elements
    shown = [its.text for its in panel.descendants() if getattr(its, "text", "").startswith("http")]
    # The one by which this browser came is first: it works.
    assert shown == ["http://10.0.0.7:8080", "http://192.168.1.5:8080"]


def test_the_host_may_name_the_wifi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLOMOC_WIFI", " Den ")
    addresses.wifi_name.cache_clear()
    assert addresses.wifi_name() == "Den"
    monkeypatch.setenv("OLOMOC_WIFI", "")
    monkeypatch.setenv("PATH", "")
    addresses.wifi_name.cache_clear()
    assert addresses.wifi_name() is None
    addresses.wifi_name.cache_clear()
