"""What a press on Blade & Book's table means: a second one on the aim, another aim, victims, costs, a bench."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from rules.blade import Match
from rules.kernel import Json
from tests.blade.table import TILE_ACT, active, attack, bench, figure, gems, hero, move, play, red, settle
from tests.webapp.games.test_blade_names import nodes
from webapp.games.blade import drafts
from webapp.games.blade.bench import change, palette
from webapp.games.blade.board import board
from webapp.games.blade.composer import BladeComposer
from webapp.games.blade.discs import borne
from webapp.games.blade.drafts import victims
from webapp.games.blade.hero_strips import strips
from webapp.games.blade.names import Names, PackNames
from webapp.games.blade.overlays import outlook
from webapp.games.blade.questions import BladeQuestion, guard, guard_of, lettered, most_guard
from webapp.games.blade.reinforcement import Arrivals, presses
from webapp.games.blade.river import river
from webapp.games.blade.screens import BladeTable
from webapp.games.blade.sheets import sheet
from webapp.games.blade.tile_answers import costs_after, tiles
from webapp.i18n import translator
from webapp.table_kit.composer import CommandDraft, Narrow, Press
from webapp.table_kit.plain_texts import Waits
from webapp.table_kit.prompt import PromptContent

SCREENS = BladeTable()


def composing(match: Match) -> BladeComposer:
    composer = BladeComposer("2")
    composer.follow(match, match.view("2")["decision"], match.view("2"))
    return composer


def named(match: Match, seat: str) -> Names:
    pack = PackNames(match.journal[0]["packs"][-1])
    return SCREENS.words(match.view(seat), translator("en", "blade"), {"1": "Ilse", "2": "Ada"}, pack)


def pressed(composer: BladeComposer, thing: str) -> dict[str, Any]:
    return dict(composer.presses()[thing].intent)


def test_a_second_press_on_the_aim_confirms_and_one_elsewhere_aims_anew() -> None:
    """STP-1: of a walk; MEL-1: of a blow."""
    composer = composing(bench(hero("hrodvar", "b2"), *red("b2"), figure("red-2", "dock-bravo", "b2")))
    assert composer.begin({"kind": "move", "who": "hrodvar"})
    assert composer.name("path", "a2")
    assert pressed(composer, "a2") == {"do": "confirm"}
    again = pressed(composer, "c2")
    assert (again["do"], again["command"]) == ("begin", move("hrodvar", "c2"))
    assert composer.begin(again["command"])
    assert pressed(composer, "c2") == {"do": "confirm"}
    assert pressed(composer, "a2")["command"] == move("hrodvar", "a2")
    composer.back(everything=True)
    assert composer.begin({"kind": "attack", "who": "hrodvar", "mode": "melee"})
    assert composer.name("target", "red-1")
    assert composer.begin({**composer.draft.command, "gems": 2}) if composer.draft else False
    assert pressed(composer, "red-1") == {"do": "confirm"}
    assert pressed(composer, "red-2")["command"] == attack("hrodvar", "red-2", 2, "great-axe")


def test_answers_have_the_letters_of_their_boxes() -> None:
    able = {"kind": "move"}, {"kind": "attack", "mode": "ranged"}, {"kind": "handle"}, {"kind": "door"}
    rows = [{"legal": True, "command": command} for command in able]
    rows.insert(1, {"legal": False, "command": {"kind": "attack", "mode": "melee"}})
    nodes = lettered(rows, [{"t": "button", "hot": str(n)} for n in range(1, 6)])
    assert [node["hot"] for node in nodes] == ["1 m", "2", "3 r", "4 h", "5"]


def test_a_press_on_another_that_could_act_chooses_that() -> None:
    match = bench(hero("hrodvar", "b1"), hero("nessa", "b2"))
    composer = composing(match)
    composer.take(Narrow("hrodvar"))
    assert pressed(composer, "nessa") == {"do": "narrow", "thing": "nessa"}
    composer.take(Narrow("nessa"))
    assert {row["command"]["who"] for row in composer.rows() if "who" in row["command"]} == {"nessa"}


def test_gems_laid_on_a_guard_are_spent_by_enter() -> None:
    """GRD-4: Enter spends none before any is laid."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[6, 6], **active("red"))
    play(match, "1", attack("red-1", "hrodvar"))
    decision = match.view("2")["decision"]
    assert (guard_of(decision), guard_of(None), most_guard(decision) >= 2) == ("hrodvar", "", True)
    asked = BladeQuestion(decision, PromptContent([]), named(match, "2"), lambda *asked: None)
    for laid in (0, 2):
        nodes = {node["a"]["data-testid"]: node for node in guard(asked, None, laid).answers if isinstance(node, dict)}
        assert [id for id, node in nodes.items() if "Enter" in node["hot"].split()] == [f"guard-{laid}"]


