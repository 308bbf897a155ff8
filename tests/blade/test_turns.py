"""Turns of both sides, the river, events, scenarios, endings and options, clause by clause."""

from __future__ import annotations

import pytest

from rules.blade import Match
from rules.kernel import Json
from rules.kernel.chance import ScriptedChance
from tests.blade.table import (
    DONE,
    END,
    END_TURN,
    TILE_ACT,
    active,
    asked,
    attack,
    bench,
    events,
    figure,
    gems,
    gems_of,
    ground,
    hero,
    move,
    of,
    play,
    red,
    refused,
    river,
    settle,
)

TWO = {"scenario": "ledger", "players": 2, "heroes": 2}


def stances(**by_hero: str) -> Json:
    return {"kind": "stances", "stances": by_hero}


def overlord(*who: Json, river: tuple[str, ...] = (), **position: object) -> Match:
    """The bench in the Overlord's turn, with this river."""
    rows = [{"tile": tile} for tile in river]
    return bench(*who, side="overlord", step="act", **({"river": rows} if rows else {}), **position)  # type: ignore[arg-type]


# ---- first things, setting up ----------------------------------------------------------------------------------------


def test_sides_friends_and_open_hands() -> None:
    """BAS-2, BAS-3, BAS-4, BAS-5, BAS-6, BAS-7: two sides; open but deck and tokens."""
    match = Match.new({"scenario": "reeds", "players": 4, "heroes": 4}, 3)
    view = match.view("spectator")
    assert view["sides"] == {"1": "overlord", "2": "heroes", "3": "heroes", "4": "heroes"}
    assert view["players"] == {"2": ["hrodvar", "tamsin"], "3": ["zhirel"], "4": ["ammurel"]}
    assert (view["deck"], sorted(view["face_down"]), view["hidden"]) == (
        6,
        ["hut-d", "hut-e", "longhouse", "shrine"],
        {},
    )
    assert (view["side"], view["round"], view["step"]) == ("heroes", 1, "stances")
    state = match.state
    assert set(state.friends("hrodvar")) == {"zhirel", "ammurel", "tamsin", "crew-1", "crew-2"}
    assert state.adversaries("red-1") == ()


def test_setting_up() -> None:
    """PRE-2, PRE-4, PRE-5, PRE-6, PRE-7, PRE-8, PRE-9: deck, heroes with kit and gems, allies, the Book, figures with
    their life, the reserve."""
    match = Match.new({"scenario": "reeds", "players": 2, "heroes": 4}, 3)
    view = match.view("1")
    hrodvar = of(match, "hrodvar")
    assert (hrodvar["at"], hrodvar["items"], hrodvar["gems"]["fatigue"]) == ("landing", ["great-axe", "leather"], 5)
    assert (view["book"]["reserve"], view["book"]["fatigue"], view["book"]["recovery"]) == (12, 4, 10)
    assert (len(view["allies"]), view["tiles"]["red"]["waiting"], of(match, "sedge-1")["life"]) == (2, 2, 5)
    assert match.state.tiles["sedge"].spells == ("cinder-lash", "leaden-limbs")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 5, "scenario": "ledger"}, "too-many-players"),
        ({"scenario": "coil", "players": 2, "heroes": 2}, "no-muster"),
        ({"scenario": "nowhere"}, "unknown-scenario"),
        ({"scenario": "ledger", "roster": ["bolgan", "zhirel"], "players": 3}, "bad-roster"),
    ],
)
def test_options_that_make_no_sense(options: Json, code: str) -> None:
    """PRE-3, PRE-10."""
    with pytest.raises(ValueError, match=code):
        Match.new(options, 1)
    assert (
        Match.new({"scenario": "practice", "players": 2, "roster": ["bolgan"], "heroes": 1}, 1).state.heroes[0].id
        == "bolgan"
    )


def test_heroes_are_chosen_in_turn() -> None:
    """PRE-3: round and round until no hero is left. Who takes the last one has no choice, and is not asked."""
    match = Match.new({"scenario": "ledger", "players": 3, "heroes": 3, "casting": "chosen"}, 1)
    play(match, "2", {"kind": "take-hero", "hero": "nessa"})
    assert asked(match) == {"3": "casting"}
    assert refused(match, "3", {"kind": "take-hero", "hero": "nessa"})[1] == "not-a-choice"
    play(match, "3", {"kind": "take-hero", "hero": "tamsin"})
    assert match.view("1")["players"] == {"2": ["nessa", "ammurel"], "3": ["tamsin"]}


# ---- the heroes' turn ------------------------------------------------------------------------------------------------


