"""The legality of commands: the one place that decides it, for options, checks and commands alike. Every refusal has
its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.diktat import commands as cmd
from rules.diktat import frames as fr
from rules.diktat.deals import At
from rules.diktat.packs.cards import LETTERS
from rules.diktat.state import OTHERS, Held, Pawn, State, has
from rules.kernel import Refusal, Seat, replace
from rules.kernel.drafts import BAD_SHAPE
from rules.kernel.memo import derived
from rules.kernel.refusals import no as no


def conquered(state: State) -> str | None:
    """CNQ-11: the sector whose pawns have been turned, while it is being conquered."""
    for frame in reversed(state.stack):
        if isinstance(frame, fr.Conquest):
            return frame.sector if frame.stage not in ("call", "turn") else None
    return None


def free_from_conquest(state: State, sector: str) -> Refusal | None:
    if conquered(state) == sector:
        return no("CNQ-11", "being-conquered", sector=sector)
    return None


# ---- places ----------------------------------------------------------------------------------------------------------


def pawn_at(state: State, at: At) -> tuple[str, Seat, Pawn] | Refusal:
    """Sector, owner and pawn of a place in a stack."""
    located = state.find(at.stack or "")
    if located is None:
        return no("STK-1", "unknown-stack", stack=at.stack)
    sector, owner, pawns = located
    if at.pawn is None or at.pawn > len(pawns):
        return no("STK-1", "no-such-pawn", stack=at.stack, pawn=at.pawn)
    return sector, owner, pawns[at.pawn - 1]


def look(state: State, frame: fr.Looking | None, at: At) -> Refusal | None:
    """SPY-2, SPY-4: one pawn of any stack, or the secret card; none twice in a Manoeuvre."""
    if at.secret:
        if state.secret is None or at.stack is not None:
            return no("SPY-2", "unknown-element")
        return no("SPY-4", "already-looked") if frame is not None and frame.secret else None
    if at.stack is None:
        return no("SPY-2", "unknown-element")
    located = pawn_at(state, at)
    if isinstance(located, Refusal):
        return located
    if frame is not None and (at.stack, at.pawn) in frame.done:
        return no("SPY-4", "already-looked", stack=at.stack, pawn=at.pawn)
    return None


def looks(state: State, frame: fr.Looking | None) -> list[At]:
    """The pawns that can be looked at (SPY-2), own pawns left out. The list is shared: never change it."""
    return _looks(state, None, (), False) if frame is None else _looks(state, frame.seat, frame.done, frame.secret)


@derived("grounds", "secret")
def _looks(state: State, seat: Seat | None, done: tuple[tuple[str, int], ...], secret: bool) -> list[At]:
    places = [
        At(id, n)
        for sector in state.grounds
        for id, owner, pawns in state.stacks_at(sector)
        for n in range(1, len(pawns) + 1)
        if owner != seat and (id, n) not in done
    ]
    if state.secret is not None and not secret:
        places.append(At(secret=True))
    return places


def targets(state: State, seat: Seat, mode: fr.Mode) -> list[At]:
    """ASN-2, GEN-5, OTH-6, OTH-12: adverse pawns, and Corruption tokens; for `arrest` pawns that the player knows, and
    no tokens. The list is shared: never change it."""
    return _targets(state, seat, mode == "arrest", conquered(state))


@derived("grounds")
def _targets(state: State, seat: Seat, known: bool, barred: str | None) -> list[At]:
    places = list[At]()
    for sector, ground in state.grounds.items():
        if sector == barred:
            continue
        for id, owner, pawns in state.stacks_at(sector):
            if owner != seat:
                places += [At(id, n) for n, pawn in enumerate(pawns, 1) if not known or state.knows(seat, owner, pawn)]
        if ground.corruption and not known:
            places.append(At(corruption=sector))
    return places


def kill(state: State, seat: Seat, mode: fr.Mode, at: At) -> Refusal | None:
    """ASN-2."""
    if not targets(state, seat, mode):
        return no("MAN-5", "no-target")
    if at.corruption is not None:
        ground = state.grounds.get(at.corruption)
        if ground is None or not ground.corruption:
            return no("STK-1", "unknown-stack", stack=None)
        if mode == "arrest":
            return no("EFF-6", "not-a-choice")
        return free_from_conquest(state, at.corruption)
    if at.stack is None:
        return no("ASN-2", "not-adverse")
    located = pawn_at(state, at)
    if isinstance(located, Refusal):
        return located
    sector, owner, pawn = located
    if owner == seat:
        return no("ASN-2", "not-adverse", stack=at.stack)
    if mode == "arrest" and not state.knows(seat, owner, pawn):
        return no("EFF-6", "not-known")
    return free_from_conquest(state, sector)


def enter(state: State, sector: str, leaving: int = 0) -> Refusal | None:
    """Whether a stack may come to a sector: SND-1, SND-3, STK-4, CNQ-11."""
    if sector not in state.grounds:
        return no("SND-1", "unknown-sector", sector=sector)
    if state.grounds[sector].closed:
        return no("SND-3", "closed", sector=sector)
    if state.room(sector) + leaving < 1:
        return no("STK-4", "sector-full", sector=sector, most=state.size.stacks)
    return free_from_conquest(state, sector)


# ---- Manoeuvres ------------------------------------------------------------------------------------------------------


def manoeuvre(state: State, seat: Seat, command: Any) -> Refusal | None:
    """MAN-3, MAN-5: why a Manoeuvre cannot be made; Special ones are uses (`elements.use`)."""
    player = state.players[seat]
    match command:
        case cmd.Send(sector=str(sector), pawns=pawns, blockhaus=blockhaus):
            if not pawns:
                return no("SND-2", "no-pawns")
            if (barred := enter(state, sector)) is not None:
                return barred
            if not has(player.agents, pawns):
                return no("SND-1", "too-few-agents")
            return no("BLK-1", "no-blockhaus") if blockhaus and not can_wall(state, seat, sector) else None
        case cmd.Spy(at=At() as at):
            return look(state, None, at)
        case cmd.Assassinate(at=At() as at):
            return kill(state, seat, "assassinate", at)
        case cmd.Extend(discard=discard):
            return None if discard is None or _can_discard(state, seat, discard) else no("EXT-2", "nothing-to-discard")
        case cmd.Develop(card=card):
            return develop(state, seat, card)
        case cmd.Send() | cmd.Spy() | cmd.Assassinate():
            return BAD_SHAPE
        case _:
            return no("MAN-2", "must-manoeuvre")


def can_wall(state: State, seat: Seat, sector: str) -> bool:
    """BLK-1."""
    tokens = state.grounds[sector].tokens
    return state.token(seat) == "blockhaus" and state.players[seat].reserve > 0 and "blockhaus" not in tokens


def _can_discard(state: State, seat: Seat, what: str) -> bool:
    player = state.players[seat]
    if what == "spy":
        return player.spies > 0
    return player.assassins > 0 if what == "assassin" else LETTERS[what] in player.agents


def price(state: State, seat: Seat) -> int | None:
    """CBL-1: the cost of the next free slot of the Cabal track; None without one."""
    track, filled = state.cabal(seat).track, len(state.players[seat].cabal_cards)
    return track[filled].cost if filled < len(track) else None


def cards_left(state: State, seat: Seat) -> tuple[str, ...]:
    """HID-3: Cabal cards not yet acquired, as advised; with the option the next alone (CBL-2)."""
    player = state.players[seat]
    left = tuple(id for id in state.pack.hands[player.cabal] if id not in player.cabal_cards)
    return left[:1] if state.options.advised_order else left


def develop(state: State, seat: Seat, card: str) -> Refusal | None:
    """CBL-1, CBL-2, PWR-4."""
    player, cost = state.players[seat], price(state, seat)
    if cost is None:
        return no("CBL-1", "no-slot")
    if card not in state.pack.hands[player.cabal] or card in player.cabal_cards:
        return no("CBL-2", "not-a-choice", card=card)
    if state.options.advised_order and card != (first := cards_left(state, seat)[0]):
        return no("CBL-2", "not-in-order", card=first)
    return no("PWR-4", "too-few-pp", need=cost, have=player.pp) if player.pp < cost else None


# ---- Conquest and Trophies (CNQ, TRO) --------------------------------------------------------------------------------


def takers(state: State, weights: Mapping[str, int]) -> tuple[list[str], list[Seat]]:
    """CNQ-3, CNQ-4: the order of takings by these numbers, ties by Rank, the Others before players (ORE-2); and those
    who first have to bid for it (STG-1)."""
    rank = [OTHERS, *state.order()]
    order = sorted(weights, key=lambda seat: (-weights[seat], rank.index(seat)))
    tied = [seat for seat in order if weights[seat] == weights[order[0]]]
    sure = [seat for seat in tied if state.power(seat, "tie")]
    if len(sure) == 1:
        return [*sure, *(seat for seat in order if seat not in sure)], []
    return order, tied if len(tied) > 1 else []


def trophies_left(state: State, sector: str) -> bool:
    """CNQ-6: whether there is anything to take; hunting counts (COR-5)."""
    ground = state.grounds[sector]
    open_ = bool(state.cards_at(sector)) or state.markers_left(sector) > 0 or ground.darkness > 0
    return open_ or any(hunts(state, seat, sector) for seat in state.playing)


def hunts(state: State, seat: Seat, sector: str) -> list[cmd.Take]:
    """COR-5: a Corruption token of one's own with an Emissary there, or one of the Others with three Guards there."""
    if not state.with_others or state.options.fiel != "corruption":
        return []
    own = state.players[seat].corruption > 0 and state.count(seat, sector, "E") > 0
    kinds = dict.fromkeys(pawn.kind for pawn in state.grounds[sector].others)
    commands = [cmd.Take(corruption="other", others=kind) for kind in kinds if state.count(seat, sector, "G") >= 3]
    return [cmd.Take(corruption="own"), *commands] if own else commands


