"""The course of a match: setting up, the phases of an Age, its ten last steps, the end (SET, PIL, FIN, END)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import age_end, deeds, factory
from rules.hybris.flow.gains import draw, gains
from rules.hybris.packs import words
from rules.hybris.powers import final_score, powers_of
from rules.hybris.state import State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import ChoiceHandler, Handler
from rules.kernel.journal import Outcome, Over
from rules.kernel.refusals import no
from rules.kernel.run import Run

STAGES: tuple[fr.Stage, ...] = get_args(fr.Stage)
STIR = {"calm": -1, "even": 0, "raging": 1}


class CourseHandler(Handler[State, fr.Course, Run[State]]):
    """GEN-3: one stage after the other. What a stage sets off is settled before the next."""

    def step(self, run: Run[State], frame: fr.Course) -> None:
        at = STAGES.index(frame.stage)
        run.become(fr.Course(STAGES[at + 1] if at + 1 < len(STAGES) else "begin"))
        getattr(self, f"_{frame.stage.replace('-', '_')}")(run)

    # ---- setting up ----

    def _setup(self, run: Run[State]) -> None:
        """SET-1, GRA-3."""
        state = run.state
        order = run.chance.shuffled(state.seats)
        run.emit(ev.OrderDrawn(order))
        chosen = state.options.olympians
        if chosen == "choice":
            run.become(fr.Course("setup"))
            run.push(fr.ChoosingOlympian(run.chance.shuffled(state.seats)))
            return
        drawn = run.chance.shuffled(tuple(state.pack.olympians))[: len(state.seats)] if chosen == "random" else chosen
        for seat, olympian in zip(state.seats, drawn, strict=True):
            run.emit(ev.OlympianChosen(seat, olympian))
        lay_out(run)

    # ---- Divine Pillar ----

    def _begin(self, run: Run[State]) -> None:
        run.emit(ev.AgeBegan(run.state.age))
        deeds.of_all(run, "age-start")

    def _stir(self, run: Run[State]) -> None:
        """PIL-1."""
        run.emit(ev.CampChanged(1, "PIL-1"))
        run.push(fr.Gathering(stirring(run.state)))

    def _pillars(self, run: Run[State]) -> None:
        """PIL-2: in reverse order, as it is when the first is reached (GEN-4)."""
        run.push(
            fr.Pillars(tuple(reversed([other for other in run.state.grandeur_order if other in run.state.playing])))
        )

    # ---- Planning and Action ----

    def _home(self, run: Run[State]) -> None:
        run.emit(ev.PhaseBegan("planning"), ev.Returned())  # LOC-5

    def _planning(self, run: Run[State]) -> None:
        run.push(fr.Planning())

    def _actions(self, run: Run[State]) -> None:
        run.emit(ev.PhaseBegan("action"))
        run.push(fr.Actions())

    # ---- End of Ages ----

    def _factory(self, run: Run[State]) -> None:
        """FIN-1."""
        run.emit(ev.PhaseBegan("end"))
        factory.leave(run, run.state.factory)

    def _prayers(self, run: Run[State]) -> None:
        """FIN-2, GEN-8."""
        state = run.state
        temples = sum(len(mat.temples) for mat in state.mats.values())
        for seat in state.in_order():
            if n := state.mats[seat].has("faithful") // 3:
                run.emit(ev.Gained(seat, "prayer", n, "FIN-2", "faithful"))
        run.emit(ev.WellChanged(1 + temples))

    def _wounds(self, run: Run[State]) -> None:
        """FIN-3."""
        for seat in run.state.playing:
            if run.state.mats[seat].characters["olympian"].wounded == "before":
                run.emit(ev.Healed(seat))

    def _return(self, run: Run[State]) -> None:
        run.emit(ev.TokensReturned())  # FIN-4

    def _hands(self, run: Run[State]) -> None:
        """FIN-5."""
        if over := age_end.over_limit(run.state):
            run.push(fr.HandLimit(over))

    def _display(self, run: Run[State]) -> None:
        """FIN-6."""
        run.emit(ev.PillarsBack())
        if run.state.open_technologies and run.state.technology_pile.cards:
            run.emit(ev.TechnologyUnder(run.state.open_technologies[0]))
            run.emit(ev.TechnologyShown(run.state.technology_pile.cards[0]))

    def _powers(self, run: Run[State]) -> None:
        """FIN-7, GEN-7."""
        state = run.state
        frames: list[Any] = [
            fr.Gains(seat, source.power.gains, source.clause, source.source)
            for seat in state.in_order()
            for source in powers_of(state, seat)
            if source.power.form == "each-age"
        ]
        run.push(*reversed(frames))

    def _age_end(self, run: Run[State]) -> None:
        """After all powers: what listens to an Age's end."""
        deeds.of_all(run, "age-end")

    def _exhaustion(self, run: Run[State]) -> None:
        """FIN-8."""
        run.push(fr.Exhaustion(age_end.tired(run.state)))

    def _inexorable(self, run: Run[State]) -> None:
        run.push(fr.Progressing(1))  # FIN-9

    def _research(self, run: Run[State]) -> None:
        """FIN-10."""
        if seats := tuple(other for other in run.state.playing if run.state.mats[other].has("rd")):
            run.push(fr.Researching(seats))

    def _close(self, run: Run[State]) -> None:
        """END-1: after the last Age the match is scored."""
        state = run.state
        run.emit(ev.AgeEnded(state.age))
        if state.age < state.pack.rules.ages:
            return
        score = final_score(state)
        order = sorted(state.playing, key=lambda other: (-score[other], state.grandeur_order.index(other)))
        gone = tuple(seat for seat in state.seats if seat not in order)
        ranking = (*((seat,) for seat in order), *([gone] if gone else []))
        run.emit(Over(Outcome((order[0],), "points", score, ranking), "END-1"))


