"""The bots: legal answers, whole matches, and the greedy one against chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.diktat import Match
from rules.diktat.bots import ADVISOR, BOTS, answer, evaluate, offer
from rules.diktat.bots.evaluation import WEIGHTS, evaluate_cycle, worths
from rules.diktat.bots.greedy import ranked
from rules.diktat.bots.offers import after_offer
from rules.diktat.bots.worth import peril
from rules.kernel import Json
from rules.kernel.bots import Budget, search
from rules.kernel.bots.advisor import values
from tests.diktat.table import asked, resolution, table, turn
from tests.diktat.tournament import report, tournament

CABALS = ["coordination", "black-guard", "polisec", "resistance", "syndicate"]


def played(names: list[str], seed: int, others: bool = False) -> Match:
    options = {"players": len(names), "configurations": ["others"] if others else []}
    match, rng = Match.new(options, seed), random.Random(seed)
    for _ in range(2_000):
        if not match.asked:
            return match
        seat = next(iter(match.asked))
        match.submit(seat, BOTS[names[int(seat) - 1]](match, seat, rng))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    for seed in range(2):
        seat = seed % players
        match = played(["greedy" if n == seat else "random" for n in range(players)], seed)
        assert match.outcome is not None
        assert match.outcome["winners"] == [str(seat + 1)]


@pytest.mark.parametrize("players", [2, 5])
def test_greedy_bots_play_with_the_others(players: int) -> None:
    assert played(["greedy"] * players, 1, others=True).outcome is not None


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_greedy_bot_lets_its_left_neighbour_begin(players: int) -> None:
    """MAN-1: so that the Administrator moves last."""
    match, rng = Match.new({"players": players}, seed=3), random.Random(3)
    while "first-player" not in asked(match).values():
        seat = next(iter(match.asked))
        match.submit(seat, BOTS["greedy"](match, seat, rng))
    ((seat, _),) = match.asked.items()
    command = BOTS["greedy"](match, seat, rng)
    assert command == {"kind": "first-player", "seat": str(int(seat) % players + 1)}


def test_the_fewer_others_there_are_to_take_a_corrupted_card_the_more_it_is_worth() -> None:
    """ORE-7, ORE-8: taking it is the only way to keep the seventh from coming."""
    perils = [
        peril(
            table(
                cabals=CABALS[:n], configurations=["others"], others={"track": ["o25", "o43"], "pool": "CCCCGGGGEEEE"}
            ).state
        )
        for n in (2, 3, 4, 5)
    ]
    assert perils == sorted(perils, reverse=True)
    assert len(set(perils)) == 4
    assert peril(table(cabals=CABALS[:2]).state) == 0.0


def test_of_two_seats_neither_likes_it_that_all_may_lose() -> None:
    """ORE-8: what all may lose by is no gain of either, with two as with more; without the Others there is none."""

    def at(track: list[str]) -> dict[str, float]:
        others = {"track": track, "pool": "CCCCGGGGEEEE"}
        return values(table(cabals=CABALS[:2], configurations=["others"], others=others), ADVISOR)

    calm, near = at([]), at(["o25", "o27", "o31", "o37", "o43", "o49"])
    assert all(near[seat] < calm[seat] for seat in ("1", "2"))
    assert sum(values(table(cabals=CABALS[:2]), ADVISOR).values()) == pytest.approx(0)


def test_the_greedy_bot_stops_first_who_leads() -> None:
    """ASN-2: of two like stacks it assassinates in that of the seat with more Victory points."""
    stacks = [{"id": f"s{seat}", "seat": seat, "pawns": "EC"} for seat in ("2", "3")]
    for leader in ("2", "3"):
        seats = {leader: {"extra": 5}}
        match = turn(
            "1", seats=seats, cycle=2, sectors={"karst": {"stacks": stacks}}, track=["o25", "o27"], secret=None
        )
        command = BOTS["greedy"](match, "1", random.Random(1))
        assert (command["kind"], command["at"]["stack"]) == ("assassinate", f"s{leader}")


def test_stopping_who_would_take_a_corrupted_card_is_worth_less() -> None:
    """ORE-7, ORE-8: who takes it averts the peril for all."""

    def worth(track: list[str]) -> float:
        sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EC"}]}}
        others = {"track": track, "pool": "CCCCGGGGEEEE"}
        match = turn("1", cabals=CABALS[:2], configurations=["others"], others=others, sectors=sectors, cycle=2)
        return max(n for n, said in ranked(match.state, "1", random.Random(1)) if said["kind"] == "assassinate")

    assert worth(["o31", "o37", "o43", "o49"]) < worth(["o31"])


@pytest.mark.parametrize("players", [2, 5])
def test_polisec_lays_dormant_agents(players: int) -> None:
    """DOR-1: where one Emissary more takes something, at any number of seats."""
    cabals = ["polisec", *(it for it in CABALS if it != "polisec")][:players]
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "E"}, {"id": "s2", "seat": "2", "pawns": "CC"}]}}
    seats = {"1": {"reserve": 1, "agents": ""}}
    match = turn("1", cabals=cabals, seats=seats, sectors=sectors, cycle=2, track=["o25", "o27"], secret=None)
    kinds = [said["kind"] for worth, said in ranked(match.state, "1", random.Random(1)) if worth > 0.5]
    assert kinds[0] == "spy"


def test_the_evaluation_rises_with_victory_points() -> None:
    seats = {"1": {"cabal": "coordination"}, "2": {"cabal": "polisec", "extra": 3}}
    match = Match.from_position({"players": 2, "phase": "manoeuvres", "turn": "1", "seats": seats})
    assert evaluate(match, "2") > 0 > evaluate(match, "1") >= -1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # CNQ-3: who is about to take, and who comes too late; GEN-11, AFF-2: a token that fits a symbol of one's own
        ({"sectors": {"karst": {"stacks": [["1", "EE"]]}}}, {"sectors": {"karst": {"stacks": [["1", "CG"]]}}}),
        ({"sectors": {"karst": {"stacks": [["1", "EE"], ["2", "CC"]]}}},
         {"sectors": {"karst": {"stacks": [["1", "CC"], ["2", "EE"]]}}}),
        ({"one": {"cards": ["o01"], "affinities": {"politics": 1}}}, {"one": {"cards": ["o01"], "affinities": {}}}),
        ({"one": {"pp": 4}}, {"one": {"pp": 1}}),
        ({"one": {"markers": {"mala-strana": 1}}}, {"one": {}}),
        ({"one": {}}, {"one": {"debts": 1}}),
    ],
)  # fmt: skip
def test_the_evaluation_tells_the_better_position(better: Json, worse: Json) -> None:
    def worth(what: Json) -> float:
        stacks = {
            sector: {"stacks": [{"id": f"s{n}", "seat": s, "pawns": it} for n, (s, it) in enumerate(row["stacks"], 1)]}
            for sector, row in what.get("sectors", {}).items()
        }
        seats = {"1": what.get("one", {})}
        match = turn("1", cabals=["coordination", "syndicate"], cycle=2, sectors=stacks, seats=seats)
        return evaluate(match, "1")

    assert worth(better) > worth(worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"extra": 2}, {}),
        ({"extra": 2}, {"extra": 2, "debts": 1}),
        ({"cards": ["o01"], "affinities": {"politics": 1}}, {"cards": ["o01"], "affinities": {"people": 1}}),
        ({"affinities": {"politics": 2}}, {"affinities": {"politics": 1}}),
        ({"pp": 9}, {"pp": 1}),
    ],
)
@pytest.mark.parametrize("cycle", [2, 3, 4, 5])
def test_as_a_cycle_begins_the_evaluation_tells_the_better_seat(better: Json, worse: Json, cycle: int) -> None:
    def worth(what: Json, seat: str = "1") -> float:
        seats = {"1": what}
        return evaluate_cycle(turn("1", cabals=["coordination", "syndicate"], cycle=cycle, seats=seats), seat)

    assert 1 > worth(better) > worth(worse) > -1
    assert worth(better, "2") == pytest.approx(-worth(better))


def test_as_the_last_cycle_begins_a_point_is_worth_most() -> None:
    """END-1: later nobody can make up for it; PP only break ties (END-4)."""
    assert list(WEIGHTS["points"]) == sorted(WEIGHTS["points"], reverse=True)
    assert all(point > 10 * pp for point, pp in zip(WEIGHTS["points"], WEIGHTS["pp"], strict=True))


@pytest.mark.parametrize("players", [2, 5])
def test_the_shortlist_begins_with_the_greedy_bots_command(players: int) -> None:
    match, kinds = Match.new({"players": players}, seed=4), set()
    while match.asked and match.state.cycle < 2:
        seat, question = next(iter(match.asked.items()))
        greedy = BOTS["greedy"](match, seat, random.Random(9))
        shortlist = list(ADVISOR.shortlist(match, seat, random.Random(9)))
        assert shortlist[0] == greedy
        assert all(match.check(seat, command) is None for command in shortlist)
        kinds.add(question.kind)
        match.submit(seat, greedy)
    assert {"manoeuvre", "take"} <= kinds


@pytest.mark.parametrize("players", [2, 5])
def test_a_playout_ends_with_the_cycle(players: int) -> None:
    match, rng = Match.new({"players": players}, seed=4), random.Random(4)
    while match.state.cycle < 1:
        seat = next(iter(match.asked))
        match.submit(seat, BOTS["greedy"](match, seat, rng))
    ADVISOR.playout(match, 0, rng)
    assert (match.state.cycle, match.outcome) == (2, None)
    assert any(event["kind"] == "taken" for event in match.journal)


def test_the_searching_bot_answers_from_what_its_seat_knows() -> None:
    match = Match.new({"players": 3}, seed=2)
    seat = next(iter(match.asked))
    ranked = search(ADVISOR, match.imagine(seat, 1), seat, 1, Budget(6))
    assert match.check(seat, ranked[0].command) is None


# ---- offers ----------------------------------------------------------------------------------------------------------

RICH: Json = {"1": {"pp": 6, "agents": "CE"}, "2": {"pp": 4, "agents": "CGE", "markers": {"karst": 1}}}


def said(match: Match, seat: str, bot: str = "greedy") -> str:
    """A bot's answer to the first offer that waits for its seat, from a world imagined for it."""
    command = answer(match.imagine(seat, 5), seat, bot, 5, offered=True)
    assert match.check(seat, command) is None
    return str(command["kind"])


