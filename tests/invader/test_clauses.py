"""The rules clause by clause, where the worked examples do not show them. Each test cites the clause that it holds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.invader import Match
from rules.invader.packs.cards import card_of
from rules.invader.packs.reader import load
from tests.invader.table import PASS, asked, duel, hero, kinds, on, pieces, pile, play, refused, use

CORE = load()


def started(seed: int = 5, **options: object) -> Match:
    """A match at its first main phase: both keep, the Human puts the first Hero on Africa."""
    match = Match.new({"invader": "1"} | options, seed)
    for seat in ("1", "2"):
        match.submit(seat, {"kind": "mulligan", "keep": True})
    match.submit("2", {"kind": "place-hero", "hero": "2-okafor", "zone": "africa"})
    return match


# ---- setting up ------------------------------------------------------------------------------------------------------


def test_the_invader_begins_and_draws() -> None:
    """GEN-2, SET-3, SET-5, SET-6, SET-7, TRN-2: hands of 5 and 7, the plot on 10, the Hero upright, then two cards."""
    match = started()
    view = match.view("1")
    assert (view["active"], view["number"], view["plot"], set(view["scorch"].values())) == ("1", 1, 10, {0})
    assert view["hands"] == {"1": 5 + 2, "2": 7}
    assert (view["hero"]["zone"], view["hero"]["upright"]) == ("africa", True)


@pytest.mark.parametrize(("invader", "sides"), [("1", ("invader", "human")), ("2", ("human", "invader"))])
def test_sides_are_agreed_or_drawn(invader: str, sides: tuple[str, str]) -> None:
    """SET-1."""
    set_sides = Match.new({"invader": invader}, 1).view("spectator")["sides"]
    assert (set_sides["1"], set_sides["2"]) == sides
    drawn = {Match.new({}, seed).view("spectator")["sides"]["1"] for seed in range(12)}
    assert drawn == {"invader", "human"}


def test_each_side_has_its_deck_strategies_and_heroes() -> None:
    """SET-2, DCK-1, DCK-4: three dormant strategies each, three Heroes."""
    view = Match.new({"invader": "1"}, 3).view("spectator")
    assert {seat: list(states.values()) for seat, states in view["strategies"].items()} == {
        "1": [False] * 3,
        "2": [False] * 3,
    }
    assert len(view["heroes"]) == 3
    assert {seat: view["hands"][seat] + view["decks"][seat] for seat in ("1", "2")} == {"1": 50, "2": 60}


def test_a_mulligan_shuffles_the_whole_hand_back() -> None:
    """SET-4: as many again, once; the Invader's first."""
    match = Match.new({"invader": "1"}, 5)
    before = {seat: {it["id"] for it in match.view(seat)["hand"]} for seat in ("1", "2")}
    match.submit("2", {"kind": "mulligan", "keep": False})
    match.submit("1", {"kind": "mulligan", "keep": False})
    rows = [row for row in match.view("spectator")["log"] if row["kind"] == "mulliganed"]
    assert [row["seat"] for row in rows] == ["1", "2"]
    for seat, size in (("1", 5), ("2", 7)):
        now = {it["id"] for it in match.view(seat)["hand"]}
        assert (len(now), now != before[seat]) == (size, True)


def test_nothing_is_attacked_in_the_first_turn() -> None:
    """SET-7, TRN-4, ATK-1: no attack, no check of the plot; from the Invader's second turn on both, unasked."""
    match = started()
    match.submit("1", {"kind": "end"})
    assert "attacked" not in kinds(match)
    assert match.view("1")["plot"] == 10
    match.submit("2", {"kind": "end"})
    match.submit("1", {"kind": "end"})
    assert kinds(match).count("attacked") == 3
    assert match.view("1")["plot"] == 9


# ---- decks -----------------------------------------------------------------------------------------------------------


def problems(side: str, **changes: object) -> set[str]:
    """The problems of a side's starter deck, changed."""
    starter = CORE.starters[side]  # type: ignore[index]  # one of two words
    deck = {"cards": dict(starter.cards), "strategies": starter.strategies, "heroes": starter.heroes} | changes
    return {row["code"] for row in CORE.deck_problems(side, type(starter)(**deck))}  # type: ignore[arg-type]


