"""Triggered capacities among each other: whose turn, who is asked, what is paid, and how chains end (GEN-6)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.olomoc import Match
from tests.cards.trial import SCORE, SKIRMISH, TRIED, capacity, kubik, rouage_card, shows, table_with, use
from tests.rules.table import Json, Table, ally, ended, foe, rogue, um

BLOW = capacity({"op": "give", "who": {"who": ["adverse"]}, "token": "noirceur"}, id="blow", cost={"actions": 1})
"""The common effect of these capacities: each adverse rouage takes 1 Noirceur."""


def waits(id: str, *operations: Json, **keys: Any) -> Json:
    """A capacity that answers Noirceur taken by anybody."""
    anybody = {"who": ["self", "allied", "adverse"]}
    trigger = {"when": "token", "token": "noirceur", "subject": keys.pop("subject", anybody)}
    return capacity(*(operations or (SCORE,)), trigger=trigger, id=id, **keys)


def struck(*cards: Json, mine: Any = (), theirs: Any = (), more: Any = (), **keys: Any) -> Table:
    """Pétra's blow on Kubik, with capacities on either side that wait for it."""
    table = table_with(
        ally("petra", (5, 8), capacities=["blow", *mine]),
        kubik((9, 8), capacities=list(theirs)),
        *more,
        cards=[BLOW, *cards],
        active="petra",
        **keys,
    )
    use(table, "blow")
    return table


def order(table: Table, seat: str) -> list[str]:
    """The order that the seat is asked for: the first thing, and the list."""
    assert table.waiting == {seat: "choose"}
    prompt = table.asked("choose")["prompt"]
    assert prompt["code"] == "order"
    return [row["capacity"] for row in prompt["params"]["effects"]]


# ---- whose turn ------------------------------------------------------------------------------------------------------


def test_the_priority_player_goes_first_in_the_order_of_their_choice() -> None:
    """GEN-6: then the other, in theirs."""
    double = {"op": "score", "by": {"value": "track", "track": "points"}}
    give = {"op": "score", "player": "both"}
    cards = [waits("give", give), waits("double", double), waits("their-give", give), waits("their-double", double)]
    table = struck(*cards, mine=["give", "double"], theirs=["their-give", "their-double"], priority="2")
    assert order(table, "2") == ["their-give", "their-double"]
    table.do("choose", choice=1)
    assert table.points == {"1": 1, "2": 1}  # doubled nothing, then gave
    assert order(table, "1") == ["give", "double"]
    table.do("choose", choice=0)
    assert table.points == {"1": 4, "2": 2}


def test_first_those_of_no_player() -> None:
    """GEN-6: a hostile's, before the priority player's."""
    half = {"op": "score", "player": "both", "by": -1}
    cards = [waits("growl", half), waits("gain", {"op": "score", "by": 2})]
    beast = rogue("rogue-1", (14, 14), profile={"capacities": ["growl"]})
    table = struck(*cards, mine=["gain"], more=[beast], points={"1": 3, "2": 3})
    assert table.points == {"1": 4, "2": 2}
    kinds = [e["capacity"] for e in table.match.journal if e["kind"] == "capacity"]
    assert kinds == ["blow", "growl", "gain"]


def test_one_event_for_each_it_happens_to() -> None:
    """By one and the same event only once, and once for each event."""
    table = struck(waits("toll"), mine=["toll"], more=[foe("jana", (12, 8))])
    while table.waiting == {"1": "choose"}:
        table.do("choose", choice=0)
    assert table.points["1"] == 2
    assert [table[id]["noirceur"] for id in ("kubik", "jana")] == [1, 1]


