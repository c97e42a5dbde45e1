"""RV32I programs as a loss: gradient descent on it runs the processor machine, and with it the program."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.descent.network import TapeDescent
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.program_tapes import ProgramNetwork, with_ram
from turingrad.machine.processor import program_tapes
from turingrad.machine.program import Program


class ProgramDescent(ProgramNetwork):
    """The loss of the processor machine, its tapes holding a program: nothing of the program is in the weights."""

    construction = "descent"
    trained_state = tuple(f"inner.{name}" for name in TapeDescent.trained_state)
    growing_state = tuple(f"inner.{name}" for name in TapeDescent.growing_state)
    inner: TapeDescent

    def load(self, given: Any = None) -> None:
        """The program and its input become the initial parameters."""
        self.inner.load(self.tapes.encode_input(given))

    def optimizer(self) -> Any:
        """The mixed step (22)."""
        return self.inner.optimizer()


def compile_program(program: Program, options: Any, dtype: torch.dtype) -> ProgramDescent:
    """The processor machine's loss, and the tapes of a program."""
    tapes = program_tapes(with_ram(program, options.ram))
    recipe = make_recipe(tapes.machine, hat=options.hat, encoding=options.encoding, b=options.b)
    found = ProgramDescent(tapes, TapeDescent(recipe, dtype=dtype))
    found.load()
    return found
