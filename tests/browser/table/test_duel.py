"""The duel in real browsers: a whole match of two with a spectator, and its pages for every eye and size."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from rules.invader import Match
from tests.browser.axe import WIDER, assert_accessible, assert_nothing_blank
from tests.browser.kept import keep
from tests.browser.people import PATIENCE_MS, Come, Person
from tests.browser.presses import press
from tests.invader.table import duel, hero, on, play
from tests.serving import Server

pytestmark = pytest.mark.slow

SMALL = """least => [...document.querySelectorAll('.stage button, .plain-prompt .btn')]
  .filter((it) => it.checkVisibility() && Math.min(it.offsetWidth, it.offsetHeight) < least)
  .map((it) => `${it.className} ${it.offsetWidth}x${it.offsetHeight}`)"""
"""Controls of the table that are too small to be met with a finger, or at all."""


def sit(person: Person, code: str, seat: str) -> Person:
    person.open(f"/table/{code}")
    person.page.get_by_test_id("your-name").fill(person.name)
    person.press(f"join-{seat}")
    expect(person.get("prompt")).to_be_visible()
    return person


LED_TO = """decision => document.querySelector("[data-testid='confirm']")
  || document.querySelector("[data-testid='prompt']").dataset.decision !== decision"""
"""The turn is over, or its end is asked about once more: something free could still be done."""


def end_turn(person: Person) -> None:
    expect(person.get("option-end")).to_be_visible()
    decision = person.decision
    person.press("option-end")
    person.page.wait_for_function(LED_TO, arg=decision)
    if person.get("confirm").count():
        person.press("confirm")
    person.answered(decision)


def unfold(person: Person) -> None:
    """On a small screen, where answers need more room than the prompt has, they are one press away."""
    if person.get("answers-open").is_visible():
        person.press("answers-open")


def place_hero(human: Person) -> None:
    """The first Hero that is left, in a zone with a free slot (SET-6, HER-6)."""
    human.wait_for("place-hero")
    decision = human.decision
    unfold(human)
    press(human.page.locator(".hero-choice").first)
    press(human.get("prompt").locator("[data-testid^='pick-']:not([aria-disabled])").first)
    human.press("confirm")
    human.answered(decision)


def pay_ruin(person: Person) -> None:
    """Cards of the hand, from the left, until there are as many as the ruin takes (EFF-9)."""
    decision, laid = person.decision, person.page.locator(".hand-card.is-laid")
    while not person.get("confirm").count():
        count = laid.count()
        press(person.page.locator(".hand-card:not(.is-laid) .card-face").first)
        expect(laid).to_have_count(count + 1)
    person.press("confirm")
    person.answered(decision)


def to_move(*players: Person) -> Person | None:
    """The player whose main phase it is; None once the match is over. What the hands that were dealt have led to is
    answered on the way: a Hero who fell is placed again, a ruin is paid."""
    for _ in range(PATIENCE_MS // 50):
        for person in players:
            match person.asked:
                case "main":
                    return person
                case "place-hero":
                    place_hero(person)
                case "ruin":
                    pay_ruin(person)
        if all(person.get("outcome").count() for person in players):
            return None
        players[0].page.wait_for_timeout(50)
    raise AssertionError(f"nobody's turn: they are asked {[person.asked for person in players]}")


@pytest.mark.soak
def test_a_whole_match_of_two_with_a_spectator(serve: Callable[..., Server], people: Come) -> None:
    """From the lobby to the plot's fall to 0 (END-2): both hands kept, a Hero placed, cards played by mouse and by
    keyboard, a window that passes and a standing pass, and the end told to all three in their languages."""
    server = serve()
    ilse = people(server, "Ilse", locale="fr-FR").open("/new?game=invader")
    ilse.tick("game-invader")
    expect(ilse.get("decks-starter")).to_be_attached()
    code = ilse.make_table()
    sit(ilse, code, "1")
    tomas = sit(people(server, "Tomáš", size=(390, 844)), code, "2")
    eva = people(server, "Eva").open(f"/watch/{code}")
    for person in (ilse, tomas):
        expect(person.get("option-1")).to_be_visible()
        decision = person.decision
        person.press("option-1")
        person.answered(decision)
    # Who plays which side is drawn (SET-1).
    expect(ilse.get("prompt")).not_to_have_attribute("data-kind", "mulligan")
    first = ilse.get("duel-seat-1").get_attribute("class") or ""
    human, invader = (ilse, tomas) if "of-human" in first else (tomas, ilse)
    place_hero(human)
    expect(eva.get("hero")).to_contain_text("Okafor")
    by_keyboard(invader)
    # CAN-1: whoever does not touch anything lets it pass.
    expect(eva.get("log")).to_contain_text("lets it pass")
    for person in (human, invader):
        person.press("more")
        person.press("stand-match")
        expect(person.get("stand-off")).to_be_visible()
    while (person := to_move(human, invader)) is not None:
        end_turn(person)
    for person in (ilse, tomas, eva):
        expect(person.get("outcome")).to_be_visible()
    assert [person.page.evaluate(WIDER) for person in (ilse, tomas, eva)] == [0, 0, 0]
    assert not ilse.troubles + tomas.troubles + eva.troubles


def by_keyboard(person: Person) -> None:
    """The first card that may be played, its zone or target, its payment, and yes: without the mouse."""
    expect(person.get("option-end")).to_be_visible()
    card = person.page.locator(".card-face:not([aria-disabled])[data-hotkey]").first
    person.page.keyboard.press(card.get_attribute("data-hotkey") or "")
    prompt = person.get("prompt")
    for _ in range(6):
        expect(person.get("back")).to_be_visible()
        before = prompt.inner_text()
        if person.get("confirm").count():
            person.page.keyboard.press("Enter")
            break
        if person.get("pay").count():
            person.page.keyboard.press("s")
        else:
            zones = prompt.locator("[data-testid^='pick-'][data-hotkey]:not([aria-disabled])")
            if zones.count():
                person.page.keyboard.press(zones.first.get_attribute("data-hotkey") or "")
            else:
                prompt.locator("[data-testid^='pick-']").first.press("Enter")
        expect(prompt).not_to_have_text(before, use_inner_text=True)


def tab_to(person: Person, name: str) -> None:
    """Goes on from control to control until the focus is on this one."""
    for _ in range(80):
        if person.page.evaluate("document.activeElement?.dataset.testid") == name:
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def type_keys(person: Person, *keys: str) -> None:
    """Keys of the question, each once what the one before has led to is shown; the last is an answer."""
    for key in keys:
        expect(person.page.locator(f"[data-hotkey='{key}']").first).to_be_visible()
        person.page.keyboard.press(key)


@pytest.mark.soak
def test_a_whole_turn_by_keyboard_alone(people: Come, duels: Server) -> None:
    """A card played and paid for, one in play used, an Invasion, a strategy, the end of the turn: no mouse. Enter
    confirms though the focus is still on the card that was gone to by Tab before."""
    ilse = sit(people(duels, "Ilse"), "KEYS", "1")
    log = ilse.get("log")
    expect(ilse.get("option-end")).to_be_visible()
    type_keys(ilse, "1", "q", "s", "Enter")
    expect(log).to_contain_text("plays Stilt on Pacific Rim")
    # The board shows what may be pressed once the play has been told.
    expect(ilse.get("piece-1-kite-1")).to_have_class(re.compile(r"\bcan\b"))
    tab_to(ilse, "piece-1-kite-1")
    ilse.page.keyboard.press("Enter")
    type_keys(ilse, "w", "Enter")
    expect(log).to_contain_text("Carrion Kite")
    tab_to(ilse, "invade-reinforce")
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("confirm")).to_be_visible()
    # The same key once more counts only after a moment in which the question can be read.
    ilse.page.wait_for_timeout(DEAD_MS)
    ilse.page.keyboard.press("Enter")
    expect(log).to_contain_text("reinforce")
    tab_to(ilse, "strategy-hunger")
    ilse.page.keyboard.press("Enter")
    type_keys(ilse, "s", "Enter")
    expect(ilse.get("strategy-hunger")).to_have_class(re.compile("is-enabled"))
    type_keys(ilse, "x")
    expect(log).to_contain_text("Africa holds")


DEAD_MS = 450
"""A little more than `DEAD_MS` of webapp/ui/js/presses.js."""
SWIPE = """([from, to]) => {
  const area = document.querySelector('.zones'), touch = { bubbles: true, isPrimary: true, pointerType: 'touch' };
  area.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: from, clientY: 300 }));
  area.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: to, clientY: 310 }));
}"""


def test_a_finger_drawn_sideways_goes_to_the_next_zone(people: Come, duels: Server) -> None:
    """On a phone, one zone at a time; the outer two do not wrap round, and a short way is none."""
    tomas = people(duels, "Tomáš", size=(390, 844)).open("/watch/KEYS")
    shown = tomas.page.locator(".zone:visible")
    expect(shown).to_have_attribute("data-testid", "zone-eurasia")
    for start, end, zone in (
        (300, 280, "eurasia"),
        (300, 200, "africa"),
        (300, 200, "africa"),
        (100, 200, "eurasia"),
        (100, 200, "pacific-rim"),
    ):
        tomas.page.evaluate(SWIPE, [start, end])
        expect(shown).to_have_attribute("data-testid", f"zone-{zone}")


def test_on_a_phone_the_zone_that_is_chosen_comes_into_sight(people: Come, duels: Server) -> None:
    ilse = sit(people(duels, "Ilse", size=(390, 844)), "KEYS", "1")
    type_keys(ilse, "1")
    choice = ilse.get("pick-pacific-rim")
    expect(choice).not_to_have_attribute("aria-pressed", re.compile(""))
    ilse.press("pick-pacific-rim")
    expect(ilse.page.locator(".zone:visible")).to_have_attribute("data-testid", "zone-pacific-rim")


UNCOVERED = """() => {
  const card = document.querySelector('.hand-card .card-face'), box = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def test_on_a_phone_the_question_leaves_the_hand_free(people: Come, duels: Server) -> None:
    """The hand stays at the lower edge and the question above it: both are in reach without scrolling."""
    ilse = sit(people(duels, "Ilse", size=(390, 844)), "HAND", "1")
    expect(ilse.get("option-end")).to_be_visible()
    assert ilse.page.evaluate(UNCOVERED)


def test_from_deck_to_deck_all_is_seen_at_once(people: Come, duels: Server) -> None:
    """At 1440 x 900, where a card waits for an answer: both decks, the question's buttons and the whole hand."""
    tomas = sit(people(duels, "Tomáš", size=(1440, 900)), "WIDE", "2")
    tomas.page.keyboard.press("Shift")  # holds it
    for control in (tomas.get("deck-1"), tomas.get("pass"), tomas.page.locator(".duel-hand"), tomas.get("deck-2")):
        expect(control).to_be_in_viewport(ratio=1)
    assert tomas.page.evaluate(UNCOVERED)


OUTSIDE = """() => [...document.querySelectorAll('.prompt-menu, .prompt-menu *, .prompt-more > *')].filter((it) => {
  const box = it.getBoundingClientRect();
  return it.checkVisibility() && (box.left < 0 || box.right > innerWidth || it.scrollWidth > it.clientWidth + 1);
}).map((it) => it.textContent)"""
"""The ways to speak to the other player, or the sign of the explanation, that leave the window or scroll."""


@pytest.mark.parametrize("language", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
def test_on_a_narrow_phone_all_that_can_be_said_is_in_the_window(people: Come, duels: Server, language: str) -> None:
    """Taking back, a draw, giving up, the standing passes: at 360 pixels none needs a scroll sideways."""
    tomas = sit(
        people(duels, f"Tomáš {language}", size=(360, 740), locale=language), "SAID" + language[:1].upper(), "2"
    )
    # What is asked about is in sight, though the board shows another zone at first.
    expect(tomas.page.locator(".zone:visible")).to_have_attribute("data-testid", "zone-africa")
    tomas.press("more")
    for name in ("concede", "draw", "stand-turn", "stand-match"):
        expect(tomas.get(name)).to_be_visible()
    assert tomas.page.evaluate(OUTSIDE) == []
    head = tomas.page.locator(".frame-head").bounding_box()
    assert head is not None, "the strip of what keeps a match from going on lies right below one line"
    assert head["height"] <= 45
    tomas.page.keyboard.press("Escape")
    assert tomas.page.evaluate(UNCOVERED)
    tomas.press("answers-open")
    expect(tomas.page.locator(".why-text")).to_be_visible()


# ---- pages -----------------------------------------------------------------------------------------------------------


def busy() -> Match:
    """Full columns, a turned Hero, scorch, tokens, an enabled strategy, a hand of all sorts."""
    return duel(
        hands={
            "1": ["stalker", "husk", "kite", "surge", "hush", "beacon", "colossus"],
            "2": ["decoy", "militia", "rally"],
        },
        play=[
            *on("1", "eurasia", "stilt", "husk", "lamprey", "siphon"),
            *on("2", "eurasia", "rifles", "armour", "svalbard"),
            *on("2", "africa", "new-york", "carrier"),
        ],
        hero=hero(zone="eurasia", upright=False),
        scorch={"africa": 2},
        plot=6,
    )


def asked() -> Match:
    """A card waits for the Human's answer."""
    match = busy()
    match.submit("1", play("1-kite-1", "africa"))
    return match


def alone() -> Match:
    """The Invader's turn, with nobody to answer: an empty hand is not asked (CAN-8)."""
    return duel(
        hands={"1": ["stilt", "husk", "surge", "skitterling", "lamprey", "burrower"]},
        play=on("1", "pacific-rim", "kite"),
        hero=hero(zone="eurasia"),
    )


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("duels") / "data"
    keep(
        data,
        {
            "BUSY": busy(),
            "HAND": busy(),
            "ASKD": asked(),
            "WIDE": asked(),
            "SAIDF": asked(),
            "SAIDE": asked(),
            "KEYS": alone(),
        },
    )
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


def drafting(person: Person) -> None:
    sit(person, "BUSY", "1").press("hand-1-stalker-1")
    person.get("pick-africa").wait_for()


PAGES: dict[str, Callable[[Person], object]] = {
    "a card in preparation": drafting,
    "the cancel window": lambda person: sit(person, "ASKD", "2"),
    "watching": lambda person: person.open("/watch/BUSY"),
    "television": lambda person: person.open("/watch/BUSY?tv"),
    "rules": lambda person: person.open("/invader/rules"),
    "decks": lambda person: person.open("/invader/decks"),
    "building a deck": lambda person: person.open("/invader/decks/new?starter=human"),
}
CHEAP = {"a card in preparation", "building a deck"}


@pytest.mark.parametrize("name", [n if n in CHEAP else pytest.param(n, marks=pytest.mark.soak) for n in PAGES])
def test_page(people: Come, duels: Server, name: str) -> None:
    """WCAG 2.2 AA in both themes as far as axe-core sees; 360 pixels wide nothing is out of reach or too small."""
    person = people(duels, name, locale=("fr-FR", "en-GB")[list(PAGES).index(name) % 2])
    PAGES[name](person)
    person.settled()
    assert_nothing_blank(person.page)
    assert_accessible(person.page, SMALL)
