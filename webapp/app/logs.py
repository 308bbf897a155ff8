"""The log file, rotated; a full or missing disk does not disturb the server."""

import logging
import time
from logging import LogRecord
from logging.handlers import RotatingFileHandler

from starlette.requests import ClientDisconnect

log = logging.getLogger(__name__)


class KeptLog(RotatingFileHandler):
    """A log file of limited size. A record that cannot be written is dropped: warnings still go to the terminal,
    without errors of the log itself."""

    def handleError(self, record: LogRecord) -> None:
        """Ignores the error; the next record is tried again."""


LEFT = "No response returned."
"""Exceptions of the web framework after a browser has left before its response."""


UNREADABLE = ("Fatal error: protocol.", "message async handler error")
"""The beginnings of libraries' log records about malformed input of a peer: no HTTP or WebSocket, no packets. Errors of
our own handlers are logged in other words."""

TELL_S = 1.0
"""Seconds between two lines at least."""


class PeerFaults(logging.Filter):
    """Replaces the tracebacks that libraries log about a peer's faults (left midway, sent no protocol) by one line of
    our log. Errors of our own code pass unchanged."""

    _logged_at = float("-inf")

    def filter(self, record: LogRecord) -> bool:
        """Whether the library's record is logged."""
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
    """Adds the filter to the web server's loggers, once."""
    for name in ("uvicorn.error", "asyncio", "engineio.server"):
        logger = logging.getLogger(name)
        if not any(isinstance(kept, PeerFaults) for kept in logger.filters):
            logger.addFilter(PeerFaults())
