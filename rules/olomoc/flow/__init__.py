"""The verbs of a match: a file per chapter of the rulebook, each the handlers of its frames."""
