"""The auction's wish lists, as the house keeps them: a list of wares, its checker, its ready-made ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel import Codec
from tests.standin.packs import every
from tests.standin.wares import WISHES, Wishes, problems
from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.lists.kind import ListCard, Section, Starter, Verdict
from webapp.lists.plain_kind import PlainListKind


class WishLists(PlainListKind[Wishes]):
    """Two wares that a player would like to have."""

    game = "auction"
    path = "wishes"
    codec = Codec(Wishes)
    questions = frozenset({"wish"})

    def empty(self) -> Wishes:
        return Wishes()

    def judge(self, value: Wishes, tr: Translator) -> Verdict:
        sentences = tuple(tr(f"refusal.{code}", **params) for code, params in problems(value.wares, every().wares))
        return Verdict((), sentences) if len(value.wares) < WISHES else Verdict(sentences)

    def sections(self, value: Wishes, tr: Translator) -> Sequence[Section]:
        cards = [ListCard(id, it.name.get(tr.language)) for id, it in every().wares.items()]
        return [Section("wares", tr("auction.wares"), cards, needs=WISHES)]

    def counts(self, value: Wishes) -> Mapping[str, Mapping[str, int]]:
        return {"wares": dict.fromkeys(value.wares, 1)}

    def put(self, value: Wishes, section: str, card: str, count: int) -> Wishes:
        rest = tuple(id for id in value.wares if id != card)
        return Wishes((*rest, card) if count else rest)

    def starters(self, tr: Translator) -> Sequence[Starter[Wishes]]:
        return [Starter("first", tr("auction.first-wares"), Wishes(tuple(every().wares)[:WISHES]))]

    def options(self, value: Wishes) -> Json:
        return {"wishes": True}

    def answer(self, value: Wishes) -> Json:
        return {"kind": "wish", "wares": list(value.wares)}


LISTS = WishLists()
