"""The actions of the places (OLY, FOR, MOR, ORA, MOI, UND, COL, FGT): what may be done, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import surroundings
from rules.hybris.flow.factory import put_in
from rules.hybris.flow.gains import draw, gains
from rules.hybris.packs import words
from rules.hybris.packs.words import Price
from rules.hybris.powers import less, limit, more
from rules.hybris.prices import payment
from rules.hybris.state import HEROES, State, kind_of, owner
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no
from rules.kernel.run import Run

WHERE = {
    "convert": "olympus", "design": "olympus", "make": "forge", "influence": "mortal-world", "deploy": "mortal-world",
    "perceive": "oracle", "fulfil": "moirai", "drain": "underworld", "resurrect": "underworld", "train": "colosseum",
    "explore": "surroundings", "defend": "surroundings",
}  # fmt: skip
"""The place of each action but Fight."""


def tag(command: cmd.Action) -> str:
    """The name of an action."""
    return str(command.kind)  # type: ignore[union-attr]  # the tag of a command


# ---- judging ---------------------------------------------------------------------------------------------------------


def fault(state: State, seat: Seat, character: str, command: cmd.Action) -> Refusal | None:
    """Why a character that has arrived may not do this."""
    figure = state.character(character)
    assert figure is not None
    if (wanted := WHERE.get(tag(command))) is not None:
        here = "mortal-world" if figure.at in state.cities else figure.at
        if here != wanted:
            return no("ACT-3", "wrong-place", action=tag(command), needs=wanted, at=figure.at)
    match command:
        case cmd.Convert():
            return _convert_fault(state, seat, command)
        case cmd.Design(technology=card):
            if len(state.mats[seat].plans) >= (most := limit(state, seat, "plans")):
                return no("OLY-2", "plan-limit", most=most)
            return None if card in state.open_technologies else no("OLY-2", "not-open", technology=card)
        case cmd.Make():
            payment = make_payment(state, seat, command)
            return payment if isinstance(payment, Refusal) else None
        case cmd.Influence(temple=True):
            return _temple_fault(state, seat, figure.at)
        case cmd.Deploy(technology=card):
            return _deploy_fault(state, seat, figure.at, card)
        case cmd.Fulfil(count=count):
            return _fulfil_fault(state, seat, count)
        case cmd.Resurrect(hero=hero):
            return _resurrect_fault(state, seat, hero)
        case cmd.Explore() | cmd.Defend():
            if kind_of(character) == "prophet":
                return no("LOC-4", "prophet")
            return surroundings.move_fault(state, seat, command)
        case cmd.Fight(target=target):
            return _fight_fault(state, seat, character, target)
    return None


def _convert_fault(state: State, seat: Seat, command: cmd.Convert) -> Refusal | None:
    """OLY-1."""
    figures, has = state.pack.rules.convert, state.mats[seat].has("prayer")
    needs = prayers(state, command)
    most = figures.most + more(state, seat, "convert")
    if not needs:
        return no("OLY-1", "nothing-to-convert")
    if needs > most:
        return no("OLY-1", "too-many", most=most, needs=needs)
    return no("PAY-1", "too-few", word="prayer", needs=needs, has=has) if needs > has else None


def prayers(state: State, command: cmd.Convert) -> int:
    """OLY-1: the Prayers that a conversion costs."""
    return state.pack.rules.convert.spark * (command.sparks or 0) + sum(
        amount or 0 for amount in (command.vp, command.cards, command.faithful)
    )


def make_price(state: State, seat: Seat, plan: str) -> tuple[Price, ...]:
    """FOR-1: a plan's Aegis, lowered by powers."""
    n = max(0, state.pack.technologies[plan].aegis - less(state, seat, "make"))
    return (Price("aegis", n),) if n else ()


def make_payment(state: State, seat: Seat, command: cmd.Make) -> list[Any] | Refusal:
    """FOR-1, RND-2: the events by which something made is paid, or why it cannot be made."""
    mat = state.mats[seat]
    if (command.plan is None) == (command.tile is None):
        return no("FOR-1", "bad-shape")
    if command.plan is not None:
        if command.plan not in mat.plans:
            return no("FOR-1", "not-yours", technology=command.plan)
        return payment(state, seat, make_price(state, seat, command.plan), command.plan)
    tile = mat.tiles.get(command.tile or "")
    if tile is None:
        return no("FOR-1", "not-yours", tile=command.tile)
    if mat.has("rd") < state.pack.limits["rd"]:
        return no("RND-2", "factory", why="gauge", has=mat.has("rd"))
    if tile.state != "open":
        return no("RND-2", "factory", why="active" if tile.state == "active" else "in-factory")
    return []


def _temple_fault(state: State, seat: Seat, city: str) -> Refusal | None:
    """MOR-1: the City's Faithful count, as they are gained first."""
    mat = state.mats[seat]
    if city in mat.temples:
        return no("MOR-1", "temple", why="there")
    if not mat.temples_left:
        return no("MOR-1", "temple", why="none-left")
    needs = sum(price.n for price in words.prices(state.pack.rules.temple.price) if price.pay == "faithful")
    has = mat.has("faithful") + influence_gain(state, seat, city)
    return no("PAY-1", "too-few", word="faithful", needs=needs, has=has) if has < needs else None