# ---- asked, paid, counted --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [True, False])
def test_an_optional_one_is_asked(answer: bool) -> None:
    """The prompt says what happened; declining is its default."""
    table = struck(waits("may", optional=True), mine=["may"])
    decision = table.asked("choose")
    assert decision["default"] == {"kind": "choose", "choice": False}
    assert decision["prompt"]["code"] == "trigger"
    params = decision["prompt"]["params"]
    assert (params["rouage"], params["capacity"]) == ("petra", "may")
    assert params["event"] == {"when": "token", "moment": "after", "how": "noirceur", "subject": "kubik", "amount": 1}
    for wrong in (1, 0, "yes", None):
        table.refused("GEN-6", "not-a-choice", "choose", choice=wrong)
    table.do("choose", choice=answer)
    assert table.points["1"] == int(answer)


@pytest.mark.parametrize(("actions", "asked"), [(4, True), (2, False)])
def test_a_triggered_capacity_with_a_cost_is_offered_and_paid(actions: int, asked: bool) -> None:
    """CAP-1: one that costs something is always optional; who cannot pay is not asked."""
    card = waits("dear", cost={"actions": 2, "noirceur": 1}, subject={"who": ["adverse"]})
    table = struck(card, mine=["dear"]) if actions == 4 else poor(card, actions)
    assert (table.waiting == {"1": "choose"}) is asked
    if asked:
        table.do("choose", choice=True)
        assert (table["petra"]["actions"], table["petra"]["noirceur"], table.points["1"]) == (1, 1, 1)


def poor(card: Json, actions: int) -> Table:
    table = table_with(ally("petra", (5, 8), actions=actions, capacities=["blow", "dear"]), kubik((9, 8)),
                       cards=[BLOW, card], active="petra")  # fmt: skip
    use(table, "blow")
    return table


@pytest.mark.parametrize(("per", "next_phase"), [("phase", 2), ("cycle", 1), ("match", 1)])
def test_a_frequency_limits_uses_per_phase_cycle_or_match(per: str, next_phase: int) -> None:
    """CAP-1: twice struck, once answered; again when its time has come round."""
    table = struck(waits("once", frequency={"n": 1, "per": per}), mine=["once"])
    use(table, "blow")
    assert (table.points["1"], table["kubik"]["noirceur"]) == (1, 2)
    assert list(table["petra"]["used"].values()) == [1]
    table.end()
    assert bool(table["petra"]["used"]) is (per == "match")


def test_a_scoring_is_limited_too() -> None:
    """CAP-1: a capacity of the agenda that nobody bears counts for each player."""
    once = waits("tithe", frequency={"n": 1, "per": "cycle"}, subject={"who": ["adverse"]})
    agenda = {**SKIRMISH, "id": "tithes", "scoring": [once]}
    table = table_with(ally("petra", (5, 8), capacities=["blow"]), kubik((9, 8)), cards=BLOW,
                       sections={"agendas": {"tithes": agenda}}, agenda="tithes", active="petra")  # fmt: skip
    use(table, "blow")
    use(table, "blow")
    assert table.points == {"1": 1, "2": 0}
    assert table.position["used"] == {"1/tithe@cycle": 1}
    table.end()
    assert table.position["used"] == {}


def test_its_conditions_are_looked_at_when_its_turn_comes() -> None:
    """GEN-6: the first one's effect takes the second one's reason away."""
    few = {"test": "compare", "left": {"value": "track", "track": "points"}, "holds": "equal", "right": 0}
    table = struck(waits("one", conditions=[few]), waits("two", conditions=[few]), mine=["one", "two"])
    table.do("choose", choice=0)
    assert table.points["1"] == 1


def test_its_targets_are_asked_one_by_one() -> None:
    """CAP-1: only what can be chosen; a single one is taken; without any it does not come."""
    hand = {"op": "give", "who": "target", "token": "agenda"}
    card = waits("hand", hand, targets=[{"who": ["allied"], "range": um(6)}], optional=True)
    table = struck(card, mine=["hand"], more=[ally("dominik", (5, 10)), ally("otto", (5, 12)), ally("vera", (14, 2))])
    table.do("choose", choice=True)
    assert table.asked("choose")["prompt"]["params"]["choices"] == ["dominik", "otto"]
    table.refused("GEN-6", "not-a-choice", "choose", choice="vera")
    table.do("choose", choice="otto")
    assert table["otto"]["tokens"] == {"agenda": 1}
    table = struck(card, mine=["hand"], more=[ally("dominik", (5, 10))])
    table.do("choose", choice=True)
    assert table["dominik"]["tokens"] == {"agenda": 1}
    assert struck(card, mine=["hand"]).waiting == {"1": "act"}


