"""The card of an agenda, with its Bloc in small, beside the list from which it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import events, ui

from webapp.games.olomoc.packs import PACKS
from webapp.i18n import Translator
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, el, payload

if TYPE_CHECKING:
    from rules.olomoc.packs import Agenda, Pack

EMIT_VALUE = "(event) => emit(event.target.value)"


def agenda_card(tr: Translator, field: ui.element) -> None:
    """Follows the list `field`; shows nothing while the agenda is left to chance."""
    pane = Pane(payload(0, []))
    drawn = 0

    def show(event: events.GenericEventArguments) -> None:
        nonlocal drawn
        drawn += 1
        pane.show(payload(drawn, about(event.args, tr)))

    field.on("change", show, js_handler=EMIT_VALUE)


def about(id: object, tr: Translator) -> list[Child]:
    """The agenda of that id in words and as a drawing; nothing for what is none."""
    found = _found(id)
    if found is None:
        return []
    from webapp.games.olomoc.pack_preview import agenda_map  # with the rules, which the lobby has no need of

    agenda, pack = found
    words = el("p.muted", agenda.text.get(tr.language))
    return [el("div.agenda-card", agenda_map(agenda, pack, tr), words, testid="agenda-card", key=agenda.id)]


def _found(id: object) -> tuple[Agenda, Pack] | None:
    packs = (PACKS.core(), *PACKS.library.shelf().values())
    return next(((pack.agendas[id], pack) for pack in packs if isinstance(id, str) and id in pack.agendas), None)
