"""The worked examples, E1 to E20."""

from __future__ import annotations

import pytest

from rules.invader import Match
from tests.invader.table import FILL, PASS, asked, duel, hero, kinds, on, pieces, pile, play, refused, use

TEN = ["militia", "militia", "militia", "rifles", "rifles", "rifles", "drones", "drones", "drones", "armour"]


def test_e1_both_costs() -> None:
    """PLY-3 to PLY-5, PLY-9: three discards as named, then the two topmost cards of the deck."""
    match = duel(
        hands={"1": ["leviathan", "husk", "stilt", "skitterling", "lamprey"], "2": FILL_HUMAN},
        decks={"1": ["kite", "reaver", "surge"]},
    )
    match.submit("1", play("1-leviathan-1", "africa", discard=["1-husk-1", "1-stilt-1", "1-skitterling-1"]))
    match.submit("2", PASS)
    (leviathan,) = match.view("spectator")["play"]
    assert (leviathan["zone"], leviathan["force"]) == ("africa", 9)
    assert [it["id"] for it in match.view("1")["hand"]] == ["1-lamprey-1"]
    assert match.position()["decks"]["1"] == ["1-surge-1"]
    assert pile(match, "1") == ["husk", "stilt", "skitterling", "kite", "reaver"]


FILL_HUMAN = ["militia"]


