"""Wounds, Noirceur, Fiel and Traque (LIF, NOI, POL), dealt to pieces by any source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.olomoc import events as ev
from rules.olomoc.effects import modifiers
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Handing, Harm, Hit, TokenChange
from rules.olomoc.seats import Seat
from rules.olomoc.state import (
    MOST_FIEL,
    MOST_NOIRCEUR,
    MOST_POINTS,
    MOST_TRAQUE,
    SCOPES,
    Rouage,
    State,
    Until,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """The effect of wounds on a life line: PV checked, tinted ones among them, and the clauses that made them fewer."""

    points: int
    tinted: int
    clauses: tuple[str, ...] = ()


def checked(life: str, wounds: int, attack: bool, reinforced: bool = True) -> Checked:
    """LIF-2, LIF-3, and LIF-5's example. `life`: the PV not yet checked, left to right; `reinforced`: reinforced PV
    count as such."""
    if not attack:  # LIF-3: outside attacks a tinted PV gives its Noirceur and stops nothing
        points = min(wounds, len(life))
        return Checked(points, life[:points].count("T"))
    clauses: list[str] = []
    first_tinted = life.find("T")
    barrier = first_tinted + 1 if first_tinted >= 0 else len(life)
    # LIF-2: PV beyond a tinted one are not among those it would check
    if reinforced and "R" in life[: min(wounds, barrier)]:
        wounds -= 1
        clauses.append("LIF-2")
    points = min(wounds, barrier)
    if points < wounds and barrier < len(life):
        clauses.append("LIF-3")
    return Checked(points, life[:points].count("T"), tuple(clauses))


def add_noirceur(run: Run, id: str, count: int, clause: str) -> None:
    """NOI-1, NOI-2, NOI-7: so many tokens are given; all that NOI-5 lists come through here, `clause` says why."""
    piece = run.state.pieces.get(id)
    if piece is None or piece.seat is None or piece.out:  # NOI-7: hostiles take none
        return
    taken = min(count, MOST_NOIRCEUR - piece.noirceur)
    if taken > 0:
        run.emit(ev.NoirceurSet(id, taken, piece.noirceur + taken, clause))
    for _ in range(count - taken):
        run.emit(ev.NoirceurSet(id, 0, MOST_NOIRCEUR, "NOI-2"))
        add_fiel(run, piece.seat, 1, "NOI-2")


def drop_noirceur(run: Run, id: str, count: int, clause: str) -> None:
    """Tokens taken away, as many as there are."""
    now = run.state.pieces[id].noirceur
    left = max(0, now - count)
    if left != now:
        run.emit(ev.NoirceurSet(id, left - now, left, clause))


def add_fiel(run: Run, seat: Seat, count: int, clause: str) -> None:
    """A player's Fiel rises; NOI-4 is judged once the effect is over."""
    now = max(0, min(MOST_FIEL, run.state.fiel[seat] + count))
    if now != run.state.fiel[seat]:
        run.emit(ev.FielSet(seat, now, clause))


def add_traque(run: Run, count: int) -> None:
    """POL-1."""
    now = max(0, min(MOST_TRAQUE, run.state.traque + count))
    if now != run.state.traque:
        run.emit(ev.TraqueSet(now))


def score(run: Run, seat: Seat, change: int, why: str) -> None:
    """SET-6: the track goes from 0 to 20."""
    before = run.state.points[seat]
    now = max(0, min(MOST_POINTS, before + change))
    if now != before:
        run.emit(ev.Scored(seat, now - before, now, why))


def set_state(run: Run, id: str, state: str, gained: bool, why: str) -> None:
    """Gives or takes a state token; none for a rouage out of combat. The caller has checked that it changes
    something."""
    piece = run.state.pieces.get(id)
    if piece is not None and not piece.out:
        run.emit(ev.StateChanged(id, state, gained, why))


def spent(piece: Rouage | None) -> bool:
    """LIF-4: all its PV are checked, and it still stands."""
    return piece is not None and not piece.out and bool(piece.profile.life) and not piece.life_left


def killers(state: State, fallen: Iterable[Hit]) -> tuple[TokenChange, ...]:
    """LIF-4: 1 Noirceur to the piece behind each rouage of a player that another piece put out of combat; of several
    hits on one, the first counts."""
    hits = {hit.target: hit for hit in reversed(tuple(fallen))}
    people = [hit for id, hit in hits.items() if id in state.pieces and state.pieces[id].seat is not None]
    by = [hit.by for hit in people if hit.by is not None and hit.by != hit.target]
    return tuple(
        TokenChange(id, "noirceur", 1) for id in by if modifiers.ignores(state, id, "noirceur-out-of-combat") is None
    )


def leave(run: Run, fallen: Iterable[Hit]) -> None:
    """LIF-4: the fallen leave the Bloc, and Traque rises by the number of rouages among them that were not hostile."""
    hits = {hit.target: hit for hit in reversed(tuple(fallen))}
    people = [id for id in hits if run.state.pieces[id].seat is not None]
    for hit in hits.values():
        run.emit(ev.OutOfCombat(hit.target, hit.by))
    add_traque(run, len(people))


def inflict(run: Run, hits: Iterable[Hit]) -> None:
    """LIF: these wounds come next, dealt together (ATK-5)."""
    if dealt := tuple(hits):
        run.push(Harm(dealt))


def hand(run: Run, changes: Iterable[TokenChange], why: str, by: str | None = None) -> None:
    """Gives and takes these tokens next, together."""
    if todo := tuple(changes):
        run.push(Handing(todo, why, by))


def most_actions(state: State, piece: Rouage) -> int:
    """ACT-1: the number of action tokens of a cycle, the pack's unless the card says otherwise."""
    card = state.pack.rouages.get(piece.card or "")
    return card.actions if card is not None and card.actions is not None else state.pack.actions


def end_effects(run: Run, until: Until) -> None:
    """CYC-4.4, CYC-8: what runs until then, or not even so long, ends."""
    ending = [e.name for e in run.state.effects if SCOPES.index(e.until) <= SCOPES.index(until)]
    if ending:
        run.emit(ev.EffectsEnded(until, tuple(dict.fromkeys(ending))))
