"""The kernel's bots, on the auction and the duel: equal seeds give equal answers, they know no more than their seat,
they find obvious commands, and they keep to their budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rules.invader import Match as Duel
from rules.invader import bots as invader
from rules.kernel import Json
from rules.kernel.bots import (
    Advisor,
    Budget,
    HouseBot,
    greedy_answer,
    proposed,
    random_answer,
    search,
    values,
)
from tests.invader.table import duel, hero, on
from tests.standin import bots as auction
from tests.standin.engine import Match as Auction
from tests.standin.subject import twin
from tests.tournament import Played, main, report, tournament, wilson

FEW = Budget(40)
GAMES = {"auction": (Auction, auction.ADVISOR), "duel": (Duel, invader.HINT_ADVISOR)}


def stood(game: str, commands: int) -> tuple[Any, str]:
    """A match after this number of random commands or the next ones at which the seat that is asked has a choice, and
    that seat."""
    match, rng = GAMES[game][0].new({}, 3), Random(3)
    for n in count():
        seat = next(iter(match.asked))
        if n >= commands and len([*islice(match.commands(seat), 2)]) == 2:
            return match, seat
        match.submit(seat, random_answer(match, seat, rng))
    raise AssertionError


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_budget_give_the_same_answer(game: str) -> None:
    match, seat = stood(game, 5)
    one, two = (search(GAMES[game][1], match, seat, 7, FEW) for _ in range(2))
    assert one == two
    assert sum(it.visits for it in one) == FEW.iterations
    assert match.position() == stood(game, 5)[0].position()


@pytest.mark.parametrize("bot", ["search", "greedy", "steady", "novice", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_twins_get_the_same_answer(game: str, bot: str) -> None:
    """Two matches that are one to a seat: everything hidden from it is another, and its bot says the same."""
    match, seat = stood(game, 6)
    other = twin(match, seat, Random(1)) if game == "auction" else match.imagine(seat, 8)
    assert other.position() != match.position()
    answer = HouseBot(GAMES[game][1], FEW)
    assert answer(match.imagine(seat, 5), seat, bot, 5, None) == answer(other.imagine(seat, 5), seat, bot, 5, None)


def last_lot(**more: Any) -> Auction:
    """BID-6: the last lot, worth 6, with two cards left."""
    bidding = {"frame": "bidding", "number": 4, "worth": 6, "answers": {}}
    hands = {"1": [1, 30], "2": [10, 20]}
    position = {"options": {"players": 2}, "hands": hands, "score": {"1": 0, "2": 0}, "stack": [bidding], "asked": {}}
    return Auction.from_position({**position, **more}, seed=1)


@pytest.mark.parametrize("bot", ["search", "greedy"])
def test_the_last_lot_is_bid_for_with_the_highest_card(bot: str) -> None:
    answer = HouseBot(auction.ADVISOR, FEW)
    assert answer(last_lot(), "1", bot, 1, None) == {"kind": "bid", "card": 30}


@pytest.mark.parametrize(("winners", "worth"), [(["1"], 1.0), (["1", "2"], 0.0), ([], -0.6)])
def test_a_win_that_several_share_is_a_share_of_one(winners: list[str], worth: float) -> None:
    """Of two, a half: as much as a draw that nobody minds; one that nobody wants is what the game says."""
    advisor = replace(auction.ADVISOR, drawn=lambda match: -0.6)
    ended: Any = SimpleNamespace(outcome={"winners": winners}, sides=last_lot().sides)
    assert values(ended, advisor) == {"1": worth, "2": -1.0 if winners == ["1"] else worth}


def test_answers_sealed_at_the_same_time_are_not_known() -> None:
    """BID-3: whatever the other will bid in a world is drawn before the commands are tried there: a lot that the 20
    takes half of the time is worth the half of it, not what somebody who sees the bid would get."""
    match = last_lot(
        hands={"1": [15, 16], "2": [10, 20]},
        discards={"1": [card for card in range(1, 31) if card not in (10, 15, 16, 20)]},
    )
    ranked = search(auction.ADVISOR, match, "1", 1, Budget(200))
    assert all(abs(it.value) < 0.6 for it in ranked)


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(("card", "won"), [(10, True), (20, False)])
def test_others_answer_at_the_same_time_as_the_game_says(card: int, won: bool, sealed: bool) -> None:
    """`Advisor.reply`: 15 or 16 wins against a 10 and not against a 20; the same where the other has sealed its bid."""
    match = last_lot(
        hands={"1": [15, 16], "2": [10, 20]},
        discards={"1": [card for card in range(1, 31) if card not in (10, 15, 16, 20)]},
    )
    if sealed:
        match.submit("2", {"kind": "bid", "card": 30 - card})
    advisor = replace(auction.ADVISOR, reply=lambda match, seat, rng: {"kind": "bid", "card": card})
    assert all((it.value > 0) is won for it in search(advisor, match, "1", 1, Budget(20)))


def test_a_tree_of_depth_one_compares_the_commands_of_the_root() -> None:
    match, seat = stood("auction", 0)
    for deepest, flat in ((1, True), (9, False)):
        lengths = set[int]()
        playout = lambda match, depth, rng, lengths=lengths: lengths.add(len(match.state.hands["1"]))  # noqa: E731
        search(replace(auction.ADVISOR, deepest=deepest, playout=playout), match, seat, 1, Budget(120))
        assert (len(lengths) == 1) is flat


@pytest.mark.parametrize(("better", "kept"), [(0.0, 12), (0.5, 0)])
def test_the_usual_answer_stands_against_luck_and_not_against_a_better_one(better: float, kept: int) -> None:
    """`Advisor.usual`: of commands that are worth as much, but for luck, one always looks better."""
    match, seat = stood("auction", 0)
    usual = next(match.commands(seat))
    noise = Random(1)

    def evaluate(tried: Auction, _: str) -> float:
        return noise.uniform(-0.5, 0.5) + better * (usual["card"] in tried.state.hands[seat])

    advisor = replace(auction.ADVISOR, evaluate=evaluate, deepest=1, playout=lambda *_: None, usual=lambda *_: usual)
    answers = [search(advisor, match, seat, seed, Budget(60))[0].command for seed in range(20)]
    assert (answers.count(usual) >= kept) if kept else usual not in answers


def dealt(match: Auction, seat: str) -> frozenset[int]:
    """The cards that a seat was dealt."""
    return frozenset((*match.state.hands[seat], *match.state.discards.get(seat, ())))


def test_each_visit_of_a_command_is_in_a_new_world() -> None:
    """Where nothing is grown below the root; a tree keeps to the worlds of its budget."""
    match, seat = stood("auction", 0)
    for deepest, worlds in ((1, None), (9, 3)):
        met = set[frozenset[int]]()
        playout = lambda match, depth, rng, met=met: met.add(dealt(match, "2"))  # noqa: E731
        rows = search(replace(auction.ADVISOR, deepest=deepest, playout=playout), match, seat, 1, Budget(90, worlds=3))
        assert len(met) == (worlds or max(row.visits for row in rows))


def test_the_last_drain_is_found() -> None:
    """ATK-4, END-1: with two more points of Force in Africa the Human has one card left and must draw two."""
    match = duel(
        number=5,
        active="1",
        phase="main",
        play=[*on("1", "africa", "colossus"), *on("1", "eurasia", "skitterling")],
        hero=hero(zone="pacific-rim"),
        hands={"1": ["skitterling", "skitterling"], "2": []},
        decks={"1": ["husk"] * 10, "2": ["militia"] * 5},
    )
    best = search(invader.HINT_ADVISOR, match, "1", 1, Budget(120))[0]
    assert "africa" in best.command.values()
    assert best.value > 0.5


def test_a_clock_ends_a_search_early() -> None:
    """The clock is the caller's: here a second passes at every look."""
    match, seat = stood("duel", 5)
    seconds = count()
    ranked = search(invader.HINT_ADVISOR, match, seat, 7, Budget(500, seconds=10.0), lambda: float(next(seconds)))
    assert sum(it.visits for it in ranked) == 9
    assert ranked[0].visits


