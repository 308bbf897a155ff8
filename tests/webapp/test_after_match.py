"""After the match: what decided it in words, and the ways to play again."""

from __future__ import annotations

import asyncio
import re
import threading
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui.testing import User

from rules import invader as duels
from rules.blade import Match as Blade
from rules.hybris import Match as Pantheon
from rules.kernel.bots import Budget, turning_points
from rules.kernel.refusals import Refusal, Refused
from rules.olomoc import Match
from rules.olomoc.advice.evaluation import ADVISOR
from tests.goldens import load
from tests.waiting import until
from tests.webapp.test_lobby import CreateUser, somebody
from tests.webapp.test_plain_table import marked, press, read, words
from webapp.after import after_match
from webapp.after.decided import Telling, _lines, story
from webapp.games.blade.game import GAME as BLADE
from webapp.games.hybris.game import GAME as HYBRIS
from webapp.games.invader.game import GAME as DUEL
from webapp.games.olomoc.game import GAME
from webapp.history.reel import Reel
from webapp.i18n import LANGUAGES, translator
from webapp.people.visitors import session_id
from webapp.replay.viewer import ReplayPage
from webapp.tables import Table, TableSettings, registry
from webapp.tables.create import against_friend

served = pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
pytestmark = pytest.mark.usefixtures("app_environment")
PLAYERS: dict[str, str | None] = {"1": "Ilse", "2": "Tomáš"}


@cache
def golden(name: str, seed: int = 0) -> Match:
    return Match.replay({}, load(name)["journal"], seed=seed)


@cache
def points(name: str, seed: int) -> Any:
    """The turning points of a finished match."""
    return turning_points(ADVISOR, golden(name, seed), Budget(20, worlds=4))


@cache
def told(name: str, language: str = "en", seed: int = 0) -> list[Any]:
    match = golden(name, seed)
    screens, tr = GAME.screens, translator(language, "olomoc")
    reel = Reel(screens, match.history(None), "everyone", tr, screens.book(match.journal), "ABCD")
    reel.follow(PLAYERS)
    return story(points(name, seed), reel, screens)


def test_an_answer_that_a_seat_could_have_given_has_its_places_through_everyones_eyes() -> None:
    """The tokens' places of one seat are among everybody's there."""
    match, screens = Pantheon.replay({}, load("hybris/points-4")["journal"]), HYBRIS.screens
    players: dict[str, str | None] = dict.fromkeys(match.seats, "Ada")
    reel = Reel(screens, match.history(None), "everyone", translator("en", "hybris"), screens.book(match.journal))
    reel.follow(players)
    moments = match.query("spectator", "decided", {"seat": "3"})["moments"]
    moment = next(it for it in moments if any("character" in option["command"] for option in it["options"]))
    for option in moment["options"]:
        answer, _ = screens.hint({**option, "seat": "3"}, reel.words(moment["at"], "3"))
        assert not re.search(r": ?[.,]|^ | $", answer), answer


@pytest.mark.parametrize(
    ("name", "event", "sentences"),
    [
        # The Traque's points: the trace of the south is the only one that anybody ever studies.
        (
            "traque",
            241,
            ["Ludmila (Tomáš) studies South Trace", "Tomáš scores 2 points", "with 3 dice: 1, 1.0 expected"],
        ),
        # The valves pay at the end of the third cycle for the first time, and only to Ilse.
        ("points", 431, ["Ilse scores 1 point", "Milada", "Tomáš answered: Dodge + Riposte. So would the house have."]),
    ],
)
def test_the_moment_that_a_reader_names_is_told_and_opens_the_replay_there(
    name: str, event: int, sentences: list[str]
) -> None:
    """END-1, END-2: read in both journals."""
    [moments] = [it for it in told(name) if it.get("c") == "after-moments"]
    assert 0 < len(moments["x"]) <= 3
    [moment] = [it for it in moments["x"] if it["x"][0]["href"] == f"/replay/ABCD?at={event}"]
    for text in sentences:
        assert text in " ".join(words(moment).split())


