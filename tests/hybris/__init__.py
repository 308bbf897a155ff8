"""Hybris: Cataclysme."""
