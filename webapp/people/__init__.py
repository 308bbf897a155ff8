"""Visitors and their preferences."""