def test_stances_lie_open_and_may_change_until_all_are_in() -> None:
    """HRO-1, HRO-2, HRO-3, HRO-4, HRO-11, HRO-12, GEM-7: then they take effect together."""
    match = Match.new({"scenario": "ledger", "players": 3, "heroes": 2}, 1)
    assert of(match, "tamsin")["stance"] is None
    play(match, "2", stances(tamsin="aggressive"))
    assert match.view("3")["stances"] == {"tamsin": "aggressive"}
    play(match, "2", stances(tamsin="cautious"))
    assert gems_of(match, "tamsin")["fatigue"] == 4
    play(match, "3", stances(nessa="aggressive"))
    assert (gems_of(match, "tamsin")["fatigue"], gems_of(match, "nessa")["fatigue"]) == (0, 2)
    assert refused(match, "2", move("tamsin", "alley-south"))[1] == "not-your-turn"
    assert asked(match) == {"3": "act"}


def test_what_was_spent_in_defence_is_swept_when_the_heroes_turn_begins() -> None:
    """HRO-1, GEM-3: it lies on its box to the end of the Overlord's turn, and is tired before stances are taken."""
    match = bench(hero("hrodvar", "b2", gems=gems(6, fatigue=6)), *red("b2"), dice=[6, 1, 6, 6, 6], **active("red"))
    play(match, "1", attack("red-1", "hrodvar"))
    settle(play(match, "2", {"kind": "guard", "gems": 2}))
    assert gems_of(match, "hrodvar")["boxes"] == {"guard": 2}
    play(match, "1", END, END_TURN)
    assert (asked(match), gems_of(match, "hrodvar")["boxes"]) == ({"2": "stances"}, {})
    assert gems_of(match, "hrodvar")["fatigue"] == 8


def test_the_phase_ends_when_all_agree() -> None:
    """HRO-6, HRO-7, HRO-9: who is done may act after all; a player without an aggressive hero agrees by that."""
    three = [hero("hrodvar", "b1"), hero("nessa", "b1"), hero("bolgan", "b1", stance="cautious")]
    match = bench(*three, options={"players": 4},
                  seats={"2": ["hrodvar"], "3": ["nessa"], "4": ["bolgan"]})  # fmt: skip
    assert asked(match) == {"2": "act", "3": "act"}
    play(match, "2", move("hrodvar", "b2"), DONE)
    play(match, "3", move("nessa", "b2"))
    play(match, "2", move("hrodvar", "b1"))
    assert asked(match) == {"2": "act", "3": "act"}
    play(match, "2", DONE, {"kind": "undone"}, DONE)
    play(match, "3", DONE)
    assert asked(match) == {"1": "overlord-act"}


def test_the_hand_is_passed_where_the_table_plays_so() -> None:
    """VAR-2."""
    options = {"players": 3, "hand": "passed"}
    match = bench(hero("hrodvar", "b1"), hero("nessa", "b1"), options=options, seats={"2": ["hrodvar"], "3": ["nessa"]})
    assert asked(match) == {"2": "act"}
    play(match, "2", {"kind": "pass", "to": "3"})
    assert asked(match) == {"3": "act"}
    play(match, "3", DONE)
    assert asked(match) == {"2": "act"}


def test_the_sweeps() -> None:
    """GEM-5, HRO-10, OVL-13, SPC-7: boxes and cards of heroes; of the Book the cards, and its boxes in its own turn."""
    book = {"reserve": 2, "boxes": {"guard": 2}, "cards": {"cinder-lash": 2}, "fatigue": 0}
    laid = gems(5, boxes={"melee": 2}, cards={"sky-fall": 3})
    match = Match.from_position({"options": {"players": 2}, "heroes": [hero("ammurel", "b1", gems=laid)], "book": book})
    play(match, "2", DONE)
    assert gems_of(match, "ammurel")["fatigue"] == 5
    shown = match.view("1")["book"]
    # the cards were swept, then 2 recovered
    assert (shown["boxes"], shown["cards"], shown["reserve"]) == ({"guard": 2}, {}, 4)
    play(match, "1", END_TURN)
    assert (match.view("1")["book"]["boxes"], match.view("1")["book"]["fatigue"]) == ({}, 2)
    book = {"reserve": 2, "boxes": {}, "cards": {"cinder-lash": 2}, "fatigue": 0}
    position = {"options": {"players": 2}, "heroes": [hero("ammurel", "b1", gems=laid)], "book": book, **TILE_ACT}
    match = play(Match.from_position(position), "1", END_TURN)
    # in the Overlord's turn the cards of both, and no boxes of heroes before their own turn begins
    assert (gems_of(match, "ammurel")["cards"], match.view("1")["book"]["cards"]) == ({}, {})


