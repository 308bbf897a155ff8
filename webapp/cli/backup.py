"""``olomoc backup`` and ``olomoc restore``: the whole database as one file."""

import os
import time
from pathlib import Path

import click

from webapp.cli.chosen import chosen_settings
from webapp.i18n import host_language, translator

tr = translator(host_language(os.environ))


@click.command(help=tr("cli.backup"))
@click.argument("to", type=click.Path(path_type=Path), required=False)
def backup(to: Path | None) -> None:
    """Exits with 1 where the backup could not be made, or is not sound."""
    from webapp.store import StoreProblem
    from webapp.store.backup import backup as make
    from webapp.store.backup import check

    copy = to or Path(time.strftime("olomoc-%Y%m%d-%H%M%S.db"))
    if copy.exists():
        raise click.ClickException(tr("cli.backup-exists", path=copy))
    database = chosen_settings().database
    if not database.exists():
        raise click.ClickException(tr("cli.nothing-to-back-up", path=database.parent))
    try:
        make(database, copy)
    except StoreProblem as problem:
        raise click.ClickException(tr(f"store.{problem.code}", **problem.params)) from problem
    if wrong := check(copy):
        raise click.ClickException(tr("cli.backup-wrong", path=copy, wrong="; ".join(wrong)))
    click.echo(tr("cli.backed-up", path=copy.absolute()))


@click.command(help=tr("cli.restore"))
@click.argument("copy", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore(copy: Path) -> None:
    """Exits with 1 where the backup is not sound or cannot replace the database; then nothing has changed."""
    from webapp.store import StoreProblem
    from webapp.store.backup import check
    from webapp.store.backup import restore as put_back

    database = chosen_settings().database
    if wrong := check(copy):
        raise click.ClickException(tr("cli.restore-no-copy", path=copy, wrong="; ".join(wrong)))
    try:
        before = put_back(copy, database)
    except StoreProblem as problem:
        raise click.ClickException(tr(f"store.{problem.code}", **problem.params)) from problem
    click.echo(tr("cli.restored", path=copy))
    if before is not None:
        click.echo(tr("cli.kept-before", path=before))
