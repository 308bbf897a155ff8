"""The log: by kind of event its clause, its sound, its sentence; and the announcements over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from webapp.games.contract import Json, Marks
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.names import Names
from webapp.games.hybris.scenes import scene
from webapp.table_kit.log import GameLog
from webapp.ui.tree import Node

CLAUSES: Mapping[str, str] = {
    "order-drawn": "GRA-3", "olympian-chosen": "SET-1", "technology-shown": "OLY-2", "technology-under": "FIN-6",
    "pillar-taken": "PIL-2", "returned": "LOC-5", "planned": "PLN-1", "plans-closed": "PLN-1", "healed": "FIN-3",
    "passed": "ACT-2", "activated": "ACT-3", "forgone": "ACT-4", "designed": "OLY-2", "made": "FOR-1",
    "tile-sent": "RND-3", "left-factory": "FOR-2", "temple-built": "MOR-1", "deployed": "MOR-2", "fulfilled": "IMP-1",
    "prophet-freed": "IMP-4", "resurrected": "UND-2", "hunted": "ART-6", "left": "GEN-10", "paid": "PAY-1",
    "lost": "PAY-2", "camp": "CMP-1", "well": "RES-3", "discarded": "PAY-5", "premonitions-drawn": "ORA-1",
    "premonition-got": "PRM-4", "premonition-completed": "PRM-3", "token-taken": "ART-2", "tokens-spent": "ART-5",
    "transferred": "WRK-5", "stepped": "TRK-6", "looked": "EXP-2", "kept": "EXP-2", "succeeded": "EXP-3",
    "failed": "EXP-4", "engaged": "ADV-2", "adventure-moved": "ADV-4", "module-won": "ADV-5", "rewarded": "TRK-8",
    "worker-moved": "RND-4", "mk-used": "HGR-4", "task-done": "TIL-4", "tile-activated": "TIL-5",
    "hands-cut": "FIN-5",
    "exhausted": "FIN-8", "researched": "FIN-10", "attracted": "ATR-1", "momentum": "MOM-1", "momentum-lost": "MOM-1",
    "unleashed": "MOM-2", "progressed": "PRO-1", "intercept-asked": "INT-1", "declined-intercept": "INT-2",
    "intercepted": "INT-3", "repelled": "REP-1", "city-destroyed": "CAT-1", "absorbed": "CAT-2",
    "chaos-placed": "CAT-5", "combat-began": "COM-1", "chaos-card": "CCB-3", "committed": "COM-4", "compared": "COM-1",
    "defeated": "COM-7",
}  # fmt: skip
"""The clause of each kind of event; of `gained` the event names its own."""
SILENT = frozenset((
    "asked", "shuffled", "deck-shuffled", "chaos-shuffled", "age-ended", "pillars-back", "tokens-returned",
    "turn-began", "turn-ended", "moved", "acted", "factory-moved", "token-back", "card-under-pile", "chaos-card-closed",
    "combat-cards", "drew-none", "dealt", "adjusted", "technology-under", "phase-began",
))  # fmt: skip
"""Kinds without a line: what they say is in another's, or plain to see."""
HEADS = frozenset(("age-began",))
BEATS = frozenset((
    "attracted", "momentum", "momentum-lost", "unleashed", "progressed", "intercepted", "declined-intercept",
    "repelled", "city-destroyed", "absorbed", "chaos-card", "compared", "defeated", "task-done", "tile-activated",
    "fulfilled", "module-won", "deployed", "age-began", "pillar-taken", "activated", "premonition-completed",
    "combat-began", "kept", "succeeded", "failed", "engaged", "adventure-moved",
))  # fmt: skip
SOUNDS: Mapping[str, str] = {
    "progressed": "chaos", "unleashed": "chaos", "city-destroyed": "fall", "tile-activated": "tile",
}  # fmt: skip
OF_CHAOS = frozenset((
    "attracted", "momentum", "momentum-lost", "unleashed", "progressed", "repelled", "city-destroyed", "absorbed",
    "chaos-placed", "chaos-card",
))  # fmt: skip
HITS = frozenset(("absorbed", "defeated", "exhausted"))
"""What takes something from somebody."""
CHAIN = OF_CHAOS | {
    "intercept-asked", "declined-intercept", "intercepted", "combat-began", "committed", "compared", "defeated",
    "discarded",
}  # fmt: skip
"""What Chaos does and what answers it, in lines that follow one another."""
NOTHING = ""
"""The variant of an event in which nothing has happened."""


