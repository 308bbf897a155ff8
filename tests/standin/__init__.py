"""A small game that stands in for any other in the tests: an auction with sealed bids, from two to five seats.

`engine` holds its rules, written on `rules.kernel` as any game's are.
"""

from tests.standin.engine import Match

__all__ = ["Match"]