def test_the_search_considers_only_the_shortlist() -> None:
    """A shortlist takes the place of all commands; where it is empty one of them is said all the same."""

    def only(match: Any, seat: str, rng: Random) -> Iterator[Json]:
        return (it for it in match.commands(seat, rng) if it.get("card") == 10)

    match = last_lot()
    assert search(Advisor(auction.evaluate, only), match, "2", 1, FEW)[0].command == {"kind": "bid", "card": 10}
    assert greedy_answer(Advisor(auction.evaluate, only), match, "1", Random(1))["kind"] == "bid"


def test_the_search_evaluates_after_the_playout() -> None:
    """A playout that bids for the third lot, too: the evaluation sees the last one, or that for what playouts leave."""

    def not_here(match: Any, seat: str) -> float:
        raise AssertionError

    def to_the_last_lot(match: Any, depth: int, rng: Random) -> None:
        while match.state.stack[-1].number < 4:
            seat = next(iter(match.asked))
            match.submit(seat, random_answer(match, seat, rng))

    def number(match: Any, seat: str) -> float:
        lot = match.state.stack[-1].number / 10
        return lot if seat == "1" else -lot

    second = {"frame": "bidding", "number": 2, "worth": 5, "answers": {}}
    match = last_lot(stack=[second], hands={"1": [1, 11, 15, 30], "2": [5, 10, 20, 25]})
    further = Advisor(number, playout=to_the_last_lot)
    for advisor, lot in ((Advisor(number), 3), (further, 4), (replace(further, evaluate=not_here, later=number), 4)):
        tried = [it.value for it in search(advisor, match, "1", 1, Budget(2)) if it.visits]
        assert tried == [pytest.approx(lot / 10, rel=0.01)] * 2


