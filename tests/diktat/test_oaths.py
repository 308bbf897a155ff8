"""Sworn deals: promises kept and broken, accusations, claims (OAT)."""

from __future__ import annotations

from tests.diktat.table import asked, refused, resolution, seen, table, turn
from tests.diktat.test_bargains import STACKS, accept, at, bound, ended, offer


def test_breaking_a_sworn_deal_costs_one_point_once() -> None:
    """OAT-1, OAT-3: the deal ends, and the others are free of theirs."""
    match = turn(seats={"1": {"agents": "CC", "pawns": 3}, "2": {"agents": "C"}})
    promises = [{"by": "1", "do": "no-send", "sector": "karst"}, {"by": "2", "do": "no-send", "sector": "motol"}]
    match.submit("1", offer("2", promises=promises, sworn=True))
    match.submit("2", accept())
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert (ended(match), seen(match, "3", "seats.1.points")) == (["broken"], -1)
    match.submit("2", {"kind": "send", "sector": "motol", "pawns": "C"})
    assert (ended(match), seen(match, "3", "seats.2.points")) == (["broken"], 0)


def test_all_who_are_named_swear_or_nobody() -> None:
    """OAT-1."""
    match = turn(seats={"1": {"agents": "C"}})
    promises = [{"by": "1", "do": "no-send", "sector": "karst"}]
    match.submit("1", offer("2", "3", promises=promises, sworn=True))
    match.submit("3", accept())
    assert seen(match, "1", "deals") == []
    match.submit("2", accept())
    assert seen(match, "1", "deals.0.seats") == ["1", "2", "3"]


def test_two_promises_broken_at_once_cost_one_point() -> None:
    """OAT-3."""
    match = turn(sectors=STACKS)
    promises = [
        {"by": "1", "do": "no-assassinate", "seat": "2"},
        {"by": "1", "do": "no-assassinate", "sector": "karst"},
    ]
    match.submit("1", offer("2", promises=promises, sworn=True))
    match.submit("2", accept())
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    assert (ended(match), seen(match, "3", "seats.1.points")) == (["broken"], -1)


def test_options_that_break_a_promise_are_marked_and_allowed() -> None:
    """OAT-4: in the options."""
    match = bound(turn(sectors=STACKS), "1", "no-assassinate", seat="2")
    rows = {row["command"]["kind"]: row for row in match.decisions["1"]["options"]}
    assert rows["assassinate"]["breaks"] == ["d1"]
    assert "breaks" not in rows["spy"]
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    assert ended(match) == ["broken"]


def test_looks_and_sectors_that_break_a_promise_are_marked() -> None:
    """OAT-4: of a sworn deal alone."""
    spied = {"by": "1", "do": "no-spy", "sector": "karst"}
    for sworn in (True, False):
        match = turn(sectors=STACKS)
        match.submit("1", offer("2", promises=[spied], sworn=sworn))
        match.submit("2", accept())
        (row,) = (row for row in match.decisions["1"]["options"] if row["command"]["kind"] == "spy")
        assert row.get("breaks") == (["d1"] if sworn else None)
    sectors = {it: {"stacks": [{"seat": "2", "pawns": "C"}]} for it in ("karst", "motol")}
    match = resolution(cabals=["coordination", "polisec"], sectors=sectors)
    match = bound(match, "1", "designate", sector="karst", when="first")
    rows = {row["command"]["sector"]: row.get("breaks") for row in match.decisions["1"]["options"]}
    assert rows == {"karst": None, "motol": ["d1"]}


def test_a_sector_that_one_has_sworn_to_keep_out_of_has_an_option_of_its_own() -> None:
    """OAT-4: the other sectors have one together."""
    match = bound(turn(seats={"1": {"agents": "CE"}}), "1", "no-send", sector="karst")
    rows = [row for row in match.decisions["1"]["options"] if row["command"]["kind"] == "send"]
    assert rows == [
        {"command": {"kind": "send"}, "needs": ["sector", "pawns"], "legal": True},
        {"command": {"kind": "send", "sector": "karst"}, "needs": ["pawns"], "legal": True, "breaks": ["d1"]},
    ]
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert ended(match) == ["broken"]


def test_unsworn_promises_bind_nobody() -> None:
    """NEG-11, OAT-3: they are written down, and cost nothing."""
    match = turn(seats={"1": {"agents": "C"}})
    match.submit("1", offer("2", promises=[{"by": "1", "do": "no-send", "sector": "karst"}]))
    match.submit("2", accept())
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert (ended(match), seen(match, "1", "seats.1.points")) == (["broken"], 0)


