"""Benchmarks: one module a construction, found by name."""