def test_dead_companions_count() -> None:
    """WND-10, WND-6, WND-5, HRO-3."""
    match = bench(hero("hrodvar", "b1"), hero("nessa", None, dead=True, gems=gems(0, wounds=10)))
    assert of(match, "hrodvar")["recovery"] == {"aggressive": 3, "cautious": 6}


# ---- the Overlord's turn ---------------------------------------------------------------------------------------------


def test_recovery_then_the_marker_then_two_activations() -> None:
    """OVL-1, OVL-2, OVL-3, OVL-4, OVL-12, RIV-1, RIV-2: a dead tile costs and moves, and nothing acts."""
    match = Match.new(TWO, 1)
    play(match, "2", stances(tamsin="cautious", nessa="cautious"))
    book = match.view("1")["book"]
    assert (book["reserve"], book["fatigue"], match.view("1")["marker"]) == (7, 1, 1)
    row = match.view("1")["river"][1]
    assert (row["slot"], row["cost"], row["tile"]) == (2, 2, "dogs")
    dead = overlord(hero("nessa", "b1"), figure("red-1", "dock-bravo", None), figure("blue-1", "mastiff", "c4"), book=5)
    play(dead, "1", {"kind": "activate", "tile": "red"})
    assert (asked(dead), river(dead), dead.asked["1"].params["left"]) == ({"1": "overlord-act"}, ["blue", "red"], 1)


def test_the_river_may_be_put_in_another_order_by_agreement() -> None:
    """RIV-2: each of its tiles once."""
    match = Match.new(TWO, 1)
    order = [*reversed(river(match))]
    change = {"kind": "propose", "what": "adjustment", "changes": [{"river": order}]}
    assert refused(match, "2", {**change, "changes": [{"river": order[1:]}]}) == ("RIV-2", "unknown-tile")
    play(match, "2", change)
    play(match, "1", {"kind": "adjust", "accept": True})
    assert river(match) == order


def test_a_character_with_two_tiles() -> None:
    """OVL-11, RIV-3: activated by either, each time whole; both die with it, in the order that the Overlord picks."""
    tiles = {"a": {"unit": "orlo-vance", "life": 3}, "b": {"unit": "orlo-vance", "of": "a"}, "c": {"unit": "mastiff"}}
    who = [
        hero("hrodvar", "b2", items=["great-axe"]),
        figure("a-1", "orlo-vance", "b1", 3),
        figure("c-1", "mastiff", "c4"),
    ]
    match = overlord(*who, tiles=tiles, river=("a", "b", "c"), book=9)
    play(match, "1", {"kind": "activate", "tile": "a"}, move("a-1", "a1", "b1"), END)
    play(match, "1", {"kind": "activate", "tile": "a" if river(match)[0] == "a" else "b"})
    assert of(match, "a-1")["base"] == 2
    match = bench(
        *[{**who[0], "at": "b1"}, *who[1:]], tiles=tiles, river=[{"tile": it} for it in ("a", "b", "c")], dice=[6, 6, 6]
    )
    settle(play(match, "2", attack("hrodvar", "a-1", 2, "great-axe")))
    assert asked(match) == {"1": "order"}
    play(match, "1", {"kind": "order", "order": ["b", "a"]})
    assert river(match) == ["c", "b", "a"]


def test_extra_movement_may_come_after_the_attack() -> None:
    """OVL-8, OVL-7, OVL-9, OVL-14, BAS-10."""
    match = bench(hero("hrodvar", "b1", items=[]), *red("b1"), dice=[1, 1], book=4, **active("red"))
    play(match, "1", attack("red-1", "hrodvar"), move("red-1", "a1"))
    assert match.view("1")["book"]["boxes"] == {"movement": 2}
    assert refused(match, "1", attack("red-1", "hrodvar")) == ("OVL-9", "already-attacked")


def test_the_activation_of_a_hero_is_a_turn_in_which_it_is_aggressive() -> None:
    """BAS-10: a hold on a cautious one waits."""
    cast = [hero(id, "b1", marks={"held": "next"}) for id in ("hrodvar", "nessa")]
    match = bench(*cast, step="stances")
    play(match, "2", {"kind": "stances", "stances": {"hrodvar": "aggressive", "nessa": "cautious"}})
    assert refused(match, "2", move("hrodvar", "b2")) == ("STP-11", "held")
    play(match, "2", DONE)
    assert (of(match, "hrodvar")["marks"], of(match, "nessa")["marks"]) == ({}, {"held": "next"})


