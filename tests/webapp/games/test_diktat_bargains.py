"""Bargains at a table of Diktat: offers made, answered and countered from the page, and who is shown what of them."""

from __future__ import annotations

import json

import pytest
from nicegui.testing import User

from rules.diktat import Match
from rules.kernel.seats import SPECTATOR
from tests.diktat.table import turn as turn_of
from tests.webapp.games.test_diktat import PEOPLE, names
from tests.webapp.games.test_diktat_table import seated, turn
from tests.webapp.test_lobby import CreateUser
from tests.webapp.test_plain_table import intend, log, marked, nodes, press, read, words
from webapp.games.contract import Json
from webapp.games.diktat.deal_words import offer_words
from webapp.games.diktat.intents import Haggle
from webapp.games.diktat.log import LOG
from webapp.games.diktat.offer_form import form
from webapp.games.diktat.promises import finished
from webapp.games.diktat.terms import Terms, changed
from webapp.tables import Table

NONE: Terms | None = None


def haggled(match: Match, seat: str, *presses: Haggle) -> Terms | None:
    """The terms that presses in the form lead to."""
    terms, its = NONE, names(match, seat, "en")
    for pressed in presses:
        terms = changed(terms, pressed, its)
    return terms


def begun() -> Match:
    return Match.new({"players": 3}, seed=3)


def test_an_offer_is_put_together_press_by_press() -> None:
    """NEG-2, OAT-2: what both give, and a promise with its sector; the engine takes it as it is."""
    match = begun()
    terms = haggled(
        match,
        "1",
        Haggle("new", "2"),
        Haggle("more", "give-2:pp"),
        Haggle("more", "give-2:pp"),
        Haggle("less", "give-2:pp"),
        Haggle("more", "take-2:C"),
        Haggle("promise", "1:no-send"),
        Haggle("slot", "sector:karst"),
        Haggle("add"),
        Haggle("sworn"),
    )
    assert terms is not None
    promise = {"by": "1", "do": "no-send", "until": "cycle", "sector": "karst"}
    assert terms.command(names(match, "1", "en")) == {
        "kind": "offer",
        "to": ["2"],
        "give": {"2": {"pp": 1}},
        "take": {"2": {"agents": "C"}},
        "promises": [promise],
        "sworn": True,
        "discreet": False,
        "note": "",
    }
    match.submit("1", terms.command(names(match, "1", "en")))
    [offer] = match.view("2")["offers"]
    sentence = offer_words(offer, names(match, "2", "en"))
    ilse, tomas, _ = PEOPLE[:3]
    assert f"{ilse} gives {tomas}: 1 PP" in sentence
    assert f"{ilse} will not send to Karst (until the cycle ends)" in sentence
    # Countered, it stands the other way round.
    counter = haggled(match, "2", Haggle("counter", offer["id"]))
    assert counter is not None
    assert (counter.to, counter.goods) == (("1",), {"give-1": {"C": 1}, "take-1": {"pp": 1}})
    match.submit("2", counter.command(names(match, "2", "en")))
    assert [it["counter"] for it in match.view("1")["offers"]] == [offer["id"]]