@pytest.mark.parametrize("bot", ["search", "greedy", "steady", "novice", "random"])
def test_to_a_proposal_every_bot_answers_alike(bot: str) -> None:
    match, _ = stood("auction", 3)
    answer = HouseBot(auction.ADVISOR, FEW)
    for what, accept in (("takeback", True), ("draw", False)):
        asking = match.fork(1)
        asking.submit("1", {"kind": "propose", "what": what})
        assert answer(asking.imagine("2", 1), "2", bot, 1, None) == {"kind": "adjust", "accept": accept}


@pytest.mark.soak
def test_ten_matches_of_the_duel_are_won_against_one_that_plays_anything() -> None:
    """At a budget far below a table's (docs/bots.md has the figures of that)."""
    played = list(tournament("invader", 5, "search:6", "random", seed=1, processes=1))
    assert len(played) == 10
    assert sum(it.outcome["winners"] == [it.first] for it in played) >= 9
    assert wilson(9, 10)[0] > 0.5


def test_a_tournament_reports_sides_endings_turns_and_cards() -> None:
    """Three duels: a Surge is held to the end in each, a Maw is never played but once given up as a payment."""
    sides = {"1": "invader", "2": "human"}
    ended = (("1", "deck", 12), ("2", "plot", 20), ("1", "heroes", 16))
    played = [
        Played("1", {"winners": [seat], "reason": why}, turns, Counter(), Counter(), sides)
        for seat, why, turns in ended
    ]
    for game in played:
        game.drawn, game.used, game.held = {"husk", "surge", "maw"}, {"husk"}, {"surge"}
    lines = list(report(played, "search:9", "greedy"))
    assert "invader: 2 of 3 = 66.7% (20.8% to 93.9%)" in lines
    assert "human: 1 of 3 = 33.3% (6.1% to 79.2%)" in lines
    assert "turns: median 16, 12 to 20 in 8 of 10, most 20" in lines
    assert "ended by plot, human won: 1 of 3 = 33.3% (6.1% to 79.2%)" in lines
    assert "  husk: 3, 3 (44% to 100%), 0" in lines
    assert "never played in some 3 matches in a row: ['maw', 'surge']" in lines
    assert "left in hand in over 90% of the matches in which they were drawn: ['surge']" in lines
    assert lines[-1].endswith("in over 90% of the matches in which they were drawn: ['maw', 'surge']")


def test_a_tournament_of_one_match_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["auction", "1", "--one", "greedy", "--other", "random"])
    assert "at least two matches" in capsys.readouterr().err


def test_a_tournament_counts_by_sides() -> None:
    """Of four matches the scouts, whose seats are one bot's, win two together; nobody gets anything where all lose."""
    sides = {"1": "warden", "2": "scouts", "3": "scouts"}
    ended: list[Json] = [
        {"winners": ["2", "3"], "reason": "relics"},
        {"winners": ["2", "3"], "reason": "relics"},
        {"winners": ["1"], "reason": "rounds"},
        {"winners": [], "reason": "flood", "all_lost": True},
    ]
    played = [Played("2", outcome, 5, Counter(), Counter(), sides) for outcome in ended]
    lines = [line.partition(" (")[0] for line in report(played, "search:9", "greedy")]
    assert lines[0] == "search:9: 2 of 4 = 50.0%"
    assert lines[1] == "greedy"  # "(against it): 1 of 4"
    assert lines[2:4] == ["warden: 1 of 4 = 25.0%", "scouts: 2 of 4 = 50.0%"]
    assert "ended by relics, scouts won: 2 of 4 = 50.0%" in lines
    assert "ended by flood, nobody won: 1 of 4 = 25.0%" in lines


