"""The state before event 1: the muster, and where everything lies (PRE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.blade import frames as fr
from rules.blade.packs.reader import Pack
from rules.blade.packs.scenarios import MusterRow, ScenarioRow, TileRow
from rules.blade.state import EVENT, Book, Figure, Gems, Hero, Options, State, Thing, Tile
from rules.kernel import Seat, seats_of
from rules.kernel.packs.layers import BadPacks


def initial(options: Options, pack: Pack) -> State:
    """PRE-1 to PRE-9. Raises BadPacks for options that these packs cannot be played with."""
    if options.scenario not in pack.scenarios:
        raise BadPacks("unknown-scenario", scenario=options.scenario)
    row = pack.scenarios[options.scenario]
    count, number = chosen_muster(row, options)
    muster = row.muster[number - 1]
    roster = chosen_roster(pack, muster, options, count)
    players = dealt(roster, options.players) if options.casting == "dealt" else dict.fromkeys(hero_seats(options), ())
    state = State(pack=pack, options=options, scenario=row.id, muster=number, players=players)
    return populated(state, roster)


def hero_seats(options: Options) -> tuple[Seat, ...]:
    return seats_of(options.players)[1:]


def chosen_muster(row: ScenarioRow, options: Options) -> tuple[int, int]:
    """The number of heroes and of the muster: where nothing is said, the fewest heroes that give each hero player
    one."""
    people = options.players - 1
    ranges = [(muster.heroes[0], muster.heroes[1]) for muster in row.muster]
    counts = [n for low, high in ranges for n in range(low, high + 1)]
    wanted = options.heroes if options.heroes is not None else min((n for n in counts if n >= people), default=None)
    if wanted is None or wanted < people:
        raise BadPacks("too-many-players", players=options.players, scenario=row.id)
    if wanted not in counts:
        raise BadPacks("no-muster", heroes=wanted, scenario=row.id)
    return wanted, next(n for n, (low, high) in enumerate(ranges, 1) if low <= wanted <= high)


def chosen_roster(pack: Pack, muster: MusterRow, options: Options, count: int) -> tuple[str, ...]:
    """PRE-3, PRE-10: the heroes that play."""
    if options.roster is None:
        return (muster.roster or tuple(pack.heroes))[:count]
    chosen = options.roster
    known = len(set(chosen)) == len(chosen) == count and all(id in pack.heroes for id in chosen)
    if not muster.any_hero or not known:
        raise BadPacks("bad-roster", roster=" ".join(chosen))
    return chosen


def dealt(roster: Sequence[str], players: int) -> Mapping[Seat, tuple[str, ...]]:
    """Heroes to hero seats in turn, round again until none is left (BAS-2)."""
    seats = seats_of(players)[1:]
    return {seat: tuple(roster[at :: len(seats)]) for at, seat in enumerate(seats)}


def copies(cards: Iterable[str], used: set[str]) -> tuple[str, ...]:
    """Ids for copies of cards; the second of one card ends with `-2`."""
    ids = []
    for card in cards:
        id, n = card, 2
        while id in used:
            id, n = f"{card}-{n}", n + 1
        used.add(id)
        ids.append(id)
    return tuple(ids)


def populated(state: State, roster: Sequence[str]) -> State:
    """PRE-1 to PRE-9: everything of the muster in its place."""
    from rules.kernel import replace

    row, muster, pack = state.row, state.muster_row, state.pack
    used: set[str] = set()
    heroes = tuple(
        Hero(
            id,
            at=muster.start[n % len(muster.start)],
            gems=gems_at_start(pack, id, muster.fatigue),
            items=copies(pack.heroes[id].kit, used),
            spells=muster.spells.get(id, ()),
        )
        for n, id in enumerate(roster)
    )
    tiles, figures = tiles_of(muster)
    book = muster.overlord
    doors = {door.id: door.state for door in state.board.doors.values()}
    doors |= {door.id: door.state for door in row.door if door.state is not None}
    return replace(
        state,
        heroes=heroes,
        tiles=tiles,
        figures=figures,
        river=tuple(tile for tile in muster.river if tile == EVENT or tile in tiles),
        book=Book(book.reserve, book.fatigue, book.recovery),
        doors=doors,
        objects={thing.id: Thing(thing.at) for thing in row.object},
        deck=copies(row.deck, used),
        counters=dict(muster.counters),
        first=state.options.first or row.first,
        last=muster.last or row.last,
        side=state.options.first or row.first,
        stack=(fr.Course("setup"),),
    )


def gems_at_start(pack: Pack, hero: str, fatigue: int) -> Gems:
    """PRE-4."""
    energy = pack.heroes[hero].energy
    tired = min(fatigue, energy - 1)
    return Gems(energy - tired, tired)


def tiles_of(muster: MusterRow) -> tuple[dict[str, Tile], tuple[Figure, ...]]:
    """PRE-5, PRE-7, PRE-8: the tiles and their figures, those of the reserve off the board."""
    tiles: dict[str, Tile] = {}
    figures: list[Figure] = []
    rows: list[tuple[TileRow, Any]] = [(tile, "overlord") for tile in muster.tiles] + [
        (ally, "heroes") for ally in muster.allies
    ]
    for row, side in rows:
        total = len(row.at) + row.reserve
        tiles[row.id] = Tile(row.unit, side, total, row.life, muster.spells.get(row.id, ()), row.reserved, row.of)
        zones = [*row.at, *([None] * row.reserve)]
        figures += [Figure(f"{row.id}-{n}", row.id, at, row.life) for n, at in enumerate(zones, 1)]
    return tiles, tuple(figures)
