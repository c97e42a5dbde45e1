"""Running on emulation: each sample is a step of the learner."""

from __future__ import annotations

import copy
from typing import Any

from turingrad.constructions.emulation import EmulationNetwork
from turingrad.constructions.emulation.executors.learning import CompiledTrainer, TorchTrainer, Trainer
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.learner import LearnerConfiguration
from turingrad.machine.run import StartedRun

FIRST_CHUNK = {"compiled": 64, "torch": 1}


class SampleRun:
    """A stepper: a copy of the net, trained sample by sample."""

    def __init__(self, network: EmulationNetwork, given: Any, executor: str) -> None:
        self.rows, self.labels = network.samples_of(given)
        self.network = copy.deepcopy(network)
        self.trainer: Trainer = (CompiledTrainer if executor == "compiled" else TorchTrainer)(self.network)
        self.step, self.output = 0, 0

    def advance(self, steps: int) -> int:
        upto = min(self.step + steps, len(self.rows))
        outputs = self.trainer.train(self.rows[self.step : upto], self.labels[self.step : upto])
        if outputs:
            self.step, self.output = upto, int(outputs[-1])
        return len(outputs)

    def halted(self) -> bool:
        return self.step == len(self.rows)

    def configuration(self) -> LearnerConfiguration:
        return self.network.decode_learner(self.trainer.memory(), self.step, self.output)


def begin(network: Network[Any, Any], given: Any, executor: str) -> StartedRun[LearnerConfiguration]:
    """Plain SGD on samples (X, y) or (X, y, seed)."""
    if not isinstance(network, EmulationNetwork):
        raise InputError(f"the executors train exact nets; trace a {type(network).__name__} instead")
    going = SampleRun(network, given, executor)
    figures = {"parameters": network.parameter_count(), "learning_rate": network.gamma}
    return StartedRun(going, "SGD steps", FIRST_CHUNK[executor], lambda: going.step, lambda: figures)
