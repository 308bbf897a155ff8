"""The stage at every size of window, over a few random answers; `make measure` plays longer. And the order in which
things are shown: never the board before it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules.invader import Match
from tests.browser.kept import keep, seats
from tests.browser.looked_at import SIZES, TELEVISION, serving
from tests.browser.measure import Measures, Way, measured
from tests.browser.people import Come, Person
from tests.browser.table.test_duel import alone
from tests.browser.windows import Windows
from tests.invader.table import duel, hero, on
from tests.serving import Server

pytestmark = pytest.mark.slow

BOARD = {"phone": 30, "desk": 35, "television": 40}
"""The least share of the window that a board has, in percent."""
SHORT = [
    *(("invader", "390x844"), ("diktat", "1024x768"), ("invader", TELEVISION)),
    pytest.param("olomoc", "1280x720", marks=pytest.mark.soak),
]


@pytest.fixture(scope="module")
def tables() -> Iterator[tuple[Server, Path]]:
    with serving(["invader", "diktat", "olomoc"]) as served:
        yield served


@pytest.mark.parametrize(("game", "size"), SHORT)
def test_the_board_is_in_sight_and_nothing_covers_it(
    tables: tuple[Server, Path], windows: Windows, game: str, size: str
) -> None:
    """While something is asked, at any step of the answer; the prompt keeps its height, and what is told is never
    behind board or log."""
    server, data = tables
    measures: Measures = measured(windows.browser, server, data, game, size, Way(8))
    width = SIZES[size][0]
    kind = "television" if size == TELEVISION else "phone" if width < 600 else "desk"
    assert measures.worst["board %"] >= BOARD[kind], measures.row()
    assert measures.worst["covered k px²"] == 0, measures.row()
    assert len(measures.heights) == 1, measures.row()
    assert measures.worst["log px"] <= 320, measures.row()
    assert (measures.worst["ahead"], measures.worst["errors"], measures.worst["wider px"]) == (0, 0, 0), measures.row()
    assert measures.seen["outside"] == set(), measures.row()


# ---- what is told ----------------------------------------------------------------------------------------------------


def attack() -> object:
    """The Invader's last press: an attack that drains in one zone, and the plot."""
    return duel(
        hands={"1": ["stilt"], "2": ["decoy"]},
        play=[*on("1", "africa", "stilt", "husk", "lamprey", "siphon"), *on("2", "eurasia", "rifles")],
        hero=hero(zone="eurasia"),
        plot=6,
    )


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("told") / "data"
    tables = {"TOLD": attack(), "SKIP": attack(), "SHUT": attack(), "KEYS": alone(), "READ": Match.new({}, 1)}
    keep(data, tables, seats(ilse="READ"))  # type: ignore[arg-type]
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


STEPS = """() => {
  window.steps = [];
  const at = (name) => Number(document.querySelector(`[data-part="${name}"]`).dataset.moment);
  const note = () =>
    document.body.dataset.telling === undefined || window.steps.push([at("board"), at("log"), at("beat")]);
  new MutationObserver(() => requestAnimationFrame(note)).observe(document.body, {
    subtree: true, attributes: true, attributeFilter: ["data-moment", "data-telling"] });
}"""


SPOILED = """async () => {
  const { present } = await import("house-ui/director.js");
  present({}, () => { throw new Error("this part cannot be drawn"); });
}"""


def end_turn(person: Person) -> None:
    person.press("option-end")
    if person.get("confirm").count():
        person.press("confirm")


def test_board_and_log_follow_what_is_told(people: Come, duels: Server) -> None:
    """An attack, zone by zone: the board is never ahead, the log shows each line as it is told, and after four seconds
    the question stands in full. A part that cannot be drawn meanwhile keeps nothing back."""
    ilse, eva = seated(people, duels, "TOLD")
    eva.page.evaluate(STEPS)
    end_turn(ilse)
    eva.page.wait_for_function("window.steps.length > 2")
    eva.page.evaluate(SPOILED)
    expect(eva.page.locator("body")).not_to_have_attribute("data-telling", "")
    steps = eva.page.evaluate("window.steps")
    assert len({beat for _, _, beat in steps}) >= 3, steps
    assert all(board <= beat and log == beat for board, log, beat in steps), steps


