"""Manoeuvres: teams, Assassinations, money, the Cabal track, Special Manoeuvres (MAN, SND, ASN, EXT, CBL, SPE, STK,
PWR)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from tests.diktat.table import asked, at, kinds, on, others, refused, resolution, seen, turn

E: Any = {"kind": "extend"}


def test_turns_go_clockwise_and_who_has_no_pawn_is_left_out() -> None:
    """MAN-1, MAN-2, MAN-6, GEN-2: one Manoeuvre each; the phase ends when nobody has a pawn."""
    match = turn("2", seats={"3": {"pawns": 0}, "1": {"pawns": 1}}, track=["o01"])
    match.submit("2", E)
    assert asked(match) == {"1": "manoeuvre"}
    match.submit("1", E)
    assert asked(match) == {"2": "manoeuvre"}
    match.submit("2", E)
    assert "resolution" in [row["phase"] for row in match.view("1")["log"] if row["kind"] == "phase-began"]


def test_the_turn_passes_to_the_left() -> None:
    """MAN-1, GEN-2: the next number, and seat 1 after the last."""
    match = turn("2", seats={"1": {"pawns": 1}})
    match.submit("2", E)
    assert asked(match) == {"3": "manoeuvre"}
    match.submit("3", E)
    assert asked(match) == {"1": "manoeuvre"}


def test_a_team_has_at_least_one_agent() -> None:
    """SND-2, SND-1."""
    match = turn(seats={"1": {"agents": "C"}})
    send = {"kind": "send", "sector": "karst"}
    assert refused(match, "1", send | {"pawns": ""}) == ("SND-2", "no-pawns")
    assert refused(match, "1", send | {"pawns": "CC"}) == ("SND-1", "too-few-agents")


def test_the_six_manoeuvres_are_always_listed() -> None:
    """MAN-3, MAN-5: the impossible with the reason."""
    match = turn(seats={"1": {"pp": 3, "cards": ["o27"]}})
    rows = {row["command"]["kind"]: row for row in reversed(match.decisions["1"]["options"])}
    assert set(rows) >= {"send", "spy", "assassinate", "extend", "develop", "special"}
    assert rows["extend"]["legal"]
    assert rows["assassinate"]["why"]["clause"] == "MAN-5"
    assert refused(match, "1", {"kind": "assassinate", "at": at("s1", 1)}) == ("MAN-5", "no-target")
    assert rows["send"]["why"]["clause"] == "SND-2"
    assert rows["develop"]["legal"]


def test_a_manoeuvre_may_be_made_several_times_in_a_cycle() -> None:
    """MAN-3."""
    match = turn(cabals=["coordination", "polisec"])
    for seat in "121":
        match.submit(seat, E)
    assert seen(match, "2", "seats.1.manoeuvres") == {"extend": 2}


def test_a_special_manoeuvre_that_could_do_nothing_cannot_be_chosen() -> None:
    """MAN-5, EFF-7: three Assassinations with nobody to assassinate."""
    match = turn(seats={"1": {"cards": ["o27"]}})
    assert refused(match, "1", {"kind": "special", "element": {"card": "o27"}}) == ("MAN-5", "nothing-to-do")


def test_the_pawn_of_a_team_lies_on_the_stack_and_counts_are_open() -> None:
    """MAN-4, SND-1, STK-1, STK-2, HID-1, HID-5: whose, where and how high all see; the kinds its owner alone."""
    match = turn(seats={"1": {"agents": "CGE"}})
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "EC"})
    stack = seen(match, "2", "sectors.karst.stacks.0")
    assert (stack["seat"], stack["height"]) == ("1", 2)
    assert [pawn["kind"] for pawn in stack["pawns"]] == [None, None]
    assert [pawn["kind"] for pawn in seen(match, "1", "sectors.karst.stacks.0.pawns")] == ["emissary", "citizen"]
    assert seen(match, "2", "seats.1.pawns") == 1
    assert seen(match, "2", "seats.1.manoeuvres") == {"send": 1}
    (row,) = (row for row in match.view("2")["log"] if row["kind"] == "sent")
    assert (row["height"], "pawns" in row) == (2, False)


def test_a_player_may_have_several_stacks_in_a_sector_and_they_stay_apart() -> None:
    """STK-3."""
    match = turn(seats={"1": {"agents": "CG"}}, sectors=on("karst", s1=("1", "E")))
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "GC"})
    stacks = match.position()["sectors"]["karst"]["stacks"]
    assert [it["pawns"] for it in stacks] == ["E", "GC"]


def test_a_full_sector_takes_no_stack() -> None:
    """STK-4, SND-1, GEN-3."""
    match = turn(seats={"1": {"agents": "C"}}, sectors=on("karst", s1=("1", "E"), s2=("2", "E")))
    assert refused(match, "1", {"kind": "send", "sector": "karst", "pawns": "C"}) == ("STK-4", "sector-full")


def test_pawns_beneath_move_up_and_an_emptied_stack_frees_its_place() -> None:
    """STK-5, STK-6, ASN-3, ASN-4: a Citizen brings nothing; the Manoeuvre pawn is not to be used again."""
    match = turn(seats={"1": {"assassins": 1}}, sectors=on("karst", s1=("2", "CE"), s2=("3", "G")))
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert match.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "E"
    assert [row["pawn"] for row in match.view("spectator")["log"] if row["kind"] == "killed"] == ["C"]
    assert seen(match, "1", "seats.1.screen.pp") == 0
    match.submit("1", {"kind": "kill", "at": at("s1", 1)})
    assert [it["id"] for it in match.position()["sectors"]["karst"]["stacks"]] == ["s2"]
    assert seen(match, "1", "sectors.karst.room") == 1
    assert seen(match, "1", "seats.2.pawns") == 2


def test_each_assassin_token_is_one_assassination_more() -> None:
    """ASN-1: and no more than that, whatever is left on the board."""
    match = turn(seats={"1": {"assassins": 1}}, sectors=on("karst", s1=("2", "CCC")))
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    match.submit("1", {"kind": "kill", "at": at("s1", 1)})
    assert asked(match) == {"2": "manoeuvre"}


def test_an_emissary_brings_three_and_tokens_are_not_spent() -> None:
    """ASN-1, ASN-5, ASN-7, ASN-8, ASN-9: 3 PP from the reserve; one may stop; the sector is anybody's."""
    match = turn(seats={"1": {"assassins": 1}}, sectors=on("karst", s1=("2", "EE")))
    match.submit("1", {"kind": "assassinate", "at": at("s1", 2)})
    assert asked(match) == {"1": "kill"}
    assert seen(match, "1", "seats.1.screen.pp") == 3
    match.submit("1", {"kind": "stop"})
    assert asked(match) == {"2": "manoeuvre"}
    assert seen(match, "2", "seats.1.assassins") == 1


