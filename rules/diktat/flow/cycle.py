"""The cycle: setting up, drawing, developing, turns, calls, the end of the cycle and of the match (SET, RNK, OPP, DEV,
MAN, TIM-4, RES, ATT, EOC, END), and with the Others the Noirceur phase (NOI)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, assert_never, get_args

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import oaths
from rules.diktat.commands import row
from rules.diktat.elements import affordable, nothing
from rules.diktat.flow import asides, bargains, effects, manoeuvres
from rules.diktat.flow.possessions import Chooser
from rules.diktat.legality import no
from rules.diktat.state import TOKENS, Phase, State, acts_of, less, sorted_agents
from rules.kernel import Json, Refusal, Seat, next_after, order_from, replace
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, legal
from rules.kernel.journal import Outcome, Over
from rules.kernel.run import Run

R = Run[State]
GOAL = 10
STAGES: tuple[fr.Stage, ...] = get_args(fr.Stage)
AFTER: Mapping[fr.Stage, fr.Stage] = dict(zip(STAGES, (*STAGES[1:], "begin"), strict=True))


class ChoosingCabalHandler(ChoiceHandler[State, fr.ChoosingCabal, R]):
    """SET-1: for a seat that has given up the first that is free."""

    kind: ClassVar = "choose-cabal"
    answered_by: ClassVar = (cmd.ChooseCabal, "cabal")

    def asked(self, state: State, frame: fr.ChoosingCabal) -> Sequence[Seat]:
        return frame.order[:1]

    def choices(self, state: State, frame: fr.ChoosingCabal, seat: Seat) -> list[str]:
        taken = {player.cabal for player in state.players.values()}
        return [id for id in state.pack.cabals if id not in taken]

    def params(self, state: State, frame: fr.ChoosingCabal, seat: Seat) -> Json:
        return {"free": self.choices(state, frame, seat)}

    def refused(self, state: State, frame: fr.ChoosingCabal, seat: Seat, choice: str) -> Refusal:
        return no("SET-1", "taken" if choice in state.pack.cabals else "not-a-choice", cabal=choice)

    def step(self, run: R, frame: fr.ChoosingCabal) -> None:
        seat = frame.order[0]
        self.chosen(run, frame, seat, self.choices(run.state, frame, seat)[0])

    def chosen(self, run: R, frame: fr.ChoosingCabal, seat: Seat, choice: str) -> None:
        run.emit(ev.CabalTaken(seat, choice))
        run.become(fr.ChoosingCabal(frame.order[1:])) if len(frame.order) > 1 else run.pop()

    def options(self, state: State, frame: fr.ChoosingCabal, seat: Seat) -> list[Json]:
        drafts = [cmd.ChooseCabal(id) for id in state.pack.cabals]
        judged = [(draft, self.resolve(state, frame, seat, draft)) for draft in drafts]
        return [row(draft, outcome if isinstance(outcome, Refusal) else None) for draft, outcome in judged]


class CycleHandler(Handler[State, fr.Cycle, R]):
    """CYC-1, CYC-2, CYC-3, CYC-4, CYC-5, CYC-6: one effect a step. GEN-7: chance is in the shuffles alone."""

    def ask(self, state: State, frame: fr.Cycle) -> Mapping[Seat, Question]:
        chief = state.administrator or ""
        match frame.stage:
            case "first":
                # RNK-6
                return {chief: Question("first-player", "first-player", {}, {"kind": "first-player", "seat": chief})}
            case "manoeuvre":
                seat = state.turn or ""
                params = {"pawns": state.players[seat].pawns, "again": state.again == seat}
                return {seat: Question("manoeuvre", "manoeuvre", params, {"kind": "extend"})}
            case "designate":
                open_ = sectors(state)
                if len(open_) > 1:
                    default = {"kind": "designate", "sector": open_[0]}
                    return {chief: Question("designate", "designate", {"sectors": open_}, default)}
        return {}

    def resolve(self, state: State, frame: fr.Cycle, seat: Seat, command: Any) -> Any:
        match frame.stage, command:
            case "first", cmd.FirstPlayer(seat=named):
                return command if named in state.playing else no("MAN-1", "not-a-seat")
            case "manoeuvre", cmd.Stop() | cmd.Pass():
                return no("MAN-2", "must-manoeuvre")
            case "manoeuvre", (
                cmd.Send() | cmd.Spy() | cmd.Assassinate() | cmd.Extend() | cmd.Develop() | cmd.Special()
            ):
                return manoeuvres.judge(state, seat, command)
            case "designate", cmd.Designate(sector=sector):
                if sector not in state.grounds:
                    return no("SND-1", "unknown-sector", sector=sector)
                return command if sector in sectors(state) else no("RES-2", "not-a-choice", sector=sector)
        return NOT_NOW

    def answer(self, run: R, frame: fr.Cycle, seat: Seat, command: Any) -> None:
        match command:
            case cmd.FirstPlayer(seat=named):
                run.emit(ev.FirstSet(named, seat))
                able = with_pawns(run.state)
                first = next((player for player in order_from(run.state.seats, named) if player in able), None)
                self._turn(run, first, False)
            case cmd.Designate(sector=sector):
                run.emit(ev.Designated(sector, seat, False))
                run.push(fr.Conquest(sector))
            case _:
                manoeuvres.make(run, seat, command)

    def _turn(self, run: R, seat: Seat | None, again: bool) -> None:
        if seat is None:
            run.become(fr.Cycle("spent"))
        else:
            run.emit(ev.TurnBegan(seat, again))
            run.become(fr.Cycle("manoeuvre"))

    def options(self, state: State, frame: fr.Cycle, seat: Seat) -> list[Json]:
        match frame.stage:
            case "first":
                return [legal({"kind": "first-player", "seat": player}) for player in state.playing]
            case "manoeuvre":
                return manoeuvres.options(state, seat)
            case _:
                drafts = [({"kind": "designate", "sector": sector}, sector) for sector in sectors(state)]
                rows = [(legal(command), ev.Designated(sector, seat, False)) for command, sector in drafts]
                return [asides.warned(state, seat, command, event) for command, event in rows]

    def commands(self, state: State, frame: fr.Cycle, seat: Seat, rng: random.Random) -> Iterator[Json]:
        if frame.stage == "manoeuvre":
            yield from manoeuvres.complete(state, seat, rng)
        else:
            yield from super().commands(state, frame, seat, rng)

    def nameable(self, state: State, frame: fr.Cycle, seat: Seat, draft: Any) -> Json | None:
        return manoeuvres.nameable(state, seat, draft) if frame.stage == "manoeuvre" else None

    def step(self, run: R, frame: fr.Cycle) -> None:
        """One stage. The next one is set before it is carried out, so that a stage only says where it leads
        elsewhere."""
        run.become(fr.Cycle(AFTER[frame.stage]))
        if frame.stage in fr.PHASES:
            begin(run, fr.PHASES[frame.stage])
        match frame.stage:
            case "cabals":
                self._cabals(run)
            case "endow":
                self._endow(run)
            case "begin":
                # SET-3: the first is cycle 1
                run.emit(ev.CycleBegan(run.state.cycle + 1))
                if not run.state.with_others:
                    # CYC-6
                    run.become(fr.Cycle("draw"))
            case "gather":
                self._gather(run)
            case "draw":
                self._draw(run)
            case "develop":
                self._develop(run)
            case "first":
                raise AssertionError("the Administrator is always asked")
            case "next":
                self._next(run)
            case "spent":
                # TIM-4 a
                run.push(fr.Calling("manoeuvres"))
            case "reveal":
                if run.state.secret is not None:
                    # RES-1
                    run.emit(ev.SecretTurned(run.state.secret))
            case "designate":
                self._designate(run)
            case "resolved":
                # TIM-4 c
                run.push(fr.Calling("end"))
            case "attack":
                self._attack(run)
            case "leftovers":
                # ORE-7: from left to right, the secret card, which was turned last, at the end
                for card in run.state.track if run.state.with_others else ():
                    effects.corrupt(run, card, "track")
            case "flips":
                self._flips(run)
            case "judge":
                self._judge(run)
            case "close":
                self._close(run)
            case "refresh":
                # EOC-4 to EOC-6
                oaths.expire(run, "phase", "cycle")
                run.emit(ev.CycleEnded(run.state.cycle, run.state.track))
            case "meet" | "manoeuvre":
                # the player whose turn it was may have given up
                pass
            case _:
                assert_never(frame.stage)

    # ---- setting up (SET) ----

    def _cabals(self, run: R) -> None:
        state = run.state
        if state.options.cabals == "choice":
            first = state.seats[run.chance.roll(1, len(state.seats))[0] - 1]
            run.push(fr.ChoosingCabal(order_from(state.seats, first)))
        else:
            drawn = run.chance.shuffled(state.pack.cabals)[: len(state.seats)]
            run.emit(*(ev.CabalTaken(seat, cabal) for seat, cabal in zip(state.seats, drawn, strict=True)))

    def _endow(self, run: R) -> None:
        state = run.state
        for seat in state.seats:
            # SET-2, CAB-6
            cabal, given = state.cabal(seat), state.cabal(seat).endowment
            tokens = {"politics": given.politics, "people": given.people, "artefact": given.artefact}
            supply = TOKENS - given.reserve if cabal.token is not None else 0
            run.emit(ev.Endowed(seat, given.pp, tokens, given.reserve, supply))
        # SET-5, SET-6: all else is the reserve
        run.emit(ev.Shuffled("pile", run.chance.shuffled(state.pack.cards)))
        if state.with_others:
            # OTH-1, OTH-2, MAT-2
            run.emit(ev.OthersSet("".join(run.chance.shuffled("CCCCGGGGEEEE"))))

    # ---- a cycle begins ----

    def _gather(self, run: R) -> None:
        """NOI."""
        state = run.state
        if state.pool:
            # NOI-1: under the Artefact's stack
            order, kept = run.chance.shuffled(state.pool), len(state.grounds["artefact"].others)
            run.emit(ev.Shuffled("others", order, "artefact", kept))
        card = effects.draw(run)
        if card is not None:
            # NOI-2
            effects.corrupt(run, card, "pile")
            self._proliferate(run, run.state.pack.noirceur(card, run.state.options.players))
        for sector, ground in run.state.grounds.items():
            # NOI-5
            full = run.state.attackers(sector) // 4
            if full and ground is not None and (sector != "artefact" or run.state.options.artefact_darkness):
                effects.infect(run, sector, full)

    def _proliferate(self, run: R, score: int) -> None:
        """NOI-3, NOI-4, OTH-11."""
        got: dict[str, int] = {}
        for id in run.state.corrupted:
            sector = run.state.pack.cards[id].sector
            n = min(score, len(run.state.grounds["artefact"].others))
            if sector != "artefact":
                got[sector] = got.get(sector, 0) + n
                if n:
                    run.emit(ev.OthersMoved("artefact", sector, n))
        if score:
            run.emit(*(ev.CorruptionLaid(sector) for sector, n in got.items() if not n))

    def _draw(self, run: R) -> None:
        """OPP-1, OPP-2, POS-7."""
        need = run.state.size.face_up + 1
        left = len(run.state.deck)
        if left < need and run.state.discard:
            run.emit(ev.Drawn(run.state.deck, None))
            run.emit(ev.Shuffled("pile", run.chance.shuffled(run.state.discard)))
            need -= left
        cards = run.state.deck[:need]
        secret = cards[need - 1] if len(cards) == need else None
        run.emit(ev.Drawn(cards[: need - 1], secret))

    def _develop(self, run: R) -> None:
        """DEV-1, DEV-2."""
        asked = []
        for seat in run.state.order():
            event, free = development(run.state, seat)
            run.emit(event)
            if free:
                asked.append(fr.Kinds(seat, free))
        run.push(*reversed(asked))

    # ---- Manoeuvres (MAN) ----

    def _next(self, run: R) -> None:
        """MAN-1, MAN-6, MAN-7."""
        state = run.state
        able = with_pawns(state)
        if state.again is not None and state.again == state.turn and state.again in able:
            self._turn(run, state.again, True)
        else:
            self._turn(run, next_after(state.seats, state.turn or "1", able), False)

    # ---- Resolution (RES) ----

    def _designate(self, run: R) -> None:
        """RES-2: the last sector needs no naming."""
        if left := sectors(run.state):
            run.become(fr.Cycle("designate"))
            run.emit(ev.Designated(left[0], None, True))
            run.push(fr.Conquest(left[0]))

    def _attack(self, run: R) -> None:
        """EOC-1, ATT-1, ATT-2, ATT-3, ATT-4, ATT-5."""
        state = run.state
        cards = tuple(id for id in state.track if state.pack.cards[id].attack)
        if not cards:
            return
        run.emit(ev.Attack(cards))
        if not state.with_others:
            for seat in state.order():
                if not state.power(seat, "immune"):
                    effects.forced(run, seat, max(0, run.state.points(seat)), "attack")
        elif state.options.fiel == "corruption" and state.discard:
            # COR-4
            run.emit(ev.Shuffled("discard", run.chance.shuffled(state.discard)))
            effects.corrupt(run, run.state.discard[0], "discard")
        elif (card := effects.draw(run)) is not None:
            # FIE-3
            effects.corrupt(run, card, "pile")

    # ---- end of cycle (EOC, END) ----

    def _flips(self, run: R) -> None:
        """TIM-4 d."""
        state = run.state
        near = any(state.points(seat) + state.free_symbols(seat) >= GOAL for seat in state.playing)
        if near or state.cycle >= state.size.cycles:
            run.push(fr.Calling("flips"))

    def _judge(self, run: R) -> None:
        """EOC-2, END-1, END-2, END-3, END-4."""
        state = run.state
        if state.cycle < state.size.cycles and all(state.points(seat) < GOAL for seat in state.playing):
            return
        oaths.expire(run, "phase", "cycle", "match")
        best = effects.ranking(run.state)
        run.emit(Over(Outcome(best[0], "points", effects.final(run.state), best), "END-3"))

    def _close(self, run: R) -> None:
        """EOC-3."""
        keepers = [seat for seat in run.state.order() if run.state.power(seat, "keep")]
        run.push(*(fr.Keeping(seat, run.state.power(seat, "keep")) for seat in reversed(keepers)))
        for seat in run.state.playing:
            if seat not in keepers:
                clear_screen(run, seat, "")


def begin(run: R, phase: Phase) -> None:
    """A phase begins, unless a position began in it. NEG-5, OAT-5: offers lapse at the end of a phase, and promises
    that last until then end."""
    if run.state.phase == phase:
        return
    bargains.lapse(run, run.state.offers)
    oaths.expire(run, "phase")
    run.emit(ev.PhaseBegan(phase))


def sectors(state: State) -> list[str]:
    """RES-2: where a player has a stack."""
    return [sector for sector, ground in state.grounds.items() if ground.stacks]


def with_pawns(state: State) -> tuple[Seat, ...]:
    """MAN-6."""
    return tuple(seat for seat in state.playing if state.players[seat].pawns > 0)


def development(state: State, seat: Seat) -> tuple[ev.Developed, int]:
    """DEV-1, DEV-2, DEV-3, EFF-4, MAN-9, ADH-2: what a player takes, and how many Agents of their choosing besides."""
    changes = dict.fromkeys(("pp", "citizen", "guard", "emissary", "agent", "spy", "assassin", "pawn", "special"), 0)
    for _, effect, used in state.things(seat):
        for condition, word, n, _ in acts_of(effect.of("dev")):
            if not used and state.holds(condition, seat):
                changes[word] += n
    agents = "C" * (3 + changes["citizen"]) + "G" * (3 + changes["guard"]) + "E" * (3 + changes["emissary"])
    dues = len(state.adhesions) if state.token(seat) == "adhesion" else 0
    special = min(changes["special"], state.players[seat].supply)
    pawns = state.size.pawns + changes["pawn"]
    pp = 3 + changes["pp"] + dues
    taken = ev.Developed(seat, agents, pp, changes["spy"], changes["assassin"], pawns, special, dues)
    return taken, changes["agent"]


def clear_screen(run: R, seat: Seat, kept: str) -> None:
    """EOC-3."""
    player = run.state.players[seat]
    gone = less(player.agents, kept)
    if gone or player.spies or player.assassins:
        run.emit(ev.Discarded(seat, gone, player.spies, player.assassins))


class KeepingHandler(Chooser):
    """EOC-3 with the word `keep`."""

    prompt: ClassVar = "keep"
    clause: ClassVar = "EOC-3"

    def choices(self, state: State, frame: fr.Keeping, seat: Seat) -> list[Any]:
        have = state.players[seat].agents
        rows = {sorted_agents("".join(pawns)) for n in range(frame.most + 1) for pawns in combinations(have, n)}
        return sorted(rows, key=lambda pawns: (-len(pawns), -pawns.count("E"), pawns))

    def chosen(self, run: R, frame: fr.Keeping, seat: Seat, choice: str) -> None:
        run.pop()
        clear_screen(run, seat, choice)
        run.emit(ev.Kept(seat, choice))


class CallingHandler(Handler[State, fr.Calling, R]):
    """TIM-4: in order of Rank; it ends when all have passed in a row."""

    def ask(self, state: State, frame: fr.Calling) -> Mapping[Seat, Question]:
        for seat in state.order():
            if seat not in frame.passed and self._fits(state, frame, seat):
                params: Json = {"where": frame.where}
                if frame.sector is not None:
                    params["sector"] = frame.sector
                return {seat: Question("call", "call", params, {"kind": "pass"})}
        return {}

    def _fits(self, state: State, frame: fr.Calling, seat: Seat) -> bool:
        """Whether a seat could do something: judged on open things alone, with `uniform_prompts`."""
        if frame.where == "flips":
            return state.free_symbols(seat) > 0
        blind = state.options.uniform_prompts
        for _, effect, used in state.things(seat):
            for condition, way in () if used else effect.ways("man"):
                fits = state.holds(condition, seat) and nothing(state, seat, way, "GEN-6", not blind) is None
                if fits and (blind or affordable(state, seat, way) is None):
                    return True
        return False

    def resolve(self, state: State, frame: fr.Calling, seat: Seat, command: Any) -> Any:
        return command if isinstance(command, cmd.Pass) else NOT_NOW

    def answer(self, run: R, frame: fr.Calling, seat: Seat, command: Any) -> None:
        run.emit(ev.Passed(seat, frame.where))
        run.become(replace(frame, passed=(*frame.passed, seat)))

    def options(self, state: State, frame: fr.Calling, seat: Seat) -> list[Json]:
        return [legal({"kind": "pass"}), *(legal(stub) for stub in asides.stubs(state, seat))]

    def commands(self, state: State, frame: fr.Calling, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows: list[Json] = [{"kind": "pass"}, *asides.uses(state, seat, rng), *asides.flips(state, seat)]
        yield from rng.sample(rows, len(rows))
