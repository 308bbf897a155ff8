"""Downloads a pack from a URL at the request of the host, never more bytes than a pack may have."""

import time
from urllib.parse import unquote, urlsplit

import httpx

from rules.kernel.packs.archive import MAX_ZIP_BYTES

CONNECT_S = 10.0
ALTOGETHER_S = 60.0
REDIRECTS = 3


class NotFetched(Exception):
    """``code``: ``refused`` (``detail``: the status), ``too-large``, ``too-long`` or ``failed`` (``detail``)."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".rstrip())
        self.code = code
        self.detail = detail


def is_address(source: str) -> bool:
    """Whether the source is a URL rather than a path."""
    return source.lower().startswith(("http://", "https://"))


def fetched(url: str, transport: httpx.BaseTransport | None = None) -> tuple[str, bytes]:
    """The name and the bytes of the file at a URL. Raises :class:`NotFetched`."""
    until = time.monotonic() + ALTOGETHER_S
    data = bytearray()
    try:
        with (
            httpx.Client(
                follow_redirects=True,
                max_redirects=REDIRECTS,
                timeout=CONNECT_S,
                transport=transport,
                headers={"user-agent": "olomoc", "accept-encoding": "identity"},
            ) as client,
            client.stream("GET", url) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise NotFetched("refused", f"{answer.status_code} {answer.reason_phrase}".strip())
            for chunk in answer.iter_bytes():
                data += chunk
                if len(data) > MAX_ZIP_BYTES:
                    raise NotFetched("too-large")
                if time.monotonic() > until:
                    raise NotFetched("too-long")
            name = unquote(urlsplit(str(answer.url)).path.rpartition("/")[2])
    except httpx.TimeoutException as problem:
        raise NotFetched("too-long") from problem
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as problem:
        raise NotFetched("failed", str(problem)) from problem
    return name or "pack", bytes(data)
