"""A function of floats is one program for all inputs of a shape."""

from __future__ import annotations

import math

import pytest

from turingrad.errors import LimitError
from turingrad.machine.program.run import run
from turingrad.python.programs.floats import compile_floats


def weighted(rows: list[list[float]], factors: tuple[float, ...]) -> list[float]:
    return [sum(x * y for x, y in zip(row, factors, strict=True)) for row in rows]


def test_other_floats_are_put_into_the_same_program() -> None:
    made = compile_floats(weighted, [[1.0, 2.0], [3.0, 4.5]], (0.5, -1.0))
    assert made.program.ram <= 1 << 16
    for rows, factors in (([[1.0, 2.0], [3.0, 4.5]], (0.5, -1.0)), ([[0.1, math.pi], [-2.5, 1e10]], (3.0, 0.2))):
        memory = bytes(run(made.program, made.input_for(rows, factors)).configuration.memory)
        assert made.read(memory) == weighted(rows, factors)
    with pytest.raises(ValueError, match="shorter"):
        made.input_for([[1.0]], (2.0,))


@pytest.mark.slow
def test_too_many_floats_do_not_fit() -> None:
    with pytest.raises(LimitError, match=r"weighted does not fit into 65,536 bytes with 4,001 numbers of samples"):
        compile_floats(weighted, [[1.0]] * 4000, (2.0,))
