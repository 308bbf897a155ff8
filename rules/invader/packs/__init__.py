"""The schema of the duel's packs, and the core pack."""
