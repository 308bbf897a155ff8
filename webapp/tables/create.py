"""Creates a table from chosen options, for the lobby and for the API."""

import asyncio
import random
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.refusals import Refusal, Refused
from webapp.games.contract import Game, Json
from webapp.security import codes
from webapp.store import StoreProblem
from webapp.tables.commands import over_whole_match
from webapp.tables.registry import registry
from webapp.tables.seats import NOT_SEATED
from webapp.tables.settings import TableSettings
from webapp.tables.table import Table

PREPARATIONS = 20
"""The most answers given for the players before a table is ready to play."""


async def make(
    title: Game,
    chosen: Mapping[str, Any],
    name: str,
    settings: TableSettings,
    seat_password: str,
    watch_password: str,
    *,
    by: str = "",
) -> Table:
    """A new table. A value that a choice does not offer counts as its default. Raises :class:`Refused` where the
    options make no match, and what :meth:`Registry.adopt` raises."""
    options = options_of(title, chosen)
    agreed = replace(settings, seat_password=await _hashed(seat_password), watch_password=await _hashed(watch_password))
    return await _created(options, name, title.key, agreed, by)


def options_of(game: Game, chosen: Mapping[str, Any]) -> Json:
    """The options of a match for the chosen values; a value that a choice does not offer, or that does not go with the
    choices before it, counts as the default, or the first that does."""
    taken: dict[str, str] = {}
    for choice in game.choices:
        taken[choice.key] = choice.taken(chosen.get(choice.key), taken)
    options = {choice.key: choice.option(taken[choice.key]) for choice in game.choices}
    several = {choice.key: choice.option(chosen.get(choice.key)) for choice in game.several}
    options |= {key: values for key, values in several.items() if values is not None}
    packs = [] if game.packs is None else game.packs.needed(options)
    return options | ({"packs": packs} if len(packs) > 1 else {})


async def arrange(table: Table, session: str, chosen: Mapping[str, Any]) -> Refusal | None:
    """Changes the options of a match that has not begun, as :meth:`Table.arrange`. None, or the refusal."""
    try:
        return await table.arrange(session, options_of(table.game, chosen))
    except ValueError as problem:
        return _impossible(problem)


def players_of(game: Game) -> tuple[int, int]:
    """The least and the greatest number of players of a game."""
    plain = options_of(game, {})
    changed = [{**plain, choice.key: choice.option(value)} for choice in game.choices for value in choice.values]
    counts = [len(game.seats(options)) for options in (plain, *changed)]
    return min(counts), max(counts)


async def play_now(game: Game, session: str, name: str) -> Table | Refusal:
    """A table at which a browser has the seat of a lone person and bots have all others, with everything prepared that
    the game allows. Raises :class:`StoreProblem`."""
    try:
        table = await make(game, game.quick.choices, "", TableSettings(), "", "", by=session)
    except Refused as refused:
        return refused.refusal
    dice, given = random.Random(secrets.randbits(63)), list[Json]()
    for _ in range(PREPARATIONS):
        asked = {
            seat: decision
            for seat, decision in table.match.decisions.items()
            if decision["kind"] in game.quick.prepared
        }
        if not asked:
            break
        seat, decision = next(iter(asked.items()))
        ready = [option["command"] for option in decision["options"] if option["legal"] and not option["needs"]]
        if not ready:
            break
        # Nobody is dealt what another has: two sides of the same pieces are hard to tell apart.
        chosen = dice.choice([command for command in ready if command not in given] or ready)
        given.append(chosen)
        if await table.submit_as(seat, {**chosen, "decision": decision["id"]}) is not None:
            break
    refusal = await against_bots(table, next(iter(game.bots)), session, name)
    return refusal or table


async def against_bots(table: Table, bot: str, session: str, name: str) -> Refusal | None:
    """Gives a browser the seat of a lone person, and bots all others. None, or the refusal."""
    mine = table.game.lone_seat(table.options)
    for seat in table.seat_keys:
        if seat != mine and (refusal := await table.seat_bot(seat, bot)) is not None:
            return refusal
    return await table.hand_over(mine, session, name)


async def rematch(table: Table, session: str, *, sides: bool = True) -> Table | Refusal:
    """A new table of the same kind for the same players, with the lists that they brought: each one seat further, or
    without `sides` in the same seats. The first player who asks creates it, chooses, and is ready at once; the others
    are notified wherever they are, and are ready when they ask for the same."""
    if not table.belongs(session):
        return NOT_SEATED
    if table.outcome is None:
        return Refusal("", "not-over")
    async with table.rematching:
        known = registry.get(table.settings.rematch)
        if known is None or known.settings.closed:
            return await _rematch(table, session, sides)
    mine = known.acting(session)
    refusal = await known.be_ready(mine, True) if mine and not known.begun else None
    return refusal or known


async def against_friend(table: Table, seat: str, session: str) -> Table | Refusal:
    """A new table of the same kind, with the browser in its seat, its list, and the other seats free. For players of a
    finished match."""
    if not table.belongs(session):
        return NOT_SEATED
    if table.outcome is None:
        return Refusal("", "not-over")
    made = await _again(table, session, (seat,), hotseat=False, bots=table.settings.bots or table.settings.guided)
    if isinstance(made, Refusal):
        return made
    return await made.hand_over(seat, session, table.seats[seat].name or "") or made


async def _rematch(table: Table, session: str, sides: bool) -> Table | Refusal:
    made = await _again(table, session, table.seat_keys, turned=sides, after=table.code)
    if isinstance(made, Refusal):
        return made
    refusal = await made.seat_again(table, session, 1 if sides else 0) or await table.change(rematch=made.code)
    if refusal is None:
        registry.rematches.emit(made.code)
    return refusal or made


async def _again(
    table: Table, by: str, bringing: Iterable[str], turned: bool = False, **agreed_anew: Any
) -> Table | Refusal:
    """A table of the same kind with all seats free, made by a browser; players of the seats `bringing` keep the lists
    they brought. `turned`: they move one seat further; `agreed_anew`: settings that differ."""
    try:
        await table.load()
        options, given = await over_whole_match(lambda: table.game.again(table.options, table.match))
        options = table.game.turned(options, table.match) if turned else options
        marks = {seat: mark for seat in bringing if (mark := table.player_mark(seat))}
        answers = {marks[seat]: commands for seat, commands in given.items() if seat in marks}
        agreed = replace(
            table.settings,
            **{"after": "", **agreed_anew}, answers=answers,
            shoulders="", locked=False, closed=False, abandoned=False, rematch="", origin="", guided=False, lesson="",
        )  # fmt: skip
        return await _created(options, table.name, table.game.key, agreed, by)
    except StoreProblem as problem:
        return Refusal("", "not-kept", problem.params)
    except Refused as refused:
        return refused.refusal


async def _created(options: dict[str, Any], name: str, title: str, settings: TableSettings, by: str) -> Table:
    try:
        return await registry.create(options, name, title, settings, by=by)
    except ValueError as problem:
        raise Refused(_impossible(problem)) from problem


def _impossible(problem: ValueError) -> Refusal:
    """The refusal for options that do not go together, as the game raises it; raises any other error."""
    if not isinstance(code := getattr(problem, "code", None), str):
        raise problem
    return Refusal("", code, getattr(problem, "params", {}))


async def _hashed(password: str) -> str:
    # In a thread: made to take long, and the loop waits for nobody.
    return await asyncio.to_thread(codes.hashed, password) if password else ""