def test_e2_what_cannot_be_paid() -> None:
    """PLY-1, PLY-4, END-1: the very last cards may be drained; an empty deck loses only when a card must be drawn."""
    match = duel(hands={"1": ["colossus", "husk", "stilt"]}, decks={"1": ["kite"]})
    assert refused(match, "1", play("1-colossus-1", "africa")) == ("PLY-1", "too-few-cards", {"needs": 3, "has": 2})
    match = duel(hands={"1": ["lamprey"]}, decks={"1": ["kite"]})
    assert refused(match, "1", play("1-lamprey-1", "africa")) == ("PLY-4", "deck-too-small", {"needs": 2, "has": 1})
    match = duel(hands={"1": ["lamprey"]}, decks={"1": ["kite", "reaver"]})
    match.submit("1", play("1-lamprey-1", "africa"))
    assert (match.view("1")["decks"]["1"], match.outcome) == (0, None)
    match.submit("1", {"kind": "end"})
    match.submit("2", {"kind": "end"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2"], "deck")


def test_e3_slots_and_sacrifice() -> None:
    """PLY-6 to PLY-8: what is sacrificed is gone even if the card is cancelled."""
    match = duel(
        active="2",
        hands={"1": ["hush", "skitterling"], "2": ["militia", "rifles", "gunship"]},
        play=[*on("2", "eurasia", "rifles", "armour", "sappers"), *on("2", "pacific-rim", "sappers")],
        hero=hero(),
    )
    assert refused(match, "2", play("2-militia-1", "eurasia"))[:2] == ("PLY-6", "no-slot")
    for other in ("2-okafor", "2-sappers-2"):
        assert refused(match, "2", play("2-militia-1", "eurasia", sacrifice=other))[:2] == ("PLY-7", "no-sacrifice")
    assert refused(match, "2", play("2-militia-1", "africa", sacrifice="2-rifles-1"))[:2] == (
        "PLY-7",
        "column-not-full",
    )
    match.submit("2", play("2-militia-1", "eurasia", sacrifice="2-sappers-1"))
    match.submit("1", {"kind": "cancel", "card": "1-hush-1", "discard": ["1-skitterling-1"]})
    match.submit("2", PASS)
    assert "2-sappers-1" in match.view("1")["discards"]["2"]
    assert pieces(match, "eurasia") == ["2-rifles-1", "2-armour-1"]
    full = duel(hands={"1": ["skitterling"]}, play=on("1", "africa", "husk", "husk", "husk", "stilt"))
    assert refused(full, "1", play("1-skitterling-1", "africa"))[:2] == ("PLY-6", "no-slot")
    assert refused(full, "1", play("1-skitterling-1", "africa", sacrifice="1-husk-1"))[:2] == ("PLY-8", "no-sacrifice")


def test_e4_new_york_on_africa() -> None:
    """ZON-4, TOK-2: all tokens may be spent in the turn of entry."""
    match = duel(active="2", hands={"1": FILL, "2": ["new-york", "militia"]}, decks={"2": TEN[:6]})
    match.submit("2", play("2-new-york-1", "africa", discard=["2-militia-1"]))
    match.submit("1", PASS)
    (city,) = match.view("2")["play"]
    assert (city["tokens"], city["force"], city["zone"]) == (4, 1, "africa")
    for _ in range(3):
        match.submit("2", use("2-new-york-1"))
    assert (len(match.view("2")["hand"]), match.view("2")["play"][0]["tokens"]) == (3, 1)
    assert match.view("2")["decks"]["2"] == 2


def test_e5_a_cancel() -> None:
    """CAN-1, CAN-2, CAN-5, CAN-8: an empty hand is not asked for a reply."""
    match = duel(hands={"1": ["husk", "kite"], "2": ["decoy", "militia"]})
    match.submit("1", play("1-husk-1", "eurasia", discard=["1-kite-1"]))
    match.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    assert pieces(match) == []
    assert (pile(match, "1"), pile(match, "2")) == (["kite", "husk"], ["militia", "decoy"])
    assert asked(match) == {"1": "main"}


def test_e6_cancel_and_reply() -> None:
    """CAN-3, CAN-4: nobody may cancel the reply."""
    match = duel(
        active="2",
        hands={"1": ["hush", "skitterling", "white-noise"], "2": ["airstrike", "decoy", "rifles", "militia", "drones"]},
        play=on("1", "eurasia", "husk"),
    )
    match.submit("2", play("2-airstrike-1", target="1-husk-1", discard=["2-rifles-1"]))
    match.submit("1", {"kind": "cancel", "card": "1-hush-1", "discard": ["1-skitterling-1"]})
    match.submit("2", {"kind": "cancel", "card": "2-decoy-1", "discard": ["2-militia-1"]})
    assert asked(match) == {"2": "main"}
    assert pieces(match) == []
    assert pile(match, "2") == ["rifles", "militia", "decoy", "airstrike"]
    assert pile(match, "1") == ["skitterling", "hush", "husk"]


def test_e7_what_a_cancel_can_answer() -> None:
    """CAN-6, CAN-7."""
    match = duel(
        active="2",
        hands={"1": ["white-noise", "hush", "skitterling"], "2": ["rifles", "militia", "drones"]},
        play=on("2", "africa", "gunship"),
        decks={"1": ["husk", "husk"]},
    )
    assert refused(match, "2", {"kind": "cancel", "card": None})[1] == "not-now"
    match.submit("2", {"kind": "move-hero", "to": "africa"})
    match.submit("2", use("2-gunship-1", to="eurasia"))
    match.submit("2", {"kind": "ops", "target": "2-gunship-1", "to": "africa", "discard": ["2-drones-1"]})
    assert asked(match) == {"2": "main"}
    match.submit("2", play("2-rifles-1", "eurasia", discard=["2-militia-1"]))
    no = refused(match, "1", {"kind": "cancel", "card": "1-white-noise-1"})
    assert no == ("CAN-7", "cannot-cancel-that", {"card": "2-rifles-1", "filter": "order"})
    assert match.check("1", {"kind": "cancel", "card": "1-hush-1", "discard": ["1-skitterling-1"]}) is None
    mine = duel(hands={"1": ["hush", "husk"]})
    assert refused(mine, "1", play("1-hush-1"))[:2] == ("CAN-7", "cancel-only")


@pytest.mark.parametrize(("upright", "human", "drain"), [(True, 9, 1), (False, 6, 4)])
def test_e8_an_attack(upright: bool, human: int, drain: int) -> None:
    """ATK-3, ATK-4, HER-2, PLT-2."""
    match = duel(
        plot=8,
        play=[*on("1", "eurasia", "husk", "stilt", "lamprey"), *on("1", "africa", "lamprey", "skitterling")],
        hero=hero(upright=upright),
        decks={"2": TEN},
    )
    forecast = match.view("1")["forecast"]
    assert {zone: (it["invader"], it["human"], it["drain"]) for zone, it in forecast["zones"].items()} == {
        "pacific-rim": (0, 5, 0),
        "eurasia": (10, human, drain),
        "africa": (5, 5, 0),
    }
    match.submit("1", {"kind": "end"})
    assert len(match.view("2")["discards"]["2"]) == drain
    assert match.view("1")["plot"] == 8


def test_e9_absorbed_to_nothing() -> None:
    """ATK-6, PLT-2: no card left the deck, so the plot falls."""
    match = duel(
        plot=8,
        play=[*on("1", "africa", "stilt", "husk"), *on("2", "africa", "svalbard")],
        hero=hero(zone="pacific-rim"),
    )
    match.submit("1", {"kind": "end"})
    view = match.view("1")
    vault = next(it for it in view["play"] if it["card"] == "svalbard")
    assert (vault["tokens"], view["plot"], view["discards"]["2"]) == (2, 7, [])


def test_e10_bite_scorch_and_absorb_in_order() -> None:
    """ATK-5, ATK-6, ZON-6."""
    match = duel(
        scorch={"africa": 1},
        play=[*on("1", "africa", "stilt", "husk", "skitterling", "maw"), *on("2", "africa", "rifles", "svalbard")],
        strategies={"1": {"hunger": True}},
        hero=hero(zone="pacific-rim"),
    )
    match.submit("1", {"kind": "end"})
    (row,) = [it for it in match.view("1")["log"] if it["kind"] == "attacked" and it["zone"] == "africa"]
    assert (row["invader"], row["human"], row["value"], row["bite"], row["drain"]) == (10, 7, 4, 3, 2)
    assert len(match.view("1")["discards"]["2"]) == 2


@pytest.mark.parametrize(("rim", "zones"), [(("stilt", "stilt"), 1), (("stilt", "husk"), 2)])
def test_e11_the_last_card(rim: tuple[str, ...], zones: int) -> None:
    """END-1, ATK-2, ATK-7: card by card; what is not attacked any more is not told."""
    match = duel(
        play=[*on("1", "pacific-rim", *rim), *on("1", "eurasia", "colossus")],
        hero=hero(zone="africa"),
        decks={"2": ["militia", "militia"]},
    )
    match.submit("1", {"kind": "end"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["1"], "deck")
    assert kinds(match).count("attacked") == zones
    assert "plot-moved" not in kinds(match)


def test_e12_a_hero_falls() -> None:
    """HER-6, HER-7, END-3, PLY-10."""
    match = duel(hands={"1": ["stalker", "husk", "kite"], "2": FILL_HUMAN}, hero=hero(zone="africa"))
    match.submit("1", play("1-stalker-1", "africa", target="2-okafor", discard=["1-husk-1", "1-kite-1"]))
    match.submit("2", PASS)
    assert asked(match) == {"2": "place-hero"}
    offered = {it["command"]["hero"] for it in match.decisions["2"]["options"]}
    assert offered == {"2-kestrel", "2-ferreira"}
    match.submit("2", {"kind": "place-hero", "hero": "2-kestrel", "zone": "eurasia"})
    view = match.view("1")
    assert (view["hero"]["card"], view["fallen"], asked(match)) == ("kestrel", ["2-okafor"], {"1": "main"})
    last = duel(hands={"1": ["stalker", "husk", "kite"]}, hero=hero(zone="africa"), heroes=[])
    last.submit("1", play("1-stalker-1", "africa", target="2-okafor", discard=["1-husk-1", "1-kite-1"]))
    assert last.outcome is not None
    assert (last.outcome["winners"], last.outcome["reason"]) == (["1"], "heroes")
    aside = duel(hands={"1": ["stalker", "husk", "kite"]}, hero=hero(zone="africa"))
    aside.submit("1", play("1-stalker-1", "eurasia", discard=["1-husk-1", "1-kite-1"]))
    assert (pieces(aside, "eurasia"), aside.view("1")["hero"]["card"]) == (["1-stalker-1"], "okafor")


def force(match: Match, zone: str) -> int:
    total: int = match.view("1")["forecast"]["zones"][zone]["human"]
    return total


@pytest.mark.parametrize(("doctrine", "ready", "turned", "next_turn"), [(False, 16, 17, 16), (True, 18, 17, 18)])
def test_e13_turning_a_hero(doctrine: bool, ready: int, turned: int, next_turn: int) -> None:
    """HER-2, HER-4, EFF-6, TRN-1."""
    match = duel(
        active="2",
        play=on("2", "eurasia", "rifles", "armour"),
        strategies={"2": {"doctrine": doctrine, "mobilisation": False, "shield": False}},
        hands={"2": ["militia"]},
    )
    assert force(match, "eurasia") == ready
    match.submit("2", use("2-okafor"))
    assert force(match, "eurasia") == turned
    assert refused(match, "2", use("2-okafor"))[:2] == ("HER-4", "turned")
    match.submit("2", play("2-militia-1", "eurasia"))
    assert force(match, "eurasia") == turned + 2, "what arrives later is not boosted"
    match.submit("2", {"kind": "end"})
    match.submit("1", {"kind": "end"})
    assert match.view("2")["hero"]["upright"]
    assert force(match, "eurasia") == next_turn + 2


def test_e14_ways_to_move() -> None:
    """HER-3, OPS-1, OPS-2, ZON-2."""
    match = duel(
        active="2",
        hands={"2": ["militia", "rifles"]},
        play=[*on("2", "pacific-rim", "gunship"), *on("1", "africa", "husk")],
        hero=hero(zone="pacific-rim"),
    )
    ops = {"kind": "ops", "target": "2-gunship-1", "to": "africa", "discard": ["2-militia-1"]}
    assert refused(match, "2", {"kind": "move-hero", "to": "africa"})[:2] == ("ZON-2", "not-adjacent")
    assert refused(match, "2", ops | {"target": "2-okafor"})[:2] == ("OPS-2", "not-a-target")
    match.submit("2", {"kind": "move-hero", "to": "eurasia"})
    assert refused(match, "2", {"kind": "move-hero", "to": "africa"})[:2] == ("HER-3", "limit-reached")
    assert refused(match, "2", use("2-gunship-1", to="africa"))[:2] == ("ZON-2", "not-adjacent")
    match.submit("2", ops)
    assert refused(match, "2", ops | {"to": "eurasia", "discard": ["2-rifles-1"]})[:2] == ("OPS-2", "limit-reached")
    match.submit("2", {"kind": "end"})
    command = {"kind": "ops", "target": "1-husk-1", "to": "eurasia", "discard": []}
    assert refused(match, "1", command)[:2] == ("OPS-1", "not-the-human")


def test_e15_the_invasion_action() -> None:
    """INV, PLT-2, END-2."""
    match = duel(plot=4, play=on("1", "pacific-rim", "husk"), decks={"1": ["kite", "kite", "kite"]})
    redeploy = {"kind": "invade", "order": "redeploy", "target": "1-husk-1"}
    assert refused(match, "1", redeploy | {"to": "africa"})[:2] == ("ZON-2", "not-adjacent")
    match.submit("1", redeploy | {"to": "eurasia"})
    assert match.view("1")["plot"] == 2
    assert refused(match, "1", redeploy | {"to": "africa"})[:2] == ("INV-2", "order-used")
    ravage = {"kind": "invade", "order": "ravage", "at": "africa"}
    assert refused(match, "1", ravage) == ("INV-6", "plot-too-low", {"steps": 2, "marker": 2})
    match.submit("1", {"kind": "invade", "order": "reinforce"})
    assert (match.view("1")["plot"], len(match.view("1")["hand"])) == (1, 1)
    for order in ("redeploy", "ravage", "reinforce"):
        options = [it for it in match.decisions["1"]["options"] if it["command"].get("order") == order]
        assert not any(it["legal"] for it in options)
    match.submit("1", {"kind": "end"})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["2"], "plot")


def test_e16_recover() -> None:
    """EFF-8, DIS-2, PLY-12, GEN-5."""
    match = duel(
        active="2",
        hands={"1": FILL, "2": ["relief", "sappers"]},
        decks={"2": ["militia"]},
        discards={"2": ["rifles", "drones", "armour", "gunship", "convoy"]},
    )
    match.submit("2", play("2-relief-1", discard=["2-sappers-1"]))
    match.submit("1", PASS)
    deck = [id.split("-")[1] for id in match.position()["decks"]["2"]]
    assert deck == ["militia", "sappers", "convoy", "gunship", "armour", "drones"]
    assert pile(match, "2") == ["rifles", "relief"]
    for viewer in ("1", "2", "spectator"):
        bottom = [id.split("-")[1] for id in match.view(viewer)["known"]["2"]["bottom"]]
        assert bottom == ["sappers", "convoy", "gunship", "armour", "drones"]
    match.submit("2", {"kind": "end"})
    assert refused(match, "1", play("2-sappers-1", "africa"))[1] == "not-in-hand"


def test_e17_force_when_the_target_is_chosen() -> None:
    """EFF-14, EFF-15, CRD-7."""

    def against(spires: int) -> Match:
        return duel(
            hands={"1": ["needles", "husk"]},
            play=[*on("2", "eurasia", "exosuits"), *on("1", "eurasia", *["null-spire"] * spires)],
        )

    needles = play("1-needles-1", target="2-exosuits-1", discard=["1-husk-1"])
    one, two = against(1), against(2)
    assert refused(one, "1", needles)[1:] == ("not-a-target", {"card": "2-exosuits-1", "why": "force"})
    assert two.check("1", needles) is None
    match = duel(play=on("1", "africa", "broodmother", "broodmother", "skitterling"))
    assert [it["force"] for it in match.view("1")["play"]] == [4, 4, 4]


def test_e18_secrets() -> None:
    """GEN-5, CAN-8: the id of a hidden card is unknown, like that of a card that does not exist."""
    match = duel(hands={"1": ["skitterling", "husk"], "2": ["decoy", "militia"]})
    for viewer in ("1", "spectator"):
        text = str(match.view(viewer))
        assert "2-decoy-1" not in text
        assert match.view(viewer)["hands"]["2"] == 2
    for id in ("2-decoy-1", "2-carrier-9"):
        assert refused(match, "1", play("1-husk-1", "africa", discard=[id]))[:2] == ("GEN-5", "unknown-card")
    logs = []
    for hand in (["militia"], ["decoy"]):
        at = duel(hands={"1": ["skitterling"], "2": hand})
        at.submit("1", play("1-skitterling-1", "africa"))
        assert asked(at) == {"2": "cancel"}
        logs.append((at.view("1")["log"], at.decisions["2"]["id"]))
    assert logs[0] == logs[1]
    empty = duel(hands={"1": ["skitterling"], "2": []})
    empty.submit("1", play("1-skitterling-1", "africa"))
    assert asked(empty) == {"1": "main"}


def test_e18_a_standing_pass_looks_like_a_pass_by_hand() -> None:
    """CAN-8: to the other seat, in the log, its numbers and the ids of decisions."""
    by_hand, standing = (duel(hands={"1": ["skitterling", "skitterling"], "2": ["decoy"]}) for _ in range(2))
    standing.submit("2", {"kind": "stand", "pass": "turn"})
    assert standing.view("1") == by_hand.view("1")
    for match in (by_hand, standing):
        match.submit("1", play("1-skitterling-1", "africa"))
    by_hand.submit("2", PASS)
    assert standing.view("1") == by_hand.view("1")
    assert "order-followed" in kinds(standing, viewer="2")
    standing.submit("1", {"kind": "end"})
    assert standing.view("2")["standing"] is None


def test_e18_mulligans_are_secret_until_both_have_answered() -> None:
    """SET-4."""
    match = Match.new({"invader": "1"}, 5)
    twin = match.fork(1)
    match.submit("1", {"kind": "mulligan", "keep": True})
    twin.submit("1", {"kind": "mulligan", "keep": False})
    assert match.view("2") == twin.view("2")
    assert match.view("2")["waiting"] == {"2": "mulligan"}


def test_e19_upkeep() -> None:
    """TRN-2, PLT-2: what has just entered has drained nothing yet."""
    match = duel(
        phase="draw",
        play=[{"card": "siphon", "seat": "1", "zone": "africa", "tokens": 3}],
        strategies={"1": {"brood": True}},
        decks={"1": ["husk", "husk", "husk", "stilt", "stilt"], "2": TEN},
    )
    view = match.view("1")
    assert (view["decks"]["1"], view["play"][0]["tokens"], len(view["discards"]["2"])) == (2, 2, 2)
    match.submit("1", {"kind": "end"})
    assert match.view("1")["plot"] == 10
    fresh = duel(hands={"1": ["siphon", "husk"]}, decks={"1": TEN_INVADER, "2": TEN})
    fresh.submit("1", play("1-siphon-1", "africa", discard=["1-husk-1"]))
    assert fresh.view("1")["discards"]["2"] == []


TEN_INVADER = ["husk", "husk", "stilt", "stilt", "kite", "kite"]


def test_e20_undo_of_what_asked_the_other() -> None:
    """A play that an empty hand could not answer is taken back; a cancel that asked for a reply is not."""
    match = duel(active="2", hands={"1": ["hush", "kite", "kite"], "2": ["rifles", "militia", "decoy", "drones"]})
    match.submit("2", play("2-rifles-1", "africa", discard=["2-militia-1"]))
    match.submit("1", {"kind": "cancel", "card": "1-hush-1", "discard": ["1-kite-1"]})
    assert asked(match) == {"2": "cancel"}
    assert refused(match, "1", {"kind": "undo"})[1] == "nothing-to-undo"
    alone = duel(active="2", hands={"2": ["rifles", "militia"]})
    before = alone.position()
    alone.submit("2", play("2-rifles-1", "africa", discard=["2-militia-1"]))
    alone.submit("2", {"kind": "undo"})
    assert alone.position() == before


def test_e18_whoever_is_asked_alone_can_cancel_in_imagined_worlds_too() -> None:
    """CAN-8: the seats have agreed that nobody is asked who cannot cancel; being asked then tells of a cancel."""
    hands = {"1": ["skitterling"], "2": ["decoy", "militia", "militia"]}
    match = duel(options={"uniform_prompts": False}, hands=hands)
    match.submit("1", play("1-skitterling-1", "africa"))
    assert asked(match) == {"2": "cancel"}
    for seed in range(30):
        assert asked(match.imagine("1", seed)) == {"2": "cancel"}


def test_e20_undo_tells_nothing_of_a_standing_pass() -> None:
    """While both are asked, a pass that the other sets in secret does not make an answer final."""
    match = Match.new({"invader": "1"}, 5)
    twin = match.fork(1)
    twin.submit("2", {"kind": "stand", "pass": "once"})
    for world in (match, twin):
        world.submit("1", {"kind": "mulligan", "keep": True})
        world.submit("1", {"kind": "undo"})
        assert asked(world) == {"1": "mulligan", "2": "mulligan"}


def test_e20_undo() -> None:
    """A command that took nothing from a deck or another hand is taken back; a standing pass changes nothing."""
    match = duel(
        active="2",
        hands={"1": FILL, "2": ["militia", "rifles", "new-york"]},
        play=[*on("2", "pacific-rim", "gunship", "geneva", "new-york")],
        discards={"2": ["drones", "armour"]},
        hero=hero(zone="eurasia"),
    )
    before = match.view("2")
    match.submit("2", {"kind": "move-hero", "to": "africa"})
    match.submit("2", {"kind": "ops", "target": "2-gunship-1", "to": "africa", "discard": ["2-militia-1"]})
    match.submit("1", {"kind": "stand", "pass": "match"})
    match.submit("2", {"kind": "undo"})
    match.submit("2", {"kind": "undo"})
    for key in ("play", "hero", "hand", "spent"):
        assert match.view("2")[key] == before[key]
    assert match.view("1")["standing"] == "match", "a standing pass is not taken back"
    match.submit("2", use("2-geneva-1"))
    match.submit("2", {"kind": "undo"})
    match.submit("2", use("2-new-york-1"))
    assert refused(match, "2", {"kind": "undo"})[1] == "nothing-to-undo"
    match.submit("1", {"kind": "stand", "pass": "off"})
    match.submit("2", play("2-militia-1", "africa"))
    assert refused(match, "2", {"kind": "undo"})[1] == "nothing-to-undo", "the other is asked"
    match.submit("1", PASS)
    assert refused(match, "2", {"kind": "undo"})[1] == "nothing-to-undo"
