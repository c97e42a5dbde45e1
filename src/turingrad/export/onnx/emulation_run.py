"""SGD that a file does, sample by sample or over all of them, and the checks of the three graphs."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Array
from turingrad.constructions.emulation.network import EmulationNetwork, require_sign
from turingrad.export.onnx.checks import checked_run
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.model import File, as_array
from turingrad.machine.learner import LearnerConfiguration
from turingrad.machine.run import Progress, StartedRun

SAMPLES = 24  # random ones, of a check
WEIGHT = "module.weight"


class FileTraining:
    """A stepper whose steps of SGD a file takes."""

    def __init__(self, network: EmulationNetwork, file: File, given: Any) -> None:
        self.network, self.file = network, file
        self.rows, self.y = (part.astype(file.kind) for part in network.samples_of(given))
        self.weight = as_array(network.weight).astype(file.kind)
        self.step, self.output = 0, 0

    def advance(self, steps: int) -> int:
        upto = min(self.step + steps, len(self.rows))
        taken, part = upto - self.step, slice(self.step, upto)
        if taken and self.file.facts["graph"] == "train":
            found = self.file.run(**{WEIGHT: self.weight, "rows": self.rows[part], "y": self.y[part]})
            self.weight = found["weight_after"]
            for output in found["outputs"].tolist():
                self.record_step(output)
        elif taken:
            for row, y in zip(self.rows[part], self.y[part], strict=True):
                found = self.file.run(**{WEIGHT: self.weight, "row": row[None], "y": np.array(y)})
                self.weight = found["weight_after"]
                self.record_step(float(found["output"]))
        return taken

    def record_step(self, output: float) -> None:
        require_sign(output)
        self.step, self.output = self.step + 1, int(output)

    def halted(self) -> bool:
        return self.step == len(self.rows)

    def configuration(self) -> LearnerConfiguration:
        memory = self.network.memory(self.weight.astype(np.float64))
        return self.network.decode_learner(memory, self.step, self.output)


def begin(network: EmulationNetwork, file: File, given: Any) -> StartedRun[LearnerConfiguration]:
    going = FileTraining(network, file, given)
    figures = {"parameters": len(going.weight), "learning_rate": network.gamma}
    return StartedRun(going, "SGD steps", 64, lambda: going.step, lambda: figures)


# ---- checks ----------------------------------------------------------------------------------------------------


def random_samples(network: EmulationNetwork) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    X = rng.choice(np.array([-1, 1], np.int8), (SAMPLES, network.machine.features))
    return X, rng.choice(np.array([-1, 1], np.int8), SAMPLES)


def check_step(network: EmulationNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """Output, gradient and all weights of each step against torch's autograd and SGD, then against the learner."""
    X, y = random_samples(network)
    kind, trained = file.kind, copy.deepcopy(network)
    optimizer, rows = trained.optimizer(), network.rows(X)
    for number, (row, label) in enumerate(zip(rows, y.tolist(), strict=True)):
        progress("checking steps", number, SAMPLES)
        weight = as_array(trained.weight).astype(kind)
        found = file.run(**{WEIGHT: weight, "row": row[None].astype(kind), "y": np.array(label, kind)})
        output = trained.train_step(optimizer, torch.from_numpy(row[None]), label)
        assert trained.weight.grad is not None
        require_same(found["output"], np.array(output), "output")
        require_same(found["gradient"], as_array(trained.weight.grad), "gradient")
        require_same(found["weight_after"], as_array(trained.weight), "weight_after")
    return checked_run(network, lambda: begin(network, file, (X, y)), (X, y), progress)


def check_train(network: EmulationNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """Outputs, memory after each sample and the weights after all of them against torch, then against the learner."""
    X, y = random_samples(network)
    kind, trained = file.kind, copy.deepcopy(network)
    first = as_array(network.weight).astype(kind)
    found = file.run(**{WEIGHT: first, "rows": network.rows(X).astype(kind), "y": y.astype(kind)})
    optimizer, rows, edges = trained.optimizer(), torch.from_numpy(network.rows(X)), network.emulation.bit_edges.ravel()
    for number, label in enumerate(y.tolist()):
        progress("checking steps", number, SAMPLES)
        output = trained.train_step(optimizer, rows[number : number + 1], label)
        require_same(found["outputs"][number], np.array(output), f"output {number}")
        require_same(found["negative"][number], as_array(trained.weight)[edges] < 0, f"memory {number}")
    require_same(found["weight_after"], as_array(trained.weight), "weight_after")
    return checked_run(network, lambda: begin(network, file, (X, y)), (X, y), progress)


def check_run(network: EmulationNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """The outputs for random rows, with the weights as they are and after some steps of SGD, against torch."""
    X, y = random_samples(network)
    kind, trained = file.kind, copy.deepcopy(network)
    optimizer, rows = trained.optimizer(), network.rows(X)
    inputs = torch.from_numpy(rows)
    for number, label in enumerate(y.tolist()):
        progress("checking outputs", number, SAMPLES)
        given = {WEIGHT: as_array(trained.weight).astype(kind)}
        with torch.no_grad():
            require_same(file.run(rows=rows.astype(kind), **given)["outputs"], as_array(trained(inputs)), "outputs")
        trained.train_step(optimizer, inputs[number : number + 1], label)
    return {"rows_checked": SAMPLES * SAMPLES}
