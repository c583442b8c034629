"""Benchmarks: they print tables and assert no times. ``python -m tests.benchmarks.pictures``."""
