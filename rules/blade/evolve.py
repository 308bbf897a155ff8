"""How each event changes the state. Total: every event of the game can be folded into every state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.blade import events as ev
from rules.blade.board import pair
from rules.blade.changes import adjusted
from rules.blade.state import BOOK, EVENT, Activation, Base, Figure, Grant, Hero, SightLimit, State, Token
from rules.kernel import replace
from rules.kernel.codec import copied
from rules.kernel.orders import after_turn


def evolve(state: State, event: Any) -> State:
    """The state after an event of the game's own."""
    match event:
        case ev.HeroTaken(seat=seat, hero=hero):
            mine = state.players.get(seat, ())
            return replace(state, players={**state.players, seat: (*mine, hero)})
        case ev.Shuffled(order=order):
            return replace(state, deck=order)
        case ev.HiddenLaid(tokens=tokens):
            return replace(state, hidden={**state.hidden, **tokens})
        case ev.TurnBegan() | ev.TurnEnded() | ev.StancesSet() | ev.MarkerMoved() | ev.HandPassed():
            return _turn(state, event)
        case ev.Recovered() | ev.Swept() | ev.Spent() | ev.GemsMoved() | ev.OwedSettled() | ev.Cleared():
            return _gems(state, event)
        case ev.Activated() | ev.Commanded() | ev.ActivationEnded() | ev.TileMoved() | ev.TileDied():
            return _tiles(state, event)
        case ev.EventUsed(event=str(id)):
            return replace(state, used={**state.used, id: state.used.get(id, 0) + 1})
        case ev.EnteredPlay(who=who, zone=zone):
            life = state.tiles[state.figure(who).tile].life
            return with_figure(state, who, at=zone, life=life, dead=False, marks={})
        case ev.Moved() | ev.LeftBoard():
            return _moved(state, event)
        case ev.BaseForfeited(who=who):
            if who in state.tiles:
                active = state.active
                return state if active is None else replace(state, active=replace(active, base_over=True))
            return with_hero(state, who, base=replace(state.hero(who).base, over=True))
        case ev.Declared(by=by, mode=mode):
            return _attacked(state, by) if mode in ("melee", "ranged", "web") else state
        case ev.Wounded() | ev.Healed() | ev.Died():
            return _life(state, event)
        case ev.Marked(who=who, mark=mark, value=value):
            return with_marks(state, who, {**state.everyone()[who].marks, mark: value})
        case ev.Unmarked(who=who, mark=mark):
            return with_marks(
                state, who, {key: value for key, value in state.everyone()[who].marks.items() if key != mark}
            )
        case (
            ev.Drew()
            | ev.ItemPut()
            | ev.ItemTaken()
            | ev.Gave()
            | ev.Dropped()
            | ev.Threw()
            | ev.Caught()
            | ev.ItemLost()
        ):
            return _items(state, event)
        case ev.ObjectHandled(object=id, done=done, progress=progress, stays=stays):
            changed = replace(state.objects[id], progress=0 if done and stays else progress, gone=done and not stays)
            return replace(state, objects={**state.objects, id: changed})
        case ev.DoorMoved(door=door, to=to, found=revealed):
            known = (*state.found, door) if revealed and door not in state.found else state.found
            return replace(state, doors={**state.doors, door: to}, found=known)
        case ev.Smashed(piece=piece):
            return replace(state, openings=(*state.openings, piece))
        case ev.HandOverOffered(hero=hero, to=to):
            return replace(state, offers={**state.offers, hero: to})
        case ev.HandOverDeclined(hero=hero):
            return replace(state, offers={offered: to for offered, to in state.offers.items() if offered != hero})
        case ev.HandedOver(seat=seat, hero=hero):
            left = {player: tuple(id for id in ids if id != hero) for player, ids in state.players.items()}
            offers = {offered: to for offered, to in state.offers.items() if offered != hero}
            return replace(state, players={**left, seat: (*left.get(seat, ()), hero)}, offers=offers)
        case ev.Adjusted(change=change):
            return adjusted(state, change)
        case _:
            return _scenario(state, event)


# ---- turns and gems --------------------------------------------------------------------------------------------------


