"""How each event changes the state. Total: every event of the game can be folded into every state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.hybris import events as ev
from rules.hybris.changes import adjusted
from rules.hybris.state import (
    HEROES,
    IMPROVEMENT,
    REMOVED,
    RESERVE,
    Adventure,
    Character,
    City,
    InFactory,
    Mat,
    Placed,
    State,
    Tile,
    kind_of,
    name_of,
    owner,
    ranked,
)
from rules.kernel import EVERYONE, Seat, replace
from rules.kernel.codec import copied
from rules.kernel.orders import after_turn
from rules.kernel.piles import Pile
from rules.kernel.purses import Purse, gained

T = TypeVar("T")


def evolve(state: State, event: Any) -> State:
    """The state after an event of the game's own."""
    for part in (_course, _turns, _base, _figures, _cards, _hangar, _chaos, _combat):
        changed = part(state, event)
        if changed is not None:
            return changed
    return state


# ---- the course ------------------------------------------------------------------------------------------------------


def _course(state: State, event: Any) -> State | None:
    match event:
        case ev.OrderDrawn(order=order):
            return replace(state, grandeur_order=order, turn_order=order)
        case ev.OlympianChosen(seat=seat, olympian=olympian):
            return with_mat(state, seat, **vars_of(fresh_mat(state, seat, olympian)))
        case ev.Shuffled():
            return _shuffled(state, event)
        case ev.TechnologyShown(technology=card):
            pile = state.technology_pile.without(card)
            return replace(state, technology_pile=pile, open_technologies=(*state.open_technologies, card))
        case ev.TechnologyUnder(technology=card):
            shown = without(state.open_technologies, card)
            pile = state.technology_pile.under((card,), EVERYONE)
            return replace(state, technology_pile=pile, open_technologies=shown)
        case ev.AgeBegan(age=age):
            state = each_character(
                state,
                lambda character: replace(character, wounded="before") if character.wounded == "now" else character,
            )
            mats = {seat: replace(mat, hunted=False) if mat.hunted else mat for seat, mat in state.mats.items()}
            return replace(state, age=age, phase="pillar", mats=mats, passed=())
        case ev.PhaseBegan(phase=phase):
            order = state.grandeur_order if phase == "action" else state.turn_order
            return replace(state, phase=phase, turn_order=order, passed=(), turn=None)
        case ev.AgeEnded(age=age):
            return replace(state, age=age + 1) if age < state.pack.rules.ages else state
        case ev.PillarTaken(seat=seat, pillar=pillar):
            return replace(state, pillars={**state.pillars, pillar: seat})
        case ev.PillarsBack():
            return replace(state, pillars={})
        case ev.Returned():
            return each_character(
                state, lambda character: replace(character, at=RESERVE) if character.placed else character
            )
        case ev.PlansClosed():
            return _plans(state, event)
        case ev.TokensReturned():
            return each_character(
                state, lambda character: replace(character, token=None) if character.token is not None else character
            )
        case ev.Healed(seat=seat):
            return with_character(state, f"{seat}-olympian", wounded=None)
        case ev.Left(seat=seat):
            return _left(state, seat)
        case ev.Adjusted(change=change):
            return adjusted(state, change)
    return None


def vars_of(mat: Mat) -> dict[str, Any]:
    """The fields of a mat, for a copy of another."""
    return {name: getattr(mat, name) for name in Mat.__dataclass_fields__}


def fresh_mat(state: State, seat: Seat, olympian: str) -> Mat:
    """SET-2, SET-4, CHR-3: an Olympian's material, before anything is gained."""
    rules = state.pack.rules
    characters = {name: Character() for name in ("olympian", *HEROES, "prophet-1")}
    characters |= {f"prophet-{n + 2}": Character(IMPROVEMENT) for n in range(len(rules.prophets_on))}
    tiles = {tile.id: Tile() for tile in state.pack.olympians[olympian].tiles}
    return Mat(olympian, characters=characters, steps={"explore": 1, "defend": 1}, supply=rules.tokens - 2, tiles=tiles)


def _shuffled(state: State, event: ev.Shuffled) -> State:
    match event.what:
        case "exploration":
            return replace(state, exploration=Pile(event.order))
        case "premonitions":
            return replace(state, premonitions=Pile(event.order))
        case "chaos":
            return replace(state, chaos=replace(state.chaos, pile=event.order))
        case "cataclysm":
            return replace(state, cataclysm=event.order)
        case "technologies":
            return replace(state, technology_pile=Pile(event.order))