def test_a_pawn_that_was_looked_at_can_be_shown_on() -> None:
    """NEG-8: of another's stack, in a deal and without one; pawns that are not known cannot."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "3", "pawns": "GE", "looked": {"1": [1]}}]}}
    match = turn_of("1", sectors=sectors, seats={"1": {"pp": 1}, "2": {"pp": 1}})
    terms = haggled(match, "1", Haggle("new", "2"), *(Haggle("toggle", f"give-2:pawn:s1-{n}") for n in (1, 2)))
    assert terms is not None
    its, at = names(match, "1", "en"), {"stack": "s1", "pawn": 1}
    assert terms.tell_commands(its) == [{"kind": "show", "to": ["2"], "at": at}]
    match.submit("1", terms.command(its))
    [offer] = match.view("2")["offers"]
    assert "shows pawn 1 from the top of stack 1" in offer_words(offer, names(match, "2", "en"))
    counter = haggled(match, "2", Haggle("counter", offer["id"]), Haggle("more", "give-1:pp"))
    assert counter is not None
    match.submit("2", counter.command(names(match, "2", "en")))
    [offer] = match.view("1")["offers"]
    match.submit("1", {"kind": "accept", "offer": offer["id"]})
    assert [it["kind"] for it in match.view("2")["sectors"]["karst"]["stacks"][0]["pawns"]] == ["guard", None]


def test_presses_that_make_no_sense_change_nothing() -> None:
    match = begun()
    assert haggled(match, "1", Haggle("new", "9")) == Terms()
    start = haggled(match, "1", Haggle("new", "2"))
    assert start == Terms(("2",))
    own = match.view("1")["cabals"]["1"]["screen"]["pp"]
    wrong = [
        *[Haggle("more", key) for key in ("give-2:gold", "keep-2:pp", "give-3:pp", "give:pp", "give-2", "")],
        *[
            Haggle("toggle", key)
            for key in ("give-2:card:o01", "take-2:marker:atlantis", "give-2:secret", "take-2:show:s1")
        ],
        *[Haggle("with", key) for key in ("1", "9", "")],
        *[Haggle("promise", key) for key in ("3:pay", "1:murder", "others:claim")],
        *[Haggle("slot", key) for key in ("sector:karst", "pp:more", "text")],
        *[
            Haggle("add"),
            Haggle("drop", "7"),
            Haggle("drop", "-1"),
            Haggle("counter", "d9"),
            Haggle("less", "take-2:pp"),
        ],
    ]
    for pressed in wrong:
        assert haggled(match, "1", Haggle("new", "2"), pressed) == start, pressed
    many = haggled(match, "1", Haggle("new", "2"), *[Haggle("more", "give-2:pp")] * (own + 3))
    assert many is not None
    assert many.goods == {"give-2": {"pp": own}}
    unfinished = haggled(match, "1", Haggle("new", "2"), Haggle("promise", "1:send"), Haggle("add"))
    assert unfinished is not None
    assert unfinished.promises == ()
    assert unfinished.promise is not None
    assert not finished(unfinished.promise)


def test_an_offer_to_several_seats_is_made_in_one_form() -> None:
    """NEG-3, NEG-4: what each gives and gets; the same money is not given twice, and a seat that is left out takes its
    part with it. It comes about when all have accepted."""
    match = turn_of(seats={"1": {"pp": 3, "agents": "CC"}, "2": {"pp": 4}})
    presses = [
        Haggle("new"),
        Haggle("with", "2"),
        Haggle("with", "3"),
        *[Haggle("more", "give-2:pp")] * 2,
        *[Haggle("more", "give-3:pp")] * 2,
        Haggle("more", "take-2:pp"),
        Haggle("promise", "3:send"),
        Haggle("slot", "sector:karst"),
        Haggle("add"),
    ]
    terms = haggled(match, "1", *presses)
    assert terms is not None
    made = terms.command(names(match, "1", "en"))
    assert (made["to"], made["give"]) == (["2", "3"], {"2": {"pp": 2}, "3": {"pp": 1}})
    assert made["take"] == {"2": {"pp": 1}}
    alone = haggled(match, "1", *presses, Haggle("with", "3"))
    assert alone is not None
    assert (alone.to, alone.promises, set(alone.goods)) == (("2",), (), {"give-2", "take-2"})
    match.submit("1", made)
    counter = haggled(match, "3", Haggle("counter", "d1"))
    assert counter is not None
    assert (counter.to, counter.goods["take-1"]) == (("1",), {"pp": 1})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("3", {"kind": "accept", "offer": "d1"})
    assert [match.view(it)["cabals"][it]["screen"]["pp"] for it in "123"] == [1, 5, 1]


PROMISES: list[tuple[str, tuple[str, ...], Json, str]] = [
    ("cede", ("stack:s1",), {"stack": "s1"}, "Ilse will give up stack 1"),
    (
        "designate",
        ("sector:motol", "when:last"),
        {"sector": "motol", "when": "last"},
        "Ilse will designate Motol Centre, last",
    ),
    (
        "designate",
        ("sector:motol", "when:first", "when:any"),
        {"sector": "motol"},
        "Ilse will designate Motol Centre (",
    ),
    ("assassinate", ("seat:3", "times:more"), {"seat": "3", "times": 2}, "Ilse will assassinate: Eva, 2 times"),
    ("assassinate", ("seat:3", "sector:karst"), {"sector": "karst", "times": 1}, "Ilse will assassinate: Karst"),
    ("no-spy", (), {"seat": "2"}, "Ilse will not spy on Tomáš"),
    ("bid-at-most", ("sector:karst", "pp:less"), {"sector": "karst", "pp": 0}, "Ilse bids 0 PP at most for Karst"),
    (
        "claim",
        ("stack:s1", "pawn:1-guard", "pawn:2-emissary", "pawn:1-citizen", "secret:o30"),
        {
            "claims": [
                {"at": {"stack": "s1", "pawn": 2}, "is": "emissary"},
                {"at": {"stack": "s1", "pawn": 1}, "is": "citizen"},
                {"secret": "o30"},
            ]
        },
        "pawn 1 from the top of stack 1: Citizen; the secret card is",
    ),
]


@pytest.mark.parametrize(("do", "slots", "made", "promise"), PROMISES)
def test_every_kind_of_promise_is_made_in_the_form(do: str, slots: tuple[str, ...], made: Json, promise: str) -> None:
    """OAT-2, NEG-9: filled in press by press; the engine takes it, and all read it by name."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "GC"}]}}
    match = turn_of(sectors=sectors, secret="o12")
    presses = [Haggle("new", "2"), Haggle("promise", f"1:{do}"), *[Haggle("slot", it) for it in slots], Haggle("add")]
    terms = haggled(match, "1", *presses, Haggle("sworn"))
    assert terms is not None
    assert terms.promises == ({"by": "1", "do": do, "until": "cycle"} | made,)
    match.submit("1", terms.command(names(match, "1", "en")))
    [offer] = match.view("2")["offers"]
    assert promise in offer_words(offer, names(match, "2", "en"))


