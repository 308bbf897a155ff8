"""Every kind of question of Diktat at a table: with a reload, a restart, a second tab, and seats that leave."""

from __future__ import annotations

import json
from typing import Any

import pytest
from nicegui.testing import User

from rules.diktat import Match
from rules.kernel.seats import SPECTATOR
from tests.diktat.questions import KINDS, asking
from tests.diktat.table import resolution, turn
from tests.waiting import until
from tests.webapp.games.test_diktat import PEOPLE
from tests.webapp.test_lobby import CreateUser, send, somebody
from tests.webapp.test_plain_table import intend, log, marked, nodes, press, words
from webapp.tables import Table, registry
from webapp.ui.pane import LogPane

app = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]
pytestmark = app


async def sitting(user: User, match: Match, *seats: str) -> tuple[Table, dict[str, User]]:
    """A table where a match stands already, and people at some of its seats, all in English."""
    await user.open("/")  # starts the server
    table = await registry.adopt(match, match.journal[0]["options"], "", "diktat")
    people = {seat: user if n == 0 else somebody() for n, seat in enumerate(seats)}
    for seat, person in people.items():
        await person.open("/")
        await person.should_see(marker=f"join-{seat}")
        await send(person, f"join-{seat}", "click", PEOPLE[int(seat) - 1])
        await person.open(f"/table/{table.code}")
    return table, people


async def restarted(table: Table) -> Table:
    """The table after a restart of the server: all tables are forgotten and read anew from the database."""
    store, games = registry._store, list(registry.games)
    assert store is not None
    registry.close()
    registry.open(store, games)
    registry.wake()
    await registry.resume()
    again = registry.get(table.code)
    assert again is not None
    assert again is not table
    return again


def prompt(person: User) -> dict[str, Any]:
    [(_, node)] = marked(person, "prompt")
    return node


def asked(person: User) -> list[dict[str, Any]]:
    """The question, and what stands beside it for want of room."""
    return [prompt(person), *(node for _, node in marked(person, "answers"))]


def buttons(person: User) -> list[dict[str, Any]]:
    """The buttons of the question that answer it, or are a step to an answer."""
    its = ("option", "aim", "add", "pawn", "confirm")
    presses = [it for it in nodes(asked(person)) if it.get("a", {}).get("data-testid", "").startswith(its)]
    # Once the answers have a part of their own, the bar has but the way to it.
    return [it for it in presses if it["a"]["data-testid"] != "answers-open"]


def said(person: User) -> list[str]:
    """The question and its buttons, with what each would do."""
    question = [words(it) for it in nodes(prompt(person)) if it.get("c") == "question"]
    return question + [f"{words(it)} {it.get('do')} {it['a'].get('title')}" for it in buttons(person)]


async def answered(person: User) -> dict[str, Any]:
    """Presses what can be pressed until something is sent, and returns that."""
    for _ in range(6):
        steps = [it["do"] for it in buttons(person) if "do" in it and it["a"].get("aria-disabled") != "true"]
        step = next((it for it in steps if it["do"] in ("play", "confirm")), steps[0])
        await intend(person, marked(person, "prompt")[0][0], step)
        if step["do"] in ("play", "confirm"):
            last_step: dict[str, Any] = step
            return last_step
    raise AssertionError(said(person))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_question_outlives_reload_restart_and_a_second_tab(
    kind: str, user: User, create_user: CreateUser
) -> None:
    """The same question with the same answers each time; answered in one tab, it is gone from the other, whose old
    answer is refused and changes nothing."""
    match, seat = asking(kind)
    table, people = await sitting(user, match, seat)
    person = people[seat]
    before = said(person)
    assert prompt(person)["a"]["data-kind"] == kind
    assert len(before) > 1
    assert marked(person, "why"), "each kind says what it is about"
    await person.open(f"/table/{table.code}")
    assert said(person) == before
    table = await restarted(table)
    await person.open(f"/table/{table.code}")
    assert said(person) == before
    tab = User(person.http_client)
    await tab.open(f"/table/{table.code}")
    assert said(tab) == before
    decision = prompt(person)["a"]["data-decision"]
    await answered(person)
    assert table.sequence == 1
    assert prompt(tab)["a"].get("data-decision") == prompt(person)["a"].get("data-decision") != decision
    late = {"do": "play", "command": {"kind": "extend", "decision": decision}}
    await intend(tab, marked(tab, "prompt")[0][0], late)
    assert table.sequence == 1
    assert words(marked(tab, "notice")[0][1])


