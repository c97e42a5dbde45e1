"""A training program for RV32I (in C, say) inside F: samples are its input, the weights are its output.

Its input is a sequence of 32-bit words: the numbers of samples, features and labels, then the samples in units of
2^-point, features before labels. It writes every parameter as such a word, lowest byte first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from turingrad import formats
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.word_cells import WordCells, bind, read_sizes, size_facts
from turingrad.errors import InputError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.lower import ProgramLowering
from turingrad.machine.processor import program_tapes
from turingrad.machine.program import Program
from turingrad.machine.program import run as program_run
from turingrad.python.training import WordTraining

WORD = 32
STACK = 512  # bytes for it after the input, at least


def word_cells(words: Tensor) -> Tensor:
    """The cells of words on the tape of samples: a bit that says whether it is code, the word, a blank."""
    bits = words.unsqueeze(-1) >> torch.arange(WORD) & 1
    return nn.functional.pad(nn.functional.pad(bits, (1, 0)), (0, 1), value=2).flatten()


@dataclass(frozen=True, eq=False)
class ProgramTraining:
    """A training program for some sizes; `weights` are the parameters that it must write."""

    program: Program
    sizes: WordTraining
    weights: int

    @cached_property
    def tapes(self) -> ProgramLowering:
        if self.program.input_at is None:
            raise InputError("the training program takes no input: compile it with the symbol __input")
        needed = self.program.input_at + 4 * (self.words + 1) + STACK
        ram = 1 << (needed - 1).bit_length()
        return program_tapes(replace(self.program, ram=ram), samples=True)

    @property
    def words(self) -> int:
        """Words of input."""
        return 3 + self.sizes.rows * (self.sizes.features + self.sizes.labels)

    def input_words(self, x: Tensor, z: Tensor) -> Tensor:
        sizes = torch.tensor([self.sizes.rows, self.sizes.features, self.sizes.labels])
        return torch.cat([sizes, WordCells(self.sizes).rows(x, z).flatten()])

    def run_directly(self, x: Tensor, z: Tensor) -> list[int]:
        """The parameters in units, by the interpreter of programs."""
        given = self.input_words(x, z).numpy().astype("<i4").tobytes()
        last = program_run.run(self.tapes.source, given).configuration
        if last.exit_code is None or len(last.output) != 4 * self.weights:
            ending = last.trap or f"wrote {len(last.output)} bytes, exit code {last.exit_code}"
            raise InputError(f"the training program must write {self.weights} words and exit; it {ending}")
        return [int(units) for units in np.frombuffer(last.output, "<i4")]

    def quantise(self, x: Tensor, z: Tensor) -> Tensor:
        return word_cells(torch.cat([torch.tensor([4 * self.words]), self.input_words(x, z)]))

    def dequantise(self, cells: Tensor) -> Tensor:
        bits = nn.functional.pad(cells[: WORD * self.weights], (0, max(0, WORD * self.weights - len(cells)))) == 1
        powers = 2.0 ** (torch.arange(WORD, dtype=torch.float64) - self.sizes.format.point)
        powers[-1] *= -1
        return bits.view(self.weights, WORD).double() @ powers

    def network(
        self, primary: nn.Module, output_bound: float, label_bound: float, dtype: torch.dtype = torch.float32
    ) -> ExtendedNetwork:
        """The extended network whose machine runs the program."""
        tapes = self.tapes
        found = ExtendedNetwork(
            primary,
            tapes.machine,
            self.quantise,
            self.dequantise,
            labels=(self.sizes.rows, self.sizes.labels),
            output_tape=tapes.machine.tapes - 1,
            tapes=tuple(row[1:] for row in tapes.encode_input()),
            output_bound=output_bound,
            label_bound=label_bound,
            dtype=dtype,
        )
        bind(found, self.sizes, self.program.input_at)
        return found

    def facts(self) -> dict[str, Any]:
        """The training as JSON, its program included."""
        return {**size_facts(self.sizes), "program": formats.to_object(self.program)}


def read_program_training(facts: Any, weights: int) -> ProgramTraining:
    """A training program out of a file, where anything may be written."""
    sizes = read_sizes(facts, {"program"})
    program = formats.from_object(facts["program"], "the training program of this network")
    if not isinstance(program, Program):
        raise InputError(f"a training program must be a program for RV32I, not {describe_machine(program)}")
    return ProgramTraining(program, sizes, weights)
