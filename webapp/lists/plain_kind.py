"""A kind of lists with the house's own builder and print sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.kind import ListKind
from webapp.lists.plain_builder import PlainBuilder
from webapp.lists.plain_draft import PlainDraft
from webapp.lists.sheet.ink import Paper, SheetPage
from webapp.lists.sheet.plain import pages
from webapp.lists.shelf_tree import starters
from webapp.ui.theme import Frame
from webapp.ui.tree import Child

L = TypeVar("L")


class PlainListKind(ListKind[L]):
    """Lists of a game that defines cards and checker, and uses the house's builder and print sheet."""

    def beginnings(self, chosen: Mapping[str, str], tr: Translator) -> list[Child]:
        """The ready-made lists."""
        return starters(self, self.starters(tr), tr)

    def draft(self, value: L) -> ListDraft[Any]:
        """A :class:`PlainDraft`."""
        return PlainDraft(self, value)

    def build(self, draft: Any, tr: Translator, session: str, frame: Frame) -> None:
        """A :class:`PlainBuilder`. A game may subclass it."""
        PlainBuilder(self, draft, tr, session, frame).build()

    def sheet(self, draft: Any, link: str, paper: Paper, tr: Translator) -> Sequence[SheetPage]:
        """The cards by section, with their numbers."""
        return pages(self, draft, link, paper, tr)
