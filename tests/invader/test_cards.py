"""Cards, tokens and what texts do, a clause at a time (GEN, CRD, TOK, EFF, DIS). Each test cites the clause that it
holds."""

from __future__ import annotations

import pytest

from rules.invader import Match
from rules.kernel import Json
from tests.invader.table import PASS, asked, duel, duel_with, hero, kinds, on, pieces, pile, play, refused, use


def log(match: object, kind: str) -> list[Json]:
    """The rows of one kind in the spectator's log."""
    return [row for row in match.view("spectator")["log"] if row["kind"] == kind]  # type: ignore[attr-defined]


# ---- general ---------------------------------------------------------------------------------------------------------


def test_cards_destroyed_together_all_go_before_the_first_of_them_speaks() -> None:
    """GEN-6, EFF-3: in the order of entry, then their texts in the same order."""
    match = duel_with(
        {"airstrike": "play: destroy foe unit anywhere all", "husk": "destroyed: draw 1"},
        active="2",
        hands={"2": ["airstrike", "militia"]},
        play=[*on("1", "africa", "spitter"), *on("1", "eurasia", "spitter", "husk")],
        decks={"1": ["kite"], "2": ["rifles"] * 5},
    )
    match.submit("2", play("2-airstrike-1", discard=["2-militia-1"]))
    order = [row["kind"] for row in match.view("spectator")["log"] if row["kind"] in ("destroyed", "drained", "drew")]
    assert order == ["destroyed"] * 3 + ["drained", "drained", "drew"]
    assert [row["card"] for row in log(match, "destroyed")] == ["1-spitter-1", "1-spitter-2", "1-husk-1"]
    assert pile(match, "2")[-1] == "airstrike", "the order is laid down last"


def test_upkeeps_are_followed_card_by_card_then_strategies() -> None:
    """GEN-6, TRN-2: cards in the order of entry; an upkeep that cannot be paid is skipped."""
    match = duel(
        phase="draw",
        play=[
            {"card": "siphon", "seat": "1", "zone": "africa", "tokens": 1},
            {"card": "siphon", "seat": "1", "zone": "eurasia", "tokens": 0},
            {"card": "siphon", "seat": "1", "zone": "eurasia", "tokens": 2},
        ],
        strategies={"1": {"brood": True}},
        decks={"1": ["husk"] * 3, "2": ["militia"] * 9},
    )
    rows = match.view("spectator")["log"]
    assert [row["card"] for row in rows if row["kind"] == "tokens"] == ["1-siphon-1", "1-siphon-3"]
    assert [row["kind"] for row in rows if row["kind"] in ("drew", "drained")] == ["drew", "drained", "drained", "drew"]


def test_drains_are_absorbed_in_the_order_of_entry() -> None:
    """GEN-6, ATK-6: one token for each card that need not be drained, and no choice."""
    match = duel(
        play=[
            *on("1", "africa", "colossus"),
            {"card": "svalbard", "seat": "2", "zone": "africa", "tokens": 1},
            {"card": "svalbard", "seat": "2", "zone": "africa", "tokens": 4},
        ],
        hero=hero(zone="eurasia"),
    )
    match.submit("1", {"kind": "end"})
    assert [(row["card"], row["count"]) for row in log(match, "absorbed")] == [("2-svalbard-1", 1), ("2-svalbard-2", 1)]


def test_a_text_is_followed_as_far_as_it_can_be() -> None:
    """GEN-3, EFF-8: two cards recovered where five are asked for, and the text goes on."""
    match = duel_with(
        {"regrowth": "play: recover 5 then plot 1"},
        plot=10,
        hands={"1": ["regrowth"]},
        decks={"1": ["kite"]},
        discards={"1": ["stilt", "husk"]},
    )
    match.submit("1", play("1-regrowth-1"))
    assert match.position()["decks"]["1"] == ["1-kite-1", "1-husk-1", "1-stilt-1"]
    assert match.view("1")["plot"] == 11


def test_here_is_where_a_card_that_has_moved_itself_stands() -> None:
    """EFF-15: the zone that it came to; that which it left, if it is in play no more."""
    match = duel_with(
        {"gunship": "use[1/turn]: shift self near then scorch 1 here then boost 1 mine unit here all round"},
        active="2",
        play=on("2", "africa", "gunship", "rifles") + on("2", "eurasia", "militia"),
        hero=hero(zone="pacific-rim"),
    )
    match.submit("2", use("2-gunship-1", to="eurasia"))
    assert {zone: n for zone, n in match.view("2")["scorch"].items() if n} == {"eurasia": 1}
    assert log(match, "boosted")[0]["cards"] == ["2-gunship-1", "2-militia-1"]