def _plans(state: State, event: ev.PlansClosed) -> State:
    """PLN-2 to PLN-6."""
    for seat in event.heal:
        state = moved(with_character(state, f"{seat}-olympian", wounded=None), seat, aegis=-state.pack.rules.heal)
    for tokens in event.tokens.values():
        for id, token in tokens.items():
            state = with_character(state, id, token=token)
    for seat, n in event.convert.items():
        state = moved(state, seat, faithful=-n, worker=n)
    for seat, tiles in event.assign.items():
        state = moved(state, seat, worker=-len(tiles))
        for tile in tiles:
            state = with_tile(state, seat, tile, worker=True)
    return state


def _left(state: State, seat: Seat) -> State:
    """GEN-10."""
    for id, whose, _, character in state.characters():
        if whose == seat and character.at != REMOVED:
            state = with_character(state, id, at=REMOVED, token=None, prisoner=False)
    gone = tuple(slot.card for slot in state.factory if slot.seat == seat)
    tokens = sum(slot.token for slot in state.factory if slot.seat == seat)
    mat = state.mats[seat]
    for tile in (tile for tile in gone if tile in mat.tiles):
        state = with_tile(state, seat, tile, worker=False, tasks=())
    state = with_mat(state, seat, supply=mat.supply + tokens)
    return replace(
        state,
        factory=tuple(slot for slot in state.factory if slot.seat != seat),
        lost=(*state.lost, *gone),
        grandeur_order=without(state.grandeur_order, seat),
        turn_order=without(state.turn_order, seat),
    )


# ---- turns -----------------------------------------------------------------------------------------------------------


def _turns(state: State, event: Any) -> State | None:
    match event:
        case ev.TurnBegan(seat=seat):
            return replace(state, turn=seat, acting=None, turn_over=False, mk_used=())
        case ev.TurnEnded():
            return after_turn(replace(state, acting=None, turn_over=False, mk_used=()))
        case ev.Passed(seat=seat):
            for id in state.bearers(seat):
                state = with_character(state, id, token=None)
            return replace(state, passed=(*state.passed, seat))
        case ev.Activated(seat=seat, character=id, bonus=bonus):
            state = with_character(state, id, token=None)
            return replace(moved(state, seat, bonus=-1) if bonus else state, acting=id)
        case ev.Forgone(character=id):
            return with_character(state, id, token=None)
        case ev.Moved(character=id, to=to):
            return with_character(state, id, at=to)
        case ev.Hunted(seat=seat):
            return with_mat(state, seat, hunted=True)
    return None


# ---- the base's places -----------------------------------------------------------------------------------------------


def _base(state: State, event: Any) -> State | None:
    match event:
        case ev.Designed(seat=seat, technology=card):
            plans = (*state.mats[seat].plans, card)
            shown = without(state.open_technologies, card)
            return replace(with_mat(state, seat, plans=plans), open_technologies=shown)
        case ev.Made(seat=seat, technology=card, token=token):
            mat = state.mats[seat]
            state = with_mat(state, seat, plans=without(mat.plans, card), supply=mat.supply - token)
            return replace(state, factory=(*state.factory, InFactory(card, seat, 1, token)))
        case ev.TileSent(seat=seat, tile=tile, token=token):
            state = moved(state, seat, rd=-state.mats[seat].has("rd"))
            state = with_mat(state, seat, supply=state.mats[seat].supply - token)
            state = with_tile(state, seat, tile, worker=False, tasks=(), state="factory")
            return replace(state, factory=(*state.factory, InFactory(tile, seat, 1, token)))
        case ev.FactoryMoved():
            return replace(state, factory=tuple(replace(slot, space=slot.space + 1) for slot in state.factory))
        case ev.LeftFactory(seat=seat, card=card):
            return _out_of_factory(state, seat, card)
        case ev.TempleBuilt(seat=seat, city=city):
            mat = state.mats[seat]
            return with_mat(state, seat, temples=(*mat.temples, city), temples_left=mat.temples_left - 1)
        case ev.Deployed(seat=seat, technology=card, city=city, token=token):
            mat = state.mats[seat]
            state = with_mat(state, seat, ready=without(mat.ready, card), supply=mat.supply - token)
            place = state.cities[city]
            return with_city(state, city, technologies=(*place.technologies, Placed(card, seat, token)))
        case ev.Fulfilled(seat=seat, improvement=n):
            return with_mat(state, seat, improvements=n)
        case ev.ProphetFreed(character=id):
            return with_character(state, id, at=RESERVE)
        case ev.Resurrected(character=id):
            return with_character(state, id, at=RESERVE, prisoner=False)
    return None


