"""Gems that move, wounds, healing and death (GEM, WND, RIV-3)."""

from __future__ import annotations

from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.measure import has_skill, life_left, seat_of
from rules.blade.rules_in_force import warded
from rules.blade.sight import in_melee
from rules.blade.state import BOOK, OVERLORD, Figure, Hero, State, other_side
from rules.kernel.run import Run

R = Run[State]

# ---- gems ------------------------------------------------------------------------------------------------------------


def spend(run: R, payer: str, on: str, count: int, why: str) -> None:
    """GEM-2: from the reserve to a box, a spell card, or straight to fatigue."""
    if not count:
        return
    run.emit(ev.Spent(payer, on, count, why))
    if on == "fatigue" and payer != BOOK:
        settle(run, payer, count)


def settle(run: R, hero: str, came: int) -> None:
    """WND-4: gems that come to fatigue while some are owed go on to wounds at once."""
    if n := min(came, run.state.hero(hero).gems.owed):
        run.emit(ev.OwedSettled(hero, n))


def move_gems(run: R, hero: str, from_: str, to: str, count: int, why: str) -> None:
    """Gems between a hero's zones, fewer if there are fewer; then death is judged (WND-5)."""
    held = getattr(run.state.hero(hero).gems, from_)
    if n := min(count, held):
        run.emit(ev.GemsMoved(hero, from_, to, n, why))
        if to == "fatigue":
            settle(run, hero, n)
        perish(run, hero, None)


def sweep(run: R, hero: str, *, cards: bool, boxes: bool = True) -> None:
    """GEM-5, HRO-1, HRO-10, SPC-7."""
    gems = run.state.hero(hero).gems
    n = (sum(gems.boxes.values()) if boxes else 0) + (sum(gems.cards.values()) if cards else 0)
    if n:
        run.emit(ev.Swept(hero, n, boxes, cards, min(n, gems.owed)))


def sweep_book(run: R, *, boxes: bool) -> None:
    """OVL-13, SPC-7."""
    book = run.state.book
    n = (sum(book.boxes.values()) if boxes else 0) + sum(book.cards.values())
    if n:
        run.emit(ev.Swept(BOOK, n, boxes, True))


# ---- wounds ----------------------------------------------------------------------------------------------------------


def wound(run: R, who: str, count: int, by: str | None) -> None:
    """WND-2, WND-3, WND-7: a character suffers wounds, unless a scenario wards it; whether it dies is judged at
    once."""
    character = run.state.everyone()[who]
    if not count or character.at is None or warded(run.state, who):
        return
    if isinstance(character, Hero):
        run.emit(_taken(character, count, by))
    else:
        run.emit(ev.Wounded(who, count, by, life=min(count, character.life)))
    perish(run, who, by)


def _taken(hero: Hero, count: int, by: str | None) -> ev.Wounded:
    """WND-2: first from fatigue, then owed on boxes and cards, last from the reserve."""
    gems = hero.gems
    fatigue = min(count, gems.fatigue)
    owed = min(count - fatigue, gems.laid - gems.owed)
    reserve = min(count - fatigue - owed, gems.reserve)
    return ev.Wounded(hero.id, count, by, fatigue=fatigue, owed=owed, reserve=reserve)


def perish(run: R, who: str, by: str | None) -> None:
    """WND-5 to WND-7, SEQ-9: whether a character is dead now, and what follows."""
    character = run.state.everyone()[who]
    if character.at is None or life_left(run.state, who) > 0:
        return
    blow = _last_blow(run.state, character)
    run.emit(ev.Died(who, character.at, character.items if isinstance(character, Hero) else (), by))
    if isinstance(character, Figure):
        _tiles_died(run, character)
    if blow is not None:
        run.push(blow)


def _last_blow(state: State, character: Hero | Figure) -> fr.LastBlowFrame | None:
    """SKL-6: the adversaries that it could reach in melee as it dies."""
    if not has_skill(state, character.id, "from-beyond"):
        return None
    side = other_side(state.side_of(character.id))
    foes = (id for id, other in state.everyone().items() if other.at is not None and state.side_of(id) == side)
    targets = tuple(id for id in foes if in_melee(state, character.id, id) is not None)
    return fr.LastBlowFrame(seat_of(state, character.id), character.id, targets) if targets else None


def _tiles_died(run: R, figure: Figure) -> None:
    """RIV-3: the last figure of a tile is dead; both tiles of a character that has two."""
    state = run.state
    if not state.tile_dead(figure.tile):
        return
    dead = tuple(tile for tile in state.river if tile != "event" and (state.tiles[tile].of or tile) == figure.tile)
    if len(dead) > 1:
        run.push(fr.Ordering(OVERLORD, "tiles", dead))
    else:
        run.emit(*(ev.TileDied(tile) for tile in dead))


def heal(run: R, who: str, points: int) -> None:
    """WND-8, WND-9: from wounds to the reserve, the rest lowers owed."""
    character = run.state.everyone()[who]
    if isinstance(character, Figure):
        most = run.state.tiles[character.tile].life - character.life
        if n := min(points, max(0, most)):
            run.emit(ev.Healed(who, life=n))
        return
    wounds = min(points, character.gems.wounds)
    owed = min(points - wounds, character.gems.owed)
    if wounds or owed:
        run.emit(ev.Healed(who, wounds=wounds, owed=owed))