def test_a_built_deck_keeps_every_limit() -> None:
    """DCK-2, DCK-3, DCK-4: size, side, copies, Force, cancels, strategies, Heroes."""
    assert problems("invader") == problems("human") == set()
    cards = dict(CORE.starters["invader"].cards)
    assert problems("invader", cards=cards | {"skitterling": 2}) == {"size"}
    assert problems("invader", cards=cards | {"skitterling": 4, "husk": 2}) == {"too-many"}
    assert problems("invader", cards=cards | {"skitterling": 2, "militia": 1}) == {"wrong-side"}
    assert "unknown-card" in problems("invader", cards={**cards, "skitterling": 2, "nobody": 1})
    orders = {id: CORE.cards[id].max for id, card in CORE.cards.items() if card.side == "human" and card.force is None}
    assert problems("human", cards=orders) == {"size", "too-few-force"}
    assert problems("invader", strategies=("brood", "brood", "hunger")) == {"twice"}
    assert problems("invader", strategies=("brood", "hunger")) == {"strategies"}
    assert problems("human", heroes=("okafor", "kestrel")) == {"heroes"}


def test_decks_are_built_in_secret_before_the_deal() -> None:
    """DCK-2: a bad one is refused with its problems; a good one may be sent again until both are in."""
    match = Match.new({"invader": "1", "decks": "built"}, 2)
    starter = next(match.commands("1"))
    bad = {"kind": "build", "deck": {**starter["deck"], "cards": {"husk": 3}}}
    clause, code, params = refused(match, "1", bad)
    assert (clause, code) == ("DCK-2", "bad-deck")
    assert {row["code"] for row in params["problems"]} == {"size", "too-few-force"}
    match.submit("1", starter)
    match.submit("1", starter)
    assert "husk" not in str(match.view("2")["resolving"])
    match.submit("2", next(match.commands("2")))
    assert asked(match) == {"1": "mulligan", "2": "mulligan"}


# ---- cards and zones -------------------------------------------------------------------------------------------------


def test_zones_lie_in_a_row_of_three() -> None:
    """ZON-1, ZON-2, ZON-5: Eurasia is adjacent to both others, which are not to each other."""
    assert {zone.id: (zone.value, set(zone.next)) for zone in CORE.zones.values()} == {
        "pacific-rim": (5, {"eurasia"}),
        "eurasia": (6, {"pacific-rim", "africa"}),
        "africa": (5, {"eurasia"}),
    }


def test_a_moved_card_keeps_its_tokens_boosts_and_uses() -> None:
    """ZON-3, ZON-7: into a free slot only, with its tokens, boosts and uses."""
    match = duel(
        active="2",
        play=[
            {"card": "gunship", "seat": "2", "zone": "eurasia", "boost": {"turn": 0, "round": 1}},
            *on("2", "pacific-rim", "rifles", "rifles", "drones", "drones"),
        ],
        hero=hero(zone="africa"),
    )
    assert refused(match, "2", use("2-gunship-1", to="pacific-rim")) == ("ZON-7", "no-slot", {"zone": "pacific-rim"})
    match.submit("2", use("2-gunship-1", to="africa"))
    gunship = match.view("2")["play"][0]
    assert (gunship["zone"], gunship["force"], gunship["used"]) == ("africa", 3, {"0": 1})
    assert refused(match, "2", use("2-gunship-1", to="eurasia"))[:2] == ("USE-1", "limit-reached")


def test_cards_with_force_stay_and_orders_are_used_once() -> None:
    """CRD-1 to CRD-4, PLY-12: the order is laid down after all that its text did."""
    kinds_of = {card.kind for card in CORE.cards.values() if card.force is not None}
    assert kinds_of == {"warform", "spire", "defender", "location"}
    match = duel(hands={"1": ["rain", "husk"]}, play=on("2", "africa", "trench"))
    match.submit("1", play("1-rain-1", target="2-trench-1", discard=["1-husk-1"]))
    assert (pieces(match), pile(match, "1"), pile(match, "2")) == ([], ["husk", "rain"], ["trench"])