def _out_of_factory(state: State, seat: Seat, card: str) -> State:
    """FOR-2, RND-5."""
    mat = state.mats[seat]
    tokens = sum(slot.token for slot in state.factory if slot.card == card)
    state = replace(state, factory=tuple(slot for slot in state.factory if slot.card != card))
    state = with_mat(state, seat, supply=mat.supply + tokens)
    if card in mat.tiles:
        return with_tile(state, seat, card, state="active")
    return with_mat(state, seat, ready=(*mat.ready, card))


# ---- figures ---------------------------------------------------------------------------------------------------------


def _figures(state: State, event: Any) -> State | None:
    match event:
        case ev.Gained(seat=seat, word=word, count=n):
            state = moved(state, seat, **{word: n})
            if word == "spark":
                state = with_mat(state, seat, sparks_gained=state.mats[seat].sparks_gained + n)
            return state
        case ev.Paid(seat=seat, word="foreman"):
            return with_mat(state, seat, foreman=False)
        case ev.Paid(seat=seat, word="prayer", count=n):
            return replace(moved(state, seat, prayer=-n), well=state.well + n)
        case ev.Paid(seat=seat, word=word, count=n) | ev.Lost(seat=seat, word=word, count=n):
            return moved(state, seat, **{word: -n})
        case ev.CampChanged(count=n):
            return replace(state, camp=state.camp + n)
        case ev.WellChanged(count=n):
            return replace(state, well=state.well + n)
        case ev.Transferred(seat=seat, count=n):
            return replace(moved(state, seat, worker=-n), camp=state.camp + n)
        case ev.Stepped(seat=seat, track=track, to=to, workers=workers):
            return replace(_step(state, seat, track, to), camp=state.camp - workers)
        case ev.TokenBack(seat=seat, track=track):
            return _step(state, seat, track, 1)
        case ev.TokenTaken(seat=seat, of=of):
            tokens = {**state.mats[seat].tokens, of: state.mats[seat].tokens.get(of, 0) + 1}
            return with_mat(with_mat(state, seat, tokens=tokens), of, supply=state.mats[of].supply - 1)
        case ev.TokensSpent(seat=seat, spend=spend):
            return tokens_back(state, seat, spend)
    return None


def _step(state: State, seat: Seat, track: str, to: int) -> State:
    return with_mat(state, seat, steps={**state.mats[seat].steps, track: to})


def tokens_back(state: State, seat: Seat, spend: Mapping[Seat, int]) -> State:
    """ART-2, RES-10: spent tokens go back to their owners' supplies."""
    mine = {of: n - spend.get(of, 0) for of, n in state.mats[seat].tokens.items()}
    state = with_mat(state, seat, tokens={of: n for of, n in mine.items() if n})
    for of, n in spend.items():
        state = with_mat(state, of, supply=state.mats[of].supply + n)
    return state


# ---- cards -----------------------------------------------------------------------------------------------------------


