"""The card of an agenda, with its Bloc in small, beside the list from which it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.games.olomoc.packs import PACKS
from webapp.i18n import Translator
from webapp.ui.tree import Child, el

if TYPE_CHECKING:
    from rules.olomoc.packs import Agenda, Pack


def about(id: object, tr: Translator) -> list[Child]:
    """The agenda of that id in words and as a drawing; nothing while it is left to chance, nor for what is none."""
    if id == "random":
        return []  # before the packs are read
    sketch = _agenda(id)
    if sketch is None:
        return []
    from webapp.games.olomoc.pack_preview import agenda_map  # with the rules, which the lobby has no need of

    agenda, pack = sketch
    words = el("p.muted", agenda.text.get(tr.language))
    return [el("div.agenda-card", agenda_map(agenda, pack, tr), words, testid="agenda-card", key=agenda.id)]


def _agenda(id: object) -> tuple[Agenda, Pack] | None:
    packs = (PACKS.core(), *PACKS.library.shelf().values())
    return next(((pack.agendas[id], pack) for pack in packs if isinstance(id, str) and id in pack.agendas), None)
