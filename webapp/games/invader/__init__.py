"""The Invader and Human duel: its table, rulebook, decks and packs."""

KEY = "invader"
