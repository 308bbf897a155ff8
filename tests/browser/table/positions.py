"""Positions at which something is decided: by hand, in a prompt, in a plan."""

from random import Random

from rules.olomoc import Match
from rules.olomoc.bots import random_bot
from tests.browser.kept import position, rouage
from tests.cards.trial import capacity, pack

PROFILE = {"rank": 3, "technique": 2, "combat": 4, "shooting": 1, "dodge": 3, "base": 30, "life": "RSSSST"}


def by_hand() -> Match:
    """Pétra bears a card that the players settle; Věra is four inches away."""
    cards = [
        rouage("1-petra-kantor", 5, 8, equipment="sealed-envelope"),
        rouage("1-hynek-novotny", 3, 13),
        rouage("2-vera-simkova", 9, 8),
        rouage("2-otakar-benda", 13, 3),
    ]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=7)


def walked() -> Match:
    """Somebody has walked: the log has a line about it."""
    match = by_hand()
    match.submit("1", next(row for row in match.commands("1") if row["kind"] == "walk"))
    return match


def two_crates() -> Match:
    """Pétra has a card that puts two crates down, each where its player says."""
    put = [
        {"op": "place-marker", "marker": name, "spot": {"place": place}}
        for name, place in (("crate", "one"), ("chest", "two"))
    ]
    places = [{"kind": "place", "name": name, "range": 127_000} for name in ("one", "two")]
    card = capacity(*put, targets=places)
    cards = [
        rouage("1-petra-kantor", 5, 8, profile={**PROFILE, "capacities": ["trial"]}),
        rouage("2-vera-simkova", 9, 3),
    ]
    placed = {**position(cards, "1-petra-kantor"), "pack": "trial"}
    return Match.from_position(placed, seed=2, shelf={"trial": pack(card)})


def omen() -> Match:
    """Pétra, engaged, has a capacity that the players settle before her dice fall."""
    trigger = {"when": "roll", "moment": "before", "subject": {"who": ["self"]}}
    card = {**capacity(trigger=trigger, name="Omen"), "by_hand": True}
    petra = rouage("1-petra-kantor", 5, 8, profile={**PROFILE, "capacities": ["trial"]})
    placed = {**position([petra, rouage("2-vera-simkova", 6.9, 8)], "1-petra-kantor"), "pack": "trial"}
    return Match.from_position(placed, seed=2, shelf={"trial": pack(card)})


def close() -> Match:
    """Pétra engaged with Věra, supported by Otakar; the dice are known."""
    cards = [
        rouage("1-petra-kantor", 5, 8),
        rouage("1-otakar-benda", 6.6, 9.6),
        rouage("2-vera-simkova", 6.9, 8),
    ]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=3)


def planning() -> Match:
    """Two cabals of the core pack, before their first plan."""
    match = Match.new({"agenda": "skirmish", "composition": "secret"}, seed=5)
    rng = Random(5)
    while "plan" not in {decision["kind"] for decision in match.decisions.values()}:
        seat = sorted(match.decisions)[0]
        match.submit(seat, random_bot(match, seat, rng))
    return match


def struck() -> Match:
    """Close by, once an attack has been made and nothing answered."""
    match = close()
    attack = next(o for o in match.decisions["1"]["options"] if o["legal"] and o["command"]["kind"] == "attack")
    match.submit("1", attack["command"])
    while "act" not in {decision["kind"] for decision in match.decisions.values()}:
        [(seat, decision)] = match.decisions.items()
        match.submit(seat, decision["default"])
    return match
