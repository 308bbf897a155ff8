"""The answers to a question by presses on the table: on sectors, stacks, cards, seats, and places to aim at.

The engine says which of these answers are legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from webapp.games.contract import Json
from webapp.games.diktat.city import NOTHING, Acts
from webapp.games.diktat.intents import Prepare, reason, sent
from webapp.games.diktat.names import Names
from webapp.games.diktat.offer_form import Check

AIMED = ("look", "kill")
"""Kinds of questions that are answered by a place."""


class Answers:
    """The answers to one question (None: nothing is asked), with the command in preparation; `check` is the
    engine's."""

    def __init__(self, names: Names, decision: Json | None, draft: Prepare, check: Check) -> None:
        self.names, self.decision, self.draft, self.check = names, decision, draft, check

    def acts(self) -> Acts:
        """The intents of presses on the table."""
        decision = self.decision
        if decision is None:
            return NOTHING
        if decision["kind"] == "manoeuvre" and self.draft.what in ("", "send"):
            return self._sending_acts()
        if decision["kind"] in AIMED or self.draft.what in ("spy", "assassinate"):
            return self._aiming_acts()
        return self._choice_acts(decision)

    def _sending_acts(self) -> Acts:
        """SND-1: the sectors that a team can be sent to."""
        draft, own = self.draft, self.names.own_agents()
        sectors = {}
        for key in self.names.view["sectors"]:
            command = {"kind": "send", "sector": key, "pawns": own[:1]}
            pawns = draft.pawns if draft.what == "send" else ""
            able = self.check(command) is None
            sectors[key] = sent(Prepare("send", key, pawns)) if able else reason(command)
        return Acts(sectors=sectors, aimed=draft.sector, ghost=(draft.sector, draft.pawns))

    def _aiming_acts(self) -> Acts:
        """SPY-2, ASN-2: stacks with pawns to choose from, the secret card, a Corruption token."""
        found: dict[str, Json] = {}
        sectors, secret = {}, None
        for command in self.aims:
            at = command["at"]
            if at.get("stack"):
                found[at["stack"]] = sent(replace(self.draft, what=command["kind"], stack=at["stack"], pawn=0))
            elif at.get("corruption"):
                sectors[at["corruption"]] = self.sends(command)
            elif at.get("secret"):
                secret = self.sends(command)
        return Acts(stacks=found, sectors=sectors, secret=secret, aimed=self.draft.stack)

    def _choice_acts(self, decision: Json) -> Acts:
        """The things that the options name, where they are on the table."""
        view = self.names.view
        found: dict[str, dict[str, list[Json]]] = {"sectors": {}, "stacks": {}, "cards": {}, "seats": {}}
        for option in decision["options"]:
            command = option["command"]
            if command["kind"] not in ("designate", "take", "lay", "choose", "first-player"):
                continue
            if decision["prompt"]["code"] == "affinity":  # Artefact is the name of a sector, too
                continue
            named = [command.get(it) for it in ("sector", "card", "marker", "darkness", "on", "choice", "seat")]
            for it in (key for key in named if isinstance(key, str)):
                for where, known in (("sectors", view["sectors"]), ("cards", view["track"]), ("seats", view["cabals"])):
                    if it in known:
                        found[where].setdefault(it, []).append(option)
                if self.names.find_stack(it) is not None:
                    found["stacks"].setdefault(it, []).append(option)

        def acts(where: str) -> dict[str, Json]:
            return {key: self._narrowed(key, options) for key, options in found[where].items()}

        return Acts(sectors=acts("sectors"), stacks=acts("stacks"), cards=acts("cards"), seats=acts("seats"))

    def _narrowed(self, key: str, options: list[Json]) -> Json:
        """The intent of a press on a thing: plays the only option that names it, or shows those that do."""
        legal = [it["command"] for it in options if it["legal"]]
        if not legal:
            return reason(options[0]["command"])
        return self.sends(legal[0]) if len(legal) == 1 else sent(Prepare("narrow", sector=key))

    def sends(self, command: Json) -> Json:
        """The intent that gives this command."""
        return {"do": "play", "command": {**command, "decision": self.decision["id"] if self.decision else ""}}

    def in_preparation(self) -> list[Json]:
        """Whole commands that the next press could give."""
        draft, decision = self.draft, self.decision
        if decision is None or decision["kind"] != "manoeuvre":
            return []
        if draft.what == "send":
            return [{"kind": "send", "sector": draft.sector, "pawns": draft.pawns}] if draft.pawns else []
        if draft.what in ("develop", "special"):
            rows = [it["command"] for it in decision["options"] if it["legal"]]
            return [it for it in rows if it["kind"] == draft.what]
        return [{"kind": "extend"}] if draft.what == "extend" else []

    @cached_property
    def aims(self) -> list[Json]:
        """The legal commands that name a place."""
        if self.decision is None:
            return []
        if self.decision["kind"] in AIMED:
            return [it["command"] for it in self.decision["options"] if it["legal"] and "at" in it["command"]]
        rows = [{"kind": self.draft.what, "at": at} for at in self._places()]
        return [row for row in rows if self.check(row) is None]

    def _places(self) -> Iterator[Json]:
        """All places of other players on the table; the engine says which of them may be named."""
        view = self.names.view
        for key, sector in view["sectors"].items():
            for stack in sector["stacks"]:
                if stack["seat"] != view["me"]:
                    yield from ({"stack": stack["id"], "pawn": n} for n in range(1, stack["height"] + 1))
            if sector["corruption"]:
                yield {"corruption": key}
        yield {"secret": True}