def test_a_guard_is_paid_to_its_owner_and_ends_it() -> None:
    """ASN-6, PWR-3, PWR-4: with too few PP a forced Debt, which does not count against the one per cycle."""
    match = turn(seats={"1": {"assassins": 2, "pp": 1}}, sectors=on("karst", s1=("2", "GE")))
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert asked(match) == {"2": "manoeuvre"}
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.1.debts")) == (4, 1)
    assert seen(match, "2", "seats.2.screen.pp") == 2
    match.submit("1", {"kind": "debt"})
    assert seen(match, "1", "seats.1.debts") == 2


def test_nobody_has_less_than_no_points_of_power() -> None:
    """PWR-1."""
    with pytest.raises(ValueError, match="pp"):
        turn(seats={"1": {"pp": -1}})


def test_who_must_pay_takes_as_many_debts_as_it_takes() -> None:
    """PWR-3, PWR-4: seven PP with tolls, for a Guard."""
    match = turn(
        seats={"2": {"cards": ["o28", "o62"], "cabal_cards": ["closed-ranks"]}}, sectors=on("karst", s1=("2", "G"))
    )
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.1.debts")) == (4, 2)
    assert seen(match, "2", "seats.2.screen.pp") == 6


def test_who_chooses_to_pay_pays_from_what_they_have() -> None:
    """GEN-6, PWR-4: the cost of an effect, and what was promised."""
    match = turn(seats={"1": {"pp": 4, "cards": ["o05"]}})
    assert refused(match, "1", {"kind": "manifest", "element": {"card": "o05"}}) == ("PWR-4", "too-few-pp")
    promise = {"by": "1", "do": "pay", "seat": "2", "pp": 5}
    match.submit("1", {"kind": "offer", "to": ["2"], "promises": [promise]})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    assert refused(match, "1", {"kind": "pay", "deal": "d1", "to": "2", "pp": 5}) == ("PWR-4", "too-few-pp")


