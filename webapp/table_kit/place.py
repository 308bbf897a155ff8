"""A page's place at a table: the view that it shows, and its callbacks. A game's screens use nothing else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from nicegui import json, ui
from orjson import Fragment

from webapp.after.after_match import AfterMatch
from webapp.base.addresses import listening
from webapp.games.contract import Json, Screens
from webapp.i18n import Translator
from webapp.table_kit import first_prompts
from webapp.table_kit.invitation import invitation_nodes
from webapp.tables import Refusal, Table, browser_of
from webapp.ui.live_page import while_present
from webapp.ui.props import PropsMemo
from webapp.ui.theme import Frame
from webapp.ui.tree import Child, Node, payload, same

T = TypeVar("T")

SPECTATOR = "spectator"
AHEAD = "ahead-"
"""The beginning of the id of a question ahead."""


def book_of(table: Table) -> Any:
    """The facts of a match's beginning that its game's texts need (`Screens.book`), computed once."""
    return table.once("book", lambda: table.game.screens.book([table.match.began]))


class Place:
    """The place of one page. `session`: the name by which it acts (:meth:`Table.submit`); `seat`: its own; a page
    without one sees the spectator's view."""

    _row: int | None = None
    """The row of the viewer's log after which the match is shown; None: that of now."""
    shared_name = ""
    """The name at the seat, where several players share a screen and nothing else says whose page it is."""
    looks_ahead = False
    """Whether the question is shown that the seat can prepare for (:meth:`look_ahead`)."""

    def __init__(self, table: Table, tr: Translator, frame: Frame, session: str, seat: str | None = None) -> None:
        self.table = table
        self.tr = tr
        self.frame = frame
        self.session = session
        self.seat = seat
        self.preparing: Json = {}
        """The answer that the player prepares on this page, as the game tells it, and ``reads``, the card that they
        read large: for a guide."""
        self._reads: Json = {}
        self._prepared_at = -1
        self.spots: list[Any] = []
        """Places on the board that a guide points at, as the game's commands have them."""
        self.on_preparing: Callable[[], None] = lambda: None
        self.on_spots: Callable[[], None] = lambda: None
        self.sheet: Callable[[str], Node | None] | None = None
        """Set by a game's page that knows more of a thing than its screens do."""
        self._arranged = table.arranged
        self._client = ui.context.client

    # The view

    @property
    def screens(self) -> Screens[Any]:
        """The game's screens."""
        return self.table.game.screens

    @property
    def viewer(self) -> str:
        """The viewer whose view is shown. It is asked at every drawing, because a lent view can be withdrawn."""
        return self.seat or SPECTATOR

    @property
    def view(self) -> Json:
        """The viewer's view of the match. Shared by pages: never change it."""
        row, viewer = self._row, self.viewer
        if row is None:
            return self._view_ahead() if self.looks_ahead else self.table.view(viewer)

        def made() -> Json:
            view = self.table.match.moment(row, viewer)
            return self.screens.past(view, row, view["log"])

        return self.table.memo(("moment", viewer, row), made)

    @property
    def match(self) -> Any:
        """The match that a page asks about its seat's question: that of now, or the one ahead (:meth:`look_ahead`)."""
        ahead = self._match_ahead() if self.looks_ahead else None
        return self.table.match if ahead is None else ahead

    def _match_ahead(self) -> Any:
        table, seat = self.table, self.seat
        if seat is None or not table.loaded:
            return None
        return table.memo(("ahead", seat), lambda: table.match.ahead(seat))

    def _view_ahead(self) -> Json:
        ahead, seat = self._match_ahead(), self.seat

        def made() -> Json:
            decision = ahead.decisions[seat]
            id = f"{AHEAD}{decision['kind']}-{decision['prompt']['code']}"
            return {**self.table.view(self.viewer), "decision": {**decision, "id": id}}

        return self.table.view(self.viewer) if ahead is None else self.table.memo(("view-ahead", seat), made)

    @property
    def may_prepare(self) -> str:
        """The kind of the question that this player can prepare an answer for; empty: none. Nobody does where several
        players share a browser, or a guide leads."""
        alone = browser_of(self.session) == self.session and not self.table.settings.guided
        ahead = self._match_ahead() if alone else None
        return "" if ahead is None else str(ahead.asked[self.seat].kind)

    def look_ahead(self, on: bool) -> None:
        """Shows the question that the seat can prepare for in place of that of now, or no longer."""
        self.looks_ahead = on and bool(self.may_prepare)

    @property
    def prepared_answer(self) -> Json | None:
        """What the player has prepared, or why it was dropped (:meth:`KeptAnswers.prepared`)."""
        return None if self.seat is None else self.table.answers.prepared(self.seat)

    @contextmanager
    def past(self, row: int) -> Iterator[None]:
        """Shows the match as it was after a recent row of the viewer's log, while something is drawn: nothing may be
        awaited meanwhile. Raises ValueError for a row that is not there, or is long past."""
        self._row = row
        try:
            assert self.view is not None
            yield
        finally:
            self._row = None

    @property
    def players(self) -> dict[str, str | None]:
        """The names at the seats."""
        return self.table.memo("players", lambda: {key: seat.name for key, seat in self.table.seats.items()})

    @property
    def presence(self) -> Json:
        """The presence of players and spectators, as :meth:`Table.presence`, and as it was told last."""
        return self.table.last_presence

    @property
    def words(self) -> Any:
        """The names and translator for the game's texts, shared by all pages with this viewer and language."""
        return self.table.memo(
            ("words", self.viewer, self.tr.language, self._row, self.looks_ahead),
            lambda: self.screens.words(self.view, self.tr, self.players, self.book, self.table.code),
        )

    @property
    def book(self) -> Any:
        """The facts of the match's beginning that the game's texts need, computed once."""
        return book_of(self.table)

    @property
    def facts(self) -> Any:
        """The words for all of the viewer's view but the log: the same object while nothing of it changes, so that what
        is made of it alone need not be made again."""
        if self._row is not None:
            return self.words

        def worded(of: tuple[Json, Mapping[str, str | None]]) -> Any:
            return self.screens.words(of[0], self.tr, of[1], self.book, self.table.code)

        def made() -> Any:
            kept: PropsMemo = self.table.once("facts", PropsMemo)
            seen = {key: value for key, value in self.view.items() if key != "log"}
            return kept.made((self.viewer, self.tr.language, self.looks_ahead), (seen, self.players), worded)

        return self.table.memo(("facts", self.viewer, self.tr.language, self.looks_ahead), made)

    def invitation(self) -> list[Child]:
        """The invitation to others to join the table, as nodes of a prompt; without the address for spectators."""
        base = listening.reachable(self._client.request.url)
        return invitation_nodes(self.table, self.tr, base, self.seat or SPECTATOR)

    def after_match(self) -> None:
        """Builds the house's part after the match, below the page's own result. Not for a screen without input."""
        if self.session:
            AfterMatch(self)

    def large(self, id: str) -> Node | None:
        """The sheet about a thing, as this viewer may know it."""
        sheet = self.sheet(id) if self.sheet is not None else self.screens.large(id, self.words)
        if sheet is not None and self.seat is not None:
            self._reads = {"reads": id}
            self.prepare(self.preparing)
            self._reads = {}
        return sheet

    def shared(self, part: str, build: Callable[[Any], str], props: Callable[[Any], object] | None = None) -> str:
        """A string made once for all who share viewer class and language: of nothing but the words. While it says the
        same it is the same object, so that hundreds of pages see at once that they have nothing to send. `props`: what
        `build` is given of the words; while it is equal, the string is not even built. Without it, `build` is given the
        words, which are others after every step."""
        key = ("shared", part, self.viewer, self.tr.language, self.looks_ahead)
        if self._row is not None:
            return self.table.memo((*key, self._row), lambda: build(self._given(props)))

        def made() -> str:
            kept: PropsMemo = self.table.once("shared", PropsMemo)
            return kept.made(key, self._given(props), build, same)

        return self.table.memo(key, made)

    def _given(self, props: Callable[[Any], object] | None) -> Any:
        return self.words if props is None else props(self.words)

    def drawn(
        self, part: str, scope: Hashable, log: Sequence[Json], start: int, draw: Callable[[Json], Any]
    ) -> list[Any]:
        """What `draw` makes of the log's events from `start`, as JSON, without those of which it makes None; shared by
        all with this viewer and language. `scope`: all that it depends on besides the event; while it is equal, an
        event that was among those asked for last is neither read nor drawn again."""
        key = ("drawn", part, self.viewer, self.tr.language)
        kept: dict[Hashable, dict[int, Fragment | None]] = self.table.once(key, dict)
        last = kept.get(scope, {})

        def made(n: int) -> Fragment | None:
            row = draw(log[n])
            return None if row is None else Fragment(json.dumps(row))

        now = {n: last[n] if n in last else made(n) for n in range(start, len(log))}
        kept.clear()
        kept[scope] = now
        return [node for node in now.values() if node is not None]

    def tree(self, nodes: Sequence[Child]) -> str:
        """The payload of nodes for a pane."""
        return payload(self.turn, nodes)

    @property
    def turn(self) -> int:
        """Grows with what spectators notice of the match, whoever looks: panes pass over what is older, and eyes that
        were lent can be taken back."""
        return self.table.noticed(SPECTATOR)

    @property
    def prepared(self) -> Json:
        """The answer that the player prepares for the present question."""
        return self.preparing if self._prepared_at == self.turn else {}

    # Actions

    async def submit(self, command: Json) -> Refusal | None:
        """Plays a command for the seat, and notes that its player has met the question (:meth:`explanation`). An answer
        to the question ahead is kept until that is asked."""
        if str(command.get("decision", "")).startswith(AHEAD):
            looks, self.looks_ahead = self.looks_ahead, False  # as the pages that are told of it show it
            refusal = self.table.answers.prepare(self.session, command)
            self.looks_ahead = looks and refusal is not None
            return refusal
        asked = self.view.get("decision") if self.seat is not None else None
        refusal = await self.table.submit(self.session, command)
        if asked and refusal is None and (self.view.get("decision") or {}).get("id") != asked["id"]:
            await first_prompts.meet(browser_of(self.session), self.tr.game, first_prompts.topic(self.tr, asked))
        return refusal

    def explanation(self) -> Node | None:
        """The explanation of the present question; open the first time that this person meets one of its kind, unless a
        guide explains it."""
        asked = self.view.get("decision") if self.seat is not None else None
        guided = bool(self.table.settings.guided)
        return first_prompts.explanation(self.tr, asked, browser_of(self.session), guided) if asked else None

    @property
    def met(self) -> frozenset[str]:
        """The topics of the game's questions that this person has answered."""
        return first_prompts.met(browser_of(self.session), self.tr.game)

    async def query(self, name: str, params: Json | None = None) -> Any:
        """The answer to a query of the game's closed list for the seat; a lent view gets the spectator's answer. Raises
        as :meth:`Table.query`."""
        return await self.table.query(self.seat or SPECTATOR, name, params, self.session)

    # The player's own notes

    @property
    def notes(self) -> Mapping[str, str]:
        """The player's own short notes at this table, by what the game says they are about. Never in a view."""
        return {} if self.seat is None else self.table.talk.notes(self.session)

    async def note(self, subject: str, text: str) -> Refusal | None:
        """Keeps the player's note about something, or without a text drops it; their other pages show it too."""
        refusal = await self.table.talk.note_about(self.session, subject, text)
        if refusal is None:
            self.tell_drafted()
        return refusal

    # Between a game's page and a guide

    def prepare(self, preparing: Json) -> None:
        """Reports what the player prepares: the action begun, what they look at."""
        prepared = self._reads | preparing
        if (prepared, self.turn) != (self.preparing, self._prepared_at):
            self.preparing, self._prepared_at = prepared, self.turn
            self.on_preparing()

    def point(self, spots: list[Any]) -> None:
        """Highlights places on the board, for a guide."""
        if spots != self.spots:
            self.spots = spots
            self.on_spots()

    # Following the table

    @property
    def broadcasts(self) -> bool:
        """Whether the page always shows what any spectator may see."""
        return self.seat is None

    def follow(self, refresh: Callable[[], Any], *, steps: bool = True) -> None:
        """Calls back, in the page, after every change while its browser is there, and when it is back, for as long as
        it is held; order and ``steps`` as :meth:`Table.subscribe`."""
        changed = while_present(lambda: refresh() if self.held() else None)
        self.table.subscribe(self.seat or SPECTATOR, changed, steps=steps)

    def follow_drafts(self, refresh: Callable[[], Any]) -> None:
        """Calls `callback` when another page of the same player has changed a draft."""

        def changed(page: object) -> Any:
            return refresh() if page is not self and self.held() else None

        if self.seat is not None:
            self.table.drafted(self.seat).subscribe(changed)

    def tell_drafted(self) -> None:
        """Reports that this page has changed a draft of its player's."""
        if self.seat is not None:
            self.table.drafted(self.seat).emit(self)

    def held(self) -> bool:
        """Whether the browser still has the seat; if not, the browser has been redirected."""
        if self.table.arranged != self._arranged:
            # The match was replaced, perhaps with other seats: the page must be rebuilt.
            self._client.open(f"/{'watch' if self.seat is None else 'table'}/{self.table.code}")
            return False
        if self.seat is None or self.table.seat_of(self.session) == self.seat:
            return True
        ui.navigate.to(f"/watch/{self.table.code}")
        return False
