"""Replays: what each viewer sees of each moment, moving in time, and matches continued from a moment."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, cast

import pytest
from nicegui import ElementFilter, ui
from nicegui.testing import User

from rules.olomoc import Match
from tests.webapp.test_lobby import send
from webapp.games.olomoc.board import Bloc
from webapp.games.olomoc.table.cards.book import Book
from webapp.history import eyes as whose
from webapp.history import reel
from webapp.i18n import translator
from webapp.replay.timeline import Timeline
from webapp.tables import Refusal, Table, TableSettings, registry
from webapp.ui.pane import LogPane, Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

Json = dict[str, Any]
OPTIONS = {"agenda": "survey", "composition": "secret"}
PLAYERS = {"1": "Ilse", "2": "Tomáš"}


def commands(match: Match, seed: int = 3) -> Iterator[None]:
    rng = Random(seed)
    while match.asked:
        seat = rng.choice(list(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
        yield


@cache
def journal(until: str) -> str:
    """Of a match as it stands when something has happened; "over": a whole one."""
    match = Match.new(OPTIONS, seed=4)
    for _ in commands(match):
        if any(event["kind"] == until for event in match.journal):
            break
    assert until == "over" or match.outcome is None
    return json.dumps(match.journal)


async def table(until: str = "over", **settings: Any) -> Table:
    """A table with such a match."""
    match = Match.replay({}, json.loads(journal(until)), seed=7)
    players = PLAYERS if match.outcome else None
    return await registry.adopt(
        match, OPTIONS, "Evening", "olomoc", settings=TableSettings(**settings), players=players
    )


async def one_more(at: Table) -> Refusal | None:
    """Any legal command of whoever is asked."""
    match = cast(Match, at.match)
    seat = next(iter(match.decisions))
    return await at.submit_as(seat, next(match.commands(seat)))


class Viewer:
    """A replay page as one browser has it."""

    def __init__(self, user: User) -> None:
        self.user = user

    async def open(self, code: str, query: str = "") -> "Viewer":
        await self.user.open(f"/replay/{code}{query}")
        return self

    def _one(self, kind: type[ui.element]) -> Any:
        with self.user:
            return next(iter(ElementFilter(kind=kind)))

    @property
    def now(self) -> Json:
        moment: Json = json.loads(self._one(Timeline)._props["now"])
        return moment

    @property
    def track(self) -> Json:
        track: Json = json.loads(self._one(Timeline)._props["track"])
        return track

    @property
    def payloads(self) -> list[str]:
        """Every string that this browser's components were fed."""
        with self.user:
            panes = [pane._props["payload"] for pane in ElementFilter(kind=Pane)]
        return [
            *panes,
            self._one(LogPane)._props["payload"],
            self._one(Bloc)._props["scene"],
            self._one(Timeline)._props["now"],
        ]

    async def do(self, **intent: Any) -> Json:
        await send(self.user, "timeline", "intent", intent)
        return self.now


@pytest.fixture
def viewer(user: User) -> Viewer:
    return Viewer(user)


async def test_a_finished_match_is_seen_by_everybodys_eyes_from_its_start(viewer: Viewer) -> None:
    played = await table()
    await viewer.open(played.code)
    assert (viewer.now["stop"], viewer.now["moment"]) == (0, 0)
    assert "eyes=everyone" in viewer.now["href"]
    end = await viewer.do(do="end", by=1)
    assert end["moment"] == len(played.match.journal) - 1
    assert end["stop"] == viewer.track["last"]


async def test_forward_and_back_by_steps_phases_and_rolls(viewer: Viewer) -> None:
    played = await table()
    await viewer.open(played.code)
    assert (await viewer.do(do="step", by=3))["stop"] == 3
    assert (await viewer.do(do="step", by=-1))["stop"] == 2
    assert (await viewer.do(do="step", by=-500))["stop"] == 0
    starts = sorted(stop for stop, _ in viewer.track["chapters"] + viewer.track["parts"])
    assert (await viewer.do(do="phase", by=1))["stop"] == starts[0]
    assert (await viewer.do(do="phase", by=1))["stop"] == starts[1]
    assert (await viewer.do(do="phase", by=-1))["stop"] == starts[0]
    roll = (await viewer.do(do="roll", by=1))["stop"]
    assert roll == next(stop for stop in viewer.track["rolls"] if stop > starts[0])
    events = played.match.journal
    assert any(event["kind"] == "rolled" for event in events[: viewer.now["moment"] + 1])
    assert (await viewer.do(do="go", stop=5))["stop"] == 5
    moment = next(event["n"] for event in events if event["kind"] == "wounded")
    assert (await viewer.do(do="go", moment=moment))["moment"] >= moment


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"do": "go"},
        {"do": "go", "stop": "4"},
        {"do": "go", "moment": None},
        {"do": "step", "by": "many"},
        {"do": "step", "by": 10**30},
        {"do": "speed", "speed": "900"},
        {"do": "eyes", "eyes": ["1"]},
        {"do": "__init__"},
        {"do": None},
    ],
    ids=str,
)
async def test_intents_of_a_wrong_shape_change_nothing(viewer: Viewer, intent: Json) -> None:
    played = await table()
    await viewer.open(played.code)
    assert 0 <= (await viewer.do(**intent))["stop"] <= viewer.track["last"]
    assert "eyes=everyone" in viewer.now["href"]


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [("120", 120, 140), ("99999999", 300, 10**6), ("-4", 0, 0), ("x", 0, 0), ("9" * 5_000, 0, 0), ("١٢٠", 0, 0)],
)
async def test_a_link_leads_to_its_moment(viewer: Viewer, asked: str, least: int, most: int) -> None:
    played = await table()
    await viewer.open(played.code, f"?at={asked}&eyes=2")
    assert least <= viewer.now["moment"] <= most
    assert "eyes=2" in viewer.now["href"]


