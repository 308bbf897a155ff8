"""Names of heroes, figures, zones and things in a match, from the pack that it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from webapp.games.blade import KEY
from webapp.games.contract import Json, Words
from webapp.i18n import Translator
from webapp.table_kit.log import clause_link

if TYPE_CHECKING:
    from webapp.games.blade.name_places import NamePlace

OVERLORD = "1"
EVENT = "event"
LETTERS = {"red": "R", "green": "G", "blue": "B", "event": "★"}
"""The letters of tiles that have one of their own; others have their first two."""


def text(value: Any, tr: Translator) -> str:
    """A text of a pack in the translator's language, else in the other; packs may give one text for all."""
    if isinstance(value, Mapping):
        return str(value.get(tr.language) or value.get("en") or value.get("fr") or "")
    return str(value)


class DiscSlots:
    """Which slot of its zone a disc stands on: the first that was free when it came, until it leaves."""

    def __init__(self) -> None:
        self._taken: dict[str, dict[str, int]] = {}

    def of(self, zone: str, ids: Sequence[str], room: int) -> Mapping[str, int]:
        """The slots of those who stand in a zone now, by id; `room`: how many it has."""
        taken = {id: slot for id, slot in self._taken.get(zone, {}).items() if id in ids and slot < room}
        for id in ids:
            if id not in taken:
                taken[id] = next(n for n in range(room) if n not in taken.values())
        self._taken[zone] = taken
        return taken


class PackNames:
    """What the texts of a match need of its pack: rows by their sort and id; where its discs stand; and whether the
    heroes' players pass the hand on (VAR-2)."""

    SORTS = ("heroes", "items", "units", "spells", "boards", "scenarios")

    def __init__(self, pack: Json, *, passed: bool = False) -> None:
        self.passed = passed
        self.rows: Mapping[str, Mapping[str, Json]] = {
            sort: {row["id"]: row for row in pack[sort]} for sort in self.SORTS
        }
        self.slots = DiscSlots()

    @cached_property
    def named(self) -> Mapping[str, Any]:
        """The names of everything but boards and scenarios, by id."""
        return {id: row["name"] for sort in self.SORTS[:4] for id, row in self.rows[sort].items()}