def influence_gain(state: State, seat: Seat, city: str) -> int:
    """MOR-1: the Faithful of a City, raised by powers."""
    return state.pack.cities[city].faithful + more(state, seat, "influence")


def _deploy_fault(state: State, seat: Seat, city: str, card: str) -> Refusal | None:
    """MOR-2."""
    if card not in state.mats[seat].ready:
        return no("MOR-2", "not-ready", technology=card)
    most = state.pack.rules.deploy.most
    return no("MOR-2", "city-full", most=most) if len(state.cities[city].technologies) >= most else None


def improvement_price(state: State, seat: Seat, n: int, lower: int) -> tuple[Price, ...]:
    """IMP-2: the price of the Improvement of this number, from 1, lowered by so much Aegis."""
    prices = words.prices(state.pack.rules.improvements.prices[n - 1])
    return tuple(
        Price(price.pay, price.n - lower) if price.pay == "aegis" else price
        for price in prices
        if price.pay != "aegis" or price.n > lower
    )


def _fulfil_fault(state: State, seat: Seat, count: int) -> Refusal | None:
    """MOI-1: so many can be paid one after the other, with what the powers won by the first change for the next."""
    mat = state.mats[seat]
    if mat.improvements + count > len(state.row(seat).improvements):
        return no("MOI-1", "all-fulfilled", has=mat.improvements)
    purse, lower = dict(mat.purse), less(state, seat, "fulfil")
    for n in range(mat.improvements + 1, mat.improvements + count + 1):
        for price in improvement_price(state, seat, n, lower):
            if purse.get(price.pay, 0) < price.n:
                return no("PAY-1", "too-few", word=price.pay, needs=price.n, has=purse.get(price.pay, 0))
            purse[price.pay] = purse.get(price.pay, 0) - price.n
        won = words.power(power) if (power := state.row(seat).improvements[n - 1].power) else None
        if won is not None and (won.form, won.what) == ("less", "fulfil"):
            lower += won.n
    return None


def resurrect_price(state: State, seat: Seat) -> tuple[Price, ...]:
    """UND-2."""
    n = max(0, 1 - less(state, seat, "resurrect"))
    return (Price("faithful", n),) if n else ()


def _resurrect_fault(state: State, seat: Seat, hero: str) -> Refusal | None:
    """UND-2."""
    prisoner = state.character(hero)
    if prisoner is None:
        return no("GEN-9", "unknown-piece", character=hero)
    if owner(hero) != seat:
        return no("CHR-1", "not-yours", character=hero)
    if not prisoner.prisoner:
        return no("UND-2", "no-prisoner", character=hero)
    paid = payment(state, seat, resurrect_price(state, seat), "resurrect")
    return paid if isinstance(paid, Refusal) else None


def _fight_fault(state: State, seat: Seat, character: str, target: str) -> Refusal | None:
    """FGT-1, CHR-4, CHR-6."""
    if kind_of(character) == "prophet":
        return no("CHR-6", "prophet")
    foe, mine = state.character(target), state.character(character)
    if foe is None:
        return no("GEN-9", "unknown-piece", character=target)
    assert mine is not None
    if owner(target) == seat or not foe.placed or foe.at != mine.at:
        return no("FGT-1", "no-foe", character=target)
    return no("CHR-6", "prophet") if kind_of(target) == "prophet" else None


# ---- doing -----------------------------------------------------------------------------------------------------------


def drained(state: State, seat: Seat, kind: str) -> str:
    """UND-1: what a character of a kind drains."""
    return f"aegis {getattr(state.pack.rules.drain, kind) + more(state, seat, 'drain')}"


