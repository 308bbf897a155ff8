"""Setting up, Rank, the phases of a cycle, its end, and that of the match (SET, RNK, CYC, OPP, DEV, ATT, EOC, END)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from rules.diktat.match import DIKTAT
from tests.diktat.table import another_pack, asked, at, holds, on, refused, resolution, seen, table, turn


@pytest.mark.parametrize(
    ("players", "cycles", "pawns", "face_up", "stacks"),
    [(2, 5, 5, 2, 2), (3, 4, 5, 2, 2), (4, 4, 4, 3, 2), (5, 3, 4, 3, 3)],
)
def test_a_new_match(players: int, cycles: int, pawns: int, face_up: int, stacks: int) -> None:
    """GEN-2, GEN-3, GEN-7, SET-1, SET-2, SET-3, SET-4, SET-5, SET-6, RNK-1, RNK-3, OPP-1, DEV-1, CYC-1, CYC-2,
    MAT-3."""
    match = Match.new({"players": players}, seed=players)
    view, pack = match.view("1"), match.state.pack
    rows = view["cabals"]
    assert len({row["cabal"] for row in rows.values()}) == players
    assert (view["cycle"], view["cycles"], view["phase"]) == (1, cycles, "manoeuvres")
    assert len(view["track"]) == face_up
    assert (view["has_secret"], view["secret"]) == (True, None)
    assert view["pile"] == 72 - face_up - 1
    assert all((row["markers"], row["room"]) == (2, stacks) for row in view["sectors"].values())
    for seat, row in rows.items():
        cabal = pack.cabals[row["cabal"]]
        assert (row["points"], row["rank"], row["pawns"]) == (0, cabal.rank, pawns)
        screen = match.view(seat)["cabals"][seat]["screen"]
        assert (screen["agents"], screen["pp"]) == ("CCCGGGEEE", cabal.endowment.pp + 3)
        assert row["reserve"] + row["supply"] == (6 if cabal.token else 0)
    assert view["order"] == sorted(rows, key=lambda seat: -rows[seat]["rank"])
    assert asked(match) == {view["order"][0]: "first-player"}


@pytest.mark.parametrize("players", [1, 6])
def test_a_match_has_two_to_five_players(players: int) -> None:
    """GEN-2."""
    with pytest.raises(ValueError, match="players"):
        Match.new({"players": players}, seed=1)


def test_cards_and_cabals_are_left_to_chance() -> None:
    """GEN-7, SET-1, SET-5: other seeds, other cards and Cabals; the first to choose one is drawn, too."""
    positions = [Match.new({"players": 2}, seed=seed).position() for seed in range(6)]
    assert len({tuple(it["deck"]) for it in positions}) == 6
    assert len({it["seats"]["1"]["cabal"] for it in positions}) > 1
    (row,) = (row for row in Match.new({"players": 2}, seed=1).view("1")["log"] if row["kind"] == "shuffled")
    assert (row["count"], "order" in row) == (72, False)
    first = [tuple(Match.new({"players": 3, "cabals": "choice"}, seed=seed).asked) for seed in range(12)]
    assert set(first) == {("1",), ("2",), ("3",)}


def test_cabals_may_be_chosen() -> None:
    """SET-1: one after another from a seat drawn; each at most one player."""
    match = Match.new({"players": 3, "cabals": "choice"}, seed=1)
    chosen = []
    for cabal in ("syndicate", "polisec", "resistance"):
        (seat,) = match.asked
        if chosen:
            assert refused(match, seat, {"kind": "cabal", "cabal": "syndicate"}) == ("SET-1", "taken")
        match.submit(seat, {"kind": "cabal", "cabal": cabal})
        chosen.append(seat)
    order = [*"123", *"123"]
    assert chosen == order[order.index(chosen[0]) :][:3]


def test_the_administrator_names_who_begins() -> None:
    """MAN-1, RNK-6, RNK-2: one who has no pawn is passed over, one who has left is no choice."""
    match = table(
        phase="manoeuvres",
        seats={"1": {"pawns": 1}, "3": {"pawns": 1}},
        cabals=["polisec", "syndicate", "coordination"],
    )
    assert (seen(match, "1", "administrator"), seen(match, "1", "order")) == ("3", ["3", "1", "2"])
    assert asked(match) == {"3": "first-player"}
    left = match.fork(1)
    left.submit("1", {"kind": "concede"})
    assert refused(left, "3", {"kind": "first-player", "seat": "1"}) == ("MAN-1", "not-a-seat")
    begun = match.fork(1)
    begun.submit("3", {"kind": "first-player", "seat": "1"})
    assert asked(begun) == {"1": "manoeuvre"}
    match.submit("3", {"kind": "first-player", "seat": "2"})
    assert asked(match) == {"3": "manoeuvre"}


def test_equal_ranks_go_to_the_administrator_first() -> None:
    """RNK-5, GEN-4: Ranks of our Cabals cannot be equal; by a Gain of another pack they could."""
    match = turn(cabals=["polisec", "resistance"])
    state = match.state
    order = state.order()
    assert order == ("1", "2")
    assert state.administrator == "1"


def test_others_of_equal_rank_follow_clockwise() -> None:
    """RNK-5: from the Administrator, or from seat 1 where there is none yet."""
    shelf = another_pack("cabals.toml", r"\nrank = \d+", "\nrank = 10")
    seats = {str(n): {"cabal": cabal, "pawns": 1} for n, cabal in enumerate(("polisec", "syndicate", "resistance"), 1)}
    position = {"pack": "mine", "players": 3, "phase": "manoeuvres", "turn": "1", "seats": seats}
    for more, order in (({"administrator": "2"}, ["2", "3", "1"]), ({}, ["1", "2", "3"])):
        match = Match.from_position(position | more, shelf=shelf)
        assert seen(match, "1", "order") == order


def test_the_highest_rank_makes_an_administrator_at_once() -> None:
    """RNK-4: also when the Administrator only loses Rank, by a deal, or leaves."""
    match = turn("1", cabals=["coordination", "black-guard"], seats={"2": {"cards": ["o68", "o49"]}})
    assert seen(match, "1", "administrator") == "1"
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"cards": ["o68"]}})
    match.submit("1", {"kind": "accept", "offer": "d1"})
    assert (seen(match, "1", "seats.1.rank"), seen(match, "1", "seats.2.rank")) == (9, 28)
    assert seen(match, "1", "administrator") == "2"
    match = turn("2", cabals=["coordination", "syndicate", "black-guard"])
    match.submit("1", {"kind": "concede"})
    assert seen(match, "2", "administrator") == "3"


def test_each_sector_has_two_markers() -> None:
    """SET-4: in positions, too."""
    match = turn()
    assert (match.state.markers_left("karst"), seen(match, "1", "sectors.karst.markers")) == (2, 2)
    seats = {"1": {"markers": {"karst": 2}}, "2": {"markers": {"karst": 1}}}
    with pytest.raises(ValueError, match=r"karst: two markers \(SET-4\)"):
        turn(seats=seats)
    with pytest.raises(ValueError, match="karst: two markers, those of players"):
        turn(seats={"1": {"markers": {"karst": 1}}}, sectors={"karst": {"markers": 2}})


def test_what_lies_behind_a_screen_its_owner_alone_sees() -> None:
    """HID-2: neither kinds nor numbers are told."""
    rows = {"pp": 3, "agents": "CE", "affinities": {"people": 1}}
    match = turn(seats={"1": rows})
    assert [seen(match, who, "seats.1.screen") for who in ("1", "2", "spectator")] == [rows, None, None]


def test_what_lies_open_all_see() -> None:
    """HID-1: on the Cabal boards and on the main board."""
    rows = {
        "debts": 1,
        "spies": 2,
        "assassins": 1,
        "markers": {"karst": 2},
        "cabal_cards": ["rampart-crews"],
        "reserve": 3,
        "supply": 2,
    }
    match = turn(
        cabals=["black-guard", "polisec"],
        seats={"1": rows | {"cards": [{"card": "o01", "flipped": ["politics"]}]}},
        sectors={"motol": {"tokens": {"dormant": 1}}},
    )
    one = seen(match, "spectator", "seats.1")
    assert {key: one[key] for key in rows} == rows
    assert (one["points"], one["rank"], one["pawns"]) == (2, 18, 2)
    assert one["cards"] == [{"card": "o01", "used": False, "flipped": ["politics"], "adhesion": False}]
    assert seen(match, "spectator", "sectors.motol.tokens") == {"dormant": 1}
    assert seen(match, "spectator", "sectors.karst.markers") == 0


def test_a_cabal_has_six_tokens_of_its_kind() -> None:
    """CAB-6, GEN-8, SET-2: some are in the reserve, the others in the supply."""
    match = Match.new({"players": 5}, seed=5)
    tokens = {it.cabal: it.reserve + it.supply for it in match.state.players.values()}
    of_kinds = {id: 6 if cabal.token is not None else 0 for id, cabal in match.state.pack.cabals.items()}
    assert tokens == of_kinds
    assert 0 in tokens.values()


def test_phases_follow_each_other() -> None:
    """CYC-1, CYC-2, CYC-3, CYC-4, CYC-5, CYC-6, RES-1: cards, Development, Manoeuvres, Resolution, end of cycle."""
    match = Match.new({"players": 2}, seed=5)
    while match.state.cycle == 1 and match.asked:
        for seat in match.asked:
            command = match.decisions[seat]["default"]
            match.submit(seat, command)
            break
    phases = [row["phase"] for row in match.view("1")["log"] if row["kind"] == "phase-began"]
    assert phases[:5] == ["opportunities", "development", "manoeuvres", "resolution", "end"]
    assert "secret-turned" in [row["kind"] for row in match.view("1")["log"]]


def test_the_secret_card_is_turned_and_lies_on_the_track() -> None:
    """RES-1."""
    sectors = {it: {"stacks": [{"seat": "1", "pawns": "C"}]} for it in ("karst", "motol")}
    match = resolution(sectors=sectors, track=["o01"], secret="o25")
    assert (seen(match, "2", "track"), seen(match, "2", "has_secret")) == (["o01", "o25"], False)


def test_the_end_of_a_cycle() -> None:
    """EOC-1, EOC-2, EOC-3, EOC-4, EOC-5, EOC-6, DEV-3, SND-3, GEN-9, PWR-2: Agents and tokens go, PP and Affinities
    stay; Used tokens and cards left go."""
    match = resolution(
        cabals=["coordination", "polisec"],
        track=["o01"],
        deck=["o31", "o37", "o61"],
        seats={
            "1": {
                "agents": "CGE",
                "spies": 1,
                "assassins": 2,
                "pp": 4,
                "affinities": {"people": 1},
                "cards": [{"card": "o13", "used": True}],
                "debt_taken": True,
                "markers": {"college": 1},
                "used_markers": ["college"],
                "cabal_cards": ["arbitration"],
                "used_cabal_cards": ["arbitration"],
            },
            "2": {"agents": "C", "reserve": 1},
        },
        sectors={"karst": {"tokens": {"dormant": 1}}, "motol": {"closed": True}},
    )
    one = seen(match, "1", "seats.1")
    assert seen(match, "1", "cycle") == 2
    assert one["screen"] == {"pp": 7, "agents": "CCCGGGEEE", "affinities": {"people": 1}}
    assert (one["spies"], one["assassins"], one["cards"][0]["used"], one["debt_taken"]) == (0, 0, False, False)
    assert (one["used_markers"], one["used_cabal_cards"]) == ([], [])
    assert seen(match, "1", "sectors.karst.tokens") == {"dormant": 1}
    assert not seen(match, "1", "sectors.motol.closed")
    assert seen(match, "1", "seats.2.reserve") == 1
    assert (seen(match, "1", "discard"), seen(match, "1", "track")) == (["o01"], ["o31", "o37"])


def test_agents_may_be_kept_by_a_capacity() -> None:
    """EOC-3: `keep`; how many all see, of which kinds the seat alone."""
    match = resolution(
        cabals=["resistance", "polisec"],
        seats={"1": {"agents": "CCGEE", "cabal_cards": ["safe-houses"]}},
        deck=["o31", "o37", "o61"],
    )
    assert asked(match) == {"1": "choose"}
    match.submit("1", {"kind": "choose", "choice": "GEE"})
    match.submit("1", {"kind": "choose", "choice": "citizen"})
    assert seen(match, "1", "seats.1.screen.agents") == "CCCCGGGGEEEEE"
    (row,) = (row for row in match.view("2")["log"] if row["kind"] == "kept")
    assert (row["count"], "agents" in row) == (3, False)


def test_no_card_with_the_icon_no_attack() -> None:
    """ATT-1, ATT-2, ATT-4: a card without it is none."""
    match = resolution(
        cabals=["coordination", "polisec"], track=["o01"], seats={"1": {"pp": 5, "markers": {"new-town": 2}}}
    )
    assert "attack" not in [row["kind"] for row in match.view("1")["log"]]
    match = resolution(
        cabals=["coordination", "polisec"], track=["o06", "o18"], seats={"1": {"pp": 5, "markers": {"new-town": 2}}}
    )
    (row,) = (row for row in match.view("1")["log"] if row["kind"] == "attack")
    assert row["cards"] == ["o06", "o18"]
    assert seen(match, "1", "seats.1.screen.pp") == 5 - 2 + 3


def test_an_attack_takes_by_rank_and_nothing_below_one_point() -> None:
    """ATT-2."""
    seats = {seat: {"pp": 5, "extra": extra} for seat, extra in (("1", 2), ("2", 1), ("3", -1))}
    match = resolution(cabals=["polisec", "coordination", "syndicate"], track=["o06"], seats=seats)
    rows = [row for row in match.view("1")["log"] if row["kind"] == "pp" and row["why"] == "attack"]
    assert [(row["seat"], row["change"]) for row in rows] == [("2", -1), ("1", -2)]


def test_the_attack_comes_before_the_end() -> None:
    """EOC-1, ATT-2, PWR-4: in the last cycle too; paid with a Debt where PP are too few, and that counts in the end."""
    match = resolution(
        cabals=["coordination", "polisec"], cycle=5, track=["o06"], seats={"1": {"pp": 1, "markers": {"new-town": 2}}}
    )
    assert match.outcome is not None
    assert (match.outcome["score"]["1"], match.outcome["pp"]["1"]) == (1, 4)


def test_the_immune_discard_nothing_while_the_element_is_not_used() -> None:
    """ATT-3, INF-16, GEN-9."""
    for used, pp in ((False, 5), (True, 3)):
        rows = {"pp": 5, "markers": {"new-town": 2, "artefact": 2}, "used_markers": ["artefact"] if used else []}
        match = resolution(cabals=["coordination", "polisec"], track=["o06"], seats={"1": rows})
        assert seen(match, "1", "seats.1.screen.pp") == pp + 3


def test_ten_points_end_it_in_the_end_of_the_cycle() -> None:
    """END-1, END-2, END-3, END-4, PWR-5, PWR-6: not before; Debts count then, and PP decide a tie."""
    seats: Any = {"1": {"extra": 11, "debts": 3, "pp": 1}, "2": {"extra": 8, "pp": 2}, "3": {"extra": 8, "pp": 2}}
    match = turn(seats=seats)
    assert match.outcome is None
    assert seen(match, "1", "seats.1.points") == 11
    match = table(phase="end", seats=seats)
    assert match.outcome is not None
    assert match.outcome["score"] == {"1": 8, "2": 8, "3": 8}
    assert (match.outcome["winners"], match.outcome["ranking"]) == (["2", "3"], [["2", "3"], ["1"]])
    assert match.outcome["pp"] == {"1": 1, "2": 2, "3": 2}


def test_most_points_win() -> None:
    """END-3: whatever Ranks and PP; who has left comes last."""
    seats: Any = {"1": {"extra": 2, "pp": 9}, "2": {"extra": 3}, "3": {"extra": 1}, "4": {"extra": 9}}
    cabals = ["coordination", "black-guard", "resistance", "polisec"]
    match = table(phase="end", cycle=4, cabals=cabals, seats=seats, given_up=["4"])
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["ranking"]) == (["2"], [["2"], ["1"], ["3"], ["4"]])


def test_all_pay_for_an_attack_in_order_of_rank() -> None:
    """ATT-2, GEN-4."""
    seats = {seat: {"pp": 5, "markers": {"new-town": 1}} for seat in "12"}
    match = resolution(cabals=["polisec", "coordination"], track=["o06"], seats=seats)
    rows = [row["seat"] for row in match.view("1")["log"] if row.get("why") == "attack"]
    assert rows == ["2", "1"]


def test_debts_count_for_no_attack() -> None:
    """PWR-5, ATT-2."""
    rows = {"pp": 5, "markers": {"new-town": 2}, "debts": 1}
    match = resolution(cabals=["coordination", "polisec"], track=["o06"], seats={"1": rows})
    assert seen(match, "1", "seats.1.screen.pp") == 5 - 2 + 3


@pytest.mark.parametrize(("points", "over"), [(9, False), (10, True)])
def test_ten_points_are_enough_and_nine_are_not(points: int, over: bool) -> None:
    """EOC-2, END-1."""
    match = table(phase="end", seats={"1": {"extra": points}})
    assert (match.outcome is not None) == over


def test_the_last_cycle_ends_it() -> None:
    """EOC-2, END-1, GEN-3: without 10 VP it goes on, but for the last cycle."""
    assert table(phase="end", cycle=3).outcome is None
    match = table(phase="end", cycle=4, seats={"2": {"extra": 1}})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2"], "points")


def test_a_player_who_gives_up_leaves_nothing_behind() -> None:
    """END-5, POS-4: stacks, Possessions, PP, tokens go; the others play on; the last one left wins."""
    match = turn(
        "2",
        seats={
            "2": {"cards": ["o01"], "markers": {"karst": 1}, "pp": 4, "agents": "C", "reserve": 1},
            "3": {"pawns": 1},
        },
        sectors={"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "E"}], "tokens": {"blockhaus": 1}}},
    )
    match.submit("2", {"kind": "concede"})
    assert asked(match) == {"3": "manoeuvre"}
    row = seen(match, "1", "seats.2")
    assert (row["cards"], row["markers"], row["reserve"], row["gone"]) == ([], {}, 0, True)
    assert seen(match, "1", "sectors.karst")["stacks"] == []
    assert seen(match, "1", "sectors.karst")["tokens"] == {}
    assert (seen(match, "1", "sectors.karst.markers"), seen(match, "1", "discard")) == (2, ["o01"])
    match.submit("1", {"kind": "concede"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["3"], "concession")


def test_what_one_who_gives_up_had_is_discarded() -> None:
    """END-5: PP, Affinity tokens, their offers, Adhesions on their Possessions and, of the Syndicate, all Adhesions."""
    for leaver, adhesions in (("1", [["2", "card", "o02"]]), ("3", [])):
        match = turn(
            "2",
            cabals=["coordination", "polisec", "syndicate"],
            seats={it: {"pp": 3, "affinities": {"people": 1}, "cards": [f"o0{it}"]} for it in "123"},
            adhesions=[["1", "card", "o01"], ["2", "card", "o02"]],
        )
        match.submit(leaver, {"kind": "offer", "to": ["2"], "give": {"pp": 1}})
        match.submit(leaver, {"kind": "concede"})
        position = match.position()
        row = position["seats"][leaver]
        assert (row.get("pp", 0), row.get("affinities", {}), seen(match, "2", "offers")) == (0, {}, [])
        assert position.get("adhesions", []) == adhesions


def test_a_seat_whose_time_is_out_gives_up() -> None:
    """END-5."""
    match = turn("1", cabals=["coordination", "polisec"])
    match.lapse("1")
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2"], "time")


def test_undo_takes_back_what_nobody_has_seen() -> None:
    """A send, an extend, a Debt; never a look."""
    match = turn(seats={"1": {"agents": "CE"}}, secret="o54")
    before = match.position()
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "E"})
    match.submit("1", {"kind": "undo"})
    assert match.position() == before
    match.submit("1", {"kind": "spy", "at": {"secret": True}})
    assert refused(match, "1", {"kind": "undo"})[1] == "nothing-to-undo"


def test_what_a_seat_cannot_see_binds_without_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """STK-8, HID-2: a look, and PP paid to another; what the seat does with its own does not."""
    monkeypatch.setattr(DIKTAT, "shows", lambda state, event, seat: False)
    board = on("karst", a=("2", "G"))
    match = turn(seats={"1": {"agents": "E", "spies": 1}}, sectors=board)
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "E"})
    assert match.check("1", {"kind": "undo"}) is None
    match = turn(seats={"1": {"agents": "E", "spies": 1}}, sectors=board)
    match.submit("1", {"kind": "spy", "at": at("a", 1)})
    assert refused(match, "1", {"kind": "undo"})[1] == "nothing-to-undo"


def test_an_empty_pile_is_made_of_the_discards() -> None:
    """POS-7."""
    match = Match.new({"players": 2}, seed=4)
    position = match.position()
    gone = position["deck"][1:]
    position |= {"deck": position["deck"][:1], "discard": gone, "phase": "opportunities", "track": [], "secret": None}
    position["discard"] += [*match.view("1")["track"], match.state.secret]
    position["resolving"] = [{"frame": "cycle", "stage": "draw"}]
    again = Match.from_position(position, seed=1)
    assert len(seen(again, "1", "track")) == 2
    assert seen(again, "1", "has_secret")
    assert seen(again, "1", "discard") == []
    assert holds(again, "track.0") == position["deck"][0]
