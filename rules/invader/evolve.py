"""How events change the state: total, and the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.invader import events as ev
from rules.invader.cards import card_of
from rules.invader.state import Boost, Known, Piece, Played, Spent, State, moved
from rules.kernel.codec import copied, replace
from rules.kernel.seats import Seat


def evolve(state: State, event: object) -> State:
    """The state after an event of this game's own."""
    match event:
        case ev.SidesSet(sides=sides):
            return replace(state, sides=sides, active=next(seat for seat, side in sides.items() if side == "invader"))
        case ev.Built(seat=seat, deck=deck):
            heroes = tuple(f"{seat}-{hero}" for hero in deck.heroes) or state.heroes
            return replace(state, lists={**state.lists, seat: deck}, heroes=heroes)
        case ev.Shuffled(seat=seat, order=order):
            cleared = replace(state, hands={**state.hands, seat: ()}, known={**state.known, seat: Known()})
            return replace(cleared, decks={**state.decks, seat: order})
        case ev.Dealt(seat=seat, cards=cards) | ev.Drew(seat=seat, cards=cards):
            return drawn(state, seat, cards)
        case ev.HeroPlaced(hero=hero, zone=zone):
            left = tuple(it for it in state.heroes if it != hero)
            return replace(state, hero=Piece(hero, state.human, zone, entered=state.number), heroes=left)
        case ev.TurnBegan(seat=seat, number=number):
            return _turn_began(state, seat, number)
        case ev.TurnEnded(seat=seat):
            # TRN-5, EFF-6
            passes = {it: how for it, how in state.passes.items() if how != "turn"}
            ended = _each(state, lambda piece: replace(piece, boost=replace(piece.boost, turn=0)))
            return replace(ended, passes=passes)
        case ev.Readied(hero=hero):
            return _piece(state, hero, upright=True)
        case ev.Turned(hero=hero, upright=upright):
            return _piece(state, hero, upright=upright)
        case ev.CardPlayed():
            return _card_played(state, event)
        case ev.Paid(seat=seat, discard=cards):
            return laid_down(from_hand(state, seat, cards), cards)
        case ev.Ruined(seat=seat, cards=cards):
            return laid_down(from_hand(state, seat, cards), cards)
        case ev.Drained(seat=seat, cards=cards, by=by):
            gone = laid_down(from_deck(state, seat, cards), cards)
            # PLT-2: what the Invader drained from the Human in the Invader's own turn
            counts = seat == state.human and by == state.invader == state.active
            return replace(gone, drained=state.drained + len(cards)) if counts else gone
        case ev.Sacrificed(card=card) | ev.Destroyed(card=card):
            return laid_down(out_of_play(state, card), (card,))
        case ev.Cancelled() | ev.Restored():
            # CAN-2: the card and the cancel; CAN-3: the cancel and the reply
            return laid_down(replace(state, table=state.table[:-2]), [it.card for it in state.table[-2:]])
        case ev.Entered(card=card, zone=zone):  # TOK-2
            tokens = state.pack.cards[card_of(card)].tokens
            piece = Piece(card, card[0], zone, tokens, entered=state.number)
            return replace(state, table=state.table[:-1], play=(*state.play, piece))
        case ev.Followed(card=card):
            return laid_down(replace(state, table=state.table[:-1]), (card,))
        case ev.Used(source=source, use=use):
            user = state.piece(source)
            used = {} if user is None else {**user.used, str(use): user.used.get(str(use), 0) + 1}
            return _piece(state, source, used=used)
        case ev.Enabled(strategy=strategy):
            return replace(state, enabled={**state.enabled, strategy: state.number})
        case ev.Invaded(order=order):
            return replace(state, spent=replace(state.spent, orders=(*state.spent.orders, order)))
        case ev.Relocated(card=card, to=to, by=by):
            there = _piece(state, card, zone=to)
            spent = state.spent
            if by == "ops":
                spent = replace(spent, ops=True)
            elif by == "move-hero":
                spent = replace(spent, hero=True)
            return replace(there, spent=spent)
        case ev.HeroFell(hero=hero):  # CRD-8
            return replace(state, hero=None, fallen=(*state.fallen, hero))
        case ev.Bounced(card=card):
            return to_hand(out_of_play(state, card), card[0], (card,), seen=True)
        case ev.Boosted(cards=cards, count=n, until=until):
            return _each(state, lambda piece: _boosted(piece, n, until) if piece.id in cards else piece)
        case ev.Scorched(zone=zone, count=n):
            return replace(state, scorch={**state.scorch, zone: state.scorch.get(zone, 0) + n})
        case ev.Mended(zone=zone, count=n):
            return replace(state, scorch={**state.scorch, zone: state.scorch.get(zone, 0) - n})
        case ev.Recovered(seat=seat, cards=cards):
            return under_deck(taken_up(state, cards), seat, cards)
        case ev.TokensSet(card=card, left=left):
            return _piece(state, card, tokens=left)
        case ev.Absorbed(card=card, count=n):
            vault = state.piece(card)
            return state if vault is None else _piece(state, card, tokens=vault.tokens - n)
        case ev.PlotMoved(to=to):
            return replace(state, plot=to)
        case ev.Stood(seat=seat, pass_=how):
            others = {it: kept for it, kept in state.passes.items() if it != seat}
            return replace(state, passes=others if how is None else {**others, seat: how})
        case ev.AnsweredFor(seat=seat):
            once = state.passes.get(seat) == "once"
            return replace(state, passes={it: how for it, how in state.passes.items() if it != seat}) if once else state
        case ev.CardPut(card=card, to=to, told=told):
            return _put(state, card, to, told == "all")
        case ev.PieceSet(piece=id, tokens=set_to, upright=upright):
            changes = {"tokens": set_to, "upright": upright}
            return _piece(state, id, **{key: value for key, value in changes.items() if value is not None})
        case _:
            return state