SLOWLY = """() => {
  const plain = window.setTimeout;
  window.setTimeout = (run, ms, ...more) => plain(run, ms > 100 ? 1000 * ms : ms, ...more);
}"""
"""Every wait of the page but the shortest takes a thousand times as long."""


def test_a_press_shows_the_rest_at_once(people: Come, duels: Server) -> None:
    ilse, eva = seated(people, duels, "SKIP")
    eva.page.evaluate(SLOWLY)  # by itself it would not end before the test does
    end_turn(ilse)
    expect(eva.page.locator("body")).to_have_attribute("data-telling", "")
    eva.page.keyboard.press(" ")
    expect(eva.page.locator("body")).not_to_have_attribute("data-telling", "")
    newest = eva.page.locator("[data-part=board]").get_attribute("data-moment")
    assert eva.page.locator("[data-part=log]").get_attribute("data-moment") == newest


def joined(people: Callable[..., Person], duels: Server, code: str) -> tuple[Person, Person]:
    """The Invader, and the Human behind a phone."""
    ilse, tomas = people(duels, f"Ilse {code}"), people(duels, f"Tomáš {code}", size=(390, 844))
    for person, seat in ((ilse, "1"), (tomas, "2")):
        person.open(f"/table/{code}")
        person.page.get_by_test_id("your-name").fill(person.name)
        person.press(f"join-{seat}")
        expect(person.get("prompt")).to_be_visible()
    return ilse, tomas


def seated(people: Callable[..., Person], duels: Server, code: str) -> tuple[Person, Person]:
    """The Invader, who plays the Human behind a phone, and a spectator."""
    ilse, _ = joined(people, duels, code)
    return ilse, people(duels, f"Eva {code}").open(f"/watch/{code}")


def test_a_new_question_shuts_what_an_earlier_one_left_open(people: Come, duels: Server) -> None:
    """On a phone the log covers the lower half of the board: it is shut when something is asked, and stays open where
    it has been opened since."""
    ilse, tomas = joined(people, duels, "SHUT")
    part = tomas.page.locator("[data-part=log]")
    tomas.press("tab-of-log", finger=True)
    expect(part).to_have_attribute("data-open", "")
    end_turn(ilse)
    expect(tomas.page.locator("[data-part=prompt] [data-decision]")).to_be_visible()
    expect(part).not_to_have_attribute("data-open", "")
    tomas.press("tab-of-log", finger=True)
    expect(part).to_have_attribute("data-open", "")
    tomas.page.wait_for_timeout(300)
    expect(part).to_have_attribute("data-open", "")


def test_the_focus_stays_with_the_question(people: Come, duels: Server) -> None:
    """A card, its zone, its payment by their keys: after each the focus is in the prompt, on the board or hand."""
    ilse = people(duels, "Ilse").open("/table/KEYS")
    ilse.page.get_by_test_id("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("option-end")).to_be_visible()
    for key in ("1", "q", "s", "Enter"):
        expect(ilse.page.locator(f"[data-hotkey='{key}']").first).to_be_visible()
        ilse.page.keyboard.press(key)
        ilse.page.wait_for_function(
            "document.activeElement?.closest('[data-part=prompt], [data-part=board], [data-part=hand]')"
        )
    expect(ilse.get("log")).to_contain_text("plays Stilt on Pacific Rim")


ASKED = "document.activeElement?.dataset.testid === 'prompt'"


def test_what_is_hidden_leaves_its_focus_with_the_question(people: Come, duels: Server) -> None:
    """A briefing that was read goes away with what had the focus; so does anything else that is hidden by being
    pressed."""
    ilse = people(duels, "Ilse").sit("READ", "1")
    ilse.get("briefed").focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("briefing")).to_be_hidden()
    ilse.page.wait_for_function(ASKED)
    menu = ilse.get("menu")
    menu.focus()
    menu.evaluate("it => (it.style.display = 'none')")
    ilse.page.wait_for_function(ASKED)