def test_a_small_window_shows_who_strikes_and_who_is_struck() -> None:
    """GRD-1: not the other figures of their tile, of which one may stand far away. Of a tile that acts, one that still
    can stays in sight where not all fit."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), figure("red-2", "dock-bravo", "c4"), dice=[6, 6], **active("red"))
    shown = [node for node in nodes(board(named(match, "2"), {})) if "data-sight" in node.get("a", {})]
    assert {node["a"]["data-thing"] for node in shown} == {"red-1", "red-2"}
    able = {"red-2": Press({"do": "narrow", "thing": "red-2"})}
    first = [node for node in nodes(board(named(match, "1"), able)) if node.get("a", {}).get("data-sight") == "first"]
    assert [node["a"]["data-thing"] for node in first] == ["red-2"]
    play(match, "1", attack("red-1", "hrodvar"))
    shown = [node for node in nodes(board(named(match, "2"), {})) if "data-sight" in node.get("a", {})]
    assert {node["a"]["data-thing"] for node in shown} == {"red-1", "hrodvar"}


def test_a_small_window_follows_a_sweep_to_its_present_target() -> None:
    """SKL-4."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 3), dice=[6, 4, 4], book=3)
    keep, guarded = {"kind": "keep"}, {"kind": "guard", "gems": 0}
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"), keep)
    play(match, "1", guarded)
    play(match, "2", {"kind": "next-target", "target": "red-3"})
    sight = {node["a"]["data-thing"]: node["a"].get("data-sight")
             for node in nodes(board(named(match, "1"), {})) if "data-sight" in node.get("a", {})}  # fmt: skip
    assert sight == {"hrodvar": "", "red-3": "first"}


def test_what_tiles_cost_after_one_has_gone_to_the_end_or_for_good() -> None:
    """RIV-2, RIV-5."""
    guard, hound = figure("g-1", "tally-guard", "a1"), figure("h-1", "mastiff", "a1")
    names = named(bench(hero("hrodvar", "b2"), *red("b2"), guard, hound, **TILE_ACT,
                        river=[{"tile": "red"}, {"tile": "g"}, {"tile": "h"}]), "1")  # fmt: skip
    assert [names.tile(it) for it in ("red", "g", "h")] == ["Dock Bravo", "Tally Guard", "Wharf Mastiff"]
    assert costs_after("g", names) == "Then: Dock Bravo 1, Wharf Mastiff 2, Tally Guard 3"
    assert costs_after("red", names, gone=True) == "Then: Tally Guard 1, Wharf Mastiff 2"


def test_a_dead_tile_that_is_pressed_can_be_activated_or_cleared() -> None:
    """RIV-5: both stand in sight, and nothing of other tiles does."""
    fallen, hound = figure("red-1", "dock-bravo", None), figure("blue-1", "mastiff", "c4")
    match = bench(hero("nessa", "b1"), fallen, hound, book=5, **TILE_ACT)

    def answered(narrowed: str) -> set[str]:
        asked = BladeQuestion(
            match.decisions["1"], PromptContent([]), named(match, "1"), lambda name, it: match.query("1", name, it)
        )
        return {node["a"]["data-testid"] for node in tiles(asked, narrowed).answers if isinstance(node, dict)}

    assert answered("") == {"activate-red", "activate-blue", "option-end-turn"}
    assert answered("red") == {"activate-red", "clear-red"}