def terms(tree: Any) -> set[str]:
    """The words of the glossary that can be pressed."""
    return {it["a"]["data-term"] for it in nodes(tree) if "data-term" in it.get("a", {})}


async def test_words_of_questions_and_the_log_say_what_they_mean(user: User, create_user: CreateUser) -> None:
    """The explanation of a question is open until one of its kind was answered; its words, the log's and a card's have
    their definitions at a press. A step of an answer in preparation explains nothing again."""
    match, seat = asking("look")
    _, people = await sitting(user, match, seat)
    person = people[seat]
    [(_, why)] = marked(person, "why")
    assert why["a"]["open"] == "open"
    assert "secret card" in words(why)
    assert {"secret"} <= terms(asked(person))
    assert person.client is not None
    [pane] = [it for it in person.client.elements.values() if isinstance(it, LogPane)]
    rows = [entry["node"] for entry in json.loads(pane.props["payload"])["entries"] if entry["node"]]
    assert {"manoeuvre", "stack"} & {it for row in rows for it in terms(row)}


async def test_a_choice_of_a_cabal_says_what_each_brings(user: User, create_user: CreateUser) -> None:
    """SET-1: its Rank, its Endowment and its five cards; the others read what is waited for."""
    match, seat = asking("choose-cabal")
    other = next(it for it in match.seats if it != seat)
    _, people = await sitting(user, match, seat, other, next(it for it in match.seats if it not in (seat, other)))
    [guard] = [words(it) for it in buttons(people[seat]) if "Black Guard" in words(it)]
    assert {"Rank 18", "1 PP", "Politics 1", "2 Blockhaus"} <= {
        it.strip(" .") for it in guard.replace(".", "·").split("·")
    }
    assert guard.partition("Cards: ")[2].count(",") == 4
    [(_, waits)] = marked(people[other], "waits-for")
    assert "Cabal" in words(waits)


def taking(sector: str) -> Match:
    """A match in which seat 1 is asked which Trophy it takes in this sector."""
    sectors = {sector: {"stacks": [{"seat": "1", "pawns": "E"}]}}
    match = resolution(cabals=["coordination", "polisec"], sectors=sectors, track=["o25"], seats={"1": {}, "2": {}})
    while match.asked and next(iter(match.asked.values())).kind != "take":
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    return match


async def test_a_trophy_says_what_it_brings(user: User, create_user: CreateUser) -> None:
    """TRO-1, TRO-2."""
    match = taking("karst")
    _, people = await sitting(user, match, "1")
    shown = [[words(it) for it in nodes(button) if it.get("c") == "muted"] for button in buttons(people["1"])]
    assert [bool(it) for it in shown] == [True, True, False], "the card and the marker, not passing"


async def test_a_card_is_taken_and_flipped_in_one_press(user: User, create_user: CreateUser) -> None:
    """AFF-2, TRO-2: with the tokens that fit it, before the card alone; the point is there at once."""
    sectors = {"suburbs": {"stacks": [{"seat": "1", "pawns": "E"}]}}
    own = {"1": {"affinities": {"people": 1, "politics": 1}}, "2": {}}
    match = resolution(cabals=["coordination", "polisec"], sectors=sectors, track=["o31"], seats=own)
    while match.asked and next(iter(match.asked.values())).kind != "take":
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    table, people = await sitting(user, match, "1")
    shown = [words(it) for it in buttons(people["1"])]
    assert "flip" in shown[0]
    assert "People" in shown[0]
    assert "flip" not in shown[1]
    await press(people["1"], "option-1")
    await until(lambda: any(it["kind"] == "flipped" for it in table.match.view("1")["log"]))
    [held] = table.match.view("1")["cabals"]["1"]["cards"]
    assert held["flipped"] == ["people"]


async def test_an_affinity_is_not_chosen_on_the_map(user: User, create_user: CreateUser) -> None:
    """Artefact is the name of an Affinity and of a sector."""
    match = taking("josefov")
    match.submit("1", {"kind": "take", "marker": "josefov"})
    assert match.decisions["1"]["prompt"]["code"] == "affinity"
    _, people = await sitting(user, match, "1")
    [(_, name)] = marked(people["1"], "sector-artefact")
    assert "do" not in name


