"""The expedition: scouts look for relics in a ruin, and a warden drives them off.

EXP-1: seat 1 is the warden, all others are scouts of one side and begin in the ruin with 3 effort and 3 fatigue. A
cairn lies in the wood, the ford and the ruin, face down: one hides a relic, one a trap, one nothing. Two of six
omens, face down, are storms. EXP-2: a round begins with 2 of each scout's fatigue turned back into effort; effort
that is spent becomes fatigue. EXP-3: all scouts act at once, in any order, until each has said that it is done; one
that is done may go on. A step to a neighbouring place that has room costs 1 effort. EXP-4: searching the ruin costs 1
effort and rolls a die: 5 and 6 find a relic, 1 and 2 make a noise. EXP-5: at a noise the warden may strike at that
scout, with two claws. EXP-6: it guards with as many shields as it likes, 1 effort each, beside its cloak, and may
reroll one of the dice once; a scout that has rolled less than the warden is back in the camp. EXP-7: two equal claws
raise the water by one; at the third all have lost. EXP-8: with as many relics as scouts these have won, after the
last round the warden. EXP-9: who gives up acts no more; the last side left wins. EXP-10: the warden may order to
strike always or never, a scout never to guard, or with so much effort against so much force; an order holds once, for
a round, or always. EXP-11: for 1 effort a scout looks under the cairn where it stands, alone, or opens it: then it is
gone; a relic counts, a trap makes a noise. EXP-12: for 1 effort a scout in the camp reads the next omen, alone. After
every round the next omen is turned. EXP-13: at a storm the scouts with effort are asked who goes to the sluice: the
first in order who goes spends 1 effort, and nobody after it is asked; those before it are known to have refused.
Without one the water rises.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, assert_never

from rules.kernel import EVERYONE, Codec, Json, Refusal, Seat, StackCodec, TaggedCodec, Viewer, seats_of
from rules.kernel.contract import Match as Contract
from rules.kernel.engine import Engine
from rules.kernel.journal import Outcome, Over
from rules.kernel.match import KernelMatch
from rules.kernel.orders import Order, after_turn
from rules.kernel.piles import Pile
from rules.kernel.places import PlacedPiece, dealt_anew, known_faces, put, shown
from rules.kernel.purses import moved
from rules.kernel.run import Run
from rules.kernel.seats import viewers_of
from tests.expedition.flow import (
    BOARD,
    CAIRNS,
    COMMANDS,
    DICE,
    AlarmHandler,
    CampHandler,
    ParryHandler,
    RoundHandler,
    ScoutingHandler,
    SluiceHandler,
    StrikeHandler,
    win,
)  # fmt: skip
from tests.expedition.nouns import (
    WARDEN,
    Alarm,
    Camp,
    DrivenOff,
    Event,
    Fact,
    Finished,
    Frame,
    Guarded,
    HeldBack,
    Laid,
    Looked,
    Moved,
    Opened,
    Options,
    Parry,
    ReadOmen,
    Recovered,
    Rerolled,
    Round,
    Scouting,
    Searched,
    Sluice,
    State,
    Strike,
    Struck,
    Turned,
    noes_in_order,
)  # fmt: skip

FLOOD = 3
"""EXP-7."""


class Expedition(Engine[State]):
    options = Codec(Options)
    state = Codec(State)
    commands = COMMANDS
    events = TaggedCodec(Event)
    frames = StackCodec(Frame)
    handlers: ClassVar = {
        Camp: CampHandler(),
        Sluice: SluiceHandler(),
        Round: RoundHandler(),
        Scouting: ScoutingHandler(),
        Alarm: AlarmHandler(),
        Strike: StrikeHandler(),
        Parry: ParryHandler(),
    }
    clauses: ClassVar = {"": "EXP-3", "concession": "EXP-9", "time": "EXP-9", "agreement": "EXP-9"}
    final = (Searched, Struck, Guarded, Rerolled, Looked, Opened, ReadOmen, Turned, HeldBack)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return seats_of(state.options.players)

    def sides(self, state: State) -> Mapping[Seat, str]:
        return {seat: "warden" if seat == WARDEN else "scouts" for seat in self.seats(state)}

    def initial(self, options: Options, packs: Sequence[Mapping[str, Any]]) -> State:
        scouts = seats_of(options.players)[1:]
        pieces = {seat: PlacedPiece("ruin", owner=seat) for seat in scouts}
        purses = {seat: {"reserve": 3, "fatigue": 3} for seat in scouts}
        return State(options=options, pieces=pieces, purses=purses, stack=(Camp(),))

    def evolve(self, state: State, event: Fact) -> State:
        match event:
            case Laid(cairns=cairns, faces=faces, omens=omens):
                laid = {id: PlacedPiece(CAIRNS[id], size=0, face=face) for id, face in zip(cairns, faces, strict=True)}
                return replace(state, pieces={**state.pieces, **laid}, omens=Pile(omens))
            case Recovered():
                purses = {seat: moved(purse, "fatigue", "reserve", 2) for seat, purse in state.purses.items()}
                return after_turn(replace(state, purses=purses))
            case Moved(seat=seat, to=to):
                return self._spent(replace(state, pieces=put(state.pieces, seat, to)), seat, 1)
            case Searched(seat=seat, die=die):
                return self._spent(replace(state, relics=state.relics + (die >= 5)), seat, 1)
            case Looked(seat=seat, cairn=cairn):
                seen = {**state.pieces, cairn: state.pieces[cairn].looked_at(seat)}
                return self._spent(replace(state, pieces=seen), seat, 1)
            case Opened(seat=seat, cairn=cairn, face=face):
                gone = {**state.pieces, cairn: state.pieces[cairn].looked_at(EVERYONE)}
                after = replace(state, pieces=put(gone, cairn, None), relics=state.relics + (face == "relic"))
                return self._spent(after, seat, 1)
            case ReadOmen(seat=seat):
                return self._spent(replace(state, omens=state.omens.looked_at(1, seat)), seat, 1)
            case Turned(omen=omen):
                return replace(state, omens=state.omens.without(omen))
            case HeldBack(seat=None):
                return replace(state, water=state.water + 1)
            case HeldBack(seat=seat):
                return self._spent(state, seat, 1)
            case Finished() | Rerolled():
                return state
            case Struck(pot=pot):
                one, two = pot.shown(DICE)
                return replace(state, water=state.water + (one == two))
            case Guarded(seat=seat, effort=effort):
                return self._spent(state, seat, effort)
            case DrivenOff(seat=seat):
                return replace(state, pieces=put(state.pieces, seat, "camp"))
            case _:
                assert_never(event)

    def _spent(self, state: State, seat: Seat, n: int) -> State:
        return replace(state, purses={**state.purses, seat: moved(state.purses[seat], "reserve", "fatigue", n)})

    def between(self, run: Run[State]) -> None:
        if run.state.water == FLOOD:
            run.emit(Over(Outcome((), "flood", all_lost=True), "EXP-7"))
        elif run.state.relics >= len(run.state.scouts):
            win(run, "scouts", "relics")

    def order_choices(self, state: State, seat: Seat) -> Mapping[str, Sequence[Any]]:
        if seat == WARDEN:
            return {"alarm": ("always", "never")}
        return {"guard": ("never", *({"effort": n, "least": n + 1} for n in (1, 2)))}

    def orderable(self, state: State, seat: Seat, order: Order) -> Refusal | None:
        everywhere = super().orderable(state, seat, replace(order, who=None))
        return everywhere if order.who is None or order.who in BOARD else self.refuse("no-such-order")

    def asides(self, state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows: list[Json] = [
            {"kind": "instruct", "about": about, "answer": answer, "until": rng.choice(("once", "turn", "match"))}
            for about, answers in self.order_choices(state, seat).items()
            for answer in (None, *answers)
        ]
        return iter(rng.sample(rows, len(rows)))

    def open_view(self, state: State) -> Json:
        purses = {seat: dict(purse) for seat, purse in state.purses.items()}
        return {"pieces": shown(state.pieces), "purses": purses, "relics": state.relics, "water": state.water}

    def own_views(self, state: State) -> Mapping[Viewer, Json]:
        return {
            viewer: {"faces": known_faces(state.pieces, viewer), "omens": state.omens.shown(viewer)}
            for viewer in viewers_of(self.seats(state))
        }

    def imagined(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        stack = tuple(self._imagined_frame(frame, viewer, rng) for frame in state.stack)
        omens = state.omens.dealt_anew(viewer, rng)
        return replace(state, pieces=dealt_anew(state.pieces, viewer, rng), omens=omens, stack=stack)

    def _imagined_frame(self, frame: Frame, viewer: Viewer, rng: random.Random) -> Frame:
        """EXP-13: what is told stays; a sealed no may be a yes, but of the seat that would be the next to go."""
        if not isinstance(frame, Sluice):
            return frame
        kept = {*noes_in_order(frame), viewer}
        return replace(
            frame, answers={it: yes if it in kept else rng.random() < 0.5 for it, yes in frame.answers.items()}
        )


EXPEDITION = Expedition()


class Match(KernelMatch[State]):
    engine = EXPEDITION


_: type[Contract] = Match
