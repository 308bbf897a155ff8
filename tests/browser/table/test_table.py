"""Two players and a spectator at one table, in a real browser: what each sees, and that every answer can be given."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person, asked_player
from tests.browser.presses import press
from tests.serving import Server

Serve = Callable[..., Server]


def petra_and_vera(**more: object) -> Match:
    """Pétra active, in charging distance of Věra, who has her wits about her."""
    cards = [
        rouage("1-petra-kantor", 5, 8, equipment="riot-shield"),
        rouage("1-hynek-novotny", 3, 13),
        rouage("2-vera-simkova", 9, 8),
        rouage("2-otakar-benda", 13, 3),
    ]
    return Match.from_position(position(cards, "1-petra-kantor", **more), seed=7)


def rogue() -> Match:
    return petra_and_vera(hostiles=[{"id": "rogue-1", "card": "rogue", "at": [330_200, 330_200]}])


def poor() -> Match:
    """Pétra engaged, with one action left."""
    near = [rouage("1-petra-kantor", 5, 8, actions=1), rouage("2-vera-simkova", 6.5, 8)]
    return Match.from_position(position(near, "1-petra-kantor"), seed=1)


TABLES: dict[str, Callable[[], Match]] = {
    "FGHT": petra_and_vera,
    "ROGE": rogue,
    "BUSY": petra_and_vera,
    "CALM": petra_and_vera,
    "KEYS": petra_and_vera,
    "TAKE": petra_and_vera,
}
SEATED = seats(ilse="KEYS BUSY", both="FGHT ROGE TAKE")


@pytest.mark.soak
def test_from_an_empty_list_to_a_first_walk(serve: Serve, people: Come) -> None:
    server = serve()
    ilse, tomas, zoe = people(server, "Ilse", locale="fr-FR"), people(server, "Tomáš"), people(server, "Zoe")
    for person in (ilse, tomas, zoe):
        person.open("/")
    ilse.open("/new")
    ilse.tick("composition-secret")
    ilse.make_table()
    ilse.get("join-1").wait_for()
    ilse.get("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("bloc")).to_be_visible()
    tomas.get("your-name").fill("Tomáš")
    tomas.press("join-2")
    expect(tomas.get("bloc")).to_be_visible()
    zoe.press("watch")
    expect(zoe.get("bloc")).to_be_visible()
    players = {"1": ilse, "2": tomas}

    # SET-4: player 2 chooses an edge, and has it at the bottom of the Bloc.
    expect(zoe.get("prompt")).to_have_attribute("data-kind", "wait")
    chooser = asked_player(players, "choose-edge")
    press(chooser.page.locator("[data-testid='prompt'] [data-kind='choose-edge']").first)
    for person in players.values():
        person.wait_for("compose")
    # CAB-3: one press composes; nobody sees the cards before both have.
    press(players["1"].page.locator(".starter").nth(0))
    players["1"].wait_for("wait")
    expect(players["2"].page.locator(".their-cards .card")).to_have_count(0)
    press(players["2"].page.locator(".starter").nth(1))
    for person in players.values():
        expect(person.page.locator(".hero .card")).to_have_count(3)
    expect(zoe.page.locator(".card")).to_have_count(6)

    for person in players.values():
        person.lay_plan()
    # CYC-4: the first player enters, then walks; what was laid in slot 1 lies open for everybody.
    first = settle_until(players, "enter")
    assert first.point()
    first.press("confirm")
    first.wait_for("act")
    id = first.page.locator(".piece.active").get_attribute("data-id") or ""
    before = first.at(id)
    expect(zoe.page.locator(f".piece[data-id='{id}']")).to_have_attribute("data-x", str(before[0]))
    first.press("option-walk")
    assert first.point()
    first.press("confirm")
    after = first.moved(id, before)
    for person in (*players.values(), zoe):
        for key, value in zip(("data-x", "data-y"), after, strict=True):
            expect(person.page.locator(f".piece[data-id='{id}']")).to_have_attribute(key, str(value))
    walked = {"Ilse": "marche", "Tomáš": "walks"}[first.name]
    expect(first.page.locator(".log-moved").last).to_contain_text(walked)
    expect(zoe.page.locator(".log-moved").last).to_contain_text("walks")
    assert zoe.page.locator("[data-testid^='option-'], [data-testid='confirm'], [data-testid='cancel']").count() == 0


def settle_until(players: dict[str, Person], kind: str) -> Person:
    """Answers what a ministry or a hostile asks on the way, until somebody is asked this kind of question."""
    for _ in range(40):
        for person in players.values():
            asked, decision = person.asked, person.decision
            if asked == kind:
                return person
            if asked in ("choose", "choose-rouage", "hostile"):
                press(person.page.locator("[data-testid='prompt'] .choice:not(.no)").first)
            elif asked == "move" and person.can("confirm"):
                person.press("confirm")
            elif asked == "act":
                person.press_through("option-end")
            else:
                continue
            person.answered(decision)
        next(iter(players.values())).page.wait_for_timeout(120)
    raise AssertionError(f"nobody is asked {kind}")


@pytest.mark.soak
def test_a_charge_with_a_dodge_and_a_reload_in_the_prompt(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse", locale="fr-FR").sit("FGHT", "1")
    tomas = people(house, "Tomáš").sit("FGHT", "2")
    zoe = people(house, "Zoe").watch("FGHT")
    ilse.wait_for("act")
    ilse.press("option-charge")
    if ilse.get("target-2-vera-simkova").count():
        ilse.press("target-2-vera-simkova")
    # The place that the engine found is shown, with ruler and ghost, before anything is confirmed.
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.page.locator(".odds-bar")).to_be_visible()
    expect(zoe.get("ghost")).to_have_count(0)
    ilse.press("confirm")
    tomas.wait_for("react")
    expect(tomas.get("option-dodge").locator(".odds-mean")).to_be_visible()
    tomas.reload()
    tomas.wait_for("react")
    for option in ("option-nothing", "option-dodge", "option-riposte", "option-both"):
        expect(tomas.get(option)).to_be_visible()
    tomas.press("option-dodge")
    # ROL-5, ATK-4: what Pétra is asked depends on her dice; all of it can be declined.
    expect(ilse.page.locator(".log-rolled")).to_have_count(2)
    ilse.keep_the_dice()
    rolls = zoe.page.locator(".log-rolled")
    expect(rolls).to_have_count(2)
    # CHG-3: the charge's threshold, 4+, is named beside every die, with its clause.
    attack = rolls.nth(0)
    expect(attack.locator(".need")).to_have_text("4+")
    expect(attack.locator(".die")).to_have_count(4)
    expect(attack.locator(".modifier")).to_contain_text("CHG-3")
    assert attack.locator(".die.lit").count() == sum(
        int(die.get_attribute("data-value") or 0) >= 4 for die in attack.locator(".die").all()
    )


def test_a_walk_by_keyboard_alone(house: Server, people: Come) -> None:
    """Every button is a button; arrows move the ghost an eighth of an inch, Enter confirms, Escape goes back."""
    ilse = people(house, "Ilse").sit("KEYS", "1")
    press = ilse.page.keyboard.press
    ilse.get("option-walk").focus()
    press("Enter")
    ilse.page.wait_for_selector(".reach path", state="attached")
    start = ilse.at("1-petra-kantor")
    ilse.page.locator(".bloc svg[tabindex='0']").focus()
    press("Shift+ArrowUp")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    press("Escape")
    expect(ilse.get("ghost")).to_have_count(0)
    expect(ilse.get("cancel")).to_have_count(0)
    ilse.get("option-walk").focus()
    press("Enter")
    ilse.page.wait_for_selector(".reach path", state="attached")
    ilse.page.locator(".bloc svg[tabindex='0']").focus()
    press("Shift+ArrowUp")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    press("Enter")
    piece = ilse.page.locator(".piece[data-id='1-petra-kantor']")
    expect(piece).to_have_attribute("data-y", str(start[1] - 25_400))
    expect(piece).to_have_attribute("data-x", str(start[0]))
    # Enter on a piece looks at it: its threat zone is drawn.
    ilse.page.locator(".piece[data-id='2-vera-simkova']").focus()
    press("Enter")
    expect(ilse.page.locator(".threat.side-2")).to_have_count(1)


def test_a_rogues_turn(house: Server, people: Come) -> None:
    """CYC-5, HOS-2, HOS-4: the priority player chooses where the Rogue's walk ends; the place found is shown first."""
    ilse = people(house, "Ilse").sit("ROGE", "1")
    tomas = people(house, "Tomáš", locale="fr-FR").sit("ROGE", "2")
    zoe = people(house, "Zoe").watch("ROGE")
    start = ilse.at("rogue-1")
    ilse.press("option-end")
    ilse.press("confirm")
    ilse.wait_for("move")
    tomas.wait_for("wait")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    ilse.reload()
    ilse.wait_for("move")
    ilse.press("confirm")
    zoe.moved("rogue-1", start)
    expect(zoe.page.locator(".log-instinct")).to_be_visible()