def offered(terms: Json, whose: str = "3") -> Match:
    """Seat 1 offers this to seat 2, in the turn of a third by default."""
    match = turn(whose, seats=RICH)
    match.submit("1", {"kind": "offer", "to": ["2"], **terms})
    return match


@pytest.mark.parametrize("bot", ["greedy", "random", "search"])
@pytest.mark.parametrize("discreet", [False, True])
@pytest.mark.parametrize("whose", ["1", "2", "3"])
def test_a_bot_takes_a_gift_and_declines_a_loss(bot: str, discreet: bool, whose: str) -> None:
    """NEG-3, NEG-4, NEG-10: whoever's turn it is, open or whispered."""
    gift = offered({"give": {"pp": 2}, "discreet": discreet}, whose)
    assert said(gift, "2", bot) == "accept"
    loss = offered({"take": {"2": {"pp": 2}}, "discreet": discreet}, whose)
    assert said(loss, "2", bot) == "decline"
    assert asked(gift) == {whose: "manoeuvre"}


@pytest.mark.parametrize(
    ("terms", "reply"),
    [
        ({"give": {"pp": 1}, "take": {"2": {"markers": ["karst"]}}}, "decline"),
        ({"give": {"agents": "E"}, "take": {"2": {"agents": "C"}}}, "accept"),
        ({"give": {"agents": "C"}, "take": {"2": {"agents": "E"}}}, "decline"),
        ({}, "decline"),
    ],
)
def test_a_bot_weighs_what_it_gives_and_takes(terms: Json, reply: str) -> None:
    """NEG-2; an offer of nothing for nothing is no gain."""
    assert said(offered(terms), "2") == reply