def test_a_place_is_asked_too() -> None:
    """MOV-5."""
    drop = {"op": "place-marker", "marker": "crate", "spot": {"place": "place"}}
    table = struck(waits("drop", drop, targets=[{"kind": "place", "range": um(3)}]), mine=["drop"])
    table.refused("CAP-1", "too-far", "move", to=(14.0, 14.0))
    command = next(table.match.commands("1"))
    assert table.match.check("1", command) is None
    table.do("move", to=(5, 10))
    assert table["crate"]["at"] == [um(5), um(10)]


def test_one_that_can_wound_counts_as_an_attack() -> None:
    """CAP-4: whatever triggers it; past ATK-1's limit it does not come."""
    bite = waits("bite", {"op": "wound", "who": "subject"}, subject={"who": ["adverse"]})
    for used, wounds in ((1, 1), (2, 0)):
        table = table_with(ally("petra", (5, 8), capacities=["blow", "bite"], used={"attack": used}), kubik((9, 8)),
                           cards=[BLOW, bite], active="petra")  # fmt: skip
        use(table, "blow")
        assert (table["kubik"]["wounds"], table["petra"]["used"]["attack"]) == (wounds, 2)


# ---- chains ----------------------------------------------------------------------------------------------------------


def test_a_capacity_does_not_trigger_itself() -> None:
    """Not while it is itself being resolved for the same bearer."""
    echo = waits(
        "echo", {"op": "give", "who": "self", "token": "noirceur"}, SCORE, subject={"who": ["self", "adverse"]}
    )
    table = struck(echo, mine=["echo"])
    assert (table["petra"]["noirceur"], table.points["1"]) == (1, 1)


def test_two_capacities_that_trigger_each_other_end() -> None:
    """Each comes once in the chain of the other."""
    me = {"op": "give", "who": "self", "token": "noirceur"}
    ping, pong = waits("ping", me, SCORE), waits("pong", me, SCORE)
    table = struck(ping, pong, mine=["ping"], theirs=["pong"])
    assert table.points["1"] <= 3
    assert table.waiting in ({"1": "act"}, {})


def test_a_long_chain_is_stopped_and_the_log_says_so() -> None:
    """The stated rule: so many events within each other, and no deeper."""
    links = [
        capacity(
            {"op": "give", "who": "self", "token": "agenda"},
            SCORE,
            trigger={"when": "token", "token": "agenda", "subject": {"who": ["allied"], "cards": [f"c{n}"]}},
            id=f"link-{n}",
        )
        for n in range(9)
    ]
    start = capacity({"op": "give", "who": "self", "token": "agenda"}, id="start")
    cards = {f"c{n}": rouage_card(f"c{n}", []) for n in range(9)}
    pieces = [ally(f"p{n}", (1.5 * n + 1, 12), card=f"c{n}", capacities=[f"link-{n - 1}"]) for n in range(1, 9)]
    table = table_with(
        ally("petra", (5, 8), card="c0", capacities=["start"]), *pieces, cards=[*links, start], active="petra",
        sections={"rouages": cards},
    )  # fmt: skip
    use(table, "start")
    assert table.points["1"] == 5
    notes = [e["code"] for e in table.match.journal if e["kind"] == "noted"]
    assert notes == ["chain-stopped"]
    assert table.waiting == {"1": "act"}


# ---- one effect is one effect ----------------------------------------------------------------------------------------


