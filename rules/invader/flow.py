"""The course of a match: a handler for each kind of frame (SET, TRN, PLY, CAN, HER, ATK)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, get_args

from rules.invader import commands as cmd
from rules.invader import effects
from rules.invader import events as ev
from rules.invader import frames as fr
from rules.invader import legality as law
from rules.invader.packs.cards import card_of, listed
from rules.invader.state import SEATS, Order, State
from rules.kernel import Json, Refusal, Seat, other, replace
from rules.kernel.drafts import DraftHandler, Way, completed
from rules.kernel.handlers import NOT_NOW, Handler, Question, SealedChoiceHandler, SealedHandler, legal
from rules.kernel.run import Run

R = Run[State]
F = TypeVar("F")


class DuelHandler(DraftHandler[State, F, R]):
    """The common base of the duel's questions about cards and zones."""

    commands_codec = cmd.CODEC
    keys = (*law.KEYS, "discard")
    parts = staticmethod(law.parts)
    payment = staticmethod(law.paid_with)

    def alike(self, command: Any) -> Any:
        return replace(command, sacrifice=None) if isinstance(command, cmd.Play) else command

    def values(self, state: State, key: str) -> list[str]:
        return [*state.pack.zones] if key in ("zone", "to", "at") else [piece.id for piece in state.pieces()]

    def nameable(self, state: State, frame: F, seat: Seat, draft: Any) -> Json:
        """The values that the next part of the command may have, with the command's cost."""
        discard, drain = law.bill(state, seat, draft)
        return super().nameable(state, frame, seat, draft) | {"discard": discard, "drain": drain}


class CommandHandler(DuelHandler[F]):
    """The common base of the questions whose answers `law.fault` judges. A listed command names nothing unknown, and is
    paid with cards of the hand; so `ways` finds whatever is wrong with it."""

    def ways(self, state: State, seat: Seat, draft: Any) -> Sequence[Way]:
        # do not enumerate the completions of a command that no naming makes legal
        if forbidden := law.forbidden(state, seat, draft):
            return ((draft, forbidden),)
        if unaffordable := law.unaffordable(state, seat, draft):
            way, fault = next(completed(draft, partial(law.parts, state, seat)))
            return ((way, fault or unaffordable),)
        return super().ways(state, seat, draft)

    def verdict(self, state: State, frame: F, seat: Seat, command: Any) -> None:
        return None


# ---- setting up ------------------------------------------------------------------------------------------------------


class SetupHandler(Handler[State, fr.Setup, R]):
    """SET-1 to SET-6."""

    def step(self, run: R, frame: fr.Setup) -> None:
        state = run.state
        match frame.stage:
            case "sides":
                chosen = state.options.invader
                seat = SEATS[run.chance.roll(1, 2)[0] - 1] if chosen == "random" else chosen
                run.emit(ev.SidesSet({seat: "invader", other(seat): "human"}))
                run.become(fr.Setup("deal"))
                if state.options.decks == "built":
                    run.push(fr.Building({}))
                else:
                    starters = state.pack.starters  # SET-2, DCK-1
                    run.emit(*(ev.Built(seat, starters[run.state.sides[seat]]) for seat in _in_turn(run.state)))
            case "deal":
                for player in _in_turn(state):
                    deal(run, player, listed(player, state.lists[player]))
                run.become(fr.Setup("hero"))
                run.push(fr.Mulligans({}))
            case "hero":
                run.emit(ev.PlotMoved(0, state.pack.rules.plot.start, "text"))
                run.become(fr.Turn("ready"))
                run.push(fr.Placing())


def _in_turn(state: State) -> tuple[Seat, Seat]:
    """The Invader, then the Human."""
    return state.invader, state.human


def deal(run: R, seat: Seat, cards: tuple[str, ...]) -> None:
    """SET-3: shuffles these as the seat's deck and deals its first hand."""
    order = run.chance.shuffled(cards)
    run.emit(ev.Shuffled(seat, order))
    run.emit(ev.Dealt(seat, order[: run.state.pack.rules.hand[run.state.sides[seat]]]))


