"""The draft of one builder page: the cabal being composed, what was undone, what is chosen, looked at and filtered.

Nothing here is kept or shown; the page does that. The effects of a press are checked here: intents come from a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.olomoc.cabals.draft import PARTS, PLACES, Part, Sketch, completable, gaps, judge, legal
from rules.olomoc.cabals.legality import RANKS, CabalProblem
from rules.olomoc.cabals.repair import Fix, fixes, nearest
from rules.olomoc.packs import MINISTRIES, Pack
from webapp.games.olomoc.cabals.builder.candidates import (
    MOST_STAT,
    STATS,
    CandidateRow,
    Catalogue,
    Filters,
    Spot,
    catalogue,
    rows,
    taken,
)
from webapp.games.olomoc.cabals.lists.cabal_list import composed
from webapp.games.olomoc.cabals.lists.plain_text import as_text
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.i18n import Translator
from webapp.lists.draft import ListDraft

Json = dict[str, Any]
NOTHING = Sketch()
SIDES = ("figures", "keep", "share", "play")
"""The views of the last column."""
PARTS_OF_PAGE = ("cards", "cabal", *SIDES)
"""The parts of the page, one of which a phone shows."""
ATTACKS = ("frontal", "charge", "ranged")
DODGES = 6


@dataclass(frozen=True)
class CabalVerdict:
    """The judge's verdict. `fixes`: for each problem the nearest ways out of it; `whole`: the least that mends all."""

    problems: tuple[CabalProblem, ...]
    gaps: tuple[CabalProblem, ...]
    fixes: tuple[tuple[Fix, ...], ...] = ()
    whole: Fix | None = None

    @property
    def legal(self) -> bool:
        """Whether it may sit down at a table."""
        return not self.problems and not self.gaps


def verdict(pack: Pack, sketch: Sketch) -> CabalVerdict:
    """All that can be said of a sketch. Takes up to a tenth of a second where much is wrong."""
    problems = judge(pack, sketch)
    if not problems and not sketch.whole and not completable(pack, sketch):
        problems = (CabalProblem("CAB-2", "dead-end", {}, ""),)
    ways = tuple(fixes(pack, sketch, one) if one.code != "dead-end" else () for one in problems)
    mended = nearest(pack, sketch) if problems and (len(problems) > 1 or not ways[0]) else None
    return CabalVerdict(problems, gaps(sketch), ways, mended)


@dataclass
class Figures:
    """The subject of the charts: the rouage at `place`, an attack, the target's Dodge, fate tempted or not."""

    place: int = 0
    attack: str = "frontal"
    dodge: int = 2
    fate: bool = False


