"""A program's processor as a net: one instruction per step of SGD, and halting is convergence.

The net says +1 while the processor runs and -1 once it has halted, and every label is -1: the loss is 4 at every step
of the run, and 0 from its end on.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import torch

from turingrad._support.arrays import F64, Bits
from turingrad.constructions.emulation.build import Emulation
from turingrad.constructions.emulation.network import ExactNetwork
from turingrad.constructions.emulation.sessions import FreeSession, Session
from turingrad.machine.lower.core import Core
from turingrad.machine.program.program import Program, ProgramConfiguration


class ProgramNetwork(ExactNetwork[Program, ProgramConfiguration]):
    """The exact net of a program's processor. Its machine is the program with the RAM that the net has."""

    def __init__(self, emulation: Emulation, core: Core, dtype: torch.dtype = torch.float32) -> None:
        super().__init__(emulation, core.program, dtype)
        self.core = core

    def run_figures(self) -> dict[str, Any]:
        return {"ram": self.machine.ram, "memory_bits": len(self.emulation.learner.memory)}

    def session(self, given: Any) -> Session[ProgramConfiguration]:  # noqa: ARG002
        """The same for every input, which is in RAM at the start."""
        return Instructions(self)

    def start_copy(self, given: Any) -> Self:
        """A copy whose memory is the processor's at the start, with this input in RAM."""
        return self.with_memory(self.core.start(given or b"").tolist())

    def decode(self, activations: torch.Tensor | F64, at: int) -> ProgramConfiguration:
        """The configuration in a vector of weights, after `at` instructions; what was written before is not in it."""
        return self.core.decode(self.bits(activations), at, b"")


class Instructions(FreeSession[ProgramConfiguration]):
    """One idle sample per instruction; what the program writes is collected after each."""

    halts = True

    def __init__(self, network: ProgramNetwork) -> None:
        super().__init__(1)
        self.network, self.written = network, bytearray()
        self.watched = np.ascontiguousarray(network.emulation.bit_edges[network.core.watched, 0])

    def note(self, signs: Bits) -> None:
        """A byte of every step after which `wrote` is set."""
        wrote = signs[:, 0] == 1
        self.written += np.packbits(signs[wrote, 1:], axis=1, bitorder="little").tobytes()

    def configuration(self, weights: F64) -> ProgramConfiguration:
        return self.network.core.decode(self.network.bits(weights), self.step, bytes(self.written))