@dataclass(frozen=True, eq=False)
class Names(Words):
    """The names that the texts of one view need. `book`: of the pack that the match embeds (:class:`PackNames`)."""

    @cached_property
    def scenario(self) -> Json:
        """The scenario's row in the pack."""
        row: Json = self.book.rows["scenarios"][self.view["scenario"]]
        return row

    @cached_property
    def board(self) -> Json:
        """The board's row in the pack."""
        row: Json = self.book.rows["boards"][self.scenario["board"]]
        return row

    @cached_property
    def places(self) -> Mapping[str, NamePlace]:
        """Where the name of each zone stands, by its id."""
        from webapp.games.blade.name_places import name_places  # only who sees a board needs shapely

        return name_places(self.board, {id: self._written(row) for id, row in self.zones.items()})

    def _written(self, zone: Json) -> str:
        """The name of a zone with its level (BRD-7)."""
        name, level = text(zone["name"], self.tr), int(zone.get("level", 0))
        return f"{name} {'▲' if level > 0 else '▼'}{abs(level)}" if level else name

    @property
    def free(self) -> bool:
        """Whether the match may be set up while it is played: on a bench."""
        return bool(self.scenario.get("free"))

    @cached_property
    def zones(self) -> Mapping[str, Json]:
        """The board's zones by id."""
        return {row["id"]: row for row in self.board["zones"]}

    @cached_property
    def heroes(self) -> Mapping[str, Json]:
        """The heroes' rows of the view, by id."""
        return {row["id"]: row for row in self.view["heroes"]}

    @cached_property
    def figures(self) -> Mapping[str, Json]:
        """The rows of the view of the Overlord's figures and of allies, by id."""
        return {row["id"]: row for row in (*self.view["figures"], *self.view["allies"])}

    @cached_property
    def standing(self) -> Mapping[str, str]:
        """The zone of everybody who is on the board, by id."""
        return {row["id"]: row["at"] for row in self.characters()}

    def characters(self) -> Iterator[Json]:
        """The rows of all that stand on the board."""
        for row in (*self.view["heroes"], *self.figures.values()):
            if row["at"] is not None:
                yield row

    def colours(self, seat: str | None) -> str:
        """The classes of a side: the Overlord's red, the heroes' amber."""
        return "" if not seat else "side-4 of-overlord" if seat == OVERLORD else "side-1 of-heroes"

    def holder(self, hero: str) -> str:
        """The seat that holds a hero; empty for nobody."""
        return next((seat for seat, ids in self.view["players"].items() if hero in ids), "")

    def tile(self, id: str) -> str:
        """The name of a tile of the river: its unit's, with its letter where several have one."""
        if id == EVENT:
            return self.tr("blade.event-tile")
        row = self.view["tiles"].get(id)
        if row is None:
            return id
        name = self.of_pack(row["unit"]) or row["unit"]
        alike = [tile for tile in self.view["tiles"].values() if tile["unit"] == row["unit"]]
        return f"{name} {letter(id)}" if len(alike) > 1 else name

    def figure(self, id: str) -> str:
        """The name of a figure: its tile's, with its number where the tile has several."""
        row = self.figures[id]
        tile = self.view["tiles"][row["tile"]]
        number = id.rpartition("-")[2]
        return f"{self.tile(row['tile'])} {number}" if tile["total"] > 1 else self.tile(row["tile"])

    def called(self, id: str) -> str:
        """The name of anything by its id; copies of an item end in a number. The id itself where nothing has it."""
        if id in self.figures:
            return self.figure(id)
        if id in self.view["tiles"] or id == EVENT:
            return self.tile(id)
        if id in self.zones:
            return text(self.zones[id]["name"], self.tr)
        if id.startswith("barricade:"):
            return self.barricade(id.partition(":")[2].split("/"))
        return self.of_pack(id) or self._of_border(id) or id.replace("-", " ")

    def _of_border(self, id: str) -> str:
        """What a link is, or what stands on a border (BRD-4, BRD-6): by the id of a link, by a kind, or by the key of
        a piece (two zones and its number); empty for anything else."""
        kind = next((row["kind"] for row in self.board.get("links", ()) if row["id"] == id), id)
        one, _, rest = id.partition("/")
        if one in self.zones:
            other, _, n = rest.partition("/")
            pieces = [piece for piece, between in self.pieces if {*between} == {one, other}]
            kind = pieces[int(n)]["kind"] if n.isdecimal() and int(n) < len(pieces) else ""
        key = f"wall.{kind}"
        return self.tr(key) if kind and self.tr.has(key) else ""

    def barricade(self, border: Sequence[str]) -> str:
        """The name of the barricade on a border (TOK-3)."""
        one, other = (self.called(zone) for zone in border)
        return self.tr("blade.barricade", one=one, other=other)

    def of_pack(self, id: str) -> str:
        """The pack's or the scenario's name of an id; empty where neither has one."""
        named = self.book.named
        row = named.get(id) or named.get(card_of(id)) or self._of_scenario(id)
        return "" if row is None else text(row, self.tr)

    def _of_scenario(self, id: str) -> Any:
        """The name of an object, door or event of the scenario."""
        for sort in ("object", "event", "token"):
            for row in self.scenario.get(sort, ()):
                if row.get("id") == id and "name" in row:
                    return row["name"]
        if id in self.doors:
            one, other = (self.called(zone) for zone in self.doors[id])
            return self.tr("blade.door", one=one, other=other)
        keys = (f"thing.{id}", f"thing.{id.rstrip('0123456789').rstrip('-')}")
        return next((self.tr(key) for key in keys if self.tr.has(key)), None)

    def rule(self, id: str) -> str:
        """The words of a rule of the scenario; empty where it has none."""
        rows: Sequence[Json] = self.scenario.get("rule", ())
        row: Json = next((row for row in rows if row["id"] == id), {})
        return text(row["text"], self.tr) if row.get("text") else ""

    @cached_property
    def borders(self) -> Sequence[Sequence[str]]:
        """The pairs of adjacent zones (BRD-2)."""
        return [row["between"] for row in self.board.get("borders", ())]

    @cached_property
    def beside(self) -> Mapping[str, Sequence[str]]:
        """The zones that border on each zone."""
        return {zone: [other for pair in self.borders if zone in pair for other in pair if other != zone]
                for zone in self.zones}  # fmt: skip

    @cached_property
    def pieces(self) -> Sequence[tuple[Json, Sequence[str]]]:
        """The pieces of all borders, each with its two zones."""
        return [(piece, row["between"]) for row in self.board.get("borders", ()) for piece in row.get("pieces", ())]

    @cached_property
    def doors(self) -> Mapping[str, Sequence[str]]:
        """The two zones of each door, by its id."""
        return {piece["id"]: zones for piece, zones in self.pieces if piece["kind"] == "door"}

    def named(self, value: Any) -> Any:
        """A parameter of a text with names instead of ids; the values of a mapping as words of the rules."""
        if isinstance(value, Mapping):
            return ", ".join(self.stance_of(self.named(key), its) for key, its in value.items())
        return super().named(value)

    def stance_of(self, who: str, stance: str) -> str:
        """Somebody with their stance, as in a list."""
        return self.tr.labelled(who, self.word(stance))

    def word(self, value: Any) -> str:
        """A word of the rules (a stance, a mode), where the catalogue has it."""
        key = f"word.{value}"
        return self.tr(key) if self.tr.has(key) else str(self.named(value))

    def say(self, key: str, params: Mapping[str, Any]) -> str:
        """A text with its parameters filled in."""
        named = {name.rstrip("_"): self.named(value) for name, value in params.items()}
        for name in ("mode", "why", "to", "on", "mark", "what", "skill", "what", "side"):
            if isinstance(params.get(name), str) and self.tr.has(f"word.{params[name]}"):
                named[name] = self.tr(f"word.{params[name]}")
        return self.tr(key, **named)

    def why(self, refusal: Json) -> str:
        """The sentence of a refusal, with its clause."""
        code, tr = refusal["code"], self.tr
        key = next(
            (text_key for text_key in (f"refusal.{code}", f"plain.refusal.{code}") if tr.has(text_key)), "plain.refused"
        )
        words = self.say(key, refusal["params"])
        return f"{words} ({refusal['clause']})" if refusal["clause"] else words


def card_of(item: str) -> str:
    """The card of which an item is a copy: its id without the number."""
    return item.rstrip("0123456789").rstrip("-")


def letter(tile: str) -> str:
    """The letter of a tile on the rims of its figures."""
    return LETTERS.get(tile, tile[:2].capitalize())


clause = partial(clause_link, KEY)
"""A clause as a link that opens its text."""
