"""One row for every way to be refused: a table, what is said there, and the whole refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from rules.olomoc import Match
from rules.olomoc.packs import load
from tests.cards.trial import capacity, kubik, standing, trial, use
from tests.rules.table import (
    MINISTRIES,
    PLANS,
    Json,
    Piece,
    Table,
    ally,
    block,
    cycle,
    foe,
    marker,
    off,
    planning,
    rogue,
    um,
)

HERE = (5, 8)
NEAR = (5 + off(0.5), 8)
FREE = (5 + off(3), 8)
"""The place of Pétra, and those half an inch and 3 in from her."""
WALL = block("wall", 6.5, 5, 7, 11)
ANY = {"targets": [{"who": ["adverse"]}]}


@dataclass(frozen=True)
class Row:
    """`params` None: there is more in it than a row can say. `reaction`: for odds; `more`: completes an option."""

    clause: str
    code: str
    table: Callable[[], Table]
    command: Json
    params: Json | None
    seat: str | None = None
    reaction: Json | None = None
    more: Json = field(default_factory=dict)


# ---- tables ----------------------------------------------------------------------------------------------------------


def bench(*pieces: Piece, **petra: object) -> Callable[[], Table]:
    """Pétra, active, and any others there are."""
    keys = {key: petra.pop(key) for key in ("by", "agenda", "dice") if key in petra}
    return lambda: Table(ally("petra", HERE, **petra), *pieces, active="petra", spare=True, **keys)


def after(make: Callable[[], Table], *commands: Json) -> Callable[[], Table]:
    """The table once these have been said, each by the seat that owes the answer or by its `seat`."""

    def table() -> Table:
        made = make()
        for command in commands:
            row = dict(command)
            made.match.submit(row.pop("seat", None) or next(iter(made.match.asked)), row)
        return made

    return table


def new(seed: int = 3, *commands: Json, **options: str) -> Callable[[], Table]:
    """A match from its start."""
    return after(lambda: Table(match=Match.new({"agenda": "survey", **options}, seed), spare=True), *commands)


def crowded() -> Table:
    """The Bloc is covered with decor, and more is to be placed."""
    position = new(decor="placed")().position
    quarters = [(0, 0), (8, 0), (0, 8), (8, 8)]
    position["decor"] = [block(f"q{x}{y}", x, y, x + 8, y + 8, kind="open")[1] for x, y in quarters]
    return Table(match=Match.from_position({**position, "markers": []}, dice=[]), spare=True)


def card(*operations: Json, others: tuple[Piece, ...] = (kubik(),), **keys: object) -> Callable[[], Table]:
    """Pétra with an active capacity that does this."""
    return lambda: trial(capacity(*operations, **keys), *others)


def used(*operations: Json, **keys: object) -> Callable[[], Table]:
    """The same, once she has used it."""

    def table() -> Table:
        made = card(*operations, **keys)()
        use(made, **({"target": "kubik"} if "targets" in keys else {}))
        return made

    return table


def borne(operation: Json, *, at: object = NEAR, by: str = "petra", **keys: object) -> Callable[[], Table]:
    """Pétra or Kubik has a permanent capacity."""
    mine, theirs = (["trial"], []) if by == "petra" else ([], ["trial"])
    dice = keys.pop("dice", ())
    pieces = (kubik(at, capacities=theirs), ally("dominik", (5, 8 + off(0.5)), rank=1))
    return lambda: trial(standing(operation), *pieces, by={"capacities": mine, **keys}, dice=dice)


def struck(*pieces: Piece, dice: tuple[int, ...] = (), **petra: object) -> Callable[[], Table]:
    """Pétra has attacked Kubik, who is to react."""
    return after(bench(*pieces, dice=dice, **petra), FRONTAL)


def rogues() -> Table:
    """Nobody is on the Bloc but three Rogues, and one of them has been activated."""
    three = [rogue(f"rogue-{n}", (4 * n, 4)) for n in (1, 2, 3)]
    made = Table(ally("petra"), *three, active="petra", cycle=4, spare=True)
    made.end()
    made.do("hostile", rouage="rogue-1")
    return made


def prowling() -> Table:
    """A Rogue is to walk directly toward Pétra."""
    made = Table(ally("petra", HERE), rogue("rogue-1", (14, 8)), active="petra", cycle=4, spare=True)
    made.end()
    return made


def said(kind: str, **fields: object) -> Json:
    return {"kind": kind, **{k: [um(v[0]), um(v[1])] if isinstance(v, tuple) else v for k, v in fields.items()}}


END, CONCEDE, DRAW = said("end"), said("concede"), said("propose", what="draw")
PETRA = partial(said, rouage="petra")
WALK = partial(PETRA, "walk")
FRONTAL = PETRA("attack", target="kubik", mode="frontal")
SHOT = {**FRONTAL, "mode": "ranged"}
CHARGE = PETRA("charge", target="kubik", to=(6.5, 8))
REST = PETRA("rest", target="dominik", remove="noirceur")
STUDY = PETRA("capacity", capacity="study", targets={"marker": "m1"})
TRIAL = partial(PETRA, "capacity", capacity="trial")
DODGE = said("react", dodge=True, riposte=None)
JOIN = said("coordinate", rouage="dominik")
EDGE = said("choose-edge", edge="north")
NOTHING = {"kind": "react", "dodge": False, "riposte": None}
OUT = {"at": None, "out": True, "wounds": 6}


def laid(x: float, y: float) -> Json:
    return {"x": um(x), "y": um(y), "angle": 0}


def changed(**change: object) -> Json:
    return said("propose", what="adjustment", changes=[change])


def aimed(**target: object) -> Callable[[], Table]:
    """A capacity of this target, and many who may be it."""
    others = (kubik(), foe("jana", (5, 8 - off(3))), foe("vera", (9, 8)), ally("otto"), block("wall", 7.5, 7, 8, 9))
    return card({"op": "heal"}, others=others, targets=[{"who": ["adverse", "allied"], **target}])


def spot(place: tuple[float, float]) -> Json:
    return TRIAL(targets={"place": [um(place[0]), um(place[1])]})


PLACED = card(
    {"op": "place-marker", "marker": "crate", "spot": {"place": "place"}},
    others=(block("wall", 6, 6, 6.5, 10),),
    targets=[{"kind": "place", "range": um(3), "sight": True}],
)
DISPLACED = partial(used, others=(kubik((12, 8)),), **ANY)
PIECES = {piece.id: piece for piece in load("core").decor["pump-hall"].pieces}


SAYING = [
    # ---- what was said
    Row("GEN-2", "unknown-command", bench(), said("dance"), {}),
    Row("GEN-2", "bad-shape", bench(), WALK(to="north"), {}),
    Row("GEN-2", "not-a-seat", bench(), END, {}, seat="3"),
    Row("GEN-2", "not-now", bench(), DODGE, {}),
    Row("GEN-2", "not-your-turn", bench(), END, {"waiting": ["1"]}, seat="2"),
    Row("GEN-2", "stale", bench(), {**END, "decision": "old"}, {"decision": "old"}),
    Row("END-1", "over", after(bench(), CONCEDE), END, {}, seat="1"),
    # ---- who acts
    Row("CAP-1", "not-active", bench(ally("dominik", FREE)), {**WALK(to=FREE), "rouage": "dominik"},
        {"rouage": "dominik"}),
    Row("ACT-3", "not-on-bloc", lambda: Table(ally("petra"), active="petra"), WALK(to=FREE), {"rouage": "petra"}),
    Row("ACT-3", "not-on-bloc", bench(foe("kubik")), FRONTAL, {"rouage": "kubik"}),
    Row("ACT-3", "not-on-bloc", bench(ally("dominik", noirceur=1)), REST, {"rouage": "dominik"}),
    Row("ACT-3", "not-on-bloc", aimed(range="2 in"), TRIAL(targets={"target": "otto"}), {"rouage": "otto"}),
    Row("LIF-4", "out-of-combat", bench(ally("dominik", **OUT)), JOIN, {"rouage": "dominik"}),
    Row("STA-2", "stunned", bench(states=["stunned"]), WALK(to=FREE), {"rouage": "petra"}),
    Row("CAP-1", "no-action-token", bench(foe("kubik", FREE), actions=1), CHARGE,
        {"rouage": "petra", "cost": 2, "left": 1}),
    Row("WLK-1", "limit-reached", bench(used={"walk": 2}), WALK(to=FREE),
        {"rouage": "petra", "what": "walk", "limit": 2}),
    Row("ATK-1", "limit-reached", bench(kubik(), used={"attack": 2}), FRONTAL,
        {"rouage": "petra", "what": "attack", "limit": 2}),
    Row("CHG-2", "limit-reached", bench(kubik(FREE), used={"attack": 2}), CHARGE,
        {"rouage": "petra", "what": "attack", "limit": 2}),
    Row("CAP-2", "limit-reached", used({"op": "score"}), TRIAL(targets={}),
        {"rouage": "petra", "what": "trial@activation", "limit": 1}),
    # ---- targets
    Row("CHG-1", "cannot-engage", borne({"op": "ignore", "what": ["threat"]}, at=FREE, by="kubik"), CHARGE,
        {"target": "kubik", "by": "trial"}),
    Row("ATK-3", "no-target", bench(), PETRA("attack", mode="frontal"), {"rouage": "petra"}),
    Row("CAP-1", "no-target", aimed(), TRIAL(targets={}), {"rouage": "petra", "as": "target"}),
    Row("RNG-1", "unknown-target", bench(), {**SHOT, "target": "nobody"}, {"target": "nobody"}),
    Row("CAP-1", "unknown-target", bench(marker("m2", FREE), agenda="survey"), STUDY, {"target": "m1"}),
    Row("CAP-1", "unknown-target", aimed(), TRIAL(targets={"target": [1, 2]}), {"target": [1, 2], "as": "target"}),
    Row("CAP-1", "unknown-target", aimed(), TRIAL(targets={"target": "kubik", "more": "jana"}), {"target": ["more"]}),
    Row("ATK-3", "not-adverse", bench(ally("kubik", NEAR)), FRONTAL, {"target": "kubik"}),
    Row("RST-1", "not-allied", bench(kubik()), {**REST, "target": "kubik"}, {"target": "kubik"}),
    Row("COO-1", "not-allied", bench(kubik()), {**JOIN, "rouage": "kubik"}, {"target": "kubik"}),
    Row("LOS-4", "no-line-of-sight", bench(kubik(FREE), WALL, shooting=1), SHOT,
        {"rouage": "petra", "target": "kubik", "by": ["wall"]}),
    Row("LOS-4", "no-line-of-sight", aimed(sight=True), TRIAL(targets={"target": "vera"}),
        {"rouage": "petra", "target": "vera", "by": ["wall"]}),
    Row("LOS-4", "no-line-of-sight", PLACED, spot((7.5, 8)), {"rouage": "petra", "as": "place", "by": ["wall"]}),
    Row("ATK-3", "not-engaged", bench(kubik(FREE)), FRONTAL, {"rouage": "petra", "target": "kubik", "distance": 300}),
    Row("RIP-1", "not-engaged", after(bench(kubik(FREE), shooting=2), SHOT), {**NOTHING, "riposte": "combat"},
        {"rouage": "kubik", "target": "petra", "distance": 300}),
    Row("RNG-1", "not-free", bench(kubik(), foe("jana", FREE), shooting=1), {**SHOT, "target": "jana"},
        {"rouage": "petra", "by": ["kubik"]}),
    Row("CHG-1", "not-free", bench(kubik(FREE), rogue("it", (5, 8 + off(0.5, 30, 40)))), CHARGE,
        {"rouage": "petra", "by": ["it"]}),
    Row("RNG-1", "target-not-free", bench(kubik(FREE), ally("otto", (5 + off(3) + off(1), 8)), shooting=1), SHOT,
        {"target": "kubik", "by": ["otto"]}),
    Row("RNG-1", "no-shooting", bench(kubik(FREE)), SHOT, {"rouage": "petra"}),
    Row("ROL-4", "no-dice", struck(kubik(dodge=0)), DODGE, {"rouage": "kubik", "what": "dodge"}),
    Row("ROL-4", "no-dice", bench(kubik((5 + off(4.5), 8)), shooting=2), SHOT, {"rouage": "petra", "what": "shooting"}),
    Row("RNG-1", "not-nearest", bench(kubik(FREE), foe("jana", (5, 8 - off(2.5))), shooting=1), SHOT,
        {"target": "kubik", "nearest": "jana", "distance": 250}),
    # ---- movements
    Row("MOV-1", "off-bloc", lambda: Table(ally("petra", (5, 2)), active="petra"), WALK(to=(5, 0.2)),
        {"rouage": "petra", "by": []}),
    Row("MOV-1", "off-bloc", bench(), changed(piece="petra", at=[0, 0]), {"piece": "petra", "by": [], "change": 0}),
    Row("MOV-1", "off-bloc", PLACED, spot((-1, 8)), {"rouage": "petra", "as": "place"}),
    Row("MOV-1", "overlap", bench(kubik(FREE), marker("m1", (8, 7))), WALK(to=(8.5, 7.5)),
        {"rouage": "petra", "by": ["kubik", "m1"]}),
    Row("MOV-2", "no-contact", bench(), WALK(to=(7.6, 6), ruler=laid(5 + off(0) / 2 + 2, 8)),
        {"rouage": "petra", "by": []}),
    Row("MOV-2", "on-ruler", bench(), WALK(to=(8, 8), ruler=laid(5 + off(0) / 2 + 2, 8)),
        {"rouage": "petra", "by": []}),
    Row("MOV-2", "no-ruler", bench(), WALK(to=(12, 8)), {"rouage": "petra", "by": []}),
    Row("MOV-2", "no-ruler", bench(block("wall", 5.7, 0, 6.2, 16, kind="open")), WALK(to=(7.5, 8)),
        {"rouage": "petra", "by": ["wall"]}),
    Row("MOV-3", "no-length", bench(), WALK(to=HERE), {"rouage": "petra", "by": []}),
    Row("RST-1", "too-far", bench(ally("dominik", FREE, noirceur=1)), REST,
        {"rouage": "petra", "target": "dominik", "distance": 300}),
    Row("CAP-1", "too-far", bench(marker("m1", (5, 8 - off(2.25))), agenda="survey"), STUDY,
        {"rouage": "petra", "target": "m1", "distance": 225}),
    Row("CAP-1", "too-far", aimed(range="2 in"), TRIAL(targets={"target": "jana"}),
        {"rouage": "petra", "target": "jana", "distance": 300}),
    Row("CAP-1", "too-far", aimed(edge="own", edge_range="1 in"), TRIAL(targets={"target": "jana"}), None),
    Row("CAP-1", "too-far", PLACED, spot((5, 13)), {"rouage": "petra", "as": "place", "distance": 441}),
    Row("MOV-5", "too-far",
        used({"op": "place", "spot": {"near": "self", "range": "1 in"}, "who": "target"}, **ANY),
        said("move", to=(5, 12)), {"rouage": "kubik", "distance": 282}),
    Row("CHG-1", "not-engaging", bench(kubik(FREE)), {**CHARGE, "to": [um(5.5), um(8)]},
        {"target": "kubik", "distance": 250}),
    Row("CHG-1", "no-destination", bench(kubik(FREE)), PETRA("charge", target="kubik"), {"rouage": "petra"}),
    Row("CHG-4", "out-of-reach", bench(kubik((14, 8))), CHARGE, {"target": "kubik", "distance": 782}),
    Row("ENG-4", "not-toward", DISPLACED({"op": "displace", "direction": "toward", "of": "target"}),
        said("move", to=(4, 8)), {"rouage": "petra", "target": "kubik", "distance": 682}),
    Row("ENG-4", "not-away", DISPLACED({"op": "displace", "direction": "away", "of": "target"}),
        said("move", to=(6, 8)), {"rouage": "petra", "target": "kubik", "distance": 482}),
    Row("ENG-4", "not-directly", DISPLACED({"op": "displace", "direction": "directly-toward", "of": "target"}),
        said("move", to=(6, 8)), None),
    Row("ENG-4", "not-directly", prowling, said("move", to=(13, 8)), None),
    Row("HOS-4", "not-optional", prowling, said("move", decline=True), {"rouage": "rogue-1"}),
    Row("CAP-1", "not-optional", used({"op": "displace", "optional": False}), said("move", decline=True),
        {"rouage": "petra"}),
    Row("ACT-2", "not-entering", after(bench(ally("dominik", rank=1, revealed=True), rank=3), JOIN),
        PETRA("enter", to=(8, 15)), {"rouage": "petra", "entering": "dominik"}),
    # ---- resting, capacities
    Row("RST-1", "nothing-to-remove", bench(ally("dominik", NEAR)), REST, {"target": "dominik", "what": "noirceur"}),
    Row("CAP-1", "unknown-capacity", bench(), STUDY, {"capacity": "study"}),
    Row("CAP-1", "unknown-capacity", bench(), TRIAL(targets={}), {"capacity": "trial"}),
    Row("ATK-4", "too-few-successes", after(struck(kubik(), dice=(5, 1, 1)), NOTHING, said("tempt-fate", reroll=False)),
        said("tactic", tactic="stun"), {"tactic": "stun", "cost": 2, "left": 1}),
    Row("CAP-1", "conditions", card({"op": "score"}, conditions=[{"test": "is", "like": {"who": ["adverse"]}}]),
        TRIAL(targets={}), {"capacity": "trial"}),
    Row("CAP-1", "not-a-target", aimed(status=["corrupted"]), TRIAL(targets={"target": "kubik"}),
        {"target": "kubik", "why": "wrong-status"}),
    Row("CAP-1", "too-near", aimed(beyond="1 in"), TRIAL(targets={"target": "kubik"}),
        {"rouage": "petra", "target": "kubik", "distance": 50}),
    Row("GEN-1", "forbidden", borne({"op": "forbid", "actions": ["walk"]}), WALK(to=(5, 5)),
        {"rouage": "petra", "what": "walk", "by": "trial"}),
    Row("GEN-1", "immovable",
        after(borne({"op": "ignore", "what": ["pushes"]}, by="kubik", dice=(6, 6, 6)),
              FRONTAL, NOTHING),
        said("tactic", tactic="push-target"), {"rouage": "kubik", "by": "trial"}),
    Row("CAP-1", "not-granted", used({"op": "act", "who": "self", "action": "walk"}, others=()), REST,
        {"rouage": "petra", "what": "walk"}),
    # ---- coordination
    Row("COO-1", "no-one-to-coordinate", bench(), said("coordinate"), {"target": "petra"}),
    Row("COO-1", "not-revealed", bench(ally("dominik", revealed=False), rank=3), JOIN, {"rouage": "dominik"}),
    Row("COO-1", "rank-not-lower", bench(ally("dominik", rank=3, revealed=True), rank=2), JOIN,
        {"rouage": "dominik", "rank": 3, "leader": 2}),
    Row("COO-2", "by-propaganda", bench(ally("dominik", rank=1, revealed=True), rank=3, by="propaganda"), JOIN, {}),
    Row("COO-1", "already-coordinated", after(bench(ally("dominik", NEAR, rank=1, revealed=True), rank=3), JOIN),
        JOIN, {}),
    # ---- plans, hostiles, choices
    *(
        Row(clause, "bad-plan", planning, said("plan", slots=list(slots)), params, seat="1")
        for clause, slots, params in (
            ("CYC-3", ("petra",), {"why": "five-cards", "cards": 1}),
            ("CYC-3", ("petra", "petra", "security", "dominik", "kubik"), {"why": "not-in-hand", "card": "petra"}),
            ("CYC-3", ("petra", "axe-1", "security", "dominik", "kubik"), {"why": "one-ministry", "ministries": 2}),
            ("MIN-1", ("petra", "security", "kubik", "dominik", "propaganda"),
             {"why": "slot", "card": "security", "slot": 2, "slots": [3]}),
        )
    ),
    Row("CYC-5", "already-activated", rogues, said("hostile", rouage="rogue-1"), {"rouage": "rogue-1"}),
    Row("CYC-5", "not-hostile", rogues, PETRA("hostile"), {"rouage": "petra"}),
    Row("CYC-4.2", "not-allied", partial(cycle, ("propaganda", "kubik", "security", "dominik", "petra"),
        ("propaganda", "jana", "hynek", "otto", "effort"), artefact=[], at={"petra": HERE}),
        said("activate", rouage="jana"), {"target": "jana"}, seat="1"),
    Row("GEN-6", "not-a-choice", used({"op": "choose", "by": "controller", "options": [
        {"text": {"en": "One"}, "operations": [{"op": "score"}]}, {"text": {"en": "Nothing"}}]}),
        said("choose", choice=2), {}),
    # ---- cabals
    Row("CAB-1", "bad-cabal", new(1, EDGE), said("compose", cabal={"faction": "stokers", "rouages": []}), None,
        seat="1"),
    Row("CAB-3", "taken", new(1, EDGE, said("draft", card="petra-kantor"), composition="draft"),
        said("draft", card="petra-kantor"), {"card": "petra-kantor"}),
    Row("CAB-3", "unknown-card", new(1, EDGE, composition="draft"), said("draft", card="nobody"), {"card": "nobody"}),
    Row("GEN-1", "unknown-card", bench(), changed(card="nothing", **{"from": "discard", "to": "artefact"}),
        {"card": "nothing", "change": 0}),
    Row("CAB-3", "not-this-turn", new(1, EDGE, composition="draft"),
        said("draft", card="riot-shield", bearer="petra-kantor"), {"card": "riot-shield", "bearer": "petra-kantor"}),
    Row("CAB-3", "no-legal-cabal-left",
        new(1, EDGE, said("draft", card="petra-kantor"), said("draft", card="jana-novak"), composition="draft"),
        said("draft", card="bohdan-zelenka"), {"card": "bohdan-zelenka"}),
    # ---- setting up
    Row("SET-4", "not-an-edge", new(), said("choose-edge", edge="east"),
        {"edge": "east", "edges": ["south", "north"]}),
    Row("SET-3", "unknown-decor", new(decor="placed"), said("place-decor", decor="tower", x=0, y=0, angle=0),
        {"decor": "tower"}),
    Row("SET-3", "edge-close", new(decor="placed"), said("place-decor", decor="railing", x=um(4), y=um(1), angle=0),
        {"decor": "railing", "by": []}),
    Row("SET-3", "too-close", new(decor="placed"), said("place-decor", decor="railing", x=um(8), y=um(5), angle=0),
        None),
    Row("SET-3", "off-bloc", new(decor="placed"), said("place-decor", decor="railing", x=0, y=0, angle=0),
        {"decor": "railing", "by": []}),
    # ---- proposals
    Row("GEN-2", "proposal-pending", after(bench(), DRAW), DRAW, {"by": "1"}, seat="2"),
    Row("GEN-2", "already-proposed", after(bench(), DRAW, said("adjust", accept=False)), DRAW, {"what": "draw"}),
    Row("GEN-2", "nothing-to-undo", bench(), said("undo"), {}),
    Row("LIF-4", "unknown-piece", bench(), changed(piece="nobody", noirceur=1), {"piece": "nobody", "change": 0}),
    Row("LIF-1", "too-many-wounds", bench(), changed(piece="petra", wounds=7),
        {"piece": "petra", "most": 6, "change": 0}),
    Row("GEN-1", "not-a-zone", partial(planning, ministries=MINISTRIES),
        changed(card="security", **{"from": "hand-1", "to": "artefact"}),
        {"card": "security", "to": "artefact", "change": 0}, seat="1"),
    Row("SET-5", "not-your-hand", planning, changed(card="axe-2", **{"from": "hand-2", "to": "spent"}),
        {"card": "axe-2", "change": 0}, seat="1"),
    Row("CYC-3", "in-plan", after(planning, said("plan", seat="1", slots=list(PLANS["1"]))),
        changed(card="security", **{"from": "hand-1", "to": "spent"}), {"card": "security", "change": 0}, seat="1"),
    Row("CYC-3", "no-such-slots", planning, changed(seat="1", swap=[1, 2]), {"slots": [1, 2], "change": 0}, seat="1"),
    Row("CAP-1", "not-by-hand", bench(), {**changed(piece="petra", noirceur=1), "card": "security"},
        {"card": "security"}),
]  # fmt: skip

ASKING = [
    Row("CAP-4", "not-an-attack", bench(), END, {}),
    Row("OPP-2", "no-reaction", bench(kubik()), WALK(to=(5, 11)), {}, reaction=DODGE),
]

OPTIONS = [
    Row("SET-3", "no-room", crowded, said("place-decor", decor="railing"), {"decor": "railing"},
        more={"x": um(8), "y": um(8), "angle": 0}),
]  # fmt: skip