def test_a_bot_prices_sworn_promises_and_no_others() -> None:
    """OAT-2, OAT-3, NEG-11: a sworn payment to come is worth something; one that is not sworn binds nobody."""
    pays = {"by": "1", "do": "pay", "seat": "2", "pp": 6}
    assert said(offered({"promises": [pays], "sworn": True, "take": {"2": {"pp": 1}}}), "2") == "accept"
    assert said(offered({"promises": [pays], "sworn": False, "take": {"2": {"pp": 1}}}), "2") == "decline"
    owes = {"by": "2", "do": "pay", "seat": "1", "pp": 6}
    assert said(offered({"promises": [owes], "sworn": True, "give": {"pp": 1}}), "2") == "decline"


def test_an_offer_to_several_is_weighed_as_if_all_agreed() -> None:
    """NEG-3: it comes about when everyone it names has accepted."""
    match = turn("3", seats=RICH)
    match.submit("1", {"kind": "offer", "to": ["2", "3"], "give": {"2": {"pp": 1}, "3": {"pp": 3}}})
    assert (said(match, "2"), said(match, "3")) == ("accept", "accept")


def test_a_bot_declines_an_offer_that_it_cannot_deliver() -> None:
    """NEG-3: a bot lets no offer lie that it may not accept."""
    assert said(offered({"give": {"pp": 9}, "take": {"2": {"spies": 3}}}), "2") == "decline"


