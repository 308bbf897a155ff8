"""Guided first matches: a real table that begins at a position of the game's own, with steps told from its data."""
