"""The effects of cards on pieces: wounds, tokens, permissions and prohibitions, capacities that they gain (LIF, NOI,
STA)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.trial import BESIDE, FOE, NEAR, capacity, kubik, petra, shows, standing, table_with, trial, use
from tests.rules.table import Json, ally, block, ended, foe, gargoule, marker, off, rogue

ONE = {"targets": [{"who": ["self", "allied", "adverse", "hostile"]}]}
"""Any rouage that Pétra sees."""


# ---- wounds ----------------------------------------------------------------------------------------------------------


@shows("wound")
@pytest.mark.parametrize(("who", "wounds", "noirceur"), [("kubik", 2, 1), ("dominik", 4, 1)])
def test_a_card_wounds(who: str, wounds: int, noirceur: int) -> None:
    """CAP-4, LIF-2, LIF-3: an adverse rouage meets it as an attack, an allied one does not."""
    card = capacity({"op": "wound", "who": "target", "count": 4}, **ONE, cost={"actions": 1})
    table = trial(card, kubik(life="RTSSSS"), ally("dominik", BESIDE, life="RTSSSS"))
    use(table, target=who)
    assert (table[who]["wounds"], table[who]["noirceur"]) == (wounds, noirceur)
    assert table["petra"]["used"]["attack"] == 1  # it could have wounded an adverse one


@shows("wound")
def test_a_card_puts_out_of_combat() -> None:
    """LIF-4: in this order: it leaves, Traque rises, and the rouage that did it takes 1 Noirceur."""
    card = capacity({"op": "wound", "who": {"who": ["adverse"]}, "count": 9})
    table = trial(card, kubik(life="SS"), foe("jana", (9, 8), life="S"))
    use(table)
    assert [(table[id]["at"], table[id].get("out")) for id in ("kubik", "jana")] == [(None, True)] * 2
    assert (table.traque, table["petra"]["noirceur"]) == (2, 2)


@shows("ignore:noirceur-out-of-combat", "wound")
def test_putting_out_of_combat_may_leave_no_stain() -> None:
    card = standing({"op": "ignore", "what": ["noirceur-out-of-combat"]})
    blow = capacity({"op": "wound", "who": {"who": ["adverse"]}, "count": 9}, id="blow")
    table = trial([card, blow], kubik(), by={"capacities": ["trial", "blow"]})
    use(table, "blow")
    assert (table.traque, table["petra"]["noirceur"]) == (1, 0)


@shows("heal")
@pytest.mark.parametrize(("count", "wounds"), [(1, 2), (3, 0), (9, 0)])
def test_a_card_heals(count: int, wounds: int) -> None:
    """LIF-1: from the last PV checked backwards, as many as there are."""
    table = trial(capacity({"op": "heal", "count": count}), by={"wounds": 3})
    use(table)
    assert table["petra"]["wounds"] == wounds


@shows("heal")
def test_healing_does_not_bring_back_a_rouage_out_of_combat() -> None:
    """LIF-4: an effect on a piece that has left the game does nothing."""
    card = capacity({"op": "heal", "who": {"who": ["allied"], "presence": "anywhere"}, "count": 2})
    table = trial(card, ally("dominik", life="SS", wounds=2, out=True))
    use(table)
    assert (table["dominik"]["wounds"], table["dominik"]["out"]) == (2, True)


# ---- tokens ----------------------------------------------------------------------------------------------------------


def given(op: str, token: str, count: Any = 1, who: str = "kubik", **target: Any) -> Json:
    """The tokens of Kubik (or of a marker beside Pétra) after some were given to it or taken from it."""
    kind = {"kind": "marker"} if who == "m" else {"who": ["adverse"]}
    card = capacity({"op": op, "who": "target", "token": token, "count": count}, targets=[kind])
    pieces = (marker("m", (5, 10)),) if who == "m" else (kubik(**target),)
    table = trial(card, *pieces)
    if who == "m" and target:
        position = table.position
        position["markers"][0]["tokens"] = target["tokens"]
        table = trial(card, **{k: position[k] for k in ("markers",)})
    use(table, target=who)
    return table[who]


@shows("give")
@pytest.mark.parametrize(
    ("token", "count", "key", "before", "now"),
    [
        ("noirceur", 2, "noirceur", 0, 2),
        ("noirceur", 2, "noirceur", 2, 3),
        ("action", 2, "actions", 1, 3),
        ("action", 2, "actions", 3, 4),
        ("stunned", 1, "states", [], ["stunned"]),
        ("stunned", 1, "states", ["stunned"], ["stunned"]),
        ("agenda", 2, "tokens", {}, {"agenda": 2}),
    ],
)
def test_tokens_are_given(token: str, count: int, key: str, before: Any, now: Any) -> None:
    """NOI-1, ACT-1 (never above that number), STA-1."""
    assert given("give", token, count, **{key: before})[key] == now


@shows("take")
@pytest.mark.parametrize(
    ("token", "count", "key", "before", "now"),
    [
        ("noirceur", 2, "noirceur", 3, 1),
        ("noirceur", 2, "noirceur", 1, 0),
        ("action", 3, "actions", 2, 0),
        ("stunned", 1, "states", ["stunned"], []),
        ("agenda", 1, "tokens", {"agenda": 2}, {"agenda": 1}),
    ],
)
def test_tokens_are_taken(token: str, count: int, key: str, before: Any, now: Any) -> None:
    """No more tokens are taken than there are."""
    assert given("take", token, count, **{key: before})[key] == now


@shows("give")
@pytest.mark.parametrize(("token", "name"), [("agenda", "agenda"), ("player", "1")])
def test_markers_bear_tokens(token: str, name: str) -> None:
    """A player's own lie on markers under their seat."""
    assert given("give", token, 2, "m")["tokens"] == {name: 2}


