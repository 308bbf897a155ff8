"""Elements: the usable ones, the choices that each way needs, and whether it could do anything (EFF, SPE-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, TypeVar

from rules.diktat import commands as cmd
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.packs.cards import KINDS, LETTERS, Act, Pack, Way
from rules.diktat.state import Player, State, things_of
from rules.kernel import Refusal, Seat, among
from rules.kernel.identity_cache import cached_by

U = TypeVar("U", bound=cmd.Use)


def uses(state: State, seat: Seat, kind: type[U]) -> list[U]:
    """Every Manifestation, or every Special Manoeuvre, of a player's elements, without what it asks; legal or not."""
    return [element for element, *_ in _uses(state.players[seat], state.pack, state.with_others, kind)]


def judged(state: State, seat: Seat, kind: type[U]) -> list[tuple[U, Refusal | None]]:
    """Each of `uses` with what `use` says of it."""
    rows = _uses(state.players[seat], state.pack, state.with_others, kind)
    return [
        (element, _use(state, seat, element, _able(state, seat, condition, way, used)))
        for element, condition, way, used in rows
    ]


@cached_by("cards", "markers", "used_markers", "cabal_cards", "used_cabal_cards", size=64)
def _uses(player: Player, pack: Pack, others: bool, kind: type[U]) -> Sequence[tuple[U, str, Way, bool]]:
    """Each of `uses` with its condition, its way, and whether the element is Used."""
    return [
        (kind(cmd.Element(**{of: id}), n), condition, way, used)
        for (of, id), effects, used in things_of(player, pack, others)
        for n, (condition, way) in enumerate(effects.ways(kind.timing))
    ]


def usable(state: State, seat: Seat, command: cmd.Use) -> Way | Refusal:
    """A way of an element of the player's that is not Used, whose condition holds."""
    thing = command.element.thing
    way = None if thing is None else state.way(seat, thing, command.timing, command.option)
    if way is None:
        return law.no("EFF-6" if command.timing == "man" else "SPE-1", "unknown-element")
    return _able(state, seat, *way)


def _able(state: State, seat: Seat, condition: str, way: Way, used: bool) -> Way | Refusal:
    if used:
        return law.no("GEN-9", "used")
    return way if state.holds(condition, seat) else law.no("EFF-11", "condition", condition=condition)


def use(state: State, seat: Seat, command: cmd.Use) -> Refusal | None:
    """EFF-6, SPE-1; MAN-7 and MAN-8 for `again` and `skip`."""
    return _use(state, seat, command, usable(state, seat, command))


def _use(state: State, seat: Seat, command: cmd.Use, way: Way | Refusal) -> Refusal | None:
    if isinstance(way, Refusal):
        return way
    word = way.acts[0].word
    if command.timing == "man" and word in ("again", "skip"):
        if not in_turn(state, seat):
            return law.no("MAN-7" if word == "again" else "MAN-8", "not-your-turn")
        return skip(state, seat) if word == "skip" else None
    clause = "GEN-6" if command.timing == "man" else "MAN-5"
    return nothing(state, seat, way, clause) or affordable(state, seat, way) or given(state, seat, way, command.with_)


def skip(state: State, seat: Seat) -> Refusal | None:
    """MAN-8: not while nobody else has a pawn, nor after *Again*, as together they would do nothing."""
    if not any(state.players[other].pawns for other in state.playing if other != seat):
        return law.no("MAN-8", "nobody-else")
    return law.no("MAN-8", "nothing-to-do") if state.again == seat else None


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
        return law.no("PWR-4", "too-few-pp", need=n, have=player.pp) if player.pp < n else None
    return None if _payable(player.agents, way.cost.kind, n) else law.no("GEN-6", "too-few-agents")


def _payable(agents: str, kind: str, n: int) -> list[str]:
    """The kinds of which n can be paid."""
    kinds = list(KINDS.values()) if kind == "agent" else [kind]
    return [kind for kind in kinds if agents.count(LETTERS[kind]) >= n]


def nothing(state: State, seat: Seat, way: Way, clause: str, screens: bool = True) -> Refusal | None:
    """MAN-5, GEN-6: whether none of a way's acts could do anything. `screens`: the player's own screen counts; without,
    only what lies open is judged, as for calls (TIM-4)."""
    if any(could(state, seat, act, screens) for act in way.acts):
        return None
    return law.no(clause, "nothing-to-do")


