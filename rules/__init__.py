"""The rules: what a turn-based game needs, exact geometry, and the games themselves."""