def _cards(state: State, event: Any) -> State | None:
    match event:
        case ev.DeckShuffled(seat=seat, order=order):
            decks = {**state.decks, seat: (*state.decks.get(seat, ()), *order)}
            return replace(state, decks=decks, discards={**state.discards, seat: ()})
        case ev.Drew(seat=seat, cards=cards) | ev.Dealt(seat=seat, cards=cards):
            return state.drawn(seat, cards)
        case ev.Discarded(seat=seat, cards=cards):
            return state.discarded(seat, cards)
        case ev.HandsCut(cards=by_seat):
            for seat, cards in by_seat.items():
                state = state.discarded(seat, cards)
            return state
        case ev.PremonitionsDrawn(cards=cards):
            return replace(state, premonitions=state.premonitions.drawn(len(cards))[1])
        case ev.PremonitionGot(seat=seat, card=card, under=under):
            pile = state.premonitions.without(card)
            state = replace(state, premonitions=pile.under(under, seat) if under else pile)
            return with_mat(state, seat, premonitions=(*state.mats[seat].premonitions, card))
        case ev.PremonitionCompleted(seat=seat, card=card):
            mat = state.mats[seat]
            return with_mat(state, seat, premonitions=without(mat.premonitions, card), completed=(*mat.completed, card))
        case ev.Looked(cards=cards):
            return replace(state, exploration=state.exploration.drawn(len(cards))[1])
        case ev.Kept(seat=seat, under=under):
            return replace(state, exploration=state.exploration.under(under, seat)) if under else state
        case ev.CardUnder(card=card):
            return replace(state, exploration=state.exploration.under((card,), EVERYONE))
        case ev.Engaged(seat=seat, card=card):
            mat = state.mats[seat]
            return with_mat(state, seat, adventures=(*mat.adventures, Adventure(card, 1)))
        case ev.AdventureMoved(seat=seat, card=card, site=site):
            moving = (
                replace(adventure, site=site) if adventure.card == card else adventure
                for adventure in state.mats[seat].adventures
            )
            return with_mat(state, seat, adventures=tuple(moving))
        case ev.ModuleWon(seat=seat, card=card):
            mat = state.mats[seat]
            left = tuple(adventure for adventure in mat.adventures if adventure.card != card)
            state = with_mat(state, seat, adventures=left, modules=(*mat.modules, card))
            return limited(state, seat, worker=1)
    return None


# ---- the Hangar ------------------------------------------------------------------------------------------------------


def _hangar(state: State, event: Any) -> State | None:
    match event:
        case ev.WorkerMoved(seat=seat, to=to):
            if to == "foreman":
                return with_mat(state, seat, foreman=True)
            return moved(state, seat, worker=1) if to == "worker" else state
        case ev.MkUsed(power=power):
            return replace(state, mk_used=(*state.mk_used, power))
        case ev.TaskDone(seat=seat, tile=tile, task=task):
            tasks = tuple(sorted((*state.mats[seat].tiles[tile].tasks, task)))
            return with_tile(state, seat, tile, tasks=tasks)
        case ev.TileActivated(seat=seat, tile=tile):
            return with_tile(state, seat, tile, worker=False, tasks=(), state="active")
        case ev.Exhausted(keep=keep, back=back):
            for seat, tiles in keep.items():
                state = moved(state, seat, aegis=-len(tiles))
            for seat, tiles in back.items():
                for tile in tiles:
                    state = with_tile(state, seat, tile, worker=False)
            return state
        case ev.Researched(cubes=cubes):
            for seat, n in cubes.items():
                state = moved(state, seat, rd=-n, vp=n)
            return state
    return None


# ---- Chaos -----------------------------------------------------------------------------------------------------------


def _chaos(state: State, event: Any) -> State | None:
    chaos = state.chaos
    match event:
        case ev.Attracted(card=card) | ev.ChaosCard(card=card):
            opened = replace(chaos, pile=without(chaos.pile, card), open=(*chaos.open, card))
            return replace(state, chaos=opened)
        case ev.CardClosed(card=card):
            closed = replace(chaos, open=without(chaos.open, card), discard=(*chaos.discard, card))
            return replace(state, chaos=closed)
        case ev.ChaosShuffled(order=order):
            return replace(state, chaos=replace(chaos, pile=(*chaos.pile, *order), discard=()))
        case ev.MomentumGained(card=card):
            more = replace(chaos, pile=without(chaos.pile, card), momentum=(*chaos.momentum, card))
            return replace(state, chaos=more)
        case ev.MomentumLost(cards=cards):
            return replace(state, chaos=_momentum_lost(state, cards))
        case ev.Unleashed(cards=cards):
            return replace(state, chaos=_momentum_lost(state, cards), camp=0, well=0)
        case ev.Progressed(to=to):
            return replace(state, chaos=replace(chaos, space=min(to, state.pack.rules.spaces)))
        case ev.ChaosPlaced(space=space):
            return replace(state, chaos=replace(chaos, space=space))
        case ev.CityDestroyed(city=city):
            state = replace(state, cataclysm=without(state.cataclysm, city))
            return with_city(state, city, destroyed=True)
        case ev.Absorbed():
            return _absorbed(state, event)
    return None