def test_a_permanent_text_holds_only_while_its_card_is_in_play() -> None:
    """CRD-5, CRD-6, CRD-7, EFF-12: not in a hand or a discard; an entry text not after a move."""
    match = duel(
        active="2",
        hands={"2": ["marshal"]},
        discards={"2": ["marshal"]},
        play=on("2", "africa", "rifles"),
        hero=hero(zone="eurasia"),
    )
    assert match.view("2")["play"][0]["force"] == 3
    moving = duel(plot=6, scorch={"eurasia": 1}, play=on("1", "africa", "dredger"))
    moving.submit("1", {"kind": "invade", "order": "redeploy", "target": "1-dredger-1", "to": "eurasia"})
    assert moving.view("1")["scorch"]["eurasia"] == 1


def test_tokens_go_back_when_their_card_leaves() -> None:
    """TOK-1, TOK-3, USE-2, EFF-14: charged in the turn of entry; a card without tokens stays."""
    match = duel(hands={"1": ["pit", "husk"], "2": ["jammers", "militia"]}, decks={"2": ["rifles"] * 6})
    match.submit("1", play("1-pit-1", "africa", discard=["1-husk-1"]))
    match.submit("2", PASS)
    match.submit("1", use("1-pit-1"))
    assert match.view("1")["play"][0]["tokens"] == 1
    assert refused(match, "1", use("1-pit-1", 1)) == ("USE-1", "no-token", {"needs": 3, "has": 1})
    spent = duel(active="2", play=[{"card": "new-york", "seat": "2", "zone": "africa", "tokens": 1}])
    spent.submit("2", use("2-new-york-1"))
    assert (pieces(spent), spent.view("2")["play"][0]["tokens"]) == (["2-new-york-1"], 0)


def test_a_cost_is_paid_once() -> None:
    """PLY-2: never again for keeping the card."""
    match = duel(
        hands={"1": ["colossus", "husk", "stilt", "kite"]}, hero=hero(zone="africa"), decks={"2": ["militia"] * 9}
    )
    match.submit("1", play("1-colossus-1", "eurasia", discard=["1-husk-1", "1-stilt-1", "1-kite-1"]))
    decks = match.view("1")["decks"]["1"]
    match.submit("1", {"kind": "end"})
    match.submit("2", {"kind": "end"})
    assert pieces(match) == ["1-colossus-1"]
    assert match.view("1")["decks"]["1"] == decks - 2  # the draw phase alone


def test_reduced_costs_never_fall_below_zero() -> None:
    """EFF-12, GEN-7."""
    match = duel(active="2", hands={"2": ["rifles", "militia"]}, play=on("2", "africa", "busan", "busan"))
    assert [(it["id"], it["discard"]) for it in match.view("2")["hand"]] == [("2-rifles-1", 0), ("2-militia-1", 0)]
    assert match.check("2", play("2-rifles-1", "eurasia")) is None


# ---- using, strategies, the Invasion action --------------------------------------------------------------------------


def test_a_use_needs_its_target() -> None:
    """USE-1, USE-3: without one it cannot be used."""
    alone = duel(active="2", play=on("2", "africa", "mombasa"), hero=hero(zone="eurasia"))
    assert refused(alone, "2", use("2-mombasa-1"))[:2] == ("USE-3", "no-target")
    assert refused(alone, "2", use("2-mombasa-1", 3))[:2] == ("USE-1", "unknown-use")


