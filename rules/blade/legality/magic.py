"""Spells: who may cast which at whom, and what it costs (SPC, SPL)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.blade.commands import Cast
from rules.blade.legality.attacks import fascinated
from rules.blade.legality.common import actor, affordable, afloat, payer_of
from rules.blade.legality.steps import MoveStep, confined, ending, full, step
from rules.blade.measure import crowded, has_skill, seat_of
from rules.blade.packs.schema import EFFECTS, SpellRow
from rules.blade.sight import sight
from rules.blade.state import Hero, State
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no


def spells_of(state: State, who: str) -> tuple[str, ...]:
    """The spells that the scenario gives a character (SPC-1)."""
    character = state.everyone()[who]
    return character.spells if isinstance(character, Hero) else state.tiles[character.tile].spells


def cost(state: State, command: Cast) -> int:
    """SPC-2: the gems of a casting; those for further zones are known from path or zone (SPL-1, SPL-9)."""
    row = state.pack.spells[command.spell]
    if row.effect == "mind-control":
        return row.cost + row.per_zone * max(0, len(command.path or ()) - 1)
    if row.effect == "teleport" and command.zone is not None:
        # 1, and 1 more for each zone
        return row.cost + row.per_zone * (state.board.map.distance(state.at(command.who), command.zone) or 0)
    return row.cost


def on_card(state: State, who: str, spell: str) -> int:
    """The gems that lie on a spell card."""
    character = state.everyone()[who]
    return (character.gems.cards if isinstance(character, Hero) else state.book.cards).get(spell, 0)


def cast(state: State, seat: Seat, command: Cast, reaction: bool = False) -> Refusal | None:
    """Why a spell may not be cast (SPC-1, SPC-3, SPC-5, SKL-23). `reaction`: out of activation (SPC-4), where stance
    and tile do not matter."""
    character = state.who(command.who)
    if character is None:
        return no("BAS-3", "unknown-who", who=command.who)
    if not reaction:
        fault = actor(state, seat, command.who) or afloat(state, command.who)
    elif seat_of(state, command.who) != seat:
        fault = no("BAS-2", "not-your-hero", who=command.who)
    else:
        fault = None if character.at is not None else no("WND-6", "dead", who=command.who)
    if fault is not None:
        return fault
    row = state.pack.spells.get(command.spell)
    if row is not None and command.spell in spells_of(state, command.who):
        gems, used = cost(state, command), on_card(state, command.who, command.spell)
        if row.limit is not None and used + gems > row.limit:
            return no("SPC-2", "card-limit", who=command.who, spell=command.spell, limit=row.limit, used=used)
    if not has_skill(state, command.who, "spellcaster"):
        return no("SPC-1", "not-a-caster", who=command.who)
    if row is None or command.spell not in spells_of(state, command.who):
        return no("SPC-1", "unknown-spell", spell=command.spell)
    if reaction and not row.reaction:
        return no("SPC-4", "not-a-reaction", spell=command.spell)
    return _aim(state, row, command) or affordable(
        state, payer_of(state, command.who), cost(state, command) + _gift_least(row)
    )


def _gift_least(row: SpellRow) -> int:
    """SPL-2: after paying at least one gem must be left to give."""
    return 1 if row.effect == "gift" else 0


def _aim(state: State, row: SpellRow, command: Cast) -> Refusal | None:
    """What the spell is aimed at."""
    needs = {"mind-control": ("target", "path"), "teleport": ("zone",), "storm": ("zone",), "halo": ()}
    wanted = needs.get(row.effect, ("target",) if row.effect in EFFECTS else ())
    for key in ("target", "path", "zone"):
        if (getattr(command, key) is not None) != (key in wanted):
            return no("SPC-2", "unknown-target" if key == "target" else "bad-shape")
    if "target" in wanted and not state.on_board(command.target):
        return no("SEQ-1", "unknown-target")
    if "zone" in wanted and command.zone not in state.board.zones:
        return no("SPC-2", "bad-shape")
    return _effect_fault(state, row, command)


def _effect_fault(state: State, row: SpellRow, command: Cast) -> Refusal | None:
    who, target, here = command.who, command.target, state.at(command.who)
    match row.effect:
        case "mind-control":
            assert target is not None
            assert command.path is not None
            return mind_fault(state, who, target, command.path)
        case "gift":
            assert target is not None
            if not isinstance(state.who(who), Hero):
                return no("SPL-2", "not-a-caster", who=who)  # from one hero's reserve to another's
            if not isinstance(state.who(target), Hero) or target == who:
                return no("SPL-2", "unknown-target")
            return _line(state, here, state.at(target), target)
        case "heal":
            assert target is not None
            if not isinstance(state.who(target), Hero):
                return no("SPL-3", "unknown-target")
            if state.at(target) != here:
                return no("SPL-3", "not-same-zone", who=who, other=target)
            gems = state.hero(target).gems
            return None if gems.wounds or gems.owed else no("SPL-3", "nothing-to-heal")
        case "halo":
            on = row.passive in state.everyone()[who].marks.get("halo", ())
            return no("SPL-4", "already-on", spell=row.id) if on else None
        case "bolt":
            assert target is not None
            fault = _line(state, here, state.at(target), target)
            if fault is None and target == who:
                fault = no("SPL-8", "unknown-target")
            if fault is None and state.side_of(target) == state.side_of(who):
                fault = no("SEQ-12", "not-adversary", target=target)
            return fault or fascinated(state, who, target)  # SPC-6
        case "hold":
            assert target is not None
            distance = state.board.map.distance(here, state.at(target))
            if distance is None or distance > row.distance:
                return no("SPL-7", "too-far", distance=distance, most=row.distance)
            held = state.everyone()[target].marks.get("held")
            return no("SPL-7", "already-on", spell=row.id) if held else None
        case "teleport":
            assert command.zone is not None
            return teleport_fault(state, who, command.zone)
        case "storm":
            assert command.zone is not None
            return _line(state, here, command.zone, command.zone)
    return None


def _line(state: State, here: str, to: str, target: str) -> Refusal | None:
    line = sight(state, here, to)
    return None if line.visible else no("SPC-5", "no-line-of-sight", target=target, by=list(line.by))


def mind_fault(state: State, who: str, target: str, path: Sequence[str]) -> Refusal | None:
    """SPL-1: each step must be one that the target could make; neither Blocker nor hindering stops it."""
    if state.side_of(target) == state.side_of(who):
        return no("SPL-1", "not-adversary", target=target)
    marks, here = state.everyone()[target].marks, state.at(target)
    for mark in ("seized", "webbed", "held"):
        if marks.get(mark):
            return no("SPL-1", mark, **({"by": marks[mark]} if mark == "seized" else {"who": target}))
    if not path:
        return no("SPL-1", "bad-shape")
    for to in path:
        made = mind_step(state, target, here, to)
        if isinstance(made, Refusal):
            return Refusal(made.clause, made.code, {**made.params, "at": to})
        if risky(state, to) or (made.link is not None and made.link.kind in ("leap", "drop")):
            return no("SPL-1", "at-risk", zone=to)
        here = to
    return ending(state, target, path[-1])


def mind_step(state: State, target: str, here: str, to: str) -> MoveStep | Refusal:
    """A step of a mind-controlled character: no blocker stops it (SKL-24)."""
    return step(unblocked(state, target, here), target, here, to)


def unblocked(state: State, target: str, here: str) -> State:
    """The state as if no adversary in the zone were a blocker."""
    from rules.blade.state import Grant
    from rules.kernel import replace

    blockers = [id for id in state.adversaries(target, here) if has_skill(state, id, "blocker")]
    return (
        replace(state, grants=(*state.grants, *(Grant(id, "blocker", False) for id in blockers))) if blockers else state
    )


def risky(state: State, zone: str) -> bool:
    """Whether entering a zone harms (TOK-3: flames)."""
    return any(token.kind == "flames" and token.zone == zone for token in state.tokens)


def teleport_fault(state: State, who: str, zone: str) -> Refusal | None:
    """SPL-9."""
    if zone == state.at(who) or state.board.map.distance(state.at(who), zone) is None:
        return no("SPL-9", "too-far", distance=None, most=0)
    if crowded(state, zone, who):
        return full(state, who, zone)
    for confine in confined(state, who):
        if zone not in confine.zones:
            return no("BAS-1", "confined", who=who, zones=list(confine.zones))
    return None


# ---- what could be cast ----------------------------------------------------------------------------------------------


def castings(state: State, seat: Seat, who: str, spell: str) -> Iterator[Cast]:
    """Every legal casting of a spell by a character in its activation; of mind control the single steps, of teleport
    every zone."""
    row = state.pack.spells[spell]
    for aimed in _aimed(state, row, who):
        if cast(state, seat, aimed) is None:
            yield aimed


def samples(state: State, who: str, spell: str) -> Iterator[Cast]:
    """Castings of a spell, legal or not."""
    row = state.pack.spells.get(spell)
    return _aimed(state, row, who) if row is not None else iter(())


def castings_in_reaction(state: State, who: str) -> Iterator[Cast]:
    """SPC-4: every legal casting by a character outside its activation."""
    for spell in spells_of(state, who):
        row = state.pack.spells.get(spell)
        for aimed in _aimed(state, row, who) if row is not None and row.reaction else ():
            if cast(state, seat_of(state, who), aimed, reaction=True) is None:
                yield aimed


def _aimed(state: State, row: SpellRow, who: str) -> Iterator[Cast]:
    everyone = [id for id, character in state.everyone().items() if character.at is not None]
    match row.effect:
        case "mind-control":
            for target in everyone:
                for zone in state.board.neighbours[state.at(target)]:
                    yield Cast(who, row.id, target=target, path=(zone,))
        case "teleport" | "storm":
            for zone in state.board.zones:
                yield Cast(who, row.id, zone=zone)
        case "halo":
            yield Cast(who, row.id)
        case effect if effect in EFFECTS:
            for target in everyone:
                yield Cast(who, row.id, target=target)
        case _:
            yield Cast(who, row.id)
