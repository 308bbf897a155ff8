"""The packs of a small game: its one sort of card, on the pages that any game has."""

import json

import httpx
import pytest
from nicegui.testing import User

from rules.kernel.packs.archive import unzipped
from rules.kernel.packs.guide import plain_guide
from tests.standin.lists import WishLists
from tests.standin.packs import PACKS
from tests.standin.wares import Wishes
from tests.waiting import until
from tests.webapp.lists.test_cabals_pages import press, shown
from webapp.games.olomoc.packs import PACKS as OLOMOC
from webapp.lists.plain_draft import PlainDraft
from webapp.tables import registry

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]
LISTS = WishLists()
HEADER = 'id = "harbour"\nversion = "1"\nextends = "core"\n'
HARP = '\n[[ware]]\nid = "harp"\nname = { fr = "Harpe", en = "Harp" } # of Ur\n'


async def upload(user: User, text: str) -> httpx.Response:
    return await user.http_client.post(
        "/auction/packs/upload?name=harbour.toml", content=text, headers={"x-olomoc": "1"}
    )


async def test_a_pack_is_brought_listed_played_and_taken_home(user: User) -> None:
    await user.open("/auction/packs")
    assert "5 wares" in shown(user)
    answer = await upload(user, HEADER + HARP)
    assert answer.status_code == 200, answer.text
    assert "harbour" in shown(user)
    await user.open("/auction/wishes/new")
    assert "Harp" in shown(user)
    options = {"players": 2, "lots": 2, "wishes": True, "packs": ["core", "harbour"]}
    table = await registry.create(options, "", "auction")
    assert list(table.match.state.wares) == ["clock", "globe", "mirror", "stove", "violin", "harp"]
    assert table.match.check("1", {"kind": "wish", "wares": ["harp", "clock"]}) is None
    whole = (await user.http_client.get(f"/auction/packs/{answer.json()['id']}.zip")).content
    assert unzipped(whole).texts == {"pack.toml": HEADER + HARP}


async def test_an_unknown_key_is_reported_with_its_line(user: User) -> None:
    await user.open("/auction/packs")
    assert (await upload(user, HEADER + HARP.replace("name", "nane"))).status_code == 200
    assert "nane" in shown(user)
    assert "line 7" in shown(user)
    assert PACKS.library.shelf() == {}


async def test_a_card_of_a_pack_that_is_gone_can_be_taken_out_of_a_list(user: User) -> None:
    await user.open("/auction/packs")
    await upload(user, HEADER + HARP)
    draft = PlainDraft(LISTS, Wishes(("clock", "harp")))
    await PACKS.library.delete(PACKS.library.all()[0])
    assert not LISTS.judge(draft.value, LISTS.translator("en")).legal
    assert not draft.put("wares", "harp", 1)
    assert draft.put("wares", "harp", 0)
    assert draft.value == Wishes(("clock",))
    assert not draft.put("wares", "harp", 0)


async def test_its_cards_are_edited_in_a_form(user: User) -> None:
    await user.open("/auction/packs")
    id = (await upload(user, HEADER + HARP)).json()["id"]
    await user.open(f"/auction/packs/{id}")
    await press(user, "new", sort="ware")
    assert [it.name.en for it in PACKS.library.shelf()["harbour"].wares.values()][-2:] == ["Harp", "Ware"]
    await press(user, "take", sort="ware", id="stove")
    assert 'id = "stove"' in "".join(PACKS.library.all()[0].saved.files.values())


async def test_a_change_from_another_window_is_shown_at_once(user: User) -> None:
    await user.open("/auction/packs")
    id = (await upload(user, HEADER + HARP)).json()["id"]
    await user.open(f"/auction/packs/{id}")
    entry = PACKS.library.get(id)
    assert entry is not None
    changed = {"pack.toml": HEADER + HARP.replace('"Harp"', '"Lyre"')}
    await PACKS.library.save(entry, changed, fresh=True)
    form = next(it for it in user.client.elements.values() if type(it).__name__ == "Form")
    await until(lambda: "Lyre" in form.props["payload"] and "another window" in form.props["verdict"])
    seq = json.loads(form.props["payload"])["seq"]
    sent = {"seq": seq, "values": {"id": "harp", "name": {"fr": "Harpe", "en": "Kora"}}, "rest": ""}
    form._handle_event({"listener_id": next(iter(form._event_listeners)), "args": sent})
    await until(lambda: '"Kora" } # of Ur' in PACKS.library.all()[0].saved.files["pack.toml"])


async def test_its_schema_makes_its_guide(user: User) -> None:
    await user.open("/auction/packs")
    await user.should_see("How to write a pack")
    await user.open("/auction/packs/guide")
    await user.should_see("[[ware]]")
    await user.should_see("Something to bid for.")


def test_what_every_header_has_is_told_in_both_languages() -> None:
    """A game without words of its own has a guide whose header needs no more."""
    english, french = (plain_guide(PACKS.schema).page(language) for language in ("en", "fr"))
    for sentence in ("The file `pack.toml`.", "The pack's id.", "The author.", "Under which licence."):
        assert (sentence in english, sentence in french) == (True, False)
    for sentence in ("Le fichier `pack.toml`.", "L’id du paquet.", "L’auteur.", "Sous quelle licence."):
        assert sentence in french


async def test_each_game_has_a_library_of_its_own(user: User) -> None:
    await user.open("/auction/packs")
    id = (await upload(user, HEADER + HARP)).json()["id"]
    assert (OLOMOC.library.all(), OLOMOC.library.get(id)) == ([], None)
    await user.open(f"/olomoc/packs/{id}")
    await user.should_see("There is no such pack")
    assert (await user.http_client.get(f"/olomoc/packs/{id}.zip")).status_code == 404