async def test_who_is_about_to_break_an_oath_is_told_so(user: User, create_user: CreateUser) -> None:
    """OAT-4: at the button that sends the team, and not at others."""
    match = turn("1", seats={"1": {"pp": 3, "agents": "CE"}, "2": {"pp": 3}, "3": {}})
    promise = {"by": "1", "do": "no-send", "sector": "karst"}
    match.submit("2", {"kind": "offer", "to": ["1"], "promises": [promise], "sworn": True})
    match.submit("1", {"kind": "accept", "offer": "d1"})
    _, people = await sitting(user, match, "1")
    ilse = people["1"]
    for sector, warned in (("karst", True), ("motol", False)):
        await press(ilse, f"sector-{sector}")
        await press(ilse, "add-E")
        [(_, button)] = marked(ilse, "confirm")
        assert ("OAT-3" in words(button)) is warned
        await press(ilse, "back")


async def test_an_offer_waits_in_sight_of_the_question(user: User, create_user: CreateUser) -> None:
    """NEG-3: for whom it is made, and until it is answered."""
    match = turn("1", seats={it: {"pp": 3} for it in "123"})
    match.submit("3", {"kind": "offer", "to": ["1"], "give": {"pp": 1}})
    _, people = await sitting(user, match, "1", "2")
    [(_, waits)] = marked(people["1"], "offer-waits")
    assert waits["set"] == ["tab", "deals"]
    assert not marked(people["2"], "offer-waits")
    await press(people["1"], "decline-d1")
    assert not marked(people["1"], "offer-waits")


async def test_the_lobby_and_the_door_say_what_is_played(user: User, create_user: CreateUser) -> None:
    """A table's row has the choices that are not the usual ones; its door names the game to who has never seen it."""
    await user.open("/")
    match = Match.new({"players": 2, "configurations": ["others"]}, seed=1)
    table = await registry.adopt(match, match.journal[0]["options"], "", "diktat")
    await user.open("/")
    await user.should_see("Players: two")
    await user.should_see("The Others: they attack the city")
    await user.open(f"/table/{table.code}")
    await user.should_see("Diktat")
    await user.should_see("Hidden agents")
    await user.should_see(f"Code {table.code}")


# ---- leaving ---------------------------------------------------------------------------------------------------------


async def leave(person: User) -> None:
    await press(person, "concede")
    await press(person, "concede-sure")


async def test_a_seat_that_leaves_takes_its_offers_along(user: User, create_user: CreateUser) -> None:
    """END-5, NEG-5: offers by and to it lapse, which the log says; a form that names it goes on without it."""
    match = turn("1", seats={it: {"pp": 3} for it in "123"})
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"pp": 1}})
    match.submit("1", {"kind": "offer", "to": ["2", "3"], "give": {"3": {"pp": 1}}})
    match.submit("1", {"kind": "offer", "to": ["3"], "give": {"pp": 2}})
    table, people = await sitting(user, match, "1", "2")
    await press(people["1"], "new-offer")
    await press(people["1"], "with-2")
    await press(people["1"], "with-3")
    await press(people["1"], "more-give-2-pp")
    await press(people["1"], "more-give-3-pp")
    await leave(people["2"])
    assert [it["id"] for it in table.view("1")["offers"]] == ["d3"]
    assert not marked(people["1"], "with-2")
    assert not marked(people["1"], "partner-2")
    await press(people["1"], "send-offer")
    assert [(it["id"], it["to"]) for it in table.view("1")["offers"]] == [("d3", ["3"]), ("d4", ["3"])]
    lines = log(people["1"])
    assert "Tomáš leaves the city" in lines
    assert lines.count("lapses") == 2


async def test_a_seat_that_leaves_while_it_holds_lets_the_table_go_on(user: User, create_user: CreateUser) -> None:
    """TIM-5, END-5."""
    match, seat = asking("hold")
    table, people = await sitting(user, match, seat, "1")
    assert prompt(people["1"])["a"].get("data-kind") is None
    assert "Tomáš" in words(prompt(people["1"]))
    await leave(people[seat])
    assert set(table.view(SPECTATOR)["waiting"]) == {"1"}
    assert prompt(people["1"])["a"]["data-kind"] == "manoeuvre"