def test_what_a_hero_may_do() -> None:
    """HRO-7: each action that its sheet, its things and the scenario give it is offered."""
    able = {"skills": [{"id": "leadership"}, {"id": "spellcaster"}]}
    bold = hero("ammurel", "b2", items=["crossbow"], spells=["cinder-lash"], profile=able)
    crew = [{"id": "crew-1", "tile": "crew", "unit": "gull-crew", "at": "b1", "life": 1}]
    match = bench(
        bold, *red("b2"), allies=crew, objects={"o": {"kind": "chest", "at": "b2"}}, ground={"b2": ["draught"]}
    )
    commands = [row["command"] for row in match.decisions["2"]["options"]]
    kinds = {(row["kind"], row.get("mode")) for row in commands}
    assert kinds >= {("move", None), ("attack", "melee"), ("attack", "ranged"), ("take", None), ("cast", None),
                     ("command", None), ("handle", None)}  # fmt: skip
    where = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}}
    leaving = bench(hero("nessa", "street-west"), **where)
    assert "leave" in {row["command"]["kind"] for row in leaving.decisions["2"]["options"]}


def test_the_event_tile() -> None:
    """EVT-1, EVT-7, OVL-10, RIV-6: one event or the reinforcement; uses run out; where nothing can be done, nothing."""
    position = {"scenario": "ledger", "options": {"players": 2, "heroes": 2}, "side": "overlord", "step": "act"}
    match = Match.from_position(
        {**position, "book": {"reserve": 9}, "used": {"bar-the-doors": 2}}, chance=ScriptedChance()
    )
    assert match.view("1")["events"]["bar-the-doors"] == {
        "left": 0,
        "why": {"clause": "EVT-7", "code": "event-used-up", "params": {"event": "bar-the-doors"}},
    }
    play(match, "1", {"kind": "activate", "tile": "event"})
    assert events(match, "event")[-1]["event"] is None
    match = Match.from_position(
        {**position, "book": {"reserve": 9}, "doors": {"west-door": "open", "office-door": "open"}},
        chance=ScriptedChance(),
    )
    play(match, "1", {"kind": "activate", "tile": "event"}, {"kind": "event", "event": "bar-the-doors"})
    play(match, "1", {"kind": "choose", "choice": "office-door"}, {"kind": "choose", "choice": None})
    assert (match.view("1")["doors"]["office-door"], match.view("1")["doors"]["west-door"]) == ("closed", "open")
    assert refused(match, "1", {"kind": "clear", "tile": "event"}) == ("RIV-5", "not-dead")


def test_a_reserved_reserve_is_not_bought() -> None:
    """EVT-3, EVT-5: only the scenario's own operations bring it."""
    position = {
        "scenario": "reeds",
        "muster": 2,
        "options": {"players": 2, "heroes": 3},
        "side": "overlord",
        "step": "act",
    }
    match = Match.from_position({**position, "book": {"reserve": 9}}, chance=ScriptedChance())
    play(match, "1", {"kind": "activate", "tile": "event"})
    assert refused(match, "1", {"kind": "event", "event": "reinforcement"})[1] == "event-condition"


# ---- winning, options ------------------------------------------------------------------------------------------------


