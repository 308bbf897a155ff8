"""Requests that pages of other sites can make a browser send here: none of them changes anything.

A link, a picture or a form of another site is a GET, with the cookie where it is followed as a link. So every address
that answers to GET is named here with what it does; one that is new has to be thought about before this test is
green again.
"""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from nicegui import app
from nicegui.testing import User

from tests.serving import Server
from webapp.games import games
from webapp.games.blade.scenario_card import rows
from webapp.games.olomoc.routes import MOVED
from webapp.security.headers import POLICY

LISTS = {
    "": "shows one's lists",
    "/new": "shows a list that is not kept before something is changed in it",
    "/list/{id}": "shows one of one's lists",
    "/open/{code}": "shows the list that is in the address; kept only by a press",
    "/export": "one's lists as a file",
    "/sheet": "the list in the address, for paper",
    "/sheet.pdf": "the same as a PDF",
}
"""The pages of a game's lists, below their address."""

PACKS = {
    "": "shows the packs; looks whether packs were added beside the server",
    "/guide": "shows how packs are written",
    "/{id}": "shows the editor; kept is what is typed, over its socket",
    "/{id}.zip": "a pack as a file",
    "/pictures/{name}": "a picture of a pack",
}
"""The pages of a game's packs, below their address."""

LOOKS = {
    "/": "shows the tables",
    "/new": "shows the form that makes a table; it is made by a press, over the page's socket",
    "/table/{code}": "shows the table; a seat is taken by a press on its page, over its socket",
    "/table/{code}/seat": "shows one's seat; codes and words are given out by presses",
    "/watch/{code}": "shows the table to whoever may watch",
    "/season": "shows who won how often",
    "/season.csv": "the same matches as a table",
    "/replay/{code}": "shows what has been",
    "/replay/{code}/file": "the file of a match that is over, for whoever may watch it",
    **{lists + rest: looks for lists in ("/olomoc/cabals", "/invader/decks") for rest, looks in LISTS.items()},
    **{
        f"/{game}/packs{rest}": looks
        for game in ("olomoc", "invader", "blade", "hybris")
        for rest, looks in PACKS.items()
    },
    **{f"/{game.key}/rules": "shows the clauses" for game in games() if game.rules},
    **{f"/{game.key}/rules/{{language}}.json": "the clauses as data" for game in games() if game.rules},
    **{f"/{game.key}/terms/{{language}}.json": "what its words mean" for game in games() if game.glossary},
    **{f"/blade/scenarios/{scenario}": "shows a scenario" for scenario, row in rows().items() if "aim" in row},
    **{f"/{part}{rest}": "leads to where it is now" for part in MOVED for rest in ("", "/{rest:path}")},
    "/foreign/{kind}/{id}": "what is kept for a game that is not installed, for those who may have it",
    "/host": "shows the host's page to the host, and a door to others",
    "/host/copies/{name}": "a copy of the evening, for the host alone",
    "/health": "says whether commands can be kept; the counter that it writes means nothing",
    "/api/v1/choices": "what a table can be made with",
    "/api/v1/tables": "the tables",
    "/api/v1/tables/{code}": "a table",
    "/api/v1/tables/{code}/view": "the match as the token's seat sees it",
    "/api/v1/tables/{code}/decision": "what the token's seat is asked",
    "/api/v1/tables/{code}/commands": "legal commands of the token's seat",
    "/api/v1/tables/{code}/events": "what happens, as it happens",
    "/api/v1/tables/{code}/export": "the file of a match that is over",
    "/api/v1/matches/{code}/export": "the same under its other name",
    "/api/v1/openapi.json": "what the API is",
    "/api": "says to people what the API is",
    "/api/v1": "leads to that page",
    "/api/v1/": "leads to that page",
    "/favicon.ico": "the icon",
}

NICEGUI = "/_nicegui"
"""Scripts, styles and the socket of NiceGUI; the socket asks where a page comes from."""


