"""``olomoc serve``: the server, as ``python -m webapp`` starts it."""

import os

import click

from webapp.i18n import host_language, translator

tr = translator(host_language(os.environ))


@click.command(help=tr("cli.serve"))
def serve() -> None:
    """Starts the server."""
    from webapp.__main__ import main

    main()
