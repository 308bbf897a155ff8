"""``/season``: who has won how often over all finished matches, by game and what was chosen for it, against each other,
evening by evening; and the same matches as a table for a spreadsheet at ``/season.csv``."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import urlencode

from babel.dates import format_date
from fastapi import Request, Response
from nicegui import app, ui
from nicegui.element import Element

from webapp.base.addresses import below
from webapp.frame.page_frame import frame
from webapp.i18n import Translator, translator
from webapp.lobby.rates import Share
from webapp.lobby.season_rates import cast_words, options_words, rates
from webapp.lobby.tally import Played, evenings, pairings, standings
from webapp.people.visitors import language_of
from webapp.tables import registry
from webapp.ui.fields import label_for, way
from webapp.ui.theme import PATIENCE_S, link_to, testid, text

ADDRESS, FILE = "/season", "/season.csv"
PAIRS_SHOWN, EVENINGS_SHOWN = 30, 20
"""The most pairs of players and the most evenings that the page lists; the file has every match."""
COLUMNS = ("date", "time", "game", "table", "seat", "player", "won", "score", "options", "played")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula at the beginning of a cell."""


@dataclass(frozen=True)
class Wanted:
    """What is counted: matches of one game, or of all; from a day on, or all; whether those of one person against the
    house count too."""

    game: str = ""
    since: date | None = None
    house: bool = False

    @classmethod
    def of(cls, game: str, since: str, house: str) -> Wanted:
        """From an address; what makes no sense there is left out."""
        try:
            day = date.fromisoformat(since) if since else None
        except ValueError:
            day = None
        return cls(game if registry.games.get(game) else "", day, bool(house))

    @property
    def query(self) -> str:
        """The same as the query of an address."""
        fields = {"game": self.game, "since": self.since.isoformat() if self.since else "", "house": "1" * self.house}
        return urlencode({key: value for key, value in fields.items() if value})

    def counts(self, match: Played) -> bool:
        """Whether a match is counted."""
        if self.since is not None and _day(match.at) < self.since:
            return False
        least = 1 if self.house else 2
        return len(match.people) >= least and self.game in ("", match.game)


def register() -> None:
    """Registers the page and the file."""
    ui.page(ADDRESS, reconnect_timeout=PATIENCE_S)(season)
    app.add_api_route(FILE, season_file, methods=["GET"], include_in_schema=False)


async def matches(wanted: Wanted) -> list[Played]:
    """The matches that are counted, the newest first."""
    rows = await registry.finished()

    def counted() -> list[Played]:
        played = [match for row in rows if (match := Played.of_row(row)) is not None and wanted.counts(match)]
        return sorted(played, key=lambda match: match.at, reverse=True)

    return await asyncio.to_thread(counted)