def test_a_debt_is_five_points_of_power_once_per_cycle() -> None:
    """PWR-1, PWR-2, TIM-2: out of turn too; it uses up nobody's turn."""
    match = turn("2")
    match.submit("1", {"kind": "debt"})
    assert seen(match, "1", "seats.1.screen.pp") == 5
    assert asked(match) == {"2": "manoeuvre"}
    assert refused(match, "1", {"kind": "debt"}) == ("PWR-2", "limit-reached")


def test_what_is_done_out_of_turn_leaves_the_choice_waiting() -> None:
    """TIM-2: a flip, a Manifestation, a deal, showing, ceding."""
    match = turn(
        "2",
        seats={"1": {"cards": ["o01", "o47"], "affinities": {"politics": 1}}},
        sectors=on("karst", s1=("1", "C")),
    )
    for seat, command in (
        ("1", {"kind": "flip", "card": "o01", "affinity": "politics"}),
        ("1", {"kind": "manifest", "element": {"card": "o47"}}),
        ("1", {"kind": "offer", "to": ["3"]}),
        ("3", {"kind": "accept", "offer": "d1"}),
        ("1", {"kind": "show", "to": ["3"], "screen": ["pp"]}),
        ("1", {"kind": "cede", "stack": "s1"}),
    ):
        match.submit(seat, command)
        assert asked(match) == {"2": "manoeuvre"}
    assert [seen(match, "1", f"seats.{it}.pawns") for it in "123"] == [2, 2, 2]


def test_extend_brings_one_or_two() -> None:
    """EXT-1, EXT-2, GEN-10: what is discarded all see."""
    match = turn(seats={"1": {"spies": 1}})
    assert refused(match, "1", {"kind": "extend", "discard": "assassin"}) == ("EXT-2", "nothing-to-discard")
    match.submit("1", {"kind": "extend", "discard": "spy"})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "1", "seats.1.spies")) == (2, 0)
    match = turn(seats={"1": {"agents": "CC"}})
    plain = match.fork(1)
    plain.submit("1", E)
    assert (seen(plain, "1", "seats.1.screen.pp"), seen(plain, "1", "seats.1.screen.agents")) == (1, "CC")
    match.submit("1", {"kind": "extend", "discard": "citizen"})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "1", "seats.1.screen.agents")) == (2, "C")
    (row,) = (row for row in match.view("spectator")["log"] if row["kind"] == "agents")
    assert row["lost"] == "C"


@pytest.mark.parametrize("what", ["citizen", "guard", "emissary", "spy", "assassin"])
def test_extend_discards_only_what_one_has_and_one_of_it(what: str) -> None:
    """EXT-2: an Agent, a Spy or an Assassin."""
    poor = turn(seats={"1": {"agents": "CGE".replace(what[0].upper(), "")}})
    assert refused(poor, "1", {"kind": "extend", "discard": what}) == ("EXT-2", "nothing-to-discard")
    match = turn(seats={"1": {"agents": "CCGGEE", "spies": 2, "assassins": 2}})
    match.submit("1", {"kind": "extend", "discard": what})
    one = seen(match, "1", "seats.1")
    left = {"spy": one["spies"], "assassin": one["assassins"]}
    left |= {it: one["screen"]["agents"].count(it[0].upper()) for it in ("citizen", "guard", "emissary")}
    assert left == dict.fromkeys(left, 2) | {what: 1}
    assert one["screen"]["pp"] == 2


def test_points_of_a_slot_are_never_lost() -> None:
    """CBL-4, GEN-9: though the card is Used."""
    rows: Any = {
        "cabal_cards": ["requisition", "closed-session"],
        "used_cabal_cards": ["requisition", "closed-session"],
    }
    match = turn(cabals=["coordination", "polisec"], seats={"1": rows})
    assert seen(match, "2", "seats.1.parts.track") == 1


def test_the_cabal_track_is_filled_from_the_first_slot() -> None:
    """CBL-1, CBL-2, CBL-3, CBL-4, CAB-2, CAB-3, HID-3: any card on the next slot, whose VP are gained at once."""
    match = turn(cabals=["coordination", "polisec"], seats={"1": {"pp": 8, "pawns": 3}, "2": {"pawns": 3}})
    match.submit("1", {"kind": "develop", "card": "arbitration"})
    assert seen(match, "1", "seats.1.rank") == 29
    match.submit("2", E)
    match.submit("1", {"kind": "develop", "card": "secretariat"})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "2", "seats.1.parts.track")) == (0, 1)
    assert seen(match, "1", "seats.1.screen.affinities") == {"politics": 1}
    assert seen(match, "2", "seats.1.cabal_left") == ["central-registry", "requisition", "closed-session"]
    match.submit("2", E)
    assert refused(match, "1", {"kind": "develop", "card": "requisition"}) == ("PWR-4", "too-few-pp")
    assert refused(match, "1", {"kind": "develop", "card": "arbitration"}) == ("CBL-2", "not-a-choice")


