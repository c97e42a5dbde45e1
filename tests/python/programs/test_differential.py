"""Many programs in few images, compared with CPython: what `tests.mutants.sample` runs against a changed compiler.

Each test takes seconds and reaches most of the compiler and of the run time, so that a fault rarely passes them all.
"""

from __future__ import annotations

import pytest

from tests.python.programs import fuzz
from tests.python.programs.fuzz.batches import compare_file

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::SyntaxWarning")]
FILES = [(11, "batch", 150), (12, "input", 150), (13, "stress", 60), (101, "small", 45), (15, "trim", 1)]


@pytest.mark.parametrize(("seed", "mode", "count"), FILES)
def test_random_programs_agree(seed: int, mode: str, count: int) -> None:
    found, lines = compare_file(seed, fuzz.Shape(mode, count))
    assert found["same"] == count, lines