def test_an_event_that_cannot_be_played_says_why_on_its_card() -> None:
    """EVT-1, EVT-3, EVT-7."""
    coil = {"scenario": "coil", "options": {"players": 2, "heroes": 2}, "side": "overlord", "step": "act"}

    def cards(**position: Any) -> dict[str, str]:
        match = Match.from_position({**coil, **position})
        shown = [node for node in nodes(river(named(match, "1"), {})[0]) if "blade-event" in node.get("c", "").split()]
        return {node["a"]["data-thing"]: json.dumps(node["x"]) for node in shown if "is-off" in node["c"].split()}

    assert "Nobody has fallen" in cards()["reinforcement"]
    assert "The event tile costs 4 gems; 2 are left." in cards(book={"reserve": 2})["chant"]
    assert "Used up." in cards(used={"chant": 2})["chant"]
    assert "Only up to space 9" in cards(marker=10, last=11)["chant"]


def test_an_area_attack_says_whom_it_strikes_friends_first() -> None:
    """ARE-1."""
    match = bench(hero("hrodvar", "b1", items=["great-axe", "fire-flask"]), *red("b2"), hero("nessa", "b2"))
    throw = {"kind": "throw", "who": "hrodvar", "item": "fire-flask", "zone": "b2"}
    asked = BladeQuestion({}, PromptContent([]), named(match, "2"), lambda name, params: match.query("2", name, params))
    victims_text = json.dumps(victims(asked, CommandDraft(throw)))
    assert victims_text.index("Nessa") < victims_text.index("Dock Bravo")
    assert victims_text.count("is-friend") == victims_text.count("(your side)") == 1
    assert victims(asked, CommandDraft({**throw, "item": "great-axe"})) == []


def test_a_bench_is_set_up_by_what_is_put_on_it_and_nothing_else_is() -> None:
    """Figures of a new unit have a tile at the end of the river; no other scenario takes it."""
    match = Match.new({"scenario": "bench", "players": 2}, 1)
    for what, zone in (
        ("unit:dock-bravo", "b2"),
        ("unit:dock-bravo", "b2"),
        ("hero:nessa", "b1"),
        ("card:spear", "b1"),
        ("object:chest", "b2"),
        ("object:flames", "c2"),
    ):
        match.submit("1", {"kind": "set-up", "changes": [change(what, zone)]})
    match.submit("2", {"kind": "set-up", "changes": [change("dock-bravo-2", "c2"), change("dock-bravo-1", "gone")]})
    view = match.view("2")
    assert {row["id"]: row["at"] for row in view["figures"]} == {"dock-bravo-1": None, "dock-bravo-2": "c2"}
    assert ([row["tile"] for row in view["river"]], view["ground"]) == (["dock-bravo"], {"b1": ["spear"]})
    assert view["players"]["2"] == ["hrodvar", "nessa"]
    assert {row["at"] for row in view["objects"].values()} == {"b2"}
    assert [(row["kind"], row["zone"]) for row in view["tokens"]] == [("flames", "c2")]
    assert Match.replay(match.journal[0]["options"], match.journal).state == match.state
    names = named(match, "2")
    drawn, chips = json.dumps(board(names, {})), json.dumps(palette(names, ""))
    assert '"drag":"nessa","drop":"b1"' in drawn.replace(": ", ":").replace(", ", ",")
    assert "hero:nessa" not in chips
    assert "hero:tamsin" in chips
    other = Match.new({"scenario": "practice", "players": 2}, 1)
    assert other.check("1", {"kind": "set-up", "changes": [change("unit:dock-bravo", "b2")]}) is not None
    assert '"drag"' not in json.dumps(board(named(other, "2"), {}))


