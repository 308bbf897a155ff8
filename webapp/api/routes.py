"""The addresses of the API and what they do."""

import asyncio
import json
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.security import APIKeyHeader, HTTPBearer
from nicegui import app
from starlette.exceptions import HTTPException

from rules import kernel
from webapp.api.body_limit import BodyLimit
from webapp.api.refusals import ApiRefused, answer, on_http, on_invalid, on_refused, spend
from webapp.api.shapes import (
    Choices,
    CommandShape,
    DecisionShape,
    Json,
    NewTable,
    Played,
    RefusalShape,
    TableShape,
)
from webapp.base.addresses import below
from webapp.base.typed_text import tidy_name
from webapp.games import GAMES
from webapp.games.contract import Game
from webapp.replay.import_export import match_object
from webapp.security.limits import Open, program
from webapp.store import SavedTable, StoreProblem
from webapp.tables import Table, TableSettings, registry
from webapp.tables.commands import over_whole_match
from webapp.tables.create import make

BASE = "/api/v1"

HEARTBEAT_S = 15
"""Seconds between signs of life on a silent stream, by which a lost client is noticed."""

COMMANDS_GIVEN = 60
"""The most legal commands listed."""

TABLE_NAME_LENGTH = 40

DEFAULT_GAME = GAMES[0]
"""The game of a new table that names none, as in the first version of the API."""

REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": RefusalShape, "description": "Refused, and why"},
    "5XX": {"model": RefusalShape, "description": "Nothing was kept or changed, and why"},
}


DESCRIPTION = """Tables, matches and commands of this server, for programs that look on, keep records or play.

A program plays for a seat with a token, which the seat's holder takes from the page of the seat (*A program in your
place*) and sends as `Authorization: Bearer olo_…`. Without a token it knows what a spectator knows, at a table with a
watch password after `X-Watch-Password`.

Whatever is refused is refused in the words of the game: `{"clause", "code", "params"}`, `clause` being the rulebook's.
Too many requests get 429 with `Retry-After`. Lengths are micrometres, angles microradians. A command that was answered
with 200 is on the disk.
"""

_streams = Open(of_one=16, of_all=64)
"""The streams of events that are open."""

TOKEN = HTTPBearer(auto_error=False, scheme_name="seat", description="The token of a seat: what its holder knows.")
WATCHING = APIKeyHeader(
    name="X-Watch-Password",
    auto_error=False,
    scheme_name="watching",
    description="The password of a table that asks spectators for one.",
)


class Viewer:
    """The viewer of a request about a table: the seat that the token is for, or a spectator."""

    def __init__(self, table: Table, seat: str | None) -> None:
        self.table = table
        self.seat = seat
        self.viewer = seat or "spectator"

    def own(self) -> str:
        """The seat. Raises :class:`ApiRefused` for a spectator."""
        if self.seat is None:
            raise ApiRefused("no-token")
        return self.seat


async def looker(
    request: Request,
    code: str,
    authorization: Annotated[str, Header(include_in_schema=False)] = "",
    x_watch_password: Annotated[str, Header(include_in_schema=False)] = "",
) -> Viewer:
    """The table of an address, and the seat of the request's token. Raises :class:`ApiRefused`."""
    spend("read" if request.method == "GET" else "command", request)
    table = registry.get(code)
    if table is None:
        raise ApiRefused("no-such-table")
    if authorization:
        scheme, _, token = authorization.partition(" ")
        seat = table.seat_of_token(token.strip()) if scheme.lower() == "bearer" else None
        if seat is None:
            raise ApiRefused("bad-token")
    else:
        seat = None
        await _may_watch(request, table, x_watch_password)
    try:
        await table.load()
    except StoreProblem as problem:
        raise ApiRefused("damaged") from problem
    return Viewer(table, seat)


