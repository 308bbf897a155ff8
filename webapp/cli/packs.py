"""``olomoc pack``: checks packs of cards, and adds them for all players."""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.base.settings import Settings
from webapp.cli.chosen import chosen_settings
from webapp.i18n import host_language, translator

if TYPE_CHECKING:
    from rules.kernel.packs.problems import Problem
    from webapp.packs.examine import ReceivedFiles, Report
    from webapp.packs.kind import PackKind

tr = translator(host_language(os.environ))


@click.group("pack", help=tr("cli.pack"))
def pack() -> None:
    """Does nothing without a subcommand."""


@pack.command("check", help=tr("cli.pack-check"))
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--game", default="", help=tr("cli.pack-game"))
def check(path: Path, game: str) -> None:
    """Exits with 1 where the pack has a problem."""
    kind = _kind(chosen_settings(), game)
    taken = _taken(str(path))
    report = kind.examine(taken.files, set(taken.pictures))
    _tell(kind, report, _lone(taken, path.name))
    sys.exit(1 if report.problems else 0)


@pack.command("add", help=tr("cli.pack-add"))
@click.argument("source", metavar="PATH-OR-URL")
@click.option("--game", default="", help=tr("cli.pack-game"))
@click.option("--anyway", is_flag=True, help=tr("cli.anyway"))
@click.option("--yes", is_flag=True, help=tr("cli.yes"))
def add(source: str, game: str, anyway: bool, yes: bool) -> None:
    """Exits with 1 where the pack was not added."""
    chosen = chosen_settings()
    kind = _kind(chosen, game)
    taken = _taken(source)
    report = kind.examine(taken.files, set(taken.pictures))
    _tell(kind, report, _lone(taken, Path(source).name))
    if report.problems and not anyway:
        click.echo(tr("cli.not-added"), err=True)
        sys.exit(1)
    _keep(chosen, kind, taken, yes)


def _kind(chosen: Settings, key: str) -> "PackKind":
    """The packs of the game with that key, else of the first game that has packs; exits where that game has none."""
    # NiceGUI reads this while it is imported.
    os.environ["NICEGUI_STORAGE_PATH"] = str(chosen.data / "nicegui")
    from webapp.games import games

    kinds = {game.key: game.packs for game in games() if game.packs is not None}
    if key and key not in kinds:
        sys.exit(tr("cli.no-packs", game=key, games=", ".join(kinds)))
    return kinds[key] if key else next(iter(kinds.values()))


def _lone(taken: "ReceivedFiles", name: str) -> str:
    """The file name of a pack that is a single TOML file; empty: it has several files."""
    return name if len(taken.files) == 1 and name.endswith(".toml") else ""


def _keep(chosen: Settings, kind: "PackKind", taken: "ReceivedFiles", yes: bool) -> None:
    """Adds the pack to the library of the data folder, whether or not a server is running on it; `yes`: replaces one
    with the same id without asking."""
    from webapp.packs.checker import InProcessChecker
    from webapp.packs.library import Library, PackRefused, Replaces
    from webapp.packs.report import trouble
    from webapp.store import InUse, Store, StoreProblem

    try:
        try:
            store, running = Store.open(chosen.database), False
        except InUse:
            store, running = Store.beside(chosen.database), True
        library = Library(kind, InProcessChecker())
        try:
            library.open(store)
            try:
                entry = asyncio.run(library.add("", "", taken, replaces=yes))
            except Replaces as asked:
                before = asked.entry.report
                if not click.confirm(tr("packs.replaces", name=before.id, version=before.version)):
                    click.echo(tr("cli.not-replaced"), err=True)
                    sys.exit(1)
                entry = asyncio.run(library.add("", "", taken))
        finally:
            library.close()
            store.close()
    except PackRefused as problem:
        sys.exit(trouble(problem, tr))
    except StoreProblem as problem:
        sys.exit(tr(f"store.{problem.code}", **problem.params))
    click.echo(tr("cli.added", name=entry.report.id or "?", path=chosen.data))
    if entry.clash is not None:
        _problems(kind, [entry.clash], "")
    if running:
        click.echo(tr("cli.added-running"))


def _taken(source: str) -> "ReceivedFiles":
    """The files at a path or address; exits with a sentence where there is no pack."""
    from rules.kernel.packs.archive import opened, zipped
    from rules.kernel.packs.problems import PackError
    from webapp.packs.download import NotFetched, fetched, is_address
    from webapp.packs.examine import take
    from webapp.packs.problem_text import sentence

    try:
        if is_address(source):
            click.echo(tr("cli.fetching", url=source))
            name, data = fetched(source)
        elif (path := Path(source)).is_dir():
            name, data = path.name, zipped(opened(path))
        else:
            # A single file is taken as it is; what is missing is told like anything else that is no pack.
            name, data = path.name, path.read_bytes() if path.is_file() else zipped(opened(path))
    except NotFetched as problem:
        sys.exit(tr(f"cli.fetch-{problem.code}", url=source, detail=problem.detail))
    except PackError as problem:
        sys.exit(sentence(problem.problems[0], tr))
    except OSError as problem:
        sys.exit(tr("cli.unreadable", path=source, detail=problem.strerror or str(problem)))
    taken = take(name, data)
    if taken.problem is not None:
        sys.exit(sentence(taken.problem, tr))
    if taken.left_out:
        click.echo(tr("packs.left-out", names=", ".join(taken.left_out)), err=True)
    return taken


def _tell(kind: "PackKind", report: "Report", lone: str) -> None:
    """Prints the report on a pack; `lone`: the name of its only file."""
    from webapp.packs.problem_text import counts, remarks

    its = tr.of(kind.game)
    # Said on both streams: in a pipe the first line alone would read as a success.
    wrong = f" ({tr.plural('cli.problems', n)})" if (n := len(report.problems) + report.more) else ""
    click.echo(f"{report.id or '?'} {report.version}: {counts(report, kind.sorts, its)}{wrong}")
    _problems(kind, report.problems, lone)
    if report.more:
        click.echo(tr.plural("packs.more-problems", report.more), err=True)
    if not report.problems:
        for words in [*remarks(report, its), tr("packs.sound")]:
            click.echo(words)


def _problems(kind: "PackKind", problems: "Sequence[Problem]", lone: str) -> None:
    from webapp.packs.problem_text import sentence, suggestion, where

    its = tr.of(kind.game)
    for problem in problems:
        words = " ".join(filter(None, [sentence(problem, its), suggestion(problem, its)]))
        # A pack of one file is read as if that were its pack.toml.
        click.echo(f"{where(replace(problem, file=lone or problem.file), tr)}: {words}", err=True)
