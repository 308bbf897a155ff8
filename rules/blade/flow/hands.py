"""Manipulation and objects carried out (MNP, ITM, BRD-12, BRD-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import area, rolls
from rules.blade.flow.choices import OrderedChoice, PlayersChoice
from rules.blade.flow.life import spend
from rules.blade.flow.turn import interrupt
from rules.blade.legality import hands as law
from rules.blade.legality.common import affordable
from rules.blade.measure import load, roll_hindering, seat_of
from rules.blade.packs.scenarios import ObjectRow
from rules.blade.state import Hero, State
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]
POTION = 2
"""ITM-7."""


def _simple(run: R, who: str, why: str, gems: int = 1) -> None:
    """MNP-2, STP-5."""
    interrupt(run, who)
    spend(run, who, law.BOX, gems, why)


# ---- items -----------------------------------------------------------------------------------------------------------


def take(run: R, command: cmd.Take) -> None:
    """MNP-4, MNP-6."""
    _simple(run, command.who, "take")
    run.emit(ev.ItemTaken(command.who, command.item, "ground"))


def give(run: R, seat: Seat, command: cmd.Give | cmd.Receive) -> None:
    """MNP-5: when another player holds the other hero, that player agrees first (VAR-4)."""
    giver, taker = (command.who, command.to) if isinstance(command, cmd.Give) else (command.from_, command.who)
    other = taker if giver == command.who else giver
    asked = run.state.seat_of_hero(other)
    if asked != seat and run.state.options.consent == "ask":
        run.push(fr.Consenting(asked, command.item, giver, taker, command.who))
    else:
        _pass(run, command.item, giver, taker, command.who)


def _pass(run: R, item: str, giver: str, taker: str, payer: str) -> None:
    _simple(run, payer, "pass")
    run.emit(ev.Gave(item, giver, taker))


class ConsentHandler(OrderedChoice[fr.Consenting]):
    """MNP-5."""

    kind = "consent"
    subject = "payer"
    answered_by: ClassVar = (cmd.Consent, "agree")
    clause = "MNP-5"

    def params(self, state: State, frame: fr.Consenting, seat: Seat) -> Json:
        return {"item": frame.item, "from": frame.giver, "to": frame.taker, "payer": frame.payer}

    def chosen(self, run: R, frame: fr.Consenting, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice:
            _pass(run, frame.item, frame.giver, frame.taker, frame.payer)
        else:
            run.emit(ev.ItemRefused(frame.item, frame.taker if frame.payer == frame.giver else frame.giver))


def drop(run: R, seat: Seat, command: cmd.Drop) -> None:
    """MNP-13, ITM-9: free; what explodes goes off in the own zone."""
    zone = run.state.at(command.who)
    run.emit(ev.Dropped(command.who, command.item, zone))
    if run.state.item(command.item).use == "orb":
        area.explode(run, seat, command.who, command.item, zone)


def use(run: R, command: cmd.UseItem) -> None:
    """ITM-7: from wounds to the reserve, then owed is lowered, then from fatigue to the reserve."""
    gems = run.state.hero(command.who).gems
    wounds = min(POTION, gems.wounds)
    owed = min(POTION - wounds, gems.owed)
    fatigue = min(POTION - wounds - owed, gems.fatigue)
    run.emit(
        ev.Healed(command.who, wounds=wounds, owed=owed, fatigue=fatigue), ev.ItemLost(command.item, who=command.who)
    )


# ---- complex manipulations -------------------------------------------------------------------------------------------


def _attempt(run: R, seat: Seat, frame: fr.Manipulating, enough: int) -> None:
    """MNP-7: the pot is thrown; hindering is counted now (HIN-7)."""
    ignored = roll_hindering(run.state, frame.who)
    run.push(replace(frame, ignored=ignored))
    rolls.throw(run, frame.who, "manipulation", frame.pot, seat, enough=enough + ignored)


def throw(run: R, seat: Seat, command: cmd.Throw) -> None:
    """MNP-12."""
    assert command.gems is not None
    assert command.zone is not None
    _simple(run, command.who, "throw", command.gems)
    pot = law.pot(run.state, command.who, command.gems, (), lock=False)
    steps = len(run.state.board.map.line(run.state.at(command.who), command.zone)) - 1
    _attempt(run, seat, fr.Manipulating(command.who, "throw", command.item, pot, zone=command.zone), steps)


def door(run: R, seat: Seat, command: cmd.Door) -> None:
    """BRD-12, MNP-9."""
    state = run.state
    if command.to != "unlocked" or law.is_key(state, command.door, command.item):
        _simple(run, command.who, "door")
        run.emit(ev.DoorMoved(command.door, "closed" if command.to == "closed" else "open", command.who))
        return
    assert command.gems is not None
    _simple(run, command.who, "lock", command.gems)
    items = () if command.item is None else (command.item,)
    pot = law.pot(state, command.who, command.gems, items, lock=True)
    _attempt(
        run, seat, fr.Manipulating(command.who, "door", command.door, pot), state.door_row(command.door).difficulty
    )


def search_door(run: R, seat: Seat, command: cmd.SearchDoor) -> None:
    """BRD-14."""
    assert command.gems is not None
    door = law.secret_between(run.state, command.border)
    assert door is not None
    _simple(run, command.who, "search", command.gems)
    pot = law.pot(run.state, command.who, command.gems, (), lock=False)
    _attempt(run, seat, fr.Manipulating(command.who, "search", door, pot), law.SECRET_DIFFICULTY)


def handle(run: R, seat: Seat, command: cmd.Handle) -> None:
    """MNP-1, MNP-7, MNP-9."""
    state, row = run.state, run.state.object(command.object)
    if not row.complex:
        _simple(run, command.who, "handle")
        _handled(run, command.who, command.object, row)
        return
    assert command.gems is not None
    _simple(run, command.who, "handle", command.gems)
    pot = law.pot(
        state, command.who, command.gems, command.items or (), row.locked, bonus_dice(state, command.who, row)
    )
    _attempt(
        run, seat, fr.Manipulating(command.who, "handle", command.object, pot), still_needed(state, command.object)
    )


def bonus_dice(state: State, who: str, row: ObjectRow) -> Sequence[str]:
    """The dice that an object gives to bearers of a skill."""
    from rules.blade.measure import has_skill

    return row.skill.dice if row.skill is not None and has_skill(state, who, row.skill.id) else ()


def still_needed(state: State, object: str) -> int:
    """MNP-8: the successes that an object needs, less those made before."""
    row = state.object(object)
    return (row.progress or row.difficulty) - (state.objects[object].progress if row.progress else 0)


class ManipulationHandler(Handler[State, fr.Manipulating, R]):
    """MNP-8: the result of a complex manipulation."""

    def step(self, run: R, frame: fr.Manipulating) -> None:
        assert frame.dice is not None
        run.pop()
        state = run.state
        shown = rolls.total(state, frame.dice)
        ignored = min(shown, frame.ignored)
        if ignored:
            run.emit(ev.Reduced("HIN-4", ignored))
        result = shown - ignored
        if not state.on_board(frame.who):
            return
        match frame.what:
            case "throw":
                _fly(run, frame, result)
            case "search":
                success = result >= law.SECRET_DIFFICULTY
                run.emit(ev.Tried(frame.who, "search", frame.id, result, success))
                if success:
                    run.emit(ev.DoorMoved(frame.id, "open", frame.who, found=True))
            case "door":
                success = result >= state.door_row(frame.id).difficulty
                run.emit(ev.Tried(frame.who, "door", frame.id, result, success))
                if success:
                    run.emit(ev.DoorMoved(frame.id, "open", frame.who))
            case "handle":
                success = result >= still_needed(state, frame.id)
                run.emit(ev.Tried(frame.who, "handle", frame.id, result, success))
                row, thing = state.object(frame.id), state.objects[frame.id]
                if success:
                    _handled(run, frame.who, frame.id, row)
                elif row.progress and result:
                    run.emit(ev.ObjectHandled(frame.id, frame.who, False, thing.progress + result))


def _handled(run: R, who: str, object: str, row: ObjectRow) -> None:
    """What handling an object does: it spends an item, opens a chest (MNP-10), runs its operations."""
    state = run.state
    if row.needs_item is not None and row.spends_item:
        spent = law.needed_item(state, who, row.needs_item)
        assert spent is not None
        carried = spent in state.hero(who).items
        run.emit(ev.ItemLost(spent, who=who) if carried else ev.ItemLost(spent, zone=state.at(who)))
    run.emit(ev.ObjectHandled(object, who, True, stays=row.stays))
    items = tuple(new_items(state, row.contents))
    drawn = state.deck[: row.draw]
    if row.do:
        run.push(fr.ObjectScript(object, who))
    if drawn:
        run.emit(ev.Drew(drawn))  # ITM-12
    if items or drawn:
        run.push(fr.Looting(state.seat_of_hero(who), who, (*items, *drawn)))


def new_items(state: State, cards: Sequence[str]) -> list[str]:
    """Ids for copies of cards that come into the match: the lowest that are free."""
    used = {id for hero in state.heroes for id in hero.items} | set(state.deck)
    used |= {id for items in state.ground.values() for id in items}
    items = []
    for card in cards:
        id, n = card, 2
        while id in used:
            id, n = f"{card}-{n}", n + 1
        used.add(id)
        items.append(id)
    return items


# ---- loot and throws -------------------------------------------------------------------------------------------------


class LootHandler(PlayersChoice[fr.Looting]):
    """MNP-10, MNP-11: any of the contents for nothing; load is checked once, at the end."""

    kind = "loot"
    answered_by: ClassVar = (cmd.Loot, "take")
    clause = "MNP-10"

    def choices(self, state: State, frame: fr.Looting, seat: Seat) -> Sequence[Any]:
        return [list(fitting(state, frame)), *([item] for item in frame.items if fitting(state, frame) != (item,)), []]

    def params(self, state: State, frame: fr.Looting, seat: Seat) -> Json:
        return {"who": frame.who, "items": list(frame.items)}

    def options(self, state: State, frame: fr.Looting, seat: Seat) -> list[Json]:
        from rules.kernel.handlers import illegal, legal

        rows: list[Json] = []
        for choice in self.choices(state, frame, seat):
            row, fault = self.saying(choice), self._fault(state, frame, cmd.Loot(tuple(choice)))
            if row not in [known["command"] for known in rows]:
                rows.append(legal(row) if fault is None else illegal(row, fault))
        return rows

    def resolve(self, state: State, frame: fr.Looting, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Loot):
            return super().resolve(state, frame, seat, command)
        return self._fault(state, frame, command) or command

    def _fault(self, state: State, frame: fr.Looting, command: cmd.Loot) -> Any:
        for item in command.take:
            if item not in frame.items or command.take.count(item) > 1:
                return no("MNP-10", "not-here", what=item, zone=state.at(frame.who))
        for item in command.drop:
            if (fault := law.carried(state, frame.who, item)) is not None or command.drop.count(item) > 1:
                return fault or no("MNP-11", "not-carried", item=item)
        return law.room_for(state, frame.who, *command.take, without=command.drop)

    def commands(self, state: State, frame: fr.Looting, seat: Seat, rng: Any) -> Any:
        rows = [row["command"] for row in self.options(state, frame, seat) if row["legal"]]
        yield from rng.sample(rows, len(rows))

    def answer(self, run: R, frame: fr.Looting, seat: Seat, command: Any) -> None:
        run.pop()
        zone = run.state.at(frame.who)
        run.emit(*(ev.Dropped(frame.who, item, zone) for item in command.drop))
        run.emit(*(ev.ItemTaken(frame.who, item, "chest") for item in command.take))
        run.emit(*(ev.ItemPut(item, zone) for item in frame.items if item not in command.take))


def fitting(state: State, frame: fr.Looting) -> tuple[str, ...]:
    """The contents that a hero can carry besides what it has, taken in order."""
    hero = state.hero(frame.who)
    room, items = state.card(hero).load.max - load(state, hero), list[str]()
    for item in frame.items:
        if state.item(item).load <= room:
            room -= state.item(item).load
            items.append(item)
    return tuple(items)


def _fly(run: R, frame: fr.Manipulating, successes: int) -> None:
    """MNP-12, MNP-16: along the line, at most as many zones as successes; ITM-8 where it lands."""
    state = run.state
    line = state.board.map.line(state.at(frame.who), frame.zone)
    landed = line[min(successes, len(line) - 1)]
    run.emit(ev.Threw(frame.who, frame.id, frame.zone, landed, successes))
    if state.item(frame.id).use == "orb":
        area.explode(run, state.seat_of_hero(frame.who), frame.who, frame.id, landed)
        return
    seats = tuple(
        dict.fromkeys(
            seat for seat in state.seats for id in catchers(run.state, frame.id, landed) if seat_of(state, id) == seat
        )
    )
    if seats:
        run.push(fr.Catching(seats[0], frame.id, landed, seats[1:]))


def catchers(state: State, item: str, zone: str) -> list[str]:
    """MNP-15: the aggressive heroes in a zone who can catch."""
    return [id for id in state.within(zone, "heroes") if _can_catch(state, id, item)]


def _can_catch(state: State, id: str, item: str) -> bool:
    character = state.who(id)
    if not isinstance(character, Hero) or character.stance != "aggressive":
        return False
    fault = law.afloat(state, id) or law.simple(state, id) or law.room_for(state, id, item) or affordable(state, id, 1)
    return fault is None


class CatchHandler(OrderedChoice[fr.Catching]):
    """MNP-15."""

    kind = "catch"
    subject = None
    answered_by: ClassVar = (cmd.Catch, "by")
    clause = "MNP-15"

    def choices(self, state: State, frame: fr.Catching, seat: Seat) -> Sequence[Any]:
        return [None, *(id for id in catchers(state, frame.item, frame.zone) if seat_of(state, id) == frame.seat)]

    def params(self, state: State, frame: fr.Catching, seat: Seat) -> Json:
        return {"item": frame.item, "zone": frame.zone}

    def chosen(self, run: R, frame: fr.Catching, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is not None:
            _simple(run, choice, "catch")
            run.emit(ev.Caught(choice, frame.item))
        elif frame.rest:
            run.push(fr.Catching(frame.rest[0], frame.item, frame.zone, frame.rest[1:]))
