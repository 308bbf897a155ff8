"""``olomoc``: the host's commands. One file per group of commands; each is registered here."""

import os

import click

from webapp.base.settings import any_console
from webapp.base.version import version
from webapp.cli.backup import backup, restore
from webapp.cli.doctor import doctor
from webapp.cli.export import export
from webapp.cli.packs import pack
from webapp.cli.serve import serve
from webapp.i18n import host_language, translator

tr = translator(host_language(os.environ))


@click.group(help=tr("cli.olomoc"), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version(), "-V", "--version", prog_name="olomoc", message="%(prog)s %(version)s")
def main() -> None:
    """Does nothing without a subcommand."""
    any_console()


for _command in (serve, pack, backup, restore, export, doctor):
    main.add_command(_command)