def test_an_unsworn_deal_goes_on_though_a_promise_is_broken() -> None:
    """OAT-3: a sworn one alone ends."""
    for sworn, how in ((False, ["broken", "kept"]), (True, ["broken"])):
        match = turn("1", seats={"1": {"agents": "CC", "pawns": 2}, "2": {"agents": "C"}})
        promises = [{"by": "1", "do": "no-send", "sector": "karst"}, {"by": "2", "do": "send", "sector": "motol"}]
        match.submit("1", offer("2", promises=promises, sworn=sworn))
        match.submit("2", accept())
        match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
        match.submit("2", {"kind": "send", "sector": "motol", "pawns": "C"})
        assert ended(match) == how


def test_promises_kept_by_what_one_does() -> None:
    """OAT-2: `send`, `assassinate` so many times, `cede`, `pay`."""
    match = bound(turn(seats={"1": {"agents": "C"}}), "1", "send", sector="karst")
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert ended(match) == ["kept"]
    match = bound(turn(seats={"1": {"assassins": 1}}, sectors=STACKS), "1", "assassinate", seat="2", times=2)
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    assert ended(match) == []
    match.submit("1", {"kind": "kill", "at": at("s2", 1)})
    assert ended(match) == ["kept"]
    match = bound(turn(sectors=STACKS), "1", "cede", stack="s1")
    match.submit("1", {"kind": "cede", "stack": "s1"})
    assert ended(match) == ["kept"]
    match = bound(turn(seats={"1": {"pp": 5}}), "1", "pay", seat="2", pp=3)
    match.submit("1", {"kind": "pay", "deal": "d1", "to": "2", "pp": 1})
    assert ended(match) == []
    match.submit("1", {"kind": "pay", "deal": "d1", "to": "2", "pp": 2})
    assert (ended(match), seen(match, "2", "seats.2.screen.pp")) == (["kept"], 3)


def test_promises_broken_by_what_one_does() -> None:
    """OAT-2, OAT-4: `no-spy`, `leave`, `bid-at-most`."""
    match = bound(turn(sectors=STACKS), "1", "no-spy", sector="karst")
    match.submit("1", {"kind": "spy", "at": at("s2", 1)})
    assert ended(match) == ["broken"]
    cabals = ["coordination", "polisec", "syndicate"]
    sectors = {
        "karst": {"stacks": [{"seat": "1", "pawns": "E"}, {"seat": "2", "pawns": "E"}]},
        "motol": {"stacks": [{"seat": "3", "pawns": "C"}]},
    }
    match = bound(
        resolution(cabals=cabals, seats={"1": {"pp": 4}}, sectors=sectors), "1", "bid-at-most", sector="karst", pp=2
    )
    match.submit("1", {"kind": "designate", "sector": "karst"})
    match.submit("1", {"kind": "bid", "pp": 3})
    match.submit("2", {"kind": "bid", "pp": 0})
    assert ended(match) == ["broken"]
    match = resolution(cabals=cabals, seats={"1": {"pp": 4}}, sectors=sectors, track=["o25"])
    match = bound(match, "1", "leave", trophy={"card": "o25"})
    match.submit("1", {"kind": "designate", "sector": "karst"})
    match.submit("1", {"kind": "bid", "pp": 1})
    match.submit("2", {"kind": "bid", "pp": 0})
    rows = {row["command"].get("card", row["command"]["kind"]): row for row in match.decisions["1"]["options"]}
    assert rows["o25"]["breaks"] == ["d1"]
    match.submit("1", {"kind": "take", "card": "o25"})
    assert ended(match) == ["broken"]


def test_a_ban_on_a_sector_bars_stacks_that_are_moved_there() -> None:
    """OAT-2: `no-send`, by moving a stack or by changing places."""
    sectors = STACKS | {"motol": {"stacks": [{"id": "s3", "seat": "1", "pawns": "C"}]}}
    for card, with_ in (("o20", {"stack": "s1", "sector": "josefov"}), ("o12", {"stacks": ["s1", "s3"]})):
        banned = "josefov" if card == "o20" else "motol"
        match = bound(turn(seats={"1": {"cards": [card]}}, sectors=sectors), "1", "no-send", sector=banned)
        match.submit("1", {"kind": "manifest", "element": {"card": card}, "with": with_})
        assert ended(match) == ["broken"]