def test_a_bench_refuses_what_makes_no_sense() -> None:
    match = Match.new({"scenario": "bench", "players": 2}, 1)
    for wrong in (change("unit:nobody", "b2"), change("unit:dock-bravo", "z9"), change("hero:hrodvar", "b1"),
                  change("hrodvar", "gone"), change("card:nothing", "b1"), change("object:chest", "z9"),
                  change("object:house", "b1"), {"kind": "odd"}):  # fmt: skip
        assert match.check("2", {"kind": "set-up", "changes": [wrong]}) is not None, wrong


def test_a_wait_has_a_number_of_its_own_for_each_question() -> None:
    """Once answered, or asked anew; another's step changes nothing."""
    waits = Waits()
    assert waits.look(1, ["2", "3"], None) == {"2": 1, "3": 1}
    assert waits.look(2, ["2", "3"], "3") == {"2": 1, "3": 2}
    assert waits.look(2, ["2", "3"], "2") == {"2": 1, "3": 2}
    assert waits.look(3, ["3"], "2") == {"3": 2}
    assert waits.look(4, ["2", "3"], "1") == {"2": 2, "3": 2}


def test_a_zone_out_of_reach_says_why_beside_what_is_reached_and_far_from_it() -> None:
    """STP-1, BRD-4: of a walk, before and after its end is named; c4 is beside no zone that can be reached."""
    match = bench(hero("nessa", "b2", gems=gems(1)))
    composer = composing(match)
    assert composer.begin({"kind": "move", "who": "nessa"})
    reached = match.query("2", "reach", {"who": "nessa"})
    others = set(named(match, "2").zones) - {*reached["zones"], "b2"}
    assert set(reached["why"]) == others
    for zone, no in reached["why"].items():
        assert pressed(composer, zone) == {"do": "why", "thing": zone}
        assert composer.presses()[zone].why == no
    assert composer.name("path", "a2")
    assert pressed(composer, next(iter(reached["why"])))["do"] == "why"


def test_of_a_border_with_a_wall_and_a_door_the_door_is_told() -> None:
    """BRD-4: the west door of the warehouse is closed; walls run beside it."""
    match = Match.from_position(
        {"scenario": "ledger", "options": {"players": 2}, "heroes": [hero("nessa", "alley-south")]}
    )
    no = match.query("2", "reach", {"who": "nessa"})["why"]["hall-west"]
    assert (no["code"], no["params"]["by"]) == ("impassable", "west-door")
    assert "West Hall" in named(match, "2").why(no)


def test_gems_are_laid_on_a_box_before_anything_is_named_and_taken_back() -> None:
    """GEM-1, MEL-1: nothing is sent; the target is named after them, and other numbers stay open."""
    composer = composing(bench(hero("hrodvar", "b2", gems=gems(3, boxes={"melee": 3}, fatigue=6)), *red("b2")))
    assert composer.stage("hrodvar", "melee", 1) is None
    assert composer.stage("hrodvar", "melee", 1) is None
    assert composer.draft is not None
    assert (composer.draft.command["gems"], composer.draft.open) == (2, ["target"])
    no = composer.stage("hrodvar", "melee", 1)
    assert no is not None
    assert (no["clause"], no["code"]) == ("GEM-3", "exertion")
    assert composer.name("target", "red-1")
    assert composer.draft.ready
    assert composer.draft.more["gems"] == ["1", "2"]
    assert composer.stage("hrodvar", "melee", -1) is None
    assert composer.draft.command["gems"] == 1
    assert composer.stage("hrodvar", "melee", -1) is None
    assert composer.draft.command.get("gems") is None
    assert composer.stage("hrodvar", "movement", 1) is None
    assert composer.draft.command["kind"] == "move"