def test_a_special_manoeuvre_of_a_card_acquired_can_be_made_in_the_next_turn() -> None:
    """CBL-3."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "E", "looked": {"1": [1]}}]}}
    match = turn(cabals=["polisec", "black-guard"], seats={"1": {"pp": 9}}, sectors=sectors)
    match.submit("1", {"kind": "develop", "card": "night-arrests"})
    match.submit("2", E)
    command = {"kind": "special", "element": {"cabal": "night-arrests"}}
    assert command["element"] in [row["command"].get("element") for row in match.decisions["1"]["options"]]
    match.submit("1", command)
    assert asked(match) == {"1": "kill"}


def test_no_slot_left() -> None:
    """CBL-1."""
    hand = ["central-registry", "arbitration", "requisition", "closed-session", "secretariat"]
    match = turn(seats={"1": {"pp": 9, "cabal_cards": hand}})
    assert refused(match, "1", {"kind": "develop", "card": "arbitration"}) == ("CBL-1", "no-slot")


def test_the_order_advised_may_be_binding() -> None:
    """CBL-2 with the option."""
    match = Match.new({"players": 2, "advised_order": True}, seed=3)
    match.submit(next(iter(match.asked)), {"kind": "first-player", "seat": "1"})
    hand = match.state.pack.hands[match.state.players["1"].cabal]
    match.submit("1", {"kind": "debt"})
    assert refused(match, "1", {"kind": "develop", "card": hand[1]}) == ("CBL-2", "not-in-order")
    match.submit("1", {"kind": "develop", "card": hand[0]})


def test_a_special_manoeuvre_spends_a_pawn_and_uses_its_element() -> None:
    """SPE-1, EFF-7, GEN-9, PWR-7, GEN-6: `levy-all`, whatever others hold; then it is Used; nobody uses another's."""
    match = turn(seats={"1": {"cards": ["o04"], "pawns": 3}, "2": {"pp": 2}, "3": {"pp": 0}})
    assert turn(seats={"1": {"cards": ["o04"]}}).check("1", {"kind": "special", "element": {"card": "o04"}}) is None
    match.submit("1", {"kind": "special", "element": {"card": "o04"}})
    assert [seen(match, it, f"seats.{it}.screen.pp") for it in "123"] == [1, 1, 0]
    assert (seen(match, "2", "seats.1.pawns"), seen(match, "2", "seats.1.cards.0.used")) == (2, True)
    assert refused(match, "2", {"kind": "special", "element": {"card": "o04"}}) == ("SPE-1", "unknown-element")
    match.submit("2", E)
    match.submit("3", E)
    assert refused(match, "1", {"kind": "special", "element": {"card": "o04"}}) == ("GEN-9", "used")


def test_all_others_pay_a_levy_in_order_of_rank() -> None:
    """GEN-4."""
    seats = {"1": {"cards": ["o04"]}, "2": {"pp": 1}, "3": {"pp": 1}}
    match = turn(cabals=["polisec", "syndicate", "coordination"], seats=seats)
    match.submit("1", {"kind": "special", "element": {"card": "o04"}})
    rows = [row["seat"] for row in match.view("1")["log"] if row.get("why") == "levy" and row["change"] < 0]
    assert rows == ["3", "2"]


def test_an_exchange_is_paid_in_full_or_not_at_all() -> None:
    """EFF-8, GEN-6: two Citizens for 5 PP."""
    match = turn(seats={"1": {"cards": ["o38"], "agents": "CCC"}})
    match.submit("1", {"kind": "special", "element": {"card": "o38"}})
    assert (seen(match, "1", "seats.1.screen.pp"), seen(match, "1", "seats.1.screen.agents")) == (5, "C")
    match = turn(seats={"1": {"cards": ["o38"], "agents": "C"}})
    assert refused(match, "1", {"kind": "special", "element": {"card": "o38"}}) == ("GEN-6", "too-few-agents")


