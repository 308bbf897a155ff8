"""The draft of the cabal builder: what may be taken, how cards are attached, what presses do, what the notices say."""

import random
from typing import Any

import pytest

from rules.olomoc.cabals.draft import CabalPlace, Sketch, judge, legal
from rules.olomoc.cabals.legality import CabalProblem
from rules.olomoc.packs import Pack, load
from webapp.games.olomoc.cabals.builder import cabal_tree, card_viewer, catalogue_tree, figures, legality_tree
from webapp.games.olomoc.cabals.builder.affiliation_tree import wiring
from webapp.games.olomoc.cabals.builder.candidates import Filters, catalogue, rows, taken
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.builder.legality_text import problem_words, row_words
from webapp.games.olomoc.cabals.card_faces import names_for
from webapp.i18n import LANGUAGES, translator
from webapp.lists import versions
from webapp.ui.tree import Child

CORE = load()
EN = names_for(CORE, translator("en", "olomoc"))
GUARD = Sketch(
    "administration",
    (
        CabalPlace("petra-kantor", "riot-shield"),
        CabalPlace("kubik-oktobar", "quantum-disruptor"),
        CabalPlace("hynek-novotny", "service-carbine"),
    ),
)
TORN = GUARD.put(0, "equipment", "calibrated-lens")
"""Two cards of Progress, and Kubik opens one."""