@pytest.mark.parametrize("name", ["traque", "points"])
def test_the_same_match_is_told_the_same_whatever_its_dice_are_to_be(name: str) -> None:
    assert told(name) == told(name, seed=5)


def test_who_reads_is_told_of_their_own_moments_in_the_second_person() -> None:
    match = golden("traque")
    reel = Reel(
        GAME.screens, match.history(None), "1", translator("en", "olomoc"), GAME.screens.book(match.journal), "A"
    )
    reel.follow(PLAYERS)
    report = words(story(points("traque", 0), reel, GAME.screens, "1"))
    assert "where your chances fell most" in report
    assert "Your chance to win: " in report
    assert (reel.words(0).player("1"), reel.words(0, "1").player("1")) == ("Ilse", "You")


def test_a_choice_made_before_what_is_told_has_its_place_and_what_was_answered() -> None:
    match, tr = golden("points"), translator("en", "olomoc")
    reel = Reel(GAME.screens, match.history(None), "everyone", tr, GAME.screens.book(match.journal), "A")
    reel.follow(PLAYERS)
    decided = points("points", 0)
    moment = next(it for it in decided["moments"] if it["asked"] in decided["about"] and it["options"])
    best, *_ = moment["options"]
    moment |= {"options": [best | {"done": False}, best | {"done": True, "beside": "worse"}]}

    def place(n: int) -> str:
        return GAME.screens.where(reel.words(n))

    def report(at: int, n: int) -> str:
        told = moment | {"at": at, "n": n, "until": reel.last}
        return words(story(decided | {"moments": [told]}, reel, GAME.screens))

    late = moment["at"]
    early = next(n for n in range(late) if place(n) not in ("", place(late)))
    assert f"The choice before that: {place(early)}." in report(early, late)
    assert f"The choice: {place(late)}." in report(late, early)  # what led to it is told, too
    assert "The choice" not in report(late, late)
    assert re.search(r"Tomáš answered: .*The house would have answered for Tomáš: ", report(late, late))


def test_the_curve_has_a_line_for_each_side_and_one_at_each_moment() -> None:
    [curve] = [it for it in told("traque") if it.get("c") == "after-curve"]
    drawn = [(it["t"], it["a"]["class"]) for it in curve["shapes"]]
    moments = len(points("traque", 0)["moments"])
    assert sorted(drawn) == sorted(
        [("path", "side-1"), ("path", "side-2"), ("line", "half")] + moments * [("line", "turn")]
    )


