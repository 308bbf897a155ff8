"""Seeds of random tests: other ones every day, so that what a short run leaves out is reached in time.

A test that uses them prints its seed, which pytest shows where the test fails. ``SEEDS=<number> make test`` begins
with that seed again, on any day.
"""

import datetime
import os

A_DAY = 1_000
"""Seeds used up by one day."""


def today() -> int:
    """The first seed of the day (UTC), or that of the variable SEEDS."""
    named = os.environ.get("SEEDS")
    return int(named) if named else datetime.datetime.now(datetime.UTC).date().toordinal() * A_DAY
