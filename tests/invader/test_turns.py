"""The turn, strategies, costs, cancels, the attack and the end, a clause at a time (SET, TRN, PLY, CAN, STR, ATK, END).
Each test cites the clause that it holds."""

from __future__ import annotations

import pytest

from rules.invader import Match
from rules.invader.packs.reader import load
from rules.kernel import Json
from tests.invader.table import PASS, asked, duel, duel_with, hero, kinds, on, pieces, pile, play, refused, use

END = {"kind": "end"}


def test_each_side_brings_a_deck_three_dormant_strategies_and_the_human_three_heroes() -> None:
    """SET-2, DCK-1, STR-1: the starters of the pack, card for card."""
    match = Match.new({"invader": "2"}, 4)
    starters = load().starters
    for seat, side in (("2", "invader"), ("1", "human")):
        held = [*match.state.hands[seat], *match.state.decks[seat]]
        counts = {card: sum(id.startswith(f"{seat}-{card}-") for id in held) for card in starters[side].cards}
        assert counts == dict(starters[side].cards)
        assert match.view("spectator")["strategies"][seat] == dict.fromkeys(starters[side].strategies, False)
    assert match.view("spectator")["heroes"] == ["1-okafor", "1-kestrel", "1-ferreira"]


def test_a_built_deck_has_enough_force_and_few_cancels() -> None:
    """DCK-3: 19 cards with Force are too few, 6 that cancel too many."""
    pack = load()
    starter = pack.starters["human"]

    def codes(cards: Json) -> set[str]:
        return {
            row["code"] for row in pack.deck_problems("human", type(starter)(cards, starter.strategies, starter.heroes))
        }

    orders = [id for id, card in pack.cards.items() if card.side == "human" and card.force is None and not card.cancels]
    force = [id for id, card in pack.cards.items() if card.side == "human" and card.force is not None]
    assert "too-few-force" in codes(dict.fromkeys(force[:19], 1) | dict.fromkeys(orders, 1))
    assert "too-few-force" not in codes(dict.fromkeys(force[:20], 1) | dict.fromkeys(orders, 1))
    assert "too-many-cancel" in codes({"decoy": 3, "intercept": 3})
    assert "too-many-cancel" not in codes({"decoy": 3, "intercept": 2})


def test_the_hero_is_put_into_a_zone_before_the_first_turn() -> None:
    """SET-5, SET-6, HER-1: the plot on 10, no scorch, the Hero upright in a slot of its zone."""
    match = Match.new({"invader": "1"}, 4)
    for seat in ("1", "2"):
        match.submit(seat, {"kind": "mulligan", "keep": True})
    assert asked(match) == {"2": "place-hero"}
    assert (match.view("1")["plot"], set(match.view("1")["scorch"].values())) == (10, {0})
    match.submit("2", {"kind": "place-hero", "hero": "2-ferreira", "zone": "pacific-rim"})
    placed = match.view("1")["hero"]
    assert (placed["id"], placed["zone"], placed["upright"]) == ("2-ferreira", "pacific-rim", True)
    full = duel(active="2", hands={"2": ["militia"]}, play=on("2", "africa", *["rifles"] * 3), hero=hero(zone="africa"))
    assert refused(full, "2", play("2-militia-1", "africa"))[:2] == ("PLY-6", "no-slot")


def test_only_the_invader_attacks_and_always() -> None:
    """TRN-4, ATK-1: at the end of each of their turns, after their word that it is over; never in the Human's."""
    match = duel(plot=8, play=on("1", "africa", "colossus"), hero=hero(zone="eurasia"), decks={"2": ["militia"] * 9})
    match.submit("1", END)
    assert [row["zone"] for row in match.view("1")["log"] if row["kind"] == "attacked"] == [
        "pacific-rim",
        "eurasia",
        "africa",
    ]
    assert (match.view("1")["decks"]["2"], match.view("1")["active"]) == (9 - 2 - 2, "2")
    match.submit("2", END)
    assert kinds(match).count("attacked") == 3


