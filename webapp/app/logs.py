"""The log's file, on a disk that may be full or gone while the game is on."""

from logging import LogRecord
from logging.handlers import RotatingFileHandler


class KeptLog(RotatingFileHandler):
    """A file of limited length. What cannot be written to it is left out: the terminal tells warnings all the same, and
    is not filled with the log's own trouble."""

    def handleError(self, record: LogRecord) -> None:
        """Nothing; the next record is tried again."""
