"""The suite that every game passes: what `contract.Match` promises, checked on random matches of the game.

`Conformance(Subject(...))` plays some matches once, with asides, undoing and proposals among the commands, and `run`
checks one of `CASES` on them. A case raises `ConformanceError`, an AssertionError that says what was promised and what
happened.

Secrecy is checked with twins: two worlds that `imagine` deals for one viewer differ only in what this viewer may not
know, so everything the viewer is told in them must be equal. A `Subject` says what the suite cannot know of a game:
which commands are sealed, which events reveal something, and which commands and queries might find something out."""

from rules.kernel.conformance.comparison import ConformanceError
from rules.kernel.conformance.subject import Subject
from rules.kernel.conformance.suite import CASES, Conformance

__all__ = ["CASES", "Conformance", "ConformanceError", "Subject"]
