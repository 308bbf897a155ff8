"""`Match` of Blade & Book: the kernel's match with this game's engine and queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.blade import asides as out_of_turn
from rules.blade import changes, order_sheet, setup, view
from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade import position as notation
from rules.blade.bots import ADVISOR, HINTING
from rules.blade.evolve import evolve
from rules.blade.flow import HANDLERS, scenario, series
from rules.blade.flow.life import perish
from rules.blade.flow.magic import lost_halos
from rules.blade.flow.rolls import successes
from rules.blade.packs.reader import LAYERING, Pack, load
from rules.blade.queries import QUERIES
from rules.blade.state import OVERLORD, Hero, State
from rules.kernel import Chance, Json, Seat
from rules.kernel.bots import decided_query, hints_query
from rules.kernel.contract import DECIDED, HINTS, Query
from rules.kernel.contract import Match as Contract
from rules.kernel.journal import Outcome, Over, outcome_json
from rules.kernel.match import KernelMatch
from rules.kernel.packs.single import SinglePackEngine
from rules.kernel.queries import COMMON_QUERIES
from rules.kernel.run import Run
from rules.kernel.table_talk import GaveUp, Why


class BladeRun(Run[State]):
    """A run that remembers up to which event scenario rules have been set off."""

    judged = 0


class BladeEngine(SinglePackEngine[State, Pack]):
    """The rules, as the kernel calls them."""

    core = staticmethod(load)
    read_pack = staticmethod(Pack.from_json)
    options = notation.OPTIONS
    commands = cmd.CODEC
    events = ev.CODEC
    frames = fr.STACK
    handlers: ClassVar = HANDLERS
    clauses: ClassVar = {
        "": "BAS-5",
        "not-now": "SEQ-1",
        "not-your-turn": "BAS-5",
        "gave-up": "WIN-5",
        "concession": "WIN-5",
        "time": "WIN-5",
        "agreement": "WIN-1",
    }
    final = ev.FINAL
    run = BladeRun

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def sides(self, state: State) -> Mapping[Seat, str]:
        """BAS-2."""
        return {seat: "overlord" if seat == OVERLORD else "heroes" for seat in state.seats}

    def packs(self, options: Any, **supplies: Any) -> tuple[Json, ...]:
        """The one pack of the match: those that the options name, each laid over the ones before. Raises BadPacks."""
        return (LAYERING.merged(LAYERING.layers(options.packs, supplies.get("shelf"))).json,)

    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> State:
        return setup.initial(options, self.pack(packs))

    evolve = staticmethod(evolve)

    def between(self, run: Run[State]) -> None:
        """WIN-1 to WIN-3: what has happened sets scenario rules off; then it is judged whether the heroes are lost."""
        assert isinstance(run, BladeRun)
        fresh, run.judged = run.events[run.judged :], len(run.events)
        if not fresh:
            return
        if any(isinstance(event, ev.ItemTaken | ev.Gave | ev.Caught) for event in fresh):
            lost_halos(run)
        scripts = scenario.fired(run.state, fresh)
        if scripts:
            series.broken_off(run)
            run.push(*reversed(scripts))
        elif _lost(run.state):
            scenario.end(run, "overlord", "dead", "WIN-3")

    # ---- positions ----

    position = staticmethod(notation.dump)

    def parse_with_pack(self, position: Mapping[str, Any], pack: Pack, chance: Chance | None, **supplies: Any) -> State:
        return notation.parse(position, pack, chance)

    # ---- asides ----

    aside = staticmethod(out_of_turn.judge)
    perform = staticmethod(out_of_turn.perform)
    asides = staticmethod(out_of_turn.every)
    answers = staticmethod(out_of_turn.answers)
    withdrawals = staticmethod(out_of_turn.withdrawals)

    # ---- standing orders ----

    order_choices = staticmethod(order_sheet.choices)
    orderable = staticmethod(order_sheet.fault)

    # ---- who sees what ----

    open_view = staticmethod(view.open_view)
    own_views = staticmethod(view.own_views)
    imagined = staticmethod(view.imagined)

    # ---- ending, adjusting ----

    def give_up(self, run: Run[State], seat: Seat, why: Why) -> None:
        """WIN-5: the heroes of a player who gives up go to the next hero player who still plays."""
        run.emit(GaveUp(seat, why))
        left = [other for other in self.playing(run.state) if other != OVERLORD]
        if seat == OVERLORD or not left:
            winners = left if seat == OVERLORD else [OVERLORD]
            run.emit(Over(Outcome(tuple(winners), why, {}), "WIN-5"))
            return
        heir = next((other for other in left if other > seat), left[0])
        for hero in run.state.players.get(seat, ()):
            run.emit(ev.HandedOver(heir, hero))

    def outcome(self, state: State) -> Json | None:
        """With `side`, that of the winners or None, and `round`, the round in which it ended."""
        if state.outcome is None:
            return None
        result = outcome_json(state.outcome)
        winners = result["winners"]
        side = None if not winners else "overlord" if OVERLORD in winners else "heroes"
        return {**result, "side": side, "round": state.round}

    adjustable = staticmethod(changes.fault)

    def adjust(self, run: Run[State], rows: Sequence[Mapping[str, Any]], seat: Seat) -> None:
        """Changes that all have agreed to, as far as they still make sense."""
        for row in rows:
            if changes.fault(run.state, (row,), seat, None) is not None:
                continue
            if "roll" in row:
                pot = [fr.Die(die, "adjustment") for die in row["roll"]]
                numbers = run.chance.cast([run.state.pack.dice[die.kind].faces for die in pot])
                dice = [fr.Die(die.kind, die.source, n) for die, n in zip(pot, numbers, strict=True)]
                shown = successes(run.state, dice)
                pairs = zip(dice, shown, strict=True)
                dice_shown = tuple(ev.DieShown(die.kind, die.number, n, False, die.source) for die, n in pairs)
                run.emit(ev.Rolled("", "adjustment", dice_shown, {}, 0, sum(shown)))
            else:
                run.emit(ev.Adjusted(dict(row)))
                who = row.get("who")
                if isinstance(who, str) and isinstance(run.state.who(who), Hero):
                    perish(run, who, None)


def _lost(state: State) -> bool:
    """WIN-3: all heroes are dead or gone."""
    return bool(state.heroes) and state.round > 0 and all(hero.at is None for hero in state.heroes)


BOOK = BladeEngine()


class Match(KernelMatch[State]):
    """One match. `rules.kernel.contract.Match` says what each method promises.

    >>> match = Match.from_position({"heroes": [{"id": "hrodvar", "at": "b2"}]}, seed=1)
    >>> match.check("2", {"kind": "move", "who": "hrodvar", "path": ["b1"]}) is None
    True
    """

    engine = BOOK
    queries: ClassVar[Mapping[str, Query[Any, Any]]] = {
        **COMMON_QUERIES,
        DECIDED: decided_query(ADVISOR, HINTING),
        HINTS: hints_query(ADVISOR, HINTING),
        **QUERIES,
    }


_: type[Contract] = Match
