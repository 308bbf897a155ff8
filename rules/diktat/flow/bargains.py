"""Offers, deals, promises and the verdicts on them (NEG, OAT). NEG-1: goods change hands here, all else is talk;
NEG-13: nothing here does what the rules forbid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat import oaths
from rules.diktat.deals import Claim, Goods, Offer, Promise, ScreenPart
from rules.diktat.flow import effects
from rules.diktat.knowledge import bounds
from rules.diktat.state import MOST_MARKERS, State
from rules.kernel import Json, Refusal, Seat
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, SealedChoiceHandler
from rules.kernel.run import Run

R = Run[State]
MOST_OFFERS = 3


def present(state: State, seat: Seat, others: Iterable[Seat]) -> bool:
    """Whether these are other seats that still play, each named once."""
    named = tuple(others)
    return len(set(named)) == len(named) and all(other in state.playing and other != seat for other in named)


def claim(state: State, claimed: Claim) -> Refusal | None:
    """NEG-9, OAT-2: of a pawn, of the secret card or of one's screen; true or not."""
    if claimed.screen is not None:
        return (
            None
            if claimed.at is None and claimed.is_ is None and claimed.secret is None
            else law.no("NEG-9", "bad-shape")
        )
    if claimed.secret is not None:
        if claimed.at is not None or claimed.is_ is not None or claimed.secret not in state.pack.cards:
            return law.no("NEG-9", "bad-shape")
        return None if state.secret is not None else law.no("SPY-2", "unknown-element")
    if claimed.at is None or claimed.is_ is None or claimed.at.stack is None:
        return law.no("NEG-9", "bad-shape")
    located = law.pawn_at(state, claimed.at)
    return located if isinstance(located, Refusal) else None


# ---- judging ---------------------------------------------------------------------------------------------------------


def judge(state: State, seat: Seat, command: Any) -> Refusal | None:
    match command:
        case cmd.MakeOffer():
            return _offer(state, seat, command)
        case cmd.Accept(offer=id) | cmd.Decline(offer=id) | cmd.Withdraw(offer=id):
            offer = state.offers.get(id)
            if offer is None or not (offer.by == seat if isinstance(command, cmd.Withdraw) else offer.waits_for(seat)):
                return law.no("NEG-3", "unknown-offer")
            return _accept(state, seat, offer) if isinstance(command, cmd.Accept) else None
        case cmd.Pay(to=to, pp=pp, deal=deal):
            if deal is None or promised(state, seat, to, deal) is None:
                return law.no("NEG-4", "unknown-deal")
            have = state.players[seat].pp
            return law.no("PWR-4", "too-few-pp", need=pp, have=have) if have < pp else None
        case cmd.Accuse(deal=id, seat=accused):
            return _accuse(state, seat, id, accused)
        case _:
            return NOT_NOW


def _offer(state: State, seat: Seat, command: cmd.MakeOffer) -> Refusal | None:
    """NEG-2 to NEG-5, NEG-10: whether an offer makes sense; whether it can be delivered is seen when it is accepted."""
    if not present(state, seat, command.to):
        return law.no("NEG-3", "not-a-party")
    if sum(offer.by == seat for offer in state.offers.values()) >= MOST_OFFERS:
        return law.no("NEG-5", "limit-reached")
    if command.discreet and not state.options.discreet_deals:
        return law.no("NEG-10", "not-tradable")
    countered = state.offers.get(command.counter or "")
    if command.counter is not None and (countered is None or not countered.waits_for(seat)):
        return law.no("NEG-3", "unknown-offer")
    offer = made(state, seat, command)
    if not {*offer.give, *offer.take} <= set(offer.to):
        return law.no("NEG-3", "not-a-party")
    for _, _, goods in offer.goods():
        if not set(goods.cards) <= set(state.pack.cards) or not set(goods.markers) <= set(state.grounds):
            return law.no("NEG-2", "not-tradable")
        if len(set(goods.cards)) != len(goods.cards) or any(at.corruption is not None for at in goods.shows):
            return law.no("NEG-2", "not-tradable")
    return next((fault for promise in offer.promises if (fault := _promise(state, offer, promise)) is not None), None)