def test_a_promise_is_about_what_there_is() -> None:
    """OAT-2: a stack of its maker's, a pawn of a stack that is chosen, another player, figures in their bounds."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "GC"}]}}
    match = turn_of(sectors=sectors, secret="o12")
    for do, slots in {
        "cede": ("stack:s1", "stack:s9"),
        "claim": ("pawn:1-guard", "stack:s9", "secret:o99"),
        "assassinate": ("seat:1", "seat:9", "sector:atlantis", "times:less", "when:first"),
        "pay": ("pp:less", "seat:1"),
        "designate": ("when:never",),
    }.items():
        begun_ = haggled(match, "1", Haggle("new", "2"), Haggle("promise", f"1:{do}"))
        for slot in slots:
            pressed = haggled(match, "1", Haggle("new", "2"), Haggle("promise", f"1:{do}"), Haggle("slot", slot))
            assert pressed == begun_, slot
    chosen = [Haggle("new", "2"), Haggle("promise", "1:claim"), Haggle("slot", "stack:s1")]
    for wrong in ("pawn:0-guard", "pawn:3-guard", "pawn:1-king", "pawn:x-guard", "pawn:1"):
        assert haggled(match, "1", *chosen, Haggle("slot", wrong)) == haggled(match, "1", *chosen)


async def offered(table: Table, person: User, to: str, *, discreet: bool = False) -> Json:
    """An offer of 1 PP for 1 PP, made in the form."""
    await press(person, "new-offer")
    await press(person, f"with-{to}")
    await press(person, f"more-give-{to}-pp")
    await press(person, f"more-take-{to}-pp")
    if discreet:
        await press(person, "deal-discreet")
    await press(person, "send-offer")
    return table.view(to)["offers"][-1]


def told(match: Match, viewer: str, kind: str) -> list[str]:
    """The lines of the log, in English, about events of a kind."""
    its = names(match, viewer, "en")
    rows = [row for row in match.view(viewer)["log"] if row["kind"] == kind]
    return [LOG.sentence(row, its).replace("\u00a0", " ") for row in rows]


def test_the_log_says_who_agreed_in_a_whisper_and_what_lies_open_of_it() -> None:
    """NEG-10: to others; to its parties the whole."""
    match = turn_of("1", seats={"1": {"pp": 2, "spies": 1}})
    give = {"pp": 2, "spies": 1}
    match.submit("1", {"kind": "offer", "to": ["2"], "give": give, "discreet": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert told(match, "3", "dealt") == ["Deal: Ilse and Tomáš agree in a whisper; Ilse gives Tomáš: Spies 1."]
    assert told(match, "2", "dealt") == ["Deal: Ilse gives Tomáš: 2 PP, Spies 1."]
    for viewer, whispered in (("2", True), ("3", False)):
        [row] = [row for row in match.view(viewer)["log"] if row["kind"] == "dealt"]
        assert ("whispered" in json.dumps(LOG.line(row, names(match, viewer, "en")))) == whispered


def test_the_log_says_what_was_shown_to_whom_and_to_them_what_it_is() -> None:
    """NEG-8: a pawn, and what lies behind a screen."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "GE"}]}}
    match = turn_of("1", sectors=sectors, seats={"1": {"pp": 5, "agents": "CG", "affinities": {"people": 1}}})
    match.submit("1", {"kind": "show", "to": ["2"], "at": {"stack": "s1", "pawn": 1}})
    match.submit("1", {"kind": "show", "to": ["2"], "screen": ["pp", "agents", "affinities"]})
    assert told(match, "2", "shown") == [
        "Ilse shows Tomáš pawn 1 from the top of stack 1: Guard.",
        "Ilse shows Tomáš the PP behind the screen: 5 PP.",
        "Ilse shows Tomáš the Agents behind the screen: 1 Citizen, 1 Guard.",
        "Ilse shows Tomáš the Affinity tokens behind the screen: People 1.",
    ]
    assert told(match, "3", "shown")[:2] == [
        "Ilse shows Tomáš pawn 1 from the top of stack 1.",
        "Ilse shows Tomáš the PP behind the screen.",
    ]


