"""The shelf and builder pages: what is saved, shared and imported, and which browser sees it."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from nicegui import background_tasks, core
from nicegui.element import Element
from nicegui.testing import User
from nicegui.testing.user_interaction import UserInteraction

from rules.olomoc.advice.card_profile import outlook
from rules.olomoc.cabals.draft import CabalPlace, Sketch
from rules.olomoc.packs import load
from tests.waiting import settled, until
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.lists import draft as desks
from webapp.lists import service as lists_service
from webapp.lists import shelf_page
from webapp.lists.service import list_service
from webapp.packs.checker import Checker
from webapp.store import SavedList
from webapp.tables import registry
from webapp.ui.pane import Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment", "worker_here"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]
CORE = load()
GUARD = Sketch(
    "administration",
    (
        CabalPlace("petra-kantor", "riot-shield"),
        CabalPlace("kubik-oktobar", "quantum-disruptor"),
        CabalPlace("hynek-novotny", "service-carbine"),
    ),
)


@pytest.fixture
def worker_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the jobs of the worker process in place."""

    async def compute(function: str, *args: Any) -> Any:
        return outlook(*args)

    monkeypatch.setattr(registry, "compute", compute)


def somebody(language: str = "en") -> User:
    """Another person, with a browser of their own."""
    transport = httpx.ASGITransport(core.app)
    return User(httpx.AsyncClient(transport=transport, base_url="http://test", headers={"accept-language": language}))


