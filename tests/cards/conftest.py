"""As among the rules' tests: a failing test prints its Bloc, a passing one has thrown every die it scripted."""

from tests.rules.conftest import _tables, pytest_runtest_makereport

__all__ = ["_tables", "pytest_runtest_makereport"]
