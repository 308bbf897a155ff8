"""Reading TOML texts from untrusted sources: the data, or an error with line and reason, whatever the text holds."""

import re
import tomllib
from typing import Any

_LONG_NUMBER = re.compile(r"\d[\d_]{400,}")
"""The most digits of a number: Python refuses thousands, and no pack needs dozens."""


class BadToml(ValueError):
    """The text is not TOML. ``line`` counts from 1; ``detail`` is the parser's English."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"{detail} (at line {line})")
        self.line = line
        self.detail = detail


def parse(text: str) -> dict[str, Any]:
    """The data of the text. Raises :class:`BadToml`, and nothing else."""
    long = _LONG_NUMBER.search(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        detail, _, place = str(error).partition(" (at ")
        line = next((int(word) for word in place.replace(",", " ").split() if word.isdecimal()), text.count("\n") + 1)
        raise BadToml(line, detail) from error
    except RecursionError as error:
        raise BadToml(1, "Nested too deeply") from error
    except (ValueError, OverflowError) as error:  # a number that Python does not read
        line = text.count("\n", 0, long.start()) + 1 if long else 1
        raise BadToml(line, "A number with too many digits" if long else "A value that cannot be read") from error
