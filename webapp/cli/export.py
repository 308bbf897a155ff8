"""``olomoc export``: writes a match to a file, also while a server is running."""

import os
from pathlib import Path

import click

from webapp.cli.chosen import chosen_settings
from webapp.i18n import host_language, translator

tr = translator(host_language(os.environ))


@click.command("export", help=tr("cli.export"))
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
def export(code: str, file: Path | None) -> None:
    """Exits with 1 where there is no such table, or it cannot be read or written."""
    from webapp.history.match_file import SUFFIX, text, written
    from webapp.store import Store, StoreProblem

    database = chosen_settings().database
    if not database.exists():
        raise click.ClickException(tr("cli.no-such-table", code=code))
    try:
        store = Store.beside(database)
        try:
            saved = next(iter(store.tables(code=code.upper())), None)
            steps = store.steps(saved.id) if saved is not None else []
        finally:
            store.close()
    except StoreProblem as problem:
        raise click.ClickException(tr(f"store.{problem.code}", **problem.params)) from problem
    if saved is None:
        raise click.ClickException(tr("cli.no-such-table", code=code))
    journal = [event for step in steps for event in step.events]
    players = {seat.seat: seat.name for seat in saved.seats}
    whole = written(
        saved.title, saved.name, saved.options, players, journal, saved.outcome, saved.code, saved.created_at
    )
    to = file or Path(f"{saved.code}{SUFFIX}")
    try:
        # Nothing is written over: what is there may be somebody's only copy.
        with to.open("xb") as out:
            out.write(text(whole))
    except OSError as problem:
        raise click.ClickException(tr("cli.not-written", path=to, detail=problem.strerror or str(problem))) from problem
    click.echo(tr("cli.exported", path=to.absolute()))
    if saved.outcome is None:
        click.echo(tr("cli.exported-running"))
