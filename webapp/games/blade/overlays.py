"""What is drawn over the board: reach with its cost, sight, threat, hindering, the aims. All of it is the engine's
word; here it becomes a mark on each zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from webapp.games.blade.labels import mean
from webapp.games.blade.names import Names, text
from webapp.games.contract import Json
from webapp.ui.tree import Child, Node, el

Overlay = Literal["reach", "sight", "threat", "forecast", "hindering", "aims"]
KEYS: Mapping[Overlay, str] = {
    "reach": "e", "sight": "s", "threat": "t", "forecast": "f", "hindering": "c", "aims": "o"
}  # fmt: skip
"""The letters of the boxes (`questions.LETTERS`) are the boxes' own."""
Ask = Callable[[str, Json], Any]
"""Asks a query of the match: its answer, or None while it is awaited."""
KEPT = 2
"""The gems of guard that an outlook tells of."""
MOST_GEMS = 3
"""Ways that cost more gems look alike."""


@dataclass(frozen=True)
class ZoneMark:
    """The mark of a zone: a short label, its classes, and what it says in words."""

    label: str = ""
    cls: str = ""
    words: str = ""


@dataclass(frozen=True)
class Ray:
    """A line over the board between zones or characters: of sight, or from whom a blow may come."""

    start: str
    end: str
    cls: str


@dataclass(frozen=True)
class Plan:
    """What somebody prepares: the seat, who acts, the path, the target, a name."""

    seat: str
    who: str = ""
    path: Sequence[str] = ()
    target: str = ""
    name: str = ""


@dataclass(frozen=True)
class Shout:
    """A companion's word about a thing on the board."""

    seat: str
    thing: str
    words: str


@dataclass(frozen=True)
class BoardMarks:
    """All that is drawn over the board. `overlay`: the one that a person has chosen, `about`: the zone, character or
    tile that it is about; `zones`: the marks; `rays`: its fan of lines; `legend`: what they mean; `plans`: what the
    viewer and companions prepare; `shouts`: their words; `pinging`: the word that the next press on the board says,
    None for who has no companions; `cuts`: the barriers that bar the line asked about, as lines of points; `chances`:
    of what hands would do, by thing; `carried`: what the next press on a bench puts down."""

    overlay: str = ""
    about: str = ""
    zones: Mapping[str, ZoneMark] = field(default_factory=dict)
    rays: Sequence[Ray] = ()
    legend: str = ""
    plans: Sequence[Plan] = ()
    shouts: Sequence[Shout] = ()
    pinging: str | None = None
    cuts: Sequence[Sequence[Sequence[int]]] = ()
    chances: Mapping[str, str] = field(default_factory=dict)
    carried: str = ""


BARE = BoardMarks()


SHARED = frozenset(("kind", "who", "path", "target", "zone", "object", "door"))
"""The fields of a command begun that companions see: who, where, at whom; not the gems."""


def shared(command: Json) -> Json:
    """What companions see of a command begun."""
    return {key: value for key, value in command.items() if key in SHARED}


def plan_of(seat: str, command: Mapping[str, Any], name: str = "") -> Plan:
    """What a command begun shows on the board; of several one after the other the first of one character."""
    if command.get("kind") == "series":
        who = command["commands"][0].get("who")
        plans = [plan_of(seat, begun, name) for begun in command["commands"] if begun.get("who") == who]
        path = tuple(zone for plan in plans for zone in plan.path)
        return Plan(seat, str(who or ""), path, next((plan.target for plan in plans if plan.target), ""), name)
    target = command.get("target") or command.get("object") or command.get("door") or ""
    zone = command.get("zone")
    path = tuple(command.get("path") or ()) or ((str(zone),) if zone else ())
    return Plan(seat, str(command.get("who") or ""), path, str(target), name)


