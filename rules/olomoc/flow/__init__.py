"""The frame handlers of a match, a file for each chapter of the rulebook."""
