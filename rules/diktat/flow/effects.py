"""Effects: acts of cards and markers, the gains and losses with an element, forced payments (EFF, AFF, PWR, POS,
INF)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat.elements import missing
from rules.diktat.packs.cards import LETTERS, Act, Effects
from rules.diktat.state import State, Thing, acts_of
from rules.kernel import Seat
from rules.kernel.journal import Outcome, Over
from rules.kernel.run import Run

R = Run[State]


# ---- money -----------------------------------------------------------------------------------------------------------


def forced(run: R, seat: Seat, n: int, why: str, to: Seat | None = None) -> None:
    """PWR-3: who is forced to pay takes Debts until they can; what is over stays theirs."""
    while run.state.players[seat].pp < n:
        run.emit(ev.DebtTaken(seat, True))
    pay(run, seat, n, why, to)


def pay(run: R, seat: Seat, n: int, why: str, to: Seat | None = None, parties: tuple[Seat, ...] = ()) -> None:
    """PP to another player, or to the reserve."""
    if n or why == "levy":  # PWR-7: that there is nothing to give is seen, too
        run.emit(ev.Pp(seat, -n, why, to, parties))
        if to is not None and n:
            run.emit(ev.Pp(to, n, why, seat, parties))


def earn(run: R, seat: Seat, n: int, why: str) -> None:
    """PP from the reserve."""
    if n:
        run.emit(ev.Pp(seat, n, why))


# ---- elements that come and go ---------------------------------------------------------------------------------------


def level_of(state: State, seat: Seat, thing: Thing) -> int:
    """The level of a seat's marker; 1 of any other element."""
    kind, id = thing
    return state.players[seat].markers.get(id, 1) if kind == "marker" else 1


def effects_of(state: State, thing: Thing, level: int) -> Effects:
    """The effects of an element; of a marker at this level. At level 0 there are none."""
    kind, id = thing
    return state.effects[f"{id}:{level}" if kind == "marker" else id] if level else Effects()