def trophies(state: State, seat: Seat, sector: str) -> list[cmd.Take]:
    """TRO, COR-5: what there is to take, whether this player may or not."""
    commands = [cmd.Take(card=id) for id in state.cards_at(sector)]
    if state.markers_left(sector):
        commands.append(cmd.Take(marker=sector))
    if state.grounds[sector].darkness:
        commands.append(cmd.Take(darkness=sector))
    return commands + hunts(state, seat, sector)


def take(state: State, seat: Seat, sector: str, command: cmd.Take) -> Refusal | None:
    """TRO-1 to TRO-3, COR-5, AFF-2; FIE-1, FIE-2, COR-6, OTH-14: Darkness keeps a player from cards and markers."""
    named = [
        named_element
        for named_element in (command.card, command.marker, command.darkness, command.corruption)
        if named_element is not None
    ]
    if len(named) != 1 or (command.flip and command.card is None) or (command.others and command.corruption != "other"):
        return no("TRO-1", "no-such-trophy")
    if command.corruption is not None:
        return _hunt(state, seat, sector, command)
    if command.darkness is not None:
        return None if command.darkness == sector and state.grounds[sector].darkness else no("TRO-3", "no-such-trophy")
    if command.marker is not None and (command.marker != sector or not state.markers_left(sector)):
        return no("TRO-2", "no-such-trophy", marker=command.marker)
    if command.card is not None and command.card not in state.cards_at(sector):
        return no("TRO-1", "no-such-trophy", card=command.card)
    if state.grounds[sector].darkness and not state.power(seat, "through-darkness"):
        return no("FIE-1", "darkness", sector=sector)
    return flips(state, seat, command.card, command.flip) if command.card is not None and command.flip else None


