"""The core pack: dice, boards, sight, scenarios; and what a pack that people write may not do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.blade.flow.overlord import returning
from rules.blade.match import Match
from rules.blade.measure import room_free
from rules.blade.packs.guide import GUIDE, guide
from rules.blade.packs.reader import CORE, SCHEMA, Pack, covered, load, warnings
from rules.blade.packs.schema import DieRow
from rules.blade.sight import sees, sight
from rules.blade.state import State
from rules.geometry.zones import Area, Barrier, ZoneMap, holds, overlapping, share_border
from rules.kernel import replace
from rules.kernel.packs.archive import opened
from rules.kernel.packs.guide import Language
from rules.kernel.packs.problems import PackError
from tests import examples
from tests.blade.sight_tables import SIGHT

PACK = load()
OF_BOARD = {"salt-quay": "ledger", "reedwater": "reeds", "the-coil": "coil", "proving-ground": "bench"}


def state_on(board: str) -> State:
    state: State = Match.from_position({"scenario": OF_BOARD[board]}, seed=1).state
    return state


# ---- the core pack ---------------------------------------------------------------------------------------------------


def test_the_core_pack_is_whole() -> None:
    """DIE-1, PRE-1: what each kind of card counts, and that the embedded pack reads back equal."""
    counts = {it: len(getattr(PACK.written, it)) for it in ("dice", "heroes", "items", "units", "spells", "boards")}
    assert counts == {"dice": 3, "heroes": 6, "items": 24, "units": 20, "spells": 10, "boards": 4}
    assert list(PACK.scenarios) == ["bench", "practice", "ledger", "reeds", "coil"]
    assert Pack.from_json(PACK.json).written == PACK.written
    faces = {id: die.faces for id, die in PACK.dice.items()}
    assert faces == {"yellow": (0, 0, 0, 1, 1, 2), "orange": (0, 0, 1, 1, 2, 2), "red": (0, 1, 1, 2, 2, 3)}


def test_every_word_of_the_scenarios_runs() -> None:
    """SKL-34: nothing in the core pack is settled by hand."""
    rows = [(it.id, row.by_hand) for it in PACK.scenarios.values() for row in (*it.rule, *it.event)]
    assert [row for row in rows if row[1]] == []


@pytest.mark.parametrize("board", SIGHT)
def test_boards_are_covered_and_no_line_is_close(board: str) -> None:
    """BRD-1, BRD-2, SEE-6: each dot in its zone, borders as listed, and no sight line that rounding could change."""
    row = PACK.boards[board]
    assert covered(row)
    assert all(holds(zone.polygon, zone.dot) for zone in row.zones)
    assert not list(overlapping(PACK.board(board).map.zones))
    assert PACK.board(board).map.neighbours == PACK.board(board).neighbours
    assert list(warnings(PACK)) == []


@pytest.mark.parametrize("board", SIGHT)
def test_who_sees_whom(board: str) -> None:
    """SEE-1 to SEE-7: the whole table of a board, both ways."""
    state = state_on(board)
    words = re.findall(r"([a-z0-9-]+):(.*)", re.sub(r"\n {10}", " ", SIGHT[board]))
    sights: Mapping[str, set[str]] = {zone: set(others.split()) - {"-"} for zone, others in words}
    assert set(sights) == set(state.board.zones)
    assert {a: {b for b in state.board.zones if b != a and sees(state, a, b)} for a in state.board.zones} == sights
    assert all(sight(state, zone, zone) == (True, (), "SEE-2") for zone in state.board.zones)


@pytest.mark.parametrize("scenario", PACK.scenarios)
@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_every_muster_starts(scenario: str, heroes: int) -> None:
    """PRE-1 to PRE-9, CRW-1: nobody starts in a zone that is too full, or carries too much."""
    row = PACK.scenarios[scenario]
    if not any(low <= heroes <= high for low, high in (muster.heroes for muster in row.muster)):
        with pytest.raises(ValueError, match="no-muster"):
            Match.new({"scenario": scenario, "heroes": heroes, "players": 2}, 1)
        return
    state = Match.new({"scenario": scenario, "heroes": heroes, "players": 2}, 1).state
    assert len(state.heroes) == heroes
    assert all(room_free(state, zone) >= 0 for zone in state.board.zones)
    for hero in state.heroes:
        card = state.card(hero)
        weight = sum(state.item(id).load for id in hero.items)
        assert weight <= card.load.max
        assert all(skill.overload is None or weight < skill.overload for skill in card.skills)


# ---- packs that people write -----------------------------------------------------------------------------------------

HEADER = 'id = "mine"\nversion = "1"\nextends = "core"\n'


def read(text: str) -> Pack:
    return SCHEMA.read({"pack.toml": HEADER, "cards.toml": text})


def problem(text: str) -> str:
    with pytest.raises(PackError) as caught:
        read(text)
    return str(caught.value)


UNIT = '[[unit]]\nid = "wolf"\nname = { en = "Wolf" }\nkind = "minion"\nmovement = 4\npassive = 0\n'
ROW = """[[scenario]]
id = "s"
name = { en = "S" }
text = { en = "S" }
board = "proving-ground"
first = "heroes"
last = 9
"""
MUSTER = """[[scenario.muster]]
heroes = [1, 1]
roster = ["nessa"]
start = ["a1"]
overlord = { reserve = 1, fatigue = 1, recovery = 1 }
"""


def test_a_pack_over_the_core_pack() -> None:
    pack = read(UNIT + 'melee = ["orange*"]\n')
    assert (pack.units["wolf"].movement, "dock-bravo" in pack.units) == (4, True)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (UNIT + 'meele = ["orange"]\n', ("cards.toml:7", "meele", "melee")),
        (UNIT + 'melee = ["ornge"]\n', ("cards.toml:7", "ornge", "orange")),
        (UNIT.replace('"minion"', '"minon"'), ("cards.toml:4", "minon", "minion")),
        (ROW.replace("proving-ground", "proving-grond") + MUSTER, ("cards.toml:5", "proving-grond", "proving-ground")),
        (ROW + MUSTER.replace("nessa", "nesa"), ("cards.toml:10", "nesa", "nessa")),
        (ROW + MUSTER + '[[scenario.rule]]\nid = "r"\ndo = [{ op = "spwan", tile = "t", zone = "a1" }]\n',
         ("cards.toml:15", "spwan", "spawn")),
        (ROW + MUSTER + '[[scenario.rule]]\nid = "r"\nif = [{ test = "counter", idd = "t" }]\n',
         ("cards.toml:15", "idd", "id")),
        (ROW + MUSTER + '[[scenario.rule]]\nid = "r"\nwhen = { on = "diess", side = "heroes" }\n',
         ("cards.toml:15", "diess", "dies")),
    ],
)  # fmt: skip
def test_a_typo_is_named_with_its_line_and_the_nearest_word(text: str, named: tuple[str, str, str]) -> None:
    message = problem(text)
    assert all(word in message for word in named), message


def test_no_border_is_listed_where_zones_only_touch() -> None:
    """BRD-2."""
    corner = BOARD.replace("[[100, 0], [200, 0], [200, 99], [100, 99]], dot = [150, 9]",
                           "[[100, 100], [200, 100], [200, 200], [100, 200]], dot = [150, 150]")  # fmt: skip
    assert "no shared border" in problem(corner)
    assert read(corner.replace('[{ between = ["one", "two"] }]', "[]")).boards["yard"].borders == ()


def test_an_unknown_word_is_settled_by_hand() -> None:
    """SKL-34: a word that is no misspelling makes its rule one that the players settle."""
    pack = read(
        ROW + MUSTER + '[[scenario.rule]]\nid = "r"\nwhen = { on = "turn" }\ndo = [{ op = "thunder", far = 3 }]\n'
    )
    assert pack.scenarios["s"].rule[0].by_hand == ("thunder",)
    match = Match.new({"scenario": "s", "players": 2, "packs": ["mine"]}, 1, shelf={"mine": pack})
    assert {seat: question.code for seat, question in match.asked.items()} == {"2": "by-hand"}
    match.submit("2", {"kind": "choose", "choice": "settled"})
    assert match.asked["2"].kind == "stances"


def test_the_faces_of_a_die_ascend_from_0_to_9() -> None:
    """DIE-1."""
    assert DieRow(id="blue", faces=(0, 1, 2, 3, 4, 9)).faces[-1] == 9
    for faces in ((0, 2, 1, 3, 3, 3), (0, 0, 0, 0, 0, 10), (-1, 0, 0, 0, 0, 0)):
        with pytest.raises(ValueError, match="six faces"):
            DieRow(id="blue", faces=faces)


def mine(text: str, **options: Any) -> Match:
    """A match for two of a scenario written here."""
    return Match.new({"scenario": "s", "players": 2, "packs": ["mine"], **options}, 1, shelf={"mine": read(text)})


def test_a_hero_without_gems_is_dead_however_they_went() -> None:
    """WND-5: by a rule of the scenario as well, at once."""
    taken = '{ op = "gems", who = "nessa", from = "reserve", to = "wounds", count = %d }'
    for count, dead in ((9, False), (10, True)):
        rule = f'[[scenario.rule]]\nid = "r"\nwhen = {{ on = "turn" }}\ndo = [{taken % count}]\n'
        match = mine(ROW + MUSTER + rule)
        assert match.view("2")["heroes"][0]["dead"] is dead


def test_who_comes_back_for_its_cost() -> None:
    """EVT-3: the dead of any tile, and who waits, unless it is kept; none that costs more than the points."""
    tiles = """river = ["cheap", "dear", "kept", "event"]
