"""Matchups: every piece of one cabal against every piece of the other, each pair alone on an empty Bloc, with exact
odds.

For planning: present places do not matter, equipment, wounds and tokens do. The answer rests on public facts alone, so
both players get the same one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

from rules.kernel import Json, Refusal, Refused
from rules.olomoc import legality as law
from rules.olomoc.advice.odds import Assumed, Match, Odds, struck
from rules.olomoc.flow.noirceur import most_actions
from rules.olomoc.frames import Activation, Strike
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import BLOC, INCH, Decor, Point, Rouage, State

Kind = Literal["frontal", "charge", "ranged", "far"]
Answer = Literal["nothing", "dodge", "riposte", "both"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ANSWERS: tuple[Answer, ...] = get_args(Answer)
GAPS = {"frontal": INCH // 2, "charge": INCH // 2, "ranged": 2 * INCH, "far": 5 * INCH}
"""The distances from base to base: in the threat zone (ENG-1), free within 4 in, free beyond (RNG-2)."""
MIDDLE, WALL = BLOC // 2, INCH // 2


def matchups(match: Match, seat: Any, kind: Any, answer: Any, beside: Any) -> list[Json]:
    """`Match.matchups`. Raises ValueError for what is not one of the words."""
    if seat not in SEATS or kind not in KINDS or answer not in ANSWERS or not isinstance(beside, bool):
        raise ValueError("a seat, a kind of attack, a reaction, and whether somebody or something is beside")
    state = match.state
    mine = [p for p in state.rouages(seat) if not p.out]
    foes = [p for p in state.rouages(other(seat)) if not p.out]
    foes += state.hostiles()
    return [_row(match, attacker, target, kind, answer, beside) for attacker in mine for target in foes]


def _row(match: Match, attacker: Rouage, target: Rouage, kind: Kind, answer: Answer, beside: bool) -> Json:
    row: Json = {"attacker": attacker.id, "target": target.id}
    odds = matchup(match, attacker, target, kind, answer, beside)
    return row | ({"why": odds.to_json()} if isinstance(odds, Refusal) else {"odds": odds.to_json("wounds")})


def matchup(
    match: Match, attacker: Rouage, target: Rouage, kind: Kind, answer: Answer, beside: bool, fate: bool = True
) -> Odds | Refusal:
    """The odds of one piece of a match against another as if both were alone, or why it could not attack so."""
    bench = _bench(match.state, attacker, target, kind, beside)
    refusal = _attack_refusal(bench, attacker.id, target.id, kind)
    if refusal is not None:
        return refusal
    mode: Literal["frontal", "ranged"] = "ranged" if kind in ("ranged", "far") else "frontal"
    strike = Strike(attacker.id, target.id, mode, "charge" if kind == "charge" else "attack")
    reaction = _reaction(answer, mode) if target.seat is not None else None
    try:
        return struck(match, replace(bench, stack=(*bench.stack, strike)), Assumed(reaction=reaction, fate=fate))
    except Refused as refused:
        return refused.refusal


def _reaction(answer: Answer, mode: str) -> Json | None:
    """RIP-1: with Combat who is engaged, with Shooting who is shot at."""
    riposte = ("combat" if mode == "frontal" else "shooting") if answer in ("riposte", "both") else None
    return None if answer == "nothing" else {"kind": "react", "dodge": answer in ("dodge", "both"), "riposte": riposte}


def _attack_refusal(bench: State, attacker: str, target: str, kind: Kind) -> Refusal | None:
    """The refusal of the attack even then: stunned, no dice, forbidden by a card."""
    terms, aimed = law.UsageTerms((attacker,)), bench.pieces[target]
    if kind != "charge":
        attack = law.attack(bench, terms, attacker, "frontal" if kind == "frontal" else "ranged", target)
        return attack if isinstance(attack, Refusal) else None
    piece = bench.pieces[attacker]
    # CHG-1 asks that it be free before its walk: that is where it comes from, not where it strikes
    refusal = law.unstunned(bench, piece) or law.allowed(bench, piece, "charge")
    return refusal or law.frontal(bench, piece, aimed)


def _bench(state: State, attacker: Rouage, target: Rouage, kind: Kind, beside: bool) -> State:
    """The two alone on the Bloc with all their action tokens, the attacker active. Beside the target, if so asked: an
    ally of the attacker's in close combat (ROL-3), cover in shooting (RNG-3)."""
    x = MIDDLE + attacker.radius + GAPS[kind] + target.radius
    pieces = {p.id: replace(p, at=None) for p in state.pieces.values()}
    pieces[attacker.id] = _with_new_tokens(state, attacker, (MIDDLE, MIDDLE))
    pieces[target.id] = _with_new_tokens(state, target, (x, MIDDLE))
    melee = kind in ("frontal", "charge")
    mate = next((p for p in state.rouages(attacker.seat) if p.id != attacker.id and not p.out), None)
    if melee and beside and mate is not None:
        far = x + target.radius + INCH // 2 + mate.radius
        pieces[mate.id] = replace(_with_new_tokens(state, mate, (far, MIDDLE)), states=())
    decor = {"wall": _wall(x + target.radius)} if beside and not melee else {}
    seat: Seat = attacker.seat if attacker.seat is not None else "1"
    stack = (Activation(seat, "activation", (attacker.id,)),)
    return replace(state, pieces=pieces, decor=decor, markers={}, stack=stack)


def _with_new_tokens(state: State, piece: Rouage, at: Point) -> Rouage:
    """The rouage with the tokens of a new cycle (ACT-1)."""
    actions = most_actions(state, piece) if piece.seat is not None else piece.actions
    return replace(piece, at=at, used={}, actions=actions, revealed=True)


def _wall(west: int) -> Decor:
    """A low piece of decor behind a target, in contact with it."""
    corners = ((west, -WALL), (west + WALL, -WALL), (west + WALL, WALL), (west, WALL))
    return Decor("wall", "open", tuple((x, MIDDLE + y) for x, y in corners))
