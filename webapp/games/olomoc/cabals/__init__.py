"""Cabals composed at leisure: lists that are kept, shared, printed and brought to tables."""
