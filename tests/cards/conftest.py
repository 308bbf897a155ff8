"""The fixtures of the tests of the rules: a failing test prints its Bloc, and a passing one must have used all its
scripted dice."""

from tests.rules.conftest import _tables, pytest_runtest_makereport

__all__ = ["_tables", "pytest_runtest_makereport"]
