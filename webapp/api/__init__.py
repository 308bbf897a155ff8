"""The HTTP API at ``/api/v1``: for programs that look on, keep records, or play. Described at ``openapi.json``
there, and for people at ``/api``.

A program plays for a seat with a token that the seat's holder has taken from the table's page; without one it knows
what a spectator knows. Every refusal is in the words of the game: ``{"clause", "code", "params"}``.
"""

from webapp.api import page, routes

__all__ = ["register"]


def register() -> None:
    """Registers the API and the page about it."""
    page.register()
    routes.register()