def test_a_target_that_has_left_is_not_replaced_and_the_rest_is_followed() -> None:
    """PLY-11: the card named as a target was sacrificed for the one that speaks."""
    match = duel_with(
        {"sappers": "enter: shift mine unit here any then draw 1"},
        active="2",
        hands={"2": ["sappers", "militia"]},
        play=on("2", "africa", "rifles", "rifles", "drones", "drones"),
        hero=hero(zone="eurasia"),
        decks={"2": ["armour"]},
    )
    both = {"sacrifice": "2-rifles-1", "target": "2-rifles-1", "to": "eurasia"}
    match.submit("2", play("2-sappers-1", "africa", discard=["2-militia-1"], **both))
    assert pieces(match) == ["2-rifles-2", "2-drones-1", "2-drones-2", "2-sappers-1"]
    assert [it["id"] for it in match.view("2")["hand"]] == ["2-armour-1"]
    assert log(match, "relocated") == []


# ---- cards -----------------------------------------------------------------------------------------------------------


def test_a_unit_is_no_site_and_any_is_the_hero_too() -> None:
    """CRD-2, HER-5: the word of a text says what it may choose."""
    played = [*on("2", "africa", "rifles"), *on("2", "eurasia", "trench")]
    match = duel(
        hands={"1": ["rain", "needles", "kill-signal", "husk", "kite"]}, play=played, decks={"1": ["stilt"] * 3}
    )

    def targets(card: str) -> set[str]:
        named = (it for it in match.commands("1") if it.get("card") == card)
        return {it["target"] for it in named}

    assert targets("1-needles-1") == {"2-rifles-1"}
    assert targets("1-rain-1") == {"2-trench-1"}
    assert targets("1-kill-signal-1") == {"2-rifles-1", "2-trench-1", "2-okafor"}
    no = refused(match, "1", play("1-rain-1", target="2-rifles-1", discard=["1-husk-1"]))
    assert no == ("CRD-2", "not-a-target", {"card": "2-rifles-1", "why": "kind"})


def test_a_card_with_force_stays_be_it_nothing_and_an_order_does_not() -> None:
    """CRD-3: a Beacon Spire of Force 0 fills a slot; a Surge is discarded."""
    hand, deck = ["beacon", "surge", "skitterling"], ["kite", "stilt"]
    match = duel(hands={"1": hand}, decks={"1": deck}, play=on("1", "africa", "husk"))
    assert match.state.pack.cards["beacon"].force == 0
    match.submit("1", play("1-beacon-1", "africa", discard=["1-skitterling-1"]))
    match.submit("1", play("1-surge-1", at="africa"))
    assert pieces(match) == ["1-husk-1", "1-beacon-1"]
    assert pile(match, "1") == ["skitterling", "kite", "surge"]


def test_an_entry_text_is_followed_at_once_and_only_then() -> None:
    """CRD-4, CRD-6: a Dredger scorches as it enters; moved, it does not again, and no other text of a card does."""
    match = duel(
        plot=8,
        hands={"1": ["dredger", "siphon", "husk", "kite"]},
        decks={"1": ["stilt"] * 4, "2": ["militia"] * 4},
        hero=hero(zone="africa"),
    )
    match.submit("1", play("1-dredger-1", "eurasia", discard=["1-husk-1"]))
    assert match.view("1")["scorch"]["eurasia"] == 1
    match.submit("1", {"kind": "invade", "order": "redeploy", "target": "1-dredger-1", "to": "africa"})
    assert match.view("1")["scorch"] == {"pacific-rim": 0, "eurasia": 1, "africa": 0}
    match.submit("1", play("1-siphon-1", "eurasia", discard=["1-kite-1"]))
    assert match.view("1")["decks"]["2"] == 4, "its upkeep is not followed as it enters"