@shows("take")
@pytest.mark.parametrize(("token", "left"), [("player", {"2": 1}), ("adverse-player", {"1": 1})])
def test_markers_lose_tokens(token: str, left: Json) -> None:
    assert given("take", token, 1, "m", tokens={"1": 1, "2": 1})["tokens"] == left


@shows("give")
def test_a_token_too_many_is_fiel_for_both_at_once() -> None:
    """NOI-2, NOI-4: one effect brings both to 3: both lose."""
    give = {"op": "give", "who": {"who": ["self", "adverse"]}, "token": "noirceur"}
    table = trial(capacity(give), kubik(noirceur=3), by={"noirceur": 3}, fiel={"1": 2, "2": 2})
    use(table)
    assert table.match.outcome == ended(None, "fiel", {"1": 0, "2": 0})


def test_hostiles_take_no_noirceur() -> None:
    """NOI-7."""
    table = trial(capacity({"op": "give", "who": {"who": ["hostile"]}, "token": "noirceur"}), gargoule("g", (9, 8)))
    use(table)
    assert not any(event["kind"] == "noirceur" for event in table.match.journal)


@shows("ignore:noirceur", "give")
def test_one_may_be_given_no_noirceur() -> None:
    """GEN-1: by anything but a cost or tempting fate."""
    card = standing({"op": "ignore", "what": ["noirceur"]}, id="clean")
    give = capacity({"op": "give", "who": {"who": ["self", "allied"]}, "token": "noirceur"}, cost={"noirceur": 1})
    table = trial([card, give], ally("dominik", BESIDE), by={"capacities": ["clean", "trial"]})
    use(table)
    assert (table["petra"]["noirceur"], table["dominik"]["noirceur"]) == (1, 1)  # hers is what she paid


@shows("move")
@pytest.mark.parametrize(
    ("token", "count", "key", "before", "after"),
    [
        ("noirceur", 2, "noirceur", (0, 2), (2, 0)),
        ("noirceur", 3, "noirceur", (0, 1), (1, 0)),
        ("action", 2, "actions", (1, 3), (3, 1)),
        ("stunned", 1, "states", ([], ["stunned"]), (["stunned"], [])),
        ("agenda", 2, "tokens", ({}, {"agenda": 3}), ({"agenda": 2}, {"agenda": 1})),
    ],
)
def test_tokens_move(token: str, count: int, key: str, before: tuple[Any, Any], after: tuple[Any, Any]) -> None:
    """Only the tokens actually taken are given: those that Pétra and Kubik bear before and after."""
    move = {"op": "move", "of": "target", "to": "self", "token": token, "count": count}
    free = capacity(move, targets=[{"who": ["adverse"]}], frequency={"n": 1, "per": "phase"})
    table = trial(free, kubik(**{key: before[1]}), by={key: before[0]})
    use(table, target="kubik")
    assert (table["petra"][key], table["kubik"][key]) == after


# ---- what they may do ------------------------------------------------------------------------------------------------

