"""Looking back in a real browser: by keys, buttons and timeline, to a moment by its link, out and in as a file, on
from a moment at a new table; and a takeback that both agree to."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from rules.olomoc.history import History
from tests.browser.axe import violations
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person
from tests.browser.presses import press, press_at
from tests.goldens import load
from tests.serving import Server
from webapp.games.olomoc.table.cards.book import Book

PETRA, KUBIK = "1-petra-kantor", "2-kubik-oktobar"


def played(stop: Callable[[Match], bool], seed: int = 4) -> Match:
    """A random match as it stands when `stop` holds, or at its end."""
    match, rng = Match.new({"agenda": "survey", "composition": "secret"}, seed), Random(seed)
    while match.asked and not stop(match):
        seat = rng.choice(list(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    return match


def whole() -> Match:
    return played(lambda match: False)


def second_cycle() -> Match:
    return played(lambda match: match.state.cycle == 2)


def duel() -> Match:
    """Petra beside Kubik, and hers to act."""
    return Match.from_position(position([rouage(PETRA, 5, 8), rouage(KUBIK, 6.5, 8)], active=PETRA), seed=3)


def went() -> Match:
    """Petra has walked, twice."""
    match = Match.from_position(position([rouage(PETRA, 5, 8), rouage(KUBIK, 12, 3)], active=PETRA), seed=3)
    for to in ([200_000, 203_200], [200_000, 280_000]):
        match.submit("1", {"kind": "walk", "rouage": PETRA, "to": to})
    return match


TABLES: dict[str, Callable[[], Match]] = {
    "DONE": whole,
    "RUNS": second_cycle,
    "DUEL": duel,
    "WENT": went,
    "BACK": duel,
    "GOLD": lambda: Match.replay({}, load("traque")["journal"]),
}
SEATED = seats(both="DUEL BACK")


def stop(person: Person) -> int:
    return int(person.get("timeline").get_attribute("data-stop") or -1)


def at(person: Person, number: int | str) -> None:
    expect(person.get("timeline")).to_have_attribute("data-stop", str(number))


def last(person: Person) -> int:
    return int(person.get("timeline").get_attribute("data-last") or -1)


def look_back(person: Person, code: str, query: str = "") -> Person:
    person.open(f"/replay/{code}{query}")
    expect(person.get("bloc")).to_be_visible()
    return person


def test_by_keys_buttons_and_the_timeline(house: Server, people: Come) -> None:
    zoe = look_back(people(house, "Zoe"), "DONE")
    keys = zoe.page.keyboard
    at(zoe, 0)
    keys.press("ArrowRight")
    at(zoe, 1)
    keys.press("ArrowRight")
    at(zoe, 2)
    keys.press("ArrowLeft")
    at(zoe, 1)
    keys.press("End")
    at(zoe, last(zoe))
    expect(zoe.get("reel-on")).to_have_attribute("aria-disabled", "true")
    keys.press("Home")
    at(zoe, 0)
    zoe.press("reel-phase-on")
    zoe.press("reel-phase-on")
    expect(zoe.get("reel-said")).to_contain_text(re.compile(r"\(\d\)"))  # both cards of a phase, with their ranks
    zoe.press("reel-roll")
    expect(zoe.page.locator(".reel-said .die").first).to_be_visible()
    stop_before = stop(zoe)
    box = zoe.page.locator(".rail-line").bounding_box()
    assert box is not None
    press_at(zoe.page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at(zoe, (last(zoe) + 1) // 2)  # as the browser rounds
    assert stop(zoe) != stop_before

    keys.press("Home")
    at(zoe, 0)
    it_plays_and_pauses(zoe)


def it_plays_and_pauses(zoe: Person) -> None:
    zoe.press("speed-4")
    zoe.page.locator(".rail-line").focus()
    zoe.page.keyboard.press("Space")
    expect(zoe.get("reel-play")).to_have_attribute("aria-label", "Pause")
    expect(zoe.get("timeline")).to_have_attribute("data-stop", re.compile(r"^([3-9]|\d\d)$"))
    zoe.page.keyboard.press("Space")
    expect(zoe.get("reel-play")).to_have_attribute("aria-label", "Play")
    stop_before = stop(zoe)
    zoe.page.wait_for_timeout(900)
    assert stop(zoe) == stop_before


def test_a_link_and_a_reload_lead_to_the_moment(house: Server, people: Come) -> None:
    zoe = look_back(people(house, "Zoe"), "DONE", "?at=150&eyes=2")
    stop_before = stop(zoe)
    expect(zoe.get("eyes-2")).to_have_attribute("aria-pressed", "true")
    zoe.page.keyboard.press("ArrowRight")
    at(zoe, stop_before + 1)
    zoe.page.wait_for_url("**eyes=2")
    zoe.press("copy-link")
    expect(zoe.get("copy-link")).to_have_text(re.compile("Copied|Selected"))
    link = zoe.get("reel-link").input_value()
    # It is an address that others can open, on whatever name this page was opened by.
    assert re.fullmatch(r"http://[^/]+/replay/DONE\?at=.*", link)
    # Whether or not the clipboard could be had, the address is there to be copied by hand.
    chosen = "() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); }"
    assert zoe.page.evaluate(chosen) == link
    zoe.page.wait_for_function("at => location.search.includes(at)", arg=link.partition("?")[2])
    zoe.page.reload()
    at(zoe, stop_before + 1)


def test_a_piece_is_looked_at_as_it_stood_then(house: Server, people: Come) -> None:
    """Its reach and its chances are those of the moment; at another moment they are others."""
    ilse = look_back(people(house, "Ilse", locale="fr-FR"), "WENT")
    ilse.page.keyboard.press("End")
    at(ilse, last(ilse))
    ilse.page.locator(f".piece[data-id='{PETRA}']").press("Enter")
    seen, reach = ilse.get("lens").locator(".lens-sight"), ilse.page.locator(".reach path")
    expect(seen).to_be_visible()
    then, now = reach.first.get_attribute("d") or "", ilse.at(PETRA)
    # On the Bloc, too, the arrows lead through the match.
    ilse.page.keyboard.press("Home")
    at(ilse, 0)
    assert ilse.at(PETRA) != now
    expect(reach.first).not_to_have_attribute("d", then)
    expect(seen).to_be_visible()
    ilse.page.keyboard.press("ArrowRight")
    at(ilse, 1)
    # Distances are those of the moment, too.
    ilse.page.keyboard.press("m")
    for id in (PETRA, KUBIK):
        ilse.page.locator(f".piece[data-id='{id}']").press("Enter")
    expect(ilse.get("lens")).to_contain_text(re.compile("[0-9],[0-9]+"))


def test_who_is_not_on_the_bloc_yet_is_not_looked_at(house: Server, people: Come) -> None:
    ilse = look_back(people(house, "Ilse"), "RUNS", "?at=100000")
    at(ilse, last(ilse))
    ilse.page.locator(".piece").first.press("Enter")
    expect(ilse.get("lens").locator(".lens-sight")).to_be_visible()
    ilse.page.keyboard.press("Home")
    expect(ilse.page.locator(".piece")).to_have_count(0)
    expect(ilse.get("lens")).to_have_count(0)
    expect(ilse.page.locator(".reach path")).to_have_count(0)


def test_a_line_of_the_log_leads_to_its_moment(house: Server, people: Come) -> None:
    zoe = look_back(people(house, "Zoe"), "DONE", "?at=200")
    stop_before = stop(zoe)
    press(zoe.page.locator(".log-go").nth(-5))  # lines stand in the order in which they are read out
    at(zoe, stop_before - 4)
    # What had not happened then is not told there.
    expect(zoe.page.locator(".log-list li").last).to_have_attribute("data-n", re.compile(r"\d+"))
    newest = int(zoe.page.locator(".log-list li").last.get_attribute("data-n") or 0)
    assert newest <= int(zoe.get("timeline").get_attribute("data-moment") or 0)


def test_a_spectator_hears_no_secret_at_any_moment(house: Server, people: Come) -> None:
    """All that the browser receives, however it steps and whatever it asks for."""
    match = second_cycle()
    past: History = match.past()
    book = Book.of(past.until(0))
    shown: set[str] = {past.view(past.last, "spectator")["fallen"]} | {
        card for event in match.journal if event["kind"] == "revealed" for card in event["cards"].values() if card
    }
    dealt = next(event["hands"] for event in match.journal if event["kind"] == "ministries-dealt")
    hidden = {book.name(card, "en") for hand in dealt.values() for card in hand if card not in shown}
    hidden -= {book.name(card, "en") for card in shown}
    assert len(hidden) >= 4
    zoe = look_back(people(house, "Zoe", hears=True), "RUNS", "?eyes=everyone&at=0")
    at(zoe, 0)
    expect(zoe.get("eyes-spectator")).to_be_visible()
    assert zoe.get("eyes-everyone").count() == 0
    for _ in range(12):
        zoe.page.keyboard.press("PageDown")
    zoe.page.keyboard.press("End")
    at(zoe, last(zoe))
    zoe.page.keyboard.press("Home")
    at(zoe, 0)
    assert not [name for name in hidden if name and zoe.saw(name)]
    # Whoever may see everything does: the words are those that were looked for.
    look_back(zoe, "DONE", "?eyes=everyone&at=150")
    expect(zoe.page.locator(".reel-hand-card").first).to_be_visible()


def test_who_looks_back_is_not_dragged_to_the_present(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("DUEL", "1")
    tomas = people(house, "Tomáš").sit("DUEL", "2")
    ilse.press_through("option-attack")
    tomas.wait_for("react")
    zoe = look_back(people(house, "Zoe"), "DUEL")
    before = last(zoe)
    at(zoe, before)  # a match that goes on is entered at its end
    zoe.page.keyboard.press("Home")
    at(zoe, 0)
    press(tomas.page.locator(".prompt .btn").first)
    expect(zoe.get("timeline")).not_to_have_attribute("data-last", str(before))
    at(zoe, 0)
    expect(zoe.get("reel-live")).to_contain_text("Now (+")
    zoe.press("reel-live")
    at(zoe, last(zoe))
    expect(zoe.get("reel-live")).to_have_count(0)
    # Whoever stands at the end goes on with the match.
    before = last(zoe)
    ilse.press("more")
    ilse.press("option-draw")
    expect(zoe.get("timeline")).not_to_have_attribute("data-last", str(before))
    at(zoe, last(zoe))


def test_out_as_a_file_in_again_and_on_from_a_moment(house: Server, people: Come, tmp_path: Path) -> None:
    zoe = look_back(people(house, "Zoe"), "DONE", "?at=260")
    with zoe.page.expect_download() as coming:
        zoe.press("reel-save")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.name == "DONE.olomoc.json"
    zoe.open("/")
    press(zoe.page.locator(".lobby-bring summary"))
    zoe.get("match-file").set_input_files(file)
    zoe.page.wait_for_url("**/replay/*")
    at(zoe, 0)
    assert "DONE" not in zoe.page.url
    # A damaged one is refused in words, where it was brought.
    broken = json.loads(file.read_text())
    broken["journal"][40]["n"] = 41
    damaged = tmp_path / "damaged.olomoc.json"
    damaged.write_text(json.dumps(broken))
    zoe.open("/")
    press(zoe.page.locator(".lobby-bring summary"))
    zoe.get("match-file").set_input_files(damaged)
    expect(zoe.get("upload-refused")).to_contain_text("damaged")
    look_back(zoe, "DONE", "?at=260")
    pieces = zoe.page.locator(".piece").count()
    zoe.press("reel-play-on")
    zoe.page.wait_for_url("**/table/*")
    zoe.get("your-name").fill("Zoe")
    zoe.press("join-1")
    expect(zoe.get("bloc")).to_be_visible()
    assert abs(zoe.page.locator(".piece").count() - pieces) <= 1


def test_a_takeback_by_agreement(house: Server, people: Come) -> None:
    """The other is told what goes and what has been seen, and the log names it."""
    ilse = people(house, "Ilse").sit("BACK", "1")
    tomas = people(house, "Tomáš", locale="fr-FR").sit("BACK", "2")
    ilse.press_through("option-attack")
    tomas.wait_for("react")
    press(tomas.page.locator(".prompt .btn").first)
    expect(ilse.page.locator(".log-rolled")).not_to_have_count(0)
    look_back(ilse, "BACK")
    ilse.press("reel-first")
    at(ilse, 0)
    ilse.press("reel-ask-back")
    ilse.page.wait_for_url("**/table/BACK")
    tomas.wait_for("adjust")
    expect(tomas.get("takeback-seen")).to_contain_text("jet")
    expect(tomas.get("takeback-lines")).to_contain_text("Kubik")
    tomas.press("option-accept")
    ilse.wait_for("act")
    expect(ilse.page.locator(".log-rewound")).to_contain_text("roll")
    expect(tomas.page.locator(".log-rewound")).to_contain_text("jet")


@pytest.mark.soak
def test_on_a_phone(house: Server, people: Come) -> None:
    zoe = look_back(people(house, "Zoe", size=(390, 844), locale="fr-FR"), "DONE", "?at=180")
    stop_before = stop(zoe)
    zoe.press("reel-on", finger=True)
    at(zoe, stop_before + 1)
    for seen in ("eyes-everyone", "log", "bloc"):
        zoe.get(seen).scroll_into_view_if_needed()
        expect(zoe.get(seen)).to_be_visible()
    assert zoe.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_ways_there(house: Server, people: Come) -> None:
    """From the lobby, from a table's menu, from the end screen."""
    zoe = people(house, "Zoe").open("/")
    with zoe.page.expect_download() as coming:
        press(zoe.get("table-DONE").get_by_test_id("file"))
    assert coming.value.suggested_filename == "DONE.olomoc.json"
    press(zoe.get("table-DONE").get_by_test_id("replay"))
    zoe.page.wait_for_url("**/replay/DONE*")
    zoe.watch("RUNS")
    zoe.press("menu")
    zoe.press("menu-replay")
    zoe.page.wait_for_url("**/replay/RUNS*")
    zoe.watch("DONE")
    zoe.press("to-replay")
    zoe.page.wait_for_url("**/replay/DONE*")


