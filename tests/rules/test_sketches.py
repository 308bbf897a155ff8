"""Cabals in the making: what is wrong with them, what is still possible, and what would mend them (CAB-1, CAB-2)."""

import random
from itertools import combinations, product

import pytest

from rules.olomoc.cabals.draft import CabalPlace, Sketch, completable, completions, gaps, judge, legal, wires
from rules.olomoc.cabals.legality import problems
from rules.olomoc.cabals.repair import applied, fixes, nearest
from rules.olomoc.packs import Pack, load

CORE = load()
LEGAL = [
    Sketch.from_json({"faction": s.faction, "rouages": [{"card": r.card, "equipment": r.equipment} for r in s.rouages]})
    for s in CORE.starters.values()
]
SLOTS = [("faction", 0), *(product(("card", "equipment"), range(3)))]


def sketch(faction: str | None, *places: tuple[str | None, str | None]) -> Sketch:
    first, second, third = (CabalPlace(*place) for place in (*places, *((None, None),) * (3 - len(places))))
    return Sketch(faction, (first, second, third))


def codes(of: Sketch, pack: Pack = CORE) -> list[tuple[str, str, str]]:
    return [(one.clause, one.code, one.place) for one in judge(pack, of)]


def random_sketch(rng: random.Random, pack: Pack, missing: float = 0.0) -> Sketch:
    def some(among: list[str]) -> str | None:
        return None if rng.random() < missing else rng.choice(among)

    first, second, third = (CabalPlace(some([*pack.rouages]), some([*pack.equipment])) for _ in range(3))
    return Sketch(some([*pack.factions]), (first, second, third))


def without(of: Sketch, gone: tuple[tuple[str, int], ...]) -> Sketch:
    for part, place in gone:
        if part == "faction":
            of = Sketch(None, of.places)
        else:
            of = of.put(place, "card" if part == "card" else "equipment", None)
    return of


def tiny(rng: random.Random) -> Pack:
    """Five rouages and four cards of the core pack, so that everything can be tried."""
    faction = rng.choice([*CORE.factions])
    mine = [id for id, card in CORE.rouages.items() if faction in card.factions]
    data = CORE.to_json()
    few = {
        "rouages": {id: data["rouages"][id] for id in rng.sample(mine, 5)},
        "equipment": {id: data["equipment"][id] for id in rng.sample([*CORE.equipment], 4)},
        "starters": {},
    }
    return Pack.from_json({**data, **few})


def every_cabal(pack: Pack) -> list[Sketch]:
    places = [CabalPlace(*pair) for pair in product(pack.rouages, pack.equipment)]
    return [
        cabal
        for faction in pack.factions
        for first, second, third in product(places, repeat=3)
        if len({first.card, second.card, third.card}) == 3
        and len({first.equipment, second.equipment, third.equipment}) == 3
        and legal(pack, cabal := Sketch(faction, (first, second, third)))
    ]


def holds(whole: Sketch, part: Sketch) -> bool:
    same = all(mine in (None, card) for mine, card in zip(part.cards(), whole.cards(), strict=True))
    return same and part.faction in (None, whole.faction)


def test_a_whole_sketch_is_judged_like_any_cabal() -> None:
    rng = random.Random(7)
    for _ in range(1000):
        whole = random_sketch(rng, CORE)
        assert judge(CORE, whole) == problems(CORE, whole.to_json())


@pytest.mark.parametrize("whole", LEGAL)
def test_part_of_a_legal_cabal_has_no_problem(whole: Sketch) -> None:
    for count in range(8):
        for gone in combinations(SLOTS, count):
            part = without(whole, gone)
            assert judge(CORE, part) == ()
            assert len(gaps(part)) == count


def test_a_part_that_has_a_problem_has_it_however_it_is_completed() -> None:
    """The other way round: what a sketch is blamed for, no completion of it is without."""
    rng = random.Random(11)
    blamed = 0
    for _ in range(5):
        pack = tiny(rng)
        cabals = every_cabal(pack)
        for part in (random_sketch(rng, pack, missing=0.5) for _ in range(20)):
            if judge(pack, part) and not part.whole:
                blamed += 1
                assert not any(holds(whole, part) for whole in cabals)
    assert blamed > 10


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (sketch(None), []),
        (sketch("nobody"), [("CAB-1", "unknown-faction", "faction")]),
        (sketch("vigil", ("petra-kantor", None)), [("CAB-1", "wrong-faction", "rouages.0.card")]),
        (sketch("administration", ("petra-cantor", None)), [("CAB-1", "unknown-rouage", "rouages.0.card")]),
        (
            sketch("administration", ("petra-kantor", None), ("vera-simkova", None)),
            [("CAB-1", "wrong-ranks", "rouages")],
        ),
        (
            sketch("administration", (None, "riot-shield"), (None, "riot-shield")),
            [("CAB-1", "same-equipment", "rouages.1.equipment")],
        ),
    ],
)
def test_problems_of_an_unfinished_cabal(of: Sketch, expected: list[tuple[str, str, str]]) -> None:
    """CAB-1 before the cabal is whole."""
    assert codes(of) == expected