async def test_a_seat_that_leaves_while_it_bids_does_not_stall_the_others(user: User, create_user: CreateUser) -> None:
    """STG-2, END-5: the others' bids stand, and are turned over."""
    match, seat = asking("bid")
    table, people = await sitting(user, match, *sorted(match.asked))
    others = [it for it in people if it != seat]
    for other in others:
        await answered(people[other])
        assert "bid" in {row.kind for row in table.match.asked.values()}
    await leave(people[seat])
    assert not [row for row in table.match.asked.values() if row.kind == "bid"]
    for other in others:
        assert "leaves the city" in log(people[other])


async def test_a_bid_stays_before_the_eyes_of_its_seat_alone(user: User, create_user: CreateUser) -> None:
    """STG-2: what is sealed is on its own page, after a reload too, and on nobody else's, until all are in."""
    match, seat = asking("bid")
    table, people = await sitting(user, match, *match.seats)
    sent = await answered(people[seat])
    assert sent["command"]["pp"] == 0
    for _ in range(2):
        [(_, line)] = marked(people[seat], "sealed")
        assert ": 0 PP." in words(line)
        assert [it for it, person in people.items() if marked(person, "sealed")] == [seat]
        await people[seat].open(f"/table/{table.code}")
    for asked_seat in sorted(table.match.asked):
        await answered(people[asked_seat])
    assert not any(marked(person, "sealed") for person in people.values())


async def test_a_verdict_stays_before_the_eyes_of_its_seat_alone(user: User, create_user: CreateUser) -> None:
    """OAT-6: until all who judge have spoken."""
    cabals = ["coordination", "black-guard", "resistance", "syndicate"]
    match = turn(cabals=cabals, seats={"1": {"pp": 3}, "2": {"pp": 3}})
    promise = {"by": "1", "do": "words", "text": "I leave Karst to you"}
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": [promise], "sworn": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("2", {"kind": "accuse", "deal": "d1", "seat": "1"})
    match.submit("1", {"kind": "verdict", "broken": False})
    _, people = await sitting(user, match, *"1234")
    no = next(it for it in nodes(prompt(people["3"])) if it.get("do", {}).get("command", {}).get("broken") is False)
    await intend(people["3"], marked(people["3"], "prompt")[0][0], no["do"])
    [(_, line)] = marked(people["3"], "sealed")
    assert "kept" in words(line)
    assert not [it for it in "124" if marked(people[it], "sealed")]


# ---- bargaining pressed ----------------------------------------------------------------------------------------------


async def test_a_promise_to_pay_is_paid_in_parts_from_its_slip(user: User, create_user: CreateUser) -> None:
    """OAT-2: as much as is owed or 1 PP; paid up it is kept, which all are told, and there is nothing left to press."""
    match = turn("1", seats={"1": {"pp": 5}, "2": {"pp": 0}})
    promise = {"by": "1", "do": "pay", "seat": "2", "pp": 3}
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": [promise], "sworn": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    table, people = await sitting(user, match, "1", "2")
    assert not marked(people["2"], "pay-d1-3")
    await press(people["1"], "pay-d1-1")
    assert table.view("1")["cabals"]["1"]["screen"]["pp"] == 4
    await press(people["1"], "pay-d1-2")
    assert table.view("1")["cabals"]["1"]["screen"]["pp"] == 2
    assert not marked(people["1"], "pay-d1-1")
    assert "kept" in log(people["2"])


async def test_who_is_accused_on_a_slip_is_asked_and_pays_for_it(user: User, create_user: CreateUser) -> None:
    """OAT-3, OAT-6: who admits it loses 1 VP; the others were asked nothing."""
    match = turn("1", seats={it: {"pp": 3} for it in "123"})
    promise = {"by": "1", "do": "words", "text": "I leave Karst to you"}
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": [promise], "sworn": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    table, people = await sitting(user, match, "1", "2", "3")
    assert not marked(people["3"], "accuse-1")
    await press(people["2"], "accuse-1")
    assert prompt(people["1"])["a"]["data-kind"] == "verdict"
    assert "I leave Karst to you" in words(prompt(people["1"]))
    yes = next(it for it in nodes(prompt(people["1"])) if it.get("do", {}).get("command", {}).get("broken") is True)
    await intend(people["1"], marked(people["1"], "prompt")[0][0], yes["do"])
    assert table.view(SPECTATOR)["cabals"]["1"]["points"] == -1
    assert "broken" in log(people["3"])


