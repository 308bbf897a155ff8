"""Cabals: their legality (CAB), drafts in the making, and repairs of illegal ones."""