def test_the_curve_has_the_colours_that_the_game_gives_its_seats() -> None:
    """The duel's follow the side that a seat plays, not its number."""
    match = duels.Match.new({}, seed=1)
    screens, tr = DUEL.screens, translator("en", "invader")
    reel = Reel(screens, match.history(None), "spectator", tr, screens.book(match.journal), "ABCD")
    reel.follow(PLAYERS)
    curve = [(0, {"1": 0.5, "2": 0.5}), (1, {"1": 0.7, "2": 0.3})]
    report = story({"moments": [], "about": ["1"], "curve": curve, "rolls": {}}, reel, screens)
    [sides] = [it for it in report if isinstance(it, dict) and it.get("c") == "after-sides"]
    # Ilse plays the Invader here.
    assert [(it["x"], it["c"]) for it in sides["x"]] == [
        (["Ilse"], "side-3 of-invader"),
        (["Tomáš"], "side-1 of-human"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["traque", "points", "draw", "concession"])
def test_every_text_is_there_in_both_languages(name: str, language: str) -> None:
    report = words(told(name, language))
    assert not re.search(r"\b(after|hint|luck|event)\.[a-z]", report)
    told_by_us = re.sub(r"“[^”]*”|«\s[^»]*\s»", "", report)  # a question is quoted as its page asked it
    assert ("You" in told_by_us, "Vous" in told_by_us) == (False, False)  # told to anybody


def test_rolled_against_expected_are_the_engines_figures() -> None:
    """Studies of the Traque's match: one roll of three dice at 5+, one success."""
    [luck] = [it for it in told("traque") if it.get("c") == "after-luck"]
    [row] = [it for it in luck["x"] if words(it).startswith("Studies")]
    assert [words(it) for it in row["x"][1:]] == ["–", "1  / 1.0"]


@pytest.mark.parametrize(
    ("language", "heads", "label"),
    [
        ("en", ["More than expected", "Less than expected"], "{by} against {at}: {n} rolled, 1.5 expected of 1 die"),
        (
            "fr",
            ["Plus qu’attendu", "Moins qu’attendu"],
            "{by} contre {at}\u202f: {n} au lieu de 1,5 avec 1 dé",
        ),
    ],
)
def test_single_throws_are_told_above_and_below_what_was_expected(language: str, heads: list[str], label: str) -> None:
    """Each list begins with what was furthest from it, and a throw opens the replay where it fell."""
    match, screens = Blade.replay({}, load("blade/time")["journal"]), BLADE.screens
    tr, book = translator(language, "blade"), screens.book(match.journal)
    reel = Reel(screens, match.history(None), "everyone", tr, book, "A")
    reel.follow(dict.fromkeys(match.seats, "Ada"))
    hero = match.view("2")["heroes"][0]["id"]
    rows = [
        {"n": n, "seat": "2", "by": hero, "at": "red-1", "dice": 1, "successes": shown, "expected": 1.5}
        for n, shown in ((7, 3), (8, 2), (9, 1), (10, 0))
    ]
    report = story({"moments": [], "about": [], "curve": [], "throws": rows}, reel, screens)
    [throws] = [it for it in report if isinstance(it, dict) and it.get("c") == "after-throws"]
    assert [words(section["x"][0]) for section in throws["x"]] == heads
    links = [[row["x"][0] for row in section["x"][1]["x"]] for section in throws["x"]]
    assert [[link["href"] for link in several] for several in links] == [
        ["/replay/A?at=7", "/replay/A?at=8"],
        ["/replay/A?at=10", "/replay/A?at=9"],
    ]
    called = reel.words(0).called
    assert links[1][0]["a"]["aria-label"] == label.format(by=called(hero), at=called("red-1"), n=0)


# ---- at the table ----


async def finished(user: User, create_user: CreateUser, settings: TableSettings | None = None) -> Table:
    """The Traque's match at a table where the first person has seat 1 and the house the other."""
    await user.open("/")
    match = golden("traque")
    table = await registry.adopt(match, match.journal[0]["options"], "", "olomoc", settings)
    with user:
        session = session_id()
    assert await table.hand_over("1", session, "Ilse") is None
    assert await table.seat_bot("2", "steady") is None
    await user.open(f"/table/{table.code}")
    return table


@served
async def test_players_and_spectators_are_told_and_meanwhile_the_page_is_used(
    user: User, create_user: CreateUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()
    ask = Table.query

    async def slowly(self: Table, viewer: str, name: str, *more: Any) -> Any:
        await go.wait()
        return await ask(self, viewer, name, *more)

    monkeypatch.setattr(Table, "query", slowly)
    table = await finished(user, create_user)
    spectator = somebody("fr")
    await spectator.open(f"/watch/{table.code}")
    assert "The house is working out what decided the match" in read(user)
    assert marked(user, "again")
    go.set()
    await until(lambda: marked(user, "after-moment") and marked(spectator, "after-moment"))
    hrefs = [node["href"] for _, node in marked(user, "after-moment")]
    assert hrefs == [node["href"] for _, node in marked(spectator, "after-moment")]
    assert f"/replay/{table.code}?at=241" in hrefs
    assert "Ce qui a décidé la partie" in read(spectator)
    assert not marked(spectator, "again")


@served
@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (Refused(Refusal("", "question-too-long")), "cannot be said"),
        (TimeoutError(), "It took too long."),
        (RuntimeError("no worker"), "Something went wrong"),
    ],
)
async def test_where_it_cannot_be_worked_out_the_page_says_so_and_the_rest_is_used(
    user: User, create_user: CreateUser, monkeypatch: pytest.MonkeyPatch, problem: Exception, sentence: str
) -> None:
    async def fails(*_: Any) -> Any:
        raise problem

    monkeypatch.setattr(Table, "query", fails)
    monkeypatch.setattr(after_match.log, "exception", lambda *_: None)
    await finished(user, create_user)
    await until(lambda: bool(marked(user, "after-failed")))
    assert sentence in words(marked(user, "after-failed")[0][1])
    assert marked(user, "friend")


