"""`Match` of the Invader and Human duel: the kernel's match with this game's engine and queries."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.invader import adjustments, effects
from rules.invader import commands as cmd
from rules.invader import events as ev
from rules.invader import frames as fr
from rules.invader import legality as law
from rules.invader import position as notation
from rules.invader import view as sight
from rules.invader.bots import HINT_ADVISOR, HINTING
from rules.invader.bots.evaluation import evaluate_turn
from rules.invader.evolve import evolve
from rules.invader.flow import HANDLERS
from rules.invader.packs.cards import Pack
from rules.invader.packs.reader import LAYERING, load
from rules.invader.state import PASS, SEATS, State, letting_pass
from rules.kernel import Chance, Codec, Json, Seat, Viewer, noun, other, replace
from rules.kernel.bots import decided_query, hints_query
from rules.kernel.contract import DECIDED, HINTS, Query
from rules.kernel.contract import Match as Contract
from rules.kernel.journal import Asked, Outcome, Over
from rules.kernel.match import KernelMatch
from rules.kernel.orders import Instruct
from rules.kernel.packs.single import SinglePackEngine
from rules.kernel.piles import Known
from rules.kernel.queries import COMMON_QUERIES
from rules.kernel.run import Run
from rules.kernel.table_talk import Why


class Duel(SinglePackEngine[State, Pack]):
    """The rules, as the kernel calls them."""

    core = staticmethod(load)
    read_pack = staticmethod(Pack.from_json)
    options = notation.OPTIONS
    commands = cmd.CODEC
    events = ev.CODEC
    frames = fr.STACK
    handlers: ClassVar = HANDLERS
    clauses: ClassVar = {"": "GEN-4", "not-now": "TRN-3", "concession": "END-6", "time": "END-6", "agreement": "END-6"}
    final = ev.FROM_HIDDEN

    def seats(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def packs(self, options: Any, **supplies: Any) -> tuple[Json, ...]:
        """The one pack of the match: those that the options name, each laid over the ones before. Raises BadPacks."""
        return (LAYERING.merged(LAYERING.layers(options.packs, supplies.get("shelf"))).json,)

    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> State:
        none: Mapping[Seat, tuple[str, ...]] = dict.fromkeys(SEATS, ())
        known = dict.fromkeys(SEATS, Known())
        piles: Mapping[str, Any] = {"hands": none, "decks": none, "discards": none, "known": known}
        return State(pack=self.pack(packs), options=options, stack=(fr.Setup("sides"),), **piles)

    evolve = staticmethod(evolve)

    # ---- positions ----

    position = staticmethod(notation.dump)

    def parse_with_pack(self, position: Mapping[str, Any], pack: Pack, chance: Chance | None, **supplies: Any) -> State:
        """The match in a position; with `shuffled` the numbers of a card's copies in hand and deck are dealt by
        chance."""
        dealt = chance if supplies.get("shuffled") else None
        return notation.parse(position, pack, None if dealt is None else random.Random(dealt.roll(1, 2**31)[0]))

    barred = staticmethod(law.barred)

    # ---- standing orders ----

    def order_choices(self, state: State, seat: Seat) -> Mapping[str, Sequence[str]]:
        """CAN-8."""
        return {"cancel": (PASS,)}

    def aside(self, state: State, seat: Seat, command: Any) -> Any:
        """An order as older clients write it."""
        if not isinstance(command, cmd.Stand):
            return None
        return Instruct("cancel") if command.pass_ == "off" else Instruct("cancel", PASS, until=command.pass_)

    def asides(self, state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows: list[Json] = [
            {"kind": "instruct", "about": "cancel", "answer": PASS, "until": how} for how in ("once", "turn", "match")
        ]
        rows.append({"kind": "instruct", "about": "cancel"})
        return iter(rng.sample(rows, len(rows)))

    def shows(self, state: State, event: ev.Event, seat: Seat) -> bool:
        """CAN-8: where only a seat is asked that can cancel, a card that stands uncancelled tells of the other's
        hand."""
        tells = isinstance(event, ev.CardPlayed) and not state.options.uniform_prompts and state.hands[other(seat)]
        return isinstance(event, self.final) or bool(tells)

    def binding(self, seat: Seat, asked: Asked, then: Asked) -> bool:
        """Whether the command can no longer be undone: once the other is asked, it is known to them."""
        return any(asked.asked.get(other) != n for other, n in then.asked.items() if other != seat)

    # ---- who sees what ----

    open_view = staticmethod(sight.open_view)
    own_views = staticmethod(sight.own_views)
    imagined = staticmethod(sight.imagined)

    # ---- ending, adjusting ----

    def give_up(self, run: Run[State], seat: Seat, why: Why) -> None:
        """END-6."""
        run.emit(Over(Outcome((other(seat),), why, effects.score(run.state)), "END-6"))

    score = staticmethod(effects.score)

    adjustable = staticmethod(adjustments.fault)
    changes_put = staticmethod(adjustments.put)
    changes_seen = staticmethod(sight.changes_seen)
    adjust = staticmethod(adjustments.carry_out)


DUEL = Duel()


@noun
class ForecastParams:
    """The attack as it would be now, or after a command of the viewer's own."""

    command: Any = None


class Match(KernelMatch[State]):
    """One match of the duel. `rules.kernel.contract.Match` says what each method promises.

    >>> match = Match.from_position({"plot": 8, "hands": {"1": ["husk", "kite"]}}, seed=1)
    >>> match.check("1", {"kind": "play", "card": "1-husk-1", "zone": "africa", "discard": ["1-kite-1"]}) is None
    True
    """

    engine = DUEL
    queries: ClassVar[Mapping[str, Query[Any, Any]]] = {}

    def forecast(self, seat: Seat | None = None, command: Any = None) -> Json:
        """The next attack with the board of now, or after that seat's command as if nobody cancelled it:
        `{"zones": {zone: {"invader", "human", "value", "bite", "drain", "absorbed"}}, "drain", "deck", "lethal",
        "plot": "falls" | "stays"}`. Raises Refused for a command that is not legal.

        Cards that the command would draw are not looked at: it is carried out on a match that its seat could imagine.
        """
        if command is None or seat is None:
            return sight.forecast(self._state)
        self.legal(seat, command)
        if command.get("kind") == "end":
            return sight.forecast(self._state)
        imagined = self.imagine(seat, 0)
        state = replace(imagined.state, orders=letting_pass({other(seat): "match"}))
        after = type(self)(state, imagined._events, imagined._chance)
        after.submit(seat, {key: value for key, value in command.items() if key != "decision"})
        return sight.forecast(after.state)


def _forecast(match: Match, viewer: Viewer, params: ForecastParams) -> Json:
    return match.forecast(viewer if params.command is not None else None, params.command)


Match.queries = {
    **COMMON_QUERIES,
    DECIDED: decided_query(HINT_ADVISOR, HINTING, evaluate_turn),
    HINTS: hints_query(HINT_ADVISOR, HINTING),
    "forecast": Query(Codec(ForecastParams), _forecast),
}
_: type[Contract] = Match
