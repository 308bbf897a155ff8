"""Runs the measurements: all of them, or those named."""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.report import Report


def main(wanted: list[str]) -> None:
    """Measures the parts in the order of their files' names."""
    report = Report()
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        name = path.stem.removeprefix("bench_")
        if not wanted or name in wanted:
            import_module(f"tests.bench.{path.stem}").measure(report)


if __name__ == "__main__":
    main(sys.argv[1:])