def test_capacities_of_assassins_and_their_victims() -> None:
    """EFF-5, EFF-10, STK-9: bounties and tolls add up; a steadfast Guard stays and is known to all."""
    match = turn(
        cabals=["resistance", "coordination"],
        seats={
            "1": {"cards": ["o26"], "cabal_cards": ["ransoms"], "assassins": 1, "pp": 9},
            "2": {"cards": ["o28", "o62", "o64"]},
        },
        sectors=on("karst", s1=("2", "EGC")),
    )
    match.submit("1", {"kind": "assassinate", "at": at("s1", 1)})
    assert seen(match, "1", "seats.1.screen.pp") == 9 + 3 + 1 + 2
    match.submit("1", {"kind": "kill", "at": at("s1", 1)})
    assert seen(match, "2", "seats.2.screen.pp") == 2 + 1 + 2
    assert seen(match, "spectator", "sectors.karst.stacks.0.pawns.0") == {
        "kind": "guard",
        "looked": [],
        "open": True,
        "said": [],
    }


def test_nobody_assassinates_a_pawn_of_their_own() -> None:
    """ASN-2: nor is it offered."""
    match = turn(seats={"1": {"assassins": 1}}, sectors=on("karst", s1=("1", "E"), s2=("2", "EC")))
    assert refused(match, "1", {"kind": "assassinate", "at": at("s1", 1)}) == ("ASN-2", "not-adverse")
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    rows = [row["command"].get("at") for row in match.decisions["1"]["options"]]
    assert rows == [at("s2", 1), None]


def test_an_arrest_takes_only_whom_one_knows() -> None:
    """EFF-6: `arrest` of PoliSec."""
    match = turn(
        cabals=["polisec", "black-guard"],
        seats={"1": {"cabal_cards": ["night-arrests"]}},
        sectors={"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "GE", "looked": {"1": [2]}}]}},
    )
    match.submit("1", {"kind": "special", "element": {"cabal": "night-arrests"}})
    assert refused(match, "1", {"kind": "kill", "at": at("s1", 1)}) == ("EFF-6", "not-known")
    match.submit("1", {"kind": "kill", "at": at("s1", 2)})
    assert match.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "G"


def test_an_arrest_takes_no_corruption_token() -> None:
    """EFF-6, OTH-12: a token is no pawn that one knows, though it can be assassinated."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "GE", "looked": {"1": [2]}}], "corruption": 1}}
    match = others(
        "manoeuvres",
        cabals=["polisec", "black-guard"],
        turn="1",
        seats={"1": {"pawns": 2, "cabal_cards": ["night-arrests"]}, "2": {"pawns": 2}},
        sectors=sectors,
    )
    other = match.fork(1)
    match.submit("1", {"kind": "special", "element": {"cabal": "night-arrests"}})
    assert refused(match, "1", {"kind": "kill", "at": {"corruption": "karst"}}) == ("EFF-6", "not-a-choice")
    assert [row["command"].get("at") for row in match.decisions["1"]["options"]] == [at("s1", 2), None]
    other.submit("1", {"kind": "assassinate", "at": {"corruption": "karst"}})
    assert seen(other, "1", "sectors.karst.corruption") == 0


def test_a_command_of_nonsense_is_refused() -> None:
    """TIM-1: every malformed command, and one that answers something else."""
    match = turn(seats={"1": {"agents": "C"}})
    assert refused(match, "1", {"kind": "send", "sector": "nowhere", "pawns": "C"}) == ("SND-1", "unknown-sector")
    assert refused(match, "1", {"kind": "send", "sector": "karst", "pawns": "X"})[1] == "bad-shape"
    assert refused(match, "1", {"kind": "bid", "pp": 0}) == ("TIM-1", "not-now")
    assert refused(match, "1", {"kind": "manifest", "element": {}}) == ("EFF-6", "unknown-element")
    assert "manoeuvre" not in kinds(match)


# ---- named part by part ----------------------------------------------------------------------------------------------


def named(match: Match, command: dict[str, Any]) -> dict[str, list[str]]:
    """What may be named next, of what the engine accepts."""
    choices = match.choices("1", command)
    assert choices is not None
    return {key: [it for it, no in its.items() if no is None] for key, its in choices["keys"].items()}


def test_a_manoeuvre_is_named_part_by_part() -> None:
    """SND-1, SPY-2, ASN-2, EXT-2: sector and pawns, a stack and its pawn or another place, what is discarded; what is
    not whole is no Manoeuvre yet."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EG"}, {"id": "s2", "seat": "3", "pawns": "C"}]}}
    sectors["josefov"] = {"stacks": [{"id": "s3", "seat": "1", "pawns": "C"}]}
    match = turn(sectors=sectors, seats={"1": {"agents": "CCE", "spies": 1}}, secret="o07")
    send: dict[str, Any] = {"kind": "send"}
    assert "motol" in named(match, send)["sector"]
    choices = match.choices("1", send)
    assert choices is not None
    assert choices["keys"]["sector"]["karst"]["clause"] == "STK-4"
    assert named(match, {**send, "sector": "motol"}) == {"pawns": ["C", "E"]}
    assert named(match, {**send, "sector": "motol", "pawns": "CE"}) == {"pawns": ["C"]}
    assert named(match, {"kind": "spy"}) == {"stack": ["s1", "s2"], "secret": ["secret"]}
    assert named(match, {"kind": "spy", "at": {"stack": "s1"}}) == {"pawn": ["1", "2"]}
    whole = {"kind": "spy", "at": {"stack": "s1", "pawn": 2}}
    assert match.choices("1", whole) == {"keys": {}, "whole": whole}
    assert named(match, {"kind": "assassinate"}) == {"stack": ["s1", "s2"]}
    assert named(match, {"kind": "extend"}) == {"discard": ["citizen", "emissary", "spy"]}
    assert match.choices("1", {"kind": "spy", "at": {"stack": "s9"}}) == {"keys": {}, "whole": None}
    assert match.choices("2", send) is None
    for command in (send, {"kind": "spy"}, {"kind": "assassinate"}):
        assert refused(match, "1", command)[1] == "bad-shape"


