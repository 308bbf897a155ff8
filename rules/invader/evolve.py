"""The state after each event: total, and the only place where the state changes."""

from __future__ import annotations

from collections.abc import Callable

from rules.invader import events as ev
from rules.invader.packs.cards import card_of
from rules.invader.state import Boost, Piece, Played, Spent, State, letting_pass
from rules.kernel import Seat, copied, replace
from rules.kernel.orders import after_turn


def evolve(state: State, event: object) -> State:
    """The state after an event of this game's own."""
    match event:
        case ev.SidesSet(sides=sides):
            return replace(state, sides=sides, active=next(seat for seat, side in sides.items() if side == "invader"))
        case ev.Built(seat=seat, deck=deck):
            heroes = tuple(f"{seat}-{hero}" for hero in deck.heroes) or state.heroes
            return replace(state, lists={**state.lists, seat: deck}, heroes=heroes)
        case ev.Shuffled(seat=seat, order=order):
            return state.shuffled(seat, order)
        case ev.Dealt(seat=seat, cards=cards) | ev.Drew(seat=seat, cards=cards):
            return state.drawn(seat, cards)
        case ev.HeroPlaced(hero=hero, zone=zone):
            left = tuple(other for other in state.heroes if other != hero)
            return replace(state, hero=Piece(hero, state.human, zone, entered=state.number), heroes=left)
        case ev.TurnBegan(seat=seat, number=number):
            return _turn_began(state, seat, number)
        case ev.TurnEnded(seat=seat):
            # TRN-5, EFF-6
            ended = _each(
                state, lambda piece: replace(piece, boost=replace(piece.boost, turn=0)) if piece.boost.turn else piece
            )
            return after_turn(ended)
        case ev.Readied(hero=hero):
            return _piece(state, hero, upright=True)
        case ev.Turned(hero=hero, upright=upright):
            return _piece(state, hero, upright=upright)
        case ev.CardPlayed(card=card, by=by):
            on_table = Played(card, by, event.zone, event.target, event.to, event.at)
            return replace(state.off_hand(by, (card,)), table=(*state.table, on_table))
        case ev.Paid(seat=seat, discard=cards) | ev.Ruined(seat=seat, cards=cards):
            return state.discarded(seat, cards)  # DIS-2: in the order in which they were named
        case ev.Drained(seat=seat, cards=cards, by=by):
            gone = state.off_deck(seat, len(cards)).laid_down(seat, cards)  # DIS-1
            # PLT-2: what the Invader drained from the Human in the Invader's own turn
            counts = seat == state.human and by == state.invader == state.active
            return replace(gone, drained=state.drained + len(cards)) if counts else gone
        case ev.Sacrificed(card=card) | ev.Destroyed(card=card):
            return out_of_play(state, card).laid_down(card[0], (card,))
        case ev.Cancelled() | ev.Restored():
            # CAN-2: the card and the cancel; CAN-3: the cancel and the reply
            for play in state.table[-2:]:
                state = state.laid_down(play.by, (play.card,))
            return replace(state, table=state.table[:-2])
        case ev.Entered(card=card, zone=zone):  # TOK-2
            tokens = state.pack.cards[card_of(card)].tokens
            piece = Piece(card, card[0], zone, tokens, entered=state.number)
            return replace(state, table=state.table[:-1], play=(*state.play, piece))
        case ev.Followed(card=card):
            return replace(state, table=state.table[:-1]).laid_down(card[0], (card,))
        case ev.Used(source=source, use=use):
            user = state.piece(source)
            used = {} if user is None else {**user.used, str(use): user.used.get(str(use), 0) + 1}
            return _piece(state, source, used=used)
        case ev.Enabled(strategy=strategy):
            return replace(state, enabled={**state.enabled, strategy: state.number})
        case ev.Invaded(order=order):
            return replace(state, spent=replace(state.spent, orders=(*state.spent.orders, order)))
        case ev.Relocated(card=card, to=to, by=by):
            moved = _piece(state, card, zone=to)
            spent = state.spent
            if by == "ops":
                spent = replace(spent, ops=True)
            elif by == "move-hero":
                spent = replace(spent, hero=True)
            return replace(moved, spent=spent)
        case ev.HeroFell(hero=hero):  # CRD-8
            return replace(state, hero=None, fallen=(*state.fallen, hero))
        case ev.Bounced(card=card):
            return out_of_play(state, card).into_hand(card[0], (card,), seen=True)
        case ev.Boosted(cards=cards, count=n, until=until):
            return _each(state, lambda piece: _boosted(piece, n, until) if piece.id in cards else piece)
        case ev.Scorched(zone=zone, count=n):
            return replace(state, scorch={**state.scorch, zone: state.scorch.get(zone, 0) + n})
        case ev.Mended(zone=zone, count=n):
            return replace(state, scorch={**state.scorch, zone: state.scorch.get(zone, 0) - n})
        case ev.Recovered(seat=seat, cards=cards):
            return state.taken_up(seat, cards).under_deck(seat, cards)
        case ev.TokensSet(card=card, left=left):
            return _piece(state, card, tokens=left)
        case ev.Absorbed(card=card, count=n):
            vault = state.piece(card)
            return state if vault is None else _piece(state, card, tokens=vault.tokens - n)
        case ev.PlotMoved(to=to):
            return replace(state, plot=to)
        case ev.Stood(seat=seat, pass_=how):
            passes = {player: kept for player, kept in state.passes.items() if player != seat}
            return replace(state, orders=letting_pass(passes if how is None else {**passes, seat: how}))
        case ev.AnsweredFor(seat=seat):
            passes = {player: how for player, how in state.passes.items() if player != seat or how != "once"}
            return replace(state, orders=letting_pass(passes))
        case ev.CardPut(card=card, to=to, told=known_to):
            return _put(state, card, to, known_to == "all")
        case ev.PieceSet(piece=id, tokens=set_to, upright=upright):
            changes = {"tokens": set_to, "upright": upright}
            return _piece(state, id, **{key: value for key, value in changes.items() if value is not None})
        case _:
            return state