class BuildingHandler(SealedHandler[State, fr.Building, R]):
    """DCK-2 to DCK-4: both at once, hidden until both have; a deck may be sent again until then."""

    def put(self, state: State, frame: fr.Building) -> Mapping[Seat, Question]:
        return {seat: Question("build", "build", {"side": state.sides[seat]}) for seat in SEATS}

    def opened(self, run: R, frame: fr.Building) -> None:
        run.pop()
        run.emit(*(ev.Built(seat, frame.answers[seat]) for seat in _in_turn(run.state)))

    def sealed(self, command: cmd.Build) -> Any:
        return command.deck

    def resolve(self, state: State, frame: fr.Building, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Build):
            return NOT_NOW
        problems = state.pack.deck_problems(state.sides[seat], command.deck)
        return law.no("DCK-2", "bad-deck", problems=problems) if problems else command

    def options(self, state: State, frame: fr.Building, seat: Seat) -> list[Json]:
        return [legal({"kind": "build"}, "deck")]

    def commands(self, state: State, frame: fr.Building, seat: Seat, rng: random.Random) -> Iterator[Json]:
        yield cmd.CODEC.brief(cmd.Build(state.pack.starters[state.sides[seat]]))


class MulligansHandler(SealedChoiceHandler[State, fr.Mulligans, R]):
    """SET-4: once, both at once and in secret; the Invader's answer is carried out first."""

    kind = "mulligan"
    answered_by = (cmd.Mulligan, "keep")
    default = None

    def asked(self, state: State, frame: fr.Mulligans) -> tuple[Seat, ...]:
        return SEATS

    def opened(self, run: R, frame: fr.Mulligans) -> None:
        run.pop()
        for seat in _in_turn(run.state):
            run.emit(ev.Mulliganed(seat, not frame.answers[seat]))
            if not frame.answers[seat]:
                deal(run, seat, (*run.state.hands[seat], *run.state.decks[seat]))

    def late(self, state: State, frame: fr.Mulligans, seat: Seat) -> bool:
        return False


class PlacingHandler(DuelHandler[fr.Placing]):
    """SET-6, HER-6."""

    def ask(self, state: State, frame: fr.Placing) -> Mapping[Seat, Question]:
        return {state.human: Question("place-hero", "place-hero", {"heroes": list(state.heroes)})}

    def resolve(self, state: State, frame: fr.Placing, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.PlaceHero):
            return NOT_NOW
        if command.hero not in state.heroes:
            return law.no("HER-6", "unknown-card", card=command.hero)
        if command.zone not in state.pack.zones:
            return law.no("ZON-1", "unknown-zone", zone=command.zone)
        return command if state.free(seat, command.zone) else law.no("HER-6", "no-slot", zone=command.zone)

    def answer(self, run: R, frame: fr.Placing, seat: Seat, command: cmd.PlaceHero) -> None:
        run.pop()
        run.emit(ev.HeroPlaced(command.hero, command.zone))

    def drafts(self, state: State, frame: fr.Placing, seat: Seat) -> list[cmd.PlaceHero]:
        return [cmd.PlaceHero(hero, zone) for hero in state.heroes for zone in state.pack.zones]

    def forced(self, state: State, frame: fr.Placing, seat: Seat) -> cmd.PlaceHero | None:
        judged = [self.resolve(state, frame, seat, draft) for draft in self.drafts(state, frame, seat)]
        legal_ones = [outcome for outcome in judged if not isinstance(outcome, Refusal)]
        return legal_ones[0] if len(legal_ones) == 1 else None


# ---- the turn --------------------------------------------------------------------------------------------------------