def tree_words(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for child in node.get("x", ()):
            yield from tree_words(child)
    elif isinstance(node, list):
        for child in node:
            yield from tree_words(child)


def panes_of(user: User) -> list[Pane]:
    """In the order of the page, which the set that is found does not keep."""
    return sorted(user.find(Pane).elements, key=lambda pane: pane.id)


def shown(user: User) -> str:
    """All words in the panes."""
    panes = [json.loads(it.props["payload"])["tree"] for it in panes_of(user)]
    return " ".join(word for tree in panes for word in tree_words(tree))


def state(user: User) -> str:
    """The verdict's state."""
    panes = (it.props["payload"] for it in panes_of(user))
    return next(matched[1] for text in panes if (matched := re.search(r'"data-state":"(\w+)"', text)))


async def send(user: User, element: Element, event: str, sent: Any) -> None:
    """Sends an event as a browser does, and waits for all that it sets going."""
    tasks, before = asyncio.all_tasks(), set(background_tasks.running_tasks)
    UserInteraction(user, {element}, None).trigger(event, sent)
    async with asyncio.timeout(120):  # the first file starts a process, slowly on a busy machine
        while running := set(background_tasks.running_tasks) - before:
            await asyncio.wait(running)
    await settled(tasks)


async def press(user: User, do: str, **more: Any) -> None:
    """Sends a press on something in a pane, as the browser does."""
    await send(user, panes_of(user)[0], "intent", {"do": do, **more})


async def put(user: User, marker: str, words: str, event: str = "change") -> None:
    """Sends the text of a field that has been filled in, as the browser does."""
    await send(user, next(iter(user.find(marker=marker).elements)), event, words)


async def submit(user: User, field: str, words: str) -> None:
    """Sends the form with that field, as the browser does."""
    [element] = user.find(marker=field).elements
    form = next(
        other for other in element.client.elements.values() if other.tag == "form" and element in other.descendants()
    )
    await send(user, form, "submit", words)


def kept(session: str | None = None) -> list[SavedList]:
    """Every list of the one shelf there is."""
    store = list_service._open
    with store.shelves._engine.connect() as connection:
        shelves = [row[0] for row in connection.exec_driver_sql("SELECT DISTINCT shelf FROM lists")]
    return [saved for shelf in shelves for saved in store.shelves.lists(shelf)]


# Composing


async def test_an_empty_shelf_says_how_to_begin(user: User) -> None:
    await user.open("/olomoc/cabals")
    assert "No list yet" in shown(user)
    assert "Black Guard Round" in shown(user)
    assert kept() == []


async def test_a_cabal_is_built_card_by_card_and_kept_from_the_first(user: User) -> None:
    await user.open("/olomoc/cabals/new?rouage=petra-kantor")
    assert kept() == []
    assert state(user) == "unfinished"
    for part, id in (
        ("card", "kubik-oktobar"),
        ("card", "hynek-novotny"),
        ("equipment", "riot-shield"),
        ("equipment", "quantum-disruptor"),
        ("equipment", "service-carbine"),
    ):
        await press(user, "take", part=part, id=id)
    assert state(user) == "legal"
    [saved] = kept()
    assert {row["card"] for row in saved.content["rouages"]} == {"petra-kantor", "kubik-oktobar", "hynek-novotny"}
    assert saved.content["pack"] == {"id": "core", "version": CORE.version}
    assert saved.version == 1
    await user.open(f"/olomoc/cabals/list/{saved.id}")
    assert state(user) == "legal"


async def test_an_illegal_list_is_kept_and_told_and_never_seated(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=black-guard")
    await press(user, "take", part="equipment", id="calibrated-lens", at=0)
    assert state(user) == "illegal"
    assert "opens only one card" in shown(user)
    [saved] = kept()
    await press(user, "sit")
    assert registry.all() == []
    await user.open("/olomoc/cabals")
    assert "1 problem" in shown(user)
    await press(user, "play", id=saved.id)
    await press(user, "sit")
    assert registry.all() == []
    await user.open(f"/olomoc/cabals/list/{saved.id}")
    await press(user, "mend", problem=0, fix=0)
    assert state(user) == "legal"


async def test_words_are_kept_and_shown_as_text(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await put(user, "list-name", "  <b>Nuit</b>\n  ")
    await put(user, "list-notes", "Hold the valve.\n<img src=x>")
    await put(user, "list-tags", "survey, evening, survey")
    [saved] = kept()
    assert (saved.name, saved.notes, saved.tags) == (
        "<b>Nuit</b>",
        "Hold the valve.\n<img src=x>",
        ("survey", "evening"),
    )
    response = await user.http_client.get(f"/olomoc/cabals/list/{saved.id}")
    assert "<b>Nuit" not in response.text
    assert "<img src=x" not in response.text


async def test_the_figures_are_the_engines(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=black-guard")
    await press(user, "chart", what="place", value=0)
    assert "4 dice at 5+" in shown(user)
    await press(user, "chart", what="attack", value="charge")
    assert "4 dice at 3+" in shown(user)
    [chart] = user.find(marker="chart-wounds").elements
    series = chart.props["options"]["series"]
    assert len(series) == 10
    assert sum(row["data"][0]["value"] for row in series[:5]) == pytest.approx(1, abs=1e-4)


async def test_search_and_filters_narrow_the_catalogue(user: User) -> None:
    await user.open("/olomoc/cabals/new")
    assert "57 of 57 cards" in shown(user)
    await put(user, "search", "sergeant", "input")
    assert "1 of 57 cards" in shown(user)
    await put(user, "search", "nobody at all", "input")
    assert "No card matches." in shown(user)
    await put(user, "search", "", "input")
    await press(user, "filter", what="faction", value="vigil")
    await press(user, "filter", what="rank", value=1)
    assert "Radek Popel" in shown(user)
    assert "Pétra Kantor" not in shown(user)


async def test_nonsense_from_a_browser_does_nothing(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=black-guard")
    pane = next(iter(user.find(Pane).elements))
    for sent in ({}, {"do": 7}, {"do": "take"}, {"do": "mend", "problem": []}, {"do": "part", "part": {}}, None, "x"):
        await send(user, pane, "intent", sent)
    assert state(user) == "legal"
    assert kept() == []


# Keeping


async def test_a_list_is_marked_copied_put_away_deleted_and_had_back(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    [saved] = kept()
    await user.open("/olomoc/cabals")
    await press(user, "favourite", id=saved.id)
    assert kept()[0].favourite
    await press(user, "copy", id=saved.id)
    assert sorted(one.name for one in kept()) == ["Night Shift", "Night Shift, copy"]
    await press(user, "archive", id=saved.id)
    assert "Archive 1" in shown(user)
    await press(user, "archive", id=saved.id)
    await press(user, "delete", id=saved.id)
    assert "Night Shift was deleted." in shown(user)
    assert "Deleted 1" in shown(user)
    await press(user, "undelete", id=saved.id)
    assert "was deleted" not in shown(user)
    assert all(one.deleted_at is None for one in kept())


async def test_versions_tell_what_changed_and_can_be_had_again(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "SITTING_S", -1.0)
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    await press(user, "take", part="card", id="ruzena-kovarova", at=1)
    await put(user, "list-name", "Welders")
    [saved] = kept()
    assert [one.number for one in list_service._open.shelves.versions(saved.id)] == [3, 2, 1]
    words = shown(user)
    assert "Tibor Vlk → Růžena Kovářová" in words
    assert "called “Welders”" in words
    await press(user, "restore", number=1)
    [saved] = kept()
    assert saved.version == 4
    assert saved.name == "Night Shift"
    assert saved.content["rouages"][1]["card"] == "tibor-vlk"


async def test_changes_close_together_are_one_version(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    for id in ("ruzena-kovarova", "matej-duda"):
        await press(user, "take", part="card", id=id, at=1)
    assert kept()[0].version == 1


async def test_an_undo_is_saved_too(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "take", part="card", id="ruzena-kovarova", at=1)
    await press(user, "undo")
    assert kept()[0].content["rouages"][1]["card"] == "tibor-vlk"


async def test_two_pages_of_one_list_show_the_same(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    [saved] = kept()
    other = User(user.http_client)
    await other.open(f"/olomoc/cabals/list/{saved.id}")
    await press(user, "take", part="card", id="ruzena-kovarova", at=1)
    await until(lambda: "Růžena" in shown(other).split("Versions")[0])
    await put(other, "list-name", "Welders")
    [field] = user.find(marker="list-name").elements
    await until(lambda: field.props["defaultValue"] == "Welders")
    assert kept()[0].content["rouages"][1]["card"] == "ruzena-kovarova"


async def test_nobody_opens_a_list_of_somebody_else(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    [saved] = kept()
    stranger = somebody()
    await stranger.open(f"/olomoc/cabals/list/{saved.id}")
    await stranger.should_see("not on your shelf")
    await stranger.open("/olomoc/cabals")
    await press(stranger, "delete", id=saved.id)
    assert kept()[0].deleted_at is None
    assert saved.shelf not in (await user.http_client.get(f"/olomoc/cabals/list/{saved.id}")).text


async def test_another_device_shares_the_lists_with_a_code(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    await user.open("/olomoc/cabals")
    await put(user, "offer", "", "click")
    [field] = user.find(marker="offer-code").elements
    code = field.props["value"]
    phone = somebody("fr")
    await phone.open("/olomoc/cabals")
    assert "Pas encore de liste" in shown(phone)
    await submit(phone, "claim-code", f" {code[:4].lower()}-{code[4:]} ")
    assert "Night Shift" in shown(phone)
    await submit(phone, "claim-code", code)
    assert "Ce code n’est pas valable" in shown(phone)


async def test_a_full_shelf_says_so(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists_service, "MOST", 1)
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    await user.open("/olomoc/cabals/new?starter=black-guard")
    await press(user, "keep")
    assert "Your shelf is full" in shown(user)
    assert len(kept()) == 1


# Sharing


async def test_a_link_opens_the_whole_list_for_anybody_and_is_kept_only_when_asked(user: User) -> None:
    await user.open(f"/olomoc/cabals/open/{encode(GUARD, CORE)}?name=Ronde")
    assert state(user) == "legal"
    assert "came by a link" in shown(user)
    assert kept() == []
    await press(user, "keep")
    [saved] = kept()
    assert saved.name == "Ronde"
    assert Sketch.from_json(saved.content) == GUARD
    assert "came by a link" not in shown(user)


async def test_a_bad_link_says_what_is_wrong_with_it(user: User) -> None:
    for code, words in (
        ("nonsense", "not the code of a list"),
        ("core.1.0.0." + "0" * 36, "wrong or missing"),
        (encode(GUARD, CORE).replace("core.", "korr."), "wrong or missing"),
    ):
        await user.open(f"/olomoc/cabals/open/{code}")
        await user.should_see(words)


async def test_a_link_of_another_version_opens_and_says_what_changed(user: User) -> None:
    data = CORE.to_json()
    data["rouages"]["petra-kantor"]["combat"] = 5
    older = CORE.from_json({**data, "version": "0.9"})
    await user.open(f"/olomoc/cabals/open/{encode(GUARD, older)}")
    words = shown(user)
    assert f"Composed with core 0.9; this is {CORE.version}." in words
    assert "Pétra Kantor has changed." in words


async def test_a_kept_list_of_another_version_says_card_by_card(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    await user.open("/olomoc/cabals/new?starter=black-guard")
    await press(user, "keep")
    [saved] = kept()
    data = CORE.to_json()
    data["rouages"]["petra-kantor"]["combat"] = 5
    del data["equipment"]["riot-shield"]
    newer = CORE.from_json({**data, "version": "99.0.0", "starters": {}})
    monkeypatch.setattr(packs, "find", lambda id: newer if id == "core" else None)
    await user.open(f"/olomoc/cabals/list/{saved.id}")
    words = shown(user)
    assert f"Composed with core {CORE.version}; this is 99.0.0." in words
    assert "Pétra Kantor: Combat 4 → 5" in words
    assert "Round Shield is gone." in words
    assert state(user) == "illegal"
    monkeypatch.setattr(packs, "find", lambda id: None)
    await user.open(f"/olomoc/cabals/list/{saved.id}")
    await user.should_see(f"core {CORE.version}, which is not installed here")


async def test_every_shared_form_of_a_list_can_be_imported(user: User) -> None:
    await user.open("/olomoc/cabals/new?starter=night-shift")
    await press(user, "keep")
    given = [
        next(iter(user.find(marker=marker).elements)).props["value"]
        for marker in ("share-code", "share-link", "share-text", "share-json")
    ]
    assert given[1].startswith(f"http://test/olomoc/cabals/open/core.{CORE.version}.")
    other = somebody()
    for text in given:
        await other.open("/olomoc/cabals")
        await submit(other, "import-text", text)
    assert len({json.dumps(one.content["rouages"]) for one in kept()}) == 1
    assert len(kept()) == 5


async def test_all_lists_leave_as_one_file_and_come_back(user: User) -> None:
    for starter in ("night-shift", "black-guard"):
        await user.open(f"/olomoc/cabals/new?starter={starter}")
        await press(user, "keep")
    file = await user.http_client.get("/olomoc/cabals/export")
    assert "attachment" in file.headers["content-disposition"]
    other = somebody()
    await other.open("/olomoc/cabals")
    await submit(other, "import-text", file.text)
    assert "2 lists imported." in shown(other)
    assert len(kept()) == 4
    nobody = somebody()
    assert json.loads((await nobody.http_client.get("/olomoc/cabals/export")).text)["cabals"] == []


async def test_wrong_input_is_told_and_nothing_comes_in(user: User) -> None:
    await user.open("/olomoc/cabals")
    for text, words in (
        ("", "No list and no rouage"),
        ("{", "not valid JSON"),
        ("[{}]", "Item 1 is not a cabal"),
        ("x" * 500_001, "too large"),
    ):
        await submit(user, "import-text", text)
        assert words in shown(user)
    assert kept() == []


async def test_a_text_that_takes_for_ever_is_given_up_and_holds_nobody_up(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = Checker(seconds=0.2)
    monkeypatch.setattr(shelf_page, "read", read_for_ever)
    monkeypatch.setattr(shelf_page, "checker", apart)
    try:
        await user.open("/cabals")
        await submit(user, "import-text", "Bohdan Zelenka")
        await until(lambda: "takes too long: nothing was imported" in shown(user))
        assert kept() == []
    finally:
        apart.close()


def read_for_ever(text: str, *how: object) -> None:
    while True:
        pass


# The sheet


async def test_the_sheet_is_made_of_what_the_address_holds(user: User) -> None:
    torn = encode(GUARD.put(0, "equipment", "calibrated-lens"), CORE)
    page = await user.http_client.get(
        "/olomoc/cabals/sheet", params={"code": torn, "name": "<i>Torn</i>", "language": "fr"}
    )
    assert page.status_code == 200
    assert "Pas légale" in page.text
    assert "<i>Torn" not in page.text
    assert '<html lang="fr">' in page.text
    pdf = await user.http_client.get("/olomoc/cabals/sheet.pdf", params={"code": torn, "name": "Torn"})
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF")


async def test_a_sheet_of_nothing_is_not_found(user: User) -> None:
    for path in ("/olomoc/cabals/sheet", "/olomoc/cabals/sheet.pdf"):
        answer = await user.http_client.get(path, params={"code": "x", "paper": "../etc", "language": "xx"})
        assert answer.status_code == 404
        assert "not the code of a list" in answer.text


async def test_french_is_french(user: User) -> None:
    french = somebody("fr")
    await french.open("/olomoc/cabals/new?starter=black-guard")
    words = shown(french)
    assert "Légale" in words
    assert "Équipements et dons" in words
    assert not re.search(r"cabals\.[a-z]", words)
