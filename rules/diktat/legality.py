"""What may be done: the one place that decides it, for options, checks and commands alike. Every no has its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, TypeVar

from rules.diktat import commands as cmd
from rules.diktat import frames as fr
from rules.diktat.cards import KINDS, LETTERS, Act, Way
from rules.diktat.deals import At
from rules.diktat.state import Pawn, State, Thing, has, option
from rules.kernel import Refusal, among
from rules.kernel.seats import Seat

U = TypeVar("U", bound=cmd.Use)


def no(clause: str, code: str, **params: Any) -> Refusal:
    return Refusal(clause, code, params)


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
    found = state.find(at.stack or "")
    if found is None:
        return no("STK-1", "unknown-stack", stack=at.stack)
    sector, owner, pawns = found
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
    found = pawn_at(state, at)
    if isinstance(found, Refusal):
        return found
    if frame is not None and (at.stack, at.pawn) in frame.done:
        return no("SPY-4", "already-looked", stack=at.stack, pawn=at.pawn)
    return None


def looks(state: State, frame: fr.Looking | None = None) -> list[At]:
    """What can be looked at (SPY-2), own pawns left out."""
    seat, done = (frame.seat, frame.done) if frame is not None else (None, ())
    found = [
        At(id, n)
        for sector in state.grounds
        for id, owner, pawns in state.stacks_at(sector)
        for n in range(1, len(pawns) + 1)
        if owner != seat and (id, n) not in done
    ]
    if state.secret is not None and not (frame is not None and frame.secret):
        found.append(At(secret=True))
    return found


def targets(state: State, seat: Seat, mode: fr.Mode) -> list[At]:
    """ASN-2, GEN-5, OTH-6, OTH-12: adverse pawns, and Corruption tokens; for `arrest` those that the player knows."""
    barred, found = conquered(state), list[At]()
    for sector, ground in state.grounds.items():
        if sector == barred:
            continue
        for id, owner, pawns in state.stacks_at(sector):
            able = owner != seat
            found += [
                At(id, n)
                for n, pawn in enumerate(pawns, 1)
                if able and (mode != "arrest" or state.knows(seat, owner, pawn))
            ]
        if ground.corruption:
            found.append(At(corruption=sector))
    return found


def kill(state: State, seat: Seat, mode: fr.Mode, at: At) -> Refusal | None:
    """ASN-2."""
    if not targets(state, seat, mode):
        return no("MAN-5", "no-target")
    if at.corruption is not None:
        ground = state.grounds.get(at.corruption)
        if ground is None or not ground.corruption:
            return no("STK-1", "unknown-stack", stack=None)
        return free_from_conquest(state, at.corruption)
    if at.stack is None:
        return no("ASN-2", "not-adverse")
    found = pawn_at(state, at)
    if isinstance(found, Refusal):
        return found
    sector, owner, pawn = found
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


def manoeuvre(state: State, seat: Seat, said: Any) -> Refusal | None:
    """MAN-3, MAN-5: why a Manoeuvre cannot be made."""
    player = state.players[seat]
    match said:
        case cmd.Send(sector=sector, pawns=pawns, blockhaus=blockhaus):
            if not pawns:
                return no("SND-2", "no-pawns")
            if (barred := enter(state, sector)) is not None:
                return barred
            if not has(player.agents, pawns):
                return no("SND-1", "too-few-agents")
            return no("BLK-1", "no-blockhaus") if blockhaus and not can_wall(state, seat, sector) else None
        case cmd.Spy(at=at):
            return look(state, None, at)
        case cmd.Assassinate(at=at):
            return kill(state, seat, "assassinate", at)
        case cmd.Extend(discard=discard):
            return None if discard is None or _can_discard(state, seat, discard) else no("EXT-2", "nothing-to-discard")
        case cmd.Develop(card=card):
            return develop(state, seat, card)
        case cmd.Special():
            return use(state, seat, said)
        case _:
            return no("MAN-2", "must-manoeuvre")


def can_wall(state: State, seat: Seat, sector: str) -> bool:
    """BLK-1."""
    there = state.grounds[sector].tokens
    return state.token(seat) == "blockhaus" and state.players[seat].reserve > 0 and "blockhaus" not in there


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
    if card not in cards_left(state, seat):
        return no("CBL-2", "not-in-order", card=cards_left(state, seat)[0])
    return no("PWR-4", "too-few-pp", need=cost, have=player.pp) if player.pp < cost else None


# ---- elements and what they ask (EFF) --------------------------------------------------------------------------------


def uses(state: State, seat: Seat, kind: type[U]) -> list[U]:
    """Every Manifestation, or every Special Manoeuvre, of a player's elements, without what it asks; legal or not."""
    rows = [(thing, len(effects.ways(kind.timing))) for thing, effects, _ in state.things(seat)]
    return [kind(cmd.Element(**{of: id}), n) for (of, id), count in rows for n in range(count)]


