"""The lists of a small game, on the pages that any game has: shelf, builder, sharing, and the way to a table."""

import json
from typing import Any

import pytest
from nicegui.testing import User

from rules.olomoc.packs import load
from tests.standin import game
from tests.standin.lists import WishLists
from tests.standin.wares import Wishes
from tests.webapp.lists.test_cabals_pages import kept, press, put, shown, state, submit
from tests.webapp.test_lobby import somebody
from tests.webapp.test_plain_table import marked, read
from tests.webapp.test_plain_table import press as press_at_table
from webapp.games.olomoc.cabals.lists.share_code import PATTERN, encode
from webapp.i18n import folders
from webapp.lists.import_export import completed, left_out
from webapp.lists.import_export import read as imported
from webapp.lists.kind import BadCode
from webapp.lists.plain_text import found_in
from webapp.tables import registry

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]
folders["auction"] = game.GAME.texts  # as the server does at start
KIND = WishLists()
PAIR = Wishes(("clock", "stove"))


async def choose(user: User, card: str, count: int = 1) -> None:
    await press(user, "put", section="wares", card=card, count=count)


async def test_a_list_is_built_with_a_live_verdict_and_kept_with_its_versions(user: User) -> None:
    await user.open("/auction/wishes")
    assert "No list yet" in shown(user)
    await user.open("/auction/wishes/new")
    assert (state(user), kept()) == ("unfinished", [])
    await choose(user, "clock")
    await choose(user, "stove")
    assert state(user) == "legal"
    await choose(user, "globe")
    assert state(user) == "illegal"
    assert "A wish list has 2 different wares." in shown(user)
    await press(user, "undo")
    assert state(user) == "legal"
    await put(user, "list-name", "Winter")
    [saved] = kept()
    assert (saved.title, saved.name, saved.content) == ("auction", "Winter", {"wares": ["clock", "stove"]})
    await user.open(f"/auction/wishes/list/{saved.id}")
    assert state(user) == "legal"
    await put(user, "search", "violin", "input")
    assert "Mirror" not in shown(user)
    await user.open("/olomoc/cabals")
    assert "Winter" not in shown(user), "each game has a shelf of its own"


async def test_nonsense_from_a_browser_changes_nothing(user: User) -> None:
    await user.open("/auction/wishes/new?starter=first")
    for section, card, count in (
        ("wares", "tiara", 1),
        ("hats", "clock", 0),
        ("wares", [], 1),
        ("wares", "clock", "1"),
    ):
        await press(user, "put", section=section, card=card, count=count)
    assert (state(user), kept()) == ("legal", [])
    await press(user, "put", section="wares", card="clock", count=99)
    assert state(user) == "legal", "no more copies than there are"


async def test_codes_links_files_and_words_bring_a_list_back(user: User) -> None:
    code = KIND.code(PAIR)
    assert KIND.decode(f"see {code.lower()} !") == PAIR
    await user.open(f"/auction/wishes/open/{code}?name=Winter")
    assert "came by a link" in shown(user)
    await press(user, "keep")
    file = (await user.http_client.get("/auction/wishes/export")).text
    assert json.loads(file)["format"] == "auction-wishes"
    for text in (code, file, KIND.plain_text(PAIR, "Winter", KIND.translator("fr")), "Winter\n1 Pendule\nStove"):
        await user.open("/auction/wishes")
        await submit(user, "import-text", text)
    assert [one.content for one in kept()] == [{"wares": ["clock", "stove"]}] * 5


@pytest.mark.parametrize("text", ["nonsense", "auction.00000-00000", KIND.code(PAIR)[:-1] + "0"])
def test_a_malformed_share_code_is_refused(text: str) -> None:
    with pytest.raises(BadCode):
        KIND.decode(text)


def test_a_code_of_another_game_is_none_of_this_one() -> None:
    from rules.olomoc.cabals.draft import Sketch

    other = encode(Sketch("stokers"), load())
    assert PATTERN.search(other)
    with pytest.raises(BadCode, match="not-a-code"):
        KIND.decode(other)


