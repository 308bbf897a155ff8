"""Looks: what may be looked at, in which order, and what stays known (SPY)."""

from __future__ import annotations

from tests.diktat.table import asked, at, on, others, refused, seen, table, turn, use


def test_looks_go_one_by_one_and_all_see_at_what() -> None:
    """SPY-1, SPY-2, SPY-3, SPY-4, SPY-5, SPY-6, DEV-3: two elements and one for each Spy token; nobody else sees what
    it is."""
    match = turn(seats={"1": {"spies": 1}}, sectors=on("karst", s1=("2", "GEC")))
    match.submit("1", {"kind": "spy", "at": at("s1", 3)})
    match.submit("1", {"kind": "look", "at": at("s1", 1)})
    assert seen(match, "1", "sectors.karst.stacks.0.pawns.0.kind") == "guard"
    assert seen(match, "3", "sectors.karst.stacks.0.pawns.0") == {
        "kind": None,
        "looked": ["1"],
        "open": False,
        "said": [],
    }
    assert not any("saw" in row for row in match.view("3")["log"])
    match.submit("1", {"kind": "stop"})
    assert asked(match) == {"2": "manoeuvre"}
    assert seen(match, "2", "seats.1.spies") == 1
    assert match.position()["sectors"]["karst"]["stacks"][0]["pawns"] == "GEC"


def test_looks_may_go_from_stack_to_stack_with_the_card_between() -> None:
    """SPY-3, SPY-4, STK-1: in any order, pawns counted from the top; the secret card once, too."""
    stacks = on("karst", s1=("2", "GEC")) | on("motol", s2=("3", "EC"))
    match = turn(seats={"1": {"spies": 2}}, sectors=stacks, secret="o54")
    match.submit("1", {"kind": "spy", "at": at("s1", 1)})
    match.submit("1", {"kind": "look", "at": {"secret": True}})
    assert refused(match, "1", {"kind": "look", "at": {"secret": True}}) == ("SPY-4", "already-looked")
    match.submit("1", {"kind": "look", "at": at("s2", 2)})
    match.submit("1", {"kind": "look", "at": at("s1", 3)})
    kinds = [[pawn["kind"] for pawn in seen(match, "1", f"sectors.{it}.stacks.0.pawns")] for it in ("karst", "motol")]
    assert kinds == [["guard", None, "citizen"], [None, "citizen"]]
    looks = [row["saw"] for row in match.view("1")["log"] if row["kind"] == "looked"]
    assert looks == ["G", "o54", "C", "C"]
    assert asked(match) == {"2": "manoeuvre"}


def test_without_a_spy_token_two_elements_are_looked_at() -> None:
    """SPY-1."""
    match = turn(sectors=on("karst", s1=("2", "GEC")))
    match.submit("1", {"kind": "spy", "at": at("s1", 1)})
    match.submit("1", {"kind": "look", "at": at("s1", 2)})
    assert asked(match) == {"2": "manoeuvre"}


def test_a_capacity_gives_a_look_more() -> None:
    """SPY-1, EFF-5: but not of an element that is Used."""
    for used, left in ((False, 2), (True, 1)):
        match = turn(seats={"1": {"cards": [{"card": "o22", "used": used}]}}, sectors=on("karst", s1=("2", "GECC")))
        match.submit("1", {"kind": "spy", "at": at("s1", 1)})
        assert match.decisions["1"]["prompt"]["params"] == {"left": left}


def test_looks_keep_their_pawns_when_others_come_and_go_above_them() -> None:
    """STK-5, SPY-4: taken back by their owner, or laid on top."""
    for card, with_, place, pawns in (
        ("o23", {"stack": "s1", "pawns": [1]}, 2, "EG"),
        ("o21", {"stack": "s2", "pawns": [1], "to": ["s1"]}, 4, "CCEG"),
    ):
        sectors = on("karst", s1=("2", "CEG")) | on("motol", s2=("2", "CC"))
        match = turn(seats={"1": {"spies": 3}, "2": {"cards": [card]}}, sectors=sectors)
        match.submit("1", {"kind": "spy", "at": at("s1", 3)})
        match.submit("2", {"kind": "manifest", "element": {"card": card}, "with": with_})
        assert match.state.grounds["karst"].stacks[0].pawns[place - 1].looked == ("1",)
        assert refused(match, "1", {"kind": "look", "at": at("s1", place)}) == ("SPY-4", "already-looked")
        assert "".join(pawn.kind for pawn in match.state.grounds["karst"].stacks[0].pawns) == pawns


def test_looks_keep_their_pawns_when_they_go_to_another_stack_themselves() -> None:
    """SPY-4, STK-8: a pawn of a player, laid on another of their stacks."""
    sectors = on("karst", s1=("2", "CEG")) | on("motol", s2=("2", "CC"))
    match = turn(seats={"1": {"spies": 3}, "2": {"cards": ["o21"]}}, sectors=sectors)
    match.submit("1", {"kind": "spy", "at": at("s1", 2)})
    to = {"stack": "s1", "pawns": [1, 2], "to": ["s2", "s2"]}
    match.submit("2", {"kind": "manifest", "element": {"card": "o21"}, "with": to})
    assert refused(match, "1", {"kind": "look", "at": at("s2", 2)}) == ("SPY-4", "already-looked")
    match.submit("1", {"kind": "look", "at": at("s2", 1)})


