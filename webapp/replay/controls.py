"""The parts of a replay page beside the board: the caption of the moment, the buttons, the choice of viewer, the link,
the match file, "play from here"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.games.contract import MomentScreen, seat_name
from webapp.history.reel import Reel
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, icon

SPEEDS = ("0.5", "1", "2", "4")
"""The playing speeds, as they are written on the buttons: stops by so many seconds' worth."""


@dataclass(frozen=True)
class ControlState:
    """The state of a replay page: its stop, its viewer, and the actions allowed."""

    stop: int
    eyes: str
    allowed: Sequence[str]
    playing: bool = False
    speed: str = "1"
    behind: int = 0
    """The number of stops that a running match has gained since the page left its end."""
    over: bool = True
    may_play_on: bool = False
    may_ask_back: bool = False
    thinkers: Mapping[str, str] = field(default_factory=dict)
    """The seats whose thoughts can be read at this moment, each with the words of its button."""
    thoughts: tuple[str, Sequence[Child]] | None = None
    """The seat whose thoughts are shown, and they."""
    notice: str = ""


def caption(reel: Reel, words: Any, standing: ControlState) -> list[Child]:
    """The sentence of this stop, and where in the match it is."""
    tr, stop = reel.tr, standing.stop
    entry = reel.entries[reel.first(stop)]
    count = el("span.reel-count", f"{stop + 1} / {reel.last + 1}", title=tr("replay.count"), testid="reel-count")
    return [
        el(
            "div.reel-told",
            el("div.reel-said", entry or el("p", tr("replay.start")), role="status", testid="reel-said"),
            el("span.reel-where", reel.screens.where(words), count),
        )
    ]


def controls(reel: Reel, standing: ControlState) -> list[Child]:
    """Forward and back, by a sentence, a phase, a roll, to either end; play, and how fast."""
    tr = reel.tr
    start, end = standing.stop == 0, standing.stop == reel.last
    ways: list[tuple[str, str, Any, bool]] = [
        ("first", "to-start", {"do": "end", "by": -1}, start),
        ("phase-back", "phase-back", {"do": "phase", "by": -1}, start),
        ("back", "step-back", {"do": "step", "by": -1}, start),
        ("play", "pause" if standing.playing else "play", {"do": "play"}, end and not standing.playing),
        ("on", "step-on", {"do": "step", "by": 1}, end),
        ("phase-on", "phase-on", {"do": "phase", "by": 1}, end),
        ("last", "to-end", {"do": "end", "by": 1}, end),
    ]
    if reel.marks()["rolls"] is not None:
        ways.append(("roll", "die", {"do": "roll", "by": 1}, end))
    buttons = [way(tr, key, sign, do, idle, standing.playing) for key, sign, do, idle in ways]
    speeds = [
        el(
            "button.reel-speed",
            f"{speed.replace('.', ',') if tr.language == 'fr' else speed}×",
            do={"do": "speed", "speed": speed},
            aria_pressed="true" if speed == standing.speed else "false",
            aria_label=tr("replay.speed", n=speed),
            testid=f"speed-{speed}",
            key=f"speed-{speed}",
        )
        for speed in SPEEDS
    ]
    live = (
        el(
            "button.btn.reel-live",
            icon("to-end"),
            tr.plural("replay.behind", standing.behind) if standing.behind else tr("replay.now"),
            do={"do": "end", "by": 1},
            testid="reel-live",
            key="live",
            cls="main accent" if standing.behind else "",
        )
        if not standing.over and not end
        else None
    )
    return [
        el(
            "div.reel-controls",
            el("div.reel-ways", buttons, role="group", aria_label=tr("replay.ways")),
            el("div.reel-speeds", speeds, role="group", aria_label=tr("replay.speeds")),
            live,
        )
    ]


def way(tr: Translator, key: str, sign: str, do: dict[str, Any], idle: bool, playing: bool) -> Node:
    """One of the navigation buttons; a disabled one keeps its place."""
    words = tr("replay.pause") if key == "play" and playing else tr(f"replay.way-{key}")
    return el(
        "button.reel-way",
        icon(sign),
        do=do,
        aria_disabled="true" if idle else None,
        aria_label=words,
        title=words,
        testid=f"reel-{key}",
        key=f"way-{key}",
        cls="reel-play" if key == "play" else "",
    )


def tools(reel: Reel, words: Any, shown: MomentScreen[Any], standing: ControlState) -> list[Child]:
    """The choice of the viewer, that viewer's hand, and the actions on the moment and the match."""
    tr = reel.tr
    eyes = [
        el(
            "button.reel-eye",
            el("span", called(eye, reel)),
            do={"do": "eyes", "eyes": eye},
            aria_pressed="true" if eye == standing.eyes else "false",
            testid=f"eyes-{eye}",
            key=f"eyes-{eye}",
            cls=f"side-{eye}" if eye in reel.players else "",
        )
        for eye in standing.allowed
    ]
    over = standing.over
    return [
        el(
            "div.reel-eyes",
            el("span.overline", icon("eye"), tr("replay.eyes")),
            el("div.reel-eye-row", eyes, role="group", aria_label=tr("replay.eyes"))
            if len(eyes) > 1
            else el("span.reel-only", called(standing.eyes, reel), testid=f"eyes-{standing.eyes}"),
        ),
        *shown.held(words),
        el(
            "div.reel-keep",
            el("a.btn", icon("archive"), tr("replay.save"), href=f"/replay/{reel.code}/file", testid="reel-save")
            if over
            else None,
            el(
                "button.btn",
                icon("play"),
                tr("replay.play-on"),
                do={"do": "play-on"},
                aria_disabled=None if standing.may_play_on else "true",
                testid="reel-play-on",
                key="play-on",
            )
            if over
            else None,
            el(
                "button.btn",
                icon("takeback"),
                tr("replay.ask-back"),
                do={"do": "ask-back"},
                testid="reel-ask-back",
                key="ask-back",
            )
            if standing.may_ask_back
            else None,
        ),
        *_thoughts(standing),
        el("p.reel-note", tr("replay.running-file")) if not over else None,
        el("p.reel-note.no", standing.notice, role="alert", testid="reel-notice") if standing.notice else None,
    ]


def _thoughts(standing: ControlState) -> list[Child]:
    """A button for each seat that is asked something at this moment, and what one of them could have thought."""
    shown = "" if standing.thoughts is None else standing.thoughts[0]
    ways = [
        el(
            "button.btn",
            icon("eye"),
            words,
            do={"do": "thoughts", "seat": seat},
            aria_pressed="true" if seat == shown else "false",
            testid=f"thoughts-{seat}",
            key=f"thoughts-{seat}",
        )
        for seat, words in standing.thinkers.items()
    ]
    if not ways:
        return []
    return [el("div.reel-keep", ways), *(standing.thoughts[1] if standing.thoughts is not None else ())]


def called(eye: str, reel: Reel) -> str:
    """The name of a viewer."""
    if eye in reel.players:
        return reel.players[eye] or seat_name(reel.tr, eye)
    return reel.tr(f"replay.eyes-{eye}")


def tabs(tr: Translator, shown: MomentScreen[Any]) -> Node | None:
    """The parts that small screens show one at a time: the game's, and the house's."""
    if not shown.tabs:
        return None
    return el(
        "nav.tabs",
        [
            el(
                "button.tab",
                icon(sign),
                el("span", tr(words)),
                set=["tab", key],
                cls=f"tab-{key}",
                testid=f"tab-{key}",
            )
            for key, sign, words in (*shown.tabs, ("more", "share", "replay.tab-more"))
        ],
    )