def test_each_change_shows_only_at_its_own_table(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("BUSY", "1")
    here, elsewhere = people(house, "Zoe").watch("BUSY"), people(house, "Ada").watch("CALM")
    entries = here.page.locator(".log-entry").count()
    here.page.wait_for_timeout(700)
    quiet = len(elsewhere.heard)
    ilse.press("option-walk")
    assert ilse.point()
    ilse.press("confirm")
    expect(here.page.locator(".log-entry")).not_to_have_count(entries)
    assert not any("house-bloc" in frame or '"scene"' in frame for frame in elsewhere.heard[quiet:])


def test_take_back_offer_and_concede(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("TAKE", "1")
    tomas = people(house, "Tomáš").sit("TAKE", "2")
    before = ilse.at("1-petra-kantor")
    ilse.press("option-walk")
    assert ilse.point()
    ilse.press("confirm")
    expect(ilse.page.locator(".log-moved")).to_have_count(1)
    ilse.press("option-undo")
    expect(ilse.page.locator(".piece[data-id='1-petra-kantor']")).to_have_attribute("data-x", str(before[0]))
    ilse.press("more")
    ilse.press("option-draw")
    tomas.wait_for("adjust")
    tomas.press("option-refuse")
    ilse.wait_for("act")
    tomas.press("more")
    tomas.press("option-concede")
    tomas.press("cancel")
    tomas.wait_for("wait")
    tomas.press("more")
    tomas.press("option-concede")
    tomas.press("confirm")
    for person in (ilse, tomas):
        expect(person.get("outcome")).to_have_attribute("data-winner", "1")
        expect(person.get("outcome")).to_have_attribute("data-reason", "concession")
    expect(ilse.get("outcome")).to_contain_text("You have won")