# ---- offers that bots make -------------------------------------------------------------------------------------------

# o01 bears a symbol of Politics, o09 of Artefact: each has the token that the other could flip
CROSSED: Json = {
    "1": {"cards": ["o01"], "affinities": {"artefact": 1}, "pp": 0, "agents": ""},
    "2": {"cards": ["o09"], "affinities": {"politics": 1}, "pp": 0, "agents": ""},
    "3": {"extra": 5, "pp": 0, "agents": ""},
}


def test_a_bot_offers_a_token_for_one_that_fits_and_the_other_accepts() -> None:
    """AFF-2, NEG-2: a gain for both, at the cost of the third."""
    match = turn("3", seats=CROSSED, cycle=2)
    proposal = offer(match.imagine("1", 4), "1", [], 4)
    assert proposal is not None
    swap = {"give": {"affinities": {"artefact": 1}}, "take": {"2": {"affinities": {"politics": 1}}}}
    assert proposal["command"] == {"kind": "offer", "to": ["2"], **swap}
    match.submit("1", proposal["command"])
    assert said(match, "2") == "accept"
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert offer(match.imagine("1", 4), "1", [proposal], 4) is None


def test_a_bot_sells_an_emissary_that_it_cannot_send_any_more() -> None:
    """EOC-3: its last Manoeuvre pawn is spent; the buyer has pawns and nobody to send."""
    seats = {
        "1": {"pawns": 0, "agents": "E", "pp": 1},
        "2": {"pawns": 3, "agents": "", "pp": 3},
        "3": {"extra": 5, "pp": 0, "agents": ""},
    }
    match = turn("3", seats=seats, cycle=2)
    proposal = offer(match.imagine("1", 4), "1", [], 4)
    assert proposal is not None
    assert proposal["command"]["give"] == {"agents": "E"}
    assert proposal["command"]["take"]["2"]["pp"] > 0
    match.submit("1", proposal["command"])
    assert said(match, "2") == "accept"


@pytest.mark.parametrize("one", [{"pawns": 2, "agents": "E"}, {"affinities": {"artefact": 1}}, {"cards": ["o02"]}])
def test_a_bot_sells_nothing_that_pp_do_not_replace(one: Json) -> None:
    """Not an Emissary that it can send itself, nor a token or card, whatever another would pay for it."""
    seats = {
        "1": {"agents": "", "pp": 0, **one},
        "2": {"pawns": 3, "agents": "", "pp": 20, "cards": ["o09"]},
        "3": {"extra": 9, "pp": 0, "agents": ""},
    }
    match = turn("3", seats=seats, cycle=2)
    assert [offer(match.imagine(it, 4), it, [], 4) for it in "12"] == [None, None]


