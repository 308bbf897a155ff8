"""Packs of the duel: cards and the language of their texts, the schema, the reader, and the core pack."""