def test_a_scenario_says_who_has_won() -> None:
    """WIN-1, WIN-4, BAS-1: as soon as it could hold; the last space of the track."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), scenario="practice", dice=[6, 6], options={"players": 2})
    settle(play(match, "2", attack("hrodvar", "red-1", 1, "great-axe")))
    assert match.outcome is not None
    assert (match.outcome["reason"], match.outcome["winners"], match.outcome["side"]) == ("cleared", ["2"], "heroes")
    late = bench(hero("hrodvar", "b2"), *red("a3"), scenario="practice", marker=9, options={"players": 2})
    play(late, "2", DONE)
    assert late.outcome is not None
    assert (late.outcome["reason"], late.outcome["winners"]) == ("time", ["1"])


def test_all_heroes_dead() -> None:
    """WIN-3, WIN-2."""
    weak = hero("nessa", "b2", items=[], gems=gems(1))
    match = bench(weak, *red("b2"), dice=[6, 6], **active("red"))
    play(match, "1", attack("red-1", "nessa"))
    settle(match)
    assert match.outcome is not None
    assert (match.outcome["reason"], match.outcome["winners"]) == ("dead", ["1"])


def test_giving_up() -> None:
    """WIN-5: heroes go to the next hero player who still plays; the Overlord's giving up ends it."""
    match = Match.new({"scenario": "practice", "players": 4, "heroes": 3}, 1)
    play(match, "3", {"kind": "concede"})
    assert match.view("1")["players"] == {"2": ["hrodvar"], "3": [], "4": ["ammurel", "nessa"]}
    play(match, "2", {"kind": "concede"})
    play(match, "4", {"kind": "concede"})
    assert match.outcome is not None
    assert match.outcome["winners"] == ["1"]
    match = Match.new({"scenario": "practice", "players": 3}, 1)
    play(match, "1", {"kind": "concede"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2", "3"], "concession")


def test_heroes_are_handed_over() -> None:
    """BAS-2: an offer that the other takes or declines, or that is withdrawn."""
    match = Match.new({"scenario": "practice", "players": 3, "heroes": 2}, 1)
    play(match, "2", {"kind": "hand-over", "hero": "hrodvar", "to": "3"})
    assert match.answers("3")[0][0] == {"kind": "take-over", "hero": "hrodvar"}
    play(match, "2", {"kind": "keep-hero", "hero": "hrodvar"}, {"kind": "hand-over", "hero": "hrodvar", "to": "3"})
    play(match, "3", {"kind": "take-over", "hero": "hrodvar"})
    assert match.view("1")["players"] == {"2": [], "3": ["nessa", "hrodvar"]}


def test_the_tokens_of_the_reeds() -> None:
    """TOK-1, TOK-2, BAS-7, BAS-8, BAS-9: whoever enters turns one up; an ambush comes from the reserve."""
    where = {
        "scenario": "reeds",
        "options": {"players": 2, "heroes": 2},
        "hidden": {"shrine": "ambush", "hut-d": "captive"},
    }
    tiles = {"red": {"unit": "reed-spear", "total": 2, "reserved": True}}
    waiting = [figure(f"red-{n}", "reed-spear", None, dead=False) for n in (1, 2)]
    match = bench(hero("nessa", "east-lane"), *waiting, tiles=tiles, **where)
    play(match, "2", move("nessa", "shrine"))
    assert (of(match, "red-1")["at"], of(match, "red-2")["at"]) == ("shrine", "shrine")
    match = bench(hero("nessa", "south-yard"), *waiting, tiles=tiles, **where)
    play(match, "2", move("nessa", "hut-d"))
    assert (ground(match), match.view("2")["face_down"]) == ({"hut-d": ["captive"]}, ["shrine"])


def test_poison_alchemy_and_the_ward() -> None:
    """SKL-14, SKL-22: skills without a rule of their own, which the scenario uses."""
    where = {"scenario": "coil", "options": {"players": 2}}
    bitten = hero("hrodvar", "well", items=["great-axe"])
    serpent = figure("serpent-1", "well-serpent", "well", 10)
    match = bench(bitten, serpent, dice=[4, 1, 1], **where, **active("serpent"))
    play(
        match,
        "1",
        attack("serpent-1", "hrodvar"),
    )
    settle(match)
    assert (gems_of(match, "hrodvar")["wounds"], gems_of(match, "hrodvar")["fatigue"]) == (2, 1)
    lamp = {"kind": "handle", "who": "ammurel", "object": "lamp-1", "gems": 1}
    match = bench(hero("ammurel", "shrine-north"), dice=[3, 5], **where)
    settle(play(match, "2", lamp))
    assert [die["die"] for die in events(match, "rolled")[0]["dice"]] == ["orange", "red"]
    assert match.view("2")["counters"]["lit"] == 1


def test_orders_answer_in_advance() -> None:
    """VAR-5: guards from a damage on; others see an answer like any other, and only their giver sees the orders."""
    match = bench(hero("hrodvar", "b2", items=[]), *red("b2", 2), dice=[6, 6, 1, 6, 1], **active("red"))
    play(match, "2", {"kind": "instruct", "about": "guard", "answer": {"gems": 1, "least": 3}})
    play(match, "2", {"kind": "instruct", "about": "reroll", "answer": "keep", "who": "hrodvar"})
    assert "instructed" not in [row["kind"] for row in match.view("1")["log"]]
    play(match, "1", attack("red-1", "hrodvar"), attack("red-2", "hrodvar"))
    assert [row["gems"] for row in events(match, "guarded")] == [1]
    assert asked(match) == {"1": "tile-act"}
    bad = {"kind": "instruct", "about": "guard", "answer": "often"}
    assert refused(match, "2", bad) == ("VAR-5", "no-such-order")