def test_a_strategy_is_enabled_once_and_holds() -> None:
    """STR-1 to STR-4: dormant it does nothing; its `enable` text once, its other text from then on."""
    match = duel(hands={"1": ["husk", "kite", "stilt"]}, decks={"1": ["reaver", "reaver", "reaver"]})
    assert match.view("1")["strategies"]["1"] == {"brood": False, "black-sky": False, "hunger": False}
    assert refused(match, "1", {"kind": "enable", "strategy": "shield"})[:2] == ("STR-2", "unknown-strategy")
    match.submit("1", {"kind": "enable", "strategy": "black-sky", "discard": ["1-husk-1"]})
    assert set(match.view("1")["scorch"].values()) == {1}
    assert match.view("1")["decks"]["1"] == 1
    assert refused(match, "1", {"kind": "enable", "strategy": "black-sky", "discard": ["1-kite-1"]})[:2] == (
        "STR-4",
        "already-enabled",
    )
    assert match.view("1")["forecast"]["zones"]["africa"]["bite"] == 0


def test_the_invasion_action_is_the_invaders() -> None:
    """INV-1 to INV-6, PLT-1: the marker moves first."""
    match = duel(active="2")
    assert refused(match, "2", {"kind": "invade", "order": "reinforce"})[:2] == ("INV-1", "not-the-invader")
    match.submit("2", {"kind": "end"})
    assert refused(match, "2", {"kind": "invade", "order": "reinforce"})[:2] == ("INV-1", "not-the-invader")
    assert refused(match, "2", {"kind": "end"})[1] == "not-your-turn"
    assert refused(match, "1", {"kind": "move-hero", "to": "africa"})[:2] == ("HER-3", "not-the-human")
    mine = duel(plot=7, play=on("1", "eurasia", "husk"), hero=hero(zone="africa"))
    aside = {"kind": "invade", "order": "redeploy"}
    assert refused(mine, "1", aside | {"target": "2-okafor", "to": "eurasia"})[:2] == ("INV-4", "not-a-target")
    mine.submit("1", {"kind": "invade", "order": "ravage", "at": "africa"})  # INV-5
    assert (mine.view("1")["scorch"]["africa"], mine.view("1")["plot"]) == (1, 5)
    mine.submit("1", {"kind": "invade", "order": "reinforce"})  # INV-3
    assert (len(mine.view("1")["hand"]), mine.view("1")["plot"]) == (1, 4)


def test_the_plot_keeps_to_its_track() -> None:
    """PLT-1, PLT-3, EFF-10, END-2: never above 12; a card that brings it to 0 ends the match."""
    top = duel(plot=12, hands={"1": ["dread", "husk"]}, decks={"1": ["kite", "kite", "kite"]})
    top.submit("1", play("1-dread-1", discard=["1-husk-1"]))
    assert top.view("1")["plot"] == 12
    end = duel(active="2", plot=1, hands={"2": ["stall", "militia", "rifles"]})
    end.submit("2", play("2-stall-1", discard=["2-militia-1", "2-rifles-1"]))
    assert end.outcome is not None
    assert (end.outcome["winners"], end.outcome["reason"]) == (["2"], "plot")


# ---- Heroes ----------------------------------------------------------------------------------------------------------


def test_a_hero_is_no_card_and_is_never_sacrificed_or_bounced() -> None:
    """HER-1, HER-5, HER-8, CRD-8: "unit", "site" and "card" do not mean it; a fallen one is out of the game."""
    match = duel(hands={"1": ["needles", "kill-signal", "husk", "kite"]}, decks={"1": ["reaver", "reaver"]})
    no = refused(match, "1", play("1-needles-1", target="2-okafor", discard=["1-husk-1"]))
    assert no[1] in ("no-target", "not-a-target")
    match.submit("1", play("1-kill-signal-1", target="2-okafor", discard=["1-husk-1", "1-kite-1"]))
    view = match.view("1")
    assert (view["hero"], view["fallen"], view["discards"]["2"]) == (None, ["2-okafor"], [])


def test_a_hero_may_be_pinned_and_readied() -> None:
    """EFF-11, HER-2."""
    match = duel(hands={"1": ["beam"]}, decks={"1": ["kite"]})
    match.submit("1", play("1-beam-1"))
    hero_now = match.view("1")["hero"]
    assert (hero_now["upright"], hero_now["force"]) == (False, 0)
    ready = duel(active="2", hands={"2": ["second-wind"]}, hero=hero(upright=False), decks={"2": ["militia"] * 3})
    ready.submit("2", play("2-second-wind-1"))
    assert ready.view("2")["hero"]["upright"]