def test_prevention_is_settled_before_the_end_is_judged() -> None:
    """NOI-4: both are about to reach 3 by one effect; one of them prevents it, and the other alone has lost."""
    veil = capacity(
        {"op": "prevent"}, trigger={"when": "token", "moment": "before", "token": "noirceur"}, optional=True, id="veil"
    )
    rain = capacity({"op": "give", "who": {"who": ["self", "adverse"]}, "token": "noirceur"}, id="rain")
    for answer, winner in ((True, "2"), (False, None)):
        table = table_with(
            ally("petra", (5, 8), noirceur=3, capacities=["rain"]), kubik((9, 8), noirceur=3, capacities=["veil"]),
            cards=[veil, rain], active="petra", fiel={"1": 2, "2": 2},
        )  # fmt: skip
        use(table, "rain")
        table.do("choose", seat="2", choice=answer)
        assert table.match.outcome == ended(winner, "fiel", {"1": 0, "2": 0})


def test_triggers_wait_until_the_effect_is_over() -> None:
    """LIF-4, ATK-5: both go out of combat together; only then does anybody answer."""
    count = {"op": "score", "by": {"value": "count", "of": {"who": ["allied", "adverse"], "presence": "anywhere"}}}
    see = capacity(
        count, trigger={"when": "out-of-combat", "subject": {"who": ["allied", "adverse"], "presence": "anywhere"}},
        frequency={"n": 1, "per": "phase"}, id="see",
    )  # fmt: skip
    vera = ally("vera", (14, 14), capacities=["see"])
    pieces = (ally("petra", (5, 8), life="S"), kubik(life="S", combat=1), vera)
    table = table_with(*pieces, cards=see, active="petra", dice=[6, 6, 6, 6])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.settle(riposte="combat")
    if table.waiting == {"1": "choose"}:
        table.do("choose", choice=0)
    assert (table["petra"]["out"], table["kubik"]["out"], table.traque) == (True, True, 2)
    assert table.points["1"] == 0


@shows("token", "prevent")
def test_a_match_can_be_saved_in_the_middle_of_an_occasion() -> None:
    """The very same questions, the same end; and the journal replays to it."""
    veil = capacity(
        {"op": "roll", "branches": [{"faces": [5, 6], "operations": [{"op": "prevent", "count": 1}]}]},
        trigger={"when": "token", "moment": "before", "token": "noirceur"}, optional=True, id="veil",
    )  # fmt: skip
    table = struck(veil, waits("a"), waits("b"), mine=["a", "b"], theirs=["veil"], dice=[4])
    for seat, answer in (("2", True), ("1", 1)):
        position = json.loads(json.dumps(table.position))
        again = Match.from_position(position, dice=[4], shelf={"trial": TRIED[-1]})
        assert again.position() == table.position
        assert again.decisions[seat]["prompt"] == table.match.decisions[seat]["prompt"]
        table.do("choose", seat=seat, choice=answer)
    assert (table.points["1"], table["kubik"]["noirceur"]) == (2, 1)
    assert Match.replay({}, json.loads(json.dumps(table.match.journal))).position() == table.position


def test_secrets_stay_secret_in_occasions() -> None:
    """CYC-3: what another seat sees of a trigger names pieces and cards that lie open, and no hand."""
    table = struck(waits("may", optional=True), mine=["may"])
    view = table.match.view("2")
    hidden = {*table.position["ministries"]["1"], *table.position["artefact"]}
    shown = json.dumps([view["resolving"], view["effects"], [row for row in view["log"] if row["kind"] != "began"]])
    assert '"may"' in shown
    assert not any(f'"{card}"' in shown for card in hidden)
    assert view["decision"] is None
    assert view["waiting"] == {"1": "choose"}


def test_a_trial_by_combat() -> None:
    """ATK-2: a capacity that wounds in answer to a wound, in the middle of an attack, and the attack ends well."""
    spite = capacity(
        {"op": "wound", "who": "object", "count": 9}, trigger={"when": "wounded", "moment": "after"}, id="spite"
    )
    table = table_with(ally("petra", (5, 8)), kubik(capacities=["spite"]), cards=spite, active="petra", dice=[6, 1, 1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.settle()
    assert (table["petra"]["out"], table["kubik"]["wounds"], table["kubik"]["noirceur"]) == (True, 1, 1)
    assert table.position["active"] is None
