"""Cases about secrets: two worlds that differ only in what a viewer may not know tell this viewer the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.conformance.comparison import ConformanceError, check_equal, check_json, timeless
from rules.kernel.conformance.matches import DRAW, PlayedMatches, play_on
from rules.kernel.contract import Query
from rules.kernel.orders import orders_of
from rules.kernel.refusals import Refused
from rules.kernel.seats import SPECTATOR, Seat, Viewer, viewers_of


def secrets_in_views(suite: PlayedMatches) -> None:
    """The view, decision, commands, asides and answers of a viewer are the same in twins."""
    for match, viewer, one, two in suite.twins():
        check_equal(f"view of {viewer}", one.view(viewer), two.view(viewer))
        if viewer in match.seats:
            check_equal(f"decision of {viewer}", one.decisions.get(viewer), two.decisions.get(viewer))
            check_equal(f"commands of {viewer}", _first_few(one.commands, viewer), _first_few(two.commands, viewer))
            check_equal(f"asides of {viewer}", _first_few(one.asides, viewer), _first_few(two.asides, viewer))
            check_equal(f"answers of {viewer}", one.answers(viewer), two.answers(viewer))


def secrets_in_refusals(suite: PlayedMatches) -> None:
    """A command of a seat is accepted in both twins, or refused with the same words."""
    for match, viewer, one, two in suite.twins():
        if viewer not in match.seats:
            continue
        commands = [
            command for match in (one, two) for seat in match.asked for command in _first_few(match.commands, seat)
        ]
        for command in (*commands, *suite.subject.probes(match, viewer), DRAW, {"kind": "undo"}):
            refusals = [match.check(viewer, command) for match in (one, two)]
            refused, refused_too = (refusal and refusal.to_json() for refusal in refusals)
            check_equal(f"what {viewer} is told to {command}", refused, refused_too)


def secrets_in_queries(suite: PlayedMatches) -> None:
    """Queries of a viewer have the same answer in twins. A spectator gets no answer that is a seat's own, unknown
    queries raise ValueError, and so do unknown parameters."""
    asked = set()
    for _, viewer, one, two in suite.twins():
        for name, params in suite.subject.questions(one, viewer):
            asked.add(name)
            check_equal(
                f"{name} {params} of {viewer}",
                _answer(one, viewer, name, params),
                _answer(two, viewer, name, params),
            )
    match = suite.samples[0]
    queries: Mapping[str, Query[Any, Any]] = match.queries
    if missing := set(queries) - asked:
        raise ConformanceError(f"the subject asks no question of {sorted(missing)}")
    for name, query in queries.items():
        check_json("schema", query.schema)
        if query.own and "refused" not in _answer(match, SPECTATOR, name, {"command": {"kind": "end"}}):
            raise ConformanceError(f"a spectator is answered {name}")
        if "raised" not in _answer(match, match.seats[0], name, {"no-such-parameter": 1}):
            raise ConformanceError(f"{name} takes any parameter")
    for name, viewer in (("position", match.seats[0]), ("no-such-query", SPECTATOR), ("check", "99")):
        if "raised" not in _answer(match, viewer, name, {}):
            raise ConformanceError(f"there is a question {name} for {viewer}")


def secrets_in_logs(suite: PlayedMatches) -> None:
    """Twins that receive the same commands, apart from sealed ones, show their viewer the same log and view until an
    event reveals something. Where the subject makes twins, these have the same past for the viewer as well."""
    make = suite.subject.twin
    one = None
    for match in suite.samples if make is not None else ():
        one = match.history(one)
        for viewer in viewers_of(match.seats):
            assert make is not None
            twin = make(match, viewer, random.Random(len(match.journal)))
            if twin is None:
                continue
            check_equal(f"log and view of {viewer}", twin.view(viewer), match.view(viewer))
            two = twin.history()
            for at in range(one.last + 1):
                check_equal(f"what {viewer} saw at {at}", one.view(at, viewer), two.view(at, viewer))
    for n, (_, viewer, one, two) in enumerate(suite.twins()):
        rng = random.Random(n)
        check_equal(f"log of {viewer}", one.view(viewer)["log"], two.view(viewer)["log"])
        check_equal(f"rows of {viewer}", one.rows(viewer), len(one.view(viewer)["log"]))
        for _ in range(12):
            before = len(one.journal), len(two.journal)
            if not one.asked or not _submit_to_both(suite, one, two, viewer, rng):
                break
            happened = [*one.journal[before[0] :], *two.journal[before[1] :]]
            if any(event["kind"] in suite.subject.revealing for event in happened):
                break
            check_equal(f"view and log of {viewer}", one.view(viewer), two.view(viewer))


def _submit_to_both(suite: PlayedMatches, one: Any, two: Any, viewer: Viewer, rng: random.Random) -> bool:
    """Submits one command in both matches; False where there is none that both accept."""
    check_equal("who is asked", list(one.asked), list(two.asked))
    seat = rng.choice(list(one.asked))
    command = next(one.commands(seat, random.Random(rng.random())), None)
    if command is None:
        return False
    other = command
    if seat != viewer and command["kind"] in suite.subject.sealed:
        other = next(two.commands(seat, random.Random(rng.random())), None)
    if other is None or two.check(seat, other) is not None:
        return False
    one.submit(seat, command)
    two.submit(seat, other)
    return True


def standing_orders_are_secret(suite: PlayedMatches) -> None:
    """An order that a seat gives changes what no other viewer is told, nor the ids of their decisions, and nobody else
    imagines it. One about the question that the seat is asked right now answers it, as all see."""
    for match in suite.samples:
        for seat in match.seats:
            before = {viewer: match.view(viewer) for viewer in viewers_of(match.seats) if viewer != seat}
            for about, answers in match.engine.order_choices(match.state, seat).items():
                order = {"kind": "instruct", "about": about, "answer": answers[0]}
                trial, asked = match.fork(1), match.asked.get(seat)
                if (asked is not None and asked.kind == about) or trial.check(seat, order) is not None:
                    continue
                trial.submit(seat, order)
                for viewer, views in before.items():
                    check_equal(f"what {viewer} sees of an order of {seat}", trial.view(viewer), views)
                    world = trial.imagine(viewer, 1)
                    check_equal(f"what {viewer} imagines of an order", orders_of(world.state, seat), ())


def questions_ahead_tell_nothing(suite: PlayedMatches) -> None:
    """The question that a seat can prepare for (`Match.ahead`) is the same in twins, with its options, choices and
    refusals. It is asked of no seat that is asked now, it can be answered, and to look at it changes nothing."""
    for match, viewer, one, two in suite.twins():
        if viewer not in match.seats:
            continue
        before = match.position()
        ahead, prepared = zip(*(_prepared(match, viewer) for match in (one, two)), strict=True)
        check_equal(f"what {viewer} can prepare", *prepared)
        probes = [*suite.subject.probes(match, viewer), *(prepared[0] or {}).get("commands", ())] if ahead[0] else []
        for command in probes:
            refusals = [match.check(viewer, command) for match in ahead]
            refused, refused_too = (no and no.to_json() for no in refusals)
            check_equal(f"what {viewer} is told of preparing {command}", refused, refused_too)
        if prepared[0] is not None:
            if viewer in one.asked:
                raise ConformanceError(f"{viewer} prepares though it is asked")
            if not prepared[0]["commands"]:
                raise ConformanceError(f"{viewer} can prepare no answer to {prepared[0]['decision']['kind']}")
        _prepared(match, viewer)
        check_equal("the match after a look ahead", match.position(), before)


def _prepared(match: Any, seat: Seat) -> tuple[Any, Json | None]:
    """The match ahead of a seat, and what it tells: its decision and the first commands that answer it."""
    ahead = match.ahead(seat)
    if ahead is None:
        return None, None
    decision = {**ahead.decisions[seat], "id": None}
    for command in (commands := _first_few(ahead.commands, seat)):
        if (no := ahead.check(seat, command)) is not None:
            raise ConformanceError(f"{command} is listed ahead and refused: {no}")
    choices = [ahead.choices(seat, row["command"]) for row in decision["options"][:8] if row["legal"]]
    return ahead, {"decision": decision, "commands": commands, "choices": choices}


def imagined_worlds_fit(suite: PlayedMatches) -> None:
    """A world imagined for a viewer gives this viewer the same view as the match, depends on nothing but the seed and
    what the viewer knows, and can be played on. Worlds of different seeds differ in what the viewer cannot know. Where
    the subject makes twins, which lie apart from the match in all that is hidden, their worlds are the match's."""
    make, differ = suite.subject.twin, 0
    for n, match in enumerate(suite.samples):
        for viewer in viewers_of(match.seats):
            world = match.imagine(viewer, n)
            check_equal(f"view of {viewer}, imagined", timeless(world.view(viewer)), timeless(match.view(viewer)))
            check_equal("a world of the same seed", match.imagine(viewer, n).position(), world.position())
            twin = match.imagine(viewer, n + 2_000)
            imagined = twin.imagine(viewer, n).position()
            check_equal(f"a world of the same seed, of a twin of {viewer}", imagined, world.position())
            if make is not None and (real := make(match, viewer, random.Random(n))) is not None:
                imagined = real.imagine(viewer, n).position()
                check_equal(f"a world of the same seed, of another that {viewer} sees", imagined, world.position())
            differ += world.position() != match.imagine(viewer, n + 1_000).position()
            play_on(world, random.Random(n), 6)
    if suite.subject.sealed and not differ:
        raise ConformanceError("imagined worlds of different seeds are all the same")


def _answer(match: Any, viewer: Viewer, name: str, params: Json) -> Json:
    """The answer to a query, or the refusal or error it raised."""
    try:
        answer = match.query(viewer, name, params)
    except Refused as refused:
        return {"refused": refused.refusal.to_json()}
    except ValueError as problem:
        return {"raised": str(problem)}
    check_json(f"answer to {name}", answer)
    return {"answer": answer}


def _first_few(give: Callable[[Seat, random.Random], Iterator[Json]], seat: Seat) -> list[Json]:
    """The first eight of what `commands` or `asides` lists."""
    return list(islice(give(seat, random.Random(4)), 8))
