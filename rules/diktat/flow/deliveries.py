"""The carrying out of a deal: what is discarded for it, then everything that changes hands or is done at once (NEG-6);
and what a player may show or cede without one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import oaths
from rules.diktat.deals import At
from rules.diktat.flow import effects
from rules.diktat.state import State, Thing
from rules.kernel import Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.run import Run

R = Run[State]


class DealingHandler(Handler[State, fr.Dealing, R]):
    """NEG-6: first what AFF-5 takes for Possessions, then everything changes hands."""

    def step(self, run: R, frame: fr.Dealing) -> None:
        state = run.state
        if any(seat not in state.playing for seat in frame.offer.parties):
            run.pop()
            called_off(run, frame)
            return
        if frame.waiting is not None:
            giver, receiver = frame.waiting
            now = tokens(state, giver)
            gone = [(receiver, kind) for kind, n in frame.before.items() for _ in range(n - now.get(kind, 0))]
            run.become(replace(frame, waiting=None, before={}, lost=(*frame.lost, *gone)))
        elif frame.queue:
            giver, receiver, kind, n = frame.queue[0]
            before = tokens(state, giver)
            run.become(replace(frame, queue=frame.queue[1:], waiting=(giver, receiver), before=before))
            run.push(fr.Losing(giver, kind, n, dict(frame.offer.tokens_of(giver))))
        else:
            run.pop()
            transfer(run, frame)


def called_off(run: R, frame: fr.Dealing) -> None:
    """NEG-3, END-5: all at once or not at all. Where a party has left, what the others discarded for the deal is theirs
    again, and its promises lapse."""
    offer = frame.offer
    for seat, card, kind in reversed(frame.discarded):
        if seat in run.state.playing:
            run.emit(ev.AffinityChanged(seat, {kind: 1}, "returned"))
            if card is not None:
                run.emit(ev.Flipped(seat, card, kind))
    if (deal := run.state.deals.get(offer.id)) is not None:
        for index, promise in deal.running:
            run.emit(*oaths.ended(deal, index, promise.promise, "lapsed"))
    run.emit(ev.OfferClosed(offer.id, "lapsed", None, offer.parties if offer.discreet else ()))


def left(run: R, seat: Seat) -> None:
    """END-5: nobody discards any more for a deal whose party this seat was."""
    *under, top = run.state.stack
    if (
        isinstance(top, fr.Losing)
        and under
        and isinstance(deal := under[-1], fr.Dealing)
        and seat in deal.offer.parties
    ):
        run.pop()


def tokens(state: State, seat: Seat) -> dict[str, int]:
    """A seat's Affinity tokens by kind, flipped ones too."""
    player = state.players[seat]
    counts = Counter(dict(player.affinities))
    for held in player.cards:
        counts.update(held.flipped)
    return dict(counts)


def transfer(run: R, frame: fr.Dealing) -> None:
    """Hands over all goods of a deal."""
    offer = frame.offer
    hidden = offer.parties if offer.discreet else ()
    for giver, receiver, goods in offer.goods():
        effects.pay(run, giver, goods.pp, "deal", receiver, hidden)
        if goods.agents:
            run.emit(ev.AgentsChanged(giver, "", goods.agents, "deal", hidden))
            run.emit(ev.AgentsChanged(receiver, goods.agents, "", "deal", hidden))
        if goods.spies or goods.assassins:
            run.emit(ev.TokensChanged(giver, -goods.spies, -goods.assassins, "deal"))
            run.emit(ev.TokensChanged(receiver, goods.spies, goods.assassins, "deal"))
        if any(goods.affinities.values()):
            given: dict[str, int] = {kind: n for kind, n in goods.affinities.items() if n}
            run.emit(ev.AffinityChanged(giver, {kind: -n for kind, n in given.items()}, "deal", hidden))
            run.emit(ev.AffinityChanged(receiver, given, "deal", hidden))
    for giver, receiver, goods in offer.goods():
        for id in goods.cards:
            _hand_over(run, giver, receiver, ("card", id))
        for sector in goods.markers:
            _hand_over(run, giver, receiver, ("marker", sector))
    for receiver, kind in frame.lost:
        # NEG-6: exactly the tokens that the giver discarded
        run.emit(ev.AffinityChanged(receiver, {kind: 1}, "gain"))
    for giver, receiver, goods in offer.goods():
        for at in goods.shows:
            show(run, giver, (receiver,), at, hidden)
        for id in goods.cedes:
            cede(run, giver, id, receiver)
    for promise in offer.promises:
        if promise.do == "claim":
            to = tuple(seat for seat in offer.parties if seat != promise.by)
            run.emit(ev.SaidSo(promise.by, to if offer.discreet else (), promise.claims, offer.id))


def _hand_over(run: R, giver: Seat, receiver: Seat, thing: Thing) -> None:
    """POS-6, ADH-3, NEG-6, COR-1."""
    effects.taint(run, receiver, run.state.sector_of(thing))
    run.emit(*handed_over(run.state, giver, receiver, thing))


def handed_over(state: State, giver: Seat, receiver: Seat, thing: Thing) -> tuple[ev.PossessionLost, ev.Possession]:
    """POS-6, ADH-3, NEG-6: the change of owner of a Possession in a deal."""
    kind, id = thing
    used = next(used for name, _, used in state.things(giver) if name == thing)
    marked = (giver, kind, id) in state.adhesions
    whole = kind == "card" or state.players[giver].markers[id] == 1
    return ev.PossessionLost(giver, thing, "deal"), ev.Possession(receiver, thing, "deal", used, marked and whole)


def show(run: R, seat: Seat, to: tuple[Seat, ...], at: At, parties: tuple[Seat, ...] = ()) -> None:
    """NEG-8: what the server shows is true."""
    saw = run.state.secret if at.secret else run.state.located(at)[2].kind
    run.emit(ev.Shown(seat, to, at, None, saw, parties))


def show_screen(run: R, seat: Seat, to: tuple[Seat, ...], part: Any) -> None:
    player = run.state.players[seat]
    saw: Any = {"pp": player.pp, "agents": player.agents, "affinities": dict(player.affinities)}[part]
    run.emit(ev.Shown(seat, to, None, part, saw))


def cede(run: R, seat: Seat, stack: str, to: Seat | None) -> None:
    """NEG-12, GEN-10."""
    located = run.state.find(stack)
    assert located is not None
    kinds = "".join(pawn.kind for pawn in located[2])
    run.emit(ev.StackGone(seat, stack, located[0], "ceded", kinds, to))