async def season_file(request: Request, game: str = "", since: str = "", house: str = "") -> Response:
    """The matches with a line for each player, the oldest first."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    tr = translator(language_of(request))
    counted = await matches(Wanted.of(game, since, house))
    casts: dict[str, Mapping[str, str]] = {}
    for its in registry.games:
        of_game = [match for match in counted if match.game == its.key]
        casts |= zip((match.code for match in of_game), cast_words(tr, its, of_game), strict=True)
    for match in reversed(counted):
        at = datetime.fromtimestamp(match.at).astimezone()
        head = (at.date().isoformat(), at.strftime("%H:%M"), match.game, match.code)
        chosen, cast = options_words(tr, registry.games[match.game], match), casts[match.code]
        for seat, name in match.people.items():
            figures = (int(seat in match.won), match.score.get(seat, ""))
            rows.writerow((*head, seat, _cell(name), *figures, _cell(chosen), _cell(cast.get(seat, ""))))
    headers = {"content-disposition": 'attachment; filename="season.csv"', "cache-control": "no-store"}
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _cell(name: str) -> str:
    """A name as a cell that no spreadsheet computes."""
    return f"'{name}" if name.startswith(FORMULA) else name


async def season(game: str = "", since: str = "", house: str = "") -> None:
    """Builds the page for one browser."""
    tr, wanted = translator(language_of()), Wanted.of(game, since, house)
    counted = await matches(wanted)
    with frame(tr, tr("table.title", name=tr("season.title")), styles=("lobby.css", "season.css"), page_class="season"):
        text("h1", tr("season.title"))
        _filters(tr, wanted)
        if not counted:
            testid(text("p", tr("season.none"), "muted"), "season-none")
        else:
            testid(text("p", tr.plural("season.matches", len(counted)), "muted"), "season-count")
            _standings(tr, counted)
            rates(tr, counted)
            _pairings(tr, counted)
            _evenings(tr, counted)
            way(tr("season.file"), f"{FILE}?{wanted.query}".rstrip("?"), "btn", "season-file")
        way(tr("table.to-lobby"), "/", "btn quiet", "to-lobby")


def _filters(tr: Translator, wanted: Wanted) -> None:
    """What is counted, as a form that leads to another address."""
    with testid(ui.element("form").classes("season-form"), "season-form") as form:
        form.props.update({"method": "get", "action": below(ADDRESS)})
        with ui.element("div"):
            label_for(tr("season.game"), "season-game")
            with ui.element("select").classes("lobby-field") as select:
                select.props.update({"id": "season-game", "name": "game"})
                for key in ("", *(its.key for its in registry.games)):
                    option = text("option", _name(key, tr) if key else tr("season.every-game"))
                    option.props["value"] = key
                    if key == wanted.game:
                        option.props["selected"] = True
        with ui.element("div"):
            label_for(tr("season.since"), "season-since")
            day = ui.element("input").classes("lobby-field")
            day.props.update({"id": "season-since", "name": "since", "type": "date"})
            day.props["value"] = wanted.since.isoformat() if wanted.since else ""
        with ui.element("label").classes("season-house"):
            tick = ui.element("input")
            tick.props.update({"name": "house", "type": "checkbox", "value": "1"})
            if wanted.house:
                tick.props["checked"] = True
            text("span", tr("season.house"))
        text("button", tr("season.show"), "btn").props["type"] = "submit"


def _standings(tr: Translator, counted: Sequence[Played]) -> None:
    rows = standings(counted)
    games = [its.key for its in registry.games if any(its.key in row.by_game for row in rows)]
    heads = [tr("season.player"), tr("season.won"), tr("season.played"), tr("season.share")]
    with _section(tr("season.players"), "season-players"), _grid([*heads, *(_name(key, tr) for key in games)]):
        for row in rows:
            share = tr("season.percent", n=Share(row.won, row.matches).percent)
            figures = [str(row.won), str(row.matches), share]
            by_game = [tr("season.of", won=its[1], n=its[0]) if (its := row.by_game.get(key)) else "–" for key in games]
            _row(row.name, [*figures, *by_game])


def _pairings(tr: Translator, counted: Sequence[Played]) -> None:
    pairs = pairings(counted)
    if not pairs:
        return
    heads = [tr("season.pair"), tr("season.won"), tr("season.lost")]
    with _section(tr("season.pairs"), "season-pairs"), _grid(heads):
        for pair in pairs[:PAIRS_SHOWN]:
            _row(tr("season.over", one=pair.one, other=pair.other), [str(pair.won), str(pair.lost)])


def _evenings(tr: Translator, counted: Sequence[Played]) -> None:
    with _section(tr("season.evenings"), "season-evenings"):
        for n, night in enumerate(evenings(counted)[:EVENINGS_SHOWN]):
            with ui.element("details").classes("season-evening") as details:
                if not n:
                    details.props["open"] = True
                with ui.element("summary"):
                    text("strong", format_date(_day(night[0].at), "full", locale=tr.language))
                    text("span", tr.plural("season.matches", len(night)), "muted")
                with ui.element("ul"):
                    for match in night:
                        _line(match, tr)


def _line(match: Played, tr: Translator) -> None:
    with ui.element("li"):
        text("span", datetime.fromtimestamp(match.at).astimezone().strftime("%H:%M"), "muted")
        link_to(text("a", _name(match.game, tr)), f"/replay/{match.code}")
        won, lost = match.names(won=True), match.names(won=False)
        players = ", ".join(_with_score(match, seat) for seat in match.people)
        text("span", tr("season.beat", won=", ".join(won), players=players) if won and lost else players)
        if not won:
            text("span", tr("season.house" if match.house_won else "season.nobody"), "muted")


def _with_score(match: Played, seat: str) -> str:
    score = match.score.get(seat)
    return match.people[seat] if score is None else f"{match.people[seat]} {score}"


def _section(heading: str, name: str) -> Element:
    section = testid(ui.element("section").classes("panel season-part"), name)
    with section:
        text("h2", heading)
    return section


def _grid(heads: Sequence[str]) -> Element:
    """A table with its heads; returns its body."""
    with ui.element("div").classes("season-grid"), ui.element("table"):
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                text("th", head).props["scope"] = "col"
        return ui.element("tbody")


def _row(name: str, figures: Sequence[str]) -> None:
    with ui.element("tr"):
        text("th", name).props["scope"] = "row"
        for figure in figures:
            text("td", figure)


def _name(game: str, tr: Translator) -> str:
    return tr.of(game)("game.name")


def _day(at: float) -> date:
    return datetime.fromtimestamp(at).astimezone().date()
