"""``python -m tests.browser.pictures`` (``make pictures``): the pictures of docs/pictures, at desktop and phone size.

Matches played by the bots are put into a database, a real server is started on it, and windows look at it: nothing in
a picture is drawn for the picture.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

from rules.olomoc import Match
from rules.olomoc.bots import greedy_bot, random_bot
from tests.browser.kept import keep
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.presses import press
from tests.browser.windows import Windows, chromium
from tests.serving import ROOT, Server
from tests.tournament import GAMES, Entrant

FOLDER = ROOT / "docs" / "pictures"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
STEPS = 1500
Stop = Callable[[Match], bool]


def played(seed: int, until: Stop) -> Match | None:
    """A match of two bots at the first moment when `until` holds; None where it never does."""
    match = Match.new({"agenda": "survey", "composition": "secret", "decor": "preset"}, seed)
    rng = Random(seed)
    for _ in range(STEPS):
        if until(match) and unlike(match):
            return match
        if not match.asked:
            return None
        seat = min(match.asked)
        bot = greedy_bot if match.asked[seat].kind in ("act", "react") else random_bot
        match.submit(seat, bot(match, seat, rng))
    return None


def first(until: Stop, since: int = 1) -> Match:
    """The first such match over the seeds, in order from `since`, below which none was found."""
    first_match = next((match for seed in range(since, 60) if (match := played(seed, until))), None)
    assert first_match is not None, "no match of the bots comes to what the picture shows"
    return first_match


def kind(match: Match) -> set[str]:
    return {question.kind for question in match.asked.values()}


def standing(match: Match) -> int:
    return sum(it["at"] is not None for it in match.view("spectator")["rouages"])


def unlike(match: Match) -> bool:
    """Whether no two rouages are the same person."""
    rouages = match.view("spectator")["rouages"]
    return len({it["id"].partition("-")[2] for it in rouages}) == len(rouages)


def reacting(match: Match) -> bool:
    """Whether a reaction is asked, most rouages stand on the Bloc, and somebody has scored."""
    view = match.view("spectator")
    return "react" in kind(match) and view["cycle"] > 1 and standing(match) >= 5 and sum(view["points"].values()) > 1


def walking(match: Match) -> bool:
    """Whether an engaged rouage may walk, with most rouages on the Bloc."""
    if "act" not in kind(match) or match.view("spectator")["cycle"] < 2 or standing(match) < 5:
        return False
    decision = next(iter(match.decisions.values()))
    return any(option["command"]["kind"] == "walk" and option["legal"] for option in decision["options"])


def planning(match: Match) -> bool:
    return "plan" in kind(match) and match.view("spectator")["cycle"] == 2 and standing(match) >= 4


def finished(match: Match) -> bool:
    outcome = match.outcome
    return outcome is not None and outcome["reason"] == "points" and outcome["winner"] is not None


def at(game: str, options: dict[str, Any], seat: str, kind: str, answers: int) -> Any:
    """A match of greedy bots at the first question of that kind to that seat, after so many answers."""
    contest, greedy, rng = GAMES[game], Entrant.read("greedy"), Random(4)
    match = contest.match.new(options, 4)
    while len(match.journal) <= answers or seat not in match.asked or match.asked[seat].kind != kind:
        one = next(iter(match.asked))
        match.submit(one, greedy.answer(contest, match, one, rng.getrandbits(31)))
    return match


MATCHES: dict[str, Callable[[], Any]] = {
    "REAC": cache(lambda: first(reacting)),
    "WALK": cache(lambda: first(walking)),
    "PLAN": cache(lambda: first(planning)),
    "DONE": cache(lambda: first(finished, since=4)),
    "DUEL": cache(lambda: at("invader", {}, "1", "main", 60)),
    "CITY": cache(lambda: at("diktat", {"players": 3}, "1", "manoeuvre", 80)),
    "REED": cache(lambda: at("blade", {"players": 4, "scenario": "reeds"}, "2", "act", 36)),
    "GODS": cache(lambda: at("hybris", {"players": 3}, "1", "turn", 104)),
}
"""Each is played once in a process, and by nobody any further."""
OTHERS = {"DUEL": ("invader", "1"), "CITY": ("diktat", "1"), "REED": ("blade", "2"), "GODS": ("hybris", "1")}
"""Tables of the other games: the game, and whose window is shown."""
PEOPLE = {"1": "Ilse", "2": "Tomáš", "3": "Věra", "4": "Hynek"}


def shoot(person: Person, name: str, *sizes: str) -> None:
    """Takes a picture of the window at every size, or at those named, in the dark theme."""
    person.page.emulate_media(color_scheme="dark")
    for size in sizes or SIZES:
        width, height = SIZES[size]
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_timeout(600)
        person.page.screenshot(path=FOLDER / f"{name}-{size}.png")
    person.page.set_viewport_size({"width": 1440, "height": 900})


def asked(players: dict[str, Person], kinds: tuple[str, ...]) -> Person:
    return next(person for person in players.values() if person.asked in kinds)


def seated(windows: Windows, server: Server, code: str, locale: str) -> dict[str, Person]:
    names = {"1": "Ilse", "2": "Tomáš"}
    return {seat: Person(windows, server.url, name, locale=locale).sit(code, seat) for seat, name in names.items()}


def take(windows: Windows, server: Server) -> None:
    """Takes all pictures."""
    for code, (game, seat) in OTHERS.items():
        company = {it: Person(windows, server.url, PEOPLE[it]).join(code, it) for it in MATCHES[code]().seats}
        company[seat].get("prompt").wait_for()
        company[seat].page.wait_for_timeout(1500)
        shoot(company[seat], game)
        for person in company.values():
            person.close()

    players = seated(windows, server, "PLAN", "fr-FR")
    ilse = players["1"]
    for slot, card in ((2, ".hand-card:not(.ministry)"), (4, ".hand-card:not(.ministry)")):
        press(ilse.page.locator(card).first)
        ilse.page.wait_for_selector(".hand-card.held")
        ilse.press(f"slot-{slot}")
        ilse.page.wait_for_selector(f"[data-testid='slot-{slot}'].filled")
    press(ilse.page.locator(".hand-card.ministry").nth(1))
    shoot(ilse, "planning", "phone")

    players = seated(windows, server, "WALK", "fr-FR")
    walker = asked(players, ("act",))
    walker.press("option-walk")
    here, middle = (walker.centre(walker.page.locator(it)) for it in (".bloc .piece.active", ".bloc .plate"))
    share = 110 / hypot(middle[0] - here[0], middle[1] - here[1])
    walker.point((here[0] + share * (middle[0] - here[0]), here[1] + share * (middle[1] - here[1])))
    shoot(walker, "olomoc")

    players = seated(windows, server, "REAC", "en-GB")
    target = asked(players, ("react",))
    target.page.wait_for_selector(".odds-mean")
    shoot(target, "reaction", "desktop")

    looking = Person(windows, server.url, "Zoe", locale="fr-FR").open("/replay/DONE")
    for _ in range(10):
        looking.page.keyboard.press("PageDown")
        looking.page.wait_for_timeout(250)
    looking.press("reel-roll")
    shoot(looking, "replay", "desktop")

    builder = Person(windows, server.url, "Zoe").open("/olomoc/cabals/new?starter=night-shift")
    builder.get("keeping").wait_for()
    builder.page.wait_for_function("!document.body.innerText.includes('Reckoning')")
    shoot(builder, "builder", "desktop")

    lobby = Person(windows, server.url, "Zoe", locale="fr-FR").open("/")
    lobby.get("make-table").wait_for()
    shoot(lobby, "lobby")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep(data, {code: make() for code, make in MATCHES.items()}, {"DONE": {"1": "Ilse", "2": "Tomáš"}})
        with Server(data) as server, chromium() as windows:
            take(windows, server)


if __name__ == "__main__":
    main()