def addresses(routes: Any, below: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every address with its methods, those of what is mounted too."""
    for route in routes:
        path = below + str(getattr(route, "path", ""))
        inside = getattr(route, "routes", None)
        if inside:
            yield from addresses(inside, path)
        else:
            yield path, set(getattr(route, "methods", None) or {"GET"})


POSTS = (
    *(
        f"/{game}/packs/{rest}"
        for game in ("olomoc", "invader", "blade", "hybris")
        for rest in ("upload", "{id}/pictures")
    ),
    "/alive",
    "/matches/bring",
    "/api/v1/tables",
    "/api/v1/tables/{code}/commands",
    *(f"/{part}{rest}" for part in MOVED for rest in ("", "/{rest:path}")),
)


@pytest.mark.nicegui_main_file("webapp/__main__.py")
@pytest.mark.usefixtures("app_environment")
async def test_every_address_is_known_and_those_that_answer_to_get_only_look(user: User) -> None:
    await user.open("/host")  # all pages but the lobby come with the first of them
    known = [
        (path, methods) for path, methods in addresses(app.routes) if path and not path.startswith((NICEGUI, "/static"))
    ]
    looking = {path for path, methods in known if "GET" in methods}
    assert looking - LOOKS.keys() == set(), "new: does a GET of it change anything?"
    assert LOOKS.keys() - looking == set(), "gone"
    assert {path for path, methods in known if "POST" in methods} == set(POSTS)
    assert all(methods <= {"GET", "HEAD", "POST"} for _, methods in known)


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", "https://127.0.0.1.elsewhere.example"]
)
def test_a_form_of_another_site_is_turned_away(server: Server, origin: str) -> None:
    for path in POSTS:
        # As a form sends it: no preflight asks beforehand.
        kinds: tuple[dict[str, Any], ...] = ({"content": b"{}"}, {"data": {"name": "x"}})
        for body in kinds:
            answer = httpx.post(server.url + path, headers={"origin": origin, "content-type": "text/plain"}, **body)
            assert answer.status_code == httpx.codes.FORBIDDEN, (path, answer.text)
            assert answer.json()["code"] == "foreign-origin"
            assert "access-control-allow-origin" not in answer.headers
    assert httpx.get(server.url + "/api/v1/tables").json() == []


def test_no_answer_lets_another_site_read_it_or_frame_it(server: Server) -> None:
    for path in (
        "/",
        "/health",
        "/api/v1/tables",
        "/static/css/theme.css",
        "/nowhere",
        "/olomoc/cabals/export",
        "/host",
    ):
        answer = httpx.get(server.url + path, headers={"origin": "http://elsewhere.example"})
        assert answer.headers["content-security-policy"] == POLICY, path
        assert "access-control-allow-origin" not in answer.headers, path
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        for cookie in answer.headers.get_list("set-cookie"):
            assert "httponly" in cookie.lower()
            assert "samesite=lax" in cookie.lower()


def test_what_a_cache_may_keep_has_nobodys_cookie(server: Server) -> None:
    """A cache in between would hand it, and a seat with it, to everybody who asks for the same file."""
    page = httpx.get(server.url + "/olomoc/rules")
    assert "set-cookie" in page.headers
    assert "public" not in page.headers.get("cache-control", "")
    # The map of imports names folders' beginnings that are no files.
    files = set(re.findall(r"/(?:static|_nicegui)/[^\"' ]+\.(?:js|css|svg)\b", page.text.split("</script>", 1)[1]))
    kinds = ("/static/styles/", "/static/js/", "/static/scripts/", "/static/modules/", "/_nicegui/")
    assert [kind for kind in kinds if any(kind in file for file in files)] == list(kinds)
    for file in files:
        answer = httpx.get(server.url + file)
        assert answer.status_code == httpx.codes.OK, file
        assert "public" in answer.headers["cache-control"], file
        assert "set-cookie" not in answer.headers, file
        assert "cookie" not in answer.headers.get("vary", "").lower(), file


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    """The policy allows the needs of NiceGUI and no more: inline scripts and styles of our own pages, templates
    compiled in the browser."""
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    for name, sources in rules.items():
        assert set(sources.split()) <= {"'self'", "'none'", "'unsafe-inline'", "'unsafe-eval'", "data:"}, name
    assert "'unsafe-inline'" not in rules["default-src"] + rules["connect-src"] + rules["img-src"]
    assert "data:" not in rules["script-src"] + rules["connect-src"] + rules["style-src"]
    assert {rules[name] for name in ("object-src", "base-uri", "frame-ancestors")} == {"'none'"}
