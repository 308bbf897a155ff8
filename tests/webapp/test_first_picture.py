"""The files that a page names in its head, so that a browser fetches them at once and in few requests."""

import re
from pathlib import Path

import httpx
import pytest
from nicegui import core
from nicegui.testing import User

from tests.nursery import ROOT
from webapp.ui.modules import imported, modules
from webapp.ui.style_sheets import FRAMEWORK, font, together
from webapp.ui.theme import BUILD_S

pytestmark = [pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")]

IMPORT = re.compile(r"""(?:from|import) "([a-z-]+/[a-z_]+\.js)";""")


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
async def test_a_page_names_every_module_that_its_scripts_import(user: User) -> None:
    """The modules that modules import in turn are among them."""
    page = await ask("/")
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)"', page.text)
    assert len(named) == len(set(named))
    imported: set[str] = set()
    for address in named:
        answer = await ask(address)
        assert answer.status_code == 200, address
        if "/static/" not in address:
            imported |= {said.partition("/")[2] for said in IMPORT.findall(answer.text)}
    assert imported >= {"keys.js", "presses.js", "render.js", "sheet.js", "sign.js"}
    assert {it for it in imported if not any(address.endswith(f"/{it}") for address in named)} == set()


@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("path", ["/table/NONE", "/table/NONE/seat", "/watch/NONE", "/replay/NONE", "/olomoc/cabals"])
async def test_a_page_that_may_have_to_import_a_game_has_time_for_it(user: User, path: str) -> None:
    """The framework answers with status 500 after three seconds, and a slow machine imports the rules in five."""
    await user.open(path)
    assert user.client is not None
    assert user.client.page.response_timeout == BUILD_S


@pytest.mark.usefixtures("app_environment", "user")
async def test_modules_that_come_later_are_found(tmp_path: Path) -> None:
    """A game's screens are imported at their first use, after other pages have been built."""
    assert imported([])
    (tmp_path / "late.js").write_text("export const late = 1;\n")
    (tmp_path / "part.vue").write_text('import { late } from "come-late/late.js";\n')
    modules("come-late", tmp_path)
    assert any(it.endswith("/late.js") for it in imported([tmp_path / "part.vue"]))
