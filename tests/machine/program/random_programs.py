"""Random programs by number."""

from __future__ import annotations

from random import Random

from turingrad.machine.program import Program
from turingrad.machine.program.draws import draw_machine


def random_program(seed: int) -> Program:
    """A program that fills its registers with edge values, and then does anything."""
    return draw_machine(Random(seed))
