"""Every address of an older version works: unchanged, or by a 308 with its query."""

import json
from pathlib import Path

import pytest
from nicegui import app
from nicegui.testing import User

from tests.webapp.tables.test_elsewhere import addresses

FOLDER = Path(__file__).resolve().parents[2] / "yesterday"
ADDRESSES = json.loads((FOLDER / "addresses.json").read_text(encoding="utf-8"))


@pytest.mark.nicegui_main_file("webapp/__main__.py")
@pytest.mark.usefixtures("app_environment")
async def test_old_addresses_lead_to_the_new_ones(user: User) -> None:
    await user.open("/")
    for method, old, new in ADDRESSES["moved"]:
        answer = await user.http_client.request(method, old, follow_redirects=False)
        assert (answer.status_code, answer.headers.get("location")) == (308, new), (method, old)
    known = {f"{method} {path}" for path, methods in addresses(app.routes) for method in methods}
    assert set(ADDRESSES["same"]) - known == set()
    targets = {path for path, _ in addresses(app.routes) if path.startswith("/olomoc/")}
    for _, _, new in ADDRESSES["moved"]:
        parts = new.partition("?")[0].split("/")
        assert any(fits(parts, path.split("/")) for path in targets), new


def fits(parts: list[str], template: list[str]) -> bool:
    """Whether an address is one of a route's."""
    return len(parts) == len(template) and all(
        mine == its or "{" in its for mine, its in zip(parts, template, strict=True)
    )