def test_two_players_have_nothing_to_trade_and_nobody_offers_while_others_bid() -> None:
    """What one gains the other loses; TIM-1."""
    two = turn("2", cabals=CABALS[:2], seats={it: CROSSED[it] for it in "12"}, cycle=2)
    assert offer(two.imagine("1", 4), "1", [], 4) is None
    stacks = [{"id": f"s{seat}", "seat": seat, "pawns": "E"} for seat in "23"]
    match = resolution(seats=CROSSED, cycle=2, track=["o25"], sectors={"karst": {"stacks": stacks}})
    while "call" in asked(match).values():
        seat = next(iter(match.asked))
        match.submit(seat, match.asked[seat].default)
    assert set(asked(match).values()) == {"bid"}
    assert offer(match.imagine("1", 4), "1", [], 4) is None


@pytest.mark.parametrize("goods", [{"affinities": {"artefact": 1}}, {"agents": "E"}])
def test_an_offer_is_judged_by_the_state_that_the_engine_makes_of_it(goods: Json) -> None:
    """NEG-6: what the bots take for the state after an offer is what comes of it at the table."""
    own = {"cards": ["o01", "o09"], "affinities": {"artefact": 1}, "agents": "CE"}
    match = turn("3", seats={"1": own, "2": {"pp": 9, "agents": ""}}, cycle=2)
    command = {"kind": "offer", "to": ["2"], "give": goods, "take": {"2": {"pp": 5}}}
    after = after_offer(match.state, "1", command)
    assert worths(after) != worths(match.state)
    match.submit("1", command)
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert worths(after) == worths(match.state)


def test_two_players_play_with_offers_as_without() -> None:
    """No offer is made, and looking for one changes nothing."""
    for others in (False, True):
        one, two = (next(tournament(1, 2, others, "greedy", Budget(1), 5, 1, deals=it)) for it in (False, True))
        assert (one.outcome, one.moves, one.taken) == (two.outcome, two.moves, two.taken)


def test_bots_with_offers_play_to_the_end_and_keep_to_the_limits() -> None:
    """NEG-5: at most one offer a seat and phase, none made twice; what is accepted changes hands."""
    played = next(tournament(1, 5, False, "greedy", Budget(1), 3, 1, deals=True))
    assert played.outcome["winners"]
    assert 0 < played.accepted <= played.offers <= 5 * 3 * 3
    assert len(played.replying) == played.offers
    assert any("a match, accepted: " in row for row in report([played, played]))


@pytest.mark.parametrize(
    ("promise", "cabal", "one", "stacks"),
    [
        ({"do": "no-assassinate", "seat": "2"}, "coordination", {"agents": "", "pp": 0}, {"2": "EE"}),
        ({"do": "no-send", "sector": "old-town"}, "coordination", {"agents": "EEE", "pp": 0}, {"2": "CC"}),
        # DOR-1: a look there lets PoliSec lay a Dormant agent, which would take something
        ({"do": "no-spy", "sector": "karst"}, "polisec", {"agents": "", "reserve": 1}, {"2": "CC", "1": "E"}),
    ],
)
def test_the_greedy_bot_keeps_its_sworn_word(promise: Json, cabal: str, one: Json, stacks: Json) -> None:
    """OAT-3: what it would do first it does not do once it has sworn not to; unsworn words bind nobody (NEG-11)."""
    sectors = {"karst": {"stacks": [{"id": f"s{seat}", "seat": seat, "pawns": it} for seat, it in stacks.items()]}}

    def first(sworn: bool) -> tuple[str, Any]:
        cabals = [cabal, "black-guard", "resistance"]
        match = turn("1", cabals=cabals, seats={"1": one}, cycle=2, sectors=sectors, track=["o25", "o27"], secret=None)
        match.submit("2", {"kind": "offer", "to": ["1"], "promises": [{"by": "1", **promise}], "sworn": sworn})
        match.submit("1", {"kind": "accept", "offer": "d1"})
        command = BOTS["greedy"](match, "1", random.Random(1))
        return command["kind"], command.get("sector")

    breaks = (promise["do"].removeprefix("no-"), "old-town" if promise["do"] == "no-send" else None)
    assert first(sworn=False) == breaks
    assert first(sworn=True) != breaks