async def _may_watch(request: Request, table: Table, password: str) -> None:
    origin = request.client.host if request.client is not None else ""
    no = table.watching_refused("")
    if no is not None and no.code == "watch-password":
        no = await table.password_refused("watch", password, "", origin)
    if no is not None:
        raise ApiRefused(no.code, **no.params)


Looking = Annotated[Viewer, Depends(looker)]


def register() -> None:
    """Registers the API at its address."""
    app.mount(BASE, build())


def build() -> FastAPI:
    """The API as an application of its own, so that its OpenAPI description has nothing else."""
    api = FastAPI(
        title="Olomoc online",
        version="1",
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        servers=[{"url": below(BASE)}],
        root_path_in_servers=False,
        responses=REFUSALS,
    )
    api.add_middleware(BodyLimit)
    api.add_exception_handler(ApiRefused, on_refused)
    api.add_exception_handler(RequestValidationError, on_invalid)
    api.add_exception_handler(HTTPException, on_http)
    for method, path, endpoint, own, more in ROUTES:
        schemes = [] if endpoint in OPEN else [Security(TOKEN)] if own else [Security(TOKEN), Security(WATCHING)]
        api.add_api_route(path, endpoint, methods=[method], dependencies=schemes, **more)
    return api


async def choices() -> list[Choices]:
    """The options for a new table of each game, including those of people's packs. Of ``packs`` any number, with commas
    between."""
    return [Choices(game=game.key, choices=_choices(game)) for game in registry.games]


def _choices(game: Game) -> dict[str, list[str]]:
    values = {choice.key: list(dict.fromkeys((choice.default, *choice.offered))) for choice in game.choices}
    return values | {several.key: list(several.now()) for several in game.several}


async def tables(request: Request) -> JSONResponse:
    """Every table, newest first."""
    spend("read", request)
    shapes = [(table.created_at, _shape_of(table)) for table in registry.all()]
    shapes += await asyncio.to_thread(_shapes_of_rows, await registry.rows())
    shapes.sort(key=itemgetter(0), reverse=True)
    return await asyncio.to_thread(lambda: JSONResponse([shape.model_dump() for _, shape in shapes]))


async def create(request: Request, wanted: NewTable) -> TableShape:
    """A new table. Its seats are taken in the lobby."""
    settings = TableSettings(spectators=wanted.spectators, takeback=wanted.takeback)
    name = tidy_name(wanted.name, TABLE_NAME_LENGTH)
    game = registry.games.get(wanted.game or DEFAULT_GAME)
    if game is None:
        raise ApiRefused("bad-shape", where=[{"at": "body.game", "what": "unknown"}])
    if (key := _unknown(game, wanted.options)) is not None:
        raise ApiRefused("bad-shape", where=[{"at": f"body.options.{key}", "what": "unknown"}])
    try:
        by = program(request.client.host if request.client is not None else "")
        passwords = wanted.seat_password, wanted.watch_password
        made = await make(game, dict(wanted.options), name, settings, *passwords, by=by)
    except StoreProblem as problem:
        raise ApiRefused("not-kept", **problem.params) from problem
    except kernel.Refused as unmade:  # packs that do not go together, too many tables
        code = unmade.refusal.code
        raise ApiRefused("too-many" if code == "too-many-tables" else code, **unmade.refusal.params) from unmade
    return _shape_of(made)


def _unknown(game: Game, options: Mapping[str, str]) -> str | None:
    """The first of the choices that has a value not offered now."""
    for choice in game.choices:
        if options.get(choice.key, choice.default) not in choice.offered:
            return choice.key
    for several in game.several:
        if several.key in options and not set(options[several.key].split(",")) <= set(several.now()):
            return several.key
    return None


async def one(looking: Looking) -> TableShape:
    """One table."""
    return _shape_of(looking.table)