def test_what_would_break_a_word_is_told_as_it_is_named() -> None:
    """OAT-4: of a sector, and of the one pawn that is meant."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "E"}, {"id": "s2", "seat": "3", "pawns": "C"}]}}
    match = turn(sectors=sectors, seats={"1": {"agents": "CE"}, "2": {"pp": 1}})
    promises = [{"by": "1", "do": "no-send", "sector": "motol"}, {"by": "1", "do": "no-spy", "seat": "2"}]
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"pp": 1}, "promises": promises, "sworn": True})
    match.submit("1", {"kind": "accept", "offer": "d1"})

    def breaks(command: dict[str, Any]) -> bool:
        choices = match.choices("1", command)
        assert choices is not None
        return "breaks" in choices

    assert breaks({"kind": "send", "sector": "motol"})
    assert not breaks({"kind": "send", "sector": "josefov"})
    assert breaks({"kind": "spy", "at": {"stack": "s1", "pawn": 1}})
    assert not breaks({"kind": "spy", "at": {"stack": "s2", "pawn": 1}})


def test_a_waiting_seat_prepares_its_next_manoeuvre() -> None:
    """MAN-1: whoever is in turn, and who has no pawn left, prepares nothing."""
    match = turn("1", seats={"2": {"agents": "CE"}, "3": {"pawns": 0}})
    ahead = match.ahead("2")
    assert ahead is not None
    assert ahead.asked["2"].kind == "manoeuvre"
    assert ahead.check("2", {"kind": "send", "sector": "karst", "pawns": "CE"}) is None
    assert ahead.check("2", {"kind": "send", "sector": "karst", "pawns": "G"}) is not None
    assert (match.ahead("1"), match.ahead("3")) == (None, None)


def test_a_waiting_seat_prepares_its_next_taking() -> None:
    """CNQ-5: in the order of the Conquest, for as long as it has Emissaries there and has not passed."""
    sectors = {"karst": {"stacks": [{"seat": "1", "pawns": "EEE"}, {"seat": "2", "pawns": "E"}]}}
    match = resolution(sectors=sectors)
    while match.asked and next(iter(match.asked.values())).kind != "take":
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    [taker] = match.asked
    assert taker == "1"
    ahead = match.ahead("2")
    assert ahead is not None
    assert ahead.asked["2"].kind == "take"
    assert ahead.check("2", {"kind": "take", "marker": "karst"}) is None
    assert match.ahead("3") is None
    match.submit("1", {"kind": "take", "marker": "karst"})
    assert [*match.asked] == ["2"]
    match.submit("2", {"kind": "pass"})
    assert match.ahead("2") is None