def _turn_began(state: State, seat: Seat, number: int) -> State:
    """TRN-1: limits begin anew, and what lasted until this turn of its owner ends."""

    def anew(piece: Piece) -> Piece:
        if piece.seat != seat or not (piece.used or piece.boost.round):
            return piece
        return replace(piece, used={}, boost=Boost(piece.boost.turn, 0))

    return replace(_each(state, anew), active=seat, number=number, spent=Spent(), drained=0)


def _boosted(piece: Piece, n: int, until: str) -> Piece:
    return replace(piece, boost=copied(piece.boost, {until: getattr(piece.boost, until) + n}))


def _each(state: State, change: Callable[[Piece], Piece]) -> State:
    """The state with each piece changed; the same pieces stay the same object, for the caches by identity."""
    hero = None if state.hero is None else change(state.hero)
    play = tuple(change(piece) for piece in state.play)
    return replace(state, play=state.play if play == state.play else play, hero=hero)


def _piece(state: State, id: str, **changes: object) -> State:
    return _each(state, lambda piece: copied(piece, changes) if piece.id == id else piece)


# ---- where cards lie -------------------------------------------------------------------------------------------------


def out_of_play(state: State, card: str) -> State:
    """The card leaves; its tokens go back to the supply (TOK-3)."""
    return replace(state, play=tuple(piece for piece in state.play if piece.id != card))


def _put(state: State, card: str, to: str, seen: bool) -> State:
    """An adjustment moves a card from wherever it is."""
    seat: Seat = card[0]
    state = out_of_play(state.taken_out(seat, card), card)
    match to:
        case "hand":
            return state.into_hand(seat, (card,), seen)
        case "deck-top":
            return state.on_deck(seat, card, seen)
        case "deck-bottom":
            return state.under_deck(seat, (card,), seen)
        case "discard":
            return state.laid_down(seat, (card,))
        case zone:
            tokens = state.pack.cards[card_of(card)].tokens
            return replace(state, play=(*state.play, Piece(card, seat, zone, tokens, entered=state.number)))
