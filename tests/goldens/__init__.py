"""Whole matches as they were played, kept so that tomorrow's rules can be held to them.

`python -m tests.goldens` records them all anew, `python -m tests.goldens fiel invader/plot` those two: on purpose, when
the rules have changed what they should. It plays at random from fixed seeds and throws no dice but those of the seed,
so that the same rules write the same files (`tests/goldens/__main__.py` says what is played). Olomoc's lie here, those
of another game in a folder of its name.

`<name>.json` is one object:

- `options`, `seed`: what `Match.new` was given; where event 0 of the journal holds a position, the match began there;
- `packs`: names of the files beside it that hold the cards;
- `commands`: `[seat, command, how many events there were after it]`, in order; null for a seat whose time is out;
- `dice`: every D6 thrown, as a string of digits; `shuffles`: every order that a shuffle gave;
- `outcome`; `checks`: at some moments, after so many events, a hash of the position and of each viewer's view (but for
  `decision`, whose options are today's rules'), over the `keys` that these had;
- `journal`: every event, its packs left out.

Folding a journal decides nothing again, so that it stays as played under any rules. Submitting the commands again, with
those dice, is what shows whether the rules still say the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rules.blade import Match as Blade
from rules.diktat import Match as Diktat
from rules.hybris import Match as Hybris
from rules.invader import Match as Duel
from rules.kernel import Chance, DiceExhausted, Refused
from rules.kernel import journal as journals
from rules.kernel.journal import Asked
from rules.kernel.run import questions
from rules.olomoc import Match

Json = dict[str, Any]
T = TypeVar("T")
FOLDER = Path(__file__).parent
VIEWERS = ("1", "2", "spectator")
GAMES: dict[str, Any] = {"": Match, "invader": Duel, "diktat": Diktat, "blade": Blade, "hybris": Hybris}
"""The match of each game, by the folder of its goldens."""
MOMENTS = 8
"""The number of checks in a golden, the last one at its end."""


class Recording:
    """A source of chance that records what another one gives."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.dice: list[int] = []
        self.shuffles: list[list[Any]] = []

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        thrown = self.source.roll(count, faces)
        self.dice += thrown
        return thrown

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        thrown = self.source.cast(dice)
        self.dice += thrown
        return thrown

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        order = self.source.shuffled(items)
        self.shuffles.append(list(order))
        return order

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        order = self.source.drawn(items, count)
        self.shuffles.append(list(order))
        return order

    @property
    def left(self) -> list[int]:
        return []


class Recorded:
    """A recorded source of chance. Raises DiceExhausted for more than was recorded, and for a shuffle of other
    items."""

    def __init__(self, dice: str, shuffles: Sequence[list[Any]]) -> None:
        self._dice = [int(die) for die in dice]
        self._shuffles = list(shuffles)

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        if count > len(self._dice):
            raise DiceExhausted(f"{count} dice wanted, {len(self._dice)} recorded")
        thrown, self._dice = self._dice[:count], self._dice[count:]
        return tuple(thrown)

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return self.roll(len(dice))

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        given = list(items)
        order = self._shuffles.pop(0) if self._shuffles else None
        if order is None or sorted(map(str, order)) != sorted(map(str, given)):
            raise DiceExhausted(f"a shuffle of {given}, recorded was one of {order}")
        return tuple(order)

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        raise DiceExhausted(f"a draw of {count} from {list(items)}, recorded was none")

    @property
    def left(self) -> list[int]:
        return list(self._dice)


# ---- files -----------------------------------------------------------------------------------------------------------


def names(game: str = "") -> list[str]:
    """The names of a game's goldens."""
    paths = sorted((FOLDER / game).glob("*.json"))
    return [str(path.relative_to(FOLDER).with_suffix("")) for path in paths if not path.stem.startswith("pack-")]


def match_of(name: str) -> Any:
    """The match class of a golden's game."""
    return GAMES[name.rpartition("/")[0]]


def load(name: str) -> Json:
    """A golden, with its packs in its journal again."""
    path = FOLDER / f"{name}.json"
    golden: Json = json.loads(path.read_text(encoding="utf-8"))
    golden["journal"][0]["packs"] = [
        json.loads((path.parent / f"{pack}.json").read_text("utf-8")) for pack in golden["packs"]
    ]
    return golden


