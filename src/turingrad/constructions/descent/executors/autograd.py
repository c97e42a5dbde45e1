"""The autograd executor: torch's gradients and optimizer, step by step."""

from __future__ import annotations

import copy

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.descent import Descent, TapeDescent
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput


class Autograd:
    """A stepper over `Descent`. An interrupted chunk of steps is forgotten: the parameters go back to its beginning."""

    def __init__(self, network: TapeDescent, given: TapeInput = None) -> None:
        self.network = copy.deepcopy(network)  # it is trained
        self.network.load(given)
        self.descent = Descent(self.network)
        self.kept: list[float] = []

    @property
    def steps(self) -> int:
        return self.descent.steps

    def advance(self, steps: int) -> int:
        network, descent = self.network, self.descent
        before = (network.s.detach().clone(), network.tapes().detach().clone(), network.H.detach().clone())
        origin, started = network.origin, descent.steps
        try:
            for taken in range(steps):
                if descent.halted():
                    return taken
                self.kept.append(float(descent.loss.detach()))
                descent.advance()
        except KeyboardInterrupt:
            network.keep(*before)
            network.origin = origin
            self.kept = self.kept[:started]
            self.descent = Descent(network)
            self.descent.steps = started
            raise
        return steps

    def halted(self) -> bool:
        return self.descent.halted()

    def losses(self) -> F64:
        return np.array([*self.kept, float(self.descent.loss.detach())] if self.halted() else self.kept)

    def configuration(self) -> TapeConfiguration:
        return self.network.configuration(self.steps - self.network.recipe.boot_steps)