tiles = [
  { id = "cheap", unit = "dock-bravo", at = ["c4"], reserve = 1 },
  { id = "dear", unit = "bulwark", at = ["c4"], reserve = 1 },
  { id = "kept", unit = "dock-bravo", at = ["c4"], reserve = 1, reserved = true },
]
"""
    match = mine(ROW + 'reinforcement = { points = 1, zones = ["b4"] }\n' + MUSTER + tiles)
    assert match.state.pack.units["bulwark"].reinforcement == 2
    assert list(returning(match.state)) == [("cheap", "cheap-2", 1)]
    dead = tuple(replace(it, at=None, life=0, dead=True) if it.id == "kept-1" else it for it in match.state.figures)
    assert list(returning(replace(match.state, figures=dead))) == [("cheap", "cheap-2", 1), ("kept", "kept-1", 1)]


BOARD = """
[[board]]
id = "yard"
name = { en = "Yard" }
size = [200, 100]
zones = [
  { id = "one", name = { en = "1"}, polygon = [[0, 0], [100, 0], [100, 100], [0, 100]], dot = [50, 50], capacity = 3 },
  {id = "two", name = { en = "2"}, polygon = [[100, 0], [200, 0], [200, 99], [100, 99]], dot = [150, 9], capacity = 3 },
]
borders = [{ between = ["one", "two"] }]
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("dot = [50, 50]", "dot = [150, 50]"), "dot outside"),
        (("[[100, 0], [200, 0], [200, 99], [100, 99]]", "[[90, 0], [200, 0], [200, 99], [90, 99]]"), "overlap"),
        (('borders = [{ between = ["one", "two"] }]', ""), "border not listed"),
        (('between = ["one", "two"]', 'between = ["one", "to"]'), "did you mean 'two'"),
    ],
)
def test_a_board_that_does_not_fit_is_refused(change: tuple[str, str], message: str) -> None:
    """BRD-1, BRD-2."""
    assert read(BOARD).boards["yard"].size == (200, 100)
    assert message in problem(BOARD.replace(*change))