def test_a_tournament_of_olomoc_reports_factions_cabals_and_endings() -> None:
    """Three bouts, one of a faction against itself, which tells nothing of factions; one is drawn by the Traque."""
    rows: list[Any] = [
        (("stokers", "vigil"), ["1"], "points", {"1": 6, "2": 2}),
        (("stokers", "vigil"), [], "traque", {"1": 0, "2": 0}),
        (("vigil", "vigil"), ["2"], "points", {"1": 1, "2": 4}),
    ]
    played = []
    for (ones, twos), winners, reason, points in rows:
        outcome = {"winners": winners, "reason": reason, "points": points}
        played.append(Played("1", outcome, 4, Counter(), Counter(), {"1": "seat 1", "2": "seat 2"}))
        factions = {"1": ones, "2": twos}
        deaths = Counter({"adverse": 1})
        played[-1].facts = {"agenda": "valves", "factions": factions, "cabals": factions, "deaths": deaths}
    lines = [line.partition(" (")[0] for line in report(played, "greedy", "greedy")]
    assert "  stokers: 1.5 of 2 = 75.0%" in lines
    assert "  vigil: 0.5 of 2 = 25.0%" in lines
    assert "  valves: the better score 4 in the median" in lines
    assert "    ended by the Traque 1 of 3 = 33.3%" in lines
    assert "    drawn 1 of 3 = 33.3%" in lines
    assert lines[-1] == "deaths by who dealt them: {'adverse': 3}, 1.0 a match"


# ---- offers ----------------------------------------------------------------------------------------------------------


def gifts(*rows: tuple[str, int], part: str = "1") -> Advisor:
    """Candidates for offers of points (BID-9), where seat 1 would be rid of its points and the others want them."""

    def evaluate(match: Any, seat: str) -> float:
        score = match.state.score[seat]
        return -score / 10 if seat == "1" else score / 20

    def offers(match: Any, seat: str, rng: Random) -> Iterator[Json]:
        return ({"kind": "gift", "to": to, "points": points} for to, points in rows)

    return Advisor(evaluate, offers=offers, part=lambda match: part)


def offer_of(advisor: Advisor, made: list[Json] | None = None) -> Json | None:
    """The offer of seat 1 to two others."""
    match = Auction.new({"players": 3}, 3)
    before = match.position()
    offer = proposed(advisor, match, "1", made or [], Random(1))
    assert match.position() == before
    return offer


def test_an_offer_is_made_that_is_a_gain_for_all_whom_it_names() -> None:
    """Of several, the one whose smallest gain is the largest."""
    assert offer_of(gifts(("2", 1), ("3", 4), ("2", 2), ("2", -3))) == {
        "part": "1",
        "command": {"kind": "gift", "to": "3", "points": 4},
    }
    assert offer_of(gifts(("2", -3), ("3", -1))) is None
    assert offer_of(gifts()) is None


def test_an_offer_is_not_made_where_it_is_a_loss_for_the_other() -> None:
    """Seat 1 gains by a gift, and seat 2 loses."""
    advisor = Advisor(lambda match, seat: -match.state.score[seat] / 10, offers=gifts(("2", 1)).offers)
    assert offer_of(advisor) is None


def test_no_offer_is_made_twice_and_one_in_each_part_of_a_match() -> None:
    first = offer_of(gifts(("2", 1), ("3", 4)))
    assert first is not None
    assert offer_of(gifts(("2", 1), ("3", 4)), [first]) is None
    second = offer_of(gifts(("2", 1), ("3", 4), part="2"), [first])
    assert second == {"part": "2", "command": {"kind": "gift", "to": "2", "points": 1}}
    assert offer_of(gifts(("2", 1), ("3", 4), part="3"), [first, second]) is None


def test_an_illegal_offer_is_not_made() -> None:
    """BID-9: nobody offers to themselves, and an offer to nobody is none."""
    assert offer_of(gifts(("1", 2), ("9", 2))) is None