@dataclass(frozen=True)
class Drawn:
    """What an overlay draws; nothing while the engine is asked."""

    zones: Mapping[str, ZoneMark] = field(default_factory=dict)
    legend: str = ""
    rays: Sequence[Ray] = ()
    cuts: Sequence[Sequence[Sequence[int]]] = ()


def marked(overlay: str, about: str, names: Names, ask: Ask, to: str = "", laid: int | None = None) -> Drawn:
    """The marks of an overlay, its fan of lines, and its legend. `to`: the zone of which sight is to say what bars
    it; `laid`: the gems laid for a walk that is being chosen, beyond which the reach is faint."""
    tr = names.tr
    match overlay:
        case "reach" if about in names.standing:
            return Drawn(
                _reach(ask("reach", {"who": about}), names, laid), tr("overlay.reach-of", who=names.called(about))
            )
        case "sight" if about:
            answer = ask("sight", {"a": about})
            seen = {} if answer is None else answer["zones"]
            marks = {
                zone: ZoneMark(cls="is-unseen", words=tr("overlay.unseen")) for zone, sees in seen.items() if not sees
            }
            here = names.standing.get(about, about)
            rays = [Ray(about, zone, "is-sight") for zone, sees in seen.items() if sees and zone != here]
            barred = ask("sight", {"a": about, "b": to}) if to in marks else None
            if barred is not None:
                return Drawn(marks, _barred(barred, about, to, names), [Ray(here, to, "is-barred")],
                             [barrier["path"] for barrier in barred["barriers"]])  # fmt: skip
            return Drawn(marks, tr("overlay.sight-of", who=names.called(about)), rays)
        case "threat":
            answer = ask("threat", {})
            zone = names.standing.get(about, about)
            row = (answer or {}).get(zone, {"base": (), "extra": ()})
            rays = [Ray(tile, about, f"is-threat {'' if how == 'base' else 'is-far'}")
                    for how in ("base", "extra") for tile in row[how]]  # fmt: skip
            legend = tr("overlay.threat-at", where=names.called(zone)) if rays else tr("overlay.threat-of")
            return Drawn(_threat(answer, names), legend, rays)
        case "forecast" if about in names.view["tiles"]:
            return _forecast(ask("forecast", {"tile": about}), about, names)
        case "hindering" if about in names.standing:
            answer = ask("hindering", {"who": about, "everywhere": True})
            values = {} if answer is None else answer["zones"]
            marks = {
                zone: ZoneMark(f"+{n}", "is-hindering", tr("overlay.hindering", n=n)) for zone, n in values.items() if n
            }
            return Drawn(marks, tr("overlay.hindering-of", who=names.called(about)))
        case "aims":
            return Drawn(_aims(names), aim(names))
    return Drawn()


def with_room(drawn: Drawn, zone: str, crowd: Json | None, names: Names) -> Drawn:
    """What is drawn, with how much of a zone's capacity is taken, an answer of `crowd` (CRW-1)."""
    if not crowd:
        return drawn
    mark, room = drawn.zones.get(zone, ZoneMark()), f"{crowd['used']}/{crowd['capacity']}"
    if room not in mark.label:
        used, places = crowd["used"], crowd["capacity"]
        words = names.tr("overlay.room", used=used, places=places)
        label = f"{mark.label} · {room}" if mark.label else room
        mark = replace(mark, label=label, words=". ".join(filter(None, (mark.words, words))))
    return replace(drawn, zones={**drawn.zones, zone: mark})


def _barred(bar: Json, about: str, to: str, names: Names) -> str:
    """What cuts a line of sight, with its clause."""
    kinds = dict.fromkeys(barrier["kind"] for barrier in bar["barriers"])
    crowds = [zone for zone in bar["by"] if zone in names.zones]
    by = [names.tr(f"wall.{kind}") for kind in kinds] + [names.called(crowd) for crowd in crowds]
    reasons = ", ".join(by) or names.tr("overlay.too-far" if bar["clause"] == "BAS-1" else "overlay.by-level")
    return names.tr("overlay.barred", a=names.called(about), b=names.called(to), by=reasons, clause=bar["clause"])