def test_gems_that_nothing_can_complete_are_begun_and_name_no_weapon() -> None:
    """GEM-3: a press may come too late, when so many gems are no longer there to be laid."""
    composer = composing(bench(hero("hrodvar", "b2", gems=gems(3, boxes={"melee": 3}, fatigue=6)), *red("b2")))
    late = {"kind": "attack", "who": "hrodvar", "mode": "melee", "gems": 3}
    assert composer.match.choices("2", late)["whole"] is None
    assert composer.begin(late)
    assert composer.draft is not None
    assert (composer.draft.open, composer.draft.more["best"]) == (["target"], [])


def test_the_guide_names_the_button_that_shows_what_zones_hinder() -> None:
    guide = tomllib.loads(Path("webapp/games/blade/guide.toml").read_text("utf-8"))
    text = next(step["text"] for step in guide["step"] if step["key"] == "finish")
    for language in ("en", "fr"):
        assert f" {translator(language, 'blade')('overlay.name-hindering')}" in text[language]


def test_hands_reach_for_another_thing_with_the_gems_laid() -> None:
    """MNP-1: gems laid on the box light up every thing in reach."""
    match = Match.from_position(
        {
            "scenario": "ledger",
            "options": {"players": 2},
            "heroes": [hero("nessa", "hall-east")],
            "figures": [],
            "deck": [],
        }
    )
    composer = composing(match)
    assert composer.stage("nessa", "manipulation", 1) is None
    begun = composer.draft.command if composer.draft else {}
    things = {"hall-chest", "yard-door"} - {begun.get("object"), begun.get("door")}
    assert len(things) == 1
    other = pressed(composer, things.pop())
    assert (other["do"], other["command"]["gems"]) == ("begin", 1)


def test_a_bag_lists_what_lies_in_a_zone() -> None:
    match = bench(hero("hrodvar", "b2"), *red("a1"), ground={"b2": ["draught", "buckler"]})
    composer = composing(match)
    drawn = list(nodes(board(named(match, "2"), composer.presses())))
    bag = next(node for node in drawn if node.get("c", "").startswith("blade-bag"))
    texts = [node["x"] for node in nodes(bag) if node["t"] == "button"]
    assert texts == [["Draught of Life"], ["Buckler"]]


def test_a_box_tells_its_limit_what_was_spent_and_what_lowers_it() -> None:
    match = bench(hero("hrodvar", "b2", gems=gems(None, boxes={"melee": 2})), *red("b2"))
    drawn = sheet("box:hrodvar:melee", named(match, "2"))
    facts = [str(node["x"][0]) for node in nodes(drawn or {}) if node.get("t") == "li"]
    assert facts == ["2 gems spent this turn", "Takes 5 gems a turn"]
    assert sheet("box:hrodvar:nothing", named(match, "2")) is None


def test_figures_of_the_active_tile_bear_a_blade_until_they_attack() -> None:
    """OVL-6."""
    row = {"tile": "red", "marks": {}, "base": 0, "attacked": False}
    assert borne(row, "red") == ["may-attack"]
    assert borne({**row, "attacked": True}, "red") == ["attacked"]
    assert borne(row, "blue") == borne(row) == []


def test_who_carries_a_person_shows_it() -> None:
    """LOD-4: on the disc, and in the strip."""
    match = bench(hero("hrodvar", "b1", items=["captive"]), hero("nessa", "b1"))
    shown = {node["a"]["data-thing"]: json.dumps(node) for node in nodes(board(named(match, "2"), {}))
             if "blade-disc" in node.get("c", "").split()}  # fmt: skip
    assert {who for who, disc in shown.items() if "is-carrying" in disc} == {"hrodvar"}
    assert json.dumps(strips(named(match, "2"), {})).count("carrying somebody") == 1


