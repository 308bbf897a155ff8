"""The replay of a match: its page at each moment, for each viewer."""