def test_a_fallen_hero_comes_back_in_no_way() -> None:
    """CRD-8, HER-6: not among the Heroes left, in no discard, and out of an adjustment's reach."""
    match = duel(
        hands={"1": ["stalker", "husk", "kite"]}, hero=hero(zone="africa"), decks={"1": ["stilt"] * 3, "2": ["militia"]}
    )
    match.submit("1", play("1-stalker-1", "africa", target="2-okafor", discard=["1-husk-1", "1-kite-1"]))
    assert refused(match, "2", {"kind": "place-hero", "hero": "2-okafor", "zone": "africa"})[1] == "unknown-card"
    match.submit("2", {"kind": "place-hero", "hero": "2-kestrel", "zone": "africa"})
    view = match.view("2")
    assert (view["heroes"], view["fallen"], view["discards"]["2"]) == (["2-ferreira"], ["2-okafor"], [])
    back = {"kind": "propose", "what": "adjustment", "changes": [{"card": "2-okafor", "to": "hand"}]}
    assert refused(match, "2", back)[1] == "unknown-card"


@pytest.mark.parametrize("zone", ["pacific-rim", "eurasia", "africa"])
def test_a_card_may_be_put_into_any_zone(zone: str) -> None:
    """ZON-4: New York on Africa; the options offer all three."""
    match = duel(active="2", hands={"2": ["new-york", "militia"]}, decks={"2": ["rifles"] * 2})
    assert zone in {it["zone"] for it in match.commands("2") if it.get("card") == "2-new-york-1"}
    match.submit("2", play("2-new-york-1", zone, discard=["2-militia-1"]))
    assert pieces(match, zone) == ["2-new-york-1"]


# ---- tokens ----------------------------------------------------------------------------------------------------------


def test_tokens_are_put_and_spent_in_the_turn_of_entry() -> None:
    """TOK-1, TOK-2, USE-2: a Hive Pit is charged at once; a Beacon enters with three and may spend them all."""
    match = duel(hands={"1": ["pit", "beacon", "husk", "kite"]}, decks={"1": ["stilt"] * 5})
    match.submit("1", play("1-pit-1", "africa", discard=["1-husk-1"]))
    match.submit("1", use("1-pit-1"))
    match.submit("1", play("1-beacon-1", "africa", discard=["1-kite-1"]))
    for left in (2, 1, 0):
        match.submit("1", use("1-beacon-1"))
        assert match.view("1")["play"][1]["tokens"] == left
    assert match.view("1")["play"][0]["tokens"] == 1
    assert refused(match, "1", use("1-beacon-1"))[1] == "no-token"


def test_tokens_and_boosts_end_when_their_card_leaves() -> None:
    """TOK-3, EFF-4, EFF-6: a Vault bounced and played again has the tokens that it enters with, and no boost."""
    match = duel_with(
        {"mimic": "enter: bounce foe site here"},
        hands={"1": ["mimic", "husk"], "2": ["militia"]},
        play=[{"card": "svalbard", "seat": "2", "zone": "africa", "tokens": 1, "boost": {"turn": 0, "round": 2}}],
        hero=hero(zone="eurasia"),
        decks={"1": ["kite"] * 4, "2": ["rifles"] * 6},
    )
    match.submit("1", play("1-mimic-1", "africa", target="2-svalbard-1", discard=["1-husk-1"]))
    match.submit("2", PASS)
    assert {it["id"] for it in match.view("2")["hand"]} == {"2-militia-1", "2-svalbard-1"}
    assert pieces(match) == ["1-mimic-1"]
    match.submit("1", {"kind": "end"})
    match.submit("2", play("2-svalbard-1", "africa", discard=["2-militia-1"]))
    vault = match.view("2")["play"][-1]
    assert (vault["id"], vault["tokens"], vault["force"]) == ("2-svalbard-1", 4, 0)


# ---- what texts do ---------------------------------------------------------------------------------------------------


def test_a_draw_by_a_text_draws_from_the_top() -> None:
    """EFF-1, EFF-10: Dread moves the plot up and draws a card."""
    match = duel(plot=9, hands={"1": ["dread", "husk"]}, decks={"1": ["stilt", "kite", "maw"]})
    match.submit("1", play("1-dread-1", discard=["1-husk-1"]))
    assert match.view("1")["plot"] == 10
    assert [it["id"] for it in match.view("1")["hand"]] == ["1-kite-1"]
    assert [(row["from"], row["to"]) for row in log(match, "plot-moved")] == [(9, 10)]


def test_recovered_cards_go_under_the_deck_topmost_first() -> None:
    """EFF-8, DIS-2: the others keep their order."""
    match = duel(
        active="2",
        play=on("2", "africa", "geneva"),
        decks={"2": ["militia"]},
        discards={"2": ["rifles", "drones", "armour", "convoy"]},
    )
    match.submit("2", use("2-geneva-1"))
    assert match.position()["decks"]["2"] == ["2-militia-1", "2-convoy-1", "2-armour-1"]
    assert pile(match, "2") == ["rifles", "drones"]


