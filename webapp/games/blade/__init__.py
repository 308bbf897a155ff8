"""Blade & Book's screens: its table, its rulebook and its texts."""

KEY = "blade"