def test_one_wound_is_told_in_the_singular() -> None:
    for language, words in (("en", "1 wound,"), ("fr", "1 blessure,")):
        match = bench(hero("hrodvar", "b2"), *red("b2"))
        pack = PackNames(match.journal[0]["packs"][-1])
        names = SCREENS.words(match.view("2"), translator(language, "blade"), {"1": "Ilse", "2": "Ada"}, pack)
        told = outlook({"tiles": [{"tile": "red", "blows": [1]}], "guarded": ["1", "1/2", "0"]}, names)
        assert words in str(told)


def test_a_reinforcement_is_put_together_by_tiles_and_zones() -> None:
    """EVT-2 to EVT-4: for its points, from figures that have fallen, into its zones."""
    params = {"points": 3, "costs": {"red": 1, "blue": 2}, "there": {"red": 1, "blue": 2}, "zones": ["a1", "b1"]}
    chosen = Arrivals().after("blue", "", params).after("", "a1", params)
    assert chosen.placed == (("blue", "a1"),)
    assert chosen.able(params) == {"red": 1}
    assert {*presses(chosen, params)} == {"red", "a1", "b1"}
    assert chosen.after("blue", "b1", params).placed == (("blue", "a1"), ("red", "b1"))
    full = chosen.after("", "b1", params)
    assert (full.placed[-1], full.spent(params), presses(full, params)) == (("red", "b1"), 3, {})
    assert full.after("", "a1", params) == full
    assert full.after("", "", params).placed == chosen.placed


def test_a_letter_spends_nothing() -> None:
    """A door is opened by its own answer at once, so the letter of hands is not given to it."""
    rows = [{"legal": True, "needs": [], "command": {"kind": "door"}},
            {"legal": True, "needs": ["gems"], "command": {"kind": "handle"}}]  # fmt: skip
    assert [node.get("hot") for node in lettered(rows, [{"t": "button"}, {"t": "button"}])] == [None, "h"]


def test_an_announcement_has_nothing_to_press() -> None:
    """It passes, and no reader reads it: the clauses of a defence stand in the log."""
    match = play(bench(hero("hrodvar", "b2"), *red("b2"), dice=[6] * 9), "2", attack("hrodvar", "red-1", 1))
    names = named(settle(match), "2")
    [defended] = (event for event in names.view["log"] if event["kind"] == "defended")
    assert "data-clause" in json.dumps(SCREENS.line(defended, names))
    [told] = (beat for beat in SCREENS.beats(names) if beat["about"] == "defended")
    assert "clause" not in json.dumps(told)


def test_of_one_that_alone_can_act_nothing_is_left_to_choose() -> None:
    """A press on it reads its sheet, as all that it can do is offered already."""
    alone = composing(bench(hero("hrodvar", "b2"), *red("b2")))
    assert "hrodvar" not in alone.presses()
    both = composing(bench(hero("hrodvar", "b2"), hero("nessa", "b2"), *red("b2")))
    assert pressed(both, "nessa") == {"do": "narrow", "thing": "nessa"}


def test_a_gem_that_adds_next_to_nothing_says_so() -> None:
    """Of one adversary two gems nearly always kill; of three a third still sweeps on (SKL-4); of a strong one each adds
    wounds."""

    def little(*foes: Json) -> list[str]:
        match = bench(hero("hrodvar", "b2"), *foes, book=5)
        composer = composing(match)
        assert composer.begin({**attack("hrodvar", foes[0]["id"], 2, "great-axe")})
        assert composer.draft is not None
        asked = BladeQuestion(match.decisions["2"], PromptContent([]), named(match, "2"), partial(match.query, "2"))
        picks = [it for it in drafts.attack(asked, composer.draft).answers if "gem-pick" in it.get("c", "")]
        return [it["a"]["data-thing"] for it in picks if "is-little" in it["c"]]

    assert little(*red("b2")) == ["3", "4", "5"]
    assert "3" not in little(*red("b2", 3))
    assert little(figure("v-1", "vaskra", "b2", 9)) == []
