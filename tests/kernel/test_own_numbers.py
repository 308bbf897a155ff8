"""Events that are absent from some logs leave no gap in any number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.kernel import Json, Parties, TaggedCodec, event
from rules.kernel.conformance import CASES, Conformance
from rules.kernel.table_talk import TableEvent
from tests.standin.engine import Auction, Match
from tests.standin.nouns import Dealt, LotCame, Offered, Replied, Shown, Taken, Wished
from tests.standin.subject import subject


@event("shown", sees=Parties(lambda instance: (instance.seat,)))
class ShownToItself(Shown):
    """A card that its seat has looked at, as it were."""


class Secretive(Auction):
    """The auction, with shown cards seen only by the seat that shows them."""

    events = TaggedCodec(ShownToItself | Wished | Dealt | LotCame | Taken | Offered | Replied | TableEvent)

    def perform(self, run: Any, seat: str, command: Any) -> None:
        run.emit(ShownToItself(seat, command.card))
        run.only = seat

    def open_view(self, state: Any) -> Json:
        return super().open_view(replace(state, known={}))

    def imagined(self, state: Any, viewer: str, rng: Any) -> Any:
        own = {seat: known for seat, known in state.known.items() if seat == viewer}
        return super().imagined(replace(state, known=own), viewer, rng)


class Secret(Match):
    engine = Secretive()


def shown(match: Secret, seat: str) -> None:
    match.submit(seat, next(match.asides(seat)))


def test_a_log_has_no_gaps_and_does_not_grow_by_what_it_may_not_have() -> None:
    match = Secret.new({}, 3)
    before = match.view("2")
    shown(match, "1")
    shown(match, "3")
    assert match.view("2") == before
    own = match.view("1")["log"]
    assert [row["n"] for row in own] == list(range(len(own)))
    assert [row["kind"] for row in own[-2:]] == ["shown", "asked"]


def test_decision_ids_tell_nothing_of_it() -> None:
    """The ids are those of a match where it never happened."""
    match, twin = Secret.new({}, 3), Secret.new({}, 3)
    shown(match, "1")
    for seat in match.seats:
        command = {"kind": "bid", "card": twin.state.hands[seat][0]}
        match.submit(seat, command)
        twin.submit(seat, command)
    for seat in ("2", "3"):
        assert match.decisions[seat] == twin.decisions[seat]
        assert match.view(seat) == twin.view(seat)
    assert match.decisions["1"]["id"] != twin.decisions["1"]["id"]


def test_logs_of_one_length_with_gaps_in_other_places_have_numbers_of_their_own() -> None:
    """Seats 1 and 2 lack as many rows, but not the same ones; a takeback back to between them has another number."""
    match = Secret.new({}, 3)
    viewers = ("1", "2", "3")
    for each in [None, *match.seats, None]:
        if each is None:
            shown(match, "2" if match.rows("1") > match.rows("2") else "1")
        else:
            match.submit(each, next(match.commands(each)))
        views = [match.view(viewer) for viewer in viewers]
    assert len(views[0]["log"]) == len(views[1]["log"])
    row = next(row["n"] for row in views[2]["log"] if row["kind"] == "taken")
    match.submit("3", {"kind": "propose", "what": "takeback", "to": row})
    indices = {viewer: match.view(viewer)["log"][-2]["to"] for viewer in viewers}
    assert indices == {"1": row + 2, "2": row, "3": row}


def test_a_takeback_names_a_row_of_each_viewers_own_log() -> None:
    match = Secret.new({}, 3)
    shown(match, "1")
    for seat in match.seats:
        match.submit(seat, next(match.commands(seat)))
    row = next(row["n"] for row in match.view("2")["log"] if row["kind"] == "taken")
    match.submit("2", {"kind": "propose", "what": "takeback", "to": row})
    indices = {viewer: match.view(viewer)["resolving"][-1]["to"] for viewer in ("1", "2", "3")}
    assert indices["1"] == indices["2"] + 2
    assert indices["3"] == indices["2"]
    assert match.decisions["1"]["prompt"]["params"]["to"] == indices["1"]
    match.submit("1", {"kind": "adjust", "accept": True})
    match.submit("3", {"kind": "adjust", "accept": True})
    for viewer in ("1", "2", "3"):
        log = match.view(viewer)["log"]
        assert [row["to"] for row in log if row["kind"] == "rewound"] == [indices[viewer]]
    assert match.state.score == {"1": 0, "2": 0, "3": 0}


def test_history_has_the_same_rows() -> None:
    match = Secret.new({}, 3)
    shown(match, "1")
    history = Secret.replay({}, match.journal).history()
    for viewer in ("1", "2", "spectator"):
        assert history.view(history.last, viewer)["log"] == match.view(viewer)["log"]


def test_a_game_with_own_numbers_passes_the_suite() -> None:
    """The auction's own twin knows nothing of what is shown to nobody."""
    suite = Conformance(replace(subject(Secret), looks=4, twin=None))
    for case in set(CASES) - {"secrets-in-queries"}:
        suite.run(case)


def test_a_hidden_command_does_not_block_the_undo_of_another_seat() -> None:
    """Another seat undoes its last command across it, and it is not undone itself."""
    match = Secret.new({}, 3)
    bid = {"kind": "bid", "card": match.state.hands["1"][0]}
    match.submit("1", bid)
    shown(match, "2")
    match.submit("1", {"kind": "undo"})
    assert "1" in match.asked
    assert match.check("2", {"kind": "undo"}) is not None


def test_logs_share_the_rows_that_say_the_same() -> None:
    """The memory of a match does not grow with the number of viewers; the rows that they see differently stay apart."""
    match = Match.new({}, 3)
    for seat in ("1", "2", "3"):
        while seat in match.asked:
            match.submit(seat, next(match.commands(seat)))
    one, two = (match.view(seat)["log"] for seat in ("1", "2"))
    same = [a is b for a, b in zip(one, two, strict=True)]
    assert same == [a == b for a, b in zip(one, two, strict=True)]
    assert True in same
    assert False in same