def _promise(state: State, offer: Offer, promise: Promise) -> Refusal | None:
    """OAT-2: of the closed list, with what it needs."""
    if promise.by not in offer.parties:
        return law.no("OAT-1", "not-a-party")
    place, target, trophy = promise.sector is not None, promise.seat is not None, promise.trophy is not None
    needs = {
        "no-send": place,
        "send": place,
        "no-spy": place or target,
        "no-assassinate": place or target,
        "assassinate": place or target,
        "leave": place != trophy,
        "pay": target and bool(promise.pp) and promise.seat != promise.by,
        "cede": promise.stack is not None,
        "bid-at-most": place and promise.pp is not None,
        "designate": place,
        "first-player": target,
        "claim": bool(promise.claims),
        "words": bool(promise.text),
    }
    if not needs[promise.do] or (promise.seat is not None and promise.seat not in state.seats):
        return law.no("OAT-2", "bad-shape")
    if promise.sector is not None and promise.sector not in state.grounds:
        return law.no("SND-1", "unknown-sector", sector=promise.sector)
    return next((fault for row in promise.claims if (fault := claim(state, row)) is not None), None)


def made(state: State, seat: Seat, command: cmd.MakeOffer) -> Offer:
    """The offer that a command makes."""
    give: Mapping[Seat, Goods] = {command.to[0]: command.give} if isinstance(command.give, Goods) else command.give
    id = f"d{state.deals_made + 1}"
    terms = (give, command.take, command.promises, command.sworn, command.discreet, command.counter, command.note)
    return Offer(id, seat, command.to, *terms)


def _accept(state: State, seat: Seat, offer: Offer) -> Refusal | None:
    """NEG-3, NEG-7: by what this seat has and could know of the others; what their screens hold counts as there."""
    for giver in offer.parties:
        if offer.refused.get(seat) == giver or not deliverable(state, offer, giver, seat):
            return law.no("NEG-3", "cannot-deliver", seat=giver)
    markers = Counter({party: state.players[party].all_markers for party in offer.parties})
    for giver, receiver, goods in offer.goods():
        markers[giver] -= len(goods.markers)
        markers[receiver] += len(goods.markers)
    over = any(goods.markers and markers[receiver] > MOST_MARKERS for _, receiver, goods in offer.goods())
    return law.no("NEG-7", "too-many-markers") if over else None


def deliverable(state: State, offer: Offer, giver: Seat, viewer: Seat | None = None) -> bool:
    """NEG-3: whether a party can deliver all that it gives: in truth, or as far as a viewer could know."""
    goods, player = offer.given_by(giver), state.players[giver]

    def most(part: ScreenPart, key: str) -> int:
        if viewer is None or viewer == giver:
            row = {"pp": player.pp, "agents": player.agents.count(key), "affinities": player.affinities.get(key, 0)}
            return row[part]
        high = bounds(state, viewer, giver, part, key)[1]
        return (
            high if part != "agents" else min(high, len(player.agents)) if _knows_agents(state, viewer, giver) else high
        )

    agents = "".join(good.agents for good in goods)
    tokens = offer.tokens_of(giver)
    wanted = [card for good in goods for card in good.cards]
    markers = Counter(sector for good in goods for sector in good.markers)
    return (
        sum(good.pp for good in goods) <= most("pp", "pp")
        and all(agents.count(kind) <= most("agents", kind) for kind in "CGE")
        and all(n <= most("affinities", kind) for kind, n in tokens.items())
        and sum(good.spies for good in goods) <= player.spies
        and sum(good.assassins for good in goods) <= player.assassins
        and len(set(wanted)) == len(wanted)
        and set(wanted) <= {held.card for held in player.cards}
        and all(n <= player.markers.get(sector, 0) for sector, n in markers.items())
        and all(law.cede(state, giver, id) is None for good in goods for id in good.cedes)
        and len({id for good in goods for id in good.cedes}) == sum(len(good.cedes) for good in goods)
        and all(_showable(state, giver, viewer, at) for good in goods for at in good.shows)
        and (viewer is not None or _spare(state, giver, wanted, markers, tokens))
    )


def _knows_agents(state: State, viewer: Seat, seat: Seat) -> bool:
    """Whether a viewer knows how many Agents lie behind a screen."""
    return all(low == high for low, high in (bounds(state, viewer, seat, "agents", kind) for kind in "CGE"))


