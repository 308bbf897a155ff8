"""Diktat's screens: its table, its rulebook and its texts."""

KEY = "diktat"
