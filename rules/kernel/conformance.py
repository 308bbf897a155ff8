"""The suite that every game passes: what `contract.Match` promises, put to random matches of the game.

`Conformance(Subject(...))` plays some matches once, with asides, undoing and proposals among the commands, and `run`
puts one of `CASES` to them. A case raises `ConformanceError`, an AssertionError that says what was promised and what
happened.

Secrecy is shown by twins: two worlds that `imagine` deals for one viewer differ in nothing that this viewer may know,
so everything the viewer is told in them must be equal. A `Subject` says what the suite cannot know of a game: which
commands are sealed, which events turn something up, and what might be asked to find something out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.contract import Match, Query
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import EVERYONE, SPECTATOR, Seat, Viewer, viewers_of


class ConformanceError(AssertionError):
    """A promise that the game does not keep."""


def _nothing(*_: Any) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True)
class Subject:
    """A game, and what the suite cannot know of it."""

    match: type[Any]
    """The game's `Match` class."""
    options: Sequence[Json] = ({},)
    """Of the matches played, in turn."""
    supplies: Mapping[str, Any] = field(default_factory=dict)
    matches: int = 3
    """How many are played."""
    looks: int = 8
    """How many moments of each match the dearer cases look at."""
    longest: int = 3_000
    """Commands within which any random match has ended."""
    sealed: frozenset[str] = frozenset()
    """Kinds of commands that nobody but their seat may know."""
    revealing: frozenset[str] = frozenset()
    """Kinds of events that turn something up, or chance: from there on twins may go different ways."""
    probes: Callable[[Any, Seat], Iterable[Json]] = _nothing
    """Commands that a seat might send to find something out."""
    questions: Callable[[Any, Viewer], Iterable[tuple[str, Json]]] = _nothing
    """Queries, by name and parameters, that a viewer might put."""
    twin: Callable[[Any, Viewer, random.Random], Any] | None = None
    """The same match to a viewer, its past too, but with everything hidden from them exchanged by hand: what `imagine`
    cannot make, as its worlds have no past. May give None where that cannot be done."""


@dataclass(frozen=True)
class Moment:
    """A match as it stood after a command, and what each viewer was shown then, as text. `sealed`: the command was one
    that nobody but its seat may know."""

    match: Any
    last: int
    shown: Mapping[Viewer, str]
    sealed: bool = False


NONSENSE: tuple[Any, ...] = (
    None, 7, "end", [], {}, {"kind": None}, {"kind": []}, {"kind": "no-such-command"}, {"kind": "concede", "why": 1},
    {"kind": "propose"}, {"kind": "propose", "what": "draw", "to": -1}, {"kind": "adjust", "accept": 1},
    {"kind": "undo", "decision": 3}, {1: 2}, {"kind": "concede", "x": float("nan")}, {str(n): n for n in range(40)},
)  # fmt: skip
DRAW: Json = {"kind": "propose", "what": "draw"}
UNDO: Json = {"kind": "undo"}
YES: Json = {"kind": "adjust", "accept": True}
NO: Json = {"kind": "adjust", "accept": False}