def said(tree: list[Child] | Child) -> str:
    """All words of a tree."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, dict):
        return " ".join([said(tree.get("x", []))])
    return " ".join(said(child) for child in tree or [])


def statuses(pack: Pack, sketch: Sketch, spot: Any = None) -> dict[str, str]:
    return {row.id: row.status for row in rows(pack, sketch, spot)}


# Candidates


def test_an_illegal_card_makes_no_other_card_legal_in_its_place() -> None:
    """CAB-2: Hynek cannot bear the lens; no other card of a ministry that is spent is fine in its place."""
    mine = (2, "equipment")
    alone = {id for id, status in statuses(CORE, GUARD.put(*mine, None), mine).items() if status == "no"}
    assert len(alone) > 3
    torn = GUARD.put(*mine, "calibrated-lens")
    assert judge(CORE, torn)
    beside = [row for row in rows(CORE, torn, mine) if row.id in alone and row.status != "in"]
    assert len(beside) >= len(alone) - 1
    for row in beside:
        assert row.status in ("no", "same"), row
        assert row.why is not None, row
        assert "for Hynek" not in said(catalogue_tree.gear_row(row, CabalDraft(CORE, torn, spot=mine), EN))


def test_any_ministry_of_several_would_do() -> None:
    """CAB-2: a card of two ministries is opened by a rouage of either; so it is no "and" that is missing."""
    both = next(id for id, it in CORE.equipment.items() if len(it.ministries) > 1)
    no = CabalProblem("CAB-2", "not-affiliated", {"card": both}, "rouages.0.equipment")
    one, two = (EN.ministry(it) for it in CORE.equipment[both].ministries[:2])
    assert f"{one} or {two}" in row_words(no, both, GUARD, EN)
    assert f"{one} or {two}" in problem_words(no, GUARD, EN)
    two_open = CabalProblem(
        "CAB-2", "ministry-closed", {"card": both, "openers": ["petra-kantor", "kubik-oktobar"]}, ""
    )
    assert "Pétra and Kubik open " in row_words(two_open, both, GUARD, EN)
    assert "Pétra and Kubik open only one card each" in problem_words(two_open, GUARD, EN)


def test_an_empty_place_is_not_worked_at_for_ever() -> None:
    desk = CabalDraft(CORE)
    assert "Choose a rouage" in said(figures.attack_words(desk, EN, {}))
    desk.value = GUARD
    assert "Choose a rouage" not in said(figures.attack_words(desk, EN, {}))


def test_the_status_of_a_card_agrees_with_the_judge() -> None:
    """Every row tells the truth: taking the card, the judge says what the row said."""
    rng = random.Random(8)
    seen = set()
    for _ in range(25):
        sketch = Sketch(rng.choice([None, *CORE.factions]))
        for place in range(3):
            if rng.random() < 0.6:
                sketch = sketch.put(place, "card", rng.choice([*CORE.rouages]))
            if rng.random() < 0.5:
                sketch = sketch.put(place, "equipment", rng.choice([*CORE.equipment]))
        before = {(one.code, one.place) for one in judge(CORE, sketch)}
        for row in rows(CORE, sketch):
            after = {(one.code, one.place) for one in judge(CORE, taken(CORE, sketch, row.id, row.part, row.at))}
            seen.add(row.status)
            match row.status:
                case "in":
                    assert sketch.at(row.at, row.part) == row.id
                case "fits":
                    assert after == set()
                case "mends":
                    assert len(after) < len(before)
                    assert after <= before
                case "same":
                    assert after <= before
                case "no":
                    assert row.why is not None
                    assert row.why.code == "dead-end" or not after <= before
    assert seen == {"in", "fits", "mends", "same", "no"}


def test_a_rouage_goes_to_the_place_of_its_rank_and_brings_its_faction() -> None:
    desk = CabalDraft(CORE)
    assert desk.take("card", "hynek-novotny")
    assert desk.take("card", "petra-kantor")
    assert desk.sketch == Sketch(
        "administration", (CabalPlace("petra-kantor"), CabalPlace(), CabalPlace("hynek-novotny"))
    )
    assert desk.take("card", "dominik-kralov")
    assert desk.sketch.places[2].card == "dominik-kralov"


def test_equipment_goes_to_a_rouage_that_may_bear_it() -> None:
    """CAB-2: the card made for one rouage goes to that one, of any empty places."""
    made = next(card for card in CORE.equipment.values() if card.rouages and not card.ministries)
    owner = CORE.rouages[made.rouages[0]]
    other = next(
        card
        for card in CORE.rouages.values()
        if card.rank != owner.rank and set(card.factions) & set(owner.factions) and card.id not in made.rouages
    )
    faction = (set(other.factions) & set(owner.factions)).pop()
    desk = CabalDraft(CORE, Sketch(faction, (CabalPlace(other.id), CabalPlace(owner.id), CabalPlace())))
    assert desk.take("equipment", made.id)
    assert desk.sketch.places[1].equipment == made.id


def test_with_a_place_chosen_only_what_could_lie_there_is_listed() -> None:
    desk = CabalDraft(CORE, GUARD)
    desk.choose(1, "equipment")
    listed = desk.catalogue()
    assert listed.rouages == ()
    assert {row.at for row in listed.equipment if row.status != "in"} == {1}
    assert desk.take("equipment", "pocket-dynamo")
    assert desk.sketch.places[1].equipment == "pocket-dynamo"
    assert desk.spot is None


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(factions=frozenset({"vigil"}), ranks=frozenset({3})), {"drahomira-svata", "kazimir-tuma"}),
        (Filters(least={"shooting": 5}), {"hynek-novotny"}),
        (
            Filters(ministries=frozenset({"progress"}), ranks=frozenset({2})),
            {"kubik-oktobar", "ruzena-kovarova", "zdenek-mraz"},
        ),
        (Filters(words="SIMKOVA"), {"vera-simkova"}),
        (Filters(words="vétérane"), {"petra-kantor"}),
        (Filters(words="broken  veteran"), {"petra-kantor"}),
        (Filters(words="no such words"), set()),
    ],
)
def test_filters_and_words(filters: Filters, expected: set[str]) -> None:
    listed = catalogue(CORE, rows(CORE, Sketch()), filters)
    assert {row.id for row in listed.rouages} == expected


def test_legal_now_hides_what_cannot_be_and_says_how_many() -> None:
    every = catalogue(CORE, rows(CORE, GUARD), Filters())
    some = catalogue(CORE, rows(CORE, GUARD), Filters(legal=True))
    assert {row.status for row in (*some.rouages, *some.equipment)} <= {"in", "fits"}
    assert len(some.rouages) + len(some.equipment) + some.hidden == len(every.rouages) + len(every.equipment) == 57


def test_rows_are_sorted_by_a_characteristic() -> None:
    listed = catalogue(CORE, rows(CORE, Sketch()), Filters(order="shooting"))
    values = [CORE.rouages[row.id].shooting for row in listed.rouages]
    assert values == sorted(values, reverse=True)


# Wires


def test_book_example_6_is_wired_as_the_book_tells_it() -> None:
    """Pétra bears the Quantum disruptor thanks to Kubik; no second Progress equipment is then allowed (CAB-2)."""
    sketch = GUARD.put(0, "equipment", "quantum-disruptor").put(1, "equipment", None)
    wires = wiring(CORE, sketch)
    plug = next(it for it in wires.plugs if it.place == 0)
    assert (plug.how, plug.by, plug.ministry) == ("open", 1, "progress")
    [line] = [it for it in wires.lines if it.x2 == 50]
    assert (line.x1, line.cut) == (150, False)
    torn = wiring(CORE, sketch.put(1, "equipment", "calibrated-lens"))
    assert [it.how for it in torn.plugs if it.place in (0, 1)].count("shut") == 1
    [cut] = [it for it in torn.lines if it.cut]
    assert cut.x1 == 150


def test_equipment_that_no_rouage_opens_has_no_wire() -> None:
    wires = wiring(CORE, GUARD.put(0, "equipment", "chronograph"))
    assert [it.how for it in wires.plugs if it.place == 0] == ["shut"]
    assert not [it for it in wires.lines if it.x2 == 50]
    assert {it.how for it in wiring(CORE, GUARD).plugs} == {"own", "faction"}


def test_cards_that_are_not_there_are_not_wired() -> None:
    wires = wiring(CORE, GUARD.put(0, "equipment", "no-such").put(1, "card", "nobody"))
    assert {it.place for it in wires.plugs} == {1, 2}


# Changes


def test_every_change_can_be_undone_and_done_again() -> None:
    desk = CabalDraft(CORE, GUARD)
    desk.put_away(1, "card")
    desk.swap(0, 2)
    desk.serve("vigil")
    end = desk.sketch
    assert [desk.undo(), desk.undo(), desk.undo(), desk.undo()] == [True, True, True, False]
    assert desk.sketch == GUARD
    assert [desk.redo(), desk.redo(), desk.redo(), desk.redo()] == [True, True, True, False]
    assert desk.sketch == end
    desk.undo()
    desk.put_away(0, "card")
    assert not desk.redo()


def test_the_fixes_shown_are_the_fixes_done() -> None:
    desk = CabalDraft(CORE, TORN)
    for n in range(len(desk.verdict().fixes[0])):
        assert desk.mend(0, n)
        assert legal(CORE, desk.sketch)
        desk.undo()
    assert not desk.mend(0, 99)
    assert not desk.mend(5, 0)


def test_many_faults_are_mended_at_once_with_the_fewest_changes() -> None:
    desk = CabalDraft(CORE, GUARD.put(0, "card", "kazimir-tuma").put(2, "card", "radek-popel"))
    assert len(desk.verdict().problems) > 1
    whole = desk.verdict().whole
    assert whole is not None
    assert desk.mend(None, 0)
    assert desk.sketch == whole.sketch
    assert desk.legal


@pytest.mark.parametrize("junk", [None, "", "x", -1, 3, 7.5, True, [], {}, "petra-kantor"])
def test_nonsense_from_a_browser_changes_nothing(junk: Any) -> None:
    desk = CabalDraft(CORE, GUARD)
    safe = junk if isinstance(junk, str | int) or junk is None else None
    desk.take(safe, safe, safe)
    desk.take("card", safe)
    desk.put_away(safe, "card")
    desk.put_away(0, safe)
    desk.swap(safe, safe)
    desk.serve(safe)
    desk.mend(safe if safe is not None else "x", safe)
    desk.choose("x", safe)
    desk.look(safe, safe)
    desk.filter(safe, safe)
    desk.chart("place", "x")
    desk.turn(safe)
    assert desk.sketch == GUARD or junk is True
    assert desk.filters == Filters()
    assert desk.looked == ()


def test_compared_cards_stand_side_by_side_with_what_tells_them_apart() -> None:
    desk = CabalDraft(CORE, GUARD)
    desk.look("card", "petra-kantor")
    desk.compare()
    desk.look("card", "vera-simkova")
    assert desk.looked == (("card", "petra-kantor"), ("card", "vera-simkova"))
    words = said(card_viewer.looking(desk, EN))
    assert "Combat +1" in words
    assert "Combat −1" in words
    desk.look_away()
    assert card_viewer.looking(desk, EN) == []


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_and_every_fix_is_put_into_words(language: str) -> None:
    names = names_for(CORE, translator(language, "olomoc"))
    rng = random.Random(3)
    codes = set()
    for _ in range(150):
        cards = [(rng.choice([*CORE.rouages, "nobody"]), rng.choice([*CORE.equipment, "nothing"])) for _ in range(3)]
        first, second, third = (CabalPlace(*pair) for pair in cards)
        sketch = Sketch(rng.choice([*CORE.factions, "none-such"]), (first, second, third))
        for problem in judge(CORE, sketch):
            codes.add(problem.code)
            words = problem_words(problem, sketch, names)
            assert "cabals." not in words
            assert "{" not in words
            assert words.endswith(".")
    assert codes >= {"wrong-faction", "wrong-ranks", "not-affiliated", "ministry-closed", "unknown-rouage"}
    desk = CabalDraft(CORE, TORN)
    assert "cabals." not in said(legality_tree.verdict_tree(desk, names))


def test_a_conflict_names_the_card_the_ministry_the_opener_and_what_it_opens_instead() -> None:
    [problem] = judge(CORE, TORN)
    words = problem_words(problem, TORN, EN)
    for word in ("Calibrated Lens", "Quantum Disruptor", "Progress", "Kubik"):
        assert word in words


def test_each_problem_is_said_once_with_its_clause() -> None:
    tree = legality_tree.verdict_tree(CabalDraft(CORE, TORN), EN)
    words = said(tree)
    assert words.count("CAB-2") == 1
    assert words.count("opens only one card") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sketch", [Sketch(), GUARD, TORN, GUARD.put(1, "card", "nobody")])
def test_every_tree_can_be_drawn_of_every_cabal(language: str, sketch: Sketch) -> None:
    names = names_for(CORE, translator(language, "olomoc"))
    desk = CabalDraft(CORE, sketch)
    trees = [
        catalogue_tree.filters(desk, names),
        catalogue_tree.listing(desk, names),
        cabal_tree.rouages(desk, names),
        cabal_tree.sockets(desk, names),
        cabal_tree.gear(desk, names),
        legality_tree.verdict_tree(desk, names),
        figures.together(desk, names),
        figures.attack_choice(desk, names),
        figures.attack_words(desk, names, {}),
        figures.reach_words(desk, names, {}),
        versions.marks(desk, names.tr),
    ]
    assert not [words for tree in trees if "cabals." in (words := said(tree))]


def test_a_card_goes_to_the_chosen_place_whatever_an_older_row_says() -> None:
    """A row may be pressed that was drawn before the place was chosen."""
    desk = CabalDraft(CORE, GUARD.put(1, "equipment", None))
    desk.choose(1, "equipment")
    assert desk.take("equipment", "long-spanner", 0)
    assert (desk.sketch.at(0, "equipment"), desk.sketch.at(1, "equipment")) == ("riot-shield", "long-spanner")
