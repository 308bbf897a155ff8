"""Hybris in a real browser: a plan by mouse and by finger, and the table at four sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from rules.hybris import Match
from tests.browser.axe import assert_nothing_blank, violations
from tests.browser.kept import cookie, keep
from tests.browser.people import Come, Person
from tests.browser.presses import carry, press
from tests.hybris.table import planning
from tests.serving import Server

pytestmark = pytest.mark.slow

BOARD = """() => {
  const board = document.querySelector('.hyb-board').getBoundingClientRect();
  return [board.width * Math.min(board.height, innerHeight) / innerWidth / innerHeight,
          document.documentElement.scrollWidth - innerWidth];
}"""
"""The share of the window that the board has, by how much the page is too wide."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("hybris") / "data"
    pillars = Match.from_position({"phase": "pillar", "seats": {"1": {"olympian": "zeus"}, "2": {"olympian": "hades"}}})
    heroes = {f"hero-{n + 1}": {"at": city} for n, city in enumerate(("athens", "sparta"))}
    woken = Match.from_position({
        "turn": "1",
        "acting": "1-olympian",
        "seats": {
            "1": {"olympian": "zeus", "hangar": {"energy": 0},
                  "characters": {"olympian": {"at": "underworld"}, **heroes}},
            "2": {"olympian": "hades", "hangar": {"energy": 0}},
        },
        "cities": {city: {"destroyed": True} for city in ("corinth", "thebes", "argos")},
        "chaos": {"space": 3, "momentum": 0, "pile": ["absorption", "…"]},
    })  # fmt: skip
    bearer = {"olympian": "zeus", "characters": {"hero-1": {"token": "forge"}}}
    going = Match.from_position({"turn": "1", "seats": {"1": bearer, "2": {"olympian": "hades"}}})
    seated = {"SIZE": {"1": "Ada", "2": "Max"}}
    tables = {
        "MICE": planning(),
        "HAND": planning(),
        "SIZE": planning(),
        "WISH": pillars,
        "WOKE": woken,
        "TRAY": planning(),
        "GOES": going,
    }
    keep(data, tables, seated)
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


def sit(person: Person, code: str, seat: str = "1") -> Person:
    person.open(f"/table/{code}")
    person.page.get_by_test_id("your-name").fill(person.name)
    person.press(f"join-{seat}")
    expect(person.get("hybris-board")).to_be_visible()
    return person


@pytest.mark.parametrize("finger", [False, True])
def test_a_hero_is_sent_to_the_colosseum(people: Come, tables: Server, finger: bool) -> None:
    """A token is given, and the plan sent; until all are in it can be changed (PLN-1, PLN-3)."""
    ada = sit(people(tables, "Ada", size=(390, 844) if finger else (1440, 900)), "HAND" if finger else "MICE")
    if finger:
        press(ada.get("answers-open"), finger=True)
        frame = ada.get("answers")
        assert frame.evaluate("it => it.scrollHeight - it.clientHeight") <= 1, "its frame holds the whole form"
    press(ada.get("token-1-hero-1-colosseum"), finger=finger)
    expect(ada.get("token-1-hero-1-colosseum")).to_have_attribute("aria-pressed", "true")
    press(ada.get("ready"), finger=finger)
    expect(ada.page.locator('[data-part="log"]')).to_contain_text("is ready")


@pytest.mark.parametrize(
    ("size", "least"),
    [
        ((1440, 900), 0.4),
        pytest.param((1280, 800), 0.4, marks=pytest.mark.soak),
        ((1024, 768), 0.4),
        ((390, 844), 0.4),
    ],
)
def test_the_board_is_in_sight_at_every_size(people: Come, tables: Server, size: tuple[int, int], least: float) -> None:
    """Of who plays and of who watches."""
    assert tables.data is not None
    for name, address in (("Ada", "/table/SIZE"), ("Ilse", "/watch/SIZE")):
        person = people(tables, name, size=size)
        if held := cookie(tables.data, "SIZE", "1", name):
            person.context.add_cookies([{"name": "olomoc_session", "value": held, "url": tables.url}])
        person.open(address)
        expect(person.get("hybris-board")).to_be_visible()
        share, too_wide = person.page.evaluate(BOARD)
        assert share >= least - 0.005, name
        assert too_wide <= 0, name
        assert assert_nothing_blank(person.page) > 0
        if size == (1440, 900):
            assert violations(person.page) == []