def _turn(state: State, event: Any) -> State:
    match event:
        case ev.TurnBegan(side=side, round=round_):
            heroes = tuple(replace(hero, base=Base()) for hero in state.heroes) if side == "heroes" else state.heroes
            return replace(
                state, side=side, round=round_, heroes=heroes, activated=(), commanded=(), active=None, hand=None
            )
        case ev.StancesSet(stances=stances):
            heroes = tuple(
                replace(hero, last_stance=hero.stance, stance=stances[hero.id]) if hero.id in stances else hero
                for hero in state.heroes
            )
            return replace(state, heroes=heroes)
        case ev.MarkerMoved(to=to):
            return replace(state, marker=to)
        case ev.HandPassed(to=to):
            return replace(state, hand=to)
        case ev.TurnEnded(side=side):
            over = state.limit is not None and state.limit.until == f"{side}-end"
            # VAR-5: orders for a turn end with it
            return after_turn(replace(state, active=None, limit=None if over else state.limit))
    return state


def _gems(state: State, event: Any) -> State:
    if isinstance(event, ev.Cleared):
        book = state.book
        gone = replace(
            book,
            fatigue=book.fatigue - event.fatigue,
            reserve=book.reserve - event.reserve,
            lost=book.lost + event.fatigue + event.reserve,
        )
        return replace(state, book=gone, river=tuple(tile for tile in state.river if tile != event.tile))
    if event.who == BOOK:
        return replace(state, book=_book(state.book, event))
    gems = state.hero(event.who).gems
    match event:
        case ev.Recovered(count=n):
            gems = replace(gems, fatigue=gems.fatigue - n, reserve=gems.reserve + n)
        case ev.Swept(count=n, boxes=boxes, cards=cards, settled=settled):
            gems = replace(
                gems,
                boxes={} if boxes else gems.boxes,
                cards={} if cards else gems.cards,
                fatigue=gems.fatigue + n - settled,
                wounds=gems.wounds + settled,
                owed=gems.owed - settled,
            )
        case ev.Spent(on=on, count=n):
            gems = _laid(replace(gems, reserve=gems.reserve - n), on, n)
        case ev.GemsMoved(from_=from_, to=to, count=n):
            changes = {key: getattr(gems, key) for key in ("reserve", "fatigue", "wounds")}
            if from_ in changes:
                changes[from_] -= n
            if to in changes:
                changes[to] += n
            gems = copied(gems, changes)
        case ev.OwedSettled(count=n):
            gems = replace(gems, fatigue=gems.fatigue - n, wounds=gems.wounds + n, owed=gems.owed - n)
    return with_hero(state, event.who, gems=gems)


def _laid(holder: Any, on: str, n: int) -> Any:
    """Gems on a box, on a spell card, or in fatigue."""
    if on == "fatigue":
        return replace(holder, fatigue=holder.fatigue + n)
    key = "boxes" if on in ("melee", "ranged", "guard", "movement", "manipulation", "reroll") else "cards"
    marks: Mapping[str, int] = getattr(holder, key)
    return copied(holder, {key: {**marks, on: marks.get(on, 0) + n}})


def _book(book: Any, event: Any) -> Any:
    match event:
        case ev.Recovered(count=n):
            return replace(book, fatigue=book.fatigue - n, reserve=book.reserve + n)
        case ev.Swept(count=n, boxes=boxes, cards=cards):
            kept = (book.boxes if not boxes else {}), (book.cards if not cards else {})
            return replace(book, boxes=kept[0], cards=kept[1], fatigue=book.fatigue + n)
        case ev.Spent(on=on, count=n):
            return _laid(replace(book, reserve=book.reserve - n), on, n)
    return book


# ---- tiles -----------------------------------------------------------------------------------------------------------


def _tiles(state: State, event: Any) -> State:
    match event:
        case ev.Activated(tile=tile):
            river = (*(other for other in state.river if other != tile), tile)
            active = None if tile == EVENT else Activation(tile)
            return replace(state, river=river, activated=(*state.activated, tile), active=active)
        case ev.Commanded(ally=ally, by=by):
            active = Activation(state.figure(ally).tile, ally=ally, payer=by)
            return replace(state, commanded=(*state.commanded, ally), active=active)
        case ev.ActivationEnded():
            return replace(state, active=None)
        case ev.TileMoved(tile=tile, by=by):
            return replace(state, river=_shifted(state.river, tile, by))
        case ev.TileDied(tile=tile) if tile in state.river:
            return replace(state, river=(*(other for other in state.river if other != tile), tile))
    return state


