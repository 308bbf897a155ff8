"""Settings: data folder, port, static files. Read from the environment once, at start."""

import os
import re
import sys
from dataclasses import dataclass
from io import TextIOWrapper
from ipaddress import ip_network
from pathlib import Path

from webapp.base.numbers import number

PACKAGE = Path(__file__).resolve().parent.parent

# An installed wheel carries the files inside the package; a checkout has them at its top.
STATIC = PACKAGE / "static" if (PACKAGE / "static").is_dir() else PACKAGE.parent / "static"

DEFAULT_PORT = 8080

PREFIX = re.compile(r"(/[A-Za-z0-9._-]+)*")
"""A path of names that need no escapes anywhere."""


class BadSetting(ValueError):
    """A setting that cannot be meant, with the variable's name and the value found."""

    def __init__(self, variable: str, value: str, code: str) -> None:
        super().__init__(f"{variable}={value!r}")
        self.code = code
        """``start.<code>`` in the catalogue."""
        self.variable = variable
        self.value = value


def any_console() -> None:
    """Lets the terminal lose letters that it cannot show (a code to scan, accents) instead of ending the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@dataclass(frozen=True)
class Settings:
    """The host's settings: ``PORT``, ``OLOMOC_DATA``, ``HOST``, the addresses to listen on (default: all),
    ``OLOMOC_NAMES``, further names that the server answers to (behind a proxy, or by a DNS name; with the scheme where
    guests open them with another port), and ``OLOMOC_PROXIES``, the addresses or networks of proxies, whose word about
    their visitors is taken; both with commas. ``OLOMOC_PREFIX``: the path below which a proxy offers the server."""

    port: int
    data: Path
    host: str
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    prefix: str = ""
    """``/games``; empty: the top of its name."""

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / "olomoc.db"

    @property
    def log(self) -> Path:
        """The log file; refused commands are logged, too."""
        return self.data / "olomoc.log"

    @property
    def secret(self) -> Path:
        """The file that holds the key signing the browsers' cookies."""
        return self.data / "secret"


def settings() -> Settings:
    """The settings of this process. Raises :class:`BadSetting` for a port or a proxy's address that is none."""
    configured = os.environ.get("PORT") or str(DEFAULT_PORT)
    port = number(configured, 65535)
    if not port:
        raise BadSetting("PORT", configured, "bad-setting")
    for proxy in (proxies := _listed("OLOMOC_PROXIES")):
        try:
            ip_network(proxy, strict=False)
        except ValueError as problem:
            raise BadSetting("OLOMOC_PROXIES", proxy, "bad-proxy") from problem
    below = "/".join(("", *filter(None, os.environ.get("OLOMOC_PREFIX", "").split("/"))))
    if not PREFIX.fullmatch(below):
        raise BadSetting("OLOMOC_PREFIX", below, "bad-prefix")
    return Settings(
        port=port,
        data=Path(os.environ.get("OLOMOC_DATA") or "data").resolve(),
        host=os.environ.get("HOST") or "0.0.0.0",
        names=_listed("OLOMOC_NAMES"),
        proxies=proxies,
        prefix=below,
    )


def _listed(variable: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in os.environ.get(variable, "").split(",") if item.strip())