def test_effects_of_this_turn_end_with_it() -> None:
    """TRN-5, EFF-6: a Surge is over when the Human's turn begins, a Rally holds until the Human's next one."""
    surge = duel(hands={"1": ["surge"]}, play=on("1", "africa", "husk"), decks={"1": ["kite"] * 4})
    surge.submit("1", play("1-surge-1", at="africa"))
    assert surge.view("1")["play"][0]["force"] == 4
    surge.submit("1", END)
    assert (surge.view("1")["play"][0]["force"], surge.view("1")["active"]) == (3, "2")
    rally = duel(active="2", hands={"2": ["rally"]}, play=on("2", "africa", "rifles"), decks={"2": ["militia"] * 5})
    rally.submit("2", play("2-rally-1", at="africa"))
    for seat, force in (("2", 4), ("1", 3)):
        rally.submit(seat, END)
        assert rally.view("1")["play"][0]["force"] == force


def test_a_cost_is_paid_when_the_card_is_played_and_never_again() -> None:
    """PLY-2, PLY-5: three turns later hand and discard are as after paying, but for what was drawn."""
    match = duel(hands={"1": ["leviathan", "husk", "stilt", "kite"]}, decks={"1": ["maw"] * 9, "2": ["militia"] * 40})
    match.submit("1", play("1-leviathan-1", "africa", discard=["1-husk-1", "1-stilt-1", "1-kite-1"]))
    assert pile(match, "1") == ["husk", "stilt", "kite", "maw", "maw"]
    for seat in ("1", "2", "1", "2"):
        match.submit(seat, END)
    assert pile(match, "1") == ["husk", "stilt", "kite", "maw", "maw"]
    assert (len(match.view("1")["hand"]), pieces(match)) == (4, ["1-leviathan-1"])


def test_the_costs_of_a_cancelled_card_stay_paid() -> None:
    """CAN-5, CAN-2: both sides' costs stay paid, the drained cards too."""
    match = duel(
        active="2",
        hands={"1": ["white-noise"], "2": ["last-bomb", "rifles", "militia"]},
        play=on("1", "africa", "husk"),
        decks={"1": ["kite", "stilt", "maw"], "2": ["drones", "armour", "convoy"]},
    )
    match.submit("2", play("2-last-bomb-1", target="1-husk-1", discard=["2-rifles-1", "2-militia-1"]))
    match.submit("1", {"kind": "cancel", "card": "1-white-noise-1"})
    assert pieces(match) == ["1-husk-1"]
    assert pile(match, "2") == ["rifles", "militia", "drones", "armour", "last-bomb"]
    assert pile(match, "1") == ["kite", "stilt", "white-noise"]


def test_only_a_card_from_the_hand_opens_a_cancel_window() -> None:
    """CAN-6: not a use, a strategy, a Hero, the Ops Centre or an Invasion."""
    human = duel(
        active="2",
        hands={"1": ["hush", "husk"], "2": ["militia", "rifles", "drones"]},
        play=on("2", "africa", "gunship"),
        strategies={"2": {"doctrine": False, "mobilisation": False, "shield": False}},
    )
    for command in (
        use("2-gunship-1", to="eurasia"),
        use("2-okafor"),
        {"kind": "move-hero", "to": "africa"},
        {"kind": "ops", "target": "2-gunship-1", "to": "africa", "discard": ["2-militia-1"]},
        {"kind": "enable", "strategy": "doctrine", "discard": ["2-rifles-1"]},
    ):
        human.submit("2", command)
        assert asked(human) == {"2": "main"}
    human.submit("2", play("2-drones-1", "eurasia"))
    assert asked(human) == {"1": "cancel"}
    invader = duel(plot=9, hands={"2": ["decoy", "militia"]}, decks={"1": ["kite"]})
    invader.submit("1", {"kind": "invade", "order": "reinforce"})
    assert asked(invader) == {"1": "main"}


def test_a_card_is_used_in_the_turn_of_its_entry() -> None:
    """USE-2: a Burrower moves as soon as it has come."""
    match = duel(hands={"1": ["burrower", "husk"]}, hero=hero(zone="africa"))
    match.submit("1", play("1-burrower-1", "eurasia", discard=["1-husk-1"]))
    match.submit("1", use("1-burrower-1", to="pacific-rim"))
    assert pieces(match, "pacific-rim") == ["1-burrower-1"]


