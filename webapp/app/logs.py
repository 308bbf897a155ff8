"""The log file, rotated; a full or missing disk does not disturb the server."""

import logging
import time
from logging import LogRecord
from logging.handlers import RotatingFileHandler

from starlette.requests import ClientDisconnect

log = logging.getLogger(__name__)


class KeptLog(RotatingFileHandler):
    """A file of limited length. What cannot be written to it is left out: the terminal tells warnings all the same, and
    is not filled with the log's own trouble."""

    def handleError(self, record: LogRecord) -> None:
        """Nothing; the next record is tried again."""


LEFT = "No response returned."
"""What the web framework raises where a browser was gone before its answer came."""


UNREADABLE = ("Fatal error: protocol.", "message async handler error")
"""What begins the records of libraries about what a peer sent: bytes that are no HTTP or WebSocket, messages that are
no packets. What our own handlers do with a message is not told in these words."""

TELL_S = 1.0
"""At most one line in so many seconds."""


class PeerFaults(logging.Filter):
    """Turns what a peer did wrong (left in the middle, sent what is no protocol) from a traceback of a library's into
    one line of our log. Mistakes of ours pass as they are."""

    _logged_at = float("-inf")

    def filter(self, record: LogRecord) -> bool:
        """Whether the library's own record is shown."""
        problem = record.exc_info[1] if record.exc_info else None
        if isinstance(problem, ConnectionError | ClientDisconnect) or (
            isinstance(problem, RuntimeError) and str(problem) == LEFT
        ):
            log.info("a browser left before its answer came")
            return False
        if problem is not None and record.getMessage().startswith(UNREADABLE):
            now = time.monotonic()
            if now - self._logged_at > TELL_S:
                self._logged_at = now
                log.warning("what a browser sent could not be read: %s", ascii(str(problem))[:200])
            return False
        return True


def quiet_peers() -> None:
    """Puts the filter before the web server's logs, once."""
    for name in ("uvicorn.error", "asyncio", "engineio.server"):
        found = logging.getLogger(name)
        if not any(isinstance(it, PeerFaults) for it in found.filters):
            found.addFilter(PeerFaults())