def _momentum_lost(state: State, cards: tuple[str, ...]) -> Any:
    chaos = state.chaos
    kept = tuple(card for card in chaos.momentum if card not in cards)
    return replace(chaos, momentum=kept, discard=(*chaos.discard, *cards))


def _absorbed(state: State, event: ev.Absorbed) -> State:
    """CAT-3, CAT-4."""
    for placed in state.cities[event.city].technologies:
        mat = state.mats[placed.seat]
        state = with_mat(state, placed.seat, supply=mat.supply + placed.token)
    for seat in event.temples:
        state = with_mat(state, seat, temples=without(state.mats[seat].temples, event.city))
    for id in event.characters:
        if kind_of(id) == "olympian":
            state = with_character(state, id, at=RESERVE, token=None, wounded="now")
        else:
            state = with_character(state, id, at=REMOVED, token=None)
    state = with_city(state, event.city, technologies=())
    return replace(state, lost=(*state.lost, *(card for card, _ in event.technologies)))


# ---- Combats ---------------------------------------------------------------------------------------------------------


def _combat(state: State, event: Any) -> State | None:
    match event:
        case ev.CommittedTo(seat=seat, cards=cards, determination=n, tokens=tokens, energy=energy):
            state = moved(state.off_hand(seat, cards), seat, determination=-n, energy=-energy)
            return tokens_back(state, seat, tokens) if tokens else state
        case ev.CombatCards(seat=seat, cards=cards):
            return state.laid_down(seat, cards)
        case ev.Defeated(character=id, to=to):
            over = state.turn_over or (state.phase == "action" and owner(id) == state.turn)
            if to == "underworld":
                state = with_character(state, id, at="underworld", token=None, prisoner=True)
            else:
                state = with_character(state, id, at=RESERVE, token=None, wounded="now")
            return replace(state, turn_over=over)
    return None


# ---- small things ----------------------------------------------------------------------------------------------------


def without(those: tuple[T, ...], gone: T) -> tuple[T, ...]:
    """These without one."""
    return tuple(item for item in those if item != gone)


def with_mat(state: State, seat: Seat, /, **changes: Any) -> State:
    """The state with these fields of a seat's mat changed."""
    return replace(state, mats={**state.mats, seat: copied(state.mats[seat], changes)})


def moved(state: State, seat: Seat, /, **counts: int) -> State:
    """The state with so much more or less in a seat's purse; GRA-2: who comes to another Grandeur, comes last to it."""
    purse = dict(state.mats[seat].purse)
    for word, n in counts.items():
        purse[word] = max(0, purse.get(word, 0) + n)
    state = with_mat(state, seat, purse={word: n for word, n in purse.items() if n})
    if counts.get("grandeur"):
        grandeur = {seat: mat.has("grandeur") for seat, mat in state.mats.items()}
        state = replace(state, grandeur_order=ranked(state.grandeur_order, grandeur, seat))
    return state


def limited(state: State, seat: Seat, /, **counts: int) -> State:
    """PAY-4: as `moved`, up to the limits."""
    mat = state.mats[seat]
    purse: Purse = gained(mat.purse, counts, state.pack.limits)
    return with_mat(state, seat, purse=purse)


def with_tile(state: State, seat: Seat, tile: str, /, **changes: Any) -> State:
    tiles = state.mats[seat].tiles
    return with_mat(state, seat, tiles={**tiles, tile: copied(tiles[tile], changes)})


def with_character(state: State, id: str, /, **changes: Any) -> State:
    seat, name = owner(id), name_of(id)
    characters = state.mats[seat].characters
    return with_mat(state, seat, characters={**characters, name: copied(characters[name], changes)})


def with_city(state: State, city: str, /, **changes: Any) -> State:
    changed: City = copied(state.cities[city], changes)
    return replace(state, cities={**state.cities, city: changed})


def each_character(state: State, change: Callable[[Character], Character]) -> State:
    """The state with every character changed."""
    mats = dict(state.mats)
    for seat, mat in mats.items():
        characters = {name: change(character) for name, character in mat.characters.items()}
        if any(characters[name] is not character for name, character in mat.characters.items()):
            mats[seat] = replace(mat, characters=characters)
    return replace(state, mats=mats)
