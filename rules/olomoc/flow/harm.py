"""Wounds and tokens dealt together (LIF, NOI, STA): their prevention, their effect, and pieces put out of combat."""

from __future__ import annotations

from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc.effects import modifiers
from rules.olomoc.effects.scope import thing
from rules.olomoc.effects.select import AGENDA
from rules.olomoc.effects.trigger_match import tokens
from rules.olomoc.effects.triggers import listened
from rules.olomoc.flow.noirceur import (
    add_noirceur,
    checked,
    drop_noirceur,
    hand,
    killers,
    leave,
    most_actions,
    set_state,
    spent,
)
from rules.olomoc.flow.run import FrameHandler, Run
from rules.olomoc.frames import Handing, Happening, Harm, Hit, TokenChange
from rules.olomoc.measure import trait
from rules.olomoc.seats import SEATS
from rules.olomoc.state import STUNNED, Decor, Rouage, State


class HarmHandler(FrameHandler[Harm]):
    """LIF, in this order: wounds are prevented, PV checked, Noirceur of tinted ones given, then LIF-4."""

    def step(self, run: Run, frame: Harm) -> None:
        match frame.step:
            case "before":
                self._before(run, frame)
            case "check":
                self._check(run, frame)
            case "fall":
                self._fall(run, frame)
            case "leave":
                self._leave(run, frame)
            case "out":
                self._out(run, frame)

    def _before(self, run: Run, frame: Harm) -> None:
        hits = tuple(hit for hit in frame.hits if _in_play(run.state, hit.target) and hit.wounds > 0)
        if not frame.heard:
            frame = replace(frame, hits=hits)
            run.become(frame)
        happenings = [_happening(hit) for hit in frame.hits]
        heard = listened(run, frame.heard, *happenings)
        if heard is not None:
            left = tuple(replace(hit, wounds=h.amount) for hit, h in zip(frame.hits, heard, strict=True))
            run.become(replace(frame, hits=left, step="check", heard=()))

    def _check(self, run: Run, frame: Harm) -> None:
        tinted: list[TokenChange] = []
        for hit in frame.hits:
            target = run.state.pieces.get(hit.target)
            if target is None or target.out or hit.wounds <= 0:
                continue
            if (clause := unhurt(run.state, target, hit.by)) is not None:
                run.emit(ev.Wounded(target.id, hit.by, hit.wounds, 0, (clause,), hit.attack))
                continue
            reinforced = not pierced(run.state, target, hit.by)
            result = checked(target.life_left, hit.wounds, hit.attack, reinforced=reinforced)
            run.emit(ev.Wounded(target.id, hit.by, hit.wounds, result.points, result.clauses, hit.attack))
            if result.tinted:
                tinted.append(TokenChange(target.id, "noirceur", result.tinted))
        run.become(replace(frame, step="fall"))
        hand(run, tinted, "LIF-3")

    def _fall(self, run: Run, frame: Harm) -> None:
        fallen = [hit for hit in frame.hits if spent(run.state.pieces.get(hit.target))]
        if not fallen:
            run.pop()
            return
        about = [Happening("out-of-combat", "before", subject=hit.target, object=hit.by) for hit in fallen]
        if listened(run, frame.heard, *about) is not None:
            run.become(replace(frame, step="leave", heard=()))

    def _leave(self, run: Run, frame: Harm) -> None:
        """LIF-4: one that falls with its victim takes its Noirceur before it leaves; the others take it in `out`."""
        fallen = tuple(hit for hit in frame.hits if spent(run.state.pieces.get(hit.target)))
        falling = {hit.target for hit in fallen}
        run.become(replace(frame, hits=fallen, step="out"))
        hand(run, killers(run.state, (hit for hit in fallen if hit.by in falling)), "LIF-4")

    def _out(self, run: Run, frame: Harm) -> None:
        run.pop()
        given = {hit.target for hit in frame.hits}
        hits = tuple(hit for hit in frame.hits if spent(run.state.pieces.get(hit.target)))
        leave(run, hits)
        hand(run, killers(run.state, (hit for hit in hits if hit.by not in given)), "LIF-4")