class _Facts(JSONResponse):
    """Facts of a view, whose sequences are not all lists."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, default=list, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()


async def view(looking: Looking, since: Annotated[int, Query(ge=0)] = 0) -> JSONResponse:
    """The facts of the match that the asker may know: its position, what is asked of whom, the log from event ``since``
    on."""
    seen, sequence = looking.table.view(looking.viewer), looking.table.noticed(looking.viewer)

    def facts() -> JSONResponse:
        log = seen["log"][bisect_left(seen["log"], since, key=itemgetter("n")) :]
        return _Facts({**seen, "log": log, "sequence": sequence})

    return await over_whole_match(facts)


async def decision(looking: Looking) -> JSONResponse:
    """The question that the token's seat owes an answer to; null: none."""
    looking.own()
    return _Facts(looking.table.view(looking.viewer).get("decision"))


async def commands(looking: Looking) -> JSONResponse:
    """Complete legal commands for the token's seat, in no order, of movements a few: what a simple bot picks from."""
    seat, table = looking.own(), looking.table
    try:
        given: list[Json] = await table.query(seat, "commands", {}, session=f"{table.code} {seat}")
    except kernel.Refused as no:
        return answer(no.refusal)
    return JSONResponse(given[:COMMANDS_GIVEN])


async def play(looking: Looking, command: CommandShape, request: Request) -> JSONResponse:
    """Plays a command for the token's seat. When this answers 200 the command is on the disk."""
    seat, table = looking.own(), looking.table
    before = len(table.view(seat)["log"])
    refusal = await table.submit_as(seat, await request.json())
    if refusal is not None:
        return answer(refusal)
    return JSONResponse({"sequence": table.noticed(seat), "events": table.view(seat)["log"][before:]})


async def events(
    request: Request,
    looking: Looking,
    since: Annotated[int, Query(ge=0)] = 0,
    last_event_id: Annotated[int | None, Header(ge=-1)] = None,
) -> StreamingResponse:
    """The log as it grows, as server-sent events: ``id`` is the event's number, ``data`` the event as the asker may see
    it. Between them ``state`` tells the sequence, who owes an answer, and the outcome. Goes on after
    ``Last-Event-ID``, else from event ``since``."""
    spend("stream", request)
    who = request.client.host if request.client is not None else ""
    if not _streams.room(who):
        raise ApiRefused("too-many", seconds=HEARTBEAT_S)
    first = since if last_event_id is None else last_event_id + 1
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_stream(looking, first, who), media_type="text/event-stream", headers=headers)


async def _stream(looking: Viewer, following: int, who: str) -> AsyncIterator[str]:
    with _streams.one_more(who) as room:
        if room:
            async for state in _states(looking, following):
                yield state