# ---- what texts do ---------------------------------------------------------------------------------------------------


def test_drains_and_draws_run_a_deck_out() -> None:
    """EFF-1, EFF-2, END-1: drained to its end, then lost; a draw by a card is not optional."""
    match = duel(
        phase="draw",
        play=[{"card": "siphon", "seat": "1", "zone": "africa", "tokens": 3}],
        decks={"1": ["husk"] * 3, "2": ["militia"]},
    )
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"], match.outcome["score"]) == (
        ["1"],
        "deck",
        {"1": 1, "2": 0},
    )
    last = duel(active="2", play=on("2", "africa", "new-york"), decks={"2": []})
    last.submit("2", use("2-new-york-1"))
    assert last.outcome is not None
    assert last.outcome["winners"] == ["1"]


def test_a_destroyed_card_speaks_once_more() -> None:
    """EFF-3, GEN-3, PLT-2: a Spitter destroyed in the Human's turn drains, and does not keep the plot up."""
    match = duel(
        active="2",
        plot=8,
        hands={"2": ["airstrike", "militia"]},
        play=on("1", "africa", "spitter"),
        decks={"2": ["rifles"] * 8},
    )
    match.submit("2", play("2-airstrike-1", target="1-spitter-1", discard=["2-militia-1"]))
    assert pile(match, "2") == ["militia", "rifles", "rifles", "airstrike"]
    match.submit("2", {"kind": "end"})
    match.submit("1", {"kind": "end"})
    assert match.view("1")["plot"] == 7


def test_a_bounced_card_is_known_to_be_in_its_owners_hand() -> None:
    """EFF-4, GEN-5."""
    match = duel(hands={"1": ["mimic", "husk"]}, play=on("2", "africa", "rifles"), decks={"1": ["kite", "kite"]})
    match.submit("1", play("1-mimic-1", "africa", target="2-rifles-1", discard=["1-husk-1"]))
    assert match.view("spectator")["known"]["2"]["hand"] == ["2-rifles-1"]


def test_a_target_that_is_gone_is_not_replaced() -> None:
    """PLY-11, EFF-5, PLY-10: one is named when the card is played; a shift needs somewhere to go."""
    full = duel(
        hands={"1": ["march"]},
        play=[
            *on("1", "africa", "husk"),
            *on("1", "eurasia", *["husk"] * 2, "stilt", "stilt"),
            *on("1", "pacific-rim", *["kite"] * 4),
        ],
    )
    assert refused(full, "1", play("1-march-1", target="1-husk-1", to="eurasia"))[:2] == ("EFF-5", "no-slot")
    nobody = duel(hands={"1": ["needles", "husk"]})
    assert refused(nobody, "1", play("1-needles-1", discard=["1-husk-1"]))[:2] == ("PLY-10", "no-target")


def test_scorch_stops_at_the_printed_value() -> None:
    """ZON-6, EFF-7: what is more is lost, and a zone that is full cannot be chosen."""
    match = duel(scorch={"africa": 4, "eurasia": 6}, hands={"1": ["terraform", "terraform", "husk", "kite"]})
    burn = play("1-terraform-1", at="eurasia", discard=["1-husk-1"])
    assert refused(match, "1", burn) == ("EFF-7", "no-change", {"zone": "eurasia"})
    match.submit("1", burn | {"at": "africa"})
    assert match.view("1")["scorch"]["africa"] == 5


def test_the_ruined_player_chooses_the_cards() -> None:
    """EFF-9: the other player; a whole hand goes in hand order, unasked."""
    match = duel(hands={"1": ["leech"], "2": ["rifles", "militia", "drones"]}, decks={"1": ["kite"]})
    match.submit("1", play("1-leech-1"))
    match.submit("2", PASS)
    assert asked(match) == {"2": "ruin"}
    assert refused(match, "2", {"kind": "discard", "cards": ["2-rifles-1"]})[1] == "bad-payment"
    match.submit("2", {"kind": "discard", "cards": ["2-drones-1", "2-rifles-1"]})
    assert pile(match, "2") == ["drones", "rifles"]
    whole = duel(hands={"1": ["leech"], "2": ["rifles", "militia"]}, decks={"1": ["kite"]})
    whole.submit("1", play("1-leech-1"))
    whole.submit("2", PASS)
    assert (pile(whole, "2"), asked(whole)) == (["rifles", "militia"], {"1": "main"})