def test_a_card_that_is_gone_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    code, before = KIND.code(PAIR), KIND.every()
    monkeypatch.setattr(KIND, "every", lambda language="en": {k: v for k, v in before.items() if k[1] != "stove"})
    assert KIND.decode(code) == Wishes(("clock",))
    read_in = imported(code, KIND.path, KIND.code_pattern, KIND.reader, KIND.named())
    assert left_out(KIND, read_in).lost == 1


async def test_an_import_says_what_it_left_out(user: User) -> None:
    await user.open("/auction/wishes")
    await submit(user, "import-text", "Winter\n1 Clock\n3 Stove\n2 Lamps <b>of oil</b>")
    page = shown(user)
    assert "1 list imported." in page
    assert "Stove: 3 are too many here, 1 were taken." in page
    assert "Not understood: “2 Lamps <b>of oil</b>”." in page
    assert kept()[0].content == {"wares": ["clock", "stove"]}
    await submit(user, "import-text", "nothing of this is a card")
    assert "Not understood" not in shown(user)


def test_copies_are_read_in_words() -> None:
    read_in = imported("Deck\n2 Clock\nStove x3\n× Globe", KIND.path, KIND.code_pattern, KIND.reader, KIND.named())
    assert read_in.named == {("wares", "clock"): 2, ("wares", "stove"): 3, ("wares", "globe"): 1}
    [entry] = completed(KIND, read_in)
    assert entry.content == {"wares": ["clock", "globe", "stove"]}, "as many as there may be"
    assert left_out(KIND, read_in).cut == ((("wares", "clock"), 2, 1), (("wares", "stove"), 3, 1))


async def test_a_sheet_is_printed_with_the_list_and_its_code(user: User) -> None:
    await user.open("/")
    where: dict[str, Any] = {"code": KIND.code(PAIR), "name": "<i>Winter</i>", "language": "fr"}
    page = (await user.http_client.get("/auction/wishes/sheet", params=where)).text
    assert all(word in page for word in ("Pendule", "Poêle", KIND.code(PAIR), "&lt;i&gt;Winter"))
    pdf = await user.http_client.get("/auction/wishes/sheet.pdf", params=where)
    assert pdf.content.startswith(b"%PDF")
    assert (await user.http_client.get("/auction/wishes/sheet", params={"code": "x"})).status_code == 404


async def test_a_list_is_brought_to_a_table_and_answers_its_question(user: User) -> None:
    await user.open("/auction/wishes/new?starter=first")
    await put(user, "your-name", "Ilse")
    await press(user, "keep")
    await press(user, "sit")
    [table] = registry.all()
    assert table.options["wishes"] is True
    [saved] = kept()
    await user.open(f"/table/{table.code}")
    assert "Which 2 wares" in read(user)
    [(_, button)] = marked(user, f"own-{saved.id}")
    assert button["do"]["command"]["wares"] == ["clock", "globe"]
    stranger = somebody()
    await stranger.open(f"/watch/{table.code}")
    assert "The first two" not in read(stranger)
    await press_at_table(user, f"own-{saved.id}")
    assert table.match.view("1")["resolving"][-1]["wish"] == ["clock", "globe"]


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        ("Militia", 1),
        ("3 Militia", 3),
        ("3x Militia", 3),
        ("3 × Militia", 3),
        ("- 3X Militia", 3),
        ("Militia x3", 3),
        ("Militia ×3", 3),
        ("Militia (3)", 3),
        ("* Militia × 3.", 3),
        ("Militia 3", 1),
    ],
)
def test_copies_are_read_however_they_are_commonly_written(line: str, copies: int) -> None:
    parsed = found_in(line, {("order", "militia"): ("Militia",)})
    assert parsed == ("", {("order", "militia"): copies}, ())
