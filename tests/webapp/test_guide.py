"""Guided first matches: the file of a game, the progress of a match, and the ways into one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nicegui.testing import User

from rules.kernel.refusals import Refusal, Refused
from rules.olomoc import Match
from tests.waiting import until
from tests.webapp.test_lobby import make_table, send, texts
from webapp.games import COMING, games
from webapp.games.contract import Game
from webapp.guide import begin, callout
from webapp.guide.progress import NOTES, Notes, Progress, keep, notes_of, progress
from webapp.i18n import LANGUAGES, translator
from webapp.lessons import house
from webapp.lessons.script import Condition, Guide, fits, holds, read
from webapp.store import Store
from webapp.tables import Registry, Table, registry
from webapp.tables.create import rematch

GUIDED = [game for game in games() if game.guide is not None]


def guide_of(game: Game) -> Guide:
    assert game.guide is not None
    return read(game.guide)


OLOMOC = next(game for game in GUIDED if game.key == "olomoc")
GUIDE = guide_of(OLOMOC)


class Pupil:
    """Plays a guided match without a page: as "show me" does, the house by the guide's aims and then at random."""

    def __init__(self, game: Game = OLOMOC, lesson: str = "") -> None:
        path = game.script(lesson)
        assert path is not None
        self.path = path
        self.guide = read(path)
        self.match: Any = game.factory().from_position(self.guide.match.position, seed=self.guide.match.seed)
        self.me = self.guide.match.seat
        self.other = next(seat for seat in self.match.seats if seat != self.me)
        self.notes = Notes()
        self.told: list[str] = []
        self.rng = Random(7)

    def stand(self) -> Progress:
        return progress(self.guide, self.match.view(self.me), {}, self.notes)

    def house(self) -> None:
        """The house answers until the player is asked, or the match is over."""
        while self.other in self.match.decisions and self.me not in self.match.decisions:
            aimed = house.aimed(self.match, self.other, house.due(self.path, self.match.view(self.other)))
            self.match.submit(self.other, aimed or next(iter(self.match.commands(self.other, self.rng))))

    def go_on(self) -> None:
        """One thing that the guide asks for."""
        self.house()
        if self.match.outcome is not None:
            return
        step = self.stand().step
        if step is not None:
            self.told.append(step.key)
        if step is not None and step.needed and not step.show:
            self.notes.seen.add(step.key)
            return
        if self.me in self.match.decisions:
            self.match.submit(self.me, self.command(step.show if step is not None else ()))

    def command(self, shows: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        for show in shows:
            if self.match.check(self.me, show) is None:
                return show
            if (
                command := next((it for it in self.match.commands(self.me, self.rng) if fits(show, it)), None)
            ) is not None:
                return dict(command)
        return dict(next(iter(self.match.commands(self.me, self.rng))))


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
def test_a_guide_is_whole(game: Game) -> None:
    guide = guide_of(game)
    for text in (guide.waiting, guide.free, guide.over, *(it for step in guide.step for it in (step.title, step.text))):
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
    match = game.factory().from_position(guide.match.position, seed=guide.match.seed)
    assert next(iter(match.decisions)) == guide.match.seat, "the player begins, perhaps with others at once"
    first = progress(guide, match.view(guide.match.seat), {}, Notes())
    assert first.step == guide.steps[0]


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
def test_the_first_command_that_a_guide_shows_is_legal(game: Game) -> None:
    """A place that has become illegal would send "show me" and the light elsewhere."""
    pupil = Pupil(game)
    assert pupil.match.check(pupil.me, pupil.guide.steps[0].show[0]) is None


def test_what_diktats_guide_teaches_wins() -> None:
    """Whatever the house does where the guide has no aim for it."""
    diktat = next(game for game in GUIDED if game.key == "diktat")
    for seed in range(4):
        pupil = Pupil(diktat)
        pupil.rng = Random(seed)
        while pupil.match.outcome is None:
            pupil.go_on()
        assert pupil.match.outcome["winners"] == ["1"]
        assert pupil.match.outcome["score"] == {"1": 1, "2": 0}, "by a point, not by a tie's order"


def test_what_hybris_guide_teaches_wins_both_combats() -> None:
    """The sums that its steps name: 14 against 12 at the wall, just enough on the Defence track."""
    pupil = Pupil(next(game for game in GUIDED if game.key == "hybris"))
    while pupil.match.outcome is None:
        pupil.go_on()
    log = pupil.match.view("1")["log"]
    fought = [row for row in log if row["kind"] == "compared"]
    sums = [(row["own"]["total"], row["foe"]["total"], row["won"]) for row in fought]
    assert sums == [(14, 12, True), (12, 11, True)]
    assert [row["city"] for row in log if row["kind"] == "city-destroyed"] == []
    assert pupil.match.outcome["winners"] == ["1"]


LEARNT = {
    "olomoc": {"card", "sight", "attack", "end", "react", "plan-two", "study"},
    "hybris": {
        "comes",
        "train-now",
        "machine",
        "hunger",
        "drain",
        "wall",
        "commit",
        "defend",
        "track",
        "deploy-now",
        "end",
    },
    "diktat": {"sector", "offer", "spy", "leaf", "strike", "take", "end"},
    "invader": {"card", "invade", "end", "cancel", "lives", "more", "hero", "plot", "win"},
    "blade": {"gems", "walk", "blow", "keep", "river", "rest", "finish"},
}
"""Steps that "show me" alone comes by: what it plays in one press does several at once."""


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
def test_show_me_plays_the_match_to_its_end_and_tells_every_step(game: Game) -> None:
    pupil = Pupil(game)
    for _ in range(150):
        if pupil.match.outcome is None:
            pupil.go_on()
    assert pupil.match.outcome is not None
    steps = pupil.guide.steps
    needed = [key for key in dict.fromkeys(pupil.told) if any(step.key == key for step in steps)]
    assert needed == [step.key for step in steps if step.key in needed], "in their order"
    assert LEARNT[game.key] <= set(needed)
    assert pupil.stand() == Progress(None, len(steps), len(steps), over=True)


def test_the_first_match_of_the_duel_is_won_by_its_attacks() -> None:
    """Its pupil sees what the steps speak of: a card aimed at the Stilt and cancelled, and an empty deck at the end."""
    pupil = Pupil(next(game for game in GUIDED if game.key == "invader"))
    while pupil.match.outcome is None:
        pupil.go_on()
    assert pupil.match.outcome["winners"] == ["1"]
    assert pupil.match.outcome["reason"] == "deck"
    log = pupil.match.view("1")["log"]
    assert any(row["kind"] == "played" and row["card"] == "1-hush-1" and row["cancels"] for row in log)
    assert any(row["kind"] == "played" and row["target"] == "1-stilt-1" for row in log)


def test_progress_is_found_again_in_the_log() -> None:
    """After a restart nothing is left but the match."""
    pupil = Pupil()
    for _ in range(30):
        if "study" not in pupil.told:
            pupil.go_on()
    pupil.house()
    kept = Match.replay({}, pupil.match.journal)
    standing = progress(GUIDE, kept.view("1"), {}, Notes())
    assert standing.step == pupil.stand().step
    assert standing.done == pupil.stand().done


def test_another_legal_way_satisfies_a_step() -> None:
    """A charge is a walk and an attack: both are learnt."""
    pupil = Pupil()
    charge = pupil.command(({"kind": "charge", "target": "2-pavel-sykora"},))
    assert charge["kind"] == "charge"
    pupil.match.submit("1", charge)
    standing = progress(GUIDE, pupil.match.view("1"), {}, Notes())
    assert standing.done >= 4
    assert standing.step is None or standing.step.key not in ("card", "walk", "sight", "attack")


def test_a_prepared_step_counts_only_when_its_turn_has_come() -> None:
    view, notes = Pupil().match.view("1"), Notes()
    assert progress(GUIDE, view, {"laid": 5}, notes).step == GUIDE.steps[0], "a plan of before is no step of now"
    assert notes.seen == set()
    assert progress(GUIDE, view, {"command": "walk"}, notes).step == GUIDE.steps[1]
    assert progress(GUIDE, view, {}, notes).step == GUIDE.steps[1], "it stays done when the page is loaded anew"


@pytest.mark.parametrize(
    ("condition", "after"),
    [
        (Condition(event={"kind": "moved", "piece": "1-*"}), 1),
        (Condition(event={"kind": "moved", "piece": "1-*"}, times=2), 3),
        (Condition(event={"kind": "moved", "piece": "1-*"}, fresh=True), 3),
        (Condition(event={"kind": "ended", "rouages": "1-a"}), 4),
        (Condition(event={"kind": "moved", "piece": "2-*"}, times=2), None),
        (Condition(asked="act", can={"kind": "walk"}), 4),
        (Condition(can={"kind": "rest"}), None),
        (Condition(asked="plan"), None),
        (Condition(view={"cycle": 3}), 4),
        (Condition(view={"cycle": 5}), None),
        (Condition(prepares={"laid": 2, "looks": "2-*"}), 4),
        (Condition(prepares={"laid": 4}), None),
    ],
)
def test_a_condition_holds_after_so_many_events(condition: Condition, after: int | None) -> None:
    log = [
        {"kind": "moved", "piece": "1-a"},
        {"kind": "moved", "piece": "2-b"},
        {"kind": "moved", "piece": "1-c"},
        {"kind": "ended", "rouages": ["1-a", "1-c"]},
    ]
    options = [
        {"command": {"kind": "walk"}, "legal": True, "needs": ["to"]},
        {"command": {"kind": "rest"}, "legal": False, "why": {}},
    ]
    view = {"log": log, "cycle": 4, "decision": {"kind": "act", "options": options}}
    assert holds(condition, view, {"laid": 3, "looks": "2-b"}, since=1) == after


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
async def test_the_first_door_leads_to_a_guided_match(user: User, game: Game) -> None:
    """One press, no name; pressed again it leads to the same table; the house sits opposite."""
    await user.open("/")
    for _ in range(2):
        await send(user, f"door-guided-{game.key}", "click", "")
    [table] = registry.all()
    assert table.settings.guided
    assert table.game.key == game.key
    mine = guide_of(game).match.seat
    sitting = {key: (seat.name, seat.house) for key, seat in table.seats.items()}
    assert sitting == {key: ("Guest", False) if key == mine else ("Golem", True) for key in table.seat_keys}
    assert next(iter(table.match.decisions)) == mine
    assert not table.arrangeable
    again = await table.submit_as(mine, {"kind": "concede"})
    assert again is None
    holder = table._holders[mine].holder
    played = await rematch(table, holder)
    assert getattr(played, "settings").guided is False  # noqa: B009  # a Table, not a Refusal


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("dodge", [False, True])
async def test_the_first_blow_lands_and_its_answer_misses(user: User, dodge: bool) -> None:
    """Whatever the house answers."""
    await user.open("/")
    await send(user, "door-guided-olomoc", "click", "")
    [table] = registry.all()
    shown = {step.key: step.show[0] for step in GUIDE.steps if step.show}
    assert await table.submit_as("1", shown["walk"]) is None
    assert await table.submit_as("1", shown["attack"]) is None
    # Its own bot may have been quicker.
    await table.submit_as("2", {"kind": "react", "dodge": dodge, "riposte": "combat"})
    log = table.match.view("1")["log"]
    rolled = {it["why"]: it["successes"] for it in log if it["kind"] == "rolled"}
    assert rolled["attack"] > rolled.get("dodge", 0)
    assert rolled.get("riposte", 0) == 0


class Busy:
    """A place at a table whose first questions come to nothing. ``asked`` is called with each question."""

    def __init__(self, lost: int, asked: Callable[[], object]) -> None:
        self.lost, self.asked = lost, asked
        self.match = Match.from_position(GUIDE.match.position, seed=GUIDE.match.seed)
        self.spots: list[Any] | None = None

    async def query(self, name: str, params: dict[str, Any]) -> Any:
        self.asked()
        self.lost -= 1
        if self.lost >= 0:
            raise Refused(Refusal("", "question-too-long"))
        return self.match.query("1", name, params)

    def point(self, spots: list[Any]) -> None:
        self.spots = spots


async def test_the_place_to_walk_to_is_lit_on_a_busy_server_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """And until it is known nothing is pointed at in its stead: a press on the piece would take the walk back."""
    monkeypatch.setattr(callout, "AGAIN_S", 0)
    guided = object.__new__(callout.Guided)
    walk = next(step for step in GUIDE.steps if step.key == "walk")
    seen: list[object] = []
    busy = Busy(lost=3, asked=lambda: seen.append(guided._points(walk)))
    guided.at = busy  # type: ignore[assignment]  # what of a place it asks
    guided.guide = GUIDE
    monkeypatch.setattr(guided, "_refresh", lambda: seen.append(guided._points(walk)))
    guided._lit, guided._looking = "walk@0", True
    await guided._find_spot(walk, "walk@0")
    assert busy.spots == [[166_000, 288_000]]
    assert set(seen[:-1]) == {("control:confirm", *GUIDE.uncover)}
    assert seen[-1] == (*walk.point, *GUIDE.uncover)


async def test_a_guided_match_that_was_left_goes_on_at_its_step_after_a_restart(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps done by looking are in no log, nor is the player's wish to do without the guide."""

    def start() -> tuple[Store, Registry]:
        store, tables = Store.open(database), Registry()
        tables.open(store, [OLOMOC])
        monkeypatch.setattr(begin, "registry", tables)
        return store, tables

    def stand(table: Table) -> Progress:
        return progress(GUIDE, table.view("1"), {}, notes_of(table, "1"))

    store, tables = start()
    table = await begin.begin(OLOMOC, "cookie-ilse", "Ilse")
    assert isinstance(table, Table)
    first = stand(table).step
    assert first is not None
    notes = notes_of(table, "1")
    notes.seen.add(first.key)
    notes.left = True
    before = stand(table)
    keep(table, "1", notes)
    await until(lambda: NOTES in store.talks.kept_state(table._id))
    tables.close()
    store.close()
    store, tables = start()
    again = tables.get(table.code)
    assert again is not None
    await again.load()
    assert notes_of(again, "1") == notes
    assert stand(again) == before
    assert before.step != first
    # Somebody else at that seat begins anew.
    assert await again.hand_over("1", "cookie-eva", "Eva") is None
    assert notes_of(again, "1") == Notes()
    tables.close()
    store.close()


def lit(user: User) -> list[str]:
    """The ways into a match on the shelf that stand out."""
    assert user.client is not None
    boxes = [it for it in user.client.elements.values() if {"box-way", "accent"} <= set(it.classes)]
    return [str(it.props["data-testid"]) for it in boxes]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_the_shelf_has_five_boxes_and_one_bright_button(user: User) -> None:
    """A first visitor is shown the guided match; later the game played last. While a table of theirs waits, that comes
    first, and nothing on the shelf is bright. Two boxes are said to come."""
    await user.open("/")
    assert lit(user) == ["door-guided-olomoc"]
    for game in ("olomoc", "invader", "diktat"):
        await user.should_see(translator("en", game)("game.line"))
        for way in ("guided", "now"):
            await user.should_see(marker=f"door-{way}-{game}")
    for key, coming in COMING.items():
        assert texts(user, f"box-{key}") == [f"{coming.name} {coming.line['en']} Still being built."]
        await user.should_not_see(marker=f"door-now-{key}")
    await send(user, "door-guided-olomoc", "click", "")
    await user.open("/")
    assert lit(user) == [], "the guided match goes on, above"
    await user.should_see(marker="go-on")
    [guided] = registry.all()
    assert await guided.submit_as("1", {"kind": "concede"}) is None
    await send(user, "door-now-invader", "click", "")
    duel = registry.all()[0]
    assert await duel.submit_as("1", {"kind": "concede"}) is None
    await user.open("/")
    assert lit(user) == ["door-now-invader"], "played last"


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_box_says_how_many_tables_have_a_free_seat(user: User) -> None:
    await user.open("/")
    assert "open" not in texts(user, "box-olomoc")[0]
    table = await make_table(user)
    assert "1 open table" in texts(user, "box-olomoc")[0]
    for seat, name in (("1", "Eva"), ("2", "Max")):
        assert await table.sit(f"cookie-{seat}", seat, name) is None
    assert "open" not in texts(user, "box-olomoc")[0]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_no_door_needs_a_name(user: User) -> None:
    await user.open("/")
    await send(user, "door-now-olomoc", "click", "")
    [table] = registry.all()
    assert [(it.name, it.house) for it in table.seats.values()] == [("Guest", False), ("Golem", True)]
