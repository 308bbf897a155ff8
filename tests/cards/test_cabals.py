"""CAB-1 and CAB-2: what a cabal may hold. CAB-3: what a draft may leave."""

import random
from itertools import permutations, product
from typing import Any

import pytest

from rules.olomoc.cabals import legality
from rules.olomoc.cabals.legality import DraftedCards, Pick, can_complete, draft_options, opened, problems
from rules.olomoc.packs import MINISTRIES, Pack, load

CORE = load()


def cabal(faction: str, *rouages: tuple[str, str]) -> dict[str, Any]:
    return {"faction": faction, "rouages": [{"card": card, "equipment": equipment} for card, equipment in rouages]}


def codes(pack: Pack, of: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(problem.clause, problem.code, problem.place) for problem in problems(pack, of)]


def small(rouages: dict[str, tuple[int, str, str]], equipment: dict[str, tuple[str, str, str]]) -> Pack:
    """A pack of rouages (rank, factions, ministries) and equipment (factions, ministries, rouages), words by spaces."""
    base = CORE.to_json()
    some = base["rouages"]["petra-kantor"]
    return Pack.from_json(
        {
            **base,
            "rouages": {
                id_: {
                    **some,
                    "id": id_,
                    "name": id_.split("-")[0],
                    "rank": rank,
                    "factions": factions.split(),
                    "ministries": ministries.split(),
                }
                for id_, (rank, factions, ministries) in rouages.items()
            },
            "equipment": {
                id_: {
                    "id": id_,
                    "name": {"fr": id_},
                    "source": "house",
                    "factions": factions.split(),
                    "ministries": ministries.split(),
                    "rouages": bearers.split(),
                }
                for id_, (factions, ministries, bearers) in equipment.items()
            },
        }
    )


BOOK = small(
    {
        "petra": (3, "administration", "security"),
        "kubik": (2, "administration", "progress"),
        "dominik": (1, "administration stokers", "effort"),
        "petra-older": (1, "administration", "security"),
        "tibor": (2, "stokers", "fringe"),
    },
    {
        "disruptor": ("", "progress", ""),
        "lens": ("", "progress", ""),
        "shield": ("", "security", ""),
        "spanner": ("", "effort", ""),
        "carbine": ("administration", "", ""),
        "armband": ("", "", "petra"),
        "lamp": ("", "fringe", ""),
    },
)


@pytest.mark.parametrize("starter", CORE.starters.values(), ids=lambda starter: starter.id)
def test_ready_made_cabals_are_legal(starter: Any) -> None:
    of = cabal(starter.faction, *((rouage.card, rouage.equipment) for rouage in starter.rouages))
    assert problems(CORE, of) == ()