def test_a_dormant_strategy_has_no_effect_and_an_enabled_one_holds() -> None:
    """STR-1, STR-3: Continental Shield counts from the moment it is enabled to the end of the match."""
    match = duel(active="2", hands={"2": ["militia", "rifles"]}, decks={"1": ["kite"] * 9, "2": ["drones"] * 9})
    assert match.view("2")["forecast"]["zones"]["africa"]["value"] == 5
    match.submit("2", {"kind": "enable", "strategy": "shield", "discard": ["2-militia-1", "2-rifles-1"]})
    for seat in ("2", "1"):
        assert match.view("2")["forecast"]["zones"]["africa"]["value"] == 6
        match.submit(seat, END)
    dormant = duel(phase="draw", decks={"1": ["kite"] * 5})
    assert dormant.view("1")["hands"]["1"] == 2, "Endless Brood sleeps"


def test_an_enable_text_is_followed_once() -> None:
    """STR-3: Black Sky scorches each zone at that moment, and not in the turns to come."""
    match = duel(
        hands={"1": ["husk"]}, decks={"1": ["kite"] * 9, "2": ["militia"] * 9}, scorch={"africa": 1, "eurasia": 6}
    )
    match.submit("1", {"kind": "enable", "strategy": "black-sky", "discard": ["1-husk-1"]})
    for seat in ("1", "2"):
        assert match.view("1")["scorch"] == {"pacific-rim": 1, "eurasia": 6, "africa": 2}
        match.submit(seat, END)
    assert match.view("1")["scorch"] == {"pacific-rim": 1, "eurasia": 6, "africa": 2}


@pytest.mark.parametrize(("force", "drained"), [(["colossus", "maw"], 5), (["husk", "maw"], 0)])
def test_bite_raises_a_drain_and_makes_none(force: list[str], drained: int) -> None:
    """ATK-5: 7 and 1 against 5 drains 3, and 2 more; 3 and 1 against 5 drains nothing. In its own zone only."""
    match = duel(
        play=[*on("1", "africa", *force), *on("1", "pacific-rim", "maw", "colossus")],
        hero=hero(zone="eurasia"),
        decks={"2": ["militia"] * 20},
    )
    zones = match.view("1")["forecast"]["zones"]
    assert (zones["africa"]["drain"], zones["pacific-rim"]["drain"]) == (drained, 5)
    alone = duel(play=[*on("1", "africa", "colossus"), *on("1", "eurasia", "maw")], hero=hero(zone="pacific-rim"))
    assert alone.view("1")["forecast"]["zones"]["africa"]["drain"] == 2


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("play: plot -9 then draw 1", "2", "plot"),
        ("play: draw 1 then plot -9", "2", "deck"),
        ("play: drain 1 then plot -9", "1", "deck"),
        ("play: destroy foe hero anywhere all then draw 1", "1", "heroes"),
        ("play: draw 1 then destroy foe hero anywhere all", "2", "deck"),
    ],
)
def test_the_first_ending_stands(text: str, winner: str, reason: str) -> None:
    """END-4: each step of a text makes one side lose at the most, and the match is over there and then."""
    match = duel_with(
        {"march": text}, plot=9, hands={"1": ["march"]}, decks={"1": [], "2": []}, fallen=["okafor", "kestrel"]
    )
    match.submit("1", play("1-march-1"))
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == ([winner], reason)
    assert kinds(match).count("over") == 1


def test_a_use_without_a_target_and_one_with_another() -> None:
    """USE-3, PLY-10: Mombasa moves a unit; the Locations beside it are none, and without a unit there is no use."""
    match = duel(active="2", play=on("2", "africa", "mombasa", "trench"), hero=hero(zone="eurasia"))
    assert refused(match, "2", use("2-mombasa-1"))[:2] == ("USE-3", "no-target")
    assert refused(match, "2", use("2-mombasa-1", target="2-trench-1", to="eurasia"))[1] == "not-a-target"
    assert not any(it["kind"] == "use" and it["source"] == "2-mombasa-1" for it in match.commands("2"))


