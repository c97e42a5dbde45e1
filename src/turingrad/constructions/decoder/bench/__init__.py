"""Speed of the decoder: of tape machines and of programs."""

from turingrad.constructions.construction import BenchReport
from turingrad.constructions.decoder.bench.programs import bench_programs
from turingrad.constructions.decoder.bench.tapes import bench_tapes


def bench(report: BenchReport) -> None:
    """Both, in one run."""
    bench_tapes(report)
    bench_programs(report)


__all__ = ["bench"]