def test_book_example_6_one_progress_equipment_among_petra_kubik_and_dominik() -> None:
    """CAB-2: Kubik of Progress opens the disruptor for Pétra, and then no second Progress equipment."""
    legal = cabal("administration", ("petra", "disruptor"), ("kubik", "shield"), ("dominik", "spanner"))
    assert problems(BOOK, legal) == ()
    assert opened(BOOK, legal) == {"kubik": "disruptor", "petra": "shield", "dominik": "spanner"}
    second = cabal("administration", ("petra", "disruptor"), ("kubik", "lens"), ("dominik", "spanner"))
    assert codes(BOOK, second) in (
        [("CAB-2", "ministry-closed", "rouages.0.equipment")],
        [("CAB-2", "ministry-closed", "rouages.1.equipment")],
    )


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (cabal("administration", ("petra", "carbine"), ("kubik", "lens"), ("dominik", "spanner")), []),
        (
            cabal("nobody", ("petra", "carbine"), ("kubik", "lens"), ("dominik", "spanner")),
            [("CAB-1", "unknown-faction", "faction")],
        ),
        (
            cabal("administration", ("petra", "carbine"), ("kubic", "lens"), ("dominik", "spaner")),
            [("CAB-1", "unknown-rouage", "rouages.1.card"), ("CAB-1", "unknown-equipment", "rouages.2.equipment")],
        ),
        (
            cabal("administration", ("petra", "carbine"), ("tibor", "shield"), ("dominik", "spanner")),
            [("CAB-1", "wrong-faction", "rouages.1.card")],
        ),
        (
            cabal("administration", ("petra", "carbine"), ("kubik", "lens"), ("petra-older", "shield")),
            [("CAB-1", "same-name", "rouages.2.card")],
        ),
        (
            cabal("administration", ("dominik", "carbine"), ("kubik", "lens"), ("petra-older", "shield")),
            [("CAB-1", "wrong-ranks", "rouages")],
        ),
        (
            cabal("administration", ("petra", "carbine"), ("kubik", "carbine"), ("dominik", "spanner")),
            [("CAB-1", "same-equipment", "rouages.1.equipment")],
        ),
        (
            cabal("administration", ("petra", "lamp"), ("kubik", "lens"), ("dominik", "spanner")),
            [("CAB-2", "not-affiliated", "rouages.0.equipment")],
        ),
        (
            cabal("administration", ("petra", "carbine"), ("kubik", "armband"), ("dominik", "spanner")),
            [("CAB-2", "not-affiliated", "rouages.1.equipment")],
        ),
    ],
    ids=lambda value: "-".join(code for _, code, _ in value) if isinstance(value, list) else "",
)
def test_what_a_cabal_may_hold(of: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    """CAB-1 and CAB-2, one fault at a time, each told at its place."""
    assert codes(BOOK, of) == expected


@pytest.mark.parametrize(
    "of",
    [
        None,
        [],
        {},
        {"faction": "administration"},
        {"faction": [], "rouages": []},
        {"faction": "administration", "rouages": [{"card": "petra", "equipment": None}] * 3},
        {"faction": "administration", "rouages": [{"card": {}, "equipment": "lens"}] * 3},
        {"faction": "administration", "rouages": "abc"},
        {**cabal("administration", ("petra", "lens"), ("kubik", "lens"), ("dominik", "lens")), "more": 1},
        cabal("administration", ("petra", "carbine"), ("kubik", "lens")),
    ],
)
def test_malformed_cabals_are_refused_like_illegal_ones(of: Any) -> None:
    assert codes(BOOK, of) == [("CAB-1", "bad-shape", "")]


# Against the obvious --------------------------------------------------------------------------------------------------


def obviously_legal(pack: Pack, of: dict[str, Any]) -> bool:
    """CAB-1 and CAB-2 read aloud."""
    rouages = [pack.rouages[rouage["card"]] for rouage in of["rouages"]]
    cards = [pack.equipment[rouage["equipment"]] for rouage in of["rouages"]]
    if sorted(rouage.rank for rouage in rouages) != [1, 2, 3] or len({rouage.name for rouage in rouages}) < 3:
        return False
    if any(of["faction"] not in rouage.factions for rouage in rouages) or len({card.id for card in cards}) < 3:
        return False
    ways: list[list[int | None]] = []
    for bearer, card in zip(rouages, cards, strict=True):
        if of["faction"] in card.factions or bearer.id in card.rouages:
            ways.append([None])
        else:
            ways.append([i for i, rouage in enumerate(rouages) if set(rouage.ministries) & set(card.ministries)])
    return any(len(used := [i for i in way if i is not None]) == len(set(used)) for way in product(*ways))


def words(rng: random.Random, among: tuple[str, ...], at_most: int, at_least: int = 0) -> str:
    return " ".join(rng.sample(among, rng.randint(at_least, at_most)))


def random_pack(rng: random.Random, rouages: int, equipment: int) -> Pack:
    factions, ministries = ("administration", "stokers"), MINISTRIES[1:5]
    names = tuple(f"{'abcdefg'[i % 7]}-{i}" for i in range(rouages))
    return small(
        {name: (rng.randint(1, 3), words(rng, factions, 2, 1), words(rng, ministries, 2)) for name in names},
        {
            f"card-{i}": (
                words(rng, factions, 1) if rng.random() < 0.2 else "",
                words(rng, ministries, 2, 1),
                words(rng, names, 1) if rng.random() < 0.2 else "",
            )
            for i in range(equipment)
        },
    )


def test_thousands_of_random_lists_agree_with_the_clauses_read_aloud() -> None:
    """CAB-1, CAB-2: legality against every assignment of openers tried, on lists that are often nearly legal."""
    rng = random.Random(1912)
    seen = {True: 0, False: 0}
    for _ in range(120):
        pack = random_pack(rng, 9, 7)
        ranks = [[id_ for id_, rouage in pack.rouages.items() if rouage.rank == rank] for rank in (3, 2, 1)]
        for _ in range(40):
            among = [rank or list(pack.rouages) for rank in ranks] if rng.random() < 0.9 else [list(pack.rouages)] * 3
            chosen = [rng.choice(cards) for cards in among]
            cards = rng.sample(list(pack.equipment), 3)
            of = cabal(rng.choice(("administration", "stokers")), *zip(chosen, cards, strict=True))
            legal = obviously_legal(pack, of)
            seen[legal] += 1
            assert (problems(pack, of) == ()) == legal, of
            if legal:
                needing = {
                    rouage["equipment"]
                    for rouage in of["rouages"]
                    if of["faction"] not in pack.equipment[rouage["equipment"]].factions
                    and rouage["card"] not in pack.equipment[rouage["equipment"]].rouages
                }
                assert {*opened(pack, of).values()} == needing
    assert min(seen.values()) > 100


def obviously_completes(pack: Pack, drafted: dict[str, DraftedCards]) -> bool:
    """CAB-3 read aloud: every pair of legal cabals, until one holds what was drafted and shares no card."""
    finals: dict[str, list[set[str]]] = {}
    for seat, mine in drafted.items():
        finals[seat] = []
        for faction in ("administration", "stokers"):
            for trio in permutations(pack.rouages, 3):
                if [pack.rouages[card].rank for card in trio] != [3, 2, 1] or not set(mine.rouages) <= set(trio):
                    continue
                for cards in permutations(pack.equipment, 3):
                    borne = tuple(zip(trio, cards, strict=True))
                    if set(mine.equipment) <= set(borne) and obviously_legal(pack, cabal(faction, *borne)):
                        finals[seat].append({*trio, *cards})
    return any(one.isdisjoint(other) for one, other in product(finals["1"], finals["2"]))


@pytest.mark.parametrize("quick", [legality.QUICK, 0], ids=["as-they-come-first", "grouped"])
def test_whether_a_draft_can_end_agrees_with_every_pair_of_cabals_tried(
    quick: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CAB-3: exact, on packs so small that drafts often cannot end."""
    monkeypatch.setattr(legality, "QUICK", quick)
    rng = random.Random(7 + quick)
    seen = {True: 0, False: 0}
    for _ in range(40):
        pack = random_pack(rng, 8, 6)
        rouages, cards = rng.sample(list(pack.rouages), 4), rng.sample(list(pack.equipment), 2)
        held = rng.randint(0, 2)
        mine = tuple(rouages[:held])
        drafted = {
            "1": DraftedCards(mine, ((mine[0], cards[0]),) if mine and rng.random() < 0.5 else ()),
            "2": DraftedCards(tuple(rouages[2 : 2 + rng.randint(0, 1)])),
        }
        completes = obviously_completes(pack, drafted)
        seen[completes] += 1
        assert can_complete(pack, drafted) == completes, drafted
    assert min(seen.values()) >= 5, seen


@pytest.mark.parametrize("seed", range(6))
def test_a_draft_of_allowed_picks_ends_with_two_legal_cabals(seed: int) -> None:
    """CAB-3: whatever is picked among the options, both players end with a legal cabal, and no card is in both."""
    rng = random.Random(seed)
    drafted = {"1": DraftedCards(), "2": DraftedCards()}
    for turn in [*"12" * 3, *"21" * 3]:
        pick = rng.choice(draft_options(CORE, drafted, turn))
        mine = drafted[turn]
        drafted[turn] = (
            DraftedCards((*mine.rouages, pick.card), mine.equipment)
            if pick.bearer is None
            else DraftedCards(mine.rouages, (*mine.equipment, (pick.bearer, pick.card)))
        )
    for mine in drafted.values():
        of = [cabal(faction, *mine.equipment) for faction in CORE.factions]
        assert any(problems(CORE, each) == () for each in of)
    held = [{*mine.rouages, *dict(mine.equipment).values()} for mine in drafted.values()]
    assert len(held[0]) == len(held[1]) == 6
    assert held[0].isdisjoint(held[1])


def test_a_pick_that_leaves_the_other_player_without_a_cabal_is_no_option() -> None:
    """CAB-3: the last rouage of a rank in the only faction that the other player can still complete stays."""
    pack = small(
        {
            "one": (1, "administration", "effort"),
            "two": (2, "administration", "effort"),
            "three": (3, "administration", "effort"),
            "uno": (1, "administration stokers", "effort"),
            "dos": (2, "stokers", "effort"),
            "tres": (3, "stokers", "effort"),
            "spare": (1, "stokers", "effort"),
        },
        {f"card-{i}": ("administration stokers", "", "") for i in range(6)},
    )
    drafted = {"1": DraftedCards(("dos",)), "2": DraftedCards(("one",))}
    assert Pick("uno") in draft_options(pack, drafted, "1")
    assert {pick.card for pick in draft_options(pack, drafted, "1")} == {"tres", "uno", "spare"}
    scarce = {**drafted, "1": DraftedCards(("tres",)), "2": DraftedCards(("three",))}
    assert Pick("two") not in draft_options(pack, scarce, "1")
    assert Pick("one") in draft_options(pack, scarce, "2")
    assert Pick("dos") not in draft_options(pack, scarce, "2")