def save(name: str, golden: Json) -> None:
    """Writes a golden, one command or event a line, and its packs beside it."""
    path = FOLDER / f"{name}.json"
    journal = [dict(event) for event in golden["journal"]]
    packs = []
    for pack in journal[0].pop("packs"):
        text = compact(pack)
        packs.append(f"pack-{pack['id']}-{_hash(pack)[:8]}")
        (path.parent / f"{packs[-1]}.json").write_text(text + "\n", encoding="utf-8")
    lines = []
    for key, value in (golden | {"packs": packs, "journal": journal}).items():
        rows = key in ("commands", "checks", "journal")
        written = "[\n" + ",\n".join(map(compact, value)) + "\n]" if rows else compact(value)
        lines.append(f"{compact(key)}:{written}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def compact(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _hash(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"), sort_keys=True, default=list)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- what is held ----------------------------------------------------------------------------------------------------


def check(match: Any, keys: Json) -> Json:
    """The check of a match at a moment: hashes of its position and of what each viewer sees, over these keys."""
    position = match.position()
    views = {viewer: match.view(viewer) for viewer in VIEWERS}
    return {
        "events": len(match.journal),
        "position": _hash({key: position.get(key) for key in keys["position"]}),
        "views": {viewer: _hash({key: view.get(key) for key in keys[viewer]}) for viewer, view in views.items()},
    }


def keys_of(match: Any) -> Json:
    """The present keys of position and views."""
    views = {viewer: sorted(match.view(viewer).keys() - {"decision"}) for viewer in VIEWERS}
    return {"position": sorted(match.position()), **views}


def kinds(name: str) -> set[str]:
    """The kinds of decision that were asked, as the journal says."""
    engine = match_of(name).engine
    events = journals.read(engine, load(name)["journal"])
    states = zip(events, journals.fold(engine, events), strict=True)
    return {q.kind for event, state in states if isinstance(event, Asked) for q in questions(engine, state).values()}


def folded(name: str, golden: Json) -> Iterator[tuple[Json, Json]]:
    """Each recorded check, and the same computed from the journal folded that far."""
    for row in golden["checks"]:
        yield row, check(match_of(name).replay({}, golden["journal"][: row["events"]]), golden["keys"])


def altered(name: str, golden: Json) -> str | None:
    """The difference that today's rules make to these commands and dice, with the recorded packs; None if there is
    none."""
    kind, journal = match_of(name), golden["journal"]
    began = journals.read(kind.engine, journal[:1])[0]
    try:
        match = kind._begun(kind.engine.start(began), began, Recorded(golden["dice"], golden["shuffles"]))
        difference = _differs(journal, match.journal, "the beginning")
        for n, (seat, command, events) in enumerate(golden["commands"]):
            if difference is not None:
                return difference
            words = f"command {n}, {seat}'s {compact(command)}"
            today = say(match, seat, command)
            difference = _differs(journal[today[0]["n"] : events], today, words)
    except Refused as refused:
        return f"{words} is refused today: {refused.refusal}"
    except DiceExhausted as short:
        return f"other dice are thrown today: {short}"
    if difference is None and match.outcome != golden["outcome"]:
        return f"it ends otherwise: {match.outcome}"
    return difference


def say(match: Any, seat: str, command: Json | None) -> list[Json]:
    """Submits a command, or without one lets a seat's time run out. Returns the new events."""
    events: list[Json] = match.lapse(seat) if command is None else match.submit(seat, command)
    return events


def _differs(recorded: list[Json], now: list[Json], where: str) -> str | None:
    for then, today in zip(recorded, now, strict=False):
        if then["kind"] != "began" and then != today:
            return f"{where}: event {then['n']} was {compact(then)}, today it is {compact(today)}"
    if len(recorded) > len(now) and where != "the beginning":
        return f"{where}: {len(recorded) - len(now)} events do not happen today, first {compact(recorded[len(now)])}"
    if len(now) > len(recorded):
        return f"{where}: today this happens too: {compact(now[len(recorded)])}"
    return None
