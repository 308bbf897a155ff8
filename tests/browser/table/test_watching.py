"""Spectators: they see a lent view only while it is lent, read what happened before they came, and cannot act."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import duel, position, rouage, seats
from tests.browser.people import Come, Person
from tests.serving import Server

Serve = Callable[..., Server]


def planning() -> Match:
    """Both seats plan, each with a secret hand."""
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]
    return Match.from_position(position(cards), seed=7)


def hand_of(match: Match, seat: str) -> list[str]:
    return sorted(set(match.view(seat)["hand"]))


def reads(person: Person) -> set[str]:
    """The cards that this page can read large in its prompt slot."""
    cards = person.page.locator(".seen-hand [data-read]")
    return {cards.nth(n).get_attribute("data-read") or "" for n in range(cards.count())}


def test_eyes_are_borrowed_only_while_they_are_lent(serve: Serve, people: Come) -> None:
    match = planning()
    hand = hand_of(match, "1")
    if not hand:
        pytest.fail("the position deals no hand: nothing could be seen or hidden")
    server = serve({"LEND": match}, seated=seats(both="LEND"))
    ilse = people(server, "Ilse").sit("LEND", "1")
    tomas = people(server, "Tomáš").sit("LEND", "2")
    eva = people(server, "Eva", locale="fr-FR").open("/watch/LEND?eyes=1")
    expect(eva.get("eyes")).to_have_count(0)
    assert reads(eva) == set()
    ilse.press("menu")
    ilse.press("lend")
    expect(ilse.get("lending")).to_have_count(0)
    ilse.press("lend")
    expect(ilse.get("lending")).to_contain_text("Spectators see your hand.")
    expect(eva.get("eyes-1")).to_be_visible()
    expect(eva.page.locator(".seen-hand")).to_be_visible()
    assert reads(eva) == set(hand)
    # She has nothing to answer with; and the opponent, whose browser it is, sees nothing by the same address.
    assert eva.page.locator(".hand-card, [data-testid=confirm], [data-testid=slot-1].allowed").count() == 0
    tomas.open("/watch/LEND?eyes=1")
    expect(tomas.get("eyes")).to_have_count(0)
    assert reads(tomas) == set()
    ilse.press("lend-not")
    expect(eva.page.locator(".seen-hand")).to_have_count(0)
    expect(eva.get("eyes")).to_have_count(0)
    eva.reload()
    assert reads(eva) == set()


def test_who_comes_late_is_told_what_has_happened_and_may_close_it(serve: Serve, people: Come) -> None:
    server = serve({"LATE": duel()}, seated=seats(both="LATE"))
    ilse = people(server, "Ilse").sit("LATE", "1")
    eva = people(server, "Eva", size=(390, 844), locale="fr-FR").watch("LATE")
    expect(eva.get("late")).to_have_count(0)
    for _ in range(3):
        if not ilse.can("option-walk"):
            break
        ilse.press("option-walk")
        if not ilse.point():
            break
        step = ilse.get("log").get_attribute("data-seq")
        ilse.press("confirm")
        expect(ilse.get("log")).not_to_have_attribute("data-seq", step or "")
    eva.reload()
    expect(eva.get("late")).to_contain_text("Ce qui vient de se passer")
    expect(eva.get("late")).to_contain_text("Pétra")
    assert eva.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    eva.press("late-close")
    expect(eva.get("late")).to_be_hidden()


def test_who_watches_a_table_with_a_free_seat_reads_so_in_a_line(serve: Serve, people: Come) -> None:
    server = serve({"FREE": duel()}, seated=seats(ilse="FREE"))
    eva = people(server, "Eva").watch("FREE")
    question = eva.page.locator(".prompt .question")
    expect(question).to_have_text("A seat is free.")
    box = question.bounding_box()
    assert box is not None
    assert box["width"] > 4 * box["height"]


def test_a_large_screen_shows_all_that_is_public_and_no_controls(serve: Serve, people: Come) -> None:
    match = duel()
    server = serve({"WALL": match}, seated=seats(both="WALL"))
    ilse = people(server, "Ilse").sit("WALL", "1")
    wall = people(server, "Wall", size=(1920, 1080)).open("/watch/WALL?tv")
    expect(wall.page.locator(".tv-who .who")).to_have_text(["Ilse", "Tomáš"])
    bloc = wall.page.locator(".bloc svg").first.bounding_box()
    assert bloc is not None
    assert min(bloc["width"], bloc["height"]) >= 900
    assert wall.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert wall.page.locator(".prompt .question").evaluate("it => parseFloat(getComputedStyle(it).fontSize)") >= 32
    cut = """() => [...document.querySelectorAll(".tv-page .prompt .ask *")].filter((it) => {
      const room = it.closest(".prompt").getBoundingClientRect(), box = it.getBoundingClientRect();
      return box.left < room.left || box.right > room.right;
    }).length"""
    assert wall.page.evaluate(cut) == 0, "a question leaves its column"
    expect(wall.page.locator(".tv-page .answers:visible, .tv-page .menu:visible")).to_have_count(0)
    ilse.press("option-end")
    if ilse.can("confirm"):
        ilse.press("confirm")
    expect(wall.page.locator(".tv-log .log-entry").first).to_be_visible()
    bloc = wall.page.locator(".tv-page .bloc").bounding_box()
    log = wall.page.locator(".tv-log").bounding_box()
    assert bloc is not None
    assert log is not None
    assert bloc["height"] > 700, "the Bloc is as large as the screen is high"
    assert log["x"] >= bloc["x"] + bloc["width"], "and the log stands beside it"
