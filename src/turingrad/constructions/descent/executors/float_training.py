"""A training function of Python floats inside F: compiled to RV32I, and run by the processor machine.

The samples are the program's input, on the read-only tape. The weights are the list that the function returns: they are
read from the memory tape, where the compiled program leaves it, as float64 numbers, bit for bit.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from torch import Tensor, nn

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.program_training import word_cells
from turingrad.errors import InputError, LimitError
from turingrad.machine.lower import ProgramLowering
from turingrad.machine.processor import program_tapes
from turingrad.machine.processor.tapes import TAPES, D
from turingrad.machine.program import run as program_run
from turingrad.python.programs.floats import FloatFunction, compile_floats, floats_of

WORD = 32
STEPS_PER_INSTRUCTION = 2_000  # of the processor machine with 12 to 24 KB of RAM, measured: 1,900 to 1,970


def lists_of(x: Tensor, z: Tensor) -> tuple[list[Any], list[Any]]:
    """Samples as lists of floats, and labels: a list of floats if there is one column."""
    X, y = x.flatten(1).double().tolist(), z.double().tolist()
    return X, [row[0] for row in y] if z.shape[1] == 1 else y


def parameters_of(returned: Any, names: tuple[str, ...]) -> list[float]:
    """The floats that a training function returns, in the order of the module's parameters; none of other values."""
    if isinstance(returned, dict):
        if set(returned) != set(names):
            raise InputError(f"the training returns {sorted(returned)}; the module's parameters are {list(names)}")
        returned = [returned[name] for name in names]
    return list(floats_of(returned)) if isinstance(returned, list | tuple) else []


@dataclass(frozen=True, eq=False)
class FloatTraining:
    """A training function for samples of some shapes; `weights` are the parameters that it must return."""

    function: FloatFunction
    names: tuple[str, ...]
    weights: int

    @cached_property
    def tapes(self) -> ProgramLowering:
        return program_tapes(self.function.program, samples=True)

    def quantise(self, x: Tensor, z: Tensor) -> Tensor:
        given = self.function.input_for(*lists_of(x, z))
        return word_cells(torch.tensor([len(given), *(part for (part,) in struct.iter_unpack("<i", given))]))

    def dequantise(self, cells: Tensor) -> Tensor:
        """The returned floats, from the memory tape right of its guard; zeros before the function has returned."""
        words = self.function.program.ram // 4
        bits = cells[: words * (WORD + 2)].view(words, WORD + 2)[:, 1 : 1 + WORD] == 1
        numbers = (bits.long() << torch.arange(WORD)).sum(dim=1).tolist()
        found = parameters_of(self.function.read(struct.pack(f"<{words}I", *numbers)), self.names)
        return torch.tensor(found if len(found) == self.weights else [0.0] * self.weights, dtype=torch.float64)

    def require_steps(self, x: Tensor, z: Tensor, max_steps: int) -> None:
        """Refuse a training that takes more gradient steps, by the interpreter's count of instructions."""
        given = self.function.input_for(*lists_of(x, z))
        instructions = program_run.run(self.function.program, given).steps
        if (steps := STEPS_PER_INSTRUCTION * instructions) > max_steps:
            raise LimitError(
                f"the training takes {instructions:,} instructions in {self.function.program.ram:,} bytes, about "
                f"{steps:,} gradient steps, and max_steps is {max_steps:,}: give fewer samples or passes, or numbers "
                "in fixed point (bits and point)"
            )

    def network(self, primary: nn.Module, output_bound: float, label_bound: float, rows: int, labels: int) -> Any:
        """The extended network whose machine runs the function."""
        machine = self.tapes.machine
        return ExtendedNetwork(
            primary,
            machine,
            self.quantise,
            self.dequantise,
            labels=(rows, labels),
            output_tape=1 + TAPES.index(D),
            tapes=tuple(row[1:] for row in self.tapes.encode_input()),
            output_bound=output_bound,
            label_bound=label_bound,
        )


def compile_float_training(
    train: Callable[[Any, Any], Any], x: Tensor, z: Tensor, names: tuple[str, ...], weights: int
) -> FloatTraining:
    """The training for samples of these shapes; refused if it is no plain function, or returns other parameters."""
    if not hasattr(train, "__code__"):
        raise InputError("floats are trained by a function train(X, y); for a learner or a program give bits and point")
    found = run_with_floats(train, x, z, names)
    if len(found) != weights:
        raise InputError(f"the training returns {len(found)} numbers; the module has {weights}")
    return FloatTraining(compile_floats(train, *lists_of(x, z)), names, weights)


def run_with_floats(train: Callable[[Any, Any], Any], x: Tensor, z: Tensor, names: tuple[str, ...]) -> list[float]:
    """The parameters by the function itself in plain Python, on Python's floats."""
    return parameters_of(train(*lists_of(x, z)), names)
