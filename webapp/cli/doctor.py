"""``olomoc doctor``: checks whether the server could run on this machine; changes nothing."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from webapp.base.addresses import Listening, base_of, ours_to_listen, port_free
from webapp.base.settings import Settings
from webapp.base.version import instance
from webapp.cli.chosen import chosen_settings
from webapp.i18n import host_language, translator
from webapp.store import Store, StoreProblem
from webapp.store.backup import backup, check
from webapp.store.replacement import traces

if TYPE_CHECKING:
    from webapp.packs.kind import PackKind

tr = translator(host_language(os.environ))

Sentence = tuple[bool, str]
"""The result of a check: whether it passed, and its lines."""

SOCKET = "/_nicegui_ws/socket.io/"
"""The address at which pages open their socket."""

PATIENCE_S = 20.0
"""How long a server may take to answer: on a busy machine it is late, and no other program."""

SHOWN = 3
"""The most problems listed for one pack; ``olomoc pack check`` lists them all."""


@click.command(help=tr("cli.doctor"))
def doctor() -> None:
    """Exits with 1 where something is wrong."""
    chosen = chosen_settings()
    well = True
    # Each is said as soon as it is known: all of them may take half a minute on a busy machine.
    for good, words in _checks(chosen):
        click.echo(("✓ " if good else "✗ ") + words)
        well = well and good
    if not well:
        raise click.exceptions.Exit(1)


def _checks(chosen: Settings) -> Iterator[Sentence]:
    yield _port(chosen)
    yield _data(chosen)
    yield from _packs(chosen)
    yield from _sockets(chosen)
    yield _network(chosen)


def _port(chosen: Settings) -> Sentence:
    if port_free(chosen.host, chosen.port):
        return True, tr("doctor.port-free", port=chosen.port)
    if not ours_to_listen(chosen.host):
        return False, tr("start.bad-host", host=chosen.host)
    try:
        health = httpx.get(f"http://{_place(chosen)}/health", timeout=PATIENCE_S).json()
        status = health["status"] if isinstance(health, dict) else None
    except (httpx.HTTPError, ValueError, KeyError):
        status = None
    if status is None:
        return False, tr("doctor.port-taken", port=chosen.port)
    if health.get("instance") != _own_instance(chosen):
        return False, tr("doctor.another", port=chosen.port, path=chosen.data)
    return status == "ok", tr("doctor.running", port=chosen.port, status=status)


def _place(chosen: Settings) -> str:
    """The host and port at which a server with these settings would answer on this machine."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    return base_of("", anywhere.get(chosen.host, chosen.host), chosen.port).removeprefix("://")


def _own_instance(chosen: Settings) -> str | None:
    """The answer of the server that runs on this data folder; None where none has been started there."""
    try:
        return instance(chosen.secret.read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError):
        return None


def _data(chosen: Settings) -> Sentence:
    if not chosen.database.exists():
        if left := traces(chosen.database):
            return False, tr("store.gone", where=chosen.database, detail=", ".join(left))
        return True, tr("doctor.no-matches", path=chosen.data)
    wrong = check(chosen.database)
    if wrong:
        return False, tr("doctor.database-wrong", path=chosen.database, wrong="; ".join(wrong))
    return True, tr("doctor.database", path=chosen.database)


def _packs(chosen: Settings) -> Iterator[Sentence]:
    """Checks the core packs of all games and the uploaded ones, reading them as a new match would."""
    # NiceGUI reads this while it is imported.
    os.environ["NICEGUI_STORAGE_PATH"] = str(chosen.data / "nicegui")
    from webapp.games import games

    for game in games():
        if game.packs is not None:
            yield from _packs_of(chosen, game.packs)


def _packs_of(chosen: Settings, kind: "PackKind") -> list[Sentence]:
    from rules.kernel.packs.problems import PackError

    try:
        core = kind.core()
    except PackError as error:
        return [(False, tr("doctor.core-wrong", wrong="; ".join(str(problem) for problem in error.problems[:SHOWN])))]
    cards = sum(len(getattr(core, kind.sorts[sort])) for sort in kind.counted)
    rows = [(True, tr("doctor.core", game=tr.of(kind.game)("game.name"), version=core.version, cards=cards))]
    try:
        wrong, sound = _brought(chosen, kind)
    except StoreProblem:
        return rows  # the database has been spoken of already
    rows += [(False, tr("doctor.pack-wrong", id=id, wrong=words)) for id, words in wrong]
    if sound:
        rows.append((True, tr("doctor.packs", ids=", ".join(sound))))
    return rows


def _brought(chosen: Settings, kind: "PackKind") -> tuple[list[tuple[str, str]], list[str]]:
    """The uploaded packs with problems, and the sound ones, read from a copy of the database."""
    from webapp.packs.problem_text import sentence

    wrong: list[tuple[str, str]] = []
    sound: list[str] = []
    if not chosen.database.exists():
        return wrong, sound
    with tempfile.TemporaryDirectory(prefix="olomoc-doctor-") as folder:
        copy = Path(folder) / "olomoc.db"
        backup(chosen.database, copy)
        store = Store.open(copy)
        try:
            for id in store.packs.revisions(kind.game):
                saved = store.packs.get(id)
                if saved is None or saved.deleted_at is not None:
                    continue
                report = kind.examine(saved.files, set(saved.pictures))
                problems = [
                    f"{problem.file}:{problem.line} {sentence(problem, tr.of(kind.game))}"
                    for problem in report.problems[:SHOWN]
                ]
                if problems:
                    wrong.append((report.id or id, "; ".join(problems)))
                else:
                    sound.append(f"{report.id} {report.version}")
        finally:
            store.close()
    return wrong, sound


def _sockets(chosen: Settings) -> list[Sentence]:
    """Checks whether a page's socket can be opened: here, and at the addresses that guests use."""
    if port_free(chosen.host, chosen.port) or not ours_to_listen(chosen.host):
        return [(True, tr("doctor.sockets-later"))]
    places = [_place(chosen)]
    places += [address.removeprefix("http://") for address in Listening(chosen).addresses()]
    rows = []
    for place in dict.fromkeys(places):
        url = f"http://{place}"
        no = _socket_refused(place)
        rows.append(
            (no is None, tr("doctor.sockets", url=url) if no is None else tr("doctor.no-sockets", url=url, why=no))
        )
    return rows


def _socket_refused(place: str) -> str | None:
    """Opens a socket as a page does; None if it opens, else a short reason."""
    where = f"ws://{place}{SOCKET}?EIO=4&transport=websocket"
    try:
        with connect(where, origin=Origin(f"http://{place}"), open_timeout=PATIENCE_S, proxy=None) as socket:
            greeting = str(socket.recv(timeout=PATIENCE_S))
    except (OSError, TimeoutError, WebSocketException) as problem:
        return str(problem) or type(problem).__name__
    return None if greeting.startswith("0{") else greeting[:60]


def _network(chosen: Settings) -> Sentence:
    addresses = Listening(chosen).offered()
    return bool(addresses), tr("doctor.network", addresses=", ".join(addresses)) if addresses else tr("doctor.alone")
