"""Olomoc's lists: cabals, as the house keeps, shares and prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.codec import Codec
from rules.kernel.packs.layers import CORE
from rules.olomoc.cabals.draft import Sketch, gaps, judge
from rules.olomoc.packs import Pack
from webapp.games.olomoc import KEY
from webapp.games.olomoc.cabals import beginnings, packs
from webapp.games.olomoc.cabals.builder.candidates import Filters, rouage_place, taken
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.builder.legality_text import gap_words, problem_words
from webapp.games.olomoc.cabals.card_faces import names_for
from webapp.games.olomoc.cabals.lists import share_code
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList, composed, opened
from webapp.games.olomoc.cabals.lists.changed_cards import steps
from webapp.games.olomoc.cabals.lists.plain_text import CardNames, names_of
from webapp.games.olomoc.cabals.sheet.pages import pages
from webapp.games.olomoc.cabals.sheet.roster import Printed
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import Translator
from webapp.lists.kind import BadCode, ListKind, Section, Starter, Verdict
from webapp.lists.sheet.ink import Paper, SheetPage
from webapp.ui.theme import Frame
from webapp.ui.tree import Child

Json = dict[str, Any]


class CabalKind(ListKind[CabalList]):
    """Cabals of the core pack and of those that people brought. The builder is one of its own."""

    game = KEY
    path = "cabals"
    codec = Codec(dict[str, Any])
    styles = ("olomoc/panels.css", "lists.css", "olomoc/cabals.css")
    code_pattern = share_code.PATTERN
    reader = "webapp.games.olomoc.cabals.lists.plain_text:found_in"

    # The value

    def empty(self) -> CabalList:
        """An empty list of the core pack."""
        return CabalList(Sketch(), CORE, "", {})

    def read(self, content: Any) -> CabalList:
        """A list from content of any source. Raises ValueError."""
        return opened(content)

    def dump(self, value: CabalList) -> Json:
        """The content of a list, with its cards' data when it was composed."""
        return value.content()

    def judge(self, value: CabalList, tr: Translator) -> Verdict:
        """The engine's verdict on the cabal (CAB-1, CAB-2)."""
        pack = packs.find(value.pack)
        if pack is None:
            text = tr("cabals.state.no-pack")
            return Verdict((text,), summary=text)
        names = names_for(pack, tr)
        problems = tuple(problem_words(problem, value.sketch, names) for problem in judge(pack, value.sketch))
        return Verdict(problems, tuple(gap_words(gap, value.sketch, names) for gap in gaps(value.sketch)))

    # The cards: the builder is one of its own

    def sections(self, value: CabalList, tr: Translator) -> Sequence[Section]:
        """No sections: cards have places in a cabal."""
        return ()

    def counts(self, value: CabalList) -> Mapping[str, Mapping[str, int]]:
        """No counts: cards have places in a cabal."""
        return {}

    # On the shelf

    def face(self, value: CabalList, tr: Translator) -> list[Child]:
        """The three rouages as medals."""
        return beginnings.trio(value, packs.find(value.pack), tr)

    def about(self, value: CabalList, tr: Translator) -> str:
        """The faction; the pack's version where it is another one."""
        pack = packs.find(value.pack)
        faction = value.sketch.faction if pack is not None else None
        allegiance = names_for(pack, tr).book.faction(faction, tr.language) if pack is not None and faction else ""
        version = f"{value.pack} {value.version}" if pack is None or value.version != pack.version else ""
        return " · ".join(filter(None, (allegiance, version)))

    def words(self, value: CabalList) -> Iterable[str]:
        """Names of rouages, which have one in all languages, and of what they bear."""
        pack = packs.find(value.pack)
        for id in filter(None, value.sketch.cards()):
            card = pack.rouages.get(id) if pack is not None else None
            gear = pack.equipment.get(id) if pack is not None else None
            if card is not None:
                yield card.name
            elif gear is not None:
                yield from filter(None, (gear.name.fr, gear.name.en))
            else:
                yield id

    def steps(self, before: CabalList, after: CabalList, tr: Translator) -> list[str]:
        """The changes by place."""
        pack = packs.find(after.pack)
        return steps(before.sketch, after.sketch, names_for(pack, tr)) if pack is not None else []

    def beginnings(self, chosen: Mapping[str, str], tr: Translator) -> list[Child]:
        """Ready-made cabals, factions, rouages, of one of the packs."""
        pack = chosen_pack(chosen)
        return beginnings.start(self, pack, chosen.get("what", ""), names_for(pack, tr))

    def starter(self, key: str, chosen: Mapping[str, str], tr: Translator) -> Starter[CabalList] | None:
        """A starter of the pack that is chosen."""
        pack = chosen_pack(chosen)
        cabal = pack.starters.get(key)
        if cabal is None:
            return None
        return Starter(key, words(cabal.name, tr.language), composed(beginnings.starter_sketch(cabal), pack))

    # Composing

    def draft(self, value: CabalList) -> CabalDraft:
        """A draft with the pack as it is now. Raises BadCode (`no-pack`)."""
        pack = packs.find(value.pack)
        if pack is None:
            raise BadCode("no-pack", pack=value.pack, version=value.version)
        return CabalDraft(pack, value.sketch)

    def begin(self, query: Mapping[str, str], tr: Translator) -> CabalDraft:
        """A draft begun from a faction, from a rouage, from a ready-made cabal, or from nothing."""
        pack = chosen_pack(query)
        starter, rouage, faction = (query.get(key, "") for key in ("starter", "rouage", "faction"))
        desk = CabalDraft(pack)
        if starter in pack.starters:
            desk.value = beginnings.starter_sketch(pack.starters[starter])
            desk.name = words(pack.starters[starter].name, tr.language)
        elif rouage in pack.rouages:
            desk.value = taken(pack, Sketch(), rouage, "card", rouage_place(pack, Sketch(), rouage))
        elif faction in pack.factions:
            desk.value = Sketch(faction)
        if desk.sketch.faction:
            desk.filters = Filters(factions=frozenset({desk.sketch.faction}))
        if not desk.sketch.whole:
            desk.part = "cards"
        return desk

    def build(self, draft: CabalDraft, tr: Translator, session: str, frame: Frame) -> None:
        """Three columns: catalogue, cabal, figures."""
        from webapp.games.olomoc.cabals.builder.page import Builder

        Builder(self, draft, tr, session, frame).build()

    # Sharing

    def code(self, value: CabalList) -> str:
        """The share code, with the pack's version."""
        pack = packs.find(value.pack)
        return share_code.encode(value.sketch, pack, value.version) if pack is not None else ""

    def decode(self, code: str) -> CabalList:
        """The list of a share code, with the pack's version that it was made with. Raises BadCode (`not-a-code`,
        `mistyped`, `no-pack`)."""
        return share_code.decode(code, packs.find)

    def opened(self, code: str) -> CabalDraft:
        """A link's cabal, with what is another in this version of its pack."""
        decoded = self.decode(code)
        desk = self.draft(decoded)
        if decoded.version != desk.pack.version:
            desk.other_version, desk.altered = decoded.version, decoded.altered
        return desk

    def named(self) -> list[CardNames]:
        """The names in the packs of here."""
        return [names_of(pack) for pack in packs.every()]

    def from_words(self, read: CabalList) -> CabalList:
        """The list with the present pack's data of its cards."""
        pack = packs.find(read.pack)
        return composed(read.sketch, pack) if pack is not None else read

    def cut(self, read: CabalList, value: CabalList) -> list[tuple[tuple[str, str], int, int]]:
        """None: a cabal has one of each."""
        return []

    def lost(self, code: str) -> int:
        """None: cards that are unknown here keep their places in a cabal, and are shown there."""
        return 0

    def sheet(self, draft: CabalDraft, link: str, paper: Paper, tr: Translator) -> Sequence[SheetPage]:
        """The roster and the cards."""
        return pages(Printed(draft.pack, draft.sketch, draft.name, link), paper, names_for(draft.pack, tr))

    # At a table

    def whole(self, value: CabalList) -> bool:
        """Whether it has three rouages and what they bear."""
        return value.sketch.whole

    def options(self, value: CabalList) -> Json:
        """The options of a table where cabals are composed in secret, so that a whole one can be brought."""
        return {"composition": "secret"} | ({"packs": [value.pack]} if value.pack != CORE else {})

    def table_about(self, options: Json, tr: Translator) -> str:
        """The way in which cabals are composed at the table, as text."""
        return tr(f"choice.composition.{options.get('composition', 'draft')}")

    def answer(self, value: CabalList) -> Json:
        """CAB-3."""
        return {"kind": "compose", "cabal": value.sketch.to_json()}

    def awaited(self, view: Json) -> bool:
        """Whether that seat's cabal is still to be composed, now or later."""
        return not view.get("rouages") and not view.get("cabal")


def first_pack() -> Pack:
    """The pack to start with."""
    return next(packs.every())


def chosen_pack(chosen: Mapping[str, str]) -> Pack:
    """The pack that was chosen, else the first."""
    return packs.find(chosen.get("pack", CORE)) or first_pack()


LISTS = CabalKind()