async def _states(looking: Viewer, following: int) -> AsyncIterator[str]:
    table = looking.table
    holder = table.holder_mark(looking.seat)
    last = ""
    with table.listening(looking.viewer) as woken:
        while True:
            woken.clear()
            # The seat may have gone to somebody else, and its secrets with it.
            if looking.seat is not None and table.holder_mark(looking.seat) != holder:
                return
            if looking.seat is None and not table.settings.spectators:
                return
            seen = table.view(looking.viewer)
            for event in seen["log"][bisect_left(seen["log"], following, key=itemgetter("n")) :]:
                yield _event(table, looking.viewer, event)
                following = event["n"] + 1
            state = table.memo(("api-state", looking.viewer), partial(_state, table, looking.viewer))
            if state != last:
                yield state
                last = state
            if table.outcome is not None:
                return
            try:
                await asyncio.wait_for(woken.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield ": still here\n\n"


def _event(table: Table, viewer: str, event: Json) -> str:
    """An event as it is streamed, written once for all clients with the same view."""
    n = event["n"]
    return table.memo(("api-event", viewer, n), lambda: f"id: {n}\ndata: {json.dumps(event)}\n\n")


def _state(table: Table, viewer: str) -> str:
    seen = table.view(viewer)
    owes = seen.get("decision")
    state = {"sequence": table.noticed(viewer), "waiting": seen.get("waiting"), "outcome": table.outcome}
    state["decision"] = owes and owes["id"]
    return f"event: state\ndata: {json.dumps(state)}\n\n"


async def export(looking: Looking) -> JSONResponse:
    """The match to keep: when it is over the file that the lobby takes in again, journal and all; before, what the
    asker has seen of it, from which nothing can be replayed. The file of a match that goes on is for the host alone,
    from the command line."""
    table = looking.table
    if table.outcome is not None:
        return await over_whole_match(lambda: JSONResponse(match_object(table)))
    seen, shape = table.view(looking.viewer)["log"], _shape_of(table).model_dump()
    return await over_whole_match(lambda: JSONResponse({"table": shape, "complete": False, "log": list(seen)}))


def _shape_of(table: Table) -> TableShape:
    return TableShape.model_validate(
        {
            "code": table.code,
            "name": table.name,
            "game": table.game.key,
            "state": table.state,
            "adjourned": table.adjourned,
            "options": table.options,
            "seats": {key: {"name": seat.name, "ready": seat.ready} for key, seat in table.seats.items()},
            "sequence": table.noticed("spectator"),
            "outcome": table.outcome,
            "spectators": table.settings.spectators,
            "passwords": {
                "seat": bool(table.settings.seat_password),
                "watch": bool(table.settings.watch_password),
            },
        }
    )


def _shapes_of_rows(rows: list[SavedTable]) -> list[tuple[float, TableShape]]:
    """The shapes of finished tables that are not in memory, with the time of their making."""
    return [(saved.created_at, _shape_of_row(saved)) for saved in rows]


def _shape_of_row(saved: SavedTable) -> TableShape:
    game, settings = registry.games[saved.title], TableSettings.of(saved.settings)
    held = {seat.seat: seat for seat in saved.seats}
    return TableShape.model_validate(
        {
            "code": saved.code,
            "name": saved.name,
            "game": saved.title,
            "state": "finished",
            "adjourned": not all(seat.ready for seat in saved.seats),
            "options": saved.options,
            "seats": {
                key: {"name": held[key].name if key in held else None, "ready": key not in held or held[key].ready}
                for key in game.seats(saved.options)
            },
            "sequence": -1,
            "outcome": saved.outcome,
            "spectators": settings.spectators,
            "passwords": {"seat": bool(settings.seat_password), "watch": bool(settings.watch_password)},
        }
    )


STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}

ROUTES: tuple[tuple[str, str, Callable[..., Any], bool, dict[str, Any]], ...] = (
    ("GET", "/choices", choices, False, {"response_model": list[Choices]}),
    ("GET", "/tables", tables, False, {"response_model": list[TableShape]}),
    ("POST", "/tables", create, False, {"response_model": TableShape, "status_code": 201}),
    ("GET", "/tables/{code}", one, False, {"response_model": TableShape}),
    ("GET", "/tables/{code}/view", view, False, {"response_model": Json}),
    ("GET", "/tables/{code}/decision", decision, True, {"response_model": DecisionShape | None}),
    ("GET", "/tables/{code}/commands", commands, True, {"response_model": list[Json]}),
    ("POST", "/tables/{code}/commands", play, True, {"response_model": Played}),
    ("GET", "/tables/{code}/events", events, False, {"response_class": StreamingResponse, "responses": STREAM}),
    ("GET", "/tables/{code}/export", export, False, {"response_model": Json}),
    ("GET", "/matches/{code}/export", export, False, {"response_model": Json}),
)
"""Method, path, what answers, whether that is for a seat's token only, and what OpenAPI is told."""

OPEN = frozenset({choices, tables, create})
"""The addresses without a token."""


def addresses() -> list[tuple[str, str, str, bool]]:
    """All addresses: method, path, the name of the operation, and whether it needs a seat's token."""
    return [(method, BASE + path, endpoint.__name__, own) for method, path, endpoint, own, _ in ROUTES]
