"""Diktat at this house: its table and its texts."""

KEY = "diktat"
