"""The duel's questions after a reload, a restart, in a second tab, and under older cards."""

import json
from collections.abc import Callable

import pytest
from nicegui.testing import User

from rules.invader import Match
from tests.invader.table import duel, hero, play
from tests.webapp.games.test_duel import notice, ruined, seated, served
from tests.webapp.test_lobby import CreateUser
from tests.webapp.test_plain_table import intend, log, marked, nodes, panes, press, read, words


def replying() -> Match:
    match = duel(hands={"1": ["husk", "kite", "hush"], "2": ["decoy", "militia", "rifles"]})
    match.submit("1", play("1-husk-1", "africa", discard=["1-kite-1"]))
    match.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    return match


def cancelling() -> Match:
    match = duel(hands={"1": ["husk", "kite"], "2": ["decoy", "militia"]})
    match.submit("1", play("1-husk-1", "africa", discard=["1-kite-1"]))
    return match


def placing() -> Match:
    match = duel(hands={"1": ["stalker", "husk", "kite"]}, hero=hero(zone="africa"))
    match.submit("1", play("1-stalker-1", "africa", target="2-okafor", discard=["1-husk-1", "1-kite-1"]))
    return match


def proposed() -> Match:
    match = duel()
    match.submit("1", {"kind": "propose", "what": "draw"})
    return match


QUESTIONS: dict[str, Callable[[], Match]] = {
    "build": lambda: Match.new({"decks": "built", "invader": "1"}, 1),
    "mulligan": lambda: Match.new({"invader": "1"}, 1),
    "main": lambda: duel(hands={"1": ["skitterling"]}),
    "cancel": cancelling,
    "reply": replying,
    "ruin": ruined,
    "place-hero": placing,
    "adjust": proposed,
}
"""A match at each kind of question."""


def asked_of(user: User) -> list[str]:
    """The question, the board and the hand of a page, in words."""
    return [words(node) for name in ("prompt", "plain-board", "plain-hand") for _, node in marked(user, name)]


@served
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_a_reload_and_a_restart_return_to_the_very_question(
    user: User, create_user: CreateUser, kind: str
) -> None:
    """The page shows what it showed, and the answer is taken."""
    match = QUESTIONS[kind]()
    table, people = await seated(user, match)
    seat, decision = next(iter(table.match.decisions.items()))
    assert kind in (decision["kind"], decision["prompt"]["code"])
    person = people[int(seat) - 1]
    shown, position = asked_of(person), table.match.position()
    await person.open(f"/table/{table.code}")
    assert asked_of(person) == shown
    for each in people:
        await each.open("/")
    table.unload()
    table.load_now()  # at once: the pages that were left still follow the table
    await person.open(f"/table/{table.code}")
    assert asked_of(person) == shown
    assert table.match.position() == position
    assert await table.submit_as(seat, next(table.match.commands(seat))) is None


@served
@pytest.mark.parametrize(("kind", "keys"), [("mulligan", False), ("main", True)])
async def test_cards_have_keys_where_a_press_on_them_answers(
    user: User, create_user: CreateUser, kind: str, keys: bool
) -> None:
    """Elsewhere their digits are those of the question's buttons alone."""
    table, people = await seated(user, QUESTIONS[kind]())
    person = people[int(next(iter(table.match.decisions))) - 1]
    hand = [it for _, tree in panes(person) for it in nodes(tree) if "card-face" in it.get("c", "")]
    assert hand
    assert any("hot" in it for it in hand) is keys


@served
async def test_a_second_tab_lets_go_of_what_the_first_has_played(user: User, create_user: CreateUser) -> None:
    """A card in preparation in one window is played in another: the question is a new one, and nothing is sent."""
    match = duel(hands={"1": ["skitterling", "husk"], "2": []})
    table, (ilse, _) = await seated(user, match)
    await press(ilse, "hand-1-skitterling-1")
    await press(ilse, "pick-africa")
    [(pane, confirm)] = marked(ilse, "confirm")
    assert await table.submit_as("1", play("1-skitterling-1", "eurasia")) is None
    sequence = table.sequence
    await intend(ilse, pane, confirm["do"])
    assert table.sequence == sequence
    assert not marked(ilse, "confirm")


@served
async def test_a_payment_that_the_engine_refuses_says_what_it_costs(user: User, create_user: CreateUser) -> None:
    """PLY-3: a command that no button of the page makes, with too little laid down."""
    match = duel(hands={"1": ["husk", "kite"]})
    table, (ilse, _) = await seated(user, match)
    [(pane, _)] = marked(ilse, "prompt")
    await intend(ilse, pane, {"do": "play", "command": play("1-husk-1", "africa")})
    assert notice(ilse) == "It costs 1 card of your hand, no more and no less. PLY-3"
    assert table.sequence == 0


@served
async def test_a_match_goes_on_under_its_own_older_cards(user: User, create_user: CreateUser) -> None:
    """Names and figures come from the journal, also of a pack that is not here any more."""
    journal = json.loads(json.dumps(duel(hands={"1": ["husk", "kite"]}).journal))
    [pack] = journal[0]["packs"]
    pack["id"], pack["version"] = "gone", "0.1.0"
    [husk] = [card for card in pack["cards"] if card["id"] == "husk"]
    husk["name"], husk["force"] = {"en": "Old Husk", "fr": "Vieille carcasse"}, 5
    table, (ilse, tomas) = await seated(user, Match.replay({}, journal, seed=1))
    assert "Old Husk" in read(ilse)
    await press(ilse, "hand-1-husk-1")
    await press(ilse, "pick-africa")
    await press(ilse, "hand-1-kite-1")
    await press(ilse, "confirm")
    if marked(tomas, "pass"):
        await press(tomas, "pass")
    assert "Vieille carcasse" in log(tomas)
    assert [it["force"] for it in table.view("2")["play"]] == [5]
