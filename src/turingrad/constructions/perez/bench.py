"""Steps per second of the transformer with fractional positions, beside the plain interpreter."""

from __future__ import annotations

from turingrad.constructions.construction import BenchReport
from turingrad.constructions.one_tape import bench_steps


def bench(report: BenchReport) -> None:
    bench_steps(report, "perez", 107)