def test_looks_keep_their_pawns_when_the_others_are_moved() -> None:
    """SPY-4, STK-8, OTH-14: the Artefact's marker moves Others, looked at and not, while somebody looks."""
    match = others(
        "manoeuvres",
        cabals=["coordination", "syndicate"],
        turn="1",
        seats={"1": {"pawns": 2, "spies": 4}, "2": {"pawns": 2, "markers": {"artefact": 1}}},
        sectors={"karst": {"others": "CGE"}, "motol": {"others": "GE"}},
    )
    for place in (at("others-karst", 2), at("others-motol", 1)):
        match.submit("1", {"kind": "spy" if place["pawn"] == 2 else "look", "at": place})
    match.submit("2", use(marker="artefact", with_={"from": "karst", "to": "motol", "n": 2}))
    for place in (at("others-motol", 2), at("others-motol", 3)):
        assert refused(match, "1", {"kind": "look", "at": place}) == ("SPY-4", "already-looked")
    match.submit("1", {"kind": "look", "at": at("others-karst", 1)})
    match.submit("1", {"kind": "look", "at": at("others-motol", 1)})
    looked = [pawn.looked for pawn in match.state.grounds["motol"].others]
    assert looked == [("1",), ("1",), ("1",), ()]


def test_a_pawn_is_not_looked_at_twice_though_others_leave_from_above_it() -> None:
    """SPY-4, STK-5, TIM-3: somebody assassinates in the midst of it."""
    match = turn(seats={"1": {"spies": 3}, "3": {"cards": ["o17"]}}, sectors=on("karst", s1=("2", "CEG")))
    match.submit("1", {"kind": "spy", "at": at("s1", 3)})
    match.submit("1", {"kind": "look", "at": at("s1", 1)})
    match.submit("3", {"kind": "manifest", "element": {"card": "o17"}})
    match.submit("3", {"kind": "kill", "at": at("s1", 1)})
    assert asked(match) == {"1": "look"}
    assert refused(match, "1", {"kind": "look", "at": at("s1", 2)}) == ("SPY-4", "already-looked")
    match.submit("1", {"kind": "look", "at": at("s1", 1)})


def test_the_secret_card_is_an_element() -> None:
    """SPY-2, OPP-2: nobody knows it but who has looked at it."""
    match = turn(secret="o54")
    match.submit("1", {"kind": "spy", "at": {"secret": True}})
    assert [seen(match, who, "secret") for who in ("1", "2", "spectator")] == ["o54", None, None]
    assert seen(match, "2", "secret_looked") == ["1"]


def test_any_pawn_and_the_secret_card_can_be_looked_at() -> None:
    """SPY-2: one's own too, though they are not offered; nothing else."""
    sectors = on("karst", s1=("1", "C"), s2=("2", "E"))
    match = turn(secret="o54", sectors=sectors)
    for place in (at("s2", 1) | {"secret": True}, {"corruption": "karst"}):
        assert refused(match, "1", {"kind": "spy", "at": place}) == ("SPY-2", "unknown-element")
    match.submit("1", {"kind": "spy", "at": at("s2", 1)})
    assert [row["command"].get("at") for row in match.decisions["1"]["options"]] == [{"secret": True}, None]
    match.submit("1", {"kind": "look", "at": at("s1", 1)})
    match = turn(secret=None, sectors=sectors)
    assert refused(match, "1", {"kind": "spy", "at": {"secret": True}}) == ("SPY-2", "unknown-element")


def test_the_card_drawn_last_is_secret() -> None:
    """OPP-2: only who has looked at it in the pile knows it."""
    match = table(phase="opportunities", deck=["o01", "o31", "o54", "o07"], peeked={"1": ["o54"]}, secret_looked=["2"])
    assert [seen(match, who, "secret") for who in ("1", "2", "spectator")] == ["o54", None, None]
    (row,) = (row for row in match.view("2")["log"] if row["kind"] == "drawn")
    assert (row["cards"], row["secret"]) == (["o01", "o31"], True)
    assert (seen(match, "2", "has_secret"), seen(match, "2", "secret_looked")) == (True, [])


def test_a_pawn_once_looked_at_stays_known_in_another_stack() -> None:
    """STK-8: a pawn moved to another stack stays known to who has looked at it."""
    match = turn(
        seats={"2": {"cards": ["o21"]}},
        sectors=on("karst", s1=("2", "GEC")) | on("motol", s2=("2", "C")),
    )
    match.submit("1", {"kind": "spy", "at": at("s1", 2)})
    match.submit("1", {"kind": "stop"})
    match.submit(
        "2", {"kind": "manifest", "element": {"card": "o21"}, "with": {"stack": "s1", "pawns": [2], "to": ["s2"]}}
    )
    kinds_seen = [pawn["kind"] for pawn in seen(match, "1", "sectors.motol.stacks.0.pawns")]
    assert kinds_seen == ["emissary", None]
