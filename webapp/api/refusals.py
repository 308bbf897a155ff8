"""Refusals of tables and rules as JSON, each with its HTTP status."""

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from webapp.security.limits import limits
from webapp.tables import Refusal

STATUS = {
    "no-token": 401,
    "bad-token": 401,
    "not-seated": 403,
    "sent-away": 403,
    "no-spectators": 403,
    "watch-password": 403,
    "foreign-origin": 403,
    "no-such-table": 404,
    "not-found": 404,
    "no-such-method": 405,
    "too-large": 413,
    "bad-shape": 422,
    "locked": 423,
    "adjourned": 423,
    "closed": 423,
    "deleted": 410,
    "too-many": 429,
    "too-many-guesses": 429,
    "too-many-questions": 429,
    "broken": 500,
    "not-kept": 503,
    "house-full": 503,
    "question-too-long": 503,
    "damaged": 503,
}
"""The status of each code; all other refusals come from the rules: the command conflicts with the match (409)."""


class ApiRefused(Exception):
    """Ends a request with a refusal."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.refusal = Refusal("", code, params)


def answer(refusal: Refusal) -> JSONResponse:
    """The refusal as a response."""
    headers = {}
    if "seconds" in refusal.params:
        headers["Retry-After"] = str(refusal.params["seconds"])
    if refusal.code in ("no-token", "bad-token"):
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(refusal.to_json(), STATUS.get(refusal.code, 409), headers)


async def on_refused(_: Request, problem: Exception) -> JSONResponse:
    """The handler of :class:`ApiRefused`."""
    return answer(problem.refusal if isinstance(problem, ApiRefused) else Refusal("", "broken"))


async def on_invalid(_: Request, problem: Exception) -> JSONResponse:
    """The handler of requests that do not fit OpenAPI's description: it names the wrong fields, never their values."""
    errors = problem.errors() if isinstance(problem, RequestValidationError) else []
    where = [{"at": ".".join(map(str, error["loc"])), "what": str(error["type"])} for error in errors[:10]]
    return answer(Refusal("", "bad-shape", {"where": where}))


async def on_http(_: Request, problem: Exception) -> JSONResponse:
    """The handler of unknown addresses and methods."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    # 400 is what FastAPI says to JSON that it cannot read at all.
    code = {400: "bad-shape", 404: "not-found", 405: "no-such-method"}.get(status, "broken")
    return answer(Refusal("", code))


def spend(what: str, request: Request) -> None:
    """Counts a request against its sender's limits. Raises :class:`ApiRefused`."""
    who = request.client.host if request.client is not None else ""
    if not limits.take(what, who):
        raise ApiRefused("too-many", seconds=limits.wait_s(what, who))
