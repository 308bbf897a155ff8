"""The addresses at which guests find this server, and codes that a phone can scan."""

import io
import ipaddress
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

import ifaddr
import segno
from starlette.datastructures import URL

OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which only the machine itself is reached."""


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


def lan_addresses() -> list[str]:
    """The IPv4 addresses that others on the network may reach: the host's choice, then the likeliest first."""
    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    usable = [address for address in dict.fromkeys(found) if _reachable(address)]
    likely = _outward()
    first = (preference.address, likely)
    rank = {address: n for n, address in enumerate(first)}
    return sorted(usable, key=lambda it: (rank.get(it, len(first)), not ipaddress.ip_address(it).is_private))


def reachable(here: URL) -> str:
    """The origins that others can open, from the origin of a page's request: if that is a local name, the machine's
    addresses on the network instead, the host's choice first."""
    name = here.hostname or "localhost"
    if name in OWN_NAMES:
        name = next(iter(lan_addresses()), name)
    port = f":{here.port}" if here.port else ""
    return f"{here.scheme}://{f'[{name}]' if ':' in name else name}{port}"


def alone(base: str) -> bool:
    """Whether only this machine can open addresses with this origin."""
    return URL(base).hostname in OWN_NAMES


@cache
def wifi_name() -> str | None:
    """The name of the wireless network: ``OLOMOC_WIFI``, else what the system's tools report; empty if unknown."""
    said = os.environ.get("OLOMOC_WIFI", "").strip()
    if said:
        return said
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


def _reachable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
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