@served
async def test_a_rematch_with_the_house_keeps_the_sides_and_it_is_ready(user: User, create_user: CreateUser) -> None:
    table = await finished(user, create_user)
    await press(user, "again")
    await until(lambda: bool(table.settings.rematch))
    again = registry.get(table.settings.rematch)
    assert again is not None
    assert [(it.name, it.house) for it in again.seats.values()] == [("Ilse", False), ("Golem", True)]
    assert again.hold() is None
    assert not again.over


@served
async def test_against_a_friend_the_seat_of_the_house_is_open_and_the_invitation_shown(
    user: User, create_user: CreateUser
) -> None:
    table = await finished(user, create_user, TableSettings(guided=True, bots=False))
    await press(user, "friend")
    [made] = [it for it in registry.all() if it is not table]
    assert [(it.name, it.free) for it in made.seats.values()] == [("Ilse", False), (None, True)]
    assert (made.settings.guided, made.settings.bots, made.settings.after) == (False, True, "")
    assert made.options["agenda"] == table.options["agenda"]
    assert table.settings.rematch == ""
    await user.open(f"/table/{made.code}?invite")
    await user.should_see(marker="invite-sheet")
    refusal = await against_friend(made, "1", "somebody")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-seated"


@served
async def test_a_replay_begins_with_what_decided_the_match(user: User, create_user: CreateUser) -> None:
    """Open, where nobody asked for a moment; folded where somebody did."""
    table = await finished(user, create_user)
    await until(lambda: bool(marked(user, "after-moment")))
    await user.open(f"/replay/{table.code}")
    await until(lambda: bool(marked(user, "after-moment")))
    await user.open(f"/replay/{table.code}?at=100")
    await user.should_see(marker="after-fold")
    assert not marked(user, "after-moment")


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("webapp/__main__.py")
async def test_what_takes_the_longer_the_longer_a_match_is_keeps_the_loop_from_nothing(
    user: User, create_user: CreateUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread does it, one match after the other; of several, each would keep the loop waiting."""
    threads: dict[str, str] = {}

    def noted(owner: object, name: str) -> None:
        plain = getattr(owner, name)

        def work(*args: object, **more: object) -> object:
            threads[name] = threading.current_thread().name
            return plain(*args, **more)

        monkeypatch.setattr(owner, name, work)

    for owner, name in ((after_match, "story"), (Reel, "follow"), (Reel, "_found_marks"), (ReplayPage, "_whole")):
        noted(owner, name)
    table = await finished(user, create_user)
    async with asyncio.timeout(120):
        while "story" not in threads:
            await asyncio.sleep(0.1)
    await user.open(f"/replay/{table.code}?at=100")
    assert {*threads} == {"story", "follow", "_found_marks", "_whole"}
    assert {name.rpartition("_")[0] for name in threads.values()} == {"whole-matches"}


def test_what_every_turn_brings_is_told_where_nothing_else_happened() -> None:
    kinds = ["asked", "recovered", "moved", "recovered", "moved", "wounded", "over"]
    reel: Any = SimpleNamespace(events=[{"kind": kind} for kind in kinds], entries=[{} for _ in kinds])
    telling = Telling([{5}, set()], frozenset({1, 3}))
    assert _lines({"n": 0, "at": 0, "until": 6}, reel, telling) == [2, 5, 6]
    assert _lines({"n": 0, "at": 0, "until": 1}, reel, telling) == [1]