class HybrisLog(GameLog[Names]):
    """The log of Hybris."""

    clauses = CLAUSES
    sounds = SOUNDS
    silent = SILENT
    heads = HEADS
    announced = BEATS
    stays: Mapping[str, int] = {"city-destroyed": 900, "absorbed": 900, "compared": 900, "unleashed": 900}
    filters = ("all", "me", "chaos", "points")

    def variants(self, event: Json, names: Names) -> Sequence[str]:
        """The kind of an event, with what changes its sentence."""
        variant = _variant(event, names)
        return () if variant == NOTHING else (variant,)

    def params(self, event: Json, names: Names) -> Json:
        """Besides the fields what is made of several of them."""
        return {**event, **_composed(event, names)}

    def owner(self, event: Json, names: Names) -> str | None:
        """The seat that an event is about; None where it names nobody."""
        for key in ("seat", "character"):
            value = event.get(key)
            if isinstance(value, str) and (seat := value.partition("-")[0]) in names.players:
                return seat
        return None

    def classes(self, event: Json, names: Names) -> Sequence[str]:
        """What the log's filters go by, and what takes something from the viewer."""
        kind = event["kind"]
        return (
            *self.announced_classes(event, names),
            "of-points" if kind in ("gained", "lost") and event["word"] == "vp" else "",
            "is-mine" if _mine(event, names) else "",
            "is-hit" if _hits(event, names) else "",
        )

    def attributes(self, event: Json, names: Names) -> Mapping[str, str]:
        """Marks what takes something from the viewer."""
        return {"data_hit": ""} if _hits(event, names) else {}

    def sound(self, event: Json, names: Names) -> str | None:
        """What takes something from the viewer, or asks them to intercept, has a sound of its own."""
        if _hits(event, names):
            return "hit"
        asks = event["kind"] == "intercept-asked" and names.me in event["seats"]
        return "intercept" if asks else super().sound(event, names)

    def chain(self, event: Json) -> Literal["begins", "goes-on"] | None:
        """What wakes Chaos, and what it sets off (ATR-1 to CAT-5)."""
        if event["kind"] not in CHAIN:
            return None
        return "begins" if event["kind"] == "attracted" else "goes-on"

    def announced_classes(self, event: Json, names: Names) -> Sequence[str]:
        """What Chaos does."""
        return ("of-chaos" if event["kind"] in OF_CHAOS else "",)

    def scene(self, event: Json, names: Names) -> Node | None:
        """A card of Chaos, a city that falls, a sum."""
        return scene(event, names)

    def marks(self, log: Sequence[Json]) -> Marks:
        """Ages as chapters, phases as parts, cards of Chaos, losses, points."""
        ages = [(event["n"], event["age"]) for event in log if event["kind"] == "age-began"]
        phases = [event["n"] for event in log if event["kind"] == "phase-began"]
        return Marks(
            chapters=ages,
            parts=[(n, 1 + i % 4) for i, n in enumerate(phases)],
            rolls=[event["n"] for event in log if event["kind"] in ("attracted", "chaos-card")],
            hits=[event["n"] for event in log if event["kind"] in ("city-destroyed", "defeated")],
            points=[
                (event["n"], event["seat"]) for event in log if event["kind"] == "gained" and event.get("word") == "vp"
            ],
        )


LOG = HybrisLog()


def _mine(event: Json, names: Names) -> bool:
    return names.me is not None and concerns(event, names.me)


def _hits(event: Json, names: Names) -> bool:
    """Whether an event takes something from the viewer. That of FIN-8 names all seats, also those that lose nothing."""
    if event["kind"] == "exhausted":
        return bool(event["back"].get(names.me))
    return event["kind"] in HITS and _mine(event, names)


def concerns(value: Any, seat: str) -> bool:
    """Whether a seat, or one of its pieces or cards, is named in an event or a part of it."""
    if isinstance(value, Mapping):
        return any(key == seat or concerns(part, seat) for key, part in value.items())
    if isinstance(value, list | tuple):
        return any(concerns(part, seat) for part in value)
    return isinstance(value, str) and (value == seat or value.startswith(f"{seat}-"))


def _read_by(event: Json, names: Names) -> str:
    """Whether cards that are shown are the viewer's own, or another's in a match that is over."""
    return "own" if event["seat"] == names.me else "seen"