def _turn_began(state: State, seat: Seat, number: int) -> State:
    """TRN-1: limits begin anew, and what lasted until this turn of its owner ends."""

    def anew(piece: Piece) -> Piece:
        return replace(piece, used={}, boost=Boost(piece.boost.turn, 0)) if piece.seat == seat else piece

    return replace(_each(state, anew), active=seat, number=number, spent=Spent(), drained=0)


def _card_played(state: State, event: ev.CardPlayed) -> State:
    gone = from_hand(state, event.by, (event.card,))
    on_table = Played(event.card, event.by, event.zone, event.target, event.to, event.at)
    return replace(gone, table=(*gone.table, on_table))


def _boosted(piece: Piece, n: int, until: str) -> Piece:
    boost = piece.boost
    more = Boost(boost.turn + n, boost.round) if until == "turn" else Boost(boost.turn, boost.round + n)
    return replace(piece, boost=more)


def _each(state: State, change: Callable[[Piece], Piece]) -> State:
    hero = None if state.hero is None else change(state.hero)
    return replace(state, play=tuple(change(piece) for piece in state.play), hero=hero)


def _piece(state: State, id: str, **changes: object) -> State:
    if state.hero is not None and state.hero.id == id:
        return replace(state, hero=copied(state.hero, changes))
    return replace(state, play=moved(state.play, id, **changes))


# ---- where cards lie -------------------------------------------------------------------------------------------------


def from_deck(state: State, seat: Seat, cards: Iterable[str]) -> State:
    """These, from the top of the deck. What was known of its order stays known of the rest (GEN-5)."""
    n, known = len(tuple(cards)), state.known[seat]
    deck = state.decks[seat][n:]
    rest = replace(known, top=known.top[n:], bottom=known.bottom[max(0, len(known.bottom) - len(deck)) :])
    return replace(state, decks={**state.decks, seat: deck}, known={**state.known, seat: rest})


def to_hand(state: State, seat: Seat, cards: Iterable[str], seen: bool = False) -> State:
    """These go to a hand; all know of them what all have `seen`."""
    cards, known = tuple(cards), state.known[seat]
    found = replace(state, hands={**state.hands, seat: (*state.hands[seat], *cards)})
    if not seen:
        return found
    return replace(found, known={**state.known, seat: replace(known, hand=(*known.hand, *cards))})


def drawn(state: State, seat: Seat, cards: Iterable[str]) -> State:
    """These go from the top of the deck to the hand; a card whose place was known is seen to go there."""
    for card in cards:
        known = state.known[seat]
        open_ = card in known.top or card in known.bottom
        state = to_hand(from_deck(state, seat, (card,)), seat, (card,), seen=open_)
    return state


def from_hand(state: State, seat: Seat, cards: Iterable[str]) -> State:
    gone, known = set(cards), state.known[seat]
    hand = tuple(card for card in state.hands[seat] if card not in gone)
    left = replace(known, hand=tuple(card for card in known.hand if card not in gone))
    return replace(state, hands={**state.hands, seat: hand}, known={**state.known, seat: left})


def laid_down(state: State, cards: Iterable[str]) -> State:
    """These go face up to their owners' discards, on top of what lies there, in this order (DIS-1, DIS-2)."""
    discards = dict(state.discards)
    for card in cards:
        discards[card[0]] = (*discards[card[0]], card)
    return replace(state, discards=discards)


def taken_up(state: State, cards: Iterable[str]) -> State:
    gone = set(cards)
    discards = {seat: tuple(card for card in pile if card not in gone) for seat, pile in state.discards.items()}
    return replace(state, discards=discards)


def under_deck(state: State, seat: Seat, cards: Iterable[str]) -> State:
    """These go under a deck, in this order of drawing, for all to see."""
    cards, known = tuple(cards), state.known[seat]
    below = replace(known, bottom=(*known.bottom, *cards))
    return replace(state, decks={**state.decks, seat: (*state.decks[seat], *cards)}, known={**state.known, seat: below})


def out_of_play(state: State, card: str) -> State:
    """The card leaves; its tokens go back to the supply (TOK-3)."""
    return replace(state, play=tuple(piece for piece in state.play if piece.id != card))


def _put(state: State, card: str, to: str, seen: bool) -> State:
    """An adjustment moves a card from wherever it is; of a deck's known part all stays known but what a card that
    nobody saw now lies before or under."""
    seat: Seat = card[0]
    kept = replace(
        state.known[seat],
        top=tuple(it for it in state.known[seat].top if it != card),
        bottom=tuple(it for it in state.known[seat].bottom if it != card),
    )
    state = replace(state, known={**state.known, seat: kept})
    state = replace(state, decks={**state.decks, seat: tuple(it for it in state.decks[seat] if it != card)})
    state = out_of_play(taken_up(from_hand(state, seat, (card,)), (card,)), card)
    match to:
        case "hand":
            return to_hand(state, seat, (card,), seen=seen)
        case "deck-top":
            known = state.known[seat]
            top = (card, *known.top) if seen else ()
            on_top = replace(state, decks={**state.decks, seat: (card, *state.decks[seat])})
            return replace(on_top, known={**state.known, seat: replace(known, top=top)})
        case "deck-bottom":
            below = under_deck(state, seat, (card,))
            return below if seen else replace(below, known={**state.known, seat: replace(state.known[seat], bottom=())})
        case "discard":
            return laid_down(state, (card,))
        case zone:
            tokens = state.pack.cards[card_of(card)].tokens
            return replace(state, play=(*state.play, Piece(card, seat, zone, tokens, entered=state.number)))
