"""The questions to a match beyond its view: the closed list behind `Match.query`, each with its parameters.

Lengths are in µm. The method of `Match` of the same name documents each answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from rules.kernel import Codec, Json, Viewer, noun
from rules.kernel.bots import decided_query, hints_query
from rules.kernel.contract import DECIDED, HINTS, Query
from rules.kernel.queries import COMMON_QUERIES, CommandParams
from rules.olomoc.advice.evaluation import ADVISOR, DECIDING, HINTING
from rules.olomoc.advice.regions import PlannedPlace
from rules.olomoc.seats import Seat
from rules.olomoc.state import Point

if TYPE_CHECKING:
    from rules.olomoc.match import Match

Thing = str | Point | PlannedPlace
"""The id of a piece or marker, a point, or a piece at a place."""


@noun
class OddsParams:
    """An attack command of the viewer's own; `reaction`: the target's `react`, left out for none."""

    command: Any
    reaction: dict[str, Any] | None = None
    aim: Literal["wounds", "stun"] = "wounds"


@noun
class ReachParams:
    """A piece and a kind of movement; `target`: a charge at that one only."""

    piece: str
    kind: Literal["walk", "charge", "push", "enter"]
    target: str | None = None


@noun
class PieceParams:
    """A piece on the Bloc."""

    piece: str


@noun
class HostileParams:
    """A hostile on the Bloc."""

    hostile: str


@noun
class PairParams:
    """Two things or points."""

    a: Thing
    b: Thing


@noun
class MatchupParams:
    """The attackers' seat, the attack, and the targets' answer; `beside`: with an ally, or cover."""

    seat: Seat
    kind: Literal["frontal", "charge", "ranged", "far"]
    answer: Literal["nothing", "dodge", "riposte", "both"] = "nothing"
    beside: bool = False


def _thing(what: Thing) -> str | list[int] | PlannedPlace:
    return list(what) if isinstance(what, tuple) else what


def _odds(match: Match, viewer: Viewer, asked: OddsParams) -> Json:
    return match.odds(viewer, asked.command, asked.reaction, asked.aim)


def _attempt(match: Match, viewer: Viewer, asked: CommandParams) -> Json:
    return match.attempt(viewer, asked.command)


def _placements(match: Match, viewer: Viewer, asked: CommandParams) -> list[Json]:
    return match.placements(viewer, asked.command)


def _nearest(match: Match, viewer: Viewer, asked: CommandParams) -> Json | None:
    return match.nearest(viewer, asked.command)


def _reach(match: Match, viewer: Viewer, asked: ReachParams) -> Json:
    return match.reach(asked.piece, asked.kind, asked.target)


def _risks(match: Match, viewer: Viewer, asked: ReachParams) -> Json:
    return match.risks(asked.piece, asked.kind, asked.target)


def _scout(match: Match, viewer: Viewer, asked: PieceParams) -> Json:
    return match.scout(asked.piece)


def _instinct(match: Match, viewer: Viewer, asked: HostileParams) -> Json:
    return match.instinct(asked.hostile)


def _measure(match: Match, viewer: Viewer, asked: PairParams) -> Json:
    return match.measure(_thing(asked.a), _thing(asked.b))


def _sight(match: Match, viewer: Viewer, asked: PairParams) -> Json:
    return match.sight(_thing(asked.a), _thing(asked.b))


def _matchups(match: Match, viewer: Viewer, asked: MatchupParams) -> list[Json]:
    return match.matchups(asked.seat, asked.kind, asked.answer, asked.beside)


QUERIES: Mapping[str, Query[Any, Any]] = {
    **COMMON_QUERIES,
    DECIDED: decided_query(ADVISOR, DECIDING),
    HINTS: hints_query(ADVISOR, HINTING),
    "attempt": Query(Codec(CommandParams), _attempt, own=True),
    "instinct": Query(Codec(HostileParams), _instinct),
    "matchups": Query(Codec(MatchupParams), _matchups),
    "measure": Query(Codec(PairParams), _measure),
    "nearest": Query(Codec(CommandParams), _nearest, own=True),
    "odds": Query(Codec(OddsParams), _odds, own=True),
    "placements": Query(Codec(CommandParams), _placements, own=True),
    "reach": Query(Codec(ReachParams), _reach),
    "risks": Query(Codec(ReachParams), _risks),
    "scout": Query(Codec(PieceParams), _scout),
    "sight": Query(Codec(PairParams), _sight),
}
"""The queries of the game; those that are not a seat's own rest on what lies open to everybody."""
