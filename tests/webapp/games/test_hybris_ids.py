"""The names by which tests and guides find what Hybris's screens draw: each is drawn by a page at some moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from nicegui.testing import User

from rules.hybris import Match
from rules.hybris.state import PLACES
from tests.hybris.table import planning
from tests.webapp.test_lobby import CreateUser
from tests.webapp.test_plain_table import nodes, panes, press
from webapp.games.hybris import chaos, moments
from webapp.games.hybris.names import TOKENS, Names
from webapp.games.hybris.screens import SCREENS
from webapp.i18n import translator
from webapp.people.visitors import session_id
from webapp.tables import registry

IDS = (
    "new-table", "age", "phase", "order-<n>", "chaos-strip", "chaos-space", "momentum", "camp", "well", "forecast",
    "forecast-<aegis>", "at-stake-<city>", "place-<place>", "city-<city>", "character-<id>", "token-<place>",
    "pillar-<id>", "technology-<id>", "factory-1", "factory-2", "track-explore-<seat>", "track-defend-<seat>",
    "mat-<seat>", "mk-<seat>", "mk-part-<tile>", "resource-<seat>-<word>", "improvement-<n>", "hand-<id>",
    "premonition-<id>", "tile-<id>", "task-<tile>-<n>", "worker-reserve", "foreman", "energy", "rd", "adventure-<id>",
    "module-<id>", "prompt", "sentence", "confirm", "back", "pass", "ready", "done", "just-enough", "intercept-band",
    "intercept-yes", "intercept-no", "commit", "age-sheet", "outcome", "score-<seat>",
)  # fmt: skip
"""Answers have the house's `option-<n>`, and `data-answer`: their kind, or the character that is activated."""
CITIES = ("athens", "sparta", "corinth", "thebes", "argos")
TILES = ("quantum-conductor", "thunderbolt", "matrix-dynamo", "storm-mantle")
FILLED: Mapping[str, tuple[str, ...]] = {
    "order-<n>": ("1", "2"),
    "forecast-<aegis>": ("1", "2", "3", "4", "5"),
    "at-stake-<city>": ("athens",),
    "place-<place>": (*PLACES, "mortal-world"),
    "city-<city>": CITIES,
    "character-<id>": ("1-olympian", "1-hero-1", "2-hero-1"),
    "token-<place>": TOKENS,
    "pillar-<id>": ("might", "faith", "vision", "craft", "watch", "pride"),
    "track-explore-<seat>": ("1", "2"),
    "track-defend-<seat>": ("1", "2"),
    "mat-<seat>": ("1", "2"),
    "mk-<seat>": ("1", "2"),
    "mk-part-<tile>": TILES,
    "resource-<seat>-<word>": ("1-aegis", "1-faithful", "1-prayer", "1-grandeur", "1-vp", "1-goodness",
                               "1-determination", "1-sparks", "2-aegis", "2-faithful", "2-prayer", "2-vp"),
    "improvement-<n>": ("1", "2", "3", "4", "5", "6"),
    "hand-<id>": ("1-gale-1", "1-feint-1"),
    "premonition-<id>": ("chorus",),
    "tile-<id>": TILES,
    "task-<tile>-<n>": tuple(f"{tile}-{n}" for tile in TILES for n in range(3)),
    "adventure-<id>": ("debris",),
    "module-<id>": ("hermit",),
    "score-<seat>": ("1", "2"),
}  # fmt: skip
"""What stands in the place of the angle brackets, of each that has some; a Technology, whatever lies open."""

ZEUS: Mapping[str, Any] = {
    "olympian": "zeus",
    "hand": ["gale", "feint"],
    "premonitions": ["chorus"],
    "hangar": {"energy": 1, "modules": ["hermit"], "adventures": [{"card": "debris", "site": 1}],
               "tiles": {"thunderbolt": {"worker": True, "tasks": [0, 1]}}},
    "characters": {"olympian": {"at": "underworld"}, "hero-1": {"at": "athens"}, "hero-2": {"token": "forge"}},
}  # fmt: skip
HADES: Mapping[str, Any] = {"olympian": "hades", "hangar": {"energy": 1}, "characters": {"hero-1": {"at": "sparta"}}}
SEATS: Mapping[str, Any] = {"1": ZEUS, "2": HADES}
AT_WALL: Mapping[str, Any] = {"space": 3, "momentum": 2, "pile": ["absorption", "…"]}