def test_the_hero_is_turned_and_turned_back_by_texts() -> None:
    """EFF-11: where it lies so already nothing happens, and the order is played all the same (PLY-10)."""
    match = duel(hands={"1": ["beam", "beam"]}, decks={"1": ["kite", "kite"]})
    for turned in (1, 1):
        match.submit("1", play(f"1-beam-{3 - len(match.view('1')['hand'])}"))
        assert (match.view("1")["hero"]["upright"], len(log(match, "turned"))) == (False, turned)
    back = duel(active="2", hands={"2": ["second-wind"]}, hero=hero(upright=False), decks={"2": ["militia"] * 3})
    back.submit("2", play("2-second-wind-1"))
    assert (back.view("2")["hero"]["upright"], back.view("2")["decks"]["2"]) == (True, 1)


def test_a_charge_puts_tokens_on_the_card_that_speaks() -> None:
    """EFF-14: three charges later a Hive Pit drains four."""
    match = duel(play=[{"card": "pit", "seat": "1", "zone": "africa", "tokens": 2}], decks={"2": ["militia"] * 5})
    match.submit("1", use("1-pit-1"))
    assert [(row["count"], row["left"]) for row in log(match, "tokens")] == [(1, 3)]
    match.submit("1", use("1-pit-1", 1))
    assert (match.view("1")["decks"]["2"], match.view("1")["play"][0]["tokens"]) == (1, 0)


def test_discards_lie_in_the_order_in_which_cards_went_there() -> None:
    """DIS-1, DIS-2, DIS-3, PLY-9: discards as named, what is drained, the order; face up for everybody."""
    match = duel(
        hands={"1": ["kill-signal", "husk", "stilt"], "2": ["militia"]},
        play=on("2", "africa", "rifles"),
        decks={"1": ["kite", "maw", "rain"]},
        discards={"1": ["reaver"], "2": ["drones"]},
    )
    match.submit("1", play("1-kill-signal-1", target="2-rifles-1", discard=["1-stilt-1", "1-husk-1"]))
    match.submit("2", PASS)
    assert pile(match, "1") == ["reaver", "stilt", "husk", "kite", "maw", "kill-signal"]
    assert pile(match, "2") == ["drones", "rifles"]
    for viewer in ("1", "2"):
        assert match.view(viewer)["discards"] == match.view("spectator")["discards"]


def test_a_hand_that_must_be_thinned_is_asked_for_its_choice() -> None:
    """EFF-9, GEN-3: exactly so many; a hand of fewer goes whole, and an empty one is not asked."""
    match = duel(hands={"1": ["leech"], "2": ["rifles", "militia", "drones"]}, decks={"1": ["kite"]})
    match.submit("1", play("1-leech-1"))
    match.submit("2", PASS)
    assert refused(match, "2", {"kind": "discard", "cards": ["2-rifles-1", "2-rifles-1"]})[1] == "bad-payment"
    match.submit("2", {"kind": "discard", "cards": ["2-drones-1", "2-rifles-1"]})
    assert pile(match, "2") == ["drones", "rifles"]
    empty = duel(hands={"1": ["leech"]}, decks={"1": ["kite"]})
    empty.submit("1", play("1-leech-1"))
    assert (asked(empty), "ruined" in kinds(empty)) == ({"1": "main"}, False)


def test_a_card_that_can_move_nowhere_says_that_there_is_no_slot() -> None:
    """EFF-5: not that a zone has to be named."""
    match = duel(
        active="2",
        play=[*on("2", "africa", "gunship"), *on("2", "eurasia", "rifles", "rifles", "drones")],
        hero=hero(zone="eurasia"),
    )
    (row,) = [it for it in match.decisions["2"]["options"] if it["command"]["kind"] == "use" and not it["legal"]]
    assert (row["command"]["source"], row["why"]["clause"], row["why"]["code"]) == ("2-gunship-1", "EFF-5", "no-slot")
    assert refused(match, "2", use("2-gunship-1"))[:2] == ("EFF-5", "no-slot")


def test_a_position_numbers_its_cards_by_its_seed_alone() -> None:
    """GEN-5: at random where it is asked for, so that ids tell nothing; the same in every process."""
    written = {"decks": {"1": ["husk", "stilt", "kite", "lamprey"] * 3}, "hands": {"1": []}}
    match = Match.from_position(written, seed=4, shuffled=True)
    assert "".join(id[-1] for id in match.position()["decks"]["1"]) == "111323323221"