ACTIONS: dict[str, Json] = {
    "walk": {"kind": "walk", "to": (5, 11)},
    "frontal": {"kind": "attack", "target": "kubik", "mode": "frontal"},
    "ranged": {"kind": "attack", "target": "kubik", "mode": "ranged"},
    "charge": {"kind": "charge", "target": "kubik", "to": (7.3, 8.0)},
    "rest": {"kind": "rest", "target": "petra", "remove": "noirceur"},
    "study": {"kind": "capacity", "capacity": "study", "targets": {"marker": "m"}},
}
FREE = (9, 8)


@shows("forbid")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_capacity_is_forbidden(action: str) -> None:
    """GEN-1: and nothing else is; a charge needs its walk and its attack."""
    where = NEAR if action == "frontal" else FREE
    pieces = (kubik(where), marker("m", (4, 8 + off(0.4))))
    card = standing({"op": "forbid", "actions": [action]})
    by = {"noirceur": 1, "shooting": 2}
    fields = {"rouage": "petra", **ACTIONS[action]}
    kind = fields.pop("kind")
    assert trial(card, *pieces, by={**by, "capacities": []}, agenda="survey").legal(kind, **fields)
    table = trial(card, *pieces, by=by, agenda="survey")
    assert table.refused("GEN-1", "forbidden", kind, **fields)["by"] == "trial"


@shows("forbid")
@pytest.mark.parametrize("part", ["walk", "frontal"])
def test_a_charge_needs_both_its_parts(part: str) -> None:
    table = trial(standing({"op": "forbid", "actions": [part]}), kubik(FREE))
    table.refused("GEN-1", "forbidden", "charge", rouage="petra", target="kubik", to=(7.3, 8.0))


@shows("forbid")
def test_reactions_and_fate_are_forbidden() -> None:
    """DOD-1, RIP-1, ROL-5, OPP-1: on both sides of an attack."""
    numb = standing({"op": "forbid", "actions": ["dodge", "riposte", "opportunity"]}, id="numb")
    calm = standing({"op": "forbid", "actions": ["tempt-fate", "coordinate"]})
    table = trial([numb, calm], kubik(dodge=2, capacities=["numb"]), ally("dominik", (9, 8), rank=1), dice=[1, 1, 1])
    table.refused("GEN-1", "forbidden", "coordinate", rouage="dominik")
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.refused("GEN-1", "forbidden", "react", dodge=True, riposte=None)
    table.refused("GEN-1", "forbidden", "react", dodge=False, riposte="combat")
    table.do("react", dodge=False, riposte=None)
    assert table.waiting == {"1": "act"}  # neither fate nor, without a success, a tactic
    table.walk("petra", (5, 11))
    assert table["petra"]["at"] == [127000, 279400]


@shows("allow")
@pytest.mark.parametrize(("cost", "left"), [(1, 2), (-1, 4), (-4, 4), (4, None)])
def test_a_capacity_costs_more_or_less(cost: int, left: int | None) -> None:
    """CAP-1: never less than nothing."""
    table = trial(standing({"op": "allow", "actions": ["walk"], "cost": cost}))
    if left is None:
        table.refused("CAP-1", "no-action-token", "walk", rouage="petra", to=(5.0, 11.0))
    else:
        table.walk("petra", (5, 11))
        assert table["petra"]["actions"] == left


@shows("allow")
@pytest.mark.parametrize(("more", "legal"), [(1, True), (0, False), (-1, False)])
def test_a_limit_is_raised(more: int, legal: bool) -> None:
    """WLK-1, ATK-1: once more in a phase."""
    card = standing({"op": "allow", "actions": ["walk", "frontal"], "more": more})
    table = trial(card, kubik(), by={"used": {"walk": 2, "attack": 2}})
    assert table.legal("walk", rouage="petra", to=(5.0, 11.0)) is legal
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal") is legal
    assert not table.legal("attack", rouage="petra", target="kubik", mode="ranged")


@shows("allow")
def test_charges_have_a_limit_of_their_own() -> None:
    """CHG-1, CHG-2: a third walk and a third attack are no third charge, unless that is raised too."""
    spent = {"walk": 2, "attack": 2, "charge": 2}
    both = standing({"op": "allow", "actions": ["walk", "frontal"], "more": 1})
    all_ = standing({"op": "allow", "actions": ["charge"], "more": 1}, id="ram")
    charge = {"rouage": "petra", "target": "kubik", "to": (7.3, 8.0)}
    trial(both, kubik(FREE), by={"used": spent}).refused("CHG-1", "limit-reached", "charge", **charge)
    table = trial([both, all_], kubik(FREE), by={"used": spent, "capacities": ["trial", "ram"]})
    assert table.legal("charge", **charge)


