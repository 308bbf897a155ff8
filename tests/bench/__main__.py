"""Runs the measurements. Without a word, the rows of docs/performance.md, which it keeps in tests/bench/kept.json;
``compare``: the same beside the kept ones, nothing kept; with names of parts (``bench_*.py``): those, in full."""

import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.bench.kept import compare, keep
from tests.bench.report import Report
from tests.bench.rows import Row, show
from webapp.base.memory import settle


def modules() -> dict[str, ModuleType]:
    """The parts by name, in the order of their files."""
    paths = sorted(Path(__file__).parent.glob("bench_*.py"))
    return {path.stem.removeprefix("bench_"): import_module(f"tests.bench.{path.stem}") for path in paths}


def rows() -> list[Row]:
    """Every row, in the order of the table; each part is shown as soon as it is measured. One that fails says so, and
    has no rows."""
    figures: list[Row] = []
    parts = modules()
    # as in the server, where matches are played: what was imported is no longer looked through
    settle()
    for name, module in parts.items():
        if not hasattr(module, "rows"):
            continue
        start = time.monotonic()
        try:
            measured = module.rows()
        except Exception:
            traceback.print_exc()
            print(f"{name}: not measured", flush=True)
            continue
        show(measured)
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
        figures += measured
    return sorted(figures, key=lambda one: one.n)


def main(wanted: list[str]) -> int:
    """Measures. The exit code: 1 where something has become worse than what was kept, twice in a row."""
    if wanted == ["compare"]:
        return compare(rows)
    if not wanted:
        keep(rows())
        return 0
    report = Report()
    parts = modules()
    settle()
    for name in wanted:
        parts[name].measure(report)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
