"""Every code that a refusal of this engine can have, and the parameters that always come with it.

The sentences of a screen may rely on these parameters. Some refusals carry more.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, frozenset[str]] = {
    code: frozenset(params.split())
    for code, params in {
        # shape of the command
        "unknown-command": "",
        "bad-shape": "",
        "not-a-seat": "",
        "not-now": "",
        "not-your-turn": "waiting",
        "stale": "decision",
        "over": "",
        # acting rouage
        "not-active": "rouage",
        "not-on-bloc": "rouage",
        "out-of-combat": "rouage",
        "stunned": "rouage",
        "no-action-token": "rouage cost left",
        "limit-reached": "rouage what limit",
        # targets
        "cannot-engage": "target by",
        "no-target": "rouage",
        "unknown-target": "target",
        "not-adverse": "target",
        "not-allied": "target",
        "no-line-of-sight": "rouage by",
        "not-engaged": "rouage target distance",
        "not-free": "rouage by",
        "target-not-free": "target by",
        "no-shooting": "rouage",
        "no-dice": "rouage what",
        "not-nearest": "target nearest distance",
        # movements
        "off-bloc": "",
        "overlap": "by",
        "no-contact": "rouage",
        "on-ruler": "rouage",
        "no-ruler": "rouage by",
        "no-length": "rouage",
        "too-far": "distance",
        "not-engaging": "target distance",
        "no-destination": "rouage",
        "out-of-reach": "target distance",
        "not-toward": "rouage target distance",
        "not-away": "rouage target distance",
        "not-directly": "target distance within",
        "not-optional": "rouage",
        "not-entering": "rouage entering",
        # resting, capacities
        "nothing-to-remove": "target what",
        "unknown-capacity": "capacity",
        "too-few-successes": "tactic cost left",
        "conditions": "capacity",
        "not-a-target": "target why",
        "too-near": "rouage target distance",
        "forbidden": "rouage what by",
        "immovable": "rouage by",
        "not-granted": "rouage what",
        # coordination
        "no-one-to-coordinate": "",
        "not-revealed": "rouage",
        "rank-not-lower": "rouage rank leader",
        "by-propaganda": "",
        "already-coordinated": "",
        # plans, hostiles, choices
        "bad-plan": "why",
        "already-activated": "rouage",
        "not-hostile": "rouage",
        "not-a-choice": "",
        # cabals
        "bad-cabal": "problems",
        "taken": "card",
        "unknown-card": "card",
        "not-this-turn": "card",
        "no-legal-cabal-left": "card",
        # setting up
        "not-an-edge": "edge edges",
        "unknown-decor": "decor",
        "edge-close": "decor",
        "too-close": "decor by",
        "no-room": "decor",
        # proposals
        "proposal-pending": "by",
        "already-proposed": "what",
        "nothing-to-undo": "",
        "unknown-piece": "piece",
        "too-many-wounds": "piece most",
        "not-a-zone": "card to",
        "not-your-hand": "card",
        "in-plan": "card",
        "no-such-slots": "slots",
        "not-by-hand": "card",
        # odds
        "not-an-attack": "",
        "no-reaction": "",
    }.items()
}
"""The parameters of each code: ids, counts, distances in hundredths of an inch."""
