"""Hybris's packs on the pages that any game has: a card is written, seen, and played with."""

from typing import Any

import pytest
from nicegui.testing import User

from rules.hybris.packs.reader import SCHEMA, load
from rules.kernel.packs.problems import PackError
from tests.webapp.lists.test_cabals_pages import press, shown
from tests.webapp.packing import picture, zipped
from webapp.games.hybris.packs import NEW, PACKS
from webapp.i18n import translator
from webapp.packs.problem_text import sentence
from webapp.tables import registry

HEAD = 'id = "tides"\nversion = "1"\nextends = "core"\n'
ORGAN = """
[[technology]]
id = "tide-organ"
name = { en = "Tide Organ", fr = "Orgue des marées" }
type = "works"
aegis = 2
vp = 4
reward = "vp 1"
"""
app = pytest.mark.usefixtures("app_environment")


@app
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_pack_is_brought_edited_and_played_with(user: User) -> None:
    await user.open("/hybris/packs")
    assert "Olympians" in shown(user)
    with_picture = zipped({"pack.toml": HEAD + ORGAN + 'image = "organ.png"\n', "organ.png": picture()})
    answer = await user.http_client.post(
        "/hybris/packs/upload?name=tides.zip", content=with_picture, headers={"x-olomoc": "1"}
    )
    assert answer.status_code == 200, answer.text
    table = await registry.create({"players": 2, "packs": ["core", "tides"]}, "", "hybris")
    assert "tide-organ" in table.match.state.pack.technologies
    await user.open(f"/hybris/packs/{answer.json()['id']}")
    await press(user, "new", sort="premonition")
    pack: Any = PACKS.library.shelf()["tides"]
    assert len(pack.premonitions) == len(load().premonitions) + 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_is_drawn_while_it_is_written(language: str) -> None:
    tr, core = translator(language, "hybris"), load()
    for sort, (field, _) in SCHEMA.sections.items():
        rows: Any = getattr(core.written, field)
        drawn = PACKS.preview(sort, rows[0].model_dump(mode="json", exclude_defaults=True), core, {}, tr)
        assert drawn["t"] == "article", sort
        assert PACKS.preview(sort, {"id": "x", "name": {"en": "X"}}, core, {}, tr)["t"] == "article"
    for sort in NEW:
        keys, _ = PACKS.new_card(sort, core, "New")
        SCHEMA.sections[sort][1].model_validate({"id": "new", **keys})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_keys_sorts_and_mistakes_have_words(language: str) -> None:
    tr = translator(language, "hybris")
    keys = {f"packs.{word}-{sort}" for sort in PACKS.names for word in ("sort", "one", "rest", "second")}
    keys |= {f"packs.add-{sort}" for sort in NEW} | {f"packs.count-{sort}" for sort in PACKS.counted}
    keys |= {f"packs.field-{it.name}" for its in PACKS.forms.values() for it in its} | {
        "packs.rest-pack",
        "choice.packs",
    }
    assert sorted(it for it in keys if not tr.has(it)) == []
    for wrong in ("vp", "vp 1 2", "vp one", "vq 1", "lose"):
        with pytest.raises(PackError) as caught:
            SCHEMA.read({"pack.toml": HEAD + ORGAN.replace('"vp 1"', f'"{wrong}"')})
        for problem in caught.value.problems:
            assert "packs." not in sentence(problem, tr)
            assert sentence(problem, tr)