# ---- zone maps -------------------------------------------------------------------------------------------------------


def square(x: int, y: int) -> Area:
    return Area(((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)), (x + 5, y + 5))


SQUARES = {f"{x}{y}": square(x * 10, y * 10) for x in range(3) for y in range(3)}


def test_neighbours_distance_and_lines_of_a_map() -> None:
    """BRD-2: a corner is not enough; BRD-11; MNP-16."""
    zone_map = ZoneMap(SQUARES)
    assert zone_map.neighbours["00"] == ("01", "10")
    assert not share_border(SQUARES["00"].outline, SQUARES["11"].outline)
    assert (zone_map.distance("00", "22"), zone_map.nearest("00")[:3]) == (4, ["00", "01", "10"])
    assert zone_map.line("00", "20") == ("00", "10", "20")
    assert zone_map.line("00", "22") == ("00", "11", "22")
    assert zone_map.line("00", "21", least=1) == ("00", "10", "11", "21")


def test_touching_a_barrier_is_meeting_it() -> None:
    """SEE-6."""
    wall = Barrier("w", "stone", ((10, 0), (10, 5)))
    assert [it.key for it in ZoneMap(SQUARES, (wall,)).met("00", "10")] == ["w"]
    short = Barrier("w", "stone", ((10, 0), (10, 4)))
    assert ZoneMap(SQUARES, (short,)).met("00", "10") == ()


def test_core_files_parse_alone() -> None:
    assert set(opened(CORE).texts) >= {"pack.toml", "boards.toml", "scenarios.toml"}


# ---- the guide for authors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), [("packs-blade.md", "en"), ("packs-blade.fr.md", "fr")])
def test_the_guide_is_the_one_that_the_schema_makes(name: str, language: Language) -> None:
    written = Path(__file__).parents[2] / "docs" / name
    assert written.read_text(encoding="utf-8") == guide(language)


def test_every_sentence_of_the_guide_has_its_french() -> None:
    assert examples.untranslated(GUIDE) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_smallest_scenario_of_the_guide_can_be_won(language: Language) -> None:
    """BAS-1, WIN-1, BRD-16."""
    page = guide(language)
    pack = SCHEMA.read({"pack.toml": re.findall(r"```toml\n(.*?)```", page, re.S)[0]})
    match = Match.new({"scenario": "bridge", "players": 2, "packs": ["bridge"]}, 1, shelf={"bridge": pack})
    match.submit("2", {"kind": "stances", "stances": {"nessa": "aggressive"}})
    match.submit("2", {"kind": "move", "who": "nessa", "path": ["a1", "a2", "a3"]})
    match.submit("2", {"kind": "leave", "who": "nessa"})
    assert match.outcome is not None
    assert (match.outcome["side"], match.outcome["reason"]) == ("heroes", "across")
