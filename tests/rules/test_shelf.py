"""Packs laid over each other: what a match is played with, and that nothing changes it later."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from rules.kernel.packs.layers import BadPacks
from rules.olomoc import Match
from rules.olomoc.packs import Pack, load, read
from rules.olomoc.packs.layers import layers, merged

CORE = load("core")


def pack(id: str, body: str = "", header: str = 'extends = "core"') -> Pack:
    """A checked pack."""
    manifest = f'id = "{id}"\nversion = "1.2"\nlanguages = ["en"]\nauthor = "A player"\nlicence = "CC0-1.0"\n{header}\n'
    return read({"pack.toml": manifest + body})


def rouage(id: str, combat: int = 1, name: str = "Somebody", rank: int = 1) -> str:
    return f"""
[[rouage]]
id = "{id}"
name = "{name}"
factions = ["administration"]
rank = {rank}
technique = 1
combat = {combat}
shooting = 1
dodge = 1
base = 30
life = "SS"
source = "mine"
"""


def shelf(*packs: Pack) -> dict[str, Pack]:
    return {it.id: it for it in packs}


def refused(ids: Sequence[str], *packs: Pack, **options: Any) -> BadPacks:
    with pytest.raises(BadPacks) as error:
        Match.new({"packs": ids, **options}, 1, shelf(*packs))
    return error.value


def test_the_core_pack_is_on_every_shelf() -> None:
    assert merged(layers(["core"])) is CORE
    assert Match.new({}, 1).journal[0]["packs"][0]["id"] == "core"


def test_ids_are_looked_up_and_never_opened() -> None:
    for id in ("../core", "/etc/passwd", "rules/olomoc/packs/core", "Core", "mine"):
        assert refused([id]).code == "no-pack"


def test_a_pack_that_extends_the_core_pack_is_played_with_both() -> None:
    mine = pack("mine", rouage("newcomer"))
    for ids in (["mine"], ["core", "mine"], ["mine", "core"]):
        match = Match.new({"packs": ids, "composition": "secret"}, 1, shelf(mine))
        assert {"newcomer", "petra-kantor"} <= set(match.state.pack.rouages)
        assert match.state.pack.id == "mine"


def test_the_later_of_two_packs_replaces_a_card() -> None:
    one, two = pack("one", rouage("newcomer", 3)), pack("two", rouage("newcomer", 5))
    assert merged(layers(["one", "two"], shelf(one, two))).rouages["newcomer"].combat == 5
    assert merged(layers(["two", "one"], shelf(one, two))).rouages["newcomer"].combat == 3


def test_a_card_that_a_later_pack_does_not_change_replaces_nothing() -> None:
    stronger = pack("stronger", rouage("petra-kantor", 9, "Pétra Kantor", 3), 'extends = "core"\nactions = 5')
    other = pack("other", rouage("newcomer"))
    layered = merged(layers(["core", "stronger", "other"], shelf(stronger, other)))
    assert (layered.rouages["petra-kantor"].combat, layered.actions) == (9, 5)
    assert "newcomer" in layered.rouages


def test_cards_that_do_not_go_together_are_refused_with_what_is_wrong() -> None:
    lamp = '[[equipment]]\nid = "{id}"\nname = {{ en = "Lamp" }}\nministries = ["effort"]\nsource = "mine"\n'
    one, two = pack("one", lamp.format(id="lamp")), pack("two", lamp.format(id="other-lamp"))
    problem = refused(["one", "two"], one, two)
    assert (problem.code, problem.params["pack"], problem.params["id"]) == ("clash", "two", "other-lamp")


def test_packs_that_no_match_can_be_played_with() -> None:
    alone = pack("alone", rouage("newcomer"), '[[faction]]\nid = "administration"\nname = { en = "Offices" }\n')
    assert refused([]).code == "no-packs"
    assert refused(["core", "core"]).code == "pack-twice"
    assert refused(["alone"], alone).code == "no-agenda"
    assert refused(["core"], agenda="no-such").params == {"agenda": "no-such"}
    agenda = '[[agenda]]\nid = "a"\nname = { en = "A" }\ntext = { en = "A" }\nsource = "mine"\n'
    header = '[[faction]]\nid = "administration"\nname = { en = "Offices" }\n'
    few = pack("few", agenda, header)
    assert (refused(["few"], few).code, refused(["few"], few).params) == ("few-ministries", {"axe": 0, "others": 0})
    assert Match.new({"packs": ["core", "alone"]}, 1, shelf(alone)).state.pack.rouages["newcomer"].rank == 1


def test_a_ready_made_cabal_that_another_pack_has_made_illegal_is_not_offered() -> None:
    starter = next(iter(CORE.starters.values()))
    card = starter.rouages[0].card
    worse = pack("worse", rouage(card, rank=CORE.rouages[card].rank % 3 + 1))
    match = Match.new({"packs": ["worse"], "agenda": "skirmish", "composition": "secret"}, 1, shelf(worse))
    while match.outcome is None and not any(d["kind"] == "compose" for d in match.decisions.values()):
        seat = next(iter(match.decisions))
        match.submit(seat, next(match.commands(seat)))
    for option in match.decisions["1"]["options"]:
        if "cabal" in option["command"]:
            assert match.check("1", option["command"]) is None
    offered = [o["command"]["cabal"] for o in match.decisions["1"]["options"] if "cabal" in o["command"]]
    assert len(offered) == len(CORE.starters) - sum(
        any(row.card == starter.rouages[0].card for row in it.rouages) for it in CORE.starters.values()
    )


def test_a_match_keeps_the_cards_it_was_made_with() -> None:
    """Replaying, forking, looking ahead and asking a worker need no shelf: the journal embeds the cards."""
    first, later = pack("mine", rouage("newcomer", 3)), pack("mine", rouage("newcomer", 7))
    match = Match.new({"packs": ["core", "mine"], "composition": "secret"}, 1, shelf(first))
    kept = json.loads(json.dumps(match.journal))
    assert [(it["id"], it["version"]) for it in match.view("spectator")["log"][0]["packs"]] == [
        ("core", CORE.version),
        ("mine", "1.2"),
    ]
    assert list(kept[0]["packs"][1]["rouages"]) == ["newcomer"]
    for again in (
        Match.replay({}, kept),
        Match.replay({}, json.loads(json.dumps(match.snapshot()))),
        match.imagine("1", 3),
        match.fork(2),
    ):
        assert again.state.pack.rouages["newcomer"].combat == 3
        assert again.position()["pack"] == "mine"
    stood = Match.from_position(match.position(), shelf=shelf(later))
    assert stood.state.pack.rouages["newcomer"].combat == 7
    with pytest.raises(ValueError, match="no-pack"):
        Match.from_position(match.position())


def test_a_snapshot_is_equal_and_stands_at_the_same_question() -> None:
    match = Match.new({"composition": "secret"}, 4)
    for _ in range(12):
        seat = next(iter(match.decisions))
        match.submit(seat, next(match.commands(seat)))
    restored = Match.replay({}, json.loads(json.dumps(match.snapshot())))
    assert restored.position() == match.position()
    assert restored.decisions == match.decisions


@pytest.mark.parametrize("packs", [[{"id": float("nan")}], [{"id": {1, 2}}], ["core"], {}, None])
def test_a_journal_whose_packs_are_no_packs_is_refused(packs: object) -> None:
    """They are read apart from the rest of the first event, and are checked all the same."""
    began, *rest = Match.new({}, seed=1).journal
    with pytest.raises(ValueError, match=r".+"):
        Match.replay({}, [{**began, "packs": packs}, *rest])


def test_a_journal_whose_pack_is_nested_too_deep_is_refused() -> None:
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"in": deep}
    began, *rest = Match.new({}, seed=1).journal
    with pytest.raises(ValueError, match="no JSON"):
        Match.replay({}, [{**began, "packs": [deep]}, *rest])