def names(cards: list[str]) -> set[str]:
    book = Book.of(json.loads(journal("over"))[:1])
    return {str(book.name(card, "en")) for card in cards}


async def hidden_everywhere(viewer: Viewer, secret: set[str]) -> None:
    """At every fourth stop, nothing that this browser is fed names what is secret."""
    for stop in range(0, viewer.track["last"] + 1, 4):
        now = await viewer.do(do="go", stop=stop)
        assert now["stop"] == stop
        for card in secret:
            assert not [payload for payload in viewer.payloads if card in payload], f"{card} at {now['moment']}"


async def test_a_spectator_of_a_running_match_sees_no_secret_at_any_moment(viewer: Viewer) -> None:
    """Ministries never turned are named nowhere, whatever eyes are asked for, in the address or from the page."""
    running = await table("cycle-ended")
    for query in ("", "?eyes=everyone", "?eyes=1"):
        await viewer.open(running.code, query)
        assert "eyes=spectator" in viewer.now["href"]
    for wish in ("everyone", "2"):
        assert "eyes=spectator" in (await viewer.do(do="eyes", eyes=wish))["href"]
    events = running.match.journal
    dealt = next(event for event in events if event["kind"] == "ministries-dealt")
    shown: set[str] = {dealt["fallen"]} | {
        card for event in events if event["kind"] == "revealed" for card in event["cards"].values() if card
    }
    unseen = names([card for hand in dealt["hands"].values() for card in hand if card not in shown])
    unseen -= names(sorted(shown))
    assert len(unseen) >= 4
    await hidden_everywhere(viewer, unseen)


async def test_the_end_of_a_replay_is_drawn_as_the_tables_own_page(viewer: Viewer) -> None:
    """The Bloc at the end of a running match is drawn as the table's own page draws it."""
    running = await table("cycle-ended")
    await viewer.open(running.code)
    drawn = json.loads(viewer._one(Bloc)._props["scene"])
    seen = running.view("spectator")
    standing = {it["id"]: it["at"] for it in [*seen["rouages"], *seen["hostiles"]] if it["at"]}
    assert {it["id"]: [it["x"], it["y"]] for it in drawn["pieces"]} == standing


async def test_ones_own_seat_sees_what_it_saw_and_loses_it_with_the_seat(viewer: Viewer) -> None:
    running = await table("planned")
    await viewer.user.open("/")
    await send(viewer.user, "join-1", "click", "Ilse")
    assert running.seats["1"].name == "Ilse"
    await viewer.open(running.code)
    assert "eyes=1" in viewer.now["href"]
    own, theirs = (names(running.view(seat)["ministries"]) for seat in ("1", "2"))
    assert all(any(card in payload for payload in viewer.payloads) for card in own - theirs)
    assert not any(card in payload for payload in viewer.payloads for card in theirs - own)
    assert "eyes=1" in (await viewer.do(do="eyes", eyes="2"))["href"]
    assert await running.leave(running._holders["1"].holder) is None
    assert "eyes=spectator" in (await viewer.do(do="step", by=-1))["href"]
    assert not any(card in payload for payload in viewer.payloads for card in own - theirs)


async def test_a_closed_table_keeps_its_secrets(viewer: Viewer) -> None:
    """A match that was never played to its end is nobody's to look through."""
    closed = await table("cycle-ended", closed=True)
    assert closed.state == "finished"
    await viewer.open(closed.code, "?eyes=everyone")
    assert "eyes=spectator" in viewer.now["href"]


async def test_new_steps_move_only_a_viewer_at_the_end(viewer: Viewer, create_user: Callable[[], User]) -> None:
    running = await table("planned")
    await viewer.open(running.code)
    other = await Viewer(create_user()).open(running.code)
    before = viewer.now
    assert before["stop"] == viewer.track["last"]

    async def something() -> None:
        """Happens, and has been told to both, as spectators are: a little later."""
        laid = [json.dumps(looking.track) for looking in (viewer, other)]
        assert await one_more(running) is None
        for _ in range(100):
            if all(json.dumps(it.track) != was for it, was in zip((viewer, other), laid, strict=True)):
                return
            await asyncio.sleep(0.05)

    await something()
    for looking in (viewer, other):
        assert looking.now["stop"] == looking.track["last"]
        assert looking.now["moment"] == len(running.match.journal) - 1
    shown = await viewer.do(do="go", stop=2)
    await something()
    assert viewer.now["stop"] == 2
    assert viewer.track["last"] >= before["stop"]
    assert shown["moment"] == viewer.now["moment"]
    assert any('"reel-live"' in payload for payload in viewer.payloads)


