"""Before the first cycle: decor carried and turned, edges, cabals drafted or composed by hand; and small windows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come, Person, asked_player
from tests.browser.presses import drag, press
from tests.serving import Server


def placed() -> Match:
    return Match.new({"agenda": "survey", "decor": "placed", "composition": "secret"}, seed=4)


def drafted() -> Match:
    """The edge is chosen and four of the six rouages are drafted."""
    match = Match.new({"agenda": "survey", "composition": "draft"}, seed=4)
    for _ in range(5):
        [seat] = match.asked
        match.submit(seat, next(match.commands(seat)))
    return match


def composed() -> Match:
    return Match.new({"agenda": "survey", "composition": "secret"}, seed=4)


TABLES: dict[str, Callable[[], Match]] = {"DECR": placed, "DRFT": drafted, "CMPS": composed}
SEATED = seats(both="DECR DRFT CMPS")


def seated(house: Server, people: Come, code: str) -> dict[str, Person]:
    return {"1": people(house, "Ilse").sit(code, "1"), "2": people(house, "Tomáš").sit(code, "2")}


def choose_edge(players: dict[str, Person]) -> None:
    person = asked_player(players, "choose-edge")
    press(person.page.locator(".edge-choice").first, force=True)
    expect(person.get("prompt")).not_to_have_attribute("data-kind", "choose-edge")


def test_decor_is_carried_turned_and_put_down(house: Server, people: Come) -> None:
    players = seated(house, people, "DECR")
    first = asked_player(players, "place-decor")
    other = next(person for person in players.values() if person is not first)
    hand = first.get("decor-in-hand")
    expect(hand).to_have_attribute("data-state", "good")
    x, y = first.centre(hand.locator(".body"))

    # SET-3: on the Bloc's edge it may not lie, and the prompt says so with the clause.
    corner = first.page.locator(".bloc .plate").bounding_box()
    assert corner is not None
    drag(first.page, (x, y), (corner["x"] + 20, corner["y"] + 20))
    expect(hand).to_have_attribute("data-state", "bad")
    expect(first.get("notice").locator(".clause")).to_have_text("SET-3")
    assert first.get("confirm").count() == 0

    drag(first.page, first.centre(hand.locator(".body")), (x + 3, y + 5))
    expect(hand).to_have_attribute("data-state", "good")
    before, shown = hand.get_attribute("transform"), first.get("bloc").get_attribute("data-rev")
    grip = first.centre(hand.locator(".grip"))
    drag(first.page, grip, (grip[0] - 30, grip[1] + 30))
    expect(hand).not_to_have_attribute("transform", before or "")
    # The piece turns with the pointer; what is confirmed is what the server has drawn since.
    expect(first.get("bloc")).not_to_have_attribute("data-rev", shown or "")
    at = int(hand.get_attribute("data-x") or 0), int(hand.get_attribute("data-y") or 0)
    first.press("confirm")
    expect(other.page.locator(".bloc .decor")).to_have_count(1)
    assert at[0] > 0
    # The rest where the suggested layout has it.
    for _ in range(3):
        decision = first.decision
        count = other.page.locator(".bloc .decor").count()
        first.press("confirm")
        expect(other.page.locator(".bloc .decor")).to_have_count(count + 1)
        first.answered(decision)
    other.wait_for("choose-edge")


def test_a_draft_in_turn(house: Server, people: Come) -> None:
    """The last two of the rouages and the first two cards for bearers."""
    players = seated(house, people, "DRFT")
    for number in range(4, 8):
        person = asked_player(players, "draft")
        seen = person.page.locator(".log-drafted").count()
        card = ".composer button.choice-card" if number < 6 else ".composer .bearers .choice"
        card += ":not([aria-disabled])"
        pick = person.page.locator(card).first
        if number in (4, 6):  # who waits reads the same cards, and can take none
            waiting = next(other for other in players.values() if other is not person)
            cards = person.page.locator(".composer .choice-card").count()
            expect(waiting.page.locator(".composer .choice-card")).to_have_count(cards)
            expect(waiting.page.locator(".composer button:not([aria-disabled], .enlarge)")).to_have_count(0)
        press(pick)  # the first press looks
        expect(person.page.locator(".composer .choice-note.take, .composer .choice.main")).to_have_count(1)
        expect(person.page.locator(".log-drafted")).to_have_count(seen)
        press(pick)  # the second takes
        expect(person.page.locator(".log-drafted")).to_have_count(seen + 1)
        for other in players.values():
            expect(other.page.locator(".log-drafted")).to_have_count(number + 1)


def test_a_cabal_composed_by_hand(house: Server, people: Come) -> None:
    players = seated(house, people, "CMPS")
    choose_edge(players)
    ilse, tomas = players["1"], players["2"]
    ilse.wait_for("compose")
    expect(ilse.get("faction-administration")).not_to_be_visible()  # ready-made cabals come first
    ilse.press("compose-own")
    ilse.press("faction-administration")
    for card in ("petra-kantor", "kubik-oktobar", "hynek-novotny"):
        ilse.press(f"rouage-card-{card}")
        expect(ilse.get(f"rouage-card-{card}")).to_have_attribute("aria-pressed", "true")
    # CAB-2: a card of a ministry that nobody in the cabal opens is refused in words.
    for rank, card in ((3, "riot-shield"), (2, "quantum-disruptor"), (1, "quantum-disruptor")):
        ilse.press(f"equipment-{rank}-{card}")
        expect(ilse.get(f"equipment-{rank}-{card}")).to_have_attribute("aria-pressed", "true")
    expect(ilse.get("confirm")).to_have_attribute("aria-disabled", "true")
    expect(ilse.get("prompt").locator(".clause").first).to_have_text("CAB-1")
    ilse.press("equipment-1-service-carbine")
    expect(ilse.get("confirm")).not_to_have_attribute("aria-disabled", "true")
    ilse.reload()  # what was chosen is kept with the table
    expect(ilse.get("rouage-card-petra-kantor")).to_have_attribute("aria-pressed", "true")
    ilse.press("confirm")
    ilse.wait_for("wait")
    expect(tomas.page.locator(".their-cards .card")).to_have_count(0)
    press(tomas.page.locator(".starter").nth(2))
    for person in players.values():
        person.wait_for("plan")
        expect(person.page.locator(".hero .card")).to_have_count(3)


BETWEEN = [pytest.param(size, marks=pytest.mark.soak) for size in ((390, 844), (820, 1180), (1024, 768), (1440, 900))]


@pytest.mark.parametrize("size", [(360, 640), (1100, 700), *BETWEEN])
def test_no_window_scrolls_sideways(house: Server, people: Come, size: tuple[int, int]) -> None:
    """From 360 px on; and the prompt's buttons are within the window."""
    zoe = people(house, "Zoe", size=size).watch("DRFT")
    zoe.page.wait_for_timeout(200)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert zoe.page.evaluate(wide) <= 0
    for tab in ("hand", "plan", "log"):
        if zoe.get(f"tab-of-{tab}").is_visible():
            zoe.press(f"tab-of-{tab}")
            assert zoe.page.evaluate(wide) <= 0
    box = zoe.get("prompt").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