def test_a_ban_on_assassinations_is_broken_by_the_attempt() -> None:
    """OAT-2: `no-assassinate`, though a Blockhaus stops it."""
    match = bound(turn(sectors=STACKS), "1", "no-assassinate", sector="karst")
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    assert ended(match) == ["broken"]
    sectors = {"karst": STACKS["karst"] | {"tokens": {"blockhaus": 1}}}
    match = bound(turn(sectors=sectors), "1", "no-assassinate", seat="2")
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    match.submit("2", {"kind": "react", "blockhaus": True})
    assert ended(match) == ["broken"]


def test_what_is_to_be_left_may_be_a_marker_or_all_of_a_sector() -> None:
    """OAT-2: `leave`."""
    sectors = {it: {"stacks": [{"seat": "1", "pawns": "E"}]} for it in ("karst", "motol")}
    for more, taken in (
        ({"trophy": {"marker": "karst"}}, {"marker": "karst"}),
        ({"sector": "karst"}, {"card": "o25"}),
    ):
        match = bound(resolution(sectors=sectors, track=["o25"]), "1", "leave", **more)
        match.submit("1", {"kind": "designate", "sector": "karst"})
        match.submit("1", {"kind": "take", **taken})
        assert ended(match) == ["broken"]


def test_promises_of_the_administrator() -> None:
    """OAT-2: `designate` first or last, `first-player`."""
    cabals = ["coordination", "polisec"]
    sectors = {it: {"stacks": [{"seat": "2", "pawns": "C"}]} for it in ("karst", "motol", "josefov")}
    match = bound(resolution(cabals=cabals, sectors=sectors), "1", "designate", sector="karst", when="first")
    match.submit("1", {"kind": "designate", "sector": "motol"})
    assert ended(match) == ["broken"]
    match = bound(resolution(cabals=cabals, sectors=sectors), "1", "designate", sector="karst", when="last")
    match.submit("1", {"kind": "designate", "sector": "motol"})
    match.submit("1", {"kind": "designate", "sector": "josefov"})
    assert ended(match) == ["kept"]
    for when, how in (("first", "kept"), ("last", "broken"), (None, "kept")):
        match = bound(resolution(cabals=cabals, sectors=sectors), "1", "designate", sector="karst", when=when)
        match.submit("1", {"kind": "designate", "sector": "karst"})
        assert ended(match) == [how]
    for named, how in (("2", "kept"), ("1", "broken")):
        match = table(phase="manoeuvres", cabals=cabals, seats={"1": {"pawns": 1}, "2": {"pawns": 1}})
        match = bound(match, "1", "first-player", seat="2")
        match.submit("1", {"kind": "first-player", "seat": named})
        assert ended(match) == [how]


