"""The effects of playing, using, enabling and invading, and of each step of a text (EFF)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rules.invader import commands as cmd
from rules.invader import events as ev
from rules.invader import frames as fr
from rules.invader import legality as law
from rules.invader.packs.cards import Effect, Step, card_of
from rules.invader.state import Piece, State
from rules.kernel.journal import Outcome, Over
from rules.kernel.run import Run
from rules.kernel.seats import Seat, other

R = Run[State]


# ---- ending ----------------------------------------------------------------------------------------------------------


def win(run: R, seat: Seat, reason: str, clause: str) -> None:
    """END: at once. END-4: the first ending stands; no step of a text makes both sides lose."""
    run.emit(Over(Outcome((seat,), reason, score(run.state)), clause))


def score(state: State) -> dict[Seat, int]:
    """The cards left in each deck."""
    return {seat: len(deck) for seat, deck in state.decks.items()}


# ---- decks -----------------------------------------------------------------------------------------------------------


def draw(run: R, seat: Seat, n: int, why: Literal["phase", "text", "reinforce"]) -> None:
    """One after the other; END-1: an empty deck loses where a card must be drawn."""
    cards = run.state.decks[seat][:n]
    if cards:
        run.emit(ev.Drew(seat, cards, why))
    if len(cards) < n:
        win(run, other(seat), "deck", "END-1")


def drain(run: R, seat: Seat, n: int, why: Literal["attack", "text"], by: Seat) -> None:
    """EFF-2, ATK-4: a deck that is too small is drained to its end, and then its owner has lost (END-1)."""
    cards = run.state.decks[seat][:n]
    if cards:
        run.emit(ev.Drained(seat, cards, why, by))
    if len(cards) < n:
        win(run, other(seat), "deck", "END-1")


def pay(run: R, seat: Seat, command: Any) -> None:
    """PLY-5, PLY-9: discards as named, then drains."""
    _, drained = law.bill(run.state, seat, command)
    if command.discard:
        run.emit(ev.Paid(seat, command.discard))
    pay_drain(run, seat, drained)


def pay_drain(run: R, seat: Seat, n: int) -> None:
    """PLY-4."""
    if n:
        run.emit(ev.Drained(seat, run.state.decks[seat][:n], "cost", seat))


# ---- the main phase --------------------------------------------------------------------------------------------------


def play(run: R, seat: Seat, command: cmd.Play) -> None:
    """PLY-9: named, paid once and for all (PLY-2), and the cancel window opens, as after nothing else (CAN-6)."""
    run.emit(ev.CardPlayed(command.card, seat, command.zone, command.target, command.to, command.at))
    pay(run, seat, command)
    if command.sacrifice is not None:
        run.emit(ev.Sacrificed(command.sacrifice))
    run.push(fr.Settle("cancel"))


def use(run: R, seat: Seat, command: cmd.Use) -> None:
    """USE, HER-4."""
    piece = run.state.piece(command.source)
    assert piece is not None
    run.emit(ev.Used(piece.id, command.use))
    _spend(run, piece, law.uses(run.state, piece)[command.use])
    pay(run, seat, command)
    run.push(texts(run.state, piece.id, "use", piece.zone, command)[command.use])


def _spend(run: R, piece: Piece, effect: Effect) -> None:
    """Pays the part of a cost that the card itself gives: tokens, or its being upright."""
    if effect.cost.token:
        run.emit(ev.TokensSet(piece.id, -effect.cost.token, piece.tokens - effect.cost.token))
    if effect.cost.turn:
        run.emit(ev.Turned(piece.id, False))


def enable(run: R, seat: Seat, command: cmd.Enable) -> None:
    """STR-2, STR-3."""
    pay(run, seat, command)
    run.emit(ev.Enabled(seat, command.strategy))
    run.push(*reversed(texts(run.state, f"{seat}-{command.strategy}", "enable")))


def invade(run: R, seat: Seat, command: cmd.Invade) -> None:
    """INV-3 to INV-6: the marker moves first."""
    steps = getattr(run.state.pack.rules.invasion, command.order)
    run.emit(ev.Invaded(command.order, steps))
    move_plot(run, -steps, "invasion", "INV-6")
    match command.order:
        case "reinforce":
            draw(run, seat, 1, "reinforce")
        case "redeploy":
            relocate(run, command.target, command.to, "redeploy")
        case "ravage":
            assert command.at is not None
            run.emit(ev.Scorched(command.at, 1))


def relocate(run: R, id: str | None, to: str | None, by: Literal["ops", "move-hero", "shift", "redeploy"]) -> None:
    piece = run.state.piece(id)
    assert piece is not None
    assert to is not None
    run.emit(ev.Relocated(piece.id, piece.zone, to, by))


def move_plot(run: R, n: int, why: Literal["idle", "text", "invasion"], clause: str) -> None:
    """PLT-1, PLT-3; END-2: at 0 the Human wins."""
    state = run.state
    to = max(0, min(state.pack.rules.plot.top, state.plot + n))
    if to != state.plot:
        run.emit(ev.PlotMoved(state.plot, to, why))
    if to == 0:
        win(run, state.human, "plot", "END-2")


# ---- upkeep ----------------------------------------------------------------------------------------------------------


def upkeeps(state: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    """The upkeep texts of the active player, cards in play first, then strategies (TRN-2, GEN-6)."""
    pieces = [(piece.id, piece.card) for piece in state.play if piece.seat == seat and piece.entered < state.number]
    strategies = [id for id in state.lists[seat].strategies if state.enabled.get(id, state.number) < state.number]
    pieces += [(f"{seat}-{id}", id) for id in strategies]
    return tuple(
        (id, n) for id, card in pieces for n, effect in enumerate(state.pack.effects(card)) if effect.on == "upkeep"
    )


def upkeep(run: R, source: str, n: int) -> None:
    """Pays for an upkeep text and follows it, if its card still stands and its cost can be paid."""
    state, seat = run.state, source[0]
    piece, card = state.piece(source), card_of(source)
    if piece is None and card not in state.pack.strategies:
        return
    effect = state.pack.effects(card)[n]
    if len(state.decks[seat]) < effect.cost.drain or (piece is not None and piece.tokens < effect.cost.token):
        return
    if piece is not None:
        _spend(run, piece, effect)
    pay_drain(run, seat, effect.cost.drain)
    run.push(fr.Follow(source, seat, n, None if piece is None else piece.zone))


# ---- texts -----------------------------------------------------------------------------------------------------------


def texts(state: State, source: str, on: str, zone: str | None = None, answers: Any = None) -> list[fr.Follow]:
    """The texts of a card or a strategy with this trigger, to be followed in this order. `zone`: where it stands;
    `answers`: what was named for it."""
    aims = {} if answers is None else {key: getattr(answers, key) for key in ("target", "to", "at")}
    numbered = enumerate(state.pack.effects(card_of(source)))
    return [fr.Follow(source, source[0], n, zone, **aims) for n, effect in numbered if effect.on == on]


def follow(run: R, frame: fr.Follow, step: Step) -> None:
    """One step of a text, as far as it can be followed (GEN-3)."""
    state, seat = run.state, frame.seat
    match step.op:
        case "draw":  # EFF-1
            draw(run, seat, step.n, "text")
        case "drain":  # EFF-2
            drain(run, other(seat), step.n, "text", seat)
        case "ruin":
            ruin(run, other(seat), step.n)
        case "recover":  # EFF-8: the topmost first
            cards = tuple(reversed(state.discards[seat][-step.n :]))
            if cards:
                run.emit(ev.Recovered(seat, cards))
        case "plot":  # EFF-10
            move_plot(run, step.n, "text", "PLT-3")
        case "charge":  # EFF-14, TOK-1: in the turn of its entry, too
            if (piece := state.piece(frame.source)) is not None:
                run.emit(ev.TokensSet(piece.id, step.n, piece.tokens + step.n))
        case "pin" | "ready":  # EFF-11
            upright = step.op == "ready"
            if state.hero is not None and state.hero.upright != upright:
                run.emit(ev.Turned(state.hero.id, upright))
        case "destroy":
            destroy(run, step_pieces(state, frame, step), frame.source)
        case "bounce":  # EFF-4; HER-8: never a Hero
            run.emit(
                *(
                    ev.Bounced(piece.id, frame.source)
                    for piece in step_pieces(state, frame, step)
                    if not state.is_hero(piece)
                )
            )
        case "shift":
            shift(run, frame, step)
        case "boost":
            reached = tuple(piece.id for piece in step_pieces(state, frame, step))
            assert step.until is not None
            if reached:
                run.emit(ev.Boosted(reached, step.n, step.until))
        case "scorch" | "mend":
            burn(run, frame, step)
        case "aura" | "ward" | "absorb" | "bite" | "bulwark" | "cheaper" | "card" | "order":
            raise AssertionError(f"{step.op} is not followed: it holds")


def here(state: State, frame: fr.Follow) -> str | None:
    """EFF-15: the zone of the card that speaks, wherever it has gone since; where it stood, once it is in play no
    more."""
    piece = state.piece(frame.source)
    return frame.zone if piece is None else piece.zone


def step_pieces(state: State, frame: fr.Follow, step: Step) -> list[Piece]:
    """The cards that a step is about now: the one chosen, if it is still there (PLY-11), or all of its group in the
    order of entry (GEN-6), but those that are warded."""
    group = step.group
    if group is None:
        named = [state.piece(frame.source)]
    elif step.chooses:
        named = [state.piece(frame.target)]
    else:
        zone = frame.at if group.where == "chosen" else here(state, frame)
        named = [piece for piece in state.pieces() if state.in_group(group, frame.seat, zone, frame.source, piece)]
        if group.max is not None:
            named = [piece for piece in named if piece is not None and state.force(piece) <= group.max]
    standing = [piece for piece in named if piece is not None]
    if step.op in ("destroy", "bounce"):
        standing = [piece for piece in standing if state.warded(piece, frame.seat) is None]
    return standing


def destroy(run: R, pieces: Sequence[Piece], by: str) -> None:
    """EFF-3: all go first, then their texts are followed in the same order; HER-6, HER-7: a Hero that falls."""
    follows: list[Any] = []
    for piece in pieces:
        if run.state.is_hero(piece):
            run.emit(ev.HeroFell(piece.id, by))
            if not run.state.heroes:
                win(run, run.state.invader, "heroes", "END-3")
                return
            follows.append(fr.Placing())
            continue
        run.emit(ev.Destroyed(piece.id, by))
        follows += texts(run.state, piece.id, "destroyed", piece.zone)
    run.push(*reversed(follows))


def shift(run: R, frame: fr.Follow, step: Step) -> None:
    """EFF-5, ZON-7."""
    for piece in step_pieces(run.state, frame, step):
        if frame.to is not None and law.way(run.state, piece, frame.to, step.reach == "near") is None:
            relocate(run, piece.id, frame.to, "shift")


def ruin(run: R, seat: Seat, n: int) -> None:
    """EFF-9: a hand that goes whole is laid down in hand order; else its owner chooses."""
    hand = run.state.hands[seat]
    if len(hand) > n:
        run.push(fr.Ruin(seat, n))
    elif hand:
        run.emit(ev.Ruined(seat, hand))


def burn(run: R, frame: fr.Follow, step: Step) -> None:
    """ZON-6, EFF-7: never more than the printed value, never less than none."""
    named = frame.at if step.at == "chosen" else here(run.state, frame)
    for zone in run.state.pack.zones.values():
        now = run.state.scorch.get(zone.id, 0)
        n = min(step.n, zone.value - now if step.op == "scorch" else now)
        if n > 0 and (step.at == "each" or zone.id == named):
            run.emit(ev.Scorched(zone.id, n) if step.op == "scorch" else ev.Mended(zone.id, n))


# ---- the attack ------------------------------------------------------------------------------------------------------


def totals(state: State, zone: str) -> dict[str, Any]:
    """A zone as it stands: both totals, the zone's value among the Human's, what an attack would add by `bite`, what
    would be absorbed by which card, and what would be drained (ATK-3 to ATK-6)."""
    value, forces = state.value(zone), state.forces()
    theirs, ours = state.column(state.invader, zone), state.column(state.human, zone)
    invader, human = sum(forces[piece.id] for piece in theirs), value + sum(forces[piece.id] for piece in ours)
    drains = max(0, invader - human)
    # ATK-5: where nothing is drained it does nothing
    bite = state.static_sum("bite", zone) if drains else 0
    left, absorbed = drains + bite, []
    vaults = {piece.id for piece, _, _ in state.holding("absorb") if piece is not None} if left else set()
    for piece in ours if vaults else ():
        n = min(left, piece.tokens)
        if n and piece.id in vaults:
            absorbed.append((piece.id, n))
            left -= n
    return {"invader": invader, "human": human, "value": value, "bite": bite, "drain": left, "absorbed": absorbed}


def attack(run: R, zone: str) -> None:
    """ATK-2 to ATK-7: one zone."""
    sums = totals(run.state, zone)
    run.emit(ev.Attacked(zone, sums["invader"], sums["human"], sums["value"], sums["bite"], sums["drain"]))
    run.emit(*(ev.Absorbed(card, n) for card, n in sums["absorbed"]))
    if sums["drain"]:
        drain(run, run.state.human, sums["drain"], "attack", run.state.invader)