def _shifted(river: tuple[str, ...], tile: str, by: int) -> tuple[str, ...]:
    if tile not in river:
        return river
    others = [other for other in river if other != tile]
    others.insert(max(0, min(len(others), river.index(tile) + by)), tile)
    return tuple(others)


# ---- characters ------------------------------------------------------------------------------------------------------


def with_hero(state: State, id: str, **changes: object) -> State:
    return replace(state, heroes=tuple(copied(hero, changes) if hero.id == id else hero for hero in state.heroes))


def with_figure(state: State, id: str, **changes: object) -> State:
    return replace(
        state, figures=tuple(copied(figure, changes) if figure.id == id else figure for figure in state.figures)
    )


def with_character(state: State, id: str, **changes: object) -> State:
    kind = with_hero if isinstance(state.who(id), Hero) else with_figure
    return kind(state, id, **changes)


def with_marks(state: State, id: str, marks: Mapping[str, Any]) -> State:
    return with_character(state, id, marks=marks)


def _moved(state: State, event: ev.Moved | ev.LeftBoard) -> State:
    character = state.everyone()[event.who]
    to = event.to if isinstance(event, ev.Moved) else None
    marks = character.marks
    if to is not None and "afloat" in marks and not state.board.zones[to].liquid:
        marks = {key: value for key, value in marks.items() if key != "afloat"}
    if isinstance(character, Hero):
        # OVL-7, STP-4: the first extra point forfeits what is left
        base = Base(character.base.used + event.base, character.base.over or event.gems > 0)
        return _unseized(with_hero(state, character.id, at=to, base=base, marks=marks, left=to is None))
    moved = _unseized(with_figure(state, character.id, at=to, marks=marks))
    active = state.active
    if active is None or not (event.base or event.gems):
        return moved
    active = replace(
        active,
        moved={**active.moved, character.id: active.moved.get(character.id, 0) + event.base},
        extra={**active.extra, character.id: active.extra.get(character.id, 0) + event.gems},
        forfeited=(*active.forfeited, character.id)
        if event.gems and character.id not in active.forfeited
        else active.forfeited,
    )
    return replace(moved, active=active)


def _unseized(state: State) -> State:
    """SKL-3: seized as long as both are in one zone."""
    for character in state.everyone().values():
        by = character.marks.get("seized")
        if by is not None and (character.at is None or by not in state.within(character.at)):
            state = with_marks(
                state, character.id, {key: value for key, value in character.marks.items() if key != "seized"}
            )
    return state


def _attacked(state: State, by: str) -> State:
    """OVL-9, OVL-6: a figure or ally has attacked, and base movement is over."""
    active = state.active
    if active is None or not isinstance(state.who(by), Figure):
        return state
    return replace(state, active=replace(active, attacked=(*active.attacked, by), base_over=True))


def _life(state: State, event: ev.Wounded | ev.Healed | ev.Died) -> State:
    if isinstance(event, ev.Wounded) and event.who in state.barricades():
        struck = state.barricades()[event.who]
        tokens = tuple(
            replace(token, life=token.life - event.life) if token is struck else token for token in state.tokens
        )
        return replace(state, tokens=tokens)
    character = state.everyone()[event.who]
    match event:
        case ev.Wounded(fatigue=fatigue, owed=owed, reserve=reserve) if isinstance(character, Hero):
            gems = character.gems
            changed = replace(
                gems,
                fatigue=gems.fatigue - fatigue,
                owed=gems.owed + owed,
                reserve=gems.reserve - reserve,
                wounds=gems.wounds + fatigue + reserve,
            )
            return with_hero(state, character.id, gems=changed)
        case ev.Wounded(life=life) if isinstance(character, Figure):
            return with_figure(state, character.id, life=max(0, character.life - life))
        case ev.Healed(wounds=wounds, owed=owed, fatigue=fatigue) if isinstance(character, Hero):
            gems = character.gems
            changed = replace(
                gems,
                wounds=gems.wounds - wounds,
                owed=gems.owed - owed,
                fatigue=gems.fatigue - fatigue,
                reserve=gems.reserve + wounds + fatigue,
            )
            return with_hero(state, character.id, gems=changed)
        case ev.Healed(life=life) if isinstance(character, Figure):
            return with_figure(state, character.id, life=character.life + life)
        case ev.Died(zone=zone, items=items):
            # WND-6; seizing ends with the creature (SKL-3)
            gone = with_character(state, character.id, at=None, dead=True, marks={})
            if isinstance(character, Hero):
                gone = with_hero(gone, character.id, items=())
            return laid_down(_unseized(gone), zone, items)
    return state