def best_blows(blows: Mapping[str, Sequence[Json]] | None) -> Mapping[str, Json]:
    """Of each figure of a forecast the blow that does most for the fewest gems; figures without one are left out."""
    rows = (blows or {}).items()
    return {id: max(able, key=lambda blow: (mean(blow["mean"]), -blow["gems"])) for id, able in rows if able}


def _forecast(answer: Any, tile: str, names: Names) -> Drawn:
    """Whom the figures of a tile would strike if it were activated now, and how hard, guards apart."""
    blows = best_blows(answer)
    marks: dict[str, ZoneMark] = {}
    by_zone: dict[str, list[Json]] = {}
    for row in blows.values():
        by_zone.setdefault(names.standing.get(row["target"], ""), []).append(row)
    for zone, rows in by_zone.items():
        targets = ", ".join(dict.fromkeys(names.called(blow["target"]) for blow in rows))
        wounds = sum(mean(blow["mean"]) for blow in rows)
        words = names.tr("overlay.forecast", who=targets, n=len(rows), mean=names.tr.decimal(wounds))
        marks[zone] = ZoneMark(f"{wounds:.0f}", "is-threat", words)
    rays = [Ray(id, row["target"], f"is-threat {'is-far' if row['gems'] else ''}") for id, row in blows.items()]
    return Drawn(marks, names.tr("overlay.forecast-of", tile=names.tile(tile)), rays)


def _reach(answer: Any, names: Names, laid: int | None) -> Mapping[str, ZoneMark]:
    marks: dict[str, ZoneMark] = {}
    for zone, way in ({} if answer is None else answer["zones"]).items():
        base, gems = way["base"], way["gems"]
        label = f"{base}+{gems}◆" if gems else str(base)
        words = names.tr("overlay.reach", base=base, gems=gems)
        cls = f"is-reach gems-{min(gems, MOST_GEMS)}" + (" is-hindered" if way["hindering"] else "")
        cls += " is-further" if laid is not None and gems > laid else ""
        marks[zone] = ZoneMark(label, cls, words)
    for zone, why in ({} if answer is None else answer["why"]).items():
        crowded = why["code"] == "crowded"
        label = f"{why['params']['used']}/{why['params']['capacity']}" if crowded else ""
        marks[zone] = ZoneMark(label, "is-barred is-crowded" if crowded else "is-barred", names.why(why))
    return marks


def _threat(answer: Any, names: Names) -> Mapping[str, ZoneMark]:
    marks: dict[str, ZoneMark] = {}
    for zone, row in (answer or {}).items():
        if row["base"] or row["extra"]:
            words = threat_words(row, names)
            heavy = "is-heavy" if len(row["base"]) > 1 else ""
            expected = sum(mean(tile["mean"]) for tile in row["tiles"])
            marks[zone] = ZoneMark(f"{expected:.0f}", f"is-threat {heavy} {'' if row['base'] else 'is-far'}", words)
    return marks


def threat_words(row: Json, names: Names) -> str:
    """Who could strike in a zone, and how hard, in a sentence; empty where nobody could."""
    tr = names.tr
    tiles = [
        tr("overlay.threat-tile", tile=names.tile(tile["tile"]), cost=tile["cost"], mean=tr.decimal(mean(tile["mean"])))
        for tile in row["tiles"]
    ]
    return tr("overlay.threat", tiles=", ".join(tiles)) if tiles else ""


def outlook(row: Json, names: Names) -> list[Child]:
    """What the Overlord's next turn would cost a hero in a zone, a row of `threat` about it: by whom, unguarded, and
    guarded with two gems or what it has."""
    if not row["tiles"]:
        return [names.tr("blade.outlook-calm")]
    guarded, tr = [mean(wounds) for wounds in row["guarded"]], names.tr
    who = ", ".join(f"{names.tile(tile['tile'])} ×{len(tile['blows'])}" for tile in row["tiles"])
    parts = [tr.plural("blade.outlook", round(guarded[0]), who=who)]
    kept = min(KEPT, len(guarded) - 1)
    if kept and guarded[0] >= 1:
        parts.append(tr.plural("blade.outlook-kept", kept, wounds=round(guarded[kept])))
    return [el("span", ", ".join(parts), cls="is-danger" if guarded[0] >= 1 else None)]