def usable(state: State, seat: Seat, said: cmd.Use) -> tuple[Thing, Way] | Refusal:
    """An element of the player's that is not Used, and one of its ways whose condition holds."""
    thing = said.element.thing
    found = None if thing is None else state.thing(seat, thing)
    way = None if found is None else option(found[0], said.timing, said.option)
    if thing is None or found is None or way is None:
        return no("EFF-6" if said.timing == "man" else "SPE-1", "unknown-element")
    if found[1]:
        return no("GEN-9", "used")
    if not state.holds(way[0], seat):
        return no("EFF-11", "condition", condition=way[0])
    return thing, way[1]


def use(state: State, seat: Seat, said: cmd.Use) -> Refusal | None:
    """EFF-6, SPE-1; MAN-7 and MAN-8 for `again` and `skip`."""
    found = usable(state, seat, said)
    if isinstance(found, Refusal):
        return found
    _, way = found
    word = way.acts[0].word
    if said.timing == "man" and word in ("again", "skip"):
        if not in_turn(state, seat):
            return no("MAN-7" if word == "again" else "MAN-8", "not-your-turn")
        others = any(state.players[it].pawns for it in state.playing if it != seat)
        return no("MAN-8", "nobody-else") if word == "skip" and not others else None
    clause = "GEN-6" if said.timing == "man" else "MAN-5"
    return nothing(state, seat, way, clause) or affordable(state, seat, way) or given(state, seat, way, said.with_)


def in_turn(state: State, seat: Seat) -> bool:
    """MAN-7, MAN-8: whether a player is in turn, before their Manoeuvre."""
    top = state.stack[-1]
    return isinstance(top, fr.Cycle) and top.stage == "manoeuvre" and state.turn == seat


def affordable(state: State, seat: Seat, way: Way) -> Refusal | None:
    """EFF-8, GEN-6: a cost is paid in full, from what the player has."""
    if way.cost is None:
        return None
    player, n = state.players[seat], way.cost.n
    if way.cost.kind == "pp":
        return no("PWR-4", "too-few-pp", need=n, have=player.pp) if player.pp < n else None
    return None if _payable(player.agents, way.cost.kind, n) else no("GEN-6", "too-few-agents")


def _payable(agents: str, kind: str, n: int) -> list[str]:
    """The kinds of which n can be paid."""
    kinds = list(KINDS.values()) if kind == "agent" else [kind]
    return [it for it in kinds if agents.count(LETTERS[it]) >= n]


def nothing(state: State, seat: Seat, way: Way, clause: str, screens: bool = True) -> Refusal | None:
    """MAN-5, GEN-6: whether none of a way's acts could do anything. `screens`: the player's own screen counts; without,
    only what lies open is judged, as for calls (TIM-4)."""
    if any(could(state, seat, act, screens) for act in way.acts):
        return None
    return no(clause, "nothing-to-do")


def could(state: State, seat: Seat, act: Act, screens: bool = True) -> bool:
    """Whether an act would do something now."""
    match act.word:
        case "again" | "skip":
            return in_turn(state, seat)
        case "look" | "spying":
            return bool(looks(state, fr.Looking(seat, 1)))
        case "assassinate" | "kill" | "arrest":
            return bool(targets(state, seat, "arrest" if act.word == "arrest" else "kill"))
        case "convert":
            return not screens or LETTERS[act.kind] in state.players[seat].agents
        case "levy-all":
            return len(state.playing) > 1
        case "peek":
            return bool(state.deck)
        case "replace":
            return bool(state.track) and bool(state.deck or state.discard)
        case word if word in ASKS:
            # the first choices are only those that leave some for the rest
            return bool(choices(state, seat, act, ASKS[word][0], {}))
        case _:
            return True


ASKS: Mapping[str, tuple[str, ...]] = {
    "levy": ("seat",),
    "convert": ("n",),
    "move-stack": ("stack", "sector"),
    "move-pawns": ("stack", "pawns", "to"),
    "swap-stacks": ("stacks",),
    "recall": ("stack", "pawns"),
    "move-others": ("from", "to", "n"),
    "close": ("sector",),
    "replace": ("card",),
    "refresh": ("elements",),
    "place": ("sectors",),
}
"""What each word asks, in order, as keys of `with`."""


def asks(way: Way) -> list[tuple[str, Act]]:
    """The keys of `with` that a way takes, in the order in which they are asked, each with its act; `pay` is the cost
    in Agents of any kind (EFF-8)."""
    cost = [("kind", Act("pay", way.cost.n))] if way.cost is not None and way.cost.kind == "agent" else []
    return cost + [(key, act) for act in way.acts for key in ASKS.get(act.word, ())]


