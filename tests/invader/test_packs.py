"""Packs of one's own: what is read, what is refused and where, and a match with their cards."""

from __future__ import annotations

import json

import pytest

from rules.invader import Match
from rules.invader.packs.cards import Pack
from rules.invader.packs.reader import SCHEMA, load
from rules.kernel import Json
from rules.kernel.packs.layers import BadPacks
from rules.kernel.packs.problems import PackError
from tests.invader.table import WILDS, WOLF, play


def pack(text: str = WOLF, header: str = WILDS) -> Pack:
    return SCHEMA.read({"pack.toml": header + text})


def problems(text: str, header: str = WILDS) -> list[tuple[int, str, str | None]]:
    """Line, code (of a value its reason) and nearest word of each problem."""
    with pytest.raises(PackError) as caught:
        pack(text, header)
    return [(it.line, str(it.params.get("reason", it.code)), it.meant) for it in caught.value.problems]


def test_a_pack_adds_to_the_core_pack_and_replaces_its_cards() -> None:
    stilt = WOLF.replace("wolf", "stilt").replace("human", "invader").replace("defender", "warform")
    stilt = stilt.replace("max = 3", "max = 3\nstarter = 3")
    rules = "[rules]\nturns = 12\n[rules.hand]\ninvader = 6\nhuman = 6\n"
    starter = load().cards["stilt"].starter
    french = WOLF.replace(', en = "Wolf"', "")
    merged = pack(french + stilt.replace("starter = 3", f"starter = {starter}"), WILDS + rules)
    assert [it.id for it in merged.cards.values()] == [it.id for it in load().cards.values()] + ["wolf"]
    assert (merged.cards["wolf"].name.get("en"), merged.cards["wolf"].effects[0].steps[0].op) == ("Loup", "draw")
    assert (merged.cards["stilt"].force, load().cards["stilt"].force) == (2, 4)
    assert (merged.rules.turns, merged.rules.hand, merged.rules.ops) == (12, {"invader": 6, "human": 6}, 1)
    assert Pack.from_json(json.loads(json.dumps(merged.json))).written == merged.written


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (("enter: draw 1", "enter: drw 1"), (13, "unknown-value", "draw")),
        (("enter: draw 1", "entre: draw 1"), (13, "unknown-value", "enter")),
        (("enter: draw 1", "enter draw 1"), (13, "text_shape", None)),
        (("enter: draw 1", "enter: draw"), (13, "text_number", None)),
        (("enter: draw 1", "enter: draw 1 2"), (13, "text_word", None)),
        (("enter: draw 1", "enter: scorch 1"), (13, "text_lacks", None)),
        (("enter: draw 1", "use[tokn 1]: draw 1"), (13, "text_cost", None)),
        (("enter: draw 1", "use: draw 1"), (13, "text_free-use", None)),
        (("enter: draw 1", "play: draw 1"), (13, "text_trigger", None)),
        (('force = 2\ntext = "enter: draw 1"\n', ""), (9, "text_force", None)),
        (('"defender"', '"warform"'), (9, "text_kind", None)),
        (('"defender"', '"defendre"'), (9, "unknown-value", "defender")),
        (("force = 2", "forec = 2"), (12, "unknown-key", "force")),
        (("force = 2", "force = 200"), (12, "less_than_equal", None)),
        (('"wolf"', '"Wolf"'), (6, "string_pattern_mismatch", None)),
    ],
)
def test_a_problem_names_its_line_and_the_nearest_word(
    wrong: tuple[str, str], problem: tuple[int, str, str | None]
) -> None:
    assert problems(WOLF.replace(*wrong)) == [problem]


def test_wrong_figures_are_reported_at_their_lines() -> None:
    assert problems("", WILDS + "[rules]\ntruns = 12\n") == [(5, "unknown-key", None)]
    assert problems("", WILDS + '[rules]\nturns = "many"\n') == [(5, "int_type", None)]
    assert problems("", WILDS + "[rules]\nturns = 0\n") == [(5, "rules_turns", None)]
    assert problems("", WILDS + "[rules.plot]\nstart = 13\ntop = 12\n") == [(4, "rules_plot", None)]


def test_starter_decks_stay_legal() -> None:
    """DCK-2: a pack that takes cards of a starter deck away is told so; without the core pack it brings its own."""
    fewer = WOLF.replace("wolf", "militia")
    assert problems(fewer) == [(1, "starter_human", None)]
    assert {row[1] for row in problems(WOLF, WILDS.replace('extends = "core"\n', ""))} == {
        "starter_human",
        "starter_invader",
    }


def test_a_hero_is_never_taken_for_a_copy_of_a_card() -> None:
    """`2-wolf-2` is the second Wolf, never a Hero."""
    rover = '[[hero]]\nid = "wolf-2"\nname = { en = "Rover" }\nforce = 2\n'
    assert problems(rover) == [(5, "hero_id", None)]
    assert problems(WOLF.replace('"wolf"', '"okafor"')) == [(1, "duplicate-id", None)]


def match(packs: list[str], shelf: dict[str, Pack]) -> Match:
    return Match.new({"packs": packs, "invader": "1"}, 1, shelf=shelf)


def test_a_match_embeds_its_packs_as_one_and_outlives_them() -> None:
    other = SCHEMA.read({"pack.toml": WILDS.replace("wilds", "late") + "[rules]\nturns = 9\n"})
    shelf = {"wilds": pack(), "late": other}
    [embedded] = match(["core", "wilds", "late"], shelf).journal[0]["packs"]
    assert ({it["id"] for it in embedded["cards"]} >= {"wolf", "husk"}, embedded["rules"]["turns"]) == (True, 9)
    with pytest.raises(BadPacks) as gone:
        match(["core", "lost"], shelf)
    assert (gone.value.code, gone.value.params) == ("no-pack", {"pack": "lost"})
    journal: list[Json] = json.loads(json.dumps(match(["wilds"], shelf).journal))
    assert Match.replay({}, journal, seed=1).state.pack.cards["wolf"].force == 2


def test_a_card_of_ones_own_is_played() -> None:
    """PLY-9, CRD-4: a Wolf enters and draws."""
    its = Match.from_position(
        {"pack": "wilds", "active": "2", "hands": {"2": ["wolf", "militia"]}, "decks": {"2": ["rifles", "drones"]}},
        seed=1,
        shelf={"wilds": pack()},
    )
    its.submit("2", play("2-wolf-1", "africa", discard=["2-militia-1"]))
    assert [it["id"] for it in its.view("2")["play"]] == ["2-wolf-1"]
    assert [it["id"] for it in its.view("2")["hand"]] == ["2-rifles-1"]
