"""Packs of Diktat: cards and the language of their effects, the reader, and the core pack."""
