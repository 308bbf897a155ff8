"""Runs the measurements. Without a word, the rows of docs/performance.md, which it keeps in tests/bench/kept.json;
``compare``: the same beside the kept ones, nothing kept; with names of parts (``bench_*.py``): those, in full."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.bench.kept import compare, keep
from tests.bench.report import Report
from tests.bench.rows import Row, show


def modules() -> dict[str, ModuleType]:
    """The parts by name, in the order of their files."""
    paths = sorted(Path(__file__).parent.glob("bench_*.py"))
    return {path.stem.removeprefix("bench_"): import_module(f"tests.bench.{path.stem}") for path in paths}


def rows() -> list[Row]:
    """Every row, in the order of the table; each part is shown as soon as it is measured."""
    found: list[Row] = []
    for module in modules().values():
        if hasattr(module, "rows"):
            measured = module.rows()
            show(measured)
            found += measured
    return sorted(found, key=lambda one: one.n)


def main(wanted: list[str]) -> int:
    """Measures. The exit code: 1 where something has become worse than what was kept, twice in a row."""
    if wanted == ["compare"]:
        return compare(rows)
    if not wanted:
        keep(rows())
        return 0
    report = Report()
    for name in wanted:
        modules()[name].measure(report)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