def missing(state: State, seat: Seat, way: Way, with_: Mapping[str, Any]) -> tuple[str, list[Any]] | None:
    """The first thing that a way asks and that was not said, with its possible answers."""
    for key, act in asks(way):
        if key not in with_:
            return key, choices(state, seat, act, key, with_)
    return None


def given(state: State, seat: Seat, way: Way, with_: Mapping[str, Any]) -> Refusal | None:
    """Whether what was said so far is possible: answers in the order in which they are asked, and no others."""
    said: dict[str, Any] = {}
    for key, act in asks(way):
        if key not in with_:
            break
        if not among(with_[key], choices(state, seat, act, key, said)):
            return no("EFF-6", "not-a-choice", key=key)
        said[key] = with_[key]
    return next((no("EFF-6", "not-a-choice", key=key) for key in sorted(set(with_) - set(said))), None)


def choices(state: State, seat: Seat, act: Act, key: str, with_: Mapping[str, Any]) -> list[Any]:
    """The possible answers to one thing that an effect asks, given those before it."""
    player, grounds, barred = state.players[seat], state.grounds, conquered(state)
    mine = {stack.id: (sector, stack) for sector, stack in state.stacks(seat) if sector != barred}
    match act.word, key:
        case ("pay", _):
            return _payable(player.agents, "agent", act.n)
        case ("levy", _):
            return [it for it in state.playing if it != seat]
        case ("convert", _):
            return list(range(1, min(act.n, player.agents.count(LETTERS[act.kind])) + 1))
        case ("move-stack", "stack"):
            return [id for id, (here, _) in mine.items() if _ways_out(state, here)]
        case ("move-stack", _):
            return _ways_out(state, mine[with_["stack"]][0]) if with_["stack"] in mine else []
        case ("move-pawns", "stack"):
            return [id for id, (here, _) in mine.items() if any(there != here for there, _ in mine.values())]
        case ("move-pawns" | "recall", "pawns"):
            return _places(len(mine[with_["stack"]][1].pawns), act.n, act.word == "move-pawns")
        case ("move-pawns", _):
            here = mine[with_["stack"]][0]
            to = [id for id, (there, _) in mine.items() if there != here]
            return [list(row) for row in product(to, repeat=len(with_["pawns"])) if len(set(row)) <= 2]
        case ("recall", _):
            return list(mine)
        case ("swap-stacks", _):
            free = {id: here for id, (here, _) in mine.items() if not grounds[here].closed}
            return [[a, b] for a, b in permutations(free, 2) if free[a] != free[b]]
        case ("move-others", "from"):
            return [it for it, there in grounds.items() if there.others and it != barred and _dens(state, it)]
        case ("move-others", "to"):
            return _dens(state, with_["from"])
        case ("move-others", _):
            return list(range(1, min(act.n, len(grounds[with_["from"]].others)) + 1))
        case ("close", _):
            return [it for it, there in grounds.items() if not there.stacks and not there.others]
        case ("replace", _):
            return list(state.track)
        case ("refresh", _):
            return [[{kind: id}] for (kind, id), _, used in state.things(seat) if used]
        case ("place", _):
            places = dict.fromkeys(sector for sector, _ in state.stacks(seat))
            free_places = [it for it in places if state.token(seat) not in grounds[it].tokens]
            return _some(free_places, min(act.n, player.reserve))
        case _:
            return []


def _ways_out(state: State, here: str) -> list[str]:
    return [sector for sector in state.grounds if sector != here and enter(state, sector) is None]


def _dens(state: State, here: str) -> list[str]:
    """OTH-14, OTH-3: where Others may be moved to."""
    barred = conquered(state)
    return [
        sector
        for sector, there in state.grounds.items()
        if sector not in (here, barred) and (there.others or state.room(sector) > 0)
    ]


def _places(height: int, most: int, ordered: bool) -> list[Any]:
    """Places of a stack of this height, up to so many."""
    every = range(1, height + 1)
    return _some(every, most, permutations if ordered else combinations)


def _some(rows: Sequence[Any], most: int, drawn: Callable[..., Iterator[Any]] = combinations) -> list[Any]:
    """Every choice of one up to `most` of these."""
    return [list(it) for n in range(1, min(most, len(rows)) + 1) for it in drawn(rows, n)]


# ---- Trophies (TRO) --------------------------------------------------------------------------------------------------


def trophies_left(state: State, sector: str) -> bool:
    """CNQ-6: whether there is anything to take; hunting counts (COR-5)."""
    there = state.grounds[sector]
    open_ = bool(state.cards_at(sector)) or state.markers_left(sector) > 0 or there.darkness > 0
    return open_ or any(hunts(state, seat, sector) for seat in state.playing)