class TurnHandler(CommandHandler[fr.Turn]):
    """TRN, ATK, PLT-2."""

    def ask(self, state: State, frame: fr.Turn) -> Mapping[Seat, Question]:
        return {state.active: Question("main", "main", {"number": state.number})} if frame.stage == "main" else {}

    def step(self, run: R, frame: fr.Turn) -> None:
        state, seat = run.state, run.state.active
        match frame.stage:
            case "ready":
                # GEN-2, SET-7: the Invader has the first turn
                seat = seat if not state.number else other(seat)
                run.emit(ev.TurnBegan(seat, state.number + 1))
                # TRN-1, HER-1
                if state.sides[seat] == "human" and state.hero is not None and not state.hero.upright:
                    run.emit(ev.Readied(state.hero.id))
                run.become(fr.Turn("draw"))
            case "draw":
                run.become(fr.Turn("upkeep"))
                effects.draw(run, seat, state.pack.rules.draw, "phase")
            case "upkeep":
                run.become(fr.Turn("main"))
                run.push(fr.Upkeep(effects.upkeeps(state, seat)))
            case "attack":
                zones = list(state.pack.zones)
                # SET-7: no attack in the first turn
                if frame.at < len(zones) and state.number > 1:
                    run.become(fr.Turn("attack", frame.at + 1))
                    effects.attack(run, zones[frame.at])
                else:
                    run.become(fr.Turn("plot"))
            case "plot":
                run.become(fr.Turn("end"))
                if state.number > 1 and not state.drained:
                    effects.move_plot(run, -1, "idle", "PLT-2")
            case "end":
                self._end(run)
            case "main":
                raise AssertionError("the main phase asks")

    def _end(self, run: R) -> None:
        state, seat = run.state, run.state.active
        run.emit(ev.TurnEnded(seat))  # TRN-5
        # END-5: the Invader's own turn k is number 2k - 1
        if state.sides[seat] == "invader" and state.number >= 2 * state.pack.rules.turns - 1:
            effects.win(run, state.human, "turns", "END-5")
            return
        run.become(fr.Turn("ready"))

    def resolve(self, state: State, frame: fr.Turn, seat: Seat, command: Any) -> Any:
        return NOT_NOW if isinstance(command, cmd.Cancel) else law.fault(state, seat, command) or command

    def answer(self, run: R, frame: fr.Turn, seat: Seat, command: Any) -> None:
        match command:
            case cmd.End():  # TRN-4, ATK-1: the Invader attacks, unasked
                invader = run.state.sides[seat] == "invader"
                run.become(fr.Turn("attack" if invader else "end"))
            case cmd.Play():
                effects.play(run, seat, command)
            case cmd.Use():
                effects.use(run, seat, command)
            case cmd.Enable():
                effects.enable(run, seat, command)
            case cmd.Invade():
                effects.invade(run, seat, command)
            case cmd.Ops():
                effects.pay(run, seat, command)
                effects.relocate(run, command.target, command.to, "ops")
            case cmd.MoveHero():
                assert run.state.hero is not None
                effects.relocate(run, run.state.hero.id, command.to, "move-hero")

    def drafts(self, state: State, frame: fr.Turn, seat: Seat) -> Iterator[Any]:
        yield from (cmd.Play(id) for id in state.hands[seat])
        own = [piece for piece in state.pieces() if piece.seat == seat]
        yield from (cmd.Use(piece.id, n) for piece in own for n in range(len(law.uses(state, piece))))
        yield from (cmd.Enable(strategy) for strategy in state.lists[seat].strategies)
        if state.sides[seat] == "invader":
            yield from (cmd.Invade(order) for order in get_args(Order))
        else:
            yield from (cmd.Ops(), cmd.MoveHero())
        yield cmd.End()


class UpkeepHandler(Handler[State, fr.Upkeep, R]):
    """TRN-2: one text a step; one that cannot be paid is skipped, and so is that of a card that has left play."""

    def step(self, run: R, frame: fr.Upkeep) -> None:
        if not frame.queue:
            run.pop()
            return
        (source, n), *rest = frame.queue
        run.become(fr.Upkeep(tuple(rest)))
        effects.upkeep(run, source, n)


# ---- a card being played ---------------------------------------------------------------------------------------------