def test_when_time_is_out_bans_are_kept_and_deeds_not_done_are_broken() -> None:
    """OAT-5: at the end of the phase, of the cycle or of the match; what could not be done lapses."""
    one = {"1": {"pawns": 1}, "2": {"pawns": 0}}
    for do, until, how in (
        ({"do": "no-send", "sector": "karst"}, "phase", "kept"),
        ({"do": "send", "sector": "karst"}, "phase", "broken"),
        ({"do": "send", "sector": "karst"}, "cycle", "broken"),
        ({"do": "first-player", "seat": "2"}, "cycle", "lapsed"),
    ):
        match = turn("1", cabals=["coordination", "polisec"], seats={k: dict(v) for k, v in one.items()})
        bound(match, "1", until=until, **do)  # type: ignore[arg-type]
        match.submit("1", {"kind": "extend"})
        assert ended(match) == [how], (do, until)
    match = bound(
        turn("1", sectors={"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "C"}]}}), "2", "cede", stack="s1"
    )
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert ended(match) == ["lapsed"]


def test_a_promise_may_last_until_the_end_of_the_match() -> None:
    """OAT-5: what was not done by then is broken."""
    sectors = {it: {"stacks": [{"seat": "2", "pawns": "C"}]} for it in ("karst", "motol")}
    match = resolution(cabals=["coordination", "polisec"], cycle=5, sectors=sectors)
    bound(match, "1", "send", "match", sector="karst")
    match.submit("1", {"kind": "designate", "sector": "karst"})
    assert match.outcome is not None
    assert (ended(match), match.outcome["score"]["1"]) == (["broken"], -1)


def test_what_can_no_longer_be_done_lapses() -> None:
    """OAT-5: a team for a sector that is closed, PP for a player who has left."""
    match = turn(
        "1", seats={"1": {"pawns": 1}, "2": {"pawns": 0}, "3": {"pawns": 0}}, sectors={"motol": {"closed": True}}
    )
    bound(match, "1", "send", "phase", sector="motol")
    match.submit("1", {"kind": "extend"})
    assert ended(match) == ["lapsed"]
    match = turn("1", seats={"1": {"pawns": 1, "pp": 1}, "2": {"pawns": 0}, "3": {"pawns": 0}})
    bound(match, "1", "pay", "phase", seat="2", pp=1)
    match.submit("2", {"kind": "concede"})
    match.submit("1", {"kind": "extend"})
    assert ended(match) == ["lapsed"]


def test_a_promise_may_last_until_the_end_of_the_phase_alone() -> None:
    """OAT-5: it is over when the Resolution begins."""
    sectors = {it: {"stacks": [{"seat": "2", "pawns": "C"}]} for it in ("karst", "motol")}
    seats = {"1": {"pawns": 1}, "2": {"pawns": 0}}
    match = turn("1", cabals=["coordination", "polisec"], seats=seats, sectors=sectors)
    bound(match, "1", "no-send", "phase", sector="karst")
    match.submit("1", {"kind": "extend"})
    assert (asked(match), ended(match)) == ({"1": "designate"}, ["kept"])


def test_a_sworn_claim_is_judged_when_it_comes_to_light() -> None:
    """OAT-7: not before; and neither options nor anybody's view weigh it (OAT-4)."""
    claim = {"claims": [{"at": at("s1", 1), "is": "guard"}, {"at": at("s1", 2), "is": "citizen"}]}
    match = bound(turn("1", sectors=STACKS), "1", "claim", **claim)
    assert ended(match) == []
    assert seen(match, "2", "sectors.karst.stacks.0.pawns.0.said.0.sworn")
    match.submit("1", {"kind": "extend"})
    match.submit("2", {"kind": "assassinate", "at": at("s1", 2)})
    assert ended(match) == []
    match.submit("3", {"kind": "assassinate", "at": at("s1", 1)})
    assert (ended(match), seen(match, "3", "seats.1.points")) == (["broken"], -1)


def test_sworn_claims_come_to_light_by_ceding_and_turning_and_cost_one_point_in_all() -> None:
    """OAT-7: the liar alone."""
    promises = [
        {"by": "2", "do": "claim", "claims": [{"at": at("s2", 1), "is": "emissary"}]},
        {"by": "1", "do": "claim", "claims": [{"at": at("s1", n), "is": "guard"} for n in (1, 2)]},
    ]
    kill = {"at": at("s1", 1)}
    sectors = STACKS | {"motol": {"stacks": [{"id": "s3", "seat": "2", "pawns": "C"}]}}
    designate = {"kind": "designate", "sector": "karst"}
    for match, turns in (
        (turn(sectors=STACKS), [("1", {"kind": "cede", "stack": "s1"})]),
        (
            turn("2", seats={"2": {"assassins": 1}}, sectors=STACKS),
            [("2", {"kind": "assassinate"} | kill), ("2", {"kind": "kill"} | kill)],
        ),
        (resolution(sectors=sectors), [("1", designate)]),
    ):
        match.submit("1", offer("2", promises=promises, sworn=True))
        match.submit("2", accept())
        for seat, command in turns:
            match.submit(seat, command)
        assert ended(match) == ["broken"]
        assert [seen(match, "3", f"seats.{it}.points") for it in "12"] == [-1, 0]


def test_a_claim_of_the_secret_card() -> None:
    """OAT-7, RES-1."""
    seats = {"1": {"pawns": 1}, "2": {"pawns": 0}}
    match = turn("1", cabals=["coordination", "polisec"], seats=seats, secret="o54", secret_looked=["1"])
    bound(match, "1", "claim", claims=[{"secret": "o01"}])
    match.submit("1", {"kind": "extend"})
    assert ended(match) == ["broken"]


def test_words_are_judged_by_people() -> None:
    """OAT-6: admitted, it is broken; denied, those who are no parties vote, all at once."""
    made = offer("2", promises=[{"by": "1", "do": "words", "text": "I leave Karst to you"}], sworn=True)
    accuse = {"kind": "accuse", "deal": "d1", "seat": "1"}
    for admits, votes, how in ((True, "", ["broken"]), (False, "nn", []), (False, "yy", ["broken"]), (False, "yn", [])):
        match = turn("1", cabals=["coordination", "polisec", "syndicate", "resistance"])
        match.submit("1", made)
        match.submit("2", accept())
        assert refused(match, "3", accuse) == ("OAT-6", "not-a-party")
        match.submit("2", accuse)
        assert asked(match) == {"1": "verdict"}
        match.submit("1", {"kind": "verdict", "broken": admits})
        if not admits:
            assert asked(match) == {"3": "verdict", "4": "verdict"}
            for seat, vote in zip("34", votes, strict=True):
                match.submit(seat, {"kind": "verdict", "broken": vote == "y"})
        assert ended(match) == how
        assert asked(match) == {"1": "manoeuvre"}
        if not how:
            assert refused(match, "2", accuse) == ("OAT-6", "already-judged")


def test_only_words_of_another_party_can_be_judged_and_once() -> None:
    """OAT-6."""
    words = {"do": "words", "text": "peace"}
    match = turn("1", cabals=["coordination", "polisec", "syndicate", "resistance"])
    match.submit("1", offer("2", promises=[words | {"by": "2"}, words | {"by": "1"}], sworn=True))
    match.submit("2", accept())
    match.submit("1", offer("4", promises=[{"by": "1", "do": "no-send", "sector": "karst"}]))
    match.submit("4", accept("d2"))
    match.submit("1", offer("4", promises=[words | {"by": "1"}], discreet=True))
    match.submit("4", accept("d3"))
    accuse = {"kind": "accuse", "deal": "d1", "seat": "1"}
    for seat, accused, code in (
        ("2", {"deal": "d9"}, "unknown-deal"),
        ("2", {"deal": "d3"}, "unknown-deal"),
        ("2", {"seat": "2"}, "not-a-party"),
        ("2", {"seat": "3"}, "not-a-party"),
        ("4", {"deal": "d2"}, "not-a-party"),
    ):
        assert refused(match, seat, accuse | accused) == ("OAT-6", code)
    left = match.fork(1)
    left.submit("1", {"kind": "concede"})
    assert refused(left, "2", accuse) == ("OAT-6", "not-a-party")
    match.submit("2", accuse)
    match.submit("1", {"kind": "verdict", "broken": True})
    assert [row["promise"]["by"] for row in match.view("3")["log"] if row["kind"] == "promise-ended"] == ["1"]
    assert refused(match, "1", accuse | {"seat": "2"}) == ("OAT-6", "not-a-party")


def test_words_whose_time_is_out_are_not_judged_any_more() -> None:
    """OAT-6, OAT-5."""
    sectors = {it: {"stacks": [{"seat": "2", "pawns": "C"}]} for it in ("karst", "motol")}
    seats = {"1": {"pawns": 1}, "2": {"pawns": 0}, "3": {"pawns": 0}}
    match = bound(turn("1", seats=seats, sectors=sectors), "1", "words", "phase", text="peace")
    accuse = {"kind": "accuse", "deal": "d1", "seat": "1"}
    assert match.check("2", accuse) is None
    match.submit("1", {"kind": "extend"})
    assert ended(match) == ["lapsed"]
    assert refused(match, "2", accuse) == ("OAT-6", "already-judged")


def test_without_voters_only_an_admission_breaks_a_deal() -> None:
    """OAT-6."""
    match = turn("1", cabals=["coordination", "polisec"])
    match.submit("1", offer("2", promises=[{"by": "1", "do": "words", "text": "peace"}], sworn=True))
    match.submit("2", accept())
    match.submit("2", {"kind": "accuse", "deal": "d1", "seat": "1"})
    match.submit("1", {"kind": "verdict", "broken": False})
    assert (ended(match), asked(match)) == ([], {"1": "manoeuvre"})


def test_a_discreet_deal_not_sworn_stays_its_parties_affair() -> None:
    """NEG-10, OAT-2: what became of its promises others do not see."""
    match = turn(seats={"1": {"agents": "C"}})
    match.submit("1", offer("2", promises=[{"by": "1", "do": "no-send", "sector": "karst"}], discreet=True))
    match.submit("2", accept())
    assert seen(match, "3", "deals") == [{"id": "d1", "seats": ["1", "2"], "discreet": True, "sworn": False}]
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    assert (ended(match, "3"), ended(match, "2")) == ([], ["broken"])
