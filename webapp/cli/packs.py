"""``olomoc pack``: checks packs of cards, and adds them for all players."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.app.settings import Settings
from webapp.cli.chosen import chosen_settings
from webapp.i18n import host_language, translator

if TYPE_CHECKING:
    from rules.olomoc.packs import Problem
    from webapp.packs.examine import ReceivedFiles, Report

tr = translator(host_language(os.environ))


@click.group("pack", help=tr("cli.pack"))
def pack() -> None:
    """By itself it does nothing."""


@pack.command("check", help=tr("cli.pack-check"))
@click.argument("path", type=click.Path(path_type=Path))
def check(path: Path) -> None:
    """Ends with 1 where something is wrong with the pack."""
    from webapp.packs.examine import examine

    taken = _taken(str(path))
    report = examine(taken.files, set(taken.pictures))
    _tell(report)
    sys.exit(1 if report.problems else 0)


@pack.command("add", help=tr("cli.pack-add"))
@click.argument("source", metavar="PATH-OR-URL")
@click.option("--anyway", is_flag=True, help=tr("cli.anyway"))
def add(source: str, anyway: bool) -> None:
    """Ends with 1 where the pack was not added."""
    from webapp.packs.examine import examine

    taken = _taken(source)
    report = examine(taken.files, set(taken.pictures))
    _tell(report)
    if report.problems and not anyway:
        click.echo(tr("cli.not-added"), err=True)
        sys.exit(1)
    chosen = chosen_settings()
    # NiceGUI reads this while it is imported.
    os.environ["NICEGUI_STORAGE_PATH"] = str(chosen.data / "nicegui")
    _keep(chosen, taken)


def _keep(chosen: Settings, taken: "ReceivedFiles") -> None:
    """Adds the pack to the library of the data folder, whether or not a server is running on it."""
    from webapp.packs.checker import InProcessChecker
    from webapp.packs.library import Library, PackRefused
    from webapp.packs.report import trouble
    from webapp.store import InUse, Store, StoreProblem

    try:
        try:
            store, running = Store.open(chosen.database), False
        except InUse:
            store, running = Store.beside(chosen.database), True
        library = Library(InProcessChecker())
        try:
            library.open(store)
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
        _problems([entry.clash])
    if running:
        click.echo(tr("cli.added-running"))


def _taken(source: str) -> "ReceivedFiles":
    """The files at a path or an address; ends the process with a sentence where there is no pack."""
    from rules.olomoc.packs import PackError, opened, zipped
    from webapp.packs.download import NotFetched, fetched, is_address
    from webapp.packs.examine import take
    from webapp.packs.problem_text import said

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
        sys.exit(said(problem.problems[0], tr))
    except OSError as problem:
        sys.exit(tr("cli.unreadable", path=source, detail=problem.strerror or str(problem)))
    taken = take(name, data)
    if taken.problem is not None:
        sys.exit(said(taken.problem, tr))
    if taken.left_out:
        click.echo(tr("packs.left-out", names=", ".join(taken.left_out)), err=True)
    return taken


def _tell(report: "Report") -> None:
    """Everything that is to be said of a pack."""
    from webapp.packs.problem_text import counts, remarks

    click.echo(f"{report.id or '?'} {report.version}: {counts(report, tr)}")
    _problems(report.problems)
    if report.more:
        click.echo(tr.plural("packs.more-problems", report.more), err=True)
    if not report.problems:
        for words in [*remarks(report, tr), tr("packs.sound")]:
            click.echo(words)


def _problems(problems: "Sequence[Problem]") -> None:
    from webapp.packs.problem_text import meant, said, where

    for problem in problems:
        words = " ".join(filter(None, [said(problem, tr), meant(problem, tr)]))
        click.echo(f"{where(problem, tr)}: {words}", err=True)