class Conformance:
    """The suite, over one game. The matches are played at the first case, from fixed seeds."""

    def __init__(self, subject: Subject, seed: int = 1) -> None:
        self.subject = subject
        self.seed = seed

    def run(self, case: str) -> None:
        """One of `CASES`. Raises Fault."""
        CASES[case](self)

    # ---- the matches ----

    @cached_property
    def played(self) -> list[list[Moment]]:
        """The matches, each as it stood after every command."""
        return [list(self._play(self.seed + n)) for n in range(self.subject.matches)]

    def _play(self, seed: int) -> Iterator[Moment]:
        options = self.subject.options[seed % len(self.subject.options)]
        match, rng = self.subject.match.new(options, seed, **self.subject.supplies), random.Random(seed)
        yield _moment(match)
        for _ in range(self.subject.longest):
            if match.outcome is not None:
                return
            for seat, command in _something(match, rng):
                if match.check(seat, command) is None:
                    match.submit(seat, command)
                    sealed = command["kind"] in self.subject.sealed
                    break
            else:
                raise ConformanceError(f"no command is accepted of {list(match.asked)}")
            yield replace(_moment(match), sealed=sealed)

    @cached_property
    def looked_at(self) -> list[Any]:
        """Copies of the matches at some moments, while they go on; a few of them right after something sealed."""
        found = []
        for moments in self.played:
            going = [moment for moment in moments if moment.match.outcome is None]
            step = max(1, len(going) // self.subject.looks)
            sealed = [moment for moment in going if moment.sealed]
            chosen = {id(it): it for it in (*sealed[:2], *sealed[-2:], *going[step // 2 :: step])}
            found += [moment.match for moment in chosen.values()]
        return found

    def _viewers(self, match: Any) -> tuple[Viewer, ...]:
        return viewers_of(match.seats)

    # ---- data ----

    def json_round_trip(self) -> None:
        """At every decision: what crosses the contract is JSON, and a position read back is the same match."""
        for moments in self.played:
            for moment in moments:
                match = moment.match
                position = match.position()
                _pure("position", position)
                again = self.subject.match.from_position(json.loads(json.dumps(position)), **self.subject.supplies)
                _same("a position read back", again.position(), position)
                _same("who is asked by a position read back", list(again.asked), list(match.asked))
                for viewer in self._viewers(match) if match.outcome is None else ():
                    shown, before = again.view(viewer, ALL_PAST), match.view(viewer, ALL_PAST)
                    _same(f"view of {viewer} of a position read back", _timeless(shown), _timeless(before))
        for match in self.looked_at:
            _pure("decisions", match.decisions)
            _pure("journal", match.journal)
            for viewer in self._viewers(match):
                _pure(f"view of {viewer}", match.view(viewer))
            for seat in match.seats:
                _pure("commands", list(islice(match.commands(seat), 20)))

    def replay_equals_match(self) -> None:
        """A journal folds to the match that wrote it, every time: nothing is rolled or decided again. A snapshot stands
        where the match stands."""
        ends = [moments[-1].match for moments in self.played]
        for match in (*self.looked_at, *ends):
            journal = json.loads(json.dumps(match.journal))
            for seed in (1, 2):
                again = self.subject.match.replay({}, journal, seed)
                _same("position after replay", again.position(), match.position())
                _same("journal after replay", again.journal, journal)
                _same("decisions after replay", again.decisions, match.decisions)
                for viewer in self._viewers(match):
                    _same(f"view of {viewer} after replay", again.view(viewer), match.view(viewer))
                again.compress()
                _same("a match that is compressed", _whole(again), _whole(match))
            there = self.subject.match.replay({}, json.loads(json.dumps(match.snapshot())))
            _same("position of a snapshot", there.position(), match.position())
            one, two = ({seat: _unnumbered(it) for seat, it in of.decisions.items()} for of in (there, match))
            _same("decisions of a snapshot", one, two)

    def forks_are_independent(self) -> None:
        """What is done to a copy is not done to the match, nor the other way round; equal seeds give equal chance."""
        for n, match in enumerate(self.looked_at):
            one, two = match.fork(n), match.fork(n)
            before = _whole(match)
            _go_on(one, random.Random(n), 12)
            _same("a match whose copy was played on", _whole(match), before)
            _go_on(two, random.Random(n), 12)
            _same("two copies of one seed, played alike", _whole(two), _whole(one))
            played = match.fork(n + 1)
            copy = played.fork(n + 2)
            _go_on(played, random.Random(n), 12)
            _same("a copy whose match was played on", _whole(copy), before)

    # ---- commands ----

    def refusals_change_nothing(self) -> None:
        """`check` never raises, `submit` refuses with the same words, and the match is as it was."""
        for n, match in enumerate(self.looked_at):
            before, position, events = _whole(match), match.position(), len(match.journal)
            for seat, command in self._refusable(match, random.Random(n)):
                try:
                    refusal = match.check(seat, command)
                except Exception as problem:
                    raise ConformanceError(f"check raised {problem!r} for {command!r} of {seat!r}") from problem
                if refusal is None:
                    continue
                _pure("refusal", refusal.to_json())
                if not refusal.code or not isinstance(refusal.clause, str):
                    raise ConformanceError(f"a refusal without a code: {refusal}")
                try:
                    match.submit(seat, command)
                except Refused as refused:
                    _same("what submit refuses with", refused.refusal.to_json(), refusal.to_json())
                else:
                    raise ConformanceError(f"check refuses {command!r} of {seat!r}, submit accepts it")
                _same(f"the position after {refusal.code} for {command!r}", match.position(), position)
            _same("the journal after refusals", len(match.journal), events)
            _same("the match after refusals", _whole(match), before)

    def _refusable(self, match: Any, rng: random.Random) -> Iterator[tuple[Any, Any]]:
        for seat in (*match.seats, SPECTATOR, "99", ""):
            yield from ((seat, command) for command in NONSENSE)
        for seat, decision in match.decisions.items():
            for option in decision["options"]:
                if not option["legal"] or option["needs"]:
                    yield seat, option["command"]
            for command in islice(match.commands(seat, rng), 4):
                yield from ((other, command) for other in match.seats if other != seat)
                yield seat, {**command, "decision": "0-0"}
                yield seat, {**command, "extra": 1}
        for seat in match.seats:
            yield from ((seat, command) for command in self.subject.probes(match, seat))

    def listed_commands_are_accepted(self) -> None:
        """Options shown as legal, what `commands`, `asides`, `answers` and `suggest` give: `check` and `submit` accept
        it; what is shown as illegal is refused for the reason shown."""
        for n, match in enumerate(self.looked_at):
            rng = random.Random(n)
            for seat in match.seats:
                offered = list(islice(match.commands(seat, rng), 25))
                if offered and seat not in match.asked:
                    raise ConformanceError(f"commands for {seat}, who is asked nothing")
                for command in (*offered, *islice(match.asides(seat, rng), 10), *chain(*match.answers(seat))):
                    _accepted(match, seat, command)
            for seat, decision in match.decisions.items():
                for option in decision["options"]:
                    self._option(match, seat, option)
                if decision.get("default") is not None:
                    _accepted(match, seat, decision["default"])
                offered = list(islice(match.commands(seat, rng), 1))
                if offered:
                    _accepted(match, seat, {**offered[0], "decision": decision["id"]})

    def _option(self, match: Any, seat: Seat, option: Json) -> None:
        if not option["legal"]:
            refusal = match.check(seat, option["command"])
            if refusal is None:
                raise ConformanceError(f"shown as illegal, accepted: {option}")
            return
        if not option["needs"]:
            _accepted(match, seat, option["command"])
        elif (found := match.suggest(seat, option["command"])) is not None:
            _accepted(match, seat, found)

    def matches_end(self) -> None:
        """Random matches end, with an outcome as the contract has it; then nobody is asked or may say anything."""
        for moments in self.played:
            match = moments[-1].match
            outcome = match.outcome
            if outcome is None:
                raise ConformanceError(f"a match has not ended after {len(moments) - 1} commands")
            _pure("outcome", outcome)
            if not {"winners", "reason", "score"} <= outcome.keys() or not set(outcome["winners"]) <= {*match.seats}:
                raise ConformanceError(f"no outcome: {outcome}")
            if match.decisions or match.asked or any(list(match.commands(seat)) for seat in match.seats):
                raise ConformanceError("somebody is asked when the match is over")
            for seat in match.seats:
                refusal = match.check(seat, {"kind": "concede"})
                if refusal is None or refusal.code != "over":
                    raise ConformanceError(f"after the end {seat} is told {refusal}")

    # ---- secrets ----

    def secrets_in_views(self) -> None:
        """Twins show their viewer the same: view, decision, commands on offer."""
        for match, viewer, one, two in self._twins():
            _same(f"view of {viewer}", one.view(viewer), two.view(viewer))
            if viewer in match.seats:
                _same(f"decision of {viewer}", one.decisions.get(viewer), two.decisions.get(viewer))
                _same(f"commands of {viewer}", _some(one.commands, viewer), _some(two.commands, viewer))
                _same(f"asides of {viewer}", _some(one.asides, viewer), _some(two.asides, viewer))
                _same(f"answers of {viewer}", one.answers(viewer), two.answers(viewer))

    def secrets_in_refusals(self) -> None:
        """Twins refuse, or accept, what a seat says in the same words."""
        for match, viewer, one, two in self._twins():
            if viewer not in match.seats:
                continue
            said = [command for it in (one, two) for seat in it.asked for command in _some(it.commands, seat)]
            for command in (*said, *self.subject.probes(match, viewer), DRAW, {"kind": "undo"}):
                refusals = [it.check(viewer, command) for it in (one, two)]
                told, told_too = (found and found.to_json() for found in refusals)
                _same(f"what {viewer} is told to {command}", told, told_too)

    def secrets_in_queries(self) -> None:
        """Twins answer their viewer's questions alike. What is a seat's own is not told to a spectator; the list is
        closed, and parameters are checked."""
        asked = set()
        for _, viewer, one, two in self._twins():
            for name, params in self.subject.questions(one, viewer):
                asked.add(name)
                _same(
                    f"{name} {params} of {viewer}",
                    _answer(one, viewer, name, params),
                    _answer(two, viewer, name, params),
                )
        match = self.looked_at[0]
        queries: Mapping[str, Query[Any, Any]] = match.queries
        if missing := set(queries) - asked:
            raise ConformanceError(f"the subject asks no question of {sorted(missing)}")
        for name, query in queries.items():
            _pure("schema", query.schema)
            if query.own and "refused" not in _answer(match, SPECTATOR, name, {"command": {"kind": "end"}}):
                raise ConformanceError(f"a spectator is answered {name}")
            if "raised" not in _answer(match, match.seats[0], name, {"no-such-parameter": 1}):
                raise ConformanceError(f"{name} takes any parameter")
        for name, viewer in (("position", match.seats[0]), ("no-such-query", SPECTATOR), ("check", "99")):
            if "raised" not in _answer(match, viewer, name, {}):
                raise ConformanceError(f"there is a question {name} for {viewer}")

    def secrets_in_logs(self) -> None:
        """Twins are played on with the same commands, sealed ones apart: their viewer's log and view stay the same
        until something is turned up. A twin made by hand has the same past, too."""
        make = self.subject.twin
        for match in self.looked_at if make is not None else ():
            for viewer in self._viewers(match):
                assert make is not None
                twin = make(match, viewer, random.Random(len(match.journal)))
                if twin is None:
                    continue
                _same(f"log and view of {viewer}", twin.view(viewer), match.view(viewer))
                one, two = match.history(), twin.history()
                for at in range(one.last + 1):
                    _same(f"what {viewer} saw at {at}", one.view(at, viewer), two.view(at, viewer))
        for n, (_, viewer, one, two) in enumerate(self._twins()):
            rng = random.Random(n)
            _same(f"log of {viewer}", one.view(viewer)["log"], two.view(viewer)["log"])
            _same(f"rows of {viewer}", one.rows(viewer), len(one.view(viewer)["log"]))
            for _ in range(12):
                before = len(one.journal), len(two.journal)
                if not one.asked or not self._both(one, two, viewer, rng):
                    break
                happened = [*one.journal[before[0] :], *two.journal[before[1] :]]
                if any(event["kind"] in self.subject.revealing for event in happened):
                    break
                _same(f"view and log of {viewer}", one.view(viewer), two.view(viewer))

    def _both(self, one: Any, two: Any, viewer: Viewer, rng: random.Random) -> bool:
        """One command in both; False where there is none that both accept."""
        _same("who is asked", list(one.asked), list(two.asked))
        seat = rng.choice(list(one.asked))
        command = next(one.commands(seat, random.Random(rng.random())), None)
        if command is None:
            return False
        other = command
        if seat != viewer and command["kind"] in self.subject.sealed:
            other = next(two.commands(seat, random.Random(rng.random())), None)
        if other is None or two.check(seat, other) is not None:
            return False
        one.submit(seat, command)
        two.submit(seat, other)
        return True

    def _twins(self) -> Iterator[tuple[Any, Viewer, Any, Any]]:
        """At each moment looked at, for each viewer: the match, and two worlds that fit what the viewer knows."""
        for n, match in enumerate(self.looked_at):
            for viewer in self._viewers(match):
                yield match, viewer, match.imagine(viewer, 2 * n), match.imagine(viewer, 2 * n + 1)

    def imagined_worlds_fit(self) -> None:
        """A world imagined for a viewer looks to this viewer as the match does, is the same for the same seed whatever
        is hidden, and can be played; what the viewer cannot know is not as it is."""
        differ = 0
        for n, match in enumerate(self.looked_at):
            for viewer in self._viewers(match):
                world = match.imagine(viewer, n)
                _same(f"view of {viewer}, imagined", _timeless(world.view(viewer)), _timeless(match.view(viewer)))
                _same("a world of the same seed", match.imagine(viewer, n).position(), world.position())
                twin = match.imagine(viewer, n + 2_000)
                imagined = twin.imagine(viewer, n).position()
                _same(f"a world of the same seed, of a twin of {viewer}", imagined, world.position())
                differ += world.position() != match.imagine(viewer, n + 1_000).position()
                _go_on(world, random.Random(n), 6)
        if self.subject.sealed and not differ:
            raise ConformanceError("imagined worlds of different seeds are all the same")

    # ---- looking back ----

    def history_is_what_was_seen(self) -> None:
        """At every question of a match, undone ones too, each viewer is shown again what they were shown then; every
        secret is shown only when it is over."""
        for moments in self.played:
            match = moments[-1].match
            again = self.subject.match.replay({}, match.journal)
            for history in (match.history(), again.history()):
                for moment in moments:
                    for viewer, shown in moment.shown.items():
                        _same(f"what {viewer} saw at {moment.last}", _text(history.view(moment.last, viewer)), shown)
            if match.outcome is not None:
                _pure("everything", history.view(history.last, EVERYONE))
        running = self.looked_at[0].history()
        try:
            running.view(running.last, EVERYONE)
        except ValueError:
            return
        raise ConformanceError("everything is shown while the match goes on")

    def age_costs_nothing(self) -> None:
        """A view and a command take as many calls in a match with a long past as in one with a short."""
        for match in self.looked_at[:3]:
            if not match.asked or "adjust" in {question.kind for question in match.asked.values()}:
                continue
            seat = next(iter(match.asked))
            command = next(match.commands(seat, random.Random(1)))
            old = match.fork(1)
            for _ in range(AGES):
                old.submit(seat, DRAW)
                old.submit(seat, {"kind": "retract"})
            _same("a match after proposals taken back", old.position(), match.position())
            for viewer in self._viewers(match):
                _cheap(f"view of {viewer}", _calls(match.fork(1).view, viewer), _calls(old.view, viewer))
            carried = _calls(_tried, match, seat, command), _calls(_tried, old, seat, command)
            _cheap(f"command {command['kind']}", *carried)
            undone = _calls(_tried, match, seat, command, UNDO), _calls(_tried, old, seat, command, UNDO)
            _cheap(f"undoing {command['kind']}", *undone)

    # ---- table talk ----

    def proposals_return_the_question(self) -> None:
        """A proposal asks everybody else, at once; retracted or declined, the questions beneath return unchanged;
        agreed to by all, a draw ends the match. A seat that is absent is answered for."""
        for match in self.looked_at:
            before, waiting = match.decisions, match.asked
            if "adjust" in {question.kind for question in waiting.values()}:
                continue
            playing = [seat for seat in match.seats if match.check(seat, DRAW) is None]
            by = playing[0]
            others = [seat for seat in playing if seat != by]
            trial = match.fork(1)
            trial.submit(by, DRAW)
            _same("who is asked about a proposal", sorted(trial.asked), sorted(others))
            trial.submit(by, {"kind": "retract"})
            _same("decisions after a proposal taken back", trial.decisions, before)
            for answer in ("submit", "lapse"):
                trial = match.fork(1)
                trial.submit(by, DRAW)
                for seat in others[:-1]:
                    trial.submit(seat, YES)
                    _same("who is left to answer", sorted(trial.asked), sorted(others[others.index(seat) + 1 :]))
                getattr(trial, answer)(others[-1], NO)
                _same("decisions after a no", trial.decisions, before)
            trial = match.fork(1)
            trial.submit(by, DRAW)
            for seat in others:
                trial.submit(seat, YES)
            if trial.outcome is None or trial.outcome["winners"] or trial.outcome["reason"] != "agreement":
                raise ConformanceError(f"an agreed draw ended as {trial.outcome}")

    def giving_up_leaves_nobody_waiting(self) -> None:
        """Any seat may give up, or have its time run out, at any moment: it is asked no more, and the match ends all
        the same."""
        for n, match in enumerate(self.looked_at[::2]):
            for seat in match.seats:
                for how in ("concede", "time"):
                    trial = match.fork(n)
                    if trial.check(seat, {"kind": "concede"}) is not None:
                        continue
                    _ = trial.submit(seat, {"kind": "concede"}) if how == "concede" else trial.lapse(seat)
                    if seat in trial.asked:
                        raise ConformanceError(f"{seat} has given up and is asked {trial.asked[seat].kind}")
                    if trial.outcome is None and not trial.asked:
                        raise ConformanceError("nobody is asked, and the match is not over")
                    if trial.outcome is None:
                        refusal = trial.check(seat, DRAW)
                        if refusal is None:
                            raise ConformanceError(f"{seat} has given up and proposes a draw")
                        _go_on(trial, random.Random(n), 8)
                        if seat in trial.asked:
                            raise ConformanceError(f"{seat} has given up and is asked again")
                    elif seat in trial.outcome["winners"]:
                        raise ConformanceError(f"{seat} wins by giving up")


CASES: Mapping[str, Callable[[Conformance], None]] = {
    name.replace("_", "-"): getattr(Conformance, name)
    for name in (
        "json_round_trip",
        "replay_equals_match",
        "forks_are_independent",
        "refusals_change_nothing",
        "listed_commands_are_accepted",
        "matches_end",
        "secrets_in_views",
        "secrets_in_refusals",
        "secrets_in_queries",
        "secrets_in_logs",
        "imagined_worlds_fit",
        "history_is_what_was_seen",
        "age_costs_nothing",
        "proposals_return_the_question",
        "giving_up_leaves_nobody_waiting",
    )
}
"""Every case by its name."""

ALL_PAST = 1_000_000
"""A row that no log has: of a log from there on nothing is left."""
AGES = 60
"""How many proposals, put and taken back, make a match old: four events each."""
SPARE_CALLS = 60
"""By how many calls an old match may differ from a young one: far fewer than one for each event of its past."""


# ---- helpers ---------------------------------------------------------------------------------------------------------


def _moment(match: Any) -> Moment:
    shown = {viewer: _text(match.view(viewer)) for viewer in viewers_of(match.seats)}
    return Moment(match.fork(0), len(match.journal) - 1, shown)


def _text(view: Json) -> str:
    """A view as it is looked back at: without the question, whose options are those of now."""
    return json.dumps({**view, "decision": None}, sort_keys=True)


def _timeless(view: Json) -> Json:
    """A view as it is in every world that fits it: without its past and the numbers that hang on it."""
    decision = view["decision"] and {**_unnumbered(view["decision"]), "id": None}
    resolving = [{**frame, "to": None} if frame["frame"] == "proposal" else frame for frame in view["resolving"]]
    return {**view, "log": None, "decision": decision, "resolving": resolving}


def _unnumbered(decision: Json) -> Json:
    """A decision without the row of its seat's log that a takeback goes back to."""
    prompt = decision["prompt"]
    if "to" not in prompt["params"]:
        return decision
    return {**decision, "prompt": {**prompt, "params": {**prompt["params"], "to": None}}}


def _whole(match: Any) -> Json:
    """Everything that a match gives."""
    views = {viewer: match.view(viewer) for viewer in viewers_of(match.seats)}
    found: Json = {"position": match.position(), "journal": match.journal, "views": views, "outcome": match.outcome}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def _something(match: Match, rng: random.Random) -> Iterator[tuple[Seat, Json]]:
    """Something to say, then other things should it be refused: mostly answers, now and then something else."""
    seats = rng.sample(list(match.asked), len(match.asked))
    if rng.random() < 0.1:
        seat = rng.choice(match.seats)
        yield from ((seat, command) for command in islice(match.asides(seat, rng), 1))
        yield seat, rng.choice(({"kind": "undo"}, {"kind": "retract"}, {"kind": "propose", "what": "takeback"}))
    for seat in seats:
        for command in islice(match.commands(seat, rng), 10):
            if command != YES or match.asked[seat].code != "draw":
                yield seat, command


def _go_on(match: Match, rng: random.Random, most: int) -> None:
    """Some more commands, whatever they are."""
    for _ in range(most):
        if not match.asked:
            return
        seat = rng.choice(list(match.asked))
        command = next((c for c in islice(match.commands(seat, rng), 10) if match.check(seat, c) is None), None)
        if command is None:
            return
        match.submit(seat, command)


def _accepted(match: Any, seat: Seat, command: Json) -> None:
    refusal: Refusal | None = match.check(seat, command)
    if refusal is not None:
        raise ConformanceError(f"listed for {seat}, refused as {refusal.code}: {command}")
    try:
        match.fork(1).submit(seat, command)
    except Refused as refused:
        raise ConformanceError(
            f"listed for {seat} and checked, refused as {refused.refusal.code}: {command}"
        ) from refused


def _answer(match: Any, viewer: Viewer, name: str, params: Json) -> Json:
    """What a query gives, refusals and errors too."""
    try:
        found = match.query(viewer, name, params)
    except Refused as refused:
        return {"refused": refused.refusal.to_json()}
    except ValueError as problem:
        return {"raised": str(problem)}
    _pure(f"answer to {name}", found)
    return {"answer": found}


def _some(give: Callable[[Seat, random.Random], Iterator[Json]], seat: Seat) -> list[Json]:
    """The first of what `commands` or `asides` gives."""
    return list(islice(give(seat, random.Random(4)), 8))


def _tried(match: Any, seat: Seat, *commands: Json) -> None:
    """Commands carried out on a copy, as far as they are accepted."""
    copy = match.fork(1)
    for command in commands:
        if copy.check(seat, command) is None:
            copy.submit(seat, command)


def _calls(act: Callable[..., Any], *args: Any) -> int:
    """How many calls an act takes, once everything that is kept has been made."""
    act(*args)
    count = 0

    def watch(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        act(*args)
    finally:
        sys.setprofile(before)
    return count


def _cheap(what: str, young: int, old: int) -> None:
    if old > young + SPARE_CALLS:
        raise ConformanceError(f"{what} takes {young} calls in a young match and {old} in an old one")


def _pure(what: str, value: Any) -> None:
    """Equal to its own reading: lists, never tuples; string keys; no NaN."""
    try:
        if json.loads(json.dumps(value, allow_nan=False)) == value:
            return
    except (TypeError, ValueError) as problem:
        raise ConformanceError(f"{what} is no JSON: {problem}") from problem
    raise ConformanceError(f"{what} is not what its own JSON reads: {value!r:.300}")


def _same(what: str, one: Any, two: Any, path: str = "") -> None:
    """Equal, or else the place where they differ."""
    if one == two:
        return
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            _same(what, one[key], two[key], f"{path}/{key}")
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for n, pair in enumerate(zip(one, two, strict=True)):
            _same(what, *pair, f"{path}/{n}")
    raise ConformanceError(f"{what} differs at {path or '/'}: {one!r:.200} or {two!r:.200}")
