"""`Match` of Hybris: the kernel's match with this game's engine and queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from rules.hybris import changes, view
from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris import position as notation
from rules.hybris.bots import ADVISOR, HINTING
from rules.hybris.evolve import evolve
from rules.hybris.flow import HANDLERS
from rules.hybris.flow.chaos import FEW_CITIES, INTERCEPT_ORDERS, vp_now
from rules.hybris.flow.turn import foreseen
from rules.hybris.forces import forces
from rules.hybris.forecast import forecast
from rules.hybris.merged import merged
from rules.hybris.packs.reader import Pack, load
from rules.hybris.preview import PREVIEWS
from rules.hybris.prospects import prospects
from rules.hybris.state import City, Mat, State
from rules.kernel import Chance, Codec, Json, Refusal, Refused, Seat, Viewer, noun, replace
from rules.kernel.bots import decided_query, hints_query
from rules.kernel.contract import DECIDED, HINTS, Query
from rules.kernel.contract import Match as Contract
from rules.kernel.journal import Outcome, Over
from rules.kernel.match import KernelMatch
from rules.kernel.packs.single import SinglePackEngine
from rules.kernel.queries import COMMON_QUERIES, NoParams, WholeCommand
from rules.kernel.run import Run, with_stack
from rules.kernel.table_talk import GaveUp, Why


class HybrisEngine(SinglePackEngine[State, Pack]):
    """The rules, as the kernel calls them."""

    core = staticmethod(load)
    read_pack = staticmethod(Pack.from_json)
    options = notation.OPTIONS
    commands = cmd.CODEC
    events = ev.CODEC
    frames = fr.STACK
    handlers: ClassVar = HANDLERS
    clauses: ClassVar = {
        "": "GEN-1",
        "not-now": "GEN-6",
        "not-your-turn": "ACT-1",
        "gave-up": "GEN-10",
        "concession": "GEN-10",
        "time": "GEN-10",
        "agreement": "END-4",
    }
    final = ev.FINAL
    ranked = True

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> State:
        """SET. Raises ValueError for Olympians that cannot play so."""
        pack = self.pack(packs)
        chosen = options.olympians
        if isinstance(chosen, tuple):
            known = all(olympian in pack.olympians for olympian in chosen)
            if not known or len(set(chosen)) != len(chosen) or len(chosen) != options.players:
                raise ValueError(f"bad-olympians: {' '.join(chosen)}")
        state = State(pack=pack, options=options)
        cities = dict.fromkeys(pack.cities, City())
        return replace(state, mats=dict.fromkeys(state.seats, Mat()), cities=cities, stack=(fr.Course("setup"),))

    evolve = staticmethod(evolve)

    # ---- positions ----

    position = staticmethod(notation.dump)

    def parse_with_pack(self, position: Mapping[str, Any], pack: Pack, chance: Chance | None, **supplies: Any) -> State:
        return notation.parse(position, pack)

    # ---- standing orders ----

    def order_choices(self, state: State, seat: Seat) -> Mapping[str, Sequence[Any]]:
        """Of Interceptions: not in this Age, that unless few Cities are left, never, or only with few Cities left."""
        age = {"age": state.age}
        return {"intercept": (age, age | FEW_CITIES, *INTERCEPT_ORDERS)}

    foreseen = staticmethod(foreseen)

    # ---- who sees what ----

    open_view = staticmethod(view.open_view)
    own_views = staticmethod(view.own_views)
    imagined = staticmethod(view.imagined)
    revealed = staticmethod(view.revealed)

    # ---- ending, adjusting ----

    def give_up(self, run: Run[State], seat: Seat, why: Why) -> None:
        """GEN-10."""
        run.emit(GaveUp(seat, why))
        left = self.playing(run.state)
        if len(left) <= 1:
            run.emit(Over(Outcome(left, why, vp_now(run.state)), "GEN-10"))
            return
        if run.state.mats[seat].olympian:
            run.emit(ev.Left(seat))
        stack = tuple(_without(frame, seat) for frame in run.state.stack)
        run.state = with_stack(run.state, stack)

    score = staticmethod(vp_now)
    adjustable = staticmethod(changes.fault)

    def adjust(self, run: Run[State], rows: Sequence[Mapping[str, Any]], seat: Seat) -> None:
        """Changes that all have agreed to, as far as they still make sense."""
        for row in rows:
            if changes.fault(run.state, (row,), seat, None) is None:
                run.emit(ev.Adjusted(dict(row)))


def _without(frame: Any, seat: Seat) -> Any:
    """GEN-10: who has left has said no to an Interception, and chooses no Pillar."""
    if isinstance(frame, fr.Interception):
        answers = {other: answer for other, answer in frame.answers.items() if other != seat}
        return replace(frame, seats=tuple(other for other in frame.seats if other != seat), answers=answers)
    if isinstance(frame, fr.Pillars) and seat in frame.order[1:]:
        return replace(frame, order=tuple(other for other in frame.order if other != seat))
    return frame


HYBRIS = HybrisEngine()


class Match(KernelMatch[State]):
    """One match. `rules.kernel.contract.Match` says what each method promises.

    >>> match = Match.new({"players": 2}, seed=1)
    >>> sorted({question.kind for question in match.asked.values()})
    ['pillar']
    """

    engine = HYBRIS
    queries: ClassVar[Mapping[str, Query[Any, Any]]] = {}

    def forecast(self, viewer: Viewer, aegis: int) -> Json:
        """What a gain of so much Aegis would wake (`forecast.forecast`); the same for every viewer."""
        return forecast(self._state, aegis)

    def forces(self, seat: Seat, command: Json) -> Json:
        """Both Forces of a Combat that a command would begin or decide (`forces.forces`). Raises Refused."""
        forces_now = forces(self._state, seat, self._noun(command))
        if isinstance(forces_now, Refusal):
            raise Refused(forces_now)
        return forces_now

    def _noun(self, command: Json) -> Any:
        """The command as a noun. Raises Refused."""
        try:
            return cmd.CODEC.load({key: value for key, value in command.items() if key != "decision"})
        except ValueError:
            raise Refused(HYBRIS.refuse("bad-shape")) from None


@noun
class ForecastParams:
    """So much Aegis gained at once."""

    aegis: Annotated[int, Field(ge=1, le=9)] = 1


Match.queries = {
    **COMMON_QUERIES,
    DECIDED: decided_query(ADVISOR, HINTING),
    HINTS: hints_query(ADVISOR, HINTING),
    "forecast": Query(Codec(ForecastParams), lambda match, viewer, params: match.forecast(viewer, params.aegis)),
    "forces": Query(Codec(WholeCommand), lambda match, viewer, params: match.forces(viewer, params.command), own=True),
    "merged": Query(Codec(NoParams), lambda match, viewer, params: merged(match, viewer), own=True),
    "preview": PREVIEWS.query,
    "prospects": Query(Codec(NoParams), lambda match, viewer, params: prospects(match, viewer), own=True),
}

_: type[Contract] = Match
