"""Steps per second of the recurrent net with fractional stacks, beside the plain interpreter."""

from __future__ import annotations

from turingrad.constructions.construction import BenchReport
from turingrad.constructions.one_tape import bench_steps


def bench(report: BenchReport) -> None:
    bench_steps(report, "siegelmann-sontag", 107)