def affinities(state: State, thing: Thing, level: int, below: int) -> Counter[str]:
    """The numbers of Affinity tokens, by kind or "choice", that an element's Gains give at a level beyond those at one
    below (INF-4)."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for count, at in zip(counts, (level, below), strict=True):
        for _, word, n, kind in acts_of(effects_of(state, thing, at).of("gain")):
            count[kind] += n if word == "affinity" else 0
    return counts[0] - counts[1]


def acquired(run: R, seat: Seat, thing: Thing) -> None:
    """Gives the one-time gains of an element that is taken as a Trophy or acquired: Affinity tokens (EFF-3), and
    effects that happen once (EFF-2)."""
    level = level_of(run.state, seat, thing)
    tokens = affinities(run.state, thing, level, level - 1)
    for _, word, n, _ in acts_of(effects_of(run.state, thing, level).of("once")):
        if word == "pp":
            earn(run, seat, n, "once")
        elif word == "develop":
            # INF-15, CBL-5
            run.push(fr.FreeCard(seat))
    for kind, n in tokens.items():
        gain_affinity(run, seat, kind, n)


def gain_affinity(run: R, seat: Seat, kind: str, n: int) -> None:
    if kind == "choice":
        run.push(fr.Gaining(seat, n))
    elif (taken := min(n, run.state.affinities_left(kind))) > 0:  # AFF-7
        run.emit(ev.AffinityChanged(seat, {kind: taken}, "gain"))


def taint(run: R, seat: Seat, sector: str) -> None:
    """COR-1: a Corruption token for each card of the sector on the corruption track."""
    state = run.state
    if state.with_others and state.options.fiel == "corruption":
        n = sum(state.pack.cards[id].sector == sector for id in state.corrupted)
        if n:
            run.emit(ev.Tainted(seat, n, "possession"))


def lost_affinities(state: State, seat: Seat, thing: Thing, times: int = 1) -> dict[str, int]:
    """AFF-5: the tokens that a player discards who loses an element, or so many markers of a pile; by kind, "any" where
    it had been chosen."""
    level = level_of(state, seat, thing)
    gone = affinities(state, thing, level, level - times)
    return {"any" if kind == "choice" else kind: n for kind, n in gone.items()}


def discard_marker(run: R, seat: Seat, sector: str) -> None:
    """POS-4, POS-5: the one Possession that is discarded by itself."""
    thing: Thing = ("marker", sector)
    gone = lost_affinities(run.state, seat, thing)
    run.emit(ev.PossessionLost(seat, thing, "discarded"))
    run.push(*(fr.Losing(seat, kind, n) for kind, n in gone.items()))


# ---- using an element ------------------------------------------------------------------------------------------------


def use(run: R, seat: Seat, thing: Thing | None, timing: fr.UseTiming, number: int, with_: Mapping[str, Any]) -> None:
    """EFF-6, EFF-7, EFF-8, SPE-1: carries out one way of an element, which is Used then; what was not said is asked."""
    assert thing is not None
    its = run.state.way(seat, thing, timing, number)
    assert its is not None
    way = its[1]
    if missing(run.state, seat, way, with_) is not None:
        run.push(fr.Filling(seat, thing, timing, number, dict(with_)))
        return
    run.emit(ev.Used(seat, thing, number))
    if way.cost is not None and way.cost.kind == "pp":
        pay(run, seat, way.cost.n, "cost")
    elif way.cost is not None:
        kind = with_["kind"] if way.cost.kind == "agent" else way.cost.kind
        run.emit(ev.AgentsChanged(seat, "", LETTERS[kind] * way.cost.n, "cost"))
    for act in way.acts:
        do(run, seat, act, with_)


def do(run: R, seat: Seat, act: Act, with_: Mapping[str, Any]) -> None:
    """One act of a Manifestation or Special Manoeuvre."""
    state, n = run.state, act.n
    match act.word:
        case "pp":
            earn(run, seat, n, "effect")
        case "citizen" | "guard" | "emissary":
            run.emit(ev.AgentsChanged(seat, LETTERS[act.word] * n, "", "effect"))
        case "score":
            run.emit(ev.Awarded(seat, n, "effect"))
        case "levy":
            # PWR-7: as many as they have, no Debt
            pay(run, with_["seat"], min(n, state.players[with_["seat"]].pp), "levy", seat)
        case "levy-all":
            for other in state.order():
                if other != seat:
                    pay(run, other, min(n, run.state.players[other].pp), "levy", seat)
        case "convert":
            count = with_["n"]
            run.emit(ev.AgentsChanged(seat, LETTERS[act.to] * count, LETTERS[act.kind] * count, "convert"))
        case "look":
            run.push(fr.Looking(seat, n))
        case "spying":
            run.push(fr.Looking(seat, spying(state, seat)))
        case "assassinate":
            run.push(fr.Killing(seat, 1 + state.players[seat].assassins, "assassinate"))
        case "kill":
            run.push(fr.Killing(seat, n, "kill"))
        case "arrest":
            run.push(fr.Killing(seat, n, "arrest"))
        case "again":
            run.emit(ev.AgainSet(seat))
        case "skip":
            run.emit(ev.Skipped(seat))
            run.become(fr.Cycle("next"))
        case "peek":
            run.emit(ev.Peeked(seat, state.deck[:n]))
        case "replace":
            came = draw(run)
            run.emit(ev.Replaced(seat, with_["card"], came))
        case "refresh":
            for row in with_["elements"]:
                ((kind, id),) = row.items()
                run.emit(ev.Refreshed(seat, (kind, id)))
        case "place":
            run.emit(*(ev.TokenLaid(seat, state.token(seat) or "", sector) for sector in with_["sectors"]))
        case _:
            _move(run, seat, act, with_)


def _move(run: R, seat: Seat, act: Act, with_: Mapping[str, Any]) -> None:
    """Effects that move stacks and pawns."""
    state = run.state
    match act.word:
        case "move-stack":
            located = state.find(with_["stack"])
            assert located is not None
            run.emit(ev.MovedStack(seat, with_["stack"], located[0], with_["sector"]))
            attacked(run, with_["stack"])
        case "move-pawns":
            run.emit(ev.MovedPawns(seat, with_["stack"], tuple(with_["pawns"]), tuple(with_["to"])))
        case "swap-stacks":
            one, two = with_["stacks"]
            run.emit(ev.Swapped(seat, (one, two)))
            # OAS-1: in order of the stacks named
            attacked(run, two)
            attacked(run, one)
        case "recall":
            located = state.find(with_["stack"])
            assert located is not None
            agents = "".join(located[2][place - 1].kind for place in with_["pawns"])
            run.emit(ev.Recalled(seat, with_["stack"], tuple(with_["pawns"]), agents))
        case "move-others":
            run.emit(ev.OthersMoved(with_["from"], with_["to"], with_["n"], seat))
        case "close":
            run.emit(ev.Closed(seat, with_["sector"]))
        case _:
            raise AssertionError(f"{act.word} is no act of a Manifestation")


def spying(state: State, seat: Seat) -> int:
    """SPY-1."""
    return 2 + state.players[seat].spies + state.power(seat, "looks")


def attacked(run: R, stack: str) -> None:
    """OAS-1, OTH-15: a stack that comes to a sector of the Others is attacked at once."""
    located = run.state.find(stack)
    if located is None:
        return
    sector, owner, _ = located
    n = run.state.attackers(sector)
    if n and not run.state.power(owner, "immune"):
        run.emit(ev.OthersAttack(stack, run.state.left_of(owner), n, owner))
        run.push(fr.OthersKilling(stack, n))


def draw(run: R) -> str | None:
    """The top Opportunity card of the pile; POS-7: from the discard pile, shuffled, where it is empty."""
    if not run.state.deck and run.state.discard:
        run.emit(ev.Shuffled("pile", run.chance.shuffled(run.state.discard)))
    return run.state.deck[0] if run.state.deck else None


def corrupt(run: R, card: str, source: ev.CorruptedFrom) -> None:
    """OTH-9, COR-2, ORE-8: a card comes to the corruption track."""
    state = run.state
    sector = state.pack.cards[card].sector
    if len(state.corrupted) >= state.pack.written.others.room(state.options.players):
        overrun(run, "cards")
        return
    run.emit(ev.Corrupted(card, source))
    if state.options.fiel == "corruption":
        for seat in state.playing:
            player = state.players[seat]
            n = player.markers.get(sector, 0) + sum(
                state.pack.cards[card.card].sector == sector for card in player.cards
            )
            if n:
                run.emit(ev.Tainted(seat, n, "track"))


def infect(run: R, sector: str, n: int) -> None:
    """NOI-5, ORE-8."""
    state = run.state
    darkness = sum(ground.darkness for ground in state.grounds.values())
    if darkness + n > state.pack.written.others.darkness:
        overrun(run, "darkness")
    else:
        run.emit(ev.Infected(sector, n))


def overrun(run: R, why: ev.WhyOverrun) -> None:
    """ORE-8, END-6: all lose."""
    run.emit(ev.Overrun(why))
    run.emit(Over(Outcome((), "others", final(run.state), ranking(run.state), all_lost=True), "ORE-8"))


def final(state: State) -> dict[Seat, int]:
    """END-2, PWR-5, COR-3: Victory points after Debts and Corruption."""
    loss = state.pack.loss(len(state.corrupted_sectors()))
    return {
        seat: state.points(seat) - player.debts - loss * player.corruption
        for seat, player in state.players.items()
        if player.cabal
    }


def ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """END-3, END-4: groups of equal seats, best first; those that left come last."""
    score = final(state)
    groups: dict[tuple[bool, int, int], list[Seat]] = {}
    for seat in score:
        key = (seat in state.playing, score[seat], state.players[seat].pp)
        groups.setdefault(key, []).append(seat)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))