def test_the_plot_falls_when_the_invader_drained_nothing() -> None:
    """PLT-2: a card drained by a text in the Invader's turn keeps it up; the Human's own costs and draws do not."""
    idle = duel(plot=8, hands={"1": ["leech"], "2": ["decoy", "militia"]}, decks={"1": ["kite"] * 5})
    idle.submit("1", play("1-leech-1"))
    idle.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    idle.submit("1", END)
    assert idle.view("1")["plot"] == 7
    drained = duel(plot=8, play=[{"card": "pit", "seat": "1", "zone": "africa", "tokens": 3}])
    drained.submit("1", use("1-pit-1", 1))
    drained.submit("1", END)
    assert drained.view("1")["plot"] == 8
    cost = duel(plot=8, hands={"1": ["march"], "2": ["intercept"]}, play=on("1", "africa", "husk"), hero=hero())
    cost.submit("1", play("1-march-1", target="1-husk-1", to="eurasia"))
    cost.submit("2", {"kind": "cancel", "card": "2-intercept-1"})
    cost.submit("1", END)
    assert cost.view("1")["plot"] == 7, "two cards that the Human drained as a cost"


def test_the_main_phase_takes_anything_in_any_order_as_often_as_wanted() -> None:
    """TRN-3: a use between two cards, an Invasion, another card; until the player says that it is over."""
    match = duel(
        plot=9,
        hands={"1": ["skitterling", "skitterling", "skitterling"]},
        play=[*on("1", "africa", "burrower")],
        decks={"1": ["kite"] * 5},
        hero=hero(zone="pacific-rim"),
    )
    for command in (
        play("1-skitterling-1", "africa"),
        use("1-burrower-1", to="eurasia"),
        play("1-skitterling-2", "eurasia"),
        {"kind": "invade", "order": "reinforce"},
        play("1-skitterling-3", "africa"),
        {"kind": "invade", "order": "ravage", "at": "africa"},
    ):
        match.submit("1", command)
        assert asked(match) == {"1": "main"}
    match.submit("1", END)
    assert match.view("1")["active"] == "2"


def test_a_reply_restores_the_card() -> None:
    """CAN-3: the cancel and its answer are discarded without effect, and the first card takes effect."""
    match = duel(
        hands={"1": ["dredger", "hush", "husk", "kite"], "2": ["decoy", "militia"]},
        decks={"1": ["stilt"]},
        hero=hero(zone="africa"),
    )
    match.submit("1", play("1-dredger-1", "eurasia", discard=["1-husk-1"]))
    match.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    assert asked(match) == {"1": "cancel"}
    match.submit("1", {"kind": "cancel", "card": "1-hush-1", "discard": ["1-kite-1"]})
    assert (pieces(match), match.view("1")["scorch"]["eurasia"]) == (["1-dredger-1"], 1)
    assert (pile(match, "1"), pile(match, "2")) == (["husk", "stilt", "kite", "hush"], ["militia", "decoy"])
    passed = duel(hands={"1": ["husk", "hush", "kite", "maw"], "2": ["decoy", "militia"]})
    passed.submit("1", play("1-husk-1", "eurasia", discard=["1-kite-1"]))
    passed.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    passed.submit("1", PASS)
    assert pieces(passed) == []


@pytest.mark.parametrize(("kind", "keys"), [("ops", {"target", "to"}), ("move-hero", {"to"})])
def test_an_action_can_be_begun_without_naming_anything(kind: str, keys: set[str]) -> None:
    """OPS-2, HER-3: the engine says what it still needs, and one way to complete it."""
    match = duel(
        number=2, active="2", hands={"2": ["decoy"]}, play=on("2", "eurasia", "gunship"), hero=hero("okafor", "eurasia")
    )
    row = next(row for row in match.decisions["2"]["options"] if row["command"]["kind"] == kind)
    begun = match.choices("2", row["command"])
    assert begun is not None
    assert set(begun["keys"]) == keys == {need for need in row["needs"] if need != "discard"}
    assert match.check("2", begun["whole"]) is None