@shows("allow")
@pytest.mark.parametrize(("actions", "able"), [(1, True), (0, False)])
def test_a_card_can_put_a_cost_on_a_free_action(actions: int, able: bool) -> None:
    """GEN-1: coordinating, tempting fate and opportunity attacks are free, unless a card says otherwise."""
    card = standing({"op": "allow", "actions": ["coordinate", "tempt-fate", "opportunity"], "cost": 1})
    table = trial(card, ally("dominik", (9, 8), rank=1), by={"actions": actions, "rank": 3})
    assert table.legal("coordinate", rouage="dominik") is able
    if able:
        table.do("coordinate", rouage="dominik")
        assert table["petra"]["actions"] == 0
    table = trial(card, kubik(), by={"actions": actions + 1}, dice=[1] * 6 if able else [1] * 3)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    assert (table.waiting == {"1": "tempt-fate"}) is able
    table.settle(**({"reroll": True} if able else {}))
    assert (table["petra"]["actions"], table["petra"]["noirceur"]) == (0, int(able))
    mover = foe("kubik", NEAR)
    table = table_with(mover, petra(actions=actions), cards=card, active="kubik", dice=[6] * 3 if able else [])
    table.walk("kubik", (9, 8))
    if able:
        table.do("opportunity", attack=True)
    assert (table["kubik"]["wounds"], table["petra"]["actions"]) == ((3, 0) if able else (0, 0))


@shows("ignore:opportunity")
def test_leaving_may_provoke_nothing() -> None:
    """OPP-1."""
    table = trial(standing({"op": "ignore", "what": ["opportunity"]}), kubik())
    table.walk("petra", (5, 11))
    assert table["petra"]["at"] == [127000, 279400]


@shows("ignore:threat")
def test_nothing_may_engage_one() -> None:
    """ENG-2: neither its attacks nor its charges reach it, and it shoots freely."""
    card = standing({"op": "ignore", "what": ["threat"], "against": {"who": ["hostile"]}})
    table = trial(card, rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), foe("jana", (5, 3)), by={"shooting": 1}, dice=[5])
    table.shot("petra", "jana")
    assert table["jana"]["wounds"] == 1
    table.end()
    table.idle_until(lambda t: "plan" in t.waiting.values())
    assert table["petra"]["wounds"] == 0


@shows("ignore:stunned")
def test_a_stunned_token_may_do_nothing() -> None:
    """STA-2: it walks, and it engages."""
    table = trial(standing({"op": "ignore", "what": ["stunned"]}), by={"states": ["stunned"]})
    table.walk("petra", (5, 11))
    assert table["petra"]["states"] == ["stunned"]


@shows("ignore:pushes")
def test_one_may_not_be_moved_by_others() -> None:
    """MOV-4, MOV-5: neither by a tactic nor by a card; but by itself."""
    planted = standing({"op": "ignore", "what": ["pushes"]}, id="planted")
    push = capacity({"op": "push", "who": "target"}, targets=[{"who": ["adverse"]}], cost={"actions": 1})
    table = trial([planted, push], kubik(capacities=["planted"]), dice=[6, 6, 6])
    use(table, target="kubik")
    assert table.waiting == {"1": "act"}
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    table.refused("GEN-1", "immovable", "tactic", tactic="push-target")
    table.do("tactic", tactic=None)


# ---- gained ----------------------------------------------------------------------------------------------------------


@shows("gain")
def test_a_capacity_is_gained() -> None:
    """`self` in it is the one who gained it; it ends with its duration."""
    spark = capacity({"op": "give", "who": "self", "token": "noirceur"}, id="spark")
    card = capacity({"op": "gain", "who": "target", "capacity": spark}, targets=[{}], duration="activation")
    table = trial(card, ally("dominik", BESIDE, rank=1))
    use(table, target="dominik")
    table.do("coordinate", rouage="dominik")
    use(table, "spark", "dominik")
    assert table["dominik"]["noirceur"] == 1
    table.refused("CAP-1", "unknown-capacity", "capacity", rouage="petra", capacity="spark", targets={})
    table.end()
    assert table.position["effects"] == []


