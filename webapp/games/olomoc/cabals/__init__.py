"""Cabals outside a match: composing, storing, sharing and printing lists, and bringing them to tables."""
