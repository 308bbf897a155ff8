"""The core pack: what the rulebook says of its cards, what a good game needs of it, and that no two are alike."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from rules.olomoc.packs import MINISTRIES, OPERATIONS, TRIGGERS, Capacity, Filter, Select, Text, load
from rules.olomoc.packs.operations import ForEach, walk

PACK = load()
SEVEN = tuple(ministry for ministry in MINISTRIES if ministry not in ("axe", "fringe"))


def figures(card: str) -> tuple[int, int, int, int, int]:
    rouage = PACK.rouages[card]
    return rouage.rank, rouage.technique, rouage.combat, rouage.shooting, rouage.dodge


def own(field: str) -> dict[str, Capacity]:
    """The capacities of rouages or of equipment, by card."""
    return {id_: capacity for id_, card in getattr(PACK, field).items() for capacity in card.capacities}


def models() -> Iterator[BaseModel]:
    for field in ("rouages", "equipment", "ministries", "artefact", "hostiles", "agendas", "decor", "starters"):
        for card in getattr(PACK, field).values():
            yield from walk(card)


# From the book --------------------------------------------------------------------------------------------------------


def test_petra_is_as_the_book_has_her() -> None:
    """Rank 3, Security, Technique 2, Combat 4, Dodge 3, six known PV; Broken Veteran counts her as rank 0."""
    petra = PACK.rouages["petra-kantor"]
    assert figures("petra-kantor") == (3, 2, 4, 1, 3)
    assert (petra.ministries, petra.life[:6], petra.source) == (("security",), "RSSSST", "rulebook")
    veteran = petra.capacities[0]
    assert (veteran.time, veteran.duration) == ("active", "cycle")
    assert [operation.model_dump(exclude_defaults=True) for operation in veteran.operations] == [
        {"op": "change", "what": "coordination-rank", "to": 0}
    ]


def test_the_other_rouages_of_the_book() -> None:
    ranks = {card: PACK.rouages[card].rank for card in ("kubik-oktobar", "dominik-kralov", "jana-novak")}
    assert ranks == {"kubik-oktobar": 2, "dominik-kralov": 1, "jana-novak": 2}
    assert PACK.rouages["kubik-oktobar"].ministries == ("progress",)
    assert PACK.rouages["dominik-kralov"].ministries == ("effort",)
    assert figures("dominik-kralov")[1:] == (1, 3, 0, 3)
    assert {PACK.rouages[card].dodge for card in ("kubik-oktobar", "dominik-kralov", "jana-novak")} == {3}
    assert PACK.rouages["hynek-novotny"].shooting == 5
    assert PACK.rouages["hynek-novotny"].rank in (1, 2)
    claw = PACK.rouages["dominik-kralov"].capacities[0]
    assert claw.time == "permanent"
    assert [operation.model_dump()["by"] for operation in claw.operations] == [2]
    together = [set(PACK.rouages[card].factions) for card in ("petra-kantor", "kubik-oktobar", "dominik-kralov")]
    assert set.intersection(*together)
    assert set(PACK.rouages["hynek-novotny"].factions) & set(PACK.rouages["petra-kantor"].factions)


def test_the_rogue_is_as_the_book_has_it() -> None:
    """HOS-2, HOS-3: its figures and its instinct, and that it does nothing when left."""
    rogue = PACK.hostiles["rogue"]
    assert (rogue.technique, rogue.combat, rogue.shooting, rogue.dodge) == (0, 4, 0, 0)
    assert (rogue.base, rogue.rank, set(rogue.traits), rogue.opportunity) == (40, 2, {"corrosive", "immutable"}, False)
    assert [(step.when, step.do, step.target) for step in rogue.instinct] == [
        ("engaged", "frontal", "highest-rank"),
        ("can-charge", "charge", "highest-rank"),
        ("otherwise", "walk-directly-toward", "highest-rank"),
    ]


def test_the_rulers_and_tokens() -> None:
    """MOV-7, ACT-1, CAB-4."""
    assert PACK.rulers.displacement.model_dump() == {"length": 101_600, "width": 20_320}
    assert PACK.rulers.push.model_dump() == {"length": 50_800, "width": 20_320}
    assert (PACK.actions, PACK.propaganda_rank) == (4, 0)


def test_the_nine_ministries() -> None:
    """MIN-1: two of the Axe and one of each of the seven, of a rank above every rouage's. MIN-2: Animosity, Communion,
    Security in slot 3."""
    assert Counter(card.ministry for card in PACK.ministries.values()) == {"axe": 2, **dict.fromkeys(SEVEN, 1)}
    highest = max(rouage.rank for rouage in PACK.rouages.values())
    assert all(card.rank > highest for card in PACK.ministries.values())
    by_ministry = {card.ministry: card for card in PACK.ministries.values()}
    assert [operation.op for operation in by_ministry["axe"].capacity.operations] == ["activate-hostiles"]
    assert [operation.op for operation in by_ministry["harmony"].capacity.operations] == ["mechanism"]
    assert by_ministry["security"].slots == (3,)


@pytest.mark.parametrize("id_", PACK.ministries)
def test_every_ministry_bears_on_both_players(id_: str) -> None:
    """MIN-1: what it selects, it selects from both sides alike (or hostiles, or nobody)."""
    for model in walk(PACK.ministries[id_].capacity):
        if isinstance(model, Filter):
            assert ("allied" in model.who) == ("adverse" in model.who)


def test_the_twelve_artefact_cards() -> None:
    """ART-1, ART-4: four Rogues, one per corner; two Rains of Fiel; two Quantum rifts; four of our own."""
    assert len(PACK.artefact) == 12
    assert len({card.number for card in PACK.artefact.values()}) == 12
    assert Counter(card.priority for card in PACK.artefact.values()) == {1: 6, 2: 6}
    rogues = [card for card in PACK.artefact.values() if card.name.get("en") == "Rogue"]
    assert {card.corner for card in rogues} == {"north-west", "north-east", "south-east", "south-west"}
    assert all(
        operation.model_dump()["spot"]["corner"] == card.corner for card in rogues for operation in card.operations
    )
    names = Counter(card.name.get("en") for card in PACK.artefact.values())
    assert (names["Rogue"], names["Rain of Fiel"], names["Quantum Rift"], len(names)) == (4, 2, 2, 7)


def test_rain_of_fiel_reaches_everyone_and_the_rift_only_the_bloc() -> None:
    """ART-4."""
    rain, rift = PACK.artefact["rain-of-fiel-13"].operations[0], PACK.artefact["quantum-rift-14"].operations[0]
    assert rain.model_dump()["who"]["presence"] == "anywhere"
    assert rain.model_dump()["who"]["who"] == ("allied", "adverse")
    assert isinstance(rift, ForEach)
    assert rift.of.presence == "on-bloc"


def test_only_cards_of_the_book_say_so() -> None:
    marked = {
        card.id
        for field in ("rouages", "equipment")
        for card in getattr(PACK, field).values()
        if card.source != "house"
    }
    assert marked == {
        *("petra-kantor", "kubik-oktobar", "dominik-kralov", "hynek-novotny", "jana-novak"),
        *("quantum-disruptor", "chronograph", "manifesto"),
    }
    for name in ("chronograph", "manifesto"):
        trigger = PACK.equipment[name].capacities[0].trigger
        assert trigger is not None
        assert trigger.when == "mechanism"
    assert PACK.equipment["quantum-disruptor"].ministries == ("progress",)


# A good game ----------------------------------------------------------------------------------------------------------


def test_the_core_pack_has_enough_cards_of_every_kind() -> None:
    assert len(PACK.factions) == 3
    assert len(PACK.rouages) >= 18
    assert len(PACK.equipment) >= 24
    assert set(PACK.hostiles) == {"rogue", "gargoule"}
    assert len(PACK.agendas) - ("skirmish" in PACK.agendas) == 6
    for faction in PACK.factions:
        ranks = Counter(rouage.rank for rouage in PACK.rouages.values() if faction in rouage.factions)
        assert set(ranks) == {1, 2, 3}
        assert min(ranks.values()) >= 2
        assert sum(faction in card.factions for card in PACK.equipment.values()) >= 2
        assert sum(starter.faction == faction for starter in PACK.starters.values()) >= 2
    for ministry in SEVEN:
        assert sum(ministry in card.ministries for card in PACK.equipment.values()) >= 2
        assert any(ministry in rouage.ministries for rouage in PACK.rouages.values())
    assert sum(bool(card.rouages) for card in PACK.equipment.values()) >= 2
    assert any(len(rouage.factions) == 2 for rouage in PACK.rouages.values())
    assert any(len(rouage.ministries) == 2 for rouage in PACK.rouages.values())


def test_decor_of_every_kind() -> None:
    pieces = [piece for decor in PACK.decor.values() for piece in decor.pieces]
    assert {piece.kind for piece in pieces} == {"obstructing", "open", "zone"}
    assert any(piece.tinted for piece in pieces)


def test_the_skirmish_is_empty() -> None:
    skirmish = PACK.agendas["skirmish"]
    assert (skirmish.markers, skirmish.decor, skirmish.hostiles, skirmish.study) == ((), None, (), None)
    assert (skirmish.capacities, skirmish.scoring) == ((), ())


@pytest.mark.parametrize("id_", [id_ for id_ in PACK.agendas if id_ != "skirmish"])
def test_every_agenda_has_markers_to_study_and_a_way_to_score(id_: str) -> None:
    agenda = PACK.agendas[id_]
    assert agenda.markers
    assert agenda.study is not None
    assert agenda.decor in PACK.decor
    assert any(getattr(model, "op", "") == "score" for model in walk(agenda))


@pytest.mark.parametrize("id_", [id_ for id_ in PACK.agendas if id_ != "skirmish"])
def test_every_agenda_is_fair_to_both_edges(id_: str) -> None:
    """The places that score are as far from one deployment edge as from the other: half a turn lays the layout on
    itself."""
    agenda = PACK.agendas[id_]
    for things in (agenda.markers, agenda.hostiles):
        places = Counter(thing.at for thing in things)
        assert places == Counter((406_400 - x, 406_400 - y) for x, y in places.elements())


def test_la_gargoule_is_on_the_bloc_from_the_start() -> None:
    assert [start.hostile for start in PACK.agendas["gargoule"].hostiles] == ["gargoule"]


def test_every_rouage_and_equipment_has_a_capacity_of_its_own_no_two_alike() -> None:
    rouages, equipment = own("rouages"), own("equipment")
    assert set(rouages) == set(PACK.rouages)
    assert set(equipment) == set(PACK.equipment)
    every = [*rouages.values(), *equipment.values()]
    does = Counter(capacity.model_dump_json(exclude={"id", "name", "text"}) for capacity in every)
    names = Counter(capacity.name.get("en") for capacity in every)
    assert max(does.values()) == max(names.values()) == 1


def test_at_most_three_cards_are_settled_by_hand_and_none_of_a_starter() -> None:
    by_hand = {id_ for field in ("rouages", "equipment") for id_, capacity in own(field).items() if capacity.by_hand}
    assert len(PACK.by_hand()) == len(by_hand) <= 3
    held = {
        card
        for starter in PACK.starters.values()
        for rouage in starter.rouages
        for card in (rouage.card, rouage.equipment)
    }
    assert not held & by_hand


def test_every_operation_and_every_trigger_is_used_by_a_core_card() -> None:
    used = {getattr(model, "op", None) for model in models()}
    heard = {getattr(model, "when", None) for model in models()}
    assert set(OPERATIONS) <= used
    assert set(TRIGGERS) <= heard


def test_everything_is_written_in_both_languages_soberly() -> None:
    seen = 0
    for model in [*models(), *(inner for faction in PACK.factions.values() for inner in walk(faction))]:
        if isinstance(model, Text):
            assert model.fr
            assert model.en
            assert "!" not in model.fr + model.en
            assert not re.search(r"\s{2}|^\s|\s$", model.fr + model.en)
            seen += 1
    assert seen > 150


def test_attacks_are_told_from_other_capacities() -> None:
    """CAP-4: any capacity whose effect can wound an adverse or hostile rouage is an attack."""
    attacks = {
        model.id
        for field in ("rouages", "equipment", "hostiles")
        for card in getattr(PACK, field).values()
        for model in walk(card)
        if isinstance(model, Capacity) and model.is_attack
    }
    assert attacks == {"naked-arc", "hot-rivet"}


@pytest.mark.parametrize(
    ("who", "attack"),
    [
        ({"who": ["adverse"]}, True),
        ({"who": ["hostile"], "range": "2 in"}, True),
        ({"who": ["allied"]}, False),
        ("self", False),
        ("object", True),
        ("subject", False),
    ],
)
def test_a_capacity_is_an_attack_by_whom_it_can_wound(who: Any, attack: bool) -> None:
    """CAP-4."""
    capacity = Capacity.model_validate(
        {
            "id": "backlash",
            "name": {"fr": "Retour"},
            "text": {"fr": "Retour de flamme."},
            "time": "permanent",
            "trigger": {"when": "wounded"},
            "operations": [{"op": "if", "conditions": [], "then": [{"op": "wound", "who": who}]}],
        }
    )
    assert capacity.is_attack is attack


def test_selections_are_hashable_data() -> None:
    assert Select(who=("adverse",), range=25_400) == Select.model_validate({"who": ["adverse"], "range": "1 in"})
    assert hash(PACK.rouages["petra-kantor"]) == hash(load().rouages["petra-kantor"])