# ---- things ----------------------------------------------------------------------------------------------------------


def laid_down(state: State, zone: str, items: tuple[str, ...]) -> State:
    return replace(state, ground={**state.ground, zone: (*state.ground.get(zone, ()), *items)}) if items else state


def off_ground(state: State, item: str) -> State:
    ground = {zone: tuple(other for other in items if other != item) for zone, items in state.ground.items()}
    return replace(state, ground={zone: items for zone, items in ground.items() if items})


def with_items(state: State, who: str, gone: str | None = None, new: str | None = None) -> State:
    items = tuple(item for item in state.hero(who).items if item != gone)
    return with_hero(state, who, items=items if new is None else (*items, new))


def _items(state: State, event: Any) -> State:
    match event:
        case ev.Drew(items=items, zone=zone):
            left = tuple(card for card in state.deck if card not in items)
            drawn = replace(state, deck=left)
            return drawn if zone is None else laid_down(drawn, zone, items)
        case ev.ItemPut(item=item, zone=zone):
            return laid_down(state, zone, (item,))
        case ev.ItemTaken(who=who, item=item):
            return with_items(off_ground(state, item), who, new=item)
        case ev.Caught(who=who, item=item):
            return with_items(off_ground(state, item), who, new=item)
        case ev.Gave(item=item, from_=from_, to=to):
            return with_items(with_items(state, from_, gone=item), to, new=item)
        case ev.Dropped(who=who, item=item, zone=zone):
            return laid_down(with_items(state, who, gone=item), zone, (item,))
        case ev.Threw(who=who, item=item, landed=landed):
            return laid_down(with_items(state, who, gone=item), landed, (item,))
        case ev.ItemLost(item=item, who=who):
            return off_ground(state, item) if who is None else with_items(state, who, gone=item)
    return state


# ---- the scenario ----------------------------------------------------------------------------------------------------


def _scenario(state: State, event: Any) -> State:
    match event:
        case ev.Revealed(zone=zone):
            return replace(state, hidden={other: token for other, token in state.hidden.items() if other != zone})
        case ev.CounterMoved(id=id, to=to):
            return replace(state, counters={**state.counters, id: to})
        case ev.SightChanged(at_most=n, until=until):
            limit = None if n is None else SightLimit(n, until or "match")  # type: ignore[arg-type]  # one of its words
            return replace(state, limit=limit)
        case ev.TokenLaid(what=what, zone=zone, border=border):
            laid = Token(what, zone, border)  # type: ignore[arg-type]  # one of its words
            return replace(state, tokens=(*state.tokens, laid))
        case ev.TokenGone(what=what, zone=zone, border=border):
            left = tuple(token for token in state.tokens if not _same_token(token, what, zone, border))
            return replace(state, tokens=left)
        case ev.LinkMoved(link=link, open=is_open):
            return replace(state, links={**state.links, link: is_open})
        case ev.RecoveryChanged(to=to):
            return replace(state, book=replace(state.book, recovery=to))
        case ev.Granted(who=who, skill=skill, given=given):
            return replace(state, grants=(*state.grants, Grant(who, skill, given)))
    return state


def _same_token(token: Token, what: str, zone: str | None, border: tuple[str, str] | None) -> bool:
    if token.kind != what or token.zone != zone:
        return False
    return border is None or (token.border is not None and pair(*token.border) == pair(*border))
