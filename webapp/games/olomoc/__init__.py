"""Olomoc's screens: its table, its board, its cabals, its rulebook. Its rules are in ``rules.olomoc``."""

KEY = "olomoc"
