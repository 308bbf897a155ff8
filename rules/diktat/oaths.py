"""The fate of promises: the events that keep or break one, and the end of those whose time is out (OAT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.diktat import events as ev
from rules.diktat.deals import At, Deal, Promise, Said, Watched
from rules.diktat.state import Pawn, State
from rules.kernel import Seat
from rules.kernel.run import Run


def follows(before: State, after: State, event: object) -> Iterator[ev.Fact]:
    """The consequences of an event for running promises."""
    yield from _claims(before, after, event)
    for deal in after.deals.values():
        for index, promise in deal.running:
            how = _promise_end(before, promise, event)
            if how == "done":
                yield ev.PromiseDone(deal.id, index, promise.done + 1, parties(deal))
            elif how is not None:
                yield from ended(deal, index, promise.promise, how)
                if how == "broken" and deal.sworn:
                    break


def parties(deal: Deal) -> tuple[Seat, ...]:
    """The only seats that see the fate of a deal: of a discreet one that is not sworn its parties."""
    return deal.seats if deal.discreet and not deal.sworn else ()


def ended(deal: Deal, index: int, promise: Promise, how: ev.HowEnded) -> Iterator[ev.Fact]:
    """A promise ends; OAT-3: who breaks a sworn deal loses 1 VP at once; NEG-11: others bind nobody."""
    yield ev.PromiseEnded(deal.id, index, promise, how, parties(deal))
    if how == "broken" and deal.sworn:
        yield ev.Awarded(promise.by, -1, "oath")


def broken_by(state: State, seat: Seat, event: object) -> list[str]:
    """OAT-4: the sworn deals that this event would break, for this seat to be told; never for a claim."""
    ids = []
    for deal in state.deals.values():
        mine = [
            promise
            for _, promise in deal.running
            if deal.sworn and promise.promise.by == seat and promise.promise.do != "claim"
        ]
        if any(_promise_end(state, promise, event) == "broken" for promise in mine):
            ids.append(deal.id)
    return ids


def _promise_end(before: State, made: Watched, event: object) -> ev.HowEnded | Literal["done"] | None:
    """OAT-2: what an event makes of a promise: kept, broken, done in part, or nothing."""
    promise = made.promise
    by = promise.by
    match promise.do, event:
        case "no-send", ev.Sent(seat=seat, sector=sector) | ev.MovedStack(seat=seat, to=sector):
            return "broken" if (seat, sector) == (by, promise.sector) else None
        case "no-send", ev.Swapped(seat=seat, stacks=stacks):
            here = {located[0] for id in stacks if (located := before.find(id)) is not None}
            return "broken" if seat == by and promise.sector in here else None
        case "no-spy", ev.Looked(seat=seat, at=at):
            return "broken" if seat == by and _covers(before, promise, at) else None
        case "no-assassinate", ev.Killed(by=killer, at=at) | ev.Blocked(by=killer, at=at):
            return "broken" if killer == by and _covers(before, promise, at) else None
        case "send", ev.Sent(seat=seat, sector=sector):
            return "kept" if (seat, sector) == (by, promise.sector) else None
        case "assassinate", ev.Killed(by=killer, at=at):
            if killer != by or not _covers(before, promise, at):
                return None
            return "kept" if made.done + 1 >= (promise.times or 1) else "done"
        case "leave", ev.Taken(seat=seat, sector=sector, what=what, id=id):
            if seat != by:
                return None
            trophy = promise.trophy
            named = trophy is not None and id == (trophy.card if what == "card" else trophy.marker)
            return "broken" if sector == promise.sector or (named and what != "darkness") else None
        case "cede", ev.StackGone(seat=seat, stack=stack):
            return "kept" if (seat, stack) == (by, promise.stack) else None
        case "cede", ev.Killed(at=at, stays=False):
            located = before.find(at.stack or "")
            # OAT-5: it can no longer be kept, through no act of its maker
            return "lapsed" if at.stack == promise.stack and located is not None and len(located[2]) == 1 else None
        case "bid-at-most", ev.Bids(sector=sector, bids=bids):
            return "broken" if sector == promise.sector and bids.get(by, 0) > (promise.pp or 0) else None
        case "designate", ev.Designated(sector=sector, by=namer, last=last):
            return _designation_end(before, promise, sector, namer, last)
        case "first-player", ev.FirstSet(seat=seat, by=namer):
            if namer != by:
                return None
            return "kept" if seat == promise.seat else "broken"
        case _:
            return None


def _designation_end(
    before: State, promise: Promise, sector: str, namer: Seat | None, last: bool
) -> ev.HowEnded | None:
    mine = (namer or before.administrator) == promise.by
    named = sector == promise.sector
    match promise.when:
        case "first":
            if before.named or not mine:
                return None
            return "kept" if named else "broken"
        case "last":
            if not named or not mine:
                return None
            return "kept" if last else "broken"
        case _:
            return "kept" if named and mine else None


def _covers(state: State, promise: Promise, at: At) -> bool:
    """Whether a place is in the sector, or of the player, that a promise names."""
    if at.corruption is not None:
        return at.corruption == promise.sector
    located = state.find(at.stack or "")
    return located is not None and (located[0] == promise.sector or located[1] == promise.seat)


# ---- claims (OAT-7) --------------------------------------------------------------------------------------------------


def _claims(before: State, after: State, event: object) -> Iterator[ev.Fact]:
    """The sworn statements that are now seen by everybody to be false."""
    broken = set()
    for claim, truth in _revealed_claims(before, event):
        deal = after.deals.get(claim.deal or "")
        if deal is None or claim.what == truth or (deal.id, claim.by) in broken:
            continue
        for index, promise in deal.running:
            if promise.promise.do == "claim" and promise.promise.by == claim.by:
                broken.add((deal.id, claim.by))
                yield from ended(deal, index, promise.promise, "broken")
                break


def _revealed_claims(before: State, event: object) -> Iterator[tuple[Said, str]]:
    match event:
        case ev.Killed(at=at) if at.stack is not None:
            located = before.find(at.stack)
            yield from _pawn_claims(located[2][(at.pawn or 1) - 1 : at.pawn] if located is not None else ())
        case ev.Turned(sector=sector):
            ground = before.grounds[sector]
            yield from _pawn_claims(ground.others)
            for stack in ground.stacks:
                yield from _pawn_claims(stack.pawns)
        case ev.StackGone(stack=stack_id):
            located = before.find(stack_id)
            yield from _pawn_claims(located[2] if located is not None else ())
        case ev.SecretTurned(card=card):
            yield from ((claim, card) for claim in before.secret_said)
        case _:
            return


def _pawn_claims(pawns: tuple[Pawn, ...]) -> Iterator[tuple[Said, str]]:
    for pawn in pawns:
        yield from ((claim, pawn.kind) for claim in pawn.said)


# ---- time (OAT-5) ----------------------------------------------------------------------------------------------------


def expire(run: Run[State], *until: str) -> None:
    """The promises that last until now end: bans are kept, what had to be done and was not is broken, and what could
    not be done any more lapses."""
    for id in tuple(run.state.deals):
        for index in range(len(run.state.deals[id].promises)):
            deal = run.state.deals[id]
            promise = deal.promises[index]
            if not deal.broken and promise.status == "open" and promise.promise.until in until:
                run.emit(*ended(deal, index, promise.promise, _at_last(run.state, promise.promise)))


def _at_last(state: State, promise: Promise) -> ev.HowEnded:
    gone = state.given_up
    if promise.by in gone or promise.seat in gone:
        return "lapsed"
    match promise.do:
        case "no-send" | "no-spy" | "no-assassinate" | "leave" | "bid-at-most":
            return "kept"
        case "send":
            return "lapsed" if promise.sector is not None and state.grounds[promise.sector].closed else "broken"
        case "assassinate" | "pay" | "cede":
            return "broken"
        case "designate" | "first-player" | "claim" | "words":
            return "lapsed"