async def test_what_is_hidden_is_shown_and_claimed_without_a_deal(user: User, create_user: CreateUser) -> None:
    """NEG-8, NEG-9: nobody is asked; a claim may be false; a screen cannot be in a deal."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "G"}]}}
    match = turn("1", sectors=sectors, seats={"1": {"pp": 5}})
    table, people = await sitting(user, match, "1", "2", "3")
    for name in ("new-offer", "with-2", "give-2-screen"):
        await press(people["1"], name)
    assert not [node for _, node in marked(people["1"], "send-offer") if node["do"]["do"] == "haggle"]
    await press(people["1"], "give-2-show:s1")
    await press(people["1"], "tell")
    assert not marked(people["1"], "deal-form")
    assert known_of_first(table, "2") == ([5, 5], "guard")
    assert known_of_first(table, "3")[1] is None
    for name in ("new-offer", "with-2", "promise-1-claim", "slot-s1", "slot-1-emissary", "add-promise", "tell"):
        await press(people["1"], name)
    [claim] = table.match.query("2", "knowledge", {})["stacks"]["s1"]["pawns"][0]["said"]
    assert (claim["by"], claim["kind"], claim["sworn"]) == ("1", "emissary", False)
    assert not table.match.query("3", "knowledge", {})["stacks"]["s1"]["pawns"][0]["said"]
    assert not table.view("2")["offers"]
    assert prompt(people["1"])["a"]["data-kind"] == "manoeuvre"


def known_of_first(table: Any, seat: str) -> tuple[list[int], str | None]:
    """What a seat knows of the first one's PP, and of the pawn of its stack."""
    knowledge = table.match.query(seat, "knowledge", {})
    return knowledge["screens"]["1"]["pp"], knowledge["stacks"]["s1"]["pawns"][0]["kind"]


async def test_a_hold_is_pressed_and_let_go(user: User, create_user: CreateUser) -> None:
    """TIM-5: the table says who holds it; let go, the question that waited is asked again."""
    table, people = await sitting(user, turn("1"), "1", "2")
    await press(people["2"], "hold")
    assert table.view(SPECTATOR)["held"] == "2"
    assert prompt(people["2"])["a"]["data-kind"] == "hold"
    assert "Tomáš" in words(prompt(people["1"]))
    await answered(people["2"])
    assert prompt(people["1"])["a"]["data-kind"] == "manoeuvre"


async def test_what_is_prepared_outlives_a_hold_and_an_offer(user: User, create_user: CreateUser) -> None:
    """TIM-5, NEG-3: the step, and what its commands would do."""
    table, people = await sitting(user, turn("1", seats={"1": {"pp": 3, "agents": "C"}, "2": {"pp": 1}}), "1", "2")
    await press(people["1"], "option-4")
    await until(lambda: "PP 3 → 4" in words(asked(people["1"])))
    await press(people["2"], "hold")
    assert "PP 3 → 4" not in words(asked(people["1"]))
    pane = marked(people["2"], "prompt")[0][0]
    await intend(people["2"], pane, {"do": "play", "command": {"kind": "offer", "to": ["1"], "give": {"pp": 1}}})
    await press(people["1"], "decline-d1")
    assert table.view(SPECTATOR)["held"] is None
    await until(lambda: "PP 3 → 4" in words(asked(people["1"])))


async def test_a_refusal_goes_with_the_adjournment_that_it_was_for(user: User, create_user: CreateUser) -> None:
    """Nothing is played until all are ready; then nothing says so any more."""
    table, people = await sitting(user, turn("1", cabals=["coordination", "polisec"]), "1", "2")
    holders = [seat.holder for seat in table._holders.values()]
    for holder in holders:
        await table.adjourn(holder)
    await press(people["2"], "hold")
    assert marked(people["2"], "notice")
    for holder in holders:
        await table.be_ready(holder, True)
    assert not marked(people["2"], "notice")


async def test_the_map_has_the_numbers_by_which_the_log_names_stacks(user: User, create_user: CreateUser) -> None:
    """Those of the Others have none: there is one in a sector."""
    sectors = {
        "karst": {"stacks": [{"id": "s7", "seat": "1", "pawns": "C"}], "others": "EC"},
        "artefact": {"others": "CCCGGGGEEE"},
    }
    match = turn("1", cabals=["coordination", "polisec"], configurations=["others"], sectors=sectors)
    _, people = await sitting(user, match, "1", "2")
    assert words(marked(people["1"], "tower-s7")[0][1]).endswith("#7")
    assert "#" not in words(marked(people["1"], "tower-others-karst")[0][1])