class CabalDraft(ListDraft[Sketch]):
    """The draft of one page: the value is a sketch of one pack. It may have come by a link that was made with
    `other_version` of the pack, whose `altered` cards (section, id) read otherwise."""

    sides = SIDES
    parts = PARTS_OF_PAGE

    def __init__(self, pack: Pack, sketch: Sketch = NOTHING, spot: Spot | None = None) -> None:
        super().__init__(sketch)
        self.pack = pack
        self.other_version: str | None = None
        self.altered: tuple[tuple[str, str], ...] = ()
        self.filters = Filters()
        self.spot = spot
        self.looked: tuple[tuple[Part, str], ...] = ()
        self.comparing = False
        self.figures = Figures()
        self._rows: tuple[Sketch, Spot | None, tuple[CandidateRow, ...]] | None = None
        self._verdict: tuple[Sketch, CabalVerdict] | None = None

    # Properties of the draft

    @property
    def sketch(self) -> Sketch:
        """The cabal in the making."""
        return self.value

    def content(self) -> Json:
        """The list as JSON, with the pack's present data of its cards."""
        return composed(self.value, self.pack).content()

    def read(self, content: Json) -> Sketch:
        """The cabal alone: its cards are this pack's."""
        return Sketch.from_json(content)

    def was_kept(self) -> None:
        """The list is this version's now."""
        self.other_version, self.altered = None, ()

    def code(self) -> str:
        """The share code, with the pack's version."""
        return encode(self.value, self.pack)

    def plain_text(self, tr: Translator) -> str:
        """Name, faction and pack, a line for each rouage, and the code."""
        return as_text(self.value, self.pack, self.name, tr)

    @property
    def legal(self) -> bool:
        """Whether it may sit down at a table."""
        return legal(self.pack, self.value)

    @property
    def thought(self) -> bool:
        """Whether rows and verdict of the sketch are known already."""
        known = self._rows is not None and self._rows[:2] == (self.sketch, self.spot)
        return known and self._verdict is not None and self._verdict[0] == self.sketch

    def think(self) -> None:
        """Works out rows and verdict; may be called on another thread."""
        sketch, spot = self.sketch, self.spot
        candidates = rows(self.pack, sketch, spot)
        judged = verdict(self.pack, sketch)
        self._rows, self._verdict = (sketch, spot, candidates), (sketch, judged)

    def verdict(self) -> CabalVerdict:
        """The verdict on the sketch."""
        if self._verdict is None or self._verdict[0] != self.sketch:
            self._verdict = self.sketch, verdict(self.pack, self.sketch)
        return self._verdict[1]

    def catalogue(self) -> Catalogue:
        """The cards of the pack that pass the filters."""
        if self._rows is None or self._rows[:2] != (self.sketch, self.spot):
            self._rows = self.sketch, self.spot, rows(self.pack, self.sketch, self.spot)
        return catalogue(self.pack, self._rows[2], self.filters)

    def row(self, part: str, id: str) -> CandidateRow | None:
        """The catalogue row of a card: its status if it were taken."""
        if self._rows is None or self._rows[:2] != (self.sketch, self.spot):
            self._rows = self.sketch, self.spot, rows(self.pack, self.sketch, self.spot)
        return next((row for row in self._rows[2] if (row.part, row.id) == (part, id)), None)

    # Changing the cabal

    def take(self, part: Any, id: Any, at: Any = None) -> bool:
        """A card into its place: the one chosen, whatever a row said that was drawn before; `at`; else where the
        catalogue says."""
        if part not in PARTS or not isinstance(id, str) or id not in self._cards(part):
            return False
        if (spot := self._spot_for(part)) is not None:
            at = spot[0]
        if at not in PLACES:
            row = next((row for row in rows(self.pack, self.sketch, self._spot_for(part)) if row.id == id), None)
            if row is None or row.status == "in":
                return False
            at = row.at
        if self.spot is not None:
            self.spot, self.part = None, "cabal"
        return self.change(taken(self.pack, self.sketch, id, part, at))

    def put_away(self, place: Any, part: Any) -> bool:
        """Takes a card out."""
        if place not in PLACES or part not in PARTS:
            return False
        return self.change(self.sketch.put(place, part, None))

    def swap(self, place: Any, other: Any) -> bool:
        """Swaps the equipment of two places."""
        if place not in PLACES or other not in PLACES or place == other:
            return False
        one, two = self.sketch.at(place, "equipment"), self.sketch.at(other, "equipment")
        return self.change(self.sketch.put(place, "equipment", two).put(other, "equipment", one))

    def serve(self, faction: Any) -> bool:
        """Changes the faction; the same one again takes it away."""
        if not isinstance(faction, str) or faction not in self.pack.factions:
            return False
        return self.change(replace(self.sketch, faction=faction))

    def mend(self, problem: Any, fix: Any) -> bool:
        """One of the ways out that the verdict names; `problem` None: the one that mends all."""
        judged = self.verdict()
        if problem is None:
            return judged.whole is not None and self.change(judged.whole.sketch)
        if not isinstance(problem, int) or not isinstance(fix, int) or not 0 <= problem < len(judged.fixes):
            return False
        ways = judged.fixes[problem]
        return 0 <= fix < len(ways) and self.change(ways[fix].sketch)

    def lay(self, value: Sketch) -> None:
        """Replaces the cabal; the figures are about a rouage that is in it."""
        self.value = value
        if value.at(self.figures.place, "card") is None:
            self.figures.place = next((n for n in PLACES if value.at(n, "card")), 0)

    def _cards(self, part: Part) -> Mapping[str, Any]:
        return self.pack.rouages if part == "card" else self.pack.equipment

    def _spot_for(self, part: Part) -> Spot | None:
        return self.spot if self.spot is not None and self.spot[1] == part else None

    # Looking

    def choose(self, place: Any, part: Any) -> None:
        """The place that the next card is for; the same one again: none."""
        if place in PLACES and part in PARTS and self.spot != (place, part):
            self.spot = (place, part)
            self.part = "cards"
        else:
            self.spot = None

    def look(self, part: Any, id: Any) -> None:
        """A card large; beside another one where two are compared."""
        if part not in PARTS or not isinstance(id, str) or id not in self._cards(part):
            return
        if self.comparing and self.looked and self.looked[0] != (part, id):
            self.looked = (self.looked[0], (part, id))
        else:
            self.looked = ((part, id),)
        self.comparing = False

    def compare(self) -> None:
        """The next card looked at comes beside this one."""
        if self.looked:
            self.looked, self.comparing, self.part = self.looked[:1], True, "cards"

    def look_away(self) -> None:
        """Shows no large card any more."""
        self.looked, self.comparing = (), False

    def search(self, words: Any) -> None:
        """Words that a card must have."""
        if isinstance(words, str):
            self.filters = replace(self.filters, words=words[:80])

    def filter(self, what: Any, value: Any) -> None:
        """Turns a filter on or off; a characteristic's goes up by one, and past the highest to none."""
        now = self.filters
        if what == "faction" and value in self.pack.factions:
            self.filters = replace(now, factions=now.factions ^ {value})
        elif what == "rank" and value in RANKS:
            self.filters = replace(now, ranks=now.ranks ^ {value})
        elif what == "ministry" and value in MINISTRIES:
            self.filters = replace(now, ministries=now.ministries ^ {value})
        elif what == "legal":
            self.filters = replace(now, legal=not now.legal)
        elif what == "least" and value in STATS:
            least = now.least.get(value, 1) + 1
            rest = {stat: n for stat, n in now.least.items() if stat != value}
            self.filters = replace(now, least=rest if least > MOST_STAT - 1 else {**rest, value: least})
        elif what == "order" and value in STATS:
            self.filters = replace(now, order=None if now.order == value else value)
        elif what == "all":
            self.filters = Filters(order=now.order)
            self.spot = None

    def chart(self, what: Any, value: Any) -> None:
        """Sets the subject of the charts."""
        if what == "place" and value in PLACES and self.sketch.at(value, "card"):
            self.figures.place = value
        elif what == "attack" and value in ATTACKS:
            self.figures.attack = value
        elif what == "dodge" and isinstance(value, int) and 0 <= value < DODGES:
            self.figures.dodge = value
        elif what == "fate":
            self.figures.fate = not self.figures.fate
