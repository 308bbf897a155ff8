"""After a match: what decided it, and what the table offers next."""