def drained() -> Match:
    """Zeus has drained, and Chaos is at the wall."""
    match = Match.from_position({"turn": "1", "acting": "1-olympian", "seats": SEATS, "chaos": AT_WALL})
    match.submit("1", {"kind": "drain"})
    return match


def defending() -> Match:
    bearer = {**ZEUS, "hand": ["thunderclap", "sky-law"], "characters": {"hero-1": {"at": "surroundings"}}}
    match = Match.from_position({"turn": "1", "acting": "1-hero-1", "seats": {"1": bearer, "2": HADES},
                                 "chaos": {"momentum": 0, "pile": ["torpor", "…"]}})  # fmt: skip
    match.submit("1", {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False})
    return match


def trained() -> Match:
    """Hero 1 has trained, and Zeus's third Task could still be accomplished."""
    seat = {**ZEUS, "characters": {"hero-1": {"at": "colosseum"}, "hero-2": {"at": "athens"}}}
    match = Match.from_position({"turn": "1", "acting": "1-hero-1", "seats": {"1": seat, "2": HADES}})
    match.submit("1", {"kind": "train"})
    assert match.decisions["1"]["kind"] == "after"
    return match


def drawn(user: User) -> set[str]:
    """The test ids of a page: in its trees, its drawings and its own elements."""
    assert user.client is not None
    ids = {str(it.props["data-testid"]) for it in user.client.elements.values() if it.props.get("data-testid")}
    return ids.union(*(in_tree(tree) for _, tree in panes(user)))


def in_tree(tree: Any) -> set[str]:
    shapes = [shape for node in nodes(tree) for shape in (node, *node.get("shapes", ()))]
    return {shape["a"]["data-testid"] for shape in shapes if "data-testid" in shape.get("a", {})}


async def sees(user: User, match: Match, *presses: str) -> set[str]:
    """What seat 1's page draws at a table with this match, and after each of these presses."""
    table = await registry.adopt(match, {"players": 2}, "", "hybris")
    with user:
        session = session_id()
    assert await table.hand_over("1", session, "Ilse") is None
    await user.open(f"/table/{table.code}")
    ids = drawn(user)
    for name in presses:
        await press(user, name)
        ids |= drawn(user)
    return ids


def missing(ids: set[str]) -> list[str]:
    """The names of the list that nothing has."""
    return [
        wanted
        for name in IDS
        for value in FILLED.get(name, ("",))
        if (wanted := re.sub("<.*>", value, name)) not in ids
    ]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_what_the_screens_draw_has_its_names(user: User, create_user: CreateUser) -> None:
    """Seven tables, each at a question; the sheets that are read over them."""
    await user.open("/")
    ids = drawn(user)
    await user.open("/new")
    ids |= drawn(user)
    ends = {"1": {"olympian": "zeus", "vp": 10}, "2": {"olympian": "hades", "vp": 14}}
    over = Match.from_position({"phase": "end", "age": 6, "seats": ends})
    for match, presses in (
        (planning(), ()),
        (Match.from_position({"turn": "1", "seats": SEATS}), ("pass",)),
        (Match.from_position({"turn": "1", "acting": "1-olympian", "seats": SEATS}), ()),
        (trained(), ()),
        (drained(), ()),
        (defending(), ()),
        (over, ()),
    ):
        ids |= await sees(user, match, *presses)
    match = drained()
    names: Names = SCREENS.words(match.view("1"), translator("en", "hybris"), {}, SCREENS.book(match.journal))
    ids |= in_tree([chaos.sheet(names, chaos.forecasts(match, "1")), moments.age_sheet(names, lambda _: None)])
    opened = [f"technology-{id}" for id in names.view["technologies"]["open"]]
    assert set(opened) <= ids
    assert missing(ids | {"technology-"}) == []