def perform(run: Run[State], seat: Seat, character: str, command: cmd.Action) -> None:
    """Carries out an action. The deed is told when all that it sets off is settled (TSK-3)."""
    figure = run.state.character(character)
    assert figure is not None
    run.emit(ev.Acted(seat, tag(command), character, _named(command)))
    run.push(fr.Deed(seat, (tag(command),)))
    place, kind, rules = figure.at, kind_of(character), run.state.pack.rules
    match command:
        case cmd.Convert():
            _convert(run, seat, command)
        case cmd.Design(technology=card):
            run.emit(ev.Designed(seat, card))
            if run.state.technology_pile.cards:
                run.emit(ev.TechnologyShown(run.state.technology_pile.cards[0]))
        case cmd.Make():
            paid = make_payment(run.state, seat, command)
            assert not isinstance(paid, Refusal)
            run.emit(*paid)
            put_in(run, seat, command.plan, command.tile)
        case cmd.Influence():
            run.emit(ev.Gained(seat, "faithful", influence_gain(run.state, seat, place), "MOR-1", place))
            if command.temple:
                _temple(run, seat, place)
        case cmd.Deploy(technology=card):
            _deploy(run, seat, place, card)
        case cmd.Perceive():
            _perceive(run, seat)
        case cmd.Fulfil(count=count):
            run.push(fr.Fulfilling(seat, count))
        case cmd.Drain():
            run.push(gains(seat, drained(run.state, seat, kind), "UND-1", "underworld"))
        case cmd.Resurrect(hero=hero):
            paid = payment(run.state, seat, resurrect_price(run.state, seat), "resurrect")
            assert not isinstance(paid, Refusal)
            run.emit(*paid, ev.Resurrected(seat, hero))
            run.push(gains(seat, "determination 1", "UND-2", "underworld"))
        case cmd.Train():
            draw(run, seat, more(run.state, seat, "train"))
            run.push(gains(seat, getattr(rules.train, kind), "COL-1", "colosseum"))
        case cmd.Explore():
            surroundings.move(run, seat, command)
            surroundings.look(run, seat, character)
        case cmd.Defend():
            surroundings.move(run, seat, command)
            surroundings.defend(run, seat, character)
        case cmd.Fight(target=target):
            run.push(fr.Combat(seat, "fight", character, target))


def _named(command: cmd.Action) -> Any:
    """The thing that an action names."""
    names = ("technology", "plan", "tile", "hero", "target", "count", "temple")
    return next((value for name in names if (value := getattr(command, name, None)) is not None), None)


def _convert(run: Run[State], seat: Seat, command: cmd.Convert) -> None:
    """OLY-1."""
    run.emit(ev.Paid(seat, "prayer", prayers(run.state, command), "convert"))
    parts = {"spark": command.sparks, "vp": command.vp, "card": command.cards, "faithful": command.faithful}
    text = ", ".join(f"{word} {n}" for word, n in parts.items() if n)
    run.push(gains(seat, text, "OLY-1", "olympus"))


def _temple(run: Run[State], seat: Seat, city: str) -> None:
    """MOR-1."""
    temple = run.state.pack.rules.temple
    paid = payment(run.state, seat, words.prices(temple.price), "temple")
    assert not isinstance(paid, Refusal)
    run.emit(*paid, ev.TempleBuilt(seat, city))
    run.push(gains(seat, temple.gain, "MOR-1", city))


def _deploy(run: Run[State], seat: Seat, city: str, card: str) -> None:
    """MOR-2: VP, reward, Goodness and Spark; Grandeur where the City favours the type."""
    row, rules = run.state.pack.technologies[card], run.state.pack.rules.deploy
    run.emit(ev.Deployed(seat, card, city, run.state.mats[seat].supply > 0))
    favoured = run.state.pack.cities[city].favours == row.type
    parts = [f"vp {row.vp}" if row.vp else "", row.reward, rules.gain, rules.favoured if favoured else ""]
    run.push(gains(seat, ", ".join(part for part in parts if part), "MOR-2", card))


def _perceive(run: Run[State], seat: Seat) -> None:
    """ORA-1: Premonitions are looked at, one is kept; then Prayers come from the Well."""
    figures = run.state.pack.rules.perceive
    run.push(fr.Gains(seat, (words.Gain("well", figures.prayers),), "ORA-1", "oracle"))
    cards = run.state.premonitions.cards[: figures.draw + more(run.state, seat, "perceive")]
    if cards:
        run.emit(ev.PremonitionsDrawn(seat, cards))
        run.push(fr.Choosing(seat, "premonition", cards, 1, "oracle"))


# ---- listing ---------------------------------------------------------------------------------------------------------


def drafts(state: State, seat: Seat, character: str) -> Iterator[cmd.Action]:
    """Every action that a character could think of where it is, legal or not; what it names besides left open."""
    figure, mat = state.character(character), state.mats[seat]
    assert figure is not None
    match figure.at:
        case "olympus":
            yield cmd.Convert()
            yield from (cmd.Design(card) for card in state.open_technologies)
        case "forge":
            yield from (cmd.Make(plan=card) for card in mat.plans)
            if mat.has("rd"):
                yield from (cmd.Make(tile=tile) for tile, row in mat.tiles.items() if row.state == "open")
        case "oracle":
            yield cmd.Perceive()
        case "moirai":
            left = len(state.row(seat).improvements) - mat.improvements
            for count in range(1, left + 1):
                yield cmd.Fulfil(count)
                if _fulfil_fault(state, seat, count) is not None:
                    break
        case "underworld":
            yield cmd.Drain()
            yield from (cmd.Resurrect(f"{seat}-{name}") for name in HEROES if mat.characters[name].prisoner)
        case "colosseum":
            yield cmd.Train()
        case "surroundings":
            yield cmd.Explore()
            yield cmd.Defend()
        case city if city in state.cities:
            yield cmd.Influence()
            yield from (cmd.Deploy(card) for card in mat.ready)
    if kind_of(character) != "prophet":
        for foe in state.standing(figure.at):
            if owner(foe) != seat and kind_of(foe) != "prophet":
                yield cmd.Fight(foe)
