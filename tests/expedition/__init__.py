"""A second small game for tests of the kernel: two sides, a question shared by several seats, and a loss of all."""

from tests.expedition.engine import Match

__all__ = ["Match"]
