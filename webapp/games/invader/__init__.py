"""The Invader and Human duel at this house: its table, its rules, its decks."""

KEY = "invader"