async def test_a_match_goes_on_from_a_moment_at_a_new_table(viewer: Viewer) -> None:
    played = await table()
    await viewer.open(played.code)
    await viewer.do(do="phase", by=3)
    await viewer.do(do="phase", by=1)
    moment = viewer.now["moment"]
    await send(viewer.user, "timeline", "intent", {"do": "play-on"})
    made = next(it for it in registry.all() if it.settings.origin == played.code)
    assert made.state == "open"
    assert all(seat.free for seat in made.seats.values())
    assert made.match.journal == played.match.journal[: len(made.match.journal)]
    assert len(made.match.journal) - 1 <= moment
    assert made.match.decisions
    # Played on, it is another match; the one that was is as it was.
    assert await one_more(made) is None
    assert len(played.match.journal) > len(made.match.journal)
    # Its door says whose seat each was.
    await viewer.user.open(f"/table/{made.code}")
    for key, seat in played.seats.items():
        await viewer.user.should_see(f"Take seat {key} (before: {seat.name})")


async def test_nothing_is_played_on_from_a_match_that_goes_on(viewer: Viewer) -> None:
    running = await table("cycle-ended")
    await viewer.open(running.code)
    await viewer.do(do="play-on")
    assert len(registry.all()) == 1


async def test_a_replay_needs_the_right_to_watch(user: User) -> None:
    await user.open(f"/replay/{(await table(spectators=False)).code}")
    await user.should_not_see(kind=Timeline)
    await user.open("/replay/XXXX")
    await user.should_not_see(kind=Timeline)


async def test_the_eyes_of_a_replay_depend_on_match_and_visitor(user: User) -> None:
    """Everyone's once it is over; before, one's own and a spectator's."""
    await user.open("/")
    assert whose.allowed(await table(), "anybody") == ("everyone", "1", "2", "spectator")
    running = await table("planned")
    assert await running.sit("tomas", "2", "Tomáš") is None
    assert whose.allowed(running, "tomas") == ("2", "spectator")
    assert whose.allowed(running, "anybody") == ("spectator",)
    for wish in (None, "everyone", "1", 2, ["2"]):
        assert whose.chosen(wish, running, "tomas") == "2"


@pytest.mark.usefixtures("user")
async def test_two_matches_that_take_long_to_fold_hold_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    *long, short = [await table("planned") for _ in range(3)]
    folded, unrolled = threading.Event(), reel._unrolled

    def slow(at: Table, *more: Any) -> Any:
        if at in long:
            folded.wait(120)
        return unrolled(at, *more)

    monkeypatch.setattr(reel, "_unrolled", slow)
    waiting = [asyncio.create_task(reel.reels.get(it, "spectator", translator("en"))) for it in long]
    await asyncio.sleep(0)
    assert (await reel.reels.get(short, "spectator", translator("en"))).last > 0
    assert not any(it.done() for it in waiting)
    folded.set()
    assert all(it.last > 0 for it in await asyncio.gather(*waiting))


async def test_what_a_seat_could_have_thought_is_read_once_the_match_is_over(
    viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a question of the stop; another stop shows none of it, nor does a plan, of which bots think nothing. It may
    take longer than a query about the match as it stands, for the match is played up to there first."""
    played = await table()
    monkeypatch.setattr(played._worker.processes, "_seconds", 0.01)
    past = played.match.history()
    kinds = {n: past.view(n, "spectator")["waiting"] for n in range(len(played.match.journal) - 1)}
    plan, act = (next(n for n, it in kinds.items() if kind in it.values()) for kind in ("plan", "act"))
    (seat,) = kinds[act]

    def shown(part: str) -> bool:
        return any(f'"{part}"' in it for it in viewer.payloads)

    await viewer.open(played.code, f"?at={plan}")
    assert not shown("thoughts-1")
    await viewer.do(do="go", moment=act)
    assert shown(f"thoughts-{seat}")
    await viewer.do(do="thoughts", seat="nobody")
    assert not shown("thought-list")
    await viewer.do(do="thoughts", seat=seat)
    assert shown("thought-list")
    await viewer.do(do="end", by=-1)
    assert not shown("thought-list")


async def test_nobodys_thoughts_are_read_while_the_match_goes_on(viewer: Viewer) -> None:
    played = await table("activated")
    await viewer.open(played.code)
    assert not any('"thoughts-' in it for it in viewer.payloads)
    await viewer.do(do="thoughts", seat=next(iter(played.match.asked)))
    assert not any('"thought-list"' in it for it in viewer.payloads)
