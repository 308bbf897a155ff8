"""What a character could defend with: fixed and passive defence, guards and who pays for them, bodyguards, reactions;
and when it dies whatever is paid (GRD, SKL-5, SKL-10, SKL-11)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.blade import commands as cmd
from rules.blade import frames as fr
from rules.blade.legality.attacks import circular, die
from rules.blade.legality.common import affordable
from rules.blade.legality.magic import castings_in_reaction
from rules.blade.measure import armour, bearers, fixed_defence, life_left, limits, payers, reserve_of
from rules.blade.state import BOOK, Figure, Hero, State
from rules.kernel import Refusal, replace
from rules.kernel.refusals import no

DODGE = "orange"
"""The die of a figure's or ally's dodge (GRD-5)."""
SHOTS = ("ranged", "web", "spell", "area", "script")
"""What only a shield parries (GRD-7, ARE-3, SPC-6)."""


def fixed_parts(state: State, frame: fr.Defence) -> list[tuple[str, int]]:
    """GRD-2, GRD-11, SKL-11; with SKL-5 and SKL-9 the first point is ignored."""
    weapons = [state.item(id) for id in frame.items]
    shot = frame.mode in ("ranged", "web")
    parts = fixed_defence(state, frame.target, shot=shot, weapons=weapons)
    if frame.precise and parts:
        clause = "SKL-5" if frame.mode in ("melee", "riposte") else "SKL-9"
        parts.append((clause, -1))
    return parts


def fixed(state: State, frame: fr.Defence) -> int:
    return sum(n for _, n in fixed_parts(state, frame))


def passive_dice(state: State, frame: fr.Defence) -> tuple[fr.Die, ...]:
    """GRD-3: a hero's armour."""
    character = state.who(frame.target)
    worn = armour(state, character) if isinstance(character, Hero) else None
    return () if worn is None else tuple(die(colour, worn.id) for colour in worn.passive)


# ---- bodyguards ------------------------------------------------------------------------------------------------------


def bodyguards(state: State, frame: fr.Defence) -> list[str]:
    """SKL-10: who could guard for the target: a figure with a gem, a hero with something to parry with."""
    if frame.unguarded:
        return []
    able = []
    for id in bearers(state, state.friends(frame.target), "bodyguard"):
        aside = replace(frame, guardian=id)
        if any(True for _ in guards(state, aside)):
            able.append(id)
    return able


# ---- guards ----------------------------------------------------------------------------------------------------------


def parries(state: State, hero: Hero, mode: str) -> list[str]:
    """GRD-6, GRD-7: weapons and shields with parry dice; against shots only shields."""
    able = [(id, state.item(id)) for id in hero.items if state.item(id).parry]
    return [id for id, row in able if row.kind == "shield" or mode not in SHOTS]


def _most(state: State, guard: str, payer: str) -> int:
    """The gems that a payer could put on a guard (GEM-4)."""
    left = reserve_of(state, payer)
    character = state.who(guard)
    if not isinstance(character, Hero):
        return left
    limit = limits(state, character)["guard"]
    return left if limit is None else max(0, min(left, limit - character.gems.boxes.get("guard", 0)))


def guards(state: State, frame: fr.Defence) -> Iterator[cmd.Guard]:
    """Every guard of at least one gem."""
    guard = frame.guardian or frame.target
    character = state.everyone()[guard]
    if isinstance(character, Hero):
        # SKL-10: a hero guards for another with a parry only
        items: list[str | None] = [*([] if frame.guardian else [None]), *parries(state, character, frame.mode)]
        for gems in range(1, _most(state, guard, guard) + 1):
            for item in items:
                yield cmd.Guard(gems, item)
        return
    for payer in payers(state, guard):
        for gems in range(1, _most(state, guard, payer) + 1):
            yield cmd.Guard(gems, payer=None if payer == BOOK else payer)


def guard_fault(state: State, frame: fr.Defence, command: cmd.Guard) -> Refusal | None:
    """Why a guard may not be made (GRD-4 to GRD-7, SKL-10)."""
    guard = frame.guardian or frame.target
    character, able = state.everyone()[guard], payers(state, guard)
    if command.gems == 0:
        if frame.guardian is not None:
            return no("SKL-10", "too-few-gems", least=1)
        return no("GRD-6", "no-parry", item=command.item, mode=frame.mode) if command.item is not None else None
    if isinstance(character, Hero):
        limit, used = limits(state, character)["guard"], character.gems.boxes.get("guard", 0)
        if limit is not None and used + command.gems > limit:
            return no("GEM-3", "exertion", who=guard, box="guard", limit=limit, used=used)
    parries_ = command.item is not None or (frame.guardian is not None and isinstance(character, Hero))
    if parries_ and (fault := _parry_fault(state, character, frame, command.item)) is not None:
        return fault
    if command.payer is not None and command.payer not in able:
        return no("ALY-6", "not-a-payer", who=command.payer)
    payer = command.payer or next(iter(able), None)
    if payer is None:
        return no("ALY-8", "no-leader")
    return affordable(state, payer, command.gems)


def _parry_fault(state: State, character: Hero | Figure, frame: fr.Defence, item: str | None) -> Refusal | None:
    if not isinstance(character, Hero) or item is None:
        return no("GRD-6" if frame.guardian is None else "SKL-10", "no-parry", item=item, mode=frame.mode)
    if item not in character.items:
        return no("ITM-1", "not-carried", item=item)
    if item in parries(state, character, frame.mode):
        return None
    clause = "GRD-6" if not state.item(item).parry else "ARE-3" if frame.mode == "area" else "GRD-7"
    return no(clause, "no-parry", item=item, mode=frame.mode)


def with_payer(state: State, frame: fr.Defence, guard: cmd.Guard) -> cmd.Guard:
    able = payers(state, frame.guardian or frame.target)
    if guard.payer is not None or not guard.gems:
        return guard
    rich = [payer for payer in able if reserve_of(state, payer) >= guard.gems]
    return replace(guard, payer=rich[0])


def reactions(state: State, frame: fr.Defence) -> list[cmd.Cast]:
    """SPC-4: reaction spells of the character that defends."""
    return list(castings_in_reaction(state, frame.target))


# ---- certain deaths --------------------------------------------------------------------------------------------------


def doomed(state: State, frame: fr.Defence) -> bool:
    """Whether a figure dies whatever its player answers, and nothing hangs on how surely: it is not asked then."""
    beneath = state.stack[-2]
    needed = fatal(state, frame, strikes=isinstance(beneath, fr.AttackFrame))
    return needed is not None and frame.damage >= needed


def fatal(state: State, frame: fr.Defence, *, strikes: bool) -> int | None:
    """The damage from which a figure dies whatever its player answers, so that more changes nothing; None where there
    is none such. `strikes`: whether it is the blow itself that is defended, whose force may go on (SKL-4)."""
    target = state.who(frame.target)
    if not isinstance(target, Figure) or frame.mode == "web" or reactions(state, frame) or bodyguards(state, frame):
        return None
    if goes_on(state, frame, strikes=strikes):
        return None
    gems = max((_most(state, target.id, payer) for payer in payers(state, target.id)), default=0)
    return fixed(state, frame) + gems * max(state.pack.dice[DODGE].faces) + life_left(state, target.id)


def goes_on(state: State, frame: fr.Defence, *, strikes: bool) -> bool:
    """Whether what is left of a blow may strike another (SKL-4)."""
    circles = strikes and frame.mode == "melee" and circular(state, frame.by, frame.items)
    return circles and bool(state.friends(frame.target))