def test_a_ward_keeps_cards_from_the_other_players_cards() -> None:
    """EFF-13, GEN-1: where one text allows and another forbids, the one that forbids wins."""
    match = duel(
        hands={"1": ["needles", "husk"]}, play=[*on("2", "africa", "redoubt", "rifles"), *on("2", "eurasia", "militia")]
    )
    needles = play("1-needles-1", discard=["1-husk-1"])
    assert refused(match, "1", needles | {"target": "2-rifles-1"}) == (
        "EFF-13",
        "warded",
        {"card": "2-rifles-1", "by": "2-redoubt-1"},
    )
    assert match.check("1", needles | {"target": "2-militia-1"}) is None


def test_bite_does_nothing_where_nothing_is_drained() -> None:
    """ATK-5."""
    match = duel(play=on("1", "africa", "maw"), hero=hero(zone="eurasia"))
    zone = match.view("1")["forecast"]["zones"]["africa"]
    assert (zone["bite"], zone["drain"]) == (0, 0)


# ---- turns and endings -----------------------------------------------------------------------------------------------


def test_the_main_phase_is_free_and_boosts_of_a_turn_end_with_it() -> None:
    """TRN-3, TRN-5, GEN-4, EFF-6: anything, in any order, as often as wanted."""
    match = duel(
        hands={"1": ["surge", "skitterling"]}, play=on("1", "africa", "husk"), decks={"1": ["kite"] * 4}, hero=hero()
    )
    match.submit("1", play("1-surge-1", at="africa"))
    match.submit("1", play("1-skitterling-1", "africa"))
    assert [it["force"] for it in match.view("1")["play"]] == [4, 2]
    match.submit("1", {"kind": "end"})
    assert [it["force"] for it in match.view("1")["play"]] == [3, 2]
    assert match.view("1")["active"] == "2"


def test_the_match_ends_after_fifteen_turns_of_the_invader() -> None:
    """END-5."""
    match = duel(number=27)
    match.submit("1", {"kind": "end"})
    assert match.outcome is None
    match = duel(number=29)
    match.submit("1", {"kind": "end"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2"], "turns")


def test_anybody_may_concede() -> None:
    """END-6."""
    match = duel()
    match.submit("2", {"kind": "concede"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["1"], "concession")


def test_discards_lie_open_in_an_order_that_stays() -> None:
    """DIS-1 to DIS-3."""
    match = duel(discards={"1": ["husk", "kite"], "2": ["rifles"]})
    for viewer in ("1", "2", "spectator"):
        assert match.view(viewer)["discards"] == {"1": ["1-husk-1", "1-kite-1"], "2": ["2-rifles-1"]}


def test_every_card_is_always_in_exactly_one_place() -> None:
    """Over whole random matches: ZON-3, TOK-3, HER-1, DIS-1."""
    for seed in range(6):
        match, rng = Match.new({}, seed), random.Random(seed)
        while match.outcome is None:
            seat = rng.choice(sorted(match.asked))
            match.submit(seat, next(match.commands(seat, rng)))
            state = match.state
            for owner, deck in state.lists.items():
                places = (*state.hands[owner], *state.decks[owner], *state.discards[owner])
                ids = [*places, *(it.id for it in state.play if it.seat == owner)]
                ids += [it.card for it in state.table if it.by == owner]
                if state.decks[owner] or state.hands[owner]:
                    assert Counter(card_of(id) for id in ids) == Counter(deck.cards)
            assert all(len(state.column(s, z)) <= 4 for s in ("1", "2") for z in state.pack.zones)
            assert all(piece.tokens >= 0 for piece in state.play)
