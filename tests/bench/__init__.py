"""Measurements of speed, in figures to compare, with nothing asserted: ``make bench``.

Each ``bench_*.py`` has a function ``measure(report)``; ``python -m tests.bench server`` runs only those so named.
"""
