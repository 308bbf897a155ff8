"""The draft of the house's builder; its kind reads, dumps and checks the list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.kind import ListKind, Section

Json = dict[str, Any]
L = TypeVar("L")


class PlainDraft(ListDraft[L]):
    """A draft of a list of counts. ``words``: the search in the catalogue."""

    def __init__(self, kind: ListKind[L], value: L) -> None:
        super().__init__(value)
        self.kind = kind
        self.words = ""

    def content(self) -> Json:
        """The JSON that its kind dumps."""
        return self.kind.dump(self.value)

    def read(self, content: Json) -> L:
        """Reads what :meth:`content` returned. Raises ValueError."""
        return self.kind.read(content)

    @property
    def legal(self) -> bool:
        """Whether its kind finds the list legal."""
        return self.kind.judge(self.value, self.kind.translator("en")).legal

    def code(self) -> str:
        """Its share code."""
        return self.kind.code(self.value)

    def plain_text(self, tr: Translator) -> str:
        """The list as plain text."""
        return self.kind.plain_text(self.value, self.name, tr)

    def put(self, section: Any, card: Any, count: Any) -> bool:
        """Sets the number of copies of a card, within its limits; False if nothing changed. A card that is in the list
        but not among those to choose from (of a pack that is gone) can be taken out."""
        most = _most(self.kind.sections(self.value, self.kind.translator("en")), section, card)
        if most is None and count == 0 and card in self.kind.counts(self.value).get(section, {}):
            most = 0
        if most is None or type(count) is not int:
            return False
        return self.change(self.kind.put(self.value, section, card, max(0, min(count, most))))


def _most(sections: Iterable[Section], section: Any, card: Any) -> int | None:
    """The number of copies of a card that a section allows; None: it has no such card."""
    for of in sections:
        if of.key == section:
            return next((entry.most for entry in of.cards if entry.id == card), None)
    return None
