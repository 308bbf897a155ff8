"""The packs' files over HTTP: upload of a pack, download as a zip, pictures of cards.

Everything is served as what it is: a zip as a download, a picture with its own type."""

import re
from urllib.parse import quote

from fastapi import Request, Response
from nicegui import app
from starlette.responses import JSONResponse

from rules.kernel.packs.archive import MAX_IMAGE_BYTES, MAX_ZIP_BYTES, zipped
from rules.kernel.packs.layers import CORE
from webapp.i18n import Translator, translator
from webapp.packs.addresses import PICTURE_NAME, packs_address
from webapp.packs.checker import NotRead
from webapp.packs.examine import take
from webapp.packs.kind import PackKind
from webapp.packs.library import MOST_CARDS, Entry, PackRefused, Replaces
from webapp.packs.pictures import FORMATS, BadPicture, kind_of, redrawn
from webapp.packs.problem_text import sentence
from webapp.people.visitors import language_of, visitors
from webapp.security.host_key import keys
from webapp.security.uploads import Busy, ours, received
from webapp.store import StoreProblem

YEAR_S = 31_536_000
TYPES = {"png": "image/png", "webp": "image/webp"}


def register(kind: PackKind) -> None:
    """Registers the addresses of a game's packs."""
    base = packs_address(kind.game)

    async def received(request: Request, name: str = "pack.toml", replace: bool = False) -> Response:
        return await upload(kind, request, name, replace)

    async def drawn(request: Request, id: str, name: str = "") -> Response:
        return await draw(kind, request, id, name)

    def sent(id: str) -> Response:
        return export(kind, id)

    def shown(name: str) -> Response:
        return picture(kind, name)

    app.post(f"{base}/upload")(received)
    app.post(base + "/{id}/pictures")(drawn)
    app.get(base + "/{id}.zip")(sent)
    app.get(base + "/pictures/{name}")(shown)


async def upload(kind: PackKind, request: Request, name: str, replace: bool) -> Response:
    """Receives a pack as the body of the request, and stores it even if its cards have problems. Answers with its id
    and the names of pictures that were left out, or with 4xx and a sentence. If the browser has a pack with the same id
    and the query lacks ``replace``, it answers 409, with the label of the button that replaces it."""
    tr = translator(language_of(request), kind.game)
    session = str(request.session.get("id", ""))
    if not session or not ours(request):
        return _no("foreign", tr, 403)
    try:
        async with received(request, session, MAX_ZIP_BYTES) as data:
            if data is None:
                return _no("too-large", tr, 413)
            taken = await kind.library.checker.ask(session, take, name[:80], data)
            if taken.problem is not None:
                return JSONResponse({"words": sentence(taken.problem, tr)}, 422)
            entry = await kind.library.add(session, visitors.get(session).name, taken, replaces=replace)
    except Busy:
        return _no("too-many", tr, 429)
    except Replaces as asked:
        of = asked.entry
        words = tr("packs.replaces", name=of.report.id, version=of.report.version)
        return JSONResponse({"words": words, "again": tr("packs.replace")}, 409)
    except (NotRead, PackRefused, StoreProblem) as problem:
        return _kept_not(problem, tr)
    return JSONResponse({"id": entry.saved.id, "left": list(taken.left_out)})


async def draw(kind: PackKind, request: Request, id: str, name: str) -> Response:
    """Receives a picture for a card as the body of the request. Answers with the name that the card uses for it."""
    tr = translator(language_of(request), kind.game)
    session = str(request.session.get("id", ""))
    entry = kind.library.get(id)
    if entry is None or not ours(request) or not entry.may_change(session, keys.is_host(request)):
        return _no("foreign", tr, 403)
    try:
        async with received(request, session, MAX_IMAGE_BYTES) as data:
            if data is None:
                return _no("picture-too-large", tr, 413)
            redone = await kind.library.checker.ask(session, redrawn, name, data)
            called = _free_name(entry, name)
            await kind.library.draw(kind.library.get(id) or entry, called, redone)
    except Busy:
        return _no("too-many", tr, 429)
    except BadPicture as problem:
        return _no(f"picture-{problem.code}", tr, 422)
    except (NotRead, PackRefused, StoreProblem) as problem:
        return _kept_not(problem, tr)
    return JSONResponse({"name": called})


def export(kind: PackKind, id: str) -> Response:
    """The pack as a zip."""
    bundle = kind.library.bundle(id)
    if bundle is None:
        return Response(status_code=404)
    entry = kind.library.get(id)
    own, version = (CORE, kind.core().version) if entry is None else (entry.report.id, entry.report.version)
    stem = re.sub(r"[^A-Za-z0-9._-]", "-", f"{own or 'pack'}-{version or '0'}")[:80]
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(stem)}.zip", "cache-control": "no-store"}
    return Response(zipped(bundle), media_type="application/zip", headers=headers)


def picture(kind: PackKind, name: str) -> Response:
    """A picture. Its name is made from its contents, so that it never changes."""
    saved = kind.library.picture(name) if PICTURE_NAME.fullmatch(name) else None
    if saved is None:
        return Response(status_code=404)
    headers = {"cache-control": f"public, max-age={YEAR_S}, immutable", "content-disposition": "inline"}
    return Response(saved.data, media_type=TYPES[saved.kind], headers=headers)


def _free_name(entry: Entry, name: str) -> str:
    """A name for a picture that the pack does not use yet."""
    kind = kind_of(name) if kind_of(name) in FORMATS else "png"
    stem = re.sub(r"[^a-z0-9_-]+", "-", name.rpartition(".")[0].lower()).strip("-_")[:40] or "picture"
    taken = entry.saved.pictures
    names = (f"{stem}-{n}.{kind}" for n in range(2, len(taken) + 3))
    return next(candidate for candidate in (f"{stem}.{kind}", *names) if candidate not in taken)


def _kept_not(problem: NotRead | PackRefused | StoreProblem, tr: Translator) -> Response:
    """The answer to an upload that the library refused."""
    if isinstance(problem, StoreProblem):
        return JSONResponse({"words": tr("refusal.not-kept", **problem.params)}, 503)
    return _no(problem.code, tr, 429 if problem.code == "too-many" else 422)


def _no(code: str, tr: Translator, status: int) -> Response:
    limit = tr("packs.megabytes", n=str(MAX_ZIP_BYTES // 1_000_000))
    return JSONResponse({"words": tr(f"packs.refused-{code}", limit=limit, most=MOST_CARDS)}, status)
