"""The files that a page names in its head, so that a browser fetches them at once and in few requests."""

import json
import re
from pathlib import Path

import httpx
import pytest
from nicegui import core
from nicegui.testing import User

from tests.nursery import ROOT
from webapp.ui import components
from webapp.ui.style_sheets import FRAMEWORK, font, together
from webapp.ui.theme import BUILD_S

IMPORTS = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)

pytestmark = [pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")]


async def ask(address: str) -> httpx.Response:
    transport = httpx.ASGITransport(core.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
        return await browser.get(address)


@pytest.mark.usefixtures("app_environment")
async def test_a_page_has_the_house_s_styles_and_its_own_in_one_sheet_each(user: User) -> None:
    page = await ask("/olomoc/rules")
    house, own = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page.text)
    assert (house, own) == (together(("theme.css", "frame.css", "sheets.css")), together(("rules.css",)))
    answer = await ask(house)
    files = [(ROOT / "static" / "css" / f"{name}.css").read_text() for name in ("theme", "frame", "sheets")]
    assert answer.text == "\n".join(files)
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    assert (await ask("/static/styles/0123456789abcdef.css")).status_code == 404


@pytest.mark.usefixtures("app_environment")
async def test_a_page_names_the_fonts_of_its_letters(user: User) -> None:
    page = await ask("/")
    assert re.findall(r'<link rel="preload" as="font" type="font/woff2" crossorigin href="([^"]+)">', page.text) == [
        font("latin")
    ]
    sheet = (await ask(FRAMEWORK + "fonts.css")).text
    for letters, sign in (("latin", "U+0000-00FF"), ("latin-ext", "U+0100-02BA"), ("symbols", "U+25A0-27BF")):
        assert (await ask(font(letters))).headers["content-type"] == "font/woff2"
        faces = [it for it in sheet.split("@font-face") if font(letters).removeprefix(FRAMEWORK) in it]
        assert faces
        assert all('"Roboto"' in it and sign in it for it in faces)


@pytest.mark.usefixtures("app_environment")
async def test_a_page_names_the_module_of_all_components(user: User) -> None:
    """It imports them and what they import, each by a name that the page's map of imports leads to an address."""
    page = await ask("/")
    [named] = re.findall(r'<link rel="modulepreload" href="(/static/[^"]+)"', page.text)
    imports = json.loads(import_map[1])["imports"] if (import_map := IMPORTS.search(page.text)) else {}
    assert imports["house"] == named
    assert {it.strip("/") for it in imports if it.startswith("nicegui-")} == components.LIBRARIES
    assert "/components/" not in page.text

    def address(name: str) -> str:
        folder, _, file = name.partition("/")
        return imports[f"{folder}/"] + file

    house = await ask(named)
    names = set(re.findall(r'^import (?:\w+ from )?"([^"]+)";', house.text, re.MULTILINE))
    assert {"house-components/house-pane.js", "house-ui/keys.js", "house-icons/signs.svg"} <= names
    for name in names:
        answer = await ask(address(name))
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        used = {it for it in re.findall(r'^import .*?"([^"]+)";', answer.text, re.MULTILINE) if it != "vue"}
        assert used <= names, name
    assert (await ask(named.replace("/house.js", "/none.js"))).status_code == 404
    assert (await ask("/static/modules/0123456789/house.js")).status_code == 404


@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("path", ["/table/NONE", "/table/NONE/seat", "/watch/NONE", "/replay/NONE", "/olomoc/cabals"])
async def test_a_page_that_may_have_to_import_a_game_has_time_for_it(user: User, path: str) -> None:
    """The framework answers with status 500 after three seconds, and a slow machine imports the rules in five."""
    await user.open(path)
    assert user.client is not None
    assert user.client.page.response_timeout == BUILD_S


@pytest.mark.usefixtures("app_environment", "user")
async def test_components_that_come_later_have_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's screens are imported at their first use, after other pages have been built."""
    for known in ("_components", "_modules"):
        monkeypatch.setattr(components, known, {**getattr(components, known)})
    before = components.address()
    (tmp_path / "late.js").write_text("export const late = 1;\n")
    (tmp_path / "part.js").write_text('import { late } from "come-late/late.js";\nexport default {};\n')
    components.modules("come-late", tmp_path)

    class Part(components.VueComponent, component=str(tmp_path / "part.js")):
        pass

    assert Part.TAG == "house-part"
    after = components.address()
    assert after != before
    assert '"house-part": part' in (await ask(after)).text
    assert (await ask(after.replace("house.js", "come-late/late.js"))).text == "export const late = 1;\n"
    assert (await ask(before)).status_code == 200
    components._edition.cache_clear()