def could(state: State, seat: Seat, act: Act, screens: bool = True) -> bool:
    """Whether an act would do something now."""
    match act.word:
        case "again":
            return in_turn(state, seat)
        case "skip":
            return in_turn(state, seat) and skip(state, seat) is None
        case "look" | "spying":
            return bool(law.looks(state, fr.Looking(seat, 1)))
        case "assassinate" | "kill" | "arrest":
            return bool(law.targets(state, seat, "arrest" if act.word == "arrest" else "kill"))
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
"""The choices that each word of an effect asks for, in order, as keys of `with`."""


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
    params: dict[str, Any] = {}
    for key, act in asks(way):
        if key not in with_:
            break
        if not among(with_[key], choices(state, seat, act, key, params)):
            return law.no("EFF-6", "not-a-choice", key=key)
        params[key] = with_[key]
    return next((law.no("EFF-6", "not-a-choice", key=key) for key in sorted(set(with_) - set(params))), None)


def choices(state: State, seat: Seat, act: Act, key: str, with_: Mapping[str, Any]) -> list[Any]:
    """The possible answers to one thing that an effect asks, given those before it."""
    player, grounds, barred = state.players[seat], state.grounds, law.conquered(state)
    mine = {stack.id: (sector, stack) for sector, stack in state.stacks(seat) if sector != barred}
    match act.word, key:
        case ("pay", _):
            return _payable(player.agents, "agent", act.n)
        case ("levy", _):
            return [other for other in state.playing if other != seat]
        case ("convert", _):
            return list(range(1, min(act.n, player.agents.count(LETTERS[act.kind])) + 1))
        case ("move-stack", "stack"):
            return [id for id, (here, _) in mine.items() if _ways_out(state, here)]
        case ("move-stack", _):
            return _ways_out(state, mine[with_["stack"]][0]) if with_["stack"] in mine else []
        case ("move-pawns", "stack"):
            return [id for id, (here, _) in mine.items() if any(other != here for other, _ in mine.values())]
        case ("move-pawns" | "recall", "pawns"):
            return _places(len(mine[with_["stack"]][1].pawns), act.n, act.word == "move-pawns")
        case ("move-pawns", _):
            here = mine[with_["stack"]][0]
            to = [id for id, (sector, _) in mine.items() if sector != here]
            return [list(row) for row in product(to, repeat=len(with_["pawns"])) if len(set(row)) <= 2]
        case ("recall", _):
            return list(mine)
        case ("swap-stacks", _):
            free = {id: here for id, (here, _) in mine.items() if not grounds[here].closed}
            return [[a, b] for a, b in permutations(free, 2) if free[a] != free[b]]
        case ("move-others", "from"):
            return [
                sector
                for sector, ground in grounds.items()
                if ground.others and sector != barred and _dens(state, sector)
            ]
        case ("move-others", "to"):
            return _dens(state, with_["from"])
        case ("move-others", _):
            return list(range(1, min(act.n, len(grounds[with_["from"]].others)) + 1))
        case ("close", _):
            return [sector for sector, ground in grounds.items() if not ground.stacks and not ground.others]
        case ("replace", _):
            return list(state.track)
        case ("refresh", _):
            return [[{kind: id}] for (kind, id), _, used in state.things(seat) if used]
        case ("place", _):
            return _some(_without_token(state, seat), min(act.n, player.reserve))
        case _:
            return []


def _without_token(state: State, seat: Seat) -> list[str]:
    """The sectors of a seat's stacks without its token."""
    places = dict.fromkeys(sector for sector, _ in state.stacks(seat))
    return [place for place in places if state.token(seat) not in state.grounds[place].tokens]


def _ways_out(state: State, here: str) -> list[str]:
    return [sector for sector in state.grounds if sector != here and law.enter(state, sector) is None]


def _dens(state: State, here: str) -> list[str]:
    """OTH-14, OTH-3: where Others may be moved to."""
    barred = law.conquered(state)
    return [
        sector
        for sector, ground in state.grounds.items()
        if sector not in (here, barred) and (ground.others or state.room(sector) > 0)
    ]


def _places(height: int, most: int, ordered: bool) -> list[Any]:
    """Places of a stack of this height, up to so many."""
    every = range(1, height + 1)
    return _some(every, most, permutations if ordered else combinations)


def _some(rows: Sequence[Any], most: int, drawn: Callable[..., Iterator[Any]] = combinations) -> list[Any]:
    """Every choice of one up to `most` of these."""
    return [list(drawn_cards) for n in range(1, min(most, len(rows)) + 1) for drawn_cards in drawn(rows, n)]