@shows("gain")
def test_a_capacity_is_gained_for_as_long_as_one_stands_near() -> None:
    """A permanent capacity gives another: within 3 in, and no farther."""
    tough = standing({"op": "change", "what": "combat", "by": 2}, id="tough")
    card = standing({"op": "gain", "who": {"who": ["allied"], "range": "3 in"}, "capacity": tough}, id="flag")
    for x, dice in ((8, 5), (9.5, 3)):
        table = table_with(
            ally("petra", (x, 8)), ally("flag", (5, 8), capacities=["flag"]), foe("kubik", (x + off(0.5), 8)),
            cards=card, active="petra", dice=[1] * dice,
        )  # fmt: skip
        table.frontal("petra", "kubik")


@shows("forbid")
def test_a_selection_is_fixed_when_the_effect_begins() -> None:
    """CAP-1: those within 4 in now may not shoot until the phase ends, wherever they go."""
    card = capacity(
        {"op": "forbid", "who": {"who": ["adverse"], "range": "4 in"}, "actions": ["ranged", "riposte"]},
        duration="phase",
    )
    table = trial(card, kubik((8, 8)), foe("jana", (14, 8)), block("d1", 1, 1, 2, 2))
    use(table)
    assert [(effect["piece"], effect["until"]) for effect in table.position["effects"]] == [("kubik", "phase")]


def test_the_target_of_a_capacity() -> None:
    """CAP-1, LOS-4, ACT-3, GEN-8: every key of a target that does not hold is a reason."""
    card = capacity({"op": "heal", "who": "target"}, targets=[{"who": ["allied"], "range": "3 in", "wounded": True}])
    table = trial(
        card,
        ally("dominik", (5, 10), wounds=1),
        ally("otto", (12, 12), wounds=1),
        ally("vera", (2.5, 8), wounds=1),
        ally("lida", (5, 6)),
        ally("mila"),
        kubik(wounds=1),
        block("d1", 3.6, 7, 3.9, 9),
    )
    no = {"rouage": "petra", "capacity": "trial"}
    table.refused("CAP-1", "too-far", "capacity", **no, targets={"target": "otto"})
    table.refused("LOS-4", "no-line-of-sight", "capacity", **no, targets={"target": "vera"})
    table.refused("CAP-1", "not-a-target", "capacity", **no, targets={"target": "lida"})
    table.refused("ACT-3", "not-on-bloc", "capacity", **no, targets={"target": "mila"})
    table.refused("CAP-1", "not-a-target", "capacity", **no, targets={"target": "kubik"})
    table.refused("CAP-1", "unknown-target", "capacity", **no, targets={"target": "nobody"})
    table.refused("CAP-1", "no-target", "capacity", **no, targets={})
    table.refused("CAP-1", "unknown-target", "capacity", **no, targets={"target": "dominik", "more": "otto"})
    use(table, target="dominik")
    assert table["dominik"]["wounds"] == 0


def test_off_the_bloc_one_targets_nothing() -> None:
    """ACT-3: but uses what targets nobody."""
    heal = capacity({"op": "heal", "who": "target"}, targets=[{"sight": False}], id="heal")
    calm = capacity({"op": "take", "who": "self", "token": "noirceur"})
    table = trial(
        [heal, calm], ally("dominik", BESIDE, wounds=1), by={"at": None, "noirceur": 2, "capacities": ["trial", "heal"]}
    )
    table.refused("ACT-3", "not-on-bloc", "capacity", rouage="petra", capacity="heal", targets={"target": "dominik"})
    use(table)
    assert table["petra"]["noirceur"] == 1


def test_options_say_what_can_be_used_on_whom() -> None:
    """CAP-1: a row for everything of the right side, with its reason; what `check` accepts is what is listed legal."""
    card = capacity({"op": "give", "who": "target", "token": "noirceur"}, targets=[{**FOE, "range": "3 in"}])
    table = trial(card, kubik(), foe("jana", (14, 14)), ally("dominik", (5, 11)))
    rows = {
        o["command"]["targets"].get("target"): o
        for o in table.asked("act")["options"]
        if o["command"].get("capacity") == "trial"
    }
    assert {id: row["legal"] for id, row in rows.items()} == {"kubik": True, "jana": False}
    assert rows["jana"]["why"]["code"] == "too-far"
    assert table.match.check("1", rows["kubik"]["command"]) is None


def test_a_stunned_rouage_uses_no_active_capacity() -> None:
    """STA-2."""
    table = trial(capacity({"op": "score"}), kubik(), by={"states": ["stunned"]})
    table.refused("STA-2", "stunned", "capacity", rouage="petra", capacity="trial", targets={})
