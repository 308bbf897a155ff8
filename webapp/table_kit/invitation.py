"""The invitation to a table: its code, an address that others can open, also as a QR code; or the reason why nobody can
join."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from nicegui import ui

from webapp.base.addresses import alone, listening, qr_picture
from webapp.i18n import Translator
from webapp.tables import Table
from webapp.ui.pane import Pane
from webapp.ui.sheet import Sheet
from webapp.ui.theme import testid, text
from webapp.ui.tree import Child, Node, el, payload

NOBODY = ""
"""A browser id that no table knows, to ask what a new visitor is refused."""


@dataclass(frozen=True)
class Invitation:
    """`sentence`: what happens at `url`, as text, or why nobody can join; then `url` is empty."""

    sentence: str
    code: str = ""
    url: str = ""


def free_seats(table: Table) -> int:
    """The number of seats that somebody can still take."""
    return sum(seat.free for seat in table.seats.values())


def invitation(table: Table, tr: Translator, base: str, viewer: str) -> Invitation:
    """The invitation that a viewer (a seat, or ``spectator``) sees; `base` as in :meth:`Listening.reachable`."""
    agreed, no = table.settings, table.joining_refused(NOBODY)
    if no is not None:
        return Invitation(tr("invite.locked" if no.code == "locked" else f"refusal.{no.code}", **no.params))
    if table.state == "open" and not agreed.hotseat:
        key = "password" if agreed.seat_password else "open"
        key = f"invite.spectator-{key}" if viewer not in table.seat_keys else f"invite.{key}"
    elif not agreed.spectators:
        return Invitation(tr("invite.full"))
    else:
        key = "invite.watch-password" if agreed.watch_password else "invite.watch"
    text = f"{tr(key)} {tr('invite.alone')}" if alone(base) else tr(key)
    return Invitation(text, table.code, f"{base}/table/{table.code}")


def invitation_nodes(table: Table, tr: Translator, base: str, viewer: str) -> list[Child]:
    """The invitation as nodes of a prompt; without the address for spectators, whose panes are shared by browsers that
    came by different addresses."""
    shown = invitation(table, tr, base, viewer)
    return [invitation_node(shown if viewer in table.seat_keys else replace(shown, url=""), tr)]


def invitation_node(shown: Invitation, tr: Translator) -> Node:
    """An invitation as a node; without an address what is said alone."""
    if not shown.url:
        return el("p.invite-said", shown.sentence)
    picture = el(
        "span.invite-qr",
        role="img",
        aria_label=tr("lobby.qr", url=shown.url),
        style=f"background-image:url('{qr_picture(shown.url)}')",
        testid="invite-qr",
    )
    code = el("span", f"{tr('invite.code')} ", el("strong.lobby-code", shown.code))
    server, path = shown.url.rsplit("/table/", 1)  # broken between these, never within a port
    address = el("strong.invite-url", el("span", server), el("span", f"/table/{path}"))
    words = el("div.invite-words", el("span.invite-said", shown.sentence), address, code)
    return el("div.invite", picture, words, testid="invite")


class InviteBox(Pane):
    """The same on a page of its own; follows the table. Empty once the match is over."""

    def __init__(self, table: Table, tr: Translator, viewer: str) -> None:
        self._table = table
        self._tr = tr
        self._viewer = viewer
        self._base = listening.reachable(ui.context.client.request.url)
        super().__init__(self._payload())
        table.subscribe(viewer, lambda: self.show(self._payload()), steps=False)

    def _payload(self) -> str:
        return payload(self._table.revision, [] if self._table.over else self._nodes())

    def _nodes(self) -> list[Child]:
        return [invitation_node(invitation(self._table, self._tr, self._base, self._viewer), self._tr)]


class WallInvite(InviteBox):
    """The same on a large screen, for as long as a seat is free, and below it what the match is `about`."""

    def __init__(self, table: Table, tr: Translator, viewer: str, about: Callable[[], Iterable[Child]]) -> None:
        self._about = about
        super().__init__(table, tr, viewer)

    def _nodes(self) -> list[Child]:
        if not free_seats(self._table):
            return []
        about = list(self._about())
        more = el("div.tv-about", about) if any(about) else None
        return [el("section.tv-invitation.panel", super()._nodes(), more, testid="tv-invitation")]


def invite_sheet(table: Table, tr: Translator, seat: str) -> None:
    """The same on a sheet over a player's page that opens with it, for as long as a seat is free."""
    if not (free := free_seats(table)):
        return
    title = tr.plural("invite.title", free)
    sheet = Sheet(title, "invite-sheet", opened=True)
    with sheet.inside:
        text("h2", title)
        InviteBox(table, tr, seat)
        testid(text("button", tr("invite.close"), "btn main accent").on("click", sheet.close), "invite-close")
    testid(sheet.inside, "invite-sheet")
    # Loaded again, the page does not open it a second time.
    ui.run_javascript("history.replaceState(history.state, '', location.pathname)")

    def look() -> None:
        if not free_seats(table):
            sheet.close()

    table.subscribe(seat, look, steps=False)