def test_the_board_takes_the_room_there_is(people: Come, tables: Server) -> None:
    """Two thirds of a television's width, in letters of 20 px; above a spectator's log on a tablet."""
    screen = people(tables, "Screen", size=(1920, 1080)).open("/watch/SIZE?tv")
    box = screen.get("hybris-board").bounding_box()
    assert box is not None
    assert box["width"] >= 0.66 * 1920
    tablet = people(tables, "Zoe", size=(820, 1180)).open("/watch/SIZE")
    board, log = tablet.get("hybris-board").bounding_box(), tablet.page.locator(".log-list").bounding_box()
    question = tablet.page.locator("[data-part=prompt] .question").bounding_box()
    assert board is not None
    assert log is not None
    assert question is not None
    assert board["height"] + log["height"] > 0.7 * 1180
    assert board["y"] + board["height"] <= question["y"]
    assert question["y"] + question["height"] <= log["y"]


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_desk_shows_a_plan_down_to_its_workers(people: Come, tables: Server, size: tuple[int, int]) -> None:
    ada = people(tables, "Ada", size=size)
    held = cookie(tables.data, "SIZE", "1", "Ada") or ""
    ada.context.add_cookies([{"name": "olomoc_session", "value": held, "url": tables.url}])
    ada.open("/table/SIZE")
    least = ada.page.locator(".hyb-form.is-plan .chips .hyb-choice").evaluate_all(
        "all => Math.min(...all.flatMap((it) => [it.offsetWidth, it.offsetHeight]))"
    )
    assert least >= 24
    workers, part = ada.page.locator("[data-testid^=convert-]").last, ada.page.locator("[data-part=answers]")
    row, frame = workers.bounding_box(), part.bounding_box()
    assert row is not None
    assert frame is not None
    assert row["y"] + row["height"] <= frame["y"] + frame["height"]


def test_a_token_is_carried_onto_a_hero(people: Come, tables: Server) -> None:
    """PLN-1: by mouse, from the tray onto the disc; the tray says that none is left."""
    ada = sit(people(tables, "Ada", size=(1440, 900)), "TRAY").settled()
    source, hero = ada.get("token-forge"), ada.page.locator(".hyb-mat .hyb-disc[data-thing='1-hero-2']")
    carry(source, hero)
    expect(ada.get("token-1-hero-2-forge")).to_have_attribute("aria-pressed", "true")
    expect(source).to_contain_text("×0")


def test_what_chaos_sets_off_is_one_entry_and_what_it_takes_stands_apart(people: Come, tables: Server) -> None:
    """ATR-1 to CAT-2: whichever City falls, a Hero of Ada's stood there. What is folded by hand stays so."""
    ada = sit(people(tables, "Ada", size=(1440, 900)), "WOKE")
    press(ada.page.locator("[data-part=prompt] button", has_text="Drain"))
    expect(ada.page.locator(".city-crack")).to_have_count(2)
    ada.press("confirm")
    expect(ada.get("hit")).to_contain_text("Lost in")
    # all has been told: a chain that comes after this one would be the newest, and open
    last = ada.get("log").get_attribute("data-seq") or ""
    expect(ada.page.locator("[data-part=log]")).to_have_attribute("data-moment", last)
    chain = ada.settled().page.locator(".log-chain").last  # the newest is open
    expect(chain.locator("summary")).to_have_text("what it set off")
    expect(chain.locator("details .log-entry").first).to_be_visible()
    press(chain.locator("summary"))
    expect(chain.locator("details .log-entry").first).to_be_hidden()
    for narrowed in ("me", "all"):
        ada.press(f"log-{narrowed}")
    expect(chain.locator("summary")).to_be_visible()
    expect(chain.locator("details .log-entry").first).to_be_hidden()
    ada.page.keyboard.press("l")
    expect(ada.page.locator(".log-list .log-entry:focus")).to_have_count(1)


