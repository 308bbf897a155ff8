"""Two players who walk, study and never attack: plays a whole match through the screens."""

from __future__ import annotations

from tests.browser.people import Person
from tests.browser.presses import press

DECLINING = ("option-decline", "option-nothing", "option-refuse")


def play_out(players: dict[str, Person], answers: int = 600) -> int:
    """Plays until the end screen is shown; returns the number of answers."""
    given = 0
    while players["1"].get("outcome").count() == 0:
        busy = False
        for person in players.values():
            if person.asked not in ("wait", "over"):
                answer(person)
                given += 1
                busy = True
        assert given < answers, "the match does not end"
        if not busy:
            players["1"].page.wait_for_timeout(60)
    return given


def answer(person: Person) -> None:
    """Gives one answer to whatever this player is asked."""
    decision = person.decision
    match person.asked:
        case "plan":
            person.lay_plan()
        case "enter":
            person.point(middle(person))
            person.press("confirm")
        case "act":
            act(person)
        case "move":
            if not decline(person):
                person.press("confirm")
        case "react" | "opportunity" | "tempt-fate" | "tactic" | "adjust":
            decline(person)
        case _:
            if not decline(person):
                press(person.page.locator("[data-testid='prompt'] .choice:not(.no)").first)
    person.answered(decision)


def act(person: Person) -> None:
    """Studies what can be studied; walks once toward a marker; ends."""
    if person.can("option-study"):
        person.press_through("option-study")
        return
    tokens = person.page.locator(".hero.is-active .tokens").first.get_attribute("data-value")
    if person.can("option-walk") and int(tokens or 0) > 1:
        person.press("option-walk")
        if person.point(nearest_marker(person)):
            person.press("confirm")
            return
        person.press("cancel")
    person.press_through("option-end")


def decline(person: Person) -> bool:
    for testid in DECLINING:
        if person.can(testid):
            person.press(testid)
            return True
    return False


def middle(person: Person) -> tuple[float, float]:
    return person.centre(person.page.locator(".bloc .plate"))


def nearest_marker(person: Person) -> tuple[float, float]:
    """The marker nearest to the active rouage, in the window."""
    own = person.centre(person.page.locator(".piece.active").first)
    markers = [person.centre(marker) for marker in person.page.locator(".bloc .marker").all()]
    return min(markers, key=lambda p: (p[0] - own[0]) ** 2 + (p[1] - own[1]) ** 2, default=middle(person))