def hunts(state: State, seat: Seat, sector: str) -> list[cmd.Take]:
    """COR-5: a Corruption token of one's own with an Emissary there, or one of the Others with three Guards there."""
    if not state.with_others or state.options.fiel != "corruption":
        return []
    own = state.players[seat].corruption > 0 and state.count(seat, sector, "E") > 0
    kinds = dict.fromkeys(pawn.kind for pawn in state.grounds[sector].others)
    found = [cmd.Take(corruption="other", others=it) for it in kinds if state.count(seat, sector, "G") >= 3]
    return [cmd.Take(corruption="own"), *found] if own else found


def trophies(state: State, seat: Seat, sector: str) -> list[cmd.Take]:
    """TRO, COR-5: what there is to take, whether this player may or not."""
    found = [cmd.Take(card=id) for id in state.cards_at(sector)]
    if state.markers_left(sector):
        found.append(cmd.Take(marker=sector))
    if state.grounds[sector].darkness:
        found.append(cmd.Take(darkness=sector))
    return found + hunts(state, seat, sector)


def take(state: State, seat: Seat, sector: str, said: cmd.Take) -> Refusal | None:
    """TRO-1 to TRO-3, COR-5, AFF-2; FIE-1, FIE-2, COR-6, OTH-14: Darkness keeps a player from cards and markers."""
    named = [it for it in (said.card, said.marker, said.darkness, said.corruption) if it is not None]
    if len(named) != 1 or (said.flip and said.card is None) or (said.others and said.corruption != "other"):
        return no("TRO-1", "no-such-trophy")
    if said.corruption is not None:
        return _hunt(state, seat, sector, said)
    if said.darkness is not None:
        return None if said.darkness == sector and state.grounds[sector].darkness else no("TRO-3", "no-such-trophy")
    if said.marker is not None and (said.marker != sector or not state.markers_left(sector)):
        return no("TRO-2", "no-such-trophy", marker=said.marker)
    if said.card is not None and said.card not in state.cards_at(sector):
        return no("TRO-1", "no-such-trophy", card=said.card)
    if state.grounds[sector].darkness and not state.power(seat, "through-darkness"):
        return no("FIE-1", "darkness", sector=sector)
    return flips(state, seat, said.card, said.flip) if said.card is not None and said.flip else None


def _hunt(state: State, seat: Seat, sector: str, said: cmd.Take) -> Refusal | None:
    able = any(it.corruption == said.corruption for it in hunts(state, seat, sector))
    if able and said.corruption == "other":
        there, n = "".join(pawn.kind for pawn in state.grounds[sector].others), len(said.others)
        able = n > 0 and state.count(seat, sector, "G") >= 3 * n and has(there, said.others)
    return None if able else no("COR-5", "no-such-trophy")


def flips(state: State, seat: Seat, card: str, kinds: tuple[str, ...]) -> Refusal | None:
    """AFF-2: with the tokens that were behind the screen before the card was taken."""
    have, symbols = dict(state.players[seat].affinities), list(state.pack.cards[card].symbols)
    for kind in kinds:
        if kind not in symbols and "any" not in symbols:
            return no("AFF-2", "no-symbol", card=card)
        symbols.remove(kind if kind in symbols else "any")
        if not have.get(kind, 0):
            return no("AFF-2", "no-token", affinity=kind)
        have[kind] -= 1
    return None


def flip(state: State, seat: Seat, card: str, kind: str) -> Refusal | None:
    """AFF-2, as an aside."""
    held = next((it for it in state.players[seat].cards if it.card == card), None)
    if held is None:
        return no("AFF-2", "not-yours", card=card)
    if not state.fits(held, kind):
        return no("AFF-2", "no-symbol", card=card)
    return None if state.players[seat].affinities.get(kind, 0) else no("AFF-2", "no-token", affinity=kind)


# ---- asides ----------------------------------------------------------------------------------------------------------


def open_moment(state: State) -> bool:
    """TIM-1: whether the match waits for a choice at which anybody could speak up; under a hold it still does."""
    frame = next((it for it in reversed(state.stack) if not isinstance(it, fr.Holding)), None)
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
    found = state.find(stack)
    if found is None:
        return no("STK-1", "unknown-stack", stack=stack)
    if found[1] != seat:
        return no("NEG-12", "not-yours", stack=stack)
    return free_from_conquest(state, found[0])


def knows(state: State, seat: Seat, at: At) -> Refusal | None:
    """NEG-8: what a player knows for certain of a place."""
    if at.secret:
        return None if state.secret is not None and state.knows_secret(seat) else no("NEG-8", "not-known")
    found = pawn_at(state, at)
    if isinstance(found, Refusal):
        return found
    return None if state.knows(seat, found[1], found[2]) else no("NEG-8", "not-known")