MARKS = """() => {
  window.marks = new Set();
  const look = (it) => it.classList?.forEach((name) => window.marks.add(name));
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(look)))
    .observe(document.querySelector(".stage"), { childList: true });
}"""
"""Notes what is laid over the table from now on."""


def test_a_character_is_seen_to_go_and_its_way_fades(people: Come, tables: Server) -> None:
    ada = sit(people(tables, "Ada", size=(1440, 900)), "GOES")
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.page.evaluate(MARKS)
    press(ada.page.locator("[data-part=prompt] button", has_text="Hero 1"))
    expect(ada.get("place-forge").get_by_test_id("character-1-hero-1")).to_be_visible()
    ada.page.wait_for_function("window.marks.has('walker') && window.marks.has('walk-way')")
    expect(ada.page.locator(".stage > :is(.walker, .walk-way)")).to_have_count(0)


UNCOVERED = """(what) => {
  const it = document.querySelector(what), { x, y, width, height } = it.getBoundingClientRect();
  return [y + 2, y + height - 2].every((at) => it.contains(document.elementFromPoint(x + width / 2, at)));
}"""
"""Whether nothing lies over the first and the last line of an element."""
SEEN = """() => {
  const board = document.querySelector('.hyb-board').getBoundingClientRect();
  const part = document.querySelector('[data-part=board]').getBoundingClientRect();
  const bar = document.querySelector('.reel-bar').getBoundingClientRect();
  const tall = Math.min(board.bottom, part.bottom, bar.top) - Math.max(board.top, part.top);
  return [Math.min(board.width, part.width) * tall / innerWidth / innerHeight, bar.bottom - innerHeight];
}"""
"""The share of the window in which a replay shows the board, by how much its timeline is below the window."""


def test_a_replay_shows_the_board_over_its_timeline(people: Come, tables: Server) -> None:
    for size in ((1440, 900), (820, 1180), (390, 844)):
        zoe = people(tables, "Zoe", size=size)
        zoe.open("/replay/MICE?at=3")
        expect(zoe.get("hybris-board")).to_be_visible()
        share, below = zoe.page.evaluate(SEEN)
        assert share >= 0.33, size
        assert below <= 0, size


def test_a_pillar_is_wished_for_in_advance_and_taken_in_turn(people: Come, tables: Server) -> None:
    """The second wish, as the first is taken. Seat 2 chooses first (PIL-2), on a phone, which scrolls down to what is
    asked for."""
    ada, ilse = people(tables, "Ada"), people(tables, "Ilse", size=(390, 844))
    sit(ada, "WISH")
    sit(ilse, "WISH", "2")
    expect(ilse.get("pillar-might")).to_be_in_viewport()
    for pillar in (1, 3):
        ada.press("prepare")
        ada.press(f"option-{pillar}")
    expect(ada.get("prepared")).to_contain_text(
        "Pillar of Might: 2 Conflict cards; else Pillar of Vision: 1 Premonition"
    )
    ada.page.reload()
    expect(ada.get("prepared")).to_contain_text("Might")
    ilse.press("answers-open")
    expect(ilse.get("option-1")).to_be_visible()
    assert ilse.page.evaluate(UNCOVERED, ".why-text"), "the list of answers covers what explains them"
    ilse.press("option-1")
    expect(ada.page.locator('[data-part="log"]')).to_contain_text("Pillar of Vision")
    expect(ada.get("prepared")).to_have_count(0)
