"""The Invader and Human duel."""