@pytest.mark.soak
def test_the_end_can_be_read_by_everybody(house: Server, people: Come) -> None:
    """WCAG 2.2 AA, as far as axe-core can tell: what decided the match, and the figures beside it."""
    zoe = people(house, "Zoe").watch("GOLD")
    zoe.get("after-moment").first.wait_for()
    assert violations(zoe.page) == []


PHONE = pytest.param((390, 844), "fr-FR", marks=pytest.mark.soak)


@pytest.mark.parametrize(("size", "locale"), [((1440, 900), "en-GB"), PHONE])
def test_what_decided_a_match_leads_to_its_moment_by_keyboard(
    house: Server, people: Come, size: tuple[int, int], locale: str
) -> None:
    zoe = people(house, "Zoe", size=size, locale=locale).watch("GOLD")
    first = zoe.get("after-moment").first
    first.wait_for()
    # END-1: who only watches is told who has won, and why.
    expect(zoe.get("outcome")).to_have_attribute("data-reason", "traque")
    expect(zoe.get("outcome")).to_have_attribute("data-winner", "2")
    # Which moment that is, is the evaluation's to say (tests/rules/advice/test_turning_points.py).
    leads = first.get_attribute("href") or ""
    assert re.fullmatch(r"/replay/GOLD\?at=\d+", leads)
    first.focus()
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_url(re.compile(re.escape(leads) + "$"))
    expect(zoe.get("bloc")).to_be_visible()
    # The question before the study: what decided the match is yet to come.
    expect(zoe.get("points-2")).to_have_text("0")
