"""Cabals: what is legal (CAB), drafts in the making, and repairs of illegal ones."""