def needed(row: Json) -> int:
    """The gems of guard after which next to nothing gets through."""
    return next((n for n, wounds in enumerate(row["guarded"]) if mean(wounds) < 0.5), len(row["guarded"]))


def _aims(names: Names) -> Mapping[str, ZoneMark]:
    """Exits, whose death the scenario waits for, what there is to be handled or brought."""
    tr, view = names.tr, names.view
    marks = {zone: ZoneMark("⇥", "is-aim", tr("overlay.exit")) for zone in view["exits"]}
    marked = {
        when.get("who") for row in names.scenario.get("rule", ()) if (when := row.get("when") or {}).get("on") == "dies"
    }
    for id, row in names.figures.items():
        if id in names.standing and {id, row["tile"]} & marked:
            marks.setdefault(names.standing[id], ZoneMark("!", "is-aim", names.called(id)))
    for id, row in view["objects"].items():
        if row["at"] in names.zones and not row["gone"]:
            marks.setdefault(row["at"], ZoneMark("!", "is-aim", names.called(id)))
    if view.get("reinforcement"):
        for zone in view["reinforcement"]["zones"]:
            marks.setdefault(zone, ZoneMark("✚", "is-arrival", tr("overlay.arrival")))
    return marks


def aim(names: Names, side: str = "") -> str:
    """The aim of a side in the scenario's words, of the viewer's own if none is named; empty where it has none."""
    me = names.view.get("me")
    own = side or ("overlord" if me == "1" else "heroes")
    words = (names.scenario.get("aim") or {}).get(own)
    return text(words, names.tr) if words else ""


def tools(marks: BoardMarks, names: Names) -> Node:
    """The buttons of the overlays, with the legend of the one that is shown."""
    buttons: list[Child] = []
    for overlay, key in KEYS.items():
        chosen = overlay == marks.overlay
        buttons.append(
            el(
                "button.board-tool",
                el("span", names.tr(f"overlay.name-{overlay}")),
                el("kbd", key, aria_hidden="true"),
                do={"do": "overlay", "overlay": "" if chosen else overlay},
                hot=key,
                aria_pressed=str(chosen).lower(),
                testid=f"overlay-{overlay}",
            )
        )
    if marks.pinging is not None:
        buttons += _shouting(marks.pinging, names)
    whole = el("button.board-tool.is-whole", names.tr("overlay.whole"), set=("zoom", "whole"), toggle=True)
    legend = el("p.board-legend", marks.legend) if marks.legend else None
    return el("div.board-tools", buttons, whole, legend, role="group", aria_label=names.tr("overlay.tools"))


SHOUTS = ("here", "danger", "mine", "wait")


def _shouting(word: str, names: Names) -> list[Child]:
    """The words that companions can be shown, behind one button."""
    opener = el(
        "button.board-tool.is-ping",
        names.tr("ping.open"),
        do={"do": "ping", "word": "" if word else SHOUTS[0]},
        aria_pressed=str(bool(word)).lower(),
        testid="ping",
    )
    words = [
        el(
            "button.board-tool.is-word",
            names.tr(f"ping.{shout}"),
            do={"do": "ping", "word": shout},
            aria_pressed=str(shout == word).lower(),
            testid=f"ping-{shout}",
        )
        for shout in SHOUTS
    ]
    return [opener, *(words if word else ())]


def spoken(mark: ZoneMark | None) -> list[str]:
    """What a mark says, for the zone's label."""
    return [mark.words] if mark is not None and mark.words else []
