"""The addresses at which guests find this server, and codes that a phone can scan."""

import io
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import ifaddr
import segno
from starlette.datastructures import URL

from webapp.base.settings import DEFAULT_PORT, Settings

OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which only the machine itself is reached."""

DEFAULT_PORTS = {"http": 80, "https": 443}

ANY = {"0.0.0.0": 4, "::": 6}
"""The addresses that stand for all of this machine's, with their version: Python listens on one of IPv4 and IPv6."""


class Prefix:
    """The path below which all addresses of this server are (``OLOMOC_PREFIX``); empty: the top of its name."""

    def __init__(self) -> None:
        self.path = ""

    def open(self, path: str) -> None:
        """Sets it, as ``/games``. Before anything is written that has an address."""
        self.path = path


prefix = Prefix()
"""The prefix of this process; opened at start."""


def below(address: str) -> str:
    """A local address (``/table/KTRW``) as browsers ask for it. Used where an address is written into a page: routes,
    redirects and the framework's own ways of going somewhere take it without."""
    return prefix.path + address if address.startswith("/") else address


class Preference:
    """The address that the host has chosen, kept in a file in the data folder."""

    def __init__(self) -> None:
        self.address = ""
        self._path: Path | None = None

    def open(self, path: Path) -> None:
        """Reads the stored address."""
        self._path = path
        with suppress(OSError, UnicodeDecodeError):
            self.address = path.read_text(encoding="ascii").strip()

    def prefer(self, address: str) -> None:
        """Stores the address to be offered first while this machine has it. Raises OSError where it cannot be
        stored."""
        self.address = address
        if self._path is not None:
            self._path.write_text(address, encoding="ascii")


preference = Preference()
"""The preference of this process; opened at start."""


def lan_addresses(version: int = 4) -> list[str]:
    """The addresses of this machine, IPv4 or IPv6, that others on the network may reach: the host's choice, then the
    likeliest first."""
    literals = [its[0] if isinstance(its := ip.ip, tuple) else its for at in ifaddr.get_adapters() for ip in at.ips]
    usable = [
        str(address)
        for address in dict.fromkeys(map(ip_address, literals))
        if address.version == version and _reachable(address)
    ]
    first = (preference.address, _outward() if version == 4 else None)
    rank = {address: n for n, address in enumerate(first)}
    return sorted(usable, key=lambda address: (rank.get(address, len(first)), not ip_address(address).is_private))


class Listening:
    """The address and port that the server listens on, and its configured names: which addresses lead to it. Terminal,
    lobby, tables, the host's page and every QR code ask :meth:`offered`."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._host, self._port, self._names = "0.0.0.0", DEFAULT_PORT, tuple[str, ...]()
        if settings is not None:
            self.open(settings)

    def open(self, settings: Settings) -> None:
        """Sets them from the settings."""
        self._host, self._port, self._names = settings.host, settings.port, settings.names

    def offered(self, came: URL | None = None) -> list[str]:
        """The bases (``http://192.168.1.5:8080``) of addresses at which others reach the server, the best first;
        empty: nobody can. `came`: the address of a visitor's request, which worked for them."""
        origin = None if came is None or local(came.hostname) else came
        here = None if origin is None else base_of(origin.scheme, origin.hostname or "", origin.port)
        bases = [self._name_at(name, origin) for name in self._names if not local(host_of(name))]
        own = self._own_addresses()
        if origin is None:
            bases = [self._at(address) for address in own if address == preference.address] + bases
        elif here and (origin.scheme == "https" or (origin.port or 80) == self._port):
            bases.append(here)
        bases += [self._at(address) for address in own]
        # By another port it came through somebody's relay: for them that works.
        return list(dict.fromkeys(bases)) or ([here] if here else [])

    def here(self) -> str:
        """The base by which a browser on this machine reaches the server."""
        return self._at("localhost" if self._host in ANY or local(self._host) else self._host)

    def reachable(self, came: URL) -> str:
        """The best base for others; where nobody else can come, that of the request."""
        return next(iter(self.offered(came)), base_of(came.scheme, came.hostname or "localhost", came.port))

    def addresses(self) -> list[str]:
        """The addresses of this machine at which others reach the server, without names."""
        return [self._at(address) for address in self._own_addresses()]

    def _name_at(self, name: str, came: URL | None) -> str:
        """The base of a configured name: as it is configured, as the visitor came by it, or at our port."""
        if "://" in name:
            return name.rstrip("/").removesuffix(prefix.path) + prefix.path
        if came is not None and came.hostname == name:
            return base_of(came.scheme, name, came.port)
        return self._at(name)

    def _own_addresses(self) -> list[str]:
        if self._host in ANY:
            return lan_addresses(ANY[self._host])
        return [] if local(self._host) else [self._host]

    def _at(self, name: str) -> str:
        return base_of("http", name, self._port)


listening = Listening()
"""What this process listens on; opened at start."""


def base_of(scheme: str, name: str, port: int | None = None) -> str:
    """What all addresses begin with: an origin, without its scheme's default port, and the prefix.

    >>> base_of("http", "fd00::7", 8080), base_of("https", "games.example", 443)
    ('http://[fd00::7]:8080', 'https://games.example')
    """
    shown = "" if port in (None, DEFAULT_PORTS.get(scheme)) else f":{port}"
    return f"{scheme}://{f'[{name}]' if ':' in name else name}{shown}{prefix.path}"


def host_of(name: str) -> str:
    """The host name of a configured name, which may have a scheme and a port.

    >>> host_of("https://games.example:8443"), host_of("fd00::7")
    ('games.example', 'fd00::7')
    """
    return (URL(name).hostname or "") if "://" in name else name


def local(name: str | None) -> bool:
    """Whether this name or address leads a browser to its own machine."""
    return name is None or name in OWN_NAMES or name.startswith("127.") or name.endswith(".localhost")


def alone(base: str) -> bool:
    """Whether only this machine can open addresses with this origin."""
    return local(URL(base).hostname)


@cache
def wifi_name() -> str | None:
    """The name of the wireless network: ``OLOMOC_WIFI``, else what the system's tools report; empty if unknown."""
    configured = os.environ.get("OLOMOC_WIFI", "").strip()
    if configured:
        return configured
    asked = shutil.which("iwgetid")
    if asked is None:
        return None
    try:
        answer = subprocess.run([asked, "-r"], capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


def port_free(host: str, port: int) -> bool:
    """Whether a server could listen on the port now."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # A socket in TIME_WAIT does not make the port taken; a listening one does.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            # Never listens: a connection made in that moment would be taken for the server's and cut off.
            probe.bind((host, port))
        except OSError:
            return False
    return True


def ours_to_listen(host: str) -> bool:
    """Whether a server of this machine can listen on this address at all, on any port."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def qr(url: str) -> str:
    """The address as blocks for a terminal."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()


@lru_cache(maxsize=256)
def qr_picture(url: str) -> str:
    """The address as a picture to scan: a ``data:`` URI. Cached: every page of a table holds one, and it takes 5 to
    10 ms."""
    uri: str = segno.make(url, error="m").svg_data_uri(border=2, dark="#0e0f11", light="#e8e3d8")
    return uri


def _reachable(ip: IPv4Address | IPv6Address) -> bool:
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _outward() -> str | None:
    """The address that this machine would send from. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
