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
async def test_a_page_names_one_file_with_all_components(user: User) -> None:
    """With the modules that they import, each once and before the first that imports it."""
    page = await ask("/")
    [named] = re.findall(r'<link rel="modulepreload" href="(/static/[^"]+)"', page.text)
    imports = json.loads(found[1])["imports"] if (found := IMPORTS.search(page.text)) else {}
    assert imports["house"] == named
    assert {it.strip("/") for it in imports if it.startswith("nicegui-")} == components.LIBRARIES
    assert "/components/" not in page.text
    answer = await ask(named)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert re.findall("^import .*|^export default", answer.text, re.MULTILINE) == [
        'import * as vue from "vue";',
        "export default",
    ]
    made = [(found[1], found.start()) for found in re.finditer(r'^modules\["([^"]+)"\] = ', answer.text, re.MULTILINE)]
    places = dict(made)
    assert len(made) == len(places)
    assert {"house-pane", "house-ui/keys.js", "house-ui/render.js", "house-ui/sign.js"} <= places.keys()
    for used in re.finditer(r'^const \{.*\} = modules\["([a-z-]+/[^"]+)"\];', answer.text, re.MULTILINE):
        assert places[used[1]] < used.start()
    assert (await ask("/static/modules/0123456789.js")).status_code == 404


@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("path", ["/table/NONE", "/table/NONE/seat", "/watch/NONE", "/replay/NONE", "/olomoc/cabals"])
async def test_a_page_that_may_have_to_import_a_game_has_time_for_it(user: User, path: str) -> None:
    """The framework answers with status 500 after three seconds, and a slow machine imports the rules in five."""
    await user.open(path)
    assert user.client is not None
    assert user.client.page.response_timeout == BUILD_S


@pytest.mark.usefixtures("app_environment", "user")
async def test_components_that_come_later_are_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's screens are imported at their first use, after other pages have been built."""
    for known in ("_components", "_folders"):
        monkeypatch.setattr(components, known, {**getattr(components, known)})
    before = components.address()
    (tmp_path / "late.js").write_text("export const late = 1;\nexport function later() {}\n")
    (tmp_path / "part.js").write_text('import { late as late1, later } from "come-late/late.js";\nexport default {};\n')
    components.modules("come-late", tmp_path)

    class Part(components.VueComponent, component=str(tmp_path / "part.js")):
        pass

    assert Part.TAG == "house-part"
    assert components.address() != before
    text = (await ask(components.address())).text
    assert 'const { late: late1, later } = modules["come-late/late.js"];' in text
    assert "return { late, later };" in text
    assert '"house-part": modules["house-part"].component' in text
    assert (await ask(before)).status_code == 200