def _hunt(state: State, seat: Seat, sector: str, command: cmd.Take) -> Refusal | None:
    able = any(hunt.corruption == command.corruption for hunt in hunts(state, seat, sector))
    if able and command.corruption == "other":
        others, n = "".join(pawn.kind for pawn in state.grounds[sector].others), len(command.others)
        able = n > 0 and state.count(seat, sector, "G") >= 3 * n and has(others, command.others)
    return None if able else no("COR-5", "no-such-trophy")


def flips(state: State, seat: Seat, card: str, kinds: tuple[str, ...]) -> Refusal | None:
    """AFF-2: with the tokens that were behind the screen before the card was taken."""
    held, have = Held(card), Counter(state.players[seat].affinities)
    for kind in kinds:
        if (refusal := _token(state, held, kind, have)) is not None:
            return refusal
        held = replace(held, flipped=(*held.flipped, kind))
        have[kind] -= 1
    return None


def _token(state: State, held: Held, kind: str, have: Mapping[str, int]) -> Refusal | None:
    if not state.fits(held, kind):
        return no("AFF-2", "no-symbol", card=held.card)
    return None if have.get(kind, 0) else no("AFF-2", "no-token", affinity=kind)


def flip(state: State, seat: Seat, card: str, kind: str) -> Refusal | None:
    """AFF-2, as an aside."""
    held = next((other for other in state.players[seat].cards if other.card == card), None)
    if held is None:
        return no("AFF-2", "not-yours", card=card)
    return _token(state, held, kind, state.players[seat].affinities)


# ---- asides ----------------------------------------------------------------------------------------------------------


@derived("stack")
def open_moment(state: State) -> bool:
    """TIM-1: whether the match waits for a choice at which anybody could speak up; under a hold it still does."""
    frame = next((frame for frame in reversed(state.stack) if not isinstance(frame, fr.Holding)), None)
    match frame:
        case fr.Cycle(stage=stage):
            return stage in ("first", "manoeuvre", "designate")
        case fr.Conquest(stage=stage):
            return stage == "take"
        case fr.Looking() | fr.Killing() | fr.Calling():
            return True
        case _:
            return False


def debt(state: State, seat: Seat) -> Refusal | None:
    """PWR-2; STG-6 while bidding."""
    top = state.stack[-1]
    bidding = isinstance(top, fr.Bidding) and seat in top.seats and seat not in top.answers
    if not bidding and not open_moment(state):
        return no("TIM-1", "not-now")
    return no("PWR-2", "limit-reached") if state.players[seat].debt_taken else None


def hold(state: State, seat: Seat) -> Refusal | None:
    """TIM-5."""
    top = state.stack[-1]
    if not state.options.holds or isinstance(top, fr.Holding) or seat in state.asked:
        return no("TIM-5", "not-now")
    return no("TIM-5", "limit-reached") if state.players[seat].holds >= 2 else None


def cede(state: State, seat: Seat, stack: str) -> Refusal | None:
    """NEG-12."""
    located = state.find(stack)
    if located is None:
        return no("STK-1", "unknown-stack", stack=stack)
    if located[1] != seat:
        return no("NEG-12", "not-yours", stack=stack)
    return free_from_conquest(state, located[0])


def knows(state: State, seat: Seat, at: At) -> Refusal | None:
    """NEG-8: what a player knows for certain of a place."""
    if at.secret:
        return None if state.secret is not None and state.knows_secret(seat) else no("NEG-8", "not-known")
    located = pawn_at(state, at)
    if isinstance(located, Refusal):
        return located
    return None if state.knows(seat, located[1], located[2]) else no("NEG-8", "not-known")
