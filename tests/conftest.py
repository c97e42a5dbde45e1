"""Shared settings of the test suite."""

import os

# One thread a worker: several would fight for the same cores. It is read when torch is loaded, so before all imports.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# The BLAS in numpy rounds products in another order where a processor has AVX-512; results are pinned without it.
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")

import pytest
from hypothesis import HealthCheck, settings

from tests.command_line import Outcome, Turingrad

# Machines are slow to shrink on a busy computer: no deadlines, and no complaint about a slow first draw.
slow_drawing = [HealthCheck.too_slow]
settings.register_profile("turingrad", deadline=None, suppress_health_check=slow_drawing, print_blob=True)
# CI draws the same examples each time: whether a change lands does not hang on luck.
settings.register_profile("ci", settings.get_profile("turingrad"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "turingrad")


@pytest.fixture
def turingrad(capsys: pytest.CaptureFixture[str]) -> Turingrad:
    """Runs the command line in this process."""
    from turingrad.cli import main

    def call(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call
