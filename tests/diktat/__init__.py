"""Diktat: rules, examples, secrets, bots."""