def test_an_accusation_has_the_colour_of_who_accuses() -> None:
    row = {"n": 1, "kind": "accused", "deal": "d1", "seat": "2", "by": "3"}
    assert "side-3" in LOG.line(row, names(turn_of("1"), "1", "en"))["c"]


def test_the_log_says_what_was_claimed_promised_and_judged() -> None:
    """NEG-9, OAT-2, OAT-6: with the votes, where there were any."""
    match = turn_of(
        "1", cabals=["coordination", "polisec", "syndicate", "resistance"], secret="o54", seats={"1": {"agents": "C"}}
    )
    match.submit("1", {"kind": "say", "claims": [{"secret": "o01"}]})
    [claimed] = told(match, "2", "said")
    assert claimed.startswith("Ilse claims: the secret card is ")
    promises = [{"by": "1", "do": "words", "text": "peace"}, {"by": "1", "do": "no-send", "sector": "karst"}]
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": promises})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("2", {"kind": "accuse", "deal": "d1", "seat": "1"})
    for seat, broken in (("1", False), ("3", True), ("4", False)):
        match.submit(seat, {"kind": "verdict", "broken": broken})
    [judged] = told(match, "3", "judged")
    assert judged.endswith("(votes: 1 for broken, 1 for kept).")
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert told(match, "3", "promise-ended") == [
        "A promise is broken: Ilse will not send to Karst (until the cycle ends)."
    ]


def test_an_offer_is_not_sent_while_a_promise_is_half_made() -> None:
    """It would be left out."""
    presses = [Haggle("new", "2"), Haggle("more", "take-2:C"), Haggle("promise", "1:no-send")]
    match = begun()
    for more, able in (([], False), ([Haggle("slot", "sector:karst"), Haggle("add")], True)):
        terms = haggled(match, "1", *presses, *more)
        assert terms is not None
        its = names(match, "1", "en")
        [send] = [
            it
            for it in nodes(form(terms, its, lambda command: match.check("1", command)))
            if it.get("a", {}).get("data-testid") == "send-offer"
        ]
        assert ("aria-disabled" not in send["a"]) == able


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_an_offer_is_made_out_of_turn_and_accepted(user: User, create_user: CreateUser) -> None:
    """NEG-3, NEG-5, TIM-2: by one who is not asked, without stalling those who are; its form is gone then."""
    table, people = await seated(user)
    asked, _ = turn(table, people)
    maker, taker = [it for it in "123" if it != asked]
    offer = await offered(table, people[int(maker) - 1], taker)
    assert not marked(people[int(maker) - 1], "deal-form")
    assert table.view(SPECTATOR)["waiting"].keys() == {asked}
    await press(people[int(maker) - 1], f"withdraw-{offer['id']}")
    assert table.view(taker)["offers"] == []
    offer = await offered(table, people[int(maker) - 1], taker)
    await press(people[int(taker) - 1], f"accept-{offer['id']}")
    assert table.view(taker)["offers"] == []
    third = people[int(asked) - 1]
    assert ("Accord" if third is people[1] else "Deal") in log(third)


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_note_typed_last_is_in_the_offer(user: User, create_user: CreateUser) -> None:
    """The form is not drawn again while its note is typed."""
    table, people = await seated(user)
    await press(people[0], "new-offer")
    await press(people[0], "with-2")
    await press(people[0], "more-give-2-pp")
    await intend(people[0], marked(people[0], "deal-form")[0][0], {"do": "haggle", "part": "note", "text": "for Karst"})
    await press(people[0], "send-offer")
    assert [it["note"] for it in table.view("2")["offers"]] == ["for Karst"]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_whispered_offer_is_shown_to_its_parties_alone(user: User, create_user: CreateUser) -> None:
    """NEG-10: the third sees that something is whispered, no terms, and no way to answer; nor can they."""
    table, people = await seated(user)
    asked, _ = turn(table, people)
    maker, taker = [it for it in "123" if it != asked]
    offer = await offered(table, people[int(maker) - 1], taker, discreet=True)
    third = people[int(asked) - 1]
    [(_, slip)] = marked(third, f"offer-{offer['id']}")
    assert "PP" not in words(slip)
    assert not marked(third, f"accept-{offer['id']}")
    assert marked(people[int(taker) - 1], f"accept-{offer['id']}")
    [(pane, _)] = marked(third, "deals")
    await intend(third, pane, {"do": "play", "command": {"kind": "accept", "offer": offer["id"]}})
    assert len(table.view(taker)["offers"]) == 1
    assert "1 PP" not in log(third)
    await press(people[int(taker) - 1], f"decline-{offer['id']}")
    assert table.view(taker)["offers"] == []
    assert read(third)