def test_a_card_counts_as_usable_while_a_rouage_may_still_open_it() -> None:
    """CAB-2: one free place may open one card, not two."""
    one = sketch("administration", ("petra-kantor", "quantum-disruptor"), ("hynek-novotny", None))
    assert codes(one) == []
    two = one.put(1, "equipment", "chronograph")
    assert codes(two) != []
    assert {clause for clause, _, _ in codes(two)} == {"CAB-2"}


def test_wires_of_an_unfinished_cabal() -> None:
    part = sketch("administration", ("petra-kantor", "quantum-disruptor"), ("kubik-oktobar", None))
    assert wires(CORE, part) == {"kubik-oktobar": "quantum-disruptor"}
    assert wires(CORE, sketch("administration", ("nobody", "quantum-disruptor"))) == {}


@pytest.mark.parametrize("seed", range(4))
def test_whether_it_can_be_completed_agrees_with_every_cabal_tried(seed: int) -> None:
    rng = random.Random(seed)
    pack = tiny(rng)
    cabals = every_cabal(pack)
    for _ in range(40):
        part = random_sketch(rng, pack, missing=0.6)
        assert completable(pack, part) is any(holds(whole, part) for whole in cabals)
        assert all(legal(pack, whole) for whole in completions(pack, part))


# Mending


def test_each_change_mends_what_it_is_for_and_breaks_nothing() -> None:
    rng = random.Random(5)
    mended = 0
    for _ in range(25):
        broken = random_sketch(rng, CORE, missing=0.15)
        before = {(one.code, one.place) for one in judge(CORE, broken)}
        for problem in judge(CORE, broken):
            for fix in fixes(CORE, broken, problem):
                mended += 1
                after = {(one.code, one.place) for one in judge(CORE, fix.sketch)}
                assert after <= before - {(problem.code, problem.place)}
                assert fix.sketch == applied(broken, fix.edits[0])
                assert fix.left == len(judge(CORE, fix.sketch))
    assert mended > 50


def test_the_opener_may_be_freed_or_the_card_exchanged() -> None:
    """CAB-2: Kubik opens one Progress card. Another card for either bearer mends it."""
    broken = sketch(
        "administration",
        ("petra-kantor", "quantum-disruptor"),
        ("kubik-oktobar", "insulated-wire"),
        ("hynek-novotny", "service-carbine"),
    )
    progress = [id for id, card in CORE.equipment.items() if card.ministries == ("progress",) and not card.factions]
    broken = broken.put(1, "equipment", next(id for id in progress if id != "quantum-disruptor"))
    [problem] = judge(CORE, broken)
    assert problem.code == "ministry-closed"
    offered = fixes(CORE, broken, problem)
    assert {fix.edits[0].place for fix in offered if fix.edits[0].what == "equipment"} >= {0, 1}
    assert all(legal(CORE, fix.sketch) for fix in offered)


@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_cabal_gives_up_as_little_as_can_be(seed: int) -> None:
    rng = random.Random(seed)
    pack = tiny(rng)
    cabals = every_cabal(pack)
    for _ in range(12):
        broken = random_sketch(rng, pack)
        repair = nearest(pack, broken)
        if not cabals:
            assert repair is None
            continue
        assert repair is not None
        assert legal(pack, repair.sketch)
        mine = (broken.faction, *broken.cards())
        least = min(sum(a != b for a, b in zip(mine, (whole.faction, *whole.cards()), strict=True)) for whole in cabals)
        assert len(repair.edits) == least


def test_a_repair_leaves_empty_places_empty() -> None:
    broken = sketch("administration", ("petra-kantor", None), ("vera-simkova", None))
    repair = nearest(CORE, broken)
    assert repair is not None
    assert len(repair.edits) == 1
    assert repair.sketch.cards().count(None) == broken.cards().count(None)
    assert completable(CORE, repair.sketch)