def _happening(hit: Hit) -> Happening:
    how = "attack" if hit.attack else "effect"
    return Happening("wounded", "before", subject=hit.target, object=hit.by, how=how, amount=hit.wounds)


def _in_play(state: State, id: str) -> bool:
    piece = state.pieces.get(id)
    return piece is not None and not piece.out


def unhurt(state: State, target: Rouage, by: str | None) -> str | None:
    """The clause by which a piece takes no wound from this one, or from nobody."""
    if trait(state, target, "immutable"):
        return "HOS-3"
    return "GEN-1" if modifiers.ignores(state, target.id, "wounds", by) is not None else None


def pierced(state: State, target: Rouage, by: str | None) -> bool:
    """Whether reinforced PV are no help against this one (LIF-2)."""
    return by is not None and modifiers.ignores(state, by, "reinforced", target.id) is not None


class HandingHandler(FrameHandler[Handing]):
    """Tokens: what may prevent them first, then all of them together."""

    def step(self, run: Run, frame: Handing) -> None:
        if not frame.heard:
            changes = tuple(c for c in frame.changes if _effect(run.state, c, frame.by))
            if frame.moved and frame.changes[0] not in changes:
                changes = ()  # nothing is taken, so nothing is given
            frame = replace(frame, changes=changes)
            run.become(frame)
        happenings = [tokens(c.piece, c.token, _effect(run.state, c, frame.by)) for c in frame.changes]
        heard = listened(run, frame.heard, *(replace(h, moment="before") for h in happenings))
        if heard is None:
            return
        run.pop()
        taken = 0
        for n, (change, happening) in enumerate(zip(frame.changes, heard, strict=True)):
            count = happening.amount if change.count > 0 else -happening.amount
            if frame.moved and n:
                count = min(count, taken)
            taken = _apply(run, replace(change, count=count), frame)


def _effect(state: State, change: TokenChange, by: str | None) -> int:
    """The number of tokens that a change would give now; negative: take."""
    element = thing(state, change.piece)
    if element is None or isinstance(element, Decor):
        return 0
    if change.token in (AGENDA, *SEATS):
        return max(change.count, -element.tokens.get(change.token, 0))
    if not isinstance(element, Rouage):
        return 0
    match change.token:
        case "noirceur":
            if change.count < 0:
                return max(change.count, -element.noirceur)
            kept = element.seat is None or modifiers.ignores(state, element.id, "noirceur", by) is not None  # NOI-7
            return 0 if kept else change.count
        case "action":
            most = most_actions(state, element) if element.seat is not None else 0
            return max(min(change.count, most - element.actions), -element.actions)  # ACT-1: never above
        case _:
            return int(not element.stunned) if change.count > 0 else -int(element.stunned)  # STA-1


def _apply(run: Run, change: TokenChange, frame: Handing) -> int:
    """Applies a token change, clamped to what the piece has; returns the number moved."""
    count = _effect(run.state, change, frame.by)
    count = min(count, change.count) if change.count > 0 else max(count, change.count)
    if not count:
        return 0
    element = thing(run.state, change.piece)
    match change.token:
        case "noirceur" if count > 0:
            add_noirceur(run, change.piece, count, frame.why)
        case "noirceur":
            drop_noirceur(run, change.piece, -count, frame.why)
        case "action":
            assert isinstance(element, Rouage)
            run.emit(ev.ActionsSet({change.piece: element.actions + count}, frame.why))
        case "stunned":
            set_state(run, change.piece, STUNNED, count > 0, frame.why)
        case _:
            had = element.tokens.get(change.token, 0) if element is not None and not isinstance(element, Decor) else 0
            run.emit(ev.TokensSet(change.piece, change.token, had + count, frame.why))
    return abs(count)