def _variant(event: Json, names: Names) -> str:
    kind = str(event["kind"])
    match kind:
        case "drew" | "dealt" | "premonitions-drawn" | "premonition-got" if "card" in event or "cards" in event:
            return f"{kind}-{_read_by(event, names)}"
        case "looked" if "cards" in event:
            return f"looked-{_read_by(event, names)}"
        case "camp":
            return "camp" if event["count"] >= 0 else "camp-off"
        case "well":
            return "well" if event["count"] >= 0 else "well-off"
        case "progressed" if event["to"] > names.pack.rules.spaces:
            return "progressed-wall"
        case "combat-began":
            return f"combat-began-{event['against']}"
        case "compared":
            return f"compared-{'won' if event['won'] else 'lost'}"
        case "task-done" | "worker-moved":
            return f"{kind}-{event['how'] if kind == 'task-done' else event['to']}"
        case "absorbed" if not (event["technologies"] or event["temples"] or event["characters"]):
            return "absorbed-nothing"
        case "momentum-lost" if not event["cards"]:
            return NOTHING
        case "exhausted" if not any(event["back"].values()):
            return "exhausted-none" if any(event["keep"].values()) else NOTHING
        case "researched" if not any(event["cubes"].values()):
            return NOTHING
        case "stepped" if not event["workers"] and not event.get("foreman"):
            return "stepped-free"
        case "left-factory" if event["card"] in names.pack.tiles:
            return "left-factory-tile"
        case "activated" if event["bonus"]:
            return "activated-bonus"
        case _:
            return kind


def _composed(event: Json, names: Names) -> Json:
    """Parameters of a sentence that are made of several fields."""
    kind, tr = event["kind"], names.tr
    match kind:
        case "gained" | "lost" | "paid":
            return {"what": names.amount(event["word"], event["count"])}
        case "fulfilled":
            improvement = names.pack.olympians[names.god(event["seat"])].improvements[event["improvement"] - 1]
            return {"name": names.card(improvement.id)}
        case "attracted":
            rows = [(row.aegis, row.do) for row in names.pack.chaos_card(event["card"]).attraction]
            done = [cards.gains(do, tr) for (_, do), yes in zip(rows, event["applied"], strict=False) if yes]
            return {"what": ", ".join(done) or tr("hybris.nothing"), "gain": names.amount("aegis", event["aegis"])}
        case "chaos-card":
            rows = [(row.at_momentum, row.do) for row in names.pack.chaos_card(event["card"]).conflict]
            done = [cards.gains(do, tr) for (_, do), yes in zip(rows, event["applied"], strict=False) if yes]
            return {"what": ", ".join(done) or tr("hybris.nothing")}
        case "compared":
            return {"own": _total(event["own"]), "foe": _total(event["foe"])}
        case "absorbed":
            return {"what": _absorbed(event, names), "n": _lost(event)}
        case "task-done":
            return {"what": cards.task(names.pack.tiles[event["tile"]].tasks[event["task"]], tr)}
        case "plans-closed":
            return {"what": {seat: len(its) for seat, its in event["bearers"].items()}}
        case "committed":
            return {"what": names.committed(event)}
        case "mk-used":
            row = names.pack.olympians[names.god(event["seat"])].mk.powers[event["power"]]
            return {"what": cards.gains(row.gain, tr)}
        case "momentum-lost":
            return {"n": len(event["cards"])}
        case "camp" | "well":
            return {"count": abs(event["count"])}
        case "stepped":
            return {"track": tr(f"track.{event['track']}")}
        case "rewarded":
            gained = getattr(names.pack.rules, event["track"]).rewards[event["step"] - 1]
            return {"track": tr(f"track.{event['track']}"), "what": cards.gains(gained, tr)}
        case "adventure-moved" | "module-won":
            return {"module": names.module(event["card"])}
        case "exhausted":
            return {"what": {seat: its for seat, its in event["back"].items() if its}}
        case "researched":
            return {"what": {seat: n for seat, n in event["cubes"].items() if n}}
    return {}


def _total(side: Any) -> int:
    return int(side["total"]) if isinstance(side, Mapping) else int(side)


def _lost(event: Json) -> int:
    return len(event["technologies"]) + len(event["temples"]) + len(event["characters"])


def _absorbed(event: Json, names: Names) -> str:
    parts = [names.card(card) for card, _ in event["technologies"]]
    parts += [names.tr("city.temple-of", who=names.player(seat)) for seat in event["temples"]]
    return ", ".join([*parts, *(names.character(id, True) for id in event["characters"])])