def stirring(state: State) -> int:
    """PIL-1: the Momentum that Chaos gains at an Age's start."""
    by_players = state.pack.rules.momentum_each_age[str(state.options.players)]  # type: ignore[index]  # "2" to "4"
    return max(0, by_players + STIR[state.options.chaos])


def lay_out(run: Run[State]) -> None:
    """SET-2 to SET-11: SET-6, SET-7 are the piles; the Surroundings (SET-3) and their tokens (SET-10) are part of the
    board."""
    pack = run.state.pack
    run.emit(
        ev.Shuffled("exploration", run.chance.shuffled(pack.exploration)),
        ev.Shuffled("chaos", run.chance.shuffled(pack.chaos_cards)),
        ev.Shuffled("cataclysm", run.chance.shuffled(tuple(pack.cities))),
        ev.Shuffled("premonitions", run.chance.shuffled(tuple(pack.premonitions))),
        ev.Shuffled("technologies", run.chance.shuffled(tuple(pack.technologies))),
    )
    for _ in range(pack.rules.open_technologies):
        run.emit(ev.TechnologyShown(run.state.technology_pile.cards[0]))
    for seat in run.state.seats:
        cards = pack.conflict_cards(seat, run.state.mats[seat].olympian)
        run.emit(ev.DeckShuffled(seat, run.chance.shuffled(cards)))
        for gain in words.gains(pack.rules.start):
            if gain.gain == "card":
                draw(run, seat, gain.n)
            else:  # Aegis gained so does not wake Chaos
                run.emit(ev.Gained(seat, gain.gain, gain.n, "SET-2", "start"))


class ChoosingOlympianHandler(ChoiceHandler[State, fr.ChoosingOlympian, Run[State]]):
    """SET-1, GEN-2: one after another, no Olympian twice."""

    kind = "choose-olympian"
    answered_by = (cmd.ChooseOlympian, "olympian")
    clause = "SET-1"

    def asked(self, state: State, frame: fr.ChoosingOlympian) -> Sequence[Seat]:
        return frame.order[:1]

    def choices(self, state: State, frame: fr.ChoosingOlympian, seat: Seat) -> Sequence[Any]:
        taken = {mat.olympian for mat in state.mats.values()}
        return [olympian for olympian in state.pack.olympians if olympian not in taken]

    def refused(self, state: State, frame: fr.ChoosingOlympian, seat: Seat, choice: Any) -> Refusal:
        return no("SET-1", "taken" if choice in state.pack.olympians else "not-a-choice")

    def chosen(self, run: Run[State], frame: fr.ChoosingOlympian, seat: Seat, choice: str) -> None:
        run.emit(ev.OlympianChosen(seat, choice))
        self._next(run, frame)

    def step(self, run: Run[State], frame: fr.ChoosingOlympian) -> None:
        """GEN-10: who has left before choosing gets the first that is free."""
        if frame.order:
            run.emit(ev.OlympianChosen(frame.order[0], self.choices(run.state, frame, frame.order[0])[0]))
            run.emit(ev.Left(frame.order[0]))
        self._next(run, frame)

    def _next(self, run: Run[State], frame: fr.ChoosingOlympian) -> None:
        if len(frame.order) > 1:
            run.become(replace(frame, order=frame.order[1:]))
            return
        run.pop()
        run.become(fr.Course("begin"))
        lay_out(run)


class PillarsHandler(ChoiceHandler[State, fr.Pillars, Run[State]]):
    """PIL-2: each takes one that is still free in this Age, and gains at once what it says."""

    kind = "pillar"
    answered_by = (cmd.TakePillar, "pillar")
    clause = "PIL-2"

    def asked(self, state: State, frame: fr.Pillars) -> Sequence[Seat]:
        return frame.order[:1]

    def choices(self, state: State, frame: fr.Pillars, seat: Seat) -> Sequence[Any]:
        return [pillar for pillar in state.pack.pillars if pillar not in state.pillars]

    def refused(self, state: State, frame: fr.Pillars, seat: Seat, choice: Any) -> Refusal:
        return no("PIL-2", "taken" if choice in state.pillars else "not-a-choice")

    def step(self, run: Run[State], frame: fr.Pillars) -> None:
        self._next(run, frame)

    def chosen(self, run: Run[State], frame: fr.Pillars, seat: Seat, choice: str) -> None:
        self._next(run, frame)
        run.emit(ev.PillarTaken(seat, choice))
        run.push(gains(seat, run.state.pack.pillars[choice].gain, "PIL-2", choice))

    def _next(self, run: Run[State], frame: fr.Pillars) -> None:
        if len(frame.order) > 1:
            run.become(replace(frame, order=frame.order[1:]))
        else:
            run.pop()

    def options(self, state: State, frame: fr.Pillars, seat: Seat) -> list[Json]:
        rows = super().options(state, frame, seat)
        return [row | {"gives": state.pack.pillars[row["command"]["pillar"]].gain} for row in rows]
