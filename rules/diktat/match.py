"""`Match` of Diktat: the kernel's match with this game's engine and queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from rules.diktat import adjustments, knowledge
from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import position as notation
from rules.diktat import view as sight
from rules.diktat.bots import HINT_ADVISOR, HINTING
from rules.diktat.evolve import evolve
from rules.diktat.flow import HANDLERS, asides, bargains, deliveries, effects
from rules.diktat.flow.ahead import foreseen
from rules.diktat.imagined import imagined
from rules.diktat.packs.cards import Pack
from rules.diktat.packs.reader import load, of_json
from rules.diktat.preview import PREVIEWS
from rules.diktat.run import Play
from rules.diktat.state import Ground, Player, State, has
from rules.kernel import Chance, Codec, Json, Refused, Seat, Viewer, noun, seats_of
from rules.kernel.bots import decided_query, hints_query
from rules.kernel.contract import DECIDED, HINTS, Query
from rules.kernel.contract import Match as Contract
from rules.kernel.journal import Outcome, Over, outcome_json
from rules.kernel.match import KernelMatch
from rules.kernel.packs.single import SinglePackEngine
from rules.kernel.queries import COMMON_QUERIES, NoParams
from rules.kernel.run import Run
from rules.kernel.table_talk import GaveUp, Why


class Diktat(SinglePackEngine[State, Pack]):
    """The rules, as the kernel calls them."""

    core = staticmethod(load)
    read_pack = staticmethod(of_json)
    options = notation.OPTIONS
    commands = cmd.CODEC
    events = ev.CODEC
    frames = fr.STACK
    handlers: ClassVar = HANDLERS
    clauses: ClassVar = {
        "": "GEN-2",
        "not-now": "TIM-1",
        "gave-up": "END-5",
        "concession": "END-5",
        "time": "END-5",
        "agreement": "END-4",
    }
    final = ev.FINAL
    ranked = True
    run = Play

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> State:
        pack = self.pack(packs)
        players = dict.fromkeys(seats_of(options.players), Player())
        grounds = dict.fromkeys(pack.sectors, Ground())
        return State(pack=pack, options=options, players=players, grounds=grounds, stack=(fr.Cycle("cabals"),))

    evolve = staticmethod(evolve)
    foreseen = staticmethod(foreseen)

    def between(self, run: Run[State]) -> None:
        """RNK-4, GEN-11: who is Administrator now, and what all see of Ranks and Victory points."""
        state = run.state
        if not state.cycle or not all(player.cabal for player in state.players.values()):
            return
        standings = state.standings()
        for seat in state.playing:
            rank, now, parts = standings[seat]
            if state.seen_ranks.get(seat) != rank:
                run.emit(ev.Ranked(seat, rank))
            if state.seen_points.get(seat) != now:
                run.emit(ev.Scored(seat, now, parts))
        first = run.state.order()[0]
        if first != run.state.administrator:
            run.emit(ev.AdministratorNamed(first, "rank" if run.state.administrator is not None else "cycle"))

    def shows(self, state: State, event: ev.Event, seat: Seat) -> bool:
        """PWR-7, HID-2: what another seat gives tells what it has, also where that is nothing."""
        return isinstance(event, self.final) or (isinstance(event, ev.Pp) and event.seat != seat and event.change <= 0)

    # ---- positions ----

    position = staticmethod(notation.dump)

    def parse_with_pack(self, position: Mapping[str, Any], pack: Pack, chance: Chance | None, **supplies: Any) -> State:
        return notation.parse(position, pack, chance)

    # ---- asides ----

    aside = staticmethod(asides.judge)
    perform = staticmethod(asides.perform)
    asides = staticmethod(asides.every)
    answers = staticmethod(bargains.put)
    withdrawals = staticmethod(bargains.withdrawals)

    # ---- who sees what ----

    open_view = staticmethod(sight.open_view)
    own_views = staticmethod(sight.own_views)
    hidden = staticmethod(sight.hidden)
    imagined = staticmethod(imagined)

    def revealed(self, state: State) -> Json:
        """Every screen, stack and whisper: what each seat alone could see."""
        views = sight.own_views(state)
        return {
            "screens": {seat: views[seat]["cabals"][seat].get("screen") for seat in state.seats},
            "stacks": {stack.id: "".join(pawn.kind for pawn in stack.pawns) for _, stack in state.stacks()},
            "secret": state.secret,
        }

    # ---- ending, adjusting ----

    adjustable = staticmethod(adjustments.fault)
    adjust = staticmethod(adjustments.carry_out)

    def give_up(self, run: Run[State], seat: Seat, why: Why) -> None:
        """END-5."""
        run.emit(GaveUp(seat, why))
        left = self.playing(run.state)
        if len(left) <= 1:
            score, ranking = effects.final(run.state), effects.ranking(run.state)
            run.emit(Over(Outcome(left, why, score, ranking), "END-5"))
            return
        bargains.lapse(run, [id for id, offer in run.state.offers.items() if seat in offer.parties])
        run.emit(ev.Left(seat))
        deliveries.left(run, seat)

    score = staticmethod(effects.final)

    def outcome(self, state: State) -> Json | None:
        """The end of the match, with the PP of all, which decide ties (END-4)."""
        if state.outcome is None:
            return None
        return outcome_json(state.outcome) | {"pp": {seat: other.pp for seat, other in state.players.items()}}


DIKTAT = Diktat()


@noun
class ForecastParams:
    """A sector, and Agents that the viewer would send there now."""

    sector: Annotated[str, Field(max_length=40)]
    adding: Annotated[str, Field(pattern=r"^[CGE]{0,40}$")] = ""


class Match(KernelMatch[State]):
    """One match of Diktat. `rules.kernel.contract.Match` says what each method promises.

    >>> match = Match.new({"players": 2}, seed=1)
    >>> sorted({question.kind for question in match.asked.values()})
    ['first-player']
    """

    engine = DIKTAT
    queries: ClassVar[Mapping[str, Query[Any, Any]]] = {}

    def knowledge(self, viewer: Viewer) -> Json:
        """The knowledge of this viewer about hidden things: `{"stacks", "secret", "screens", "unknown", "groups",
        "peeked"}`; ranges are `[least, most]`."""
        return knowledge.knowledge(self._state, viewer)

    def forecast(self, viewer: Viewer, sector: str, adding: str = "") -> Json:
        """The chances to win a sector, as far as this viewer can know: `{"seats": {seat: {"emissaries", "weight",
        "winner", "struggle", "takings"}}, "trophies", "given"}`, chances as fractions in strings. Raises Refused for a
        sector that is none, and for Agents that the viewer has not."""
        state = self._state
        if sector not in state.grounds:
            raise Refused(DIKTAT.refuse("unknown-sector", sector=sector))
        if adding and (viewer not in state.players or not has(state.players[viewer].agents, adding)):
            raise Refused(DIKTAT.refuse("too-few-agents"))
        return knowledge.forecast(state, viewer, sector, adding)


Match.queries = {
    **COMMON_QUERIES,
    DECIDED: decided_query(HINT_ADVISOR, HINTING),
    HINTS: hints_query(HINT_ADVISOR, HINTING),
    "knowledge": Query(Codec(NoParams), lambda match, viewer, _: match.knowledge(viewer)),
    "forecast": Query(
        Codec(ForecastParams), lambda match, viewer, params: match.forecast(viewer, params.sector, params.adding)
    ),
    "preview": PREVIEWS.query,
}
_: type[Contract] = Match
