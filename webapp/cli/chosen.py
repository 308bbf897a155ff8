"""The settings of a command; an invalid one ends the command with a sentence."""

import os

import click

from webapp.base.settings import BadSetting, Settings, settings
from webapp.i18n import host_language, translator

tr = translator(host_language(os.environ))


def chosen_settings() -> Settings:
    """The settings of this process; exits with a sentence where one is invalid."""
    try:
        return settings()
    except BadSetting as problem:
        words = tr(f"start.{problem.code}", variable=problem.variable, value=problem.value)
        raise click.ClickException(words) from problem
