"""Spells that are cast (SPC, SPL)."""

from __future__ import annotations

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import area, attack, rolls
from rules.blade.flow.life import heal, move_gems, spend
from rules.blade.flow.turn import interrupt
from rules.blade.legality.common import payer_of
from rules.blade.legality.magic import cost
from rules.blade.measure import has_skill
from rules.blade.packs.schema import SpellRow
from rules.blade.state import Figure, Hero, State
from rules.kernel import Seat
from rules.kernel.handlers import Handler
from rules.kernel.run import Run

R = Run[State]


def carry_out(run: R, seat: Seat, command: cmd.Cast, *, acting: bool = False) -> None:
    """SPC-2: pays and casts. `acting`: in the caster's activation, where it interrupts (STP-5, OVL-6)."""
    state = run.state
    row, gems = state.pack.spells[command.spell], cost(state, command)
    if acting and not row.reaction:
        if isinstance(state.who(command.who), Figure):
            active = state.active
            if row.effect != "teleport" and active is not None and not active.base_over:
                run.emit(ev.BaseForfeited(active.tile))  # OVL-6
        else:
            interrupt(run, command.who)
    payer = payer_of(state, command.who)
    run.emit(ev.SpellCast(command.who, command.spell, command.target, command.zone, command.path or ()))
    spend(run, payer, command.spell, gems, "spell")
    _effect(run, seat, row, command)


def _effect(run: R, seat: Seat, row: SpellRow, command: cmd.Cast) -> None:
    who, target, zone = command.who, command.target, command.zone
    match row.effect:
        case "mind-control":
            assert target is not None
            assert command.path is not None
            run.push(fr.Travel(target, command.path, (None,) * len(command.path), free=True))  # SPL-1
        case "gift":
            assert target is not None
            _gift(run, who, target, row.gems)
        case "heal":
            assert target is not None
            pot = tuple(fr.Die(die.rstrip("*"), row.id, arrow=die.endswith("*")) for die in row.dice)
            run.push(fr.Healing(who, target, pot))
            gems = run.state.hero(target).gems
            rolls.throw(run, who, "heal", pot, seat, enough=gems.wounds + gems.owed)
        case "halo":
            on = run.state.everyone()[who].marks.get("halo", ())
            run.emit(ev.Marked(who, "halo", [*on, row.passive]))  # SPL-4, SPL-5
        case "bolt":
            assert target is not None
            if row.drain and isinstance(run.state.who(target), Hero):
                move_gems(run, target, "reserve", "fatigue", row.drain, "drain")  # SPL-6
            if run.state.on_board(target):
                _bolt(run, seat, row, who, target)
        case "hold":
            assert target is not None
            run.emit(ev.Marked(target, "held", "next"))  # SPL-7
        case "teleport":
            assert zone is not None
            here = run.state.at(who)
            run.emit(ev.Moved(who, here, zone, None, 0, (), 0, 0, "teleport"))  # SPL-9
        case "storm":
            assert zone is not None
            area.strike(run, seat, who, zone, row.dice, row.id, "spell")  # SPL-10
        case _:
            run.push(fr.ByHandFrame(seat, row.id, (row.effect,)))  # SKL-34


def _gift(run: R, who: str, target: str, gems: int) -> None:
    """SPL-2, GEM-8: taken for good from the caster's reserve; the other may have more than at the start."""
    held = run.state.hero(who).gems.reserve
    n = min(gems, held)
    run.emit(ev.GemsMoved(who, "reserve", "gift", n, "gift"), ev.GemsMoved(target, "gift", "reserve", n, "gift"))


def _bolt(run: R, seat: Seat, row: SpellRow, who: str, target: str) -> None:
    """SPL-6, SPL-8, SPC-6: damage by dice, with Sacrifice before them."""
    pot = tuple(fr.Die(die.rstrip("*"), row.id, arrow=die.endswith("*")) for die in row.dice)
    attack.provoked(run, who, target, "spell")
    run.push(fr.AttackFrame(seat, who, "spell", target, pot))


class HealingHandler(Handler[State, fr.Healing, R]):
    """SPL-3: as many points as the die shows."""

    def step(self, run: R, frame: fr.Healing) -> None:
        assert frame.dice is not None
        run.pop()
        if run.state.on_board(frame.target):
            heal(run, frame.target, rolls.total(run.state, frame.dice))


def halo_ends(run: R, who: str) -> None:
    """SPL-4: the halos of a character end."""
    if run.state.everyone()[who].marks.get("halo"):
        run.emit(ev.Unmarked(who, "halo"))


def lost_halos(run: R) -> None:
    """SPL-4, SPC-8: a halo ends when its hero is no spellcaster any more, by load."""
    for hero in run.state.living():
        if hero.marks.get("halo") and not has_skill(run.state, hero.id, "spellcaster"):
            halo_ends(run, hero.id)