class SettleHandler(CommandHandler[fr.Settle]):
    """CAN: the cancel window of the card on top of the table; then the card enters, or its text is followed."""

    def _answerer(self, state: State, frame: fr.Settle) -> Seat | None:
        """The seat that may answer: the other one, and for a reply the one whose card is to be cancelled."""
        seat = other(state.table[-1].by)
        # CAN-8: an empty hand lies open
        if frame.stage == "stands" or not state.hands[seat]:
            return None
        if state.options.uniform_prompts:
            return seat
        return seat if any(row["legal"] for row in self.options(state, frame, seat)[1:]) else None

    def ask(self, state: State, frame: fr.Settle) -> Mapping[Seat, Question]:
        seat = self._answerer(state, frame)
        if seat is None:
            return {}
        return {seat: Question("cancel", frame.stage, state.table[-1].shown, cmd.CODEC.brief(cmd.Cancel()))}

    def step(self, run: R, frame: fr.Settle) -> None:
        match frame.stage:
            case "cancel" | "stands":
                self._take_effect(run)
            case "reply":
                self._cancelled(run)

    def resolve(self, state: State, frame: fr.Settle, seat: Seat, command: Any) -> Any:
        return law.fault(state, seat, command) or command if isinstance(command, cmd.Cancel) else NOT_NOW

    def answer(self, run: R, frame: fr.Settle, seat: Seat, command: cmd.Cancel) -> None:
        if command.card is None:
            run.emit(ev.Passed(seat))
            self._take_effect(run) if frame.stage == "cancel" else self._cancelled(run)
            return
        answered = run.state.table[-1].card
        run.emit(ev.CardPlayed(command.card, seat, cancels=answered))
        effects.pay(run, seat, command)
        if frame.stage == "cancel":
            run.become(fr.Settle("reply"))
        else:
            # CAN-3, CAN-4
            run.emit(ev.Restored(run.state.table[-3].card))
            run.become(fr.Settle("stands"))

    def _cancelled(self, run: R) -> None:
        """CAN-2, CAN-5: nothing that was paid comes back."""
        card, by = run.state.table[-2:]
        run.pop()
        run.emit(ev.Cancelled(card.card, by.card))

    def _take_effect(self, run: R) -> None:
        """CRD-3: a card with Force enters and stays, an order is laid down after its text; CRD-4, CRD-6: now, and only
        now, its `enter` or `play` text is followed."""
        played = run.state.table[-1]
        card = run.state.pack.cards[card_of(played.card)]
        run.pop()
        if card.force is None:
            run.push(fr.LayDown())
        else:
            assert played.zone is not None
            run.emit(ev.Entered(played.card, played.zone))
        on = "play" if card.force is None else "enter"
        run.push(*reversed(effects.texts(run.state, played.card, on, played.zone, played)))

    def drafts(self, state: State, frame: fr.Settle, seat: Seat) -> list[cmd.Cancel]:
        cards = [id for id in state.hands[seat] if state.pack.cards[card_of(id)].cancels]
        return [cmd.Cancel(id) for id in (None, *cards)]

    def ordered(self, state: State, frame: fr.Settle, seat: Seat, answer: Any) -> cmd.Cancel:
        """CAN-8: a standing pass answers at once, whatever the hand holds."""
        return cmd.Cancel()


class LayDownHandler(Handler[State, fr.LayDown, R]):
    """PLY-12."""

    def step(self, run: R, frame: fr.LayDown) -> None:
        run.pop()
        run.emit(ev.Followed(run.state.table[-1].card))


class FollowHandler(Handler[State, fr.Follow, R]):
    """One step of a text at a time."""

    def step(self, run: R, frame: fr.Follow) -> None:
        steps = run.state.pack.effects(card_of(frame.source))[frame.effect].steps
        if frame.next >= len(steps):
            run.pop()
            return
        run.become(replace(frame, next=frame.next + 1))
        effects.follow(run, frame, steps[frame.next])


class RuinHandler(Handler[State, fr.Ruin, R]):
    """EFF-9."""

    def ask(self, state: State, frame: fr.Ruin) -> Mapping[Seat, Question]:
        return {frame.seat: Question("ruin", "ruin", {"n": frame.n})}

    def resolve(self, state: State, frame: fr.Ruin, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Discard):
            return NOT_NOW
        if fault := law.unknown(state, seat, command.cards):
            return fault
        return law.unpaid(state, seat, command.cards, frame.n, 0) or command

    def answer(self, run: R, frame: fr.Ruin, seat: Seat, command: cmd.Discard) -> None:
        run.pop()
        run.emit(ev.Ruined(seat, command.cards))

    def options(self, state: State, frame: fr.Ruin, seat: Seat) -> list[Json]:
        return [legal({"kind": "discard"}, "cards")]

    def commands(self, state: State, frame: fr.Ruin, seat: Seat, rng: random.Random) -> Iterator[Json]:
        yield {"kind": "discard", "cards": rng.sample(state.hands[seat], frame.n)}


HANDLERS: Mapping[type, Handler[Any, Any, Any]] = {
    fr.Setup: SetupHandler(),
    fr.Building: BuildingHandler(),
    fr.Mulligans: MulligansHandler(),
    fr.Placing: PlacingHandler(),
    fr.Turn: TurnHandler(),
    fr.Upkeep: UpkeepHandler(),
    fr.Settle: SettleHandler(),
    fr.Follow: FollowHandler(),
    fr.LayDown: LayDownHandler(),
    fr.Ruin: RuinHandler(),
}
