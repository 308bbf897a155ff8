"""The same surroundings as the tests of the web app."""

from tests.webapp.conftest import app_environment

__all__ = ["app_environment"]