def _showable(state: State, giver: Seat, viewer: Seat | None, at: Any) -> bool:
    """NEG-8; to another, only that the place is there: what somebody was shown they may know unseen."""
    refusal = law.knows(state, giver, at)
    return refusal is None or (viewer not in (None, giver) and refusal.code == "not-known")


def _spare(state: State, giver: Seat, cards: list[str], markers: Counter[str], tokens: Counter[str]) -> bool:
    """AFF-5, NEG-3: what is discarded for a Possession cannot be delivered besides."""
    lost = sum(n for _, n in _losses(state, giver, cards, markers))
    player = state.players[giver]
    spare = sum(player.affinities.values()) - tokens.total() + sum(len(held.flipped) for held in player.cards)
    return not tokens.total() or spare >= lost


def _losses(state: State, giver: Seat, cards: Iterable[str], markers: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """AFF-5: kind and number of the tokens that go with Possessions, one after another."""
    for id in cards:
        yield from effects.lost_affinities(state, giver, ("card", id)).items()
    for sector, n in markers.items():
        yield from effects.lost_affinities(state, giver, ("marker", sector), n).items()


def promised(state: State, seat: Seat, to: Seat, deal: str) -> int | None:
    """The index of the promise to pay that a payment would be for."""
    its = state.deals.get(deal)
    for index, made in enumerate(its.promises if its is not None else ()):
        promise = made.promise
        if (promise.do, promise.by, promise.seat, made.status) == ("pay", seat, to, "open"):
            return index
    return None


def _accuse(state: State, seat: Seat, id: str, accused: Seat) -> Refusal | None:
    """OAT-6."""
    deal = state.deals.get(id)
    if deal is None or (deal.discreet and not deal.sworn and seat not in deal.seats):
        return law.no("OAT-6", "unknown-deal")
    if seat not in deal.seats or accused == seat or accused not in state.playing:
        return law.no("OAT-6", "not-a-party")
    words = [promise for promise in deal.promises if promise.promise.by == accused and promise.promise.do == "words"]
    if not words or deal.broken:
        return law.no("OAT-6", "not-a-party")
    return law.no("OAT-6", "already-judged") if all(word.judged or word.status != "open" for word in words) else None


def put(state: State, seat: Seat) -> list[list[Json]]:
    """NEG-3, NEG-5: of each offer that waits for this seat its legal answers, the no last."""
    rows = []
    for id, offer in state.offers.items() if law.open_moment(state) else ():
        if offer.waits_for(seat):
            yes = [{"kind": "accept", "offer": id}] if _accept(state, seat, offer) is None else []
            rows.append([*yes, {"kind": "decline", "offer": id}])
    return rows


def withdrawals(state: State, seat: Seat) -> list[Json]:
    """NEG-5: withdrawing one's own offers."""
    own = [id for id, offer in state.offers.items() if offer.by == seat] if law.open_moment(state) else []
    return [{"kind": "withdraw", "offer": id} for id in own]


def answers(state: State, seat: Seat) -> list[Json]:
    """Answers to offers that name this seat, and withdrawing one's own."""
    return [*chain(*put(state, seat)), *withdrawals(state, seat)]


# ---- carrying out ----------------------------------------------------------------------------------------------------


def perform(run: R, seat: Seat, command: Any) -> None:
    match command:
        case cmd.MakeOffer():
            if command.counter is not None:
                close(run, command.counter, "declined", seat)
            run.emit(ev.Offered(made(run.state, seat, command)))
        case cmd.Decline(offer=id):
            close(run, id, "declined", seat)
        case cmd.Withdraw(offer=id):
            close(run, id, "withdrawn", seat)
        case cmd.Accept(offer=id):
            _accepted(run, seat, id)
        case cmd.Pay(to=to, pp=pp, deal=id):
            _pay(run, seat, to, pp, id or "")
        case cmd.Accuse(deal=id, seat=accused):
            run.emit(ev.Accused(seat, id, accused, oaths.parties(run.state.deals[id])))
            run.push(fr.Accusing(id, accused, seat))


def close(run: R, id: str, how: ev.HowClosed, seat: Seat | None) -> None:
    """NEG-5. TIM-5: a hold ends when the holder's offer is answered."""
    offer = run.state.offers[id]
    hidden = offer.parties if offer.discreet else ()
    run.emit(ev.OfferClosed(id, how, seat, hidden))
    _answered(run, offer)


def _answered(run: R, offer: Offer) -> None:
    top = run.state.stack[-1] if run.state.stack else None
    if isinstance(top, fr.Holding) and top.seat == offer.by:
        let_go(run, "answered")


def _accepted(run: R, seat: Seat, id: str) -> None:
    """NEG-3: it comes about when everyone it names has accepted, all at once or not at all. HID-2: that somebody cannot
    deliver is told to the one alone whose answer would have made the deal."""
    offer = run.state.offers[id]
    last = {*offer.accepted, seat} == set(offer.to)
    unable = [party for party in offer.parties if last and not deliverable(run.state, offer, party)]
    if unable:
        run.emit(ev.Undelivered(id, unable[0], (seat,)))
        run.only = seat
        return
    run.emit(ev.OfferAccepted(seat, id))
    if not last:
        return
    offer = run.state.offers[id]
    _answered(run, offer)
    run.emit(ev.Dealt(offer))
    queue = tuple(
        (giver, receiver, kind, n)
        for giver, receiver, goods in offer.goods()
        for kind, n in _losses(run.state, giver, goods.cards, Counter(goods.markers))
    )
    run.push(fr.Dealing(offer, queue))


def _pay(run: R, seat: Seat, to: Seat, pp: int, id: str) -> None:
    index = promised(run.state, seat, to, id)
    assert index is not None
    deal = run.state.deals[id]
    promise = deal.promises[index]
    effects.pay(run, seat, pp, "promise", to)
    if promise.done + pp >= (promise.promise.pp or 0):
        run.emit(*oaths.ended(deal, index, promise.promise, "kept"))
    else:
        run.emit(ev.PromiseDone(id, index, promise.done + pp, oaths.parties(deal)))


def let_go(run: R, why: ev.WhyReleased) -> None:
    """The hold on top of the stack ends; the question beneath returns as it was."""
    frame = run.state.stack[-1]
    assert isinstance(frame, fr.Holding)
    run.pop()
    run.emit(ev.Released(frame.seat, why))
    run.restored = frame.earlier


# ---- judging words (OAT-6) -------------------------------------------------------------------------------------------


class VerdictHandler(ChoiceHandler[State, Any, R]):
    """A question whether a promise in words was broken."""

    kind: ClassVar = "verdict"
    answered_by: ClassVar = (cmd.Verdict, "broken")
    default: ClassVar = -1

    def params(self, state: State, frame: Any, seat: Seat) -> Json:
        promises = (promise.promise for promise in state.deals[frame.deal].promises)
        words = [promise.text for promise in promises if promise.do == "words" and promise.by == frame.seat]
        judge = {"as": "judge", "accused": frame.seat}
        return {"deal": frame.deal, "words": words} | ({"as": "accused"} if seat == frame.seat else judge)


class AccusingHandler(VerdictHandler):
    """The vote on an accusation: a promise that the accused admits to have broken is broken; otherwise those who are no
    parties vote."""

    def chosen(self, run: R, frame: fr.Accusing, seat: Seat, choice: bool) -> None:
        if choice:
            run.pop()
            judged(run, frame.deal, seat, True, {})
        else:
            run.become(fr.Voting(frame.deal, seat, frame.by))


class VotingHandler(SealedChoiceHandler[State, fr.Voting, R], VerdictHandler):
    """OAT-6: broken if more say so than not; with nobody to vote, only admitting counts."""

    def asked(self, state: State, frame: fr.Voting) -> Sequence[Seat]:
        return [seat for seat in state.playing if seat not in state.deals[frame.deal].seats]

    def opened(self, run: R, frame: fr.Voting) -> None:
        run.pop()
        judged(run, frame.deal, frame.seat, False, frame.answers)


def judged(run: R, id: str, seat: Seat, admitted: bool, votes: Mapping[Seat, bool]) -> None:
    deal = run.state.deals[id]
    broken = admitted or sum(votes.values()) * 2 > len(votes)
    run.emit(ev.Judged(id, seat, admitted, dict(votes), broken, oaths.parties(deal)))
    if broken:
        for index, promise in deal.running:
            if promise.promise.do == "words" and promise.promise.by == seat:
                run.emit(*oaths.ended(run.state.deals[id], index, promise.promise, "broken"))
                return


def lapse(run: R, which: Iterable[str]) -> None:
    """NEG-5, END-5."""
    for id in tuple(which):
        close(run, id, "lapsed", None)
